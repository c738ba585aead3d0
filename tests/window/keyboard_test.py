"""A race of two without a mouse: Tab, arrows, digits and Enter, from home to the rematch."""
import subprocess

import steps
from story import COLLISION, CRASH, ENDING, FIRST, NITRO, SECOND, STOPS, STORY
from suite import check, check_equal, main

# Where a digit's point lies from the principal point: the keys lie like the nine points.
DIGITS = {(x, y): str(5 + x + 3 * y) for x in (-1, 0, 1) for y in (-1, 0, 1)}


def press(game, name):
    steps.walk_to(game, name)
    game.key("Return")


def set_up(game):
    game.wait_screen("home")
    press(game, "button new-race")
    game.wait_screen("set-up")
    press(game, "track Straight")
    press(game, "preset racing-car")
    for number, name in enumerate(steps.NAMES, 1):
        steps.walk_to(game, f"player {number} name")
        steps.write_over(game, f"player {number} name", name)
    press(game, "button start-race")
    game.wait_screen("race")


def test_at_most_twelve_tabs_to_the_start(table):
    """With any number of players and with all rules shown; a list is walked in by arrows, and Ctrl+Enter starts from anywhere."""
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    for contest in ("race", "derby", "stock-cars", "circuit"):
        game.click(f"game {contest}")
        game.wait(lambda seen: any(t["id"] == "player 1 name" for t in seen["targets"]) and seen["focus"] == f"game {contest}" and seen["status"].startswith("New race"), contest)
        while game.has("button add-player"):
            count = len([t for t in game.targets("player ") if t["id"].endswith(" name")])
            game.scroll_to("button add-player", f"player {count} name")
            game.click("button add-player")
            game.wait_target(f"player {count + 1} name")
        count_tabs(game, f"{contest}, eight players")
        game.click("button all-rules")
        game.wait_gone("button all-rules")
        count_tabs(game, f"{contest}, all rules")
        game.click("button back")
        game.wait_target("button all-rules")
    game.click("game race")
    game.wait_target("track Kidney")
    steps.walk_to(game, "track Kidney")
    first = game.targets("track ")[0]["id"]
    game.key("Home")
    game.wait_focus(first)
    game.key("Right")
    game.wait_focus(game.targets("track ")[1]["id"])
    game.key("Tab", "shift+Tab")  # where it went out
    game.wait_focus(game.targets("track ")[1]["id"])
    steps.walk_to(game, "player 2 name")
    game.key("ctrl+Return")
    game.wait_screen("race")


def count_tabs(game, what):
    """From the window's first stop."""
    first = game.targets()[0]
    game.wait_target("button start-race")
    game.key("Tab")
    for _ in range(len(game.targets())):
        focus = game.wait(lambda seen: seen["focus"], "a focus")["focus"]
        if game.target(focus)["stop"] == first["stop"]:
            break
        game.key("Tab")
        game.wait(lambda seen: seen["focus"] != focus, "the next stop")
    tabs = 1
    while (focus := game.read()["focus"]) != "button start-race":
        game.key("Tab")
        game.wait(lambda seen: seen["focus"] != focus, "the next stop")
        tabs += 1
    check(tabs <= 12, f"{what}: at most 12 Tabs to the start, found {tabs}")


def point(text):
    x, y = text.split(",")
    return int(x), int(y)


def play_story(game, names):
    cars = {}
    for index, (car, start, move) in enumerate(STORY):
        game.wait_status(f"{names[car]}, ")
        before = len(steps.done_actions(game))
        if start:
            game.wait(lambda seen: any(t["id"] == f"start {start}" for t in seen["targets"]),
                      f"the start {start}")
            steps.walk_to(game, f"start {start}")
            game.key("Return")
            at, velocity = point(start), (0, 0)
        else:
            at, velocity = cars[car]
        game.wait_target(f"move {at[0] + velocity[0]},{at[1] + velocity[1]}")
        to = point(move)
        if index == NITRO:
            game.key("n")
            press(game, f"move {move}")
            game.key("n")
        else:
            game.key(DIGITS[to[0] - at[0] - velocity[0], to[1] - at[1] - velocity[1]])
        if index in (COLLISION, CRASH):
            game.wait_target("button yes")
            game.key("Return")
        steps.wait_until(lambda: len(steps.done_actions(game)) > before, f"the move to {move}")
        cars[car] = (to, (to[0] - at[0], to[1] - at[1]))
        for stopped, place in STOPS.get(index, {}).items():
            cars[stopped] = (place, (0, 0))


