"""A photo becomes walls in the window: loops taken and dropped, corners, size, and bad pictures.

The picture is drawn here, so that the walls are known: two ellipses on a sheet of 40 x 30 squares
that fills it, with radii of 15 x 11 and 8 x 4.5 squares.
"""
import json
import math
import struct
import subprocess
import zlib

import steps
from display import Picture
from game import PROGRAM, ROOT, Expected, has
from pen import Pen
from story import FIRST, STORY
from suite import check, check_equal, main
from trouble_test import begin

RENDER = ROOT / "build" / "tests" / "photo" / "render"
WIDE, HIGH, SQUARE = 640, 480, 16
PAPER, INK = b"\xe6\xf0\xf2\0", b"\x30\x28\x28\0"
RED, BOARD, CHALK = b"\x30\x28\xd0\0", b"\x34\x44\x26\0", b"\xd8\xe0\xe0\0"
RINGS = ((15, 11), (8, 4.5))
DARK = 175  # red of a pale stroke, darker than any line of the paper


def draw_rings(path, rings=RINGS, paper=PAPER, ink=INK, gap=0, red=()):
    """Strokes of about 4 pixels; all but the first are open on the right, by so many squares. A red line lies half way
    up, between two places in squares."""
    rows = []
    for y in range(HIGH):
        row = [paper] * WIDE
        for number, (across, up) in enumerate(rings):
            for x in ring_columns(across * SQUARE, up * SQUARE, y - HIGH / 2):
                left_out = number > 0 and x > WIDE / 2 and abs(y - HIGH / 2) < gap * SQUARE / 2
                row[x] = paper if left_out else ink
        if red and abs(y - HIGH / 2) < 2:
            row[int(red[0] * SQUARE):int(red[1] * SQUARE)] = [RED] * int((red[1] - red[0]) * SQUARE)
        rows.append(b"".join(row))
    Picture(WIDE, HIGH, b"".join(rows)).save(path)
    return path


def ring_columns(across, up, y):
    outside = half_width(across + 2, up + 2, y)
    inside = half_width(across - 2, up - 2, y)
    for x in range(int(WIDE / 2 - outside), int(WIDE / 2 + outside) + 1 if outside else 0):
        if abs(x - WIDE / 2) >= inside:
            yield x


def half_width(across, up, y):
    return across * math.sqrt(1 - (y / up) ** 2) if abs(y) < up else 0


def text_of(game, name):
    return game.wait_target(name)["text"]


def wait_text(game, name, text):
    game.wait(lambda seen: any(t["id"] == name and t["text"] == text for t in seen["targets"]),
              f"{name} to say {text!r}")


def open_rings(table):
    game = table.open(draw_rings(table.home / "two rings.png"))
    game.wait_screen("photo")
    game.wait_status("2 of 2 lines taken, 40 × 30 squares")
    return game


def middle(game, name):
    target = game.target(name)
    return target["x"] + target["w"] / 2, target["y"] + target["h"] / 2


def on_screen(game, x, y):
    """Where a place of the sheet is, by its corners; the picture is the sheet, seen straight."""
    (left, top), (right, _), (_, bottom) = (middle(game, f"corner {n}") for n in (1, 3, 3))
    origin_x, origin_y = game.origin()
    return (round(origin_x + left + (right - left) * x / 40),
            round(origin_y + bottom + (top - bottom) * y / 30))


def test_a_photo_becomes_a_track(table):
    game = open_rings(table)
    check_equal([text_of(game, f"loop {n}") for n in (1, 2)], ["on", "on"], "loops")
    game.click("loop 2")
    game.wait_status("Line 2 encloses 113 squares: dropped")  # pi * 8 * 4.5
    game.display.xdotool("mousemove", *on_screen(game, 20, 15 + 4.5), "click", 1)  # its stroke
    wait_text(game, "loop 2", "on")
    game.click("badge 2")
    wait_text(game, "loop 2", "off")
    game.click("badge 2")
    wait_text(game, "loop 2", "on")

    check(not game.targets("remark "), "something to be looked at on sound walls")

    game.click("button edit")
    game.wait_screen("editor")
    check_equal(text_of(game, "tool line"), "in hand", "the tool for what is still missing")
    Pen(game).lay_line((36, 15), (27, 15))
    game.key("ctrl+s")
    game.wait_status("Saved as ")
    saved = list((table.home / "data" / "graphprix" / "tracks").glob("*.svg"))
    check_equal([path.stem for path in saved], ["two-rings"], "the player's tracks")
    told = subprocess.run([str(PROGRAM), "check", "--json", str(saved[0])], text=True,
                          capture_output=True, check=True).stdout
    track = json.loads(told)[0]
    check_equal((track["name"], track["size"], track["arena"]), ("two rings", [40, 30], False),
                "the saved track")
    check(track["par"] > 5, f"par: {track['par']}")


