"""Random maps, rules and orders of stock cars; all of it follows from one generator."""
from stock_map import HEADINGS, STEPS, Map, Wrong, ahead
from stock_model import PRESETS, SPECIALS
from stock_order import cheapest, price

# --- maps --------------------------------------------------------------------------------------------


def ring(dice):
    """Four straights round a hole, the race going north on the left one; (x, y) -> tile."""
    left, right, top, bottom = (dice.randint(1, 4) for _ in range(4))
    hole_width, hole_height = dice.randint(1, 7), dice.randint(2, 14)
    width, height = left + hole_width + right, bottom + hole_height + top
    tiles = {(x, y): "*" for x in range(width) for y in range(height)
             if not (left <= x < left + hole_width and bottom <= y < bottom + hole_height)}
    line = dice.randrange(bottom, bottom + hole_height)
    for x in range(left):
        tiles[x, line] = "F"
    if hole_width >= 3 and hole_height >= 3 and dice.random() < 0.7:
        add_pits(dice, tiles, left + 1, dice.randint(1, hole_width - 2), bottom, hole_height)
    elif dice.random() < 0.3:
        add_crossroad(dice, tiles, range(left, left + hole_width), bottom, hole_height, line)
    return tiles, line, left


def add_pits(dice, tiles, x, width, bottom, height):
    """From the lower straight to the upper one, with the delimiters at its ends."""
    marks = {dice.randrange(1, height - 1) for _ in range(dice.choice([1, 1, 1, 2]))}
    for y in range(height):
        kind = "#" if y in (0, height - 1) else "P" if y in marks else "p"
        for column in range(width):
            tiles[x + column, bottom + y] = kind
    if dice.random() < 0.2:  # a delimiter somewhere else: nothing is wrong with that
        tiles[x, bottom + dice.randrange(1, height - 1)] = "#"


def add_crossroad(dice, tiles, columns, bottom, height, line):
    row = bottom + dice.randrange(height)
    if row != line:
        for x in columns:
            tiles[x, row] = "*"


def walk(dice):
    """A winding band without plan; the first straight goes north, as in a ring."""
    tiles, line = {}, 4
    x = y = 0
    width = dice.randint(1, 3)
    corners = [(0, 10), (dice.randint(6, 12), dice.randint(8, 14)), (dice.randint(5, 12), dice.randint(-4, 2)),
               (dice.randint(-2, 3), -3), (0, 0)]
    for corner in corners:
        while (x, y) != corner:
            x += (corner[0] > x) - (corner[0] < x)
            y += (corner[1] > y) - (corner[1] < y)
            for column in range(width):
                for row in range(width):
                    tiles[x + column, y + row] = "*"
    for column in range(-2, width + 2):
        tiles.pop((column, line), None) if not 0 <= column < width else tiles.update({(column, line): "F"})
    return tiles, line, width


def add_starts(dice, tiles, line, left):
    spots = [(x, y) for x in range(left) for y in range(line - 1, line - 6, -1)
             if all(tiles.get((x, row)) == "*" for row in range(y, line))]
    count = min(len(spots), dice.randint(1, 8))
    for number, at in enumerate(dice.sample(spots, count), 1):
        tiles[at] = str(number)


def decorate(dice, tiles):
    plain = [at for at, tile in tiles.items() if tile == "*"]
    for kind, chance in (("o", 0.5), ("b", 0.6), (".", 0.6), ("S", 0.4), ("s", 0.3)):
        if dice.random() > chance or not plain:
            continue
        centre = dice.choice(plain)
        reach, share = dice.randint(0, 5), dice.choice([0.1, 0.5, 1])
        for at in plain:
            if max(abs(at[0] - centre[0]), abs(at[1] - centre[1])) <= reach and dice.random() < share:
                tiles[at] = kind
    for at in plain:
        if dice.random() < 0.02:
            tiles.pop(at)


def rotated(tiles, race, times):
    """By right angles, clockwise; sides of turns stay what they are."""
    for _ in range(times):
        tiles = {(y, -x): tile for (x, y), tile in tiles.items()}
        race = HEADINGS[(HEADINGS.index(race) + 2) % 8]
    return tiles, race


def flipped(dice, tiles):
    """East and west change places; the race goes north as before."""
    return {(-x, y): tile for (x, y), tile in tiles.items()} if dice.random() < 0.5 else tiles


def rows_of(dice, tiles):
    columns, rows = [at[0] for at in tiles], [at[1] for at in tiles]
    first = min(columns) - dice.choice([0, 0, 2])
    lines = []
    for y in range(max(rows) + dice.choice([0, 0, 1]), min(rows) - 1, -1):
        row = "".join(tiles.get((x, y), " ") for x in range(first, max(columns) + 1)).rstrip()
        lines.append(row + " " * dice.choice([0, 0, 0, 3]))
    return lines + [""] * dice.choice([0, 0, 2])


