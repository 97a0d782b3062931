"""Reads the JSON document of a capture piece by piece: memory does not grow with its events."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

# A single event is far smaller; a program that writes more without ending one is not bleinspect.
LONGEST_ELEMENT = 64 << 20

_skip = re.compile(r"[ \t\r\n,]*").match


class NotADocument(Exception):
    """What the program wrote is not its JSON document, or ends within it."""


def elements(chunks: Iterable[bytes]) -> Iterator[tuple[str, Any]]:
    """The members of a JSON object as (key, value); those of an array one by one."""
    decode = codecs.getincrementaldecoder("utf-8")("replace").decode
    scan = json.JSONDecoder().raw_decode
    source = iter(chunks)
    text, place = "", 0

    def more() -> None:
        nonlocal text, place
        piece = next(source, None)
        if piece is None:
            raise NotADocument("the output ends too early")
        text, place = text[place:] + decode(piece), 0
        if len(text) > LONGEST_ELEMENT + len(piece):
            raise NotADocument(f"an element of more than {LONGEST_ELEMENT >> 20} MiB")

    def next_character() -> str:
        nonlocal place
        while True:
            found = _skip(text, place)
            assert found is not None
            place = found.end()
            if place < len(text):
                return text[place]
            more()

    def value() -> Any:
        """The one at `place`, of which the first character is there."""
        nonlocal place
        while True:
            try:
                result, place = scan(text, place)
                return result
            except json.JSONDecodeError as error:
                # An error inside what is there is a fault; one at its end may be a cut.
                if len(text) - place > LONGEST_ELEMENT:
                    raise NotADocument(str(error)) from None
                more()
            except (ValueError, RecursionError) as error:
                raise NotADocument(str(error)) from None

    if next_character() != "{":
        raise NotADocument("the output is no JSON document")
    place += 1
    while next_character() != "}":
        key = value()
        if not isinstance(key, str) or next_character() != ":":
            raise NotADocument("a member of the document has no name")
        place += 1
        if next_character() == "[":
            place += 1
            while next_character() != "]":
                yield key, value()
            place += 1
        else:
            yield key, value()
