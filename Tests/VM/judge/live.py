"""What `bleinspect live` left behind: its timeline, its recording, and when each line came."""

import datetime
import json
import re

from . import btsnoop
from .timeline import Timeline


# What the first line says of the sources.
MONITOR = {"format": "monitor"}
PCAP_MONITOR = {"format": "pcap"}
PCAP_ADAPTER = {"format": "pcap", "link_type": "hci_h4_with_phdr"}


class Live:
    """A run of `live` in a scenario, by the name that the scenario gave it."""

    def __init__(self, folder, name="live"):
        self.name = name
        self.recording = folder / f"{name}.btsnoop"
        self.errors = (folder / f"{name}.err").read_text(errors="replace")
        self.status = int((folder / f"{name}.status").read_text())
        self.output = (folder / f"{name}.ndjson").read_bytes()
        self.lines = self.output.decode().splitlines()
        self.timeline = Timeline(self.lines)
        arrivals = (folder / f"{name}.arrivals").read_text().split()
        self.arrivals = list(zip(map(int, arrivals[::2]), map(int, arrivals[1::2])))

    def records(self):
        return btsnoop.read(self.recording).records

    def lost(self):
        """How many records it says to have lost."""
        said = re.search(r" records, (\d+) lost;", self.errors)
        return int(said[1]) if said else 0

    def end_problems(self, records, lost=0):
        """It ended well, and says what it has and what it lost."""
        found = []
        if self.status != 0:
            found.append(f"{self.name} ended with status {self.status}: {self.errors}")
        last = (self.errors.strip().splitlines() or [""])[-1]
        expected = (
            f"bleinspect: {records} records, {lost or 'none'} lost; in {self.recording.name}")
        if last != expected:
            found.append(f"{self.name} says {last!r} instead of {expected!r}")
        return found

    def differences_from(self, offline, capture=MONITOR, standing=(), added=()):
        """Where it tells something else than the offline command of its recording.

        Only what the source is called is another: what is recorded as btsnoop came from `capture`. Of
        connections that stood before it began, it may know what no file says: these keys are added.
        """
        expected = [{**json.loads(offline[0]), **capture}, *map(json.loads, offline[1:])]
        found = []
        for line, theirs in zip(self.lines, expected):
            mine = json.loads(line)
            if theirs.get("connection") in standing:
                if theirs.get("attribute_source") == "inferred" and "attribute_source" in added:
                    # What use shows of an attribute is less than its name, which storage has.
                    theirs = {key: theirs[key] for key in theirs if key not in added}
                mine = {key: mine[key] for key in mine if key in theirs or key not in added}
            if [*mine.items()] != [*theirs.items()]:
                found.append(f"{self.name} tells {line}, and of its recording {json.dumps(theirs)}")
        if len(self.lines) != len(expected):
            found.append(f"{self.name}: {len(self.lines)} lines, {len(expected)} of the recording")
        return found

    def latencies(self):
        """Milliseconds from each event's time to the arrival of its line, sorted.

        Some are told later than their record by their nature, a read that may go on for example: they
        count, too.
        """
        found = []
        arrivals = iter(self.arrivals)
        size, moment, end = 0, 0, 0
        for number, line in enumerate(self.output.splitlines(keepends=True)):
            end += len(line)
            while size < end:
                size, moment = next(arrivals)
            if number > 0 and "time" in (event := json.loads(line)):
                found.append((moment - microseconds(event["time"])) / 1000)
        return sorted(found)


def microseconds(time):
    """Of Unix time, from RFC 3339."""
    passed = datetime.datetime.fromisoformat(time) - datetime.datetime.fromtimestamp(
        0, datetime.timezone.utc)
    return passed // datetime.timedelta(microseconds=1)


def percentile(values, part):
    return values[min(len(values) - 1, int(len(values) * part))]
