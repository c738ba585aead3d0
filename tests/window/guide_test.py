"""The first race of a game: what each thing is for is told beside it, until it was done once; and in any race the words
of the trade, wherever a sentence has one, lead to their drawings.
"""
import json

from game import ROOT
from labels_test import road_under, scale_of, tiles_of
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
    check("word takes the line" in words(game), "a word in a line that ends at the right")
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


def test_what_is_told_of_tiles_leaves_the_road_free(table):
    game = table.open()
    begin(game, "stock-cars")
    game.click("special none")
    game.wait_target("speed 2")
    game.click("speed 2")
    game.wait_target("guide Order")
    is_road = tiles_of(json.loads(game.races()[-1].read_text(encoding="utf-8").splitlines()[0])["track"])
    for size in ((1280, 800), (1700, 1000)):
        game.resize(*size)
        game.come_to_rest()
        check_off_all_else(game)
        under = road_under(game.target("guide Order"), scale_of(game, "tile"), is_road)
        check_equal(under, {False}, f"{size}: what lies under what is told of tiles")
    check_equal(game.close(), 0, f"status {game.stderr()}")


def words(game):
    return {target["id"].rstrip(" 0123456789") for target in game.targets("word ")}


def test_a_word_in_a_sentence_leads_to_its_drawings(table):
    """In the log, in what an order costs, in the help, in what is set up; not on what is a button itself."""
    game = table.open(ROOT / "assets" / "games" / "stock-cars.race")
    game.wait_screen("race")
    game.click("button ready")
    game.wait_target("word wild card 1")
    check_equal(words(game), {"word wild card"}, "words of the race")
    line = game.target("button give")["y"]
    check(any(word["y"] > line for word in game.targets("word ")), "what the order costs")
    check(any(word["x"] > game.target("button give")["x"] for word in game.targets("word ")), "the log")
    last = game.targets("word ")[-1]["id"]
    game.click(last)
    game.wait_status("How to play, Wild cards")
    check_equal(words(game), set(), "none of its own page")
    game.click("page specials")
    game.wait_target("word repair 1")
    check_equal(words(game), {"word wild card", "word repair"}, "words of the page")
    check_equal(len(game.targets("word ")), 4, "none of the race below")
    game.click("word repair 1")
    game.wait_status("How to play, The pits")
    game.key("Escape")
    game.wait_gone("button close")
    game.key("Escape")
    game.click("button home")
    game.wait_screen("home")
    game.click("button new-race")
    game.click("game circuit")
    game.wait_target("preset force-pass")
    game.click("button all-rules")
    game.wait_target("choice slipstream on")
    check_equal(words(game), {"word wear", "word blue chip"}, "words of the rows")
    game.click(next(word["id"] for word in game.targets("word wear") if word["h"] > 0))
    game.wait_status("How to play, Corners")
    check_equal(game.close(), 0, f"status {game.stderr()}")


def test_no_word_leads_away_from_a_choice(table):
    game = table.open()
    begin(game, "stock-cars")
    game.wait_target("special turbo")
    check("wild card" in game.target("special turbo")["text"], "it is in the sentence")
    check_equal(words(game) & {"word wild card"}, set(), "but a click there chooses")
    game.click("special turbo")
    game.wait_gone("special turbo")
    check_equal(game.close(), 0, f"status {game.stderr()}")


if __name__ == "__main__":
    main(globals())
