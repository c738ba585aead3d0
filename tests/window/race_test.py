"""A whole race of two, from home to results, with pointer events alone - twice.

The story (story.py) has a nitro, a slick, a collision and a crash into the wall. What came of it is
read from the saved race, judged by the referee and compared with what was worked out by hand. The
pictures of both runs must be the same, and a picture with one stroke less must not.
"""
import steps
from story import COLLISION, CRASH, ENDING, FIRST, MILESTONES, NITRO, ROUNDS, SECOND, STORY
from suite import check, check_equal, main

TOLERANCE, BUDGET = 4, 40  # of a channel; pixels that may be further off


def play(table):
    game = table.open()
    names = dict(zip((FIRST, SECOND), steps.NAMES))
    steps.new_race_begun_by(game, names[FIRST])
    pictures = []

    def look(index):
        if index in MILESTONES:
            car = steps.cars_in_file(game)[0][steps.numbers_of(names)[FIRST]]
            check_fields(car, MILESTONES[index], f"the first car after move {index}")
        if index in MILESTONES or index + 1 in MILESTONES:
            game.wait(lambda seen: "your move" in seen["status"], "the next turn")
            game.point_away()
            pictures.append(game.picture())

    asked = steps.play_with_pointer(game, STORY, names, NITRO, look)
    check_equal(asked, [COLLISION, CRASH], "asked before each driver's first crash of a kind")
    check_ending(game, names)
    game.wait_status("The race is over.")
    game.point_away()
    pictures.append(game.picture())
    game.click("button results")
    game.wait_screen("results")
    game.point_away()
    pictures.append(game.picture())
    check_equal(game.close(), 0, "status after closing the window")
    return pictures


def check_fields(car, expected, which):
    for field, value in expected.items():
        check_equal(car[field], value, f"{field} of {which}")


def check_ending(game, names):
    check_equal(steps.done_actions(game), steps.story_actions(STORY), "actions in the saved race")
    cars, state = steps.cars_in_file(game)
    check(state["over"], "the race is over")
    check_equal(state["round"], ROUNDS, "round")
    for car, number in steps.numbers_of(names).items():
        check_fields(cars[number], ENDING[car], f"the {car} car")


def test_race_by_pointer_twice(table):
    steps.add_own_track(table.home)
    first = play(table)
    # What was a record is none the second time, and results say so.
    (table.home / "data" / "graphprix" / "records.json").unlink()
    second = play(table)
    check_equal(len(first), len(second), "number of pictures")
    for index, (one, other) in enumerate(zip(first, second)):
        differing = one.differing(other, TOLERANCE)
        check(differing <= BUDGET, f"picture {index} of the runs differs in {differing} pixels")
        check(one.colours() > 50, f"picture {index} shows something")
    for index in range(len(first) - 1):
        differing = first[index].differing(first[index + 1], TOLERANCE)
        check(differing > BUDGET, f"pictures {index} and {index + 1}, a move apart, look the same")


if __name__ == "__main__":
    main(globals())
