"""What the program says, as objects. Each keeps the JSON that it is made of in `row`."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from bleinspect.program import Row
from bleinspect.visible import visible

# Keys whose three elements are axes; every other array is numbered.
AXES = frozenset(("accelerometer_g", "gyroscope_dps", "magnetometer_ut"))
XYZ = ("x", "y", "z")

_MISSING = object()


def time_of(text: str | None) -> datetime.datetime | None:
    """RFC 3339 as a time; digits after the microseconds are left out."""
    if text is None:
        return None
    return datetime.datetime.fromisoformat(f"{text[:19]}{text[19:26].rstrip('Z')}+00:00")


def _found(value: object, path: str) -> object:
    """What is at a path such as `ruuvi.humidity_percent`, `rr_intervals_s.0` or `accelerometer_g.x`."""
    key, _, rest = path.partition(".")
    if isinstance(value, Mapping):
        value = value.get(key, _MISSING)
    elif isinstance(value, list):
        index = XYZ.index(key) if key in XYZ else int(key) if key.isdecimal() else len(value)
        value = value[index] if index < len(value) else _MISSING
    else:
        return _MISSING
    return _found(value, rest) if rest and value is not _MISSING else value


class Event(Mapping[str, Any]):
    """An event of the timeline. Keys are those of NDJSON, and those of its decoded value.

    >>> event = next(bleinspect.open("Captures/polar-h7.btsnoop").events(event="notification"))
    >>> event.t, event.frame, event["heart_rate_bpm"], event.text, event.value.hex()
    (2.69686, 142, 97, '97 bpm  contact', '0661')
    >>> event.get("rr_intervals_s"), "sensor_contact" in event
    (None, True)
    """

    __slots__ = ("row",)

    def __init__(self, row: Row) -> None:
        self.row = row

    def __getitem__(self, key: str) -> Any:
        found = self.row.get(key, _MISSING)
        if found is _MISSING:
            found = _found(self.decoded, key)
        if found is _MISSING:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[str]:
        yield from self.row
        yield from (key for key in self.decoded if key not in self.row)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.row == other.row

    def __repr__(self) -> str:
        label = f" {self.label}" if self.label else ""
        return visible(f"<Event {self.frame} {self.t:.3f} s {self.event}{label}: {self.text}>")

    @property
    def event(self) -> str:
        """Its kind."""
        return cast(str, self.row["event"])

    @property
    def frame(self) -> int:
        """The number of its record, from 1, as Wireshark counts."""
        return cast(int, self.row.get("frame", 0))

    @property
    def t(self) -> float:
        """Seconds since the first record."""
        return cast(float, self.row.get("t", 0.0))

    @property
    def time(self) -> datetime.datetime | None:
        """In UTC, to the microsecond; None where the capture has none."""
        return time_of(self.row.get("time"))

    @property
    def connection(self) -> int | None:
        """The number of the LE connection, from 1, as the report has it."""
        return self.row.get("connection")

    @property
    def address(self) -> str | None:
        """Of the peer, `AA:BB:CC:DD:EE:FF`."""
        return self.row.get("address")

    @property
    def name(self) -> str | None:
        """What the peer calls itself, if that is known by then."""
        return self.row.get("name")

    @property
    def handle(self) -> int | None:
        """Of the attribute."""
        return self.row.get("handle")

    @property
    def service(self) -> str | None:
        """Its UUID: 4 digits, 8, or 36 characters, in upper case."""
        return self.row.get("service")

    @property
    def characteristic(self) -> str | None:
        """Its UUID."""
        return self.row.get("characteristic")

    @property
    def label(self) -> str | None:
        """The assigned name of the attribute."""
        return self.row.get("label")

    @property
    def value(self) -> bytes | None:
        """The octets as they were sent."""
        text = self.row.get("value")
        return None if text is None else bytes.fromhex(text)

    @property
    def decoded(self) -> Mapping[str, Any]:
        """What the bytes mean; empty where nobody knows."""
        return self.row.get("decoded") or {}

    @property
    def text(self) -> str | None:
        """The value for a reader."""
        return self.row.get("text")

    @property
    def note(self) -> str | None:
        """A remark, such as that the value is cut."""
        return self.row.get("note")

    def fields(self) -> dict[str, Any]:
        """The decoded value without nesting: groups have a point, axes are x, y and z; other lists stay lists."""
        found: dict[str, Any] = {}

        def add(prefix: str, value: Mapping[str, Any]) -> None:
            for key, each in value.items():
                if isinstance(each, Mapping):
                    add(f"{prefix}{key}.", each)
                elif key in AXES and isinstance(each, list) and len(each) == 3:
                    found.update({f"{prefix}{key}.{axis}": one for axis, one in zip(XYZ, each, strict=True)})
                else:
                    found[f"{prefix}{key}"] = each

        add("", self.decoded)
        return found


@dataclass(frozen=True, slots=True)
class Sample:
    """One number, word or other value of a key, and where it stands."""

    t: float
    time: datetime.datetime | None
    frame: int
    value: Any
    connection: int | None
    address: str | None
    name: str | None


@dataclass(frozen=True, slots=True)
class Turn:
    """A request with its answers; a value that came unasked has no request."""

    number: int
    frame: int
    t: float
    connection: int | None
    request: Event | None
    answers: tuple[Event, ...]
    # So many equal turns follow each other.
    count: int
    row: Row = field(repr=False)

    @classmethod
    def of(cls, row: Row) -> Turn:
        # Each has what the turn says of both; an answer its own time.
        shared: Row = {key: row[key] for key in ("frame", "time", "t", "connection", "address", "name") if key in row}
        request = row.get("request")
        answers = [
            {**shared, **answer, "t": round(row["t"] + answer.get("ms", 0) / 1000, 9)}
            for answer in row.get("answers", ())]
        for answer in answers:
            answer.pop("time", None)
        return cls(
            row["exchange"], row["frame"], row["t"], row.get("connection"),
            Event({**shared, **request}) if request else None, tuple(map(Event, answers)), row.get("count", 1), row)


@dataclass(frozen=True, slots=True)
class Packet:
    """A record of the capture."""

    frame: int
    t: float
    type: str
    length: int
    summary: str
    connection: int | None
    att: tuple[Row, ...]
    row: Row = field(repr=False)

    @classmethod
    def of(cls, row: Row) -> Packet:
        return cls(
            row["frame"], row["t"], row["type"], row["length"], row["summary"], row.get("connection"),
            tuple(row.get("att", ())), row)

    @property
    def time(self) -> datetime.datetime | None:
        return time_of(self.row.get("time"))


@dataclass(frozen=True, slots=True)
class Evidence:
    """A record that shows something."""

    frame: int | None
    t: float | None
    text: str

    @classmethod
    def all(cls, rows: Sequence[Row] | None) -> tuple[Evidence, ...]:
        return tuple(cls(row.get("frame"), row.get("t"), row.get("text", "")) for row in rows or ())


@dataclass(frozen=True, slots=True)
class Verdict:
    """A sentence of what went wrong, or that nothing wrong was found."""

    text: str
    certainty: Literal["certain", "likely", "unknown"]
    rule: str | None
    connections: tuple[int, ...]
    frames: tuple[int, ...]
    row: Row = field(repr=False)

    def __str__(self) -> str:
        return visible(f"{self.text} [{self.certainty}]")

    @classmethod
    def of(cls, row: Row) -> Verdict:
        return cls(
            row["text"], row["certainty"], row.get("rule"), tuple(row.get("connections", ())),
            tuple(row.get("frames", ())), row)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a person should look at; `bleinspect.explain(finding.rule)` says what to do."""

    rule: str
    severity: Literal["error", "warning", "note"]
    text: str
    frame: int | None
    t: float | None
    connection: int | None
    evidence: tuple[Evidence, ...]
    row: Row = field(repr=False)

    def __str__(self) -> str:
        return visible(f"{self.severity} {self.rule}: {self.text}")

    @classmethod
    def of(cls, row: Row) -> Finding:
        return cls(
            row["rule"], row["severity"], row["text"], row.get("frame"), row.get("t"), row.get("connection"),
            Evidence.all(row.get("evidence")), row)


