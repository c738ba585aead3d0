"""The tools of the editor beyond the pen, and its files: what is drawn is what the file then holds.

Places are squares, y up; expected vertices are worked out by hand from what was clicked.
"""
import json
import resource
import subprocess
import xml.etree.ElementTree as ElementTree

import steps
from game import RELEASE, has
from pen import Pen, text_of, wait_for
from suite import check, check_equal, main

HEIGHT = 30
EMPTY = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30" data-graphprix="1">{}</svg>')
OUTER = [(4, 4), (36, 4), (36, 26), (4, 26)]


def own_tracks(table):
    return table.home / "data" / "graphprix" / "tracks"


def kept_sheets(table):
    return sorted((table.home / "data" / "graphprix").glob("unsaved-*.svg"))


def open_drawing(table, drawing="", name="sheet.svg", **options):
    """In the editor, by the way that a drawing takes which is no track."""
    path = table.home / name
    path.write_text(EMPTY.format(drawing), encoding="utf-8")
    game = table.open(path, **options)
    game.click("button yes")
    game.wait_screen("editor")
    return game, Pen(game)


def open_track(table, drawing):
    """The same of a drawing that is a track: from the player's own ones."""
    own_tracks(table).mkdir(parents=True)
    (own_tracks(table) / "mine.svg").write_text(EMPTY.format("<title>Mine</title>" + drawing),
                                                encoding="utf-8")
    game = table.open()
    game.wait_screen("home")
    game.click("button tracks")
    game.wait_screen("tracks")
    game.click("filter from 2")
    game.wait(lambda seen: not has(seen, "track Kidney"), "own tracks alone")
    game.click("track Mine")
    game.wait_status("Chosen: Mine")
    game.click("button edit")
    game.wait_screen("editor")
    return game, Pen(game)


def shapes(path, role):
    """All vertices of the shapes of a role: [[(x, y), ...], ...], y up."""
    found = []
    for shape in ElementTree.parse(path).getroot().iter():
        if role in (shape.get("class") or "").split():
            found.append(vertices(shape))
    return found


def vertices(shape):
    if shape.get("d"):
        numbers = [float(word) for word in shape.get("d").split() if word not in "MLZ"]
    elif shape.get("points"):
        numbers = [float(word) for word in shape.get("points").replace(",", " ").split()]
    else:
        names = ("cx", "cy") if shape.get("cx") else ("x1", "y1", "x2", "y2")
        numbers = [float(shape.get(name)) for name in names]
    return [(x, HEIGHT - y) for x, y in zip(numbers[::2], numbers[1::2])]


def save(game, table):
    """The file as it is saved; the newest of the player's tracks."""
    game.key("ctrl+s")
    game.wait_status("Saved as ")
    game.key("Shift_L")  # takes the message away
    game.wait(lambda seen: "Saved as " not in seen["status"], "the message to go")
    return max(own_tracks(table).glob("*.svg"), key=lambda path: path.stat().st_mtime_ns)


def polygon(game, pen, corners):
    pen.choose("polygon")
    for corner in corners:
        pen.click(*corner)
    game.key("Return")
    game.wait(lambda seen: "Draw" in (text_of(seen, "button undo") or ""), "the polygon")


def undo_all(game):
    while game.has("button undo"):
        frame = game.read()["frame"]
        game.key("ctrl+z")
        game.wait_newer(frame)


def test_polygon(table):
    game, pen = open_drawing(table)
    pen.choose("polygon")
    for corner in OUTER[:3]:
        pen.click(*corner)
    pen.click(20, 28)
    game.key("BackSpace")  # takes back that one
    pen.click(*OUTER[3])
    pen.click(*OUTER[0])  # closes
    wait_for(game, lambda told: "button undo" in told, "the wall")
    pen.click(10, 10)
    pen.click(12, 10)
    game.key("Escape")
    pen.click(20.3, 9.8)  # snaps
    pen.click(24, 10)
    pen.click(24, 14)
    pen.click(24, 14, times=2)  # a double click closes, too
    wait_for(game, lambda told: "Ctrl+Z" in told.get("button undo", ""), "the inner wall")
    path = save(game, table)
    check_equal(shapes(path, "wall"), [OUTER, [(20, 10), (24, 10), (24, 14)]], "walls")
    check_equal(path.name, "sheet.svg", "name of the file, as that of the drawing")
    check_equal(game.close(), 0, "status after closing the window")


