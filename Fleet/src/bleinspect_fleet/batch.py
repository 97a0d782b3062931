"""Collects rows of captures, and writes them as Parquet files into a staging folder."""

from __future__ import annotations

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
SECONDS_OF_A_BATCH = 30.0

ROW_GROUP = 122_880
# With fewer rows, zstd needs half of the time that a file takes, and saves little; `compact` uses it.
ROWS_FOR_ZSTD = 10_000

Row = dict[str, Any]


def date_name(date: datetime.date | None) -> str:
    return date.isoformat() if date else "unknown"


class Writer:
    def __init__(
        self, folder: pathlib.Path, table: str, date: str, compression: str = "zstd",
    ) -> None:
        self.table, self.date, self.rows = table, date, 0
        self.path = folder / f"{table}-{uuid.uuid4().hex}.parquet"
        self._writer = pq.ParquetWriter(self.path, SCHEMAS[table], compression=compression)

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
                self.chunks.setdefault((table, date_name(date)), []).append(
                    rows.slice(begin, end - begin))
                begin = end

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
        for (table, date), chunks in self.chunks.items():
            rows = pa.concat_tables(chunks)
            writer = Writer(
                self.folder, table, date, "zstd" if rows.num_rows >= ROWS_FOR_ZSTD else "snappy")
            writer.write(rows)
            files.append(writer.finish())
        self._begin()
        return files
