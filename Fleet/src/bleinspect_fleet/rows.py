"""Rows of all tables from the pieces of one capture's document."""

from __future__ import annotations

import datetime
import json
import math
import re
from array import array
from collections.abc import Callable
from typing import Any

from bleinspect_fleet.schemas import ATTRIBUTE, COLUMNS, HEAD, KIND, PLACE, own_columns
from bleinspect_fleet.units import fields

Row = tuple[Any, ...]

_json = json.JSONEncoder(ensure_ascii=False).encode

# So many times of one characteristic are kept for its medians; where there are more, they are NULL.
TIMES_KEPT = 1 << 20

_PLACE = tuple(name for name, _ in PLACE[1:])  # without seq
_VALUE_PLACE = tuple(name for name, _ in PLACE[1:-1])
_EVENT = _PLACE + tuple(name for name, _ in ATTRIBUTE + KIND)
_ADVERT = _PLACE + ("rssi_dbm", "advertising_type", "connectable", "tx_power_dbm")
_TAIL = ("value", "text", "truncated", "note")
_VALUE = ("handle", "service", "characteristic", "descriptor", "label")
_EVENT_KEYS = frozenset(_EVENT + _TAIL + ("decoded",))
_ADVERT_KEYS = frozenset(_ADVERT + _TAIL + ("decoded",))
_DEVICE, _CONNECTION = own_columns("devices"), own_columns("connections")
_TRANSFERS = frozenset(("read", "write", "write_command", "notification", "indication"))

_VARYING = re.compile(
    r"\b[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\b|\b(?:[0-9A-F]{2}:){5}[0-9A-F]{2}\b"
    r"|\b[0-9A-F]{4}\b|(?<=\()[0-9A-F]{2}(?=\))|\d+(?:\.\d+)?")
_ADDRESS = re.compile(r"\b(?:[0-9A-F]{2}:){5}[0-9A-F]{2}\b")


def timestamp(text: str | None) -> datetime.datetime | None:
    """RFC 3339 in UTC, to the microsecond; NULL outside the years 1 to 9999."""
    if not text:
        return None
    try:
        return datetime.datetime.fromisoformat(text[:26].rstrip("Z"))
    except ValueError:
        return None


def nearest_rank(ordered: array[float], share: float) -> float | None:
    """The exact percentile of sorted values: one of them."""
    if not ordered:
        return None
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


class Times:
    """Durations of one characteristic, in memory with a bound."""

    def __init__(self) -> None:
        self.values = array("d")
        self.largest: float | None = None
        self.is_whole = True

    def add(self, value: float) -> None:
        if self.largest is None or value > self.largest:
            self.largest = value
        if len(self.values) < TIMES_KEPT:
            self.values.append(value)
        else:
            self.is_whole = False

    def percentile(self, share: float) -> float | None:
        if not self.is_whole:
            return None
        return nearest_rank(array("d", sorted(self.values)), share)


class Characteristic:
    """What a connection did with one characteristic."""

    def __init__(self, event: dict[str, Any]) -> None:
        get = event.get
        self.place = (get("connection"), get("address"), get("name"), get("service"),
                      get("characteristic"), get("instance"))
        self.label: str | None = None
        self.handle: int | None = None
        self.properties: list[str] | None = None
        self.counts = dict.fromkeys(
            ("values", "read", "write", "write_command", "notification", "indication", "att_error"), 0)
        self.subscribed: float | None = None
        self.unsubscribed: float | None = None
        self.first: float | None = None
        self.last: float | None = None
        self.periods, self.answers = Times(), Times()

    def take(self, event: dict[str, Any]) -> None:
        kind, t = event["event"], event["t"]
        if kind == "characteristic":
            self.handle = event.get("value_handle")
            self.properties = event.get("properties")
            self.label = event.get("label")
            return
        if "descriptor" in event:
            self.configured(event, kind, t)
            return
        if kind not in self.counts:
            return
        self.counts[kind] += 1
        if self.handle is None:
            self.handle = event.get("handle")
        self.label = self.label or event.get("label")
        if kind in _TRANSFERS and "value" in event:
            self.counts["values"] += 1
        if kind in ("notification", "indication"):
            if self.last is not None:
                self.periods.add(round((t - self.last) * 1000, 6))
            self.last = t
            if self.first is None and self.subscribed is not None:
                self.first = round((t - self.subscribed) * 1000, 6)
        elif "response_ms" in event and kind in ("read", "write"):
            self.answers.add(event["response_ms"])

    def configured(self, event: dict[str, Any], kind: str, t: float) -> None:
        """A write of the Client Characteristic Configuration that the server accepted."""
        if event["descriptor"] != "2902" or kind != "write" or "response_ms" not in event:
            return
        decoded = event.get("decoded") or {}
        if decoded.get("notifications") or decoded.get("indications"):
            if self.subscribed is None:
                self.subscribed = t
        elif self.subscribed is not None and decoded:
            self.unsubscribed = t

    def row(self) -> Row:
        count = self.counts
        # As in `stats`: writes have write commands in them, and notifications have indications.
        return (*self.place[:6], self.label, self.handle, self.properties, count["values"],
                count["read"], count["write"] + count["write_command"], count["write_command"],
                count["notification"] + count["indication"], count["indication"],
                count["att_error"], self.subscribed, self.unsubscribed,
                self.first, self.periods.percentile(0.5), self.periods.largest,
                self.answers.percentile(0.5), self.answers.percentile(0.95), self.answers.largest)


