"""Events of many captures as columns: DuckDB takes their JSON apart, and Arrow does all else.

A look at each event in SQL, again for each table, would take three times as long.
"""

from __future__ import annotations

import json
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from bleinspect_fleet.schemas import (
    ATTRIBUTE, HEAD, KIND, PLACE, SCHEMAS, SIGNAL, TAIL, own_columns)
from bleinspect_fleet.units import AXES, EXACT, named

Tables = dict[str, Any]

_SQL_TYPES = {
    pa.string(): "VARCHAR", pa.int64(): "BIGINT", pa.int32(): "INTEGER", pa.float64(): "DOUBLE",
    pa.bool_(): "BOOLEAN"}


def sql_type(kind: Any) -> Any:
    """A type for from_json. Times are texts."""
    if pa.types.is_list(kind):
        return [sql_type(kind.value_type)]
    return _SQL_TYPES.get(kind, "VARCHAR")


def sql_types(columns: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: sql_type(kind) for name, kind in columns}


def literal(value: Any) -> str:
    return "'" + json.dumps(value).replace("'", "''") + "'"


def sql_time(column: str) -> str:
    """RFC 3339 in UTC, to the microsecond; NULL outside the years 0 to 9999."""
    return (f"CASE WHEN strpos({column}, '-') = 5 "
            f"THEN TRY_CAST(rtrim(left({column}, 26), 'Z') AS TIMESTAMP) END")


# Of each table of events, the columns that are keys, without `seq` and `details`.
_KEYS = {"events": [*PLACE[1:], *ATTRIBUTE, *KIND, *TAIL[:-1]],
         "adverts": [*PLACE[1:], *SIGNAL, *TAIL[:-1]]}
_TYPES = {**sql_types(_KEYS["events"]), **sql_types(_KEYS["adverts"]), "decoded": "JSON"}
# What a row of `values` has from its event.
_OF_VALUES = [name for name, _ in HEAD] + [
    name for name in own_columns("values")
    if name not in ("field", "number", "text", "bool", "unit")]

_EVENTS = f"SELECT unnest(from_json(j, {literal(_TYPES)})), len(json_keys(j)) AS keys FROM lines"
_TIMES = f"""SELECT {sql_time('"time"')} AS "time" FROM times"""
_NUMBER = "type NOT IN ('VARCHAR', 'BOOLEAN', 'NULL')"
_VALUES = f"""
SELECT row,
       CASE WHEN is_axis AND json_array_length(decoded, path) = 3 THEN 'x' ELSE '' END || fullkey
           AS field,
       CASE WHEN {_NUMBER} THEN CAST(atom AS DOUBLE) END AS number,
       CASE WHEN type = 'VARCHAR' THEN atom->>'$'
            WHEN {_NUMBER} AND type <> 'DOUBLE' AND abs(CAST(atom AS DOUBLE)) >= {EXACT}
                 AND abs(CAST(atom AS HUGEINT)) > {EXACT} THEN CAST(atom AS VARCHAR) END AS text,
       CASE WHEN type = 'BOOLEAN' THEN CAST(atom AS BOOLEAN) END AS bool
FROM (SELECT o.row, o.decoded, t.type, t.atom, t.fullkey, t.path,
             regexp_matches(t.path, '\\.({"|".join(sorted(AXES))})$') AS is_axis
      FROM objects AS o, json_tree(o.decoded) AS t
      WHERE t.type NOT IN ('OBJECT', 'ARRAY'))
"""


