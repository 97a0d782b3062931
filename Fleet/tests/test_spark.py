"""Spark gives what the pool and DuckDB give. Needs PySpark and Java."""

from __future__ import annotations

import pathlib
from typing import Any

import pytest
from bleinspect_fleet.care import verify
from bleinspect_fleet.errors import FleetError
from bleinspect_fleet.lake import Lake
from bleinspect_fleet.query import DuckDB, ask, questions
from conftest import CAPTURES, DEEP, fleet, included, tables

pytestmark = pytest.mark.skipif(not DEEP, reason="only with BLEINSPECT_FLEET_DEEP=1")


def rounded(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(float(value) if type(value).__name__ == "Decimal" else value for value in row)


def test_ingest(lake: pathlib.Path, tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "lake"
    fleet("ingest", CAPTURES, "--to", folder, *included(), "--engine", "spark", "--master", "local[2]")
    assert tables(folder) == tables(lake)
    assert not verify(Lake(folder)).faults
    again = fleet("ingest", CAPTURES, "--to", folder, *included(), "--engine", "spark",
                  "--master", "local[2]")
    assert " 0 ingested" in again.stderr


def test_questions(lake: pathlib.Path) -> None:
    from bleinspect_fleet.spark import SparkSQL

    spark, duckdb = SparkSQL(Lake(lake), "local[2]"), DuckDB(Lake(lake))
    given = {"writes": {"characteristic": "0x2a39"}, "value-over-time": {"field": "heart_rate"},
             "captures-like": {"capture": str(CAPTURES / "polar-h7.btsnoop")}}
    try:
        for name in questions():
            here, there = (ask(engine, name, given.get(name, {})) for engine in (duckdb, spark))
            assert here.columns == there.columns
            assert list(map(rounded, here.rows)) == list(map(rounded, there.rows)), name
            assert here.remark == there.remark
        with pytest.raises(FleetError) as raised:
            spark.run("SELECT * FROM event", {})
        assert len(raised.value.args) > 1 and "event" in raised.value.args[0]
    finally:
        spark.stop()
