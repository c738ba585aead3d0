"""The rules of graph-paper racing once more, slowly, straight from the text.

Nothing is shared with the program. Numbers in brackets are sections of the rules.
"""
from fractions import Fraction
from math import floor

from ahead import Ahead, Way, minus, plus
from places import Places
from sheet import crossing, is_on_line, side_value

RACING_CAR = dict(
    contest="race", acceleration="eight", top_speed=0, path="whole", walls="in", line="beyond",
    off_track="resume", wall_missed_turns=0, damage_limit=5, collision="crash", reach="end",
    mover_missed_turns=3, struck_missed_turns=2, nitros=3, good_brakes=0, turbo_boosts=0,
    slicks="spin", slick_missed_turns=2, turbo_areas="off", checkpoints="off", start="line",
    grid_depth=3, choose="with_first_move", order="random", laps=1, finish="crossing", rounds=30,
    cars_per_player=0, round_limit=1000)
BABYLON = dict(RACING_CAR, off_track="retire", collision="none", nitros=0, slicks="off",
               start="behind", choose="reverse", order="listed")
PRESETS = {
    "racing-car": RACING_CAR,
    "babylon": BABYLON,
    "babylon-advanced": dict(BABYLON, off_track="damage", collision="forbid", reach="whole",
                             good_brakes=2, turbo_boosts=2, slicks="four", turbo_areas="on",
                             checkpoints="on", finish="round"),
    "derby": dict(RACING_CAR, contest="derby", mover_missed_turns=0, struck_missed_turns=0,
                  start="anywhere"),
    "classroom": dict(RACING_CAR, collision="none", nitros=0, slicks="off", order="listed"),
    "textbook": dict(RACING_CAR, acceleration="two", collision="none", nitros=0, slicks="off",
                     order="listed"),
}


def longer_side(v):
    return max(abs(v[0]), abs(v[1]))


class Car:
    def __init__(self, number, player, rules):
        self.number, self.player = number, player
        self.nitros, self.good_brakes = rules["nitros"], rules["good_brakes"]
        self.turbo_boosts = rules["turbo_boosts"]
        self.status, self.at, self.v, self.shift = "waiting", None, (0, 0), (0, 0)
        self.missed = self.damage = self.crossings = self.opened = self.checkpoint = 0
        self.place = None
        self.left_at = None  # progress of the exit, while outside

    def stop(self):
        self.v = self.shift = (0, 0)


