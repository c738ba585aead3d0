"""Races programs that drive on circuits by the real program, without a window: circuit.py PROGRAM.

The drivers of assets/bots (under 80 lines each) finish every shipped circuit and race each other under all
kinds of rules, without a fault. What docs/write-your-own-driver.md shows drives, and is said as it stands there.
A program that answers with what is not allowed loses its turns and harms nothing. It ends with one line
"N passed, N failed".
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import run
from run import BOTS, PAGE, PATIENCE, ROOT, left_running, match, new_mark, require

CIRCUITS = sorted(path.stem for path in (ROOT / "tracks" / "circuit").glob("*.svg"))
RULES = (
    "", "--rules sunday", "--set lines=off", "--set slipstream=off --set grid=start_speed", "--set force_pass=off",
    "--set spins=stop --set laps=1", "--set wear=0 --set blue_chips=0", "--set points=0", "--set points=10 --set wear=20",
    "--set build=standard --set grid=listed",
)
CHAPTER = PAGE.read_text().partition("\n## Circuits\n")[2]
SHORT = 300  # milliseconds for an answer of those who give none


def race(circuit, commands, rules="", milliseconds=PATIENCE):
    """The referee's greeting, which tells the whole race."""
    arguments = [run.PROGRAM, "referee", "--game", "circuit", "--track", circuit, "--players",
                 str(len(commands)), "--seed", "3", "--bot-ms", str(milliseconds), *rules.split()]
    for number, command in enumerate(commands, 1):
        arguments += ["--driver", f"{number}={command}"]
    mark = new_mark()
    done = subprocess.run(arguments, env={**os.environ, **mark}, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=300)
    require(done.returncode == 0, f"status {done.returncode}: {done.stderr[-2000:]}")
    require(not left_running(mark), f"{arguments}: something is left running")
    return json.loads(done.stdout.splitlines()[0])


def drivers(folder):
    """name -> how it is started; a language that is not there is told and left out."""
    found = {"circuit_driver.py": f"bot:{sys.executable} {BOTS}/circuit_driver.py"}
    node = shutil.which("node") or shutil.which("nodejs")
    if node:
        found["circuit_driver.js"] = f"bot:{node} {BOTS}/circuit_driver.js"
    else:
        print("circuit_driver.js is left out: there is no node")
    compiled = Path(folder) / "circuit_driver"
    subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", compiled, BOTS / "circuit_driver.c"],
                   check=True)
    found["circuit_driver.c"] = f"bot:{compiled}"
    return found


def fit_on_a_page():
    paths = list(BOTS.glob("circuit_driver.*"))
    require(len(paths) == 3, f"{len(paths)} drivers")
    for path in paths:
        lines = path.read_text().splitlines()
        require(len(lines) < 80, f"{path.name} has {len(lines)} lines")
        require(max(map(len, lines)) <= 100, f"{path.name} has a line of {max(map(len, lines))} letters")


def finish_a_circuit(circuit, name, command):
    """Alone it never spins."""
    greeting = race(circuit, [command])
    require("note" not in greeting, f"{name} on {circuit}: {greeting.get('note')}")
    car = greeting["state"]["cars"][0]
    require(car["status"] == "finished", f"{name} on {circuit}: {car}")
    spins = [event for event in greeting["events"] if event["type"] == "spin"]
    require(not spins, f"{name} on {circuit}: {spins}")


def race_each_other(circuit, rules, commands):
    greeting = race(circuit, commands, rules)
    require("note" not in greeting, f"{circuit} {rules}: {greeting.get('note')}")
    require(greeting["state"]["over"], f"{circuit} {rules}: it is not over")
    left = [car["status"] for car in greeting["state"]["cars"]].count("racing")
    require(left <= 1 and greeting["state"]["round"] < 200, f"{circuit} {rules}: {left} never came")


def drive_what_the_page_shows(folder):
    block = re.search(r"```python\n(.*?)```", CHAPTER, re.S).group(1)
    require(len(block.splitlines()) <= 10, "the smallest driver is not small")
    (Path(folder) / "tiny.py").write_text(block)
    for circuit in CIRCUITS:
        greeting = race(circuit, [f"bot:{sys.executable} {folder}/tiny.py"])
        require("note" not in greeting, str(greeting.get("note")))
        require(greeting["state"]["cars"][0]["status"] == "finished", "it did not come round")


def say_what_the_page_shows(folder):
    """The page's own answers are given; then it gives up. What car 2 does is up to its driver."""
    block = re.search(r"```\n(> graphprix 1 circuit\n.*?)```", CHAPTER, re.S).group(1)
    block = block.replace("> go 1000", f"> go {PATIENCE}")
    shown = [line for line in block.splitlines() if not re.match(r"> (car 2|end)", line)]
    answers = [line[2:] for line in shown if line.startswith("<")]
    script, heard = Path(folder) / "circuit_page.py", Path(folder) / "circuit_heard.txt"
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
    race("first-corners", [f"bot:{sys.executable} {script}", "rookie"], "--set grid=listed --set round_limit=10")
    match(shown, heard.read_text().splitlines())


# What a program may say, and what the car does instead (RULES 15).
BAD = {"nonsense": "print('speed 10' if asked == 'post' else 'go 9', flush=True)",
       "another phase": "print({'build': 'speed 60', 'post': 'keep', 'move': 'block'}.get(asked, 'go 1'), flush=True)",
       "two lines": "print('', flush=True); print('go', flush=True)", "nothing": "pass"}


def lose_its_turn(folder, name):
    script = Path(folder) / f"{name.replace(' ', '_')}.py"
    script.write_text(f"""import sys
for line in sys.stdin:
    if line.startswith("ready"): print("ready Bad", flush=True)
    if line.startswith("ask"): asked = line.split()[1]
    if line.startswith("go"): {BAD[name]}
""")
    greeting = race("first-corners", [f"bot:{sys.executable} {script}", "rookie"], "--set grid=listed", SHORT)
    require("takes over" in greeting["note"], greeting["note"])
    require(greeting["state"]["over"], "it is not over")
    designed = [event for event in greeting["events"] if event["type"] == "designed"]
    require(designed[0]["build"] == [0, 0, 1, 2, 2], f"it is {designed[0]}, not the first listed")
    shown = [event for event in greeting["events"] if event["type"] == "shown" and event["car"] == 1]
    require(shown[0]["speed"] == 20, f"it stood and posted {shown[0]}, not the nearest")


def checks(folder):
    found = drivers(folder)
    commands = list(found.values())
    yield fit_on_a_page, ()
    yield drive_what_the_page_shows, (folder,)
    yield say_what_the_page_shows, (folder,)
    for name, command in found.items():
        for circuit in CIRCUITS:
            yield finish_a_circuit, (circuit, name, command)
    for number, rules in enumerate(RULES):
        yield race_each_other, (CIRCUITS[number % len(CIRCUITS)], rules, 2 * commands)
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
