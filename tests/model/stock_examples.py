"""The worked examples of stock cars (section 11 of the rules), and the golden games (tests/golden), each
played at the model's table and, when a program is named, at the referee's beside it:
stock_examples.py [PROGRAM]. What the examples expect are the rules' own words.
"""
import argparse
import sys
import tempfile
from pathlib import Path

from stock_table import Both, Mismatch

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
sys.path.append(str(GOLDEN))
from run import Transcript  # noqa: E402: it is found there

YARD = """\
name: Yard
race: N
turn: right
laps: 1
sandbags: 2

************bbb
************bbb
************bbb
***** *    ****
***** #    ****
****s p    ****
****S p    ****
***** p    ****
***** P    ****
FFFFF p    ****
1**** p    ****
2**34 p    ****
***** p    ****
***** #    ****
***************
***************
"""
TINY = """\
name: Tiny
race: E
laps: 1

****
*  *
*  *
12F*
"""
PROGRAM = None
FOLDER = None


def table(players, content=YARD, preset="stock-cars", **chosen):
    chosen = {"specials": "off", **chosen} if preset == "stock-cars" else chosen
    file = Path(FOLDER) / "example.map"
    file.write_text(content)
    return Both(content.encode(), preset, chosen, players, program=PROGRAM, map_file=file)


def expect(found, wanted):
    if found != wanted:
        raise Mismatch(f"found {found}, wanted {wanted}")


def turn(at_table, *orders):
    """The orders of cars 1, 2, ...; `-` of all others. The events of the last."""
    owing = at_table.model.race.owing()
    for order in list(orders) + ["-"] * (len(owing) - len(orders)):
        answer = at_table.ask("do " + order)
        expect(answer["ok"], True)
    return answer["events"]


def car(at_table, number, **wanted):
    found = at_table.ask("state")["state"]["cars"][number - 1]
    expect({key: found[key] for key in wanted}, wanted)


def refused(at_table, at, order, words=""):
    answer = at_table.ask("try " + order)
    expect((answer["ok"], answer.get("at")), (False, at))
    expect(words in answer["error"], True)
    expect(at_table.ask("do " + order)["ok"], False)


def costs(at_table, order, cards):
    answer = at_table.ask("try " + order)
    expect((answer["ok"], answer.get("wild_cards")), (True, cards))
    return answer


def path_of(events, number):
    return [event["path"] for event in events if event["type"] == "drove" and event["car"] == number][0]


def tile(at_table, x, y):
    tiles = {(row[0], row[1]): row[2] for row in at_table.ask("state")["state"]["tiles"]}
    return tiles.get((x, y))


def example_1():
    at_table = table(2)
    expect(at_table.model.map.line, {(0, 6), (1, 6), (2, 6), (3, 6), (4, 6), (6, 6)})
    turn(at_table, "A(A+1)MM", "A(A+1)MM")
    car(at_table, 1, x=0, y=7, heading="N", speed=2, wild_cards=7, lap=1)
    car(at_table, 2, x=0, y=6, heading="N", speed=2, wild_cards=7, lap=1)
    return at_table


def example_1_offers():
    at_table = example_1()
    at_table.ask("do A(A+1)(4M)")
    rows = [(0, "B(B+1)", 1), (1, "B", 0), (2, "", 0), (3, "S", 0), (4, "SA", 0), (5, "SA(A+1)", 1)]
    expect(at_table.ask("moves"), dict(ok=True, orders=dict(slipstream=True, speeds=[
        dict(speed=speed, changes=changes, wild_cards=cards) for speed, changes, cards in rows])))
    for order, at in (("SAA(5M)", 3), ("SSMMMM", 2), ("S(A+1)(4M)", 2), ("MMMS", 4), ("(0M)", 2),
                      ("(2M", 4), ("A(2M)(M)", 7)):
        refused(at_table, at, order)


def at_the_bend():
    at_table = example_1()
    turn(at_table, "A(A+1)(4M)", "B(B+1)")
    car(at_table, 1, x=0, y=11, heading="N", speed=4, wild_cards=6)
    return at_table


def example_2_refusals():
    at_table = at_the_bend()
    costs(at_table, "RLMM", 0)
    costs(at_table, "RRL(L+1)", 1)
    costs(at_table, "R(R+1)LL", 1)
    for order, at in (("RRLL", 2), ("R(R+1)L(L+1)", 8), ("(R+1)MMM", 1), ("RLRLR", 5), ("AA(6M)", 2),
                      ("A(5M)AA", 7)):
        refused(at_table, at, order)
    refused(at_table, 5, "(3M)", "4 moves needed, 3 given")
    refused(at_table, 6, "A(4M)B", "5 moves needed, 4 given")
    refused(at_table, 2, "A(6M)B", "5 moves needed, 6 given")
    refused(at_table, 1, "-", "4 moves needed, 0 given")


