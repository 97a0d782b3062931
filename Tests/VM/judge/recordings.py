"""Two recordings of one kernel's monitor, made at the same time."""

from .btsnoop import CTRL_OPEN, INDEX_INFO, NEW_INDEX, OPEN_INDEX, SYSTEM_NOTE

# What the kernel tells each that begins to listen, and at that moment: its version, the adapters
# and the control sockets that there are.
TOLD_AT_THE_BEGINNING = {SYSTEM_NOTE, NEW_INDEX, OPEN_INDEX, INDEX_INFO, CTRL_OPEN}


def compare(mine, reference):
    """How many records both have, and how the two differ.

    The one that began later has, before what both have, only what the kernel tells it alone. From
    there to the end of the one that ended first they must be the same records in the same order:
    time, adapter, opcode, every octet.
    """
    places = {}
    for place, record in enumerate(reference):
        places.setdefault(record, place)
    own = next((place for place, record in enumerate(mine) if record in places), None)
    if own is None:
        return 0, ["the two have no record in common"]
    theirs = places[mine[own]]
    problems = differences_before(mine[:own], reference[:theirs])
    both = min(len(mine) - own, len(reference) - theirs)
    different = [
        f"record {own + step + 1} is {mine[own + step]} where the reference has "
        f"{reference[theirs + step]}"
        for step in range(both) if mine[own + step] != reference[theirs + step]
    ]
    return both - len(different), problems + different


def differences_before(mine, reference):
    if not mine or not reference:
        return ["a recording lacks what the kernel tells at the beginning"]
    later, earlier = sorted((mine, reference), key=lambda part: part[0].time, reverse=True)
    problems = [
        f"only one recording has {record}"
        for record in later if record.opcode not in TOLD_AT_THE_BEGINNING
    ]
    return problems + [
        f"only one recording has {record}, and both were there"
        for record in earlier if record.time > later[-1].time
    ]
