"""The inspection before a race: what is agreed on the sheet is what the rules then say.

On straight.svg the road's lower wall runs along y = 1: a point on it is track as drawn. Judged are
the moves that the race offers and the referee that loads the saved race.
"""
import json

import steps
from game import Referee
from suite import check, check_equal, main

# A rectangle of 46 x 12 squares whose walls run along grid lines.
DOUBTFUL = 2 * (46 + 12)


def inspect(table):
    steps.add_own_track(table.home)
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    game.scroll_to("track Straight", "track Long road")
    game.click("track Straight")
    steps.name_players(game, ("Emmy",))
    game.click("button inspect")
    game.wait_screen("inspection")
    return game


def start(game):
    game.click("button done")
    game.wait_screen("set-up")
    game.click("button start-race")
    game.wait_screen("race")
    game.wait_target("start 4,2")


def text_becomes(game, name, text):
    game.wait(lambda seen: steps.text_of(seen, name) == text, f"{name} to be {text}")


def outcomes(game, begin):
    """What the referee says of the moves from a start point in the newest race."""
    referee = Referee(steps.STRAIGHT, "--players", "1")
    check(referee.ask(f"load {game.races()[-1]}")["ok"], "the referee takes the race")
    rows = referee.ask(f"moves FROM {begin}")["moves"]
    referee.close()
    return {row["action"].split(">")[1]: row["outcome"] for row in rows}


def test_agreeing_changes_what_counts_as_track(table):
    game = inspect(table)
    game.wait_status(f"0 of {DOUBTFUL} agreed")
    check_equal(len(game.targets("inspect ")), DOUBTFUL, "points near a wall")
    check_equal(game.target("inspect 5,1")["text"], "as drawn", "at first")
    game.click("inspect 5,1")
    text_becomes(game, "inspect 5,1", "inside")
    game.click("inspect 5,1")
    text_becomes(game, "inspect 5,1", "outside")
    game.click("inspect 3,1")
    text_becomes(game, "inspect 3,1", "inside")
    for wanted in ("inside", "outside", "as drawn"):
        game.click("inspect 9,13")
        text_becomes(game, "inspect 9,13", wanted)
    game.point_away()
    game.wait_status(f"2 of {DOUBTFUL} agreed")
    start(game)
    steps.choose_start(game, "4,2")
    check_equal(game.target("move 5,1")["text"], "off_track", "a point that was agreed to be outside")
    check_equal(game.target("move 4,1")["text"], "clear", "a point on the wall, as drawn")
    found = outcomes(game, "4,2")
    check_equal((found["5,1"], found["4,1"], found["3,1"]), ("off_track", "clear", "clear"),
                "the referee's outcomes")
    head = json.loads(game.races()[-1].read_text(encoding="utf-8").splitlines()[0])
    check_equal([word in head["track"]["svg"] for word in ('class="inside"', 'class="outside"')],
                [True, True], "stored with the race")


def test_all_and_clear(table):
    game = inspect(table)
    game.click("button all-outside")
    game.wait_status(f"{DOUBTFUL} of {DOUBTFUL} agreed")
    text_becomes(game, "inspect 20,1", "outside")
    game.click("button all-inside")
    text_becomes(game, "inspect 20,1", "inside")
    game.click("button clear")
    game.wait_status(f"0 of {DOUBTFUL} agreed")
    game.click("button all-outside")
    start(game)
    check(not game.has("start 4,1"), "no start on a point that is outside")
    game.key("Escape")
    game.click("button home")
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    game.click("button inspect")  # the agreement lasts
    game.wait_screen("inspection")
    game.wait_status(f"{DOUBTFUL} of {DOUBTFUL} agreed")


