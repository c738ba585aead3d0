"""Suites of the window's tests, in the page: what they see comes as lines of the console, and what they do reaches it as
events of the browser.

page_suites.py [SUITE[:TEST]...]: those below, or those alone. Says for each test whether it holds, and ends with
"N passed, N failed". A picture of where one failed is left in build/packages/web.
"""
import base64
import importlib
import json
import math
import os
import shutil
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
os.environ.setdefault("GRAPHPRIX", str(ROOT / "build" / "graphprix"))  # whom the tests ask what is right
sys.path.insert(0, str(ROOT / "tests" / "window"))
import suite  # noqa: E402
from browser import HEIGHT, PATIENCE, WIDTH, Expected, Page, Profile, Server  # noqa: E402
from display import Picture  # noqa: E402
from game import Game, has  # noqa: E402

# Each, or one test of it, with those of its tests that ask for what no page has: a second thread, an end by a signal.
SUITES = {"circuit_tutorial": (), "derby": (), "editor": ("test_killed_while_drawing",), "hints": ("test_nobody_waits",),
          "photo:test_a_photo_becomes_a_track": (), "slips": (), "stock_tutorial": (), "tutorial": ()}
PAGE = ROOT / "build" / "web" / "page"
# As X calls keys, where a page does not.
NAMES = {"Return": "Enter", "BackSpace": "Backspace", "Left": "ArrowLeft", "Right": "ArrowRight", "Up": "ArrowUp",
         "Down": "ArrowDown", "Page_Up": "PageUp", "Prior": "PageUp", "Page_Down": "PageDown", "Next": "PageDown",
         "space": " ", "plus": "+", "minus": "-", "period": ".", "comma": ",", "shift": "Shift", "Shift_L": "Shift",
         "ctrl": "Control"}
BUTTONS = {"1": ("left", 1), "2": ("middle", 4), "3": ("right", 2)}
# A folder here, and which one it is in the page.
FOLDERS = {"data": "/player/.local/share", "config": "/player/.config"}
# What lies in those folders, and nothing else, is there before the program begins, and so is what it is to open.
BEFORE = """
let given, files = %s, words = %s;
Object.defineProperty(window, 'Module', {get: () => given, set(module) {
  given = module;
  const clear = folder => {
    for (const name of FS.readdir(folder).filter(entry => !/^\\.\\.?$/.test(entry))) {
      const path = folder + '/' + name;
      if (FS.isDir(FS.stat(path).mode)) clear(path);
      else FS.unlink(path);
    }
  };
  window.linked_file = async () => {
    for (const folder of %s) if (FS.analyzePath(folder).exists) clear(folder);
    for (const path in files) {
      FS.mkdirTree(path.replace(/\\/[^/]*$/, ''));
      FS.writeFile(path, Uint8Array.from(atob(files[path]), letter => letter.charCodeAt(0)));
    }
    module.arguments.push(...words);
  };
}});
"""
LIST = """(() => {
  const found = [], look = folder => {
    for (const name of FS.readdir(folder)) {
      const path = folder + '/' + name;
      if (/^\\.\\.?$/.test(name)) continue;
      if (FS.isDir(FS.stat(path).mode)) look(path);
      else found.push([path, +FS.stat(path).mtime,
                       btoa(Array.from(FS.readFile(path), byte => String.fromCharCode(byte)).join(''))]);
    }
  };
  for (const folder of %s) if (FS.analyzePath(folder).exists) look(folder);
  return found;
})()"""
PIXELS = """(async () => {
  const picture = await createImageBitmap(await (await fetch('data:image/png;base64,%s')).blob());
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  pen.drawImage(picture, 0, 0);
  const bytes = pen.getImageData(0, 0, picture.width, picture.height).data, parts = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(parts.join(''));
})()"""


class Hands:
    """In place of a display: what xdotool would do to a window does the browser to the page."""

    def __init__(self):
        self.server, self.profile = Server(PAGE), Profile()
        self.width, self.height = WIDTH, HEIGHT
        self.page, self.at, self.held = None, (0, 0), set()
        self.context = self.profile.browser.ask("Target.createBrowserContext")

    def close(self):
        self.profile.close()
        self.server.close()

    def pointer(self, kind, button="none"):
        self.page.pointer(kind, *self.at, button, sum(BUTTONS[str(held)][1] for held in self.held if held in BUTTONS))

    def button(self, number, goes_down):
        if number in "45":
            if goes_down:
                self.page.wheel(*self.at, -100 if number == "4" else 100)
            return
        (self.held.add if goes_down else self.held.discard)(number)
        self.pointer("mousePressed" if goes_down else "mouseReleased", BUTTONS[number][0])

    def press(self, kind, word):
        name, held = NAMES.get(word, word), self.held
        (held.add if kind == "keyDown" else held.discard)(name)
        shift = "Shift" in held
        self.page.press(kind, name.upper() if shift and len(name) == 1 else name, "Control" in held, shift)

    def key(self, words):
        for word in words.split("+"):
            self.press("keyDown", word)
        for word in words.split("+")[::-1]:
            self.press("keyUp", word)

    def xdotool(self, *words):
        words = [str(word) for word in words]
        while words:
            word = words.pop(0)
            if word == "mousemove":
                self.at = (int(words.pop(0)), int(words.pop(0)))
                self.pointer("mouseMoved", next((BUTTONS[held][0] for held in self.held if held in BUTTONS), "none"))
            elif word in ("mousedown", "mouseup"):
                self.button(words.pop(0), word == "mousedown")
            elif word == "click":
                times = 1
                while words[0].startswith("--"):
                    option, number = words.pop(0), int(words.pop(0))
                    times = number if option == "--repeat" else times
                number = words.pop(0)
                for _ in range(times):
                    self.button(number, True)
                    self.button(number, False)
            elif word in ("keydown", "keyup"):
                self.press("keyDown" if word == "keydown" else "keyUp", words.pop(0))
            elif word == "type":
                # A field that was clicked hears letters from the next frame on, as no hand is faster.
                self.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
                for letter in words[words.index("--") + 1:][0]:
                    self.key(letter if letter != "+" else "plus")
                return
            elif word == "key":
                for name in words:
                    self.key(name)
                return
            else:
                raise Expected(f"{word} in a page")

    def capture(self):
        data = self.page.ask("Page.captureScreenshot", format="png")["data"]
        pixels = bytearray(base64.b64decode(self.page.evaluate(PIXELS % data)))
        pixels[0::4], pixels[2::4] = pixels[2::4], pixels[0::4]
        return Picture(self.width, self.height, bytes(pixels))


