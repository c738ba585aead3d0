"""The free demonstration: velocity by dragging its tip, steps, back, a what-if in pencil, wind, a moving target, arrows that are
remembered, and races that are shown in class. Places are worked out by hand from p_k = p_(k-1) + v_k.
"""
import csv
import io
import json
import re
import subprocess
from fractions import Fraction

import steps
from game import ROOT
from pen import Pen
from suite import check, check_equal, main


def text(game, name):
    return game.wait_target(name)["text"]


def becomes(game, name, wanted):
    game.wait(lambda seen: any(t["id"] == name and t["text"] == wanted for t in seen["targets"]), f"{name} to be {wanted}")


def drag(game, name, x, y):
    """The thing is taken at its middle and let go at a grid point."""
    pen = Pen(game)
    game.point(name)
    game.display.xdotool("mousedown", 1)
    for at in pen.pixels([(x - 1, y), (x, y)]):
        game.display.xdotool("mousemove", *at)
    game.display.xdotool("mouseup", 1)


def demonstrate(table):
    game = table.open()
    game.wait_screen("home")
    game.click("button classroom")
    game.wait_screen("classroom")
    game.click("button demonstration")
    game.wait_screen("demonstration")
    return game


def leave(game, screen):
    """What was done is kept, and it is asked before it is left."""
    game.key("Escape")
    game.click("button yes")
    game.wait_screen(screen)


def test_escape_closes_what_is_open_and_asks(table):
    """The hand, what is chosen for the table, then the screen; and who comes back finds what was left."""
    game = demonstrate(table)
    game.key("space")
    becomes(game, "body 1", "(7, 6)")
    game.click("button target")
    game.wait_status("Click the point for the flag.")
    game.key("Page_Down")  # a click is waited for, no move
    game.key("Escape")
    game.wait(lambda seen: "Click the point for" not in seen["status"], "the hand to be empty")
    becomes(game, "body 1", "(7, 6)")
    game.click("button columns")
    game.wait_target("switch motion-asks")
    game.key("Escape")
    game.wait_target("row 1")
    game.key("Escape")
    game.click("button no")
    becomes(game, "body 1", "(7, 6)")
    leave(game, "classroom")
    game.click("button demonstration")
    game.wait_screen("demonstration")
    becomes(game, "body 1", "(7, 6)")
    game.key("Escape")  # nothing was done this time
    game.wait_screen("classroom")


def test_bodies_keep_their_velocity_until_something_is_chosen(table):
    game = demonstrate(table)
    becomes(game, "body 1", "(5, 5)")
    drag(game, "velocity 1", 8, 6)
    becomes(game, "velocity 1", "(3, 1)")
    game.click("button step")
    becomes(game, "body 1", "(8, 6)")
    game.click("move 11,8")  # a = 0, 1
    becomes(game, "body 1", "(11, 8)")
    game.key("space")
    becomes(game, "body 1", "(14, 10)")
    game.click("button back")
    game.key("BackSpace")
    becomes(game, "body 1", "(8, 6)")
    check(not game.has("button rub-out"), "nothing is in pencil yet")
    game.click("move 11,6")  # what if: a = 0, -1
    becomes(game, "body 1", "(11, 6)")
    game.wait_target("button rub-out")
    game.wait_target("graphs")
    game.point("row 2")  # of the table: marked in the graphs, too
    becomes(game, "graphs", "2")
    pen = Pen(game)
    pen.point(8, 6)  # on the sheet: the end of move 1
    becomes(game, "graphs", "1")
    game.point_away()
    game.click("row 0")
    becomes(game, "body 1", "(5, 5)")
    game.key("k")
    game.wait_gone("graphs")
    drag(game, "body 1", 10, 10)
    becomes(game, "body 1", "(10, 10)")
    game.key("space")
    becomes(game, "body 1", "(13, 11)")


def test_rows_of_the_table_are_whole(table):
    """When the last one has come into sight the first one in sight is not cut either."""
    game = demonstrate(table)
    drag(game, "velocity 1", 5, 5)
    becomes(game, "velocity 1", "(0, 0)")
    for _ in range(14):
        game.key("space")
    game.wait(lambda seen: any(t["id"] == "row 14" and t["h"] > 0 for t in seen["targets"]), "the last row in sight")
    heights = [t["h"] for t in game.targets("row ") if t["h"] > 0]
    check(1 < len(heights) < 15 and len(set(heights)) == 1, f"the heights of the rows in sight: {heights}")


