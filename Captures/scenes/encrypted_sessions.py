"""Encrypted connections, each with the same packets in the clear: LE Coded with many lost packets, every
way in which pairing makes a key, and a bond whose key an HCI log shows."""

import random
import struct

from . import pairing
from .encrypted_on_air import Link
from .encryption import name
from .formats import ACL, COMMAND, EVENT
from .link_layer import (
    ADV_IND,
    CONNECT_IND,
    CONTINUATION,
    CONTROL,
    START,
    Air,
    Connection,
    address,
    nordic_pcapng,
    pcap,
)
from .polar_on_air import ADVERTISING, PHONE, STRAP, TERMINATE, l2cap

STRAP_RSSI, PHONE_RSSI = -62, -47
INTERVAL, TIMEOUT, HOP = 24, 300, 7
CRC_START = 0x0B7D31
# Microseconds since 1970: 2026-03-01 10:00.
BEGIN = 1_772_359_200_000_000
# Octets of a PDU before the lengths of both are known.
PDU_SIZE = 27

ATT, SMP = 4, 6
PHY_REQ, PHY_RSP, PHY_UPDATE_IND, CODED = b'\x16', b'\x17', b'\x18', 4


def connect(air, time, access_address, *, strap=STRAP, strap_is_random=False, advertising=ADVERTISING):
    """The strap advertises, and the phone connects."""
    last = air.advertise(
        time, 38, STRAP_RSSI, ADV_IND, address(strap) + advertising, 0x40 * strap_is_random
    )
    indication = air.advertise(
        last.end + 150,
        38,
        PHONE_RSSI,
        CONNECT_IND,
        Connection.request(PHONE, strap, access_address, CRC_START, INTERVAL, TIMEOUT, HOP),
        0x40 | 0x80 * strap_is_random,
    )
    return Connection(
        air, indication, access_address, CRC_START, INTERVAL, HOP, (PHONE_RSSI, STRAP_RSSI)
    )


def send(link, is_central, channel, pdu, **how):
    """A PDU of a fixed channel, in as many packets as it needs."""
    data = struct.pack('<HH', len(pdu), channel) + pdu
    for offset in range(0, len(data), PDU_SIZE):
        content = (CONTINUATION if offset else START, data[offset : offset + PDU_SIZE])
        link.play(**{'central' if is_central else 'peripheral': content}, **how)


def read(link, handle, value):
    send(link, True, ATT, struct.pack('<BH', 0x0A, handle))
    send(link, False, ATT, b'\x0b' + value)


def notify(link, handle, value, **how):
    send(link, False, ATT, struct.pack('<BH', 0x1B, handle) + value, **how)


def terminate(link):
    link.play()
    link.play(central=(CONTROL, TERMINATE))


def in_order(air):
    return sorted(air.packets, key=lambda packet: packet.time)


# LE Coded.

CODED_KEY = random.Random('coded').randbytes(16)
RATE, BATTERY = 0x12, 0x1E


def _coded(is_encrypted):
    air = Air()
    link = Link(connect(air, BEGIN, 0x71A9C3E5), is_encrypted, CODED_KEY, name(0xC0DED, 0x0DED))
    connection = link.link
    link.play()
    # LL_START_ENC_REQ and both responses are not heard.
    link.start(unheard=True)
    read(link, BATTERY, b'\x5c')
    link.play(central=(CONTROL, PHY_REQ + bytes([CODED, CODED])))
    link.play(peripheral=(CONTROL, PHY_RSP + bytes([CODED, CODED])))
    instant = connection.event + 6
    update = struct.pack('<BBH', CODED, CODED, instant)
    link.play(central=(CONTROL, PHY_UPDATE_IND + update))
    while connection.event < instant:
        link.play()
    connection.phy = 2
    for rate in range(60, 64):
        notify(link, RATE, bytes([6, rate]))
    # Many that the sniffer misses, as many of the central's; and more than there were so far.
    for rate in range(64, 134):
        notify(link, RATE, bytes([6, rate]), unheard=True)
    for value in range(40):
        send(link, True, ATT, struct.pack('<BHB', 0x52, 0x20, value), unheard=True)
    notify(link, RATE, bytes([6, 134]))
    send(link, True, ATT, struct.pack('<BHB', 0x52, 0x20, 40))
    # One that is damaged, and sent again; one that the phone misses three times.
    notify(link, RATE, bytes([6, 135]), damaged=True, lost=True)
    notify(link, RATE, bytes([6, 135]))
    for _ in range(3):
        notify(link, RATE, bytes([6, 136]), lost=True)
    notify(link, RATE, bytes([6, 136]))
    # One that is damaged for the sniffer only, and the next two.
    notify(link, RATE, bytes([6, 137]), damaged=True)
    notify(link, RATE, bytes([6, 138]))
    read(link, BATTERY, b'\x5b')
    terminate(link)
    return in_order(air)


