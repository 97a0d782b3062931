#!/usr/bin/env python3
"""Writes two captures of the air (link type 256): one encrypted connection, and the same PDUs in
the clear, with empty ones where encryption starts.

    air.py PDUS ENCRYPTED PLAIN
    air.py --key                    prints the key

There are no other empty PDUs: they cost the same in both. Needs PyPI's `cryptography` (Captures/environment).
"""

import pathlib
import random
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Captures"))
from scenes.encryption import START_ENC_REQ, START_ENC_RSP, Encryption  # noqa: E402

KEY = bytes.fromhex("7c1d90b3a5e84f26d0937b41c8f25e6a")
ADVERTISING_ADDRESS, ACCESS_ADDRESS, CRC_START = 0x8E89BED6, 0x50C2A9E7, 0x0B7D31
BEGIN, INTERVAL = 1_772_359_200_000_000, 7_500
CONTROL, START = 3, 2


def crc_table():
    for octet in range(256):
        for _ in range(8):
            octet = octet >> 1 ^ (0xDA6000 if octet & 1 else 0)
        yield octet


TABLE = list(crc_table())


def crc(pdu, start=int(f"{CRC_START:024b}"[::-1], 2)):
    for octet in pdu:
        start = start >> 8 ^ TABLE[(start ^ octet) & 0xFF]
    return start.to_bytes(3, "little")


class File:
    def __init__(self, path):
        self.file = open(path, "wb")
        self.file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 256))

    def packet(self, time, address, pdu, check, flags):
        data = struct.pack("<BbbBIH", 10, -60, 0, 0, address, flags | 0x0C13)
        data += struct.pack("<I", address) + pdu + check
        self.file.write(struct.pack("<IIII", *divmod(time, 1_000_000), len(data), len(data)) + data)


def contents(source):
    """What both sides send in each event, without end: mostly values of various lengths."""
    while True:
        for _ in range(20):
            rate = bytes([0x1B, 0x12, 0, 0x16, source.randrange(60, 180)])
            yield bytes([0x52, 0x20, 0]) + source.randbytes(4), rate + source.randbytes(2)
            yield b"\x0a\x1e\x00", b"\x0b" + bytes([source.randrange(101)])
            yield b"\x12\x21\x00" + source.randbytes(20), b"\x13"
            yield b"\x0a\x23\x00", b"\x0b" + source.randbytes(22)
            yield bytes([0x52, 0x20, 0]) + source.randbytes(8), b"\x1b\x25\x00" + source.randbytes(18)


def main():
    if sys.argv[1] == "--key":
        print(KEY.hex())
        return
    count, *paths = int(sys.argv[1]), *sys.argv[2:4]
    source = random.Random("air")
    encryption = Encryption(source, KEY)
    files = [File(path) for path in paths]
    phone, strap = bytes.fromhex("0730215e8ac4"), bytes.fromhex("070600d02200")
    request = phone + strap + struct.pack("<I", ACCESS_ADDRESS) + CRC_START.to_bytes(3, "little")
    request += struct.pack("<BHHHH", 2, 0, 6, 0, 300) + b"\xff\xff\xff\xff\x1f\x27"
    pdu = bytes([0x45, len(request)]) + request
    advertising = int(f"{0x555555:024b}"[::-1], 2)
    for file in files:
        file.packet(BEGIN, ADVERTISING_ADDRESS, pdu, crc(pdu, advertising), 0)

    def event(number, sides):
        bit = number & 1
        for side, (is_encrypted, kind, payload) in enumerate(sides):
            header = kind | bit << 3 | (bit ^ side) << 2
            plain = sealed = bytes([header, len(payload)]) + payload
            if is_encrypted:
                payload = encryption.seal(side, header, bit, payload)
                encryption.acknowledged(side)
                sealed = bytes([header, len(payload)]) + payload
            if kind == CONTROL:  # In the clear no encryption starts.
                plain = bytes([header & ~3 | 1, 0])
            time = BEGIN + 3_000 + number * INTERVAL + side * 500
            for file, pdu in zip(files, (sealed, plain)):
                file.packet(time, ACCESS_ADDRESS, pdu, crc(pdu), (2 + side) << 7)

    empty = (False, 1, b"")
    event(0, [(False, CONTROL, encryption.request), empty])
    event(1, [empty, (False, CONTROL, encryption.response)])
    event(2, [empty, (False, CONTROL, START_ENC_REQ)])
    event(3, [(True, CONTROL, START_ENC_RSP), (True, CONTROL, START_ENC_RSP)])
    pairs = contents(source)
    for number in range(4, 4 + count // 2):
        event(number, [(True, START, struct.pack("<HH", len(att), 4) + att) for att in next(pairs)])


if __name__ == "__main__":
    main()
