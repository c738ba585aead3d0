"""Makes the pictures of README from the real window: pictures.py PROGRAM, by `make pictures`.

Three computer drivers race round Kidney in the referee; their race, under people's names and cut
where something is to be seen, is opened in the window under Xvfb and looked at. The same program
gives the same pictures.
"""
import json
import subprocess
import sys
import tempfile
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / folder) for folder in ("window", "together", "packages")]

import game  # noqa: E402
import page_test  # noqa: E402
from display import Display  # noqa: E402
from pen import Pen, curve, tremble  # noqa: E402
from seats import Page as Seat  # noqa: E402
from steps import write_over  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
TRACK = ROOT / "tracks" / "graph-paper" / "kidney.svg"
DRIVERS = (("Ada", "pro"), ("Blaise", "club"), ("Chen", "club"))
SEED = 1
EARLY, MID_RACE = 7, 11  # rounds
SAVED = ROOT / "tests" / "replays" / "1"
STOCK_ACTIONS, STOCK_ORDER = 44, "B(3M)L(4M)"
CIRCUIT, CIRCUIT_SEED = ROOT / "tracks" / "circuit" / "harbour-road.svg", 27
DERBY_UNDONE = 7  # actions, so that it is still going on
RENDER = ROOT / "build" / "tests" / "photo" / "render"
PHOTO = ("1", "grid=1", "skew=6", "tilt_x=0.12", "tilt_y=0.05", "shadow=0.35", "noise=4",
         "width=1600", "height=1200", "seed=5")
OUTER = [(4, 22), (5, 37), (14, 41), (25, 36), (33, 30), (42, 36), (53, 39), (56, 26), (52, 9),
         (40, 4), (29, 9), (20, 5), (8, 6)]
INNER = [(11, 22), (12, 32), (18, 33), (27, 26), (36, 22), (46, 30), (49, 24), (46, 13), (39, 12),
         (30, 17), (21, 13), (13, 13)]
LINE = (3, 22), (11, 22)


def race(path):
    """The whole race as a saved one; the actions of the first car."""
    drivers = [f"--driver={number}={level}" for number, (_, level) in enumerate(DRIVERS, 1)]
    referee = game.Referee(TRACK, "--players", str(len(DRIVERS)), "--set", "order=listed",
                           "--seed", str(SEED), *drivers)
    answer = referee.ask(f"save {path}")
    referee.close()
    assert answer["ok"], answer
    head, *rest = path.read_text(encoding="utf-8").splitlines()
    setup = json.loads(head)
    for player, (name, _) in zip(setup["players"], DRIVERS):
        player.update(name=name, driver="human")
    path.write_text("\n".join([json.dumps(setup), *rest]) + "\n", encoding="utf-8")
    return [line["do"] for line in map(json.loads, rest) if line["car"] == 1]


def cut(whole, path, rounds):
    """The same race up to where car 1 is to move in the round after."""
    head, *rest = whole.read_text(encoding="utf-8").splitlines()
    own = [n for n, line in enumerate(rest) if json.loads(line)["car"] == 1]
    path.write_text("\n".join([head, *rest[:own[rounds]]]) + "\n", encoding="utf-8")


def take(window, name):
    window.picture().save(PICTURES / f"{name}.png")
    print(f"docs/pictures/{name}.png")


