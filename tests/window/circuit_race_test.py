"""Circuit in the window: a whole race of two people, from cars that are built to the flag, with spaces by
click and by number key; hints; and a pass that is forced. What is entered in secret shows nowhere.
"""
import json
import math

import steps
from game import ROOT, Referee
from suite import check, check_equal, main

FIRST, SECOND = steps.NAMES


def begin_against_a_computer(table, driver="rookie"):
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_target("game circuit")
    game.click("game circuit")
    game.wait(lambda seen: "par 11" in (steps.text_of(seen, "track First corners") or ""), "par by now")
    game.click("track First corners")
    game.click("preset sunday")
    steps.name_players(game, steps.NAMES)
    game.click("player 2 driver")
    game.click(f"player 2 driver {driver}")
    game.wait_gone(f"player 2 driver {driver}")
    game.click("button start-race")
    game.wait_screen("race")
    return game


def take_over(game, name, target):
    game.wait_status(f"Hand the screen to {name}.")
    game.click("button ready")
    game.wait_target(target)


def test_lanes_have_their_numbers_on_the_sheet(table):
    """Where buttons and sentences call them so, each nearest to its own space."""
    game = begin_against_a_computer(table)
    strip = game.wait_target("speed 60")["y"] - 60
    game.point_away()
    before = game.picture()
    game.point("speed 60")
    way = game.picture().crop(0, 0, 900, strip).differing(before.crop(0, 0, 900, strip))
    check(way > 100, f"the way of a speed that is pointed at: {way} pixels")
    game.click("speed 60")
    game.wait(lambda seen: any(label["text"] == "lane 1" for label in seen["labels"]), "the number of a lane")
    middles = {one["id"]: (one["x"] + one["w"] / 2, one["y"] + one["h"] / 2) for one in game.targets("space ")}
    nearest_row = min(middles, key=lambda name: int(name.split()[1].split(",")[0])).split()[1].split(",")[0]
    for label in game.seen["labels"]:
        if label["text"].startswith("lane "):
            at = label["x"] + label["w"] / 2, label["y"] + label["h"] / 2
            own = f"space {nearest_row},{label['text'].split()[1]}"
            near = min((name for name in middles if name.startswith(f"space {nearest_row},")),
                       key=lambda name: math.dist(at, middles[name]))
            check_equal(near, own, f"what {label['text']} is written beside")


def next_lanes(game):
    """Of the row that comes next, where its spaces are: {lane: (x, y)}."""
    spaces = {tuple(map(int, one["id"].split()[1].split(","))): (one["x"] + one["w"] / 2, one["y"] + one["h"] / 2)
              for one in game.targets("space ")}
    rows = {row for row, _ in spaces}
    first = next(row for row in rows if row - 1 not in rows and (row > 0 or max(rows) < 10))
    return {lane: at for (row, lane), at in spaces.items() if row == first}


