"""Races programs by the real program, without a window: run.py PROGRAM.

The drivers of assets/bots (under 60 lines each) finish every shipped track, and race each other under all
kinds of rules, without a fault; those of stock cars are for stock.py. The smallest driver of
docs/write-your-own-driver.md drives, and the conversation shown there is one that takes place. Bad programs
are told of, a driver takes over, and nothing is left running, also when the referee is killed. It ends with
one line "N passed, N failed".
"""
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BOTS = ROOT / "assets" / "bots"
PAGE = ROOT / "docs" / "write-your-own-driver.md"
TRACKS = ("boost-park", "first-oval", "hairpin", "hill-climb", "kidney", "long-road", "old-town", "three-ponds",
          "triangle")
ARENAS = ("island-ring", "peanut", "round-bowl")
PATIENCE = 20000  # milliseconds for an answer, on a busy machine
marks = itertools.count(1)
RULES = (
    "--rules babylon", "--rules babylon-advanced", "--rules classroom", "--set start=behind",
    "--set start=anywhere", "--set choose=reverse", "--set acceleration=four", "--set off_track=run_wide",
    "--set off_track=damage", "--set collision=forbid --set reach=whole", "--set line=touch",
    "--set path=end", "--set walls=out", "--set laps=2", "--set checkpoints=on --set turbo_areas=on",
    "--set slicks=coast", "--set finish=round",
)


class Failed(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Failed(text)


def race(track, commands, rules=""):
    """The referee's greeting: programs drive as soon as it begins, to the end if there is nobody else."""
    arguments = [PROGRAM, "referee", "--track", track, "--players", str(len(commands)), "--seed", "3",
                 "--bot-ms", str(PATIENCE), *rules.split()]
    for number, command in enumerate(commands, 1):
        arguments += ["--driver", f"{number}={command}"]
    mark = new_mark()
    done = subprocess.run(arguments, env={**os.environ, **mark}, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=300)
    require(done.returncode == 0, f"status {done.returncode}: {done.stderr[-2000:]}")
    require(not left_running(mark), f"{arguments}: something is left running")
    return json.loads(done.stdout.splitlines()[0])


def new_mark():
    """Goes into the environment of a referee, and from there into that of all that it starts."""
    return {"GRAPHPRIX_RACES": f"{os.getpid()}-{next(marks)}"}


def left_running(mark):
    wanted = f"GRAPHPRIX_RACES={mark['GRAPHPRIX_RACES']}".encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (process / "environ").read_bytes().split(b"\0"):
                found.append(process.name)
        except OSError:
            pass
    return found


# --- programs that play well -------------------------------------------------------------------------

def drivers(folder):
    """name -> how it is started; a language that is not there is told and left out."""
    found = {"driver.py": f"bot:{sys.executable} {BOTS}/driver.py"}
    node = shutil.which("node") or shutil.which("nodejs")
    if node:
        found["driver.js"] = f"bot:{node} {BOTS}/driver.js"
    else:
        print("driver.js is left out: there is no node")
    compiled = Path(folder) / "driver"
    subprocess.run(["cc", "-O2", "-Wall", "-Werror", "-o", compiled, BOTS / "driver.c"], check=True)
    found["driver.c"] = f"bot:{compiled}"
    return found


def finish_a_track(track, name, command):
    greeting = race(track, [command])
    require("note" not in greeting, f"{name} on {track}: {greeting.get('note')}")
    car = greeting["state"]["cars"][0]
    require(car["status"] == "finished", f"{name} on {track}: {car}")


def race_each_other(track, rules, commands):
    greeting = race(track, commands, rules + " --set round_limit=300")
    require("note" not in greeting, f"{track} {rules}: {greeting.get('note')}")
    require(greeting["state"]["over"], f"{track} {rules}: it is not over")


def fit_on_a_page():
    for path in BOTS.glob("driver.*"):
        lines = path.read_text().splitlines()
        require(len(lines) < 60, f"{path.name} has {len(lines)} lines")
        require(max(map(len, lines)) <= 100, f"{path.name} has a line of {max(map(len, lines))} letters")


def drive_what_the_page_shows(folder):
    block = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.S).group(1)
    require(len(block.splitlines()) <= 10, "the smallest driver is not small")
    (Path(folder) / "tiny.py").write_text(block)
    greeting = race("kidney", [f"bot:{sys.executable} {folder}/tiny.py"], "--set round_limit=10")
    require("note" not in greeting, str(greeting.get("note")))


