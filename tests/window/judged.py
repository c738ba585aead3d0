"""A window and a referee side by side: what the window offers and tells is what the referee says.

The race begins as a file that the referee has saved, so that any rules can be set; from then on the
window is clicked and the referee is told the same actions.
"""
import steps
from game import ROOT, Referee
from suite import check_equal

RING = ROOT / "tests" / "golden" / "ring.svg"


def points(game, kind):
    """What can be clicked, or what says why not: {"12,9": "clear", ...}."""
    return {t["id"].split(" ")[1]: t["text"] for t in game.targets(kind + " ")}


class Judged:
    def __init__(self, table, track, *rules, done=(), options=()):
        self.judge = Referee(track, *rules, "--seed", "1", "--set", "order=listed")
        for action in done:
            self.tell(action)
        begun = table.home / "begun.race"
        assert self.judge.ask(f"save {begun}")["ok"]
        self.game = table.open(*options, begun)
        self.game.wait_screen("race")
        steps.wait_until(lambda: self.game.races() and
                         steps.done_actions(self.game) == list(done), "the race in a new file")

    def tell(self, action):
        answer = self.judge.ask(f"do {action}")
        if not answer["ok"]:
            raise AssertionError(f"the referee refuses {action}: {answer['error']}")
        return answer["events"]

    def state(self):
        return self.judge.ask("state")["state"]

    def car(self, number):
        return self.state()["cars"][number - 1]

    def rows(self, start=None):
        """The referee's moves, from a start point if the car waits; what needs no nitro."""
        asked = self.judge.ask(f"moves FROM {start}" if start else "moves")
        return [row for row in asked["moves"] if row["nitros"] == 0]

    def check_moves(self, start=None):
        """The window offers the referee's moves, with their outcomes, and no others."""
        expected = {f"{row['x']},{row['y']}": row["outcome"] for row in self.rows(start)}
        self.game.wait(lambda seen: points(self.game, "move") == expected,
                       f"the moves {expected}, not {points(self.game, 'move')}")
        return expected

    def play(self, move, start=None):
        """Clicks it, tells it to the referee; returns the events."""
        if start and self.game.has(f"start {start}"):
            steps.choose_start(self.game, start)
        before = len(steps.done_actions(self.game))
        self.game.click(f"move {move}")
        steps.wait_until(lambda: len(steps.done_actions(self.game)) > before or
                         self.game.has("button yes"), f"the move to {move}")
        if self.game.has("button yes"):
            self.game.click("button yes")
            steps.wait_until(lambda: len(steps.done_actions(self.game)) > before,
                             f"the move to {move}")
        return self.tell(f"{start}>{move}" if start else move)

    def said(self, number):
        return steps.text_of(self.game.read(), f"player {number}") or ""

    def wait_said(self, number, part):
        self.game.wait(lambda seen: part in self.said(number), f'car {number} to be "{part}"')

    def check_file(self):
        """The saved race leads to the state that the referee has come to."""
        loaded = Referee(RING, "--players", "1")  # the file brings its own track
        answer = loaded.ask(f"load {self.game.races()[-1]}")
        loaded.close()
        check_equal(answer["state"], self.state(), "the state after the saved race")
