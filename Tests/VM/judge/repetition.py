"""Several recordings of one scenario: what `bleinspect diff` finds between them."""

import itertools
import subprocess

SHOWN = 40


def compare_all(program, recordings):
    """How many pairs were compared, and what is wrong with them.

    Nothing that a stack does by itself, and no time, address or handle, may make two of them differ.
    """
    problems = []
    pairs = list(itertools.combinations(recordings, 2))
    for expected, actual in pairs:
        done = subprocess.run(
            [str(program), "diff", str(expected), str(actual)],
            capture_output=True, text=True, errors="replace", check=False)
        names = f"{expected.parent.name} and {actual.parent.name}"
        last = (done.stdout.splitlines() or [""])[-1]
        if done.returncode == 0 and last == "same":
            continue
        problems.append(f"{names}: status {done.returncode}, '{last}'")
        problems += done.stderr.splitlines() + done.stdout.splitlines()[:SHOWN]
    return len(pairs), problems
