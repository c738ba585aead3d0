"""What is written over the sheet covers neither each other nor what can be clicked, and stays in the
window: tags of moves, numbers of lines, what the best line takes, sentences, at any scale and zoom."""
import json
import re

import steps
from game import ROOT, Referee
from suite import check, check_equal, main

ROUNDING = 1  # units; boxes are rounded to whole ones
ACTIONS = ("4,8>5,8", "4,9>5,9", "4,6>5,7", "7,8", "7,10")


def begin(table, *options):
    """Three cars near each other, the third to move, with hints, vectors and nitros."""
    referee = Referee(steps.STRAIGHT, "--players", "3", "--set", "order=listed")
    for action in ACTIONS:
        answer = referee.ask(f"do {action}")
        check(answer["ok"], f"{action}: {answer}")
    path = table.home / "begun.race"
    check(referee.ask(f"save {path}")["ok"], "the race to be saved")
    referee.close()
    game = table.open(*options, path)
    game.wait_screen("race")
    game.click("button vectors")
    game.click("button nitro")
    game.click("button hint")
    game.wait_status("At best")
    return game


def overlap(one, other):
    return all(one[at] + one[side] - ROUNDING > other[at] and
               other[at] + other[side] - ROUNDING > one[at] for at, side in (("x", "w"), ("y", "h")))


def mark_of(target):
    """What of a target is to be seen: the mark of a point is smaller than what can be clicked."""
    if not target.get("id", "").startswith("move "):
        return target
    inset = {"x": target["x"] + target["w"] / 4, "y": target["y"] + target["h"] / 4}
    return {**target, **inset, "w": target["w"] / 2, "h": target["h"] / 2}


def check_labels(game, where):
    """Returns how many there are."""
    game.come_to_rest()
    seen = game.read()
    labels, (width, height) = seen["labels"], seen["size"]
    for index, label in enumerate(labels):
        text = label["text"]
        check(label["x"] >= 0 and label["y"] >= 0 and label["x"] + label["w"] <= width and
              label["y"] + label["h"] <= height, f"{where}: {text!r} in the window")
        for other in [*labels[:index], *seen["targets"]]:
            check(not overlap(label, mark_of(other)) or other["h"] == 0,
                  f"{where}: {text!r} beside {other['text']!r} {other.get('id', '')}")
    return len(labels)


def scroll(game, button, times):
    game.display.xdotool("click", "--repeat", times, "--delay", 30, button)


