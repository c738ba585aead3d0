"""Settings are in force at once, kept for the next time, and no broken file stops the game."""
import json

from suite import check, check_equal, main

ENOUGH = 0.2  # of the window's pixels are others under another theme


def kept(table):
    return table.home / "config" / "graphprix" / "settings.json"


def open_settings(game):
    game.wait_screen("home")
    game.click("button settings")
    game.wait_screen("settings")


def test_a_theme_is_in_force_and_kept(table):
    game = table.open()
    open_settings(game)
    paper = game.picture()
    frame = game.read()["frame"]
    game.click("choice theme blackboard")
    game.wait_newer(frame)
    game.click("button done")
    game.wait_screen("home")
    board = game.picture()
    pixels = board.width * board.height
    check(paper.differing(board) > ENOUGH * pixels, "the blackboard looks other than paper")
    check_equal(json.loads(kept(table).read_text())["theme"], "blackboard", "theme in the file")
    check_equal(game.close(), 0, "status")

    game = table.open()
    game.wait_screen("home")
    game.point_away()
    again = game.picture()
    check(board.differing(again) < 0.02 * pixels, "the same theme the next time")


def test_all_is_seen_at_once(table):
    """In a window of the usual size: nothing is hidden that could be scrolled to by a few pixels."""
    game = table.open()
    open_settings(game)
    game.resize(1280, 800)
    game.come_to_rest()
    before = game.target("choice volume more")
    game.click("choice sound", 5)  # the wheel
    game.come_to_rest()
    check_equal(game.target("choice volume more"), before, "the last of them, where it was")


def test_switches_are_kept(table):
    game = table.open()
    open_settings(game)
    check_equal(game.wait_target("choice ask-before-crash")["text"], "on", "asks at first")
    game.click("choice ask-before-crash")
    game.wait(lambda seen: any(t["id"] == "choice ask-before-crash" and t["text"] == "off"
                               for t in seen["targets"]), "asking switched off")
    game.key("Escape")
    game.wait_screen("home")
    found = json.loads(kept(table).read_text())
    check_equal((found["ask_before_crash"], found["stroke_animation"]), (False, True), "switches")


def test_sound_is_muted_by_a_key_and_kept(table):
    game = table.open()
    open_settings(game)
    check_equal(game.wait_target("choice sound")["text"], "on", "heard at first")
    game.key("ctrl+m")
    game.wait(lambda seen: any(t["id"] == "choice sound" and t["text"] == "off"
                               for t in seen["targets"]), "the switch goes along with the key")
    game.click("choice volume more")
    game.wait(lambda seen: any(t["id"] == "choice volume" and t["text"] == "70 %"
                               for t in seen["targets"]), "a louder one")
    game.key("Escape")
    game.wait_screen("home")
    found = json.loads(kept(table).read_text())
    check_equal((found["sound"], found["volume"]), (False, 70), "sound in the file")


def test_what_was_pressed_stays_in_sight_when_all_grows(table):
    game = table.open()
    game.wait_screen("home")
    game.resize(800, 600)
    open_settings(game)
    for percent in range(125, 275, 25):
        game.click("choice interface-scale more")  # it must not be scrolled away
        game.wait(lambda seen, now=f"{percent} %":
                  any(t["id"] == "choice interface-scale" and t["text"] == now and t["h"] > 0
                      for t in seen["targets"]), f"{percent} % in sight")


def test_broken_settings_are_told_and_replaced(table):
    kept(table).parent.mkdir(parents=True)
    every = ('{"theme": "blackboard",\n  oops', "[1, 2]", "\0\xff")
    for rubbish in every:
        kept(table).write_text(rubbish, encoding="latin-1")
        game = table.open()
        game.wait_status("The settings cannot be read")
        if "oops" in rubbish:
            check("2" in game.read()["status"], "the line is told")
        game.click("button yes")
        game.wait(lambda seen: "settings" not in seen["status"], "the message to go")
        check_equal(game.close(), 0, "status")
        check_equal(json.loads(kept(table).read_text())["theme"], "paper", "the usual settings")
    for name, rubbish in zip(("broken", "broken-2", "broken-3"), every):
        aside = kept(table).with_name(f"settings.json.{name}").read_text(encoding="latin-1")
        check_equal(aside, rubbish, "an old file")


def test_from_a_race_and_back(table):
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    game.click("button start-race")
    game.wait_screen("race")
    light = game.picture()
    game.key("Escape")
    game.wait_screen("menu")
    game.click("button settings")
    game.wait_screen("settings")
    frame = game.read()["frame"]
    game.click("choice theme high-contrast")
    game.wait_newer(frame)
    game.click("button done")
    game.wait_screen("race")
    check(light.differing(game.picture()) > 0.05 * light.width * light.height,
          "the race is drawn in the other theme")


if __name__ == "__main__":
    main(globals())
