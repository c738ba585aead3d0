"""The rules of graph-paper racing once more, slowly and with fractions, straight from the text.

Nothing is shared with the program: tracks are made here and handed over as SVG, every answer of
`graphprix referee` (moves, events, states) is worked out here, too, and compared to the letter.

    rules_model.py PROGRAM [RACES [SEED]]     compare random races
    rules_model.py --perft                    print the rows of rules_perft_test.c
"""
import json
import random
import subprocess
import sys
import tempfile
from fractions import Fraction
from math import floor
from pathlib import Path

FINE = 1024
PRESETS = {
    "racing-car": dict(
        contest="race", acceleration="eight", path="whole", walls="in", line="beyond",
        off_track="resume", wall_missed_turns=0, damage_limit=5, collision="crash", reach="end",
        mover_missed_turns=3, struck_missed_turns=2, nitros=3, good_brakes=0, turbo_boosts=0,
        slicks="spin", slick_missed_turns=2, turbo_areas="off", checkpoints="off", start="line",
        grid_depth=3, choose="with_first_move", order="random", laps=1, finish="crossing",
        rounds=30, cars_per_player=0, round_limit=1000),
}
PRESETS["babylon"] = dict(PRESETS["racing-car"], off_track="retire", collision="none", nitros=0,
                          slicks="off", start="behind", choose="reverse", order="listed")
PRESETS["classroom"] = dict(PRESETS["racing-car"], collision="none", nitros=0, slicks="off",
                            order="listed")


# --- geometry: loops in fine units, points in squares as fractions --------------------------------

def inside(loops, x, y):
    """Even-odd, the loops themselves included; x and y in fine units."""
    odd = False
    for loop in loops:
        for (ax, ay), (bx, by) in zip(loop, loop[1:] + loop[:1]):
            cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if cross == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
                return True
            if (ay > y) != (by > y) and (cross > 0) == (by > ay):
                odd = not odd
    return odd


def grid_inside(loops, point):
    return inside(loops, point[0] * FINE, point[1] * FINE)


def find_exit(loops, p, q):
    """None if the straight way stays in the area, else the first point where it leaves it."""
    px, py, qx, qy = (value * FINE for value in (*p, *q))
    if not inside(loops, px, py):
        return p
    dx, dy = qx - px, qy - py
    if dx == 0 and dy == 0:
        return None
    stops = {Fraction(0), Fraction(1)}
    for loop in loops:
        for (ax, ay), (bx, by) in zip(loop, loop[1:] + loop[:1]):
            ex, ey = bx - ax, by - ay
            across = dx * ey - dy * ex
            if across != 0:
                t = Fraction((ax - px) * ey - (ay - py) * ex, 1) / across
                if 0 < t < 1:
                    stops.add(t)
            elif dx * (ay - py) == dy * (ax - px):
                for vx, vy in ((ax, ay), (bx, by)):
                    t = Fraction(dx * (vx - px) + dy * (vy - py), 1) / (dx * dx + dy * dy)
                    if 0 < t < 1:
                        stops.add(t)
    stops = sorted(stops)
    for start, end in zip(stops, stops[1:]):
        middle = (start + end) / 2
        if not inside(loops, px + dx * middle, py + dy * middle):
            return (Fraction(px + dx * start) / FINE, Fraction(py + dy * start) / FINE)
    return None


def side(line, p):
    (ax, ay), (bx, by) = line
    value = (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)
    return (value > 0) - (value < 0)


def crossing(line, p, e):
    """1.5"""
    before, after = side(line, p), side(line, e)
    if not (before <= 0 < after or after <= 0 < before):
        return 0
    (ax, ay), (bx, by) = line
    nx, ny = -(by - ay), bx - ax
    distance_p = nx * (p[0] - ax) + ny * (p[1] - ay)
    distance_e = nx * (e[0] - ax) + ny * (e[1] - ay)
    t = Fraction(distance_p) / (distance_p - distance_e)
    mx, my = p[0] + t * (e[0] - p[0]), p[1] + t * (e[1] - p[1])
    if not (min(ax, bx) <= mx <= max(ax, bx) and min(ay, by) <= my <= max(ay, by)):
        return 0
    return 1 if before <= 0 else -1


