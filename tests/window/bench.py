"""Measures the window: frames, the first picture, idling and memory. bench.py PROGRAM

The race is the heaviest one that the game promises to be quick in: 8 cars after 60 rounds on the
long road course, 1920 x 1080, software renderer. A frame's cost is the processor time that the
program spends, in all its threads, between an event and the line of --watch that answers it (the
writing of that line included), divided by the frames drawn for it. Each figure is a median; a line
says what it should be at most.
"""
import json
import random
import select
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import game
from circuit_race_test import FIRST, OVAL, SECOND, THREE, TO_THE_PASS, saved_race, take_over
from display import HEIGHT, WIDTH, Display
from pen import Pen, ring, walk

sys.path.insert(0, str(game.ROOT / "tests" / "bench"))
from figures import Figures  # noqa: E402

ROUNDS, PLAYERS, RUNS, RACES = 60, 8, 41, 500
REPLAY_ROUNDS = 250  # 2,000 actions
HINT_ROUNDS = 12
SHEET = (200, 150)  # squares, of the sheet that is drawn on
VERTICES = 5000
FRAME = 16.7  # milliseconds
STOCK_TURNS = 25
STOCK_MAP = game.ROOT / "tracks" / "stock-cars" / "sierra-superspeedway.map"
CIRCUIT = game.ROOT / "tracks" / "circuit" / "grand-ninety.svg"
TRACK = game.ROOT / "tracks" / "graph-paper" / "long-road.svg"


def drive(referee, rounds):
    """Each car takes a move that does not end its drive, at a speed that it can hold."""
    draws = random.Random(1)
    state = referee.greeting["state"]
    while state["round"] <= rounds and not state["over"]:
        moves = referee.ask("moves")["moves"]
        clear = [move for move in moves if move["outcome"] == "clear"] or moves
        state = referee.ask(f"do {draws.choice(clear)['action']}")["state"]


def make_race(home, rounds=ROUNDS):
    path = home / f"{rounds}-rounds.race"
    referee = game.Referee(TRACK, "--players", str(PLAYERS), "--rules", "classroom", "--set",
                           "laps=99")
    drive(referee, rounds)
    assert referee.ask(f"save {path}")["ok"]
    referee.close()
    return path


def processor_milliseconds(process):
    """Of all threads; the kernel counts nanoseconds here, not ticks."""
    return sum(ran for _, ran, _ in game.tasks(process.pid)) / 1e6


def frame_cost(window, *event):
    """Median cost of the frame that answers an event; events are given in turn."""
    costs = []
    for run in range(RUNS):
        frame, before = window.read()["frame"], processor_milliseconds(window.process)
        window.display.xdotool(*event[run % len(event)])
        drawn = window.wait_newer(frame)["frame"] - frame
        costs.append((processor_milliseconds(window.process) - before) / drawn)
    return statistics.median(costs)


def first_frame(display, home, *arguments, runs=9, environment=None):
    """Milliseconds until then, and those of the processor."""
    times, costs = [], []
    for _ in range(runs):
        started = time.monotonic()
        window = game.Game(display, *arguments, home=home, program=game.RELEASE,
                           environment=environment)
        window.wait(lambda seen: True, "a first picture")
        times.append(1000 * (time.monotonic() - started))
        costs.append(processor_milliseconds(window.process))
        window.kill()
        window.clean_up()
    return statistics.median(times), statistics.median(costs)


def fill_shelf(home):
    """Finished races, as a year of playing leaves them."""
    folder = home / "data" / "graphprix" / "races"
    folder.mkdir(parents=True)
    finished = (game.ROOT / "tests" / "replays" / "1" / "first-oval-babylon.race").read_bytes()
    for number in range(RACES):
        (folder / f"race-{number}.race").write_bytes(finished)


def home_with_races(display, folder, known):
    """What the first picture costs more than without races; known: they were listed before."""
    bare, full = folder / "bare", folder / ("known" if known else "unknown")
    bare.mkdir(exist_ok=True)
    fill_shelf(full)
    cache = full / "cache" / "graphprix" / "races.txt"
    if known:
        window = game.Game(display, home=full, program=game.RELEASE)
        window.wait_screen("home")
        window.click("button saved-races")
        window.wait_screen("saved")
        window.wait(lambda seen: "…" not in [t["text"] for t in seen["targets"]], "all races known")
        window.key("Escape")
        window.wait_screen("home")
        window.clean_up()
    without = first_frame(display, bare)
    with_races = first_frame(display, full)
    if known:
        assert cache.exists(), "the list keeps what it has read"
    return [dear - cheap for dear, cheap in zip(with_races, without)]


