"""Drawings of other programs in the window: the size of a square is asked for, with a look at what
comes of it; what saving loses is said first; the whole drawing can be scaled afterwards.

Expected places are worked out by hand from the drawings: squares, y up.
"""
import gzip
import json
import xml.etree.ElementTree as ElementTree

import steps
from game import ROOT, has
from pen import text_of
from suite import check, check_equal, main

INKSCAPE = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="210mm" height="297mm" viewBox="0 0 210 297" id="svg5"
 xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
 xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg">
 <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1">
  <path style="fill:none;stroke:#ff0000" d="m 20,47 h 150 v 200 h -150 z" id="path1"/>
  <use xlink:href="#path1" transform="matrix(0.5,0,0,0.5,50,70)" id="use1"/>
  <text x="3" y="9">My ring</text>
 </g>
</svg>
"""
# Outer: (20, 47) to (170, 247) mm; the clone at half the size: (60, 93.5) to (135, 193.5) mm.

ILLUSTRATOR = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
 <!ENTITY ns_svg "http://www.w3.org/2000/svg">
 <!ENTITY ns_xlink "http://www.w3.org/1999/xlink">
]>
<svg xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;" viewBox="0 0 800 600">
<style type="text/css">.st0{fill:#FF0000;} .st1{display:none}</style>
<rect id="ring" class="st0" x="40" y="40" width="720" height="520"/>
<rect id="ring_2" class="st0" x="200" y="200" width="400" height="200"/>
<rect class="st1" width="300" height="300"/>
</svg>
"""

