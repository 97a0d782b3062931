"""The tables of a lake: names, columns, types. README.md describes them for users.

A column may be added: it gets a new SCHEMA number, and files that were written before it read as NULL. A
column is never renamed, removed or given another type.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

# The version of all tables together; each file and each manifest name it.
#   1  the first
#   2  connections: seconds, certainty, end_text, possible_octets_per_s; characteristics: is_host
#   3  connections: setup_ms, acl_sent_octets, acl_received_octets
#   4  events: value_handle, end_handle, primary, properties, which were in `details`
#   5  devices: first_seen, last_seen; `host`, `end` and `records` of captures are there
SCHEMA = 5

# Each row of each table says of which capture it is, read by which version of the program.
HEAD: list[tuple[str, Any]] = [
    ("sha256", pa.string()),
    ("program_version", pa.string()),
    ("date", pa.date32()),
]

# Times are in UTC, without a zone in their type: DuckDB and Spark then agree, whatever zone they are in.
TIME = pa.timestamp("us")

# What says where in a capture an event is, and of whom. `seq` counts the events of a capture from 1.
PLACE: list[tuple[str, Any]] = [
    ("seq", pa.int64()),
    ("frame", pa.int64()),
    ("time", TIME),
    ("t", pa.float64()),
    ("adapter", pa.int32()),
    ("event", pa.string()),
    ("connection", pa.int32()),
    ("address", pa.string()),
    ("address_type", pa.string()),
    ("name", pa.string()),
    ("over_air_address", pa.string()),
]

ATTRIBUTE: list[tuple[str, Any]] = [
    ("direction", pa.string()),
    ("from", pa.string()),
    ("handle", pa.int32()),
    ("service", pa.string()),
    ("characteristic", pa.string()),
    ("descriptor", pa.string()),
    ("instance", pa.int32()),
    ("label", pa.string()),
    ("request_frame", pa.int64()),
    ("response_ms", pa.float64()),
]

# Keys of single kinds of events that questions need; all others are in `details`, as JSON.
KIND: list[tuple[str, Any]] = [
    ("role", pa.string()),
    ("interval_ms", pa.float64()),
    ("interval_min_ms", pa.float64()),
    ("interval_max_ms", pa.float64()),
    ("peripheral_latency", pa.int32()),
    ("supervision_timeout_ms", pa.float64()),
    ("accepted", pa.bool_()),
    ("mtu", pa.int32()),
    ("reason", pa.string()),
    ("reason_code", pa.int32()),
    ("by", pa.string()),
    ("inferred", pa.bool_()),
    ("opcode", pa.int32()),
    ("error_code", pa.int32()),
    ("error", pa.string()),
    ("step", pa.string()),
    ("method", pa.string()),
    ("value_handle", pa.int32()),
    ("end_handle", pa.int32()),
    ("primary", pa.bool_()),
    ("properties", pa.list_(pa.string())),
]

# Of advertisements.
SIGNAL: list[tuple[str, Any]] = [
    ("rssi_dbm", pa.int32()),
    ("advertising_type", pa.string()),
    ("connectable", pa.bool_()),
    ("tx_power_dbm", pa.int32()),
]

TAIL: list[tuple[str, Any]] = [
    ("value", pa.string()),
    ("text", pa.string()),
    ("truncated", pa.bool_()),
    ("note", pa.string()),
    ("details", pa.string()),
]

COLUMNS: dict[str, list[tuple[str, Any]]] = {
    "captures": HEAD + [
        ("path", pa.string()),
        ("size", pa.int64()),
        ("outcome", pa.string()),
        ("exit_code", pa.int32()),
        ("error", pa.string()),
        ("remarks", pa.string()),
        ("format", pa.string()),
        ("link_type", pa.string()),
        ("start", TIME),
        ("last_event", TIME),
        ("last_event_frame", pa.int64()),
        ("last_event_t", pa.float64()),
        ("events", pa.int64()),
        ("cpu_ms", pa.float64()),
        ("peak_kb", pa.int64()),
        ("ingested", TIME),
        # By the program's `stats`; `end` is the time of the last record.
        ("host", pa.string()),
        ("end", TIME),
        ("records", pa.int64()),
    ],
    "events": HEAD + PLACE + ATTRIBUTE + KIND + TAIL,
    "adverts": HEAD + PLACE + SIGNAL + TAIL,
    "values": HEAD + PLACE[:-1] + [
        ("handle", pa.int32()),
        ("service", pa.string()),
        ("characteristic", pa.string()),
        ("descriptor", pa.string()),
        ("label", pa.string()),
        ("field", pa.string()),
        ("number", pa.float64()),
        ("text", pa.string()),
        ("bool", pa.bool_()),
        ("unit", pa.string()),
    ],
    "devices": HEAD + [
        ("number", pa.int32()),
        ("address", pa.string()),
        ("address_type", pa.string()),
        ("name", pa.string()),
        ("addresses", pa.list_(pa.string())),
        ("advertisements", pa.int64()),
        ("rssi_min_dbm", pa.int32()),
        ("rssi_max_dbm", pa.int32()),
        ("connectable", pa.bool_()),
        ("service_uuids", pa.list_(pa.string())),
        ("company", pa.string()),
        ("company_code", pa.int32()),
        ("connections", pa.int32()),
        # By the program's `stats`.
        ("rssi_median_dbm", pa.int32()),
        ("interval_median_ms", pa.float64()),
        # Its first and last advertisement.
        ("first_seen", TIME),
        ("last_seen", TIME),
    ],
    "connections": HEAD + [
        ("connection", pa.int32()),
        ("adapter", pa.int32()),
        ("connection_handle", pa.int32()),
        ("transport", pa.string()),
        ("address", pa.string()),
        ("address_type", pa.string()),
        ("name", pa.string()),
        ("role", pa.string()),
        ("start_t", pa.float64()),
        ("end_t", pa.float64()),
        ("reason", pa.string()),
        ("reason_code", pa.int32()),
        ("by", pa.string()),
        ("inferred", pa.bool_()),
        ("intervals_ms", pa.list_(pa.float64())),
        ("peripheral_latency", pa.int32()),
        ("supervision_timeout_ms", pa.float64()),
        ("mtu", pa.int32()),
        ("encrypted", pa.bool_()),
        ("requests", pa.int64()),
        ("answers", pa.int64()),
        ("errors", pa.int64()),
        ("unanswered", pa.int64()),
        ("notifications", pa.int64()),
        ("indications", pa.int64()),
        ("write_commands", pa.int64()),
        ("access_address", pa.string()),
        # By the program's `stats`.
        ("min_ms", pa.float64()),
        ("median_ms", pa.float64()),
        ("p95_ms", pa.float64()),
        ("p99_ms", pa.float64()),
        ("max_ms", pa.float64()),
        ("max_frame", pa.int64()),
        ("sent_octets", pa.int64()),
        ("received_octets", pa.int64()),
        ("peak_octets_per_s", pa.float64()),
        ("limit", pa.string()),
        ("evidence", pa.string()),
        ("seconds", pa.float64()),
        ("certainty", pa.string()),
        ("end_text", pa.string()),
        ("possible_octets_per_s", pa.float64()),
        ("setup_ms", pa.float64()),
        ("acl_sent_octets", pa.int64()),
        ("acl_received_octets", pa.int64()),
    ],
    "characteristics": HEAD + [
        ("connection", pa.int32()),
        ("address", pa.string()),
        ("name", pa.string()),
        ("service", pa.string()),
        ("characteristic", pa.string()),
        ("instance", pa.int32()),
        ("label", pa.string()),
        ("handle", pa.int32()),
        ("properties", pa.list_(pa.string())),
        ("values", pa.int64()),
        ("reads", pa.int64()),
        ("writes", pa.int64()),
        ("write_commands", pa.int64()),
        ("notifications", pa.int64()),
        ("indications", pa.int64()),
        ("errors", pa.int64()),
        ("subscribed_at", pa.float64()),
        ("unsubscribed_at", pa.float64()),
        ("first_value_ms", pa.float64()),
        ("period_median_ms", pa.float64()),
        ("period_max_ms", pa.float64()),
        ("median_ms", pa.float64()),
        ("p95_ms", pa.float64()),
        ("max_ms", pa.float64()),
        ("is_host", pa.bool_()),
    ],
    "findings": HEAD + [
        ("frame", pa.int64()),
        ("t", pa.float64()),
        ("connection", pa.int32()),
        ("count", pa.int64()),
        ("text", pa.string()),
        # The text with # for each number, address and UUID: the same fault gives the same pattern.
        ("pattern", pa.string()),
        ("rule", pa.string()),
        ("severity", pa.string()),
        ("evidence", pa.string()),
    ],
}

TABLES: tuple[str, ...] = tuple(COLUMNS)

SCHEMAS: dict[str, Any] = {
    table: pa.schema(columns, metadata={"bleinspect_fleet_schema": str(SCHEMA)})
    for table, columns in COLUMNS.items()
}

# Columns that say how a capture was read, not what is in it.
VOLATILE = ("path", "cpu_ms", "peak_kb", "ingested")


def own_columns(table: str) -> tuple[str, ...]:
    """The columns of a table after those that all tables have."""
    return tuple(name for name, _ in COLUMNS[table][len(HEAD):])
