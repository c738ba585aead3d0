"""Circuit in the window: cars built and speeds posted in secret between two people, spaces by click and
by number key, and hints.
"""
import steps
from suite import check, main

FIRST, SECOND = steps.NAMES


def begin(table, names=steps.NAMES, driver=None, preset="sunday"):
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_target("game circuit")
    game.click("game circuit")
    game.wait_target("track First corners")
    game.click("track First corners")
    game.click(f"preset {preset}")
    steps.name_players(game, names)
    if driver:
        game.click("player 2 driver")
        game.click(f"player 2 driver {driver}")
        game.wait_gone(f"player 2 driver {driver}")
    game.click("button start-race")
    game.wait_screen("race")
    return game


def take_over(game, name, target):
    game.wait_status(f"Hand the screen to {name}.")
    game.click("button ready")
    game.wait_target(target)


def test_cars_are_built_in_secret_and_shown_together(table):
    game = begin(table, preset="force-pass")
    take_over(game, FIRST, "choice car even")
    check(not game.has("button build"), "no car of points that are left")
    game.click("choice car even")
    game.click("button build")
    take_over(game, SECOND, "choice car fast")
    check("11111" not in game.target("player 1")["text"], "the other's build is hidden")
    game.click("choice car fast")
    game.click("button build")
    game.wait_target("button go-on")
    check("Before the first turn" in game.read()["status"], "both are turned over")
    game.click("button go-on")
    take_over(game, FIRST, "speed 60")
    check("build 11111" in game.target("player 1")["text"], "the even build is told")


def test_one_person_never_hands_the_screen_over(table):
    game = begin(table, driver="rookie")
    game.wait_target("speed 60")
    game.key("h")
    game.wait(lambda seen: "turns left" in steps.text_of(seen, "speed 60"), "hints of speeds")
    game.click("speed 60")
    game.wait(lambda seen: any(t["id"].startswith("space ") for t in seen["targets"]), "the own move")
    check(not game.has("button ready"), "no cover")
    first = game.targets("space ")[0]["id"]
    game.wait(lambda seen: "turns left" in (steps.text_of(seen, first) or ""), "hints of spaces")
    row = int(first.split()[1].split(",")[0])
    game.key("1" if first.endswith("1") else "2")  # a lane by its number
    game.wait(lambda seen: not any(t["id"].startswith(f"space {row},") for t in seen["targets"]), "a step")


main(globals())
