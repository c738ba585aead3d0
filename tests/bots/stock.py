"""Races programs that drive stock cars by the real program, without a window: stock.py PROGRAM.

The drivers of assets/bots (under 80 lines each) finish every shipped map and race each other under all kinds
of rules, without a fault. What docs/write-your-own-driver.md shows drives, and is said as it stands there.
Programs that try for ever, or flood the game with trials, lose their turn and harm nothing. It ends with one
line "N passed, N failed".
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import run
from run import BOTS, PAGE, PATIENCE, ROOT, left_running, match, new_mark, require

MAPS = sorted(path.stem for path in (ROOT / "tracks" / "stock-cars").glob("*.map"))
RULES = (
    "--rules sunday", "--set orders=open", "--set specials=off --set laps=1", "--set max_speed=6",
    "--set wild_cards=0", "--set off_track=mild --set crash=off", "--set oil=off --set sandbags=off",
    "--set slipstream=off --set max_speed=30 --set laps=1", "--rules sunday --set orders=secret --set oil=on",
)
CHAPTER = PAGE.read_text().partition("\n## Stock cars\n")[2]
SHORT = 300  # milliseconds for an answer of those who give none


def race(track, commands, rules="", milliseconds=PATIENCE, seconds=300):
    """The referee's greeting, which tells the whole race."""
    arguments = [run.PROGRAM, "referee", "--game", "stock-cars", "--track", track, "--players",
                 str(len(commands)), "--seed", "3", "--bot-ms", str(milliseconds), *rules.split()]
    for number, command in enumerate(commands, 1):
        arguments += ["--driver", f"{number}={command}"]
    mark = new_mark()
    done = subprocess.run(arguments, env={**os.environ, **mark}, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=seconds)
    require(done.returncode == 0, f"status {done.returncode}: {done.stderr[-2000:]}")
    require(not left_running(mark), f"{arguments}: something is left running")
    return json.loads(done.stdout.splitlines()[0])


def drivers(folder):
    """name -> how it is started; a language that is not there is told and left out."""
    found = {"stock_driver.py": f"bot:{sys.executable} {BOTS}/stock_driver.py"}
    node = shutil.which("node") or shutil.which("nodejs")
    if node:
        found["stock_driver.js"] = f"bot:{node} {BOTS}/stock_driver.js"
    else:
        print("stock_driver.js is left out: there is no node")
    compiled = Path(folder) / "stock_driver"
    subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", compiled, BOTS / "stock_driver.c"],
                   check=True)
    found["stock_driver.c"] = f"bot:{compiled}"
    return found


def fit_on_a_page():
    paths = list(BOTS.glob("stock_driver.*"))
    require(len(paths) == 3, f"{len(paths)} drivers")
    for path in paths:
        lines = path.read_text().splitlines()
        require(len(lines) < 80, f"{path.name} has {len(lines)} lines")
        require(max(map(len, lines)) <= 100, f"{path.name} has a line of {max(map(len, lines))} letters")


def finish_a_map(track, name, command):
    greeting = race(track, [command], "--set oil=off --set round_limit=300")
    require("note" not in greeting, f"{name} on {track}: {greeting.get('note')}")
    car = greeting["state"]["cars"][0]
    require(car["status"] == "finished", f"{name} on {track}: {car}")


def race_each_other(track, rules, commands):
    greeting = race(track, commands, rules + " --set round_limit=300")
    require("note" not in greeting, f"{track} {rules}: {greeting.get('note')}")
    require(greeting["state"]["over"], f"{track} {rules}: it is not over")
    finished = [car["status"] for car in greeting["state"]["cars"]].count("finished")
    require(finished >= len(commands) - 1, f"{track} {rules}: {finished} finished")


