"""What goes wrong between a client and a server, and on channels: a scene for each rule about that."""

import asyncio
import struct
import warnings

from bumble import hci, l2cap
from bumble.att import ATT_Error, AttributeValue
from bumble.core import UUID, AdvertisingData, TimeoutError as BumbleTimeout
from bumble.device import CigParameters, PeriodicAdvertisingSync
from bumble.hci import HCI_Error, OwnAddressType
from cryptography.hazmat.primitives.ciphers.aead import AESCCM

from . import central
from .attributes import INDICATE, READ, WRITE, Cell, advertising, characteristic, service
from .heart_rate import measurement
from .rule_play import STRAP, Play, quiet, refused, scenes

READ_NOT_PERMITTED = 0x02
PSM = 0x0080
UNKNOWN_PSM = 0x0081


def answering(seconds):
    """A level that takes so long to be measured; it never is where `seconds` is None."""

    async def read(_connection):
        if seconds is None:
            await asyncio.get_running_loop().create_future()
        await central.pause(seconds)
        return b'\x5a'

    return AttributeValue(read=read)


async def slow_answers():
    play = Play(answering(1.2))
    peer = await play.meet()
    await central.read(peer, 0x2A19)
    await play.hang_up(peer)
    return play


async def request_unanswered():
    """The phone gives up after 2 s."""
    play = Play(answering(None))
    peer = await play.meet()
    reading = asyncio.ensure_future(central.read(peer, 0x2A19))
    await central.pause(2)
    with quiet():
        await play.hang_up(peer)
        reading.cancel()
        await asyncio.wait([reading])
    return play


async def request_timed_out():
    play = Play(answering(None))
    peer = await play.meet()
    with refused(BumbleTimeout, asyncio.TimeoutError):
        await central.read(peer, 0x2A19)
    await central.pause(1)
    await play.hang_up(peer)
    return play


async def request_refused():
    def refuse(_connection):
        raise ATT_Error(error_code=READ_NOT_PERMITTED)

    play = Play(AttributeValue(read=refuse))
    peer = await play.meet()
    with refused(ATT_Error):
        await central.read(peer, 0x2A19)
    await play.hang_up(peer)
    return play


async def operation_failed():
    """Start or Resume without control of the machine, which says so by an indication; and with it."""
    request_control, start = 0x00, 0x07
    controlled = False

    def machine(strap):
        def command(connection, value):
            nonlocal controlled
            controlled = controlled or value[0] == request_control
            response = bytes([0x80, value[0], 0x01 if controlled else 0x05])
            asyncio.ensure_future(strap.indicate_subscriber(connection, control, response))

        control = characteristic(strap, 0x2AD9, WRITE | INDICATE, AttributeValue(write=command))
        return service(0x1826, control)

    play = Play(more=[machine])
    peer = await play.meet()
    await central.subscribe(peer, 0x2AD9)
    for operation in (start, request_control, start):
        await central.write(peer, 0x2AD9, bytes([operation]))
        await central.pause(0.5)
    await play.hang_up(peer)
    return play


async def wrong_write():
    """The phone sends a command to what declares only requests; the strap takes it all the same."""

    def limit(strap):
        return service(0x181C, characteristic(strap, 0x2A7E, READ | WRITE, Cell(b'\x50').value))

    play = Play(more=[limit])
    peer = await play.meet()
    await central.find(peer, 0x2A7E).write_value(b'\x5a', with_response=False)
    await central.pause(1)
    await play.hang_up(peer)
    return play


async def request_too_early():
    """Two reads at once; the strap answers both."""
    play = Play()
    peer = await play.meet()
    with quiet():
        for kind in (0x2A19, 0x2A00):
            handle = central.find(peer, kind).handle
            peer.gatt_client.send_gatt_pdu(struct.pack('<BH', 0x0A, handle))
        await central.pause(0.5)
    await play.hang_up(peer)
    return play


