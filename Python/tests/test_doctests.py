"""Every function says by an example what it does, and the examples are true."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pathlib
import pkgutil
from collections.abc import Callable

import pytest

import bleinspect
from bleinspect import conditions
from conftest import CAPTURES, Player, knows

# Of an example for a part of the program that this one may lack.
REDACT = doctest.register_optionflag("REDACT")
NEEDS = {"live": "play", "mock": "controllers"}
MODULES = [
    importlib.import_module(f"bleinspect.{each.name}") for each in pkgutil.iter_modules(bleinspect.__path__)
    if each.name not in ("__main__", "pytest_plugin")]
TESTS = [
    test for module in [bleinspect, *MODULES] for test in doctest.DocTestFinder(recurse=True).find(module)
    if test.examples and test.name.startswith(module.__name__)]


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.name)
def test_example(
    test: doctest.DocTest, tmp_path: pathlib.Path, request: pytest.FixtureRequest,
    play: Callable[[bytes], Player],
) -> None:
    names = {"bleinspect": bleinspect, "pathlib": pathlib, "folder": tmp_path}
    function = test.name.rpartition(".")[2]
    if function == "live":
        names["player"] = play((CAPTURES / "polar-h7.btsnoop").read_bytes()).source
    if function == "mock":
        names["controller"] = request.getfixturevalue("controllers")[0]
    if any(REDACT in example.options for example in test.examples) and not knows("redact", "--help"):
        pytest.skip("the program has no command redact")
    test.globs = {**test.globs, **names}
    said: list[str] = []
    result = doctest.DocTestRunner().run(test, out=said.append)
    assert result.failed == 0, "".join(said)
    assert result.attempted > 0


def test_every_function_has_an_example() -> None:
    functions = [getattr(bleinspect, name) for name in bleinspect.__all__]
    named = {each.__name__: each for each in functions if inspect.isfunction(each)}
    named |= {
        f"Capture.{name}": member for name, member in vars(bleinspect.Capture).items() if not name.startswith("_")}
    lacking = [name for name, each in named.items() if ">>>" not in (inspect.getdoc(each) or "")]
    assert not lacking
    assert len(named) > 25
    assert ">>>" in (conditions.Condition.__doc__ or "")
