"""Circuits drawn in the window: the course by the pen, corners dragged out, the line clicked, put
right where it is told, undone, tried out, saved, and not lost.
"""
import math
import subprocess

from game import PROGRAM, ROOT
from pen import Pen, ring
from steps import text_of, write_over
from suite import check, check_equal, main, read_text


def open_editor(table, name="First corners"):
    """The editor with a copy of a circuit that comes with the game."""
    game = table.open()
    game.wait_screen("home")
    game.click("button tracks")
    game.wait_screen("tracks")
    game.click("field search")
    game.type(name)
    game.wait_target(f"track {name}")
    game.click(f"track {name}")
    game.wait_status(f"Chosen: {name}.")
    game.click("button edit")
    game.wait_screen("editor")
    return game, Pen(game)


def open_empty(table):
    game, pen = open_editor(table)
    game.key("ctrl+n")
    game.wait(lambda seen: "complete" not in seen["status"] and not told(seen, "fault "), "an empty sheet")
    return game, pen


def told(seen, what):
    return [t["text"] for t in seen["targets"] if t["id"].startswith(what)]


def wait_faults(game, *parts):
    game.wait(lambda seen: len(told(seen, "fault ")) == len(parts) and
              all(part in text for part, text in zip(parts, told(seen, "fault "))), f"faults {parts}")


def draw_ring(game, pen):
    """Clockwise from the top of a ring round (22, 15), eleven squares from there."""
    places = ring((22, 15), 11, 11)
    start = len(places) // 4
    pen.choose("pen")
    pen.draw_loop([*places[start::-1], *places[:start:-1]])
    game.wait_status("The circuit is complete.")


def at(row, lane, rows):
    """The middle of a space of that ring, two lanes of one square each."""
    angle = math.pi / 2 - (row + 0.5) / rows * 2 * math.pi
    far = 11 - 1 + lane - 0.5
    return 22 + far * math.cos(angle), 15 + far * math.sin(angle)


def saved_file(table):
    found = list((table.home / "data" / "graphprix" / "tracks").glob("*.svg"))
    check_equal(len(found), 1, "circuits in the player's folder")
    return found[0]


def value_told(game, name):
    return int(game.target(name)["text"].split()[0])


def wait_value(game, name, value):
    game.wait(lambda seen: text_of(seen, name) == str(value), f"{name} at {value}")


def rows_told(game):
    return value_told(game, "slider rows")


def drag_rows(game, pen, first, last, rows):
    pen.choose("corner")
    pen.stroke([at(row, 1, rows) for row in range(first, last + 1)])


def test_a_circuit_is_drawn_mended_tried_and_saved(table):
    game, pen = open_empty(table)
    draw_ring(game, pen)
    rows = rows_told(game)
    drag_rows(game, pen, 6, 9, rows)
    wait_value(game, "stepper to", 9)
    limits = [value_told(game, "stepper limit 1") + 20, value_told(game, "stepper limit 2") - 40]
    game.click("stepper limit 1 more")
    wait_value(game, "stepper limit 1", limits[0])
    game.click("stepper limit 2 less")
    game.click("stepper limit 2 less")
    wait_value(game, "stepper limit 2", limits[1])
    pen.choose("line")
    pen.click(*at(6, 2, rows))
    pen.click(*at(7, 1, rows))
    drag_rows(game, pen, rows - 6, rows - 2, rows)
    wait_faults(game, "reaches into the starting grid")
    game.point_away()
    game.wait_status("reaches into the starting grid")  # also where the list is out of sight
    game.click("fault 1")
    game.picture().save(ROOT / "build" / "window" / "circuit_editor_fault.png")
    game.click("button try")
    game.wait_status("It cannot be tried yet")
    game.key("ctrl+z")
    wait_faults(game)
    pen.choose("line")
    pen.click(*at(8, 1, rows))  # what was undone is told until something else is done
    status = game.wait_status("Alone it takes ")["status"]
    check(int(status.split("Alone it takes ")[1].split(" ")[0]) > 3, status)
    game.click("field name")
    game.wait_focus("field name")
    write_over(game, "field name", "My ring")
    game.key("ctrl+s")
    game.wait_status("Saved as my-ring.svg")
    file = saved_file(table)
    text = read_text(file)
    check('data-from="6" data-to="9"' in text, text)
    check(f'data-limits="{limits[0]} {limits[1]}" data-line="2 1 1 2"' in text, text)
    checked = subprocess.run([str(PROGRAM), "check", str(file)], capture_output=True, text=True)
    check_equal(checked.returncode, 0, checked.stderr)
    game.click("button try")
    game.wait_screen("race")
    check_equal(game.close(), 0, "status")


def test_corners_are_offered_where_it_bends(table):
    """Two straights and two half circles: who has drawn no corner is told so, and gets one a bend."""
    game, pen = open_empty(table)
    right = [(30 + 6 * math.cos(angle / 10), 15 + 6 * math.sin(angle / 10)) for angle in range(-15, 16)]
    left = [(44 - x, 30 - y) for x, y in right]
    pen.choose("pen")
    pen.draw_loop([(20, 9), (25, 9), *right, (25, 21), (20, 21), *left, (18, 9)])
    game.wait(lambda seen: any("no corners" in text for text in told(seen, "remark ")), "no corners told")
    pen.choose("corner")
    game.wait_target("button add-corners")
    game.click("button add-corners")
    game.wait_gone("button add-corners")
    game.wait(lambda seen: not any("no corners" in text for text in told(seen, "remark ")), "corners")
    game.key("ctrl+s")
    game.wait_status("Saved as")
    corners = read_text(saved_file(table)).count('class="corner"')
    check(2 <= corners <= 4, f"a corner a bend, one of which may lie on the line: {corners}")
    game.key("ctrl+z")
    game.wait_target("button add-corners")


def test_everything_is_undone(table):
    game, pen = open_empty(table)
    draw_ring(game, pen)
    rows = rows_told(game)
    drag_rows(game, pen, 6, 9, rows)
    pen.stroke([at(9, 1, rows), at(10, 1, rows), at(11, 1, rows)])
    game.key("Delete")
    game.click("lanes 3")
    game.wait(lambda seen: any(t["id"] == "lanes 3" and t["text"] == "chosen" for t in seen["targets"]),
              "three lanes")
    game.key(*["ctrl+z"] * 5)
    game.wait(lambda seen: "complete" not in seen["status"] and not told(seen, "fault "), "nothing left")
    game.key(*["ctrl+y"] * 2)
    game.wait_status("Done again: corner.")
    game.wait(lambda seen: not told(seen, "fault "), "a course with a corner again")
    game.key("F1")
    game.wait_status("What a circuit is made of.")
    game.key("Escape")
    game.wait_screen("editor")


def test_nothing_is_lost(table):
    game, pen = open_empty(table)
    draw_ring(game, pen)
    game.key("Escape")
    game.wait_target("button later")
    game.click("button later")
    game.wait_screen("tracks")
    game.kill()
    game = table.open()
    game.wait_screen("home")
    game.click("button continue-sheet")
    game.wait_screen("editor")
    game.wait_status("The circuit is complete.")


if __name__ == "__main__":
    main(globals())
