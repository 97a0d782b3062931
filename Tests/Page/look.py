#!/usr/bin/env python3
"""Looks at pages of `report` as a browser does, without the network: what they say, do and fetch.

    Tests/Page/look.py [--deep] [--pictures FOLDER] PROGRAM [CAPTURE...]

Needs Debian's chromium-headless-shell (`scripts/install-packages page`), or another one named in CHROMIUM.
Pages of the captures, some of those in Captures/ where none are named, are laid out, and must keep their parts in
their places; each interaction is done by real input; pages of hostile captures must stay pages. --deep takes all of
Captures/, and measures pages of 100,000 and of a million events. --pictures keeps what was seen, for people.
"""
import base64
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import captures as made
from browser import PATIENCE, Browser, Page, Tree

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOME = ["polar-h7.btsnoop", "two-straps.btsnoop", "sensortag-cc2650.btsnoop", "polar-h7-nrf.pcapng", "att-kinds.btsnoop"]
EVENTS = 100_000
# Octets, and milliseconds on a machine that does nothing else.
LIMITS = {"size": 8_000_000, "open": 1500, "frame": 16, "slow frame": 33}

facts = failures = 0


def check(name, holds, *about):
    global facts, failures
    facts += 1
    if not holds:
        failures += 1
        print(f"wrong: {name}: {about}", file=sys.stderr)


STATUS = "document.getElementById('status').textContent"
RANGE = "[page.view.from / 1e6, page.view.to / 1e6]"
LINES = "document.querySelectorAll('#list .space .line').length"
CHOSEN = "page.view.row < 0 ? null : page.data.frame[page.view.row]"

# What is out of its place: wider than the window, over another part, cut off, or not on the one axis.
LAYOUT = """(() => {
  const wrong = [], box = element => element.getBoundingClientRect(), seen = element => element.offsetParent !== null;
  if (document.documentElement.scrollWidth > innerWidth) wrong.push('wider than the window');
  let end = -Infinity;
  for (const part of document.querySelectorAll('header, main > section, main > .work, footer')) {
    if (box(part).top + scrollY < end - 1) wrong.push('over another part: ' + part.textContent.slice(0, 40));
    end = box(part).bottom + scrollY;
  }
  const plots = [...document.querySelectorAll('.plot')].filter(seen).map(box);
  if (new Set(plots.map(one => Math.round(one.left) + ' ' + Math.round(one.width))).size > 1) wrong.push('more than one axis');
  for (const [index, one] of plots.entries()) if (index && one.top < plots[index - 1].bottom - 1 && one.top > plots[index - 1].top) wrong.push('lanes over each other');
  for (const text of document.querySelectorAll('.tiles dt, .tiles dd, .bar button, .tools button, .chips button')) {
    if (seen(text) && text.scrollWidth > text.clientWidth + 1) wrong.push('cut: ' + text.textContent);
  }
  for (const row of [...document.querySelectorAll('#list .line')].slice(0, 30)) {
    const cells = [...row.children].filter(seen).map(box);
    for (const [index, one] of cells.entries()) if (index && one.left < cells[index - 1].right - 1) wrong.push('cells over each other: ' + row.textContent);
  }
  const said = [...document.querySelectorAll('.said > .say time')].map(one => one.textContent).filter(one => /^[\\d.]+$/.test(one)).map(Number);
  if (said.some((one, at) => at && one < said[at - 1])) wrong.push('a conversation goes backwards');
  for (const nothing of document.querySelectorAll('.still')) if (seen(nothing)) wrong.push('what is for paper is on the screen');
  return [...new Set(wrong)].slice(0, 5);
})()"""

# The contrast of texts and of what is drawn with their ground (WCAG 2, 1.4.3 and 1.4.11).
CONTRAST = """(() => {
  const style = getComputedStyle(document.documentElement), canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const parts = name => {
    canvas.fillStyle = style.getPropertyValue('--' + name).trim();
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map(part => part / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  };
  const light = name => { const [red, green, blue] = parts(name); return 0.2126 * red + 0.7152 * green + 0.0722 * blue; };
  const contrast = (one, other) => { const [low, high] = [light(one), light(other)].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); };
  const wrong = [];
  for (const ground of ['ground', 'panel', 'hover']) for (const text of ['ink', 'soft', 'error', 'warning', 'accent', 'read', 'write', 'push', 'security']) {
    if (contrast(text, ground) < 4.5) wrong.push([text, ground, contrast(text, ground).toFixed(2)]);
  }
  for (const text of ['ink']) for (const band of [1, 2, 3, 4, 5, 6]) if (contrast(text, 'band-' + band) < 4.5) wrong.push([text, band]);
  for (const end of ['open', 'host', 'peer', 'lost', 'other', 'unknown']) if (contrast('on-end', 'end-' + end) < 3) wrong.push(['on-end', end, contrast('on-end', 'end-' + end).toFixed(2)]);
  for (const drawn of ['advert', 'discovery', 'note', 'curve-1', 'curve-2', 'curve-3']) if (contrast(drawn, 'ground') < 3) wrong.push([drawn, contrast(drawn, 'ground').toFixed(2)]);
  return wrong;
})()"""


def pages_on_paper(browser):
    document = browser.call("Page.printToPDF")["data"]
    return len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(document)))


