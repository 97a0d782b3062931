"""Attribute tables: short ways to declare services as real devices lay them out."""

import struct

from bumble.att import AttributeValue
from bumble.core import UUID, AdvertisingData
from bumble.gatt import Characteristic, Descriptor, Service

READ = Characteristic.Properties.READ
WRITE = Characteristic.Properties.WRITE
WRITE_COMMAND = Characteristic.Properties.WRITE_WITHOUT_RESPONSE
NOTIFY = Characteristic.Properties.NOTIFY
INDICATE = Characteristic.Properties.INDICATE

CCCD = UUID('2902')
USER_DESCRIPTION = UUID('2901')


def uuid(value):
    """A UUID from a 16-bit number, a string or a UUID."""
    if isinstance(value, UUID):
        return value
    return UUID.from_16_bits(value) if isinstance(value, int) else UUID(value)


def characteristic(device, kind, properties, value=b'', description=None):
    """A characteristic: value, CCCD where it notifies or indicates, user description."""
    permissions = Characteristic.READABLE
    if properties & (WRITE | WRITE_COMMAND):
        permissions |= Characteristic.WRITEABLE
    descriptors = []
    result = Characteristic(uuid(kind), properties, permissions, value, descriptors)
    if properties & (NOTIFY | INDICATE):
        # Declared here because Bumble would put it behind the description,
        # and the devices have it directly behind the value.
        descriptors.append(
            Descriptor(
                CCCD,
                Descriptor.READABLE | Descriptor.WRITEABLE,
                device.gatt_server.make_descriptor_value(result),
            )
        )
    if description:
        descriptors.append(Descriptor(USER_DESCRIPTION, Descriptor.READABLE, description.encode()))
    return result


class Cell:
    """A value that the peer can read and write, with an optional reaction."""

    def __init__(self, value, on_write=None):
        self.bytes = value
        self.on_write = on_write

    @property
    def value(self):
        def write(_connection, new):
            self.bytes = self.on_write(new) if self.on_write else new

        return AttributeValue(read=lambda _connection: self.bytes, write=write)


def service(kind, *characteristics):
    return Service(uuid(kind), characteristics)


def generic_access(device, name, appearance, preferred=None, privacy=False):
    """Generic Access, with the optional characteristics of older stacks."""
    items = [
        characteristic(device, 0x2A00, READ, name.encode()),
        characteristic(device, 0x2A01, READ, struct.pack('<H', appearance)),
    ]
    if privacy:
        items.append(characteristic(device, 0x2A02, READ | WRITE, b'\0'))
        items.append(characteristic(device, 0x2A03, READ | WRITE, bytes(6)))
    if preferred:
        items.append(characteristic(device, 0x2A04, READ, struct.pack('<4H', *preferred)))
    return service(0x1800, *items)


def generic_attribute(device):
    return service(0x1801, characteristic(device, 0x2A05, INDICATE))


def device_information(device, values):
    """Device Information from `(number, text or bytes)` pairs, in their order."""
    return service(
        0x180A,
        *(
            characteristic(device, kind, READ, v.encode() if isinstance(v, str) else v)
            for kind, v in values
        ),
    )


def advertising(*fields):
    """Advertising data from `(type, bytes)` pairs."""
    return bytes(AdvertisingData(list(fields)))
