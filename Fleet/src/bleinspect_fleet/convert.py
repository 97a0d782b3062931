"""Tables from what the program says of captures: DuckDB takes the JSON of many captures apart at once.

Python objects for each event would take as long as the program itself.
"""

from __future__ import annotations

import array
import itertools
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import duckdb
import pyarrow as pa

from bleinspect_fleet.schemas import (
    ATTRIBUTE, COLUMNS, HEAD, KIND, PLACE, SCHEMAS, SIGNAL, TAIL, own_columns)
from bleinspect_fleet.units import AXES, EXACT, named

# What is taken apart at once. A document that is larger is taken in parts.
PORTION = 16 << 20
# What cannot be taken in parts: an event, or all that follows the events.
LONGEST = 64 << 20
MEMORY = "1GB"

_VARYING = re.compile(
    r"\b[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\b|\b(?:[0-9A-F]{2}:){5}[0-9A-F]{2}\b"
    r"|\b[0-9A-F]{4}\b|(?<=\()[0-9A-F]{2}(?=\))|\d+(?:\.\d+)?")
_ADDRESS = re.compile(r"\b(?:[0-9A-F]{2}:){5}[0-9A-F]{2}\b")

Tables = dict[str, Any]


_EVENTS_BEGIN, _EVENTS_END = b'"events":[', b"\n],\n"


class NotADocument(Exception):
    """What the program wrote is not its JSON document, or ends within it."""


@dataclass
class Document:
    """A part of a capture's document that is a document itself, and all of `stats`."""

    sha256: str
    text: bytes
    stats: bytes | None = None
    # Whether each event has a line of its own, as the program writes them: they are found faster.
    in_lines: bool = True
    events_before: int = 0  # in the parts before it


def in_two(document: Document) -> tuple[bytes, bytes | None]:
    """The document without its events, and those; or all of it."""
    text = document.text
    begin = text.find(_EVENTS_BEGIN)
    end = text.find(_EVENTS_END, begin)
    begin += len(_EVENTS_BEGIN)
    if not document.in_lines or end < 0 or text[begin:begin + 2] != b"\n{":
        return text, None
    return text[:begin] + text[end:], text[begin + 1:end]


@dataclass
class Facts:
    """What the table `captures` says of what is in a capture."""

    date: Any = None
    format: str | None = None
    link_type: str | None = None
    start: Any = None
    events: int = 0
    last_event: Any = None
    last_event_frame: int | None = None
    last_event_t: float | None = None


