"""What can go wrong, as exceptions: their text is what the program said."""

from __future__ import annotations


class BleinspectError(Exception):
    """The program could not do what was asked.

    `code` is its exit code, negative for a signal, `None` where it did not run; `said` is all that it wrote on
    standard error.
    """

    def __init__(self, message: str, *, code: int | None = None, said: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.said = said


class ProgramNotFound(BleinspectError, FileNotFoundError):
    """There is no `bleinspect` program."""

    # FileNotFoundError shows a number and a path.
    def __str__(self) -> str:
        return str(self.args[0])


class Refused(BleinspectError):
    """The program read nothing: no such file, no rights, not a capture, or an option that it does not have."""


class DamagedCapture(BleinspectError):
    """A capture is damaged: what came before the damage has been delivered, and the text says where it is."""


class Crashed(BleinspectError):
    """The program was killed, ended as it never should, or wrote what it never writes."""


class TimedOut(BleinspectError, TimeoutError):
    """What was waited for did not come, or an answer took longer than was allowed."""

    def __str__(self) -> str:
        return str(self.args[0])


class NoSuchValue(BleinspectError, LookupError):
    """No event has a value of this name; the text has those that there are."""


class BleinspectWarning(UserWarning):
    """What the program remarked: the result is there, and may be less than it seems."""