def darkest(game, pen, left, right, y):
    """Of the pixels between two places of the editor's sheet: their red."""
    game.point_away()
    (from_x, at_y), (to_x, _) = pen.pixels([(left, y), (right, y)])
    origin_x, origin_y = game.origin()
    picture = game.picture()
    row = (at_y - origin_y) * picture.width
    return min(picture.pixels[4 * (row + x) + 2] for x in range(from_x - origin_x, to_x - origin_x))


def test_the_photo_lies_on_the_sheet(table):
    """The inner ring was left out: in the editor it is seen on the photo alone, at its place."""
    game = table.open(draw_rings(table.home / "open.png", gap=4))
    game.wait_status("1 of 2 lines taken")
    game.click("button edit")
    game.wait_screen("editor")
    pen = Pen(game)
    at = 20 - 8 * math.sqrt(1 - (0.5 / 4.5) ** 2)
    check(darkest(game, pen, at - 0.3, at + 0.3, 15.5) < DARK, "the left out line is not seen")
    check(darkest(game, pen, at + 1.2, at + 1.8, 15.5) > DARK, "something is seen beside it")
    game.scroll_to("check photo", "button resize")
    game.click("check photo")
    wait_text(game, "check photo", "off")
    check(darkest(game, pen, at - 0.3, at + 0.3, 15.5) > DARK, "the photo is still seen")


def test_a_line_that_was_left_out_is_taken_by_a_click(table):
    game = table.open(draw_rings(table.home / "open.png", gap=4))
    game.wait_screen("photo")
    game.wait_status("1 of 2 lines taken")
    check_equal([text_of(game, f"loop {n}") for n in (1, 2)], ["on", "off"], "loops")
    game.display.xdotool("mousemove", *on_screen(game, 20 - 8, 15))
    game.wait_status("Line 2 is ")
    check("left out" in game.seen["status"], f"status: {game.seen['status']!r}")
    game.display.xdotool("click", 1)
    wait_text(game, "loop 2", "on")
    game.wait_status("taken")
    game.click("button edit")
    game.wait_screen("editor")
    game.key("ctrl+s")
    game.wait_status("Saved as ")
    saved = list((table.home / "data" / "graphprix" / "tracks").glob("*.svg"))
    told = subprocess.run([str(PROGRAM), "check", "--json", str(saved[0])], text=True,
                          capture_output=True, check=False).stdout
    check("wall" not in json.dumps(json.loads(told)[0].get("error", "")), f"told: {told}")
    check_equal(saved[0].read_text().count('class="wall"'), 2, "walls in the file")


def test_a_guess_asks_for_the_paper_or_the_squares_both_ways(table):
    game = open_rings(table)
    game.scroll_to("paper A4", "loop 1")
    game.click("paper A4")
    game.wait_status("2 of 2 lines taken, 59 × 42 squares")  # 297 x 210 mm by 5 mm
    check_equal([text_of(game, f"stepper {way}") for way in ("across", "down")], ["59", "42"],
                "squares")
    game.scroll_to("stepper down more", "paper A4")
    game.click("stepper down more")
    game.wait_status("59 × 43 squares")
    game.scroll_to("stepper across more", "paper A4")
    game.click("stepper across more")
    game.wait_status("60 × 43 squares")


def test_squares_corners_and_turning(table):
    game = open_rings(table)
    game.click("loop 2")
    wait_text(game, "loop 2", "off")
    game.scroll_to("button turn", "loop 1")
    game.click("stepper across more")
    wait_text(game, "stepper across", "41")
    game.wait_status("1 of 2 lines taken, 41 × 31 squares")  # 41 * 480 / 640 = 30.75

    # The lower corners come up to two thirds: 41 squares across, 41 * 320 / 640 = 20.5 up.
    left, top = game.origin()
    for name, row in (("corner 3", 2 / 3), ("corner 4", 2 / 3)):
        x, y = middle(game, name)
        up = y - (y - middle(game, "corner 1")[1]) * (1 - row)
        game.display.xdotool("mousemove", round(left + x), round(top + y), "mousedown", 1,
                             "mousemove", round(left + x), round(top + up), "mouseup", 1)
        game.wait(lambda seen: "Following" not in seen["status"], "the sheet to be traced")
    game.wait(lambda seen: "41 × 20 squares" in seen["status"] or
              "41 × 21 squares" in seen["status"], "a lower sheet")
    game.scroll_to("button find-corners", "stepper across")
    game.click("button find-corners")
    game.wait_status("41 × 31 squares")
    check_equal(text_of(game, "loop 2"), "off", "what was dropped")

    game.click("button turn")
    game.wait_status("1 of 2 lines taken, 40 × 53 squares")  # 40 * 640 / 480 = 53.3


