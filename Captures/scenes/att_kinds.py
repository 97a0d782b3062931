"""The less usual kinds of attribute requests, answers and errors."""

import logging
import struct

from bumble import att
from bumble.att import ATT_Error, AttributeValue
from bumble.core import AdvertisingData
from bumble.hci import Address, OwnAddressType

from . import central, formats
from .attributes import (
    INDICATE,
    NOTIFY,
    READ,
    WRITE,
    WRITE_COMMAND,
    Cell,
    advertising,
    characteristic,
    generic_access,
    generic_attribute,
    service,
    uuid,
)
from .bonded_reconnect import bonding
from .stage import Stage

DEVICE = Address('DE:AD:5E:ED:00:0A')
NAME = 'Att Kinds'

INVALID_HANDLE = 0x01
READ_NOT_PERMITTED = 0x02
WRITE_NOT_PERMITTED = 0x03
INSUFFICIENT_AUTHENTICATION = 0x05
APPLICATION_ERROR = 0x80

LONG_TEXT = ''.join(f'{n:02d} bottles; ' for n in range(9, 0, -1)).encode()
LONG_WRITE = bytes(range(60))
MEASURES = [bytes.fromhex(text) for text in ('00 6b0100ff', '00 6c0100ff', '00 6d0100ff')]
SECRET = b'only for friends'


def own(number):
    """A UUID on this device's own base."""
    return f'9B1D{number:04X}-6A5C-4E2F-8D3B-0C1A2B3C4D5E'


def refuse(code):
    def answer(*_arguments):
        raise ATT_Error(error_code=code)

    return answer


def only_encrypted(connection):
    if not connection.is_encrypted:
        raise ATT_Error(error_code=INSUFFICIENT_AUTHENTICATION)
    return SECRET


class Table:
    """The attribute table of the device."""

    def __init__(self, device):
        self.temperature = characteristic(device, 0x2A1C, INDICATE)
        self.level = characteristic(device, 0x2A19, READ | NOTIFY, b'\x64')
        self.long_text = characteristic(device, own(1), READ, LONG_TEXT, 'Long text')
        self.long_write = characteristic(
            device, own(2), READ | WRITE, Cell(b'').value, 'Long write'
        )
        self.command = characteristic(device, own(3), WRITE_COMMAND | READ, Cell(b'\0').value)
        self.write_only = characteristic(
            device, own(4), WRITE, AttributeValue(refuse(READ_NOT_PERMITTED), lambda c, v: None)
        )
        self.read_only = characteristic(
            device, own(5), READ, AttributeValue(lambda c: b'\x05', refuse(WRITE_NOT_PERMITTED))
        )
        self.picky = characteristic(
            device,
            own(6),
            READ | WRITE,
            AttributeValue(lambda c: b'\x06', refuse(APPLICATION_ERROR)),
        )
        self.secret = characteristic(device, own(7), READ, AttributeValue(only_encrypted))
        device.gatt_server.max_mtu = 23
        device.add_services(
            [
                generic_access(device, NAME, 0x0300),
                generic_attribute(device),
                service(0x1809, self.temperature),
                service(0x180F, self.level),
                service(
                    own(0),
                    self.long_text,
                    self.long_write,
                    self.command,
                    self.write_only,
                    self.read_only,
                    self.picky,
                    self.secret,
                ),
            ]
        )


async def expect_error(request, code):
    try:
        await request
    except ATT_Error as error:
        central.check(error.error_code, code)
    else:
        raise RuntimeError(f'no error {code:#x}')


async def long_values(peer, table):
    """A long read, a queued write that is executed, and one that is cancelled."""
    client = peer.gatt_client
    central.check(await client.read_value(table.long_text.handle), LONG_TEXT)
    await client.write_value(table.long_write.handle, LONG_WRITE, with_response=True)
    central.check(await client.read_value(table.long_write.handle), LONG_WRITE)
    await client.send_request(
        att.ATT_Prepare_Write_Request(
            attribute_handle=table.long_write.handle,
            value_offset=0,
            part_attribute_value=b'never written',
        )
    )
    await client.send_request(att.ATT_Execute_Write_Request(flags=0))
    central.check(await client.read_value(table.long_write.handle), LONG_WRITE)


