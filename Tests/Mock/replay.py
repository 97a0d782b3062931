#!/usr/bin/env python3
"""Asks `bleinspect mock` what a capture's client asked its device, at the recorded times.

    Tests/Mock/replay.py PROGRAM CAPTURE...

Each answer must be that of the capture, octet by octet; notifications and indications must be those of the
capture in order, and come within TOLERANCE of their recorded times. Captures are btsnoop (H4). Two virtual
controllers of Bumble are linked: the program drives one over TCP, the client is Bumble's L2CAP on the other.
"""

import asyncio
import logging
import socket
import struct
import subprocess
import sys
import time
from dataclasses import dataclass, field

from bumble.controller import Controller
from bumble.device import Device
from bumble.hci import Address
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport import open_transport
from bumble.transport.common import AsyncPipeSink

# Seconds: more than a connection interval, as machines under load need it.
TOLERANCE = 0.1
ATT = 4
REQUESTS = {0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x20}
VALUES = {0x1B, 0x1D}
# One PDU with several values, which the program sends one by one.
SEVERAL = 0x23


@dataclass
class Connection:
    """The ATT PDUs of one LE connection: seconds, whether the client sent it, octets."""

    host_is_client: bool
    pdus: list = field(default_factory=list)

    def answer(self, place):
        """The recorded answer to a request."""
        opcode = self.pdus[place][2][0]
        for _, is_clients, pdu in self.pdus[place + 1 :]:
            if not is_clients and (pdu[0] == opcode + 1 or pdu[0] == 1 and pdu[1] == opcode):
                return pdu
        return None

    def values(self):
        """What the server sent by itself, each with its time."""
        found = []
        for moment, is_clients, pdu in self.pdus:
            if is_clients:
                continue
            if pdu[0] in VALUES:
                found.append((moment, pdu))
            elif pdu[0] == SEVERAL:
                rest = pdu[1:]
                while len(rest) >= 4:
                    length = struct.unpack_from("<H", rest, 2)[0]
                    found.append((moment, b"\x1b" + rest[:2] + rest[4 : 4 + length]))
                    rest = rest[4 + length :]
        return found


