"""Exceptions, and the diagnostics that they have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ._values import Location


@dataclass(frozen=True)
class Note:
    """A remark of a diagnostic."""

    message: str
    """The text."""
    location: Location | None
    """What it is about, if that is in a file."""


@dataclass(frozen=True)
class Diagnostic:
    """An error, a warning or a note about a description."""

    severity: str
    """``"error"``, ``"warning"`` or ``"note"``."""
    code: str | None
    """The kind of mistake, such as ``"TW2001"``; ``tablewright errors TW2001`` explains it."""
    message: str
    """The headline."""
    location: Location | None
    """What it is about, if that is in a file."""
    notes: list[Note]
    """Remarks, such as the ``defm`` statements that led to an error."""
    suggestion: str | None
    """What was probably meant."""
    rendered: str
    """The text that a compiler would print."""

    def __str__(self) -> str:
        return self.rendered


class Error(Exception):
    """The base of all exceptions of this package."""


class LoadError(Error):
    """A description has errors. Its text is what a compiler would print."""

    diagnostics: list[Diagnostic]
    """The errors and warnings, in order."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.diagnostics = list(diagnostics)

    @property
    def location(self) -> Location | None:
        """Where the first error is."""
        errors = (each for each in self.diagnostics if each.severity == "error")
        return next((error.location for error in errors), None)


class AnalysisError(LoadError, ValueError):
    """A description is not what an analysis or a backend needs. `Record.error` makes one, too."""


class QueryError(Error, ValueError):
    """A query does not follow the grammar, or has a name that the description does not have."""

    message: str
    """The error in a sentence."""
    part: str
    """The part of the query with the error: ``"where"``, ``"class"``, ``"show"`` and so on."""
    text: str
    """The text of the part."""
    span: tuple[int, int]
    """The bytes of the text that are wrong: the first, and the one after the last."""
    suggestion: str | None
    """What to write in place of the wrong bytes."""
    note: str | None
    """More about the error."""
    is_unknown_name: bool
    """Whether the text names what the description does not have."""

    def __init__(
        self,
        message: str,
        part: str,
        text: str,
        span: tuple[int, int],
        suggestion: str | None,
        note: str | None,
        is_unknown_name: bool,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.part = part
        self.text = text
        self.span = span
        self.suggestion = suggestion
        self.note = note
        self.is_unknown_name = is_unknown_name

    def __reduce__(self) -> tuple[object, ...]:
        state = (self.message, self.part, self.text, self.span, self.suggestion, self.note)
        return (QueryError, (*state, self.is_unknown_name))

    def __str__(self) -> str:
        before = self.text.encode(errors="surrogateescape")
        first, after = self.span
        column = len(before[:first].decode(errors="replace"))
        width = max(len(before[first:after].decode(errors="replace")), 1)
        lines = [self.message]
        if self.suggestion is not None:
            lines[0] += f"; did you mean '{self.suggestion}'?"
        if "\n" not in self.text:
            lines += [f"  {self.text}", "  " + " " * column + "^" + "~" * (width - 1)]
        if self.note is not None:
            lines.append(f"note: {self.note}")
        return "\n".join(lines)


class UnknownNameError(Error, KeyError):
    """There is nothing of that name, such as a field of a record."""

    name: str
    """The name."""
    suggestion: str | None
    """The name that was probably meant."""

    def __init__(self, message: str, name: str, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.name = name
        self.suggestion = suggestion

    def __reduce__(self) -> tuple[object, ...]:
        return (UnknownNameError, (self.message, self.name, self.suggestion))

    def __str__(self) -> str:
        if self.suggestion is None:
            return self.message
        return f"{self.message}; did you mean '{self.suggestion}'?"