async def several_values(device, peer, table):
    """Read Multiple, its variable form, and a notification of two values."""
    client = peer.gatt_client
    handles = [table.level.handle, table.picky.handle]
    await client.send_request(att.ATT_Read_Multiple_Request(set_of_handles=handles))
    await client.send_request(att.ATT_Read_Multiple_Variable_Request(set_of_handles=handles))
    notified = await central.subscribe(peer, 0x2A19)
    (connection,) = device.connections.values()
    await device.notify_subscribers(table.level, b'\x63')
    await central.pause(0.5)
    # Bumble's server has no call for this kind, and its client only warns.
    logging.getLogger('bumble.gatt_client').setLevel(logging.ERROR)
    multiple_notification = 0x23
    parts = [(table.level.handle, b'\x62'), (table.command.handle, b'\x2a\x2b')]
    device.gatt_server.send_gatt_pdu(
        connection,
        bytes([multiple_notification])
        + b''.join(struct.pack('<HH', handle, len(value)) + value for handle, value in parts),
    )
    await central.pause(0.5)
    central.check(notified[:1], [b'\x63'])


async def errors(peer, table):
    client = peer.gatt_client
    await expect_error(client.read_value(table.write_only.handle), READ_NOT_PERMITTED)
    await expect_error(client.read_value(0x00F0), INVALID_HANDLE)
    await expect_error(
        client.write_value(table.read_only.handle, b'\x01', with_response=True),
        WRITE_NOT_PERMITTED,
    )
    await expect_error(
        client.write_value(table.picky.handle, b'\x07', with_response=True), APPLICATION_ERROR
    )
    await expect_error(client.read_value(table.secret.handle), INSUFFICIENT_AUTHENTICATION)


async def session():
    stage = Stage(hour=15)
    device = stage.add(NAME, random=DEVICE.to_string(False))
    phone = stage.add('Phone', public='C0:EE:FB:30:07:21', random='C4:8A:5E:21:30:07')
    recorder = stage.record(phone)
    table = Table(device)
    bonding(device)
    bonding(phone)
    await stage.advertise(
        device,
        advertising(
            (AdvertisingData.FLAGS, b'\x06'),
            (
                AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
                uuid(own(0)).to_bytes(),
            ),
        ),
        advertising(
            (AdvertisingData.COMPLETE_LOCAL_NAME, NAME.encode()),
            (AdvertisingData.SERVICE_DATA, bytes.fromhex('0f1864')),
        ),
        own_address_type=OwnAddressType.RANDOM,
    )

    await phone.power_on()
    await central.scan(phone, [DEVICE])
    peer = await central.connect(phone, DEVICE)
    # Find By Type Value, before the discovery of everything.
    await peer.discover_service(uuid(0x180F))
    peer.gatt_client.services.clear()
    await central.discover(peer)

    await long_values(peer, table)
    await peer.gatt_client.write_value(table.command.handle, b'\x2a')
    await peer.gatt_client.write_value(table.command.handle, b'\x2b')
    await central.pause(0.1)
    central.check(await peer.gatt_client.read_value(table.command.handle), b'\x2b')

    indicated = await central.subscribe(peer, 0x2A1C)
    for value in MEASURES:
        await central.pause(0.5)
        await device.indicate_subscribers(table.temperature, value)
    central.check(indicated, MEASURES)
    await several_values(device, peer, table)

    await errors(peer, table)
    await phone.pair(peer.connection)
    await central.pause(0.3)
    central.check(await peer.gatt_client.read_value(table.secret.handle), SECRET)
    await peer.connection.disconnect()
    await central.pause(0.1)
    return recorder.packets


async def record():
    return {'att-kinds.btsnoop': formats.btsnoop(await session())}
