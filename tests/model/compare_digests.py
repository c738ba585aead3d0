"""The same seeds and actions give the same hashes, and the solver the same table, with gcc and clang,
with and without optimisation."""
import subprocess
import sys
from pathlib import Path

BUILD = Path(__file__).resolve().parent.parent.parent / "build"


def main():
    digests = {}
    for program in sorted(BUILD.glob("digest-*/race_digest")):
        done = subprocess.run([program], capture_output=True, text=True, timeout=300)
        if done.returncode != 0 or not done.stdout.strip():
            print(f"{program.parent.name}: status {done.returncode}: {done.stderr}")
            return 1
        digests[program.parent.name] = done.stdout
    if len(digests) < 4:
        print(f"only {len(digests)} of four programs were built")
        return 1
    first = next(iter(digests))
    for name, digest in digests.items():
        if digest != digests[first]:
            pairs = zip(digests[first].splitlines(), digest.splitlines())
            line = next((f"{a!r} and {b!r}" for a, b in pairs if a != b), "one is longer")
            print(f"{first} and {name} differ: {line}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
