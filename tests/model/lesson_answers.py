"""The lessons that come with the game against a second hand: each answer is worked out here from the scene that the step
describes, or by hand from what it says; sums in its words are true, and each point or vector in them is one of what is drawn.
A lesson without answers here, or with a question too many, has failed.
"""
import itertools
import re
from fractions import Fraction
from math import isqrt
from pathlib import Path

LESSONS = Path(__file__).resolve().parents[2] / "assets" / "lessons"


def pair(text):
    return tuple(map(int, text.split(",")))


class Scene:
    """What a step's lines describe: for each car its places and velocities, move by move."""

    def __init__(self, lines):
        cars, wind = [], (0, 0)
        for key, value in lines:
            if key == "car":
                found = re.match(r"(?:.* at )?(\d+,\d+)(?: velocity (-?\d+,-?\d+))?$", value)
                cars.append((pair(found[1]), pair(found[2] or "0,0"), []))
            elif key == "moves":
                cars[-1][2].extend(map(pair, value.split()))
            elif key == "wind":
                wind = pair(value)
        moves = max((len(car[2]) for car in cars), default=0)
        self.at, self.v = [], []
        for at, v, chosen in cars:
            places, velocities = [at], [v]
            for i in range(moves):
                a = chosen[i] if i < len(chosen) else (0, 0)
                v = plus(plus(v, a), wind)
                at = plus(at, v)
                places.append(at)
                velocities.append(v)
            self.at.append(places)
            self.v.append(velocities)


def plus(a, b):
    return a[0] + b[0], a[1] + b[1]


def minus(a, b):
    return a[0] - b[0], a[1] - b[1]


def square(v):
    return sum(x * x for x in v)


def coast(scene, moves):
    at = scene.at[0][-1]
    for _ in range(moves):
        at = plus(at, scene.v[0][-1])
    return at


def braked(speed):
    """Squares from this speed until it stands, braking from the next move on."""
    return speed * (speed - 1) // 2


