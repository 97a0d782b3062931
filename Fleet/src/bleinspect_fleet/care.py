"""Keeps a lake in order: verify, compact, and the captures to read again."""

from __future__ import annotations

import collections
import hashlib
import os
import pathlib
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from bleinspect_fleet.batch import ROW_GROUP, Writer
from bleinspect_fleet.errors import DamagedLake
from bleinspect_fleet.lake import FAILED, Change, File, Lake, Manifest, Staging, readable
from bleinspect_fleet.program import version_key
from bleinspect_fleet.schemas import SCHEMAS, TABLES
from bleinspect_fleet.sources import Source, find

# Files are made about so large, and left alone from half of it on.
FILE_SIZE = 128 << 20


@dataclass
class Verification:
    files: int = 0
    rows: int = 0
    captures: int = 0
    unnamed: int = 0
    faults: list[str] = field(default_factory=list)


def verify(lake: Lake) -> Verification:
    """Reads everything back: each file is as the manifest says, each row is of one capture, and each
    capture has all of its events."""
    head, result = lake.head(), Verification()
    events: collections.Counter[tuple[str, str]] = collections.Counter()
    stated: dict[tuple[str, str], int] = {}
    seen: dict[str, set[tuple[str, str]]] = {table: set() for table in TABLES}
    for file in head.files:
        result.files += 1
        try:
            for batch in _verified(lake, file):
                result.rows += batch.num_rows
                versions = batch.column("program_version").to_pylist()
                keys = list(zip(batch.column("sha256").to_pylist(), versions, strict=True))
                seen[file.table].update(keys)
                if file.table in ("events", "adverts"):
                    events.update(keys)
                elif file.table == "captures":
                    for key, count in zip(keys, batch.column("events").to_pylist(), strict=True):
                        if key in stated:
                            result.faults.append(f"capture {key[0]} is there twice")
                        stated[key] = count or 0
        except (DamagedLake, OSError, pa.ArrowException, KeyError, ValueError) as error:
            result.faults.append(f"{file.path}: {error}")
    for table, captures in seen.items():
        for key in sorted(captures - stated.keys()):
            result.faults.append(f"{table} has rows of {key[0]}, which is not in captures")
    for key, count in stated.items():
        if events[key] != count:
            result.faults.append(f"capture {key[0]} has {events[key]} events, not {count}")
    result.captures = len(stated.keys() - head.replaced)
    named = {file.path for file in head.files}
    result.unnamed = sum(path not in named for path in lake.data_files())
    return result


def _verified(lake: Lake, file: File) -> Iterator[Any]:
    path = lake.absolute(file)
    with open(path, "rb") as content:
        if os.fstat(content.fileno()).st_size != file.size:
            raise ValueError(f"{os.fstat(content.fileno()).st_size} bytes, not {file.size}")
        if hashlib.file_digest(content, "sha256").hexdigest() != file.sha256:
            raise ValueError("the content is not what was written (SHA-256)")
    with pq.ParquetFile(path) as parquet:
        expected = SCHEMAS[file.table]
        for column in parquet.schema_arrow:
            if column.name not in expected.names or expected.field(column.name).type != column.type:
                raise ValueError(f"column {column.name} {column.type} is not of schema {file.schema}")
        if parquet.metadata.num_rows != file.rows:
            raise ValueError(f"{parquet.metadata.num_rows} rows, not {file.rows}")
        needed = ["sha256", "program_version"] + (["events"] if file.table == "captures" else [])
        # All columns are read, so that a page that cannot be decoded is found.
        for batch in parquet.iter_batches(ROW_GROUP):
            yield batch.select(needed)


@dataclass
class Compaction:
    before: int = 0
    after: int = 0
    deleted: int = 0


def compact(
    lake: Lake, keep_seconds: float, progress: Callable[[str], None] = lambda text: None,
) -> Compaction:
    """Joins the small files of each table and day, leaves out rows that do not count, and deletes files
    and manifests that nobody needs: a reader may use those younger than `keep_seconds`."""
    head = lake.head()
    result = Compaction(before=len(head.files))
    staging = Staging(lake)
    try:
        for part in _partitions(head):
            # A commit for each: a kill loses one partition's work.
            progress(f"{part[0].table} {part[0].date}")
            add = _joined(lake, head.replaced, part, staging.path)
            lake.commit(Change(add=add, remove=frozenset(file.path for file in part)), "compact")
        if head.replaced:
            # No file has a row of these any more: none is ever added of a version that is replaced.
            # Those that another run has replaced meanwhile stay named.
            lake.commit(Change(gone=head.replaced), "compact")
    finally:
        staging.close()
    result.deleted = _delete(lake, keep_seconds)
    result.after = len(lake.head().files)
    return result


