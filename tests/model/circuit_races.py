"""Random races on circuits by `graphprix referee`, held against a second, slow and simple set of rules.

circuit_races.py PROGRAM[,PROGRAM...] [RACES [SEED]]: circuits, rules and actions are drawn
(circuit_chance.py), each command is answered by the model, too (circuit_model.py), and the answers are
compared: state, events, moves, undo. What is refused must change nothing. Entries come in any order; what is
taken back and done again must come out the same to the last die.
"""
import json
import multiprocessing
import os
import random
import sys
import tempfile
from pathlib import Path

from circuit_chance import Pilot, random_circuit, random_rules
from circuit_model import Impossible
from circuit_table import Both
from stock_table import Mismatch

PART = 20  # races a process plays before the next one may begin
MOST_COMMANDS = 20000
# What must have happened in two hundred races, lest they prove nothing.
HAPPENS = ("built designed grid turn posted shown slipstream moved lap wear finished put_back stayed braked spin"
           " out chip forced laid turned rolled passed held lost_line set_aside missed placed over").split()


class Play:
    """One race, from its first command to the end."""

    def __init__(self, dice, table):
        self.dice, self.table, self.pilot = dice, table, Pilot(dice)
        self.tally = {}

    def race(self):
        return self.table.model.race

    def count(self, what):
        self.tally[what] = self.tally.get(what, 0) + 1

    def ask(self, command):
        answer = self.table.ask(command)
        self.count(command.split(" ")[0] + (" refused" if not answer["ok"] else ""))
        for event in answer.get("events", []):
            self.count(event["type"])
        return answer

    def go(self):
        while self.race().phase != "over" and len(self.table.told) < MOST_COMMANDS:
            self.act()
            if self.dice.random() < 0.01:
                self.take_back()
        for command in ("moves", "do brake", "do 1: speed 20", "do keep", "state"):
            self.ask(command)
        if self.dice.random() < 0.3:
            self.take_back()

    def act(self):
        """One action of one car."""
        dice, race = self.dice, self.race()
        owing = race.owing()
        number = dice.choice(owing)
        secret = race.phase in ("build", "post", "cards")
        front = f"{number}: " if secret and (number != owing[0] or dice.random() < 0.3) else ""
        if dice.random() < 0.3:
            self.ask("moves")
        action = self.pilot.action(race, race.car(number))
        if dice.random() < 0.1:
            self.ask(f"do {dice.randint(0, 9)}: {action}")  # which may be accepted
        elif dice.random() < 0.15:
            self.ask(f"do {front}{self.pilot.wrong(action)}")
        elif self.ask(f"do {front}{action}")["ok"] and dice.random() < 0.03:
            self.again(f"do {front}{action}")

    def again(self, command):
        found = self.table.found
        self.ask("undo")
        self.ask(command)
        if self.table.found != found:
            raise Mismatch(f"{command} again:\n first: {json.dumps(found)}\n then:  "
                           f"{json.dumps(self.table.found)}")

    def take_back(self):
        for _ in range(min(self.dice.randint(1, 12), len(self.table.model.before))):
            self.ask("undo")


def play_race(dice, program, folder, tally):
    circuit = random_circuit(dice)
    preset, chosen = random_rules(dice)
    players, seed = dice.choice([1, 2, 3, 3, 4, 5, 6, 7, 8, 8]), dice.randint(0, 2 ** 64 - 1)
    table = None
    try:
        table = Both(circuit, preset, chosen, players, seed, program, Path(folder) / "model.svg")
        play = Play(dice, table)
        play.go()
        table.referee.close()
    except (Mismatch, Impossible, json.JSONDecodeError, BrokenPipeError, KeyError, TypeError) as wrong:
        told = "\n".join(table.told) if table else ""
        raise AssertionError(f"{circuit.file()}\n{preset} {chosen}, {players} players, seed {seed}\n"
                             f"{told}\n{type(wrong).__name__}: {wrong}") from wrong
    finally:
        if table:
            table.referee.kill()
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
                pool.terminate()
                break
    print(dict(sorted(total.items())))
    for kind in HAPPENS:
        if races >= 200 and not failed and kind not in total:
            print(f"{kind} has never happened")
            failed += 1
    print(f"{total.get('races', 0)} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
