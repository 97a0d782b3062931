"""Connections that stood before `live` began, and adapters that vanish and come back."""

from .devices import STRAP_ADDRESS, STRAP_NAME, STRAP_VALUES
from .timeline import Expectations, Timeline, ndjson_of

# What the kernel's list of connections adds, and what bluetoothd's storage adds to that.
BY_KERNEL = ("address", "from")
BY_STORAGE = (
    *BY_KERNEL, "address_type", "name", "service", "characteristic", "descriptor", "label",
    "decoded", "text", "attribute_source",
)


def adapters(verdict):
    complete = verdict.reference()
    known = verdict.live("known", added=BY_STORAGE)
    unknown = verdict.live("unknown", added=BY_KERNEL)

    # Whoever was there from the beginning knows what the two had to be told.
    for run, added in ((known, BY_STORAGE), (unknown, BY_KERNEL)):
        verdict.expect(len(run.standing) == 1, f"{run.name}: {run.standing} stood before")
        for event in run.timeline.events:
            if event.get("connection") in run.standing:
                verdict.problems += wrongly_added(run.name, event, complete, added)

    expect = Expectations(known.timeline)
    expect.values(
        STRAP_VALUES, event="notification", adapter=0, address=STRAP_ADDRESS,
        name=STRAP_NAME, characteristic="2A37")
    expect.values(["01"], event="read", adapter=0, characteristic="2A38")
    # hci1 is not the kernel's: its side is nobody's.
    expect.values(STRAP_VALUES, event="notification", adapter=1, address=None, characteristic=None)
    verdict.problems += expect.problems

    # Only the recording: nobody can know whose values these are.
    expect = Expectations(Timeline(ndjson_of(verdict.program, known.recording)))
    handle = {"event": "notification", "address": None, "characteristic": None, "handle": 0x12}
    expect.values(STRAP_VALUES, adapter=0, **handle)
    verdict.problems += expect.problems

    expect = Expectations(unknown.timeline)
    nameless = {"address_type": None, "name": None, "characteristic": None}
    expect.values(["01"], event="read", adapter=0, address=STRAP_ADDRESS, **nameless)
    expect.values(
        STRAP_VALUES, event="notification", adapter=0, address=STRAP_ADDRESS, **nameless)
    expect.exactly(1, event="disconnected", adapter=0)
    for adapter in range(3):
        expect.exactly(1, event="adapter", action="gone", adapter=adapter)
        expect.exactly(2 if adapter < 2 else 1, event="adapter", action="present", adapter=adapter)
    verdict.problems += expect.problems


def wrongly_added(name, event, complete, added):
    """What an event has of these keys, and not as somebody tells who heard all of it."""
    same = complete.select(
        time=event["time"], event=event["event"], adapter=0, handle=event.get("handle"))
    if len(same) != 1:
        return [f"{name}: {event} is there {len(same)} times in btmon's recording"]
    truth = {key: same[0].get(key) for key in added}
    if "address_type" in truth:
        # The strap gave a key for resolving addresses when it was paired: the kernel's list has its
        # identity, whatever the address on the air is.
        truth["address_type"] = "public_identity"
    if "attribute_source" in truth and same[0].get("characteristic"):
        # Whoever heard the discovery needs no storage.
        truth["attribute_source"] = "storage"
    return [
        f"{name}: {key} is {event.get(key)!r}, not {value!r}, in {event}"
        for key, value in truth.items() if event.get(key) != value
    ]
