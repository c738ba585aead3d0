"""Others play at screens of their own, with the window as their host: pages come, sit, drive, and have to go."""
import sys
import threading
from pathlib import Path

import steps
from game import ROOT, Referee
from stock_race_test import YARD, take_over, write
from suite import check, check_equal, main

sys.path.insert(0, str(ROOT / "tests" / "together"))
from run import drive as drive_on  # noqa: E402
from seats import Closed, Page  # noqa: E402


def begin(table, track, *options):
    race = table.home / "begun.race"
    referee = Referee(track, *options)
    check(referee.ask(f"save {race}")["ok"], "a race to open")
    referee.close()
    game = table.open(race)
    game.wait_screen("race")
    return game


def loaded(game):
    """Which of what the network needs has been loaded, and how many threads there are."""
    maps = Path(f"/proc/{game.process.pid}/maps").read_text()
    names = {name for name in ("libgraphprix-together", "libwebsockets", "libqrencode") if name in maps}
    return names, len(list(Path(f"/proc/{game.process.pid}/task").iterdir()))


def invite(game):
    game.key("Escape")
    game.click("button invite")
    return link_of(game)


def link_of(game):
    seen = game.wait_screen("invite")
    link = next(label["text"] for label in seen["labels"] if "#" in label["text"])
    address, code = link.removeprefix("http://").split("/#")
    check(code in [label["text"] for label in seen["labels"]], "the code in large letters")
    host, port = address.rsplit(":", 1)
    return lambda: Page(int(port), address=host), code


def wait_seat(game, number, words):
    game.wait(lambda seen: steps.text_of(seen, f"seat {number}") == words, f"seat {number}: {words}")


def look_at(game, number, button):
    if not game.has(button):
        game.click(f"seat {number}")
    game.click(button)


def act(page, action):
    """Until the page sees what came of it."""
    seen, answer = page.view["n"], page.do(action)
    check(answer["ok"], answer)
    page.until(lambda page: page.view["n"] > seen)


def drive(page):
    """A sound move, as soon as it is this page's turn."""
    page.until(lambda page: page.view and "car" in page.view)
    move = next(move for move in page.view["moves"] if move["outcome"] == "clear")
    act(page, move["action"])
    return move["action"]


def test_pages_and_window_drive_one_race(table):
    game = begin(table, "kidney", "--players", "3", "--rules", "classroom", "--set", "order=listed")
    before = loaded(game)
    check_equal(before[0], set(), "what is loaded of the network before anybody is invited")
    come, code = invite(game)
    check_equal(loaded(game)[0], {"libgraphprix-together", "libwebsockets", "libqrencode"}, "loaded then")
    look_at(game, 2, "choice keep")
    wait_seat(game, 2, "Player 2: at this window")
    ada, cleo = come(), come()
    check_equal(ada.ask(join=code, name="Ada")["seat"], 1, "Ada's seat")
    check_equal(cleo.ask(join=code, name="Cleo")["seat"], 3, "the window's seat is not free")
    check(not come().ask(join=code, name="Dora")["ok"], "a fourth finds no seat")
    wait_seat(game, 3, "Cleo: has come")
    game.click("button done")

    game.wait_status("Ada is thinking")
    check(not [t for t in game.targets("start ")], "nothing to choose at the window")
    actions = [drive(ada)]
    game.wait_status("Player 2, ")
    steps.choose_start(game, "35,16")
    steps.click_move(game, "35,15")
    actions += [steps.done_actions(game)[-1], drive(cleo), drive(ada)]
    check_equal(steps.done_actions(game), actions, "the race's lines")
    cleo.until(lambda page: page.view["n"] == 4)
    check_equal(cleo.view["turn"], [2], "whose turn the pages see")

    check(ada.ask(undo=True)["ok"], "Ada asks")
    game.click("button no")
    ada.until(lambda page: "What was done is not taken back." in page.log)
    ada.ask(undo=True)
    game.click("button yes")
    cleo.until(lambda page: page.view["n"] == 5)
    check_equal(cleo.view["turn"], [1], "whose turn it is again")
    check_equal(steps.done_actions(game), actions[:3], "the lines that are left")

    game.key("Escape")
    game.click("button invite")
    look_at(game, 1, "button exchange 2")
    wait_seat(game, 2, "Ada: is away")
    for page in (ada, cleo):
        token = page.token
        if page is ada:
            try:
                page.until(lambda _: False)
            except Closed as closed:
                check_equal(closed.code, 1012, "how Ada's line ends")
            ada = come()
            check_equal(ada.ask(token=token)["seat"], 2, "Ada's seat now")
    wait_seat(game, 2, "Ada: has come")
    game.click("seat 1")
    game.wait_gone("button rename")  # nobody has taken it
    look_at(game, 2, "button rename")
    game.click("field seat-name")
    steps.write_over(game, "field seat-name", "Augusta")
    game.click("button give-name")
    wait_seat(game, 2, "Augusta: has come")
    cleo.until(lambda page: page.table["seats"][1]["name"] == "Augusta")
    game.click("seat 3")
    game.click("button computer")
    wait_seat(game, 3, "Cleo: club")
    check(not come().ask(token=cleo.token)["ok"], "a token that ended")
    game.click("button close-table")
    game.wait_screen("race")
    try:
        ada.until(lambda _: False)
    except Closed as closed:
        check_equal(closed.code, 1012, "how the table ends")
    try:
        come()
        raise AssertionError("nobody listens any more")
    except ConnectionRefusedError:
        pass
    steps.wait_until(lambda: loaded(game)[1] <= before[1], "no thread more than before, once the table is closed")
    check_equal(list(game.races()[-1].parent.glob("*.seats")), [], "tokens that are kept")


