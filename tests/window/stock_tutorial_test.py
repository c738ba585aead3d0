"""The tutorial of stock cars played by real clicks and by typing, also with mistakes; where the cars
are is worked out by hand on the maps of its lessons.
"""
from suite import check_equal, main

LESSONS = ("order", "steer", "bank", "card", "brake", "sand", "pits", "slipstream")


def open_tutorial(table, *arguments, size=None):
    game = table.open(*arguments)
    game.wait_screen("home")
    if size:
        game.resize(*size)
    game.click("button tutorial")
    game.wait_screen("tutorial")
    game.key("Escape")
    game.wait_screen("lessons")
    game.click("button tutorial-stock-cars")
    game.wait_screen("tutorial")
    game.wait_status("Choose speed 1")
    return game


def click_all(game, *names):
    for name in names:
        game.wait_target(name)
        game.click(name)


def written(seen):
    return next((t["text"] for t in seen["targets"] if t["id"] == "order"), None)


def type_order(game, order):
    game.wait_target("order")
    game.click("order")
    game.wait_focus("order")
    game.type(order)
    game.wait(lambda seen: written(seen) == order, f"{order} in the field")
    game.key("Return")
    game.wait(lambda seen: written(seen) != order, f"{order} to be given")


def next_lesson(game, praise, coming):
    game.wait_status(praise)
    game.click("button next")
    game.wait_status(coming)


def test_from_the_first_order_to_the_slipstream(table):
    game = open_tutorial(table)
    click_all(game, "speed 1", "tile 2,1", "button give")
    game.wait_status("Choose speed 2")
    click_all(game, "speed 2", "tile 3,1", "tile 4,1", "button give")
    next_lesson(game, "You can type them", "lane on the left")
    click_all(game, "tile 7,1", "tile 8,2", "tile 9,2", "button give")
    next_lesson(game, "you head as before", "banked")
    type_order(game, "(3M)L")
    next_lesson(game, "turned you for nothing", "No bank here")
    type_order(game, "(2M)L(L+1)")
    next_lesson(game, "for one wild card", "Two bends")
    for order in ("B(4M)L", "BL(3M)", "BMLM", "BLM"):
        type_order(game, order)
    next_lesson(game, "Round both", "Sand hides")
    for order in ("(3M)", "(3M)"):
        type_order(game, order)
    next_lesson(game, "A bag!", "pit lane")
    for order in ("MR", "MM", "MM"):
        type_order(game, order)
    next_lesson(game, "Repaired!", "Blue is right ahead")
    type_order(game, "S(2M)")
    game.wait_status("That is all it takes")
    game.key("Escape")  # out of the field
    game.wait(lambda seen: seen["focus"] is None, "the focus out of the field")
    game.key("Escape")
    game.wait_screen("lessons")
    check_equal([game.target(f"lesson {name}")["text"] for name in LESSONS], ["done"] * 8, "lessons")
    game.key("Escape")
    game.wait_screen("tutorial")
    game.click("button home")
    game.wait_screen("home")
    check_equal(game.races(), [], "races of the tutorial in the folder")
    check_equal(game.close(), 0, "status")


def test_mistakes_are_told_and_tried_again(table):
    game = open_tutorial(table)
    game.key("Escape")
    game.wait_screen("lessons")
    game.click("lesson brake")
    game.wait_status("Two bends")
    type_order(game, "(6M)")
    game.wait_target("button yes")  # asks before it leaves the track
    game.click("button yes")
    game.wait_status("left the track")
    game.click("button try-again")
    game.wait_status("Two bends")
    type_order(game, "B(4M)L")
    game.wait_target("button undo")
    game.key("ctrl+z")
    game.wait_target("speed 5")
    game.key("ctrl+z")  # not behind the beginning of the lesson
    game.wait_target("speed 5")


def test_the_smallest_window_at_its_largest(table):
    """It is offered without scrolling, and the map has room for what is to be clicked."""
    game = open_tutorial(table, "--scale", 200, size=(800, 600))
    click_all(game, "speed 1", "tile 2,1")
    game.wait(lambda seen: written(seen) == "AM", "the order")
    click_all(game, "button give")
    game.wait_status("Choose speed 2")


def test_the_help_of_the_game_leads_there(table):
    game = table.open()
    game.wait_screen("home")
    game.click("button help")
    game.wait_screen("help")
    game.click("game stock-cars")
    game.wait_status("A race, Writing an order")
    for page in ("order", "cards", "edge", "road", "pits", "cars", "specials", "finish"):
        game.click(f"page {page}")
        game.wait(lambda seen: seen["status"] and "How to play" in seen["status"], page)
    game.click("button tutorial-stock-cars")
    game.wait_screen("tutorial")
    game.wait_status("Choose speed 1")


if __name__ == "__main__":
    main(globals())
