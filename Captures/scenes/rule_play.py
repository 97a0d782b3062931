"""What the scenes of findings share: a strap, a phone that is recorded, and faults of a controller."""

import asyncio
import contextlib
import logging

from bumble import hci
from bumble.core import AdvertisingData
from bumble.device import ConnectionParametersPreferences, Peer
from bumble.hci import HCI_LE_1M_PHY, Address, OwnAddressType

from . import central, formats
from .attributes import (
    NOTIFY,
    READ,
    WRITE,
    WRITE_COMMAND,
    Cell,
    advertising,
    characteristic,
    generic_access,
    service,
)
from .stage import Stage

STRAP = Address('D6:52:55:4C:45:53')
NAME = 'Rule Strap'
TEXT_SERVICE = 'A5C70000-3D21-4F0E-9B68-7E1F20304050'
TEXT = 'A5C70001-3D21-4F0E-9B68-7E1F20304050'


class Play:
    """A meeting of the two. Intervals and time-outs are in milliseconds."""

    def __init__(self, battery=b'\x5a', extended=False, address=STRAP, more=()):
        """`battery`: its level, or what answers a read of it. `more`: services after the usual ones,
        made of the strap."""
        self.stage = Stage(hour=21)
        self.strap = self.stage.add(NAME, random=address.to_string(False), extended=extended)
        self.phone = self.stage.add(
            'Phone', public='C0:EE:FB:30:07:21', random='C4:8A:5E:21:30:07', extended=extended
        )
        self.strap_controller, self.controller = self.stage.link.controllers
        self.recorder = self.stage.record(self.phone)
        self.rate = characteristic(self.strap, 0x2A37, NOTIFY)
        self.text = characteristic(self.strap, TEXT, READ | WRITE | WRITE_COMMAND, Cell(b'').value)
        self.strap.gatt_server.max_mtu = 23
        self.strap.add_services(
            [
                generic_access(self.strap, NAME, 0x0341),
                service(0x180D, self.rate),
                service(0x180F, characteristic(self.strap, 0x2A19, READ, battery)),
                service(TEXT_SERVICE, self.text),
                *(make(self.strap) for make in more),
            ]
        )

    async def advertise(self):
        await self.stage.advertise(
            self.strap,
            advertising(
                (AdvertisingData.FLAGS, b'\x06'),
                (AdvertisingData.COMPLETE_LOCAL_NAME, NAME.encode()),
            ),
            own_address_type=OwnAddressType.RANDOM,
        )

    async def ready(self):
        await self.advertise()
        if not self.phone.powered_on:
            await self.phone.power_on()

    async def connect(self, interval=30, timeout=2000):
        """Connect; the air is half an interval from each side to the other."""
        await self.ready()
        self.stage.link.DELAY = interval / 2000
        preferences = ConnectionParametersPreferences(
            connection_interval_min=interval,
            connection_interval_max=interval,
            supervision_timeout=timeout,
        )
        connection = await self.phone.connect(
            STRAP,
            own_address_type=OwnAddressType.RANDOM,
            connection_parameters_preferences={HCI_LE_1M_PHY: preferences},
        )
        await central.pause(0.1)
        return Peer(connection)

    async def meet(self, **terms):
        """Connect and discover."""
        peer = await self.connect(**terms)
        await central.discover(peer)
        return peer

    @property
    def of_strap(self):
        """The connection as the strap has it."""
        (connection,) = self.strap.connections.values()
        return connection

    def lose(self, reason):
        """The connection ends for both; nobody has asked for it."""
        self.controller.lose(STRAP, reason)
        self.strap_controller.lose(self.of_strap.peer_address, reason)

    async def hang_up(self, peer):
        await peer.connection.disconnect()
        await central.pause(0.1)

    def answers(self, name, handle):
        """The phone's controller handles a command of this name by `handle`: it has its own way."""
        setattr(self.controller, f'on_hci_{name}_command', handle)

    def later(self, seconds, event):
        """The phone's controller reports `event`."""
        asyncio.get_running_loop().call_later(seconds, self.controller.send_hci_packet, event)

    def pending(self, command):
        self.controller._send_hci_command_status(hci.HCI_COMMAND_STATUS_PENDING, command.op_code)

    @property
    def recording(self):
        return formats.btsnoop(self.recorder.packets)


@contextlib.contextmanager
def quiet():
    """Bumble complains about what is meant to fail."""
    logger = logging.getLogger('bumble')
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)


@contextlib.contextmanager
def refused(*kinds):
    """What fails with one of these errors, or else the recording does."""
    with quiet():
        try:
            yield
        except kinds:
            return
    raise RuntimeError('what was to fail has worked')


def scenes(plays):
    """A recording for each rule of `plays`."""

    def recorder(rule, scene):
        async def record():
            play = await scene()
            await central.pause(0.2)
            return {f'rules/{rule}.btsnoop': play.recording}

        return record

    return {f'rules/{rule}': recorder(rule, scene) for rule, scene in plays.items()}
