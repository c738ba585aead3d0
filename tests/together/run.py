"""Hosts and the seats at their tables, over real connections on the loopback: run.py PROGRAM [TEST...].

What pages are told is held against a model that knows nothing of the host: the lines of the race's file,
carried out by the referee. Ends with "N passed, N failed".
"""
import inspect
import json
import os
import random
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from crowd import Crowd
from seats import PATIENCE, ROOT, Broker, Closed, Host, Page, free_port

PROGRAM = ROOT / sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/graphprix"
tests = []


def test(function):
    tests.append(function)
    return function


def beside(function):
    """Waits more than it does: begins with the first test and is asked for what came of it behind the last."""
    function.beside = True
    return test(function)


# --- the model ------------------------------------------------------------------------------------

class Model:
    """The race of a file's lines by the referee: a state for each line."""

    def __init__(self, file):
        self.lines = [json.loads(line) for line in Path(file).read_text().splitlines()]
        head = dict(self.lines[0])
        # The referee drives nobody here: each line says what was done.
        head["players"] = [{**player, "driver": "human"} for player in head["players"]]
        self.copy = Path(file).with_suffix(".model")
        self.copy.write_text(json.dumps(head) + "\n")
        referee = subprocess.Popen([PROGRAM, "referee", "--track", "kidney", "--players", "1"], text=True,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.states, self.sentences = [], 0

        def ask(line):
            referee.stdin.write(line + "\n")
            referee.stdin.flush()
            return json.loads(referee.stdout.readline())
        referee.stdout.readline()
        self.states.append(ask(f"load {self.copy}")["state"])
        several = head["game"] != "graph-paper"
        for line in self.lines[1:]:
            answer = ask("undo" if "undo" in line else
                         f"do {line['car']}: {line['do']}" if several and self.secret(line) else f"do {line['do']}")
            assert answer["ok"], (line, answer)
            self.states.append(answer["state"])
        referee.communicate("quit\n")

    def secret(self, line):
        return line["car"] != self.states[-1]["to_move"]

    def holds(self, page):
        """Each view that the page was shown is the state behind that line."""
        for view in page.views:
            assert view["state"] == self.states[view["n"]], (view["n"], view["state"], self.states[view["n"]])
        numbers = [view["n"] for view in page.views]
        assert numbers == sorted(numbers), numbers


def of_seat(page, car):
    return any(car in seat["cars"] for seat in page.table["seats"] if seat["seat"] == page.seat)


def action_of(page, draw):
    """One of what may be chosen: a move that seems sound, where there is one."""
    view = page.view
    if "specials" in view:
        return f"special {draw.choice(view['specials'])}"
    if "orders" in view:
        speed = draw.choice(view["orders"]["speeds"])
        return speed["changes"] + "M" * speed["speed"] or "-"
    moves = view["moves"]
    if "build" not in moves[0]["action"] and all(set(move) == {"action", "x", "y"} for move in moves):
        moves = page.ask(moves=draw.choice(moves)["action"])["moves"]  # too many places for all that begins there
    sound = [move for move in moves if move.get("outcome") in ("clear", "finish")]
    return draw.choice(sound or moves)["action"]


def drive(page, seed, stop=lambda page: page.view["state"]["over"]):
    """Takes part until the race is over: acts whenever its own car is awaited."""
    draw = random.Random(seed)
    acted = -1
    while not stop(page):
        if page.view["n"] > acted and "car" in page.view:
            acted = page.view["n"]
            action = action_of(page, draw)
            answer = page.do(action)
            assert answer["ok"] or answer.get("late"), (action, answer)
        else:
            page.hear()


def all_drive(pages, stop=lambda page: page.view["state"]["over"]):
    failures = []

    def run(page, seed):
        try:
            drive(page, seed, stop)
        except Exception:  # told by the test itself
            failures.append(traceback.format_exc())
            for other in pages:  # nobody waits for who does not come
                other.close()
    threads = [threading.Thread(target=run, args=(page, seed)) for seed, page in enumerate(pages)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]


RACES = {
    "graph paper": ("--track", "first-oval", "--players", 3, "--driver", "3=club", "--seed", 1,
                    "--set", "round_limit=30"),
    "derby": ("--track", "round-bowl", "--rules", "derby", "--players", 3, "--set", "round_limit=12"),
    "stock cars": ("--track", "first-lap", "--players", 3, "--set", "round_limit=12"),
    "circuit": ("--track", "first-corners", "--players", 2, "--set", "laps=1", "--set", "round_limit=12"),
}


def seated(host, count):
    return [host.seat(f"Seat {i + 1}") for i in range(count)]


def free_seats(page):
    return [seat["seat"] for seat in page.table["seats"] if seat["free"]]


# --- races ----------------------------------------------------------------------------------------

def stand_still(process):
    """All of its threads stand when this comes back."""
    process.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED)


