"""A sitting: rematch, a series over two tracks, the list of saved races, two windows at one race.

Long stretches are driven by the referee in the race's own file while no window is open, so that the
clicks are those that matter.
"""
import json
import os

import steps
from game import Game, Referee, folders
from story import STORY, action
from suite import check, check_equal, main

AGAIN = "Straight again"


def races_folder(table):
    return table.home / "data" / "graphprix" / "races"


def told(game, name):
    return game.wait_target(name)["text"]


def drive(path, actions, *options):
    """Does actions in a saved race, or in a new one with options; returns the state."""
    referee = Referee(steps.STRAIGHT, *(options or ("--players", "1")))
    if not options:
        check(referee.ask(f"load {path}")["ok"], "the referee takes the race")
    state = referee.ask("state")["state"]
    for text in actions:
        answer = referee.ask(f"do {text}")
        check(answer["ok"], f"{text}: {answer}")
        state = answer["state"]
    check(referee.ask(f"save {path}")["ok"], "the referee saves the race")
    referee.close()
    return state


def head_of(path):
    return json.loads(path.read_text(encoding="utf-8").splitlines()[0])


# --- rematch -----------------------------------------------------------------------------------

def race_lost_by_the_second(path):
    """The second car is about to leave the track for good; returns the move."""
    referee = Referee(steps.STRAIGHT, "--players", "2", "--set", "order=loser_first",
                      "--set", "off_track=retire")
    state = referee.ask("do 4,4>5,4")["state"]
    state = referee.ask("do 4,8>5,8")["state"]
    while True:
        moves = referee.ask("moves")["moves"]
        clear = [move for move in moves if move["outcome"] == "clear" and move["nitros"] == 0]
        off = [move for move in moves if move["outcome"] == "off_track" and move["nitros"] == 0]
        if state["to_move"] == 2 and off:
            break
        upward = max(clear, key=lambda move: move["y"])
        slow = min(clear, key=lambda move: (abs(move["x"] - 5), abs(move["y"] - 4)))
        best = upward if state["to_move"] == 2 else slow
        state = referee.ask(f"do {best['action']}")["state"]
    check(referee.ask(f"save {path}")["ok"], "the referee saves the race")
    referee.close()
    return off[0]["action"]


def test_rematch_begins_with_the_loser(table):
    folder = races_folder(table)
    folder.mkdir(parents=True)
    last = race_lost_by_the_second(folder / "lost.race")
    game = table.open(folder / "lost.race")
    game.wait_screen("race")
    loser = head_of(folder / "lost.race")["players"][1]["name"]
    game.wait_status(f"{loser}, your move")
    game.click(f"move {last}")
    game.click("button yes")
    game.wait_status("The race is over.")
    game.click("button results")
    game.wait_screen("results")
    game.click("button rematch")
    game.wait_screen("race")
    game.wait_status(f"{loser}, choose your start")
    check_equal(len(game.races()), 2, "races")
    check_equal(head_of(game.races()[-1])["last"], [1, 2], "places of the race before")
    check("last" not in head_of(folder / "lost.race"), "the first race had none before it")
    check_equal(game.close(), 0, f"status {game.stderr()}")


# --- a series ----------------------------------------------------------------------------------

def add_tracks(home):
    steps.add_own_track(home)
    text = steps.STRAIGHT.read_text(encoding="utf-8")
    check("<title>Straight</title>" in text, "the track's title")
    (home / "data" / "graphprix" / "tracks" / "straight-again.svg").write_text(
        text.replace("<title>Straight</title>", f"<title>{AGAIN}</title>"), encoding="utf-8")


def begin_series(game):
    game.wait_screen("home")
    check(not game.has("button continue-series"), "no series to be continued yet")
    game.click("button new-race")
    game.wait_screen("set-up")
    game.click("preset racing-car")
    game.click("button series")
    for track in ("Straight", AGAIN):
        game.scroll_to(f"track {track}", "track Long road")
        game.click(f"track {track}")
    for target in game.targets("track "):
        if "race" in target["text"] and target["id"] not in ("track Straight", f"track {AGAIN}"):
            game.scroll_to(target["id"], "track Long road")
            game.click(target["id"])
    steps.name_players(game, steps.NAMES)
    game.click("button start-race")
    game.wait_screen("race")


