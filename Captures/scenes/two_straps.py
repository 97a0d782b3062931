"""Two devices connected at once whose equal handles mean different things."""

import asyncio
import struct

from bumble.core import AdvertisingData
from bumble.hci import Address, OwnAddressType

from . import central, formats
from .attributes import (
    NOTIFY,
    READ,
    advertising,
    characteristic,
    device_information,
    generic_access,
    service,
)
from .heart_rate import measurement
from .stage import Stage

STRAP = Address('D3:11:22:33:44:01')
BIKE = Address('E7:11:22:33:44:02')

RATES = [measurement(120 + n, intervals=(512 - n,)) for n in range(5)]
# Cumulative wheel and crank revolutions, each with the time of the last one.
WHEEL = [
    struct.pack('<BIHHH', 0x03, 1000 + 3 * n, 2048 + 1024 * n, 500 + n, 900 + 1024 * n)
    for n in range(5)
]
STRAP_BATTERY = [b'\x58', b'\x57']
BIKE_RATES = [measurement(88 + n, contact=False) for n in range(3)]


def strap_table(device):
    """Heart rate first: its measurement gets handle 0x0008, the battery 0x000E."""
    rate = characteristic(device, 0x2A37, NOTIFY)
    battery = characteristic(device, 0x2A19, READ | NOTIFY, b'\x59')
    device.gatt_server.max_mtu = 247
    device.add_services(
        [
            generic_access(device, 'Strap One', 0x0341),
            service(0x180D, rate, characteristic(device, 0x2A38, READ, b'\x01')),
            service(0x180F, battery),
            device_information(
                device,
                [
                    (0x2A29, 'Example Straps'),
                    (0x2A24, 'One'),
                    (0x2A26, '2.0.1'),
                ],
            ),
        ]
    )
    return rate, battery


def bike_table(device):
    """Speed and cadence first, at 0x0008; the relayed heart rate is at 0x000E."""
    wheel = characteristic(device, 0x2A5B, NOTIFY)
    rate = characteristic(device, 0x2A37, NOTIFY)
    device.gatt_server.max_mtu = 185
    device.add_services(
        [
            generic_access(device, 'Bike Two', 0x0485),
            service(0x1816, wheel, characteristic(device, 0x2A5C, READ, b'\x03\0')),
            service(0x180D, rate),
            device_information(
                device,
                [
                    (0x2A25, 'B2-0042'),
                    (0x2A29, 'Example Bikes, with a name that needs several fragments'),
                ],
            ),
            service(0x180F, characteristic(device, 0x2A19, READ, b'\x40')),
        ]
    )
    return wheel, rate


async def set_up(phone, peer, mtu):
    """Exchange the MTU and discover; two of these run side by side."""
    central.check(await peer.request_mtu(517), mtu)
    await central.discover(peer)
    await central.read(peer, 0x2A29)
    await central.read(peer, 0x2A19)


async def send(device, source, messages, period):
    for value in messages:
        await central.pause(period)
        await device.notify_subscribers(source, value)


async def session():
    stage = Stage(hour=12)
    strap = stage.add('Strap One', random=STRAP.to_string(False))
    bike = stage.add('Bike Two', random=BIKE.to_string(False))
    phone = stage.add('Phone', public='C0:EE:FB:30:07:21', random='C4:8A:5E:21:30:07')
    recorder = stage.record(phone)
    rate, battery = strap_table(strap)
    wheel, bike_rate = bike_table(bike)
    for device, services in ((strap, '0d180f18'), (bike, '16180d18')):
        await stage.advertise(
            device,
            advertising(
                (AdvertisingData.FLAGS, b'\x06'),
                (
                    AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS,
                    bytes.fromhex(services),
                ),
                (AdvertisingData.COMPLETE_LOCAL_NAME, device.name.encode()),
            ),
            own_address_type=OwnAddressType.RANDOM,
        )

    await phone.power_on()
    await central.scan(phone, [STRAP, BIKE])
    first = await central.connect(phone, STRAP, OwnAddressType.PUBLIC)
    second = await central.connect(phone, BIKE, OwnAddressType.PUBLIC)
    await asyncio.gather(set_up(phone, first, 247), set_up(phone, second, 185))

    rates = await central.subscribe(first, 0x2A37)
    batteries = await central.subscribe(first, 0x2A19)
    wheels = await central.subscribe(second, 0x2A5B)
    bike_rates = await central.subscribe(second, 0x2A37)
    await asyncio.gather(
        send(strap, rate, RATES, 1.0),
        send(bike, wheel, WHEEL, 0.95),
        send(strap, battery, STRAP_BATTERY, 1.7),
        send(bike, bike_rate, BIKE_RATES, 1.3),
    )
    await central.pause(0.1)
    central.check(
        (rates, batteries, wheels, bike_rates), (RATES, STRAP_BATTERY, WHEEL, BIKE_RATES)
    )

    await first.connection.disconnect()
    await central.pause(0.5)
    await bike.notify_subscribers(wheel, WHEEL[-1])
    await central.pause(0.3)
    await second.connection.disconnect()
    await central.pause(0.1)
    return recorder.packets


async def record():
    # Commands and events flagged 0x10, as some versions of Bumble do.
    return {'two-straps.btsnoop': formats.btsnoop(await session(), command_flag=0x10)}
