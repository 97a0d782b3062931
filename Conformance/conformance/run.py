"""The command: compares captures, prints a line for each, and counts."""

import argparse
import os
import pathlib
import tempfile
import tomllib

from . import bleinspect, captures, tshark
from .comparison import compare
from .known_differences import KnownDifferences, KnownDifferencesError

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXECUTABLE = pathlib.Path(os.environ.get("BLEINSPECT") or ROOT / ".build" / "debug" / "bleinspect")
CAPTURES = ROOT / "Captures"
KNOWN_DIFFERENCES = ROOT / "Conformance" / "known-differences.toml"
DECRYPTED = ROOT / "Conformance" / "decrypted.toml"
SHOWN = 20


class Report:
    """Prints a line for each thing that was tried, and counts them."""

    def __init__(self):
        self.passed = self.failed = 0

    def ok(self, text):
        self.passed += 1
        print("ok  ", text)

    def fail(self, text, details=()):
        self.failed += 1
        print("FAIL", text)
        for each in details[:SHOWN]:
            print("    ", each)
        if len(details) > SHOWN:
            print(f"      and {len(details) - SHOWN} more")


def main(arguments=None):
    options = parse(arguments)
    report = Report()
    try:
        known = KnownDifferences(options.known_differences.read_text())
        print("compared with", tshark.version())
        compare_all(options.captures or default_captures(), options.bleinspect, known, report)
        if not options.captures:
            compare_decrypted(DECRYPTED, options.bleinspect, known, report)
    except (KnownDifferencesError, tshark.TsharkError) as error:
        report.fail(str(error))
    if report.passed + report.failed == 0:
        report.fail("no capture was compared")
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="Conformance/compare",
        description="Compares bleinspect with tshark, frame by frame. Without CAPTURE: Captures/ "
        "and, if it is set, the folder that BLEINSPECT_CAPTURES names.")
    parser.add_argument("captures", metavar="CAPTURE", nargs="*", type=pathlib.Path)
    parser.add_argument("--bleinspect", metavar="FILE", type=pathlib.Path, default=EXECUTABLE)
    parser.add_argument(
        "--known-differences", metavar="FILE", type=pathlib.Path, default=KNOWN_DIFFERENCES)
    return parser.parse_args(arguments)


def default_captures():
    folders = [CAPTURES, *(CAPTURES / name for name in ("formats", "encrypted", "air"))]
    if extra := os.environ.get("BLEINSPECT_CAPTURES"):
        folders.append(pathlib.Path(extra))
    return [path for folder in folders for path in captures.in_folder(folder)]


def compare_all(paths, executable, known, report):
    compared = set()
    for path in paths:
        if compare_one(path, executable, known, report):
            compared.add(path.name)
    for entry in known.stale(compared):
        report.fail(
            f"known difference of {entry.capture}, {entry.aspect}: frames "
            f"{', '.join(map(str, entry.stale_frames()))} do not differ: take them out")


def compare_one(path, executable, known, report):
    """Whether the capture was compared."""
    records = tshark.count(path)
    try:
        packets = bleinspect.packets(executable, path)
    except (bleinspect.BleinspectError, OSError) as error:
        report.fail(f"{path.name}: {error}")
        return False
    result = compare(records, tshark.att_pdus(path), packets)
    unknown = known.unknown(path.name, result.differences)
    if unknown and packets.is_link_layer:
        # The program may have opened a link whose pairing it saw: tshark reads the plain packets.
        try:
            with tempfile.TemporaryDirectory() as folder:
                copy = bleinspect.decrypted(executable, path, folder)
                result = compare(tshark.count(copy), tshark.att_pdus(copy), packets)
        except (bleinspect.BleinspectError, OSError) as error:
            report.fail(f"{path.name}: {error}")
            return False
        unknown = known.unknown(path.name, result.differences)
    conclude(path.name, records, packets, result, unknown, report)
    return True


def conclude(name, records, packets, result, unknown, report):
    summary = f"{name}: {records} records, {result.pdus} ATT PDUs, {result.uuids} UUIDs"
    if packets.unreadable:
        summary += f", {len(packets.unreadable)} frames with a bad CRC or encrypted"
    if count := len(result.differences) - len(unknown):
        summary += f", {count} known {'difference' if count == 1 else 'differences'}"
    if unknown:
        report.fail(summary, unknown)
    else:
        report.ok(summary)


def compare_decrypted(table, executable, known, report):
    """Compares what the program decrypts with what tshark reads in the same packets in the clear."""
    for entry in tomllib.loads(table.read_text())["capture"]:
        plain = CAPTURES / entry["plain"]
        # A capture that shows keys is named as seen from the folder of captures.
        options = [
            str(CAPTURES / word) if option == "--keys" else word
            for option, word in zip(["", *entry["options"]], entry["options"])
        ]
        name = f"{pathlib.Path(entry['encrypted']).name} decrypted"
        try:
            packets = bleinspect.packets(executable, CAPTURES / entry["encrypted"], options)
        except (bleinspect.BleinspectError, OSError) as error:
            report.fail(f"{name}: {error}")
            continue
        records = tshark.count(plain)
        result = compare(records, tshark.att_pdus(plain), packets)
        unknown = known.unknown(plain.name, result.differences)
        if packets.encrypted:
            report.fail(f"{name}: {packets.encrypted} packets stay encrypted")
        else:
            conclude(name, records, packets, result, unknown, report)
