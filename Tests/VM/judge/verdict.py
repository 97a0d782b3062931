"""What is found out about a scenario that was run."""

from . import btsnoop, recordings
from .conformance import compare_with_tshark
from .live import MONITOR, Live, percentile
from .timeline import Timeline, ndjson_of


class Verdict:
    """Collects problems and figures of one scenario, whose files are in a folder."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        # Records of `live` that were held against btmon's.
        self.frames = 0
        self.problems = []
        self.figures = []

    def expect(self, holds, problem):
        if not holds:
            self.problems.append(problem)

    def reference(self):
        """btmon's timeline; its records and ATT PDUs must be those that tshark reads."""
        recording = self.folder / "btmon.btsnoop"
        self.problems += compare_with_tshark(self.program, recording)
        return Timeline(ndjson_of(self.program, recording))

    def live(self, name="live", records=None, is_told=True, capture=MONITOR, added=()):
        """A run of `live` that ended well.

        Its recording must have what btmon's has (all, or the `records` that it is to have), and its
        timeline what the offline command tells of its recording, but for what is added to connections
        of hci0 that stood before.
        """
        run = Live(self.folder, name)
        reference = btsnoop.read(self.folder / "btmon.btsnoop").records
        mine = run.records()
        compared, different = recordings.compare(
            mine, list(filter(records, reference)) if records else reference, is_told)
        self.frames += compared
        self.problems += [f"{name}: {each}" for each in different]
        self.problems += run.end_problems(len(mine))
        offline = ndjson_of(self.program, run.recording)
        run.standing = Timeline(offline).standing(adapter=0) if added else set()
        self.problems += run.differences_from(offline, capture, run.standing, added)
        return run

    def latency(self, run):
        found = run.latencies()
        if not found:
            self.problems.append(f"{run.name}: no line to take the time of")
            return
        self.figures.append(
            f"latency of {len(found)} lines: median {percentile(found, 0.5):.1f} ms, 99 of 100 "
            f"{percentile(found, 0.99):.1f} ms, longest {found[-1]:.1f} ms")
