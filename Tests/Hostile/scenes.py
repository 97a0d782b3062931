"""Captures that are made to take memory or time.

Each scene is a function of a size and a random source; twice the size is twice the records. Those
in `HCI` give packets for the monitor's format, so that they can be mixed; those in `FILES` write
files of their own.
"""

import struct

import captures
from captures import DELETED_INDEX, NEW_INDEX, RECEIVED, SENT, SYSTEM_NOTE
from hci import (
    acl,
    address,
    advertisement,
    ask,
    att,
    command,
    connected,
    disconnected,
    event,
    extended,
    l2cap,
    structure,
    u16,
)

CLIENT_CONFIGURATION = b"\x02\x29"


def tree(handle, adapter, peer, services, random):
    """Discovery of services with UUIDs that nobody else has, a characteristic in each."""
    for index in range(services):
        first = 1 + index * 4
        uuid = random.randbytes(16)
        yield from ask(
            handle, b"\x10" + u16(first) + b"\xff\xff\0\x28",
            b"\x11\x14" + u16(first) + u16(first + 3) + uuid, adapter,
        )
        yield from ask(
            handle, b"\x08" + u16(first) + u16(first + 3) + b"\x03\x28",
            b"\x09\x15" + u16(first + 1) + b"\x10" + u16(first + 2) + random.randbytes(16), adapter,
        )
        yield from ask(
            handle, b"\x04" + u16(first + 3) + u16(first + 3),
            b"\x05\x01" + u16(first + 3) + CLIENT_CONFIGURATION, adapter,
        )


# ---- connections


def connections(size, random):
    """Connections one after the other, each of a new device with a name and a tree."""
    for index in range(6_000 * size):
        handle = index % 0xF00
        yield connected(handle, index)
        yield from tree(handle, 0, index, 1, random)
        yield from ask(handle, b"\x0a\x03\0", b"\x0b" + random.randbytes(20))
        yield att(handle, b"\x1b\x03\0" + random.randbytes(20))
        yield disconnected(handle)


def open_connections(size, random):
    """Connections that never end, on 64 adapters."""
    for index in range(60_000 * size):
        adapter, handle = index % 64, 0xEFF - index // 64 % 0xF00
        yield connected(handle, index, adapter)
        yield att(handle, b"\x1b\x03\0" + random.randbytes(10), adapter)


def highest_handle(size, random):
    """The handles 0x0FFF and 0xFFFF on more adapters than there are."""
    for index in range(40_000 * size):
        adapter = index % 200
        yield connected((0x0EFF, 0x0FFF, 0xFFFF)[index % 3], index % 1000, adapter)
        yield att(0xFFFF, b"\x1b\xff\xff" + random.randbytes(10), adapter)
        yield att(0x0EFF, b"\x1b\xff\xff" + random.randbytes(10), adapter)


