#!/usr/bin/env python3
"""Measures a key of `todo` while other programs attack its inspector: `attack_inspector.py [ROUNDS [KEYS]]`.

Runs a release build of `todo --sample 1000 --inspect` in a pseudo-terminal, starts its server with F12 and w, closes the
inspector, and presses keys. Rounds without an attack and with three attacks alternate. "slow" opens 1,000 connections, which
send half a request and wait. "refused" sends requests that the server refuses, as fast as it gets answers, and "asked" asks
for searches, histories and commits with the token. Prints the median time from a key to the first byte of each kind of round,
the ratio to the rounds without an attack, and the number of answers by status.
"""
import os, sys

from support.attack import Terminal, answer, connect, head, measure, open_slowly, pair

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 10
KEYS = int(sys.argv[2]) if len(sys.argv) > 2 else 100
PROGRAM = os.environ.get("TODO", ".build/release/todo")


def send(port, requests, end, seen):
    """Sends requests one after the other."""
    number = 0
    while not end.is_set():
        try:
            seen[answer(connect(port, requests[number % len(requests)]))[9:12] or "closed"] += 1
        except OSError:
            seen["refused"] += 1
        number += 1


def main():
    terminal = Terminal(PROGRAM, "--sample", "1000", "--inspect")
    terminal.read(1)
    terminal.press(b"\x1b[24~")
    terminal.press(b"w", 1)
    port, code = terminal.link()
    bearer = f"Authorization: Bearer {pair(port, code)}"
    terminal.press(b"\x1b[24~")
    asked = [
        head(port, "GET", "/api/commits?limit=1000", bearer), head(port, "GET", "/api/commits?limit=10", bearer),
        head(port, "GET", "/api/search?q=a&limit=1000", bearer), head(port, "GET", "/api/history?path=list", bearer)]
    refused = [
        head(port, "GET", "/api/commits", "Authorization: Bearer 0"), head(port, "OPTIONS", "/api/do", bearer),
        head(port, "GET", "/api/commits", "Origin: null", bearer), "GET / HTTP/1.1\r\nHost: evil\r\n\r\n",
        "\x00" * 1000 + "\r\n\r\n", "GET /" + "a" * 5000 + "\r\n\r\n"]
    measure(terminal, [b"j", b"k"], ROUNDS, KEYS, {
        "slow": lambda end, seen: open_slowly(port, 1000, end, seen),
        "refused": lambda end, seen: send(port, refused, end, seen),
        "asked": lambda end, seen: send(port, asked, end, seen)})
    terminal.press(b"q")


main()
