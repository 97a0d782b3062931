"""Conditions of `live --until`, for events that have come already. The program itself judges whether one is right."""

from __future__ import annotations

import operator
import re
import shlex
import subprocess
from collections.abc import Callable
from dataclasses import dataclass

from bleinspect.errors import Refused
from bleinspect.program import environment
from bleinspect.results import Event

TERM = re.compile(r"(?P<key>[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*)(?P<sign><=|>=|!=|=|<|>)(?P<value>.+)", re.S)
SIGNS: dict[str, Callable[[float, float], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
# Nothing listens there. Conditions are looked at before sources.
NOWHERE = "tcp:127.0.0.1:1"


def refuse_wrong(condition: str, program: str) -> None:
    """Asks the program whether a condition can ever be met."""
    done = subprocess.run(
        [program, "live", f"--until={condition}", f"--source={NOWHERE}", "--for=0.1"], stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=30, env=environment(), check=False)
    said = done.stderr.removeprefix("bleinspect: ")
    if done.returncode == 2 and said.startswith("--until"):
        raise Refused(said.splitlines()[0], code=2, said=done.stderr)


@dataclass(frozen=True)
class Kind:
    """Events of a kind, perhaps about an attribute."""

    kind: str
    attribute: str | None

    def holds(self, event: Event, names: dict[str, str]) -> bool:
        if event.event != self.kind:
            return False
        if self.attribute is None:
            return True
        known = [event.service, event.characteristic, event.row.get("descriptor"), event.label,
                 names.get(event.service or ""), names.get(event.characteristic or "")]
        if self.kind == "advertisement":
            known += event.decoded.get("service_uuids", [])
        return self.attribute.casefold() in [each.casefold() for each in known if each is not None]


@dataclass(frozen=True)
class Term:
    """A key and what its value is."""

    key: str
    sign: str
    value: str

    def holds(self, event: Event, names: dict[str, str]) -> bool:
        found = event.get(self.key)
        if found is None:
            return False
        return any(self._one(each) for each in (found if isinstance(found, list) else [found]))

    def _one(self, found: object) -> bool:
        if isinstance(found, bool):
            found = "true" if found else "false"
        if isinstance(found, int | float):
            try:
                return SIGNS[self.sign](found, float(int(self.value, 16) if self.value[:2] == "0x" else self.value))
            except ValueError:
                return False
        is_equal = str(found).casefold() == self.value.casefold()
        return is_equal if self.sign == "=" else not is_equal and self.sign == "!="


class Condition:
    """Terms, all of which must hold for one event.

    >>> from bleinspect.conditions import Condition
    >>> events = bleinspect.open("Captures/polar-h7.btsnoop").events()
    >>> next(event.frame for event in events if Condition("notification:2A37 heart_rate_bpm<92").holds(event))
    144
    """

    def __init__(self, text: str) -> None:
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise Refused(f"{text}: {error}") from None
        if not words:
            raise Refused("a condition has at least one term")
        self.text = text
        # Assigned names by UUID: an event has only that of its innermost attribute.
        self.names: dict[str, str] = {}
        self.terms: list[Kind | Term] = []
        for word in words:
            if (term := TERM.fullmatch(word)) is not None:
                self.terms.append(Term(term["key"], term["sign"], term["value"]))
            else:
                kind, _, attribute = word.partition(":")
                self.terms.append(Kind(kind, attribute or None))

    def holds(self, event: Event) -> bool:
        if event.event in ("service", "characteristic") and event.label is not None:
            uuid = event.row.get(event.event)
            if isinstance(uuid, str):
                self.names[uuid] = event.label
        return all(term.holds(event, self.names) for term in self.terms)


