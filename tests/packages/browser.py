"""Chromium without a screen, told by its own protocol over two pipes: pages, pointer, keys, fingers, pictures.

Only the Python library is needed.
"""
import base64
import http.server
import json
import os
import select
import subprocess
import tempfile
import threading
import time
from pathlib import Path

PATIENCE = 90  # seconds; only a failure waits so long, and a busy machine
SEARCH = 600  # a search holds the page so long at most
WIDTH, HEIGHT = 1280, 800
KEYS = {"Enter": 13, "Escape": 27, "Tab": 9, "Backspace": 8, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
        "ArrowDown": 40, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36, "Delete": 46, "Shift": 16, "Control": 17,
        **{f"F{number}": 111 + number for number in range(1, 13)}}
LETTERS = {" ": "Space", ".": "Period", ",": "Comma", "-": "Minus", "=": "Equal", "+": "Equal"}


class Expected(Exception):
    """What a test waited for did not come."""


class Server:
    """The folder of the page, as any web server gives it."""

    def __init__(self, folder, port=0):
        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm"}

            def __init__(self, *arguments):
                super().__init__(*arguments, directory=str(folder))

            def log_message(self, *_):
                pass
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Browser:
    def __init__(self, profile):
        here, there = os.pipe(), os.pipe()

        def give():
            os.dup2(here[0], 3)
            os.dup2(there[1], 4)
            os.set_inheritable(3, True)  # a pipe that has its number already would be closed
        self.out, self.news = here[1], there[0]
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-dev-shm-usage",
             "--enable-unsafe-swiftshader", "--no-first-run", "--mute-audio", f"--user-data-dir={profile}",
             f"--window-size={WIDTH},{HEIGHT}", "about:blank"],
            preexec_fn=give, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(here[0])
        os.close(there[1])
        self.number, self.rest, self.pages, self.answers, self.trace = 0, b"", {}, {}, None

    def take_in(self, seconds):
        """What has come, to whom it is for."""
        if not select.select([self.news], [], [], seconds)[0]:
            return
        piece = os.read(self.news, 1 << 20)
        if not piece:
            raise Expected("the browser to live")
        *lines, self.rest = (self.rest + piece).split(b"\0")
        for line in lines:
            told = json.loads(line)
            if "id" in told:
                self.answers[told["id"]] = told
            elif told.get("sessionId") in self.pages:
                self.pages[told["sessionId"]].hear(told["method"], told["params"])
            elif told["method"] == "Tracing.dataCollected":
                self.trace += told["params"]["value"]
            elif told["method"] == "Tracing.tracingComplete":
                self.trace.append(None)

    def frames(self, act):
        """The processor time that each frame of its pages takes while this is done, in milliseconds and sorted."""
        self.trace = []
        self.ask("Tracing.start", traceConfig={"includedCategories": ["devtools.timeline"]})
        act()
        self.ask("Tracing.end")
        while None not in self.trace:
            self.take_in(0.1)
        return sorted(event["tdur"] / 1000 for event in self.trace[:-1] if event["name"] == "FireAnimationFrame" and "tdur" in event)

    def ask(self, method, session=None, **what):
        self.number += 1
        question = {"id": self.number, "method": method, "params": what, **({"sessionId": session} if session else {})}
        data = json.dumps(question).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        limit, number = time.monotonic() + SEARCH, self.number
        while number not in self.answers:
            if time.monotonic() > limit:
                raise Expected(f"an answer to {method}")
            self.take_in(0.1)
        answer = self.answers.pop(number)
        if "error" in answer:
            raise Expected(f"{method}: {answer['error']}")
        return answer["result"]

    def close(self):
        try:
            self.ask("Browser.close")
        except (Expected, OSError):
            self.process.kill()
        self.process.wait()
        os.close(self.out)
        os.close(self.news)


