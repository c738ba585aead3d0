"""The page of a seat, in Chromium without a screen: phones that are tapped, with the real host.

page_test.py PROGRAM [NAME...]: all, or those steps alone. A race of each game is driven by computers in the referee
first; two phones then tap the same actions, and what comes of it must be the same. Pictures to look at are left in
build/together.
"""
import json
import os
import re
import subprocess
import sys
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "packages"))

from browser import Expected, Page, Profile  # noqa: E402
from seats import Host  # noqa: E402

PAGE = ROOT / "assets" / "together"
PICTURES = ROOT / "build" / "together"
MOST_BYTES = 60 * 1024
PHONE, TABLET, SCREEN = (360, 640), (820, 1180), (1280, 800)
LEAST_TYPE, LEAST_BUTTON = 14, 34  # pixels
# What goes over the page's line can be seen, and be said in the host's place; how often it was to be made anew later
# is told by the waits of no whole number of milliseconds.
LISTEN = """window.lines = []; window.sent = []; window.WebSocket = class extends WebSocket {
  constructor(...all) { super(...all); lines.push(this); }
  send(text) { sent.push(JSON.parse(text)); super.send(text); } };
window.waits = 0; const later = setTimeout; window.setTimeout = (act, ms) => { waits += !Number.isInteger(ms); return later(act, ms); };"""


def check(holds, *seen):
    if not holds:
        raise AssertionError(" ".join(str(each) for each in seen)[:2000])


