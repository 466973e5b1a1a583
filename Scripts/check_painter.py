#!/usr/bin/env python3
"""Paints random frames on our emulator, on pyte and on tmux, and compares the results.

    Scripts/check_painter.py [ROUNDS] [SEED]      (100,000 frames on ours; needs pyte and tmux)

The frames come from the real grid and the real painter (Tools/EmulatorProgram). On our emulator,
incremental painting must show the same as a full repaint, cell by cell; painting again must write
nothing; and a forced redraw must repair a screen that another program has written to. On pyte, the
text of each frame is compared; on tmux, that of every hundredth frame. These use only text for which
all agree on the width. Prints one line for each terminal; ends with status 1 if anything differs.
"""
import base64
import json
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import other_terminals
import script

PROGRAM = os.path.join(script.ROOT, ".build", "release", "emulator-program")
FRAMES_PER_SEED = 250
SIZES = [(32, 12), (80, 24), (7, 3)]
LARGEST_SHOWN = 10
# The terminal's mode while a program is running.
NO_WRAP = b"\x1b[?7l"


def lines(*arguments):
    with subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            yield json.loads(line)
    if process.returncode:
        sys.exit(f"the program ended with {process.returncode}")


def report(name, frames, start, differences, suffix=""):
    print(f"{name}: {frames} frames, {len(differences)} differences, "
          f"{time.monotonic() - start:.0f} s{suffix}", flush=True)
    for difference in differences[:LARGEST_SHOWN]:
        print("  " + difference)
    return bool(differences)


def ours(count, seed):
    start, frames, size, differences = time.monotonic(), 0, 0, []
    for proof in lines("prove", seed, max(1, count // FRAMES_PER_SEED), FRAMES_PER_SEED):
        frames += proof["frames"]
        size += proof["bytes"]
        if "difference" in proof:
            differences.append(proof["difference"])
    return report("our emulator", frames, start, differences, f", {size} bytes")


def pyte(count, seed):
    start, frames, differences = time.monotonic(), 0, []
    for number in range(max(1, count // FRAMES_PER_SEED)):
        width, height = SIZES[number % len(SIZES)]
        screen = other_terminals.Pyte(width, height)
        screen.feed(NO_WRAP)
        # pyte does not support REP, SU and SD.
        for frame in lines("frames", seed + number, FRAMES_PER_SEED, width, height, "repeat,scroll"):
            frames += 1
            if (frame["width"], frame["height"]) != (width, height):
                width, height = frame["width"], frame["height"]
                screen.resize(width, height)
            screen.feed(base64.b64decode(frame["bytes"]))
            wrong = other_terminals.difference(frame["rows"], screen.rows())
            if wrong:
                differences.append(f"seed {seed + number}, frame {frames % FRAMES_PER_SEED}: {wrong}")
                break
    return report("pyte", frames, start, differences)


def tmux(count, seed):
    start, frames, compared, misplaced, differences = time.monotonic(), 0, 0, 0, []
    for number in range(max(1, count // FRAMES_PER_SEED)):
        width, height = SIZES[number % len(SIZES)]
        screen = other_terminals.Tmux(width, height)
        try:
            screen.feed(NO_WRAP)
            for frame in lines("frames", seed + number, FRAMES_PER_SEED, width, height, "resize"):
                frames += 1
                screen.feed(base64.b64decode(frame["bytes"]))
                if frames % 100 and frames % FRAMES_PER_SEED:
                    continue
                compared += 1
                rows = [frame["rows"], screen.rows()]
                wrong = other_terminals.difference(*rows)
                if wrong:
                    plain = [list(map(other_terminals.without_marks, side)) for side in rows]
                    wrong = other_terminals.difference(*plain)
                    misplaced += wrong is None
                if wrong:
                    differences.append(f"seed {seed + number}, frame {frames % FRAMES_PER_SEED}: {wrong}")
                    break
        finally:
            screen.close()
    return report("tmux", frames, start, differences, f", {compared} compared, "
                  f"{misplaced} with a mark in the last column misplaced by tmux")


def main():
    count, seed = script.rounds_and_seed(__doc__, 100_000, seed=1)
    script.built("emulator-program")
    wrong = [ours(count, seed), pyte(count // 10, seed), tmux(count // 5, seed)]
    sys.exit(1 if any(wrong) else 0)


if __name__ == "__main__":
    main()
