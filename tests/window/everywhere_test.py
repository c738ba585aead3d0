"""Every screen is left in every way and come back to: by what is dropped on the window, by the keys
that mean the same everywhere, by Esc and Cancel.

A screen that frees what it shows, or whose race is gone, must not be come back to: then the one
before it comes up. WAYS and files() serve the random test, too. With EVERY_WAY in the environment each
screen is left in every way, without it in a fifth of them, the next screen in the next fifth; PLACES names
those that are wanted, parted by commas.
"""
import json
import os

import steps
from game import PROGRAM, ROOT, Expected, Referee, has
from inspection_test import slow_track
from photo_test import draw_rings
from story import STORY, action
from suite import check, check_equal, main

TRACK = ROOT / "tracks" / "graph-paper" / "kidney.svg"
FINISHED = "2026-11-20-finished.race"

# From home to each screen, in strokes: ("click", target), ("key", name), ("drop", file), and the
# screen that each leads to. The name of another way stands for its strokes; a target that ends with
# a blank is the first of its kind.
WAYS = {
    "home": [],
    "set-up": [("drop", "track.svg", "set-up")],
    "all rules": ["set-up", ("click", "button all-rules", "set-up")],
    "inspection": [("drop", "straight.svg", "set-up"), ("click", "button inspect", "inspection")],
    "inspected": ["inspection", ("click", "button done", "set-up")],
    "tracks": [("click", "button tracks", "tracks")],
    "tracks from set-up": ["set-up", ("click", "button all-tracks", "tracks")],
    "generating": ["tracks", ("click", "button generate", "generating")],
    "editor": ["set-up", ("click", "button new-track", "editor"),
               ("click", "size 40x30", "editor"), ("click", "button create", "editor")],
    "trying": ["editor", ("drop", "track.svg", "editor"), ("click", "button try", "race")],
    "photo": [("drop", "photo.png", "photo")],
    "saved": [("key", "ctrl+o", "saved")],
    "replay of a saved race": ["saved", ("click", "replay ", "replay")],
    "race": [("drop", "begun.race", "race")],
    "saved from race": ["race", ("key", "ctrl+o", "saved")],
    "menu": ["race", ("key", "Escape", "menu")],
    "replay": ["menu", ("click", "button replay", "replay")],
    "results": [("drop", "finished.race", "results")],
    "replay of results": ["results", ("click", "button replay", "replay")],
    "race with programs": [("drop", "programs.race", "race")],
    "series": [("click", "button continue-series", "series")],
    "settings": [("click", "button settings", "settings")],
    "help": [("click", "button help", "help")],
    "help in a race": ["race", ("key", "F1", "help")],
    "printing": [("key", "ctrl+p", "printing")],
    "printing a race": ["race", ("key", "ctrl+p", "printing")],
    "tutorial": [("click", "button tutorial", "tutorial")],
    "lessons": ["tutorial", ("key", "Escape", "lessons")],
    "orders": [("drop", "orders.race", "race")],
    "orders against a computer": [("drop", "alone.race", "race")],
    "circuit": [("drop", "circuit.race", "race")],
    "replay of orders": ["orders", ("key", "Escape", "menu"), ("click", "button replay", "replay")],
    "map editor": [("drop", "own.map", "set-up"), ("click", "button new-track", "editor")],
    "trying a map": ["map editor", ("drop", "own.map", "editor"), ("click", "button try", "race")],
    "circuit editor": [("drop", "circuit.svg", "set-up"), ("click", "button new-track", "editor")],
    "orders taught": ["lessons", ("click", "button tutorial-stock-cars", "tutorial")],
    "circuit taught": ["lessons", ("click", "button tutorial-circuit", "tutorial")],
    "classroom": [("click", "button classroom", "classroom")],
    "lesson": ["classroom", ("click", "lesson velocity", "lesson")],
    "exercises": ["classroom", ("click", "button exercises", "exercises")],
    "demonstration": ["classroom", ("click", "button demonstration", "demonstration")],
    "daily": [("click", "button daily", "daily")],
}

# A race that is over, in each game: its last car drives on to the flag, with hints or without. Two of them a
# computer has won.
for game, over in (("paper", "finished.race"), ("orders", "over-orders.race"), ("circuit", "over-circuit.race")):
    WAYS[f"{game} driven on"] = [
        ("drop", over, "results"), ("click", "button sheet", "race"), ("key", "Escape", "menu"),
        ("click", "button drive-on", "race"), ("key", "h", "race")]

PLACES = os.environ["PLACES"].split(",") if "PLACES" in os.environ else list(WAYS)

