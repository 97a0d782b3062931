"""The session of `polar-h7`, as a sniffer hears it."""

import gzip
import struct

from . import heart_rate
from .formats import ACL
from .link_layer import (
    ADV_EXT_IND,
    ADV_IND,
    CONNECT_IND,
    CONTROL,
    SCAN_REQ,
    SCAN_RSP,
    START,
    Air,
    Connection,
    address,
    bare_pcap,
    decrypted,
    nordic_pcap,
    nordic_pcapng,
    pcap,
    ppi_pcap,
    psd,
)

STRAP = '00:22:D0:00:06:07'
PHONE = heart_rate.PHONE
BEACON = 'F1:0E:2D:3C:4B:5A'

STRAP_RSSI, PHONE_RSSI, BEACON_RSSI = -62, -47, -80

ACCESS_ADDRESS = 0x50C2A9E7
CRC_START = 0x0B7D31
HOP = 7
# Units of 1.25 ms: 30 ms, then 60 ms. Units of 10 ms: 720 ms, then 2 s.
INTERVAL, LATER_INTERVAL = 24, 48
TIMEOUT, LATER_TIMEOUT = 72, 200

VERSION, FEATURE_REQ, FEATURE_RSP, TERMINATE = b'\x0c', b'\x08', b'\x09', b'\x02\x13'
FEATURES = struct.pack('<Q', 1)
# Key diversifiers and vectors that no key belongs to.
ENC_REQ = b'\x03' + bytes(10) + bytes(range(0x10, 0x1C))
ENC_RSP = b'\x04' + bytes(range(0x20, 0x2C))
START_ENC_REQ, START_ENC_RSP = b'\x05', b'\x06'

ADVERTISING = bytes.fromhex('020106' '03030d18' '020a00' '06ff6b00030358')
SCAN_RESPONSE = bytes([1 + len(heart_rate.POLAR_NAME), 9]) + heart_rate.POLAR_NAME.encode()

# Attribute protocol PDUs that something happens to.
DAMAGED = bytes.fromhex('0b01')
REPEATED = b'\x0bPolar Electro Oy'


def l2cap(packets):
    """Time, whether it is the central's, and L2CAP PDU, of the ATT PDUs of an HCI recording."""
    for packet in packets:
        if packet.kind == ACL and packet.data[7:9] == b'\x04\x00':
            yield packet.time, not packet.received, packet.data[5:]


def _advertise(air, start, connect):
    """What is heard before the phone connects."""
    strap, phone = address(STRAP), address(PHONE)
    number = 0
    time = start
    while time < connect:
        channel = 37 + number % 3
        rssi = STRAP_RSSI - number % 4
        packet = air.advertise(time, channel, rssi, ADV_IND, strap + ADVERTISING)
        if number in (2, 6):
            request = air.advertise(
                packet.end + 150, channel, PHONE_RSSI, SCAN_REQ, phone + strap, 0x40
            )
            air.advertise(request.end + 150, channel, rssi, SCAN_RSP, strap + SCAN_RESPONSE)
        if number in (1, 5):
            _beacon(air, time + 30_000)
        number += 1
        time += 101_250 + 1_250 * (number % 5)
    return time


def _beacon(air, time):
    """Extended advertising of another device: three packets, 300 µs apart by the AuxPtr."""

    def pointer(channel):
        return bytes([channel | 0x80]) + struct.pack('<H', 10)

    adi = struct.pack('<H', 0x1234)
    payload = bytes([len(adi) + 4, 0x18]) + adi + pointer(20)
    air.advertise(time, 37, BEACON_RSSI, ADV_EXT_IND, payload)
    name = b'\x0f\x09Chained Beacon'
    payload = bytes([len(adi) + 10, 0x19]) + address(BEACON) + adi + pointer(21)
    air.advertise(
        time + 3000, 20, BEACON_RSSI, ADV_EXT_IND, payload + name[:9], 0x40, auxiliary=0
    )
    payload = bytes([len(adi) + 1, 0x08]) + adi
    air.advertise(time + 6000, 21, BEACON_RSSI, ADV_EXT_IND, payload + name[9:], auxiliary=1)


async def record():
    recording = await heart_rate.polar_session()
    pdus = list(l2cap(recording))
    packets, _ = _hear(pdus)
    return {
        'polar-h7-ll.pcap': pcap(packets),
        'polar-h7-nrf.pcapng': nordic_pcapng(packets),
        'formats/ll-bare.pcap': bare_pcap(packets),
        'formats/ll-ppi.pcap': ppi_pcap(packets),
        'formats/ll-ti.psd.gz': gzip.compress(psd(packets), mtime=0),
        'formats/ll-nrf-no-id.pcap': nordic_pcap(packets),
        'formats/ll-decrypted.pcap': pcap(decrypted(*_hear(pdus, is_encrypted=True))),
    }


def _hear(pdus, is_encrypted=False):
    """All packets, and the number of those before the first that was sent encrypted."""
    air = Air()
    time = _advertise(air, pdus[0][0] - 1_200_000, pdus[0][0] - 250_000)
    last = air.advertise(time, 38, STRAP_RSSI, ADV_IND, address(STRAP) + ADVERTISING)
    indication = air.advertise(
        last.end + 150,
        38,
        PHONE_RSSI,
        CONNECT_IND,
        Connection.request(
            PHONE, STRAP, ACCESS_ADDRESS, CRC_START, INTERVAL, TIMEOUT, HOP
        ),
        0x40,
    )
    link = Connection(
        air,
        indication,
        ACCESS_ADDRESS,
        CRC_START,
        INTERVAL,
        HOP,
        (PHONE_RSSI, STRAP_RSSI),
    )
    link.play()
    link.play(central=(CONTROL, VERSION + struct.pack('<BHH', 12, 15, 0x4106)))
    link.play(peripheral=(CONTROL, VERSION + struct.pack('<BHH', 6, 13, 0x0140)))
    link.play(central=(CONTROL, FEATURE_REQ + FEATURES))
    link.play(peripheral=(CONTROL, FEATURE_RSP + FEATURES))
    start = len(air.packets)
    if is_encrypted:
        link.play(central=(CONTROL, ENC_REQ), peripheral=(CONTROL, ENC_RSP))
        link.play(peripheral=(CONTROL, START_ENC_REQ))
        start = len(air.packets)
        link.play(central=(CONTROL, START_ENC_RSP), peripheral=(CONTROL, START_ENC_RSP))
    _session(link, pdus)
    link.play(central=(CONTROL, TERMINATE))
    return sorted(air.packets, key=lambda packet: packet.time), start


def _session(link, pdus):
    instant = None
    notifications = 0
    for time, is_central, pdu in pdus:
        while link.anchor < time:
            _idle(link, instant)
        content = (START, pdu)
        att = pdu[4:]
        if att[0] == 0x1B:
            notifications += 1
        if is_central:
            _idle(link, instant, central=content)
            if att == bytes.fromhex('1213000100'):
                # Slower, once the values come; 6 events later.
                instant = link.event + 6
                update = struct.pack(
                    '<BBHHHHH', 0, 1, 0, LATER_INTERVAL, 0, LATER_TIMEOUT, instant
                )
                _idle(link, instant, central=(CONTROL, update))
        elif att == REPEATED:
            _idle(link, instant, peripheral=content, lost=True)
            _idle(link, instant, peripheral=content)
        else:
            _idle(link, instant, peripheral=content, damaged=att == DAMAGED)
        if notifications == 4 and att[0] == 0x1B:
            link.play(unheard=True)


def _idle(link, instant, **content):
    link.play(interval=LATER_INTERVAL if link.event == instant else None, **content)
