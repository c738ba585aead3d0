"""What a slip of the hand must not do: double clicks, crashes and nitros that nobody meant, Enter in a
field; and what a race says and shows where nothing can be done."""
import steps
from game import Referee, has
from suite import check, check_equal, main

NO_NITROS = ("--set", "nitros=0")
COSTLY = ("--set", "wall_missed_turns=2")
UP, DOWN = ("4,12>5,13", "4,2>5,1")  # (1, 1) at the upper wall, (1, -1) at the lower one


def open_race(table, actions, *rules, players=2, track=steps.STRAIGHT):
    """A window on a race that has come so far."""
    referee = Referee(track, "--players", str(players), "--set", "order=listed", *rules)
    for action in actions:
        answer = referee.ask(f"do {action}")
        check(answer["ok"], f"{action}: {answer}")
    path = table.home / f"begun{len(table.games)}.race"
    check(referee.ask(f"save {path}")["ok"], "the race to be saved")
    referee.close()
    game = table.open(path)
    game.wait_screen("race")
    game.wait(lambda seen: "your move" in seen["status"] or "your start" in seen["status"], "a turn")
    return game


def actions(game):
    """Of the race as the window keeps it."""
    return steps.done_actions(game)


def ask(game, move, *parts):
    """Clicks a point and reads the question, which must not cover it."""
    point = game.wait_target(f"move {move}")
    game.click(f"move {move}")
    status = game.wait_target("button yes") and game.read()["status"]
    for part in parts:
        check(part in status, f'"{part}" in "{status}"')
    for name in ("button yes", "button no"):
        button = game.target(name)
        apart = (button["x"] > point["x"] + point["w"] or button["x"] + button["w"] < point["x"] or
                 button["y"] > point["y"] + point["h"] or button["y"] + button["h"] < point["y"])
        check(apart, f"{name} beside {move}")


def answer(game, name):
    game.click(f"button {name}")
    game.wait_gone("button yes")


def test_each_is_asked_about_each_kind(table):
    game = open_race(table, [DOWN, UP], *COSTLY)
    ask(game, "6,0", "stops at the wall and misses 2 turns")
    answer(game, "no")
    check_equal(len(actions(game)), 2, "actions after thinking better of it")
    game.click("move 6,0")  # asked once
    game.wait_target("move 6,14")
    check_equal(actions(game)[2:], ["6,0"], "the first driver's move")
    ask(game, "6,14", "misses 2 turns")
    answer(game, "yes")
    steps.wait_until(lambda: actions(game)[2:] == ["6,0", "6,14"], "the second driver's move")
    check_equal(game.close(), 0, "status")


def test_a_car_is_another_kind_than_a_wall(table):
    game = open_race(table, ["4,2>5,1", "4,3>5,2", "6,0"], *COSTLY)
    # The second car is at (5, 2) with (1, -1), the first stands at the wall.
    game.wait_target("move 6,0")
    place = next(t["id"] for t in game.targets("move ") if t["text"] == "collision")
    ask(game, place.split()[1], "misses 3 turns", "misses 2 turns")
    answer(game, "no")
    ask(game, "6,0", "stops at the wall")
    answer(game, "no")
    check_equal(game.close(), 0, "status")


def test_nitros_are_for_one_turn(table):
    game = open_race(table, ["4,8>5,8", "4,11>5,11"])
    game.click("button nitro")
    game.wait_target("move 9,8")
    ask(game, "3,8", "uses 2 nitros")
    answer(game, "no")
    game.wait_target("move 9,8")
    game.click("move 9,8")  # two of three again, and not backward: asked before
    game.wait_gone("move 9,8")
    check(not game.has("move 9,11"), "no nitros for the second driver, who asked for none")
    check_equal(actions(game)[2:], ["9,8"], "the first driver's move")
    game.click("button nitro")
    game.wait_target("move 9,11")
    ask(game, "9,11", "uses 2 nitros")
    answer(game, "no")
    game.click("move 6,11")
    game.wait_target("move 13,8")
    check(not game.has("move 15,8"), "no nitros again")
    game.click("button nitro")
    game.wait_target("move 15,8")
    ask(game, "15,8", "last nitro")
    answer(game, "yes")
    game.wait_target("move 7,11")
    game.click("move 7,11")
    game.wait_target("move 21,8")
    check(not game.has("button nitro"), "nothing to switch on")
    game.key("n", "v")
    check(not game.has("move 23,8"), "no nitro without one left")
    check_equal(game.close(), 0, "status")


