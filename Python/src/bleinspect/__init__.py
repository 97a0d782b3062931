"""Reads captures of Bluetooth Low Energy with the program `bleinspect`, a row at a time.

>>> import bleinspect
>>> capture = bleinspect.open("Captures/polar-h7.btsnoop")
>>> print(capture.verdict[0].text)  # doctest: +ELLIPSIS
Nothing wrong was found...
"""

import subprocess as _subprocess

from bleinspect.capture import Capture, open
from bleinspect.errors import (
    BleinspectError, BleinspectWarning, Crashed, DamagedCapture, NoSuchValue, ProgramNotFound, Refused, TimedOut)
from bleinspect.program import environment as _environment, fault as _fault, find_program, version
from bleinspect.results import (
    Check, Comparison, Connection, Device, Difference, Ended, Event, Evidence, Finding, Packet, RuleResult, Sample,
    Turn, Verdict)
from bleinspect.run import Rows
from bleinspect.sessions import Live, Mock, live, mock
from bleinspect.trees import Characteristic, Descriptor, Service, Tree

__version__ = "1.0.0"

__all__ = [
    "BleinspectError", "BleinspectWarning", "Capture", "Characteristic", "Check", "Comparison", "Connection", "Crashed",
    "DamagedCapture", "Descriptor", "Device", "Difference", "Ended", "Event", "Evidence", "Finding", "Live", "Mock",
    "NoSuchValue", "Packet", "ProgramNotFound", "Refused", "Rows", "RuleResult", "Sample", "Service", "TimedOut",
    "Tree", "Turn", "Verdict", "explain", "find_program", "live", "mock", "open", "version"]


def explain(rule: str) -> str:
    """What a finding of a rule means, and what to do. Raises Refused for a rule that there is not.

    >>> print(bleinspect.explain("link-lost").splitlines()[2])
    A connection ends with Connection Timeout (08).
    """
    done = _subprocess.run(
        [find_program(), "explain", "--", rule], stdin=_subprocess.DEVNULL, capture_output=True, text=True, timeout=30,
        env=_environment(), check=False)
    if (problem := _fault(done.returncode, done.stderr)) is not None:
        raise problem
    return done.stdout
