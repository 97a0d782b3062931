"""The air: link-layer packets as a sniffer beside two devices hears them."""

import dataclasses
import struct

ADVERTISING_ADDRESS = 0x8E89BED6
ADVERTISING_CRC = 0x555555

ADV_IND, SCAN_REQ, SCAN_RSP, CONNECT_IND, ADV_EXT_IND = 0, 3, 4, 5, 7
CONTINUATION, START, CONTROL = 1, 2, 3

# Microseconds from the end of a packet to the start of its answer.
INTER_FRAME_SPACE = 150


def crc(pdu, start):
    """The three octets of the CRC as they are sent (Core Specification, Vol 6, Part B, 3.1.1)."""
    register = int(f'{start:024b}'[::-1], 2)
    for octet in pdu:
        for _ in range(8):
            feedback = (register ^ octet) & 1
            register >>= 1
            octet >>= 1
            if feedback:
                register ^= 0xDA6000
    return register.to_bytes(3, 'little')


def address(text):
    return bytes.fromhex(text.replace(':', ''))[::-1]


@dataclasses.dataclass
class AirPacket:
    time: int
    """Microseconds since 1970, of the packet's start."""
    channel: int
    """Link-layer index."""
    rssi: int
    access_address: int
    pdu: bytes
    crc: bytes
    crc_ok: bool = True
    from_central: bool | None = None
    """`None` for advertising."""
    auxiliary: int | None = None
    """Of secondary advertising: 0 AUX_ADV_IND, 1 AUX_CHAIN_IND."""
    event: int = 0
    """Counter of the connection event."""
    phy: int = 0
    """0 LE 1M, 1 LE 2M, 2 LE Coded with eight symbols a bit."""
    decryption: int = 0
    """What an nRF Sniffer says of it: 4 encrypted, 8 its MIC is right."""

    @property
    def data(self):
        coding = b'\0' if self.phy == 2 else b''
        return struct.pack('<I', self.access_address) + coding + self.pdu + self.crc

    @property
    def end(self):
        if self.phy == 2:
            return self.time + 400 + 64 * len(self.pdu + self.crc)
        if self.phy == 1:
            return self.time + 4 * (2 + len(self.data))
        return self.time + 8 * (1 + len(self.data))


class Air:
    """What the sniffer hears, in order."""

    def __init__(self):
        self.packets = []

    def advertise(self, time, channel, rssi, kind, payload, flags=0, auxiliary=None):
        """`flags`: 0x40 for a random sender, 0x80 for a random target."""
        pdu = bytes([kind | flags, len(payload)]) + payload
        packet = AirPacket(
            time,
            channel,
            rssi,
            ADVERTISING_ADDRESS,
            pdu,
            crc(pdu, ADVERTISING_CRC),
            auxiliary=auxiliary,
        )
        self.packets.append(packet)
        return packet


class Connection:
    """A connection: events on a grid, sequence numbers, hopping over all channels."""

    def __init__(self, air, indication, access_address, crc_start, interval, hop, rssi):
        """`interval` in units of 1.25 ms; `rssi` of central and peripheral."""
        self.air = air
        self.access_address = access_address
        self.crc_start = crc_start
        self.interval = interval * 1250
        self.hop = hop
        self.rssi = rssi
        self.channel = 0
        self.event = 0
        # The first event, 1.25 ms and no offset behind the CONNECT_IND.
        self.anchor = indication.end + 1250
        self.sequence = [0, 0]
        self.expected = [0, 0]
        self.phy = 0
        self.encryption = None
        """What encrypts the payloads of central and peripheral; `None` while they are in the clear."""
        self.encrypts = [False, False]
        self.recorder = None
        """What the sniffer records of an encrypted packet, of its payload as it was and as it was sent:
        a payload and what it says of decryption. `None`: as it was sent."""

    @staticmethod
    def request(initiator, advertiser, access_address, crc_start, interval, timeout, hop):
        """The payload of the CONNECT_IND."""
        return (
            address(initiator)
            + address(advertiser)
            + struct.pack('<I', access_address)
            + crc_start.to_bytes(3, 'little')
            + struct.pack('<BHHHH', 2, 0, interval, 0, timeout)
            + b'\xff\xff\xff\xff\x1f'
            + bytes([hop | 0x20])
        )

    def play(
        self,
        central=None,
        peripheral=None,
        lost=False,
        damaged=False,
        unheard=False,
        interval=None,
    ):
        """One connection event; `central` and `peripheral` are pairs of LLID and payload.

        `lost`: the central does not receive the peripheral's packet. `damaged`: the sniffer hears
        it with a bit wrong. `unheard`: the sniffer hears nothing of the event. `interval`: the
        event is the instant of a new one, in units of 1.25 ms.
        """
        if interval:
            self.interval = interval * 1250
        self.channel = (self.channel + self.hop) % 37
        time = self.anchor
        for side, content in enumerate((central, peripheral)):
            llid, payload = content or (CONTINUATION, b'')
            header = llid | self.expected[side] << 2 | self.sequence[side] << 3
            plain, decryption = payload, 0
            if self.encrypts[side]:
                payload = self.encryption.seal(side, header, self.sequence[side], payload)
            pdu = bytes([header, len(payload)]) + payload
            check = crc(pdu, self.crc_start)
            if self.recorder and payload != plain:
                payload, decryption = self.recorder(plain, payload)
                pdu = bytes([header, len(payload)]) + payload
            is_damaged = damaged and side == 1
            if is_damaged:
                pdu = pdu[:-1] + bytes([pdu[-1] ^ 0x10])
            packet = AirPacket(
                time,
                self.channel,
                self.rssi[side] - self.event % 3,
                self.access_address,
                pdu,
                check,
                crc_ok=not is_damaged,
                from_central=side == 0,
                event=self.event,
                phy=self.phy,
                decryption=decryption,
            )
            if not unheard:
                self.air.packets.append(packet)
            time = packet.end + INTER_FRAME_SPACE
            if side == 0 or not lost:
                self._receive(1 - side, self.sequence[side], self.expected[side])
        self.event += 1
        self.anchor += self.interval

    def _receive(self, side, sequence, expected):
        """`side` receives a packet with these numbers."""
        if sequence == self.expected[side]:
            self.expected[side] ^= 1
        if expected != self.sequence[side]:
            self.sequence[side] ^= 1
            if self.encryption:
                self.encryption.acknowledged(side)


