"""Capture files written from a list of recorded HCI packets."""

import dataclasses
import struct

COMMAND, ACL, SCO, EVENT = 1, 2, 3, 4

# Microseconds between year 0, where btsnoop counts from, and 1970.
BTSNOOP_EPOCH = 0x00DCDDB30F2F8000


@dataclasses.dataclass
class Packet:
    """An HCI packet as a host saw it."""

    time: int
    """Microseconds since 1970."""
    received: bool
    """True from the controller to the host."""
    data: bytes
    """The packet with its H4 type byte."""

    @property
    def kind(self):
        return self.data[0]


@dataclasses.dataclass
class Adapter:
    """The adapter of the recording host, for the formats that describe it."""

    name: str
    address: bytes
    manufacturer: int = 0x0002


def btsnoop_of(datalink, records):
    """A btsnoop file of records (microseconds since 1970, flags, data)."""
    parts = [b'btsnoop\0' + struct.pack('>II', 1, datalink)]
    for time, flags, data in records:
        size = len(data)
        parts.append(struct.pack('>IIIIq', size, size, flags, 0, time + BTSNOOP_EPOCH))
        parts.append(data)
    return b''.join(parts)


def btsnoop(packets, command_flag=0x02):
    """A btsnoop file of H4 packets (data link 1002).

    `command_flag` marks commands and events: 0x02 is the usual bit, and some
    versions of Bumble set 0x10 instead.
    """
    return btsnoop_of(
        1002,
        (
            (
                packet.time,
                packet.received | (command_flag if packet.kind in (COMMAND, EVENT) else 0),
                packet.data,
            )
            for packet in packets
        ),
    )


def monitor_btsnoop(packets, adapter):
    """A btsnoop file as the Linux monitor writes it (data link 2001)."""
    new_index, command, event, acl, open_index, index_info = 0, 2, 3, 4, 8, 10
    primary_controller, usb_bus = 0, 1
    address = adapter.address[::-1]
    start = packets[0].time

    records = [
        (
            start - 30,
            new_index,
            struct.pack('<BB6s8s', primary_controller, usb_bus, address, adapter.name.encode()),
        ),
        (start - 20, open_index, b''),
        (start - 10, index_info, struct.pack('<6sH', address, adapter.manufacturer)),
    ]
    opcodes = {COMMAND: command, EVENT: event}
    for packet in packets:
        opcode = opcodes.get(packet.kind, acl + packet.received)
        records.append((packet.time, opcode, packet.data[1:]))
    return btsnoop_of(2001, records)


def _with_direction(packet):
    return struct.pack('>I', packet.received) + packet.data


def pcap(packets):
    """A pcap file of link type 201 (H4 with a direction), in microseconds."""
    parts = [struct.pack('<IHHiIII', 0xA1B2C3D4, 2, 4, 0, 0, 65535, 201)]
    for packet in packets:
        data = _with_direction(packet)
        seconds, microseconds = divmod(packet.time, 1_000_000)
        parts.append(struct.pack('<IIII', seconds, microseconds, len(data), len(data)))
        parts.append(data)
    return b''.join(parts)


def pcapng(packets):
    """A pcapng file with one interface of link type 201, in microseconds."""

    def block(kind, body):
        body += bytes(-len(body) % 4)
        size = 12 + len(body)
        return struct.pack('<II', kind, size) + body + struct.pack('<I', size)

    def option(code, value):
        return struct.pack('<HH', code, len(value)) + value + bytes(-len(value) % 4)

    end_of_options = option(0, b'')
    parts = [
        block(
            0x0A0D0D0A,
            struct.pack('<IHHq', 0x1A2B3C4D, 1, 0, -1)
            + option(4, b'bleinspect scenes')
            + end_of_options,
        ),
        block(
            1,
            struct.pack('<HHI', 201, 0, 65535)
            + option(2, b'bluetooth0')
            + option(9, b'\x06')
            + end_of_options,
        ),
    ]
    for packet in packets:
        data = _with_direction(packet)
        parts.append(
            block(
                6,
                struct.pack(
                    '<IIIII',
                    0,
                    packet.time >> 32,
                    packet.time & 0xFFFFFFFF,
                    len(data),
                    len(data),
                )
                + data,
            )
        )
    return b''.join(parts)
