"""Participants without a screen: `Tools/TeamProgram`, driven by lines."""
import os
import queue
import subprocess
import threading
import time


class Gone(Exception):
    """The program has ended."""


class Participant:
    """One program on a document. It can be killed, and started again on the same folder."""

    program = None

    def __init__(self, name, address, folder):
        self.name, self.address, self.folder = name, address, folder
        self.process = None
        os.makedirs(folder, exist_ok=True)

    def start(self, limit=60):
        self.launch()
        self.expect("ready", limit)
        return self

    def launch(self):
        """Starts the program. Its first line, `ready`, is to be awaited."""
        # Each start has a name of its own, because it makes new ids from it.
        self.starts = getattr(self, "starts", 0) + 1
        self.lines = queue.Queue()
        self.errors = os.path.join(self.folder, f"{self.name}.errors")
        with open(self.errors, "ab") as errors:
            self.process = subprocess.Popen(
                [self.program, self.address, self.folder, f"{self.name}.{self.starts}"], stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=errors, text=True, env=dict(os.environ, SWIFT_BACKTRACE="enable=no"))
        self.reader = threading.Thread(target=self.read, args=(self.process.stdout, self.lines), daemon=True)
        self.reader.start()

    @staticmethod
    def read(output, lines):
        for line in output:
            # A line without its end was not answered completely.
            if line.endswith("\n"):
                lines.put(line.rstrip("\n"))
        lines.put(None)

    def send(self, command):
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except OSError:
            pass  # The answer says that it has ended.

    def answer(self, command="", limit=30):
        """Returns the next line, which answers a command."""
        try:
            line = self.lines.get(timeout=limit)
        except queue.Empty:
            raise TimeoutError(f"{self.name} does not answer `{command}` in {limit} s") from None
        if line is None:
            # Others may ask for it, too.
            self.lines.put(None)
            raise Gone(f"{self.name} has ended: {self.last_errors()}")
        return line

    def expect(self, first, limit, command=""):
        """Returns the words of an answer after its first word, which must be this one."""
        line = self.answer(command or first, limit)
        words = line.split()
        if not words or words[0] != first:
            raise ValueError(f"{self.name} answers `{line}` to `{command}`: {self.last_errors()}")
        return words[1:]

    def ask(self, command, first=None, limit=30):
        self.send(command)
        return self.expect(first or command.split()[0], limit, command)

    def last_errors(self):
        with open(self.errors, errors="replace") as file:
            return " ".join(file.read().split())[-500:]

    def kill(self):
        """Kills the program.

        Returns the answers that it had written, which count.
        """
        self.process.kill()
        return self.end()

    def quit(self, limit=60):
        self.send("quit")
        try:
            self.process.wait(limit)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise TimeoutError(f"{self.name} does not end in {limit} s") from None
        finally:
            self.end()

    def end(self):
        self.process.wait()
        self.reader.join(10)
        try:
            self.process.stdin.close()
        except OSError:
            pass
        self.process = None
        lines = []
        while not self.lines.empty():
            lines.append(self.lines.get())
        return [line for line in lines if line is not None]


def all_started(participants, limit=120):
    """Starts participants at once."""
    for participant in participants:
        participant.launch()
    for participant in participants:
        participant.expect("ready", limit)
    return participants


def all_asked(participants, command, first=None, limit=30):
    """Asks participants at once. Returns the words of each one's answer."""
    for participant in participants:
        participant.send(command)
    return [participant.expect(first or command.split()[0], limit, command) for participant in participants]


def agreed(participants, what, without="", limit=90):
    """Waits until all participants have the same document, and nothing waits.

    Returns the number of elements, the hash and the number of conflicts that they have in common.
    """
    end = time.time() + limit
    all_asked(participants, f"settle {limit * 1000}", "hash", limit + 10)
    while True:
        answers = all_asked(participants, f"hash {without}".strip(), "hash")
        kept = {(words[1], words[2], words[4]) for words in answers}
        if len(kept) == 1 and all(words[0] == "0" and words[3] == "online" for words in answers):
            return kept.pop()
        if time.time() > end:
            shown = "; ".join(f"{p.name}: {' '.join(words)}" for p, words in zip(participants, answers))
            raise TimeoutError(f"{what}: the documents differ after {limit} s: {shown}")
        time.sleep(0.1)