class Phone(Page):
    def __init__(self, browser, address, size=PHONE, script=LISTEN):
        super().__init__(browser, "about:blank", script, size=size, apart=True)
        self.requests = []
        self.ask("Network.enable")
        self.ask("Accessibility.enable")
        self.resize(size)
        self.go(address)

    def resize(self, size):
        self.size = size
        self.ask("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1 if size == SCREEN else 2, mobile=False)
        self.ask("Emulation.setTouchEmulationEnabled", enabled=size != SCREEN)

    def close(self):
        """With all that its device has kept."""
        device = self.ask("Target.getTargetInfo")["targetInfo"]["browserContextId"]
        self.browser.ask("Target.disposeBrowserContext", browserContextId=device)

    def hear(self, method, what):
        if method == "Network.requestWillBeSent":
            self.requests.append(what["request"]["url"])
        super().hear(method, what)

    def describe(self):
        return f'"{self.evaluate("document.body.innerText")}"; said {self.said[-5:]}, faults {self.faults[:2]}'

    def wait_shown(self, css):
        return self.wait_for(f"(() => {{ const b = document.querySelector({json.dumps(css)})?.getBoundingClientRect();"
                             " return Boolean(b?.width); })()", css)

    def has(self, css):
        return self.evaluate(f"Boolean(document.querySelector({json.dumps(css)})?.getBoundingClientRect().width)")

    def text(self, css):
        return self.evaluate(f"document.querySelector({json.dumps(css)})?.innerText ?? ''")

    def middle(self, css):
        self.wait_shown(css)
        return self.evaluate(f"(() => {{ const e = document.querySelector({json.dumps(css)}); e.scrollIntoView({{block:"
                             " 'nearest'}); const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()")

    def touch_at(self, x, y):
        if self.size == SCREEN:
            return self.click_at(x, y)
        self.touch("touchStart", (x, y))
        self.touch("touchEnd")

    def touch_twice(self, x, y):
        """Both are on their way before the first is answered."""
        touches = [{"type": kind, "touchPoints": points} for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", []))] * 2
        for touch in touches:
            self.browser.number += 1
            question = {"id": self.browser.number, "sessionId": self.session, "method": "Input.dispatchTouchEvent", "params": touch}
            os.write(self.browser.out, json.dumps(question).encode() + b"\0")
        self.evaluate("1")

    def tap(self, css):
        self.wait_for("document.querySelector('#controls').ariaBusy !== 'true'", "buttons that hear")
        self.touch_at(*self.middle(css))

    def enter(self):
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", windowsVirtualKeyCode=13, **({"text": "\r"} if kind == "keyDown" else {}))

    def key_of(self, name):
        return f'[data-key="{name}"]'

    def tap_key(self, name):
        self.tap(self.key_of(name))

    def put(self, css, text):
        self.wait_shown(css)
        self.evaluate(f"document.querySelector({json.dumps(css)}).select()")
        self.ask("Input.insertText", text=text)

    def join(self, name, code=None):
        self.wait_shown("#join")
        if code:
            self.put("#code", code)
        self.put("#name", name)
        self.tap("#join .main")
        self.wait_seat()
        return self

    def wait_seat(self):
        self.wait_shown("#race")
        self.wait_for("Boolean(document.querySelector('#paper image'))", "the course")

    def wait_turn(self):
        self.wait_for("document.querySelector('#turn').innerText.startsWith('Your')", "its turn")
        if self.has(self.key_of("uncover")):
            self.tap_key("uncover")

    def wait_done(self, act):
        """Does it, and waits until the race has gone on."""
        before = int(self.evaluate("document.querySelector('#race').dataset.n"))
        act()
        self.wait_for(f"document.querySelector('#race').dataset.n > {before}", "the next line")

    def tree(self):
        """(role, name, ignored) of all that a screen reader finds."""
        nodes = self.ask("Accessibility.getFullAXTree")["nodes"]
        return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]


# --- a race that computers have driven, tapped ------------------------------------------------------

def driven(program, second, *options):
    """The actions of a race between computers, and its cars at the end; `second` is the second player's first car."""
    path = PICTURES / "driven.race"
    players = ["--driver", "1=ace", "--driver", f"{second}=pro", "--players", "2"]
    told = subprocess.run([program, "referee", *options, *players], input=f"save {path}\nquit\n", capture_output=True,
                          text=True, check=True).stdout.splitlines()
    first = json.loads(told[0])
    check(first["state"]["over"], "the race of the computers ends")
    return [json.loads(line) for line in path.read_text().splitlines()[1:]], first["state"]["cars"]


def tap_graph_paper(phone, action):
    start, _, to = action.rpartition(">")
    if not phone.has(".cell"):
        chosen = start or to
        if phone.has(phone.key_of(f"start {chosen}")):
            phone.tap_key(f"start {chosen}")
        else:  # not all have a button; on the sheet they all are
            x, y = chosen.split(",")
            phone.tap("#all")
            phone.touch_at(*phone.evaluate(f"""(() => {{ const s = document.querySelector('#paper'), h = s.querySelector('image').getAttribute('height');
                const p = new DOMPoint({x}, h - 2 - {y}).matrixTransform(s.getScreenCTM()); return [p.x, p.y]; }})()"""))
        if not start:
            return
    name = json.dumps("to (" + ", ".join(number if number[0] != "-" else f" −{number[1:]}" for number in to.split(",")) + ")")
    cell = f"[aria-label*={name}]"
    nitros = 0
    phone.wait_shown(".cell")
    while not phone.has(cell):
        nitros += 1
        phone.tap_key(f"nitro {nitros}")
    phone.tap(cell)
    if phone.has("#sure[open]"):  # it asks before the first crash
        phone.tap("#sure .main")


def tap_order(phone, action):
    if action.startswith("special"):
        return phone.tap_key(action)
    before, moves, after = re.fullmatch(r"((?:[ABS]|\([AB]\+1\))*)(.*?)((?:[AB]|\([AB]\+1\))*)", action).groups()
    letters = re.sub(r"\((\d+)M\)", lambda run: "M" * int(run[1]), moves)
    speeds = phone.evaluate("[...document.querySelectorAll('[data-key^=speed]')].map(b => [b.dataset.key, b.innerText])")
    phone.tap_key(next(key for key, text in speeds if text.split("\n")[-1].split(" · ")[0] == (before or "as now")))
    for letter in re.findall("[MLR]", letters):
        phone.tap_key(f"letter {letter}")
    for letter in re.findall("[AB]", after):
        phone.tap_key(f"end {letter}")
    phone.wait_for(f"document.querySelector('[data-key=order]').value === {json.dumps(action)}", f"the order {action}")
    phone.wait_for("!document.querySelector('[data-key=give]').disabled", "an order that is right")
    phone.tap_key("give")


def type_order(phone, action):
    if action.startswith("special"):
        return phone.tap_key(action)
    phone.put("[data-key=order]", action)
    phone.wait_for("!document.querySelector('[data-key=give]').disabled", "an order that is right")
    phone.key("Enter")


def tap_circuit(phone, action):
    kind, *words = action.split()
    if kind == "build":
        for thing, count in zip(("Start", "Acceleration", "Brakes", "Top speed", "Wear"), words):
            phone.tap_key(f"{thing} {count}")
        phone.tap_key(action)
    elif kind != "go":
        phone.tap_key(action)
    for step in re.findall(r"force \d \d|[a-z]+|\d\+?", " ".join(words)) if kind == "go" else ():
        phone.wait_turn()
        phone.wait_done(lambda: phone.tap_key(f"go {step}" if step[0].isdigit() else step))


class Steps:
    def __init__(self, program, profile):
        self.program, self.profile, self.phones, self.hosts = program, profile, [], []

    def host(self, *options):
        host = Host(self.program, *options)
        self.hosts.append(host)
        return host

    def phone(self, host, name=None, size=PHONE):
        phone = Phone(self.profile.browser, host.first["url"], size)
        self.phones.append(phone)
        return phone.join(name) if name else phone

    def close(self):
        for host in self.hosts:
            host.__exit__()
        for phone in self.phones:
            phone.close()
        for phone in self.phones:
            check(not phone.faults, phone.faults)

    def race(self, name, ways, options, reload_at=None, second=2):
        actions, cars = driven(self.program, second, *options)
        host = self.host(*options, "--players", "2")
        phones = [self.phone(host, "Ada"), self.phone(host, "Blaise", TABLET)]
        for number, line in enumerate(actions):
            player = cars[line["car"] - 1]["player"]
            phone = phones[player - 1]
            phone.wait_turn()
            if number == reload_at:
                log = phone.text("#log") or phone.evaluate("document.querySelector('#log').textContent")
                phone.reload()
                phone.wait_seat()
                phone.wait_turn()
                check(phone.evaluate("document.querySelector('#log').textContent") == log.replace("\n", ""), "the log after a reload")
            if number == len(actions) * 2 // 3:
                for each, size in zip(phones, ("phone", "tablet")):
                    each.picture(PICTURES / f"{name}-{size}.png")
            way = ways[player - 1]
            phone.wait_done(lambda: way(phone, line["do"]))
        for phone in phones:
            phone.wait_for("document.querySelector('#turn').innerText.startsWith('The race is over')", "the end")
            phone.picture(PICTURES / f"{name}-end-{phone.size[0]}.png")
        watcher = host.page()
        watcher.ask(watch=host.code)
        end = watcher.until(lambda page: page.view).view["state"]["cars"]
        check(end == cars, "what came of it", end, cars)
        places = [line.split() for line in phones[0].text(".places").splitlines() if re.match(r"\d", line)]
        check(len(places) == sum(c["place"] is not None for c in cars), places, cars)

    # --- steps -------------------------------------------------------------------------------

    def graph_paper(self):
        """two phones race on graph paper to the end, with nitros, and one is reloaded in the middle"""
        self.race("graph-paper", (tap_graph_paper, tap_graph_paper), ("--track", "first-oval", "--seed", "3"), reload_at=9)

    def derby(self):
        """two phones with two cars each play a derby to the end"""
        self.race("derby", (tap_graph_paper, tap_graph_paper), ("--track", "round-bowl", "--rules", "derby", "--set", "rounds=2", "--seed", "3"), second=3)

    def stock_cars(self):
        """two phones race stock cars to the end: one taps its orders, one types them"""
        self.race("stock-cars", (tap_order, type_order), ("--track", "first-lap", "--set", "laps=1", "--seed", "3"), reload_at=8)

    def circuit(self):
        """two phones build, post and drive a circuit to the end"""
        self.race("circuit", (tap_circuit, tap_circuit), ("--track", "first-corners", "--set", "laps=1", "--seed", "3"), reload_at=6)

    def cards_and_chips(self):
        """four phones at a forced pass: cards in secret, chips openly, and what the dice made of it"""
        options = ("--track", "first-corners", "--players", "4", "--set", "laps=1", "--seed", "7")
        whole, begun, ended = (PICTURES / f"{name}.race" for name in ("driven", "begun", "ended"))
        drivers = [word for number, name in enumerate(("club", "club", "rookie", "pro"), 1) for word in ("--driver", f"{number}={name}")]
        subprocess.run([self.program, "referee", *options, *drivers], input=f"save {whole}\nquit\n", capture_output=True, text=True, check=True)
        head, *lines = whole.read_text().splitlines(keepends=True)
        head = re.sub(r'"driver":"\w+"', '"driver":"human"', head)
        actions = [json.loads(line) for line in lines]
        card = next(i for i, line in enumerate(actions) if line["do"] in ("pass", "block"))
        last = next(i for i in range(card, len(actions)) if actions[i]["do"].startswith(("go", "speed")))
        begun.write_text(head + "".join(lines[:card - 1]))
        ended.write_text(head + "".join(lines[:last]))
        Path(f"{begun}.seats").unlink(missing_ok=True)  # who had them the last time
        host = self.host("--race", begun)
        phones = [self.phone(host, name) for name in ("Ada", "Blaise", "Chen", "Dorothy")]
        for line in actions[card - 1:last]:
            phone = phones[line["car"] - 1]
            phone.wait_turn()
            if line["do"] in ("block", "chip"):
                phone.picture(PICTURES / f"circuit-{line['do']}.png")
            phone.wait_done(lambda: tap_circuit(phone, line["do"]))
        told = subprocess.run([self.program, "referee", *options], input=f"load {ended}\nquit\n", capture_output=True, text=True, check=True)
        watcher = host.page()
        watcher.ask(watch=host.code)
        seen, wanted = watcher.until(lambda page: page.view).view["state"], json.loads(told.stdout.splitlines()[1])["state"]
        check(seen == wanted, seen, wanted)
        check({"block", "chip", "keep"} <= {line["do"] for line in actions[card:last]}, "cards and chips were played")

    def weight(self):
        """the page is small, and nothing is fetched from elsewhere"""
        total = sum(path.stat().st_size for path in PAGE.iterdir())
        check(total <= MOST_BYTES, total)
        phone = self.phone(self.host("--track", "kidney"), "Ada")
        home = phone.evaluate("location.origin")
        check(len(phone.requests) > 8 and all(url.startswith((home, "blob:" + home)) for url in phone.requests), phone.requests)

    def double_tap(self):
        """two taps at once are one, also where the next turn is one's own again"""
        host = self.host("--track", "kidney", "--players", "1", "--rules", "classroom")
        phone = self.phone(host, "Ada")
        watcher = host.page()
        watcher.ask(watch=host.code)
        phone.tap_key(phone.evaluate("document.querySelector('[data-key^=start]').dataset.key"))
        for lines in (1, 2):
            phone.wait_for("document.querySelector('#controls').ariaBusy !== 'true'", "buttons that hear")
            place, before = phone.middle(phone.key_of("a 0 0")), None
            while place != before:  # until nothing moves below the finger
                phone.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
                place, before = phone.middle(phone.key_of("a 0 0")), place
            phone.touch_twice(*place)
            watcher.until(lambda page: page.view and page.view["n"] >= lines)
            phone.wait_for("document.querySelector('#controls').ariaBusy === 'false'", "the next turn")
            # Whatever the second tap sent has been heard before the answer to this.
            check(not watcher.ask(do="1,1", n=0)["ok"], "who looks on does nothing")
            check(watcher.view["n"] == lines and phone.evaluate("sent.filter(m => m.do).length") == lines, watcher.view["n"])

    def another_device(self):
        """the seat goes to the device that asks last, and the other is told and can have it back"""
        host = self.host("--track", "kidney")
        first, second = self.phone(host, "Ada"), self.phone(host)
        token = first.evaluate(f"localStorage['{host.code}']")
        second.wait_shown("#join")
        second.evaluate(f"localStorage['{host.code}'] = '{token}'")
        second.reload()
        second.wait_seat()
        first.wait_for("document.querySelector('#trouble').innerText.includes('another device')", "to be told")
        first.tap_key("again")
        second.wait_for("document.querySelector('#trouble').innerText.includes('another device')", "to be told")
        first.wait_for("document.querySelector('#trouble').hidden", "the seat again")
        check((first.evaluate("waits"), second.evaluate("waits")) == (0, 0), "neither comes back by itself")

    def line(self):
        """a line that breaks is made anew; a flood is ended by the host, and both are told"""
        host = self.host("--track", "kidney", "--players", "1")
        phone = self.phone(host, "Ada")
        phone.evaluate("lines.at(-1).close()")
        phone.wait_for("lines.length === 2 && lines.at(-1).readyState === 1 && document.querySelector('#trouble').hidden", "a new line")
        phone.wait_turn()
        phone.evaluate("for (let id = 0; id < 43; id++) lines.at(-1).send(JSON.stringify({id: 9000 + id, watch: 'BBBBB'}))")
        phone.wait_for("document.querySelector('#trouble').innerText.includes('Too much')", "to be told")
        phone.tap_key("again")
        phone.wait_for("document.querySelector('#trouble').hidden", "the seat again")
        check(phone.evaluate("waits") == 1, "it does not come back by itself")

    def offline(self):
        """without a network the page opens again, and says that there is none"""
        host = self.host("--track", "kidney")
        phone = self.phone(host, "Ada")
        phone.wait_for("navigator.serviceWorker.ready.then(() => true)", "what keeps the page")
        host.kill()
        phone.reload()
        phone.wait_for("document.querySelector('#trouble')?.innerText.includes('No connection')", "to be told")
        check(phone.evaluate("document.title") == "Graph Prix" and phone.evaluate("getComputedStyle(document.body).display") == "flex", "the page as it is kept")

    def installable(self):
        """whoever keeps the page as a program finds nothing missing: manifest, icon, what keeps it"""
        phone = self.phone(self.host("--track", "kidney"), "Ada")
        phone.wait_for("navigator.serviceWorker.ready.then(() => true)", "what keeps the page")
        missing = [each["errorId"] for each in phone.ask("Page.getInstallabilityErrors")["installabilityErrors"]]
        check(set(missing) <= {"in-incognito"}, missing)  # as each phone of this test is
        manifest = phone.ask("Page.getAppManifest")
        check(not manifest["errors"] and json.loads(manifest["data"])["name"] == "Graph Prix", manifest)

    def asleep(self):
        """a phone that goes dark covers what is secret; after an hour it trusts its line no more and has its seat again"""
        phone = self.phone(self.host("--track", "first-lap", "--players", "1"), "Ada")
        phone.wait_turn()
        phone.wait_done(lambda: phone.tap_key("special none"))
        phone.wait_turn()
        phone.tap_key("letter M")
        dark = "Object.defineProperty(document, 'hidden', {{configurable: true, value: {0}}}); document.dispatchEvent(new Event('visibilitychange'))"
        phone.evaluate(dark.format("true"))
        phone.wait_shown(".cover")
        check(not phone.has("[data-key=order]") and not phone.has(".space"), "what was being written")
        phone.evaluate("(now => Date.now = () => now() + 3600000)(Date.now);" + dark.format("false"))
        phone.wait_for("lines.length === 2 && lines.at(-1).readyState === 1 && document.querySelector('#trouble').hidden", "a new line")
        phone.wait_turn()
        phone.wait_shown("[data-key=order]")

    def course(self):
        """the road of a circuit is asphalt and not hatched as what lies beside it: a clip of two edges, which files must tell in a way that is heard"""
        phone = self.phone(self.host("--track", "first-corners"), "Ada")
        # Places between lanes and trees, in units of the drawing: the brightest of some pixels is the ground's.
        road, beside = phone.evaluate("""(async () => {
            const drawn = document.querySelector('#paper image'), image = new Image(), canvas = document.createElement('canvas'), pen = canvas.getContext('2d');
            image.src = drawn.getAttribute('href');
            await image.decode();
            [canvas.width, canvas.height] = ['width', 'height'].map(of => 20 * drawn.getAttribute(of));
            pen.drawImage(image, 0, 0, canvas.width, canvas.height);
            return [[24, 4.7], [24, 2]].map(([x, y]) => Math.max(...pen.getImageData(20 * x, 20 * y, 10, 10).data.filter((_, i) => i % 4 === 2))); })()""")
        check(road < 236 < 240 < beside, road, beside)  # asphalt has 227 of blue and lines on it 231, paper 244

    def refusals(self):
        """a wrong code, a full table and a seat that is given back are told"""
        host = self.host("--track", "kidney", "--players", "1")
        phone = self.phone(host)
        phone.wait_shown("#join")
        phone.put("#code", "BBBBB")
        phone.put("#name", "<b>Ada</b>")
        phone.tap("#join .main")
        phone.wait_for("document.querySelector('#refused').innerText.includes('no table')", "a sentence")
        phone.join("<b>Ada</b>", host.code)
        check("<b>Ada</b>" in phone.text("#cars") or phone.evaluate("document.querySelector('#cars').textContent.includes('<b>Ada</b>')"), "names are text")
        late = self.phone(host)
        late.wait_shown("#join")
        late.put("#name", "Blaise")
        late.tap("#join .main")
        late.wait_for("document.querySelector('#refused').innerText.includes('no seat is free')", "a sentence")
        late.tap("#watch")
        late.wait_for("document.querySelector('#controls').innerText.includes('watching')", "to watch")
        phone.tap("#menu-button")
        phone.tap("#leave")
        phone.tap("#sure .main")
        phone.wait_shown("#join")

    def keyboard(self):
        """a race on graph paper is begun by keys alone: Tab, arrows, Enter, the number pad, Shift"""
        host = self.host("--track", "kidney", "--players", "1")
        phone = self.phone(host, "Ada", SCREEN)
        watcher = host.page()
        watcher.ask(watch=host.code)
        ready = "document.querySelector('#controls').ariaBusy !== 'true'"

        def tab_to(beginning):
            phone.wait_for(ready, "buttons that hear")
            for _ in range(30):
                if (phone.evaluate("document.activeElement.dataset.key") or "").startswith(beginning):
                    return
                phone.key("Tab")
            raise Expected(f"Tab to reach {beginning}")
        tab_to("start 34,16")
        phone.enter()
        tab_to("a 0 0")
        phone.key("ArrowUp")
        check(phone.evaluate("document.activeElement.dataset.key") == "a 0 1", "the arrows walk as the points lie")
        phone.wait_for(ready, "buttons that hear")
        phone.enter()
        car = watcher.until(lambda page: page.view and page.view["n"] == 1).view["state"]["cars"][0]
        check((car["x"], car["y"]) == (34, 17), car)
        phone.wait_for("document.querySelector('#race').dataset.n === '1'", "the next turn")
        phone.evaluate("document.activeElement.blur()")
        phone.ask("Input.dispatchKeyEvent", type="keyDown", key="Shift", code="ShiftLeft", windowsVirtualKeyCode=16)
        phone.ask("Input.dispatchKeyEvent", type="keyUp", key="Shift", code="ShiftLeft", windowsVirtualKeyCode=16)
        phone.wait_for("document.querySelectorAll('.cell').length > 9", "the reach of a nitro")
        phone.wait_for(ready, "buttons that hear")
        phone.key("8")
        car = watcher.until(lambda page: page.view["n"] == 2).view["state"]["cars"][0]
        check((car["x"], car["y"], car["nitros"]) == (34, 19, 3), car)
        # What is secret, too: whoever has acted stands on what comes next.
        for track, turns in (("first-lap", (("special none",), ("speed 1", "letter M", "give"))), ("first-corners", (("Start 2", "Start 1", "build "), ("speed ",), ("go ",)))):
            host = self.host("--track", track, "--players", "1", "--set", "laps=1")
            phone = self.phone(host, "Ada", SCREEN)
            for turn in turns:
                phone.wait_for("document.querySelector('#turn').innerText.startsWith('Your')", "its turn")
                before = phone.evaluate("document.querySelector('#race').dataset.n")
                if phone.has(".cover"):
                    tab_to("uncover")
                    phone.enter()
                else:
                    phone.wait_for("document.querySelector('#controls').contains(document.activeElement)", "a place among what can be chosen")
                for key in turn:
                    tab_to(key)
                    phone.enter()
                phone.wait_for(f"document.querySelector('#race').dataset.n > {before}", "the next line")

    def sizes(self):
        """nothing is cut, too small to read or to hit, on a phone, a tablet and a screen, in three themes"""
        for track, keys in (("kidney", ("start 34,16", "nitro 1")), ("first-lap", ("uncover",)), ("first-corners", ("uncover",))):
            phone = self.phone(self.host("--track", track, "--players", "1"), "Ada")
            for size in (PHONE, TABLET, SCREEN):
                if size != PHONE:
                    phone.resize(size)
                    phone.reload()
                    phone.wait_seat()
                for key in keys:
                    phone.tap_key(key)
                for theme in ("blackboard", "high contrast", "paper") if size == PHONE else ("paper",):
                    phone.tap("#menu-button")
                    for _ in range(3 if size != PHONE else 1):
                        phone.tap("#theme")
                    check(phone.text("#theme") == f"Colours: {theme}", phone.text("#theme"))
                    phone.tap("#close")
                    phone.wait_for("!document.querySelector('dialog[open]')", "the race")
                    phone.picture(PICTURES / f"{track}-{size[0]}-{theme}.png")
                bad = phone.evaluate("""[...document.querySelectorAll('body *')].filter(e => e.getClientRects().length && !e.closest('svg, .unseen, i')).flatMap(e => {
                    const b = e.getBoundingClientRect(), s = getComputedStyle(e), told = [];
                    if (b.left < -1 || b.right > innerWidth + 1) told.push('outside');
                    if (e.scrollWidth > e.clientWidth + 1 && s.display !== 'inline' && s.textOverflow !== 'ellipsis') told.push('too narrow');
                    if ([...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && parseFloat(s.fontSize) < %d) told.push('small type');
                    if (e.matches('button') && Math.min(b.width, b.height) < %d) told.push('small button');
                    return told.map(what => [what, e.tagName, e.className, e.innerText.slice(0, 30), b.width, b.height]); })""" % (LEAST_TYPE, LEAST_BUTTON))
                check(not bad, track, size, bad)

    def _named(self, phone):
        """The names of the buttons; whatever is to be known has one."""
        tree = phone.tree()
        for role, name in tree:
            check(name or role not in ("button", "textbox", "radio", "image", "dialog", "heading", "group"), role, "without a name")
            check(not re.search(r"[^ ]−\d|-\d", name), name, "has a minus sign that is not heard")
        return {name for role, name in tree if role == "button"}

    def screen_reader(self):
        """everything has a name, choices say what comes of them, and what happens is told"""
        phone = self.phone(self.host("--track", "kidney", "--players", "1", "--seed", "7"), "Ada")
        phone.tap_key("start 34,16")
        phone.wait_shown(".cell")
        names = self._named(phone)
        check("1 right, 1 up · clear · to (35, 17)" in names, names)
        check("no way · clear · to (34, 16)" in names, names)
        check(any(role == "status" for role, _ in phone.tree()), "a live region")
        phone.tap_key("a 0 1")
        phone.wait_for("/drives to \\(34, 17\\).*Your move/.test(document.querySelector('#live').textContent)", "what happened, and whose turn it is")
        for track, keys, wanted in (("first-lap", ("uncover", "special none", "speed 1", "letter M"), {"M ahead", "A at the end: faster in the next turn", "Give the order"}),
                                    ("first-corners", ("uncover",), {"Build it", "Show it to me"})):
            phone = self.phone(self.host("--track", track, "--players", "1"), "Ada")
            names = set()
            for key in keys:
                names |= self._named(phone)
                phone.wait_done(lambda: phone.tap_key(key)) if key.startswith("special") else phone.tap_key(key)
            names |= self._named(phone)
            check(wanted <= names, wanted, names)

    def colours(self):
        """words stand out from what they stand on in each theme (4.5:1), pens and signs 3:1"""
        def light(colour):
            parts = [int(digits, 16) / (15 if len(colour) == 4 else 255) for digits in re.findall(r"\w" if len(colour) == 4 else r"\w\w", colour[1:])]
            red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue
        blocks = re.findall(r"^(:root|\[data-theme\^?=[\w-]+\]) ?\{(.*?)^\}", (PAGE / "look.css").read_text(), re.M | re.S)
        check(len(blocks) == 3, blocks)
        usual = dict(re.findall(r"--([\w-]+): ?(#\w+)", blocks[0][1]))
        for name, block in blocks:
            colours = {**usual, **dict(re.findall(r"--([\w-]+): ?(#\w+)", block))}
            for least, ink, grounds in ((4.5, "ink", "paper panel card"), (4.5, "soft", "panel card"), (4.5, "action", "panel card"), (4.5, "bad", "panel card"),
                                        (4.5, "on", "action"), (3, "focus", "panel"), *((3, str(pen), "paper card") for pen in range(1, 9))):
                for ground in grounds.split():
                    one, other = sorted((light(colours[ink]), light(colours[ground])))
                    check((other + 0.05) / (one + 0.05) >= least, name, ink, ground, (other + 0.05) / (one + 0.05))

    def questions(self):
        """what is asked in class is answered in each form, and the right answer of the exercise is what is sent"""
        phone = self.phone(self.host("--track", "kidney"), "Ada")
        for number, kind in enumerate(("velocity", "stop", "bend", "mistake", "inertia", "brake-wall", "which-graph", "graph", "table")):
            told = subprocess.run([self.program, "worksheet", "--json", "--seed", "3", "--kind", kind, "--count", "1"], capture_output=True, text=True, check=True)
            task = json.loads(told.stdout)["exercises"][0]
            ask, right = task["ask"], task["answer"]
            shown = {key: value for key, value in task.items() if key not in ("answer", "wrong", "why", "points", "right")}
            phone.evaluate(f"lines.at(-1).onmessage({{data: {json.dumps(json.dumps({'question': {**shown, 'id': number}}))}}})")
            phone.wait_for(f"document.querySelector('.say').innerText === {json.dumps(task['sentence'])}", "the question")
            phone.picture(PICTURES / f"question-{kind}.png")
            # A graph is told by its corners: vx or vy of each move, or x or y at each end of one; of "graph" the way itself stays hidden.
            if kind in ("which-graph", "graph"):
                graphs = [(task, name) for name in task["graphs"]] or [(choice, choice["graph"]) for choice in task["choices"]]
                signs = phone.evaluate("[...document.querySelectorAll('.scene')].map(e => e.getAttribute('aria-label'))")
                for (scene, name), sign in zip(graphs, signs[-len(graphs):], strict=True):
                    at = [point[name[-1] == "y"] for point in scene["bodies"][0]["points"]]
                    steps = [(now - before,) * 2 if name[0] == "v" else (before, now) for before, now in zip(at, at[1:])]
                    corners = [(t + end, step[end]) for t, step in enumerate(steps) for end in (0, 1)]
                    check(sign == f"{name}: " + ", ".join(f"({t}, {value})" if value >= 0 else f"({t},  −{-value})" for t, value in corners), sign, corners)
                check(len(signs) == len(graphs) + (kind == "which-graph"), signs)
            if ask == "numbers":
                for i, value in enumerate(right):
                    phone.put(phone.key_of(f"field {i}"), value)
                phone.tap_key("give")
                wanted = {"typed": right}
            elif ask == "point":
                numbers = phone.evaluate("[...document.querySelectorAll('.scene text')].map(t => [Number(t.textContent), Number(t.getAttribute('x')), Number(t.getAttribute('y'))])")
                step = 5 if task["sheet"][0] > 9 else 1
                below, left = ([[n, x, y] for n, x, y in numbers if (x >= 0) == below] for below in (True, False))
                check([n for n, *_ in below] == list(range(0, task["sheet"][0] + 1, step)) and all(x == n and y > task["sheet"][1] for n, x, y in below), below)
                check([n for n, *_ in left] == list(range(0, task["sheet"][1] + 1, step)) and all(0 < y - (task["sheet"][1] - n) < 0.5 for n, x, y in left), left)
                x, y = phone.evaluate(f"""(() => {{ const s = document.querySelector('.scene'); s.scrollIntoView();
                    const p = new DOMPoint({right[0]}, {task['sheet'][1] - right[1]}).matrixTransform(s.getScreenCTM()); return [p.x, p.y]; }})()""")
                phone.touch_at(x, y)
                phone.tap_key("give")
                wanted = {"point": right}
            elif ask == "acceleration":
                phone.tap_key(f"a {right[0]} {right[1]}")
                wanted = {"point": right}
            elif ask == "drive":
                for x, y in right:
                    phone.tap_key(f"a {x} {y}")
                phone.tap_key("give")
                wanted = {"moves": right}
            else:
                phone.tap_key(f"{ask} {right}")
                wanted = {"number": right}
            phone.wait_for("Boolean(sent.at(-1).answer)", "an answer")
            message = phone.evaluate("sent.at(-1)")
            check((message["answer"], message["question"]) == (wanted, number), message, wanted)
            phone.evaluate("sent.length = 0")
        # Vectors stand as the class writes them; a blank that does not break is read by no voice before a minus.
        for columns in (False, True):
            shown = {"id": 80 + columns, "sentence": "Add (0,\u00a0−1) to v. Ada is at (2, 3).", "ask": "choice", "columns": columns, "hint": "",
                     "choices": [{"text": "(3,\u00a01)"}, {"text": "None"}]}
            phone.evaluate(f"lines.at(-1).onmessage({{data: {json.dumps(json.dumps({'question': shown}))}}})")
            phone.wait_for("document.querySelector('.say').innerText.startsWith('Add')", "the question")
            vectors = phone.evaluate("[...document.querySelectorAll('.vector')].map(e => [e.ariaLabel, ...e.innerText.split('\\n')])")
            check(vectors == ([["(0, −1)", "0", "−1"], ["(3, 1)", "3", "1"]] if columns else []), vectors)
            if columns:
                above, *_, below = phone.evaluate("(r => (r.selectNodeContents(document.querySelector('.vector')), [...r.getClientRects()].map(b => b.y)))(document.createRange())")
                check(above < below, above, below)
            else:
                said = phone.evaluate("document.querySelector('.say').innerText")
                check(said == "Add (0, −1) to v. Ada is at (2, 3).", said)
            phone.picture(PICTURES / f"question-vectors-{columns}.png")
        # A place of the race's own sheet is tapped there.
        phone.evaluate("lines.at(-1).onmessage({data: JSON.stringify({question: {id: 99, sentence: 'Where?', ask: 'place'}})})")
        phone.tap("#all")
        phone.touch_at(*phone.evaluate("""(() => { const s = document.querySelector('#paper'), h = s.querySelector('image').getAttribute('height');
            const p = new DOMPoint(12, h - 2 - 9).matrixTransform(s.getScreenCTM()); return [p.x, p.y]; })()"""))
        phone.picture(PICTURES / "question-place.png")
        phone.tap_key("give")
        phone.wait_for("Boolean(sent.at(-1)?.answer)", "an answer")
        check(phone.evaluate("sent.at(-1).answer") == {"point": [12, 9]}, phone.evaluate("sent.at(-1)"))

    def votes(self):
        """what a team has voted for stands on what can be chosen, and is gone with the next move"""
        host = self.host("--open")
        phone = self.phone(host)
        phone.wait_shown("#join")
        phone.tap("summary")
        phone.put("#players", "1")
        phone.put("#clock", "200000")
        phone.tap("#open")
        phone.wait_for("document.querySelector('#code').value.length === 5", "a table of its own")
        phone.join("Ada")
        phone.wait_turn()
        check("2 days left" in phone.text("#turn"), phone.text("#turn"))
        phone.tap_key("start 34,16")
        phone.wait_shown(".cell")
        phone.evaluate("lines.at(-1).onmessage({data: JSON.stringify({votes: {'34,16>34,17': 12, '34,16>35,17': 3, '34,18': 1}})})")
        phone.wait_for("document.querySelector('[data-key=\"a 0 1\"] b')?.innerText === '12'", "shares")
        check(any(name.endswith("to (35, 17) · 3 votes") for _, name in phone.tree()), "shares are told")
        phone.picture(PICTURES / "votes.png")
        phone.tap_key("a 0 1")
        phone.wait_for("document.querySelector('#race').dataset.n === '1'", "the next move")
        check(not phone.has(".cell b"), "no votes are left")


def main():
    steps = [name for name in vars(Steps) if name not in ("host", "phone", "close", "race") and not name.startswith("_")]
    program, *wanted = sys.argv[1:] or [ROOT / "build" / "graphprix"]
    PICTURES.mkdir(parents=True, exist_ok=True)
    passed = failed = 0
    profile = Profile()  # to start a browser costs more than most steps
    for name in wanted or steps:
        started, run = time.monotonic(), Steps(program, profile)
        try:
            getattr(run, name)()
            run.close()
            passed += 1
            print(f"ok {name}: {getattr(Steps, name).__doc__} ({time.monotonic() - started:.1f} s)", flush=True)
        except (Expected, AssertionError, OSError, subprocess.CalledProcessError):
            failed += 1
            traceback.print_exc(file=sys.stdout)
            print(f"not ok {name}", flush=True)
            for i, phone in enumerate(run.phones):
                try:
                    phone.picture(PICTURES / f"failed-{name}-{i}.png")
                except (Expected, OSError):
                    pass
            try:
                run.close()
            except (Expected, AssertionError, OSError):
                pass
            profile.close()
            profile = Profile()
    profile.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
