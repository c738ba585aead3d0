"""Worksheets, measured on their pixels and read again: squares of 5 mm, ruler, name field and page numbers; what the
solutions say is what counts as right, stands on the same pages, and pupils do not get it.

worksheets.py PROGRAM,SANITIZED; ends with one line "N passed, N failed".
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import zlib

from measure import ALLOWED, PAPERS, ROOT, Picture, Suite, is_even, lines

NAME_LINE = 55  # millimetres at least
LONGER = 4  # mm: than a number is high
BEYOND = (1, 8)  # points from a picture's edge: what is drawn there has left it
COLOURED = 60  # between the least and the largest channel: no ink of words, numbers or squares


def one_line(text):
    return " ".join(text.split())


def number(text):
    return int(text.replace("−", "-"))


class Sheet:
    """A worksheet that was made: its pages as text, and what --json says of it."""

    def __init__(self, suite, name, *arguments):
        suite.made += 1
        self.suite, self.name = suite, name
        self.pdf = suite.folder / f"sheet-{suite.made}.pdf"
        done = suite.run("worksheet", *arguments, "-o", self.pdf, "--json")
        if done.returncode != 0:
            sys.exit(f"worksheet {arguments}: {done.stderr}")
        suite.is_printed_as_it_is(name, self.pdf)
        self.said = json.loads(done.stdout)
        self.pages = [one_line(page) for page in suite.text(self.pdf).split("\f")[:-1]]
        self.solved = [page for page in self.pages if "Solutions" in page]
        self.asked = [page for page in self.pages if "Solutions" not in page]

    def check(self, what, holds, seen=""):
        self.suite.check(f"{self.name}: {what}", None if holds else f"wrong {seen}")

    def has_frames(self, versions, size=PAPERS["A4"], front=0):
        """Numbers, a name field on each page for pupils, the ruler where the foot has it; `front` pages stand before
        the solutions."""
        self.check("as many pages with solutions", len(self.solved) == len(self.asked) + front * versions,
                   [len(self.asked), len(self.solved)])
        for version in range(1, versions + 1):
            for pages, more in ((self.asked, 0), (self.solved, front)):
                mine = [page for page in pages if f"version {version}" in page]
                count = len([page for page in self.asked if f"version {version}" in page]) + more
                numbers = [re.findall(r"Page (\d+) of (\d+)", page) for page in mine]
                wanted = [[(str(i + 1), str(count))] for i in range(count)]
                self.check(f"page numbers of version {version}", numbers == wanted, numbers)
        for index, page in enumerate(self.pages[:2] + self.solved[:1]):
            number = index + 1 if index < 2 and index < len(self.pages) else self.pages.index(page) + 1
            top = Picture(self.pdf, number, (size[0] / 2, 10, size[0] / 2 - 10, 10), 300)
            longest = max(len(run) for y in range(top.height)
                          for run in re.findall(rb"[\x00-\xb0]+", top.row(y)) or [b""]) * 25.4 / 300
            field = "Name" in page and longest >= NAME_LINE
            self.check(f"name field of page {number}", field == ("Solutions" not in page), longest)

    def has_squares(self, page, size=PAPERS["A4"], least=9, down=6):
        """Somewhere on the page there are squares, and all in a row are 5 mm: found roughly, then measured."""
        rough = Picture(self.pdf, page, None, 100)
        places = {}
        for what, at, end, profile in (("across", 25, size[1] - 25, rough.row), ("down", 24, size[0] - 24, rough.column)):
            def there(at):
                found = lines(profile(round(at / 25.4 * 100)), 0, 250, 100)
                return sum(abs(b - a - 5) < 0.4 for a, b in zip(found, found[1:]))
            best = max((at + step / 4 for step in range(int(4 * (end - at - LONGER)))),
                       key=lambda at: there(at) * (there(at - 1) > 5 < there(at + LONGER)))  # within the squares: numbers are as far apart
            box = (18, best, size[0] - 28, 0.5) if what == "across" else (best, 21, 0.5, size[1] - 43)
            picture = Picture(self.pdf, page, box)
            places[what] = self.suite.whole_lines(lines(*(picture.across() if what == "across" else picture.down())), 5)
        for what, count in (("across", least), ("down", down)):
            self.check(f"squares of page {page}, {what}", len(places[what]) >= count and not is_even(places[what], 5),
                       is_even(places[what], 5) or places[what])

    def has_ruler(self, page, foot):
        ticks = lines(*Picture(self.pdf, page, (5, foot - 0.9, 106, 0.5)).across())
        self.check(f"ruler of page {page}", len(ticks) == 11 and abs(ticks[-1] - ticks[0] - 100) <= ALLOWED, ticks)

    def stays_within(self):
        """Of what is drawn on squares nothing lies beyond them, and no word across their edge: a ring round each picture has no
        coloured ink, and a word is inside or outside."""
        resolution = 72
        pages = subprocess.run(["pdftoppm", "-r", str(resolution), str(self.pdf)], check=True, stdout=subprocess.PIPE).stdout
        words = subprocess.run(["pdftotext", "-bbox", str(self.pdf), "-"], check=True, stdout=subprocess.PIPE, text=True).stdout
        words = [[tuple(map(float, word)) for word in re.findall(r'xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)"', page)]
                 for page in words.split("<page ")[1:]]
        seen, left = 0, []
        for number, boxes in enumerate(pictures_of(self.pdf)):
            head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", pages)
            width, height = int(head[1]), int(head[2])
            data, pages = pages[head.end():], pages[head.end() + 3 * width * height:]
            for x, y, w, h in boxes:
                seen += 1
                near, far = [[round(at) for at in (x - by, y - by, x + w + by, y + h + by)] for by in BEYOND]
                ring = [(column, row) for row in range(max(far[1], 0), min(far[3], height)) for column in range(max(far[0], 0), min(far[2], width))
                        if not (near[0] <= column < near[2] and near[1] <= row < near[3])]
                places = (3 * (row * width + column) for column, row in ring)
                inks = (data[place:place + 3] for place in places)
                left += [(number + 1, at) for at, ink in zip(ring, inks) if max(ink) - min(ink) > COLOURED]
                left += [(number + 1, word) for word in words[number]
                         if word[0] < x + w - 1 and word[2] > x + 1 and word[1] < y + h - 3 and word[3] > y + 3
                         and not (word[0] > x - 1 and word[2] < x + w + 1 and word[1] > y - 3 and word[3] < y + h + 3)]
        self.check("what is drawn stays in its picture", seen > 0 and not left, (seen, left[:5]))


def pictures_of(pdf):
    """The boxes of the squares on each page, x, y, width and height in points: cairo clips each of their lines to them."""
    data = pdf.read_bytes()
    pages = []
    for begin in re.finditer(rb"stream\r?\n", data):
        try:
            drawn = zlib.decompressobj().decompress(data[begin.end():])
        except zlib.error:
            continue
        if not drawn.startswith(b"1 0 0 -1 0 "):
            continue
        clips = [tuple(map(float, clip)) for clip in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re W n\n0.7\d* 0.7\d* 0.8", drawn)]
        pages.append({(x, top, w, high) for x, y, w, h in clips for left, top, wide, high in clips
                      if h <= 3 and wide <= 3 and x <= left <= x + w and top <= y <= top + high})
    return pages


def printed_answer(task):
    """As a right answer is written for people."""
    answer, ask = task["answer"], task["ask"]
    if ask == "numbers":
        return [part for part in answer]
    if ask in ("point", "acceleration"):
        return [f"({answer[0]}, {answer[1]})".replace("-", "−")]
    if ask == "choice":
        return [task["choices"][answer]["text"]]
    if ask == "row":
        return [f"row {answer}"]
    return [f"{len(answer)} moves:"]


def exercises(suite):
    sheet = Sheet(suite, "exercises", "--seed", "7", "--count", "16", "--versions", "2", "--solutions")
    tasks = sheet.said["exercises"]
    sheet.check("tasks", len(tasks) == 32, len(tasks))
    sheet.has_frames(2)
    sheet.has_squares(1, least=20)
    sheet.has_ruler(2, 297 - 10 - 3)
    sheet.stays_within()
    suite.margins_are_free(sheet.pdf, {"paper": "A4", "lying": False, "pages": len(sheet.pages)}, "exercises")
    asked, solved = " ".join(sheet.asked), " ".join(sheet.solved)
    for index, task in enumerate(tasks):
        sheet.check("is asked", one_line(task["sentence"]) in asked, task["sentence"])
        told = solved.find(one_line(task["why"]))
        sheet.check("is explained in the solutions alone", told >= 0 and task["why"] not in asked, task["why"])
        before = solved[max(0, told - 260):told]
        for part in printed_answer(task):
            sheet.check("the answer that counts", part in before, (part, before))
        where = [next(i for i, page in enumerate(pages) if one_line(task["sentence"]) in page)
                 for pages in (sheet.asked, sheet.solved)]
        sheet.check("on the same page", where[0] == where[1] or task["sentence"] in str(tasks[:index]), where)
    same = [a["sentence"] == b["sentence"] for a, b in zip(tasks[:16], tasks[16:])]
    sheet.check("another version is another set", sum(same) < 8, same)


def as_dense_as_a_book(suite):
    """Twelve easy exercises take two or three pages; among the seeds are those that come nearest to a fourth."""
    pages = [len(Sheet(suite, "dense", "--seed", str(seed), "--difficulty", "easy", "--count", "12").pages)
             for seed in (6, 31, 56, 105, 127, 146, 196, 263, 713, 748)]
    suite.check("dense: pages", None if max(pages) <= 3 else f"wrong {pages}")


def in_reading_order(suite):
    """Of two exercises that begin on one line the first stands at the left; a vector is not broken at a line's end."""
    sides, line = (28, 312), 15  # points
    sheet = Sheet(suite, "order", "--seed", "5", "--difficulty", "easy", "--count", "12")
    told = subprocess.run(["pdftotext", "-bbox", "-l", "1", str(sheet.pdf), "-"], check=True, stdout=subprocess.PIPE, text=True).stdout
    places = {int(word): (float(y), round(float(x))) for x, y, word in
              re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>(\d+)</word', told) if round(float(x)) in sides}
    sheet.check("numbers", set(places) >= {1, 2, 3, 4}, places)
    for number, (y, x) in places.items():
        below, beside = places.get(number + 1, (y + line, x))
        sheet.check(f"{number} before {number + 1}", abs(below - y) >= line or x < beside, places)
    ends = re.findall(r"\(−?\d+,$", suite.text(sheet.pdf), re.MULTILINE)
    sheet.check("whole vectors", not ends, ends)


def papers(suite):
    for name in ("letter", "A3"):
        size = PAPERS[name]
        sheet = Sheet(suite, name, "--kind", "choose", "--seed", "7", "--paper", name, "--solutions")
        sheet.has_frames(1, size)
        sheet.has_squares(1, size)
        sheet.has_ruler(1, size[1] - 10 - 3)
        suite.margins_are_free(sheet.pdf, {"paper": name, "lying": False, "pages": len(sheet.pages)}, name)
    race = Sheet(suite, "letter", "--race", "kidney", "--seed", "7", "--paper", "letter")
    suite.margins_are_free(race.pdf, {"paper": "letter", "lying": True, "pages": len(race.pages)}, "letter race")


def lessons(suite):
    """Of the lesson about braking; its notes and words are those of its file."""
    path = ROOT / "assets/lessons/04-braking.lesson"
    told = [line for line in re.sub(r"\n +", " ", path.read_text(encoding="utf-8")).splitlines() if ": " in line]
    text = {key: [line[len(key) + 2:] for line in told if line.startswith(key + ": ")]
            for key in ("say", "ask", "explain", "aim", "mistakes", "questions", "book", "right", "wrong")}
    sheet = Sheet(suite, "lesson", "--lesson", path, "--seed", "3", "--versions", "3", "--solutions")
    sheet.has_frames(3, front=1)
    sheet.has_squares(1, down=5)
    sheet.has_ruler(1, 297 - 10 - 3)
    asked, solved = " ".join(sheet.asked), " ".join(sheet.solved)
    for key in ("say", "ask"):
        for words in text[key]:
            sheet.check(f"{key} on both", words in asked and words in solved, words)
    for words in text["explain"]:
        sheet.check("explained in the solutions alone", one_line(words) in solved and words not in asked, words)
    inertia = [step for step in path.read_text(encoding="utf-8").split("[step]") if re.search(r"^show:.* inertia", step, re.M)]
    unmarked = [step for step in inertia if "\nmark:" not in step]
    names = [words.count("where inertia leads") for words in (asked, solved)]
    sheet.check("what is drawn as the answer has its place free", names == [3 * len(inertia), 3 * len(unmarked)], names)
    for key in ("aim", "mistakes", "questions", "book"):
        sheet.check(f"{key} for the teacher alone", text[key][0] in sheet.solved[0] and text[key][0] not in asked)
    tasks = sheet.said["exercises"]
    orders = {tuple(choice["text"] for choice in task["choices"]) for task in tasks if task["step"] == 5}
    sheet.check("answers stand in other orders", len(orders) > 1, orders)
    sheet.check("one box of each choice is ticked in the solutions alone",
                solved.count("☑") == sum(task["ask"] == "choice" for task in tasks) > 0 and "☑" not in asked, solved.count("☑"))
    for task in tasks:
        if task["ask"] == "choice":
            right = task["choices"][task["answer"]]["text"]
            sheet.check("the right answer stays right", right in text["right"], right)
            for wrong in task["wrong"]:
                words = f"{task['choices'][wrong['answer']]['text']} | {wrong['why']}"
                sheet.check("a mistake keeps its reason", words in text["wrong"], words)


def steps_that_go_on(suite):
    """The name of each arrow that a step draws with its answer stands in the solutions, also where its sheet is that of the step
    before, and two steps stand beside each other where they have room."""
    for name, pages in (("01-velocity", 3), ("02-acceleration", 2), ("08-relative", 2)):
        path = ROOT / f"assets/lessons/{name}.lesson"
        sheet = Sheet(suite, name, "--lesson", path, "--seed", "3", "--solutions")
        asked, solved = " ".join(sheet.asked), " ".join(sheet.solved)
        names = re.findall(r"^mark: .* to \d+,\d+ ([^\d\n]{4,})$", path.read_text(encoding="utf-8"), re.M)
        for words in names:
            sheet.check("what an answer draws is in the solutions", solved.count(words) > asked.count(words), words)
        sheet.check("pages", len(sheet.asked) == pages, len(sheet.asked))
        sheet.stays_within()


def graphs_of_both(suite):
    """Where a question is about two cars, each has its line in the graph: between its name and that of its axis there is ink of
    either pen."""
    sheet = Sheet(suite, "graphs", "--lesson", ROOT / "assets/lessons/07-graphs.lesson", "--seed", "3")
    page = 1 + next(i for i, words in enumerate(sheet.pages) if "both have the same x?" in words)
    told = subprocess.run(["pdftotext", "-bbox", "-f", str(page), "-l", str(page), str(sheet.pdf), "-"], check=True, stdout=subprocess.PIPE, text=True).stdout
    words = [(word, float(x), float(y)) for x, y, word in re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>([^<]*)</word', told)]
    left, top = next((x, y) for word, x, y in words if word == "x")
    right, foot = next((x, y) for word, x, y in words if word == "t" and y > top)
    box = [round(number) for number in (left, top, right - left, foot - top)]
    drawn = subprocess.run(["pdftoppm", "-r", "72", "-f", str(page), "-l", str(page), *[part for side in zip(("-x", "-y", "-W", "-H"), map(str, box)) for part in side],
                            str(sheet.pdf)], check=True, stdout=subprocess.PIPE).stdout
    inks = drawn[-3 * box[2] * box[3]:]
    pixels = [inks[i:i + 3] for i in range(0, len(inks), 3)]
    blue, orange = (sum(ink[high] - ink[low] > COLOURED for ink in pixels) for high, low in ((2, 0), (0, 2)))
    sheet.check("a line of each car", blue > 40 and orange > 40, (blue, orange))


def nothing_to_be_clicked(suite):
    """Paper is written on; and an answer is not said twice."""
    for path in sorted((ROOT / "assets/lessons").glob("*.lesson")):
        told = " ".join(Sheet(suite, path.stem, "--lesson", path, "--seed", "3", "--solutions").pages)
        for words in ("click", "Click", "No. No", "Yes. Yes"):
            suite.check(f"{path.stem}: no {words}", f"wrong {told[told.find(words) - 60:][:120]}" if words in told else None)


def races(suite):
    sheet = Sheet(suite, "race", "--race", "kidney", "--seed", "7", "--versions", "3", "--solutions")
    lying = PAPERS["A4"][::-1]
    sheet.has_frames(3, lying)
    sheet.has_squares(1, lying, least=20)
    suite.margins_are_free(sheet.pdf, {"paper": "A4", "lying": True, "pages": len(sheet.pages)}, "race")
    starts = [race["line"][0] for race in sheet.said["races"]]
    sheet.check("other start points", len(set(map(tuple, starts))) == 3, starts)
    fewest = int(suite.run("solve", "kidney", "--rules", "classroom").stdout.split()[0])
    for version, race in enumerate(sheet.said["races"]):
        line, moves = race["line"], race["moves"]
        sheet.check("not fewer than can be", moves >= fewest, (moves, fewest))
        sheet.check("and that its slick does not count", "Only the walls and the finish line count." in sheet.asked[2 * version])
        sheet.check("pupils read where it starts", f"start ({line[0][0]}, {line[0][1]})" in sheet.asked[2 * version])
        sheet.check("and not how many moves", f"{moves} moves" not in " ".join(sheet.asked))
        page = sheet.solved[2 * version + 1]
        sheet.check("how many moves", f"{moves} moves" in page, page[:200])
        rows = re.findall(r"^ *(?:start|\d+) +(\d+) +(\d+) +(−?\d+) +(−?\d+)",
                          suite.text(sheet.pdf, 2 * (3 + version) + 2, layout=True), re.M)
        table = [[number(part) for part in row] for row in rows[:moves + 1]]  # the other rows are empty
        before = [line[0], *line[:-1]]
        wanted = [[*at, at[0] - old[0], at[1] - old[1]] for at, old in zip(line, before)]
        sheet.check("the table of the best way", table == wanted, (table, wanted))
        told = f"do {line[0][0]},{line[0][1]}\n" + "".join(f"do {x},{y}\n" for x, y in line[1:]) + "state\n"
        done = suite.run("referee", "--track", "kidney", "--rules", "classroom", "--set", "choose=reverse",
                         "--players", "1", told=told).stdout.splitlines()
        sheet.check("the rules accept it", all('"ok":true' in answer for answer in done), done[-1][:200])
        sheet.check("and it finishes", '"over":true' in done[-1], done[-1][:200])


def picture(suite):
    """A page of A4 is 210 to 297, and so is its picture."""
    lesson = ROOT / "assets/lessons/04-braking.lesson"
    made = suite.folder / "page.png"
    done = suite.run("worksheet", "--lesson", lesson, "--seed", "1", "--picture", "297", "-o", made)
    head = made.read_bytes()[:24] if done.returncode == 0 else b""
    size = struct.unpack(">8s8xII", head) if len(head) == 24 else done.stderr
    suite.check("the first page as a picture", None if size == (b"\x89PNG\r\n\x1a\n", 210, 297) else size)


def refusals(suite):
    arena = ROOT / "tracks/graph-paper/round-bowl.svg"
    broken = suite.folder / "broken.lesson"
    broken.write_text("graphprix lesson 1\ntitle: A\nminutes: many\n")
    for arguments, status, words in ((("--race", arena), 1, "round-bowl.svg"),
                                     (("--race", "nowhere"), 1, "nowhere"),
                                     (("--race", "harvest-oval"), 1, "a track of graph paper"),
                                     (("--lesson", broken), 1, "broken.lesson:3: \"minutes\" takes"),
                                     (("--lesson", broken, "--race", "kidney"), 2, "--lesson or --race"),
                                     (("--race", "kidney", "--count", "3"), 2, "--count are about exercises")):
        done = suite.run("worksheet", *arguments, "--seed", "1", "-o", suite.folder / "none.pdf")
        suite.check(f"{arguments}", None if done.returncode == status and words in done.stderr
                    else f"{done.returncode}: {done.stderr}")
    suite.check("nothing was written", not (suite.folder / "none.pdf").exists())


def main():
    plain, sanitized = map(os.path.abspath, sys.argv[1].split(","))
    with tempfile.TemporaryDirectory() as folder:
        suite = Suite(plain, folder)
        exercises(suite)
        as_dense_as_a_book(suite)
        in_reading_order(suite)
        papers(suite)
        lessons(suite)
        steps_that_go_on(suite)
        graphs_of_both(suite)
        nothing_to_be_clicked(suite)
        races(suite)
        picture(suite)
        suite.program = sanitized
        for arguments in (("--count", "16"), ("--lesson", ROOT / "assets/lessons/10-best-line.lesson"),
                          ("--race", "long-road")):
            done = suite.run("worksheet", *arguments, "--seed", "2", "--solutions", "-o", suite.folder / "s.pdf")
            suite.check(f"with sanitizers: {arguments}", None if done.returncode == 0 and not done.stderr else done.stderr)
        refusals(suite)
    print(f"{suite.passed} passed, {suite.failed} failed")
    return 1 if suite.failed or not suite.passed else 0


if __name__ == "__main__":
    sys.exit(main())
