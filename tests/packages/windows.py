"""The zip for Windows, as it lies in build/windows, by Wine: its commands, its files, programs that drive.

windows.py [NAME...]: all, or those steps alone. Says for each what was tried, and ends with "N passed, N failed".
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
import zipfile
from pathlib import Path

from commands import commands, timeless

ROOT = Path(__file__).resolve().parent.parent.parent
VERSION = (ROOT / "VERSION").read_text().strip()
ZIP = ROOT / "build" / "windows" / f"graphprix-{VERSION}-windows.zip"
NATIVE = ROOT / "build" / "graphprix"
PATIENCE = 60  # seconds; only a failure waits so long
MOST_BYTES = 8 * 1024 * 1024
BOT = ROOT / "assets" / "bots" / "driver.c"
# Those that neither draw nor fill a disk, nor name the folder of the build.
TRANSCRIPTS = ("babylon", "check", "circuit", "collision", "derby", "field_areas", "field_cars", "generate", "lap", "nitro",
               "post", "presets", "slick", "stock_fields")
# What a path may hold on Windows and a code page has not.
STRANGE = "Zoë's Rennen & Ωμέγα 赛车 (1) 100% #"


def check(holds, seen):
    if not holds:
        raise AssertionError(str(seen)[:3000])


class Windows:
    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="graphprix-windows-"))
        with zipfile.ZipFile(ZIP) as packed:
            packed.extractall(self.folder)
        self.program = next(self.folder.iterdir()) / "graphprix.exe"
        self.environment = {**os.environ, "WINEPREFIX": str(ROOT / "build" / "packages" / "wine"), "WINEDEBUG": "-all",
                            "LC_ALL": "C.UTF-8", "WINEDLLOVERRIDES": "mscoree,mshtml,winemenubuilder.exe="}
        # What Wine starts beside the first program would hold that one's pipes.
        nowhere = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        for words in (["wineserver", "-p"], ["wineboot"]):
            subprocess.run(words, env=self.environment, check=True, **nowhere)

    def close(self):
        subprocess.run(["wineserver", "-k", "-w"], env=self.environment)
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *words, told=None, folder=ROOT):
        done = subprocess.run(["wine", self.program, *words], env=self.environment, cwd=folder, text=True,
                              timeout=PATIENCE, input=told, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              errors="replace")
        return done.returncode, done.stdout, done.stderr

    # --- steps -------------------------------------------------------------------------------

    def contents(self):
        """the zip is small, and has what it lists"""
        names = zipfile.ZipFile(ZIP).namelist()
        check(ZIP.stat().st_size <= MOST_BYTES, ZIP.stat().st_size)
        for part in ("graphprix.exe", "licences/libraries.txt", "licences/expat.txt", "tracks/graph-paper/kidney.svg"):
            check(f"{ZIP.stem}/{part}" in names, names)

    def version(self):
        """it says its version, and that the window is not there yet"""
        said = self.run("version")
        check(said == (0, f"graphprix {VERSION}\n", ""), said)
        said = self.run()
        check(said[0] == 2 and "no window yet" in said[2], said)

    def same_bytes(self):
        """commands of all games print and write the bytes that they do on Linux"""
        out, count = ROOT / "out", 0
        for words, told in commands(ROOT, drawing=False):
            results = []
            for program in ([NATIVE], ["wine", self.program]):
                done = subprocess.run([*program, *words], cwd=ROOT, env=self.environment, input=told.encode(),
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                results.append((done.returncode, done.stderr, timeless(done.stdout.decode()),
                                out.read_bytes() if out.exists() else b""))
                out.unlink(missing_ok=True)
            check(results[0] == results[1], (words, results))
            count += 1
        print(f"    {count} commands")

    def transcripts(self):
        """what is written down of the rules of all games and of files holds here, too"""
        start = self.folder / "start"
        start.write_text(f"#!/bin/sh\nexec wine '{self.program}' \"$@\"\n")
        start.chmod(0o755)
        done = subprocess.run([sys.executable, ROOT / "tests/golden/run.py", start, *TRANSCRIPTS], env=self.environment,
                              stdout=subprocess.PIPE, text=True)
        check(done.returncode == 0, done.stdout)
        print(f"    {done.stdout.splitlines()[-1]}")

    def names(self):
        """a file may have any name that Windows allows, also in a path with backslashes, and is replaced whole"""
        folder = self.folder / STRANGE
        folder.mkdir()
        track = folder / "ö.svg"
        for seed in ("5", "6"):
            said = self.run("generate", "--seed", seed, "-o", f"{STRANGE}\\ö.svg", folder=self.folder)
            check(said[0] == 0, said)
            expected = self.folder / "expected"
            subprocess.run([NATIVE, "generate", "--seed", seed, "-o", expected], check=True, stdout=subprocess.DEVNULL)
            check(track.read_bytes() == expected.read_bytes(), f"seed {seed} is another track")
        check([path.name for path in folder.iterdir()] == [track.name], list(folder.iterdir()))
        said = self.run("check", str(track).replace("/", "\\"))
        check(said[0] == 0, said)

    def bot(self):
        """a program drives; one that says nothing more is ended, with what it has started"""
        driver, asleep = self.folder / "driver.exe", self.folder / "asleep.exe"
        compiler = ["x86_64-w64-mingw32-gcc-posix", "-static"]
        subprocess.run([*compiler, "-o", driver, BOT], check=True)
        subprocess.run([*compiler, "-x", "c", "-", "-o", asleep], check=True, input=b"""
#include <stdlib.h>
#include <windows.h>
int main(int count, char **words)
{
    if (count == 1) /* a child of its own, which holds its pipes */
        system("start /b asleep.exe child");
    Sleep(600000);
    return words == NULL;
}
""")
        said = self.run("referee", "--track", "kidney", "--players", "1", "--driver", "1=bot:./driver.exe", told="state\n",
                        folder=self.folder)
        check(said[0] == 0 and said[1].count('"type":"finished"') == 1 and '"type":"retired"' not in said[1], said)
        said = self.run("referee", "--track", "kidney", "--players", "1", "--driver", "1=bot:./asleep.exe", told="",
                        folder=self.folder)
        check("5000 ms" in said[1] + said[2], said)
        limit = time.monotonic() + PATIENCE
        while subprocess.run(["pgrep", "-f", "asleep[.]exe"], stdout=subprocess.DEVNULL).returncode == 0:
            check(time.monotonic() < limit, "it is still there")
            time.sleep(0.05)


def main():
    steps = [name for name, value in vars(Windows).items() if callable(value) and value.__doc__
             and value.__code__.co_argcount == 1 and name in (sys.argv[1:] or vars(Windows))]
    passed = failed = 0
    for name in steps:
        windows = Windows()
        try:
            getattr(windows, name)()
            passed += 1
            print(f"ok {name}: {getattr(Windows, name).__doc__}", flush=True)
        except Exception:
            failed += 1
            traceback.print_exc(limit=-2, file=sys.stdout)
            print(f"not ok {name}", flush=True)
        finally:
            windows.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
