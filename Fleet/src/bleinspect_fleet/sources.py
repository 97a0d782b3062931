"""Finds captures: in folders, in archives, in lists."""

from __future__ import annotations

import bz2
import contextlib
import fnmatch
import hashlib
import io
import lzma
import os
import pathlib
import re
import stat
import tarfile
import time
import uuid
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any, cast

from bleinspect_fleet.errors import FleetError, NoProgress

LARGEST = 2 << 30
# As the program has for archives that it reads itself.
MEMBERS = 65_536
UNPACKED, RATIO, UNPACKED_EVER = 64 << 20, 250, 64 << 30
# What is read of an archive at once: by a step, of a zip's directory, of a tar's header and of its global
# ones, and headers before one member.
STEP, DIRECTORY, HEADER, OF_ALL, CHAIN = 1 << 14, 16 << 20, 64 << 10, 4 << 10, 16
_ZIP = b"PK\x03\x04"
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


# ARCHIVE:MEMBER, as they are named below.
MEMBER = re.compile(r"(.*?\.(?:zip|tgz|tar(?:\.gz|\.xz|\.bz2)?)):(.+)", re.DOTALL)


def place(capture: str) -> str:
    """What a user calls a capture: first digits of its SHA-256 as they are, a path as the table has it."""
    if re.fullmatch("[0-9A-Fa-f]{1,64}", capture):
        return capture.lower()
    member = MEMBER.fullmatch(capture)
    if member is not None and not os.path.exists(capture):
        return printable(f"{os.path.abspath(member[1])}:{member[2]}")
    return printable(os.path.abspath(capture))


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
    """The paths of a list; relative ones from the list's folder. Ended by NUL, if there is one, else
    by LF or CR LF."""
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:
        raise FleetError(f"{path}: {error.strerror}") from None
    end = b"\0" if b"\0" in content else b"\n"
    folder = os.path.dirname(os.path.abspath(path))
    for line in content.split(end):
        if end == b"\n":
            line = line.removesuffix(b"\r")
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
    if begin != _ZIP and not _is_archive_name(path):
        if wanted(path):
            yield Source(name, path)
        return
    with contextlib.closing(_captures(path, begin, facts.st_size, staging, wanted, largest)) as found:
        while True:
            # Only what happens while the archive is read is its fault, not what happens at `yield`.
            try:
                source = next(found)
            except StopIteration:
                return
            except FleetError:
                raise
            except _Limit as error:
                yield Source(name, path, error=str(error))
                return
            except Exception as error:  # zipfile and tarfile raise whatever they meet
                yield Source(name, path, error=_damaged(error))
                return
            yield source


def _damaged(error: Exception) -> str:
    words = {RecursionError: "too deep", MemoryError: "it needs too much memory"}.get(type(error))
    return f"damaged archive: {words or str(error) or type(error).__name__}"


class _Limit(Exception):
    """An archive has more than anybody needs. What was before it counts."""


class _Total:
    """What an archive may have in all."""

    def __init__(self, size: int) -> None:
        self.most = min(max(UNPACKED, RATIO * size), UNPACKED_EVER)
        self.octets = self.members = 0

    def unpacked(self, octets: int) -> None:
        self.octets += octets
        if self.octets > self.most:
            raise _Limit(f"unpacks to more than {self.most >> 20} MiB: what follows is not read")

    def member(self) -> None:
        self.members += 1
        if self.members > MEMBERS:
            raise _Limit(f"more than {MEMBERS} members: what follows is not read")


def _captures(
    path: str, begin: bytes, size: int, staging: pathlib.Path, wanted: Wanted, largest: int,
) -> Generator[Source, None, None]:
    """The file itself, or, of an archive, the members."""
    name, total = printable(path), _Total(size)
    if begin == _ZIP:
        with _Zip(path) as content, zipfile.ZipFile(content) as archive:
            if not any(one.startswith(BUG_REPORT) for one in archive.namelist()):
                yield from _zip(name, archive, total, staging, wanted, largest)
                return
    elif _is_archive_name(path):
        with open(path, "rb", buffering=0) as packed:
            try:
                members = _Tar(fileobj=cast(IO[bytes], Unpacking(packed, total)))
            except _Refused:
                raise
            except tarfile.TarError:
                pass  # The program may know what it is.
            else:
                yield from _tar(name, members, total, staging, wanted, largest)
                return
    if wanted(path):
        yield Source(name, path)


