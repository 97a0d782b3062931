"""The records and ATT PDUs of a recording, as tshark reads them."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Conformance"))

from conformance import bleinspect, tshark  # noqa: E402
from conformance.comparison import compare  # noqa: E402


def compare_with_tshark(program, recording):
    """The frames in which the program reads something else.

    UUIDs are left to the timeline: tshark 4.0 keeps one table of handles for all devices, and the
    devices of a virtual controller have the same connection handle one after the other.
    """
    packets = bleinspect.packets(program, recording)
    result = compare(tshark.count(recording), tshark.att_pdus(recording), packets)
    return [
        f"{recording.name} {each}" for each in result.differences if each.aspect != "uuid"
    ]
