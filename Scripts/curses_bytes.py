#!/usr/bin/env python3
"""Compares the bytes that Millrace and ncurses write for the same frames.

    Scripts/curses_bytes.py [SCENE]        (builds the release program first; with SCENE, prints its bytes, too)

Ten scenes of frames are drawn by Python's curses in a pty (TERM=xterm-256color, UTF-8), and by Millrace's
painter. The first frame of a scene is not counted. Ends with status 1 if Millrace writes more bytes in any scene.
"""

import curses
import fcntl
import json
import locale
import os
import pty
import random
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import script

WIDTH, HEIGHT = 80, 24
PLAIN = (-1, -1, ())


class Screen:
    """A grid of cells for one frame."""

    def __init__(self, width=WIDTH, height=HEIGHT):
        self.width, self.height = width, height
        self.rows = [[(" ", PLAIN)] * width for _ in range(height)]

    def text(self, x, y, text, fg=-1, bg=-1, *attributes):
        for character in text:
            if x >= self.width:
                break
            self.rows[y][x] = (character, (fg, bg, attributes))
            x += 1
            if unicodedata.east_asian_width(character) == "W":
                self.rows[y][x] = ("", (fg, bg, attributes))
                x += 1

    def fill(self, x, y, width, height, bg=-1):
        for row in range(y, y + height):
            self.text(x, row, " " * width, -1, bg)

    def box(self, x, y, width, height, bg=-1):
        self.text(x, y, "┌" + "─" * (width - 2) + "┐", -1, bg)
        for row in range(y + 1, y + height - 1):
            self.text(x, row, "│" + " " * (width - 2) + "│", -1, bg)
        self.text(x, y + height - 1, "└" + "─" * (width - 2) + "┘", -1, bg)

    def frame(self, cursor=(0, 0), forced=False):
        rows = []
        for row in self.rows:
            runs = []
            for character, style in row:
                if runs and runs[-1][1] == style:
                    runs[-1][0] += character
                else:
                    runs.append([character, style])
            rows.append([
                {"text": text, "foreground": fg, "background": bg, "attributes": attributes}
                for text, (fg, bg, attributes) in runs])
        return {"width": self.width, "height": self.height, "rows": rows, "cursor": cursor,
                "isForced": forced}


WORDS = ("the quick brown fox jumps over a lazy dog while seven wizards pack my box with five dozen "
         "liquor jugs and sphinx of black quartz judges every vow").split()


def sentence(generator, count):
    return " ".join(generator.choice(WORDS) for _ in range(count))


def typing():
    """A field in a form: text is typed at its end, then typed and deleted in its middle."""
    text = ""
    steps = [(text + typed[:n], n) for typed in ["hello to all the world"] for n in range(23)]
    text = steps[-1][0]
    for n, character in enumerate(" of ours"):
        text = text[:8 + n] + character + text[8 + n:]
        steps.append((text, 9 + n))
    for n in range(8):
        text = text[:15 - n] + text[16 - n:]
        steps.append((text, 15 - n))
    for text, column in steps:
        screen = Screen()
        screen.text(2, 1, "New message", -1, -1, "bold")
        screen.box(2, 3, 60, 3)
        screen.text(4, 4, text)
        screen.text(2, 22, f"{len(text)} characters", 8)
        yield screen.frame((4 + column, 4))


def files(count=200):
    generator = random.Random(1)
    return [f"{generator.choice(WORDS)}-{generator.choice(WORDS)}-{n:03}.txt" for n in range(count)]


def list_scroll():
    """A list with a marked row, scrolled past its lower edge and back, then by pages."""
    names = files()
    generator = random.Random(2)
    sizes = [generator.randrange(10, 99999) for _ in names]
    top = current = 0
    moves = [1] * 30 + [-1] * 30 + [20, 20, -20, -20]
    for move in [0] + moves:
        current = max(0, min(len(names) - 1, current + move))
        top = min(max(top, current - 19), current) if abs(move) < 2 else max(0, top + move)
        screen = Screen()
        screen.text(0, 0, f" Files ({len(names)})".ljust(80), 15, 4, "bold")
        for row in range(20):
            n = top + row
            line = f"  {names[n]:<50}{sizes[n]:>12} bytes"
            if n == current:
                screen.text(0, row + 2, line.ljust(80), -1, -1, "inverse")
            else:
                screen.text(0, row + 2, line)
        screen.text(0, 23, f"{current + 1}/{len(names)}", 8)
        yield screen.frame((0, current - top + 2))


def log_scroll():
    """A log between a title and a status line, growing at the bottom by one or several lines at a time."""
    generator = random.Random(3)
    lines = []
    for step in range(60):
        for _ in range(1 if step % 5 else 3):
            level, color = generator.choice([("INFO ", 2), ("WARN ", 3), ("ERROR", 1)])
            lines.append((f"12:{len(lines) // 60:02}:{len(lines) % 60:02}", level, color,
                          sentence(generator, generator.randrange(3, 9))))
        screen = Screen()
        screen.text(0, 0, "server.log", -1, -1, "bold")
        for row, (time, level, color, text) in enumerate(lines[-22:]):
            screen.text(0, row + 1, time, 8)
            screen.text(9, row + 1, level, color)
            screen.text(15, row + 1, text)
        screen.text(0, 23, f"{len(lines)} lines", -1, -1, "inverse")
        yield screen.frame((0, 23))


