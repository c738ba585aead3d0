"""Computers and programs at the wheel: setting them up, their moves, undo, faults, and the end."""
import json
import os
import sys
import time
from pathlib import Path

import steps
from game import Referee
from suite import check, check_equal, main

LEVELS = ("rookie", "club", "pro", "ace")
# Says that it is ready and then nothing any more; what it starts does not end by itself either.
SILENT = """import subprocess, sys, time
subprocess.Popen(["sleep", "1000"])
for line in sys.stdin:
    if line.startswith("ready"):
        print("ready Silence", flush=True)
time.sleep(1000)
"""


def silent_program(table):
    path = table.home / "silent.py"
    path.write_text(SILENT, encoding="utf-8")
    return f"{sys.executable} {path}"


def saved_race(table, drivers, *options):
    """A race before its first move, in which the players drive in this order."""
    referee = Referee(steps.STRAIGHT, "--players", str(len(drivers)), "--set", "order=listed",
                      *options)
    path = table.home / "prepared.race"
    check(referee.ask(f"save {path}")["ok"], "the race is saved")
    referee.close()
    head = json.loads(path.read_text(encoding="utf-8"))
    for player, driver in zip(head["players"], drivers):
        player["driver"] = driver
    path.write_text(json.dumps(head) + "\n", encoding="utf-8")
    return path


def drivers_in_file(game):
    head = json.loads(game.races()[-1].read_text(encoding="utf-8").splitlines()[0])
    return [player["driver"] for player in head["players"]]


def open_set_up(game, players):
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_target("player 2 driver")
    for number in range(3, players + 1):
        game.click("button add-player")
        game.wait_target(f"player {number} driver")


def choose_driver(game, number, driver, by_keyboard=False):
    game.click(f"player {number} driver")
    choice = f"player {number} driver {driver}"
    game.wait_target(choice)
    if by_keyboard:
        game.key("Tab", "shift+Tab")  # what was opened by the mouse shows no ring before
        steps.walk_to(game, choice)
        game.key("Return")
    else:
        game.click(choice)
    game.wait(lambda seen: steps.text_of(seen, f"player {number} driver") == driver, driver)


