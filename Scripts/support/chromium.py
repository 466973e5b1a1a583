"""Drives Chromium over its debugging pipe: pages, keys, the mouse, screenshots and the accessibility tree.

Messages are JSON, each terminated by a NUL, on the browser's file descriptors 3 and 4. See
`https://chromedevtools.github.io/devtools-protocol`.
"""
import base64
import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
import time

TIMEOUT = 20
# Key names, with their code, number and text, if any.
KEYS = {
    "Enter": ("Enter", 13, "\r"), "Tab": ("Tab", 9, ""), "Escape": ("Escape", 27, ""), "Backspace": ("Backspace", 8, ""),
    "Delete": ("Delete", 46, ""), "ArrowUp": ("ArrowUp", 38, ""), "ArrowDown": ("ArrowDown", 40, ""),
    "ArrowLeft": ("ArrowLeft", 37, ""), "ArrowRight": ("ArrowRight", 39, ""), "Home": ("Home", 36, ""),
    "End": ("End", 35, ""), "PageUp": ("PageUp", 33, ""), "PageDown": ("PageDown", 34, ""), " ": ("Space", 32, " "),
    **{f"F{number}": (f"F{number}", 111 + number, "") for number in range(1, 13)},
}
MODIFIERS = {"alt": 1, "control": 2, "meta": 4, "shift": 8}
# The editing commands of keys in a field: for keys sent over the pipe, the browser does not run them itself.
COMMANDS = {
    ("a", 2): "selectAll", ("z", 2): "undo", ("c", 2): "copy", ("x", 2): "cut", ("v", 2): "paste",
    ("Backspace", 0): "deleteBackward", ("Delete", 0): "deleteForward",
}

# The states that the text of an accessibility tree contains, and those that it contains even if they are false.
STATES = ("focused", "disabled", "checked", "selected", "expanded", "level", "modal", "multiline", "multiselectable", "hasPopup",
          "invalid", "busy", "live")
TOLD = ("checked", "selected", "expanded")


class BrowserError(Exception):
    """The browser rejected a command, or did not complete it in time."""


