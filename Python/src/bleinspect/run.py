"""One run of the program, and its rows: within limits, and with nothing left behind, however it ends."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import resource
import select
import signal
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Generic, Self, TypeVar

from bleinspect.errors import Crashed, TimedOut
from bleinspect.program import Row, conclude, environment as _environment, fault

# What a pipe holds, if the system has room.
CHUNK = 1 << 20
# Octets of standard error that are kept: the first, and the last.
SAID, LAST = 16_384, 4_096
# Of a line: a value has 64 KiB at most, and is there in several forms.
LONGEST_LINE = 64 << 20
# Seconds that `poll` is asked to wait at most.
LONGEST_WAIT = 1e6

T = TypeVar("T")


@dataclass(frozen=True)
class Limits:
    """What a run may cost; None for no limit."""

    # How long it may take, but for the time in which it is paused.
    seconds: float | None = None
    # Octets of its address space.
    memory: int | None = None
    # Octets that it writes.
    output: int | None = None
    # Seconds of processor, also where nobody is left who waits.
    processor: int | None = None


class Child:
    """A process with a group of its own: what it starts ends with it."""

    def __init__(
        self, command: Sequence[str], descriptors: Mapping[int, int], environment: Mapping[str, str],
    ) -> None:
        """`descriptors`: which descriptors of this process it has under which number."""
        # Cheaper than subprocess, which looks at each descriptor that may be open.
        self.pid = os.posix_spawn(
            command[0], list(command), environment,
            file_actions=[(os.POSIX_SPAWN_DUP2, mine, its) for its, mine in descriptors.items()],
            setpgroup=0, setsigdef=(signal.SIGPIPE, signal.SIGXFSZ))
        self.returncode: int | None = None
        self.cpu_ms = 0.0
        self.peak_kb = 0
        # Nobody signals a process whose number is free again.
        self._lock = threading.Lock()

    def limit(self, limits: Limits) -> None:
        """From outside and not before exec, which would cost a copy of this process."""
        # A crash is told by its exit code, and leaves no file.
        most = {
            resource.RLIMIT_CORE: 0, resource.RLIMIT_AS: limits.memory, resource.RLIMIT_CPU: limits.processor}
        for kind, value in most.items():
            # It may have ended, or have stricter limits.
            with contextlib.suppress(ProcessLookupError, PermissionError, ValueError):
                if value is not None:
                    # Where both are the same, the signal does not tell which limit it was.
                    resource.prlimit(self.pid, kind, (value, value + (kind == resource.RLIMIT_CPU)))

    def poll(self) -> int | None:
        """Its exit code, negative for a signal, if it has ended."""
        with self._lock:
            if self.returncode is None:
                try:
                    ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
                    if ended is not None:
                        # As long as it is a zombie, its group is no other one: what it has left ends.
                        self._kill()
                        _, status, usage = os.wait4(self.pid, 0)
                        self.returncode = os.waitstatus_to_exitcode(status)
                        self.cpu_ms = round((usage.ru_utime + usage.ru_stime) * 1000, 3)
                        self.peak_kb = usage.ru_maxrss
                except ChildProcessError:
                    # Somebody else has waited for all children; subprocess says the same then.
                    self.returncode = 0
            return self.returncode

    def wait(self, seconds: float | None = None) -> int | None:
        """Until it has ended, or so long."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while (code := self.poll()) is None:
            left = LONGEST_WAIT if deadline is None else deadline - time.monotonic()
            if left <= 0:
                break
            self._rest(left)
        return code

    def _rest(self, seconds: float) -> None:
        """Waits until it may have ended."""
        try:
            descriptor = os.pidfd_open(self.pid)
        except OSError:
            # This system has none.
            time.sleep(min(seconds, 0.0005))
            return
        try:
            end = select.poll()
            end.register(descriptor, select.POLLIN)
            end.poll(min(seconds, LONGEST_WAIT) * 1000)
        finally:
            os.close(descriptor)

    def kill(self) -> None:
        with self._lock:
            if self.returncode is None:
                self._kill()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)


