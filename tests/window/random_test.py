"""Random clicks, keys, drags, drops and resizes on all screens: nothing may crash, hang or leak.

random_test.py [VISITS [SEED]]     a walk to so many places; the seed is printed, 0 draws one
random_test.py --again LOG         what was done in a walk, at the same times

A walk goes to one place after another (WAYS), does there what comes to its mind, leaves it in one of
the ways in which places are left (a file that is dropped, a key), cancels that and goes on. All that
it does is in build/window/random-SEED.log, one line a stroke, so that a failure can be repeated. The
programs that the game may start are of the test's own.
"""
import os
import random
import select
import signal
import sys
import time

import suite
from bench import Hand
from everywhere_test import CANCELS, DISTURBANCES, LEAVING, WAYS, files, shown
from game import Expected, has
from suite import check, check_equal

VISITS, SEED = 30, 1
LONG = 300  # visits in which every screen is come to
HANGS = 90  # seconds without an answer
SCREENS = {"home", "set-up", "inspection", "tracks", "generating", "editor", "photo", "saved",
           "replay", "race", "menu", "results", "series", "settings", "help", "printing", "tutorial",
           "lessons", "classroom", "lesson", "exercises", "demonstration", "daily"}
KEYS = ("Escape Return space Tab shift+Tab Left Right Up Down Home End Prior Next plus minus BackSpace "
        "Delete F1 F2 F9 F11 F12 a b c d e f h l n p r s t v w x 1 2 3 ctrl+o ctrl+p ctrl+z ctrl+y "
        "ctrl+shift+z ctrl+s ctrl+n ctrl+d ctrl+e ctrl+f ctrl+a ctrl+c ctrl+v").split()
PROGRAMS = {"lp": "exit 0", "xdg-open": "exit 0", "dbus-send": "exit 1", "gdbus": "exit 1",
            "zenity": "echo $HOME/files/track.svg"}


def programs(home):
    """The only ones that are found: nothing is printed, opened or shown outside."""
    folder = home / "bin"
    folder.mkdir()
    for name, script in PROGRAMS.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    (folder / "python3").symlink_to(sys.executable)
    options = os.environ.get("ASAN_OPTIONS", "")
    return {"PATH": str(folder), "ASAN_OPTIONS": f"{options}:handle_abort=1"}


