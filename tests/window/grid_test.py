"""Grids in the window: a text with a sign for each square, and a picture with a block of pixels for each, become
sheets; what stands for what is guessed, shown and changed; a photo is traced as ever.

Expected walls are worked out by hand: squares, y up.
"""
import re
import struct
import zlib

import steps
from import_test import own_tracks, rectangle, save, sheet, walls
from suite import check, check_equal, main

# A ring of squares: 10 across, 8 down; the hole is 4 x 2. The signs are nobody's.
RING = """##########
#aaaaaaaa#
#aaaaaaaa#
#aa####aa#
#SS####aa#
#aaaaaaaa#
#aaaaaaaa#
##########
"""
WALLS = [rectangle(1, 1, 9, 7), rectangle(3, 3, 7, 5)]


def write_png(path, rows, colours, block):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    lines = b"".join((b"\0" + b"".join(bytes(colours[sign]) * block for sign in row)) * block for row in rows)
    head = struct.pack(">IIBBBBB", len(rows[0]) * block, len(rows) * block, 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) +
                     chunk(b"IEND", b""))


def chosen(game, sign):
    return [target["id"].split()[-1] for target in game.targets(f"cell {sign} ") if target["text"] == "chosen"]


def line_of(path):
    (line,) = [word for word in path.read_text(encoding="utf-8").splitlines() if 'class="start' in word]
    return re.sub(r' stroke[\w-]*="[^"]*"', "", line.strip())  # what it is, not how it looks


def test_a_text_is_opened_and_its_signs_are_changed(table):
    path = table.home / "ring.txt"
    path.write_text("My course:\r\n\r\n```\r\n" + RING.replace("\n", "\r\n") + "```\r\n", encoding="utf-8")
    game = table.open(path)
    game.wait_target("button import")
    game.wait_status("10 × 8 squares. A track comes of it.")
    check_equal([chosen(game, sign) for sign in "#aS"], [["off"], ["road"], ["start"]], "the guess")
    game.click("cell a off")
    told = game.wait_status("No track yet: the road leads from the start, but not round to it")["status"]
    check(told.endswith("(line 8, column 3)."), f"the place in the file: {told}")
    game.click("cell a road")
    game.wait_status("A track comes of it.")
    game.click("cell a gate")
    game.wait(lambda seen: any(one["id"] == "cell a gate" and one["text"] == "chosen" for one in seen["targets"]),
              "the gate to be chosen")
    game.click("cell a road")
    game.wait_status("A track comes of it.")
    game.click("button import")
    game.wait_gone("button import")
    saved = save(game, table)
    check_equal((saved.name, sheet(saved)), ("ring.svg", "0 0 10 8"), "name and sheet")
    check_equal(walls(saved), WALLS, "walls")
    # With the sun: up the left side of the ring, so before the start squares' upper edge, y up 4.
    check_equal(line_of(saved), '<line class="start finish" x1="1" y1="4" x2="3" y2="4"/>', "the line, y down")
    check_equal(game.close(), 0, "status after closing the window")


def test_a_picture_is_dropped_and_turned(table):
    path = table.home / "blocks.png"
    write_png(path, RING.split(), {"#": (40, 150, 60), "a": (90, 90, 90), "S": (255, 255, 255)}, 12)
    game = table.open()
    game.wait_screen("home")
    game.drop(path)
    game.wait_target("button import")
    game.wait_status("10 × 8 squares. A track comes of it.")
    check_equal([chosen(game, sign) for sign in ("#28963c", "#5a5a5a", "#ffffff")], [["off"], ["road"], ["start"]],
                "the guess")
    game.click("check turned")
    game.click("button import")
    game.wait_gone("button import")
    saved = save(game, table)
    check_equal(walls(saved), WALLS, "walls")
    check_equal(line_of(saved), '<line class="start finish" x1="3" y1="4" x2="1" y2="4"/>', "the line, turned")
    check_equal(game.close(), 0, "status after closing the window")


def test_a_drawing_is_traced_all_the_same(table):
    path = table.home / "drawing.png"
    write_png(path, RING.split(), {"#": (255, 255, 255), "a": (0, 0, 0), "S": (200, 0, 0)}, 40)
    game = table.open(path)
    game.wait_target("button trace")
    game.click("button trace")
    game.wait_screen("photo")
    game.key("Escape")
    game.wait_screen("home")
    game.click("button tracks")
    game.click("button import-grid")
    game.wait_status("Drop a grid on this window")
    check_equal(game.close(), 0, "status after closing the window")


def test_a_vast_text_is_refused_at_once(table):
    """Sixteen million signs, of which each line could begin a map or a grid."""
    path = table.home / "vast.txt"
    path.write_text("# .\n" * (1 << 22), encoding="ascii")
    game = table.open()
    game.wait_screen("home")
    game.drop(path)
    game.wait_status("vast.txt holds more than 1 MiB of text.")
    game.key("Escape")
    game.wait_status("Graph Prix")


if __name__ == "__main__":
    main(globals())
