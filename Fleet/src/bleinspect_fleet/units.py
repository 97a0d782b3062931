"""Fields of `decoded`: their names, and the unit that a key ends in."""

from __future__ import annotations

import functools
import re

from bleinspect.results import AXES as AXES

# A number beyond this does not fit into a double exactly: its digits are also in `text`.
EXACT = 1 << 53

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


def named(path: str) -> tuple[str, str | None]:
    """Field and unit of a path in `decoded`, as DuckDB writes it: $.rr_intervals_s[0]; x before it: of
    three axes. Keys with other letters than those of the program's own are in quotation marks."""
    field = re.sub(r"\[(\d+)\]", r".\1", path[path.index("$") + 2:].replace('"', ""))
    parts = field.split(".")
    key = next((part for part in reversed(parts) if not part.isdigit()), field)
    if path.startswith("x"):
        parts[-1] = "xyz"[int(parts[-1])]
    return ".".join(parts), unit(key)
