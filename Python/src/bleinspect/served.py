"""The files that `bleinspect-mcp` serves: regular ones below its folders, whatever a name or a link says."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Iterator


from bleinspect.capture import Capture
from bleinspect.errors import BleinspectError
from bleinspect.operands import Operand
from bleinspect.options import Reading

# Files that a listing looks at, and captures that are kept open.
LISTED = 10_000
OPEN = 8


class NotServed(BleinspectError):
    """No capture of the folders."""


class Folders:
    """Names are paths below a folder; of several folders, they begin with the folder's own name."""

    def __init__(self, folders: list[str], decoders: list[str], seconds: float) -> None:
        paths = [os.path.realpath(folder, strict=True) for folder in folders]
        self.roots = {"" if len(paths) == 1 else os.path.basename(path): path for path in paths}
        if len(self.roots) != len(paths):
            raise BleinspectError("two folders have the same name")
        self._decoders = [os.path.abspath(each) for each in decoders]
        self._seconds = seconds
        self._open: dict[str, Capture] = {}
        self._lock = threading.Lock()
        # Whether `files` stopped before the end: there are more than LISTED files and folders.
        self.is_cut = False

    def files(self) -> Iterator[tuple[str, os.stat_result]]:
        """The names of regular files that are not hidden, in order."""
        looked_at = 0
        self.is_cut = False
        for prefix, root in sorted(self.roots.items()):
            for folder, folders, names in os.walk(root):
                folders[:] = sorted(each for each in folders if not each.startswith("."))
                looked_at += 1
                if looked_at > LISTED:
                    self.is_cut = True
                    return
                for name in sorted(names):
                    looked_at += 1
                    if looked_at > LISTED:
                        self.is_cut = True
                        return
                    path = os.path.join(folder, name)
                    shown = os.path.join(prefix, os.path.relpath(path, root))
                    # A name that cannot be shown cannot be asked for.
                    if name.startswith(".") or not shown.isprintable():
                        continue
                    try:
                        status = os.stat(path)
                    except OSError:
                        continue
                    if stat.S_ISREG(status.st_mode) and self._is_below(os.path.realpath(path)):
                        yield shown, status

    def capture(self, name: str) -> Capture:
        """The capture with a name: what is opened is looked at, not what the name says."""
        operand = self._opened(name)
        with self._lock:
            kept = self._open.pop(name, None)
            if kept is not None and kept._sources()[0].stamp() == operand.stamp():
                self._close(operand)
            else:
                if kept is not None:
                    self._close(kept._sources()[0])
                options = Reading(no_config=True, decoders=self._decoders)
                kept = Capture([operand], damaged="warn", seconds=self._seconds, options=options)
            self._open[name] = kept
            while len(self._open) > OPEN:
                oldest = next(iter(self._open))
                self._close(self._open.pop(oldest)._sources()[0])
        return kept

    @staticmethod
    def _close(operand: Operand) -> None:
        if operand.file is not None:
            operand.file.close()

    def _is_below(self, path: str) -> bool:
        return any(path.startswith(f"{root.rstrip('/')}/") for root in self.roots.values())

    def _path(self, name: str) -> str:
        parts = name.split("/")
        if not name or "\0" in name or name.startswith("/") or ".." in parts:
            raise NotServed("a capture is named by its path below the folder, as `captures` lists it")
        if "" in self.roots:
            return os.path.join(self.roots[""], name)
        if parts[0] not in self.roots or len(parts) < 2:
            raise NotServed(f"names begin with one of {', '.join(sorted(self.roots))}")
        return os.path.join(self.roots[parts[0]], *parts[1:])

    def _opened(self, name: str) -> Operand:
        flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
        try:
            descriptor = os.open(self._path(name), flags)
        except OSError as error:
            raise NotServed(f"no such capture: {error.strerror}; `captures` lists those that there are") from None
        is_regular = stat.S_ISREG(os.fstat(descriptor).st_mode)
        if not is_regular or not self._is_below(os.readlink(f"/proc/self/fd/{descriptor}")):
            os.close(descriptor)
            raise NotServed("no such capture: it is no regular file below the folder")
        return Operand.opened(os.fdopen(descriptor, "rb", buffering=0), name)
