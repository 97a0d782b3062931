"""Runs a program and tells what it cost."""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
WORK = os.path.join(ROOT, ".build", "benchmarks")


def release():
    """The path of bleinspect, built as a release."""
    build = ["swift", "build", "-c", "release", "--product", "bleinspect"]
    subprocess.run(build, cwd=ROOT, check=True, stdout=sys.stderr)
    folder = subprocess.run(
        build + ["--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    return os.path.join(folder.stdout.strip(), "bleinspect")


def measure(command, expected_status=0):
    """CPU seconds (user and system) and peak memory in MB of one run; output is thrown away."""
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1):
            os.dup2(null, descriptor)
        try:
            os.execv(command[0], command)
        finally:
            os._exit(127)
    _, status, usage = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) != expected_status:
        sys.exit(f"failed with status {status}: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