class Hand:
    """What a person does, as input events of the browser."""

    def __init__(self, browser):
        self.browser = browser

    def box(self, selector):
        self.browser.ask(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{ block: 'center' }})")
        return self.browser.ask(f"(() => {{ const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect(); return [box.left, box.top, box.width, box.height] }})()")

    def mouse(self, kind, x, y, **more):
        self.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, selector, x=0.5, y=0.5, count=1):
        left, top, width, height = self.box(selector)
        at = (left + width * x, top + height * y)
        self.mouse("mouseMoved", *at)
        for number in range(1, count + 1):
            self.mouse("mousePressed", *at, button="left", buttons=1, clickCount=number)
            self.mouse("mouseReleased", *at, button="left", clickCount=number)
        self.settle()

    def drag(self, selector, start, end):
        left, top, width, height = self.box(selector)
        y = top + height / 2
        self.mouse("mouseMoved", left + width * start, y)
        self.mouse("mousePressed", left + width * start, y, button="left", buttons=1, clickCount=1)
        for part in (0.25, 0.5, 0.75, 1):
            self.mouse("mouseMoved", left + width * (start + (end - start) * part), y, button="left", buttons=1)
        self.mouse("mouseReleased", left + width * end, y, button="left", clickCount=1)
        self.settle()

    def wheel(self, selector, by, x=0.5, **more):
        left, top, width, height = self.box(selector)
        self.mouse("mouseWheel", left + width * x, top + height / 2, deltaX=0, deltaY=by, **more)
        self.settle()

    def press(self, key, text=None):
        self.browser.press(key, key, text if text is not None else (key if len(key) == 1 else None))
        self.settle()

    def settle(self):
        self.browser.ask("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))")


def near(found, wanted, within):
    return all(abs(one - other) <= within for one, other in zip(found, wanted))


