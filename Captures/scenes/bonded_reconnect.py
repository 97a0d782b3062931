"""A bond, and a second connection that uses it without any discovery."""

from bumble.core import AdvertisingData
from bumble.device import Peer
from bumble.hci import Address, OwnAddressType
from bumble.pairing import PairingConfig, PairingDelegate

from . import central, encrypted_sessions, formats
from .attributes import (
    NOTIFY,
    READ,
    advertising,
    characteristic,
    device_information,
    generic_access,
    generic_attribute,
    service,
)
from .heart_rate import measurement
from .stage import Stage

STRAP = Address('D8:5A:6B:7C:8D:9E')
NAME = 'Bonded Strap'

FIRST_RATES = [measurement(rate) for rate in (64, 65, 66)]
LATER_RATES = [measurement(rate, intervals=(60 * 1024 // rate,)) for rate in (101, 102, 103, 104)]


def bonding(device):
    """Let `device` bond by LE Secure Connections, Just Works."""
    device.pairing_config_factory = lambda connection: PairingConfig(
        sc=True,
        mitm=False,
        bonding=True,
        delegate=PairingDelegate(),
        identity_address_type=PairingConfig.AddressType.RANDOM,
    )


def attribute_table(device):
    rate = characteristic(device, 0x2A37, NOTIFY)
    battery = characteristic(device, 0x2A19, READ, b'\x4b')
    device.gatt_server.max_mtu = 23
    device.add_services(
        [
            generic_access(device, NAME, 0x0341),
            generic_attribute(device),
            service(0x180F, battery),
            service(0x180D, rate, characteristic(device, 0x2A38, READ, b'\x01')),
            device_information(device, [(0x2A29, 'Example Straps'), (0x2A24, 'Bond')]),
        ]
    )
    return rate, battery


async def advertise(stage, strap):
    await stage.advertise(
        strap,
        advertising(
            (AdvertisingData.FLAGS, b'\x06'),
            (AdvertisingData.COMPLETE_LOCAL_NAME, NAME.encode()),
            (AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, b'\x0d\x18'),
        ),
        own_address_type=OwnAddressType.RANDOM,
    )


async def first_meeting(phone, strap, rate):
    """Pair, discover, subscribe, disconnect."""
    await central.scan(phone, [STRAP])
    peer = await central.connect(phone, STRAP)
    await phone.pair(peer.connection)
    await central.pause(0.3)
    central.check(peer.connection.is_encrypted, True)
    await central.discover(peer)
    await central.read(peer, 0x2A29)
    values = await central.subscribe(peer, 0x2A37)
    for value in FIRST_RATES:
        await central.pause(1.0)
        await strap.notify_subscribers(rate, value)
    await central.pause(0.2)
    central.check(values, FIRST_RATES)
    await peer.connection.disconnect()


async def second_meeting(phone, strap, rate, battery):
    """Encrypt with the stored key; read and be notified straight away."""
    connection = await phone.connect(STRAP, own_address_type=OwnAddressType.RANDOM)
    await connection.encrypt()
    await central.pause(0.1)
    central.check(connection.is_encrypted, True)
    client = Peer(connection).gatt_client
    values = []
    client.notification_subscribers[rate.handle] = {lambda value: values.append(bytes(value))}
    central.check(await client.read_value(battery.handle), b'\x4b')
    for value in LATER_RATES:
        await central.pause(1.0)
        # A strap keeps the subscription of a bonded peer; Bumble forgets it.
        (link,) = strap.connections.values()
        await strap.notify_subscriber(link, rate, value, force=True)
    await central.pause(0.2)
    central.check(values, LATER_RATES)
    await connection.disconnect()
    await central.pause(0.1)


async def session():
    stage = Stage(hour=13)
    strap = stage.add(NAME, random=STRAP.to_string(False))
    phone = stage.add('Phone', public='C0:EE:FB:30:07:21', random='C4:8A:5E:21:30:07')
    recorder = stage.record(phone)
    rate, battery = attribute_table(strap)
    bonding(strap)
    bonding(phone)
    await advertise(stage, strap)
    await phone.power_on()
    await first_meeting(phone, strap, rate)
    await central.pause(30)
    await advertise(stage, strap)
    await second_meeting(phone, strap, rate, battery)
    return recorder.packets


async def record():
    packets = await session()
    # The same connections in the air: the log shows the key.
    return {
        'bonded-reconnect.btsnoop': formats.btsnoop(packets),
        **encrypted_sessions.bonded(packets, STRAP.to_string(False), NAME),
    }
