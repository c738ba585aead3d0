"""Golden transcripts: what the program is told and what it must answer.

run.py PROGRAM [NAME...] plays every tests/golden/*.txt (or those named) and ends with one line
"N passed, N failed". Every expectation is a test. They were written from the rules, by hand.

A transcript is read line by line:

    # a remark
    # shows FIELD=VALUE...                  the next run would go wrong without it: see shown.py
    $ referee --track {here}/ring.svg ...   runs the program with these arguments
    % 1000                                  it may write files of at most so many bytes, as if
                                            the disk were full
    > do 12,9                               a line for its standard input
    = {"ok":true}                           its next line of output is this JSON, whole
    ~ state.cars.0.x = 12                   a value in the line that was answered last; numbers
                                            count from 0 in arrays; several, joined by " & "
    ~ error ? not free                      that value is a string holding this text
    ~ moves # 9                             that value has so many entries
    | graphprix {version}                   its next line of output is this text, exactly
    |? usage:                               its next line of output holds this text
    ! 2 no such preset                      it ends with status 2 and one line on the standard
                                            error that holds this text
    . 0                                     it ends with status 0 and says nothing there

The referee answers every line at once, so "=" and "~" behind "$" or ">" speak of the answer to it.
A run without "!" or "." must end with status 0. {here} is this folder, {empty} a new one that is
removed afterwards, {version} what the file VERSION says, {line:N} N letters, {cr} a carriage return. What the
program prints and no expectation mentions must be answers to ">" lines.
"""
import json
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERSION = (HERE.parent.parent / "VERSION").read_text().strip()
SECONDS_ALLOWED = 60
MISSING = object()


class Run:
    """One start of the program with what it is told and what is expected of it."""

    def __init__(self, where, arguments):
        self.where = where
        self.arguments = arguments
        self.told = []          # lines for the standard input
        self.expected = []      # (where, kind, text, how many lines were told before)
        self.status = 0
        self.complaint = None
        self.room = None        # how large a file may become
        self.shows = []         # (field, value)


def value_at(answer, path):
    for key in path.split("."):
        if isinstance(answer, dict) and key in answer:
            answer = answer[key]
        elif isinstance(answer, list) and key.isdigit() and int(key) < len(answer):
            answer = answer[int(key)]
        else:
            return MISSING
    return answer


def same(found, wanted):
    """JSON equality: true is not 1, and 1 is not 1.0."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        return found.keys() == wanted.keys() and all(same(found[k], wanted[k]) for k in wanted)
    if isinstance(found, list) and isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(same, found, wanted))
    return type(found) is type(wanted) and found == wanted


def check_value(answer, text):
    """None, or what is wrong."""
    path, sign, wanted = re.fullmatch(r"(\S+) ([=?#]) (.*)", text).groups()
    found = value_at(answer, path)
    if found is MISSING:
        return f"there is no {path}"
    if sign == "=" and same(found, json.loads(wanted)):
        return None
    if sign == "?" and isinstance(found, str) and wanted in found:
        return None
    if sign == "#" and hasattr(found, "__len__") and len(found) == int(wanted):
        return None
    if sign == "#" and hasattr(found, "__len__"):
        return f"{path} has {len(found)} entries"
    return f"{path} is {json.dumps(found)}"


def check_line(kind, text, line):
    if kind == "|":
        return None if line == text else "another line"
    if kind == "|?":
        return None if text in line else "not in that line"
    try:
        answer = json.loads(line)
    except ValueError:
        return "not JSON"
    if kind == "=":
        return None if same(answer, json.loads(text)) else "another object"
    problems = [check_value(answer, part) for part in text.split(" & ")]
    return "; ".join(problem for problem in problems if problem) or None


class Transcript:
    def __init__(self, program, path):
        self.program = program
        self.path = path
        self.passed = 0
        self.failed = 0

    def report(self, where, problem, seen=""):
        if problem is None:
            self.passed += 1
            return
        self.failed += 1
        print(f"{self.path.name}:{where}: {problem}")
        if seen:
            print(f"    {seen[:2000]}")

    def play(self):
        with tempfile.TemporaryDirectory() as empty:
            for run in self.read(empty):
                self.play_run(run)

    def read(self, empty):
        runs, shows = [], []
        for where, line in enumerate(self.path.read_text().splitlines(), 1):
            line = line.replace("{here}", str(HERE)).replace("{empty}", empty)
            line = line.replace("{cr}", "\r").replace("{version}", VERSION)
            line = re.sub(r"\{line:(\d+)\}", lambda found: "x" * int(found[1]), line)
            kind, _, text = line.partition(" ")
            if kind == "#" and text.startswith("shows "):
                shows = [tuple(pair.split("=")) for pair in text.split()[1:]]
            if kind in ("", "#"):
                continue
            if kind == "$":
                runs.append(Run(where, shlex.split(text)))
                runs[-1].shows, shows = shows, []
            elif kind == "%":
                runs[-1].room = int(text)
            elif kind == ">":
                runs[-1].told.append(text)
            elif kind in ("=", "~", "|", "|?"):
                runs[-1].expected.append((where, kind, text, len(runs[-1].told)))
            elif kind in ("!", "."):
                status, _, complaint = text.partition(" ")
                runs[-1].status = int(status)
                runs[-1].complaint = complaint if kind == "!" else None
            else:
                sys.exit(f"{self.path.name}:{where}: not a line of a transcript: {line}")
        return runs

    def play_run(self, run):
        def limit():
            if run.room is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (run.room, run.room))

        done = subprocess.run([self.program, *run.arguments], cwd=HERE.parent.parent,
                              preexec_fn=limit,
                              input="".join(line + "\n" for line in run.told).encode(),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=SECONDS_ALLOWED)
        lines = done.stdout.decode().splitlines()
        complaints = done.stderr.decode().splitlines()
        self.check_end(run, done.returncode, complaints)
        next_text = 0
        for where, kind, text, told in run.expected:
            if kind in ("=", "~"):
                index = told
            else:
                index, next_text = next_text, next_text + 1
            seen = lines[index] if index < len(lines) else None
            problem = "nothing was answered" if seen is None else check_line(kind, text, seen)
            self.report(where, problem, seen or "\n    ".join(complaints))
        if run.told and len(lines) != len(run.told) + 1:
            self.report(run.where, f"{len(run.told)} lines in, {len(lines)} objects out")

    def check_end(self, run, status, complaints):
        problem = None
        if status != run.status:
            problem = f"status {status}, not {run.status}"
        elif run.complaint is None and complaints:
            problem = "it complains"
        elif run.complaint is not None and len(complaints) != 1:
            problem = f"{len(complaints)} lines on the standard error, not one"
        elif run.complaint is not None and run.complaint not in complaints[0]:
            problem = f"it does not say: {run.complaint}"
        self.report(run.where, problem, "\n    ".join(complaints))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    paths = [HERE / f"{name}.txt" for name in sys.argv[2:]] or sorted(HERE.glob("*.txt"))
    passed = failed = 0
    for path in paths:
        transcript = Transcript(program, path)
        transcript.play()
        passed += transcript.passed
        failed += transcript.failed
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
