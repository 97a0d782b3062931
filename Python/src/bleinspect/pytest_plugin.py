"""Fixtures for tests of what speaks Bluetooth LE: `ble_capture`, `ble_baseline` and `ble_mock`."""

from __future__ import annotations

import os
import pathlib
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Protocol, Unpack

import pytest

# The rest is loaded by the fixtures: every run of pytest loads this file.
if TYPE_CHECKING:
    from bleinspect.capture import Capture
    from bleinspect.options import Comparing
    from bleinspect.recorded import Recorded
    from bleinspect.sessions import Mock

SAFE = re.compile(r"[^A-Za-z0-9._-]+")
LONGEST_NAME = 120


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("bleinspect", "Bluetooth LE (bleinspect)")
    group.addoption(
        "--ble-source", metavar="SOURCE", help="what ble_capture listens to: hci0, tcp:HOST:PORT, tty:DEVICE")
    group.addoption("--ble-capture", metavar="FILE", help="ble_capture takes this capture, and records nothing")
    group.addoption("--ble-decoders", metavar="FILE", action="append", default=[], help="declared values; repeatable")
    group.addoption("--ble-controller", metavar="WHERE", help="what ble_mock drives: tcp:HOST:PORT, hci:N, tty:DEVICE")
    group.addoption("--ble-output", metavar="DIR", help="recordings and pages go there; else to the tests' tmp_path")
    group.addoption(
        "--ble-update", action="store_true", help="write baselines that differ; those tests fail. Not where CI is set")
    parser.addini("ble_source", "what ble_capture listens to, unless --ble-source says so")
    parser.addini("ble_controller", "what ble_mock drives, unless --ble-controller says so")
    parser.addini("ble_decoders", "files of declared values", type="paths", default=[])
    parser.addini("ble_baselines", "folder of baselines, relative to that of the test", default="baselines")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "ble(capture=FILE): ble_capture takes this capture, relative to the test, and records nothing")
    if config.getoption("--ble-update") and os.environ.get("CI", "").lower() not in ("", "0", "false"):
        raise pytest.UsageError("--ble-update: baselines are not written where CI is set")


# What the fixtures of a test have made.
CAPTURES = pytest.StashKey[list["Recorded"]]()
MOCKS = pytest.StashKey[list["Mock"]]()
# Where pages of them belong.
FOLDER = pytest.StashKey[pathlib.Path]()


def _name(item: pytest.Item) -> str:
    """A file's name for a test: that of the test, with its parameters."""
    return SAFE.sub("-", item.name).strip("-")[:LONGEST_NAME]


def _setting(config: pytest.Config, name: str) -> str | None:
    return config.getoption(f"--{name.replace('_', '-')}") or config.getini(name) or None


def _decoders(config: pytest.Config) -> list[str]:
    return [*map(str, config.getini("ble_decoders")), *config.getoption("--ble-decoders")]


def _folder(request: pytest.FixtureRequest) -> pathlib.Path:
    given = request.config.getoption("--ble-output")
    if given is None:
        path: pathlib.Path = request.getfixturevalue("tmp_path")
        return path
    module = SAFE.sub("-", request.node.nodeid.partition("::")[0])
    folder = pathlib.Path(given, module).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def ble_capture(request: pytest.FixtureRequest) -> Iterator[Recorded]:
    """What is said while the test runs; or the capture that its mark, or --ble-capture, names.

    It is a bleinspect.Capture; to ask it for anything ends the recording. `wait` waits for an event before, and
    `mark` writes a mark.
    """
    from bleinspect.errors import BleinspectError
    from bleinspect.recorded import Recorded

    mark = request.node.get_closest_marker("ble")
    given = mark.kwargs.get("capture") if mark is not None else None
    given = request.path.parent / given if given is not None else request.config.getoption("--ble-capture")
    decoders = _decoders(request.config)
    name, folder = _name(request.node), _folder(request)
    try:
        if given is not None:
            capture = Recorded.given(given, folder, decoders)
        else:
            source = _setting(request.config, "ble_source")
            capture = Recorded.live(folder / f"{name}.btsnoop", source, decoders)
            capture.mark(name)
    except BleinspectError as error:
        pytest.fail(f"ble_capture: {error}", pytrace=False)
    request.node.stash.setdefault(CAPTURES, []).append(capture)
    yield capture
    capture.stop()


class Compare(Protocol):
    """What `ble_baseline` is."""

    def __call__(
        self, capture: Capture | str | os.PathLike[str], name: str | None = None, **options: Unpack[Comparing],
    ) -> None: ...