def start_again(table, game):
    """What was driven stays among the saved races; the race of the series is the new one."""
    game.wait_status(", choose your start")
    steps.choose_start(game, "4,4")
    steps.click_move(game, "5,4")
    before = game.races()
    game.key("Escape")
    game.click("button restart")
    game.wait_target("start 4,4")
    steps.wait_until(lambda: len(game.races()) == len(before) + 1, "a file for the new start")
    fresh = [path.name for path in game.races() if path not in before]
    check_equal([race.get("file") for race in read_series(table)["races"]], [*fresh, None],
                "the races of the series")
    check(not game.has("move 5,4"), "nothing is driven")


def drive_to_the_last_move(path):
    """Returns the name of the player whom the last move makes the winner."""
    state = drive(path, [])
    first = state["to_move"]
    drive(path, [action(start, move) for _, start, move in STORY[:-1]])
    return head_of(path)["players"][2 - first]["name"]


def end_race(table, number):
    """From the program's start to the results of race `number` of the series."""
    path = sorted(races_folder(table).glob("*.race"), key=lambda race: race.stat().st_mtime_ns)[-1]
    winner = drive_to_the_last_move(path)
    game = table.open()
    game.wait_screen("home")
    check_equal(told(game, "button continue-series"), f"Continue series: race {number} of 2",
                "home knows the series")
    game.click("button continue-series")
    game.wait_screen("series")
    check_equal(told(game, "button next-race"), f"Go on with race {number}", "the way on")
    game.click("button next-race")
    game.wait_screen("race")
    game.wait_status(f"{winner}, your move")
    game.click(f"move {STORY[-1][2]}")
    game.wait_status("The race is over.")
    game.click("button results")
    game.wait_screen("results")
    check(not game.has("button rematch"), "no rematch within a series")
    return game, winner


def read_series(table):
    files = list((table.home / "data" / "graphprix" / "series").glob("*.json"))
    check_equal(len(files), 1, "files of the series")
    return json.loads(files[0].read_text(encoding="utf-8"))


def test_series_over_two_days(table):
    add_tracks(table.home)
    game = table.open()
    begin_series(game)
    check_equal([race["track"]["name"] for race in read_series(table)["races"]],
                ["Straight", AGAIN], "tracks of the series")
    start_again(table, game)
    game.kill()

    game, first_winner = end_race(table, 1)
    check_equal(told(game, "button next-race"), f"Next race: {AGAIN}", "the next race")
    number = steps.NAMES.index(first_winner)
    check_equal(read_series(table)["races"][0]["places"], [1 + (number != i) for i in (0, 1)],
                "places of the first race")
    game.click("button next-race")
    game.wait_screen("race")
    game.wait_status(", choose your start")
    check_equal(head_of(game.races()[-1])["track"]["name"], AGAIN, "the second track")
    game.kill()

    game, winner = end_race(table, 2)
    check_equal(told(game, "button next-race"), "Final table", "the end of the series")
    game.click("button next-race")
    game.wait_screen("series")
    # 10 and 8 points each, or 20 to 16: whoever wins the second race wins the series.
    game.wait_status(f"{winner} wins the series")
    game.click("button home")
    game.wait_screen("home")
    check(not game.has("button continue-series"), "a finished series is not to be continued")
    check_equal(game.close(), 0, f"status {game.stderr()}")
    look_back_at_series(table, winner)


def look_back_at_series(table, winner):
    """Those that are over can be found again, one after the other."""
    folder = table.home / "data" / "graphprix" / "series"
    file = next(folder.glob("*.json"))
    earlier = json.loads(file.read_text(encoding="utf-8"))
    earlier["races"][1]["places"] = earlier["races"][0]["places"][:]
    (folder / "a-day-before.json").write_text(json.dumps(earlier), encoding="utf-8")
    os.utime(folder / "a-day-before.json", (1000000000, 1000000000))
    earlier_winner = steps.NAMES[earlier["races"][0]["places"].index(1)]
    game = table.open()
    game.wait_screen("home")
    game.click("button series-tables")
    game.wait_status(f"{winner} wins the series")
    check(not game.has("button later-series"), "nothing is later than the newest")
    game.click("button earlier-series")
    game.wait_gone("button earlier-series")
    game.wait_status(f"{earlier_winner} wins the series")
    game.click("button later-series")
    game.wait_status(f"{winner} wins the series")
    check_equal(game.close(), 0, f"status {game.stderr()}")


# --- saved races -------------------------------------------------------------------------------