# --- the race -------------------------------------------------------------------------------------

class Track:
    def __init__(self, width, height, loops, start, finish, slicks):
        self.width, self.height, self.loops = width, height, loops
        self.start, self.finish, self.slicks = start, finish, slicks
        self.open = start != finish

    def svg(self):
        def shape(role, loop):
            points = " ".join(f"{x / FINE!r},{self.height - y / FINE!r}" for x, y in loop)
            return f"<polygon class='{role}' points='{points}'/>"

        def line(role, ends):
            (ax, ay), (bx, by) = ends
            return (f"<line class='{role}' x1='{ax}' y1='{self.height - ay}' x2='{bx}' "
                    f"y2='{self.height - by}'/>")

        parts = [shape("wall", loop) for loop in self.loops]
        parts += [shape("slick", loop) for loop in self.slicks]
        parts += ([line("start", self.start), line("finish", self.finish)] if self.open
                  else [line("start finish", self.start)])
        return (f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {self.width} "
                f"{self.height}'>{''.join(parts)}</svg>")


class Car:
    def __init__(self, number, nitros):
        self.number, self.nitros = number, nitros
        self.status, self.at, self.v = "waiting", None, (0, 0)
        self.missed = self.crossings = 0
        self.place = None


class Race:
    def __init__(self, track, rules, order):
        self.track, self.rules, self.order = track, rules, order
        self.cars = {n: Car(n, rules["nitros"]) for n in sorted(order)}
        self.reverse = rules["choose"] == "reverse"
        self.round = 0 if self.reverse else 1
        self.queue = list(reversed(order)) if self.reverse else list(order)
        self.over = False
        self.finishers, self.retirements = [], []

    # What the protocol shows.

    def to_move(self):
        return None if self.over else self.queue[0]

    def lap(self, car):
        if self.track.open:
            return 0 if car.status == "waiting" else 1
        return min(self.rules["laps"], max(0, car.crossings))

    def state(self):
        cars = []
        for car in self.cars.values():
            x, y = car.at or (None, None)
            cars.append(dict(
                car=car.number, player=car.number, status=car.status, x=x, y=y, vx=car.v[0],
                vy=car.v[1], shift=[0, 0], nitros=car.nitros, good_brakes=0, turbo_boosts=0,
                missed_turns=car.missed, damage=0, crossings=car.crossings, lap=self.lap(car),
                checkpoint=0, score=0, place=car.place))
        return dict(round=self.round, to_move=self.to_move(), over=self.over, cars=cars)

    # 3: starts.

    def is_start(self, p):
        (ax, ay), (bx, by) = self.track.start
        if not grid_inside(self.track.loops, p) or side(self.track.start, p) > 0:
            return False
        length2 = (bx - ax) ** 2 + (by - ay) ** 2
        t = Fraction((p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay), length2)
        if not 0 <= t <= 1:
            return False
        foot = (ax + t * (bx - ax), ay + t * (by - ay))
        distance2 = (foot[0] - p[0]) ** 2 + (foot[1] - p[1]) ** 2
        if self.rules["start"] == "line":
            return distance2 == 0
        return (distance2 <= self.rules["grid_depth"] ** 2
                and find_exit(self.track.loops, foot, p) is None)

    def starts(self):
        points = [(x, y) for y in range(self.track.height + 1) for x in range(self.track.width + 1)
                  if self.is_start((x, y))]
        taken = {car.at for car in self.cars.values() if car.status == "racing"}
        return [p for p in points if p not in taken] or points

    # 2: moves.

    def price(self, a):
        if self.rules["acceleration"] == "four":
            return max(0, abs(a[0]) + abs(a[1]) - 1)
        return max(0, abs(a[0]) - 1) + max(0, abs(a[1]) - 1)

    def others_at(self, car, p):
        return [other for other in self.cars.values()
                if other is not car and other.status == "racing" and other.at == p]

    def look(self, car, start, to):
        """What a move comes to: end, outcome, crossing."""
        exit_point = find_exit(self.track.loops, start, to)
        if exit_point is None and not grid_inside(self.track.loops, to):
            raise AssertionError("a way stays in and ends outside")
        end = to if exit_point is None else exit_point
        crossed = crossing(self.track.finish, start, end)
        last = 0 if self.track.open else self.rules["laps"]
        finishes = crossed > 0 if self.track.open else car.crossings + crossed == last + 1
        if finishes:
            outcome = "finish"
        elif exit_point is not None:
            outcome = "off_track"
        elif (self.rules["collision"] == "crash" and to != start and self.others_at(car, to)):
            outcome = "collision"
        elif self.on_slick(to):
            outcome = "slick"
        else:
            outcome = "clear"
        return end, outcome, crossed

    def on_slick(self, p):
        return (self.rules["slicks"] == "spin"
                and any(grid_inside([loop], p) for loop in self.track.slicks))

    def moves(self, start=None):
        car = self.cars[self.to_move()]
        at = start or car.at
        rows = []
        reach = 1 + car.nitros
        for ay in range(-reach, reach + 1):
            for ax in range(-reach, reach + 1):
                price = self.price((ax, ay))
                if price > car.nitros:
                    continue
                to = (at[0] + car.v[0] + ax, at[1] + car.v[1] + ay)
                row = dict(action=f"{to[0]},{to[1]}")
                if start:
                    row = dict(action=f"{at[0]},{at[1]}>{to[0]},{to[1]}", **{"from": list(at)})
                row.update(x=to[0], y=to[1], ax=ax, ay=ay, nitros=price, good_brakes=0,
                           turbo_boosts=0, outcome=self.look(car, at, to)[1])
                rows.append(row)
        return rows

    def start_rows(self):
        return [dict(action=f"{x},{y}", x=x, y=y) for x, y in self.starts()]

    # 4.1

    def resume(self, car, start, exit_point):
        lines = [self.track.start, self.track.finish]
        best = None
        cx, cy = floor(exit_point[0]), floor(exit_point[1])
        for y in range(cy - 3, cy + 5):
            for x in range(cx - 3, cx + 5):
                p = (x, y)
                distance2 = (exit_point[0] - x) ** 2 + (exit_point[1] - y) ** 2
                if distance2 > 4 or not grid_inside(self.track.loops, p):
                    continue
                if self.others_at(car, p) or any(crossing(line, exit_point, p) for line in lines):
                    continue
                if find_exit(self.track.loops, exit_point, p) is not None:
                    continue
                key = (distance2, (x - start[0]) ** 2 + (y - start[1]) ** 2, y, x)
                if best is None or key < best[0]:
                    best = (key, p)
        return best and best[1]

    # Doing an action.

    def do(self, action):
        car = self.cars[self.to_move()]
        events = []

        def tell(kind, who, **more):
            events.append(dict(type=kind, car=who, **more))

        points = [tuple(int(n) for n in part.split(",")) for part in action.split(">")]
        if car.status == "waiting":
            car.at, car.status = points[0], "racing"
            tell("started", car.number, at=list(car.at))
        finisher = None
        if self.round > 0:
            finisher = self.drive(car, points[-1], tell)
        self.go_on(finisher, tell)
        return events

    def drive(self, car, to, tell):
        start = car.at
        a = (to[0] - start[0] - car.v[0], to[1] - start[1] - car.v[1])
        end, outcome, crossed = self.look(car, start, to)
        car.nitros -= self.price(a)
        car.v = (to[0] - start[0], to[1] - start[1])
        whole = all(Fraction(value).denominator == 1 for value in end)
        exit_text = [str(Fraction(value)) for value in end]
        tell("moved", car.number, **{"from": list(start)},
             to=[int(value) for value in end] if whole else exit_text, v=list(car.v))
        off = outcome == "off_track"
        resumes = off and self.rules["off_track"] == "resume"
        on_from = self.resume(car, start, end) if resumes else None
        if crossed and not (resumes and on_from is None):
            car.crossings += crossed
            if not self.track.open and outcome != "finish":
                tell("lap", car.number, lap=self.lap(car))
        if outcome == "finish":
            car.at, car.status = to, "finished"
            self.finishers.append(car)
            car.place = len(self.finishers)
            tell("finished", car.number)
            return car
        if resumes:
            car.at, car.v = on_from or start, (0, 0)
            car.missed += self.rules["wall_missed_turns"]
            tell("left_track", car.number, exit=exit_text, to=list(car.at))
        elif off:
            car.v, car.status = (0, 0), "retired"
            self.retirements.append(car)
            tell("left_track", car.number, exit=exit_text, to=list(start))
            tell("retired", car.number)
        else:
            car.at = to
            if outcome == "collision":
                struck = self.others_at(car, to)
                tell("collided", car.number, struck=[other.number for other in struck],
                     at=list(to))
                car.v = (0, 0)
                car.missed += self.rules["mover_missed_turns"]
                for other in struck:
                    other.v = (0, 0)
                    other.missed += self.rules["struck_missed_turns"]
            if self.on_slick(to):
                tell("slick", car.number)
                car.v = (0, 0)
                car.missed += self.rules["slick_missed_turns"]
        return None

    def active(self):
        return [car for car in self.cars.values() if car.status in ("waiting", "racing")]

    def next_turn(self):
        """Whose turn it is next, whatever state that car is in; None after the last round."""
        self.queue.pop(0)
        if not self.queue:
            if self.round == self.rules["round_limit"]:
                return None
            self.round += 1
            self.queue = list(self.order)
        return self.cars[self.queue[0]]

    def go_on(self, finisher, tell):
        if len(self.active()) <= (1 if len(self.cars) > 1 else 0):
            self.over = True
        while not self.over:
            car = self.next_turn()
            if car is None:
                self.over = True
            elif car in self.active():
                if car.missed == 0:
                    break
                car.missed -= 1
                tell("missed", car.number, left=car.missed)
        if finisher:
            tell("placed", finisher.number, place=finisher.place)
        if self.over:
            self.end(tell)

    def end(self, tell):
        place = len(self.finishers) + 1
        rest = self.active()
        for car in rest:
            car.place = place
            tell("placed", car.number, place=place)
        for i, car in enumerate(reversed(self.retirements)):
            car.place = place + len(rest) + i
            tell("placed", car.number, place=car.place)
        tell("over", None)


