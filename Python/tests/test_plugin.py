"""The fixtures for pytest, in runs of pytest of their own."""

from __future__ import annotations

import pathlib
import xml.etree.ElementTree as xml
from collections.abc import Callable

import pytest

import bleinspect
from conftest import CAPTURES, Player

GOOD = CAPTURES / "variations" / "expected.btsnoop"
AGAIN = CAPTURES / "variations" / "again" / "03.btsnoop"
BAD = CAPTURES / "variations" / "value.btsnoop"
COMPARING = """
    def test_strap(ble_capture, ble_baseline):
        ble_baseline(ble_capture)
"""


@pytest.fixture(autouse=True)
def no_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)


@pytest.fixture
def run(pytester: pytest.Pytester) -> Callable[..., pytest.RunResult]:
    def run(*words: object) -> pytest.RunResult:
        return pytester.runpytest_inprocess(
            "-p", "bleinspect.pytest_plugin", "-p", "no:cacheprovider", "--strict-markers", *map(str, words))

    return run


def test_a_baseline(
    pytester: pytest.Pytester, run: Callable[..., pytest.RunResult], monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytester.makepyfile(test_walk=COMPARING)
    path = pytester.path / "baselines" / "test_strap.ndjson"
    first = run(f"--ble-capture={GOOD}")
    first.assert_outcomes(failed=1)
    first.stdout.fnmatch_lines(["*no baseline *baselines/test_strap.ndjson: --ble-update writes it*"])
    assert not path.exists()

    written = run(f"--ble-capture={GOOD}", "--ble-update")
    written.assert_outcomes(failed=1)
    written.stdout.fnmatch_lines(["*test_strap.ndjson is written: look at what changed*"])
    before = path.read_bytes()
    # It is the same: there is nothing to look at.
    run(f"--ble-capture={AGAIN}", "--ble-update").assert_outcomes(passed=1)
    run(f"--ble-capture={AGAIN}").assert_outcomes(passed=1)
    assert path.read_bytes() == before

    red = run(f"--ble-capture={BAD}")
    red.assert_outcomes(failed=1)
    red.stdout.fnmatch_lines([
        "E*notification #3: 91 bpm became 18433 bpm*", "*--ble-update accepts this*", "*- bleinspect -*",
        "*certain*", f"capture: {BAD}", "page: *test_strap.html"])
    # The plugin's own lines are no part of it.
    assert "pytest_plugin.py" not in red.stdout.str()

    monkeypatch.setenv("CI", "true")
    refused = run(f"--ble-capture={BAD}", "--ble-update")
    assert refused.ret == pytest.ExitCode.USAGE_ERROR
    refused.stderr.fnmatch_lines(["*--ble-update: baselines are not written where CI is set*"])
    assert path.read_bytes() == before


def test_a_mark_names_the_capture(pytester: pytest.Pytester, run: Callable[..., pytest.RunResult]) -> None:
    (pytester.path / "walk.btsnoop").write_bytes(GOOD.read_bytes())
    pytester.makepyfile("""
        import pytest, bleinspect

        @pytest.mark.ble(capture="walk.btsnoop")
        def test_values(ble_capture):
            assert ble_capture.wait("heart_rate_bpm>0").frame == 129
            assert ble_capture.wait("heart_rate_bpm>0").frame == 130
            assert not ble_capture.is_recording
            assert ble_capture.check(rule="notification:2A37 count>=5")
            with pytest.raises(bleinspect.TimedOut):
                ble_capture.wait("heart_rate_bpm>250")

        @pytest.mark.ble(capture="nowhere.btsnoop")
        def test_nothing(ble_capture):
            ble_capture.verdict
    """)
    result = run()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*Refused: *nowhere.btsnoop: No such file or directory*"])


def test_it_records_while_the_test_runs(
    pytester: pytest.Pytester, run: Callable[..., pytest.RunResult], play: Callable[[bytes], Player],
) -> None:
    pytester.makepyfile("""
        def test_live(ble_capture):
            event = ble_capture.wait("heart_rate_bpm>0", timeout=20)
            ble_capture.mark("seen")
            assert ble_capture.is_recording
            ble_capture.wait("disconnected", timeout=20)
            marks = [mark.text for mark in ble_capture.events(event="mark")]
            assert marks == ["test_live", "seen"], marks
            assert not ble_capture.is_recording
            assert ble_capture.info["records"] == 157

        def test_red(ble_capture):
            ble_capture.wait("disconnected", timeout=20)
            assert False
    """)
    source = play((CAPTURES / "polar-h7.btsnoop").read_bytes()).source
    result = run(f"--ble-source={source}", "--ble-output=out", "--junitxml=junit.xml", "--html=page.html")
    result.assert_outcomes(passed=1, failed=1)
    folder = pytester.path / "out" / "test_it_records_while_the_test_runs.py"
    assert bleinspect.open(folder / "test_live.btsnoop").info["records"] == 157
    assert "<html" in (folder / "test_red.html").read_text()
    assert not (folder / "test_live.html").exists()
    properties = {
        each.get("name"): each.get("value") for each in xml.parse(pytester.path / "junit.xml").iter("property")}
    assert (properties["ble_capture"] or "").endswith("test_red.btsnoop")
    assert (properties["ble_page"] or "").endswith("test_red.html")
    assert "test_red.html" in (pytester.path / "page.html").read_text()


def test_what_cannot_be_recorded(pytester: pytest.Pytester, run: Callable[..., pytest.RunResult]) -> None:
    pytester.makepyfile("def test_live(ble_capture): pass")
    result = run("--ble-source=tcp:127.0.0.1:1")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*ble_capture: tcp:127.0.0.1:1: connection refused*"])


CLIENT = pathlib.Path(__file__).parent / "client.py"
APP = f"""
    import subprocess, sys

    def test_app(ble_mock, ble_baseline):
        mock = ble_mock({str(CAPTURES / "polar-h7.btsnoop")!r}, write="seen.btsnoop", force=True, speed=10, OPTIONS)
        app = subprocess.run([sys.executable, {str(CLIENT)!r}, CLIENT], capture_output=True, text=True, timeout=60)
        assert app.returncode == 0, app.stderr
        assert app.stdout == "92 [97, 92, 91]\\n"
        mock.wait("disconnected", timeout=10)
        mock.stop()
        ble_baseline(mock.capture, name="app", only="read,notification", count="ignore")
"""


def test_a_real_client(
    pytester: pytest.Pytester, run: Callable[..., pytest.RunResult], controllers: tuple[str, str],
) -> None:
    """An app made with Bumble against the recorded strap: a green run, and a red one where the strap differs."""
    def app(options: str) -> None:
        pytester.makepyfile(test_app=APP.replace("OPTIONS", options).replace("CLIENT", repr(controllers[1])))

    where = f"--ble-controller={controllers[0]}"
    app("")
    run(where, "--ble-update").assert_outcomes(failed=1)
    run(where).assert_outcomes(passed=1)
    app("set='2A19=05'")
    red = run(where, "--junitxml=junit.xml", "--ble-output=out")
    red.assert_outcomes(failed=1)
    red.stdout.fnmatch_lines([
        "E*5 [[]97, 92, 91[]]*", "*mock: *advertis*", "*[[]*[]]", "capture: */seen.btsnoop",
        "page: */test_app-mock.html"])
    # What the client did, and its page, are attached.
    properties = {
        each.get("name"): each.get("value") for each in xml.parse(pytester.path / "junit.xml").iter("property")}
    assert bleinspect.open(properties["ble_capture"] or "").info["records"] > 50
    assert "<html" in pathlib.Path(properties["ble_page"] or "").read_text()


def test_it_is_light(pytester: pytest.Pytester) -> None:
    """Every run of pytest loads the plugin: it must not load what only the fixtures need."""
    pytester.makepyfile("""
        import sys

        def test_modules():
            assert not [name for name in ("pandas", "pyarrow", "polars", "mcp", "bumble") if name in sys.modules]
    """)
    # A process of its own: others have loaded them in this one.
    result = pytester.runpytest_subprocess("-p", "bleinspect.pytest_plugin", "-p", "no:cacheprovider")
    result.assert_outcomes(passed=1)
