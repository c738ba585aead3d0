"""What a person does with the game in a few strokes, used by several tests."""
import json
import shutil
import time
from pathlib import Path

from game import PATIENCE, Expected, Referee, has
from story import FIRST, SECOND, action

HERE = Path(__file__).resolve().parent
STRAIGHT = HERE / "straight.svg"
NAMES = ("Emmy", "Kurt")  # not those that the set-up proposes


def add_own_track(home, track=STRAIGHT):
    """Puts a track where the player's own ones are looked for."""
    folder = home / "data" / "graphprix" / "tracks"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(track, folder)


def name_players(game, names):
    """As many players as names, by the buttons and the keyboard of the set-up."""
    while game.has(f"player {len(names) + 1} name"):
        game.click(f"player {len(names) + 1} remove")
        game.wait_gone(f"player {len(names) + 1} name")
    for number, name in enumerate(names, 1):
        if not game.has(f"player {number} name"):
            game.click("button add-player")
        game.click(f"player {number} name")
        game.wait_focus(f"player {number} name")
        write_over(game, f"player {number} name", name)


def write_over(game, field, text):
    """Replaces what is in the field that has the focus."""
    game.key("End", *["BackSpace"] * len(text_of(game.read(), field)))
    game.type(text)
    game.wait(lambda seen: text_of(seen, field) == text, f"{text} in {field}")


def walk_to(game, name):
    """By Tab to the stop that holds it, then by the arrows that walk in it."""
    def press(key):
        before = game.read()["focus"]
        game.key(key)
        return game.wait(lambda seen: seen["focus"] != before, f"the focus to move on from {before} to {name}")

    def stop_of(identity):
        return next((target["stop"] for target in game.read()["targets"] if target["id"] == identity), None)
    game.come_to_rest()  # what is just being opened takes the focus to itself
    for _ in range(80):
        if game.read()["focus"] and stop_of(game.read()["focus"]) == stop_of(name):
            break
        press("Tab")
    order = [target["id"] for target in game.targets() if target["stop"] == stop_of(name)]
    while (focus := game.read()["focus"]) != name:
        press("Right" if order.index(focus) < order.index(name) else "Left")


def text_of(seen, identity):
    return next((t["text"] for t in seen["targets"] if t["id"] == identity), None)


def new_race(game, track="Straight", preset="racing-car", names=NAMES):
    """From the home screen to the first turn."""
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    if track == "Straight":  # the last in the list
        game.scroll_to("track Straight", "track Long road")
    game.click(f"track {track}")
    game.click(f"preset {preset}")
    name_players(game, names)
    before = len(game.races())
    game.click("button start-race")
    game.wait_screen("race")
    wait_until(lambda: len(game.races()) == before + 1, "a file for the new race")


def go_home(game):
    game.key("Escape")
    game.click("button home")
    game.wait_screen("home")


def new_race_begun_by(game, first, **choices):
    """Races anew until the seed lets this player begin, so that two runs look the same."""
    for _ in range(40):
        new_race(game, **choices)
        if game.wait_status(", choose your start")["status"].startswith(first):
            return
        go_home(game)
    raise Expected(f"a race that {first} begins")


def wait_until(holds, what, patience=PATIENCE):
    """For what is on disk rather than on the screen."""
    limit = time.monotonic() + patience
    while not holds():
        if time.monotonic() > limit:
            raise Expected(what)
        time.sleep(0.01)


def done_actions(game):
    """The actions of the newest race's file, undone ones gone."""
    done = []
    for line in game.races()[-1].read_text(encoding="utf-8").splitlines()[1:]:
        record = json.loads(line)
        if record.get("undo"):
            done.pop()
        else:
            done.append(record["do"])
    return done


def check_done(game, actions, what):
    """The file is written behind what is seen."""
    wait_until(lambda: done_actions(game) == actions, f"{what}: {actions}")


def choose_start(game, start):
    game.click(f"start {start}")
    game.wait(lambda seen: any(t["id"].startswith("move ") for t in seen["targets"]), "first moves")


def click_move(game, move, nitro=False):
    """One click; Shift is held for points that need a nitro. A question is answered with yes."""
    if nitro:
        game.display.xdotool("keydown", "shift")
    before = len(done_actions(game))
    game.click(f"move {move}")
    wait_until(lambda: has(game.read(), "button yes") or len(done_actions(game)) > before,
               f"the move to {move}")
    if nitro:
        game.display.xdotool("keyup", "shift")
    asked = len(done_actions(game)) == before
    if asked:
        game.click("button yes")
        wait_until(lambda: len(done_actions(game)) > before, f"the move to {move}")
    return asked


def play_with_pointer(game, story, names, nitro=None, after=None):
    """Plays (car, start, move) by clicks; `after` is called with the index of each. Returns the
    indices of the moves before which the game asked."""
    asked = []
    for index, (car, start, move) in enumerate(story):
        game.wait_status(f"{names[car]}, ")
        if start:
            choose_start(game, start)
        if click_move(game, move, nitro=index == nitro):
            asked.append(index)
        if after:
            after(index)
    return asked


def story_actions(story):
    return [action(start, move) for _, start, move in story]


def cars_in_file(game, track=STRAIGHT):
    """The cars as the referee sees them after the newest race's file, by player's number."""
    referee = Referee(track, "--players", "1")
    answer = referee.ask(f"load {game.races()[-1]}")
    referee.close()
    if not answer["ok"]:
        raise AssertionError(f"the referee does not take the race: {answer}")
    return {car["player"]: car for car in answer["state"]["cars"]}, answer["state"]


def numbers_of(names):
    """Which player is FIRST and which SECOND, given {FIRST: name, SECOND: name}."""
    return {car: NAMES.index(names[car]) + 1 for car in (FIRST, SECOND)}


def vast_arena(path, teeth=3000):
    """A track of the largest size, with a wall of 6,000 corners: two combs, one above the other."""
    upper = [(8 + i * 4080 // teeth + i % 2, 3 if i % 2 else 700) for i in range(teeth)]
    lower = [(4096 - x, 4096 - y) for x, y in upper]
    points = " ".join(f"{x},{y}" for x, y in upper + lower)
    path.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4096 4096">'
                    f'<title>Vast arena</title><polygon class="wall" points="{points}"/></svg>')
