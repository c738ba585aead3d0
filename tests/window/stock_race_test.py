"""Stock cars in the window: orders by mouse, by keys and by typing, in secret between two people, and
turns that are driven before all.

The map is that of the rules' worked examples: cars start at (0,5) and (0,4), heading N; the line is row 6.
"""
import json
import re
import shutil

import steps
from game import ROOT, Referee, has
from suite import check, check_equal, main, read_text

YARD = ROOT / "tests" / "golden" / "yard.map"
FIRST, SECOND = steps.NAMES
ORDERS = ("AAMM", "A(A+1)MM")  # of a turbo and of a car without


def begin(table, names=steps.NAMES, driver=None, par=False, track=YARD):
    folder = table.home / "data" / "graphprix" / "tracks"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(track, folder)
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_target("game stock-cars")
    game.click("game stock-cars")
    game.wait_target(f"track {track.stem.capitalize()}")
    game.click(f"track {track.stem.capitalize()}")
    steps.name_players(game, names)
    if driver:
        game.click("player 2 driver")
        game.click(f"player 2 driver {driver}")
        game.wait_gone(f"player 2 driver {driver}")
    if par:
        game.wait_status("* Par: the fewest turns of a car that never leaves the track nor enters oil or sand")
    game.click("button start-race")
    game.wait_screen("race")
    steps.wait_until(game.races, "a file for the new race")
    return game


def take_over(game, name, target="order"):
    game.wait_status(f"Hand the screen to {name}.")
    game.click("button ready")
    game.wait_target(target)


def choose_specials(game, first="turbo", second="none"):
    take_over(game, FIRST, "special turbo")
    game.click(f"special {first}")
    take_over(game, SECOND, "special turbo")
    game.click(f"special {second}")


def written(game):
    return game.target("order")["text"]


def wait_order(game, text):
    game.wait(lambda seen: steps.text_of(seen, "order") == text, f"the order {text}")


def write(game, text):
    game.click("order")
    game.wait_focus("order")
    game.key("ctrl+a")
    game.type(text)
    wait_order(game, text)


def test_standing_still_is_no_order_to_give(table):
    """At speed 0 what most people want next is a speed: the button says what it would do."""
    game = begin(table)
    choose_specials(game)
    take_over(game, FIRST)
    check_equal(game.target("button give")["text"], "Stand this turn", "before a speed is chosen")
    game.click("speed 1")
    game.wait(lambda seen: steps.text_of(seen, "button give") == "Give the order", "an order to give")


def white(picture, box):
    """Pixels of the paper that cars are made of."""
    pixels = memoryview(picture.crop(box["x"], box["y"], box["w"], box["h"]).pixels).cast("I")
    return sum(all((pixel >> shift & 255) > 248 for shift in (0, 8, 16)) for pixel in pixels)


def test_one_thing_is_asked_at_a_time_and_seen_before_it_is_done(table):
    """Speed, way, order; dots lead to the tile that is pointed at, and a pale car stands where the order ends."""
    game = begin(table)
    choose_specials(game)
    take_over(game, FIRST)
    game.wait_status(f"{FIRST}, choose a speed.")
    game.point("player 1")
    game.wait_status("speed 0 of 12, heading N, 8 wild cards")
    game.click("speed 2")
    game.wait_status(f"{FIRST}, click where to drive.")
    game.point_away()
    between, end = game.wait_target("tile 0,6"), game.wait_target("tile 0,7")
    edge = between["x"] + between["w"] // 2 - 4, between["y"] + 1, 8, 4  # of the tiles, between two discs
    before = game.picture()
    game.point("tile 0,7")
    check(game.picture().crop(*edge).differing(before.crop(*edge)) > 4, "dots to the tile")
    game.click("tile 0,7")
    game.wait_status(f"{FIRST}, give your order.")
    game.point_away()
    check(white(game.picture(), end) > 150, f'a car on its tile: {white(game.picture(), end)} pixels')


