"""A PostgreSQL server of a test, which is killed, stopped and started again.

Environment: MILLRACE_POSTGRES (its address, without a document), MILLRACE_PGDATA, MILLRACE_PGBIN (the folder of `pg_ctl`)
and MILLRACE_PGUSER (the user of the system that the server runs as).
"""
import os
import shlex
import signal
import subprocess
import sys
import time


class Server:
    def __init__(self):
        names = ["MILLRACE_POSTGRES", "MILLRACE_PGDATA", "MILLRACE_PGBIN", "MILLRACE_PGUSER"]
        missing = [name for name in names if not os.environ.get(name)]
        if missing:
            sys.exit(f"{' and '.join(missing)} must be set: see Scripts/support/postgres_server.py")
        self.address, self.data, self.programs, self.user = [os.environ[name] for name in names]
        # The options that the server was started with: a start after a crash needs them again.
        with open(os.path.join(self.data, "postmaster.opts")) as file:
            words = shlex.split(file.read())[1:]
        self.options = []
        while words:
            word = words.pop(0)
            if word == "-D":
                words.pop(0)
            else:
                self.options.append(word)
        self.is_stopped = False

    def document(self, name):
        """Returns the address of a document."""
        return f"{self.address}#{name}"

    def forget(self, beginning):
        """Deletes documents of an earlier run with the same seed."""
        if self.query("select to_regclass('millrace_documents') is not null") == [["t"]]:
            self.query(f"delete from millrace_documents where starts_with(name, '{beginning}')")

    def control(self, *words, limit=90):
        """Calls pg_ctl, as the server's user. Returns its status."""
        words = [os.path.join(self.programs, "pg_ctl"), "-D", self.data, *words]
        if os.geteuid() == 0 and self.user != "root":
            words = ["su", self.user, "-s", "/bin/sh", "-c", shlex.join(words)]
        # A server that is started keeps the output open.
        return subprocess.run(
            words, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            timeout=limit).returncode

    def start(self, *options):
        """Starts the server with more options than before, and waits until it takes connections."""
        self.options += options
        log = os.path.join(self.data, "rounds.log")
        end = time.time() + 60
        # After a kill, the memory is in use until the last process of the server has ended.
        while self.control("-w", "-t", "60", "-l", log, "-o", shlex.join(self.options), "start") != 0:
            if time.time() > end:
                raise TimeoutError(f"the server does not start in a minute: see {log}")
            time.sleep(0.2)

    def stop(self, mode="fast"):
        self.control("-w", "-t", "60", "-m", mode, "stop")

    def restart(self):
        self.stop()
        self.start()

    def kill(self):
        """Kills the first process of the server: the others end by themselves."""
        os.kill(self.postmaster(), signal.SIGKILL)

    def suspend(self):
        """Stops all processes, so that nobody answers, and every connection stays."""
        first = self.postmaster()
        os.kill(first, signal.SIGSTOP)
        self.signal_others(first, signal.SIGSTOP)
        self.is_stopped = True

    def resume(self):
        if self.is_stopped:
            first = self.postmaster()
            self.signal_others(first, signal.SIGCONT)
            os.kill(first, signal.SIGCONT)
            self.is_stopped = False

    def cut(self, random):
        """Ends one connection of a participant. Returns whether there was any."""
        found = self.query("select pid from pg_stat_activity where application_name = 'millrace' order by pid")
        if not found:
            return False
        self.query(f"select pg_terminate_backend({int(random.choice(found)[0])})")
        return True

    def query(self, statement, limit=60):
        """Returns the rows of a statement, each a list of texts."""
        result = subprocess.run(
            [self.program("psql"), "-XAtq", "-F", "\x1f", "-R", "\x1e", "-v", "ON_ERROR_STOP=1", "-d", self.address,
             "-c", statement],
            capture_output=True, text=True, timeout=limit, env=dict(os.environ, PGCONNECT_TIMEOUT="10"))
        if result.returncode:
            raise ValueError(f"psql: {result.stderr.strip()}")
        text = result.stdout.removesuffix("\n").removesuffix("\x1e")
        return [row.split("\x1f") for row in text.split("\x1e")] if text else []

    def program(self, name):
        path = os.path.join(self.programs, name)
        return path if os.path.exists(path) else name

    def postmaster(self):
        with open(os.path.join(self.data, "postmaster.pid")) as file:
            return int(file.readline())

    def signal_others(self, first, number):
        listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True).stdout
        for row in listed.splitlines():
            process, parent = map(int, row.split())
            if parent == first:
                try:
                    os.kill(process, number)
                except ProcessLookupError:
                    pass  # It has ended meanwhile.
