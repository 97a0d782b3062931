"""The same on Spark: captures are read by its executors, and questions answered by its SQL."""

from __future__ import annotations

import base64
import os
import pathlib
import pickle
import re
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

from bleinspect_fleet.errors import FleetError
from bleinspect_fleet.ingest import Ingest, Summary
from bleinspect_fleet.lake import Change, File, Lake, Staging
from bleinspect_fleet.query import PARAMETER, Answer
from bleinspect_fleet.schemas import SCHEMAS, TABLES
from bleinspect_fleet.sources import Source
from bleinspect_fleet.worker import Reader, Settings, Task

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
    only: set[str] | None, again: bool,
) -> Summary:
    """The executors write into the lake's staging folder, which they must see under the same path, as
    they must the captures and the program. The driver alone commits."""
    began = time.monotonic()
    ingest = Ingest(lake, settings, 1, None, only, again)
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
        state, theirs = ingest.lake.commit(
            Change(add=files, again=ingest.again_too), "ingest, Spark")
        ingest.summary.committed += sum(
            file.rows for file in files if file.table == "captures") - theirs
        ingest.summary.theirs += theirs
        ingest.versions = ingest.lake.newest(state)
    for task in tasks:
        if task.source.temporary:
            pathlib.Path(task.source.file).unlink(missing_ok=True)


def run_partition(packed: Iterable[str], settings: Settings, folder: str) -> Iterator[str]:
    """Runs on an executor."""
    reader = Reader(settings, folder)
    files: list[File] = []
    results: list[tuple[str, str, str | None]] = []
    paths: dict[int, str] = {}

    def stage() -> None:
        staged, done = reader.finish()
        files.extend(staged)
        results.extend((paths.pop(number), outcome, error) for number, outcome, error in done)

    for text in packed:
        task: Task = _unpacked(text)
        paths[task.number] = task.source.path
        reader.read(task)
        if reader.is_due:
            stage()
    stage()
    yield _packed((files, results))


def _packed(value: Any) -> str:
    return base64.b64encode(pickle.dumps(value)).decode()


def _unpacked(text: str) -> Any:
    return pickle.loads(base64.b64decode(text))


class SparkSQL:
    """The views of a lake in a Spark session."""

    def __init__(self, lake: Lake, master: str = "local[*]") -> None:
        from pyspark.sql.pandas.types import from_arrow_schema

        self.spark = session(master)
        head = lake.head()
        replaced = [f"{sha256} {version}" for sha256, version in sorted(head.replaced)]
        for table in TABLES:
            schema = from_arrow_schema(SCHEMAS[table], prefer_timestamp_ntz=True)
            # Hadoop takes what looks like a pattern for one.
            paths = [re.sub(r"[*?{}\[\]\\]", r"\\\g<0>", lake.absolute(file))
                     for file in head.of(table)]
            # A given schema reads columns that a file has not as NULL.
            frame = self.spark.read.schema(schema).parquet(*paths) if paths else \
                self.spark.createDataFrame([], schema)
            if replaced:
                from pyspark.sql import functions as F
                key = F.concat_ws(" ", frame["sha256"], frame["program_version"])
                old = self.spark.createDataFrame([(one,) for one in replaced], "old string")
                frame = frame.join(F.broadcast(old), key == old["old"], "left_anti")
            frame.createOrReplaceTempView(table)

    def run(self, sql: str, parameters: dict[str, str]) -> Answer:
        from pyspark.errors import AnalysisException, PySparkException

        used = set(PARAMETER.findall(sql)) & parameters.keys()
        try:
            frame = self.spark.sql(sql, args={name: parameters[name] for name in used})
            return Answer(list(frame.columns), [tuple(row) for row in frame.collect()])
        except AnalysisException as error:  # of no row yet: all line feeds are Spark's own
            raise FleetError(*f"Spark: {error}".strip().split("\n")) from None
        except PySparkException as error:
            raise FleetError(f"Spark: {error}") from None

    def stop(self) -> None:
        self.spark.stop()
