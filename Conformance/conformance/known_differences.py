"""Differences that were looked into, each with the reason why it may stand."""

import tomllib
from dataclasses import dataclass, field

from .comparison import ASPECTS

KEYS = {"capture", "aspect", "frames", "reason"}


class KnownDifferencesError(Exception):
    pass


@dataclass
class KnownDifference:
    capture: str
    aspect: str
    frames: list[int]
    reason: str
    # Frames in which it was met.
    met: set[int] = field(default_factory=set)

    def covers(self, capture, difference):
        if (self.capture, self.aspect) != (capture, difference.aspect):
            return False
        if difference.frame not in self.frames:
            return False
        self.met.add(difference.frame)
        return True

    def stale_frames(self):
        return [frame for frame in self.frames if frame not in self.met]


class KnownDifferences:
    def __init__(self, text):
        try:
            document = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise KnownDifferencesError(str(error)) from None
        if document.keys() - {"difference"}:
            raise KnownDifferencesError("only [[difference]] tables are known")
        self.entries = [_entry(each) for each in document.get("difference", [])]

    def unknown(self, capture, differences):
        """The differences that no entry covers."""
        return [
            each for each in differences
            if not [entry for entry in self.entries if entry.covers(capture, each)]
        ]

    def stale(self, compared):
        """Entries about the captures that were compared, with frames that do not differ."""
        return [
            entry for entry in self.entries
            if entry.capture in compared and entry.stale_frames()
        ]


def _entry(table):
    if table.keys() != KEYS:
        raise KnownDifferencesError(f"a [[difference]] has the keys {', '.join(sorted(KEYS))}")
    entry = KnownDifference(**table)
    if entry.aspect not in ASPECTS:
        raise KnownDifferencesError(f"no aspect {entry.aspect}: {', '.join(ASPECTS)}")
    if not entry.frames or not all(isinstance(frame, int) for frame in entry.frames):
        raise KnownDifferencesError(f"{entry.capture}: frames is an array of numbers")
    if not entry.reason.strip():
        raise KnownDifferencesError(f"{entry.capture}: an entry needs its reason")
    return entry
