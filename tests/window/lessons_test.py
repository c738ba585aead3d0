"""Each shipped lesson on the projector, from its first step to its last, in four ways: all right; three misses a question, each told what
it is, then the explanation; the hints, then the answer; and with the two keys of a remote alone. All that is to be read fits each time."""
import json
import math
import re
import subprocess
from fractions import Fraction

from classroom_test import enter, give
from game import RELEASE, ROOT
from labels_test import overlap
from projector_test import check_type
from suite import check, check_equal, main, read_text

GENERIC = "Think it through once more."


def times(number, factor):
    """As it is typed: a fraction, or one times a root."""
    found = re.match(r"(-?)(\d*)(√\d+)?(?:/(\d+))?$", number.replace("−", "-"))
    share = Fraction(int(found[1] + (found[2] or "1")), int(found[4] or 1)) * factor
    return f"{share.numerator}{found[3] or ''}/{share.denominator}"


def number_misses(right):
    """The wrong sign, half and twice as much: kinds that are known of any number but 0, which is missed by one."""
    if right == ["0"]:
        return [["1"], ["-1"]]
    return [[times(number, factor) for number in right] for factor in (-1, Fraction(1, 2), 2)]


def misses(task):
    """Three wrong answers, or as many as there are, of kinds that are known; those that the lesson foresees come first."""
    foreseen = [wrong["answer"] for wrong in task["wrong"]]
    body = task["bodies"][task["body"]] if task["bodies"] else None
    if task["ask"] == "numbers":
        return (foreseen + [miss for miss in number_misses(task["answer"]) if miss not in foreseen])[:3]
    if task["ask"] == "choice":
        return [i for i, choice in enumerate(task["choices"]) if not choice["right"]][:3]
    x, y = task["answer"]
    if task["ask"] == "point":
        at = body["points"][-1]
        return (foreseen + [miss for miss in (at, [y, x]) if miss not in foreseen and all(0 <= miss[i] <= task["sheet"][i] for i in (0, 1))])[:3]
    return (foreseen + [miss for miss in ([0, 0], [-x, -y], [x, 1 - abs(y)]) if miss not in foreseen and miss != [x, y]])[:3]


HEAD = 13  # interface pixels, as long as the head of an arrow
ARROW = re.compile(r"^mark: (?:velocity|acceleration|new|wind|part|way) (-?\d+),(-?\d+) to (-?\d+),(-?\d+)", re.MULTILINE)
SIGN = re.compile(r"^mark: (?:ring|cross) (-?\d+),(-?\d+)", re.MULTILINE)


def holds(label, place):
    return all(label[at] + 1 < place[axis] < label[at] + label[side] - 1 for axis, (at, side) in enumerate((("x", "w"), ("y", "h"))))


def check_labels(game, step, task, where):
    """On the sheet no text lies on another one, on a car, on what is marked or on the head of an arrow that the answer draws."""
    seen = game.read()
    sheet = next((target for target in seen["targets"] if target["id"] == "sheet"), None)
    if not sheet:
        return 0
    left, bottom, square = map(float, sheet["text"].split())
    labels = [label for label in seen["labels"] if holds(sheet, (label["x"] + label["w"] / 2, label["y"] + label["h"] / 2))]
    free = []

    def place(x, y):
        return left + int(x) * square, bottom - int(y) * square
    for body in task["bodies"] if task else []:
        free.append(("a car", place(*body["points"][-1])))
    for x, y in SIGN.findall(step):
        free.append(("what is marked", place(x, y)))
    for ends in ARROW.findall(step):
        start, end = place(*ends[:2]), place(*ends[2:])
        length, angle = math.dist(start, end), math.atan2(end[1] - start[1], end[0] - start[0])
        on_car = any(what == "a car" and math.dist(at, end) < 1 for what, at in free)
        for back in range(0, int(min(HEAD, length / 2)) if length and not on_car else 0, 3):
            free += [("a head", (end[0] - back * math.cos(angle + turn), end[1] - back * math.sin(angle + turn))) for turn in (-0.4, 0.4)]
    for index, label in enumerate(labels):
        for other in labels[:index]:
            check(not overlap(label, other), f"{where}: {label} on {other}")
        for what, at in free:
            check(not holds(label, at), f"{where}: {label} on {what} at {at}")
    return len(labels)