def test_what_was_agreed_is_undone_and_done_again(table):
    game = inspect(table)
    check(not game.has("button undo"), "nothing to undo")
    game.click("inspect 5,1")
    game.wait(lambda seen: seen["status"] == "(5, 1): inside.", "nothing but the point to be told")
    game.click("button all-outside")
    text_becomes(game, "inspect 5,1", "outside")
    game.key("ctrl+z")
    game.wait_status("Undone: All outside.")
    text_becomes(game, "inspect 5,1", "inside")
    game.click("button undo")
    text_becomes(game, "inspect 5,1", "as drawn")
    game.wait_gone("button undo")
    game.key("ctrl+y", "ctrl+y")
    text_becomes(game, "inspect 9,13", "outside")
    game.click("button undo")
    text_becomes(game, "inspect 9,13", "as drawn")
    game.click("button done")  # the rules know what was agreed in the end
    game.wait_screen("set-up")
    game.wait_target("button inspect")
    check(game.target("button inspect")["text"].startswith("Inspected: 1 of "), "what was agreed")


def test_by_keyboard(table):
    game = inspect(table)
    game.key("Tab")
    game.wait_focus("inspect 1,1")
    game.key("Right", "Right")
    game.wait_focus("inspect 3,1")
    game.key("Left", "Left", "Up")
    game.wait_focus("inspect 1,2")
    game.key("Return")
    text_becomes(game, "inspect 1,2", "inside")
    game.key("plus", "plus", "plus", "plus", "plus", "plus", "plus")
    game.wait(lambda seen: target(seen, "inspect 40,1")["w"] == 0, "the far end out of sight")
    game.key("Down", "shift+Tab")
    game.wait_focus("button done")
    game.key("shift+Tab", "shift+Tab", "shift+Tab", "shift+Tab")
    game.wait_focus("button undo")  # of the one point that was agreed on
    game.key("shift+Tab")
    game.wait_focus("inspect 47,13")
    game.wait(lambda seen: target(seen, "inspect 47,13")["w"] > 14, "the focus in sight")
    game.key("Escape")
    game.wait_screen("set-up")


def test_a_vast_arena(table):
    """Of millions of points only those in sight are targets, and only where they can be clicked."""
    folder = table.home / "data" / "graphprix" / "tracks"
    folder.mkdir(parents=True)
    steps.vast_arena(folder / "vast.svg")
    game = table.open()
    game.wait_screen("home")
    game.click("button tracks")
    game.wait_screen("tracks")
    game.type("vast arena")
    game.key("Return")
    game.wait_screen("set-up")
    game.click("button inspect")
    game.wait_screen("inspection")
    game.point_away()
    game.wait_status("agreed. Zoom in to change a point.")
    check_equal(game.targets("inspect "), [], "targets of the whole sheet")
    game.key("Right")  # the first point, in squares that can be clicked
    game.wait_focus("inspect 9,3")
    game.wait(lambda seen: target(seen, "inspect 9,3")["w"] > 14, "the focus in sight")
    game.come_to_rest()
    check(10 < len(game.targets("inspect ")) < 5000, "points in sight")
    game.key("Return")
    text_becomes(game, "inspect 9,3", "inside")
    game.click("inspect 9,5")
    text_becomes(game, "inspect 9,5", "inside")
    game.key("f")
    game.wait_status("2 of ")
    game.click("button done")
    game.wait_screen("set-up")
    game.wait_target("button inspect")
    check(game.target("button inspect")["text"].startswith("Inspected: 2 of "), "what was agreed")


def target(seen, name):
    return next(t for t in seen["targets"] if t["id"] == name)


def slow_track(path):
    """The straight with so much on it that the set-up comes up before it is read."""
    combs = ""
    for y in range(3, 12):
        teeth = " ".join(f"{5 + at / 250:.3f},{y + at % 2 / 4}" for at in range(7500))
        combs += f'<polygon class="slick" points="{teeth} 35,{y - 0.5} 5,{y - 0.5}"/>'
    path.write_text(steps.STRAIGHT.read_text().replace("</svg>", combs + "</svg>"))
    return path


def test_the_set_up_before_the_track_is_read_again(table):
    game = table.open(slow_track(table.home / "slow.svg"))
    for _ in range(3):
        game.wait_target("button inspect")
        game.key("ctrl+o")
        game.wait_screen("saved")
        game.key("Escape")
        game.wait_screen("set-up")
    game.wait_target("button inspect")
    check_equal(game.close(), 0, f"status ({game.stderr()})")


if __name__ == "__main__":
    main(globals())
