"""The set-up by real clicks: games, switches, house rules, a series, and what is remembered.

What was set is read from the saved race, and who may do what from the referee that loads it.
"""
import json
from pathlib import Path

import steps
from game import Expected, Referee
from suite import check, check_equal, main

HOUSE = "Friday afternoon at the school by the lake, long form"


def open_setup(game):
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    return game


def places(seen):
    return [(target["id"], target["y"], target["h"]) for target in seen["targets"]]


def height_of(seen, name):
    return next(target["h"] for target in seen["targets"] if target["id"] == name)


def reveal(game, name):
    """Scrolls the page, from its top, until the target can be clicked."""
    if game.wait_target(name)["h"] > 12:
        return
    first = "choice contest" if game.has("choice contest") else "game race"
    game.key("Home")
    game.wait(lambda seen: height_of(seen, first) > 12, f"{first}, the top of the page")
    settle(game)
    left, top = game.origin()
    width, height = game.read()["size"]
    game.display.xdotool("mousemove", left + width // 2 + 20, top + height * 5 // 9)
    for _ in range(80):
        if game.target(name)["h"] > 12:
            return
        before = places(game.read())
        game.display.xdotool("click", 5)
        game.wait(lambda seen: places(seen) != before, "the page to scroll")
    raise Expected(f"{name} to scroll into view")


def settle(game):
    """A wheel may be turned faster than it is answered."""
    game.come_to_rest()
    game.read()


def press(game, name):
    while True:
        reveal(game, name)
        settle(game)
        if game.target(name)["h"] > 12:
            return game.click(name)


def wait_text(game, name, text):
    game.wait(lambda seen: steps.text_of(seen, name) == text, f'{name} to say "{text}"')


def start(game):
    before = len(game.races())
    game.click("button start-race")
    game.wait_screen("race")
    steps.wait_until(lambda: len(game.races()) == before + 1, "a file for the new race")
    return head(game)


def head(game):
    return json.loads(game.races()[-1].read_text(encoding="utf-8").splitlines()[0])


def back_to_setup(game):
    steps.go_home(game)
    return open_setup(game)


def kept(game):
    path = game.home / "config" / "graphprix" / "house-rules.json"
    return json.loads(path.read_text(encoding="utf-8"))["house_rules"]


def test_two_clicks_to_a_race(table):
    game = open_setup(table.open())
    first = start(game)
    check_equal((first["game"], first["preset"], first["rules"]), ("graph-paper", "racing-car", {}),
                "the race that nobody set up")
    check_equal(first["allow"], {"undo": True, "hints": True}, "what it allows")


def test_derby(table):
    game = open_setup(table.open())
    check(not game.has("track Round bowl"), "an arena is no track for a race")
    game.click("game derby")
    game.wait_target("track Round bowl")
    wait_text(game, "choice rounds", "30")
    check(game.has("track Kidney"), "a race track can be an arena, too")
    check(not game.has("choice laps"), "a derby has no laps")
    wait_label(game, "auto: 2")
    game.click("choice rounds more")
    wait_text(game, "choice rounds", "31")
    first = start(game)
    check_equal((first["preset"], first["rules"], first["track"]["name"]),
                ("derby", {"rounds": 31}, "Round bowl"), "the derby")
    _, state = steps.cars_in_file(game)
    check_equal([car["player"] for car in state["cars"]], [1, 1, 2, 2], "two cars a player")


def test_an_arena_brings_its_rules(table):
    """However the set-up is asked for one: by a file, or from among all tracks."""
    arena = table.home / "pit.svg"
    shipped = Path(__file__).resolve().parents[2] / "tracks" / "graph-paper" / "peanut.svg"
    arena.write_text(shipped.read_text(encoding="utf-8").replace("Peanut", "Pit"), encoding="utf-8")
    game = table.open(arena)
    wait_text(game, "choice rounds", "30")
    check_equal(start(game)["track"]["name"], "Pit", "the track of the file")
    game.close()
    game = table.open()
    game.click("button tracks")
    game.click("field search")
    game.type("peanut")
    game.wait_gone("track Triangle")
    game.click("button race")
    wait_text(game, "choice rounds", "30")
    first = start(game)
    check_equal((first["preset"], first["track"]["name"]), ("derby", "Peanut"), "the derby")


def test_links_have_room(table):
    game = open_setup(table.open())
    widths = set()
    for size in ((1280, 800), (800, 600)):
        game.resize(*size)
        game.wait(lambda seen: seen["size"] == list(size), "the size")
        widths.add(game.target("button all-tracks")["w"])
    check_equal(len(widths), 1, "widths of one label, beside the search and below it")


def wait_label(game, text):
    game.wait(lambda seen: any(label["text"] == text for label in seen["labels"]), f"{text} written")


def test_one_race_a_series_or_a_cup_are_whole_at_any_size(table):
    for scale in (100, 175, 200):
        game = open_setup(table.open("--scale", scale))
        game.resize(1280, 800)
        game.wait_target("button inspect")
        check_equal(game.read()["cut"], [], f"what is cut at {scale} %")
        check_equal(game.close(), 0, "status")


def test_laps_go_by_course_and_players_until_they_are_typed(table):
    """Two players; the numbers are those of laps_test.c."""
    game = open_setup(table.open())
    game.click("game stock-cars")
    for track, laps in (("Harvest oval", "1"), ("Thunder bowl", "4")):
        game.wait_target(f"track {track}")
        game.click(f"track {track}")
        wait_text(game, "choice laps", laps)
    game.click("button add-player")
    game.wait_target("player 3 name")
    game.click("button add-player")
    wait_text(game, "choice laps", "3")
    game.click("choice laps more")
    wait_text(game, "choice laps", "4")
    game.click("button add-player")
    game.wait_target("player 5 name")
    wait_text(game, "choice laps", "4")
    for _ in range(4):
        game.click("choice laps less")
    game.click("button all-rules")
    wait_label(game, "map: 5")
    game.click("button back")
    game.click("preset sunday")
    wait_text(game, "choice laps", "1")


def test_who_drives_with_people_says_as_what_and_the_race_keeps_it(table):
    """Nobody has raced yet: it is a club."""
    game = open_setup(table.open())
    game.click("player 2 driver")
    game.wait_target("player 2 driver with-you")
    check(game.target("player 2 driver with-you")["text"].startswith("Now Club:"), "which level it is now")
    game.click("player 2 driver with-you")
    wait_text(game, "player 2 driver", "with-you")
    check_equal(start(game)["players"][1]["driver"], "with-you:club", "what the race says")


def test_a_low_window_says_that_rules_follow(table):
    game = table.open()
    game.wait_screen("home")
    game.resize(800, 600)
    open_setup(game)
    game.wait_target("button rules-below")
    check(height_of(game.read(), "preset racing-car") == 0, "the rules are out of sight")
    game.click("button rules-below")
    game.wait(lambda seen: height_of(seen, "preset racing-car") > 30, "the rules in sight")
    check(not game.has("button rules-below"), "nothing more to be told")
    game.resize(1280, 800)
    check(not game.has("button rules-below") and height_of(game.read(), "preset racing-car") > 30,
          "all of it is in sight")


def test_marks_and_taking_back(table):
    game = open_setup(table.open())
    game.click("button all-rules")
    game.wait_target("choice acceleration")
    check_equal([t["id"] for t in game.targets("button reset")], [], "nothing to take back at first")
    press(game, "choice acceleration four")
    wait_text(game, "choice acceleration", "four")
    check("four nearest" in game.target("choice acceleration four")["text"], "the value's sentence")
    wait_text(game, "button reset acceleration", "eight")
    press(game, "choice walls")  # its name takes the next value
    wait_text(game, "choice walls", "out")
    press(game, "choice laps more")
    wait_text(game, "choice laps", "2")
    press(game, "button reset walls")
    wait_text(game, "choice walls", "in")
    game.wait_gone("button reset walls")
    game.click("button back")
    game.wait_target("preset racing-car")
    wait_text(game, "choice laps", "2")
    check_equal(start(game)["rules"], {"acceleration": "four", "laps": 2}, "what differs")
    game = back_to_setup(game)
    game.click("button all-rules")
    game.wait_target("button reset-all")
    game.click("button reset-all")
    game.wait_gone("button reset-all")
    check_equal(start(game)["rules"], {}, "what differs after taking all back")


def test_every_switch_can_be_set(table):
    game = open_setup(table.open())
    game.click("button all-rules")
    game.wait_target("choice acceleration")
    referee = Referee(steps.STRAIGHT, "--players", "1")
    rules = referee.greeting["race"]["rules"]
    referee.close()
    for field, value in rules.items():
        wait_text(game, f"choice {field}", str(value))
        shown = [t["id"] for t in game.targets(f"choice {field} ")]
        check(len(shown) >= 1, f"{field} can be changed")
        check(isinstance(value, int) or f"choice {field} {value}" in shown, f"{field} has {value}")


def test_without_meaning(table):
    game = open_setup(table.open())
    game.click("game derby")
    game.wait_target("track Peanut")
    game.click("button all-rules")
    press(game, "choice collision none")
    game.wait_status("no meaning in a derby")
    game.wait_gone("button start-race")
    game.click("button back")
    game.wait_status("no meaning in a derby")
    check(not game.has("button start-race"), "the race cannot start here either")
    game.click("button all-rules")
    press(game, "button reset collision")
    game.wait_target("button start-race")
    start(game)


def save_as(game, name):
    game.click("button save-house-rules")
    game.wait_focus("house name")
    steps.write_over(game, "house name", name)
    game.click("button yes")
    game.wait_gone("house name")


def test_house_rules(table):
    game = open_setup(table.open())
    game.click("button all-rules")
    press(game, "choice nitros more")
    press(game, "choice off_track retire")
    wait_text(game, "choice off_track", "retire")
    save_as(game, HOUSE)
    game.wait_gone("button reset nitros")
    game.click("button back")
    game.wait_target(f"house {HOUSE}")
    changes = {"nitros": 4, "off_track": "retire"}
    check_equal(start(game)["rules"], changes, "the house rules' race")
    check_equal([(rule["name"], rule["preset"], rule["rules"]) for rule in kept(game)],
                [(HOUSE, "racing-car", changes)], "house-rules.json")
    check_equal(game.close(), 0, "status")

    game = open_setup(table.open())  # they are offered, and were the last rules
    check_equal(start(game)["rules"], changes, "the race after a restart")
    game = back_to_setup(game)
    game.click("preset babylon")
    game.click("button all-rules")
    press(game, "choice laps more")
    wait_text(game, "choice laps", "2")
    save_as(game, HOUSE)
    check_equal([(rule["preset"], rule["rules"]) for rule in kept(game)],
                [("babylon", {"laps": 2})], "house rules written over")
    game.click("button back")
    press(game, f"forget {HOUSE}")
    game.wait_target("button yes")
    game.click("button yes")
    game.wait_gone("button yes")
    game.wait_gone(f"house {HOUSE}")
    check_equal(kept(game), [], "house rules deleted")
    check_equal(start(game)["rules"], {"laps": 2}, "the rules on the screen stay")


def test_broken_house_rules(table):
    path = table.home / "config" / "graphprix" / "house-rules.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"graphprix":1,"house_rules":[{"name":"Old","game":"graph-paper",'
                    '"preset":"babylon","rules":{"wings":2,"laps":3}}]}')
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_status("wings")
    game.click("button yes")
    game.wait_target("house Old")
    check((path.parent / "house-rules.json.broken").exists(), "the file is kept aside")
    game.click("house Old")
    check_equal(start(game)["rules"], {"laps": 3}, "what could be read of it")


