"""The tables say what the program says."""

from __future__ import annotations

import collections
import csv
import datetime
import functools
import json
import pathlib
import subprocess
from typing import Any

import pytest
from bleinspect_fleet import documents
from bleinspect_fleet.convert import Converter
from bleinspect_fleet.documents import Document, NotADocument, portions
from bleinspect_fleet.lake import Lake
from bleinspect_fleet.query import DuckDB, ask
from bleinspect_fleet.schemas import COLUMNS, HEAD, PLACE, own_columns
from conftest import CAPTURES, PROGRAM, all_captures

# Columns of devices and connections that the document does not have.
OF_STATS = {"first_seen", "last_seen", "min_ms", "median_ms", "p95_ms", "p99_ms", "max_ms",
            "max_frame", "sent_octets", "received_octets", "seconds", "peak_octets_per_s", "possible_octets_per_s", "limit",
            "certainty", "end_text", "rssi_median_dbm", "interval_median_ms"}
UNKNOWN = {"sha256", "program_version", "date", "seq", "details"}


@functools.cache
def run(path: pathlib.Path, form: str) -> tuple[int, str]:
    done = subprocess.run([PROGRAM, "--format", form, path], capture_output=True)
    return done.returncode, done.stdout.decode()


def said(path: pathlib.Path, form: str) -> str:
    return run(path, form)[1]


def rows_of(lake: pathlib.Path) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """All rows, by table and path of the capture."""
    engine = DuckDB(Lake(lake))
    paths = dict(engine.run("SELECT sha256, path FROM captures", {}).rows)
    found: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for table in COLUMNS:
        of_table = found[table] = collections.defaultdict(list)
        order = " ORDER BY seq" if "seq" in dict(COLUMNS[table]) else ""
        answer = engine.run(f'SELECT * FROM "{table}"{order}', {})
        for row in answer.rows:
            of_table[paths[row[0]]].append(dict(zip(answer.columns, row, strict=True)))
    return found


def as_event(row: dict[str, Any]) -> dict[str, Any]:
    """The event of a row."""
    event = {key: value for key, value in row.items() if value is not None and key not in UNKNOWN}
    if row["details"]:
        event |= json.loads(row["details"])
    return event


def leaves(value: Any) -> int:
    if isinstance(value, dict):
        return sum(map(leaves, value.values()))
    return sum(map(leaves, value)) if isinstance(value, list) else 1


def test_all_rows(lake: pathlib.Path) -> None:
    rows = rows_of(lake)
    captures = all_captures()
    assert len(captures) > 80
    assert len(rows["captures"]) == len(captures) == sum(map(len, rows["captures"].values()))
    total = 0
    for path in captures:
        name = str(path)
        head, *events = [json.loads(line) for line in said(path, "ndjson").splitlines()]
        (capture,) = rows["captures"][name]
        assert capture["events"] == len(events)
        assert capture["format"] == head["format"]
        assert capture["exit_code"] == run(path, "ndjson")[0]
        merged = sorted(rows["events"][name] + rows["adverts"][name], key=lambda row: row["seq"])
        assert [row["seq"] for row in merged] == list(range(1, len(events) + 1))
        values = collections.Counter(row["seq"] for row in rows["values"][name])
        for number, (row, event) in enumerate(zip(merged, events, strict=True), 1):
            assert values[number] == leaves(event.pop("decoded", {}))
            # Which log of an archive a line is from, the document does not say.
            event.pop("capture", None)
            found = as_event(row)
            if "time" in event:
                time = datetime.datetime.fromisoformat(event.pop("time")[:26])
                assert found.pop("time") == time
            assert found == event, f"{name}, event {number}"
        document = json.loads(said(path, "json"))
        # `stats` has those of the document, and more.
        document["findings"] = stats_of(path)["findings"]
        for table in ("devices", "connections", "findings"):
            # The program may have keys that this schema has no column for, yet.
            known = {*own_columns(table)} - {"pattern", "evidence"} - OF_STATS
            left = [
                {key: value for key, value in row.items() if key in known and value is not None}
                for row in rows[table][name]]
            if table == "findings":
                for one in document[table]:
                    one.setdefault("count", 1)
            right = [{key: value for key, value in one.items() if key in known}
                     for one in document[table]]
            assert sorted(left, key=repr_sorted) == sorted(right, key=repr_sorted)
        total += len(events)
    assert total > 5000


