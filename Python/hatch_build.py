"""Puts the program into the wheel: the one that BLEINSPECT_WHEEL_PROGRAM names, else one that is built of the sources.

An sdist has the sources of the program in `program/`; in a checkout they are in the folder above.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = pathlib.Path(__file__).resolve().parent
VERSION = re.compile(r"\bGLIBC_(?:ABI_DT_RELR|2\.(\d+))")
# The first version of the C library that reads relocations in the short form.
RELR = 36
# The oldest C library for which the program is made: with an older one nobody has tried it.
OLDEST = 35


def built() -> pathlib.Path:
    """The program, built as `make release` builds it."""
    root = next(each for each in (HERE / "program", HERE.parent) if (each / "Package.swift").exists())
    if shutil.which("swift") is None:
        raise RuntimeError(
            "bleinspect: no Swift toolchain to build the program with: install the wheel, or Swift 6.3 from swift.org")
    # Without tests, which an sdist has not.
    subprocess.run(["make", "-C", root, "release"], check=True, env={**os.environ, "BLEINSPECT_TESTS": ""})
    return root / ".build" / "release" / "bleinspect"


def needed(program: pathlib.Path) -> int:
    """The minor version of glibc 2 that the program's references name."""
    done = subprocess.run(
        ["objdump", "-p", program], check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    return max((int(found[1]) if found[1] else RELR for found in VERSION.finditer(done.stdout)), default=0)


class Hook(BuildHookInterface):  # type: ignore[misc]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or self.target_name != "wheel":
            return
        named = os.environ.get("BLEINSPECT_WHEEL_PROGRAM")
        # For tests, whose program is named when they run.
        if named == "":
            return
        if named:
            program = pathlib.Path(named)
        else:
            # Names of functions are two thirds of it.
            program = pathlib.Path(tempfile.mkdtemp()) / "bleinspect"
            subprocess.run(["objcopy", "--strip-all", built(), program], check=True)
        build_data["shared_scripts"] = {str(program): "bleinspect"}
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-manylinux_2_{max(OLDEST, needed(program))}_{os.uname().machine}"
