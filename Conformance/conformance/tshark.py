"""The ATT PDUs that tshark finds in a capture."""

import json
import subprocess

from .pdu import ANSWERS_HANDLE, LEADING_HANDLE, ATTPDU, shorten


# Ubertooth's PPI says that a packet of the user's type 0 follows: it is one of the link layer.
UBERTOOTH = 'uat:user_dlts:"User 0 (DLT=147)","btle","0","","0",""'


class TsharkError(Exception):
    pass


def version():
    return _run(["tshark", "--version"]).partition("\n")[0].rstrip(".")


def count(path):
    """The number of records."""
    line = _run(["capinfos", "-T", "-r", "-m", "-c", str(path)])
    return int(line.strip().rsplit(",", 1)[1])


def att_pdus(path):
    """ATT PDUs by frame number."""
    # The `ek` form has a line a frame and needs no tree of the whole file; `-J` keeps the rest of
    # the dissection out of it.
    command = [
        "tshark", "-o", UBERTOOTH, "-r", str(path), "-Y", "btatt", "-T", "ek", "-x",
        "-J", "frame btatt"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        frames = dict(read(process.stdout))
    if process.returncode != 0:
        raise TsharkError(f"{' '.join(command)}: exit {process.returncode}")
    return frames


def read(lines):
    """Pairs of frame number and PDUs from the lines of `tshark -T ek -x -J "frame btatt"`."""
    for line in lines:
        # Several PDUs in a frame are several members of one name.
        members = json.loads(line, object_pairs_hook=list)
        layers = _first(members, "layers")
        if layers is None:  # the line before each frame that says where to index it
            continue
        frame = int(_first(_first(layers, "frame"), "frame_frame_number"))
        octets = [item for value in _all(layers, "btatt_raw") for item in _list(value)]
        fields = [item for value in _all(layers, "btatt") for item in _trees(value)]
        if len(octets) != len(fields):
            raise TsharkError(f"frame {frame}: {len(octets)} byte strings, {len(fields)} trees")
        yield frame, [_pdu(*each) for each in zip(octets, fields)]


def _pdu(octets, fields):
    opcode = int(octets[:2], 16)
    error = _number(_first(fields, "btatt_btatt_error_code")) if opcode == 0x01 else None
    handle = uuid = None
    if opcode in LEADING_HANDLE | ANSWERS_HANDLE:
        handle = _number(_first(fields, "btatt_btatt_handle"))
        uuid = _single(fields, "btatt_btatt_uuid16") or _single(fields, "btatt_btatt_uuid128")
    if uuid is not None:
        uuid = shorten(uuid.removeprefix("0x").replace(":", ""))
    return ATTPDU(octets, handle, error, uuid)


def _all(members, name):
    return [value for key, value in members if key == name]


def _first(members, name):
    return next(iter(_all(members, name)), None)


def _single(members, name):
    """The value of a field that stands once; several are the entries of a list."""
    values = _all(members, name)
    return values[0] if len(values) == 1 and isinstance(values[0], str) else None


def _list(value):
    return value if isinstance(value, list) else [value]


def _trees(value):
    """The trees of one member: an array of them is a list of lists of pairs."""
    return value if value and isinstance(value[0], list) else [value]


def _number(text):
    return int(text, 0) if isinstance(text, str) else None


def _run(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        raise TsharkError(f"{command[0]} is not installed") from None
    if done.returncode != 0:
        raise TsharkError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout
