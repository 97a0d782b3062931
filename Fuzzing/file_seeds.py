"""Seeds for the harnesses that read whole files: the start of each capture, and small archives."""

import bz2
import gzip
import io
import json
import lzma
import pathlib
import struct
import sys
import tarfile
import zipfile

LONGEST = 2048


def short(data: bytes) -> bytes:
    return data[:LONGEST]


def harness_of(data: bytes) -> str | None:
    if data.startswith(b"btsnoop\0"):
        return "btsnoop"
    if data[:4] in (b"\xd4\xc3\xb2\xa1", b"\xa1\xb2\xc3\xd4", b"\x4d\x3c\xb2\xa1"):
        return "pcap"
    if data.startswith(b"\x0a\x0d\x0d\x0a"):
        return "pcapng"
    if data.startswith((b"\x1f\x8b", b"PK")):
        return "archive"
    if b"BTSNOOP_LOG" in data:
        return "btsnooz"
    return "packetlogger"


def psd() -> bytes:
    return gzip.decompress(pathlib.Path("Captures/formats/ll-ti.psd.gz").read_bytes())


def serial(data: bytes) -> bytes:
    """The records of a btsnoop file of a serial line, in the form that the harness reads."""
    datalinks = {1003: 0, 1004: 1, 1001: 2, 1002: 3}
    entries = bytes([datalinks.get(struct.unpack(">I", data[12:16])[0], 0)])
    at = 16
    while at + 24 <= len(data) and len(entries) < LONGEST - 300:
        included, flags = struct.unpack(">4xII", data[at : at + 12])
        packet = data[at + 24 : at + 24 + min(included, 255)]
        entries += bytes([flags & 3, len(packet)]) + packet
        at += 24 + included
    return entries


def archives(data: bytes) -> dict[str, bytes]:
    inner = data[:400]
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive:
        member = tarfile.TarInfo("x")
        member.size = len(inner)
        archive.addfile(member, io.BytesIO(inner))
    made = {
        "gz": gzip.compress(inner, mtime=0),
        "xz": lzma.compress(inner),
        "bz2": bz2.compress(inner),
        "tar": tar.getvalue().rstrip(b"\0") + bytes(600),
        "tgz": gzip.compress(tar.getvalue(), mtime=0),
    }
    for name, method in (("stored", zipfile.ZIP_STORED), ("deflated", zipfile.ZIP_DEFLATED)):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", method) as archive:
            archive.writestr("readme.txt", "no capture")
            archive.writestr("FS/data/log/bt/btsnoop_hci.log", inner)
        made[name + ".zip"] = packed.getvalue()
    # A frame of one uncompressed block: not every Python has zstd.
    block = struct.pack("<I", len(inner) << 3 | 1)[:3]
    made["zst"] = b"\x28\xb5\x2f\xfd\x60" + struct.pack("<H", len(inner) - 256) + block + inner
    return made


BLUEZ = b"""[General]
Name=Polar\\sH7
AddressType=static
[IdentityResolvingKey]
Key=9B7D390AA610103405ADC857A33402EC
[Attributes]
0001=2800:0009:00001801-0000-1000-8000-00805f9b34fb
0002=2803:0003:20:00002a05-0000-1000-8000-00805f9b34fb
0005=2803:0006:02:000102030405060708090a0b0c0d0e0f:2b2a
000a=2801:0012:180d
000b=2802:0013:0014:180f
000c=2803:000d:90:2a37
000e=0001:2900
000f=2902
[19]
UUID=00002800-0000-1000-8000-00805f9b34fb
Value=180F
EndGroupHandle=20
"""

TREES = b"""{"schema": 1, "devices": [{"address": "D0:44:33:22:11:01", "address_type": "random",
"name": "H7", "services": [{"handle": 10, "end_handle": 18, "uuid": "180D", "primary": true,
"includes": [{"handle": 11, "included_handle": 19, "end_handle": 20, "uuid": "180F"}],
"characteristics": [{"handle": 12, "value_handle": 13, "uuid": "2A37", "properties": ["notify"],
"user_description": "beats", "values": 1, "last_value": "0648", "descriptors": [
{"handle": 14, "uuid": "2902", "values": 0}]}]}], "undiscovered": [
{"handle": 32, "uuid": "2A00", "values": 0}]}, {"is_host": true, "services": []}]}"""


