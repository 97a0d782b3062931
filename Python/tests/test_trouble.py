"""What goes wrong is an exception with the program's words, and nothing stays behind."""

from __future__ import annotations

import gc
import itertools
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

import bleinspect
from bleinspect.run import Limits, Run
from conftest import CAPTURES, children

LINE = '{"event":"capture","schema":1}'
EVENT = '{"frame":1,"t":0.5,"event":"note","text":"x"}'
pytestmark = pytest.mark.usefixtures("no_process")


def test_refused() -> None:
    with pytest.raises(bleinspect.Refused, match="nowhere: No such file or directory") as caught:
        list(bleinspect.open("nowhere").events())
    assert caught.value.code == 2
    with pytest.raises(bleinspect.Refused, match="unknown kind of event 'nope'; did you mean note"):
        next(bleinspect.open(CAPTURES / "polar-h7.btsnoop").events(event="nope"))
    with pytest.raises(bleinspect.Refused, match="<bytes>: not a capture"):
        bleinspect.open(b"no capture at all").verdict  # noqa: B018


def test_damaged_after_all_that_was_there() -> None:
    data = bytearray((CAPTURES / "polar-h7.btsnoop").read_bytes())
    # A length that cannot be true.
    data[2984 + 12:2984 + 16] = b"\xff\xff\xff\xff"
    seen = []
    with pytest.raises(bleinspect.DamagedCapture, match="<bytes>: offset ") as caught:
        seen.extend(bleinspect.open(bytes(data)).events())
    assert caught.value.code == 1 and len(seen) > 20
    capture = bleinspect.open(bytes(data), damaged="warn")
    with pytest.warns(bleinspect.BleinspectWarning, match="offset "):
        assert len(list(capture.events())) == len(seen)
    with pytest.warns(bleinspect.BleinspectWarning, match="offset "):
        assert capture.devices[0].name == "Polar H7 000607" and capture.verdict


def test_files_and_comparisons_of_what_is_damaged(tmp_path: pathlib.Path) -> None:
    data = bytearray((CAPTURES / "polar-h7.btsnoop").read_bytes())
    data[2984 + 12:2984 + 16] = b"\xff\xff\xff\xff"
    path = tmp_path / "damaged.btsnoop"
    path.write_bytes(data)
    strict, lenient = bleinspect.open(path), bleinspect.open(path, damaged="warn")
    for kind, write in [
        ("page.html", bleinspect.Capture.report), ("copy.pcapng", bleinspect.Capture.convert),
        ("base.ndjson", bleinspect.Capture.baseline),
    ]:
        with pytest.raises(bleinspect.DamagedCapture, match="offset "):
            write(strict, tmp_path / f"strict-{kind}")
        with pytest.warns(bleinspect.BleinspectWarning, match="offset "):
            write(lenient, tmp_path / kind)
        assert (tmp_path / kind).stat().st_size > 1000
        # A file that could not be written is no damage.
        with pytest.raises(bleinspect.BleinspectError, match="No such file") as caught:
            write(lenient, tmp_path / "nowhere" / kind)
        assert not isinstance(caught.value, bleinspect.DamagedCapture)
    good, rule = CAPTURES / "polar-h7.btsnoop", "notification:2A37"
    with pytest.raises(bleinspect.DamagedCapture, match="offset "):
        strict.diff(good)
    with pytest.raises(bleinspect.DamagedCapture, match="offset "):
        bleinspect.open(good).diff(strict)
    with pytest.raises(bleinspect.DamagedCapture, match="offset "):
        strict.check(rule=rule)
    with pytest.warns(bleinspect.BleinspectWarning, match="offset "):
        assert not lenient.diff(good).same
    with pytest.warns(bleinspect.BleinspectWarning, match="offset "):
        assert not lenient.check(rule=rule).holds
    for capture in (strict, lenient):
        with pytest.raises(bleinspect.DamagedCapture, match="offset "):
            capture.accept(tmp_path / "new.ndjson")
    assert not (tmp_path / "new.ndjson").exists()
    # What is not there is refused, as before.
    for ask in (lambda: strict.diff("nowhere"), lambda: bleinspect.open("nowhere").accept(tmp_path / "new.ndjson")):
        with pytest.raises(bleinspect.Refused, match="nowhere"):
            ask()


