"""Random sheets and random fields for the model: small, crowded, and full of what matters."""
from sheet import FINE, Track, edges_of, meets

DIRECTIONS = [(1024, 0), (724, 724), (0, 1024), (-724, 724), (-1024, 0), (-724, -724), (0, -1024),
              (724, -724)]

FIELDS = dict(
    acceleration=["eight", "four", "two"], top_speed=[0, 0, 0, 1, 2, 3, 4], path=["whole", "end"], walls=["in", "out"],
    line=["beyond", "touch"], off_track=["resume", "retire", "damage", "run_wide", "run_wide"],
    wall_missed_turns=[0, 0, 1, 2], damage_limit=[1, 2, 3, 5, 9],
    collision=["none", "forbid", "crash", "damage"], reach=["end", "whole"],
    mover_missed_turns=[0, 1, 3], struck_missed_turns=[0, 1, 2], nitros=[0, 0, 1, 2, 3],
    good_brakes=[0, 1, 2, 9], turbo_boosts=[0, 1, 2, 9], slicks=["spin", "coast", "four", "off"],
    slick_missed_turns=[0, 1, 2], turbo_areas=["on", "on", "off"],
    checkpoints=["on", "on", "off"], start=["line", "behind", "anywhere"],
    grid_depth=[1, 2, 3, 20], choose=["with_first_move", "reverse"],
    order=["random", "listed", "loser_first"], laps=[1, 1, 1, 2], finish=["crossing", "round"],
    rounds=[5, 12, 20], cars_per_player=[0, 1, 2, 3])
# Sets of fields without which some of the rules would hardly ever matter.
THEMES = [dict(off_track="run_wide", nitros=2), dict(off_track="run_wide", good_brakes=9, path="end"),
          dict(collision="forbid", slicks="coast", reach="whole"),
          dict(collision="forbid", slicks="coast", off_track="damage", turbo_areas="on"),
          dict(top_speed=2, turbo_areas="on", nitros=1), dict(top_speed=1, acceleration="four"),
          dict(finish="round", line="touch", checkpoints="on")]
DERBY_ONLY = dict(off_track="resume", collision="crash", start="anywhere",
                  choose="with_first_move")


def random_track(dice, derby):
    kind = dice.random()
    if derby and kind < 0.7:
        track = random_ring(dice, dice.random() < 0.3, False)
    elif kind < 0.25:
        track = random_band(dice)
    else:
        track = random_ring(dice, True, True)
    return track


