"""Events, values and summaries are those that the program writes."""

from __future__ import annotations

import datetime
import gzip
import io
import json
import pathlib
import subprocess
import sys
import warnings

import pytest

import bleinspect
from bleinspect.results import Device
from conftest import CAPTURES


def printed(*words: str) -> list[dict[str, object]]:
    done = subprocess.run(
        [bleinspect.find_program(), *words], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    "name", ["polar-h7.btsnoop", "att-kinds.btsnoop", "sensortag-cc2650.btsnoop", "polar-h7-ll.pcap"])
def test_rows_are_those_of_the_program(name: str) -> None:
    path = str(CAPTURES / name)
    capture = bleinspect.open(path)
    assert [event.row for event in capture.events()] == printed("--format=ndjson", path)[1:]
    assert [packet.row for packet in capture.packets()] == printed("packets", "--format=ndjson", path)
    assert [turn.row for turn in capture.exchange()] == printed("exchange", "--format=ndjson", path)[1:]
    assert list(capture.rows()) == printed("--format=ndjson", "--flat", path)
    done = subprocess.run(
        [bleinspect.find_program(), "gatt", "--format=json", path], capture_output=True, check=True)
    assert [tree.row for tree in capture.tree()] == json.loads(done.stdout)["devices"]


def test_keys_of_an_event(strap: bleinspect.Capture) -> None:
    event = next(strap.events(frame=143))
    assert event["rr_intervals_s.0"] == event["rr_intervals_s"][0] == 0.642578125
    assert event["address"] == event.address == "00:22:D0:00:06:07"
    assert event.time == datetime.datetime(2026, 3, 1, 9, 0, 3, 699420, tzinfo=datetime.UTC)
    assert event.value == bytes.fromhex("165c9202")
    assert set(event) == set(event.row) | set(event.decoded)
    assert "decoded" in event and "rr_intervals_s.7" not in event and "nothing.at.all" not in event
    with pytest.raises(KeyError):
        event["temperature_celsius"]


def test_axes_and_groups() -> None:
    tag = bleinspect.open(CAPTURES / "sensortag-cc2650.btsnoop")
    event = next(each for each in tag.events(event="notification") if "accelerometer_g" in each)
    assert event["accelerometer_g.z"] == event["accelerometer_g"][2] == event.fields()["accelerometer_g.z"]
    beacon = bleinspect.open(CAPTURES / "polar-h7.btsnoop")
    assert next(beacon.samples("polar.advertised_heart_rate_bpm")).value == 88


@pytest.mark.parametrize("make", [
    str, lambda path: path, lambda path: path.read_bytes(), lambda path: io.BytesIO(path.read_bytes()),
    lambda path: path.open("rb"), lambda path: memoryview(gzip.compress(path.read_bytes())),
], ids=["str", "path", "bytes", "memory", "file", "packed"])
def test_sources(make: object, no_process: None) -> None:
    capture = bleinspect.open(make(CAPTURES / "polar-h7.btsnoop"))  # type: ignore[operator]
    # Each answer reads from the beginning.
    assert capture.info["records"] == 157
    first, second = capture.events(), capture.events()
    assert [event.row for event in first] == [event.row for event in second]
    assert len(capture.devices) == 1
    del capture, first, second


def test_bytes_have_a_name_in_reports(tmp_path: pathlib.Path, no_process: None) -> None:
    data = (CAPTURES / "polar-h7.btsnoop").read_bytes()
    capture = bleinspect.open(data)
    assert capture.text().startswith("bytes   btsnoop, H4\n")
    assert "/tmp" not in capture.text(format="markdown")
    capture.report(tmp_path / "page.html")
    assert "<title>bytes</title>" in (tmp_path / "page.html").read_text()
    for name, shown in [("logs/wa\x1blk.log", "wa-lk.log"), ("..", "file"), ("\U00010400" * 300, "\U00010400" * 60)]:
        file = io.BytesIO(data)
        file.name = name  # type: ignore[misc]
        assert bleinspect.open(file).text().split()[0] == shown
    link = pathlib.Path(capture._operands[0].path)
    assert link.is_symlink()
    del capture
    assert not link.parent.exists()


