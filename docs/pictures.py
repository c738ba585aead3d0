"""Makes the pictures of README from the real window: pictures.py PROGRAM, by `make pictures`.

Three drivers search their way round Kidney with the referee; the race that comes of it is opened in
the window under Xvfb and looked at. The same program gives the same pictures.
"""
import json
import math
import random
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "window"))

import game  # noqa: E402
from display import Display  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
TRACK = ROOT / "tracks" / "kidney.svg"
CENTRE = (20, 13)
DRIVERS = (("Ada", "35,16", 4), ("Blaise", "37,16", 5), ("Chen", "34,16", 3))  # and how fast at most
EARLY, MID_RACE = 9, 21  # rounds
SAVED = ROOT / "tests" / "replays" / "1"
DERBY_UNDONE = 7  # actions, so that it is still going on


class Mishap(Exception):
    """The drivers came in each other's way."""


def turned(start, end):
    """By how much a move leads round the track, in radians, anticlockwise."""
    before, after = (math.atan2(y - CENTRE[1], x - CENTRE[0]) for x, y in (start, end))
    return (after - before + math.pi) % (2 * math.pi) - math.pi


def find_lap(start, fastest, seed):
    """A lap without a mishap, as actions: depth first, undoing what leads into a wall."""
    referee = game.Referee(TRACK, "--players", "1", "--set", "nitros=1")
    draws, visited, lap = random.Random(seed), set(), []

    def candidates(at):
        question = "moves" if lap else f"moves FROM {start}"
        rows = [row for row in referee.ask(question)["moves"]
                if row["outcome"] in ("clear", "finish") and
                max(abs(row["x"] - at[0]), abs(row["y"] - at[1])) <= fastest + row["nitros"] and
                (row["nitros"] == 0 or len(lap) > 3)]
        return sorted(rows, key=lambda row: -turned(at, (row["x"], row["y"])) +
                      0.12 * draws.random() + 0.1 * row["nitros"])

    def drive(at, velocity):
        if (at, velocity) in visited:
            return False
        visited.add((at, velocity))
        for row in candidates(at):
            to = (row["x"], row["y"])
            referee.ask(f"do {row['action']}")
            lap.append(row["action"])
            if row["outcome"] == "finish" or drive(to, (to[0] - at[0], to[1] - at[1])):
                return True
            referee.ask("undo")
            lap.pop()
        return False

    x, y = start.split(",")
    drive((int(x), int(y)), (0, 0))
    referee.close()
    return lap


def write_race(path, laps, rounds):
    """The drivers' laps side by side, as a saved race."""
    referee = game.Referee(TRACK, "--players", str(len(laps)), "--set", "order=listed")
    state = referee.greeting["state"]
    ways = [iter(lap) for lap in laps]
    while not state["over"] and state["round"] <= rounds:
        answer = referee.ask(f"do {next(ways[state['to_move'] - 1])}")
        if not answer["ok"] or any(event["type"] == "collided" for event in answer["events"]):
            raise Mishap(answer)
        state = answer["state"]
    answer = referee.ask(f"save {path}")
    referee.close()
    assert answer["ok"], answer
    head, *rest = path.read_text(encoding="utf-8").splitlines()
    race = json.loads(head)
    for player, (name, *_) in zip(race["players"], DRIVERS):
        player["name"] = name
    path.write_text("\n".join([json.dumps(race), *rest]) + "\n", encoding="utf-8")


def race_without_mishap(path):
    for seed in range(1000):
        laps = [find_lap(start, fastest, seed) for _, start, fastest in DRIVERS]
        try:
            write_race(path, laps, 1000)
            return laps
        except Mishap:
            continue
    raise SystemExit("no race without a mishap was found")


def braking_point(lap):
    """The point up and to the right of the principal point, for a car that drives to the left."""
    (x1, y1), (x2, y2) = (map(int, action.split(">")[-1].split(",")) for action in lap[-2:])
    return f"{2 * x2 - x1 + 1},{2 * y2 - y1 + 1}"


def take(window, name):
    window.picture().save(PICTURES / f"{name}.png")
    print(f"docs/pictures/{name}.png")


def take_all(display, home):
    early, halfway, whole = (home / f"{name}.race" for name in ("early", "halfway", "whole"))
    laps = race_without_mishap(whole)
    write_race(early, laps, EARLY)
    write_race(halfway, laps, MID_RACE)

    window = game.Game(display, home=home)
    window.wait_screen("home")
    window.point_away()
    take(window, "home")
    window.click("button new-race")
    window.wait_screen("set-up")
    window.wait(lambda seen: all("par" in target["text"] for target in seen["targets"]
                                 if target["id"].startswith("track ")), "par of each track")
    window.click("track Kidney")
    window.point_away()
    take(window, "set-up")
    window.clean_up()

    ahead = laps[0][MID_RACE]
    window = game.Game(display, halfway, home=home)
    window.wait_screen("race")
    window.key("f")
    window.point(f"move {ahead}")
    take(window, "race")
    window.clean_up()

    window = game.Game(display, early, home=home)
    window.wait_screen("race")
    window.key("v")
    chosen = f"move {braking_point(laps[0][:EARLY])}"
    window.point(chosen)
    display.xdotool("click", "--repeat", 3, 4)  # the wheel zooms at the pointer
    window.point(chosen)
    take(window, "arrows")
    window.clean_up()

    window = game.Game(display, whole, home=home)
    window.wait_screen("results")
    window.point_away()
    take(window, "results")
    window.clean_up()
    take_new_games(display, home)


def take_new_games(display, home):
    """The derby in mid-play, looking back on a race, a page of the rules and the tutorial."""
    window = game.Game(display, SAVED / "round-bowl-derby-of-two.race", home=home)
    window.wait_screen("results")
    window.click("button sheet")
    window.wait_screen("race")
    for _ in range(DERBY_UNDONE):
        window.key("ctrl+z")
    window.wait(lambda seen: any(t["id"].startswith("move ") for t in seen["targets"]), "a turn")
    window.point_away()
    take(window, "derby")
    window.clean_up()

    window = game.Game(display, SAVED / "kidney-run-wide.race", home=home)
    window.wait_screen("results")
    window.click("button replay")
    window.wait_screen("replay")
    window.key("End", *["Left"] * 12)
    window.wait_target("button step-forward")
    window.point_away()
    take(window, "replay")
    window.clean_up()

    window = game.Game(display, home=home)
    window.wait_screen("home")
    window.click("button tutorial")
    window.wait_screen("tutorial")
    window.point_away()
    take(window, "tutorial")
    window.clean_up()

    window = game.Game(display, home=home)
    window.wait_screen("home")
    window.click("button new-race")
    window.wait_screen("set-up")
    window.click("preset babylon-advanced")
    window.click("button all-rules")
    window.wait_target("choice slicks")
    window.point_away()
    take(window, "all-rules")
    window.clean_up()


def main():
    game.PROGRAM = Path(sys.argv[1]).resolve()
    display = Display()
    try:
        with tempfile.TemporaryDirectory(prefix="graphprix-pictures-") as folder:
            take_all(display, Path(folder))
    finally:
        display.close()


if __name__ == "__main__":
    main()
