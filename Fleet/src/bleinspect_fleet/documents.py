"""What the program writes of a capture: whole, in parts, and without addresses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

# A document that is larger is taken apart in parts.
PORTION = 16 << 20
# What cannot be taken in parts: an event, or all that follows the events.
LONGEST = 64 << 20

_ADDRESS = re.compile(r"\b(?:[0-9A-F]{2}:){5}[0-9A-F]{2}\b")

_EVENTS_BEGIN, _EVENTS_END = b'"events":[', b'\n],\n"devices":['


class NotADocument(Exception):
    """What the program wrote is not its JSON document, or ends within it."""


@dataclass
class Document:
    """A part of a capture's document that is a document itself, and all of `stats`."""

    sha256: str
    text: bytes
    stats: bytes | None = None
    # Whether each event has a line of its own, as the program writes them: they are found faster.
    in_lines: bool = True
    events_before: int = 0  # in the parts before it


def in_two(document: Document) -> tuple[bytes, bytes | None]:
    """The document without its events, and those; or all of it."""
    text = document.text
    begin = text.find(_EVENTS_BEGIN)
    # From behind, where it is. No text has a line's end in it.
    end = text.rfind(_EVENTS_END, begin)
    begin += len(_EVENTS_BEGIN)
    if not document.in_lines or end < 0 or text[begin:begin + 2] != b"\n{":
        return text, None
    return text[:begin] + text[end:], text[begin + 1:end]


def portions(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The document in parts, each a document with some of its events; the last with all else. The
    program ends each event with its line."""
    head: bytes | None = None
    pieces: list[bytes] = []
    size = 0
    for chunk in chunks:
        pieces.append(chunk)
        size += len(chunk)
        if size < PORTION:
            continue
        text = b"".join(pieces)
        if head is None and (place := text.find(_EVENTS_BEGIN)) >= 0:
            place += len(_EVENTS_BEGIN)
            head, text = text[:place], text[place:]
        if head is not None and _EVENTS_END not in text and (place := text.rfind(b",\n")) >= 0:
            yield head + text[:place] + b"]}"
            text = text[place + 2:]
        if len(text) > LONGEST:
            raise NotADocument(f"an element of more than {LONGEST >> 20} MiB")
        pieces, size = [text], len(text)
    yield (head or b"") + b"".join(pieces)


def hidden(piece: Any, hide: Callable[[str], str]) -> Any:
    """The piece with each address in it replaced."""
    if isinstance(piece, str):
        return _ADDRESS.sub(lambda found: hide(found[0]), piece) if ":" in piece else piece
    if isinstance(piece, dict):
        return {key: hidden(value, hide) for key, value in piece.items()}
    if isinstance(piece, list):
        return [hidden(value, hide) for value in piece]
    return piece
