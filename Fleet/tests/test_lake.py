"""Nothing twice, nothing lost: kills, two at once, damage, compaction, newer programs and schemas."""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from bleinspect import run
from bleinspect_fleet import batch as batch_module
from bleinspect_fleet import documents
from bleinspect_fleet import lake as lake_module
from bleinspect_fleet.batch import Batch
from bleinspect_fleet.care import compact, located, verify
from bleinspect_fleet.errors import DamagedLake
from bleinspect_fleet.lake import Change, Lake, Staging
from bleinspect_fleet.program import Limits, program_version, version_key
from bleinspect_fleet.query import DuckDB
from bleinspect_fleet.schemas import COLUMNS, VOLATILE
from bleinspect_fleet.sources import Source, digest, find
from bleinspect_fleet.worker import Reader, Settings, Task, failed
from conftest import CAPTURES, DEEP, ENVIRONMENT, PROGRAM, fleet, included, tables

OFTEN = [sys.executable, "-B", str(pathlib.Path(__file__).with_name("often.py"))]


# What is ingested again and again: a part of the captures is enough.
SOURCES = [CAPTURES] if DEEP else sorted((CAPTURES / "variations").glob("*.btsnoop"))


def start(folder: pathlib.Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*OFTEN, "ingest", *map(str, SOURCES), "--to", str(folder), "--jobs", "2", *included()],
        stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[Any, ...]]]:
    """The tables of an ingest that nothing disturbed."""
    folder = tmp_path_factory.mktemp("whole") / "lake"
    fleet("ingest", *SOURCES, "--to", folder, *included(), "--jobs", 1)
    return tables(folder)


def test_killed_at_any_moment(
    whole: dict[str, list[tuple[Any, ...]]], tmp_path: pathlib.Path,
) -> None:
    folder = tmp_path / "lake"
    chance = random.Random(20)
    for _ in range(50 if DEEP else 2):
        process = start(folder)
        time.sleep(chance.uniform(0.3, 1.5))
        process.kill()
        process.communicate()
    assert start(folder).wait(timeout=300) == 0
    assert tables(folder) == whole
    result = verify(Lake(folder))
    assert not result.faults
    # What the killed ones left is deleted, and nothing else.
    compact(Lake(folder), 0)
    assert verify(Lake(folder)).unnamed == 0
    assert [path.name for path in (folder / "staging").iterdir()] == []
    assert tables(folder) == whole


