"""`bleinspect-ci`: what a pull request says of a recording, for the action of GitHub and the component of GitLab.

It compares and checks, and leaves in a folder the page, reports of tests (JUnit), alerts (SARIF) and a summary in
Markdown; on GitHub also annotations, the summary of the job, and outputs.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import re
import subprocess
import sys
import warnings

from bleinspect.capture import Capture, open as open_capture
from bleinspect.errors import BleinspectError, BleinspectWarning, Refused
from bleinspect.program import environment, fault

# GitHub shows no summary beyond 1 MiB.
SUMMARY = 900 << 10
LIMIT = 200 << 10


def fenced(text: str, most: int = LIMIT) -> str:
    """A text that is only text in Markdown: the fence is longer than any in it."""
    if len(text) > most:
        text = f"{text[:most]}\n... {len(text) - most} more characters: see the files of the job"
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(4, longest + 1)
    return f"{fence}text\n{text.rstrip()}\n{fence}\n"


class Job:
    """One recording, and what it is compared with."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.capture_path: str = options.capture
        self.baseline: str | None = options.baseline or None
        self.rules: str | None = options.rules or None
        self.decoders: list[str] = [each for each in options.decoders if each]
        self.folder = pathlib.Path(options.output)
        self.capture: Capture = open_capture(self.capture_path, decoders=self.decoders)
        self.program = self.capture._program
        self.outputs: dict[str, str] = {}

    def run(self) -> int:
        self.folder.mkdir(parents=True, exist_ok=True)
        code = 0
        parts = []
        if self.baseline is not None:
            differs = self.said("diff", self.baseline, self.capture_path)
            comparison = self.capture.diff(self.baseline)
            self.write("diff.xml", "diff", "--format=junit", "--", self.baseline, self.capture_path)
            self.outputs["differences"] = str(len(comparison.differences))
            parts.append(("Compared with the baseline", bool(comparison), comparison.text))
            code = max(code, differs)
        if self.rules is not None:
            fails = self.said("check", self.capture_path, f"--rules={self.rules}")
            check = self.capture.check(self.rules)
            self.write("check.xml", "check", "--format=junit", f"--rules={self.rules}", "--", self.capture_path)
            self.write("check.sarif", "check", "--format=sarif", f"--rules={self.rules}", "--", self.capture_path)
            parts.append(("Rules", bool(check), check.text))
            code = max(code, fails)
        self.write("findings.sarif", "stats", "--format=sarif", "--", self.capture_path)
        self.capture.report(self.folder / "report.html")
        self.outputs |= {
            "result": "passed" if code == 0 else "failed", "report": str(self.folder / "report.html"),
            "files": str(self.folder)}
        self.summarize(parts)
        return code

    def said(self, command: str, *operands: str) -> int:
        """Runs a command whose text is for the log; on GitHub it annotates."""
        options = [each for each in operands if each.startswith("--rules=")]
        files = [each for each in operands if each not in options]
        sys.stdout.flush()
        line = [self.program, command, *self.reading(), *options, "--", *files]
        done = subprocess.run(line, check=False, stdin=subprocess.DEVNULL)
        if done.returncode not in (0, 1):
            raise fault(done.returncode, "") or Refused(f"{command} ended with {done.returncode}")
        return done.returncode

    def reading(self) -> list[str]:
        return [f"--decoders={each}" for each in self.decoders]

    def write(self, name: str, command: str, format: str, *rest: str) -> None:
        """A report as a file; what it says has been said already."""
        path = self.folder / name
        done = subprocess.run(
            [self.program, command, format, f"--output={path}", "--quiet", *self.reading(), *rest],
            check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment())
        if done.returncode not in (0, 1) or not path.exists():
            raise fault(done.returncode, done.stderr) or Refused(f"{command} wrote no {name}", said=done.stderr)

    def summarize(self, parts: list[tuple[str, bool, str]]) -> None:
        lines = ["## bleinspect\n", "| what | result |", "|---|---|"]
        lines += [f"| {name} | {'passed' if holds else '**failed**'} |" for name, holds, _ in parts]
        lines.append("")
        for name, holds, text in parts:
            lines += [f"<details{'' if holds else ' open'}><summary>{name}</summary>\n", fenced(text), "</details>\n"]
        lines.append(self.report())
        text = "\n".join(lines)
        if len(text.encode()) > SUMMARY:
            text = text.encode()[:SUMMARY].decode(errors="ignore") + "\n\nCut here: see the files of the job.\n"
        (self.folder / "summary.md").write_text(text, encoding="utf-8")
        append("GITHUB_STEP_SUMMARY", text)
        append("GITHUB_OUTPUT", "".join(f"{key}={value}\n" for key, value in self.outputs.items()))

    def report(self) -> str:
        """The report in Markdown, or as text of a program that does not write that."""
        try:
            return self.capture.text(format="markdown")
        except Refused as error:
            if not str(error).startswith("--format"):
                raise
            verdict = "\n".join(map(str, self.capture.verdict))
            report = fenced(self.capture.text())
            return f"{fenced(verdict)}\n<details><summary>Report</summary>\n\n{report}\n</details>\n"


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
