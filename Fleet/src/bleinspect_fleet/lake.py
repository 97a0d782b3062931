"""The lake: Parquet files, and manifests that say which of them count.

    LAKE/lake.json                    that it is a lake, its form, whether addresses are hashed
    LAKE/manifests/000000000007.json  state 7: every file that counts; the highest number is the present
    LAKE/data/TABLE/date=DAY/ID.parquet
    LAKE/staging/RUN/                 what a run has not committed; RUN.lock is locked while it lives
    LAKE/lock                         held by who commits, for milliseconds

A commit moves finished files into data/, where nobody looks at them yet, then links the next manifest under
its number, which fails if another has taken it: whoever loses reads the winner's and tries again. So a reader sees
a state before a commit or after it, and a kill leaves files that no manifest names, which `compact` deletes.

A lake may be a stranger's. Links in it may lead anywhere: none is followed, so that nothing outside of the lake
is read, written or deleted. Only files with names that are made here are ever deleted.
"""

from __future__ import annotations

import contextlib
import datetime
import errno
import fcntl
import hashlib
import json
import os
import pathlib
import re
import shutil
import stat
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from bleinspect_fleet.errors import DamagedLake, FleetError, some
from bleinspect_fleet.program import version_key
from bleinspect_fleet.schemas import SCHEMA, SCHEMAS, TABLES

# The form of the lake itself: folders and manifests.
FORM = 1

# Outcomes that depend on more than the capture and the program: a limit, a machine under load.
FAILED = frozenset(("time_out", "out_of_memory", "too_much_output", "crashed", "not_understood"))

FOLDERS = ("staging", "manifests", "data")

DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}|unknown")
PLACE = re.compile(rf"data/({'|'.join(TABLES)})/date=({DATE.pattern})/[0-9a-f]{{32}}\.parquet")
MANIFEST = re.compile(r"([0-9]{12})\.json")
# In staging: a run's lock, and what a kill within a commit has left.
_RUN = r"[0-9]{8}T[0-9]{6}-[0-9a-f]{12}"
_LOCK = re.compile(rf"({_RUN})\.lock")
LEFT = re.compile(rf"\.[0-9a-f]{{32}}|[0-9a-f]{{32}}\.parquet|\.{_RUN}")

Capture = tuple[str, str]  # SHA-256 and version of the program


@dataclass(frozen=True)
class File:
    """A Parquet file as a manifest names it. `path` is relative to the lake, or, staged, absolute."""

    table: str
    path: str
    date: str
    rows: int
    size: int
    sha256: str
    schema: int = SCHEMA

    def json(self) -> dict[str, Any]:
        return dict(self.__dict__)


@dataclass(frozen=True)
class Manifest:
    number: int = 0
    files: tuple[File, ...] = ()
    # Captures that were read again by a newer program: rows of theirs that do not count.
    replaced: frozenset[Capture] = frozenset()
    written: float = 0

    def of(self, table: str) -> list[File]:
        return [file for file in self.files if file.table == table]


@dataclass
class Change:
    """What a commit adds and removes."""

    add: list[File] = field(default_factory=list)
    remove: frozenset[str] = frozenset()
    # Replaced captures whose rows are gone: a compaction has left them out.
    gone: frozenset[Capture] = frozenset()
    # Captures at which this version of the program failed were read again: the new row takes the
    # old one's place.
    again: bool = False


