"""A table at which one race of stock cars is played: the referee's, and the model's (stock_model.py)."""
import json
import re
import subprocess
from pathlib import Path

from stock_map import Map
from stock_model import PRESETS, Fate, Race
from stock_order import Refused

SECONDS_ALLOWED = 60


class Mismatch(Exception):
    pass


def read_named(rest):
    """(car or None, action) of what stands behind `do` or `try`."""
    found = re.match(r"(\d+):", rest)
    return (int(found[1]), rest[found.end():]) if found else (None, rest)


class Model:
    """Answers as the referee does; what was drawn is taken from the referee's own answer."""

    def __init__(self, content, preset, chosen, players, seed=1):
        self.map = Map(content)
        self.race = Race(self.map, dict(PRESETS[preset], **chosen), players)
        self.preset, self.seed = preset, seed
        self.before = []
        self.saved = None  # the race and what undo goes back to

    def greeting(self):
        race = dict(game="stock-cars", preset=self.preset, rules=self.race.rules, seed=str(self.seed),
                    order=list(self.race.cars), sheet=[self.map.width, self.map.height],
                    laps=self.race.laps)
        return dict(ok=True, race=race, state=self.race.state())

    def ask(self, command, answer=None):
        word, _, rest = command.partition(" ")
        try:
            return dict(ok=True, **self.answer(word, rest, answer or {}))
        except Refused as refused:
            return dict(ok=False, at=refused.column, error=str(refused))

    def answer(self, word, rest, answer):
        if word == "moves":
            return self.race.moves()
        if word == "try":
            number, action = read_named(rest)
            return self.race.try_order(action.strip(" \t\r"), number)
        if word == "do":
            number, action = read_named(rest)
            before = self.race.copy()
            events = self.race.do(action.strip(" \t\r"), number, Fate(answer.get("events", [])))
            self.before.append(before)
            return dict(events=events, state=self.race.state())
        if word == "undo":
            self.race = self.before.pop() if self.before else self.race
        if word == "save":
            self.saved = self.race.copy(), list(self.before)
        if word == "load":
            if self.saved:
                self.race, self.before = self.saved[0].copy(), list(self.saved[1])
            else:
                self.take_file(json.loads(Path(rest).read_text("utf-8").splitlines()[0]))
            return {key: value for key, value in self.greeting().items() if key != "ok"}
        return dict(state=self.race.state())

    def take_file(self, setup):
        """A race that was saved elsewhere, of which nothing is driven yet."""
        content = setup["track"]["map"].encode()
        self.__init__(content, setup["preset"], setup["rules"], len(setup["players"]), int(setup["seed"]))
        self.race.take_places(setup.get("last", []))

    def cut(self):
        """The last action is missing in what was saved."""
        race, before = self.saved
        self.saved = before[-1].copy(), before[:-1]


class Referee:
    def __init__(self, program, map_file, preset, chosen, players, seed=1, game="stock-cars"):
        self.command = [program, "referee", "--game", game, "--track", str(map_file), "--rules", preset,
                        "--players", str(players), "--seed", str(seed)]
        for field, value in chosen.items():
            self.command += ["--set", f"{field}={value}"]
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.first = self.process.stdout.readline()

    def greeting(self):
        if not self.first:
            raise Mismatch("refused: " + self.complaint())
        return json.loads(self.first)

    def complaint(self):
        return self.process.communicate(timeout=SECONDS_ALLOWED)[1].decode(errors="replace").strip()

    def ask(self, command):
        line = command if isinstance(command, bytes) else command.encode()
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline() or b'{"ended":true}')

    def close(self):
        self.process.stdin.close()
        status = self.process.wait(timeout=SECONDS_ALLOWED)
        said = self.process.stderr.read().decode(errors="replace")
        self.process.stdout.close()
        self.process.stderr.close()
        if status or said:
            raise Mismatch(f"status {status}: {said}")

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()


def agree(found, wanted):
    """Is the program's answer the model's? Of a refusal the column and the words that it must hold."""
    if wanted["ok"]:
        return found == wanted
    return (found.get("ok") is False and found.get("at") == wanted["at"]
            and wanted["error"] in found.get("error", ""))


class Both:
    """The referee's table with the model's beside it; without a program the model's alone."""

    def __init__(self, content, preset="stock-cars", chosen=None, players=1, seed=1, program=None,
                 map_file=None):
        self.model = Model(content, preset, chosen or {}, players, seed)
        self.told = []
        self.found = None  # what the referee said last
        self.noted = False  # has it something to remark?
        self.referee = program and Referee(program, map_file, preset, chosen or {}, players, seed)
        if self.referee:
            greeting = self.referee.greeting()
            self.model.race.take_grid(greeting["state"]["cars"])
            self.compare("(first line)", greeting, self.model.greeting())

    def ask(self, command):
        self.told.append(command)
        self.found = self.referee.ask(command) if self.referee else None
        if self.noted and not self.found.pop("note", None):
            raise Mismatch(f"{command}: there is no note")
        wanted = self.model.ask(command, self.found)
        if self.referee:
            self.compare(command, self.found, wanted)
        return wanted

    def close(self):
        if self.referee:
            self.referee.close()

    def kill(self):
        if self.referee:
            self.referee.kill()

    def compare(self, command, found, wanted):
        if not agree(found, wanted):
            raise Mismatch(f"{command}\n program: {json.dumps(found)}\n model:   {json.dumps(wanted)}")
