#!/usr/bin/env python3
"""Pairs with `bleinspect mock --security just-works`, as Bumble does it.

    Tests/Mock/pair.py PROGRAM [--controllers bumble|rootcanal] CAPTURE

The client is on a virtual controller beside the program's (air.py). Encryption succeeds only if both sides have
made the same key: the controllers compare them. Then what wanted encryption in the capture is read. It is
done again on a second connection, as no bond is kept, and refused without the option.
"""

import argparse
import asyncio
import logging
import subprocess
import sys

from bumble.att import ATT_Error
from bumble.core import ProtocolError
from bumble.device import Peer
from bumble.pairing import PairingConfig, PairingDelegate

from air import CONTROLLERS

SECURITY_ERRORS = {0x05, 0x0C, 0x0F}


async def connect(device):
    found = asyncio.get_running_loop().create_future()
    listener = device.on(
        "advertisement", lambda seen: found.done() or found.set_result(seen.address)
    )
    await device.start_scanning()
    address = await asyncio.wait_for(found, 30)
    await device.stop_scanning()
    device.remove_listener("advertisement", listener)
    connection = await device.connect(address)
    peer = Peer(connection)
    await peer.discover_services()
    await peer.discover_characteristics()
    return connection, peer


async def refused(peer):
    """The readable characteristics that want security."""
    found = []
    for service in peer.services:
        for characteristic in service.characteristics:
            try:
                await characteristic.read_value()
            except (ATT_Error, ProtocolError) as error:
                if error.error_code in SECURITY_ERRORS:
                    found.append(characteristic)
    return found


async def pair(device):
    connection, peer = await connect(device)
    closed = await refused(peer)
    await asyncio.wait_for(connection.pair(), 10)
    assert connection.is_encrypted, "not encrypted"
    still = await refused(peer)
    assert not still, f"refused on an encrypted link: {still}"
    print(f"paired, {len(closed)} values wanted it")
    await connection.disconnect()
    await asyncio.sleep(0.2)


async def fail(device):
    connection, _ = await connect(device)
    try:
        await asyncio.wait_for(connection.pair(), 10)
    except ProtocolError as error:
        print(f"refused: {error}")
    else:
        raise AssertionError("paired without the option")
    await connection.disconnect()
    await asyncio.sleep(0.2)


async def run(program, capture, controllers, options, *steps):
    async with controllers() as (port, device):
        delegate = PairingDelegate(io_capability=PairingDelegate.NO_OUTPUT_NO_INPUT)
        device.pairing_config_factory = lambda connection: PairingConfig(
            sc=True, mitm=False, bonding=True, delegate=delegate
        )
        mock = subprocess.Popen(
            [program, "mock", *options, "--controller", f"tcp:127.0.0.1:{port}", capture],
            stdout=subprocess.DEVNULL,
        )
        try:
            await device.power_on()
            for step in steps:
                await step(device)
        finally:
            mock.terminate()
            code = mock.wait()
    assert code == 0, f"exit code {code}"


async def main():
    parser = argparse.ArgumentParser(prog="Tests/Mock/pair.py", description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--controllers", choices=CONTROLLERS, default="bumble")
    parser.add_argument("capture")
    options = parser.parse_args()
    to = options.program, options.capture, CONTROLLERS[options.controllers]
    await run(*to, ["--security", "just-works"], pair, pair)
    await run(*to, [], fail)


if __name__ == "__main__":
    logging.basicConfig(level=logging.CRITICAL)
    asyncio.run(main())
