"""Commands of all games that print the same bytes, and write the same file, on every system: words, and what is told. The
word "out" is the file; they are run in a folder with tracks and assets."""
import os
import re
import subprocess
import tempfile

ROUNDS = "state\nmoves\nundo\nstate\nmoves\nundo\nundo\nsave\nstate\n"
TRACKS = {"graph-paper": ".svg", "stock-cars": ".map", "circuit": ".svg"}
SOLVED = ("first-oval", "kidney", "hairpin", "three-ponds", "triangle", "old-town", "hill-climb", "first-lap",
          "harvest-oval", "harbour-road", "goat-steps", "long-meadow")
RACED = (("hairpin", "pro", "ace", "club"), ("kidney", "club", "rookie", "pro"), ("old-town", "pro", "club", "rookie"),
         ("harvest-oval", "pro", "club", "rookie"), ("harbour-road", "pro", "ace", "club"))


def timeless(text):
    """Without the time that it took."""
    return re.sub(r',"ms":[0-9.e+-]+', "", text)


def done_here(root, fonts):
    """Each of them, what it is told, prints and writes on this system, by letters of that folder: a desktop has settings
    of its own of how they are drawn."""
    out = root / "out"
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as settings:
        settings.write(f"<fontconfig><dir>{fonts}</dir></fontconfig>")
        settings.flush()
        environment = {**os.environ, "FONTCONFIG_FILE": settings.name}
        for words, told in commands(root):
            done = subprocess.run([root / "build" / "graphprix", *words], cwd=root, env=environment, input=told, text=True,
                                  stdout=subprocess.PIPE, check=True)
            wrote = out.read_bytes() if out.exists() else b""
            out.unlink(missing_ok=True)
            yield words, told, timeless(done.stdout), wrote


def commands(root):
    yield ["version"], ""
    for name in ("solve", "referee", "check"):
        yield ["help", name], ""
    for name in SOLVED:
        yield ["solve", "--json", name], ""
    for game, ending in TRACKS.items():
        folder = root / "tracks" / game
        yield ["check", "--json", *sorted(f"tracks/{game}/{path.name}" for path in folder.glob(f"*{ending}"))], ""
    for track, *drivers in RACED:
        yield ["referee", "--track", track, "--players", "3", "--seed", "9",
               *(word for car, level in enumerate(drivers, 1) for word in ("--driver", f"{car}={level}"))], ROUNDS
        yield ["tournament", "--track", track, "--races", "2", "--seed", "7", "--jobs", "1", "--json",
               *(word for level in drivers for word in ("--driver", level))], ""
    for style in ("flowing", "tight", "street", "arena"):
        yield ["generate", "--seed", "5", "--style", style, "-o", "out"], ""
    yield ["lesson", "check", "assets/lessons/04-braking.lesson"], ""
    for race in sorted((root / "assets" / "games").glob("*.race")):
        yield ["replay", f"assets/games/{race.name}"], ""
        for export in ("csv", "png", "svg"):
            yield ["replay", f"assets/games/{race.name}", f"--{export}", "out"], ""
    yield ["worksheet", "--seed", "3", "--json", "-o", "out"], ""
    yield ["print", "kidney", "--json", "-o", "out"], ""
