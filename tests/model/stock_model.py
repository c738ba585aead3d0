"""The rules of stock cars once more, slowly, straight from the text.

Nothing is shared with the program. Numbers in brackets are sections of the rules. What is drawn (the turn
of oil, what lies under the sand) is not worked out: a `Fate` is asked, which takes it from the program's
events, and here it is only checked that it was possible.
"""
import copy
from fractions import Fraction

from stock_map import ALLEY, PITS, ahead, turned
from stock_order import Refused, cheapest, read_order, written

STOCK_CARS = dict(
    laps=0, wild_cards=8, max_speed=12, specials="on", slipstream="on", off_track="severe", crash="on",
    oil="on", sandbags="on", orders="secret", grid="listed",
    handicap=0, round_limit=1000)
PRESETS = {
    "stock-cars": STOCK_CARS,
    "sunday": dict(STOCK_CARS, laps=1, wild_cards=12, max_speed=8, specials="off", slipstream="off",
                   off_track="mild", oil="off", sandbags="off", orders="open"),
}
SPECIALS = ["turbo", "swaybars", "performance", "none"]
LEAST_MAXIMUM, PIT_SPEED, REPAIR = 6, 6, 10
PENALTIES = {"severe": {1: (3, 2), 2: (6, 4), 3: (9, 8)}, "mild": {1: (1, 1), 2: (2, 2), 3: (3, 3)}}
OIL_PENALTY = {"severe": (4, 3), "mild": (1, 1)}
TURNS = {"left": -1, "none": 0, "right": 1}


class Impossible(Exception):
    """The program drew what cannot be."""


class Fate:
    """What the program drew, out of its events."""

    def __init__(self, events):
        self.oil, self.sand = {}, {}
        for event in events:
            if event["type"] == "oil":
                self.oil[event["car"], event["move"]] = event["turn"]
            elif event["type"] == "sand":
                self.sand[event["car"], event["move"]] = event["bag"]

    def turn(self, car, move):
        return self.oil.get((car, move), "none")

    def bag(self, car, move):
        return self.sand.get((car, move), False)


class Hidden:
    """What is known of the bags under the sand since they were hidden the last time: between `least` and
    `most` of them lie under the tiles that nobody has looked at, and what a look showed stays true, also
    when it is taken back."""

    def __init__(self, tiles, bags):
        self.tiles = set(tiles)
        self.least = self.most = min(bags, len(self.tiles))
        self.seen = {}  # shared by all copies

    def copy(self):
        twin = copy.copy(self)
        twin.tiles = set(self.tiles)
        return twin

    def look(self, at, bag):
        if self.seen.setdefault(at, bag) != bag:
            raise Impossible(f"the bag at {at} comes and goes")
        if bag and self.most == 0:
            raise Impossible(f"a bag too many at {at}")
        if not bag and self.least == len(self.tiles):
            raise Impossible(f"there must be a bag at {at}")
        self.tiles.discard(at)
        self.least = max(0, self.least - 1) if bag else self.least
        self.most = min(self.most - 1 if bag else self.most, len(self.tiles))

    def cover(self, at):
        """By a slick: nobody knows what was there."""
        if at in self.tiles:
            self.tiles.discard(at)
            self.least = max(0, self.least - 1)
            self.most = min(self.most, len(self.tiles))


class Car:
    def __init__(self, number, at, heading, rules):
        self.number, self.at, self.heading = number, at, heading
        self.status, self.speed, self.maximum = "racing", 0, rules["max_speed"]
        self.wild_cards, self.special = rules["wild_cards"], None
        self.pit, self.gained = None, (0, 0)  # maximum and cards, by the repair of this visit
        self.crossings, self.place = 0, None
        self.action = None    # entered in this turn; in the open one that was carried out
        self.stopped = None   # the round in which it gave up
        self.finish = None    # k / n, in the turn of its finish

    def lower(self, speed, maximum):
        """2.1, 4.1"""
        self.speed = max(0, self.speed - speed)
        self.maximum = max(LEAST_MAXIMUM, self.maximum - maximum)
        self.speed = min(self.speed, self.maximum)


