"""The dialog that prints: what it shows, what it saves, and the programs that it hands pages to."""
import os
import subprocess
from pathlib import Path

import steps
from game import PROGRAM, Referee
from suite import check, check_equal, main


def save_race(home, moves=3):
    """A race on the kidney that is under way."""
    folder = home / "data" / "graphprix" / "races"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "2026-11-20-kidney.race"
    referee = Referee("kidney", "--players", "2", "--rules", "racing-car", "--set", "order=listed")
    told = ["35,16>35,17", "36,16>36,17"]
    told += [f"{x},{y}" for y in range(19, 19 + moves - 1) for x in (35, 36)]
    for line in told[:2 * moves]:
        check(referee.ask(f"do {line}")["ok"], f"the referee takes {line}")
    check(referee.ask(f"save {path}")["ok"], "the race is saved")
    referee.close()
    return path


def printed(table):
    return sorted((table.home / "data").rglob("*.pdf"))


def words_of(pdf):
    return subprocess.run(["pdftotext", str(pdf), "-"], check=True, stdout=subprocess.PIPE,
                          text=True).stdout


def open_dialog(table, **options):
    game = table.open(save_race(table.home), **options)
    game.wait_screen("race")
    game.key("ctrl+p")
    game.wait_screen("printing")
    return game


def wait_page(game, number, of):
    game.wait(lambda seen: steps.text_of(seen, "slider page") == f"Page {number} of {of}",
              f"page {number} of {of}")


def test_pages_of_a_race(table):
    game = open_dialog(table)
    game.wait_status("3 pages of A4.")
    wait_page(game, 1, 3)
    first = game.picture()
    game.key("Right")
    wait_page(game, 2, 3)
    game.wait_newer(game.read()["frame"] - 1)
    second = game.picture()
    check(first.differing(second) > 5000, "another page is shown")
    game.key("End")
    wait_page(game, 3, 3)
    game.key("Left", "Left", "Left")
    wait_page(game, 1, 3)
    game.click("button page-after")
    wait_page(game, 2, 3)
    game.click("choice print-table")
    game.wait_status("2 pages of A4.")
    game.click("choice print-rules")
    game.wait_status("1 page of A4.")
    game.click("choice square 10 mm")
    game.wait_status("the sheet on")
    game.click("choice paper A3")
    game.wait_status("of A3")
    game.click("choice square 5 mm")
    game.wait_status("1 page of A3.")
    game.click("choice paper letter")
    game.wait_status("of letter")
    game.key("Escape")
    game.wait_screen("race")
    # What was chosen is kept for the next time.
    game.key("ctrl+p")
    game.wait_status("of letter")
    check_equal(printed(table), [], "nothing was saved")


def test_what_is_saved_is_what_the_command_makes(table):
    game = open_dialog(table)
    game.wait_status("3 pages of A4.")
    game.key("Return")
    game.wait_screen("race")
    game.wait_status("The pages are saved as ")
    steps.wait_until(lambda: len(printed(table)) == 1, "a file")
    check("pictures" in str(printed(table)[0]), "it is among the pictures")
    again = table.home / "again.pdf"
    subprocess.run([str(PROGRAM), "print", str(game.races()[-1]), "-o", str(again)], check=True)
    words = words_of(printed(table)[0])
    check_equal(words, words_of(again), "window and command")
    check("100 mm" in words and "Player 1" in words, f"the pages have words: {words[:200]}")
    game.key("ctrl+p")
    game.wait_screen("printing")
    game.click("button save-pdf")
    game.wait_screen("race")
    steps.wait_until(lambda: len(printed(table)) == 2, "a new file beside the first")


def test_from_menu_results_replay_and_home(table):
    game = table.open(save_race(table.home))
    game.wait_screen("race")
    game.key("Escape")
    game.wait_screen("menu")
    game.click("button print")
    game.wait_screen("printing")
    game.click("button close-print")
    game.wait_screen("race")
    game.key("Escape")
    game.wait_screen("menu")
    game.click("button replay")
    game.wait_screen("replay")
    game.key("Home")
    game.click("button print")
    game.wait_screen("printing")
    # Before the first move: nobody has started, and that is what is printed.
    game.click("button save-pdf")
    steps.wait_until(lambda: len(printed(table)) == 1, "a file")
    check("not started" in words_of(printed(table)[0]), "the race at its beginning")
    game.wait_screen("replay")
    game.key("ctrl+p")
    game.wait_screen("printing")
    game.key("Escape")
    game.wait_screen("replay")


