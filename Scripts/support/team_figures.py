"""What a team on PostgreSQL costs: the figures of `postgres_rounds.py`, as rows of a table."""
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import team

ACTIONS, ELEMENTS = 10_000, 100_000


def row(*cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def milliseconds(seconds):
    return f"{1000 * seconds:.1f} ms" if seconds < 0.1 else f"{1000 * seconds:,.0f} ms"


def spread(seconds):
    ordered = sorted(seconds)
    return (f"median {milliseconds(statistics.median(ordered))}, "
            f"p95 {milliseconds(ordered[int(0.95 * (len(ordered) - 1))])}, largest {milliseconds(ordered[-1])}")


class Figures:
    def __init__(self, server, seed, folder):
        self.server, self.seed, self.folder, self.programs = server, seed, folder, []

    def participant(self, name, address, folder):
        one = team.Participant(name, address, os.path.join(self.folder, folder))
        self.programs.append(one)
        return one

    def document(self, name):
        return self.server.document(f"figures-{self.seed}-{name}")

    def file(self, name):
        os.makedirs(os.path.join(self.folder, name), exist_ok=True)
        return os.path.join(self.folder, name, "team.json")

    # a

    def sight(self):
        for label, address in [("PostgreSQL", self.document("a")), ("a file", self.file("a"))]:
            writer = self.participant("writer", address, f"a-{label}-1").start()
            reader = self.participant("reader", address, f"a-{label}-2").start()
            times = []
            for number in range(200):
                reader.send(f"see a-{number}")
                # The reader subscribes.
                time.sleep(0.01)
                begun = int(writer.ask(f"add a-{number} title", "ok")[0])
                times.append((int(reader.expect("seen", 70, f"see a-{number}")[0]) - begun) / 1e6)
            row(f"a: from an action to another process, {label}", spread(times))
            for one in (writer, reader):
                one.quit()

    # b

    def offline(self):
        one = self.participant("one", self.document("b"), "b").start()
        one.ask("add first title", "ok")
        one.ask("settle 30000", "hash", 40)
        self.server.stop()
        begun = time.time()
        one.ask(f"random {self.seed} {ACTIONS}", "ok", 300)
        made = time.time() - begun
        self.server.start()
        begun = time.time()
        one.ask("settle 600000", "hash", 610)
        row(f"b: {ACTIONS:,} actions offline", f"made in {made:.1f} s, agreed {time.time() - begun:.1f} s after the start")
        one.quit()

    # c

    def many(self):
        self.server_for_many()
        for count, rate in [(100, 1), (20, 10)]:
            address = self.document(f"c-{count}")
            all = [self.participant(f"p{index}", address, f"c-{count}-{index}") for index in range(count)]
            all[0].start()
            # Programs that start compete with those that run.
            for index in range(1, count, 10):
                team.all_started(all[index:index + 10])
            team.all_asked(all, "settle 60000", "hash", 70)
            answers = team.all_asked(all, f"rate {rate} 60", "rate", 200)
            agreement, sight = ([int(words[index]) / 1e6 for words in answers] for index in (1, 3))
            expected = (count - 1) * rate * 60
            missing = sum(max(0, expected - int(words[2])) for words in answers)
            left = sum(int(words[4]) for words in answers)
            row(f"c: {count} participants, {rate} a second each", f"longest agreement: {spread(agreement)}",
                f"longest sight: {spread(sight)}", f"{missing} not seen, {left} not agreed")
            for one in all:
                one.send("quit")
            for one in all:
                one.quit()

    # d

    def starts(self):
        for label, address in [("PostgreSQL", self.document("d")), ("a file", self.file("d"))]:
            one = self.participant("one", address, f"d-{label}").start()
            one.ask(f"rate {ELEMENTS} 1", "rate", 900)
            one.ask("settle 600000", "hash", 610)
            last = one.ask("ids", limit=60)[-1]
            one.quit(300)
            runs = [(label, f"d-{label}", 5)]
            if label == "PostgreSQL":
                runs.append((f"{label}, a new folder", f"d-{label}-new", 1))
            for name, folder, count in runs:
                times = []
                for _ in range(count):
                    one = self.participant("one", address, folder)
                    begun = time.time()
                    one.launch()
                    one.send(f"see {last}")
                    one.expect("ready", 120)
                    times.append(int(one.expect("seen", 120, "see")[0]) / 1e6 - begun)
                    one.quit(120)
                row(f"d: a start with {ELEMENTS:,} elements, {name}", spread(times))

    # e

    def driver(self):
        python = python_with_psycopg()
        if python is None:
            return row("e: without a program", "skipped: psycopg2 is not installed and cannot be installed")
        self.server_for_many()
        # The first participant makes the tables.
        self.participant("one", self.document("e"), "e").start().quit()
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "document_driver.py")
        subprocess.run([python, path, self.server.address, str(self.seed)], check=True, timeout=900)

    def server_for_many(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        if int(self.server.query("show max_connections")[0][0]) < 1200:
            self.server.stop()
            self.server.start("-c", "max_connections=1200")

    def end(self):
        for one in self.programs:
            if one.process is not None:
                one.kill()


def python_with_psycopg():
    """Returns a Python that has psycopg2, Debian's if it must be installed; None if there is none."""
    def found():
        return next((path for path in (sys.executable, "/usr/bin/python3") if os.path.exists(path) and subprocess.run(
            [path, "-c", "import psycopg2"], stderr=subprocess.DEVNULL).returncode == 0), None)
    if found() is None and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(
            "apt-get update && apt-get install -y --no-install-recommends python3-psycopg2", shell=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return found()


def measure(server, letters, seed):
    """Prints the chosen figures. Returns the status."""
    status = 0
    with tempfile.TemporaryDirectory(prefix="millrace-figures-") as folder:
        figures = Figures(server, seed, folder)
        known = {"a": figures.sight, "b": figures.offline, "c": figures.many, "d": figures.starts, "e": figures.driver}
        for letter in letters:
            if letter not in known:
                sys.exit(f"there is no figure {letter}: choose some of {''.join(known)}")
        for beginning in ("figures", "driver"):
            server.forget(f"{beginning}-{seed}-")
        for letter in letters:
            try:
                known[letter]()
            except (ValueError, OSError, TimeoutError, subprocess.SubprocessError, team.Gone) as error:
                row(f"{letter}: failed", f"{error}, seed {seed}")
                status = 1
            figures.end()
    return status
