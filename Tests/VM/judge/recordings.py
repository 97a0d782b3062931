"""Two recordings of one kernel's monitor, made at the same time."""

from dataclasses import replace

from .btsnoop import CTRL_OPEN, INDEX_INFO, NEW_INDEX, OPEN_INDEX, SYSTEM_NOTE, USER_LOGGING

# What the kernel tells each that begins to listen, and at that moment: its version, the adapters
# and the control sockets that there are.
TOLD_AT_THE_BEGINNING = {SYSTEM_NOTE, NEW_INDEX, OPEN_INDEX, INDEX_INFO, CTRL_OPEN}

# What the kernel passes on without a time: each listener gets that of its own reading.
WITHOUT_TIME = {USER_LOGGING}


def compare(mine, reference, is_told=True):
    """How many records both have, and how the two differ.

    The one that began later has, before what both have, only what the kernel tells it alone, or
    nothing where it is not told anything. From there to the end of the one that ended first they must
    be the same records in the same order: time (where it is the kernel's), adapter, opcode, every
    octet.
    """
    mine, reference = ([comparable(record) for record in part] for part in (mine, reference))
    places = {}
    for place, record in enumerate(reference):
        if record.time is not None:
            places.setdefault(record, place)
    own = next((place for place, record in enumerate(mine) if record in places), None)
    if own is None:
        return 0, ["the two have no record in common"]
    theirs = places[mine[own]]
    # What has no time cannot tell where the two begin to be the same.
    while own and theirs and mine[own - 1].time is None and mine[own - 1] == reference[theirs - 1]:
        own, theirs = own - 1, theirs - 1
    if is_told:
        problems = differences_before(mine[:own], reference[:theirs])
    else:
        problems = [f"the reference has no {record}" for record in mine[:own]]
    both = min(len(mine) - own, len(reference) - theirs)
    different = [
        f"record {own + step + 1} is {mine[own + step]} where the reference has "
        f"{reference[theirs + step]}"
        for step in range(both) if mine[own + step] != reference[theirs + step]
    ]
    problems += [
        f"{record} has another place in the reference"
        for record in mine[own + both:] if record in places
    ]
    return both - len(different), problems + different


def comparable(record):
    return replace(record, time=None) if record.opcode in WITHOUT_TIME else record


def differences_before(mine, reference):
    if not mine or not reference:
        return ["a recording lacks what the kernel tells at the beginning"]
    later, earlier = sorted((mine, reference), key=lambda part: part[0].time, reverse=True)
    problems = [
        f"only one recording has {record}"
        for record in later if record.opcode not in TOLD_AT_THE_BEGINNING
    ]
    last = max(record.time for record in later if record.time is not None)
    return problems + [
        f"only one recording has {record}, and both were there"
        for record in earlier if record.time is not None and record.time > last
    ]
