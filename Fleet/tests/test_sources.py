"""Captures that are none, that crash or hang the program, archives, strange names, hidden addresses."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import pathlib
import random
import re
import shutil
import subprocess
import tarfile
import time
import zipfile
from collections.abc import Callable, Generator
from typing import Any

import pyarrow.parquet as pq
import pytest
from bleinspect_fleet import sources as sources_module
from bleinspect_fleet.documents import addresses, hidden
from bleinspect_fleet.errors import FleetError, NoProgress
from bleinspect_fleet.ingest import address_key
from bleinspect_fleet.lake import Lake
from bleinspect_fleet.query import DuckDB, ask, chart_text, csv_text, questions, table_text, uuid
from bleinspect_fleet.sources import find
from conftest import CAPTURES, PROGRAM, fleet, tables

# Does what the first word of its input says; captures go to the real program.
STAND_IN = f"""#!/bin/bash
[ "$1" = --version ] && echo 'bleinspect 1.0.0' && exit
read -r -n 12 word < /dev/fd/0
case "$word" in
crash) echo '{{"capture":{{"format":"btsnoop"}},"events":[' ; kill -SEGV $$ ;;
hang) sleep 100 & echo '{{"events":[' ; wait ;;
spin) while :; do :; done ;;
silent) exec >&- 2>&- ; sleep 100 ;;
garbage) echo 'Segmentation imminent' ;;
cut) echo '{{"capture":{{"format":"btsnoop"}},"events":[{{"event":' ;;
wrong) echo '{{"capture":{{}},"events":[{{"t":1}}]}}' ;;
odd) echo '{{"capture":{{}},"events":[{{"event":"note","frame":"x","t":1,"handle":99999999999999}}]}}' ;;
half) echo '{{"capture":{{}},"events":[{{"event":"note","name":"\\ud800"}}]}}' ;;
deep) printf '{{"capture":{{}},"events":[{{"event":"note","decoded":'
      printf '{{"a":%.0s' {{1..600}} ; printf 1 ; printf '}}%.0s' {{1..600}} ; echo '}}]}}' ;;
memory) exec python3 -c 'a = "x" * (400 << 20)' ;;
parent) kill -9 $PPID ; sleep 1 ;;
errors) head -c 3000000 /dev/zero >&2 ; exit 2 ;;
loses) echo '{{"capture":{{}},"events":[]}}'
       printf 'bleinspect: -: the recorder lost 5 packets\n%05000d\nbleinspect: -: offset 9: cut\n' >&2
       exit 1 ;;
