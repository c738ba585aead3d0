"""Circuit in the window: cars built and speeds posted in secret between two people, spaces by click and
by number key, hints, and a pass that is forced.
"""
import json

import steps
from game import Referee
from suite import check, check_equal, main

FIRST, SECOND = steps.NAMES


def begin(table, names=steps.NAMES, driver=None, preset="sunday", track="First corners"):
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_target("game circuit")
    game.click("game circuit")
    game.wait_target(f"track {track}")
    game.click(f"track {track}")
    game.click(f"preset {preset}")
    steps.name_players(game, names)
    if driver:
        game.click("player 2 driver")
        game.click(f"player 2 driver {driver}")
        game.wait_gone(f"player 2 driver {driver}")
    game.click("button start-race")
    game.wait_screen("race")
    return game


def take_over(game, name, target):
    game.wait_status(f"Hand the screen to {name}.")
    game.click("button ready")
    game.wait_target(target)


def test_cars_are_built_in_secret_and_shown_together(table):
    game = begin(table, preset="force-pass")
    take_over(game, FIRST, "choice car even")
    check(not game.has("button build"), "no car of points that are left")
    game.click("choice car even")
    game.click("button build")
    take_over(game, SECOND, "choice car fast")
    check("11111" not in game.target("player 1")["text"], "the other's build is hidden")
    game.click("choice car fast")
    game.click("button build")
    game.wait_target("button go-on")
    check("Before the first turn" in game.read()["status"], "both are turned over")
    game.click("button go-on")
    take_over(game, FIRST, "speed 60")
    check("build 11111" in game.target("player 1")["text"], "the even build is told")


def test_one_person_never_hands_the_screen_over(table):
    game = begin(table, driver="rookie")
    game.wait_target("speed 60")
    game.key("h")
    game.wait(lambda seen: "turns left" in steps.text_of(seen, "speed 60"), "hints of speeds")
    game.click("speed 60")
    game.wait(lambda seen: any(t["id"].startswith("space ") for t in seen["targets"]), "the own move")
    check(not game.has("button ready"), "no cover")
    first = game.targets("space ")[0]["id"]
    game.wait(lambda seen: "turns left" in (steps.text_of(seen, first) or ""), "hints of spaces")
    row = int(first.split()[1].split(",")[0])
    game.key("1" if first.endswith("1") else "2")  # a lane by its number
    game.wait(lambda seen: not any(t["id"].startswith(f"space {row},") for t in seen["targets"]), "a step")


# --- a circuit of 20 rows without a corner, three cars of the same build ------------------------------------

OVAL = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 140" data-graphprix-circuit="1"
 data-rows="20" data-lanes="2"><title>Oval</title><path class="course" d="M 60 20 L 150 20 L 180 70 L 150 120
 L 60 120 L 30 70 Z" data-lane-width="8"/></svg>
"""
# Rows 19 19 18 at the start. Blocks are possible from turn 3 on: then the third, which is 20 faster, stands in
# row 4 with a point left, behind the others abreast in row 5.
TO_THE_PASS = (3 * ("speed 40",) + ("go 1 1", "go 2 2", "go 1 1")) * 2 + (
    "speed 40", "speed 40", "speed 60", "go 1 1", "go 2 2", "go 1 1")
THREE = (*steps.NAMES, "Zoe")


def add_oval(home):
    folder = home / "data" / "graphprix" / "tracks"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "oval.svg").write_text(OVAL)
    return folder / "oval.svg"


def before_the_pass(home):
    """A saved race of three people, by the referee."""
    path = home / "pass.race"
    referee = Referee(add_oval(home), "--game", "circuit", "--players", "3", "--set", "build=standard",
                      "--set", "grid=listed", "--set", "laps=1")
    for action in (*(f"do {action}" for action in TO_THE_PASS), f"save {path}"):
        answer = referee.ask(action)
        check(answer["ok"], f"{action}: {answer}")
    referee.close()
    head, *rest = path.read_text(encoding="utf-8").splitlines()
    setup = json.loads(head)
    for player, name in zip(setup["players"], THREE):
        player["name"] = name
    path.write_text("\n".join([json.dumps(setup), *rest]) + "\n", encoding="utf-8")
    return path


def percent_through(blocks, own, others=(0, 0)):
    """By every fall of three times two dice: the passer is 20 faster than both."""
    dice = [one + two for one in range(1, 7) for two in range(1, 7)]
    wins = 0
    for mine in dice:
        roll = mine - 1 + (2 if blocks == 2 else 0) - (2 if own else 0)
        beaten = [sum(roll <= 2 or (roll < other - chip and roll < 10) for other in dice) for chip in others]
        wins += beaten[0] * beaten[1]
    return round(100 * wins / 36 ** 3)


def check_odds(game, row, own, others=(0, 0)):
    expected = ", ".join(f"{percent} %" for percent in
                         (100, percent_through(1, own, others), percent_through(2, own, others)))
    game.wait(lambda seen: any(t["text"] == f"{row}: {expected}" for t in seen["labels"]),
              f"{row}: {expected}")


def told(game):
    """All that is on the screen, but for when it was drawn."""
    seen = game.read()
    return {key: value for key, value in seen.items() if key != "frame"}


def look_as(game, name, target):
    """What the next one sees once the screen was handed over, and its picture."""
    take_over(game, name, target)
    game.point_away()
    picture = game.picture()
    return told(game), picture


def test_a_pass_is_forced_and_no_card_is_seen_before_it_is_turned(table):
    game = table.open(before_the_pass(table.home))
    game.wait_target("force 1 2")
    check_odds(game, "no chip", False)
    check_odds(game, "my chip", True)
    game.click("force 1 2")
    game.key("End")
    game.click("button go-on")
    take_over(game, FIRST, "card block")
    game.click("card block")
    blocked = look_as(game, SECOND, "card pass")
    game.key("ctrl+z")
    take_over(game, FIRST, "card pass")
    game.click("card pass")
    passed = look_as(game, SECOND, "card pass")
    check_equal(blocked[0], passed[0], "what the second is told")
    check_equal(blocked[1].differing(passed[1], 0), 0, "pixels that tell the card")
    game.click("card block")
    game.wait_status("Zoe, spend a chip?")
    check_odds(game, "no chip", False)
    check_odds(game, "my chip", True)
    game.click("chip")
    game.wait_status(f"{FIRST}, spend a chip?")
    check_odds(game, "no chip", True)
    check_odds(game, "my chip", True, (2, 0))
    game.point_away()
    game.click("chip")
    game.wait_status(f"{SECOND}, spend a chip?")
    check_odds(game, "no chip", True, (2, 0))
    check_odds(game, "my chip", True, (2, 2))
    game.point_away()
    game.click("keep")
    game.wait(lambda seen: not any(t["id"] == "keep" and SECOND in seen["status"] for t in seen["targets"]),
              "cards and dice")
    done = [action for action in steps.done_actions(game) if action in ("block", "pass", "chip", "keep")]
    check_equal(done, ["pass", "block", "chip", "chip", "keep"], "what was entered")


if __name__ == "__main__":
    main(globals())
