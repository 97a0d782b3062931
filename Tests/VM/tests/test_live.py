import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from judge.live import Live  # noqa: E402

LINES = [
    '{"event":"capture","format":"monitor","link_type":"hci_monitor"}',
    '{"frame":1,"time":"2026-03-01T09:00:00.000000Z","event":"read","connection":1,"value":"01"}',
    '{"frame":2,"time":"2026-03-01T09:00:00.500000Z","event":"note"}',
]
OFFLINE = [LINES[0].replace('"monitor"', '"btsnoop"'), *LINES[1:]]
START = 1_772_355_600_000_000


class LiveTests(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def live(self, lines, said="2 records, none lost; in live.btsnoop", status=0, arrivals=""):
        self.folder.joinpath("live.ndjson").write_text("".join(f"{line}\n" for line in lines))
        self.folder.joinpath("live.err").write_text(f"bleinspect: {said}\n")
        self.folder.joinpath("live.status").write_text(f"{status}\n")
        self.folder.joinpath("live.arrivals").write_text(arrivals)
        return Live(self.folder)

    def test_the_same(self):
        self.assertEqual(self.live(LINES).differences_from(OFFLINE), [])

    def test_differences(self):
        for lines in (
            [OFFLINE[0], *LINES[1:]], LINES[:2], [*LINES, LINES[2]], [LINES[0], LINES[2], LINES[1]],
            [LINES[0], LINES[1].replace('"01"', '"02"'), LINES[2]],
            [LINES[0], LINES[1].replace('"frame":1,', "").replace("}", ',"frame":1}'), LINES[2]],
            [LINES[0], LINES[1].replace("}", ',"name":"N"}'), LINES[2]],
        ):
            with self.subTest(lines):
                self.assertTrue(self.live(lines).differences_from(OFFLINE))

    def test_added_keys(self):
        named = [LINES[0], LINES[1].replace('"value"', '"name":"N","value"'), LINES[2]]
        live = self.live(named)
        self.assertEqual(live.differences_from(OFFLINE, standing={1}, added=("name",)), [])
        self.assertTrue(live.differences_from(OFFLINE, standing={2}, added=("name",)))
        self.assertTrue(live.differences_from(OFFLINE, standing={1}, added=("address",)))

    def test_inferred_names(self):
        """The recording shows by its use what the live command has from storage."""
        def offline(value="01"):
            inferred = f'"attribute_source":"inferred","label":"L","value":"{value}"'
            return [OFFLINE[0], LINES[1].replace('"value":"01"', inferred), LINES[2]]

        stored = '"attribute_source":"storage","label":"M","value":"01"'
        live = self.live([LINES[0], LINES[1].replace('"value":"01"', stored), LINES[2]])
        added = ("attribute_source", "label")
        self.assertEqual(live.differences_from(offline(), standing={1}, added=added), [])
        self.assertTrue(live.differences_from(offline("02"), standing={1}, added=added))
        self.assertTrue(live.differences_from(offline(), standing={2}, added=added))
        self.assertTrue(live.differences_from(offline(), standing={1}, added=("label",)))

    def test_end(self):
        self.assertEqual(self.live(LINES).end_problems(2), [])
        self.assertTrue(self.live(LINES, status=1).end_problems(2))
        self.assertTrue(self.live(LINES).end_problems(3))
        lossy = self.live(LINES, "2 records, 5 lost; in live.btsnoop")
        self.assertEqual((lossy.lost(), lossy.end_problems(2, 5)), (5, []))
        self.assertTrue(lossy.end_problems(2))

    def test_latencies(self):
        ends = [sum(len(line) + 1 for line in LINES[:count]) for count in (1, 2, 3)]
        # The last line came in two parts.
        arrivals = [
            (ends[0], START - 1000), (ends[1] + 5, START + 2500), (ends[2], START + 501_000)]
        live = self.live(LINES, arrivals="".join(f"{size} {time}\n" for size, time in arrivals))
        self.assertEqual(live.latencies(), [1.0, 2.5])


if __name__ == "__main__":
    unittest.main()