@test
def each_game_is_raced_to_its_end():
    for name, arguments in RACES.items():
        with Host(PROGRAM, *arguments) as host:
            watcher = host.page()
            assert watcher.ask(watch=host.code)["ok"]
            pages = seated(host, len(free_seats(watcher)))
            all_drive(pages)
            watcher.until(lambda page: page.view and page.view["state"]["over"] and page.result)
            model = Model(host.race_file())
            for page in [*pages, watcher]:
                page.until(lambda page: page.view["n"] == len(model.lines) - 1 and page.result)
                model.holds(page)
            assert len({page.view["hash"] for page in [*pages, watcher]}) == 1, name
            assert len(watcher.views) > 8 and watcher.log, name
            late = host.page()  # reads what happened before it came
            late.ask(watch=host.code)
            assert late.until(lambda page: page.view).log == watcher.log[-200:], name
            assert "car" not in watcher.view, name
            assert sorted(each["car"] for each in watcher.result) == [car["car"] for car in watcher.view["state"]["cars"]]


@test
def a_page_sees_what_its_seat_may_know():
    """Moves are told to whom they belong; who has entered something in secret, and never what."""
    with Host(PROGRAM, "--track", "first-lap", "--players", 3, "--seed", 5) as host:
        first, second, third = seated(host, 3)
        for page in (first, second, third):
            assert page.do("special none")["ok"]
        for page in (first, second, third):
            page.until(lambda page: page.view["state"]["round"] == 1)
            assert page.view["car"] == page.seat and page.view["orders"]
        number = first.view["n"]
        assert first.do("A(A+1)MM")["ok"]
        third.until(lambda page: page.view["n"] == number + 1)
        assert third.view["secret"] and third.view["turn"] == [2, 3]
        assert [car["ordered"] for car in third.view["state"]["cars"]] == [True, False, False]
        assert "A(A+1)MM" not in json.dumps([third.views, third.events, third.log])
        # What was seen before another's entry still counts, and a second tap does not.
        assert third.ask(do="AM", n=number)["ok"]
        again = third.ask(do="AM", n=number)
        assert not again["ok"] and again["late"]
        assert second.ask(do="AM", n=number)["ok"]
        third.until(lambda page: page.view["state"]["round"] == 2)
        tried = third.ask(**{"try": "AMM"})
        assert tried["ok"] and "speed" in json.dumps(tried), tried


@test
def a_killed_host_loses_nothing():
    """Every action that was answered is in the file, once; the seats and the code are there again."""
    with Host(PROGRAM, *RACES["graph paper"]) as host:
        pages = seated(host, 2)
        file = host.race_file()
        for kills in range(3):
            goal = 12 * (kills + 1)
            all_drive(pages, lambda page: page.view["n"] >= goal or page.view["state"]["over"])
            seen = max(page.view["n"] for page in pages)
            host.kill()
            lines = file.read_text().splitlines()
            assert len(lines) - 1 >= seen, (len(lines), seen)
            code, tokens = host.code, [page.token for page in pages]
            again = Host(PROGRAM, "--race", file, home=host.home)
            host.process, host.port = again.process, again.port
            assert again.code == code
            pages = [host.page() for _ in tokens]
            for page, token in zip(pages, tokens):
                answer = page.ask(token=token)
                assert answer["ok"] and answer["token"] == token, answer
                page.until(lambda page: page.view)
                assert page.view["n"] >= seen
        model = Model(file)
        for page in pages:
            model.holds(page)


# --- seats ----------------------------------------------------------------------------------------

@test
def a_seat_comes_and_goes():
    with Host(PROGRAM, "--track", "kidney", "--players", 2) as host:
        first, second = host.seat("Ada"), host.seat("Ada")
        first.until(lambda page: page.table["seats"][1]["name"] == "Ada 2")
        third = host.page()
        refused = third.ask(join=host.code, name="Chen")
        assert not refused["ok"] and "free" in refused["error"]
        assert third.ask(watch=host.code)["ok"]
        # From another device: the older one is sent away, and told why.
        other = host.page()
        assert other.ask(token=first.token)["ok"] and other.seat == 1
        try:
            while True:
                first.hear()
        except Closed as closed:
            assert closed.code == 4001, closed.code
        other.close()
        second.until(lambda page: not page.table["seats"][0]["here"] and not page.table["seats"][0]["free"])
        assert second.ask(leave=True)["ok"]
        third.until(lambda page: free_seats(page) == [2])
        assert third.ask(join=host.code, name="Chen")["seat"] == 2
        assert not second.ask(token=second.token)["ok"]


@test
def tables_are_opened_by_pages():
    with Host(PROGRAM, "--open") as host:
        assert host.code is None
        page = host.page()
        answer = page.ask(open={"track": "kidney", "players": 3, "rules": "classroom", "set": {"laps": 2},
                                "drivers": {"3": "club"}, "clock": 60})
        assert answer["ok"], answer
        code = answer["table"]["code"]
        assert re.fullmatch("[BCDFGHJKLMNPQRSTVWXZ]{5}", code), code
        assert answer["table"]["race"]["rules"]["laps"] == 2 and "seed" not in json.dumps(answer)
        assert page.ask(join=code, name="Ada")["ok"]
        page.until(lambda page: page.view)
        assert 0 < page.view["clock"] <= 60000
        assert host.race_file(code).exists()
        for name in ("../graph-paper/kidney", "/etc/passwd", str(ROOT / "tracks/graph-paper/kidney.svg"), ""):
            assert not page.ask(open={"track": name})["ok"]
        status, headers, body = host.get(f"/table/{code}/course.svg")
        assert status == 200 and headers["content-type"] == "image/svg+xml" and b'viewBox="0 0 42 32"' in body
    with Host(PROGRAM, "--track", "kidney") as host:
        assert not host.page().ask(open={"track": "kidney"})["ok"]


