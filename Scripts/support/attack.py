"""Shared code of the scripts that measure a key of `todo` while other programs attack its server."""
import collections, fcntl, json, multiprocessing, os, pty, re, select, socket, statistics, struct, sys, termios, time

REPLIES = {b"\x1b[c": b"\x1b[?62;22c", b"\x1b[?u": b"\x1b[?0u"}


class Terminal:
    """A program in a pseudo-terminal."""

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

    def link(self):
        """The port and the code of the link on the screen."""
        text = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", self.text)
        found = re.search(rb"http://127\.0\.0\.1:(\d+)/#([0-9a-f]+)", text)
        if not found:
            sys.exit("the program shows no link")
        return int(found[1]), found[2].decode()


def connect(port, text):
    stream = socket.create_connection(("127.0.0.1", port), timeout=10)
    stream.sendall(text.encode())
    return stream


def head(port, method, path, *lines):
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *lines, "", ""])


def post(port, path, value, *lines):
    body = json.dumps(value, separators=(",", ":"))
    return head(port, "POST", path, "Content-Type: application/json", f"Content-Length: {len(body)}", *lines) + body


def answer(stream):
    text = b""
    try:
        while part := stream.recv(65536):
            text += part
    except OSError:
        pass
    return text.decode(errors="replace")


def pair(port, code):
    """Exchanges a code for a token."""
    return json.loads(answer(connect(port, post(port, "/api/pair", {"code": code}))).split("\r\n\r\n")[1])["token"]


def measure(terminal, keys, rounds, count, attacks):
    """Measures keys in rounds without an attack and with each attack, alternately, and prints the figures.

    An attack is a function that attacks until an event is set, and counts the answers by status.
    """
    times, latest, seen = collections.defaultdict(list), collections.defaultdict(list), collections.Counter()
    for _ in range(rounds):
        for kind in attacks:
            for name, attack in [("quiet", None), (kind, attacks[kind])]:
                if attack:
                    end, counts = multiprocessing.Event(), multiprocessing.Queue()
                    process = multiprocessing.Process(target=run, args=(attack, end, counts))
                    process.start()
                    time.sleep(1)
                found = [terminal.time_of(keys[number % len(keys)]) for number in range(count)]
                times[name].append(statistics.median(found))
                latest[name] += found
                if attack:
                    end.set()
                    seen += counts.get()
                    process.join()
                    time.sleep(0.5)
    quiet = statistics.median(times["quiet"])
    for name, medians in times.items():
        median, found = statistics.median(medians), sorted(latest[name])
        print(f"{name}: a key takes {1e3 * median:.2f} ms, ratio {median / quiet:.2f}; 95 % take at most "
              f"{1e3 * found[len(found) * 95 // 100]:.2f} ms, all {1e3 * found[-1]:.2f} ms")
    print("answers:", dict(seen.most_common()))


def run(attack, end, counts):
    seen = collections.Counter()
    try:
        attack(end, seen)
    finally:
        counts.put(seen)


def open_slowly(port, number, end, seen):
    """Keeps connections that have sent half a head, and opens the ones again that the server closes."""
    streams = []
    while not end.is_set():
        try:
            streams.append(connect(port, "GET / HTTP/1.1\r\nHos"))
        except OSError:
            seen["refused"] += 1
        if len(streams) >= number:
            ready = set(select_all(streams))
            for stream in ready:
                seen[answer(stream)[9:12] or "closed"] += 1
                stream.close()
            streams = [stream for stream in streams if stream not in ready]
            if not ready:
                time.sleep(0.05)
    for stream in streams:
        stream.close()


def select_all(streams):
    poller = select.poll()
    by_number = {stream.fileno(): stream for stream in streams}
    for number in by_number:
        poller.register(number, select.POLLIN)
    return [by_number[number] for number, _ in poller.poll(0)]
