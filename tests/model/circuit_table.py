"""A table at which one race on a circuit is played: the referee's, and the model's (circuit_model.py)."""
import json
import re

from circuit_model import PRESETS, Fate, Race, Refused
from stock_table import Mismatch, Referee as AnyReferee


class Model:
    """Answers as the referee does; order and dice are taken from the referee's own answers."""

    def __init__(self, circuit, preset, chosen, players, order, seed=1):
        self.circuit, self.preset, self.seed = circuit, preset, seed
        self.race = Race(circuit, dict(PRESETS[preset], **chosen), players, order)
        self.before = []

    def greeting(self):
        race = dict(game="circuit", preset=self.preset, rules=self.race.rules, seed=str(self.seed),
                    order=self.race.listed, circuit=[self.circuit.rows, self.circuit.lanes])
        return dict(ok=True, race=race, state=self.race.state())

    def ask(self, command, answer=None):
        word, _, rest = command.partition(" ")
        if word == "moves":
            return dict(ok=True, moves=self.race.moves())
        if word == "do":
            return self.do(rest, answer or {})
        if word == "undo" and self.before:
            self.race = self.before.pop()
        if word not in ("undo", "state"):
            return dict(ok=False)
        return dict(ok=True, state=self.race.state())

    def do(self, rest, answer):
        named = re.match(r"([1-9]\d*):", rest)
        action = (rest[named.end():] if named else rest).strip(" ")  # blanks around it are the referee's
        next_race = self.race.copy()
        try:
            events = next_race.do(action, int(named[1]) if named else None,
                                  Fate(answer.get("events", [])) if answer.get("ok") else None)
        except Refused:
            return dict(ok=False)
        self.before.append(self.race)
        self.race = next_race
        return dict(ok=True, events=events, state=self.race.state())


class Referee(AnyReferee):
    def __init__(self, program, file, preset, chosen, players, seed):
        super().__init__(program, file, preset, chosen, players, seed, "circuit")


class Both:
    """The referee's table with the model's beside it. What is refused must change nothing."""

    def __init__(self, circuit, preset, chosen, players, seed, program, file):
        self.told, self.found = [], None
        file.write_text(circuit.file())
        self.referee = Referee(program, file, preset, chosen, players, seed)
        greeting = self.referee.greeting()
        self.model = Model(circuit, preset, chosen, players, greeting["race"]["order"], seed)
        self.compare("(first line)", greeting, self.model.greeting())

    def ask(self, command):
        self.told.append(command)
        self.found = self.referee.ask(command)
        wanted = self.model.ask(command, self.found)
        if wanted["ok"] or self.found.get("ok") is not False or not self.found.get("error"):
            self.compare(command, self.found, wanted)
        else:
            self.compare(f"state after the refused {command}", self.referee.ask("state"),
                         dict(ok=True, state=self.model.race.state()))
        return self.found

    def compare(self, command, found, wanted):
        if json.dumps(found, sort_keys=True) != json.dumps(wanted, sort_keys=True):
            raise Mismatch(f"{command}\n program: {json.dumps(found, sort_keys=True)}\n"
                           f" model:   {json.dumps(wanted, sort_keys=True)}\n {difference(found, wanted)}")


def difference(found, wanted, path=""):
    """Where two answers differ first."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in sorted({*found, *wanted}):
            if found.get(key) != wanted.get(key) or (key in found) != (key in wanted):
                return difference(found.get(key), wanted.get(key), f"{path}.{key}")
    if isinstance(found, list) and isinstance(wanted, list):
        for index in range(min(len(found), len(wanted))):
            if found[index] != wanted[index]:
                return difference(found[index], wanted[index], f"{path}.{index}")
    return f"{path}: {json.dumps(found)}, not {json.dumps(wanted)}"
