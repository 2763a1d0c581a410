"""Explanations: what set a field, and where a record comes from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ._values import Location


@dataclass(frozen=True)
class Parameter:
    """A template parameter, or the variable of a loop, with its value."""

    name: str
    """The name."""
    value: str
    """The value as TableGen writes it."""

    def __str__(self) -> str:
        return f"{self.name} = {self.value}"


@dataclass(frozen=True)
class Step:
    """What happened to a field."""

    kind: str
    """``"declared"``, ``"let"``, ``"overridden"``, ``"arguments"``, ``"multiclass"``, ``"loop"`` or
    ``"finished"``."""
    what: str
    """What happened, in words."""
    location: Location
    """Where that is written."""
    before: str | None
    """The value before; ``None`` where the field was declared."""
    value: str
    """The value after."""
    parameters: tuple[Parameter, ...]
    """The values that were filled in."""
    overriding: tuple[Step, ...]
    """The history that the field has in the class that overrides it."""

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
    """What set and changed a field. Its text has a line for each step."""

    record: str
    """The name of the record."""
    field: str
    """The name of the field."""
    type: str
    """The type of the field."""
    bits: tuple[int, ...]
    """The bits that are explained, the highest first; none for the whole field."""
    value: str
    """The value."""
    steps: tuple[Step, ...]
    """What set and changed it, in order."""

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
    """A ``defm``, loop or clause that a record comes from."""

    kind: str
    """``"defm"``, ``"multiclass"``, ``"foreach"`` or ``"if"``."""
    name: str | None
    """Of a ``defm``, the name with which records begin."""
    multiclass: str | None
    """The multiclass."""
    parameters: tuple[Parameter, ...]
    """The values of its parameters, or of the variable."""
    location: Location
    """Where it is written."""

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
    """A class that is inherited from."""

    name: str
    """The class."""
    parameters: tuple[Parameter, ...]
    """The values of its parameters."""
    location: Location
    """Where it is named."""
    parents: tuple[Parent, ...]
    """What the class inherits from itself."""

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
    """A field of a record, and what set it last."""

    name: str
    """The name."""
    type: str
    """The type."""
    value: str
    """The value."""
    set_by: str
    """What set it last, in words."""
    kind: str
    """The kind of that, as of a `Step`."""
    is_default: bool
    """Whether it has the default of its declaration."""
    location: Location
    """Where that is written."""

    @staticmethod
    def _of(data: dict[str, Any]) -> FieldSummary:
        members = {name: value for name, value in data.items() if name != "at"}
        return FieldSummary(location=_location(data["at"]), **members)


@dataclass(frozen=True)
class RecordExplanation:
    """Where a record comes from. Its text has a line for each parent, and for each field that something set."""

    record: str
    """The name of the record."""
    is_anonymous: bool
    """Whether it was defined without a name."""
    location: Location
    """Where it is defined."""
    expansions: tuple[Expansion, ...]
    """The ``defm`` statements, loops and clauses it comes from, the outermost first."""
    parents: tuple[Parent, ...]
    """The classes that it names itself, with what they inherit from."""
    fields: tuple[FieldSummary, ...]
    """Its fields, in order."""

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
    """The explanation of a field that Rust writes as JSON."""
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
    """The explanation of a record that Rust writes as JSON."""
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