@test
def a_race_of_a_forum_goes_on_at_a_table():
    """A table's lines and those of `post` are one list: either goes on with what the other has written."""
    with Host(PROGRAM, "--open") as host:
        file = Path(host.home) / "forum.race"

        def post(*arguments, orders=None):
            done = subprocess.run([PROGRAM, "post", *map(str, arguments)], input=orders, text=True, capture_output=True)
            assert done.returncode == 0, done.stderr
            return done.stdout
        post("first-lap", "--players", "Ada,Blaise", "-o", file)
        post(file, "--orders", "-", orders="Ada: special none\nBlaise: special none\n")
        with Host(PROGRAM, "--race", file, home=host.home) as other:
            ada, blaise = seated(other, 2)
            assert ada.view["state"]["round"] == 1, ada.view
            assert ada.do("AM")["ok"] and blaise.do("AM")["ok"]
            ada.until(lambda page: page.view["state"]["round"] == 2)
        # The same on a broker, from where it was; the file stays as it is.
        if shutil.which("nats-server"):
            before = file.read_bytes()
            with Broker() as broker, Host(PROGRAM, "--race", file, "--broker", broker.url) as shared:
                assert shared.seat("Ada").view["n"] == 4
            assert file.read_bytes() == before
        post(file, "--orders", "-", orders="Ada: AMM\nBlaise: AMM\n")
        assert len(file.read_text().splitlines()) == 7
        # And a table's own file, which `post` and then a table go on with: what all have written is one race.
        own = Path(host.home) / "table.race"
        with Host(PROGRAM, "--track", "first-lap", "--players", 2, "--seed", 3, "--race", own, home=host.home) as other:
            for page in seated(other, 2):
                assert page.do("special none")["ok"]
        post(own, "--orders", "-", orders="Seat 1: AM\nSeat 2: AR\n")
        with Host(PROGRAM, "--race", own, home=host.home) as other:
            page = other.page()
            page.ask(watch=other.code)
            assert page.until(lambda page: page.view).view["n"] == 4
            Model(own).holds(page)
            assert [line.get("do") for line in Model(own).lines[1:]] == ["special none"] * 2 + ["AM", "AR"]


# --- what is not served, and who is sent away -------------------------------------------------------

@test
def nothing_else_is_served():
    with Host(PROGRAM, "--track", "kidney") as host:
        for path in ("/nothing", "/../src/GUIDE.md", "/..%2fsrc%2fGUIDE.md", "/table/XXXXX/course.svg", "/table/KRTZB",
                     f"/table/{host.code}/course.svg/", f"/table/{host.code}/", "/table//course.svg"):
            assert host.get(path)[0] in (400, 403, 404), (path, host.get(path))
        for method in ("POST", "PUT", "DELETE"):
            assert host.get("/", method)[0] in (400, 404, 405), method
        pages = ROOT / "assets/together"
        if pages.is_dir():
            status, headers, body = host.get("/")
            assert status == 200 and body == (pages / "index.html").read_bytes()
            assert headers["content-security-policy"].startswith("default-src 'self'")
            for file in pages.iterdir():
                assert host.get(f"/{file.name}")[2] == file.read_bytes(), file


def is_closed_with(page, code):
    try:
        while True:
            page.hear()
    except Closed as closed:
        return closed.code == code


@test
def who_floods_is_sent_away():
    with Host(PROGRAM, "--track", "kidney") as host:
        seat = host.seat("Ada")
        flood, long, binary, cut = (host.page() for _ in range(4))
        for _ in range(60):
            flood.send(paced=False, watch="KRTZB")
        assert is_closed_with(flood, 1008)
        long.raw(b'{"id":1,"watch":"' + b"x" * 1024 + b'"}')
        assert is_closed_with(long, 1008)
        binary.raw(b'{"id":1,"watch":"KRTZB"}', kind=2)
        assert is_closed_with(binary, 1008)
        # In pieces it is one message, and as long as that.
        cut.raw(b'{"id":1,"wat', final=False)
        cut.raw(b'ch":"KRTZB"}', kind=0)
        assert not cut.hear()["ok"]
        for _ in range(3):
            cut.raw(b"x" * 500, kind=1 if _ == 0 else 0, final=False)
        assert is_closed_with(cut, 1008)
        # Whoever speaks at a usual pace is heard meanwhile.
        assert "no table" in seat.ask(watch="XXXXX")["error"]