class Page:
    """A tab. What the game tells of each picture (--watch) arrives as a line of the console."""

    def __init__(self, browser, address, script="", ratio=1, size=(WIDTH, HEIGHT), apart=False):
        """`apart`: with a store and a window of its own, as on another device, or that store which is given."""
        self.browser, self.seen, self.said, self.faults, self.lines = browser, None, [], [], 0
        own = apart and {**(browser.ask("Target.createBrowserContext") if apart is True else apart), "newWindow": True}
        target = browser.ask("Target.createTarget", url="about:blank", **(own or {}))["targetId"]
        self.session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        browser.pages[self.session] = self
        for domain in ("Runtime", "Page", "DOM"):
            self.ask(f"{domain}.enable")
        self.ask("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=ratio, mobile=False)
        if script:
            self.ask("Page.addScriptToEvaluateOnNewDocument", source=script)
        self.go(address)

    def ask(self, method, **what):
        return self.browser.ask(method, self.session, **what)

    def go(self, address):
        self.seen = None
        self.ask("Page.navigate", url=address)

    def reload(self):
        self.seen = None
        self.ask("Page.reload")

    def hear(self, method, what):
        if method == "Runtime.consoleAPICalled":
            text = str(what["args"][0].get("value", what["args"][0].get("description"))) if what["args"] else ""
            if text.startswith('{"frame"'):
                self.seen = json.loads(text)
                self.lines += 1
            else:
                self.said.append(text)
        elif method == "Runtime.exceptionThrown":
            details = what["exceptionDetails"]
            self.faults.append(details.get("exception", {}).get("description", details["text"]))

    # --- eyes --------------------------------------------------------------------------------

    def wait(self, wanted, what, patience=PATIENCE):
        limit = time.monotonic() + patience
        while not (self.seen and wanted(self.seen)):
            if self.faults or time.monotonic() > limit:
                raise Expected(f"{what}, but saw {self.describe()}")
            self.browser.take_in(0.05)
        return self.seen

    def describe(self):
        names = ", ".join(t["id"] for t in self.seen["targets"]) if self.seen else "nothing"
        screen = f'{self.seen["screen"]} (status "{self.seen["status"]}", targets {names})' if self.seen else names
        return f"{screen}; said {self.said[-5:]}, faults {self.faults[:2]}"

    def answer(self):
        """Until what was done has been drawn: two frames later."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def wait_screen(self, name):
        return self.wait(lambda seen: seen["screen"] == name, f"the screen {name}", SEARCH)

    def wait_target(self, name):
        self.wait(lambda seen: any(t["id"] == name for t in seen["targets"]), f"the target {name}")
        return self.target(name)

    def wait_status(self, part):
        return self.wait(lambda seen: part in seen["status"], f'the status "...{part}..."')

    def target(self, name):
        return next(t for t in self.seen["targets"] if t["id"] == name)

    def targets(self, beginning):
        return [t for t in self.seen["targets"] if t["id"].startswith(beginning)]

    def has(self, name):
        return any(t["id"] == name for t in self.seen["targets"])

    def evaluate(self, expression):
        answer = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise Expected(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait_for(self, expression, what, patience=PATIENCE):
        limit = time.monotonic() + patience
        while not (value := self.evaluate(expression)):
            if time.monotonic() > limit:
                raise Expected(f"{what}, but saw {self.describe()}")
            self.browser.take_in(0.05)
        return value

    def picture(self, path):
        data = base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(data)
        return data

    # --- hands -------------------------------------------------------------------------------

    def centre(self, name):
        """Where it lies once two pictures agree, for things move while a screen opens."""
        self.wait_target(name)
        limit = time.monotonic() + PATIENCE
        while True:
            before, lines = self.target(name), self.lines
            self.answer()
            now = self.wait_target(name)
            if now == before and lines == self.lines and now["w"] and now["h"]:
                return now["x"] + now["w"] / 2, now["y"] + now["h"] / 2
            if time.monotonic() > limit:
                raise Expected(f"{name} in view and at rest, but saw {self.describe()}")

    def pointer(self, kind, x, y, button="none", buttons=0):
        self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=buttons,
                 clickCount=0 if kind == "mouseMoved" else 1)

    def click_at(self, x, y):
        self.pointer("mouseMoved", x, y)
        self.pointer("mousePressed", x, y, "left", 1)
        self.pointer("mouseReleased", x, y, "left")

    def click(self, name):
        self.click_at(*self.centre(name))

    def wheel(self, x, y, turn):
        self.ask("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=turn)

    def touch(self, kind, *points):
        self.ask("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)])

    def tap(self, name):
        where = self.centre(name)
        self.touch("touchStart", where)
        self.touch("touchEnd")

    def key(self, name, control=False, shift=False):
        self.press("keyDown", name, control, shift)
        self.press("keyUp", name, control, shift)

    def press(self, kind, name, control=False, shift=False):
        text = {} if kind == "keyUp" or name in KEYS or control else {"text": name}
        self.ask("Input.dispatchKeyEvent", type=kind, key=name, modifiers=2 * control + 8 * shift,
                 windowsVirtualKeyCode=KEYS.get(name) or ord(name.upper()), **text,
                 code=f"{name}Left" if name in ("Shift", "Control") else name if name in KEYS else
                 LETTERS.get(name, f"Digit{name}" if name.isdigit() else f"Key{name.upper()}"))

    def type(self, text):
        for letter in text:
            self.key(letter)

    def give(self, selector, path):
        """A file, as if it were chosen in the browser's dialog."""
        root = self.ask("DOM.getDocument")["root"]["nodeId"]
        node = self.ask("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.ask("DOM.setFileInputFiles", nodeId=node, files=[str(path)])

    def close(self):
        self.browser.ask("Target.closeTarget", targetId=self.ask("Target.getTargetInfo")["targetInfo"]["targetId"])


class Profile:
    """A browser whose store outlives it."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="graphprix-browser-", ignore_cleanup_errors=True)
        self.browser = Browser(self.folder.name)

    def again(self):
        self.browser.close()
        self.browser = Browser(self.folder.name)

    def close(self):
        self.browser.close()
        self.folder.cleanup()
