"""Options of the program, as keyword arguments with types."""

from __future__ import annotations

import datetime
import difflib
import os
from collections.abc import Iterable, Mapping
from typing import Literal, TypedDict

Path = str | os.PathLike[str]
Words = str | Iterable[str]
Paths = Path | Iterable[Path]
Moment = float | str | datetime.datetime


class Reading(TypedDict, total=False):
    """How a capture is read. `bleinspect --help` explains each option of the same name."""

    decoders: Paths
    gatt: Paths
    keys: Paths
    ltk: Words
    tk: Words
    irk: Words
    advert_key: Words
    time_zone: str
    # Marks of what was done: a moment and a text each.
    mark: Iterable[tuple[Moment, str]]
    strict: bool
    bad_crc: bool
    # Without the declarations of ~/.config/bleinspect/decoders.
    no_config: bool


class Selection(TypedDict, total=False):
    """What is selected. Each command has those that make sense for it, and refuses the others."""

    event: Words
    # Its address, name, or number.
    device: str | int
    # A number, or hex digits.
    handle: int | str
    # One record, or the first and the last.
    frame: int | tuple[int, int] | str
    # `--from` and `--to`: seconds of `t`, RFC 3339, or a datetime with a time zone.
    start: Moment
    end: Moment
    adverts: Literal["changes", "all", "none"]
    errors: bool
    # At most so many rows.
    count: int


class ExchangeFilters(Selection, total=False):
    # Of an attribute, or its name; of a service all that are in it.
    uuid: str


class ValueFilters(Selection, total=False):
    connection: int


class Filters(Selection, total=False):
    uuid: str
    connection: int


class Converting(Filters, total=False):
    """How a capture is written: `bleinspect convert --help`."""

    # The format, where the name's ending does not say it: `pcapng`, `btsnoop`, ...
    to: str
    # What is known of each packet, as comments for Wireshark.
    annotate: bool
    # With annotate: the names of devices, as a file of a profile of Wireshark.
    ethers: Path
    # What was encrypted, in the clear.
    decrypt: bool
    # With connection: seconds before and after it.
    around: float
    # Replaces a file.
    force: bool


class Redacting(TypedDict, total=False):
    """What stays, and what is written beside: `bleinspect redact --help`."""

    to: str
    values: Literal["mask", "measured", "keep"]
    secret: Path
    map: Path
    keep_vendor: bool
    keep_unknown: bool
    shift_time: bool
    force: bool


class Comparing(TypedDict, total=False):
    """What counts as a difference: `bleinspect diff --help`."""

    values: Words
    range: Words
    tolerance: Words
    count: str | int
    time_tolerance: float
    ignore: Words
    only: Words
    link: bool
    device: str
    map: Words
    config: Path


# Options of which True and False say nothing.
_NUMBERS = frozenset(("connection", "count", "device", "frame", "handle", "around", "start", "end"))
NAMES = {"start": "from", "end": "to"}

# Options for reading that a command lacks, as they would change nothing that it shows, or mean something else there.
_JUDGING = frozenset(("no_config", "bad_crc"))
LACKING: dict[str, frozenset[str]] = {
    "packets": frozenset(("mark",)), "gatt": frozenset(("mark",)), "stats": frozenset(("mark",)),
    "diff": _JUDGING | {"mark", "strict"}, "baseline": _JUDGING | {"mark", "strict"}, "check": _JUDGING,
    "convert": frozenset(("no_config", "gatt", "decoders")),
    "redact": frozenset(("mark", "bad_crc", "advert_key")),
    "live": frozenset(("mark", "strict", "bad_crc")), "mock": frozenset(("mark", "strict", "bad_crc"))}


def known(given: Mapping[str, object], kind: type, of: str) -> None:
    """Raises TypeError for what is no option of `of`, as Python does for an argument that a function has not."""
    names = kind.__annotations__
    for name in given:
        if name not in names:
            close = difflib.get_close_matches(name, names, 1)
            hint = f"did you mean '{close[0]}'?" if close else f"there are {', '.join(sorted(names))}"
            raise TypeError(f"{of} has no option '{name}'; {hint}")


def moment(value: Moment) -> str:
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        return value.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return value if isinstance(value, str) else f"{value:.6f}"


def reading(command: str, options: Reading) -> list[str]:
    """The options for reading that a command has."""
    lacking = LACKING.get(command, frozenset())
    return arguments({name: value for name, value in options.items() if name not in lacking})


def arguments(options: Mapping[str, object]) -> list[str]:
    """The command line for options; those that are None or False are left out."""
    line: list[str] = []
    for name, value in options.items():
        if isinstance(value, bool) and name in _NUMBERS:
            raise TypeError(f"{name} is no yes or no: {value!r}")
        if value is None or value is False:
            continue
        option = f"--{NAMES.get(name, name).replace('_', '-')}"
        if value is True:
            line.append(option)
        elif name in ("start", "end"):
            line.append(f"{option}={moment(value)}")  # type: ignore[arg-type]
        elif name == "frame" and isinstance(value, tuple):
            line.append(f"{option}={value[0]}-{value[1]}")
        elif name == "handle" and isinstance(value, int):
            line.append(f"{option}={value:04x}")
        elif name == "mark":
            line += [f"{option}={moment(at)}={text}" for at, text in value]  # type: ignore[attr-defined]
        elif name in ("event", "only"):
            words = value if isinstance(value, str) else ",".join(value)  # type: ignore[arg-type]
            line.append(f"{option}={words}")
        elif isinstance(value, str | int | float | os.PathLike):
            line.append(f"{option}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
        else:
            line += [f"{option}={os.fspath(each)}" for each in value]  # type: ignore[attr-defined]
    return line