def test_what_is_no_capture_at_all(strap: bleinspect.Capture) -> None:
    with (CAPTURES / "README.md").open() as text, pytest.raises(TypeError, match="open the file with 'rb'"):
        bleinspect.open(text)  # type: ignore[arg-type]
    for wrong in (7, None, [str(CAPTURES / "polar-h7.btsnoop")]):
        with pytest.raises(TypeError, match="is a path, bytes or a binary file, not .*several arguments"):
            bleinspect.open(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"open\(\) has no option 'decoder'; did you mean 'decoders'"):
        bleinspect.open("x", decoder="y")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"events\(\) has no option 'kind'; there are adverts, connection"):
        strap.events(kind="notification")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="several captures"):
        bleinspect.open("a", "b").diff("c")


def test_warnings_are_at_the_line_of_the_caller(strap: bleinspect.Capture) -> None:
    with pytest.warns(bleinspect.BleinspectWarning) as remarks:
        list(strap.events(uuid="2A99"))
        assert strap.check(rule="no write:2A99")
    assert {each.filename for each in remarks} == {__file__}


def test_annotated_for_wireshark(tmp_path: pathlib.Path, strap: bleinspect.Capture) -> None:
    strap.convert(tmp_path / "walk.pcapng", annotate=True, ethers=tmp_path / "ethers")
    assert b"ble: Heart Rate Measurement: 97 bpm" in (tmp_path / "walk.pcapng").read_bytes()
    assert "Polar_H7" in (tmp_path / "ethers").read_text()
    with pytest.raises(bleinspect.Refused, match="File exists"):
        strap.convert(tmp_path / "walk.pcapng")
    # Declared values count for the comments.
    declared = tmp_path / "declared.json"
    declared.write_text(json.dumps({"schema": 1, "characteristics": {
        "sig:2A37": {"name": "Pulse", "fields": [{"skip": 1}, {"key": "pulse_bpm", "type": "u8", "unit": "bpm"}]}}}))
    other = bleinspect.open(CAPTURES / "polar-h7.btsnoop", decoders=declared)
    other.convert(tmp_path / "walk.pcapng", annotate=True, force=True)
    assert b"ble: Pulse: " in (tmp_path / "walk.pcapng").read_bytes()


def test_redacted(tmp_path: pathlib.Path, strap: bleinspect.Capture) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        said = strap.redact(tmp_path / "shown.pcapng", values="keep", shift_time=True)
    assert said.startswith("replaced ") and "can tell" in said
    shown = bleinspect.open(tmp_path / "shown.pcapng")
    assert shown.devices[0].name != "Polar H7 000607" and shown.info["start"].startswith("2000-01-01")


def test_redacted_with_its_key(tmp_path: pathlib.Path) -> None:
    path = CAPTURES / "encrypted/coded.pcap"
    key = "3ffb8a783b38cd2e1afa34883c230e0e"
    said = bleinspect.open(path, ltk=key).redact(tmp_path / "shown.pcap")
    shown = next(line.split()[-1] for line in said.splitlines() if line.startswith("opens with "))
    assert shown != key
    counts = [sum(1 for _ in bleinspect.open(capture, ltk=opening).events(event="notification"))
              for capture, opening in ((path, key), (tmp_path / "shown.pcap", shown))]
    assert counts[0] == counts[1] > 0


def test_several_are_one() -> None:
    data = (CAPTURES / "polar-h7.btsnoop").read_bytes()
    capture = bleinspect.open(CAPTURES / "two-straps.btsnoop", data)
    assert {event.row["capture"]["path"].rpartition("/")[0] for event in capture.events()} == {
        str(CAPTURES), ""}
    assert {row["capture_path"] for row in capture.rows()} == {str(CAPTURES / "two-straps.btsnoop"), "<bytes>"}
    assert len(capture.devices) == 3
    with pytest.raises(TypeError):
        bleinspect.open()


