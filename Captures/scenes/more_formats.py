"""The same packets in the further formats that phones, boards and archives bring."""

import base64
import gzip
import io
import struct
import zipfile
import zlib

from .formats import ACL, COMMAND, EVENT, btsnoop, btsnoop_of


def _flags(packet):
    return packet.received | (0x02 if packet.kind in (COMMAND, EVENT) else 0)


def h1_btsnoop(packets):
    """A btsnoop file of data link 1001: no packet type, the flags tell it."""
    return btsnoop_of(1001, ((p.time, _flags(p), p.data[1:]) for p in packets))


def _slip(frame):
    escaped = frame.replace(b'\xdb', b'\xdb\xdd').replace(b'\xc0', b'\xdb\xdc')
    return b'\xc0' + escaped + b'\xc0'


def _serial(packet, sequence, channel):
    """A frame of BCSP or of the three-wire transport (H5): a header with a checksum, in SLIP."""
    payload = packet.data[1:]
    first = 0x80 | (sequence & 7)
    second = (channel & 0x0F) | (len(payload) & 0x0F) << 4
    third = len(payload) >> 4
    head = bytes([first, second, third, ~(first + second + third) & 0xFF])
    return _slip(head + payload)


def h5_btsnoop(packets):
    """A btsnoop file of data link 1004: frames of the three-wire transport as they were sent."""
    return btsnoop_of(
        1004, ((p.time, _flags(p), _serial(p, i, p.kind)) for i, p in enumerate(packets))
    )


def bcsp_btsnoop(packets):
    """A btsnoop file of data link 1003: frames of BCSP as they were sent."""
    channels = {COMMAND: 5, EVENT: 5, ACL: 6}
    return btsnoop_of(
        1003,
        ((p.time, _flags(p), _serial(p, i, channels[p.kind])) for i, p in enumerate(packets)),
    )


def packet_logger(packets, big_endian=True):
    """A PacketLogger file."""
    order = '>' if big_endian else '<'
    types = {COMMAND: 0x00, EVENT: 0x01}
    parts = []
    for packet in packets:
        kind = types.get(packet.kind, 0x02 + packet.received)
        seconds, microseconds = divmod(packet.time, 1_000_000)
        body = packet.data[1:]
        parts.append(struct.pack(f'{order}IIIB', 9 + len(body), seconds, microseconds, kind))
        parts.append(body)
    return b''.join(parts)


def pcap_of(link_type, packets, head):
    """A pcap file of a link type, with what `head` puts before each packet."""
    parts = [struct.pack('<IHHiIII', 0xA1B2C3D4, 2, 4, 0, 0, 65535, link_type)]
    for packet in packets:
        data = head(packet)
        seconds, microseconds = divmod(packet.time, 1_000_000)
        parts.append(struct.pack('<IIII', seconds, microseconds, len(data), len(data)) + data)
    return b''.join(parts)


def h4_pcap(packets):
    """A pcap file of link type 187: no directions."""
    return pcap_of(187, packets, lambda p: p.data)


def monitor_pcap(packets, adapter=0):
    """A pcap file of link type 254: the Linux monitor."""
    opcodes = {COMMAND: 2, EVENT: 3}

    def head(packet):
        opcode = opcodes.get(packet.kind, 4 + packet.received)
        return struct.pack('>HH', adapter, opcode) + packet.data[1:]

    return pcap_of(254, packets, head)


def bug_report(packets):
    """An Android bug report whose log in memory stands in it as text (btsnooz, version 2)."""
    types = {
        (COMMAND, False): 0x20, (EVENT, True): 0x10, (ACL, False): 0x21, (ACL, True): 0x11,
    }
    records = []
    previous = packets[0].time
    for packet in packets:
        body = packet.data[1:]
        kind = types[packet.kind, bool(packet.received)]
        size = len(body) + 1
        records.append(struct.pack('<HHIB', size, size, packet.time - previous, kind) + body)
        previous = packet.time
    # Stored, since every release of zlib may compress in another way.
    log = struct.pack('<bQ', 2, packets[-1].time) + zlib.compress(b''.join(records), 0)
    text = base64.b64encode(log).decode()
    lines = [text[i:i + 76] for i in range(0, len(text), 76)]
    return '\n'.join(
        [
            '========================================================',
            '== dumpstate: a made report, with nothing else in it',
            '========================================================',
            '--- BEGIN:BTSNOOP_LOG_SUMMARY (%d bytes in) ---' % len(log),
            *lines,
            '--- END:BTSNOOP_LOG_SUMMARY ---',
            '',
        ]
    ).encode()


def bug_report_zip(packets):
    """An Android bug report with a rotated log, as `adb bugreport` writes it."""
    out = io.BytesIO()
    folder = 'FS/data/misc/bluetooth/logs/btsnoop_hci.log'
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_STORED) as archive:
        half = len(packets) // 2
        parts = ((folder, packets[half:]), (f'{folder}.last', packets[:half]))
        for name, content in ((name, btsnoop(part)) for name, part in parts):
            archive.writestr(zipfile.ZipInfo(name, (2026, 3, 1, 9, 0, 0)), content)
    return out.getvalue()


def gzipped(content):
    """A gzip file with the same bytes always: no time of day, no choices of a compressor."""
    return gzip.compress(content, compresslevel=0, mtime=0)
