"""Runs what `make test-programs` has built and ends with one line: N passed, N failed.

run.py [BEGINNING...]: the suites whose name or kind begins so (unit, unit/rules, window/race, model,
replays, solver, golden, print, packages, bots, digest, fuzz, lint, window); all without one, but for those of
the kind `long`, which are run when they are asked for.
Each suite is a program of its own. A suite that crashes, hangs, or runs no test at all has failed.
Only failures show what they printed, and they are named again at the end. Suites run side by side, the longest
first, as many as keep the processors busy: what mostly waits takes little room. seconds.txt says how long each takes
(of a processor, and by the clock where nothing else runs); build/suites-took.txt is what the last run found.
"""
import concurrent.futures
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SANITIZED = ROOT / "build" / "asan"
FUZZ_RUNS = 4000  # of each target, but for those whose runs take long: about a second or two of each
FUZZ_FEWER = {"circuit_action": 100, "generate": 100, "photo": 300, "referee": 600, "stock_order": 1200,
              "together": 200}
FUZZ_SEED = 1  # `make fuzz` draws one each time; here what fails today fails tomorrow
RACES = STOCK_RACES = CIRCUIT_RACES = STOCK_MAPS = 2000  # in the long tests; a tenth of them in the others
EXERCISES = 1000  # of each kind and difficulty in the long tests; a tenth in the others
SETUPS = 200
SOLVED = 500
SECONDS_ALLOWED = 1200
TOOK = ROOT / "build" / "suites-took.txt"
SECONDS = {name: (int(spent), int(seconds)) for spent, seconds, name in
           (line.split(maxsplit=2) for line in (ROOT / "tests" / "seconds.txt").read_text().splitlines())}
VISITS = 600  # of a walk at random through all screens, twenty minutes; a twentieth of it is a window suite
MEMORY, MEMORY_BYTES = "/dev/shm", 2 << 30
AGAIN_BYTES = 1500  # of what a failed suite printed, told again at the end


class Suite:
    def __init__(self, kind, name, command, count, environment=None, allowed=SECONDS_ALLOWED):
        self.kind = kind
        self.name = name
        self.command = [str(part) for part in command]
        self.count = count  # output, status -> (passed, failed)
        self.environment = environment or {}
        self.allowed = allowed  # seconds
        spent, self.seconds = SECONDS.get(name, (allowed, allowed) if kind == "long" else (1, 1))
        self.share = min(max(spent / self.seconds, 0.1), 1)  # of a processor that it keeps busy

    def run(self):
        """(passed, failed, output, seconds, seconds of a processor); a suite that proves nothing
        counts as one failure."""
        environment = {**os.environ, **SANITIZER_OPTIONS, **self.environment}
        started = time.monotonic()
        try:
            output, status, spent = run_with_limit(self.command, environment, self.allowed)
        except OSError as error:
            output, status, spent = f"{error}: was it built?", None, 0
        passed, failed = self.count(output, status)
        if failed == 0 and (status != 0 or passed == 0):
            output += f"\nstatus {status} after {passed} tests"
            failed = 1
        return passed, failed, output, time.monotonic() - started, spent


def memory():
    """A folder for what tests write, in memory: who kills a program two hundred times while it saves would wait for the
    disk for minutes. None where it is too small, or programs cannot be started from it."""
    try:
        found = os.statvfs(MEMORY)
    except OSError:
        return None
    roomy = found.f_bavail * found.f_frsize >= MEMORY_BYTES and not found.f_flag & os.ST_NOEXEC
    return MEMORY if roomy else None


running = {}  # process groups of the suites that are not done


def run_with_limit(command, environment, allowed):
    """(output, status, seconds of a processor that it and all whom it waited for have taken); what the
    suite started is ended with it, and the status is None then."""
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True)
    running[process.pid] = process
    late = threading.Timer(allowed, os.killpg, (process.pid, signal.SIGKILL))
    late.start()
    with process.stdout:
        output = process.stdout.read()
    _, ended, usage = os.wait4(process.pid, 0)
    in_time = late.is_alive()
    late.cancel()
    del running[process.pid]
    process.returncode = os.waitstatus_to_exitcode(ended)
    status = process.returncode if in_time else None
    if not in_time:
        output += f"\nnot done after {allowed} s".encode()
    return output.decode(errors="replace"), status, usage.ru_utime + usage.ru_stime


