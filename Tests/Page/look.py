#!/usr/bin/env python3
"""Looks at pages of `report` as a browser does, without the network: what they say, do and fetch.

    Tests/Page/look.py PROGRAM [CAPTURE...]

Needs Debian's chromium-headless-shell (`scripts/install-packages page`), or another one named in CHROMIUM.
Pages of the captures, those in Captures/ where none are named, are laid out, and must keep their parts in
their places; one of 100,000 events is searched, filtered and scrolled.
"""
import html.parser
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("CHROMIUM", "chromium-headless-shell")
EVENTS = 100_000
# Seconds, on a machine that does other things, too: what waits for longer never comes.
PATIENCE = 240


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
        """Until the answer is true."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            answer = self.ask(question)
            if answer:
                return answer
            time.sleep(0.05)
        return None

    def press(self, key, code=None, text=None):
        parameters = {"key": key, "code": code or key}
        if text:
            parameters["text"] = text
        codes = {"Tab": 9, "Enter": 13, "ArrowRight": 39, "ArrowLeft": 37, "End": 35}
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


def capture(path, values):
    """A heart rate strap that notifies."""
    packets = [
        (3, bytes.fromhex("043e13 01 00 0100 00 01 0144332211d0 1800 0000 4800 00")),
        (0, bytes.fromhex("020100 0b00 0700 0400 10 0100 ffff 0028")),
        (1, bytes.fromhex("020120 0c00 0800 0400 11 06 0100 0900 0d18")),
        (0, bytes.fromhex("020100 0b00 0700 0400 08 0100 0900 0328")),
        (1, bytes.fromhex("020120 0d00 0900 0400 09 07 0200 10 0300 372a")),
    ]
    packets += [(1, bytes.fromhex("020120 0900 0500 0400 1b 0300 00") + bytes([60 + i % 97])) for i in range(values)]
    # Longer than what a row shows of it.
    packets[7:7] = [(1, bytes.fromhex("020120 2f00 2b00 0400 1b 0700") + bytes(range(40)))]
    moment = 0x00DCDDB30F2F8000 + 1_772_355_600_000_000
    with open(path, "wb") as out:
        out.write(b"btsnoop\0" + struct.pack(">II", 1, 1002))
        for flags, packet in packets:
            out.write(struct.pack(">IIIIq", len(packet), len(packet), flags, 0, moment) + packet)
            moment += 10_000


facts = failures = 0


def check(name, holds, *about):
    global facts, failures
    facts += 1
    if not holds:
        failures += 1
        print(f"wrong: {name}: {about}", file=sys.stderr)


ROWS = "document.querySelectorAll('#rows tbody tr').length"
STATUS = "document.getElementById('status').textContent"

# What is out of its place: wider than the window, over another part, or a text that nobody sees.
LAYOUT = """(() => {
  const wrong = [], box = element => element.getBoundingClientRect();
  if (document.documentElement.scrollWidth > innerWidth) wrong.push('wider than the window');
  let end = 0;
  for (const section of document.querySelectorAll('header, main > section')) {
    if (box(section).top + scrollY < end - 1) wrong.push('over another part: ' + section.textContent.slice(0, 40));
    end = box(section).bottom + scrollY;
  }
  for (const svg of document.querySelectorAll('figure > svg')) {
    const whole = box(svg.parentElement), texts = [...svg.querySelectorAll('text')].map(box).filter(one => one.width);
    for (const [index, one] of texts.entries()) {
      if (one.left < whole.left || one.right > whole.right) wrong.push('a label outside: ' + svg.querySelectorAll('text')[index].textContent);
      for (const other of texts.slice(index + 1)) {
        if (one.left < other.right && other.left < one.right && one.top + 4 < other.bottom - 4 && other.top + 4 < one.bottom - 4) wrong.push('labels over each other');
      }
    }
  }
  for (const row of [...document.querySelectorAll('#rows tbody tr')].slice(0, 50)) {
    const cells = [...row.cells].map(box);
    for (const [index, one] of cells.entries()) for (const other of cells.slice(index + 1)) {
      if (one.left + 1 < other.right && other.left + 1 < one.right && one.top + 1 < other.bottom && other.top + 1 < one.bottom) wrong.push('cells over each other: ' + row.textContent);
    }
  }
  return [...new Set(wrong)].slice(0, 5);
})()"""


def look_at_one(browser, page):
    """The page of the strap in Captures/, in all that it does."""
    browser.open(page)
    check("quiet", browser.complaints() == [], browser.complaints())
    check("parts", browser.ask("document.querySelectorAll('main > section').length") == 6)
    status = browser.ask(STATUS)
    check("rows", status == f"{browser.ask(ROWS)} rows", status)
    # Keys reach all there is: each chart is one stop.
    stops = []
    for _ in range(40):
        browser.press("Tab")
        stop = browser.ask("(document.activeElement.getAttribute('aria-label') || document.activeElement.textContent || document.activeElement.id)")
        if stops and browser.ask("document.activeElement === document.body"):
            break
        stops.append(stop.strip().split("\n")[0])
    charts = [stop for stop in stops if stop.startswith("Values of ")]
    check("the first stop", stops[:1] == ["To the timeline"], stops)
    check("stops of charts", len(charts) == 2, stops)
    check("stops of controls", "problems" in stops and "search" in stops, stops)
    seen = browser.ask("(() => { document.querySelector('input[type=range]').focus(); return getComputedStyle(document.activeElement).outlineStyle })()")
    check("the focus is seen", seen == "solid", seen)
    readout = "document.querySelector('.readout').textContent"
    browser.press("ArrowRight")
    value = browser.ask(readout)
    check("a value by key", value == "frame 143, 3.697 s: 92 bpm", value)
    check("it is said", browser.ask("document.activeElement.getAttribute('aria-valuetext')") == value)
    browser.press("+", "BracketRight", "+")
    box = browser.ask("document.querySelector('.plot').getAttribute('viewBox')")
    check("zoom", box.split()[2] == "320", box)
    browser.press("0", "Digit0", "0")
    check("zoom out", browser.ask("document.querySelector('.plot').getAttribute('viewBox')") == "0 0 640 140")
    browser.ask("document.querySelector('figure.chart svg').scrollIntoView()")
    x, y, width = browser.ask("(() => { const box = document.querySelector('.b').getBoundingClientRect(); return [box.left, box.top + box.height / 2, box.width] })()")
    mouse = lambda kind, at, **more: browser.call("Input.dispatchMouseEvent", type=kind, x=x + width * at, y=y, **more)
    mouse("mouseMoved", 0.99)
    check("a value under the pointer", browser.ask(readout) == "frame 148, 8.697 s: 91 bpm", browser.ask(readout))
    mouse("mousePressed", 0.25, button="left", buttons=1, clickCount=1)
    mouse("mouseMoved", 0.5, button="left", buttons=1)
    mouse("mouseReleased", 0.75, button="left", clickCount=1)
    box = [float(part) for part in browser.ask("document.querySelector('.plot').getAttribute('viewBox')").split()]
    check("a part is drawn over", abs(box[0] - 160) < 4 and abs(box[2] - 320) < 4, box)
    browser.ask("document.querySelector('.readout a') && document.querySelector('.readout a').click()")
    check("from a value to its row", browser.wait("document.activeElement.dataset.frame"), "no row")
    for scheme in ["light", "dark"]:
        browser.call("Emulation.setEmulatedMedia", media="", features=[{"name": "prefers-color-scheme", "value": scheme}])
        for print_too in [False, True]:
            if print_too:
                browser.call("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": scheme}])
            colors = browser.ask("[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]")
            light = [sum(int(part) for part in color.strip("rgb()").split(",")) for color in colors]
            check(scheme, (light[0] < light[1]) == (print_too or scheme == "light"), colors, print_too)
    check("nothing to press on paper", browser.ask("[...document.querySelectorAll('button, input, nav')].every(one => !one.offsetHeight)"))
    paper = browser.call("Page.printToPDF", transferMode="ReturnAsStream")
    check("paper", "stream" in paper)
    check("the style of the times", browser.ask("document.querySelector('th.time').textContent") == "Seconds")
    browser.call("Emulation.setEmulatedMedia", media="", features=[])
    look_as_a_screen_reader(browser)


# Roles of what a person works with: each needs a name.
CONTROLS = {"button", "link", "slider", "image", "img", "checkbox", "combobox", "searchbox", "table", "group", "region", "navigation", "figure", "graphics-document"}


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


def look_as_a_screen_reader(browser):
    """Roles, names, states and the order in which they are read."""
    tree = Tree(browser)
    check("the page has a name", tree.title(tree.order[0]).endswith("polar-h7.btsnoop"), tree.title(tree.order[0]))
    landmarks = [(tree.role(node), tree.title(node)) for node in tree.all("banner", "main", "navigation", "region")]
    check("landmarks", landmarks == [
        ("banner", ""), ("navigation", "Parts of this page"), ("main", ""), ("region", "Findings"),
        ("region", "Devices"), ("region", "Connections"), ("region", "Values over time"), ("region", "Attributes"),
        ("region", "Timeline"),
    ], landmarks)
    headings = [(tree.state(node, "level"), tree.title(node)) for node in tree.all("heading")]
    check("one first heading", [title for level, title in headings if level == 1] == ["polar-h7.btsnoop"], headings)
    check("headings of parts", [title for level, title in headings if level == 2] == [title for role, title in landmarks if role == "region"], headings)
    check("no level is left out", all(after <= before + 1 for (before, _), (after, _) in zip(headings, headings[1:])), headings)
    nameless = [tree.role(node) for node in tree.order if tree.role(node) in CONTROLS and not tree.title(node)]
    check("nothing without a name", nameless == [], nameless)
    for role, title in [
        ("searchbox", "Search"), ("combobox", "What"), ("checkbox", "Problems only"), ("status", ""), ("link", "To the timeline"),
        ("slider", "Values of heart_rate_bpm, Heart Rate Measurement, C1 #1 Polar H7 000607"),
    ]:
        check("there", tree.one(role, title), role, title)
    check("unchecked", tree.state(tree.one("checkbox", "Problems only"), "checked") == "false")
    # Each table says what it is about, and each cell has a column; a row is named by its frame.
    for table in tree.all("table"):
        columns = [tree.title(node) for node in tree.within(table, "columnheader")]
        check("columns", columns and all(columns), tree.title(table), columns)
        for row in tree.within(table, "row")[1:]:
            cells = tree.within(row, "cell", "gridcell", "rowheader")
            # A service is a row of its own, as wide as the table.
            is_wide = len(cells) == 1 and tree.role(cells[0]) == "rowheader"
            check("cells", is_wide or len(cells) == len(columns), tree.title(table), len(cells), columns)
    timeline = tree.one("table", "Timeline")
    columns = [tree.title(node) for node in tree.within(timeline, "columnheader")]
    check("columns of the timeline", columns == ["Frame", "Seconds", "Link", "What", "Attribute", "Details", "Took"], columns)
    frames = [tree.title(node) for node in tree.within(timeline, "rowheader")]
    check("rows by their frames", frames and all(frame.isdigit() or not frame for frame in frames), frames[:9])
    # Pictures are one thing with a name; what is in them is said by the slider.
    pictures = [node for node in tree.all("image", "img", "graphics-document") if tree.title(node).startswith("heart_rate_bpm")]
    check("a chart is one picture", len(pictures) == 1 and not tree.within(pictures[0], "StaticText"), [tree.title(node) for node in pictures])
    slider = tree.one("slider", "Values of heart_rate_bpm, Heart Rate Measurement, C1 #1 Polar H7 000607")
    bounds = [tree.state(slider, name) for name in ("valuemin", "valuemax")]
    check("bounds of the slider", bounds == [0, 6], bounds)
    bars = tree.one("group", "The connections over time, in seconds")
    titles = [tree.title(node) for node in tree.within(bars, "link")] if bars else []
    check("bars are links", len(titles) == 1 and titles[0].startswith("C1 "), titles)
    # What changes is said: the number of rows, politely.
    browser.ask("(() => { const box = document.getElementById('problems'); box.click() })()")
    tree = Tree(browser)
    check("checked", tree.state(tree.one("checkbox", "Problems only"), "checked") == "true")
    status = next(iter(tree.all("status")), {})
    said = " ".join(tree.title(node) for node in tree.within(status, "StaticText"))
    check("the status is live", tree.state(status, "live") == "polite" and " of " in said, said, status.get("properties"))
    browser.ask("document.getElementById('problems').click()")


def look_at_many(browser, page):
    """100,000 events: made when they are needed, and never too many at once."""
    browser.open(page)
    loaded = browser.seconds()
    check("quiet", browser.complaints() == [], browser.complaints())
    status = browser.ask(STATUS)
    rows = int(status.split()[0].replace(",", ""))
    # The connection and its discovery are rows, too, but a page has no more than 100,000.
    check("all rows", rows == EVENTS, status)
    check("few rows at first", browser.ask(ROWS) <= 2000, browser.ask(ROWS))
    begin = browser.seconds()
    last = "Number(document.querySelector('#rows tbody').lastElementChild.dataset.frame)"
    for _ in range(12):
        before = browser.ask(last)
        browser.ask("scrollTo(0, document.body.scrollHeight)")
        check("more when scrolled to", browser.wait(f"{last} > {before}"), before)
    scrolled = (browser.seconds() - begin) / 12
    reached = browser.ask(last)
    check("further and further", reached > 6000, reached)
    check("not ever more", browser.ask(ROWS) <= 3000, browser.ask(ROWS))
    first = "Number(document.querySelector('#rows tbody').firstElementChild.dataset.frame)"
    top = browser.ask(first)
    browser.ask("scrollTo(0, document.getElementById('rows').getBoundingClientRect().top + scrollY)")
    check("back up", browser.wait(f"{first} < {top}"), top)
    # What was at the top of the window is still near it.
    near = browser.ask(f"(() => {{ const row = [...document.querySelectorAll('#rows tbody tr')].find(row => Number(row.dataset.frame) === {top}); return row.getBoundingClientRect().top }})()")
    check("nothing jumps", -900 < near < 900, near)
    browser.ask("location.hash = '#f77777'")
    check("a jump", browser.wait("document.activeElement.dataset.frame === '77777'"))
    middle = browser.ask("(() => { const box = document.activeElement.getBoundingClientRect(); return box.top > 0 && box.bottom < innerHeight })()")
    check("it is in sight", middle)
    begin = browser.seconds()
    expected = len([i for i in range(EVENTS) if i % 97 == 1])
    browser.ask("(() => { const search = document.getElementById('search'); search.value = '61 bpm'; search.dispatchEvent(new Event('input')) })()")
    found = browser.wait(f"{STATUS}.includes(' of ') && {STATUS}")
    searched = browser.seconds() - begin
    check("search", found and abs(int(found.split()[0].replace(",", "")) - expected) <= 1, found, expected)
    browser.ask("(() => { document.getElementById('search').value = ''; const word = document.getElementById('word'); word.value = 'connect'; word.dispatchEvent(new Event('change')) })()")
    check("filter", browser.wait(f"{STATUS}.startsWith('1 of ')"), browser.ask(STATUS))
    check("its row", browser.ask("document.querySelector('#rows tbody').textContent").find("connect") >= 0)
    # Paper has the first rows of what is chosen, not those on the screen.
    browser.ask("(() => { const word = document.getElementById('word'); word.value = ''; word.dispatchEvent(new Event('change')) })()")
    browser.ask("location.hash = '#f50000'")
    browser.wait("document.activeElement.dataset.frame === '50000'")
    screen = browser.ask(first)
    browser.ask("addEventListener('beforeprint', () => { window.paper = [document.querySelectorAll('#rows tbody tr').length, document.querySelector('#rows tbody tr').dataset.frame, document.body.innerText.includes('The first 2,000 of 100,000 rows.')] })")
    browser.call("Page.printToPDF", transferMode="ReturnAsStream")
    paper = browser.ask("window.paper")
    check("rows on paper", paper and paper[0] == 2000 and int(paper[1]) < 10 and paper[2], paper)
    check("the screen after that", browser.wait(f"{first} === {screen}"), screen, browser.ask(first))
    check("it says nothing of paper", not browser.ask("document.body.innerText.includes('The first 2,000')"))
    # Seconds of the processor: a reader waits at most twice that.
    for name, seconds, most in [("load", loaded, 5), ("scroll", scrolled, 0.5), ("search", searched, 1.5)]:
        check(name, seconds < most, seconds)
    long = bytes(range(40)).hex()
    browser.ask(f"(() => {{ const search = document.getElementById('search'); search.value = '{long[40:]}'; search.dispatchEvent(new Event('input')) }})()")
    check("a search in all of a value", browser.wait(f"{STATUS}.startsWith('1 of ')"), browser.ask(STATUS))
    shown = "document.querySelector('#rows tbody').innerText"
    check("the beginning of a long value", long[:32] + ".. (40)" in browser.ask(shown) and long not in browser.ask(shown), browser.ask(shown))
    browser.ask("document.querySelector('#rows summary').click()")
    check("all of it", long in browser.ask(shown), browser.ask(shown))
    return f"{loaded:.2f} s to load, {scrolled * 1000:.0f} ms a piece, {searched:.2f} s to search"


def look_without(folder, page):
    browser = Browser(folder, scripts=False)
    browser.open(page)
    check("without scripts", browser.ask(ROWS) == 2000, browser.ask(ROWS))
    check("says so", "need JavaScript" in browser.ask("document.body.innerText"))
    check("no dead controls", browser.ask("[...document.querySelectorAll('form, button, input')].every(one => !one.offsetHeight)"))
    check("a picture", browser.ask("document.querySelector('.curve').getBoundingClientRect().width > 500"))
    browser.ask("document.querySelector('#rows summary').click()")
    check("all of a long value", bytes(range(40)).hex() in browser.ask("document.querySelector('#rows tbody').innerText"))
    check("a tree", "Heart Rate Measurement" in browser.ask("document.querySelector('[aria-labelledby=attributes]').innerText"))
    browser.close()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = pathlib.Path(sys.argv[1]).resolve()
    captures = [pathlib.Path(name) for name in sys.argv[2:]]
    captures = captures or sorted(ROOT.glob("Captures/*.btsnoop")) + sorted(ROOT.glob("Captures/*.pcap*"))

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def make(capture, *options):
            page = folder / f"{len(list(folder.glob('*.html')))}.html"
            subprocess.run([program, "report", "-o", page, *options, capture], check=True, stderr=subprocess.DEVNULL)
            wrong = Page(page.read_text()).wrong
            check(f"markup of {capture.name}", wrong == [], wrong[:5])
            return page

        pages = [make(path) for path in captures]
        one = make(ROOT / "Captures/polar-h7.btsnoop")
        capture(folder / "many.btsnoop", EVENTS)
        many = make(folder / "many.btsnoop")
        size = many.stat().st_size
        check("size", size <= 20_000_000, size)

        browser = Browser(folder / "profile")
        look_at_one(browser, one)
        speed = look_at_many(browser, many)
        browser.close()
        for width in [1200, 400]:
            browser = Browser(folder / f"profile{width}", width=width)
            for capture_path, page in zip(captures, pages):
                browser.open(page)
                wrong = browser.ask(LAYOUT)
                check(f"layout of {capture_path.name}, {width} wide", wrong == [], wrong)
                check(f"quiet {capture_path.name}", browser.complaints() == [], browser.complaints())
            browser.close()
        look_without(folder / "plain", many)
    print(f"page: {len(pages)} captures laid out, {EVENTS} events in {size / 1e6:.1f} MB, {speed}; {facts} facts, {failures} wrong")
    sys.exit(1 if failures else 0)


main()
