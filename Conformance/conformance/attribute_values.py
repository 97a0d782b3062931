"""The values of characteristics: what the program makes of them, and what bluetooth-sig said of them.

The program reads a capture that is made here: a connection on which a client discovers every
characteristic and reads every value of it.
"""

import json
import pathlib
import struct
import subprocess
import tempfile
from fractions import Fraction

CONNECTION = 0x0040
# The program keeps only so many attributes of a device.
PER_CAPTURE = 200


class ValuesError(Exception):
    pass


# MARK: A capture of reads


def capture(reads):
    """A btsnoop file in which a client reads `(uuid, value)`; both in hex."""
    out = [b"btsnoop\0", struct.pack(">II", 1, 1002)]
    sent, received = 0, 1

    def record(direction, packet):
        out.append(struct.pack(">IIIIQ", len(packet), len(packet), direction, 0, 0x00E03AB44A676000))
        out.append(packet)

    def att(direction, pdu):
        flags = CONNECTION | (0x2000 if direction == received else 0)
        l2cap = struct.pack("<HH", len(pdu), 4) + pdu
        record(direction, b"\x02" + struct.pack("<HH", flags, len(l2cap)) + l2cap)

    record(received | 2, bytes.fromhex("043e130100") + struct.pack("<H", CONNECTION)
           + bytes.fromhex("0000010203040506180000002a0000"))
    att(sent, struct.pack("<BH", 0x02, 517))
    att(received, struct.pack("<BH", 0x03, 517))
    handles = {}
    for uuid, _ in reads:
        handles.setdefault(uuid, 3 + 2 * len(handles))
    last = 1
    for uuid, handle in handles.items():
        att(sent, struct.pack("<BHHH", 0x08, last, 0xFFFF, 0x2803))
        att(received, struct.pack("<BBHBHH", 0x09, 7, handle - 1, 0x0A, handle, int(uuid, 16)))
        last = handle
    for uuid, value in reads:
        att(sent, struct.pack("<BH", 0x0A, handles[uuid]))
        att(received, b"\x0b" + bytes.fromhex(value))
    return b"".join(out)


def decoded(executable, reads):
    """What the program decodes, in the order of `reads`."""
    answers, uuids, part = [], set(), []
    for read in reads:
        if read[0] not in uuids and len(uuids) == PER_CAPTURE:
            answers += _decoded(executable, part)
            uuids, part = set(), []
        uuids.add(read[0])
        part.append(read)
    return answers + _decoded(executable, part)


def _decoded(executable, reads):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "values.btsnoop")
        path.write_bytes(capture(reads))
        command = [str(executable), "--format", "ndjson", "--adverts", "none", str(path)]
        done = subprocess.run(command, capture_output=True)
    if done.returncode != 0:
        raise ValuesError(f"{' '.join(command)}: exit {done.returncode}: {done.stderr.decode()}")
    found = []
    for line in done.stdout.splitlines():
        event = json.loads(line)
        if event.get("event") == "read" and "value" in event:
            found.append(event)
    if [(each.get("characteristic"), each["value"]) for each in found] != reads:
        raise ValuesError("the program did not show each value that was read, in its order")
    return [each.get("decoded", {}) for each in found]


# MARK: Comparison


def leaves(value, path=""):
    """The numbers, words and booleans of an object, by their place: `records.0.key`."""
    if isinstance(value, dict):
        for key, member in value.items():
            yield from leaves(member, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from leaves(member, f"{path}.{index}")
    elif value is not None:
        yield path, value


class Fixture:
    """Values, what the package said of them, and which key says the same.

    `figures`: the package's member, then the keys that say it, each with a factor or with words.
    `values`: a value in hex, then the package's figures, or null where it refused the value.
    """

    def __init__(self, text):
        self.document = json.loads(text)
        self.characteristics = self.document["characteristics"]

    def reads(self):
        return [(uuid, value) for uuid, each in self.characteristics.items()
                for value in each["values"]]


def disagreements(characteristic, figures, ours):
    """The package's figures of a value that the program does not say, with what it says."""
    program = dict(leaves(ours))
    for member, theirs in figures.items():
        ways = characteristic["figures"].get(member)
        if ways is None:
            continue
        if not any(_agrees(way, theirs, program) for way in ways):
            yield member, theirs, [program.get(way["key"]) for way in ways]


def _agrees(way, theirs, program):
    key = way["key"]
    if f"{key.removesuffix('_code')}_status" in program:
        return True  # "not known", or not a number: the package gives the raw number
    if "has" in way:  # one bit of several: a word of a list
        words = [v for k, v in program.items() if k.rpartition(".")[0] == key]
        return f"{key}_code" in program and (way["has"] in words) == bool(theirs)
    if key not in program:
        return False
    ours = program[key]
    if "words" in way:
        return way["words"].get(_name(theirs)) == ours
    if isinstance(ours, str) or isinstance(theirs, str):
        return str(ours).casefold() == str(theirs).casefold()
    return close(theirs * float(Fraction(way.get("factor", "1"))), ours)


def _name(value):
    return json.dumps(value) if not isinstance(value, str) else value


def close(a, b):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1e-9)


def compare(fixture, executable, known, report):
    """Compares every figure; `known` are the differences that were looked into."""
    answers = iter(decoded(executable, fixture.reads()))
    agreed = total = 0
    for uuid, each in fixture.characteristics.items():
        found, figures = {}, 0
        for value, said in each["values"].items():
            ours = next(answers)
            if said is None:
                continue
            figures += sum(member in each["figures"] for member in said)
            for member, theirs, mine in disagreements(each, said, ours):
                if not known.explains(uuid, member, theirs, mine):
                    found.setdefault(member, f"{member} of {value}: {theirs!r}, here {mine!r}")
                total += 1
        total += figures
        agreed += figures
        name = f"{uuid} {each['name']}: {figures} figures"
        report.fail(name, list(found.values())) if found else report.ok(name)
    for entry in known.stale():
        report.fail(f"known difference of {entry}: nothing differs: take it out")
    return agreed, total


class KnownDifferences:
    """`[[difference]]` with `characteristics` (UUIDs), `members`, a `reason`, and perhaps
    `factors`: then a number must differ by exactly one of them."""

    def __init__(self, entries):
        self.entries = {}
        self.used = set()
        for entry in entries:
            if not entry["reason"].strip():
                raise ValuesError("a known difference needs a reason")
            for uuid in entry["characteristics"]:
                for member in entry["members"]:
                    self.entries[uuid, member] = entry.get("factors")

    def explains(self, uuid, member, theirs, mine):
        if (uuid, member) not in self.entries:
            return False
        self.used.add((uuid, member))
        factors = self.entries[uuid, member]
        return factors is None or any(
            isinstance(number, (int, float)) and close(theirs * float(factor), number)
            for number in mine for factor in factors)

    def stale(self):
        return [f"{uuid} {member}" for uuid, member in self.entries
                if (uuid, member) not in self.used]
