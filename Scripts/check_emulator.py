#!/usr/bin/env python3
"""Compares our emulator with pyte and tmux on the output of less, vim, htop and top.

    Scripts/check_emulator.py [--write] [NAME ...]      (needs pyte, tmux, less, vim, htop and top)

Runs each program in a pseudo terminal with scripted keys, and records its output. Our emulator
(Tools/EmulatorProgram) is compared with pyte every 500 bytes, and with tmux at twenty offsets.
other_terminals.MISSING lists the features that the others lack. `--write` stores the recordings of
SHORT for the tests, with the screens on which all three agree. Ends with status 1 if anything
differs.
"""
import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import other_terminals
import script


PROGRAM = os.path.join(script.ROOT, ".build", "release", "emulator-program")
RECORDINGS = os.path.join(script.ROOT, "Tests", "TestingTests", "Recordings")
STEP = 500

WORDS = "one way state drawn on a terminal, 漢字 und Wörter, e\u0301 and tabs\there "
TEXT = "".join(
    f"{number:4} {(WORDS * 3)[number % 40:][:20 + number * 37 % 110]}\n" for number in range(1, 201))
ESC, UP, DOWN, PAGE = "\x1b", "\x1b[A", "\x1b[B", "\x1b[6~"

VIM = ["vim", "-u", "NONE", "-i", "NONE", "-n", "text"]
VIM_KEYS = [
    ":set number ruler showcmd\r", "5dd", "p", "3jOtyped 漢字 in the middle", ESC, "xxA, the end" + ESC,
    "\x06", "\x06", "\x05\x05\x05", "\x19\x19", ":split\r", "\x04", "\x17\x17", "dGu", ":vsplit\r",
    "\x06", "/tabs\r", "n", "n", ":set hlsearch list\r", "gg", "vjj>", "J", ":%s/state/STATE/\r",
    "\x17o", "zt", "zb", "GO\tx" + ESC, "ggiq" * 3 + ESC, ":set paste!\r", ":q!\r", ":q!\r", ":q!\r"]
LESS_KEYS = [" ", " ", "jjj", "kk", "b", "/tabs\r", "n", "n", "G", "g", "d", "u", "-S\r", "\x1b[C",
             "\x1b[D", "10j", "50%", "&way\r", "j", "k", "h", "q", "q"]
HTOP_KEYS = [DOWN, DOWN, UP, "t", "\x1b[6~", "\x1b[5~", "t", "\x1bOQ", DOWN, "\x1b[C", ESC, "u", ESC,
             "\x1bOS", "x", ESC, "I", "h", " ", "q"]

RECORDED = [
    # name, command, keys, TERM
    ("less", ["less", "text"], LESS_KEYS, "xterm-256color"),
    ("less-N", ["less", "-N", "-J", "text"], LESS_KEYS, "xterm-256color"),
    ("less-vt100", ["less", "text"], LESS_KEYS, "vt100"),
    ("vim", VIM, VIM_KEYS, "xterm-256color"),
    ("vim-linux", VIM, VIM_KEYS, "linux"),
    ("vim-vt220", VIM, VIM_KEYS, "vt220"),
    ("htop", ["htop", "-d", "3"], HTOP_KEYS, "xterm-256color"),
    ("htop-vt100", ["htop", "-d", "3"], HTOP_KEYS, "vt100"),
    ("htop-screen", ["htop", "-d", "3"], HTOP_KEYS, "screen-256color"),
    ("top", ["top", "-d", "0.3"], ["1", "m", "t", DOWN, DOWN, "c", "V", "h", "q", "q"], "xterm-256color"),
]
# Short recordings for the tests. htop shows the machine's load and memory, and its own process.
SHORT = [
    ("less", ["less", "text"], [" ", "jj", "/tabs\r", "b", "q"], "xterm-256color"),
    ("vim", VIM, VIM_KEYS[1:5] + [":split\r", "\x04", "3dd", ":q!\r", ":q!\r"],
     "xterm-256color"),
    ("htop", ["htop", "-d", "100", "-p", "SLEEPER"], ["\x1bOQ", DOWN, "\x1b[C", "q"],
     "xterm-256color"),
]


