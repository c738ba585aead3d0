"""Races as animated pictures, read again by a decoder of our own and held against still pictures.

animation.py PROGRAM,SANITIZED [FOLDER]: drives a race of each game by computer drivers, has it written as GIF and
looks at what a viewer would show: a picture a step that leaves ink, each at its time, over and over again,
the last one the same as the PNG of the race. The files stay in FOLDER if there is one.
Ends with one line "N passed, N failed".
"""
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from pictures import Gif, read_png

ROOT = Path(__file__).resolve().parent.parent.parent
MOVES = 200
MOST_BYTES = 2 * 1024 * 1024
NEAR = 40        # of 255, a channel: how far a colour may be from the one that stands for it
UNLIKE = 0.001   # the share of pixels that may be farther off
SQUARE = 8       # pixels, where a picture is compared
program = None
passed = failed = 0


def check(what, holds, seen=""):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    if not holds:
        print(f"FAILED: {what}: {seen}")


def run(*arguments):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)


def drive(folder, name, game, track, *more):
    """A race that computers drive to its end; the path of its file and how many actions it has."""
    race = folder / f"{name}.race"
    drivers = [part for car in range(1, 5) for part in ("--driver", f"{car}=club")]
    told = subprocess.run([program, "referee", "--game", game, "--track", track, "--players", "4", "--seed",
                           "5", *drivers, *more], input=f"save {race}\nquit\n", capture_output=True, text=True)
    actions = len(race.read_text().splitlines()) - 1 if race.exists() else 0
    check(f"{name} was driven", told.returncode == 0 and actions > 0, told.stdout[-300:] + told.stderr)
    return race, actions


def animate(folder, race, *more, asked=()):
    path = folder / f"{race.stem}{'-'.join(map(str, more))}.gif"
    done = run("replay", race, "--gif", path, *more)
    check(f"{path.name} was written, and nothing said", done.returncode == 0 and not done.stdout + done.stderr,
          done.stdout + done.stderr)
    data = path.read_bytes()
    return Gif(data, asked), len(data)


def looks_like(gif, frame, png):
    """But where only the PNG has numbers."""
    width, height, pixels = read_png(png.read_bytes())
    if (width, height) != (gif.width, gif.height):
        return f"{gif.width} x {gif.height} against {width} x {height}"
    shown, unlike, all_of_them = gif.shown[frame], 0, 0
    for y in range(height - 3 * SQUARE):
        for at in range(3 * (y * width + 4 * SQUARE), 3 * (y + 1) * width, 3):
            all_of_them += 1
            unlike += any(abs(shown[at + i] - pixels[at + i]) > NEAR for i in range(3))
    return "" if unlike <= UNLIKE * all_of_them else f"{unlike} of {all_of_them} pixels"


