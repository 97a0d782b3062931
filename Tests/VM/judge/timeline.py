"""What the program says of a recording, and how to ask it for what must be there."""

import json
import subprocess


class Timeline:
    """The events of an NDJSON output."""

    def __init__(self, lines):
        first, *self.events = [json.loads(line) for line in lines]
        self.capture = first

    def select(self, **keys):
        """The events that have these values under these keys; `None` means no such key."""
        return [
            event for event in self.events
            if all(event.get(key) == value for key, value in keys.items())
        ]

    def standing(self, adapter):
        """The connections of an adapter that had begun before."""
        of_adapter = {
            event["connection"] for event in self.select(adapter=adapter) if "connection" in event}
        return of_adapter - {event["connection"] for event in self.select(event="connected")}


def ndjson_of(program, recording, remark=""):
    """The lines that the offline command tells of a recording, with a remark on standard error."""
    done = subprocess.run(
        [program, "--format", "ndjson", "--adverts", "all", recording],
        capture_output=True, check=False)
    errors = done.stderr.decode(errors="replace")
    expected = f"bleinspect: {recording}: {remark}\n" if remark else ""
    if done.returncode != 0 or errors != expected:
        raise ValueError(f"{recording.name}: status {done.returncode}, {errors.strip()}")
    return done.stdout.decode().splitlines()


# What both sides of a connection exchange, and so tell alike.
EXCHANGED = {
    "mtu", "service", "include", "characteristic", "descriptor", "read", "write", "write_command",
    "notification", "indication", "att_error",
}
# What is of the recording side, or of the moment.
OF_ONE_SIDE = {
    "frame", "time", "t", "adapter", "connection", "address", "address_type", "name",
    "over_air_address", "direction", "request_frame", "response_ms",
}


def exchanged(timeline, connection, sender):
    """What is told at PDUs of one sender: those of the other may come before or behind."""
    other = {"central": "peripheral", "peripheral": "central"}[sender]
    return [
        {key: value for key, value in event.items() if key not in OF_ONE_SIDE}
        for event in timeline.select(connection=connection)
        # A write is told at the answer to it.
        if event["event"] in EXCHANGED
        and event["from"] == (other if event["event"] == "write" else sender)
    ]


def compare_sides(timeline, one, other):
    """How two connections, which are the two sides of one, are told differently."""
    problems = []
    for sender in ("central", "peripheral"):
        first, second = exchanged(timeline, one, sender), exchanged(timeline, other, sender)
        if len(first) != len(second):
            problems.append(f"C{one} tells of {len(first)} exchanges, C{other} of {len(second)}")
        problems += [
            f"C{one} tells {mine}, C{other} {theirs}"
            for mine, theirs in zip(first, second) if mine != theirs
        ][:3]
    if not exchanged(timeline, one, "peripheral"):
        problems.append(f"C{one} tells of no exchange")
    return problems


def sides_of(timeline):
    """The connections' numbers, as pairs of (hci0's side, the other's)."""
    connected = timeline.select(event="connected")
    centrals = [event["connection"] for event in connected if event["role"] == "central"]
    peripherals = [event["connection"] for event in connected if event["role"] == "peripheral"]
    return list(zip(centrals, peripherals))


class Expectations:
    """Collects what should be in a timeline and is not."""

    def __init__(self, timeline):
        self.timeline = timeline
        self.problems = []

    def exactly(self, count, **keys):
        found = self.timeline.select(**keys)
        if len(found) != count:
            self.problems.append(f"{len(found)} times instead of {count}: {keys}")
        return found

    def values(self, expected, **keys):
        """The values of these events, in their order."""
        found = [event.get("value") for event in self.timeline.select(**keys)]
        if found != expected:
            self.problems.append(f"values {found} instead of {expected}: {keys}")

    def sides(self, one, other):
        self.problems += compare_sides(self.timeline, one, other)
