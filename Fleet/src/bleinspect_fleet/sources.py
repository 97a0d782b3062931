"""Finds captures: in folders, in archives, in lists."""

from __future__ import annotations

import contextlib
import fnmatch
import hashlib
import io
import os
import pathlib
import stat
import tarfile
import time
import uuid
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import IO

from bleinspect_fleet.errors import FleetError, NoProgress

LARGEST = 2 << 30
# A bug report is one capture: the program puts its rotated logs in order.
BUG_REPORT = "FS/data/"

Wanted = Callable[[str], bool]


@dataclass(frozen=True)
class Source:
    """A capture: where it is from, as the table names it, and the file to read. `temporary`: a member of
    an archive, in the staging folder. `error`: it could not be had at all."""

    path: str
    file: str
    temporary: bool = False
    error: str | None = None


def printable(path: str) -> str:
    """A path as UTF-8: names of files are bytes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def find(
    arguments: Iterable[str], staging: pathlib.Path, include: tuple[str, ...] = (),
    largest: int = LARGEST,
) -> Iterator[Source]:
    """All captures, in the order of their names. Members of archives are unpacked one by one, when the
    next one is asked for."""
    def wanted(name: str) -> bool:
        return not include or any(fnmatch.fnmatch(os.path.basename(name), one) for one in include)

    for argument in arguments:
        if argument.startswith("@"):
            for line in _lines(argument[1:]):
                yield from _path(line, staging, wanted, largest)
        elif not os.path.lexists(argument):
            raise FleetError(f"{argument}: no such file or folder")
        else:
            yield from _path(argument, staging, wanted, largest)


def count(arguments: Iterable[str], include: tuple[str, ...] = ()) -> int:
    """About how many captures there are, for the time left: an archive counts as one."""
    total = 0
    for argument in arguments:
        if argument.startswith("@"):
            total += sum(1 for _ in _lines(argument[1:]))
        elif os.path.isdir(argument):
            total += sum(
                not include or any(fnmatch.fnmatch(name, one) for one in include)
                for _, _, names in os.walk(argument) for name in names)
        else:
            total += 1
    return total


def _lines(path: str) -> Iterator[str]:
    """The paths of a list; relative ones from the list's folder. Ended by NUL, if there is one."""
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:
        raise FleetError(f"{path}: {error.strerror}") from None
    end = b"\0" if b"\0" in content else b"\n"
    folder = os.path.dirname(os.path.abspath(path))
    for line in content.split(end):
        if line:
            yield os.path.join(folder, os.fsdecode(line))


def _path(path: str, staging: pathlib.Path, wanted: Wanted, largest: int) -> Iterator[Source]:
    path = os.path.abspath(path)
    if not os.path.isdir(path):
        yield from _file(path, staging, wanted, largest)
        return
    errors: list[OSError] = []
    for folder, folders, names in os.walk(path, onerror=errors.append):
        folders.sort()
        for name in sorted(names):
            if wanted(name) or _is_archive_name(name):
                yield from _file(os.path.join(folder, name), staging, wanted, largest)
        while errors:
            error = errors.pop()
            yield Source(printable(str(error.filename)), "", error=str(error.strerror))


def _is_archive_name(name: str) -> bool:
    return name.endswith((".zip", ".tar", ".tgz", ".tar.gz", ".tar.xz", ".tar.bz2"))


def _file(path: str, staging: pathlib.Path, wanted: Wanted, largest: int) -> Iterator[Source]:
    name = printable(path)
    try:
        facts = os.stat(path)
        if not stat.S_ISREG(facts.st_mode):
            # Opening a FIFO would wait for ever.
            yield Source(name, path, error="not a regular file")
            return
        if facts.st_size > largest:
            yield Source(name, path, error=f"larger than {largest >> 20} MiB")
            return
        with open(path, "rb", buffering=0) as file:
            begin = file.read(4)
    except OSError as error:
        yield Source(name, path, error=error.strerror or str(error))
        return
    try:
        if begin == b"PK\x03\x04":
            with zipfile.ZipFile(path) as archive:
                if not any(one.startswith(BUG_REPORT) for one in archive.namelist()):
                    yield from _zip(name, archive, staging, wanted, largest)
                    return
        elif _is_archive_name(path) and _is_tar(path):
            with tarfile.open(path, "r|*", tarinfo=_Careful) as members:
                yield from _tar(name, members, staging, wanted, largest)
            return
    except (OSError, EOFError, zipfile.BadZipFile, tarfile.TarError, ValueError) as error:
        yield Source(name, path, error=f"damaged archive: {error}")
        return
    if wanted(path):
        yield Source(name, path)


