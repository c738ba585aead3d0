"""Runs the functions of a test file whose names begin with test_ and ends with a summary line.

Each gets a display of its own, with the options that the function's `display` holds. When one fails, what was expected is told, and a picture of the
screen at that moment is left in build/window/.
"""
import sys
import tempfile
import time
import traceback
from pathlib import Path

from display import Display
from game import ROOT, Game

PICTURES = ROOT / "build" / "window"


class Table:
    """What a test gets: a display, a player's home, and games that are cleared away at its end."""

    def __init__(self, **options):
        self.display = Display(**options)
        self.folder = tempfile.TemporaryDirectory(prefix="graphprix-home-")
        self.home = Path(self.folder.name)
        self.games = []

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


def main(tests):
    """Call as main(globals()); arguments choose tests by name."""
    wanted = sys.argv[1:]
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
