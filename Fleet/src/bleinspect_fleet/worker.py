"""Reads captures, in a process of its own, and stages their rows."""

from __future__ import annotations

import datetime
import gc
import hashlib
import hmac
import os
import pathlib
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, BinaryIO

from bleinspect_fleet.batch import SECONDS_OF_A_BATCH, Batch, Pending
from bleinspect_fleet.document import NotADocument, elements
from bleinspect_fleet.program import Limits, Run
from bleinspect_fleet.rows import Answers, CaptureRows, Row, hidden, timestamp
from bleinspect_fleet.sources import Source

# What comes of JSON that is not as the program writes it: other types, other names, far too deep.
NOT_AS_WRITTEN = (KeyError, TypeError, AttributeError, ValueError, RecursionError)

# Outcomes whose rows count: the program has read the capture, or all before its damage.
READ = frozenset(("read", "damaged"))


@dataclass(frozen=True)
class Settings:
    """What all captures of a run have in common."""

    program: str
    version: str
    limits: Limits
    key: bytes | None = None  # of --no-addresses

    def hide(self) -> Callable[[str], str] | None:
        if self.key is None:
            return None
        key = self.key
        return lambda address: "#" + hmac.new(key, address.encode(), "sha256").hexdigest()[:12]


@dataclass(frozen=True)
class Task:
    number: int
    source: Source
    sha256: str


def now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC).replace(tzinfo=None)


def capture_row(settings: Settings, task: Task, date: datetime.date | None, **facts: Any) -> Row:
    return {"sha256": task.sha256, "program_version": settings.version, "date": date,
            "path": task.source.path, "ingested": now(), **facts}


def failed(batch: Batch, settings: Settings, task: Task, outcome: str, error: str) -> None:
    """A row for a capture of which there are no others."""
    pending = Pending(batch.folder)
    pending.put("captures", capture_row(settings, task, None, outcome=outcome, error=error))
    batch.add(None, pending)


def read(batch: Batch, settings: Settings, task: Task) -> tuple[str, str | None]:
    """Puts the rows of one capture into the batch. Gives its outcome, and the error."""
    if task.source.error is not None:
        failed(batch, settings, task, "unreadable", task.source.error)
        return "unreadable", task.source.error
    try:
        file = open(task.source.file, "rb")
    except OSError as problem:
        failed(batch, settings, task, "unreadable", problem.strerror or str(problem))
        return "unreadable", problem.strerror
    with file:
        if hashlib.file_digest(file, "sha256").hexdigest() != task.sha256:
            return "changed", "the file changed while it was read: the next ingest takes it"
        size = file.tell()
        before = os.fstat(file.fileno())
        file.seek(0)
        pending = Pending(batch.folder)
        rows = CaptureRows(task.sha256, settings.version, pending.put, settings.hide())
        run = Run(settings.program, file.fileno(), settings.limits)
        chunks = run.chunks()
        fault: str | None = None
        try:
            try:
                for key, piece in elements(chunks):
                    rows.take(key, piece)
            except NotADocument as problem:
                fault = str(problem)
            except NOT_AS_WRITTEN as problem:
                fault = f"not what bleinspect writes: {problem!r}"
            # What it says after the document, and how it ends, counts too.
            for _ in chunks:
                pass
        except BaseException:
            pending.abort()
            raise
        finally:
            run.finish()
        outcome, code, error = run.outcome()
        if outcome in READ and fault is not None:
            outcome, error = "not_understood", fault
        remarks = run.remarks()
        if outcome in READ:
            try:
                answers, silence = answered(settings, file, run)
                rows.finish(answers)
                if silence is not None:
                    remarks = f"{remarks or ''}\nstats: {silence}".strip()
            except NOT_AS_WRITTEN as problem:
                outcome, error = "not_understood", f"not what bleinspect writes: {problem!r}"
            except BaseException:
                pending.abort()
                raise
        after = os.fstat(file.fileno())
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        pending.abort()
        return "changed", "the file changed while it was read: the next ingest takes it"
    if outcome not in READ:
        pending.abort()
        pending = Pending(batch.folder)
        rows = CaptureRows(task.sha256, settings.version, pending.put)
    last = rows.last
    if (hide := settings.hide()) is not None:
        error, remarks = hidden(error, hide), hidden(remarks, hide)
    pending.put("captures", capture_row(
        settings, task, rows.date, size=size, outcome=outcome, exit_code=code, error=error,
        remarks=remarks, format=rows.capture.get("format"),
        link_type=rows.capture.get("link_type"), start=timestamp(rows.capture.get("start")),
        last_event=last.get("time"), last_event_frame=last.get("frame"),
        last_event_t=last.get("t"), events=rows.events, cpu_ms=run.cpu_ms, peak_kb=run.peak_kb))
    batch.add(rows.date, pending)
    return outcome, error


def answered(settings: Settings, file: BinaryIO, first: Run) -> tuple[Answers, str | None]:
    """What `stats` says of a capture that was read, and why, if it says nothing: those columns are
    NULL then, and the rest counts. What it costs is added to the first run's."""
    file.seek(0)
    answers = Answers(settings.hide())
    run = Run(settings.program, file.fileno(), settings.limits, ("stats",))
    fault: str | None = None
    try:
        chunks = run.chunks()
        try:
            for key, piece in elements(chunks):
                answers.take(key, piece)
        except (NotADocument, *NOT_AS_WRITTEN) as problem:
            fault = f"not understood: {problem}"
        for _ in chunks:
            pass
    finally:
        run.finish()
        first.cpu_ms = round(first.cpu_ms + run.cpu_ms, 3)
        first.peak_kb = max(first.peak_kb, run.peak_kb)
    outcome, _, error = run.outcome()
    if outcome not in READ:
        fault = error
    if fault is not None:
        return Answers(), fault
    answers.is_whole = True
    return answers, None


def work(connection: Connection, settings: Settings, folder: str) -> None:
    """Takes tasks until None. Sends ("began", number), ("done", number, outcome, error, cpu_ms), and
    ("staged", files, numbers) as often as a batch is full or old."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    # Rows make no cycles, and looking through tens of thousands of them takes as long as reading them.
    gc.disable()
    parent = os.getppid()
    batch = Batch(pathlib.Path(folder))
    numbers: list[int] = []

    def stage() -> None:
        connection.send(("staged", batch.finish(), list(numbers)))
        numbers.clear()
        gc.collect()

    try:
        while True:
            left = SECONDS_OF_A_BATCH - (time.monotonic() - batch.began)
            if numbers and not connection.poll(max(0.0, left)):
                stage()
                continue
            task = connection.recv()
            if task is None:
                break
            connection.send(("began", task.number))
            outcome, error = read(batch, settings, task)
            if task.source.temporary:
                os.unlink(task.source.file)
            numbers.append(task.number)
            connection.send(("done", task.number, outcome, error))
            if batch.is_due:
                stage()
        stage()
        connection.send(("ended",))
    except (EOFError, BrokenPipeError, ConnectionResetError, FileNotFoundError):
        if os.getppid() == parent:
            raise
        # The parent was killed: what it has not committed does not count.
