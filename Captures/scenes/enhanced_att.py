"""Enhanced ATT: requests side by side on several L2CAP channels."""

import asyncio
import logging

from bumble import att, l2cap
from bumble.core import AdvertisingData
from bumble.gatt_client import Client
from bumble.hci import Address, OwnAddressType

from . import central, formats
from .attributes import (
    NOTIFY,
    READ,
    WRITE,
    Cell,
    advertising,
    characteristic,
    generic_access,
    generic_attribute,
    service,
)
from .bonded_reconnect import bonding
from .heart_rate import measurement
from .stage import Stage

STRAP = Address('D1:EA:77:00:00:10')
NAME = 'Enhanced Strap'
LONG_TEXT = b'An enhanced bearer carries what does not fit into one K-frame: ' + bytes(
    range(0x41, 0x5B)
)
TEXT_SERVICE = '9B1E0000-6A5C-4E2F-8D3B-0C1A2B3C4D5E'
TEXT = '9B1E0001-6A5C-4E2F-8D3B-0C1A2B3C4D5E'
SERIAL_PSM = 0x0080
UNKNOWN_PSM = 0x0081


class Table:
    def __init__(self, device):
        self.rate = characteristic(device, 0x2A37, NOTIFY)
        self.location = characteristic(device, 0x2A38, READ, b'\x01')
        self.level = characteristic(device, 0x2A19, READ, b'\x58')
        self.text = characteristic(device, TEXT, READ | WRITE, Cell(LONG_TEXT).value)
        device.gatt_server.max_mtu = 23
        device.add_services(
            [
                generic_access(device, NAME, 0x0341),
                generic_attribute(device),
                service(0x180D, self.rate, self.location),
                service(0x180F, self.level),
                service(TEXT_SERVICE, self.text),
            ]
        )


async def session():
    stage = Stage(hour=16)
    strap = stage.add(NAME, random=STRAP.to_string(False))
    phone = stage.add('Phone', random='C4:8A:5E:21:30:07')
    recorder = stage.record(phone)
    table = Table(strap)
    strap.gatt_server.register_eatt(
        l2cap.LeCreditBasedChannelSpec(psm=att.EATT_PSM, mtu=120, mps=64, max_credits=8)
    )
    serial = []

    def keep(channel):
        channel.sink = lambda data: None
        serial.append(channel)

    strap.create_l2cap_server(
        l2cap.LeCreditBasedChannelSpec(psm=SERIAL_PSM, mtu=200, mps=40, max_credits=4),
        handler=keep,
    )
    bonding(strap)
    bonding(phone)
    await stage.advertise(
        strap,
        advertising(
            (AdvertisingData.FLAGS, b'\x06'),
            (AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, b'\x0d\x18'),
        ),
        advertising((AdvertisingData.COMPLETE_LOCAL_NAME, NAME.encode())),
        own_address_type=OwnAddressType.RANDOM,
    )
    await phone.power_on()
    await central.scan(phone, [STRAP])
    peer = await central.connect(phone, STRAP)
    await peer.connection.pair()
    await central.discover(peer)

    # Two bearers in one request, and a request on each and on the fixed channel at a time.
    first, second = await Client.connect_eatt(
        peer.connection,
        l2cap.LeCreditBasedChannelSpec(psm=att.EATT_PSM, mtu=100, mps=64, max_credits=6),
        count=2,
    )
    values = await asyncio.gather(
        first.read_value(table.location.handle),
        second.read_value(table.level.handle),
        central.read(peer, 0x2A38),
    )
    central.check([bytes(value) for value in values], [b'\x01', b'\x58', b'\x01'])
    # Longer than a K-frame, shorter than the bearer's MTU; then a write of the same.
    await second.write_value(table.text.handle, b'short', with_response=True)
    await first.write_value(table.text.handle, LONG_TEXT, with_response=True)
    central.check(bytes(await first.read_value(table.text.handle)), LONG_TEXT)

    received = []
    second.notification_subscribers.setdefault(table.rate.handle, set()).add(
        lambda value: received.append(bytes(value))
    )
    await second.write_value(table.rate.handle + 1, b'\x01\x00', with_response=True)
    for beats in range(80, 84):
        await central.pause(0.2)
        await strap.gatt_server.notify_subscribers(table.rate, measurement(beats))
    await central.pause(0.2)
    central.check(len(received), 4)

    # A channel of another service, and one that nobody serves.
    channel = await peer.connection.create_l2cap_channel(
        l2cap.LeCreditBasedChannelSpec(psm=SERIAL_PSM, mtu=100, mps=48, max_credits=4)
    )
    channel.sink = lambda data: None
    channel.write(bytes(range(100)))
    await central.pause(0.3)
    serial[0].write(b'thanks')
    await central.pause(0.1)
    await channel.disconnect()
    # Bumble calls the refusal, which is meant, an error.
    logging.getLogger('bumble.l2cap').setLevel(logging.CRITICAL)
    try:
        await peer.connection.create_l2cap_channel(
            l2cap.LeCreditBasedChannelSpec(psm=UNKNOWN_PSM)
        )
    except l2cap.L2capError:
        pass
    else:
        raise RuntimeError('a service that is not there')
    await first.bearer.disconnect()
    await central.pause(0.2)
    await peer.connection.disconnect()
    await central.pause(0.2)
    return recorder.packets


async def record():
    return {'enhanced-att.btsnoop': formats.btsnoop(await session())}
