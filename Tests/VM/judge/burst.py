"""More records than can be looked at one by one: none may be lost without being counted."""

import struct

from .btsnoop import ACL_RECEIVED, NEW_INDEX
from .live import Live
from .timeline import ndjson_of

# The kernel's own notes, at the beginning.
NOTES = 2
# L2CAP and ATT before the number of a notification: channel 4, opcode 1B, handle 0012.
BEFORE_NUMBER = bytes.fromhex("090004001b12001e3c")


def burst(verdict):
    overrun = Live(verdict.folder, "overrun")
    # Behind the loss there is a whole life of an adapter, with 100 notifications.
    records = overrun.records()
    life = records[max(place for place, record in enumerate(records) if is_new_adapter(record)):]
    other = len(life) - len(numbers(life))
    verdict.expect(numbers(life) == list(range(100)), "what came behind the loss is not whole")

    run = Live(verdict.folder)
    found = numbers(run.records())
    accounted(verdict, run, NOTES + other + 20000)
    verdict.expect(
        bool(found) and found == sorted(set(found)) and found[-1] < 20000,
        "live: notifications out of order")
    verdict.expect(
        len(found) + run.lost() >= 20000, f"live: {20000 - len(found)} missing, {run.lost()} lost")
    times = [record.time for record in run.records() if number(record) is not None]
    rate = len(times) / (times[-1] - times[0]) * 1e6
    verdict.figures.append(
        f"{len(found)} of 20000 notifications, {rate:.0f} a second, {run.lost()} lost")
    verdict.latency(run)

    accounted(verdict, overrun, NOTES + 2 * other + 3000 + 100)
    verdict.expect(overrun.lost() > 0, "overrun: nothing was lost while nobody read")
    verdict.figures.append(
        f"while nobody read: {len(numbers(records)) - 100} of 3000, {overrun.lost()} lost")


def accounted(verdict, run, expected):
    """What was recorded and what was lost must be all that there was."""
    records, lost = len(run.records()), run.lost()
    verdict.frames += records
    verdict.problems += run.end_problems(records, lost)
    verdict.expect(
        records + lost == expected, f"{run.name}: {records} records and {lost} lost of {expected}")
    remark = f"the recorder lost {lost} packets" if lost else ""
    verdict.problems += run.differences_from(ndjson_of(verdict.program, run.recording, remark))


def is_new_adapter(record):
    return record.opcode == NEW_INDEX


def number(record):
    """Which notification of the flood it is."""
    if record.opcode != ACL_RECEIVED or record.octets[4:13] != BEFORE_NUMBER:
        return None
    low, high = struct.unpack_from("<HH", record.octets, 13)
    return low | high << 16


def numbers(records):
    return [found for found in map(number, records) if found is not None]
