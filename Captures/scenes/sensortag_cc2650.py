"""The SensorTag of 2015 (CC2650), with the attribute handles of the real one."""

import struct

from bumble.core import AdvertisingData
from bumble.hci import Address, OwnAddressType

from . import central, formats
from .attributes import (
    NOTIFY,
    READ,
    WRITE,
    WRITE_COMMAND,
    advertising,
    characteristic,
    device_information,
    generic_access,
    generic_attribute,
    service,
)
from .sensortag import data, keys, sense, setting, ti, values
from .stage import Stage

TAG = Address('B0:B4:48:C9:26:50', Address.PUBLIC_DEVICE_ADDRESS)
FIRMWARE = '1.20 (Sep 30 2015)'

TEMPERATURE = values('d00bd00c', 'd40bd40c', 'fcff0400')
HUMIDITY = values('b866cd7d', 'c866d07d')
PRESSURE = values('6809005d8a01', '6a09005f8a01')
LIGHT = values('2143', 'ffbf', '0000')
# Gyroscope, accelerometer and magnetometer; 4096 is 1 g in the range of 8 g.
MOVEMENT = [
    struct.pack('<9h', *numbers)
    for numbers in (
        (131, -262, 655, 0, -2048, 4096, -120, 35, 400),
        (0, 13, -7, 16, -24, 4100, -121, 36, 399),
        (-13107, 6553, 1311, -32768, 32767, 2048, 500, -500, 0),
    )
]
KEYS = values('01', '00', '02', '03', '00', '04', '00')


def movement_configuration(written):
    """What the firmware stores: the axes that were asked for, and its own 8 g."""
    axes, _range = written
    eight_g = 2
    return bytes([axes, eight_g])


def attribute_table(device):
    """Add the services; returns the characteristics that notify, by name."""
    device.gatt_server.max_mtu = 23
    sources = {
        'temperature': data(device, 0xAA01, 4),
        'humidity': data(device, 0xAA21, 4),
        'pressure': data(device, 0xAA41, 6),
        'movement': data(device, 0xAA81, 18),
        'light': data(device, 0xAA71, 2),
    }
    key_service, sources['keys'] = keys(device)
    device.add_services(
        [
            generic_access(device, 'SensorTag 2.0', 0, preferred=(0x50, 0x320, 0, 0x3E8)),
            generic_attribute(device),
            device_information(
                device,
                [
                    (0x2A23, bytes.fromhex('5026c90048b4b000')),
                    (0x2A24, 'CC2650 SensorTag'),
                    (0x2A25, 'N.A.'),
                    (0x2A26, FIRMWARE),
                    (0x2A27, 'PCB 1.2/1.3'),
                    (0x2A28, 'N.A.'),
                    (0x2A29, 'Texas Instruments'),
                    (0x2A2A, bytes.fromhex('fe006578706572696d656e74616c')),
                    (0x2A50, bytes.fromhex('010d0000001001')),
                ],
            ),
            service(
                ti(0xAA00),
                sources['temperature'],
                setting(device, 0xAA02, b'\0'),
                setting(device, 0xAA03, b'\x64'),
            ),
            service(
                ti(0xAA20),
                sources['humidity'],
                setting(device, 0xAA22, b'\0'),
                setting(device, 0xAA23, b'\x64'),
            ),
            service(
                ti(0xAA40),
                sources['pressure'],
                setting(device, 0xAA42, b'\0'),
                setting(device, 0xAA44, b'\x64'),
            ),
            service(
                ti(0xAA80),
                sources['movement'],
                setting(device, 0xAA82, b'\0\x02', on_write=movement_configuration),
                setting(device, 0xAA83, b'\x64'),
            ),
            service(
                ti(0xAA70),
                sources['light'],
                setting(device, 0xAA72, b'\0'),
                setting(device, 0xAA73, b'\x50'),
            ),
            key_service,
            service(
                ti(0xAA64),
                setting(device, 0xAA65, b'\x7f'),
                setting(device, 0xAA66, b'\0'),
            ),
            service(
                ti(0xAC00),
                setting(device, 0xAC01, bytes(1)),
                setting(device, 0xAC02, bytes(5)),
                setting(device, 0xAC03, bytes(1)),
            ),
            service(
                ti(0xCCC0),
                characteristic(device, ti(0xCCC1), READ | NOTIFY, bytes.fromhex('18000000c800')),
                characteristic(device, ti(0xCCC2), WRITE),
                characteristic(device, ti(0xCCC3), WRITE),
            ),
            service(
                ti(0xFFC0),
                characteristic(device, ti(0xFFC1), WRITE | WRITE_COMMAND | NOTIFY),
                characteristic(device, ti(0xFFC2), WRITE | WRITE_COMMAND | NOTIFY),
            ),
        ]
    )
    return sources