def test_a_broken_series_is_told_and_kept_aside(table):
    folder = table.home / "data" / "graphprix" / "series"
    folder.mkdir(parents=True)
    (folder / "old.json").write_text("{ oops", encoding="utf-8")
    game = table.open()
    game.wait_status("A series cannot be read and is left out. old.json:1")
    game.click("button yes")
    game.wait_target("button new-race")
    check_equal([path.name for path in folder.iterdir()], ["old.json.broken"], "files of the folder")
    check_equal((folder / "old.json.broken").read_text(), "{ oops", "what was in it")
    check_equal(game.close(), 0, "status")

    game = table.open()
    game.wait_status("Graph Prix")
    check(not game.has("button yes"), "it is told once")


def test_list_of_saved_races(table):
    folder = races_folder(table)
    folder.mkdir(parents=True)
    for number, age in (("one", 300), ("two", 200)):
        drive(folder / f"{number}.race", [action(start, move) for _, start, move in STORY],
              "--players", "2", "--set", "order=listed")
        os.utime(folder / f"{number}.race", (1.7e9 - age, 1.7e9 - age))
    drive(folder / "running.race", [action(start, move) for _, start, move in STORY[:4]],
          "--players", "2", "--set", "order=listed")
    (folder / "rubbish.race").write_text("rubbish", encoding="utf-8")
    game = table.open()
    game.wait_screen("home")
    game.click("button saved-races")
    game.wait_screen("saved")
    game.wait(lambda seen: "…" not in [t["text"] for t in seen["targets"]], "all races to be known")
    listed = {t["id"]: t["text"] for t in game.targets("race ")}
    check_equal(listed["race running.race"], "round 3", "the running race")
    check("won by" in listed["race one.race"], f"a finished one: {listed['race one.race']}")
    check_equal(listed["race rubbish.race"], "cannot be read", "rubbish")
    check_equal(list(listed)[-1], "race one.race", "the oldest comes last")

    game.click("delete one.race")
    game.wait_gone("race one.race")
    check(not (folder / "one.race").exists(), "the deleted race is gone")
    trash = table.home / "data" / "Trash"
    check((trash / "files" / "one.race").exists(), "it lies in the trash")
    info = (trash / "info" / "one.race.trashinfo").read_text(encoding="utf-8")
    check(f"Path={folder / 'one.race'}\n" in info, f"from where it came: {info}")

    before = (folder / "two.race").read_bytes()
    game.click("race two.race")
    game.wait_screen("results")
    check_equal(len(list(folder.glob("*.race"))), 3, "looking at a finished race makes no other")
    check_equal((folder / "two.race").read_bytes(), before, "its file")
    game.click("button home")
    game.wait_screen("home")
    game.click("button continue")
    game.wait_screen("race")
    game.key("Escape")
    game.click("button saved-races")
    game.wait_screen("saved")
    game.key("Escape")
    game.wait_screen("race")
    check_equal(game.close(), 0, f"status {game.stderr()}")


def test_no_saved_races(table):
    game = table.open()
    game.wait_screen("home")
    check(not game.has("button continue"), "nothing to be continued")
    game.key("ctrl+o")
    game.wait_screen("saved")
    game.wait_status("No race has been driven yet")
    game.click("button back")
    game.wait_screen("home")


# --- two windows -------------------------------------------------------------------------------

def second_window(table):
    home = table.home / "second"
    home.mkdir()
    game = Game(table.display, home=home, environment=folders(table.home))
    table.games.append(game)
    return game


def test_two_windows_at_one_race(table):
    steps.add_own_track(table.home)
    game = table.open()
    steps.new_race(game)
    steps.choose_start(game, "4,6")
    steps.click_move(game, "5,6")
    path, saved = game.races()[-1], game.races()[-1].read_bytes()

    other = second_window(table)
    other.wait_screen("home")
    other.click("button continue")
    other.wait_status("Another window has this race open")
    other.click("button no")
    other.wait_gone("button no")
    other.click("button continue")
    other.wait_status("Another window has this race open")
    other.click("button yes")
    other.wait_screen("race")
    check_equal(len(game.races()), 2, "the copy has a file of its own")
    check_equal(path.read_bytes(), saved, "the first window's file")
    check_equal(other.close(), 0, f"status {other.stderr()}")
    check_equal(path.read_bytes(), saved, "the first window's file, still")

    # A window that was killed holds nothing.
    game.kill()
    third = table.open()
    third.wait_screen("home")
    third.click("button continue")
    third.wait_screen("race")
    check(not third.has("button yes"), "nobody has the race open")
    check_equal(third.close(), 0, f"status {third.stderr()}")


if __name__ == "__main__":
    main(globals())
