"""A cup: five races of an evening, with a garage between them.

The courses are those that ship. Races are not driven here: their results are written into the cup's file
while no window is open, and where a race has to be on the disk it is one that ships.
"""
import json
import shutil

import steps
from game import ROOT
from suite import check, check_equal, main

CONTESTS = ["Paper race", "Demolition derby", "Stock cars", "Circuit", "Paper race"]
GAMES = ["graph-paper", "graph-paper", "stock-cars", "circuit", "graph-paper"]


def set_up(table, *drivers, **settings):
    """As many players as drivers: Ada, Blaise and so on."""
    folder = table.home / "config" / "graphprix"
    folder.mkdir(parents=True)
    names = ("Ada", "Blaise", "Chen", "Dorothy")
    players = [{"name": names[i], "pen": i + 1, "driver": driver} for i, driver in enumerate(drivers)]
    (folder / "settings.json").write_text(json.dumps({"graphprix": 1, "players": players, "reduced_motion": True,
                                                      **settings}), encoding="utf-8")


def open_cup(table):
    game = table.open()
    game.wait_screen("home")
    game.click("button cup")
    game.wait_screen("set-up")
    game.wait_target("button start-race")
    return game


def cup_file(table):
    files = list((table.home / "data" / "graphprix" / "series").glob("*.json"))
    check_equal(len(files), 1, "files of the cup")
    return files[0]


def read_cup(table):
    return json.loads(cup_file(table).read_text(encoding="utf-8"))


def end_races(table, places):
    """Race after race, with the places of the players."""
    cup = read_cup(table)
    for race, result in zip(cup["races"], places):
        race.update(file="some.race", places=result, cars=list(range(1, len(result) + 1)))
    cup_file(table).write_text(json.dumps(cup), encoding="utf-8")


def cards(game):
    """The courses in the order of the races, and what each card says."""
    told = [(target["id"], target["text"]) for target in game.targets("track ")]
    return sorted(told, key=lambda card: card[1].rsplit("race ", 1)[-1])


def test_a_cup_is_drawn_over_all_games(table):
    set_up(table, "human", "club")
    game = open_cup(table)
    drawn = cards(game)
    check_equal(len(drawn), 5, "races")
    check_equal(len({card for card, _ in drawn}), 5, "no course twice")
    for contest, (_, told), number in zip(CONTESTS, drawn, range(1, 6)):
        check(contest in told and told.endswith(f"race {number}"), f"{contest} is told in {told}")
    game.click(drawn[3][0])
    game.wait(lambda seen: cards(game)[3] != drawn[3], "another circuit")
    other = cards(game)
    check_equal([other[i] for i in (0, 1, 2, 4)], [drawn[i] for i in (0, 1, 2, 4)], "the others stay")
    game.click("choice cup one")
    game.wait(lambda seen: all("Paper race" in told for _, told in cards(game)), "paper races alone")
    check_equal(len({card for card, _ in cards(game)}), 5, "five of them")
    game.click("choice cup all")
    game.wait(lambda seen: cards(game) == other, "the same cup again")
    game.click("button start-race")
    game.wait_screen("series")
    game.wait_status("Cup: race 1 of 5")
    cup = read_cup(table)
    check_equal(cup["graphprix_series"], 2, "format")
    check_equal([race["game"] for race in cup["races"]], GAMES, "games of the races")
    check_equal(cup["races"][1]["preset"], "derby", "rules of the second race")
    check_equal([f'track {race["track"]["name"]}' for race in cup["races"]], [card for card, _ in other], "courses")
    check(not any("file" in race for race in cup["races"]), "nothing has begun before the garage is left")
    game.kill()

    game = table.open()
    game.wait_screen("home")
    check_equal(game.wait_target("button continue-series")["text"], "Continue cup: race 1 of 5", "home knows the cup")
    check_equal(game.close(), 0, f"status {game.stderr()}")


def test_what_is_chosen_in_the_garage_is_driven(table):
    set_up(table, "human", "human", "club")
    game = open_cup(table)
    game.click("game circuit")
    game.click("choice cup one")
    game.wait(lambda seen: all("Circuit" in told for _, told in cards(game)), "circuits alone")
    game.click("button start-race")
    game.wait_screen("series")
    check(not any(target["id"].startswith("garage 3") for target in game.targets()), "computers build by themselves")
    game.click("garage 1 Nimble")
    game.click("button next-race")
    game.wait_screen("race")
    # The second player builds in secret; nobody asks the first again.
    game.wait_status("Blaise")
    steps.wait_until(lambda: steps.done_actions(game), "the first build")
    first = [json.loads(line) for line in game.races()[-1].read_text(encoding="utf-8").splitlines()[1:]]
    builds = {line["car"]: line["do"] for line in first}
    # Five points, two on a thing: brakes, acceleration, wear in this order.
    check_equal(builds[1], "build 0 2 2 0 1", "what was chosen")
    check(2 not in builds, "the second has not built")
    check_equal(read_cup(table)["races"][0]["file"], game.races()[-1].name, "the race of the cup")
    check_equal(game.close(), 0, f"status {game.stderr()}")


