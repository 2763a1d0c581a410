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
    """A command line that starts the program through the interpreter; read by ``program.rs``."""

    interpreter: str
    args: list[str]
    library: str


def main() -> int:
    """Runs the program with the arguments of the process, and returns its exit code."""
    # `Ctrl-C` ends the process at once; Python's handler would wait until the program returns.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # A link to the script may be named after an LLVM program, for example `llvm-tblgen`, and then acts as that program.
    is_script = os.path.basename(sys.argv[0]) not in ("-c", "-m", "__main__.py")
    name = sys.argv[0] if is_script else NAME
    return _tablewright.run_program(_host(), [name, *sys.argv[1:]])


def _host() -> _Host:
    """Returns a command line that starts the program again, for ``--verify-with``."""
    # `-m` would search the current directory first, and the script may have been renamed.
    start = "from tablewright.__main__ import main; sys.exit(main())"
    code = f"import sys; sys.path[:] = {sys.path!a}; {start}"
    assert _tablewright.__file__ is not None
    return _Host(sys.executable, ["-c", code], _tablewright.__file__)


if __name__ == "__main__":
    sys.exit(main())