def take_all(display, home):
    early, halfway, whole = (home / f"{name}.race" for name in ("early", "halfway", "whole"))
    lap = race(whole)
    cut(whole, early, EARLY)
    cut(whole, halfway, MID_RACE)

    window = game.Game(display, home=home)
    window.wait_screen("home")
    window.point_away()
    take(window, "home")
    window.click("button new-race")
    window.wait_screen("set-up")
    window.wait(lambda seen: all("par" in target["text"] for target in seen["targets"]
                                 if target["id"].startswith("track ")), "par of each track")
    window.click("track Kidney")
    window.click("player 2 driver")
    window.wait_target("player 2 driver ace")
    window.point_away()
    take(window, "drivers")
    window.click("player 2 driver ace")
    window.point_away()
    take(window, "set-up")
    window.clean_up()

    ahead = lap[MID_RACE]
    window = game.Game(display, halfway, home=home)
    window.wait_screen("race")
    window.key("f")
    window.point(f"move {ahead}")
    take(window, "race")
    window.key("h")
    window.wait(lambda seen: "more rounds" in seen["status"], "hints")
    take(window, "hints")
    window.key("h")  # the settings remember it
    window.wait(lambda seen: "more rounds" not in seen["status"], "no hints")
    window.clean_up()

    window = game.Game(display, early, home=home)
    window.wait_screen("race")
    window.key("v")
    chosen = f"move {lap[EARLY]}"
    window.point(chosen)
    display.xdotool("click", "--repeat", 3, 4)  # the wheel zooms at the pointer
    window.point(chosen)
    take(window, "arrows")
    window.clean_up()

    window = game.Game(display, whole, home=home)
    window.wait_screen("results")
    window.point_away()
    take(window, "results")
    window.clean_up()
    take_new_games(display, home)


def take_new_games(display, home):
    """The derby in mid-play, looking back on a race, a page of the rules and the tutorial."""
    window = game.Game(display, SAVED / "round-bowl-derby-of-two.race", home=home)
    window.wait_screen("results")
    window.click("button sheet")
    window.wait_screen("race")
    for _ in range(DERBY_UNDONE):
        window.key("ctrl+z")
    window.wait(lambda seen: any(t["id"].startswith("move ") for t in seen["targets"]), "a turn")
    window.point_away()
    take(window, "derby")
    window.clean_up()

    window = game.Game(display, SAVED / "kidney-run-wide.race", home=home)
    window.wait_screen("results")
    window.click("button replay")
    window.wait_screen("replay")
    window.key("End", *["Left"] * 12)
    window.wait_target("button step-forward")
    window.point_away()
    take(window, "replay")
    window.clean_up()

    window = game.Game(display, home=home)
    window.wait_screen("home")
    window.click("button tutorial")
    window.wait_screen("tutorial")
    window.point_away()
    take(window, "tutorial")
    window.clean_up()

    window = game.Game(display, home=home)
    window.wait_screen("home")
    window.click("button new-race")
    window.wait_screen("set-up")
    window.click("preset babylon-advanced")
    window.click("button all-rules")
    window.wait_target("choice slicks")
    window.point_away()
    take(window, "all-rules")
    window.clean_up()


def take_stock_cars(display, home):
    """An order that is being written, in the middle of a race that four drivers have driven."""
    whole = SAVED / "harvest-oval-stock-cars.race"
    head, *rest = whole.read_text(encoding="utf-8").splitlines()
    setup = json.loads(head)
    for player, name in zip(setup["players"], ("Ada", "Blaise", "Chen", "Dorothy")):
        player.update(name=name, driver="human")
    path = home / "stock-cars.race"
    path.write_text("\n".join([json.dumps(setup), *rest[:STOCK_ACTIONS]]) + "\n", encoding="utf-8")
    window = game.Game(display, path, home=home)
    window.wait_target("button ready")
    window.click("button ready")
    window.wait_target("order")
    window.click("order")
    window.type(STOCK_ORDER)
    window.point_away()
    take(window, "stock-cars")
    window.clean_up()


def forced_pass(path):
    """Five computer drivers on Harbour road, up to the first pass that two may resist and that is through,
    with the passer still on its way."""
    whole = path.with_suffix(".whole.race")
    options = "--game", "circuit", "--players", "5", "--seed", str(CIRCUIT_SEED)
    referee = game.Referee(CIRCUIT, *options, *[f"--driver={car}=club" for car in range(1, 6)])
    assert referee.ask(f"save {whole}")["ok"]
    referee.close()
    referee = game.Referee(CIRCUIT, *options)
    head, *rest = whole.read_text(encoding="utf-8").splitlines()
    for count, line in enumerate(map(json.loads, rest), 1):
        secret = line["do"].split()[0] in ("build", "speed", "pass", "block")
        answer = referee.ask(f"do {line['car']}: {line['do']}" if secret else f"do {line['do']}")
        assert answer["ok"], answer
        events = [(event["type"], len(event.get("modified", ()))) for event in answer["events"]]
        if ("rolled", 2) in events and ("passed", 0) in events and answer["state"]["phase"] == "move":
            break
    referee.close()
    setup = json.loads(head)
    for player, name in zip(setup["players"], ("Ada", "Blaise", "Chen", "Dorothy", "Emil")):
        player.update(name=name, driver="human")
    path.write_text("\n".join([json.dumps(setup), *rest[:count]]) + "\n", encoding="utf-8")


def take_circuit(display, home):
    """Cards, chips and dice of a forced pass on the table, and where the passer may go on to."""
    path = home / "circuit.race"
    forced_pass(path)
    window = game.Game(display, path, home=home)
    window.wait(lambda seen: any(t["id"].startswith("space ") for t in seen["targets"]), "spaces")
    window.point_away()
    take(window, "circuit")
    window.clean_up()


def take_classroom(display, home):
    """A lesson: a wrong answer, and what it would have meant."""
    window = game.Game(display, home=home)
    window.wait_screen("home")
    window.click("button classroom")
    window.wait_screen("classroom")
    window.click("lesson velocity")
    window.wait_status("step 1 of 11")
    window.key("Page_Down")
    window.wait_status("step 2 of 11")
    for field, number in (("field 1", "5"), ("field 2", "3")):
        window.click(field)
        window.key("ctrl+a")
        window.type(number)
    window.click("button check")
    window.wait_status("Not quite.")
    window.point_away()
    take(window, "lesson")
    window.clean_up()


def take_studio(display, home):
    """Where tracks come from: the browser, the editor, a photo, a seed; and back on paper."""
    window = game.Game(display, home=home)
    window.wait_screen("home")
    window.click("button tracks")
    window.wait_screen("tracks")
    window.wait(lambda seen: all("par" in t["text"] or "arena" in t["text"] for t in seen["targets"]
                                 if t["id"].startswith("track ") and t["h"] > 0), "par of each track")
    window.point_away()
    take(window, "tracks")
    window.click("button generate")
    window.click("choice seed")
    window.wait_focus("choice seed")
    write_over(window, "choice seed", "7")
    window.wait(lambda seen: sum("par " in t["text"] for t in seen["targets"]
                                 if t["id"].startswith("candidate ")) == 6, "six candidates")
    window.point_away()
    take(window, "generate")
    window.click("button cancel")
    window.wait_target("button new-track")
    draw(window)
    take(window, "editor")
    window.key("ctrl+p")
    window.wait_target("button save-pdf")
    window.point_away()
    take(window, "print")
    window.clean_up()

    photo = home / "drawn.jpg"
    subprocess.run([str(RENDER), PHOTO[0], str(photo), *PHOTO[1:]], check=True, cwd=ROOT)
    window = game.Game(display, photo, home=home)
    window.wait_target("loop 2")
    window.point_away()
    take(window, "photo")
    window.clean_up()


def draw(window):
    """A whole track, and the beginning of a slick."""
    window.click("button new-track")
    window.click("button new graph-paper")
    window.click("size 60x45")
    window.click("button create")
    window.wait_gone("button create")
    pen = Pen(window)
    pen.draw_loop(tremble(curve(OUTER), 0.02, seed=3))
    pen.draw_loop(tremble(curve(INNER), 0.02, seed=4))
    pen.lay_line(*LINE)
    window.wait_status("Its best lap takes ")
    pen.choose("slick")
    pen.draw_loop(tremble(curve([(24, 31), (28, 30), (29, 27.5), (26, 27.5), (23, 29)]), 0.01, seed=5))
    window.click("field name")
    window.wait_focus("field name")
    write_over(window, "field name", "Two lakes")
    window.wait_status("Its best lap takes ")
    pen.choose("select")
    window.point_away()


