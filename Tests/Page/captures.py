"""Captures that are made for the page: of many events, of hostile names, of a clock that jumps, of one event, of none, of
several recorders."""
import struct

SECONDS = 1_772_355_600
START = 0x00DCDDB30F2F8000 + SECONDS * 1_000_000
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


CENTRAL, PERIPHERAL = bytes.fromhex("0730215e8ac4"), bytes.fromhex("070600d02200")
ACCESS, PARAMETERS = bytes.fromhex("e7a9c250"), bytes.fromhex("180000004800")
EVENT, HANDLE = 30_000, 0x40


def spoken(rounds):
    """What both sides say, in microseconds: who hands it over when, when it is on the air, and when the other one has it."""
    said, time, event = [], 300_000, 10

    def say(is_sent, begin, att):
        nonlocal event
        event = max(event + 1, (begin + 1000) // EVENT + 1)
        air = event * EVENT + (0 if is_sent else 230)
        said.append((is_sent, begin, air, air + 8 * (len(att) + 14) + 700, att))
        return said[-1][3]

    for number in range(rounds):
        value = (number * 7919 % 65536).to_bytes(2, "little") + bytes([number % 251])
        had = say(True, time, bytes.fromhex("0a2a00"))
        say(False, had + 1500, b"\x0b" + value)
        had = say(True, time + 200_000, b"\x12\x30\x00" + value)
        say(False, had + 900, b"\x13")
        # Three at once, of which the later ones wait.
        for place in range(3):
            say(True, time + 400_000 + place * 400, b"\x52\x12\x00" + value + bytes([place]))
        for place in range(4):
            say(False, time + 600_000 + place * 130_000 + number * 37, b"\x1b\x03\x00" + bytes([0, 60 + (number + place) % 97]) + value)
        time += 1_300_000 if number != rounds // 2 else 4_300_000
    return said


def recorders(phone, air, strap, rounds=16):
    """One connection, as both hosts log it and a sniffer hears it, each by a clock of its own."""
    said = spoken(rounds)

    def host(path, is_central, offset):
        peer = PERIPHERAL if is_central else CENTRAL
        packets = [(20_000, 3, b"\x04\x3e\x13\x01\x00" + struct.pack("<H", HANDLE) + bytes([0 if is_central else 1, 0 if is_central else 1]) + peer + PARAMETERS + b"\x00")]
        for is_sent, begin, _, end, att in said:
            is_own = is_sent == is_central
            body = struct.pack("<HH", len(att), 4) + att
            packets.append((begin if is_own else end, 0 if is_own else 1, struct.pack("<BHH", 2, HANDLE | (0 if is_own else 0x2000), len(body)) + body))
        packets.sort(key=lambda packet: packet[0])
        with open(path, "wb") as out:
            out.write(b"btsnoop\0" + struct.pack(">II", 1, 1002))
            for time, flags, packet in packets:
                out.write(struct.pack(">IIIIq", len(packet), len(packet), flags, 0, START + offset + time) + packet)

    host(phone, True, 12_500_000)
    host(strap, False, -3_000_000)
    with open(air, "wb") as out:
        out.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 256))

        def hear(time, channel, direction, packet):
            whole = struct.pack("<Bbbb", channel, -60, 0, 0) + packet[:4] + struct.pack("<H", 0x0C13 | direction << 7) + packet + b"\0\0\0"
            out.write(struct.pack("<IIII", SECONDS + time // 1_000_000, time % 1_000_000, len(whole), len(whole)) + whole)

        hear(5000, 0, 0, bytes.fromhex("d6be898e0522") + CENTRAL + PERIPHERAL + ACCESS + bytes.fromhex("317d0b020000") + PARAMETERS + bytes.fromhex("ffffffff1fa7"))
        payloads = {time: struct.pack("<HH", len(att), 4) + att for _, _, time, _, att in said}
        number, event = 0, 1
        while event * EVENT <= max(payloads) + EVENT:
            number = 1 - number
            for side in range(2):
                time = event * EVENT + 230 * side
                payload = payloads.get(time, b"")
                header = (2 if payload else 1) | (number if side == 0 else 1 - number) << 2 | number << 3
                hear(time, event * 7 % 37, 2 + side, ACCESS + bytes([header, len(payload)]) + payload)
            event += 1
