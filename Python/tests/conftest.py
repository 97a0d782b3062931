"""What the tests share: the program, its captures, sources that play them, and virtual controllers."""

from __future__ import annotations

import contextlib
import gc
import os
import pathlib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

import bleinspect

ROOT = pathlib.Path(__file__).resolve().parents[2]
CAPTURES = ROOT / "Captures"

pytest_plugins = ["pytester"]


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths of captures are relative to the project."""
    monkeypatch.chdir(ROOT)


@pytest.fixture
def strap() -> bleinspect.Capture:
    return bleinspect.open(CAPTURES / "polar-h7.btsnoop")


def knows(*words: str) -> bool:
    """Whether the program has a command or an option."""
    done = subprocess.run(
        [bleinspect.find_program(), *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return "no command" not in done.stderr and "unknown" not in done.stderr and "expected text" not in done.stderr


class Player:
    """Sends captures to whoever connects, as a phone does, and waits with the end until it is told."""

    def __init__(self, data: bytes) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self._data = data
        self._done = threading.Event()
        self.source = f"tcp:127.0.0.1:{self._server.getsockname()[1]}"
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    def _play(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._server.accept()
                threading.Thread(target=self._send, args=(connection,), daemon=True).start()

    def _send(self, connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            connection.sendall(self._data)
            self._done.wait(60)

    def end(self) -> None:
        self._done.set()

    def close(self) -> None:
        self.end()
        # Closing alone does not wake who waits for a client.
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()


@pytest.fixture
def play() -> Iterator[Callable[[bytes], Player]]:
    players: list[Player] = []

    def start(data: bytes) -> Player:
        players.append(Player(data))
        return players[-1]

    yield start
    for player in players:
        player.close()


@pytest.fixture(scope="session")
def controllers() -> Iterator[tuple[str, str]]:
    """Two virtual controllers that hear each other, of Bumble: the ports of the mock's and of the client's."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    process = subprocess.Popen(
        [sys.executable, "-m", "bumble.apps.controllers", *(f"tcp-server:127.0.0.1:{port}" for port in ports)],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", ports[1]), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        else:
            pytest.fail("the virtual controllers do not listen")
        yield f"tcp:127.0.0.1:{ports[0]}", f"tcp-client:127.0.0.1:{ports[1]}"
    finally:
        process.kill()
        process.wait()


def children() -> set[int]:
    """The processes that this one has started and that are there, also as zombies."""
    found: set[int] = set()
    for task in pathlib.Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):
            found |= {int(each) for each in (task / "children").read_text().split()}
    return found


@pytest.fixture
def no_process() -> Iterator[None]:
    """Nothing that a test starts stays, and no file descriptor either."""
    before, files = children(), len(os.listdir("/proc/self/fd"))
    yield
    # What exceptions hold is in circles.
    gc.collect()
    # A thread that reads closes its pipe once it has seen the end of it.
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline and not (children() <= before and len(os.listdir("/proc/self/fd")) <= files):
        time.sleep(0.005)
    assert children() <= before
    assert len(os.listdir("/proc/self/fd")) <= files


@pytest.fixture
def stand_in(tmp_path: pathlib.Path) -> Callable[[str], str]:
    """A program that does what a shell script says."""

    def write(script: str) -> str:
        path = tmp_path / "stand-in"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return str(path)

    return write