def connections(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"btsnoop\0" or struct.unpack_from(">I", data, 12)[0] != 1002:
        raise SystemExit(f"{path}: no btsnoop of H4")
    found, open_links, parts, offset = [], {}, {}, 16
    while offset < len(data):
        length, flags, _, stamp = struct.unpack_from(">IIIq", data, offset + 4)
        packet = data[offset + 24 : offset + 24 + length]
        offset += 24 + length
        if packet[:1] == b"\x04" and packet[1] == 0x3E and packet[3] in (0x01, 0x0A, 0x29):
            if packet[4] == 0:
                handle = struct.unpack_from("<H", packet, 5)[0] & 0x0FFF
                open_links[handle] = Connection(host_is_client=packet[7] == 0)
                found.append(open_links[handle])
        if packet[:1] != b"\x02":
            continue
        head = struct.unpack_from("<H", packet, 1)[0]
        key = head & 0x0FFF, flags & 1
        starts = head >> 12 & 3 != 1
        parts[key] = packet[5:] if starts else parts.get(key, b"") + packet[5:]
        frame = parts[key]
        if len(frame) < 4 or len(frame) < 4 + struct.unpack_from("<H", frame)[0]:
            continue
        size, channel = struct.unpack_from("<HH", frame)
        link = open_links.get(key[0])
        if channel == ATT and link is not None and size > 0:
            is_clients = (key[1] == 0) == link.host_is_client
            link.pdus.append((stamp / 1e6, is_clients, frame[4 : 4 + size]))
        parts[key] = b""
    return found


class Client:
    """A central that sends PDUs as they are."""

    def __init__(self, link):
        controller = Controller("client", link=link)
        self.host = Host(controller, AsyncPipeSink(controller))
        self.device = Device(
            name="client", address=Address("F0:F1:F2:F3:F4:F5"), host=self.host
        )
        self.received = asyncio.Queue()
        self.values = []

    async def connect(self):
        found = asyncio.get_running_loop().create_future()
        self.device.on(
            "advertisement", lambda seen: found.done() or found.set_result(seen.address)
        )
        await self.device.start_scanning()
        address = await asyncio.wait_for(found, 30)
        await self.device.stop_scanning()
        self.connection = await self.device.connect(address)
        self.values = []
        self.device.l2cap_channel_manager.register_fixed_channel(
            ATT, lambda _, pdu: self.received.put_nowait((time.monotonic(), bytes(pdu)))
        )

    def send(self, pdu):
        self.device.send_l2cap_pdu(self.connection.handle, ATT, pdu)

    async def next_answer(self):
        while True:
            moment, pdu = await asyncio.wait_for(self.received.get(), 5)
            if pdu[0] not in VALUES:
                return pdu
            self.values.append((moment, pdu))

    def take_values(self):
        while not self.received.empty():
            moment, pdu = self.received.get_nowait()
            if pdu[0] in VALUES:
                self.values.append((moment, pdu))
        return self.values


async def replay(client, recorded):
    """Returns the number of equal answers, and what differs."""
    equal, differences = 0, []
    await client.connect()
    first = next((moment for moment, is_clients, _ in recorded.pdus if is_clients), None)
    if first is None:
        return 0, []
    start = time.monotonic()
    for place, (moment, is_clients, pdu) in enumerate(recorded.pdus):
        if not is_clients:
            continue
        await asyncio.sleep(max(0, start + moment - first - time.monotonic()))
        client.send(pdu)
        if pdu[0] not in REQUESTS:
            continue
        expected = recorded.answer(place)
        answer = await client.next_answer()
        if expected is None or answer == expected:
            equal += 1
        else:
            differences.append(f"{pdu.hex()}: {expected.hex()} became {answer.hex()}")
    last = recorded.pdus[-1][0]
    await asyncio.sleep(max(0, start + last - first + TOLERANCE - time.monotonic()))
    expected, played = recorded.values(), client.take_values()
    if [pdu for _, pdu in expected] != [pdu for _, pdu in played]:
        differences.append(
            f"{len(expected)} values became {len(played)}: "
            f"{[pdu.hex() for _, pdu in expected]}, {[pdu.hex() for _, pdu in played]}"
        )
    else:
        for (then, pdu), (now, _) in zip(expected, played):
            error = abs((now - start) - (then - first))
            if error > TOLERANCE:
                differences.append(f"{pdu.hex()} came {error:.3f} s early or late")
    await client.connection.disconnect()
    await asyncio.sleep(0.1)
    return equal, differences


async def check(program, capture):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    link = LocalLink()
    transport = await open_transport(f"tcp-server:127.0.0.1:{port}")
    Controller("mock", host_source=transport.source, host_sink=transport.sink, link=link)
    client = Client(link)
    mock = subprocess.Popen(
        [program, "mock", "--quiet", "--controller", f"tcp:127.0.0.1:{port}", capture],
        stdout=subprocess.DEVNULL,
    )
    equal, differences = 0, []
    try:
        await client.device.power_on()
        for recorded in connections(capture):
            more, other = await replay(client, recorded)
            equal += more
            differences += other
    finally:
        mock.terminate()
        code = mock.wait()
    if code != 0:
        differences.append(f"exit code {code}")
    print(f"{capture}: {equal} answers equal, {len(differences)} differences")
    for difference in differences:
        print(f"  {difference}")
    return not differences


async def main(program, captures):
    results = [await check(program, capture) for capture in captures]
    return 0 if all(results) else 1


if __name__ == "__main__":
    logging.basicConfig(level=logging.CRITICAL)
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(asyncio.run(main(sys.argv[1], sys.argv[2:])))
