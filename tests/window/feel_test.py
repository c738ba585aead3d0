"""What moves in a race, at a clock that the test holds: input meanwhile is kept, reduced motion shows
only what has come of it, whose turn it is covers no point that can be chosen, and nothing is left of
what was shown before.
"""
import json
import os

import steps
from circuit_race_test import BEND, OVAL, THREE, TO_THE_PASS, saved_race
from game import Referee
from stock_race_test import YARD
from story import COLLISION, CRASH, NITRO, SLICK, STORY, action
from suite import check, check_equal, main

STROKE, SETTLED = 100, 10_000  # milliseconds: under the pen; long after everything
CUT_EDGE = 16  # so far off is an edge that the box cuts within which it was painted


def save_race(table, name, track, actions, *options, players=2):
    referee = Referee(track, "--players", str(players), "--seed", "1", *options)
    for done in actions:
        check(referee.ask(f"do {done}")["ok"], f"{done} is possible")
    check(referee.ask(f"save {table.home / name}")["ok"], "the race")
    referee.close()
    return table.home / name


def story_until(table, done):
    return save_race(table, f"{done}.race", steps.STRAIGHT,
                     [action(start, move) for _, start, move in STORY[:done]])


class Held:
    """The game whose clock stands until it is set."""

    def __init__(self, table, race=None, reduced=False):
        self.clock, self.now = table.home / "clock", 0
        self.write(0)
        settings = table.home / "config" / "graphprix" / "settings.json"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(json.dumps({"ask_before_crash": False, "reduced_motion": reduced}))
        self.game = table.open("--clock", str(self.clock), *([race] if race else []))
        self.game.wait_screen("race" if race else "home")
        if race:
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

    def picture(self, pointing=False):
        if not pointing:
            self.game.point_away()
        self.game.answer()
        width, height = self.game.read()["size"]
        left, top = self.game.origin()
        return self.game.display.capture().crop(left, top, width, height)

    def check_nothing_is_left(self):
        """Of earlier pictures: what was painted where it changed looks as when all is painted anew, on the
        window and then on the sheet, too."""
        before = self.picture(pointing=True)
        self.game.display.expose(self.game.window())
        check_equal(before.differing(self.picture(pointing=True)), 0, "pixels of earlier pictures")
        before, (width, height) = self.picture(), self.game.read()["size"]
        for size in ((width - 80, height - 60), (width, height)):
            self.game.resize(*size)
            self.pass_by(SETTLED)
            self.pass_by(SETTLED)
        check_equal(before.differing(self.picture(), CUT_EDGE), 0, "pixels of an earlier sheet")


def test_what_is_chosen_during_a_stroke_is_kept(table):
    """The clock stands from before the first click until behind the last one."""
    held = Held(table, story_until(table, CRASH + 1))
    held.choose("19,9")
    held.choose("22,12")
    steps.wait_until(lambda: len(steps.done_actions(held.game)) == CRASH + 3, "both moves")
    check_equal(steps.done_actions(held.game)[-2:], ["19,9", "22,12"], "the moves")
    held.game.key("ctrl+z")
    steps.wait_until(lambda: len(steps.done_actions(held.game)) == CRASH + 2, "one taken back")


def check_end_states(table, race, act, what, tolerance=8):
    """The first picture after an act is the last one; with motion it is another, and ends the same."""
    pictures = {}
    for reduced in (True, False):
        held = Held(table, race, reduced)
        act(held)
        held.pass_by(STROKE)
        first = held.picture()
        held.pass_by(SETTLED)
        held.pass_by(SETTLED)
        pictures[reduced] = first, held.picture()
        held.check_nothing_is_left()
        held.game.kill()
    check_equal(pictures[True][0].differing(pictures[True][1]), 0, f"{what}: nothing moves")
    check(pictures[False][0].differing(pictures[False][1]) > 50, f"{what}: something moves")
    check_equal(pictures[False][1].differing(pictures[True][1], tolerance), 0, f"{what}: the same end")


def test_reduced_motion_shows_end_states_alone(table):
    for index in (NITRO, SLICK, COLLISION, CRASH):
        move = STORY[index][2]
        check_end_states(table, story_until(table, index), lambda held: held.choose(move, index == NITRO), move)


def test_the_last_one_drives_on_to_the_flag(table):
    """Behind the end, and what is driven there is kept as all else is."""
    held = Held(table, story_until(table, len(STORY) - 1))
    held.choose(STORY[-1][2])
    held.game.wait_status("The race is over")
    done = steps.done_actions(held.game)
    held.game.key("Escape")
    held.game.click("button drive-on")
    held.game.wait_target("move 35,11")
    held.game.click("move 35,11")
    held.pass_by(SETTLED)
    held.game.wait_status("The race is over")
    held.game.key("Escape")
    held.game.wait_target("button resume")
    check(not held.game.has("button drive-on"), "nobody is left")
    held.game.click("button restart")  # what is to be kept is written before
    held.game.wait(lambda seen: seen["screen"] == "race" and "over" not in seen["status"],
                   "another race")
    kept = [json.loads(line).get("do") for line in max(
        (race.read_text().splitlines() for race in held.game.races()), key=len)[1:]]
    check_equal(kept, done + ["drive on", "35,11"], "actions that are kept")


