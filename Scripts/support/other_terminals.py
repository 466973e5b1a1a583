"""Other terminals, pyte and tmux, for scripts that compare ours with them.

Both take bytes and return their rows as text. MISSING lists the features that they lack, and the
workarounds here. It does not concern our emulator.
"""
import codecs
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import unicodedata

try:
    import pyte
except ImportError:
    sys.exit("This script needs pyte: pip install pyte")

MISSING = [
    # terminal, missing feature, workaround
    ("pyte", "alternate screen (47, 1047, 1049)", "kept and put back here"),
    ("pyte", "REP, SU, SD, CHT, CBT, HPA by `CSI n `", "done here with its own methods"),
    ("pyte", "NEL moves to the first column", "done here"),
    ("pyte", "`CSI >`, `CSI <`, `CSI =`, `CSI … $p`, `CSI ! p`, `CSI ?m`, DCS, APC: some show as text",
     "left out of what it reads"),
    ("pyte", "SGR with colons", "left out of what it reads: only text is compared"),
    ("pyte", "line drawing while it reads UTF-8", "it is given decoded text instead"),
    ("pyte", "the right half of a wide glyph that is overwritten blanks the left one",
     "blanked here"),
    ("pyte", "DL leaves what was in a row into which one comes that was never written",
     "all rows are written first"),
    ("pyte", "`CSI r` does not move to the first cell", "done here"),
    ("pyte", "with autowrap, a mark after a glyph in the last column wraps", "painted without autowrap"),
    ("tmux", "without autowrap, a mark after a glyph in the last column joins the glyph before that",
     "rows are compared without marks if they differ, and counted"),
    ("tmux", "REP of what is not ASCII writes nothing", "the painter must not"),
    ("tmux", "BS and CUB from a pending wrap go one column less far", "not compared within one"),
]

# Sequences that pyte would show as text or misinterpret.
UNREADABLE = re.compile(
    r"\x1b\[[<=>][0-?]*[ -/]*[@-~]|\x1b\[\?[0-9;]*[mu]|\x1b\[[0-9;?]*[!$\"][a-z]"
    r"|\x1b\[[0-9;:]*:[0-9;:]*m|\x1b[PX^_](?s:.*?)\x1b\\|\x1b\[[0-9;]*[tuq]|\x1b\[\d* q|\x1b[=>]")
# An incomplete sequence at the end.
UNFINISHED = re.compile(r"\x1b(?:\[[ -?]*|[PX^_\]](?:[^\x07\x1b]|\x1b(?!\\))*\x1b?|[ -/]*)?\Z")


def normal(row):
    return unicodedata.normalize("NFC", row).rstrip()


def is_unfinished(data):
    return UNFINISHED.search(data[-4096:].decode("utf-8", "replace")) is not None


def without_marks(row):
    return normal("".join(c for c in unicodedata.normalize("NFD", row) if not unicodedata.combining(c)))


class Screen(pyte.Screen):
    """pyte's screen, with missing features added."""
    last = None
    main = None

    def draw(self, data):
        for character in data:
            for column in range(self.cursor.x, self.cursor.x + pyte.screens.wcwidth(character)):
                self.cut(column)
            super().draw(character)
        self.last = data[-1:]

    def cut(self, column):
        line = self.buffer[self.cursor.y]
        for left in (column - 1, column):
            if left >= 0 and column < self.columns and line[left + 1].data == "" and left + 1 < self.columns:
                line[left] = line[left]._replace(data=" ")
                line[left + 1] = line[left + 1]._replace(data=" ")

    def erase_in_line(self, how=0, private=False):
        if how == 0:
            self.cut(self.cursor.x)
        super().erase_in_line(how, private)

    def erase_characters(self, count=None):
        self.cut(self.cursor.x)
        self.cut(min(self.cursor.x + (count or 1), self.columns) - 1)
        super().erase_characters(count)

    def delete_characters(self, count=None):
        self.cut(self.cursor.x)
        self.cut(min(self.cursor.x + (count or 1), self.columns) - 1)
        super().delete_characters(count)

    def insert_characters(self, count=None):
        if self.buffer[self.cursor.y][self.cursor.x].data == "":
            self.cut(self.cursor.x)
        edge = self.columns - (count or 1)
        if edge > self.cursor.x and self.buffer[self.cursor.y][edge].data == "":
            self.cut(edge)
        super().insert_characters(count)

    def delete_lines(self, count=None):
        for y in range(self.lines):
            self.buffer[y]
        super().delete_lines(count)

    def set_margins(self, top=None, bottom=None):
        super().set_margins(top, bottom)
        if not top and bottom is None:
            self.cursor_position()

    def repeat(self, count=None):
        self.draw((self.last or "") * (count or 1))

    def scroll(self, count, up):
        at = self.cursor.x, self.cursor.y
        self.cursor.y = self.margins.top if self.margins else 0
        (self.delete_lines if up else self.insert_lines)(count or 1)
        self.cursor.x, self.cursor.y = at

    def scroll_up(self, count=None):
        self.scroll(count, True)

    def scroll_down(self, count=None):
        self.scroll(count, False)

    def tab_back(self, count=None):
        for _ in range(count or 1):
            self.cursor.x = max([stop for stop in self.tabstops if stop < self.cursor.x] or [0])

    def tab_on(self, count=None):
        for _ in range(count or 1):
            self.tab()

    def next_line(self):
        self.carriage_return()
        self.index()

    def set_mode(self, *modes, **how):
        if how.get("private") and {47, 1047, 1049} & set(modes) and self.main is None:
            self.save_cursor()
            self.main = {y: dict(line) for y, line in self.buffer.items()}
            self.erase_in_display(2)
        super().set_mode(*modes, **how)

    def reset_mode(self, *modes, **how):
        if how.get("private") and {47, 1047, 1049} & set(modes) and self.main is not None:
            self.erase_in_display(2)
            for y, line in self.main.items():
                self.buffer[y].update(line)
            self.main = None
            self.restore_cursor()
        super().reset_mode(*modes, **how)


