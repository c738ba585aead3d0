"""Solves exercises a second time, from what is shown and what the sentence says, and holds the answers
of the program against it: what it calls right is right, and what it offers as wrong is wrong.

    exercises.py GRAPHPRIX [COUNT]: so many of each kind and difficulty, 100 without it

Written from the rule of graph paper alone: v = v before + a (+ wind), p = p before + v.
"""
import itertools
import json
import math
import re
import subprocess
import sys
from fractions import Fraction

KINDS = ("velocity choose inertia chosen table mistake graph which-graph stop brake-wall bend fewest meet "
         "relative throw along").split()
DIFFICULTIES = "easy medium hard".split()
NINE = list(itertools.product((-1, 0, 1), repeat=2))


def plus(a, b):
    return a[0] + b[0], a[1] + b[1]


def minus(a, b):
    return a[0] - b[0], a[1] - b[1]


def number(text):
    """(sign, square) of "-2", "7/2", "√13", "√13/2": numbers are compared by their squares."""
    text = text.replace("−", "-")
    sign = -1 if text.startswith("-") else 1
    text = text.lstrip("-")
    above, _, below = text.partition("/")
    square = Fraction(above[1:]) if above.startswith("√") else Fraction(above) ** 2
    return (sign if square else 0), square / Fraction(below or 1) ** 2


def whole(value):
    return (value > 0) - (value < 0), Fraction(value) ** 2


def root(square):
    return (1 if square else 0), Fraction(square)


def pairs(text):
    return [(int(a), int(b)) for a, b in
            re.findall(r"\((-?\d+), (-?\d+)\)", text.replace("−", "-"))]


