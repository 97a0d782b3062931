"""What is said in several places is the same there."""

from __future__ import annotations

import importlib
import inspect
import re
import tomllib

import bleinspect
from bleinspect import options
from conftest import ROOT

PROJECT = tomllib.loads((ROOT / "Python" / "pyproject.toml").read_text())["project"]
FLEET = tomllib.loads((ROOT / "Fleet" / "pyproject.toml").read_text())["project"]


def test_one_version() -> None:
    version = bleinspect.version()
    source = (ROOT / "Fleet" / "src" / "bleinspect_fleet" / "__init__.py").read_text()
    fleet = re.search(r'__version__ = "(.*)"', source)
    assert bleinspect.__version__ == PROJECT["version"] == FLEET["version"] == version
    assert fleet is not None and fleet[1] == version
    assert f"bleinspect=={version}" in FLEET["dependencies"]


def test_entry_points_are_there() -> None:
    for place in [*PROJECT["scripts"].values(), *PROJECT["entry-points"]["pytest11"].values()]:
        module, _, function = place.partition(":")
        found = importlib.import_module(module)
        assert not function or callable(getattr(found, function))


def test_the_page_names_everything() -> None:
    page = (ROOT / "docs" / "python.md").read_text()
    public = [name for name, member in inspect.getmembers(bleinspect.Capture) if not name.startswith("_")]
    lacking = [name for name in public if f"`{name}" not in page]
    for each in (options.Filters, options.Reading):
        lacking += [name for name in each.__annotations__ if f"`{name}`" not in page]
    assert not lacking
    for name in bleinspect.__all__:
        member = getattr(bleinspect, name)
        if inspect.isclass(member) and issubclass(member, bleinspect.BleinspectError):
            assert f"`{name}`" in page, name
