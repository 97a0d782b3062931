"""ATT over BR/EDR: a channel for PSM 0x001F beside others, on a classic connection.

Bumble has no ATT bearer for classic connections: this scene writes the packets of the phone's host
itself. What the watch answers to ATT requests comes from Bumble's GATT server.
"""

import asyncio
import struct

from bumble import att, hci
from bumble.hci import Address

from . import formats
from .attributes import (
    INDICATE,
    NOTIFY,
    READ,
    WRITE,
    WRITE_COMMAND,
    Cell,
    characteristic,
    generic_access,
    generic_attribute,
    service,
)
from .central import check
from .heart_rate import measurement
from .stage import Recorder, Stage

WATCH = Address('A4:C1:38:00:1F:01', Address.PUBLIC_DEVICE_ADDRESS)
NAME = 'Dual Watch'
HANDLE = 0x000B
SDP_PSM, ATT_PSM, STREAM_PSM = 0x0001, 0x001F, 0x0019
SIGNALLING = 0x0001
TEXT_SERVICE = '9B1E0000-6A5C-4E2F-8D3B-0C1A2B3C4D5E'
TEXT = '9B1E0001-6A5C-4E2F-8D3B-0C1A2B3C4D5E'
LONG_TEXT = bytes(0x41 + index % 26 for index in range(400))


class Bearer:
    """What Bumble's server needs of a bearer."""

    handle = HANDLE

    def __init__(self, mtu):
        self.att_mtu = mtu
        # Only the security and the address of a connection are asked for.
        self.connection = self
        self.peer_address = WATCH
        self.encryption = 1
        self.is_encrypted = True
        self.authenticated = True


class Link:
    """The host's side of a classic link, written packet by packet."""

    ACL_SIZE = 310
    TURN = 0.0042

    def __init__(self, start):
        self.recorder = Recorder(start)
        self.identifier = 0

    async def write(self, packet, received):
        self.recorder.snoop(
            packet,
            self.recorder.Direction.CONTROLLER_TO_HOST
            if received
            else self.recorder.Direction.HOST_TO_CONTROLLER,
        )
        await asyncio.sleep(self.TURN)

    async def command(self, command):
        await self.write(command, False)
        await self.write(
            hci.HCI_Command_Status_Event(
                status=0, num_hci_command_packets=1, command_opcode=command.op_code
            ),
            True,
        )

    async def l2cap(self, received, cid, payload, size=ACL_SIZE):
        """One L2CAP PDU, in packets of at most `size` octets."""
        pdu = struct.pack('<HH', len(payload), cid) + payload
        for offset in range(0, len(pdu), size):
            piece = pdu[offset : offset + size]
            boundary = 1 if offset else 2 if received else 0
            await self.write(
                hci.HCI_AclDataPacket(HANDLE, boundary, 0, len(piece), piece), received
            )

    async def signal(self, received, code, identifier, data):
        await self.l2cap(
            received, SIGNALLING, struct.pack('<BBH', code, identifier, len(data)) + data
        )

    async def exchange(self, received, code, request, response):
        """A signalling command of one side, and its response."""
        self.identifier += 1
        await self.signal(received, code, self.identifier, request)
        for data in response if isinstance(response, list) else [response]:
            await self.signal(not received, code + 1, self.identifier, data)

    async def channel(self, psm, source, destination, mtu, peer_mtu, first=()):
        """Open a channel from the host, `first` with results that are not final."""
        answers = [struct.pack('<4H', destination, source, *result) for result in first]
        answers.append(struct.pack('<4H', destination, source, 0, 0))
        await self.exchange(False, 0x02, struct.pack('<2H', psm, source), answers)
        # Each side says what it accepts; without the option it is 672.
        for received, cid, peer_cid, octets in (
            (False, destination, source, mtu),
            (True, source, destination, peer_mtu),
        ):
            option = struct.pack('<BBH', 1, 2, octets) if octets else b''
            await self.exchange(
                received,
                0x04,
                struct.pack('<2H', cid, 0) + option,
                struct.pack('<3H', peer_cid, 0, 0) + option,
            )

    async def close(self, source, destination):
        ends = struct.pack('<2H', destination, source)
        await self.exchange(False, 0x06, ends, ends)


class Client:
    """Asks Bumble's server on a channel."""

    def __init__(self, link, server, source, destination, mtu):
        self.link, self.server = link, server
        self.source, self.destination = source, destination
        self.bearer = Bearer(mtu)
        self.answers = asyncio.Queue()
        server.send_gatt_pdu = lambda _bearer, pdu: self.answers.put_nowait(bytes(pdu))

    async def send(self, pdu):
        await self.link.l2cap(False, self.destination, bytes(pdu))

    async def tell(self, command):
        await self.send(command)
        self.server.on_gatt_pdu(self.bearer, att.ATT_PDU.from_bytes(bytes(command)))

    async def ask(self, request):
        await self.tell(request)
        answer = await self.answers.get()
        await self.link.l2cap(True, self.source, answer)
        return answer

    async def notify(self, handle, value, indicates=False):
        await self.link.l2cap(
            True, self.source, struct.pack('<BH', 0x1D if indicates else 0x1B, handle) + value
        )
        if indicates:
            await self.send(b'\x1e')

    async def discover(self):
        """Services, then characteristics and descriptors of each."""
        services = []
        start = 1
        while start:
            answer = await self.ask(struct.pack('<BHHH', 0x10, start, 0xFFFF, 0x2800))
            start = 0
            if answer[0] == 0x11:
                size = answer[1]
                for offset in range(2, len(answer), size):
                    services.append(struct.unpack_from('<HH', answer, offset))
                start = (services[-1][1] + 1) & 0xFFFF
        for first, last in services:
            start = first
            while start <= last:
                answer = await self.ask(struct.pack('<BHHH', 0x08, start, last, 0x2803))
                if answer[0] != 0x09:
                    break
                size = answer[1]
                offset = 2 + (len(answer) - 2) // size * size - size
                start = struct.unpack_from('<H', answer, offset)[0] + 1
            await self.ask(struct.pack('<BHH', 0x04, first, last))


