"""What is read, as operands of a command line."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from typing import IO

from bleinspect.options import Path
from bleinspect.program import Row

Source = Path | bytes | bytearray | memoryview | IO[bytes]
COPIED = 1 << 20


class Operand:
    """A source as an operand of a command line: a path, or an open file that each run opens anew."""

    def __init__(self, path: str, name: str, file: IO[bytes] | None = None) -> None:
        self.path = path
        self.name = name
        self.file = file

    @classmethod
    def of(cls, source: Source) -> Operand:
        if isinstance(source, str | os.PathLike):
            path = os.fspath(source)
            # Standard input is that of this process, and can be read only once.
            return cls("./-" if path == "-" else path, path)
        file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
        try:
            if isinstance(source, bytes | bytearray | memoryview):
                name = "<bytes>"
                view = memoryview(source)
                while view:
                    view = view[file.write(view):]
            else:
                name = f"<{getattr(source, 'name', 'file')}>"
                shutil.copyfileobj(source, file, COPIED)
        except BaseException:
            file.close()
            raise
        return cls.opened(file, name)

    @classmethod
    def opened(cls, file: IO[bytes], name: str) -> Operand:
        return cls(f"/proc/self/fd/{file.fileno()}", name, file)

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