*) exec '{PROGRAM}' "$@" ;;
esac
"""


def outcomes(folder: pathlib.Path) -> dict[str, tuple[Any, ...]]:
    answer = DuckDB(Lake(folder)).run("SELECT path, outcome, exit_code, error FROM captures", {})
    return {os.path.basename(row[0]): row[1:] for row in answer.rows}


def test_what_fails_is_a_row(few: pathlib.Path, tmp_path: pathlib.Path) -> None:
    stand_in = tmp_path / "stand-in"
    stand_in.write_text(STAND_IN)
    stand_in.chmod(0o755)
    words = ("crash", "hang", "spin", "silent", "garbage", "cut", "wrong", "odd", "half", "deep",
             "memory", "errors", "loses", "parent")
    for word in words:
        (few / word).write_text(word + "\n")
    (few / "empty").touch()
    whole = (CAPTURES / "polar-h7.btsnoop").read_bytes()
    (few / "damaged").write_bytes(whole[:3000] + b"\xff" * 100)
    (few / "short").write_bytes(whole[:3000])
    os.mkfifo(few / "fifo")
    (few / "gone").symlink_to("/none/none")
    began = time.monotonic()
    said = fleet("ingest", few, "--to", tmp_path / "lake", "--program", stand_in, "--timeout", 3,
                 "--memory", "256M", "--jobs", 4, "--strict", status=1).stderr
    assert time.monotonic() - began < 90  # what hangs would for 100 s
    found = outcomes(tmp_path / "lake")
    assert len(found) == len(words) + 3 + 5
    assert found["crash"] == ("crashed", None, "ended by SIGSEGV")
    assert found["parent"] == ("crashed", None, "each worker that read it ended (-9)")
    for word in ("hang", "spin", "silent"):
        assert found[word][:2] == ("time_out", None)
    for word in ("garbage", "cut", "wrong", "half"):
        assert found[word][0] == "not_understood", word
    assert found["odd"][0] == found["deep"][0] == "read"
    assert found["memory"][0] != "read"
    assert found["errors"][:2] == ("refused", 2)
    assert found["empty"][:2] == ("refused", 2) and found["damaged"][:2] == ("damaged", 1)
    assert "offset" in found["damaged"][2]
    assert found["loses"] == ("damaged", 1, "offset 9: cut")  # not its first remark
    assert found["short"][:2] == ("read", 0)
    assert found["fifo"] == ("unreadable", None, "not a regular file")
    assert found["gone"][0] == "unreadable"
    assert sum(one[0] == "read" for one in found.values()) == 6
    assert "time_out: stopped after # s" in said and re.search(r"^ +3 time_out", said, re.M)
    # What is before the damage counts; of captures that failed, nothing.
    engine = DuckDB(Lake(tmp_path / "lake"))
    count = "SELECT count(*) FROM events JOIN captures USING (sha256) WHERE outcome = :outcome"
    assert engine.run(count, {"outcome": "damaged"}).rows[0][0] > 10
    for outcome in ("crashed", "not_understood", "time_out"):
        assert engine.run(count, {"outcome": outcome}).rows == [(0,)]
    fleet("verify", "--lake", tmp_path / "lake")


NAMES = ["line\nbreak.btsnoop", "<b>markup<b>.btsnoop", "-x.btsnoop", "a.zip:b.btsnoop",
         "quote'\".btsnoop", "=1+1.btsnoop", "\x1b[31mred.btsnoop"]


def test_strange_names(tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "captures"
    folder.mkdir()
    captures = sorted((CAPTURES / "variations").glob("*.btsnoop"))
    for name, capture in zip(NAMES, captures, strict=False):
        shutil.copy(capture, folder / name)
    shutil.copy(CAPTURES / "two-straps.btsnoop", os.fsencode(folder) + b"/latin-\xe9.btsnoop")
    listed = tmp_path / "list"
    listed.write_bytes(b"\0".join(os.fsencode(path) for path in sorted(folder.iterdir())))
    fleet("ingest", f"@{listed}", "--to", tmp_path / "lake", "--jobs", 1)
    found = outcomes(tmp_path / "lake")
    assert set(found) == {*NAMES, "latin-\\xe9.btsnoop"}
    assert {one[0] for one in found.values()} == {"read"}
    for form in ("table", "csv", "chart"):
        text = fleet("query", "--lake", tmp_path / "lake", "--format", form,
                     "SELECT split_part(path, '/', -1) AS name, size FROM captures").stdout
        assert len(text.splitlines()) == len(found) + {"table": 2, "csv": 1, "chart": 1}[form]
        assert "\x1b" not in text
    assert "'=1+1.btsnoop" in csv_text(ask(
        DuckDB(Lake(tmp_path / "lake")),
        "SELECT split_part(path, '/', -1) AS name FROM captures", {}))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_ends_of_lines(end: str, few: pathlib.Path, tmp_path: pathlib.Path) -> None:
    listed = tmp_path / "list"
    listed.write_bytes(end.join([*(str(path) for path in sorted(few.iterdir())), "", ""]).encode())
    fleet("ingest", f"@{listed}", "--to", tmp_path / "lake", "--jobs", 1)
    found = outcomes(tmp_path / "lake")
    assert set(found) == {path.name for path in few.iterdir()}
    assert {one[0] for one in found.values()} == {"read"}


def test_numbers(tmp_path: pathlib.Path) -> None:
    """What DuckDB says of numbers that are none, and of decimals."""
    engine = DuckDB(lake_of({"capture": {}, "events": []}, tmp_path))

    def bars(values: str) -> list[str]:
        return list(chart_text(engine.run(f"SELECT unnest([{values}]) AS n", {}), width=4))[1:]

    assert bars("1.5, 3.0, NULL") == ["  ██ 1.5", "  ████ 3.0", ""]
    assert bars("'nan'::DOUBLE, 'inf', '-inf', 2") == ["   nan", "   inf", "   -inf", "  ████ 2"]
    with pytest.raises(FleetError, match="no column of numbers"):
        bars("'nan'::DOUBLE, NULL")
    answer = engine.run("SELECT -1.5 AS n UNION ALL SELECT 20.25", {})
    assert csv_text(answer) == "n\n-1.50\n20.25\n"
    assert list(table_text(answer))[2:] == ["-1.50", "20.25"]


def test_archives(tmp_path: pathlib.Path) -> None:
    whole = (CAPTURES / "polar-h7.btsnoop").read_bytes()
    other = (CAPTURES / "two-straps.btsnoop").read_bytes()
    archive = tmp_path / "a.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("x/one.btsnoop", whole)
        file.writestr("notes.txt", "no capture")
        file.writestr("../two.btsnoop", other)
        file.writestr("bomb.btsnoop", bytes(3 << 20))
    with tarfile.open(tmp_path / "b.tar.gz", "w:gz") as tar:
        for name, content in (("one.btsnoop", whole), ("three.btsnoop", whole[:-10])):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    shutil.copy(CAPTURES / "formats" / "bugreport.zip", tmp_path)
    broken = archive.read_bytes()
    (tmp_path / "broken.zip").write_bytes(broken[:400] + b"\0" * 100 + broken[500:])
    (tmp_path / "cut.zip").write_bytes(broken[:-30])
    staging = tmp_path / "staging"
    staging.mkdir()
    found = list(find([str(tmp_path / name) for name in (
        "a.zip", "b.tar.gz", "broken.zip", "bugreport.zip", "cut.zip")], staging,
        ("*.btsnoop", "*.zip"), 2 << 20))
    named = {source.path.removeprefix(f"{tmp_path}/"): source for source in found}
    assert len(named) == len(found)
    assert pathlib.Path(named["a.zip:x/one.btsnoop"].file).read_bytes() == whole
    assert pathlib.Path(named["a.zip:../two.btsnoop"].file).parent == staging
    assert named["a.zip:bomb.btsnoop"].error == "larger than 2 MiB when unpacked"
    assert "a.zip:notes.txt" not in named
    assert {"b.tar.gz:one.btsnoop", "b.tar.gz:three.btsnoop"} < set(named)
    # The program puts a bug report's logs in order: it is one capture.
    assert not named["bugreport.zip"].temporary and named["bugreport.zip"].error is None
    assert (named["broken.zip:x/one.btsnoop"].error or "").startswith("damaged archive")
    assert (named["cut.zip"].error or "").startswith("damaged archive")
    fleet("ingest", archive, "--to", tmp_path / "lake", "--include", "*.btsnoop",
          "--jobs", 1)
    done = outcomes(tmp_path / "lake")
    assert done["one.btsnoop"][0] == done["two.btsnoop"][0] == "read"
    assert done["a.zip:bomb.btsnoop"][0] == "refused"
    assert not any((tmp_path / "lake" / "staging").iterdir())


def header(name: str, kind: bytes, size: int) -> bytes:
    member = tarfile.TarInfo(name)
    member.type, member.size = kind, size
    return member.tobuf(tarfile.GNU_FORMAT)


def block(content: bytes) -> bytes:
    return content + bytes(-len(content) % tarfile.BLOCKSIZE)


def record(text: bytes) -> bytes:
    return b"%d %s\n" % (len(text) + 4, text)  # of 10 to 99 octets


def in_archive(path: pathlib.Path, staging: pathlib.Path) -> dict[str, str | None]:
    return {source.path.removeprefix(str(path)): source.error
            for source in find([str(path)], staging, ("*.btsnoop", "*.tar*", "*.zip"))}


ONE = header("one.btsnoop", tarfile.REGTYPE, 3) + block(b"abc")
PAX = tarfile.XHDTYPE
HOSTILE_HEADERS = {
    "more than 16 headers": (header("x", tarfile.GNUTYPE_LONGNAME, 4) + block(b"abc\0")) * 2000,
    "a header of 70000 octets": header("x", PAX, 70_000) + bytes(70_000),
    "a header of -1 octets": header("x", PAX, -1),
    "a pax header that is none": header("x", PAX, 60_000) + block(b"2 " * 29_999 + b"x="),
    "an endless number": header("x", PAX, 60_000) + block(b"1" * 60_000),
    "global headers": (
        header("x", tarfile.XGLTYPE, 1000) + block(record(b"a=" + b"b" * 20) + bytes(975)) + ONE) * 9,
}


@pytest.mark.parametrize("error", HOSTILE_HEADERS)
def test_hostile_headers(error: str, tmp_path: pathlib.Path) -> None:
    """They cost neither time nor memory, and what was before them counts."""
    path = tmp_path / "a.tar"
    path.write_bytes(ONE + HOSTILE_HEADERS[error] + ONE + bytes(1024))
    began = time.monotonic()
    found = in_archive(path, tmp_path)
    assert time.monotonic() - began < 2
    assert found.pop(":one.btsnoop") is None
    ((label, said),) = found.items()
    assert label == "" and (said or "").startswith("damaged archive: ") and error in (said or "")


def test_archive_that_python_does_not_know(few: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """One such archive does not end the run."""
    with zipfile.ZipFile(few / "a.zip", "w") as file:
        file.writestr("one.btsnoop", b"abc")
    content = bytearray((few / "a.zip").read_bytes())
    content[content.rindex(b"PK\1\2") + 6] = 99  # the version that is needed
    (few / "a.zip").write_bytes(content)
    fleet("ingest", few, "--to", tmp_path / "lake", "--jobs", 1)
    found = outcomes(tmp_path / "lake")
    assert found.pop("a.zip") == ("unreadable", None, "damaged archive: zip file version 9.9")
    assert [one[0] for one in found.values()] == ["read"] * 3


def test_sparse_members(tmp_path: pathlib.Path) -> None:
    """They unpack to any size; others of the archive count."""
    old = bytearray(header("old.btsnoop", tarfile.GNUTYPE_SPARSE, 0))
    old[483:495] = b"77777777777\0"
    old[148:156] = b"%06o\0 " % (sum(old[:148]) + sum(old[156:]) + 8 * 32)
    text = record(b"GNU.sparse.major=1") + record(b"GNU.sparse.minor=0") + record(
        b"GNU.sparse.realsize=99999999999")
    new = header("x", PAX, len(text)) + block(text) + header(
        "new.btsnoop", tarfile.REGTYPE, 4) + block(b"1\n0\n")
    path = tmp_path / "a.tar"
    path.write_bytes(ONE + bytes(old) + new + ONE.replace(b"one", b"two") + bytes(1024))
    content = bytearray(path.read_bytes())
    at = content.index(b"two.btsnoop")
    content[at + 148:at + 156] = b"%06o\0 " % (
        sum(content[at:at + 148]) + sum(content[at + 156:at + 512]) + 8 * 32)
    path.write_bytes(content)
    found = in_archive(path, tmp_path)
    assert set(found) == {":one.btsnoop", ":old.btsnoop", ":new.btsnoop", ":two.btsnoop"}
    for name, error in found.items():
        assert (error or "").startswith("a sparse file") == (name[1:4] in ("old", "new")), name


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_packed_tars(
    pack: Callable[[bytes], bytes], tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also in several parts; cut ones as far as they go; and bombs to a limit, for all that is in them."""
    noise = random.Random(1).randbytes(150_000)
    tar = header("one.btsnoop", tarfile.REGTYPE, len(noise)) + block(noise)
    path = tmp_path / "a.tar.gz"  # the content counts, not the name
    path.write_bytes(pack(tar[:70_000]) + bytes(8) + pack(tar[70_000:] + tar + bytes(1024)))
    sources = list(find([str(path)], tmp_path))
    assert [pathlib.Path(source.file).read_bytes() for source in sources] == [noise, noise]
    path.write_bytes(pack(tar) + pack(tar)[:-100])
    assert "damaged archive" in str(in_archive(path, tmp_path).get(""))
    monkeypatch.setattr(sources_module, "UNPACKED", 1 << 20)
    for bomb in (header("b.btsnoop", tarfile.REGTYPE, 1 << 29) + bytes(40 << 20),
                 header("b.txt", tarfile.REGTYPE, 1 << 29) + bytes(40 << 20)):
        path.write_bytes(pack(ONE + bomb))
        limit = max(1 << 20, 250 * path.stat().st_size) >> 20
        found = in_archive(path, tmp_path)
        assert found == {
            ":one.btsnoop": None, "": f"unpacks to more than {limit} MiB: what follows is not read"}
    assert len(list(tmp_path.glob("member-*"))) <= 8  # none of the bombs


