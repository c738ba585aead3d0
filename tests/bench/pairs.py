"""pairs.py OURS THEIRS [WORDS]: the figures of two builds of the bench, measured in turn, so that what else
the machine does falls on both: each row's medians over the pairs, theirs and ours, and ours as a part of theirs."""
import json
import statistics
import subprocess
import sys

PAIRS = 3


def measure(bench, words):
    # The bench fails where a target is missed: that is said elsewhere.
    done = subprocess.run([bench, "--json", *words], stdout=subprocess.PIPE, check=False)
    rows = json.loads(done.stdout)["rows"]
    # The same row may be measured on several tracks, in the same order.
    return [(row["name"], row["unit"], row["median"], row["about"]) for row in rows]


def main():
    ours, theirs, *words = sys.argv[1:]
    pairs = [(measure(theirs, words), measure(ours, words)) for _ in range(PAIRS)]
    for rows in zip(*(rows for pair in pairs for rows in pair)):
        name, unit, _, about = rows[1]
        if any(row[0] != name for row in rows):
            sys.exit(f"the builds measure different rows: {name} and {rows[0][0]}; name the rows by words")
        before = statistics.median(row[2] for row in rows[::2])
        after = statistics.median(row[2] for row in rows[1::2])
        ratio = f"{after / before:.2f}" if before else "-"
        print(f"{name:39} {before:12.3f} {after:12.3f} {unit:3} {ratio:>6}  {about}")


main()