def test_wind_and_a_moving_target(table):
    game = demonstrate(table)
    game.click("wind-y less")
    game.click("button step")
    becomes(game, "body 1", "(7, 5)")  # (2, 1) + (0, -1)
    game.click("button step")
    becomes(game, "body 1", "(9, 4)")
    game.click("button target")
    game.wait_status("Click the point for the flag.")
    Pen(game).click(11, 3)
    game.wait_target("button remove-target")
    game.click("drift-y less")
    game.click("button step")
    game.wait_status("A has reached the flag.")  # (11, 2): both have come down by one


def test_arrows_are_remembered(table):
    game = demonstrate(table)
    name = "switch arrows-along"
    game.scroll_to(name, "button step")
    before = text(game, name)
    game.click(name)
    game.wait(lambda seen: any(t["id"] == name and t["text"] != before for t in seen["targets"]), "the switch to be turned")
    after = text(game, name)
    game.close()
    game = demonstrate(table)
    game.scroll_to(name, "button step")
    check_equal(text(game, name), after, "the switch of the next sitting")


def test_any_track_can_be_demonstrated_on(table):
    """Kidney's start line is at y = 16, from x = 33 to 38: the point in the middle of its six is the fourth."""
    game = demonstrate(table)
    game.scroll_to("button track", "button step")
    game.click("button track")
    game.wait_target("field search-track")
    game.type("kidne ")  # a blank is a letter here, not the next move
    game.key("BackSpace")
    game.wait(lambda seen: [t["id"] for t in seen["targets"] if t["id"].startswith("track ")] == ["track Kidney"],
              "Kidney alone")
    game.click("track Kidney")
    game.wait_gone("field search-track")
    becomes(game, "body 1", "(36, 16)")
    game.click("move 36,17")
    becomes(game, "body 1", "(36, 17)")
    game.click("button track")
    game.wait_target("field search-track")
    game.click("button cancel-track")
    game.wait_gone("field search-track")
    becomes(game, "body 1", "(36, 17)")


def saved(game, ending):
    """The newest of its kind, once it is told."""
    game.wait_status(" saved as ")
    return max(game.home.rglob(f"*{ending}"), key=lambda path: path.stat().st_mtime_ns)


def table_on_screen(game, rows):
    """Of each row {"t": "0", "x": ...}; roots by their decimals, angles as numbers."""
    found = []
    for name in rows:
        cells = [cell.rsplit(" ", 1) for cell in re.sub("√[0-9]+ ≈ |°", "", text(game, name)).split(", ")]
        found.append({cell[0]: cell[1].replace("−", "-") for cell in cells})
    return found


def check_saved_table(game, rows):
    game.click("button save")
    game.click("button save-table")
    written = list(csv.DictReader(io.StringIO(saved(game, ".csv").read_text(encoding="utf-8"))))
    game.click("button save")
    shown = table_on_screen(game, rows)
    check_equal(len(written), len(shown), "rows of the file")
    for row, wanted in zip(written, shown):
        numbers = {name.split(" ")[0]: value for name, value in row.items() if value and " exactly " not in name and name not in ("car", "note")}
        check_equal(numbers, wanted, "a row of the file, and of the table")
    return written


