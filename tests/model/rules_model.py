"""Random races of `graphprix referee`, held against a second, slow and simple set of rules.

Tracks are made here and handed over as SVG; every answer (moves, events, states) is worked out
here, too (race.py), and compared to the letter.

    rules_model.py PROGRAM[,PROGRAM...] [RACES [SEED]]     compare random races
    rules_model.py --perft                                 print the rows of rules_perft_test.c
"""
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from chance import Driver, random_rules, random_track
from perft import perft
from race import PRESETS, Race

RACES_A_TRACK = 10
SECONDS_ALLOWED = 60


def text(answer):
    return json.dumps(answer, separators=(",", ":"))


class Referee:
    def __init__(self, program, track_file, preset, chosen, players, seed):
        self.command = [program, "referee", "--track", track_file, "--rules", preset]
        for field, value in chosen.items():
            self.command += ["--set", f"{field}={value}"]
        self.command += ["--players", str(players), "--seed", str(seed)]
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.first = self.process.stdout.readline()

    def answers(self, commands):
        told = "".join(command + "\n" for command in commands)
        out, complaint = self.process.communicate(told, timeout=SECONDS_ALLOWED)
        if self.process.returncode != 0 or complaint:
            raise AssertionError(f"status {self.process.returncode}: {complaint}")
        return out.splitlines()

    def refusal(self):
        return self.process.communicate(timeout=SECONDS_ALLOWED)[1].strip()

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()


class Script:
    """The commands of one race, and what each of them has to answer; None: a refusal."""

    def __init__(self, dice, race, folder):
        self.dice, self.race, self.folder = dice, race, folder
        self.commands, self.expected = [], []
        self.tally = {}

    def ask(self, command, answer):
        self.commands.append(command)
        self.expected.append(answer and text(answer))

    def play(self):
        driver = Driver(self.dice, self.race)
        while not self.race.over:
            self.play_turn(driver)
        self.ask("moves", dict(ok=True, moves=[]))

    def play_turn(self, driver):
        race, dice = self.race, self.dice
        car = race.cars[race.to_move()]
        if race.lists_only_starts() or car.status != "waiting" or dice.random() < 0.1:
            rows = race.moves()
            self.ask("moves", dict(ok=True, moves=rows))
        if car.status == "waiting" and race.round > 0:
            start = dice.choice(race.starts())
            rows = race.rows(start)
            self.ask(f"moves FROM {start[0]},{start[1]}", dict(ok=True, moves=rows))
        action = driver.choose(rows)["action"]
        if dice.random() < 0.05:
            self.try_what_is_not_listed(rows)
        before = race.state()
        answer = dict(ok=True, events=race.do(action), state=race.state())
        self.ask("do " + action, answer)
        for event in answer["events"]:
            self.tally[event["type"]] = self.tally.get(event["type"], 0) + 1
        if dice.random() < 0.02:
            self.ask("undo", dict(ok=True, state=before))
            self.ask("do " + action, answer)

    def try_what_is_not_listed(self, rows):
        head, _, last = self.dice.choice(rows)["action"].rpartition(">")
        x, y = (int(number) for number in last.split(","))
        x, y = x + self.dice.randint(-2, 2), y + self.dice.randint(-2, 2)
        action = f"{head}>{x},{y}" if head else f"{x},{y}"
        if not any(row["action"] == action for row in rows):
            self.ask("do " + action, None)


