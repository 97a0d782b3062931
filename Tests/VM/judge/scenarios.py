"""What must come out of each scenario."""

from .adapters import adapters
from .burst import burst
from .timeline import Expectations

# What the scenes of Captures/ let the devices send.
STRAP = ["0661", "165c9202", "165b9c02a502", "175d009602", "065b", "1656c002", "065b"]
TEMPERATURE = ["d00bd00c", "d40bd40c", "fcff0400"]


def ti(number):
    return f"F000{number}-0451-4000-B000-000000000000"


def sides_of(timeline):
    """The connections' numbers, as pairs of (this side on hci0, its other side)."""
    connected = timeline.select(event="connected")
    centrals = [event["connection"] for event in connected if event["role"] == "central"]
    peripherals = [event["connection"] for event in connected if event["role"] == "peripheral"]
    return list(zip(centrals, peripherals))


def gatt_server(verdict):
    verdict.latency(verdict.live())
    timeline = verdict.reference()
    expect = Expectations(timeline)
    sides = sides_of(timeline)
    expect.exactly(2, event="connected", role="central", adapter=0)
    expect.exactly(2, event="connected", role="peripheral", adapter=1)
    for one, other in sides:
        expect.sides(one, other)
    here = {"adapter": 0, "connection": sides[0][0] if sides else 0}
    expect.exactly(1, event="mtu", client_mtu=100, mtu=100, **here)
    for uuid in ("1800", "1801", "180D", ti("AA00")):
        expect.exactly(1, event="service", service=uuid, **here)
    for uuid in ("2A37", "2A38", "2A39", ti("AA01"), ti("AA02")):
        expect.exactly(1, event="characteristic", characteristic=uuid, **here)
    expect.exactly(1, event="descriptor", descriptor="2902", characteristic="2A37", **here)
    expect.values(["01"], event="read", characteristic="2A38", **here)
    expect.values(["10203040"], event="read", characteristic=ti("AA01"), **here)
    expect.values(["01"], event="write", characteristic="2A39", **here)
    expect.values(["01"], event="write", characteristic=ti("AA02"), **here)
    expect.values(["02"], event="write_command", characteristic=ti("AA02"), **here)
    expect.values(["0100", "0000"], event="write", descriptor="2902", **here)
    expect.values(["0648", "0649", "064a"], event="notification", characteristic="2A37", **here)
    of_peer = {"event": "att_error", "from": "peripheral", **here}
    expect.exactly(1, error="Invalid Handle", handle=0xFFF0, opcode=0x0A, **of_peer)
    expect.exactly(1, error="Write Not Permitted", characteristic="2A38", **of_peer)
    expect.exactly(1, error="Read Not Permitted", characteristic="2A39", **of_peer)
    expect.exactly(3, **of_peer)
    again = {"adapter": 0, "connection": sides[-1][0] if sides else 0}
    expect.values(["01"], event="read", characteristic="2A38", **again)
    verdict.problems += expect.problems


def central(verdict):
    verdict.latency(verdict.live())
    timeline = verdict.reference()
    expect = Expectations(timeline)
    sides = sides_of(timeline)
    for one, other in sides:
        expect.sides(one, other)
    if len(sides) != 3:
        raise ValueError(f"{len(sides)} connections instead of 3")
    strap, tag, again = ({"adapter": 0, "connection": one} for one, _ in sides)

    of_strap = {**strap, "address": "00:AA:01:01:00:01", "name": "Polar H7 000607"}
    expect.exactly(
        1, event="security", step="paired", pairing="secure_connections", method="Just Works",
        bonded=True, **strap)
    expect.exactly(6, event="service", **strap)
    expect.exactly(17, event="characteristic", **strap)
    expect.values(["01"], event="read", characteristic="2A38", **of_strap)
    expect.values([b"Polar Electro Oy".hex()], event="read", characteristic="2A29", **of_strap)
    expect.values(STRAP, event="notification", characteristic="2A37", **of_strap)

    # It advertises another name than its Device Name, which bluetoothd has read by then.
    of_tag = {
        **tag, "address": "F0:B4:48:C9:26:50", "address_type": "random", "name": "SensorTag 2.0"
    }
    expect.exactly(13, event="service", **tag)
    expect.values(["01"], event="write", characteristic=ti("AA02"), **of_tag)
    expect.values(["01"], event="read", characteristic=ti("AA02"), **of_tag)
    expect.values(TEMPERATURE, event="notification", characteristic=ti("AA01"), **of_tag)

    expect.exactly(1, event="security", step="encrypted", encrypted=True, **again)
    expect.exactly(0, event="security", step="paired", **again)
    verdict.problems += expect.problems


def refused(verdict, name, *words):
    """A run that must end with status 2 and say one thing in one line."""
    status = (verdict.folder / f"{name}.status").read_text().strip()
    said = (verdict.folder / f"{name}.err").read_text().splitlines()
    output = (verdict.folder / f"{name}.txt").read_text()
    good = status == "2" and not output and len(said) == 1 and all(word in said[0] for word in words)
    verdict.expect(good, f"{name}: status {status}, {said} {output[:200]!r} instead of {words}")


# Who ran `live`, and as whom it listens: a user's number, and the owner of what it records.
LISTENERS = {"by-setcap": "65534", "by-ambient": "65534", "by-sudo": "65534", "only-hci1": "0"}


def rights(verdict):
    missing = ("CAP_NET_RAW is missing", "`sudo`", "`sudo setcap cap_net_raw+ep /")
    for name in ("nobody", "root-without", "admin-only"):
        refused(verdict, name, *missing)
    refused(verdict, "namespace", "the kernel has none", "network namespace", "container")
    refused(verdict, "container", "CAP_NET_RAW is there", "not that of the host", "container")
    refused(verdict, "no-adapter", "no adapter hci0", "none at all")
    refused(verdict, "hci7", "no adapter hci7", "hci0 (00:AA:01:00:00:00", "hci1 (00:AA")
    verdict.reference()
    owners = dict(
        line.split(" ", 1) for line in (verdict.folder / "owners").read_text().splitlines())
    for name, user in LISTENERS.items():
        verdict.live(name, adapters=[1] if name == "only-hci1" else None)
        verdict.expect(
            owners.get(f"{name}.btsnoop") == f"{user} {user} 600",
            f"the recording of {name} has owner and mode {owners.get(f'{name}.btsnoop')}")
        held = dict(
            line.split(":", 1)
            for line in (verdict.folder / f"{name}.rights").read_text().splitlines())
        for key, value in held.items():
            if key.startswith("Cap"):
                verdict.expect(int(value, 16) == 0, f"{name} listens with {key} {value.strip()}")
        verdict.expect(
            set(held["Uid"].split()) == {user}, f"{name} listens as user {held['Uid'].strip()}")


SCENARIOS = {
    "gatt-server": gatt_server,
    "central": central,
    "adapters": adapters,
    "rights": rights,
    "burst": burst,
}