# Of each lesson the steps with numbers, points or accelerations, from 1; what stands alone was worked out by hand.
ANSWERS = {
    "01": {2: lambda s: s.v[0][-1], 3: lambda s: s.v[0][-1], 4: lambda s: coast(s, 1), 5: lambda s: coast(s, 2),
           6: [isqrt(4 * 4 + 3 * 3)], 7: lambda s: [f"√{square(s.v[0][-1])}"],
           9: lambda s: [x // 3 for x in minus(s.at[0][-1], s.at[0][0])], 10: ["7.5"]},
    "02": {2: lambda s: plus(s.at[0][0], s.v[0][0]), 3: [9], 4: (0, -1), 5: lambda s: minus(s.v[0][-1], s.v[0][-2]),
           6: (5 + 1, 3 + 2), 7: (-1, -1), 8: lambda s: [s.at[0][-1][0] - s.at[0][0][0]]},
    "03": {2: lambda s: s.v[0][-1], 3: (6, 5), 5: lambda s: [s.at[0][-1][0] + 3], 6: [2], 7: [3], 8: (1 + 12, 2 + 2 + 1 + 0),
           9: [5]},
    "04": {2: lambda s: [s.at[0][-1][0] - 2], 3: [braked(3)], 4: [braked(5)], 6: [braked(6)],
           8: [max(m for m in range(9) if 2 + 4 * m + braked(4) < 16)], 9: [50 - braked(10)], 10: [braked(4) * 5],
           11: [max(4, 3)]},
    "05": {2: lambda s: [f"√{square(s.v[0][-1])}"], 3: [3], 4: ["√5"], 5: (-1, 1), 6: [-1 * 3 + 1 * 3],
           8: lambda s: [s.at[0][-1][0] - 2]},
    "06": {2: [10, 20], 3: [1 * 7 + 1 * 3], 5: (-1, 0), 6: [0, 1], 7: ["√10"], 8: ["1/√37"], 9: (1, -1), 10: [20 - 10]},
    "07": {2: lambda s: [s.at[0][3][0]], 3: lambda s: [s.v[0][4][0]], 4: lambda s: [s.at[0][2][0] - s.at[0][1][0]],
           5: lambda s: [s.at[0][3][0] - s.at[0][0][0]],
           8: lambda s: [next(t for t in range(1, 5) if s.at[0][t][0] == s.at[1][t][0])], 11: [9]},
    "08": {2: lambda s: minus(s.v[0][0], s.v[1][0]), 3: lambda s: minus(s.v[1][0], s.v[0][0]), 4: [3], 5: (1 + 3 * 3, 4), 8: [3]},
    "09": {2: lambda s: [12 - s.at[0][3][1]], 3: lambda s: [12 - s.at[0][4][1]], 5: ["3/2"], 6: lambda s: s.at[0][3], 7: [6],
           8: lambda s: [next(t for t in range(1, 8) if s.at[0][t][1] == 1)], 10: lambda s: [s.at[0][7][0] - 1], 11: (0, 1)},
    "10": {3: [4], 5: [9], 6: [9 ** 5]},
    "11": {2: [2], 3: [2, 0], 4: [1, 0], 7: [3], 10: [9 ** 3]},
}


def steps_of(path):
    """The lines of each step as pairs of key and value."""
    steps, lines = [], []
    for line in path.read_text(encoding="utf-8").split("\n")[1:]:
        if line.startswith("["):
            lines = []
            if line == "[step]":
                steps.append(lines)
        elif line.startswith(" ") and lines:
            lines[-1] = lines[-1][0], lines[-1][1] + " " + line.strip()
        elif ":" in line and not line.startswith("#"):
            key, value = line.split(":", 1)
            lines.append((key, value.strip()))
    return steps


def told(lines):
    """What the lesson calls right, as words; none where nothing of this kind is asked."""
    numbers = [value.split(" = ")[-1].split(" ")[0] for key, value in lines if key == "number"]
    places = [value for key, value in lines if key in ("point", "acceleration")]
    return numbers or places[:1]


NINE = list(itertools.product((-1, 0, 1), repeat=2))
PART = r"[\d(−][\d +−·/().,²]*+"


def pairs_in(text, written=r"([-−]?\d+), ?([-−]?\d+)"):
    """All points and vectors, as "3,-1" in lines; in words as "(3, −1)"."""
    found = re.findall(written, text)
    return [(int(x.replace("−", "-")), int(y.replace("−", "-"))) for x, y in found]


def ways(scene, lines):
    """Places and velocities of all drives that come to a flag on a free sheet in the fewest moves."""
    values = dict(lines)
    if "target" not in values or "drive" not in values or "wall" in values or not scene.at:
        return set()
    flag, *drift = pairs_in(values["target"].replace("velocity", "drift"))
    drift = drift[0] if "drift" in values["target"] else (0, 0)
    wind = pair(values.get("wind", "0,0"))
    most, found = int((re.search(r"within (\d)", values["drive"]) or [0, 3])[1]), set()
    for count in range(1, min(most, 4) + 1):
        for pushes in itertools.product(NINE, repeat=count):
            at, v, met = scene.at[0][-1], scene.v[0][-1], set()
            for push in pushes:
                v = plus(plus(v, push), wind)
                at = plus(at, v)
                met |= {at, v}
            if at == (flag[0] + count * drift[0], flag[1] + count * drift[1]):
                found |= met | {minus(at, scene.at[0][-1])}
        if found:
            break
    return found


def drawn(scene, lines):
    """The points and vectors of a step: of its bodies, of one as the other sees it, of what may come next, of marks and answers."""
    found = set(NINE) | ways(scene, lines)
    for at, v in zip(scene.at, scene.v):
        changes = {minus(b, a) for a, b in zip(v, v[1:])}
        after = {plus(v[-1], push) for push in NINE}
        found |= {*at, *v, *changes, *after, *(plus(v[-1], new) for new in after), *(plus(at[-1], new) for new in after)}
    for one, other in itertools.permutations(scene.v, 2):
        found |= {minus(a, b) for a, b in zip(one, other)}
    for key, value in lines:
        if key in ("mark", "target", "point", "acceleration", "solution"):
            named = pairs_in(value)
            found |= {*named, *(minus(b, a) for a, b in zip(named, named[1:]))}
    numbers = [re.search(r"= (-?\d+)(?: |$)", value) for key, value in lines if key == "number"]
    return found | {tuple(int(number[1]) for number in numbers if number)}


def worth(side):
    """Of a sum, or of each component of a sum of vectors; of a dot product twice what it is."""
    plain = side.strip(" .,").replace("−", "-").replace("·", "*").replace("²", "**TWO").replace("\u00a0", " ")
    numbers = re.sub(r"\d+(?:\.\d+)?", r"Fraction('\g<0>')", plain)
    try:
        axes = [eval(re.sub(r"\(([^(),]+(?:\([^()]*\)[^(),]*)*), ?([^(),]+(?:\([^()]*\)[^(),]*)*)\)", rf"(\{i})", numbers),
                     {"Fraction": Fraction, "TWO": 2}) for i in (1, 2)]
    except (SyntaxError, TypeError):
        return None  # a list, or words between
    return [sum(axes)] * 2 if re.search(r",[^()]*\) \* \(", plain) else axes


def faults(scene, lines):
    """What the words say that is not so."""
    there = drawn(scene, lines)
    for key, words in lines:
        if key not in ("say", "ask", "explain"):
            continue
        yield from (f"{vector} is not there: {words}" for vector in pairs_in(words, r"\(([-−]?\d+), ?([-−]?\d+)\)")
                    if vector not in there)
        for chain in re.findall(rf"(?<![√′)²+−·/] )(?<![\w√.+−·/(]){PART}(?:= ?{PART})+(?!√)", words):
            sides = [worth(side) for side in chain.split("=")]
            if None not in sides and any(side != sides[0] for side in sides):
                yield f"{chain.strip()} is not so: {words}"


def check(path):
    """(right, wrong)"""
    number, scene, right, wrong = path.name[:2], None, 0, 0
    answers = dict(ANSWERS.get(number, {}))
    for index, lines in enumerate(steps_of(path), 1):
        if any(key in ("sheet", "track") for key, _ in lines):
            scene = Scene(lines)
        false = list(faults(scene, lines))
        right += not false
        wrong += len(false)
        for fault in false:
            print(f"{path.name}, step {index}: {fault}")
        found = told(lines)
        if not found:
            continue
        answer = answers.pop(index, None)
        answer = answer(scene) if callable(answer) else answer
        is_place = any(key in ("point", "acceleration") for key, _ in lines)
        words = None if answer is None else [f"{answer[0]},{answer[1]}"] if is_place else [str(part) for part in answer]
        right += found == words
        wrong += found != words
        if found != words:
            print(f"{path.name}, step {index}: {found}, but {words} was worked out")
    for index in answers:
        print(f"{path.name}: step {index} asks for nothing")
    return right, wrong + len(answers)


def main():
    results = [check(path) for path in sorted(LESSONS.glob("*.lesson"))]
    right, wrong = (sum(column) for column in zip(*results))
    print(f"{right} passed, {wrong} failed")
    return 1 if wrong or len(results) != len(ANSWERS) else 0


raise SystemExit(main())
