"""Spark gives what the pool gives. Needs PySpark and Java."""

from __future__ import annotations

import pathlib

import pytest
from bleinspect_fleet.care import verify
from bleinspect_fleet.lake import Lake
from conftest import CAPTURES, DEEP, fleet, included, tables

pytestmark = pytest.mark.skipif(not DEEP, reason="only with BLEINSPECT_FLEET_DEEP=1")


def test_ingest(lake: pathlib.Path, tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "lake"
    fleet("ingest", CAPTURES, "--to", folder, *included(), "--engine", "spark", "--master", "local[2]")
    assert tables(folder) == tables(lake)
    assert not verify(Lake(folder)).faults
    again = fleet("ingest", CAPTURES, "--to", folder, *included(), "--engine", "spark",
                  "--master", "local[2]")
    assert " 0 ingested" in again.stderr
