"""A second build of what was built, from the source tarball in another folder, by another clock, language and umask."""
import hashlib
import os
import subprocess
import tempfile
from pathlib import Path

from attempts import check

ROOT = Path(__file__).resolve().parent.parent.parent


def digests(folder, names="*"):
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.glob(names)) if path.is_file()}


def make_elsewhere(source, goal):
    """In that folder, as somebody else would."""
    environment = {**os.environ, "TZ": "Pacific/Auckland", "LC_ALL": "C", "LANG": "de_DE.UTF-8", "USER": "else",
                   "CCACHE_DISABLE": "1"}  # compiled, not remembered
    environment.pop("MAKEFLAGS", None)  # of the make that runs us: its helpers are not handed on
    helpers = len(os.sched_getaffinity(0))
    done = subprocess.run(["sh", "-c", f"umask 027; exec make -j{helpers} --no-print-directory {goal}"], cwd=source,
                          env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    check(done.returncode == 0, done.stdout[-2000:])


def check_again(system, inner, names="*"):
    """The program of build/web or build/windows once more, with the libraries that there are: the files of those names in
    that folder within are the same."""
    version = (ROOT / "VERSION").read_text().strip()
    with tempfile.TemporaryDirectory(prefix="graphprix-again-") as folder:
        subprocess.run(["make", "--no-print-directory", "dist"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["tar", "-xf", ROOT / "build" / f"graphprix-{version}.tar.gz", "-C", folder], check=True)
        source = Path(folder) / f"graphprix-{version}"
        (source / "build" / system).mkdir(parents=True)
        for shared in ("libraries", f"{system}/libraries"):
            (source / "build" / shared).symlink_to(ROOT / "build" / shared)
        make_elsewhere(source, system)
        one, other = (digests(root / "build" / system / inner, names) for root in (ROOT, source))
        check(one == other and one, sorted(one.items() ^ other.items()))