@pytest.fixture
def ble_baseline(request: pytest.FixtureRequest) -> Compare:
    """Compares a capture with the baseline of the test: `ble_baseline(ble_capture)`.

    It is `baselines/NAME.ndjson` beside the test. Options are those of `bleinspect diff`.
    """
    from bleinspect.capture import Capture, open as open_capture

    folder = request.path.parent / request.config.getini("ble_baselines")
    is_update = request.config.getoption("--ble-update")

    def compare(
        capture: Capture | str | os.PathLike[str], name: str | None = None, **options: Unpack[Comparing],
    ) -> None:
        __tracebackhide__ = True
        path = folder / f"{SAFE.sub('-', name) if name else _name(request.node)}.ndjson"
        if not isinstance(capture, Capture):
            capture = open_capture(capture, decoders=_decoders(request.config))
        if is_update:
            folder.mkdir(parents=True, exist_ok=True)
            if capture.accept(path, **options):
                raise AssertionError(f"{path} is written: look at what changed, and run without --ble-update")
            return
        if not path.exists():
            raise AssertionError(f"no baseline {path}: --ble-update writes it")
        comparison = capture.diff(path, **options)
        if not comparison:
            raise AssertionError(f"{comparison}\n--ble-update accepts this")

    return compare


@pytest.fixture
def ble_mock(request: pytest.FixtureRequest) -> Iterator[Callable[..., Mock]]:
    """Starts a recorded peripheral, from when it advertises to the end of the test: `ble_mock("walk.log")`.

    Further options are those of bleinspect.mock; `controller` may also be that of --ble-controller.
    """
    from bleinspect.errors import BleinspectError
    from bleinspect.sessions import mock

    mocks: list[Mock] = []
    request.node.stash[MOCKS] = mocks
    request.node.stash[FOLDER] = _folder(request)

    def start(*captures: Any, controller: str | None = None, **options: Any) -> Mock:
        where = controller or _setting(request.config, "ble_controller")
        if where is None:
            pytest.fail("ble_mock needs a controller: --ble-controller, or the setting ble_controller", pytrace=False)
        paths = [
            request.path.parent / each if isinstance(each, str | os.PathLike) else each for each in captures]
        try:
            started = mock(*paths, controller=where, **options)
        except BleinspectError as error:
            pytest.fail(f"ble_mock: {error}", pytrace=False)
        mocks.append(started)
        return started

    yield start
    for each in mocks:
        each.stop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """What a failed test shows of its captures: the verdict, and where recording and page are."""
    if call.when == "call" and call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
        lines, pages = _failed(item)
        report = yield
        if lines:
            report.sections.append(("bleinspect", "\n".join(lines)))
        if pages and item.config.pluginmanager.hasplugin("html"):
            from pytest_html import extras

            report.extras = [*getattr(report, "extras", []), *(extras.url(page, name="bleinspect") for page in pages)]
        return report
    return (yield)


def _failed(item: pytest.Item) -> tuple[list[str], list[str]]:
    lines: list[str] = []
    pages: list[str] = []
    name = _name(item)
    for capture in item.stash.get(CAPTURES, []):
        _attach(item, capture, str(capture.path), capture.folder / f"{name}.html", lines, pages)
    mocks = item.stash.get(MOCKS, [])
    for number, mock in enumerate(mocks, 1):
        lines += [f"mock: {line}" for line in mock.said]
        if mock.path is not None:
            page = item.stash[FOLDER] / f"{name}-mock{number if number > 1 else ''}.html"
            _attach(item, mock, os.path.abspath(mock.path), page, lines, pages)
    return lines, pages


def _attach(
    item: pytest.Item, what: Capture | Mock, path: str, page: pathlib.Path, lines: list[str], pages: list[str],
) -> None:
    """The verdict of a capture, where it is, and its page. With JUnit, both places are properties of the test case."""
    from bleinspect.capture import Capture
    from bleinspect.errors import BleinspectError

    try:
        if not isinstance(what, Capture):
            # Then all of it is written.
            what.stop()
            what = what.capture
        lines += [str(sentence) for sentence in what.verdict]
        lines.append(f"capture: {path}")
        item.user_properties.append(("ble_capture", path))
        what.report(page)
        lines.append(f"page: {page}")
        item.user_properties.append(("ble_page", str(page)))
        pages.append(str(page))
    except BleinspectError as error:
        lines.append(f"capture: {path}: {error}")
