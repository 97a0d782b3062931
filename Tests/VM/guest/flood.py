"""A controller that says as much as the kernel takes from it.

    flood.py RECORDS

Makes an adapter of its own through /dev/vhci, opens it as its only user, and lets the controller
tell of a connection, of the service of a strap, and of so many notifications, one after the other.
Each value has the notification's number in its energy and RR interval. Prints what was sent, and
how long that took.
"""

import ctypes
import os
import socket
import struct
import sys
import threading
import time

HCI_VENDOR, HCI_ACL, HCI_EVENT = 0xFF, 0x02, 0x04
# A primary controller whose user is not the kernel: it is asked for nothing.
RAW_DEVICE = 0x80
USER_CHANNEL = 1
HANDLE = 0x0040
STRAP = bytes.fromhex('5544332210c1')  # C1:10:22:33:44:55


def make_controller():
    """The controller's end of a new adapter, and the adapter's number."""
    device = os.open('/dev/vhci', os.O_RDWR)
    os.write(device, bytes([HCI_VENDOR, RAW_DEVICE]))
    answer = os.read(device, 16)
    return device, struct.unpack_from('<H', answer, 2)[0]


def open_as_only_user(adapter):
    """A socket that keeps the adapter up. (Python cannot bind to a channel.)"""
    user = socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW, socket.BTPROTO_HCI)
    address = struct.pack('<HHH', socket.AF_BLUETOOTH, adapter, USER_CHANNEL)
    libc = ctypes.CDLL(None, use_errno=True)
    # Busy while the kernel sets the adapter up.
    for _ in range(100):
        if libc.bind(user.fileno(), address, len(address)) == 0:
            return user
        time.sleep(0.05)
    raise OSError(ctypes.get_errno(), 'bind')


def attribute_pdu(pdu, boundary):
    l2cap = struct.pack('<HH', len(pdu), 4) + pdu
    return struct.pack('<BHH', HCI_ACL, HANDLE | boundary << 12, len(l2cap)) + l2cap


def from_strap(pdu):
    return attribute_pdu(pdu, 2)


def connection_complete():
    fields = struct.pack('<BBHBB6sHHHB', 1, 0, HANDLE, 0, 1, STRAP, 24, 0, 42, 0)
    return bytes([HCI_EVENT, 0x3E, len(fields)]) + fields


def notification(number):
    """Heart Rate Measurement at 0x0012: flags, 60 bpm, energy, one RR interval."""
    value = struct.pack('<BBHH', 0x1E, 60, number & 0xFFFF, number >> 16)
    return from_strap(struct.pack('<BH', 0x1B, 0x0012) + value)


# A request of the host, and the strap's answer: the service, its characteristic, notifications on.
SESSION = [
    (struct.pack('<BHHH', 0x10, 1, 0xFFFF, 0x2800), struct.pack('<BBHHH', 0x11, 6, 16, 19, 0x180D)),
    (
        struct.pack('<BHHH', 0x08, 16, 19, 0x2803),
        struct.pack('<BBHBHH', 0x09, 7, 0x11, 0x10, 0x12, 0x2A37),
    ),
    (struct.pack('<BHH', 0x04, 0x13, 0x13), struct.pack('<BBHH', 0x05, 1, 0x13, 0x2902)),
    (struct.pack('<BHH', 0x12, 0x13, 1), bytes([0x13])),
]


def main(records):
    device, adapter = make_controller()
    user = open_as_only_user(adapter)
    os.write(device, connection_complete())
    for request, response in SESSION:
        user.send(attribute_pdu(request, 0))
        while os.read(device, 1024)[0] != HCI_ACL:
            pass
        os.write(device, from_strap(response))
    time.sleep(0.5)

    handed_over = time.monotonic()

    def forget():
        nonlocal handed_over
        while user.recv(1024):
            handed_over = time.monotonic()

    threading.Thread(target=forget, daemon=True).start()
    packets = [notification(number) for number in range(records)]
    begin = time.monotonic()
    for packet in packets:
        os.write(device, packet)
    print(f'{len(packets)} notifications in {time.monotonic() - begin:.3f} s', flush=True)
    # The kernel hands them over one after the other, the user's and the monitor's at a time.
    while time.monotonic() < handed_over + 2:
        time.sleep(0.1)


main(int(sys.argv[1]))