def test_the_table_tells_who_comes_up(table):
    set_up(table, "human", "human", "human")
    game = open_cup(table)
    game.click("button start-race")
    game.wait_screen("series")
    check_equal(game.close(), 0, "status")
    end_races(table, [[1, 2, 3], [3, 2, 1]])
    game = table.open()
    game.wait_screen("home")
    game.click("button continue-series")
    game.wait_status("Cup: race 3 of 5")
    # 10 + 6, 8 + 8 and 6 + 10 points: all are level, and one race won is more than none; then the latest race.
    said = [label["text"] for label in game.read()["labels"]]
    check(said[0].startswith("Chen and Ada are level on points. Chen won on ") and "and has come up 2" in said[0], said[0])
    check_equal(said[1:], ["Chen: 16 points", "Ada: 16 points", "Blaise: 16 points"], "the table")
    game.wait_target("race 2")
    check(not game.has("race 3"), "what has not been driven cannot be looked at")
    check_equal([target["id"] for target in game.targets("garage 2")],
                [f"garage 2 {name}" for name in ("Later", "Turbo", "Sway bars", "Performance")], "specials of the stock cars")
    check_equal(game.close(), 0, f"status {game.stderr()}")


def test_from_a_race_the_way_leads_through_the_garage(table):
    set_up(table, "rookie", pace=2)
    game = open_cup(table)
    game.click("choice cup one")
    game.wait(lambda seen: all("Paper race" in told for _, told in cards(game)), "paper races alone")
    game.click("button start-race")
    game.wait_screen("series")
    game.click("button next-race")
    game.wait_screen("race")
    game.wait_status("The race is over.")
    game.click("button results")
    game.wait_screen("results")
    check_equal(game.wait_target("button next-race")["text"], "Table and garage", "the way on")
    check("Ada: 10 points" in [label["text"] for label in game.read()["labels"]], "the cup's table")
    game.click("button next-race")
    game.wait_status("Cup: race 2 of 5")
    second = read_cup(table)["races"][1]["track"]["name"]
    check_equal(game.wait_target("button next-race")["text"], f"Next race: {second}", "the next race")
    check_equal(len(game.races()), 1, "it has not begun")
    game.click("race 1")
    game.wait_screen("replay")
    game.key("Escape")
    game.wait_screen("series")
    check_equal(game.close(), 0, f"status {game.stderr()}")


def put_race(table, number, name):
    """Another race of four that is begun, in place of the one that was driven."""
    folder = table.home / "data" / "graphprix" / "races"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "assets" / "games" / name, folder / f"{number}.race")
    cup = read_cup(table)
    cup["races"][number - 1]["file"] = f"{number}.race"
    cup_file(table).write_text(json.dumps(cup), encoding="utf-8")


def saved(table, ending):
    return list((table.home / "data" / "graphprix" / "pictures").glob(f"*{ending}"))


def test_the_end_shows_the_best_moments(table):
    set_up(table, "human", "human", "human", "human")
    game = open_cup(table)
    game.click("button start-race")
    game.wait_screen("series")
    check_equal(game.close(), 0, "status")
    end_races(table, [[1, 2, 3, 4]] * 5)
    put_race(table, 3, "stock-cars.race")
    put_race(table, 4, "circuit.race")
    game = table.open()
    game.wait_screen("home")
    game.click("button series-tables")
    game.wait_status("Ada wins the cup")
    moments = game.targets("moment ")
    circuit, stock = (race["track"]["name"] for race in (read_cup(table)["races"][i] for i in (3, 2)))
    check_equal([target["id"] for target in moments], ["moment 1", "moment 2"], "races that are gone have none")
    check(moments[0]["text"].startswith("Forced through. ") and moments[0]["text"].endswith(f" · {circuit}"),
          moments[0]["text"])
    check(moments[1]["text"].startswith("Crash of the day. ") and moments[1]["text"].endswith(f" · {stock}"),
          moments[1]["text"])
    game.click("button picture")
    game.wait(lambda seen: saved(table, ".png"), "a picture")
    check_equal(saved(table, ".png")[0].read_bytes()[:4], b"\x89PNG", "what it is")
    game.click("button film")
    game.wait(lambda seen: saved(table, ".gif"), "a film")
    check_equal(saved(table, ".gif")[0].read_bytes()[:6], b"GIF89a", "what it is")
    game.click("moment 1")
    game.wait_screen("replay")
    game.wait_status("is through")
    check_equal(game.close(), 0, f"status {game.stderr()}")


if __name__ == "__main__":
    main(globals())