# Where one comes up again who goes on from a screen to a photo and cancels it, if not on the screen
# itself: what lies over a screen is closed, and what has ended is not come back to.
BACK = {"all rules": "set-up", "inspected": "set-up", "tracks from set-up": "tracks",
        "generating": "tracks", "trying": "editor", "photo": "home", "replay of a saved race": "saved",
        "saved from race": "saved", "menu": "race",
        "replay of results": "replay", "race with programs": "race", "settings": "home",
        "help": "home", "help in a race": "race", "printing": "home", "printing a race": "race",
        "lessons": "tutorial", "orders": "race", "orders against a computer": "race", "circuit": "race",
        "replay of orders": "replay", "map editor": "editor", "trying a map": "editor",
        "circuit editor": "editor", "orders taught": "tutorial", "circuit taught": "tutorial",
        "daily": "home", **{place: "race" for place in WAYS if place.endswith("driven on")}}

# Where there is nothing to be printed.
UNPRINTED = {"inspection", "generating", "photo", "saved", "saved from race", "series", "tutorial",
             "lessons", "orders taught", "circuit taught", "classroom", "lesson", "exercises",
             "demonstration", "daily", "map editor", "circuit editor"}

# Each with the screen that it leads to, or with what then can be clicked.
DISTURBANCES = {"photo": (("drop", "photo.png"), "photo"),
                "track": (("drop", "track.svg"), "set-up"),
                "race": (("drop", "begun.race"), "race"),
                "finished race": (("drop", "finished.race"), "results"),
                "rubbish": (("drop", "rubbish.png"), "button yes"),
                "no race": (("drop", "rubbish.race"), "button yes"),
                "ctrl+o": (("key", "ctrl+o"), "saved"),
                "ctrl+p": (("key", "ctrl+p"), "printing"),
                "F1": (("key", "F1"), "help"),
                "Esc": (("key", "Escape"), None)}

LEAVING = ("button discard", "button leave", "button home")
CANCELS = ("button cancel", "button no", "button close", "button back", "button yes")


def story_race(path, count):
    """The story up to some action as a saved race."""
    referee = Referee(steps.STRAIGHT, "--players", "2", "--set", "order=listed")
    for _, start, move in STORY[:count]:
        check(referee.ask(f"do {action(start, move)}")["ok"], f"{start}, {move}")
    check(referee.ask(f"save {path}")["ok"], "the race is saved")
    referee.close()
    return json.loads(path.read_text(encoding="utf-8").splitlines()[0])


def other_race(path, game, track, *players):
    referee = Referee(ROOT / "tracks" / game / track, "--game", game, *players)
    check(referee.ask(f"save {path}")["ok"], "the race is saved")
    referee.close()


def over_race(path, game, track, opening, act):
    """A computer has won, and the person's car is still on its way."""
    referee = Referee(ROOT / "tracks" / game / track, "--game", game, "--players", "2", "--driver", "2=rookie")
    state = referee.ask(f"do {opening}")["state"]
    while not state["over"]:
        answer = referee.ask(f"do {act(referee)}")
        check(answer["ok"], f"the slow car's action, {answer}")
        state = answer["state"]
    check_equal([car["status"] for car in state["cars"]], ["racing", "finished"], f"how {game} ends")
    check(referee.ask(f"save {path}")["ok"], "the race is saved")
    referee.close()