def test_every_lane_has_its_number_in_tight_bends(table):
    """All round three circuits, changing lanes: none is left out, and each is nearest to its own space."""
    for circuit in ("three-abreast", "goat-steps", "harbour-road"):
        referee = Referee(ROOT / "tracks" / "circuit" / f"{circuit}.svg", "--game", "circuit", "--players", "1")
        for command in ("do build 1 1 1 1 1", f"save {table.home / 'begun.race'}"):
            check(referee.ask(command)["ok"], command)
        referee.close()
        game = table.open(table.home / "begun.race")
        game.wait_screen("race")
        for step in range(10):
            game.wait(lambda seen: any(t["id"].startswith(("speed ", "space ")) for t in seen["targets"]), "a choice")
            if not game.targets("space "):
                game.click(game.targets("speed ")[0]["id"])
            game.wait(lambda seen: any(t["id"].startswith("space ") for t in seen["targets"]), "spaces")
            game.point_away()
            game.come_to_rest()
            lanes, frame = next_lanes(game), game.read()["frame"]
            written = {int(label["text"].removeprefix("lane ")): label for label in game.seen["labels"]
                       if label["text"].removeprefix("lane ") in ("1", "2", "3")}
            check_equal(sorted(written), sorted(lanes), f"lanes with their numbers at step {step} of {circuit}")
            for lane, label in written.items():
                at = label["x"] + label["w"] / 2, label["y"] + label["h"] / 2
                check_equal(min(lanes, key=lambda other: math.dist(at, lanes[other])), lane, f"where {label} is written")
            game.key(str(sorted(lanes)[step // 2 % len(lanes)]))
            game.wait_newer(frame)
        game.close()


def count(picture, colour):
    """Pixels of that colour, as the paper theme has it."""
    return sum(pixel & 0xffffff == colour for pixel in memoryview(picture.pixels).cast("I"))


def test_kerbs_tell_how_dear_a_corner_is(table):
    """Of three lanes: the next corner's limit is 40 in each, 60 on its dots. 100 is 40 above it."""
    referee = Referee(ROOT / "tracks" / "circuit" / "three-abreast.svg", "--game", "circuit", "--players", "1")
    for command in ("do build 1 1 1 1 1", "do speed 60", "do go 1 1 1", f"save {table.home / 'begun.race'}"):
        check(referee.ask(command)["ok"], command)
    referee.close()
    game = table.open(table.home / "begun.race")
    game.wait_target("speed 100")
    free, dear = 0x2f5d8a, 0x853f4e  # action; two thirds of the way to warning, 0xb03030
    told = {}
    for speed in (20, 100):
        game.point(f"speed {speed}")
        picture = game.picture()
        strip = game.target("speed 20")["y"] - 60
        told[speed] = [count(picture.crop(0, 0, 900, strip), colour) for colour in (free, dear)]
    check(told[20][1] == 0 and told[100][1] > 40, f"red for 100 alone: {told}")
    check(told[20][0] - told[100][0] > 40, f"blue at 20: {told}")


def test_one_person_never_hands_the_screen_over(table):
    game = begin_against_a_computer(table)
    game.wait_target("speed 60")
    game.key("h")
    game.wait(lambda seen: "turns left" in steps.text_of(seen, "speed 60"), "hints of speeds")
    game.click("speed 60")
    game.wait(lambda seen: any(t["id"].startswith("space ") for t in seen["targets"]), "the own move")
    check(not game.has("button ready"), "no cover")
    first = game.targets("space ")[0]["id"]
    game.wait(lambda seen: "turns left" in (steps.text_of(seen, first) or ""), "hints of spaces")
    row = int(first.split()[1].split(",")[0])
    game.key("1" if first.endswith("1") else "2")  # a lane by its number
    game.wait(lambda seen: not any(t["id"].startswith(f"space {row},") for t in seen["targets"]), "a step")


# --- circuits of 20 rows, races that the referee begins -----------------------------------------------------

OVAL = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 140" data-graphprix-circuit="1"
 data-rows="20" data-lanes="2"><title>Oval</title><path class="course" d="M 60 20 L 150 20 L 180 70 L 150 120
 L 60 120 L 30 70 Z" data-lane-width="8"/></svg>
"""
BEND = OVAL.replace("</svg>", """<g class="corner" data-from="6" data-to="8" data-limits="60 80"
 data-line="2 1 2"/></svg>""")


def saved_race(home, circuit, names, actions=(), **fields):
    """Of people, one lap, cars on the grid by number."""
    folder = home / "data" / "graphprix" / "tracks"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "oval.svg").write_text(circuit)
    path = home / "begun.race"
    chosen = {"grid": "listed", "laps": 1, **fields}
    referee = Referee(folder / "oval.svg", "--game", "circuit", "--players", str(len(names)),
                      *(f"--set={field}={value}" for field, value in chosen.items()))
    for action in (*(f"do {action}" for action in actions), f"save {path}"):
        answer = referee.ask(action)
        check(answer["ok"], f"{action}: {answer}")
    referee.close()
    head, *rest = path.read_text(encoding="utf-8").splitlines()
    setup = json.loads(head)
    for player, name in zip(setup["players"], names):
        player["name"] = name
    path.write_text("\n".join([json.dumps(setup), *rest]) + "\n", encoding="utf-8")
    return path


def told(game):
    """All that is on the screen, but for when it was drawn, and in which type."""
    seen = game.read()
    return {key: value for key, value in seen.items() if key not in ("frame", "type")}


def look_as(game, name, target):
    """What the next one sees once the screen was handed over, and its picture."""
    take_over(game, name, target)
    game.point_away()
    picture = game.picture()
    return told(game), picture


def check_same_look(one, other, what):
    check_equal(one[0], other[0], f"what is told of {what}")
    check_equal(one[1].differing(other[1], 0), 0, f"pixels that tell {what}")


def test_own_signs_stand_where_the_sheet_lies_now(table):
    """Those of a car within a corner are hidden while the next one posts, and the sheet gets another size."""
    settings = table.home / "config" / "graphprix" / "settings.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text('{"guided": 2147483647}', encoding="utf-8")  # no remarks of a first race
    path = saved_race(table.home, BEND, steps.NAMES, ("speed 60", "speed 20", "go 1 1 1", "go 2", "speed 80", "speed 20",
                                                      "go 1 1 1 1", "go 2"), build="standard")
    game = table.open(path)
    take_over(game, FIRST, "speed 80")
    game.click("speed 80")
    take_over(game, SECOND, "speed 20")
    game.point_away()
    game.come_to_rest()
    game.resize(1000, 720)
    game.come_to_rest()
    game.click("speed 20")
    game.wait_target("space 7,1")
    game.point_away()
    shown = game.picture()
    game.resize(1200, 760)
    game.come_to_rest()
    game.resize(1000, 720)  # all that is shown is placed anew
    check(shown.differing(game.picture()) < 40, "signs lie elsewhere once the sheet has moved")


# --- a whole race -----------------------------------------------------------------------------------------

WHOLE_RACE = [
    "build 1 1 1 1 1", "build 0 2 1 2 0",
    "speed 60", "speed 40", "go 1", "go 1 1", "go 1 2",
    "speed 100", "speed 100", "go 2", "go 1 1 2 1", "go 1 1 1 1 2",
    "speed 140", "speed 100", "go 2", "go 1 1 1 1 1 1", "go 1 2 1 1 2",
    "speed 160", "speed 80", "go 1 1 1 1 1", "go 1 1 1 1",
]


def build_cars(game):
    take_over(game, FIRST, "choice car even")
    game.click("choice car fast")
    game.click("button build")
    fast = look_as(game, SECOND, "choice car fast")
    game.key("ctrl+z")
    take_over(game, FIRST, "choice car even")
    check(not game.has("button build"), "no car of points that are left")
    game.click("choice car even")
    game.click("button build")
    check_same_look(fast, look_as(game, SECOND, "choice car fast"), "a build")
    figures = [steps.text_of(game.read(), f"choice {name} 2").split(":")[0]
               for name in ("start", "acc", "dec", "top", "wear")]
    check_equal(figures, ["Start 80", "Acceleration +60", "Brakes −60", "Top speed 180", "Wear 5"], "2 points")
    for choice in ("acc 2", "dec 1"):
        check(not game.has("button build"), "no car of points that are left")
        game.click(f"choice {choice}")
    game.drop(game.home / "data" / "graphprix" / "tracks" / "oval.svg")  # a car that is half built waits
    game.wait_screen("set-up")
    game.key("Escape")
    take_over(game, SECOND, "choice top 2")
    check(not game.has("button build"), "no car of points that are left")
    game.click("choice top 2")
    game.click("button build")
    game.wait_target("button go-on")
    check("Before the first turn" in game.read()["status"], "both are turned over")
    game.click("button go-on")


def test_cars_are_built_also_where_everything_is_large(table):
    """Ready-made cars stand in two rows with room for their names, and the button in the last cell."""
    game = table.open("--scale", "200", saved_race(table.home, BEND, (FIRST,)))
    game.wait_target("choice car even")
    game.resize(800, 600)
    game.wait(lambda seen: all(t["w"] >= 150 for t in seen["targets"] if t["id"].startswith("choice car ")),
              "room for the names")
    game.click("choice car even")
    game.click("button build")
    game.wait_gone("choice car even")


def post(game, name, speed, *, told_of=()):
    """With what the corners cost at best, as far as it is told of."""
    take_over(game, name, f"speed {speed}")
    for other, words in told_of:
        check_equal(game.target(f"speed {other}")["text"], words, f"{name} at {other}")
    game.click(f"speed {speed}")


def drive(game, name, *spaces):
    """By clicks and lane keys, to the end of the move."""
    game.wait(lambda seen: seen["status"] == f"{name}, drive." and any(
        t["id"].startswith("space ") for t in seen["targets"]), f"{name} to drive")
    for space in spaces:
        game.key(space) if len(space) == 1 else game.click(f"space {space}")
    game.key("End")


def end_turn(game, turn):
    game.wait_status(f"Turn {turn} is shown.")
    game.click("button go-on")


def costs(now):
    return f"corners at best: {now} wear in this turn"


def test_a_whole_race_of_two(table):
    game = table.open(saved_race(table.home, BEND, steps.NAMES))
    build_cars(game)
    post(game, FIRST, 60, told_of=[(60, costs(0))])
    post(game, SECOND, 40)
    game.key("End")
    drive(game, FIRST, "0,1", "2,1")
    game.wait(lambda seen: "built for start 1, acceleration 1, brakes 1, top speed 1, wear 1" in
              steps.text_of(seen, "player 1"), "the even build to be told")
    drive(game, SECOND, "1,2")
    end_turn(game, 1)
    # Rows 6 to 8: on the line 100, then 80.
    post(game, FIRST, 60)
    slow = look_as(game, SECOND, "speed 100")
    game.key("ctrl+z")
    post(game, FIRST, 100, told_of=[(80, costs(0)), (100, costs(1))])
    check_same_look(slow, look_as(game, SECOND, "speed 100"), "a post")
    game.click("speed 100")
    game.key("End")
    drive(game, FIRST, "2", "7,1")
    drive(game, SECOND, "6,2")
    end_turn(game, 2)
    post(game, FIRST, 140, told_of=[(120, costs(1)), (140, costs(2))])
    post(game, SECOND, 100, told_of=[(160, "the corners spin the car in this turn")])
    game.key("End")
    drive(game, FIRST, "8,2", "14,1")
    drive(game, SECOND, "11,2")
    end_turn(game, 3)
    post(game, FIRST, 160, told_of=[(160, "over the finish, 0 wear")])
    post(game, SECOND, 80)
    game.key("End")
    drive(game, FIRST, "19,1")
    drive(game, SECOND, "15,1")
    game.wait_status("The race is over.")
    check("1st" in game.target("player 1")["text"], "who was the first at the flag")
    steps.check_done(game, WHOLE_RACE, "what the file holds")


# Rows 19 19 18 at the start. Blocks are possible from turn 3 on: then the third, which is 20 faster, stands in
# row 4 with a point left, behind the others abreast in row 5.
TO_THE_PASS = (3 * ("speed 40",) + ("go 1 1", "go 2 2", "go 1 1")) * 2 + (
    "speed 40", "speed 40", "speed 60", "go 1 1", "go 2 2", "go 1 1")
THREE = (*steps.NAMES, "Zoe")


def percent_through(blocks, own, others=(0, 0)):
    """By every fall of three times two dice: the passer is 20 faster than both."""
    dice = [one + two for one in range(1, 7) for two in range(1, 7)]
    wins = 0
    for mine in dice:
        roll = mine - 1 + (2 if blocks == 2 else 0) - (2 if own else 0)
        beaten = [sum(roll <= 2 or (roll < other - chip and roll < 10) for other in dice) for chip in others]
        wins += beaten[0] * beaten[1]
    return round(100 * wins / 36 ** 3)


def check_odds(game, row, own, others=(0, 0)):
    expected = ", ".join(f"{percent} %" for percent in
                         (100, percent_through(1, own, others), percent_through(2, own, others)))
    game.wait(lambda seen: any(t["text"] == f"{row}: {expected}" for t in seen["labels"]),
              f"{row}: {expected}")


def standing(game):
    return [target["text"] for target in game.targets("player ")]


def check_ends_a_move(game, action):
    """By its key and by its button; taken back each time."""
    for way in (lambda: game.key("0"), lambda: game.click(action)):
        game.wait_target(action)
        way()
        steps.wait_until(lambda: steps.done_actions(game)[-1] == action, f"{action} in the file")
        check(not game.has("button no"), f"{action} is not asked about")
        game.key("End")
        game.wait_gone(action)
        game.key("ctrl+z")
        game.wait_target(action)
    game.point_away()


def test_a_pass_is_forced_and_no_card_is_seen_before_it_is_turned(table):
    game = table.open("--scale", "200", saved_race(table.home, OVAL, THREE, TO_THE_PASS, build="standard"))
    game.wait_target("force 1 2")
    told = game.target("force 1 2")["text"]
    check(told.startswith(f"{FIRST} and ") or told.endswith(f" and {FIRST}"), f"between whom: {told}")
    cards = [t["text"] for t in game.targets("player ")]
    check(not any("build" in text for text in cards), f"no build in digits: {cards}")
    check(any("built for start " in text or "built for acceleration " in text for text in cards),
          f"what cars are built for: {cards}")
    check_odds(game, "no chip", False)
    check_odds(game, "my chip", True)
    check_ends_a_move(game, "brake")
    game.click("force 1 2")
    game.key("End")
    game.click("button go-on")
    take_over(game, FIRST, "card block")
    game.click("card block")
    blocked = look_as(game, SECOND, "card pass")
    game.key("ctrl+z")
    take_over(game, FIRST, "card pass")
    game.click("card pass")
    passed = look_as(game, SECOND, "card pass")
    check_same_look(blocked, passed, "a card")
    game.click("card block")
    game.wait_status("Zoe, spend a chip?")
    check_odds(game, "no chip", False)
    check_odds(game, "my chip", True)
    game.click("chip")
    game.wait_status(f"{FIRST}, spend a chip?")
    check_odds(game, "no chip", True)
    check_odds(game, "my chip", True, (2, 0))
    game.point_away()
    game.click("chip")
    game.wait_status(f"{SECOND}, spend a chip?")
    check_odds(game, "no chip", True, (2, 0))
    check_odds(game, "my chip", True, (2, 2))
    before = standing(game)
    game.point_away()
    game.click("keep")
    game.wait(lambda seen: not any(t["id"] == "keep" and SECOND in seen["status"] for t in seen["targets"]),
              "cards and dice")
    game.key("End")
    game.wait(lambda seen: any(" − 2 (chip) − 1 (faster by 20) = "
                               in t["text"] for t in seen["labels"]), "every number that was added")
    game.resize(1000, 620)  # all of the table is seen, also where everything is large in a small window
    game.wait(lambda seen: any(" − 2 (chip)" in t["text"] and t["y"] >= 0 and
                               t["y"] + t["h"] <= game.target("button go-on")["y"] for t in seen["labels"]),
              "the whole table")
    check(before != standing(game), "the panel tells what has come of it before anybody goes on")
    done = [action for action in steps.done_actions(game) if action in ("block", "pass", "chip", "keep")]
    check_equal(done, ["pass", "block", "chip", "chip", "keep"], "what was entered")


# Round to row 5 with 120 on the clock: the corner behind it takes 60 in its first lane.
TO_THE_BEND = ("speed 60", "go 1 1 1", "speed 60", "go 1 1 1", "speed 60", "go 1 1 1", "speed 100", "go 1 1 1 1 1",
               "speed 120", "go 1 1 1 1 1 1", "speed 120", "go 1 1 1 1 1 1", "speed 120")


def test_who_is_too_fast_is_asked_for_a_chip_before_the_spin(table):
    game = table.open(saved_race(table.home, BEND, (FIRST,), TO_THE_BEND, build="standard", laps=2))
    game.wait_target("space 6,1")
    before = standing(game)
    check_equal(game.target("space 6,1")["text"], "Lane 1: spin · 60 above the limit of 60", "and why")
    game.click("space 6,1")
    game.wait_target("button no")
    game.click("button no")
    game.wait_target("space 6,1")
    game.click("space 6,1")  # it was asked once
    game.wait_target("chip")
    check(game.has("keep"), "both answers")
    game.click("chip")
    game.wait(lambda seen: any("− 2 (chip)" in t["text"] for t in seen["labels"]), "the roll and what is taken off")
    game.key("End")
    check(before != standing(game), "the panel tells what has come of it")
    check_equal(steps.done_actions(game)[-2:], ["go 1", "chip"], "what was entered")


# The second is right behind the first when both post 120, and one of its seven spaces is left.
TO_A_SPACE_MORE = ("speed 60", "speed 60", "go 1 1 1", "go 2 2 2", "speed 100", "speed 80", "go 1 1 1 1 1", "go 2 2 2 1",
                   "speed 120", "speed 120", "go 1 1 1 1 1 1", "go 1 1 1 1 1 1")


def test_who_is_drawn_along_may_stay_also_on_a_wall(table):
    game = table.open(saved_race(table.home, OVAL, steps.NAMES, TO_A_SPACE_MORE, build="standard"))
    game.wait_target("space 13,2")
    check(not game.has("space 13,1"), "the first stands there")
    speeds = [label for label in game.read()["labels"] if label["text"] == "120"]
    check_equal(len(speeds), 2, "speeds beside the cars")
    check_ends_a_move(game, "stay")
    game.key("F5")  # on a wall B is a presenter's key and nobody's brake
    game.wait_status("Projector")
    game.key("b")
    game.wait_status("The screen is blank")
    game.key("b")
    check_ends_a_move(game, "stay")


if __name__ == "__main__":
    main(globals())