def resident_mebibytes(process):
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


class Report(Figures):
    def run(self, measure):
        """Each on a display of its own, so that one that fails takes no row of the others with it."""
        display = Display()
        try:
            with tempfile.TemporaryDirectory(prefix="graphprix-bench-") as folder:
                measure(display, Path(folder), self)
        except Exception as error:
            self.missed += 1
            print(f"{name_of(measure)} FAILED: {type(error).__name__}: {error}", flush=True)
        finally:
            display.close()

    def tell(self, what, value, unit, target, rounds=ROUNDS, ground=None, spent=None):
        """Spent: milliseconds of a processor, where the value is those that one waits."""
        ground = f"{ground or f'long-road, {PLAYERS} cars, {rounds} rounds'}, {WIDTH} x {HEIGHT}"
        if spent is not None:
            ground += f" (processor: {spent:.1f} ms)"
        super().tell(what, value, unit, target, ground)
        if spent is not None:
            self.rows.append((f"{what}, processor", "ms", spent, ""))


def name_of(measure):
    return measure.__name__.replace("measure_", "window ").replace("_", " ")


def measure_replay(display, home, report):
    """Any of 2,000 actions: the next, the one before, and far away ones by the slider."""
    race = make_race(home, REPLAY_ROUNDS)
    window = game.Game(display, race, home=home, program=game.RELEASE)
    window.wait_screen("race")
    window.come_to_rest()
    report.tell("resident memory of 2,000 actions", resident_mebibytes(window.process), "MiB", 48,
                ground=f"long-road, {PLAYERS} cars, {REPLAY_ROUNDS} rounds, the first window on")
    window.clean_up()
    window = game.Game(display, "--full-screen", race, home=home, program=game.RELEASE)
    window.wait(lambda seen: seen["screen"] == "race" and seen["size"] == [WIDTH, HEIGHT],
                "the long race")
    window.key("Escape")
    window.click("button replay")
    window.wait_screen("replay")
    text = window.target("slider replay")["text"]
    assert text == f"{REPLAY_ROUNDS * PLAYERS} of {REPLAY_ROUNDS * PLAYERS}", text
    report.tell("a step back in a replay of 2,000", frame_cost(window, ("key", "Left")), "ms", 16,
                REPLAY_ROUNDS)
    report.tell("a step forward", frame_cost(window, ("key", "Right")), "ms", 16, REPLAY_ROUNDS)
    slider = window.target("slider replay")
    places = [("mousemove", slider["x"] + slider["w"] * part // 100,
               slider["y"] + slider["h"] // 2, "click", 1) for part in (95, 20, 60, 99, 40, 97)]
    report.tell("a seek by the slider", frame_cost(window, *places), "ms", 16, REPLAY_ROUNDS)
    window.clean_up()


def is_next_turn(seen, name):
    return "," in seen["status"] and not seen["status"].startswith(name)


def hints_after_move(window):
    """Milliseconds from the first picture of the next car's turn to the one with its hints, and the
    processor's."""
    name = window.read()["status"].split(",")[0]
    moves = window.targets("move ")
    clear = [move for move in moves if move["text"] == "clear"] or moves
    place = window.centre(random.Random(name + str(window.read()["frame"])).choice(clear)["id"])
    window.display.xdotool("mousemove", *place)
    click = subprocess.Popen(["xdotool", "click", "1"], env=window.display.environment)
    window.wait(lambda seen: is_next_turn(seen, name), "the next turn")
    begun, before = time.monotonic(), processor_milliseconds(window.process)
    window.wait(lambda seen: is_next_turn(seen, name) and "Looking ahead" not in seen["status"],
                "its hints")
    waited = 1000 * (time.monotonic() - begun)
    spent = processor_milliseconds(window.process) - before
    click.wait()
    return waited, spent


def measure_hints(display, home, report):
    """One lap under racing-car, so that everything is known that hints can tell."""
    folder = home / "hints"
    settings = folder / "config" / "graphprix" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"hints": True, "stroke_animation": False,
                                    "ask_before_crash": False}))
    referee = game.Referee(TRACK, "--players", str(PLAYERS), "--set", "collision=none")
    drive(referee, HINT_ROUNDS)
    assert referee.ask(f"save {folder / 'one.race'}")["ok"]
    referee.close()
    window = game.Game(display, "--full-screen", folder / "one.race", home=folder,
                       program=game.RELEASE)
    begun = time.monotonic()
    window.wait_status("rounds")
    first = 1000 * (time.monotonic() - begun)
    report.tell("hints of the first turn", first, "ms", 5000, HINT_ROUNDS,
                spent=processor_milliseconds(window.process))
    waits, costs = zip(*(hints_after_move(window) for _ in range(RUNS)))
    report.tell("hints after a turn began", statistics.median(waits), "ms", 100, HINT_ROUNDS,
                spent=statistics.median(costs))
    report.tell("the slowest of these", max(waits), "ms", 100, HINT_ROUNDS)
    window.wait(lambda seen: any(t["id"].startswith("move ") for t in seen["targets"]), "a turn")
    points = [window.centre(t["id"]) for t in window.targets("move ")][:9]
    hover = [("mousemove", *point) for point in points]
    report.tell("hover frame with hints", frame_cost(window, *hover), "ms", 4, HINT_ROUNDS)
    window.clean_up()