def test_what_the_pane_shows_is_what_is_saved(table):
    game = demonstrate(table)
    game.key("space", "space")
    game.click("button add-body")
    game.wait_status("Click the point for the new body.")
    Pen(game).click(20, 5)
    game.wait_target("row 2-2")
    written = check_saved_table(game, ["row 0-1", "row 1-1", "row 2-1", "row 0-2", "row 1-2", "row 2-2"])
    check_equal([row["car"] for row in written], ["A"] * 3 + ["B"] * 3, "cars")
    game.click("switch motion-difference")
    game.wait_target("row 2")
    game.click("button columns")
    for column in ("direction", "acceleration"):
        game.scroll_to(f"choice column-{column}", "choice column-t")
        game.click(f"choice column-{column}")
    game.scroll_to("switch motion-metric", "choice column-direction")
    game.click("switch motion-vectors")
    game.click("button columns")
    becomes(game, "row 0", "t 0, p (−15, 0), v (2, 1), |v| √5 ≈ 2.24")
    game.click("button columns")
    game.click("switch motion-asks")
    game.click("button columns")
    becomes(game, "row 2", "t 2, p (−11, 2)")  # the class writes the rest
    game.click("button show-vectors")
    becomes(game, "row 2", "t 2, p (−11, 2), v (2, 1), a (0, 0), |v| √5 ≈ 2.24")
    game.click("button columns")
    game.click("switch motion-asks")
    game.click("switch motion-vectors")
    game.click("switch motion-metric")
    game.wait_target("field square")
    for typed, told in (("0", "more than 0"), ("much", "Type a number"), ("2,5", None)):
        game.click("field square")
        steps.write_over(game, "field square", typed)
        if told is not None:
            game.wait(lambda seen: any(told in label["text"] for label in seen["labels"]), told)
    game.click("field move")
    steps.write_over(game, "field move", "0.5")
    game.click("button columns")
    game.wait_target("row 2")
    written = check_saved_table(game, ["row 0", "row 1", "row 2"])
    check_equal(list(written[0]), ["car", "t [s]", "x [m]", "y [m]", "vx [m/s]", "vy [m/s]", "ax [m/s^2]", "ay [m/s^2]", "|v| exactly [m/s]", "|v| [m/s]", "note"], "columns")
    check_equal({row["car"] for row in written}, {"A − B"}, "whose motion")
    last = written[-1]  # (9, 7) - (20, 5) squares of 2.5 m; 2 and 1 squares a move of 0.5 s
    check_equal([Fraction(last[name]) for name in ("t [s]", "x [m]", "y [m]", "vx [m/s]", "vy [m/s]")],
                [1, Fraction(-55, 2), 5, 10, 5], "the last row in metres and seconds")
    game.click("button save")
    game.click("button save-svg")
    check(saved(game, ".svg").read_text(encoding="utf-8").startswith("<?xml"), "a graph as SVG")
    check_equal(len(list(game.home.rglob("*.svg"))), 3, "files, one a graph")
    game.click("button save-pdf")
    game.wait(lambda seen: len(list(game.home.rglob("*.pdf"))) == 3, "a PDF a graph")
    told = [subprocess.run(["pdftotext", str(path), "-"], check=True, stdout=subprocess.PIPE, text=True).stdout
            for path in game.home.rglob("*.pdf")]
    for unit in ("x [m]", "vx [m/s]", "ax [m/s²]"):
        check(any(unit in words and "A−B" in words.replace(" ", "") and "t [s]" in words for words in told), f"{unit} of A − B against t in {told}")


def told(game, words):
    return game.wait(lambda seen: any(words in label["text"] for label in seen["labels"]), words)


def write(game, *numbers):
    """From the field that has the focus on, as a pupil does."""
    for number in numbers:
        game.type(number)
        game.key("Tab")
    game.key("shift+Tab")
    game.key("Return")


def write_vector(game, name, *numbers):
    for axis, number in zip("xy", numbers):
        game.click(f"field asked-{name}{axis}")
        game.wait_focus(f"field asked-{name}{axis}")
        steps.write_over(game, f"field asked-{name}{axis}", number)


