"""The ATT PDUs that bleinspect finds in a capture."""

import json
import pathlib
import re
import subprocess
import tempfile
from dataclasses import dataclass, field

from .pdu import LEADING_HANDLE, ATTPDU

class BleinspectError(Exception):
    pass


@dataclass
class PacketList:
    records: int = 0
    pdus: dict[int, list[ATTPDU]] = field(default_factory=dict)
    # Frames of the link layer that hold nothing to be read: a bad CRC, or encrypted. tshark reads
    # ATT PDUs from both, since it follows neither.
    unreadable: set[int] = field(default_factory=set)
    encrypted: int = 0
    is_link_layer: bool = False


def decrypted(executable, path, folder):
    """The capture without encryption, as far as the program opens it; the path of the copy."""
    copy = pathlib.Path(folder) / "decrypted.pcapng"
    command = [str(executable), "convert", "--decrypt", "--quiet", str(path), str(copy)]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise BleinspectError(f"{' '.join(command)}: exit {done.returncode}: {done.stderr.strip()}")
    return copy


# What it exits with 1 for: nothing in the file is a packet. tshark has no ATT PDUs there either.
NOTHING_UNDERSTOOD = re.compile(r"\b([1-9][0-9]*) of \1 records not understood")


def packets(executable, path, options=()):
    command = [str(executable), "packets", "--format", "ndjson", str(path), *options]
    # A file for standard error: nobody reads it while standard output is read.
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors) as process:
            result = read(process.stdout)
        errors.seek(0)
        message = errors.read().decode(errors="replace").strip()
    if process.returncode != 0 and not NOTHING_UNDERSTOOD.search(message):
        raise BleinspectError(f"{' '.join(command)}: exit {process.returncode}: {message}")
    return result


def read(lines):
    """The packet list from the lines of `bleinspect packets --format ndjson`."""
    result = PacketList()
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
        except ValueError as error:
            raise BleinspectError(f"line {number} is not JSON: {error}") from None
        if "frame" not in record or record.get("event") is not None:
            continue  # a line about the capture as a whole
        result.records += 1
        frame = record["frame"]
        result.is_link_layer = result.is_link_layer or record.get("type") == "ll"
        result.encrypted += bool(record.get("encrypted"))
        if record.get("encrypted") or record.get("crc_ok") is False:
            result.unreadable.add(frame)
        if "att" in record:
            result.pdus[frame] = [_pdu(each) for each in record["att"]]
    return result


def _pdu(att):
    opcode, handle = att["opcode"], att.get("handle")
    octets = f"{opcode:02x}"
    if opcode in LEADING_HANDLE and handle is not None:
        octets += handle.to_bytes(2, "little").hex()
    return ATTPDU(octets + att["value"], handle, att.get("error"), att.get("uuid"))
