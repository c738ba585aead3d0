"""A demolition derby of two with two cars each, by real clicks from the first start point to the last
round. The referee is told the same actions and says after each what is allowed and who leads.
"""
from game import ROOT
from judged import Judged, points
from suite import check, check_equal, main

BOWL = ROOT / "tracks" / "graph-paper" / "round-bowl.svg"
ROUNDS = 6
STARTS = {1: "12,10", 3: "14,10", 2: "12,12", 4: "14,12"}  # by car, in order of play


def away(row, cars):
    """How far a move ends from the nearest of these cars."""
    return min(abs(row["x"] - car["x"]) + abs(row["y"] - car["y"]) for car in cars)


def aim(rows, car, cars):
    """Into a rival if that is allowed, else as near to one as the car can stop again."""
    hits = [row for row in rows if row["outcome"] == "collision"]
    clear = [row for row in rows if row["outcome"] == "clear"] or rows
    slow = [row for row in clear if max(abs(row["x"] - car["x"]), abs(row["y"] - car["y"])) < 2]
    rivals = [other for other in cars if other["player"] != car["player"] and other["x"] is not None]
    return min(hits or slow or clear, key=lambda row: (away(row, rivals), row["y"], row["x"]))


def take_turn(judged, refused):
    """One turn; returns its events. What cannot be chosen is put into `refused`."""
    state = judged.state()
    number = state["to_move"]
    car = state["cars"][number - 1]
    judged.game.wait_status(f"Player {car['player']}, ")
    if car["status"] == "waiting":
        judged.game.wait_status(f"choose the start of car {(number - 1) % 2 + 1}")
        start = STARTS[number]
        judged.game.click(f"start {start}")
        judged.check_moves(start)
        return judged.play(start, start)  # and stands there
    judged.game.wait_status(f"your move: car {(number - 1) % 2 + 1}")
    judged.check_moves()
    for where, why in points(judged.game, "refused").items():
        refused.append((number, where, why))
    row = aim(judged.rows(), car, state["cars"])
    return judged.play(f"{row['x']},{row['y']}")


def check_scores(judged):
    for car in judged.state()["cars"]:
        points_of = f", {car['score']} point"
        judged.wait_said(car["car"], points_of)


def test_a_derby_to_its_end(table):
    judged = Judged(table, BOWL, "--rules", "derby", "--players", "2", "--set", f"rounds={ROUNDS}",
                    "--set", "nitros=0")
    refused, events = [], []
    check(len(points(judged.game, "start")) > 200, "nearly any point of the arena can be a start")
    while not judged.state()["over"]:
        events += take_turn(judged, refused)
        check_scores(judged)
    crashes = [event for event in events if event["type"] == "collided"]
    check(len(crashes) >= 2, f"cars ran into each other: {crashes}")
    rematches = [why for _, _, why in refused if "not again before both have moved" in why]
    check(rematches, f"points that would be a rematch say so: {refused}")
    own = [why for _, _, why in refused if "their own" in why]
    check(own, f"points with a car of one's own say so: {refused}")
    judged.game.wait_status("The derby is over.")
    judged.game.wait_target("button results")
    judged.check_file()
    check_equal(judged.state()["round"], ROUNDS, "the round it ended in")
    judged.game.click("button results")
    judged.game.wait_screen("results")


def test_starts_by_keyboard(table):
    judged = Judged(table, BOWL, "--rules", "derby", "--players", "2")
    game = judged.game
    game.wait_target("start 12,10")
    for key in ("Right", "Right", "Up", "Up", "Up"):
        before = game.read()["focus"]
        game.key(key)
        game.wait(lambda seen: (seen["focus"] or "").startswith("start ") and
                  seen["focus"] != before, f"another start point after {key}")
    at = game.read()["focus"].split(" ")[1]
    game.key("Return")
    judged.check_moves(at)


def wide_arena(path):
    """4096 x 4096 squares, a wall of 6,000 corners: about 15 million start points."""
    corners = []
    for i in range(6000):
        side, along = divmod(i, 1500)
        depth = 4 + i * 7919 % 397
        place = 410 + along * 3276 / 1500
        corners.append([(place, depth), (4096 - depth, place), (4096 - place, 4096 - depth),
                        (depth, 4096 - place)][side])
    points = " ".join(f"{x:.3f},{y:.3f}" for x, y in corners)
    path.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4096 4096" data-graphprix="1">'
                    f'<title>Wide arena</title><polygon class="wall" points="{points}"/></svg>')
    return path


def test_a_wide_arena_answers_at_once(table):
    game = table.open(wide_arena(table.home / "wide.svg"))
    game.wait_screen("set-up")
    game.click("button start-race")
    game.wait(lambda seen: "choose the start" in seen["status"], "a race on it", patience=20)
    left, top = game.origin()
    game.display.xdotool("mousemove", left + 500, top + 400)
    game.wait(lambda seen: any(t["id"].startswith("start ") for t in seen["targets"]),
              "a start point under the pointer", patience=10)
    check_equal(len(game.targets("start ")), 1, "targets for start points that are too many for that")
    pointed = game.targets("start ")[0]["id"]
    game.key("Right")
    game.wait(lambda seen: seen["focus"] not in (None, "", pointed), "a step by key", patience=10)
    game.display.xdotool("mousemove", left + 600, top + 300)
    game.wait(lambda seen: not any(t["id"] in (seen["focus"], pointed) for t in seen["targets"]
                                   if t["id"].startswith("start ")), "another point", patience=10)
    game.display.xdotool("click", 1)
    game.wait(lambda seen: any(t["id"].startswith("move ") for t in seen["targets"]),
              "the moves from it", patience=10)


if __name__ == "__main__":
    main(globals())
