"""Texts from the air as a reader may see them: without what acts on a terminal, or is not shown."""

from __future__ import annotations

# Characters that change how others are shown, or are not shown at all.
UNSEEN = frozenset(
    [*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF, *range(0xE0000, 0xE0080)])


def visible(text: str, *, but: str = "") -> str:
    """The text, with escapes for control and invisible characters other than those of `but`.

    >>> from bleinspect.visible import visible
    >>> print(visible("a\\x1b[31m\\u202eb"))
    a\\x1b[31m\\u202eb
    """
    return "".join(
        letter if letter in but or (letter.isprintable() and ord(letter) not in UNSEEN)
        else letter.encode("unicode_escape", "surrogatepass").decode() for letter in text)
