"""The program ``tablewright``, as the console script and as ``python -m tablewright``."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass

from . import _tablewright

NAME = "tablewright"


@dataclass(frozen=True)
class _Host:
    """How the interpreter becomes the program. The members are read by ``program.rs``."""

    interpreter: str
    args: list[str]
    library: str


def main() -> int:
    """Runs the program with the arguments of the process, and returns its exit code."""
    # The program ends by a signal as a program of its own would; Python would wait for it to return.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # A link to the script may have the name of a program of LLVM, whose place it then takes.
    is_script = os.path.basename(sys.argv[0]) not in ("-c", "-m", "__main__.py")
    name = sys.argv[0] if is_script else NAME
    return _tablewright.run_program(_host(), [name, *sys.argv[1:]])


def _host() -> _Host:
    """How a process is started that runs the program: ``--verify-with`` does so."""
    # The script may have another name, and `-m` searches the current directory first.
    start = "from tablewright.__main__ import main; sys.exit(main())"
    code = f"import sys; sys.path[:] = {sys.path!a}; {start}"
    assert _tablewright.__file__ is not None
    return _Host(sys.executable, ["-c", code], _tablewright.__file__)


if __name__ == "__main__":
    sys.exit(main())