def corners_of(path):
    (wall,) = shapes(path, "wall")
    return sorted(wall)


def near(found, expected):
    return len(found) == len(expected) and all(
        abs(a - c) < 0.15 and abs(b - d) < 0.15 for (a, b), (c, d) in zip(found, expected))


def test_select_move_scale_turn(table):
    game, pen = open_drawing(table)
    square = [(10, 10), (14, 10), (14, 14), (10, 14)]
    polygon(game, pen, square)
    pen.choose("select")
    pen.click(12, 10)
    wait_for(game, lambda told: "button delete" in told, "the selection")
    game.key("Right", "Right", "Up", "shift+Up")
    check_equal(corners_of(save(game, table)),
                sorted((x + 2, y + 1.25) for x, y in square), "moved by the arrow keys")
    pen.stroke([(13, 11.25), (16, 13.25)])
    moved = corners_of(save(game, table))
    check(near(moved, sorted((x + 5, y + 3.25) for x, y in square)), f"dragged: {moved}")
    game.key("ctrl+z")
    pen.choose("select")
    pen.click(13, 11.25)
    pen.stroke([(16, 15.25), (20, 19.25)])  # the upper right handle; the lower left stays
    grown = corners_of(save(game, table))
    check(near(grown, [(12, 11.25), (12, 19.25), (20, 11.25), (20, 19.25)]), f"scaled: {grown}")
    game.click("button turn-left")
    turned = corners_of(save(game, table))
    check(near(turned, grown), f"a square that is turned by 90 degrees: {turned}")
    game.key("ctrl+d")
    wait_for(game, lambda told: "Duplicate" in told.get("button undo", ""), "a copy")
    check_equal(len(shapes(save(game, table), "wall")), 2, "walls with the copy")
    game.key("Delete")
    check_equal(corners_of(save(game, table)), turned, "the copy is deleted")
    pen.stroke([(2, 2), (30, 28)])  # a box round it
    wait_for(game, lambda told: "button delete" in told, "what the box holds")
    game.click("button delete")
    wait_for(game, lambda told: "button delete" not in told, "an empty sheet")
    undo_all(game)
    check_equal(game.close(), 0, "status after closing the window")


def test_eraser_and_redraw(table):
    game, pen = open_drawing(table)
    polygon(game, pen, OUTER)
    pen.choose("eraser")
    pen.stroke([(18, 3), (18, 5)])
    wait_for(game, lambda told: "is not closed" in told.get("fault 1", ""), "the gap")
    path = save(game, table)
    (wall,) = shapes(path, "wall")
    gap = sorted(x for x, y in (wall[0], wall[-1]))
    check(abs(gap[0] - 17) < 0.2 and abs(gap[1] - 19) < 0.2, f"a gap of two squares: {gap}")
    game.key("ctrl+z")
    wait_for(game, lambda told: "fault 1" not in told, "the wall to be whole")
    pen.choose("redraw")
    pen.stroke([(12, 26), (14, 22), (18, 21), (22, 22), (24, 26)])
    wait_for(game, lambda told: "redo" not in "".join(told), "the new part")
    (wall,) = shapes(save(game, table), "wall")
    check(any(abs(x - 18) < 1 and abs(y - 21) < 0.7 for x, y in wall), "it runs as drawn")
    check(not any(14 < x < 22 and y == 26 for x, y in wall), "the old part is gone")
    check(set(OUTER) <= set(wall), "the rest stays")
    check_equal(game.close(), 0, "status after closing the window")


