#!/usr/bin/env python3
"""Measures a key of `todo` while other programs attack its page: `attack_page.py [ROUNDS [KEYS]]`.

Runs a release build of `todo --sample 1000 --serve` in a pseudo-terminal, and types into the field for a new item. Rounds
without an attack and with four attacks alternate. "slow" keeps 2,000 connections, which send half a head and wait.
"resizing" has the link that permits only viewing: it opens five tabs and leaves eight more, and sets all of them to
1000 × 1000 cells and back as fast as it gets answers. "opening" has the same link, and opens new tabs, one after the other,
and asks for their screens. "all" does all of this at the same time. Prints the median time from a key to the first byte of
each kind of round, the ratio to the rounds without an attack, and the number of answers by status. Each attack is a process
with the lowest priority, so that on a machine with few cores the program does not wait for the attacking processes themselves.
"""
import os, re, sys, threading, time

from support.attack import Terminal, answer, connect, head, measure, open_slowly, pair, post, select_all

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 10
KEYS = int(sys.argv[2]) if len(sys.argv) > 2 else 100
PROGRAM = os.environ.get("TODO", ".build/release/todo")
names = iter(range(10_000_000, 99_999_999))


class Viewer:
    """A program with a link that permits only viewing."""

    def __init__(self, port, token):
        self.port, self.bearer = port, f"Authorization: Bearer {token}"
        self.numbers, self.streams = {}, []

    def open(self, tab):
        path = f"/api/stream?tab={tab}&c=80&r=24&d=1"
        stream = connect(self.port, head(self.port, "GET", path, self.bearer))
        text = b""
        while b"event: hello" not in text and (part := stream.recv(1 << 20)):
            text += part
        found = re.search(rb'"seq":(\d+)', text)
        if found:
            self.numbers[tab] = int(found[1])
        return stream

    def resize(self, tab, cells, seen):
        batch = {"tab": tab, "seq": self.numbers[tab] + 1, "v": 0, "e": [{"t": "size", "c": cells, "r": cells, "d": 1}]}
        status = answer(connect(self.port, post(self.port, "/api/events", batch, self.bearer)))[9:12]
        seen[status] += 1
        self.numbers[tab] += status == "204"

    def drain(self, seen):
        for stream in select_all(self.streams):
            try:
                stream.recv(1 << 22)
            except OSError:
                seen["reset"] += 1
                self.streams.remove(stream)
                stream.close()


def resize(port, token, end, seen):
    viewer = Viewer(port, token)
    for _ in range(8):
        viewer.open(f"t{next(names)}").close()
    viewer.streams = [viewer.open(f"t{next(names)}") for _ in range(5)]
    cells = 1000
    while not end.is_set():
        for tab in list(viewer.numbers):
            try:
                viewer.resize(tab, cells, seen)
            except OSError:
                seen["refused"] += 1
        viewer.drain(seen)
        cells = 1999 - cells
    for stream in viewer.streams:
        stream.close()


def open_tabs(port, token, end, seen):
    viewer = Viewer(port, token)
    while not end.is_set():
        tab = f"t{next(names)}"
        try:
            stream = viewer.open(tab)
            seen[answer(connect(port, head(port, "GET", f"/api/screen?tab={tab}", viewer.bearer)))[9:12]] += 1
            stream.close()
        except OSError:
            seen["refused"] += 1


def together(attacks):
    def attack(end, seen):
        threads = [threading.Thread(target=attack, args=(end, seen)) for attack in attacks]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return attack


def gently(attack):
    def run(end, seen):
        os.nice(19)
        attack(end, seen)
    return run


def view_token(port, path, used):
    """Exchanges the code of the link in the file that permits only viewing."""
    while True:
        found = re.search(r"view \S+#(\w+)", open(path).read()) if os.path.exists(path) else None
        if found and found[1] not in used:
            used.add(found[1])
            return pair(port, found[1])
        time.sleep(0.01)


def main():
    terminal = Terminal(PROGRAM, "--sample", "1000", "--serve")
    terminal.read(1)
    port, _ = terminal.link()
    folder = os.environ.get("XDG_RUNTIME_DIR", os.environ.get("TMPDIR", "/tmp"))
    used = set()
    tokens = [view_token(port, f"{folder}/{os.path.basename(PROGRAM)}-{terminal.pid}.page", used) for _ in range(2)]
    terminal.press(b"a")
    attacks = {
        "slow": lambda end, seen: open_slowly(port, 2000, end, seen),
        "resizing": lambda end, seen: resize(port, tokens[0], end, seen),
        "opening": lambda end, seen: open_tabs(port, tokens[1], end, seen)}
    attacks["all"] = together(list(attacks.values()))
    measure(terminal, [b"x", b"\x7f"], ROUNDS, KEYS, {name: gently(attack) for name, attack in attacks.items()})
    terminal.press(b"\x1b")
    terminal.press(b"q")


main()