def test_two_at_once(
    whole: dict[str, list[tuple[Any, ...]]], tmp_path: pathlib.Path,
) -> None:
    folder = tmp_path / "lake"
    both = [start(folder), start(folder)]
    said = [process.communicate(timeout=120)[1] for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert tables(folder) == whole
    assert not verify(Lake(folder)).faults


def test_interrupted(
    whole: dict[str, list[tuple[Any, ...]]], tmp_path: pathlib.Path,
) -> None:
    """SIGTERM commits what is read; the same command goes on."""
    folder = tmp_path / "lake"
    process = start(folder)
    while not list(folder.glob("manifests/*.json")):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 1 and "interrupted" in said
    part = len(tables(folder)["captures"])
    assert 0 < part < len(whole["captures"])
    assert start(folder).wait(timeout=120) == 0
    assert tables(folder) == whole


@pytest.mark.parametrize("rows", [50, 1_000_000])
def test_large(
    rows: int, few: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Captures that are converted in parts, and have files of their own, give the same rows."""
    fleet("ingest", few, "--to", tmp_path / "lake", "--jobs", 1)
    monkeypatch.setattr(run, "CHUNK", 4096)
    monkeypatch.setattr(documents, "PORTION", 1)
    monkeypatch.setattr(os, "chdir", lambda path: None)
    monkeypatch.setattr(batch_module, "ROWS_OF_A_CAPTURE", rows)
    lake = Lake.create(tmp_path / "large")
    staging = Staging(lake)
    reader = Reader(Settings(PROGRAM, program_version(PROGRAM), Limits()), str(staging.path))
    for number, source in enumerate(find([str(few)], staging.path)):
        reader.read(Task(number, source, *digest(source)))
    files, results = reader.finish()
    assert [result[1:] for result in results] == [("read", None)] * 3
    # Each a file of its own, or one for each day.
    of_events = [file.date for file in files if file.table == "events"]
    assert len(of_events) == (3 if rows == 50 else len(set(of_events)))
    lake.commit(Change(add=files), "test")
    assert tables(tmp_path / "large") == tables(tmp_path / "lake")
    assert not verify(lake).faults


def test_full_disk(few: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """The run ends, and says why; it does not start workers for ever."""
    script = pathlib.Path(__file__).with_name("full_disk.py")
    done = subprocess.run(
        [sys.executable, "-B", str(script), "ingest", str(few), "--to", str(tmp_path / "lake"),
         "--jobs", "1"], capture_output=True, text=True, env=ENVIRONMENT, timeout=60)
    assert done.returncode == 1
    assert "workers ended before their rows were written" in done.stderr


class Killed(BaseException):
    pass


def one_capture(lake: Lake, staging: Staging, name: str, version: str = "1.0") -> list[Any]:
    batch = Batch(staging.path)
    settings = Settings("/none", version, Limits())
    sha256 = hashlib.sha256(name.encode()).hexdigest()
    failed(batch, settings, Task(1, Source(name, name), sha256), "unreadable", "a test")
    return batch.finish()


@pytest.mark.parametrize("step", ["rename", "link", "fsync", "unlink"])
def test_commit_is_whole_or_nothing(
    step: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An end at each call of a commit that changes the disk."""
    lake = Lake.create(tmp_path / "lake")
    names = set()
    real = getattr(os, step)
    for call in range(1, 5):
        staging = Staging(lake)
        files = one_capture(lake, staging, f"capture {call}")
        before = {row[0] for row in rows(lake)}
        left = [call]

        def kills(*arguments: Any, **named: Any) -> Any:
            left[0] -= 1
            if left[0] == 0:
                raise Killed
            return real(*arguments, **named)

        with monkeypatch.context() as patch:
            patch.setattr(lake_module.os, step, kills)
            try:
                lake.commit(Change(add=files), "test")
                was_killed = False
            except Killed:
                was_killed = True
        after = {row[0] for row in rows(lake)}
        assert after - before in (set(), {f"capture {call}"}) and before <= after
        if not was_killed:
            assert after - before == {f"capture {call}"}
        names |= after
        assert not verify(Lake(lake.path)).faults
    assert names


def rows(lake: Lake) -> list[tuple[Any, ...]]:
    return DuckDB(Lake(lake.path)).run("SELECT path, program_version FROM captures", {}).rows


def test_loser_drops_what_the_winner_has(tmp_path: pathlib.Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    staging = Staging(lake)
    first = one_capture(lake, staging, "a") + one_capture(lake, staging, "b")
    second = one_capture(lake, staging, "b") + one_capture(lake, staging, "c")
    assert lake.commit(Change(add=first), "one")[1] == 0
    assert lake.commit(Change(add=second), "other")[1] == 1
    assert sorted(row[0] for row in rows(lake)) == ["a", "b", "c"]
    # An older program never takes the place of a newer one, whoever commits first.
    assert lake.commit(Change(add=one_capture(lake, staging, "a", "0.9")), "old")[1] == 1
    lake.commit(Change(add=one_capture(lake, staging, "a", "1.10")), "new")
    assert sorted(rows(lake)) == [("a", "1.10"), ("b", "1.0"), ("c", "1.0")]


def test_known_is_not_read_again(copy: pathlib.Path) -> None:
    before = Lake(copy).head().number
    said = fleet("ingest", CAPTURES, "--to", copy, *included()).stderr
    assert " 0 ingested" in said
    assert Lake(copy).head().number == before


def test_copies(few: pathlib.Path, tmp_path: pathlib.Path) -> None:
    shutil.copy(few / "polar-h7.btsnoop", few / "z-copy.btsnoop")
    said = fleet("ingest", few, "--to", tmp_path / "lake", "--jobs", 1).stderr
    assert "4 captures found: 3 ingested, 0 known before, 1 copy," in said


def test_verify_finds_damage(copy: pathlib.Path) -> None:
    fleet("verify", "--lake", copy)
    lake = Lake(copy)
    changed, missing, _ = sorted(lake.head().of("events"), key=lambda file: file.size)[-3:]
    path = pathlib.Path(lake.absolute(changed))
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    os.unlink(lake.absolute(missing))
    said = fleet("verify", "--lake", copy, status=1).stdout
    assert f"{changed.path}: the content is not what was written" in said
    assert missing.path in said and "events, not" in said


def test_compact(lake: pathlib.Path, copy: pathlib.Path) -> None:
    few = Lake(copy)
    before = few.head()
    small = [file for file in before.files if (file.table, file.date) == ("events", "2026-03-01")]
    assert small
    # Split a partition, as many small ingests do.
    table = pq.read_table(few.absolute(small[0]), partitioning=None)
    staging = Staging(few)
    parts = []
    for index in range(3):
        target = staging.path / f"{index}.parquet"
        size = -(-table.num_rows // 3)
        piece = table.slice(index * size, size)
        pq.write_table(piece, target)
        parts.append(lake_module.described("events", target, "2026-03-01", piece.num_rows))
    few.commit(Change(add=parts, remove=frozenset({small[0].path})), "test")
    staging.close()
    assert tables(copy) == tables(lake)
    old = DuckDB(few, few.head())
    fleet("compact", "--lake", copy)
    for file in Lake(copy).head().files:
        assert pq.ParquetFile(Lake(copy).absolute(file)).num_row_groups == 1
    assert len(Lake(copy).head().files) <= len(before.files)
    assert tables(copy) == tables(lake)
    # Who began to read before still can, until the files are old enough.
    assert old.run("SELECT count(*) FROM events", {}).rows[0][0] > 0
    assert "deleted" in fleet("compact", "--lake", copy, "--keep-hours", 0).stdout
    assert tables(copy) == tables(lake)
    assert verify(Lake(copy)).unnamed == 0 and not verify(Lake(copy)).faults


def newer(tmp_path: pathlib.Path, version: str) -> str:
    """The program, as if it were of another version."""
    script = tmp_path / f"bleinspect-{version}"
    script.write_text(f"#!/bin/sh\n[ \"$1\" = --version ] && echo 'bleinspect {version}' && exit\n"
                      f"exec '{PROGRAM}' \"$@\"\n")
    script.chmod(0o755)
    return str(script)


def test_newer_program(few: pathlib.Path, tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "lake"
    shutil.make_archive(str(few / "more"), "zip", CAPTURES, "bonded-reconnect.btsnoop")
    old, new = newer(tmp_path, "0.9.1"), newer(tmp_path, "0.10.0")
    fleet("ingest", few, "--to", folder, "--program", old, "--jobs", 1)
    before = tables(folder)
    gone = few / "two-straps.btsnoop"
    gone.unlink()
    said = fleet("reingest", "--to", folder, "--older-than", "0.10.0", "--program", new, "--jobs", 1).stderr
    assert "3 ingested" in said and "1 are not where they were" in said
    after = tables(folder)
    versions = [row[1] for row in after["captures"]]
    assert sorted(versions) == ["0.10.0"] * 3 + ["0.9.1"]
    for table, of_table in after.items():
        assert sorted(map(repr, unversioned(of_table))) == sorted(map(repr, unversioned(before[table])))
    # The older program has nothing to add, and compaction leaves the replaced rows out.
    assert "0 ingested" in fleet("ingest", few, "--to", folder, "--program", old, "--jobs", 1).stderr
    assert len(Lake(folder).head().replaced) == 3
    fleet("compact", "--lake", folder, "--keep-hours", 0)
    assert not Lake(folder).head().replaced
    assert tables(folder) == after
    assert not verify(Lake(folder)).faults


def test_failed_again(few: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """What met a limit is read again where that is asked for, and its old row is gone."""
    slow = tmp_path / "slow"
    slow.touch()
    program = tmp_path / "stand-in"
    program.write_text(f"#!/bin/sh\n[ \"$1\" = --version ] && echo 'bleinspect 1.0' && exit\n"
                       f"[ -e '{slow}' ] && exec sleep 60\nexec '{PROGRAM}' \"$@\"\n")
    program.chmod(0o755)
    folder, clean = tmp_path / "lake", tmp_path / "clean"
    fleet("ingest", few, "--to", folder, "--program", program, "--timeout", 0.3, "--jobs", 1)
    slow.unlink()
    fleet("ingest", few, "--to", clean, "--program", program, "--jobs", 1)
    assert {row[4] for row in tables(folder)["captures"]} == {"time_out"}
    assert "3 known before" in fleet("ingest", few, "--to", folder, "--program", program).stderr
    again = ("reingest", "--to", folder, "--failed", "--program", program, "--jobs", 1)
    assert "3 ingested" in fleet(*again).stderr
    assert tables(folder) == tables(clean)
    assert not verify(Lake(folder)).faults
    assert "0 captures found" in fleet(*again).stderr
    assert "which?" in fleet("reingest", "--to", folder, status=2).stderr


def unversioned(of_table: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [(row[0], *row[2:]) for row in of_table]


def test_versions() -> None:
    order = ["0.9", "0.9.1", "0.10.0-rc1", "0.10.0", "0.10.1", "1.0", f"1.{'9' * 5000}", f"1.1{'0' * 5000}"]
    assert sorted(order, key=version_key) == order


def test_older_schema(lake: pathlib.Path, copy: pathlib.Path) -> None:
    """Files without a column that came later: NULL there, all else as before."""
    old = Lake(copy)
    changed = []
    for file in old.head().of("captures"):
        path = old.absolute(file)
        table = pq.read_table(path, partitioning=None).drop_columns(["host", "records"])
        pq.write_table(table, path)
        changed.append(file.path)
    manifest = max((copy / "manifests").glob("*.json"))
    text = json.loads(manifest.read_text())
    for file in text["files"]:
        if file["path"] in changed:
            content = (copy / file["path"]).read_bytes()
            file |= {"schema": 0, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    manifest.write_text(json.dumps(text))
    assert not verify(Lake(copy)).faults
    expected = tables(lake)
    names = [name for name, _ in COLUMNS["captures"] if name not in VOLATILE]
    assert any(row[names.index("host")] for row in expected["captures"])
    expected["captures"] = sorted(
        (tuple(None if name in ("host", "records") else cell
               for name, cell in zip(names, row, strict=True)) for row in expected["captures"]),
        key=repr)
    assert tables(copy) == expected
    text["schema"] = 1000
    manifest.write_text(json.dumps(text))
    assert "newer bleinspect-fleet" in fleet("query", "--lake", copy, "error-codes", status=2).stderr


def test_lake_of_a_stranger(copy: pathlib.Path) -> None:
    """No file outside of the lake is read, and none made."""
    manifest = max((copy / "manifests").glob("*.json"))
    whole = manifest.read_text()
    file = json.loads(whole)["files"][0]
    for key, value in (("path", "/etc/hostname"), ("path", f"data/../{file['path']}"),
                       ("date", "../../x"), ("table", "others")):
        text = json.loads(whole)
        text["files"][0][key] = value
        manifest.write_text(json.dumps(text))
        said = fleet("query", "--lake", copy, "error-codes", status=1).stderr
        assert "no file of a lake" in said


@pytest.fixture
def small(tmp_path: pathlib.Path) -> pathlib.Path:
    """A lake of one row."""
    lake = Lake.create(tmp_path / "small")
    staging = Staging(lake)
    lake.commit(Change(add=one_capture(lake, staging, "a")), "test")
    staging.close()
    return lake.path


def everything(folder: pathlib.Path) -> list[str]:
    return sorted(str(path) for path in folder.rglob("*"))


@pytest.mark.parametrize("part", [
    "staging", "manifests", "data", "data/captures", "data/captures/date=unknown", "lake.json", "lock",
    "file"])
def test_links_of_a_stranger(part: str, small: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """Nothing outside of the lake is read, written or deleted, wherever a part of it leads."""
    if part == "file":
        part = Lake(small).head().files[0].path
    outside = tmp_path / "outside"
    os.rename(small / part, outside)
    (small / part).symlink_to(outside)
    if outside.is_dir():
        # What the package itself would delete in a lake.
        run = outside / "20260101T000000-0123456789ab"
        run.mkdir()
        (run / "x").touch()
        run.with_suffix(".lock").touch()
        for name in (f".{'0' * 32}", f"{'0' * 32}.parquet", "000000000000.json"):
            (outside / name).touch()
        for day in ("captures/date=unknown", "date=unknown"):
            (outside / day).mkdir(parents=True, exist_ok=True)
            (outside / day / f"{'0' * 32}.parquet").touch()
    before = everything(outside)
    content = outside.read_bytes() if outside.is_file() else b""
    # What need not be read is only left alone.
    fleet("compact", "--keep-hours", 0, "--lake", small, status=0 if "/" in part else 1)
    for command in (["query", "--lake", small, "error-codes"],
                    ["ingest", CAPTURES / "polar-h7.btsnoop", "--to", small]):
        said = fleet(*command, status=1).stderr
        assert f"{small / part} is a link: in a lake it must be" in said
    assert everything(outside) == before
    assert not outside.is_file() or outside.read_bytes() == content


def test_a_commit_follows_no_link(tmp_path: pathlib.Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    (tmp_path / "outside").mkdir()
    (lake.path / "data" / "captures").mkdir()
    (lake.path / "data" / "captures" / "date=unknown").symlink_to(tmp_path / "outside")
    with pytest.raises(DamagedLake, match="is a link"):
        lake.commit(Change(add=one_capture(lake, Staging(lake), "a")), "test")
    assert not everything(tmp_path / "outside")


def test_only_names_of_a_lake_are_deleted(small: pathlib.Path) -> None:
    staging, data = small / "staging", small / "data"
    (staging / "project").mkdir()
    (data / "captures" / "date=x").mkdir()
    for name in ("project/x", "project.lock", "notes.txt"):
        (staging / name).touch()
    for name in ("notes.parquet", "captures/date=unknown/notes.parquet", "../manifests/notes.json"):
        (data / name).touch()
    dead = "20260101T000000-0123456789ab"
    os.mkfifo(staging / f"{dead}.lock")  # opening it would wait for ever
    os.mkfifo(small / "manifests" / "000000000000.json")
    before = everything(small)
    (staging / f"{dead[:-1]}c").mkdir()
    for name in (f"{dead[:-1]}c.lock", f"{dead[:-1]}c/x", f".{'0' * 32}", f"{'0' * 32}.parquet"):
        (staging / name).touch()
    (data / "captures" / "date=unknown" / f"{'0' * 32}.parquet").touch()
    compact(Lake(small), 0)
    before.remove(str(small / "manifests" / "000000000000.json"))  # a state that is gone
    assert everything(small) == before


def test_damaged_lakes(small: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """Each command says which file is not what it should be."""
    (file,) = Lake(small).head().files
    data, facts = small / file.path, small / "lake.json"
    manifest = small / "manifests" / "000000000001.json"
    whole = {path: path.read_bytes() for path in (data, facts, manifest)}
    other = tmp_path / "other.parquet"
    pq.write_table(pa.table({"sha256": [1]}), other)
    reading = [["query", "error-codes", "--lake"], ["open", "abcd", "--lake"],
               ["ingest", CAPTURES / "polar-h7.btsnoop", "--to"]]
    changed = json.dumps(json.loads(whole[manifest]) | {"files": [file.json() | {"size": "1"}]}).encode()
    for path, content, said, commands in (
            (data, None, "is missing, which the manifest names", reading),
            (data, whole[data][:-20], "is not the Parquet file that was written", reading),
            (data, other.read_bytes(), "is not the Parquet file that was written", reading),
            (facts, b"[]", "has no object", reading),
            (facts, b"[" * 100_000, "lake.json", reading),
            (facts, b'{"bleinspect_lake":1}', "does not say whether", reading),
            (manifest, changed, "no facts of a file", [*reading, ["compact", "--lake"]])):
        path.unlink()
        if content is not None:
            path.write_bytes(content)
        for command in commands:
            found = fleet(*command, small, status=1).stderr
            assert said in found and str(path) in found and "CREATE" not in found, found
            assert len(found.splitlines()) == 1
        path.write_bytes(whole[path])
    fleet("verify", "--lake", small)


def test_compaction_of_damage(small: pathlib.Path) -> None:
    lake = Lake(small)
    lake.commit(Change(add=one_capture(lake, Staging(lake), "b")), "test")
    path = small / lake.head().files[0].path
    for content in (path.read_bytes()[:-20], None):
        path.unlink()
        if content is not None:
            path.write_bytes(content)
        assert str(path) in fleet("compact", "--lake", small, status=1).stderr
    assert len(lake.head().files) == 2


def test_what_became_a_fifo(tmp_path: pathlib.Path) -> None:
    """Opening it would wait for ever."""
    os.mkfifo(tmp_path / "was-a-capture")
    (source,) = located([str(tmp_path / "was-a-capture")], tmp_path)
    assert source.error is not None and digest(source)


def test_not_a_lake(few: pathlib.Path, tmp_path: pathlib.Path) -> None:
    assert "is no lake" in fleet("verify", "--lake", few, status=2).stderr
    assert "exists and is no lake" in fleet("ingest", few, "--to", few, status=2).stderr
    assert "no such file" in fleet("ingest", tmp_path / "x", "--to", tmp_path / "y", status=2).stderr
    assert not (tmp_path / "y").exists()
    assert "no program" in fleet(
        "ingest", few, "--to", tmp_path / "y", "--program", "/none", status=2).stderr
    assert "is not bleinspect" in fleet(
        "ingest", few, "--to", tmp_path / "y", "--program", "/bin/echo", status=2).stderr