class Events:
    """The events of documents, with columns for all keys that a table has, and `document`, the number
    of theirs."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, lists: Any) -> None:
        """`lists`: for each document its events, each JSON of a line or more."""
        self._connection = connection
        self.counts = pc.fill_null(pc.list_value_length(lists), 0)
        self._json = lists.flatten()
        found = self._ask(_EVENTS, "lines", {"j": self._json})
        self._keys = found["keys"]
        columns = {name: found[name] for name in _TYPES}
        columns["document"] = pc.list_parent_indices(lists)
        columns["time"] = self._times(columns["time"])
        self._has_value = pc.is_valid(columns["decoded"])
        self.table = pa.table(columns)

    def _ask(self, sql: str, name: str, columns: dict[str, Any]) -> Any:
        self._connection.register(name, pa.table(columns))
        try:
            return self._connection.sql(sql).to_arrow_table().combine_chunks()
        finally:
            self._connection.unregister(name)

    def _times(self, texts: Any) -> Any:
        """The same as `sql_time`, which is asked if there is one that is none."""
        has_year = pc.equal(pc.find_substring(texts, "-"), 4)
        cut = pc.utf8_rtrim(pc.utf8_slice_codeunits(texts, 0, 26), "Z")
        try:
            return pc.if_else(has_year, cut, None).cast(pa.timestamp("us"))
        except pa.ArrowInvalid:
            return self._ask(_TIMES, "times", {"time": texts})["time"]

    def lasts(self) -> list[tuple[Any, Any, Any]]:
        """Time, frame and t of the last event of each document."""
        ends = pc.subtract(pc.cumulative_sum(self.counts), 1)
        some = pc.if_else(pc.greater(self.counts, 0), ends, None)
        rows = self.table.select(["time", "frame", "t"]).take(some)
        return list(zip(*(column.to_pylist() for column in rows.columns), strict=True))

    def tables(self, heads: dict[str, Any], before: Any) -> Tables:
        """`heads`: for each document what each of its rows begins with; `before`: how many events were
        in the parts before it."""
        document = self.table["document"].combine_chunks()
        begins = pc.subtract(pc.cumulative_sum(self.counts), self.counts)
        first = pc.subtract(begins, before).take(document)
        table = self.table
        rows = pa.array(range(1, len(table) + 1), pa.int64())
        for name, column in {
            **{name: column.take(document) for name, column in heads.items()},
            "seq": pc.subtract(rows, first)
        }.items():
            table = table.append_column(name, column)
        is_advert = pc.equal(table["event"], "advertisement")
        is_other = pc.invert(is_advert)
        return {"events": self._given("events", table, is_other),
                "adverts": self._given("adverts", table, is_advert), "values": self._values(table)}

    def _given(self, name: str, table: Any, chosen: Any) -> Any:
        names = [field.name for field in SCHEMAS[name] if field.name != "details"]
        # Most columns have no value at all, and filtering those costs as much as any other.
        empty = {one for one in names if table[one].null_count == len(table)}
        present = table.select([one for one in names if one not in empty]).append_column(
            "decoded", self._has_value).filter(chosen)
        keys = [key for key, _ in _KEYS[name] if key not in empty]
        known = pc.cast(present["decoded"], pa.int64())
        for key in keys:
            known = pc.add(known, _present(present[key]))
        odd = pc.not_equal(pc.filter(self._keys, chosen), known).combine_chunks()
        details = pa.nulls(len(present), pa.string())
        if pc.any(odd).as_py():
            rows = pc.filter(pc.indices_nonzero(chosen), odd)
            details = pc.replace_with_mask(
                details, odd,
                self._details(keys, present.filter(odd), pc.take(self._json, rows)))
        columns = {one: pa.nulls(len(present), table[one].type) if one in empty else present[one]
                   for one in names}
        return fitted({**columns, "details": details}, name)

    def _details(self, columns: list[str], table: Any, json_of: Any) -> Any:
        """All keys that are no columns, as JSON."""
        # It looks for each key in each row: those that no row has cost most.
        keys = [key for key in columns if table[key].null_count < len(table)] + ["decoded"]
        found = self._ask(
            f"SELECT nullif(json_merge_patch(j, {literal(dict.fromkeys(keys))})::VARCHAR, '{{}}') AS details "
            "FROM odd", "odd", {"j": json_of})
        return found["details"].combine_chunks()

    def _values(self, table: Any) -> Any:
        objects = {"row": pc.indices_nonzero(self._has_value),
                   "decoded": table["decoded"].filter(self._has_value)}
        found = self._ask(_VALUES, "objects", objects)
        columns = table.select(_OF_VALUES).take(found["row"].combine_chunks())
        field, unit = _named(found["field"])
        return fitted({**{name: columns[name] for name in _OF_VALUES},
                       **{name: found[name] for name in ("number", "text", "bool")},
                       "field": field, "unit": unit}, "values")


def _present(column: Any) -> Any:
    """1 where there is a value."""
    if column.null_count == 0:
        return pa.scalar(1, pa.int64())
    if column.null_count == len(column):
        return pa.scalar(0, pa.int64())
    return pc.cast(pc.is_valid(column), pa.int64())


def fitted(columns: dict[str, Any], table: str) -> Any:
    schema = SCHEMAS[table]
    return pa.Table.from_arrays(
        [column if (column := columns[field.name]).type == field.type else column.cast(field.type)
         for field in schema], schema=schema)


def _named(paths: Any) -> tuple[Any, Any]:
    """Field and unit of each path in `decoded`. There are many of few."""
    encoded = paths.combine_chunks().dictionary_encode()
    names = [named(path) for path in encoded.dictionary.to_pylist()]
    return tuple(
        pa.DictionaryArray.from_arrays(encoded.indices, pa.array(column, pa.string())).cast(pa.string())
        for column in ([field for field, _ in names], [unit for _, unit in names]))