def test_parallel(table):
    game, pen = open_drawing(table)
    polygon(game, pen, OUTER)
    game.key("w")
    game.wait_target("button add")
    check_equal(game.target("stepper squares")["text"], "5", "squares apart at first")
    game.click("stepper squares more")
    wait_for(game, lambda told: told.get("stepper squares") == "6", "six squares")
    game.key("Return")
    wait_for(game, lambda told: "beside" in told.get("button undo", ""), "the wall")
    inner = shapes(save(game, table), "wall")[1]
    box = min(inner)[0], min(y for _, y in inner), max(inner)[0], max(y for _, y in inner)
    check(near([box[:2], box[2:]], [(10, 10), (30, 20)]), f"six squares inside: {box}")
    game.key("ctrl+z")
    pen.choose("parallel")
    pen.stroke([(20, 4), (20, 2)])  # away from it, to the outside
    wait_for(game, lambda told: told.get("stepper squares") == "2", "two squares")
    check_equal(game.target("side outside")["text"], "chosen", "side")
    game.click("button add")
    wait_for(game, lambda told: "beside" in told.get("button undo", ""), "the wall")
    outer = shapes(save(game, table), "wall")[1]
    check(abs(min(outer)[0] - 2) < 0.15 and abs(max(outer)[0] - 38) < 0.15,
          f"two squares outside: {outer}")
    check_equal(game.close(), 0, "status after closing the window")


def arrow_of(path):
    return [shape.get("data-arrow") for shape in ElementTree.parse(path).getroot().iter()
            if shape.get("class") == "turbo"]


def numbers_of(path):
    return {vertices(shape)[0]: shape.get("data-number")
            for shape in ElementTree.parse(path).getroot().iter()
            if shape.get("class") == "checkpoint"}


def test_lines_areas_checkpoints(table):
    game, pen = open_drawing(table)
    polygon(game, pen, OUTER)
    polygon(game, pen, [(12, 12), (28, 12), (28, 18), (12, 18)])
    pen.lay_line((20, 4), (20, 12))
    game.wait_status("The track is complete.")
    game.key("x")
    wait_for(game, lambda told: "urn" in told.get("button undo", ""), "the line to be turned")
    pen.choose("slick")
    pen.stroke([(6, 14), (9, 14), (9, 17), (6, 17), (6, 14)])
    pen.choose("polygon")
    game.click("role turbo")
    polygon(game, pen, [(24, 20), (28, 20), (28, 24), (24, 24)])
    pen.choose("turbo")
    pen.stroke([(26, 22), (29, 23)])  # from its middle
    pen.choose("checkpoint")
    pen.stroke([(32, 18), (32, 14)])
    pen.click(8, 20)
    pen.click(4, 20)
    game.key("Return")
    pen.choose("inspect")
    pen.click(4, 10)
    wait_for(game, lambda told: "point" in told.get("button undo", ""), "the inspected point")
    path = save(game, table)
    check_equal(shapes(path, "start"), [[(20, 12), (20, 4)]], "the line, turned round")
    check_equal(len(shapes(path, "slick")), 1, "slicks")
    check_equal(arrow_of(path), ["3 1"], "the arrow")
    check_equal(numbers_of(path), {(32, 18): "1", (8, 20): "2"}, "checkpoints")
    check_equal(shapes(path, "inside"), [[(4, 10)]], "inspected points")
    pen.choose("select")
    pen.click(6, 20)
    game.click("stepper number less")
    path = save(game, table)
    check_equal(numbers_of(path), {(32, 18): "2", (8, 20): "1"}, "checkpoints in another order")
    whole = path.read_bytes()
    undo_all(game)
    check_equal(game.targets("fault "), [], "an empty sheet has no problems")
    while game.has("button redo"):
        frame = game.read()["frame"]
        game.key("ctrl+y")
        game.wait_newer(frame)
    check_equal(save(game, table).read_bytes(), whole, "everything undone and done again")
    check_equal(game.close(), 0, "status after closing the window")


def walk(game, **ways):
    keys = [key for way, count in ways.items() for key in [way] * count]
    game.key(*keys)


