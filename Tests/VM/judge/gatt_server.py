"""bluetoothd's server and its client: discovery, reads, writes, errors, notifications."""

from .btsnoop import PACKETS
from .devices import ti
from .live import PCAP_ADAPTER, PCAP_MONITOR
from .timeline import Expectations, sides_of


def is_packet_of_hci0(record):
    return record.adapter == 0 and record.opcode in PACKETS


def gatt_server(verdict):
    verdict.latency(verdict.live())
    verdict.live("pcap", capture=PCAP_MONITOR)
    verdict.live("pcap-hci0", is_packet_of_hci0, is_told=False, capture=PCAP_ADAPTER)
    timeline = verdict.reference()
    expect = Expectations(timeline)
    sides = sides_of(timeline)
    expect.exactly(2, event="connected", role="central", adapter=0)
    expect.exactly(2, event="connected", role="peripheral", adapter=1)
    for one, other in sides:
        expect.sides(one, other)
    here = {"adapter": 0, "connection": sides[0][0] if sides else 0}
    expect.exactly(1, event="mtu", client_mtu=100, mtu=100, **here)
    for uuid in ("1800", "1801", "180D", ti("AA00")):
        expect.exactly(1, event="service", service=uuid, **here)
    for uuid in ("2A37", "2A38", "2A39", ti("AA01"), ti("AA02")):
        expect.exactly(1, event="characteristic", characteristic=uuid, **here)
    expect.exactly(1, event="descriptor", descriptor="2902", characteristic="2A37", **here)
    expect.values(["01"], event="read", characteristic="2A38", **here)
    expect.values(["10203040"], event="read", characteristic=ti("AA01"), **here)
    expect.values(["01"], event="write", characteristic="2A39", **here)
    expect.values(["01"], event="write", characteristic=ti("AA02"), **here)
    expect.values(["02"], event="write_command", characteristic=ti("AA02"), **here)
    expect.values(["0100", "0000"], event="write", descriptor="2902", **here)
    expect.values(["0648", "0649", "064a"], event="notification", characteristic="2A37", **here)
    of_peer = {"event": "att_error", "from": "peripheral", **here}
    expect.exactly(1, error="Invalid Handle", handle=0xFFF0, opcode=0x0A, **of_peer)
    expect.exactly(1, error="Write Not Permitted", characteristic="2A38", **of_peer)
    expect.exactly(1, error="Read Not Permitted", characteristic="2A39", **of_peer)
    expect.exactly(3, **of_peer)
    again = {"adapter": 0, "connection": sides[-1][0] if sides else 0}
    expect.values(["01"], event="read", characteristic="2A38", **again)
    verdict.problems += expect.problems