def header_of(dice, tiles, race):
    kinds = list(tiles.values())
    in_sight = sum(kind in "Ss" for kind in kinds)
    sand = sum(kind in ".Ss" for kind in kinds)
    keys = [("name", f"Map {dice.randint(1, 999)}"), ("race", race)]
    if "b" in kinds or dice.random() < 0.2:
        keys.append(("turn", dice.choice(["left", "right"])))
    if dice.random() < 0.8:
        keys.append(("laps", f"{dice.choice([1, 1, 2, 3, 12]):0{dice.randint(1, 3)}}"))
    if dice.random() < 0.3:
        keys.append(("author", "Zoë"))
    if dice.random() < 0.7:
        keys.append(("sandbags", str(dice.randint(in_sight, sand))))
    dice.shuffle(keys)
    return [dice.choice(["", " "]) + key + dice.choice([":", ": ", " : "]) + value for key, value in keys]


def map_text(dice):
    """One that mostly passes its check."""
    tiles, line, left = ring(dice) if dice.random() < 0.75 else walk(dice)
    add_starts(dice, tiles, line, left)
    decorate(dice, tiles)
    tiles, race = rotated(flipped(dice, tiles), "N", dice.randrange(4))
    lines = header_of(dice, tiles, race) + [dice.choice(["", "   "])] + rows_of(dice, tiles)
    return (dice.choice(["\n", "\n", "\r\n"]).join(lines) + "\n").encode()


def random_map(dice):
    """(content, map) of one that passes."""
    while True:
        content = map_text(dice)
        try:
            return content, Map(content)
        except Wrong:
            pass


# --- rules -------------------------------------------------------------------------------------------

CHOICES = dict(
    laps=[0, 1, 1, 2, 3], wild_cards=[0, 1, 2, 8, 20, 99], max_speed=[6, 6, 7, 8, 12, 30],
    specials=["on", "off"], slipstream=["on", "on", "off"], off_track=["severe", "mild"],
    crash=["on", "on", "off"], oil=["on", "on", "off"], sandbags=["on", "on", "off"],
    orders=["secret", "open"], grid=["listed", "random", "loser_first"], handicap=[0, 1, 5])


def random_rules(dice):
    """(preset, what is set besides)"""
    preset = dice.choice(list(PRESETS))
    chosen = {field: dice.choice(values) for field, values in CHOICES.items() if dice.random() < 0.6}
    chosen["round_limit"] = dice.choice([10, 20, 40, 60, 80])
    return preset, chosen


# --- orders ------------------------------------------------------------------------------------------


