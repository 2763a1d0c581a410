"""Programs with a backend of one's own."""

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
    """Runs a program with a backend, which makes the text of an output of a description. This is a whole program:

    .. code-block:: python

        import tablewright

        def names(description):
            \"\"\"Writes the names of all records.\"\"\"
            return "\\n".join(description.records.names) + "\\n"

        tablewright.run_backend(names)

    The program has the options that build systems pass to ``llvm-tblgen``: ``-I``, ``-D``, ``-o``, ``-d``,
    ``--write-if-changed``; ``--help`` begins with the docstring of the backend. An output is replaced as a whole or not
    at all.

    The process ends with the exit code 1 after an `Error`, such as one from `Record.error`, or an `OSError`, whose
    text is printed. Other exceptions are mistakes of the backend, and leave their trace.

    :param backend: the function. What it returns is written in UTF-8, without a change to its line ends.
    :param args: the arguments; those of the process without them.
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
        # Who reads the output has seen enough. Nothing is left that could be written at the end.
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
    add("input", nargs="?", default="-", help="the description; - or none for standard input")
    add("-I", dest="include", metavar="DIRECTORY", action="append", default=[], help="search for included files here")
    add("-D", dest="define", metavar="MACRO", action="append", default=[], help="define a macro for #ifdef")
    add("-o", dest="output", metavar="FILE", default="-", help="the output; - or none for standard output")
    add("-d", dest="depfile", metavar="FILE", help="write a rule for make that lists the files that were read")
    add("--write-if-changed", action="store_true", help="do not touch an output that stays the same")
    return parser


def _load(options: argparse.Namespace) -> Description:
    include, define = options.include, options.define
    if options.input != "-":
        return load(options.input, include=include, define=define)
    text = sys.stdin.buffer.read().decode(errors="surrogateescape")
    return loads(text, name="<stdin>", include=include, define=define)


def _write(name: str, text: str, if_changed: bool) -> None:
    """Writes a file as a whole."""
    data = text.encode(errors="surrogateescape")
    if name == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    # A link stays one: the file that it leads to is replaced.
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
    """The permissions of a file: those that it has, or those of a new one."""
    if old is not None:
        return stat.S_IMODE(old.st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _rule(output: str, files: Sequence[str]) -> str:
    """A rule for ``make``."""
    names = [_escaped(each) for each in files if each != "<stdin>"]
    return f"{_escaped(output)}: {' '.join(names)}\n"


def _escaped(path: str) -> str:
    """A path as GNU make and Ninja read it."""
    path = re.sub(r"(\\*)([ \t])", r"\1\1\\\2", path)
    return path.replace("#", "\\#").replace("$", "$$")
