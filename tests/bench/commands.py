"""Measures commands as whoever calls them sees them. commands.py PROGRAM

Moves are answered and races driven on all processors that there are; a start costs processor time of
one process, with all that the system does for it. Each figure is a median; a line says what it should
reach at least, or at most.
"""
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from figures import Figures

ROOT = Path(__file__).resolve().parent.parent.parent
RUNS, STARTS = 5, 41
ROUNDS, PLAYERS = 250, 8
RACES = 1000
REFEREE = ["referee", "--track", ROOT / "tracks" / "graph-paper" / "long-road.svg", "--players", str(PLAYERS),
           "--rules", "classroom", "--set", "laps=99"]
TOURNAMENT = ["tournament", "--track", ROOT / "tracks" / "graph-paper" / "kidney.svg", "--races", str(RACES),
              *["--driver", "club"] * 4]


def seconds(program, arguments, told=None):
    began = time.monotonic()
    subprocess.run([program, *arguments], input=told, stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - began


def actions_of_a_race(program):
    """Each car takes a move that does not end its drive."""
    with subprocess.Popen([program, *REFEREE], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True, bufsize=1) as process:
        def ask(command):
            process.stdin.write(command + "\n")
            return json.loads(process.stdout.readline())
        draws, actions = random.Random(1), []
        state = json.loads(process.stdout.readline())["state"]
        while state["round"] <= ROUNDS and not state["over"]:
            moves = ask("moves")["moves"]
            clear = [move for move in moves if move["outcome"] == "clear"] or moves
            actions.append(draws.choice(clear)["action"])
            state = ask(f"do {actions[-1]}")["state"]
        process.stdin.close()
    return actions


def referee(program, report):
    actions = actions_of_a_race(program)
    ground = f"long-road, {PLAYERS} cars, {len(actions)} actions"
    for what, asked in (("referee, actions", ""), ("referee, moves and actions", "moves\n")):
        told = "".join(f"{asked}do {action}\n" for action in actions).encode()
        spent = statistics.median(seconds(program, REFEREE, told) for _ in range(RUNS))
        report.tell(what, len(actions) / spent, "/s", 25000, ground, more=True)


def tournament(program, report):
    spent = statistics.median(seconds(program, TOURNAMENT) for _ in range(RUNS))
    report.tell("tournament of four club drivers", RACES / spent, "/s", 1500,
                f"kidney, {RACES} races, {os.cpu_count()} processors", more=True)


def start(program, report):
    for arguments in (["version"], ["check", ROOT / "tracks" / "graph-paper" / "kidney.svg"]):
        costs = []
        for _ in range(STARTS):
            process = subprocess.Popen([program, *arguments], stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            assert process.returncode == 0, arguments
            costs.append(1000 * (usage.ru_utime + usage.ru_stime))
        report.tell("start of a command", statistics.median(costs), "ms", 6,
                        f"{arguments[0]}, processor time")


def animation(program, report):
    """Of a race of 200 moves and a few more, as `replay --gif` writes it."""
    with tempfile.TemporaryDirectory() as folder:
        race, gif = Path(folder) / "race.race", Path(folder) / "race.gif"
        subprocess.run([program, "referee", "--track", "old-town", "--players", "4", "--seed", "5",
                        *[part for car in range(1, 5) for part in ("--driver", f"{car}=club")]],
                       input=f"save {race}\nquit\n".encode(), stdout=subprocess.DEVNULL, check=True)
        moves = len(race.read_bytes().splitlines()) - 1
        before = os.times()
        subprocess.run([program, "replay", race, "--gif", gif], check=True)
        after = os.times()
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        ground = f"old-town, {moves} moves, processor time"
        report.tell("animated picture", gif.stat().st_size / 2 ** 20, "MiB", 2, ground)
        report.tell("animated picture", spent, "s", 2, ground)


MEASURES = referee, tournament, start, animation


def main():
    program = Path(sys.argv[1]).resolve()
    report = Figures(loud=True)
    for measure in MEASURES:
        measure(program, report)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