async def advertise(tag, own_address_type=OwnAddressType.PUBLIC):
    await Stage.advertise(
        tag,
        advertising(
            (AdvertisingData.FLAGS, b'\x05'),
            (AdvertisingData.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, b'\x80\xaa'),
            (AdvertisingData.MANUFACTURER_SPECIFIC_DATA, bytes.fromhex('0d00030000')),
        ),
        advertising(
            (AdvertisingData.COMPLETE_LOCAL_NAME, b'CC2650 SensorTag'),
            (AdvertisingData.PERIPHERAL_CONNECTION_INTERVAL_RANGE, bytes.fromhex('50002003')),
            (AdvertisingData.TX_POWER_LEVEL, b'\0'),
        ),
        own_address_type,
    )


async def press_keys(tag, peer, source):
    seen = await central.subscribe(peer, 0xFFE1)
    for value in KEYS:
        await central.pause(0.3)
        await tag.notify_subscribers(source, value)
    await central.pause(0.1)
    central.check(seen, KEYS)
    await central.unsubscribe(peer, 0xFFE1)


async def switch_lights(peer):
    """Read the self-test's result, then drive the red and the green light."""
    central.check(await central.read(peer, ti(0xAA65)), b'\x7f')
    await central.write(peer, ti(0xAA65), b'\0')
    await central.write(peer, ti(0xAA66), b'\x01')
    for output in (b'\x01', b'\x02', b'\0'):
        await central.pause(0.2)
        await central.write(peer, ti(0xAA65), output)
    await central.write(peer, ti(0xAA66), b'\0')


async def session():
    stage = Stage(hour=10)
    tag = stage.add('SensorTag 2.0', public=TAG.to_string(False))
    phone = stage.add(
        'Phone',
        public='C0:EE:FB:30:07:21',
        random='C4:8A:5E:21:30:07',
        extended=True,
    )
    recorder = stage.record(phone)
    sources = attribute_table(tag)
    await advertise(tag)

    await phone.power_on()
    await central.scan(phone, [TAG])
    peer = await central.connect(phone, TAG)
    await central.discover(peer)
    central.check(await central.read(peer, 0x2A24), b'CC2650 SensorTag')
    central.check(await central.read(peer, 0x2A26), FIRMWARE.encode())

    await sense(tag, peer, sources['temperature'], 0xAA02, TEMPERATURE)
    await sense(tag, peer, sources['humidity'], 0xAA22, HUMIDITY)
    await sense(tag, peer, sources['pressure'], 0xAA42, PRESSURE)
    await sense(tag, peer, sources['light'], 0xAA72, LIGHT, period=0.8)

    # The phone asks for 2 g; what it reads back tells the range in force.
    await central.write(peer, ti(0xAA83), b'\x0a')
    central.check(await central.read(peer, ti(0xAA83)), b'\x0a')
    await central.write(peer, ti(0xAA82), b'\x7f\x00')
    central.check(await central.read(peer, ti(0xAA82)), b'\x7f\x02')
    await sense(tag, peer, sources['movement'], 0xAA82, MOVEMENT, on=b'\x7f\x02', period=0.1)
    central.check(await central.read(peer, ti(0xAA82)), b'\x00\x02')

    await press_keys(tag, peer, sources['keys'])
    await switch_lights(peer)
    await peer.connection.disconnect()
    await central.pause(0.1)
    return recorder.packets


async def record():
    return {'sensortag-cc2650.btsnoop': formats.btsnoop(await session())}
