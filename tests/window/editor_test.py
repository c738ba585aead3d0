"""Tracks drawn with a pen in the window: what is wrong is told where it is, nothing is lost, and what
was drawn can be raced on.
"""
import json
import subprocess
import xml.etree.ElementTree as ElementTree

import steps
from game import RELEASE
from pen import Pen, curve, ring, text_of, tremble, wait_for
from suite import check, check_equal, main

OUTER = tremble(ring((20, 15), 18, 13, 0.04), 0.02, seed=1)
INNER = tremble(curve([(9, 15), (13, 20), (20, 19), (28, 21), (31, 15), (24, 10), (14, 9)]), 0.02,
                seed=2)
LINE = (29, 15), (39, 15)
RED = (0xb0, 0x30, 0x30)


def open_editor(game, size="40x30"):
    game.wait_screen("home")
    game.click("button tracks")
    game.wait_screen("tracks")
    game.click("button new-track")
    game.click("button new graph-paper")
    game.wait_screen("editor")
    game.click(f"size {size}")
    game.click("button create")
    game.wait_gone("button create")
    return Pen(game)


def saved_track(table):
    found = list((table.home / "data" / "graphprix" / "tracks").glob("*.svg"))
    check_equal(len(found), 1, "tracks in the player's folder")
    return found[0]


def problems(game):
    return [t["text"] for t in game.targets("fault ")]


def wait_for_problem(game, part):
    wait_for(game, lambda told: part in told.get("fault 1", ""), f'a problem "...{part}..."')


def wait_for_par(game):
    """The rounds of the best lap as the editor tells them."""
    said = game.wait_status("Its best lap takes ")["status"]
    return int(said.split("Its best lap takes ")[1].split(" ")[0])


def save(game, name=None):
    if name:
        game.click("field name")
        steps.write_over(game, "field name", name)
    game.key("ctrl+s")
    game.wait_status("Saved as ")


def walls(path):
    """The vertices of all walls in the file, loop by loop."""
    root = ElementTree.parse(path).getroot()
    return [shape.get("points") or shape.get("d") for shape in root.iter()
            if "wall" in (shape.get("class") or "")]


def best_line(path):
    told = subprocess.run([str(RELEASE), "solve", str(path), "--json"], check=True,
                          stdout=subprocess.PIPE, text=True)
    return json.loads(told.stdout)


def has_red(game, pen, x, y):
    """Is there red pencil within a square and a half of the place?"""
    game.point_away()
    picture = game.picture()
    left, top = game.origin()
    at, square = pen.pixels([(x, y)])[0], pen.camera()[2]
    reach = round(1.5 * square)
    for row in range(at[1] - top - reach, at[1] - top + reach):
        for column in range(at[0] - left - reach, at[0] - left + reach):
            offset = 4 * (row * picture.width + column)
            blue, green, red = picture.pixels[offset:offset + 3]
            if max(abs(red - RED[0]), abs(green - RED[1]), abs(blue - RED[2])) < 24:
                return True
    return False


def draw_track(game):
    pen = open_editor(game)
    pen.draw_loop(OUTER)
    pen.draw_loop(INNER)
    pen.lay_line(*LINE)
    return pen


def moves(seen):
    return {t["id"] for t in seen["targets"] if t["id"].startswith("move ")}


def drive(game, line):
    """Clicks the moves of the line, from its start on."""
    places = [f"{x},{y}" for x, y in line]
    steps.choose_start(game, places[0])
    for place in places[1:]:
        offered = moves(game.wait(lambda seen: f"move {place}" in moves(seen), f"move {place}"))
        game.click(f"move {place}")
        game.wait(lambda seen: moves(seen) != offered, f"what follows {place}")


