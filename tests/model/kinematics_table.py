"""The table of a race's motion against a second reckoning of it.

    kinematics_table.py [PROGRAM [RACES [SEED]]]

Random races under rules that crash, strike, spin, boost and push are driven by the referee. Each car's rows are made here from the
states that the referee tells - where a car stood and how fast it was before its action and after it - and held against what
`replay --kinematics` writes: numbers as fractions, lengths by their squares, angles by the arc tangent.
"""
import csv
import io
import json
import math
import random
import re
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/graphprix"
RULES = ("racing-car", "racing-car collision=crash struck_missed_turns=0 slick_missed_turns=0", "babylon-advanced turbo_areas=on",
         "classroom collision=crash nitros=9", "racing-car off_track=run_wide", "racing-car off_track=retire slicks=coast")
TRACKS = ("ring.svg", "areas.svg")
ACTIONS = 90


class Referee:
    def __init__(self, track, rules, players, seed):
        preset, *pairs = rules.split()
        sets = [word for pair in pairs for word in ("--set", pair)]
        self.process = subprocess.Popen(
            [PROGRAM, "referee", "--track", ROOT / "tests/golden" / track, "--rules", preset, *sets, "--players", str(players),
             "--seed", str(seed)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.first = json.loads(self.process.stdout.readline())

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


class Way:
    """Rows of a car: (x, y, vx, vy, px, py, wx, wy, note); push and wind are None where nothing was chosen."""

    def __init__(self):
        self.rows = []

    def still(self, at, note):
        self.rows.append([*at, 0, 0, None, None, None, None, note])

    def stand(self):
        if self.rows and self.rows[-1][8] == "":
            self.rows[-1][8] = "then stopped"


def follow(ways, before, answer, runs_wide):
    """What one action did to all cars. Who runs wide is not stopped by it; who has no choice is out when its turn
    comes, in a row of its own."""
    cars = {car["car"]: car for car in before["cars"]}
    moved = set()
    for event in answer["events"]:
        kind, number = event["type"], event["car"]
        way = ways.setdefault(number, Way()) if number else None
        old = cars.get(number)
        if kind == "started":
            way.rows.append([*event["at"], 0, 0, None, None, None, None, ""])
        elif kind == "moved":
            moved.add(number)
            v = event["v"]
            had = [old["vx"] or 0, old["vy"] or 0] if old["x"] is not None else [0, 0]
            push = old["shift"] if old["x"] is not None else [0, 0]
            a = [v[i] - had[i] - push[i] for i in (0, 1)]
            way.rows.append([*(start + step for start, step in zip(event["from"], v)), *v, *a, *push, ""])
        elif kind == "left_track" and runs_wide:
            pass
        elif kind == "retired" and runs_wide:
            way.still(way.rows[-1][:2], "stopped")
        elif kind == "left_track" and answer_car(answer, number)["status"] != "outside" and not came_back(event, answer, number):
            if number in moved:
                way.rows.pop()
                moved.discard(number)
            way.still(event["to"], "stopped")
        elif kind == "collided":
            way.rows.pop()
            way.still(event["at"], "stopped")
            for struck in event["struck"]:
                ways[struck].stand()
        elif kind == "slick":
            way.stand()
        elif kind == "missed":
            way.still(way.rows[-1][:2], "missed")


def answer_car(answer, number):
    return next(car for car in answer["state"]["cars"] if car["car"] == number)


def came_back(event, answer, number):
    """Out and in again in one move: it is not stopped."""
    car = answer_car(answer, number)
    return car["status"] == "racing" and (car["vx"], car["vy"]) != (0, 0)


def drive(referee, random_, runs_wide):
    ways, state = {}, referee.first["state"]
    for _ in range(ACTIONS):
        if state["over"]:
            break
        moves = referee.ask("moves")["moves"]
        tame = [move for move in moves if move.get("outcome") in ("clear", "slick", "finish")]
        action = random_.choice(tame if tame and random_.random() < 0.85 else moves)["action"]
        answer = referee.ask(f"do {action}")
        follow(ways, state, answer, runs_wide)
        state = answer["state"]
    return ways


def root_of(text):
    """The square of what stands there: "5", "√13"."""
    found = re.fullmatch(r"(\d*)√(\d+)|(\d+)", text)
    return Fraction(found[3]) ** 2 if found[3] else Fraction(found[1] or 1) ** 2 * int(found[2])


def check_length(row, name, x, y):
    square = x * x + y * y
    exact, rounded = (row[key] for key in row if key.startswith(name))
    assert root_of(exact) == square, (exact, square)
    assert Fraction(rounded) == Fraction(str(round(math.sqrt(square) + 1e-9, 2))), (rounded, square)


def check_row(row, wanted, k, pushes):
    x, y, vx, vy, px, py, wx, wy, note = wanted
    ax, ay = (None, None) if px is None else (px + wx, py + wy)
    value = {key.split(" ")[0]: text for key, text in row.items()}
    columns = [("t", k), ("x", x), ("y", y), ("vx", vx), ("vy", vy), ("ax", ax), ("ay", ay)]
    columns += [("px", px), ("py", py), ("wx", wx), ("wy", wy)] if pushes else []
    for name, number in columns:
        told = Fraction(value[name]) if value[name] else None
        assert told == number, (name, told, number, row, wanted)
    assert value["note"] == note, (row, wanted)
    check_length(row, "|v|", vx, vy)
    if ax is not None:
        check_length(row, "|a|", ax, ay)
    if (vx, vy) == (0, 0):
        assert value["direction"] == ""
    else:
        angle = math.degrees(math.atan2(vy, vx)) % 360
        assert abs((float(value["direction"]) - angle + 180) % 360 - 180) <= 0.05 + 1e-9, (row, angle)


def check_race(index, seed, folder):
    random_ = random.Random(seed * 100003 + index)
    rules, players = random_.choice(RULES), random_.randint(1, 4)
    referee = Referee(random_.choice(TRACKS), rules, players, index + 1)
    ways = drive(referee, random_, "run_wide" in rules)
    path = Path(folder) / f"{index}.race"
    assert referee.ask(f"save {path}")["ok"]
    referee.process.stdin.close()
    referee.process.wait()
    table = subprocess.run([PROGRAM, "replay", path, "--kinematics", "-"], capture_output=True, text=True, check=True).stdout
    rows = list(csv.DictReader(io.StringIO(table)))
    pushes = any(key.startswith("wx") for key in rows[0]) if rows else False
    assert pushes == any(row[6] or row[7] for way in ways.values() for row in way.rows)
    wanted = [(row, k) for number in sorted(ways) for k, row in enumerate(ways[number].rows)]
    assert len(rows) == len(wanted), (len(rows), len(wanted), rules)
    for row, (expected, k) in zip(rows, wanted):
        check_row(row, expected, k, pushes)
    return len(rows), sum(row["note"] != "" for row in rows), pushes


def main():
    races, seed = (int(sys.argv[i]) if len(sys.argv) > i else usual for i, usual in ((2, 30), (3, 20261124)))
    total = noted = pushed = 0
    with tempfile.TemporaryDirectory() as folder:
        for index in range(races):
            rows, notes, pushes = check_race(index, seed, folder)
            total, noted, pushed = total + rows, noted + notes, pushed + pushes
    assert noted > 0, "no race had a note"
    print(f"{races} races, {total} rows, {noted} with a note, {pushed} races with a push: as reckoned here")
    print(f"{races} passed, 0 failed")


if __name__ == "__main__":
    main()