def drive_what_the_page_shows(folder):
    block = re.search(r"```python\n(.*?)```", CHAPTER, re.S).group(1)
    require(len(block.splitlines()) <= 12, "the smallest driver is not small")
    (Path(folder) / "tiny.py").write_text(block)
    greeting = race("first-lap", [f"bot:{sys.executable} {folder}/tiny.py"], "--set round_limit=60")
    require("note" not in greeting, str(greeting.get("note")))
    require("left_track" not in [event["type"] for event in greeting["events"]], "it left the track")
    require(greeting["state"]["cars"][0]["crossings"] >= 1, "it did not get on")


def say_what_the_page_shows(folder):
    """The page's own answers are given; then it gives up."""
    block = re.search(r"```\n(> graphprix 1\n.*?)```", CHAPTER, re.S).group(1)
    block = block.replace("> go 1000", f"> go {PATIENCE}").replace("> end 2\n", "")
    shown = [line for line in block.splitlines() if line.strip()]
    answers = [line[2:] for line in shown if line.startswith("<")]
    script, heard = Path(folder) / "stock_page.py", Path(folder) / "stock_heard.txt"
    script.write_text(f"""import sys
answers = {answers!r}
heard = open({str(heard)!r}, "x")  # a second time it gives up at once
for line in sys.stdin:
    print(">", line, end="", file=heard)
    if line.split()[0] in ("ready", "go") or line.startswith("{{"):
        if not answers:
            sys.exit()
        print("<", answers[0], file=heard, flush=True)
        print(answers.pop(0), flush=True)
""")
    race("first-lap", [f"bot:{sys.executable} {script}", "rookie"], "--set round_limit=10")
    match(shown, heard.read_text().splitlines())


# --- programs that do not play well ------------------------------------------------------------------

BAD = {
    # asks for ever, and reads what it is answered
    "asks": """
for line in sys.stdin:
    if line.split()[0] == "ready": print("ready", flush=True)
    if line.split()[0] == "go" or line[0] == "{": print("try -", flush=True)
""",
    # asks for ever, and reads nothing
    "floods": """
print("ready", flush=True)
while True: print("try (((((((((", flush=True)
""",
    # one question without end
    "endless": """
print("ready", flush=True)
while True: sys.stdout.write("try MMMMMMMMMMMMMMM")
""",
    # answers with what is none, and then nothing
    "nonsense": """
for line in sys.stdin:
    if line.split()[0] == "ready": print("ready", flush=True)
    if line.split()[0] == "go": print("try\\ntry \\xff\\ndo\\ndo AAAAAA", flush=True)
""",
}


def lose_its_turn(folder, name):
    script = Path(folder) / f"{name}.py"
    script.write_text("import sys\n" + BAD[name])
    began = time.monotonic()
    greeting = race("first-lap", [f"bot:{sys.executable} {script}", "rookie"],
                    "--set orders=open --set round_limit=20", SHORT)
    seconds = time.monotonic() - began
    note = greeting["note"]
    for part in ("Player 1's program ", "The car gets no special.", "The car drives straight on.",
                 "A computer driver takes over."):
        require(part in note, f"{part!r} is not in {note!r}")
    require(greeting["state"]["over"], "it is not over")
    require(seconds < 60, f"it took {seconds:.0f} s")
    first = [event for event in greeting["events"] if event["type"] == "drove" and event["car"] == 1][0]
    require(first["order"] == "-", f"it drove {first['order']}")


def checks(folder):
    found = drivers(folder)
    commands = list(found.values())
    yield fit_on_a_page, ()
    yield drive_what_the_page_shows, (folder,)
    yield say_what_the_page_shows, (folder,)
    for name, command in found.items():
        for track in MAPS:
            yield finish_a_map, (track, name, command)
    for number, rules in enumerate(RULES):
        yield race_each_other, (MAPS[number % len(MAPS)], rules, commands)
    for name in BAD:
        yield lose_its_turn, (folder, name)


def main():
    with tempfile.TemporaryDirectory() as folder:
        with ThreadPoolExecutor(2 * (os.cpu_count() or 2)) as pool:
            results = list(pool.map(run.run, checks(folder)))
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    run.PROGRAM = sys.argv[1]
    sys.exit(main())
