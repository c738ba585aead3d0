"""Screens grow with their window: what matters most is always in sight, and more room shows more.

Sizes are those of the window with the size of everything in per cent; what is in sight is read from
the boxes of the targets.
"""
import json

import steps
from editor_test import open_editor
from game import ROOT, Referee
from suite import check, check_equal, main

LARGE = (3840, 2160)
SIZES = (((800, 600), 100), ((1280, 800), 100), ((1280, 800), 200), ((1920, 1080), 100), (LARGE, 250))
FIELD = 26  # interface pixels of a name that one can type into, at least
LETTERS = 104  # of the room for eight of its letters
SIGN = 34  # of a button with a sign, where its word has no room
CHOOSING = 16  # and of a point to be chosen


def open_in(table, size, scale):
    game = table.open("--scale", scale)
    game.wait_screen("home")
    game.resize(*size)
    return game


def open_setup(table, size, scale):
    game = open_in(table, size, scale)
    game.click("button new-race")
    game.wait_screen("set-up")
    return game


def names(game):
    return [t for t in game.targets("player ") if t["id"].endswith(" name")]


def add_players(game, count):
    while len(names(game)) < count:
        before = len(names(game))
        game.click("button add-player")
        game.wait_target(f"player {before + 1} name")
        game.point_away()


def check_in_sight(game, target, height, what):
    width, bottom = game.read()["size"]
    inside = target["x"] >= 0 and target["y"] >= 0 and target["x"] + target["w"] <= width and \
        target["y"] + target["h"] <= bottom
    check(inside and target["w"] > 0 and target["h"] >= height, f"{target['id']} in sight {what}")


def whole_rows(game):
    """The rows of cards of which nothing is scrolled away, each as a list."""
    cards = [t for t in game.targets("track ") if t["h"] > 0]
    whole = max(t["h"] for t in cards)
    rows = {}
    for card in cards:
        if card["h"] == whole:
            rows.setdefault(card["y"], []).append(card)
    return list(rows.values())


def test_eight_players_two_rows_and_start(table):
    game = open_setup(table, (1280, 800), 100)
    add_players(game, 8)
    check_equal(len(names(game)), 8, "players")
    for name in names(game):
        check_in_sight(game, name, FIELD, "among eight players")
    check_in_sight(game, game.target("button start-race"), 40, "with eight players")
    rows = whole_rows(game)
    check(len(rows) >= 2, f"two whole rows of tracks, found {len(rows)}")
    check(min(len(row) for row in rows) >= 3, "three tracks in a row")


def test_players_and_start_are_never_scrolled_away(table):
    for size, scale in SIZES:
        game = open_setup(table, size, scale)
        add_players(game, 8)
        told = f"at {size}, {scale} %"
        for name in names(game):
            check_in_sight(game, name, FIELD * scale / 100, told)
            check(name["w"] >= LETTERS * scale / 100, f"eight letters of a name {told}")
        check_in_sight(game, game.target("button start-race"), 40 * scale / 100, told)
        check_in_sight(game, game.target("game derby"), 28 * scale / 100, told)
        game.close()


def test_done_is_never_scrolled_away(table):
    for size, scale in SIZES:
        game = open_in(table, size, scale)
        game.click("button settings")
        game.wait_screen("settings")
        check_in_sight(game, game.target("button done"), 40 * scale / 100,
                       f"at {size}, {scale} %")
        game.close()


def check_grows(table, open_screen, right_end):
    """More tracks in a row, and no margins, in larger windows."""
    counts = []
    for size in ((800, 600), (1280, 800), (1920, 1080)):
        game = open_screen(table, size, 100)
        game.wait_target("track Kidney")
        game.come_to_rest()
        counts.append(len(whole_rows(game)[0]))
        far = max(t["x"] + t["w"] for t in game.targets(right_end))
        check(far >= size[0] - 40, f"the room used up to {far} of {size[0]}")
        game.close()
    check(counts[0] <= counts[1] < counts[2], f"more tracks in a row: {counts}")


def open_browser(table, size, scale):
    game = open_in(table, size, scale)
    game.click("button tracks")
    game.wait_screen("tracks")
    return game


def test_setup_and_browser_use_the_room(table):
    check_grows(table, open_setup, "button start-race")
    check_grows(table, open_browser, "button open-file")


def start_derby(game):
    game.click("game derby")
    game.wait_target("track Round bowl")
    game.click("button start-race")
    game.wait_screen("race")
    game.wait_target("button menu")
    game.come_to_rest()


