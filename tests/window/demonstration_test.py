"""The free demonstration: velocity by dragging its tip, steps, back, a what-if in pencil, wind, a moving target, arrows that are
remembered, and races that are shown in class. Places are worked out by hand from p_k = p_(k-1) + v_k.
"""
import steps
from pen import Pen
from suite import check, check_equal, main


def text(game, name):
    return game.wait_target(name)["text"]


def becomes(game, name, wanted):
    game.wait(lambda seen: any(t["id"] == name and t["text"] == wanted for t in seen["targets"]), f"{name} to be {wanted}")


def drag(game, name, x, y):
    """The thing is taken at its middle and let go at a grid point."""
    pen = Pen(game)
    game.point(name)
    game.display.xdotool("mousedown", 1)
    for at in pen.pixels([(x - 1, y), (x, y)]):
        game.display.xdotool("mousemove", *at)
    game.display.xdotool("mouseup", 1)


def demonstrate(table):
    game = table.open()
    game.wait_screen("home")
    game.click("button classroom")
    game.wait_screen("classroom")
    game.click("button demonstration")
    game.wait_screen("demonstration")
    return game


def test_bodies_keep_their_velocity_until_something_is_chosen(table):
    game = demonstrate(table)
    becomes(game, "body 1", "5,5")
    drag(game, "velocity 1", 8, 6)
    becomes(game, "velocity 1", "3,1")
    game.click("button step")
    becomes(game, "body 1", "8,6")
    game.click("move 11,8")  # a = 0, 1
    becomes(game, "body 1", "11,8")
    game.key("space")
    becomes(game, "body 1", "14,10")
    game.click("button back")
    game.key("BackSpace")
    becomes(game, "body 1", "8,6")
    check(not game.has("button rub-out"), "nothing is in pencil yet")
    game.click("move 11,6")  # what if: a = 0, -1
    becomes(game, "body 1", "11,6")
    game.wait_target("button rub-out")
    game.wait_target("graphs")
    game.point("row 2")  # of the table: marked in the graphs, too
    becomes(game, "graphs", "2")
    pen = Pen(game)
    pen.point(8, 6)  # on the sheet: the end of move 1
    becomes(game, "graphs", "1")
    game.point_away()
    game.click("row 0")
    becomes(game, "body 1", "5,5")
    game.key("k")
    game.wait_gone("graphs")
    drag(game, "body 1", 10, 10)
    becomes(game, "body 1", "10,10")
    game.key("space")
    becomes(game, "body 1", "13,11")


def test_wind_and_a_moving_target(table):
    game = demonstrate(table)
    game.click("wind-y less")
    game.click("button step")
    becomes(game, "body 1", "7,5")  # (2, 1) + (0, -1)
    game.click("button step")
    becomes(game, "body 1", "9,4")
    game.click("button target")
    game.wait_status("Click where the target is to be.")
    Pen(game).click(11, 3)
    game.wait_target("button remove-target")
    game.click("drift-y less")
    game.click("button step")
    game.wait_status("A has reached the target.")  # (11, 2): both have come down by one


def test_arrows_are_remembered(table):
    game = demonstrate(table)
    name = "switch arrows-along"
    game.scroll_to(name, "button step")
    before = text(game, name)
    game.click(name)
    game.wait(lambda seen: any(t["id"] == name and t["text"] != before for t in seen["targets"]), "the switch to be turned")
    after = text(game, name)
    game.close()
    game = demonstrate(table)
    game.scroll_to(name, "button step")
    check_equal(text(game, name), after, "the switch of the next sitting")


def test_a_race_is_shown_in_class(table):
    steps.add_own_track(table.home)
    game = table.open()
    game.wait_screen("home")
    steps.new_race(game)
    steps.choose_start(game, "4,4")
    game.click("move 5,4")
    game.key("Escape")
    game.click("button show-in-class")
    game.wait_screen("demonstration")
    becomes(game, "body 1", "5,4")
    game.click("move 7,4")
    becomes(game, "body 1", "7,4")
    game.key("Escape")
    game.wait_screen("race")
    game.wait_target("start 4,3")  # the race has not moved: it is the other's turn


if __name__ == "__main__":
    main(globals())
