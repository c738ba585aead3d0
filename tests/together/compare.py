"""The host side by side with boardgame.io, its own server and its own client: compare.py [PROGRAM].

Installed by npm into a folder that is thrown away, so the internet is needed. Nine moves at tables of four pages; a move
counts when all four have been told of it. The pages of both sides run in Node; the wall's clock is theirs, too, so what
the server itself takes stands beside it, in processor time. Theirs has its matches in memory alone: ours writes its files
there, too.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from long import processor_seconds
from seats import ROOT, Host, free_port

VERSION = "0.50.2"
TABLES = 300
PAGE = os.sysconf("SC_PAGE_SIZE")


def memory(pid):
    """Bytes that are its own; what is shared with the disk's files does not grow by tables."""
    fields = Path(f"/proc/{pid}/statm").read_text().split()
    return (int(fields[1]) - int(fields[2])) * PAGE


class Theirs:
    def __init__(self, folder):
        self.port = free_port()
        self.process = subprocess.Popen(["node", "server.js", str(self.port)], cwd=folder, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, env={**os.environ, "NODE_ENV": "production"})
        while self.process.stdout.readline().strip() != "listens":
            assert self.process.poll() is None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


def run(side, kind, folder, rate=0):
    """What came of it: moves a second by the wall and by the server's processor, latencies, memory a table."""
    with side() as server:
        pid, empty = server.process.pid, memory(server.process.pid)
        pages = subprocess.Popen(["node", "pages.js", kind, str(server.port), str(TABLES), str(rate)], cwd=folder, text=True,
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert json.loads(pages.stdout.readline())["ready"]
        before = processor_seconds(pid)
        pages.stdin.write("\n")
        pages.stdin.flush()
        told = json.loads(pages.stdout.readline())
        used = processor_seconds(pid) - before
        pages.wait()
        return {"a second": told["moves"] / told["seconds"], "a processor's second": told["moves"] / used,
                "median": told["median"], "p99": told["p99"], "memory": (memory(pid) - empty) / TABLES / 1024}


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/graphprix"
    folder = Path(tempfile.mkdtemp(prefix="graphprix-compare-"))
    memory_home = tempfile.mkdtemp(prefix="graphprix-compare-", dir="/dev/shm")
    try:
        for file in (ROOT / "tests/together/compare").iterdir():
            shutil.copy(file, folder)
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent", f"boardgame.io@{VERSION}"], cwd=folder, check=True)
        sides = {"theirs": lambda: Theirs(folder), "ours": lambda: Host(program, "--open", home=memory_home)}
        whole = {kind: run(side, kind, folder) for kind, side in sides.items()}
        half = {kind: run(side, kind, folder, whole["theirs"]["a second"] / 2) for kind, side in sides.items()}
        print(f"{TABLES} tables of four pages, nine moves each     boardgame.io {VERSION}   graphprix   wanted")
        for what, figures, key, wanted in (
                ("moves told to four, a second", whole, "a second", ">= 10 times"),
                ("the same, a second of the server's processor", whole, "a processor's second", ">= 10 times"),
                ("KiB a table with its pages", whole, "memory", "<= 0.1"),
                ("median ms at half of their load", half, "median", "<= 1/3"),
                ("p99 ms at half of their load", half, "p99", "<= 1/3")):
            theirs, ours = figures["theirs"][key], figures["ours"][key]
            print(f"{what:46} {theirs:16.1f} {ours:15.1f}   {ours / theirs:6.2f} of theirs, {wanted}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(memory_home, ignore_errors=True)


if __name__ == "__main__":
    main()
