#!/usr/bin/env python3
"""Asks `bleinspect mock` what a capture's client asked its device, at the recorded times.

    Tests/Mock/replay.py PROGRAM [--pair] [--jobs N] CAPTURE...
    Tests/Mock/replay.py PROGRAM --all [--jobs N]

Each answer must be that of the capture, octet by octet; notifications and indications must be those of the
capture in order, and come within TOLERANCE of their recorded times. Two virtual controllers of Bumble are linked:
the program drives one over TCP, the client is Bumble's L2CAP on the other. What the client asked is what
`bleinspect packets` lists, which Conformance/ compares with tshark; of enhanced ATT, only what used the fixed
channel.

With --pair the client pairs first in each connection that was encrypted in the capture, by
`--security just-works`; times count from there.

With --all every capture in Captures/ is played, opened as shown.py says; those in REFUSED there must be refused,
with the reason that stands there.
"""

import argparse
import asyncio
import json
import logging
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bumble.core import ProtocolError
from bumble.pairing import PairingConfig, PairingDelegate

from air import of_bumble
from shown import CAPTURES, REFUSED, name, opened, runs_of

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Conformance"))

from conformance.pdu import LEADING_HANDLE  # noqa: E402

# Seconds: more than a connection interval, as machines under load need it.
TOLERANCE = 0.1
# Seconds that Bumble's controllers take for a value, of many at once.
EACH = 0.003
# Seconds after which a value does not come any more.
LATE = 3
ATT = 4
REQUESTS = {0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x20}
# Notification, Indication, Multiple Handle Value Notification.
VALUES = {0x1B, 0x1D, 0x23}


@dataclass
class Connection:
    """The ATT PDUs of one LE connection: seconds, whether the client sent it, octets."""

    # When it began, and when it became encrypted: seconds.
    start: float
    encrypted: float | None = None
    pdus: list = field(default_factory=list)

    def answer(self, place):
        """The recorded answer to a request; `None` if there is none before the next request."""
        opcode = self.pdus[place][2][0]
        for _, is_clients, pdu in self.pdus[place + 1 :]:
            if is_clients and pdu[0] in REQUESTS:
                return None
            if not is_clients and (pdu[0] == opcode + 1 or pdu[0] == 1 and pdu[1] == opcode):
                return pdu
        return None

    def values(self):
        """What the server sent by itself, each with its time."""
        return [
            (moment, pdu)
            for moment, is_clients, pdu in self.pdus
            if not is_clients and pdu[0] in VALUES
        ]


