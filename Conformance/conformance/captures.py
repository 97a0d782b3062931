"""Which files are captures, by their content."""

MAGICS = (
    b"btsnoop\0",
    b"\xd4\xc3\xb2\xa1", b"\xa1\xb2\xc3\xd4",  # pcap with microseconds
    b"\x4d\x3c\xb2\xa1", b"\xa1\xb2\x3c\x4d",  # and with nanoseconds
    b"\x0a\x0d\x0d\x0a",  # pcapng
)


def is_capture(path):
    with path.open("rb") as file:
        return file.read(8).startswith(MAGICS)


# What has no magic, or only the packer's: PacketLogger and gzip.
ENDINGS = (".pklg", ".gz")

# The data links of btsnoop that tshark refuses: BCSP and three-wire H5.
UNREAD_BY_TSHARK = {1003, 1004}
# It knows no SmartRF Packet Sniffer either.
UNREAD_ENDINGS = (".psd", ".psd.gz")


def is_compared(path):
    if path.name.endswith(UNREAD_ENDINGS):
        return False
    if path.name.endswith(ENDINGS):
        return True
    if not is_capture(path):
        return False
    with path.open("rb") as file:
        head = file.read(16)
    return not (
        head.startswith(b"btsnoop\0") and int.from_bytes(head[12:16], "big") in UNREAD_BY_TSHARK
    )


def in_folder(folder):
    files = [path for path in folder.iterdir() if path.is_file() and is_compared(path)]
    return sorted(files, key=lambda path: path.name)
