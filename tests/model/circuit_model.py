"""The rules of circuits once more, slowly, straight from the text.

Nothing is shared with the program. Numbers in brackets are sections of the rules. Dice are not rolled: a
`Fate` gives them, which takes them from the program's events; here it is only checked that they are dice.
Each class holds a part: the circuit, a car, the race with its turns (4, 9), the move (5 to 7) and the force
pass (8).
"""
import copy
import itertools
import re

FORCE_PASS = dict(laps=2, build="players", points=5, wear=3, blue_chips=3, lines="on", slipstream="on",
                  force_pass="on", spins="table", grid="random", handicap=0, round_limit=200)
PRESETS = {"force-pass": FORCE_PASS,
           "sunday": dict(FORCE_PASS, laps=1, build="standard", wear=5, spins="stop")}
RESULT_HALVES = {"spin": 0, "wear": 4, "miss": 6, "crash": 0}


class Refused(Exception):
    pass


class Impossible(Exception):
    """The program rolled what no dice show, or not as often as it must."""


class Fate:
    """Dice out of the program's events; without events, as where a refusal is expected, twos and threes."""

    def __init__(self, events=None):
        self.rolls = None if events is None else [event["dice"] for event in events if "dice" in event]

    def roll(self):
        if self.rolls is None:
            return [2, 3]
        if not self.rolls:
            raise Impossible("it did not roll")
        dice = self.rolls.pop(0)
        if len(dice) != 2 or any(type(number) is not int or not 1 <= number <= 6 for number in dice):
            raise Impossible(f"dice that show {dice}")
        return dice

    def done(self):
        if self.rolls:
            raise Impossible("it rolled too often")


class Corner:
    def __init__(self, first, last, limits, line=None):
        self.first, self.last, self.limits, self.line = first, last, limits, line


class Circuit:
    def __init__(self, rows, lanes, corners):
        self.rows, self.lanes, self.corners = rows, lanes, corners

    def corner(self, row):
        return next((corner for corner in self.corners if corner.first <= row <= corner.last), None)

    def file(self):
        corners = "".join(
            f'<g class="corner" data-from="{c.first}" data-to="{c.last}" data-limits="{numbers(c.limits)}"'
            + (f' data-line="{numbers(c.line)}"' if c.line else "") + "/>\n" for c in self.corners)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 140" data-graphprix-circuit="1"'
                f' data-rows="{self.rows}" data-lanes="{self.lanes}">\n<title>Model</title>\n'
                f'<path class="course" d="M 60 20 L 150 20 L 150 100 L 60 100 Z"/>\n{corners}</svg>\n')


def numbers(values):
    return " ".join(map(str, values))


def builds(points):
    return [build for build in itertools.product(range(3), repeat=5) if sum(build) == points]


class Car:
    def __init__(self, number, rules):
        self.number, self.rules = number, rules
        self.status, self.row, self.lane, self.lap = "waiting", None, None, 0
        self.speed, self.posted, self.build = 0, None, None
        self.halves, self.chips = 0, rules["blue_chips"]
        self.on_line = self.bonus = self.moved = self.spun = False
        self.missed_turns, self.place = 0, None
        self.entry = None  # in secret: a build, a speed or a card
        self.beyond = None

    def start(self):
        return 40 + 20 * self.build[0]

    def acc(self):
        return 20 + 20 * self.build[1]

    def dec(self):
        return 20 + 20 * self.build[2]

    def top(self):
        return 140 + 20 * self.build[3]

    def speeds(self):
        """3.1"""
        if self.speed == 0:
            return list(range(20, self.start() + 1, 20))
        return list(range(max(20, self.speed - self.dec()), min(self.top(), self.speed + self.acc()) + 1, 20))

    def lose(self, halves):
        lost = min(halves, self.halves)
        self.halves -= lost
        return lost

    def leave(self, status):
        self.status, self.row, self.lane, self.posted = status, None, None, None
        self.moved, self.bonus, self.on_line = True, False, False

    def state(self):
        return dict(
            car=self.number, player=self.number, status=self.status, row=self.row, lane=self.lane,
            lap=min(self.rules["laps"], max(0, self.lap)), speed=self.speed, posted=self.posted,
            build=list(self.build) if self.build else None, wear_halves=self.halves, chips=self.chips,
            on_line=self.on_line, slipstream=self.bonus, moved=self.moved, spun=self.spun,
            missed_turns=self.missed_turns, place=self.place)


