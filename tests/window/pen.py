"""A hand with a pen on the editor's sheet: real pointer motion in many small steps.

Places are in squares, y up, as on the sheet. Where they are in the window the target `sheet` tells:
its text is "LEFT BOTTOM SQUARE", the pixel of grid point (0, 0) and the pixels of a square.
"""
import math
import random

from game import Expected

STEP = 3  # pixels between two motions


class Pen:
    def __init__(self, game):
        self.game = game

    def choose(self, tool):
        if self.game.wait_target(f"tool {tool}")["text"] == "in hand":
            return
        self.game.click(f"tool {tool}")
        self.game.wait(lambda seen: text_of(seen, f"tool {tool}") == "in hand", f"{tool} in hand")

    def camera(self):
        """Pixels of the screen: grid point (0, 0), and the size of a square."""
        left, top = self.game.origin()
        x, y, square = map(float, self.game.wait_target("sheet")["text"].split())
        return left + x, top + y, square

    def pixels(self, places):
        left, bottom, square = self.camera()
        return [(round(left + x * square), round(bottom - y * square)) for x, y in places]

    def point(self, x, y):
        self.game.display.xdotool("mousemove", *self.pixels([(x, y)])[0])

    def click(self, x, y, times=1):
        at = self.pixels([(x, y)])[0]
        self.game.display.xdotool("mousemove", *at, "click", "--repeat", times, 1)

    def press(self, places):
        """Draws and does not let go."""
        moves = [motion for at in walk(self.pixels(places)) for motion in ("mousemove", *at)]
        self.game.display.xdotool(*moves[:3], "mousedown", 1)
        for start in range(3, len(moves), 3000):
            self.game.display.xdotool(*moves[start:start + 3000])

    def release(self):
        self.game.display.xdotool("mouseup", 1)

    def stroke(self, places):
        self.press(places)
        self.release()

    def draw_loop(self, places):
        """A stroke that comes back to its start and closes there."""
        self.press([*places, places[0]])
        self.game.wait_status("Let go here and it closes.")
        self.release()
        self.game.wait(lambda seen: "Let go here" not in seen["status"], "the stroke to be taken")

    def lay_line(self, start, end):
        """By two clicks. The race crosses it from right to left, seen from start to end."""
        self.choose("line")
        self.click(*start)
        self.click(*end)


def text_of(seen, name):
    return next((t["text"] for t in seen["targets"] if t["id"] == name), None)


def walk(pixels):
    """From pixel to pixel in small steps."""
    at = pixels[0]
    yield at
    for goal in pixels[1:]:
        steps = max(1, round(math.dist(at, goal) / STEP))
        for i in range(1, steps + 1):
            yield (at[0] + (goal[0] - at[0]) * i // steps, at[1] + (goal[1] - at[1]) * i // steps)
        at = goal


def curve(corners, closed=True, each=0.4):
    """A smooth way through the corners (Catmull and Rom), a place every so many squares."""
    count = len(corners)
    corner = (lambda i: corners[i % count]) if closed else (
        lambda i: corners[min(max(i, 0), count - 1)])
    places = []
    for i in range(count if closed else count - 1):
        a, b, c, d = (corner(i + k) for k in (-1, 0, 1, 2))
        pieces = max(2, round(math.dist(b, c) / each))
        places += [tuple(spline(a[k], b[k], c[k], d[k], j / pieces) for k in (0, 1))
                   for j in range(pieces)]
    return places if closed else [*places, corners[-1]]


def spline(a, b, c, d, t):
    return (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t +
            (3 * b - a - 3 * c + d) * t ** 3) / 2


def ring(middle, across, up, bulge=0.0, places=90):
    """An ellipse, with so much of a wobble as a hand has."""
    return [(middle[0] + across * (1 + bulge * math.sin(3 * angle)) * math.cos(angle),
             middle[1] + up * (1 + bulge * math.cos(2 * angle)) * math.sin(angle))
            for angle in (2 * math.pi * i / places for i in range(places))]


def tremble(places, much, seed):
    """What a hand adds: it drifts a little, and now and then it corrects itself."""
    chance = random.Random(seed)
    drift, told = [0.0, 0.0], []
    for x, y in places:
        drift = [0.85 * part + chance.gauss(0, much) for part in drift]
        told.append((x + drift[0], y + drift[1]))
    return told


def wait_for(game, wanted, what):
    """For what the panel says: `wanted` gets {target: text}."""
    def holds(seen):
        return wanted({t["id"]: t["text"] for t in seen["targets"]})
    try:
        return game.wait(holds, what)
    except Expected as error:
        told = {t["id"]: t["text"] for t in game.seen["targets"] if t["text"]}
        raise Expected(f"{error}; targets: {told}") from None