def test_the_next_tiles_leave_a_car_in_sight(table):
    """Emmy stands on the tile ahead of Kurt."""
    game = begin(table)
    choose_specials(game)
    take_over(game, FIRST)
    write(game, "AM")
    game.key("Return")
    take_over(game, SECOND)
    game.point_away()
    before = game.picture()
    game.click("speed 1")
    ahead = game.wait_target("tile 0,5")
    game.point_away()
    inner = ahead["x"] + ahead["w"] // 4, ahead["y"] + ahead["h"] // 4, ahead["w"] // 2, ahead["h"] // 2
    check_equal(before.crop(*inner).pixels == game.picture().crop(*inner).pixels, True, "Emmy's car")


def test_kerbs_tell_how_dear_a_bend_is(table):
    """A ring four tiles wide: seven in a row lead past the inside of its corners."""
    side, line = "****" + " " * 28 + "****", "*****F" + "*" * 30
    ring = [*["*" * 36] * 4, *[side] * 6, *[line] * 3, line.replace("*F", "1F")]
    path = table.home / "ring.map"
    path.write_text("name: Ring\nrace: E\nlaps: 1\n\n" + "\n".join(ring) + "\n", encoding="utf-8")
    referee = Referee(path, "--game", "stock-cars", "--players", "1")
    for command in ("do special none", *[f"do A(A+1)({speed}M)" for speed in (2, 4, 6, 8)], f"save {table.home / 'begun.race'}"):
        check(referee.ask(command)["ok"], command)
    referee.close()
    game = table.open(table.home / "begun.race")
    free, dear = 0x2f5d8a, 0x5a4e6c  # action; a third of the way to warning, 0xb03030
    told = {}
    for speed in (6, 8):
        game.wait_target(f"speed {speed}")
        game.click(f"speed {speed}")
        game.key("f")
        game.point_away()
        sheet = game.picture().crop(0, 0, 900, game.target("speed 8")["y"] - 10)
        pixels = memoryview(sheet.pixels).cast("I")
        told[speed] = [sum(pixel & 0xffffff == colour for pixel in pixels) for colour in (free, dear)]
    check(told[6][1] == 0 and told[8][1] > 40, f"dear at 8 alone: {told}")
    check(told[6][0] - told[8][0] > 40, f"blue at 6: {told}")
    check_equal(game.close(), 0, f"status {game.stderr()}")


def test_a_long_name_is_whole_on_the_cover(table):
    wide = "W" * 24
    game = begin(table, (wide, SECOND))
    for size in ((1280, 800), (800, 600)):
        game.resize(*size)
        seen = game.wait_status(f"Hand the screen to {wide}.")
        label = next(label for label in seen["labels"] if label["text"] == wide)
        check(label["x"] >= 0 and label["x"] + label["w"] <= size[0], f"{label} at {size}")
        check(label["w"] >= 24 * 12, f"room for 24 wide letters of the smallest type: {label} at {size}")


def see_the_turn(game):
    """To the end of what is driven, and on."""
    game.wait_target("button play")
    game.key("End")
    game.wait_gone("button to-end")
    game.click("button go-on")


def drive(game, first, second):
    take_over(game, FIRST)
    write(game, first)
    game.key("Return")
    take_over(game, SECOND)
    write(game, second)
    game.key("Return")
    see_the_turn(game)


def shown(game):
    """All that is on the screen, for who looks at it."""
    game.come_to_rest()
    seen = game.read()
    return seen["status"], [(t["id"], t["text"], t["x"], t["y"], t["w"], t["h"]) for t in seen["targets"]]


# --- writing --------------------------------------------------------------------------------------


