"""What goes on while it is looked at: `live`, which listens, and `mock`, which is a recorded peripheral."""

from __future__ import annotations

import collections
import contextlib
import math
import os
import subprocess
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import IO, Literal, Self, Unpack

from bleinspect.capture import Capture
from bleinspect.conditions import Condition, refuse_wrong
from bleinspect.errors import BleinspectError, Crashed, TimedOut
from bleinspect.operands import Operand, Source
from bleinspect.options import Path, Reading, Words, arguments, known, reading
from bleinspect.program import NAME, Row, fault, find_program, spawn, terminate, warn
from bleinspect.results import Event
from bleinspect.run import LONGEST_LINE, SAID, parsed

# Events that are kept for those who look back; a recording has all.
KEPT = 100_000
# Lines of standard error.
LINES = 200
# Seconds for a source to say its first word; one that is silent may be listened to, too.
FIRST = 5.0
# Seconds for `mock` to advertise.
READY = 30.0


class Session:
    """A program that runs until it is stopped: use it with `with`."""

    def __init__(self, program: str, options: Sequence[str], operands: Sequence[Operand] = ()) -> None:
        self._program = program
        self._changed = threading.Condition()
        self._events: collections.deque[Event] = collections.deque(maxlen=KEPT)
        # How many events came before the first that is kept, and where the next `wait` begins.
        self._first = 0
        self._next = 0
        self._said: collections.deque[str] = collections.deque(maxlen=LINES)
        self._has_begun = False
        self._has_ended = False
        self._is_stopped = False
        self._problem: Exception | None = None
        # Kept open for the program.
        self._operands = list(operands)
        files = [each.file.fileno() for each in operands if each.file is not None]
        self._process = spawn(
            [program, *options, "--", *(each.path for each in operands)] if operands else [program, *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=files)
        self._end = weakref.finalize(self, terminate, self._process)
        # Threads that held the session would keep it from ever being collected.
        here = weakref.ref(self)
        assert self._process.stdout is not None and self._process.stderr is not None
        self._threads = [
            threading.Thread(target=_read, args=(self._process.stdout, here, Session._take), daemon=True),
            threading.Thread(target=_read, args=(self._process.stderr, here, Session._hear), daemon=True)]
        for thread in self._threads:
            thread.start()

    # From the threads

    def _take(self, line: bytes) -> None:
        if not line:
            with self._changed:
                self._has_ended = True
                self._changed.notify_all()
            return
        try:
            row: Row | None = parsed(line)
        except Crashed as problem:
            # What is cut by the end of the program is told by its exit code.
            if line.endswith(b"\n"):
                self._problem = problem
            return
        with self._changed:
            self._has_begun = True
            if row is not None and row.get("event") != "capture":
                if len(self._events) == KEPT:
                    self._first += 1
                self._events.append(Event(row))
            self._changed.notify_all()

    def _hear(self, line: bytes) -> None:
        text = line.decode("utf-8", "replace").strip()
        if text:
            with self._changed:
                self._said.append(text.removeprefix(f"{NAME}: ")[:SAID])
                self._changed.notify_all()

    # For users

    @property
    def said(self) -> list[str]:
        """What the program has remarked."""
        with self._changed:
            return list(self._said)

    @property
    def last(self) -> Event | None:
        """The last event that came."""
        with self._changed:
            return self._events[-1] if self._events else None

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def events(self) -> Iterator[Event]:
        """The events from the first that is kept on, as they come, until the end."""
        at = 0
        while True:
            with self._changed:
                while (event := self._at(at)) is None and not self._has_ended:
                    self._changed.wait()
                lost = self._first - at
                at = max(at, self._first) + 1
            if event is None:
                return
            if lost > 0:
                warn(f"{lost} events were not taken in time, and are not kept; a recording has them")
            yield event

    def _at(self, place: int) -> Event | None:
        place = max(place - self._first, 0)
        return self._events[place] if place < len(self._events) else None

    def wait(self, condition: str | Callable[[Event], bool], timeout: float = 30) -> Event:
        """The first event that meets a condition of `live --until`, or a function, since the last one waited for.

        TimedOut where none comes in time, or before the program ends.
        """
        if math.isnan(timeout):
            raise ValueError("timeout is no number")
        if isinstance(condition, str):
            refuse_wrong(condition, self._program)
            holds: Callable[[Event], bool] = Condition(condition).holds
        else:
            holds = condition
        deadline = time.monotonic() + timeout
        seen = 0
        while True:
            with self._changed:
                while (event := self._at(self._next)) is None and not self._has_ended:
                    left = deadline - time.monotonic()
                    if left <= 0 or not self._changed.wait(min(left, threading.TIMEOUT_MAX)):
                        break
                if event is not None:
                    self._next = max(self._next, self._first) + 1
            if event is None:
                name = f"'{condition}'" if isinstance(condition, str) else "what was waited for"
                self._raise_problem()
                why = "before the end" if self._has_ended else f"in {timeout:g} s"
                raise TimedOut(f"{name} did not come {why}; {seen} other events did")
            seen += 1
            if holds(event):
                return event

    def stop(self) -> None:
        """Ends the program; what it could not do is an exception. A second call does nothing."""
        if self._is_stopped:
            return
        self._is_stopped = True
        terminate(self._process)
        for thread in self._threads:
            thread.join(FIRST)
        self._end.detach()
        for each in self._operands:
            if each.file is not None:
                each.file.close()
        self._raise_problem()
        for line in self.said:
            if not self._is_expected(line):
                warn(line)

    def _is_expected(self, line: str) -> bool:
        """Whether a remark is what each run says."""
        return True

    def _raise_problem(self) -> None:
        code = self._process.poll()
        if code is not None and code not in (0, -15):
            # Its last words may still be in the pipe.
            for thread in self._threads:
                thread.join(FIRST)
            problem = fault(code, "\n".join(self.said), is_read=False)
            if problem is not None:
                raise problem
        if self._problem is not None:
            raise self._problem

    def _until(self, is_ready: Callable[[], bool], seconds: float) -> bool:
        """Waits for that, or for the end."""
        deadline = time.monotonic() + seconds
        with self._changed:
            while not is_ready() and not self._has_ended and (left := deadline - time.monotonic()) > 0:
                # A recording appears without a word.
                self._changed.wait(min(left, 0.02))
            ready = is_ready()
        if self._has_ended:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(FIRST)
        return ready

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        try:
            self.stop()
        except BleinspectError:
            # Not in place of what went wrong before.
            if error is None:
                raise


def _read(stream: IO[bytes], here: weakref.ref[Session], take: Callable[[Session, bytes], None]) -> None:
    """Gives each line to the session, as long as there is one; at the end, an empty one."""
    line = b" "
    with stream:
        while line:
            line = stream.readline(LONGEST_LINE)
            session = here()
            if session is None:
                return
            take(session, line)
            del session


class Live(Session):
    """`bleinspect live`: what is heard, as it comes, and recorded with `write`."""

    def __init__(self, program: str, options: Sequence[str], write: str | None, given: Reading) -> None:
        self.path = write
        self._given = given
        before = None if write is None else Operand.of(write).stamp()
        super().__init__(program, ["live", "--format=ndjson", *options])
        try:
            self._until(
                lambda: self._has_begun or (write is not None and Operand.of(write).stamp() != before), FIRST)
            if not self._has_begun and not self.is_running:
                self._raise_problem()
        except BaseException:
            self._end()
            raise

    @property
    def capture(self) -> Capture:
        """The recording, as far as it is written."""
        if self.path is None:
            raise ValueError("live() without `write` records nothing")
        return Capture([Operand.of(self.path)], program=self._program, options=self._given)


class Mock(Session):
    """`bleinspect mock`: a recorded peripheral that clients can connect to."""

    def __init__(
        self, program: str, options: Sequence[str], operands: Sequence[Operand], write: str | None,
    ) -> None:
        self.path = write
        super().__init__(program, ["mock", "--format=ndjson", *options], operands)
        try:
            if not self._until(lambda: any("advertis" in line for line in self._said), READY):
                self._raise_problem()
                raise TimedOut(f"the peripheral did not advertise: {'; '.join(self.said) or 'it said nothing'}")
        except BaseException:
            self._end()
            raise

    @property
    def capture(self) -> Capture:
        """What clients did, where `write` records it."""
        if self.path is None:
            raise ValueError("mock() without `write` records nothing")
        return Capture([Operand.of(self.path)], program=self._program)


def live(
    *, write: Path | None = None, source: str | None = None, hci: int | None = None, force: bool = False,
    program: Path | None = None, **options: Unpack[Reading],
) -> Live:
    """Listens, from when it has begun to the end of the `with`.

    It hears the adapters of this machine, adapter `hci`, or a `source` such as `tcp:localhost:8872` or
    `tty:/dev/ttyACM0`. `write` records everything, with `force` also in place of a file.

    Raises Refused without an adapter or the rights, and what the program could not do at the end.

    >>> with bleinspect.live(source=player, write=folder / "x.btsnoop") as live:
    ...     event = live.wait("heart_rate_bpm>0", timeout=30)
    >>> event["heart_rate_bpm"], live.capture.info["format"]
    (97, 'btsnoop')
    """
    known(options, Reading, "live()")
    path = None if write is None else os.fspath(write)
    line = arguments({"source": source, "hci": hci, "write": path, "force": force})
    return Live(find_program(program), [*line, *reading("live", options)], path, options)


def mock(
    *captures: Source, controller: str, write: Path | None = None, force: bool = False, speed: float | None = None,
    loop: bool = False, reads: Literal["as-recorded", "last"] | None = None, set: Words = (),
    script: Path | None = None, security: Literal["refuse", "just-works"] | None = None, clients: int | None = None,
    address: Literal["random", "public"] | None = None, device: str | int | None = None,
    program: Path | None = None, **options: Unpack[Reading],
) -> Mock:
    """Is the recorded peripheral, from when it advertises to the end of the `with`.

    `controller` is such as `tcp:localhost:6402`, `write` records what clients do, `speed` divides the times between
    notifications; the other options are those of `bleinspect mock`.

    Raises Refused where the capture shows no peripheral or the controller does not answer, TimedOut where it does not
    advertise.

    >>> with bleinspect.mock("Captures/polar-h7.btsnoop", controller=controller) as mock:
    ...     mock.is_running
    True
    """
    known(options, Reading, "mock()")
    path = None if write is None else os.fspath(write)
    line = arguments({
        "controller": controller, "write": path, "force": force, "speed": speed, "loop": loop, "reads": reads,
        "set": set, "script": script, "security": security, "clients": clients, "address": address, "device": device})
    return Mock(
        find_program(program), [*line, *reading("mock", options)], [Operand.of(source) for source in captures], path)