class Drive:
    """4: one order on its way. In a trial nothing is drawn: oil ends it, and sand hides nothing."""

    def __init__(self, race, car, order, fate):
        self.race, self.map, self.car, self.order, self.fate = race, race.map, car, order, fate
        self.events, self.path = [], []
        self.oiled = self.banked = self.unknown = self.stopped = False
        self.off_track = 0
        self.move = 0

    def tell(self, kind, **body):
        self.events.append(dict(type=kind, car=self.car.number, move=self.move, **body))

    def go(self):
        self.car.wild_cards -= self.order.cards
        self.car.speed = self.order.speed
        steps = self.order.steps()
        for index, step in enumerate(steps):
            self.move = index + 1
            if step != "M":
                self.car.heading = turned(self.car.heading, 1 if step == "R" else -1)
            if not self.map.on_track(ahead(self.car.at, self.car.heading)):
                self.leave_track(steps[index + 1:])
                break
            self.enter(len(steps))
            if self.stopped:
                return
        self.move = len(self.path)
        if self.order.end and not self.off_track:
            self.change_at_end()
        if self.car.pit and self.car.speed > PIT_SPEED:
            self.break_limit()

    def change_at_end(self):
        for part in self.order.end:
            self.car.speed += 1 if part.kind == "A" else -1
            self.car.speed = min(max(self.car.speed, 0), self.car.maximum)
        self.events.append(dict(type="end_speed", car=self.car.number, changes=written(self.order.end),
                                speed=self.car.speed))

    def leave_track(self, following):
        """4.1"""
        at, heading = ahead(self.car.at, self.car.heading), self.car.heading
        self.off_track = 1
        for step in following:
            heading = turned(heading, {"M": 0, "R": 1, "L": -1}[step])
            at = ahead(at, heading)
            if self.map.on_track(at) or self.off_track == 3:
                break
            self.off_track += 1
        oil = self.oiled and self.off_track > 1
        manner = self.race.rules["off_track"]
        self.car.lower(*(OIL_PENALTY[manner] if oil else PENALTIES[manner][self.off_track]))
        self.tell("left_track", at=list(self.car.at), tiles=self.off_track, oil=oil,
                  heading=self.car.heading, speed=self.car.speed, max_speed=self.car.maximum)

    def enter(self, moves):
        car = self.car
        come_from, car.at = car.at, ahead(car.at, car.heading)
        self.path.append([*car.at, car.heading])
        self.pits(come_from)
        crossing = self.map.crossing(come_from, car.at)
        car.crossings += crossing
        if car.crossings == self.race.laps + 1:
            car.status, car.pit, car.finish = "finished", None, Fraction(self.move, moves)
            self.tell("finished", of=moves)
            self.stopped = True
            return
        if crossing:
            self.tell("lap", crossings=car.crossings, lap=self.race.lap(car))
        self.tile(come_from)

    # 4.5: pits.

    def pits(self, come_from):
        car, left, entered = self.car, self.map.tile(come_from), self.map.tile(self.car.at)
        if entered in PITS and left not in PITS:
            car.pit, car.gained = "clear", (0, 0)
            self.tell("pit_in", at=list(car.at))
        if entered not in PITS and left not in PITS:
            return
        if car.speed > PIT_SPEED:
            self.break_limit()
        elif left == "P" and entered != "P" and car.pit == "clear":
            self.repair()
        if entered not in PITS:
            car.pit = None

    def repair(self):
        car = self.car
        cards = (REPAIR - car.speed) // 3 * (2 if car.special == "performance" else 1)
        car.pit, car.gained = "served", (REPAIR - car.speed, cards)
        car.maximum += car.gained[0]
        car.wild_cards += cards
        self.tell("repaired", speed=car.speed, max_speed=car.maximum, wild_cards=cards)

    def break_limit(self):
        car = self.car
        if car.pit == "broken":
            return
        maximum, cards = car.maximum, car.wild_cards
        if car.pit == "served":
            car.lower(0, car.gained[0])
            car.wild_cards = max(0, cards - car.gained[1])
        car.pit, car.gained = "broken", (0, 0)
        self.tell("pit_broken", speed=car.speed,
                  lost=dict(max_speed=maximum - car.maximum, wild_cards=cards - car.wild_cards))

    # 4.2 to 4.4: what the tile does.

    def tile(self, come_from):
        car, race = self.car, self.race
        tile = race.tile(car.at)
        if tile == "o":
            self.oil()
        elif tile in ALLEY:
            self.sand(tile)
        elif tile == "b" and race.tile(come_from) == "b" and not self.banked:
            self.banked = True
            car.heading = turned(car.heading, 1 if self.map.turn == "right" else -1)
            self.tell("banked", at=list(car.at), heading=car.heading)

    def oil(self):
        if self.fate is None:
            self.unknown = self.stopped = True
            return
        turn = self.fate.turn(self.car.number, self.move)
        self.car.heading = turned(self.car.heading, TURNS[turn])
        self.oiled |= turn != "none"
        self.tell("oil", at=list(self.car.at), turn=turn, heading=self.car.heading)

    def sand(self, tile):
        car, race = self.car, self.race
        bag = True
        if tile == ".":
            bag = self.fate is not None and self.fate.bag(car.number, self.move)
            self.unknown |= self.fate is None
            if self.fate is not None:
                race.hidden.look(car.at, bag)
        race.tiles[car.at] = "*" if not bag else {".": "S", "S": "s", "s": "*"}[tile]
        if bag:
            car.speed = max(0, car.speed - 1)
        self.tell("sand", at=list(car.at), tile=race.tiles[car.at], bag=bag, speed=car.speed)