class Entry:
    """5: what it comes to if the car enters that space."""

    def __init__(self, race, car, row, lane, plus=False):
        corner = race.circuit.corner(row)
        on_line = bool(corner and corner.line and race.rules["lines"] == "on"
                       and corner.line[row - corner.first] == lane)
        had = on_line and (row == corner.first or car.on_line)
        if plus and (not on_line or had or car.halves < 1):
            raise Refused("the line cannot be taken there")
        self.may_take = on_line and not had and car.halves >= 1
        self.benefit, self.line_halves = had or plus, 1 if plus else 0
        self.corner, self.limit, self.excess = corner, None, 0
        if corner:
            self.limit = corner.limits[lane - 1] + (20 if self.benefit else 0)
            self.excess = max(0, car.posted - self.limit) // 20
        worst = race.worst.get(corner, 0)
        self.price = 2 * max(0, self.excess - worst)
        self.spins = self.excess >= 3 or self.price > car.halves - self.line_halves
        if self.spins:
            self.price = 0


class Turns:
    """3, 4.1, 9: the race from turn to turn."""

    def __init__(self, circuit, rules, players, order):
        if sorted(order) != list(range(1, players + 1)):
            raise Impossible(f"the order {order}")
        if rules["grid"] in ("listed", "loser_first") and order != sorted(order):
            raise Impossible(f"listed, and {order}")
        self.circuit, self.rules, self.listed = circuit, rules, order
        self.cars = [Car(number, rules) for number in range(1, players + 1)]
        self.round, self.phase, self.outs = 0, "build", []
        self.order = self.points = self.mover = self.force = None
        self.events, self.fate = [], Fate()
        self.beside, self.worst, self.why = [], {}, None
        if rules["build"] == "standard":
            for each in self.cars:
                each.entry = (1, 1, 1, 1, 1)
            self.set_up()

    def car(self, number):
        return self.cars[number - 1]

    def tell(self, kind, car=None, **body):
        self.events.append(dict(type=kind, car=car.number if car else None, **body))

    def racing(self):
        return [car for car in self.cars if car.status == "racing"]

    def car_at(self, row, lane, but=None):
        return next((car for car in self.racing() if (car.row, car.lane) == (row, lane) and car is not but), None)

    def set_up(self):
        for car in self.cars:
            car.build, car.entry = car.entry, None
            car.status = "racing"
            car.halves = 2 * (self.rules["wear"] + car.build[4]) * self.rules["laps"]
            self.tell("designed", car, build=list(car.build))
        grid = [self.car(number) for number in self.listed]
        if self.rules["grid"] == "start_speed":
            grid.sort(key=lambda car: -car.start())
        for index, car in enumerate(grid):
            car.row = self.circuit.rows - 1 - index // self.circuit.lanes
            car.lane = index % self.circuit.lanes + 1
            self.tell("grid", car, row=car.row, lane=car.lane)
        self.begin_turn()

    def begin_turn(self):
        self.round += 1
        self.phase, self.order, self.points, self.mover = "post", None, None, None
        self.tell("turn", round=self.round)
        for car in self.racing():
            car.speed, car.posted, car.moved = car.posted or 0, None, False
            if car.missed_turns:
                car.missed_turns -= 1
                car.posted, car.moved = 0, True
                self.tell("missed", car, left=car.missed_turns)
        if not self.owing():
            self.end_turn()

    def show(self):
        posting = [car for car in self.racing() if not car.moved]
        for car in posting:
            car.posted, car.entry, car.spun = car.entry, None, False
            self.tell("shown", car, speed=car.posted)
        for car in posting:
            ahead = self.car_at((car.row + 1) % self.circuit.rows, car.lane)
            if self.rules["slipstream"] == "on" and ahead and min(car.posted, ahead.posted) >= 100:
                car.bonus = True
                self.tell("slipstream", car, behind=ahead.number)
        posting.sort(key=lambda car: (-((car.lap - 1) * self.circuit.rows + car.row), -car.posted, car.lane))
        self.order, self.phase = [car.number for car in posting], "move"
        self.next_mover()

    def next_mover(self):
        self.phase, self.worst, self.beside = "move", {}, []
        for number in self.order:
            car = self.car(number)
            if car.status == "racing" and not car.moved:
                self.mover, self.points = car, car.posted // 20 + car.bonus
                if self.finished():
                    continue
                return
        self.end_turn()

    def finished(self):
        """9.1"""
        car = self.mover
        if self.points == 0 or car.row != self.circuit.rows - 1 or car.lap != self.rules["laps"]:
            return False
        car.beyond, car.speed = self.points - 1, car.posted
        car.leave("finished")
        self.tell("finished", car, beyond=car.beyond)
        return True

    def place(self, cars, place):
        for car in cars:
            car.place = place
            self.tell("placed", car, place=place)

    def end_turn(self):
        came = [car for car in self.cars if car.beyond is not None]
        before = sum(car.place is not None for car in self.cars)
        for beyond in sorted({car.beyond for car in came}, reverse=True):
            self.place([car for car in came if car.beyond == beyond],
                       before + 1 + sum(car.beyond > beyond for car in came))
        for car in came:
            car.beyond = None
        left = self.racing()
        if len(left) > (len(self.cars) > 1) and self.round < self.rules["round_limit"]:
            self.begin_turn()
            return
        before += len(came)
        self.place(left, before + 1)
        for index, car in enumerate(reversed(self.outs)):
            self.place([car], before + len(left) + 1 + index)
        for car in left:
            car.speed, car.posted, car.moved = car.posted or 0, None, False
        self.phase, self.order, self.points, self.mover = "over", None, None, None
        self.tell("over")


