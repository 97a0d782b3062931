"""The command: compares captures, prints a line for each, and counts."""

import argparse
import os
import pathlib
import tempfile

from . import bleinspect, captures, tshark
from .comparison import compare
from .known_differences import KnownDifferences, KnownDifferencesError

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXECUTABLE = ROOT / ".build" / "release" / "bleinspect"
KNOWN_DIFFERENCES = ROOT / "Conformance" / "known-differences.toml"
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
    folders = [ROOT / "Captures", ROOT / "Captures/formats"]
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
    summary = f"{path.name}: {records} records, {result.pdus} ATT PDUs, {result.uuids} UUIDs"
    if packets.unreadable:
        summary += f", {len(packets.unreadable)} frames with a bad CRC or encrypted"
    if count := len(result.differences) - len(unknown):
        summary += f", {count} known {'difference' if count == 1 else 'differences'}"
    if unknown:
        report.fail(summary, unknown)
    else:
        report.ok(summary)
    return True
