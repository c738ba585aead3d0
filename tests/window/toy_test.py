"""What any game gets in the window, on the toy (tests/toy): set-up, entries in secret with the screen
handed over, undo and redo, kill and going on, results, replay, exports, help and a driver.

The road is S.....F, and nobody may enter more than 3; who enters the same number as another stays.
"""
import os
import subprocess
from pathlib import Path

import steps
from game import PROGRAM, has
from suite import check, check_equal, main

TOY = Path(os.environ.get("TOY", PROGRAM.parent / "toy"))
FIRST, SECOND = steps.NAMES


def open_toy(table, *arguments):
    folder = table.home / "data" / "graphprix" / "tracks"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lane.toy").write_text("toy Lane\nS.....F\n")
    game = table.open(*arguments, program=TOY)
    game.wait_screen("home")
    return game


def begin(table):
    game = open_toy(table)
    game.click("button new-race")
    game.wait_target("game dash")
    game.click("game dash")
    game.wait_target("track Lane")
    steps.name_players(game, steps.NAMES)
    return game


def start(game):
    before = len(game.races())
    game.click("button start-race")
    game.wait_screen("race")
    steps.wait_until(lambda: len(game.races()) == before + 1, "a file for the new race")


def take_over(game, name):
    game.wait_status(f"Hand the screen to {name}.")
    game.click("button ready")
    return game.wait_target("entry die")


def enter(game, name, number):
    take_over(game, name)
    game.click(f"entry {number}")


def shown(game):
    """All that is on the screen, for who looks at it."""
    game.come_to_rest()
    seen = game.read()
    return seen["status"], [(t["id"], t["text"], t["x"], t["y"], t["w"], t["h"]) for t in seen["targets"]]


def actions(game):
    return [line for line in game.races()[-1].read_text().splitlines()[1:] if '"do"' in line]


def test_the_set_up_and_secrets(table):
    game = begin(table)
    check_equal(game.target("track Lane")["text"], "7 × 2", "what the card says")
    check(not has(game.read(), "button new-track"), "a toy has no editor")
    check(not has(game.read(), "button inspect"), "nothing to agree on")
    game.click("choice longest less")
    game.click("choice longest more")
    start(game)
    game.wait_status(f"Hand the screen to {FIRST}.")
    check_equal([t["id"] for t in game.read()["targets"]], ["button ready"], "under the cover")
    game.key("1")
    cover = game.picture()
    enter(game, FIRST, 3)
    game.wait_status(f"Hand the screen to {SECOND}.")
    check(game.picture().differing(cover) > 500, "the cover names who is next")
    seen_after_three = shown(game)
    take_over(game, SECOND)
    look_after_three = shown(game)
    game.point_away()
    picture = game.picture()
    game.key("ctrl+z")
    enter(game, FIRST, 1)
    game.wait_status(f"Hand the screen to {SECOND}.")
    check_equal(shown(game), seen_after_three, "the cover after another entry")
    take_over(game, SECOND)
    check_equal(shown(game), look_after_three, "the screen after another entry")
    game.point_away()
    check(picture.differing(game.picture()) == 0, "the picture after another entry")


def play_first_round(table):
    game = begin(table)
    start(game)
    enter(game, FIRST, 3)
    enter(game, SECOND, 2)
    game.wait_status(f"Hand the screen to {FIRST}.")
    return game


def test_undo_and_redo_of_a_shown_round(table):
    game = play_first_round(table)
    take_over(game, FIRST)
    check(game.target("player 1")["text"].startswith(f"{FIRST}, on square 3"), "where she is")
    check(game.target("player 2")["text"].startswith(f"{SECOND}, on square 2"), "where he is")
    game.click("button undo")
    game.wait_status(f"Hand the screen to {FIRST}.")
    take_over(game, FIRST)
    check(game.target("player 1")["text"].startswith(f"{FIRST}, on square 0"), "taken back")
    check(game.target("player 2")["text"].startswith(f"{SECOND}, on square 0"), "as a whole")
    game.key("ctrl+y")
    game.wait_status(f"Hand the screen to {FIRST}.")
    game.key("space")
    game.wait_target("entry die")
    check(game.target("player 2")["text"].startswith(f"{SECOND}, on square 2"), "done again")
    steps.check_done(game, ["3", "2"], "what the file holds")


def test_what_is_live_leaves_no_trace(table):
    game = play_first_round(table)
    take_over(game, FIRST)
    game.point_away()
    before = game.picture()

    def told(seen):
        return any(t["text"] == "if nobody else enters it" for t in seen["labels"])
    for entry in ("entry 2", "entry 3"):
        game.point(entry)
        game.wait(told, "what it would lead to")
        check(game.picture().differing(before) > 500, "what is said of it")
    game.point_away()
    game.wait(lambda seen: not told(seen), "nothing to be said")
    check_equal(game.picture().differing(before, 0), 0, "left behind")


