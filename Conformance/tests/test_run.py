"""The whole command, with the real tools: it passes on a capture, and fails on another's answer."""

import contextlib
import io
import os
import pathlib
import tempfile
import unittest
import unittest.mock

from conformance import run

EXECUTABLE = run.EXECUTABLE
CAPTURE = run.ROOT / "Captures" / "polar-h7.btsnoop"

# The first heart rate that is notified, 97 bpm, as ATT PDU; and one more.
NOTIFICATION = bytes.fromhex("1b12000661")
OTHER_VALUE = bytes.fromhex("1b12000662")


class RunTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.known = self.folder / "known.toml"
        self.known.write_text("")

    def compare(self, *captures, seen=None):
        """Exit code and lines; `seen` is what bleinspect is given in the captures' place."""
        executable = EXECUTABLE
        if seen is not None:
            executable = self.folder / "bleinspect"
            executable.write_text(
                f'#!/bin/sh\nshift 3\nexec "{EXECUTABLE}" packets --format ndjson "{seen}"\n')
            executable.chmod(0o755)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = run.main([
                *map(str, captures), "--bleinspect", str(executable),
                "--known-differences", str(self.known)])
        return code, out.getvalue().splitlines()

    def mutated(self, old, new):
        octets = CAPTURE.read_bytes()
        self.assertIn(old, octets)
        path = self.folder / "mutated.btsnoop"
        path.write_bytes(octets.replace(old, new, 1))
        return path

    def test_passes(self):
        code, lines = self.compare(CAPTURE)
        self.assertEqual((code, lines[-1]), (0, "1 passed, 0 failed"))

    def test_a_changed_value_fails_with_its_frame_and_bytes(self):
        code, lines = self.compare(CAPTURE, seen=self.mutated(NOTIFICATION, OTHER_VALUE))
        self.assertEqual((code, lines[-1]), (1, "0 passed, 1 failed"))
        self.assertRegex(
            lines[2], r"frame \d+: bytes: tshark 1b12000661, bleinspect 1b12000662")

    def test_a_lost_record_fails(self):
        octets = CAPTURE.read_bytes()
        shorter = self.folder / "shorter.btsnoop"
        # The last record is an event of 7 bytes behind a header of 24.
        shorter.write_bytes(octets[:-31])
        code, lines = self.compare(CAPTURE, seen=shorter)
        self.assertEqual(code, 1)
        self.assertRegex(lines[2], r"frame 0: records: tshark 157, bleinspect 156")

    def test_a_known_difference_passes_until_it_is_gone(self):
        mutated = self.mutated(NOTIFICATION, OTHER_VALUE)
        _, lines = self.compare(CAPTURE, seen=mutated)
        frame = lines[2].split()[1].rstrip(":")
        self.known.write_text(
            f'[[difference]]\ncapture = "{CAPTURE.name}"\naspect = "bytes"\n'
            f'frames = [{frame}]\nreason = "a test"\n')
        self.assertEqual(self.compare(CAPTURE, seen=mutated)[0], 0)
        code, lines = self.compare(CAPTURE)
        self.assertEqual((code, lines[-1]), (1, "1 passed, 1 failed"))

    def decrypted(self, *options):
        table = self.folder / "decrypted.toml"
        words = ", ".join(f'"{option}"' for option in options)
        table.write_text(
            '[[capture]]\nencrypted = "encrypted/coded.pcap"\nplain = "encrypted/coded-plain.pcap"\n'
            f"options = [{words}]\n")
        report, out = run.Report(), io.StringIO()
        with contextlib.redirect_stdout(out):
            run.compare_decrypted(table, EXECUTABLE, run.KnownDifferences(""), report)
        return report, out.getvalue()

    def test_what_is_decrypted_is_compared_with_the_plain_packets(self):
        report, text = self.decrypted("--ltk", "3ffb8a783b38cd2e1afa34883c230e0e")
        self.assertEqual((report.passed, report.failed), (1, 0), text)
        self.assertRegex(text, r"coded.pcap decrypted: 64 records, 1[0-9] ATT PDUs")

    def test_what_stays_encrypted_fails(self):
        report, text = self.decrypted("--ltk", "00112233445566778899aabbccddeeff")
        self.assertEqual((report.passed, report.failed), (0, 1))
        self.assertIn("packets stay encrypted", text)

    def test_a_capture_without_packets_is_compared(self):
        code, lines = self.compare(run.CAPTURES / "air" / "messages.pcap")
        self.assertEqual((code, lines[-1]), (0, "1 passed, 0 failed"), lines)

    def test_what_bleinspect_refuses_fails(self):
        code, lines = self.compare(CAPTURE, seen=self.known)
        self.assertEqual((code, lines[-1]), (1, "0 passed, 1 failed"))

    def test_a_file_that_tshark_refuses_fails(self):
        self.assertEqual(self.compare(self.known)[0], 1)

    def test_nothing_compared_fails(self):
        nothing = self.folder / "nothing.toml"
        nothing.write_text("capture = []\n")
        with (
            unittest.mock.patch.object(run, "default_captures", lambda: []),
            unittest.mock.patch.object(run, "DECRYPTED", nothing),
        ):
            code, lines = self.compare()
        self.assertEqual((code, lines[-1]), (1, "0 passed, 1 failed"))

    def test_without_the_executable_it_fails(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = run.main([str(CAPTURE), "--bleinspect", str(self.folder / "none")])
        self.assertEqual(code, 1)
