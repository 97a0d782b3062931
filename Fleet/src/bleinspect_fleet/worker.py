"""Reads captures, in a process of its own, and stages their rows."""

from __future__ import annotations

import dataclasses
import datetime
import gc
import hmac
import io
import json
import os
import pathlib
import re
import select
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import pyarrow as pa
from bleinspect.run import Child

from bleinspect_fleet.batch import (
    CAPTURES_OF_A_BATCH, SECONDS_OF_A_BATCH, Batch, Large, Row)
from bleinspect_fleet.convert import AT_ONCE, Converter, Facts
from bleinspect_fleet.documents import (
    LONGEST, Document, NotADocument, addresses, hidden, portions)
from bleinspect_fleet.lake import File
from bleinspect_fleet.program import SOON, Limits, outcome as outcome_of, remarks as remarks_of, run as run_program
from bleinspect_fleet.sources import Source, Stamp, sha256_of, stamp

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
    # Of the file that has this SHA-256: as long as it is the same, nobody reads it again for that.
    stamp: Stamp | None = None


# What became of a capture: the number of its task, the outcome, and the error.
Result = tuple[int, str, str | None]


@dataclass
class Waiting:
    """A capture that the program has read, until its documents are taken apart with others'."""

    task: Task
    document: Document
    row: Row


_START = re.compile(rb'"start":"([0-9-]{10})')


def _day(one: Waiting) -> bytes:
    found = _START.search(one.document.text, 0, 1000)
    return found[1] if found else b""


def now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC).replace(tzinfo=None)


def capture_row(settings: Settings, task: Task, **facts: Any) -> Row:
    return {"sha256": task.sha256, "program_version": settings.version,
            "path": task.source.path, "ingested": now(), **facts}


def failed(batch: Batch, settings: Settings, task: Task, outcome: str, error: str) -> None:
    """A row for a capture of which there are no others."""
    batch.add(capture_row(settings, task, outcome=outcome, error=error))