def test_a_whole_track_is_drawn_and_raced_on(table):
    game = table.open()
    pen = draw_track(game)
    par = wait_for_par(game)
    check_equal(problems(game), [], "nothing is wrong")
    save(game, "Freehand")
    path = saved_track(table)
    check_equal(path.name, "freehand.svg", "name of the file")
    best = best_line(path)
    check_equal(best["rounds"], par, "the solver's rounds and those that the editor tells")
    game.click("button try")
    game.wait_screen("race")
    drive(game, best["line"])
    game.wait_status("The race is over.")
    game.click("button results")
    game.wait_screen("results")
    game.click("button editor")
    game.wait_screen("editor")
    check_equal(wait_for_par(game), par, "par after the race")
    check_equal(game.races(), [], "races that are kept of a track that is tried")
    check(not (table.home / "data" / "graphprix" / "records.json").exists(), "no record was set")
    check_equal(game.close(), 0, "status after closing the window")
    reopen_and_compare(table, path, par)


def reopen_and_compare(table, path, par):
    before, drawn = path.read_bytes(), walls(path)
    game = table.open()
    game.wait_screen("home")
    game.click("button tracks")
    game.wait_screen("tracks")
    game.click("track Freehand")
    game.wait_status("Chosen: Freehand")
    game.click("button edit")
    game.wait_screen("editor")
    check_equal(wait_for_par(game), par, "par of the track that was opened again")
    save(game)
    check_equal(path.read_bytes(), before, "the file of a track that was opened and saved again")
    game.click("field note")
    steps.write_over(game, "field note", "Two bends")
    save(game)
    check(path.read_bytes() != before, "the note is in the file")
    check_equal(walls(path), drawn, "its walls, to the last unit")
    check_equal(game.close(), 0, "status after closing the window")


def test_trying_loses_no_race_and_leads_back(table):
    game = table.open()
    steps.new_race(game, track="Kidney")
    kept = game.races()
    steps.go_home(game)
    draw_track(game)
    wait_for_par(game)
    game.click("button try")
    game.wait_screen("race")
    game.click("button editor")
    game.wait_screen("editor")
    game.click("button try")
    game.wait_screen("race")
    game.key("Escape")
    game.wait_screen("menu")
    game.click("button editor")
    game.wait_screen("editor")
    check(game.has("button undo"), "the editor is as it was left")
    game.click("button try")
    game.wait_screen("race")
    steps.go_home(game)
    game.key("ctrl+s")
    game.click("button continue")
    game.wait_screen("race")
    check(not game.has("button editor"), "a race of its own leads nowhere else")
    check_equal(game.races(), kept, "the saved races, of which Ctrl+S at home has made no other")
    check_equal(game.close(), 0, "status after closing the window")


def step_words(seen):
    return text_of(seen, "button undo"), text_of(seen, "button redo")


def test_undo_and_redo_all_the_way(table):
    game = table.open()
    pen = draw_track(game)
    pen.choose("slick")
    pen.draw_loop(ring((6, 15), 2, 1.5))
    pen.choose("checkpoint")
    pen.stroke([(20, 1), (20, 12)])
    wait_for_par(game)
    save(game, "Back and forth")
    path = saved_track(table)
    before = path.read_bytes()
    taken = [take_step(game, "undo")]
    while game.has("button undo"):
        taken.append(take_step(game, "undo"))
    check(len(taken) >= 6, f"every deed is a step: {taken}")
    check_equal(problems(game), [], "an empty sheet has no problems")
    for _ in taken:
        take_step(game, "redo")
    check(not game.has("button redo"), "all was done again")
    save(game)
    check_equal(path.read_bytes(), before, "the file after undoing and redoing everything")
    check_equal(game.close(), 0, "status after closing the window")


def take_step(game, way):
    """By the keyboard; returns what it says it did."""
    words = step_words(game.read())
    game.key("ctrl+z" if way == "undo" else "ctrl+y")
    game.wait(lambda seen: step_words(seen) != words, f"one {way} after {words}")
    return words[0 if way == "undo" else 1]