# What is freed waits in 16 MiB, and no page goes back to the system: a quarter of the time was that. Lines
# are looked up for reports alone (with_lines): a leak that is known is compared by its library, and looking
# up the lines of fontconfig's took longer than printing a page. A trap is told by the sanitizer, not by cmocka.
SANITIZER_OPTIONS = {
    "ASAN_OPTIONS": "abort_on_error=0:detect_leaks=1:allocator_may_return_null=1:"
                    "quarantine_size_mb=16:allocator_release_to_os_interval_ms=-1:malloc_context_size=12:symbolize=0:"
                    "handle_sigill=2",
    "LSAN_OPTIONS": f"suppressions={ROOT}/tests/leaks.txt:print_suppressions=0",
}


def with_lines(output):
    """What a sanitizer reports as "(MODULE+OFFSET)" is told as function and line, too."""
    def named(place):
        found = subprocess.run(["addr2line", "-fpse", place[1], place[2]], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
        return f"{place[0]} {found.stdout.strip()}"
    return re.sub(r"\((/[^()\s]+)\+(0x[0-9a-f]+)\)", named, output)


def count_tap(output, status):
    """What cmocka reports; tests that were announced and never came have failed."""
    passed = len(re.findall(r"^ok \d+", output, re.M))
    failed = len(re.findall(r"^not ok \d+", output, re.M))
    announced = sum(int(count) for count in re.findall(r"^1\.\.(\d+)", output, re.M))
    return passed, max(failed, announced - passed)


def count_summary(output, status):
    """The last "N passed, N failed" that the suite printed."""
    found = re.findall(r"^(\d+) passed, (\d+) failed", output, re.M)
    return (int(found[-1][0]), int(found[-1][1])) if found else (0, 0)


def count_status(output, status):
    return (1, 0) if status == 0 else (0, 1)


def count_fuzz(output, status):
    ran = re.search(r"^Done (\d+) runs", output, re.M)
    return (1, 0) if status == 0 and ran and int(ran.group(1)) > 0 else (0, 1)


# They take minutes with the sanitizers and have them in the long tests alone; fuzz targets and window tests
# read and draw the same with them.
CALM = ("solver/shipped_test", "unit/screens/layout_test", "unit/drivers/stock_cars/solver/turns_test",
        "unit/drivers/stock_cars/levels_test", "unit/drivers/stock_cars/hints_test",
        "unit/drivers/cancel_test", "unit/session/graph_paper/exercise_test",
        "unit/studio/graph_paper/photo/photo_test", "unit/studio/graph_paper/photo/photo_set_test")


def cmocka_suites():
    for kind in ("unit", "model", "replays", "solver"):
        for source in sorted((ROOT / "tests" / kind).rglob("*_test.c")):
            inner = source.relative_to(ROOT).with_suffix("")
            name = str(inner.relative_to("tests"))
            folder = ROOT / "build" if name in CALM else SANITIZED
            yield Suite(kind, name, [folder / inner], count_tap,
                        {"CMOCKA_MESSAGE_OUTPUT": "TAP"})


def fuzz_suites():
    for source in sorted((ROOT / "tests" / "fuzz").glob("*_fuzz.c")):
        target = source.stem.removesuffix("_fuzz")
        yield Suite("fuzz", f"fuzz/{target}",
                    [sys.executable, "tests/fuzz/run.py", "--build", SANITIZED,
                     "--runs", FUZZ_FEWER.get(target, FUZZ_RUNS), "--seed", FUZZ_SEED, target],
                    count_fuzz)


def window_suites():
    for source in sorted((ROOT / "tests" / "window").glob("*_test.py")):
        yield Suite("window", f"window/{source.stem}", [sys.executable, source], count_summary)


def all_suites():
    yield from window_suites()
    yield from fuzz_suites()
    yield from cmocka_suites()
    yield Suite("golden", "golden/run", [sys.executable, "tests/golden/run.py", SANITIZED / "graphprix"],
                count_summary)
    yield Suite("golden", "golden/shown", [sys.executable, "tests/golden/shown.py", ROOT / "build/graphprix"],
                count_summary)  # the same runs with other values
    yield Suite("golden", "golden/limits", [sys.executable, "tests/golden/limits.py", ROOT / "build/graphprix"],
                count_summary)
    yield Suite("print", "print/measure", [sys.executable, "tests/print/measure.py",
                                           SANITIZED / "graphprix"], count_summary)
    yield Suite("print", "print/worksheets", [sys.executable, "tests/print/worksheets.py",
                                              f"{ROOT}/build/graphprix,{SANITIZED}/graphprix"], count_summary)
    yield Suite("print", "print/animation", [sys.executable, "tests/print/animation.py",
                                             f"{ROOT}/build/graphprix,{SANITIZED}/graphprix"], count_summary)
    yield Suite("together", "together/run", [sys.executable, "tests/together/run.py", "build/graphprix"],
                count_summary)
    yield Suite("together", "together/page", [sys.executable, "tests/together/page_test.py", "build/graphprix"],
                count_summary)
    yield Suite("packages", "packages/install", [sys.executable, "tests/packages/install.py"], count_summary)
    yield from by_text("plain", ROOT / "build/graphprix")
    yield rules_model("model", RACES // 10)
    yield stock_maps("model", STOCK_MAPS // 10)
    yield Suite("model", "model/circuit_examples", [sys.executable, "tests/model/circuit_examples.py"],
                count_summary)
    yield model_exercises("model", EXERCISES // 10)
    yield Suite("model", "model/lesson_answers", [sys.executable, "tests/model/lesson_answers.py"],
                count_summary)
    yield model_races("model", "stock", STOCK_RACES // 10)
    yield model_races("model", "circuit", CIRCUIT_RACES // 10)
    yield Suite("model", f"model/solver_model_test, {SOLVED} tracks",
                [ROOT / "build/tests/model/solver_model_test", 1, SOLVED], count_tap,
                {"CMOCKA_MESSAGE_OUTPUT": "TAP"})
    yield digest("digest", "build", "build/asan")
    yield Suite("lint", "lint", [sys.executable, "tests/lint/lint.py", "build"], count_status)


class Room:
    """Suites that have not begun, and how much of the processors those that run leave."""

    def __init__(self, suites, processors):
        self.waiting, self.free, self.closed = suites, processors + 0.2, False
        self.changed = threading.Condition()

    def fitting(self):
        return next((suite for suite in self.waiting if suite.share <= self.free), None)

    def run_next(self):
        """The first for which there is room, and what it gave."""
        with self.changed:
            self.changed.wait_for(self.fitting)
            suite = self.fitting()
            self.waiting.remove(suite)
            self.free -= suite.share
        try:
            return suite, (0, 1, "interrupted", 0, 0) if self.closed else suite.run()
        finally:
            with self.changed:
                self.free += suite.share
                self.changed.notify_all()


def interrupt(submitted, room):
    """Ctrl+C: what has not begun does not begin, what runs is ended and counts as failed."""
    room.closed = True
    for future in submitted:
        future.cancel()
    for group in list(running):
        os.killpg(group, signal.SIGKILL)


def model_races(kind, game, races):
    return Suite(kind, f"model/{game}_races, {races} races",
                 [sys.executable, f"tests/model/{game}_races.py",
                  f"{ROOT}/build/graphprix,{SANITIZED}/graphprix", races], count_summary)


def by_text(which, program):
    """What bots and models tell the program and read from it. The referee reads and answers with the sanitizers
    in golden and fuzz, and the program with them goes through all of these in the long tests."""
    for script, *arguments in (("bots/run",), ("bots/stock",), ("bots/circuit",), ("model/setups_model", SETUPS),
                               ("model/stock_examples",), ("model/stock_refusals",),
                               ("model/kinematics_table", 20)):
        kind = "long" if which == "sanitized" else script.split("/")[0]
        name = script if which == "plain" else f"{script}, with sanitizers"
        yield Suite(kind, name, [sys.executable, f"tests/{script}.py", program, *arguments], count_summary)


def digest(kind, *builds):
    return Suite(kind, "digest", [sys.executable, "tests/model/compare_digests.py",
                                  *builds], count_status)


def model_exercises(kind, count):
    return Suite(kind, f"model/exercises, {count} of each",
                 [sys.executable, "tests/model/exercises.py", ROOT / "build/graphprix", count],
                 count_summary, allowed=5 * SECONDS_ALLOWED)


def rules_model(kind, races):
    return Suite(kind, f"model/rules_model, {races}",
                 [sys.executable, "tests/model/rules_model.py",
                  f"{ROOT}/build/graphprix,{SANITIZED}/graphprix", races], count_summary)


def stock_maps(kind, maps):
    """By the program without sanitizers: the fuzz target reads maps with them, and here par is counted of each."""
    return Suite(kind, f"model/stock_maps, {maps}",
                 [sys.executable, "tests/model/stock_maps.py", ROOT / "build/graphprix", maps], count_summary)


def long_suites():
    """Of programs that the tests know already, but more, and without sanitizers; and a walk with them,
    from a seed that it draws and prints."""
    yield Suite("long", f"window/random_test, {VISITS} visits",
                [sys.executable, "tests/window/random_test.py", VISITS, 0], count_summary, allowed=3 * SECONDS_ALLOWED)
    yield Suite("long", "window/everywhere_test, each way",
                [sys.executable, ROOT / "tests/window/everywhere_test.py"], count_summary,
                {"EVERY_WAY": "yes"})
    for name in CALM:
        yield Suite("long", f"{name}, with sanitizers", [SANITIZED / "tests" / name], count_tap,
                    {"CMOCKA_MESSAGE_OUTPUT": "TAP"})
    yield from by_text("sanitized", SANITIZED / "graphprix")
    yield digest("long", *(f"build/digest-{how}" for how in ("gcc-O0", "gcc-O3", "clang-O0", "clang-O2")))
    yield model_exercises("long", EXERCISES)
    yield rules_model("long", RACES)
    yield model_races("long", "stock", STOCK_RACES)
    yield model_races("long", "circuit", CIRCUIT_RACES)
    yield stock_maps("long", STOCK_MAPS)
    yield Suite("long", "together/long", [sys.executable, "tests/together/long.py", ROOT / "build/graphprix"], count_summary,
                allowed=3 * SECONDS_ALLOWED)
    yield Suite("long", "together/class", [sys.executable, "tests/together/class_test.py"], count_summary)
    programs = ROOT / "build" / "tests"
    for program, *arguments in (("model/drivers_races_test", 90001, 500),
                                ("model/all_drivers_test", 1, 500),
                                ("model/solver_model_test", 1, 5000),
                                ("model/stock_races_test", 20261123, 10000),
                                ("model/circuit_races_test", 20261123, 10000),
                                ("unit/drivers/stock_cars/hints_test", "long"),
                                ("unit/studio/graph_paper/generate/generate_test", 10000),
                                ("unit/studio/graph_paper/generate/generate_shapes_test", 500),
                                ("unit/studio/graph_paper/photo/photo_set_test", "all")):
        yield Suite("long", f"{program} {arguments[-1]}", [programs / program, *arguments], count_tap,
                    {"CMOCKA_MESSAGE_OUTPUT": "TAP"})


def indented(output):
    return "    " + output.strip().replace("\n", "\n    ")


def main():
    wanted = tuple(sys.argv[1:])
    suites = [suite for suite in all_suites()
              if not wanted or suite.name.startswith(wanted) or suite.kind.startswith(wanted)]
    if "long" in wanted:
        suites += long_suites()
    suites.sort(key=lambda suite: -suite.seconds)
    total_passed = total_failed = 0
    took, broken = [], []
    began, used = time.monotonic(), 0
    room = Room(list(suites), max(os.cpu_count() or 2, 2))
    with tempfile.TemporaryDirectory(prefix="graphprix-tests-", dir=memory()) as os.environ["TMPDIR"], \
            concurrent.futures.ThreadPoolExecutor(4 * (os.cpu_count() or 2)) as pool:
        os.chmod(os.environ["TMPDIR"], 0o1777)  # some tests give up their rights first
        submitted = [pool.submit(room.run_next) for _ in suites]
        signal.signal(signal.SIGINT, lambda *_: interrupt(submitted, room))
        for done in concurrent.futures.as_completed(submitted):
            if done.cancelled():
                continue
            suite, (passed, failed, output, seconds, spent) = done.result()
            used += spent
            took.append((seconds, spent, suite.name))
            total_passed += passed
            total_failed += failed
            output = with_lines(output) if failed else output
            verdict = f"{failed} FAILED" if failed else "ok"
            print(f"{verdict:>9}  {suite.name} ({passed + failed} tests, {seconds:.1f} s, "
                  f"{spent:.1f} s of a processor)", flush=True)
            if failed:
                broken.append((suite.name, failed, output))
                print(indented(output), flush=True)
    TOOK.write_text("".join(f"{spent:.0f} {max(seconds, 1):.0f} {name}\n"
                            for seconds, spent, name in sorted(took, reverse=True)))
    for name, failed, output in broken:
        print(f"failed: {name} ({failed})")
        print(indented(output[-AGAIN_BYTES:]))
    if not suites:
        print("no test was found")
        total_failed = 1
    print(f"{time.monotonic() - began:.0f} s, {used:.0f} s of a processor")
    print(f"{total_passed} passed, {total_failed} failed")
    return 1 if total_failed else 0


if __name__ == "__main__":
    sys.exit(main())
