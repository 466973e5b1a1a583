#!/usr/bin/env python3
"""Kills participants of a team and their PostgreSQL server, and checks that all of them have the same document in the end.

    Scripts/postgres_rounds.py [--rounds N] [--seed S]        (builds the release product first)
    Scripts/postgres_rounds.py --figures [abcde] [--seed S]

Expects a server of its own, as `Scripts/postgres_tests.sh` starts one: `Scripts/support/postgres_server.py` has the variables.

In each round, eight `team-program`s work on a fresh document: three share a folder, as on one machine, and the others have a
folder each. They make random changes and undo some, and add elements that nobody removes. Meanwhile, some of them are killed
and started again; the server is killed, stopped, suspended for five seconds and restarted; connections are cut. In the end
all documents must be equal. Every element that was acknowledged must be there, and be added once in the server's table;
there the numbers must have no gaps, and the positions of each writer must be in order. Then one participant adds an
element, the others go on, and it undoes: its element must be gone, and nothing else. Prints one line for a round, and ends
with status 1 and the seed at a fault.

--figures measures (all of them, or those that are named): a: the time from an action until another process shows it, beside
a file; b: the time until the server has 10,000 actions that were made offline; c: the delays of 100 participants; d: a start
with 100,000 elements, beside a file; e: appends and readers without any program, from Python (psycopg2).
"""
import collections
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import script
import team
import team_figures
from postgres_server import Server

STEPS = 60
# How many times each fault happens in a round.
FAULTS = {"kill participants": 8, "cut": 6, "kill server": 1, "stop": 1, "suspend": 1, "restart": 1}
LONGEST_ROUND = 400


