"""Runs the functions of a test file whose names begin with test_ and ends with a summary line.

Each gets a display of its own, with the options that the function's `display` holds. When one fails, what was expected is told, and a picture of the
screen at that moment is left in build/window/.
"""
import fcntl
import shutil
import sys
import tempfile
import time
import traceback
from pathlib import Path

from display import Display
from game import ROOT, Game

PICTURES = ROOT / "build" / "window"
PROGRAM = ROOT / "build" / "graphprix"
PARS = Path("cache") / "graphprix" / "par.txt"
SEARCH = 300  # seconds


class Table:
    """What a test gets: a display, a player's home, and games that are cleared away at its end."""

    def __init__(self, **options):
        self.display = Display(**options)
        self.folder = tempfile.TemporaryDirectory(prefix="graphprix-home-")
        self.home = Path(self.folder.name)
        self.games = []
        if (PICTURES / PARS.name).exists():
            (self.home / PARS).parent.mkdir(parents=True)
            shutil.copy(PICTURES / PARS.name, self.home / PARS)

    def open(self, *arguments, **options):
        game = Game(self.display, *arguments, home=self.home, **options)
        self.games.append(game)
        return game

    def clear(self):
        for game in self.games:
            game.clean_up()
        self.display.close()
        self.folder.cleanup()


def run(name, test):
    table = Table(**getattr(test, "display", {}))
    started = time.monotonic()
    try:
        test(table)
        print(f"ok {name} ({time.monotonic() - started:.1f} s)")
        return True
    except Exception:
        picture = PICTURES / f"{name}.png"
        table.display.capture().save(picture)
        traceback.print_exc(file=sys.stdout)
        print(f"not ok {name}: the screen is in {picture.relative_to(ROOT)}")
        return False
    finally:
        table.clear()


def search_pars(table):
    """Until every track that ships has its par: a player's first look at them."""
    game = table.open(program=PROGRAM)
    game.wait_screen("home")
    game.click("button tracks")
    game.wait_screen("tracks")
    game.come_to_rest(SEARCH)
    game.close()
    shutil.copy(table.home / PARS, PICTURES / PARS.name)


def remember_pars():
    """All tests begin as if the tracks had been looked at before: their searches take a while, and once is enough."""
    pars = PICTURES / PARS.name
    with open(PICTURES / "par.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = max(path.stat().st_mtime for path in (PROGRAM, *PROGRAM.parent.glob("libgraphprix-*.so")))
        if pars.exists() and pars.stat().st_mtime > made:
            return
        pars.unlink(missing_ok=True)
        table = Table()
        try:
            search_pars(table)
        finally:
            table.clear()


def main(tests):
    """Call as main(globals()); arguments choose tests by name."""
    wanted = sys.argv[1:]
    PICTURES.mkdir(parents=True, exist_ok=True)
    if PROGRAM.exists():
        remember_pars()
    results = [run(name, test) for name, test in list(tests.items())
               if name.startswith("test_") and callable(test) and (not wanted or name in wanted)]
    sys.stdout.flush()
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    sys.exit(0 if results and all(results) else 1)


def check(holds, what):
    if not holds:
        raise AssertionError(what)


def check_equal(found, expected, what):
    if found != expected:
        raise AssertionError(f"{what}: expected {expected!r}, found {found!r}")


def read_text(path):
    return Path(path).read_text(encoding="utf-8")
