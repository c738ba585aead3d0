"""The track browser: what there is, what is looked for, and what is done to files, by real events."""
import json
import os
import re
import resource
import subprocess
from pathlib import Path

import steps
from game import ROOT, has
from steps import text_of, wait_until, write_over
from suite import PROGRAM, SEARCH, check, check_equal, main, read_text

STRAIGHT = read_text(steps.STRAIGHT)


def own_folder(table):
    folder = table.home / "data" / "graphprix" / "tracks"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def put(table, file, name, description=""):
    text = STRAIGHT.replace("<title>Straight</title>",
                            f"<title>{name}</title><desc>{description}</desc>")
    text = re.sub(r"<desc></desc>", "", text)
    (own_folder(table) / file).write_text(text, encoding="utf-8")


def browse(table, *arguments, **options):
    game = table.open(*arguments, **options)
    game.wait_screen("home")
    game.click("button tracks")
    game.wait_screen("tracks")
    game.point_away()
    return game


def cards(seen):
    return [t["id"][6:] for t in seen["targets"] if t["id"].startswith("track ")]


def wait_cards(game, names):
    game.wait(lambda seen: cards(seen) == names, f"the tracks {names}")


def choose(game, name):
    if game.target(f"track {name}")["h"] == 0:
        game.scroll_to(f"track {name}", "track Boost park")
    game.click(f"track {name}")
    game.wait_status(f"Chosen: {name}.")


def files(table):
    return sorted(path.name for path in own_folder(table).iterdir())


def end(game):
    check_equal(game.close(), 0, f"status {game.stderr()}")


def quit_by_key(game):
    """Where PATH has no program that closes windows."""
    game.key("ctrl+q")
    check_equal(game.ended(), 0, f"status {game.stderr()}")


# --- looking -----------------------------------------------------------------------------------

def test_a_shipped_track_of_old_settings(table):
    """They lay in one folder once, whatever their game."""
    folder = table.home / "config" / "graphprix"
    folder.mkdir(parents=True)
    old = {"last_track": str(ROOT / "tracks" / "triangle.svg")}
    (folder / "settings.json").write_text(json.dumps(old), encoding="utf-8")
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_status("Triangle under these rules")
    end(game)


