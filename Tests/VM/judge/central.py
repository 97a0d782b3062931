"""bluetoothd as the central of a strap and a tag: pairing, discovery, reads, notifications."""

from .devices import STRAP_ADDRESS, STRAP_NAME, STRAP_VALUES, TAG_ADDRESS, TAG_VALUES, ti
from .timeline import Expectations, sides_of


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

    of_strap = {**strap, "address": STRAP_ADDRESS, "name": STRAP_NAME}
    expect.exactly(
        1, event="security", step="paired", pairing="secure_connections", method="Just Works",
        bonded=True, **strap)
    expect.exactly(6, event="service", **strap)
    expect.exactly(17, event="characteristic", **strap)
    expect.values(["01"], event="read", characteristic="2A38", **of_strap)
    expect.values([b"Polar Electro Oy".hex()], event="read", characteristic="2A29", **of_strap)
    # bluetoothd discovers no descriptor where there can be but one, and knows what it is.
    on_and_off = {"event": "write", "characteristic": "2A37", "descriptor": "2902"}
    expect.values(["0100", "0000"], **on_and_off, **of_strap)
    expect.values(STRAP_VALUES, event="notification", characteristic="2A37", **of_strap)

    # It advertises another name than its Device Name, which bluetoothd has read by then.
    of_tag = {
        **tag, "address": TAG_ADDRESS, "address_type": "random", "name": "SensorTag 2.0"
    }
    expect.exactly(13, event="service", **tag)
    expect.values(["01"], event="write", characteristic=ti("AA02"), **of_tag)
    expect.values(["01"], event="read", characteristic=ti("AA02"), **of_tag)
    expect.values(TAG_VALUES, event="notification", characteristic=ti("AA01"), **of_tag)

    expect.exactly(1, event="security", step="encrypted", encrypted=True, **again)
    expect.exactly(0, event="security", step="paired", **again)
    verdict.problems += expect.problems