async def mtu_left_at_minimum():
    play = Play()
    peer = await play.meet()
    text = central.find(peer, play.text.uuid)
    for number in range(12):
        await text.write_value(bytes([number]) * 20, with_response=False)
        await central.pause(0.05)
    await play.hang_up(peer)
    return play


async def silent_subscription():
    play = Play()
    peer = await play.meet()
    await central.subscribe(peer, 0x2A37)
    await central.pause(12)
    await play.hang_up(peer)
    return play


async def values_stop():
    """The strap sends by a clock, and stops."""
    play = Play()
    peer = await play.meet()
    await central.subscribe(peer, 0x2A37)
    with quiet():
        for beats in range(70, 102):
            await play.strap.notify_subscriber(play.of_strap, play.rate, measurement(beats))
            await central.pause(0.25)
        await central.pause(12)
        await play.hang_up(peer)
    return play


async def wrong_subscription():
    """The phone turns on indications of what only notifies."""
    play = Play()
    peer = await play.meet()
    (configuration,) = [
        descriptor
        for descriptor in central.find(peer, 0x2A37).descriptors
        if descriptor.type == UUID.from_16_bits(0x2902)
    ]
    await peer.write_value(configuration, b'\x02\x00', with_response=True)
    await central.pause(1)
    await play.hang_up(peer)
    return play


async def values_without_subscription():
    play = Play()
    peer = await play.meet()
    with quiet():
        for beats in (70, 71, 72):
            await play.strap.notify_subscriber(
                play.of_strap, play.rate, measurement(beats), force=True
            )
            await central.pause(1)
        await play.hang_up(peer)
    return play


async def channel(play):
    """A channel that the phone opens, of which the strap gives one credit."""
    taken = []
    play.strap.create_l2cap_server(
        l2cap.LeCreditBasedChannelSpec(psm=PSM, mtu=64, mps=64, max_credits=1),
        handler=taken.append,
    )
    peer = await play.connect()
    opened = await peer.connection.create_l2cap_channel(
        l2cap.LeCreditBasedChannelSpec(psm=PSM, mtu=64, mps=64, max_credits=4)
    )
    taken[0].sink = lambda data: None
    return peer, opened


async def channel_refused():
    play = Play()
    peer = await play.connect()
    with refused(l2cap.L2capError):
        await peer.connection.create_l2cap_channel(
            l2cap.LeCreditBasedChannelSpec(psm=UNKNOWN_PSM)
        )
    await play.hang_up(peer)
    return play


async def channel_fault():
    """The phone sends two K-frames, and has credits for one."""
    play = Play()
    peer, opened = await channel(play)
    with quiet():
        for _ in range(2):
            opened.send_pdu(b'\x02\x00ok')
        await central.pause(0.3)
        await play.hang_up(peer)
    return play


async def signal_unanswered():
    """The strap has never heard of such channels, and does not even say so."""
    play = Play()
    peer = await play.connect()
    manager = play.strap.l2cap_channel_manager
    manager.on_l2cap_le_credit_based_connection_request = lambda connection, cid, request: None
    opening = asyncio.ensure_future(
        peer.connection.create_l2cap_channel(l2cap.LeCreditBasedChannelSpec(psm=PSM))
    )
    await central.pause(2)
    with quiet():
        await play.hang_up(peer)
        opening.cancel()
        await asyncio.wait([opening])
    return play