def known() -> dict[str, bytes]:
    """What was known before, and traffic in the form of the harness for whole captures."""
    # Head and PDU: notifications, a discovery, an indication of Service Changed, Database Hash.
    packets = bytes()
    for head, pdu in (
        (5, "1b0d000648"), (4, "100100ffff0028"), (5, "11060a0012000d18"), (4, "080a0012000328"),
        (5, "09070c00900d00372a"), (4, "040e000f00"), (5, "05010f000229"), (5, "1d030001000900"),
        (4, "1e"), (4, "080100ffff2a2b"), (5, "09120600" + bytes(range(16)).hex()),
        (13, "010000000101112233 44d018000000480000"), (21, "1b0d000648"), (1, "0500000013"),
    ):
        packet = bytes.fromhex(pdu)
        packets += bytes([head, len(packet)]) + packet
    made = {}
    for form, file in ((0, BLUEZ), (1, BLUEZ), (2, BLUEZ), (4, BLUEZ), (3, TREES), (7, TREES)):
        made[f"form{form}"] = bytes([form, 0, form]) + struct.pack("<H", len(file)) + file + packets
    return made


def declarations() -> dict[str, bytes]:
    """One declaration of each file, and its first sample."""
    made = {}
    for path in sorted(pathlib.Path("Sources/GATTValues/Declarations").glob("*.json")):
        document = json.loads(path.read_bytes())
        for uuid, declared in document.pop("characteristics", {}).items():
            samples = declared.get("samples") if isinstance(declared, dict) else None
            small = json.dumps(document | {"characteristics": {uuid: declared}}).encode()
            if samples and len(small) < 3500:
                made[path.stem] = small + b"\0" + bytes.fromhex(samples[0]["value"])
                break
    return made


def main() -> None:
    folder, *captures = map(pathlib.Path, sys.argv[1:])
    for capture in captures:
        data = capture.read_bytes()
        name = harness_of(data)
        first = b"\0" if name == "btsnooz" else b""
        (folder / name / capture.name).write_bytes(first + short(data))
        if name == "btsnoop":
            (folder / "serial" / capture.name).write_bytes(serial(data))
    seed = pathlib.Path("Captures/polar-h7.btsnoop").read_bytes()
    for ending, data in archives(seed).items():
        (folder / "archive" / f"x.{ending}").write_bytes(data)
    for name, data in known().items():
        (folder / "known" / name).write_bytes(data)
    example = pathlib.Path("Examples/ci/bluetooth")
    timeline = (example / "expected.ndjson").read_bytes()
    (folder / "timelines" / "baseline").write_bytes(b"\x40" + timeline[:4000])
    rules = [line for line in (example / "rules.txt").read_bytes().splitlines() if line[:1] not in (b"", b"#")]
    for number, rule in enumerate(rules):
        (folder / "rules" / str(number)).write_bytes(rule + b"\n" + timeline.splitlines()[-number - 1])
    for name, data in declarations().items():
        (folder / "declarations" / name).write_bytes(data)
    (folder / "psd" / "ll-ti").write_bytes(short(psd()))
    for log in pathlib.Path("Tests/BTSnoopTests/TextLogs").iterdir():
        (folder / "text-log" / log.name).write_bytes(short(log.read_bytes()))
    log = b"\x02" + bytes(8)
    for number in range(4):
        packet = bytes([4, 0x0E, 4, 1, 3, 0x0C, 0])
        log += struct.pack("<HHIB", len(packet), len(packet), 1000 * number, 0x10) + packet[1:]
    (folder / "btsnooz" / "stored").write_bytes(b"\1" + log)


main()