class Walk:
    """Through a lesson that is open; what is asked is known from its worksheet."""

    def __init__(self, game, path):
        self.game, self.path = game, path
        told = subprocess.run([str(RELEASE), "worksheet", "--lesson", path, "--seed", "1", "--json"], check=True, stdout=subprocess.PIPE).stdout
        self.tasks = {task["step"]: task for task in json.loads(told)["exercises"]}
        self.texts = read_text(path).split("[step]")[1:]
        self.steps = len(self.texts)

    def each(self, act):
        self.game.click("lesson " + self.path.stem.split("-", 1)[1])
        for step in range(1, self.steps + 1):
            self.game.wait_status(f"step {step} of {self.steps}")
            task = self.tasks.get(step)
            if task:
                act(self.as_shown(task))
            self.fits(step)
            check_labels(self.game, self.texts[step - 1], task, f"{self.path.name}, step {step}")
            if step < self.steps:
                self.game.key("Page_Down")
        self.game.key("Escape")
        self.game.wait_screen("classroom")

    def as_shown(self, task):
        """Choices stand in the order of the lesson, not in that of a sheet."""
        if task["ask"] != "choice":
            return task
        texts = {choice["text"]: choice for choice in task["choices"]}
        told = [target["text"] for target in sorted(self.game.targets("answer "), key=lambda target: target["id"])]
        choices = [texts[text] for text in told]
        return {**task, "choices": choices, "answer": next(i for i, choice in enumerate(choices) if choice["right"])}

    def fits(self, step):
        check_type(self.game)
        labels = {label["text"] for label in self.game.read()["labels"]}
        check("more below" not in labels, f"{self.path.name}, step {step}: all that is read to fit")

    def right(self, task):
        give(self.game, task, task["answer"])
        self.game.wait_status("Right!")

    def missed(self, task):
        game, told = self.game, []
        if task["ask"] == "drive":
            self.drive_astray(task)
        for miss in [] if task["ask"] == "drive" else misses(task):
            frame = game.read()["frame"]
            give(game, task, miss)
            game.wait_newer(frame)
            told.append(game.wait_status("Not quite.")["status"].partition("Not quite. ")[2])
        for words in told:
            check(words and GENERIC not in words, f"{self.path.name}: {task['sentence']}: a kind to be named, found {told}")
        if len(told) == 3 and task["why"]:
            game.wait_target("button explain")
            game.key("F3")
            game.wait_status(task["why"])
        self.right(task)

    def drive_astray(self, task):
        """The other way with each move, or the opposite first one where that is all there is; then it is taken back."""
        *moves, (right, up) = task["answer"]
        for _ in range(3):
            give(self.game, task, [*moves, [-right or 1, -up], *[[0, 0]] * (task["moves"] - len(moves) - 1)])
            self.game.wait_status("Not quite.")
            self.game.come_to_rest()
            while self.game.has("button take-back"):
                self.game.click("button take-back")
                self.game.come_to_rest()

    def helped(self, task):
        game = self.game
        while game.has("button hint"):
            frame = game.read()["frame"]
            game.key("F2")
            game.wait_newer(frame, "another hint")
        game.key("F3")
        game.wait_gone("button answer")
        game.wait_status(task["why"])

    def remote(self, task):
        """The first press shows the answer, the next one turns."""
        self.game.key("Page_Down")
        self.game.wait_gone("button answer")
        self.game.wait_status(task["why"])


def play(table, path):
    game = enter(table, projector=True)
    walk = Walk(game, path)
    for way in (walk.right, walk.missed, walk.helped):
        walk.each(way)
    game.click("lesson " + path.stem.split("-", 1)[1])
    game.wait_screen("lesson")
    game.key("t")
    game.click("choice reveal")
    game.key("Escape")
    game.wait_gone("choice reveal")
    game.key("Escape")
    game.wait_screen("classroom")
    walk.each(walk.remote)


def test_all_lessons_are_seen_at_once(table):
    """With what they need to be known before, on the projector and beside it."""
    game = enter(table, projector=True)
    for _ in range(2):
        game.wait(lambda seen: sum(t["h"] > 60 for t in seen["targets"] if t["id"].startswith("lesson ")) == 11, "eleven lessons")
        game.key("F5")


def test_type_grows_with_the_window(table):
    """Without the projector, too: 100 % at 1280 x 800; units stand whole behind their numbers."""
    game, heights = enter(table), []
    game.click("lesson velocity")
    game.wait_screen("lesson")
    game.key("Page_Down")
    game.wait_status("step 2 of 11")
    for size in ([1280, 800], [1280, 900], [1600, 1000]):
        game.resize(*size)
        game.wait(lambda seen, size=size: seen["size"] == size, "the size")
        game.come_to_rest()
        heights.append(game.target("button next")["h"])
        unit = next(label for label in game.read()["labels"] if label["text"] == "squares a move")
        check(unit["w"] > 0 and unit["x"] + unit["w"] <= size[0], unit)
    check_equal([heights[1], heights[2]], [heights[0], heights[0] * 5 // 4], "the heights of a button")


for lesson in sorted((ROOT / "assets/lessons").glob("*.lesson")):
    globals()["test_" + lesson.stem[3:].replace("-", "_")] = lambda table, path=lesson: play(table, path)


if __name__ == "__main__":
    main(globals())
