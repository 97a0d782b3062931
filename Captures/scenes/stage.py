"""The stage: virtual controllers on one link, and hosts that can be recorded."""

import asyncio
import datetime
import secrets

from bumble import hci
from bumble.controller import Controller
from bumble.device import Device, DeviceConfiguration
from bumble.hci import Address, OwnAddressType
from bumble.host import Host
from bumble.link import LocalLink
from bumble.ll import TerminateInd
from bumble.snoop import Snooper
from bumble.transport.common import AsyncPipeSink

from .formats import Packet

EXTENDED_FEATURES = (
    hci.LeFeatureMask.LE_EXTENDED_ADVERTISING | hci.LeFeatureMask.LE_PERIODIC_ADVERTISING
)


class StageLink(LocalLink):
    """Bumble's link, with delays of the air and without its random orders."""

    DELAY = 0.0075

    def __init__(self):
        super().__init__()
        # Bumble keeps a set, whose order differs from run to run.
        self.controllers = []
        self._last_delivery = {}

    def add_controller(self, controller):
        self.controllers.append(controller)

    def _deliver(self, sender, receiver, action, *arguments):
        """Call `action` after the delay, never before an earlier delivery."""
        loop = asyncio.get_running_loop()
        path = (bytes(sender), bytes(receiver))
        when = max(loop.time() + self.DELAY, self._last_delivery.get(path, 0) + 0.0004)
        self._last_delivery[path] = when
        loop.call_at(when, action, *arguments)

    def send_acl_data(self, sender_controller, destination_address, transport, data):
        # Bumble names the sender by its random address even where the
        # connection uses the public one, and the receiver then drops the data.
        connection = sender_controller.le_connections.get(destination_address)
        receiver = self.find_le_controller(destination_address)
        if connection is None or receiver is None:
            return
        source = connection.self_address
        self._deliver(
            source, destination_address, receiver.on_link_acl_data, source, transport, data
        )

    def send_ll_control_pdu(self, sender_address, receiver_address, packet):
        receiver = self.find_le_controller(receiver_address)
        if receiver is None:
            return
        self._deliver(
            sender_address,
            receiver_address,
            receiver.on_ll_control_pdu,
            sender_address,
            packet,
        )