class Browser:
    """A headless browser with its own profile, which is deleted at the end."""

    def __init__(self, program="chromium"):
        self.profile = tempfile.mkdtemp(prefix="millrace-browser-")
        from_us, to_browser = os.pipe()
        from_browser, to_us = os.pipe()

        # Duplicates the descriptors to high numbers first: they may be 3 or 4, and would be overwritten.
        def set_pipes():
            inputs, outputs = os.dup(from_us), os.dup(to_us)
            high_in, high_out = os.dup2(inputs, 98), os.dup2(outputs, 99)
            os.dup2(high_in, 3)
            os.dup2(high_out, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu", "--hide-scrollbars",
             "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
             "--disable-dev-shm-usage", "--disable-extensions", "--force-color-profile=srgb", "--mute-audio",
             f"--user-data-dir={self.profile}"],
            preexec_fn=set_pipes, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(from_us)
        os.close(to_us)
        self.output = os.fdopen(to_browser, "wb", buffering=0)
        self.input = os.fdopen(from_browser, "rb", buffering=0)
        self.lock = threading.Lock()
        self.number = 0
        self.answers = {}
        self.pages = {}
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        rest = b""
        while True:
            try:
                data = self.input.read(65536)
            except (OSError, ValueError):
                break
            if not data:
                break
            *messages, rest = (rest + data).split(b"\0")
            for message in messages:
                self._take(json.loads(message))
        for waiting in list(self.answers.values()):
            waiting.put({"error": {"message": "the browser has ended"}})

    def _take(self, message):
        if "id" in message:
            waiting = self.answers.pop(message["id"], None)
            if waiting:
                waiting.put(message)
        elif message.get("sessionId") in self.pages:
            self.pages[message["sessionId"]].events.append((message["method"], message["params"]))

    def send(self, method, parameters=None, session=None, timeout=TIMEOUT):
        """Sends a command and returns its result."""
        waiting = queue.Queue()
        with self.lock:
            self.number += 1
            message = {"id": self.number, "method": method, "params": parameters or {}}
            if session:
                message["sessionId"] = session
            self.answers[self.number] = waiting
            self.output.write(json.dumps(message).encode() + b"\0")
        try:
            answer = waiting.get(timeout=timeout)
        except queue.Empty:
            raise BrowserError(f"{method} was not answered") from None
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def open(self, address="about:blank", context=None, width=900, height=620, dark=False):
        """Opens a new tab."""
        parameters = {"url": "about:blank"}
        if context:
            parameters["browserContextId"] = context
        target = self.send("Target.createTarget", parameters)["targetId"]
        page = Page(self, target)
        page.resize(width, height)
        page.show_colors(dark)
        if address != "about:blank":
            page.go(address)
        return page

    def context(self):
        """Creates a separate profile, as for another user."""
        return self.send("Target.createBrowserContext")["browserContextId"]

    def kill(self):
        """Kills the browser, as in a crash."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()

    def close(self):
        self.kill()
        self.output.close()
        for _ in range(20):
            shutil.rmtree(self.profile, ignore_errors=True)
            if not os.path.exists(self.profile):
                break
            time.sleep(0.05)


class Page:
    """A tab."""

    def __init__(self, browser, target):
        self.browser = browser
        self.target = target
        self.events = []
        self.session = browser.send("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        browser.pages[self.session] = self
        for domain in ("Page", "Runtime", "Network", "Log", "Accessibility"):
            self.send(f"{domain}.enable")
        self.send("Emulation.setFocusEmulationEnabled", {"enabled": True})

    def send(self, method, parameters=None, timeout=TIMEOUT):
        return self.browser.send(method, parameters, self.session, timeout)

    def go(self, address):
        self.send("Page.navigate", {"url": address})

    def reload(self):
        self.send("Page.reload")

    def close(self):
        self.browser.pages.pop(self.session, None)
        self.browser.send("Target.closeTarget", {"targetId": self.target})

    def evaluate(self, script, timeout=TIMEOUT):
        """Returns the value of an expression. Waits for a promise."""
        result = self.send("Runtime.evaluate", {
            "expression": script, "returnByValue": True, "awaitPromise": True, "userGesture": True}, timeout)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def wait(self, script, seconds=10, says=None):
        """Waits until an expression is true, and returns its value."""
        end = time.monotonic() + seconds
        while True:
            try:
                value = self.evaluate(script)
            except BrowserError as error:
                # The page may still be loading.
                value, script_error = None, error
            else:
                script_error = None
            if value:
                return value
            if time.monotonic() > end:
                raise BrowserError(f"not within {seconds} s: {says or script}" + (f" ({script_error})" if script_error else ""))
            time.sleep(0.01)

    def key(self, name, *modifiers):
        """Presses and releases a key, given by its DOM name (`a`, `Enter`, `ArrowDown`)."""
        bits = sum(MODIFIERS[modifier] for modifier in modifiers)
        code, number, text = KEYS.get(name, (f"Key{name.upper()}", ord(name.upper()) if len(name) == 1 else 0, name))
        event = {"key": name, "code": code, "windowsVirtualKeyCode": number, "modifiers": bits}
        command = COMMANDS.get((name, bits))
        down = {**event, "type": "keyDown" if text and not bits & 7 else "rawKeyDown"}
        if text and not bits & 7:
            down["text"] = text
        if command:
            down["commands"] = [command]
        self.send("Input.dispatchKeyEvent", down)
        self.send("Input.dispatchKeyEvent", {**event, "type": "keyUp"})

    def type(self, text):
        for character in text:
            self.key(character)

    def insert(self, text):
        """Inserts text as an input method or a system paste does."""
        self.send("Input.insertText", {"text": text})

    def compose(self, text, start=None, end=None):
        """Sets the uncommitted text of an input method."""
        self.send("Input.imeSetComposition", {
            "text": text, "selectionStart": len(text) if start is None else start,
            "selectionEnd": len(text) if end is None else end})

    def mouse(self, kind, x, y, button="left", count=1, held=0, modifiers=(), **more):
        self.send("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": button, "clickCount": count, "buttons": held,
            "modifiers": sum(MODIFIERS[modifier] for modifier in modifiers), **more})

    def click(self, x, y, **more):
        self.mouse("mouseMoved", x, y, "none")
        self.mouse("mousePressed", x, y, held=1, **more)
        self.mouse("mouseReleased", x, y, **more)

    def drag(self, start, end, steps=4):
        self.mouse("mouseMoved", *start, "none")
        self.mouse("mousePressed", *start, held=1)
        for step in range(1, steps + 1):
            self.mouse("mouseMoved", *[a + (b - a) * step / steps for a, b in zip(start, end)], held=1)
        self.mouse("mouseReleased", *end)

    def wheel(self, x, y, down=0, right=0):
        self.mouse("mouseWheel", x, y, "none", deltaX=right, deltaY=down)

    def tap(self, x, y):
        self.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        self.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def resize(self, width, height, scale=1):
        self.send("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})

    def show_colors(self, dark):
        self.send("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def picture(self, box=None):
        """Returns a PNG of the page, or of a part of it: x, y, width, height."""
        parameters = {"format": "png", "optimizeForSpeed": False}
        if box:
            x, y, width, height = box
            parameters["clip"] = {"x": x, "y": y, "width": width, "height": height, "scale": 1}
        return base64.b64decode(self.send("Page.captureScreenshot", parameters)["data"])

    def accessibility(self):
        """Returns the nodes of the accessibility tree that are not ignored."""
        nodes = self.send("Accessibility.getFullAXTree")["nodes"]
        return [node for node in nodes if not node.get("ignored")]

    def accessibility_text(self):
        """Returns the accessibility tree as indented lines: role, name, value and states, without elements that say nothing."""
        nodes = self.send("Accessibility.getFullAXTree")["nodes"]
        known = {node["nodeId"]: node for node in nodes}
        lines = []

        def add(node, depth):
            role, name = node.get("role", {}).get("value"), node.get("name", {}).get("value", "")
            if role == "InlineTextBox":
                return
            if not node.get("ignored") and role not in ("generic", "none"):
                value = node.get("value", {}).get("value", "")
                states = {one["name"]: one["value"].get("value") for one in node.get("properties", []) if one["name"] in STATES}
                words = [f"{key} {state}" if state is not True else key for key, state in states.items()
                         if state not in (False, "false", "") or key in TOLD]
                said = [json.dumps(name, ensure_ascii=False)] if name else []
                said += [f"= {value}"] if value != "" else []
                lines.append("  " * depth + " ".join([role if role != "StaticText" else "text", *said, *words]))
                depth += 1
            for child in node.get("childIds", []):
                if child in known:
                    add(known[child], depth)

        add(nodes[0], 0)
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def taken(self, method):
        """Returns the events of a kind received so far."""
        return [parameters for name, parameters in list(self.events) if name == method]
