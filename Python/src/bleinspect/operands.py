"""What is read, as operands of a command line."""

from __future__ import annotations

import io
import os
import re
import shutil
import tempfile
import weakref
from collections.abc import Sequence
from typing import IO

from bleinspect.options import Path
from bleinspect.program import Row

Source = Path | bytes | bytearray | memoryview | IO[bytes]
COPIED = 1 << 20
# What a file's name in a report may not have, and how many characters it may: a link's name has 255 octets at most.
STRANGE, LONGEST = re.compile(r"[^\w.+-]+"), 60


class Operand:
    """A source as an operand of a command line: a path, or an open file that each run opens anew.

    Reports have the last part of an operand as the capture's name, so an open file gets a link with one.
    """

    def __init__(self, path: str, name: str, file: IO[bytes] | None = None) -> None:
        self.path = path
        self.name = name
        self.file = file
        if file is not None:
            weakref.finalize(self, file.close)

    @classmethod
    def of(cls, source: Source) -> Operand:
        if isinstance(source, str | os.PathLike):
            path = os.fspath(source)
            # Standard input is that of this process, and can be read only once.
            if not isinstance(path, str):
                path = os.fsdecode(path)
            return cls("./-" if path == "-" else path, path)
        if isinstance(source, io.TextIOBase):
            raise TypeError("a capture is read as bytes: open the file with 'rb'")
        if not isinstance(source, bytes | bytearray | memoryview) and not hasattr(source, "read"):
            raise TypeError(
                f"a capture is a path, bytes or a binary file, not {type(source).__name__};"
                " several captures are several arguments")
        file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
        try:
            if isinstance(source, bytes | bytearray | memoryview):
                name = "bytes"
                view = memoryview(source)
                while view:
                    view = view[file.write(view):]
            else:
                given = getattr(source, "name", None)
                name = given if isinstance(given, str) else "file"
                shutil.copyfileobj(source, file, COPIED)
        except BaseException:
            file.close()
            raise
        operand = cls.opened(file, f"<{name}>")
        operand._link(STRANGE.sub("-", os.path.basename(name))[-LONGEST:].strip(".-") or "file")
        return operand

    @classmethod
    def opened(cls, file: IO[bytes], name: str) -> Operand:
        return cls(f"/proc/self/fd/{file.fileno()}", name, file)

    def _link(self, name: str) -> None:
        """Names the file for the program, as long as this object is there."""
        folder = tempfile.mkdtemp(prefix="bleinspect-")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        link = os.path.join(folder, name)
        os.symlink(self.path, link)
        self.path = link

    def stamp(self) -> tuple[int, ...]:
        """Changes when the file does."""
        try:
            status = os.stat(self.path if self.file is None else self.file.fileno())
        except OSError:
            return ()
        return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def named(row: Row, operands: Sequence[Operand]) -> Row:
    """A row whose capture has the name that it was given, instead of the number of an open file."""
    capture = row.get("capture")
    place, key = (capture, "path") if isinstance(capture, dict) else (row, "capture_path")
    path = place.get(key)
    if isinstance(path, str):
        for each in operands:
            # A member of an archive follows a colon.
            if path == each.path or path.startswith(f"{each.path}:"):
                place[key] = each.name + path[len(each.path):]
    return row
