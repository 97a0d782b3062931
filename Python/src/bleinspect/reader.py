"""Runs the program on captures: what `Capture` asks with."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeVar

from bleinspect.errors import Crashed
from bleinspect.operands import Operand, named
from bleinspect.options import Reading, reading
from bleinspect.program import Row, conclude, find_program
from bleinspect.run import Limits, Rows, Run

T = TypeVar("T")


class Reader:
    """Captures, and how they are read. Each answer is a run of the program; documents are kept until a file changes."""

    def __init__(
        self, operands: Sequence[Operand], *, program: str | None = None, damaged: Literal["raise", "warn"] = "raise",
        seconds: float | None = None, options: Reading | None = None,
    ) -> None:
        """`damaged`: whether a damaged capture is an exception, after what comes before the damage, or a warning.
        `seconds`: how long an answer may take, without what is done between its rows."""
        self._operands = list(operands)
        self._program = find_program(program)
        self._damaged: Literal["raise", "warn"] = damaged
        self._seconds = seconds
        self._reading = options or Reading()
        self._kept: dict[str, tuple[object, Row]] = {}

    def __repr__(self) -> str:
        return f"<Capture {', '.join(each.name for each in self._operands)}>"

    def _sources(self) -> list[Operand]:
        return self._operands

    def _command(self, words: Sequence[str], options: Sequence[str], extra: Sequence[str] = ()) -> list[str]:
        given = reading(words[0] if words else "", self._reading)
        return [self._program, *words, *given, *options, "--", *(each.path for each in self._sources()), *extra]

    def _run(self, command: Sequence[str], more: Iterable[Operand] = ()) -> Run:
        opened = [each for each in [*self._sources(), *more] if each.file is not None]
        return Run(
            command, pass_fds=[each.file.fileno() for each in opened if each.file is not None],
            names={each.path: each.name for each in opened}, limits=Limits(seconds=self._seconds))

    def _rows(
        self, words: Sequence[str], options: Sequence[str], take: Callable[[Row], T | None],
    ) -> Rows[T]:
        opened = [each for each in self._operands if each.file is not None]
        return Rows(
            lambda: self._run(self._command(words, options)),
            (lambda row: take(named(row, opened))) if opened else take, self._damaged)

    def _output(self, command: Sequence[str], *, quiet: bool = False) -> bytes:
        run = self._run(command)
        try:
            output = run.all()
            code, said = run.finish()
        finally:
            run.close()
        conclude(code, said, damaged=self._damaged, quiet=quiet)
        return output

    def _one(self) -> Operand:
        """What is compared and checked."""
        sources = self._sources()
        if len(sources) != 1:
            raise ValueError(f"{self!r} is several captures: one is compared with one")
        return sources[0]

    def _write(
        self, words: Sequence[str], path: str, options: Sequence[str], extra: Sequence[str] = (), *,
        quiet: bool = False,
    ) -> str:
        """Runs what writes the file at a path. What it said."""
        if path == "-":
            raise ValueError("'-' is standard output, which has no place here: name a file")
        run = self._run(self._command(words, options, extra))
        try:
            run.all()
            code, said = run.finish()
        finally:
            run.close()
        # Of what is damaged, the rest has been written, unless the program says so of the file.
        is_written = not any(line.removeprefix("bleinspect: ").startswith(f"{path}: ") for line in said.splitlines())
        conclude(code, said, damaged=self._damaged, is_read=is_written, quiet=quiet)
        return said

    def _document(self, *words: str) -> Row:
        """A JSON document, which is kept as long as the files are the same."""
        stamps = [each.stamp() for each in self._sources()]
        key = " ".join(words)
        kept = self._kept.get(key)
        if kept is not None and kept[0] == stamps:
            return kept[1]
        # Without a command, the first word is an option.
        command = self._command(words, ["--format=json"])
        row = document(self._output(command, quiet="--quiet" in words))
        self._kept[key] = (stamps, row)
        return row

    def _named(self, text: str) -> str:
        """A text in which open files have the names that they were given."""
        for each in self._operands:
            if each.file is not None:
                text = text.replace(each.path, each.name)
        return text


def document(output: bytes) -> Row:
    try:
        row = json.loads(output)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise Crashed(f"the program wrote what is no JSON object: {output[:80]!r}")
    return row