def test_a_track_by_keyboard_alone(table):
    game, _ = open_drawing(table)
    game.point_away()
    game.key("o", "Right")  # the cursor comes up in the middle, (20, 15)
    walk(game, Left=16, Down=11)
    game.key("space")
    walk(game, Right=32)
    game.key("space")
    walk(game, Up=22)
    game.key("space")
    walk(game, Left=32)
    game.key("space", "Return")
    wait_for(game, lambda told: "button undo" in told, "the outer wall")
    game.key("p")
    walk(game, Right=8, Down=8)
    game.key("space")
    walk(game, Right=16, Down=6, Left=16, Up=6)
    game.wait_status("Let go here and it closes.")
    game.key("space")
    game.wait_status("an arena")
    game.key("l")
    walk(game, Right=8, Down=6)
    game.key("space")
    walk(game, Down=8)
    game.key("space")
    game.wait_status("Its best lap takes ")
    path = save(game, table)
    check_equal(shapes(path, "wall")[0], OUTER, "the outer wall")
    check_equal(shapes(path, "start"), [[(20, 12), (20, 4)]], "the line")
    check_equal(game.close(), 0, "status after closing the window")


def test_one_click_puts_it_right(table):
    game, pen = open_drawing(table, '<path class="wall" d="M4 4H36V26H4V8"/>'
                                    '<path class="wall" d="M12 12H28V18H12Z"/>'
                                    '<line class="start finish" x1="20" y1="20" x2="20" y2="24"/>')
    wait_for(game, lambda told: told.get("repair 1") == "Join", "an offer to join the ends")
    game.click("repair 1")
    wait_for(game, lambda told: told.get("repair 1") == "Extend to the wall", "the line's turn")
    game.click("repair 1")
    game.wait_status("Its best lap takes ")
    check(not game.targets("repair "), "nothing is left to be put right")
    path = save(game, table)
    check_equal(shapes(path, "start"), [[(20, 12), (20, 4)]], "the line from wall to wall")
    check_equal(shapes(path, "wall")[0], [(4, 26), (36, 26), (36, 4), (4, 4), (4, 22)], "the wall")
    check_equal(game.close(), 0, "status after closing the window")


def test_the_line_is_turned_round(table):
    """Nobody gets behind the finish of this open track, to cross it the other way."""
    game, pen = open_drawing(table, '<path class="wall" d="M36.5 10H2V20H36.5"/>'
                                    '<line class="start" x1="6" y1="10" x2="6" y2="20"/>'
                                    '<line class="finish" x1="36" y1="21" x2="37" y2="9"/>')
    game.click("repair 1")
    wait_for(game, lambda told: told.get("repair 1") == "Turn round", "an offer to turn the line")
    game.click("repair 1")
    game.wait_status("Its best lap takes ")
    check_equal(shapes(save(game, table), "finish"), [[(37, 21), (36, 9)]], "the finish, turned")
    check_equal(game.close(), 0, "status after closing the window")


def test_the_arrow_of_an_open_track_goes_with_its_course(table):
    """The finish is drawn so that its arrow would lead back: it is turned, and so is the start that did."""
    game, pen = open_drawing(table, '<path class="wall" d="M2 10H38V20H2Z"/>'
                                    '<line class="start" x1="6" y1="20" x2="6" y2="10"/>')
    pen.choose("line")
    game.click("role finish")
    pen.click(34, 10)
    pen.click(34, 20)  # upwards: its left side is the start's
    game.wait_status("Its best lap takes ")
    check(not game.has("button turn-lines"), "nothing is left to be turned")
    path = save(game, table)
    check_equal(shapes(path, "finish"), [[(34, 20), (34, 10)]], "the finish")
    check_equal(shapes(path, "start"), [[(6, 20), (6, 10)]], "the start")
    pen.choose("line")
    game.key("x")
    game.wait_target("button turn-lines")  # both are told
    game.click("button turn-lines")
    game.wait_gone("button turn-lines")
    check_equal(game.close(), 0, "status after closing the window")


