"""Looking back on a race: slider, steps, playing, and what can be saved of it - by real clicks and drags.

The race is the story of story.py, written as a saved race by the referee; what each moment must show
follows from it.
"""
import csv
import io
import re
import resource
import subprocess
import time

import steps
from game import PROGRAM, Referee
from story import COLLISION, CRASH, FIRST, STORY, action
from suite import check, check_equal, main

ACTIONS = len(STORY)


def save_story(home, count=ACTIONS):
    """The story as a saved race in the player's folder; who begins is listed first."""
    folder = home / "data" / "graphprix" / "races"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "2026-11-20-straight.race"
    referee = Referee(steps.STRAIGHT, "--players", "2", "--rules", "racing-car", "--set",
                      "order=listed")
    for _, start, move in STORY[:count]:
        answer = referee.ask(f"do {action(start, move)}")
        check(answer["ok"], f"the referee takes {start}, {move}: {answer}")
    check(referee.ask(f"save {path}")["ok"], "the race is saved")
    referee.close()
    return path


def wait_step(game, step, of=ACTIONS):
    game.wait(lambda seen: steps.text_of(seen, "slider replay") == f"{step} of {of}",
              f"step {step} of {of}")


def look(game):
    game.point_away()
    return game.picture()


def open_replay(table, count=ACTIONS):
    game = table.open(save_story(table.home, count))
    if count == ACTIONS:
        game.wait_screen("results")
    else:
        game.wait_screen("race")
        game.key("Escape")
    game.click("button replay")
    game.wait_screen("replay")
    return game


