"""Writes capture files record by record: nothing of them is held. All return how many records they have."""

import struct

FLUSH = 1 << 18


class Writer:
    """A file that bytes are added to, buffered."""

    def __init__(self, path):
        self.file = open(path, "wb", buffering=0)
        self.parts = []
        self.size = 0
        self.count = -1  # The first is the head of the file.

    def add(self, *parts):
        self.parts.extend(parts)
        self.size += sum(map(len, parts))
        self.count += 1
        if self.size >= FLUSH:
            self.flush()

    def flush(self):
        self.file.write(b"".join(self.parts))
        self.parts = []
        self.size = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.flush()
        self.file.close()


BTSNOOP_EPOCH = 0x00DCDDB30F2F8000
START = 1_750_000_000_000_000  # microseconds

COMMAND, EVENT, SENT, RECEIVED = 2, 3, 4, 5
NEW_INDEX, DELETED_INDEX, SYSTEM_NOTE = 0, 1, 12


def monitor(path, packets, step=500):
    """btsnoop of the BlueZ monitor: packets are (adapter, opcode, bytes) or with a time step."""
    head = struct.Struct(">IIIIQ").pack
    time = BTSNOOP_EPOCH + START
    with Writer(path) as out:
        out.add(b"btsnoop\0" + struct.pack(">II", 1, 2001))
        for adapter, opcode, data in packets:
            time += step
            out.add(head(len(data), len(data), adapter << 16 | opcode, 0, time), data)
    return out.count


def h4(path, packets):
    """btsnoop of H4 packets: (flags, bytes with the type)."""
    head = struct.Struct(">IIIIQ").pack
    time = BTSNOOP_EPOCH + START
    with Writer(path) as out:
        out.add(b"btsnoop\0" + struct.pack(">II", 1, 1002))
        for flags, data in packets:
            time += 500
            out.add(head(len(data), len(data), flags, 0, time), data)
    return out.count


def link_layer(path, packets, step=1000):
    """pcap of bare link-layer packets (251), each with its access address and CRC."""
    head = struct.Struct("<IIII").pack
    time = START
    with Writer(path) as out:
        out.add(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 251))
        for data in packets:
            time += step
            out.add(head(time // 10**6, time % 10**6, len(data), len(data)), data)
    return out.count


def block(kind, body):
    """A block of pcapng."""
    body += bytes(-len(body) % 4)
    length = struct.pack("<I", len(body) + 12)
    return struct.pack("<I", kind) + length + body + length


def option(code, value):
    return struct.pack("<HH", code, len(value)) + value + bytes(-len(value) % 4)


SECTION = block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1))


def pcapng(path, blocks):
    """pcapng of whole blocks; the first is a section header."""
    with Writer(path) as out:
        for data in blocks:
            out.add(data)
    return out.count
