"""The strap of a capture as `mock` plays it on hci1; gatttool and bluetoothd on hci0 are its clients."""

import json

from .devices import STRAP_NAME, STRAP_VALUES
from .rights import refused
from .timeline import Expectations, ndjson_of, sides_of

# It is advertised with a static random address, as near to the recorded public one as that can be.
ADDRESS = "C0:22:D0:00:06:07"
# The right to give the adapter back (capabilities(7)), and the user who called sudo.
NET_ADMIN, USER = 1 << 12, "65534"


def mock(verdict):
    refused(verdict, "nobody", "hci:1: taking an adapter needs the capability CAP_NET_ADMIN")
    refused(verdict, "taken", "hci:1: Device or resource busy")
    timeline = verdict.reference()
    sides = sides_of(timeline)
    if len(sides) != 2:
        raise ValueError(f"{len(sides)} connections instead of 2")
    expect = Expectations(timeline)
    for one, other in sides:
        expect.sides(one, other)
    expect.values(["01"], event="read", handle=0x15, adapter=0, connection=sides[0][0])
    for name, said in (("gatttool.txt", "descriptor: 01"), ("busctl.txt", "ay 1 92")):
        found = (verdict.folder / name).read_text().strip()
        verdict.expect(found.endswith(said), f"{name}: {found!r} instead of {said!r}")
    one = sides[1][0]
    of_strap = {"adapter": 0, "connection": one, "address": ADDRESS, "address_type": "random"}
    expect.exactly(6, event="service", **of_strap)
    expect.exactly(17, event="characteristic", **of_strap)
    expect.values(["01"], event="read", characteristic="2A38", name=STRAP_NAME, **of_strap)
    expect.values([b"Polar Electro Oy".hex()], event="read", characteristic="2A29", **of_strap)
    # bluetoothd reads it, too, for what it says of batteries.
    expect.values(["5c", "5c"], event="read", characteristic="2A19", **of_strap)
    expect.values(
        ["0100", "0000"], event="write", characteristic="2A37", descriptor="2902", **of_strap)
    # How many come until bluetoothctl has turned them off is a matter of time.
    seen = timeline.select(event="notification", characteristic="2A37", **of_strap)
    values = [event["value"] for event in seen]
    verdict.expect(
        len(values) >= 5 and values == STRAP_VALUES[:len(values)], f"notifications: {values}")
    verdict.problems += expect.problems
    as_told(verdict)
    rights(verdict)


def as_told(verdict):
    """It tells what the offline command tells of its recording, and gives adapters back."""
    told = (verdict.folder / "mock.txt").read_text().splitlines()
    recorded = ndjson_of(verdict.program, verdict.folder / "mock.btsnoop")
    verdict.expect(
        [json.loads(line) for line in told[1:]] == [json.loads(line) for line in recorded[1:]],
        "mock tells other things than the offline command does of its recording")
    for name, expected in (("mock.status", "0"), ("short.status", "0"), ("adapter", "down")):
        found = (verdict.folder / name).read_text().strip()
        verdict.expect(found == expected, f"{name}: {found} instead of {expected}")


def rights(verdict):
    held = dict(
        line.split(":", 1) for line in (verdict.folder / "mock.rights").read_text().splitlines())
    expected = {"CapInh": 0, "CapPrm": NET_ADMIN, "CapEff": NET_ADMIN, "CapAmb": 0}
    found = {key: int(value, 16) for key, value in held.items() if key.startswith("Cap")}
    verdict.expect(found == expected, f"mock has the capabilities {found}")
    verdict.expect(set(held["Uid"].split()) == {USER}, f"mock is user {held['Uid'].strip()}")
