#!/usr/bin/env python3
"""Inserts faults into the library, one at a time, and checks that a test fails for each.

    Scripts/mutate.py [NUMBER ...]      (all faults, or those with these numbers)
    Scripts/mutate.py --list            (prints the faults without running tests)
    Scripts/mutate.py --check           (finds faults that the sources have outgrown; builds nothing)

The faults are in support/mutate_faults.py: each is a small change of one file, like a typical mistake.
The sources are copied to .build/mutate/source. There, each changed text has both the right and the
faulty code, and the environment variable MILLRACE_FAULT selects one. So everything is built once.
First, the tests run without a fault and must pass; then, for each fault, the tests run that should
find it. A run ends with the first failure; a crash, or a run that stops printing, is a failure, too.

Options: `--markdown` prints a Markdown table; `--all-failures` runs all tests for each fault and
counts those that fail; `--skip-build` uses the previous build; `--skip-check` skips the run without a
fault; `--silence SECONDS` is the maximum time without output, 120 by default. The output of the runs
is in .build/mutate/logs. Stops with a message if a fault's code is not in its file exactly once, or if
there are no tests that should find it; `--check` does only that, in a second, and `.ci/run` calls it. Ends
with status 1 if a fault is not found.
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import script
from mutate_faults import FAULTS

ROOT = script.ROOT
WORK = os.path.join(ROOT, ".build", "mutate")
COPY = os.path.join(WORK, "source")
LOGS = os.path.join(WORK, "logs")
VARIABLE = "MILLRACE_FAULT"

# The file added to each target with faults. `usableFromInline`, because inlinable code calls it, too.
SWITCH = f"""#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

private let chosenFault = getenv("{VARIABLE}").flatMap {{ Int(String(cString: $0)) }} ?? 0

