#!/usr/bin/env python3
"""What a client finds out by itself of `bleinspect mock` is what the capture shows.

    Tests/Mock/discover.py PROGRAM [--controllers bumble|rootcanal] [--jobs N] CAPTURE...
    Tests/Mock/discover.py PROGRAM [--controllers bumble|rootcanal] [--jobs N] --all

The client is Bumble's, on a virtual controller beside the program's (air.py). It discovers everything, reads what
may be read, subscribes to everything, and records its own HCI log. By that log the tree is that of the capture, with
handles, properties and descriptors; what the capture's client read first is read first; and `diff` finds only what
this client, or its controller, did otherwise.
"""

import argparse
import asyncio
import json
import logging
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from bumble.att import ATT_Error
from bumble.core import ProtocolError
from bumble.device import Peer
from bumble.gatt import Characteristic
from bumble.snoop import BtSnooper

from air import CONTROLLERS
from shown import name, opened, runs_of

READ_REQUEST = 0x0A
# Seconds for the values that follow a subscription: as long as a connection of the capture had them, and bounds.
LEAST, MOST = 8, 60
# What a client does more, or in another order, is its own.
OF_THE_CLIENT = {"extra", "reordered"}
# So is what it did not do, or wrote itself.
NOT_DONE = re.compile(
    r"(connection \d+, )?(read|write|write command)( #\d+)? is missing|connection \d+ with|security: "
    r"|write( #\d+)?: notifications (on|off) became"
)
# These follow a write, which the client has not made either.
NOT_CAUSED = re.compile(r"(connection \d+, )?all \d+ (notifications|indications) are missing")
# Bumble's controllers (0.0.236) repeat the advertising data as scan response, and give the other side's reason
# for the end of a connection.
OF_BUMBLE = re.compile(r"disconnected: ")


async def discover(device, stay):
    found = asyncio.get_running_loop().create_future()
    device.on("advertisement", lambda seen: found.done() or found.set_result(seen.address))
    await device.start_scanning()
    address = await asyncio.wait_for(found, 30)
    await device.stop_scanning()
    connection = await device.connect(address)
    peer = Peer(connection)
    await peer.discover_services()
    for service in peer.services:
        await service.discover_characteristics()
        for characteristic in service.characteristics:
            await characteristic.discover_descriptors()
    for service in peer.services:
        for characteristic in service.characteristics:
            if characteristic.properties & Characteristic.Properties.READ:
                try:
                    await characteristic.read_value()
                except (ATT_Error, ProtocolError):
                    # As recorded.
                    pass
    either = Characteristic.Properties.NOTIFY | Characteristic.Properties.INDICATE
    for service in peer.services:
        for characteristic in service.characteristics:
            if characteristic.properties & either:
                await characteristic.subscribe(lambda value: None)
    await asyncio.sleep(stay)
    for service in peer.services:
        for characteristic in service.characteristics:
            if characteristic.properties & either:
                await characteristic.unsubscribe()
    await connection.disconnect()
    await asyncio.sleep(0.2)


async def record(program, capture, options, controllers, log):
    stay = values_end(program, capture, *options)
    async with CONTROLLERS[controllers]() as (port, device):
        mock = subprocess.Popen(
            [program, "mock", "--quiet", *options, "--controller", f"tcp:127.0.0.1:{port}", capture],
            stdout=subprocess.DEVNULL,
        )
        try:
            with open(log, "wb") as file:
                device.host.snooper = BtSnooper(file)
                await device.power_on()
                await discover(device, stay)
                device.host.snooper = None
        finally:
            mock.terminate()
            code = mock.wait()
    return code


def run(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, check=False, text=True).stdout


def values_end(program, capture, *options):
    """Seconds from the beginning of a connection to its last value that came unasked, and one more."""
    begins, longest = {}, 0
    for line in run(program, "--format", "ndjson", *options, capture).splitlines():
        event = json.loads(line)
        if "connection" not in event or "t" not in event:
            continue
        begin = begins.setdefault(event["connection"], event["t"])
        if event["event"] in ("notification", "indication"):
            longest = max(longest, event["t"] - begin)
    return min(max(longest + 1, LEAST), MOST)