FRACTION = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40.5 30.25">
<rect x="4" y="4" width="32" height="22"/></svg>
"""


def own_tracks(table):
    return sorted((table.home / "data" / "graphprix" / "tracks").glob("*.svg"))


def open_drawing(table, drawing, name, **options):
    path = table.home / name
    path.write_text(drawing, encoding="utf-8")
    game = table.open(path, **options)
    game.click("button yes")
    game.wait_target("button import")
    return game


def walls(path):
    """The corners of the walls, sorted, y up."""
    root = ElementTree.parse(path).getroot()
    height = float(root.get("viewBox").split()[3])
    found = []
    for shape in root.iter():
        if "wall" in (shape.get("class") or "").split():
            numbers = [float(word) for word in shape.get("d").split() if word not in "MLZ"]
            found.append(sorted((x, height - y) for x, y in zip(numbers[::2], numbers[1::2])))
    return found


def rectangle(left, low, right, high):
    return [(left, low), (left, high), (right, low), (right, high)]


def write_size(game, text):
    game.click("field square")
    steps.write_over(game, "field square", text)


def sheet(path):
    return ElementTree.parse(path).getroot().get("viewBox")


def save(game, table):
    """Says yes to what is lost, if that is asked; the only own track."""
    game.key("ctrl+s")
    told = game.wait(lambda seen: has(seen, "button save-new") or "Saved as" in seen["status"],
                     "what is lost, or the file")
    if has(told, "button save-new"):
        game.click("button save-new")
    game.wait_status("Saved as ")
    game.key("Shift_L")
    game.wait(lambda seen: "Saved as " not in seen["status"], "the message to go")
    (path,) = own_tracks(table)
    return path


def test_a_drawing_in_millimetres(table):
    game = open_drawing(table, INKSCAPE, "ring.svg")
    check_equal(game.target("field square")["text"], "5", "millimetres proposed")
    game.wait_status("A sheet of 42 × 60 squares.")
    game.click("stepper square more")
    game.wait_status("A sheet of 21 × 30 squares.")
    write_size(game, "2,5")
    game.wait_status("A sheet of 84 × 119 squares.")
    write_size(game, "0")
    game.wait_status("The size is a number above 0.")
    check(not game.has("button import"), "nothing to open without a size")
    write_size(game, "0.001")
    game.wait_status("more than 4096 each way")
    write_size(game, "5")
    game.wait_status("A sheet of 42 × 60 squares.")
    game.click("button import")
    game.wait_gone("button import")
    game.click("button take-shapes")
    game.wait_gone("button take-shapes")
    game.key("ctrl+s")
    told = game.wait_status("1 text and colours")["status"]
    check("It leaves out" in told, f"what is lost: {told}")
    check_equal(own_tracks(table), [], "files before that was answered")
    game.click("button stay")
    game.wait_gone("button stay")
    check_equal(own_tracks(table), [], "files after not saving")
    path = save(game, table)
    check_equal(path.name, "ring.svg", "name of the file")
    check_equal(sheet(path), "0 0 42 60", "the sheet")
    # 60 squares are 300 mm, so y up is (300 - y) / 5.
    rounded = [[(round(x, 2), round(y, 2)) for x, y in wall] for wall in walls(path)]
    check_equal(rounded, [rectangle(4, 10.6, 34, 50.6), rectangle(12, 21.3, 27, 41.3)],
                "walls, the clone among them")
    game.key("ctrl+s")
    game.wait_status("Saved as ")  # said once
    check_equal((table.home / "ring.svg").read_text(encoding="utf-8"), INKSCAPE, "the drawing")
    check_equal(game.close(), 0, "status after closing the window")


def test_a_dropped_drawing_with_entities_and_styles(table):
    path = table.home / "plan.svg"
    path.write_text(ILLUSTRATOR, encoding="utf-8")
    game = table.open()
    game.wait_screen("home")
    game.drop(path)
    game.click("button yes")
    game.wait_target("button import")
    check_equal(game.target("field square")["text"], "10", "units proposed")
    write_size(game, "20")
    game.wait_status("A sheet of 40 × 30 squares.")
    game.key("Return")
    game.wait_gone("button import")
    game.click("button take-shapes")
    game.wait_gone("button take-shapes")
    path = save(game, table)
    check_equal(walls(path), [rectangle(2, 2, 38, 28), rectangle(10, 10, 30, 20)], "walls")
    check_equal("decoration" in path.read_text(encoding="utf-8"), False, "what is hidden")
    check_equal(game.close(), 0, "status after closing the window")


def test_a_recovered_drawing_still_says_what_it_loses(table):
    game = open_drawing(table, INKSCAPE, "ring.svg")
    game.click("button import")
    game.wait_gone("button import")
    game.click("button take-shapes")
    game.wait_gone("button take-shapes")
    kept = table.home / "data" / "graphprix" / "unsaved-1.svg"
    steps.wait_until(lambda: kept.exists() and "wall" in kept.read_text(encoding="utf-8"),
                     "the walls to be kept aside")
    game.kill()
    game = table.open()
    game.wait_screen("home")
    game.click("button continue-sheet")
    game.wait_screen("editor")
    game.key("ctrl+s")
    game.wait_status("It leaves out what else is in the drawing: 1 text and colours.")
    game.click("button save-new")
    game.wait_status("Saved as ")
    check_equal(len(own_tracks(table)), 1, "the file that was written then")
    check_equal(game.close(), 0, "status after closing the window")


def test_a_fractional_sheet_that_is_scaled(table):
    game = open_drawing(table, FRACTION, "part.svg")
    game.wait_status("A sheet of 41 × 31 squares.")
    game.click("button import")
    game.wait_gone("button import")
    game.click("button take-shapes")
    game.wait_gone("button take-shapes")
    path = save(game, table)
    check_equal(walls(path), [rectangle(4, 5, 36, 27)], "the wall")
    game.scroll_to("button resize", "button generate")
    game.click("button resize")
    game.wait_target("check scaled")
    game.click("check scaled")
    game.click("field width")
    steps.write_over(game, "field width", "82")
    game.wait(lambda seen: text_of(seen, "field height") == "62", "the height to follow")
    game.click("button change")
    game.wait_gone("button change")
    path = save(game, table)
    check_equal(sheet(path), "0 0 82 62", "the sheet of twice the size")
    check_equal(walls(path), [rectangle(8, 10, 72, 54)], "the wall of twice the size")
    game.key("ctrl+z")
    path = save(game, table)
    check_equal(walls(path), [rectangle(4, 5, 36, 27)], "taken back in one step")
    check_equal(game.close(), 0, "status after closing the window")


def test_nothing_is_asked_where_squares_are_told(table):
    """A drawing that says how large its squares are; cancelling leaves the editor."""
    path = table.home / "own.svg"
    path.write_text('<svg viewBox="0 0 200 150" data-square="5"><rect x="20" y="20" '
                    'width="150" height="100"/><path d="M1 1H9"/></svg>', encoding="utf-8")
    game = open_drawing(table, INKSCAPE, "ring.svg")
    game.click("button cancel")
    game.wait(lambda seen: seen["screen"] != "editor", "another screen")
    game.drop(path)
    game.click("button yes")
    game.wait_target("button take-shapes")
    check(not game.has("button import"), "nothing asked")
    game.click("button take-shapes")
    game.wait_gone("button take-shapes")
    check_equal(walls(save(game, table)), [rectangle(4, 6, 34, 26)], "the wall")
    check_equal(game.close(), 0, "status after closing the window")


def test_a_packed_track_is_opened_and_raced_on(table):
    """As an argument and dropped; of ones own, too."""
    track = (ROOT / "tracks" / "graph-paper" / "kidney.svg").read_bytes()
    path = table.home / "packed.svgz"
    path.write_bytes(gzip.compress(track.replace(b"<title>Kidney", b"<title>Packed kidney")))
    for dropped in (False, True):
        game = table.open() if dropped else table.open(path)
        if dropped:
            game.wait_screen("home")
            game.drop(path)
        game.wait_screen("set-up")
        game.wait_target("track Packed kidney")
        game.click("button start-race")
        game.wait_screen("race")
        steps.wait_until(game.races, "a file for the race")
        head = json.loads(game.races()[-1].read_text(encoding="utf-8").splitlines()[0])
        check_equal(head["track"]["name"], "Packed kidney", "the track of the race")
        check_equal(game.close(), 0, "status")


def test_nothing_is_asked_of_what_has_parts_of_a_track(table):
    """Unfinished, with classes or ids, and an arena; but a wall in millimetres is asked about."""
    drawing = '<svg {} viewBox="0 0 {}">{}</svg>'
    stroke = '<path {} d="M2 2H30V20"/>'
    ring = '<rect {} x="2" y="2" width="{}" height="20"/>'
    on_paper = 'width="200mm" height="150mm"'
    ours = {"class": drawing.format("", "40 30", stroke.format('class="wall"')),
            "id": drawing.format("", "400 300", stroke.format('id="wall-2"')),
            "paper": drawing.format(on_paper, "40 30", stroke.format('class="wall"')),
            "line": drawing.format("", "40 30", '<path class="start finish" d="M3 3V9"/>')}
    path = table.home / "clone.svg"
    path.write_text(drawing.format("", "40 30", '<defs><path id="p" d="M2 2H30V20"/></defs>'
                                   '<use class="wall" href="#p"/>'), encoding="utf-8")
    game = table.open(path)
    game.click("button yes")
    game.wait_target("fault 1")
    check(not game.has("button import"), "nothing asked of a clone that is a wall")
    for name, content in ours.items():
        path = table.home / f"{name}.svg"
        path.write_text(content, encoding="utf-8")
        game.drop(path)
        game.wait(lambda seen: text_of(seen, "field name") == name, f"the sheet of {name}.svg")
        check(not game.has("button import"), f"nothing asked of {name}.svg")
    arena = drawing.format("", "400 300", ring.format('id="wall"', 300))
    path = table.home / "arena.svg"
    path.write_text(arena, encoding="utf-8")
    game.drop(path)
    game.wait(lambda seen: text_of(seen, "field name") == "arena", "the sheet of the arena")
    check(not game.has("button import"), "nothing asked of an arena")
    path = table.home / "page.svg"
    path.write_text(drawing.format(on_paper, "200 150", stroke.format('id="wall"')),
                    encoding="utf-8")
    game.drop(path)
    game.wait_target("button import")
    game.wait_status("A sheet of 40 × 30 squares.")
    check_equal(game.close(), 0, "status after closing the window")


if __name__ == "__main__":
    main(globals())
