"""Brings captures into a lake: a pool of worker processes, and one place that commits."""

from __future__ import annotations

import collections
import hashlib
import multiprocessing
import os
import pathlib
import re
import secrets
import select
import signal
import sys
import time
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from bleinspect_fleet.batch import Batch
from bleinspect_fleet.errors import FleetError, NoProgress, safe
from bleinspect_fleet.lake import Change, File, Lake, Staging
from bleinspect_fleet.program import version_key
from bleinspect_fleet.sources import Source, digest
from bleinspect_fleet.worker import Settings, Task, failed, work

# Tasks that a worker has before it asks: it never waits for the parent.
AHEAD = 2
# A capture during which a worker ends is tried again once, by another one.
ATTEMPTS = 2
# So many workers in a row that end outside of a capture end the run: the next would, too.
DEATHS = 3


@dataclass
class Summary:
    found: int = 0
    known: int = 0
    copies: int = 0
    read: int = 0  # for the progress only, as the next: not all of it is committed
    failed: int = 0
    outcomes: collections.Counter[str] = field(default_factory=collections.Counter)
    errors: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    committed: int = 0
    theirs: int = 0
    missing: int = 0
    seconds: float = 0.0
    interrupted: bool = False

    def count(self, path: str, outcome: str, error: str | None) -> None:
        self.outcomes[outcome] += 1
        if outcome != "read":
            # The same fault in many captures is one line.
            kind = re.sub(r"\d+", "#", re.sub(r'".*"', '"..."', error or ""))
            paths = self.errors.setdefault((outcome, kind), [])
            paths.append(path if len(paths) < 3 else "")

    @property
    def failures(self) -> int:
        return sum(self.outcomes.values()) - self.outcomes["read"]

    def text(self) -> str:
        lines = [
            f"{self.found} capture{'' if self.found == 1 else 's'} found: {self.committed} ingested, "
            f"{self.known} known before, {self.copies} {'copy' if self.copies == 1 else 'copies'}, "
            f"in {self.seconds:.1f} s"]
        if self.theirs:
            lines.append(f"{self.theirs} were ingested by another run meanwhile: its rows stay")
        for (outcome, kind), paths in sorted(self.errors.items(), key=lambda item: -len(item[1])):
            lines.append(f"{len(paths):7} {outcome}: {safe(kind[:100])}")
            lines += [f"        {path!r:.120}" for path in paths if path]
        if self.missing:
            lines.append(f"{self.missing} are not where they were, or have changed: their rows stay")
        if self.interrupted:
            lines.append("interrupted: what is committed counts, and the same command goes on")
        return "\n".join(lines)


class Worker:
    def __init__(self, settings: Settings, staging: Staging) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection: Connection
        self.connection, theirs = context.Pipe()
        self.process = context.Process(
            target=work, args=(theirs, settings, str(staging.path)), daemon=True)
        self.process.start()
        theirs.close()
        self.given: dict[int, Task] = {}  # not staged yet
        self.began: int | None = None
        self.waiting = 0  # given and not done
        self.told_to_end = False

    def give(self, task: Task) -> None:
        self.given[task.number] = task
        self.waiting += 1
        self.connection.send(task)

    def end(self) -> None:
        if not self.told_to_end:
            self.told_to_end = True
            self.connection.send(None)


def ready(workers: list[Worker]) -> list[Worker]:
    """Those that say something, soon. `multiprocessing.connection.wait` takes ten times as long."""
    poll = select.poll()
    of = {worker.connection.fileno(): worker for worker in workers}
    for descriptor in of:
        poll.register(descriptor, select.POLLIN)
    return [of[descriptor] for descriptor, _ in poll.poll(1000)]