def test_kill_and_go_on_to_the_end(table):
    game = play_first_round(table)
    enter(game, FIRST, 3)
    game.wait_status(f"Hand the screen to {SECOND}.")
    steps.wait_until(lambda: len(actions(game)) == 3, "three entries on the disk")
    game.kill()
    game = open_toy(table)
    game.click("button continue")
    game.wait_screen("race")
    enter(game, SECOND, 2)
    # She is at the end now, and he is alone: nobody has to look away.
    take_over(game, SECOND)
    game.click("entry 2")
    game.wait_target("button results")
    game.click("button results")
    game.wait_screen("results")
    check(f"{FIRST} wins on Lane" in game.read()["status"], game.read()["status"])
    game.click("button replay")
    game.wait_screen("replay")
    game.key("Home")
    game.wait_status("Before the start")
    game.click("button print")
    game.wait_screen("printing")
    game.key("Escape")
    game.wait_screen("replay")
    game.key("End")
    game.wait_status("comes home, place 2")
    game.click("button save-moves")
    steps.wait_until(lambda: list(table.home.rglob("*.csv")), "a table of the moves")
    rows = next(table.home.rglob("*.csv")).read_text().splitlines()
    check_equal(len(rows), 1 + 5, "a heading, and a row an entry")
    game.click("button picture")
    steps.wait_until(lambda: list(table.home.rglob("*.png")), "a picture")


def test_pages_explain_its_own_rules(table):
    table.home.mkdir(parents=True, exist_ok=True)
    road = table.home / "lane.toy"
    road.write_text("toy Lane\nS.....F\n")
    command = [str(TOY), "print", str(road), "-o", str(table.home / "lane.pdf"), "--rules"]
    own = subprocess.run([*command, "toy"], capture_output=True, text=True, check=False)
    check_equal(own.returncode, 0, own.stderr)
    other = subprocess.run([*command, "classroom"], capture_output=True, text=True, check=False)
    check_equal(other.returncode, 2, other.stderr)
    check("toy" in other.stderr, other.stderr)


def end_the_race(game, *rest):
    """She is at the end, and he comes there by what is left."""
    for number in rest:
        take_over(game, SECOND)
        game.click(f"entry {number}")
    game.wait_target("button results")
    game.click("button results")
    game.wait_screen("results")


def test_a_series_with_its_records(table):
    """Places 1 and 2 on Lane and on Hop: 10 and 8 points each, and a kill within the first race."""
    folder = table.home / "data" / "graphprix" / "tracks"
    folder.mkdir(parents=True)
    (folder / "hop.toy").write_text("toy Hop\nS.F\n")
    game = begin(table)
    game.click("track Lane")
    game.click("button series")
    game.wait_status("A series needs two tracks")
    game.click("track Hop")
    start(game)
    enter(game, FIRST, 3)
    game.wait_status(f"Hand the screen to {SECOND}.")
    steps.wait_until(lambda: len(actions(game)) == 1, "an entry on the disk")
    game.kill()
    game = open_toy(table)
    game.click("button continue-series")
    game.wait_screen("series")
    game.click("button next-race")
    game.wait_screen("race")
    enter(game, SECOND, 2)
    enter(game, FIRST, 3)
    end_the_race(game, 2, 2)
    check("First record of this road and these rules: 2 rounds, by Emmy" in game.read()["status"],
          game.read()["status"])
    game.click("button next-race")
    game.wait_screen("race")
    enter(game, FIRST, 2)
    enter(game, SECOND, 1)
    end_the_race(game, 1)
    game.click("button next-race")
    game.wait_screen("series")
    game.wait_status(f"{FIRST} wins the series")


def test_a_driver_needs_no_cover(table):
    game = begin(table)
    game.click("player 2 driver")
    game.wait_target("player 2 driver guesser")
    game.click("player 2 driver guesser")
    game.wait_gone("player 2 driver guesser")
    start(game)
    game.wait_target("entry 1")
    game.click("entry 1")
    game.wait(lambda seen: has(seen, "entry 1") and len(actions(game)) >= 2, "the next round")
    check_equal(game.read()["screen"], "race", "still racing")


def test_help_and_browser(table):
    game = begin(table)
    game.key("F1")
    game.wait_screen("help")
    check("The rules" in game.read()["status"], game.read()["status"])
    game.key("Escape")
    game.wait_screen("set-up")
    game.click("button all-tracks")
    game.wait_screen("tracks")
    game.wait_target("track Lane")


if __name__ == "__main__":
    main(globals())
