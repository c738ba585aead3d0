"""Measures what moves and is heard, as bench.py does the rest. feel_bench.py PROGRAM

A crash, a flag and confetti at once, heard by SDL's dummy driver; when its device is closed, and
what idling costs then.
"""
import json
import statistics
import sys
import time
from pathlib import Path

import game
from bench import CIRCUIT, PLAYERS, TRACK, make_circuit_race, make_race, processor_milliseconds, run
from display import HEIGHT, WIDTH

HEARD = {"SDL_AUDIODRIVER": "dummy"}
STROKE_MOST = 400  # milliseconds under the pen
MOVES = 8  # one of each car


def make_finish(home):
    """Eight rookies; one is to move and wins by that, and the next one can crash. Returns the race and
    both moves."""
    path = home / "finish.race"
    arguments = ("--players", str(PLAYERS), "--set", "collision=none")
    drivers = [word for number in range(PLAYERS) for word in ("--driver", f"{number + 1}=rookie")]
    referee = game.Referee(TRACK, *arguments, *drivers)
    assert referee.ask(f"save {path}")["ok"]
    referee.close()
    actions = [json.loads(line)["do"] for line in path.read_text().splitlines()[1:]]
    referee = game.Referee(TRACK, *arguments)
    wins = next(action for action in actions
                if any(event["type"] == "placed" for event in referee.ask(f"do {action}")["events"]))
    crashes = next(move["action"] for move in referee.ask("moves")["moves"]
                   if move["outcome"] == "off_track")
    assert referee.ask("undo")["ok"] and referee.ask(f"save {path}")["ok"]
    referee.close()
    return path, (wins, crashes)


def has_device(window):
    names = (path.read_text() for path in Path(f"/proc/{window.process.pid}/task").glob("*/comm"))
    return any(name.startswith("SDLAudio") for name in names)


def wait_for_device(window, there, patience):
    begun = time.monotonic()
    while has_device(window) != there:
        assert time.monotonic() < begun + patience, f"the device to be {'open' if there else 'closed'}"
        time.sleep(0.02)
    return time.monotonic() - begun


def play_loudly(home, loud=True):
    settings = home / "config" / "graphprix" / "settings.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(json.dumps({"sound": loud, "volume": 100, "ask_before_crash": False}))


def open_held(display, home, race):
    """Its window, and what shows it at a time, in milliseconds, and tells what a frame has cost."""
    clock = home / "clock"
    clock.write_text("0")
    window = game.Game(display, "--full-screen", "--clock", clock, race, home=home, program=game.RELEASE,
                       environment=HEARD)
    window.wait(lambda seen: seen["size"] == [WIDTH, HEIGHT], "the race, full screen")

    def show(now):
        before = processor_milliseconds(window.process)
        frame = window.read()["frame"]
        clock.with_suffix(".new").write_text(str(now))
        clock.with_suffix(".new").rename(clock)
        drawn = window.wait(lambda seen: seen["clock"] == now, f"the time {now}")["frame"] - frame
        return (processor_milliseconds(window.process) - before) / drawn
    return window, show


def measure_strokes(display, home, report):
    """The dearest frame of a move, in which its stroke ends and the next turn begins."""
    play_loudly(home)
    for race, kind, ground in ((make_race(home), "move ", None),
                               (make_circuit_race(home), "space ", f"{CIRCUIT.stem}, {PLAYERS} cars")):
        window, show = open_held(display, home, race)
        costs, now = [], 0
        for _ in range(MOVES):
            now += 20000
            for settled in (now - 10000, now):  # then the camera has come to rest, too
                show(settled)
            window.wait(lambda seen: any(t["id"].startswith(kind) for t in seen["targets"]), "a turn")
            moves = [move for move in window.targets(kind) if move["h"] > 0]
            window.click(([move for move in moves if move["text"] == "clear"] or moves)[0]["id"])
            window.point_away()
            window.answer()
            costs.append(max(show(now + age) for age in range(33, STROKE_MOST + 100, 33)))
        report.tell("frame in which a stroke ends", statistics.median(costs), "ms", 8, ground=ground)
        window.clean_up()


def measure_feel(display, home, report):
    """Flag and confetti for one and the crash of another, heard, picture by picture at a clock that is held."""
    race, moves = make_finish(home)
    play_loudly(home)
    window, show = open_held(display, home, race)
    for now in (20000, 40000):
        show(now)
    for move in moves:
        window.click(f"move {move}")
        window.answer()
    window.point_away()
    window.answer()
    show(40000 + STROKE_MOST)
    costs = [show(40000 + STROKE_MOST + age) for age in range(33, 660, 33)]
    assert has_device(window), "it is heard"
    report.tell("frame of crash, confetti and sound", statistics.median(costs), "ms", 8,
                ground=f"long-road, {PLAYERS} cars that have driven a lap")
    window.clean_up()


def cost_of_first_picture(display, home, race):
    """Milliseconds of the thread that draws it: the chime of the first turn opens the device beside it,
    and until when it is there also has whatever else the machine does in it."""
    window = game.Game(display, "--full-screen", race, home=home, program=game.RELEASE, environment=HEARD)
    window.wait(lambda seen: True, "a first picture")
    schedule = Path(f"/proc/{window.process.pid}/task/{window.process.pid}/schedstat").read_text()
    window.clean_up()
    return int(schedule.split()[0]) / 1e6


def measure_sound(display, home, report):
    """A move is heard; then nothing happens."""
    race = make_race(home)
    costs = {True: [], False: []}
    for loud in 9 * list(costs):
        play_loudly(home / str(loud), loud)
        costs[loud].append(cost_of_first_picture(display, home / str(loud), race))
    report.tell("sound: first picture dearer by", statistics.median(costs[True]) -
                statistics.median(costs[False]), "ms", 5)
    play_loudly(home)
    window = game.Game(display, "--full-screen", race, home=home, program=game.RELEASE,
                       environment=HEARD)
    window.click(window.wait(lambda seen: any(t["id"].startswith("move ") for t in seen["targets"]),
                             "a turn") and window.targets("move ")[0]["id"])
    window.point_away()
    wait_for_device(window, True, 5)
    report.tell("its device is closed after", wait_for_device(window, False, 20), "s", 12)
    window.come_to_rest()
    before = processor_milliseconds(window.process)
    time.sleep(10)
    report.tell("processor time in 10 s after that", processor_milliseconds(window.process) - before,
                "ms", 0)
    window.clean_up()


MEASURES = measure_strokes, measure_feel, measure_sound

if __name__ == "__main__":
    run(MEASURES, *sys.argv[1:])
