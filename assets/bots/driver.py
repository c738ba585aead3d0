# Drives a car of Graph Prix: of the moves after which it can still stop before a wall, it takes
# the one that leaves the shortest way to the finish line. Make it better!
import sys

BAD = {"finish": 0, "clear": 1, "slick": 2, "collision": 3, "off_track": 4}
told, way = {}, {}  # told[word]: the lines that began with it; way[p]: steps from p to the finish

def near(p):
    return [(p[0] + dx, p[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]

def side(a, b, p):  # above 0: p lies to the left of the way from a to b
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])

def crosses(p, q):  # 1: the way from p to q crosses the finish line, -1: backwards, 0: not at all
    if not line or side(p, q, line[:2]) * side(p, q, line[2:]) > 0:
        return 0
    return (side(line[:2], line[2:], q) > 0) - (side(line[:2], line[2:], p) > 0)

def measure(goals):  # fills `way`, as water flows over the track, but not over its slicks
    way.update((goal, 1) for goal in goals)
    for q in goals:
        for p in near(q):
            if track.get(p, "s") != "s" and p not in way and not crosses(p, q):
                way[p] = way[q] + 1
                goals.append(p)

def can_stop(p, v):  # by braking as hard as it can? It looks at a point every half square
    while v != (0, 0):
        v = tuple(c - (c > 0) + (c < 0) for c in v)
        n = 2 * max(abs(v[0]), abs(v[1]), 1)
        for i in range(n + 1):
            if (round(p[0] + v[0] * i / n), round(p[1] + v[1] * i / n)) not in track:
                return False
        p = (p[0] + v[0], p[1] + v[1])
    return True

def to_go(p, q):  # how far is it to the finish after the move from p to q?
    wall = 0 if can_stop(q, (q[0] - p[0], q[1] - p[1])) else 99999
    return wall + way.get(q, 9999) - 9999 * crosses(p, q)

for name, *words in map(str.split, sys.stdin):
    if name == "turn":
        told.update(car=[], start=[], move=[])
    told.setdefault(name, []).append([int(w) if w.lstrip("-").isdigit() else w for w in words])
    if name == "ready":
        track = {(x, y): c for y, row in told["row"] for x, c in enumerate(row) if c != "#"}
        line = told["line"][-1][1:] if "line" in told else None
        measure([p for p in track if any(crosses(p, q) > 0 for q in near(p))])
        print("ready Python", flush=True)
    elif name == "go" and told["start"]:
        p = min(map(tuple, told["start"]), key=lambda p: way.get(p, 9999))
        ends = [q for q in near(p) if q in track and (q[0] == p[0] or q[1] == p[1])]
        first = ["move", *min(ends, key=lambda q: to_go(p, q))]
        print("start", *p, *([] if ["choose", "reverse"] in told["rule"] else first), flush=True)
    elif name == "go":
        p = [tuple(car[2:4]) for car in told["car"] if [car[0]] == told["you"][0]][0]
        best = min(told["move"], key=lambda m: (BAD[m[2]], to_go(p, tuple(m[:2])) + 2 * m[3]))
        way[p] = way.get(p, 9999) + 1  # whoever comes here often must not stay for ever
        print("move", *best[:2], flush=True)
