"""The zip for Windows, as it lies in build/windows, by Wine: commands, its window, programs that drive, its installer.

windows.py [NAME...]: all, or those steps alone. Says for each what was tried, and ends with "N passed, N failed". Pictures
to look at are left in build/packages/windows.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "window"))
from again import check_again  # noqa: E402
from commands import done_here, timeless  # noqa: E402
from display import Display  # noqa: E402
from game import Game  # noqa: E402
from attempts import attempt_all, check  # noqa: E402

VERSION = (ROOT / "VERSION").read_text().strip()
ZIP = ROOT / "build" / "windows" / f"graphprix-{VERSION}-windows.zip"
SETUP = ZIP.with_name(f"graphprix-{VERSION}-setup.exe")
PICTURES = ROOT / "build" / "packages" / "windows"
NATIVE = ROOT / "build" / "graphprix"
PATIENCE = 180  # seconds; only a failure waits so long, and a busy machine
MOST_BYTES = 8 * 1024 * 1024
BOT = ROOT / "assets" / "bots" / "driver.c"
# Those that neither fill a disk nor name the folder of the build.
TRANSCRIPTS = ("babylon", "check", "circuit", "collision", "derby", "field_areas", "field_cars", "generate", "lap", "nitro",
               "post", "presets", "slick", "stock_fields")
# All that a name may hold on Windows of the first 127 letters, and what a code page has not.
STRANGE = "Zoë Ωμέγα 赛车" + "".join(letter for letter in map(chr, range(32, 127)) if letter not in r'<>:"/\|?*')


def is_same_drawing(one, other):
    """The C library of Windows rounds up what lies in the middle, and Linux to the even digit: of the numbers in an SVG,
    which have six or seven decimals, the last may differ by one."""
    number = re.compile(rb"\d+\.\d{6,7}\b")
    return number.split(one) == number.split(other) and all(
        abs(float(here) - float(there)) < 1.5e-6 for here, there in zip(number.findall(one), number.findall(other)))


class Windows:
    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="graphprix-windows-"))
        with zipfile.ZipFile(ZIP) as packed:
            packed.extractall(self.folder)
        self.program = next(self.folder.iterdir()) / "graphprix.exe"
        self.prefix = ROOT / "build" / "packages" / "wine"
        self.prefix.mkdir(parents=True, exist_ok=True)
        self.environment = {**os.environ, "WINEPREFIX": str(self.prefix), "WINEDEBUG": "-all",
                            "LC_ALL": "C.UTF-8", "WINEDLLOVERRIDES": "mscoree,mshtml,winemenubuilder.exe="}
        # What Wine starts beside the first program would hold that one's pipes.
        nowhere = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        for words in (["wineserver", "-p"], ["wineboot"]):
            subprocess.run(words, env=self.environment, check=True, **nowhere)
        self.display, self.games = None, []

    def picture(self, name):
        if self.display:
            self.display.capture().save(PICTURES / f"{name}.png")

    def close(self):
        for game in self.games:
            game.clean_up()
        subprocess.run(["wineserver", "-k", "-w"], env=self.environment)
        if self.display:
            self.display.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *words, told=None, folder=ROOT, program=None):
        done = subprocess.run(["wine", program or self.program, *words], env=self.environment, cwd=folder, text=True,
                              timeout=PATIENCE, input=told, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              errors="replace")
        return done.returncode, done.stdout, done.stderr

    def start(self, line):
        """A program of this system that starts the one for Windows."""
        path = self.folder / "start"
        path.write_text(f"#!/bin/sh\n{line}\n".replace("PROGRAM", f"wine '{self.program}'"))
        path.chmod(0o755)
        return path

    def window(self, *words, home="first"):
        # The pipe of --watch is opened by the shell; Wine knows files.
        start = self.start('to=$2; shift 2; exec PROGRAM --watch - "$@" > "$to"')
        self.display = self.display or Display(size=(1280, 800))
        (self.folder / home).mkdir(exist_ok=True)
        self.games.append(Game(self.display, *words, home=self.folder / home, program=start,
                               environment={**self.environment, "DISPLAY": self.display.name,
                                            "HOME": os.environ.get("HOME", "/"), "SDL_VIDEODRIVER": "windows"}))
        return self.games[-1]

    def begin_race(self):
        # A race of one car that is to choose its start, and how many races there were before.
        game = self.window(ROOT / "tracks" / "graph-paper" / "first-oval.svg")
        game.wait_screen("set-up")
        game.come_to_rest()
        before = len(self.races())
        game.click("button start-race")
        game.wait_screen("race")
        return game, before

    def races(self):
        # What is kept of the player's: the lines of each, the newest last.
        folder, = self.prefix.glob("drive_c/users/*/AppData/Roaming")
        paths = sorted((folder / "Graph Prix" / "races").glob("*.race"), key=lambda path: path.stat().st_mtime_ns)
        return [path.read_text().splitlines() for path in paths]

    def answer_dialog(self, game, title, path):
        asked = ["xdotool", "getwindowfocus", "getwindowname"]
        limit = time.monotonic() + PATIENCE
        while title.encode() not in subprocess.run(asked, env=self.display.environment, stdout=subprocess.PIPE).stdout:
            check(time.monotonic() < limit, "no dialog")
            time.sleep(0.05)
        game.key("ctrl+a")
        game.type(f"Z:{path}".replace("/", "\\"))
        self.picture(title)
        game.key("Return")

    # --- steps -------------------------------------------------------------------------------

    def contents(self):
        """the zip is small, and has what it lists"""
        names = zipfile.ZipFile(ZIP).namelist()
        check(ZIP.stat().st_size <= MOST_BYTES, ZIP.stat().st_size)
        for part in ("graphprix.exe", "graphprix.com", "graphprix.dll", "fonts/Andika-Regular.ttf", "fonts/fonts.conf",
                     "licences/libraries.txt", "licences/cairo.txt", "tracks/graph-paper/kidney.svg"):
            check(f"{ZIP.stem}/{part}" in names, names)
        print(f"    {ZIP.stat().st_size} bytes, {SETUP.stat().st_size} of the installer")

    def built_again(self):
        """zip and installer have the same bytes when they are built elsewhere"""
        check_again("windows", ".", "graphprix-*.[ze][ix][pe]")

    def version(self):
        """graphprix.exe and graphprix.com say their version, and graphprix.com says what went wrong"""
        for ending in (".exe", ".com"):
            said = self.run("version", program=self.program.with_suffix(ending))
            check(said == (0, f"graphprix {VERSION}\n", ""), said)
        said = self.run("--unknown", program=self.program.with_suffix(".com"))
        check(said[0] == 2 and "no option" in said[2], said)

    def same_bytes(self):
        """commands of all games print and write what they do on Linux"""
        out = ROOT / "out"
        for count, (words, told, said, wrote) in enumerate(done_here(ROOT, self.program.parent / "fonts"), 1):
            status, there, errors = self.run(*words, told=told)
            check((status, timeless(there)) == (0, said), (words, status, there, said, errors))
            # Pages differ in their date and in the names that cairo makes up for parts of fonts.
            there = out.read_bytes() if out.exists() else b""
            check((wrote[:4] == there[:4] == b"%PDF") or is_same_drawing(wrote, there), (words, "another file"))
            out.unlink(missing_ok=True)
        print(f"    {count} commands")

    def transcripts(self):
        """what is written down of the rules of all games and of files holds here, too"""
        start = self.start('exec PROGRAM "$@"')
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
        said = self.run("print", track, "--picture", "64", "-o", folder / "赛.png")
        check(said[0] == 0 and (folder / "赛.png").read_bytes()[1:4] == b"PNG", said)
        check(sorted(path.name for path in folder.iterdir()) == sorted([track.name, "赛.png"]), list(folder.iterdir()))
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

    def first_picture(self):
        """its window opens with the home screen, in more than a hundred colours"""
        game = self.window()
        game.wait_screen("home")
        picture = game.picture()
        picture.save(PICTURES / "home.png")
        check(picture.colours() > 100 and len(game.targets("button race-")) == 4, game.seen)
        check(game.close() == 0, game.stderr())

    def race(self):
        """a race is clicked, kept in %APPDATA% after each move, and found again by the next start"""
        game, before = self.begin_race()
        # Straight ahead from the first start, which is two clicks at different places.
        for kind, number in (("start ", 0), ("move ", 5)):
            game.wait(lambda seen, kind=kind: any(target["id"].startswith(kind) for target in seen["targets"]), kind)
            game.click(game.targets(kind)[number]["id"])
        game.wait(lambda _: len(self.races()) > before and len(self.races()[-1]) > 1, "the move in its file")
        game.picture().save(PICTURES / "race.png")
        check(game.close() == 0, game.stderr())
        kept = self.races()[-1]
        game = self.window()
        game.wait_screen("home")
        game.come_to_rest()
        game.click("button continue")
        game.wait_screen("race")
        check(self.races()[-1] == kept, "another race")

    def dialog(self):
        """a track is chosen in the system's own dialog"""
        game = self.window()
        game.wait_screen("home")
        game.come_to_rest()
        game.click("button tracks")
        game.wait_screen("tracks")
        game.come_to_rest()
        game.click("button open-file")
        self.answer_dialog(game, "Open a track", ROOT / "tests" / "window" / "straight.svg")
        game.wait_screen("set-up")

    def pages(self):
        """pages are saved where the system's dialog says, and printed by the program for PDF files that says how"""
        game = self.window()
        saved, printing = self.folder / "chosen.pdf", r"HKLM\Software\Classes\pdffile\shell\print"
        printed = self.prefix / "drive_c" / "printed.pdf"
        printed.unlink(missing_ok=True)
        game.wait_screen("home")
        game.key("ctrl+p")
        game.wait_screen("printing")
        game.wait_target("button save-pdf-as")
        check(not game.has("button send-pdf"), "nobody prints")
        game.come_to_rest()
        game.click("button save-pdf-as")
        self.answer_dialog(game, "Save the pages as", saved)
        game.wait_screen("home")
        check(saved.read_bytes().startswith(b"%PDF-"), "no pages")
        try:
            done = self.run("add", rf"{printing}\command", "/ve", "/d", r'cmd /c copy "%1" C:\printed.pdf', "/f", program="reg")
            check(done[0] == 0, done)
            game.key("ctrl+p")
            game.wait_target("button send-pdf")
            game.come_to_rest()
            game.click("button send-pdf")
            game.wait_status("The pages are with the printer")
            limit = time.monotonic() + PATIENCE
            while not printed.exists() or not printed.read_bytes().rstrip().endswith(b"%%EOF"):
                check(time.monotonic() < limit, "it was not printed")
                time.sleep(0.05)
        finally:
            self.run("delete", printing, "/f", program="reg")

    def two_windows(self):
        """a race that one window has open is another one's as a copy alone"""
        game, before = self.begin_race()
        game.wait(lambda _: len(self.races()) > before, "its file")
        other = self.window(home="second")
        other.wait_screen("home")
        other.come_to_rest()
        other.click("button continue")
        other.wait_status("Another window has this race open")
        other.click("button yes")
        other.wait_screen("race")
        check(len(self.races()) == before + 2, "no copy")

    def installer(self):
        """it installs for its user, with file types, and takes itself away again"""
        said = self.run("/S", program=SETUP)
        check(said[0] == 0, said)
        place, = self.prefix.glob("drive_c/users/*/AppData/Local/Programs/Graph Prix")
        packed = {path.relative_to(self.program.parent) for path in self.program.parent.rglob("*") if path.is_file()}
        there = {path.relative_to(place) for path in place.rglob("*") if path.is_file()}
        check(there == packed | {Path("uninstall.exe")}, there ^ packed)
        key = r"HKCU\Software\Classes\GraphPrix.race"
        asked = self.run("query", key + r"\shell\open\command", program="reg")
        check("graphprix.exe" in asked[1], asked)
        self.run("/S", program=place / "uninstall.exe")
        limit = time.monotonic() + PATIENCE
        while place.exists():  # it goes on by itself
            check(time.monotonic() < limit, list(place.rglob("*")))
            time.sleep(0.05)
        limit = time.monotonic() + PATIENCE
        while self.run("query", key, program="reg")[0] == 0:
            check(time.monotonic() < limit, "its file types are left")


if __name__ == "__main__":
    sys.exit(attempt_all(Windows))
