"""One scenario, and what else could have happened: for tests that compare two recordings.

A phone finds a heart-rate strap, connects, discovers it, reads, is refused a write, is notified and
disconnects. Each variation changes one thing of it; `Scenario` says what can be changed.
"""

import dataclasses
import random
import struct

from bumble.att import ATT_Error, AttributeValue
from bumble.core import AdvertisingData, TimeoutError as BumbleTimeout
from bumble.device import ConnectionParametersPreferences, Peer
from bumble.hci import HCI_LE_1M_PHY, Address, OwnAddressType

from . import bonded_reconnect, central, formats
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
from .heart_rate import PHONE, POLAR, POLAR_CHARACTERISTIC, POLAR_NAME, POLAR_SERVICE, POLAR_VALUES
from .stage import Stage, StageController

INSUFFICIENT_AUTHENTICATION = 0x05
CONTROL_POINT_NOT_SUPPORTED = 0x80
OUT_OF_RANGE = 0xFF


@dataclasses.dataclass
class Scenario:
    """What happens; the defaults are the scenario that the variations are compared with."""

    rates: list = dataclasses.field(default_factory=lambda: list(POLAR_VALUES))
    location: bytes = b'\x01'
    reads: tuple = (0x2A00, 0x2A38, 0x2A29, 0x2A24, 0x2A26, 0x2A19)
    # Errors instead of a value, by UUID.
    refused_reads: dict = dataclasses.field(default_factory=dict)
    refusal: int = CONTROL_POINT_NOT_SUPPORTED
    vendor_properties: int = READ | WRITE
    battery_status: bool = False
    transmit_power: bool = False
    mtu: int = 23
    interval: float = 15.0
    # Seconds before a read, by UUID.
    pauses: dict = dataclasses.field(default_factory=dict)
    ends: str = 'central'
    connections: int = 1
    cancelled: bool = False
    neighbour: bool = False
    strap: Address = POLAR
    phone: str = PHONE
    # The services' places in the table, and unused handles in front of each.
    order: tuple = ()
    gap: int = 0
    # The recording stops behind so many notifications, or before the disconnection.
    cut: int | None = None
    # Times, counts of advertisements, signal strengths and handles that nobody chooses.
    chance: random.Random | None = None


class PassingController(StageController):
    """A controller that is not alone: signal strengths, connection handles and delays of its own."""

    chance = None

    @property
    def RSSI(self):
        return -58 if self.chance is None else self.chance.randint(-90, -40)

    def allocate_connection_handle(self):
        if self.chance is None:
            return super().allocate_connection_handle()
        return self.chance.randint(0x0001, 0x0EFF)


def services(device, scenario):
    """The strap's services in the order of Generic Access to the maker's own; the measurement."""

    def control(value):
        if value != b'\x01':
            raise ATT_Error(error_code=scenario.refusal)
        return value

    def readable(kind, value):
        error = scenario.refused_reads.get(kind)
        if error is None:
            return value

        def refuse(_connection):
            raise ATT_Error(error_code=error)

        return AttributeValue(read=refuse)

    rate = characteristic(device, 0x2A37, NOTIFY)
    battery = [characteristic(device, 0x2A19, READ, readable(0x2A19, b'\x5c'))]
    if scenario.battery_status:
        battery.append(characteristic(device, 0x2BED, READ, bytes.fromhex('000100')))
    table = [
        generic_access(device, POLAR_NAME, 0x0341),
        generic_attribute(device),
        service(
            0x180D,
            rate,
            characteristic(device, 0x2A38, READ, scenario.location),
            characteristic(device, 0x2A39, WRITE, Cell(b'', control).value),
        ),
        device_information(
            device, [(0x2A29, 'Polar Electro Oy'), (0x2A24, 'H7'), (0x2A26, '1.4.0')]
        ),
        service(0x180F, *battery),
        service(
            POLAR_SERVICE,
            characteristic(device, POLAR_CHARACTERISTIC, scenario.vendor_properties, b'\0\0'),
        ),
    ]
    if scenario.transmit_power:
        table.append(service(0x1804, characteristic(device, 0x2A07, READ, b'\0')))
    return table, rate


