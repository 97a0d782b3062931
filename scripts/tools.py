"""What the checks share: the program that they test, and Python environments with what they need."""

import os
import pathlib
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent


def program(arguments):
    """The program that the arguments or BLEINSPECT name, else the one in .build."""
    for argument in arguments:
        if not argument.startswith("-"):
            return pathlib.Path(argument).resolve()
    if os.environ.get("BLEINSPECT"):
        return pathlib.Path(os.environ["BLEINSPECT"]).resolve()
    for build in ("debug", "release"):
        path = ROOT / ".build" / build / "bleinspect"
        if path.exists():
            return path
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: build the program first (make build)")


def requirements(name):
    return HERE / f"{name}.requirements.txt"


def environment(name, *wanted):
    """The virtual environment .build/NAME, with what the requirements of the wanted names ask for, or else its own.

    Returns its folder; at once if it has them.
    """
    folder = ROOT / ".build" / name
    python = folder / "bin" / "python"
    for path in map(requirements, wanted or (name,)):
        stamp = folder / path.name
        if stamp.exists() and stamp.read_bytes() == path.read_bytes():
            continue
        # Without any stamp it is new, or was made in part only.
        if not any(folder.glob("*.requirements.txt")):
            venv.create(folder, with_pip=True, clear=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", path], check=True)
        stamp.write_bytes(path.read_bytes())
    return folder


def enter(name):
    """Restarts the script with the Python of its environment."""
    folder = environment(name)
    if pathlib.Path(sys.prefix) == folder:
        sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {folder} lacks a package: {requirements(name).name} names too few")
    python = folder / "bin" / "python"
    os.execv(python, [str(python), "-B", *sys.argv])