class PageGame(Game):
    """A tab in place of a window: its eyes, its files and its end are others."""

    def __init__(self, hands, *arguments, home):
        self.display, self.home, self.smallest_type = hands, Path(home), math.inf
        files, words = {}, []
        for name, there in FOLDERS.items():
            for path in (self.home / name).rglob("*"):
                if path.is_file():
                    files[f"{there}/{path.relative_to(self.home / name)}"] = path
        for word in map(str, arguments):
            words.append(f"/given/{Path(word).name}" if Path(word).exists() else word)
            if words[-1] != word:
                files[words[-1]] = word
        files = {there: base64.b64encode(Path(path).read_bytes()).decode() for there, path in files.items()}
        self.page = hands.page = Page(hands.profile.browser, hands.server.address + "?watch&renderer=software",
                                      BEFORE % (json.dumps(files), json.dumps(words), json.dumps(list(FOLDERS.values()))), apart=hands.context)

    @property
    def seen(self):
        return self.page.seen

    def read(self):
        self.page.browser.take_in(0)
        return self.page.seen

    def wait(self, wanted, what, patience=PATIENCE):
        return self.page.wait(wanted, what, patience)

    def target(self, name):
        if not has(self.read(), name):
            raise Expected(f"the target {name}, but saw {self.page.describe()}")
        return self.page.target(name)

    def answer(self):
        self.page.answer()
        self.read()

    def come_to_rest(self, patience=PATIENCE):
        limit, before = time.monotonic() + patience, None
        while before != self.page.lines:
            if time.monotonic() > limit:
                raise Expected("the page to come to rest")
            before = self.page.lines
            for _ in range(3):
                self.answer()

    def origin(self):
        return 0, 0

    def resize(self, width, height):
        self.display.width, self.display.height = width, height
        self.page.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.wait(lambda seen: seen["size"] == [width, height], f"a page of {width} x {height}")

    def drop(self, path):
        self.page.give("#chosen", path)

    def fetch(self):
        """What the page has in its folders, and nothing else, comes here, in the order in which it was written."""
        for name in FOLDERS:
            shutil.rmtree(self.home / name, ignore_errors=True)
        for path, when, data in sorted(self.page.evaluate(LIST % json.dumps(list(FOLDERS.values()))),
                                       key=lambda file: file[1]):
            name, there = next(pair for pair in FOLDERS.items() if path.startswith(pair[1]))
            here = self.home / name / path[len(there) + 1:]
            here.parent.mkdir(parents=True, exist_ok=True)
            here.write_bytes(base64.b64decode(data))
            os.utime(here, ns=(int(when) * 1000000,) * 2)

    def wait_status(self, part):
        seen = super().wait_status(part)
        if part.startswith("Saved"):
            self.fetch()  # whoever is told so looks for the file
        return seen

    def races(self):
        self.fetch()
        return super().races()

    def close(self):
        self.page.wait_for("!waiting && !busy && !again", "all to be brought to the store")
        self.fetch()
        self.page.close()
        return len(self.page.faults)

    def stderr(self):
        return "\n".join(self.page.said)

    def clean_up(self):
        pass  # the browser goes with all its pages


class Table(suite.Table):
    def __init__(self, **options):
        if options:
            raise Expected(f"a page, but {options} is of a display")
        super().__init__()

    def open(self, *arguments):
        self.games.append(PageGame(self.display, *arguments, home=self.home))
        return self.games[-1]


def main():
    suite.Table, suite.Display, suite.PICTURES = Table, Hands, ROOT / "build" / "packages" / "web"
    results = []
    for words in sys.argv[1:] or SUITES:
        name, _, wanted = words.partition(":")
        module = importlib.import_module(f"{name}_test")
        for test, run in vars(module).copy().items():
            if test.startswith("test_") and callable(run) and test not in SUITES.get(name, ()) and wanted in ("", test):
                print(f"{name}: ", end="")
                results.append(suite.run(test, run))
                sys.stdout.flush()
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
