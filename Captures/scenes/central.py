"""What the centrals of the scenes do: scan, connect, discover, subscribe."""

import asyncio

from bumble.device import Peer
from bumble.hci import OwnAddressType

from .attributes import uuid


async def pause(seconds):
    await asyncio.sleep(seconds)


async def scan(device, addresses, seconds=1.0):
    """Scan actively for `seconds`; every address must have been heard."""
    heard = set()
    device.on('advertisement', lambda report: heard.add(report.address))
    await device.start_scanning(active=True, filter_duplicates=True)
    await pause(seconds)
    await device.stop_scanning()
    missing = [a for a in addresses if a not in heard]
    if missing:
        raise RuntimeError(f'not heard: {missing}')


async def connect(device, address, own_address_type=OwnAddressType.RANDOM):
    """Connect and return Bumble's peer."""
    connection = await device.connect(address, own_address_type=own_address_type)
    await pause(0.05)
    return Peer(connection)


async def discover(peer):
    """Discover services, characteristics and descriptors."""
    await peer.discover_services()
    for service in peer.services:
        await service.discover_characteristics()
        for characteristic in service.characteristics:
            await characteristic.discover_descriptors()


def find(peer, kind):
    """The discovered characteristic of this UUID."""
    found = peer.get_characteristics_by_uuid(uuid(kind))
    if len(found) != 1:
        raise RuntimeError(f'{len(found)} characteristics {kind}')
    return found[0]


async def read(peer, kind):
    return await find(peer, kind).read_value()


async def write(peer, kind, value):
    await find(peer, kind).write_value(value, with_response=True)


async def subscribe(peer, kind):
    """Subscribe and return the list in which the values will be collected."""
    values = []
    await find(peer, kind).subscribe(lambda value: values.append(bytes(value)))
    return values


async def unsubscribe(peer, kind):
    await find(peer, kind).unsubscribe(force=True)


def check(actual, expected):
    """Stop a recording that does not hold what it is meant to hold."""
    if actual != expected:
        raise RuntimeError(f'expected {expected}, recorded {actual}')