def test_limits_of_archives(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources_module, "UNPACKED", 1 << 20)
    monkeypatch.setattr(sources_module, "MEMBERS", 3)
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as file:
        for name in ("one", "two"):
            file.writestr(f"{name}.btsnoop", bytes(700_000))
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as file:
        for name in ("1.btsnoop", "2.txt", "3.btsnoop", "4.btsnoop"):
            file.writestr(name, name)
    (tmp_path / "c.tar").write_bytes(ONE * 4 + bytes(1024))
    assert in_archive(tmp_path / "a.zip", tmp_path) == {
        ":one.btsnoop": None, "": "unpacks to more than 1 MiB: what follows is not read"}
    assert in_archive(tmp_path / "b.zip", tmp_path) == {
        ":1.btsnoop": None, ":3.btsnoop": None, "": "more than 3 members: what follows is not read"}
    assert in_archive(tmp_path / "c.tar", tmp_path) == {
        ":one.btsnoop": None, "": "more than 3 members: what follows is not read"}
    monkeypatch.setattr(sources_module, "DIRECTORY", 100)
    assert "a directory of more than" in str(in_archive(tmp_path / "b.zip", tmp_path))


def test_faults_of_who_takes_captures(tmp_path: pathlib.Path) -> None:
    """They are not said to be the archive's."""
    (tmp_path / "a.tar").write_bytes(ONE * 2 + bytes(1024))
    found = find([str(tmp_path / "a.tar")], tmp_path)
    next(found)
    assert isinstance(found, Generator)
    with pytest.raises(ValueError, match="mine"):
        found.throw(ValueError("mine"))
    with pytest.raises(NoProgress):
        list(find([str(tmp_path / "a.tar")], tmp_path / "none"))


