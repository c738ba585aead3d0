"""The worked examples of circuits (section 14 of the rules), played by the model (circuit_model.py). What
the examples expect are the rules' own words.
"""
import sys

from circuit_model import FORCE_PASS, Circuit, Corner, Entry, Fate, Race, Refused
from stock_table import Mismatch

X = Circuit(30, 2, [Corner(10, 13, [80, 100], [2, 1, 1, 2])])


class Table:
    """A race on X in turn 5 (14): cars as (row, lane, last speed, posted)."""

    def __init__(self, *cars, turn=5, circuit=X, **chosen):
        rules = dict(FORCE_PASS, **{"build": "standard", "slipstream": "off", **chosen})
        self.race = Race(circuit, rules, len(cars), list(range(1, len(cars) + 1)))
        self.race.round, self.events = turn, []
        for car, (row, lane, speed, posted) in zip(self.race.cars, cars):
            car.row, car.lane, car.speed, car.lap, car.halves, car.entry = row, lane, speed, 1, 40, posted

    def car(self, number):
        return self.race.car(number)

    def begin(self, bonus=0, mover=1):
        """All are shown; those before `mover` in the order have moved; `bonus`: a car that has it."""
        for car in self.race.cars:
            car.posted, car.entry, car.bonus = car.entry, None, car.number == bonus
            car.moved = car.number != mover
        self.race.order = [mover]
        self.race.next_mover()
        return self

    def do(self, action, dice=()):
        self.events = self.race.do(action, None, Fate([dict(dice=list(roll)) for roll in dice]))
        return self.events

    def refuse(self, action):
        kept = self.race.copy()
        try:
            self.race.do(action)
        except Refused:
            self.race = kept
            return
        raise Mismatch(f"{action} is not refused")

    def of(self, kind, *fields):
        return [tuple(event[field] for field in ("car",) + fields) for event in self.events if event["type"] == kind]

    def at(self, number, row, lane):
        expect((number, self.car(number).row, self.car(number).lane), (number, row, lane))

    def listed(self, action):
        return next((row for row in self.race.moves() if row["action"] == action), None)


def expect(found, wanted):
    if found != wanted:
        raise Mismatch(f"found {found}, wanted {wanted}")


def alone(row, lane, posted, bonus=0):
    return Table((row, lane, posted, posted), (25, 1, 100, 100)).begin(bonus=bonus)


def example_1():
    table = Table((0, 1, 140, 140), (8, 1, 140, 140), (8, 2, 100, 100)).begin(bonus=1)
    table.do("go 1 1 1 1 1 1 1")
    expect(table.race.points, 1)
    table.refuse("brake")
    table.do("force 1 2")
    for word in ("block", "block", "chip", "chip"):
        table.do(word)
    table.do("keep", [(2, 4), (4, 5), (1, 4)])
    expect(table.of("rolled", "modified"), [(1, [7, 3]), (2, [7]), (3, [5])])
    expect(table.of("held", "by"), [(1, [2])])
    expect(table.of("wear", "halves", "why"), [(1, 2, "force"), (2, 2, "force")])
    expect(table.of("braked", "speed"), [(1, 120)])
    table.at(1, 7, 1)


def example_2():
    for steps, posted, halves in (("2 2 1 1 2", 100, []), ("2 2 2 2 2", 100, []), ("2 2 1 1 2 2", 120, [(1, 2)])):
        table = alone(8, 2, posted)
        table.do("go " + steps)
        expect(table.of("wear", "halves"), halves)
    table = alone(8, 2, 100)
    table.do("go 2")
    expect(table.listed("go 2")["limit"], 120)
    table.do("go 2")
    expect((table.listed("go 1")["limit"], table.listed("go 2")["limit"]), (100, 100))


def example_3():
    for steps in ("1 1 1 1 1 1", "1 1 2 2 2 2"):
        table = alone(8, 1, 120)
        table.do("go " + steps)
        expect(table.of("wear", "halves"), [(1, 4)])


def example_4():
    table = alone(9, 1, 100)
    table.refuse("go 2 1+ 1 1 1")
    table.do("go 1 1+ 1 2 2")
    expect(table.of("wear", "halves", "why"), [(1, 2, "corner"), (1, 1, "line")])
    expect(table.car(1).halves, 37)


def example_5():
    table = alone(8, 1, 140)
    table.refuse("go 1 1 1")
    table.do("go 1 1")
    expect(table.race.phase, "spin")
    table.do("keep", [(4, 4)])
    expect(table.of("spin", "total", "result"), [(1, 8, "wear")])
    expect(table.of("wear", "halves", "why"), [(1, 4, "spin")])
    for word, total, result, halves in (("keep", 11, "miss", 6), ("chip", 9, "wear", 4)):
        table = alone(8, 1, 160)
        table.do("go 1 1")
        table.do(word, [(5, 5)])
        expect(table.of("spin", "total", "result"), [(1, total, result)])
        expect(table.of("wear", "halves"), [(1, halves)])


def example_6():
    table = alone(8, 1, 120)
    table.car(1).halves = 3
    table.do("go 1 1")
    expect(table.of("wear", "halves"), [])
    table.do("keep", [(4, 4)])
    expect((table.of("wear", "halves"), table.car(1).halves), ([(1, 3)], 0))