def test_seed_and_undo(table):
    orders = []
    for _ in range(2):
        game = open_setup(table.open())
        game.click("button all-rules")
        press(game, "choice undo off")
        press(game, "choice seed")
        game.wait_focus("choice seed")
        steps.write_over(game, "choice seed", "12x")
        game.wait_status("The seed has to be")
        steps.write_over(game, "choice seed", "271828")
        first = start(game)
        check_equal((first["seed"], first["allow"]["undo"]), ("271828", False), "what was set")
        orders.append(game.wait_status(", choose your start")["status"])
        check_equal(game.close(), 0, "status")
    check_equal(orders[0], orders[1], "who begins with the same seed")


def test_series(table):
    game = open_setup(table.open())
    game.click("track Kidney")
    game.click("button series")
    game.wait_status("A series needs two tracks")
    check(not game.has("button start-race"), "one track is no series")
    game.click("track Hairpin")
    game.wait_target("button start-race")
    game.click("track First oval")
    game.click("track Hairpin")  # drops out again
    game.wait(lambda seen: steps.text_of(seen, "track First oval").endswith("race 2"), "number 2")
    check_equal(start(game)["track"]["name"], "Kidney", "the first race's track")
    files = list((table.home / "data").rglob("*.json"))
    check_equal(len(files), 1, "files of series")
    races = json.loads(files[0].read_text(encoding="utf-8"))["races"]
    tracks = [race["track"]["name"] for race in races]
    check_equal(tracks, ["Kidney", "First oval"], "tracks in order")


def test_remembers(table):
    game = open_setup(table.open())
    game.click("track Hairpin")
    game.click("preset classroom")
    steps.name_players(game, ("A name that is as long as a name in this game can be, really!", "Bo"))
    start(game)
    check_equal(game.close(), 0, "status")
    game = open_setup(table.open())
    first = start(game)
    check_equal((first["track"]["name"], first["preset"]), ("Hairpin", "classroom"), "last time's")
    check_equal(first["players"][1]["name"], "Bo", "the second player")
    check(first["players"][0]["name"].startswith("A name that is as long"), "the first player")


def test_small_window_at_a_large_scale(table):
    game = table.open("--scale", 250)
    game.wait_screen("home")
    game.resize(800, 600)
    open_setup(game)
    press(game, "track Old town")
    press(game, "preset babylon-advanced")
    press(game, "button all-rules")
    press(game, "choice collision damage")
    wait_text(game, "choice collision", "damage")
    press(game, "choice round_limit less")
    wait_text(game, "choice round_limit", "990")
    first = start(game)
    check_equal((first["track"]["name"], first["preset"], first["rules"]),
                ("Old town", "babylon-advanced", {"collision": "damage", "round_limit": 990}),
                "set up in a small window")


if __name__ == "__main__":
    main(globals())
