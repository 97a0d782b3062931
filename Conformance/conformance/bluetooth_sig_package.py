"""What the package bluetooth-sig says of a value; needs `pip install bluetooth-sig==VERSION`."""

import dataclasses
import datetime
import enum
import logging
import math
from importlib.metadata import version

from bluetooth_sig.gatt.characteristics.registry import CharacteristicRegistry


def record(document):
    """The fixture with what the installed package says of its values."""
    wanted = document["package"].partition("==")[2]
    if version("bluetooth-sig") != wanted:
        raise SystemExit(f"bluetooth-sig {wanted} is needed, not {version('bluetooth-sig')}")
    logging.disable(logging.CRITICAL)
    decoders = {}
    for each in CharacteristicRegistry.get_all_characteristics().values():
        try:
            decoder = each()
        except Exception:  # some of the package cannot be made without arguments
            continue
        decoders[decoder.uuid.short_form] = decoder
    for uuid, each in document["characteristics"].items():
        each["values"] = {
            value: said(decoders[uuid], value, each["figures"]) for value in each["values"]}
    return document


def said(decoder, value, members):
    """Those of its figures that are compared; None where it refuses the value."""
    try:
        result = decoder.parse_value(bytearray.fromhex(value))
    except Exception:  # whatever it raises is a refusal
        return None
    all_figures = ((place or "value", figure) for place, figure in figures(result, ""))
    return {place: figure for place, figure in all_figures if place in members}


def figures(value, place):
    """Enumerations are their numbers; times are text; not-a-number is left out."""
    if isinstance(value, enum.Enum):
        value = value.value
    if value is None or isinstance(value, float) and not math.isfinite(value):
        return
    if isinstance(value, (bool, int, float, str)):
        yield place, value
    elif isinstance(value, (bytes, bytearray)):
        yield place, bytes(value).hex()
    elif isinstance(value, datetime.datetime):
        yield place, value.replace(microsecond=0, tzinfo=None).isoformat()
    elif isinstance(value, datetime.date):
        yield place, value.isoformat()
    elif isinstance(value, datetime.timedelta):
        yield place, value.total_seconds()
    elif isinstance(value, (list, tuple)):
        for index, member in enumerate(value):
            yield from figures(member, f"{place}.{index}")
    elif isinstance(value, dict):
        for key, member in value.items():
            yield from figures(member, f"{place}.{key}")
    elif hasattr(value, "short_form"):
        yield place, uuid(str(value))
    else:
        for name in names(value):
            yield from figures(getattr(value, name), f"{place}.{name}" if place else name)


def names(value):
    if fields := getattr(value, "__struct_fields__", None):
        return fields
    if dataclasses.is_dataclass(value):
        return [field.name for field in dataclasses.fields(value)]
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    return slots or list(getattr(value, "__dict__", ()))


def uuid(text):
    """The short form of a UUID on the Bluetooth Base UUID, else the long one."""
    digits = text.replace("-", "").upper()
    if digits.startswith("0000") and digits.endswith("00001000800000805F9B34FB"):
        return digits[4:8]
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