class Race:
    def __init__(self, course, rules, players):
        self.map, self.rules = course, rules
        self.laps = rules["laps"] or course.laps
        self.cars = {n: Car(n, course.starts[n], course.race, rules) for n in range(1, players + 1)}
        self.choosing = rules["specials"] == "on"
        self.round, self.over = int(not self.choosing), False
        self.most_crossings = 0
        self.tiles = {}  # (x, y) -> what counts there, where it is not what the map shows
        if rules["oil"] == "off":
            self.tiles.update((at, "*") for at in course.all_of("o"))
        if rules["sandbags"] == "off":
            self.tiles.update((at, "*") for at in course.alley())
            self.hidden = Hidden([], 0)
        else:
            self.hidden = Hidden(course.all_of("."), course.sandbags - course.bags_in_sight())
        if not self.choosing:
            for car in self.cars.values():
                car.special = "none"

    def take_grid(self, cars):
        """2.3: what was drawn is taken as it is, if it is one of the orders."""
        places = [(car["x"], car["y"]) for car in cars]
        if self.rules["grid"] != "random":
            return
        if sorted(places) != sorted(tuple(car.at) for car in self.cars.values()):
            raise Impossible(f"the grid {places}")
        for car, at in zip(self.cars.values(), places):
            car.at = at

    def take_places(self, last):
        """2.3: by the race before, the last one in front; wild cards for each place behind its winner."""
        starts = [car.at for car in self.cars.values()]
        for place, number in enumerate(last):
            self.cars[number].wild_cards += place * self.rules["handicap"]
            if self.rules["grid"] == "loser_first":
                self.cars[number].at = starts[len(last) - 1 - place]

    def copy(self):
        twin = copy.copy(self)
        twin.tiles, twin.hidden = dict(self.tiles), self.hidden.copy()
        twin.cars = {number: copy.copy(car) for number, car in self.cars.items()}
        return twin

    # What the protocol shows.

    def tile(self, at):
        return self.tiles.get(at) or self.map.tile(at)

    def lap(self, car):
        return min(self.laps, max(0, car.crossings))

    def racing(self):
        return [car for car in self.cars.values() if car.status == "racing"]

    def owing(self):
        """The cars that owe an action now, by number (2.2, 8.6)."""
        if self.over:
            return []
        owing = [car.number for car in self.racing() if car.action is None]
        return owing if self.choosing or self.rules["orders"] == "secret" else owing[:1]

    def state(self):
        owing = self.owing()
        tiles = sorted((at[1], at[0], tile) for at, tile in self.tiles.items()
                       if tile != self.map.tile(at))
        return dict(round=self.round, to_move=owing[0] if owing else None, over=self.over,
                    cars=[self.show(car) for car in self.cars.values()],
                    tiles=[[x, y, tile] for y, x, tile in tiles])

    def show(self, car):
        return dict(car=car.number, player=car.number, status=car.status, x=car.at[0], y=car.at[1],
                    heading=car.heading, speed=car.speed, max_speed=car.maximum,
                    wild_cards=car.wild_cards, special=car.special, pit=car.pit,
                    crossings=car.crossings, lap=self.lap(car), place=car.place,
                    ordered=car.action is not None)

    def slipstream(self, car):
        """3.2: is there a car to draw behind?"""
        if self.rules["slipstream"] == "off" or car.speed < 1:
            return False
        return any(other.at == ahead(car.at, car.heading) and other.heading == car.heading
                   and other.speed >= 1 for other in self.racing() if other is not car)

    def moves(self):
        """8.3, of the first car that owes."""
        if self.over:
            return dict(orders=dict(slipstream=False, speeds=[]))
        if self.choosing:
            return dict(specials=SPECIALS)
        car = self.cars[self.owing()[0]]
        slipstream = self.slipstream(car)
        rows = []
        for difference in range(-2, 4):
            way = cheapest(difference, car, slipstream)
            if way:
                rows.append(dict(speed=car.speed + difference, changes=way[0], wild_cards=way[1]))
        return dict(orders=dict(slipstream=slipstream, speeds=rows))

    # Orders.

    def named(self, number):
        """The car of `do 2:` or `try 2:`; None: the first that owes (8.6)."""
        owing = self.owing()
        if not owing or (number is not None and number not in owing):
            raise Refused(1)
        return self.cars[owing[0] if number is None else number]

    def read(self, text, car):
        return read_order(text, car, self.slipstream(car))

    def try_order(self, text, number=None):
        """8.4"""
        real = self.named(number)
        if self.choosing:
            raise Refused(1)
        order = self.read(text, real)
        race = self.copy()
        car = race.cars[real.number]
        drive = Drive(race, car, order, None)
        if not order.retires:
            drive.go()
        return dict(
            wild_cards=order.cards, speed=order.speed, moves=len(order.steps()), path=drive.path,
            off_track=drive.off_track, finishes=car.status == "finished", unknown=drive.unknown,
            ends=dict(x=car.at[0], y=car.at[1], heading=car.heading, speed=car.speed,
                      max_speed=car.maximum, wild_cards=car.wild_cards))

    def check(self, text, number=None):
        """The car and what its action is; or Refused."""
        car = self.named(number)
        if not self.choosing:
            return car, self.read(text, car)
        words = text.lower().split(" ")
        words = [word for word in words if word]
        if len(words) != 2 or words[0] != "special" or words[1] not in SPECIALS:
            raise Refused(1)
        return car, words[1]

    def do(self, text, number, fate):
        """The events; or Refused, and nothing has changed."""
        car, action = self.check(text, number)
        car.action = action
        events = [dict(type="ordered", car=car.number)]
        owing = [other for other in self.racing() if other.action is None]
        if self.choosing:
            if not owing:
                self.tell_specials(events)
            return events
        if self.rules["orders"] == "open":
            self.carry_out(car, fate, events)
        elif not owing:
            for other in self.racing():
                self.carry_out(other, fate, events)
        if not owing:
            self.end_turn(events)
        return events

    def tell_specials(self, events):
        for car in self.cars.values():
            car.special, car.action = car.action, None
            if car.special == "performance":
                car.wild_cards *= 2
            events.append(dict(type="special", car=car.number, special=car.special))
        self.choosing, self.round = False, 1

    def carry_out(self, car, fate, events):
        order = car.action
        if order.retires:
            car.status, car.pit, car.stopped = "retired", None, self.round
            events.append(dict(type="retired", car=car.number))
            return
        start = [*car.at, car.heading]
        drive = Drive(self, car, order, fate)
        drive.go()
        events.append({"type": "drove", "car": car.number, "order": order.text(),
                       "wild_cards": order.cards, "speed": order.speed, "from": start,
                       "path": drive.path})
        events += drive.events

    # 6: the end of the turn.

    def end_turn(self, events):
        if self.rules["crash"] == "on":
            self.crash(events)
        self.place_finishers(events)
        racing = len(self.racing())
        ends = racing == 0 if len(self.cars) == 1 else racing <= 1
        most = max([self.most_crossings] + [car.crossings for car in self.cars.values()])
        risen, self.most_crossings = most > self.most_crossings, most
        if ends or self.round == self.rules["round_limit"]:
            self.finish(events)
        elif risen and 2 <= most <= self.laps:
            self.reset(most, events)
        for car in self.cars.values():
            car.action = None
        self.round += not self.over

    def crash(self, events):
        tiles = {}
        for car in self.racing():
            tiles.setdefault(car.at, []).append(car)
        for at, cars in tiles.items():
            if len(cars) < 2:
                continue
            for car in cars:
                car.lower(1, 1)
            oil = self.rules["oil"] == "on" and self.tile(at) not in PITS + "o"
            if oil:
                self.tiles[at] = "o"
                self.hidden.cover(at)
            events.append(dict(type="crashed", car=cars[0].number, cars=[car.number for car in cars],
                               at=list(at), oil=oil))

    def place_finishers(self, events):
        """5.2"""
        earlier = sum(car.place is not None for car in self.cars.values())
        finishers = [car for car in self.cars.values() if car.finish is not None]
        for car in finishers:
            car.place = earlier + 1 + sum(other.finish < car.finish for other in finishers)
        for car in sorted(finishers, key=lambda car: (car.place, car.number)):
            events.append(dict(type="placed", car=car.number, place=car.place))
            car.finish = None

    def finish(self, events):
        """5.3"""
        self.over = True
        left = [car for car in self.cars.values() if car.place is None]
        placed = len(self.cars) - len(left)

        def rank(car):  # the higher, the better
            return self.round + 1 if car.status == "racing" else car.stopped
        for car in left:
            car.place = placed + 1 + sum(rank(other) > rank(car) for other in left)
        for car in sorted(left, key=lambda car: (car.place, car.number)):
            events.append(dict(type="placed", car=car.number, place=car.place))
        events.append(dict(type="over", car=None))

    def reset(self, most, events):
        """6.4"""
        alley = self.map.alley()
        if not alley or self.rules["sandbags"] == "off":
            return
        clean = [at for at in alley if self.tile(at) != "o"]
        self.tiles.update((at, ".") for at in clean)
        self.hidden = Hidden(clean, self.map.sandbags)
        events.append(dict(type="sand_reset", car=None, lap=most))
