"""An X server without a screen, a window manager, a pointer, a keyboard and a camera.

Display starts Xvfb on a free number (so tests can run side by side) and openbox, which gives windows
no frame here unless one is asked for. The camera reads Xvfb's own frame buffer; what it takes is a Picture. Only the Python
library is needed.
"""
import ctypes
import mmap
import os
import re
import struct
import subprocess
import tempfile
import time
import zlib
from pathlib import Path

WIDTH, HEIGHT = 1920, 1080

# Without bindings of the mouse: else a press is held back until openbox has looked at it, and of what
# the pointer does meanwhile only the last place is kept - a quick stroke would be lost.
OPENBOX = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew></focus>
  <theme><keepBorder>no</keepBorder><font place="ActiveWindow"><size>{type}</size></font></theme>
  <mouse><dragThreshold>8</dragThreshold></mouse>
  <margins><top>{top}</top><bottom>{bottom}</bottom></margins>
  <applications>
    <application class="*"><decor>{frame}</decor></application>
  </applications>
</openbox_config>
"""


def further_off(one, other, tolerance):
    return any(abs((one >> shift & 255) - (other >> shift & 255)) > tolerance for shift in (0, 8, 16))


class Picture:
    """Pixels as four bytes each (blue, green, red, unused), row by row."""

    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, pixels

    def crop(self, x, y, width, height):
        starts = [4 * ((y + row) * self.width + x) for row in range(height)]
        rows = [self.pixels[start:start + 4 * width] for start in starts]
        return Picture(width, height, b"".join(rows))

    def save(self, path):
        rgb = bytearray(3 * self.width * self.height)
        for channel in range(3):
            rgb[channel::3] = self.pixels[2 - channel::4]
        stride = 3 * self.width
        rows = b"".join(b"\0" + rgb[y * stride:(y + 1) * stride] for y in range(self.height))

        def chunk(kind, data):
            body = kind + data
            return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) +
                         chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))

    def differing(self, other, tolerance=8):
        """Pixels of which a channel is further off than the tolerance; all when sizes differ."""
        if (self.width, self.height) != (other.width, other.height):
            return max(self.width * self.height, other.width * other.height)
        mine, theirs = memoryview(self.pixels).cast("I"), memoryview(other.pixels).cast("I")
        rows = [slice(start, start + self.width) for start in range(0, len(mine), self.width)]
        return sum(further_off(one, another, tolerance) for row in rows
                   if mine[row].tobytes() != theirs[row].tobytes()
                   for one, another in zip(mine[row], theirs[row]) if one != another)

    def colours(self):
        """How many different colours there are: an empty window has one."""
        return len({pixel & 0xffffff for pixel in set(memoryview(self.pixels).cast("I"))})


# What xdotool does at once, so that one process can do it line by line; the rest waits for something.
AT_ONCE = {"mousemove", "mousedown", "mouseup", "click", "key", "keydown", "keyup", "getwindowgeometry"}
LINE_BYTES = 1000  # of its buffer for a line


class Hand:
    """An xdotool that is told one line after the other: starting it costs more than what it does."""

    def __init__(self, environment):
        self.process = subprocess.Popen(["xdotool", "-"], env=environment, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)

    def do(self, line):
        """What it prints. A question behind the command tells when that is done, one that asks nothing
        of a window, which may be going away."""
        told = []
        try:
            self.process.stdin.write(f"{line}\ngetdisplaygeometry\n")
            while not re.match(r"\d+ \d+$", answer := self.process.stdout.readline()):
                if not answer:
                    raise BrokenPipeError
                told.append(answer)
        except BrokenPipeError:
            raise RuntimeError(f"xdotool ended with {self.process.wait()} at: {line}") from None
        return "".join(told)

    def is_there(self):
        return self.process.poll() is None

    def close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.wait()
        self.process.stdout.close()


class Display:
    def __init__(self, window_manager=True, size=(WIDTH, HEIGHT), frame_type=None, panels=(0, 0)):
        """Windows have a frame whose title is written in type of so many points; None: they have none.
        Panels are so high, above and below."""
        self.width, self.height = size
        self.frame_type, self.panels = frame_type, panels
        self.folder = tempfile.TemporaryDirectory(prefix="graphprix-display-")
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{self.width}x{self.height}x24",
             "-fbdir", self.folder.name, "-nolisten", "tcp", "-noreset",
             "-r"],  # no key repeats itself: on a busy machine one is held for long
            pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.name = f":{number}"
        self.environment = {**os.environ, "DISPLAY": self.name}
        with open(Path(self.folder.name) / "Xvfb_screen0", "rb") as buffer:
            self.buffer = mmap.mmap(buffer.fileno(), 0, prot=mmap.PROT_READ)
        self.manager = self.start_manager() if window_manager else None
        self.hand = Hand(self.environment)

    def start_manager(self):
        configuration = Path(self.folder.name) / "rc.xml"
        configuration.write_text(OPENBOX.format(top=self.panels[0], bottom=self.panels[1],
                                                type=self.frame_type or 10,
                                                frame="yes" if self.frame_type else "no"))
        ready = Path(self.folder.name) / "ready"
        manager = subprocess.Popen(["openbox", "--config-file", str(configuration),
                                    "--startup", f"touch {ready}"],
                                   env=self.environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        # It is known to other programs before it answers windows that want to be shown.
        limit = time.monotonic() + 20
        while not ready.exists():
            if time.monotonic() > limit:
                raise RuntimeError("openbox did not start")
            time.sleep(0.02)
        return manager

    def close(self):
        self.hand.close()
        for process in (self.manager, self.server):
            if process:
                process.terminate()
                process.wait()
        self.buffer.close()
        self.folder.cleanup()

    def xdotool(self, *arguments):
        words = [str(argument) for argument in arguments]
        # Behind a click it waits for a tenth of a second, which is for those that are repeated.
        line = re.sub(r"\bclick (?=\d)", "click --delay 1 ", " ".join(words))
        if words[0] in AT_ONCE and len(line) < LINE_BYTES:
            if not self.hand.is_there():  # a window that went away took it along
                self.hand = Hand(self.environment)
            return self.hand.do(line)
        done = subprocess.run(["xdotool", *words], env=self.environment, check=True,
                              stdout=subprocess.PIPE, text=True)
        return done.stdout

    def expose(self, window):
        """The window is told that the screen has lost all of it."""
        x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = ctypes.c_void_p
        connection = ctypes.c_void_p(x.XOpenDisplay(self.name.encode()))
        x.XClearArea(connection, ctypes.c_ulong(int(window)), 0, 0, 0, 0, True)
        x.XSync(connection, False)
        x.XCloseDisplay(connection)

    def frame(self, window):
        """Where a window lies with all that the window manager has put round it: x, y, width, height.
        (xdotool counts a frame twice.)"""
        x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = ctypes.c_void_p
        connection = ctypes.c_void_p(x.XOpenDisplay(self.name.encode()))
        outer, root, parent = ctypes.c_ulong(int(window)), ctypes.c_ulong(), ctypes.c_ulong()
        children, count = ctypes.c_void_p(), ctypes.c_uint()
        while True:
            x.XQueryTree(connection, outer, *map(ctypes.byref, (root, parent, children, count)))
            if parent.value in (0, root.value):
                break
            outer = ctypes.c_ulong(parent.value)
        told = [ctypes.c_int(), ctypes.c_int(), *(ctypes.c_uint() for _ in range(4))]
        x.XGetGeometry(connection, outer, ctypes.byref(root), *map(ctypes.byref, told))
        x.XCloseDisplay(connection)
        return tuple(number.value for number in told[:4])

    def capture(self):
        """The whole screen, with the pointer where it is."""
        header = struct.unpack(">20I", self.buffer[:80])
        size, width, height, stride, colours = (header[0], header[4], header[5], header[12],
                                                header[19])
        start = size + 12 * colours
        assert header[11] == 32 and stride == 4 * width
        return Picture(width, height, bytes(self.buffer[start:start + stride * height]))