class _LargeHeader(tarfile.TarError):
    pass


class _Careful(tarfile.TarInfo):
    """Refuses a header that is larger than any name: tarfile reads it as a whole."""

    def _proc_member(self, tarfile_: tarfile.TarFile) -> tarfile.TarInfo:
        if self.size > 1 << 20 and self.type in (
            tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE,
            tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK,
        ):
            raise _LargeHeader(f"a header of {self.size} octets")
        return super()._proc_member(tarfile_)  # type: ignore[misc, no-any-return]


def _is_tar(path: str) -> bool:
    try:
        tarfile.open(path, tarinfo=_Careful).close()
    except _LargeHeader:
        raise
    except tarfile.TarError:
        return False
    return True


def _zip(
    name: str, archive: zipfile.ZipFile, staging: pathlib.Path, wanted: Wanted, largest: int,
) -> Iterator[Source]:
    for member in archive.infolist():
        if member.is_dir() or not wanted(member.filename):
            continue
        label = f"{name}:{printable(member.filename)}"
        try:
            with archive.open(member) as file:
                yield _unpacked(label, file, staging, largest)
        except FleetError:
            raise
        except Exception as error:  # zipfile has no common class; a damaged member harms no other
            yield Source(label, "", error=f"damaged archive: {error}")


def _tar(
    name: str, archive: tarfile.TarFile, staging: pathlib.Path, wanted: Wanted, largest: int,
) -> Iterator[Source]:
    for member in archive:
        if not member.isreg() or not wanted(member.name):
            continue
        file = archive.extractfile(member)
        if file is not None:
            with file:
                yield _unpacked(f"{name}:{printable(member.name)}", file, staging, largest)


def _unpacked(label: str, file: IO[bytes], staging: pathlib.Path, largest: int) -> Source:
    """Never trusts the size that an archive claims."""
    path = staging / f"member-{uuid.uuid4().hex}"
    left = largest
    with open(path, "wb") as target:
        while piece := file.read(min(1 << 20, left + 1)):
            left -= len(piece)
            if left < 0:
                break
            try:
                target.write(piece)
                target.flush()
            except OSError as error:
                # No fault of the archive.
                raise NoProgress(f"{staging}: {error.strerror}") from None
    if left < 0:
        path.unlink()
        return Source(label, "", error=f"larger than {largest >> 20} MiB when unpacked")
    return Source(label, str(path), temporary=True)


# What changes when a file does: its size, and its times in nanoseconds.
Stamp = tuple[int, int, int]

# A file that changed so shortly before may change again without another time: clocks of file systems are slow.
UNSETTLED = 2.0


def stamp(status: os.stat_result) -> Stamp:
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns


def sha256_of(file: io.FileIO) -> str:
    """Of an open file, from where it stands. `hashlib.file_digest` clears 256 KiB before each."""
    found = hashlib.sha256()
    while piece := file.read(1 << 16):
        found.update(piece)
    return found.hexdigest()


def digest(source: Source) -> tuple[str, Stamp | None]:
    """The SHA-256 of the bytes; of the path, where they cannot be had: each such row is one. And what
    tells whether the file is still that one, if that can be told."""
    if source.error is None:
        with contextlib.suppress(OSError), open(source.file, "rb", buffering=0) as file:
            status, now = os.fstat(file.fileno()), time.time()
            settled = now - max(status.st_mtime, status.st_ctime) > UNSETTLED
            return sha256_of(file), stamp(status) if settled else None
    return hashlib.sha256(b"\0unreadable\0" + source.path.encode()).hexdigest(), None

