"""The keys round a race, and sizes: undo, arrows, menu, help, panels, picture, open, full screen."""
import steps
from display import HEIGHT, WIDTH
from story import FIRST, SECOND, STORY
from suite import check, check_equal, main


def begin(table, count=2):
    steps.add_own_track(table.home)
    game = table.open()
    steps.new_race(game)
    first = game.wait_status(", choose your start")["status"].split(",")[0]
    names = {FIRST: first, SECOND: next(name for name in steps.NAMES if name != first)}
    steps.play_with_pointer(game, STORY[:count], names)
    game.wait_status(f"{names[FIRST]}, your move")
    return game, names


def press(game, key):
    """A key after which there must be a new picture."""
    frame = game.read()["frame"]
    game.key(key)
    return game.wait_newer(frame, f"a new picture after {key}")


def look(game):
    game.point_away()
    return game.picture()


def test_undo(table):
    game, names = begin(table)
    game.key("ctrl+z")
    game.wait_status(f"{names[SECOND]}, ")
    steps.wait_until(lambda: steps.done_actions(game) == ["4,4>5,4"], "one action undone")
    game.click("button undo")
    game.wait_status(f"{names[FIRST]}, choose your start")
    steps.wait_until(lambda: steps.done_actions(game) == [], "both undone")
    steps.play_with_pointer(game, STORY[:2], names)
    steps.check_done(game, steps.story_actions(STORY[:2]), "played again")


def test_changing_the_start(table):
    steps.add_own_track(table.home)
    game = table.open()
    steps.new_race(game)
    steps.choose_start(game, "4,4")
    game.key("BackSpace")
    game.wait_target("start 4,6")
    steps.choose_start(game, "4,6")
    game.click("move 5,6", button=3)
    game.wait_target("start 4,4")
    check_equal(steps.done_actions(game), [], "nothing is done before the move")


def test_arrows_of_the_move(table):
    game, _ = begin(table)
    game.point("move 7,4")
    plain = look(game)
    game.point("move 7,4")
    press(game, "v")
    with_arrows = look(game)
    check(plain.differing(with_arrows) > 300, "V shows the arrows")
    press(game, "v")
    check(look(game).differing(plain) < 40, "V again hides them")


def test_panels_fold(table):
    game, _ = begin(table)
    unfolded = look(game)
    seen = press(game, "F9")
    check(not any(t["id"] == "button undo" for t in seen["targets"]), "the panel is gone")
    check(look(game).differing(unfolded) > 20000, "and the sheet has its place")
    press(game, "F9")
    game.wait_target("button undo")


def overlap(one, other):
    return (one["x"] < other["x"] + other["w"] and other["x"] < one["x"] + one["w"]
            and one["y"] < other["y"] + other["h"] and other["y"] < one["y"] + one["h"])


def test_map_in_a_corner(table):
    """There while less than half of the sheet is seen, beside every point, and it moves the view."""
    game, _ = begin(table)
    check(not game.has("map"), "no map of what is seen whole")
    covered = []
    for _ in range(8):
        seen = press(game, "plus")
        corner = [t for t in seen["targets"] if t["id"] == "map"]
        covered += [t["id"] for t in seen["targets"] for m in corner
                    if t["id"].startswith("move ") and overlap(m, t)]
    check_equal(covered, [], "points under the map")
    game.wait_target("map")
    game.come_to_rest()
    before, corner = game.target("move 7,4"), game.target("map")
    game.click("map")
    game.wait(lambda seen: [t for t in seen["targets"] if t["id"] == "move 7,4"] != [before],
              "another part of the sheet")
    steps.check_done(game, steps.story_actions(STORY[:2]), "and nothing is done")
    check(corner["w"] > 40, "it is large enough to be hit")
    game.key("f")
    game.wait_gone("map")


def test_menu_and_help(table):
    game, names = begin(table)
    game.key("Escape")
    game.wait_target("button resume")
    game.key("Escape")
    game.wait_screen("race")
    game.key("F1")
    game.wait_screen("help")
    check(look(game).colours() > 20, "the help shows something")
    game.key("Escape")
    game.wait_screen("race")
    game.wait_status(f"{names[FIRST]}, your move")


def test_picture(table):
    game, _ = begin(table)
    game.key("F12")

    def pictures():
        return sorted((table.home / "data").rglob("*.png"))
    steps.wait_until(lambda: len(pictures()) == 1, "a picture of the race")
    content = pictures()[0].read_bytes()
    check(content.startswith(b"\x89PNG\r\n\x1a\n"), "it is a PNG file")
    check(content[-8:-4] == b"IEND", "and whole")


def test_open_by_keyboard(table):
    game, names = begin(table)
    steps.go_home(game)
    game.key("ctrl+o")
    game.wait_screen("saved")
    entry = next(t["id"] for t in game.targets() if t["id"].startswith("race "))
    game.click(entry)
    game.wait_screen("race")
    game.wait_status(f"{names[FIRST]}, your move")


def test_drop(table):
    game, names = begin(table)
    race = game.races()[-1]
    steps.go_home(game)
    game.drop(race)
    game.wait_screen("race")
    game.wait_status(f"{names[FIRST]}, your move")
    game.drop(steps.STRAIGHT)
    game.wait_screen("set-up")


def test_full_screen(table):
    game, _ = begin(table)
    game.key("F11")
    game.wait(lambda seen: seen["size"] == [WIDTH, HEIGHT], "the full screen")
    game.wait_target("move 7,4")
    game.key("F11")
    game.wait(lambda seen: seen["size"] == [1280, 800], "the window as it was")
    steps.click_move(game, "7,4")


def targets_fit(game, where):
    width, height = game.read()["size"]
    seen = [target for target in game.seen["targets"] if target["w"] > 0 and target["h"] > 0]
    check(seen, f"targets are in view {where}")
    for target in seen:
        check(0 <= target["x"] and target["x"] + target["w"] <= width and 0 <= target["y"] and
              target["y"] + target["h"] <= height, f"{target} lies in the window {where}")


def test_small_window_and_large_scale(table):
    steps.add_own_track(table.home)
    for scale, size in (("100", (800, 600)), ("200", (WIDTH, HEIGHT)), ("200", (800, 600))):
        where = f"at {size[0]} x {size[1]} and {scale} %"
        game = table.open("--scale", scale)
        game.wait_screen("home")
        game.resize(*size)
        targets_fit(game, where)
        game.click("button new-race")
        game.wait_screen("set-up")
        targets_fit(game, where)
        game.click("button start-race")
        game.wait_screen("race")
        game.wait_status(", choose your start")
        targets_fit(game, where)
        check(look(game).colours() > 50, f"something is shown {where}")
        game.kill()


if __name__ == "__main__":
    main(globals())