class Exercise:
    def __init__(self, task):
        self.task = task
        self.said = task["sentence"]
        self.wind = tuple(task["wind"])
        self.ways = [[tuple(p) for p in body["points"]] for body in task["bodies"]]
        self.starts = [tuple(body["velocity"]) for body in task["bodies"]]
        self.sheet = task["sheet"]
        self.loops = self.read_loops(task["course"])
        self.edges = [(*a, *b) for loop in self.loops for a, b in zip(loop, loop[1:] + loop[:1])]
        self.corners = [{c[axis] for loop in self.loops for c in loop} for axis in (0, 1)]
        self.known = {}

    def read_loops(self, course):
        """Corners of the walls, y up."""
        loops = []
        for path in re.findall(r'class="wall"[^>]*\bd="([^"]*)"', course or ""):
            for loop in path.split("M")[1:]:
                numbers = [int(n) for n in re.findall(r"-?[\d.]+", loop)]
                corners = list(zip(numbers[::2], numbers[1::2]))
                loops.append([(x, self.sheet[1] - y) for x, y in corners])
        return loops

    def velocity(self, body=0, row=None):
        way = self.ways[body]
        row = len(way) - 1 if row is None else row
        return minus(way[row], way[row - 1]) if row > 0 else self.starts[body]

    def at(self, body=0):
        return self.ways[body][-1]

    def coast(self, moves, body=0):
        at, velocity = self.at(body), self.velocity(body)
        for _ in range(moves):
            velocity = plus(velocity, self.wind)
            at = plus(at, velocity)
        return at

    # --- searching -----------------------------------------------------------------------------

    def inside(self, p, scale=1):
        """On the track, its walls included; p in squares times scale, so that all is whole."""
        odd = False
        for edge in self.edges:
            ax, ay, bx, by = (scale * c for c in edge)
            cross = (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)
            if cross == 0 and min(ax, bx) <= p[0] <= max(ax, bx) and min(ay, by) <= p[1] <= max(ay, by):
                return True
            if (ay > p[1]) != (by > p[1]) and (cross > 0) == (by > ay):
                odd = not odd
        return odd

    def clear(self, a, b):
        if (a, b) not in self.known:
            self.known[a, b] = self.is_clear(a, b)
        return self.known[a, b]

    def is_clear(self, a, b):
        """Asked where the way may cross the lines through corners, and between these places."""
        if not (0 <= b[0] <= self.sheet[0] and 0 <= b[1] <= self.sheet[1]):
            return False
        if not self.edges:
            return True
        scale = 2 * max(abs(b[0] - a[0]), 1) * max(abs(b[1] - a[1]), 1)
        cuts = {0, scale}
        for axis in (0, 1):
            if a[axis] != b[axis]:
                cuts |= {(corner - a[axis]) * scale // (b[axis] - a[axis]) for corner in self.corners[axis]}
        cuts = sorted(cut for cut in cuts if 0 <= cut <= scale)
        middles = [(s + t) // 2 for s, t in zip(cuts, cuts[1:])]
        return all(self.inside((a[0] * scale + t * (b[0] - a[0]), a[1] * scale + t * (b[1] - a[1])), scale)
                   for t in cuts + middles)

    def fewest(self, at, velocity, is_goal, most):
        """Moves until is_goal(point, velocity, moves); None."""
        layer, seen = {(at, velocity)}, set()
        for moves in range(most + 1):
            if any(is_goal(p, v, moves) for p, v in layer):
                return moves
            seen |= layer
            chosen = {(p, plus(plus(v, a), self.wind)) for p, v in layer for a in NINE}
            after = {(plus(p, v), v) for p, v in chosen if self.clear(p, plus(p, v))}
            layer = after if any(t["drift"] != [0, 0] for t in self.task["targets"]) else after - seen
        return None

    # --- what is right -------------------------------------------------------------------------

    def numbers(self, *wanted):
        wanted = [w if isinstance(w, tuple) else whole(w) for w in wanted]
        return lambda answer: [number(text) for text in answer] == wanted

    def velocity_kind(self):
        v = self.velocity()
        more = [root(v[0] ** 2 + v[1] ** 2)] if len(self.task["fields"]) == 3 else []
        return self.numbers(*v, *more)

    def choose(self):
        moves = 2 if "two moves" in self.said else 1
        target = tuple(self.task["targets"][0]["at"])
        found = []
        for a in NINE:
            at, v = self.at(), self.velocity()
            for _ in range(moves):
                v = plus(v, a)
                at = plus(at, v)
            found += [a] if at == target else []
        assert len(found) == 1
        return self.numbers(*found[0])

    def inertia(self):
        return lambda answer: tuple(answer) == self.coast(2)

    def chosen(self):
        move = int(re.search(r"(?:for|in) move (\d+)", self.said)[1])
        return self.numbers(*minus(minus(self.velocity(0, move), self.velocity(0, move - 1)), self.wind))

    @staticmethod
    def follows(table, row):
        now, above = table[row], table[row - 1]
        return all(now["v" + c] == above["v" + c] + now["a" + c] and now[c] == above[c] + now["v" + c]
                   for c in "xy" if c in now)

    def table(self):
        def right(answer):
            table = [dict(row) for row in self.task["table"]]
            for field, text in zip(self.task["fields"], answer):
                sign, square = number(text)
                table[field["row"]][field["column"]] = sign * math.isqrt(int(square))
            return all(self.follows(table, row) for row in range(1, len(table)))
        return right

    def is_unique(self):
        """As many independent equations as blanks, by elimination."""
        blanks = {(f["row"], f["column"]): i for i, f in enumerate(self.task["fields"])}
        lines = []
        for row in range(1, len(self.task["table"])):
            for c in "xy":
                for sum_of in (((row, "v" + c), (row - 1, "v" + c), (row, "a" + c)),
                               ((row, c), (row - 1, c), (row, "v" + c))):
                    line = [Fraction(0)] * len(blanks)
                    for cell, sign in zip(sum_of, (1, -1, -1)):
                        if cell in blanks:
                            line[blanks[cell]] += sign
                    lines.append(line)
        rank = 0
        for column in range(len(blanks)):
            pivot = next((l for l in lines[rank:] if l[column]), None)
            if pivot is None:
                return False
            lines.remove(pivot)
            lines.insert(rank, pivot)
            for i in range(rank + 1, len(lines)):
                factor = lines[i][column] / pivot[column]
                lines[i] = [x - factor * y for x, y in zip(lines[i], pivot)]
            rank += 1
        return True

    def mistake(self):
        table = self.task["table"]
        rows = range(1, len(table))
        if "go on from there" in self.said:
            broken = [row for row in rows if not self.follows(table, row)]
            assert len(broken) == 1
            return lambda answer: answer == broken[0]

        def mended(row):
            for column in table[row]:
                if column == "t" or (row == 0 and column[0] == "a"):
                    continue
                for value in range(table[row][column] - 3, table[row][column] + 4):
                    other = [dict(r) for r in table]
                    other[row][column] = value
                    if row == 0 and column[0] == "v" and value != 0:
                        continue
                    if all(self.follows(other, r) for r in rows):
                        return True
            return False
        return mended

    def value(self, column, row, scene=None):
        it = scene or self
        c = 0 if column[-1] == "x" else 1
        if column[0] == "v":
            return it.velocity(0, row)[c]
        if column[0] == "a":
            return it.velocity(0, row)[c] - it.velocity(0, row - 1)[c]
        return it.ways[0][row][c]

    def graph(self):
        move = int(re.search(r"move (\d+)", self.said)[1])
        label = self.task["fields"][0]["label"]
        start = self.value("x", 0) if label == "x" else 0
        return self.numbers(self.value(label, move) - start)

    def which_graph(self):
        column = re.search(r"shows (\w+) against", self.said)[1]
        first = 1 if len(column) == 2 else 0
        rows = range(first, len(self.ways[0]))

        def right(answer):
            choice = self.task["choices"][answer]
            other = Exercise({**self.task, **choice, "course": None})
            return choice["graph"] == column and all(
                self.value(column, row) == self.value(column, row, other) for row in rows)
        return right

    @staticmethod
    def brake(at, v):
        while v != (0, 0):
            v = tuple(c - (c > 0) + (c < 0) for c in v)
            at = plus(at, v)
        return at

    def stop(self):
        at, v = self.at(), self.velocity()
        if self.task["ask"] == "numbers":
            return self.numbers(abs(self.brake(at, v)[0] - at[0]))
        if "reacts late" in self.said:
            at = plus(at, v)
        return lambda answer: tuple(answer) == self.brake(at, v)

    def brake_wall(self):
        at, v = self.at(), self.velocity()
        along = tuple((c > 0) - (c < 0) for c in v) if "speeds up" in self.said else (0, 0)
        good = None
        for _ in range(40):
            if not (self.clear(self.at(), at) and self.clear(at, self.brake(at, v))):
                break
            good = at
            v = plus(v, along)
            at = plus(at, v)
        return lambda answer: tuple(answer) == good

    def bend(self):
        box = [c for loop in self.loops for c in loop]
        corner = next(c for c in box if 0 < c[0] < self.sheet[0] and 0 < c[1] < self.sheet[1]
                      and self.is_inner(c))
        edge = [c for c in box if c != corner]
        start = self.at()
        on_x = self.velocity()[0] if abs(self.velocity()[0]) >= abs(self.velocity()[1]) else 0
        axis = 1 if on_x else 0  # along which it leaves
        way = 1 if sum(c[axis] == self.sheet[axis] for c in edge) == 2 else -1

        def beyond(p, v, moves):
            return (p[axis] - corner[axis]) * way >= 3

        def can(velocity, at):
            return self.fewest(at, velocity, beyond, 30) is not None
        if self.task["ask"] == "choice":
            works = can(self.velocity(), start)
            return lambda answer: self.task["choices"][answer]["text"] == ("Yes" if works else "No")

        def right(answer):
            v = plus(self.velocity(), answer)
            return self.clear(start, plus(start, v)) and can(v, plus(start, v))
        return right

    def is_inner(self, c):
        """Three of the four squares that meet there are track."""
        return sum(self.inside((9 * c[0] + dx, 9 * c[1] + dy), 9)
                   for dx in (-1, 1) for dy in (-1, 1)) == 3

    def drive(self):
        target = self.task["targets"][0]
        now = self.task["now"]

        def goal(p, v, moves):
            at = tuple(c + d * (moves + now) for c, d in zip(target["at"], target["drift"]))
            return p == at and (target["velocity"] is None or v == tuple(target["velocity"]))
        if self.task["ask"] == "numbers" and target["drift"] != [0, 0]:
            return self.numbers(next(k for k in range(1, 20) if goal(self.coast(k), self.velocity(), k)))
        fewest = self.fewest(self.at(), self.velocity(), goal, 12)
        if self.task["ask"] == "numbers":
            return self.numbers(fewest)
        assert fewest == self.task["moves"] and str(fewest) in self.said

        def right(answer):
            p, v = self.at(), self.velocity()
            for moves, a in enumerate(answer, 1):
                v = plus(plus(v, a), self.wind)
                if max(map(abs, a)) > 1 or not self.clear(p, plus(p, v)):
                    return False
                p = plus(p, v)
            return len(answer) == fewest and goal(p, v, fewest)
        return right

    def relative(self):
        a, b = self.velocity(0), self.velocity(1)
        if "What is the velocity of B" in self.said:
            return self.numbers(*minus(b, a))
        apart = minus(self.coast(2, 1), self.coast(2, 0))
        if "How far apart" in self.said:
            return self.numbers(root(apart[0] ** 2 + apart[1] ** 2))
        return self.numbers(*apart)

    def throw(self):
        assert self.wind == (0, -1) and pairs(self.said)[0] == self.velocity()
        after = re.search(r"after (\d+) moves\?", self.said)
        if after:
            return lambda answer: tuple(answer) == self.coast(int(after[1]))
        places = [self.coast(k) for k in range(12)]
        if "greatest y" in self.said:
            return self.numbers(max(y for _, y in places))
        landed = next(k for k in range(1, 12) if places[k][1] == 0)
        return self.numbers(landed, places[landed][0])

    def along(self):
        v = self.velocity()

        def square(w):
            return w[0] ** 2 + w[1] ** 2
        if self.task["ask"] == "acceleration":
            return lambda a: tuple(a) != (0, 0) and square(plus(v, a)) == square(v)
        assert pairs(self.said)[0] == v
        after = plus(v, pairs(self.said)[1])
        change = square(after) - square(v)
        if self.task["ask"] == "choice":
            word = "faster" if change > 0 else "slower" if change < 0 else "as fast as before"
            return lambda answer: self.task["choices"][answer]["text"] == word
        return self.numbers(root(square(after)), change)

    def check(self, kind):
        """What is wrong with it, or None."""
        names = {"velocity": "velocity_kind", "fewest": "drive", "meet": "drive"}
        right = getattr(self, names.get(kind, kind.replace("-", "_")))()
        task = self.task
        if not right(task["answer"]):
            return f"answer {task['answer']}"
        if kind == "table" and not self.is_unique():
            return "more than one answer"
        for wrong in task["wrong"]:
            if right(wrong["answer"]):
                return f"offered as wrong, but right: {wrong['answer']}"
        if task["ask"] in ("point", "acceleration") and not all(right(p) for p in task["points"]):
            return "a point that counts is wrong"
        if task["ask"] == "acceleration":
            missed = [a for a in NINE if right(a) and list(a) not in task["points"]]
            return f"{missed} would be right, too" if missed else None
        if task["ask"] == "choice":
            wanted = [choice["right"] for choice in task["choices"]]
            found = [bool(right(i)) for i in range(len(wanted))]
            return None if wanted == found else f"choices {found}"
        return None


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    passed = failed = 0
    for kind in KINDS:
        for difficulty in DIFFICULTIES:
            told = subprocess.run([program, "worksheet", "--kind", kind, "--difficulty", difficulty,
                                   "--seed", "1", "--count", str(count), "--json"], check=True,
                                  stdout=subprocess.PIPE).stdout
            for index, task in enumerate(json.loads(told)["exercises"]):
                wrong = Exercise(task).check(kind)
                passed, failed = passed + (wrong is None), failed + (wrong is not None)
                if wrong:
                    print(f"{kind}, {difficulty}, exercise {index + 1}: {wrong}: {task['sentence']}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
