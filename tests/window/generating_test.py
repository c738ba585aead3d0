"""The dialog that generates tracks: candidates are what the command makes of the same seeds, what is
taken is on the editor's sheet, and a wish without meaning is told and loses nothing."""
import json
import subprocess

from game import PROGRAM
from steps import text_of, write_over
from suite import check, check_equal, main

SKETCH = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">
<path class="wall" d="M 2 2 L 30 2 L 30 20"/></svg>"""


def open_dialog(table):
    """A sheet in the making opens the editor, whose button opens the dialog."""
    sketch = table.home / "sketch.svg"
    sketch.write_text(SKETCH)
    game = table.open(sketch)
    game.click("button yes")
    game.wait_screen("editor")
    game.click("button generate")
    game.wait_screen("generating")
    return game


def set_seed(game, seed):
    game.click("choice seed")
    game.wait_focus("choice seed")
    write_over(game, "choice seed", seed)


def made(seed, *options):
    """What a candidate says that the command made."""
    done = subprocess.run([PROGRAM, "generate", "--json", "--seed", str(seed), *options],
                          stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(done.stdout)


def wait_candidate(game, number, text):
    game.wait(lambda seen: text_of(seen, f"candidate {number}") == text,
              f"candidate {number}: {text}")


def test_candidates_are_those_of_the_command(table):
    game = open_dialog(table)
    set_seed(game, "42")
    for number in range(6):
        track = made(42 + number)
        wait_candidate(game, number + 1, f"{track['name']}, par {track['par']}")
    game.click("choice style street")
    game.click("choice difficulty more")
    track = made(44, "--style", "street", "--difficulty", "3")
    wait_candidate(game, 3, f"{track['name']}, par {track['par']}")
    game.click("choice style arena")
    game.wait(lambda seen: "pillars" in (text_of(seen, "candidate 6") or ""), "pillars")
    check_equal(game.close(), 0, "status")


def test_the_chosen_one_is_on_the_sheet(table):
    game = open_dialog(table)
    set_seed(game, "7")
    track = made(8)
    wait_candidate(game, 2, f"{track['name']}, par {track['par']}")
    game.click("candidate 2")
    game.wait_status(f"{track['name']}. ")
    game.click("button take")
    game.wait_screen("editor")
    game.wait(lambda seen: text_of(seen, "field name") == track["name"], "the name of the track")
    # The wish of the last time, by keyboard alone: Enter takes the first.
    game.click("button generate")
    game.wait_screen("generating")
    check_equal(game.wait_target("choice seed")["text"], "7", "the seed of last time")
    first = made(7)
    wait_candidate(game, 1, f"{first['name']}, par {first['par']}")
    game.key("Return")
    game.wait_screen("editor")
    game.click("button discard")
    game.wait(lambda seen: text_of(seen, "field name") == first["name"], "the first one")


def test_cancel_leaves_the_sheet_alone(table):
    game = open_dialog(table)
    game.wait_target("candidate 1")
    game.key("Escape")
    game.wait_screen("editor")
    check(game.has("fault 1"), "the open wall is still there")


def test_wishes_without_meaning_are_told(table):
    game = open_dialog(table)
    set_seed(game, "12x")
    game.wait_status("The seed must be a whole number")
    check(not game.has("candidate 1") and not game.has("button take"), "nothing to take")
    game.click("button another")
    game.wait_target("candidate 1")
    game.click("choice width")
    game.key("End")
    game.wait_status("at most 3 times")
    game.key("Home")
    game.wait_target("candidate 1")
    game.key("Escape")
    game.wait_screen("editor")


if __name__ == "__main__":
    main(globals())