def test_a_stroke_that_crosses_itself_is_told_at_the_place(table):
    game = table.open()
    pen = open_editor(game)
    pen.choose("pen")
    pen.stroke(curve([(8, 15), (12, 24), (20, 15), (28, 6), (32, 15), (28, 24), (20, 15), (12, 6),
                      (8, 15)], closed=False))
    wait_for_problem(game, "crosses itself at (")
    where = problems(game)[0].split("(")[1].split(")")[0]
    x, y = map(float, where.split(", "))
    check(abs(x - 20) < 0.6 and abs(y - 15) < 0.6, f"the place {where} is where it was crossed")
    check(has_red(game, pen, 20, 15), "red pencil at the crossing")
    check(not has_red(game, pen, 8, 6), "no red pencil elsewhere")
    take_step(game, "undo")
    check_equal(problems(game), [], "problems after undoing it")
    check_equal(game.close(), 0, "status after closing the window")


def test_open_ends_are_told_and_joined(table):
    game = table.open()
    pen = open_editor(game)
    pen.choose("pen")
    half = len(OUTER) // 2
    pen.stroke(OUTER[:half])
    wait_for_problem(game, "is not closed")
    check(has_red(game, pen, *OUTER[0]), "red pencil at its start")
    check(has_red(game, pen, *OUTER[half - 1]), "red pencil at its end")
    pen.stroke([*OUTER[half - 1:], OUTER[0]])
    wait_for(game, lambda told: "fault 1" not in told, "the wall to be closed")
    check(not has_red(game, pen, *OUTER[0]), "no red pencil is left")
    check_equal(game.close(), 0, "status after closing the window")


def test_what_is_too_small_and_lines_that_do_not_reach(table):
    game = table.open()
    pen = open_editor(game)
    pen.choose("pen")
    pen.click(20, 15)
    game.wait_status("Hold the button down and draw")
    check(not game.has("button undo"), "a click is no wall")
    pen.stroke([(20, 15), (20.3, 15), (20.6, 15), (20.3, 15), (20, 15)])
    wait_for_problem(game, "draw it larger")
    check(has_red(game, pen, 20, 15), "red pencil at the loop of no size")
    take_step(game, "undo")
    pen.draw_loop(OUTER)
    pen.draw_loop(INNER)
    pen.lay_line((4, 15), (8, 15))
    wait_for_problem(game, "does not reach across the track: its end (4, 15)")
    check(has_red(game, pen, 4, 15), "red pencil at the line's end")
    pen.lay_line((0, 29), (3, 29))
    wait_for_problem(game, "no piece of it lies inside")
    pen.lay_line(*LINE)
    wait_for_par(game)
    check_equal(problems(game), [], "the right line")
    check_equal(game.close(), 0, "status after closing the window")


def test_killed_while_drawing(table):
    game = table.open()
    pen = open_editor(game)
    pen.draw_loop(OUTER)
    pen.draw_loop(INNER)
    kept = table.home / "data" / "graphprix" / "unsaved-1.svg"
    steps.wait_until(lambda: kept.exists() and len(walls(kept)) == 2, "both walls in a file")
    drawn = walls(kept)
    pen.press([(17, 14), (20, 16), (23, 14)])
    steps.wait_until(lambda: len(walls(kept)) == 3, "the stroke that is not let go of in it, too")
    game.kill()
    pen.release()
    game = table.open()
    game.wait_screen("home")
    game.click("button continue-sheet")
    game.wait_screen("editor")
    wait_for_problem(game, "is not closed")
    pen = Pen(game)
    pen.choose("select")
    pen.click(20, 15.9)
    game.key("Delete")
    pen.lay_line(*LINE)
    wait_for_par(game)
    save(game, "Recovered")
    check_equal(walls(saved_track(table)), drawn, "walls after the recovery")
    steps.wait_until(lambda: not kept.exists(), "the kept sheet to go")
    check_equal(game.close(), 0, "status after closing the window")


if __name__ == "__main__":
    main(globals())
