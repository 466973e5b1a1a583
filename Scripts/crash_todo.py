#!/usr/bin/env python3
"""Kills `todo` at random times and checks that nothing that was on the screen is lost.

    Scripts/crash_todo.py [ROUNDS] [SEED]        (builds the release product first)

Each round starts the program on one file in a pseudo terminal. It adds, ticks, edits and deletes
items, and undoes these changes, including changes before a kill. It is ended with SIGKILL after a
random time; in every third round, SIGTERM comes shortly before, so that the kill interrupts the last
save. The state after each key is known. The last screen shows one of these states: `todo | cat` and
the next start must show that list or a later one. Typed text is saved every half second: the next
start may show an earlier version of it. No file may be set aside. Prints one line, and ends with
status 1 if a round failed.
"""
import codecs
import fcntl
import json
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import script

TODO = os.path.join(script.ROOT, ".build", "release", "todo")
WIDTH, HEIGHT = 100, 300
LONGEST = 60
HOME = "\x1b[H"


class Screen:
    """The subset of a terminal that the program uses."""

    def __init__(self):
        self.rows = [[" "] * WIDTH for _ in range(HEIGHT)]
        self.x = self.y = 0
        self.top, self.bottom = 0, HEIGHT
        self.rest = ""
        self.has_cursor = False
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def feed(self, data):
        text = self.rest + self.decoder.decode(data)
        offset = 0
        for match in re.finditer(
            r"\x1b\[([<-?]?[\d;:$ ]*)([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\(B|([^\x1b])",
            text):
            if match.start() != offset:
                break
            offset = match.end()
            if match[3]:
                self.put(match[3])
            elif match[2]:
                self.control(match[1], match[2])
        self.rest = text[offset:]

    def put(self, character):
        if character == "\r":
            self.x = 0
        elif character == "\n":
            self.y = min(self.y + 1, HEIGHT - 1)
        elif character == "\b":
            self.x = max(0, self.x - 1)
        elif character >= " ":
            self.rows[self.y][min(self.x, WIDTH - 1)] = character
            self.x += 1

    def control(self, body, final):
        numbers = [int(part) if part.isdigit() else 0 for part in body.split(";")]
        first = numbers[0]
        count = max(1, first)
        if final == "H":
            second = numbers[1] if len(numbers) > 1 else 1
            self.y, self.x = count - 1, max(1, second) - 1
        elif final == "A":
            self.y -= count
        elif final == "B":
            self.y += count
        elif final == "C":
            self.x += count
        elif final == "D":
            self.x -= count
        elif final == "G":
            self.x = count - 1
        elif final == "d":
            self.y = count - 1
        elif final == "b":
            for _ in range(count):
                self.put(self.rows[self.y][min(self.x, WIDTH) - 1])
        elif final == "X":
            self.erase(self.y, self.x, self.x + count)
        elif final == "@":
            row = self.rows[self.y]
            self.rows[self.y] = (row[: self.x] + [" "] * count + row[self.x :])[:WIDTH]
        elif final == "P":
            row = self.rows[self.y]
            self.rows[self.y] = row[: self.x] + row[self.x + count :] + [" "] * count
        elif final == "K":
            self.erase(self.y, self.x, WIDTH)
        elif final == "J":
            if first == 0:
                self.erase(self.y, self.x, WIDTH)
            for y in range(0 if first == 2 else self.y + 1, HEIGHT):
                self.erase(y, 0, WIDTH)
        elif final == "r":
            last = numbers[1] if len(numbers) > 1 else HEIGHT
            self.top, self.bottom, self.x, self.y = count - 1, last or HEIGHT, 0, 0
        elif final in "ST":
            part = self.rows[self.top : self.bottom]
            blank = [[" "] * WIDTH for _ in range(count)]
            part = part[count:] + blank if final == "S" else blank + part[:-count]
            self.rows[self.top : self.bottom] = part
        elif body == "?25":
            self.has_cursor = final == "h"
        elif final not in "chlmnpqtu":
            raise ValueError(f"unknown sequence CSI {body}{final}")

    def erase(self, y, start, end):
        for x in range(start, min(end, WIDTH)):
            self.rows[y][x] = " "

    def shown(self):
        """Returns the text of the field and the rows of the items: (field, rows)."""
        lines = ["".join(row) for row in self.rows]
        rows = [line[2:] for line in lines if line[2:6] in ("[ ] ", "[x] ")]
        field = lines[1].strip()
        return ("" if field == "What needs doing?" else field, tuple(row.strip() for row in rows))


