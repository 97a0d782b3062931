"""Recordings of one scenario are compared, each with each."""

import os
import pathlib
import shutil
import tempfile
import unittest

from judge.repetition import compare_all

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = pathlib.Path(os.environ.get("BLEINSPECT", ROOT / ".build" / "release" / "bleinspect"))
VARIATIONS = ROOT / "Captures" / "variations"


class RepetitionTests(unittest.TestCase):
    def compare(self, *names):
        with tempfile.TemporaryDirectory() as temporary:
            recordings = []
            for number, name in enumerate(names):
                folder = pathlib.Path(temporary) / f"run-{number}"
                folder.mkdir()
                recordings.append(folder / "live.btsnoop")
                shutil.copy(VARIATIONS / f"{name}.btsnoop", recordings[-1])
            return compare_all(PROGRAM, recordings)

    def test_equal_recordings(self):
        self.assertEqual(self.compare("again/01", "again/02", "again/03"), (3, []))

    def test_one_that_differs_is_found_in_its_pairs(self):
        pairs, problems = self.compare("again/01", "missing-notification", "again/02")
        self.assertEqual(pairs, 3)
        different = [line for line in problems if line.endswith("status 1, 'different'")]
        self.assertEqual(
            different,
            ["run-0 and run-1: status 1, 'different'", "run-1 and run-2: status 1, 'different'"])

    def test_a_recording_that_is_missing(self):
        with tempfile.TemporaryDirectory() as temporary:
            paths = [pathlib.Path(temporary) / name / "live.btsnoop" for name in ("a", "b")]
            pairs, problems = compare_all(PROGRAM, paths)
        self.assertEqual(pairs, 1)
        self.assertTrue(problems[0].startswith("a and b: status 2"))
