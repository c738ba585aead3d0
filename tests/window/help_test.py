"""How to play shows the rules in force and nothing else: those of a race, a set-up, a preset."""
from pen import Pen, ring
from photo_test import draw_rings
from suite import check, check_equal, main

EVERYWHERE = {"classroom", "game", "moving", "wall", "start", "drawing", "programs", "keys"}
PAGES = {
    "racing-car": {"extras", "cars", "areas", "finish"},
    "babylon": {"cars", "finish"},
    "babylon-advanced": {"extras", "cars", "areas", "finish"},
    "derby": {"extras", "cars", "areas"},
    "classroom": {"cars", "finish"},
}
HEADINGS = {
    ("racing-car", "cars"): "Collisions, Missed turns",
    ("babylon", "cars"): "Sharing a point",
    ("babylon-advanced", "extras"): "Good brakes, Turbo boosts",
    ("babylon-advanced", "areas"): "Slicks, Turbo areas, Checkpoints",
    ("derby", "cars"): "Points, No rematch, Your cars",
    ("derby", "game"): "A demolition derby, Your turn, Looking ahead",
    ("classroom", "moving"): "Nine points, Velocity, Braking",
}


def pages(game):
    return {t["id"].removeprefix("page ") for t in game.targets("page ")}


def open_help(table):
    game = table.open()
    game.wait_screen("home")
    game.click("button help")
    game.wait_screen("help")
    return game


def test_each_preset_tells_its_own(table):
    game = open_help(table)
    for preset, some in PAGES.items():
        wanted = EVERYWHERE | some
        game.click(f"preset {preset}")
        game.wait(lambda seen: {t["id"][5:] for t in seen["targets"]
                                if t["id"].startswith("page ")} == wanted, f"pages of {preset}")
        for (of, page), headings in HEADINGS.items():
            if of == preset:
                game.click(f"page {page}")
                seen = game.wait_status(headings)
                check(seen["status"].endswith(": " + headings), f"only {headings}")
    game.click("game circuit")  # before a race nobody knows how many will play: what needs three is told
    game.wait(lambda seen: {"pass", "dice"} <= pages(game), "pages about forced passes")


def test_leafing_by_keyboard(table):
    game = open_help(table)
    seen = []
    for _ in range(20):
        seen.append(game.read()["status"].split(", ")[1].split(":")[0])
        if not game.has("button next"):
            break
        frame = game.read()["frame"]
        game.key("Return")
        game.wait_newer(frame)
    check_equal(len(seen), len(pages(game)), "pages that Enter leads through")
    check_equal(len(set(seen)), len(seen), "pages met twice")
    game.click("button back")
    game.wait_status("Programs")
    game.key("Escape")
    game.wait_screen("home")


def test_a_race_tells_its_own_rules(table):
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    game.click("preset classroom")
    game.key("F1")  # of what is being set up
    game.wait_screen("help")
    check_equal(pages(game), EVERYWHERE | PAGES["classroom"], "pages of the set-up")
    check(game.has("preset derby"), "other presets can be read about")
    game.key("Escape")
    game.wait_screen("set-up")
    game.click("button start-race")
    game.wait_screen("race")
    game.key("F1")
    game.wait_screen("help")
    check_equal(pages(game), EVERYWHERE | PAGES["classroom"], "pages of the race")
    check(not game.has("preset derby"), "a race has only its own rules")
    game.click("page cars")
    game.wait_status("Sharing a point")
    game.click("button close")
    game.wait_screen("race")


def test_pages_look_different(table):
    game = open_help(table)
    pictures = []
    for page in ("moving", "wall", "cars", "start"):
        game.click(f"page {page}")
        game.wait_status("How to play, ")
        game.point_away()
        pictures.append(game.picture())
    for one, other in zip(pictures, pictures[1:]):
        check(one.differing(other) > 20000, "each page shows something of its own")


def open_sheet(table):
    game = table.open()
    game.wait_screen("home")
    game.click("button tracks")
    game.wait_screen("tracks")
    return game


def test_the_track_browser_tells_how_to_draw(table):
    game = open_sheet(table)
    game.key("F1")
    game.wait_screen("help")
    seen = game.wait_status("How to play, Drawing a track: Two walls, The line, ")
    check("In hand" not in seen["status"], "no tool is in hand here")
    check(EVERYWHERE <= pages(game), "the other pages are there, too")
    game.click("page game")
    game.wait_status("How to play, The game")
    game.key("Escape")
    game.wait_screen("tracks")


def test_the_editor_tells_of_its_tools(table):
    game = open_sheet(table)
    game.click("button new-track")
    game.click("button new graph-paper")
    game.wait_screen("editor")
    game.click("size 40x30")
    game.click("button create")
    game.wait_gone("button create")
    pen = Pen(game)
    pen.draw_loop(ring((20, 15), 14, 10))
    pen.choose("polygon")
    pen.click(12, 15)
    pen.click(20, 20)
    game.point_away()
    game.key("F")
    before = game.wait_status("Set the corners of a wall on grid points")["status"]
    drawn = game.picture()
    game.key("F1")
    game.wait_screen("help")
    game.wait_status("Drawing a track: Two walls")
    game.wait_status("From a photo, From a drawing, Generating")
    game.wait_status("In hand: Polygon (O): Set the corners of a wall on grid points")
    top = game.picture()
    game.key("Page_Down")
    game.wait(lambda seen: game.picture().differing(top) > 20000, "the page farther down")
    game.key("Escape")
    game.wait_screen("editor")
    check_equal(game.wait_status("Set the corners")["status"], before, "what is said of the sheet")
    check(game.picture().differing(drawn) < 50, "walls and the corners that were begun are there")
    pen.click(26, 12)  # goes on where it was left
    game.key("Return")
    game.key("F1")
    game.wait_screen("help")


def test_help_in_the_middle_of_a_stroke(table):
    game = open_sheet(table)
    game.click("button new-track")
    game.click("button new graph-paper")
    game.wait_screen("editor")
    game.click("size 40x30")
    game.click("button create")
    game.wait_gone("button create")
    pen = Pen(game)
    pen.press([(8, 8), (20, 8), (20, 14)])
    game.key("F1")
    game.wait_screen("help")
    pen.release()
    game.key("Escape")
    game.wait_screen("editor")
    game.point_away()
    drawn = game.picture()
    pen.point(30, 25)
    pen.point(10, 25)
    game.point_away()
    check(game.picture().differing(drawn) < 50, "the pen was let go and draws no more")


def test_the_photo_screen_begins_with_photos(table):
    game = table.open(draw_rings(table.home / "rings.png"))
    game.wait_screen("photo")
    game.key("F1")
    game.wait_screen("help")
    game.wait_status("Drawing a track: From a photo, Two walls")
    game.key("Escape")
    game.wait_screen("photo")


if __name__ == "__main__":
    main(globals())