class Moves(Turns):
    """4 to 7: a car's move."""

    def next_row(self):
        return (self.mover.row + 1) % self.circuit.rows

    def lanes(self):
        lane = self.mover.lane
        return [other for other in (lane - 1, lane, lane + 1) if 1 <= other <= self.circuit.lanes]

    def free(self):
        return [lane for lane in self.lanes() if not self.car_at(self.next_row(), lane)]

    def only_bonus(self):
        return self.points == 1 and self.mover.bonus

    def go(self, lane, plus):
        if lane not in self.free():
            raise Refused("not free")
        self.beside = []
        self.step(lane, plus)

    def step(self, lane, plus=False):
        car, row = self.mover, self.next_row()
        entry = Entry(self, car, row, lane, plus)
        self.tell("moved", car, **{"from": [car.row, car.lane], "to": [row, lane]})
        car.row, car.lane, car.on_line = row, lane, entry.benefit
        self.points -= 1
        if row == 0:
            car.lap += 1
            self.tell("lap", car, lap=car.lap)
        if entry.line_halves:
            car.halves -= 1
            self.tell("wear", car, halves=1, why="line")
        if entry.spins:
            self.ask_or_spin("corner", max(0, entry.excess - 3))
            return
        if entry.price:
            car.halves -= entry.price
            self.tell("wear", car, halves=entry.price, why="corner")
        if entry.corner:
            self.worst[entry.corner] = max(self.worst.get(entry.corner, 0), entry.excess)
        if self.finished():
            self.next_mover()
        elif self.points == 0:
            self.end_move()

    def put_back(self):
        """8.9"""
        for car, (row, lane) in reversed(self.beside):
            car.lap -= row > car.row
            car.row, car.lane, car.on_line = row, lane, False
            self.tell("put_back", car, row=row, lane=lane)
        self.beside = []

    def end_move(self):
        self.put_back()
        self.mover.moved, self.mover.bonus = True, False
        self.next_mover()

    def stay(self):
        if not self.only_bonus():
            raise Refused("not the bonus alone")
        self.tell("stayed", self.mover)
        self.end_move()

    def braked_speed(self):
        """None: it cannot (7.2)."""
        speed = max(0, self.mover.posted - 20 * self.points)
        return speed if speed >= self.mover.speed - self.mover.dec() else None

    def brake(self):
        if self.free() or self.only_bonus():
            raise Refused("no reason to brake")
        if self.braked_speed() is None:
            self.ask_or_spin("brake", 0)
        else:
            self.slow_down()

    def slow_down(self):
        self.mover.posted = self.braked_speed()
        self.tell("braked", self.mover, speed=self.mover.posted)
        self.end_move()

    # 6: the spin table.

    def ask_or_spin(self, why, modifier):
        if self.rules["spins"] == "table" and self.mover.chips:
            self.phase, self.why = "spin", (why, modifier)
        else:
            self.spin(self.mover, why, modifier)
            self.next_mover()

    def answer_spin(self, spends):
        self.mover.chips -= spends
        self.tell("chip", self.mover, spent=spends)
        why, modifier = self.why
        self.spin(self.mover, why, modifier - 2 * spends)
        self.next_mover()

    def spin(self, car, why, modifier):
        if car is self.mover:
            self.put_back()
        car.posted, car.on_line, car.bonus, car.moved, car.spun = 0, False, False, True, True
        if self.rules["spins"] == "stop":
            self.tell("spin", car, why=why)
            return
        dice = self.fate.roll()
        total = sum(dice) + modifier
        result = "spin" if total <= 6 else "wear" if total <= 9 else "miss" if total <= 11 else "crash"
        self.tell("spin", car, why=why, dice=dice, total=total, result=result)
        lost = car.lose(RESULT_HALVES[result])
        if lost:
            self.tell("wear", car, halves=lost, why="spin")
        car.missed_turns += result == "miss"
        if result == "crash":
            car.leave("out")
            car.speed, car.spun = 0, False
            self.outs.append(car)
            self.tell("out", car)


