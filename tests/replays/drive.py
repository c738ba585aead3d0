"""Makes saved races of all kinds for this folder: drive.py PROGRAM FOLDER

Each car takes a move by chance, clear ones more often than others, and now and then somebody undoes.
A race that is here once is never made anew: it is what a program of its time has written.
"""
import json
import random
import subprocess
import sys
from pathlib import Path

ACTIONS = 140

# name: (track, players, preset, changes)
RACES = {
    "peanut-derby": ("peanut", 3, "derby", ["rounds=20"]),
    "round-bowl-derby-of-two": ("round-bowl", 2, "derby", ["rounds=15", "slick_missed_turns=1"]),
    "boost-park-babylon-advanced": ("boost-park", 4, "babylon-advanced", ["laps=2"]),
    "kidney-run-wide": ("kidney", 3, "racing-car", ["off_track=run_wide", "walls=out"]),
    "hairpin-run-wide-end": ("hairpin", 2, "classroom", ["off_track=run_wide", "path=end"]),
    "triangle-four": ("triangle", 3, "racing-car",
                      ["acceleration=four", "nitros=0", "good_brakes=4", "turbo_boosts=4",
                       "line=touch", "slicks=coast"]),
    "old-town-damage": ("old-town", 5, "racing-car",
                        ["off_track=damage", "collision=damage", "reach=whole", "damage_limit=30",
                         "start=behind", "choose=reverse"]),
    "first-oval-forbid": ("first-oval", 6, "racing-car",
                          ["collision=forbid", "reach=whole", "finish=round", "slicks=four",
                           "start=anywhere", "order=loser_first"]),
}


class Referee:
    def __init__(self, program, track, players, preset, changes):
        options = [part for change in changes for part in ("--set", change)]
        self.process = subprocess.Popen(
            [program, "referee", "--track", track, "--players", str(players), "--rules", preset,
             "--seed", "7", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.state = self.read()["state"]

    def read(self):
        answer = json.loads(self.process.stdout.readline())
        assert answer["ok"], answer
        self.state = answer.get("state")
        return answer

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self.read()


def pick(draws, rows):
    clear = [row for row in rows if row.get("outcome", "clear") in ("clear", "finish")]
    return draws.choice(clear if clear and draws.random() < 0.8 else rows)["action"]


def chase(draws, rows, state):
    """In a derby: towards the nearest car of somebody else."""
    mover = next(car for car in state["cars"] if car["car"] == state["to_move"])
    rivals = [car for car in state["cars"]
              if car["player"] != mover["player"] and car["x"] is not None]
    if not rivals or draws.random() < 0.2:
        return pick(draws, rows)
    return min(rows, key=lambda row: min((row["x"] - car["x"]) ** 2 + (row["y"] - car["y"]) ** 2
                                         for car in rivals))["action"]


def drive(referee, draws, derby):
    state = referee.state
    done = 0
    while not state["over"] and done < ACTIONS:
        rows = referee.ask("moves")["moves"]
        action = chase(draws, rows, state) if derby else pick(draws, rows)
        waiting = any(car["status"] == "waiting" and car["car"] == state["to_move"]
                      for car in state["cars"])
        if waiting and ">" not in action and state["round"] > 0:
            action = pick(draws, referee.ask(f"moves FROM {action}")["moves"])
        state = referee.ask(f"do {action}")["state"]
        done += 1
        if draws.random() < 0.05:
            state = referee.ask("undo")["state"]


def main():
    program, folder = sys.argv[1], Path(sys.argv[2])
    for name, (track, players, preset, changes) in RACES.items():
        path = folder / f"{name}.race"
        if path.exists():
            continue
        referee = Referee(program, track, players, preset, changes)
        drive(referee, random.Random(name), preset == "derby")
        referee.ask(f"save {path.resolve()}")
        print(f"{path}: {referee.ask('state')['state']['round']} rounds")


if __name__ == "__main__":
    main()
