"""The tutorial of circuit played by real clicks, also with mistakes; where the cars are is worked out by
hand on its practice circuit: 56 rows, a bend of rows 16 to 23 that asks for 80.
"""
from suite import check, check_equal, main

LESSONS = ("post", "brake", "line", "slipstream", "force")


def open_tutorial(table):
    game = table.open()
    game.wait_screen("home")
    game.click("button help")
    game.wait_screen("help")
    game.click("game circuit")
    game.wait_target("button tutorial-circuit")
    game.click("button tutorial-circuit")
    game.wait_screen("tutorial")
    game.wait_status("Orange stands on the grid")
    return game


def begin_lesson(game, lesson, coming):
    game.key("Escape")
    game.wait_screen("lessons")
    game.click(f"lesson {lesson}")
    game.wait_screen("tutorial")
    game.wait_status(coming)


def act(game, *names):
    for name in names:
        skip_film(game, name)
        game.click(name)


def skip_film(game, name):
    """What is shown is brought to its end, until the target is there."""
    while True:
        seen = game.wait(lambda seen: any(t["id"] in (name, "button to-end") for t in seen["targets"]), name)
        if any(t["id"] == name for t in seen["targets"]):
            return
        game.key("End")
        game.wait_newer(seen["frame"])


def next_lesson(game, praise, coming):
    skip_film(game, "button next")
    game.wait_status(praise)
    game.click("button next")
    game.wait_status(coming)


def test_from_the_first_post_to_a_forced_pass(table):
    game = open_tutorial(table)
    act(game, "speed 60", "space 2,1")
    next_lesson(game, "Off you go", "the round signs at the bend say 80")
    check("1 wear" in game.target("speed 100")["text"], "what 100 would cost")
    check("0 wear" in game.target("speed 80")["text"], "80 costs nothing")
    act(game, "speed 80", "space 17,1")
    next_lesson(game, "Clean.", "The dots are the line")
    act(game, "speed 100", "space 18,1")
    next_lesson(game, "for nothing. Who gets", "Blue is right ahead of you")
    act(game, "speed 120", "space 12,2")
    next_lesson(game, "Seven spaces", "side by side")
    act(game, "speed 100", "space 7,1")
    game.wait_status("One space left to drive")
    act(game, "force 1 2")
    game.wait_status("A blue chip takes 2 off")
    game.point_away()  # what lies there now has come under the pointer
    act(game, "chip")
    skip_film(game, "button new-race")
    game.wait_status("That is all it takes")
    game.key("Escape")
    game.wait_screen("lessons")
    check_equal([game.target(f"lesson {name}")["text"] for name in LESSONS], ["done"] * 5, "lessons")
    game.click("button leave")
    game.wait_screen("home")
    check_equal(game.races(), [], "races of the tutorial in the folder")
    check_equal(game.close(), 0, "status")


def test_mistakes_are_told_and_tried_again(table):
    game = open_tutorial(table)
    begin_lesson(game, "brake", "the round signs")
    act(game, "speed 160", "space 16,1")
    game.wait_target("button yes")  # asks before it spins
    game.click("button yes")
    act(game, "keep")
    skip_film(game, "button try-again")
    game.wait_status("That spun the car")
    game.click("button try-again")
    game.wait_status("the round signs")
    act(game, "speed 100", "space 18,1")
    skip_film(game, "button next")
    game.wait_status("has cost a point of wear")
    game.key("ctrl+z")  # back to before the move, then to the post, and no further
    game.wait_target("space 18,1")
    game.key("ctrl+z")
    game.wait_target("speed 80")
    game.key("ctrl+z")
    game.wait_target("speed 80")


def test_nobody_hands_the_screen_over_in_a_lesson(table):
    game = open_tutorial(table)
    begin_lesson(game, "slipstream", "Blue is right ahead")
    check(not game.has("button ready"), "no cover")
    act(game, "speed 60", "space 8,1")
    skip_film(game, "button try-again")
    game.wait_status("hardly come about")


if __name__ == "__main__":
    main(globals())