class StageController(Controller):
    """Bumble's controller, with true scan responses and fragmented data."""

    RSSI = -58
    SCAN_RESPONSE_DELAY = 0.00033
    FRAGMENT_SPACING = 0.00068

    def __init__(self, name, link, public_address, extended):
        super().__init__(name, link=link, public_address=public_address)
        self._reported = set()
        self._next_fragment = {}
        self._connect_request = None
        if extended:
            self.supported_commands = self.supported_commands | {
                hci.HCI_LE_EXTENDED_CREATE_CONNECTION_COMMAND
            }
        else:
            self.le_features = self.le_features & ~EXTENDED_FEATURES

    def on_hci_le_set_scan_enable_command(self, command):
        self._reported.clear()
        return super().on_hci_le_set_scan_enable_command(command)

    def on_hci_le_set_extended_scan_enable_command(self, command):
        self._reported.clear()
        return super().on_hci_le_set_extended_scan_enable_command(command)

    def scan_response_data(self, address):
        """What this controller answers to a scan request to `address`."""
        for advertising_set in self.advertising_sets.values():
            if advertising_set.enabled and advertising_set.address == address:
                return bytes(advertising_set.scan_response_data)
        if self.le_legacy_advertiser.enabled and self.le_legacy_advertiser.address == address:
            return bytes(self.le_legacy_advertiser.scan_response_data)
        return None

    def on_advertising_pdu(self, pdu):
        # Bumble reports the advertising data again in the place of the scan
        # response, whatever the advertiser answers.
        if self.le_scan_enable:
            address = pdu.advertiser_address
            if not (self.filter_duplicates and bytes(address) in self._reported):
                self._reported.add(bytes(address))
                self._report(address, pdu.data, False)
                answers = (c.scan_response_data(address) for c in self.link.controllers)
                answer = next((data for data in answers if data is not None), None)
                if answer is not None:
                    asyncio.get_running_loop().call_later(
                        self.SCAN_RESPONSE_DELAY, self._report, address, answer, True
                    )

        pending = self.pending_le_connection
        if pending and pending.peer_address == pdu.advertiser_address:
            self.create_le_connection(pdu.advertiser_address)

    def _report(self, address, data, is_scan_response):
        if self.le_features & hci.LeFeatureMask.LE_EXTENDED_ADVERTISING:
            legacy_adv_ind, legacy_scan_response = 0x13, 0x1B
            event = hci.HCI_LE_Extended_Advertising_Report_Event
            report = event.Report(
                event_type=event.EventType(
                    legacy_scan_response if is_scan_response else legacy_adv_ind
                ),
                address_type=address.address_type,
                address=address,
                primary_phy=hci.Phy.LE_1M,
                secondary_phy=0,
                advertising_sid=0xFF,
                tx_power=127,
                rssi=self.RSSI,
                periodic_advertising_interval=0,
                direct_address_type=0,
                direct_address=Address.ANY,
                data=data,
            )
        else:
            event = hci.HCI_LE_Advertising_Report_Event
            report = event.Report(
                event_type=(
                    event.EventType.SCAN_RSP if is_scan_response else event.EventType.ADV_IND
                ),
                address_type=address.address_type,
                address=address,
                data=data,
                rssi=self.RSSI,
            )
        self.send_hci_packet(event([report]))

    def on_link_acl_data(self, sender_address, transport, data):
        # Bumble hands over a PDU of any size in one packet, where a controller
        # passes on what the air brings, piece by piece.
        connection = self.le_connections.get(sender_address)
        if connection is None:
            return
        loop = asyncio.get_running_loop()
        start, continuation = 2, 1
        size = self.le_acl_data_packet_length
        when = max(loop.time(), self._next_fragment.get(connection.handle, 0))
        for offset in range(0, len(data), size):
            piece = data[offset : offset + size]
            boundary = continuation if offset else start
            packet = hci.HCI_AclDataPacket(connection.handle, boundary, 0, len(piece), piece)
            loop.call_at(when, self.send_hci_packet, packet)
            when += self.FRAGMENT_SPACING
        self._next_fragment[connection.handle] = when

    def on_le_connect_ind(self, packet):
        self._connect_request = packet
        super().on_le_connect_ind(packet)

    def on_hci_le_create_connection_cancel_command(self, command):
        # Bumble says yes and goes on connecting.
        pending = self.pending_le_connection
        if pending is None:
            return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR)
        self.pending_le_connection = None
        cancelled = hci.HCI_LE_Connection_Complete_Event(
            status=hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR,
            connection_handle=0,
            role=hci.Role.CENTRAL,
            peer_address_type=pending.peer_address.address_type,
            peer_address=pending.peer_address,
            connection_interval=0,
            peripheral_latency=0,
            supervision_timeout=0,
            central_clock_accuracy=0,
        )
        asyncio.get_running_loop().call_soon(self.send_hci_packet, cancelled)
        return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.SUCCESS)

    def lose(self, peer_address, reason=hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR):
        """End the connection, as a radio does that has heard nothing for the supervision timeout."""
        connection = self.le_connections.get(peer_address)
        if connection is None:
            raise RuntimeError(f'no connection with {peer_address}')
        self.on_le_disconnected(connection, reason)

    def send_hci_packet(self, packet):
        if isinstance(packet, hci.HCI_LE_Connection_Complete_Event):
            packet = self._connection_complete(packet)
        super().send_hci_packet(packet)

    def _connection_complete(self, event):
        fields = {name: getattr(event, name) for name in event.__dataclass_fields__}
        if event.role == hci.Role.PERIPHERAL:
            # Bumble tells the peripheral fixed numbers instead of the central's.
            fields['connection_interval'] = self._connect_request.interval
            fields['peripheral_latency'] = self._connect_request.latency
            fields['supervision_timeout'] = self._connect_request.timeout
        if self.le_features & hci.LeFeatureMask.LE_EXTENDED_ADVERTISING:
            return hci.HCI_LE_Enhanced_Connection_Complete_Event(
                **fields,
                local_resolvable_private_address=Address.ANY,
                peer_resolvable_private_address=Address.ANY,
            )
        return hci.HCI_LE_Connection_Complete_Event(**fields)

    def on_hci_disconnect_command(self, command):
        # Bumble repeats the peer's reason to the host that disconnects.
        connection = self.find_le_connection_by_handle(command.connection_handle)
        if connection is None:
            super().on_hci_disconnect_command(command)
            return
        self._send_hci_command_status(hci.HCI_COMMAND_STATUS_PENDING, command.op_code)
        connection.send_ll_control_pdu(TerminateInd(command.reason))
        asyncio.get_running_loop().call_later(
            StageLink.DELAY,
            self.on_le_disconnected,
            connection,
            hci.HCI_ErrorCode.CONNECTION_TERMINATED_BY_LOCAL_HOST_ERROR,
        )


class Recorder(Snooper):
    """Keeps the packets of a host with their virtual time."""

    def __init__(self, start):
        self.start = int(start.timestamp()) * 1_000_000
        self.packets = []

    def snoop(self, hci_packet, direction):
        now = asyncio.get_running_loop().time()
        self.packets.append(
            Packet(
                self.start + round(now * 1_000_000),
                direction == Snooper.Direction.CONTROLLER_TO_HOST,
                bytes(hci_packet),
            )
        )


def make_device(name, random, host):
    """A device of this random address on a host."""
    configuration = DeviceConfiguration(
        name=name,
        address=Address(random),
        irk=secrets.token_bytes(16),
        # Scenes bring these two services themselves, each as the real
        # device lays them out.
        gap_service_enabled=False,
        gatt_service_enabled=False,
    )
    return Device(config=configuration, host=host)


class Stage:
    """One scene's link and the devices on it."""

    def __init__(self, hour, minute=0):
        self.link = StageLink()
        self.start = datetime.datetime(2026, 3, 1, hour, minute, tzinfo=datetime.timezone.utc)

    def add(
        self,
        name,
        *,
        public='00:00:00:00:00:00',
        random='F0:00:00:00:00:01',
        extended=False,
        fragment=27,
        controller_type=StageController,
    ):
        """Add a device; `fragment` is the size of its ACL data packets."""
        controller = controller_type(name, self.link, public, extended)
        controller.le_acl_data_packet_length = fragment
        return make_device(name, random, Host(controller, AsyncPipeSink(controller)))

    @staticmethod
    async def advertise(
        device, data, scan_response=b'', own_address_type=OwnAddressType.PUBLIC
    ):
        """Switch `device` on and let it advertise every 100 ms until it is connected."""
        if not device.powered_on:
            await device.power_on()
        await device.start_advertising(
            own_address_type=own_address_type,
            advertising_data=data,
            scan_response_data=scan_response,
            advertising_interval_min=100,
            advertising_interval_max=100,
        )

    def record(self, device):
        """Record what the host of `device` exchanges from now on."""
        device.host.snooper = Recorder(self.start)
        return device.host.snooper
