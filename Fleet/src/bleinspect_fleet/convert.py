"""Tables from what the program says of captures: DuckDB takes the JSON of many captures apart at once.

Python objects for each event would take as long as the program itself.
"""

from __future__ import annotations

import array
import contextlib
import itertools
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from bleinspect_fleet.documents import Document, NotADocument, in_two
from bleinspect_fleet.events import Events, Tables, fitted, literal, sql_time, sql_type, sql_types
from bleinspect_fleet.schemas import COLUMNS, HEAD, TIME, own_columns

# Of several captures, so much is taken apart at once: each time costs 0.1 s, whatever there is to do.
AT_ONCE = 32 << 20
MEMORY = "1GB"

# As RE2 has them, which cannot look behind.
_CODE = r"\([0-9A-F]{2}\)"
_VARYING = (r"\b[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\b|\b(?:[0-9A-F]{2}:){5}[0-9A-F]{2}\b"
            r"|\b[0-9A-F]{4}\b|\d+(?:\.\d+)?")


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
    # By `stats`.
    host: str | None = None
    end: Any = None
    records: int | None = None


# SQL

def _only(table: str, *names: str) -> dict[str, Any]:
    return {name: sql_type(dict(COLUMNS[table])[name]) for name in names}


def _own(table: str) -> list[tuple[str, Any]]:
    return COLUMNS[table][len(HEAD):]


_LATENCIES = ("min_ms", "median_ms", "p95_ms", "p99_ms", "max_ms", "max_frame")
_THROUGH = ("sent_octets", "received_octets", "seconds", "peak_octets_per_s")
_OF_DEVICES = ("rssi_median_dbm", "interval_median_ms")
_FINDINGS = {**sql_types(_own("findings")), "evidence": "JSON"}
_COUNTS = ("values", "reads", "writes", "notifications")

_DOCUMENT = {
    "capture": {"format": "VARCHAR", "link_type": "VARCHAR", "start": "VARCHAR"},
    "events": ["JSON"],
    "devices": [sql_types(_own("devices"))],
    "connections": [sql_types(_own("connections"))],
    "findings": [_FINDINGS],
}
_STATS = {
    "capture": _only("captures", "host", "end", "records"),
    "connections": [{
        "connection": "INTEGER",
        "att": _only("connections", *_LATENCIES),
        "throughput": {**_only("connections", *_THROUGH),
                       "limit": {"text": "VARCHAR", "possible_octets_per_s": "DOUBLE"}},
        "ended": {"certainty": "VARCHAR", "text": "VARCHAR", "evidence": "JSON"},
    }],
    "characteristics": [sql_types(_own("characteristics"))],
    "devices": [{**_only("devices", "address", *_OF_DEVICES), "first_t": "DOUBLE", "last_t": "DOUBLE"}],
    "findings": [_FINDINGS],
}


_PARSE = f"""
CREATE OR REPLACE TEMP TABLE d AS
SELECT n, sha256, is_whole, d, s, CAST({sql_time("d.capture.start")} AS DATE) AS date
FROM (SELECT n, sha256, stats IS NOT NULL AS is_whole,
             from_json(text, {literal(_DOCUMENT)}) AS d, from_json(stats, {literal(_STATS)}) AS s
      FROM parts)
"""
_FACTS = f"""
SELECT d.capture IS NOT NULL, date, d.capture.format, d.capture.link_type, {sql_time("d.capture.start")},
       s.capture.host, {sql_time('s.capture."end"')}, s.capture.records
FROM d ORDER BY n
"""
# Of those that do not have a line each.
_LISTS = "SELECT d.events::VARCHAR[] AS events FROM d ORDER BY n"
_OF_FOUND = ["document", "event", "connection", "service", "characteristic", "descriptor", "handle",
             "value_handle", "label", "instance", "properties"]