class Walk:
    def __init__(self, table, seed):
        self.chance = random.Random(seed)
        self.table, self.environment = table, programs(table.home)
        self.files = files(table.home)
        self.hand = Hand(table.display)
        self.began = time.monotonic()
        self.log = open(suite.PICTURES / f"random-{seed}.log", "w", encoding="utf-8")
        self.strokes, self.screens = 0, set()
        self.start()

    def start(self):
        self.game = self.table.open(environment=self.environment)
        self.game.wait_screen("home")
        self.size = None

    # --- what is done ------------------------------------------------------------------------

    def note(self, kind, words):
        self.log.write(f"{time.monotonic() - self.began:.3f} {kind} {words}\n")
        self.log.flush()
        self.strokes += 1

    def hand_does(self, words):
        self.note("hand", words)
        self.hand.do(words)

    def drops(self, name):
        self.note("drop", name)
        try:
            self.game.drop(self.files[name])
        except Exception:
            self.look()  # it may have ended meanwhile
            raise

    def resizes(self, width, height):
        self.note("size", f"{width} {height}")
        self.hand.do(f"windowsize {self.game.window()} {width} {height}")

    def clicks(self, target, words="click 1"):
        left, top = self.corner()
        x = left + target["x"] + self.chance.randrange(max(target["w"], 1))
        y = top + target["y"] + self.chance.randrange(max(target["h"], 1))
        self.hand_does(f"mousemove {x} {y} {words}")

    # --- what comes of it --------------------------------------------------------------------

    def look(self):
        """What is seen; a program that was told to quit is started again."""
        seen = self.game.read()
        status = self.game.process.poll()
        if status is not None:
            check_equal(status, 0, f"status after stroke {self.strokes} ({self.game.stderr()})")
            self.game.clean_up()
            self.note("start", "")
            self.start()
            seen = self.game.read()
        self.screens.add(seen["screen"])
        return seen

    def wait(self, frame, patience):
        """For a newer picture than that, but not for long. True if there is one."""
        limit = time.monotonic() + patience
        while self.look()["frame"] <= frame:
            left = limit - time.monotonic()
            if left <= 0:
                return False
            select.select([self.game.watch], [], [], min(left, 0.1))
        return True

    def wait_change(self, before):
        """For another screen, sentence or list of targets, but not for long."""
        limit = time.monotonic() + 0.6
        while shown(self.look()) == shown(before) and time.monotonic() < limit:
            self.wait(self.game.seen["frame"], 0.1)

    def check_alive(self):
        """Help comes up everywhere, and goes when it is there."""
        limit = time.monotonic() + HANGS
        while time.monotonic() < limit:
            for key in ("F1", "Escape"):
                frame = self.look()["frame"]
                self.hand_does(f"key {key}")
                if self.wait(frame, 3):
                    return
        self.game.process.send_signal(signal.SIGABRT)
        self.game.process.wait(20)
        raise Expected(f"an answer within {HANGS} s; it hangs here: {self.game.stderr()}")

    # --- what comes to its mind --------------------------------------------------------------

    def corner(self):
        """Of the window on the screen, looked for when it has another size."""
        size = self.look()["size"]
        if size != self.size:
            self.size, self.origin = size, self.game.origin()
        return self.origin

    def place(self):
        """Somewhere in the window, as xdotool takes it."""
        width, height = self.look()["size"]
        left, top = self.corner()
        return f"{left + self.chance.randrange(width)} {top + self.chance.randrange(height)}"

    def drags(self):
        button = self.chance.choice((1, 1, 1, 2, 3))
        way = " ".join(f"mousemove {self.place()}" for _ in range(self.chance.randrange(1, 6)))
        self.hand_does(f"mousemove {self.place()} mousedown {button} {way} mouseup {button}")

    def does_something(self):
        seen = self.look()
        targets = [t for t in seen["targets"]
                   if t["w"] > 0 and t["h"] > 0 and t["id"] != "button quit"]
        what = self.chance.random()
        if what < 0.55 and targets:
            self.clicks(self.chance.choice(targets))
        elif what < 0.65:
            self.hand_does(f"mousemove {self.place()} click {self.chance.choice((1, 1, 3))}")
        elif what < 0.75:
            self.drags()
        elif what < 0.88:
            self.hand_does(f"key {self.chance.choice(KEYS)}")
        elif what < 0.91:
            self.hand_does(f"mousemove {self.place()} click --repeat {self.chance.randrange(1, 9)} "
                           f"--delay 5 {self.chance.choice((4, 5))}")
        elif what < 0.93:
            self.hand_does(f"type --delay 1 {self.chance.choice(('Ada', '12', 'kidney', '0', 'x'))}")
        elif what < 0.95:
            self.resizes(self.chance.randrange(800, 1700), self.chance.randrange(600, 1000))
        elif what < 0.98:
            self.drops(self.chance.choice(list(self.files)))
        else:
            self.hand_does("click --repeat 2 --delay 10 1")
        self.wait(seen["frame"], self.chance.choice((0, 0.05, 0.2)))

    # --- where it goes -----------------------------------------------------------------------

    def does(self, kind, what):
        """False if there is nothing of the kind to be clicked."""
        if kind == "drop":
            self.drops(what)
        elif kind == "key":
            self.hand_does(f"key {what}")
        else:
            found = [t for t in self.look()["targets"] if t["h"] > 0 and
                     (t["id"].startswith(what) if what.endswith(" ") else t["id"] == what)]
            if found:
                self.clicks(found[0])
            return bool(found)
        return True

    def goes(self, place):
        """True if it has come there; on the way anything may be different from what was thought."""
        for stroke in WAYS[place]:
            if isinstance(stroke, str):
                if not self.goes(stroke):
                    return False
                continue
            kind, what, screen = stroke
            limit = time.monotonic() + 2
            frame = self.look()["frame"]
            if not self.does(kind, what):
                return False
            while self.look()["screen"] != screen or self.look()["frame"] <= frame:
                if time.monotonic() > limit:
                    return False
                self.wait(self.look()["frame"], 0.1)
        return True

    def cancels(self):
        seen = self.look()
        button = next((name for name in CANCELS if has(seen, name)), None)
        self.does(*(("click", button) if button else ("key", "Escape")))
        self.wait_change(seen)

    def goes_home(self):
        for _ in range(10):
            seen = self.look()
            button = next((name for name in LEAVING if has(seen, name)), None)
            if seen["screen"] == "home" and not has(seen, "button yes"):
                return
            if button:
                self.does("click", button)
                self.wait_change(seen)
            else:
                self.cancels()

    def visits(self, place, name):
        self.goes_home()
        came = self.goes(place)
        self.note("visit", f"{place}: {name}" if came else
                  f"{self.look()['screen']} in place of {place}: {name}")
        for _ in range(self.chance.choice((0, 0, 3, 8)) if came else 8):
            self.does_something()
        seen = self.look()
        self.does(*DISTURBANCES[name][0])
        self.wait_change(seen)
        for _ in range(self.chance.choice((1, 1, 2))):
            self.cancels()
        for _ in range(self.chance.choice((0, 3, 8))):
            self.does_something()
        self.check_alive()

    def deck(self):
        """Each place with each way to leave it, those to a photo first: from there one comes back. Of them
        those first that are farthest from home, where chance alone comes to seldom."""
        others = [(place, name) for place in WAYS for name in DISTURBANCES if name != "photo"]
        photos = [(place, "photo") for place in WAYS]
        self.chance.shuffle(photos)
        self.chance.shuffle(others)
        photos.sort(key=lambda card: -len(WAYS[card[0]]))
        return photos + others


