"""What a person or a machine can do wrong: it is told, and the running race stays as it was."""
import errno
import json
import os
import resource
import struct
import subprocess
from pathlib import Path

import steps
from game import PROGRAM, Referee, folders, has
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


def font_of_other_signs(folder, encoding, first):
    """A folder with one font, which has other signs than letters: DejaVu's, with its letters called by 96
    numbers from `first`. Pictures are Unicode (3, 10), symbols have an order of their own (3, 0)."""
    found = subprocess.run(["fc-match", "-f", "%{file}", "DejaVu Sans"], capture_output=True, text=True, check=True)
    font = bytearray(Path(found.stdout).read_bytes())
    groups = struct.pack(">HHIIIIII", 12, 0, 28, 0, 1, first, first + 95, 36)
    segments = struct.pack(">HHHHHHH", 4, 32, 0, 4, 4, 1, 0) + struct.pack(
        ">HHHHHHHHH", first + 95 & 0xffff, 0xffff, 0, first & 0xffff, 0xffff, 36 - first & 0xffff, 1, 0, 0)
    cmap = struct.pack(">HHHHI", 0, 1, 3, encoding, 12) + (groups if encoding == 10 else segments)
    for entry in range(12, 12 + 16 * struct.unpack_from(">H", font, 4)[0], 16):
        tag, _, at, length = struct.unpack_from(">4sIII", font, entry)
        if tag == b"cmap":
            font[at:at + length] = cmap.ljust(length, b"\0")
    folder.mkdir()
    (folder / "signs.ttf").write_bytes(font)
    settings = folder / "fonts.conf"
    settings.write_text("<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>"
                        f"<dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>")
    return {"FONTCONFIG_FILE": str(settings)}


def letters_of(game, name):
    """How many different columns of pixels its label has: one sign for all letters has few."""
    target, picture = game.target(name), game.picture()
    label = picture.crop(target["x"] + 8, target["y"] + 8, target["w"] - 16, target["h"] - 16)
    return len({label.pixels[4 * x::4 * label.width] for x in range(label.width)})


def test_fonts_without_letters(table):
    """The lettering that is built in stands on the screen and on paper."""
    for name, encoding, first in (("pictures", 10, 0x1f600), ("symbols", 0, 0xf020)):
        fonts = font_of_other_signs(table.home / name, encoding, first)
        game = table.open(environment=fonts)
        game.wait_screen("home")
        check(letters_of(game, "button classroom") >= 16, f"letters beside a font of {name}")
        game.click("button new-race")
        game.wait_screen("set-up")
        check_equal(game.close(), 0, f"status with a font of {name}: {game.stderr()}")
        pdf = table.home / f"{name}.pdf"
        subprocess.run([str(PROGRAM), "print", "kidney", "-o", str(pdf)], check=True, env={**os.environ, **fonts})
        used = subprocess.run(["pdffonts", str(pdf)], capture_output=True, text=True, check=True).stdout
        check("Type 3" in used and "DejaVu" not in used, f"what is printed with beside {name}: {used}")


def card_of(table, name, fonts):
    """How the card of a player of that name looks."""
    referee = Referee(steps.STRAIGHT, "--players", "1")
    path = table.home / "named.race"
    check(referee.ask(f"save {path}")["ok"], "a race")
    referee.close()
    head = json.loads(path.read_text(encoding="utf-8"))
    head["players"][0]["name"] = name
    path.write_text(json.dumps(head) + "\n", encoding="utf-8")
    game = table.open(path, environment=fonts)
    game.wait_screen("race")
    card = game.wait_target("player 1")
    picture = game.picture().crop(card["x"], card["y"], card["w"], card["h"])
    game.close()
    return picture


def test_names_in_letters_that_no_font_has(table):
    """Those with accents are read without, others are marked as unknown, on the screen and in pictures."""
    fonts = font_of_other_signs(table.home / "pictures", 10, 0x1f600)
    for name, read in (("Zoë Łódź", "Zoe Lodz"), ("Émilie ß", "Emilie ss"), ("Жук", "???")):
        check_equal(card_of(table, name, fonts).differing(card_of(table, read, fonts), 0), 0, f"{name} as {read}")
        exported = []
        for title in (name, read):
            track = table.home / "named.svg"
            track.write_text(steps.STRAIGHT.read_text().replace("<title>Straight</title>", f"<title>{title}</title>"), encoding="utf-8")
            page = table.home / "named.pdf"
            subprocess.run([str(PROGRAM), "print", str(track), "-o", str(page)], check=True, env={**os.environ, **fonts})
            subprocess.run(["pdftoppm", "-r", "60", "-f", "1", "-l", "1", str(page), str(table.home / "page")], check=True)
            exported.append(next(table.home.glob("page*.ppm")).read_bytes())
        check_equal(exported[0] == exported[1], True, f"{name} as {read} on paper")


def test_what_nobody_sees_is_marked(table):
    for name, read in (("A\u202eda\u202c", "A<U+202E>da<U+202C>"), ("Bo\u200b\u2066b", "Bo<U+200B><U+2066>b")):
        check_equal(card_of(table, name, {}).differing(card_of(table, read, {}), 0), 0, f"{read} as it is typed")


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
    os.mkfifo(folder / "pipe.png")
    words = {name: word for name, (_, word) in texts.items()}
    return {folder / name: words.get(name, "") for name in [*words, "folder.svg", "folder.race", "pipe.png"]}


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


