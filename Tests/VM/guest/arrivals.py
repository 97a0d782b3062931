"""Copies what comes out of a named pipe to a file, and notes when what came.

    arrivals.py PIPE NAME

NAME.ndjson gets what was read; NAME.arrivals a line for each read: the size of the file after it, and
the clock's time in microseconds at which the read returned.
"""

import os
import sys
import time

pipe, name = sys.argv[1:]
with (
    open(name + '.ndjson', 'wb', buffering=0) as copy,
    open(name + '.arrivals', 'w', encoding='ascii') as times,
):
    # Waits for the writer.
    source = os.open(pipe, os.O_RDONLY)
    arrivals = []
    size = 0
    while chunk := os.read(source, 1 << 20):
        size += len(chunk)
        arrivals.append((size, time.time_ns() // 1000))
        copy.write(chunk)
    times.writelines(f'{size} {moment}\n' for size, moment in arrivals)