def example_2():
    at_table = at_the_bend()
    events = turn(at_table, "A(2M)RM(R+1)")
    expect(path_of(events, 1), [[0, 12, "N"], [0, 13, "N"], [1, 14, "NE"], [2, 15, "NE"], [3, 15, "E"]])
    car(at_table, 1, x=3, y=15, heading="E", speed=5, wild_cards=5)
    return at_table


def example_3():
    at_table = example_2()
    turn(at_table, "A(6M)")
    events = turn(at_table, "B(5M)")
    expect(path_of(events, 1), [[10, 15, "E"], [11, 15, "E"], [12, 15, "E"], [13, 15, "E"],
                                [14, 14, "SE"]])
    expect([(event["at"], event["heading"]) for event in events if event["type"] == "banked"],
           [([13, 15], "SE")])
    car(at_table, 1, x=14, y=14, heading="SE", speed=5, max_speed=12)
    return at_table


def example_3_next_turn():
    at_table = example_3()
    events = turn(at_table, "BR(3M)")
    expect(path_of(events, 1), [[14, 13, "S"], [13, 12, "SW"], [12, 11, "SW"], [11, 10, "SW"]])


def example_4(order, tiles, **wanted):
    at_table = example_3()
    expect(at_table.ask("try " + order)["off_track"], tiles)
    events = turn(at_table, order)
    expect([event["tiles"] for event in events if event["type"] == "left_track"], [tiles])
    expect([event for event in events if event["type"] == "end_speed"], [])
    car(at_table, 1, **wanted)


def example_5():
    at_table = table(4)
    turn(at_table, "-", "-", "-", "A(A+1)MM")
    car(at_table, 4, x=4, y=6, speed=2)
    events = turn(at_table, "-", "-", "-", "A(A+1)(4M)")
    expect([(event["at"], event["tile"], event["speed"]) for event in events if event["type"] == "sand"],
           [([4, 9], "s", 3), ([4, 10], "*", 2)])
    car(at_table, 4, x=4, y=10, speed=2)
    expect((tile(at_table, 4, 9), tile(at_table, 4, 10)), ("s", "*"))


def example_6():
    at_table = table(4, max_speed=6)
    for order in ("AM(A+1)", "A(A+1)MLRM", "A(A+1)(5M)R"):
        turn(at_table, "-", "-", "-", order)
    car(at_table, 4, x=4, y=15, heading="NE", speed=6, max_speed=6)
    for order in ("-", "-", "-"):
        at_table.ask("do " + order)
    refused(at_table, 1, "A(7M)")
    at_table.ask("do R(5M)A")
    car(at_table, 4, x=10, y=15, heading="E", speed=6)


def example_7():
    at_table = table(2)
    events = turn(at_table, "-", "AM")
    expect(events[-1], dict(type="crashed", car=1, cars=[1, 2], at=[0, 5], oil=True))
    for number in (1, 2):
        car(at_table, number, x=0, y=5, speed=0, max_speed=11)
    expect(tile(at_table, 0, 5), "o")


def in_the_pits():
    at_table = table(1, specials="on")
    turn(at_table, "special performance")
    car(at_table, 1, wild_cards=16, special="performance")
    crossings = []
    for order in ("AR", "R", "R", "R", "M", "M", "L", "L", "L"):
        turn(at_table, order)
        crossings.append(at_table.ask("state")["state"]["cars"][0]["crossings"])
    expect(crossings[:3], [1, 1, 0])
    car(at_table, 1, x=6, y=2, pit="clear")
    turn(at_table, "A(A+1)L(2M)")
    car(at_table, 1, speed=3, wild_cards=15)
    return at_table


def repaired():
    at_table = in_the_pits()
    turn(at_table, "A(A+1)(5M)")
    car(at_table, 1, x=6, y=10, crossings=1, max_speed=17, wild_cards=16, pit="served")
    return at_table


def example_8_too_fast():
    at_table = repaired()
    events = turn(at_table, "A(A+1)(3M)RM(R+1)M")
    expect([event for event in events if event["type"] == "pit_broken"],
           [dict(type="pit_broken", car=1, move=1, speed=7, lost=dict(max_speed=5, wild_cards=2))])
    car(at_table, 1, max_speed=12, wild_cards=12)


def example_8_in_time():
    at_table = repaired()
    turn(at_table, "A(3M)RM(R+1)(A+1)")
    car(at_table, 1, max_speed=17, wild_cards=14, speed=7, pit=None)


