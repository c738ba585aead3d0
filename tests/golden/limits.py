"""Proves that `solve` keeps to the memory and the work that it is given, on courses of every game that are too
large for it, and that nothing else takes for ever on them.

limits.py PROGRAM draws courses of its own, solves them with little memory or little work, and looks at what the
system says the program took: at most a tenth more memory than was allowed; of processor time a few times the
seconds of work, which are counted and not measured. What ended is told with what to do. It ends with one line
"N passed, N failed".
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

KIB_OF_MIB = 1024
# Counted seconds are about those of one processor; a slow or busy one may take as many times longer.
TIMES_LONGER = 6
MEMORY_USUAL = 2048


def ring(width, height, road, laps):
    """A ring of asphalt, driven east along its lower side."""
    rows = [["*" if min(x, y, width - 1 - x, height - 1 - y) < road else " " for x in range(width)]
            for y in range(height)]
    for i in range(road):
        rows[height - 1 - i][width // 2] = "F"
    for place in range(8):
        rows[height - 1 - place % road][width // 2 - 1 - place // road] = str(place + 1)
    return f"name: Ring\nrace: E\nlaps: {laps}\n\n" + "\n".join(map("".join, rows)) + "\n"


def sheet(side, road):
    """A square road round the whole sheet."""
    outer, inner = side - 8, side - 8 - 2 * road
    return (f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {side} {side}'>"
            f"<rect class='wall' x='4' y='4' width='{outer}' height='{outer}'/>"
            f"<rect class='wall' x='{4 + road}' y='{4 + road}' width='{inner}' height='{inner}'/>"
            f"<path class='start finish' d='M4 {side // 2}H{4 + road}'/></svg>")


class Limits:
    def __init__(self, program, folder):
        self.program, self.folder = program, Path(folder)
        self.passed = self.failed = 0

    def note(self, sound, what):
        self.passed += sound
        self.failed += not sound
        if not sound:
            print(what, flush=True)

    def run(self, arguments, text=""):
        """What it said, its status, the KiB that it had at most, and the seconds of a processor."""
        out, err = self.folder / "out", self.folder / "err"
        with open(out, "w") as told, open(err, "w") as complained:
            process = subprocess.Popen([self.program, *arguments], stdin=subprocess.PIPE, stdout=told,
                                       stderr=complained, text=True)
            process.stdin.write(text)
            process.stdin.close()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        return out.read_text() + err.read_text(), process.returncode, usage.ru_maxrss, usage.ru_utime

    def draw(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def memory(self, course, mebibytes, *others):
        """None: as much as it takes when nobody says."""
        given = ["--memory", str(mebibytes)] if mebibytes else []
        mebibytes = mebibytes or MEMORY_USUAL
        told, status, peak, _ = self.run(["solve", course, *given, *others])
        case = f"solve {course} {' '.join(given)}"
        self.note(peak <= 1.1 * mebibytes * KIB_OF_MIB, f"{case}: took {peak // KIB_OF_MIB} MiB")
        told_so = f"needs more than {mebibytes} MiB of memory" in told and f"--memory {2 * mebibytes}" in told
        self.note(status == 1 and told_so, f"{case}: status {status}, {told[-300:]}")

    def laps(self, course, laps, mebibytes):
        """So many are counted within that."""
        told, status, peak, took = self.run(["solve", course, "--set", f"laps={laps}", "--memory", str(mebibytes)])
        case = f"solve {course}, {laps} laps"
        self.note(peak <= 1.1 * mebibytes * KIB_OF_MIB, f"{case}: took {peak // KIB_OF_MIB} MiB")
        self.note(status == 0 and " turns for a car" in told, f"{case}: status {status}, {told[-300:]}")

    def work(self, course, seconds, *others):
        told, status, _, took = self.run(["solve", course, "--work", str(seconds), *others])
        case = f"solve {course} --work {seconds}"
        self.note(took <= TIMES_LONGER * (seconds + 1), f"{case}: took {took:.1f} s")
        self.note(status == 1 and f"--work {2 * seconds}" in told, f"{case}: status {status}, {told[-300:]}")
        return took


def main():
    with tempfile.TemporaryDirectory() as folder:
        limits = Limits(sys.argv[1], folder)
        wide = limits.draw("ring.map", ring(500, 500, 40, 99))
        long = limits.draw("long.map", ring(150, 120, 12, 99))
        stops = "tests/window/pits.map"  # 20 x 20 tiles, nothing but pits, 99 laps
        large = limits.draw("large.svg", sheet(4096, 1196))
        middle = limits.draw("middle.svg", sheet(4096, 300))
        narrow = limits.draw("narrow.svg", sheet(4096, 40))
        for mebibytes in (64, 256):
            limits.memory(wide, mebibytes)
            limits.memory(long, mebibytes)
        limits.memory(large, None)
        limits.memory("tests/golden/vast.svg", None)  # whose line billions of moves cross
        limits.memory(middle, 512)
        limits.memory(narrow, 128, "--work", "1000")
        limits.memory(stops, 16)
        limits.laps("tracks/circuit/grand-ninety.svg", 50, 32)
        limits.work(narrow, 1)
        limits.work("tracks/circuit/grand-ninety.svg", 1, "--set", "laps=99")
        # Five seconds of work are the measure of two of the same work. What else is busy makes either longer, not
        # shorter: the least of three runs in turn counts.
        counted, checked, refereed = [], [], []
        for _ in range(3):
            counted.append(limits.work(stops, 5))
            told, status, _, took = limits.run(["check", "--json", stops])
            limits.note(status == 0 and '"par":null' in told, f"check: status {status}, {told}")
            checked.append(took)
            told, status, peak, took = limits.run(
                ["referee", "--track", stops, "--players", "2", "--driver", "1=rookie"], "do special turbo\nquit\n")
            limits.note(status == 0 and '"ok":true' in told, f"referee: status {status}, {told[-300:]}")
            limits.note(peak < 700 * KIB_OF_MIB, f"referee: took {peak // KIB_OF_MIB} MiB")
            refereed.append(took)
            if min(checked) < 0.75 * min(counted) and min(refereed) < 0.6 * min(counted):
                break
        limits.note(min(checked) < 0.75 * min(counted),  # what is proved counts 2 s
                    f"check: {checked} s, where counted work took {counted}")
        limits.note(min(refereed) < 0.6 * min(counted),  # a glance of 2 s and the last lap
                    f"referee: {refereed} s, where counted work took {counted}")
        print(f"{limits.passed} passed, {limits.failed} failed")
        sys.exit(limits.failed > 0)


main()
