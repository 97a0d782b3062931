"""Fields of `decoded`: one row each, with the unit that its key ends in."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

# A number beyond this does not fit into a double exactly: its digits are also in `text`.
EXACT = 1 << 53

# Keys whose three elements are axes; every other array is numbered.
AXES = frozenset(("accelerometer_g", "gyroscope_dps", "magnetometer_ut"))

# The endings that have one unit only, as the program's CSV writes it. Other fields have no unit here.
UNITS = {
    "_bpm": "bpm", "_celsius": "°C", "_fahrenheit": "°F", "_percent": "%", "_hpa": "hPa",
    "_g": "g", "_dps": "°/s", "_ut": "µT", "_lux": "lx", "_s": "s", "_ms": "ms", "_us": "µs",
    "_dbm": "dBm", "_kj": "kJ", "_m_per_s": "m/s", "_per_minute": "1/min", "_mv": "mV",
    "_kg": "kg", "_mmhg": "mmHg", "_kpa": "kPa", "_kcal": "kcal", "_min": "min",
}


@functools.lru_cache(4096)
def unit(key: str) -> str | None:
    """The unit of a key of `decoded`, if its ending tells."""
    end = len(key)
    # The longest ending first: speed_m_per_s is no time.
    for words in (3, 2, 1):
        place = end
        for _ in range(words):
            place = key.rfind("_", 0, place)
            if place < 0:
                break
        if place > 0 and (found := UNITS.get(key[place:])) is not None:
            return found
    return None


Field = tuple[str, float | None, str | None, bool | None, str | None]


def fields(decoded: dict[str, Any]) -> Iterator[Field]:
    """Field, number, text, bool and unit of everything in `decoded`.

    The only place that flattens: it gives what `--format ndjson --flat` is to give.
    """
    return _members("", decoded)


def _members(prefix: str, decoded: dict[str, Any]) -> Iterator[Field]:
    for key, value in decoded.items():
        yield from _value(prefix + key, key, value)


def _value(field: str, key: str, value: Any) -> Iterator[Field]:
    if isinstance(value, str):
        yield field, None, value, None, unit(key)
    elif isinstance(value, bool):
        yield field, None, None, value, None
    elif isinstance(value, int | float):
        try:
            number = float(value)
        except OverflowError:
            yield field, None, str(value), None, unit(key)
            return
        exact = isinstance(value, float) or -EXACT <= value <= EXACT
        yield field, number, None if exact else str(value), None, unit(key)
    elif isinstance(value, dict):
        yield from _members(field + ".", value)
    elif isinstance(value, list):
        if key in AXES and len(value) == 3:
            for axis, element in zip("xyz", value, strict=True):
                yield from _value(f"{field}.{axis}", key, element)
        else:
            for index, element in enumerate(value):
                yield from _value(f"{field}.{index}", key, element)
    else:
        yield field, None, None, None, unit(key)