def test_summaries_are_kept_until_the_file_changes(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "grows.btsnoop"
    data = (CAPTURES / "polar-h7.btsnoop").read_bytes()
    path.write_bytes(data[:2989])
    capture = bleinspect.open(path)
    with pytest.warns(bleinspect.BleinspectWarning, match="cuts the last record"):
        assert capture.info["records"] == 80
    assert capture._document("stats") is capture._document("stats")
    path.write_bytes(data)
    assert capture.info["records"] == 157
    assert capture.connections[0].ended is not None


def test_filters(strap: bleinspect.Capture) -> None:
    assert [event.frame for event in strap.events(frame=(142, 144))] == [142, 143, 144]
    assert {event.event for event in strap.events(event=["read", "write"])} == {"read", "write"}
    # A characteristic is discovered at its declaration.
    assert {event.handle for event in strap.events(handle=0x12, event="notification")} == {18}
    begin = datetime.datetime(2026, 3, 1, 9, 0, 4, tzinfo=datetime.UTC)
    assert min(event.frame for event in strap.events(start=begin, event="notification")) == 144
    assert [event.frame for event in strap.events(event="notification", end=3)] == [142]
    with pytest.raises(ValueError, match="no time zone"):
        strap.events(start=datetime.datetime(2026, 3, 1))


def test_what_selects_nothing_is_said(strap: bleinspect.Capture) -> None:
    with pytest.warns(bleinspect.BleinspectWarning, match="nothing in the capture matches --uuid"):
        assert list(strap.events(uuid="2A99")) == []
    with pytest.raises(bleinspect.NoSuchValue, match="selected has 'heart_rate': there are .*battery"):
        strap.values("heart_rate")


def test_values_of_several_devices_are_told() -> None:
    capture = bleinspect.open(CAPTURES / "two-straps.btsnoop")
    with pytest.warns(bleinspect.BleinspectWarning, match="values of 2 devices"):
        both = capture.values("heart_rate_bpm")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        one = capture.values("heart_rate_bpm", device=1)
    assert 0 < len(one) < len(both)
    assert str(one.index.dtype) == "datetime64[us, UTC]"


def test_tables_have_the_same_rows(strap: bleinspect.Capture) -> None:
    import duckdb
    import polars

    rows = list(strap.rows())
    table = strap.to_arrow()
    assert table.num_rows == len(rows)
    assert table.column("value_number").to_pylist() == [row["value_number"] for row in rows]
    assert [each.strftime("%Y-%m-%dT%H:%M:%S.%fZ") for each in table.column("time").to_pylist()] == [
        row["time"] for row in rows]
    assert len(strap.to_pandas()) == strap.to_polars().height == polars.DataFrame(strap).height == len(rows)
    found = duckdb.sql("SELECT count(*) FROM strap WHERE field = 'heart_rate_bpm'").fetchall()
    assert found == [(7,)]


def test_wide_is_the_characteristic_alone(strap: bleinspect.Capture) -> None:
    frame = strap.wide("Heart Rate Measurement")
    assert frame.heart_rate_bpm.tolist() == [97, 92, 91, 93, 91, 86, 91]
    assert set(frame.event) == {"notification"}
    configuration = strap.wide("2902")
    assert configuration.notifications.tolist() == [True, False]


def test_what_is_missing_is_named(strap: bleinspect.Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ImportError, match=r"pip install 'bleinspect\[polars\]'"):
        strap.to_polars()


def test_a_page_for_a_notebook(strap: bleinspect.Capture) -> None:
    page = strap._repr_html_()
    assert "Nothing wrong was found" in page and "<table>" in page and "Polar H7 000607" in page
    missing = bleinspect.open("nowhere.btsnoop")
    assert "nowhere.btsnoop: No such file or directory" in missing._repr_html_()


def test_a_device_that_the_report_does_not_number() -> None:
    device = Device.of({"address": "57:2F:9C:62:BC:C1", "advertisements": 6, "connectable": True, "connections": 0})
    assert device.number is None and device.advertisements == 6


def test_text_of_devices_is_no_markup() -> None:
    data = (CAPTURES / "polar-h7.btsnoop").read_bytes()
    # The name as it was advertised, and as it was read.
    name = b"<script>x\x1b</sc>"
    assert len(name) == len(b"Polar H7 000607")
    hostile = bleinspect.open(data.replace(b"Polar H7 000607", name))
    assert hostile.devices[0].name is not None and "<script>" in hostile.devices[0].name
    page = hostile._repr_html_()
    assert "<script" not in page and "\x1b" not in page and "&lt;script&gt;" in page


def test_markdown(strap: bleinspect.Capture) -> None:
    try:
        text = strap.text(format="markdown")
    except bleinspect.Refused as error:
        if not str(error).startswith("--format"):
            raise
        pytest.skip("the program writes no Markdown")
    assert "Polar H7 000607" in text and "\x1b" not in text
