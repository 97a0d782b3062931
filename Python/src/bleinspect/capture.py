"""A capture, as the program reads it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack

from bleinspect import html, tables
from bleinspect.errors import NoSuchValue
from bleinspect.options import (
    Comparing, Converting, ExchangeFilters, Filters, Path, Reading, Redacting, ValueFilters, arguments, known, reading)
from bleinspect.operands import Operand, Source
from bleinspect.program import Row, conclude, warn
from bleinspect.reader import Reader, document
from bleinspect.results import (
    Check, Comparison, Connection, Device, Difference, Event, Finding, Packet, RuleResult, Sample, Turn, Verdict)
from bleinspect.run import Rows
from bleinspect.trees import Tree

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

# Names in a message.
SHOWN = 12


class Capture(Reader):
    """One capture, or several that follow each other. Nothing is read before it is asked for.

    Each answer is a run of the program; summaries are kept until the file changes. Whatever reads raises Refused
    where nothing can be read, DamagedCapture after what comes before a damage, Crashed and TimedOut; all are
    BleinspectError, with the program's words. Times are seconds since the first record (`t`) or `datetime` in UTC,
    and a key of a decoded value ends in its unit.
    """

    # Events

    def events(self, **filters: Unpack[Filters]) -> Rows[Event]:
        """The events of the timeline, as they are read: those of `event` (kinds), `uuid` (also an attribute's name),
        `device`, `connection`, `handle`, `frame`, `start` to `end`, with `adverts="all"` every advertisement.

        Raises Refused for a filter that means nothing; one that matches nothing is a BleinspectWarning.

        >>> capture = bleinspect.open("Captures/polar-h7.btsnoop")
        >>> for event in capture.events(event="notification", uuid="2A37", count=2):
        ...     print(event.t, event.frame, event["heart_rate_bpm"], event.text)
        2.69686 142 97 97 bpm  contact
        3.69702 143 92 92 bpm  contact  RR 0.643
        """
        known(filters, Filters, "events()")
        return self._rows([], ["--format=ndjson", *arguments(filters)], _event)

    def follow(self, **filters: Unpack[Filters]) -> Rows[Event]:
        """The same of a file that grows: `next` waits for what comes, and `close` (or `with`) ends it.

        >>> with bleinspect.open("Captures/polar-h7.btsnoop").follow(event="connected") as events:
        ...     next(events)
        <Event 39 1.120 s connected: 15 ms, latency 0, 720 ms>
        """
        known(filters, Filters, "follow()")
        return self._rows([], ["--format=ndjson", "--follow", *arguments(filters)], _event)

    def samples(self, key: str, **filters: Unpack[Filters]) -> Rows[Sample]:
        """The values of a key of decoded values, such as `heart_rate_bpm`, `accelerometer_g.x` or `rssi_dbm`, as they
        are read; none where no event has it.

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

        known(filters, Filters, "samples()")
        return self._rows([], ["--format=ndjson", *arguments(filters)], take)

    def packets(self, **filters: Unpack[Filters]) -> Rows[Packet]:
        """Every record, in the order of the file, numbered from 1 as Wireshark does; `length` in octets.

        >>> next(bleinspect.open("Captures/polar-h7.btsnoop").packets(frame=142)).summary
        'ATT Handle Value Notification, 0012 Heart Rate Measurement, 2 bytes'
        """
        known(filters, Filters, "packets()")
        return self._rows(
            ["packets"], ["--format=ndjson", *arguments(filters)],
            lambda row: Packet.of(row) if "summary" in row else None)

    def exchange(self, connection: int | None = None, **filters: Unpack[ExchangeFilters]) -> Rows[Turn]:
        """Requests with their answers, of one connection (numbered from 1, as the report does) or of all. A value
        that came unasked is a turn without a request.

        >>> turn = next(bleinspect.open("Captures/polar-h7.btsnoop").exchange(1))
        >>> turn.request.label, turn.answers[0].text
        ('Device Name', '"Polar H7 000607"')
        """
        known(filters, ExchangeFilters, "exchange()")
        options = arguments({"connection": connection, **filters})
        return self._rows(
            ["exchange"], ["--format=ndjson", *options], lambda row: Turn.of(row) if "exchange" in row else None)

    # Summaries

    @property
    def info(self) -> Row:
        """What the capture is: `format`, `link_type`, `start` and `end` (RFC 3339), `records`, and `clock` where its
        times are those of a clock whose zone nobody knows.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").info["records"]
        157
        """
        capture: Row = self._document("stats")["capture"]
        return capture

    @property
    def verdict(self) -> list[Verdict]:
        """What went wrong, most important first; never empty.

        >>> print(bleinspect.open("Captures/rules/request-refused.btsnoop").verdict[0])
        Read Battery Level refused by the peer: Read Not Permitted (02) (C1). [certain]
        """
        return [Verdict.of(row) for row in self._document("stats")["verdict"]]

    @property
    def findings(self) -> list[Finding]:
        """What a person should look at, worst first; empty where there is nothing.

        >>> [finding.rule for finding in bleinspect.open("Captures/rules/link-lost.btsnoop").findings]
        ['link-lost']
        """
        return [Finding.of(row) for row in self._document("stats").get("findings", ())]

    @property
    def connections(self) -> list[Connection]:
        """The LE connections in order of first sight, with why each ended; `ended` is None for one that is still open.

        >>> connection = bleinspect.open("Captures/polar-h7.btsnoop").connections[0]
        >>> connection.name, connection.mtu, connection.ended.by
        ('Polar H7 000607', 23, 'local')
        """
        more = {row["connection"]: row for row in self._summary()["connections"]}
        return [
            Connection.of(more.get(row["connection"], {}) | row) for row in self._document("stats")["connections"]]

    @property
    def devices(self) -> list[Device]:
        """The devices that advertised or were connected.

        >>> [device.name for device in bleinspect.open("Captures/two-straps.btsnoop").devices]
        ['Strap One', 'Bike Two']
        """
        return [Device.of(row) for row in self._summary()["devices"]]

    def _summary(self) -> Row:
        """The JSON document without its events."""
        return self._document("--adverts=none", "--event=mark", "--quiet")

    def tree(self) -> list[Tree]:
        """The services of each device that was connected, with their characteristics and last values.

        >>> [service.uuid for service in bleinspect.open("Captures/polar-h7.btsnoop").tree()[0].services][:3]
        ['1800', '1801', '180D']
        """
        return [Tree.of(row) for row in self._document("gatt")["devices"]]

    def text(self, *, format: Literal["text", "markdown"] = "text") -> str:
        """The report, as the program prints it, or in Markdown for an issue.

        >>> print(bleinspect.open("Captures/polar-h7.btsnoop").text().split(chr(10))[0])
        polar-h7.btsnoop   btsnoop, H4
        """
        return self._named(self._output(self._command([], [f"--format={format}"])).decode())

    def _beginning(self, most: int) -> str:
        """The first octets of the report, with the summary; of a long capture the rest is not waited for."""
        run = self._run(self._command([], ["--format=text"]))
        try:
            return self._named(run.all(most).decode("utf-8", "ignore"))
        finally:
            run.close()

    def _repr_html_(self) -> str:
        """The report, for a notebook."""
        return html.capture(self)

    # Comparing

    def diff(self, expected: Path | Capture, **options: Unpack[Comparing]) -> Comparison:
        """What differs from a recording or baseline; true where nothing does. Options say what counts, such as
        `ignore="event:mtu"`, `values="shape"`, `tolerance="heart_rate_bpm=2"`.

        Raises Refused where a side cannot be read, DamagedCapture where one can be read in part only (as a warning,
        what was read is compared, and is not the same), ValueError where one is several captures.

        >>> capture = bleinspect.open("Captures/variations/value.btsnoop")
        >>> comparison = capture.diff("Captures/variations/expected.btsnoop")
        >>> bool(comparison), comparison.differences[0].message
        (False, 'notification #3: 91 bpm became 18433 bpm')
        """
        known(options, Comparing, "diff()")
        operand = expected._one() if isinstance(expected, Capture) else Operand.of(expected)
        actual = self._one()
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
        """Whether rules hold: those of a file, and those given; true where all do. `max_severity` is a rule for
        findings, those of `allow` excepted.

        Raises Refused for what is no rule, DamagedCapture where not all could be read (as a warning, rules are checked
        by what was read, and do not hold).

        >>> capture = bleinspect.open("Captures/polar-h7.btsnoop")
        >>> check = capture.check(rule=["notification:2A37 count>=5", "no disconnected reason=0x08"])
        >>> check.holds, len(check.rules)
        (True, 2)
        """
        actual = self._one()
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
            conclude(
                0 if code == 1 and output else code, said, damaged=self._damaged, quiet=format == "text",
                has_answer=bool(output))
            outputs.append(output)
        text = self._named(outputs[1].decode())
        for each in more:
            text = text.replace(each.path, each.name)
        return document(outputs[0]), text

    def baseline(self, path: Path) -> None:
        """Writes what stays the same in every recording of a scenario, for `diff`: NDJSON, to be committed.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").baseline(folder / "expected.ndjson")
        >>> bleinspect.open("Captures/polar-h7.btsnoop").diff(folder / "expected.ndjson").same
        True
        """
        self._write(["baseline"], os.fspath(path), [f"--output={os.fspath(path)}"])

    def accept(self, expected: Path, **options: Unpack[Comparing]) -> bool:
        """Makes this recording the baseline, if it differs from the one that there is, or there is none. Whether it
        wrote one. Raises DamagedCapture, also where that is a warning else: it writes no baseline of a part.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").accept(folder / "new.ndjson")
        True
        >>> bleinspect.open("Captures/polar-h7.btsnoop").accept(folder / "new.ndjson")
        False
        """
        known(options, Comparing, "accept()")
        actual = self._one()
        run = self._run([
            self._program, "diff", "--update", *reading("diff", self._reading), *arguments(options), "--",
            os.fspath(expected), actual.path])
        try:
            run.all()
            code, said = run.finish()
        finally:
            run.close()
        has_written = code == 1 and os.path.exists(expected)
        if code == 2:
            self._refuse_damage()
        conclude(0 if has_written else code, said, quiet=True)
        return has_written

    def _refuse_damage(self) -> None:
        """Raises DamagedCapture where this recording is damaged: no baseline is made of it."""
        run = self._run(self._command(["stats"], ["--format=json"]))
        try:
            output = run.all()
            code, said = run.finish()
        finally:
            run.close()
        if code == 1 and output:
            conclude(code, said)

    # Files

    def report(self, path: Path) -> None:
        """Writes the page of `report`, one HTML file for a browser.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").report(folder / "walk.html")
        """
        self._write(["report"], os.fspath(path), [f"--output={os.fspath(path)}"])

    def convert(self, path: Path, **options: Unpack[Converting]) -> None:
        """Writes the records in the format of the name's ending, or of `to`; with `annotate`, what is known of each as
        comments for Wireshark.

        Raises Refused where there is a file, unless `force` is given.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").convert(folder / "walk.pcapng", annotate=True)
        """
        known(options, Converting, "convert()")
        given = arguments(options)
        if options.get("annotate"):
            # Only comments have decoded values.
            given += arguments({name: self._reading.get(name) for name in ("decoders", "gatt", "no_config")})
        self._write(["convert"], os.fspath(path), given, [os.fspath(path)])

    def redact(self, path: Path, **options: Unpack[Redacting]) -> str:
        """Writes a copy without what tells persons and devices. What was replaced, and what the copy still tells.

        Raises BleinspectError, and writes nothing, where something that was to be replaced is still in the copy.

        >>> said = bleinspect.open("Captures/polar-h7.btsnoop").redact(folder / "public.btsnoop", keep_vendor=True)
        >>> said.splitlines()[0]
        'replaced  3 addresses, 7 times'
        """
        known(options, Redacting, "redact()")
        said = self._write(["redact"], os.fspath(path), arguments(options), [os.fspath(path)], quiet=True)
        return "\n".join(line.removeprefix("bleinspect: ") for line in said.splitlines())

    # Tables

    def values(self, key: str, **filters: Unpack[Filters]) -> pandas.Series[Any]:
        """The values of a key by time, for pandas: a Series in the unit that the key ends in, whose index is
        `datetime64[us, UTC]` (without a zone where `info` has `clock`).

        Raises NoSuchValue, with the keys that there are, and ImportError without pandas.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").values("heart_rate_bpm").agg(["count", "min", "max"]).tolist()
        [7, 86, 97]
        """
        tables.needs("pandas")
        samples = list(self.samples(key, **filters))
        if not samples:
            raise NoSuchValue(self._lacks(key, filters))
        sources = {sample.address for sample in samples}
        if len(sources) > 1:
            warn(f"{key}: values of {len(sources)} devices in one series; `device` chooses one")
        return tables.series(key, samples, is_local="clock" in self.info)

    def wide(self, uuid: str, **filters: Unpack[ValueFilters]) -> pandas.DataFrame:
        """A row for each value of a characteristic, by time, for pandas: `frame`, `t`, `event`, `connection`,
        `address`, `name`, and a column for each of its fields. `uuid` may be an assigned name.

        Raises NoSuchValue where no value of it is decoded, and ImportError without pandas.

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
        known(filters, Filters, "rows()")
        return self._rows(
            [], ["--format=ndjson", "--flat", *arguments(filters)], lambda row: row if "field" in row else None)

    def to_pandas(self, **filters: Unpack[Filters]) -> pandas.DataFrame:
        """`rows` for pandas, with the same columns.

        >>> len(bleinspect.open("Captures/polar-h7.btsnoop").to_pandas(event="mtu"))
        5
        """
        return tables.to_pandas(self.to_arrow(**filters))

    def to_arrow(self, **filters: Unpack[Filters]) -> pyarrow.Table:
        """`rows` as an Arrow table: `frame`, `time` (microseconds, UTC), `t` (seconds), `event`, `connection`,
        `address`, `characteristic`, `label`, `field`, `value_number`, `value_text`, `value_bool`, `unit` and others.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").to_arrow(event="mtu").num_rows
        5
        """
        return tables.reader(self.rows(**filters)).read_all()

    def to_polars(self, **filters: Unpack[Filters]) -> polars.DataFrame:
        """`rows` for polars, with the same columns.

        >>> bleinspect.open("Captures/polar-h7.btsnoop").to_polars(event="mtu").height
        5
        """
        return tables.to_polars(self.to_arrow(**filters))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """For `duckdb.sql("FROM capture")` and others that read Arrow streams."""
        return tables.reader(self.rows()).__arrow_c_stream__(requested_schema)


def _event(row: Row) -> Event | None:
    return None if row.get("event") == "capture" else Event(row)


def open(
    *sources: Source, program: Path | None = None, damaged: Literal["raise", "warn"] = "raise",
    seconds: float | None = None, **options: Unpack[Reading],
) -> Capture:
    """A capture: paths, bytes or binary files, several of which follow each other.

    `damaged`: whether a damaged capture is an exception, after what comes before the damage, or a warning; `seconds`:
    how long an answer may take, without what is done between its rows; other options say how it is read, such as
    `decoders`, `ltk`, `irk`, `gatt`.

    Raises TypeError for what is none of these, and ProgramNotFound. What cannot be read is told when it is read.

    >>> bleinspect.open("Captures/polar-h7.btsnoop")
    <Capture Captures/polar-h7.btsnoop>
    >>> data = pathlib.Path("Captures/polar-h7.btsnoop").read_bytes()
    >>> bleinspect.open(data).info["format"]
    'btsnoop'
    """
    if not sources:
        raise TypeError("open() needs a capture")
    known(options, Reading, "open()")
    return Capture(
        [Operand.of(source) for source in sources], program=None if program is None else os.fspath(program),
        damaged=damaged, seconds=seconds, options=options)
