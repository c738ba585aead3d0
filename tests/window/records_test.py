"""Par and records: what the set-up knows of a track under its rules, what a race makes of it.

On dash.svg a car that speeds up by one square a move is at x = 2, 4, 7: past the line in 3 rounds.
"""
import datetime
import json
import subprocess

from game import RELEASE, Referee
from steps import (HERE, add_own_track, choose_start, click_move, name_players,
                   wait_until)
from suite import check, check_equal, main

DASH = HERE / "dash.svg"
FAST = ("2,3", "4,3", "7,3")
SLOW = ("2,3", "3,3", "5,3", "7,3")


def solved(track, *rules):
    """Par as the command line has it."""
    told = subprocess.run([str(RELEASE), "solve", track, "--json", *rules], check=True,
                          capture_output=True, text=True)
    return json.loads(told.stdout)["rounds"]


def records_file(table):
    return table.home / "data" / "graphprix" / "records.json"


def best(table):
    """The rounds of all results, the best first."""
    entries = json.loads(records_file(table).read_text(encoding="utf-8"))["records"]
    check_equal(len(entries), 1, "tracks with records")
    return [result["rounds"] for result in entries[0]["best"]]


def choose_dash(game):
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    if game.target("track Dash")["h"] < 20:
        game.scroll_to("track Dash", "track First oval")
    game.click("track Dash")
    game.click("preset racing-car")


def drive(game, moves):
    choose_start(game, "1,3")
    for move in moves:
        click_move(game, move)
    game.wait_status("The race is over")
    game.click("button results")
    return game.wait_screen("results")["status"]


def test_par_follows_the_rules(table):
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    game.click("track Kidney")
    for laps, click in ((1, None), (2, "choice laps more"), (3, "choice laps more")):
        if click:
            game.click(click)
        par = solved("kidney", "--set", f"laps={laps}")
        game.wait_status(f"Kidney under these rules: par {par}.")
    check(game.has("track Kidney"), "the card of the track")
    check_equal(game.target("track Kidney")["text"], f"par {solved('kidney')}", "the track's par")
    game.click("game derby")
    game.wait(lambda seen: "par" not in seen["status"], "no par in a derby")


def test_records_are_kept(table):
    add_own_track(table.home, DASH)
    game = table.open()
    choose_dash(game)
    game.wait_status("Dash under these rules: par 3.")
    name_players(game, ("Emmy",))
    game.click("button start-race")
    game.wait_screen("race")
    check("First record of this track and these rules: 4 rounds, by Emmy" in drive(game, SLOW),
          "a first record")
    game.click("button rematch")
    game.wait_screen("race")
    check("New record! 3 rounds, by Emmy. It was 4, by Emmy" in drive(game, FAST), "a new record")
    check_equal(best(table), [3, 4], "the records")
    check_equal(game.close(), 0, "status")

    game = table.open()
    choose_dash(game)
    game.wait_status("Dash under these rules: par 3, record 3 by Emmy.")
    game.click("choice nitros less")
    game.wait_status("Dash under these rules: par 3.")
    check(not game.has("choice ghost"), "no record, no ghost")
    game.click("choice nitros more")
    race_the_ghost(game)
    check_equal(game.close(), 0, "status")


def race_the_ghost(game):
    """It stands on its second point, beside the car that was slower; and only while it is wanted."""
    game.click("choice ghost")
    game.click("button start-race")
    game.wait_screen("race")
    choose_start(game, "1,3")
    for move in SLOW[:2]:
        click_move(game, move)
    game.point_away()
    haunted = game.picture()
    game.key("Escape")
    game.click("choice ghost")
    game.click("button resume")
    game.wait_gone("button resume")
    game.point_away()
    check(haunted.differing(game.picture()) > 30, "the ghost is seen")
    written = [json.loads(line) for line in game.races()[-1].read_text().splitlines()]
    check_equal([line["do"] for line in written if "do" in line], ["1,3>2,3", "3,3"], "the race's file")


def test_what_is_taken_back_is_none(table):
    add_own_track(table.home, DASH)
    game = table.open()
    new_race_on_dash(game)
    drive(game, FAST)
    game.click("button sheet")
    game.wait_screen("race")
    game.key("ctrl+z")
    game.wait_status("Emmy, your move")
    wait_until(lambda: best(table) == [], "the record to go")
    click_move(game, "7,3")
    game.wait_status("The race is over")
    game.click("button results")
    check("record" not in game.wait_screen("results")["status"], "no record")
    check_equal(best(table), [], "the records")


def new_race_on_dash(game):
    choose_dash(game)
    name_players(game, ("Emmy",))
    game.click("button start-race")
    game.wait_screen("race")


