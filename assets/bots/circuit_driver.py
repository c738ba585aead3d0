# Drives on a circuit of Graph Prix: looks some turns ahead along the empty track, what each speed
# and lane brings in rows and costs in tires, forces its way where it must. Make it better!
import functools, sys

told = {}  # told[word]: the lines that began with it
at = {}    # at[row]: limits of the lanes, the lane of the line, is it the corner's first row
FREE, TURNS = ((999, 999, 999), 0, True), 2  # turns that are looked ahead

def drive(row, states, speed, points):
    # A state: (lane, has it the line's benefit) -> (halves paid, worst excess in this corner)
    for _ in range(points):
        row, after = (row + 1) % rows, {}
        limits, wanted, first = at.get(row, FREE)
        for (old, line), (paid, worst) in states.items():
            for lane in range(max(1, old - 1), min(lanes, old + 1) + 1):
                on = lane == wanted and lines and (first or line)
                excess = max(0, speed - limits[lane - 1] - 20 * on) // 20
                before = 0 if first else worst
                new = (paid + 2 * max(0, excess - before), max(before, excess))
                if excess < 3 and new < after.get((lane, on), (halves + 1, 0)):
                    after[lane, on] = new
        states = after
    return row, states

@functools.lru_cache(None)
def future(row, lane, line, v, turns, halves):  # rows that the next turns bring, less their cost
    fast = range(max(20, v - dec), min(top, v + acc) + 1, 20) if v else range(20, start + 1, 20)
    here = {(lane, line): (0, 0)}
    return max(s // 20 + worth(row, here, s, s // 20, turns - 1) for s in fast) if turns else 0

def worth(row, states, speed, points, turns):
    row, states = drive(row, states, speed, points)
    return max((future(row, lane, line, speed, turns, halves) - paid * price
                for (lane, line), (paid, _) in states.items()), default=-99)  # it would spin

def step(action):  # what a "go 2" or "go 2+" is worth, and its excess
    lane, plus = int(action[3]), action.endswith("+")
    row, states = drive(me[0], {(me[1], line): (0, worst)}, posted, 1)
    for (there, on), (paid, excess) in states.items():
        if there == lane:
            after = {(lane, plus or on): (paid + plus, excess)}
            value = worth(row, after, posted, points - 1, TURNS)
            return value + (lane == me[1]) / 100, excess, action
    return -99, 0, action

def choose(phase, moves):
    global worst  # excess in this corner, in this move
    if phase == "build":
        return "build 1 1 1 1 1" if "build 1 1 1 1 1" in moves else moves[0]
    if phase == "post":
        here, worst, speeds = {(me[1], line): (0, 0)}, 0, [int(move[6:]) for move in moves]
        value = {s: s // 20 + worth(me[0], here, s, s // 20, TURNS) for s in speeds}
        return f"speed {max(speeds, key=value.get)}"
    if phase == "move":
        best = max((step(move) for move in moves if move.startswith("go")), default=(0, worst, 0))
        worst = best[1]
        return best[2] or moves[0]  # of those without a `go` a force pass comes first
    chip = "chip" if chips > 1 or phase == "spin" else "keep"
    return chip if phase != "cards" else "block" if halves > 6 else "pass"

for name, *words in map(str.split, sys.stdin):
    words = [int(word) if word.isdigit() and name != "move" else word for word in words]
    told.update(car=[], move=[]) if name == "ask" else None
    told.setdefault(name, []).append(words)
    if name == "corner":
        at.update({r: (words[2:], 0, r == words[0]) for r in range(words[0], words[1] + 1)})
    elif name == "line":
        at.update({r: (at[r][0], lane, at[r][2]) for r, lane in enumerate(words[2:], words[0])})
    elif name == "ready":
        (rows, lanes), lines = told["circuit"][0], ["lines", "on"] in told["rule"]
        print("ready Python", flush=True)
    elif name == "go":
        mine = [car for car in told["car"] if [car[0]] == told["you"][0]][0]
        (posted, halves, chips, line), me = mine[6:10], mine[2:4]
        if mine[13] != "-":
            start, acc, dec, top = [a + 20 * b for a, b in zip((40, 20, 20, 140), mine[13:17])]
        price, points = 20 / (halves + 10), told["ask"][-1][2]  # of half a point of wear, in rows
        print(choose(told["ask"][-1][0], [" ".join(m) for m in told["move"]]), flush=True)