def test_an_order_by_mouse(table):
    game = begin(table)
    choose_specials(game)
    take_over(game, FIRST)
    check(not game.targets("tile "), "a car that stands has no tile ahead")
    game.click("speed 2")
    wait_order(game, "AA")
    check_equal(sorted(t["id"] for t in game.targets("tile ")),
                ["tile -1,6", "tile 0,6", "tile 0,7", "tile 1,6"], "left, ahead by one and two, right")
    check(game.target("tile -1,6")["text"].startswith("Off the track"), "what the left one will do")
    game.click("tile 1,6")
    wait_order(game, "AAR")
    game.click("tile 2,7")
    wait_order(game, "AARM")
    game.display.xdotool("click", 3)
    wait_order(game, "AAR")
    game.click("button undo")
    wait_order(game, "AA")
    game.click("tile 0,7")
    wait_order(game, "AA(2M)")
    # Turbo: of two second changes one is marked.
    game.click("end B")
    wait_order(game, "AA(2M)B")
    game.click("end B")
    wait_order(game, "AA(2M)B(B+1)")
    game.click("speed 1")
    wait_order(game, "AM")
    game.click("speed 2")
    game.click("tile 0,7")
    wait_order(game, "AA(2M)")
    game.click("button give")
    game.wait_status(f"Hand the screen to {SECOND}.")
    steps.wait_until(lambda: steps.done_actions(game)[2:] == ["AA(2M)"], "what the file holds")


def test_a_way_is_dragged(table):
    game = begin(table)
    choose_specials(game, first="none")
    take_over(game, FIRST)
    game.click("speed 2")
    wait_order(game, "A(A+1)")
    at = {name: game.centre(name) for name in ("tile 1,6", "tile 0,6")}
    game.display.xdotool("mousemove", *at["tile 0,6"], "mousedown", 1)
    wait_order(game, "A(A+1)M")
    right = game.centre("tile 1,7")
    game.display.xdotool("mousemove", *right)
    wait_order(game, "A(A+1)MR")
    game.display.xdotool("mousemove", *at["tile 0,6"])
    wait_order(game, "A(A+1)M")
    game.display.xdotool("mousemove", *right, "mouseup", 1)
    wait_order(game, "A(A+1)MR")
    game.wait(lambda seen: not any(t["id"].startswith("tile ") for t in seen["targets"]),
              "no tile to be chosen once all moves are written and let go of")


def test_an_order_by_keys(table):
    game = begin(table)
    choose_specials(game, first="none")
    take_over(game, FIRST)
    game.key("Prior", "Prior", "Up", "KP_9")
    wait_order(game, "A(A+1)MR")
    game.key("BackSpace", "Left")
    wait_order(game, "A(A+1)ML")
    game.key("Down", "KP_8")
    wait_order(game, "A(A+1)(2M)")
    game.key("Next")
    wait_order(game, "AM")
    game.key("f", "m", "h")
    check_equal(written(game), "AM", "letters are no orders outside the field")
    game.drop(YARD)
    game.wait_screen("set-up")
    game.key("Escape")
    game.wait_screen("race")
    check_equal(game.targets("order"), [], "whoever came back may be somebody else")
    take_over(game, FIRST)
    wait_order(game, "AM")
    game.key("Return")
    game.wait_status(f"Hand the screen to {SECOND}.")
    steps.wait_until(lambda: steps.done_actions(game)[2:] == ["AM"], "what the file holds")


def test_an_order_by_typing(table):
    game = begin(table)
    choose_specials(game)
    take_over(game, FIRST)
    write(game, "aam")
    check(has(game.read(), "tile 0,7") and has(game.read(), "tile 1,7"), "the way goes on from the text")
    game.click("tile 1,7")
    wait_order(game, "AAMR")
    write(game, "(A+1)M")
    game.wait_status("The first A costs no wild card")
    check(not game.targets("tile "), "no way of what is no order")
    game.key("Return")
    game.come_to_rest()
    check_equal(steps.done_actions(game)[2:], [], "nothing was given")
    write(game, "A")
    game.key("Return")
    game.wait_status("1 tile is missing: click where the car is to end")
    write(game, "a a (2m)")
    game.key("Return")
    game.wait_status(f"Hand the screen to {SECOND}.")