class Lake:
    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = pathlib.Path(path).absolute()
        self._read: dict[str, list[Capture]] = {}
        self._refuse_links(self.path)
        try:
            self.facts: dict[str, Any] = json.loads(_content(self.path / "lake.json"))
        except FileNotFoundError:
            raise FleetError(f"{path} is no lake: lake.json is missing") from None
        except (OSError, ValueError, RecursionError) as error:
            raise DamagedLake(f"{path}/lake.json: {error}") from None
        if not isinstance(self.facts, dict):
            raise DamagedLake(f"{path}/lake.json has no object with the lake's form")
        if self.facts.get("bleinspect_lake") != FORM:
            raise FleetError(f"{path} has form {self.facts.get('bleinspect_lake')}; this program "
                             f"knows {FORM}: install a newer bleinspect-fleet")
        if not isinstance(self.facts.get("addresses"), str):
            raise DamagedLake(f"{path}/lake.json does not say whether addresses are hashed")

    @classmethod
    def create(cls, path: str | os.PathLike[str], hashed: str | None = None) -> Lake:
        """Opens the lake, or makes one. `hashed` is the mark of the key that hides addresses."""
        folder = pathlib.Path(path)
        cls.refuse_other(folder)
        cls._refuse_links(folder)
        for part in FOLDERS:
            (folder / part).mkdir(parents=True, exist_ok=True)
        facts = {"bleinspect_lake": FORM, "addresses": hashed or "plain"}
        text = json.dumps(facts, indent=2) + "\n"
        _write_new(folder / "lake.json", text.encode(), folder / "staging")
        lake = cls(folder)
        if lake.facts["addresses"] != facts["addresses"]:
            raise FleetError(
                f"{path} has addresses as they are: --no-addresses needs a lake of its own"
                if lake.facts["addresses"] == "plain" else
                f"{path} has hashed addresses: give --no-addresses with the key of its first ingest")
        return lake

    @staticmethod
    def refuse_other(folder: pathlib.Path) -> None:
        """A folder with something else in it never becomes a lake."""
        if folder.exists() and not (folder / "lake.json").exists():
            known = {*FOLDERS, "lock"}
            if not folder.is_dir() or {entry.name for entry in folder.iterdir()} - known:
                raise FleetError(f"{folder} exists and is no lake: give an empty or a new folder")

    @staticmethod
    def _refuse_links(folder: pathlib.Path) -> None:
        for part in FOLDERS:
            _must_be(folder / part, stat.S_ISDIR, "a folder")
        for part in ("lake.json", "lock"):
            _must_be(folder / part, stat.S_ISREG, "a regular file")

    # Manifests

    def head(self) -> Manifest:
        """The present state."""
        while True:
            try:
                numbers = self.numbers()
            except OSError as error:
                raise DamagedLake(f"{self.path}/manifests: {error}") from None
            if not numbers:
                return Manifest()
            with contextlib.suppress(FileNotFoundError):  # deleted meanwhile: there is a newer one
                return self.manifest(max(numbers))

    def numbers(self) -> list[int]:
        """Of all manifests that are there."""
        return [int(found[1]) for found in map(
            MANIFEST.fullmatch, os.listdir(self.path / "manifests")) if found]

    def manifest(self, number: int) -> Manifest:
        path = self.manifest_path(number)
        try:
            text = json.loads(_content(path))
            if text["form"] != FORM or text["schema"] > SCHEMA:
                raise FleetError(f"{path} was written by a newer bleinspect-fleet: install that")
            files = tuple(File(**file) for file in text["files"])
            for file in files:
                if not all(type(getattr(file, name)) is kind for name, kind in (
                        ("rows", int), ("size", int), ("sha256", str), ("schema", int))):
                    raise ValueError(f"no facts of a file: {file!r}")
                if file.table not in TABLES or not DATE.fullmatch(file.date) or not (
                        PLACE.fullmatch(file.path)):
                    raise ValueError(f"no file of a lake: {file.path!r}")
            return Manifest(
                number, files,
                frozenset((sha256, version) for sha256, version in text["replaced"]),
                float(text["written"]))
        except FileNotFoundError:
            raise
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise DamagedLake(f"{path}: {error!r}") from None

    def manifest_path(self, number: int) -> pathlib.Path:
        return self.path / "manifests" / f"{number:012}.json"

    def commit(self, change: Change, by: str) -> tuple[Manifest, int]:
        """Makes staged files part of the lake. Gives the new state, and how many of the captures
        others had committed meanwhile: their rows stay, and ours are dropped."""
        ours = self.captures_in([file for file in change.add if file.table == "captures"])
        dropped = 0
        with self.locked():
            while True:
                head = self.head()
                present = {file.path for file in head.files}
                remove = set(change.remove)
                if not remove <= present:
                    raise FleetError("another run has compacted these files meanwhile: nothing "
                                     "is lost; try again")
                older: set[Capture] = set()
                kept: list[File] = []
                if ours and not change.remove:
                    newest = self.newest(head)
                    failed: set[Capture] = set()
                    if change.again:
                        failed, kept, remove = self._without_failed(head, ours)
                    twice = {
                        one for one in ours - failed
                        if one[0] in newest and version_key(newest[one[0]]) >= version_key(one[1])}
                    older = {(one[0], newest[one[0]]) for one in ours - twice - failed
                             if one[0] in newest}
                    if twice:
                        dropped += len(twice)
                        ours -= twice
                        change.add = self._without(change.add, twice)
                change.add = [self._move(file) for file in change.add]
                kept = [self._move(file) for file in kept]
                for folder in {(self.path / file.path).parent for file in change.add + kept}:
                    _sync(folder)
                files = [file for file in head.files if file.path not in remove] + kept
                replaced = (head.replaced | older) - change.gone
                state = Manifest(
                    head.number + 1, (*files, *change.add), frozenset(replaced), time.time())
                text = {
                    "form": FORM, "schema": SCHEMA, "number": state.number, "by": by,
                    "written": state.written, "replaced": sorted(map(list, replaced)),
                    "files": [file.json() for file in state.files],
                }
                if _write_new(self.manifest_path(state.number),
                              json.dumps(text, separators=(",", ":")).encode(),
                              self.path / "staging"):
                    return state, dropped

    def _move(self, file: File) -> File:
        """Puts a staged file to its place, under a name that nobody else has."""
        if not os.path.isabs(file.path):
            return file  # by an earlier try
        place = f"data/{file.table}/date={file.date}/{uuid.uuid4().hex}.parquet"
        target = self.path / place
        for folder in (target.parent.parent, target.parent):
            folder.mkdir(exist_ok=True)
            _must_be(folder, stat.S_ISDIR, "a folder")
        os.rename(file.path, target)
        return File(file.table, place, file.date, file.rows, file.size, file.sha256, file.schema)

    def _without_failed(
        self, head: Manifest, captures: set[Capture],
    ) -> tuple[set[Capture], list[File], set[str]]:
        """Those of the captures at which this very version failed, new files of the table `captures`
        without their rows, and the files whose place these take. A failed capture has no other rows."""
        failed: set[Capture] = set()
        kept: list[File] = []
        removed: set[str] = set()
        for file in head.of("captures"):
            if not self.captures_in([file]) & captures:
                continue
            table = self.read(file)
            rows = zip(*(table[name].to_pylist() for name in (
                "sha256", "program_version", "outcome")), strict=True)
            goes = [(sha256, version) in captures and outcome in FAILED
                    for sha256, version, outcome in rows]
            if not any(goes):
                continue
            removed.add(file.path)
            for sha256, version, is_one in zip(
                    table["sha256"].to_pylist(), table["program_version"].to_pylist(), goes,
                    strict=True):
                if is_one:
                    failed.add((sha256, version))
            left = table.filter(pc.invert(pa.array(goes)))
            if left.num_rows:
                target = self.path / "staging" / f"{uuid.uuid4().hex}.parquet"
                pq.write_table(left, target, compression="zstd")
                kept.append(described("captures", target, file.date, left.num_rows))
        return failed, kept, removed

    def _without(self, files: list[File], captures: set[Capture]) -> list[File]:
        """The staged files without the rows of some captures."""
        left = []
        names = pa.array(sorted({sha256 for sha256, _ in captures}))
        for file in files:
            path = self.absolute(file)
            table = self.read(file)
            kept = table.filter(pc.invert(pc.is_in(table["sha256"], names)))
            if kept.num_rows == table.num_rows:
                left.append(file)
                continue
            if kept.num_rows:
                target = pathlib.Path(f"{path}.kept") if os.path.isabs(file.path) else (
                    self.path / "staging" / f"{uuid.uuid4().hex}.parquet")
                pq.write_table(kept, target, compression="zstd")
                left.append(described(file.table, target, file.date, kept.num_rows))
        return left

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        with _opened(self.path / "lock", os.O_RDWR | os.O_CREAT) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    # What is in it

    def absolute(self, file: File) -> str:
        path = self.path / file.path
        if not os.path.isabs(file.path):
            for folder in (path.parent.parent, path.parent):
                _must_be(folder, stat.S_ISDIR, "a folder")
            _must_be(path, stat.S_ISREG, "a regular file")
            if not os.path.lexists(path):
                raise DamagedLake(f"{path} is missing, which the manifest names with {file.rows} rows: "
                                  f"`verify` says what else is")
        return str(path)

    def read(self, file: File, columns: list[str] | None = None) -> Any:
        """The rows of a file, each known to be of a capture."""
        path = self.absolute(file)
        with readable(path):
            table = pq.read_table(path, columns=columns, partitioning=None)
            for name in columns or ("sha256", "program_version"):
                kind = SCHEMAS[file.table].field(name).type
                if table[name].type != kind or (name in ("sha256", "program_version") and (
                        table[name].null_count)):
                    raise ValueError(f"column {name} is no {kind}, or lacks values")
        return table

    def days(self) -> Iterator[pathlib.Path]:
        """The folders of data files."""
        for table in TABLES:
            folder = self.path / "data" / table
            if _is(folder, stat.S_ISDIR):
                for day in sorted(folder.iterdir()):
                    prefix, _, date = day.name.partition("=")
                    if prefix == "date" and DATE.fullmatch(date) and _is(day, stat.S_ISDIR):
                        yield day

    def data_files(self) -> list[str]:
        """All data files, also those that no manifest names."""
        found = (f"{day.relative_to(self.path)}/{name}" for day in self.days() for name in os.listdir(day))
        return [path for path in found
                if PLACE.fullmatch(path) and _is(self.path / path, stat.S_ISREG)]

    def captures_in(self, files: list[File]) -> set[Capture]:
        """SHA-256 and version of each row of files of the table `captures`."""
        found: set[Capture] = set()
        for file in files:
            rows = self._read.get(file.path)
            if rows is None:
                table = self.read(file, ["sha256", "program_version"])
                rows = list(zip(
                    table["sha256"].to_pylist(), table["program_version"].to_pylist(), strict=True))
                self._read[file.path] = rows
            found.update(rows)
        return found

    def captures(self, manifest: Manifest) -> set[Capture]:
        """All captures that count."""
        return self.captures_in(manifest.of("captures")) - manifest.replaced

    def newest(self, manifest: Manifest) -> dict[str, str]:
        """The version by which each capture was read."""
        versions: dict[str, str] = {}
        for sha256, version in self.captures(manifest):
            other = versions.get(sha256)
            if other is None or version_key(other) < version_key(version):
                versions[sha256] = version
        return versions

    # Staging

    def sweep(self) -> int:
        """Deletes what dead runs left in staging. Gives how many there were."""
        dead = 0
        staging = self.path / "staging"
        for run in map(_LOCK.fullmatch, os.listdir(staging)):
            if run is None:
                continue
            entry = staging / run[0]
            with contextlib.suppress(OSError), _opened(entry) as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(staging / run[1], ignore_errors=True)  # which refuses a link
                entry.unlink(missing_ok=True)
                dead += 1
        return dead

    def delete_left(self, oldest: float) -> None:
        """Deletes what a kill within a commit has left in staging, if it is so old."""
        staging = self.path / "staging"
        for path in (staging / name for name in os.listdir(staging) if LEFT.fullmatch(name)):
            if _is(path, stat.S_ISREG) and path.stat().st_mtime <= oldest:
                path.unlink()