def test_the_sheet_has_most_of_a_race(table):
    """At 200 % the panel takes at most 30 % of the window, cards are one line, points are large."""
    game = open_setup(table, (1280, 800), 200)
    start_derby(game)
    cards = game.targets("player ")
    left = min(t["x"] for t in cards)
    check(left >= 1280 * 70 // 100, f"the panel from {left} on")
    check(all(0 < t["w"] and t["h"] <= 2 * 40 for t in cards if t["h"] > 0), "cards of one line")
    points = [t for t in game.targets("start ") if t["w"] > 0]
    check(len(points) > 20, "start points")
    # The middle of a point at the edge of the sheet may be in sight when not all of it is.
    check(sum(t["w"] >= 2 * CHOOSING for t in points) > len(points) * 0.9, "start points are large")
    game.resize(800, 600)
    game.come_to_rest()
    for name in ("undo", "hint", "vectors", "menu"):
        if game.has(f"button {name}"):
            check_equal(game.target(f"button {name}")["h"], 2 * SIGN, f"{name}: a sign, no cut word")
    check(all(t["h"] == 0 or t["y"] + t["h"] <= game.target("button hint")["y"]
              for t in game.targets("player ")), "cards stand above them")


def lies_on_screen(game):
    """Frame and all, between the panels."""
    display = game.display
    x, y, width, height = display.frame(game.window())
    above, below = display.panels
    return x >= 0 and x + width <= display.width and y >= above and y + height <= display.height - below


def title_height(game):
    return game.display.frame(game.window())[3] - game.read()["size"][1]


def check_first_window(table, least):
    """It is at least so large: what screen, frame and panels leave, but for a few pixels."""
    game = table.open()
    game.wait_screen("home")
    game.wait(lambda seen: lies_on_screen(game), "the whole window on the screen")
    game.come_to_rest()
    check(lies_on_screen(game), "it stays there")
    width, height = game.read()["size"]
    check(width >= least[0] and height >= least[1], f"{width} x {height} uses the screen")
    for target in game.targets("button "):
        check(target["x"] >= 0 and target["x"] + target["w"] <= width, f"{target['id']} in the window")
    if table.display.frame_type:
        check(title_height(game) > 0, "there is a frame")


def test_first_window_on_a_laptop(table):
    check_first_window(table, (1280, 700))


def test_first_window_on_a_projector_between_panels(table):
    check_first_window(table, (1000, 620))


def test_first_window_on_the_smallest_screen(table):
    check_first_window(table, (780, 540))


def test_first_window_without_a_window_manager(table):
    check_first_window(table, (780, 540))


def test_first_window_in_a_frame_that_is_larger_than_thought(table):
    check_first_window(table, (1240, 560))
    check(title_height(table.games[0]) > 60, "as on a screen of many pixels")


def test_a_notice_covers_no_button(table):
    """However little room there is."""
    game = open_setup(table, (1280, 800), 100)
    start_derby(game)
    game.close()
    for size, scale in (((800, 600), 100), ((800, 600), 200), ((1280, 800), 250)):
        game = open_in(table, size, scale)
        game.click("button continue")
        game.wait_screen("race")
        game.come_to_rest()
        game.key("F12")
        seen = game.wait(lambda seen: any("icture" in label["text"] for label in seen["labels"]), "a notice")
        notice = next(label for label in seen["labels"] if "icture" in label["text"])
        for button in game.targets("button "):
            apart = any(notice[at] >= button[at] + button[side] or button[at] >= notice[at] + notice[side]
                        for at, side in (("x", "w"), ("y", "h")))
            check(apart or button["h"] == 0, f"{button['id']} beside the notice at {size}, {scale} %")
        game.close()


# Of 24 letters, usual ones and the widest.
LONG = ("Wilhelmina Featherstoneh", "Maximilian Wolkensteiner", "W" * 24, "Bartholomew Thistlewaite")
REPLAYS = ROOT / "tests" / "replays" / "1"
CRAMPED = (((1280, 800), 100), ((800, 600), 100), ((1280, 800), 200))


def renamed(table, source, drivers=("human",) * 4, count=None, names=LONG):
    """A race with long names, after so many lines."""
    head, *lines = source.read_text(encoding="utf-8").splitlines()
    setup = json.loads(head)
    for player, name, driver in zip(setup["players"], names, drivers):
        player.update(name=name, driver=driver)
    path = table.home / "long.race"
    path.write_text("\n".join([json.dumps(setup), *lines[:count]]) + "\n", encoding="utf-8")
    return path


def check_whole(game, parts, what):
    """None of these is drawn with an ellipsis."""
    game.point_away()
    game.come_to_rest()
    cut = [text for text in game.read()["cut"] if any(part in text for part in parts)]
    check_equal(cut, [], what)


def test_long_names_are_whole_on_race_cards(table):
    for replay, count, cards in (("triangle-four", 30, 3), ("round-bowl-derby-of-two", 12, 4),
                                 ("harvest-oval-stock-cars", 44, 4), ("first-corners-drive-on", 12, 2)):
        path = renamed(table, REPLAYS / f"{replay}.race", count=count)
        for size, scale in CRAMPED:
            game = table.open("--scale", scale, path)
            game.wait_screen("race")
            game.resize(*size)
            if game.has("button ready"):
                game.click("button ready")
            game.wait(lambda seen, cards=cards: sum(t["id"].startswith("player ") for t in seen["targets"]) == cards,
                      "cards")
            game.point_away()
            game.come_to_rest()
            cut = [text for text in game.read()["cut"] if any(text == name for name in LONG)]
            check_equal(cut, [], f"names that are cut in {replay} at {size}, {scale} %")
            game.close()


def test_the_level_of_a_computer_is_on_every_card(table):
    """Two levels make two pictures of one card."""
    for size, scale in CRAMPED:
        pictures = []
        for level in ("rookie", "club"):
            game = table.open("--scale", scale, renamed(table, REPLAYS / "triangle-four.race", ("human", level, level), 19))
            game.wait_screen("race")
            game.resize(*size)
            game.wait(lambda seen: "Wilhelmina" in seen["status"], "the turn of a person")
            card = game.target("player 2")
            picture = game.picture()
            pictures.append(picture.crop(card["x"], card["y"], card["w"], card["h"]))
            game.close()
        check(pictures[0].differing(pictures[1]) > 0, f"the level at {size}, {scale} %")


def test_long_names_are_whole_in_the_results(table):
    """In the table with the most columns."""
    referee = Referee(ROOT / "tracks" / "circuit" / "first-corners.svg", "--game", "circuit", "--players", "2",
                      "--set", "laps=1", "--driver=1=rookie", "--driver=2=rookie")
    check(referee.ask(f"save {table.home / 'whole.race'}")["ok"], "a race of computers")
    referee.close()
    for names in (LONG[:2], LONG[2:]):
        path = renamed(table, table.home / "whole.race", names=names)
        for size, scale in CRAMPED:
            game = table.open("--scale", scale, path)
            game.wait_screen("results")
            game.resize(*size)
            check_whole(game, [name[:6] for name in names], f"names of the results at {size}, {scale} %")
            steps.walk_to(game, "chart speed")
            for key, name in zip(("Right", "Down"), names):
                game.key(key)
                game.wait(lambda seen, name=name: steps.text_of(seen, "chart speed").startswith(f"{name}, move 1:"), key)
                check_equal([text for text in game.read()["cut"] if "move 1" in text], [], f"{name}'s first move")
            game.close()


def test_pages_have_one_margin_and_the_way_back_below(table):
    """Numbers that are typed stand below those that are stepped, and are as wide."""
    for size in ((1280, 800), (800, 600)):
        game = open_in(table, size, 100)
        places = {}
        for name, way in (("set-up", "button new-race"), ("tracks", "button tracks"), ("saved", "ctrl+o"),
                          ("classroom", "button classroom"), ("exercises", "button exercises")):
            (game.click if way.startswith("button") else game.key)(way)
            game.wait_screen(name)
            game.come_to_rest()
            back = game.target("button back")
            places[name] = back["x"]
            check(size[1] - 40 < back["y"] + back["h"] <= size[1], f"the way back of {name} at {size}: {back}")
            if name in ("set-up", "tracks", "saved"):
                game.key("Escape")
                game.wait_screen("home")
        check_equal(len(set(places.values())), 1, f"margins at {size}: {places}")
        less, more, seed = (game.target(name) for name in ("choice questions less", "choice questions more", "choice seed"))
        check_equal(seed["w"], more["x"] + more["w"] - less["x"], f"the width of the seed at {size}")
        game.close()


def test_tools_have_their_whole_names(table):
    """In the editor whose tools have the longest ones."""
    game = table.open()
    open_editor(game)
    check_whole(game, [""], "what is cut in an editor that has names beside its tools")


def test_long_names_are_whole_in_the_setup(table):
    """With so many players that each has one line, if there is room for that."""
    game = open_setup(table, (1280, 800), 100)
    add_players(game, len(LONG))
    steps.name_players(game, LONG)
    game.click("button start-race")  # the settings remember them
    game.wait_screen("race")
    game.close()
    for size, scale in CRAMPED:
        game = open_setup(table, size, scale)
        for field in names(game):
            if field["h"] > 0:
                check_equal(field["text"] in LONG, True, f"a name: {field}")
        check_whole(game, [name[:6] for name in LONG], f"names of the set-up at {size}, {scale} %")
        game.close()


test_players_and_start_are_never_scrolled_away.display = {"size": LARGE}
test_done_is_never_scrolled_away.display = {"size": LARGE}
test_first_window_on_a_laptop.display = {"size": (1366, 768), "frame_type": 10}
test_first_window_on_a_projector_between_panels.display = {"size": (1024, 768), "frame_type": 10, "panels": (32, 48)}
test_first_window_on_the_smallest_screen.display = {"size": (800, 600), "frame_type": 10}
test_first_window_without_a_window_manager.display = {"size": (800, 600), "window_manager": False}
test_first_window_in_a_frame_that_is_larger_than_thought.display = {"size": (1366, 768), "frame_type": 60}


if __name__ == "__main__":
    main(globals())
