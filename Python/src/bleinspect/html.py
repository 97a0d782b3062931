"""The report of a capture for a notebook. All text is escaped: names are written by whoever sent them."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bleinspect.errors import BleinspectError
from bleinspect.visible import visible

if TYPE_CHECKING:
    from bleinspect.capture import Capture

ROWS = 50
TEXT = 100_000


def shown(value: object) -> str:
    """A text that is only text."""
    return html.escape(visible("" if value is None else str(value), but="\n"))


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = list(rows)
    body = "".join(
        "<tr>" + "".join(f'<td style="text-align:left">{shown(cell)}</td>' for cell in row) + "</tr>"
        for row in lines[:ROWS])
    more = f"<p>{len(lines) - ROWS} more</p>" if len(lines) > ROWS else ""
    return f"<table><tr>{''.join(f'<th>{shown(word)}</th>' for word in head)}</tr>{body}</table>{more}"


def number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def capture(what: Capture) -> str:
    """Verdict, findings, connections and devices; the whole report can be opened below."""
    parts = [f"<h4>{shown(', '.join(each.name for each in what._sources()))}</h4>"]
    try:
        info = what.info
        parts.append(f"<p>{shown(info.get('format'))}, {shown(info.get('records'))} records, "
                     f"{shown(info.get('start'))} to {shown(info.get('end'))}</p>")
        parts.append("".join(f"<p><b>{shown(each.text)}</b> [{shown(each.certainty)}]</p>" for each in what.verdict))
        if findings := what.findings:
            parts.append(table(("severity", "rule", "frame", "finding"), (
                (each.severity, each.rule, each.frame, each.text) for each in findings)))
        if devices := what.devices:
            parts.append(table(("device", "address", "name", "connections", "advertisements"), (
                (f"#{each.number or ''}", each.address, each.name, each.connections, each.advertisements)
                for each in devices)))
        if connections := what.connections:
            parts.append(table(("connection", "with", "from", "to", "why it ended"), (
                (f"C{each.number}", each.name or each.address, number(each.start), number(each.end),
                 each.ended.text if each.ended else "open") for each in connections)))
        text = what._beginning(TEXT)
        cut = "\n... the rest is left out" if len(text.encode()) >= TEXT else ""
        parts.append(f"<details><summary>Report</summary><pre>{shown(text)}{cut}</pre></details>")
    except BleinspectError as error:
        # A notebook shows the cell all the same.
        parts.append(f"<p><b>{shown(error)}</b></p>")
    return f"<div>{''.join(parts)}</div>"