def choose_something(game):
    """What is offered at the window first, whatever the game is; nothing while others are awaited. A click that came too soon counts
    for nothing, so it is tried again with the next picture."""
    game.answer()
    offered, (left, top) = {target["id"]: target for target in game.read()["targets"]}, game.origin()
    for beginning in ("button yes", "button ready", "special none", "button build", "choice car even", "button give", "speed ", "space ", "start ", "move ", "button go-on"):
        for name, at in offered.items():
            if name.startswith(beginning) and at["w"]:
                return game.display.xdotool("mousemove", left + at["x"] + at["w"] // 2, top + at["y"] + at["h"] // 2, "click", 1)


def test_pages_and_window_race_each_game_to_the_end(table):
    for track, *options in (("first-oval", "--set", "round_limit=10"), ("round-bowl", "--rules", "derby", "--set", "round_limit=10"),
                            (YARD, "--set", "round_limit=10"), ("first-corners", "--set", "laps=1", "--set", "round_limit=10")):
        game = begin(table, track, "--players", "3", *options)
        come, code = invite(game)
        look_at(game, 2, "choice keep")
        pages, failed = [come(), come()], []
        check_equal([page.ask(join=code, name="Ada")["seat"] for page in pages], [1, 3], "their seats")
        game.click("button done")

        def race(page):
            try:
                drive_on(page.until(lambda page: page.view), 1)
            except Exception as error:  # told below
                failed.append(error)
        threads = [threading.Thread(target=race, args=(page,)) for page in pages]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            choose_something(game)
        check_equal(failed, [], track)
        for page in pages:
            page.until(lambda page: page.result)
        check_equal(pages[0].view["hash"], pages[1].view["hash"], "the end")
        check_equal(pages[0].view["n"], len(steps.done_actions(game)), "the lines of the window's race")
        check(any(line.get("car") for line in pages[0].result), pages[0].result)
        for page in pages:
            page.close()
        game.close()


def test_each_writes_in_secret_at_his_own_screen(table):
    game = begin(table, YARD, "--players", "2")
    come, code = invite(game)
    look_at(game, 2, "choice keep")
    page = come()
    check_equal(page.ask(join=code, name="Kurt")["seat"], 1, "the page's seat")
    game.click("button done")
    take_over(game, "Player 2", "special turbo")  # a cover: others see the window's screen
    game.click("special turbo")  # before Kurt, whose car is the first
    game.wait_status("Kurt is thinking")
    page.until(lambda page: page.view and page.view["n"] == 1)
    act(page, "special none")
    take_over(game, "Player 2")
    write(game, "AM")
    act(page, "AR")
    game.key("Return")  # what is being written has stayed
    page.until(lambda page: page.view["n"] == 4)
    check_equal(steps.done_actions(game)[-2:], ["AR", "AM"], "the orders")
    check_equal(page.view["state"]["round"], 2, "the turn is driven")


def test_a_class_answers(table):
    game = table.open()
    game.wait_screen("home")
    game.click("button classroom")
    game.wait_screen("classroom")
    game.click("button invite")
    come, code = link_of(game)
    pages = [come() for _ in range(4)]
    for page, name in zip(pages, ("Ada", "Blaise", "Cleo", "Dora")):
        check(page.ask(join=code, name=name)["seat"] > 8, "a seat without a car")
    game.wait(lambda seen: "Dora: has come" in [t["text"] for t in seen["targets"]], "all of them")
    game.click("button done")
    game.wait_screen("classroom")
    game.click("button exercises")
    game.wait_screen("exercises")
    game.click("choice difficulty easy")
    game.scroll_to("kind inertia", "kind mixed")
    game.click("kind inertia")
    game.click("button start")
    game.click("button ask-all")
    game.wait_screen("asking")

    for page in pages:
        page.until(lambda page: page.question)
        check_equal({"right", "answer", "points", "wrong", "why"} & set(page.question), set(), "what is told of the solution")
    question = pages[0].question
    check_equal(question["sentence"], "Where is the car after two more moves with no push?", "what is asked")
    check_equal(question["columns"], False, "vectors as the window has them: in a row")
    (x0, y0), (x, y) = question["bodies"][0]["points"]
    right = [x + 2 * (x - x0), y + 2 * (y - y0)]
    late = come()
    check_equal(late.ask(token=pages[3].token)["ok"], True, "who comes again")
    late.until(lambda page: page.question and page.question["id"] == question["id"])
    give = lambda page, point: page.ask(answer={"point": point}, question=question["id"])  # noqa: E731
    check(not pages[0].ask(answer={"point": right}, question=question["id"] + 1)["ok"], "another question's answer")
    for page, point in ((pages[0], [0, 0]), (pages[1], right), (pages[2], [0, 0]), (pages[0], right)):
        check(give(page, point)["ok"], "an answer")  # Ada thinks better of it
    game.wait(lambda seen: "3 of 4 have answered" in seen["status"], "a count")
    game.click("button show-answers")
    words = f"({right[0]}, {right[1]})".replace("-", "−")
    game.wait(lambda seen: {f"{words}: 2 ✓", "(0, 0): 1"} <= {label["text"] for label in seen["labels"]}, "bars")
    for page, verdict in zip(pages, ("Right.", "Right.", "Not right: look at the wall.")):
        page.until(lambda page: "verdict" in page.question)
        check_equal(page.question["verdict"], verdict, "a verdict")
    check(not give(pages[2], right)["ok"], "nobody answers later")
    game.click("button save-answers")
    folder = table.home / "data" / "graphprix" / "saved"
    steps.wait_until(lambda: list(folder.glob("*answers.csv")), "a table of the answers")
    check_equal(next(folder.glob("*answers.csv")).read_text().splitlines()[:2], ["name,team,answer,right", f'Ada,1,"\'{words}",1'], "its lines")
    game.click("button done")
    game.wait_screen("exercises")
    pages[1].until(lambda page: page.question is None)


def test_a_class_votes_and_foresees(table):
    game = begin(table, "kidney", "--players", "1", "--rules", "classroom", "--set", "order=listed")
    come, code = invite(game)
    for time in ("15 s", "30 s", "1 min", "2 min", "5 min", "1 h", "8 h", "1 day", "3 days"):
        game.click("button clock")
        game.wait(lambda seen: steps.text_of(seen, "button clock") == f"{time} a turn", time)
    game.wait(lambda seen: any(label["text"] == "Awaited: Player 1 (3 days left)" for label in seen["labels"]), "who is awaited")
    game.click("button class")
    game.click("button votes")
    wait_seat(game, 1, "Player 1: the class votes")
    ada, blaise = come(), come()
    for page in (ada, blaise):
        check(page.ask(join=code, name="Ada")["seat"] > 8, "a seat without a car")
        page.until(lambda page: page.view)
        check(page.view["vote"] and page.view["car"] == 1 and page.view["clock"] > 250_000_000, "a vote within the clock's time")
    check(ada.ask(do="35,16>35,15", n=0)["ok"], "a vote")
    check_equal(blaise.until(lambda page: page.votes).votes, {"35,16>35,15": 1}, "the shares")
    game.click("button done")
    game.wait_status("Player 1 is thinking")
    check(not game.targets("start "), "the window votes not")
    game.wait(lambda seen: any(label["text"] == "1 for 35,16>35,15" for label in seen["labels"]), "the shares on the sheet")
    game.key("Escape")
    game.click("button invite")
    game.click("button votes")
    game.click("button done")
    steps.choose_start(game, "35,16")
    steps.click_move(game, "35,15")
    game.wait_status("Player 1, ")
    game.key("Escape")
    game.click("button invite")
    game.click("button foresee-place")
    game.wait_screen("asking")
    for page, point in ((ada, [35, 14]), (blaise, [35, 13])):
        page.until(lambda page: page.question)
        check_equal((page.question["sentence"], page.question["ask"]), ("Where is Player 1 in two moves?", "place"), "what is asked")
        check(page.ask(answer={"point": point}, question=page.question["id"])["ok"], "an answer")
    game.wait(lambda seen: "2 of 2 have answered" in seen["status"], "a count")
    game.click("button drive-on")
    for page in (ada, blaise):
        page.until(lambda page: page.question is None)
    steps.click_move(game, "35,14")
    game.wait_status("Player 1, ")
    steps.click_move(game, "35,13")
    game.wait(lambda seen: {"(35, 13): 1 ✓", "(35, 14): 1"} <= {label["text"] for label in seen["labels"]}, "what came of it")
    for page, verdict in ((ada, "Not right: look at the wall."), (blaise, "Right.")):
        check_equal(page.until(lambda page: page.question).question["verdict"], verdict, "a verdict")
    game.click("button done")
    blaise.until(lambda page: page.question is None)
    game.key("Escape")
    game.click("button invite")
    game.click("button foresee-round")
    check_equal([choice["text"] for choice in ada.until(lambda page: page.question and "choices" in page.question).question["choices"]], ["Yes", "No"], "what can be said")
    game.click("button done")
    ada.until(lambda page: page.question is None)


main(globals())