def test_giving_up_is_asked_about(table):
    game = begin(table)
    choose_specials(game)
    take_over(game, FIRST)
    game.click("button retire")
    wait_order(game, "retire")
    game.click("button give")
    game.wait_status("With that the race is over. Retire all the same?")
    check_equal(game.target("button yes")["text"], "Retire", "what is asked about")
    game.click("button no")
    game.wait_gone("button no")
    check_equal(steps.done_actions(game)[2:], [], "nothing was given")
    game.click("button give")
    game.wait_status(f"Hand the screen to {SECOND}.")
    steps.wait_until(lambda: steps.done_actions(game)[2:] == ["retire"], "what the file holds")


def test_reach_and_hints(table):
    game = begin(table, par=True)
    choose_specials(game)
    take_over(game, FIRST)
    game.point_away()
    before = game.picture()
    game.key("r")
    reach = game.picture()
    check(reach.differing(before) > 1000, "tiles that the other car may come to")
    game.key("r", "h")
    game.wait_status("turns for a car that never leaves the track")
    game.click("speed 2")
    hinted = game.picture()
    # A pale cloud: it changes the map where the other may come to, and leaves it to be seen. By hand: (2,5), not (4,8).
    near, ahead = ({side: game.wait_target(name)[side] for side in "xywh"} for name in ("tile 0,6", "tile 1,6"))
    square, left, row = ahead["x"] - near["x"], near["x"] + near["w"] // 2, near["y"] + near["h"] // 2
    for (x, y), clouded in (((2, 5), True), ((4, 8), False)):
        box = left + x * square - 4, row + (6 - y) * square - 4, 8, 8
        now, then = reach.crop(*box), before.crop(*box)
        check_equal(now.differing(then) > 40, clouded, f"the cloud over ({x}, {y})")
        check_equal(now.differing(then, tolerance=60), 0, "the map below it")
    game.key("h")
    check(game.picture().differing(hinted) > 100, "turns that are left")


def test_maps_in_posts_are_opened(table):
    """From the command line and dropped, under whatever name."""
    posts = ROOT / "tests" / "golden" / "posted"
    game = table.open(posts / "chat.map")
    game.wait_screen("set-up")
    game.wait_target("track Yard")
    game.click("button back")
    game.wait_screen("home")
    game.drop(posts / "code.txt")
    game.wait_screen("set-up")
    game.wait_target("track Yard")
    game.click("button start-race")
    game.wait_screen("race")
    check_equal(game.close(), 0, "status after closing the window")
    lines = read_text(posts / "chat.map").splitlines()
    fenced = table.home / "fenced.txt"  # by a language whose name could be tiles
    fenced.write_text("\n".join(["Mine:", *lines[2:8], "```S1F", *lines[8:-2], "```", "Enjoy"]), encoding="utf-8")
    game = table.open(fenced)
    game.wait_screen("set-up")
    check_equal(game.close(), 0, "status after closing the window")


def advised(game):
    """The best order, as the line tells it."""
    game.wait_status("Best: ")
    return re.search(r"Best: (\S+), then", game.seen["status"])[1]


def tried(actions, order):
    """What an order would do to the second car, as the referee tells it of the same race."""
    referee = Referee(YARD, "--game", "stock-cars", "--players", "2")
    for i, action in enumerate(actions):
        referee.ask(f"do {1 + i % 2}: {action}")
    told = referee.ask(f"try 2: {order}")
    referee.close()
    return told