def vast_map():
    """500 x 500 tiles of asphalt with holes and oil, 99 laps: a search through it would take gigabytes."""
    rows = [["*o "[(x * 7 + y * 13) % 29 // 13] for x in range(500)] for y in range(500)]
    for y in range(460, 500):
        for x in range(200, 300):
            rows[y][x] = "*"
    for car in range(8):
        rows[470 + car][249], rows[470 + car][250] = str(car + 1), "F"
    for y in (*range(460, 470), *range(478, 500)):
        rows[y][250] = " "
    return "name: Aaa vast\nrace: E\nlaps: 99\n\n" + "\n".join(map("".join, rows)) + "\n"


def taken_by(process):
    """Seconds of a processor, and MiB at most."""
    proc = Path("/proc") / str(process.pid)
    ticks = (proc / "stat").read_text().rpartition(")")[2].split()[11:13]
    held = re.search(r"VmHWM:\s+(\d+)", (proc / "status").read_text()).group(1)
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"), int(held) >> 10


def work_of(path):
    """Seconds of a processor that the work of two of them takes here and now."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([PROGRAM, "solve", "--work", "2", "--memory", "256", path], capture_output=True, text=True)
    check("this is too " in done.stderr, f"more than that: {done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_a_par_that_is_too_much_is_told_and_keeps_no_other_waiting(table):
    put(table, "zzz.svg", "Zzz straight")
    maps = {"vast.map": vast_map(), "pits.map": read_text(ROOT / "tests" / "window" / "pits.map")}
    spent = []
    for names in ([], ["Aaa vast", "Pits everywhere"]):
        game = browse(table, program=PROGRAM)
        game.click("filter from 2")
        game.wait(lambda seen, names=names: cards(seen) == [*names, "Zzz straight"] and
                  text_of(seen, "track Zzz straight").startswith("par 8,"), "the par behind those of two", SEARCH)
        game.wait(lambda seen, names=names: all("par not counted" in text_of(seen, f"track {name}") for name in names),
                  "it is told", SEARCH)
        seconds, held = taken_by(game.process)
        spent.append(seconds)
        check(held < 256 + 100, f"{held} MiB: 256 for a search, and the window")
        end(game)
        for name, content in maps.items():
            (own_folder(table) / name).write_text(content, encoding="utf-8")
    allowed = sum(work_of(own_folder(table) / name) for name in maps)
    more = spent[1] - spent[0]
    check(more < 2 * allowed, f"{more} s of a processor to read, show and search two maps; the search is {allowed} s")


def test_typing_searches_and_enter_races(table):
    put(table, "a.svg", "Élan rouge", "A note; by Zoë")
    put(table, "b.svg", "Большой круг")
    game = browse(table)
    game.type("kid")
    wait_cards(game, ["Kidney"])
    game.wait_focus("field search")
    write_over(game, "field search", "zoe elan")
    wait_cards(game, ["Élan rouge"])
    game.key("Escape", "Escape")  # out of the field, then the search is cleared
    game.wait(lambda seen: "Hairpin" in cards(seen) and text_of(seen, "field search") == "", "all")
    game.key("ctrl+f")
    game.wait_focus("field search")
    game.type("no such track")
    wait_cards(game, [])
    game.click("button clear-search")
    game.wait(lambda seen: len(cards(seen)) > 12, "all tracks again")
    game.type("BOLsh")
    wait_cards(game, [])
    game.click("button clear")
    game.type("hairpin")  # of which notes speak, too
    game.wait(lambda seen: text_of(seen, "field search") == "hairpin" and
              cards(seen)[0] == "Hairpin", "Hairpin as the first")
    game.key("Return")
    game.wait_screen("set-up")
    game.wait_status("Hairpin under these rules")
    end(game)


def test_filters_and_orders(table):
    put(table, "a.svg", "Aaa")
    game = browse(table)
    names = cards(game.wait(lambda seen: "Round bowl" in cards(seen), "the tracks"))
    check_equal(names, sorted(names), "by name at first")
    for chip, inside, outside in (("from 2", "Aaa", "Kidney"), ("from 1", "Kidney", "Aaa"),
                                  ("from 0", "Aaa", None), ("game 2", "Round bowl", "Kidney"),
                                  ("game 1", "Kidney", "Round bowl"),
                                  ("game 3", "Harvest oval", "Kidney"),
                                  ("game 0", "Kidney", None),
                                  ("course 2", "Hill climb", "Kidney"),
                                  ("course 1", "Kidney", "Hill climb"), ("course 0", "Kidney", None),
                                  ("size 1", "Peanut", "Long road"), ("size 3", "Long road", "Peanut"),
                                  ("size 2", "Hairpin", "Long road"), ("size 0", "Peanut", None)):
        game.click(f"filter {chip}")
        shown = cards(game.wait(lambda seen: inside in cards(seen) and outside not in cards(seen),
                                f"{inside} and not {outside} by {chip}"))
        if chip == "game 2":
            arenas = shown
    game.click("filter sort 1")
    game.wait(lambda seen: cards(seen)[0] == "Round bowl" and cards(seen)[-1] == "Long road", "size")
    game.scroll_to("filter sort 3", "filter sort 1")
    game.click("filter sort 3")
    game.wait(lambda seen: cards(seen)[0] == "Aaa", "the newest first")
    game.click("filter sort 2")

    def pars(seen):
        found = [re.match(r"par (\d+),", text_of(seen, f"track {name}")) for name in cards(seen)]
        return [int(match.group(1)) for match in found if match]

    raced = len(names) - len(arenas)
    game.wait(lambda seen: len(pars(seen)) == raced and pars(seen) == sorted(pars(seen)), "by par")
    check({"Island ring", "Peanut", "Round bowl"} <= set(arenas), "the arenas")
    check_equal(cards(game.read())[raced:], arenas, "arenas, which have none, come last")
    end(game)


def test_what_a_track_has(table):
    """Slicks, turbo areas, checkpoints; oil, sand, pits; several at once must all be there. What is open or
    an arena is told by course and game."""
    game = browse(table)
    game.wait(lambda seen: "Round bowl" in cards(seen), "the tracks")

    def shown(wanted, what):
        return set(cards(game.wait(lambda seen: wanted(cards(seen)), what)))

    game.click("filter has 0")
    slicks = shown(lambda names: "Kidney" in names and "First oval" not in names, "slicks")
    game.click("filter has 1")
    both = shown(lambda names: "Boost park" in names and "Kidney" not in names, "turbo, too")
    check(both < slicks, "those with both are among those with slicks")
    check_equal(both, {"Boost park", "Frozen lake", "Tinker Shore", "Otter Block"}, "both")
    game.click("filter has 2")
    check_equal(shown(lambda names: "Frozen lake" not in names, "checkpoints"),
                {"Boost park", "Otter Block"}, "with all three")
    for chip in ("has 0", "has 1", "has 2", "course 2"):
        game.click(f"filter {chip}")
    check(not game.has("filter has 3") and not game.has("filter has 4"), "nothing is offered twice")
    check_equal(shown(lambda names: "Boost park" not in names and names, "open ones"),
                {"Hill climb", "Goat track"}, "open tracks")
    game.click("filter course 0")
    game.click("filter game 2")
    check_equal(shown(lambda names: "Goat track" not in names and "Peanut" in names, "arenas"),
                {"Round bowl", "Peanut", "Island ring", "Cauldron", "Larch Pit"}, "arenas")
    for chip in ("game 0", "has 5", "has 6", "has 7"):
        game.click(f"filter {chip}")
    check_equal(shown(lambda names: len(names) == 1, "a map with oil, sand and pits"), {"Twin sands"}, "all three")
    card = game.target("track Twin sands")["text"]
    check("oil, sand, pits" in card, f"what it has is told: {card}")
    end(game)


def test_what_was_drawn_is_chosen(table):
    """Done leads back to the track that was drawn, also where a filter would hide it."""
    game = browse(table)
    game.click("filter game 2")
    game.wait(lambda seen: "Kidney" not in cards(seen), "arenas alone")
    game.click("filter from 1")
    choose(game, "Peanut")
    game.click("button edit")
    game.wait_screen("editor")
    game.click("field name")
    steps.write_over(game, "field name", "My own")
    game.key("ctrl+s")
    game.wait_status("Saved as ")
    game.click("button done")
    game.wait_screen("tracks")
    game.wait_status("Chosen: My own.")
    game.click("button race")
    game.wait_screen("set-up")
    check_raced_on(game, "My own")
    end(game)


def check_raced_on(game, name):
    """From the set-up."""
    game.click("button start-race")
    game.wait_screen("race")
    wait_until(game.races, "a file of the race")
    head = json.loads(read_text(game.races()[-1]).splitlines()[0])
    check_equal(head["track"]["name"], name, "the track of the race")


def test_the_set_up_chooses_what_was_drawn(table):
    """Done leads back to the set-up, which had chosen another track."""
    put(table, "mine.svg", "Nobody's")
    game = table.open()
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    game.click("track Kidney")
    game.wait_status("Kidney under these rules")
    game.click("button new-track")
    game.wait_screen("editor")
    game.drop(own_folder(table) / "mine.svg")
    game.wait_target("button done")
    game.wait(lambda seen: text_of(seen, "field name") == "Nobody's", "the track on the sheet")
    game.click("field name")
    write_over(game, "field name", "My own")
    game.key("ctrl+s")
    game.wait_status("Saved as ")
    game.click("button done")
    game.wait_screen("set-up")
    check_raced_on(game, "My own")
    end(game)


def test_a_new_track_may_be_of_any_game(table):
    """Whichever track is chosen; Enter takes the game of that one."""
    for name, first in (("graph-paper", "size 40x30"), ("stock-cars", "tool grid"), ("circuit", "tool corner")):
        game = browse(table)
        game.click("button new-track")
        game.click(f"button new {name}")
        game.wait_screen("editor")
        game.wait_target(first)
        end(game)
    game = browse(table)
    choose(game, "Harvest oval")
    game.key("ctrl+n")
    game.wait_target("button new circuit")
    game.key("Escape")
    game.wait_gone("button new circuit")
    game.key("ctrl+n", "Return")
    game.wait_screen("editor")
    game.wait_target("tool grid")
    end(game)


def test_names_are_whole_on_cards(table):
    """On two lines where one is too short."""
    put(table, "long.svg", "Speedway of the great plain")
    for size in ((800, 600), (1280, 800)):
        game = browse(table)
        game.resize(*size)
        game.click("field search")
        game.type("speed plain")
        wait_cards(game, ["Speedway of the great plain", "Speedway of the plain"])
        game.come_to_rest()
        check_equal([text for text in game.read()["cut"] if text.startswith("Speed")], [], f"names that are cut at {size}")
        end(game)


def test_no_track_of_ones_own_yet(table):
    game = browse(table)
    game.click("filter from 2")
    wait_cards(game, [])
    game.click("button clear-search")
    game.wait(lambda seen: "Kidney" in cards(seen), "all tracks")
    end(game)


def test_shipped_tracks_stay(table):
    game = browse(table)
    choose(game, "Kidney")
    check(not game.has("button delete") and not game.has("button rename"), "no way to do it")
    game.key("Delete")
    game.wait_status("Kidney comes with the game and is not deleted")
    game.key("F2")
    game.wait_status("Kidney comes with the game and is not renamed")
    check((ROOT / "tracks" / "graph-paper" / "kidney.svg").exists(), "the file")
    end(game)


# --- doing -------------------------------------------------------------------------------------

def test_duplicate_rename_delete_undo(table):
    game = browse(table)
    choose(game, "Kidney")
    game.click("button duplicate")
    game.wait_status("Kidney 2 is one of your own now.")
    check_equal(files(table), ["kidney-2.svg"], "files")
    check("<title>Kidney 2</title>" in read_text(own_folder(table) / "kidney-2.svg"), "the title")
    game.wait_target("button rename")
    game.click("button rename")
    game.wait_focus("field name")
    check_equal(game.target("field name")["text"], "Kidney 2", "the name as it is")
    write_over(game, "field name", "Ring / North")
    game.key("Return")
    game.wait_status("Chosen: Ring / North.")
    check_equal(files(table), ["ring-north.svg"], "the file follows")
    check("<title>Ring / North</title>" in read_text(own_folder(table) / "ring-north.svg"),
          "the title follows")
    before = (own_folder(table) / "ring-north.svg").read_bytes()
    game.click("button delete")
    game.wait_status("Ring / North lies in the trash.")
    check(not game.has("track Ring / North"), "the card is gone")
    check_equal(files(table), [], "files")
    trash = table.home / "data" / "Trash"
    check_equal([path.name for path in (trash / "files").iterdir()], ["ring-north.svg"], "trash")
    game.click("button undo-delete")
    game.wait_status("Ring / North is back.")
    game.wait_target("track Ring / North")
    check_equal((own_folder(table) / "ring-north.svg").read_bytes(), before, "the same file")
    check_equal(list((trash / "files").iterdir()) + list((trash / "info").iterdir()), [], "trash")
    check(not game.has("button undo-delete"), "nothing to be undone")
    end(game)


def test_names_that_cannot_be(table):
    put(table, "a.svg", "Aaa")
    put(table, "b.svg", "Bbb")
    game = browse(table)
    choose(game, "Aaa")
    game.key("F2")
    game.wait_focus("field name")
    write_over(game, "field name", "Bbb")
    game.key("Return")
    game.wait_status("Another track has this name already.")
    write_over(game, "field name", "  ")
    game.wait_gone("button yes")
    game.key("Return")
    write_over(game, "field name", "../../evil")
    game.key("Return")
    game.wait_status("Chosen: ../../evil.")
    check_equal(files(table), ["b.svg", "evil.svg"], "files")
    game.key("F2")
    game.wait_focus("field name")
    game.key("Escape", "Escape")
    game.wait_gone("field name")
    end(game)


def test_broken_files(table):
    (own_folder(table) / "broken.svg").write_text("<svg viewBox='0 0 9 9'>\n<path", encoding="utf-8")
    (own_folder(table) / "empty.svg").write_bytes(b"")
    (own_folder(table) / os.fsdecode(b"bad\xff.svg")).write_bytes(b"\0\xff")
    (own_folder(table) / "folder.svg").mkdir()
    game = browse(table)
    game.click("filter from 2")
    choose(game, "broken.svg")
    check_equal(game.target("track broken.svg")["text"], "cannot be read, own", "what is said")
    check(not game.has("button race"), "no race on it")
    game.wait_target("track bad?.svg")
    game.click("button rename")
    game.wait_focus("field name")
    check_equal(game.target("field name")["text"], "broken", "the name without its ending")
    write_over(game, "field name", "mended")
    game.key("Return")
    game.wait_target("track mended.svg")
    choose(game, "empty.svg")
    game.key("Delete")
    game.wait_status("empty.svg lies in the trash.")
    game.key("ctrl+z")
    game.wait_target("track empty.svg")
    end(game)


def test_a_file_that_vanished(table):
    put(table, "a.svg", "Aaa")
    game = browse(table)
    for button in ("button race", "button duplicate", "button rename", "button delete",
                   "button show-file"):
        put(table, "a.svg", "Aaa")
        choose(game, "Aaa") if game.has("track Aaa") else None
        look_again(game)
        choose(game, "Aaa")
        (own_folder(table) / "a.svg").unlink()
        game.click(button)
        game.wait_status("is not there any more")
        game.key("Escape")
        game.wait_gone("track Aaa")
    end(game)


def look_again(game):
    """The window loses the focus and gets it again."""
    game.display.xdotool("windowunmap", "--sync", game.window())
    game.display.xdotool("windowmap", "--sync", game.window())
    game.display.xdotool("windowfocus", "--sync", game.window())
    game.wait(lambda seen: has(seen, "track Aaa"), "what is new in the folder")


def test_files_that_come_and_change(table):
    game = browse(table)
    check(not game.has("track Aaa"), "not there yet")
    put(table, "a.svg", "Aaa")
    look_again(game)
    text = game.target("track Aaa")["text"]
    check("48 × 14" in text, f"its size: {text}")
    end(game)


def test_a_disk_that_takes_nothing(table):
    put(table, "a.svg", "Aaa")
    game = browse(table)
    choose(game, "Aaa")
    before = (own_folder(table) / "a.svg").read_bytes()
    limits = resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE, (100, limits[1]))
    game.click("button duplicate")
    game.wait_status("Aaa cannot be duplicated")
    game.key("Escape")
    game.key("F2")
    game.wait_focus("field name")
    write_over(game, "field name", "Bbb")
    game.key("Return")
    game.wait_status("It cannot be renamed")
    check_equal(files(table), ["a.svg"], "no scraps")
    check_equal((own_folder(table) / "a.svg").read_bytes(), before, "as it was")
    resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE, limits)
    game.key("Return")
    game.wait_status("Chosen: Bbb.")
    end(game)


# --- sharing -----------------------------------------------------------------------------------

def programs(table, *names):
    """A PATH with nothing but scripts that write down how they were called."""
    folder = table.home / "programs"
    folder.mkdir()
    for name, status in names:
        script = folder / name
        script.write_text(f'#!/bin/sh\nfor a in "$@"; do echo "{name} $a"; done >> {folder}/log\n'
                          f"exit {status}\n")
        script.chmod(0o755)
    return {"PATH": str(folder), "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}


def log_of(table):
    path = table.home / "programs" / "log"
    return read_text(path) if path.exists() else ""


def test_shown_by_the_file_manager(table):
    put(table, "a,b 'c'.svg", "Aaa")
    game = browse(table, environment=programs(table, ("dbus-send", 0), ("xdg-open", 0)))
    choose(game, "Aaa")
    game.click("button show-file")
    wait_until(lambda: "string:" in log_of(table), "the question to the file manager")
    uri = "file://" + str(own_folder(table)) + "/a%2Cb%20%27c%27.svg"
    check(f"dbus-send array:string:{uri}\n" in log_of(table), f"the file: {log_of(table)}")
    check("dbus-send org.freedesktop.FileManager1.ShowItems\n" in log_of(table), "the question")
    check("xdg-open" not in log_of(table), "nobody else is asked")
    quit_by_key(game)


def test_shown_as_a_folder(table):
    put(table, "a.svg", "Aaa")
    game = browse(table, environment=programs(table, ("dbus-send", 1), ("gdbus", 1), ("xdg-open", 0)))
    choose(game, "Aaa")
    game.click("button show-file")
    wait_until(lambda: f"xdg-open {own_folder(table)}\n" in log_of(table), "the folder")
    quit_by_key(game)


def test_told_without_a_file_manager(table):
    put(table, "a.svg", "Aaa")
    game = browse(table, environment=programs(table))
    choose(game, "Aaa")
    game.click("button show-file")
    game.wait_status(f"No file manager could be opened. The track is the file {own_folder(table)}")
    game.key("Escape")
    game.click("button copy-path")
    game.wait_status("On the clipboard: ")
    game.click("field search")
    game.wait_focus("field search")
    game.key("ctrl+v")
    path = str(own_folder(table) / "a.svg")
    game.wait(lambda seen: text_of(seen, "field search") == path[:79], "the path in the search")
    quit_by_key(game)


# --- many, keys, small windows -----------------------------------------------------------------

def test_three_hundred(table):
    kidney = read_text(ROOT / "tracks" / "graph-paper" / "kidney.svg")
    for number in range(300):
        text = kidney.replace("<title>Kidney</title>", f"<title>Number {number}</title>")
        (own_folder(table) / f"t{number}.svg").write_text(text, encoding="utf-8")
    game = browse(table)
    game.wait(lambda seen: len(cards(seen)) >= 312, "all of them")
    game.key("Down", "End")
    game.type("number 299")
    wait_cards(game, ["Number 299"])
    game.key("Escape", "Escape")
    game.wait(lambda seen: len(cards(seen)) >= 312, "all of them")
    game.key("Escape")
    game.wait_screen("home")
    game.click("button new-race")
    game.wait_screen("set-up")
    game.click("setup search")
    game.wait_focus("setup search")
    game.type("number 17")
    game.wait(lambda seen: "Number 17" in cards(seen) and "Kidney" not in cards(seen), "a search")
    game.key("Return")
    game.wait_status("Number 17 under these rules")
    end(game)


def test_by_keyboard_alone(table):
    put(table, "a.svg", "Aaa")
    put(table, "b.svg", "Aab")
    game = table.open()
    game.wait_screen("home")
    while game.read()["focus"] != "button tracks":
        frame = game.read()["frame"]
        game.key("Tab")
        game.wait_newer(frame)
    game.key("Return")
    game.wait_screen("tracks")
    game.wait_status(f"Tracks: {len(list((ROOT / 'tracks').glob('*/*.*'))) + 2} tracks.")
    game.key("Down")
    game.wait_status("Chosen: Aaa.")
    game.wait_focus("track Aaa")
    game.key("Right")
    game.wait_status("Chosen: Aab.")
    game.key("ctrl+d")
    game.wait_status("Aab 2 is one of your own now.")
    game.wait_focus("track Aab 2")
    game.key("Delete")
    game.wait_status("Aab 2 lies in the trash.")
    game.key("ctrl+z")
    game.wait_status("Aab 2 is back.")
    game.wait_focus("track Aab 2")
    game.key("Return")
    game.wait_screen("set-up")
    game.wait_status("Aab 2 under these rules")
    steps.walk_to(game, "button all-tracks")
    game.key("Return")
    game.wait_screen("tracks")
    game.wait_status("Chosen: Aab 2.")
    game.key("Escape")
    game.wait_screen("set-up")
    end(game)


def test_small_window_at_a_large_scale(table):
    put(table, "a.svg", "Очень длинное название трассы, которое не помещается на карточке")
    game = browse(table, "--scale", 200)
    game.resize(1600, 1200)
    name = next(card for card in cards(game.read()) if card.startswith("Очень"))
    game.click("button filter")
    game.wait_target("filter from 2")
    game.click("filter from 2")
    game.click("button done")
    wait_cards(game, [name])
    game.resize(800, 600)
    game.wait_gone("button race")
    game.click(f"track {name}")
    game.wait_target("button race")
    game.key("Escape")
    game.wait_gone("button race")
    game.click(f"track {name}")
    game.wait_target("button race")
    game.key("Return")
    game.wait_screen("set-up")
    end(game)


if __name__ == "__main__":
    main(globals())
