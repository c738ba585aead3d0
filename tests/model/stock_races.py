"""Random races of stock cars by `graphprix referee`, held against a second, slow and simple set of rules.

stock_races.py PROGRAM[,PROGRAM...] [RACES [SEED]]: maps, rules and orders are drawn (stock_chance.py), each
command is answered by the model, too (stock_model.py), and the answers are compared: state, events, moves,
trials, refusals with their column, undo. Entries come in any order; what is taken back and done again must
come out the same to the last draw, and so must what is loaded, also from a file that was cut.
"""
import json
import multiprocessing
import os
import random
import sys
import tempfile
from pathlib import Path

from stock_chance import Pilot, random_map, random_rules
from stock_model import Impossible
from stock_order import Refused
from stock_table import Both, Mismatch

PART = 20  # races a process plays before the next one may begin


class Play:
    """One race, from its first command to the end."""

    def __init__(self, dice, table, course, file=None):
        self.dice, self.table, self.pilot, self.file = dice, table, Pilot(dice, course), file
        self.tally = {}

    def race(self):
        return self.table.model.race

    def count(self, what):
        self.tally[what] = self.tally.get(what, 0) + 1

    def ask(self, command):
        answer = self.table.ask(command)
        word = command.split(" ")[0]
        self.count(word if answer["ok"] else f"{word} refused")
        for event in answer.get("events", []):
            self.count(event["type"])
        return answer

    def go(self):
        while not self.race().over:
            self.turn()
            if self.dice.random() < 0.03:
                self.take_back()
            elif self.dice.random() < 0.02 and self.file and not self.race().over:
                self.load_again()
        for command in ("moves", "do -", "try M", "do 1: retire", "state"):
            self.ask(command)
        if self.dice.random() < 0.3:
            self.take_back()

    def turn(self):
        """One action of one car; False if it was refused."""
        dice, race = self.dice, self.race()
        owing = race.owing()
        number = dice.choice(owing)
        front = f"{number}:{dice.choice(['', ' ', '  '])}" if number != owing[0] or dice.random() < 0.3 else ""
        if dice.random() < 0.15:
            self.ask("moves")
        if race.choosing:
            return self.choose_special(front)
        car = race.cars[number]
        order = self.pilot.order(race, car)
        for _ in range(dice.choice([0, 0, 1, 2])):
            self.ask(f"try {front}{self.pilot.spoiled(order)}")
        if dice.random() < 0.4:
            self.ask(f"try {front}{self.pilot.borderline(car)}")
        if dice.random() < 0.1:
            self.ask_for_others(order)
        if dice.random() < 0.3:
            self.ask(f"try {front}{self.pilot.noisy(order)}")
        if dice.random() < 0.01:
            order = "retire"
        if dice.random() < 0.04:
            order = self.pilot.spoiled(order)  # which may happen to be one
        return self.act(front, self.pilot.noisy(order))

    def choose_special(self, front):
        dice = self.dice
        for wrong in ("special", "special nitro", "turbo", "A", "retire", "-"):
            if dice.random() < 0.05:
                self.ask(f"{dice.choice(['do', 'try'])} {front}{wrong}")
        return self.act(front, self.pilot.special())

    def ask_for_others(self, order):
        """Of cars that owe nothing, or are none."""
        number = self.dice.choice([0, 1, 2, 3, 8, 9, 99])
        if number not in self.race().owing():
            self.ask(f"{self.dice.choice(['do', 'try'])} {number}: {order}")

    def act(self, front, order):
        answer = self.ask(f"do {front}{order}")
        if not answer["ok"]:
            self.pilot.last = None
            return False
        if self.dice.random() < 0.04:
            found = self.table.found
            self.ask("undo")
            self.ask(f"do {front}{order}")
            if self.table.found != found:
                raise Mismatch(f"{order} again:\n first: {json.dumps(found)}\n then:  "
                               f"{json.dumps(self.table.found)}")
        return True

    def take_back(self):
        for _ in range(min(self.dice.randint(1, 12), len(self.table.model.before))):
            self.ask("undo")

    def load_again(self):
        """What was saved some turns ago, whole or without its end, which is told in a note."""
        cut = self.turn() and self.dice.random() < 0.7
        self.ask(f"save {self.file}")
        if cut:
            content = self.file.read_bytes()
            line = len(content.splitlines()[-1])
            self.file.write_bytes(content[:-self.dice.randint(2, line)])
            self.table.model.cut()
        for _ in range(self.dice.randint(0, 4)):
            if not self.race().over:
                self.turn()
        self.table.noted = cut
        self.ask(f"load {self.file}")
        self.table.noted = False


def play_race(dice, program, folder, tally):
    content, course = random_map(dice)
    preset, chosen = random_rules(dice)
    players = dice.randint(1, len(course.starts))
    seed = dice.randint(0, 2 ** 64 - 1)
    file = Path(folder) / "course.map"
    file.write_bytes(content)
    table = None
    try:
        table = Both(content, preset, chosen, players, seed, program, file)
        play = Play(dice, table, course, Path(folder) / "saved.race")
        play.go()
        table.close()
    except (Mismatch, Impossible, Refused, json.JSONDecodeError, BrokenPipeError) as wrong:
        told = "\n".join(table.told) if table else ""
        raise AssertionError(f"{content.decode()}\n{preset} {chosen}, {players} players, seed {seed}\n"
                             f"{told}\n{type(wrong).__name__}: {wrong}") from wrong
    finally:
        if table:
            table.kill()
    play.count("races")
    for kind, count in play.tally.items():
        tally[kind] = tally.get(kind, 0) + count


def play_part(job):
    """(what happened, what went wrong or None)"""
    program, races, seed = job
    dice = random.Random(seed)
    tally = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(races):
            try:
                play_race(dice, program, folder, tally)
            except AssertionError as wrong:
                return tally, str(wrong)
    return tally, None


def main():
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    programs = sys.argv[1].split(",")
    races = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    seed = sys.argv[3] if len(sys.argv) > 3 else "20261123"
    print("seed", seed, flush=True)
    jobs = [(programs[i // PART % len(programs)], min(PART, races - i), f"{seed}/{i}")
            for i in range(0, races, PART)]
    total, failed = {}, 0
    with multiprocessing.Pool(os.cpu_count()) as pool:
        for tally, wrong in pool.imap(play_part, jobs):
            for kind, count in tally.items():
                total[kind] = total.get(kind, 0) + count
            if wrong:
                failed += 1
                print(wrong)
                if failed == 1:
                    pool.terminate()
                    break
    print(dict(sorted(total.items())))
    print(f"{total.get('races', 0)} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
