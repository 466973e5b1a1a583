#!/usr/bin/env python3
"""Measures many browsers on one program: `page_sessions.py [SESSIONS [ITEMS]]`.

Starts a release build of `todo --sample ITEMS --serve` (10,000 items by default) and opens one stream for each session. Prints
the memory of a session, the time from a change in one session until the last session has received it, and the time of a key in
one session while the others are open.
"""
import json, os, re, select, socket, subprocess, sys, time

SESSIONS = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
ITEMS = sys.argv[2] if len(sys.argv) > 2 else "10000"
PROGRAM = os.environ.get("TODO", ".build/release/todo")


def request(port, head, body=""):
    stream = socket.create_connection(("127.0.0.1", port))
    stream.sendall((head + f"Host: 127.0.0.1:{port}\r\n" + (
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else "") + "\r\n" + body).encode())
    return stream


def answer(stream):
    text = b""
    while part := stream.recv(65536):
        text += part
    return text.decode()


def resident(process):
    for line in open(f"/proc/{process}/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1])


class Session:
    def __init__(self, port, token, number):
        self.port, self.token, self.tab = port, token, f"{number:08d}"
        self.seq, self.bytes = 0, b""
        self.stream = request(
            port, f"GET /api/stream?tab={self.tab}&c=80&r=24&d=1 HTTP/1.1\r\nAuthorization: Bearer {token}\r\n")

    def read(self):
        self.bytes += self.stream.recv(1 << 20)

    def send(self, *events):
        self.seq += 1
        body = json.dumps({"tab": self.tab, "seq": self.seq, "v": 0, "e": list(events)})
        return answer(request(
            self.port, f"POST /api/events HTTP/1.1\r\nAuthorization: Bearer {self.token}\r\n", body)).split()[1]


def wait(sessions, text):
    """Reads until each session has received the text after its previous output."""
    waiting = {session.stream.fileno(): session for session in sessions}
    while waiting:
        ready, _, _ = select.select([s.stream for s in waiting.values()], [], [], 60) if len(
            waiting) < 900 else (poll(waiting), None, None)
        if not ready:
            sys.exit(f"page_sessions: {len(waiting)} sessions received nothing for a minute")
        for stream in ready:
            session = waiting.get(stream.fileno())
            session.read()
            if text in session.bytes:
                del waiting[stream.fileno()]


def poll(waiting):
    poller = select.poll()
    for number in waiting:
        poller.register(number, select.POLLIN)
    return [waiting[number].stream for number, _ in poller.poll(60000)]


def main():
    environment = dict(os.environ, XDG_RUNTIME_DIR=os.environ.get("TMPDIR", "/tmp"))
    program = subprocess.Popen(
        [*PROGRAM.split(), "--sample", ITEMS, "--serve"], stdout=subprocess.PIPE, text=True, env=environment)
    line = program.stdout.readline()
    port, links = int(re.search(r":(\d+);", line)[1]), re.search(r"in (\S+)$", line)[1]
    sessions, token, used = [], "", set()
    try:
        for number in range(SESSIONS):
            if number == 1:
                wait(sessions, b"event: all")
                before = resident(program.pid)
            if number % 5 == 0:
                code = ""
                while not code:
                    code = next_code(links, used)
                used.add(code)
                body = '{"code":"%s"}' % code
                token = re.search(r'"token":"(\w+)"', answer(request(port, "POST /api/pair HTTP/1.1\r\n", body)))[1]
            sessions.append(Session(port, token, number))
        wait(sessions, b"event: all")
        time.sleep(1)
        after = resident(program.pid)
        print(f"memory of a session: {(after - before) / max(1, SESSIONS - 1):.0f} KB "
              f"({before} KB with one, {after} KB with {SESSIONS})")
        for session in sessions:
            session.bytes = b""
        times, keys = [], []
        for turn in range(10):
            for session in sessions:
                session.bytes = b""
            start = time.perf_counter()
            # Toggles the first item.
            assert sessions[turn].send({"t": "key", "k": " ", "m": 0}) == "204"
            wait(sessions, b"event: ops")
            times.append(time.perf_counter() - start)
            time.sleep(0.3)
        for turn in range(20):
            session = sessions[turn % SESSIONS]
            drain(sessions)
            session.bytes = b""
            start = time.perf_counter()
            session.send({"t": "key", "k": "down", "m": 0})
            wait([session], b"event: ops")
            keys.append(time.perf_counter() - start)
            time.sleep(0.05)
        print(f"a change in all sessions: median {1000 * sorted(times)[5]:.0f} ms, worst {1000 * max(times):.0f} ms")
        print(f"a key in one session: median {1000 * sorted(keys)[10]:.1f} ms, worst {1000 * max(keys):.1f} ms")
    finally:
        program.terminate()
        program.wait()


def next_code(links, used):
    try:
        match = re.search(r"drive \S+#(\w+)", open(links).read())
    except FileNotFoundError:  # The program has not written it yet.
        return ""
    return match[1] if match and match[1] not in used else ""


def drain(sessions):
    for session in sessions:
        session.stream.setblocking(False)
        try:
            while session.stream.recv(1 << 20):
                pass
        except BlockingIOError:
            pass
        session.stream.setblocking(True)


main()
