"""A small runner of what the action and the component say: enough to run their own steps, and nothing of others."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import re
import subprocess
from typing import Any

import yaml

EXPRESSION = re.compile(r"\$\{\{\s*([a-z_.-]+)\s*\}\}")
INPUT = re.compile(r"\$\[\[\s*inputs\.([a-z_-]+)\s*\]\]")


@dataclasses.dataclass
class Result:
    """What became of a run: its exit code, what it said, its outputs and summary, and steps of others."""

    code: int
    said: str
    outputs: dict[str, str]
    summary: str
    others: list[dict[str, Any]]


def shell(script: str, variables: dict[str, str], folder: pathlib.Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=folder, text=True, check=False,
        env={**os.environ, **variables}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def action(
    file: pathlib.Path, inputs: dict[str, str], folder: pathlib.Path, *, done: tuple[str, ...] = (),
) -> Result:
    """A composite action: inputs and expressions, conditions, files of outputs and of the summary.

    `done`: steps that have been run in this folder before.
    """
    document = yaml.safe_load(file.read_text())
    unknown = set(inputs) - set(document["inputs"])
    assert not unknown, unknown
    known = {f"inputs.{name}": inputs.get(name, each.get("default", "")) for name, each in document["inputs"].items()}
    lacking = [name for name, each in document["inputs"].items() if each.get("required") and name not in inputs]
    assert not lacking, lacking
    known |= {"runner.temp": str(folder / "temp"), "github.action_path": str(file.parent)}
    (folder / "temp").mkdir(exist_ok=True)
    summary = folder / "summary"
    summary.unlink(missing_ok=True)

    def filled(text: object) -> str:
        return EXPRESSION.sub(lambda found: known[found[1]], str(text))

    code, said, others = 0, "", []
    for number, step in enumerate(document["runs"]["steps"]):
        if step.get("id") in done or (code and step.get("if") != "always()"):
            continue
        if "uses" in step:
            others.append({"uses": step["uses"], **{key: filled(each) for key, each in step["with"].items()}})
            continue
        assert step["shell"] == "bash" and "${{" not in step["run"], "an input in a script can be a command"
        outputs = folder / f"outputs-{number}"
        outputs.write_text("")
        run = shell(step["run"], {
            "GITHUB_ACTIONS": "true", "GITHUB_OUTPUT": str(outputs), "GITHUB_STEP_SUMMARY": str(summary),
            **{key: filled(each) for key, each in step.get("env", {}).items()}}, folder)
        said += run.stdout
        code = code or run.returncode
        for line in outputs.read_text().splitlines():
            key, _, value = line.partition("=")
            known[f"steps.{step['id']}.outputs.{key}"] = value
    results = {
        name: EXPRESSION.sub(lambda found: known.get(found[1], ""), each["value"])
        for name, each in document["outputs"].items()}
    return Result(code, said, results, summary.read_text() if summary.exists() else "", others)


def component(
    file: pathlib.Path, inputs: dict[str, str], folder: pathlib.Path, *, done: int = 0,
) -> tuple[Result, dict[str, Any]]:
    """A component of GitLab, and the job that it makes: inputs are put into its text.

    `done`: so many lines of its script have been run in this folder before.
    """
    text = file.read_text()
    head, body = text.split("\n---\n")
    declared = yaml.safe_load(head)["spec"]["inputs"]
    assert set(inputs) <= set(declared)
    values = {name: inputs.get(name, (each or {}).get("default")) for name, each in declared.items()}
    lacking = [name for name, each in values.items() if each is None]
    assert not lacking, lacking
    (job,) = yaml.safe_load(INPUT.sub(lambda found: str(values[found[1]]), body)).values()
    code, said = 0, ""
    for line in job["script"][done:]:
        run = shell(line, {**job["variables"], "CI": "true", "GITLAB_CI": "true"}, folder)
        said, code = said + run.stdout, run.returncode
        if code:
            break
    return Result(code, said, {}, "", []), job