def lines(program, *arguments):
    """The members of each line, and the exit code."""
    done = subprocess.run(
        [program, *arguments, "--format", "ndjson", "--quiet"],
        stdout=subprocess.PIPE, text=True, check=False,
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def connections(program, capture, options):
    """Those of the chosen device, in their order, and the exit code of reading the capture."""
    found = {}
    events, _ = lines(program, "--event", "connected,security", *options, capture)
    for event in events:
        if event["event"] == "connected":
            found[event["connection"]] = Connection(seconds(event))
        link = found.get(event.get("connection"))
        if event.get("encrypted") and link is not None and link.encrypted is None:
            link.encrypted = seconds(event)
    packets, code = lines(program, "packets", *options, capture)
    for packet in packets:
        link = found.get(packet.get("connection"))
        if link is None or "l2cap_channel" in packet or packet.get("retransmission"):
            continue
        for pdu in packet.get("att", []):
            link.pdus.append((seconds(packet), packet["from"] == "central", octets(pdu)))
    return list(found.values()), code


def seconds(line):
    return datetime.fromisoformat(line["time"]).timestamp()


def octets(pdu):
    """A PDU as it was sent."""
    opcode = pdu["opcode"]
    head = bytes([opcode])
    if opcode in LEADING_HANDLE:
        head += pdu["handle"].to_bytes(2, "little")
    return head + bytes.fromhex(pdu["value"])


class Client:
    """A central that sends PDUs as they are."""

    def __init__(self, device):
        self.device = device
        delegate = PairingDelegate(io_capability=PairingDelegate.NO_OUTPUT_NO_INPUT)
        self.device.pairing_config_factory = lambda _: PairingConfig(
            sc=True, mitm=False, bonding=False, delegate=delegate
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


async def replay(client, recorded, pairs):
    """Returns the number of equal answers, and what differs."""
    equal, differences = 0, []
    await client.connect()
    first = recorded.start
    if pairs and recorded.encrypted is not None:
        await asyncio.wait_for(client.connection.pair(), 10)
        first = recorded.encrypted
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
    if recorded.pdus:
        last = recorded.pdus[-1][0]
        await asyncio.sleep(max(0, start + last - first + TOLERANCE - time.monotonic()))
    expected, played = recorded.values(), client.take_values()
    # What comes late is a difference, what is on its way in the next connection would be more.
    last = time.monotonic() + LATE
    while len(played) < len(expected) and time.monotonic() < last:
        await asyncio.sleep(TOLERANCE)
        played = client.take_values()
    if [pdu for _, pdu in expected] != [pdu for _, pdu in played]:
        differences.append(
            f"{len(expected)} values became {len(played)}: "
            f"{shortened(expected)}, {shortened(played)}"
        )
    else:
        for (then, pdu), (now, _) in zip(expected, played):
            error = abs((now - start) - (then - first))
            at_once = sum(abs(moment - then) <= TOLERANCE for moment, _ in expected)
            if error > TOLERANCE + at_once * EACH:
                differences.append(f"{pdu.hex()} came {error:.3f} s early or late")
    await client.connection.disconnect()
    await asyncio.sleep(0.1)
    return equal, differences


def shortened(values):
    return " ".join(pdu.hex() for _, pdu in values[:20]) + (" ..." if len(values) > 20 else "")


async def play(program, capture, options, pairs):
    recorded, expected_code = connections(program, capture, options)
    if pairs:
        options = [*options, "--security", "just-works"]
    equal, differences = 0, []
    async with of_bumble() as (port, device):
        client = Client(device)
        mock = subprocess.Popen(
            [program, "mock", "--quiet", *options, "--controller", f"tcp:127.0.0.1:{port}", capture],
            stdout=subprocess.DEVNULL,
        )
        try:
            await device.power_on()
            for connection in recorded:
                more, other = await replay(client, connection, pairs)
                equal += more
                differences += other
        except (asyncio.TimeoutError, ProtocolError) as error:
            differences.append(f"{type(error).__name__}: {error}")
        finally:
            mock.terminate()
            code = mock.wait()
    if code != expected_code:
        differences.append(f"exit code {code}")
    return len(recorded), equal, differences


def check(program, capture, options="", pairs=False):
    """Plays a capture, and prints what came of it: whether all was as recorded."""
    logging.basicConfig(level=logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        words = opened(program, options, folder)
        count, equal, differences = asyncio.run(play(program, capture, words, pairs))
    if equal == 0:
        differences.append("nothing was asked")
    title = " ".join([name(capture), *(["--pair"] if pairs else []), options]).strip()
    print(
        f"{title}: {count} connections, {equal} answers equal, {len(differences)} differences",
        *differences, sep="\n  ", flush=True,
    )
    return not differences


def check_refusal(program, capture, reason):
    """Whether a capture is not played, for this reason."""
    done = subprocess.run(
        [program, "mock", "--controller", "tcp:127.0.0.1:1", CAPTURES / capture],
        capture_output=True, check=False, text=True,
    )
    said = done.stderr.strip().splitlines()[-1:]
    is_refused = done.returncode == 2 and any(reason in line for line in said)
    print(f"{capture}: " + (f"not played: {reason}" if is_refused else f"{done.returncode}, {said}"))
    return is_refused


def main():
    parser = argparse.ArgumentParser(prog="Tests/Mock/replay.py", description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--pair", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("captures", nargs="*")
    options = parser.parse_intermixed_args()
    results = []
    wanted = runs_of(None if options.all else options.captures)
    with ProcessPoolExecutor(options.jobs) as pool:
        waiting = [
            pool.submit(check, options.program, capture, more, options.pair)
            for capture, more in wanted
        ]
        results = [each.result() for each in waiting]
    if options.all:
        results += [check_refusal(options.program, *each) for each in REFUSED.items()]
    print(f"{sum(results)} of {len(results)} as recorded")
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