def units(dice):
    return dice.choice([FINE, FINE, FINE // 2, FINE // 4, 1])


def snap(value, unit):
    return (value + unit // 2) // unit * unit


def random_loop(dice, width, height, least, most):
    unit, round_shape = units(dice), dice.random() < 0.7
    vertices = []
    for dx, dy in DIRECTIONS if round_shape else DIRECTIONS[1::2]:
        part = dice.randint(least, most)
        x = snap(width * FINE // 2 + dx * (width // 2) * part // 100, unit)
        y = snap(height * FINE // 2 + dy * (height // 2) * part // 100, unit)
        vertices.append((min(max(x, 0), width * FINE), min(max(y, 0), height * FINE)))
    return vertices


def random_ring(dice, with_hole, with_line):
    width, height = 2 * dice.randint(4, 8), 2 * dice.randint(4, 6)
    room_outside = dice.choice([0, 0, 20])
    loops = [random_loop(dice, width, height, 75 - room_outside, 100 - room_outside)]
    if with_hole:
        loops.append(random_loop(dice, width, height, 22, 45 - room_outside // 2))
    middle = (width // 2, height // 2)
    line, anticlockwise = None, dice.random() < 0.5
    if with_line:
        east = (width, height // 2 + dice.choice([0, 0, 1, -1, 2]))
        line = (middle, east) if anticlockwise else (east, middle)
    rays = [(0, 1), (-1, 0), (0, -1)]
    columns = []
    for dx, dy in rays if anticlockwise else rays[::-1]:
        far = height // 2 if dy else width // 2
        columns.append([(middle[0] + dx * i, middle[1] + dy * i) for i in range(1, far + 1)])
    if dice.random() < 0.2:  # on the line itself, or across it
        columns.insert(dice.choice([0, 3]), [(middle[0] + i, middle[1])
                                            for i in range(1, width // 2 + 1)])
    return furnish(dice, width, height, loops, line, line, columns)


def random_band(dice):
    width, height = 4 * dice.randint(2, 4), dice.randint(5, 8)
    unit = units(dice)

    def edge(y):
        return [(x * FINE, (y * FINE + dice.randint(0, 2 * FINE - unit)) // unit * unit)
                for x in range(0, width + 1, width // 4)]

    loops = [edge(0) + edge(height - 2)[::-1]]
    first, last = dice.choice([(1, width - 2), (2, width - 3), (1, width // 2)])
    start, finish = ((first, height), (first, 0)), ((last, height), (last, 0))
    columns = [[(x, y) for y in range(height + 1)]
               for x in sorted(dice.sample(range(first, last + 1), 3))]
    return furnish(dice, width, height, loops, start, finish, columns)


def add_pillars(dice, width, height, loops):
    """Little triangles, on the track or off it, that touch no other wall."""
    for _ in range(dice.choice([0, 0, 2, 4])):
        unit = units(dice)
        x, y = dice.randint(1, width - 1), dice.randint(1, height - 1)
        pillar = [(snap(x * FINE + dx, unit), snap(y * FINE + dy, unit))
                  for dx, dy in [(dice.randint(-FINE, -FINE // 8), dice.randint(-FINE, 0)),
                                 (dice.randint(FINE // 8, FINE), dice.randint(-FINE, 0)),
                                 (dice.randint(-FINE, FINE), dice.randint(FINE // 4, FINE))]]
        others = [edge for loop in loops for edge in edges_of(loop)]
        if not any(meets(ax, ay, bx - ax, by - ay, *other)
                   for ax, ay, bx, by in edges_of(pillar) for other in others):
            loops.append(pillar)


def furnish(dice, width, height, loops, start, finish, columns):
    """Pillars, slicks, turbo areas, checkpoints, and points that were agreed on."""
    add_pillars(dice, width, height, loops)

    def patch():
        x, y = dice.randint(0, width - 1), dice.randint(0, height - 1)
        unit = units(dice)
        largest = dice.choice([4, 4, 12])
        far_x = min(x + dice.randint(1, largest), width) * FINE
        far_y = min(y + dice.randint(1, largest), height) * FINE
        x, y = x * FINE, y * FINE
        if unit < FINE:
            x, y = x + dice.randrange(0, FINE, unit), y + dice.randrange(0, FINE, unit)
        return dice.choice([[(x, y), (far_x, y), (far_x, far_y), (x, far_y)],
                            [(x, y), (far_x, y), (x, far_y)]])

    near = {((x + dx * FINE // 2) // FINE, (y + dy * FINE // 2) // FINE)
            for loop in loops for x, y in loop for dx in (0, 1) for dy in (0, 1)}
    near |= {(x, y) for x in range(width + 1) for y in range(height + 1) if dice.random() < 0.1}
    near = sorted(p for p in near if 0 <= p[0] <= width and 0 <= p[1] <= height)
    declared = dice.sample(near, min(len(near), dice.choice([0, 0, 3, 8])))
    half = dice.randint(0, len(declared))
    return Track(
        width, height, loops, start, finish,
        slicks=[patch() for _ in range(dice.randint(0, 3))],
        turbos=[(patch(), (dice.randint(-2, 2), dice.randint(-2, 2)))
                for _ in range(dice.randint(0, 3))],
        checkpoints=random_checkpoints(dice, width, height, columns),
        inside=declared[:half], outside=declared[half:])


def random_checkpoints(dice, width, height, columns):
    kind = dice.random()
    if kind < 0.25:
        return []
    if kind < 0.85:
        chosen = sorted(dice.sample(range(len(columns)), dice.randint(1, len(columns))))
        return [columns[i] for i in chosen]
    return [[(dice.randint(0, width), dice.randint(0, height)) for _ in range(dice.randint(1, 6))]
            for _ in range(dice.randint(1, 2))]


def random_rules(dice, derby):
    """(preset, what is set on top)"""
    preset = dice.choice(["racing-car", "babylon", "babylon-advanced", "classroom",
                          "textbook", "derby", "derby"] if derby else
                         ["racing-car", "babylon", "babylon-advanced", "classroom",
                          "textbook", "derby"])
    share = dice.choice([0.2, 0.6, 1])
    chosen = {field: dice.choice(values) for field, values in FIELDS.items()
              if dice.random() < share}
    if dice.random() < 0.4:
        chosen.update(dice.choice(THEMES))
    if derby:
        chosen = {field: value for field, value in chosen.items() if field not in DERBY_ONLY}
    if derby and preset != "derby":
        chosen.update(DERBY_ONLY)
    if derby != (preset == "derby"):
        chosen["contest"] = "derby" if derby else "race"
    chosen["round_limit"] = dice.choice([10, 14, 20])
    return preset, chosen


class Driver:
    """Chooses moves: mostly round the middle in the direction of the line, faster than is good."""

    def __init__(self, dice, race):
        self.dice, self.race = dice, race
        self.wild = dice.choice([0.1, 0.3, 0.7])
        self.wanted = dice.choice([("off_track",), ("collision", "finish"), ("slick",)])

    def choose(self, rows):
        if "outcome" not in rows[0] or self.dice.random() < self.wild / 3:
            return self.dice.choice(rows)
        rare = self.dead_ends(rows) or self.shortcuts(rows)
        if rare and self.dice.random() < 0.5:
            return self.dice.choice(rare)
        if self.dice.random() < self.wild:
            wanted = [row for row in rows if row["outcome"] in self.wanted]
            if wanted:
                return self.dice.choice(wanted)
        return max(rows, key=self.worth)

    def worth(self, row):
        track, car = self.race.track, self.race.cars[self.race.to_move()]
        x, y = car.at or row["from"]
        jitter = self.dice.random()
        if car.status == "outside":
            return jitter - self.far_from_track(row) - 5 * (row["outcome"] == "off_track")
        if track.start is None:
            return jitter + (row["outcome"] == "collision") - 3 * (row["outcome"] == "off_track")
        if track.open:
            way = row["x"] - x
        else:
            (ax, _), (bx, _) = track.start
            cx, cy = track.width // 2, track.height // 2
            out_x, out_y = x - cx, y - cy
            way = out_x * (row["y"] - y) - out_y * (row["x"] - x)
            way = (way if bx > ax else -way) / max(1, abs(out_x) + abs(out_y))
        speed = max(abs(row["x"] - x), abs(row["y"] - y))
        return (min(way, 3) + jitter - 4 * (row["outcome"] == "off_track")
                - (speed > 3) + 9 * (row["outcome"] == "finish"))

    def dead_ends(self, rows):
        """5.2: moves after which the car would have to coast onto another one."""
        race = self.race
        if race.rules["collision"] != "forbid" or race.rules["slicks"] != "coast":
            return []
        taken = {car.at for car in race.cars.values() if car.status == "racing"}
        x, y = race.cars[race.to_move()].at or rows[0]["from"]
        return [row for row in rows if (2 * row["x"] - x, 2 * row["y"] - y) in taken - {(x, y)}
                and race.on_slick((2 * row["x"] - x, 2 * row["y"] - y))]

    def shortcuts(self, rows):
        """4.4: moves that leave the track and end on it."""
        if self.race.rules["off_track"] != "run_wide":
            return []
        return [row for row in rows if row["outcome"] == "off_track"
                and self.race.ground.holds((row["x"], row["y"]))]

    def far_from_track(self, row):
        """How far off it is now, and would be if it went on so."""
        track, ground = self.race.track, self.race.ground
        x, y = self.race.cars[self.race.to_move()].at
        places = [(row["x"], row["y"]), (2 * row["x"] - x, 2 * row["y"] - y)]
        return sum(min(max(abs(p[0] - q[0]), abs(p[1] - q[1])) for q in track.grid_points()
                       if ground.holds(q)) for p in places)