def walk(table, wanted, seed):
    walker = Walk(table, seed)
    visits = 0
    try:
        while visits < wanted:
            for place, name in walker.deck()[:wanted - visits]:
                walker.visits(place, name)
                visits += 1
        walker.look()
        check_equal(walker.game.close(), 0, f"status at the end ({walker.game.stderr()})")
    finally:
        walker.log.close()
        walker.hand.close()
        print(f"seed {seed}: {walker.strokes} strokes, {visits} visits, {len(walker.screens)} screens "
              f"in {time.monotonic() - walker.began:.0f} s; what was done is in {walker.log.name}")
    missed = SCREENS - walker.screens
    check(wanted < LONG or not missed, f"screens that were never seen: {', '.join(sorted(missed))}")


def again(table, lines):
    """What the log says, at its times; a program that ends is started where it was then."""
    walker = Walk(table, 0)
    for line in lines:
        when, kind, words = line.split(" ", 2)
        while (left := walker.began + float(when) - time.monotonic()) > 0:
            walker.wait(1 << 62, left)
        if kind == "hand":
            walker.hand_does(words)
        elif kind == "drop":
            walker.drops(words)
        elif kind == "size":
            walker.resizes(*words.split())
    walker.check_alive()
    check_equal(walker.game.close(), 0, f"status at the end ({walker.game.stderr()})")


def main(arguments):
    if arguments[:1] == ["--again"]:
        lines = open(arguments[1], encoding="utf-8").read().splitlines()
        done = suite.run("random", lambda table: again(table, lines))
    else:
        wanted, seed = [int(word) for word in arguments] + [VISITS, SEED][len(arguments):]
        seed = seed or random.randrange(1, 1000000)
        print(f"seed {seed}", flush=True)
        done = suite.run("random", lambda table: walk(table, wanted, seed))
    print("1 passed, 0 failed" if done else "0 passed, 1 failed")
    return 0 if done else 1


if __name__ == "__main__":
    suite.PICTURES.mkdir(parents=True, exist_ok=True)
    sys.exit(main(sys.argv[1:]))
