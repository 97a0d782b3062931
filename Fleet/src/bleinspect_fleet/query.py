"""Views over a lake, and the prepared questions, for DuckDB and Spark alike."""

from __future__ import annotations

import csv
import datetime
import decimal
import difflib
import io
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Any, Protocol

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from bleinspect_fleet.errors import DamagedLake, FleetError, safe, some
from bleinspect_fleet.lake import Lake, Manifest, chosen, readable
from bleinspect_fleet.schemas import SCHEMA, SCHEMAS, TABLES
from bleinspect_fleet.sources import place

# A parameter of a question: :field; not a cast (::).
PARAMETER = re.compile(r"(?<![:\w]):([a-z_]+)\b")

# Where DuckDB puts a line feed of its own. Other messages than these are of rows, and hold what is in them;
# these hold it at most behind the hint, as names of columns that PIVOT makes.
PLANNING = (duckdb.BinderException, duckdb.CatalogException, duckdb.ParserException, duckdb.SyntaxException)
HINT = re.compile(r"\n+(?=Did you mean|Candidate bindings|Either add )")
FUNCTION = re.compile(r"\n+\t(?=Candidate functions:|\S+\(.*\) -> )")
WHERE = re.compile(r"(.*)\n(LINE [0-9]+: (?:\.\.\.)?([^\n]*?)(?:\.\.\.)?)\n( *\^+)", re.DOTALL)

# Of 128-bit UUIDs that have a short form.
BASE = "00001000800000805F9B34FB"


@dataclass(frozen=True)
class Question:
    """A file in questions/: its first lines say what it answers, and what it is given."""

    name: str
    title: str
    parameters: dict[str, str]  # with what they are if nobody gives them; "" must be given
    there: dict[str, str]  # SQL: all that a parameter can be for an answer with rows
    sql: str


def questions() -> dict[str, Question]:
    found = {}
    for file in sorted(resources.files("bleinspect_fleet").joinpath("questions").iterdir(),
                       key=lambda one: one.name):
        if not file.name.endswith(".sql"):
            continue
        text = file.read_text("utf-8")
        lines = text.splitlines()
        parameters = {}
        there = {found_there[1]: found_there[2].replace("\n--", "") for found_there in re.finditer(
            r"^-- :([a-z_]+) is one of(.*(?:\n--   .*)*)", text, re.MULTILINE)}
        for line in lines:
            if found_parameter := re.fullmatch(r"-- :([a-z_]+) = (.*?)(?: *\(.*\))?", line):
                parameters[found_parameter[1]] = found_parameter[2]
        name = file.name.removesuffix(".sql")
        sql = "\n".join(line for line in lines if not line.startswith("--"))
        found[name] = Question(name, lines[0].removeprefix("-- "), parameters, there, sql.strip())
    return found


@dataclass
class Answer:
    columns: list[str]
    rows: list[tuple[Any, ...]]
    remark: str | None = None  # why a question has no rows


class Engine(Protocol):
    def run(self, sql: str, parameters: dict[str, str]) -> Answer: ...

    def stop(self) -> None: ...


def exactly(path: str) -> str:
    """A path for DuckDB, which takes what looks like a pattern for one: a folder may be named `run[1]`."""
    return re.sub(r"[*?[]", r"[\g<0>]", path)


