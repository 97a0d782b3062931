"""What captures of the air leave open: connections whose end is encrypted or was not heard, and what
recorders write of what they decrypt or do not know."""

import random
import struct

from .encrypted_on_air import BAND, Link
from .encrypted_sessions import BATTERY, BEGIN, RATE, connect, in_order, notify, read, terminate
from .link_layer import ADV_IND, CONTROL, Air, address, nordic_pcap_of, nordic_pcapng, pcap, pcap_file
from .polar_on_air import ADVERTISING, STRAP

# Vol 6, Part B, 2.4.2: one octet after the opcode, as LL_TERMINATE_IND has.
UNKNOWN_RSP = b'\x07\x12'
RSSI = -62


def _advertise(air, time):
    air.advertise(time, 38, RSSI, ADV_IND, address(STRAP) + ADVERTISING)


def _encrypted(air, time, access_address):
    """A connection of the strap whose key nobody has."""
    link = Link(connect(air, time, access_address), True, struct.pack('>QQ', access_address, 1))
    link.play()
    link.start()
    read(link, BATTERY, b'\x5c')
    return link


def _ends():
    air = Air()
    # 1: the phone ends it, and the strap advertises.
    link = _encrypted(air, BEGIN, 0x6A3B5C11)
    terminate(link)
    _advertise(air, link.link.anchor + 120_000)

    # 2: what looks like an end is none; then nothing is heard before the next one.
    link = _encrypted(air, BEGIN + 1_000_000, 0x6A3B5C22)
    link.play(central=(CONTROL, UNKNOWN_RSP))
    for rate in range(70, 73):
        notify(link, RATE, bytes([6, rate]))

    # 3: the strap ends it, and it comes back seconds later, while another connection goes on.
    link = _encrypted(air, BEGIN + 2_000_000, 0x6A3B5C33)
    link.play(peripheral=(CONTROL, b'\x02\x13'))
    link.play()
    # 5: it falls silent, and advertises again.
    link = _encrypted(air, BEGIN + 7_000_000, 0x6A3B5C55)
    notify(link, RATE, b'\x06\x48')
    _advertise(air, BEGIN + 12_000_000)
    # 6: what may be its end is the last that is heard.
    link = _encrypted(air, BEGIN + 12_500_000, 0x6A3B5C66)
    link.play(central=(CONTROL, b'\x02\x13'))

    # 4: the other one, in the clear.
    link = connect(air, BEGIN + 2_500_000, 0x6A3B5C44, strap=BAND, strap_is_random=True)
    while link.anchor < BEGIN + 13_500_000:
        # A device may skip events; the phone sends in each. (Few of them keep the file small.)
        link.play(unheard=link.event % 8 > 0)
    link.play(central=(CONTROL, b'\x02\x13'))
    return in_order(air)


def _decrypted():
    """An nRF Sniffer that has the key: without the MIC, with it, and until it loses the counter."""
    air = Air()
    begin = BEGIN

    def decrypts(plain, sealed):
        # What ends a PDU as it is sent is its MIC.
        return plain + sealed[len(plain) :] if keeps_mic else plain, 4 | 8

    for number, keeps_mic in enumerate((False, True, False)):
        connection = connect(air, begin, 0x4D2E8B61 + 0x01010101 * number)
        link = Link(connection, True, struct.pack('>QQ', number, 2))
        connection.recorder = decrypts
        link.play()
        link.start()
        read(link, BATTERY, bytes([0x5C - number]))
        notify(link, RATE, bytes([6, 80 + number]))
        if number == 2:
            # From here on it says of some only that they are encrypted, and of others nothing.
            for flags, rate in zip((4, 0, 4, 0), range(90, 94)):
                connection.recorder = lambda plain, sealed, flags=flags: (sealed, flags)
                notify(link, RATE, bytes([6, rate]))
            connection.recorder = lambda plain, sealed: (sealed, 0)
        terminate(link)
        begin = connection.anchor + 500_000
    return in_order(air)


def _nameless():
    """Packets of an nRF Sniffer's format without a packet ID, by each version of its protocol."""
    air = Air()
    packets = []
    begin = BEGIN
    for version in (1, 2, 3):
        link = connect(air, begin, 0x3E5F7A10 + 0x01010101 * version)
        link.play()
        read(link, BATTERY, bytes([version]))
        notify(link, RATE, bytes([6, 60 + version]))
        terminate(link)
        begin = link.anchor + 500_000
        packets += [(packet, version) for packet in in_order(air)]
        air.packets.clear()
    return packets


def _messages():
    """What an nRF Sniffer and its computer tell each other, and nothing from the air."""
    source = random.Random('messages')
    for number in range(5):
        body = source.randbytes(10)
        yield BEGIN + 1000 * number, struct.pack('<BHBHB', 1, len(body), 3, number, 0x0E) + body


async def record():
    return {
        'air/ends.pcap': pcap(_ends()),
        'air/decrypted.pcapng': nordic_pcapng(_decrypted()),
        'air/no-packet-id.pcap': nordic_pcap_of(_nameless()),
        'air/messages.pcap': pcap_file(272, _messages()),
    }