def serve(device, scenario):
    """Give `device` the attribute table; returns the measurement."""
    server = device.gatt_server
    server.max_mtu = scenario.mtu
    table, rate = services(device, scenario)
    # Bumble counts handles by attributes, and so leaves none out.
    server.left_out = 0
    server.next_handle = lambda: 1 + len(server.attributes) + server.left_out
    for index in scenario.order or range(len(table)):
        server.add_service(table[index])
        server.left_out += scenario.gap
    return rate


async def advertise(device, address):
    is_public = address.address_type == Address.PUBLIC_DEVICE_ADDRESS
    await Stage.advertise(
        device,
        advertising(
            (AdvertisingData.FLAGS, b'\x06'),
            (AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, b'\x0d\x18'),
            (AdvertisingData.TX_POWER_LEVEL, b'\0'),
        ),
        advertising((AdvertisingData.COMPLETE_LOCAL_NAME, POLAR_NAME.encode())),
        own_address_type=OwnAddressType.PUBLIC if is_public else OwnAddressType.RANDOM,
    )


async def advertise_neighbour(stage):
    """A thermometer that nobody connects."""
    neighbour = stage.add('Thermometer', random='E1:0B:5E:55:00:01')
    await stage.advertise(
        neighbour,
        advertising(
            (AdvertisingData.FLAGS, b'\x06'),
            (AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, b'\x09\x18'),
        ),
        advertising((AdvertisingData.COMPLETE_LOCAL_NAME, b'Thermometer')),
        own_address_type=OwnAddressType.RANDOM,
    )


