"""`bleinspect-ci`: what a pull request says of a recording, for the action of GitHub and the component of GitLab.

It compares and checks, and leaves in a folder the page, reports of tests (JUnit), alerts (SARIF), a report on quality
and a summary in Markdown; on GitHub also annotations, the summary of the job, and outputs.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import pathlib
import subprocess
import sys
import warnings

from bleinspect.capture import Capture, open as open_capture
from bleinspect.errors import BleinspectError, BleinspectWarning, Refused
from bleinspect.program import environment, fault

# GitHub shows no summary beyond 1 MiB.
SUMMARY = 900 << 10
# The forms of the program's answers, with how their files end.
FORMS = {"json": "json", "junit": "xml", "sarif": "sarif", "codequality": "quality.json", "markdown": "md"}
# Of what GitLab shows beside the changes.
QUALITY = "quality.json"
# By exit code. What can be read only in part is compared as far as it goes, and is trouble.
RESULTS = ["passed", "failed", "trouble"]
SHOWN = ["passed", "**failed**", "**trouble**: not all could be read"]
CUT = "\n\nCut here: see the files of the job.\n"


class Job:
    """One recording, and what it is compared with."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.capture_path: str = options.capture
        self.baseline: str | None = options.baseline or None
        self.rules: str | None = options.rules or None
        self.decoders: list[str] = [each for each in options.decoders if each]
        self.folder = pathlib.Path(options.output)
        self.capture: Capture = open_capture(self.capture_path, decoders=self.decoders, damaged="warn")
        self.program = self.capture._program
        self.outputs: dict[str, str] = {}

    def run(self) -> int:
        self.folder.mkdir(parents=True, exist_ok=True)
        # What an earlier run compared may not be asked for now.
        for command, form in itertools.product(("diff", "check"), FORMS):
            self.path(command, form).unlink(missing_ok=True)
        codes = [0]
        results = []
        if self.baseline is not None:
            codes.append(self.judged("diff", self.baseline, self.capture_path))
            differences = json.loads(self.path("diff", "json").read_text(encoding="utf-8"))["differences"]
            self.outputs["differences"] = str(len(differences))
            results.append(("Compared with the baseline", "diff", codes[-1]))
        if self.rules is not None:
            codes.append(self.judged("check", self.capture_path, rules=self.rules))
            results.append(("Rules", "check", codes[-1]))
        self.written("stats", {"sarif": self.folder / "findings.sarif"})
        self.capture.report(self.folder / "report.html")
        self.gather_quality()
        self.outputs |= {
            "result": RESULTS[max(codes)], "report": str(self.folder / "report.html"),
            "files": str(self.folder)}
        self.summarize(results)
        return max(codes)

    def path(self, command: str, form: str) -> pathlib.Path:
        return self.folder / f"{command}.{FORMS[form]}"

    def judged(self, command: str, *files: str, rules: str | None = None) -> int:
        """Compares or checks: the text is for the log, where GitHub takes annotations from it, and each form a file."""
        forms = [f"--format={form}={self.path(command, form)}" for form in FORMS]
        given = [] if rules is None else [f"--rules={rules}"]
        words = [command, *forms, *self.reading(), *given, "--", *files]
        return self.ran(words, is_for_log=True, answer=self.path(command, "json"))

    def written(self, command: str, forms: dict[str, pathlib.Path]) -> None:
        """Files of a command whose text nobody needs."""
        given = [f"--format={form}={path}" for form, path in forms.items()]
        self.ran([command, "--quiet", *given, *self.reading(), "--", self.capture_path])

    def ran(self, words: list[str], *, is_for_log: bool = False, answer: pathlib.Path | None = None) -> int:
        """The exit code: 2 only where there is an answer, of what could be read."""
        sys.stdout.flush()
        done = subprocess.run(
            [self.program, *words], check=False, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            stdout=None if is_for_log else subprocess.DEVNULL, env=None if is_for_log else environment())
        if done.returncode not in (0, 1) and (done.returncode != 2 or answer is None or not answer.exists()):
            raise fault(done.returncode, done.stderr) or Refused(f"{words[0]} ended with {done.returncode}")
        sys.stderr.write(done.stderr)
        return done.returncode

    def reading(self) -> list[str]:
        return [f"--decoders={each}" for each in self.decoders]

    def gather_quality(self) -> None:
        """One report on quality: GitLab takes one of a job."""
        found = []
        for command in ("diff", "check"):
            part = self.path(command, "codequality")
            if part.exists():
                found += json.loads(part.read_text(encoding="utf-8"))
                part.unlink()
        (self.folder / QUALITY).write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")

    def summarize(self, results: list[tuple[str, str, int]]) -> None:
        """The program's own Markdown: it is safe, whatever devices call themselves."""
        lines = ["## bleinspect\n", "| what | result |", "|---|---|"]
        lines += [f"| {name} | {SHOWN[code]} |" for name, _, code in results]
        parts = [self.path(command, "markdown").read_text(encoding="utf-8") for _, command, _ in results]
        text = "\n\n".join(["\n".join(lines), *parts, self.capture.text(format="markdown")])
        if len(text.encode()) > SUMMARY:
            text = text.encode()[:SUMMARY].decode(errors="ignore") + CUT
        (self.folder / "summary.md").write_text(text, encoding="utf-8")
        append("GITHUB_STEP_SUMMARY", text)
        append("GITHUB_OUTPUT", "".join(f"{key}={value}\n" for key, value in self.outputs.items()))


def append(variable: str, text: str) -> None:
    """Adds to the file that GitHub names in a variable, if it does."""
    path = os.environ.get(variable)
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bleinspect-ci", description="Compares and checks a recording, for a pull request.")
    parser.add_argument("--capture", required=True, help="the recording")
    parser.add_argument("--baseline", help="what it is compared with: `bleinspect baseline` writes it")
    parser.add_argument("--rules", metavar="FILE", help="what must hold: docs/check.md")
    parser.add_argument("--decoders", metavar="FILE", action="append", default=[], help="declared values; repeatable")
    parser.add_argument("--output", metavar="DIR", default="bleinspect", help="where files go (default: %(default)s)")
    options = parser.parse_args()
    if not options.baseline and not options.rules:
        parser.error("give a baseline, or rules: else nothing is compared")
    for path in (options.output, options.capture):
        if not path.isprintable():
            parser.error(f"{path!r}: control characters")
    warnings.showwarning = lambda message, *_, **__: print(f"bleinspect-ci: {message}", file=sys.stderr)
    warnings.simplefilter("once", BleinspectWarning)
    try:
        sys.exit(Job(options).run())
    except (BleinspectError, OSError) as error:
        print(f"bleinspect-ci: {error}", file=sys.stderr)
        append("GITHUB_OUTPUT", "result=trouble\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
