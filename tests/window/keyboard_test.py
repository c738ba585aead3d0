"""A race of two without a mouse: Tab, arrows, digits and Enter, from home to the rematch."""
import steps
from game import Expected
from story import COLLISION, CRASH, ENDING, FIRST, NITRO, SECOND, STOPS, STORY
from suite import check_equal, main

# Where a digit's point lies from the principal point: the keys lie like the nine points.
DIGITS = {(x, y): str(5 + x + 3 * y) for x in (-1, 0, 1) for y in (-1, 0, 1)}


def tab_to(game, name):
    """Walks the focus; every target must be on its way."""
    for _ in range(200):
        before = game.read()["focus"]
        if before == name:
            return
        game.key("Tab")
        game.wait(lambda seen: seen["focus"] != before, "the focus to move")
    raise Expected(f"Tab to reach {name}")


def press(game, name):
    tab_to(game, name)
    game.key("Return")


def set_up(game):
    game.wait_screen("home")
    press(game, "button new-race")
    game.wait_screen("set-up")
    press(game, "track Straight")
    press(game, "preset racing-car")
    for number, name in enumerate(steps.NAMES, 1):
        tab_to(game, f"player {number} name")
        steps.write_over(game, f"player {number} name", name)
    press(game, "button start-race")
    game.wait_screen("race")


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
            tab_to(game, f"start {start}")
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
    check_equal(steps.done_actions(game), steps.story_actions(STORY), "actions in the saved race")
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


if __name__ == "__main__":
    main(globals())