class DuckDB:
    """The views of a lake in a DuckDB connection of its own."""

    def __init__(self, lake: Lake, manifest: Manifest | None = None) -> None:
        head = manifest or lake.head()
        self.connection = duckdb.connect()
        replaced = pa.table({
            "sha256": pa.array([one[0] for one in sorted(head.replaced)], pa.string()),
            "program_version": pa.array([one[1] for one in sorted(head.replaced)], pa.string())})
        self.connection.register("bleinspect_replaced", replaced)
        for table in TABLES:
            self.connection.register(f"bleinspect_no_{table}", SCHEMAS[table].empty_table())
            names = ", ".join(f'"{name}"' for name in SCHEMAS[table].names)
            sql = f"SELECT {names} FROM bleinspect_no_{table}"
            files = head.of(table)
            for is_old in (False, True):
                paths = [lake.absolute(file) for file in files if (file.schema < SCHEMA) == is_old]
                if not paths:
                    continue
                listed = ", ".join("'" + exactly(path).replace("'", "''") + "'" for path in paths)
                read = f"read_parquet([{listed}], hive_partitioning = false, union_by_name = {is_old})"
                if is_old:  # Columns that came later are NULL.
                    sql = f"{sql} UNION ALL BY NAME SELECT * FROM {read}"
                else:
                    sql = f"SELECT {names} FROM {read}"
            if head.replaced:
                sql = (f"SELECT {names} FROM ({sql}) AS every WHERE NOT EXISTS (SELECT 1 FROM "
                       "bleinspect_replaced AS old WHERE old.sha256 = every.sha256 "
                       "AND old.program_version = every.program_version)")
            try:
                self.connection.execute(f'CREATE VIEW "{table}" AS {sql}')
            except duckdb.Error as error:
                for file in files:  # Which one it is, in its own words.
                    path = lake.absolute(file)
                    with readable(path):
                        kinds = pq.read_schema(path)
                        if any(kinds.field(name).type != SCHEMAS[table].field(name).type
                               for name in kinds.names):
                            raise ValueError(f"its columns are not those of {table}") from None
                raise DamagedLake(f"the files of {table}: {str(error).splitlines()[0]}") from None

    def run(self, sql: str, parameters: dict[str, str]) -> Answer:
        # What was not given is none: a colon has other uses in SQL, too.
        used = set(PARAMETER.findall(sql)) & parameters.keys()
        text = PARAMETER.sub(
            lambda found: f"${found[1]}" if found[1] in used else found[0], sql)
        try:
            done = self.connection.execute(
                text, {name: parameters[name] for name in used} if used else None)
            if done.description is None:
                return Answer([], [])
            return Answer([column[0] for column in done.description], done.fetchall())
        except duckdb.Error as error:
            raise FleetError(*message(error, text)) from None

    def stop(self) -> None:
        self.connection.close()


def message(error: duckdb.Error, sql: str) -> list[str]:
    """The lines of DuckDB's layout. A text of a capture may look like them, and is no part of the SQL."""
    text, where = f"DuckDB: {error}", []
    is_planning = isinstance(error, PLANNING)
    found = WHERE.fullmatch(text)
    if found is not None and (is_planning or found[3] in sql):
        # Control characters have no width, there; here they are escaped.
        column, moved = found[4].count(" "), 0
        for letter in found[2]:
            if not letter.isprintable():
                moved += len(safe(letter))
            elif column == 0:
                break
            else:
                column -= 1
        text, where = found[1].rstrip("\n"), ["", found[2], " " * moved + found[4]]
    if not is_planning:
        return [text, *where]
    text, *hint = HINT.split(text, 1)
    text, *functions = FUNCTION.split(text)
    return [text, *(f"    {line}" for line in functions), *hint, *where]


def uuid(text: str) -> str:
    """A UUID as the program writes it, from what it takes."""
    digits = re.sub("^0[xX]", "", text).replace("-", "").upper()
    if not re.fullmatch("[0-9A-F]{4}|[0-9A-F]{8}|[0-9A-F]{32}", digits):
        raise FleetError(f"'{text}' is no UUID: 2A39, 0x2A39, or 36 characters")
    if len(digits) == 32 and not digits.endswith(BASE):
        return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
    return digits.removesuffix(BASE).removeprefix("0000" if len(digits) > 4 else "")


# Parameters that may be written in several ways.
FORMS: dict[str, Callable[[str], str]] = {"characteristic": uuid, "capture": place}