def processes_of(table):
    """The command lines of what runs out of the player's home, apart from the game."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            environment = (folder / "environ").read_bytes()
        except OSError:
            continue
        ours = f"HOME={table.home}".encode() in environment.split(b"\0")
        if ours and words[0] and b"graphprix" not in words[0]:
            found.append(b" ".join(words).decode())
    return found


def wait_for_nothing_left(table):
    limit = time.monotonic() + 5
    while left := processes_of(table):
        check(time.monotonic() < limit, f"still running: {left}")
        time.sleep(0.02)


def test_levels_by_mouse_and_keyboard(table):
    game = table.open()
    open_set_up(game, 5)
    game.click("player 3 name")
    game.wait_focus("player 3 name")
    steps.write_over(game, "player 3 name", "Kurt")
    for number, level in enumerate(LEVELS, 2):
        choose_driver(game, number, level, by_keyboard=number % 2 == 1)
    names = [steps.text_of(game.read(), f"player {number} name") for number in range(1, 6)]
    check_equal((names[0], names[2]), ("Ada", "Kurt"), "a name that was typed and a person's stay")
    check(names[1] not in ("Blaise", ""), "a computer gets a name of its own")
    game.click("button start-race")
    game.wait_status("Ada, choose your start")
    check_equal(drivers_in_file(game), ["human", *LEVELS], "the drivers in the file")
    before = len(steps.done_actions(game))
    game.click(game.targets("start ")[0]["id"])
    game.wait(lambda seen: any(t["text"] == "clear" for t in seen["targets"]), "first moves")
    game.click(next(t["id"] for t in game.targets("move ") if t["text"] == "clear"))
    game.wait_status("Ada, your move")
    steps.wait_until(lambda: len(steps.done_actions(game)) == before + 5, "a round of five")
    check_equal(game.close(), 0, "status at the end")
    again = table.open()
    open_set_up(again, 2)
    for number, level in enumerate(("person", *LEVELS), 1):
        check_equal(steps.text_of(again.read(), f"player {number} driver"), level, "remembered")


def test_the_command_of_a_program(table):
    game = table.open()
    open_set_up(game, 2)
    choose_driver(game, 2, "program")
    game.wait_focus("player 2 program")
    proposed = steps.text_of(game.read(), "player 2 program")
    check(proposed.endswith("/bots/driver.py"), f"one to begin with, not {proposed}")
    game.key("End", *["BackSpace"] * len(proposed))
    game.wait_gone("button start-race")
    game.wait_status("type its command")
    steps.write_over(game, "player 2 program", "python3 'left")
    game.wait_status("The program of ")
    check(not game.has("button start-race"), "no race with half a quotation")
    game.type(" turn.py'")
    game.wait_target("button start-race")
    choose_driver(game, 2, "club")
    choose_driver(game, 2, "program", by_keyboard=True)
    check_equal(steps.text_of(game.read(), "player 2 program"), "python3 'left turn.py'",
                "the command is kept")


def test_a_race_of_computers(table):
    game = table.open(saved_race(table, ["club", "ace"]))
    game.wait_status("is thinking")
    game.key("space")
    game.wait_status("Paused")
    done = len(steps.done_actions(game))
    game.click("button step")
    steps.wait_until(lambda: len(steps.done_actions(game)) == done + 1, "one move")
    game.wait_status("Paused")
    game.key("Escape")
    game.wait_target("button resume")
    game.key("Escape")
    game.wait_target("button pause")
    check_equal(len(steps.done_actions(game)), done + 1, "moves while paused")
    game.click("button pause")
    game.click(game.wait_target("button results")["id"])
    game.wait_screen("results")


def test_undo_while_it_thinks(table):
    game = table.open(saved_race(table, ["human", f"bot:{silent_program(table)}"]))
    game.wait_target("button no")
    check_equal(processes_of(table), [], "started before the answer")
    game.click("button yes")
    game.wait_status("choose your start")
    steps.choose_start(game, "4,4")
    steps.click_move(game, "5,4")
    frame = game.wait_status("is thinking")["frame"]
    check(game.has("button undo") and not game.targets("move "), "undo, and nothing to choose")
    game.wait_newer(frame + 1, "pictures while it thinks")
    check(processes_of(table), "the program runs")
    game.key("ctrl+z")
    game.wait_status("choose your start")
    check_equal(steps.done_actions(game), [], "undone")
    game.key("ctrl+y")
    game.wait_status("is thinking")
    check_equal(steps.done_actions(game), ["4,4>5,4"], "done again")
    check_equal(game.close(), 0, "status at the end")
    wait_for_nothing_left(table)


def race_against_silence(table):
    """A person has driven and a program that never answers is to drive."""
    game = table.open(saved_race(table, ["human", f"bot:{silent_program(table)}"]))
    game.click(game.wait_target("button yes")["id"])
    game.wait_status("choose your start")
    steps.choose_start(game, "4,4")
    steps.click_move(game, "5,4")
    game.wait_status("is thinking")
    return game


def command_writing(table, number):
    """A program that leaves a sign of having been started; with words that hide the end of a line."""
    return (f"bot:sh -c 'touch {table.home}/ran.{number}' \u202e{'W' * 60} \u0085 "
            f"end{number}")


def test_eight_programs_are_asked_about_one_by_one(table):
    """Whole in the smallest window, too; the default is no, and a second click is none too soon."""
    race = saved_race(table, [command_writing(table, number) for number in range(1, 9)])
    game = table.open("--scale", "200", race)
    game.resize(800, 600)
    for number in range(1, 9):
        seen = game.wait_status(f"end{number}")
        check(f"touch {table.home}/ran.{number}' <U+202E>WWW" in seen["status"], seen["status"])
        check(f"W <U+0085> end{number}" in seen["status"], "control characters are visible")
        check(f"end{number + 1}" not in seen["status"], "one at a time")
        check_equal([n for n in range(1, 9) if (table.home / f"ran.{n}").exists()], [],
                    "nothing runs before all have been asked about")
        if number > 1:  # the first was in sight as a whole before the window became small
            check(not game.has("button yes"), "no yes before the end has been in sight")
        game.key("Next", "Next", "Next")
        game.wait_target("button yes")
        if number == 2:  # too fast for the third one, which comes up under the pointer
            game.display.xdotool("mousemove", *game.centre("button yes"), "click", "--repeat", 2,
                                 "--delay", 20, 1)
        elif number == 3:
            game.key("Return")
        else:
            game.click("button no")
    steps.wait_until(lambda: (table.home / "ran.2").exists(), "the program that was allowed")
    game.key("space")
    game.wait_status("Paused")
    check_equal([n for n in range(1, 9) if (table.home / f"ran.{n}").exists()], [2],
                "programs that have run")


def test_a_program_that_never_answers(table):
    game = race_against_silence(table)
    game.key("plus")  # the camera obeys
    begun = time.monotonic()
    frame = game.read()["frame"]
    game.wait_newer(frame)
    check(time.monotonic() - begun < 0.9, "a picture before the program's time is up")
    seen = game.wait_status("your move")
    check("answered nothing" in seen["status"], f'its fault is told: "{seen["status"]}"')
    for done, move in ((4, "6,4"), (6, "7,4"), (8, "8,4")):
        begun = time.monotonic()
        steps.click_move(game, move)
        steps.wait_until(lambda: len(steps.done_actions(game)) == done, "the other car's move")
        game.wait(lambda seen: "your move" in seen["status"] and
                  ("takes over" in seen["status"]) == (done == 6), "the third fault to be told")
    check(time.monotonic() - begun < 0.9, "the one who has taken over does not wait for it")
    game.kill()
    wait_for_nothing_left(table)


def test_recovery_and_a_club_driver_instead(table):
    game = race_against_silence(table)
    steps.wait_until(lambda: processes_of(table), "the program to run")
    game.kill()
    wait_for_nothing_left(table)
    again = table.open()
    again.wait_screen("home")
    again.click("button continue")
    again.wait_target("button no")
    again.click("button no")
    again.wait_status("your move")
    check_equal(len(steps.done_actions(again)), 2, "the move of a club driver")
    check_equal(processes_of(table), [], "programs that were not wanted")


def open_menu(game):
    game.point_away()
    game.key("Escape")
    game.wait_screen("menu")


def test_from_the_menu(table):
    """How fast computers drive is remembered; a race starts again in a file of its own; nobody finishes
    it at once while a person drives, and computers do when the person is through."""
    game = table.open(saved_race(table, ("human", "club")))
    steps.choose_start(game, "4,6")
    game.wait_status("your move")
    steps.click_move(game, "5,6")
    game.wait_status("your move")
    open_menu(game)
    check(not game.has("button finish-race"), "a person drives")
    game.click("choice pace quick")
    game.wait(lambda seen: steps.text_of(seen, "choice pace quick") == "chosen", "the chosen pace")
    game.click("button restart")
    game.wait_status("From the start.")
    game.wait_target("start 4,6")
    check_equal(steps.done_actions(game), [], "from the start")
    check_equal(len(game.races()), 2, "both races are on the disk")
    settings = json.loads((table.home / "config" / "graphprix" / "settings.json").read_text(encoding="utf-8"))
    check_equal(settings["pace"], 2, "remembered")


def test_the_rest_at_once(table):
    game = table.open(saved_race(table, ("rookie", "rookie", "rookie"), "--set", "laps=3"))
    game.wait_screen("race")
    steps.wait_until(lambda: len(steps.done_actions(game)) > 3, "computers to drive")
    open_menu(game)
    game.click("button finish-race")
    game.wait_status("The race is over.")
    game.wait_target("button results")


if __name__ == "__main__":
    main(globals())