class Run:
    """One run of the program, read as it writes. It ends at the latest with this object.

    Read `chunks`, `lines`, `rows` or `all`, to the end or not; then `finish`, or `close`. Only `kill` is for other
    threads.
    """

    def __init__(
        self, command: Sequence[str], *, standard_input: int | None = None, pass_fds: Sequence[int] = (),
        names: Mapping[str, str] | None = None, limits: Limits | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """`standard_input`: an open file, else there is none. `names`: what messages shall say for files that only have
        numbers."""
        self.command = list(command)
        self.limits = limits or Limits()
        # By which limit: "time_out" or "too_much_output".
        self.stopped: str | None = None
        # What it says on standard error: the beginning, and the end.
        self.first = b""
        self.last = b""
        self._names = names or {}
        seconds = self.limits.seconds
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._paused = 0.0
        self._has_room = False
        with contextlib.ExitStack() as ours, contextlib.ExitStack() as its:
            self._output, output = _pipe(ours, its)
            self._errors, errors = _pipe(ours, its)
            # There may be too many pipes of that size.
            with contextlib.suppress(OSError):
                # The program then seldom waits until somebody reads.
                fcntl.fcntl(self._output, fcntl.F_SETPIPE_SZ, CHUNK)
                self._has_room = True
            if standard_input is None:
                standard_input = _above(os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC), its)
            given = _environment() if environment is None else environment
            descriptors = {0: standard_input, 1: output, 2: errors, **{each: each for each in pass_fds}}
            try:
                self.child = Child(self.command, descriptors, given)
            except OSError as error:
                raise Crashed(f"{self.command[0]}: {error.strerror or error}") from None
            self._end = weakref.finalize(self, _end, self.child, ours.pop_all())
        self.child.limit(self.limits)

    def chunks(self, soon: float = 0) -> Iterator[bytes]:
        """What it writes, as it comes. Ends where both pipes do, or at a limit: then `stopped` says which.

        `soon`: a program that may end in so many seconds is not disturbed by readers before.
        """
        poll = select.poll()
        poll.register(self._output, select.POLLIN)
        poll.register(self._errors, select.POLLIN)
        open_ends, read = 2, 0
        if soon and self._has_room:
            self.child.wait(min(soon, self._left()))
        while open_ends:
            # Also while it writes all the time: whoever reads takes time, too.
            if (left := self._left()) <= 0:
                self._stop("time_out")
                return
            for descriptor, _ in poll.poll(left * 1000):
                piece = os.read(descriptor, CHUNK)
                if not piece:
                    poll.unregister(descriptor)
                    open_ends -= 1
                elif descriptor == self._errors:
                    self._hear(piece)
                else:
                    read += len(piece)
                    if self.limits.output is not None and read > self.limits.output:
                        self._stop("too_much_output")
                        return
                    yield piece

    def pause(self) -> None:
        """What follows is the time of whoever has what was read."""
        if self._deadline is not None:
            self._paused = time.monotonic()

    def resume(self) -> None:
        if self._deadline is not None:
            self._deadline += time.monotonic() - self._paused

    def _left(self) -> float:
        """Seconds that it may still take."""
        return LONGEST_WAIT if self._deadline is None else min(self._deadline - time.monotonic(), LONGEST_WAIT)

    def _hear(self, piece: bytes) -> None:
        self.first += piece[:SAID - len(self.first)]
        self.last = (self.last + piece)[-LAST:]

    def _stop(self, reason: str) -> None:
        self.stopped = self.stopped or reason
        self.kill()

    def lines(self) -> Iterator[bytes]:
        """Its lines, without their ends."""
        parts: list[bytes] = []
        size = 0
        for chunk in self.chunks():
            *whole, last = chunk.split(b"\n")
            if whole:
                whole[0] = b"".join([*parts, whole[0]])
                parts, size = [], 0
                yield from whole
            if last:
                parts.append(last)
                size += len(last)
                if size > LONGEST_LINE:
                    self.kill()
                    break
        if parts:
            code, said = self.finish()
            raise fault(code, said) or Crashed(
                f"the program's output ends within a line: {b''.join(parts)[:80]!r}", code=code, said=said)

    def rows(self) -> Iterator[Row]:
        for line in self.lines():
            yield parsed(line)

    def all(self, most: int | None = None) -> bytes:
        """All that it writes, or the first octets."""
        pieces, size = [], 0
        for piece in self.chunks():
            pieces.append(piece)
            size += len(piece)
            if most is not None and size >= most:
                break
        return b"".join(pieces)[:most]

    @property
    def said(self) -> str:
        text = self.first.decode("utf-8", "replace")
        for operand, name in self._names.items():
            text = text.replace(operand, name)
        return text

    def end(self) -> int:
        """Waits for the end. Its exit code; `child` has what it cost."""
        # It may have closed its output and not ended.
        if self.child.wait(None if self._deadline is None else self._left()) is None:
            self._stop("time_out")
        self._end()
        assert self.child.returncode is not None
        return self.child.returncode

    def finish(self) -> tuple[int, str]:
        """The same; its exit code and what it said. Raises TimedOut where it took too long."""
        code = self.end()
        if self.stopped == "time_out":
            raise TimedOut(f"it takes longer than {self.limits.seconds:g} s", code=code, said=self.said)
        return code, self.said

    def kill(self) -> None:
        """Ends the program. Whoever waits for what it writes sees the end."""
        self.child.kill()

    def close(self) -> None:
        self._end()


