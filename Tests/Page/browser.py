"""A page in a browser, by the DevTools protocol, and what a parser and a screen reader find in it."""
import html.parser
import json
import os
import pathlib
import subprocess
import time

CHROMIUM = os.environ.get("CHROMIUM", "chromium-headless-shell")
# Seconds, on a machine that does other things, too: what waits for longer never comes.
PATIENCE = 60


class Browser:
    """One page of a browser, by the DevTools protocol over two pipes."""

    def __init__(self, folder, scripts=True, width=1200):
        to_browser, self.out = os.pipe()
        self.into, from_browser = os.pipe()
        command = [
            CHROMIUM, "--headless", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run",
            "--disable-dev-shm-usage", f"--user-data-dir={folder}", f"--window-size={width},900",
            "--host-resolver-rules=MAP * ~NOTFOUND",
        ]
        # The browser reads from 3 and writes to 4.
        line = f"exec 3<&{to_browser} 4>&{from_browser}; exec \"$@\""
        self.process = subprocess.Popen(
            ["/bin/bash", "-c", line, "bash", *command], pass_fds=(to_browser, from_browser),
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.count, self.rest, self.events, self.session = 0, [], [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")
        self.call("Performance.enable", timeDomain="threadTicks")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
        if not scripts:
            self.call("Emulation.setScriptExecutionDisabled", value=True)

    def read(self):
        while not (self.rest and b"\0" in self.rest[-1]):
            piece = os.read(self.into, 1 << 20)
            if not piece:
                raise EOFError("the browser has ended")
            self.rest.append(piece)
        message, rest = b"".join(self.rest).split(b"\0", 1)
        self.rest = [rest] if rest else []
        return json.loads(message)

    def call(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(answer["error"])
                return answer["result"]
            self.events.append(answer)

    def open(self, path, fragment=""):
        """Until all is loaded, and the script has run."""
        # Another address loads again; another fragment alone would not.
        for url in ["about:blank", pathlib.Path(path).resolve().as_uri() + fragment]:
            self.events = []
            self.call("Page.navigate", url=url)
            while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
                self.events.append(self.read())

    def ask(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"]["description"])
        return result["result"].get("value")

    def wait(self, question):
        """Until the answer is true. A page that is just replaced gives no answer."""
        end, reason = time.monotonic() + PATIENCE, None
        while time.monotonic() < end:
            try:
                answer = self.ask(question)
            except RuntimeError as error:
                answer, reason = None, error
            if answer:
                return answer
            time.sleep(0.05)
        if reason:
            print(f"no answer to {question}: {reason}")
        return None

    def press(self, key, code=None, text=None):
        parameters = {"key": key, "code": code or key}
        if text:
            parameters["text"] = text
        codes = {"Tab": 9, "Enter": 13, "ArrowRight": 39, "ArrowLeft": 37, "End": 35, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "Home": 36}
        if key in codes:
            parameters["windowsVirtualKeyCode"] = codes[key]
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **parameters)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=code or key)

    def seconds(self):
        """Of the processor, for what the page does."""
        return {metric["name"]: metric["value"] for metric in self.call("Performance.getMetrics")["metrics"]}["TaskDuration"]

    def complaints(self):
        """Errors, and requests for anything but the page."""
        found = []
        for event in self.events:
            if event.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown"):
                found.append(json.dumps(event["params"])[:300])
            if event.get("method") == "Network.requestWillBeSent":
                url = event["params"]["request"]["url"]
                if not url.startswith(("file:", "about:")):
                    found.append(url)
        return found

    def close(self):
        try:
            self.call("Browser.close")
        except (EOFError, OSError):
            pass
        self.process.wait(60)


class Page(html.parser.HTMLParser):
    """What a parser that knows nothing of this page finds wrong with it."""

    EMPTY = {"meta", "input", "br", "img", "link", "col"}

    def __init__(self, text):
        super().__init__()
        self.open, self.names, self.links, self.wrong = [], set(), [], []
        self.feed(text)
        self.close()
        self.wrong += [f"{name} is not closed" for name in self.open]
        self.wrong += [f"{link} leads nowhere" for link in self.links if link not in self.names]

    def handle_starttag(self, tag, attributes, closed=False):
        if not closed and tag not in self.EMPTY:
            self.open.append(tag)
        for name, value in attributes:
            if name == "id":
                if value in self.names:
                    self.wrong.append(f"{value} twice")
                self.names.add(value)
            elif name == "href":
                if not value.startswith("#"):
                    self.wrong.append(f"a link to {value}")
                self.links.append(value[1:])
            elif name == "src" or name == "style" or name.startswith("on"):
                self.wrong.append(f"{tag} has {name}")

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes, closed=True)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"{tag} closed at {self.getpos()}")


class Tree:
    """What a screen reader is told of a page: DevTools' accessibility tree, without what it leaves out."""

    def __init__(self, browser):
        nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
        self.nodes = {node["nodeId"]: node for node in nodes}
        self.order, pending = [], [nodes[0]["nodeId"]]
        while pending:
            node = self.nodes[pending.pop()]
            self.order.append(node)
            pending += [child for child in reversed(node.get("childIds", [])) if child in self.nodes]
        self.order = [node for node in self.order if not node.get("ignored")]

    @staticmethod
    def role(node):
        return node.get("role", {}).get("value")

    @staticmethod
    def title(node):
        return node.get("name", {}).get("value", "")

    @staticmethod
    def state(node, name):
        return next((one["value"].get("value") for one in node.get("properties", []) if one["name"] == name), None)

    def all(self, *roles):
        return [node for node in self.order if self.role(node) in roles]

    def one(self, role, title):
        return next((node for node in self.all(role) if self.title(node) == title), None)

    def within(self, node, *roles):
        """Those below a node, in their order."""
        found, pending = [], list(reversed(node.get("childIds", [])))
        while pending:
            child = self.nodes.get(pending.pop())
            if child is None:
                continue
            if not child.get("ignored") and self.role(child) in roles:
                found.append(child)
            pending += reversed(child.get("childIds", []))
        return found
