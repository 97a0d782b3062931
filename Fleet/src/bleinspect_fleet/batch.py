"""Collects rows of captures, and writes them as Parquet files into a staging folder."""

from __future__ import annotations

import collections
import datetime
import pathlib
import time
import uuid
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from bleinspect_fleet.lake import File, described
from bleinspect_fleet.schemas import SCHEMAS

# A capture with more rows gets files of its own, so that its rows never are in memory together.
ROWS_OF_A_CAPTURE = 300_000
# A batch ends when it has so many rows or captures, or is so old: a kill loses at most one.
ROWS_OF_A_BATCH = 600_000
CAPTURES_OF_A_BATCH = 2_000
SECONDS_OF_A_BATCH = 60.0

ROW_GROUP = 122_880
# So many rows of a table and day are written before the batch ends.
ROWS_IN_MEMORY = 50_000
# With fewer rows, zstd needs half of the time that a file takes, and saves little; `compact` uses it.
ROWS_FOR_ZSTD = 10_000

# Columns by whose ranges a reader may leave out a row group.
SOUGHT = ("sha256", "date", "time", "seq", "frame", "start")

Row = dict[str, Any]


def date_name(date: datetime.date | None) -> str:
    return date.isoformat() if date else "unknown"


class Writer:
    def __init__(
        self, folder: pathlib.Path, table: str, date: str, compression: str = "zstd",
        is_quick: bool = False,
    ) -> None:
        """`is_quick`: for a file that `compact` will replace."""
        self.table, self.date, self.rows = table, date, 0
        self.path = folder / f"{table}-{uuid.uuid4().hex}.parquet"
        schema = SCHEMAS[table]
        dictionaries: bool | list[str] = True
        statistics: bool | list[str] = True
        if is_quick:
            # Numbers seldom repeat.
            dictionaries = [field.name for field in schema if pa.types.is_string(field.type)]
            statistics = [name for name in SOUGHT if name in schema.names]
        self._writer = pq.ParquetWriter(
            self.path, schema, compression=compression, use_dictionary=dictionaries,
            write_statistics=statistics)

    def write(self, table: Any) -> None:
        self._writer.write_table(table, row_group_size=ROW_GROUP)
        self.rows += table.num_rows

    def finish(self) -> File:
        self._writer.close()
        return described(self.table, self.path, self.date, self.rows)

    def abort(self) -> None:
        self._writer.close()
        self.path.unlink(missing_ok=True)


class Large:
    """Rows of one capture that is converted in parts, until it is known whether they count."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.chunks: dict[str, list[Any]] = {}
        self.writers: dict[str, Writer] = {}
        self.count = 0

    def put(self, tables: dict[str, Any], date: datetime.date | None) -> None:
        for table, rows in tables.items():
            if rows.num_rows:
                self.chunks.setdefault(table, []).append(rows)
                self.count += rows.num_rows
        if self.writers or self.count >= ROWS_OF_A_CAPTURE:
            for table, chunks in self.chunks.items():
                writer = self.writers.get(table)
                if writer is None:
                    writer = self.writers[table] = Writer(self.folder, table, date_name(date))
                writer.write(pa.concat_tables(chunks))
            self.chunks.clear()

    def abort(self) -> None:
        for writer in self.writers.values():
            writer.abort()


class Batch:
    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self._begin()

    def _begin(self) -> None:
        self.rows: list[Row] = []  # of `captures`
        self.chunks: dict[tuple[str, str], list[Any]] = {}
        self.kept: collections.Counter[tuple[str, str]] = collections.Counter()  # rows of `chunks`
        self.writers: dict[tuple[str, str], Writer] = {}
        self.files: list[File] = []
        self.captures = self.count = 0
        self.began = time.monotonic()

    def add(self, row: Row) -> None:
        """A row of `captures`; those of other tables are put before or after it."""
        self.rows.append(row)
        self.captures += 1

    def put(self, tables: dict[str, Any]) -> None:
        """Rows of any captures. Those of one day should follow each other."""
        for table, rows in tables.items():
            if not rows.num_rows:
                continue
            self.count += rows.num_rows
            runs = pc.run_end_encode(rows["date"].combine_chunks())
            begin = 0
            for date, end in zip(runs.values.to_pylist(), runs.run_ends.to_pylist(), strict=True):
                self._keep((table, date_name(date)), rows.slice(begin, end - begin))
                begin = end

    def _keep(self, key: tuple[str, str], rows: Any) -> None:
        """Keeps rows, and writes what is kept if that is enough: memory then does not grow."""
        self.chunks.setdefault(key, []).append(rows)
        self.kept[key] += rows.num_rows
        if self.kept[key] >= ROWS_IN_MEMORY:
            if key not in self.writers:
                self.writers[key] = Writer(self.folder, *key, is_quick=True)
            self.writers[key].write(pa.concat_tables(self.chunks.pop(key)))
            del self.kept[key]

    def put_large(self, large: Large) -> None:
        if large.writers:
            self.files += [writer.finish() for writer in large.writers.values()]
        else:
            self.put({table: pa.concat_tables(chunks) for table, chunks in large.chunks.items()})

    @property
    def is_due(self) -> bool:
        return self.captures > 0 and (
            self.count >= ROWS_OF_A_BATCH or self.captures >= CAPTURES_OF_A_BATCH
            or time.monotonic() - self.began >= SECONDS_OF_A_BATCH)

    def finish(self) -> list[File]:
        """Writes what is collected, gives the files, and begins again."""
        if self.rows:
            self.put({"captures": pa.Table.from_pylist(self.rows, SCHEMAS["captures"])})
        files = self.files
        for key, chunks in self.chunks.items():
            rows = pa.concat_tables(chunks)
            writer = self.writers.pop(key, None) or Writer(
                self.folder, *key, "zstd" if rows.num_rows >= ROWS_FOR_ZSTD else "snappy", True)
            writer.write(rows)
            files.append(writer.finish())
        files += [writer.finish() for writer in self.writers.values()]
        self._begin()
        return files
