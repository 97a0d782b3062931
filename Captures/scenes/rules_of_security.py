"""Pairings, encryption and addresses that a person should look at: a scene for each rule about that."""

import asyncio

from bumble.core import ProtocolError
from bumble.hci import Address, HCI_Error
from bumble.pairing import PairingConfig, PairingDelegate

from . import central
from .passkeys import Display, Keyboard, pairing
from .rule_play import Play, quiet, refused, scenes

UNSPECIFIED_ERROR = 0x1F


def just_works(device, ability=PairingDelegate.NO_OUTPUT_NO_INPUT, is_secure=True, bonding=False):
    """Pairing without protection against a man in the middle; `ability` to show and to type."""
    device.pairing_config_factory = lambda connection: PairingConfig(
        sc=is_secure,
        mitm=False,
        bonding=bonding,
        delegate=PairingDelegate(ability),
        identity_address_type=PairingConfig.AddressType.RANDOM,
    )


async def paired(play, **how):
    """Connected and paired with Just Works."""
    just_works(play.strap, **how)
    just_works(play.phone, **how)
    peer = await play.connect()
    await peer.connection.pair()
    await central.pause(0.3)
    central.check(peer.connection.is_encrypted, True)
    return peer


async def bonding_lost():
    """Bonded; then the strap forgets."""
    play = Play()
    peer = await paired(play, bonding=True)
    await play.hang_up(peer)
    await play.strap.keystore.delete_all()
    peer = await play.connect()
    with refused(HCI_Error):
        await peer.connection.encrypt()
    await play.hang_up(peer)
    return play


async def mic_failure():
    """Encrypted, until the controller finds a packet that it cannot believe."""
    play = Play()
    peer = await paired(play)
    await central.discover(peer)
    await central.read(peer, 0x2A19)
    play.lose(0x3D)
    return play


async def encryption_failed():
    """Bonded; then the controllers fail to encrypt."""
    play = Play()
    peer = await paired(play, bonding=True)
    await play.hang_up(peer)
    peer = await play.connect()

    def fail(command):
        play.pending(command)
        connection = play.controller.find_connection_by_handle(command.connection_handle)
        asyncio.get_running_loop().call_later(
            0.06, play.controller.on_le_encryption_change, connection, UNSPECIFIED_ERROR
        )

    play.answers('le_enable_encryption', fail)
    with refused(HCI_Error):
        await peer.connection.encrypt()
    await play.hang_up(peer)
    return play


class Mistyping(Keyboard):
    async def get_number(self):
        return (await super().get_number() + 1) % 1_000_000


async def pairing_failed():
    """The passkey is typed wrong."""
    play = Play()
    display = Display([201607])
    pairing(play.strap, display, True)
    pairing(play.phone, Mistyping(display), True)
    peer = await play.connect()
    with refused(ProtocolError):
        await peer.connection.pair()
    await play.hang_up(peer)
    return play


async def ended_while_pairing():
    """The strap does not wait until the passkey is typed."""
    play = Play()
    display = Display([914532])
    pairing(play.strap, display, True)
    pairing(play.phone, Keyboard(display), True)
    peer = await play.connect()
    with quiet():
        typing = asyncio.ensure_future(peer.connection.pair())
        await central.pause(2)
        await play.of_strap.disconnect()
        typing.cancel()
        await asyncio.wait([typing])
        await central.pause(5)
    return play


async def pairings_repeat():
    """Nobody keeps the bond."""
    play = Play()
    for _ in range(3):
        await play.hang_up(await paired(play))
        await central.pause(1)
    return play


async def just_works_avoidable():
    """Both could show numbers and take an answer."""
    play = Play()
    await play.hang_up(await paired(play, ability=PairingDelegate.DISPLAY_OUTPUT_AND_YES_NO_INPUT))
    return play


async def legacy_pairing():
    play = Play()
    await play.hang_up(await paired(play, is_secure=False))
    return play


async def address_kept():
    """A resolvable private address that is heard now, and again after 65 minutes."""
    play = Play(address=Address('5A:52:55:4C:45:53'))
    for minutes in (65, 0):
        await play.ready()
        await play.phone.start_scanning(active=True, filter_duplicates=True)
        await central.pause(0.5)
        await play.phone.stop_scanning()
        await play.strap.stop_advertising()
        await central.pause(minutes * 60)
    return play


SCENES = scenes(
    {
        'bonding-lost': bonding_lost,
        'mic-failure': mic_failure,
        'encryption-failed': encryption_failed,
        'pairing-failed': pairing_failed,
        'ended-while-pairing': ended_while_pairing,
        'pairings-repeat': pairings_repeat,
        'just-works-avoidable': just_works_avoidable,
        'legacy-pairing': legacy_pairing,
        'address-kept': address_kept,
    }
)