def test_what_was_said_is_undone_and_done_again(table):
    """Lines, squares and turning, one after another; what was found is what is said then."""
    game = open_rings(table)
    check(not has(game.seen, "button undo"), "nothing to undo")
    game.click("loop 2")
    wait_text(game, "loop 2", "off")
    game.scroll_to("button turn", "loop 1")
    game.click("stepper across more")
    game.wait_status("1 of 2 lines taken, 41 × 31 squares")
    game.click("button turn")
    game.wait_status("1 of 2 lines taken, 40 × 53 squares")

    def wait_shown(across, up, second):
        """What was undone is told in place of what was found."""
        wait_text(game, "stepper across", across)
        wait_text(game, "stepper down", up)
        wait_text(game, "loop 2", second)

    game.key("ctrl+z")
    wait_shown("41", "31", "off")
    game.click("button undo")
    wait_shown("40", "30", "off")
    game.key("ctrl+z")
    wait_shown("40", "30", "on")
    game.wait_gone("button undo")
    game.key("ctrl+y", "ctrl+y")
    wait_shown("41", "31", "off")
    check_equal(text_of(game, "loop 1"), "on", "the other line")


def test_by_keyboard_alone(table):
    game = open_rings(table)

    def walk_to(name):
        for _ in range(60):
            if game.read()["focus"] == name:
                return
            before = game.read()["focus"]
            game.key("Tab")
            game.wait(lambda seen: seen["focus"] != before, "the focus to move")
        raise Expected(f"the focus on {name}")

    walk_to("loop 2")
    game.key("space")
    wait_text(game, "loop 2", "off")
    game.key("space")
    wait_text(game, "loop 2", "on")
    walk_to("corner 1")
    before = middle(game, "corner 1")
    game.key(*["shift+Right"] * 6)
    game.wait(lambda seen: middle(game, "corner 1")[0] > before[0] + 40, "a corner that moves")
    game.wait(lambda seen: has(seen, "button find-corners") and "taken" in seen["status"],
              "a sheet with another corner")
    moved = middle(game, "corner 1")
    game.key("Right", "Escape")  # gives up the tracing that was to begin
    game.wait(lambda seen: middle(game, "corner 1") == moved, "the corner as it was")
    game.key("Escape")
    game.wait_screen("home")


