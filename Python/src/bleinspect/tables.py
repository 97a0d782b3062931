"""Tables for pandas, Arrow and polars, which are imported where they are asked for."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from bleinspect.program import Row
from bleinspect.results import Event, Sample

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

# Rows of a batch of Arrow.
BATCH = 8192


def needs(module: str) -> Any:
    """The module, or what to install."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        extra = {"pyarrow": "arrow"}.get(module, module)
        raise ImportError(f"this needs {module}: pip install 'bleinspect[{extra}]' ({error})") from None


def series(key: str, samples: Sequence[Sample], *, is_local: bool) -> pandas.Series[Any]:
    pandas = needs("pandas")
    return pandas.Series(
        [sample.value for sample in samples], index=_index([sample.time for sample in samples], is_local), name=key)


def wide(events: Sequence[Event], *, is_local: bool) -> pandas.DataFrame:
    pandas = needs("pandas")
    rows = [
        {"frame": event.frame, "t": event.t, "event": event.event, "connection": event.connection,
         "address": event.address, "name": event.name} | event.fields()
        for event in events]
    return pandas.DataFrame(rows, index=_index([event.time for event in events], is_local))


def _index(times: Sequence[Any], is_local: bool) -> Any:
    """Times in UTC; without a zone where they are those of a recorder whose zone nobody knows."""
    pandas = needs("pandas")
    index = pandas.DatetimeIndex(pandas.to_datetime(list(times), utc=True), name="time").as_unit("us")
    return index.tz_localize(None) if is_local else index


def schema() -> Any:
    arrow = needs("pyarrow")
    text, whole = arrow.string(), arrow.int64()
    return arrow.schema([
        ("frame", whole), ("time", arrow.timestamp("us", "UTC")), ("t", arrow.float64()), ("adapter", whole),
        ("event", text), ("connection", whole), ("address", text), ("name", text), ("service", text),
        ("characteristic", text), ("label", text), ("field", text), ("value_number", arrow.float64()),
        ("value_text", text), ("value_bool", arrow.bool_()), ("unit", text), ("capture_path", text),
        ("capture_sha256", text)])


def reader(rows: Iterable[Row]) -> pyarrow.RecordBatchReader:
    """Rows of `--flat` as batches, which are made as they are taken."""
    arrow = needs("pyarrow")
    columns = schema()

    def batches() -> Iterator[Any]:
        batch: list[Row] = []
        for row in rows:
            batch.append(row)
            if len(batch) == BATCH:
                yield made(batch)
                batch = []
        if batch:
            yield made(batch)

    def made(batch: list[Row]) -> Any:
        arrays = []
        for field in columns:
            values = [row.get(field.name) for row in batch]
            if field.name == "time":
                # Digits after the microseconds are left out.
                texts = arrow.array([value and value[:26].rstrip("Z") for value in values], arrow.string())
                arrays.append(texts.cast(arrow.timestamp("us")).cast(field.type))
            else:
                arrays.append(arrow.array(values, field.type))
        return arrow.RecordBatch.from_arrays(arrays, schema=columns)

    return arrow.RecordBatchReader.from_batches(columns, batches())


def to_pandas(table: pyarrow.Table) -> pandas.DataFrame:
    needs("pandas")
    return table.to_pandas()


def to_polars(table: pyarrow.Table) -> polars.DataFrame:
    return needs("polars").from_arrow(table)  # type: ignore[no-any-return]
