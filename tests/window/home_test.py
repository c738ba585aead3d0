"""Home names the games: each with a picture, a way to learn it and one to race, in sight in every window;
two clicks lead to a race, and who has learnt a game is asked to race that one.
"""
import json

from circuit_tutorial_test import act, begin_lesson, skip_film
from stock_tutorial_test import type_order
from suite import check, check_equal, main
from tutorial_test import click_moves, go_to

# The contest's name: the button to learn it, and game, preset and track of the race that nobody set up.
GAMES = {"race": ("button tutorial", ("graph-paper", "racing-car", "First oval")),
         "derby": ("button tutorial-derby", ("graph-paper", "derby", "Round bowl")),
         "stock-cars": ("button tutorial-stock-cars", ("stock-cars", "stock-cars", "First lap")),
         "circuit": ("button tutorial-circuit", ("circuit", "force-pass", "First corners"))}
LANDSCAPE, COLOURS = 1.5, 40  # of a picture, and so many of them are a race on paper
SIZES = (((1280, 800), 100), ((800, 600), 100), ((1280, 800), 200), ((1920, 1080), 100))
THEMES = ("paper", "blackboard", "high-contrast")


def open_home(table, *arguments):
    game = table.open(*arguments)
    game.wait_screen("home")
    return game


def check_whole(game, name, where):
    width, height = game.read()["size"]
    box = game.target(name)
    check(box["w"] >= 60 and box["h"] >= 30 and box["x"] >= 0 and box["y"] >= 0 and
          box["x"] + box["w"] <= width and box["y"] + box["h"] <= height, f"{name} in sight {where}: {box}")
    return box


def colours(picture):
    pixels = picture.pixels
    return len({pixels[at:at + 3] for at in range(0, len(pixels), 4)})


def check_games(game, where):
    """Left of what is said of a game is its picture."""
    game.point_away()
    picture = game.picture()
    pictures = set()
    for name, (learn, _) in GAMES.items():
        learn, race = check_whole(game, learn, where), check_whole(game, f"button race-{name}", where)
        check(learn["x"] + learn["w"] <= race["x"] and learn["y"] == race["y"], f"{name}: side by side {where}")
        side = 2 * learn["h"]
        seen = picture.crop(learn["x"] - learn["h"] - side, learn["y"] + learn["h"] - side, side, side)
        check(colours(seen) >= COLOURS, f"a picture of {name} {where}: {colours(seen)} colours")
        pictures.add(seen.pixels)
    check_equal(len(pictures), len(GAMES), f"different pictures {where}")


def test_four_games_with_a_picture_each(table):
    for (size, scale), theme in zip(SIZES, (*THEMES, THEMES[0])):
        path = table.home / "config" / "graphprix" / "settings.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"theme": theme}))
        game = open_home(table, "--scale", scale)
        game.resize(*size)
        check_games(game, f"at {size}, {scale} %, {theme}")
        check(game.has("button new-race") and game.has("button quit"), "what else there is")
        game.close()


def test_pictures_are_painted_once(table):
    """The next start shows what it finds in the cache, unless that shows something else."""
    def start():
        game = open_home(table)
        game.point_away()
        picture = game.picture()
        game.close()
        return picture
    painted = start()
    kept = table.home / "cache" / "graphprix" / "derby.pixels"
    content = kept.read_bytes()
    what, pixels = content.split(b"\n", 1)
    kept.write_bytes(what + b"\n" + bytes(len(pixels)))
    check(start().differing(painted) > len(pixels) // 8, "a picture that is kept is not painted")
    for other in (b"-" + what[1:] + b"\n" + bytes(len(pixels)), content[:-1], what):
        kept.write_bytes(other)
        check_equal((start().differing(painted), kept.read_bytes()), (0, content), "painted and kept anew")
    check_equal(start().differing(painted), 0, "as it was painted")


def test_two_clicks_to_a_race_of_each(table):
    for name, (_, expected) in GAMES.items():
        game = open_home(table)
        game.click(f"button race-{name}")
        game.wait_screen("set-up")
        game.come_to_rest()  # all tracks are read
        game.click("button start-race")
        game.wait_screen("race")
        game.wait(lambda _, known=len(game.races()): len(game.races()) > 0, "its file")
        head = json.loads(game.races()[-1].read_text(encoding="utf-8").splitlines()[0])
        check_equal((head["game"], head["preset"], head["track"]["name"]), expected, name)
        game.close()


def test_the_same_game_is_set_up_as_it_was_left(table):
    game = open_home(table)
    game.click("button race-derby")
    game.wait_target("choice rounds more")
    game.click("choice rounds more")
    game.click("button back")
    for name, rounds in (("derby", "31"), ("race", None), ("derby", "30")):
        game.wait_screen("home")
        game.click(f"button race-{name}")
        game.wait_screen("set-up")
        told = game.target("choice rounds")["text"] if game.has("choice rounds") else None
        check_equal(told, rounds, f"rounds, coming for the {name}")
        game.click("button back")


def test_by_keyboard(table):
    game = open_home(table)
    for _ in range(40):
        if game.read()["focus"] == "button race-circuit":
            break
        before = game.read()["focus"]
        game.key("Tab")
        game.wait(lambda seen: seen["focus"] != before, "the focus to move")
    game.key("Return")
    game.wait_target("preset force-pass")


def finish(game, preset):
    """From the end of a tutorial to its game."""
    skip_film(game, "button new-race")
    game.click("button new-race")
    game.wait_screen("set-up")
    game.wait_target(f"preset {preset}")


def test_who_has_learnt_a_game_races_it(table):
    game = open_home(table)
    game.click("button tutorial-derby")
    game.wait_screen("tutorial")
    go_to(game, "flag")
    click_moves(game, "8,4", "10,3", "12,2")
    game.wait_status("running into the others")
    finish(game, "derby")
    game.click("button back")
    game.click("button tutorial-stock-cars")
    game.wait_status("Choose speed 1")
    go_to(game, "slipstream")
    type_order(game, "S(2M)")
    game.wait_status("That is all it takes")
    finish(game, "stock-cars")
    game.click("button back")
    game.click("button tutorial-circuit")
    game.wait_status("Orange stands on the grid")
    begin_lesson(game, "force", "side by side")
    act(game, "speed 100", "space 7,1", "force 1 2")
    game.point_away()
    act(game, "chip")
    finish(game, "force-pass")


if __name__ == "__main__":
    main(globals())