class Race:
    def __init__(self, track, rules, order, players):
        self.track, self.rules, self.order = track, rules, order
        self.ground = track.ground(rules["walls"])
        self.derby = rules["contest"] == "derby"
        self.with_checkpoints = (rules["checkpoints"] == "on" and bool(track.checkpoints)
                                 and not self.derby)
        self.touch = rules["line"] == "touch"
        self.run_wide = rules["off_track"] == "run_wide"
        each = len(order) // players
        self.cars = {n: Car(n, (n - 1) // each + 1, rules) for n in sorted(order)}
        self.reverse = rules["choose"] == "reverse"
        self.round = 0 if self.reverse else 1
        self.queue = list(reversed(order)) if self.reverse else list(order)
        self.over = False
        self.places, self.ahead = Places(self), Ahead(self)
        self.scores = {player: 0 for player in range(1, players + 1)}
        self.barred = {}         # 9: pairs of players, and who of them has yet to have a turn
        self.crashed = frozenset()  # the pairs of the crash in this turn
        self.start_points = None

    # What the protocol shows.

    def to_move(self):
        return None if self.over else self.queue[0]

    def lap(self, car):
        if self.derby:
            return 0
        if self.track.open:
            return 0 if car.status == "waiting" else 1
        if self.with_checkpoints:
            return car.opened
        return min(self.rules["laps"], max(0, car.crossings))

    def state(self):
        cars = []
        for car in self.cars.values():
            x, y = car.at or (None, None)
            cars.append(dict(
                car=car.number, player=car.player, status=car.status, x=x, y=y, vx=car.v[0],
                vy=car.v[1], shift=list(car.shift), nitros=car.nitros,
                good_brakes=car.good_brakes, turbo_boosts=car.turbo_boosts,
                missed_turns=car.missed, damage=car.damage, crossings=car.crossings,
                lap=self.lap(car), checkpoint=car.checkpoint, score=self.scores[car.player],
                place=car.place))
        return dict(round=self.round, to_move=self.to_move(), over=self.over, cars=cars)

    # 3: starts.

    def is_start(self, p):
        if not self.ground.holds(p):
            return False
        if self.rules["start"] == "anywhere":
            return True
        line = self.track.start
        if self.rules["start"] == "line":
            return is_on_line(line, p)
        if side_value(line, p) > 0:
            return False
        (ax, ay), (bx, by) = line
        part = Fraction((p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay),
                        (bx - ax) ** 2 + (by - ay) ** 2)
        foot = (ax + part * (bx - ax), ay + part * (by - ay))
        distance2 = (foot[0] - p[0]) ** 2 + (foot[1] - p[1]) ** 2
        return (0 <= part <= 1 and distance2 <= self.rules["grid_depth"] ** 2
                and self.ground.leaves(p, foot) is None)

    def starts(self):
        if self.start_points is None:
            self.start_points = [p for p in self.track.grid_points() if self.is_start(p)]
        taken = {car.at for car in self.cars.values() if car.status == "racing"}
        return [p for p in self.start_points if p not in taken] or self.start_points

    # 2: what a move costs.

    def on_slick(self, p):
        return any(slick.holds(p) for slick in self.track.slicks)

    def price(self, car, at, a):
        """(nitros, good brakes, turbo boosts), None if the car cannot have this acceleration."""
        four = abs(a[0]) + abs(a[1]) <= 1
        u = plus(car.v, car.shift)
        if self.rules["slicks"] in ("coast", "four") and self.on_slick(plus(at, u)):
            if self.rules["slicks"] == "four":
                return (0, 0, 0) if four else None
            if car.v != (0, 0) or car.shift != (0, 0):
                return (0, 0, 0) if a == (0, 0) else None
        if self.rules["acceleration"] == "four":
            excess = max(0, abs(a[0]) + abs(a[1]) - 1)
            axes = [i for i in (0, 1) if abs(a[i]) == 2 and a[1 - i] == 0]
        elif self.rules["acceleration"] == "two":
            excess, axes = max(0, abs(a[0]) - 2) + max(0, abs(a[1]) - 2), []
        else:
            excess = max(0, abs(a[0]) - 1) + max(0, abs(a[1]) - 1)
            axes = [i for i in (0, 1) if abs(a[i]) == 2] if longer_side(a) == 2 else []
        if excess == 0:
            return (0, 0, 0)
        brakes = int(any(u[i] * a[i] < 0 for i in axes))
        boosts = int(any(u[i] * a[i] >= 0 for i in axes))
        if axes and brakes <= car.good_brakes and boosts <= car.turbo_boosts:
            return (0, brakes, boosts)
        return (excess, 0, 0) if excess <= car.nitros else None

    def accelerations(self, car, at):
        """2.2, with the top speed: those that can be paid for."""
        reach, u, top = 2 + car.nitros, plus(car.v, car.shift), self.rules["top_speed"]
        payable = [(ax, ay) for ay in range(-reach, reach + 1) for ax in range(-reach, reach + 1)
                   if self.price(car, at, (ax, ay)) is not None]
        speeds = {a: longer_side(plus(u, a)) for a in payable}
        limit = max(top, min(speeds.values())) if top else max(speeds.values())
        return [a for a in payable if speeds[a] <= limit]

    # Rows of `moves`.

    def rows(self, start=None):
        car = self.cars[self.to_move()]
        at, u = start or car.at, plus(car.v, car.shift)
        rows = []
        for ax, ay in self.accelerations(car, at):
            price = self.price(car, at, (ax, ay))
            to = plus(plus(at, u), (ax, ay))
            way = self.ahead.look(car, at, to)
            if not way.allowed:
                continue
            row = dict(action=f"{to[0]},{to[1]}")
            if start:
                row = dict(action=f"{at[0]},{at[1]}>{to[0]},{to[1]}", **{"from": list(at)})
            row.update(x=to[0], y=to[1], ax=ax, ay=ay, nitros=price[0], good_brakes=price[1],
                       turbo_boosts=price[2], outcome=way.outcome)
            rows.append(row)
        return rows

    def start_rows(self):
        return [dict(action=f"{x},{y}", x=x, y=y) for x, y in self.starts()]

    def lists_only_starts(self):
        waits = self.cars[self.to_move()].status == "waiting"
        return waits and (self.round == 0 or self.rules["start"] == "anywhere")

    def moves(self):
        """What the command `moves` lists."""
        if self.over:
            return []
        if self.lists_only_starts():
            return self.start_rows()
        if self.cars[self.to_move()].status == "waiting":
            return [row for start in self.starts() for row in self.rows(start)]
        return self.rows()

    # 4.1

    def resume(self, car, start, exit_point):
        cx, cy = floor(exit_point[0]), floor(exit_point[1])
        candidates = []
        for y in range(cy - 2, cy + 4):
            for x in range(cx - 2, cx + 4):
                distance2 = (exit_point[0] - x) ** 2 + (exit_point[1] - y) ** 2
                if distance2 <= 4:
                    from_start2 = (x - start[0]) ** 2 + (y - start[1]) ** 2
                    candidates.append((distance2, from_start2, y, x))
        for _, _, y, x in sorted(candidates):
            if self.may_resume(car, exit_point, (x, y)):
                return (x, y)
        return None

    def may_resume(self, car, exit_point, p):
        if not self.ground.holds(p) or self.ahead.others_at(car, p) \
                or not self.ground.is_clear_from(exit_point, p):
            return False
        if self.derby:
            return True
        return (not any(crossing(line, exit_point, p, self.touch)[0]
                        for line in (self.track.start, self.track.finish))
                and not (self.with_checkpoints
                         and any(end > 0 for checkpoint in self.track.checkpoints
                                 for _, end in checkpoint.touches(exit_point, p))))

    # Doing an action.

    def do(self, action):
        car = self.cars[self.to_move()]
        events = []

        def tell(kind, who, **more):
            events.append(dict(type=kind, car=who, **more))

        points = [tuple(int(n) for n in part.split(",")) for part in action.split(">")]
        if car.status == "waiting":
            self.place_at_start(car, points[0])
            tell("started", car.number, at=list(car.at))
        if self.round > 0:
            self.drive(car, points[-1], tell)
        self.go_on(tell)
        return events

    def place_at_start(self, car, p):
        car.at, car.status = p, "racing"
        made = self.touch and not self.derby and not self.track.open  # 1.6
        if made and is_on_line(self.track.start, p):
            car.crossings = car.opened = 1

    def drive(self, car, to, tell):
        start = car.at
        a = minus(minus(to, start), plus(car.v, car.shift))
        nitros, brakes, boosts = self.price(car, start, a)
        way = self.ahead.look(car, start, to)
        assert way.allowed
        car.nitros, car.good_brakes = car.nitros - nitros, car.good_brakes - brakes
        car.turbo_boosts -= boosts
        car.v = minus(to, start)
        tell("moved", car.number, **{"from": list(start)}, to=shown(way.end_point()),
             v=list(car.v))
        spot = None
        off = way.outcome == "off_track" and not way.stays_outside
        if off and self.rules["off_track"] in ("resume", "damage"):
            spot = self.resume(car, start, way.end_point())
            if spot is None:
                self.set_back(car, start, way, tell)
                return
        walk = way.walk or self.ahead.walk(car, way)
        car.crossings, car.opened, car.checkpoint = walk.crossings, walk.opened, walk.checkpoint
        car.shift = walk.shift
        for _, _, (kind, more) in walk.events:
            tell(kind, car.number, **more)
        if walk.finishes:
            car.at, car.status = to, "finished"
            tell("finished", car.number)
            self.places.finish(car, way.end_point())
        elif spot:
            self.set_back(car, spot, way, tell)
        elif off:
            self.leave(car, way, tell)
        else:
            self.arrive(car, way, tell)

    def set_back(self, car, spot, way, tell):
        """4.1, 4.3"""
        car.at = spot
        car.stop()
        car.missed += self.rules["wall_missed_turns"]
        tell("left_track", car.number, exit=exact(way.end_point()), to=list(spot))
        if self.rules["off_track"] == "damage":
            self.harm(car, minus(way.to, way.start), tell)

    def harm(self, car, v, tell):
        car.damage += longer_side(v)
        if car.damage >= self.rules["damage_limit"]:
            self.retire(car, tell)

    def retire(self, car, tell):
        car.stop()
        car.status = "retired"
        self.places.retire(car)
        tell("retired", car.number)

    def leave(self, car, way, tell):
        """4.2, 4.4"""
        left_at = self.ahead.progress(way.end_point()) if self.run_wide else None
        if left_at is None:
            tell("left_track", car.number, exit=exact(way.end_point()), to=list(way.start))
            self.retire(car, tell)
            return
        car.at, car.left_at = way.to, left_at
        car.status = "racing" if way.returns else "outside"
        tell("left_track", car.number, exit=exact(way.end_point()), to=list(way.to))

    def arrive(self, car, way, tell):
        car.at = way.struck[0].at if way.struck else way.to
        car.status = "outside" if way.stays_outside else "racing"
        if way.struck:
            tell("collided", car.number, struck=[other.number for other in way.struck],
                 at=list(car.at))
            for stopped in (car, *way.struck):
                stopped.stop()
            if not self.derby and self.rules["collision"] == "crash":
                car.missed += self.rules["mover_missed_turns"]
                for other in way.struck:
                    other.missed += self.rules["struck_missed_turns"]
        if self.rules["slicks"] == "spin" and self.on_slick(car.at):
            tell("slick", car.number)
            car.stop()
            car.missed += self.rules["slick_missed_turns"]
        if way.struck and self.derby:
            self.score(car, way.struck, tell)
        elif way.struck and self.rules["collision"] == "damage":
            self.harm(car, minus(way.to, way.start), tell)

    def score(self, car, struck, tell):
        """9"""
        self.scores[car.player] += 2
        tell("scored", car.number, player=car.player, points=2)
        for other in struck:
            self.scores[other.player] -= 1
            tell("scored", other.number, player=other.player, points=-1)
        self.crashed = {frozenset((car.player, other.player)) for other in struck}

    def crash_where_it_stands(self, car, tell):
        """5.2, last sentence"""
        if self.run_wide:
            self.retire(car, tell)
            return
        way = Way(car.at, plus(car.at, car.v))
        way.end = 0
        if self.rules["off_track"] == "retire":
            self.leave(car, way, tell)
        else:
            self.set_back(car, self.resume(car, car.at, car.at) or car.at, way, tell)

    # 2.7, 2.8: whose turn it is.

    def active(self):
        return [car for car in self.cars.values()
                if car.status in ("waiting", "racing", "outside")]

    def few_are_left(self):
        return not self.derby and len(self.active()) <= (1 if len(self.cars) > 1 else 0)

    def end_turn(self, car):
        """9: who has had a turn may crash again, if the other has, too."""
        for pair in list(self.barred):
            self.barred[pair].discard(car.player)
            if not self.barred[pair]:
                del self.barred[pair]
        for pair in self.crashed:
            self.barred[pair] = set(pair)
        self.crashed = frozenset()

    def has_a_choice(self, car):
        if car.status == "waiting":
            return True
        if not self.run_wide and self.rules["collision"] != "forbid" and not self.derby:
            return True
        return bool(self.rows())

    def go_on(self, tell):
        self.end_turn(self.cars[self.queue[0]])
        while not self.over:
            if self.few_are_left() and self.rules["finish"] == "crossing":
                self.over = True
                break
            self.queue.pop(0)
            if not self.queue:
                self.end_round()
            if not self.over and self.take_turn(self.cars[self.queue[0]], tell):
                break
        self.places.tell_finishers(tell)
        if self.over:
            self.places.end(tell)

    def end_round(self):
        self.places.end_round()
        limit = self.rules["round_limit"]
        if self.derby:
            limit = min(limit, self.rules["rounds"])
        if self.few_are_left() or self.round == limit:
            self.over = True
            return
        self.round += 1
        self.queue = list(self.order)

    def take_turn(self, car, tell):
        """Whether it is for the player to act; what goes by itself is done."""
        if car not in self.active():
            return False
        if car.missed:
            car.missed -= 1
            tell("missed", car.number, left=car.missed)
        elif self.round == 0 or self.has_a_choice(car):
            return True
        else:
            self.crash_where_it_stands(car, tell)
        self.end_turn(car)
        return False


def exact(p):
    return [str(Fraction(value)) for value in p]


def shown(p):
    whole = all(Fraction(value).denominator == 1 for value in p)
    return [int(value) for value in p] if whole else exact(p)
