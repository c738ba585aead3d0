"""Maps of stock cars drawn in the window: laid by dragging, put right where it is told, copied and
pasted as text, tried out, saved, and not lost.
"""
from game import ROOT
from pen import Pen
from steps import write_over
from suite import check, check_equal, main, read_text

HARVEST = ROOT / "tracks" / "stock-cars" / "harvest-oval.map"


def own_folder(table):
    return table.home / "data" / "graphprix" / "tracks"


def open_editor(table, name="Harvest oval"):
    """The editor with a copy of a map that comes with the game."""
    game = table.open()
    game.wait_screen("home")
    game.click("button tracks")
    game.wait_screen("tracks")
    game.click("field search")
    game.type(name)
    game.wait(lambda seen: [t["id"] for t in seen["targets"] if t["id"].startswith("track ")]
              == [f"track {name}"], f"{name} alone")
    game.click(f"track {name}")
    game.wait_status(f"Chosen: {name}.")
    game.click("button edit")
    game.wait_screen("editor")
    return game, Pen(game)


def open_empty(table):
    game, pen = open_editor(table)
    game.key("ctrl+n")
    game.wait(lambda seen: "complete" not in seen["status"], "an empty sheet")
    return game, pen


def faults(seen):
    return [t["text"] for t in seen["targets"] if t["id"].startswith("fault ")]


def wait_faults(game, *parts):
    game.wait(lambda seen: len(faults(seen)) == len(parts) and
              all(part in told.lower() for part, told in zip(parts, faults(seen))), f"faults {parts}")


def middle(x, y):
    return x + 0.5, y + 0.5


def drag(pen, tool, *places):
    pen.choose(tool)
    pen.stroke([middle(*place) for place in places])


def lay_ring(game, pen):
    """Two straights and four bends, five wide; the line on the lower one, crossed towards E."""
    drag(pen, "straight", (16, 5), (44, 5))
    drag(pen, "straight", (44, 29), (16, 29))
    drag(pen, "bend", (44, 5), (46, 5), (56, 17))
    drag(pen, "bend", (44, 29), (46, 29), (56, 17))
    drag(pen, "bend", (16, 5), (14, 5), (6, 17))
    drag(pen, "bend", (16, 29), (14, 29), (6, 17))
    wait_faults(game, "has no name", "no car can start", "no start/finish line")


def rows(path):
    return read_text(path).split("\n\n", 1)[1].splitlines()


def saved_map(table):
    found = list(own_folder(table).glob("*.map"))
    check_equal(len(found), 1, "maps in the player's folder")
    return found[0]


def name(game, text):
    game.click("field name")
    game.wait_focus("field name")
    write_over(game, "field name", text)


def test_a_map_is_drawn_tried_and_saved(table):
    game, pen = open_empty(table)
    lay_ring(game, pen)
    game.click("race E")
    pen.choose("line")
    pen.click(*middle(30, 5))
    wait_faults(game, "has no name", "no car can start")
    pen.choose("grid")
    game.click("button lay-grid")
    wait_faults(game, "has no name; write one below")
    game.click("fault 1")
    game.wait_focus("field name")
    name(game, "My ring")
    wait_faults(game)
    status = game.wait_status("Alone it takes ")["status"]
    check(int(status.split("Alone it takes ")[1].split(" ")[0]) > 10, status)
    game.picture().save(ROOT / "build" / "window" / "stock_editor_ring.png")
    game.key("ctrl+s")
    game.wait_status("Saved as my-ring.map")
    file = saved_map(table)
    check("race: E" in read_text(file), "the heading of the race")
    check("\n".join(rows(file)).count("F") == 5, "a line from edge to edge")
    game.click("button try")
    game.wait_screen("race")
    game.key("Escape")
    check_equal(game.close(), 0, "status")


def test_faults_lie_where_they_are_told(table):
    game, pen = open_editor(table)
    game.wait_status("complete")
    pen.choose("eraser")
    for _ in range(4):
        game.click("stepper width less")
    pen.click(*middle(32, 0))
    pen.choose("pen")
    game.click("tile pit")
    pen.click(*middle(5, 15))
    wait_faults(game, "this p touches")
    game.click("fault 1")
    game.picture().save(ROOT / "build" / "window" / "stock_editor_fault.png")
    game.click("button try")
    game.wait_status("It cannot be tried yet")
    check_equal(game.read()["screen"], "editor", "the screen")
    game.click("button undo")
    wait_faults(game)
    game.click("button undo")
    game.click("button redo")
    game.click("button redo")
    wait_faults(game, "this p touches")
    game.key("ctrl+z")
    wait_faults(game)


def test_a_part_is_turned_mirrored_and_moved(table):
    game, pen = open_empty(table)
    drag(pen, "straight", (10, 10), (20, 10))
    wait_faults(game, "has no name", "no car", "no start/finish")
    drag(pen, "select", (5, 5), (25, 15))
    game.click("button turn-left")
    game.click("button mirror")
    game.picture().save(ROOT / "build" / "window" / "stock_editor_part.png")
    drag(pen, "select", (8, 10), (10, 10))
    game.key("ctrl+c")
    game.wait_status("The part is copied")
    game.key("ctrl+s")
    game.wait_status("Saved as untitled.map")
    found = rows(saved_map(table))
    check_equal(len([row for row in found if "*" in row]), 15, "as high as it was wide")


def test_a_map_goes_over_the_clipboard(table):
    game, pen = open_editor(table)
    game.wait_status("complete")
    game.key("ctrl+c")
    game.wait_status("The whole map is copied")
    game.key("ctrl+n")
    game.wait(lambda seen: "complete" not in seen["status"], "an empty sheet")
    game.key("ctrl+v")
    game.wait_status("A map of 62 × 30 tiles is pasted.")
    wait_faults(game)
    game.key("ctrl+s")
    game.wait_status("Saved as harvest-oval.map")
    before = [row.strip() for row in rows(HARVEST)]
    check_equal([row.strip() for row in rows(saved_map(table)) if row.strip()], before, "its rows")


def test_without_a_mouse(table):
    game, pen = open_empty(table)
    game.point_away()
    game.key("p")
    game.key("Right", "space", *["Right"] * 5, *["Up"] * 2, "space")
    wait_faults(game, "has no name", "no car", "no start/finish")
    game.key("ctrl+z")
    game.wait(lambda seen: not faults(seen), "the stroke undone")


def test_nothing_is_lost(table):
    game, pen = open_empty(table)
    lay_ring(game, pen)
    game.key("Escape")
    game.wait_target("button later")
    game.click("button later")
    game.wait_screen("tracks")
    game.kill()
    game = table.open()
    game.wait_screen("home")
    game.click("button continue-sheet")
    game.wait_screen("editor")
    wait_faults(game, "has no name", "no car can start", "no start/finish line")
    game.key("ctrl+n")
    game.wait_target("button discard")
    game.click("button stay")
    wait_faults(game, "has no name", "no car can start", "no start/finish line")
    game.key("Escape")
    game.click("button discard")
    game.wait_screen("home")


if __name__ == "__main__":
    main(globals())
