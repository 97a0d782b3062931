"""That each difference is found, and that a known one neither hides others nor outlives itself."""

import unittest

from conformance.bleinspect import PacketList
from conformance.comparison import Difference, compare
from conformance.known_differences import KnownDifferences, KnownDifferencesError
from conformance.pdu import ATTPDU

READ = ATTPDU("0b61", 0x0012, None, "2A37")
REFUSED = ATTPDU("010810000a", error=10)
FRAMES = {1: [READ], 2: [REFUSED]}

ENTRY = """
[[difference]]
capture = "a.btsnoop"
aspect = "uuid"
frames = [1, 2]
reason = "for a reason"
"""


def aspects(ours, records=2):
    found = compare(2, FRAMES, PacketList(records, ours)).differences
    return [(each.frame, each.aspect) for each in found]


class ComparisonTests(unittest.TestCase):
    def test_equal(self):
        self.assertEqual(aspects(FRAMES), [])

    def test_what_is_unreadable_is_not_compared(self):
        packets = PacketList(2, {1: [READ]}, {2})
        result = compare(2, FRAMES, packets)
        self.assertEqual((result.differences, result.pdus), ([], 1))

    def test_number_of_records(self):
        self.assertEqual(aspects(FRAMES, records=3), [(0, "records")])

    def test_a_pdu_is_missing_too_many_or_in_another_frame(self):
        self.assertEqual(aspects({1: [READ]}), [(2, "pdu")])
        self.assertEqual(aspects({**FRAMES, 3: [READ]}), [(3, "pdu")])
        self.assertEqual(aspects({1: [READ, READ], 2: [REFUSED]}), [(1, "pdu")])
        self.assertEqual(aspects({1: [READ], 3: [REFUSED]}), [(2, "pdu"), (3, "pdu")])

    def test_bytes(self):
        for octets in ("0b62", "0b6100", "0b", "0d61"):
            other = ATTPDU(octets, 0x0012, None, "2A37")
            self.assertEqual(aspects({**FRAMES, 1: [other]}), [(1, "bytes")])

    def test_handle_error_and_uuid(self):
        for frame, other, aspect in (
            (1, ATTPDU("0b61", 0x0013, None, "2A37"), "handle"),
            (1, ATTPDU("0b61", None, None, "2A37"), "handle"),
            (1, ATTPDU("0b61", 0x0012, None, "2A38"), "uuid"),
            (1, ATTPDU("0b61", 0x0012), "uuid"),
            (2, ATTPDU("010810000a", error=11), "error"),
            (2, ATTPDU("010810000a"), "error"),
        ):
            self.assertEqual(aspects({**FRAMES, frame: [other]}), [(frame, aspect)])

    def test_what_tshark_does_not_name_is_not_compared(self):
        theirs = {1: [ATTPDU("0b61")]}
        self.assertEqual(compare(1, theirs, PacketList(1, {1: [READ]})).differences, [])


class KnownDifferencesTests(unittest.TestCase):
    def setUp(self):
        self.known = KnownDifferences(ENTRY)
        self.met = [Difference(1, "uuid", "A", "B"), Difference(2, "uuid", "A", "B")]

    def test_covers_its_capture_aspect_and_frames_only(self):
        self.assertEqual(self.known.unknown("a.btsnoop", self.met), [])
        for capture, frame, aspect in (
            ("b.btsnoop", 1, "uuid"), ("a.btsnoop", 3, "uuid"), ("a.btsnoop", 1, "bytes")
        ):
            other = [Difference(frame, aspect, "A", "B")]
            self.assertEqual(self.known.unknown(capture, other), other)

    def test_a_frame_that_does_not_differ_is_stale(self):
        self.known.unknown("a.btsnoop", self.met[:1])
        [entry] = self.known.stale({"a.btsnoop"})
        self.assertEqual(entry.stale_frames(), [2])

    def test_a_capture_that_was_not_compared_is_not_judged(self):
        self.assertEqual(self.known.stale({"b.btsnoop"}), [])

    def test_bad_entries_are_refused(self):
        for old, new in (
            ('"for a reason"', '" "'), ("[1, 2]", "[]"), ('"uuid"', '"uid"'),
            ("frames", "frame"), ("[[difference]]", "[[differences]]"), ("[1, 2]", '["1"]'),
            ('"for', "for"),
        ):
            with self.assertRaises(KnownDifferencesError, msg=new):
                KnownDifferences(ENTRY.replace(old, new))