def chosen(captures: Iterable[tuple[str, str]], wanted: str, digits: int = 1) -> str:
    """The path of the one capture, of these SHA-256s and paths, that is wanted: as `place` names it, with
    so many digits at least."""
    found: dict[str, str] = {}
    namesakes: set[str] = set()
    for sha256, path in captures:
        if path == wanted or (len(wanted) >= digits and sha256.startswith(wanted)):
            found[sha256] = path
        elif path.rpartition("/")[2] == wanted.rpartition("/")[2]:
            namesakes.add(path)
    if not found:
        raise FleetError(f"'{wanted}' is no capture of the lake" + (
            f"; there is {some(sorted(namesakes))}" if namesakes else ""))
    if len(found) > 1:
        raise FleetError(f"'{wanted}' is {len(found)} captures, give more digits: "
                         + some([sha256[:16] for sha256 in sorted(found)]))
    (path,) = found.values()
    return path


class Staging:
    """A run's folder for unfinished files. Nobody takes it away while the run lives: it holds a lock."""

    def __init__(self, lake: Lake) -> None:
        name = f"{datetime.datetime.now(datetime.UTC):%Y%m%dT%H%M%S}-{uuid.uuid4().hex[:12]}"
        self.path = lake.path / "staging" / name
        self._lock_path = self.path.with_name(name + ".lock")
        # Locked before it has its name: nobody can take the run for dead.
        temporary = lake.path / "staging" / f".{name}"
        self._lock = open(temporary, "xb")
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        os.rename(temporary, self._lock_path)
        self.path.mkdir()

    def close(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        self._lock_path.unlink(missing_ok=True)
        self._lock.close()


def described(table: str, path: str | os.PathLike[str], date: str, rows: int) -> File:
    """A finished file, safely on the disk, with its hash."""
    with open(path, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        os.fsync(file.fileno())
        size = os.fstat(file.fileno()).st_size
    return File(table, str(path), date, rows, size, digest)


def _is(path: pathlib.Path, kind: Callable[[int], bool]) -> bool:
    """Whether it is there and of this kind; a link is a link, whatever it leads to."""
    try:
        return kind(os.lstat(path).st_mode)
    except FileNotFoundError:
        return False


def _must_be(path: pathlib.Path, kind: Callable[[int], bool], what: str) -> None:
    if os.path.lexists(path) and not _is(path, kind):
        is_link = "a link" if path.is_symlink() else "something else"
        raise DamagedLake(f"{path} is {is_link}: in a lake it must be {what}")


@contextlib.contextmanager
def _opened(path: pathlib.Path, flags: int = os.O_RDONLY) -> Iterator[IO[bytes]]:
    """A regular file. Opening a FIFO would wait for ever."""
    descriptor = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    with os.fdopen(descriptor, "r+b" if flags & os.O_RDWR else "rb", buffering=0) as file:
        yield file


def _content(path: pathlib.Path) -> bytes:
    with _opened(path) as file:
        return file.read()


@contextlib.contextmanager
def readable(path: str) -> Iterator[None]:
    """What goes wrong while a data file is read is its fault."""
    try:
        yield
    except (OSError, pa.ArrowException, KeyError, ValueError) as error:
        raise DamagedLake(f"{path} is not the Parquet file that was written: "
                          f"{str(error).splitlines()[0] if str(error) else type(error).__name__}") from None


def _sync(folder: pathlib.Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write_new(path: pathlib.Path, content: bytes, folder: pathlib.Path) -> bool:
    """Writes a file whole or not at all; False if it exists."""
    temporary = folder / f".{uuid.uuid4().hex}"
    with open(temporary, "xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(temporary, path)
    except FileExistsError:
        return False
    finally:
        temporary.unlink()
    _sync(path.parent)
    return True


assert set(TABLES) == set(SCHEMAS)