class Race(Moves):
    """8: the force pass; and what is asked, answered and told (11, 12)."""

    def may_resist(self, blocker):
        return (self.round > 2 and blocker.posted != 0
                and abs(blocker.posted - self.mover.posted) <= 40)

    def forces(self):
        if self.free() or self.rules["force_pass"] == "off":
            return []
        return [(a, b) for a in self.lanes() for b in self.lanes() if abs(a - b) == 1]

    def blockers(self, lanes):
        return [self.car_at(self.next_row(), lane) for lane in sorted(lanes)]

    def try_force(self, lanes):
        if lanes not in self.forces():
            raise Refused("no force pass there")
        blockers = self.blockers(lanes)
        resist = [car for car in blockers if self.may_resist(car)]
        self.force = dict(lanes=lanes, blockers=blockers, resist=resist, chips=[], asked=[])
        self.tell("forced", self.mover, row=self.next_row(), lanes=list(lanes),
                  blockers=[car.number for car in blockers], resist=[car.number for car in resist])
        if resist:
            self.phase = "cards"
        else:
            self.succeed()

    def cards_laid(self):
        self.force["asked"] = [car for car in [self.mover] + self.force["resist"] if car.chips]
        self.phase = "chips"
        if not self.force["asked"]:
            self.turn_cards()

    def answer_chip(self, spends):
        car = self.force["asked"].pop(0)
        self.tell("chip", car, spent=spends)
        if spends:
            car.chips -= 1
            self.force["chips"].append(car)
        if not self.force["asked"]:
            self.turn_cards()

    def turn_cards(self):
        force = self.force
        cards = [car.entry for car in force["resist"]]
        for car in force["resist"]:
            self.tell("turned", car, card=car.entry)
            car.entry = None
        if "block" not in cards:
            self.succeed()
            return
        self.roll(2 if cards == ["block", "block"] else 0)

    def chip(self, car):
        return -2 if car in self.force["chips"] else 0

    def roll(self, two_blocks):
        """8.5, 8.6"""
        car, resist = self.mover, self.force["resist"]
        dice = self.fate.roll()
        own = []
        for blocker in resist:
            faster = car.posted - blocker.posted
            own.append(sum(dice) + self.chip(car) + two_blocks + (1 if faster <= 0 else -1 if faster == 20 else -3))
        self.tell("rolled", car, dice=dice, modified=own)
        theirs = []
        for blocker in resist:
            dice = self.fate.roll()
            theirs.append(sum(dice) + self.chip(blocker))
            self.tell("rolled", blocker, dice=dice, modified=[theirs[-1]])
        held = [blocker for blocker, mine, other in zip(resist, own, theirs)
                if not (mine <= 2 or (mine < other and mine < 10))]
        if held:
            self.tell("held", car, by=[blocker.number for blocker in held])
        else:
            self.tell("passed", car)
        for blocker in self.force["blockers"]:
            if blocker.on_line:
                blocker.on_line = False
                self.tell("lost_line", blocker)
        self.suffer(max(own), theirs, not held)

    def suffer(self, worst, theirs, passed):
        """8.7, and what comes of the attempt."""
        car, spun = self.mover, []
        for each, modified in zip([car] + self.force["resist"], [worst] + theirs):
            if modified >= 10 and not (passed and each is not car):
                spun.append(each)
                self.spin(each, "force", self.chip(each))
            else:
                lost = each.lose(2 * min(3, max(0, modified - 6)))
                if lost:
                    self.tell("wear", each, halves=lost, why="force")
        if len(spun) == 2 and car in spun and all(each.status == "racing" for each in spun):
            self.set_aside(*spun)
        if passed:
            self.enter_row()
        elif car in spun:
            self.force = None
            self.next_mover()
        elif self.braked_speed() is None:
            self.spin(car, "brake", self.chip(car))
            self.force = None
            self.next_mover()
        else:
            self.force = None
            self.slow_down()

    def set_aside(self, passer, blocker):
        low = blocker if blocker.lane <= passer.lane else passer
        for car in (passer, blocker):
            lane = 1 if car is low else self.circuit.lanes
            if lane == car.lane:
                continue
            other = self.car_at(car.row, lane)
            if other:
                other.lane = car.lane
                other.on_line = False
            car.lane = lane
            for each in [car] + [other] * (other is not None):
                self.tell("set_aside", each, row=each.row, lane=each.lane)

    def succeed(self):
        self.tell("passed", self.mover)
        self.enter_row()

    def enter_row(self):
        lane, self.force, self.phase = self.force["lanes"][0], None, "move"
        self.beside.append((self.car_at(self.next_row(), lane), (self.mover.row, self.mover.lane)))
        self.step(lane)

    # 11: actions.

    def owing(self):
        """Numbers of the cars that owe an action, the first asked first."""
        if self.phase == "build":
            return [car.number for car in self.cars if car.entry is None]
        if self.phase == "post":
            return [car.number for car in self.racing() if not car.moved and car.entry is None]
        if self.phase == "cards":
            return [car.number for car in self.force["resist"] if car.entry is None]
        if self.phase == "chips":
            return [self.force["asked"][0].number]
        return [] if self.phase == "over" else [self.mover.number]

    def do(self, action, number=None, fate=None):
        """The events; refused, it must be thrown away."""
        self.events, self.fate = [], fate or Fate()
        owing = self.owing()
        if number is not None and self.phase not in ("build", "post", "cards"):
            raise Refused("a car stands in front of secret entries alone")
        number = owing[0] if owing and number is None else number
        if number not in owing:
            raise Refused("that car owes nothing")
        car = self.car(number)
        if self.phase == "move":
            self.carry_out(action)
        elif action not in [row["action"] for row in self.moves(car)]:
            raise Refused("not listed")
        else:
            self.enter(car, action)
        self.fate.done()
        return self.events

    def enter(self, car, action):
        if self.phase == "chips":
            return self.answer_chip(action == "chip")
        if self.phase == "spin":
            return self.answer_spin(action == "chip")
        words = action.split(" ")
        kind, follows = {"build": ("built", self.set_up), "post": ("posted", self.show),
                         "cards": ("laid", self.cards_laid)}[self.phase]
        car.entry = {"build": tuple(map(int, words[1:])), "speed": int(words[-1])
                     if words[0] == "speed" else 0}.get(words[0], action)
        self.tell(kind, car)
        if not self.owing():
            follows()

    def carry_out(self, action):
        if not re.fullmatch(r"(go( [1-9]\+?)+( |$))?(force [1-9] [1-9]|brake|stay)?", action) or not action \
                or action.endswith(" "):
            raise Refused("no action")
        mover, turn = self.mover, self.round
        for word in re.findall(r"[1-9]\+?(?= |$)|brake|stay|force [1-9] [1-9]", action):
            if self.phase != "move" or self.mover is not mover or self.round != turn or mover.moved:
                raise Refused("the move is over")
            if word in ("brake", "stay"):
                getattr(self, word)()
            elif word.startswith("force"):
                self.try_force((int(word[6]), int(word[8])))
            else:
                self.go(int(word[0]), word.endswith("+"))

    def moves(self, car=None):
        """11.4"""
        if self.phase == "build":
            return [dict(action="build " + numbers(build)) for build in builds(self.rules["points"])]
        if self.phase == "post":
            car = car or self.car(self.owing()[0])
            return [dict(action=f"speed {speed}", speed=speed) for speed in car.speeds()]
        if self.phase == "move":
            return self.move_rows()
        answers = {"cards": ["pass", "block"], "over": []}.get(self.phase, ["chip", "keep"])
        return [dict(action=answer) for answer in answers]

    def move_rows(self):
        rows, row = [], self.next_row()
        for lane in self.free():
            rows.append(self.go_row(row, lane, False))
            if Entry(self, self.mover, row, lane).may_take:
                rows.append(self.go_row(row, lane, True))
        for lanes in self.forces():
            blockers = self.blockers(lanes)
            resist = [car.number for car in blockers if self.may_resist(car)]
            rows.append(dict(action="force " + numbers(lanes), row=row, lane=lanes[0],
                             blockers=[car.number for car in blockers], resist=resist,
                             outcome="try" if resist else "pass"))
        if not self.free() and not self.only_bonus():
            speed = self.braked_speed()
            rows.append(dict(action="brake", speed=speed or 0, outcome="spin" if speed is None else "clear"))
        if self.only_bonus():
            rows.append(dict(action="stay", outcome="clear"))
        return rows

    def go_row(self, row, lane, plus):
        entry = Entry(self, self.mover, row, lane, plus)
        halves = entry.price + entry.line_halves
        lap = self.mover.lap + (row == 0)
        finish = self.points > 1 and row == self.circuit.rows - 1 and lap == self.rules["laps"]
        outcome = "spin" if entry.spins else "finish" if finish else "wear" if halves else "clear"
        return dict(action=f"go {lane}" + "+" * plus, row=row, lane=lane, limit=entry.limit, halves=halves,
                    outcome=outcome)

    def copy(self):
        twin = copy.copy(self)
        keep = {id(self.circuit): self.circuit, id(self.rules): self.rules}
        keep.update({id(corner): corner for corner in self.circuit.corners})
        twin.__dict__ = copy.deepcopy({**self.__dict__, "events": [], "fate": None}, keep)
        return twin

    def state(self):
        """12.2"""
        during = self.phase not in ("build", "post", "over")
        owing = self.owing()
        force = None
        if self.phase in ("cards", "chips"):
            force = dict(car=self.mover.number, row=self.next_row(), lanes=list(self.force["lanes"]))
            for key in ("blockers", "resist", "chips"):
                force[key] = [car.number for car in self.force[key]]
        return dict(round=self.round, phase=self.phase, to_move=owing[0] if owing else None,
                    over=self.phase == "over", order=self.order if during else None,
                    points=self.points if during else None, force=force,
                    cars=[car.state() for car in self.cars])