def repr_sorted(row: dict[str, Any]) -> str:
    return repr(sorted(row.items()))


def test_values_are_those_of_csv(lake: pathlib.Path) -> None:
    """Field names, numbers and units, against another form of the program's output."""
    rows = rows_of(lake)["values"]
    compared = with_unit = 0
    for path in all_captures():
        expected = collections.defaultdict(list)
        for row in csv.DictReader(said(path, "csv").splitlines()):
            expected[row["frame"], row["event"], row["field"]].append((row["value"], row["unit"]))
        for row in rows[str(path)]:
            candidates = expected[str(row["frame"]), row["event"], row["field"]]
            assert candidates, f"{path}: {row}"
            if row["number"] is not None:
                assert any(number(value) == row["number"] for value, _ in candidates)
            elif row["bool"] is not None:
                assert str(row["bool"]).lower() in [value for value, _ in candidates]
            elif row["text"] is not None:
                assert any(
                    value.removeprefix("'") == row["text"] or "\\" in value for value, _ in candidates)
            if row["unit"] is not None:
                assert row["unit"] in [unit for _, unit in candidates], row
                with_unit += 1
            compared += 1
    assert compared > 5000 and with_unit > 1000


def number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def test_characteristics(lake: pathlib.Path) -> None:
    """A session that is known: one subscription, seven values."""
    (row,) = [
        row for row in rows_of(lake)["characteristics"][str(CAPTURES / "polar-h7.btsnoop")]
        if row["characteristic"] == "2A37"]
    events = [json.loads(line) for line in said(CAPTURES / "polar-h7.btsnoop", "ndjson").splitlines()]
    times = [event["t"] for event in events if event["event"] == "notification"]
    on, off = [event["t"] for event in events if event.get("descriptor") == "2902"
               and event["event"] == "write"]
    periods = sorted(round((b - a) * 1000, 6) for a, b in zip(times, times[1:], strict=False))
    assert row["notifications"] == row["values"] == len(times) == 7
    assert (row["subscribed_at"], row["unsubscribed_at"]) == (on, off)
    assert row["first_value_ms"] == round((times[0] - on) * 1000, 6)
    assert row["period_median_ms"] == periods[2] and row["period_max_ms"] == periods[-1]
    assert row["properties"] == ["notify"] and row["handle"] == 18


@functools.cache
def stats_of(path: pathlib.Path) -> dict[str, list[dict[str, Any]]]:
    done = subprocess.run([PROGRAM, "stats", "--format", "json", path], capture_output=True)
    document: dict[str, list[dict[str, Any]]] = json.loads(done.stdout)
    return document


def test_stats(lake: pathlib.Path) -> None:
    """Columns of `stats` are as it says; and what is computed here agrees with it."""
    rows = rows_of(lake)
    compared = dict.fromkeys(("connections", "devices", "characteristics", "findings"), 0)
    for path in all_captures():
        name, said_of = str(path), stats_of(path)
        of_connections = {row["connection"]: row for row in rows["connections"][name]}
        for one in said_of["connections"]:
            row = of_connections[one["connection"]]
            for key in ("min_ms", "median_ms", "p95_ms", "p99_ms", "max_ms", "max_frame"):
                assert row[key] == one["att"].get(key), (name, key)
            for key in ("sent_octets", "received_octets", "peak_octets_per_s", "seconds"):
                assert row[key] == one.get("throughput", {}).get(key), (name, key)
            ended = one.get("ended", {})
            assert row["certainty"] == ended.get("certainty")
            assert json.loads(row["evidence"] or "null") == ended.get("evidence")
            compared["connections"] += 1
        assert [json.loads(row["evidence"]) for row in rows["findings"][name]] == [
            one["evidence"] for one in said_of["findings"]]
        compared["findings"] += len(said_of["findings"])
        of_devices = {row["address"]: row for row in rows["devices"][name]}
        for one in said_of["devices"]:
            # `stats` has a row for each address, the table one for each device.
            if (row := of_devices.get(one["address"])) is not None:
                assert row["rssi_median_dbm"] == one.get("rssi_median_dbm")
                assert row["interval_median_ms"] == one.get("interval_median_ms")
                compared["devices"] += 1
        of_characteristics = {
            (row["connection"], row["service"], row["characteristic"], row["handle"],
             row["is_host"]): row
            for row in rows["characteristics"][name]}
        for one in said_of["characteristics"]:
            row = of_characteristics[
                one["connection"], one.get("service"), one.get("characteristic"), one.get("handle"),
                one.get("is_host")]
            for key in ("values", "reads", "writes", "notifications", "subscribed_at",
                        "unsubscribed_at", "first_value_ms", "period_median_ms", "period_max_ms",
                        "median_ms", "p95_ms", "max_ms"):
                assert row[key] == one.get(key), (name, one, key)
            compared["characteristics"] += 1
    assert compared["connections"] > 80 and compared["characteristics"] > 500
    assert compared["devices"] > 80 and compared["findings"] > 20


