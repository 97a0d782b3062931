"""The action and the component, by a runner of their steps; nothing here asks GitHub or GitLab."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as xml

import pytest
import steps
from conftest import CAPTURES, ROOT

RULES = ROOT / "Examples" / "ci" / "bluetooth" / "rules.txt"
GOOD, BAD = CAPTURES / "variations" / "again" / "03.btsnoop", CAPTURES / "variations" / "value.btsnoop"
EXPECTED = CAPTURES / "variations" / "expected.btsnoop"


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The package without the program, which BLEINSPECT names."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, ROOT / "scripts" / "wheel", "--without-program", folder], check=True, stdout=subprocess.PIPE)
    (wheel,) = folder.glob("*.whl")
    return str(wheel)


def inputs(package: str, **more: object) -> dict[str, str]:
    return {"package": package, **{name: str(each) for name, each in more.items()}}


def test_the_action(package: str, tmp_path: pathlib.Path) -> None:
    green = steps.action(ROOT / "action.yml", inputs(package, capture=GOOD, baseline=EXPECTED, rules=RULES), tmp_path)
    assert green.code == 0, green.said
    assert green.outputs["result"] == "passed" and green.outputs["differences"] == "0"
    assert "::error" not in green.said and "| Rules | passed |" in green.summary

    red = steps.action(
        ROOT / "action.yml", inputs(package, capture=BAD, baseline=EXPECTED, rules=RULES), tmp_path, done=("install",))
    assert red.code == 1
    assert red.outputs["result"] == "failed" and red.outputs["differences"] == "1"
    assert "::error file=" in red.said and "notification #3: 91 bpm became 18433 bpm" in red.said
    assert "| Compared with the baseline | **failed** |" in red.summary
    files = pathlib.Path(red.outputs["files"])
    assert "<html" in (files / "report.html").read_text()
    assert json.loads((files / "check.sarif").read_text())["runs"][0]["results"]
    for name in ("diff", "findings"):
        assert json.loads((files / f"{name}.sarif").read_text())["version"] == "2.1.0"
    assert "SHA-256" in red.summary and "notification `#3`: 91 bpm became 18433 bpm" in red.summary
    assert [each.get("failures") for each in xml.parse(files / "diff.xml").iter("testsuites")] != ["0"]
    # The artifact is left where the run fails, too.
    (artifact,) = red.others
    assert artifact["uses"].startswith("actions/upload-artifact@") and artifact["path"] == str(files)

    # Of a capture that is damaged, what could be read is compared, and left.
    data, place = bytearray(GOOD.read_bytes()), 16
    while place < len(data) // 2:
        place += 24 + int.from_bytes(data[place + 4:place + 8], "big")
    # A length that cannot be true.
    data[place + 4:place + 8] = b"\xff\xff\xff\xff"
    (tmp_path / "damaged.btsnoop").write_bytes(data)
    damaged = steps.action(
        ROOT / "action.yml", inputs(package, capture=tmp_path / "damaged.btsnoop", baseline=EXPECTED, rules=RULES),
        tmp_path, done=("install",))
    assert damaged.code == 2 and "offset " in damaged.said, damaged.said
    assert damaged.outputs["result"] == "trouble"
    assert "| Rules | **trouble**: not all could be read |" in damaged.summary
    left = pathlib.Path(damaged.outputs["files"])
    assert "<html" in (left / "report.html").read_text() and (left / "summary.md").read_text()

    # Trouble is red, too.
    for more, words in [
        ({"capture": "nowhere.btsnoop", "baseline": EXPECTED}, "No such file"),
        ({"capture": GOOD}, "give a baseline, or rules"), ({"capture": GOOD, "rules": "nowhere"}, "nowhere"),
        ({"capture": "$(touch hacked)", "baseline": "`touch hacked`; touch hacked"}, "No such file"),
    ]:
        result = steps.action(ROOT / "action.yml", inputs(package, **more), tmp_path, done=("install",))
        assert result.code == 2 and words in result.said, result.said
    assert not list(tmp_path.rglob("hacked"))


def test_the_component(package: str, tmp_path: pathlib.Path) -> None:
    file = ROOT / "templates" / "bleinspect.yml"
    green, job = steps.component(file, inputs(package, capture=GOOD, baseline=EXPECTED, rules=RULES), tmp_path)
    assert green.code == 0, green.said
    assert job["artifacts"]["reports"]["junit"] == "bleinspect/*.xml"
    assert {each.name for each in (tmp_path / "bleinspect").glob("*.xml")} == {"diff.xml", "check.xml"}
    red, _ = steps.component(file, inputs(package, capture=BAD, baseline=EXPECTED), tmp_path, done=2)
    assert red.code == 1 and "91 bpm became 18433 bpm" in red.said
    quality = json.loads((tmp_path / job["artifacts"]["reports"]["codequality"]).read_text())
    assert ["91 bpm became 18433 bpm" in each["description"] for each in quality] == [True]
    # What was checked before is not told again.
    assert {each.name for each in (tmp_path / "bleinspect").glob("*.xml")} == {"diff.xml"}
