import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from judge.adapters import BY_KERNEL, BY_STORAGE, wrongly_added  # noqa: E402
from judge.timeline import Expectations, Timeline, compare_sides  # noqa: E402


def timeline(*events):
    made = Timeline(['{"event":"capture"}'])
    made.events = list(events)
    return made


def event(connection, kind, sender, **keys):
    return {"connection": connection, "adapter": connection, "event": kind, "from": sender, **keys}


class SidesTests(unittest.TestCase):
    one = [
        event(1, "read", "peripheral", handle=3, value="01", direction="received"),
        event(1, "write", "central", handle=4, value="02"),
        event(1, "att_error", "central", handle=9),
    ]

    def compare(self, other):
        return compare_sides(timeline(*self.one, *other), 1, 2)

    def other(self):
        return [{**each, "connection": 2, "adapter": 2, "direction": "sent"} for each in self.one]

    def test_equal(self):
        self.assertEqual(self.compare(self.other()), [])

    def test_what_two_send_may_cross(self):
        read, write, error = self.other()
        self.assertEqual(self.compare([error, read, write]), [])
        # The answers to both are the peripheral's.
        self.assertTrue(self.compare([write, read, error]))

    def test_differences(self):
        read, write, error = self.other()
        self.assertTrue(self.compare([read, write]))
        self.assertTrue(self.compare([read, {**write, "value": "03"}, error]))
        self.assertTrue(self.compare([read, {**write, "handle": 5}, error]))
        self.assertTrue(compare_sides(timeline(), 1, 2))


class ExpectationsTests(unittest.TestCase):
    def test_values_and_counts(self):
        expect = Expectations(timeline(*SidesTests.one))
        expect.values(["01"], event="read", handle=3, characteristic=None)
        expect.exactly(1, event="write")
        self.assertEqual(expect.problems, [])
        expect.values(["02"], event="read")
        expect.values([], event="read")
        expect.exactly(0, event="write")
        expect.exactly(1, event="read", characteristic="2A38")
        self.assertEqual(len(expect.problems), 4)


class AddedTests(unittest.TestCase):
    whole = {
        "time": "T", "event": "read", "adapter": 0, "connection": 7, "handle": 3, "value": "01",
        "address": "A", "address_type": "public", "name": "N", "from": "peripheral",
        "characteristic": "2A38",
    }
    live = {
        **whole, "connection": 1, "address_type": "public_identity", "attribute_source": "storage"}

    def added(self, event, keys):
        return wrongly_added("live", event, timeline(self.whole), keys)

    def test_right(self):
        self.assertEqual(self.added(self.live, BY_STORAGE), [])
        bare = {key: self.live[key] for key in ("time", "event", "handle", "address", "from")}
        self.assertEqual(self.added(bare, BY_KERNEL), [])

    def test_wrong_or_missing(self):
        for key in (
            "address", "address_type", "name", "from", "characteristic", "attribute_source"):
            with self.subTest(key):
                self.assertTrue(self.added({**self.live, key: "X"}, BY_STORAGE))
                without = {each: self.live[each] for each in self.live if each != key}
                self.assertTrue(self.added(without, BY_STORAGE))

    def test_not_there(self):
        self.assertTrue(self.added({**self.live, "time": "U"}, BY_STORAGE))


if __name__ == "__main__":
    unittest.main()