ADDRESS = re.compile(r"\b(?:[0-9A-F]{2}:){5}[0-9A-F]{2}\b")


def test_no_addresses(few: pathlib.Path, tmp_path: pathlib.Path) -> None:
    key = tmp_path / "key"
    lakes = [tmp_path / "one", tmp_path / "two"]
    for folder in lakes:
        fleet("ingest", few, "--to", folder, "--no-addresses", "--address-key", key, "--jobs", 1)
    assert key.stat().st_mode & 0o777 == 0o600
    assert tables(lakes[0]) == tables(lakes[1])
    found = 0
    for file in Lake(lakes[0]).head().files:
        for row in pq.read_table(lakes[0] / file.path, partitioning=None).to_pylist():
            assert not ADDRESS.search(repr(row))
            found += "#" in str(row.get("address"))
    assert found > 100
    fleet("ingest", few, "--to", tmp_path / "plain", "--jobs", 1)
    plain = DuckDB(Lake(tmp_path / "plain")).run("SELECT DISTINCT address FROM devices", {}).rows
    hashed = DuckDB(Lake(lakes[0])).run("SELECT DISTINCT address FROM devices", {}).rows
    assert len(plain) == len(hashed) > 2
    # One lake has one or the other, and one key.
    for refused in (["--to", lakes[0]], ["--to", tmp_path / "plain", "--no-addresses"],
                    ["--to", lakes[0], "--no-addresses", "--address-key", tmp_path / "key2"]):
        fleet("ingest", few, *refused, status=2)
    assert address_key(key) == address_key(key)
    # Who gets the lake does not get the key with it.
    fleet("ingest", few, "--to", tmp_path / "three", "--no-addresses", "--jobs", 1)
    assert (tmp_path / "three.address-key").exists()
    assert {path.name for path in (tmp_path / "three").iterdir()} == {
        "lake.json", "lock", "data", "manifests", "staging"}


