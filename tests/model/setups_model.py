"""Random set-ups, valid and not: a clear refusal, or a race that ends when anything legal is played.

    setups_model.py PROGRAM [SETUPS [SEED]]

What is wrong with a set-up is known here by a few lines that share nothing with the program. A wrong one
must end with status 2 (1 for what is wrong with the sheet) and one line that names a field that is wrong; a
right one must be played to its end, with the last of the listed moves as well as the first. Nothing may hang.
"""
import json
import random
import subprocess
import sys
import threading
from pathlib import Path

from race import PRESETS

SHEETS = Path(__file__).resolve().parent.parent / "golden"
SECONDS_ALLOWED = 60
CHOICES = dict(
    contest="race derby", acceleration="eight four two", path="whole end", walls="in out",
    line="beyond touch", off_track="resume retire damage run_wide",
    collision="none forbid crash damage", reach="end whole", slicks="spin coast four off",
    turbo_areas="on off", checkpoints="on off", start="line behind anywhere",
    choose="with_first_move reverse", order="random listed loser_first", finish="crossing round")
NUMBERS = dict(
    top_speed=(0, 99), wall_missed_turns=(0, 99), damage_limit=(1, 999), mover_missed_turns=(0, 99),
    struck_missed_turns=(0, 99), nitros=(0, 99), good_brakes=(0, 99), turbo_boosts=(0, 99),
    slick_missed_turns=(0, 99), grid_depth=(1, 20), laps=(1, 99), rounds=(1, 999),
    cars_per_player=(0, 4), round_limit=(10, 100000))
IN_A_DERBY = dict(collision="crash", off_track="resume", start="anywhere",
                  choose="with_first_move")
RUBBISH = ["", "-1", "1e3", "0x1", "9" * 30, "on,off", "NONE", "crash ", "\u00e9", "1.0", "+1", "%s%n"]


def random_value(dice, field):
    if field in CHOICES:
        return dice.choice(CHOICES[field].split())
    least, greatest = NUMBERS[field]
    if field == "nitros":
        greatest = 9  # with 99 a list of first moves is refused for its length
    return str(dice.choice([least, greatest, min(least + 1, greatest), min(least + 2, greatest)]))


def wrong_value(dice, field):
    if field in NUMBERS and dice.random() < 0.5:
        least, greatest = NUMBERS[field]
        return str(dice.choice([least - 1, greatest + 1]))
    if field in CHOICES and dice.random() < 0.5:
        other = dice.choice(list(CHOICES))
        value = dice.choice(CHOICES[other].split())
        return value if value not in CHOICES[field].split() else "no"
    return dice.choice(RUBBISH)


class Setup:
    def __init__(self, dice):
        self.sheet = dice.choice(["ring", "strip", "areas", "arena", "arena", "cut", "dead_end"]
                                 if dice.random() < 0.1 else ["ring", "strip", "areas", "arena"])
        presets = list(PRESETS)
        self.preset = dice.choice(presets + ["derby"] * 3 if self.sheet == "arena" else presets)
        self.players = dice.choice([1, 2, 2, 3, 4, 8])
        share = dice.choice([0.05, 0.2, 0.6])
        self.chosen = {field: random_value(dice, field) for field in [*CHOICES, *NUMBERS]
                       if dice.random() < share}
        contest = self.chosen.get("contest", PRESETS[self.preset]["contest"])
        if contest == "derby" and dice.random() < 0.8:
            self.chosen.update(IN_A_DERBY)
        self.chosen["round_limit"] = "1000" if dice.random() < 0.01 else str(dice.randint(10, 14))
        self.wrong = set()
        if dice.random() < 0.3:
            field = dice.choice([*CHOICES, *NUMBERS])
            self.chosen[field] = wrong_value(dice, field)
            self.wrong.add(field)
        if dice.random() < 0.05:
            self.chosen["nitro"] = "3"
            self.wrong.add("nitro")
        if dice.random() < 0.05:
            self.players = dice.choice([0, 9, -2, "two"])
            self.wrong.add("players")
        self.find_combinations_without_meaning()

    def rules(self):
        rules = {field: str(value) for field, value in PRESETS[self.preset].items()}
        return dict(rules, **self.chosen)

    def find_combinations_without_meaning(self):
        rules = self.rules()
        if rules["contest"] == "derby":
            for field, value in IN_A_DERBY.items():
                if rules[field] != value:
                    self.wrong |= {field, "contest"}
        elif self.sheet == "arena":
            self.wrong |= {"contest", "line"}

    def sheet_is_wrong(self):
        return self.sheet in ("cut", "dead_end")

    def command(self, program):
        command = [program, "referee", "--track", str(SHEETS / f"{self.sheet}.svg"),
                   "--rules", self.preset, f"--players={self.players}"]
        for field, value in self.chosen.items():
            command += ["--set", f"{field}={value}"]
        return command


