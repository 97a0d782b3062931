"""Heart-rate straps: the session of a phone with a Polar H7, seen from both hosts."""

import struct

from bumble.core import AdvertisingData
from bumble.hci import Address

from . import central, formats, more_formats
from .attributes import (
    NOTIFY,
    READ,
    WRITE,
    advertising,
    characteristic,
    device_information,
    generic_access,
    generic_attribute,
    service,
)
from .stage import Stage

POLAR = Address('00:22:D0:00:06:07', Address.PUBLIC_DEVICE_ADDRESS)
POLAR_NAME = 'Polar H7 000607'
PHONE = 'C4:8A:5E:21:30:07'

POLAR_SERVICE = '6217FF49-AC7B-547E-EECF-016A06970BA9'
POLAR_CHARACTERISTIC = '6217FF4A-B07D-5DEB-261E-2586752D942E'

# Flags, rate and RR intervals in 1/1024 s; the fourth rate has 16 bits.
POLAR_VALUES = [
    bytes.fromhex(text)
    for text in (
        '0661',
        '165c9202',
        '165b9c02a502',
        '175d009602',
        '065b',
        '1656c002',
        '065b',
    )
]


def measurement(rate, contact=True, energy=None, intervals=()):
    """A Heart Rate Measurement; `intervals` in 1/1024 s."""
    flags = (0x06 if contact else 0x04) | (0x08 if energy is not None else 0)
    flags |= 0x10 if intervals else 0
    value = bytes([flags, rate])
    if energy is not None:
        value += struct.pack('<H', energy)
    return value + struct.pack(f'<{len(intervals)}H', *intervals)


def polar_h7(device):
    """Give `device` the attribute table of the strap; returns the measurement."""
    rate = characteristic(device, 0x2A37, NOTIFY)
    device.gatt_server.max_mtu = 23
    device.add_services(
        [
            generic_access(
                device, POLAR_NAME, 0x0341, preferred=(0x0190, 0x0320, 0, 0x0258), privacy=True
            ),
            generic_attribute(device),
            service(0x180D, rate, characteristic(device, 0x2A38, READ, b'\x01')),
            device_information(
                device,
                [
                    (0x2A23, bytes.fromhex('070600feffd02200')),
                    (0x2A24, 'H7'),
                    (0x2A25, '20130000607'),
                    (0x2A26, '1.4.0'),
                    (0x2A27, '39044024.07'),
                    (0x2A28, 'H7 3.1.0'),
                    (0x2A29, 'Polar Electro Oy'),
                ],
            ),
            service(0x180F, characteristic(device, 0x2A19, READ, b'\x5c')),
            service(
                POLAR_SERVICE,
                characteristic(device, POLAR_CHARACTERISTIC, READ | WRITE, bytes.fromhex('0000')),
            ),
        ]
    )
    return rate


async def advertise_polar(device):
    await Stage.advertise(
        device,
        advertising(
            (AdvertisingData.FLAGS, b'\x06'),
            (AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, b'\x0d\x18'),
            (AdvertisingData.TX_POWER_LEVEL, b'\0'),
            (AdvertisingData.MANUFACTURER_SPECIFIC_DATA, bytes.fromhex('6b00030358')),
        ),
        advertising((AdvertisingData.COMPLETE_LOCAL_NAME, POLAR_NAME.encode())),
    )


async def polar_session():
    """The phone's recording of a whole session with the strap."""
    stage = Stage(hour=9)
    strap = stage.add(POLAR_NAME, public=POLAR.to_string(False))
    phone = stage.add('Phone', public='C0:EE:FB:30:07:21', random=PHONE)
    recorder = stage.record(phone)
    rate = polar_h7(strap)
    await advertise_polar(strap)

    await phone.power_on()
    await central.scan(phone, [POLAR])
    peer = await central.connect(phone, POLAR)
    central.check(await peer.request_mtu(517), 23)
    await central.discover(peer)
    central.check(await central.read(peer, 0x2A00), POLAR_NAME.encode())
    central.check(await central.read(peer, 0x2A38), b'\x01')
    central.check(await central.read(peer, 0x2A29), b'Polar Electro Oy')
    for kind in (0x2A23, 0x2A24, 0x2A25, 0x2A26, 0x2A27, 0x2A28):
        await central.read(peer, kind)
    central.check(await central.read(peer, 0x2A19), b'\x5c')

    values = await central.subscribe(peer, 0x2A37)
    for number, value in enumerate(POLAR_VALUES):
        # The strap's second is not exact.
        await central.pause(1.0 + 0.003 * (number % 3 - 1))
        await strap.notify_subscribers(rate, value)
    await central.pause(0.4)
    await central.unsubscribe(peer, 0x2A37)
    await central.pause(0.2)
    central.check(values, POLAR_VALUES)
    await peer.connection.disconnect()
    await central.pause(0.1)
    return recorder.packets


async def record_polar():
    packets = await polar_session()
    adapter = formats.Adapter('hci0', bytes.fromhex('c0eefb300721'))
    return {
        'polar-h7.btsnoop': formats.btsnoop(packets),
        'polar-h7.pcap': formats.pcap(packets),
        'polar-h7.pcapng': formats.pcapng(packets),
        'polar-h7-monitor.btsnoop': formats.monitor_btsnoop(packets, adapter),
        'formats/h1.btsnoop': more_formats.h1_btsnoop(packets),
        'formats/bcsp.btsnoop': more_formats.bcsp_btsnoop(packets),
        'formats/h5.btsnoop': more_formats.h5_btsnoop(packets),
        'formats/big-endian.pklg': more_formats.packet_logger(packets),
        'formats/little-endian.pklg': more_formats.packet_logger(packets, big_endian=False),
        'formats/h4.pcap': more_formats.h4_pcap(packets),
        'formats/monitor.pcap': more_formats.monitor_pcap(packets),
        'formats/bugreport.txt': more_formats.bug_report(packets),
        'formats/bugreport.zip': more_formats.bug_report_zip(packets),
        'formats/h4.btsnoop.gz': more_formats.gzipped(formats.btsnoop(packets)),
    }
