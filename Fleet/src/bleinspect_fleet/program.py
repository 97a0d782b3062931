"""Runs bleinspect on one capture, with limits on time, memory and output."""

from __future__ import annotations

import fcntl
import os
import re
import resource
import select
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass

import bleinspect
from bleinspect.program import signal_name

from bleinspect_fleet.errors import FleetError

# What a pipe holds, if the system has room.
CHUNK = 1 << 20
# Most programs end so soon that all they say is read at once, and nobody wakes for each part of it.
SOON = 0.05
STANDARD_ERROR_KEPT = 4096
ENVIRONMENT = {"LC_ALL": "C.UTF-8", "PATH": os.defpath}


@dataclass(frozen=True)
class Limits:
    """What one capture may cost."""

    seconds: float = 300
    memory: int = 1 << 30
    output: int = 8 << 30


class Run:
    """One run of the program. Read `chunks` to the end, or not; then `finish`."""

    def __init__(
        self, program: str, capture: int, limits: Limits, command: tuple[str, ...] = (),
    ) -> None:
        """`capture` is an open file: neither its name nor a later change of the folder matters. The
        program has the working folder of this process."""
        self.limits = limits
        self.stopped: str | None = None  # by which limit
        self.standard_error = b""
        self._last_error = b""  # the end of it
        self.returncode = 0
        self.cpu_ms = 0.0
        self.peak_kb = 0
        self._deadline = time.monotonic() + limits.seconds
        self._has_ended = False
        self._output, output = os.pipe()
        self._errors, errors = os.pipe()
        try:
            try:
                # The program then seldom waits until somebody reads.
                fcntl.fcntl(output, fcntl.F_SETPIPE_SZ, CHUNK)
                self._has_room = True
            except OSError:
                self._has_room = False  # There are too many pipes of that size.
            # Cheaper than subprocess. A process group of its own: a stand-in's children end with it.
            self._pid = os.posix_spawn(
                program, [program, *command, "--format", "json", "-"], ENVIRONMENT,
                file_actions=[(os.POSIX_SPAWN_DUP2, capture, 0), (os.POSIX_SPAWN_DUP2, output, 1),
                              (os.POSIX_SPAWN_DUP2, errors, 2)],
                setpgroup=0, setsigdef=(signal.SIGPIPE, signal.SIGXFSZ))
        except BaseException:
            os.close(self._output)
            os.close(self._errors)
            raise
        finally:
            os.close(output)
            os.close(errors)
        # From outside and not before exec, which would cost a copy of this process.
        seconds = int(limits.seconds) + 2
        for limit, most in (
            (resource.RLIMIT_AS, limits.memory),
            (resource.RLIMIT_CPU, seconds),
            (resource.RLIMIT_CORE, 0),
        ):
            try:
                resource.prlimit(self._pid, limit, (most, most))
            except (ProcessLookupError, PermissionError, ValueError):
                pass  # It has ended, or has stricter limits.

    def chunks(self) -> Iterator[bytes]:
        output, errors = self._output, self._errors
        poll = select.poll()
        poll.register(output, select.POLLIN)
        poll.register(errors, select.POLLIN)
        open_ends, read = 2, 0
        if self._has_room:
            self._wait(min(SOON, self.limits.seconds))
        while open_ends:
            # Also while it writes all the time: whoever reads takes time, too.
            left = self._deadline - time.monotonic()
            ready = poll.poll(left * 1000) if left > 0 else []
            if not ready:
                self._stop("time_out")
                return
            for descriptor, _ in ready:
                piece = os.read(descriptor, CHUNK)
                if not piece:
                    poll.unregister(descriptor)
                    open_ends -= 1
                elif descriptor == errors:
                    if len(self.standard_error) < STANDARD_ERROR_KEPT:
                        self.standard_error += piece
                    self._last_error = (self._last_error + piece)[-STANDARD_ERROR_KEPT:]
                else:
                    read += len(piece)
                    if read > self.limits.output:
                        self._stop("too_much_output")
                        return
                    yield piece

    def _wait(self, seconds: float) -> None:
        """Until it has ended, or so long."""
        try:
            descriptor = os.pidfd_open(self._pid)
        except OSError:
            return  # This system has none.
        try:
            end = select.poll()
            end.register(descriptor, select.POLLIN)
            end.poll(seconds * 1000)
        finally:
            os.close(descriptor)

    def _stop(self, reason: str) -> None:
        self.stopped = self.stopped or reason
        self._kill()

    def _kill(self) -> None:
        try:
            os.killpg(self._pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def finish(self) -> None:
        """Ends the program if it runs, and takes what it cost."""
        if self._has_ended:
            return
        self._has_ended = True
        os.close(self._output)
        os.close(self._errors)
        # It may have closed its output and not ended.
        while True:
            pid, status, usage = os.wait4(self._pid, os.WNOHANG)
            if pid:
                break
            if self.stopped or time.monotonic() > self._deadline:
                self._stop("time_out")
                pid, status, usage = os.wait4(self._pid, 0)
                break
            time.sleep(0.0005)
        self.returncode = os.waitstatus_to_exitcode(status)
        self._kill_rest()
        self.cpu_ms = round((usage.ru_utime + usage.ru_stime) * 1000, 3)
        self.peak_kb = usage.ru_maxrss

    def _kill_rest(self) -> None:
        """Children that the program left."""
        try:
            os.killpg(self._pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass

    def outcome(self) -> tuple[str, int | None, str | None]:
        """What became of it in a word, the exit code, and the error for a reader."""
        # Damage comes after all remarks; bad usage is said first, and then where help is.
        is_damage = self.returncode == 1
        kept = self._last_error if is_damage else self.standard_error[:STANDARD_ERROR_KEPT]
        lines = kept.decode("utf-8", "replace").splitlines()
        # The capture comes through standard input; its path is in a column of its own.
        said = re.sub(r"^bleinspect: (?:-: )?", "", lines[-1 if is_damage else 0]) if lines else None
        if self.stopped == "time_out":
            return "time_out", None, f"stopped after {self.limits.seconds:g} s"
        if self.stopped == "too_much_output":
            return "too_much_output", None, f"stopped after {self.limits.output >> 20} MiB of output"
        if self.returncode < 0:
            name = signal_name(-self.returncode)
            if -self.returncode == signal.SIGXCPU:
                return "time_out", None, "stopped by the limit of processor time"
            memory = self.peak_kb * 1024 > self.limits.memory * 0.8
            reason = f" at the limit of {self.limits.memory >> 20} MiB" if memory else ""
            return ("out_of_memory" if memory else "crashed"), None, f"ended by {name}{reason}"
        if self.returncode == 0:
            return "read", 0, None
        word = {1: "damaged", 2: "refused"}.get(self.returncode, "crashed")
        return word, self.returncode, said or f"ended with status {self.returncode}"

    def remarks(self) -> str | None:
        text = self.standard_error[:STANDARD_ERROR_KEPT].decode("utf-8", "replace").strip()
        return text.replace("bleinspect: -: ", "").replace("bleinspect: ", "") or None


def find_program(given: str | None) -> str:
    """The path of the program: as given, of BLEINSPECT, of the package bleinspect, or on the PATH."""
    try:
        return bleinspect.find_program(given)
    except bleinspect.ProgramNotFound as error:
        raise FleetError(f"{error}: install bleinspect, or give --program FILE") from None


def program_version(program: str) -> str:
    try:
        return bleinspect.version(program)
    except bleinspect.BleinspectError as error:
        raise FleetError(str(error)) from None


VERSION = re.compile(r"[0-9]+(\.[0-9]+)*([-+][0-9A-Za-z]+([-+.][0-9A-Za-z]+)*)?")


def version_key(version: str) -> tuple[tuple[int, int, str], ...]:
    """Orders versions: 0.9.1 < 0.10.0 < 0.10.0+5, and 1.0.0-rc1 < 1.0.0."""
    release, _, rest = version.partition("-")
    parts: list[tuple[int, int, str]] = []
    for part in re.findall(r"[0-9]+|[A-Za-z]+", release):
        # Longer numbers are larger: a lake may have one with more digits than Python makes a number of.
        digits = part.lstrip("0")
        parts.append((1, len(digits), digits) if part.isdigit() else (0, 0, part))
    # What follows a hyphen is before the release itself.
    parts.append((0, 0, rest or "~"))
    return tuple(parts)