def test_hints_are_of_whose_screen_it_is(table):
    """In a secret turn: the second one is told nothing of the first one's, and what is told holds."""
    game = begin(table)
    choose_specials(game, "turbo", "none")
    take_over(game, FIRST)
    game.point_away()
    game.key("h")
    for turn in range(2):
        first = advised(game)
        write(game, first)
        game.click("button give")
        game.wait_status(f"Hand the screen to {SECOND}.")
        check(first not in json.dumps(game.seen), "nothing of it under the cover")
        game.click("button ready")
        game.wait_target("order")
        second = advised(game)
        told = tried(steps.done_actions(game), second)
        check(told["ok"] and told["off_track"] == 0 and not told["unknown"], f"{second}: {told}")
        check_equal(told["wild_cards"], second.count("+1"), "what it costs")
        write(game, second)
        game.click("button give")
        see_the_turn(game)
        if turn == 0:
            take_over(game, FIRST)


def test_a_turn_goes_over_the_clipboard(table):
    """What was copied for a post is no order; what was posted is carried out."""
    game = begin(table, names=(FIRST,))
    game.wait_target("special none")
    game.click("special none")
    game.wait_target("order")
    game.key("Escape")
    game.click("button copy-post")
    game.wait(lambda seen: any("are on the clipboard" in label["text"] for label in seen["labels"]), "a notice")
    game.key("Escape")
    game.click("button paste-orders")
    game.wait_status(f"No order of the clipboard was carried out. {FIRST}: the order is missing")
    game.click("button yes")
    game.wait_gone("button yes")
    check_equal(steps.done_actions(game), ["special none"], "nothing was carried out")
    game.click("order")
    game.wait_focus("order")
    game.type(f"{FIRST}: a m")
    wait_order(game, f"{FIRST}: a m")
    game.key("ctrl+a", "ctrl+c", "Escape", "Escape")
    game.click("button paste-orders")
    game.wait_target("tile 0,7")
    steps.wait_until(lambda: steps.done_actions(game)[1:] == ["a m"], "what the file holds")


def to_clipboard(game, text):
    """By way of the order's field, which is left empty."""
    game.click("order")
    game.wait_focus("order")
    game.type(text)
    wait_order(game, text)
    game.key("ctrl+a", "ctrl+c", "BackSpace", "Escape")


def test_a_computer_orders_for_itself_when_orders_are_pasted(table):
    ring = table.home / "ring.map"  # which a computer learns soon
    ring.write_text("name: Ring\nrace: N\nlaps: 1\n\n*****\n*   *\nF   *\n1   *\n2   *\n*****\n")
    game = begin(table, driver="rookie", track=ring)
    game.wait_target("special none")
    game.click("special none")
    game.wait_target("order")
    steps.wait_until(lambda: len(steps.done_actions(game)) >= 2, "both specials")
    to_clipboard(game, f"{FIRST[:-1]}: am")
    game.key("Escape")
    game.click("button paste-orders")
    game.wait_status(f'nobody here is called "{FIRST[:-1]}"')
    game.click("button yes")
    game.wait_gone("button yes")
    to_clipboard(game, f"- *{FIRST}*: am :)")
    game.key("Escape")
    game.click("button paste-orders")
    steps.wait_until(lambda: len(steps.done_actions(game)) == 4, "the order of both")
    check_equal([action for action in steps.done_actions(game) if action == "am"], ["am"], "what was pasted")
    check_equal(game.close(), 0, "status after closing the window")


def test_names_that_posts_cannot_hold_begin_no_race(table):
    folder = table.home / "data" / "graphprix" / "tracks"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(YARD, folder)
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_target("game stock-cars")
    game.click("game stock-cars")
    game.wait_target("track Yard")
    game.click("track Yard")
    steps.name_players(game, ("A", "A:B"))
    game.click("button start-race")
    game.wait_status('The race cannot start: the name "A:B" cannot be told from other words of a post')
    check_equal(game.races(), [], "no race was kept")
    game.click("button yes")
    game.wait_gone("button yes")
    steps.name_players(game, ("A", "B"))
    game.click("button start-race")
    game.wait_screen("race")
    check_equal(game.close(), 0, "status after closing the window")


