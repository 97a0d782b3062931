"""Each kind of difference between the program's values and the package's is found."""

import json
import unittest

from conformance.attribute_values import (
    Fixture, KnownDifferences, ValuesError, capture, disagreements, leaves)
from conformance.values_run import written

CHARACTERISTIC = {"figures": {
    "rate": [{"key": "rate_bpm"}],
    "speed": [{"key": "speed_km_per_h", "factor": "3.6"}],
    "place": [{"key": "place", "words": {"1": "chest"}}],
    "low": [{"key": "status", "has": "battery_low"}],
    "mass": [{"key": "mass_kg"}, {"key": "mass_lb"}],
}}


def found(figures, ours):
    return [member for member, _, _ in disagreements(CHARACTERISTIC, figures, ours)]


class Disagreements(unittest.TestCase):
    def test_equal_figures(self):
        self.assertEqual(found({"rate": 97, "speed": 10, "place": 1, "unmapped": 5}, {
            "rate_bpm": 97, "speed_km_per_h": 36, "place": "chest"}), [])

    def test_other_figures(self):
        self.assertEqual(found({"rate": 97, "speed": 10, "place": 1}, {
            "rate_bpm": 98, "speed_km_per_h": 36.1, "place": "wrist"}), ["rate", "speed", "place"])

    def test_missing_figures(self):
        self.assertEqual(found({"rate": 97, "speed": 10, "place": 1}, {}), ["rate", "speed", "place"])

    def test_a_bit_is_a_word_of_a_list(self):
        ours = {"status": ["battery_low"], "status_code": 1}
        self.assertEqual(found({"low": True}, ours), [])
        self.assertEqual(found({"low": False}, ours), ["low"])
        self.assertEqual(found({"low": False}, {"status_code": 0}), [])
        self.assertEqual(found({"low": False}, {}), ["low"])

    def test_another_unit_is_another_key(self):
        self.assertEqual(found({"mass": 75}, {"mass_lb": 75}), [])
        self.assertEqual(found({"mass": 75}, {"mass_lb": 76}), ["mass"])

    def test_a_number_that_is_no_measurement(self):
        self.assertEqual(found({"rate": 255}, {"rate_bpm_status": "not_known"}), [])

    def test_places(self):
        self.assertEqual(
            dict(leaves({"a": {"b": [1, {"c": True}]}, "d": None})), {"a.b.0": 1, "a.b.1.c": True})


class Known(unittest.TestCase):
    def known(self, **more):
        return KnownDifferences([
            {"characteristics": ["2A37"], "members": ["rate"], "reason": "because", **more}])

    def test_explained(self):
        known = self.known()
        self.assertFalse(known.explains("2A37", "other", 1, [2]))
        self.assertEqual(known.stale(), ["2A37 rate"])
        self.assertTrue(known.explains("2A37", "rate", 1, [2]))
        self.assertEqual(known.stale(), [])

    def test_factors(self):
        known = self.known(factors=["1e8"])
        self.assertTrue(known.explains("2A37", "rate", 1.5e-6, [None, 150]))
        self.assertFalse(known.explains("2A37", "rate", 1.5e-6, [None, 151]))

    def test_a_reason_is_needed(self):
        with self.assertRaises(ValuesError):
            self.known(reason=" ")


class Files(unittest.TestCase):
    def test_the_fixture_is_written_as_it_was_read(self):
        document = {"package": "bluetooth-sig==1", "characteristics": {
            "2A37": {"name": "Heart Rate Measurement", **CHARACTERISTIC,
                     "values": {"0061": {"rate": 97}, "00": None}},
            "2A38": {"name": "Body Sensor Location", "figures": {}, "values": {}}}}
        self.assertEqual(json.loads(written(document)), document)
        self.assertEqual(Fixture(written(document)).reads(), [("2A37", "0061"), ("2A37", "00")])

    def test_a_capture_holds_every_value(self):
        octets = capture([("2A37", "0061"), ("2A19", "64"), ("2A37", "0062")])
        self.assertTrue(octets.startswith(b"btsnoop\0"))
        self.assertEqual(octets.count(b"\x0b\x00\x61") + octets.count(b"\x0b\x64"), 2)


if __name__ == "__main__":
    unittest.main()