def ask(engine: Engine, name: str, given: dict[str, str]) -> Answer:
    """Answers a prepared question, or SQL."""
    known = questions()
    if name in known:
        question = known[name]
        if unknown := given.keys() - question.parameters.keys():
            raise FleetError(f"{name} has no parameter {', '.join(sorted(unknown))}: "
                             f"{', '.join(question.parameters) or 'it has none'}")
        values = {**question.parameters, **given}
        if missing := [key for key, value in values.items() if not value]:
            raise FleetError(f"{name} needs {'=..., '.join(missing)}=...")
        values = {key: FORMS.get(key, str)(value) for key, value in values.items()}
        answer = engine.run(question.sql, values)
        if not answer.rows:
            answer.remark = f"{name}: {nothing(engine, question, values)}"
        return answer
    if re.fullmatch(r"[\w-]+", name):
        raise FleetError(f"no question '{name}': {', '.join(known)}")
    return engine.run(name, given)


def nothing(engine: Engine, question: Question, values: dict[str, str]) -> str:
    """What an answer without rows was looked for in vain, and what there is."""
    if "capture" in values:
        try:
            chosen(engine.run("SELECT sha256, path FROM captures", {}).rows, values["capture"])
        except FleetError as error:
            return str(error)
    for key, sql in question.there.items():
        there = [row[0] for row in engine.run(sql, {}).rows]
        value = values[key].lower()
        near = [one for one in there if value in one.lower()] or difflib.get_close_matches(value, there)
        return f"no rows for {key}={values[key]}; " + (
            f"near it: {some(near)}" if near else f"there is {some(there)}" if there
            else f"nor for any other {key}")
    of = "".join(f" for {key}={value}" for key, value in values.items())
    return f"no rows{of}: {question.title}"


# Output

def shown(value: Any) -> str:
    """A cell, on one line: names and texts are from the air."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ")
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value))
    return safe(str(value))


def is_number(value: Any) -> bool:
    """Whether a cell is a number; DECIMAL is what DuckDB makes of `1.5`."""
    return type(value) in (int, float, decimal.Decimal)


def table_text(answer: Answer) -> Iterator[str]:
    cells = [[shown(value) for value in row] for row in answer.rows]
    numeric = [all(value is None or isinstance(value, bool) or is_number(value) for value in column)
               for column in zip(*answer.rows, strict=True)] or [False] * len(answer.columns)
    widths = [max(map(len, column)) for column in zip(answer.columns, *cells, strict=True)]
    for row in [answer.columns, ["-" * width for width in widths], *cells]:
        yield "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)).rstrip()


def csv_text(answer: Answer) -> str:
    """RFC 4180 with LF; what a spreadsheet would take for a formula gets a ' before it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(answer.columns)
    for row in answer.rows:
        writer.writerow([
            "'" + cell if cell[:1] in ("=", "+", "-", "@", "\\") and cell
            and not is_number(value) else cell for value, cell in ((value, shown(value)) for value in row)])
    return out.getvalue()


def chart_text(answer: Answer, width: int = 40) -> Iterator[str]:
    """Bars of the last column of numbers; before them the other columns."""
    columns = list(zip(*answer.rows, strict=True))
    numbers = [index for index, column in enumerate(columns)
               if all(value is None or is_number(value) for value in column)
               and any(_drawn(value) is not None for value in column)]
    if not numbers:
        raise FleetError("nothing to draw: the answer has no column of numbers")
    drawn = numbers[-1]
    values = [_drawn(value) for value in columns[drawn]]
    low = min(0.0, *(value for value in values if value is not None))
    high = max(0.0, *(value for value in values if value is not None))
    labels = ["  ".join(shown(value) for index, value in enumerate(row)
                        if index != drawn and value is not None)[:60] for row in answer.rows]
    space = max(map(len, labels))
    yield f"{'':{space}}  {answer.columns[drawn]}"
    for label, row, value in zip(labels, answer.rows, values, strict=True):
        length = 0 if value is None else round((value - low) / ((high - low) or 1) * width)
        yield f"{label:{space}}  {'█' * length} {shown(row[drawn])}".rstrip()


def _drawn(value: Any) -> float | None:
    """How long a bar is; none for what is no number, infinite or missing."""
    number = float(value) if is_number(value) else math.nan
    return number if math.isfinite(number) else None
