"""Orders of stock cars that are none, each with the column that section 3.5 of the rules gives it, written
down by hand: stock_refusals.py [PROGRAM] asks the model and, when it is named, the program. Some that look
wrong and are not stand between them, with what they are in capitals without blanks.
"""
import sys
import tempfile
from pathlib import Path

import stock_examples
from stock_examples import expect, table, turn
from stock_table import Mismatch

# Car 1 stands; 8 cards.
AT_REST = [
    # Letters that do not fit: their own column.
    ("x", 1), ("Ax", 2), ("A M x", 5), ("A,M", 2), ("AM.", 3), ("AM;", 3), ("A+1M", 2), ("AM)", 3),
    ("A)M", 2), ("A1M", 2), ("1M", 1), ("am!", 3), ("A\\M", 2), ("A'M", 2), ("A\tM", 2), ("A M\t M", 4),
    ("Zoë", 1), ("Aé", 2), ("A M  é", 6), ("A\u00a0M", 2), ("\u2212", 1), ("\u0410M", 1), ("AM\ufeff", 3),
    # A `-` that is not the whole order.
    ("--", 1), ("-A", 1), ("A-", 2), ("AM-", 3), ("- M", 1), ("A - M", 3),
    # Groups: the first character that does not fit, or behind the last that is there.
    ("(", 2), ("A(", 3), ("A(A", 4), ("A(A+", 5), ("A(A+1", 6), ("A ( A", 6), ("(1", 3), ("(12", 4), ("(12M", 5),
    ("()", 2), ("(M)", 2), ("(S)", 2), ("(S+1)", 2), ("(M+1)", 2), ("(A)", 3), ("(A+)", 4), ("(A+2)", 4),
    ("(A+11)", 5), ("(A-1)", 3), ("(0M)", 2), ("(01M)", 2), ("(100M)", 4), ("(1L)", 3), ("(1+M)", 3),
    ("((1M))", 2), ("(-1M)", 2), ("A(A+1)(M)", 8), ("A(2R)", 4), ("(1 0 0M)", 6), ("(R+1", 5), ("(retire)", 3),
    # Words.
    ("retir", 2), ("retires", 2), ("xretire", 1), ("A retire", 4), ("do A", 1), ("special", 1),
    ("special turbo", 1), ("SPECIAL none", 1), ("s p e c i a l", 1), ("specially", 1), ("specia", 1),
    # Changes that leave 0..maximum.
    ("B", 1), ("AB B", 4), ("BA", 1),
    # S: nobody is ahead.
    ("S", 1), ("AS", 2), ("A S M", 3), ("AMS", 3),
    # A third one; marks on a first.
    ("AA(A+1)", 3), ("ABAA", 4), ("(A+1)M", 1), ("A(B+1)", 2), ("AM(A+1)(A+1)", 8), ("AB(B+1)", 3),
    # Moves: how many.
    ("A", 2, "1 moves needed, 0 given"), ("M", 1, "0 moves needed, 1 given"),
    ("(99M)", 1, "0 moves needed, 99 given"), ("A  MM", 5, "1 moves needed, 2 given"),
    ("A(2M)", 2, "1 moves needed, 2 given"), ("AB M", 4, "0 moves needed, 1 given"),
    ("A(A+1)M", 8, "2 moves needed, 1 given"), ("A(A+1) M B", 9, "2 moves needed, 1 given"),
    ("A ( A + 1 )", 12, "2 moves needed, 0 given"), ("A(A+1)(1M )B", 12, "2 moves needed, 1 given"),
    # Moves where none may be, before anything of the whole order.
    ("AMAM", 4), ("AMBL", 4), ("A M A (3M)", 7), ("AMA(3M", 7), ("AMA(3L)", 6),
    # Changes with too few marks and too many come before steers, and both before the number of moves.
    ("AAMM", 2), ("AAMMM", 2), ("AAM", 2), ("A MA M", 6), ("AMA", 3),
    ("-", None, "-"), (" - ", None, "-"), ("AB", None, "AB"), ("am", None, "AM"), ("a(1m)", None, "A(1M)"),
    ("A ( A + 1 ) ( 2 m )", None, "A(A+1)(2M)"), ("A(A+1)L(1M)", None, "A(A+1)L(1M)"),
    ("RETIRE", None, "RETIRE"), ("Re Ti Re", None, "RETIRE"), ("AM(A+1)", None, "AM(A+1)"),
    ("AMBA", 4), ("AMB(A+1)", None, "AMB(A+1)"), ("AMAB", 3), ("AM(A+1)B", None, "AM(A+1)B"),
    ("AM(A+1)B(B+1)", None, "AM(A+1)B(B+1)"), ("AM(A+1)BB", 9), ("AM(A+1)BBB", 10),
]
# Car 1 at speed 4, 6 cards, the car of example 2.
AT_SPEED = [
    ("RRLL", 2), ("R(R+1)L(L+1)", 8), ("(R+1)MMM", 1), ("RLRLR", 5), ("AA(6M)", 2), ("A(5M)AA", 7),
    ("(3M)", 5, "4 moves needed, 3 given"), ("A(4M)B", 6, "5 moves needed, 4 given"),
    ("A(6M)B", 2, "5 moves needed, 6 given"), ("-", 1, "4 moves needed, 0 given"),
    ("(2M)(2M)(2M)M", 9, "4 moves needed, 7 given"), ("MMMM(3M)", 5, "4 moves needed, 7 given"),
    ("B(B+1)(B+1)MM", 7), ("B(B+1)MM", None, "B(B+1)MM"), ("BBMM", 2),
    # Too many marks among changes: the last marked one, which there is only for a second without a price.
    # Of steers: the last marked; too few: the first second.
    ("R(R+1)(L+1)L", 7), ("RL(R+1)(L+1)", 8), ("RLRL", 3), ("RL(R+1)L", None, "RL(R+1)L"),
    ("RLR(L+1)", None, "RLR(L+1)"), ("LL(R+1)R", 3), ("MRMR", 4), ("MR(R+1)R", 8),
    # Changes before steers.
    ("AARR(4M)", 2), ("A(A+1)RR(4M)", 8), ("RRMMAA", 6), ("RRMMA(A+1)", 2), ("RR(2M)AA", 8),
    # Steers before moves.
    ("RR", 2), ("R(R+1)", 7, "4 moves needed, 2 given"), ("M M M M A ( A", 14), ("(4 M", 5), ("(4M) S", 6),
    ("(4M)B(B+1)A(A+1)", None, "(4M)B(B+1)A(A+1)"), ("B(3M)B(B+1)", 7), ("B(3M)(B+1)", None, "B(3M)(B+1)"),
    ("B(3M)(B+1)B", 11), ("MRML(A+1)", 5), ("rlmm", None, "RLMM"),
]
# No card is left: car 1 at speed 2.
WITHOUT_CARDS = [
    ("A(A+1)(4M)", 2), ("B(B+1)", 2), ("R(R+1)", 2), ("MM", None, "MM"), ("A(3M)(A+1)", 6), ("MMB(B+1)", 4),
    ("AA(4M)", 2), ("RR", 2), ("A(A+1)(9M)", 2), ("A(A+1)R(R+1)", 2), ("RL", None, "RL"),
]
# One card: the first mark too many.
WITH_ONE_CARD = [
    ("A(A+1)R(R+1)MM", 8), ("R(R+1)B(B+1)", 8), ("R(R+1)", None, "R(R+1)"), ("A(A+1)(2M)B(B+1)", 12),
    ("BRB(B+1)", 4), ("BR(B+1)(B+1)", 8), ("B(M", 3),
]
MOST = 1000


