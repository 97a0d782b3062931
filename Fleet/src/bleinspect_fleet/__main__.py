import sys

from bleinspect_fleet.cli import main

if __name__ == "__main__":
    sys.exit(main())