def tabs():
    """Three tabs with different contents, shown in turn."""
    names = files()
    generator = random.Random(4)
    prose = [sentence(generator, 11)[:76] for _ in range(18)]
    for step in range(13):
        tab = step % 3
        screen = Screen()
        x = 1
        for n, title in enumerate(["Files", "Notes", "Settings"]):
            screen.text(x, 0, f" {title} ", 0 if n == tab else 7, 6 if n == tab else -1)
            x += len(title) + 3
        screen.box(0, 1, 80, 22)
        if tab == 0:
            for row in range(20):
                screen.text(2, row + 2, names[row])
        elif tab == 1:
            for row, line in enumerate(prose):
                screen.text(2, row + 2, line)
        else:
            for row in range(6):
                screen.text(2, 2 * row + 2, WORDS[row].capitalize(), -1, -1, "bold")
                screen.text(30, 2 * row + 2, "[x] on   [ ] off")
        yield screen.frame((1, 0))


def spinner():
    """A spinner and a progress bar."""
    for step in range(81):
        screen = Screen()
        screen.text(4, 10, "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"[step % 10], 6)
        screen.text(6, 10, "Downloading")
        done = step // 2
        screen.text(4, 12, "█" * done, 2)
        screen.text(4 + done, 12, "░" * (40 - done), 8)
        screen.text(46, 12, f"{step * 100 // 80:3}%")
        yield screen.frame((0, 23))


def dialog():
    """A dialog with a coloured background over a list: it opens, its buttons get the focus in turn, it closes."""
    names = files()
    for step in range(21):
        screen = Screen()
        for row in range(24):
            screen.text(1, row, f"{names[row]:<40}{names[row + 30]}")
        if step % 5:
            screen.fill(20, 7, 40, 9, 4)
            screen.box(20, 7, 40, 9, 4)
            screen.text(24, 9, "Delete all that is in the list?", 15, 4, "bold")
            for n, title in enumerate(["Cancel", "Delete"]):
                current = n == (step % 5 - 1) % 2
                screen.text(30 + 12 * n, 13, f" {title} ", 0 if current else 15, 7 if current else 8)
        yield screen.frame((0, 0))


def resize():
    """The window is resized in steps: everything is redrawn at each size."""
    names = files()
    for width, height in [(80, 24), (90, 24), (100, 30), (120, 40), (100, 30), (80, 24), (60, 20)]:
        screen = Screen(width, height)
        screen.text(0, 0, " Files".ljust(width), 15, 4)
        screen.box(0, 1, width, height - 2)
        for row in range(height - 4):
            screen.text(2, row + 2, names[row][:width - 4])
        screen.text(0, height - 1, "q quit   / find"[:width], 8)
        yield screen.frame((2, 2))