def test_colors(folder, race, actions):
    """Every moment is what a still picture of it shows."""
    gif, _ = animate(folder, race, "--square", SQUARE, asked=(0, actions // 3))
    png = folder / "still.png"
    for steps in (0, actions // 3, actions):
        run("replay", race, "--at", steps, "--png", png, "--square", SQUARE)
        if steps == actions or len(gif.frames) == actions + 1:
            unlike = looks_like(gif, steps if steps < actions else -1, png)
            check(f"{race.stem} after {steps} steps is like its still picture", not unlike, unlike)


def test_pictures(folder, race, actions, all_seen):
    gif, size = animate(folder, race)
    count = len(gif.frames)
    check(f"{race.stem}: a picture a step", count == actions + 1 if all_seen else 1 < count <= actions + 1,
          f"{count} of {actions} steps")
    check(f"{race.stem}: over and over again", gif.repeats == 0, gif.repeats)
    check(f"{race.stem}: at most {MOST_BYTES} bytes", size <= MOST_BYTES, size)
    first, *between, last = [delay for delay, _, _ in gif.frames]
    # Browsers make a tenth of a second of less than two hundredths.
    check(f"{race.stem}: time to look at the start and the end", first >= 50 and last >= 200, (first, last))
    check(f"{race.stem}: a steady pace", len(set(between)) <= 1 and 8 <= between[0] <= 40, set(between))
    check(f"{race.stem}: the whole in half a minute or so", sum(between) <= max(8 * count, 3600), sum(between))
    parts = [box[2] * box[3] for _, box, _ in gif.frames[1:]] if all_seen else [0]
    check(f"{race.stem}: only what changed is told", max(parts) < gif.width * gif.height / 2, max(parts))
    check(f"{race.stem}: something changes each time", all(changed for _, _, changed in gif.frames[:-1]))


def test_one_moment(folder, race):
    """A race that has not begun, or has just."""
    for steps in (0, 1):
        gif, _ = animate(folder, race, "--at", steps)
        check(f"after {steps} steps", len(gif.frames) == steps + 1, len(gif.frames))


def seconds_of_processor(*arguments):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run(*arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    check(f"{arguments[0]} is done", done.returncode == 0, done.stderr)
    return after.ru_utime - before.ru_utime


def test_growth(folder):
    """Eight times as many actions take eight times as long, not the square of it."""
    long, actions = drive(folder, "long", "graph-paper", "kidney", "--set", "laps=99")
    head, *lines = long.read_text().splitlines(True)
    least = actions // 8
    short = folder / "short.race"
    short.write_text("".join([head, *lines[:least]]))
    check("a race of thousands of actions", actions >= 2000, actions)
    few, many = (seconds_of_processor("replay", race, "--gif", folder / "growth.gif", "--square", 2)
                 for race in (short, long))
    check("the time grows with the actions", many <= 1.3 * few * actions / least, (few, many))


def test_refusals(folder, race):
    for arguments, status, words in ((("--square", 8), 2, "--gif"), (("--gif",), 2, "--gif"),
                                     (("--gif", folder / "none" / "race.gif"), 1, "race.gif")):
        done = run("replay", race, *arguments)
        check(f"{arguments} is refused", done.returncode == status and words in done.stderr, done.stderr)
    whole = race.read_text().splitlines(True)
    broken = folder / "broken.race"
    broken.write_text("".join(whole[:9]) + '{"n":9,')
    done = run("replay", broken, "--gif", folder / "broken.gif")
    check("a cut race is animated up to there", len(Gif((folder / "broken.gif").read_bytes()).frames) == 9,
          done.stderr)


def test_largest_sheet(folder):
    """4096 squares: a square is less than a pixel wide."""
    svg = folder / "vast.svg"
    svg.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4096 4096" data-graphprix="1">'
                   '<path class="wall" d="M 1 1 H 30 V 30 H 1 Z"/></svg>')
    race = folder / "vast.race"
    subprocess.run([program, "referee", "--track", svg, "--players", "2", "--rules", "derby"], text=True,
                   input=f"do 1: 3,4073>4,4074\nsave {race}\nquit\n", capture_output=True)
    if race.exists():
        gif, size = animate(folder, race)
        check("the largest sheet", gif.width <= 800 and size <= MOST_BYTES, (gif.width, size))
    else:
        check("a race on the largest sheet", False, "not saved")


def main():
    global program
    program, sanitized = (str(Path(path).resolve()) for path in sys.argv[1].split(","))
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(sys.argv[2] if len(sys.argv) > 2 else scratch)
        paper, actions = drive(folder, "paper", "graph-paper", "old-town", "--set", "laps=1")
        check(f"{MOVES} moves or more", actions >= MOVES, actions)
        test_pictures(folder, paper, actions, True)
        for game, track in (("stock-cars", "harvest-oval"), ("circuit", "first-corners")):
            race, count = drive(folder, game, game, track)
            test_pictures(folder, race, count, False)
            test_colors(folder, race, count)
        test_colors(folder, paper, actions)
        test_growth(folder)
        program = sanitized
        test_one_moment(folder, paper)
        test_refusals(folder, paper)
        test_largest_sheet(folder)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
