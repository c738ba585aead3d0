"""The first race of a game: what each thing is for is told beside it, until it was done once."""
from suite import check, check_equal, main


def begin(game, contest):
    game.wait_screen("home")
    game.click(f"button race-{contest}")
    game.wait_screen("set-up")
    if game.has("player 2 remove"):
        game.click("player 2 remove")
        game.wait_gone("player 2 name")
    game.click("button start-race")
    game.wait_screen("race")


def guides(game):
    return [target["id"] for target in game.targets("guide ")]


def check_off_all_else(game):
    targets = [target for target in game.targets() if target["w"] > 0]
    sheet = game.read()["size"][0] * 3 // 4  # what is as wide is the sheet itself
    for guide in game.targets("guide "):
        for other in targets:
            apart = (guide["x"] >= other["x"] + other["w"] or other["x"] >= guide["x"] + guide["w"] or
                     guide["y"] >= other["y"] + other["h"] or other["y"] >= guide["y"] + guide["h"])
            check(other["id"] == guide["id"] or apart or other["w"] > sheet, f'{guide["id"]} lies over {other["id"]}')


def test_what_was_done_once_is_told_no_more(table):
    game = table.open()
    begin(game, "circuit")
    game.wait_target("guide Build")
    check_equal(guides(game), ["guide Build"], "what can be done first")
    check_off_all_else(game)
    game.click("guide Build")
    game.wait_status("How to play, The car")
    game.key("Escape")
    game.wait_gone("button close")
    game.click("choice car even")
    game.click("button build")
    game.wait_target("guide Posted speed")
    check_equal(guides(game), ["guide Posted speed"], "building is known")
    check_off_all_else(game)
    game.click("speed 40")
    game.wait_target("guide Corner")
    game.wait_gone("guide Posted speed")
    check_equal(guides(game), ["guide Corner", "guide Line"], "what a move is about")
    check_off_all_else(game)
    check_equal(game.close(), 0, f"status {game.stderr()}")

    game = table.open()
    begin(game, "circuit")
    game.wait_status("build your car")
    check_equal(guides(game), [], "it was remembered")
    game.key("Escape")
    game.click("button home")
    begin(game, "race")
    game.wait_target("guide Start point")
    check_off_all_else(game)
    check_equal(game.close(), 0, f"status {game.stderr()}")


if __name__ == "__main__":
    main(globals())