def _rf_channel(index):
    return {37: 0, 38: 12, 39: 39}.get(index, index + 1 if index < 11 else index + 2)


def pcap_file(link_type, packets):
    """A pcap file of pairs of time and record."""
    parts = [struct.pack('<IHHiIII', 0xA1B2C3D4, 2, 4, 0, 0, 65535, link_type)]
    for time, data in packets:
        seconds, microseconds = divmod(time, 1_000_000)
        parts.append(struct.pack('<IIII', seconds, microseconds, len(data), len(data)))
        parts.append(data)
    return b''.join(parts)


def bare_pcap(packets):
    """A pcap file of link type 251: access address, PDU and CRC, nothing else."""
    return pcap_file(251, ((packet.time, packet.data) for packet in packets))


def ppi_pcap(packets):
    """A pcap file of link type 192 (PPI) around link type 251, without fields."""
    head = struct.pack('<BBHI', 0, 0, 8, 251)
    return pcap_file(192, ((packet.time, head + packet.data) for packet in packets))


def pcap(packets):
    """A pcap file of link type 256 (radio header before each packet)."""

    def record(packet):
        # Dewhitened, signal power valid, reference address valid, CRC checked.
        flags = 0x0001 | 0x0002 | 0x0010 | 0x0400 | (0x0800 if packet.crc_ok else 0)
        if packet.auxiliary is not None:
            flags |= 1 << 7 | packet.auxiliary << 12
        elif packet.from_central is not None:
            flags |= (2 if packet.from_central else 3) << 7
        flags |= packet.phy << 14
        header = struct.pack(
            '<BbbBIH',
            _rf_channel(packet.channel),
            packet.rssi,
            0,
            0,
            packet.access_address,
            flags,
        )
        return packet.time, header + packet.data

    return pcap_file(256, map(record, packets))


def psd(packets):
    """A file of TI's SmartRF Packet Sniffer: times since it was started, 4 ms before the first packet."""
    parts = []
    for number, packet in enumerate(packets):
        turns, ticks = divmod(32 * (packet.time - packets[0].time + 4000), 5000)
        data = packet.data + struct.pack(
            '<bB', packet.rssi + 94, packet.channel | (0x80 if packet.crc_ok else 0)
        )
        head = struct.pack(
            '<BIQHB', 1, number + 1, turns << 16 | ticks, len(data) + 1, len(data)
        )
        parts.append((head + data).ljust(271, b'\0'))
    return b''.join(parts)


def nordic_pcap(packets):
    """A pcap file of link type 272 as Scapy writes it: protocol version 2, packet ID 0, and no
    time, signal strength or counter."""
    return nordic_pcap_of((packet, 2) for packet in packets)


def nordic_pcap_of(packets):
    """The same of packets, each with the version of its protocol."""

    def record(packet, version):
        flags = int(packet.crc_ok) | (0x02 if packet.from_central else 0)
        if version == 1:
            header = struct.pack('<BBBBHB', 0x4B, 6, 10 + len(packet.data), 1, 0, 0)
        else:
            header = struct.pack('<BHBHB', 0x4B, 10 + len(packet.data), version, 0, 0)
        radio = struct.pack('<BBBBHI', 10, flags, packet.channel, 0, 0, 0)
        return packet.time, header + radio + packet.data

    return pcap_file(272, (record(*each) for each in packets))


def decrypted(packets, start):
    """The packets as a tool writes them that has decrypted those from an index on: without a MIC, a
    mark or a CRC."""
    return [
        dataclasses.replace(packet, crc=bytes(3))
        if index >= start and packet.from_central is not None and packet.pdu[1] and packet.crc_ok
        else packet
        for index, packet in enumerate(packets)
    ]


def nordic_pcapng(packets):
    """A pcapng file as the nRF Sniffer writes it (link type 272, protocol version 3)."""

    def block(kind, body):
        body += bytes(-len(body) % 4)
        size = 12 + len(body)
        return struct.pack('<II', kind, size) + body + struct.pack('<I', size)

    parts = [
        block(0x0A0D0D0A, struct.pack('<IHHq', 0x1A2B3C4D, 1, 0, -1)),
        block(1, struct.pack('<HHI', 272, 0, 65535)),
    ]
    for counter, packet in enumerate(packets):
        flags = int(packet.crc_ok)
        if packet.auxiliary is not None:
            flags |= packet.auxiliary << 1
        elif packet.from_central:
            flags |= 0x02
        flags |= packet.phy << 4 | packet.decryption
        is_advertising = packet.from_central is None
        data = (
            struct.pack(
                '<BHBHB',
                1,
                10 + len(packet.data),
                3,
                counter & 0xFFFF,
                2 if is_advertising else 6,
            )
            + struct.pack(
                '<BBBBHI',
                10,
                flags,
                packet.channel,
                -packet.rssi,
                packet.event & 0xFFFF,
                (packet.time - packets[0].time) & 0xFFFFFFFF,
            )
            + packet.data
        )
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
