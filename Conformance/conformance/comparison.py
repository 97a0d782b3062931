"""What differs between two lists of ATT PDUs of one capture."""

from dataclasses import dataclass

from .pdu import ANSWERS_HANDLE

ASPECTS = ("records", "pdu", "bytes", "handle", "error", "uuid")


@dataclass(frozen=True)
class Difference:
    """One thing that the tools tell differently of a frame. Frame 0 is the capture as a whole."""

    frame: int
    aspect: str
    tshark: str
    bleinspect: str

    def __str__(self):
        return (
            f"frame {self.frame}: {self.aspect}: tshark {self.tshark}, bleinspect {self.bleinspect}")


@dataclass
class Comparison:
    differences: list[Difference]
    pdus: int
    uuids: int


def compare(tshark_records, tshark_pdus, packets):
    """Compares frame by frame. A UUID or a response's handle counts where tshark names one."""
    found = []
    if tshark_records != packets.records:
        found.append(Difference(0, "records", str(tshark_records), str(packets.records)))
    uuids = 0
    for frame in sorted((tshark_pdus.keys() | packets.pdus.keys()) - packets.unreadable):
        theirs, ours = tshark_pdus.get(frame, []), packets.pdus.get(frame, [])
        if len(theirs) != len(ours):
            found.append(Difference(frame, "pdu", _octets(theirs), _octets(ours)))
            continue
        for their, our in zip(theirs, ours):
            found.extend(_differences(frame, their, our))
            uuids += their.uuid is not None
    readable = tshark_pdus.keys() - packets.unreadable
    return Comparison(found, sum(len(tshark_pdus[frame]) for frame in readable), uuids)


def _differences(frame, their, our):
    def difference(aspect, theirs, ours, digits=0):
        text = [f"{each:0{digits}X}" if isinstance(each, int) else each or "none"
                for each in (theirs, ours)]
        return Difference(frame, aspect, *text)

    if their.octets != our.octets:
        yield difference("bytes", their.octets, our.octets)
        return
    if their.opcode in ANSWERS_HANDLE and their.handle is not None and their.handle != our.handle:
        yield difference("handle", their.handle, our.handle, 4)
    if their.error != our.error:
        yield difference("error", their.error, our.error, 2)
    if their.uuid is not None and their.uuid != our.uuid:
        yield difference("uuid", their.uuid, our.uuid)


def _octets(pdus):
    return " + ".join(pdu.octets for pdu in pdus) or "none"
