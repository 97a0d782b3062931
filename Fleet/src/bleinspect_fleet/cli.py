"""The command line."""

from __future__ import annotations

import argparse
import os
import pathlib
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from bleinspect_fleet import __version__
from bleinspect_fleet.errors import FleetError, safe
from bleinspect_fleet.program import VERSION, Limits, find_program, program_version

if TYPE_CHECKING:
    from bleinspect_fleet.lake import Lake, Staging
    from bleinspect_fleet.sources import Source

_SIZES = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def size(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,9})([KMG]?)", text)
    if found is None or int(found[1]) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is no size: 512M, 2G")
    return int(found[1]) * _SIZES[found[2]]


def positive(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 1")
    return int(text)


def version(text: str) -> str:
    if not VERSION.fullmatch(text):
        raise argparse.ArgumentTypeError(f"'{text}' is no version: 0.2.0, 1.0.0-rc1")
    return text


def seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,7}(\.[0-9]{1,3})?", text):
        raise argparse.ArgumentTypeError(f"'{text}' is no number of seconds")
    return float(text)


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except FleetError as error:
        text = "\n".join(safe(str(line)) for line in error.args)
        print(f"bleinspect-fleet: {text}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        # Whoever read has enough, as in `| head`.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        # A full disk, no rights.
        print(f"bleinspect-fleet: {safe(str(error))}", file=sys.stderr)
        return 1


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="bleinspect-fleet", allow_abbrev=False,
        description="Thousands of Bluetooth LE captures as tables: Parquet files in a folder, a lake.")
    top.add_argument("--version", action="version", version=f"bleinspect-fleet {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)

    def command(
        name: str, run: Callable[[argparse.Namespace], int], text: str, lake: str = "--lake",
    ) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        made.set_defaults(run=run)
        made.add_argument(lake, dest="lake", metavar="LAKE", required=True, help="the lake's folder")
        return made

    made = command("ingest", ingest, "bring captures into a lake, made if it is not there", "--to")
    made.add_argument("sources", metavar="SRC", nargs="+",
                      help="a capture, a folder, an archive, or @LIST: a file with a path a line")
    made.add_argument("--include", metavar="GLOB", action="append", default=[],
                      help="only files and members with such a name; repeatable")
    made.add_argument("--no-addresses", action="store_true",
                      help="keyed hashes in place of the devices' addresses")
    made.add_argument("--address-key", metavar="FILE", type=pathlib.Path,
                      help="the key of the hashes (default: LAKE.address-key, beside it)")
    reading(made)

    made = command(
        "reingest", reingest, "read captures again that an older program has read, or that failed", "--to")
    made.add_argument("--older-than", metavar="VERSION", type=version,
                      help="those that no version from this one on has read")
    made.add_argument("--failed", action="store_true",
                      help="those that crashed the program or met a limit")
    made.add_argument("--address-key", metavar="FILE", type=pathlib.Path,
                      help="the key of a lake with hashed addresses")
    reading(made)

    made = command("verify", verify, "read everything back, and compare it with the manifest")

    made = command("compact", compact, "join small files, and delete what nobody needs any more")
    made.add_argument("--keep-hours", metavar="H", type=seconds, default=24,
                      help="keep files so long that a reader may still use (default: 24)")

    made = command("query", query, "answer a prepared question, or SQL on DuckDB")
    made.add_argument("question", metavar="NAME|SQL", nargs="?",
                      help="a question, or SQL; without it, the questions are listed")
    made.add_argument("parameters", metavar="KEY=VALUE", nargs="*", help="what the question is given")
    made.add_argument("--format", choices=("table", "csv", "chart"), default="table")
    made.add_argument("--engine", choices=("duckdb", "spark"), default="duckdb")

    made = command("open", open_, "print the command that shows a record of a capture")
    made.add_argument("capture", metavar="CAPTURE", help="first digits of its SHA-256, or its path")
    made.add_argument("--frame", metavar="N", type=positive)
    return top


def reading(made: argparse.ArgumentParser) -> None:
    made.add_argument("--engine", choices=("local", "spark"), default="local",
                      help="processes of this machine, or Spark")
    made.add_argument("--master", metavar="URL", default="local[*]", help="Spark's master")
    made.add_argument("--jobs", metavar="N", type=positive, default=os.cpu_count() or 1,
                      help="how many at once (default: as many as there are cores)")
    made.add_argument("--program", metavar="FILE",
                      help="bleinspect (default: $BLEINSPECT, or that of the PATH)")
    made.add_argument("--timeout", metavar="S", type=seconds, default=Limits.seconds,
                      help="seconds for one capture (default: 300)")
    made.add_argument("--memory", metavar="SIZE", type=size, default=Limits.memory,
                      help="address space for one capture (default: 1G)")
    made.add_argument("--strict", action="store_true", help="exit with 1 if a capture failed")
    made.add_argument("--quiet", action="store_true", help="no progress and no summary")


def ingest(options: argparse.Namespace) -> int:
    from bleinspect_fleet.ingest import address_key
    from bleinspect_fleet.lake import Lake, Staging
    from bleinspect_fleet.sources import find

    key, mark = None, None
    lake_path = pathlib.Path(options.lake)
    for source in options.sources:
        if not source.startswith("@") and not os.path.lexists(source):
            raise FleetError(f"{source}: no such file or folder")
    program = find_program(options.program)
    version = program_version(program)
    if options.no_addresses:
        Lake.refuse_other(lake_path)
        path = options.address_key or default_key(lake_path)
        path.parent.mkdir(parents=True, exist_ok=True)
        key, mark = address_key(path)
    elif options.address_key:
        raise FleetError("--address-key is for --no-addresses")
    lake = Lake.create(lake_path, mark)
    lake.sweep()
    staging = Staging(lake)
    try:
        found = find(options.sources, staging.path, tuple(options.include))
        return run_engine(options, lake, staging, program, version, key, found, None, False)
    finally:
        staging.close()


def default_key(lake: pathlib.Path) -> pathlib.Path:
    """Beside the lake, not in it: who gets the lake must not get the key."""
    lake = lake.absolute()
    return lake.with_name(f"{lake.name}.address-key")


def reingest(options: argparse.Namespace) -> int:
    from bleinspect_fleet.care import located, stale
    from bleinspect_fleet.ingest import address_key
    from bleinspect_fleet.lake import Lake, Staging

    if options.older_than is None and not options.failed:
        raise FleetError("which? --older-than VERSION, --failed, or both")
    lake = Lake(options.lake)
    program = find_program(options.program)
    version = program_version(program)
    key = None
    if lake.facts["addresses"] != "plain":
        path = options.address_key or default_key(lake.path)
        if not path.exists():
            raise FleetError(f"the lake's addresses are hashed, and {path} is missing: --address-key")
        key, mark = address_key(path)
        if mark != lake.facts["addresses"]:
            raise FleetError(f"{path} is not the key of this lake")
    lake.sweep()
    staging = Staging(lake)
    try:
        captures = stale(lake, options.older_than, options.failed)
        found = located(captures.values(), staging.path)
        return run_engine(options, lake, staging, program, version, key, found, set(captures),
                          options.failed)
    finally:
        staging.close()


def run_engine(
    options: argparse.Namespace, lake: Lake, staging: Staging, program: str, version: str,
    key: bytes | None, found: Iterator[Source], only: set[str] | None, again: bool,
) -> int:
    from bleinspect_fleet.ingest import Ingest, Progress
    from bleinspect_fleet.sources import count
    from bleinspect_fleet.worker import Settings

    settings = Settings(
        program, version, Limits(seconds=options.timeout, memory=options.memory), key)
    if options.engine == "spark":
        from bleinspect_fleet.spark import spark_ingest
        summary = spark_ingest(lake, settings, found, staging, options.master, only, again)
    else:
        progress = None
        if sys.stderr.isatty() and not options.quiet:
            progress = Progress(
                count(options.sources, tuple(options.include)) if only is None else len(only))
        try:
            summary = Ingest(lake, settings, options.jobs, progress, only, again).run(found, staging)
        finally:
            if progress:
                progress.clear()
    if not options.quiet:
        print(summary.text(), file=sys.stderr)
    return 1 if summary.interrupted or (options.strict and summary.failures) else 0


def verify(options: argparse.Namespace) -> int:
    from bleinspect_fleet.care import verify as run
    from bleinspect_fleet.lake import Lake

    result = run(Lake(options.lake))
    for fault in result.faults:
        print(safe(fault))
    print(f"{result.files} files, {result.rows} rows, {result.captures} captures: "
          f"{f'{len(result.faults)} faults' if result.faults else 'as written'}"
          + (f"; {result.unnamed} files that no manifest names (compact deletes them)"
             if result.unnamed else ""))
    return 1 if result.faults else 0


def compact(options: argparse.Namespace) -> int:
    from bleinspect_fleet.care import compact as run
    from bleinspect_fleet.lake import Lake

    result = run(Lake(options.lake), options.keep_hours * 3600)
    print(f"{result.before} files became {result.after}; {result.deleted} old ones deleted")
    return 0


def query(options: argparse.Namespace) -> int:
    from bleinspect_fleet.lake import Lake
    from bleinspect_fleet.query import (
        DuckDB, Engine, ask, chart_text, csv_text, questions, table_text)

    lake = Lake(options.lake)
    if options.question is None:
        for question in questions().values():
            print(question.name)
            print(f"    {question.title}")
            for name, value in question.parameters.items():
                print(f"    {name}={value or '...'}")
        return 0
    given = {}
    for parameter in options.parameters:
        name, equals, value = parameter.partition("=")
        if not equals or not re.fullmatch("[a-z_]+", name):
            raise FleetError(f"'{parameter}' is not KEY=VALUE")
        given[name] = value
    engine: Engine
    if options.engine == "spark":
        from bleinspect_fleet.spark import SparkSQL
        engine = SparkSQL(lake)
    else:
        engine = DuckDB(lake)
    try:
        answer = ask(engine, options.question, given)
    finally:
        engine.stop()
    if answer.remark:
        print(f"bleinspect-fleet: {safe(answer.remark)}", file=sys.stderr)
    if options.format == "csv":
        sys.stdout.write(csv_text(answer))
    elif options.format == "chart":
        if answer.rows:
            print("\n".join(chart_text(answer)))
    elif answer.columns:
        print("\n".join(table_text(answer)))
    return 0


def open_(options: argparse.Namespace) -> int:
    from bleinspect_fleet.lake import Lake, chosen
    from bleinspect_fleet.sources import MEMBER, place

    lake = Lake(options.lake)
    tables = (lake.read(file, ["sha256", "path"]) for file in lake.head().of("captures"))
    path = chosen(
        ((row["sha256"], row["path"]) for table in tables for row in table.to_pylist()),
        place(options.capture), 4)
    if not path.startswith("/"):
        path = f"./{path}"  # by no ingest; no option either
    before, read = "", path
    member = MEMBER.fullmatch(path)
    if member is not None and not os.path.exists(path):
        # The program reads a capture from standard input, too. No name of a member is an option.
        if member[1].endswith(".zip"):
            unpack = ["unzip", "-p", member[1], re.sub(r"^-|[*?[\\]", r"\\\g<0>", member[2])]
        else:
            unpack = ["tar", "-xOf", member[1], "--", member[2]]
        before, read = command_line(unpack) + " | ", "-"
    frames = ["--frame", f"{max(1, options.frame - 10)}-{options.frame + 10}"] if options.frame else []
    print(before + command_line(["bleinspect", *frames, read]))
    if options.frame:
        frame = str(options.frame)
        print(before + command_line(["bleinspect", "packets", "-v", "--frame", frame, read]))
    return 0


def command_line(words: Sequence[str]) -> str:
    """A command for a shell, without control characters: a path may be a stranger's."""
    def escaped(letter: str) -> str:
        if letter.isprintable():
            return "\\" + letter if letter in "\\'" else letter
        return "".join(f"\\x{octet:02x}" for octet in letter.encode())

    return " ".join(
        shlex.quote(word) if word.isprintable() else f"$'{''.join(map(escaped, word))}'"
        for word in words)


if __name__ == "__main__":
    sys.exit(main())
