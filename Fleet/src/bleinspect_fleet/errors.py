"""Faults that end a command, with the exit code of the program's own."""


def safe(text: str) -> str:
    """A text for a terminal, on one line: names, paths and messages may hold what others sent."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text)


class FleetError(Exception):
    """A fault that the user can act on: bad usage, no lake, no program. Exit code 2."""

    exit_code = 2


class NoProgress(FleetError):
    """The machine does not let the work go on, such as by a full disk. Exit code 1."""

    exit_code = 1


class DamagedLake(FleetError):
    """The lake itself is not what its manifest says. Exit code 1."""

    exit_code = 1