class Reader:
    """Reads captures into a batch."""

    def __init__(self, settings: Settings, folder: str) -> None:
        # Of no use to the program, whatever is in it.
        os.chdir("/")
        self.settings = settings
        self.batch = Batch(pathlib.Path(folder))
        self.hide = settings.hide()
        self.known: set[str] = set()  # addresses of the present capture, if they are hidden
        self.converter = Converter(settings.version, settings.limits.seconds)
        self.waiting: list[Waiting] = []
        self.octets = 0
        self.results: list[Result] = []

    @property
    def is_due(self) -> bool:
        return self.batch.is_due or (
            bool(self.waiting) and (time.monotonic() - self.batch.began >= SECONDS_OF_A_BATCH
                                    or self.batch.captures + len(self.waiting) >= CAPTURES_OF_A_BATCH))

    def finish(self) -> tuple[list[File], list[Result]]:
        """Writes what is collected, and begins again."""
        self.flush()
        files, results = self.batch.finish(), self.results
        self.results = []
        return files, results

    def read(self, task: Task) -> tuple[str, str | None]:
        """Takes a capture. Gives its outcome, and the error, as far as they are known."""
        outcome, error = self._read(task)
        if not (self.waiting and self.waiting[-1].task is task):
            self.results.append((task.number, outcome, error))
        elif self.octets >= AT_ONCE:
            self.flush()
        return outcome, error

    def _read(self, task: Task) -> tuple[str, str | None]:
        if task.source.error is not None:
            failed(self.batch, self.settings, task, "unreadable", task.source.error)
            return "unreadable", task.source.error
        try:
            file = open(task.source.file, "rb", buffering=0)
        except OSError as problem:
            error = problem.strerror or str(problem)
            failed(self.batch, self.settings, task, "unreadable", error)
            return "unreadable", error
        with file:
            return self._opened(task, file)

    def _opened(self, task: Task, file: io.FileIO) -> tuple[str, str | None]:
        before = os.fstat(file.fileno())
        if task.stamp is None or task.stamp != stamp(before):
            if sha256_of(file) != task.sha256:
                return "changed", "the file changed while it was read: the next ingest takes it"
            file.seek(0)
        limits = self.settings.limits
        run = run_program(self.settings.program, file.fileno(), limits)
        self.known = set()
        document: Document | None = None
        large: InParts | None = None
        fault: str | None = None
        try:
            chunks = run.chunks(SOON)
            try:
                for part in portions(chunks):
                    if document is not None:
                        large = large or InParts(self)
                        large.take(document)
                    document = Document(
                        task.sha256, self._hidden(part),
                        events_before=large.facts.events if large else 0)
            except NotADocument as problem:
                fault = str(problem)
            # What it says after the document, and how it ends, counts too.
            for _ in chunks:
                pass
            run.end()
            outcome, code, error = outcome_of(run, limits)
            if outcome in READ and fault is not None:
                outcome, error = "not_understood", fault
            remarks = remarks_of(run)
            stats: bytes | None = None
            if outcome in READ:
                stats, silence = self._answered(file, run.child)
                if silence is not None:
                    remarks = f"{remarks or ''}\nstats: {silence}".strip()
            after = os.fstat(file.fileno())
            if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
                if large:
                    large.abort()
                return "changed", "the file changed while it was read: the next ingest takes it"
            if self.hide is not None:
                error, remarks = hidden([error, remarks], self.hide, self.known)
            row = capture_row(
                self.settings, task, size=before.st_size, outcome=outcome, exit_code=code, error=error,
                remarks=remarks, cpu_ms=run.child.cpu_ms, peak_kb=run.child.peak_kb)
            if outcome not in READ or document is None:
                if large:
                    large.abort()
                self.batch.add(row)
            else:
                document.stats = stats
                if large is None:
                    self.octets += len(document.text)
                    self.waiting.append(Waiting(task, document, row))
                else:
                    outcome, error = large.finish(document, row)
            return outcome, error
        except BaseException:
            if large:
                large.abort()
            raise
        finally:
            run.close()

    def _hidden(self, text: bytes) -> bytes:
        if self.hide is None:
            return text
        try:
            document = json.loads(text.decode("utf-8", "replace"))
            addresses(document, self.known)
            return json.dumps(hidden(document, self.hide, self.known)).encode()
        except (ValueError, RecursionError) as problem:
            raise NotADocument(str(problem)) from None

    def _answered(self, file: io.FileIO, first: Child) -> tuple[bytes | None, str | None]:
        """What `stats` says of a capture that was read, or why it says nothing: those columns are NULL
        then, and the rest counts. What it costs is added to the first run's."""
        file.seek(0)
        run = run_program(self.settings.program, file.fileno(), self.settings.limits, ("stats",))
        pieces: list[bytes] = []
        size = 0
        fault: str | None = None
        try:
            for piece in run.chunks(SOON):
                size += len(piece)
                if size <= LONGEST:
                    pieces.append(piece)
            run.end()
        finally:
            run.close()
            first.cpu_ms = round(first.cpu_ms + run.child.cpu_ms, 3)
            first.peak_kb = max(first.peak_kb, run.child.peak_kb)
        outcome, _, error = outcome_of(run, self.settings.limits)
        if outcome not in READ:
            return None, error
        if size > LONGEST:
            return None, f"more than {LONGEST >> 20} MiB"
        try:
            return self._hidden(b"".join(pieces)), None
        except NotADocument as problem:
            return None, f"not understood: {problem}"

    # Conversion

    def flush(self) -> None:
        """Takes apart what waits: all at once, or, if one of them cannot be understood, each alone."""
        waiting, self.waiting, self.octets = self.waiting, [], 0
        if not waiting:
            return
        # Rows of one day then follow each other, and need not be copied to be in one file.
        waiting.sort(key=_day)
        try:
            self._convert(waiting)
        except NotADocument:
            for one in waiting:
                self._alone(one)

    def _convert(self, waiting: list[Waiting]) -> None:
        self.converter.begin()
        found, tables = self.converter.events([one.document for one in waiting])
        rest = self.converter.rest()
        self.batch.put(tables)
        self.batch.put(rest)
        for one, facts in zip(waiting, found, strict=True):
            self._add(one.task.number, one.row, facts)

    def _add(self, number: int, row: Row, facts: Facts) -> None:
        self.batch.add(row | vars(facts))
        self.results.append((number, row["outcome"], row["error"]))

    def _alone(self, one: Waiting) -> None:
        one.document.in_lines = False
        one.document.text = one.document.text.decode("utf-8", "replace").encode()
        try:
            self._convert([one])
        except NotADocument as problem:
            if one.document.stats is not None:
                one.document.stats = None
                try:
                    self._convert([one])
                except NotADocument as other:
                    problem = other
                else:
                    self.batch.rows[-1]["remarks"] = (
                        f"{one.row['remarks'] or ''}\nstats: not understood: {problem}".strip())
                    return
            row = one.row | {"outcome": "not_understood", "error": str(problem)}
            self.batch.add(row)
            self.results.append((one.task.number, row["outcome"], row["error"]))