async def session():
    stage = Stage(hour=18)
    watch = stage.add(NAME, public=WATCH.to_string(False))
    rate = characteristic(watch, 0x2A37, NOTIFY)
    location = characteristic(watch, 0x2A38, READ, b'\x02')
    level = characteristic(watch, 0x2A19, READ | INDICATE, b'\x3d')
    text = characteristic(watch, TEXT, READ | WRITE | WRITE_COMMAND, Cell(LONG_TEXT).value)
    watch.gatt_server.max_mtu = 517
    watch.add_services(
        [
            generic_access(watch, NAME, 0x00C1),
            generic_attribute(watch),
            service(0x180D, rate, location),
            service(0x180F, level),
            service(TEXT_SERVICE, text),
        ]
    )
    link = Link(stage.start)

    await link.command(
        hci.HCI_Create_Connection_Command(
            bd_addr=WATCH,
            packet_type=0xCC18,
            page_scan_repetition_mode=1,
            reserved=0,
            clock_offset=0,
            allow_role_switch=1,
        )
    )
    await asyncio.sleep(0.6)
    await link.write(
        hci.HCI_Connection_Complete_Event(
            status=0, connection_handle=HANDLE, bd_addr=WATCH, link_type=1, encryption_enabled=0
        ),
        True,
    )
    # What the watch can do, then its records.
    await link.exchange(
        False, 0x0A, struct.pack('<H', 2), struct.pack('<HHI', 2, 0, 0x000002B8)
    )
    await link.channel(SDP_PSM, 0x0040, 0x0041, 0, 0)
    await link.l2cap(False, 0x0041, bytes.fromhex('06000100 0f 3503 190100 ffff 3505 0a0000ffff 00'))
    await link.l2cap(True, 0x0040, bytes.fromhex('07000100 05 0002 3500 00'))
    await link.close(0x0040, 0x0041)
    await link.command(hci.HCI_Set_Connection_Encryption_Command(HANDLE, 1))
    await link.write(hci.HCI_Encryption_Change_Event(0, HANDLE, 2), True)

    # The watch asks its user first: pending.
    await link.channel(ATT_PSM, 0x0042, 0x0045, 517, 515, first=[(1, 2)])
    client = Client(link, watch.gatt_server, 0x0042, 0x0045, 515)
    await client.discover()
    check(await client.ask(struct.pack('<BH', 0x0A, location.handle)), b'\x0b\x02')
    check(await client.ask(struct.pack('<BH', 0x0A, level.handle)), b'\x0b\x3d')
    # Longer than an ACL packet, and than the MTU of LE that this link does not have.
    check((await client.ask(struct.pack('<BH', 0x0A, text.handle)))[1:], LONG_TEXT)
    check(
        await client.ask(struct.pack('<BH', 0x12, text.handle) + LONG_TEXT[::-1][:320]), b'\x13'
    )
    # Audio beside it, which nobody reads: its octets look like a notification.
    await link.channel(STREAM_PSM, 0x0043, 0x0046, 672, 672)
    await client.ask(struct.pack('<BHH', 0x12, rate.handle + 1, 1))
    for beats in range(70, 74):
        await client.notify(rate.handle, measurement(beats))
        await link.l2cap(False, 0x0046, struct.pack('<BH', 0x1B, rate.handle) + bytes(400))
        await asyncio.sleep(0.25)
    await client.ask(struct.pack('<BHH', 0x12, level.handle + 1, 2))
    await client.notify(level.handle, b'\x3c', indicates=True)
    await client.tell(struct.pack('<BH', 0x52, text.handle) + b'bye')
    await link.close(0x0042, 0x0045)

    # A second channel, without the option: 672 each way.
    await link.channel(ATT_PSM, 0x0044, 0x0047, 0, 0)
    client = Client(link, watch.gatt_server, 0x0044, 0x0047, 672)
    check(await client.ask(struct.pack('<BH', 0x0A, text.handle)), b'\x0bbye')
    await link.command(hci.HCI_Disconnect_Command(HANDLE, 0x13))
    await link.write(hci.HCI_Disconnection_Complete_Event(0, HANDLE, 0x16), True)
    return link.recorder.packets


async def record():
    return {'classic-att.btsnoop': formats.btsnoop(await session())}