def take_page():
    """The page of a seat, on a phone that is tapped."""
    profile = page_test.Profile()
    steps = page_test.Steps(game.PROGRAM, profile)
    try:
        host = steps.host("--track", "kidney", "--rules", "classroom", "--set", "order=listed", "--seed", SEED)
        ada = steps.phone(host)
        ada.wait_shown("#join")
        ada.put("#name", "Ada")
        ada.picture(PICTURES / "page-join.png")
        phones = ada.join("Ada"), steps.phone(host, "Blaise")
        for moves in (("start 35,16", "a 0 1"), ("start 37,16", "a 0 1"), ("a -1 1",), ("a -1 0",), ("a 0 1",), ("a 0 1",)):
            phone = phones[0]
            phone.wait_turn()
            phone.wait_done(lambda: [phone.tap_key(move) for move in moves])
            phones = phones[1], phones[0]
        ada.wait_turn()
        ada.wait_shown(".cell")
        ada.picture(PICTURES / "page-points.png")
        stock = steps.phone(steps.host("--track", "harvest-oval", "--players", "1", "--seed", SEED), "Ada")
        stock.wait_turn()
        stock.wait_done(lambda: stock.tap_key("special turbo"))
        for key in ("speed 2", "letter M", "letter R"):
            stock.tap_key(key)
        stock.wait_for("document.querySelector('.comes').innerText.startsWith('To')", "what the order comes to")
        stock.picture(PICTURES / "page-order.png")
    finally:
        steps.close()
        profile.close()


def take_class(display, home):
    """The wall that invites, a question on a phone, and what came back."""
    names = "Blaise", "Chen", "Dorothy", "Emil", "Farida", "Goro", "Hana"
    profile = page_test.Profile()
    window = game.Game(display, home=home)
    try:
        window.wait_screen("home")
        window.click("button classroom")
        window.wait_screen("classroom")
        window.click("button invite")
        seen = window.wait_screen("invite")
        link = next(label["text"] for label in seen["labels"] if "#" in label["text"])
        at = urllib.parse.urlsplit(link)
        phone = page_test.Phone(profile.browser, link).join("Ada")
        others = [Seat(at.port, address=at.hostname) for _ in names]
        for other, name in zip(others, names):
            other.ask(join=at.fragment, name=name)
        window.wait(lambda seen: any(t["text"] == f"{names[-1]}: has come" for t in seen["targets"]), "all of them")
        window.point_away()
        take(window, "invite")
        window.click("button done")
        window.wait_screen("classroom")
        window.click("button exercises")
        window.wait_screen("exercises")
        window.click("choice difficulty easy")
        window.scroll_to("kind inertia", "kind mixed")
        window.click("kind inertia")
        window.click("button start")
        window.click("button ask-all")
        window.wait_screen("asking")
        phone.wait_shown(".scene")
        phone.picture(PICTURES / "page-question.png")
        question = others[0].until(lambda page: page.question).question
        (x0, y0), (x, y) = question["bodies"][0]["points"][-2:]
        for far, other in zip((2, 2, 1, 2, 2, 1, 0), others):
            other.ask(answer={"point": [x + far * (x - x0), y + far * (y - y0)]}, question=question["id"])
        window.click("button show-answers")
        window.wait(lambda seen: any("✓" in label["text"] for label in seen["labels"]), "bars")
        window.point_away()
        take(window, "answers")
        window.clean_up()
    finally:
        profile.close()


def main():
    game.PROGRAM = Path(sys.argv[1]).resolve()
    display = Display()
    try:
        with tempfile.TemporaryDirectory(prefix="graphprix-pictures-") as folder:
            take_all(display, Path(folder))
            take_stock_cars(display, Path(folder))
            take_circuit(display, Path(folder))
            take_classroom(display, Path(folder))
            take_studio(display, Path(folder))
            take_class(display, Path(folder))
            take_page()
    finally:
        display.close()


if __name__ == "__main__":
    main()
