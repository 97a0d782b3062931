"""The captures of Captures/ that show a peripheral, and how each is opened."""

import shlex
import subprocess
from pathlib import Path

CAPTURES = (Path(__file__).resolve().parents[2] / "Captures").resolve()
STRAP, OTHER = "00:22:D0:00:06:07", "D2:44:00:00:06:08"
# The options that a capture needs, once for each run. `--gatt CAPTURE` stands for the tree that the other capture
# shows, and captures are in the folder Captures.
OPENED = {
    "two-straps.btsnoop": ["--device D3:11:22:33:44:01", "--device E7:11:22:33:44:02"],
    "vm-central.btsnoop": ["--device 00:AA:01:01:00:01", "--device F0:B4:48:C9:26:50"],
    "vm-gatt-server.btsnoop": ["--device 00:AA:01:01:00:01"],
    "encrypted/two-links.pcap": [
        f"--device {STRAP} --ltk 0f1e2d3c4b5a69788796a5b4c3d2e1f0 --ltk a1b2c3d4e5f60718293a4b5c6d7e8f90",
        f"--device {OTHER} --ltk 55aa00ff112233445566778899aabbcc",
    ],
    "encrypted/two-links-plain.pcap": [f"--device {STRAP}", f"--device {OTHER}"],
    "encrypted/coded.pcap": ["--ltk 3ffb8a783b38cd2e1afa34883c230e0e --gatt polar-h7.btsnoop"],
    "encrypted/coded-plain.pcap": ["--gatt polar-h7.btsnoop"],
    "encrypted/pairings.pcap": ["--tk 654321 --gatt polar-h7.btsnoop"],
    "encrypted/pairings-plain.pcap": ["--gatt polar-h7.btsnoop"],
    "encrypted/bonded.pcapng": ["--keys bonded-reconnect.btsnoop --gatt bonded-reconnect.btsnoop"],
    "encrypted/bonded-plain.pcapng": ["--gatt bonded-reconnect.btsnoop"],
}
UNKNOWN, NOTHING = "its services were not discovered", "no attributes were seen"
REFUSED = {
    "air/decrypted.pcapng": UNKNOWN,
    "air/ends.pcap": NOTHING,
    "air/messages.pcap": NOTHING,
    "air/no-packet-id.pcap": UNKNOWN,
    "classic-att.btsnoop": UNKNOWN,
    "vm-adapters.btsnoop": UNKNOWN,
    "vm-rights.btsnoop": NOTHING,
}
OTHERS = {"requirements.txt"}
FORMATS = {".btsnoop", ".pcap", ".pcapng", ".pklg", ".gz", ".txt", ".zip"}


def runs_of(captures=None):
    """Captures, each with the options of its runs; without any, all that show a peripheral."""
    if captures is None:
        captures = [
            path
            for path in sorted(CAPTURES.rglob("*"))
            if path.suffix in FORMATS and name(path) not in {*REFUSED, *OTHERS} - OPENED.keys()
            # About faults, most of them of a link or of a controller, which nobody can play.
            and path.parent.name != "rules"
        ]
    return [(path, options) for path in captures for options in OPENED.get(name(path), [""])]


def name(path):
    """In Captures/; that of another file is its own."""
    path = Path(path).resolve()
    return str(path.relative_to(CAPTURES)) if path.is_relative_to(CAPTURES) else str(path)


def opened(program, options, folder):
    """Options as words, with the files that they stand for."""
    words = shlex.split(options)
    for place, word in enumerate(words[:-1]):
        other = CAPTURES / words[place + 1]
        if word == "--keys":
            words[place + 1] = str(other)
        elif word == "--gatt":
            tree = Path(folder, "tree.json")
            with tree.open("wb") as output:
                subprocess.run(
                    [program, "gatt", "--format", "json", other], stdout=output, check=True)
            words[place + 1] = str(tree)
    return words