class Answers:
    """What `stats` says of connections and devices; nothing, where it said nothing."""

    def __init__(self, hide: Callable[[str], str] | None = None) -> None:
        self.hide = hide
        self.connections: dict[int, dict[str, Any]] = {}
        self.devices: dict[str, dict[str, Any]] = {}

    def take(self, key: str, piece: Any) -> None:
        if self.hide is not None:
            piece = hidden(piece, self.hide)
        if key == "connections":
            ended, through = piece.get("ended", {}), piece.get("throughput", {})
            limit = through.get("limit", {})
            self.connections[piece["connection"]] = {
                **{name: value for name, value in piece.get("att", {}).items()
                   if name.endswith(("_ms", "_frame"))},
                **{name: through.get(name) for name in (
                    "sent_octets", "received_octets", "seconds", "peak_octets_per_s")},
                "limit": limit.get("text"),
                "possible_octets_per_s": limit.get("possible_octets_per_s"),
                "certainty": ended.get("certainty"),
                "end_text": ended.get("text"),
                "evidence": _json(ended["evidence"]) if "evidence" in ended else None,
            }
        elif key == "devices":
            self.devices[piece["address"]] = {
                name: piece.get(name) for name in ("rssi_median_dbm", "interval_median_ms")}


class CaptureRows:
    """Takes the pieces of a document in order, and gives rows to `put(table, row)`."""

    def __init__(
        self, sha256: str, version: str, put: Callable[[str, Row], None],
        hide: Callable[[str], str] | None = None,
    ) -> None:
        self.head: Row = (sha256, version, None)
        self.put = put
        self.hide = hide
        self.capture: dict[str, Any] = {}
        self.events = 0
        self.last: dict[str, Any] = {}
        self.characteristics: dict[tuple[Any, ...], Characteristic] = {}
        self.devices: list[dict[str, Any]] = []
        self.connections: list[dict[str, Any]] = []

    @property
    def date(self) -> datetime.date | None:
        date = self.head[2]
        assert date is None or isinstance(date, datetime.date)
        return date

    def take(self, key: str, piece: Any) -> None:
        if self.hide is not None:
            piece = hidden(piece, self.hide)
        if key == "events":
            self.event(piece)
        elif key == "capture":
            self.capture = piece
            start = timestamp(piece.get("start"))
            self.head = (*self.head[:2], start.date() if start else None)
        elif key == "devices":
            self.devices.append(piece)
        elif key == "connections":
            self.connections.append(piece)
        elif key == "findings":
            text = piece.get("text") or ""
            self.put("findings", self.head + (
                piece.get("frame"), piece.get("t"), piece.get("connection"), piece.get("count", 1),
                text, _VARYING.sub("#", text), piece.get("rule"), piece.get("severity"),
                _json(piece["evidence"]) if "evidence" in piece else None))

    def event(self, event: dict[str, Any]) -> None:
        self.events += 1
        self.last = event
        get = event.get
        decoded = event.get("decoded")
        if decoded:
            place = self.head + (self.events, *self.place(event, _VALUE_PLACE), *map(get, _VALUE))
            for field in fields(decoded):
                self.put("values", place + field)
        if event["event"] == "advertisement":
            table, keys, known = "adverts", _ADVERT, _ADVERT_KEYS
        else:
            table, keys, known = "events", _EVENT, _EVENT_KEYS
            if "characteristic" in event:
                self.characteristic(event)
        rest = event.keys() - known
        details = None
        if rest:
            details = _json({key: event[key] for key in event if key in rest})
        self.put(table, self.head + (
            self.events, *self.place(event, keys), *map(get, _TAIL), details))

    @staticmethod
    def place(event: dict[str, Any], keys: tuple[str, ...]) -> Row:
        values = list(map(event.get, keys))
        values[1] = timestamp(values[1])
        return tuple(values)

    def characteristic(self, event: dict[str, Any]) -> None:
        key = (event.get("connection"), event.get("service"), event["characteristic"],
               event.get("instance"))
        found = self.characteristics.get(key)
        if found is None:
            found = self.characteristics[key] = Characteristic(event)
        found.take(event)

    def finish(self, answers: Answers) -> None:
        """After the last piece: what only the whole capture tells."""
        for piece in self.devices:
            of_device = answers.devices.get(piece.get("address", ""))
            piece = {**(of_device or {}), **piece}
            self.put("devices", self.head + tuple(map(piece.get, _DEVICE)))
        for piece in self.connections:
            # What both say is the document's.
            piece = {**answers.connections.get(piece.get("connection", 0), {}), **piece}
            self.put("connections", self.head + tuple(map(piece.get, _CONNECTION)))
        for characteristic in self.characteristics.values():
            self.put("characteristics", self.head + characteristic.row())


def hidden(piece: Any, hide: Callable[[str], str]) -> Any:
    """The piece with each address in it replaced."""
    if isinstance(piece, str):
        return _ADDRESS.sub(lambda found: hide(found[0]), piece) if ":" in piece else piece
    if isinstance(piece, dict):
        return {key: hidden(value, hide) for key, value in piece.items()}
    if isinstance(piece, list):
        return [hidden(value, hide) for value in piece]
    return piece


assert _PLACE[1] == _VALUE_PLACE[1] == "time"
assert len(HEAD) == 3 and len(COLUMNS["characteristics"]) == 3 + 24
