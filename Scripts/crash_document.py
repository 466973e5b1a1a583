#!/usr/bin/env python3
"""Kills three `todo` programs on one file, which a fourth program changes, and checks that no item is lost.

    Scripts/crash_document.py [ROUNDS] [SEED]        (builds the release product first)

In each round, three programs run on one list, each in a pseudo terminal, and add and tick items. Commands add more items,
and a simulated file synchronization replaces the file with another version of the list. Some of them are ended at
a random time, mostly by SIGKILL. Every item that was on a screen, was acknowledged by a command, or was in the other
version must stay in the list: `todo | cat` must print each exactly once. Prints one line, and ends with status 1 if a
round failed.
"""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import crash_todo
from crash_todo import Program, script


PROGRAMS = 3


def run(path, *words):
    return subprocess.run(
        [crash_todo.TODO, "--file", path, *words], capture_output=True, stdin=subprocess.DEVNULL, timeout=30)


def titles(path):
    """Returns the titles of all items, without their marks: a running program may tick an item meanwhile."""
    return [row[4:] for row in crash_todo.listed(path)]


class Session:
    def __init__(self, path):
        self.path, self.number, self.known, self.merges = path, 0, set(), 0
        self.programs = [None] * PROGRAMS

    def name(self, kind):
        self.number += 1
        return f"{kind}-{self.number}"

    def start(self, index):
        self.programs[index] = program = Program(self.path)
        program.read(0.3)
        # Moves the focus to the list.
        program.type("\x1b")
        program.read(0.1)

    def look(self, program):
        """Adds the items on a screen to the known items."""
        for row in program.screen.shown()[1]:
            if row[:4] in ("[ ] ", "[x] ") and "-" in row:
                self.known.add(row[4:].split()[0])

    def act(self):
        for program in self.programs:
            program.read(0.01)
        program = random.choice(self.programs)
        kind = random.randrange(8)
        if kind < 4:
            program.type(f"a{self.name('typed')}\r\x1b")
        elif kind < 6:
            program.type("\x1b[H ")
        elif kind == 6:
            name = self.name("added")
            if run(self.path, "add", name).returncode == 0:
                self.known.add(name)
        else:
            self.merge()
        program.read(random.choice([0, 0.01, 0.05]))
        self.look(program)

    def merge(self):
        """Replaces the file with a changed version, like a program that synchronizes files between machines."""
        try:
            content = json.load(open(self.path))
        except (OSError, ValueError):
            return
        name = self.name("merged")
        content["state"]["items"].append({"id": f"{random.getrandbits(64):016x}", "title": name})
        other = self.path + ".sync"
        with open(other, "w") as file:
            json.dump(content, file)
        os.rename(other, self.path)
        self.merges += 1
        # A program that has the list open merges the new version; otherwise, the new version is the list.
        for _ in range(60):
            for program in self.programs:
                program.read(0.05)
            if any(name in text(program) for program in self.programs):
                self.known.add(name)
                return

    def end(self, index):
        program = self.programs[index]
        self.look(program)
        os.kill(program.id, random.choice([signal.SIGKILL] * 3 + [signal.SIGTERM]))
        os.waitpid(program.id, 0)
        program.close()
        self.programs[index] = None


def text(program):
    return "\n".join("".join(row) for row in program.screen.rows)


def main():
    rounds, seed = script.rounds_and_seed(__doc__, 200)
    random.seed(seed)
    script.built("todo")
    failures, kills = [], 0
    with tempfile.TemporaryDirectory() as folder:
        session = Session(os.path.join(folder, "todos.json"))
        try:
            while kills < rounds:
                for index in range(PROGRAMS):
                    if session.programs[index] is None:
                        session.start(index)
                for _ in range(random.randrange(1, 12)):
                    session.act()
                for index in random.sample(range(PROGRAMS), random.choice([1, 1, 2, 3])):
                    session.end(index)
                    kills += 1
                now = titles(session.path)
                lost = session.known - set(now)
                twice = sorted({title for title in now if now.count(title) > 1})
                if lost or twice:
                    raise ValueError(f"lost {sorted(lost)}, twice {twice} of {now}")
                if len(session.known) > 150:
                    # More items do not fit on a screen: start again with a new file.
                    for index in range(PROGRAMS):
                        if session.programs[index] is not None:
                            session.end(index)
                    session.path = os.path.join(folder, f"todos-{kills}.json")
                    session.known = set()
        except (ValueError, KeyError, OSError, subprocess.TimeoutExpired) as error:
            failures.append(f"after {kills} kills: {error}")
        for program in session.programs:
            if program is not None:
                program.kill()
    for failure in failures:
        print(failure)
    print(f"{kills} ends, seed {seed}: {session.number} items, {session.merges} merges, {len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
