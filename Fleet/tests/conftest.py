"""What the tests share: the real program, the repository's captures, and a lake of them."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import os
import pathlib
import shutil
from typing import Any

import pytest
from bleinspect_fleet.sources import find

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "Fleet" / "src"
CAPTURES = ROOT / "Captures"
KINDS = ("*.btsnoop", "*.pcap", "*.pcapng", "*.pklg", "*.gz", "*.zip")

# Everything again, more often, and Spark; needs minutes.
DEEP = bool(os.environ.get("BLEINSPECT_FLEET_DEEP"))


def find_program() -> str:
    if given := os.environ.get("BLEINSPECT"):
        return given
    for build in ("debug", "release"):
        path = ROOT / ".build" / build / "bleinspect"
        if path.exists():
            return str(path)
    if found := shutil.which("bleinspect"):
        return found
    raise RuntimeError("build the program first (make build), or set BLEINSPECT")


PROGRAM = os.environ["BLEINSPECT"] = find_program()
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{SOURCES}:{ROOT / 'Python' / 'src'}"}


@dataclasses.dataclass
class Done:
    stdout: str
    stderr: str


def fleet(*arguments: object, status: int = 0) -> Done:
    """Runs a command in this process, which has loaded all that it needs."""
    from bleinspect_fleet.cli import main

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code: object = main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = end.code
    assert code == status, f"{code}\n{out.getvalue()}\n{err.getvalue()}"
    return Done(out.getvalue(), err.getvalue())


def included() -> list[str]:
    return [part for kind in KINDS for part in ("--include", kind)]


def all_captures() -> list[pathlib.Path]:
    """The captures of the repository; of those with the same content, the one that is found first."""
    found: dict[bytes, pathlib.Path] = {}
    for source in find([str(CAPTURES)], pathlib.Path("/none"), KINDS):
        path = pathlib.Path(source.path)
        found.setdefault(path.read_bytes(), path)
    return sorted(found.values())


def tables(folder: pathlib.Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of a lake that count, without what depends on the run."""
    from bleinspect_fleet.lake import Lake
    from bleinspect_fleet.query import DuckDB
    from bleinspect_fleet.schemas import COLUMNS, VOLATILE

    engine = DuckDB(Lake(folder))
    found = {}
    for table, columns in COLUMNS.items():
        names = ", ".join(f'"{name}"' for name, _ in columns if name not in VOLATILE)
        rows = engine.run(f'SELECT {names} FROM "{table}"', {}).rows
        found[table] = sorted(rows, key=repr)
    return found


@pytest.fixture(scope="session")
def lake(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A lake of all captures of the repository. Not to be changed."""
    # DuckDB and Spark take a path for a pattern, unless that is prevented.
    folder = tmp_path_factory.mktemp("lake") / "it's a [l]ake"
    fleet("ingest", CAPTURES, "--to", folder, *included(), "--jobs", 2)
    return folder


@pytest.fixture
def copy(lake: pathlib.Path, tmp_path: pathlib.Path) -> pathlib.Path:
    """A copy of it, to be changed."""
    folder = tmp_path / "copy"
    shutil.copytree(lake, folder)
    return folder


@pytest.fixture
def few(tmp_path: pathlib.Path) -> pathlib.Path:
    """A folder with few captures."""
    folder = tmp_path / "few"
    folder.mkdir()
    for name in ("polar-h7.btsnoop", "two-straps.btsnoop", "att-kinds.btsnoop"):
        shutil.copy(CAPTURES / name, folder)
    return folder