def table_sort():
    """A table, sorted by each column in turn."""
    generator = random.Random(5)
    rows = [(generator.choice(WORDS), generator.randrange(1000), generator.choice(WORDS)) for _ in range(20)]
    for step in range(10):
        column = step % 3
        rows = sorted(rows, key=lambda row: row[column], reverse=step // 3 % 2 == 1)
        screen = Screen()
        for n, (x, title) in enumerate([(1, "Name"), (20, "Count"), (32, "Kind")]):
            screen.text(x, 0, title, -1, -1, *(["bold", "underline"] if n == column else ["bold"]))
        screen.text(0, 1, "─" * 80)
        for y, (name, count, kind) in enumerate(rows):
            screen.text(1, y + 2, name)
            screen.text(20, y + 2, f"{count:5}", 6)
            screen.text(32, y + 2, kind)
        yield screen.frame((0, 23))


def repaint():
    """A full screen of prose in boxes, repainted as if another program had written on it."""
    generator = random.Random(6)
    for step in range(5):
        screen = Screen()
        screen.text(0, 0, " Mail ".ljust(80), 0, 6)
        screen.box(0, 1, 26, 22)
        screen.box(26, 1, 54, 22)
        for row in range(20):
            screen.text(2, row + 2, sentence(generator, 3)[:22], *([3, -1, "bold"] if row % 6 == 0 else []))
            screen.text(28, row + 2, sentence(generator, 8)[:50])
        screen.text(0, 23, "? help   q quit", 8)
        yield screen.frame((2, 2), forced=True)


def emoji():
    """Lines with emoji and ideographs that appear and disappear."""
    generator = random.Random(7)
    signs = ["🎉", "🚀", "🐛", "🔥", "漢字", "日本", "한글"]
    lines = [[generator.choice(signs), sentence(generator, 4), generator.choice(signs)] for _ in range(20)]
    for step in range(30):
        if step:
            lines[generator.randrange(20)][step % 3] = (
                sentence(generator, 4) if step % 3 == 1 else generator.choice(signs))
        screen = Screen()
        for row, (before, text, after) in enumerate(lines):
            screen.text(1, row + 1, before)
            screen.text(7, row + 1, text)
            screen.text(50, row + 1, after + " done")
        yield screen.frame((0, 23))


SCENES = [typing, list_scroll, log_scroll, tabs, spinner, dialog, resize, table_sort, repaint, emoji]


def draw_with_curses(frames, ready, proceed):
    """Runs in the child, on the pty."""
    locale.setlocale(locale.LC_ALL, "C.UTF-8")
    window = curses.initscr()
    curses.raw()
    curses.noecho()
    curses.nonl()
    curses.start_color()
    curses.use_default_colors()
    window.idlok(True)
    window.idcok(True)
    pairs = {}
    names = {"bold": curses.A_BOLD, "underline": curses.A_UNDERLINE, "inverse": curses.A_REVERSE}
    for frame in frames:
        if (frame["height"], frame["width"]) != window.getmaxyx():
            curses.resizeterm(frame["height"], frame["width"])
            window.clearok(True)
        window.erase()
        for y, row in enumerate(frame["rows"]):
            x = 0
            for run in row:
                colors = (run["foreground"], run["background"])
                if colors not in pairs:
                    pairs[colors] = len(pairs) + 1
                    curses.init_pair(pairs[colors], *colors)
                style = curses.color_pair(pairs[colors]) if colors != (-1, -1) else 0
                for name in run["attributes"]:
                    style |= names[name]
                try:
                    window.addstr(y, x, run["text"], style)
                except curses.error:
                    pass  # The last cell of the window: it is drawn, the cursor cannot go on.
                x += sum(2 if unicodedata.east_asian_width(c) == "W" else 1 for c in run["text"])
        window.move(frame["cursor"][1], frame["cursor"][0])
        if frame["isForced"]:
            window.redrawwin()
            window.clearok(True)
        window.refresh()
        os.write(ready, b".")
        os.read(proceed, 1)


def curses_bytes(frames, show):
    """Returns the number of bytes of each frame."""
    ready_out, ready = os.pipe()
    proceed, proceed_in = os.pipe()
    child, terminal = pty.fork()
    if child == 0:
        try:
            os.environ["TERM"] = "xterm-256color"
            os.environ.pop("LINES", None)
            os.environ.pop("COLUMNS", None)
            # Waits until the parent has set the window size.
            os.read(proceed, 1)
            draw_with_curses(frames, ready, proceed)
            os._exit(0)
        except BaseException as error:
            os.write(2, repr(error).encode())
            os._exit(1)
    size = struct.pack("HHHH", frames[0]["height"], frames[0]["width"], 0, 0)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, size)
    os.write(proceed_in, b".")
    os.set_blocking(terminal, False)
    os.set_blocking(ready_out, False)
    counts, output = [], b""

    def drain():
        nonlocal output
        while True:
            try:
                output += os.read(terminal, 65536)
            except BlockingIOError:
                return
            except OSError:
                raise SystemExit(f"curses ended early: {output!r}")

    import select
    for _ in frames:
        while True:
            select.select([terminal, ready_out], [], [])
            drain()
            try:
                os.read(ready_out, 1)
                break
            except BlockingIOError:
                continue
        drain()
        if show:
            print("curses", output)
        counts.append(len(output))
        output = b""
        os.write(proceed_in, b".")
    os.waitpid(child, 0)
    os.close(terminal)
    return counts


def main():
    arguments = script.parser(__doc__)
    arguments.add_argument("scene", nargs="?", default="", help="a part of a scene's name")
    wanted = arguments.parse_args().scene
    benchmarks = script.built("benchmarks")
    scenes = [{"name": scene.__name__, "frames": list(scene())}
              for scene in SCENES if wanted in scene.__name__]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(scenes, file)
        file.flush()
        output = subprocess.run(
            [benchmarks, "--paint-scenes", file.name] + (["--show"] if wanted else []), check=True,
            stdout=subprocess.PIPE, text=True).stdout
    if wanted:
        print(output)
    ours = dict(line.split("\t") for line in output.splitlines() if "\t" in line)
    print(f"{'scene':<14}{'frames':>8}{'ours':>10}{'curses':>10}{'ratio':>8}")
    worse = False
    sums = [0, 0, 0]
    for scene in scenes:
        mine = int(ours[scene["name"]])
        theirs = sum(curses_bytes(scene["frames"], bool(wanted))[1:])
        worse |= mine > theirs
        row = [len(scene["frames"]) - 1, mine, theirs]
        sums = [sum + count for sum, count in zip(sums, row)]
        print(f"{scene['name']:<14}{row[0]:>8}{mine:>10}{theirs:>10}{mine / theirs:>8.2f}", flush=True)
    print(f"{'all':<14}{sums[0]:>8}{sums[1]:>10}{sums[2]:>10}{sums[1] / sums[2]:>8.2f}")
    raise SystemExit(1 if worse else 0)


if __name__ == "__main__":
    main()