def test_a_corner_is_moved_alone(table):
    game, pen = open_track(table, '<path class="wall" d="M4 4L20 2L36 4V26H4Z"/>')
    pen.choose("polygon")
    pen.stroke([(20, 28), (20.2, 24.3)])
    wait_for(game, lambda told: "Move corner" in told.get("button undo", ""), "the corner's move")
    pen.stroke([(36, 4), (33, 8)])
    game.key("ctrl+s")
    game.wait_status("Saved")
    check_equal(shapes(own_tracks(table) / "mine.svg", "wall"),
                [[(4, 26), (20, 24), (36, 26), (33, 8), (4, 4)]], "the other corners stay")
    check_equal(game.close(), 0, "status after closing the window")


def test_space_and_a_drag_move_the_view(table):
    game, pen = open_drawing(table)
    pen.choose("pen")
    pen.point(20, 15)
    left, bottom, square = pen.camera()
    display = game.display
    x, y = pen.pixels([(20, 15)])[0]
    display.xdotool("keydown", "space", "mousedown", 1)
    display.xdotool("mousemove", x + 30, y + 10, "mousemove", x + 60, y + 20)
    display.xdotool("mouseup", 1, "keyup", "space")
    game.wait(lambda seen: pen.camera() == (left + 60, bottom + 20, square), "the view to move")
    check(not game.has("button undo"), "nothing was drawn")
    pen.stroke([(10, 10), (20, 10), (20, 20)])
    wait_for(game, lambda told: "Draw" in told.get("button undo", ""), "the pen draws again")
    check_equal(game.close(), 0, "status after closing the window")


def test_escape_gives_up_the_parallel_first(table):
    game, pen = open_track(table, '<path class="wall" d="M4 4H36V26H4Z"/>')
    pen.choose("parallel")
    game.wait_target("button add")
    game.key("Escape")
    game.wait_gone("button add")
    game.wait_screen("editor")
    check(not game.has("button leave-unsaved"), "nobody is asked about leaving")
    pen.click(4, 15)
    game.wait_target("button add")
    game.key("Return")
    wait_for(game, lambda told: "beside" in told.get("button undo", ""), "the second wall")
    check_equal(game.close(), 0, "status after closing the window")


def test_a_new_sheet_is_empty_at_once(table):
    """Of the same size: nothing of the old one is left in the picture."""
    places = [(4, 10), (36, 20), (20, 4), (20, 26)]
    game, pen = open_track(table, '<path class="wall" d="M4 4H36V26H4Z"/>')
    check_equal(dark_pixels(game, pen, places), 4, "sides of the wall that are seen")
    game.click("button new")
    game.click("size 40x30")
    game.click("button create")
    game.wait_gone("button create")
    wait_for(game, lambda told: "button save-copy" not in told, "the new sheet")
    check_equal(dark_pixels(game, pen, places), 0, "sides of the old wall that are left")
    check_equal(game.close(), 0, "status after closing the window")


def dark_pixels(game, pen, places):
    """At which of the places, within three pixels, is there the dark pencil of a wall?"""
    game.point_away()
    picture = game.picture()
    left, top = game.origin()
    count = 0
    for x, y in pen.pixels(places):
        pixels = [picture.pixels[4 * ((y - top + dy) * picture.width + x - left + dx)]
                  for dy in range(-3, 4) for dx in range(-3, 4)]
        count += min(pixels) < 100
    return count


def best_rounds(path, *rules):
    told = subprocess.run([str(RELEASE), "solve", str(path), "--json", *rules], check=True,
                          stdout=subprocess.PIPE, text=True)
    return json.loads(told.stdout)["rounds"]