def told(game, what):
    """What is told in a dialog, which is then closed."""
    game.wait_target("button yes")
    said = " ".join([game.seen["status"], *[t["text"] for t in game.seen["targets"]]])
    check("cannot be saved" in said, f"{what}: {said}")
    game.key("Escape")
    game.wait_gone("button yes")


def stays_quiet(game, what):
    game.come_to_rest()
    check(not game.has("button yes"), f"nothing more is told {what}: {game.read()['status']}")


def test_home_that_cannot_be_written(table):
    """A file in its way, one that is missing, one that nobody may change: told once, then all is played."""
    (table.home / "file").write_text("")
    for number, place in enumerate((str(table.home / "file"), "/proc/no-home", "/sys/kernel")):
        bad = {name: place + "/x" for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
        game = table.open(environment=bad if number < 2 else {**bad, "HOME": ""})
        game.wait_screen("home")
        game.click("button new-race")
        game.wait_screen("set-up")
        game.click("preset classroom")
        game.click("button add-player")
        game.wait_target("player 3 name")
        game.click("button start-race")
        game.wait_screen("race")
        told(game, "the first that cannot be kept")
        for _ in range(3):
            game.wait_status(", choose your start")
            start = game.targets("start ")[0]["id"].removeprefix("start ")
            game.point_away()
            steps.choose_start(game, start)
            game.key("6")
            game.wait_gone("button yes")
            stays_quiet(game, "at a start")
        game.wait_status(", your move")
        game.key("h")
        stays_quiet(game, "with another setting")
        game.key("5")
        stays_quiet(game, "at a move")
        game.key("Escape")
        game.click("button settings")
        game.click("choice reduced-motion")
        stays_quiet(game, "in the settings")
        check(game.has("button done"), "the settings stay open")
        check_equal(game.close(), 0, f"status: {game.stderr()}")


def test_full_disk_is_told_until_it_changes(table):
    game, names = begin(table)
    path = game.races()[-1]

    def limit(more):
        most = path.stat().st_size + more if more is not None else resource.RLIM_INFINITY
        resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    limit(10)
    steps_done = len(STORY[:2])
    game.click("move 5,4")
    told(game, "the full disk")
    game.wait_status(f"{names[SECOND]}, your move")
    game.click("move 7,8")
    game.wait_status(f"{names[FIRST]}, your move")
    stays_quiet(game, "while it is full")
    limit(None)
    game.click("move 6,4")
    steps.wait_until(lambda: len(steps.done_actions(game)) == steps_done + 3, "all of it, now that there is room")
    game.wait_status(f"{names[SECOND]}, your move")
    game.point_away()
    game.come_to_rest()
    limit(10)
    game.click(game.targets("move ")[4]["id"])
    told(game, "the disk that is full again")


def play_without_space(game, why, races, make_room):
    """From home: it is told once, all is played, and once there is room all of it is saved."""
    game.click("button new-race")
    game.wait_screen("set-up")
    game.click("button start-race")
    game.wait_target("button yes")
    check(why in game.read()["status"], f"why: {game.seen['status']}")
    game.key("Escape")
    game.wait_gone("button yes")
    for turn in range(2):
        game.wait_status(", choose your start")
        game.click(game.targets("start ")[turn]["id"])
        game.wait(lambda seen: any(t["id"].startswith("move ") for t in seen["targets"]), "first moves")
        frame = game.read()["frame"]
        if turn == 1:
            make_room()
        game.click(next(move["id"] for move in game.targets("move ") if move["text"].startswith("clear")))
        game.wait_newer(frame)
        stays_quiet(game, "while it is full" if turn == 0 else "with room again")
    steps.wait_until(lambda: sum(len(path.read_text(encoding="utf-8").splitlines()) - 1
                                 for path in races.rglob("*.race")) == 2, "both moves, once there is room")


def test_no_file_may_grow(table):
    """Not by a byte: what any system can do to a program."""
    steps.add_own_track(table.home)
    game = table.open()
    game.wait_screen("home")
    resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    play_without_space(game, "larger than is allowed", table.home / "data", lambda: resource.prlimit(
        game.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)))


def test_a_disk_without_space(table):
    """A disk of its own for the program, where the system lets anybody have one."""
    if subprocess.run(["unshare", "-Urm", "true"], check=False).returncode != 0:
        print("no disk of one's own here: test_no_file_may_grow and file_test must do")
        return
    steps.add_own_track(table.home)
    data = table.home / "data"
    program = table.home / "on-a-small-disk"
    program.write_text(f"""#!/bin/sh
exec unshare -Urm sh -c 'mount -t tmpfs -o size=256k tmpfs {data} && exec {PROGRAM} "$@"' sh "$@"
""")
    program.chmod(0o755)
    game = table.open(program=program)
    game.wait_screen("home")
    disk = Path(f"/proc/{game.process.pid}/root{data}")
    with open(disk / "filler", "wb", buffering=0) as filler:
        try:
            while filler.write(bytes(1 << 12)):
                pass
        except OSError as full:
            check_equal(full.errno, errno.ENOSPC, "a full disk")
    play_without_space(game, "the disk is full", disk, (disk / "filler").unlink)


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