def example_7():
    table = Table((0, 1, 0, 60), (1, 1, 0, 40), (1, 2, 0, 40), turn=1).begin()
    table.do("force 2 1")
    expect([event["type"] for event in table.events], ["forced", "passed", "moved"])
    expect(table.events[0]["resist"], [])


def last_point(bonus):
    table = Table((0, 1, 100, 100), (5, 1, 100, 100), (5, 2, 100, 100)).begin(bonus=bonus)
    table.do("go 1 1 1 1")
    table.do("force 2 1")
    for word in ("pass", "pass", "keep", "keep", "keep"):
        table.do(word)
    return table


def example_8():
    table = last_point(0)
    table.at(1, 5, 2)
    table.at(3, 4, 1)
    expect(table.of("put_back", "row", "lane"), [(3, 4, 1)])
    table = last_point(1)
    table.do("go 1")
    table.at(3, 5, 2)
    table = last_point(1)
    table.do("stay")
    table.at(3, 4, 1)


def example_9():
    table = Table((0, 1, 40, 40), (1, 1, 20, 20), (1, 2, 20, 20), (2, 1, 20, 20), (2, 2, 20, 20), turn=2).begin()
    table.do("force 1 2")
    table.do("force 1 2")
    expect(table.of("put_back", "row", "lane"), [(4, 1, 1), (2, 0, 1)])


def example_10():
    table = Table((0, 1, 140, 120), (5, 1, 20, 20), (5, 2, 20, 20)).begin()
    table.car(1).build = (1, 1, 0, 1, 1)
    table.do("go 1 1 1 1")
    expect(table.listed("brake"), dict(action="brake", speed=0, outcome="spin"))
    table = Table((0, 1, 140, 160), (6, 1, 20, 20), (6, 2, 20, 20)).begin()
    table.do("go 1 1 1 1 1")
    expect(table.listed("brake"), dict(action="brake", speed=100, outcome="clear"))


def both_spin(lane, wall=False):
    cars = [(0, lane, 120, 120), (1, 1, 100, 100), (1, 2, 100, 100)] + [(0, 2, 20, 20)] * wall
    table = Table(*cars, blue_chips=0).begin()
    table.do("force 1 2")
    table.do("block")
    table.do("block", [(5, 5), (6, 5), (2, 2), (1, 2), (1, 2)])
    expect(table.of("rolled", "modified"), [(1, [11, 11]), (2, [11]), (3, [4])])
    expect(table.of("spin", "why"), [(1, "force"), (2, "force")])
    return table


def example_11():
    table = both_spin(2)
    table.at(1, 0, 2)
    table.at(2, 1, 1)
    table = both_spin(1, wall=True)
    table.at(1, 0, 2)
    table.at(2, 1, 1)
    table.at(4, 0, 1)
    expect(table.of("set_aside", "row", "lane"), [(1, 0, 2), (4, 0, 1)])


def example_12():
    table = Table((0, 1, 120, 120), (1, 1, 120, 120), (1, 2, 20, 20), blue_chips=0).begin()
    table.do("force 1 2")
    table.do("block", [(3, 4), (5, 6)])
    expect(table.of("wear", "halves"), [(1, 4), (2, 6)])
    expect((table.of("passed"), table.of("spin")), ([(1,)], []))


def example_13():
    table = Table((0, 1, 160, 160), (1, 1, 80, 80), (1, 2, 140, 140), blue_chips=0).begin()
    table.do("force 1 2")
    expect(table.of("forced", "blockers", "resist"), [(1, [2, 3], [3])])
    table.do("block", [(2, 2), (3, 3)])
    expect(table.of("rolled", "modified"), [(1, [3]), (3, [6])])


def example_14():
    table = Table((27, 1, 100, 100), (20, 1, 20, 20), (10, 2, 20, 20), laps=1).begin(bonus=1)
    table.car(2).beyond = 3
    table.car(2).leave("finished")
    table.do("go 1 1")
    expect(table.of("finished", "beyond"), [(1, 3)])
    expect(table.of("placed", "place")[:2], [(1, 1), (2, 1)])


def example_15():
    def blocked():
        table = Table((0, 1, 100, 100), (6, 1, 120, 120), (6, 2, 120, 120), blue_chips=0).begin(bonus=1)
        table.do("go 1 1 1 1 1")
        return table
    table = blocked()
    table.refuse("brake")
    table.do("stay")
    expect(table.car(1).speed, 100)
    table = blocked()
    table.do("force 1 2")
    table.do("block")
    table.do("block", [(1, 1), (1, 1), (1, 1)])
    expect(table.of("braked", "speed"), [(1, 80)])


def entries_leave_the_line_out_without_lines():
    table = Table((9, 1, 100, 100), (25, 1, 100, 100), lines="off").begin()
    expect(Entry(table.race, table.car(1), 10, 2).limit, 100)


CHECKS = [check for name, check in list(globals().items()) if name.startswith(("example_", "entries_"))]


def main():
    passed = failed = 0
    for check in CHECKS:
        try:
            check()
            passed += 1
        except Exception as wrong:
            failed += 1
            print(f"{check.__name__}: {type(wrong).__name__}: {wrong}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