def test_one_number_for_par(table):
    """With a turbo area, which the race that tries the track out knows."""
    game, pen = open_track(table, '<path class="wall" d="M4 4H36V26H4Z"/>'
                                    '<path class="wall" d="M12 12H28V18H12Z"/>'
                                    '<line class="start finish" x1="20" y1="18" x2="20" y2="26"/>'
                                    '<path class="turbo" data-arrow="0 3" d="M29 12H35V18H29Z"/>')
    said = game.wait_status(" rounds with turbo areas: par ")["status"]
    par = said.split(": par ")[1].split(".")[0]
    check_equal(said.split("Its best lap takes ")[1].split(" ")[0], par, "one number")
    usual = best_rounds(own_tracks(table) / "mine.svg")
    drawn = best_rounds(own_tracks(table) / "mine.svg", "--set", "turbo_areas=on")
    check(drawn != usual, "the area makes a difference to the lap")
    check_equal(int(par), drawn, "par of the race that tries it out")
    game.click("button try")
    game.wait_screen("race")
    check_equal(game.close(), 0, "status after closing the window")


def test_foreign_shapes_become_walls(table):
    drawing = '<rect x="4" y="4" width="32" height="22"/><g transform="translate(10 10)">' \
              '<rect width="20" height="8"/></g>'
    game, _ = open_drawing(table, drawing)
    game.click("button take-shapes")
    game.wait_status("an arena")
    walls = shapes(save(game, table), "wall")
    check_equal([sorted(wall)[::3] for wall in walls], [[(4, 4), (36, 26)], [(10, 12), (30, 20)]],
                "walls")
    check_equal(game.close(), 0, "status after closing the window")


def test_nothing_is_lost(table):
    game, pen = open_drawing(table)
    polygon(game, pen, OUTER)
    game.click("button done")
    game.click("button stay")
    game.wait_gone("button stay")
    game.click("button done")
    game.click("button later")
    game.wait_screen("home")
    (kept,) = kept_sheets(table)
    check_equal(shapes(kept, "wall"), [OUTER], "kept for later")
    game.drop(table.home / "sheet.svg")  # another sheet: the one that is kept comes first
    game.click("button yes")
    game.click("button discard")
    game.wait_gone("button discard")
    wait_for(game, lambda told: "button undo" not in told, "the other sheet")
    check_equal(kept_sheets(table), [], "what was thrown away is kept no more")
    (trashed,) = (table.home / "data" / "Trash" / "files").iterdir()
    check_equal(shapes(trashed, "wall"), [OUTER], "it lies in the trash")
    check_equal(game.close(), 0, "status after closing the window")


def test_killed_and_recovered(table):
    game, pen = open_drawing(table)
    polygon(game, pen, OUTER)
    path = save(game, table)
    check_equal(kept_sheets(table), [], "nothing is kept of what is saved")
    polygon(game, pen, [(12, 12), (28, 12), (28, 18), (12, 18)])
    steps.wait_until(lambda: kept_sheets(table), "the sheet to be kept")
    game.kill()
    game = table.open()
    game.wait_screen("home")
    game.click("button continue-sheet")
    game.wait_screen("editor")
    wait_for(game, lambda told: "button undo" not in told and "tool pen" in told, "the sheet")
    check_equal(save(game, table), path, "it goes to the file that it came from")
    check_equal(len(shapes(path, "wall")), 2, "walls")
    steps.wait_until(lambda: not kept_sheets(table), "the kept sheet to go")
    check_equal(game.close(), 0, "status after closing the window")


def test_closing_the_window_keeps_the_sheet(table):
    game, pen = open_drawing(table)
    polygon(game, pen, OUTER)
    check_equal(game.close(), 0, "status after closing the window")
    game = table.open()
    game.wait_screen("home")
    game.click("button continue-sheet")
    game.wait_screen("editor")
    game.click("button done")
    game.click("button save-first")
    game.wait_screen("home")
    (path,) = own_tracks(table).glob("*.svg")
    check_equal(shapes(path, "wall"), [OUTER], "walls")
    game.wait_gone("button continue-sheet")
    check_equal(game.close(), 0, "status after closing the window")