class _Zip(io.FileIO):
    """zipfile reads the whole directory at once, and keeps an object for each of its members."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > DIRECTORY:
            raise _Limit(f"a directory of more than {DIRECTORY >> 20} MiB")
        return super().read(size) or b""


class Unpacking:
    """The octets of a tar, forwards only. Each step unpacks little, however much is packed into a few
    octets, and nothing is copied again for each of the small pieces that tarfile asks for."""

    def __init__(self, file: io.FileIO, total: _Total) -> None:
        self._file, self._total = file, total
        begin = file.read(6)
        file.seek(0)
        self._make = next((make for magic, make in _DECOMPRESSORS if begin.startswith(magic)), None)
        self._decompressor: Any = self._make() if self._make else None
        self._buffer = b""
        self._used = 0  # of the buffer
        self._begins = 0  # where the buffer does

    def tell(self) -> int:
        return self._begins + self._used

    def seek(self, place: int) -> int:
        if place < self.tell():
            raise tarfile.StreamError("headers lead backwards")
        while place - self._begins > len(self._buffer) and self._fill(len(self._buffer) - self._used + 1):
            self._used = len(self._buffer)
        self._used = min(place - self._begins, len(self._buffer))
        return self.tell()

    def peek(self, size: int) -> bytes:
        self._fill(size)
        return self._buffer[self._used:self._used + size]

    def read(self, size: int) -> bytes:
        if size < 0:
            raise tarfile.StreamError("a negative size")
        piece = self.peek(size)
        self._used += len(piece)
        return piece

    def _fill(self, size: int) -> bool:
        """Whether so many octets are in the buffer now, from where it is used."""
        if len(self._buffer) - self._used >= size:
            return True
        pieces = [self._buffer[self._used:]]
        count = len(pieces[0])
        while count < size and (piece := self._next()):
            pieces.append(piece)
            count += len(piece)
        self._begins += self._used
        self._buffer, self._used = b"".join(pieces), 0
        return count >= size

    def _next(self) -> bytes:
        """The next octets; none at the end."""
        if self._make is None:
            return self._file.read(STEP)
        while True:
            machine = self._decompressor
            feed = b""
            wants = True
            if machine.eof:
                # Several in a row are one, and zeros may be between them.
                feed = machine.unused_data.lstrip(b"\0")
                while not feed and (feed := self._file.read(STEP)):
                    feed = feed.lstrip(b"\0")
                if not feed:
                    return b""
                machine = self._decompressor = self._make()
            elif tail := getattr(machine, "unconsumed_tail", b""):  # zlib
                feed = tail
            elif wants := getattr(machine, "needs_input", True):
                feed = self._file.read(STEP)
            try:
                piece: bytes = machine.decompress(feed, 4 * STEP)
            except (OSError, zlib.error, lzma.LZMAError) as error:
                raise tarfile.ReadError(str(error)) from None
            if piece:
                self._total.unpacked(len(piece))
                return piece
            if wants and not feed and not machine.eof:
                raise tarfile.ReadError("the packed data end too early")


# As many as the program itself takes a window of.
_WINDOW = 129 << 20
_DECOMPRESSORS: tuple[tuple[bytes, Callable[[], Any]], ...] = (
    (b"\x1f\x8b", lambda: zlib.decompressobj(31)),
    (b"BZh", bz2.BZ2Decompressor),
    (b"\xfd7zXZ", lambda: lzma.LZMADecompressor(memlimit=_WINDOW)),
)


class _Refused(tarfile.TarError):
    pass


_HEADERS = (tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE,
            tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK)


class _Header(tarfile.TarInfo):
    """Refuses what no archive needs: tarfile reads a header as a whole, calls itself for the one
    after it, and reads the map of a sparse file, whatever they are."""

    def _proc_member(self, archive: _Tar) -> tarfile.TarInfo:
        if self.type not in _HEADERS:
            return super()._proc_member(archive)  # type: ignore[misc, no-any-return]
        if not 0 <= self.size <= HEADER:
            raise _Refused(f"a header of {self.size} octets")
        if self.type == tarfile.XGLTYPE:
            # Each member has a copy of what they all say.
            archive.of_all += self.size
            if archive.of_all > OF_ALL:
                raise _Refused(f"global headers of more than {OF_ALL} octets")
        if self.type not in (tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK):
            _check_records(cast(Unpacking, archive.fileobj).peek(self.size))
        archive.chain += 1
        if archive.chain > CHAIN:
            raise _Refused(f"more than {CHAIN} headers for one member")
        try:
            return super()._proc_member(archive)  # type: ignore[misc, no-any-return]
        finally:
            archive.chain -= 1

    # Sparse files are not unpacked, and so their maps need not be read.

    def _proc_sparse(self, archive: _Tar) -> tarfile.TarInfo:
        _, has_more, _ = self._sparse_structs  # type: ignore[attr-defined]
        stream = cast(Unpacking, archive.fileobj)
        while has_more:
            has_more = stream.read(tarfile.BLOCKSIZE)[504:505] > b"\0"
        self.sparse = b""
        self.offset_data = stream.tell()
        archive.offset = self.offset_data + self._block(self.size)  # type: ignore[attr-defined]
        return self

    def _proc_gnusparse_00(self, member: tarfile.TarInfo, *_: object) -> None:
        member.sparse = b""

    _proc_gnusparse_01 = _proc_gnusparse_10 = _proc_gnusparse_00


def _check_records(text: bytes) -> None:
    """Refuses a pax header whose records overlap or whose numbers are endless: tarfile's time and memory
    then grow with the square of its size."""
    if re.search(rb"[0-9]{100}", text):
        raise _Refused("a pax header with an endless number")
    place = 0
    while place < len(text) and text[place]:
        found = re.compile(rb"[0-9]{1,9} ").match(text, place)
        end = place + int(found[0]) if found else 0
        if not found or not found.end() < end <= len(text) or text[end - 1] != 10 or (
                b"=" not in text[found.end():end]):
            raise _Refused("a pax header that is none")
        place = end


class _Tar(tarfile.TarFile):
    tarinfo = _Header
    fileobj: Any
    members: list[tarfile.TarInfo]
    chain = 0  # headers before the present one that are of the same member
    of_all = 0  # octets of global headers


def _zip(
    name: str, archive: zipfile.ZipFile, total: _Total, staging: pathlib.Path, wanted: Wanted, largest: int,
) -> Iterator[Source]:
    for member in archive.infolist():
        total.member()
        if member.is_dir() or not wanted(member.filename):
            continue
        label = f"{name}:{printable(member.filename)}"
        try:
            with archive.open(member) as file:
                source = _unpacked(label, file, staging, largest, total.unpacked)
        except (FleetError, _Limit):
            raise
        except Exception as error:  # zipfile has no common class; a damaged member harms no other
            source = Source(label, "", error=_damaged(error))
        yield source


def _tar(
    name: str, archive: _Tar, total: _Total, staging: pathlib.Path, wanted: Wanted, largest: int,
) -> Iterator[Source]:
    while (member := archive.next()) is not None:
        archive.members.clear()  # All of them would be kept, with their headers.
        total.member()
        if not member.isreg() or not wanted(member.name):
            continue
        label = f"{name}:{printable(member.name)}"
        if member.issparse():
            yield Source(label, "", error="a sparse file: its size is not bounded by the archive's")
        elif (file := archive.extractfile(member)) is not None:
            with file:
                source = _unpacked(label, file, staging, largest, lambda octets: None)
            yield source


def _unpacked(
    label: str, file: IO[bytes], staging: pathlib.Path, largest: int, counted: Callable[[int], None],
) -> Source:
    """Never trusts the size that an archive claims."""
    path = staging / f"member-{uuid.uuid4().hex}"
    left = largest
    try:
        target = open(path, "xb", buffering=0)
    except OSError as error:
        raise NoProgress(f"{staging}: {error.strerror}") from None
    try:
        with target:
            while piece := file.read(min(1 << 20, left + 1)):
                left -= len(piece)
                counted(len(piece))
                if left < 0:
                    break
                try:
                    while piece:
                        piece = piece[target.write(piece):]
                except OSError as error:
                    # No fault of the archive.
                    raise NoProgress(f"{staging}: {error.strerror}") from None
    except BaseException:
        path.unlink()
        raise
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

