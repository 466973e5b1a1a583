#!/usr/bin/env python3
"""Sends random bytes and sizes to `todo` in a pseudo terminal and checks that it survives.

    Scripts/fuzz_todo.py [ROUNDS] [SEED]        (builds the release product first)

Each round sends keys, broken sequences, pastes, mouse reports, random bytes and new window sizes,
then SIGTERM. The program must run until then (unless Quit was chosen in its palette), end by that
signal, and reset every terminal mode that it has set. Prints one line, and ends with status 1 if a
round failed.
"""
import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import script

TODO = os.path.join(script.ROOT, ".build", "release", "todo")
KEYS = [
    b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b[5~", b"\x1b[6~", b"\x1b[H", b"\x1b[F", b"\t",
    b"\x1b[Z", b"\r", b" ", b"e", b"d", b"a", b"x", b"1", b"2", b"3", b"4", b"\x7f", b"\x1b", b"\x1bb",
    b"u", b"U", b"/", b"f", b"s", b"t", b"p", b"v", b"K", b"J", b"C", b"m", b"?", b"g", b"G", b"\x10",
    b"\x12", b"\x13", b"\x01", b"\x1b[1;2A", b"\x1b[1;2B", b"\x1b[1;3A", b"fri", b"+home", b"(A) ",
    b"\x1b[3~", b"\x0c", b"\x17", b"\x15", "é漢字👩‍👩‍👧".encode(), b"\xff\xfe", b"\x1b[200~",
    b"\x1b[201~", b"\x1b[?2026;2$y", b"\x1b[1;99999999999R", b"\x1b]11;rgb:0/0/0\x07", b"\x9b",
]
PALETTE = b"\x10"


def piece():
    kind = random.randrange(10)
    if kind < 5:
        return random.choice(KEYS)
    if kind < 7:
        button, x, y = random.choice([0, 1, 2, 64, 65]), random.randrange(200), random.randrange(80)
        return f"\x1b[<{button};{x};{y}M\x1b[<{button};{x};{y}m".encode()
    if kind < 8:
        return bytes(random.randrange(256) for _ in range(random.randrange(1, 40)))
    if kind < 9:
        return b"\x1b[200~" + bytes(random.randrange(256) for _ in range(200)) + b"\x1b[201~"
    return "".join(chr(random.randrange(32, 0x3000)) for _ in range(30)).encode()


def without_endings(data):
    """Removes Ctrl-C, Ctrl-Z and q, which would end or suspend the program."""
    return data.replace(b"\x03", b"").replace(b"\x1a", b"").replace(b"q", b"")


def left_on(stream):
    on = set()
    for modes, letter in re.findall(rb"\x1b\[\?([\d;]+)([hl])", stream):
        for mode in modes.split(b";"):
            (on.add if (letter == b"h") != (mode in (b"7", b"25")) else on.discard)(mode.decode())
    return on


def read(terminal, seconds):
    data, end = b"", time.time() + seconds
    while time.time() < end:
        if select.select([terminal], [], [], 0.01)[0]:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            if not part:
                break
            data += part
    return data


def main():
    rounds, seed = script.rounds_and_seed(__doc__, 50)
    random.seed(seed)
    script.built("todo")
    failures, sent, quits = [], 0, 0
    for number in range(rounds):
        pid, terminal = pty.fork()
        if pid == 0:
            environment = dict(os.environ, TERM="xterm-256color", SWIFT_BACKTRACE="enable=no")
            os.execve(TODO, [TODO, "--sample", str(random.choice([0, 3, 100]))], environment)
        # Waits for the first frame: until then, the system turns some bytes into signals.
        stream, deadline = read(terminal, 0.1), time.time() + 5
        while b"\x1b[?1049h" not in stream and time.time() < deadline:
            stream += read(terminal, 0.05)
        log = []
        for _ in range(150):
            if random.randrange(15) == 0:
                rows, columns = random.randrange(0, 60), random.randrange(0, 150)
                fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            data = without_endings(piece())
            log.append(data)
            sent += len(data)
            try:
                os.write(terminal, data)
            except OSError:
                break
            stream += read(terminal, 0.002)
        stream += read(terminal, 0.1)
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended and PALETTE in log and os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
            # The random keys chose Quit in the palette.
            quits += 1
            if left_on(stream):
                failures.append(f"round {number}: left on: {left_on(stream)}")
            os.close(terminal)
            continue
        if ended:
            failures.append(f"round {number}: it ended with {status} after {log[-5:]!r}")
            continue
        os.kill(pid, signal.SIGTERM)
        stream += read(terminal, 0.2)
        deadline = time.time() + 5
        while not ended and time.time() < deadline:
            ended, status = os.waitpid(pid, os.WNOHANG)
            time.sleep(0.01)
        if not ended:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            failures.append(f"round {number}: it does not answer SIGTERM")
        elif not os.WIFSIGNALED(status) or os.WTERMSIG(status) != signal.SIGTERM:
            failures.append(f"round {number}: it ended with {status} on SIGTERM")
        if left_on(stream):
            failures.append(f"round {number}: left on: {left_on(stream)}")
        os.close(terminal)
    for failure in failures:
        print(failure)
    print(f"{rounds} rounds, seed {seed}: {sent} bytes sent, {quits} times quit by the palette, {len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