class Stream(pyte.Stream):
    csi = dict(pyte.Stream.csi, **{
        "b": "repeat", "S": "scroll_up", "T": "scroll_down", "Z": "tab_back", "I": "tab_on",
        "`": "cursor_to_column"})
    escape = dict(pyte.Stream.escape, E="next_line")
    events = pyte.Stream.events | {
        "repeat", "scroll_up", "scroll_down", "tab_back", "tab_on", "next_line"}


class Pyte:
    def __init__(self, width, height):
        self.screen = Screen(width, height)
        self.stream = Stream(self.screen)
        self.stream.use_utf8 = False
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.rest = ""

    def feed(self, data):
        text = self.rest + self.decoder.decode(data)
        end = UNFINISHED.search(text)
        end = end.start() if end else len(text)
        self.rest = text[end:]
        self.stream.feed(UNREADABLE.sub("", text[:end]))

    def resize(self, width, height):
        self.screen.resize(height, width)

    def rows(self):
        lines = (self.screen.buffer[y] for y in range(self.screen.lines))
        return [normal("".join(line[x].data for x in range(self.screen.columns))) for line in lines]


class Tmux:
    """A pane of a separate tmux server, which shows the bytes written into a pipe."""
    made = 0

    def __init__(self, width, height):
        Tmux.made += 1
        self.folder = tempfile.TemporaryDirectory()
        self.socket = os.path.join(self.folder.name, "socket")
        pipe = os.path.join(self.folder.name, "pipe")
        os.mkfifo(pipe)
        settings = os.path.join(self.folder.name, "settings")
        with open(settings, "w") as file:
            file.write("set -g status off\nset -g default-terminal tmux-256color\n"
                       "set -g allow-rename off\nset -g remain-on-exit on\n")
        self.run("-f", settings, "new-session", "-d", "-x", str(width), "-y", str(height),
                 "sh -c " + shlex.quote(f"stty raw -echo; exec cat {shlex.quote(pipe)}"))
        self.pipe = open(pipe, "wb", buffering=0)
        self.titles = 0

    def run(self, *arguments):
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        environment.pop("TMUX", None)
        return subprocess.run(
            ["tmux", "-u", "-S", self.socket, *arguments], env=environment, check=True,
            stdout=subprocess.PIPE).stdout.decode()

    def feed(self, data):
        view = memoryview(data)
        while view:
            view = view[self.pipe.write(view):]

    def rows(self):
        """Returns the rows after all written bytes have arrived, which a title change confirms."""
        self.titles += 1
        title = f"title {self.titles}"
        self.feed(f"\x1b]2;{title}\x1b\\".encode())
        deadline = time.monotonic() + 30
        while self.run("display-message", "-p", "#{pane_title}").strip() != title:
            if time.monotonic() > deadline:
                raise TimeoutError("tmux does not read on")
            time.sleep(0.01)
        rows = self.run("capture-pane", "-p", "-N").split("\n")
        return [normal(row) for row in rows[:-1]]

    def close(self):
        self.pipe.close()
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], stderr=subprocess.DEVNULL)
        self.folder.cleanup()


def difference(ours, theirs):
    """Returns a description of the first row that differs."""
    for number, (our, their) in enumerate(zip(ours, theirs)):
        if normal(our) != their:
            return f"row {number}: ours {normal(our)!r}, theirs {their!r}"
    return None if len(ours) == len(theirs) else f"{len(ours)} rows, theirs {len(theirs)}"