class Session:
    """A play of a scenario: the packets of both hosts, and where each notification came."""

    def __init__(self, scenario):
        self.scenario = scenario
        chance = scenario.chance
        self.stage = Stage(hour=chance.randint(0, 23) if chance else 17)
        if chance:
            self.stage.link.DELAY = chance.uniform(0.003, 0.03)
        public = scenario.strap.address_type == Address.PUBLIC_DEVICE_ADDRESS
        address = scenario.strap.to_string(False)
        self.strap = self.stage.add(
            POLAR_NAME,
            controller_type=PassingController,
            **({'public': address} if public else {'random': address}),
        )
        self.phone = self.stage.add(
            'Phone',
            public='C0:EE:FB:30:07:21',
            random=scenario.phone,
            controller_type=PassingController,
        )
        for controller in self.stage.link.controllers:
            controller.chance = chance
        self.of_phone = self.stage.record(self.phone)
        self.of_strap = self.stage.record(self.strap)
        self.notified = []

    async def pause(self, seconds):
        """Wait `seconds`, or about as long where times are left to chance."""
        chance = self.scenario.chance
        await central.pause(seconds * chance.uniform(0.8, 1.25) if chance else seconds)

    async def play(self):
        scenario = self.scenario
        if scenario.chance:
            # The recording of one starts some time before that of the other.
            await central.pause(scenario.chance.uniform(0, 3))
        rate = serve(self.strap, scenario)
        if scenario.neighbour:
            await advertise_neighbour(self.stage)
        await advertise(self.strap, scenario.strap)
        await self.phone.power_on()
        await self.scan()
        if scenario.cancelled:
            await self.try_in_vain()
        for number in range(scenario.connections):
            if number:
                await self.pause(2.0)
                await advertise(self.strap, scenario.strap)
            await self.connection(rate)
        return self

    async def scan(self):
        heard = set()
        self.phone.on('advertisement', lambda report: heard.add(report.address))
        await self.phone.start_scanning(active=True, filter_duplicates=False)
        await self.pause(0.35)
        await self.phone.stop_scanning()
        central.check(self.scenario.strap in heard, True)

    async def try_in_vain(self):
        """Begin to connect while the strap is silent, and give up."""
        await self.strap.stop_advertising()
        try:
            await self.phone.connect(
                self.scenario.strap, own_address_type=OwnAddressType.RANDOM, timeout=1.5
            )
        except BumbleTimeout:
            await advertise(self.strap, self.scenario.strap)
        else:
            raise RuntimeError('connected with a device that is silent')

    async def connect(self):
        interval = self.scenario.interval
        preferences = ConnectionParametersPreferences(
            connection_interval_min=interval, connection_interval_max=interval
        )
        connection = await self.phone.connect(
            self.scenario.strap,
            own_address_type=OwnAddressType.RANDOM,
            connection_parameters_preferences={HCI_LE_1M_PHY: preferences},
        )
        await self.pause(0.05)
        return Peer(connection)

    async def connection(self, rate):
        scenario = self.scenario
        peer = await self.connect()
        central.check(await peer.request_mtu(517), scenario.mtu)
        await central.discover(peer)
        for kind in scenario.reads:
            await central.pause(scenario.pauses.get(kind, 0))
            await self.read(peer, kind)
        await self.control(peer)

        values = await central.subscribe(peer, 0x2A37)
        for number, value in enumerate(scenario.rates):
            # The strap's second is not exact.
            await self.pause(1.0 + 0.003 * (number % 3 - 1))
            await self.strap.notify_subscribers(rate, value)
            await central.pause(0.1)
            self.notified.append((len(self.of_phone.packets), len(self.of_strap.packets)))
        await self.pause(0.3)
        await central.unsubscribe(peer, 0x2A37)
        await self.pause(0.2)
        central.check(values, scenario.rates)
        self.before_end = (len(self.of_phone.packets), len(self.of_strap.packets))
        await self.end(peer.connection)
        await central.pause(0.1)

    async def read(self, peer, kind):
        error_code = None
        try:
            await central.read(peer, kind)
        except ATT_Error as error:
            error_code = error.error_code
        central.check(error_code, self.scenario.refused_reads.get(kind))

    async def control(self, peer):
        """The control point takes 01, and nothing else."""
        await central.write(peer, 0x2A39, b'\x01')
        try:
            await central.write(peer, 0x2A39, b'\x02')
        except ATT_Error as error:
            central.check(error.error_code, self.scenario.refusal)
        else:
            raise RuntimeError('the control point took anything')

    async def end(self, connection):
        if self.scenario.ends == 'central':
            await connection.disconnect()
        elif self.scenario.ends == 'peripheral':
            (of_strap,) = self.strap.connections.values()
            await of_strap.disconnect()
        else:
            strap, phone = self.stage.link.controllers[:2]
            phone.lose(self.scenario.strap)
            strap.lose(Address(self.scenario.phone))

    def packets(self, side=0):
        """What the phone (0) or the strap (1) recorded, up to where the recording stops."""
        packets = (self.of_phone, self.of_strap)[side].packets
        if self.scenario.cut is None:
            return packets
        if self.scenario.cut == len(self.scenario.rates):
            return packets[: self.before_end[side]]
        return packets[: self.notified[self.scenario.cut - 1][side]]


def changed(rates, index, text):
    return [bytes.fromhex(text) if i == index else rate for i, rate in enumerate(rates)]


