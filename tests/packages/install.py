"""`make install` puts what works, and `make uninstall` takes all of it away: under /usr/local, and as Debian wants it.

install.py; build/graphprix must be up to date. Ends with one line "N passed, N failed".
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PLACES = (("/usr/local", "/usr/local/bin", ()),
          ("/usr", "/usr/games", ("PREFIX=/usr", "BINDIR=/usr/games", "DATADIR=/usr/share/games/graphprix")))
WANTED = ("man/man6/graphprix.6", "metainfo/graphprix.metainfo.xml", "applications/graphprix.desktop",
          "mime/packages/graphprix.xml", "thumbnailers/graphprix.thumbnailer", "doc/graphprix/rules-circuit.md")


def make(goal, folder, places):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    subprocess.run(["make", goal, f"DESTDIR={folder}", *places], cwd=ROOT, env=environment, check=True,
                   stdout=subprocess.DEVNULL)


def files(folder):
    return sorted(path for path in folder.rglob("*") if not path.is_dir())


def problems(folder, prefix, programs):
    """One for each thing that was looked at, None where it is right."""
    program = folder / programs[1:] / "graphprix"
    version = (ROOT / "VERSION").read_text()
    said = subprocess.run([program, "version"], stdout=subprocess.PIPE, text=True).stdout
    yield None if said == f"graphprix {version}" else f"version: {said}"
    picture = folder / "picture"
    done = subprocess.run([program, "print", "kidney", "--picture", "64", "-o", picture], cwd="/")
    yield None if done.returncode == 0 and picture.read_bytes()[1:4] == b"PNG" else "no picture of a track that ships"
    picture.unlink(missing_ok=True)
    for name in WANTED:
        path = folder / prefix[1:] / "share" / name
        open_places = re.findall(r"@[A-Z]+@", path.read_text()) if path.exists() else ["missing"]
        yield f"{name}: {open_places}" if open_places else None
    thumbnailer = (folder / prefix[1:] / "share/thumbnailers/graphprix.thumbnailer").read_text()
    yield None if f"\nTryExec={programs}/graphprix\n" in thumbnailer else thumbnailer


def main():
    passed = failed = 0
    for prefix, programs, places in PLACES:
        with tempfile.TemporaryDirectory(prefix="graphprix-install-") as folder:
            make("install", folder, places)
            found = list(problems(Path(folder), prefix, programs))
            make("uninstall", folder, places)
            left = files(Path(folder))
            found.append(f"left behind: {left}" if left else None)
        for problem in found:
            passed += problem is None
            failed += problem is not None
            if problem:
                print(f"{prefix}: {problem}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