@beside
def who_says_nothing_is_dropped():
    """A page that answers no ping, and half a request; the seat is not lost by that."""
    with Host(PROGRAM, "--track", "kidney", "--players", 2) as host:
        mute, watcher = host.seat("Ada"), host.page()
        assert watcher.ask(watch=host.code)["table"]["seats"][0]["here"]
        half = socket.create_connection(("127.0.0.1", host.port), timeout=3 * PATIENCE)
        half.sendall(b"GET / HTTP/1.1\r\nHost: x")
        began = time.monotonic()
        watcher.until(lambda page: page.table)
        while watcher.table["seats"][0]["here"]:
            try:
                watcher.hear()
            except TimeoutError:
                assert time.monotonic() - began < 4 * PATIENCE, "the page counts as there"
        assert half.recv(100) == b""
        assert not watcher.table["seats"][0]["free"]
        assert host.page().ask(token=mute.token)["seat"] == 1


@test
def other_sites_scripts_are_refused():
    with Host(PROGRAM, "--track", "kidney") as host:
        for origin in ("http://elsewhere.example", f"http://127.0.0.1:{host.port + 1}", "null", "x"):
            try:
                Page(host.port, origin=origin)
            except Closed:
                continue
            raise AssertionError(origin)
        assert Page(host.port, origin=f"http://127.0.0.1:{host.port}").ask(watch=host.code)["ok"]


@beside
def only_what_is_due_is_done():
    """Each game to its end, and beyond: actions of another seat, of an old line, said twice, of who looks on, of a race that is over."""
    for name, arguments in RACES.items():
        with Host(PROGRAM, *(each for each in arguments if each not in ("--driver", "3=club"))) as host:
            watcher, draw, acted = host.page(), random.Random(1), {}
            watcher.ask(watch=host.code)
            pages = seated(host, len(free_seats(watcher)))

            def refused(page, late=False, **message):
                answer = page.ask(**message)
                assert not answer["ok"] and (not late or answer["late"]), (name, message, answer)
            for n in range(1000):
                for page in (*pages, watcher):
                    page.until(lambda page: page.view and page.view["n"] == n)
                if watcher.view["state"]["over"]:
                    break
                acting = draw.choice([page for page in pages if "car" in page.view])
                action = action_of(acting, draw)
                if n % 3 == 0:
                    for page in (*pages, watcher):
                        if page is not acting:
                            refused(page, do=f"{acting.view['car']}: {action}", n=n)
                        if "car" not in page.view:
                            refused(page, do=action, n=n)
                    if acting in acted:  # what it saw before it acted last
                        refused(acting, late=True, do=action, n=acted[acting])
                    refused(acting, do=action, n=n + 1)
                acted[acting] = n
                acting.send(do=action, n=n)
                refused(acting, late=True, do=action, n=n)
            before = host.race_file().read_bytes()
            assert len(before.splitlines()) == n + 1, name
            for page in (*pages, watcher):
                for message in ({"do": action, "n": n}, {"do": action, "n": n - 1}, {"undo": True}, {"try": action}, {"moves": action},
                                {"answer": {"number": 1}, "question": 1}):
                    refused(page, **message)
            assert pages[0].do("1: 1,1")["error"] == "the race is over", name
            assert host.race_file().read_bytes() == before and watcher.is_quiet(), name