class Ingest:
    def __init__(
        self, lake: Lake, settings: Settings, jobs: int, progress: Progress | None = None,
        only: Container[str] | None = None, again: bool = False,
    ) -> None:
        """`only`: the SHA-256 of those to read; others that stand in their place are not taken.
        `again`: also those that this version of the program has read, and failed."""
        self.only, self.again_too = only, again
        self.lake, self.settings, self.jobs = lake, settings, jobs
        self.summary = Summary()
        self.progress = progress
        self.versions = lake.newest(lake.head())
        self.taken: set[str] = set()
        self.again: collections.deque[Task] = collections.deque()
        self.attempts: collections.Counter[str] = collections.Counter()
        self.deaths = 0  # outside of a capture, since rows were staged last
        self.numbers = 0

    def run(self, sources: Iterable[Source], staging: Staging) -> Summary:
        began = time.monotonic()
        tasks = self.tasks(iter(sources))
        workers: list[Worker] = []
        stop = Stop()
        try:
            with stop:
                self.feed(tasks, workers, staging, stop)
        finally:
            for worker in workers:
                worker.connection.close()
                worker.process.kill()
                worker.process.join()
        self.summary.seconds = time.monotonic() - began
        self.summary.interrupted = stop.asked
        return self.summary

    def tasks(self, sources: Iterator[Source]) -> Iterator[Task]:
        """Each capture that the lake has not, once."""
        for source in sources:
            self.summary.found += 1
            sha256, stamp = digest(source)
            known = self.versions.get(sha256)
            if self.only is not None and sha256 not in self.only:
                self.summary.missing += 1
            elif sha256 in self.taken:
                self.summary.copies += 1
            elif not self.again_too and known is not None and (
                    version_key(known) >= version_key(self.settings.version)):
                self.summary.known += 1
            else:
                self.taken.add(sha256)
                self.numbers += 1
                yield Task(self.numbers, source, sha256, stamp)
                continue
            if source.temporary:
                os.unlink(source.file)

    def feed(
        self, tasks: Iterator[Task], workers: list[Worker], staging: Staging, stop: Stop,
    ) -> None:
        finished = False
        while True:
            for worker in list(workers):
                while worker.waiting < AHEAD and not worker.told_to_end:
                    task = self.next(tasks, stop)
                    if task is None:
                        finished = True
                        break
                    try:
                        worker.give(task)
                    except (BrokenPipeError, ConnectionResetError):
                        break  # It is dead; below its tasks are given to others.
                if finished and not self.again:
                    try:
                        worker.end()
                    except (BrokenPipeError, ConnectionResetError):
                        pass
            if len(workers) < self.jobs and not (finished and not self.again):
                task = self.next(tasks, stop)
                if task is None:
                    finished = True
                else:
                    worker = Worker(self.settings, staging)
                    workers.append(worker)
                    try:
                        worker.give(task)
                    except (BrokenPipeError, ConnectionResetError):
                        pass  # It is dead; below its task is given to another.
                continue
            if not workers:
                break
            for worker in ready(workers):
                try:
                    message = worker.connection.recv()
                except (EOFError, OSError):
                    workers.remove(worker)
                    self.bury(worker, staging)
                    finished = False
                    continue
                if message[0] == "ended":
                    workers.remove(worker)
                    worker.process.join()
                    worker.connection.close()
                else:
                    self.take(worker, message)
            if self.progress:
                self.progress.show(self.summary)

    def next(self, tasks: Iterator[Task], stop: Stop) -> Task | None:
        if stop.asked:
            self.again.clear()
            return None
        return self.again.popleft() if self.again else next(tasks, None)

    def take(self, worker: Worker, message: tuple[Any, ...]) -> None:
        if message[0] == "turn":
            _, outcome, worker.began = message
            if outcome is not None:
                worker.waiting -= 1
                self.summary.read += 1
                self.summary.failed += outcome != "read"
        else:
            _, files, results = message
            self.deaths = 0
            self.commit(files)
            for number, outcome, error in results:
                self.summary.count(worker.given.pop(number).source.path, outcome, error)

    def commit(self, files: list[File]) -> None:
        if not files:
            return
        state, theirs = self.lake.commit(
            Change(add=files, again=self.again_too), "ingest")
        self.summary.committed += sum(
            file.rows for file in files if file.table == "captures") - theirs
        self.summary.theirs += theirs
        # What others have committed meanwhile need not be read again.
        self.versions = self.lake.newest(state)

    def bury(self, worker: Worker, staging: Staging) -> None:
        """A worker has died: its captures are read again, but for one that kills each worker."""
        worker.process.join()
        worker.connection.close()
        if worker.began is None:
            self.deaths += 1
            if self.deaths >= DEATHS:
                raise NoProgress(
                    f"{DEATHS} workers ended before their rows were written "
                    f"(the last with {worker.process.exitcode}): is the disk full?")
        for number, task in worker.given.items():
            if task.source.temporary and not os.path.exists(task.source.file):
                # Read and unpacked before; the next ingest finds it again.
                self.summary.count(task.source.path, "changed", "a worker ended: ingest again")
                self.taken.discard(task.sha256)
                continue
            if number == worker.began:
                self.attempts[task.sha256] += 1
                if self.attempts[task.sha256] >= ATTEMPTS:
                    error = f"each worker that read it ended ({worker.process.exitcode})"
                    batch = Batch(staging.path)
                    failed(batch, self.settings, task, "crashed", error)
                    self.commit(batch.finish())
                    self.summary.count(task.source.path, "crashed", error)
                    continue
            self.again.append(task)


class Stop:
    """The first SIGINT or SIGTERM asks for an end with everything committed; the second ends."""

    def __init__(self) -> None:
        self.asked = False
        self._before: list[tuple[signal.Signals, Any]] = []

    def __enter__(self) -> Stop:
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before.append((number, signal.signal(number, self._ask)))
        return self

    def _ask(self, number: int, frame: object) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before:
            signal.signal(number, handler)


class Progress:
    """A line on a terminal's standard error: how many, how fast, how long still."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.began = self.shown = time.monotonic()

    def show(self, summary: Summary) -> None:
        now = time.monotonic()
        if now - self.shown < 0.5:
            return
        self.shown = now
        done = summary.read + summary.known + summary.copies
        rate = done / (now - self.began)
        left = f"{max(0, self.total - done) / rate:.0f} s left" if done else "starting"
        text = f"{done} of {max(done, self.total)}, {rate:.0f} a second, {left}, " \
               f"{summary.failed} failed"
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    @staticmethod
    def clear() -> None:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def address_key(path: pathlib.Path) -> tuple[bytes, str]:
    """The key that hides addresses, made if it is not there; and a mark that tells keys apart."""
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        # Whole or not at all: another run may ask for it at the same time.
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(32) + "\n")
        try:
            os.link(temporary, path)
        except FileExistsError:
            pass
        finally:
            temporary.unlink()
    except OSError as error:
        raise FleetError(f"{path}: {error.strerror}") from None
    try:
        key = bytes.fromhex(path.read_text().strip())
    except (OSError, ValueError):
        key = b""
    if len(key) < 16:
        raise FleetError(f"{path} is no key: 32 hex digits at least, in one line")
    return key, "hashed " + hashlib.sha256(b"mark" + key).hexdigest()[:16]