# --- in secret ------------------------------------------------------------------------------------


def test_nothing_of_an_order_shows(table):
    game = begin(table)
    take_over(game, FIRST, "special turbo")
    game.click("special turbo")
    game.wait_status(f"Hand the screen to {SECOND}.")
    check_equal([t["id"] for t in game.read()["targets"]], ["button ready", "button undo"], "under the cover")
    seen_after_turbo = shown(game)
    take_over(game, SECOND, "special turbo")
    look_after_turbo = shown(game)
    game.key("ctrl+z")
    take_over(game, FIRST, "special turbo")
    game.click("special performance")
    game.wait_status(f"Hand the screen to {SECOND}.")
    check_equal(shown(game), seen_after_turbo, "the cover after another special")
    take_over(game, SECOND, "special turbo")
    check_equal(shown(game), look_after_turbo, "the screen after another special")
    game.click("special none")
    take_over(game, FIRST)
    write(game, "A(A+1)MM")
    game.key("Return")
    game.wait_status(f"Hand the screen to {SECOND}.")
    cover = shown(game)
    take_over(game, SECOND)
    game.point_away()
    look, picture = shown(game), game.picture()
    check("has ordered" in game.target("player 1")["text"], "a folded paper")
    game.key("ctrl+z")
    take_over(game, FIRST)
    check_equal(written(game), "", "what was given is taken back")
    write(game, "AR")
    game.key("Return")
    game.wait_status(f"Hand the screen to {SECOND}.")
    check_equal(shown(game), cover, "the cover after another order")
    take_over(game, SECOND)
    game.point_away()
    check_equal(shown(game), look, "the screen after another order")
    check_equal(picture.differing(game.picture()), 0, "the picture after another order")


def test_a_kill_within_a_secret_turn(table):
    game = begin(table)
    choose_specials(game)
    drive(game, *ORDERS)
    take_over(game, FIRST)
    write(game, "A(2M)R")
    game.key("Return")
    game.wait_status(f"Hand the screen to {SECOND}.")
    steps.wait_until(lambda: len(steps.done_actions(game)) == 5, "five entries on the disk")
    game.kill()
    game = table.open()
    game.wait_screen("home")
    check_equal(game.wait_target("button continue")["text"], "Continue: Yard, turn 2", "one word for them")
    game.click("button continue")
    game.wait_screen("race")
    take_over(game, SECOND)
    check("has ordered" in game.target("player 1")["text"], "her order is there")
    check_equal(game.target("speed 5")["text"], "+3 S · 1 card · slipstream", "right behind her")
    write(game, "S(3M)")
    game.key("Return")
    see_the_turn(game)
    take_over(game, FIRST)
    check(game.target("player 1")["text"].startswith(f"{FIRST}, 1st · lap 1, speed 3 of 12, heading NE"),
          game.target("player 1")["text"])


# --- driven before all ----------------------------------------------------------------------------


def test_a_turn_is_gone_through(table):
    """All drive at once. Both cross the line on their first tile: each is a moment of its own."""
    game = begin(table)
    choose_specials(game)
    take_over(game, FIRST)
    write(game, ORDERS[0])
    game.key("Return")
    take_over(game, SECOND)
    write(game, ORDERS[1])
    game.key("Return", "space", "Home")
    game.wait_status("Turn 1 is shown. All drive at once: move 1 of 2.")
    game.wait_gone("button step-back")
    check("speed 0 of 12" in game.target("player 1")["text"], "the cards are those of before")
    moments = [f"{FIRST} crosses the line: lap 1.", f"{SECOND} crosses the line: lap 1."]
    for moment in moments:
        game.key("Right")
        game.wait_status(moment)
    game.key("Left")
    game.wait_status(moments[0])
    picture = game.picture()
    game.key("Right")
    game.wait_status(moments[1])
    later = game.picture()
    for name in ("player 1", "player 2"):
        card = [game.target(name)[side] for side in "xywh"]
        check(picture.crop(*card).differing(later.crop(*card)) > 100, f"{name} stands out while driven, and only then")
    game.key("End")
    game.wait_status("Turn 1 is over.")
    check(picture.differing(game.picture()) > 100, "the cars have gone on")
    game.key("Return")
    take_over(game, FIRST)
    check("speed 2 of 12" in game.target("player 1")["text"], "driven")
    game.click("button undo")
    take_over(game, FIRST)
    check("speed 0 of 12" in game.target("player 1")["text"], "taken back as a whole")
    game.key("ctrl+y")
    see_the_turn(game)
    take_over(game, FIRST)
    check("speed 2 of 12" in game.target("player 1")["text"], "done again")