def walk(table, scale):
    game = begin(table, "--scale", str(scale))
    seen = 0
    for size in ((1280, 800), (800, 600), (1700, 1000)):
        game.resize(*size)
        for way, button, times in (("as it fits", 4, 0), ("nearer", 4, 3), ("far away", 5, 8)):
            left, top = game.origin()
            game.display.xdotool("mousemove", left + size[0] // 3, top + size[1] // 2)
            if times:
                scroll(game, button, times)
            where = f"{scale} %, {size}, {way}"
            seen += check_labels(game, where)
            points = [t for t in game.targets("move ") if t["w"] > 0 and t["h"] > 0]
            for target in points[::5]:
                game.display.xdotool("mousemove", left + target["x"] + target["w"] // 2,
                                     top + target["y"] + target["h"] // 2)
                seen += check_labels(game, f"{where}, pointing at {target['id']}")
        game.key("f")
    check(seen > 100, f"labels seen: {seen}")
    game.key("F12")
    game.wait(lambda now: any("icture" in label["text"] for label in now["labels"]), "a toast")
    check_labels(game, f"{scale} %, with a toast")
    check_equal(game.close(), 0, "status")


def test_at_the_usual_scale(table):
    walk(table, 100)


def test_at_a_larger_scale(table):
    walk(table, 150)


def test_at_twice_the_scale(table):
    walk(table, 200)


def begun(table, replay, lines):
    """All of it to be driven by people, as it was after so many lines."""
    head, *rest = (ROOT / "tests" / "replays" / "1" / f"{replay}.race").read_text(encoding="utf-8").splitlines()
    setup = json.loads(head)
    for player in setup["players"]:
        player["driver"] = "human"
    path = table.home / f"{replay}.race"
    path.write_text("\n".join([json.dumps(setup), *rest[:lines]]) + "\n", encoding="utf-8")
    return path, setup["track"]


def walls_of(track):
    """Is (x, y) road? By the polygons that a saved race has for walls."""
    height = float(re.search(r'viewBox="0 0 \S+ (\S+)"', track["svg"]).group(1))
    edges = []
    for path in re.findall(r'class="wall" d="([^"]*)"', track["svg"]):
        for loop in path.split("Z"):
            points = [(float(x), height - float(y)) for x, y in re.findall(r"(\S+) (\S+)", re.sub("[ML]", "", loop))]
            edges += zip(points, points[1:] + points[:1])

    def is_road(x, y):
        return sum((y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1)
                   for (x1, y1), (x2, y2) in edges) % 2 == 1
    return is_road


def tiles_of(track):
    """The same of a map, where whole numbers are middles of tiles; a pasted map's rows are seen from above."""
    rows = track["map"].split("\n\n")[1].rstrip("\n").split("\n")

    def is_road(x, y):
        row, column = len(rows) - 1 - int(y + 0.5), int(x + 0.5)
        return x > -0.5 and 0 <= row < len(rows) and column < len(rows[row]) and rows[row][column] != " "
    return is_road


def scale_of(game, kind):
    """Where on the screen whole numbers lie, as (start, length) of x and of y: by two points that can be clicked."""
    points = {tuple(map(int, t["id"].split(" ")[1].split(","))): (t["x"] + t["w"] / 2, t["y"] + t["h"] / 2)
              for t in game.targets(f"{kind} ") if t["w"] == t["h"] > 0}
    found = []
    for axis in (0, 1):
        low, high = (choose(points, key=lambda point: point[axis]) for choose in (min, max))
        length = (points[high][axis] - points[low][axis]) / (high[axis] - low[axis])
        found.append((points[low][axis] - low[axis] * length, length))
    return found


def edge_numbers(game, scales):
    """Those that stand on the line that they number: (label, which axis)."""
    for label in game.read()["labels"]:
        for axis, (at, side) in enumerate((("x", "w"), ("y", "h"))):
            start, length = scales[axis]
            if label["text"].isdigit() and \
                    abs(label[at] + label[side] / 2 - start - int(label["text"]) * length) < 2:
                yield label, axis


def road_under(box, scales, is_road, margin=0):
    """What of it is road: {False}, {True} or both."""
    (left, wide), (top, high) = scales
    return {is_road((box["x"] - margin + (box["w"] + 2 * margin) * i / 8 - left) / wide,
                    (box["y"] - margin + (box["h"] + 2 * margin) * j / 6 - top) / high)
            for i in range(9) for j in range(7)}


def check_numbers(game, kind, is_road, where):
    """Returns how many there are, and how many of them stand outside the walls away from the edge. Those of tiles stay at it."""
    scales, height = scale_of(game, kind), game.read()["size"][1]
    numbers = list(edge_numbers(game, scales))
    edges = (max((label["y"] for label, axis in numbers if axis == 0), default=0),
             min((label["x"] for label, axis in numbers if axis == 1), default=0))
    moved = 0
    for label, axis in numbers:
        under, along, way = road_under(label, scales, is_road), "yx"[axis], (-1, 1)[axis]
        check(len(under) == 1, f"{where}: {label} across a wall")
        moved += under == {False} and abs(label[along] - edges[axis]) > 10
        check(kind == "move" or under == {False}, f"{where}: {label} on the road")
        for away in range(height // 3 if under == {True} else 0):  # no place outside is as near as this
            check(road_under({**label, along: edges[axis] + way * away}, scales, is_road, margin=8) != {False},
                  f"{where}: {label} between walls, where {away} from the edge it is outside")
    return len(numbers), moved


def test_numbers_stand_outside_walls(table):
    """Wherever the sheet is zoomed to, as far as the road leaves room; those of tiles nowhere but at the edge."""
    for replay, lines, kind, road in (("triangle-four", 100, "move", walls_of), ("harvest-oval-stock-cars", 20, "tile", tiles_of)):
        path, track = begun(table, replay, lines)
        found = []
        for size, scale in (((1280, 800), 100), ((800, 600), 100), ((1280, 800), 200)):
            game = table.open("--scale", scale, path)
            game.wait_screen("race")
            game.resize(*size)
            if game.has("button ready"):
                game.click("button ready")
            game.point(game.wait(lambda seen, kind=kind: any(t["id"].startswith(kind) for t in seen["targets"]),
                                 "what can be clicked") and game.targets(f"{kind} ")[0]["id"])
            for nearer in (0, 2, 2):
                if nearer:
                    scroll(game, 4, nearer)
                game.come_to_rest()
                found.append(check_numbers(game, kind, road(track), f"{replay} at {size}, {scale} %, {nearer}"))
            game.close()
        numbers, moved = map(sum, zip(*found))
        check(numbers >= 2 * len(found) and (moved > 1) == (kind == "move"), f"{replay}: {moved} of {numbers} stand away from the edge")


if __name__ == "__main__":
    main(globals())