# --- random tracks, rules and races ---------------------------------------------------------------

DIRECTIONS = [(1024, 0), (724, 724), (0, 1024), (-724, 724), (-1024, 0), (-724, -724), (0, -1024),
              (724, -724)]


def random_track(dice):
    width, height = 4 * dice.randint(4, 6), 2 * dice.randint(5, 8)
    unit = dice.choice([FINE, FINE // 2, FINE // 4, 1])
    if dice.random() < 0.2:
        return random_band(dice, width, height, unit)

    def loop(least, most):
        vertices = []
        for dx, dy in DIRECTIONS:
            part = dice.randint(least, most)
            x = width * FINE // 2 + dx * (width // 2) * part // 100
            y = height * FINE // 2 + dy * (height // 2) * part // 100
            vertices.append(((x + unit // 2) // unit * unit, (y + unit // 2) // unit * unit))
        return vertices

    loops = [loop(78, 100), loop(30, 50)]
    line = [(width // 2, height // 2), (width, height // 2 + dice.randint(-2, 2))]
    if dice.random() < 0.5:
        line.reverse()
    line = tuple(line)
    return Track(width, height, loops, line, line, random_slicks(dice, width, height))


def random_band(dice, width, height, unit):
    def edge(y):
        return [(x * FINE, (y * FINE + dice.randint(0, 3 * FINE - unit)) // unit * unit)
                for x in range(0, width + 1, width // 4)]

    loops = [edge(0) + edge(height - 3)[::-1]]
    start, finish = ((2, height), (2, 0)), ((width - 3, height), (width - 3, 0))
    return Track(width, height, loops, start, finish, random_slicks(dice, width, height))


def random_slicks(dice, width, height):
    slicks = []
    for _ in range(dice.randint(0, 3)):
        slicks.append([(dice.randint(0, width) * FINE, dice.randint(0, height) * FINE)
                       for _ in range(3)])
    return slicks


def random_rules(dice):
    """(preset, what is set on top)"""
    preset = dice.choice(list(PRESETS))
    may_be = dict(
        acceleration=["eight", "four"], off_track=["resume", "resume", "retire"],
        wall_missed_turns=[0, 1, 2], collision=["none", "crash"], mover_missed_turns=[0, 1, 3],
        struck_missed_turns=[0, 1, 2], nitros=[0, 1, 2], slicks=["spin", "off"],
        slick_missed_turns=[0, 1, 2], start=["line", "behind"], grid_depth=[1, 2, 5],
        choose=["with_first_move", "reverse"], order=["random", "listed"], laps=[1, 2])
    chosen = {field: dice.choice(values) for field, values in may_be.items()
              if dice.random() < 0.5}
    chosen["round_limit"] = dice.choice([10, 15, 25])
    return preset, chosen


def random_move(dice, race, rows):
    """Mostly round the middle in the direction of the line, faster than is good."""
    if dice.random() < 0.25:
        return dice.choice(rows)
    track = race.track
    (ax, _), (bx, _) = track.start
    cx, cy = track.width // 2, track.height // 2

    def worth(row):
        x, y = race.cars[race.to_move()].at or row["from"]
        if track.open:
            way = row["x"] - x
        else:
            way = (x - cx) * (row["y"] - cy) - (y - cy) * (row["x"] - cx)
            way = way if bx > ax else -way
        return (row["outcome"] != "off_track", way)

    return max(rows, key=worth)


class Referee:
    def __init__(self, program, track_file, preset, chosen, players, seed):
        command = [program, "referee", "--track", track_file, "--rules", preset]
        for field, value in chosen.items():
            command += ["--set", f"{field}={value}"]
        command += ["--players", str(players), "--seed", str(seed)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            raise EOFError(self.process.stderr.read())
        return json.loads(line)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self.read()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.stderr.close()
        self.process.wait()


def same(found, expected, what):
    """Compared as text, so that the order of the keys counts, too."""
    if json.dumps(found) != json.dumps(expected):
        raise AssertionError(f"{what}\n program: {json.dumps(found)}\n model:   "
                             f"{json.dumps(expected)}")


def compare_turn(dice, race, referee):
    """One action of both; returns its events."""
    car = race.cars[race.to_move()]
    waiting = car.status == "waiting"
    if waiting and race.round == 0:
        rows = race.start_rows()
        same(referee.ask("moves"), dict(ok=True, moves=rows), "moves")
        row = dice.choice(rows)
    elif waiting:
        start = dice.choice(race.starts())
        rows = race.moves(start)
        answer = referee.ask(f"moves FROM {start[0]},{start[1]}")
        same(answer, dict(ok=True, moves=rows), "moves FROM")
        row = random_move(dice, race, rows)
    else:
        rows = race.moves()
        same(referee.ask("moves"), dict(ok=True, moves=rows), "moves")
        row = random_move(dice, race, rows)
    answer = referee.ask("do " + row["action"])
    events = race.do(row["action"])
    same(answer, dict(ok=True, events=events, state=race.state()), row["action"])
    return events


def compare_race(dice, program, folder, tally):
    track = random_track(dice)
    track_file = Path(folder) / "track.svg"
    track_file.write_text(track.svg())
    preset, chosen = random_rules(dice)
    players, seed = dice.randint(1, 4), dice.randint(0, 2 ** 64 - 1)
    rules = dict(PRESETS[preset], **chosen)
    referee = Referee(program, str(track_file), preset, chosen, players, seed)
    try:
        try:
            first = referee.read()
        except EOFError:
            return  # a track that a check refuses
        order = first["race"]["order"]
        if sorted(order) != list(range(1, players + 1)):
            raise AssertionError(f"order {order}")
        race = Race(track, rules, order)
        same(first, dict(ok=True, race=dict(
            game="graph-paper", preset=preset, rules=rules, seed=str(seed), order=order,
            sheet=[track.width, track.height]), state=race.state()), "first line")
        while not race.over:
            for event in compare_turn(dice, race, referee):
                tally[event["type"]] = tally.get(event["type"], 0) + 1
        same(referee.ask("moves"), dict(ok=True, moves=[]), "moves at the end")
        tally["races"] = tally.get("races", 0) + 1
    except AssertionError:
        print("track:", track.svg(), "\nrules:", preset, chosen, "players", players, "seed", seed)
        raise
    finally:
        referee.close()


def compare(program, races, seed):
    print("seed", seed)
    dice = random.Random(seed)
    tally = {}
    with tempfile.TemporaryDirectory() as folder:
        tries = 0
        while tally.get("races", 0) < races:
            tries += 1
            if tries > 3 * races + 20:
                raise AssertionError("most of the tracks were refused")
            compare_race(dice, program, folder, tally)
    print(tally)


# --- counting -------------------------------------------------------------------------------------

def count(track, rules, depth):
    """How many sequences of `depth` actions there are, and in how many the last is a clear move."""
    def copy(race):
        twin = Race(track, rules, race.order)
        twin.round, twin.queue, twin.over = race.round, list(race.queue), race.over
        for n, car in race.cars.items():
            vars(twin.cars[n]).update(vars(car))
        twin.finishers = [twin.cars[car.number] for car in race.finishers]
        twin.retirements = [twin.cars[car.number] for car in race.retirements]
        return twin

    def walk(race, left):
        if race.over:
            return (0, 0)
        if race.cars[race.to_move()].status == "waiting":
            rows = race.start_rows() if race.round == 0 else [
                row for start in race.starts() for row in race.moves(start)]
        else:
            rows = race.moves()
        if left == 1:
            return (len(rows), sum(row.get("outcome") == "clear" for row in rows))
        total, clear = 0, 0
        for row in rows:
            after = copy(race)
            after.do(row["action"])
            more = walk(after, left - 1)
            total, clear = total + more[0], clear + more[1]
        return (total, clear)

    return walk(Race(track, rules, rules.pop("play")), depth)


def fine(*points):
    return [(int(x * FINE), int(y * FINE)) for x, y in points]


RING_LINE = ((14, 7), (20, 7))
RING = Track(20, 14, [fine((0, 0), (20, 0), (20, 14), (0, 14)),
                      fine((6, 5), (14, 5), (14, 9), (6, 9))], RING_LINE, RING_LINE,
             [fine((16, 10), (18, 10), (18, 12), (16, 12))])
NARROW_LINE = ((3, 2), (3, 0))
NARROW = Track(7, 5, [fine((0, 0), (7, 0), (7, 5), (0, 5)), fine((2, 2), (5, 1.5), (5, 3), (2, 3))],
               NARROW_LINE, NARROW_LINE, [fine((4, 0), (5, 0), (5, 1), (4, 1))])
SPRINT = Track(6, 3, [fine((0, 0.25), (6, 0.5), (6, 2.75), (0, 2.5))], ((1, 3), (1, 0)),
               ((3, 3), (3, 0)), [])
PERFT = [
    ("RING", RING, "classroom", "", 1, 4),
    ("RING", RING, "racing-car", "order=listed", 1, 2),
    ("RING", RING, "racing-car", "order=listed nitros=0", 2, 3),
    ("RING", RING, "babylon", "grid_depth=1", 2, 4),
    ("NARROW", NARROW, "classroom", "", 1, 5),
    ("NARROW", NARROW, "racing-car", "order=listed nitros=1", 2, 3),
    ("NARROW", NARROW, "babylon", "acceleration=four", 2, 5),
    ("NARROW", NARROW, "racing-car", "order=listed nitros=0 acceleration=four", 3, 4),
    ("SPRINT", SPRINT, "babylon", "", 2, 5),
    ("SPRINT", SPRINT, "racing-car", "order=listed nitros=0 wall_missed_turns=1", 2, 4),
]


def perft():
    for name, track, preset, pairs, players, depth in PERFT:
        rules = dict(PRESETS[preset], play=list(range(1, players + 1)))
        for pair in pairs.split():
            field, value = pair.split("=")
            rules[field] = int(value) if value.isdigit() else value
        for d in range(1, depth + 1):
            total, clear = count(track, dict(rules), d)
            print(f'{{{name}, "{preset}", "{pairs}", {players}, {d}, {total}, {clear}}},',
                  flush=True)


def main():
    if sys.argv[1:] == ["--perft"]:
        perft()
        return 0
    if not 2 <= len(sys.argv) <= 4:
        print(__doc__, file=sys.stderr)
        return 2
    numbers = [int(argument) for argument in sys.argv[2:]]
    races = numbers[0] if numbers else 60
    compare(sys.argv[1], races, numbers[1] if len(numbers) > 1 else 20261120)
    return 0


if __name__ == "__main__":
    sys.exit(main())
