"""Sends a capture to a live source, so many records a second, as a phone does."""

import os
import socket
import struct
import sys
import threading
import time

# How often records are sent, in seconds.
STEP = 0.001


def ends(content):
    """Where the header of a btsnoop file ends, and each of its records."""
    places = [16]
    while places[-1] < len(content):
        (length,) = struct.unpack_from(">I", content, places[-1] + 4)
        places.append(places[-1] + 24 + length)
    return places


def send(server, content, places, rate):
    client, _ = server.accept()
    with client:
        client.sendall(content[:16])
        begin, sent, total = time.monotonic(), 0, len(places) - 1
        while sent < total:
            due = min(total, int((time.monotonic() - begin) * rate) + 1)
            if due > sent:
                client.sendall(content[places[sent]:places[due]])
                sent = due
            time.sleep(STEP)


def measure(binary, path, rate):
    """CPU seconds (user and system) of `live` for all records of the capture."""
    with open(path, "rb") as file:
        content = file.read()
    with socket.create_server(("127.0.0.1", 0)) as server:
        sender = threading.Thread(target=send, args=(server, content, ends(content), rate), daemon=True)
        sender.start()
        source = f"tcp:127.0.0.1:{server.getsockname()[1]}"
        child = os.posix_spawn(
            binary, [binary, "live", "--quiet", "--source", source, "--format", "ndjson"], os.environ,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
        _, status, usage = os.wait4(child, 0)
        sender.join()
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"live failed with status {status}")
    return usage.ru_utime + usage.ru_stime
