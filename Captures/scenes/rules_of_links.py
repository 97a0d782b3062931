"""Connections that end badly, or have the wrong terms: a scene for each rule about that."""

from bumble import hci
from bumble.core import ConnectionError as BumbleConnectionError
from bumble.device import ConnectionParameterUpdateError
from bumble.hci import HCI_Error, OwnAddressType
from bumble.l2cap import L2CAP_Connection_Parameter_Update_Response

from . import central
from .heart_rate import measurement
from .rule_play import STRAP, Play, quiet, refused, scenes

CONNECTION_LIMIT_EXCEEDED = 0x09
COMMAND_DISALLOWED = 0x0C
UNSUPPORTED_REMOTE_FEATURE = 0x1A


def ending(reason, seconds):
    """The strap is read once, and so many seconds later the connection ends."""

    async def scene():
        play = Play()
        peer = await play.meet()
        await central.read(peer, 0x2A19)
        await central.pause(seconds)
        play.lose(reason)
        return play

    return scene


async def never_established():
    play = Play()
    await play.connect()
    play.lose(0x3E)
    return play


async def connect_failed():
    """The controller has no place for another connection."""
    play = Play()
    await play.ready()

    def refuse(command):
        play.pending(command)
        play.later(
            0.01,
            hci.HCI_LE_Connection_Complete_Event(
                status=CONNECTION_LIMIT_EXCEEDED,
                connection_handle=0,
                role=hci.Role.CENTRAL,
                peer_address_type=command.peer_address.address_type,
                peer_address=command.peer_address,
                connection_interval=0,
                peripheral_latency=0,
                supervision_timeout=0,
                central_clock_accuracy=0,
            ),
        )

    play.answers('le_create_connection', refuse)
    with refused(BumbleConnectionError):
        await play.phone.connect(STRAP, own_address_type=OwnAddressType.RANDOM)
    return play


async def disconnects_repeat():
    """The strap is out of reach again and again."""
    play = Play()
    for _ in range(3):
        await play.connect()
        await central.pause(4)
        play.lose(0x08)
        await central.pause(1)
    return play


def terms(interval, timeout):
    """Two answers before the phone changes the terms, and one after it."""

    async def scene():
        play = Play()
        peer = await play.meet()
        await peer.connection.update_parameters(interval, interval, 0, timeout)
        play.stage.link.DELAY = interval / 2000
        await central.read(peer, 0x2A19)
        await play.hang_up(peer)
        return play

    return scene


async def interval_refused():
    """The strap asks for 15 ms, and the phone has other plans."""
    play = Play()
    manager = play.phone.l2cap_channel_manager

    def refuse(connection, cid, request):
        manager.send_control_frame(
            connection,
            cid,
            L2CAP_Connection_Parameter_Update_Response(identifier=request.identifier, result=1),
        )

    manager.on_l2cap_connection_parameter_update_request = refuse
    peer = await play.meet()
    with refused(ConnectionParameterUpdateError):
        await play.of_strap.update_parameters(15, 15, 0, 2000, use_l2cap=True)
    await play.hang_up(peer)
    return play


async def update_failed():
    play = Play()

    def fail(command):
        play.pending(command)
        play.later(
            0.06,
            hci.HCI_LE_Connection_Update_Complete_Event(
                status=UNSUPPORTED_REMOTE_FEATURE,
                connection_handle=command.connection_handle,
                connection_interval=0,
                peripheral_latency=0,
                supervision_timeout=0,
            ),
        )

    play.answers('le_connection_update', fail)
    peer = await play.meet()
    with refused(HCI_Error):
        await peer.connection.update_parameters(15, 15, 0, 2000)
    await play.hang_up(peer)
    return play


async def interval_too_long():
    """Much is asked at an interval of 200 ms."""
    play = Play()
    peer = await play.meet(interval=200, timeout=4000)
    for _ in range(15):
        await central.read(peer, 0x2A19)
    await play.hang_up(peer)
    return play


async def interval_too_short():
    """A value every 15 s at an interval of 7.5 ms."""
    play = Play()
    peer = await play.meet(interval=7.5)
    values = await central.subscribe(peer, 0x2A37)
    for beats in range(60, 65):
        await central.pause(15)
        await play.strap.notify_subscribers(play.rate, measurement(beats))
    await play.hang_up(peer)
    central.check(len(values), 5)
    return play


async def data_not_delivered():
    """The link fails while the phone sends one command after the other."""
    play = Play()
    peer = await play.meet()
    await central.pause(0.1)
    text = central.find(peer, play.text.uuid)
    play.controller.on_hci_acl_data_packet = lambda packet: None
    for number in range(5):
        await text.write_value(bytes([number]), with_response=False)
        await central.pause(0.03)
    await central.pause(2)
    play.lose(0x08)
    return play


async def command_failed():
    """The controller cannot scan: something else is under way."""
    play = Play()
    await play.ready()
    play.answers(
        'le_set_scan_enable',
        lambda command: hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode(COMMAND_DISALLOWED)),
    )
    with refused(HCI_Error):
        await play.phone.start_scanning(active=True, filter_duplicates=True)
    return play


async def hardware_error():
    """The controller's firmware fails: it says so, and nothing more."""
    play = Play()
    peer = await play.meet()
    await central.read(peer, 0x2A19)
    play.later(0.01, hci.HCI_Event(b'\x42', event_code=hci.HCI_HARDWARE_ERROR_EVENT))
    with quiet():
        await central.pause(0.5)
    return play


SCENES = scenes(
    {
        'link-lost': ending(0x08, 5),
        'never-established': never_established,
        'instant-passed': ending(0x28, 1),
        'procedure-timeout': ending(0x22, 40),
        # Unspecified Error.
        'ended-by-error': ending(0x1F, 1),
        'connect-failed': connect_failed,
        'disconnects-repeat': disconnects_repeat,
        'timeout-too-short': terms(100, 200),
        'timeout-fragile': terms(100, 500),
        'interval-refused': interval_refused,
        'update-failed': update_failed,
        'interval-too-long': interval_too_long,
        'interval-too-short': interval_too_short,
        'data-not-delivered': data_not_delivered,
        'command-failed': command_failed,
        'hardware-error': hardware_error,
    }
)
