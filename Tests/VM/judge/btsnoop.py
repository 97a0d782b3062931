"""Reads what btmon and `live --write` record: btsnoop files of the monitor (data link 2001)."""

import struct
from dataclasses import dataclass

# Microseconds from the beginning of the year 0 to that of Unix time.
EPOCH = 0x00DCDDB30F2F8000

# Of records that are of no adapter.
NO_ADAPTER = 0xFFFF

# Opcodes of the kernel's monitor.
ACL_RECEIVED = 5
PACKETS = range(2, 8)
NEW_INDEX, OPEN_INDEX, INDEX_INFO, SYSTEM_NOTE, USER_LOGGING, CTRL_OPEN = 0, 8, 10, 12, 13, 14


@dataclass(frozen=True)
class Record:
    """One record; `time` in microseconds of Unix time, `None` where that is left out."""

    time: int | None
    adapter: int
    opcode: int
    original: int
    octets: bytes

    def __str__(self):
        shown = self.octets[:16].hex() + ("..." if len(self.octets) > 16 else "")
        return (
            f"{'(no time)' if self.time is None else self.time / 1e6} adapter {self.adapter} opcode {self.opcode}, "
            f"{len(self.octets)} of {self.original} octets {shown}")


@dataclass(frozen=True)
class Recording:
    records: list[Record]
    # What the last record says has been lost before it.
    drops: int


def read(path):
    """All of the file; raises ValueError unless it is whole."""
    data = path.read_bytes()
    if data[:16] != b"btsnoop\0" + struct.pack(">II", 1, 2001):
        raise ValueError(f"{path.name}: no btsnoop file of the monitor")
    records, drops, offset = [], 0, 16
    while offset < len(data):
        if len(data) - offset < 24:
            raise ValueError(f"{path.name}: {len(data) - offset} octets after the last record")
        original, included, flags, drops, time = struct.unpack_from(">IIIIq", data, offset)
        octets = data[offset + 24:offset + 24 + included]
        if len(octets) < included or included > original:
            raise ValueError(f"{path.name}: record {len(records) + 1} has no {included} octets")
        records.append(Record(time - EPOCH, flags >> 16, flags & 0xFFFF, original, octets))
        offset += 24 + included
    return Recording(records, drops)