def test_vectors_are_written_beside_a_race(table):
    """Ada went from (43, 14) to (43, 19) to (42, 24): v = (-1, 5) and a = (-1, 0). Nothing tells it before she does, not even what is
    saved. Then she writes her next move, which is told by its kind of error, and driven. At 200 % there is room for all of it."""
    settings = table.home / "config/graphprix/settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"motion_pane": 1, "motion_looks": 16, "column_vectors": True, "csv_for": 0}))
    race = table.home / "begun.race"
    race.write_bytes((ROOT / "assets/games/race.race").read_bytes())
    game = table.open(race)
    game.wait_screen("race")
    becomes(game, "row 12-1", "t 12, p (42, 24)")
    x, y = game.target("field asked-vx"), game.target("field asked-vy")
    check(x["x"] == y["x"] and x["y"] + x["h"] < y["y"], "one over the other")
    game.key("v")
    game.point("move 41,29")
    game.come_to_rest()
    seen = json.dumps(game.read(), ensure_ascii=False)
    check(not any(shown in seen for shown in ("(−1, 5)", "← 1 ↑ 5", "velocity")), "nowhere what it is")
    game.click("button save")
    game.click("button save-table")
    with open(saved(game, ".csv"), encoding="utf-8") as file:
        check_equal({row["car"]: row["t [moves]"] for row in csv.DictReader(file)}["Ada"], "11", "her last row that is saved")
    game.click("button save")
    game.key("w")
    game.wait_focus("field asked-vx")
    game.type("-1")
    game.key("Return")
    game.wait_focus("field asked-vy")  # the next that is empty
    write(game, "-5", "-1", "0")
    told(game, "Not quite. v: The size is right, but a sign is not")
    told(game, "wrong: vy")
    game.wait_focus("field asked-vy")
    steps.write_over(game, "field asked-vy", "5 squares a move")
    game.key("Return")
    told(game, "Ada, move 12: right!")
    becomes(game, "row 12-1", "t 12, p (42, 24), v (−1, 5), a (−1, 0), |v| √26 ≈ 5.10, |a| 1, direction 101.3°")
    check("← 1 ↑ 5" in game.target("player 1")["text"], "on her card, too")
    check_equal(game.read()["focus"], None, "the focus, so that digits are moves")
    for vector, words in ((("5", "-1"), "v: The first number is the part to the right"), (("41", "29"), "v: That is a position"),
                          (("0", "-1"), "v: That is the change of the velocity"), (("-1", "9"), "v: No move that can be made now has")):
        write_vector(game, "v", *vector)
        game.key("Return")
        told(game, "Not quite. " + words)
    write_vector(game, "v", "-1", "4")
    write_vector(game, "a", "0", "1")
    game.key("Return")
    told(game, "Not quite. a: The size is right, but a sign is not")
    write_vector(game, "a", "0", "-1")
    game.key("Return")
    game.wait_status("Blaise, your move")
    told(game, "Ada, move 13: right!")
    becomes(game, "row 13-1", "t 13, p (41, 28), v (−1, 4), a (0, −1), |v| √17 ≈ 4.12, |a| 1, direction 104°")
    game.click("button show-vectors")  # of Blaise, who is asked for his last move before the next one
    game.wait(lambda seen: "↑ 4" in steps.text_of(seen, "player 2"), "his vector on his card")
    game.key("ctrl+z")
    game.key("5")
    becomes(game, "row 13-1", "t 13, p (41, 29)")
    game.click("button columns")
    game.click("switch motion-vectors")
    game.wait(lambda seen: game.target("field asked-vx")["y"] == game.target("field asked-vy")["y"], "side by side")
    check_equal(game.close(), 0, "status")
    for size, scale in (((800, 600), 100), ((1280, 800), 200)):
        game = table.open("--scale", scale, race)
        game.wait_screen("race")
        game.resize(*size)
        game.wait_target("field asked-ay")
        row = max(game.targets("row "), key=lambda target: target["h"])
        for target in (*game.targets("field asked-"), game.target("button check-vectors"), row):
            check(target["h"] >= 26 * scale / 100, f"{target['id']} in sight at {size}, {scale} %")
        check_equal(game.close(), 0, "status")


def let_write(table):
    settings = table.home / "config/graphprix/settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"motion_pane": 1, "motion_looks": 16}))


def test_tables_of_the_menu_tell_no_more_than_the_pane(table):
    """Twelve rounds are driven and eleven told: so are the saved moves, until all have been shown. A page to print has the same steps."""
    let_write(table)
    race = table.home / "begun.race"
    race.write_bytes((ROOT / "assets/games/race.race").read_bytes())
    game = table.open(race)
    game.wait_screen("race")

    def last_rounds():
        game.key("Escape")
        game.click("button save-moves")
        with open(saved(game, ".csv"), encoding="utf-8") as file:
            rounds = {row["car"]: int(row["move"]) for row in csv.DictReader(file)}
        return set(rounds.values())

    becomes(game, "row 12-1", "t 12, x 42, y 24")
    check_equal(last_rounds(), {11}, "the last rounds that are saved")
    game.key("Escape")
    game.click("button print")
    hidden = game.picture()
    game.key("Escape")
    for number in (1, 2, 3):
        game.click(f"row 12-{number}")
        game.click("button show-vectors")
        game.wait(lambda seen, row=f"row 12-{number}": "vx" in steps.text_of(seen, row), "its vectors to be shown")
    check_equal(last_rounds(), {12}, "the last rounds once they are shown")
    game.key("Escape")
    game.click("button print")
    check(hidden.differing(game.picture()) > 50, "the page has another round")