def test_sums(lake: pathlib.Path) -> None:
    """What came on a connection is in the rows of its attributes, also of those that nobody discovered."""
    rows = rows_of(lake)
    undiscovered = 0
    for path in all_captures():
        of_connections: dict[int, collections.Counter[str]] = collections.defaultdict(collections.Counter)
        for row in rows["characteristics"][str(path)]:
            undiscovered += row["characteristic"] is None
            for key in ("notifications", "indications", "write_commands"):
                of_connections[row["connection"]][key] += row[key]
        for row in rows["connections"][str(path)]:
            counted = of_connections[row["connection"]]
            assert counted["notifications"] == row["notifications"] + row["indications"], path
            assert counted["indications"] == row["indications"], path
            assert counted["write_commands"] == row["write_commands"], path
    assert undiscovered > 3


def test_whole_captures(lake: pathlib.Path) -> None:
    """Host, end and number of records; when devices were seen, with advertisements that are no rows."""
    rows = rows_of(lake)
    hosts = seen = 0
    for path in all_captures():
        (capture,) = rows["captures"][str(path)]
        said_of = stats_of(path)["capture"]
        assert capture["host"] == said_of.get("host")
        assert capture["records"] == said_of["records"]
        end = said_of.get("end")
        assert capture["end"] == (end and datetime.datetime.fromisoformat(end[:26].rstrip("Z")))
        hosts += capture["host"] is not None
    assert hosts > 10
    engine = DuckDB(Lake(lake))
    answers = {row[0]: row for row in ask(engine, "first-and-last-seen", {}).rows}
    for name in ("polar-h7.btsnoop", "two-straps.btsnoop", "vm-central.btsnoop"):
        path = CAPTURES / name
        done = subprocess.run([PROGRAM, "packets", "--format", "ndjson", path], capture_output=True)
        packets = [json.loads(line) for line in done.stdout.splitlines()]
        (capture,) = rows["captures"][str(path)]
        assert capture["records"] == len(packets)
        assert capture["end"] == datetime.datetime.fromisoformat(packets[-1]["time"][:26])
        done = subprocess.run(
            [PROGRAM, "--format", "ndjson", "--adverts", "all", "--all", path], capture_output=True)
        times = collections.defaultdict(list)
        for line in done.stdout.splitlines():
            event = json.loads(line)
            if event["event"] == "advertisement":
                times[event["address"]].append(datetime.datetime.fromisoformat(event["time"][:26]))
        for row in rows["devices"][str(path)]:
            expected = times.get(row["address"])
            if expected:
                assert (row["first_seen"], row["last_seen"]) == (expected[0], expected[-1]), row
                _, _, first, last, new, _ = answers[row["address"]]
                assert first <= expected[0] and last >= max(expected[-1], new)
                seen += 1
    assert seen >= 4


def converted(text: bytes, stats: bytes | None = None) -> dict[str, list[dict[str, Any]]]:
    converter = Converter("1")
    converter.begin()
    (_,), tables = converter.events([Document("0", text, stats)])
    return {table: rows.to_pylist() for table, rows in {**tables, **converter.rest()}.items()}


