"""The program ``tablewright``, as the console script and as ``python -m tablewright``."""

from __future__ import annotations

import signal
import sys

from ._tablewright import run_program


def main() -> int:
    """Runs the program with the arguments of the process, and returns its exit code."""
    # The program ends by a signal as a program of its own would; Python would wait for it to return.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    name = "tablewright" if sys.argv[0].endswith("__main__.py") else sys.argv[0]
    return run_program([name, *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