def check(at_table, order, at, words=""):
    """`at` None: it is an order, and `words` is how it is told."""
    answer = at_table.ask("try " + order)
    expect((order, answer["ok"], answer.get("at")), (order, at is None, at))
    if at is not None:
        expect((order, words in answer["error"]), (order, True))
        expect(at_table.ask("do " + order)["ok"], False)
        return
    drove = [event for event in at_table.ask("do " + order)["events"] if "order" in event]
    expect([event["order"] for event in drove], [] if words == "RETIRE" else [words])
    at_table.ask("undo")


def at_rest():
    return table(1)


def at_speed():
    at_table = table(1)
    turn(at_table, "A(A+1)MM")
    turn(at_table, "A(A+1)(4M)")
    return at_table


def without_cards(cards=1):
    at_table = table(1, wild_cards=cards)
    turn(at_table, "A(A+1)MM")
    return at_table


def with_one_card():
    return without_cards(2)


def of_each_kind(begin, orders):
    at_table = begin()
    for order in orders:
        check(at_table, *order)


def when_specials_are_chosen():
    at_table = table(2, specials="on")
    for action in ("A", "-", "retire", "special", "special nitro", "special turbo turbo", "specials none", "(((",
                   "x" * 1001, "turbo"):
        expect((action, at_table.ask("do " + action).get("at")), (action, 1))
        expect((action, at_table.ask("try " + action).get("at")), (action, 1))
    expect(at_table.ask("try special turbo")["at"], 1)
    expect(at_table.ask("do 3: special turbo")["at"], 1)
    at_table.ask("do 2: special turbo")
    expect(at_table.ask("do 2: special none")["at"], 1)
    expect(at_table.ask("do   SPECIAL    Turbo  ")["ok"], True)


