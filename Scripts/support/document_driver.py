"""Appends to documents on PostgreSQL by the statement of the library, one entry each, and reads them, without programs: figure e of `postgres_rounds.py`.

    document_driver.py ADDRESS SEED

Each participant has a connection and a thread. The driver shares the machine with the server, so it is a part of each
figure. Needs psycopg2, and a server that takes 1,200 connections.
"""
import concurrent.futures
import json
import select
import statistics
import sys
import threading
import time

import psycopg2

SECONDS = 10
BEGIN = "insert into millrace_documents (name, log, number, snapshot_number, snapshot) values (%s, 'driver', 0, 0, '{}')"
APPEND = """
    with turn as materialized (
        select clock_timestamp() as now from pg_advisory_xact_lock(1835625580, hashtext(%(name)s))),
    document as (update millrace_documents set number = number + 1,
        notified = case when notified < now - interval '20 ms' then now else notified end
        from turn where name = %(name)s and log = 'driver' and number >= %(known)s
        returning number, notified = now as is_due),
    added as (insert into millrace_entries (document, number, writer, position, entry)
        select %(name)s, number, %(writer)s, %(position)s, %(entry)s from document)
    select number, case when is_due then pg_notify('millrace_' || md5(%(name)s), '') end from document"""
READ = "select number, entry from millrace_entries where document = %s and number > %s order by number"


class Participant:
    def __init__(self, address, name, writer):
        self.connection = psycopg2.connect(address, application_name="millrace driver", connect_timeout=60)
        self.connection.autocommit = True
        self.cursor = self.connection.cursor()
        self.name, self.writer, self.known, self.position = name, writer, 0, 0

    def append(self):
        self.position += 1
        start = json.dumps({"position": self.position, "author": "1", "writer": self.writer, "schema": 1, "action": {
            "change": {"_0": {"increment": {"_0": "an-element", "by": 1}}}}, "made": time.time()}, separators=(",", ":"))
        self.cursor.execute(APPEND, {
            "name": self.name, "known": self.known, "writer": self.writer, "position": self.position, "entry": start[1:]})
        row = self.cursor.fetchone()
        if row is None:
            raise ValueError(f"the server has not appended entry {self.position} of {self.writer}")
        self.known = row[0]

    def listen(self):
        self.cursor.execute("select 'millrace_' || md5(%s)", (self.name,))
        self.cursor.execute(f'listen "{self.cursor.fetchone()[0]}"')

    def read(self):
        """Returns when the new entries were made."""
        self.cursor.execute(READ, (self.name, self.known))
        rows = self.cursor.fetchall()
        if rows:
            self.known = rows[-1][0]
        return [json.loads("{" + entry)["made"] for _, entry in rows]


class Driver:
    def __init__(self, address, seed):
        self.address, self.seed = address, seed
        self.setup = psycopg2.connect(address)
        self.setup.autocommit = True

    def document(self, name):
        name = f"driver-{self.seed}-{name}"
        self.setup.cursor().execute(BEGIN, (name,))
        return name

    def connected(self, documents, count):
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            return list(pool.map(
                lambda index: Participant(self.address, documents[index % len(documents)], f"w{index}"), range(count)))

    def appends(self, label, documents, count):
        """Measures participants that append as fast as they can."""
        all = self.connected(documents, count)
        delays, failures, barrier = [[] for _ in all], [], threading.Barrier(count + 1)

        def run(one, delays):
            try:
                barrier.wait(60)
                end = time.perf_counter() + SECONDS
                while (begun := time.perf_counter()) < end:
                    one.append()
                    delays.append(time.perf_counter() - begun)
            except Exception as error:
                failures.append(error)

        threads = [threading.Thread(target=run, args=arguments, daemon=True) for arguments in zip(all, delays)]
        for thread in threads:
            thread.start()
        barrier.wait(60)
        begun = time.perf_counter()
        for thread in threads:
            thread.join(120)
        seconds = time.perf_counter() - begun
        total = sum(map(len, delays))
        waiting = sum(thread.is_alive() for thread in threads)
        row(f"e: {label}", f"{total / seconds:,.0f} appends/s", spread([d for some in delays for d in some]),
            *([f"{len(failures)} failures, first {failures[0]}"] if failures else []),
            *([f"{waiting} participants wait for an append after two minutes"] if waiting else []))
        self.close(all)

    def readers(self, count, rate, seconds=20):
        """Measures from an append until each reader has the entry. Eight threads share the readers."""
        documents = [self.document("readers")]
        all = self.connected(documents, count)
        writer = Participant(self.address, documents[0], "writer")
        delays, reads, failures, ended = [], [], [], threading.Event()
        total = rate * seconds

        def run(some):
            poller, here = select.poll(), {one.connection.fileno(): one for one in some}
            own, count = [], 0
            try:
                for number in here:
                    poller.register(number, select.POLLIN)
                while not ended.is_set() and any(one.known < total for one in some):
                    # Not every entry is notified: who has heard of one asks again.
                    for number in [number for number, _ in poller.poll(50)] or list(here):
                        one = here[number]
                        one.connection.poll()
                        made, is_new = [], True
                        # A notification that comes with an answer may be of an entry behind it.
                        while is_new:
                            one.connection.notifies.clear()
                            made += one.read()
                            is_new = bool(one.connection.notifies)
                        now, count = time.time(), count + 1
                        own += [now - time for time in made]
            except Exception as error:
                failures.append(error)
            delays.extend(own)
            reads.append(count)

        for one in all:
            one.listen()
        threads = [threading.Thread(target=run, args=(all[index::8],), daemon=True) for index in range(8)]
        for thread in threads:
            thread.start()
        begun = time.time()
        for number in range(total):
            time.sleep(max(0, begun + number / rate - time.time()))
            writer.append()
        wrote = time.time() - begun
        for thread in threads:
            thread.join(60)
        ended.set()
        for thread in threads:
            thread.join(10)
        missing = count * total - len(delays)
        row(f"e: 1 writer at {rate}/s, {count:,} readers", f"{total / wrote:.0f} appends/s", spread(delays),
            f"{sum(reads) / (time.time() - begun):,.0f} reads/s, {missing} entries not read",
            *([f"first failure: {failures[0]}"] if failures else []))
        self.close(all + [writer])

    def close(self, all):
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            list(pool.map(lambda one: one.connection.close(), all))


def row(*cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def spread(seconds):
    if not seconds:
        return "nothing was measured"
    ordered = sorted(seconds)
    cells = [statistics.median(ordered), ordered[int(0.95 * (len(ordered) - 1))], ordered[-1]]
    return "median {:.1f} ms, p95 {:.1f} ms, largest {:.1f} ms".format(*[1000 * cell for cell in cells])


def main():
    driver = Driver(sys.argv[1], sys.argv[2])
    threading.stack_size(256 * 1024)
    for count in (1, 10, 100, 300, 1000):
        driver.appends(f"1 document, {count:,} participants", [driver.document(f"one-{count}")], count)
    many = [driver.document(f"many-{number}") for number in range(100)]
    driver.appends("100 documents, 10 participants each", many, 1000)
    driver.readers(1000, 50)


if __name__ == "__main__":
    main()