def bad_pictures(folder):
    """And a word that the answer to each must hold."""
    folder.mkdir()
    whole = draw_rings(folder / "whole.png").read_bytes()
    Picture(20, 20, PAPER * 400).save(folder / "tiny.png")
    head = struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    (folder / "huge.png").write_bytes(whole[:8] + struct.pack(">I", 13) + chunk +
                                      struct.pack(">I", zlib.crc32(chunk)) + whole[33:])
    (folder / "cut.png").write_bytes(whole[:len(whole) // 2])
    (folder / "cut.jpg").write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF\0" + bytes(100))
    (folder / "words.jpg").write_text("no picture at all")
    (folder / "empty.png").write_bytes(b"")
    (folder / "whole.png").unlink()
    words = {"tiny.png": "too few", "huge.png": "100 million", "words.jpg": "neither a track"}
    return {path: words.get(path.name, "") for path in sorted(folder.iterdir())}


def test_bad_pictures_dropped_over_a_race(table):
    game, names = begin(table)
    saved = game.races()[-1].read_bytes()
    for path, word in bad_pictures(table.home / "bad").items():
        game.drop(path)
        game.wait(lambda seen: has(seen, "button yes"), f"an answer to {path.name}")
        told = game.seen["status"]
        check(path.name in told and word in told, f"{path.name}: {told!r} does not say {word!r}")
        check_equal(game.seen["screen"], "race", f"screen after {path.name}")
        game.key("Escape")
        game.wait_gone("button yes")
        game.wait_status(f"{names[FIRST]}, your move")
    check_equal(game.races()[-1].read_bytes(), saved, "the running race's file")

    # A good one: the race waits, and goes on.
    game.drop(draw_rings(table.home / "rings.png"))
    game.wait_screen("photo")
    game.wait_status("2 of 2 lines taken")
    game.click("button cancel")
    game.wait_screen("race")
    steps.play_with_pointer(game, STORY[2:4], names, nitro=0)
    steps.check_done(game, steps.story_actions(STORY[:4]), "the race goes on")


def test_a_red_line_is_the_start_line(table):
    game = table.open(draw_rings(table.home / "rings.png", red=(27, 36)))
    game.wait_screen("photo")
    game.wait_status("2 of 3 lines taken, 40 × 30 squares")  # the third is the red one, which is open
    check_equal(text_of(game, "check red"), "on", "the red line")
    game.scroll_to("check red", "loop 1")
    game.click("check red")
    wait_text(game, "check red", "off")
    game.click("check red")
    wait_text(game, "check red", "on")
    game.click("button edit")
    game.wait_screen("editor")
    game.key("ctrl+s")
    game.wait_status("Saved as ")
    (saved,) = (table.home / "data" / "graphprix" / "tracks").glob("*.svg")
    (line,) = [one for one in saved.read_text().splitlines() if 'class="start finish"' in one]
    ends = [int(word.split('"')[1]) for word in line.split() if word[:2] in ("x1", "y1", "x2", "y2")]
    # The walls cross the middle line at 28 and 35; with the sun, so downwards on the right side.
    check(ends[1] == ends[3] == 15 and 35 <= ends[0] <= 36 and 27 <= ends[2] <= 28, f"the line: {ends}")
    check_equal(game.close(), 0, "status after closing the window")


def test_chalk_on_a_board_is_traced(table):
    game = table.open(draw_rings(table.home / "board.png", paper=BOARD, ink=CHALK))
    game.wait_screen("photo")
    game.wait_status("2 of 2 lines taken, 40 × 30 squares")
    check_equal(text_of(game, "check board"), "on", "the board")
    game.scroll_to("check board", "loop 1")
    game.click("check board")
    wait_text(game, "check board", "off")
    game.wait(lambda seen: "2 of 2 lines taken" not in seen["status"] and "Following" not in seen["status"],
              "what dark lines there are")
    game.click("check board")
    game.wait_status("2 of 2 lines taken, 40 × 30 squares")
    check_equal(game.close(), 0, "status after closing the window")


def test_a_heic_is_refused_by_name_without_the_library(table):
    """A library that is none stands in front of the system's."""
    (table.home / "libheif.so.1").write_text("no library", encoding="utf-8")
    game = table.open(environment={"LD_LIBRARY_PATH": str(table.home)})
    game.wait_screen("home")
    game.drop(ROOT / "tests" / "fuzz" / "corpus" / "photo" / "ovals.heic")
    game.wait_status("this is a HEIC picture: save or send it as JPEG or PNG")
    check_equal(game.close(), 0, "status after closing the window")


def test_nothing_to_be_found(table):
    blank = draw_rings(table.home / "blank.png", rings=())
    black = draw_rings(table.home / "black.png", rings=(), paper=b"\0\0\0\0")
    game = table.open(blank)
    for path in (blank, black):
        game.drop(path)
        game.wait(lambda seen: seen["screen"] == "photo" and "losed line" in seen["status"],
                  f"nothing in {path.name}")
        check(not has(game.seen, "button edit"), "nothing to go on with")
    game.key("Escape")
    game.wait_screen("home")
    check_equal(game.close(), 0, "status")


def test_pixels_that_are_no_grid_are_traced_and_that_is_said(table):
    """In the panel, and read aloud behind what was found, which stands alone in the line at the foot as ever."""
    game = table.open()
    game.wait_screen("home")
    game.drop(draw_rings(table.home / "rings.png"))
    game.wait_status("2 of 2 lines taken, 40 × 30 squares. This picture is no grid of squares: its lines are followed.")


def test_a_photo_from_a_table(table):
    """As a phone takes it: from aside, with shadow and noise, the sheet on a wooden table."""
    photo = table.home / "pond.jpg"
    subprocess.run([str(RENDER), "1", str(photo), "grid=1", "skew=5", "tilt_x=0.1", "shadow=0.3",
                    "noise=4", "width=1200", "height=900"], check=True, cwd=ROOT)
    game = table.open(photo)
    game.wait(lambda seen: has(seen, "loop 2"), "loops")
    check_equal([text_of(game, f"loop {n}") for n in (1, 2)], ["on", "on"], "both walls")
    check(not game.targets("paper "), "asks for the paper though its grid was found")
    check("no grid" not in game.read()["status"], "a photo could be no grid")
    game.key("Escape")
    game.wait_screen("home")
    check_equal(game.close(), 0, "status")


if __name__ == "__main__":
    main(globals())
