import pathlib
import struct
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from judge import btsnoop  # noqa: E402
from judge.btsnoop import INDEX_INFO, NEW_INDEX, SYSTEM_NOTE, USER_LOGGING, Record  # noqa: E402
from judge.recordings import compare  # noqa: E402

EVENT = 3


def told(time):
    """What a listener that begins at a time gets for itself."""
    return [
        Record(time, 0xFFFF, SYSTEM_NOTE, 5, b"Linux"),
        Record(time + 1, 0, NEW_INDEX, 16, bytes(16)),
        Record(time + 2, 0, INDEX_INFO, 8, bytes(8)),
    ]


def events(*times):
    return [Record(time, 0, EVENT, 2, b"\x0e\x00") for time in times]


class ComparisonTests(unittest.TestCase):
    reference = told(100) + events(200, 300, 250, 400)

    def compare(self, mine, reference=None):
        return compare(mine, reference or self.reference)

    def test_equal_but_for_the_beginning(self):
        self.assertEqual(self.compare(told(110) + events(200, 300, 250, 400)), (4, []))

    def test_began_later(self):
        self.assertEqual(self.compare(told(210) + events(300, 250, 400)), (3, []))

    def test_began_earlier(self):
        mine = told(50) + events(60) + told(55)[1:] + events(200, 300, 250, 400)
        self.assertEqual(self.compare(mine), (4, []))

    def test_ended_earlier_or_later(self):
        self.assertEqual(self.compare(told(110) + events(200, 300)), (2, []))
        mine = told(110) + events(200, 300, 250, 400, 500)
        self.assertEqual(self.compare(mine), (4, []))

    def test_an_adapter_that_comes_counts(self):
        adapter = Record(150, 1, NEW_INDEX, 16, bytes(16))
        reference = told(100) + [adapter] + events(200)
        self.assertEqual(self.compare(told(110) + [adapter] + events(200), reference), (2, []))
        self.assertTrue(self.compare(told(110) + events(200), reference)[1])

    def test_each_difference_is_found(self):
        good = told(110) + events(200, 300, 250, 400)
        wrong = {
            "time": Record(301, 0, EVENT, 2, b"\x0e\x00"),
            "adapter": Record(300, 1, EVENT, 2, b"\x0e\x00"),
            "opcode": Record(300, 0, 2, 2, b"\x0e\x00"),
            "octets": Record(300, 0, EVENT, 2, b"\x0e\x01"),
            "cut": Record(300, 0, EVENT, 2, b"\x0e"),
        }
        for name, record in wrong.items():
            with self.subTest(name):
                both, problems = self.compare(good[:4] + [record] + good[5:])
                self.assertEqual((both, len(problems)), (3, 1))

    def test_a_record_that_is_lost(self):
        good = told(110) + events(200, 300, 250, 400)
        for lost in range(3, 6):
            with self.subTest(lost):
                self.assertTrue(self.compare(good[:lost] + good[lost + 1:])[1])

    def test_a_record_too_many(self):
        self.assertTrue(self.compare(told(110) + events(200, 210, 300, 250, 400))[1])
        self.assertTrue(self.compare(told(110) + events(150, 200, 300, 250, 400))[1])

    def test_order(self):
        self.assertTrue(self.compare(told(110) + events(200, 250, 300, 400))[1])

    def test_user_logging_has_no_time_of_the_kernel(self):
        def logged(time, octets=b"log"):
            return [Record(time, 0xFFFF, USER_LOGGING, 3, octets)]

        reference = told(100) + events(200) + logged(210) + events(220)
        for time in (205, 230):
            self.assertEqual(
                self.compare(told(110) + events(200) + logged(time) + events(220), reference),
                (3, []))
        self.assertEqual(
            self.compare(told(205) + logged(206) + events(220), reference), (2, []))
        for mine in (
            events(200) + logged(210, b"LOG") + events(220), logged(210) + events(200, 220),
            events(200, 220),
        ):
            self.assertTrue(self.compare(told(110) + mine, reference)[1])

    def test_one_that_is_told_nothing(self):
        mine = events(300, 250, 400)
        self.assertEqual(compare(mine, self.reference, is_told=False), (3, []))
        for wrong in (events(210) + mine, mine[1:] + mine[:1], mine[:1] + mine[2:]):
            self.assertTrue(compare(wrong, self.reference, is_told=False)[1])

    def test_nothing_in_common(self):
        self.assertEqual(self.compare(told(110))[0], 0)
        self.assertTrue(self.compare(told(110))[1])
        self.assertTrue(self.compare(events(200, 300, 250, 400))[1])


class ReadTests(unittest.TestCase):
    header = b"btsnoop\0" + struct.pack(">II", 1, 2001)

    def read(self, data):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "x.btsnoop")
            path.write_bytes(data)
            return btsnoop.read(path)

    def record(self, octets, original=None, drops=0):
        size = len(octets) if original is None else original
        time = btsnoop.EPOCH + 1_700_000_000_000_000
        return struct.pack(">IIIIq", size, len(octets), 1 << 16 | EVENT, drops, time) + octets

    def test_records(self):
        recording = self.read(self.header + self.record(b"\x0e\x00") + self.record(b"", drops=3))
        self.assertEqual(recording.drops, 3)
        first = recording.records[0]
        self.assertEqual(first, Record(1_700_000_000_000_000, 1, EVENT, 2, b"\x0e\x00"))

    def test_what_is_not_whole(self):
        whole = self.header + self.record(b"\x0e\x00")
        for end in range(17, len(whole)):
            with self.subTest(end), self.assertRaises(ValueError):
                self.read(whole[:end])
        for data in (b"", b"btsnoop\0" + struct.pack(">II", 1, 1002)):
            with self.assertRaises(ValueError):
                self.read(data)


if __name__ == "__main__":
    unittest.main()
