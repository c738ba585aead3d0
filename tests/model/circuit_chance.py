"""Random circuits, rules and actions for races on circuits. All of it is drawn from one generator."""
from circuit_model import Circuit, Corner

WORDS = ("", "go", "go 0", "go 4", "go  1", "go 1 ", " go 1", "go +1", "go 01", "go 1++", "GO 1", "go 1,1",
         "go force 1 2", "go 1 stay brake", "force 1", "force 1 1", "force 2 1 ", "force 1 3", "force 3 2",
         "brake 1", "stay", "brake", "chip", "keep", "pass", "block", "speed", "speed 0", "speed 10",
         "speed 020", "speed +40", "speed 4000", "speed  40", "build", "build 2 2 2 2 2", "build 1 1 1 1",
         "build 1 1 1 1 1 0", "build 3 0 1 1 0", "build 1  1 1 1 1", "retire", "9: stay", "0: keep", "1:",
         "do", "go 1+ 1+ 1+ 1+ 1+ 1+ 1+ 1+ 1+ 1+ 1+ 1+")
PARTS = ("1", "2", "3", "1+", "2+", "stay", "brake", "force 1 2")


def random_line(dice, rows, lanes):
    line = [dice.randint(1, lanes)]
    while len(line) < rows:
        line.append(min(lanes, max(1, line[-1] + dice.randint(-1, 1))))
    return line


def random_circuit(dice):
    """Short ones, so that cars meet; corners may follow each other at once."""
    lanes = dice.choice([2, 2, 3])
    rows = dice.choice([20, 20, 22, 25, 30, 40])
    free = rows - -(-8 // lanes)
    corners, row = [], dice.randint(0, 6)
    while row < free and dice.random() < 0.85:
        last = min(free - 1, row + dice.randint(0, 5))
        limits = [dice.choice([60, 80, 80, 100, 100, 120, 140, 200]) for _ in range(lanes)]
        line = random_line(dice, last - row + 1, lanes) if dice.random() < 0.7 else None
        corners.append(Corner(row, last, limits, line))
        row = last + 1 + dice.choice([0, 1, 2, 4, 7])
    return Circuit(rows, lanes, corners)


def random_rules(dice):
    """(preset, what is set besides)"""
    chosen = dict(laps=dice.choice([1, 1, 2, 3]), wear=dice.choice([0, 1, 2, 3, 5, 20]))
    two = dict(build=("players", "standard"), lines=("on", "off"), slipstream=("on", "off"),
               force_pass=("on", "off"), spins=("table", "stop"))
    for field, values in two.items():
        if dice.random() < 0.4:
            chosen[field] = values[dice.random() < 0.4]
    if dice.random() < 0.3:
        chosen["points"] = dice.randint(0, 10)
    if dice.random() < 0.4:
        chosen["blue_chips"] = dice.choice([0, 1, 2, 20])
    if dice.random() < 0.5:
        chosen["grid"] = dice.choice(["start_speed", "random", "listed", "loser_first"])
    chosen["round_limit"] = dice.choice([10, 15, 30, 60])
    return dice.choice(["force-pass", "force-pass", "sunday"]), chosen


class Pilot:
    """Drives so that cars come round, meet, and now and then come to grief."""

    def __init__(self, dice):
        self.dice, self.daring = dice, dice.choice([0.02, 0.1, 0.3])
        self.liked = [dice.choice([80, 100, 120, 140, 160]) for _ in range(8)] if dice.random() < 0.6 else None

    def speed(self, car, rows):
        """Mostly much of the same, so that the cars stay together; or each its own, so that they pass."""
        dice = self.dice
        wanted = dice.choice([60, 100, 100, 120, 140, dice.choice(rows)["speed"]])
        if self.liked and dice.random() < 0.8:
            wanted = self.liked[car.number - 1]
        return min(rows, key=lambda row: abs(row["speed"] - wanted))["action"]

    def step(self, rows):
        dice = self.dice
        good = [row for row in rows if row["outcome"] != "spin"]
        forces = [row for row in rows if row["action"].startswith("force")]
        if forces and dice.random() < 0.8:
            return dice.choice(forces)["action"]
        return dice.choice(good if good and dice.random() > self.daring else rows)["action"]

    def answer(self, rows):
        return self.dice.choice(rows + rows[-1:])["action"]

    def action(self, race, car):
        """Of a car that owes one; a `go` of several steps is tried out at a copy of the model."""
        rows = race.moves(car)
        if race.phase == "post":
            return self.speed(car, rows)
        if race.phase != "move":
            return self.answer(rows)
        action, steps = self.step(rows), self.dice.choice([1, 2, 9])
        trial = race.copy()
        while action.startswith("go ") and steps > 1:
            steps -= 1
            if not self.goes_on(trial, action.split(" ")[-1]):
                break
            word = self.step(trial.moves())
            action += " " + (word[3:] if word.startswith("go ") else word)
            if not word.startswith("go "):
                break
        return action

    def goes_on(self, trial, lane):
        mover, turn = trial.mover.number, trial.round
        trial.do("go " + lane)
        return (trial.phase == "move" and trial.round == turn and trial.mover.number == mover
                and not trial.mover.moved)

    def wrong(self, action):
        """Which may happen to be right."""
        dice = self.dice
        if dice.random() < 0.5:
            return dice.choice(WORDS)
        words = action.split(" ")
        words.insert(dice.randint(0, len(words)), dice.choice(PARTS))
        return " ".join(words)