def without_beginning(size, random):
    """Data of connections that began before the capture."""
    for index in range(60_000 * size):
        yield att(index % 0xF00, b"\x1b\x03\0" + random.randbytes(8), index // 0xF00 % 64)


def reused_handles(size, random):
    """One handle connected again and again without a disconnection in between."""
    for index in range(500_000 * size):
        yield connected(1, index % 5000)
        yield att(1, b"\x12\x03\0" + random.randbytes(8), direction=SENT)


def returning_adapters(size, random):
    """Adapters that are added and removed, with another controller or the same, connections open."""
    for index in range(50_000 * size):
        adapter = index % 3
        controller = address(index if index % 4 else index % 5)
        yield adapter, NEW_INDEX, b"\0\1" + controller + b"hci%d\0\0\0\0" % adapter
        yield connected(index % 0xF00, index, adapter)
        yield from ask(
            index % 0xF00, b"\x08\1\0\xff\xff\x03\x28", b"\x09\x07\x02\0\x10\x03\0\x37\x2a", adapter)
        yield att(index % 0xF00, b"\x1b\x03\0" + random.randbytes(8), adapter)
        if index % 7:
            yield adapter, DELETED_INDEX, b""


# ---- unfinished things


def unfinished_pdus(size, random):
    """A PDU of 64 KB on every connection, both ways, that never comes to its end."""
    part = random.randbytes(16_000)
    for index in range(500 * size):
        handle = index % 0xF00
        for direction in (SENT, RECEIVED):
            start = b"\xff\xff\x04\0" + b"\x1b\x03\0" + part[:1000]
            yield acl(handle, start, 0, direction)
            for _ in range(3):
                yield acl(handle, part, 0, direction, continued=True)


def open_requests(size, random):
    """Requests of 60 KB that are never answered."""
    value = random.randbytes(60_000)
    for index in range(400 * size):
        handle = index % 0xF00
        yield att(handle, b"\x12\x03\0" + value, direction=SENT)
        yield att(handle, b"\x12\x03\0" + value, direction=RECEIVED)


def long_reads(size, random):
    """Reads that could go on, of many attributes on many connections."""
    value = random.randbytes(22)
    long = random.randbytes(16_000)
    for index in range(600 * size):
        handle = index % 0xF00
        for attribute in range(1, 20):
            yield from ask(handle, b"\x0a" + u16(attribute), b"\x0b" + value)
            yield from ask(handle, b"\x0c" + u16(attribute) + b"\x16\0", b"\x0d" + value)
    for index in range(600 * size):
        handle = index % 0xF00
        yield from ask(handle, b"\x02\xff\xff", b"\x03\xff\xff")
        yield from ask(handle, b"\x0a\x21\0", b"\x0b" + long)
        yield from ask(handle, b"\x0c\x21\0" + u16(16_000), b"\x0d" + long)


def kept_buffers(size, random):
    """PDUs of 4 KB in two parts, both ways on every connection, and requests of that size."""
    value = random.randbytes(4000)
    for index in range(2000 * size):
        adapter, handle = index % 4, index // 4
        for direction in (SENT, RECEIVED):
            pdu = b"\x12\x03\0" + value
            data = u16(len(pdu)) + b"\x04\0" + pdu
            yield acl(handle, data[:2000], adapter, direction)
            yield acl(handle, data[2000:], adapter, direction, continued=True)
            yield att(handle, b"\x13", adapter, RECEIVED if direction == SENT else SENT)


def prepared_writes(size, random):
    """Queued writes that are never executed."""
    part = random.randbytes(16_000)
    for index in range(700 * size):
        handle = index % 0xF00
        for attribute in range(1, 4):
            pdu = u16(attribute) + b"\0\0" + part
            yield from ask(handle, b"\x16" + pdu, b"\x17" + pdu)
        for offset in range(0, 300, 3):
            pdu = b"\x05\0" + u16(offset) + part[:3]
            yield from ask(handle, b"\x16" + pdu, b"\x17" + pdu)


def tiny_prepared_writes(size, random):
    """Queued writes of one octet to as many attributes as a client may have, never executed."""
    for index in range(600 * size):
        handle = index % 0xF00
        for attribute in range(1, 260):
            pdu = u16(attribute) + b"\0\0\x01"
            yield from ask(handle, b"\x16" + pdu, b"\x17" + pdu)


def shared_subscriptions(size, random):
    """Subscriptions to all characteristics of one device, which has thousands of connections."""
    for index in range(600 * size):
        adapter, handle = index % 64, index // 64
        yield connected(handle, 1, adapter)
        if index == 0:
            for attribute in range(1, 257):
                entry = u16(attribute * 3) + b"\x10" + u16(attribute * 3 + 1) + b"\x37\x2a"
                yield from ask(handle, b"\x08\1\0\xff\xff\x03\x28", b"\x09\x07" + entry)
                found = u16(attribute * 3 + 2) + CLIENT_CONFIGURATION
                yield from ask(handle, b"\x04\1\0\xff\xff", b"\x05\x01" + found)
        for attribute in range(1, 257):
            yield from ask(
                handle, b"\x12" + u16(attribute * 3 + 2) + b"\x01\0", b"\x13", adapter)


def unconfirmed_indications(size, random):
    """Indications without their confirmations, and values behind them."""
    for index in range(8_000 * size):
        handle = index % 0x700
        yield att(handle, b"\x1d\x03\0" + random.randbytes(200))
        for _ in range(4):
            yield att(handle, b"\x1b\x05\0" + random.randbytes(400))


def subscriptions(size, random):
    """Subscriptions on every connection that bring nothing, some taken back."""
    for index in range(1500 * size):
        handle = index % 0xF00
        for attribute in range(1, 25):
            found = u16(attribute * 3 + 2) + CLIENT_CONFIGURATION
            yield att(handle, b"\x1b" + u16(attribute * 3 + 1) + b"\0")
            yield from ask(handle, b"\x04\1\0\xff\xff", b"\x05\x01" + found)
            yield from ask(handle, b"\x12" + found[:2] + b"\x01\0", b"\x13")


# ---- advertising


def addresses(size, random):
    """A new address with every advertisement."""
    data = structure(1, b"\x06")
    for index in range(500_000 * size):
        yield advertisement(index * 7919, data)


def originals(size, random):
    """Nearly as many addresses and keys as `redact` looks for, each of them once."""
    for index in range(12_000 * size):
        yield advertisement(random.getrandbits(40), structure(1, b"\x06"))
        yield from l2cap(index % 0xF00, 6, b"\x06" + random.randbytes(16))


def names(size, random):
    """A name of 248 bytes for each of 16,384 devices and more, by advertising and by reading."""
    for index in range(10_000 * size):
        name = random.randbytes(124).hex().encode()
        if index % 2:
            # Each octet of it is shown as three.
            name = bytes(byte | 0x80 for byte in random.randbytes(248))
        yield extended(index, bytes((249, 9)) + name[:227], status=1)
        yield extended(index, name[227:])
        if index % 8 == 0:
            yield connected(1, index)
            yield from ask(
                1, b"\x08\1\0\xff\xff\x03\x28", b"\x09\x07\x02\0\x02\x03\0\0\x2a"
            )
            yield from ask(1, b"\x0a\x03\0", b"\x0b" + b"\x1b\x07" * 124)
            yield disconnected(1)


def changing_names(size, random):
    """One device with a name that is new every time."""
    for index in range(150_000 * size):
        yield advertisement(1, structure(9, b"%020d" % index))


def advertised_uuids(size, random):
    """Services with UUIDs that nobody else has, as many as a report holds, and small ones."""
    for index in range(70_000 * size):
        peer = index % 20_000
        yield extended(peer, structure(7, random.randbytes(14 * 16)))
        yield extended(peer, structure(3, random.randbytes(113 * 2)))
        yield advertisement(peer, structure(0x21, random.randbytes(24)))


def many_structures(size, random):
    """Advertising data of nothing but the smallest structures, and of none that is known."""
    smallest = bytes((1, 0x09)) * 114
    for index in range(20_000 * size):
        yield extended(index % 300, smallest)
        yield extended(index % 300, bytes(229))
        yield extended(index % 300, b"\x02\x0a" + random.randbytes(1) + b"\xff\xff" + bytes(200))
        yield extended(index % 300, (structure(0x2A, b"") + structure(0xFF, b"\1\2")) * 38)


def endless_chains(size, random):
    """Advertising data of which more is always to come, in every set of every device."""
    for index in range(70_000 * size):
        yield extended(index % 9000, random.randbytes(229), status=1, set_id=index)


def endless_chain(size, random):
    """One device's data that never ends."""
    data = random.randbytes(229)
    for _ in range(60_000 * size):
        yield extended(1, data, status=1)


def resolvable_addresses(size, random):
    """A new resolvable address with every advertisement, and as many keys as are tried."""
    for index in range(40):
        yield command(0x2027, b"\1" + address(index) + random.randbytes(32))
        yield event(0x0E, b"\x01\x27\x20\0")
    for _ in range(500_000 * size):
        on_air = random.getrandbits(46) | 1 << 46
        yield event(0x3E, b"\x02\x01\0\1" + on_air.to_bytes(6, "little") + b"\x03\x02\x01\x06\xc0")


# ---- attributes


def large_values(size, random):
    """65,536 attributes with a value of 512 octets each, as text, too."""
    for peer in range(16 * size):
        handle = 1 + peer % 100
        yield connected(handle, peer)
        for attribute in range(1, 8192):
            yield att(handle, b"\x1b" + u16(attribute * 8) + random.randbytes(512))


def large_texts(size, random):
    """Characteristics that hold text which takes six times its length in JSON."""
    text = b"\x01" * 512
    for peer in range(16 * size):
        handle = 1 + peer % 100
        yield connected(handle, peer)
        yield from ask(handle, b"\x10\1\0\xff\xff\0\x28", b"\x11\x06\x01\0\xff\xff\x0a\x18")
        for first in range(1, 8192, 60):
            entries = b"".join(
                u16(4 * i) + b"\x02" + u16(4 * i + 1) + b"\x29\x2a" for i in range(first, first + 60)
            )
            yield from ask(handle, b"\x08\1\0\xff\xff\x03\x28", b"\x09\x07" + entries)
        for attribute in range(1, 8192):
            yield from ask(
                handle, b"\x0a" + u16(4 * attribute + 1), b"\x0b" + text
            )


def long_lists(size, random):
    """Values of hundreds of fields, each a row of a table, with a name that takes four times its length."""
    yield connected(1, 7)
    yield from ask(
        1, b"\x10\1\0\xff\xff\0\x28", b"\x11\x06" + u16(1) + u16(20) + b"\x12\x18",
    )
    yield from ask(
        1, b"\x08\1\0\xff\xff\x03\x28",
        b"\x09\x07" + u16(2) + b"\x02" + u16(3) + b"\x00\x2a" + u16(4) + b"\x10" + u16(5) + b"\x22\x2a",
    )
    yield from ask(1, b"\x0a\x03\0", b"\x0b" + b"\x01" * 248)
    for index in range(500 * size):
        yield att(1, b"\x1b\x05\0" + bytes((index + place) % 100 + 4 for place in range(512)))


def descriptions(size, random):
    """User descriptions of 512 bytes, of which 128 count, for every characteristic."""
    for peer in range(12 * size):
        handle = 1 + peer % 100
        yield connected(handle, peer)
        for index in range(1, 1500):
            first = index * 4
            yield from ask(
                handle, b"\x08" + u16(first) + b"\xff\xff\x03\x28",
                b"\x09\x15" + u16(first) + b"\x02" + u16(first + 1) + random.randbytes(16),
            )
            yield from ask(
                handle, b"\x04" + u16(first + 2) + u16(first + 2),
                b"\x05\x01" + u16(first + 2) + b"\x01\x29",
            )
            yield from ask(handle, b"\x0a" + u16(first + 2), b"\x0b" + random.randbytes(512))


def discovered_uuids(size, random):
    """Services and characteristics with UUIDs that nobody else has."""
    for peer in range(40 * size):
        handle = 1 + peer % 100
        yield connected(handle, peer)
        yield from tree(handle, 0, peer, 1000, random)


def includes(size, random):
    """Services that include each other, by the thousand."""
    for peer in range(6 * size):
        handle = 1 + peer % 100
        yield connected(handle, peer)
        for first in range(1, 3000):
            yield from ask(
                handle, b"\x10" + u16(first * 2) + b"\xff\xff\0\x28",
                b"\x11\x06" + u16(first * 2) + u16(first * 2 + 1) + b"\x0d\x18",
            )
            yield from ask(
                handle, b"\x08" + u16(first * 2) + b"\xff\xff\x02\x28",
                b"\x09\x08" + u16(first * 2 + 1) + b"\x02\0\x03\0\x0d\x18",
            )


def backwards(size, random):
    """Discovery from the highest handle down, each answer before the ones that are known."""
    for peer in range(6 * size):
        handle = 1 + peer % 100
        yield connected(handle, peer)
        for first in range(8000, 1, -2):
            yield from ask(
                handle, b"\x08\1\0\xff\xff\x03\x28",
                b"\x09\x07" + u16(first) + b"\x10" + u16(first + 1) + b"\x37\x2a",
            )


def unsettled_layout(size, random):
    """A server that has other attributes whenever it is asked."""
    yield connected(1, 1)
    for index in range(60_000 * size):
        yield from ask(
            1, b"\x08\1\0\xff\xff\x03\x28",
            b"\x09\x07\x02\0\x10\x03\0" + random.randbytes(2),
        )


def changing_servers(size, random):
    """A server that says to have changed, and is discovered anew each time."""
    for index in range(50_000 * size):
        handle = 1 + index % 3
        if index < 3:
            yield connected(handle, index)
            yield from ask(
                handle, b"\x08\1\0\xff\xff\x03\x28", b"\x09\x07\x02\0\x20\x03\0\x05\x2a")
        yield att(handle, b"\x1d\x03\0\x10\0" + u16((0xFFFF, 0x20, 0x30)[index % 3]))
        yield att(handle, b"\x1e", direction=SENT)
        for first in (0x10, 0x18, 0x28):
            yield from ask(
                handle, b"\x08" + u16(first) + b"\xff\xff\x03\x28",
                b"\x09\x07" + u16(first) + b"\x10" + u16(first + 1) + random.randbytes(2))


def tiny_lists(size, random):
    """Answers of 64 KB that hold thousands of the smallest entries, and such requests."""
    information = b"".join(
        u16(i) + bytes((i & 0xFF, 0xF0)) for i in range(1, 16_000)
    )
    values = b"".join(u16(i) + b"\x01" for i in range(1, 20_000))
    groups = b"".join(u16(i) + u16(i) + b"\x0f\x18" for i in range(1, 10_000))
    found = b"".join(u16(i) + u16(i) for i in range(1, 16_000))
    handles = b"".join(u16(i) for i in range(1, 30_000))
    several = b"".join(u16(i) + b"\1\0\x2a" for i in range(1, 12_000))
    for index in range(8 * size):
        handle = 1 + index % 50
        for request, answer in (
            (b"\x04\1\0\xff\xff", b"\x05\x01" + information),
            (b"\x08\1\0\xff\xff\x19\x2a", b"\x09\x03" + values),
            (b"\x10\1\0\xff\xff\0\x28", b"\x11\x06" + groups),
            (b"\x06\1\0\xff\xff\0\x28\x0f\x18", b"\x07" + found),
            (b"\x0e" + handles, b"\x0f" + bytes(60_000)),
            (b"\x20" + handles, b"\x21" + b"\1\0\x2a" * 20_000),
        ):
            yield from l2cap(handle, 4, request, direction=SENT)
            yield from l2cap(handle, 4, answer)
        yield from l2cap(handle, 4, b"\x23" + several)


def changing_values(size, random):
    """One notification with another value each time."""
    yield connected(1, 1)
    for index in range(250_000 * size):
        yield att(1, b"\x1b\x03\0" + struct.pack("<Q", index))


def steady_streams(size, random):
    """Notifications of thousands of attributes in turn, each at its pace, all folded."""
    for index in range(250_000 * size):
        yield att(1 + index % 7, b"\x1b" + u16(1 + index % 5000) + b"\x42")


def folded_streams(size, random):
    """Ten characteristics each on thousands of connections, all folded, at every possible pace."""
    for index in range(60 * size):
        for connection in range(600):
            adapter, handle = connection % 64, connection // 64
            yield att(handle, b"\x1b" + u16(1 + index % 10) + b"\x42", adapter)
        for _ in range(1 << index % 12):
            yield 0xFFFF, SYSTEM_NOTE, b"\0"


# ---- findings and remarks


def findings(size, random):
    """A finding with every request: refused, unanswered, disconnected."""
    for index in range(50_000 * size):
        handle = index % 60
        if index % 50 == 0:
            yield connected(handle, index)
        yield from ask(
            handle, b"\x0a" + u16(index % 60_000 + 1),
            b"\x01\x0a" + u16(index % 60_000 + 1) + bytes((1 + index % 250,)),
        )
        yield att(handle, b"\x12" + u16(index % 60_000 + 1) + b"\x01", direction=SENT)
        if index % 50 == 49:
            yield disconnected(handle, reason=index // 50 % 256)


def malformed(size, random):
    """Nothing that is as it should be."""
    for index in range(150_000 * size):
        choice = index % 4
        data = random.randbytes(random.randrange(60))
        if choice == 0:
            yield event(random.randrange(256), data)
        elif choice == 1:
            yield att(index % 300, data, direction=RECEIVED)
        elif choice == 2:
            yield acl(index % 300, data, continued=True)
        else:
            yield 0, random.randrange(2, 19), data


def pairings(size, random):
    """Pairings that begin and are never finished; every signal and its answer."""
    for index in range(30_000 * size):
        handle = index % 0xF00
        for code in (1, 2, 3, 0xC, 0xD):
            pdu = bytes((code,)) + random.randbytes((0, 6, 6, 16, 0, 0, 0, 0, 0, 0, 0, 0, 64, 16)[code])
            yield from l2cap(handle, 6, pdu, direction=SENT if code & 1 else RECEIVED)
        yield from l2cap(
            handle, 5, bytes((0x12, index & 0xFF)) + b"\x08\0" + random.randbytes(8))


def completed_pairings(size, random):
    """Thousands of connections, each paired again and again, every time in another way."""
    for index in range(60_000 * size):
        handle = index % 0xF00
        if index < 0xF00:
            yield connected(handle, index)
        # Input and output, bonding, protection and Secure Connections, the size of the key.
        features = bytes((index // 0xF00 % 5, 0, 1 | index % 4 << 2, 7 + index % 10, 1, 1))
        yield from l2cap(handle, 6, b"\1" + features, direction=SENT)
        yield from l2cap(handle, 6, b"\2" + features)
        yield event(0x08, b"\0" + u16(handle) + b"\1")


def identity_exchanges(size, random):
    """Each connection gives another key and identity, some of them those of before."""
    for index in range(50_000 * size):
        handle = index % 0xF00
        yield connected(handle, index)
        key = random.randbytes(16) if index % 3 else bytes((index % 97,)) * 16
        yield from l2cap(handle, 6, b"\x08" + key)
        yield from l2cap(handle, 6, b"\x09\1" + address(index * 3 % 60_000))
        yield att(handle, b"\x1b\x03\0" + random.randbytes(8))
        if index % 2:
            yield disconnected(handle)


def open_channels(size, random):
    """Thousands of channels that stay open, each with an SDU and with a request under way."""
    part = random.randbytes(1000)
    for index in range(6_000 * size):
        handle, number = index // 64 % 0xF00, index % 64
        psm = (b"\x27\0", b"\x81\0")[index % 2]
        cid = u16(0x40 + number)
        if number == 0:
            yield connected(handle, index)
        yield from l2cap(
            handle, 5, b"\x17\1\x0a\0" + psm + b"\xff\xff\xff\xff\xff\xff" + cid, direction=SENT)
        yield from l2cap(
            handle, 5, b"\x18\1\x0a\0" + b"\xff\xff\xff\xff\xff\xff\0\0" + cid)
        # A whole SDU: a request; then some that never end.
        yield from l2cap(handle, 0x40 + number, b"\x43\0\x12\x03\0" + bytes(64), direction=SENT)
        for direction in (SENT, RECEIVED):
            yield from l2cap(handle, 0x40 + number, b"\xff\xff" + part, direction=direction)
            for _ in range(3):
                yield from l2cap(handle, 0x40 + number, part, direction=direction)


def channels(size, random):
    """Credit-based channels opened by the thousand, their SDUs of 64 KB unfinished."""
    for index in range(20_000 * size):
        handle = index % 900
        source, target = u16(0x40 + index % 64), u16(0x40 + index % 61)
        identifier = bytes((1 + index % 255,))
        psm = (b"\x27\0", b"\x80\0")[index % 2]
        if index % 2:
            yield from l2cap(
                handle, 5, b"\x14" + identifier + b"\x0a\0" + psm + source + b"\xff\xff\xff\xff\xff\xff",
                direction=SENT)
            yield from l2cap(
                handle, 5, b"\x15" + identifier + b"\x0a\0" + target + b"\xff\xff\xff\xff\xff\xff\0\0")
        else:
            many = b"".join(u16(0x40 + i) for i in range(5))
            yield from l2cap(
                handle, 5, b"\x17" + identifier + b"\x12\0" + psm + b"\xff\xff\xff\xff\xff\xff" + many,
                direction=SENT)
            yield from l2cap(
                handle, 5, b"\x18" + identifier + b"\x12\0" + b"\xff\xff\xff\xff\xff\xff\0\0" + many)
        yield from l2cap(handle, 0x40 + index % 64, b"\xff\xff" + random.randbytes(600))


def deep_trees(size, random):
    """Records whose dissection has thousands of lines: lists in PDUs of 64 KB."""
    handles = b"".join(u16(i) for i in range(32_000))
    information = b"".join(u16(i) + b"\0\x29" for i in range(16_000))
    signals = b"\x01\x01\0\0" * 16_000
    completed = b"".join(u16(i) + u16(i) for i in range(60))
    reports = b"\x02\x19" + b"".join(
        b"\0\x01" + address(i) + b"\0\xc0" for i in range(25)
    )
    for _ in range(10 * size):
        yield from l2cap(1, 4, b"\x20" + handles)
        yield from l2cap(1, 4, b"\x05\x01" + information)
        yield from l2cap(1, 5, signals)
        for _ in range(200):
            yield event(0x13, bytes((60,)) + completed)
            yield event(0x3E, reports)
            yield command(0x2041, bytes((1, 0, 255)) + b"\x01\0\x10\0\x10\0" * 40)


def system_notes(size, random):
    """What a monitor says of adapters and of itself, each time another."""
    for index in range(100_000 * size):
        yield index % 300, NEW_INDEX, b"\0\1" + address(index) + b"%08d" % (index % 10**8)
        yield 0xFFFF, SYSTEM_NOTE, random.randbytes(100) + b"\0"
        yield 0xFFFF, 13, b"\x06\x05bluez" + random.randbytes(100) + b"\0"


def commands(size, random):
    """Every command with every parameter, few of them answered."""
    opcodes = [0x0406, 0x200B, 0x200C, 0x200D, 0x2016, 0x2041, 0x2042, 0x2043, 0x2006, 0x200A,
               0x2036, 0x2039, 0x1009, 0x0C03, 0x2027, 0x2029, 0x2013]
    for index in range(150_000 * size):
        opcode = opcodes[index % len(opcodes)]
        yield command(opcode, random.randbytes(random.randrange(40)), index % 70)
        if index % 3 == 0:
            yield event(0x0E, b"\x01" + u16(opcode) + b"\0" + random.randbytes(8), index % 70)


def classic(size, random):
    """Connections that are not LE, with names."""
    for index in range(60_000 * size):
        handle = index % 0xF00
        peer = address(index)
        yield event(0x03, b"\0" + u16(handle) + peer + b"\x01\0", index % 64)
        yield event(0x07, b"\0" + peer + random.randbytes(240), index % 64)
        yield acl(handle, b"\x08\0\x40\0" + random.randbytes(8), index % 64)


HCI = [
    connections, open_connections, highest_handle, without_beginning, reused_handles,
    returning_adapters, resolvable_addresses, changing_servers, identity_exchanges, open_channels,
    unfinished_pdus, open_requests, long_reads, kept_buffers, prepared_writes, unconfirmed_indications,
    tiny_prepared_writes, subscriptions, shared_subscriptions, addresses, names, changing_names, advertised_uuids, many_structures,
    endless_chains, endless_chain, large_values, large_texts, long_lists, descriptions, discovered_uuids,
    includes, backwards, unsettled_layout, tiny_lists, changing_values, steady_streams, folded_streams, findings,
    malformed, pairings, completed_pairings, channels, deep_trees, system_notes, commands, classic, originals,
]


def everything(size, random):
    """Each table filled up to its cap, and nothing given back."""
    for scene in (
        names, advertised_uuids, large_texts, tiny_prepared_writes,
        prepared_writes, open_requests, long_reads, unfinished_pdus, shared_subscriptions,
        endless_chains, findings, descriptions, folded_streams, unconfirmed_indications,
        open_connections,
    ):
        most = (70_000 if scene is large_texts else 12_000) * size
        for count, packet in enumerate(scene(size, random)):
            if count == most:
                break
            # What ends a connection stays away.
            if packet[2][:1] != b"\x05" or packet[1] != 3:
                yield packet


def mix(size, random):
    """Something of every scene at the same time, in turns."""
    # The few records of long lists would only end connections of other scenes; those of originals are as others.
    others = [scene for scene in HCI if scene not in (long_lists, originals)]
    open_scenes = [(scene, scene(size, random)) for scene in others]
    left = {scene: 12_000 * size for scene, _ in open_scenes}
    while open_scenes:
        for entry in list(open_scenes):
            scene, packets = entry
            for _ in range(random.randrange(1, 40)):
                packet = next(packets, None)
                left[scene] -= 1
                if packet is None or left[scene] < 0:
                    open_scenes.remove(entry)
                    break
                yield packet


# ---- files of their own


def crc(pdu, start):
    value = int(f"{start:024b}"[::-1], 2)
    for byte in pdu:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0xDA6000 if value & 1 else 0)
    return value.to_bytes(3, "little")


ADVERTISING = b"\xd6\xbe\x89\x8e"


def access_addresses(path, size, random):
    """Link layer: data of a million access addresses, connections to some of them, trains."""
    def packets():
        head = b"\x25\x22" + address(1) + address(2)
        for index in range(150_000 * size):
            access = struct.pack("<I", index * 2654435761 & 0xFFFFFFFF)
            if index % 4 == 0:
                rest = access + b"\x31\x7d\x0b\x02\0\0\x18\0\0\0\x48\0\xff\xff\xff\xff\x1f\x27"
                peers = address(index) + address(index + 1)
                yield ADVERTISING + b"\xc5\x22" + peers + rest + bytes(3)
            else:
                yield access + b"\x02\x09\x05\0\x04\0\x1b\x03\0" + random.randbytes(2) + bytes(3)
            yield access + b"\x0e\x0b\x07\0\x04\0\x1b\x03\0" + random.randbytes(4) + bytes(3)
            # Extended advertising that has SyncInfo, and data that goes on for ever.
            sync = b"\x20\x09" + bytes((index & 0xFF, index >> 8 & 0xFF)) + random.randbytes(14)
            body = bytes((len(sync) + 0, 0x29)) + address(index) + sync[2:]
            yield ADVERTISING + bytes((7, len(body))) + body + bytes(3)
    return captures.link_layer(path, packets())


def link_connections(path, size, random):
    """Link layer: connections that stay open, each with a PDU of 64 KB that never ends."""
    def packets():
        for index in range(8_000 * size):
            access = struct.pack("<I", 0x50C2A9E7 + index * 977)
            rest = access + b"\x31\x7d\x0b\x02\0\0\x18\0\0\0\x48\0\xff\xff\xff\xff\x1f\x27"
            yield ADVERTISING + b"\xc5\x22" + address(index) + address(index + 1) + rest + bytes(3)
            number = 0
            yield access + b"\x02\xfb\xff\xff\x04\0" + random.randbytes(247) + bytes(3)
            for _ in range(4):
                number ^= 1
                yield access + bytes((1 | number << 3, 251)) + random.randbytes(251) + bytes(3)
            yield access + bytes((3 | (number ^ 1) << 3, 9)) + b"\x14" + bytes(8) + bytes(3)
    return captures.link_layer(path, packets())


def decrypted_links(path, size, random):
    """Link layer: as many keys as are tried on a link, and links without number that none of them opens."""
    def packets():
        def begin(access, index):
            rest = access + b"\x31\x7d\x0b\x02\0\0\x18\0\0\0\x48\0\xff\xff\xff\xff\x1f\x27"
            return ADVERTISING + b"\xc5\x22" + address(2 * index) + address(2 * index + 1) + rest + bytes(3)
        first = struct.pack("<I", 0x71A9C3E5)
        yield begin(first, 0)
        for index in range(200):
            distributed = b"\x11\0\x06\0\x06" + random.randbytes(16)
            yield first + bytes((2 | index % 2 << 3, 21)) + distributed + bytes(3)
            yield first + bytes((1 | index % 2 << 3 | (index + 1) % 2 << 2, 0)) + bytes(3)
        for index in range(1, 20_000 * size):
            access = struct.pack("<I", 0x50C2A9E7 + index * 977)
            yield begin(access, index)
            yield access + b"\x03\x17\x03" + random.randbytes(22) + bytes(3)
            yield access + b"\x07\x0d\x04" + random.randbytes(12) + bytes(3)
            for _ in range(3):
                yield access + b"\x02\x14" + random.randbytes(20) + bytes(3)
    return captures.link_layer(path, packets())


def interfaces(path, size, random):
    """pcapng: thousands of interfaces, huge options and name resolution, packets between them."""
    def blocks():
        comment = captures.option(1, b"\x1b[31m" + random.randbytes(60_000))
        for number in range(6_000 * size):
            index = number % 3_000
            if index == 0:
                yield captures.SECTION
            name = captures.option(2, b"if%d" % number)
            yield captures.block(1, struct.pack("<HHI", 201, 0, 0) + name + bytes(4))
            # LE Scan Timeout, which has no parameters.
            packet = b"\0\0\0\x01\x04" + bytes((0x3E, 1, 0x11))
            yield captures.block(
                6, struct.pack("<IIIII", index, 0, number, len(packet), len(packet)) + packet)
            if index % 20 == 19:
                yield captures.block(
                    10, comment * 3 + bytes(4))
                yield captures.block(4, struct.pack("<HH", 1, 60_000) + random.randbytes(60_000))
                yield captures.block(
                    6, struct.pack("<IIIII", index, 0, 0, len(packet), len(packet)) + packet
                    + bytes(-len(packet) % 4) + comment * 3)
                yield captures.block(0x0BAD, random.randbytes(60_000))
                yield captures.block(5, struct.pack("<III", index, 0, 0) + comment)
    return captures.pcapng(path, blocks())


def large_records(path, size, random):
    """btsnoop: records of 262,144 octets, the most that is read."""
    data = random.randbytes(262_143)
    lists = b"\x3e\xff\x02\xff" + b"\0\0" + bytes(262_137)
    nothing = bytes(262_143)
    def packets():
        for _ in range(30 * size):
            yield 1, b"\x02" + b"\x01\x20\xff\xff" + b"\xff\xff\x04\0" + data[:262_135]
            yield 1, b"\x02" + b"\x01\x20\xff\xff" + b"\xfb\xff\x04\0\x1b\x03\0" + data[:262_132]
            yield 3, b"\x04" + lists
            yield 3, b"\x04" + data
            yield 2, b"\x01" + nothing
            yield 1, b"\x05" + data
            yield 1, b"\x09" + data
    return captures.h4(path, packets())


FILES = [access_addresses, link_connections, decrypted_links, interfaces, large_records]
SCENES = HCI + [mix, everything] + FILES


def write(name, path, size, random):
    """Writes the capture of a scene; returns how many records it has."""
    scene = next(scene for scene in SCENES if scene.__name__ == name)
    if scene in FILES:
        return scene(path, size, random)
    return captures.monitor(path, scene(size, random))