def test_fields() -> None:
    decoded = {
        "a_bpm": 1, "b": {"c": [True, "x"]}, "accelerometer_g": [1, 2.5, 3], "n": None,
        "large": (1 << 53) + 1, "speed_m_per_s": 1e300, "gyroscope_dps": [1, 2], "text": "a\n\"b",
        "o": [{"p_ms": 1}], "none": {}, "negative": -(1 << 63)}
    event = {"frame": 1, "t": 0, "event": "read", "decoded": decoded}
    rows = converted(json.dumps({"capture": {}, "events": [event]}).encode())
    assert rows["events"][0]["details"] is None
    assert {(row["field"], row["number"], row["text"], row["bool"], row["unit"])
            for row in rows["values"]} == {
        ("a_bpm", 1.0, None, None, "bpm"), ("b.c.0", None, None, True, None),
        ("b.c.1", None, "x", None, None), ("accelerometer_g.x", 1.0, None, None, "g"),
        ("accelerometer_g.y", 2.5, None, None, "g"), ("accelerometer_g.z", 3.0, None, None, "g"),
        ("n", None, None, None, None), ("large", float(1 << 53), str((1 << 53) + 1), None, None),
        ("speed_m_per_s", 1e300, None, None, "m/s"), ("gyroscope_dps.0", 1.0, None, None, "°/s"),
        ("gyroscope_dps.1", 2.0, None, None, "°/s"), ("text", None, "a\n\"b", None, None),
        ("o.0.p_ms", 1.0, None, None, "ms"), ("negative", -float(1 << 63), str(-(1 << 63)), None, None)}
    assert len(rows["values"]) == 14


def test_details() -> None:
    """Keys that are no columns, whatever they and the texts are."""
    event = {"frame": 1, "event": "note", "text": '"a":1', "new": {"text": 'x"y":2'}, "é": [1, None]}
    (row,) = converted(json.dumps({"capture": {}, "events": [event]}).encode())["events"]
    assert row["text"] == event["text"]
    assert json.loads(row["details"]) == {key: event[key] for key in ("new", "é")}


def test_document_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of any size give what the whole gives; what is cut is no document."""
    path = CAPTURES / "two-straps.btsnoop"
    text, stats = said(path, "json").encode(), json.dumps(stats_of(path)).encode()
    whole = converted(text, stats)
    pretty = json.dumps(json.loads(text), indent=1).encode()
    assert converted(pretty, stats) == whole
    for size, octets in ((1, 1000), (1000, 1000), (5000, 64), (20_000, 20_000), (len(text), 1 << 20)):
        monkeypatch.setattr(documents, "PORTION", size)
        parts = list(portions(iter([text[place:place + octets]
                                    for place in range(0, len(text), octets)])))
        assert (len(parts) > 3) == (size <= 5000)
        converter = Converter("1")
        converter.begin()
        before, found = 0, collections.defaultdict(list)
        for number, part in enumerate(parts, 1):
            (facts,), tables = converter.events(
                [Document("0", part, stats if number == len(parts) else None, events_before=before)])
            before += facts.events
            for table, rows in tables.items():
                found[table] += rows.to_pylist()
        for table, rows in converter.rest().items():
            found[table] += rows.to_pylist()
        for table in whole:
            assert sorted(found[table], key=repr) == sorted(whole[table], key=repr), table
    for cut in range(0, len(text) - 2, 2997):
        with pytest.raises(NotADocument):
            converted(text[:cut])
    for wrong in (b"", b"[]", b"{}", b"{1:2}", b'{"a" 1}', b"yes\nyes\n", b"[" * 100_000, b"\xff",
                  b'{"capture":{},"events":[{"event":"note","name":"\\ud800"}]}'):
        with pytest.raises(NotADocument):
            converted(wrong)


def test_time_limit() -> None:
    """What takes too long is given up, and the next document is not."""
    event = {"frame": 1, "event": "note", "decoded": {"a": list(range(500))}}
    slow = json.dumps({"capture": {}, "events": [event] * 4000}).encode()
    converter = Converter("1", 0.05)
    converter.begin()
    with pytest.raises(NotADocument, match="within 0.05 s"):
        converter.events([Document("0", slow)])
    patient = Converter("1", 60)
    for text, rows in ((slow, 4000), (b'{"capture":{},"events":[]}', 0)):
        patient.begin()
        assert patient.events([Document("0", text)])[1]["events"].num_rows == rows


def test_columns() -> None:
    """The names that scripts depend on."""
    def columns(table: str) -> list[str]:
        return [name for name, _ in COLUMNS[table]]

    assert {"sha256", "path", "exit_code", "error"} <= set(columns("captures"))
    assert {"sha256", "frame", "t", "connection", "address", "service", "characteristic", "field",
            "number", "text", "bool", "unit"} <= set(columns("values"))
    for table in COLUMNS:
        assert COLUMNS[table][:len(HEAD)] == HEAD
        assert len(set(columns(table))) == len(columns(table))
    assert PLACE[0][0] == "seq"
