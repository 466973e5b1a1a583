#!/usr/bin/env python3
"""Counts the instructions and the bytes of keys, dispatches, layouts and a first frame.

    Scripts/count_instructions.py [NAME ...]            (all works, or these)
    Scripts/count_instructions.py --check [NAME ...]
    Scripts/count_instructions.py --update [NAME ...]
    Scripts/count_instructions.py --where NAME [--top N]
    Scripts/count_instructions.py --against CHECKOUT [NAME ...]

A NAME is a work of support/ceilings.json, which says what is counted: iterations of one benchmark, without its
preparation and without other threads. A key is counted from its bytes to the bytes of the frame, on the screen of
`todo` with 10,000 items on 100 × 30 cells. The benchmark checks its result. Builds `benchmarks` for release and runs
it in Valgrind.

`--check` compares with the ceilings of that file, also the size of `todo`, linked statically and stripped. It fails if
a number is more than 3 % above its ceiling, and prints the functions that grew. A change that makes something cheaper
lowers its ceiling in the same commit (`--update`); one that raises a ceiling says why in its message.

`--where` prints the functions with the most instructions: their own, and including the functions that they call.
The second number counts indirectly recursive calls more than once. `--against` also counts in another checkout,
whose benchmarks must have the same names, and prints the ratio.
"""
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import script

CEILINGS = os.path.join(script.ROOT, "Scripts", "support", "ceilings.json")
TOLERANCE = 1.03
# The functions of a work that the file remembers: those with at least this part of its instructions.
LEAST = 0.004


def built(product, root=script.ROOT):
    """Builds a program as `.ci/run` builds the benchmarks: for release, linked statically."""
    options = ["-c", "release", "--static-swift-stdlib", "--scratch-path", ".build/release-check"]
    subprocess.run(["swift", "build", *options, "--product", product], cwd=root, check=True,
                   stdout=subprocess.DEVNULL)
    return os.path.join(root, ".build", "release-check", "release", product)


class Count:
    """The costs of one iteration: instructions in all, and by function, and bytes."""

    def __init__(self, total, own, whole, written):
        self.total, self.own, self.whole, self.bytes = total, own, whole, written

    def functions(self):
        names = demangled([name for name, _ in self.own])
        return [(name, count) for name, (_, count) in zip(names, self.own.items())]


def count(program, work):
    """Runs the iterations of a work in Valgrind."""
    iterations, warm_up = work["iterations"], work["warmUp"]
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", "--separate-threads=yes", "--zero-before=*countingBegins*", "--dump-before=*countingEnds*",
             "--compress-strings=no", "--compress-pos=no", f"--callgrind-out-file={folder}/part", program, "--count",
             work["benchmark"], str(iterations), str(warm_up)],
            capture_output=True, text=True, env=dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1"))
        if run.returncode != 0:
            sys.exit(f"benchmarks --count \"{work['benchmark']}\" failed: {run.stdout}{run.stderr[-500:]}")
        # A part for each closure that was timed: one in all, or one for each iteration. Other threads are left out:
        # how much they have done when a closure ends depends on the machine.
        parts = []
        numbers = [int(match[1]) for name in os.listdir(folder) if (match := re.fullmatch(r"part\.(\d+)-01", name))]
        for number in sorted(numbers):
            with open(os.path.join(folder, f"part.{number}-01"), encoding="utf-8") as file:
                lines = file.readlines()
            if any(line.startswith("desc: Trigger: --dump-before") for line in lines[:20]):
                parts.append(parsed(lines))
    if len(parts) == (2 if warm_up else 1):
        parts = parts[-1:]
    elif len(parts) == warm_up + iterations:
        parts = parts[warm_up:]
    else:
        sys.exit(f"\"{work['benchmark']}\" has {len(parts)} parts, which are not one for each iteration")
    own, whole = collections.Counter(), collections.Counter()
    for _, part_own, part_whole in parts:
        own.update(part_own)
        whole.update(part_whole)
    for counts in (own, whole):
        for function in counts:
            counts[function] /= iterations
    total = sum(part[0] for part in parts)
    if not total:
        sys.exit(f"nothing was counted of \"{work['benchmark']}\"")
    return Count(total / iterations, own, whole, int(run.stdout))


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


def demangled(names):
    return subprocess.run(
        ["swift", "demangle", "--simplified"], input="\n".join(names), capture_output=True, text=True,
        check=True).stdout.splitlines()


def program_size():
    """The size of `todo`, linked statically and stripped."""
    program = built("todo")
    with tempfile.TemporaryDirectory() as folder:
        stripped = os.path.join(folder, "todo")
        subprocess.run(["strip", "-o", stripped, program], check=True)
        return os.path.getsize(stripped)


