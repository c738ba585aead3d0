"""Steps of a test: each says what was tried, and whether it holds."""
import sys
import time
import traceback


def check(holds, seen):
    if not holds:
        raise AssertionError(str(seen)[:3000])


def attempt(step):
    started = time.monotonic()
    try:
        step()
    except Exception:
        traceback.print_exc(limit=-3, file=sys.stdout)
        print(f"not ok {step.__name__}: {step.__doc__}", flush=True)
        return False
    print(f"ok {step.__name__}: {step.__doc__} ({time.monotonic() - started:.1f} s)", flush=True)
    return True


def attempt_all(kind):
    """Its functions that ask for nothing and say in a line what they prove, or those of them that are named when this is
    started; each in a new one of the kind, which leaves a picture of where a step failed. The status to end with."""
    named = sys.argv[1:]
    results = []
    for name, value in vars(kind).items():
        if callable(value) and value.__doc__ and value.__code__.co_argcount == 1 and (not named or name in named):
            there = kind()
            try:
                results.append(attempt(getattr(there, name)))
                if not results[-1]:
                    there.picture(f"failed-{name}")
            finally:
                there.close()
    return end(results)


def end(results):
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if results and all(results) else 1