def race_again(dice, track, rules, preset, chosen, players, seed, folder):
    """A save with the places of the race before, for loser_first: (file, order)"""
    cars = list(range(1, players * cars_each(rules, players) + 1))
    last = dice.sample(cars, len(cars))
    order = last[::-1]
    if rules["contest"] == "derby":
        each = len(cars) // players
        best = {}
        for car in last:
            best.setdefault((car - 1) // each, len(best))
        losers = sorted(best, key=best.get, reverse=True)
        order = [player * each + k + 1 for k in range(each) for player in losers]
    head = dict(graphprix=1, game="graph-paper", seed=str(seed), preset=preset,
                rules={field: value for field, value in chosen.items()
                       if PRESETS[preset][field] != value},
                track=dict(name="again", svg=track.svg()),
                players=[dict(name=f"Car {i + 1}", pen=i + 1, driver="human")
                         for i in range(players)], last=last)
    file = Path(folder) / "again.race"
    file.write_text(text(head) + "\n")
    return file, order


def cars_each(rules, players):
    if rules["contest"] == "race":
        return 1
    return rules["cars_per_player"] or (2 if players == 2 else 1)


def check_order(order, rules, players):
    """10, 9: every car once; those of a derby in rounds of all players."""
    each = cars_each(rules, players)
    listed = [player * each + k + 1 for k in range(each) for player in range(players)]
    if rules["order"] != "random":
        good = order == listed
    else:
        first = [(car - 1) // each for car in order[:players]]
        good = sorted(first) == list(range(players)) and order == [
            player * each + k + 1 for k in range(each) for player in first]
    if not good:
        raise AssertionError(f"order {order}")


def compare_race(dice, program, folder, track, derby, tally):
    """False if the program refuses the track."""
    track_file = Path(folder) / "track.svg"
    preset, chosen = random_rules(dice, derby)
    rules = dict(PRESETS[preset], **chosen)
    players = dice.choice([1, 2, 2, 3, 3, 4, 5, 8])
    if derby and cars_each(rules, players) * players > 8:
        players = 3
    seed = dice.randint(0, 2 ** 64 - 1)
    referee = Referee(program, str(track_file), preset, chosen, players, seed)
    script = None
    try:
        if not referee.first:
            return refused(referee.refusal(), track, rules, tally)
        first = json.loads(referee.first)
        order = first["race"]["order"]
        check_order(order, rules, players)
        script = Script(dice, None, folder)
        race = dict(game="graph-paper", preset=preset, rules=rules, seed=str(seed), order=order,
                    sheet=[track.width, track.height])
        script.race = Race(track, rules, order, players)
        script.expected.append(text(dict(ok=True, race=race, state=script.race.state())))
        if rules["order"] == "loser_first" and dice.random() < 0.7:
            file, order = race_again(dice, track, rules, preset, chosen, players, seed, folder)
            race["order"] = order
            script.race = Race(track, rules, order, players)
            script.ask(f"load {file}", dict(ok=True, race=race, state=script.race.state()))
        script.play()
        compare_answers(script, [referee.first.strip()] + referee.answers(script.commands))
    except Exception:
        print("track:", track.svg(), "\ncommand:", " ".join(referee.command))
        if script:
            print("told:", "; ".join(script.commands))
        raise
    finally:
        referee.close()
    for kind, count in script.tally.items():
        tally[kind] = tally.get(kind, 0) + count
    tally["races"] = tally.get("races", 0) + 1
    return True


def refused(complaint, track, rules, tally):
    """True if another race on this track may be tried."""
    if not complaint.startswith("graphprix:") or "\n" in complaint:
        raise AssertionError(f"not one line of complaint: {complaint}")
    starts = Race(track, rules, [1], 1).starts()
    kind = "refused for its starts" if not starts else "refused"
    tally[kind] = tally.get(kind, 0) + 1
    REFUSALS.add(complaint.rpartition(": ")[2])
    return not starts


REFUSALS = set()


def compare_answers(script, answers):
    commands = ["(first line)"] + script.commands
    for i, command in enumerate(commands):
        found = answers[i] if i < len(answers) else "nothing"
        wanted = script.expected[i]
        if wanted is None and found.startswith('{"ok":false,"error":'):
            continue
        if found != wanted:
            del script.commands[i:]
            raise AssertionError(f"{command}\n program: {found}\n model:   {wanted or 'refusal'}")
    if len(answers) != len(commands):
        raise AssertionError(f"{len(commands) - 1} commands, {len(answers) - 1} answers")


def compare_part(job):
    """One of the processes: (what happened, what went wrong or None)"""
    program, races, seed = job
    dice = random.Random(seed)
    tally = {}
    with tempfile.TemporaryDirectory() as folder:
        while tally.get("races", 0) < races:
            if tally.get("refused", 0) > 20 + races // 5:
                return tally, f"too many tracks are refused: {REFUSALS}"
            derby = dice.random() < 0.2
            track = random_track(dice, derby)
            (Path(folder) / "track.svg").write_text(track.svg())
            for _ in range(RACES_A_TRACK):
                try:
                    if not compare_race(dice, program, folder, track, derby, tally):
                        break
                except (AssertionError, subprocess.TimeoutExpired) as error:
                    return tally, str(error)
                if tally.get("races", 0) >= races:
                    break
    return tally, None


def compare(program, races, seed):
    """Parts of 50 races, so that the same seed gives the same races on any number of processors.

    Of several programs, one with sanitizers and one that is quick, each gets its share of them.
    """
    print("seed", seed, flush=True)
    programs = program.split(",")
    jobs = [(programs[i // 50 % len(programs)], min(50, races - i), f"{seed}/{i}")
            for i in range(0, races, 50)]
    total = {}
    with multiprocessing.Pool(os.cpu_count()) as pool:
        for tally, wrong in pool.imap(compare_part, jobs):
            for kind, count in tally.items():
                total[kind] = total.get(kind, 0) + count
            if wrong:
                print(wrong)
                break
    print(total)
    print(f"{total.get('races', 0)} passed, {int(wrong is not None)} failed")
    return 0 if wrong is None else 1


def main():
    if sys.argv[1:] == ["--perft"]:
        perft()
        return 0
    if not 2 <= len(sys.argv) <= 4:
        print(__doc__, file=sys.stderr)
        return 2
    races = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    seed = sys.argv[3] if len(sys.argv) > 3 else "20261120"
    return compare(sys.argv[1], races, seed)


if __name__ == "__main__":
    sys.exit(main())
