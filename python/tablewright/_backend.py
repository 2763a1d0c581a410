"""Command-line programs with a custom backend."""

from __future__ import annotations

import argparse
import inspect
import os
import re
import stat
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from ._description import Description, load, loads
from ._errors import Error

Backend = Callable[[Description], str]


def run_backend(backend: Backend, args: Sequence[str] | None = None) -> None:
    """Runs a program around a backend: a function from a `Description` to the output text. For example:

    .. code-block:: python

        import tablewright

        def names(description):
            \"\"\"Lists all record names.\"\"\"
            return "\\n".join(description.records.names) + "\\n"

        tablewright.run_backend(names)

    The program accepts the options that build systems pass to ``llvm-tblgen``: ``-I``, ``-D``, ``-o``, ``-d`` and
    ``--write-if-changed``. ``--help`` starts with the backend's docstring. An output file is replaced completely or
    left unchanged.

    After an `Error`, for example from `Record.error`, or an `OSError`, the process prints the message and exits with
    code 1. Other exceptions are faults in the backend and show a traceback.

    :param backend: the function. The program writes the returned text in UTF-8 and keeps its line endings.
    :param args: command-line arguments; ``sys.argv[1:]`` by default.
    """
    options = _parser(backend).parse_args(args)
    if options.depfile is not None and options.output == "-":
        sys.exit("a depfile (-d) needs an output file (-o)")
    try:
        description = _load(options)
        for diagnostic in description.diagnostics:
            print(diagnostic, file=sys.stderr)
        _write(options.output, backend(description), options.write_if_changed)
        if options.depfile is not None:
            rule = _rule(options.output, description.files)
            _write(options.depfile, rule, if_changed=False)
    except Error as error:
        sys.exit(str(error))
    except BrokenPipeError:
        # The reader closed the pipe. Later writes, also Python's final flush, go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        name = os.fspath(error.filename) if error.filename is not None else options.output
        sys.exit(f"{name}: {error.strerror}")


def _parser(backend: Backend) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=inspect.getdoc(backend),
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("input", nargs="?", default="-", help="description to read; - or no argument reads standard input")
    add("-I", dest="include", metavar="DIRECTORY", action="append", default=[], help="search this include directory")
    add("-D", dest="define", metavar="MACRO", action="append", default=[], help="define a macro for #ifdef")
    add("-o", dest="output", metavar="FILE", default="-", help="output file; - (default) writes to standard output")
    add("-d", dest="depfile", metavar="FILE", help="write a make rule that lists the files read")
    add("--write-if-changed", action="store_true", help="keep an output file with the same contents untouched")
    return parser


def _load(options: argparse.Namespace) -> Description:
    include, define = options.include, options.define
    if options.input != "-":
        return load(options.input, include=include, define=define)
    text = sys.stdin.buffer.read().decode(errors="surrogateescape")
    return loads(text, name="<stdin>", include=include, define=define)


def _write(name: str, text: str, if_changed: bool) -> None:
    """Replaces a file completely, or leaves it unchanged."""
    data = text.encode(errors="surrogateescape")
    if name == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    # Keeps a symbolic link, and replaces its target.
    path = Path(os.path.realpath(name))
    try:
        old = path.stat()
    except FileNotFoundError:
        old = None
    if old is not None and not stat.S_ISREG(old.st_mode):
        path.write_bytes(data)
        return
    if if_changed and old is not None and path.read_bytes() == data:
        return
    temporary = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            temporary = file.name
            file.write(data)
        os.chmod(temporary, _mode(old))
        os.replace(temporary, path)
    except BaseException as error:
        if temporary is not None:
            os.unlink(temporary)
        if isinstance(error, OSError):
            error.filename = name
        raise


def _mode(old: os.stat_result | None) -> int:
    """Returns a file's permissions; for a new file, the default."""
    if old is not None:
        return stat.S_IMODE(old.st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _rule(output: str, files: Sequence[str]) -> str:
    """Builds a depfile rule for ``make``."""
    names = [_escaped(each) for each in files if each != "<stdin>"]
    return f"{_escaped(output)}: {' '.join(names)}\n"


def _escaped(path: str) -> str:
    """Escapes a path for GNU make and Ninja."""
    path = re.sub(r"(\\*)([ \t])", r"\1\1\\\2", path)
    return path.replace("#", "\\#").replace("$", "$$")
