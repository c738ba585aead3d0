"""The projector: one key makes everything large; pen, ring and blank over whatever is shown."""
import math

from suite import check, check_equal, main

LEAST = 24  # pixels high at 1920 x 1080
RED = 0xa00000


def open_race(table):
    game = table.open("--full-screen")
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    game.click("button start-race")
    game.wait(lambda seen: seen["screen"] == "race" and seen["size"] == [1920, 1080], "the race")
    return game


def switch_on(game):
    game.key("F5")
    game.wait_status("Projector: F6")


def heights(game):
    return {t["id"]: t["h"] for t in game.targets() if t["h"] > 0}


def follow_type(game):
    """What is drawn from now on; asked with check_type."""
    game.come_to_rest()
    game.read()
    game.smallest_type = math.inf


def check_type(game):
    game.come_to_rest()
    game.read()
    check(LEAST <= game.smallest_type < 2 * LEAST, f"type of at least {LEAST} pixels, found {game.smallest_type}")


def draw_line(game, x, y):
    """Downwards, with stops, as a hand does."""
    game.display.xdotool("mousemove", x, y, "mousedown", 1)
    for down in range(0, 201, 40):
        game.display.xdotool("mousemove", x, y + down)
    game.display.xdotool("mouseup", 1)
    game.answer()


def red_in(game, x, y, width=60, height=60):
    part = game.picture().crop(x, y, width, height)
    return sum(pixel & 0xffffff == RED for pixel in memoryview(part.pixels).cast("I"))


def test_everything_is_large_and_comes_back(table):
    game = open_race(table)
    check(game.has("button menu") or game.targets("button "), "the panel's buttons")
    before = game.picture()
    buttons = {t["id"] for t in game.targets("button ")}
    switch_on(game)
    follow_type(game)
    small = {name: height for name, height in heights(game).items() if height < LEAST}
    check_equal(small, {}, f"targets under {LEAST} pixels")
    check(not buttons & {t["id"] for t in game.targets("button ")} - {"button menu"},
          "what a class needs not is away")
    game.key("F9")  # and can be had all the same
    game.wait(lambda seen: buttons <= {t["id"] for t in seen["targets"]}, "the panel again")
    small = {name: height for name, height in heights(game).items() if height < LEAST}
    check_equal(small, {}, "small targets on the panel")
    game.key("k")
    game.wait_target("button columns")
    check_type(game)
    game.key("k")
    game.wait_gone("button columns")
    game.key("F5")
    game.wait(lambda seen: "Projector" not in seen["status"], "the notice to go")
    game.wait(lambda seen: buttons <= {t["id"] for t in seen["targets"]}, "the panel")
    check(before.differing(game.picture()) < 2000, "all as it was")


def test_the_pen_draws_over_everything(table):
    game = open_race(table)
    switch_on(game)
    points = [t["id"] for t in game.targets("start ")]
    game.key("F6")
    game.wait_target("button pen-undo")
    clean = red_in(game, 570, 330)
    draw_line(game, 600, 300)
    check(red_in(game, 570, 330) > clean + 300, "a line")
    draw_line(game, 900, 300)
    check_equal([t["id"] for t in game.targets("start ")], points, "nothing under the pen is clicked")
    game.key("ctrl+z")
    check_equal(red_in(game, 870, 330), 0, "red where the second line was")
    check(red_in(game, 570, 330) > clean + 300, "the first line stays")
    game.click("button pen-undo")
    check_equal(red_in(game, 570, 330), clean, "red after both were taken back")
    draw_line(game, 600, 300)
    draw_line(game, 900, 300)
    game.click("button pen-clear")
    check_equal((red_in(game, 570, 330), red_in(game, 870, 330)), (clean, 0), "red when cleared")
    draw_line(game, 600, 300)
    game.click("button pen-away")
    game.wait_gone("button pen-away")
    check(red_in(game, 570, 330) > clean + 300, "the line stays without the pen")
    game.key("F5")
    game.wait(lambda seen: "Projector" not in seen["status"], "the end")
    check_equal(game.close(), 0, "status")


def test_the_ring_follows_the_pointer(table):
    game = open_race(table)
    switch_on(game)
    game.key("F7")
    game.display.xdotool("mousemove", 1300, 300)
    first = red_in(game, 1220, 220, 160, 160)
    check(first > 800, f"a ring round the pointer: {first} red pixels")
    game.display.xdotool("mousemove", 1700, 300)
    check(red_in(game, 1220, 220, 160, 160) < first / 4, "no ring where the pointer was")
    check(red_in(game, 1620, 220, 160, 160) > 800, "a ring where it is")


def test_a_blank_wall_and_back(table):
    game = open_race(table)
    game.key("b")
    game.key("period")
    game.answer()
    check("blank" not in game.read()["status"], "no blank without the projector")
    switch_on(game)
    points = [t["id"] for t in game.targets("start ")]
    for blank, back in (("b", "b"), ("period", "Next"), ("b", "Escape")):
        game.key(blank)
        game.wait_status("The screen is blank")
        check_equal([t["id"] for t in game.targets()], ["button blank"], "targets")
        game.point_away()
        check_equal(game.picture().crop(0, 0, 1880, 1040).colours(), 1, "colours")  # but the pointer
        game.key(back)
        game.wait(lambda seen: "The screen is blank" not in seen["status"], "the picture again")
        check_equal(game.read()["screen"], "race", "what the key did besides")
        check_equal([t["id"] for t in game.targets("start ")], points, "points")
    game.key("b")
    game.wait_status("The screen is blank")
    game.click("button blank")
    game.wait(lambda seen: "The screen is blank" not in seen["status"], "the picture again")


if __name__ == "__main__":
    main(globals())