def portions(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The document in parts, each a document with some of its events; the last with all else. The
    program ends each event with its line."""
    head: bytes | None = None
    pieces: list[bytes] = []
    size = 0
    for chunk in chunks:
        pieces.append(chunk)
        size += len(chunk)
        if size < PORTION:
            continue
        text = b"".join(pieces)
        if head is None and (place := text.find(_EVENTS_BEGIN)) >= 0:
            place += len(_EVENTS_BEGIN)
            head, text = text[:place], text[place:]
        if head is not None and _EVENTS_END not in text and (place := text.rfind(b",\n")) >= 0:
            yield head + text[:place] + b"]}"
            text = text[place + 2:]
        if len(text) > LONGEST:
            raise NotADocument(f"an element of more than {LONGEST >> 20} MiB")
        pieces, size = [text], len(text)
    yield (head or b"") + b"".join(pieces)


def hidden(piece: Any, hide: Callable[[str], str]) -> Any:
    """The piece with each address in it replaced."""
    if isinstance(piece, str):
        return _ADDRESS.sub(lambda found: hide(found[0]), piece) if ":" in piece else piece
    if isinstance(piece, dict):
        return {key: hidden(value, hide) for key, value in piece.items()}
    if isinstance(piece, list):
        return [hidden(value, hide) for value in piece]
    return piece


# SQL

_SQL_TYPES = {
    pa.string(): "VARCHAR", pa.int64(): "BIGINT", pa.int32(): "INTEGER", pa.float64(): "DOUBLE",
    pa.bool_(): "BOOLEAN"}


def _type(kind: Any) -> Any:
    """A type for from_json. Times are texts."""
    if pa.types.is_list(kind):
        return [_type(kind.value_type)]
    return _SQL_TYPES.get(kind, "VARCHAR")


def _types(columns: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: _type(kind) for name, kind in columns}


def _only(table: str, *names: str) -> dict[str, Any]:
    return {name: _type(dict(COLUMNS[table])[name]) for name in names}


def _own(table: str) -> list[tuple[str, Any]]:
    return COLUMNS[table][len(HEAD):]


_EVENT = [*PLACE[1:], *ATTRIBUTE, *KIND, *TAIL[:-1]]
_ADVERT = [*PLACE[1:], *SIGNAL, *TAIL[:-1]]
# What a row of `values` has from its event.
_OF_VALUES = [name for name in own_columns("values")
              if name not in ("field", "number", "text", "bool", "unit")]
_LATENCIES = ("min_ms", "median_ms", "p95_ms", "p99_ms", "max_ms", "max_frame")
_THROUGH = ("sent_octets", "received_octets", "seconds", "peak_octets_per_s")
_FINDINGS = {**_types(_own("findings")), "evidence": "JSON"}
_COUNTS = ("values", "reads", "writes", "notifications")

_DOCUMENT = {
    "capture": {"format": "VARCHAR", "link_type": "VARCHAR", "start": "VARCHAR"},
    "events": ["JSON"],
    "devices": [_types(_own("devices"))],
    "connections": [_types(_own("connections"))],
    "findings": [_FINDINGS],
}
_STATS = {
    "connections": [{
        "connection": "INTEGER",
        "att": _only("connections", *_LATENCIES),
        "throughput": {**_only("connections", *_THROUGH),
                       "limit": {"text": "VARCHAR", "possible_octets_per_s": "DOUBLE"}},
        "ended": {"certainty": "VARCHAR", "text": "VARCHAR", "evidence": "JSON"},
    }],
    "characteristics": [_types(_own("characteristics"))],
    "devices": [_only("devices", "address", "rssi_median_dbm", "interval_median_ms")],
    "findings": [_FINDINGS],
}


def _literal(value: Any) -> str:
    return "'" + json.dumps(value).replace("'", "''") + "'"


def _time(column: str) -> str:
    """RFC 3339 in UTC, to the microsecond; NULL outside the years 0 to 9999."""
    return (f"CASE WHEN strpos({column}, '-') = 5 "
            f"THEN TRY_CAST(rtrim(left({column}, 26), 'Z') AS TIMESTAMP) END")


def _columns(columns: list[tuple[str, Any]]) -> str:
    return ", ".join(
        f'{_time(name)} AS "time"' if name == "time" else f'"{name}"' for name, _ in columns)


def _details(columns: list[tuple[str, Any]]) -> str:
    """All keys that are no columns, as JSON. Most events have none, and counting is faster than looking."""
    known = " + ".join(f'("{name}" IS NOT NULL)::INT' for name, _ in [*columns, ("decoded", None)])
    patch = _literal({name: None for name, _ in columns} | {"decoded": None})
    return (f"CASE WHEN len(json_keys(j)) <> {known} "
            f"THEN nullif(json_merge_patch(j, {patch})::VARCHAR, '{{}}') END AS details")


_PARSE = f"""
CREATE OR REPLACE TEMP TABLE d AS
SELECT n, sha256, is_whole, d, s, CAST({_time("d.capture.start")} AS DATE) AS date
FROM (SELECT n, sha256, stats IS NOT NULL AS is_whole,
             from_json(text, {_literal(_DOCUMENT)}) AS d, from_json(stats, {_literal(_STATS)}) AS s
      FROM parts)
"""
_EVENTS = f"""
CREATE OR REPLACE TEMP TABLE e AS
SELECT n, sha256, date, before + seq AS seq, j,
       unnest(from_json(j, {_literal(_types(_EVENT) | _types(_ADVERT) | {"decoded": "JSON"})}))
FROM (SELECT n, sha256, date, before, unnest(events) AS j, generate_subscripts(events, 1) AS seq
      FROM (SELECT n, sha256, before, date,
                   CASE WHEN lines IS NULL THEN others ELSE string_split(lines, E',\\n') END AS events
            FROM parts JOIN (SELECT n, date, d.events AS others FROM d) USING (n)))
"""
_FACTS = f"""
SELECT n, date, d.capture.format, d.capture.link_type, {_time("d.capture.start")},
       coalesce(count, 0), {_time("l.time")}, l.frame, l.t, d.capture IS NOT NULL
FROM d LEFT JOIN (
    SELECT n, count(*) AS count, arg_max({{'time': "time", 'frame': frame, 't': t}}, seq) AS l
    FROM e GROUP BY n) USING (n) ORDER BY n
"""
_HEAD = "sha256, $version AS program_version, date"
_GIVE_EVENTS = f"""
SELECT {_HEAD}, seq, {_columns(_EVENT)}, {_details(_EVENT)} FROM e WHERE event <> 'advertisement'
"""
_GIVE_ADVERTS = f"""
SELECT {_HEAD}, seq, {_columns(_ADVERT)}, {_details(_ADVERT)} FROM e WHERE event = 'advertisement'
"""
_NUMBER = "type NOT IN ('VARCHAR', 'BOOLEAN', 'NULL')"
_GIVE_VALUES = f"""
SELECT {_HEAD}, {", ".join(f'{_time("time")} AS "time"' if name == "time" else f'"{name}"'
                           for name in _OF_VALUES)},
       CASE WHEN is_axis AND json_array_length(decoded, path) = 3 THEN 'x' ELSE '' END || fullkey
           AS field,
       CASE WHEN {_NUMBER} THEN CAST(atom AS DOUBLE) END AS number,
       CASE WHEN type = 'VARCHAR' THEN atom->>'$'
            WHEN {_NUMBER} AND type <> 'DOUBLE' AND abs(CAST(atom AS DOUBLE)) >= {EXACT}
                 AND abs(CAST(atom AS HUGEINT)) > {EXACT} THEN CAST(atom AS VARCHAR) END AS text,
       CASE WHEN type = 'BOOLEAN' THEN CAST(atom AS BOOLEAN) END AS bool
FROM (SELECT e.* EXCLUDE (j, text), t.type, t.atom, t.fullkey, t.path,
             regexp_matches(t.path, '\\.({"|".join(sorted(AXES))})$') AS is_axis
      FROM (SELECT * FROM e WHERE decoded IS NOT NULL) AS e, json_tree(e.decoded) AS t
      WHERE t.type NOT IN ('OBJECT', 'ARRAY'))
"""
# Of characteristics: where they were discovered, and what `stats` does not count. No instance: the first
# of several has none until the second is seen.
_FOUND = """
INSERT INTO found
SELECT n, connection, service, characteristic, value_handle AS handle, first(label),
       first(instance), first(properties), 0, 0, 0
FROM e WHERE event = 'characteristic' AND characteristic IS NOT NULL
GROUP BY ALL
"""
_COUNTED = """
INSERT INTO found
SELECT n, connection, service, characteristic, handle, NULL, NULL, NULL,
       count(*) FILTER (WHERE event = 'write_command'), count(*) FILTER (WHERE event = 'indication'),
       count(*) FILTER (WHERE event = 'att_error')
FROM e WHERE event IN ('write_command', 'indication', 'att_error')
    AND characteristic IS NOT NULL AND descriptor IS NULL
GROUP BY ALL
"""
_NEW_FOUND = """
CREATE OR REPLACE TEMP TABLE found (
    n BIGINT, connection INTEGER, service VARCHAR, characteristic VARCHAR, handle INTEGER,
    label VARCHAR, instance INTEGER, properties VARCHAR[], write_commands BIGINT, indications BIGINT,
    errors BIGINT)
"""
_SAID = """
CREATE OR REPLACE TEMP TABLE said AS
SELECT n, sha256, date, unnest(c)
FROM (SELECT n, sha256, date, unnest(d.connections) AS c FROM d)
"""


def _merged(table: str, of_stats: dict[str, str]) -> str:
    """Columns of what the document says, or, where it does not, `stats`."""
    return ", ".join(
        f'coalesce(c."{name}", {of_stats[name]}) AS "{name}"' if name in of_stats else f'c."{name}"'
        for name in own_columns(table))


_GIVE_CONNECTIONS = f"""
SELECT c.sha256, $version AS program_version, c.date, {_merged("connections", {
    **{name: f"s.att.{name}" for name in _LATENCIES},
    **{name: f"s.throughput.{name}" for name in _THROUGH},
    "limit": 's.throughput."limit".text',
    "possible_octets_per_s": 's.throughput."limit".possible_octets_per_s',
    "certainty": "s.ended.certainty", "end_text": "s.ended.text",
    "evidence": "s.ended.evidence::VARCHAR"})}
FROM said AS c
LEFT JOIN (SELECT n, s.connection, last(s) AS s
           FROM (SELECT n, unnest(s.connections) AS s FROM d) GROUP BY ALL) AS s
    ON s.n = c.n AND s.connection = c.connection
"""
_GIVE_DEVICES = f"""
SELECT c.sha256, $version AS program_version, c.date, {_merged("devices", {
    name: f"s.{name}" for name in ("rssi_median_dbm", "interval_median_ms")})}
FROM (SELECT n, sha256, date, unnest(c)
      FROM (SELECT n, sha256, date, unnest(d.devices) AS c FROM d)) AS c
LEFT JOIN (SELECT n, s.address, last(s.rssi_median_dbm) AS rssi_median_dbm,
                  last(s.interval_median_ms) AS interval_median_ms
           FROM (SELECT n, unnest(s.devices) AS s FROM d) GROUP BY ALL) AS s
    ON s.n = c.n AND s.address = c.address
"""
# Those of `stats` are those of the document, with their evidence, and more.
_GIVE_FINDINGS = f"""
SELECT sha256, $version AS program_version, date, {", ".join(
    {"count": "coalesce(f.count, 1) AS count", "text": "coalesce(f.text, '') AS text",
     "pattern": "NULL AS pattern", "evidence": "f.evidence::VARCHAR AS evidence"}.get(
        name, f'f."{name}"') for name in own_columns("findings"))}
FROM (SELECT sha256, date,
             unnest(CASE WHEN len(s.findings) > 0 THEN s.findings ELSE d.findings END) AS f FROM d)
"""


def _same(one: str, other: str) -> str:
    """That two places are the same. NULL is a place, too."""
    return f"{one}.n = {other}.n AND " + " AND ".join(
        f"{one}.{name} IS NOT DISTINCT FROM {other}.{name}"
        for name in ("connection", "service", "characteristic", "handle"))


# Those of `stats`, and those that were only discovered.
_GIVE_CHARACTERISTICS = f"""
WITH m AS (
    SELECT n, unnest(m) FROM (SELECT n, unnest(s.characteristics) AS m FROM d)
    WHERE m.characteristic IS NOT NULL
), f AS (
    SELECT n, connection, service, characteristic, handle, first(label) FILTER (WHERE label IS NOT NULL) AS label,
           first(instance) FILTER (WHERE instance IS NOT NULL) AS instance,
           first(properties) FILTER (WHERE properties IS NOT NULL) AS properties,
           sum(write_commands) AS write_commands, sum(indications) AS indications,
           sum(errors) AS errors
    FROM found GROUP BY ALL
), peer AS (
    SELECT n, connection, last(address) AS address, last(name) AS name FROM said GROUP BY ALL
), every AS (
    SELECT m.* REPLACE (
               coalesce(m.label, f.label) AS label, coalesce(m.instance, f.instance) AS instance,
               coalesce(m.properties, f.properties) AS properties,
               coalesce(m.write_commands, f.write_commands, 0) AS write_commands,
               coalesce(m.indications, f.indications, 0) AS indications,
               coalesce(m.errors, f.errors, 0) AS errors)
    FROM m LEFT JOIN f ON {_same("m", "f")}
    UNION ALL BY NAME
    SELECT f.* FROM f WHERE NOT EXISTS (SELECT 1 FROM m WHERE {_same("m", "f")})
)
SELECT d.sha256, $version AS program_version, d.date, {", ".join(
    f'peer."{name}"' if name in ("address", "name") else
    f'coalesce(c."{name}", CASE WHEN d.is_whole THEN 0 END) AS "{name}"' if name in _COUNTS else
    f'c."{name}"' for name in own_columns("characteristics"))}
FROM every AS c JOIN d ON d.n = c.n
LEFT JOIN peer ON peer.n = c.n AND peer.connection = c.connection
"""


# What DuckDB and Arrow raise for what is no JSON, no UTF-8, or too large.
NOT_UNDERSTOOD = (duckdb.Error, pa.ArrowException, ValueError, RuntimeError, MemoryError)


class Converter:
    """Gives the tables of captures, of several at once or of one in parts: `begin`; then, for each
    part, `events`; at last `rest`, of the last part."""

    def __init__(self, version: str) -> None:
        self._version = version
        self._connection = duckdb.connect()
        # Each worker is a process that has one core.
        self._connection.execute("SET threads = 1")
        self._connection.execute(f"SET memory_limit = '{MEMORY}'")
        # What has no room is an error, not a file in the working folder.
        self._connection.execute("SET temp_directory = ''")

    def begin(self) -> None:
        self._connection.execute(_NEW_FOUND)

    def events(self, documents: list[Document]) -> tuple[list[Facts], Tables]:
        """Raises NotADocument if one of them is none; nothing is known of the others then."""
        try:
            return self._events(documents)
        except NOT_UNDERSTOOD as error:
            raise NotADocument(str(error).partition("\n")[0][:200]) from None

    def rest(self) -> Tables:
        try:
            return self._rest()
        except NOT_UNDERSTOOD as error:
            raise NotADocument(str(error).partition("\n")[0][:200]) from None

    def _events(self, documents: list[Document]) -> tuple[list[Facts], Tables]:
        run = self._connection.execute
        texts = [in_two(one) for one in documents]
        parts = pa.table({
            "n": pa.array(range(len(documents)), pa.int64()),
            "sha256": [one.sha256 for one in documents],
            "before": pa.array([one.events_before for one in documents], pa.int64()),
            "text": _text([text for text, _ in texts]), "lines": _text([lines for _, lines in texts]),
            "stats": _text([one.stats for one in documents])})
        self._connection.register("parts", parts)
        try:
            run(_PARSE)
            run(_EVENTS)
        finally:
            self._connection.unregister("parts")
        facts = []
        for row in run(_FACTS).fetchall():
            if not row[-1]:
                raise NotADocument("the output is no JSON document of a capture")
            facts.append(Facts(*row[1:9]))
        if run("SELECT 1 FROM e WHERE event IS NULL LIMIT 1").fetchone():
            raise NotADocument("an event is of no kind")
        run(_FOUND)
        run(_COUNTED)
        values = self._give("values", _GIVE_VALUES)
        return facts, {
            "events": self._give("events", _GIVE_EVENTS),
            "adverts": self._give("adverts", _GIVE_ADVERTS), "values": values}

    def _rest(self) -> Tables:
        self._connection.execute(_SAID)
        return {
            "devices": self._give("devices", _GIVE_DEVICES),
            "connections": self._give("connections", _GIVE_CONNECTIONS),
            "characteristics": self._give("characteristics", _GIVE_CHARACTERISTICS),
            "findings": self._give("findings", _GIVE_FINDINGS)}

    def _give(self, table: str, sql: str) -> Any:
        given = self._connection.sql(sql, params={"version": self._version}).to_arrow_table()
        columns = {name: given[name] for name in given.column_names}
        if table == "values":
            columns["field"], columns["unit"] = _named(given["field"])
        elif table == "findings":
            columns["pattern"] = pa.array(
                [_VARYING.sub("#", text) for text in given["text"].to_pylist()], pa.string())
        schema = SCHEMAS[table]
        return pa.Table.from_arrays(
            [column if (column := columns[field.name]).type == field.type else column.cast(field.type)
             for field in schema], schema=schema)


def _text(texts: list[bytes | None]) -> Any:
    """Without a look at each octet: DuckDB's JSON finds what is not UTF-8."""
    ends = array.array("i", itertools.accumulate((len(text or b"") for text in texts), initial=0))
    valid = None
    if None in texts:
        valid = pa.array([text is not None for text in texts]).buffers()[1]
    return pa.StringArray.from_buffers(
        len(texts), pa.py_buffer(ends), pa.py_buffer(b"".join(text or b"" for text in texts)), valid)


def _named(paths: Any) -> tuple[Any, Any]:
    """Field and unit of each path in `decoded`. There are many of few."""
    encoded = paths.combine_chunks().dictionary_encode()
    names = [named(path) for path in encoded.dictionary.to_pylist()]
    return tuple(
        pa.DictionaryArray.from_arrays(encoded.indices, pa.array(column, pa.string())).cast(pa.string())
        for column in ([field for field, _ in names], [unit for _, unit in names]))
