#!/usr/bin/env python3
"""Measures a key of `todo` while other programs attack its inspector: `attack_inspector.py [ROUNDS [KEYS]]`.

Runs a release build of `todo --sample 1000 --inspect` in a pseudo-terminal, starts its server with F12 and w, closes the
inspector, and presses keys. Rounds without an attack and with three attacks alternate. "slow" opens 1,000 connections, which
send half a request and wait. "refused" sends requests that the server refuses, as fast as it gets answers, and "asked" asks
for searches, histories and commits with the token. Prints the median time from a key to the first byte of each kind of round,
the ratio to the rounds without an attack, and the number of answers by status.
"""
import collections, json, multiprocessing, os, pty, re, select, socket, statistics, struct, fcntl, sys, termios, time

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 10
KEYS = int(sys.argv[2]) if len(sys.argv) > 2 else 100
PROGRAM = os.environ.get("TODO", ".build/release/todo")
REPLIES = {b"\x1b[c": b"\x1b[?62;22c", b"\x1b[?u": b"\x1b[?0u"}


class Terminal:
    def __init__(self, *command):
        self.pid, self.stream = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], command, dict(os.environ, TERM="xterm-256color", LANG="C.UTF-8"))
        fcntl.ioctl(self.stream, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 160, 0, 0))
        self.text = b""

    def read(self, seconds):
        """Reads until nothing comes for some seconds."""
        while select.select([self.stream], [], [], seconds)[0]:
            try:
                part = os.read(self.stream, 65536)
            except OSError:
                return
            self.text += part
            for query, reply in REPLIES.items():
                if query in part:
                    os.write(self.stream, reply)

    def press(self, key, pause=0.3):
        os.write(self.stream, key)
        self.read(pause)

    def time_of(self, key):
        """The seconds from a key to the first byte."""
        start = time.perf_counter()
        os.write(self.stream, key)
        if not select.select([self.stream], [], [], 5)[0]:
            sys.exit("a key had no answer")
        seconds = time.perf_counter() - start
        self.read(0.02)
        return seconds


def connect(port, text):
    stream = socket.create_connection(("127.0.0.1", port), timeout=10)
    stream.sendall(text.encode())
    return stream


def head(port, method, path, *lines):
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *lines, "", ""])


def answer(stream):
    text = b""
    try:
        while part := stream.recv(65536):
            text += part
    except OSError:
        pass
    return text.decode(errors="replace")


def attack(port, token, kind, end, counts):
    """Attacks until an event is set."""
    bearer = f"Authorization: Bearer {token}"
    asked = [
        head(port, "GET", "/api/commits?limit=1000", bearer), head(port, "GET", "/api/commits?limit=10", bearer),
        head(port, "GET", "/api/search?q=a&limit=1000", bearer), head(port, "GET", "/api/history?path=list", bearer)]
    refused = [
        head(port, "GET", "/api/commits", "Authorization: Bearer 0"), head(port, "OPTIONS", "/api/do", bearer),
        head(port, "GET", "/api/commits", "Origin: null", bearer), "GET / HTTP/1.1\r\nHost: evil\r\n\r\n",
        "\x00" * 1000 + "\r\n\r\n", "GET /" + "a" * 5000 + "\r\n\r\n"]
    requests = asked if kind == "asked" else refused
    seen, slow, number = collections.Counter(), [], 0
    while not end.is_set():
        try:
            if kind == "slow":
                if len(slow) == 1000:
                    time.sleep(0.1)
                    continue
                slow.append(connect(port, "GET / HTTP/1.1\r\nHos"))
                continue
            text = answer(connect(port, requests[number % len(requests)]))
            seen[text[9:12] or "closed"] += 1
        except OSError:
            seen["refused"] += 1
        number += 1
    for stream in slow:
        stream.close()
    counts.put(seen)


def main():
    terminal = Terminal(PROGRAM, "--sample", "1000", "--inspect")
    terminal.read(1)
    terminal.press(b"\x1b[24~")
    terminal.press(b"w", 1)
    link = re.search(rb"http://127\.0\.0\.1:(\d+)/#([A-Za-z0-9_-]+)", re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", terminal.text))
    if not link:
        sys.exit("the inspector shows no link")
    port, code = int(link[1]), link[2].decode()
    body = json.dumps({"code": code}, separators=(",", ":"))
    paired = answer(connect(port, head(
        port, "POST", "/api/pair", "Content-Type: application/json", f"Content-Length: {len(body)}") + body))
    token = json.loads(paired.split("\r\n\r\n")[1])["token"]
    terminal.press(b"\x1b[24~")
    kinds = ["quiet", "slow", "quiet", "refused", "quiet", "asked"]
    times, all_counts = collections.defaultdict(list), collections.Counter()
    for number in range(ROUNDS * 6):
        kind = kinds[number % 6]
        if kind != "quiet":
            end, counts = multiprocessing.Event(), multiprocessing.Queue()
            process = multiprocessing.Process(target=attack, args=(port, token, kind, end, counts))
            process.start()
            time.sleep(0.5)
        times[kind].append(statistics.median(terminal.time_of(b"jk"[key % 2:][:1]) for key in range(KEYS)))
        if kind != "quiet":
            end.set()
            all_counts += counts.get()
            process.join()
            time.sleep(0.5)
    quiet = statistics.median(times["quiet"])
    for kind in ["quiet", "slow", "refused", "asked"]:
        median = statistics.median(times[kind])
        print(f"{kind}: a key takes {1e3 * median:.2f} ms, ratio {median / quiet:.2f}")
    print("answers:", dict(all_counts.most_common()))
    terminal.press(b"q")


main()
