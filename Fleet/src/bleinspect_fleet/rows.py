"""Rows of all tables from the pieces of one capture's document."""

from __future__ import annotations

import collections
import datetime
import json
import re
from collections.abc import Callable
from typing import Any

from bleinspect_fleet.schemas import ATTRIBUTE, KIND, PLACE, own_columns
from bleinspect_fleet.units import fields

# Column and value; what a table has no column for is left out, what a row has not is NULL.
Row = dict[str, Any]

_json = json.JSONEncoder(ensure_ascii=False).encode

_PLACE = tuple(name for name, _ in PLACE[1:])  # without seq
_TAIL = ("value", "text", "truncated", "note")
_EVENT_KEYS = frozenset((*_PLACE, *(name for name, _ in ATTRIBUTE + KIND), *_TAIL))
_ADVERT_KEYS = frozenset(
    (*_PLACE, "rssi_dbm", "advertising_type", "connectable", "tx_power_dbm", *_TAIL))
# What a row of `values` has from its event: all columns that events have, too, and that are not its own.
_OF_EVENT = tuple(
    name for name in own_columns("values")
    if name not in ("field", "number", "text", "bool", "unit"))
# What `stats` does not count of a characteristic.
_COUNTED = frozenset(("write_command", "indication", "att_error"))
_COUNTS = ("values", "reads", "writes", "notifications", "write_commands", "indications", "errors")

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


# Connection, service, characteristic and handle of its value. No instance: the first of several has
# none until the second is seen.
Place = tuple[Any, Any, Any, Any]


class Answers:
    """What `stats` says of connections, characteristics and devices."""

    def __init__(self, hide: Callable[[str], str] | None = None) -> None:
        self.hide = hide
        self.is_whole = False  # it has ended as it should
        self.characteristics: list[dict[str, Any]] = []
        self.connections: dict[int, dict[str, Any]] = {}
        self.devices: dict[str, dict[str, Any]] = {}
        self.findings: list[dict[str, Any]] | None = None  # None: a program that has none here

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
        elif key == "characteristics":
            if "characteristic" in piece:
                self.characteristics.append(piece)
        elif key == "findings":
            self.findings = self.findings or []
            self.findings.append(piece)
        elif key == "devices":
            self.devices[piece["address"]] = {
                name: piece.get(name) for name in ("rssi_median_dbm", "interval_median_ms")}


class CaptureRows:
    """Takes the pieces of a document in order, and gives rows to `put(table, row)`."""

    def __init__(
        self, sha256: str, version: str, put: Callable[[str, Row], None],
        hide: Callable[[str], str] | None = None,
    ) -> None:
        self.head: Row = {"sha256": sha256, "program_version": version, "date": None}
        self.put = put
        self.hide = hide
        self.capture: dict[str, Any] = {}
        self.events = 0
        self.last: Row = {}
        self.discovered: dict[Place, dict[str, Any]] = {}
        self.counts: dict[Place, collections.Counter[str]] = {}
        self.devices: list[dict[str, Any]] = []
        self.connections: list[dict[str, Any]] = []
        self.findings: list[dict[str, Any]] = []

    @property
    def date(self) -> datetime.date | None:
        date = self.head["date"]
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
            self.head = {**self.head, "date": start.date() if start else None}
        elif key == "devices":
            self.devices.append(piece)
        elif key == "connections":
            self.connections.append(piece)
        elif key == "findings":
            self.findings.append(piece)

    def event(self, event: dict[str, Any]) -> None:
        """The event itself becomes the row: there are too many to copy each."""
        self.events += 1
        decoded = event.pop("decoded", None)
        if event["event"] == "advertisement":
            table, known = "adverts", _ADVERT_KEYS
        else:
            table, known = "events", _EVENT_KEYS
            if "characteristic" in event:
                self.characteristic(event)
        details = None
        if not event.keys() <= known:
            details = _json({key: value for key, value in event.items() if key not in known})
        event["details"] = details
        event["seq"] = self.events
        event["time"] = timestamp(event.get("time"))
        event.update(self.head)
        self.last = event
        self.put(table, event)
        if decoded:
            place = {name: event.get(name) for name in _OF_EVENT}
            place.update(self.head)
            for field, number, text, is_on, unit in fields(decoded):
                self.put("values", {**place, "field": field, "number": number, "text": text,
                                    "bool": is_on, "unit": unit})

    def characteristic(self, event: dict[str, Any]) -> None:
        kind = event["event"]
        place = (event.get("connection"), event.get("service"), event["characteristic"])
        if kind == "characteristic":
            self.discovered.setdefault((*place, event.get("value_handle")), event)
        elif kind in _COUNTED and "descriptor" not in event:
            counts = self.counts.setdefault((*place, event.get("handle")), collections.Counter())
            counts[kind] += 1

    def finish(self, answers: Answers) -> None:
        """After the last piece: what only the whole capture tells."""
        for piece in self.devices:
            of_device = answers.devices.get(piece.get("address", ""))
            piece = {**(of_device or {}), **piece}
            self.put("devices", {**piece, **self.head})
        for piece in self.connections:
            # What both say is the document's.
            piece = {**answers.connections.get(piece.get("connection", 0), {}), **piece}
            self.put("connections", {**piece, **self.head})
        # Those of `stats` are those of the document, with their evidence, and more.
        for piece in self.findings if answers.findings is None else answers.findings:
            text = piece.get("text") or ""
            self.put("findings", {
                **piece, "count": piece.get("count", 1), "text": text,
                "pattern": _VARYING.sub("#", text),
                "evidence": _json(piece["evidence"]) if "evidence" in piece else None, **self.head})
        self.put_characteristics(answers)

    def put_characteristics(self, answers: Answers) -> None:
        """Those of `stats`, and those that were only discovered."""
        peers = {piece.get("connection"): piece for piece in self.connections}
        rows: list[tuple[Place, dict[str, Any]]] = []
        for said in answers.characteristics:
            rows.append(((said.get("connection"), said.get("service"), said["characteristic"],
                          said.get("handle")), said))
        used = {place for place, _ in rows}
        zeros = dict.fromkeys(_COUNTS, 0) if answers.is_whole else {}
        rows += [(place, {}) for place in dict.fromkeys([*self.discovered, *self.counts])
                 if place not in used]
        for place, said in rows:
            connection, service, characteristic, handle = place
            found = self.discovered.get(place, {})
            counts = self.counts.get(place, collections.Counter())
            peer = peers.get(connection, {})
            row = {
                **zeros,
                "write_commands": counts["write_command"],
                "indications": counts["indication"],
                "errors": counts["att_error"],
                "label": found.get("label"), "instance": found.get("instance"),
                "properties": found.get("properties"), **said, "connection": connection,
                "service": service, "characteristic": characteristic, "handle": handle,
                "address": peer.get("address"), "name": peer.get("name"), **self.head,
            }
            self.put("characteristics", row)


def hidden(piece: Any, hide: Callable[[str], str]) -> Any:
    """The piece with each address in it replaced."""
    if isinstance(piece, str):
        return _ADDRESS.sub(lambda found: hide(found[0]), piece) if ":" in piece else piece
    if isinstance(piece, dict):
        return {key: hidden(value, hide) for key, value in piece.items()}
    if isinstance(piece, list):
        return [hidden(value, hide) for value in piece]
    return piece
