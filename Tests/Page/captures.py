"""Captures that are made for the page: of many events, of hostile names, of a clock that jumps, of one event, of none."""
import struct

START = 0x00DCDDB30F2F8000 + 1_772_355_600_000_000
OPENING = [
    (3, bytes.fromhex("043e13 01 00 0100 00 01 0144332211d0 1800 0000 4800 00")),
    (0, bytes.fromhex("020100 0b00 0700 0400 10 0100 ffff 0028")),
    (1, bytes.fromhex("020120 0c00 0800 0400 11 06 0100 0900 0d18")),
    (0, bytes.fromhex("020100 0b00 0700 0400 08 0100 0900 0328")),
    (1, bytes.fromhex("020120 0d00 0900 0400 09 07 0200 10 0300 372a")),
]
# What would be markup, would end the script, or would turn text around.
NAMES = ["</script><img src=x onerror=hit()>", "<!--<script>", "\u202egpj.exe", "{{data}}`${hit()}`", "a\0b\u2028c", "\"'><svg/onload=hit()>"]


def write(path, packets, step=10_000, jumps=()):
    """- jumps: microseconds that the clock is set by before a packet, by its number."""
    moment, jumps = START, dict(jumps)
    with open(path, "wb") as out:
        out.write(b"btsnoop\0" + struct.pack(">II", 1, 1002))
        for number, (flags, packet) in enumerate(packets):
            moment += jumps.get(number, 0)
            out.write(struct.pack(">IIIIq", len(packet), len(packet), flags, 0, moment) + packet)
            moment += step


def notification(handle, value):
    body = bytes([0x1B]) + struct.pack("<H", handle) + value
    return 1, struct.pack("<BHHHH", 2, 0x2001, len(body) + 4, len(body), 4) + body


def rates(path, values, padding=0):
    """A heart rate strap that notifies; - padding: octets of other values between."""
    packets = OPENING + [notification(3, bytes([0, 60 + i % 97])) for i in range(values)]
    if padding:
        packets[5:] = [one for i, packet in enumerate(packets[5:]) for one in (packet, notification(7, i.to_bytes(4, "big") * (padding // 4)))]
    # Longer than what a row shows of it.
    packets[7:7] = [notification(7, bytes(range(40)))]
    write(path, packets)


def advert(device, name):
    data = bytes([len(name) + 1, 9]) + name
    report = struct.pack("<BBB", 1, 0, 0) + struct.pack("<Q", device | 0xC0 << 40)[:6] + bytes([len(data)]) + data + b"\xc4"
    return 3, bytes([4, 0x3E, len(report) + 1, 2]) + report


def hostile(path):
    packets = [advert(index + 1, name.encode()[:26]) for index, name in enumerate(NAMES)] + OPENING
    packets += [notification(3 + index % 5, name.encode() * 3) for index, name in enumerate(NAMES * 3)]
    write(path, packets)


def crowd(path, devices=10_000):
    write(path, [advert(index + 1, b"device %d" % index) for index in range(devices)])


def jumps(path):
    packets = OPENING + [notification(3, bytes([0, 60 + i])) for i in range(40)]
    write(path, packets, 1_000_000, {20: 3 * 86_400_000_000, 30: -2 * 86_400_000_000})


def short(path, count):
    write(path, OPENING[:count])
