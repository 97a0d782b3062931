"""Finds the program, and knows how it ends."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from bleinspect.errors import (
    BleinspectError, BleinspectWarning, Crashed, DamagedCapture, ProgramNotFound, Refused)

NAME = "bleinspect"
# Seconds for a program that was asked to end.
GRACE = 5.0

Row = dict[str, Any]


def find_program(given: str | os.PathLike[str] | None = None) -> str:
    """The path of the program: the given one, that of `BLEINSPECT`, that of this installation, or that of the PATH.

    >>> import os
    >>> os.access(bleinspect.find_program(), os.X_OK)
    True
    """
    wanted = os.fspath(given) if given is not None else os.environ.get("BLEINSPECT")
    if wanted:
        path = shutil.which(wanted)
        if path is None:
            raise ProgramNotFound(f"no program '{wanted}'")
        return os.path.abspath(path)
    places = []
    for folder in _script_folders():
        path = os.path.join(folder, NAME)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
        places.append(path)
    path = shutil.which(NAME)
    if path is None:
        raise ProgramNotFound(f"no program '{NAME}' in {', '.join(places)}, nor on the PATH; BLEINSPECT may name one")
    return os.path.abspath(path)


def _script_folders() -> Iterator[str]:
    """Where an installation puts programs, this one's first."""
    package = os.path.dirname(os.path.abspath(__file__))
    yield sysconfig.get_path("scripts")
    yield sysconfig.get_path("scripts", vars={"base": sys.base_prefix})
    # `pip install --target DIR` and `--prefix DIR`.
    root = os.path.dirname(package)
    yield os.path.join(root, "bin")
    yield os.path.normpath(os.path.join(root, "..", "..", "..", "bin"))
    yield sysconfig.get_path("scripts", scheme=sysconfig.get_preferred_scheme("user"))


def version(program: str | os.PathLike[str] | None = None) -> str:
    """The program's version.

    >>> bleinspect.version() == bleinspect.__version__
    True
    """
    path = find_program(program)
    try:
        done = subprocess.run(
            [path, "--version"], check=False, capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL,
            env=environment())
    except (OSError, subprocess.SubprocessError) as error:
        raise Crashed(f"{path}: {error}") from None
    words = done.stdout.split()
    # `bleinspect 1.0.0 (release)`
    if done.returncode or len(words) < 2 or words[0] != NAME:
        raise Crashed(
            _too_old(done.stderr) or f"{path} is not {NAME}: {done.stdout[:80] or done.stderr[:200]!r}",
            code=done.returncode, said=done.stderr)
    return words[1]


def environment() -> dict[str, str]:
    """That of the program: without what adds annotations of GitHub to its output."""
    return {key: value for key, value in os.environ.items() if key != "GITHUB_ACTIONS"}


def spawn(
    command: Sequence[str], *, stdout: int, stderr: int, pass_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, pass_fds=tuple(pass_fds),
            env=environment())
    except OSError as error:
        raise Crashed(f"{command[0]}: {error.strerror or error}") from None


def terminate(process: subprocess.Popen[bytes]) -> None:
    """Asks a process to end, so that it may write what it has, and kills one that does not."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait()


def _too_old(said: str) -> str | None:
    """What to say where the system's C library is older than the wheel needs."""
    for line in said.splitlines():
        if "version `GLIBC" in line and "not found" in line:
            return f"this system is older than the program needs: {line.strip()}"
    return None


def signal_name(number: int) -> str:
    """Those between the named ones have numbers.

    >>> from bleinspect.program import signal_name
    >>> signal_name(9), signal_name(40)
    ('SIGKILL', 'signal 40')
    """
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def fault(code: int, said: str, *, is_read: bool = True, has_answer: bool = False) -> Exception | None:
    """The exception for an exit code, with what was said as its text; None for success.

    `is_read`: whether its output is what is wanted. Else 1 may also be a file that could not be written.
    `has_answer`: of what compares and checks, and ends with 2 for what it could read only in part, too.
    """
    # Where the program's help is, is of no use here.
    lines = [
        line.removeprefix(f"{NAME}: ") for line in said.splitlines() if line.strip() and not line.startswith("Try '")]
    if code == 0:
        return None
    if code < 0:
        text = f"the program was ended by {signal_name(-code)}"
        return Crashed("\n".join([text, *lines[-3:]]), code=code, said=said)
    if (old := _too_old(said)) is not None:
        return Crashed(old, code=code, said=said)
    text = "\n".join(lines) or f"the program ended with {code} and said nothing"
    if code == 1 or (code == 2 and has_answer):
        return (DamagedCapture if is_read else BleinspectError)(text, code=code, said=said)
    return Refused(text, code=code, said=said) if code == 2 else Crashed(text, code=code, said=said)


def conclude(
    code: int, said: str, *, damaged: str = "raise", quiet: bool = False, is_read: bool = True,
    has_answer: bool = False,
) -> None:
    """Raises what a run ended with, and warns of what it remarked."""
    problem = fault(code, said, is_read=is_read, has_answer=has_answer)
    if isinstance(problem, DamagedCapture) and damaged == "warn":
        problem = None
    if problem is not None:
        raise problem
    if not quiet:
        for line in said.splitlines():
            if line.strip():
                warn(line.removeprefix(f"{NAME}: "))


def warn(text: str) -> None:
    """A warning at the line that called this package."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == NAME:
        frame, level = frame.f_back, level + 1
    warnings.warn(text, BleinspectWarning, stacklevel=level)
