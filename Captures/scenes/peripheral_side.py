"""A heart-rate session recorded at the strap, with both sides serving attributes."""

import asyncio

from bumble.att import ATT_Error, AttributeValue
from bumble.core import AdvertisingData
from bumble.device import Peer
from bumble.hci import Address, OwnAddressType

from . import central, formats
from .attributes import (
    NOTIFY,
    READ,
    WRITE,
    advertising,
    characteristic,
    generic_access,
    generic_attribute,
    service,
)
from .heart_rate import measurement
from .stage import Stage

STRAP = Address('D1:0F:1E:2D:3C:4B')
NAME = 'Strap Side'
WATCH_NAME = 'Watch'

# Monday 2026-03-02 07:30:15, no fraction, no adjustment.
CURRENT_TIME = bytes.fromhex('ea070302071e0f010000')

CONTROL_POINT_NOT_SUPPORTED = 0x80

RATES = [
    measurement(80, energy=100, intervals=(800, 832)),
    measurement(81, energy=100, intervals=(758,)),
    measurement(82, energy=101),
    measurement(82, contact=False),
    measurement(0, contact=False),
    measurement(83, intervals=(740, 741, 742)),
]


def strap_table(device):
    def control(_connection, value):
        if value != b'\x01':
            raise ATT_Error(error_code=CONTROL_POINT_NOT_SUPPORTED)

    rate = characteristic(device, 0x2A37, NOTIFY)
    device.gatt_server.max_mtu = 100
    device.add_services(
        [
            generic_access(device, NAME, 0x0341),
            generic_attribute(device),
            service(
                0x180D,
                rate,
                characteristic(device, 0x2A38, READ, b'\x02'),
                characteristic(
                    device, 0x2A39, WRITE, AttributeValue(read=lambda c: b'', write=control)
                ),
            ),
            service(0x180F, characteristic(device, 0x2A19, READ, b'\x33')),
        ]
    )
    return rate


def watch_table(device):
    """The watch serves its name and the time, at handles the strap uses too."""
    device.add_services(
        [
            generic_access(device, WATCH_NAME, 0x00C0),
            service(0x1805, characteristic(device, 0x2A2B, READ | NOTIFY, CURRENT_TIME)),
        ]
    )


async def ask_watch(strap_connection):
    """The strap, as a client, reads the watch's name and time."""
    peer = Peer(strap_connection)
    await central.discover(peer)
    central.check(await central.read(peer, 0x2A00), WATCH_NAME.encode())
    central.check(await central.read(peer, 0x2A2B), CURRENT_TIME)


async def explore_strap(peer):
    central.check(await peer.request_mtu(185), 100)
    await central.discover(peer)
    central.check(await central.read(peer, 0x2A38), b'\x02')
    central.check(await central.read(peer, 0x2A19), b'\x33')


async def session():
    stage = Stage(hour=14)
    strap = stage.add(NAME, random=STRAP.to_string(False))
    watch = stage.add(WATCH_NAME, random='CA:FE:00:11:22:33')
    recorder = stage.record(strap)
    rate = strap_table(strap)
    watch_table(watch)
    connected = asyncio.get_running_loop().create_future()
    strap.once('connection', connected.set_result)
    await stage.advertise(
        strap,
        advertising(
            (AdvertisingData.FLAGS, b'\x06'),
            (AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, b'\x0d\x18'),
            (AdvertisingData.APPEARANCE, b'\x41\x03'),
        ),
        advertising((AdvertisingData.COMPLETE_LOCAL_NAME, NAME.encode())),
        own_address_type=OwnAddressType.RANDOM,
    )

    await watch.power_on()
    await central.scan(watch, [STRAP])
    peer = await central.connect(watch, STRAP)
    await asyncio.gather(explore_strap(peer), ask_watch(await connected))

    await central.write(peer, 0x2A39, b'\x01')
    try:
        await central.write(peer, 0x2A39, b'\x02')
    except ATT_Error as error:
        central.check(error.error_code, CONTROL_POINT_NOT_SUPPORTED)
    else:
        raise RuntimeError('the control point took anything')

    values = await central.subscribe(peer, 0x2A37)
    for value in RATES:
        await central.pause(1.0)
        await strap.notify_subscribers(rate, value)
    await central.pause(0.3)
    central.check(values, RATES)
    await peer.connection.disconnect()
    await central.pause(0.2)
    return recorder.packets


async def record():
    # Commands and events flagged 0x10, as some versions of Bumble do.
    return {'peripheral-side.btsnoop': formats.btsnoop(await session(), command_flag=0x10)}