# Pairing.

PASSKEY = 654321
# IO capability, OOB data flag, AuthReq, largest key, and the keys of both sides.
PLAIN_PHONE, PLAIN_STRAP = bytes([3, 0, 1, 16, 0, 1]), bytes([3, 0, 1, 16, 0, 1])
PASSKEY_PHONE, PASSKEY_STRAP = bytes([4, 0, 5, 16, 0, 0]), bytes([0, 0, 5, 10, 0, 0])
SECURE_PHONE, SECURE_STRAP = bytes([3, 0, 9, 16, 0, 0]), bytes([3, 0, 9, 16, 0, 0])


def _pairings(is_encrypted):
    air = Air()
    source = random.Random('pairings')
    bond, bond_name = source.randbytes(16), name(source.getrandbits(64), source.getrandbits(16))
    private_key = source.getrandbits(255)
    begin = BEGIN

    def devices(phone, strap):
        return (
            pairing.Device(PHONE, True, phone, source),
            pairing.Device(STRAP, False, strap, source),
        )

    def meet(number, pdus, key, key_name=bytes(10), distributed=()):
        """A connection with pairing, if there are PDUs of it, and encryption."""
        nonlocal begin
        link = Link(connect(air, begin, 0x5A3C0F10 + 0x01010101 * number), is_encrypted, key, key_name)
        link.play()
        for is_central, pdu in pdus:
            send(link, is_central, SMP, pdu)
        link.start()
        for pdu in distributed:
            send(link, False, SMP, pdu)
        read(link, BATTERY, bytes([0x5C - number]))
        terminate(link)
        begin = link.link.anchor + 500_000

    pdus, key = pairing.legacy(*devices(PLAIN_PHONE, PLAIN_STRAP), 0)
    keys = (
        pairing.ENCRYPTION_INFORMATION + bond[::-1],
        pairing.CENTRAL_IDENTIFICATION + bond_name[8:] + bond_name[:8],
    )
    meet(0, pdus, key, distributed=keys)
    meet(1, (), bond, bond_name)
    meet(2, *pairing.legacy(*devices(PASSKEY_PHONE, PASSKEY_STRAP), PASSKEY))
    sides = devices(SECURE_PHONE, SECURE_STRAP)
    meet(3, *pairing.secure_connections(*sides, (private_key, pairing.DEBUG_KEY)))
    return in_order(air)


async def record():
    return {
        'encrypted/coded.pcap': pcap(_coded(True)),
        'encrypted/coded-plain.pcap': pcap(_coded(False)),
        'encrypted/pairings.pcap': pcap(_pairings(True)),
        'encrypted/pairings-plain.pcap': pcap(_pairings(False)),
    }


# A bond.

ENABLE_ENCRYPTION = b'\x19\x20'
LE_META, CONNECTION_COMPLETES = 0x3E, (0x01, 0x0A)


def bonded(packets, strap, strap_name):
    """The last connection of a phone's HCI recording as an nRF Sniffer hears it, and in the clear."""
    begins = [
        index
        for index, packet in enumerate(packets)
        if packet.kind == EVENT and packet.data[1] == LE_META and packet.data[3] in CONNECTION_COMPLETES
    ]
    later = packets[begins[-1] :]
    (command,) = (
        packet.data
        for packet in later
        if packet.kind == COMMAND and packet.data[1:3] == ENABLE_ENCRYPTION
    )
    # After type, opcode, length and handle: Rand, EDIV and the key.
    key_name, key = command[6:16], command[16:32][::-1]
    pdus = list(l2cap(packet for packet in later if packet.kind == ACL))
    advertising = bytes([2, 1, 6, 1 + len(strap_name), 9]) + strap_name.encode()

    def play(is_encrypted):
        air = Air()
        connection = connect(
            air, later[0].time, 0x60B1D5F7, strap=strap, strap_is_random=True, advertising=advertising
        )
        link = Link(connection, is_encrypted, key, key_name)
        if is_encrypted:
            # What a sniffer says that has no key.
            connection.recorder = lambda plain, sealed: (sealed, 4)
        link.play()
        link.start()
        for _, is_central, pdu in pdus:
            link.play(**{'central' if is_central else 'peripheral': (START, pdu)})
        terminate(link)
        return nordic_pcapng(in_order(air))

    return {'encrypted/bonded.pcapng': play(True), 'encrypted/bonded-plain.pcapng': play(False)}