def test_arguments_that_mean_nothing(tmp_path: pathlib.Path, recwarn: pytest.WarningsRecorder) -> None:
    capture = bleinspect.open(CAPTURES / "polar-h7.btsnoop", seconds=1e12)
    for write in (bleinspect.Capture.report, bleinspect.Capture.baseline, bleinspect.Capture.convert):
        with pytest.raises(ValueError, match="name a file"):
            write(capture, "-")
    for connection in (True, False):
        with pytest.raises(TypeError, match="connection is no yes or no"):
            capture.events(connection=connection)
    # More seconds than a thread can wait for.
    assert len(list(capture.events(errors=False))) > 20
    assert len(list(bleinspect.open((CAPTURES / "polar-h7.btsnoop").read_bytes()).events())) > 20
    gc.collect()
    assert not [each for each in recwarn if issubclass(each.category, ResourceWarning)]


def test_an_end_that_is_cut_is_told() -> None:
    data = (CAPTURES / "polar-h7.btsnoop").read_bytes()[:3000]
    with pytest.warns(bleinspect.BleinspectWarning, match="the end of the file cuts the last record"):
        assert len(list(bleinspect.open(data).events())) > 20
    with pytest.raises(bleinspect.DamagedCapture, match="cuts the last record"):
        list(bleinspect.open(data, strict=True).events())


@pytest.mark.parametrize(("script", "kind", "words"), [
    (f"echo '{LINE}'; echo '{EVENT}'; kill -9 $$", bleinspect.Crashed, "ended by SIGKILL"),
    (f"echo '{LINE}'; echo '{EVENT}'; printf '{EVENT[:20]}'; kill -SEGV $$", bleinspect.Crashed, "ended by SIGSEGV"),
    (f"echo '{LINE}'; echo '{EVENT}'; printf '{EVENT[:20]}'", bleinspect.Crashed, "ends within a line"),
    (f"echo '{LINE}'; echo '{EVENT}'; echo 'Segmentation'", bleinspect.Crashed, "no JSON object"),
    (f"echo '{LINE}'; echo '{EVENT}'; echo 'bleinspect: a.log: offset 7: bad' >&2; exit 1", bleinspect.DamagedCapture,
     "^a.log: offset 7: bad$"),
    (f"echo '{LINE}'; echo '{EVENT}'; exit 77", bleinspect.Crashed, "ended with 77 and said nothing"),
    (f"echo '{LINE}'; echo '{EVENT}'; echo \"x: /lib/libc.so.6: version \\`GLIBC_2.99' not found\" >&2; exit 1",
     bleinspect.Crashed, "this system is older than the program needs: .*GLIBC_2.99"),
])
def test_ends_of_the_program(
    stand_in: Callable[[str], str], script: str, kind: type[Exception], words: str,
) -> None:
    rows = bleinspect.open("x", program=stand_in(script)).events()
    assert next(rows).text == "x"
    with pytest.raises(kind, match=words):
        next(rows)
    with pytest.raises(StopIteration):
        next(rows)