def files(home):
    """What can be dropped, by name; with it a saved race, a series and a track of the player's."""
    folder = home / "files"
    folder.mkdir()
    (folder / "track.svg").write_bytes(TRACK.read_bytes())
    slow_track(folder / "straight.svg")
    (folder / "rubbish.race").write_text('{"graphprix":1,')
    (folder / "rubbish.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    draw_rings(folder / "photo.png")
    head = story_race(folder / "begun.race", 5)
    story_race(folder / "finished.race", len(STORY))
    other_race(folder / "orders.race", "stock-cars", "first-lap.map", "--players", "2")
    other_race(folder / "alone.race", "stock-cars", "first-lap.map", "--players", "2", "--driver", "2=rookie")
    other_race(folder / "circuit.race", "circuit", "first-corners.svg", "--players", "2")
    over_race(folder / "over-orders.race", "stock-cars", "first-lap.map", "special none", lambda referee: "-")
    over_race(folder / "over-circuit.race", "circuit", "first-corners.svg", "build 1 1 1 1 1",
              lambda referee: referee.ask("moves")["moves"][0]["action"])  # the lowest speed
    (folder / "own.map").write_bytes((ROOT / "tracks" / "stock-cars" / "first-lap.map").read_bytes())
    (folder / "circuit.svg").write_bytes((ROOT / "tracks" / "circuit" / "first-corners.svg").read_bytes())
    programs = dict(head)
    for player in programs["players"]:
        player["driver"] = f"bot:no-such-program {player['name']}"
    (folder / "programs.race").write_text(json.dumps(programs) + "\n", encoding="utf-8")
    data = home / "data" / "graphprix"
    (data / "races").mkdir(parents=True)
    (data / "races" / FINISHED).write_bytes((folder / "finished.race").read_bytes())
    (data / "series").mkdir()
    (data / "series" / "series.json").write_text(json.dumps(series_of(head)), encoding="utf-8")
    steps.add_own_track(home)
    return {path.name: path for path in folder.iterdir()}


def series_of(head):
    """A series of two races that nobody has begun."""
    kept = {key: head[key] for key in ("game", "preset", "rules", "allow") if key in head}
    players = [{**player, "driver": "human"} for player in head["players"]]
    return {"graphprix_series": 1, **kept, "players": players,
            "races": [{"track": head["track"]}, {"track": head["track"]}]}


def shown(seen):
    return seen["screen"], seen["status"], {target["id"] for target in seen["targets"]}


class Walker:
    def __init__(self, table):
        self.files = files(table.home)
        self.game = table.open()
        self.game.wait_screen("home")

    def do(self, kind, what):
        """A click comes from elsewhere: what comes up under the pointer takes none at first."""
        if kind == "drop":
            self.game.drop(self.files[what])
        elif kind == "key":
            self.game.key(what)
        else:
            self.game.point_away()
            if what.endswith(" "):
                self.game.wait(lambda seen: self.first(what), f"a target {what}")
            self.game.click(self.first(what) if what.endswith(" ") else what)

    def first(self, kind):
        return next((t["id"] for t in self.game.targets(kind) if t["h"] > 0), None)

    def go(self, place):
        """From home."""
        for stroke in WAYS[place]:
            if isinstance(stroke, str):
                self.go(stroke)
                continue
            kind, what, screen = stroke
            frame = self.game.read()["frame"]
            self.do(kind, what)
            self.game.wait(lambda seen: seen["frame"] > frame and seen["screen"] == screen,
                           f"{what} to lead to the screen {screen}")
            self.game.answer()  # the screen may be the one before, and the picture of the pointer

    def cancel(self):
        """By a button of a dialog or the screen, or else by Esc."""
        self.game.answer()
        seen = self.game.read()
        cancels = CANCELS if seen["screen"] != "demonstration" else ("button yes",)  # there, back is a move back
        button = next((name for name in cancels if has(seen, name)), None)
        if seen["screen"] == "home" and not button:
            return
        self.do(*(("click", button) if button else ("key", "Escape")))
        if seen["screen"] == "race" and not button:
            self.game.wait_screen("menu")  # pictures come by themselves where computers drive
        else:
            self.game.wait(lambda now: shown(now) != shown(seen),
                           f"an answer to {button or 'Esc'} on {seen['screen']}")

    def go_home(self):
        for _ in range(12):
            seen = self.game.read()
            button = next((name for name in LEAVING if self.first(name)), None)
            if seen["screen"] == "home" and not has(seen, "button yes"):
                return
            if button:
                self.do("click", button)
                self.game.wait_gone(button)
            else:
                self.cancel()
        raise Expected(f"to come home, but is on {self.game.read()['screen']}")


def test_back_from_a_photo(table):
    """From each screen to a photo, and Cancel."""
    walker = Walker(table)
    game = walker.game
    for place in PLACES:
        walker.go_home()
        walker.go(place)
        walker.do("drop", "photo.png")
        game.wait_screen("photo")
        walker.do("click", "button cancel")
        game.wait(lambda seen: seen["screen"] == BACK.get(place, place),
                  f"{place}, left for a photo, to come back to {BACK.get(place, place)}")
    check_equal(game.close(), 0, f"status at the end ({game.stderr()})")


def disturb(walker, place, name):
    """Leaves a place in one way and goes home by what there is to cancel."""
    (kind, what), led_to = DISTURBANCES[name]
    if place == "editor" and name == "track":
        led_to = "editor"
    walker.go_home()
    walker.go(place)
    before = walker.game.wait(lambda seen: not seen.get("moving"), "ornaments to end")
    walker.do(kind, what)
    if led_to is None:
        walker.game.wait(lambda seen: shown(seen) != shown(before), f"an answer to {name} on {place}")
    else:
        # A place may be what is led to, and show a question of its own until then.
        walker.game.wait(lambda seen: seen["frame"] > before["frame"] and
                         (seen["screen"] == led_to or has(seen, led_to)),
                         f"{name} on {place} to lead to {led_to}")
    walker.cancel()


def walk(table, names):
    walker = Walker(table)
    every = 1 if "EVERY_WAY" in os.environ else 5
    for number, place in enumerate(PLACES):
        for name in names[number % every::every]:
            if (name, place) != ("Esc", "home") and (name != "ctrl+p" or place not in UNPRINTED):
                disturb(walker, place, name)
    walker.go_home()
    check_equal(walker.game.close(), 0, f"status at the end ({walker.game.stderr()})")


def test_left_for_what_is_dropped(table):
    walk(table, ("track", "race", "finished race", "rubbish", "no race"))


def test_left_by_keys(table):
    walk(table, ("ctrl+o", "ctrl+p", "F1", "Esc"))


if __name__ == "__main__":
    main(globals())