def play(dice, process, first):
    """Anything that is listed, until it is over; returns how many actions that took."""
    answer, actions = json.loads(first), 0

    def ask(command):
        process.stdin.write(command + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    while not answer["state"]["over"]:
        rows = ask("moves")["moves"]
        row = dice.choice([rows[0], rows[-1], dice.choice(rows), dice.choice(rows)])
        if "ax" not in row and answer["state"]["round"] > 0:
            row = dice.choice(ask(f"moves FROM {row['x']},{row['y']}")["moves"])
        answer = ask("do " + row["action"])
        if not answer["ok"]:
            raise AssertionError(f"{row['action']} is listed, and refused: {answer['error']}")
        actions += 1
    if ask("moves")["moves"] or ask("do 1,1")["ok"]:
        raise AssertionError("it is over and goes on")
    return actions


def check_refusal(setup, status, complaint):
    if complaint.count("\n") != 1 or not complaint.endswith("\n"):
        raise AssertionError(f"not one line: {complaint!r}")
    if not setup.wrong and not setup.sheet_is_wrong():
        raise AssertionError(f"a good set-up is refused: {complaint}")
    if status != 2 and not (status == 1 and setup.sheet_is_wrong()):
        raise AssertionError(f"status {status}: {complaint}")
    if status == 2 and not any(field in complaint for field in setup.wrong):
        raise AssertionError(f"it names none of {sorted(setup.wrong)}: {complaint}")


def try_setup(dice, program, tally):
    setup = Setup(dice)
    command = setup.command(program)
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    watch = threading.Timer(SECONDS_ALLOWED, process.kill)
    watch.start()
    try:
        first = process.stdout.readline()
        if first:
            if setup.wrong or setup.sheet_is_wrong():
                raise AssertionError(f"accepted, though {setup.sheet}, {sorted(setup.wrong)}")
            tally["actions"] += play(dice, process, first)
            tally["played"] += 1
        _, complaint = process.communicate()
        if process.returncode < 0:
            raise AssertionError(f"ended by signal {-process.returncode}: it hung or crashed")
        if not first:
            check_refusal(setup, process.returncode, complaint)
            tally["refused"] += 1
        elif process.returncode or complaint:
            raise AssertionError(f"status {process.returncode}: {complaint}")
    except (AssertionError, ValueError, OSError, KeyError, IndexError) as error:
        print(" ".join(command), f"\n{type(error).__name__}: {error}")
        return False
    finally:
        watch.cancel()
        process.kill()
        process.communicate()
    return True


def main():
    if not 2 <= len(sys.argv) <= 4:
        print(__doc__, file=sys.stderr)
        return 2
    setups = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seed = sys.argv[3] if len(sys.argv) > 3 else "20261120"
    print("seed", seed, flush=True)
    dice = random.Random(seed)
    tally = dict(played=0, refused=0, actions=0)
    failed = sum(not try_setup(dice, sys.argv[1], tally) for _ in range(setups))
    print(tally)
    print(f"{setups - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