def example_8_slowly():
    at_table = in_the_pits()
    events = turn(at_table, "(3M)")
    expect([event for event in events if event["type"] == "repaired"],
           [dict(type="repaired", car=1, move=3, speed=3, max_speed=19, wild_cards=4)])


def example_9_turbo():
    at_table = table(1, specials="on")
    turn(at_table, "special turbo")
    costs(at_table, "AAMM", 0)
    turn(at_table, "AAMM")
    turn(at_table, "AA(4M)")
    car(at_table, 1, speed=4, wild_cards=8)
    refused(at_table, 2, "BB(2M)AA")
    costs(at_table, "BB(2M)A(A+1)", 1)
    costs(at_table, "B(B+1)(2M)AA", 1)


def example_9_swaybars():
    at_table = table(1, specials="on")
    turn(at_table, "special swaybars")
    turn(at_table, "A(A+1)MM")
    costs(at_table, "RR", 0)
    refused(at_table, 2, "R(R+1)")


def example_10():
    at_table = table(2, orders="open")
    at_table.ask("do AM")
    events = at_table.ask("do A(A+1)MM")["events"]
    expect(events[-1], dict(type="crashed", car=1, cars=[1, 2], at=[0, 6], oil=True))
    car(at_table, 1, speed=0)
    car(at_table, 2, speed=1, crossings=1)
    expect(tile(at_table, 0, 6), "o")
    at_table.ask("do -")
    events = at_table.ask("do B")["events"]
    expect(events[-1]["oil"], False)
    for number in (1, 2):
        car(at_table, number, max_speed=10, x=0, y=6)
    at_table.ask("do -")
    at_table.ask("do AM")
    car(at_table, 2, crossings=1, x=0, y=7)  # the slick is still of the line: no second crossing


def example_11():
    """The ring of 8 bends: car 2 begins two turns later, so that car 1 is one tile ahead."""
    at_table = table(2, TINY, wild_cards=20, crash="off")
    turn(at_table, "AM", "-")
    turn(at_table, "M", "-")
    turn(at_table, "L", "AM")
    for _ in range(6):
        turn(at_table, "L", "L")
    car(at_table, 1, x=1, y=0, heading="SE", speed=1)
    car(at_table, 2, x=0, y=1, heading="S", speed=1)
    events = turn(at_table, "ALM", "A(A+1)L(L+1)M")
    expect([(event["car"], event["move"], event["of"]) for event in events
            if event["type"] == "finished"], [(1, 1, 2), (2, 2, 3)])
    expect([(event["car"], event["place"]) for event in events if event["type"] == "placed"],
           [(1, 1), (2, 2)])
    expect(events[-1], dict(type="over", car=None))


EXAMPLES = (
    example_1, example_1_offers, example_2_refusals, example_2, example_3, example_3_next_turn,
    lambda: example_4("R(4M)A", 1, x=11, y=10, heading="SW", speed=2, max_speed=10),
    lambda: example_4("BMR(R+1)M", 2, x=14, y=14, heading="SE", speed=0, max_speed=8),
    lambda: example_4("(5M)A", 3, speed=0, max_speed=6),
    example_5, example_6, example_7, example_8_too_fast, example_8_in_time, example_8_slowly,
    example_9_turbo, example_9_swaybars, example_10, example_11)


def golden_game(arguments, told):
    parser = argparse.ArgumentParser()
    for option in ("--game", "--track", "--seed", "--rules"):
        parser.add_argument(option)
    parser.add_argument("--players", type=int)
    parser.add_argument("--set", action="append", default=[])
    options = parser.parse_args(arguments)
    chosen = dict(pair.split("=") for pair in options.set)
    chosen = {field: int(value) if value.isdigit() else value for field, value in chosen.items()}
    at_table = Both(Path(options.track).read_bytes(), options.rules or "stock-cars", chosen, options.players,
                    program=PROGRAM, map_file=options.track)
    for command in told:
        at_table.ask(command)
    at_table.close()


def golden_games():
    """What the transcripts say is checked by tests/golden/run.py; here the model must say it, too."""
    for path in sorted(GOLDEN.glob("stock_*.txt")):
        for run in Transcript("", path).read(""):
            if run.arguments[0] == "referee":
                yield f"{path.name}:{run.where}", lambda run=run: golden_game(run.arguments[1:], run.told)


def play_all():
    passed = failed = 0
    for name, example in [(example.__name__, example) for example in EXAMPLES] + list(golden_games()):
        try:
            example()
            passed += 1
        except Mismatch as mismatch:
            failed += 1
            print(f"{name}: {mismatch}")
    return passed, failed


def main():
    global PROGRAM, FOLDER
    PROGRAM = sys.argv[1] if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as FOLDER:
        passed, failed = play_all()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