def test_forms_of_addresses() -> None:
    address, other = "66:55:44:33:22:AB", "11:22:33:44:55:66"
    uuid = "0000180d-0000-1000-8000-6655443322ab"
    document = {"capture": {}, "devices": [{"address": address}], "texts": [
        "HR_66:55:44:33:22:AB", "66:55:44:33:22:ab", "HR-66-55-44-33-22-Ab", "x66_55_44_33_22_AB_",
        "A66:55:44:33:22:ABC", "HR 6655443322ab", other, "112233445566", uuid, "006655443322AB", "2026-01-02-03-04-05"],
        "value": "6655443322AB", "decoded": {"66:55:44:33:22:AB": 1, "value": "at 66:55:44:33:22:AB"}}
    known: set[str] = set()
    addresses(document["devices"], known)
    assert known == {"6655443322AB"}
    assert hidden(document, lambda one: {address: "#", other: "##"}[one], known) == {
        "capture": {}, "devices": [{"address": "#"}], "texts": [
            "HR_#", "#", "HR-#", "x#_", "A#C", "HR #", "##", "112233445566", uuid, "006655443322AB",
            "2026-01-02-03-04-05"],
        "value": "6655443322AB", "decoded": {"#": 1, "value": "at #"}}


def test_questions(lake: pathlib.Path) -> None:
    engine = DuckDB(Lake(lake))
    asked = questions()
    assert len(asked) == 12
    given = {"writes": {"characteristic": "2a39"},
             "captures-like": {"capture": str(CAPTURES / "polar-h7.btsnoop")}}
    answers = {name: ask(engine, name, given.get(name, {})) for name in asked}
    for name, answer in answers.items():
        # The next test has what no capture of the repository has.
        assert answer.rows or name in ("update-failures", "parameter-refusals"), name
        assert len(list(table_text(answer))) == len(answer.rows) + 2
    # The strap's capture as a .psd file has no date.
    (named,) = [row for row in answers["value-over-time"].rows
                if row[0] == "00:22:D0:00:06:07" and str(row[2]) != "1970-01-01"]
    assert named[-1] == "bpm" and named[5] <= named[6] <= named[7]
    first = answers["captures-like"].rows[0]
    assert first[4] == 1 and first[2] == first[3]
    assert all(row[7] for row in answers["writes"].rows)
    time_outs = {row[0]: row[2] for row in answers["time-outs-by-firmware"].rows}
    assert time_outs["1.4.0"] >= 1  # Captures/variations/ended-by-timeout.btsnoop
    refused = {(row[0], row[4]) for row in answers["error-codes"].rows}
    assert (128, "2A39") in refused
    assert sum(row[2] for row in answers["findings-by-rule"].rows) >= 10