def slider_places(game):
    """Where on the screen the knob stands for a part of the way, 0 to 1."""
    left, top = game.origin()
    target = game.wait_target("slider replay")
    half = 11  # of the knob
    return lambda part: (left + target["x"] + half + round((target["w"] - 2 * half) * part),
                         top + target["y"] + target["h"] // 2)


def test_slider(table):
    game = open_replay(table)
    wait_step(game, 0)
    check_equal(game.seen["status"], "Before the start.", "status")
    empty = look(game)
    at = slider_places(game)
    mouse = table.display.xdotool
    mouse("mousemove", *at(0), "mousedown", 1)
    for part in range(1, 10):
        mouse("mousemove", *at(part / 10))
    mouse("mousemove", *at(1))
    wait_step(game, ACTIONS)
    mouse("mousemove", *at(2))  # beyond the end
    mouse("mousemove", *at((CRASH + 1) / ACTIONS), "mouseup", 1)
    wait_step(game, CRASH + 1)
    check("leaves the track" in game.seen["status"], f"the crash is told: {game.seen['status']}")
    crash = look(game)
    check(crash.differing(empty) > 1000, "the ink of 18 moves is there")
    mouse("mousemove", *at((COLLISION + 1) / ACTIONS), "click", 1)
    wait_step(game, COLLISION + 1)
    check("runs into" in game.seen["status"], f"the collision is told: {game.seen['status']}")
    check(look(game).differing(crash) > 200, "another moment, another picture")
    mouse("mousemove", *at((CRASH + 1) / ACTIONS), "click", 1)
    wait_step(game, CRASH + 1)
    # Edges that were cut by a mended box may be a shade off.
    check(look(game).differing(crash) <= 8, "the moment looks the same from either side")


def test_steps_by_keys_and_buttons(table):
    game = open_replay(table)
    pictures = {}
    for step in range(4):
        wait_step(game, step)
        pictures[step] = look(game)
        game.key("Right")
    wait_step(game, 4)
    for step in (3, 2, 1, 0):
        game.key("Left")
        wait_step(game, step)
        check(look(game).differing(pictures[step]) <= 8, f"step {step} on the way back")
    check(not game.has("button step-back"), "there is nothing before the start")
    game.click("button step-forward")
    wait_step(game, 1)
    game.click("button step-back")
    wait_step(game, 0)
    game.key("Next")
    wait_step(game, 10)
    game.key("Prior")
    wait_step(game, 0)
    game.key("End")
    wait_step(game, ACTIONS)
    check(not game.has("button step-forward"), "there is nothing behind the end")
    game.click("button to-start")
    wait_step(game, 0)
    game.click("button to-end")
    wait_step(game, ACTIONS)
    game.key("Home")
    wait_step(game, 0)
    game.key("Tab")
    while game.read()["focus"] != "slider replay":
        before = game.read()["focus"]
        game.key("Tab")
        game.wait(lambda seen: seen["focus"] != before, "the focus to move")
    game.key("Right")
    wait_step(game, 1)
    game.key("Escape")
    game.wait_screen("results")


def test_playing(table):
    game = open_replay(table, 5)
    wait_step(game, 5, 5)  # the running race is looked back on from its end
    game.click("choice speed 4")
    frame = game.read()["frame"]
    game.key("space")  # from the start; what moves is not watched before it rests
    seen = game.wait(lambda seen: seen["frame"] > frame + 10 and
                     steps.text_of(seen, "button play") == "play", "the race to be over")
    check_equal(steps.text_of(seen, "slider replay"), "5 of 5", "the end")
    game.click("choice speed 0.5")
    game.click("button play")
    game.wait(lambda seen: steps.text_of(seen, "button play") != "play", "the race to be played")
    game.click("button play")
    game.wait(lambda seen: steps.text_of(seen, "button play") == "play", "a pause")
    check(steps.text_of(game.seen, "slider replay") != "5 of 5", "it had begun again")


def test_the_running_race_is_not_touched(table):
    game = open_replay(table, 5)
    race = game.races()[-1]
    before = race.read_bytes()
    game.key("Home", "Right", "space")
    game.click("button back")
    game.wait_screen("race")
    game.wait_status("your move")
    check_equal(game.races()[-1].read_bytes(), before, "the race's file")
    steps.click_move(game, STORY[5][2])
    check_equal(len(steps.done_actions(game)), 6, "the race goes on")


def exported(table, ending):
    return sorted((table.home / "data").rglob(f"*{ending}"))


def check_moves(path):
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    check_equal(path.read_text().split("\n")[0], "car,move,x,y,vx,vy,ax,ay,event", "heading")
    check_equal(len(rows), ACTIONS + 2, "a row a move and one for each start")
    wanted = [move for car, _, move in STORY if car == FIRST]
    ends = [f'{row["x"]},{row["y"]}' for row in rows if row["car"] == "1"]
    check_equal(ends[:5], ["4,4", "5,4", "8,4", "11,4", "14,4"], "where the first car went")
    check_equal(ends[-1], wanted[-1], "and ended")
    nitro = rows[4]
    check_equal([nitro[name] for name in ("car", "move", "vx", "vy", "ax", "ay", "event")],
                ["1", "2", "3", "0", "2", "0", ""], "the move by nitro")
    check_equal(rows[8]["event"], "slick", "the row of the slick")


def grid_step(path, dots):
    """Millimetres between the grid's lines, measured in a picture of the page."""
    done = subprocess.run(["pdftoppm", "-r", str(dots), "-gray", str(path)], check=True,
                          stdout=subprocess.PIPE).stdout
    width, height = map(int, re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", done).groups())
    pixels = done[-width * height:]
    # A row within the track between two grid lines: only lines that go down cross it.
    best = []
    for y in range(height // 3, height * 2 // 3):
        row = pixels[y * width:(y + 1) * width]
        dark = [x for x in range(width) if row[x] < 250]
        groups = [x for i, x in enumerate(dark) if i == 0 or dark[i - 1] < x - 1]
        if len(groups) > len(best) and len(groups) < width // 8:
            best = groups
    gaps = sorted(b - a for a, b in zip(best, best[1:]))
    usual = gaps[len(gaps) // 2]
    runs, length = [], 0
    for a, b in zip(best, best[1:]):
        if abs(b - a - usual) <= 1:
            length += 1
            start = a if length == 1 else start
            runs.append((length, (b - start) / length))
        else:
            length = 0
    count, step = max(runs)
    check(count >= 10, f"ten squares in a row were found: {count}")
    return step / dots * 25.4


def test_saving(table):
    game = open_replay(table)
    for button, endings in (("button picture", [".png"]), ("button save-sheet", [".pdf", ".svg"]),
                            ("button save-moves", [".csv"])):
        game.key("End")
        wait_step(game, ACTIONS)
        game.click(button)
        for ending in endings:
            steps.wait_until(lambda e=ending: len(exported(table, e)) == 1, f"a file {ending}")
    check_moves(exported(table, ".csv")[0])
    check(exported(table, ".png")[0].read_bytes().startswith(b"\x89PNG"), "the picture is a PNG")
    pdf = exported(table, ".pdf")[0]
    step = grid_step(pdf, 600)
    check(abs(step - 5) <= 0.02, f"a square of the sheet is {step:.3f} mm wide")
    check(b"/PrintScaling /None" in pdf.read_bytes(), "it is printed as large as it is")
    text = subprocess.run(["pdftotext", str(pdf), "-"], check=True, stdout=subprocess.PIPE,
                          text=True).stdout
    check("Straight" in text and "1st Player 2" in text, f"the heading is text: {text[:200]}")
    game.click("button animation")
    steps.wait_until(lambda: len(exported(table, ".gif")) == 1, "a file .gif")
    gif = exported(table, ".gif")[0].read_bytes()
    check(gif.startswith(b"GIF89a") and gif.endswith(b";"), "the animation is a whole GIF")
    check(gif.count(b"\x21\xf9\x04") >= ACTIONS, "it has a picture a step")
    # The same file again from the command line.
    out = table.home / "again.csv"
    subprocess.run([str(PROGRAM), "replay", str(game.races()[-1]), "--csv", str(out)], check=True)
    check_equal(out.read_bytes(), exported(table, ".csv")[0].read_bytes(), "window and command")


def test_from_the_list_of_saved_races(table):
    name = save_story(table.home, 9).name
    game = table.open()
    game.wait_screen("home")
    game.key("ctrl+o")
    game.click(f"replay {name}")
    game.wait_screen("replay")
    wait_step(game, 0, 9)
    game.key("End")
    wait_step(game, 9, 9)
    game.key("F12")
    steps.wait_until(lambda: len(exported(table, ".png")) == 1, "a picture of it")
    game.key("Escape")
    game.wait_screen("saved")


def test_chart_of_speed(table):
    """The fastest and last move of all stands in the upper right corner: 6 squares, the 14th."""
    game = table.open(save_story(table.home))
    game.wait_screen("results")
    chart = game.wait_target("chart speed")
    check_equal(chart["text"], "speed over 14 moves", "the chart speaks of all moves")
    plain = look(game)
    left, top = game.origin()
    told = "Player 2, move 14: speed 6.0"
    for y in range(chart["y"] + 60, chart["y"] + 160, 8):
        table.display.xdotool("mousemove", left + chart["x"] + chart["w"] - 30, top + y)
        time.sleep(0.05)  # there is no telling what will not come
        if steps.text_of(game.read(), "chart speed") == told:
            break
    game.wait(lambda seen: steps.text_of(seen, "chart speed") == told, told)
    check(game.picture().differing(plain) > 1000, "its line stands out")
    check(look(game).differing(plain) <= 8, "and all are alike again")
    while game.read()["focus"] != "chart speed":
        before = game.read()["focus"]
        game.key("Tab")
        game.wait(lambda seen: seen["focus"] != before, "the focus to move")
    for key, what in (("Right", "Player 1, move 1: speed 1.0"),
                      ("Right", "Player 1, move 2: speed 3.0"),
                      ("Down", "Player 2, move 2: speed 2.0"),
                      ("Left", "Player 2, move 1: speed 1.0")):
        game.key(key)
        game.wait(lambda seen: steps.text_of(seen, "chart speed") == what, what)


def test_no_moves_are_saved_before_the_start(table):
    """A table without a row is none, and nobody is told that it is saved."""
    game = open_replay(table)
    wait_step(game, 0)
    game.click("button save-moves")
    game.wait_target("button yes")
    game.wait_status("nobody has moved yet")
    check_equal(exported(table, ".csv"), [], "tables")
    game.key("Escape")
    game.wait_gone("button yes")
    game.key("Right")
    wait_step(game, 1)
    game.click("button save-moves")
    steps.wait_until(lambda: len(exported(table, ".csv")) == 1, "the table behind the first move")


def test_saving_where_nothing_can_be_written(table):
    game = open_replay(table)
    pictures = table.home / "data" / "graphprix" / "pictures"
    pictures.write_text("in the way")
    game.click("button save-sheet")
    game.wait_target("button yes")
    game.key("Escape")
    game.wait_gone("button yes")
    wait_step(game, 0)
    # A limit on the size of files is a full disk.
    resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
    game.key("End")
    wait_step(game, ACTIONS)
    game.click("button save-moves")
    game.wait_target("button yes")
    check_equal(exported(table, ".csv"), [], "no half of a table is left")
    game.key("Escape")
    game.wait_gone("button yes")
    resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE,
                     (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    game.click("button save-moves")
    steps.wait_until(lambda: len(exported(table, ".csv")) == 1, "the table when there is room")


def test_tables_for_spreadsheets(table):
    """The choice stands where tables are saved, and is remembered."""
    game = open_replay(table)
    game.key("End")
    wait_step(game, ACTIONS)
    for said in ("Tables (CSV): Excel", "Tables (CSV): German"):
        game.click("button csv-for")
        game.wait(lambda seen, said=said: steps.text_of(seen, "button csv-for") == said, said)
    game.click("button save-moves")
    steps.wait_until(lambda: len(exported(table, ".csv")) == 1, "a table")
    lines = exported(table, ".csv")[0].read_bytes().splitlines()
    check_equal(lines[0], b"\xef\xbb\xbfcar;move;x;y;vx;vy;ax;ay;event", "headings")
    check(all(line.count(b";") == 8 for line in lines), "nine cells a line")
    settings = table.home / "config" / "graphprix" / "settings.json"
    steps.wait_until(lambda: '"csv_for": 2' in settings.read_text(), "the choice in the settings")


def open_computers(table, kind, course):
    """A race that a pro and an ace have driven to its end, looked back on."""
    folder = table.home / "data" / "graphprix" / "races"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "2026-11-20-computers.race"
    referee = Referee(course, "--game", kind, "--players", "2", "--driver", "1=pro", "--driver", "2=ace",
                      "--set", "laps=1")
    check(referee.ask(f"save {path}")["ok"], "the race is saved")
    referee.close()
    game = table.open(path)
    game.wait_screen("results")
    game.click("button replay")
    game.wait_screen("replay")
    return game


def wait_reason(game, words):
    game.wait(lambda seen: any(re.search(words, label["text"]) for label in seen["labels"]), words)


def test_why_a_computer_did_it(table):
    """A build, a speed and a way of a circuit, an order of stock cars: each with its reason, if it is asked for."""
    game = open_computers(table, "circuit", "first-corners")
    check("button why" not in [target["id"] for target in game.read()["targets"]], "nothing is done yet")
    game.key("Right")
    game.click("button why")
    wait_reason(game, "^Of [0-9]+ builds")
    game.key("Right", "Right")
    wait_reason(game, "^On a free road it counts [0-9.]+ turns to the finish at [0-9]+")
    game.key("Right", "Right")
    wait_reason(game, "from there to the finish|^No lane ahead was free")
    shown = look(game)
    game.key("w")
    game.wait(lambda seen: not any("to the finish" in label["text"] for label in seen["labels"]), "nothing told")
    check(look(game) != shown, "way and words are gone")
    check_equal(game.close(), 0, "status at the end")


def test_why_a_stock_car_was_driven_so(table):
    game = open_computers(table, "stock-cars", "first-lap")
    game.key(*["Right"] * 6)
    game.key("w")
    wait_reason(game, "^It counts [0-9.]+ turns|^The finish is in reach")


if __name__ == "__main__":
    main(globals())
