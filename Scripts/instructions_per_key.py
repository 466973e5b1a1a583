#!/usr/bin/env python3
"""Counts the instructions per key on the screen of `todo`, with 10,000 items on 100 × 30 cells.

    Scripts/instructions_per_key.py [KIND ...]            (all kinds, or these)
    Scripts/instructions_per_key.py --where KIND [--top N]
    Scripts/instructions_per_key.py --against CHECKOUT [KIND ...]

Builds `key-program` for release and runs it in Valgrind, in one process. It measures from the bytes of a key to
the bytes of the frame. The cost of 100 keys is the difference between runs with 200 and with 100 keys. Two runs of
the same program differ by less than two percent. The program checks the screen at the end.

    marker    ten times Down, then ten times Up: the marker moves within the first rows
    scroll    Down from the last visible row: the list scrolls
    pgdn      one page down
    wheel     a notch of the wheel: the list scrolls by three rows
    space     the first item is marked as done, or reopened
    letter    a letter at the end of a draft, or a Backspace

`--where` prints the functions with the most instructions: their own, and including the functions that they call.
The second number counts indirectly recursive calls more than once. `--against` also counts in another checkout,
which must have `Tools/KeyProgram`, and prints the ratio.
"""
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import script

KINDS = ["marker", "scroll", "pgdn", "wheel", "space", "letter"]
KEYS = 100


def profile(program, kind, count):
    """Counts the instructions of a run.

    Returns the total, and counts by function: exclusive, and including the functions that they call.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "profile")
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", "--toggle-collect=*countedKeys*", "--compress-strings=no",
             "--compress-pos=no", f"--callgrind-out-file={path}", program, kind, str(count)],
            capture_output=True, text=True, env=dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1"))
        if run.returncode != 0:
            sys.exit(f"key-program {kind} {count} failed: {run.stdout}{run.stderr[-500:]}")
        with open(path, encoding="utf-8") as file:
            return parsed(file)


def parsed(lines):
    total, own, whole = 0, collections.Counter(), collections.Counter()
    library = function = callee = None
    is_call = False
    for line in lines:
        key, _, value = line.rstrip("\n").partition("=")
        if key == "ob":
            library = os.path.basename(value)
        elif key == "fn":
            function = (re.sub(r"'\d+$", "", value), library)
        elif key == "cfn":
            callee = re.sub(r"'\d+$", "", value)
        elif key == "calls":
            is_call = True
        elif line.startswith("totals:"):
            total = int(line.split()[1])
        elif line[0].isdigit():
            cost = int(line.split()[1])
            if not is_call:
                own[function] += cost
            if not is_call or callee != function[0]:
                whole[function] += cost
            is_call = False
    return total, own, whole


def per_key(program, kind):
    """Returns the instructions per key: the total, and by function as in `profile`."""
    few, many = profile(program, kind, KEYS), profile(program, kind, 2 * KEYS)
    for more, less in zip(many[1:], few[1:]):
        more.subtract(less)
    return (many[0] - few[0]) / KEYS, many[1], many[2]


def print_where(program, kind, top):
    total, own, whole = per_key(program, kind)
    print(f"{kind}: {total:,.0f} instructions per key")
    for title, counts in (("itself", own), ("with what it calls", whole)):
        rows = counts.most_common(top)
        names = subprocess.run(
            ["swift", "demangle", "--simplified"], input="\n".join(name for (name, _), _ in rows),
            capture_output=True, text=True, check=True).stdout.splitlines()
        print(f"\n{'per key':>12} {'%':>6}  {title}")
        for ((_, library), count), name in zip(rows, names):
            print(f"{count / KEYS:12,.0f} {count / KEYS / total:6.1%}  {name[:150]} [{library}]")


def main():
    arguments = script.parser(__doc__)
    arguments.add_argument("kinds", nargs="*", metavar="KIND", help="default: all")
    arguments.add_argument("--where", choices=KINDS, metavar="KIND")
    arguments.add_argument("--top", type=int, default=30, metavar="N", help="default: 30")
    arguments.add_argument("--against", metavar="CHECKOUT")
    given = arguments.parse_args()
    kinds = given.kinds or KINDS
    for kind in kinds:
        if kind not in KINDS:
            arguments.error(f"no kind is called {kind}: name one of {', '.join(KINDS)}")
    if not shutil.which("valgrind"):
        sys.exit("instructions_per_key.py needs Valgrind: apt install valgrind")
    program = script.built("key-program", "-Xswiftc", "-g")
    if given.where:
        print_where(program, given.where, given.top)
        return
    if not given.against:
        print(f"{'key':8} {'instructions':>12}")
        for kind in kinds:
            print(f"{kind:8} {per_key(program, kind)[0]:12,.0f}", flush=True)
        return
    other = script.built("key-program", "-Xswiftc", "-g", root=given.against)
    print(f"{'key':8} {'there':>12} {'here':>12} {'ratio':>6}")
    for kind in kinds:
        before, after = per_key(other, kind)[0], per_key(program, kind)[0]
        print(f"{kind:8} {before:12,.0f} {after:12,.0f} {after / before:6.2f}", flush=True)


if __name__ == "__main__":
    main()