def when_it_is_over():
    at_table = table(1)
    at_table.ask("do retire")
    for action in ("-", "AM", "A(", "retire", "special none", "x" * 1001):
        expect((action, at_table.ask("do " + action).get("at")), (action, 1))
        expect((action, at_table.ask("do 1: " + action).get("at")), (action, 1))
        expect((action, at_table.ask("try " + action).get("at")), (action, 1))


def of_cars_that_owe_nothing():
    for orders in ("secret", "open"):
        at_table = table(2, orders=orders)
        at_table.ask("do AM")
        for number in (1, 3, 0, 99):
            expect(at_table.ask(f"do {number}: AM").get("at"), 1)
            expect(at_table.ask(f"try {number}:AM(((").get("at"), 1)
        expect(at_table.ask("try 2: AxM")["at"], 2)
        expect(at_table.ask("try 2:    AxM")["at"], 2)
        expect(at_table.ask("do 2:")["at"], 1)
        expect(at_table.ask("try 2:  ")["at"], 1)


def of_every_length():
    at_table = table(1, wild_cards=99)
    spread = "A" + " " * (MOST - 2) + "M"
    check(at_table, spread, None, "AM")
    check(at_table, "  " + spread + "   ", None, "AM")
    check(at_table, "A" + " " * (MOST - 1) + "M", MOST + 1)
    check(at_table, "M" * MOST, 1, f"0 moves needed, {MOST} given")
    check(at_table, "A" + "M" * (MOST - 1), 3, f"1 moves needed, {MOST - 1} given")
    check(at_table, "M" * (MOST + 1), MOST + 1)
    check(at_table, "x" * (MOST + 1), MOST + 1)
    check(at_table, "é" * 501, MOST + 1)
    check(at_table, "AM" * 2000, MOST + 1)
    check(at_table, "(99M)" * 200, 1, "0 moves needed, 19800 given")
    check(at_table, "(" * MOST, 2)
    if at_table.referee:  # more than a line of the referee's may have
        for line in ("do " + "M" * 100000, "try " + "é" * 50000, "do " + " " * 100000 + "AM"):
            expect(at_table.referee.ask(line)["ok"], False)
        expect(at_table.ask("state")["ok"], True)


def in_any_bytes():
    """What is no text at all is refused and harms nothing."""
    at_table = table(1)
    for line in (b"do \xff\xfe", b"try A\x80M", b"do A\x01M", b"do \x00", b"do A\x00M", b"try \xc3"):
        if at_table.referee:
            expect((line, at_table.referee.ask(line)["ok"]), (line, False))
    check(at_table, "AM", None, "AM")


CHECKS = [(begin.__name__ + " " + order[0][:20], lambda begin=begin, order=order: of_each_kind(begin, [order]))
          for begin, orders in ((at_rest, AT_REST), (at_speed, AT_SPEED), (without_cards, WITHOUT_CARDS),
                                (with_one_card, WITH_ONE_CARD)) for order in orders]
CHECKS += [(check.__name__, check) for check in (
    when_specials_are_chosen, when_it_is_over, of_cars_that_owe_nothing, of_every_length, in_any_bytes)]


def main():
    stock_examples.PROGRAM = sys.argv[1] if len(sys.argv) > 1 else None
    passed = failed = 0
    with tempfile.TemporaryDirectory() as stock_examples.FOLDER:
        for name, case in CHECKS:
            try:
                case()
                passed += 1
            except Mismatch as mismatch:
                failed += 1
                print(f"{name}: {mismatch}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
