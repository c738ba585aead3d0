"""What is written over the sheet covers neither each other nor what can be clicked, and stays in the
window: tags of moves, numbers of lines, what the best line takes, sentences, at any scale and zoom."""
import steps
from game import Referee
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


if __name__ == "__main__":
    main(globals())