def lake_of(document: dict[str, Any], folder: pathlib.Path) -> Lake:
    """A lake of one capture, of which the program says this."""
    (folder / "document").write_text(json.dumps(document))
    stand_in = folder / "stand-in"
    stand_in.write_text("#!/bin/sh\n[ \"$1\" = --version ] && echo 'bleinspect 1.0' && exit\n"
                        f"exec cat '{folder}/document'\n")
    stand_in.chmod(0o755)
    fleet("ingest", folder / "document", "--to", folder / "lake", "--program", stand_in, "--jobs", 1)
    return Lake(folder / "lake")


def test_updates_and_refusals(tmp_path: pathlib.Path) -> None:
    place = {"frame": 1, "time": "2026-01-02T03:04:05.000006Z", "t": 0, "connection": 1,
             "address": "AA:BB:CC:DD:EE:FF"}
    update = {**place, "handle": 3, "service": "FE59", "characteristic": "8EC9"}
    ask_for = {**place, "event": "note", "interval_min_ms": 7.5, "interval_max_ms": 15}
    document = {
        "capture": {"format": "btsnoop", "start": "2026-01-02T03:04:05.000006Z"},
        "events": [
            {**update, "event": "write", "value": "01", "response_ms": 2},
            {**update, "event": "att_error", "opcode": 18, "error_code": 3},
            {**ask_for, "accepted": False}, {**ask_for, "accepted": False},
            {**ask_for, "accepted": True}],
        "connections": [{"connection": 1, "reason_code": 8, "reason": "Connection Timeout"}]}
    engine = DuckDB(lake_of(document, tmp_path))
    (row,) = ask(engine, "update-failures", {}).rows
    assert row[5:8] == ("FE59", 1, 1) and row[-1] == 8
    (row,) = ask(engine, "parameter-refusals", {}).rows
    assert row == ("AA:BB:CC:DD:EE:FF", None, 7.5, 15, None, None, 3, 2)


def test_questions_that_are_refused(lake: pathlib.Path) -> None:
    for question, message in (
        (["nothing"], "no question 'nothing'"), (["writes"], "writes needs characteristic="),
        (["error-codes", "x=1"], "has no parameter x"), (["SELECT nothing FROM events"], "DuckDB:"),
        (["writes", "x"], "is not KEY=VALUE"),
    ):
        assert message in fleet("query", "--lake", lake, *question, status=2).stderr
    assert "is no lake" in fleet("query", "--lake", lake / "none", status=2).stderr