def write_first_moves(table, first):
    """From rest at (4, 4) the first velocity is the push, (1, 0). Bodies stand by their numbers, whoever comes first, and what was written
    stays so."""
    let_write(table)
    steps.add_own_track(table.home)
    game = table.open()
    game.wait_screen("home")
    steps.new_race_begun_by(game, steps.NAMES[first - 1])
    game.wait_target("start 4,4")
    check(not game.has("field asked-vx"), "there is nothing to write before the start is chosen")
    steps.choose_start(game, "4,4")
    game.wait_target("field asked-vx")
    becomes(game, "row 0", "t 0, x 4, y 4, vx 0, vy 0, |v| 0")
    game.key("w")
    game.wait_focus("field asked-vx")
    write(game, "0", "1", "0", "2")
    told(game, "Not quite. a: ")
    write_vector(game, "v", "1", "0")
    write_vector(game, "a", "1", "0")
    game.key("Return")
    game.wait_target("start 4,3")
    told(game, f"{steps.NAMES[first - 1]}, move 1: right!")
    becomes(game, "row 1", "t 1, x 5, y 4, vx 1, vy 0, ax 1, ay 0, |v| 1, |a| 1, direction 0°")
    steps.choose_start(game, "4,3")
    becomes(game, f"row 0-{3 - first}", "t 0, x 4, y 3, vx 0, vy 0, |v| 0")
    becomes(game, f"row 1-{first}", "t 1, x 5, y 4, vx 1, vy 0, ax 1, ay 0, |v| 1, |a| 1, direction 0°")
    game.click("button undo")  # another start, after all
    game.wait_gone("field asked-vx")
    check(not game.has("row 0-2"), "she stands nowhere yet")


def test_the_first_move_is_written_once_its_start_is_chosen(table):
    write_first_moves(table, 1)


def test_who_begins_later_may_stand_before_the_others(table):
    write_first_moves(table, 2)


def test_the_next_push_of_a_demonstration_is_written(table):
    """A, at (5, 5) with (2, 1), in a wind of (0, -2): with the push (1, 0) its acceleration is (1, -2) and its velocity (3, -1). Nothing
    tells so before; the body that is chosen is asked."""
    let_write(table)
    game = demonstrate(table)
    game.wait_target("field asked-vx")
    game.click("wind-y less")
    game.click("wind-y less")
    becomes(game, "move 8,4", "")
    game.point("move 8,4")
    before = game.picture()
    game.point("move 7,4")
    check(before.differing(game.picture()) < 1500, "no arrows follow the pointer, but a ring")
    write_vector(game, "v", "3", "-1")
    write_vector(game, "a", "1", "0")  # the wind forgotten
    game.key("Return")
    told(game, "Not quite. a: Think of the wind.")
    write_vector(game, "a", "1", "-2")
    game.key("Return")
    becomes(game, "body 1", "(8, 4)")
    told(game, "A, move 1: right!")
    game.wait_focus("field asked-vx")  # of the next move
    game.click("button back")  # within what was driven nothing is asked
    game.wait_gone("field asked-vx")


def test_a_race_is_shown_in_class(table):
    steps.add_own_track(table.home)
    game = table.open()
    game.wait_screen("home")
    steps.new_race(game)
    steps.choose_start(game, "4,4")
    game.click("move 5,4")
    game.key("Escape")
    game.click("button show-in-class")
    game.wait_screen("demonstration")
    becomes(game, "body 1", "(5, 4)")
    game.click("move 7,4")
    becomes(game, "body 1", "(7, 4)")
    leave(game, "race")
    game.wait_target("start 4,3")  # the race has not moved: it is the other's turn
    game.key("Escape")
    game.click("button replay")
    game.wait_screen("replay")
    game.key("Left")
    game.wait(lambda seen: steps.text_of(seen, "slider replay") == "0 of 1", "a step back")
    game.click("button show-in-class")
    game.wait_screen("demonstration")
    game.key("Escape")
    game.wait_screen("replay")
    check_equal(steps.text_of(game.read(), "slider replay"), "0 of 1", "the moment that was left")
    game.key("Escape")
    game.wait_screen("race")


def test_a_crash_in_class_is_no_choice(table):
    """Of a saved race that is over: who is stopped has chosen nothing, and begins from rest."""
    race = table.home / "crash.race"
    race.write_bytes((ROOT / "tests/replays/1/kidney-babylon.race").read_bytes())
    game = table.open(race)
    game.wait_screen("results")
    game.click("button show-in-class")
    game.wait_screen("demonstration")
    game.wait(lambda seen: any(row["text"].endswith("stopped") for row in seen["targets"]), "who has crashed")
    stopped = [row for row in game.targets("row ") if row["text"].endswith("stopped")]
    for row in stopped:
        check("vx 0, vy 0, |v| 0" in row["text"] and "ax" not in row["text"], row["text"])


if __name__ == "__main__":
    main(globals())