def _pipe(ours: contextlib.ExitStack, its: contextlib.ExitStack) -> tuple[int, int]:
    read, write = os.pipe()
    return _above(read, ours), _above(write, its)


def _above(descriptor: int, owner: contextlib.ExitStack) -> int:
    """The same file with a number above those of standard input and output, which this process may have closed."""
    if descriptor <= 2:
        low = descriptor
        descriptor = fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, 3)
        os.close(low)
    owner.callback(os.close, descriptor)
    return descriptor


def _end(child: Child, descriptors: contextlib.ExitStack) -> None:
    child.kill()
    child.wait()
    descriptors.close()


def parsed(line: bytes) -> Row:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise Crashed(f"the program wrote what is no JSON object: {line[:80]!r}")
    return row


class Rows(Generic[T]):
    """Rows as they come: each can be taken once. `close`, or the end of a `with`, ends the program.

    Several threads may take from one: each row goes to one of them. `close` may come from any thread; others that wait
    for a row see the end.

    >>> with bleinspect.open("Captures/polar-h7.btsnoop").events() as events:
    ...     print(next(events).event)
    adapter
    """

    def __init__(self, start: Callable[[], Run], take: Callable[[Row], T | None], damaged: str) -> None:
        self._start = start
        self._take = take
        self._damaged = damaged
        self._run: Run | None = None
        self._rows: Iterator[Row] | None = None
        self._has_ended = False
        self._is_closed = False
        # Whose turn it is to take; whoever takes may close, too.
        self._turn = threading.RLock()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> T:
        with self._turn:
            try:
                taken = self._next()
            except BaseException as problem:
                is_closed = self._is_closed
                self.close()
                # What another thread has closed has no problems.
                if is_closed and isinstance(problem, Exception):
                    raise StopIteration from None
                raise
            if taken is None:
                raise StopIteration
            return taken

    def _next(self) -> T | None:
        """The next row; None at the end."""
        if self._has_ended:
            return None
        if self._rows is None:
            self._run = self._start()
            self._rows = self._run.rows()
        elif self._run is not None:
            self._run.resume()
        # It may have been closed before there was a run to end.
        if not self._is_closed:
            for row in self._rows:
                if (taken := self._take(row)) is not None:
                    if self._run is not None:
                        self._run.pause()
                    return taken
        if self._is_closed:
            self.close()
            return None
        self._has_ended = True
        run, self._run = self._run, None
        assert run is not None
        code, said = run.finish()
        conclude(code, said, damaged=self._damaged)
        return None

    def close(self) -> None:
        self._is_closed = True
        # Whoever has the turn waits for it.
        if (run := self._run) is not None:
            run.kill()
        with self._turn:
            self._has_ended = True
            if self._run is not None:
                self._run.close()
                self._run = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        self.close()