async def stream_failed():
    """The controllers do not agree on a time for the stream."""
    play = Play(extended=True)
    peer = await play.connect()

    def fail(command):
        play.pending(command)
        (handle,) = command.cis_connection_handle
        play.later(
            0.2,
            hci.HCI_LE_CIS_Established_Event(
                status=hci.HCI_ErrorCode.CONNECTION_FAILED_TO_BE_ESTABLISHED_ERROR,
                connection_handle=handle,
                cig_sync_delay=0,
                cis_sync_delay=0,
                transport_latency_c_to_p=0,
                transport_latency_p_to_c=0,
                phy_c_to_p=0,
                phy_p_to_c=0,
                nse=0,
                bn_c_to_p=0,
                bn_p_to_c=0,
                ft_c_to_p=0,
                ft_p_to_c=0,
                max_pdu_c_to_p=0,
                max_pdu_p_to_c=0,
                iso_interval=0,
            ),
        )

    play.answers('le_create_cis', fail)
    group = CigParameters(
        cig_id=1,
        cis_parameters=[CigParameters.CisParameters(cis_id=1)],
        sdu_interval_c_to_p=10000,
        sdu_interval_p_to_c=10000,
    )
    with warnings.catch_warnings(), refused(HCI_Error):
        # Bumble calls its streams an experiment.
        warnings.simplefilter('ignore')
        (handle,) = await play.phone.setup_cig(group)
        await play.phone.create_cis([(handle, peer.connection)])
    await play.hang_up(peer)
    return play


async def sync_lost():
    """Periodic advertising that can be followed for two seconds."""
    play = Play(extended=True)

    def follow(command):
        play.pending(command)
        play.later(
            0.3,
            hci.HCI_LE_Periodic_Advertising_Sync_Established_Event(
                status=hci.HCI_ErrorCode.SUCCESS,
                sync_handle=0x10,
                advertising_sid=command.advertising_sid,
                advertiser_address_type=command.advertiser_address.address_type,
                advertiser_address=command.advertiser_address,
                advertiser_phy=hci.Phy.LE_1M,
                periodic_advertising_interval=80,
                advertiser_clock_accuracy=0,
            ),
        )
        play.later(2.3, hci.HCI_LE_Periodic_Advertising_Sync_Lost_Event(sync_handle=0x10))

    play.answers('le_periodic_advertising_create_sync', follow)
    await play.ready()
    await play.phone.start_scanning(active=False, filter_duplicates=True)
    sync = await play.phone.create_periodic_advertising_sync(STRAP, sid=1, sync_timeout=1.0)
    await central.pause(3)
    central.check(sync.state, PeriodicAdvertisingSync.State.LOST)
    await play.phone.stop_scanning()
    return play


async def nonce_reused():
    """A sensor encrypts two measurements with one counter (BTHome v2)."""
    play = Play()
    key = bytes.fromhex('5A3F0B9C6E7D48218C10F2E4B7A69D53')
    address = bytes(reversed(bytes(STRAP)))
    counter = (11766).to_bytes(4, 'little')
    await play.ready()
    for temperature in (2150, 2160):
        plain = struct.pack('<Bh', 2, temperature)
        nonce = address + bytes.fromhex('D2FC41') + counter
        sealed = AESCCM(key, tag_length=4).encrypt(nonce, plain, None)
        data = bytes.fromhex('D2FC41') + sealed[:-4] + counter + sealed[-4:]
        await play.strap.stop_advertising()
        await play.stage.advertise(
            play.strap,
            advertising((AdvertisingData.FLAGS, b'\x06'), (AdvertisingData.SERVICE_DATA_16_BIT_UUID, data)),
            own_address_type=OwnAddressType.RANDOM,
        )
        await play.phone.start_scanning(active=False, filter_duplicates=True)
        await central.pause(0.5)
        await play.phone.stop_scanning()
    return play


SCENES = scenes(
    {
        'slow-answers': slow_answers,
        'request-unanswered': request_unanswered,
        'request-timed-out': request_timed_out,
        'request-refused': request_refused,
        'operation-failed': operation_failed,
        'wrong-write': wrong_write,
        'request-too-early': request_too_early,
        'mtu-left-at-minimum': mtu_left_at_minimum,
        'silent-subscription': silent_subscription,
        'values-stop': values_stop,
        'wrong-subscription': wrong_subscription,
        'values-without-subscription': values_without_subscription,
        'channel-refused': channel_refused,
        'channel-fault': channel_fault,
        'signal-unanswered': signal_unanswered,
        'stream-failed': stream_failed,
        'sync-lost': sync_lost,
        'nonce-reused': nonce_reused,
    }
)
