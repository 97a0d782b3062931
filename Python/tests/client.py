"""An app: reads the battery level of a strap, and takes three heart rates.

    client.py CONTROLLER
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from bumble.device import Device, Peer
from bumble.hci import Address
from bumble.host import Host
from bumble.transport import open_transport


async def main(where: str) -> None:
    async with await open_transport(where) as transport:
        device = Device(
            name="app", address=Address("F0:F1:F2:F3:F4:F5"), host=Host(transport.source, transport.sink))
        await device.power_on()
        found: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        device.on("advertisement", lambda seen: found.done() or found.set_result(seen.address))
        await device.start_scanning()
        address = await asyncio.wait_for(found, 20)
        await device.stop_scanning()
        connection = await device.connect(address)
        peer = Peer(connection)
        await peer.discover_services()
        await peer.discover_characteristics()
        (battery,) = of(peer, "2A19")
        (rate,) = of(peer, "2A37")
        level = await battery.read_value()
        values: asyncio.Queue[bytes] = asyncio.Queue()
        await rate.subscribe(values.put_nowait)
        rates = [(await asyncio.wait_for(values.get(), 20))[1] for _ in range(3)]
        print(level[0], rates)
        await connection.disconnect()


def of(peer: Any, uuid: str) -> list[Any]:
    """The characteristics of a UUID."""
    return [
        each for service in peer.services for each in service.characteristics if each.uuid.to_hex_str() == uuid]


asyncio.run(main(sys.argv[1]))