def covers(box, point):
    across, up = point["x"] + point["w"] / 2, point["y"] + point["h"] / 2
    return box["x"] < across < box["x"] + box["w"] and box["y"] < up < box["y"] + box["h"]


def check_name_covers_nothing(held, name, kind, told):
    names = [label for label in told["labels"] if label["text"].startswith("Player")]
    check_equal([n["text"] for n in names if " " not in n["text"].removeprefix("Player ")], [name],
                "whose turn it is")
    points = [target for target in told["targets"] if target["id"].startswith(kind)]
    check(points, f"something to choose for {name}")
    check(not any(covers(one, point) for one in names for point in points), "no point is covered")
    told = held.pass_by(SETTLED)
    check(name not in [label["text"] for label in told["labels"]], "the name goes")
    for point in points[:9]:
        held.game.point(point["id"])
    held.check_nothing_is_left()
    return points


def test_whose_turn_it_is_covers_no_point(table):
    held = Held(table, story_until(table, CRASH))
    held.choose(STORY[CRASH][2])
    held.pass_by(450)  # no stroke takes longer
    points = check_name_covers_nothing(held, "Player 1", "move ", held.pass_by(STROKE))
    check_equal(len(points), 9, "points")


# --- the other games ---------------------------------------------------------------------------

FAST_BEND = BEND.replace("60 80", "160 160")  # whose sign is 20 higher for whoever is to act


def stock_race(table):
    """Both have their specials, and the first of them has told an order in secret."""
    return save_race(table, "stock.race", YARD, ["special none", "special none", "AM"],
                     "--game", "stock-cars")


def enter_order(game, order):
    game.wait_target("button ready")
    game.click("button ready")
    game.wait_target("order")
    game.click("order")
    game.wait_focus("order")
    game.type(order)
    game.wait(lambda seen: steps.text_of(seen, "order") == order, f"the order {order}")
    before = len(steps.done_actions(game))
    game.key("Return")
    steps.wait_until(lambda: len(steps.done_actions(game)) > before, f"{order} to be given")


def circuit_race(table, actions, players=2):
    names = [f"Player {number + 1}" for number in range(players)]
    race = saved_race(table.home, FAST_BEND, names, actions, build="standard")
    return race.rename(table.home / f"circuit-{players}.race")


def before_the_last_way(table, players):
    """The first one has finished, or is to; the last one of them all is to drive."""
    actions = []
    ways = ["go 2 2", "go 1 1"][:players - 1]  # of the others
    for speed, spaces in ((60, 3), (100, 5), (140, 7), (160, 5)):  # of the first
        actions += [f"speed {speed}", *(["speed 40"] * len(ways)), "go" + " 1" * spaces, *ways]
    return circuit_race(table, actions[:-1], players)


def click_space(game, row, lane):
    before = len(steps.done_actions(game))
    game.click(f"space {row},{lane}")
    steps.wait_until(lambda: len(steps.done_actions(game)) > before, f"the way to {row},{lane}")


def post_speed(held):
    held.game.click("button ready")
    held.game.click("speed 40")


def click_first_space(held):
    click_space(held.game, 0, 1)


def test_orders_and_spaces_chosen_during_a_film_are_kept(table):
    """The clock stands within the film from before the first entry until behind the last one."""
    held = Held(table, stock_race(table))
    game = held.game
    enter_order(game, "AM")
    game.wait_target("button play")
    held.pass_by(STROKE)
    game.key("Return")
    enter_order(game, "M")
    enter_order(game, "M")
    check_equal(steps.done_actions(game)[2:], ["AM", "AM", "M", "M"], "the orders")
    game.kill()

    held = Held(table, circuit_race(table, ["speed 40"]))
    post_speed(held)
    held.game.wait_target("button play")
    held.pass_by(STROKE)
    held.game.key("Return")
    for place in ((0, 1), (1, 1), (0, 2), (1, 2)):  # of both cars
        click_space(held.game, *place)
    check_equal(steps.done_actions(held.game)[2:], ["go 1", "go 1", "go 2", "go 2"], "the ways")


def before_the_last_answer(table):
    """To a pass that one of two blocks: all but one have said whether they spend a chip."""
    race = saved_race(table.home, OVAL, THREE, (*TO_THE_PASS, "force 1 2", "1: pass", "2: block", "chip", "keep"),
                      build="standard")
    return race.rename(table.home / "pass.race")


