"""Exceptions and their diagnostics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ._values import Location


@dataclass(frozen=True)
class Note:
    """A remark attached to a diagnostic."""

    message: str
    """Text of the remark."""
    location: Location | None
    """Location in a file; ``None`` if there is none."""


@dataclass(frozen=True)
class Diagnostic:
    """An error, a warning or a note about a description."""

    severity: str
    """``"error"``, ``"warning"`` or ``"note"``."""
    code: str | None
    """Code, for example ``"TW2001"``; ``tablewright errors TW2001`` explains it. ``None`` if it has no code."""
    message: str
    """Headline."""
    location: Location | None
    """Location in a file; ``None`` if there is none."""
    notes: list[Note]
    """Remarks, for example the ``defm`` statements that led to an error."""
    suggestion: str | None
    """Suggested replacement, for example a similar name."""
    rendered: str
    """The whole message in compiler format, with the source line."""

    def __str__(self) -> str:
        return self.rendered


class Error(Exception):
    """Base class of all exceptions in this package."""


class LoadError(Error):
    """A description has errors. ``str(error)`` is the message in compiler format."""

    diagnostics: list[Diagnostic]
    """Errors and warnings, in order."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.diagnostics = list(diagnostics)

    @property
    def location(self) -> Location | None:
        """Location of the first error."""
        errors = (each for each in self.diagnostics if each.severity == "error")
        return next((error.location for error in errors), None)


class AnalysisError(LoadError, ValueError):
    """An analysis or a backend rejects a description. `Record.error` also returns an `AnalysisError`."""


class QueryError(Error, ValueError):
    """A query has a syntax error, or names something that the description lacks."""

    message: str
    """Message in one sentence."""
    part: str
    """Part of the query with the error: ``"where"``, ``"class"``, ``"show"`` and so on."""
    text: str
    """Text of this part."""
    span: tuple[int, int]
    """Byte range of the error in ``text``: start, and end (exclusive)."""
    suggestion: str | None
    """Suggested replacement for this range."""
    note: str | None
    """Further explanation."""
    is_unknown_name: bool
    """Whether the error is an unknown name, not a syntax error."""

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
    """An unknown name, for example of a record or a field."""

    name: str
    """The unknown name."""
    suggestion: str | None
    """A similar name that exists."""

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
