"""What the two generations of TI's SensorTag have in common."""

from . import central
from .attributes import (
    NOTIFY,
    READ,
    USER_DESCRIPTION,
    WRITE,
    Cell,
    characteristic,
    service,
)


def ti(number):
    """A UUID on TI's base."""
    return f'F000{number:04X}-0451-4000-B000-000000000000'


def data(device, number, size, description=None):
    """A data characteristic, zero until the sensor is on."""
    return characteristic(device, ti(number), READ | NOTIFY, bytes(size), description)


def setting(device, number, value, description=None, on_write=None):
    """A configuration or period: read, write, and the firmware's say in it."""
    return characteristic(
        device, ti(number), READ | WRITE, Cell(value, on_write).value, description
    )


def keys(device):
    """The Simple Keys service and its characteristic."""
    state = characteristic(device, 0xFFE1, NOTIFY, b'\0', 'Key Press State')
    return service(0xFFE0, state), state


async def read_descriptions(peer):
    """Read every characteristic user description that was discovered."""
    for found in peer.services:
        for one in found.characteristics:
            for descriptor in one.descriptors:
                if descriptor.type == USER_DESCRIPTION:
                    await descriptor.read_value()


async def sense(tag, peer, source, configuration, values, on=b'\x01', period=1.0):
    """Switch a sensor on, be notified of `values`, switch it off again.

    `source` is the data characteristic of the tag; `configuration` the number
    of the characteristic that enables it.
    """
    await central.write(peer, ti(configuration), on)
    seen = await central.subscribe(peer, source.uuid)
    for value in values:
        await central.pause(period)
        await tag.notify_subscribers(source, value)
    await central.pause(0.1)
    await central.unsubscribe(peer, source.uuid)
    await central.write(peer, ti(configuration), bytes(len(on)))
    central.check(seen, values)


def values(*texts):
    return [bytes.fromhex(text) for text in texts]
