#!/usr/bin/env python3
"""Kills `todo` at random instants and checks that nothing that was saved is ever lost.

    Scripts/crash_todo.py [ROUNDS] [SEED]        (builds the release product first)

Each round starts the program on one file in a pseudo terminal, adds items, and ends it with SIGKILL
after a random time. Then the file must hold whole JSON with every item that any earlier look at it
has shown, in order, and the program must be able to read it. Prints one line, and ends with 1 if a
round failed.
"""
import fcntl
import json
import os
import pty
import random
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TODO = os.path.join(ROOT, ".build", "release", "todo")


def titles(path):
    """The titles in the file, or [] while there is none. Anything but whole JSON is an error."""
    try:
        with open(path) as file:
            return [item["title"] for item in json.load(file)["state"]["items"]]
    except FileNotFoundError:
        return []


def drain(terminal, seconds):
    end = time.time() + seconds
    while time.time() < end:
        if select.select([terminal], [], [], 0.005)[0]:
            try:
                if not os.read(terminal, 65536):
                    return
            except OSError:
                return


def start(path):
    pid, terminal = pty.fork()
    if pid == 0:
        environment = dict(os.environ, TERM="xterm-256color", SWIFT_BACKTRACE="enable=no")
        os.execve(TODO, [TODO, "--file", path], environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    return pid, terminal


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
    random.seed(seed)
    subprocess.run(
        ["swift", "build", "-c", "release", "--product", "todo"], cwd=ROOT, check=True,
        stdout=subprocess.DEVNULL)
    failures, number, seen, growth = [], 0, [], 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "todos.json")
        for round_number in range(rounds):
            pid, terminal = start(path)
            drain(terminal, 0.06)
            os.write(terminal, b"a")
            for _ in range(random.randrange(1, 6)):
                number += 1
                os.write(terminal, f"item {number}\r".encode())
                drain(terminal, random.uniform(0, 0.05))
            drain(terminal, random.uniform(0, 0.15))
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            os.close(terminal)
            try:
                now = titles(path)
            except (ValueError, KeyError) as error:
                failures.append(f"round {round_number}: the file is broken: {error}")
                break
            if now[: len(seen)] != seen:
                failures.append(f"round {round_number}: saved items are gone")
            growth += len(now) - len(seen)
            seen = now
        text = subprocess.run(
            [TODO, "--file", path], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        if text.returncode or len(text.stdout.decode().splitlines()) != len(seen) + 1:
            failures.append("the program cannot read what it saved")
        left = [name for name in os.listdir(folder) if name not in ("todos.json", ".todos.json.lock")]
    for failure in failures:
        print(failure)
    print(
        f"{rounds} kills, seed {seed}: {number} items typed, {growth} saved before the kill, "
        f"{len(left)} temporary files left, {len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
