"""The first SensorTag (CC2541, firmware 1.5), with its attribute handles."""

import struct

from bumble.core import AdvertisingData
from bumble.hci import Address

from . import central, formats
from .attributes import (
    NOTIFY,
    READ,
    WRITE,
    WRITE_COMMAND,
    Cell,
    advertising,
    characteristic,
    device_information,
    generic_access,
    generic_attribute,
    service,
)
from .sensortag import data, keys, read_descriptions, sense, setting, ti, values
from .stage import Stage

TAG = Address('BC:6A:29:AB:25:41', Address.PUBLIC_DEVICE_ADDRESS)
FIRMWARE = '1.5 (Oct 23 2013)'

TEMPERATURE = values('0000800c', '16ffd00b')
# The range of 8 g (configuration 1) is 1/16 g a count, that of 4 g (2) is 1/32.
ACCELERATION_8G = values('000010', '10f000', 'fe010f')
ACCELERATION_4G = values('000020', '20e000')
HUMIDITY = values('b866cd7d', 'c866d07d')
MAGNETIC = [struct.pack('<3h', *xyz) for xyz in ((1000, -2000, 500), (1024, -2048, 512))]
CALIBRATION = bytes.fromhex('81b2f863febe4e8df2e7fdff79f7c6f2')
PRESSURE = values('30f81879', '2ff81a79')
ROTATION = [struct.pack('<3h', *xyz) for xyz in ((131, -262, 1311), (0, 0, -32768))]
KEYS = values('01', '00', '02', '00', '04', '00')


class Barometer:
    """Fills the calibration when configuration 2 asks for it."""

    def __init__(self):
        self.calibration = Cell(bytes(16))

    def configure(self, written):
        if written == b'\x02':
            self.calibration.bytes = CALIBRATION
        return written


def attribute_table(device):
    """Add the services; returns the characteristics that notify, by name."""
    device.gatt_server.max_mtu = 23
    barometer = Barometer()

    def sensor(base, label, size, first_period, on_write=None, more=()):
        source = data(device, base + 1, size, f'{label} Data')
        return (
            service(
                ti(base),
                source,
                setting(device, base + 2, b'\0', f'{label} Conf.', on_write),
                # The barometer's calibration takes the number of the period.
                setting(
                    device,
                    base + (4 if more else 3),
                    first_period,
                    f'{label} Period',
                ),
                *more,
            ),
            source,
        )

    calibration = characteristic(
        device, ti(0xAA43), READ, barometer.calibration.value, 'Barometer Calibr.'
    )
    sensors = {
        'temperature': sensor(0xAA00, 'IR Temp.', 4, b'\x64'),
        'acceleration': sensor(0xAA10, 'Accel.', 3, b'\x64'),
        'humidity': sensor(0xAA20, 'Humid.', 4, b'\x64'),
        'magnetic': sensor(0xAA30, 'Mag.', 6, b'\xc8'),
        'pressure': sensor(
            0xAA40, 'Barometer', 4, b'\x64', barometer.configure, more=(calibration,)
        ),
        'rotation': sensor(0xAA50, 'Gyro', 6, b'\x64'),
        'keys': keys(device),
    }
    device.add_services(
        [
            generic_access(
                device, 'TI BLE Sensor Tag', 0, preferred=(0x50, 0xA0, 0, 0x3E8), privacy=True
            ),
            generic_attribute(device),
            device_information(
                device,
                [
                    (0x2A23, bytes.fromhex('4125ab0000296abc')),
                    (0x2A24, 'N.A.'),
                    (0x2A25, 'N.A.'),
                    (0x2A26, FIRMWARE),
                    (0x2A27, 'N.A.'),
                    (0x2A28, 'N.A.'),
                    (0x2A29, 'Texas Instruments'),
                    (0x2A2A, bytes.fromhex('fe006578706572696d656e74616c')),
                    (0x2A50, bytes.fromhex('010d0000001001')),
                ],
            ),
            *(found for found, _source in sensors.values()),
            service(
                ti(0xAA60),
                characteristic(device, ti(0xAA61), READ, b'\x7f', 'Test Data'),
                setting(device, 0xAA62, b'\0', 'Test Config'),
            ),
            service(
                ti(0xCCC0),
                characteristic(device, ti(0xCCC1), READ | NOTIFY, bytes.fromhex('18000000c800')),
                characteristic(device, ti(0xCCC2), WRITE),
                characteristic(device, ti(0xCCC3), WRITE),
            ),
            service(
                ti(0xFFC0),
                characteristic(
                    device, ti(0xFFC1), WRITE | WRITE_COMMAND | NOTIFY, b'', 'Img Identify'
                ),
                characteristic(
                    device, ti(0xFFC2), WRITE | WRITE_COMMAND | NOTIFY, b'', 'Img Block'
                ),
            ),
        ]
    )
    return {name: source for name, (_service, source) in sensors.items()}