def test_no_program(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    monkeypatch.setenv("BLEINSPECT", str(tmp_path / "nothing"))
    with pytest.raises(bleinspect.ProgramNotFound, match="no program '.*/nothing'"):
        bleinspect.open("x")
    (tmp_path / "other").write_text("#!/bin/sh\necho other 1.0\n")
    (tmp_path / "other").chmod(0o755)
    with pytest.raises(bleinspect.Crashed, match="is not bleinspect"):
        bleinspect.version(tmp_path / "other")


def test_a_reader_that_stops_early(stand_in: Callable[[str], str]) -> None:
    # It would write for ever, and say as much on standard error as a pipe holds.
    forever = stand_in(
        f"head -c 300000 /dev/zero | tr '\\0' e >&2; echo '{LINE}'; while :; do echo '{EVENT}'; done")
    for rows in (bleinspect.open("x", program=forever).events() for _ in range(3)):
        assert len(list(itertools.islice(rows, 5))) == 5
        rows.close()
        assert list(rows) == []
    with bleinspect.open("x", program=forever).events() as rows:
        next(rows)
    # Nobody closes this one.
    next(bleinspect.open("x", program=forever).events())
    gc.collect()
    for rows in [bleinspect.open("x", program=forever).events()]:
        with pytest.raises(ZeroDivisionError):
            for _ in rows:
                raise ZeroDivisionError
        del rows


def test_an_answer_that_takes_too_long(stand_in: Callable[[str], str]) -> None:
    slow = stand_in(f"echo '{LINE}'; echo '{EVENT}'; exec sleep 60")
    with pytest.raises(bleinspect.TimedOut, match="longer than 0.2 s"):
        list(bleinspect.open("x", program=slow, seconds=0.2).events())
    with pytest.raises(TimeoutError):
        bleinspect.open("x", program=slow, seconds=0.2).verdict  # noqa: B018


def test_what_is_done_between_rows_is_no_waiting(stand_in: Callable[[str], str]) -> None:
    """The program is done long before: who takes its rows may take time."""
    quick = stand_in(f"echo '{LINE}'; for i in 1 2 3 4; do echo '{EVENT}'; done")
    taken = 0
    for _ in bleinspect.open("x", program=quick, seconds=2).events():
        time.sleep(0.7)
        taken += 1
    assert taken == 4
    # What is slow in small steps takes too long all the same, also where it writes all the time.
    for steps in ("sleep 0.1; echo", "echo"):
        slow = stand_in(f"echo '{LINE}'; while :; do {steps} '{EVENT}'; done")
        with pytest.raises(bleinspect.TimedOut, match="longer than 0.5 s"):
            for _ in bleinspect.open("x", program=slow, seconds=0.5).events():
                pass


def test_two_threads_take_from_one(strap: bleinspect.Capture) -> None:
    """Each row goes to one of them, in order."""
    expected = [event.frame for event in strap.events()]
    rows = strap.events()
    found: list[list[int]] = [[], [], []]

    def take(mine: list[int]) -> None:
        mine.extend(event.frame for event in rows)

    threads = [threading.Thread(target=take, args=(mine,)) for mine in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(frame for mine in found for frame in mine) == sorted(expected)
    assert all(mine == sorted(mine, key=expected.index) for mine in found)


def test_two_threads_see_one_problem(stand_in: Callable[[str], str]) -> None:
    rows = bleinspect.open("x", program=stand_in(f"echo '{LINE}'; echo '{EVENT}'; sleep 0.3; exit 77")).events()
    said: list[str] = []

    def take() -> None:
        try:
            said.append(f"{len(list(rows))} rows")
        except bleinspect.BleinspectError as error:
            said.append(type(error).__name__)

    threads = [threading.Thread(target=take) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "Crashed" in said and len(said) == 2


@pytest.mark.parametrize("writes", ["exec sleep 60", f"while :; do echo '{EVENT}'; done", "printf '{\"half'; sleep 60"])
def test_closed_by_another_thread(stand_in: Callable[[str], str], writes: str) -> None:
    """Whoever waits for a row sees the end, and no problem."""
    rows = bleinspect.open("x", program=stand_in(f"echo '{LINE}'; echo '{EVENT}'; {writes}")).events()
    assert next(rows).text == "x"
    said: list[object] = []

    def take() -> None:
        try:
            said.append(all(event.text == "x" for event in rows))
        except BaseException as error:
            said.append(error)

    thread = threading.Thread(target=take)
    thread.start()
    time.sleep(0.2)
    rows.close()
    thread.join(10)
    assert said == [True]
    assert list(rows) == []


def test_what_it_starts_ends_with_it(stand_in: Callable[[str], str]) -> None:
    wrapper = stand_in(f"sleep 60 & echo '{LINE}'; echo '{EVENT}'; echo $! >&2; wait")
    rows = bleinspect.open("x", program=wrapper).events()
    next(rows)
    run = rows._run
    assert run is not None
    while b"\n" not in run.first:
        run._hear(os.read(run._errors, 100))
    pid = int(run.first)
    rows.close()
    deadline = time.monotonic() + 5
    while os.path.exists(f"/proc/{pid}/exe") and time.monotonic() < deadline:
        time.sleep(0.01)
    # It may be a zombie of a process that takes no exit codes.
    assert not os.path.exists(f"/proc/{pid}/exe")


def test_limits(stand_in: Callable[[str], str]) -> None:
    program = stand_in(f"while :; do echo '{EVENT}'; done")
    run = Run([program], limits=Limits(output=100_000))
    assert sum(map(len, run.chunks())) <= 100_000 and run.stopped == "too_much_output"
    assert run.end() == -signal.SIGKILL
    run = Run([stand_in("while :; do :; done")], limits=Limits(processor=1))
    assert run.all() == b"" and run.end() == -signal.SIGXCPU
    assert run.child.cpu_ms > 500
    # A program that is silent, and does not end.
    run = Run([stand_in("exec >&- 2>&-; sleep 60")], limits=Limits(seconds=0.3))
    assert run.all() == b""
    with pytest.raises(bleinspect.TimedOut):
        run.finish()


def test_standard_error_is_kept_in_part(stand_in: Callable[[str], str]) -> None:
    run = Run([stand_in("echo first >&2; head -c 3000000 /dev/zero >&2; echo last >&2; exit 2")])
    assert run.all() == b"" and run.end() == 2
    assert run.first.startswith(b"first") and run.last.endswith(b"last\n")
    assert len(run.first) == 16_384 and len(run.last) == 4_096


def test_without_standard_input_and_output() -> None:
    """A service has closed them: what is opened gets their numbers."""
    code = f"""
import os, sys
import bleinspect
said = os.dup(1)
for each in (0, 1, 2):
    os.close(each)
capture = bleinspect.open({str(CAPTURES / "polar-h7.btsnoop")!r})
os.write(said, str(len(list(capture.events()))).encode())
"""
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=False)
    assert int(done.stdout) > 40


def test_two_at_once(strap: bleinspect.Capture) -> None:
    expected = [event.row for event in strap.events()]
    found: list[list[object]] = []
    threads = [threading.Thread(target=lambda: found.append([each.row for each in strap.events()])) for _ in range(2)]
    for thread in threads:
        thread.start()
    both = list(zip(strap.events(), strap.packets(), strict=False))
    for thread in threads:
        thread.join()
    assert found == [expected, expected] and len(both) == len(expected)


def test_two_processes_of_python_at_once(tmp_path: pathlib.Path) -> None:
    code = "import bleinspect, sys; print(sum(1 for _ in bleinspect.open(sys.argv[1]).events()))"
    path = str(CAPTURES / "att-kinds.btsnoop")
    line = [sys.executable, "-c", code, path]
    running = [subprocess.Popen(line, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [process.communicate()[0] for process in running]
    assert said[0] == said[1]
    assert int(said[0]) > 50


def test_a_full_disk(strap: bleinspect.Capture) -> None:
    with pytest.raises(bleinspect.BleinspectError, match="[Nn]o space"):
        strap.report("/dev/full")
    with pytest.raises(bleinspect.BleinspectError):
        strap.baseline("/nowhere/expected.ndjson")


def test_a_recording_on_a_full_disk(stand_in: Callable[[str], str]) -> None:
    """A session's exit code 1 is no damage of a capture."""
    program = stand_in(f"echo '{LINE}'; echo 'bleinspect: x.btsnoop: No space left on device' >&2; exit 1")
    expected = pytest.raises(bleinspect.BleinspectError, match="^x.btsnoop: No space left")
    with expected as caught, bleinspect.live(program=program) as live:
        list(live.events())
    assert not isinstance(caught.value, bleinspect.DamagedCapture)


def test_more_events_than_are_kept(stand_in: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bleinspect.sessions.KEPT", 10)
    lines = "; ".join(f"echo '{EVENT.replace('0.5', str(each))}'" for each in range(30))
    live = bleinspect.live(program=stand_in(f"echo '{LINE}'; {lines}"))
    live._process.wait()
    for thread in live._threads:
        thread.join()
    with pytest.warns(bleinspect.BleinspectWarning, match="20 events were not taken in time"):
        assert [event.t for event in live.events()] == list(range(20, 30))
    live.stop()


def test_a_capture_that_grows(tmp_path: pathlib.Path) -> None:
    data = (CAPTURES / "polar-h7.btsnoop").read_bytes()
    path = tmp_path / "grows.btsnoop"
    path.write_bytes(data[:2989])
    with bleinspect.open(path).follow(event="notification") as events, path.open("ab") as file:
        file.write(data[2989:])
        file.flush()
        assert [next(events)["heart_rate_bpm"] for _ in range(7)] == [97, 92, 91, 93, 91, 86, 91]


def test_it_ends_with_python(tmp_path: pathlib.Path) -> None:
    """A program that is read ends with the Python that reads it, however that ends."""
    code = f"""
import os, signal, sys
import bleinspect
rows = bleinspect.open({str(CAPTURES / "polar-h7.btsnoop")!r}).follow()
next(rows)
print(rows._run.child.pid, flush=True)
if len(sys.argv) > 1:
    os.kill(os.getpid(), signal.SIGTERM)
"""
    for words in ([], ["killed"]):
        done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
        pid = int(done.stdout)
        if words:
            # It follows a file that says no more, so nothing tells it: the test does.
            os.kill(pid, signal.SIGKILL)
        else:
            assert not os.path.exists(f"/proc/{pid}")
    assert pid not in children()