def test_looking_back_within_a_secret_turn(table):
    game = begin(table)
    choose_specials(game)
    drive(game, *ORDERS)
    take_over(game, FIRST)
    write(game, "A(2M)R")
    game.key("Return")
    game.wait_status(f"Hand the screen to {SECOND}.")
    game.key("Escape")
    game.click("button replay")
    game.wait_screen("replay")
    game.wait_status(f"{FIRST} has entered.")
    check("A(2M)R" not in str(game.read()), "her order is nowhere")
    game.key("Left")
    game.wait_status(f"{FIRST} drives at 2: AAMM.")
    game.point_away()
    picture = game.picture()
    game.key("Home")
    game.wait_status("Before the start.")
    game.key("Right", "Right", "Right", "Right")
    game.wait_status(f"{FIRST} drives at 2: AAMM.")
    check_equal(picture.differing(game.picture()), 0, "the picture of the same moment")


def test_a_driver_needs_no_cover(table):
    game = begin(table, driver="rookie")
    game.wait_target("special none")
    game.click("special none")
    game.wait_target("order")
    for _ in range(3):
        before = steps.text_of(game.read(), "player 1")
        speed = int(before.split("speed ")[1].split(" ")[0])
        write(game, f"A({speed + 1}M)")
        game.key("Return")
        game.wait(lambda seen, before=before: steps.text_of(seen, "player 1") != before and has(seen, "order"),
                  "the turn to be driven, and the next one")
    check_equal(game.read()["status"].split(".")[0], f"{FIRST}, click where to drive", "and so on")
    game.point_away()
    seen = game.picture()
    for width in (1281, 1280):  # all is painted anew
        game.resize(width, 800)
    check_equal(seen.differing(game.picture()), 0, "what was mended, and what is painted")
    game.key("Escape", "Escape")  # out of the field, and to the menu
    game.wait_target("button home")
    game.key("Escape")
    game.wait_target("order")


def test_a_window_of_another_size(table):
    game = begin(table)
    game.wait_target("button ready")
    game.resize(800, 600)
    game.click("button ready")
    game.point("special turbo")
    game.wait_status("Once a turn, two faster or two slower cost no wild card.")
    game.click("special turbo")
    take_over(game, SECOND, "special none")
    game.click("special none")
    take_over(game, FIRST)
    game.click("speed 2")
    game.click("tile 0,6")
    wait_order(game, "AAM")
    for size in ((800, 600), (1280, 800)):
        game.resize(*size)
        game.answer()
        check_equal(written(game), "AAM", "what was written stays")
        for name in ("order", "button give", "end A" if game.has("end A") else "speed 2", "tile 0,7"):
            target = game.target(name)
            inside = (0 <= target["x"] and target["x"] + target["w"] <= size[0] and target["h"] > 10
                      and target["y"] + target["h"] <= size[1])
            check(inside, f"{name} lies in a window of {size}: {target}")
    game.click("tile 0,7")
    wait_order(game, "AA(2M)")


if __name__ == "__main__":
    main(globals())