# Of characteristics: where they were discovered, and what `stats` does not count. No instance: the first
# of several has none until the second is seen.
_FOUND = """
INSERT INTO found
SELECT document, connection, service, characteristic, value_handle AS handle, first(label),
       first(instance), first(properties), 0, 0, 0
FROM e WHERE event = 'characteristic' AND characteristic IS NOT NULL
GROUP BY ALL
"""
_COUNTED = """
INSERT INTO found
SELECT document, connection, service, characteristic, handle, NULL, NULL, NULL,
       count(*) FILTER (WHERE event = 'write_command'), count(*) FILTER (WHERE event = 'indication'),
       count(*) FILTER (WHERE event = 'att_error')
FROM e WHERE event IN ('write_command', 'indication', 'att_error')
    AND (characteristic IS NOT NULL OR handle IS NOT NULL) AND descriptor IS NULL
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
    """Columns of what the document says, or, where it does not, `stats`. Times are only of `stats`."""
    said = {name: f'c."{name}"' for name in own_columns(table)}
    for name, other in of_stats.items():
        said[name] = other if dict(COLUMNS[table])[name] == TIME else f"coalesce({said[name]}, {other})"
    return ", ".join(f'{column} AS "{name}"' for name, column in said.items())


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
    **{name: f"s.{name}" for name in _OF_DEVICES},
    **{f"{name}_seen": f"c.began + to_microseconds(CAST(round(s.{name}_t * 1e6) AS BIGINT))"
       for name in ("first", "last")}})}
FROM (SELECT n, sha256, date, began, unnest(c)
      FROM (SELECT n, sha256, date, {sql_time("d.capture.start")} AS began, unnest(d.devices) AS c
            FROM d)) AS c
LEFT JOIN (SELECT n, s.address, last(s.rssi_median_dbm) AS rssi_median_dbm,
                  last(s.interval_median_ms) AS interval_median_ms, min(s.first_t) AS first_t,
                  max(s.last_t) AS last_t
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


# Those of `stats`, also attributes that have only a handle, and those that were only discovered. (An error
# of a handle may be that of a range.)
_GIVE_CHARACTERISTICS = f"""
WITH m AS (
    SELECT n, unnest(m) FROM (SELECT n, unnest(s.characteristics) AS m FROM d)
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
        AND (f.characteristic IS NOT NULL OR f.write_commands + f.indications > 0)
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

    def __init__(self, version: str, seconds: float = 300.0) -> None:
        """`seconds`: what takes longer is given up."""
        self._version = version
        self._seconds = seconds
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
        with self._limited():
            return self._events(documents)

    def rest(self) -> Tables:
        with self._limited():
            return self._rest()

    @contextlib.contextmanager
    def _limited(self) -> Iterator[None]:
        """DuckDB does nearly all of the work, and can be interrupted; again and again, because what
        comes between two statements is lost."""
        done = threading.Event()

        def watch() -> None:
            if not done.wait(self._seconds):
                self._connection.interrupt()
                while not done.wait(0.1):
                    self._connection.interrupt()

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        except duckdb.InterruptException:
            raise NotADocument(f"not taken apart within {self._seconds:g} s") from None
        except NOT_UNDERSTOOD as error:
            raise NotADocument(str(error).partition("\n")[0][:200]) from None
        finally:
            done.set()
            watcher.join()

    def _events(self, documents: list[Document]) -> tuple[list[Facts], Tables]:
        run = self._connection.execute
        texts = [in_two(one) for one in documents]
        parts = pa.table({
            "n": pa.array(range(len(documents)), pa.int64()),
            "sha256": [one.sha256 for one in documents],
            "text": _text([text for text, _ in texts]),
            "stats": _text([one.stats for one in documents])})
        self._connection.register("parts", parts)
        try:
            run(_PARSE)
        finally:
            self._connection.unregister("parts")
        said = run(_FACTS).fetchall()
        if not all(row[0] for row in said):
            raise NotADocument("the output is no JSON document of a capture")
        events = Events(self._connection, self._lists([lines for _, lines in texts]))
        if events.table["event"].null_count:
            raise NotADocument("an event is of no kind")
        self._connection.register("e", events.table.select(_OF_FOUND))
        try:
            run(_FOUND)
            run(_COUNTED)
        finally:
            self._connection.unregister("e")
        tables = events.tables(
            {"sha256": parts["sha256"], "program_version": pa.array([self._version] * len(documents)),
             "date": pa.array([row[1] for row in said], pa.date32())},
            pa.array([one.events_before for one in documents], pa.int64()))
        return [
            Facts(date, form, link_type, start, count, *last, host, end, records)
            for (_, date, form, link_type, start, host, end, records), count, last in zip(
                said, events.counts.to_pylist(), events.lasts(), strict=True)], tables

    def _lists(self, lines: list[bytes | None]) -> Any:
        """For each document its events."""
        lists = pc.split_pattern(_text(lines), ",\n")
        if None in lines:
            others = self._connection.sql(_LISTS).to_arrow_table()["events"].combine_chunks()
            lists = pc.coalesce(lists, others)
        return lists

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
        if table == "findings":
            columns["pattern"] = pc.replace_substring_regex(
                pc.replace_substring_regex(given["text"], _CODE, "(#)"), _VARYING, "#")
        return fitted(columns, table)


def _text(texts: list[bytes | None]) -> Any:
    """Without a look at each octet: DuckDB's JSON finds what is not UTF-8."""
    ends = array.array("i", itertools.accumulate((len(text or b"") for text in texts), initial=0))
    valid = None
    if None in texts:
        valid = pa.array([text is not None for text in texts]).buffers()[1]
    return pa.StringArray.from_buffers(
        len(texts), pa.py_buffer(ends), pa.py_buffer(b"".join(text or b"" for text in texts)), valid)