class Round:
    def __init__(self, server, seed, number, folder):
        self.server, self.random, self.number = server, random.Random(f"{seed}-{number}"), number
        self.document = f"rounds-{seed}-{number}"
        address = server.document(self.document)
        self.participants = [
            team.Participant(f"p{index}", address, os.path.join(folder, "shared" if index < 3 else f"own-{index}"))
            for index in range(8)]
        self.counts = collections.Counter()
        # Elements that were acknowledged, and all that were sent.
        self.kept, self.sent = set(), 0
        # When and how the server comes back.
        self.return_time, self.bring_back = 0, None

    def run(self):
        begun = time.time()
        self.server.forget(self.document)
        # The first makes the document; the others meet at it.
        self.participants[0].start()
        team.all_started(self.participants[1:])
        faults = [kind for kind, count in FAULTS.items() for _ in range(count)]
        plan = collections.defaultdict(list)
        for kind in faults:
            plan[self.random.randrange(2, STEPS - 2)].append(kind)
        for step in range(STEPS):
            self.act(killed="kill participants" in plan[step])
            for kind in plan[step]:
                self.fault(kind)
            time.sleep(self.random.uniform(0, 0.1))
            self.return_server()
        self.return_server(waits=True)
        team.all_started([p for p in self.participants if p.process is None])
        elements, _, conflicts = team.agreed(self.participants, "after the faults")
        self.check_elements()
        entries = self.check_table()
        self.check_undo()
        for participant in self.participants:
            participant.quit()
        faults = ", ".join(f"{kind} {self.counts[kind]}" for kind in FAULTS)
        return (f"{entries} entries, {elements} elements, {conflicts} conflicts, {len(self.kept)} of {self.sent} added "
                f"elements acknowledged and there, {self.counts['failed']} commands refused; {faults}; "
                f"{time.time() - begun:.0f} s")

    def act(self, killed):
        """Gives each running participant a few commands at once, and kills some before they have answered."""
        running = []
        for participant in self.participants:
            if participant.process is None:
                if self.random.random() < 0.6:
                    participant.start()
                else:
                    continue
            commands = []
            for _ in range(self.random.randrange(1, 4)):
                kind = self.random.random()
                if kind < 0.55:
                    commands.append(f"random {self.random.randrange(1 << 30)} {self.random.randrange(1, 8)}")
                elif kind < 0.9:
                    self.sent += 1
                    commands.append(f"add keep-{self.number}-{self.sent} keep-{self.sent}")
                else:
                    commands.append(self.random.choice(["undo", "redo"]))
            for command in commands:
                participant.send(command)
            running.append((participant, commands))
        victims = []
        if killed and running:
            victims = self.random.sample(running, min(len(running), self.random.choice([1, 1, 2, 3])))
            time.sleep(self.random.choice([0, 0.0005, 0.002, 0.01]))
        for participant, commands in victims:
            self.record(commands, participant.kill())
            self.counts["kill participants"] += 1
        for participant, commands in running:
            if participant.process is not None:
                self.record(commands, [participant.answer(command) for command in commands])

    def record(self, commands, answers):
        """Records which elements were acknowledged. A killed program has not answered the last commands."""
        for command, answer in zip(commands, answers):
            if answer.split()[0] != "ok":
                if not self.counts["failed"]:
                    print(f"  `{command}` was answered by `{answer}`", flush=True)
                self.counts["failed"] += 1
            elif command.startswith("add "):
                self.kept.add(command.split()[1])

    def fault(self, kind):
        if kind == "kill participants":
            return
        if kind == "cut":
            # How many connections there are must not change what is random afterwards.
            chosen = random.Random(self.random.random())
            if self.bring_back is None and self.server.cut(chosen):
                self.counts[kind] += 1
            return
        self.return_server(waits=True)
        pause = self.random.uniform(0, 3)
        if kind == "kill server":
            self.server.kill()
            self.bring_back = self.server.start
        elif kind == "stop":
            self.server.stop("immediate")
            self.bring_back = self.server.start
        elif kind == "suspend":
            self.server.suspend()
            pause, self.bring_back = 5, self.server.resume
        else:
            self.server.restart()
        self.counts[kind] += 1
        self.return_time = time.time() + pause

    def return_server(self, waits=False):
        """Brings the server back if it is time to, or at once after a wait."""
        if self.bring_back is None:
            return
        if waits:
            time.sleep(max(0, self.return_time - time.time()))
        if time.time() >= self.return_time:
            self.bring_back()
            self.bring_back = None

    def check_elements(self):
        for participant in self.participants:
            there = collections.Counter(participant.ask("ids"))
            lost = self.kept - set(there)
            twice = [id for id, count in there.items() if count > 1]
            if lost or twice:
                raise ValueError(f"{participant.name} has lost {sorted(lost)}, and has {twice} twice")

    def check_table(self):
        """Checks the entries of the document. Returns their number."""
        name = self.document
        last = int(self.server.query(f"select number from millrace_documents where name = '{name}'")[0][0])
        rows = self.server.query(
            f"select number, writer, position, entry from millrace_entries where document = '{name}' order by number")
        numbers = [int(row[0]) for row in rows]
        if numbers != list(range(last - len(rows) + 1, last + 1)):
            raise ValueError(f"the numbers of {name} have gaps, or do not end at {last}: {numbers}")
        positions, added = {}, collections.Counter()
        for number, writer, position, entry in rows:
            if int(position) <= positions.get(writer, -1):
                raise ValueError(f"entry {number} of {name}: position {position} of {writer} follows {positions[writer]}")
            positions[writer] = int(position)
            action = json.loads("{" + entry)["action"]
            change = action.get("change", {}).get("_0", {})
            if "add" in change:
                added[change["add"]["_0"]["id"]] += 1
        twice = {id: count for id, count in added.items() if count > 1 and id.startswith("keep-")}
        if twice:
            raise ValueError(f"the entries of {name} add elements twice: {twice}")
        return len(rows)

    def check_undo(self):
        """Undoes an addition that others have followed: nothing else may change."""
        one = self.random.choice(self.participants)
        id = f"undo-{self.number}"
        one.ask(f"add {id} undone", "ok")
        team.agreed(self.participants, "before the others act")
        for other in self.participants:
            if other is not one:
                other.ask(f"random {self.random.randrange(1 << 30)} 10", "ok")
        before = team.agreed(self.participants, "before the undo", without=id)
        ids = one.ask("ids")
        one.ask("undo", "ok")
        after = team.agreed(self.participants, "after the undo", without=id)
        if one.ask("ids") != [other for other in ids if other != id] or id not in ids:
            raise ValueError(f"the undo of {one.name} has not just removed {id}")
        if before != after:
            raise ValueError(f"the undo of {one.name} has changed more than {id}: {before}, then {after}")

    def end(self):
        """Ends the participants, and brings the server back."""
        self.return_server(waits=True)
        for participant in self.participants:
            if participant.process is not None:
                participant.kill()


def late(number, frame):
    raise TimeoutError(f"a round takes longer than {LONGEST_ROUND} s: it is in {frame.f_code.co_name}, "
                       f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}")


def rounds(server, count, seed):
    signal.signal(signal.SIGALRM, late)
    for number in range(1, count + 1):
        folder = tempfile.mkdtemp(prefix="millrace-rounds-")
        one = Round(server, seed, number, folder)
        signal.alarm(LONGEST_ROUND)
        try:
            print(f"round {number}: {one.run()}", flush=True)
        except (ValueError, KeyError, OSError, TimeoutError, team.Gone) as error:
            signal.alarm(0)
            one.end()
            print(f"round {number}, seed {seed}: {type(error).__name__}: {error}\nIts files are in {folder}.", flush=True)
            return 1
        finally:
            signal.alarm(0)
        shutil.rmtree(folder)
    print(f"{count} rounds, seed {seed}: no faults")
    return 0


def main():
    arguments = script.parser(__doc__)
    arguments.add_argument("--rounds", type=int, default=5, help="default: 5")
    arguments.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    arguments.add_argument("--figures", nargs="?", const="abcde", metavar="LETTERS")
    arguments.add_argument("--program", help="a built team-program; otherwise it is built")
    given = arguments.parse_args()
    server = Server()
    print(f"seed {given.seed}", flush=True)
    team.Participant.program = given.program or script.built("team-program")
    if given.figures:
        sys.exit(team_figures.measure(server, given.figures, given.seed))
    sys.exit(rounds(server, given.rounds, given.seed))


if __name__ == "__main__":
    main()
