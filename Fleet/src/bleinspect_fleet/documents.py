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

# An address in a text, as people write it. With other signs than colons it may not begin or end within other
# digits: dates do.
_ADDRESS = re.compile(
    r"[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}"
    r"|(?<![0-9A-Fa-f])[0-9A-Fa-f]{2}([-_])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![0-9A-Fa-f])")
# Twelve digits alone, but for the end of a UUID.
_BARE = re.compile(
    r"(?<![0-9A-Fa-f])(?<![0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-)"
    r"[0-9A-Fa-f]{12}(?![0-9A-Fa-f])")
_SHORTEST = 12

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


def addresses(piece: Any, found: set[str]) -> None:
    """Adds what the piece names as an address: a text that is nothing else."""
    if isinstance(piece, str):
        if len(piece) == 17 and ":" in piece and _ADDRESS.fullmatch(piece):
            found.add(_digits(piece))
    elif isinstance(piece, dict | list):
        for value in piece.values() if isinstance(piece, dict) else piece:
            addresses(value, found)


def hidden(piece: Any, hide: Callable[[str], str], known: set[str]) -> Any:
    """The piece with each address in it replaced, however it is written. Twelve digits alone may be anything,
    unless they are a `known` address. The bytes of values stay."""
    if isinstance(piece, str):
        if len(piece) < _SHORTEST:
            return piece
        text = _ADDRESS.sub(lambda found: hide(_canonical(found[0])), piece)
        return _BARE.sub(
            lambda found: hide(_canonical(found[0])) if found[0].upper() in known else found[0], text)
    if isinstance(piece, dict):
        return {hidden(key, hide, known): value if key == "value" and _is_hex(value)
                else hidden(value, hide, known) for key, value in piece.items()}
    if isinstance(piece, list):
        return [hidden(value, hide, known) for value in piece]
    return piece


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9A-Fa-f]*", value) is not None


def _digits(address: str) -> str:
    return re.sub("[:_-]", "", address).upper()


def _canonical(address: str) -> str:
    """The same device has the same hash, however a text writes its address."""
    digits = _digits(address)
    return ":".join(digits[place:place + 2] for place in range(0, 12, 2))
