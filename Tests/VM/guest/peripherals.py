"""Plays the heart-rate strap and the SensorTag of Captures/scenes on two adapters of the guest.

    peripherals.py STRAP_ADAPTER TAG_ADAPTER

The strap has the address of its adapter, the tag a random one. Who subscribes to the strap's rate or
the tag's temperature gets the values that the scenes have.
"""

import asyncio
import sys

from bumble.hci import OwnAddressType
from bumble.host import Host
from bumble.pairing import PairingConfig, PairingDelegate
from bumble.transport import open_transport
from scenes import heart_rate, sensortag_cc2650
from scenes.stage import make_device

TAG = 'F0:B4:48:C9:26:50'
PERIOD = 0.2


async def on_adapter(number, name, random='F0:00:00:00:00:01'):
    """A device whose controller is hciN: the kernel leaves it to its user alone."""
    transport = await open_transport(f'hci-socket:{number}')
    return make_device(name, random, Host(transport.source, transport.sink))


def let_bond(device):
    """Accept pairing by LE Secure Connections, Just Works."""
    device.pairing_config_factory = lambda connection: PairingConfig(
        sc=True, mitm=False, bonding=True, delegate=PairingDelegate()
    )


async def notify(device, characteristic, values):
    """Send each of the values to whoever subscribes."""
    subscribed = asyncio.Event()

    def changed(_connection, notifies, _indicates):
        if notifies:
            subscribed.set()

    characteristic.on(characteristic.EVENT_SUBSCRIPTION, changed)
    while True:
        await subscribed.wait()
        subscribed.clear()
        for value in values:
            await asyncio.sleep(PERIOD)
            await device.notify_subscribers(characteristic, value)


async def keep_advertising(device, advertise):
    """Advertise, and again after each connection."""

    def connected(connection):
        connection.on(connection.EVENT_DISCONNECTION, lambda _reason: again.set())

    again = asyncio.Event()
    device.on(device.EVENT_CONNECTION, connected)
    while True:
        await advertise()
        print('advertising', device.name, flush=True)
        await again.wait()
        again.clear()


async def main(strap_adapter, tag_adapter):
    strap = await on_adapter(strap_adapter, heart_rate.POLAR_NAME)
    let_bond(strap)
    rate = heart_rate.polar_h7(strap)

    tag = await on_adapter(tag_adapter, 'SensorTag 2.0', TAG)
    sources = sensortag_cc2650.attribute_table(tag)

    await asyncio.gather(
        keep_advertising(strap, lambda: heart_rate.advertise_polar(strap)),
        keep_advertising(tag, lambda: sensortag_cc2650.advertise(tag, OwnAddressType.RANDOM)),
        notify(strap, rate, heart_rate.POLAR_VALUES),
        notify(tag, sources['temperature'], sensortag_cc2650.TEMPERATURE),
    )


asyncio.run(main(*sys.argv[1:]))
