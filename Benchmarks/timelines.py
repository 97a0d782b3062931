"""Writes timelines of any length, in the form of `--format ndjson`, and others that differ from them.

    python3 timelines.py EVENTS FOLDER

writes `expected.ndjson` and, for each of SIDES, a file of that name. All tell of one strap in four
connections: nine notifications of ten are of Heart Rate Measurement, the tenth of a maker's
characteristic that nobody decodes; every hundredth event is a read of the battery. Every side has other
times, frames and handles, and another address of the phone: none of it is a difference.
"""

import os
import random
import sys

CONNECTIONS = 4
ADDRESS = "D3:11:22:33:44:01"
VENDOR_SERVICE = "6217FF49-AC7B-547E-EECF-016A06970BA9"
VENDOR = "6217FF4A-B07D-5DEB-261E-2586752D942E"

# How each side differs: changed and missing (or extra) events in 10,000; `other` changes every value.
SIDES = {
    "equal": {},
    "changed": {"changed": 100},
    "holes": {"missing": 50, "extra": 50},
    "other": {"changed": 10_000},
}

CHARACTERISTICS = [
    ("180D", "2A37", '["notify"]'),
    ("180D", "2A38", '["read"]'),
    ("180F", "2A19", '["read"]'),
    (VENDOR_SERVICE, VENDOR, '["notify"]'),
]


class Side:
    """One file that is written."""

    def __init__(self, file, name, changed=0, missing=0, extra=0):
        self.file = file
        self.frame, self.t = 0, 0
        # What differs from side to side and never counts.
        self.own = random.Random(name)
        self.changes = random.Random(f"changes of {name}")
        self.changed, self.missing, self.extra = changed, missing, extra
        self.offset = self.own.randint(0, 60)

    def line(self, event, rest, connection=None):
        self.frame += self.own.randint(1, 3)
        self.t += self.own.randint(900_000, 1_100_000)
        seconds, microseconds = divmod(self.t, 1_000_000)
        peer = (
            f'"connection":{connection},"address":"{ADDRESS}","address_type":"random",'
            '"name":"Strap",' if connection else "")
        self.file.write(
            f'{{"frame":{self.frame},"t":{seconds}.{microseconds:06},"event":"{event}",{peer}{rest}}}\n')

    def tree(self, connection):
        handle = 1 + self.offset
        for service in ("180D", "180F", VENDOR_SERVICE):
            self.line(
                "service", f'"handle":{handle},"service":"{service}","end_handle":{handle + 9},'
                '"primary":true', connection)
            handle += 10
        for service, characteristic, properties in CHARACTERISTICS:
            self.line(
                "characteristic", f'"handle":{handle},"service":"{service}",'
                f'"characteristic":"{characteristic}","value_handle":{handle + 1},'
                f'"properties":{properties}', connection)
            handle += 3

    def heart_rate(self, connection, rate, interval):
        value = f"16{rate:02x}{interval & 0xFF:02x}{interval >> 8:02x}"
        self.line(
            "notification", '"direction":"received","from":"peripheral",'
            f'"handle":{12 + self.offset},"service":"180D","characteristic":"2A37",'
            f'"label":"Heart Rate Measurement","value":"{value}","decoded":{{"heart_rate_bpm":{rate},'
            f'"sensor_contact":"detected","rr_intervals_s":[{interval / 1024}],'
            f'"rr_intervals_ms":[{interval / 1.024}]}},"text":"{rate} bpm  contact"', connection)

    def event(self, connection, index, draw):
        """The event of this index: the same on every side, but for what is changed."""
        rate, interval, other = 60 + draw % 100, 300 + draw // 100 % 700, draw >> 20 & 0xFFFF
        if self.changed and self.changes.randrange(10_000) < self.changed:
            rate, interval, other = rate + 1, interval ^ 1, other ^ 1
        if self.missing and self.changes.randrange(10_000) < self.missing:
            return
        if index % 100 == 99:
            percent = rate % 101
            self.line(
                "read", f'"direction":"received","from":"peripheral",'
                f'"handle":{30 + self.offset},"service":"180F","characteristic":"2A19",'
                f'"label":"Battery Level","request_frame":{self.frame},"response_ms":15.2,'
                f'"value":"{percent:02x}","decoded":{{"battery_level_percent":{percent}}},'
                f'"text":"{percent} %"', connection)
        elif index % 10 == 9:
            self.line(
                "notification", f'"direction":"received","from":"peripheral",'
                f'"handle":{40 + self.offset},"service":"{VENDOR_SERVICE}",'
                f'"characteristic":"{VENDOR}","value":"{other:04x}{index & 0xFF:02x}00"', connection)
        else:
            self.heart_rate(connection, rate, interval)
        if self.extra and self.changes.randrange(10_000) < self.extra:
            self.heart_rate(connection, 200, 1000)


def write(path, events, name, **differences):
    draws = random.Random("scenario")
    with open(path, "w", buffering=1 << 20) as file:
        side = Side(file, name, **differences)
        file.write('{"event":"capture","schema":1,"format":"btsnoop","link_type":1002}\n')
        for connection in range(1, CONNECTIONS + 1):
            side.line(
                "connected", '"role":"central","interval_ms":15,"peripheral_latency":0,'
                '"supervision_timeout_ms":720', connection)
            side.tree(connection)
            for index in range(events // CONNECTIONS):
                side.event(connection, index, draws.getrandbits(36))
            side.line(
                "disconnected", '"reason":"Connection Terminated By Local Host",'
                '"reason_code":22,"by":"local"', connection)


def write_all(events, folder):
    """Writes what is not there; returns the paths by name."""
    paths = {}
    for name, differences in {"expected": {}, **SIDES}.items():
        path = paths[name] = os.path.join(folder, f"{events}-{name}.ndjson")
        if not os.path.exists(path) or os.path.getmtime(path) < os.path.getmtime(__file__):
            write(path + ".part", events, name, **differences)
            os.replace(path + ".part", path)
    return paths


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    for path in write_all(int(sys.argv[1]), sys.argv[2]).values():
        print(path)
