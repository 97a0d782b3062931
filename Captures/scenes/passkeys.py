"""A strap that shows a passkey, paired with twice: once it shows the same one again, once a new one."""

from bumble.core import AdvertisingData
from bumble.hci import Address, OwnAddressType
from bumble.pairing import PairingConfig, PairingDelegate

from . import central, formats
from .attributes import NOTIFY, READ, advertising, characteristic, generic_access, service
from .stage import Stage

STRAP = Address('D4:55:4B:45:59:21')
NAME = 'Passkey Strap'


class Display(PairingDelegate):
    """The strap's: it shows one passkey after the other, and the last one again and again."""

    def __init__(self, passkeys):
        super().__init__(PairingDelegate.DISPLAY_OUTPUT_ONLY)
        self.passkeys = list(passkeys)
        self.shown = None

    async def generate_passkey(self):
        self.shown = self.passkeys.pop(0) if len(self.passkeys) > 1 else self.passkeys[0]
        return self.shown


class Keyboard(PairingDelegate):
    """The phone's: its user types what the strap shows."""

    def __init__(self, display):
        super().__init__(PairingDelegate.KEYBOARD_INPUT_ONLY)
        self.display = display

    async def get_number(self):
        # The strap shows its passkey, and a person needs some time.
        await central.pause(4)
        return self.display.shown


def pairing(device, delegate, is_secure):
    device.pairing_config_factory = lambda connection: PairingConfig(
        sc=is_secure,
        mitm=True,
        bonding=False,
        delegate=delegate,
        identity_address_type=PairingConfig.AddressType.RANDOM,
    )


async def meet(stage, phone, strap):
    """Connect, pair, read, disconnect."""
    await stage.advertise(
        strap,
        advertising(
            (AdvertisingData.FLAGS, b'\x06'),
            (AdvertisingData.COMPLETE_LOCAL_NAME, NAME.encode()),
        ),
        own_address_type=OwnAddressType.RANDOM,
    )
    peer = await central.connect(phone, STRAP)
    await phone.pair(peer.connection)
    await central.pause(0.3)
    central.check(peer.connection.is_encrypted, True)
    await central.discover(peer)
    central.check(await central.read(peer, 0x2A19), b'\x4b')
    await peer.connection.disconnect()
    await central.pause(2)


async def session(hour, passkeys, is_secure, records_strap=False):
    """A phone without a bond pairs once for each passkey."""
    stage = Stage(hour=hour)
    strap = stage.add(NAME, random=STRAP.to_string(False))
    phone = stage.add('Phone', public='C0:EE:FB:30:07:21', random='C4:8A:5E:21:30:07')
    recorder = stage.record(strap if records_strap else phone)
    strap.gatt_server.max_mtu = 23
    strap.add_services(
        [
            generic_access(strap, NAME, 0x0341),
            service(0x180F, characteristic(strap, 0x2A19, READ | NOTIFY, b'\x4b')),
        ]
    )
    display = Display(passkeys)
    pairing(strap, display, is_secure)
    pairing(phone, Keyboard(display), is_secure)
    await phone.power_on()
    for _ in passkeys:
        await meet(stage, phone, strap)
    return formats.btsnoop(recorder.packets)


async def record():
    return {
        'passkeys/repeated.btsnoop': await session(19, (201607, 201607), True),
        'passkeys/fresh.btsnoop': await session(19, (201607, 914532), True),
        'passkeys/legacy-repeated.btsnoop': await session(20, (4711, 4711), False),
        'passkeys/legacy-fresh.btsnoop': await session(20, (4711, 8150), False),
        'passkeys/strap-side.btsnoop': await session(20, (4711, 914532, 4711), False, True),
    }
