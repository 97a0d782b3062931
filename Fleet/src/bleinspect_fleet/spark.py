"""The same on Spark: its executors read the captures, and the driver commits."""

from __future__ import annotations

import base64
import os
import pathlib
import pickle
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

from bleinspect_fleet.batch import Batch
from bleinspect_fleet.errors import FleetError
from bleinspect_fleet.ingest import Ingest, Summary
from bleinspect_fleet.lake import Change, File, Lake, Staging
from bleinspect_fleet.sources import Source
from bleinspect_fleet.worker import Settings, Task, read

# Captures that one Spark task reads: its files are then of a size worth having.
CAPTURES_OF_A_TASK = 500
# So many are sent to the executors, and committed, at a time.
CAPTURES_OF_A_JOB = 20_000


def session(master: str) -> Any:
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise FleetError("no PySpark: pip install 'bleinspect-fleet[spark]', and a Java of 17 or "
                         "later") from None
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    return (SparkSession.builder.master(master).appName("bleinspect-fleet")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.log.level", "ERROR")
            .getOrCreate())


def spark_ingest(
    lake: Lake, settings: Settings, found: Iterator[Source], staging: Staging, master: str,
    only: set[str] | None,
) -> Summary:
    """The executors write into the lake's staging folder, which they must see under the same path, as
    they must the captures and the program. The driver alone commits."""
    began = time.monotonic()
    ingest = Ingest(lake, settings, 1, None, only)
    tasks = ingest.tasks(found)
    spark = session(master)
    try:
        while chosen := [task for task, _ in zip(tasks, range(CAPTURES_OF_A_JOB), strict=False)]:
            job(spark, ingest, settings, staging, chosen)
    finally:
        spark.stop()
    ingest.summary.seconds = time.monotonic() - began
    return ingest.summary


def job(spark: Any, ingest: Ingest, settings: Settings, staging: Staging, tasks: list[Task]) -> None:
    context = spark.sparkContext
    slices = max(1, min(len(tasks), max(
        context.defaultParallelism, -(-len(tasks) // CAPTURES_OF_A_TASK))))
    folder = str(staging.path)
    rows = context.parallelize([_packed(task) for task in tasks], slices).mapPartitions(
        lambda packed: run_partition(packed, settings, folder)).collect()
    files: list[File] = []
    for text in rows:
        of_partition, results = _unpacked(text)
        # An attempt that Spark repeated leaves files that nobody names.
        files += of_partition
        for path, outcome, error in results:
            ingest.summary.count(path, outcome, error)
    if files:
        state, theirs = ingest.lake.commit(Change(add=files), "ingest, Spark")
        ingest.summary.committed += sum(
            file.rows for file in files if file.table == "captures") - theirs
        ingest.summary.theirs += theirs
        ingest.versions = ingest.lake.newest(state)
    for task in tasks:
        if task.source.temporary:
            pathlib.Path(task.source.file).unlink(missing_ok=True)


def run_partition(packed: Iterable[str], settings: Settings, folder: str) -> Iterator[str]:
    """Runs on an executor."""
    batch = Batch(pathlib.Path(folder))
    files: list[File] = []
    results: list[tuple[str, str, str | None]] = []
    for text in packed:
        task: Task = _unpacked(text)
        results.append((task.source.path, *read(batch, settings, task)))
        if batch.is_due:
            files += batch.finish()
    files += batch.finish()
    yield _packed((files, results))


def _packed(value: Any) -> str:
    return base64.b64encode(pickle.dumps(value)).decode()


def _unpacked(text: str) -> Any:
    return pickle.loads(base64.b64decode(text))