def tree(program, capture, *options):
    """The services of the peripheral, without values, and without what the capture shows no declaration of."""
    document = json.loads(run(program, "gatt", "--format", "json", *options, capture))
    devices = [device for device in document["devices"] if device.get("services")]
    # Where the recording host is a server, it is the peripheral.
    device = max(devices, key=lambda device: device.get("is_host", False))
    return [
        {
            "handles": (service["handle"], service["end_handle"]),
            "uuid": service["uuid"],
            "includes": service.get("includes"),
            "characteristics": [
                (
                    characteristic["handle"],
                    characteristic["value_handle"],
                    characteristic["uuid"],
                    characteristic["properties"],
                    [
                        (descriptor["handle"], descriptor["uuid"])
                        for descriptor in characteristic.get("descriptors") or []
                    ],
                )
                for characteristic in service["characteristics"]
                if "handle" in characteristic
            ],
        }
        for service in device["services"]
        if "handle" in service
    ]


def first_reads(program, capture, *options):
    """What the first read of each characteristic gave, by its handle: a value, or an error."""
    reads = {}
    kinds = "read,att_error"
    for line in run(program, "--format", "ndjson", "--event", kinds, *options, capture).splitlines():
        event = json.loads(line)
        if event.get("from") != "peripheral" or "descriptor" in event or "handle" not in event:
            continue
        if event["event"] == "read" and "value" in event:
            reads.setdefault(event["handle"], event["value"])
        if event["event"] == "att_error" and event.get("opcode") == READ_REQUEST:
            reads.setdefault(event["handle"], f"error {event['error_code']}")
    return reads


def differences(compared, is_bumble):
    """Those for which the peripheral is to blame."""
    compared = [
        each
        for each in compared
        if each["kind"] not in OF_THE_CLIENT
        and not (is_bumble and (each["subject"] == "advertising" or OF_BUMBLE.match(each["message"])))
    ]
    wrote = not any(
        NOT_DONE.match(each["message"]) and "write" in each["message"] for each in compared
    )
    return [
        f"{each['subject']} {each['kind']}: {each['message']}"
        for each in compared
        if not NOT_DONE.match(each["message"])
        and (wrote or not NOT_CAUSED.match(each["message"]))
    ]


def check(program, capture, given, controllers):
    logging.basicConfig(level=logging.CRITICAL)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        options = opened(program, given, folder)
        log = str(Path(folder, "client.btsnoop"))
        code = asyncio.run(record(program, capture, options, controllers, log))
        if code != 0:
            found.append(f"exit code {code}")
        expected, actual = tree(program, capture, *options), tree(program, log)
        for wanted, seen in zip(expected, actual):
            if wanted != seen:
                found.append(f"{wanted} became {seen}")
        if len(expected) != len(actual):
            found.append(f"{len(expected)} services became {len(actual)}")
        reads, own = first_reads(program, capture, *options), first_reads(program, log)
        found_there = {each[1] for service in expected for each in service["characteristics"]}
        for handle, value in reads.items():
            # What only the recorded client knew of.
            if handle not in found_there:
                continue
            # This client does not ask for what it may not read, or what is not there.
            if own.get(handle, value if value.startswith("error") else None) != value:
                found.append(f"{handle:#06x}: {value} became {own.get(handle)}")
        compared = json.loads(run(program, "diff", "--format", "json", *options, capture, log))
        if compared["outcome"] == "trouble":
            found.append("trouble")
        found += differences(compared["differences"], controllers == "bumble")
    print(
        f"{name(capture)} {given}".strip()
        + f": {len(actual)} services, {len(reads)} first reads, {len(found)} differences",
        *found, sep="\n  ", flush=True,
    )
    return not found


def main():
    parser = argparse.ArgumentParser(prog="Tests/Mock/discover.py", description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--controllers", choices=CONTROLLERS, default="bumble")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("captures", nargs="*")
    options = parser.parse_intermixed_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        waiting = [
            pool.submit(check, options.program, capture, given, options.controllers)
            for capture, given in runs_of(None if options.all else options.captures)
        ]
        results = [each.result() for each in waiting]
    print(f"{sum(results)} of {len(results)} as recorded")
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
