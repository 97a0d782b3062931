#!/usr/bin/env python3
"""How fast `bleinspect mock` answers, and whether many connections leave anything behind.

    Tests/Mock/rush.py PROGRAM CAPTURE

This is the controller, on TCP, and the client: it needs nothing but Python. REQUESTS reads, one after the other,
must have their answers in at most LIMIT ms (median): in one of ROUNDS rounds, as something else may run. Then
CONNECTIONS connections, one after the other, end at each point of what a client does, some of them in the middle
of a packet; half of the memory that the program has after the first tenth may come on top.
"""

import re
import socket
import statistics
import struct
import subprocess
import sys
import time

REQUESTS, LIMIT, ROUNDS = 500, 1.0, 5
CONNECTIONS = 1000
LINK = 0x40
READ_BUFFERS, ENABLE = 0x2002, 0x200A
# What a client does: MTU, services, a read, an unknown handle, a long value that nothing ends.
STEPS = [
    bytes.fromhex(text)
    for text in ("021700", "100100ffff0028", "0a0300", "0afe7f", "160300000001", "080100ffff0328")
]


class Controller:
    def __init__(self, host):
        self.host, self.buffer = host, b""

    def packet(self):
        """The next packet of the host."""
        while True:
            if self.buffer[:1] == b"\x01" and len(self.buffer) > 3:
                size = 4 + self.buffer[3]
            elif self.buffer[:1] == b"\x02" and len(self.buffer) > 4:
                size = 5 + struct.unpack_from("<H", self.buffer, 3)[0]
            else:
                size = None
            if size is not None and len(self.buffer) >= size:
                packet, self.buffer = self.buffer[:size], self.buffer[size:]
                return packet
            more = self.host.recv(65536)
            if not more:
                raise SystemExit("the program went away")
            self.buffer += more

    def answer(self, command):
        """Success for every command.

        Returns its opcode."""
        opcode = struct.unpack_from("<H", command, 1)[0]
        returned = struct.pack("<HB", 251, 8) if opcode == READ_BUFFERS else bytes(6)
        body = struct.pack("<BHB", 1, opcode, 0) + returned
        self.host.sendall(b"\x04\x0e" + bytes([len(body)]) + body)
        return opcode

    def until_advertising(self):
        while True:
            packet = self.packet()
            if packet[0] == 1 and self.answer(packet) == ENABLE and packet[4] == 1:
                return

    def connect(self):
        body = struct.pack("<BBHBB", 1, 0, LINK, 1, 1) + bytes(range(6)) + struct.pack("<HHHB", 24, 0, 72, 0)
        self.host.sendall(b"\x04\x3e" + bytes([len(body)]) + body)

    def disconnect(self):
        self.host.sendall(b"\x04\x05" + struct.pack("<BBHB", 4, 0, LINK, 0x13))

    def send(self, pdu, size=None):
        """An ATT PDU, or the first octets of its packet of L2CAP."""
        frame = struct.pack("<HH", len(pdu), 4) + pdu
        part = frame[:size]
        self.host.sendall(struct.pack("<BHH", 2, LINK | 0x2000, len(part)) + part)

    def data(self):
        """The next packet of data: it has left the controller."""
        while True:
            packet = self.packet()
            if packet[0] == 2:
                self.host.sendall(b"\x04\x13" + struct.pack("<BBHH", 5, 1, LINK, 1))
                return packet[9:]
            self.answer(packet)


def resident(process):
    """KiB"""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1))


def measure(controller):
    controller.connect()
    times = []
    for _ in range(REQUESTS):
        start = time.perf_counter()
        controller.send(b"\x0a\x03\x00")
        controller.data()
        times.append((time.perf_counter() - start) * 1000)
    controller.disconnect()
    return statistics.median(times)


def rush(controller, process):
    memory = 0
    for number in range(CONNECTIONS):
        controller.until_advertising()
        controller.connect()
        for step in STEPS[: number % (len(STEPS) + 1)]:
            controller.send(step)
            controller.data()
        if number % 3 == 0:
            controller.send(STEPS[0], size=5)
        controller.disconnect()
        if number == CONNECTIONS // 10:
            memory = resident(process)
    controller.until_advertising()
    return memory, resident(process)


def main(program, capture):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        process = subprocess.Popen(
            [program, "mock", "--quiet", "--controller", f"tcp:127.0.0.1:{port}", capture],
            stdout=subprocess.DEVNULL,
        )
        try:
            server.settimeout(20)
            host, _ = server.accept()
            host.settimeout(20)
            host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            controller = Controller(host)
            controller.until_advertising()
            medians = [measure(controller)]
            while medians[-1] > LIMIT and len(medians) < ROUNDS:
                controller.until_advertising()
                medians.append(measure(controller))
            median = min(medians)
            start = time.monotonic()
            before, after = rush(controller, process)
            seconds = time.monotonic() - start
            process.terminate()
            # It ends its links and resets.
            while process.poll() is None:
                try:
                    packet = controller.packet()
                except SystemExit:
                    break
                if packet[0] == 1:
                    controller.answer(packet)
            code = process.wait(5)
        finally:
            process.kill()
    print(f"answers after {median:.2f} ms (median of {REQUESTS})")
    print(f"{CONNECTIONS} connections in {seconds:.1f} s, {before} to {after} KiB, exit code {code}")
    return 0 if median <= LIMIT and after <= before * 1.5 and code == 0 else 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
