"""`live` and `mock` from Python: what comes is there, and the program ends with the session."""

from __future__ import annotations

import gc
import itertools
import json
import pathlib
import subprocess
import time
from collections.abc import Callable

import pytest

import bleinspect
from bleinspect.conditions import Condition
from conftest import CAPTURES, Player

DATA = (CAPTURES / "polar-h7.btsnoop").read_bytes()
pytestmark = pytest.mark.usefixtures("no_process")


def test_wait_and_record(play: Callable[[bytes], Player], tmp_path: pathlib.Path) -> None:
    path = tmp_path / "walk.btsnoop"
    with bleinspect.live(source=play(DATA).source, write=path) as live:
        first = live.wait("heart_rate_bpm>0", timeout=20)
        # The next is another one.
        second = live.wait("notification:2A37", timeout=20)
        assert (first.frame, second.frame) == (142, 143)
        live.wait(lambda event: event.event == "disconnected", timeout=20)
        assert live.is_running
        with pytest.raises(bleinspect.TimedOut, match="'heart_rate_bpm>200' did not come in 0.2 s; 0 other events did"):
            live.wait("heart_rate_bpm>200", timeout=0.2)
    assert not live.is_running
    assert live.capture.info["records"] == 157
    kept = [event.row for event in live.events()]
    assert kept == [event.row for event in live.capture.events()]


def test_the_end_of_the_source(play: Callable[[bytes], Player]) -> None:
    player = play(DATA)
    with bleinspect.live(source=player.source) as live:
        assert len(list(itertools.islice(live.events(), 20))) == 20
        live.wait("disconnected", timeout=20)
        player.end()
        assert len(list(live.events())) > 40
        with pytest.raises(TimeoutError, match="did not come before the end"):
            live.wait("heart_rate_bpm>0")


def test_what_cannot_be_waited_for(play: Callable[[bytes], Player]) -> None:
    with bleinspect.live(source=play(DATA).source) as live:
        with pytest.raises(bleinspect.Refused, match="no event has the key 'heart_rate_pbm'; did you mean"):
            live.wait("heart_rate_pbm>0")
        with pytest.raises(bleinspect.Refused, match="--until"):
            live.wait("")


def test_a_source_that_is_not_there(tmp_path: pathlib.Path, play: Callable[[bytes], Player]) -> None:
    with pytest.raises(bleinspect.Refused, match="nothing listens there"):
        bleinspect.live(source="tcp:127.0.0.1:1")
    there = tmp_path / "there.btsnoop"
    there.write_bytes(b"x")
    with pytest.raises(bleinspect.Refused, match=r"there\.btsnoop"):
        bleinspect.live(source=play(DATA).source, write=there).stop()
    assert there.read_bytes() == b"x"
    with pytest.raises(bleinspect.Refused, match="nothing listens there|refused"):
        bleinspect.mock(CAPTURES / "polar-h7.btsnoop", controller="tcp:127.0.0.1:1")


def test_a_program_that_dies(stand_in: Callable[[str], str]) -> None:
    program = stand_in("""
echo '{"event":"capture","schema":1}'
echo '{"frame":1,"t":0.5,"event":"note","text":"x"}'
printf '{"frame":2,"t":0.6,"ev'
read -r line </dev/null
kill -9 $$""")
    live = bleinspect.live(program=program)
    assert [event.text for event in live.events()] == ["x"]
    with pytest.raises(bleinspect.Crashed, match="ended by SIGKILL"):
        live.stop()
    with pytest.raises(ZeroDivisionError), bleinspect.live(program=program):
        # The first problem is told, not the second.
        raise ZeroDivisionError


def test_a_session_that_nobody_stops(play: Callable[[bytes], Player]) -> None:
    live = bleinspect.live(source=play(DATA).source)
    live.wait("connected", timeout=20)
    process = live._process
    del live
    gc.collect()
    assert process.poll() is not None


def test_a_mock_for_nobody(controllers: tuple[str, str], tmp_path: pathlib.Path) -> None:
    began = time.monotonic()
    with bleinspect.mock(
        DATA, controller=controllers[0], write=tmp_path / "seen.btsnoop", set=["2A19=40"], speed=5,
    ) as mock:
        assert any("advertis" in line for line in mock.said)
    assert time.monotonic() - began < 20
    assert mock.capture.info["records"] > 3


@pytest.mark.parametrize(("condition", "frame"), [
    ("connected", 39), ("heart_rate_bpm<92", 144), ("notification:2a37 heart_rate_bpm=86", 147),
    ("rr_intervals_ms>680", 147), ("rr_intervals_s.1>0", 144), ("read:\"Battery Level\"", 135),
    ("read:180F", 135), ("read:battery", 135), ("disconnected reason_code=0x16", 157),
    ("write:2902 notifications=false", 154), ("advertisement:180D", 33), ("sensor_contact!=detected", None),
])
def test_conditions_are_those_of_the_program(
    condition: str, frame: int | None, play: Callable[[bytes], Player],
) -> None:
    holds = Condition(condition).holds
    events = bleinspect.open(CAPTURES / "polar-h7.btsnoop").events()
    found = next((event.frame for event in events if holds(event)), None)
    events.close()
    assert found == frame
    player = play(DATA)
    player.end()
    done = subprocess.run(
        [bleinspect.find_program(), "live", "--format=ndjson", f"--until={condition}", f"--source={player.source}"],
        capture_output=True, check=False)
    last = json.loads(done.stdout.splitlines()[-1])
    assert (last["frame"] if done.returncode == 0 else None) == frame
