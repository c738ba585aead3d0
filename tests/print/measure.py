"""Printed pages, measured on their pixels.

measure.py PROGRAM: prints tracks, races and empty paper with PROGRAM, rasterises the pages with
poppler at high resolution and measures lines on them to a few thousandths of a millimetre: squares
over the whole page, the 100 mm ruler, marks for cutting, what continues on the next page, margins.
Ends with one line "N passed, N failed".
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAPERS = {"A4": (210, 297), "A3": (297, 420), "letter": (215.9, 279.4)}
FINE = 1200          # dots an inch for measuring
SEAM = 600           # for where two pages are glued: finer takes poppler three times as long
COARSE = 100         # for margins
ALLOWED = 0.02       # millimetres
MARGIN = 10


def millimetres(pixels, resolution=FINE):
    return pixels * 25.4 / resolution


def pixels(length, resolution=FINE):
    return round(length * resolution / 25.4)


class Picture:
    """Grey values of a part of a page, 0 black to 255 white."""

    def __init__(self, pdf, page, box=None, resolution=FINE):
        command = ["pdftoppm", "-gray", "-r", str(resolution), "-f", str(page), "-l", str(page)]
        self.resolution = resolution
        self.left = self.top = 0
        if box:
            self.left, self.top = pixels(box[0], resolution), pixels(box[1], resolution)
            command += ["-x", self.left, "-y", self.top, "-W", pixels(box[2], resolution),
                        "-H", pixels(box[3], resolution)]
        data = subprocess.run([*map(str, command), str(pdf)], check=True,
                              stdout=subprocess.PIPE).stdout
        head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", data)
        self.width, self.height = int(head[1]), int(head[2])
        self.data = data[head.end():]

    def row(self, y):
        return self.data[y * self.width:(y + 1) * self.width]

    def column(self, x):
        return self.data[x::self.width]

    def across(self):
        """The lightest row: where no line runs along it. With the place of its first pixel."""
        return max((self.row(y) for y in range(self.height)), key=sum), self.left

    def down(self):
        return max((self.column(x) for x in range(self.width)), key=sum), self.top


def lines(profile, first, threshold=250, resolution=FINE):
    """Centroids of the dark runs of a profile, in millimetres of the page."""
    found, weight, moment = [], 0, 0
    for i, value in enumerate(profile + b"\xff"):
        if value < threshold:
            weight += threshold - value
            moment += (threshold - value) * (i + 0.5)
        elif weight:
            found.append(millimetres(first + moment / weight, resolution))
            weight = moment = 0
    return found


def is_even(places, step, count=None):
    """None, or what is wrong: each line must lie where the first one and the step say."""
    if count is not None and len(places) != count:
        return f"{len(places)} lines, not {count}"
    if len(places) < 3:
        return f"only {len(places)} lines"
    worst = max(abs(place - places[0] - i * step) for i, place in enumerate(places))
    return None if worst <= ALLOWED else f"a line is {worst:.3f} mm off"


class Suite:
    def __init__(self, program, folder):
        self.program = program
        self.folder = Path(folder)
        self.passed = self.failed = 0
        self.made = 0

    def check(self, name, problem):
        if problem is None or problem is True:
            self.passed += 1
        else:
            self.failed += 1
            print(f"{name}: {'wrong' if problem is False else problem}", flush=True)

    def is_printed_as_it_is(self, name, pdf):
        """It asks for no scaling, and each object lies where the file says."""
        data = Path(pdf).read_bytes()
        start = int(re.search(rb"startxref\s+(\d+)\s+%%EOF\s*$", data)[1])
        table = re.match(rb"xref\s+0 (\d+)\s+", data[start:])
        self.check(f"{name}: its table of objects is where it says", table is not None)
        root = int(re.search(rb"/Root (\d+) 0 R", data[start:])[1])
        entries = data[start + table.end():].splitlines()[:int(table[1])]
        offsets = {number: int(entry.split()[0]) for number, entry in enumerate(entries) if entry.split()[2] == b"n"}
        lost = [number for number, at in offsets.items() if not data.startswith(b"%d 0 obj" % number, at)]
        self.check(f"{name}: objects are where it says", f"not {lost}" if lost else None)
        catalog = data[offsets[root]:].partition(b"endobj")[0]
        self.check(f"{name}: no scaling", b"/ViewerPreferences << /PrintScaling /None >>" in catalog)
        self.check(f"{name}: pages have a size", data.count(b"/MediaBox [ 0 0 ") > 0)
        told = subprocess.run(["pdfinfo", str(pdf)], capture_output=True, text=True, check=False)
        self.check(f"{name}: poppler reads it", told.stderr or None)

    def run(self, *arguments, told=None):
        return subprocess.run([self.program, *map(str, arguments)], input=told, cwd=ROOT,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def make(self, *arguments):
        """(path, what --json says) of a printed document."""
        self.made += 1
        pdf = self.folder / f"{self.made}.pdf"
        done = self.run("print", *arguments, "-o", pdf, "--json")
        if done.returncode != 0:
            sys.exit(f"print {arguments}: {done.stderr}")
        self.is_printed_as_it_is(f"print {self.made}", pdf)
        return pdf, json.loads(done.stdout)

    def text(self, pdf, page=None, layout=False):
        part = ["-f", str(page), "-l", str(page)] if page else []
        part += ["-layout"] if layout else []
        return subprocess.run(["pdftotext", *part, str(pdf), "-"], check=True,
                              stdout=subprocess.PIPE, text=True).stdout

    # --- true size ---------------------------------------------------------------------------

    def size_of(self, plan):
        width, height = PAPERS[plan["paper"]]
        return (height, width) if plan["lying"] else (width, height)

    def grid(self, pdf, plan, page=1, places=2):
        """Where the lines down and across the page lie: measured in so many places each."""
        width, height = self.size_of(plan)
        size = plan["square"]
        downs = [lines(*Picture(pdf, page, (MARGIN, y, width - 2 * MARGIN, 0.5)).across())
                 for y in (height * 0.22, height * 0.7)[:places]]
        acrosses = [lines(*Picture(pdf, page, (x, 21, 0.5, height - 43)).down())
                    for x in (width * 0.3, width * 0.75)[:places]]
        downs = [self.whole_lines(found, size) for found in downs]
        acrosses = [self.whole_lines(found, size) for found in acrosses]
        return downs, acrosses

    def squares_are_true(self):
        for paper in PAPERS:
            for size in ("5mm", "4", "7.5mm"):
                pdf, plan = self.make("--empty", "--paper", paper, "--square", size)
                name = f"squares of {size} on {paper}"
                downs, acrosses = self.grid(pdf, plan, 1, 2 if size == "5mm" else 1)
                for places in downs:
                    self.check(f"{name}, across", is_even(places, plan["square"],
                                                          plan["columns"] + 1))
                for places in acrosses:
                    self.check(f"{name}, down", is_even(places, plan["square"],
                                                        plan["rows"] + 1))
                self.ruler_is_true(pdf, plan, 1, name)

    def ruler_is_true(self, pdf, plan, page, name):
        _, height = self.size_of(plan)
        foot = height - MARGIN - 4.6
        ticks = lines(*Picture(pdf, page, (5, foot - 0.9, 106, 0.5)).across())
        self.check(f"{name}: ruler of page {page}", is_even(ticks, 10, 11))
        self.check(f"{name}: ruler of page {page} is 100 mm",
                   len(ticks) == 11 and abs(ticks[-1] - ticks[0] - 100) <= ALLOWED)

    def another_scale_is_noticed(self):
        """The measuring itself: a tenth of a millimetre more is seen on every page."""
        pdf, plan = self.make("--empty", "--square", "5.1mm")
        downs, _ = self.grid(pdf, plan, 1, 1)
        self.check("5.1 mm is not 5 mm", is_even(downs[0], 5.0) is not None)
        self.check("5.1 mm is 5.1 mm", is_even(downs[0], 5.1))

    # --- several pages -----------------------------------------------------------------------

    def marks_down(self, pdf, plan, page, top):
        """Marks above the sheet's part, whose first line across is at `top`."""
        width, _ = self.size_of(plan)
        return lines(*Picture(pdf, page, (MARGIN, top - 3, width - 2 * MARGIN, 0.6)).across(), 128)

    def marks_across(self, pdf, plan, page, left):
        _, height = self.size_of(plan)
        return lines(*Picture(pdf, page, (left - 9.5, 18, 0.6, height - 40)).down(), 128)

    def pages_join(self, square, paper):
        """Cut marks lie on lines of the grid, and the next page goes on where they are."""
        pdf, plan = self.make("--empty", "60x60", "--square", square, "--paper", paper)
        name = f"60 x 60 squares of {square} on {paper}"
        across, size = plan["across"], plan["square"]
        glue = -(-8 // size)  # squares of a strip: at least 8 mm
        self.check(f"{name}: more pages than one", across > 1 and plan["down"] > 1)
        pages = []
        for page in range(1, across * plan["down"] + 1):
            downs, acrosses = self.grid(pdf, plan, page, 1)
            xs, ys = downs[0], acrosses[0]
            row, column = (page - 1) // across, (page - 1) % across
            top = ys[0] - (size / 2 if row == 0 else 0)
            left = xs[0] - (size / 2 if column == 0 else 0)
            pages.append({"x": xs, "y": ys, "row": row, "column": column,
                          "down": self.marks_down(pdf, plan, page, top),
                          "across": self.marks_across(pdf, plan, page, left)})
        for page, at in enumerate(pages, 1):
            self.check(f"{name}: page {page}, across", is_even(at["x"], size))
            self.check(f"{name}: page {page}, down", is_even(at["y"], size))
            self.check_marks(name, page, at, at["x"], at["down"], at["column"] > 0,
                             at["column"] < across - 1, glue)
            self.check_marks(name, page, at, at["y"], at["across"], at["row"] > 0,
                             at["row"] < plan["down"] - 1, glue)
        for key, count, total in (("x", "column", 61), ("y", "row", 61)):
            chain = [at for at in pages if at["row" if count == "column" else "column"] == 0]
            shown = sum(len(at[key]) for at in chain) - (len(chain) - 1) * (glue + 1)
            self.check(f"{name}: all lines are there once, {key}",
                       None if shown == total else f"{shown}, not {total}")

    @staticmethod
    def whole_lines(places, size):
        """Without letters and marks that are in the way: the lines that are a square apart."""
        runs, run = [], places[:1]
        for a, b in zip(places, places[1:]):
            if abs(b - a - size) > 0.1:
                runs.append(run)
                run = []
            run.append(b)
        return max([*runs, run], key=len)

    def check_marks(self, name, page, at, grid, marks, cut, glued, glue):
        expected = ([grid[0]] if cut else []) + ([grid[-1 - int(glue)]] if glued else [])
        good = len(marks) == len(expected) and all(
            abs(a - b) <= ALLOWED for a, b in zip(marks, expected))
        self.check(f"{name}: marks of page {page}",
                   None if good else f"at {marks}, not at {expected}")

    def walls_go_on(self, track, *options):
        """A wall in the strip of one page is where it is on the page that is glued there."""
        pdf, plan = self.make(track, "--no-rules", "--no-table", *options)
        size, across = plan["square"], plan["across"]
        name = f"walls of {track} {' '.join(options)}"
        compared = 0
        for page in range(1, across * plan["down"] + 1):
            if page % across == 0:
                continue
            mine, other = self.seam(pdf, plan, page, size), self.seam(pdf, plan, page + 1, size)
            self.check(f"{name}: as many on pages {page} and {page + 1}",
                       None if len(mine) == len(other) else f"{mine}, {other}")
            for a, b in zip(mine, other):
                compared += 1
                self.check(f"{name}: from page {page} to {page + 1}",
                           None if abs(a - b) <= 0.03 else f"{a:.3f} mm goes on at {b:.3f}")
        self.check(f"{name}: there were some", compared >= 2)

    def seam(self, pdf, plan, page, size):
        """Where walls cross a line half a square behind the cut: it is the last mark of a page that
        something is glued onto, and the first one of the page itself that is cut."""
        width, height = self.size_of(plan)
        head = Picture(pdf, page, (MARGIN, 18, width - 2 * MARGIN, 16), SEAM)
        marks = []
        for y in range(0, head.height, 4):
            found = lines(head.row(y), head.left, 128, SEAM)
            if 1 <= len(found) <= 2:
                marks = found
                break
        column = (page - 1) % plan["across"]
        behind = marks[-1] if self.is_left else marks[0]
        self.is_left = not self.is_left
        strip = Picture(pdf, page, (behind + size / 2 - 0.02, 30, 0.12, height - 55), SEAM)
        # Walls are the darkest; paler where something is glued over them.
        threshold = 165 if not self.is_left else 60
        return lines(strip.column(1), strip.top, threshold, SEAM) if column >= 0 else []

    is_left = True

    # --- what is on the pages ----------------------------------------------------------------

    def margins_are_free(self, pdf, plan, name):
        width, height = self.size_of(plan)
        edge = pixels(MARGIN - 0.3, COARSE)
        for page in range(1, plan["pages"] + 1):
            picture = Picture(pdf, page, None, COARSE)
            size = (abs(picture.width - pixels(width, COARSE)) <= 1 and
                    abs(picture.height - pixels(height, COARSE)) <= 1)
            rows = list(range(edge)) + list(range(picture.height - edge, picture.height))
            ink = sum(picture.row(y) != b"\xff" * picture.width for y in rows)
            for x in [*range(edge), *range(picture.width - edge, picture.width)]:
                ink += picture.column(x) != b"\xff" * picture.height
            self.check(f"{name}: size of page {page}", size)
            self.check(f"{name}: margins of page {page}", None if ink == 0 else "have ink")

    def is_all_lines_and_letters(self, pdf, name, most):
        listed = subprocess.run(["pdfimages", "-list", str(pdf)], check=True,
                                stdout=subprocess.PIPE, text=True).stdout
        self.check(f"{name}: no pictures", len(listed.splitlines()) <= 2)
        size = os.path.getsize(pdf)
        self.check(f"{name}: {size} bytes", size <= most)

    def has_words(self, pdf, page, name, *words):
        text = " ".join(self.text(pdf, page).split())
        for word in words:
            self.check(f"{name}: page {page or 'any'} says {word!r}",
                       None if word in text else f"not in {text[:300]}")

    def tracks(self):
        pdf, plan = self.make("kidney")
        self.has_words(pdf, 1, "kidney", "Kidney", "100 mm", "Page 1 of 3", "40 × 30 squares")
        self.has_words(pdf, 2, "kidney", "rules in short", "100 mm", "Nitros: 3.", "principal point",
                       "Nine points to choose from", "Missed turns on a slick: 2.")
        self.has_words(pdf, 3, "kidney", "moves", "100 mm", "start", "Move", "x y")
        self.margins_are_free(pdf, plan, "kidney")
        self.is_all_lines_and_letters(pdf, "kidney", 100_000)
        for page in range(1, plan["pages"] + 1):
            self.ruler_is_true(pdf, plan, page, "kidney")
        pdf, plan = self.make("long-road")
        self.has_words(pdf, 2, "long road", "row 1, column 2", f"Page 2 of {plan['pages']}",
                       "Cut along the marks on the left")
        self.margins_are_free(pdf, plan, "long road")
        self.is_all_lines_and_letters(pdf, "long road", 600_000)
        pdf, plan = self.make("round-bowl", "--players", "8", "--set", "cars_per_player=4")
        self.has_words(pdf, None, "round bowl", "Demolition derby", "Whoever runs into somebody",
                       "Rounds of a derby: 30.")
        self.margins_are_free(pdf, plan, "round bowl")

    def rules_in_force_only(self):
        pdf, _ = self.make("kidney", "--rules", "classroom", "--no-table")
        text = " ".join(self.text(pdf, 2).split())
        for word in ("Nitros", "Missed turns", "Turbo", "Write down"):
            self.check(f"classroom says nothing of {word}", word not in text)
        self.check("classroom: cars share points", "Cars may stand on the same point." in text)
        pdf, _ = self.make("boost-park", "--rules", "babylon-advanced", "--set", "laps=3")
        self.has_words(pdf, None, "all rules", "Good brakes: 2.", "Turbo boosts: 2.", "Laps: 3.",
                       "Checkpoints.", "Turbo areas.", "Damage limit: 5.")

    def drive(self, track, players, told, *options):
        """A saved race of these actions, with names of up to 60 bytes in many letters."""
        race = self.folder / f"race-{track}-{players}.race"
        names = ["Ada", "Максимилиан Константинович Й", "B" * 60, "Ch" + "e" * 40 + "n", "Д" * 30,
                 "Émilie du Châtelet", "Zoë", "Heinrich the Eighth of England"]
        lines_told = "".join(line + "\n" for line in [*told, f"save {race}", "quit"])
        done = self.run("referee", "--track", track, "--players", players, "--set", "order=listed",
                        *options, told=lines_told)
        refused = [line for line in done.stdout.splitlines() if not line.startswith('{"ok":true')]
        if refused:
            sys.exit(f"{track}: {refused[0]}")
        head, *rest = race.read_text().splitlines()
        head = json.loads(head)
        for player, name in zip(head["players"], names):
            player["name"] = name
        race.write_text("\n".join([json.dumps(head, ensure_ascii=False), *rest]) + "\n")
        return race

    def races(self):
        starts = [(x, 16) for x in range(34, 39)]
        told = [f"do {x},{y}>{x},{y + 1}" for x, y in [*starts, *starts[:3]][:8]]
        race = self.drive("kidney", 8, told, "--rules", "classroom")
        pdf, plan = self.make(race)
        self.has_words(pdf, 1, "eight players", "Ada", "Максимилиан", "Zoë", "Page 1 of")
        self.has_words(pdf, 2, "eight players", "Максимилиан Константинович Й", "at (34, 17)",
                       "last move", "is to move")
        self.margins_are_free(pdf, plan, "eight players")
        self.check("eight players: in one table", "34 16 0 0" in
                   " ".join(self.text(pdf, plan["pages"], True).split()))
        before, _ = self.make(race, "--at", 0)
        self.has_words(before, 2, "before the start", "Players", "not started")
        self.long_race()
        self.derby()

    def long_race(self):
        """500 moves each: one up, one down, on and on."""
        told = ["do 35,16>35,17", "do 36,16>36,17"]
        for i in range(1, 500):
            y = [17, 18, 18, 17][i % 4]
            told += [f"do 35,{y}", f"do 36,{y}"]
        race = self.drive("kidney", 2, told, "--rules", "classroom", "--set", "round_limit=9999")
        pdf, plan = self.make(race)
        self.has_words(pdf, None, "500 moves", "35 17 0 0", "511", "512")
        text = self.text(pdf, None, True)
        moves = re.findall(r"\b35\s+1[678]\s+0\s+[−]?[01]\s+36\s+1[678]\s+0\s+[−]?[01]\b", text)
        self.check("500 moves: all rows", None if len(moves) == 501 else f"{len(moves)} rows")
        self.is_all_lines_and_letters(pdf, "500 moves", 800_000)
        self.ruler_is_true(pdf, plan, plan["pages"], "500 moves")

    def vectors(self):
        """Upon each other between brackets, blank ones for moves to come."""
        race = self.drive("kidney", 1, ["do 35,16>34,17"], "--rules", "classroom")
        pdf, plan = self.make(race, "--vectors", "--no-rules")
        boxes = subprocess.run(["pdftotext", "-bbox", "-f", "2", "-l", "2", str(pdf), "-"], check=True,
                               stdout=subprocess.PIPE, text=True).stdout
        places = {}
        for y, word in re.findall(r'yMin="([\d.]+)"[^>]*>([^<]*)</word', boxes):
            places.setdefault(word, []).append(float(y) * 25.4 / 72)
        above = [row - upper for upper in places.get("−1", []) for row in places["34"]]
        self.check("vectors: −1 stands a fifth of 10.5 mm above its row's middle",
                   any(abs(distance - 2.1) < 0.05 for distance in above))
        blank, _ = self.make("kidney", "--vectors", "--no-rules")
        usual, _ = self.make("kidney", "--no-rules")
        self.has_words(blank, 2, "vectors to be written", "vector", "Vector:", "above")
        self.check("the usual table has none", "vector " not in " ".join(self.text(usual, 2).split()).split("its")[0])
        self.margins_are_free(pdf, plan, "vectors")

    def two_on_a_page(self):
        pdf, plan = self.make("kidney", "--with", "first-oval", "--no-table")
        self.has_words(pdf, 1, "two on a page", "Kidney", "First oval", "a square is 3.2 mm")
        self.ruler_is_true(pdf, plan, 1, "two on a page")
        upper = lines(*Picture(pdf, 1, (5, 297 / 2 - MARGIN - 4.6 - 0.9, 106, 0.5)).across())
        self.check("two on a page: upper ruler", is_even(upper, 10, 11))

    def derby(self):
        told = ["do 10,10>10,11", "do 16,10>16,11"]
        race = self.drive("round-bowl", 2, told, "--rules", "derby")
        pdf, plan = self.make(race)
        self.has_words(pdf, None, "derby", "1 · Ada", "2 · Ada", "points 0", "nitros left: 3")
        self.margins_are_free(pdf, plan, "derby")

    def circuits(self):
        """Rows of 12 mm along the course, and for each car a sheet for 35 turns and more, enough for the longest circuit."""
        ring = self.folder / "ring.svg"
        ring.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 140" data-graphprix-circuit="1" '
                        'data-rows="40" data-lanes="2"><title>Ring</title>'
                        '<path class="course" d="M 40 20 H 160 V 120 H 40 Z"/></svg>')
        for paper in PAPERS:
            pdf, plan = self.make(ring, "--paper", paper, "--players", "2")
            self.check(f"rows on {paper}: 440 units of 5 a square", plan["square"] * 440 / 5 / 40 >= 12)
            for page in (plan["pages"] - 1, plan["pages"]):
                self.has_words(pdf, page, f"a car on {paper}", "Ring: car", "START", "ACC", "DEC", "TOP", "180",
                               "Tire wear", "Blue chips", "17 18 19 20", "33 34 35",
                               "Spin: two dice", "10, 11", "PASS", "BLOCK",
                               "Forcing a pass: two dice each")
            self.margins_are_free(pdf, plan, f"a circuit on {paper}")
        race = self.folder / "ring.race"
        told = ["do speed 60", "do speed 40", "do go 1 1 1", "do go 2 2", f"save {race}", "quit"]
        self.run("referee", "--track", ring, "--game", "circuit", "--players", 2, "--set", "grid=listed",
                 "--set", "build=standard", told="".join(line + "\n" for line in told))
        self.check("the CSV of a circuit tells the speed also of whoever moves last",
                   self.run("replay", race, "--csv", "-").stdout.splitlines()[1:] ==
                   ["1,1,go 1 1 1,60,2,1,1,16,3,moved lap moved", "1,2,go 2 2,40,1,2,1,16,3,moved lap moved"])
        self.run("replay", race, "--pdf", self.folder / "replay.pdf")
        self.is_printed_as_it_is("a race's sheet", self.folder / "replay.pdf")
        pdf, plan = self.make(race)
        self.has_words(pdf, plan["pages"], "a car that moved last", "speed 40 row, lane 1, 2 lap 1")

    def blank_paper(self):
        pdf, plan = self.make("--empty", "120x90", "--paper", "A3", "--square", "10")
        self.has_words(pdf, 1, "empty paper", "Track", "Drawn by", "100 mm", "row 1, column 1")
        self.margins_are_free(pdf, plan, "empty paper")
        for size in ("1x1", "1x60", "300x1", "3x3"):
            pdf, plan = self.make("--empty", size, "--square", "20")
            self.margins_are_free(pdf, plan, f"empty paper {size}")

    def too_large(self):
        huge = self.folder / "huge.svg"
        huge.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4096 4096">'
                        '<path class="wall" d="M 2 2 H 4094 V 4094 H 2 Z"/></svg>')
        done = self.run("print", huge, "-o", self.folder / "huge.pdf")
        self.check("4096 x 4096: status", done.returncode == 1)
        self.check("4096 x 4096: says what to do", "smaller squares or larger paper" in done.stderr)
        self.check("4096 x 4096: no file", not (self.folder / "huge.pdf").exists())

    def standard_output(self):
        done = subprocess.run([self.program, "print", "kidney", "-o", "-"], cwd=ROOT,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.check("-o -", done.returncode == 0 and done.stdout.startswith(b"%PDF-") and
                   not done.stderr)

    def all(self):
        self.squares_are_true()
        self.another_scale_is_noticed()
        self.pages_join("5mm", "A4")
        self.pages_join("6mm", "letter")
        self.walls_go_on("triangle")
        self.walls_go_on("long-road", "--square", "7.5mm", "--paper", "A3")
        self.tracks()
        self.rules_in_force_only()
        self.races()
        self.vectors()
        self.two_on_a_page()
        self.circuits()
        self.blank_paper()
        self.too_large()
        self.standard_output()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        suite = Suite(os.path.abspath(sys.argv[1]), folder)
        suite.all()
    print(f"{suite.passed} passed, {suite.failed} failed")
    return 1 if suite.failed or not suite.passed else 0


if __name__ == "__main__":
    sys.exit(main())
