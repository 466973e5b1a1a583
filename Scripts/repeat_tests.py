#!/usr/bin/env python3
"""Runs all tests again and again on a busy machine, and names each test that failed once.

    Scripts/repeat_tests.py [N] [--filter PATTERN]      (N runs, 10 by default)

Beside the tests run two loops that keep a processor busy each, and a program that takes up to 1 GB of memory and
gives it back, so that a test fails that depends on the time that it takes, or on the machine's memory or load.
Builds the tests first. Keeps the output of runs with failures in .build/repeat_tests. Ends with status 1 if a test
failed.
"""
import collections
import os
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import script

LOGS = os.path.join(script.ROOT, ".build", "repeat_tests")
BUSY = "while True: pass"
MEMORY = """
import random, time
while True:
    block = bytearray(random.randrange(1 << 24, 1 << 30))
    block[::4096] = b"x" * len(block[::4096])
    time.sleep(random.random() / 4)
    del block
    time.sleep(random.random() / 4)
"""
# A line of output may follow the end of another.
ENDED = re.compile(r'Test (?!case |run )(".+?"|\S+\(.*?\))(?: with \d+ test cases?)? (passed|failed) after ([\d.]+) s')
ISSUE = re.compile(r'Test (?!case |run )(".+?"|\S+\(.*?\)) recorded an issue.*')
SUMMARY = re.compile(r"Test run with (\d+) tests?\b.*? (passed|failed) after ([\d.]+) s")


def run(number, options):
    """Returns the issues by test, what else went wrong, and a line about the run."""
    result = subprocess.run(
        ["swift", "test", "--skip-build", *options], cwd=script.ROOT, text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=dict(os.environ, SWIFT_BACKTRACE="enable=no"))
    issues = {}
    for issue in ISSUE.finditer(result.stdout):
        issues.setdefault(issue[1], issue[0])
    for name, outcome, _ in ENDED.findall(result.stdout):
        if outcome == "failed":
            issues.setdefault(name, "")
    summary = SUMMARY.search(result.stdout)
    other = None
    if not summary:
        other = f"no end: status {result.returncode}"
    elif result.returncode and not issues:
        other = f"status {result.returncode}"
    if issues or other:
        os.makedirs(LOGS, exist_ok=True)
        with open(os.path.join(LOGS, f"{number}.log"), "w", encoding="utf-8") as file:
            file.write(result.stdout)
    text = f"{summary[1]} tests {summary[2]} after {summary[3]} s" if summary else other
    return issues, other, text


def main():
    parser = script.parser(__doc__)
    parser.add_argument("runs", nargs="?", type=int, default=10, metavar="N")
    parser.add_argument("--filter", metavar="PATTERN")
    given = parser.parse_args()
    options = ["--filter", given.filter] if given.filter else []
    if subprocess.run(["swift", "build", "--build-tests"], cwd=script.ROOT).returncode:
        sys.exit("the tests do not compile")
    neighbours = [subprocess.Popen([sys.executable, "-c", code]) for code in (BUSY, BUSY, MEMORY)]
    failures, others, start = collections.Counter(), [], time.monotonic()
    try:
        for number in range(1, given.runs + 1):
            issues, other, text = run(number, options)
            print(f"run {number}: {text}", flush=True)
            for name, line in issues.items():
                failures[name] += 1
                print(f"    {line or name}", flush=True)
            if other:
                others.append(f"run {number}: {other}")
    finally:
        for neighbour in neighbours:
            neighbour.kill()
    print(f"\n{given.runs} runs in {time.monotonic() - start:.0f} s")
    for name, count in failures.most_common():
        print(f"failed {count} of {given.runs} times: {name}")
    for other in others:
        print(other)
    if failures or others:
        sys.exit(1)
    print("no test failed")


if __name__ == "__main__":
    main()
