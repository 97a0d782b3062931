#!/usr/bin/env python3
"""Pairs with `bleinspect mock --security just-works`, as Bumble does it.

    Tests/Mock/pair.py PROGRAM CAPTURE

Two virtual controllers of Bumble are linked, as in replay.py. Encryption succeeds only if both sides have
made the same key: the controllers compare them. Then what wanted encryption in the capture is read. It is
done again on a second connection, as no bond is kept, and refused without the option.
"""

import asyncio
import logging
import socket
import subprocess
import sys

from bumble.att import ATT_Error
from bumble.controller import Controller
from bumble.core import ProtocolError
from bumble.device import Device, Peer
from bumble.hci import Address
from bumble.host import Host
from bumble.link import LocalLink
from bumble.pairing import PairingConfig, PairingDelegate
from bumble.transport import open_transport
from bumble.transport.common import AsyncPipeSink

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


async def run(program, capture, options, *steps):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    link = LocalLink()
    transport = await open_transport(f"tcp-server:127.0.0.1:{port}")
    Controller("mock", host_source=transport.source, host_sink=transport.sink, link=link)
    controller = Controller("client", link=link)
    device = Device(
        name="client",
        address=Address("F0:F1:F2:F3:F4:F5"),
        host=Host(controller, AsyncPipeSink(controller)),
    )
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


async def main(program, capture):
    await run(program, capture, ["--security", "just-works"], pair, pair)
    await run(program, capture, [], fail)


if __name__ == "__main__":
    logging.basicConfig(level=logging.CRITICAL)
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    asyncio.run(main(sys.argv[1], sys.argv[2]))
