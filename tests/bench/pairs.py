"""pairs.py OURS THEIRS [WORDS]: the figures of the builds in two folders, measured in turn, so that what else
the machine does falls on both: each row's medians over the pairs, theirs and ours, and ours as a part of theirs.
WORDS: rows of the bench whose names hold them; of commands and the window: all of a measure whose name does."""
import json
import statistics
import subprocess
import sys
from pathlib import Path

import commands
from figures import Figures

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "window"))
import bench  # noqa: E402
import feel_bench  # noqa: E402

PAIRS = 3


def without_window(folder, words):
    # The bench fails where a target is missed: that is said elsewhere.
    done = subprocess.run([folder / "bench", "--json", words], stdout=subprocess.PIPE, check=False)
    # The same row may be measured on several tracks, in the same order.
    return [(row["name"], row["unit"], row["median"], row["about"])
            for row in json.loads(done.stdout)["rows"]]


def of_command(measure):
    def rows(folder):
        figures = Figures(loud=False)
        measure(folder / "graphprix", figures)
        return figures.rows
    return rows


def of_window(measure):
    return lambda folder: bench.rows_of(folder / "graphprix", measure).rows


def compare(measure, ours, theirs):
    pairs = [(measure(theirs), measure(ours)) for _ in range(PAIRS)]
    for rows in zip(*(rows for pair in pairs for rows in pair)):
        name, unit, _, about = rows[1]
        if any(row[0] != name for row in rows):
            print(f"the builds measure different rows: {name} and {rows[0][0]}; name the rows by words")
            return False
        before = statistics.median(row[2] for row in rows[::2])
        after = statistics.median(row[2] for row in rows[1::2])
        ratio = f"{after / before:.2f}" if before else "-"
        print(f"{name:39} {before:12.3f} {after:12.3f} {unit:3} {ratio:>6}  {about}", flush=True)
    return True


def main():
    ours, theirs = (Path(folder).resolve() for folder in sys.argv[1:3])
    words = " ".join(sys.argv[3:])
    measures = [lambda folder: without_window(folder, words)]
    measures += [of_command(measure) for measure in commands.MEASURES if words in measure.__name__]
    measures += [of_window(measure) for measure in bench.MEASURES + feel_bench.MEASURES
                 if words in bench.name_of(measure)]
    sys.exit(not all([compare(measure, ours, theirs) for measure in measures]))


main()