def record(command, keys, term, width, height):
    """Returns the output of a program. After each key, waits until the output stops."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "text"), "w", encoding="utf-8") as file:
            file.write(TEXT)
        sleeper = subprocess.Popen(["sleep", "600"])
        command = [str(sleeper.pid) if word == "SLEEPER" else word for word in command]
        child, master = pty.fork()
        if child == 0:
            os.chdir(folder)
            environment = {"PATH": os.environ["PATH"], "TERM": term, "LC_ALL": "C.UTF-8", "HOME": folder,
                           "LESSHISTFILE": "-"}
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        os.kill(child, signal.SIGWINCH)
        output = bytearray()

        def read(quiet, longest):
            end = time.monotonic() + longest
            while time.monotonic() < end and select.select([master], [], [], quiet)[0]:
                try:
                    data = os.read(master, 65536)
                except OSError:
                    return False
                if not data:
                    return False
                output.extend(data)
            return True

        read(0.4, 3)
        for key in keys:
            os.write(master, key.encode())
            if not read(1.1 if key == ESC else 0.15, 1.5):
                break
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(master)
        sleeper.kill()
        sleeper.wait()
        return bytes(output)


def whole(data, offset):
    """Returns the next offset that is not inside a character or a sequence."""
    while offset < len(data) and (
            data[offset] & 0xC0 == 0x80 or other_terminals.is_unfinished(data[:offset])):
        offset += 1
    return offset


def ours(data, width, height, offsets):
    out = subprocess.run(
        [PROGRAM, "show", str(width), str(height), *map(str, offsets)], input=data, check=True,
        stdout=subprocess.PIPE).stdout
    return [json.loads(line) for line in out.splitlines()]


def compare(name, data, width, height):
    """Returns the offsets at which another terminal shows a different screen, and the sequences unknown to ours."""
    for_tmux = {whole(data, len(data) * part // 20) for part in range(1, 21)}
    offsets = sorted({whole(data, at) for at in range(STEP, len(data), STEP)} | for_tmux)
    shots = ours(data, width, height, [at for at in offsets if at < len(data)])
    pyte, start, wrong = other_terminals.Pyte(width, height), 0, []
    tmux = other_terminals.Tmux(width, height)
    compared = {"pyte": 0, "tmux": 0}
    try:
        for shot in shots:
            offset = shot["offset"]
            for other, screen in (("pyte", pyte), ("tmux", tmux)):
                screen.feed(data[start:offset])
            start = offset
            kinds = [("pyte", pyte)]
            if offset in for_tmux:
                kinds.append(("tmux", tmux))
            for other, screen in kinds:
                compared[other] += 1
                difference = other_terminals.difference(shot["rows"], screen.rows())
                if difference:
                    wrong.append(f"{other} at {offset}: {difference}")
    finally:
        tmux.close()
    unknown = sorted(set(shots[-1]["unknown"]))
    print(f"{name} {width}×{height}: {len(data)} bytes, {compared['pyte']} screens of pyte and "
          f"{compared['tmux']} of tmux, {len(wrong)} differences"
          + (f"; unknown sequences: {unknown}" if unknown else ""), flush=True)
    for line in wrong[:4]:
        print("  " + line)
    return wrong, shots


def main():
    arguments = script.parser(__doc__)
    arguments.add_argument("--write", action="store_true", help="write the recordings of the tests")
    arguments.add_argument("names", nargs="*", metavar="NAME", help="the programs; default: all")
    given = arguments.parse_args()
    script.built("emulator-program")
    wrong = []
    if given.write:
        for name, command, keys, term in SHORT:
            width, height = 80, 24
            data = record(command, keys, term, width, height)
            found, shots = compare(name, data, width, height)
            wrong += found
            if found:
                continue
            with open(os.path.join(RECORDINGS, name + ".bytes"), "wb") as file:
                file.write(data)
            kept = [{key: shot[key] for key in ("offset", "rows")} for shot in shots[::12] + shots[-1:]]
            with open(os.path.join(RECORDINGS, name + ".json"), "w", encoding="utf-8") as file:
                json.dump({"width": width, "height": height, "shots": kept}, file, ensure_ascii=False,
                          indent=0)
    else:
        for name, command, keys, term in RECORDED:
            if given.names and name not in given.names:
                continue
            for width, height in ((80, 24), (100, 30)):
                data = record(command, keys, term, width, height)
                folder = os.environ.get("KEEP")
                if folder:
                    with open(os.path.join(folder, f"{name}-{width}"), "wb") as file:
                        file.write(data)
                wrong += compare(name, data, width, height)[0]
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
