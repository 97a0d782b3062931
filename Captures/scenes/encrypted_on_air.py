"""Two encrypted links at once, as a sniffer hears them; and the same packets in the clear."""

import random
import struct

from . import heart_rate
from .encryption import (
    PAUSE_ENC_REQ,
    PAUSE_ENC_RSP,
    START_ENC_REQ,
    START_ENC_RSP,
    Encryption,
    name,
)
from .link_layer import ADV_EXT_IND, ADV_IND, CONNECT_IND, CONTROL, START, Air, Connection, address, pcap
from .polar_on_air import ADVERTISING, PHONE, STRAP, l2cap

BAND = 'D2:44:00:00:06:08'
# Most significant octet first.
STRAP_KEY = bytes.fromhex('0f1e2d3c4b5a69788796a5b4c3d2e1f0')
LATER_KEY = bytes.fromhex('a1b2c3d4e5f60718293a4b5c6d7e8f90')
BAND_KEY = bytes.fromhex('55aa00ff112233445566778899aabbcc')
STRAP_RSSI, BAND_RSSI, PHONE_RSSI = -62, -70, -47
INTERVAL, TIMEOUT, HOP = 24, 72, 7
# The requests and answers of the session, by number, that something happens to.
UNHEARD, LOST, PAUSE = (17, 18, 19, 30), (22, 35), 26


class Link:
    """A link that is encrypted, or plays the same events in the clear."""

    def __init__(self, link, is_encrypted, key, key_name=bytes(10)):
        self.link = link
        self.is_encrypted = is_encrypted
        # The same numbers whatever else the scene draws.
        self.random = random.Random(key)
        self.key = key
        self.key_name = key_name

    def play(self, central=None, peripheral=None, **how):
        self.link.play(central=central, peripheral=peripheral, **how)

    def control(self, central=None, peripheral=None, **how):
        """Control PDUs of encryption: in the clear there are none."""
        if not self.is_encrypted:
            central = peripheral = None
        self.play(central and (CONTROL, central), peripheral and (CONTROL, peripheral), **how)

    def start(self, **how):
        """`how` is for what comes after LL_ENC_RSP."""
        link = self.link
        if self.is_encrypted:
            link.encryption = Encryption(self.random, self.key, self.key_name)
            request, response = link.encryption.request, link.encryption.response
        else:
            request = response = None
        self.control(central=request)
        self.control(peripheral=response)
        self.control(peripheral=START_ENC_REQ, **how)
        link.encrypts[0] = self.is_encrypted
        self.control(central=START_ENC_RSP, **how)
        link.encrypts[1] = self.is_encrypted
        self.control(peripheral=START_ENC_RSP, **how)

    def pause(self, key):
        """Both responses: the peripheral's is encrypted, the central's is not."""
        self.control(central=PAUSE_ENC_REQ)
        self.control(peripheral=PAUSE_ENC_RSP)
        self.link.encrypts = [False, False]
        self.control(central=PAUSE_ENC_RSP)
        self.key = key
        self.start()


def _connect(air, time):
    """The strap's connection, and the band's over extended advertising on LE 2M."""
    last = air.advertise(time, 38, STRAP_RSSI, ADV_IND, address(STRAP) + ADVERTISING)
    terms = (INTERVAL, TIMEOUT, HOP)
    first = (0x50C2A9E7, 0x0B7D31)
    indication = air.advertise(
        last.end + 150,
        38,
        PHONE_RSSI,
        CONNECT_IND,
        Connection.request(PHONE, STRAP, *first, *terms),
        0x40,
    )
    strap = Connection(air, indication, *first, INTERVAL, HOP, (PHONE_RSSI, STRAP_RSSI))

    adi = struct.pack('<H', 0x2345)
    pointer = bytes([20 | 0x80]) + struct.pack('<H', 10 | 1 << 13)
    time += 13_000
    air.advertise(
        time, 37, BAND_RSSI, ADV_EXT_IND, bytes([1 << 6 | len(adi) + 4, 0x18]) + adi + pointer
    )
    payload = bytes([1 << 6 | len(adi) + 7, 0x09]) + address(BAND) + adi
    packet = air.advertise(time + 300, 20, BAND_RSSI, ADV_EXT_IND, payload, 0x40, auxiliary=0)
    packet.phy = 1
    second = (0x6E5D4C3A, 0x123456)
    request = Connection.request(PHONE, BAND, *second, *terms)
    indication = air.advertise(packet.end + 150, 20, PHONE_RSSI, CONNECT_IND, request, 0xC0)
    indication.phy = 1
    band = Connection(air, indication, *second, INTERVAL, HOP, (PHONE_RSSI, BAND_RSSI))
    band.phy = 1
    return strap, band


def _session(link, pdus, pauses):
    link.play()
    link.start()
    for number, (_, is_central, pdu) in enumerate(pdus):
        content = (START, pdu)
        how = {'unheard': number in UNHEARD}
        if is_central:
            link.play(central=content, **how)
        elif number in LOST:
            link.play(peripheral=content, lost=True)
            link.play(peripheral=content)
        else:
            link.play(peripheral=content, **how)
        if pauses and number == PAUSE:
            link.pause(LATER_KEY)
    # Time without values, and then the end.
    for _ in range(5):
        link.play()
    link.play(central=(CONTROL, b'\x02\x13'))


def _packets(pdus, is_encrypted):
    air = Air()
    strap, band = _connect(air, pdus[0][0])
    _session(Link(strap, is_encrypted, STRAP_KEY, name(0x1122334455667788, 0x99AA)), pdus, True)
    _session(Link(band, is_encrypted, BAND_KEY), pdus, False)
    return sorted(air.packets, key=lambda packet: packet.time)


async def record():
    pdus = list(l2cap(await heart_rate.polar_session()))
    return {
        'encrypted/two-links.pcap': pcap(_packets(pdus, True)),
        'encrypted/two-links-plain.pcap': pcap(_packets(pdus, False)),
    }