def test_a_track_and_its_rules(table):
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    game.click("track Kidney")
    game.click("preset racing-car")
    game.key("ctrl+p")
    game.wait_screen("printing")
    game.wait_status("3 pages of A4.")
    check(not game.has("choice square fitting"), "it is on one page already")
    game.click("choice square 10 mm")
    game.wait_target("choice square fitting")
    game.wait_status("the sheet on 2 × 3")
    game.click("choice square fitting")
    game.wait_status("3 pages of A4.")
    game.click("button preset-after")
    game.click("choice print-players more")
    game.wait_status("3 pages")
    game.click("choice print-empty")
    game.wait_status("1 page of A4.")
    game.click("choice columns more")
    game.wait(lambda seen: steps.text_of(seen, "choice rows") == "30", "rows of a usual sheet")
    game.click("choice columns less")
    game.wait(lambda seen: steps.text_of(seen, "choice rows") == "0", "as fits again")
    game.click("choice print-sheet")
    game.wait_status("3 pages")
    game.click("choice print-twice")
    game.click("choice print-vectors")
    game.wait_status("3 pages")
    game.click("button save-pdf")
    game.wait_status("The pages are saved as ")
    words = words_of(printed(table)[0])
    check(words.count("Page 1 of") == 2 and "Vector:" in words, "twice on its page, and vectors to be written")
    check("rules in short" in words and "out of the race" in words, "the simple rules, by preset")


def test_empty_paper_from_home(table):
    game = table.open()
    game.wait_screen("home")
    game.key("ctrl+p")
    game.wait_screen("printing")
    game.wait_status("1 page of A4.")
    check(not game.has("choice print-sheet") and not game.has("choice print-rules"),
          "there is nothing but squares")
    game.click("button save-pdf")
    game.wait_screen("home")
    steps.wait_until(lambda: len(printed(table)) == 1, "a file")
    check("Drawn by" in words_of(printed(table)[0]), "with room for a name")


def program(table, name, script):
    """A program on the path that notes what it was told."""
    folder = table.home / "bin"
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$@\" > {table.home}/{name}.told\n{script}\n")
    path.chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


def test_handing_pages_to_programs(table):
    environment = program(table, "lp", "cat > /dev/null; exit 0")
    program(table, "xdg-open", "exit 0")
    game = open_dialog(table, environment=environment)
    game.click("button send-pdf")
    game.wait_status("The pages are with the printer.")
    told = (table.home / "lp.told").read_text().splitlines()
    path = Path(told[-1])
    check(path.read_bytes().startswith(b"%PDF-"), "the printer gets the pages")
    check_equal(told[:-1], ["-t", "Kidney", "-o", "print-scaling=none", "-o", "media=A4", "--"],
                "in true size")
    game.click("button open-pdf")
    game.wait_screen("race")
    steps.wait_until(lambda: (table.home / "xdg-open.told").exists(), "the program that shows it")
    steps.wait_until(lambda: (table.home / "xdg-open.told").read_text().strip().endswith(".pdf"),
                     "what it is told")
    # What the printer's program has against it is told.
    program(table, "lp", "echo 'lp: Error - no default destination' >&2; exit 1")
    game.key("ctrl+p")
    game.wait_screen("printing")
    check("with the printer" not in game.read()["status"], "what was told before is gone")
    game.click("button send-pdf")
    game.wait_status("did not take the pages. lp: Error - no default destination")
    game.key("Escape")
    game.wait_screen("race")


def test_what_cannot_be_saved_is_told(table):
    folder = table.home / "data" / "graphprix"
    folder.mkdir(parents=True)
    (folder / "pictures").write_text("no folder")
    game = open_dialog(table)
    game.click("button save-pdf")
    game.wait_status("Nothing can be saved in")
    game.click("button yes")
    game.wait_screen("printing")


def test_small_windows_and_large_type(table):
    game = open_dialog(table)
    game.resize(800, 600)
    for name in ("button save-pdf", "button close-print", "button page-after", "choice print-table"):
        at = game.target(name)
        check(at["x"] >= 0 and at["y"] >= 0 and at["w"] > 20 and at["h"] > 20 and
              at["x"] + at["w"] <= 800 and at["y"] + at["h"] <= 600, f"{name} is in sight: {at}")
    game.close()
    game = table.open("--scale", "200", save_race(table.home))
    game.wait_screen("race")
    game.key("ctrl+p")
    game.wait_target("button save-pdf")
    game.picture()  # the pages are laid out
    # All of it by keyboard: Tab comes round to where it began.
    seen = []
    game.key("Tab")
    for _ in range(40):
        focus = game.wait(lambda seen_now: seen_now["focus"], "a focus")["focus"]
        if focus in seen:
            break
        seen.append(focus)
        game.key("Tab")
        game.wait(lambda now, left=focus: now["focus"] != left, "the next focus")
    check({"button save-pdf", "choice paper A4", "choice print-table", "slider page"} <= set(seen),
          f"Tab reaches everything: {seen}")


if __name__ == "__main__":
    main(globals())
