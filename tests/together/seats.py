"""Seats at a table without a browser: a WebSocket client of the standard library alone, and hosts to play at."""
import base64
import json
import os
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 20  # seconds until what must come counts as missing


class Closed(Exception):
    """The host has ended the connection; `code` is what it said, or None."""

    def __init__(self, code):
        super().__init__(f"closed with {code}")
        self.code = code


class Page:
    """A connection, and what was heard by it: the last view, table and result, all sentences."""

    def __init__(self, port, origin=None, address="127.0.0.1"):
        self.socket = socket.create_connection((address, port), timeout=PATIENCE)
        self.buffer = b""
        self.count = 0
        self.allowance, self.allowed_at = 40, time.monotonic()
        self.view = self.table = self.result = self.token = self.seat = self.question = self.votes = None
        self.events, self.log, self.views = [], [], []
        lines = [f"GET / HTTP/1.1", f"Host: {address}:{port}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}", "Sec-WebSocket-Version: 13"]
        if origin:
            lines.append(f"Origin: {origin}")
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Closed(None)

    def more(self):
        try:
            piece = self.socket.recv(65536)
        except (ConnectionResetError, BrokenPipeError):
            piece = b""
        if not piece:
            raise Closed(None)
        self.buffer += piece

    def need(self, count):
        while len(self.buffer) < count:
            self.more()
        piece, self.buffer = self.buffer[:count], self.buffer[count:]
        return piece

    def frame(self):
        """The next message that is text; that others ask whether one is there (ping) is none."""
        until = time.monotonic() + PATIENCE
        while True:
            if time.monotonic() > until:
                raise TimeoutError("nothing was said")
            first, second = self.need(2)
            length = second & 127
            if length == 126:
                length, = struct.unpack(">H", self.need(2))
            elif length == 127:
                length, = struct.unpack(">Q", self.need(8))
            payload = self.need(length)
            kind = first & 15
            if kind == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None)
            if kind == 9:
                self.raw(payload, 10)
            elif kind in (0, 1):
                assert first & 128, "the host cuts no messages"
                return payload.decode()

    def raw(self, payload, kind=1, final=True):
        """Any bytes as a frame: also what no page would send."""
        mask = os.urandom(4)
        length = len(payload)
        head = bytes([(128 if final else 0) | kind])
        if length < 126:
            head += bytes([128 | length])
        elif length < 65536:
            head += bytes([128 | 126]) + struct.pack(">H", length)
        else:
            head += bytes([128 | 127]) + struct.pack(">Q", length)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        try:
            self.socket.sendall(head + mask + masked)
        except (ConnectionResetError, BrokenPipeError):
            pass  # what the host said before is still to be heard

    def hear(self):
        """The next message, whatever it is about; what it tells is kept."""
        message = json.loads(self.frame())
        if "view" in message:
            self.view = message["view"]
            self.views.append(self.view)
        if "table" in message:
            self.table = message["table"]
        if "votes" in message:
            self.votes = message["votes"]
        if "question" in message:
            self.question = message["question"]
        if "result" in message:
            self.result = message["result"]
        self.events += message.get("events", [])
        self.log += message.get("log", [])
        return message

    def send(self, paced=True, **message):
        """Not faster than a host hears, unless that is what is tried."""
        now = time.monotonic()
        self.allowance = min(40, self.allowance + 18 * (now - self.allowed_at)) - 1
        self.allowed_at = now
        if paced and self.allowance < 2:
            time.sleep(0.1)
        self.count += 1
        self.raw(json.dumps({"id": self.count, **message}).encode())
        return self.count

    def ask(self, **message):
        """The answer to it."""
        number = self.send(**message)
        while True:
            answer = self.hear()
            if answer.get("id") == number and "ok" in answer:
                if "token" in answer:
                    self.token, self.seat = answer["token"], answer["seat"]
                return answer

    def until(self, holds):
        """Hears on until that is so."""
        while not holds(self):
            self.hear()
        return self

    def do(self, action):
        return self.ask(do=action, n=self.view["n"])

    def is_quiet(self, seconds=0):
        """Nothing more has come, within that time."""
        return not self.buffer and not select.select([self.socket], [], [], seconds)[0]

    def close(self):
        self.socket.close()


class Host:
    """`graphprix host` on a free port, with folders of its own; a new one may take over its files."""

    def __init__(self, program, *arguments, home=None, wrapper=()):
        self.made = home is None
        self.home = home or tempfile.mkdtemp(prefix="graphprix-together-")
        environment = {**os.environ, "XDG_DATA_HOME": self.home, "XDG_CONFIG_HOME": self.home,
                       "XDG_CACHE_HOME": self.home, "ASAN_OPTIONS": "detect_leaks=0"}
        self.said = tempfile.TemporaryFile("a+")  # a pipe that nobody reads would stop it once it is full
        self.process = subprocess.Popen([*wrapper, str(program), "host", "--port", "0", *map(str, arguments)],
                                        stdout=subprocess.PIPE, stderr=self.said, env=environment, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(self.errors())
        self.first = json.loads(line)
        self.code = self.first["table"]
        self.port = urllib.parse.urlsplit(self.first["url"]).port

    def errors(self):
        self.said.seek(0)
        return self.said.read()

    def page(self, **how):
        return Page(self.port, **how)

    def seat(self, name, code=None):
        page = self.page()
        answer = page.ask(join=code or self.code, name=name)
        assert answer["ok"], answer
        return page.until(lambda page: page.view)

    def get(self, path, method="GET"):
        """(status, headers, body) of an HTTP request."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            connection.sendall(f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            answer = b""
            while piece := connection.recv(65536):
                answer += piece
        head, _, body = answer.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        return int(lines[0].split()[1]), dict(line.lower().split(": ", 1) for line in lines[1:]), body

    def race_file(self, code=None):
        return Path(self.home) / "graphprix" / "tables" / f"{code or self.code}.race"

    def kill(self):
        """As the power does: no farewell."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        if self.made:
            shutil.rmtree(self.home, ignore_errors=True)


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Broker:
    """A nats-server of its own on a loopback port, with a store that outlives it."""

    def __init__(self, *options):
        self.home, self.options = tempfile.mkdtemp(prefix="graphprix-broker-"), options
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.start()

    def start(self):
        self.process = subprocess.Popen(["nats-server", "-a", "127.0.0.1", "-p", str(self.port), "-js", "-sd", self.home, *self.options],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                    if connection.recv(4096).startswith(b"INFO"):
                        return
            except OSError:
                pass
            if time.monotonic() > until:
                raise TimeoutError("the broker does not come up")
            time.sleep(0.02)

    def ask(self, what, **message):
        """What its store answers to a request of NATS, none while it has no leader."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            body = json.dumps(message).encode()
            connection.sendall(b'CONNECT {"verbose":false,"headers":true,"no_responders":true}\r\nSUB answer 1\r\n'
                               + f"PUB $JS.API.{what} answer {len(body)}\r\n".encode() + body + b"\r\n")
            heard = b""
            connection.settimeout(5)
            try:
                while not (found := re.search(rb"\r\nMSG answer 1 (\d+)\r\n", heard)) or len(heard) < found.end() + int(found[1]):
                    piece = connection.recv(65536)
                    if not piece or b"\r\nHMSG" in heard:
                        return {}
                    heard += piece
            except TimeoutError:
                return {}
            return json.loads(heard[found.end():found.end() + int(found[1])])

    def kill(self):
        self.process.kill()
        self.process.wait()

    def lose_all(self):
        shutil.rmtree(self.home)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        shutil.rmtree(self.home, ignore_errors=True)