@dataclass(frozen=True, slots=True)
class Ended:
    """Why a connection ended."""

    text: str
    certainty: Literal["certain", "likely", "unknown"]
    reason: str | None
    reason_code: int | None
    by: str | None
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Connection:
    """A connection; what has no attribute here is in `row`, from `stats` and the JSON document."""

    number: int
    address: str | None
    name: str | None
    role: str | None
    start: float | None
    end: float | None
    # None where it was open when the capture stopped.
    ended: Ended | None
    mtu: int | None
    encrypted: bool | None
    row: Row = field(repr=False)

    @classmethod
    def of(cls, row: Row) -> Connection:
        end = row.get("ended")
        return cls(
            row["connection"], row.get("address"), row.get("name"), row.get("role"), row.get("start"), row.get("end"),
            None if end is None else Ended(
                end.get("text", ""), end.get("certainty", "unknown"), end.get("reason"), end.get("reason_code"),
                end.get("by"), Evidence.all(end.get("evidence"))),
            row.get("mtu"), row.get("encrypted"), row)


@dataclass(frozen=True, slots=True)
class Device:
    """A device that advertised or was connected; what has no attribute here is in `row`."""

    # Only devices that the report numbers have one.
    number: int | None
    address: str | None
    address_type: str | None
    name: str | None
    connections: int
    advertisements: int
    row: Row = field(repr=False)

    @classmethod
    def of(cls, row: Row) -> Device:
        return cls(
            row.get("number"), row.get("address"), row.get("address_type"), row.get("name"), row.get("connections", 0),
            row.get("advertisements", 0), row)


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference of two recordings."""

    kind: str
    device: str | None
    subject: str
    uuid: str | None
    message: str
    row: Row = field(repr=False)

    @classmethod
    def of(cls, row: Row) -> Difference:
        return cls(row["kind"], row.get("device"), row["subject"], row.get("uuid"), row["message"], row)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences from what was expected. It is true where there are none; its text is for people."""

    same: bool
    differences: tuple[Difference, ...]
    not_observed: tuple[Difference, ...]
    text: str = field(repr=False)
    row: Row = field(repr=False)

    def __bool__(self) -> bool:
        return self.same

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class RuleResult:
    """What became of a rule."""

    rule: str
    holds: bool
    events: int
    row: Row = field(repr=False)


@dataclass(frozen=True, slots=True)
class Check:
    """Which rules hold. It is true where all do; its text is for people."""

    holds: bool
    rules: tuple[RuleResult, ...]
    text: str = field(repr=False)
    row: Row = field(repr=False)

    def __bool__(self) -> bool:
        return self.holds

    def __str__(self) -> str:
        return self.text
