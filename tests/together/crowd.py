"""Thousands of seats in one process: each joins, acts when it is its turn, and comes back by its token when its line
breaks. What it is told is kept as a hash a line, so that whatever was lost, done twice or told in two ways shows."""
import base64
import collections
import heapq
import itertools
import json
import os
import random
import re
import select
import socket
import struct
import time

HASH = b'"hash":"'
MOVE = re.compile(rb'"action":"([^"]+)"[^}]*"outcome":"(\w+)"')
PATIENCE_S = 100
BACK_S = 0.3  # until a seat whose line broke tries again
SEATS = 4
RACE = {"track": "first-oval", "players": SEATS, "rules": "classroom", "set": {"order": "listed"}}


class Line:
    """A WebSocket that does not block. `who` hears the texts, and (None) its end."""

    def __init__(self, crowd, port, who, source=None):
        self.crowd, self.who, self.rest, self.open, self.early, self.held_back = crowd, who, b"", False, b"", True
        self.waiting = bytearray(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: "
                                 f"{base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.socket = socket.socket()
        self.socket.setblocking(False)
        if source:
            self.socket.bind((source, 0))
        self.socket.connect_ex(("127.0.0.1", port))
        crowd.lines[self.socket.fileno()] = self
        crowd.poll.register(self.socket, select.EPOLLIN | select.EPOLLOUT)

    def send(self, kind, payload):
        length = len(payload)
        head = bytes([0x80 | kind, 0x80 | length]) if length < 126 else bytes([0x80 | kind, 0xfe]) + struct.pack(">H", length)
        whole = head + b"\0\0\0\0" + payload  # a mask of zeros is one, too
        if not self.open:
            self.early += whole
            return
        self.waiting += whole
        self.write()

    def say(self, **message):
        self.send(1, json.dumps({"id": 1, **message}).encode())

    def write(self):
        try:
            del self.waiting[:self.socket.send(self.waiting)]
        except BlockingIOError:
            pass
        except OSError:
            return self.end()
        if self.held_back != bool(self.waiting):
            self.held_back = bool(self.waiting)
            self.crowd.poll.modify(self.socket, select.EPOLLIN | (select.EPOLLOUT if self.held_back else 0))

    def end(self):
        if self.socket.fileno() >= 0:
            del self.crowd.lines[self.socket.fileno()]
            self.socket.close()
            self.who(self, None)

    def ready(self, what):
        if what & select.EPOLLOUT and self.waiting:
            self.write()
        if what & ~select.EPOLLOUT and self.socket.fileno() >= 0:
            try:
                piece = self.socket.recv(1 << 14)
            except BlockingIOError:
                return
            except OSError:
                piece = b""
            if not piece:
                return self.end()
            self.take(self.rest + piece if self.rest else piece)

    def take(self, bytes_):
        if not self.open:
            head, found, rest = bytes_.partition(b"\r\n\r\n")
            if found and b" 101 " not in head:
                return self.end()
            if not found:
                self.rest = bytes_
                return
            self.open, bytes_ = True, rest
            self.waiting += self.early
            self.write()
        at, whole = 0, len(bytes_)
        while whole >= at + 2:
            length, body = bytes_[at + 1], at + 2
            if length > 125:
                body += 2 if length == 126 else 8
                length = int.from_bytes(bytes_[at + 2:body], "big")
            if whole < body + length:
                break
            kind, at, payload = bytes_[at] & 15, body + length, bytes_[body:body + length]
            if kind == 1:
                self.who(self, payload)
            elif kind == 9:
                self.send(10, payload)
            elif kind == 8:
                return self.end()
            if self.socket.fileno() < 0:
                return
        self.rest = bytes_[at:]


class Seat:
    def __init__(self, table, number):
        self.table, self.number, self.token, self.line = table, number, None, None
        self.n, self.asked, self.moves = -1, None, None

    def come(self):
        crowd = self.table.crowd
        self.asked = self.moves = None
        self.line = Line(crowd, crowd.port_for(self), self.hear)
        self.line.say(**({"token": self.token} if self.token else {"join": self.table.code, "name": f"Seat {self.number}"}))

    def hear(self, line, text):
        crowd = self.table.crowd
        if line is not self.line:
            return
        if text is None:
            self.line = self.moves = None
            crowd.later(BACK_S * (0.5 + random.random()), self.come)
        elif text.startswith(b'{"view":{"n":'):
            self.n = int(text[13:text.index(b",", 13)])
            at = text.index(HASH) + len(HASH)
            self.table.told_of(self.n, text[at:at + 16])
            self.moves = text[at:] if text.find(b'"moves":', at) > 0 else None
            if self.moves:
                crowd.idle.append(self)
        elif text.startswith(b'{"id":'):
            self.answer(json.loads(text))

    def answer(self, told):
        table, asked = self.table, self.asked
        if "token" in told:
            self.token = told["token"]
        elif asked and told["ok"]:
            assert asked[0] not in table.done, (table.code, asked, "was done before")
            table.done[asked[0]] = asked[1]
            table.crowd.answered += 1
        elif not told["ok"]:
            table.crowd.refused[told["error"]] += 1
            if asked:  # what was late may go on with what has come since
                table.crowd.later(1, lambda: self.moves and table.crowd.idle.append(self))
            elif not asked:  # its seat is not free yet, or the broker is away
                self.line.end()
        self.asked = None

    def act(self):
        if not self.moves or self.asked or not self.line:
            return
        moves = MOVE.findall(self.moves)
        action, _ = random.choice([move for move in moves if move[1] != b"off_track"] or moves)
        self.asked = (self.n, action)
        self.table.began = time.monotonic()
        self.line.send(1, b'{"id":1,"do":"%b","n":%d}' % self.asked[::-1])


class Table:
    def __init__(self, crowd, code, number):
        self.crowd, self.code, self.number, self.done, self.hashes, self.began = crowd, code, number, {}, {}, None
        self.seats = [Seat(self, number) for number in range(SEATS)]
        self.seen, self.last = {}, 0

    def told_of(self, n, hash_):
        assert self.hashes.setdefault(n, hash_) == hash_, (self.code, n, "is told in two ways")
        self.seen[n] = seen = self.seen.get(n, 0) + 1
        self.last = max(self.last, n)
        if seen == SEATS and self.began and n == self.last:  # all four know of it
            self.crowd.took.append((time.monotonic(), time.monotonic() - self.began))
            self.began = None


class Crowd:
    def __init__(self, ports, apart=True):
        """`apart`: the seats of a table are at all hosts; else at one, as those who have come by one link."""
        self.apart = apart
        self.ports, self.poll, self.lines, self.tables = ports, select.epoll(), {}, []
        self.idle, self.timers, self.took, self.count = collections.deque(), [], [], itertools.count()
        self.answered, self.refused = 0, collections.Counter()

    def port_for(self, seat):
        """Where a host listens: one of them, and another one at the next try."""
        alive = [port for port in self.ports if port]
        if not self.apart:
            return alive[seat.table.number % len(alive)]
        return alive[(seat.number + random.randrange(2 if seat.token else 1)) % len(alive)]

    def later(self, seconds, act):
        heapq.heappush(self.timers, (time.monotonic() + seconds, next(self.count), act))

    def turn(self, until):
        """Until that holds, or that time has come: hears and acts."""
        patience = time.monotonic() + PATIENCE_S
        while not (time.monotonic() >= until if isinstance(until, float) else until()):
            for number, what in self.poll.poll(0.01, 1000):
                if number in self.lines:  # no other one has ended it
                    self.lines[number].ready(what)
            now = time.monotonic()
            if callable(until) and now > patience:
                raise TimeoutError([(seat.table.code, seat.number, seat.n, seat.asked, seat.token, seat.line and (seat.line.open, len(seat.line.waiting)))
                                    for table in self.tables for seat in table.seats if seat.asked or seat.n < max(table.hashes, default=0) or not seat.token][:9])
            while self.timers and self.timers[0][0] <= now:
                heapq.heappop(self.timers)[2]()
            self.pace()

    def pace(self):
        pass

    def open_tables(self, count):
        """Twenty for an address: loopback has many."""
        codes = []

        def hear(line, text):
            told = json.loads(text) if text else {"ok": True}
            if "table" in told:
                codes.append(told["table"]["code"])
            elif not told["ok"]:
                self.refused[told["error"]] += 1
                line.say(open=RACE)
        for first in range(0, count, 20):
            block = first // 20
            line = Line(self, self.ports[block % len(self.ports)], hear, f"127.2.{block // 250}.{block % 250 + 1}")
            for _ in range(min(20, count - first)):
                line.say(open=RACE)
            self.turn(lambda: len(codes) >= min(first + 20, count))
            line.end()
        for first in range(0, count, 50):
            some = [Table(self, code, number) for number, code in enumerate(codes[first:first + 50], first)]
            self.tables += some
            for seat in (seat for table in some for seat in table.seats):
                seat.come()
            self.turn(lambda: all(seat.n >= 0 and seat.token for table in some for seat in table.seats))

    def drive(self, seconds, rate):
        """So many actions a second, by whose turn it is; none is asked for once the time is over."""
        began, acted = time.monotonic(), 0

        def pace():
            nonlocal acted
            while self.idle and acted < (time.monotonic() - began) * rate:
                self.idle.popleft().act()
                acted += 1
        self.pace = pace
        self.turn(began + seconds)
        self.pace = lambda: None
