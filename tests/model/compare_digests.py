"""The same seeds and actions give the same hashes, and the solver the same table, with gcc and clang,
with and without optimisation.

compare_digests.py BUILD...: the programs of these folders, as build/digest-gcc-O0.
"""
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def compare(name, folders):
    """None, or what is wrong with the programs of that name."""
    digests = {}
    for folder in folders:
        program = ROOT / folder / name
        if not program.exists():
            return f"{program} was not built"
        done = subprocess.run([program], capture_output=True, text=True, timeout=300)
        if done.returncode != 0 or not done.stdout.strip():
            return f"{program}: status {done.returncode}: {done.stderr}"
        digests[program.parent.name] = done.stdout
    first = next(iter(digests))
    for compiler, digest in digests.items():
        if digest != digests[first]:
            pairs = zip(digests[first].splitlines(), digest.splitlines())
            line = next((f"{a!r} and {b!r}" for a, b in pairs if a != b), "one is longer")
            return f"{name}: {first} and {compiler} differ: {line}"
    return None


def main():
    problems = [compare(name, sys.argv[1:]) for name in ("race_digest", "stock_digest")]
    for problem in filter(None, problems):
        print(problem)
    return 1 if any(problems) or len(sys.argv) < 3 else 0


if __name__ == "__main__":
    sys.exit(main())