class InParts:
    """A capture whose document is too large to be taken apart at once."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.facts = Facts()
        self.large = Large(reader.batch.folder)
        reader.converter.begin()

    def take(self, document: Document) -> None:
        (facts,), tables = self.reader.converter.events([document])
        if facts.events:
            self.facts = dataclasses.replace(facts, events=document.events_before + facts.events)
        else:
            # By `stats`, with the last part.
            self.facts = dataclasses.replace(
                self.facts, host=facts.host, end=facts.end, records=facts.records)
        self.large.put(tables, facts.date)

    def finish(self, document: Document, row: Row) -> tuple[str, str | None]:
        try:
            try:
                self.take(document)
            except NotADocument as problem:
                if document.stats is None:
                    raise
                document.stats = None
                self.take(document)
                row["remarks"] = f"{row['remarks'] or ''}\nstats: not understood: {problem}".strip()
            self.large.put(self.reader.converter.rest(), self.facts.date)
        except NotADocument as problem:
            self.large.abort()
            row |= {"outcome": "not_understood", "error": str(problem)}
            self.reader.batch.add(row)
        else:
            self.reader.batch.put_large(self.large)
            self.reader.batch.add(row | vars(self.facts))
        return row["outcome"], row["error"]

    def abort(self) -> None:
        self.large.abort()


def work(connection: Connection, settings: Settings, folder: str) -> None:
    """Takes tasks until None. Sends ("turn", outcome of what it has read or None, number of what it
    reads now or None), and ("staged", files, results) as often as a batch is full or old."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    # Nothing here makes cycles.
    gc.disable()
    # A tenth less time than with Arrow's own pools.
    pa.set_memory_pool(pa.system_memory_pool())
    parent = os.getppid()
    reader = Reader(settings, folder)
    # `connection.poll` makes a selector each time.
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    done: str | None = None

    def stage() -> None:
        connection.send(("staged", *reader.finish()))
        gc.collect()

    try:
        while True:
            if done is not None and (reader.is_due or not poll.poll(0)):
                connection.send(("turn", done, None))
                done = None
            if reader.batch.captures or reader.waiting:
                left = SECONDS_OF_A_BATCH - (time.monotonic() - reader.batch.began)
                if reader.is_due or not poll.poll(max(0.0, left * 1000)):
                    stage()
                    continue
            task = connection.recv()
            # One message for both: a message costs as much as a small file.
            connection.send(("turn", done, None if task is None else task.number))
            if task is None:
                break
            done, _ = reader.read(task)
            if task.source.temporary:
                os.unlink(task.source.file)
        stage()
        connection.send(("ended",))
    except (EOFError, BrokenPipeError, ConnectionResetError, FileNotFoundError):
        if os.getppid() == parent:
            raise
        # The parent was killed: what it has not committed does not count.
