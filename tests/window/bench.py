"""Measures the window: frames, the first picture, idling and memory. bench.py PROGRAM

The race is the heaviest one that the game promises to be quick in: 8 cars after 60 rounds on the
long road course, 1920 x 1080, software renderer. A frame's cost is the processor time that the
program spends, in all its threads, between an event and the line of --watch that answers it (the
writing of that line included), divided by the frames drawn for it. Each figure is a median; a line
says what it should be at most.
"""
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import game
from display import HEIGHT, WIDTH, Display

ROUNDS, PLAYERS, RUNS, RACES = 60, 8, 41, 500
REPLAY_ROUNDS = 250  # 2,000 actions
HINT_ROUNDS = 12
TRACK = game.ROOT / "tracks" / "long-road.svg"


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
    tasks = Path(f"/proc/{process.pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6


def frame_cost(window, *event):
    """Median cost of the frame that answers an event; events are given in turn."""
    costs = []
    for run in range(RUNS):
        frame, before = window.read()["frame"], processor_milliseconds(window.process)
        window.display.xdotool(*event[run % len(event)])
        drawn = window.wait_newer(frame)["frame"] - frame
        costs.append((processor_milliseconds(window.process) - before) / drawn)
    return statistics.median(costs)


def first_frame(display, home, *arguments):
    times = []
    for _ in range(9):
        started = time.monotonic()
        window = game.Game(display, *arguments, home=home, program=game.RELEASE)
        window.wait(lambda seen: True, "a first picture")
        times.append(1000 * (time.monotonic() - started))
        window.kill()
        window.clean_up()
    return statistics.median(times)


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
    cache = full / "cache" / "graphprix" / "races.json"
    if known:
        window = game.Game(display, home=full, program=game.RELEASE)
        window.wait_screen("home")
        window.click("button saved-races")
        window.wait(lambda seen: "…" not in [t["text"] for t in seen["targets"]], "all races known")
        window.key("Escape")
        window.wait_screen("home")
        window.clean_up()
    without = first_frame(display, bare)
    times = first_frame(display, full)
    if known:
        assert cache.exists(), "the list keeps what it has read"
    return times - without


def resident_mebibytes(process):
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


class Report:
    def __init__(self):
        self.missed = 0

    def tell(self, what, value, unit, limit, rounds=ROUNDS):
        reached = value <= limit
        self.missed += not reached
        print(f"{what:<34} {value:12.2f} {unit:<3}  target <= {limit:<8} "
              f"{'reached' if reached else 'MISSED':<8} long-road, {PLAYERS} cars, {rounds} rounds, "
              f"{WIDTH} x {HEIGHT}", flush=True)


def measure_replay(display, home, report):
    """Any of 2,000 actions: the next, the one before, and far away ones by the slider."""
    window = game.Game(display, "--full-screen", make_race(home, REPLAY_ROUNDS), home=home,
                       program=game.RELEASE)
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
    """Milliseconds from the first picture of the next car's turn to the one with its hints."""
    name = window.read()["status"].split(",")[0]
    moves = window.targets("move ")
    clear = [move for move in moves if move["text"] == "clear"] or moves
    place = window.centre(random.Random(name + str(window.read()["frame"])).choice(clear)["id"])
    window.display.xdotool("mousemove", *place)
    click = subprocess.Popen(["xdotool", "click", "1"], env=window.display.environment)
    window.wait(lambda seen: is_next_turn(seen, name), "the next turn")
    begun = time.monotonic()
    window.wait(lambda seen: is_next_turn(seen, name) and "Looking ahead" not in seen["status"],
                "its hints")
    waited = 1000 * (time.monotonic() - begun)
    click.wait()
    return waited


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
    report.tell("hints of the first turn", first, "ms", 5000, HINT_ROUNDS)
    waits = [hints_after_move(window) for _ in range(RUNS)]
    report.tell("hints after a turn began", statistics.median(waits), "ms", 100, HINT_ROUNDS)
    report.tell("the slowest of these", max(waits), "ms", 100, HINT_ROUNDS)
    window.wait(lambda seen: any(t["id"].startswith("move ") for t in seen["targets"]), "a turn")
    points = [window.centre(t["id"]) for t in window.targets("move ")][:9]
    hover = [("mousemove", *point) for point in points]
    report.tell("hover frame with hints", frame_cost(window, *hover), "ms", 4, HINT_ROUNDS)
    window.clean_up()


def measure(display, home, report):
    race = make_race(home)
    report.tell("first picture, home", first_frame(display, home, "--full-screen"), "ms", 200)
    report.tell("first picture, that race", first_frame(display, home, "--full-screen", race),
                "ms", 200)
    for known in (True, False):
        what = f"home with {RACES} races, {'known' if known else 'new'}"
        report.tell(what, home_with_races(display, home, known), "ms", 50)
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


def main():
    game.RELEASE = game.PROGRAM = Path(sys.argv[1]).resolve()
    report = Report()
    display = Display()
    try:
        with tempfile.TemporaryDirectory(prefix="graphprix-bench-") as folder:
            measure(display, Path(folder), report)
            measure_hints(display, Path(folder), report)
            measure_replay(display, Path(folder), report)
    finally:
        display.close()
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
