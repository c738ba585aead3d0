"""What a person or a machine can do wrong: it is told, and the running race stays as it was."""
import os
import resource
import subprocess

import steps
from game import PROGRAM, folders, has
from story import FIRST, SECOND, STORY
from suite import check, check_equal, main


def run_program(table, *arguments, **environment):
    """Without a window coming up: status, and what it complained about."""
    settings = {**os.environ, **folders(table.home), "DISPLAY": table.display.name,
                "SDL_VIDEODRIVER": "x11", "SDL_RENDER_DRIVER": "software", **environment}
    settings = {name: value for name, value in settings.items() if value is not None}
    done = subprocess.run([str(PROGRAM), *[str(argument) for argument in arguments]], text=True,
                          env=settings, capture_output=True, timeout=60)
    return done.returncode, done.stderr


def check_complaint(found, status, part, what):
    check_equal(found[0], status, f"status for {what} ({found[1]!r})")
    check_equal(found[1].count("\n"), 1, f"lines about {what} ({found[1]!r})")
    check(part.lower() in found[1].lower(), f"{what}: {found[1]!r} does not say {part!r}")


def test_wrong_usage(table):
    check_complaint(run_program(table, "--no-such-option"), 2, "--no-such-option", "an option")
    check_complaint(run_program(table, "no-such-file.svg"), 1, "no-such-file.svg", "a file")
    check_complaint(run_program(table, "no-such-command"), 2, "no-such-command", "a command")
    check_complaint(run_program(table, "--watch"), 2, "--watch", "an option without its value")
    watched = table.home / "no-such-folder" / "watch"
    check_complaint(run_program(table, "--watch", watched), 1, str(watched), "a place to watch")


def test_no_display(table):
    found = run_program(table, DISPLAY=None, SDL_VIDEODRIVER=None, XDG_RUNTIME_DIR=str(table.home))
    check_complaint(found, 1, "display", "no display")
    check_complaint(run_program(table, DISPLAY=":987"), 1, "display", "a display that is not there")


def test_no_font(table):
    empty = table.home / "fonts.conf"
    empty.write_text("<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig/>")
    found = run_program(table, FONTCONFIG_FILE=str(empty))
    check_complaint(found, 1, "font", "no font")


def begin(table, **options):
    steps.add_own_track(table.home)
    game = table.open(**options)
    steps.new_race(game)
    first = game.wait_status(", choose your start")["status"].split(",")[0]
    names = {FIRST: first, SECOND: next(name for name in steps.NAMES if name != first)}
    steps.play_with_pointer(game, STORY[:2], names)
    return game, names


def bad_files(folder):
    """Files that a player might open, and a word that the answer to each must hold."""
    folder.mkdir()
    race = '{"graphprix":1,"game":"graph-paper","seed":"7"'
    texts = {
        "cut.svg": (b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path class='wall",
                    ""),
        "empty.svg": (b"", ""),
        "binary.svg": (bytes(range(256)) * 40, ""),
        "huge.svg": (b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>"
                     b"<path class='wall' d='M 1e308 1e308 L 2 2 3 1 Z'/></svg>", ""),
        "nan.svg": (b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>"
                    b"<path class='wall' d='M nan 1 L 2 2 3 1 Z'/></svg>", ""),
        "no-wall.svg": (b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>", "wall"),
        "bomb.svg": (b"<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;'>"
                     b"<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'>]><svg>&c;</svg>", ""),
        "cut.race": (race.encode(), ""),
        "binary.race": (bytes(range(256)) * 40, ""),
        "empty.race": (b"", ""),
    }
    for name, (content, _) in texts.items():
        (folder / name).write_bytes(content)
    (folder / "folder.svg").mkdir()
    (folder / "folder.race").mkdir()
    words = {name: word for name, (_, word) in texts.items()}
    return {folder / name: words.get(name, "") for name in [*words, "folder.svg", "folder.race"]}


def test_bad_files_dropped(table):
    game, names = begin(table)
    saved = game.races()[-1].read_bytes()
    for path, word in bad_files(table.home / "bad").items():
        frame = game.read()["frame"]
        game.drop(path)
        game.wait(lambda seen: seen["frame"] > frame and has(seen, "button yes"),
                  f"an answer to {path.name}")
        told = " ".join([game.seen["status"], *[t["text"] for t in game.seen["targets"]]])
        check(word in told, f"{path.name}: {told!r} does not say {word!r}")
        check_equal(game.seen["screen"], "race", f"screen after {path.name}")
        game.key("Escape")
        game.wait_gone("button yes")
        game.wait_status(f"{names[FIRST]}, your move")
    check_equal(game.races()[-1].read_bytes(), saved, "the running race's file")
    steps.play_with_pointer(game, STORY[2:4], names, nitro=0)
    check_equal(steps.done_actions(game), steps.story_actions(STORY[:4]), "the race goes on")


def test_bad_file_at_the_start(table):
    for path in bad_files(table.home / "bad"):
        game = table.open(path)
        game.wait_screen("home")
        game.wait_target("button yes")
        game.key("Escape")
        game.wait_gone("button yes")
        check_equal(game.close(), 0, f"status after {path.name}: {game.stderr()}")


def test_no_place_for_data(table):
    (table.home / "file").write_text("")
    game = table.open(environment={"XDG_DATA_HOME": str(table.home / "file" / "data")})
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    game.click("button start-race")
    game.wait_screen("race")
    game.wait_target("button yes")
    game.key("Escape")
    game.wait_status(", choose your start")
    check_equal(game.close(), 0, "status")


def test_full_disk(table):
    """A limit on the size of files is a full disk for the one file that grows."""
    game, names = begin(table)
    path = game.races()[-1]
    size = path.stat().st_size
    resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE, (size + 10, resource.RLIM_INFINITY))
    frame = game.read()["frame"]
    game.click("move 5,4")
    game.wait(lambda seen: seen["frame"] > frame and has(seen, "button yes"),
              "the full disk to be told")
    game.key("Escape")
    game.wait_status(f"{names[SECOND]}, your move")

    resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE,
                     (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    game.click("move 7,8")
    wanted = [*steps.story_actions(STORY[:2]), "5,4", "7,8"]
    steps.wait_until(lambda: steps.done_actions(game) == wanted, "the file to be whole again")
    check_equal(game.close(), 0, "status")


if __name__ == "__main__":
    main(globals())
