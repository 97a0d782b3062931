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


def of_recording(program, recording):
    """Reads a recording with the offline command."""
    done = subprocess.run(
        [program, "--format", "ndjson", "--adverts", "all", recording],
        capture_output=True, check=False)
    errors = done.stderr.decode(errors="replace")
    if done.returncode != 0 or errors:
        raise ValueError(f"{recording.name}: status {done.returncode}, {errors.strip()}")
    return Timeline(done.stdout.decode().splitlines())


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


def exchanged(timeline, connection):
    return [
        {key: value for key, value in event.items() if key not in OF_ONE_SIDE}
        for event in timeline.select(connection=connection) if event["event"] in EXCHANGED
    ]


def compare_sides(timeline, one, other):
    """How two connections, which are the two sides of one, are told differently."""
    first, second = exchanged(timeline, one), exchanged(timeline, other)
    problems = []
    if not first or len(first) != len(second):
        problems.append(f"C{one} tells of {len(first)} exchanges, C{other} of {len(second)}")
    for mine, theirs in zip(first, second):
        if mine != theirs:
            problems.append(f"C{one} tells {mine}, C{other} {theirs}")
            break
    return problems


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