def test_lines_of_errors(lake: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """Lines are DuckDB's own; what a capture says stays on one, also if it looks like DuckDB's."""
    def said(sql: str) -> list[str]:
        lines = fleet("query", "--lake", lake, sql, status=2).stderr.splitlines()
        assert all(line.isprintable() for line in lines)
        return lines

    assert said("SELECT * FROM event") == [
        "bleinspect-fleet: DuckDB: Catalog Error: Table with name event does not exist!",
        'Did you mean "events"?', "", "LINE 1: SELECT * FROM event", "                      ^^^^^"]
    *_, line, carets = said("SELECT\n\t1,\tnothing + 1 FROM events")
    assert line == r"LINE 2: \t1,\tnothing + 1 FROM events"
    assert carets.index("^") == line.index("nothing")
    assert "    upper(" in "\n".join(said("SELECT upper(1, 2)"))
    text = r"x\nDid you mean y?\x1b[2J\n\nLINE 1: no SQL\n        ^^"
    event = {"frame": 1, "t": 0, "event": "note", "text": text.encode().decode("unicode_escape")}
    lake = lake_of({"capture": {}, "events": [event]}, tmp_path).path
    assert said("SELECT error(text) FROM events") == [
        f"bleinspect-fleet: DuckDB: Invalid Input Error: {text}"]
    first, *lines = said("SELECT text::int FROM events")
    assert text in first
    assert lines == ["", "LINE 1: SELECT text::int FROM events", "                   ^^^^^"]
    _, names, _, line, _ = said("SELECT z FROM (PIVOT (SELECT text, 1 AS n FROM events) ON text USING sum(n))")
    assert names.startswith("Candidate bindings: ") and text in names
    assert line.startswith("LINE 1: SELECT z FROM ")


def test_answers_without_rows(lake: pathlib.Path, tmp_path: pathlib.Path) -> None:
    def said(folder: pathlib.Path, *question: object) -> str:
        done = fleet("query", "--lake", folder, "--format", "csv", *question)
        assert len(done.stdout.splitlines()) == 1
        (line,) = done.stderr.splitlines()
        return line.removeprefix(f"bleinspect-fleet: {question[0]}: ")

    assert said(lake, "value-over-time", "field=heart_rate") == (
        "no rows for field=heart_rate; near it: heart_rate_bpm, polar.advertised_heart_rate_bpm")
    assert "near it: heart_rate_bpm" in said(lake, "value-over-time", "field=hart_rate")
    assert "; there is heart_rate_bpm, " in said(lake, "value-over-time", "field=nothing")
    assert said(lake, "writes", "characteristic=0x2a19").startswith("no rows for characteristic=2A19; ")
    assert said(lake, "captures-like", "capture=ffff") == "'ffff' is no capture of the lake"
    assert "captures, give more digits: 0" in said(lake, "captures-like", "capture=0")
    assert said(lake, "captures-like", f"capture={tmp_path}/polar-h7.btsnoop").endswith(
        f"; there is {CAPTURES}/polar-h7.btsnoop")
    assert said(lake, "update-failures").startswith("no rows: Firmware updates that ")
    empty = lake_of({"capture": {}, "events": []}, tmp_path).path
    assert said(empty, "writes", "characteristic=2A39") == (
        "no rows for characteristic=2A39; nor for any other characteristic")
    assert said(empty, "captures-like", f"capture={tmp_path}/document").startswith("no rows for capture=")


def test_forms_of_a_uuid(lake: pathlib.Path) -> None:
    for form, written in (
        ("2A39", "2A39"), ("2a39", "2A39"), ("0x2A39", "2A39"), ("0X2a39", "2A39"), ("00002a39", "2A39"),
        ("00002a39-0000-1000-8000-00805f9b34fb", "2A39"), ("0x00002A3900001000800000805F9B34FB", "2A39"),
        ("12345678-0000-1000-8000-00805f9b34fb", "12345678"), ("00000000", "0000"),
        ("000015301212efde1523785feabcd123", "00001530-1212-EFDE-1523-785FEABCD123"),
    ):
        assert uuid(form) == written
        rows = ask(DuckDB(Lake(lake)), "writes", {"characteristic": form}).rows
        assert bool(rows) == (written == "2A39"), form
    for wrong in ("2A3", "heart", "0x", "2A39 "):
        said = fleet("query", "--lake", lake, "writes", f"characteristic={wrong}", status=2).stderr
        assert f"'{wrong}' is no UUID" in said


def test_signal_strength(tmp_path: pathlib.Path) -> None:
    """A device that did not advertise is left out; one that nobody measured is last."""
    devices = [
        {"address": "11:11:11:11:11:11", "advertisements": 0, "rssi_min_dbm": 0, "rssi_max_dbm": 0},
        {"address": "22:22:22:22:22:22", "advertisements": 3, "rssi_min_dbm": 0, "rssi_max_dbm": 0},
        {"address": "33:33:33:33:33:33", "advertisements": 2},
        {"address": "44:44:44:44:44:44", "advertisements": 1, "rssi_min_dbm": -60, "rssi_max_dbm": -50},
        {"address": "55:55:55:55:55:55", "advertisements": 1, "rssi_min_dbm": -9, "rssi_max_dbm": 0}]
    engine = DuckDB(lake_of({"capture": {}, "events": [], "devices": devices}, tmp_path))
    assert [(row[0][:2], *row[3:]) for row in ask(engine, "rssi-by-device", {}).rows] == [
        ("55", 1, -9, 0), ("44", 1, -60, -50), ("22", 3, None, None), ("33", 2, None, None)]


def test_open_by_a_relative_path(
    few: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    (few / "sub").mkdir()
    with zipfile.ZipFile(few / "a.zip", "w") as file:
        file.writestr("odd/./vm.btsnoop", (CAPTURES / "vm-central.btsnoop").read_bytes())
    monkeypatch.chdir(tmp_path)
    fleet("ingest", "few", "--to", "lake", "--jobs", 1)
    for folder, path in ((tmp_path, "few/polar-h7.btsnoop"), (few, "polar-h7.btsnoop"),
                         (few, "./polar-h7.btsnoop"), (few / "sub", "../polar-h7.btsnoop")):
        monkeypatch.chdir(folder)
        said = fleet("open", "--lake", tmp_path / "lake", path).stdout
        assert said == f"bleinspect {few}/polar-h7.btsnoop\n"
        similar = fleet("query", "--lake", tmp_path / "lake", "captures-like", f"capture={path}").stdout
        assert str(few / "polar-h7.btsnoop") in similar
    said = fleet("open", "--lake", tmp_path / "lake", "../a.zip:odd/./vm.btsnoop").stdout
    assert said == f"unzip -p {few}/a.zip odd/./vm.btsnoop | bleinspect -\n"
    said = fleet("open", "--lake", tmp_path / "lake", "polar-h7.btsnoop", status=2).stderr
    assert f"'{few}/sub/polar-h7.btsnoop' is no capture of the lake; there is {few}/polar-h7" in said


def test_open(lake: pathlib.Path) -> None:
    path = CAPTURES / "polar-h7.btsnoop"
    (sha256,) = DuckDB(Lake(lake)).run(
        "SELECT sha256 FROM captures WHERE path = :path", {"path": str(path)}).rows[0]
    said = fleet("open", "--lake", lake, sha256[:12], "--frame", 144).stdout.splitlines()
    assert said == [f"bleinspect --frame 134-154 {path}",
                    f"bleinspect packets -v --frame 144 {path}"]
    assert "is no capture" in fleet("open", "--lake", lake, "ffffffffffff", status=2).stderr


def test_open_of_a_stranger(tmp_path: pathlib.Path) -> None:
    """A member of an archive comes through a pipe. Its name is no option and no pattern, and what it
    hides is not sent to the terminal."""
    names = ["it's\x1b[2J.btsnoop", "--to-command=touch x.btsnoop", "-p*[ab]?\\.btsnoop"]
    contents = {name: path.read_bytes() for name, path in zip(
        names, sorted((CAPTURES / "variations").glob("*.btsnoop")), strict=False)}
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as file, tarfile.open(tmp_path / "b.tar", "w") as tar:
        for name, content in contents.items():
            file.writestr(name, content)
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    for archive, tool in (("b.tar", "tar"), ("a.zip", "unzip")):
        lake = tmp_path / archive[0]
        fleet("ingest", tmp_path / archive, "--to", lake, "--jobs", 1)
        captures = DuckDB(Lake(lake)).run("SELECT sha256, path FROM captures", {}).rows
        assert len(captures) == 3
        for sha256, path in captures:
            said = fleet("open", "--lake", lake, sha256[:12]).stdout
            assert "\x1b" not in said
            unpack, program = said.split(" | ")
            assert program == "bleinspect -\n"
            if shutil.which(tool):
                done = subprocess.run(["bash", "-c", unpack], capture_output=True, cwd=tmp_path)
                assert done.stdout == contents[path.split(f"{archive}:")[1]], unpack
    assert not (tmp_path / "x.btsnoop").exists()
    # Nor what DuckDB says of it.
    said = fleet("query", "--lake", lake, "SELECT path::int FROM captures",
                 status=2).stderr
    assert "DuckDB:" in said and "\x1b" not in said


def test_colons_in_sql(lake: pathlib.Path) -> None:
    said = fleet("query", "--lake", lake, "--format", "csv",
                 "SELECT {'x':frame} AS x, '%:abc%' AS y FROM events LIMIT 1").stdout
    assert ":abc" in said


def test_large_headers(tmp_path: pathlib.Path) -> None:
    """tarfile would read the header as a whole."""
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as tar:
        member = tarfile.TarInfo("a.btsnoop")
        member.pax_headers = {"comment": "x" * (2 << 20)}
        tar.addfile(member)
    (source,) = find([str(tmp_path / "a.tar.gz")], tmp_path, ("*",))
    assert re.search("damaged archive: a header of [0-9]+ octets", source.error or "")


@pytest.mark.parametrize("arguments", [["--jobs", "0"], ["--memory", "x"], ["--timeout", "-1"], []])
def test_usage(arguments: list[str], tmp_path: pathlib.Path) -> None:
    fleet("ingest", *arguments, status=2)


def test_versions(few: pathlib.Path, tmp_path: pathlib.Path) -> None:
    fleet("ingest", few, "--to", tmp_path / "lake", "--jobs", 1)
    for wrong in ("abc", "", "v1.0", "1.", "1.0-", "1 0"):
        said = fleet("reingest", "--to", tmp_path / "lake", "--older-than", wrong, status=2).stderr
        assert f"'{wrong}' is no version" in said
    for version, found in (("0", 0), ("99.10", 3), ("99-rc.1+5", 3)):
        said = fleet("reingest", "--to", tmp_path / "lake", "--older-than", version).stderr
        assert f"{found} captures found" in said
