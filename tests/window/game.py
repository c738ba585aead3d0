"""The real program in a real window, as a person meets it: eyes, a pointer and a keyboard.

Game knows what is on the screen from --watch alone (the eyes), acts by pointer and key events, and
waits for what it expects to see, never for a time. Each game has folders of its own for data and
settings, so a test neither sees nor leaves anything of the player's.
"""
import fcntl
import json
import math
import os
import select
import signal
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(os.environ.get("GRAPHPRIX", ROOT / "build" / "asan" / "graphprix"))
RELEASE = ROOT / "build" / "graphprix"
DROP = ROOT / "build" / "tests" / "window" / "drop"
os.environ.setdefault("LSAN_OPTIONS", f"suppressions={ROOT}/tests/leaks.txt:print_suppressions=0")
PATIENCE = 90  # seconds; only a failure waits so long, and a busy machine


class Expected(Exception):
    """What a test waited for did not come."""


class Game:
    def __init__(self, display, *arguments, home, program=None, environment=None):
        self.display = display
        self.home = Path(home)
        self.watched, self.watch = open_watch(self.home)
        self.seen, self.rest, self.number = None, b"", None
        self.smallest_type = math.inf  # pixels; of all pictures since a test has set it
        self.environment = {**display.environment, **folders(self.home),
                            "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "none",
                            "SDL_RENDER_DRIVER": "software",
                            "SDL_FRAMEBUFFER_ACCELERATION": "0", "LC_ALL": "C.UTF-8",
                            **(environment or {})}
        self.errors = open(self.home / "stderr.txt", "wb+")
        self.process = subprocess.Popen(
            [str(program or PROGRAM), "--watch", str(self.watched), *[str(a) for a in arguments]],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=self.errors, restore_signals=False)

    # --- eyes --------------------------------------------------------------------------------

    def read(self):
        """Takes in what the program has written since; the newest picture's line stays `seen`."""
        new = b""
        try:
            while piece := os.read(self.watch, 1 << 16):
                new += piece
        except BlockingIOError:
            pass
        *lines, self.rest = (self.rest + new).split(b"\n")
        for line in lines:
            self.seen = json.loads(line)
            self.smallest_type = min(self.smallest_type, self.seen["type"] or math.inf)
        return self.seen

    def wait(self, wanted, what, patience=PATIENCE):
        """Waits for a picture for which wanted(seen) holds."""
        limit = time.monotonic() + patience
        while True:
            seen = self.read()
            if seen and wanted(seen):
                return seen
            if self.process.poll() is not None:
                raise Expected(f"{what}, but the program ended with {self.process.returncode}: "
                               f"{self.stderr()}")
            if time.monotonic() > limit:
                raise Expected(f"{what}, but saw {describe(seen)} {self.stderr()}")
            select.select([self.watch], [], [], 0.05)

    def wait_screen(self, name):
        return self.wait(lambda seen: seen["screen"] == name, f"the screen {name}")

    def wait_status(self, part):
        return self.wait(lambda seen: part in seen["status"], f'the status "...{part}..."')

    def wait_target(self, name):
        self.wait(lambda seen: has(seen, name), f"the target {name}")
        return self.target(name)

    def wait_gone(self, name):
        return self.wait(lambda seen: not has(seen, name), f"no target {name}")

    def wait_focus(self, name):
        return self.wait(lambda seen: seen["focus"] == name, f"the focus on {name}")

    def wait_newer(self, frame, what="a new picture", patience=PATIENCE):
        return self.wait(lambda seen: seen["frame"] > frame, what, patience)

    def has(self, name):
        return has(self.read(), name)

    def targets(self, beginning=""):
        return [t for t in self.read()["targets"] if t["id"].startswith(beginning)]

    def target(self, name):
        for target in self.read()["targets"]:
            if target["id"] == name:
                return target
        raise Expected(f"the target {name}, but saw {describe(self.seen)}")

    def picture(self):
        """The window as it looks once nothing moves."""
        self.come_to_rest()
        if self.wait(lambda seen: not seen.get("moving"), "ornaments to end"):
            self.come_to_rest()
        width, height = self.read()["size"]
        left, top = self.origin()
        return self.display.capture().crop(left, top, width, height)

    def come_to_rest(self, patience=PATIENCE):
        """Until neither the program nor the X server has run for a while, nor wants to. Pictures that
        agree would not do, because on a busy machine a window that moves may rest between them."""
        limit = time.monotonic() + patience
        before = None
        while True:
            now = [activity(process.pid) for process in (self.process, self.display.server)]
            if now == before and None not in now:
                return
            if time.monotonic() > limit:
                raise Expected("the window to come to rest")
            before = now
            self.read()
            time.sleep(0.05)

    # --- hands -------------------------------------------------------------------------------

    def origin(self):
        """Where the window's upper left corner is on the screen."""
        told = self.display.xdotool("getwindowgeometry", "--shell", self.window())
        where = dict(line.split("=") for line in told.split())
        return int(where["X"]), int(where["Y"])

    def answer(self):
        """Until what was done is answered: the X server sleeps, and so does the thread of the program
        that takes events. Only then things are where they will be met."""
        limit = time.monotonic() + PATIENCE
        while any(is_busy(process.pid) for process in (self.process, self.display.server)):
            if time.monotonic() > limit:
                raise Expected("an answer to what was done")
            time.sleep(0.002)
        self.read()

    def centre(self, name):
        self.wait_target(name)
        self.answer()
        target = self.wait_target(name)
        if target["w"] == 0 or target["h"] == 0:
            raise Expected(f"{name} in view, but it is scrolled away")
        left, top = self.origin()
        return left + target["x"] + target["w"] // 2, top + target["y"] + target["h"] // 2

    def point(self, name):
        self.display.xdotool("mousemove", *self.centre(name))

    def point_away(self):
        """Off the window, to the corner of the screen."""
        self.display.xdotool("mousemove", self.display.width - 1, self.display.height - 1)

    def scroll_to(self, name, neighbour):
        """Turns the wheel over a neighbour, or another of its kind, until the target is in view."""
        self.wait_target(name)
        kind = neighbour.split(" ")[0] + " "
        seen = [t["id"] for t in self.targets(kind) if t["h"] > 20]
        self.point(neighbour if neighbour in seen or not seen else seen[len(seen) // 2])
        for button in (5, 4):
            for _ in range(40):
                frame = self.read()["frame"]
                if self.target(name)["h"] > 20:
                    self.come_to_rest()  # the wheel may be turned faster than it is answered
                    self.read()
                if self.target(name)["h"] > 20:
                    self.point_away()  # what the wheel has brought under the pointer is new there
                    return
                self.display.xdotool("click", button)
                try:
                    self.wait_newer(frame, "the list to scroll", patience=2)
                except Expected:
                    break  # it is at its end
        raise Expected(f"{name} to scroll into view")

    def click(self, name, button=1):
        self.display.xdotool("mousemove", *self.centre(name), "click", button)

    def key(self, *names):
        self.display.xdotool("key", *names)

    def type(self, text):
        self.display.xdotool("type", "--delay", "1", "--", text)

    def window(self):
        """The number by which X knows the window."""
        if not self.number:
            found = self.display.xdotool("search", "--sync", "--onlyvisible", "--pid",
                                         self.process.pid)
            self.number = found.split()[-1]
        return self.number

    def resize(self, width, height):
        self.display.xdotool("windowsize", self.window(), width, height)
        self.wait(lambda seen: seen["size"] == [width, height], f"a window of {width} x {height}")

    def drop(self, path):
        """Lets go of a file over the window."""
        subprocess.run([str(DROP), self.window(), str(path)], env=self.environment, check=True)

    # --- the end -----------------------------------------------------------------------------

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self):
        """As the cross in the window's corner does; the program must end well."""
        subprocess.run(["wmctrl", "-i", "-c", self.window()], env=self.display.environment,
                       check=True)
        return self.ended()

    def ended(self):
        """Goes on looking meanwhile: a program whose pictures nobody takes in waits with the next."""
        limit = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            self.read()
            if time.monotonic() > limit:
                raise Expected("the program to end")
            select.select([self.watch], [], [], 0.01)
        return self.process.returncode

    def clean_up(self):
        if self.process.poll() is None:
            self.kill()
        self.errors.close()
        os.close(self.watch)

    def stderr(self):
        self.errors.flush()
        return (self.home / "stderr.txt").read_text(errors="replace")

    def races(self):
        """The saved races, the newest last."""
        return sorted((self.home / "data").rglob("*.race"), key=lambda path: path.stat().st_mtime_ns)


def tasks(pid):
    """(state, nanoseconds run, how often it ran) of each thread of a process that is still there when
    it is looked at."""
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            state = (task / "stat").read_text().rpartition(")")[2].split()[0]
            ran, _, times = (task / "schedstat").read_text().split()
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended since
        yield state, int(ran), int(times)


def is_busy(pid):
    """Does the first thread run, wait for a processor or for a disk?"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "RD"
    except (FileNotFoundError, ProcessLookupError):
        return False


def activity(pid):
    """How often each thread of the process has run; None if one runs, or waits for a processor."""
    found = list(tasks(pid))
    return None if any(state == "R" for state, _, _ in found) else [times for _, _, times in found]


def open_watch(home):
    """A pipe for --watch, because a limit on the size of files does not stop it."""
    path = home / "watch"
    if not path.exists():
        os.mkfifo(path)
    reading = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    fcntl.fcntl(reading, fcntl.F_SETPIPE_SZ, 1 << 20)  # pictures for whoever looks away for a while
    return path, reading


def folders(home):
    """The environment that keeps a program's files in one folder."""
    return {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"),
            "XDG_CONFIG_HOME": str(home / "config"), "XDG_CACHE_HOME": str(home / "cache")}


def has(seen, name):
    return any(target["id"] == name for target in seen["targets"])


def describe(seen):
    if not seen:
        return "nothing"
    names = ", ".join(target["id"] for target in seen["targets"])
    return f'{seen["screen"]} (status "{seen["status"]}", focus {seen["focus"]}, targets {names})'


class Referee:
    """graphprix referee as a judge of what the window did: one command, one answer."""

    def __init__(self, track, *arguments):
        self.process = subprocess.Popen(
            [str(RELEASE), "referee", "--track", str(track), *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.greeting = json.loads(self.process.stdout.readline())

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        return self.process.wait()
