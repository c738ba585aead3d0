"""Runs fuzz targets for some time each, or so often, side by side, and says how many runs.

run.py [--build FOLDER] [--seconds N | --runs N] [--seed N] [TARGET...]: those of build/fuzz unless a folder is
given, all without a target, and another way each time without a seed. The target "save" is save_fuzz.c, its seeds are
corpus/save, words that help it may stand in save.dict; what the fuzzer finds on its way stays in found/TARGET of
that folder, but counted runs begin without it: they do the same each time. An input that breaks a target is left in
its crashes, its report printed, and the status is 1. Give the file to the target's program to see it again.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def run_target(build, name, limit, seed):
    seeds = HERE / "corpus" / name
    found = build / "found" / name
    crashes = build / "crashes"
    if limit.startswith("-runs"):
        shutil.rmtree(found, ignore_errors=True)
    found.mkdir(parents=True, exist_ok=True)
    crashes.mkdir(parents=True, exist_ok=True)
    command = [build / "tests" / "fuzz" / f"{name}_fuzz", limit, f"-seed={seed}", "-timeout=10", "-rss_limit_mb=2048",
               f"-artifact_prefix={crashes}/{name}-", found]
    if seeds.is_dir():
        command.append(seeds)
    dictionary = HERE / f"{name}.dict"
    if dictionary.exists():
        command.append(f"-dict={dictionary}")
    environment = {**os.environ, "ASAN_OPTIONS": "allocator_may_return_null=1:detect_leaks=1",
                   "LC_ALL": "C"}
    done = subprocess.run([str(part) for part in command], env=environment, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=HERE.parent.parent / "build" / "fuzz")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--runs", type=int)
    parser.add_argument("--seed", type=int, default=0, help="0: drawn")
    parser.add_argument("targets", nargs="*")
    options = parser.parse_args()
    targets = options.targets or sorted(
        source.stem.removesuffix("_fuzz") for source in HERE.glob("*_fuzz.c"))
    limit = f"-runs={options.runs}" if options.runs else f"-max_total_time={options.seconds}"
    failed = not targets
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        results = pool.map(lambda name: run_target(options.build, name, limit, options.seed), targets)
        for name, (status, output) in zip(targets, results):
            runs = re.search(r"^Done (\d+) runs", output, re.M)
            if status != 0 or not runs:
                failed = True
                print(output[-8000:])
                print(f"{name}: FAILED")
            else:
                print(f"{name}:")
                print(f"{runs.group(0)}, clean")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
