"""Faults that end a command, with the exit code of the program's own."""

from __future__ import annotations

from bleinspect.visible import visible

# Names in a message.
SHOWN = 8


def safe(text: str) -> str:
    """A text for a terminal, on one line: names, paths and messages may hold what others sent."""
    return visible(text)


def some(names: list[str]) -> str:
    """The first of many."""
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")


class FleetError(Exception):
    """A fault that the user can act on: bad usage, no lake, no program. Exit code 2. Each argument is
    a line of its text."""

    exit_code = 2

    def __str__(self) -> str:
        return "\n".join(map(str, self.args))


class NoProgress(FleetError):
    """The machine does not let the work go on, such as by a full disk. Exit code 1."""

    exit_code = 1


class DamagedLake(FleetError):
    """The lake itself is not what its manifest says. Exit code 1."""

    exit_code = 1
