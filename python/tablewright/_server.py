"""The class `Server`."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Union

from . import _tablewright
from .__main__ import _host
from ._description import StrPath
from ._errors import Diagnostic, LoadError, Note
from ._values import Location

VARIABLE = "TABLEWRIGHT_SERVER"
AUTOMATIC = "auto"

PATHS = ("file", "include")
"""Parameters with paths. The server does not know the current directory."""

Value = Union[str, bool, "list[str]"]
Parameter = Union[str, bool, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]


class RequestError(LoadError):
    """A server refuses a request, or the description has errors."""

    code: int
    """Code of JSON-RPC, for example -32602 for an unknown parameter; the book's page about requests lists all codes."""

    def __init__(self, message: str, diagnostics: Iterable[Diagnostic] = (), code: int = 0) -> None:
        super().__init__(message, list(diagnostics))
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return (RequestError, (str(self), self.diagnostics, self.code))


@dataclass(frozen=True)
class Answer:
    """The answer to a request."""

    value: dict[str, Any]
    """The JSON that the command with ``--format json`` prints."""
    messages: list[Diagnostic]
    """Warnings and notes."""


class Server:
    """A process that keeps descriptions in memory and answers questions about them.

    Programs, builds and other users of the package share the server. It reads a description again after an edit. It needs
    Linux.

    .. code-block:: python

        with tablewright.Server() as server:
            answer = server.ask("query", "X86.td", where="mayLoad = 1", count=True)
            print(answer.value["count"])

    :param address: Path of the server's socket. By default the environment variable ``TABLEWRIGHT_SERVER``. If it is missing
        or ``auto``, this is the server of the installed package, which is started if it does not run.
    :raises OSError: if no server can be reached
    """

    def __init__(self, address: StrPath | None = None) -> None:
        named = address if address is not None else os.environ.get(VARIABLE) or AUTOMATIC
        self._address = None if named == AUTOMATIC else os.path.abspath(named)
        self._lock = threading.Lock()
        self._connection: _Connection | None = None
        self._open()

    def ask(self, method: str, file: StrPath | None = None, **parameters: Parameter) -> Answer:
        """Sends a request and waits for the answer. Several threads may ask; one waits for the other.

        :param method: ``"query"``, ``"explain"``, ``"schema"``, ``"lint"``, ``"encode"``, ``"decode"`` or ``"records"``.
        :param file: Main file of the description.
        :param parameters: Options of the command with this name: text, several texts, or ``True`` for an option without a
            value. Write ``_`` in place of ``-``, and ``class_`` in place of ``class``.
        :raises RequestError: if the description has errors, or a parameter is wrong
        :raises OSError: if the server cannot be reached any more
        """
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": _params(file, parameters)}
        line = json.dumps(request).encode() + b"\n"
        with self._lock:
            reply = self._exchange(line)
        if "error" in reply:
            raise _error(reply["error"])
        result = reply["result"]
        return Answer(result["answer"], [_diagnostic(each) for each in result["messages"]])

    def close(self) -> None:
        """Closes the connection. The server keeps the descriptions for other clients."""
        with self._lock:
            self._drop()

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Server {self._address or AUTOMATIC}>"

    def _open(self) -> _Connection:
        self._connection = _Connection(_tablewright.connect(_host(), self._address))
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _exchange(self, line: bytes) -> dict[str, Any]:
        """Sends a line and returns the reply. Connects again if the server has closed the connection, for example after its
        idle time: requests change nothing, so they can be repeated."""
        try:
            if self._connection is not None:
                try:
                    return self._connection.exchange(line)
                except ConnectionError:
                    self._drop()
            return self._open().exchange(line)
        except BaseException:
            # A late reply must not answer the next request. The server cancels the request.
            self._drop()
            raise


class _Connection:
    """A connection to a server."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._reader = self._socket.makefile("rb")

    def exchange(self, line: bytes) -> dict[str, Any]:
        """Sends a line and returns the reply."""
        self._socket.sendall(line)
        reply = self._reader.readline()
        if not reply.endswith(b"\n"):
            raise ConnectionResetError("the server has closed the connection")
        found: dict[str, Any] = json.loads(reply)
        return found

    def close(self) -> None:
        self._reader.close()
        self._socket.close()


def _params(file: StrPath | None, parameters: dict[str, Parameter]) -> dict[str, object]:
    """Converts arguments to the parameters of a request, with absolute paths."""
    params = {name.rstrip("_").replace("_", "-"): _value(value) for name, value in parameters.items()}
    if file is not None:
        params["file"] = os.fspath(file)
    return {name: _absolute(value) if name in PATHS else value for name, value in params.items()}


def _value(value: Parameter) -> Value:
    if isinstance(value, (str, bool)):
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return [os.fspath(each) for each in value]


def _absolute(value: Value) -> Value:
    if isinstance(value, str):
        return os.path.abspath(value)
    return value if isinstance(value, bool) else [os.path.abspath(path) for path in value]


def _error(error: dict[str, Any]) -> RequestError:
    messages = error.get("data", {}).get("messages", [])
    diagnostics = [_diagnostic(each) for each in messages]
    text = "\n".join(each.rendered for each in diagnostics) or error["message"]
    return RequestError(text, diagnostics, error["code"])


def _diagnostic(data: dict[str, Any]) -> Diagnostic:
    """Builds a diagnostic from the JSON of a message."""
    location = _location(data["span"])
    notes = [Note(each["message"], _location(each["span"])) for each in [*data["labels"], *data["notes"]]]
    place = "" if location is None else f"{location.file}:{location.line}:{location.column}: "
    suggestion = data["suggestion"]
    return Diagnostic(
        severity=data["severity"],
        code=data["code"],
        message=data["message"],
        location=location,
        notes=notes,
        suggestion=None if suggestion is None else suggestion["message"],
        rendered=f"{place}{data['severity']}: {data['message']}",
    )


def _location(span: dict[str, Any] | None) -> Location | None:
    return None if span is None else Location(span["file"], span["start"]["line"], span["start"]["column"])
