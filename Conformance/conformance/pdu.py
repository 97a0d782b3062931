"""One ATT PDU, as either tool tells it."""

from dataclasses import dataclass

# PDUs whose opcode is followed by the one attribute handle that they are about.
LEADING_HANDLE = frozenset({0x0A, 0x0C, 0x12, 0x16, 0x17, 0x1B, 0x1D, 0x52, 0xD2})

# Responses without a handle of their own, which have that of their request.
ANSWERS_HANDLE = frozenset({0x0B, 0x0D, 0x13})

# The rest of a shortened UUID, below its first 32 bits (Core Specification, Vol 3, Part B, 2.5.1).
BASE_UUID_REST = "-0000-1000-8000-00805F9B34FB"


@dataclass(frozen=True)
class ATTPDU:
    """The bytes from the opcode on, in lower-case hex, and what the tool says of them."""

    octets: str
    handle: int | None = None
    error: int | None = None
    uuid: str | None = None

    @property
    def opcode(self):
        return int(self.octets[:2], 16)


def shorten(uuid):
    """The shortest form of a UUID: 4 digits, 8, or 36 characters; upper case."""
    uuid = uuid.upper()
    if len(uuid) == 32:
        uuid = "-".join((uuid[:8], uuid[8:12], uuid[12:16], uuid[16:20], uuid[20:]))
    if uuid.endswith(BASE_UUID_REST):
        uuid = uuid[:8]
    return uuid[4:] if len(uuid) == 8 and uuid.startswith("0000") else uuid
