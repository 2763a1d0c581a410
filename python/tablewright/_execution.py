"""Data classes for selected instructions and executed programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._models import _location
from ._values import Location


@dataclass(frozen=True)
class SelectedOperand:
    """An operand of a selected instruction."""

    kind: str
    """Kind: ``"value"``, ``"register"``, ``"number"``, ``"enumerator"``, ``"block"``, ``"symbol"`` or ``"none"``."""
    value: str
    """Text, for example ``$a`` or ``5``."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class SelectedInstruction:
    """An instruction that selection creates; ``str`` returns it as text: ``$d = ADD $a, $b``."""

    name: str
    """Instruction name."""
    results: tuple[str, ...]
    """Names of its results: the name in the tree, or a number such as ``%0``."""
    operands: tuple[SelectedOperand, ...]
    """Operands without results."""
    text: str
    """The instruction as text."""
    pattern: str | None
    """Record with the pattern; ``None`` for a copy, and for a constant that C++ creates."""
    location: Location | None
    """Location of the record's definition."""
    function: str | None
    """Function; ``None`` for trees."""
    block: str | None
    """Block of the function; ``None`` for trees."""

    @staticmethod
    def _of(data: dict[str, Any]) -> SelectedInstruction:
        pattern = data["pattern"] or {}
        function, block = data["place"] or (None, None)
        return SelectedInstruction(
            name=data["name"],
            results=tuple(data["results"]),
            operands=tuple(SelectedOperand(**each) for each in data["operands"]),
            text=data["text"],
            pattern=pattern.get("record"),
            location=_location(pattern.get("location")),
            function=function,
            block=block,
        )

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class TriedPattern:
    """A pattern that does not match a node."""

    record: str
    """Record with the pattern."""
    location: Location | None
    """Location of the record's definition."""
    reason: str
    """The failed check in words."""


@dataclass(frozen=True)
class SelectionAttempt:
    """The patterns that selection tries for a node."""

    node: str
    """The node as text."""
    tried: tuple[TriedPattern, ...]
    """Patterns that fail, in the order in which selection tries them."""
    selected: str | None
    """Record with the pattern that matches; ``None`` if nothing matches."""

    @staticmethod
    def _of(data: dict[str, Any]) -> SelectionAttempt:
        tried = (
            TriedPattern(pattern["record"], _location(pattern["location"]), reason)
            for pattern, reason in data["tried"]
        )
        selected = data["selected"]
        return SelectionAttempt(
            node=data["node"],
            tried=tuple(tried),
            selected=None if selected is None else selected["record"],
        )


@dataclass(frozen=True)
class Selection:
    """The instructions that trees or functions become; ``str`` returns a line for each instruction."""

    instructions: tuple[SelectedInstruction, ...]
    """Instructions in order."""
    values: dict[str, SelectedOperand]
    """Named values of trees, and the operands that they become; empty for functions."""
    assumptions: tuple[str, ...]
    """Assumptions about C++ functions that the description does not contain."""
    not_selected: tuple[str, ...]
    """Nodes that no pattern selects."""
    trace: tuple[SelectionAttempt, ...]
    """Attempts for each node; empty unless requested."""

    @staticmethod
    def _of(data: dict[str, Any]) -> Selection:
        values = {
            each["name"]: SelectedOperand(each["kind"], each["value"]) for each in data["values"]
        }
        return Selection(
            instructions=tuple(map(SelectedInstruction._of, data["instructions"])),
            values=values,
            assumptions=tuple(data["assumptions"]),
            not_selected=tuple(data["not_selected"]),
            trace=tuple(map(SelectionAttempt._of, data["trace"])),
        )

    def __str__(self) -> str:
        return "\n".join(map(str, self.instructions))


@dataclass(frozen=True)
class Stop:
    """The reason why a program has stopped before its end; ``str`` returns place and reason."""

    kind: str
    """Kind: ``"not-an-instruction"``, ``"no-meaning"``, ``"memory"``, ``"undefined"``, ``"limit"`` or ``"call"``."""
    address: int
    """Address of the instruction."""
    place: str
    """Address as symbol and distance, for example ``main+0x8``."""
    message: str
    """The reason in words."""

    def __str__(self) -> str:
        return f"{self.place} ({self.address:#x}): {self.message}"


@dataclass(frozen=True)
class TraceStep:
    """An executed instruction."""

    address: int
    """Address."""
    place: str
    """Address as symbol and distance, for example ``main+0x8``."""
    data: bytes
    """Its bytes."""
    text: str
    """Assembly text."""
    changes: tuple[str, ...]
    """Changes: ``r1=0x5`` for a register, ``[0x1000]=0x2`` for a store, ``[0x1000]->0x2`` for a load."""


@dataclass(frozen=True)
class RunOutcome:
    """The end of a program."""

    output: str
    """Printed text."""
    result: int | None
    """The entry function's result, or the argument of ``exit``; ``None`` if the program has stopped before its end."""
    instructions: int
    """Number of executed instructions."""
    stop: Stop | None
    """Reason for a stop; ``None`` if the program has ended."""
    registers: dict[str, int | None]
    """Registers by name in assembly; ``None`` if the contents are not described."""
    trace: tuple[TraceStep, ...]
    """Executed instructions, the last ones of a long run; empty unless requested."""

    @staticmethod
    def _of(data: dict[str, Any]) -> RunOutcome:
        def number(text: str | None) -> int | None:
            return None if text is None else int(text, 16)

        steps = (
            TraceStep(
                address=step["address"],
                place=step["place"],
                data=bytes.fromhex(step["bytes"]),
                text=step["text"],
                changes=tuple(step["changes"]),
            )
            for step in data["trace"]
        )
        stop = data["stop"]
        return RunOutcome(
            output=data["output"],
            result=data["result"],
            instructions=data["instructions"],
            stop=None if stop is None else Stop(**stop),
            registers={each["register"]: number(each["value"]) for each in data["registers"]},
            trace=tuple(steps),
        )