def look_at_one(browser, page):
    """The page of the strap in Captures/, in all that it does."""
    browser.open(page)
    hand = Hand(browser)
    check("quiet", browser.complaints() == [], browser.complaints())
    whole = browser.ask(RANGE)
    check("all of it at first", browser.ask("page.view.isWhole") and browser.ask("location.hash") == "", whole)
    shown = browser.ask(STATUS)
    check("events", shown == "26 of 28 events", shown)
    # A range, by hand: everything follows.
    lane = ".lane.value .plot"
    hand.drag(lane, 0.4, 0.7)
    length = whole[1] - whole[0]
    chosen = browser.ask(RANGE)
    check("drag", near(chosen, [whole[0] + length * 0.4, whole[0] + length * 0.7], length / 60), chosen)
    check("the list follows", browser.ask(f"[...page.table.rows].every(row => page.data.time[row] >= page.view.from && page.data.time[row] <= page.view.to) && page.table.rows.length < 10"))
    check("the sum follows", browser.wait("document.getElementById('total').textContent.startsWith('2 values')"), browser.ask("document.getElementById('total').textContent"))
    check("the address follows", browser.wait("/^#t=[\\d.]+\\.\\.[\\d.]+$/.test(location.hash)"), browser.ask("location.hash"))
    address = browser.ask("location.hash")
    hand.click(lane, 0.5, 0.5, count=2)
    check("double click", browser.ask("page.view.isWhole"))
    check("the address of all", browser.wait("location.hash === ''"), browser.ask("location.hash"))
    browser.ask(f"location.hash = '{address}'")
    check("from the address", browser.wait(f"Math.abs(page.view.from / 1e6 - {chosen[0]}) < 0.01"), browser.ask(RANGE))
    hand.press("z")
    check("back", browser.ask("page.view.isWhole"), browser.ask(RANGE))
    # Keys.
    hand.press("+")
    check("closer", abs(browser.ask("page.view.to - page.view.from") / 1e6 - length / 2) < 0.01)
    before = browser.ask(RANGE)
    hand.press("ArrowRight")
    check("later", browser.ask(RANGE)[0] > before[0])
    hand.press("ArrowLeft")
    hand.press("-")
    check("wider", browser.ask("page.view.isWhole"), browser.ask(RANGE))
    hand.press("s")
    check("folded", browser.ask("page.view.isFolded") == browser.ask("page.view.gaps.length > 0") or browser.ask("page.view.isFolded"))
    hand.press("s")
    # The strip.
    hand.wheel(".over", -100)
    check("wheel on the strip", not browser.ask("page.view.isWhole"))
    hand.press("0")
    hand.drag(".over", 0.5, 0.8)
    part = browser.ask(RANGE)
    check("a window on the strip", near(part, [whole[0] + length * 0.5, whole[0] + length * 0.8], length / 60), part)
    hand.drag(".over", 0.6, 0.3)
    moved = browser.ask(RANGE)
    check("the window is moved", near(moved, [part[0] - length * 0.3, part[1] - length * 0.3], length / 60), part, moved)
    hand.press("0")
    browser.ask("document.querySelector('.over').focus()")
    hand.press("+")
    hand.press("End")
    check("the strip by key", abs(browser.ask(RANGE)[1] - whole[1]) < 0.01, browser.ask(RANGE))
    said = browser.ask("document.querySelector('.over').getAttribute('aria-valuetext')")
    check("it is said", " to " in said, said)
    hand.press("0")
    # What is clicked at is chosen, and told.
    place = browser.ask("page.stage.x(page.data.time[page.data.rowOfFrame(145)]) / page.stage.width")
    hand.click(".lane.pushes .plot", place, 0.8)
    check("a click in a lane", browser.ask(CHOSEN) == 145, browser.ask(CHOSEN))
    told = browser.ask("document.querySelector('.details').innerText")
    for words in ["Frame 145: notify", "Heart Rate Measurement", "17 5d 00 96 02", "93 bpm", "bleinspect packets -v -x --frame 145 polar-h7.btsnoop", "wireshark -r polar-h7.btsnoop -g 145", "- frame 145"]:
        check("details", words in told, words, told)
    check("details: what changed is bold", browser.ask("document.querySelector('.bytes b') !== null"))
    check("said to a screen reader", "frame 145" in browser.ask("document.getElementById('say').textContent"))
    check("chosen in the list", browser.ask("document.querySelector('.line.on').dataset.frame") == "145")
    check("chosen in the conversation", browser.ask("document.querySelector('.say.on') !== null"))
    check("chosen in the address", browser.wait("location.hash.includes('at=145')"))
    hand.press("j")
    check("next", browser.ask(CHOSEN) == 146)
    hand.press("k")
    hand.press("[")
    check("the value before", browser.ask(CHOSEN) == 144, browser.ask(CHOSEN))
    check("two clicks give a delta", "after" in browser.ask("document.querySelector('.details dl').innerText"))
    hand.press("]")
    check("the value after", browser.ask(CHOSEN) == 145)
    browser.ask("document.getElementById('list').focus()")
    hand.press("ArrowDown")
    check("down in the list", browser.ask(CHOSEN) == 146)
    check("active in the list", browser.ask("document.getElementById(document.getElementById('list').getAttribute('aria-activedescendant')).dataset.frame") == "146")
    hand.click("#list .space .line:nth-child(4)")
    check("a click in the list", browser.ask(CHOSEN) == 42, browser.ask(CHOSEN))
    # A search, from anywhere.
    hand.press("/")
    check("search", browser.ask("document.activeElement.id") == "search")
    for letter in "heart":
        hand.press(letter)
    check("found", browser.wait(f"{STATUS} === '9 of 28 events; 1 more of kinds that are not shown'"), browser.ask(STATUS))
    check("places", "attribute: Heart Rate Measurement" in browser.ask("document.querySelector('.results').innerText"))
    check("the search is in the address", browser.wait("location.hash.includes('q=heart')"))
    hand.press("Escape")
    check("cleared", browser.wait(f"{STATUS} === '26 of 28 events'"), browser.ask(STATUS))
    hand.press("?")
    check("help", browser.ask("document.querySelector('dialog').open"))
    browser.ask("document.querySelector('dialog').close()")
    hand.click(".chips [data-group='7']")
    check("adverts", browser.wait(f"{STATUS} === '28 of 28 events'"), browser.ask(STATUS))
    hand.click(".lane.value .label button")
    check("a lane is higher", browser.ask("document.querySelector('.lane.value .plot').clientHeight") == 150)
    # What is copied is what is in view, and a screen reader is told.
    browser.ask("document.addEventListener('copy', () => { window.copied = document.activeElement.value })")
    hand.click(".lane.value .label small button")
    check("a lane as CSV", browser.ask("copied.startsWith('time_s,frame,connection,\"Heart rate, bpm\"\\n') && copied.trimEnd().split('\\n').length === 8"), browser.ask("copied"))
    check("said to be copied", browser.wait("document.getElementById('say').textContent === 'Copied 8 lines'"), browser.ask("document.getElementById('say').textContent"))
    hand.click(".bar [title^='Copy the verdict']")
    check("the verdict with what it leaves out", browser.ask("/^### `polar-h7.btsnoop`\\n- `.*\\n- all findings: none\\n- `polar-h7.btsnoop: SHA-256 /.test(copied)"), browser.ask("copied"))
    lanes = browser.ask("document.querySelectorAll('.lanes .lane').length")
    browser.ask("(() => { const list = document.querySelector('.adder select'); list.value = '0'; list.dispatchEvent(new Event('change')) })()")
    check("a lane is added", browser.ask("document.querySelectorAll('.lanes .lane').length") == lanes + 1)
    left, top, width, height = hand.box(".lane.value .plot")
    hand.mouse("mouseMoved", left + width / 2, top + height / 2)
    hand.settle()
    check("a hairline", browser.ask("!document.querySelector('.hair').hidden && document.querySelector('.hair').getBoundingClientRect().height > 100"))
    check("what is there", browser.wait("!document.querySelector('.tip').hidden && document.querySelector('.tip').textContent.includes('Heart rate: ')"), browser.ask("document.querySelector('.tip').textContent"))
    hand.click("#show")
    check("show it", browser.ask("page.view.connection") == 1 and browser.ask(CHOSEN) is not None)
    # What is chosen may be out of the time that is looked at.
    browser.open(page, "#t=1..3&at=145")
    check("a range and a frame elsewhere", browser.wait(f"({CHOSEN}) === 145") and near(browser.ask(RANGE), [1, 3], 0.001), browser.ask(RANGE))
    browser.open(page, "#f142")
    check("an old address", browser.wait(f"({CHOSEN}) === 142"))
    # Every stop has a name and can be seen.
    browser.open(page)
    seen = browser.ask("(() => { document.getElementById('search').focus(); return getComputedStyle(document.activeElement).outlineStyle })()")
    check("the focus is seen", seen in ("solid", "auto"), seen)
    for scheme in ["light", "dark"]:
        browser.call("Emulation.setEmulatedMedia", media="", features=[{"name": "prefers-color-scheme", "value": scheme}])
        wrong = browser.ask(CONTRAST)
        check(f"contrast, {scheme}", wrong == [], wrong)
        for media in ["", "print"]:
            browser.call("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])
            colors = browser.ask("[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]")
            light = [sum(int(part) for part in color.strip("rgb()").split(",")) for color in colors]
            check(scheme, (light[0] < light[1]) == (media == "print" or scheme == "light"), colors, media)
    check("nothing to press on paper", browser.ask("[...document.querySelectorAll('button, input, select')].every(one => !one.offsetHeight)"))
    browser.call("Emulation.setEmulatedMedia", media="", features=[])
    count = pages_on_paper(browser)
    check("pages of paper", 1 <= count <= 3, count)
    look_as_a_screen_reader(browser)


# Roles of what a person works with: each needs a name.
CONTROLS = {"button", "link", "slider", "image", "img", "checkbox", "combobox", "searchbox", "table", "grid", "region", "navigation", "complementary"}


def look_as_a_screen_reader(browser):
    """Roles, names, states and the order in which they are read."""
    tree = Tree(browser)
    check("the page has a name", tree.title(tree.order[0]).endswith("polar-h7.btsnoop"), tree.title(tree.order[0]))
    headings = [(tree.state(node, "level"), tree.title(node)) for node in tree.all("heading")]
    check("one first heading", [title for level, title in headings if level == 1] == ["polar-h7.btsnoop"], headings)
    parts = ["Verdict", "Timeline", "Events", "Findings", "Devices", "Connections", "Attributes"]
    check("headings of parts", [title for level, title in headings if level == 2] == parts, headings)
    check("no level is left out", all(after <= before + 1 for (before, _), (after, _) in zip(headings, headings[1:])), headings)
    nameless = [tree.role(node) for node in tree.order if tree.role(node) in CONTROLS and not tree.title(node)]
    check("nothing without a name", nameless == [], nameless)
    for role, title in [("searchbox", "Search all: words, hex, frames"), ("grid", "Events in view"), ("link", "To the events"), ("complementary", "Details"), ("region", "Conversation"), ("group", "Kinds of events")]:
        check("there", tree.one(role, title), role, title)
    slider = next(iter(tree.all("slider")), {})
    check("the strip is a slider", tree.state(slider, "valuemax") == 100, slider)
    lanes = [tree.title(node) for node in tree.all("img", "image")]
    check("lanes say what they have", any(one.startswith("Heart rate, bpm: 86..97") for one in lanes) and not any("nothing here" in one for one in lanes if not one.startswith("Findings")), lanes)
    grid = tree.one("grid", "Events in view")
    columns = [tree.title(node) for node in tree.within(grid, "columnheader")]
    folds = [one for one in tree.all("button") if tree.title(one).startswith("All attributes that were discovered") or "without values" in tree.title(one)]
    check("what is folded says so", folds and all(tree.state(one, "expanded") is False for one in folds), folds)
    check("columns", columns == ["Frame", "Seconds", "\u0394", "Link", "What", "Attribute", "Value", "Bytes", "Wait"], columns)
    frames = [tree.title(node) for node in tree.within(grid, "rowheader")]
    check("rows by their frames", frames and all(frame.isdigit() for frame in frames), frames[:9])
    lives = [(tree.state(node, "live")) for node in tree.all("status")]
    check("what changes is said politely", lives and set(lives) == {"polite"}, lives)


def look_at_sniffed(browser, page):
    """What a sniffer heard of a link."""
    browser.open(page)
    hand = Hand(browser)
    shown = browser.ask("document.querySelector('.lane.air .sum').innerText")
    check("both sides", re.fullmatch(r"[\d,]+\s+[\d,]+ \+ [\d,]+", shown), shown)
    hand.click(".lane.air .label > button")
    check("a row a channel", browser.ask("document.querySelector('.lane.air .plot').clientHeight") == 250)
    left, top, width, height = hand.box(".lane.air .plot")
    hand.mouse("mouseMoved", left + width / 2, top + height / 2)
    # A packet is chosen: as the event that comes of it, or by itself.
    packets = "[...page.data.air.frames.keys()]"
    for kind, wanted in [("of an event", ">= 0"), ("without an event", "< 0")]:
        packet = browser.ask(f"{packets}.filter(one => page.data.rowOfPacket(one) {wanted} && page.data.air.numbers[one])[20]")
        frame = browser.ask(f"page.data.air.frames[{packet}]")
        browser.ask(f"page.view.range(page.data.air.times[{packet}] - 5000, page.data.air.times[{packet}] + 5000)")
        hand.settle()
        x, y = browser.ask(f"[page.stage.x(page.data.air.times[{packet}]) / page.stage.width, (4 + (page.data.air.marks[{packet}] >> 3) * (250 - 8) / 39) / 250]")
        hand.click(".lane.air .plot", x, y)
        check(f"a click on a packet {kind}", browser.ask("page.view.chosen.frame") == frame, frame, browser.ask("page.view.chosen"))
        told = browser.ask("document.querySelector('.details').innerText")
        check("its details", f"Frame {frame}: " in told and f"--frame {frame} " in told and ("channel " in told) == (kind == "without an event"), told)
        check("said", f"frame {frame}, " in browser.ask("document.getElementById('say').textContent"))
        check("in the address", browser.wait(f"location.hash.includes('at={frame}')"), browser.ask("location.hash"))
        address = browser.ask("location.hash")
        if kind == "without an event":
            check("a delta of packets", "\u0394" in told, told)
            browser.open(page, address)
            check("a packet from the address", browser.wait(f"page.view.chosen !== null && page.view.chosen.frame === {frame} && page.view.packet === {packet}"), browser.ask("page.view.chosen"))
            hand.press("0")
            hand.press("j")
            check("the next event", browser.ask(f"page.view.row >= 0 && page.data.time[page.view.row] >= page.data.air.times[{packet}]"))
            hand.press("Escape")
            check("nothing chosen", browser.ask("page.view.chosen") is None)
    browser.open(page)
    # A point of a lane that has no row, and a finding about a packet that has none.
    place = browser.ask("(() => { const lane = page.stage.lanes.find(one => one.lane.kind === 'signal').lane, at = lane.times.length >> 1; return [page.stage.x(lane.times[at]) / page.stage.width, lane.times[at], lane.values[at]] })()")
    hand.click(".lane.signal .plot", place[0])
    told = browser.ask("document.querySelector('.details').innerText")
    check("a click on a point of the signal", browser.ask("page.view.time") == place[1] and f"{place[2]} dBm" in told and "Signal of Polar H7" in told, told)
    hand.press("j")
    check("and a delta from it", f"after {place[2]} dBm" in browser.ask("document.querySelector('.details dl').innerText").replace("\n", " "), browser.ask("document.querySelector('.details dl').innerText"))
    browser.ask("document.querySelectorAll('.findings details').forEach(one => { one.open = true })")
    frames = browser.ask("[...document.querySelectorAll('.findings a[data-frame]')].map(one => Number(one.dataset.frame))")
    for number in range(len(frames)):
        browser.ask(f"document.querySelectorAll('.findings a[data-frame]')[{number}].click()")
        check("a finding leads to its frame", browser.ask("page.view.chosen.frame") == frames[number] or browser.ask("page.data.requestFrame(page.view.row)") == frames[number], frames[number], browser.ask("page.view.chosen"))
    browser.open(page)
    hand.click(".lane.air .label > button")
    left, top, width, height = hand.box(".lane.air .plot")
    hand.mouse("mouseMoved", left + width / 2, top + height / 2)
    check("a packet", browser.wait("/channel \\d+, from the (central|peripheral)/.test(document.querySelector('.tip').textContent)"), browser.ask("document.querySelector('.tip').textContent"))


def look_at_unheard(browser, page):
    """What a sniffer did not hear is not what went wrong."""
    browser.open(page)
    check("nothing wrong", "Nothing wrong was found" in browser.ask("document.querySelector('.lead').textContent"))
    rows = browser.ask("[...Array(page.data.count).keys()].filter(row => page.data.line(row).includes('the answer is not in the capture')).map(row => [page.data.isProblem(row), page.data.isUnanswered(row)])")
    check("an answer is not heard", rows and all(one == [False, True] for one in rows), rows)
    total = browser.wait("document.getElementById('total').textContent")
    check("and nothing went wrong", total and "went wrong" not in total, total)


def look_at_narrow(browser, page):
    """A window as wide as that of a phone, where there are no keys."""
    browser.open(page)
    hand = Hand(browser)
    wrong = browser.ask("[...document.querySelectorAll('section[aria-labelledby=connections] .wide')].filter(one => one.scrollWidth > one.clientWidth).length")
    check("how connections ended is in sight", wrong == 0, wrong)
    hand.click(".lane.pushes .plot", browser.ask("page.stage.x(page.data.time[page.data.rowOfFrame(145)]) / page.stage.width"), 0.8)
    box = browser.ask("(() => { const box = document.querySelector('.details').getBoundingClientRect(); return [box.left, Math.round(innerHeight - box.bottom), box.width - document.documentElement.clientWidth, box.top > innerHeight / 2] })()")
    check("details are a sheet from below", browser.ask(CHOSEN) == 145 and box == [0, 0, 0, True], box)
    check("and nothing is wider", browser.ask(LAYOUT) == [], browser.ask(LAYOUT))
    where = browser.ask(RANGE)
    hand.click(".details .shut")
    check("closed", browser.ask("page.view.chosen") is None and browser.ask("getComputedStyle(document.querySelector('.details')).position") == "static")
    check("all else stays", browser.ask(RANGE) == where)
    browser.ask("[...document.querySelectorAll('.bar button')].pop().click()")
    help = browser.ask("(() => { const one = document.querySelector('dialog'), box = one.getBoundingClientRect(), last = [...one.querySelectorAll('dd')].pop().getBoundingClientRect(); return [one.scrollWidth <= one.clientWidth, box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight, last.bottom + 4 < one.querySelector('button').getBoundingClientRect().top] })()")
    check("keys are all in sight", help == [True, True, True], help)


# Of the conversation of several recorders: what is over something else, and where arrows begin and end.
CHART = """(() => {
  const box = element => element.getBoundingClientRect(), wrong = [], all = selector => [...document.querySelectorAll(selector)];
  const over = (one, other) => one.left < other.right - 0.5 && other.left < one.right - 0.5 && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;
  const texts = [...all('.chart .say .label'), ...all('.ways text'), ...all('.chart .say time'), ...all('.chart .say .took')].filter(one => one.textContent).map(one => [one.textContent, box(one)]);
  for (const [at, [text, one]] of texts.entries()) for (const [other, its] of texts.slice(at + 1)) if (over(one, its)) wrong.push(`${text} over ${other}`);
  const lanes = all('.life').map(one => Math.round(box(one).left + box(one).width / 2)), heads = all('.sides.three > div').map(box);
  for (const [at, head] of heads.entries()) if (lanes[at] < head.left || lanes[at] > head.right) wrong.push(`lane ${at} is not below its head`);
  for (const dot of all('.ways circle')) {
    const lane = ['central', 'air', 'peripheral'].indexOf(dot.dataset.lane), at = box(dot).left + box(dot).width / 2;
    if (Math.abs(at - lanes[lane]) > 1.5) wrong.push('a dot beside its lane');
  }
  // In each row what was earlier is higher; and a line goes from dot to dot.
  for (const path of all('.ways g.path')) {
    const dots = [...path.querySelectorAll('circle')], lines = [...path.querySelectorAll('line.seen')];
    dots.forEach((dot, at) => { if (at && (dot.dataset.time - dots[at - 1].dataset.time > 0) !== (dot.getAttribute('cy') - dots[at - 1].getAttribute('cy') > 0) && dot.dataset.time !== dots[at - 1].dataset.time) wrong.push('a dot is not where its time is'); });
    lines.forEach((line, at) => { if (dots.length > 1 && (line.getAttribute('y1') !== dots[at].getAttribute('cy') || line.getAttribute('y2') !== dots[at + 1].getAttribute('cy'))) wrong.push('a line beside its dots'); });
  }
  // What is later is lower, over all rows.
  const dots = all('.ways circle').map(dot => [Number(dot.dataset.time), Number(dot.getAttribute('cy'))]).sort((a, b) => a[0] - b[0]);
  for (const [at, [, y]] of dots.entries()) if (at && y < dots[at - 1][1] - 0.5) wrong.push('times go upwards');
  return [...new Set(wrong)].slice(0, 5);
})()"""


def look_at_recorders(browser, page, captures):
    """One connection that two hosts and a sniffer have."""
    browser.open(page)
    hand = Hand(browser)
    check("quiet", browser.complaints() == [], browser.complaints())
    heads = browser.ask("[...document.querySelectorAll('.sides.three > div')].map(one => [one.className, one.querySelector('b').textContent, one.querySelector('small').textContent])")
    check("a lane for each recorder", [(lane, name) for lane, _, name in heads] == [(lane, path.name) for lane, path in zip(["central", "air", "peripheral"], captures)], heads)
    check("names are text", browser.ask("document.querySelectorAll('img, iframe, object').length") == 0 and "<img" in captures[2].name)
    check("three lines of life", browser.ask("document.querySelectorAll('.life:not(.unknown)').length") == 3)
    wrong = browser.ask(CHART)
    check("the chart", wrong == [], wrong)
    # Three commands that were handed down at once left one after the other.
    path = "JSON.stringify([...document.querySelectorAll('.ways g.path.k1')].filter(one => one.querySelectorAll('circle').length === 3).slice(2, 5).map(one => [...one.querySelectorAll('circle')].map(dot => Number(dot.dataset.time))))"
    times = json.loads(browser.ask(path))
    check("ends at the times seen", [[round((time - begin) / 1000) for time in [air, end]] for begin, air, end in times] == [[21, 21], [50, 50], [80, 80]], times)
    check("they slant as much", browser.ask("(() => { const tall = [...document.querySelectorAll('.ways g.path.k1')].slice(2, 5).map(one => one.querySelector('line').getAttribute('y2') - one.querySelector('line').getAttribute('y1')); return tall.every((one, at) => one > (at ? tall[at - 1] + 20 : 5)) })()"))
    said = browser.ask("[...document.querySelectorAll('.ways text')].map(one => one.textContent)")
    check("how long it took", {"20.7 ms", "50.3 ms", "79.9 ms"} <= set(said), said[:20])
    hand.click(".chart .say:nth-of-type(6)")
    row = browser.ask("page.view.row")
    check("a click in the chart", row >= 0 and "seen by" in browser.ask("document.querySelector('.details').innerText"))
    browser.ask("document.querySelector('.said').focus()")
    hand.press("ArrowDown")
    check("by key", browser.ask("page.view.row") == row + 1 and browser.ask("document.activeElement.className") == "said", browser.ask("page.view.row"))
    check("shown", browser.ask("(() => { const line = document.querySelector('.say.on').getBoundingClientRect(), place = document.querySelector('.said').getBoundingClientRect(); return line.top >= place.top && line.bottom <= place.bottom })()"))
    hand.press("ArrowUp")
    check("back by key", browser.ask("page.view.row") == row)
    # The same on the axis.
    lane = ".lane.paths .plot"
    check("a lane of recorders", browser.ask("document.querySelector('.lane.paths small').textContent") == "central, air, peripheral")
    browser.ask("page.view.range(0.6e6, 1.0e6)")
    hand.settle()
    place = browser.ask("(() => { const lane = page.stage.lanes.find(one => one.lane.kind === 'paths').lane, path = lane.paths.find(one => one.time > 0.7e6).path; return path.map(one => [one.lane, page.stage.x(one.time) / page.stage.width]) })()")
    for side, at in place:
        hand.click(lane, at, (side + 0.5) / 3)
        check("a click on a recorder's dot", browser.ask(CHOSEN) == 6, side, at, browser.ask(CHOSEN))
    browser.ask("page.view.whole()")
    wide = browser.ask("innerWidth")
    for width in [420, wide]:
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        hand.settle()
        for fact in [CHART, LAYOUT]:
            wrong = browser.ask(fact)
            check(f"recorders, {width} wide", wrong == [], wrong)


NEWER = "window.isOld === undefined && document.readyState === 'complete' && window.page !== undefined"


def look_at_live(browser, page, folder):
    """A page that is written again and again shows the newest one, unless somebody looks at something."""
    live = folder / "live.html"
    live.write_text(page.read_text().replace('"left":0', f'"left":0,"reloads":1000000,"written":{int(time.time())}', 1))
    def ask(question):
        """A page that is just replaced gives no answer."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                return browser.ask(question)
            except RuntimeError:
                time.sleep(0.3)
        return browser.ask(question)

    browser.open(live)
    check("live", ask("document.querySelector('.bar [title^=\"Shows the newest\"]').getAttribute('aria-pressed')") == "true")
    ask("window.isOld = true")
    check("the newest page", browser.wait(NEWER))
    ask("(() => { window.isOld = true; page.view.select(3) })()")
    ask("new Promise(done => setTimeout(done, 2200))")
    check("not while something is chosen", ask("window.isOld === true"))
    check("which it says", ask("document.getElementById('age').textContent").endswith("waits while something is chosen"))
    # What is filtered is so on the newer page, too.
    ask("page.view.clear()")
    check("the newest page again", browser.wait(NEWER))
    ask("document.querySelector('.chips button').click(), [...document.querySelectorAll('.bar button')].find(one => one.textContent === 'Problems').click()")
    ask("new Promise(done => setTimeout(done, 300))")
    ask("window.isOld = true")
    check("a newer page", browser.wait(NEWER))
    check("problems are still chosen", ask("page.view.problems && !page.view.isUsual"))
    ask("page.view.clear()")
    # What a reload would undo keeps it.
    for name, does in [("text", "getSelection().selectAllChildren(document.querySelector('h1'))"), ("details", "document.querySelector('details').open = true"), ("lanes", "page.stage.fold()")]:
        browser.open(live)
        ask(f"(() => {{ window.isOld = true; {does} }})()")
        ask("new Promise(done => setTimeout(done, 2200))")
        check(f"not while somebody looks at {name}", ask("window.isOld === true"))
    # Nobody has written it for hours.
    live.write_text(re.sub('"written":[0-9]+', '"written":1700000000', live.read_text(), count=1))
    browser.open(live)
    check("no longer live", ask("document.querySelector('.bar [title^=\"Shows the newest\"]').getAttribute('aria-pressed')") == "false")
    check("since when", ask("document.getElementById('age').textContent").startswith("nothing new for "))
    ask("window.isOld = true")
    ask("new Promise(done => setTimeout(done, 2200))")
    check("not looked for", ask("window.isOld === true"))


def look_at_thinned(browser, page):
    """More than a page has room for: there are lanes for all of the time, and it says where rows end."""
    browser.open(page)
    check("quiet", browser.complaints() == [], browser.complaints())
    check("rows end", browser.ask("page.data.beyond !== null && page.data.beyond.from > 0 && page.data.beyond.from < page.data.end"))
    check("numbers go on", browser.ask("page.data.series.some(one => one.beyond > 0 && one.json.summary.length > 100 && one.json.summary.at(-2) > page.data.beyond.from)"))
    check("and it is said", "left out, too many for a page" in browser.ask("document.querySelector('footer').innerText"))


def look_at_hostile(browser, make, folder):
    """Pages of captures that somebody made to break them."""
    browser.ask("0")
    for name, build in [("hostile", made.hostile), ("jumps", made.jumps), ("none", lambda path: made.short(path, 0)), ("one", lambda path: made.short(path, 1)), ("crowd", made.crowd)]:
        path = folder / f"{name}.btsnoop"
        build(path)
        page = make(path)
        browser.open(page)
        check(f"quiet {name}", browser.complaints() == [], browser.complaints())
        check(f"layout of {name}", browser.ask(LAYOUT) == [], browser.ask(LAYOUT))
        check(f"its own elements: {name}", browser.ask("document.scripts.length === 1 && !document.querySelector('img, iframe, object, svg *[onload]') && typeof hit === 'undefined'"))
        text = browser.ask("document.body.innerText")
        check(f"no shapeless characters: {name}", not re.search("[\x00-\x08\x0e-\x1f\u200e\u200f\u202a-\u202e\u2066-\u2069]", text))
        if name == "hostile":
            check("the name is text", "</script><img src=x" in text or "</script><img src=x" in browser.ask("JSON.stringify(page.data.texts)"))
            # Even markup that got in could not run.
            browser.ask("(() => { const made = document.createElement('script'); made.textContent = 'window.hit = 1'; document.body.append(made) })()")
            check("no other script runs", browser.ask("typeof hit === 'undefined'"))
    browser.open(folder / "0.html")


def look_at_many(browser, page, events):
    """Made when they are needed, never too many at once, and quick."""
    browser.open(page)
    opened = browser.ask("performance.getEntriesByName('page:ready')[0].duration")
    check("quiet", browser.complaints() == [], browser.complaints())
    check("all rows", browser.ask("page.data.count") >= events, browser.ask(STATUS))
    check("few elements", browser.ask(LINES) <= 80, browser.ask(LINES))
    browser.ask("document.getElementById('list').scrollTop = 1e9")
    last = "Number([...document.querySelectorAll('#list .space .line')].pop().dataset.frame)"
    check("the last row", browser.wait(f"{last} >= {events}"), browser.ask(last))
    check("not ever more", browser.ask(LINES) <= 80, browser.ask(LINES))
    hand = Hand(browser)
    hand.box(".over")
    browser.ask("performance.clearMeasures()")
    for step in range(20):
        hand.drag(".over", 0.2 + step / 100, 0.6 + step / 100)
    frames = sorted(browser.ask("performance.getEntriesByName('page:draw').map(one => one.duration)"))
    check("frames while dragging", len(frames) >= 20, len(frames))
    median, slow = frames[len(frames) // 2], frames[int(len(frames) * 0.95)]
    browser.ask("page.view.whole()")
    browser.ask("(() => { const search = document.getElementById('search'); search.value = '61 bpm'; search.dispatchEvent(new Event('input')) })()")
    expected = len([i for i in range(events) if i % 97 == 1])
    found = browser.wait(f"page.view.query === '61 bpm' && {STATUS}.startsWith('{expected:,} of')")
    check("search", found, browser.ask(STATUS), expected)
    browser.ask("(() => { const search = document.getElementById('search'); search.value = ''; search.dispatchEvent(new Event('input')) })()")
    frame = events * 7 // 9
    browser.ask(f"location.hash = '#at={frame}'")
    check("a jump", browser.wait(f"({CHOSEN}) === {frame} && [...document.querySelectorAll('.line.on')].some(one => one.dataset.frame === '{frame}')"), frame)
    return opened, median, slow


def look_without(folder, page, rows):
    browser = Browser(folder, scripts=False)
    browser.open(page)
    check("without scripts", browser.ask("document.querySelectorAll('#rows tbody tr').length") == rows)
    text = browser.ask("document.body.innerText")
    check("a verdict", "Nothing wrong was found" in text or "[" in text.split("Timeline")[0])
    check("no dead controls", browser.ask("[...document.querySelectorAll('button, input, select')].every(one => !one.offsetHeight)"))
    check("a picture", browser.ask("document.querySelector('.still svg').getBoundingClientRect().width > 500"))
    check("a tree", "Heart Rate Measurement" in browser.ask("document.querySelector('[aria-labelledby=attributes]').innerText"))
    check("nothing is hidden that should be read", browser.ask("[...document.querySelectorAll('main h2')].filter(one => one.offsetParent === null || one.getBoundingClientRect().right < 0).length <= 1"))
    browser.close()


def picture(browser, folder, name):
    if not folder:
        return
    folder.mkdir(parents=True, exist_ok=True)
    size = browser.call("Page.getLayoutMetrics")["cssContentSize"]
    clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 4000), "scale": 1}
    data = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)["data"]
    (folder / f"{name}.png").write_bytes(base64.b64decode(data))


def main():
    arguments = sys.argv[1:]
    is_deep = "--deep" in arguments
    pictures = pathlib.Path(arguments[arguments.index("--pictures") + 1]) if "--pictures" in arguments else None
    named = [one for at, one in enumerate(arguments) if not one.startswith("--") and (not at or arguments[at - 1] != "--pictures")]
    if not named:
        sys.exit(__doc__)
    program = pathlib.Path(named[0]).resolve()
    captures = [pathlib.Path(name) for name in named[1:]]
    if not captures:
        captures = [ROOT / "Captures" / name for name in SOME]
        if is_deep:
            captures = sorted(ROOT.glob("Captures/*.btsnoop")) + sorted(ROOT.glob("Captures/*.pcap*"))

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def make(capture, *options):
            page = folder / f"{len(list(folder.glob('*.html')))}.html"
            result = subprocess.run([program, "report", "-o", page, *options, capture], stderr=subprocess.PIPE, text=True)
            # A capture of nothing is told to be one.
            check(f"a page of {capture.name}", result.returncode == 0 or "no records" in result.stderr, result)
            wrong = Page(page.read_text()).wrong
            check(f"markup of {capture.name}", wrong == [], wrong[:5])
            return page

        one = make(ROOT / "Captures/polar-h7.btsnoop")
        pages = [make(path) for path in captures]
        browser = Browser(folder / "profile", width=1400)
        look_at_one(browser, one)
        look_at_live(browser, one, folder)
        look_at_sniffed(browser, make(ROOT / "Captures/polar-h7-ll.pcap"))
        look_at_unheard(browser, make(ROOT / "Captures/formats/ll-decrypted.pcap"))
        several = [folder / name for name in ["phone.log", "air.pcap", "<img src=x onerror=hit()>.log"]]
        made.recorders(*several)
        look_at_recorders(browser, make(several[-1], "--align", *several[:-1]), several)
        look_at_hostile(browser, make, folder)
        if is_deep:
            made.rates(folder / "large.btsnoop", 160_000, padding=500)
            look_at_thinned(browser, make(folder / "large.btsnoop"))
        counts = [EVENTS, 1_000_000] if is_deep else [20_000]
        speeds = []
        for count in counts:
            made.rates(folder / "many.btsnoop", count)
            many = make(folder / "many.btsnoop")
            size = many.stat().st_size
            opened, median, slow = look_at_many(browser, many, count)
            speeds.append(f"{count} events in {size / 1e6:.1f} MB, {opened:.0f} ms to open, {median:.1f} ms a frame, {slow:.1f} at p95")
            check(f"octets an event of {count}", size <= 200_000 + 30 * count, size)
            # Times are facts where nothing else is measured.
            if is_deep and count <= EVENTS:
                for fact, value in [("size", size), ("open", opened), ("frame", median), ("slow frame", slow)]:
                    check(f"{fact} of {count}", value <= LIMITS[fact], value)
            check("size of a page", size <= 80_000_000, size)
            if count == counts[0]:
                look_without(folder / "plain", many, 500)
        browser.close()
        for width in [1400, 420]:
            browser = Browser(folder / f"profile{width}", width=width)
            if width < 600:
                look_at_narrow(browser, one)
            for capture_path, page in zip(captures, pages):
                for scheme in ["light", "dark"]:
                    browser.call("Emulation.setEmulatedMedia", media="", features=[{"name": "prefers-color-scheme", "value": scheme}])
                    browser.open(page)
                    if scheme == "light":
                        wrong = browser.ask(LAYOUT)
                        check(f"layout of {capture_path.name}, {width} wide", wrong == [], wrong)
                        check(f"quiet {capture_path.name}", browser.complaints() == [], browser.complaints())
                    picture(browser, pictures, f"{capture_path.stem}-{width}-{scheme}")
            browser.close()
    print(f"page: {len(pages)} captures laid out, {'; '.join(speeds)}; {facts} facts, {failures} wrong")
    sys.exit(1 if failures else 0)


main()
