"""Faults that end a command, with the exit code of the program's own."""


class FleetError(Exception):
    """A fault that the user can act on: bad usage, no lake, no program. Exit code 2."""

    exit_code = 2


class DamagedLake(FleetError):
    """The lake itself is not what its manifest says. Exit code 1."""

    exit_code = 1
