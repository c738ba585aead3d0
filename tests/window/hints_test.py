"""Hints in the window: what they say of points, key and button, where they are forbidden, undo, and
that nobody waits for them.

On Straight 30 squares lie between start and finish line. With 1, 2, 3 ... squares a move seven moves
make 28 and the eighth comes across: 8 rounds. Driving up from (4, 6) leads to (4, 7) and (4, 9);
from (4, 12) a car of velocity 3 needs 2 + 1 squares to stop and has one.
"""
import json

import steps
from suite import check, check_equal, main

DOOMED = "Doomed: no way to stay on the track."


def begin(table, home_settings=None, **choices):
    steps.add_own_track(table.home)
    if home_settings:
        path = table.home / "config" / "graphprix" / "settings.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(home_settings))
    game = table.open()
    steps.new_race(game, preset="classroom", names=("Emmy",), **choices)
    return game


def drive_up(game):
    """To (4, 9) with velocity (0, 2)."""
    steps.choose_start(game, "4,6")
    steps.click_move(game, "4,7")
    steps.click_move(game, "4,9")
    game.wait_target("move 4,12")


def expect_best(game, rounds):
    """With the pointer at no point."""
    game.point_away()
    game.wait_status(f"At best {rounds} rounds to the finish.")


def text_of(game, name):
    return game.wait_target(name)["text"]


def test_what_points_say(table):
    game = begin(table)
    game.key("h")
    game.wait_status("At best 8 rounds to the finish.")
    game.point("start 4,6")
    game.wait_status("8 more rounds, the fewest.")
    steps.choose_start(game, "4,6")
    game.point("move 5,6")
    game.wait_status("7 more rounds, the fewest. Full braking stops at (5, 6).")
    game.point("move 4,7")
    game.wait_status("8 more rounds, best 7. Full braking stops at (4, 7).")
    steps.click_move(game, "4,7")
    steps.click_move(game, "4,9")
    game.point("move 4,11")
    game.wait_status("Full braking stops at (4, 12).")
    for point in ("3,12", "4,12", "5,12"):
        game.point(f"move {point}")
        game.wait_status(DOOMED)
        check_equal(text_of(game, f"move {point}"), "clear", "the outcome of a doomed point")


def test_key_and_button(table):
    game = begin(table)
    drive_up(game)
    game.point_away()
    plain = game.picture()
    game.key("h")
    game.wait_status("At best")
    shown = game.picture()
    check(shown.pixels != plain.pixels, "hints are seen")
    game.click("button hint")
    game.wait(lambda seen: "At best" not in seen["status"], "hints gone")
    game.point_away()
    check(game.picture().pixels == plain.pixels, "the sheet is as it was before")
    game.key("h")
    game.wait_status("At best")
    game.point_away()
    check(game.picture().pixels == shown.pixels, "the same hints again")
    game.close()
    game = table.open()
    game.wait_screen("home")
    game.click("button continue")
    game.wait_status("At best")


def test_after_undo(table):
    game = begin(table)
    game.key("h")
    expect_best(game, 8)
    steps.choose_start(game, "4,6")
    steps.click_move(game, "5,6")
    expect_best(game, 7)
    steps.click_move(game, "7,6")
    expect_best(game, 6)
    game.key("ctrl+z")
    expect_best(game, 7)
    game.key("ctrl+z")
    expect_best(game, 8)
    game.key("ctrl+y")
    expect_best(game, 7)


def test_keyboard_alone(table):
    game = begin(table)
    game.key("h")
    game.wait_status("At best 8 rounds")
    game.key("Up")
    game.wait_status("8 more rounds, the fewest.")
    game.key("Return")
    game.wait_status("At best 8 rounds")
    game.key("Up")
    game.wait_status("8 more rounds, best 7.")
    game.key("Right")
    game.wait_status("7 more rounds, the fewest.")
    game.key("Return")
    game.wait_status("8 more rounds, best 6.")  # the focus stays on the point, now to stand there
    check_equal(len(steps.done_actions(game)), 1, "a move by the keyboard")


def test_forbidden(table):
    steps.add_own_track(table.home)
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    game.click("button all-rules")
    game.scroll_to("choice hints off", "choice contest")
    game.click("choice hints off")
    game.wait(lambda seen: steps.text_of(seen, "choice hints") == "off", "no hints")
    game.click("button start-race")
    game.wait_status(", choose your start")
    check(not game.has("button hint"), "no button for hints")
    game.key("h")
    game.wait_status("This race was set up without hints.")
    head = json.loads(game.races()[-1].read_text(encoding="utf-8").splitlines()[0])
    check_equal(head["allow"]["hints"], False, "what the race's file allows")


def make_ring(folder, width=700, height=500):
    """A wide ring: millions of states to look at."""
    path = folder / "data" / "graphprix" / "tracks" / "ring.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'>"
        f"<title>Ring</title>"
        f"<ellipse class='wall' cx='{width // 2}' cy='{height // 2}' rx='{width // 2 - 2}' "
        f"ry='{height // 2 - 2}'/><ellipse class='wall' cx='{width // 2}' cy='{height // 2}' "
        f"rx='{width // 2 - 40}' ry='{height // 2 - 40}'/><line class='start finish' "
        f"x1='{width - 41}' y1='{height // 2}' x2='{width - 1}' y2='{height // 2}'/></svg>")
    return path


def test_nobody_waits(table):
    """While a large sheet is looked through, the window answers, and it can be left."""
    game = table.open(make_ring(table.home))
    game.wait_screen("set-up")
    steps.name_players(game, ("Emmy",))
    game.click("button start-race")
    game.wait_status(", choose your start")
    game.key("h")
    game.wait_status("Looking ahead")
    start = game.targets("start ")[0]["id"]
    steps.choose_start(game, start.split()[1])
    answered = 0
    for _ in range(6):
        frame = game.read()["frame"]
        game.key("v")
        game.wait(lambda seen: seen["frame"] > frame, "an answer to a key", patience=3)
        answered += "Looking ahead" in game.read()["status"]
    check(answered > 0, "keys are answered while the sheet is looked through")
    game.key("h")
    game.wait(lambda seen: "Looking ahead" not in seen["status"], "hints given up")
    game.key("h")
    check_equal(game.close(), 0, "the exit status of a window that was looking ahead")


if __name__ == "__main__":
    main(globals())
