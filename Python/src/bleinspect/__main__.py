"""`python -m bleinspect` is the program."""

import os
import sys

from bleinspect.errors import ProgramNotFound
from bleinspect.program import find_program


def main() -> None:
    try:
        program = find_program()
    except ProgramNotFound as error:
        sys.exit(f"bleinspect: {error}")
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