def test_race_by_keyboard(table):
    steps.add_own_track(table.home)
    game = table.open()
    set_up(game)
    first = game.wait_status(", choose your start")["status"].split(",")[0]
    names = {FIRST: first, SECOND: next(name for name in steps.NAMES if name != first)}
    play_story(game, names)
    steps.check_done(game, steps.story_actions(STORY), "actions in the saved race")
    cars, _ = steps.cars_in_file(game)
    for car, number in steps.numbers_of(names).items():
        check_equal(cars[number]["place"], ENDING[car]["place"], f"place of the {car} car")
    game.wait_status("The race is over.")
    game.key("Return")
    game.wait_screen("results")
    press(game, "button rematch")
    game.wait_screen("race")
    check_equal(len(game.races()), 2, "races kept: the rematch is a file of its own")
    check_equal(game.close(), 0, "status after closing the window")


def test_25_points(table):
    """NRICH 8039 on a small screen: the outer points are walked to by arrows."""
    steps.add_own_track(table.home)
    game = table.open()
    steps.new_race(game, preset="textbook", names=("Emmy",))
    game.resize(800, 600)
    steps.choose_start(game, "4,6")
    wanted = [f"move {x},{y}" for y in range(4, 9) for x in range(2, 7)]
    check_equal(sorted(target["id"] for target in game.targets("move ")), sorted(wanted), "first moves")
    steps.walk_to(game, "move 4,6")
    for key, reached in (("Right", "5,6"), ("Right", "6,6"), ("Up", "6,7"), ("Up", "6,8")):
        game.key(key)
        game.wait_focus(f"move {reached}")
    game.key("Return")
    game.wait_target("move 10,12")
    steps.check_done(game, ["4,6>6,8"], "the first move")


# Keys by their places, as X numbers them: H, Z, W and the digit row's 6 of an American keyboard.
H, Z, W, SIX = 43, 52, 25, 15


def lay_out(game, layout):
    subprocess.run(["setxkbmap", layout], env=game.display.environment, check=True)
    game.come_to_rest()


def begin_moving(table):
    """Each has its first move behind it."""
    steps.add_own_track(table.home)
    game = table.open()
    steps.new_race(game)
    for number, start in enumerate(("4,4", "4,8"), 1):
        game.wait_status(", choose your start")
        steps.choose_start(game, start)
        game.key("6")
        steps.wait_until(lambda: len(steps.done_actions(game)) == number, "a first move")
        game.point_away()
    return game


def press_shortcuts(game, undo):
    """A letter, a digit and a letter with Ctrl, each by the place of its key."""
    game.wait_status(", your move.")
    game.key(H)
    game.wait_status("At best")
    game.key(H)
    game.wait(lambda seen: "At best" not in seen["status"], "hints to go")
    game.key(SIX)
    steps.wait_until(lambda: len(steps.done_actions(game)) == 3, "a move by the digit's place")
    game.key(f"ctrl+{undo}")
    steps.wait_until(lambda: len(steps.done_actions(game)) == 2, "the move taken back")


def test_shortcuts_on_any_keyboard(table):
    game = begin_moving(table)
    for layout in ("ru", "gr", "ara", "il", "th"):
        lay_out(game, layout)
        press_shortcuts(game, Z)
    lay_out(game, "fr")
    press_shortcuts(game, W)  # it has the sign Z


def test_other_scripts_are_typed_as_they_are(table):
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    lay_out(game, "ru")
    game.click("player 1 name")
    game.wait_focus("player 1 name")
    game.key("End", *["BackSpace"] * 24)
    game.key(H, Z, W)
    game.wait(lambda seen: steps.text_of(seen, "player 1 name") == "ряц", "Cyrillic letters")
    game.key("ctrl+38", "ctrl+54", "End", "ctrl+55")  # A, C and V: all, copied and put behind it
    game.wait(lambda seen: steps.text_of(seen, "player 1 name") == "ряцряц", "what was copied")


if __name__ == "__main__":
    main(globals())