def match(shown, heard):
    """Are the lines of the page those of the conversation, but for what its "..." leave out?"""
    at = 0
    skips = False
    for line in shown:
        if line.strip() == "...":
            skips = True
            continue
        places = [at] if not skips else range(at, len(heard))
        at = next((i + 1 for i in places if i < len(heard) and heard[i] == line), None)
        require(at is not None, f"the page shows {line!r}, which is not said there")
        skips = False


def say_what_the_page_shows(folder):
    """The page's own answers are given; what car 2 does is up to its seed, so its lines are left out."""
    block = re.search(r"```\n(> graphprix 1\n.*?)```", PAGE.read_text(), re.S).group(1)
    block = block.replace("> go 1000", f"> go {PATIENCE}")
    shown = [line for line in block.splitlines() if not re.match(r"> (car 2|end)", line)]
    answers = [line[2:] for line in shown if line.startswith("<")]
    script = Path(folder) / "page.py"
    heard = Path(folder) / "heard.txt"
    script.write_text(f"""import sys
answers = {answers!r}
heard = open({str(heard)!r}, "x")  # a second time it gives up at once
for line in sys.stdin:
    if not line.startswith(("car 2", "end")):
        print(">", line, end="", file=heard)
    if line.split()[0] in ("ready", "go"):
        if not answers:
            sys.exit()
        print("<", answers[0], file=heard, flush=True)
        print(answers.pop(0), flush=True)
""")
    race("kidney", [f"bot:{sys.executable} {script}", "rookie"], "--set order=listed --set round_limit=10")
    match(shown, heard.read_text().splitlines())


# --- programs that do not ----------------------------------------------------------------------------

def give_way_after_three_faults():
    greeting = race("kidney", ["bot:false", "bot:sh -c 'echo ready; exec yes'"])
    note = greeting["note"]
    for part in ("Player 1's program died with status 1.", "Player 2's program ", "takes over"):
        require(part in note, f"{part!r} is not in {note!r}")
    require("finished" in [car["status"] for car in greeting["state"]["cars"]], "nobody finished")


def leave_nothing_when_killed(signal_number):
    """A bot that has children, and does not want to go."""
    script = "trap : TERM; (setsid sleep 1000 &); sleep 1000 & echo ready; while :; do sleep 1; done"
    mark = new_mark()
    process = subprocess.Popen(
        [PROGRAM, "referee", "--track", "kidney", "--players", "2", "--set", "order=listed",
         "--driver", f"2=bot:sh -c '{script}'", "--bot-ms", "60000"],
        env={**os.environ, **mark}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.stdout.readline()
    process.stdin.write("do 33,16>33,17\n")
    process.stdin.flush()
    wait_until(lambda: len(left_running(mark)) >= 6, "the program was not started")
    process.send_signal(signal_number)
    process.communicate()
    wait_until(lambda: not left_running(mark), "something is left running")


def wait_until(holds, otherwise):
    for _ in range(200):
        if holds():
            return
        time.sleep(0.05)
    raise Failed(otherwise)


# --- all of it ---------------------------------------------------------------------------------------

def checks(folder):
    found = drivers(folder)
    commands = list(found.values())
    yield fit_on_a_page, ()
    yield drive_what_the_page_shows, (folder,)
    yield say_what_the_page_shows, (folder,)
    for name, command in found.items():
        for track in TRACKS:
            yield finish_a_track, (track, name, command)
    for number, rules in enumerate(RULES):
        yield race_each_other, (TRACKS[number % len(TRACKS)], rules, commands)
    for arena in ARENAS:
        yield race_each_other, (arena, "--rules derby", commands)
    yield give_way_after_three_faults, ()
    for signal_number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
        yield leave_nothing_when_killed, (signal_number,)


def run(check):
    function, arguments = check
    try:
        function(*arguments)
        return True
    except Failed as failure:
        print(f"{function.__name__}: {failure}")
        return False


def main():
    with tempfile.TemporaryDirectory() as folder:
        with ThreadPoolExecutor(2 * (os.cpu_count() or 2)) as pool:
            results = list(pool.map(run, checks(folder)))
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    PROGRAM = sys.argv[1]
    sys.exit(main())