def test_a_record_behind_a_computer(table):
    """With nitros it has won in 2 rounds; the person drives on, is there in 4, and that is the first record."""
    referee = Referee(DASH, "--players", "2", "--driver", "2=ace", "--set", "order=listed")
    for action in ("1,3>2,3", "3,3"):
        state = referee.ask(f"do {action}")["state"]
    check(state["over"], "the computer has won")
    check(referee.ask(f"save {table.home / 'behind.race'}")["ok"], "the race is saved")
    referee.close()
    game = table.open(table.home / "behind.race")
    game.wait_screen("results")
    game.click("button sheet")
    game.wait_screen("race")
    game.key("Escape")
    game.click("button drive-on")
    game.wait_target(f"move {SLOW[2]}")
    for move in SLOW[2:]:
        click_move(game, move)
    game.wait_status("The race is over")
    game.click("button results")
    news = game.wait_screen("results")["status"]
    check("First record of this track and these rules: 4 rounds, by " in news, news)
    check(" was there in 2, but only people set records" in news, news)
    check_equal(best(table), [4], "the records")


def test_a_file_of_the_same_name_has_no_part_in_it(table):
    """The race of the record is gone, and another one has its file's name."""
    add_own_track(table.home, DASH)
    game = table.open()
    new_race_on_dash(game)
    drive(game, FAST)
    race = game.races()[-1]
    check_equal(game.close(), 0, "status")
    race.unlink()
    game = table.open()
    choose_dash(game)
    name_players(game, ("Ada",))
    game.click("button start-race")
    game.wait_screen("race")
    status = drive(game, SLOW)
    check_equal(game.races()[-1].name, race.name, "the file's name")
    check("record" not in status, status)


def test_an_opened_race_sets_none(table):
    add_own_track(table.home, DASH)
    game = table.open()
    new_race_on_dash(game)
    drive(game, SLOW)
    race = game.races()[-1]
    check_equal(game.close(), 0, "status")
    records_file(table).unlink()
    game = table.open(race)
    check("record" not in game.wait_screen("results")["status"], "no record of an opened race")
    check(not records_file(table).exists(), "the records were written")


def test_broken_records(table):
    records_file(table).parent.mkdir(parents=True)
    records_file(table).write_text("{\"graphprix\": 1, \"reco", encoding="utf-8")
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_target("button yes")
    game.click("button yes")
    game.wait_status("under these rules")
    aside = records_file(table).with_name("records.json.broken")
    check(aside.exists() and not records_file(table).exists(), "the broken file kept aside")


def daily_line(table, date):
    """The track of the date as the command has it, and the actions of its best line."""
    track = table.home / "daily.svg"
    subprocess.run([RELEASE, "generate", "--daily", date, "-o", track], check=True)
    told = subprocess.run([RELEASE, "solve", track, "--json"], check=True, capture_output=True, text=True)
    solved_track = json.loads(told.stdout)
    start, first, *rest = ["{},{}".format(*point) for point in solved_track["line"]]
    return track, solved_track["rounds"], [f"{start}>{first}", *rest]


def drive_in_file(race, track, actions):
    """What nobody has to see is driven by the referee, in the race's own file."""
    asked = [f"load {race}", *[f"do {action}" for action in actions], f"save {race}", "quit"]
    told = subprocess.run([RELEASE, "referee", "--track", track, "--players", "1"], check=True,
                          input="\n".join(asked), capture_output=True, text=True)
    check(all(json.loads(line)["ok"] for line in told.stdout.splitlines()), told.stdout)


def test_the_daily_track_makes_a_streak(table):
    date = datetime.date.today()
    days = [{"date": str(date - datetime.timedelta(days=ago)), "generator": 1,
             "track": "00000000000000ab", "par": 25, "rounds": 27} for ago in (4, 2, 1)]
    kept = table.home / "data" / "graphprix" / "daily.json"
    kept.parent.mkdir(parents=True)
    kept.write_text(json.dumps({"graphprix": 1, "daily": [{"date": "no day"}, *days]}))
    game = table.open()
    game.wait(lambda seen: "1 of the daily tracks cannot be read" in seen["status"], "what is damaged")
    game.click("button yes")
    check_equal(game.wait_target("button daily")["text"], "Daily track, streak 2", "the entry")
    game.click("button daily")
    track, par, actions = daily_line(table, str(date))
    game.wait_status(f"Par {par} moves. Finish it today, and your streak is 3 days.")
    game.click("button start-daily")
    game.wait_screen("race")
    check(not game.has("button undo"), "nothing is taken back")
    check_equal(game.close(), 0, "status")
    drive_in_file(game.races()[-1], track, actions[:-1])
    game = table.open(game.races()[-1])
    click_move(game, actions[-1])
    game.wait_status("The race is over")
    game.click("button results")
    line = f"Graph Prix daily {date} (generator 1): {par} moves, par {par}, streak 3"
    game.wait(lambda seen: any(label["text"] == line for label in seen["labels"]), line)
    game.click("button copy-daily")
    game.wait(lambda seen: any("clipboard" in label["text"] for label in seen["labels"]), "a notice")
    game.click("button home")
    check_equal(game.wait_target("button daily")["text"], "Daily track: done, streak 3", "the entry")
    check_equal(game.close(), 0, "status")


if __name__ == "__main__":
    main(globals())