@test
def many_joins_are_bounded():
    """Ten thousand ask for a seat; who has one goes on, and the host grows by none of them."""
    def memory():
        return int(Path(f"/proc/{host.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    with Host(PROGRAM, "--track", "kidney", "--players", 2) as host:
        seats = [host.seat("Ada"), host.seat("Blaise")]
        count, first = 10000, None
        for asked in range(0, count, 25):
            page = host.page()
            for _ in range(25):
                page.send(join=host.code, name="<script>alert()</script>")
            for _ in range(25):
                assert page.hear()["ok"] is False
            page.close()
            if asked % 1000 == 0:
                first = first or memory()
                n = seats[0].view["n"]
                acting = next(seat for seat in seats if seat.until(lambda page: page.view["n"] == n) and "car" in seat.view)
                assert acting.do(action_of(acting, random.Random(1)))["ok"]
                for seat in seats:
                    seat.until(lambda page: page.view["n"] == n + 1)
        assert memory() - first < 2 << 20, (first, memory())


@test
def any_bytes_are_answered_or_end_the_connection():
    draw = random.Random(7)
    whole = [b'{"id":1,"join":"KRTZB","name":"Ada"}', b'{"id":2,"do":"12,9","n":0}', b'{"id":3,"token":"x"}',
             b'{"id":4,"open":{"track":"kidney","set":{"laps":2}}}']
    with Host(PROGRAM, "--track", "kidney", "--open") as host:
        seat = host.seat("Ada")
        for _ in range(40):
            page = host.page()
            for _ in range(20):
                bytes_ = bytearray(draw.choice(whole).replace(b"KRTZB", host.code.encode()))
                for _ in range(draw.randrange(4)):
                    bytes_[draw.randrange(len(bytes_))] = draw.randrange(256)
                page.raw(bytes(bytes_[:draw.randrange(len(bytes_) + 1)]))
                try:
                    answer = page.hear()
                except Closed:
                    break
                assert "ok" in answer or "view" in answer or "table" in answer, answer
            page.close()
        assert seat.ask(watch="x")["ok"] is False and host.process.poll() is None


@test
def what_is_no_message_changes_nothing():
    """Each message cut at each byte, and with a value of each kind at each key: refused, and the race is as it was."""
    with Host(PROGRAM, "--track", "kidney", "--players", 2, "--open", "--set", "order=listed", "--seed", 1) as host:
        ada, blaise = seated(host, 2)
        action = ada.view["moves"][0]["action"]
        right = [{"join": host.code, "name": "Eve"}, {"token": ada.token}, {"watch": host.code}, {"do": action, "n": 0}, {"try": "M"}, {"moves": "1,1"},
                 {"open": {"track": "kidney", "players": 2, "rules": "racing-car", "set": {"laps": 2}, "drivers": {"2": "club"}, "clock": 60}},
                 {"undo": True}, {"leave": True}, {"answer": {"number": 1}, "question": 1}]
        kinds = [None, False, -1, 0, 99, 1.5, 2 ** 63, "", "x", "\x00", "9" * 300, [], [[[]]], {}, {"x": {"x": []}}]
        cut = [text[:length] for message in right for text in [json.dumps({"id": 1, **message}).encode()] for length in range(1, len(text))]
        wrong = [{"id": 1, **message, key: kind} for message in right for key in message
                 for kind in kinds[:9 if key == "token" else None] if (key, kind) != ("n", 0)]  # ten wrong tokens: silence
        wrong += [{"id": 1, "open": {**right[6]["open"], key: kind}} for key in right[6]["open"] for kind in kinds
                  if not (key == "clock" and kind in (0, 99) or key in ("set", "drivers") and kind == {})]
        wrong += [{"id": kind, **message} for message in right for kind in kinds if not isinstance(kind, int) or isinstance(kind, bool) or kind >= 2 ** 63]
        wrong += [{"id": 1, "do": f"{car}: {action}", "n": 0} for car in (0, 2, 3, 2 ** 31, "x")]  # another's, or nobody's
        pages = []

        def refused(bytes_):
            if not pages or pages[-1].count == 38:  # so nobody has to wait
                pages.append(host.page())
            page = pages[-1]
            page.count += 1
            page.raw(bytes_)
            answer = page.hear()
            assert answer.get("ok") is False and answer["error"], (bytes_, answer)  # nobody was told anything else
        for bytes_ in [*cut, *(json.dumps(message).encode() for message in wrong), b"[" * 1000, b'{"id":1,"id":2,"watch":"x"}', b"\xff"]:
            if len(bytes_) <= 1024:
                refused(bytes_)
        for message in wrong:  # from whoever has a seat, too
            key = next(key for key in message if key != "id")
            if key in ("do", "undo", "leave", "try", "moves", "answer"):
                ada.send(**message)
                while (answer := ada.hear()).get("id") != message["id"] and "error" not in answer:
                    pass
                assert answer["ok"] is False, (message, answer)
        assert ada.ask(watch="XXXXX")["ok"] is False and ada.view["n"] == 0 and free_seats(ada) == []
        assert ada.do(action)["ok"]
        assert blaise.until(lambda page: page.view["n"] == 1).view["turn"] == [2]


@test
def wrong_usage_is_told():
    for arguments, part in ((("--track", "kidney"), "--port"), (("--port", "0"), "--track"),
                            (("--port", "70000", "--open"), "--port"), (("--port", "0", "--track", "kidney", "--clock", "3"), "15"),
                            (("--port", "0", "--track", "kidney", "--players", "9"), "8"),
                            (("--port", "0", "--track", "nowhere"), "nowhere"),
                            (("--port", "0", "--race", "nowhere.race"), "nowhere.race"),
                            (("--port", "0", "--open", "--address", "192.0.2.1"), "192.0.2.1")):
        done = subprocess.run([PROGRAM, "host", *arguments], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode in (1, 2) and part in done.stderr and not done.stdout, (arguments, done)


# --- several hosts, one broker ----------------------------------------------------------------------

def lines_of(broker, code, host):
    """The race as a host that has read it anew would save it."""
    page = host.page()
    assert page.ask(watch=code)["ok"]
    return page.until(lambda page: page.view).view


@test
def hosts_share_tables():
    """Pages of one table at three hosts, who race it to its end; each is told the same."""
    for name in ("graph paper", "stock cars", "circuit"):
        with Broker() as broker, Host(PROGRAM, *RACES[name], "--broker", broker.url) as first, \
                Host(PROGRAM, "--broker", broker.url) as second, Host(PROGRAM, "--broker", broker.url) as third:
            hosts = [first, second, third]
            watcher = third.page()
            assert watcher.ask(watch=first.code)["ok"]
            pages = [hosts[i % 3].seat(f"Seat {i}", first.code) for i in range(len(free_seats(watcher)))]
            all_drive(pages)
            watcher.until(lambda page: page.view and page.view["state"]["over"] and page.result)
            for page in pages:
                page.until(lambda page: page.view["n"] == watcher.view["n"])
            assert len({page.view["hash"] for page in [*pages, watcher]}) == 1, name
            # What was told on the way is what a host tells that reads it all anew.
            told = {}
            for page in [*pages, watcher]:
                for view in page.views:
                    assert told.setdefault(view["n"], view["hash"]) == view["hash"], (name, view["n"])
            with Host(PROGRAM, "--broker", broker.url) as fresh:
                assert lines_of(broker, first.code, fresh)["hash"] == watcher.view["hash"], name


@test
def seats_are_given_once():
    """All ask for the last seats at once, at two hosts: each seat has one token, and names differ."""
    with Broker() as broker, Host(PROGRAM, "--track", "kidney", "--players", 4, "--broker", broker.url) as first, \
            Host(PROGRAM, "--broker", broker.url) as second:
        assert second.page().ask(watch=first.code)["ok"]  # it has read the table
        pages = [host.page() for host in (first, second) * 4]
        for host in (first, second):  # so that each finds all of its own at once
            stand_still(host.process)
        for page in pages:
            page.send(join=first.code, name="Ada")
        for host in (first, second):
            host.process.send_signal(signal.SIGCONT)
        answers = []
        for page in pages:
            while "ok" not in (answer := page.hear()):
                pass
            answers.append(answer)
        given = [answer for answer in answers if answer["ok"]]
        assert sorted(answer["seat"] for answer in given) == [1, 2, 3, 4], answers
        assert len({answer["token"] for answer in given}) == 4
        watcher = first.page()  # whoever was given none has been told of no table
        watcher.ask(watch=first.code)
        watcher.until(lambda page: page.table and not free_seats(page))
        assert len({seat["name"] for seat in watcher.table["seats"]}) == 4, watcher.table


@test
def hosts_and_broker_may_die():
    """A host is killed, the broker restarted, while a race goes on: no line is lost, none is done twice."""
    with Broker() as broker, Host(PROGRAM, *RACES["graph paper"], "--broker", broker.url) as first, \
            Host(PROGRAM, "--broker", broker.url) as second:
        code, pages = first.code, [first.seat("Ada"), second.seat("Blaise", first.code)]
        tokens = [page.token for page in pages]
        acted = []  # n of each line that was answered

        def drive_to(goal):
            all_drive(pages, lambda page: page.view["n"] >= goal or page.view["state"]["over"])
            return max(page.view["n"] for page in pages)
        seen = drive_to(9)
        first.kill()
        pages[0] = second.page()
        assert pages[0].ask(token=tokens[0])["seat"] == 1
        pages[0].until(lambda page: page.view and page.view["n"] >= seen)
        seen = drive_to(18)
        broker.kill()
        acting = next(page for page in pages if "car" in page.until(lambda page: page.view["n"] >= seen).view) \
            if any("car" in page.view for page in pages) else pages[0]
        answer = acting.do(acting.view["moves"][0]["action"]) if "moves" in acting.view else None
        assert answer is None or not answer["ok"], answer
        broker.start()
        seen = drive_to(30)
        hashes = [page.until(lambda page: page.view["n"] >= seen).view for page in pages]
        with Host(PROGRAM, "--broker", broker.url) as fresh:
            view = lines_of(broker, code, fresh)
            assert view["n"] >= seen
            for page in pages:
                page.until(lambda page: page.view["n"] >= view["n"])
            told = {each["n"]: each["hash"] for page in pages for each in page.views}
            assert told[view["n"]] == view["hash"], (view["n"], sorted(told))


@test
def a_broker_that_answers_late_does_nothing_twice():
    """It stands still in the midst of an append, and then goes on, or is killed: whether the line was stored is seen."""
    with Broker() as broker, Host(PROGRAM, "--track", "kidney", "--players", 1, "--broker", broker.url) as host, \
            Host(PROGRAM, "--broker", broker.url) as other:
        page = host.seat("Ada")
        for killed in (False, True):
            n, action = page.view["n"], action_of(page, random.Random(1))
            stand_still(broker.process)
            answer = page.ask(do=action, n=n)
            assert not answer["ok"] and "broker" in answer["error"], answer
            if not killed:
                # The other host has read the table before anybody asked; of one that it does not know nobody is told that the seat is lost.
                assert other.page().ask(token=page.token)["seat"] == 1
                newcomer, unknown = other.page(), "BBBBB" if host.code != "BBBBB" else "CCCCC"
                newcomer.send(token=unknown + page.token[5:])
                assert is_closed_with(newcomer, 1013)
                assert "try again" in other.page().ask(watch=unknown)["error"]
                broker.process.send_signal(signal.SIGCONT)
                page.until(lambda page: page.view["n"] == n + 1)  # it was stored after all
            else:
                broker.kill()
                broker.start()
                until = time.monotonic() + PATIENCE
                while page.view["n"] == n and not page.ask(do=action, n=n)["ok"]:
                    assert time.monotonic() < until, "the table does not go on"
                page.until(lambda page: page.view["n"] == n + 1)
            assert page.ask(do=action, n=n)["late"]
        with Host(PROGRAM, "--broker", broker.url) as fresh:
            assert lines_of(broker, host.code, fresh)["n"] == 2
        newcomer = other.page()  # a host that was there all the time hears of it when its connection is back
        assert newcomer.ask(watch=host.code)["ok"]
        newcomer.until(lambda page: page.view and page.view["n"] == 2)
        newcomer = other.page()
        assert newcomer.ask(token=page.token)["seat"] == 1


@test
def a_broker_that_lost_its_store_is_told():
    with Broker() as broker, Host(PROGRAM, "--track", "kidney", "--players", 1, "--broker", broker.url) as host:
        page = host.seat("Ada")
        assert page.do(action_of(page, random.Random(1)))["ok"]
        page.until(lambda page: page.view["n"] == 1)
        broker.kill()
        broker.lose_all()
        broker.start()
        until = time.monotonic() + PATIENCE
        while not page.do(action_of(page, random.Random(1)))["ok"]:
            assert time.monotonic() < until, "the table does not go on"
        page.until(lambda page: page.view["n"] == 2)
        assert "lost lines" in host.errors()


def resident(host):
    """KiB"""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{host.process.pid}/status").read_text())[1])


@test
def what_is_read_beforehand_is_small():
    """Of thousands of lines that come at once no state is kept but the last ones of each table: a line takes a third of a KiB, two with its
    state."""
    tables, lines = 20, 0
    with Broker() as broker, Host(PROGRAM, "--broker", broker.url) as bare, Host(PROGRAM, "--open", "--broker", broker.url) as host:
        before = resident(bare)
        crowd = Crowd([host.port])
        crowd.open_tables(tables)
        until = time.monotonic() + 2 * PATIENCE
        while lines < 2500 and time.monotonic() < until:
            crowd.drive(0.5, 2000)
            lines = sum(max(table.hashes) for table in crowd.tables)
        with Host(PROGRAM, "--broker", broker.url) as fresh:
            took = resident(fresh) - before
    assert took < lines * 0.8 + tables * 40, (took, lines)


@beside
def a_cluster_outlives_one_of_three():
    """Three brokers keep three copies, as whoever looks after them has said: hosts leave it so, and go on when one is killed: each page is
    told of the others' lines."""
    ports = [free_port() for _ in range(3)]
    routes = ",".join(f"nats://127.0.0.1:{port}" for port in ports)
    with ExitStack() as all_:
        brokers = [all_.enter_context(Broker("-n", f"B{port}", "--cluster_name", "three", "--cluster", f"nats://127.0.0.1:{port}", "--routes", routes))
                   for port in ports]
        stream = {"name": "GRAPHPRIX", "subjects": ["table.*.log", "table.*.seats"], "num_replicas": 3, "storage": "file", "retention": "limits",
                  "discard": "old"}
        until = time.monotonic() + 2 * PATIENCE
        while "config" not in brokers[0].ask("STREAM.CREATE.GRAPHPRIX", **stream):
            assert time.monotonic() < until, "the brokers find no leader"
        # All listen at the first one, and who sends them lines lives at any: one of those that do not listen to the lost one depends on it.
        hosts = [all_.enter_context(Host(PROGRAM, "--track", "kidney", "--players", 3, "--set", "order=listed", "--broker", brokers[0].url))]
        senders = []
        while len(hosts) < 3 or all(sender == f"B{ports[0]}" for sender in senders):
            hosts.append(all_.enter_context(Host(PROGRAM, "--broker", brokers[0].url)))
            senders = [each["cluster"]["leader"] for each in brokers[0].ask("CONSUMER.LIST.GRAPHPRIX")["consumers"]]
        lost = next(broker for broker, port in zip(brokers[1:], ports[1:]) if f"B{port}" in senders)
        code, pages = hosts[0].code, [host.seat("Ada", hosts[0].code) for host in hosts[:3]]
        for host in hosts[3:]:
            pages.append(host.page())
            assert pages[-1].ask(watch=code)["ok"]
        told = brokers[0].ask("STREAM.INFO.GRAPHPRIX")
        assert told["config"]["num_replicas"] == 3, told["config"]
        for n in range(9):
            if n == 3:
                lost.kill()
            for page in pages:  # each hears of what is done elsewhere, without doing anything
                page.until(lambda page: page.view["n"] == n)
            page, until = pages[n % 3], time.monotonic() + 2 * PATIENCE
            while not (answer := page.do(action_of(page, random.Random(1))))["ok"] and page.view["n"] == n:
                assert "broker" in answer["error"] and time.monotonic() < until, answer
        for page in pages:
            page.until(lambda page: page.view["n"] == 9)
        assert len({page.view["hash"] for page in pages}) == 1
        until, fresh, url = time.monotonic() + 2 * PATIENCE, None, ",".join(broker.url for broker in brokers)
        while fresh is None:
            try:
                fresh = all_.enter_context(Host(PROGRAM, "--broker", url))
            except RuntimeError as error:  # the brokers have no leader yet: whoever runs hosts has them begun again
                assert "is no broker" in str(error) and time.monotonic() < until, error
        assert lines_of(None, code, fresh)["hash"] == pages[0].view["hash"]


# --- tournaments on many machines --------------------------------------------------------------------

TOURNAMENT = ("--track", "kidney", "--track", "hairpin", "--driver", "club", "--driver", "rookie", "--driver", "club",
              "--seed", 7, "--races", 100, "--json")


def tournament(*arguments):
    return [str(each) for each in (PROGRAM, "tournament", *arguments)]


def worker(broker, *arguments):
    process = subprocess.Popen([PROGRAM, "worker", "--broker", broker.url, "--jobs", "1", *arguments], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert json.loads(process.stdout.readline())["worker"]
    return process


@test
def workers_come_to_the_same_table():
    """Four workers, of which two are killed: the table of one machine to the last digit."""
    alone = subprocess.run(tournament(*TOURNAMENT), capture_output=True, text=True, check=True).stdout
    with Broker() as broker:
        workers = [worker(broker) for _ in range(4)]
        try:
            spread = subprocess.Popen(tournament(*TOURNAMENT, "--broker", broker.url), text=True, stdout=subprocess.PIPE)
            for each in workers[:2]:
                each.kill()
            assert spread.communicate(timeout=100)[0] == alone
            assert json.loads(alone)["races"] == 100
        finally:
            for each in workers:
                each.kill()
                each.communicate()


@test
def a_worker_starts_only_what_it_was_told_of():
    """A program is started only where its worker's command line names it."""
    bot = f"bot:{sys.executable} {ROOT}/docs/nothing.py"
    with Broker() as broker:
        unwilling = worker(broker)
        spread = subprocess.Popen(tournament("--track", "kidney", "--driver", "club", "--driver", bot, "--races", "2",
                                             "--json", "--broker", broker.url), text=True, stdout=subprocess.PIPE)
        willing = None
        try:
            assert select.select([unwilling.stderr], [], [], PATIENCE)[0] and "--driver" in unwilling.stderr.readline()
            assert spread.poll() is None
            willing = worker(broker, "--driver", bot)
            assert json.loads(spread.communicate(timeout=100)[0])["races"] == 2
        finally:
            for each in filter(None, (unwilling, willing)):
                each.kill()
                each.communicate()


# --- the documents --------------------------------------------------------------------------------

@test
def the_example_session_is_true():
    """The session in docs/together.md: what is sent there is sent, and each answer has what is shown."""
    text = (ROOT / "docs/together.md").read_text()
    session = re.search(r"```session\n(.*?)```", text, re.S).group(1).splitlines()
    first = session.pop(0)
    assert first.startswith("$ graphprix host --port 0 ")
    names = {}  # what differs from time to time, by what it is called there

    def matches(shown, found):
        if shown == "...":
            return True
        if isinstance(shown, dict):
            return isinstance(found, dict) and all(key in found and matches(value, found[key])
                                                   for key, value in shown.items() if key != "...")
        if isinstance(shown, list):
            if shown and shown[-1] == "...":
                return len(found) >= len(shown) - 1 and all(map(matches, shown[:-1], found))
            return len(shown) == len(found) and all(map(matches, shown, found))
        if isinstance(shown, str) and shown.startswith("<"):
            return names.setdefault(shown, found) == found
        return shown == found

    with Host(PROGRAM, *first.split()[5:]) as host:
        pages, names["<code>"] = {}, host.code
        for line in session:
            if not line.strip():
                continue
            who, way, what = re.fullmatch(r"(\w+) ([<>]) (.*)", line).groups()
            if who not in pages:
                pages[who] = host.page()
            page = pages[who]
            for name, value in names.items():
                what = what.replace(json.dumps(name), json.dumps(value))
            if way == ">":
                page.raw(what.encode())
                continue
            shown = json.loads(what.replace(",...}", ',"...":0}').replace(",...]", ',"..."]'))
            while True:
                found = page.hear()
                if matches(shown, found):
                    break
                assert "ok" not in found, (line, found)  # what comes unasked may be passed over, no answer is
    assert len(session) > 10


@test
def ten_lines_take_a_seat():
    """The program in docs/together.md, as it stands there."""
    text = (ROOT / "docs/together.md").read_text()
    code = re.search(r"```python\n(.*?)```", text, re.S).group(1)
    lines = [line for line in code.splitlines() if line.strip() and not line.startswith("#")]
    assert len(lines) <= 10, len(lines)
    with Host(PROGRAM, "--track", "kidney", "--players", 2, "--driver", "2=club", "--set", "order=listed",
              "--seed", 1) as host:
        done = subprocess.run([sys.executable, "-c", code, str(host.port), host.code], cwd=ROOT / "tests/together",
                              capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        model = Model(host.race_file())
        assert model.lines[0]["players"][0]["name"] == "Python" and len(model.lines) > 2


def main():
    wanted = sys.argv[2:]
    failed = 0
    chosen = [each for each in tests if not wanted or each.__name__ in wanted]
    if not shutil.which("nats-server"):
        alone = [each for each in chosen if "Broker(" not in inspect.getsource(each)]
        print(f"NOT TRIED, because there is no nats-server: {len(chosen) - len(alone)} tests", flush=True)
        chosen = alone
    pool = ThreadPoolExecutor()
    begun = {each: pool.submit(each) for each in chosen if hasattr(each, "beside")}
    for each in sorted(chosen, key=lambda each: each in begun):
        began = time.monotonic()
        try:
            begun[each].result() if each in begun else each()
        except Exception:
            failed += 1
            print(f"FAILED {each.__name__}")
            traceback.print_exc(file=sys.stdout)
        else:
            print(f"ok {each.__name__} ({time.monotonic() - began:.1f} s)", flush=True)
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
