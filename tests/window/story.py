"""A whole two-player race on straight.svg, worked out by hand from the rules (racing-car).

FIRST and SECOND are whoever the seed lets begin. The first car uses a nitro, spins on the slick, is
struck while it stands and runs into the wall; the second waits, strikes it, and wins.
"""
FIRST, SECOND = "first", "second"

# (car, start point or None, move): what is clicked, in order; missed turns follow by themselves.
STORY = [
    (FIRST, "4,4", "5,4"), (SECOND, "4,8", "5,8"),
    (FIRST, None, "8,4"),    # velocity 1,0 to 3,0: one nitro
    (SECOND, None, "7,8"),
    (FIRST, None, "11,4"), (SECOND, None, "10,8"),
    (FIRST, None, "14,4"),   # on the slick: stands, misses 2
    (SECOND, None, "12,7"), (SECOND, None, "13,6"),
    (SECOND, None, "13,6"),  # a move of zero length
    (FIRST, None, "13,5"),
    (SECOND, None, "13,5"),  # strikes the first car: misses 3, the first 2
    (FIRST, None, "14,6"), (FIRST, None, "16,8"), (SECOND, None, "14,6"),
    (FIRST, None, "19,11"), (SECOND, None, "16,7"),
    (FIRST, None, "22,14"),  # into the wall at 21,13, where it goes on
    (SECOND, None, "19,9"), (FIRST, None, "22,12"), (SECOND, None, "23,10"),
    (FIRST, None, "24,11"), (SECOND, None, "28,10"), (FIRST, None, "27,11"),
    (SECOND, None, "34,10"),  # on the finish line: not across it yet
    (FIRST, None, "31,11"), (SECOND, None, "40,10"),
]

NITRO, SLICK, COLLISION, CRASH = 2, 6, 11, 17  # indices into STORY

# Where cars stand still after a move, whatever it was meant to be.
STOPS = {
    SLICK: {FIRST: (14, 4)},
    COLLISION: {FIRST: (13, 5), SECOND: (13, 5)},
    CRASH: {FIRST: (21, 13)},
}

# What the rules make of the first car in between.
MILESTONES = {
    NITRO: {"x": 8, "y": 4, "vx": 3, "vy": 0, "nitros": 2},
    SLICK: {"x": 14, "y": 4, "vx": 0, "vy": 0, "missed_turns": 2},
    COLLISION: {"x": 13, "y": 5, "vx": 0, "vy": 0, "missed_turns": 0},  # both are missed at once
    CRASH: {"x": 21, "y": 13, "vx": 0, "vy": 0, "missed_turns": 0, "status": "racing"},
}

# Where it ends, per car: position, velocity, nitros left, missed turns, place, status.
ENDING = {
    FIRST: {"x": 31, "y": 11, "vx": 4, "vy": 0, "nitros": 2, "missed_turns": 0, "place": 2,
            "status": "racing"},
    SECOND: {"x": 40, "y": 10, "vx": 6, "vy": 0, "nitros": 3, "missed_turns": 0, "place": 1,
             "status": "finished"},
}
ROUNDS = 17


def action(start, move):
    """The action's text, as the save has it."""
    return f"{start}>{move}" if start else move