class State:
    """A value: the state of the program."""

    def __init__(self, items=(), draft="", editing=None, past=()):
        self.items, self.draft, self.editing, self.past = items, draft, editing, past

    def shown(self):
        rows = [f"[{'x' if done else ' '}] {title}" for title, done in self.items]
        if self.editing is not None:
            rows[0] = rows[0][:4] + self.editing
        return self.draft, tuple(rows)

    def listed(self):
        return [f"[{'x' if done else ' '}] {title}" for title, done in self.items]

    def typed(self, text):
        return State(self.items, self.draft + text, None, self.past)

    def added(self):
        return State(self.items + ((self.draft, False),), "", None, self.past + (self.items,))

    def changed(self, *first):
        # The time between removals decides which of them form one undo step, so a removal clears the known history.
        past = self.past + (self.items,) if first else ()
        return State(first + self.items[1:], self.draft, None, past)

    def undone(self):
        return State(self.past[-1], self.draft, None, self.past[:-1])

    def edited(self, title):
        return State(self.items, self.draft, title, self.past)

    def committed(self):
        if self.editing is None:
            return self
        if self.editing == self.items[0][0]:
            return State(self.items, self.draft, None, self.past)
        return self.changed((self.editing, self.items[0][1]))


class Program:
    def __init__(self, path):
        self.id, self.terminal = pty.fork()
        if self.id == 0:
            environment = dict(os.environ, TERM="xterm-256color", SWIFT_BACKTRACE="enable=no")
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
            os.execve(TODO, [TODO, "--file", path], environment)
        self.screen = Screen()

    def read(self, seconds):
        end = time.time() + seconds
        while select.select([self.terminal], [], [], max(0, end - time.time()))[0]:
            try:
                self.screen.feed(os.read(self.terminal, 65536))
            except OSError:
                return

    def type(self, text):
        os.write(self.terminal, text.encode())

    def kill(self):
        os.kill(self.id, signal.SIGKILL)
        os.waitpid(self.id, 0)

    def close(self):
        os.close(self.terminal)