def print_where(program, name, work, top):
    result = count(program, work)
    print(f"{name}: {result.total:,.0f} instructions, {result.bytes:,} bytes")
    for title, counts in (("itself", result.own), ("with what it calls", result.whole)):
        rows = counts.most_common(top)
        print(f"\n{'instructions':>12} {'%':>6}  {title}")
        for ((_, library), number), text in zip(rows, demangled([name for (name, _), _ in rows])):
            print(f"{number:12,.0f} {number / result.total:6.1%}  {text[:150]} [{library}]")


def known_functions(result):
    rows = [(name[:150], round(number)) for name, number in result.functions() if number >= LEAST * result.total]
    # Functions of different libraries may have one name.
    sums = collections.Counter()
    for name, number in rows:
        sums[name] += number
    return dict(sums.most_common())


def grown(result, known):
    """The functions with the most instructions above those of the file, one line each."""
    now = collections.Counter()
    for name, number in result.functions():
        now[name[:150]] += number
    # A function that the file does not remember had less than this.
    hidden = LEAST * result.total
    more = {name: number - known.get(name, min(number, hidden)) for name, number in now.items()}
    rows = [(name, by) for name, by in collections.Counter(more).most_common(12) if by > 0.002 * result.total]
    return [f"    {by:+12,.0f}  {name}" for name, by in rows]


def check(program, ceilings, names):
    """Returns the number of costs above their ceilings. Of all works, also checks the size of `todo`."""
    failures = 0

    def compare(name, unit, number, ceiling, details=lambda: []):
        nonlocal failures
        ratio = number / ceiling if ceiling else 1
        is_above = ratio > TOLERANCE
        failures += is_above
        word = "ABOVE" if is_above else "lower the ceiling" if ratio < 0.97 else ""
        print(f"{name:36} {unit:12} {number:14,.0f} {ceiling:14,.0f} {ratio:6.3f} {word}".rstrip(), flush=True)
        if is_above:
            print("\n".join(details()), flush=True)

    print(f"{'work':36} {'unit':12} {'now':>14} {'ceiling':>14} {'ratio':>6}")
    for name in names:
        work = ceilings["works"][name]
        result = count(program, work)
        compare(name, "instructions", result.total, work["instructions"],
                lambda: ["  the functions that grew, by instructions:", *grown(result, work["functions"])])
        if "bytes" in work:
            compare(name, "bytes", result.bytes, work["bytes"])
    if len(names) == len(ceilings["works"]):
        compare("todo, linked statically, stripped", "bytes", program_size(), ceilings["programSize"])
    return failures


def update(program, ceilings, names):
    for name in names:
        work = ceilings["works"][name]
        result = count(program, work)
        work["instructions"], work["functions"] = round(result.total), known_functions(result)
        if result.bytes:
            work["bytes"] = result.bytes
        print(f"{name:36} {result.total:14,.0f}", flush=True)
    ceilings["programSize"] = program_size()
    with open(CEILINGS, "w", encoding="utf-8") as file:
        file.write(json.dumps(ceilings, indent=1, ensure_ascii=False) + "\n")


def main():
    with open(CEILINGS, encoding="utf-8") as file:
        ceilings = json.load(file)
    works = ceilings["works"]
    arguments = script.parser(__doc__)
    arguments.add_argument("names", nargs="*", metavar="NAME", help=f"default: all, {', '.join(works)}")
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("--update", action="store_true")
    arguments.add_argument("--where", choices=works, metavar="NAME")
    arguments.add_argument("--top", type=int, default=30, metavar="N", help="default: 30")
    arguments.add_argument("--against", metavar="CHECKOUT")
    given = arguments.parse_args()
    names = given.names or list(works)
    for name in names:
        if name not in works:
            arguments.error(f"no work is called {name}: name one of {', '.join(works)}")
    if not shutil.which("valgrind"):
        sys.exit("count_instructions.py needs Valgrind: apt install valgrind")
    program = built("benchmarks")
    if given.where:
        print_where(program, given.where, works[given.where], given.top)
    elif given.check:
        if failures := check(program, ceilings, names):
            sys.exit(f"{failures} costs are above their ceilings in Scripts/support/ceilings.json")
    elif given.update:
        update(program, ceilings, names)
    elif given.against:
        other = built("benchmarks", given.against)
        print(f"{'work':36} {'there':>14} {'here':>14} {'ratio':>6}")
        for name in names:
            before, after = count(other, works[name]).total, count(program, works[name]).total
            print(f"{name:36} {before:14,.0f} {after:14,.0f} {after / before:6.2f}", flush=True)
    else:
        print(f"{'work':36} {'instructions':>14} {'bytes':>8}")
        for name in names:
            result = count(program, works[name])
            print(f"{name:36} {result.total:14,.0f} {result.bytes:8,}", flush=True)


if __name__ == "__main__":
    main()
