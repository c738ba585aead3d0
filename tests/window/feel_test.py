"""What moves in a race, at a clock that the test holds: input meanwhile is kept, reduced motion shows
only what has come of it, and whose turn it is covers no point that can be chosen.
"""
import json
import os

import steps
from game import Referee
from story import COLLISION, CRASH, NITRO, SLICK, STORY, action
from suite import check, check_equal, main

STROKE, SETTLED = 100, 10_000  # milliseconds: under the pen; long after everything


class Held:
    """The game whose clock stands until it is set."""

    def __init__(self, table, done, reduced=False):
        """In the story, with so many of its moves done."""
        self.clock, self.now = table.home / "clock", 0
        self.write(0)
        settings = table.home / "config" / "graphprix" / "settings.json"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(json.dumps({"ask_before_crash": False, "reduced_motion": reduced}))
        race = table.home / f"{done}.race"
        referee = Referee(steps.STRAIGHT, "--players", "2", "--seed", "1")
        for _, start, move in STORY[:done]:
            check(referee.ask(f"do {action(start, move)}")["ok"], f"{move} of the story")
        check(referee.ask(f"save {race}")["ok"], "the race")
        referee.close()
        self.game = table.open("--clock", str(self.clock), race)
        self.game.wait_screen("race")
        self.pass_by(SETTLED)
        self.pass_by(SETTLED)  # the camera glides when everything else has come to rest

    def write(self, now):
        fresh = self.clock.with_suffix(".new")
        fresh.write_text(str(now))
        os.replace(fresh, self.clock)

    def pass_by(self, milliseconds):
        self.now += milliseconds
        self.write(self.now)
        return self.game.wait(lambda seen: seen["clock"] == self.now, f"the time {self.now}")

    def choose(self, move, nitro=False):
        if nitro:
            self.game.click("button nitro")
        before = self.game.read()["status"].split(",")[0]
        self.game.click(f"move {move}")
        self.game.wait(lambda seen: seen["status"].split(",")[0] != before, f"{move} to be taken")

    def picture(self):
        self.game.point_away()
        self.game.answer()
        width, height = self.game.read()["size"]
        left, top = self.game.origin()
        return self.game.display.capture().crop(left, top, width, height)


def test_what_is_chosen_during_a_stroke_is_kept(table):
    """The clock stands from before the first click until behind the last one."""
    held = Held(table, CRASH + 1)
    held.choose("19,9")
    held.choose("22,12")
    steps.wait_until(lambda: len(steps.done_actions(held.game)) == CRASH + 3, "both moves")
    check_equal(steps.done_actions(held.game)[-2:], ["19,9", "22,12"], "the moves")
    held.game.key("ctrl+z")
    steps.wait_until(lambda: len(steps.done_actions(held.game)) == CRASH + 2, "one taken back")


def test_reduced_motion_shows_end_states_alone(table):
    """The first picture after a move is the last one; with motion it is another, and ends the same."""
    for index in (NITRO, SLICK, COLLISION, CRASH):
        move, pictures = STORY[index][2], {}
        for reduced in (True, False):
            held = Held(table, index, reduced)
            held.choose(move, index == NITRO)
            held.pass_by(STROKE)
            first = held.picture()
            held.pass_by(SETTLED)
            held.pass_by(SETTLED)
            pictures[reduced] = first, held.picture()
            held.game.kill()
        check_equal(pictures[True][0].differing(pictures[True][1]), 0, f"{move}: nothing moves")
        check(pictures[False][0].differing(pictures[False][1]) > 50, f"{move}: something moves")
        check_equal(pictures[False][1].differing(pictures[True][1]), 0, f"{move}: the same end")


def test_the_last_one_drives_on_to_the_flag(table):
    """Behind the end, in a practice: the race's file stays as it is."""
    held = Held(table, len(STORY) - 1)
    held.choose(STORY[-1][2])
    held.game.wait_status("The race is over")
    done = steps.done_actions(held.game)
    held.game.key("Escape")
    held.game.click("button drive-on")
    held.game.wait_target("move 35,11")
    held.game.click("move 35,11")
    held.pass_by(SETTLED)
    held.game.wait_status("The race is over")
    check_equal(steps.done_actions(held.game), done, "what is kept of the race")
    held.game.key("Escape")
    held.game.wait_target("button resume")
    check(not held.game.has("button drive-on"), "nobody is left")


def covers(box, point):
    across, up = point["x"] + point["w"] / 2, point["y"] + point["h"] / 2
    return box["x"] < across < box["x"] + box["w"] and box["y"] < up < box["y"] + box["h"]


def test_whose_turn_it_is_covers_no_point(table):
    held = Held(table, CRASH)
    held.choose(STORY[CRASH][2])
    held.pass_by(450)  # no stroke takes longer
    told = held.pass_by(STROKE)
    names = [label for label in told["labels"] if label["text"].startswith("Player")]
    check_equal([n["text"] for n in names if " " not in n["text"].removeprefix("Player ")],
                ["Player 1"], "whose turn it is")
    points = [t for t in told["targets"] if t["id"].startswith("move ")]
    check_equal(len(points), 9, "points")
    check(not any(covers(name, point) for name in names for point in points), "no point is covered")
    told = held.pass_by(SETTLED)
    check("Player 1" not in [label["text"] for label in told["labels"]], "the name goes")


def home_at_a_held_clock(table, reduced):
    settings = table.home / "config" / "graphprix" / "settings.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(json.dumps({"reduced_motion": reduced}))
    held = Held.__new__(Held)
    held.clock, held.now = table.home / "clock", 0
    held.write(0)
    held.game = table.open("--clock", str(held.clock))
    held.game.wait_screen("home")
    return held


def move_about(held):
    """Over the sheet, beside everything that can be clicked."""
    width, height = held.game.read()["size"]
    left, top = held.game.origin()
    for aside in (30, 40, 30):
        held.game.display.xdotool("mousemove", left + width - aside, top + height - 30)
        held.game.answer()
    held.game.point_away()
    held.game.answer()


def test_home_lives_while_somebody_is_there(table):
    """A move a second once the pointer has moved, and none a minute after that; else nothing."""
    held = home_at_a_held_clock(table, False)

    def changes(milliseconds):
        before = held.picture()
        held.pass_by(milliseconds)
        return before.differing(held.picture()) > 0

    move_about(held)
    held.pass_by(SETTLED * 10)
    check(not changes(SETTLED), "it rests")
    move_about(held)
    check(not changes(900), "a move is not due")
    check(changes(200), "a move is driven")
    held.pass_by(61_000)
    check(not changes(SETTLED), "it rests after a minute")
    held.game.kill()

    held = home_at_a_held_clock(table, True)
    move_about(held)
    check(not changes(1100), "reduced motion: nothing is driven")


if __name__ == "__main__":
    main(globals())