@usableFromInline func isFault(_ number: Int) -> Bool {{ number == chosenFault }}
"""
SWITCH_NAME = "ChosenFault.swift"

SUITE = re.compile(r"\b(?:struct|class|actor|enum) (\w+)")
ISSUE = re.compile(r"Test (.+?) recorded an issue\b.*? at (\S+)\.swift:\d+")
STARTED = re.compile(r"Test (?!run |case )(.+) started\.")
ENDED = re.compile(r"Test (?!run |case )(.+) (?:passed|failed) after")
SUMMARY = re.compile(r"Test run with (\d+) tests?\b.*? (passed|failed) after")
CRASH = re.compile(r"unexpected signal code (\d+)|exited with (?:unexpected )?signal", re.I)
FATAL = re.compile(r"[Ff]atal error(?:: (.*))?$")


def target(fault):
    """Returns the folder in Sources, or for Middleware its subfolder."""
    parts = fault.file.split("/")
    return parts[2] if parts[1] == "Middleware" else parts[1]


def suites():
    """Returns the suites of the tests, as a filter of `swift test` sees them: `Target.Suite/`."""
    found = set()
    for folder, _, files in os.walk(os.path.join(ROOT, "Tests")):
        parts = os.path.relpath(folder, ROOT).split(os.sep)
        for file in files:
            if file.endswith(".swift") and len(parts) > 1:
                with open(os.path.join(folder, file), encoding="utf-8") as source:
                    found |= {f"{parts[1]}.{name}/" for name in SUITE.findall(source.read())}
    return found


def mutated_sources():
    """Returns the text of each file with its faults inserted, all disabled by default.

    Ends the script with a message for each fault that does not fit the sources.
    """
    by_file, wrong, texts = {}, [], {}
    known_suites = suites()
    for fault in FAULTS:
        by_file.setdefault(fault.file, []).append(fault)
        if not any(re.search(fault.tests, suite) for suite in known_suites):
            wrong.append(f"fault {fault.number}: no suite matches {fault.tests}")
    for file, faults in by_file.items():
        path = os.path.join(ROOT, file)
        if not os.path.exists(path):
            wrong += [f"fault {fault.number}: {file} does not exist" for fault in faults]
            continue
        with open(path, encoding="utf-8") as source:
            text = source.read()
        edits = []
        for fault in faults:
            for original, replacement in fault.edits:
                count = text.count(original)
                if count != 1:
                    wrong.append(f"fault {fault.number}: this is in {file} {count} times, not once:\n"
                                 f"{original}")
                    continue
                if "FAULT" not in replacement:
                    wrong.append(f"fault {fault.number}: its replacement does not contain FAULT")
                start = text.index(original)
                edits.append((start, start + len(original),
                               replacement.replace("FAULT", f"isFault({fault.number})")))
        edits.sort()
        for (_, end, _), (start, _, _) in zip(edits, edits[1:]):
            if start < end:
                wrong.append(f"two faults change the same code in {file}")
        for start, end, replacement in reversed(edits):
            text = text[:start] + replacement + text[end:]
        texts[file] = text
    if wrong:
        sys.exit("\n".join(wrong))
    for folder in {"/".join(fault.file.split("/")[:2]) for fault in FAULTS}:
        texts[f"{folder}/{SWITCH_NAME}"] = SWITCH
    return texts


def write_if_other(path, content):
    """Writes a file only if its content changes, so that it is not compiled again."""
    try:
        with open(path, "rb") as file:
            if file.read() == content:
                return
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


def make_copy():
    texts = mutated_sources()
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
        check=True, stdout=subprocess.PIPE).stdout.decode().split("\0")
    names = {name for name in names if name and os.path.isfile(os.path.join(ROOT, name))}
    for name in names - texts.keys():
        with open(os.path.join(ROOT, name), "rb") as file:
            write_if_other(os.path.join(COPY, name), file.read())
        shutil.copymode(os.path.join(ROOT, name), os.path.join(COPY, name))
    for name, text in texts.items():
        write_if_other(os.path.join(COPY, name), text.encode())
    for folder, folders, files in os.walk(COPY):
        if ".build" in folders:
            folders.remove(".build")
        for file in files:
            path = os.path.join(folder, file)
            if os.path.relpath(path, COPY) not in names | texts.keys():
                os.remove(path)


def environment(number):
    values = dict(os.environ, SWIFT_BACKTRACE="enable=no")
    values.pop("CI", None)
    values[VARIABLE] = str(number)
    return values


def build():
    result = subprocess.run(["swift", "build", "--build-tests"], cwd=COPY, env=environment(0),
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode:
        sys.exit(result.stdout + "\nthe sources with faults do not compile")


def kill(process):
    """Kills a process and its descendants, which may be in other process groups."""
    table = subprocess.run(["ps", "-eo", "pid=,ppid="], stdout=subprocess.PIPE, text=True).stdout
    children = {}
    for line in table.splitlines():
        child, parent = map(int, line.split())
        children.setdefault(parent, []).append(child)
    found = [process.pid]
    for parent in found:
        found += children.get(parent, [])
    for one in found:
        try:
            os.kill(one, signal.SIGKILL)
        except ProcessLookupError:
            pass


def run(number, tests, silence, to_the_end):
    """Runs tests with a fault.

    Returns the failed tests with their files, any other failure of the run, and the number of tests that ran.
    """
    process = subprocess.Popen(
        ["swift", "test", "--skip-build", "--disable-xctest", "--filter", tests], cwd=COPY,
        env=environment(number), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace")
    last_word, is_over, hangs = time.monotonic(), threading.Event(), False

    def watch():
        nonlocal hangs
        while not is_over.wait(1):
            if time.monotonic() - last_word > silence:
                hangs = True
                return kill(process)

    watcher = threading.Thread(target=watch)
    watcher.start()
    failures, started, count, crash, message = {}, {}, 0, None, ""
    with open(os.path.join(LOGS, f"{number}.log"), "w", encoding="utf-8") as log:
        for line in process.stdout:
            last_word = time.monotonic()
            log.write(line)
            if issue := ISSUE.search(line):
                failures.setdefault((issue[1].strip('"'), issue[2]))
                if not to_the_end:
                    kill(process)
                    break
            if begun := STARTED.search(line):
                started[begun[1].strip('"')] = True
            if ended := ENDED.search(line):
                started.pop(ended[1].strip('"'), None)
            if summary := SUMMARY.search(line):
                count = int(summary[1])
            if fatal := FATAL.search(line):
                message = fatal[1] or "fatal error"
            if ended := CRASH.search(line):
                crash = f"a crash (signal {ended[1]})" if ended[1] else "a crash"
    process.stdout.close()
    code = process.wait()
    is_over.set()
    watcher.join()
    if hangs:
        where = f" in: {', '.join(started)}" if len(started) < 4 else ""
        crash = f"nothing is printed for {silence:g} s{where}"
    elif crash:
        crash += f": {message}" if message else ""
    elif code and not failures:
        crash = f"the tests ended with {code}"
    return list(failures), crash, count


def check(faults, options):
    """Runs all needed tests without a fault."""
    tests = "|".join(sorted({fault.tests for fault in faults}))
    failures, crash, count = run(0, tests, options.silence, False)
    if failures or crash or not count:
        sys.exit(f"without a fault: {failures or crash or 'there are no such tests'}")


def caught_by(fault, options):
    """Returns the test that found a fault; None if no test did."""
    failures, crash, count = run(fault.number, fault.tests, options.silence, options.all_failures)
    if not failures and not crash:
        if not count:
            sys.exit(f"fault {fault.number}: no test matches {fault.tests}")
        return None
    if not failures:
        return crash
    name, file = failures[0]
    others = f", and {len(failures) - 1} more" if len(failures) > 1 else ""
    return f"{name} ({file}{others})" + (f"; {crash}" if crash else "")


def row(fault, found, is_markdown):
    cells = [str(fault.number), target(fault), fault.file.split("/")[-1], fault.sentence, found]
    if is_markdown:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
    return f"{cells[0]:>2}  {cells[1]:<11}  {cells[2]:<29}  {cells[3]}\n      {cells[4]}"


def main():
    parser = script.parser(__doc__)
    parser.add_argument("numbers", metavar="NUMBER", type=int, nargs="*")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--all-failures", action="store_true")
    parser.add_argument("--skip-build", action="store_true")
    parser.add_argument("--skip-check", action="store_true")
    parser.add_argument("--silence", metavar="SECONDS", type=float, default=120)
    options = parser.parse_args()
    known = {fault.number: fault for fault in FAULTS}
    if len(known) < len(FAULTS):
        sys.exit("two faults have the same number")
    if unknown := [number for number in options.numbers if number not in known]:
        sys.exit(f"there is no fault {unknown[0]}")
    faults = [known[number] for number in options.numbers] or FAULTS
    if options.list:
        for fault in faults:
            print(f"{fault.number:>2}  {fault.file}\n      {fault.sentence}")
        return
    if options.check:
        mutated_sources()
        print(f"{len(FAULTS)} faults fit the sources")
        return
    start = time.monotonic()
    os.makedirs(LOGS, exist_ok=True)
    if options.skip_build:
        mutated_sources()
    else:
        make_copy()
        build()
    if not options.skip_check:
        check(faults, options)
    if options.markdown:
        print("| fault | target | file | what is wrong | found by |\n|---|---|---|---|---|")
    missed = 0
    for fault in faults:
        found = caught_by(fault, options)
        missed += found is None
        print(row(fault, found or "not found", options.markdown), flush=True)
    print(f"\n{len(faults)} faults, {missed} not found, {time.monotonic() - start:.0f} s")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
