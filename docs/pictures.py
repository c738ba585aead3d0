"""Makes the pictures of README from the real window: pictures.py PROGRAM, by `make pictures`.

Three computer drivers race round Kidney in the referee; their race, under people's names and cut
where something is to be seen, is opened in the window under Xvfb and looked at. The same program
gives the same pictures.
"""
import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "window"))

import game  # noqa: E402
from display import Display  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
TRACK = ROOT / "tracks" / "kidney.svg"
DRIVERS = (("Ada", "pro"), ("Blaise", "club"), ("Chen", "club"))
SEED = 1
EARLY, MID_RACE = 7, 11  # rounds
SAVED = ROOT / "tests" / "replays" / "1"
DERBY_UNDONE = 7  # actions, so that it is still going on


def race(path):
    """The whole race as a saved one; the actions of the first car."""
    drivers = [f"--driver={number}={level}" for number, (_, level) in enumerate(DRIVERS, 1)]
    referee = game.Referee(TRACK, "--players", str(len(DRIVERS)), "--set", "order=listed",
                           "--seed", str(SEED), *drivers)
    answer = referee.ask(f"save {path}")
    referee.close()
    assert answer["ok"], answer
    head, *rest = path.read_text(encoding="utf-8").splitlines()
    setup = json.loads(head)
    for player, (name, _) in zip(setup["players"], DRIVERS):
        player.update(name=name, driver="human")
    path.write_text("\n".join([json.dumps(setup), *rest]) + "\n", encoding="utf-8")
    return [line["do"] for line in map(json.loads, rest) if line["car"] == 1]


def cut(whole, path, rounds):
    """The same race up to where car 1 is to move in the round after."""
    head, *rest = whole.read_text(encoding="utf-8").splitlines()
    own = [n for n, line in enumerate(rest) if json.loads(line)["car"] == 1]
    path.write_text("\n".join([head, *rest[:own[rounds]]]) + "\n", encoding="utf-8")


def take(window, name):
    window.picture().save(PICTURES / f"{name}.png")
    print(f"docs/pictures/{name}.png")


def take_all(display, home):
    early, halfway, whole = (home / f"{name}.race" for name in ("early", "halfway", "whole"))
    lap = race(whole)
    cut(whole, early, EARLY)
    cut(whole, halfway, MID_RACE)

    window = game.Game(display, home=home)
    window.wait_screen("home")
    window.point_away()
    take(window, "home")
    window.click("button new-race")
    window.wait_screen("set-up")
    window.wait(lambda seen: all("par" in target["text"] for target in seen["targets"]
                                 if target["id"].startswith("track ")), "par of each track")
    window.click("track Kidney")
    window.click("player 2 driver")
    window.wait_target("player 2 driver ace")
    window.point_away()
    take(window, "drivers")
    window.click("player 2 driver ace")
    window.point_away()
    take(window, "set-up")
    window.clean_up()

    ahead = lap[MID_RACE]
    window = game.Game(display, halfway, home=home)
    window.wait_screen("race")
    window.key("f")
    window.point(f"move {ahead}")
    take(window, "race")
    window.key("h")
    window.wait(lambda seen: "more rounds" in seen["status"], "hints")
    take(window, "hints")
    window.key("h")  # the settings remember it
    window.wait(lambda seen: "more rounds" not in seen["status"], "no hints")
    window.clean_up()

    window = game.Game(display, early, home=home)
    window.wait_screen("race")
    window.key("v")
    chosen = f"move {lap[EARLY]}"
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
