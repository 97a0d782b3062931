"""A capture, as the program reads it."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Unpack

from bleinspect import html, tables
from bleinspect.errors import BleinspectWarning, Crashed, NoSuchValue
from bleinspect.options import (
    Comparing, ExchangeFilters, Filters, Path, Reading, ValueFilters, arguments, reading)
from bleinspect.program import Row, Rows, Run, conclude, find_program
from bleinspect.operands import Operand, Source, named
from bleinspect.results import (
    Check, Comparison, Connection, Device, Difference, Event, Finding, Packet, RuleResult, Sample, Tree, Turn, Verdict)

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

T = TypeVar("T")
# Names in a message.
SHOWN = 12


class Capture:
    """One capture, or several that follow each other. Nothing is read before it is asked for.

    Each answer is a run of the program; summaries are kept until the file changes.
    """

    def __init__(
        self, operands: Sequence[Operand], *, program: str | None = None, damaged: Literal["raise", "warn"] = "raise",
        seconds: float | None = None, options: Reading | None = None,
    ) -> None:
        """`open` makes one. `damaged`: whether a damaged capture is an exception, after what comes before the damage,
        or a warning. `seconds`: how long an answer may take."""
        self._operands = list(operands)
        self._program = find_program(program)
        self._damaged: Literal["raise", "warn"] = damaged
        self._seconds = seconds
        self._reading = options or Reading()
        self._kept: dict[str, tuple[object, Row]] = {}

    def __repr__(self) -> str:
        return f"<Capture {', '.join(each.name for each in self._operands)}>"

    # Running

    def _sources(self) -> list[Operand]:
        return self._operands

    def _command(self, words: Sequence[str], options: Sequence[str], extra: Sequence[str] = ()) -> list[str]:
        given = reading(words[0] if words else "", self._reading)
        return [self._program, *words, *given, *options, "--", *(each.path for each in self._sources()), *extra]

    def _run(self, command: Sequence[str], more: Iterable[Operand] = ()) -> Run:
        opened = [each for each in [*self._sources(), *more] if each.file is not None]
        return Run(
            command, pass_fds=[each.file.fileno() for each in opened if each.file is not None],
            names={each.path: each.name for each in opened}, seconds=self._seconds)

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

    def _write(self, words: Sequence[str], options: Sequence[str], extra: Sequence[str] = ()) -> None:
        """Runs what writes a file."""
        run = self._run(self._command(words, options, extra))
        try:
            run.all()
            code, said = run.finish()
        finally:
            run.close()
        conclude(code, said, is_read=False)

    def _document(self, *words: str) -> Row:
        """A JSON document, which is kept as long as the files are the same."""
        stamps = [each.stamp() for each in self._sources()]
        key = " ".join(words)
        kept = self._kept.get(key)
        if kept is not None and kept[0] == stamps:
            return kept[1]
        # Without a command, the first word is an option.
        command = self._command(words, ["--format=json"])
        row = _document(self._output(command, quiet="--quiet" in words))
        self._kept[key] = (stamps, row)
        return row

    # Events

    def events(self, **filters: Unpack[Filters]) -> Rows[Event]:
        """The events of the timeline, as they are read.

        >>> capture = bleinspect.open("Captures/polar-h7.btsnoop")
        >>> for event in capture.events(event="notification", uuid="2A37", count=2):
        ...     print(event.t, event.frame, event["heart_rate_bpm"], event.text)
        2.69686 142 97 97 bpm  contact
        3.69702 143 92 92 bpm  contact  RR 0.643
        """
        return self._rows([], ["--format=ndjson", *arguments(filters)], _event)

    def follow(self, **filters: Unpack[Filters]) -> Rows[Event]:
        """The same of a file that grows: it ends when it is closed.

        >>> with bleinspect.open("Captures/polar-h7.btsnoop").follow(event="connected") as events:
        ...     next(events)
        <Event 39 1.120 s connected: 15 ms, latency 0, 720 ms>
        """
        return self._rows([], ["--format=ndjson", "--follow", *arguments(filters)], _event)

    def samples(self, key: str, **filters: Unpack[Filters]) -> Rows[Sample]:
        """The values of a key of decoded values, such as `heart_rate_bpm`, `accelerometer_g.x` or `rssi_dbm`.

        >>> capture = bleinspect.open("Captures/polar-h7.btsnoop")
        >>> [sample.value for sample in capture.samples("heart_rate_bpm")]
        [97, 92, 91, 93, 91, 86, 91]
        """

        def take(row: Row) -> Sample | None:
            event = _event(row)
            if event is None or (value := event.get(key)) is None:
                return None
            return Sample(
                event.t, event.time, event.frame, value, event.connection, event.address, event.name)

        return self._rows([], ["--format=ndjson", *arguments(filters)], take)

    def packets(self, **filters: Unpack[Filters]) -> Rows[Packet]:
        """Every record.

        >>> next(bleinspect.open("Captures/polar-h7.btsnoop").packets(frame=142)).summary
        'ATT Handle Value Notification, 0012 Heart Rate Measurement, 2 bytes'
        """
        return self._rows(
            ["packets"], ["--format=ndjson", *arguments(filters)],
            lambda row: Packet.of(row) if "summary" in row else None)

    def exchange(self, connection: int | None = None, **filters: Unpack[ExchangeFilters]) -> Rows[Turn]:
        """Requests with their answers, of one connection or of all.

        >>> turn = next(bleinspect.open("Captures/polar-h7.btsnoop").exchange(1))
        >>> turn.request.label, turn.answers[0].text
        ('Device Name', '"Polar H7 000607"')
        """
        options = arguments({"connection": connection, **filters})
        return self._rows(
            ["exchange"], ["--format=ndjson", *options], lambda row: Turn.of(row) if "exchange" in row else None)

    # Summaries

    @property
    def info(self) -> Row:
        """What the capture is: its format, when it starts and ends, how many records it has.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").info["records"]
        157
        """
        capture: Row = self._document("stats")["capture"]
        return capture

    @property
    def verdict(self) -> list[Verdict]:
        """What went wrong, most important first; never empty.

        >>> print(bleinspect.open("Captures/rules/link-lost.btsnoop").verdict[0])
        The controller heard nothing of #1 for its supervision time-out of 2 s: Connection Timeout (08). [certain]
        """
        return [Verdict.of(row) for row in self._document("stats")["verdict"]]

    @property
    def findings(self) -> list[Finding]:
        """What a person should look at.

        >>> [finding.rule for finding in bleinspect.open("Captures/rules/link-lost.btsnoop").findings]
        ['link-lost']
        """
        return [Finding.of(row) for row in self._document("stats").get("findings", ())]

    @property
    def connections(self) -> list[Connection]:
        """The connections, with why each ended.

        >>> connection = bleinspect.open("Captures/polar-h7.btsnoop").connections[0]
        >>> connection.name, connection.mtu, connection.ended.by
        ('Polar H7 000607', 23, 'local')
        """
        more = {row["connection"]: row for row in self._summary()["connections"]}
        return [
            Connection.of(more.get(row["connection"], {}) | row) for row in self._document("stats")["connections"]]

    @property
    def devices(self) -> list[Device]:
        """The devices.

        >>> [device.name for device in bleinspect.open("Captures/two-straps.btsnoop").devices]
        ['Strap One', 'Bike Two']
        """
        return [Device.of(row) for row in self._summary()["devices"]]

    def _summary(self) -> Row:
        """The JSON document without its events."""
        return self._document("--adverts=none", "--event=mark", "--quiet")

    def tree(self) -> list[Tree]:
        """The services of each device.

        >>> [service.uuid for service in bleinspect.open("Captures/polar-h7.btsnoop").tree()[0].services][:3]
        ['1800', '1801', '180D']
        """
        return [Tree.of(row) for row in self._document("gatt")["devices"]]

    def text(self, *, format: Literal["text", "markdown"] = "text") -> str:
        """The report, as the program prints it.

        >>> print(bleinspect.open("Captures/polar-h7.btsnoop").text().split(chr(10))[0])
        polar-h7.btsnoop   btsnoop, H4
        """
        return self._output(self._command([], [f"--format={format}"])).decode()

    def _beginning(self, most: int) -> str:
        """The first octets of the report, with the summary; of a long capture the rest is not waited for."""
        run = self._run(self._command([], ["--format=text"]))
        try:
            return run.all(most).decode("utf-8", "ignore")
        finally:
            run.close()

    def _repr_html_(self) -> str:
        """The report, for a notebook."""
        return html.capture(self)

    # Comparing

    def diff(self, expected: Path | Capture, **options: Unpack[Comparing]) -> Comparison:
        """What differs from a recording or baseline.

        >>> capture = bleinspect.open("Captures/variations/value.btsnoop")
        >>> comparison = capture.diff("Captures/variations/expected.btsnoop")
        >>> bool(comparison), comparison.differences[0].message
        (False, 'notification #3: 91 bpm became 18433 bpm')
        """
        if isinstance(expected, Capture):
            (operand,) = expected._sources()
        else:
            operand = Operand.of(expected)
        (actual,) = self._sources()
        command = [
            self._program, "diff", *reading("diff", self._reading), *arguments(options), "--", operand.path,
            actual.path]
        row, text = self._judged(command, (operand,))
        return Comparison(
            row["outcome"] == "same", tuple(map(Difference.of, row["differences"])),
            tuple(map(Difference.of, row["not_observed"])), text, row)

    def check(
        self, rules: Path | None = None, *, rule: str | Iterable[str] = (),
        max_severity: Literal["none", "note", "warning"] | None = None, allow: Iterable[str] = (),
    ) -> Check:
        """Whether rules hold: those of a file, and those given.

        >>> capture = bleinspect.open("Captures/polar-h7.btsnoop")
        >>> check = capture.check(rule=["notification:2A37 count>=5", "no disconnected reason=0x08"])
        >>> check.holds, len(check.rules)
        (True, 2)
        """
        (actual,) = self._sources()
        command = [self._program, "check", *reading("check", self._reading)]
        command += arguments({"rules": rules, "max_severity": max_severity, "allow": ",".join(allow) or None})
        command += ["--", actual.path, *([rule] if isinstance(rule, str) else rule)]
        row, text = self._judged(command, ())
        return Check(
            row["outcome"] == "holds", tuple(
                RuleResult(each["rule"], each["outcome"] == "holds", each.get("events", 0), each)
                for each in row["rules"]), text, row)

    def _judged(self, command: list[str], more: Sequence[Operand]) -> tuple[Row, str]:
        """The document and the text of `diff` or `check`, whose exit code 1 is an answer."""
        outputs = []
        for format in ("json", "text"):
            run = self._run([*command[:2], f"--format={format}", *command[2:]], more)
            try:
                output = run.all()
                code, said = run.finish()
            finally:
                run.close()
            conclude(0 if code == 1 and output else code, said, quiet=format == "text")
            outputs.append(output)
        text = outputs[1].decode()
        for each in [*self._operands, *more]:
            if each.file is not None:
                text = text.replace(each.path, each.name)
        return _document(outputs[0]), text

    def baseline(self, path: Path) -> None:
        """Writes what stays the same in every recording of a scenario, for `diff`.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").baseline(folder / "expected.ndjson")
        >>> bleinspect.open("Captures/polar-h7.btsnoop").diff(folder / "expected.ndjson").same
        True
        """
        self._write(["baseline"], [f"--output={os.fspath(path)}"])

    def accept(self, expected: Path, **options: Unpack[Comparing]) -> bool:
        """Makes this recording the baseline, if it differs from the one that there is. Whether it did.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").accept(folder / "new.ndjson")
        True
        >>> bleinspect.open("Captures/polar-h7.btsnoop").accept(folder / "new.ndjson")
        False
        """
        (actual,) = self._sources()
        run = self._run([
            self._program, "diff", "--update", *reading("diff", self._reading), *arguments(options), "--",
            os.fspath(expected), actual.path])
        try:
            run.all()
            code, said = run.finish()
        finally:
            run.close()
        has_written = code == 1 and os.path.exists(expected)
        conclude(0 if has_written else code, said, quiet=True)
        return has_written

    # Files

    def report(self, path: Path) -> None:
        """Writes the page of `report`.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").report(folder / "walk.html")
        """
        self._write(["report"], [f"--output={os.fspath(path)}"])

    def convert(self, path: Path, **filters: Unpack[Filters]) -> None:
        """Writes the records in the format of the name's ending.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").convert(folder / "walk.pcapng")
        """
        self._write(["convert"], arguments(filters), [os.fspath(path)])

    def redact(self, path: Path, **options: str | bool | Path) -> None:
        """Writes a copy without what tells persons and devices; options are those of `bleinspect redact`.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").redact(folder / "public.btsnoop")  # doctest: +REDACT
        """
        self._write(["redact"], arguments(options), [os.fspath(path)])

    # Tables

    def values(self, key: str, **filters: Unpack[Filters]) -> pandas.Series[Any]:
        """The values of a key by time, for pandas.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").values("heart_rate_bpm").agg(["count", "min", "max"]).tolist()
        [7, 86, 97]
        """
        tables.needs("pandas")
        samples = list(self.samples(key, **filters))
        if not samples:
            raise NoSuchValue(self._lacks(key, filters))
        sources = {sample.address for sample in samples}
        if len(sources) > 1:
            warnings.warn(
                f"{key}: values of {len(sources)} devices in one series; `device` chooses one",
                BleinspectWarning, stacklevel=2)
        return tables.series(key, samples, is_local="clock" in self.info)

    def wide(self, uuid: str, **filters: Unpack[ValueFilters]) -> pandas.DataFrame:
        """A row for each value of a characteristic, with a column for each of its fields, by time, for pandas.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").wide("2A37").columns.tolist()[6:]
        ['heart_rate_bpm', 'sensor_contact', 'rr_intervals_s', 'rr_intervals_ms']
        """
        tables.needs("pandas")
        decoded = [event for event in self.events(uuid=uuid, **filters) if event.decoded]
        if not decoded:
            raise NoSuchValue(f"no value of {uuid} is decoded")
        # Without what was written to its descriptors, unless it is one of those.
        events = [event for event in decoded if "descriptor" not in event.row] or decoded
        return tables.wide(events, is_local="clock" in self.info)

    def _lacks(self, key: str, filters: Filters) -> str:
        keys = sorted({name for event in self.events(**filters) for name in event.fields()})
        more = f" and {len(keys) - SHOWN} more" if len(keys) > SHOWN else ""
        there = f": there are {', '.join(keys[:SHOWN])}{more}" if keys else ", nor any other decoded value"
        return f"no event that was selected has '{key}'{there}"

    def rows(self, **filters: Unpack[Filters]) -> Rows[Row]:
        """A row for each field of each event, with the same columns in all: those of `--flat`.

        >>> row = next(bleinspect.open("Captures/polar-h7.btsnoop").rows(event="notification"))
        >>> row["field"], row["value_text"]
        ('value', '0661')
        """
        return self._rows(
            [], ["--format=ndjson", "--flat", *arguments(filters)], lambda row: row if "field" in row else None)

    def to_pandas(self, **filters: Unpack[Filters]) -> pandas.DataFrame:
        """`rows` for pandas.

        >>> len(bleinspect.open("Captures/polar-h7.btsnoop").to_pandas(event="mtu"))
        5
        """
        return tables.to_pandas(self.to_arrow(**filters))

    def to_arrow(self, **filters: Unpack[Filters]) -> pyarrow.Table:
        """`rows` as an Arrow table.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").to_arrow(event="mtu").num_rows
        5
        """
        return tables.reader(self.rows(**filters)).read_all()

    def to_polars(self, **filters: Unpack[Filters]) -> polars.DataFrame:
        """`rows` for polars.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").to_polars(event="mtu").height
        5
        """
        return tables.to_polars(self.to_arrow(**filters))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """For `duckdb.sql("FROM capture")` and others that read Arrow streams."""
        return tables.reader(self.rows()).__arrow_c_stream__(requested_schema)


def _event(row: Row) -> Event | None:
    return None if row.get("event") == "capture" else Event(row)


def _document(output: bytes) -> Row:
    try:
        row = json.loads(output)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise Crashed(f"the program wrote what is no JSON object: {output[:80]!r}")
    return row


def open(
    *sources: Source, program: Path | None = None, damaged: Literal["raise", "warn"] = "raise",
    seconds: float | None = None, **options: Unpack[Reading],
) -> Capture:
    """A capture: paths, bytes or binary files, several of which follow each other.

    >>> bleinspect.open("Captures/polar-h7.btsnoop")
    <Capture Captures/polar-h7.btsnoop>
    >>> data = pathlib.Path("Captures/polar-h7.btsnoop").read_bytes()
    >>> bleinspect.open(data).info["format"]
    'btsnoop'
    """
    if not sources:
        raise TypeError("open() needs a capture")
    return Capture(
        [Operand.of(source) for source in sources], program=None if program is None else os.fspath(program),
        damaged=damaged, seconds=seconds, options=options)
