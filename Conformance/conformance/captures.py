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


def in_folder(folder):
    files = [path for path in folder.iterdir() if path.is_file() and is_capture(path)]
    return sorted(files, key=lambda path: path.name)
