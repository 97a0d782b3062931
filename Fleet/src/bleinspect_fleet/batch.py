"""Collects rows of captures, and writes them as Parquet files into a staging folder."""

from __future__ import annotations

import datetime
import pathlib
import time
import uuid
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from bleinspect_fleet.lake import File, described
from bleinspect_fleet.rows import Row
from bleinspect_fleet.schemas import SCHEMAS, TABLES

# Rows as Python objects take about a kilobyte each, as Arrow columns a tenth of that.
ROWS_AS_OBJECTS = 20_000
# A capture with more rows gets files of its own, so that its rows never are in memory together.
ROWS_OF_A_CAPTURE = 300_000
# A batch ends when it has so many rows or captures, or is so old: a kill loses at most one.
ROWS_OF_A_BATCH = 600_000
CAPTURES_OF_A_BATCH = 2_000
SECONDS_OF_A_BATCH = 30.0

ROW_GROUP = 122_880
# With fewer rows, zstd needs half of the time that a file takes, and saves little; `compact` uses it.
ROWS_FOR_ZSTD = 10_000


# What Arrow raises for a value that a column has no room for; a text may be half of a surrogate pair.
UNFIT = (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError, UnicodeError)

_STRUCTS = {table: pa.struct(list(schema)) for table, schema in SCHEMAS.items()}


def arrow(table: str, rows: list[Row]) -> Any:
    schema = SCHEMAS[table]
    try:
        # All columns in one go: several times faster than one after the other.
        structs = pa.array(rows, _STRUCTS[table], from_pandas=False)
        return pa.Table.from_struct_array(structs).replace_schema_metadata(schema.metadata)
    except UNFIT:
        # NULL for this one.
        columns = [_column([row.get(kind.name) for row in rows], kind.type) for kind in schema]
        return pa.Table.from_arrays(columns, schema=schema)


def _column(values: list[Any], kind: Any) -> Any:
    try:
        return pa.array(values, kind, from_pandas=False)
    except UNFIT:
        return pa.array([_fitting(value, kind) for value in values], kind)


def _fitting(value: Any, kind: Any) -> Any:
    try:
        pa.scalar(value, kind)
        return value
    except (*UNFIT, ValueError):
        return None


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


class Pending:
    """Rows of one capture, until it is known whether they count."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.rows: dict[str, list[Row]] = {table: [] for table in TABLES}
        self.chunks: dict[str, list[Any]] = {}
        self.writers: dict[str, Writer] = {}
        self.count = 0

    def put(self, table: str, row: Row) -> None:
        self.rows[table].append(row)
        self.count += 1
        if self.count % ROWS_AS_OBJECTS == 0:
            self._condense(date_name(row["date"]))

    def _condense(self, date: str) -> None:
        for table, rows in self.rows.items():
            if rows:
                self.chunks.setdefault(table, []).append(arrow(table, rows))
                self.rows[table] = []
        if self.count >= ROWS_OF_A_CAPTURE:
            self._spill(date)

    def _spill(self, date: str) -> None:
        for table, chunks in self.chunks.items():
            writer = self.writers.get(table)
            if writer is None:
                writer = self.writers[table] = Writer(self.folder, table, date)
            writer.write(pa.concat_tables(chunks))
        self.chunks.clear()

    def finish_own(self, date: str) -> list[File]:
        """The files of a capture that was too large for a batch; none, if it was not."""
        if not self.writers:
            return []
        self._condense(date)
        return [writer.finish() for writer in self.writers.values()]

    def abort(self) -> None:
        for writer in self.writers.values():
            writer.abort()


class Batch:
    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self._begin()

    def _begin(self) -> None:
        self.rows: dict[tuple[str, str], list[Row]] = {}
        self.chunks: dict[tuple[str, str], list[Any]] = {}
        self.files: list[File] = []
        self.captures = 0
        self.objects = self.count = 0
        self.began = time.monotonic()

    def add(self, date: datetime.date | None, pending: Pending) -> None:
        """Takes over the rows of a capture."""
        name = date_name(date)
        self.files += pending.finish_own(name)
        for table, chunks in pending.chunks.items():
            self.chunks.setdefault((table, name), []).extend(chunks)
        for table, rows in pending.rows.items():
            if rows:
                self.rows.setdefault((table, name), []).extend(rows)
                self.objects += len(rows)
        self.count += pending.count
        self.captures += 1
        if self.objects >= ROWS_AS_OBJECTS:
            self._condense()

    def _condense(self) -> None:
        for (table, date), rows in self.rows.items():
            self.chunks.setdefault((table, date), []).append(arrow(table, rows))
        self.rows.clear()
        self.objects = 0

    @property
    def is_due(self) -> bool:
        return self.captures > 0 and (
            self.count >= ROWS_OF_A_BATCH or self.captures >= CAPTURES_OF_A_BATCH
            or time.monotonic() - self.began >= SECONDS_OF_A_BATCH)

    def finish(self) -> list[File]:
        """Writes what is collected, gives the files, and begins again."""
        self._condense()
        files = self.files
        for (table, date), chunks in self.chunks.items():
            rows = pa.concat_tables(chunks)
            writer = Writer(
                self.folder, table, date, "zstd" if rows.num_rows >= ROWS_FOR_ZSTD else "snappy")
            writer.write(rows)
            files.append(writer.finish())
        self._begin()
        return files
