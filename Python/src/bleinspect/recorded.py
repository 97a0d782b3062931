"""The capture of a test: one that is recorded while the test runs, or one that was there before."""

from __future__ import annotations

import os
import pathlib
import re
from collections.abc import Callable, Iterable, Iterator

from bleinspect.capture import Capture
from bleinspect.conditions import Condition, refuse_wrong
from bleinspect.errors import TimedOut
from bleinspect.operands import Operand
from bleinspect.options import Moment, Reading
from bleinspect.results import Event
from bleinspect.sessions import Live, live

ADAPTER = re.compile(r"hci([0-9]+)")


class Recorded(Capture):
    """A capture that first ends its recording when it is asked for something."""

    def __init__(self, path: pathlib.Path, folder: pathlib.Path, session: Live | None, options: Reading) -> None:
        self.path = path
        # Where a page of it belongs.
        self.folder = folder
        self._session = session
        self._marks: list[tuple[Moment, str]] = []
        self._waiting: Iterator[Event] | None = None
        super().__init__([Operand.of(path)], options={**options, "mark": self._marks})

    @classmethod
    def given(cls, path: str | os.PathLike[str], folder: pathlib.Path, decoders: Iterable[str] = ()) -> Recorded:
        return cls(pathlib.Path(path), folder, None, Reading(decoders=list(decoders)))

    @classmethod
    def live(cls, path: pathlib.Path, source: str | None, decoders: Iterable[str] = ()) -> Recorded:
        options = Reading(decoders=list(decoders))
        adapter = ADAPTER.fullmatch(source or "")
        session = live(
            write=path, source=None if adapter else source, hci=int(adapter[1]) if adapter else None, force=True,
            **options)
        return cls(path, path.parent, session, options)

    @property
    def is_recording(self) -> bool:
        return self._session is not None

    def mark(self, text: str) -> None:
        """Marks what the test does now: at the last event that was heard, by the source's clock."""
        if self._session is None:
            return
        last = self._session.last
        at: Moment = 0.0 if last is None else last.t if last.time is None else last.time
        self._marks.append((at, text))

    def wait(self, condition: str | Callable[[Event], bool], timeout: float = 30) -> Event:
        """The next event that meets a condition of `live --until`: as it comes, or in the file."""
        if self._session is not None:
            return self._session.wait(condition, timeout)
        if isinstance(condition, str):
            refuse_wrong(condition, self._program)
            holds: Callable[[Event], bool] = Condition(condition).holds
        else:
            holds = condition
        if self._waiting is None:
            self._waiting = self.events()
        for event in self._waiting:
            if holds(event):
                return event
        raise TimedOut(f"'{condition}' does not come before the end of {self.path}")

    def stop(self) -> None:
        """Ends the recording."""
        session, self._session = self._session, None
        if session is not None:
            session.stop()

    def _sources(self) -> list[Operand]:
        self.stop()
        return super()._sources()