def test_a_file_that_changes_meanwhile(table):
    game, pen = open_drawing(table)
    polygon(game, pen, OUTER)
    path = save(game, table)
    path.write_text("of another program", encoding="utf-8")
    polygon(game, pen, [(12, 12), (28, 12), (28, 18), (12, 18)])
    game.key("ctrl+s")
    game.click("button stay")
    game.wait_gone("button stay")
    check_equal(path.read_text(encoding="utf-8"), "of another program", "the file")
    game.click("button save")
    game.click("button save-new")
    game.wait_status("Saved as sheet-2.svg.")
    game.wait_gone("button save-new")
    check_equal(path.read_text(encoding="utf-8"), "of another program", "the file")
    check_equal(len(shapes(path.with_name("sheet-2.svg"), "wall")), 2, "walls in the new file")
    check_equal(game.close(), 0, "status after closing the window")


def test_broken_drawings_are_told(table):
    game, pen = open_drawing(table)
    polygon(game, pen, OUTER)
    broken = table.home / "broken.svg"
    for content, part in (("<svg", "broken.svg:1"), ("", "broken.svg"),
                          (EMPTY.format('\n<path class="wall" d="M 1 Q"/>'), "broken.svg:2")):
        broken.write_text(content, encoding="utf-8")
        game.drop(broken)
        game.wait_status("This drawing cannot be opened.")
        game.wait_status(part)
        game.click("button yes")
        game.wait_gone("button yes")
    check(game.has("button undo"), "the sheet is still there")
    check_equal(game.close(), 0, "status after closing the window")


def test_full_disk(table):
    game, pen = open_drawing(table)
    limit = (50, resource.RLIM_INFINITY)  # a limit on the size of files is a full disk
    resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE, limit)
    polygon(game, pen, OUTER)
    game.wait_status("cannot be kept aside")
    game.key("ctrl+s")
    game.wait_status("cannot be saved")
    game.click("button yes")
    game.wait_gone("button yes")
    check(game.has("button undo"), "the sheet is still there")
    check_equal(list(own_tracks(table).glob("*")), [], "scraps in the folder")
    resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE,
                     (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    check_equal(shapes(save(game, table), "wall"), [OUTER], "saved when there is room")
    check_equal(game.close(), 0, "status after closing the window")


def test_sizes(table):
    game, _ = open_drawing(table)
    game.click("button new")
    game.wait_target("button create")
    for paper in ("a4", "a3"):
        game.click(f"size {paper}")
        game.wait(lambda seen: "chosen" in (text_of(seen, f"size {paper}") or ""), paper)
        size = "x".join(text_of(game.read(), f"field {side}") for side in ("width", "height"))
        pdf = table.home / "page.pdf"
        told = subprocess.run([RELEASE, "print", "--empty", size, "--paper", paper, "--json",
                               "-o", pdf], capture_output=True, check=True).stdout
        check_equal(json.loads(told)["pages"], 1, f"pages of {size} on {paper}")
    game.click("size 100x75")
    wait_for(game, lambda told: told.get("field width") == "100", "the preset")
    game.click("field width")
    steps.write_over(game, "field width", "4097")
    wait_for(game, lambda told: "button create" not in told, "too wide")
    steps.write_over(game, "field width", "48")
    game.key("Return")
    game.wait_gone("field width")
    game.click("button resize")
    game.click("stepper height more")
    wait_for(game, lambda told: told.get("field height") == "80", "five more")
    game.click("button change")
    game.wait_gone("button change")
    for width, height in ((800, 600), (1280, 800)):
        game.resize(width, height)
        outside = [t["id"] for t in game.targets() if t["x"] < 0 or t["y"] < 0 or
                   t["x"] + t["w"] > width or t["y"] + t["h"] > height]
        check_equal(outside, [], f"targets outside of {width} x {height}")
    path = save(game, table)
    check_equal(ElementTree.parse(path).getroot().get("viewBox"), "0 0 48 80", "size in the file")
    check_equal(game.close(), 0, "status after closing the window")


if __name__ == "__main__":
    main(globals())
