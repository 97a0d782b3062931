"""The command line with a commit after every few captures, for tests that end it at any moment."""

import sys

from bleinspect_fleet import batch

# At the top: the worker processes run this, too.
batch.CAPTURES_OF_A_BATCH = 2

if __name__ == "__main__":
    from bleinspect_fleet.cli import main

    sys.exit(main())