class Pilot:
    """Writes orders that get on, mostly, and others that do not."""

    def __init__(self, dice, course):
        self.dice, self.map = dice, course
        self.far = self.measure()
        self.haste = dice.choice([0, 0, 3, 10])
        self.follows, self.last = dice.random() < 0.3, None  # all drive in step, and one behind another
        # What this one is fond of or afraid of, by tile.
        self.likes = {tile: dice.choice([0, 0, 4, 12, -8]) for tile in "o.Ssb"}
        self.likes.update((tile, dice.choice([0, 12, 30])) for tile in "p#P")

    def measure(self):
        """Tile -> steps to the next crossing, without going back over the line."""
        tiles = list(self.map.tiles)
        back = {}
        for at in tiles:
            for heading in HEADINGS:
                to = ahead(at, heading)
                if self.map.on_track(to) and self.map.crossing(at, to) >= 0:
                    back.setdefault(to, []).append((at, self.map.crossing(at, to)))
        far = {at: 1 for to in tiles for at, crossing in back.get(to, []) if crossing}
        reached = list(far)
        for to in reached:
            for at, crossing in back.get(to, []):
                if at not in far and not crossing:
                    far[at] = far[to] + 1
                    reached.append(at)
        return far

    def steps(self, count, free_steers):
        """'M', 'L', 'R' at most twice each; a second only where it can be paid."""
        dice = self.dice
        steps = ["M"] * count
        steers = dice.choice(["", "", "L", "R", "LR", "RL"] + (["LL", "RR", "LLR", "RRLL"] if free_steers else []))
        for steer, place in zip(steers, sorted(dice.sample(range(count), min(count, len(steers))))):
            steps[place] = steer
        return steps

    def worth(self, car, steps):
        """How far it gets, as if nothing lay on the way; off the track is bad."""
        at, heading, gained = car.at, car.heading, 0
        for step in steps:
            dx = {"M": 0, "L": -1, "R": 1}[step]
            heading = HEADINGS[(HEADINGS.index(heading) + dx) % 8]
            to = ahead(at, heading)
            if not self.map.on_track(to):
                return gained - 1000
            gained += 500 * self.map.crossing(at, to) + self.likes.get(self.map.tile(to), 0)
            at = to
        gained += self.haste * len(steps)
        best = min(self.far.get(ahead(at, HEADINGS[(HEADINGS.index(heading) + turn) % 8]), 999)
                   for turn in (-1, 0, 1))
        return gained - self.far.get(at, 999) - 2 * best

    def order(self, race, car):
        """A legal order, mostly."""
        dice = self.dice
        rows = race_speeds(race, car)
        if self.follows and self.last and dice.random() < 0.8:
            return self.last  # if it is one for this car, too
        if car.pit and dice.random() < 0.4:
            rows = rows[-2:]
        ways = []
        for _ in range(dice.choice([1, 10, 40, 40])):
            speed, changes, cost = dice.choice(rows)
            left = car.wild_cards - cost
            steps = self.steps(speed, left > 0 or car.special == "swaybars")
            ways.append((self.worth(car, steps) + dice.random(), changes, left, steps))
        if not ways:
            speed, changes, cost = rows[0]
            ways = [(0, changes, car.wild_cards - cost, ["M"] * speed)]
        _, changes, left, steps = max(ways)
        self.last = self.finished(car, changes, left, steps)
        return self.last

    def finished(self, car, changes, left, steps):
        """The text: moves in groups, seconds marked, changes at the end."""
        dice = self.dice
        kinds = changes.replace("(A+1)", "A").replace("(B+1)", "B")
        text, seen = changes, ""
        steered = any(steps.count(steer) == 2 for steer in "LR")
        marks = price(1, True, car.special) if steered else 0
        left -= marks
        run = 0
        for step in steps + [None]:
            if step == "M":
                run += 1
                continue
            while run:
                size = dice.choice([run, 1, dice.randint(1, run)])
                text += "M" if size == 1 and dice.random() < 0.8 else f"({size}M)"
                run -= size
            if step:
                second = step in seen
                text += f"({step}+1)" if second and marks else step
                marks -= second and marks > 0
                seen += step
        if steps and dice.random() < 0.35:
            text += self.end_changes(car, kinds, left)
        return text or "-"

    def end_changes(self, car, kinds, left):
        text = ""
        free = car.special == "turbo" and "+1" not in kinds and len(kinds) < 2
        for kind in self.dice.choice(["A", "B", "AA", "BB", "AB", "BA"]):
            before = kinds.count(kind)
            if before == 2:
                break
            if before == 1 and free:
                free = False
                text += kind
            elif before == 1:
                if left == 0:
                    break
                left -= 1
                text += f"({kind}+1)"
            else:
                text += kind
            kinds += kind
        return text

    def borderline(self, car):
        """Of the right form and with the moves that it needs, mostly, but at any price."""
        dice = self.dice
        begin = dice.choice(["", "A", "B", "AA", "BB", "AB", "S", "SA", "SAA", "AS", "AAB", "ABB", "BS"])
        speed = car.speed + sum(-1 if kind == "B" else 1 for kind in begin)
        steps = ["M"] * max(0, speed + dice.choice([0, 0, 0, 0, 0, -1, 1]))
        for steer in dice.choice(["", "L", "RL", "RR", "LL", "RRLL", "RLR", "LLRR", "RRR"]):
            if steps:
                steps[dice.randrange(len(steps))] = steer
        end = dice.choice(["", "", "A", "B", "AA", "BB", "AABB", "S", "AAA", "BA", "M"])
        text, habit = "", dice.choice([0.5, 0.9, 1])
        kinds = begin + "".join(steps) + end
        for place, kind in enumerate(kinds):
            second = kind in "ABLR" and kinds[:place].count(kind) == 1
            marked = dice.random() < (habit if second else 0.02)
            text += f"({kind}+1)" if marked else kind
        return text or "-"

    # What is not as it should be.

    def noisy(self, text):
        """The same order: blanks and small letters."""
        dice = self.dice
        if dice.random() < 0.7:
            return text
        return "".join((letter.lower() if dice.random() < 0.5 else letter) + " " * (dice.random() < 0.2)
                       for letter in text).strip()

    def spoiled(self, text):
        """Mostly none: letters lost, doubled, changed, put in."""
        dice = self.dice
        for _ in range(dice.choice([1, 1, 1, 2, 4])):
            place = dice.randrange(len(text) + 1)
            new = dice.choice(["A", "B", "S", "M", "L", "R", "(A+1)", "(B+1)", "(L+1)", "(R+1)", "(", ")",
                               "+", "1", "0", "-", "(2M)", "(10M)", "(0M)", "(99M)", "(100M)", "M)", " ",
                               "(S+1)", "(M+1)", "x", "é", "\t", "AA", "LL", "special", "retire"])
            kind = dice.random()
            if kind < 0.5:
                text = text[:place] + new + text[place:]
            elif kind < 0.75:
                text = text[:place] + text[place + 1:]
            else:
                text = text[:place] + new + text[place + dice.randint(1, 5):]
        return text.strip(" \t") or "."

    def special(self):
        dice = self.dice
        text = "special" + dice.choice([" ", "   "]) + dice.choice(SPECIALS)
        return text if dice.random() < 0.8 else text.upper()


def race_speeds(race, car):
    """(speed, changes, cards): as `moves` tells them."""
    slipstream = race.slipstream(car)
    rows = []
    for difference in range(-2, 4):
        way = cheapest(difference, car, slipstream)
        if way:
            rows.append((car.speed + difference, *way))
    return rows
