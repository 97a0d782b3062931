"""The command line of a machine whose disk is full when a worker writes its rows."""

import errno
import sys

from bleinspect_fleet import batch


def finish(self: batch.Batch) -> list[object]:
    raise OSError(errno.ENOSPC, "No space left on device")


# At the top: the worker processes run this, too.
batch.Batch.finish = finish  # type: ignore[assignment, method-assign]

if __name__ == "__main__":
    from bleinspect_fleet.cli import main

    sys.exit(main())
