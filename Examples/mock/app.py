"""The app under test: shows the rate of a heart-rate strap.

    app.py TRANSPORT    one of Bumble's names for a controller, such as tcp-client:127.0.0.1:6403
"""

import asyncio
import os
import sys

from bumble.core import UUID, AdvertisingData
from bumble.device import Device, Peer
from bumble.hci import Address
from bumble.transport import open_transport

HEART_RATE = UUID.from_16_bits(0x180D)
RATE = UUID.from_16_bits(0x2A37)
LOCATION = UUID.from_16_bits(0x2A38)
BATTERY = UUID.from_16_bits(0x2A19)
# How many values it shows before it ends, and seconds that anything may take.
VALUES, LIMIT = 5, 20


def is_strap(advertisement):
    services = advertisement.data.get(AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS)
    some = advertisement.data.get(AdvertisingData.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS)
    return HEART_RATE in (services or []) + (some or [])


async def find(device):
    """The first strap that is heard."""
    found = asyncio.get_running_loop().create_future()

    def heard(advertisement):
        if is_strap(advertisement) and not found.done():
            found.set_result(advertisement.address)

    device.on(device.EVENT_ADVERTISEMENT, heard)
    await device.start_scanning()
    address = await asyncio.wait_for(found, LIMIT)
    await device.stop_scanning()
    return address


async def show(device):
    connection = await device.connect(await find(device), timeout=LIMIT)
    peer = Peer(connection)
    await peer.discover_services()
    await peer.discover_characteristics()

    def characteristic(uuid):
        return peer.get_characteristics_by_uuid(uuid)[0]

    location = await characteristic(LOCATION).read_value()
    print("location", location[0])
    # The fault that a test should find: an app that forgets the battery.
    if not os.environ.get("APP_FORGETS_BATTERY"):
        battery = await characteristic(BATTERY).read_value()
        print("battery", battery[0])
    values = asyncio.Queue()
    await characteristic(RATE).subscribe(values.put_nowait)
    for _ in range(VALUES):
        value = await asyncio.wait_for(values.get(), LIMIT)
        print("rate", value[1], flush=True)
    await connection.disconnect()


async def main(transport):
    async with await open_transport(transport) as hci:
        device = Device.with_hci("app", Address("F0:F1:F2:F3:F4:F5"), hci.source, hci.sink)
        await device.power_on()
        await show(device)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    asyncio.run(main(sys.argv[1]))