# --- drawing ----------------------------------------------------------------------------------


def large_sheet(path):
    """Two walls of an unsteady hand, as many vertices as an evening leaves."""
    across, up = SHEET
    chance = random.Random(1)
    walls = []
    for part in (0.97, 0.84):
        places = [(x + chance.uniform(-.03, .03), up - y + chance.uniform(-.03, .03)) for x, y in
                  ring((across / 2, up / 2), part * across / 2, part * up / 2, 0.01, VERTICES // 2)]
        points = " ".join(f"{x:.3f},{y:.3f}" for x, y in places)
        walls.append(f'<polygon class="wall" points="{points}"/>')
    path.parent.mkdir(parents=True)
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {up}">'
                    f'<title>Large sheet</title>{"".join(walls)}<line class="start finish" '
                    f'x1="{across * 90 // 100}" y1="{up // 2}" x2="{across}" y2="{up // 2}"/></svg>')


class Hand:
    """xdotool that waits for commands, so that a motion costs the program and not the shell."""

    def __init__(self, display):
        self.process = subprocess.Popen(["xdotool", "-"], env=display.environment,
                                        stdin=subprocess.PIPE, text=True, bufsize=1)

    def do(self, command):
        self.process.stdin.write(command + "\n")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def wait_for_picture(window, frame, patience=5):
    """As Game.wait_newer, but woken by the line itself."""
    limit = time.monotonic() + patience
    while window.read()["frame"] <= frame:
        select.select([window.watch], [], [], 0.1)
        assert time.monotonic() < limit, "a new picture"


def ink_delays(window, hand, pixels):
    """Milliseconds from each motion to the picture that shows it, and those of the processor; the
    former are also those of whatever else the machine has to do."""
    delays, costs = [], []
    for x, y in pixels:
        frame, before = window.read()["frame"], processor_milliseconds(window.process)
        begun = time.monotonic()
        hand.do(f"mousemove {x} {y}")
        wait_for_picture(window, frame)
        delays.append(1000 * (time.monotonic() - begun))
        costs.append(processor_milliseconds(window.process) - before)
    return delays, costs


def open_sheet(display, home):
    window = game.Game(display, "--full-screen", home=home, program=game.RELEASE)
    window.wait(lambda seen: seen["size"] == [WIDTH, HEIGHT], "the whole screen")
    window.click("button tracks")
    window.click("track Large sheet")
    window.wait_status("Chosen: Large sheet")
    window.click("button edit")
    window.wait_screen("editor")
    window.wait_status("Its best lap takes ")
    return window


def measure_drawing(display, home, report):
    """A stroke over a sheet that is full already: the ink, what is said of it, the ghost lap."""
    folder = home / "drawing"
    large_sheet(folder / "data" / "graphprix" / "tracks" / "large-sheet.svg")
    ground = f"{SHEET[0]} x {SHEET[1]} squares, {VERTICES} vertices"
    window, hand = open_sheet(display, folder), None
    try:
        hand = Hand(display)
        pen = Pen(window)
        pen.choose("pen")
        island = ring((SHEET[0] / 2, SHEET[1] / 2), 55, 40, 0.05, 60)
        way = list(walk(pen.pixels([*island, island[0]])))
        hand.do(f"mousemove {way[0][0]} {way[0][1]}")
        hand.do("mousedown 1")
        delays, costs = ink_delays(window, hand, way[1:])
        report.tell("ink behind the pen", statistics.median(delays), "ms", FRAME, ground=ground,
                    spent=statistics.median(costs))
        report.tell(f"the slowest of {len(delays)}", max(delays), "ms", FRAME, ground=ground)
        report.tell("processor time of the dearest", max(costs), "ms", FRAME, ground=ground)
        begun, before = time.monotonic(), processor_milliseconds(window.process)
        hand.do("mouseup 1")
        window.wait(lambda seen: "Draw wall" in str([t["text"] for t in seen["targets"]]),
                    "the stroke to be taken")
        report.tell("the stroke taken and checked", 1000 * (time.monotonic() - begun), "ms", 100,
                    ground=ground, spent=processor_milliseconds(window.process) - before)
        window.wait_status("Its best lap takes ")
        report.tell("its ghost lap", 1000 * (time.monotonic() - begun), "ms", 500, ground=ground,
                    spent=processor_milliseconds(window.process) - before)
        report.tell("hover frame over it", frame_cost(window, *[
            ("mousemove", *place) for place in way[:60:12]]), "ms", 4, ground=ground)
    finally:
        if hand:
            hand.close()
        window.clean_up()


# --- the race ---------------------------------------------------------------------------------


def measure_home(display, home, report):
    race = make_race(home)
    for what, arguments in (("home", []), ("that race", [race])):
        waited, spent = first_frame(display, home, "--full-screen", *arguments)
        report.tell(f"first picture, {what}", waited, "ms", 200, spent=spent)


def measure_shelf(display, home, report):
    for known in (True, False):
        what = f"home with {RACES} races, {'known' if known else 'new'}"
        waited, spent = home_with_races(display, home, known)
        report.tell(what, waited, "ms", 50, spent=spent)


def measure_race(display, home, report):
    race = make_race(home)
    window = game.Game(display, "--full-screen", race, home=home, program=game.RELEASE)
    window.wait(lambda seen: seen["screen"] == "race" and seen["size"] == [WIDTH, HEIGHT] and
                any(t["id"].startswith("move ") for t in seen["targets"]), "a turn, full screen")
    points = [window.centre(t["id"]) for t in window.targets("move ")][:9]
    hover = [("mousemove", *point) for point in points]
    report.tell("hover frame", frame_cost(window, *hover), "ms", 4)
    window.key("f")
    display.xdotool("mousemove", WIDTH // 3, HEIGHT // 2)
    notches = ("click", "--repeat", 8, "--delay", 20)
    report.tell("zoom frame", frame_cost(window, (*notches, 4), (*notches, 5)), "ms", 16)
    window.key("f")
    display.xdotool("mousemove", WIDTH // 3, HEIGHT // 2, "mousedown", 3)
    steps = [("mousemove", WIDTH // 3 + 40 * i, HEIGHT // 2 + 20 * i) for i in (1, 2, 3, 2, 1, 0)]
    report.tell("pan frame", frame_cost(window, *steps), "ms", 16)
    display.xdotool("mouseup", 3)
    report.tell("resident memory", resident_mebibytes(window.process), "MiB", 120)
    time.sleep(2)
    before = processor_milliseconds(window.process)
    time.sleep(10)
    report.tell("processor time in 10 s, idle", processor_milliseconds(window.process) - before,
                "ms", 5)
    window.clean_up()


# --- stock cars -------------------------------------------------------------------------------


def find_order(referee, draws):
    """Of the car that is asked next: one of some random orders, that stays on the track if any does."""
    speeds = referee.ask("moves")["orders"]["speeds"]
    for _ in range(40):
        speed = draws.choice(speeds)
        moves = ["M"] * speed["speed"]
        for _ in range(draws.randrange(3) if moves else 0):
            moves[draws.randrange(len(moves))] = draws.choice("LR")
        order = speed["changes"] + "".join(moves) or "-"
        answer = referee.ask(f"try {order}")
        if answer["ok"] and not answer["off_track"] and speed["speed"]:
            return order
    return speeds[-1]["changes"] + "M" * speeds[-1]["speed"] or "-"


def make_stock_race(home):
    """In the middle of a turn that is told in secret: the last car's order is missing."""
    path = home / "stock.race"
    referee = game.Referee(STOCK_MAP, "--game", "stock-cars", "--players", str(PLAYERS), "--set",
                           "specials=off", "--set", "laps=99", "--seed", "1")
    draws = random.Random(1)
    for turn in range(1, STOCK_TURNS + 1):
        for _ in range(PLAYERS - (turn == STOCK_TURNS)):
            answer = referee.ask(f"do {find_order(referee, draws)}")
            assert answer["ok"], answer
    last = find_order(referee, draws)
    assert referee.ask(f"save {path}")["ok"]
    referee.close()
    return path, last


def film_cost(window):
    """Of the pictures of the turn that is driven: --watch tells only of the last one."""
    window.key("Home")
    frame = window.wait_target("button to-end") and window.read()["frame"]
    before = processor_milliseconds(window.process)
    window.key("space")
    drawn = window.wait_newer(frame)["frame"] - frame
    return (processor_milliseconds(window.process) - before) / drawn


def measure_stock_cars(display, home, report):
    race, order = make_stock_race(home)
    ground = f"sierra-superspeedway, {PLAYERS} cars, {STOCK_TURNS} turns"
    window = game.Game(display, "--full-screen", race, home=home, program=game.RELEASE)
    window.wait(lambda seen: seen["screen"] == "race" and seen["size"] == [WIDTH, HEIGHT],
                "the race, full screen")
    window.click("button ready")
    window.wait_target("order")
    window.click(window.targets("speed ")[-1]["id"])
    window.wait(lambda seen: any(t["id"].startswith("tile ") for t in seen["targets"]), "tiles ahead")
    points = [window.centre(t["id"]) for t in window.targets("tile ")][:9]
    report.tell("hover frame of an order",
                frame_cost(window, *[("mousemove", *point) for point in points]), "ms", 4,
                ground=ground)
    window.click("order")
    window.wait_focus("order")
    window.key("ctrl+a")
    window.type(order)
    window.key("Return")
    window.wait(lambda seen: game.has(seen, "button yes") or game.has(seen, "button play"), "an answer")
    if game.has(window.read(), "button yes"):
        window.click("button yes")
    window.wait_target("button play")
    window.key("End")
    window.wait_gone("button to-end")
    report.tell("frame of a turn that is driven", film_cost(window), "ms", 4, ground=ground)
    window.clean_up()


# --- circuit ----------------------------------------------------------------------------------


def make_circuit_race(home):
    """All have posted, and the first of eight is to move."""
    path = home / "circuit.race"
    referee = game.Referee(CIRCUIT, "--game", "circuit", "--players", str(PLAYERS), "--set",
                           "build=standard", "--seed", "1")
    for _ in range(PLAYERS):
        answer = referee.ask("do speed 40")
        assert answer["ok"], answer
    assert referee.ask(f"save {path}")["ok"]
    referee.close()
    return path


def roll_the_dice(window):
    """The pass of circuit_race_test, to the last chip."""
    for name, card in ((FIRST, "card pass"), (SECOND, "card block")):
        take_over(window, name, card)
        window.click(card)
    for name in (THREE[2], FIRST, SECOND):
        window.wait_status(f"{name}, spend a chip?")
        window.point_away()
        window.click("keep")


def measure_circuit(display, home, report):
    ground = f"{CIRCUIT.stem}, {PLAYERS} cars"
    window = game.Game(display, "--full-screen", make_circuit_race(home), home=home, program=game.RELEASE)
    window.wait(lambda seen: seen["size"] == [WIDTH, HEIGHT] and
                any(t["id"].startswith("space ") for t in seen["targets"]), "spaces, full screen")
    points = [window.centre(t["id"]) for t in window.targets("space ") if t["h"] > 0][:9]
    report.tell("hover frame of a move", frame_cost(window, *[("mousemove", *point) for point in points]),
                "ms", 4, ground=ground)
    window.clean_up()
    race = saved_race(home, OVAL, THREE, TO_THE_PASS, build="standard")
    window = game.Game(display, "--full-screen", race, home=home, program=game.RELEASE)
    window.wait_target("force 1 2")
    window.wait(lambda seen: seen["size"] == [WIDTH, HEIGHT], "full screen")
    window.click("force 1 2")
    window.wait_target("button go-on")
    window.key("End")
    window.click("button go-on")
    roll_the_dice(window)
    window.wait_target("button play")
    window.key("End")
    window.wait_gone("button to-end")
    report.tell("frame of dice that roll", film_cost(window), "ms", 8, ground="a forced pass of three cars")
    window.clean_up()


# --- classroom --------------------------------------------------------------------------------


def lesson_delays(window, hand, name):
    """Milliseconds from the second click to the first step, and the processor's, time and time again."""
    delays, costs = [], []
    for _ in range(RUNS):
        window.click("button classroom")
        window.wait_screen("classroom")
        hand.do("mousemove {} {}".format(*window.centre(name)))
        window.answer()
        frame = window.read()["frame"]
        begun, before = time.monotonic(), processor_milliseconds(window.process)
        hand.do("click 1")
        wait_for_picture(window, frame)
        while window.read()["screen"] != "lesson":
            wait_for_picture(window, window.read()["frame"])
        delays.append(1000 * (time.monotonic() - begun))
        costs.append(processor_milliseconds(window.process) - before)
        window.key("Escape")
        window.wait_screen("classroom")
        window.key("Escape")
        window.wait_screen("home")
    return delays, costs


def measure_lesson(display, home, report):
    window = game.Game(display, "--full-screen", home=home, program=game.RELEASE)
    window.wait(lambda seen: seen["size"] == [WIDTH, HEIGHT], "the whole screen")
    hand = Hand(display)
    try:
        delays, costs = lesson_delays(window, hand, "lesson velocity")
        ground = "the first lesson, from the second click"
        report.tell("first step of a lesson", statistics.median(delays), "ms", 100, ground=ground,
                    spent=statistics.median(costs))
        report.tell(f"the slowest of {RUNS}", max(delays), "ms", 100, ground=ground)
    finally:
        hand.close()
        window.clean_up()


def measure_motion(display, home, report):
    """Table and graphs beside the sheet: each event marks another move in all three, or shows one."""
    window = game.Game(display, "--full-screen", make_race(home, REPLAY_ROUNDS), home=home,
                       program=game.RELEASE)
    window.wait(lambda seen: seen["screen"] == "race" and seen["size"] == [WIDTH, HEIGHT], "the long race")
    window.key("Escape")
    window.click("button show-in-class")
    window.wait_screen("demonstration")
    graphs = window.wait_target("graphs")
    rows = [("mousemove", *window.centre(row["id"])) for row in window.targets("row ")[1:9]]
    assert len(rows) == PLAYERS, rows
    report.tell("hover frame of the table", frame_cost(window, *rows), "ms", 4, REPLAY_ROUNDS)
    across = [("mousemove", graphs["x"] + graphs["w"] * part // 100, graphs["y"] + graphs["h"] // 3)
              for part in (30, 70, 50, 90, 40)]
    report.tell("hover frame of the graphs", frame_cost(window, *across), "ms", 4, REPLAY_ROUNDS)
    window.point_away()
    report.tell("a step back of the cars", frame_cost(window, ("key", "BackSpace")), "ms", 16, REPLAY_ROUNDS)
    report.tell("a step of the cars", frame_cost(window, ("key", "space")), "ms", 16, REPLAY_ROUNDS)
    window.clean_up()


MEASURES = (measure_drawing, measure_home, measure_shelf, measure_race, measure_hints, measure_replay,
            measure_stock_cars, measure_circuit, measure_lesson, measure_motion)


def rows_of(program, measure, loud=False):
    game.RELEASE = game.PROGRAM = Path(program).resolve()
    told = Report(loud)
    told.run(measure)
    return told


def run(measures, program, words=""):
    """Called as a program: with the program that is measured, and words that names of measures hold."""
    chosen = [measure for measure in measures if words in name_of(measure)]
    sys.exit(any([rows_of(program, measure, loud=True).missed for measure in chosen]))


if __name__ == "__main__":
    run(MEASURES, *sys.argv[1:])
