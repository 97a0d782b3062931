"""Two virtual controllers that hear each other: one for `bleinspect mock`, on TCP, one for a client of Bumble."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from contextlib import asynccontextmanager

from bumble.controller import Controller
from bumble.device import Device
from bumble.hci import Address
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport import open_transport
from bumble.transport.common import AsyncPipeSink

# Seconds in which a program must listen.
LIMIT = 20


def ports(count):
    """TCP ports that are free."""
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    found = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return found


def device(host):
    return Device(name="client", address=Address("F0:F1:F2:F3:F4:F5"), host=host)


@asynccontextmanager
async def of_bumble():
    """The port of the one controller, and a device on the other: those of Bumble, in this process."""
    (port,) = ports(1)
    link = LocalLink()
    async with await open_transport(f"tcp-server:127.0.0.1:{port}") as transport:
        Controller("mock", host_source=transport.source, host_sink=transport.sink, link=link)
        controller = Controller("client", link=link)
        yield port, device(Host(controller, AsyncPipeSink(controller)))


@asynccontextmanager
async def of_rootcanal():
    """The same with those of PyPI's rootcanal: it makes one for each connection to its port."""
    hci, *others = ports(4)
    names = ("hci_port", "link_port", "link_ble_port", "test_port")
    options = [word for name, port in zip(names, (hci, *others)) for word in (f"-{name}", str(port))]
    process = subprocess.Popen(
        [sys.executable, "-m", "rootcanal", *options],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, process_group=0,
    )
    try:
        for _ in range(LIMIT * 10):
            try:
                transport = await open_transport(f"tcp-client:127.0.0.1:{hci}")
                break
            except OSError:
                await asyncio.sleep(0.1)
        else:
            raise TimeoutError("rootcanal does not listen")
        async with transport:
            yield hci, device(Host(transport.source, transport.sink))
    finally:
        # Python waits for the program that it has started.
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


CONTROLLERS = {"bumble": of_bumble, "rootcanal": of_rootcanal}