class Round:
    def __init__(self, program, state):
        self.program, self.states, self.floor, self.keys = program, [state], 0, []

    def look(self):
        """Records the first state that matches the screen."""
        shown = self.program.screen.shown()
        for index in range(self.floor, len(self.states)):
            if self.states[index].shown() == shown:
                self.floor = index
                return

    def do(self, keys, *states):
        self.states += states
        self.keys.append(keys)
        self.program.type(keys)
        self.program.read(random.choice([0, 0.001, 0.005, 0.02, 0.05]))
        self.look()

    def difference(self, now):
        """Describes the differences between a list and each state from the last one shown on."""
        found = [
            f"without {sorted(set(state.listed()) - set(now))}, besides {sorted(set(now) - set(state.listed()))}"
            for state in self.states[self.floor:]]
        end = ["".join(row).strip() for row in self.program.screen.rows[-2:]]
        return (
            f"{self.keys}: the screen showed state {self.floor} and {end}, then the list is that of no later state: "
            f"{found}")

    def act(self, number):
        """Adds items, or changes items in the list."""
        state = self.states[-1]
        if state.editing is not None:
            self.do("\r", state.committed())
        state = self.states[-1]
        if not state.items or (len(state.items) < HEIGHT // 2 and random.random() < 0.5):
            if state.items:
                self.do("a")
            for step in range(random.randrange(1, 6)):
                for letter in f"item-{number}-{step}":
                    self.do(letter, self.states[-1].typed(letter))
                if random.random() < 0.8 or len(self.states[-1].draft) > LONGEST:
                    self.do("\r", self.states[-1].added())
        else:
            for _ in range(random.randrange(1, 8)):
                state = self.states[-1]
                if not state.items:
                    return
                title, done = state.items[0]
                kind = random.randrange(5)
                if kind == 4:
                    if state.past:
                        self.do("u", state.undone())
                elif kind < 2:
                    self.do(HOME + " ", state.changed((title, not done)))
                elif kind == 2 or len(title) > LONGEST:
                    self.do(HOME + "d", state.changed())
                else:
                    self.do(HOME + "e", state.edited(title))
                    self.do("!", state.edited(title + "!"))
                    if random.random() < 0.7:
                        self.do("\r", self.states[-1].committed())
                    else:
                        return


def listed(path):
    text = subprocess.run(
        [TODO, "--file", path], capture_output=True, stdin=subprocess.DEVNULL, timeout=20)
    if text.returncode or text.stderr:
        raise ValueError(f"it cannot read what it saved: {text.stderr.decode()}")
    return text.stdout.decode().splitlines()[:-1]


def restart(path, candidates):
    """Starts the program, and determines its initial state."""
    program = Program(path)
    end = time.time() + 10
    while time.time() < end:
        program.read(0.05)
        shown = program.screen.shown()
        # The screen is blank until the first frame, which has the keys in its last row. A blank screen would look
        # like an empty list.
        if not "".join(program.screen.rows[HEIGHT - 1]).strip():
            continue
        # An edit that has not changed the text yet is recognized by its cursor.
        found = [
            state for state in candidates if state.shown() == shown
            and (state.editing is not None) == (program.screen.has_cursor and bool(state.items))]
        if found:
            # States that look the same may have different undo histories.
            past = found[-1].past if len({state.past for state in found}) == 1 else ()
            return program, State(found[-1].items, found[-1].draft, found[-1].editing, past)
    program.kill()
    raise ValueError(f"it starts with {shown}, not with any of {[s.shown() for s in candidates]}")


def main():
    rounds, seed = script.rounds_and_seed(__doc__, 200)
    random.seed(seed)
    script.built("todo")
    failures, done, states, seen, ahead = [], 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "todos.json")
        candidates = [State()]
        try:
            for number in range(rounds):
                program, state = restart(path, candidates)
                this = Round(program, state)
                this.act(number)
                if random.randrange(3) == 0:
                    # SIGTERM commits a pending edit.
                    this.states.append(this.states[-1].committed())
                    os.kill(program.id, signal.SIGTERM)
                    time.sleep(random.uniform(0, 0.02))
                    program.kill()
                else:
                    program.read(random.choice([0, 0.01, 0.1]))
                    this.look()
                    program.kill()
                    program.read(0.05)
                    this.look()
                program.close()
                now = listed(path)
                candidates = [s for s in this.states[this.floor :] if s.listed() == now]
                if not candidates:
                    raise ValueError(this.difference(now))
                ahead += this.states.index(candidates[-1]) - this.floor
                typed = {(s.draft, s.editing) for s in this.states} | {("", None)}
                candidates = [
                    State(s.items, draft, editing if s.items else None, s.past)
                    for draft, editing in sorted(typed, key=str) for s in candidates]
                done += 1
                states += len(this.states) - 1
                seen += this.floor
                strange = [n for n in os.listdir(folder) if "unre" in n or "log-" in n]
                if strange:
                    raise ValueError(f"set aside: {strange}")
        except (ValueError, KeyError, subprocess.TimeoutExpired) as error:
            failures.append(f"round {done}: {error}")
        own = ("todos.json", ".todos.json.lock", ".todos.json.interface", "todos.json.log")
        left = [name for name in os.listdir(folder) if name not in own]
        if os.path.exists(path):
            json.load(open(path))
    for failure in failures:
        print(failure)
    print(
        f"{done} kills, seed {seed}: {states} changes typed, {seen} of them on the screen at a "
        f"kill and none of those lost, {ahead} saved besides, {len(left)} temporary files left, "
        f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
