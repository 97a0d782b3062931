"""Runs a program, and says what it cost."""

import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
WORK = os.path.join(ROOT, ".build", "benchmarks")


def release():
    """The path of bleinspect, built as it is installed."""
    subprocess.run(["make", "-s", "release"], cwd=ROOT, check=True, stdout=sys.stderr)
    return os.path.join(ROOT, ".build", "release", "bleinspect")


def measure(command, statuses=(0,)):
    """CPU seconds (user and system) of one run; output is thrown away."""
    return run(command, statuses)[0]


def run(command, statuses=(0,)):
    """CPU seconds and elapsed seconds of one run."""
    start = time.monotonic()
    # Without a copy of this process, whose cost would count.
    child = os.posix_spawn(
        command[0], command, os.environ,
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) not in statuses:
        sys.exit(f"failed with status {status}: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start


PEAK = """
import os, sys
null = os.open(os.devnull, os.O_WRONLY)
if not (child := os.fork()):
    os.dup2(null, 1)
    os.execv(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss / 1024)
"""


def peak(command, statuses=(0,)):
    """Peak memory in MB of one run. A process of its own starts it: what this one has taken would count, too."""
    said = subprocess.run([sys.executable, "-c", PEAK, *command], stdout=subprocess.PIPE, text=True, check=True)
    status, megabytes = said.stdout.split()
    if int(status) not in statuses:
        sys.exit(f"failed with status {status}: {' '.join(command)}")
    return float(megabytes)
