"""HCI packets with what they hold, as little of it as hostile captures need."""

import struct

from captures import COMMAND, EVENT, RECEIVED, SENT

u16 = struct.Struct("<H").pack


def address(number):
    """A static random address."""
    return struct.pack("<Q", number)[:5] + b"\xc0"


def event(code, parameters, adapter=0):
    return adapter, EVENT, bytes((code, len(parameters))) + parameters


def command(opcode, parameters, adapter=0):
    return adapter, COMMAND, u16(opcode) + bytes((len(parameters),)) + parameters


def connected(handle, peer, adapter=0, role=0):
    return event(
        0x3E,
        b"\x01\x00" + u16(handle) + bytes((role, 1)) + address(peer) + b"\x18\0\0\0\x48\0\0",
        adapter,
    )


def disconnected(handle, adapter=0, reason=0x13):
    return event(0x05, b"\0" + u16(handle) + bytes((reason,)), adapter)


def acl(handle, data, adapter=0, direction=RECEIVED, continued=False):
    boundary = 0x1000 if continued else 0x2000 if direction == RECEIVED else 0
    return adapter, direction, u16(handle & 0xFFF | boundary) + u16(len(data)) + data


def l2cap(handle, channel, payload, adapter=0, direction=RECEIVED):
    """A PDU in as few packets as it takes."""
    data = u16(len(payload)) + u16(channel) + payload
    yield acl(handle, data[:65535], adapter, direction)
    if len(data) > 65535:
        yield acl(handle, data[65535:], adapter, direction, continued=True)


def att(handle, pdu, adapter=0, direction=RECEIVED):
    """An ATT PDU that fits a packet."""
    return acl(handle, u16(len(pdu)) + b"\x04\0" + pdu, adapter, direction)


def ask(handle, request, answer, adapter=0):
    return (
        att(handle, request, adapter, SENT),
        att(handle, answer, adapter, RECEIVED),
    )


def advertisement(peer, data, adapter=0, kind=0):
    """A legacy advertising report."""
    return event(
        0x3E,
        bytes((2, 1, kind, 1)) + address(peer) + bytes((len(data),)) + data + b"\xc4",
        adapter,
    )


def extended(peer, data, adapter=0, status=0, set_id=0):
    """An extended advertising report; status 1: more is to come."""
    return event(
        0x3E,
        b"\x0d\x01"
        + u16(1 | status << 5)
        + b"\x01"
        + address(peer)
        + bytes((1, 1, set_id & 0xF, 127, 0xC4, 0, 0, 0))
        + bytes(6)
        + bytes((len(data),))
        + data,
        adapter,
    )


def structure(kind, data):
    return bytes((len(data) + 1, kind)) + data
