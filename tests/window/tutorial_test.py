"""The tutorial played by real clicks from the first start point to the flag, also with mistakes.

Where the cars are and what the moves lead to is worked out by hand on assets/tutorial/lap.svg.
"""
from game import ROOT
from suite import check, check_equal, main

LESSONS = ("start", "speed", "velocity", "brake", "nitro", "slick", "cars", "flag")


def open_tutorial(table):
    game = table.open()
    game.wait_screen("home")
    game.click("button tutorial")
    game.wait_screen("tutorial")
    return game


def moves_in(seen):
    return {t["id"] for t in seen["targets"] if t["id"].startswith("move ")}


def click_moves(game, *moves):
    """Each as soon as it can be chosen, until it is done or asked about."""
    for move in moves:
        game.wait_target(f"move {move}")
        before = moves_in(game.read())
        game.click(f"move {move}")
        game.wait(lambda seen: moves_in(seen) != before, f"the move to {move}")


def next_lesson(game, praise):
    game.wait_status(praise)
    game.click("button next")
    game.wait_gone("button next")


def go_to(game, lesson):
    game.key("Escape")
    game.wait_screen("lessons")
    game.click(f"lesson {lesson}")
    game.wait_screen("tutorial")


def test_from_the_first_click_to_the_flag(table):
    game = open_tutorial(table)
    game.wait_status("Click one of the start points")
    game.click("start 10,4")
    game.wait_status("nine points")
    click_moves(game, "11,4")
    next_lesson(game, "your first move")
    click_moves(game, "13,4", "16,4")
    next_lesson(game, "Three squares in one move")
    game.wait_status("Press V")
    game.key("v")
    game.wait_status("principal point")
    click_moves(game, "19,4")
    next_lesson(game, "The same arrow as before")
    game.wait_status("brake now")
    click_moves(game, "29,5", "32,7", "34,10")  # 5, 4, 3 squares across and 0, 1, 2, 3 up
    next_lesson(game, "Round the bend")
    game.click("button nitro")
    click_moves(game, "24,19")
    next_lesson(game, "The little square marks the nitro")
    click_moves(game, "20,18", "16,18")
    next_lesson(game, "missed 2 turns")
    click_moves(game, "3,13", "3,10")
    game.wait_target("button yes")  # asks before it hits another car
    game.click("button yes")
    next_lesson(game, "Orange, who moved, missed 3 turns, and Blue 2")
    click_moves(game, "8,4", "10,3")  # on the line: not across yet
    check("button home" not in [t["id"] for t in game.targets()], "on the line is not across")
    click_moves(game, "12,2")
    game.wait_status("you have won")
    game.key("Escape")
    game.wait_screen("lessons")
    check_equal([game.target(f"lesson {name}")["text"] for name in LESSONS], ["done"] * 8, "lessons")
    game.key("Escape")
    game.wait_screen("tutorial")
    game.click("button home")
    game.wait_screen("home")
    check_equal(game.races(), [], "races of the tutorial in the folder")
    check(not game.has("button continue"), "there is nothing to go on with")
    check_equal(game.close(), 0, "status")


def test_mistakes_are_told_and_taken_back(table):
    game = open_tutorial(table)
    go_to(game, "brake")
    game.wait_status("brake now")
    click_moves(game, "31,4")  # faster still
    game.wait_status("cannot be done")
    click_moves(game, "37,4")
    game.wait_target("button yes")
    game.click("button yes")
    game.wait_status("left the track")
    game.click("button try-again")
    game.wait_status("brake now")
    game.wait_target("move 29,5")
    click_moves(game, "29,5", "32,7", "34,10")
    game.wait_status("Round the bend")


def test_other_ways_are_as_good(table):
    game = open_tutorial(table)
    go_to(game, "slick")
    click_moves(game, "20,18", "17,18", "13,18", "9,18")  # across the slick in one jump
    game.wait_status("Well driven")
    game.key("Return")
    game.wait_status("Blue has lost the way")
    click_moves(game, "2,13", "2,10", "3,7")  # past Blue
    game.wait_status("Well passed")


def test_blue_cannot_be_moved_and_undo_takes_its_move_along(table):
    game = open_tutorial(table)
    go_to(game, "cars")
    game.wait_target("move 3,13")
    click_moves(game, "3,13")
    game.wait_target("move 3,10")  # Blue has moved by itself
    game.key("ctrl+z")
    game.wait_target("move 2,13")
    game.key("ctrl+z")  # not behind the beginning of the lesson
    game.wait_target("move 2,13")


def test_by_keyboard_and_out_again(table):
    """The race that was running comes back."""
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    game.click("button start-race")
    game.wait_screen("race")
    status = game.read()["status"]
    game.key("F1")
    game.wait_screen("help")
    game.click("button tutorial")
    game.wait_screen("tutorial")
    game.key("Down", "Return")
    game.wait_status("nine points")
    game.key("6")
    game.wait_status("your first move")
    game.key("Return")
    game.wait_status("ringed point")
    game.key("Escape")
    game.wait_screen("lessons")
    game.click("button leave")
    game.wait_screen("race")
    game.wait_status(status)
    game.key("Escape")
    game.wait_screen("menu")
    game.click("button home")
    game.wait_screen("home")
    game.click("button tutorial")  # goes on at the lesson that was left
    game.wait_status("ringed point")


def test_a_dropped_race_takes_over(table):
    game = open_tutorial(table)
    game.click("start 10,4")
    game.wait_status("nine points")
    click_moves(game, "11,4")
    game.drop(ROOT / "assets" / "home.race")
    game.wait(lambda seen: seen["screen"] in ("race", "results"), "the race that was dropped")
    check_equal(game.close(), 0, "status")


if __name__ == "__main__":
    main(globals())
