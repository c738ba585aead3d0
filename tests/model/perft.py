"""How many races there are: the rows of rules_perft_test.c, counted by the model."""
from race import PRESETS, Race
from sheet import Track, fine


def copy(race):
    twin = Race(race.track, race.rules, race.order, len(race.scores))
    twin.round, twin.queue, twin.over = race.round, list(race.queue), race.over
    for n, car in race.cars.items():
        vars(twin.cars[n]).update(vars(car))
    twin.places.finishers = [twin.cars[car.number] for car in race.places.finishers]
    twin.places.retirements = [twin.cars[car.number] for car in race.places.retirements]
    return twin


def rows_of(race):
    if race.cars[race.to_move()].status == "waiting" and race.round > 0:
        return [row for start in race.starts() for row in race.rows(start)]
    return race.moves()


def count(race, left):
    """Sequences of `left` actions, and those of them whose last is a clear move."""
    if race.over:
        return (0, 0)
    rows = rows_of(race)
    if left == 1:
        return (len(rows), sum(row.get("outcome") == "clear" for row in rows))
    total, clear = 0, 0
    for row in rows:
        after = copy(race)
        after.do(row["action"])
        more = count(after, left - 1)
        total, clear = total + more[0], clear + more[1]
    return (total, clear)


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
    ("NARROW", NARROW, "textbook", "", 1, 3),
    ("NARROW", NARROW, "textbook", "top_speed=1 nitros=1", 2, 3),
    ("NARROW", NARROW, "racing-car", "order=listed nitros=1", 2, 3),
    ("NARROW", NARROW, "babylon", "acceleration=four", 2, 5),
    ("NARROW", NARROW, "racing-car", "order=listed nitros=0 acceleration=four", 3, 4),
    ("SPRINT", SPRINT, "babylon", "", 2, 5),
    ("SPRINT", SPRINT, "racing-car", "order=listed nitros=0 wall_missed_turns=1", 2, 4),
]


def perft():
    for name, track, preset, pairs, players, depth in PERFT:
        rules = dict(PRESETS[preset])
        for pair in pairs.split():
            field, value = pair.split("=")
            rules[field] = int(value) if value.isdigit() else value
        for d in range(1, depth + 1):
            race = Race(track, rules, list(range(1, players + 1)), players)
            total, clear = count(race, d)
            print(f'{{{name}, "{preset}", "{pairs}", {players}, {d}, {total}, {clear}}},',
                  flush=True)