VARIATIONS = {
    'expected': {},
    'value': {'rates': changed(POLAR_VALUES, 2, '1701489c02a502')},
    'missing-notification': {'rates': POLAR_VALUES[:3] + POLAR_VALUES[4:]},
    'extra-notification': {'rates': POLAR_VALUES[:4] + [b'\x06\x5e'] + POLAR_VALUES[4:]},
    'location': {'location': b'\x02'},
    'extra-characteristic': {'battery_status': True},
    'extra-service': {'transmit_power': True},
    'property': {'vendor_properties': READ | WRITE | WRITE_COMMAND},
    'error': {'refused_reads': {0x2A19: INSUFFICIENT_AUTHENTICATION}},
    'error-code': {'refusal': OUT_OF_RANGE},
    'missing-read': {'reads': (0x2A00, 0x2A38, 0x2A29, 0x2A26, 0x2A19)},
    'order': {'reads': (0x2A00, 0x2A19, 0x2A29, 0x2A24, 0x2A26, 0x2A38)},
    'timing': {'pauses': {0x2A19: 2.0}},
    'interval': {'interval': 30.0},
    'mtu': {'mtu': 185},
    'ended-by-peripheral': {'ends': 'peripheral'},
    'ended-by-timeout': {'ends': 'timeout'},
    'second-connection': {'connections': 2},
    'cancelled': {'cancelled': True},
    'neighbour': {'neighbour': True},
    'address-static': {'strap': Address('D0:11:22:33:44:55'), 'phone': 'F2:10:20:30:40:50'},
    'address-private': {'strap': Address('5A:11:22:33:44:55'), 'phone': '4B:10:20:30:40:50'},
    'handles-order': {'order': (5, 4, 0, 3, 2, 1)},
    'handles-gap': {'gap': 16},
    'cut-before-end': {'cut': len(POLAR_VALUES)},
    'cut-two-short': {'cut': len(POLAR_VALUES) - 2},
    'cut-early': {'cut': 3},
}


def variation(name):
    """The recording of a variation at the phone."""

    async def record():
        session = await Session(Scenario(**VARIATIONS[name])).play()
        files = {f'variations/{name}.btsnoop': formats.btsnoop(session.packets())}
        if name == 'expected':
            files['variations/strap-side.btsnoop'] = formats.btsnoop(
                session.packets(1), command_flag=0x10
            )
        return files

    return record


def repetition(number):
    """The scenario once more, with all that chance decides."""

    async def record():
        chance = random.Random(number)
        order = list(range(6))
        if number % 2:
            chance.shuffle(order)
        scenario = Scenario(
            chance=chance, order=tuple(order), gap=chance.choice((0, 0, 1, 7)), phone=private(chance)
        )
        session = await Session(scenario).play()
        return {f'variations/again/{number:02}.btsnoop': formats.btsnoop(session.packets())}

    return record


def private(chance):
    """A non-resolvable private address, as a phone has another one every time."""
    first, *rest = chance.randbytes(6)
    return ':'.join(f'{byte:02X}' for byte in (first & 0x3F, *rest))


def pulse(chance, count):
    """Measurements of a heart: rates that wander, RR intervals and energy in some of them."""
    rate, energy, values = chance.uniform(60, 150), chance.randint(0, 50), []
    for _ in range(count):
        rate = min(max(rate + chance.gauss(0, 4), 45), 200)
        flags, rest = 0x06, b''
        if chance.random() < 0.3:
            energy += chance.randint(0, 2)
            flags, rest = flags | 0x08, rest + struct.pack('<H', energy)
        intervals = [
            round(60 / rate * 1024 + chance.gauss(0, 20)) for _ in range(chance.randint(0, 2))
        ]
        if intervals:
            flags |= 0x10
            rest += struct.pack(f'<{len(intervals)}H', *intervals)
        values.append(bytes([flags, round(rate)]) + rest)
    return values


def heart(number):
    """The scenario with a heart that beats as it likes."""

    async def record():
        chance = random.Random(f'heart {number}')
        scenario = Scenario(chance=chance, rates=pulse(chance, 20), phone=private(chance))
        session = await Session(scenario).play()
        return {f'variations/heart/{number:02}.btsnoop': formats.btsnoop(session.packets())}

    return record


async def bonded_again():
    """The scene of `bonded-reconnect` with other keys and nonces."""
    content = (await bonded_reconnect.record())['bonded-reconnect.btsnoop']
    return {'variations/bonded-again.btsnoop': content}


SCENES = {
    **{f'variations/{name}': variation(name) for name in VARIATIONS},
    'variations/bonded-again': bonded_again,
    **{f'variations/again/{number:02}': repetition(number) for number in range(1, 11)},
    **{f'variations/heart/{number:02}': heart(number) for number in range(1, 21)},
}