def _partitions(head: Manifest) -> list[list[File]]:
    """The files to join, by table and day: small ones, if there are several, and all with rows that
    do not count. It is not known which those are, so with any replaced capture all files are read."""
    groups: dict[tuple[str, str], list[File]] = {}
    for file in head.files:
        if head.replaced or file.size < FILE_SIZE // 2:
            groups.setdefault((file.table, file.date), []).append(file)
    return [files for files in groups.values() if len(files) > 1 or head.replaced]


def _joined(
    lake: Lake, replaced: frozenset[tuple[str, str]], files: list[File], folder: pathlib.Path,
) -> list[File]:
    gone = pa.array(sorted(f"{sha256} {version}" for sha256, version in replaced), pa.string())
    done: list[File] = []
    writer: Writer | None = None
    table, date = files[0].table, files[0].date
    waiting: list[Any] = []  # until they are a row group

    def write() -> None:
        nonlocal writer
        if any(one.num_rows for one in waiting):
            writer = writer or Writer(folder, table, date)
            writer.write(pa.concat_tables(waiting))
        waiting.clear()

    for file in files:
        for rows in _row_groups(lake.absolute(file), table):
            if len(gone):
                key = pc.binary_join_element_wise(rows["sha256"], rows["program_version"], " ")
                rows = rows.filter(pc.invert(pc.is_in(key, gone)))
            waiting.append(rows)
            if sum(one.num_rows for one in waiting) >= ROW_GROUP:
                write()
            if writer is not None and writer.path.stat().st_size >= FILE_SIZE:
                done.append(writer.finish())
                writer = None
    write()
    if writer is not None:
        done.append(writer.finish())
    return done


def _row_groups(path: str, table: str) -> Iterator[Any]:
    with readable(path):
        parquet = pq.ParquetFile(path)
    with parquet:
        batches = parquet.iter_batches(ROW_GROUP)
        while True:
            with readable(path):
                batch = next(batches, None)
                if batch is None:
                    return
                rows = as_schema(table, pa.Table.from_batches([batch]))
            yield rows


def as_schema(table: str, rows: Any) -> Any:
    """Rows of an older schema, with its newer columns as NULL."""
    return pa.Table.from_arrays(
        [rows[name] if name in rows.column_names else pa.nulls(rows.num_rows, kind.type)
         for name, kind in ((kind.name, kind) for kind in SCHEMAS[table])],
        schema=SCHEMAS[table])


def _delete(lake: Lake, keep_seconds: float) -> int:
    deleted = 0
    with lake.locked():  # nobody is between moving files and naming them
        head, oldest = lake.head(), time.time() - keep_seconds
        needed = {file.path for file in head.files}
        for number in sorted(lake.numbers()):
            if number == head.number:
                continue
            # State n was the present until state n + 1 was written.
            after = lake.manifest_path(number + 1)
            until = after.lstat().st_mtime if os.path.lexists(after) else 0.0
            if until < oldest:
                lake.manifest_path(number).unlink()
            else:
                needed |= {file.path for file in lake.manifest(number).files}
        for name in lake.data_files():
            path = lake.path / name
            if name not in needed and path.stat().st_mtime <= oldest:
                path.unlink()
                deleted += 1
        lake.delete_left(oldest)
        for folder in lake.days():
            if not any(folder.iterdir()):
                folder.rmdir()
    lake.sweep()
    return deleted


def stale(lake: Lake, older_than: str | None, failed: bool) -> dict[str, str]:
    """The captures that only an older program has read, or that failed: SHA-256, and where they were."""
    head = lake.head()
    newest = lake.newest(head)
    limit = None if older_than is None else version_key(older_than)
    found: dict[str, str] = {}
    for file in head.of("captures"):
        table = lake.read(file, ["sha256", "program_version", "path", "outcome"])
        for row in table.to_pylist():
            version = row["program_version"]
            if newest.get(row["sha256"]) != version:
                continue
            if (limit is not None and version_key(version) < limit) or (
                    failed and row["outcome"] in FAILED):
                found[row["sha256"]] = row["path"]
    return found


def located(paths: Iterable[str], staging: pathlib.Path) -> Iterator[Source]:
    """The captures of these paths, as the table `captures` has them: ARCHIVE:MEMBER for a member."""
    archives: dict[str, set[str]] = {}
    for path in paths:
        archive = path
        while archive and not os.path.isfile(archive):
            archive = archive.rpartition(":")[0]
        if archive == path:
            yield Source(path, path)
        elif not archive:
            yield Source(path, "", error="not there, or no regular file")
        else:
            archives.setdefault(archive, set()).add(path)
    for archive, members in archives.items():
        for source in find([archive], staging):
            if source.path in members:
                yield source
            elif source.temporary:
                os.unlink(source.file)
