"""Random map files of stock cars, right and wrong, read by `graphprix check` and by the model.

stock_maps.py PROGRAM [MAPS [SEED]]: sound maps (stock_chance.py) are spoiled in a place or two: tiles,
header lines, values, blanks. Program and model must agree whether each is a map, and, where the rules leave
no doubt about it, on the line and the column of what is wrong.
"""
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from stock_chance import map_text
from stock_map import FILE_BYTES, KEYS, SIDE, TILES, Map, Wrong

FILES_A_RUN = 250
VALUES = ["", "0", "1", "99", "100", "007", "-1", "+1", "1.5", "x", "3 4", "N", "S", "NE", "left", "right",
          "none", "n", "\u0663", "99999999999999999999", "12"]


def spoil_header(dice, lines, blank):
    place = dice.randrange(blank)
    kind = dice.random()
    if kind < 0.2:
        lines.insert(place, lines[dice.randrange(blank)])
    elif kind < 0.4:
        lines.pop(place)
    elif kind < 0.5:
        lines[place] = dice.choice(["laps 3", "name", "colour: red", "Laps: 2", ": 3", "turn:", "race::N"])
    else:
        key = lines[place].partition(":")[0] if dice.random() < 0.5 else dice.choice(KEYS)
        lines[place] = f"{key}:{dice.choice(VALUES)}"


def spoil_tiles(dice, lines, blank):
    place = dice.randrange(blank + 1, len(lines))
    row = lines[place]
    at = dice.randrange(len(row) + 1)
    kind = dice.random()
    if kind < 0.6:
        letter = dice.choice(TILES + "FFpP#11b  " + "\t9x0")
        lines[place] = row[:at] + letter + row[at + 1:]
    elif kind < 0.75:
        lines[place] = row[:at] + dice.choice([" ", "*", "F", "p"]) + row[at:]
    elif kind < 0.85:
        lines.pop(place)
    else:
        lines.insert(place, dice.choice(["", "   ", row, "F" * len(row)]))


def spoiled(dice, content):
    ending = "\r\n" if b"\r\n" in content else "\n"
    lines = content.decode().split(ending)
    for _ in range(dice.choice([0, 1, 1, 1, 2, 3])):
        blank = next((i for i, line in enumerate(lines) if not line.strip(" ")), None)
        if blank is None or blank == 0 or blank + 1 >= len(lines):
            break
        (spoil_header if dice.random() < 0.4 else spoil_tiles)(dice, lines, blank)
    return ending.join(lines).encode()



def big_ones():
    """At the limits and beyond."""
    def file(rows, header="name: Big\nrace: E\n"):
        return (header + "\n" + "\n".join(rows) + "\n").encode()

    def ring(width, height):
        return ["*" * width] + ["*" + " " * (width - 2) + "*"] * (height - 2) + ["1F" + "*" * (width - 2)]
    for width, height in ((SIDE, SIDE), (SIDE + 1, 5), (5, SIDE + 1), (SIDE, 3), (3, SIDE)):
        yield file(ring(width, height))
    wide = ring(SIDE, 5)
    yield file([row + " " * 300 for row in wide] + [" " * 900] * 20)
    yield file(["" for _ in range(SIDE)] + ring(9, 9))
    small = file(ring(9, 9))
    yield small + b" " * (FILE_BYTES - len(small))
    yield small + b" " * (FILE_BYTES - len(small) + 1)
    yield b""
    yield b"\n"
    yield b"name: X\nrace: N\n"
    yield b"name: X\nrace: N\n\n"
    yield b"name: X\nrace: N\n\n    \n\n"


def judge(content):
    """None, or what the model says against it."""
    try:
        Map(content)
    except Wrong as wrong:
        return wrong
    return None


def found_by(program, folder, files):
    """name -> (line, column) of those that the program refuses."""
    done = subprocess.run([program, "check", *[folder / name for name in files]], capture_output=True, text=True,
                          timeout=600)
    refused = {}
    for line in done.stderr.splitlines():
        found = re.match(r"(\S*/)(m\d+\.map):(?:(\d+):)?(?:(\d+):)? ", line)
        if not found:
            sys.exit(f"not the complaint of a map: {line}")
        refused[found[2]] = tuple(int(number) if number else None for number in (found[3], found[4]))
    return refused


def compare(content, wrong, found, tally):
    """None, or how they differ."""
    tally["wrong" if wrong else "right"] = tally.get("wrong" if wrong else "right", 0) + 1
    if (wrong is None) != (found is None):
        return "the program " + ("reads it" if found is None else f"refuses it at {found}")
    if wrong and wrong.line and found[0] != wrong.line:
        return f"line {found[0]}, not {wrong.line}"
    if wrong and wrong.column and found[1] != wrong.column:
        return f"column {found[1]}, not {wrong.column}"
    return None


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    maps = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    seed = sys.argv[3] if len(sys.argv) > 3 else "20261123"
    dice, tally, failed = random.Random(seed), {}, 0
    contents = list(big_ones()) + [spoiled(dice, map_text(dice)) for _ in range(maps)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for begin in range(0, len(contents), FILES_A_RUN):
            files = {f"m{i}.map": contents[i]
                     for i in range(begin, min(begin + FILES_A_RUN, len(contents)))}
            for name, content in files.items():
                (folder / name).write_bytes(content)
            refused = found_by(sys.argv[1], folder, files)
            for name, content in files.items():
                wrong = judge(content)
                problem = compare(content, wrong, refused.get(name), tally)
                if problem:
                    failed += 1
                    shown = content.decode(errors="replace")
                    print(f"{shown[:1500]}\n{len(content)} bytes; model: {wrong}; {problem}\n")
    print(tally)
    print(f"{len(contents) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