async def feel_acceleration(tag, peer, source):
    """Be notified in the range of 8 g, then of 4 g."""
    await central.write(peer, ti(0xAA13), b'\x14')
    central.check(await central.read(peer, ti(0xAA13)), b'\x14')
    await sense(tag, peer, source, 0xAA12, ACCELERATION_8G, period=0.2)
    await central.write(peer, ti(0xAA12), b'\x02')
    central.check(await central.read(peer, ti(0xAA12)), b'\x02')
    await sense(tag, peer, source, 0xAA12, ACCELERATION_4G, on=b'\x02', period=0.2)


async def session():
    stage = Stage(hour=11)
    tag = stage.add('SensorTag', public=TAG.to_string(False))
    phone = stage.add('Phone', public='C0:EE:FB:30:07:21', random='C4:8A:5E:21:30:07')
    recorder = stage.record(phone)
    sources = attribute_table(tag)
    await stage.advertise(
        tag,
        advertising((AdvertisingData.FLAGS, b'\x05')),
        advertising(
            (AdvertisingData.COMPLETE_LOCAL_NAME, b'SensorTag'),
            (AdvertisingData.PERIPHERAL_CONNECTION_INTERVAL_RANGE, bytes.fromhex('5000a000')),
            (AdvertisingData.TX_POWER_LEVEL, b'\0'),
        ),
    )

    await phone.power_on()
    await central.scan(phone, [TAG])
    peer = await central.connect(phone, TAG)
    await central.discover(peer)
    await read_descriptions(peer)
    central.check(await central.read(peer, 0x2A24), b'N.A.')
    central.check(await central.read(peer, 0x2A26), FIRMWARE.encode())

    await sense(tag, peer, sources['temperature'], 0xAA02, TEMPERATURE)
    await feel_acceleration(tag, peer, sources['acceleration'])
    await sense(tag, peer, sources['humidity'], 0xAA22, HUMIDITY)
    await sense(tag, peer, sources['magnetic'], 0xAA32, MAGNETIC, period=2.0)
    await central.write(peer, ti(0xAA42), b'\x02')
    central.check(await central.read(peer, ti(0xAA43)), CALIBRATION)
    await sense(tag, peer, sources['pressure'], 0xAA42, PRESSURE)
    await sense(tag, peer, sources['rotation'], 0xAA52, ROTATION, on=b'\x07')

    seen = await central.subscribe(peer, 0xFFE1)
    for value in KEYS:
        await central.pause(0.3)
        await tag.notify_subscribers(sources['keys'], value)
    await central.pause(0.1)
    central.check(seen, KEYS)
    central.check(await central.read(peer, ti(0xAA61)), b'\x7f')
    await peer.connection.disconnect()
    await central.pause(0.1)
    return recorder.packets


async def record():
    return {'sensortag-cc2541.btsnoop': formats.btsnoop(await session())}