def test_when_every_point_leaves_the_track(table):
    fall = ["4,12>4,11", "4,9", "4,6", "4,2"]  # (0, -4), two squares from the wall
    game = open_race(table, fall, players=1)
    game.wait_status("Every point leaves the track: use a nitro, or choose where.")
    game.click("button nitro")
    game.wait(lambda seen: "Every point" not in seen["status"], "points that stay on it")
    check_equal(game.close(), 0, "status")
    game = open_race(table, fall, *NO_NITROS, players=1)
    game.wait_status("Every point leaves the track: choose where.")
    check_equal(game.close(), 0, "status")


def double_click(game, name):
    game.display.xdotool("mousemove", *game.centre(name), "click", "--repeat", 2, "--delay", 80, 1)
    game.key("F9")  # is answered when both clicks are
    game.wait_gone("button menu")
    game.key("F9")
    game.wait_target("button menu")


def test_a_double_click_is_one(table):
    game = open_race(table, [], players=1)
    double_click(game, "start 4,7")
    game.wait_target("move 4,7")
    check_equal(actions(game), [], "a start and no move")
    double_click(game, "move 5,7")
    game.wait_target("move 6,7")
    check_equal(actions(game), ["4,7>5,7"], "one move")
    game.point_away()  # who comes back to a point means it
    game.click("move 5,7")
    steps.wait_until(lambda: actions(game) == ["4,7>5,7", "5,7"], "the move that was meant")
    check_equal(game.close(), 0, "status")


def test_a_double_click_takes_no_other_drivers_move(table):
    game = open_race(table, ["4,7>5,7", "4,6>5,6"], "--rules", "classroom")
    double_click(game, "move 6,7")
    game.wait(lambda seen: has(seen, "move 6,7") and len(actions(game)) > 2, "the next turn")
    check_equal(actions(game)[2:], ["6,7"], "one move")
    check_equal(game.close(), 0, "status")


def test_enter_ends_the_typing(table):
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    game.click("player 1 name")
    game.wait_focus("player 1 name")
    steps.write_over(game, "player 1 name", "Emmy")
    game.key("Return")
    game.wait(lambda seen: seen["focus"] is None, "no field to have the focus")
    check_equal(game.read()["screen"], "set-up", "the screen after Enter in the name")
    game.key("Return")
    game.wait_screen("race")
    check_equal(game.close(), 0, "status")


def sheet_picture(game):
    """Without the panel, and nothing pointed at."""
    game.point_away()
    return game.picture().crop(0, 0, 980, 740)


def test_nothing_to_switch_when_it_is_over(table):
    game = open_race(table, ["1,3>2,3", "4,3"], players=1, track=steps.HERE / "dash.svg")
    check(game.has("button undo") and game.has("button vectors"), "buttons while it goes on")
    before = sheet_picture(game)
    game.click("move 7,3")
    game.wait_status("The race is over.")
    for name in ("undo", "redo", "nitro", "vectors", "hint"):
        check(not game.has(f"button {name}"), f"no button {name}")
    check(game.has("button menu") and game.has("button results"), "the way on")
    check_equal(game.target("player 1")["text"], "Player 1, finished", "alone one has no place")
    game.key("v", "h", "n")  # what has no button has no key
    game.key("ctrl+z")
    game.wait_target("button undo")
    check(sheet_picture(game).differing(before) < 20, "no vectors and hints were switched on")
    check_equal(game.close(), 0, "status")


def square(game):
    """The size of a square on the screen, from two points that are neighbours."""
    places = {t["id"]: t["x"] + t["w"] / 2 for t in game.read()["targets"]}
    ends = sorted(int(i.split()[1].split(",")[0]) for i in places if i.startswith("move "))
    row = next(i.split(",")[1] for i in places if i.startswith(f"move {ends[0]},"))
    return (places[f"move {ends[0] + 2},{row}"] - places[f"move {ends[0]},{row}"]) / 2


def test_the_sheet_grows_with_the_window(table):
    game = open_race(table, ["4,7>5,7"], "--rules", "classroom", players=1)
    game.wait_target("move 6,7")
    game.resize(1800, 1000)
    large = square(game)
    game.resize(800, 600)
    for at, to in ((5, 7), (7, 10), (10, 14), (14, 19)):  # the camera has to follow
        game.click(f"move {to},7")
        game.wait_target(f"move {to + to - at},7")
    game.resize(1800, 1000)
    check(abs(square(game) - large) <= 1, f"squares of {large}, not {square(game)}")
    game.display.xdotool("mousemove", 900, 500, "click", "--repeat", 2, "--delay", 20, 4)
    game.wait(lambda seen: square(game) > large * 1.2, "a larger sheet")
    chosen = square(game)
    game.resize(1600, 900)
    check(abs(square(game) - chosen) <= 1, f"squares of {chosen}, as chosen, not {square(game)}")
    check_equal(game.close(), 0, "status")


if __name__ == "__main__":
    main(globals())
