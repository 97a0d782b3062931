"""Runs bleinspect on one capture, with limits on time, memory and output, and says what became of it in a word."""

from __future__ import annotations

import os
import re
import signal
from dataclasses import dataclass

import bleinspect
from bleinspect.program import fault, signal_name
from bleinspect.run import Limits as RunLimits, Run

from bleinspect_fleet.errors import FleetError

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

    def of_run(self) -> RunLimits:
        # Of the processor, too: a worker that was killed waits for nothing.
        return RunLimits(self.seconds, self.memory, self.output, processor=int(self.seconds) + 2)


def run(program: str, capture: int, limits: Limits, command: tuple[str, ...] = ()) -> Run:
    """`capture` is an open file: neither its name nor a later change of the folder matters. The program has the
    working folder of this process."""
    return Run(
        [program, *command, "--format", "json", "-"], standard_input=capture, limits=limits.of_run(),
        environment=ENVIRONMENT)


def outcome(run: Run, limits: Limits) -> tuple[str, int | None, str | None]:
    """What became of a run that has ended: a word, the exit code, and the error for a reader."""
    code, child = run.child.returncode or 0, run.child
    if run.stopped == "time_out":
        return "time_out", None, f"stopped after {limits.seconds:g} s"
    if run.stopped == "too_much_output":
        return "too_much_output", None, f"stopped after {limits.output >> 20} MiB of output"
    if code < 0:
        if -code == signal.SIGXCPU:
            return "time_out", None, "stopped by the limit of processor time"
        memory = child.peak_kb * 1024 > limits.memory * 0.8
        reason = f" at the limit of {limits.memory >> 20} MiB" if memory else ""
        return ("out_of_memory" if memory else "crashed"), None, f"ended by {signal_name(-code)}{reason}"
    problem = fault(code, run.said)
    if problem is None:
        return "read", 0, None
    is_damage = isinstance(problem, bleinspect.DamagedCapture)
    # Damage comes after all remarks; bad usage is said first, and then where help is.
    lines = (run.last if is_damage else run.first).decode("utf-8", "replace").splitlines()
    # The capture comes through standard input; its path is in a column of its own.
    said = re.sub(r"^bleinspect: (?:-: )?", "", lines[-1 if is_damage else 0]) if lines else None
    word = "damaged" if is_damage else "refused" if isinstance(problem, bleinspect.Refused) else "crashed"
    return word, code, said or f"ended with status {code}"


def remarks(run: Run) -> str | None:
    text = run.first[:STANDARD_ERROR_KEPT].decode("utf-8", "replace").strip()
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
