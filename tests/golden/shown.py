"""Proves that the golden transcripts show every field of the rules and every value of it.

shown.py PROGRAM plays each run with a remark "# shows FIELD=VALUE" once more for each other value of
the field (of a number: the least, the greatest and its neighbours). With the other value the set-up must be
refused, or an expectation must fail: what the run shows would differ without the value. Each value of each
field that `help referee` lists for a game must be shown by runs of that game, of a number at least one.
Saves that a run loads get the other value, too. It ends with one line "N passed, N failed"; each other value
is a test, each missing value a failure.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from run import HERE, Transcript


class Counted(Transcript):
    """Says nothing about what went wrong, and is not content with seeing the field itself."""

    def report(self, where, problem, seen=""):
        self.failed += problem is not None

    def play_otherwise(self, run, field, value):
        with tempfile.TemporaryDirectory() as folder:
            run.arguments = [argument for argument in run.arguments]
            for i in range(len(run.arguments) - 1, 0, -1):
                if run.arguments[i - 1] == "--set" and run.arguments[i].startswith(field + "="):
                    del run.arguments[i - 1:i + 1]
            run.arguments += ["--set", f"{field}={value}"]
            run.told = [change_save(line, folder, field, value) for line in run.told]
            run.expected = [wanted for wanted in run.expected if "race.rules" not in wanted[2]]
            self.play_run(run)
        return self.failed > 0


def change_save(line, folder, field, value):
    found = re.fullmatch(r"load (.*\.race)", line)
    if not found:
        return line
    save = Path(found[1])
    head, _, rest = save.read_text().partition("\n")
    head = json.loads(head)
    head["rules"][field] = int(value) if value.isdigit() else value
    changed = Path(folder) / save.name
    changed.write_text(json.dumps(head) + "\n" + rest)
    return f"load {changed}"


def read_tables(program):
    """game -> field -> its values as text, or (least, greatest)"""
    page = subprocess.run([program, "help", "referee"], capture_output=True, text=True, check=True)
    tables, fields = {}, None
    for line in page.stdout.splitlines():
        game = re.fullmatch(r".* \(--game (\S+)\)", line)
        found = re.fullmatch(r"  (\w+) +(.*) \[(\w+)\].*", line)
        if game:
            fields = tables[game[1]] = {}
        elif found:
            numbers = re.fullmatch(r"(\d+)\.\.(\d+)", found[2])
            fields[found[1]] = (tuple(int(number) for number in numbers.groups()) if numbers
                                else found[2].split())
    return tables


def game_of(run):
    return run.arguments[run.arguments.index("--game") + 1] if "--game" in run.arguments else "graph-paper"


def others(values, value):
    if isinstance(values, list):
        return [other for other in values if other != value]
    least, greatest = values
    near = {least, greatest, int(value) - 1, int(value) + 1} - {int(value)}
    return [str(other) for other in sorted(near) if least <= other <= greatest]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    tables = read_tables(program)
    jobs, shown = [], {(game, field): set() for game, table in tables.items() for field in table}
    for path in sorted(HERE.glob("*.txt")):
        for i, run in enumerate(Transcript(program, path).read("")):
            for field, value in run.shows:
                game = game_of(run)
                if (game, field) not in shown:
                    sys.exit(f"{path.name}:{run.where}: there is no field {field}")
                shown[game, field].add(value)
                jobs += [(path, i, field, value, other)
                         for other in others(tables[game][field], value)]

    def differs(job):
        path, i, field, _, other = job
        transcript = Counted(program, path)
        with tempfile.TemporaryDirectory() as empty:
            return transcript.play_otherwise(transcript.read(empty)[i], field, other)

    passed = failed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for (path, i, field, value, other), good in zip(jobs, pool.map(differs, jobs)):
            passed, failed = passed + good, failed + (not good)
            if not good:
                print(f"{path.name}: {field}={value} makes no difference to {other}")
    for (game, field), found in shown.items():
        values = tables[game][field]
        missing = set(values) - found if isinstance(values, list) else not found
        if missing:
            print(f"{game}, {field}: not shown: {values if missing is True else sorted(missing)}")
            failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
