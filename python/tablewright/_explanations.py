"""Explanations: the history of a field, and the origin of a record."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ._values import Location


@dataclass(frozen=True)
class Parameter:
    """A template parameter or loop variable, with its value."""

    name: str
    """Name."""
    value: str
    """Value in TableGen syntax."""

    def __str__(self) -> str:
        return f"{self.name} = {self.value}"


@dataclass(frozen=True)
class Step:
    """One step in the history of a field."""

    kind: str
    """Kind of step: ``"declared"``, ``"let"``, ``"overridden"``, ``"arguments"``, ``"multiclass"``, ``"loop"`` or
    ``"finished"``."""
    what: str
    """Description in words."""
    location: Location
    """Location of the statement."""
    before: str | None
    """Value before the step; ``None`` for the declaration."""
    value: str
    """Value after the step."""
    parameters: tuple[Parameter, ...]
    """Parameters replaced by their values in this step."""
    overriding: tuple[Step, ...]
    """If a later class overrides the value: the history of the field in that class."""

    @staticmethod
    def _of(data: dict[str, Any]) -> Step:
        return Step(
            kind=data["kind"],
            what=data["what"],
            location=_location(data["at"]),
            before=data["before"],
            value=data["value"],
            parameters=_parameters(data),
            overriding=tuple(map(Step._of, data["overriding"])),
        )


@dataclass(frozen=True)
class FieldExplanation:
    """History of a field's value. ``str(explanation)`` has a line for each step."""

    record: str
    """Record name."""
    field: str
    """Field name."""
    type: str
    """Field type."""
    bits: tuple[int, ...]
    """Explained bits, highest first; empty for the whole field."""
    value: str
    """Final value."""
    steps: tuple[Step, ...]
    """Steps that set and changed the value, in order."""

    def __str__(self) -> str:
        lines = [f"{self.type} {self.record}.{self.field} = {self.value}"]
        for number, step in enumerate(self.steps, 1):
            parameters = "; ".join(map(str, step.parameters))
            what = f"{step.what}: {parameters}" if parameters else step.what
            lines.append(f"  {number}. {what}  {step.location}")
            if step.before != step.value:
                lines.append(f"     {self.field} = {step.value}")
        return "\n".join(lines)


@dataclass(frozen=True)
class Expansion:
    """A ``defm``, loop or ``if`` clause around a record's definition."""

    kind: str
    """Kind: ``"defm"``, ``"multiclass"``, ``"foreach"`` or ``"if"``."""
    name: str | None
    """For a ``defm``: name at the start of its records' names."""
    multiclass: str | None
    """Name of the multiclass, if any."""
    parameters: tuple[Parameter, ...]
    """Values of the multiclass parameters, or of the loop variable."""
    location: Location
    """Location of the statement."""

    @staticmethod
    def _of(data: dict[str, Any]) -> Expansion:
        return Expansion(
            kind=data["kind"],
            name=data.get("name"),
            multiclass=data.get("multiclass"),
            parameters=_parameters(data),
            location=_location(data["at"]),
        )

    def __str__(self) -> str:
        words = [self.kind, self.name or "", f": {self.multiclass}" if self.multiclass else ""]
        return " ".join(word for word in words if word)


@dataclass(frozen=True)
class Parent:
    """A superclass with its arguments."""

    name: str
    """Class name."""
    parameters: tuple[Parameter, ...]
    """Values of all template parameters."""
    location: Location
    """Location of the class name in the list of parents."""
    parents: tuple[Parent, ...]
    """The superclass's own parents."""

    @staticmethod
    def _of(data: dict[str, Any]) -> Parent:
        return Parent(
            name=data["class"],
            parameters=_parameters(data),
            location=_location(data["at"]),
            parents=tuple(map(Parent._of, data["parents"])),
        )

    def __str__(self) -> str:
        parameters = ", ".join(map(str, self.parameters))
        return f"{self.name}<{parameters}>" if parameters else self.name


@dataclass(frozen=True)
class FieldSummary:
    """A field of a record, with the statement that set it last."""

    name: str
    """Field name."""
    type: str
    """Field type."""
    value: str
    """Final value."""
    set_by: str
    """Last statement that set the field, in words."""
    kind: str
    """Kind of this statement, as in `Step`."""
    is_default: bool
    """Whether the value is the default from the declaration."""
    location: Location
    """Location of the statement."""

    @staticmethod
    def _of(data: dict[str, Any]) -> FieldSummary:
        members = {name: value for name, value in data.items() if name != "at"}
        return FieldSummary(location=_location(data["at"]), **members)


@dataclass(frozen=True)
class RecordExplanation:
    """Origin of a record. ``str(explanation)`` has a line for each parent class and each field that was set."""

    record: str
    """Record name."""
    is_anonymous: bool
    """Whether the record was defined without a name."""
    location: Location
    """Location of the definition."""
    expansions: tuple[Expansion, ...]
    """Enclosing ``defm`` statements, loops and ``if`` clauses, outermost first."""
    parents: tuple[Parent, ...]
    """Direct superclasses, each with its own parents."""
    fields: tuple[FieldSummary, ...]
    """Fields, in order of declaration."""

    def __str__(self) -> str:
        lines = [f"{self.record}  {self.location}"]
        if self.expansions:
            lines.append("created by")
            lines += [f"  {expansion}  {expansion.location}" for expansion in self.expansions]
        if self.parents:
            lines.append("inherits from")

            def add(parents: tuple[Parent, ...], indent: int) -> None:
                for parent in parents:
                    lines.append(" " * indent + f"{parent}  {parent.location}")
                    add(parent.parents, indent + 2)

            add(self.parents, 2)
        explicit = [field for field in self.fields if not field.is_default]
        if explicit:
            lines.append("fields that are set")
            lines += [
                f"  {field.name} = {field.value}  {field.set_by}  {field.location}"
                for field in explicit
            ]
        return "\n".join(lines)


def field_explanation(text: str) -> FieldExplanation:
    """Builds a field explanation from JSON."""
    data = json.loads(text)
    return FieldExplanation(
        record=data["record"],
        field=data["field"],
        type=data["type"],
        bits=tuple(data["bits"]),
        value=data["value"],
        steps=tuple(map(Step._of, data["steps"])),
    )


def record_explanation(text: str) -> RecordExplanation:
    """Builds a record explanation from JSON."""
    data = json.loads(text)
    return RecordExplanation(
        record=data["record"],
        is_anonymous=data["is_anonymous"],
        location=_location(data["at"]),
        expansions=tuple(map(Expansion._of, data["expansions"])),
        parents=tuple(map(Parent._of, data["parents"])),
        fields=tuple(map(FieldSummary._of, data["fields"])),
    )


def _location(data: dict[str, Any]) -> Location:
    return Location(file=data["file"], line=data["line"], column=data["column"])


def _parameters(data: dict[str, Any]) -> tuple[Parameter, ...]:
    return tuple(Parameter(**each) for each in data["parameters"])
