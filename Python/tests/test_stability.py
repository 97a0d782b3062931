"""The names of the package that programs depend on, against a list."""

import inspect
import os
import pathlib

import bleinspect

LIST = pathlib.Path(__file__).parent / "stable_names.txt"


def signature(value: object) -> str:
    """The parameters that a caller may give; types are not a promise."""
    try:
        parameters = inspect.signature(value).parameters.values()  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    shown = []
    for one in parameters:
        if one.name.startswith("_") or one.name in ("self", "cls"):
            continue
        star = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
        shown.append(star + one.name + ("" if one.default is one.empty else "=") + (
            " (by name)" if one.kind is one.KEYWORD_ONLY else ""))
    return f"({', '.join(shown)})"


def declared() -> list[str]:
    lines = []
    for name in bleinspect.__all__:
        value = getattr(bleinspect, name)
        if not inspect.isclass(value):
            lines.append(f"{name}{signature(value) if callable(value) else ''}")
            continue
        bases = [base.__name__ for base in value.__mro__[1:] if issubclass(base, BaseException)]
        lines.append(f"{name}{': ' + bases[0] if bases else ''}")
        for member, _ in inspect.getmembers(value):
            if member.startswith("_") or (bases and hasattr(Exception, member)):
                continue
            method = inspect.getattr_static(value, member)
            method = getattr(method, "__func__", method)
            lines.append(f"{name}.{member}{signature(method) if inspect.isfunction(method) else ''}")
        lines += [f"{name}.{field}" for field in getattr(value, "__annotations__", {}) if not field.startswith("_")]
    return sorted(set(lines))


def test_all_are_in_the_list_and_none_is_gone() -> None:
    names = declared()
    if "BLEINSPECT_RECORD" in os.environ:
        LIST.write_text("\n".join(names) + "\n", encoding="utf-8")
        raise AssertionError("recorded: read what is gone, then run without BLEINSPECT_RECORD")
    recorded = LIST.read_text(encoding="utf-8").splitlines()
    assert len(recorded) > 100
    assert set(recorded) - set(names) == set(), "gone, or not as it was"
    assert set(names) - set(recorded) == set(), "not in the list"