def test_a_click_ends_the_scene_of_a_pass(table):
    """Dice and sums come one after the other; a click on the sheet shows all of them at once, and what is
    chosen before the scene is over is kept."""
    def verdicts(seen):
        return [sum(part in label["text"] for label in seen["labels"]) for part in (" = ", "holds")]

    race = before_the_last_answer(table)
    check_end_states(table, race, lambda held: held.game.click("keep"), "a pass", CUT_EDGE)
    held = Held(table, race)
    game = held.game
    game.click("keep")
    game.wait_target("button play")
    check_equal(verdicts(held.pass_by(STROKE)), [0, 0], "sums and verdicts while cards are turned")
    held.pass_by(1700)
    seen = held.pass_by(STROKE)  # a picture shows what the one before has come to
    check_equal(verdicts(seen), [1, 0], "sums and verdicts when the passer alone has rolled")
    check("rolls" in seen["status"] and "Kurt rolls" not in seen["status"], "no word of dice that wait")
    left, top = game.origin()
    width, height = seen["size"]
    game.display.xdotool("mousemove", left + width // 3, top + height // 8, "click", 1)
    game.wait(lambda seen: verdicts(seen) == [1, 2], "all of it at once")
    done = steps.done_actions(game)
    game.key("Return")
    game.click("button ready")
    game.click("speed 20")
    steps.wait_until(lambda: steps.done_actions(game) == done + ["speed 20"], "what was chosen at once")


def test_who_drives_on_alone_hides_nothing(table):
    """From a race of two that entered in secret."""
    game = Held(table, before_the_last_way(table, 2)).game
    click_space(game, 7, 2)
    game.wait_target("button go-on")
    game.key("Return")
    game.wait_status("The race is over")
    done = steps.done_actions(game)
    game.key("Escape")
    game.click("button drive-on")
    game.wait_target("speed 40")
    game.click("speed 40")
    game.wait_target("button go-on")
    game.key("Return")
    game.wait_target("space 9,2")
    check_equal(steps.done_actions(game), done + ["drive on", "speed 40"], "what is kept of the race")


def test_a_record_has_its_star(table):
    """The same finish as a first one, then where the record was slower, then where it was as fast."""
    race, pictures = before_the_last_way(table, 1), []
    records = table.home / "data" / "graphprix" / "records.json"
    for slower in (None, 5, 0):
        if slower is not None:
            kept = json.loads(records.read_text())
            kept["records"][0]["best"][0]["rounds"] = 4 + slower
            records.write_text(json.dumps(kept))
        held = Held(table, race)
        click_space(held.game, 19, 1)
        held.pass_by(2100)  # the flag is out, confetti falls
        pictures.append(held.picture())
        held.game.kill()
    check_equal(pictures[0].differing(pictures[2]), 0, "no star for as many turns")
    check(pictures[0].differing(pictures[1]) > 50, "a star for fewer turns")


def test_reduced_motion_shows_end_states_alone_in_all_games(table):
    for race, act in ((stock_race(table), lambda held: enter_order(held.game, "AM")),
                      (circuit_race(table, ["speed 40", "speed 40"]), click_first_space),
                      (before_the_last_way(table, 3), lambda held: click_space(held.game, 6, 1))):
        check_end_states(table, race, act, race.name)


def test_whose_turn_it_is_covers_nothing_in_all_games(table):
    held = Held(table, stock_race(table))
    held.game.click("button ready")
    held.game.wait_target("order")
    held.game.click("speed 2")
    held.game.wait(lambda seen: any(t["id"].startswith("tile ") for t in seen["targets"]), "tiles")
    check_name_covers_nothing(held, "Player 2", "tile ", held.pass_by(STROKE))
    held.game.kill()

    held = Held(table, circuit_race(table, ["speed 40", "speed 40"]))
    for row in (0, 1):
        click_space(held.game, row, 1)
    held.pass_by(450)
    check_name_covers_nothing(held, "Player 2", "space ", held.pass_by(STROKE))


# --- home --------------------------------------------------------------------------------------


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
    held = Held(table)

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
    move_about(held)
    for _ in range(12):
        held.pass_by(1000)
    held.pass_by(61_000)
    check(not changes(SETTLED), "it rests after a minute")
    before = held.picture()
    for width, height in ((1000, 700), (1280, 800)):
        held.game.resize(width, height)
    check_equal(before.differing(held.picture(), 0), 0, "it rests as it is painted anew")
    held.game.kill()

    held = Held(table, reduced=True)
    move_about(held)
    check(not changes(1100), "reduced motion: nothing is driven")


if __name__ == "__main__":
    main(globals())
