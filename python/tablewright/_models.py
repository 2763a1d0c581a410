"""Data classes for the models of a target.

``tablewright export`` prints the same data as JSON; the book's page "Data for programs" explains each member.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from ._values import Location

if TYPE_CHECKING:
    from ._description import Description
    from ._tablewright import Record


def _location(data: dict[str, Any] | None) -> Location | None:
    return None if data is None else Location(**data)


@dataclass(frozen=True)
class Operand:
    """An operand of an instruction."""

    name: str
    """Name without ``$``; empty if unnamed."""
    class_: str
    """Record of its class: a register class or an operand class."""
    parts: int
    """Number of machine operands, at least 1."""
    tied_to: int | None
    """Number of the machine operand with the same register, from 0; ``None`` if not tied."""
    is_early_clobber: bool
    """Whether it is written before all inputs are read (early clobber)."""

    @staticmethod
    def _of(data: dict[str, Any]) -> Operand:
        return Operand(
            name=data["name"],
            class_=data["class"],
            parts=data["parts"],
            tied_to=data.get("tied_to"),
            is_early_clobber=data.get("is_early_clobber", False),
        )


@dataclass(frozen=True)
class Encoding:
    """A fixed-length encoding."""

    mode: str | None
    """Hardware mode; ``None`` for all modes."""
    width: int
    """Width in bits."""
    bits: tuple[str, ...]
    """Bits from highest to lowest, in runs: ``0b0110``, ``?`` for a bit with any value (``?*3`` for three),
    ``rs1{4-0}`` for operand bits."""

    @staticmethod
    def _of(data: dict[str, Any]) -> Encoding:
        return Encoding(mode=data.get("mode"), width=data["width"], bits=tuple(data["bits"]))

    def __str__(self) -> str:
        return " ".join(self.bits)


class _OfRecord:
    """Base of models with a record. The description is not a data class field, so ``asdict`` leaves it out."""

    name: str
    """Record name."""
    _description: Description

    @property
    def record(self) -> Record:
        """The record named `name`."""
        return self._description.records[self.name]


M = TypeVar("M", bound=_OfRecord)


def _in(description: Description, model: M) -> M:
    # The data classes are frozen.
    object.__setattr__(model, "_description", description)
    return model


@dataclass(frozen=True)
class Instruction(_OfRecord):
    """An instruction."""

    name: str
    """Record name."""
    number: int
    """Number in the target's enumeration."""
    namespace: str
    """Namespace of the enumerator."""
    location: Location
    """Location of the record's definition."""
    is_generic: bool
    """Whether all targets have this instruction, for example ``COPY``."""
    size: int
    """Size in bytes; 0 if unknown."""
    assembly: str
    """Assembly text with all variants."""
    outputs: tuple[Operand, ...]
    """Defined operands, in order."""
    inputs: tuple[Operand, ...]
    """Used operands, in order."""
    is_variadic: bool
    """Whether further operands may follow."""
    implicit_defs: tuple[str, ...]
    """Registers that it writes implicitly, besides its operands."""
    implicit_uses: tuple[str, ...]
    """Registers that it reads implicitly, besides its operands."""
    flags: tuple[str, ...]
    """Names of its flags, including flags inferred from patterns."""
    predicates: tuple[str, ...]
    """Records of its predicates: conditions under which it can be used."""
    encodings: tuple[Encoding, ...]
    """Encodings; empty for a pseudo-instruction."""

    @property
    def operands(self) -> tuple[Operand, ...]:
        """All operands: outputs, then inputs."""
        return self.outputs + self.inputs

    @staticmethod
    def _of(description: Description, data: dict[str, Any]) -> Instruction:
        return _in(
            description,
            Instruction(
                name=data["name"],
                number=data["number"],
                namespace=data["namespace"],
                location=Location(**data["location"]),
                is_generic=data["is_generic"],
                size=data["size"],
                assembly=data["assembly"],
                outputs=tuple(map(Operand._of, data["outputs"])),
                inputs=tuple(map(Operand._of, data["inputs"])),
                is_variadic=data["is_variadic"],
                implicit_defs=tuple(data["implicit_defs"]),
                implicit_uses=tuple(data["implicit_uses"]),
                flags=tuple(data["flags"]),
                predicates=tuple(data["predicates"]),
                encodings=tuple(map(Encoding._of, data["encodings"])),
            ),
        )


@dataclass(frozen=True)
class OperandType(_OfRecord):
    """An operand class: a record of class ``Operand``."""

    name: str
    """Record name."""
    location: Location
    """Location of the definition."""
    type: str
    """Value type, for example ``i32``."""
    operand_type: str
    """LLVM's enumerator for its kind, for example ``OPERAND_IMMEDIATE``."""
    print_method: str
    """Print method."""
    encoder_method: str | None
    """Encoder method, if any."""
    parts: tuple[str, ...]
    """Classes of its parts, if it has several."""

    @staticmethod
    def _of(description: Description, data: dict[str, Any]) -> OperandType:
        return _in(
            description,
            OperandType(
                name=data["name"],
                location=Location(**data["location"]),
                type=data["type"],
                operand_type=data["operand_type"],
                print_method=data["print_method"],
                encoder_method=data.get("encoder_method"),
                parts=tuple(data.get("parts", ())),
            ),
        )


@dataclass(frozen=True)
class SubRegister:
    """A part of a register."""

    index: str
    """Name of the sub-register index."""
    register: str
    """Name of the sub-register."""


@dataclass(frozen=True)
class Register:
    """A register."""

    name: str
    """Record name."""
    number: int
    """Number in the target's enumeration."""
    namespace: str
    """Namespace of the enumerator."""
    location: Location
    """Location of the definition, or of the ``RegisterTuples`` record that generates the register."""
    assembly_name: str
    """Name in assembly."""
    other_names: tuple[str, ...]
    """Other names in assembly."""
    encoding: int
    """Number in encodings."""
    dwarf_numbers: tuple[int, ...]
    """DWARF numbers, one for each numbering of the target; -1 for none."""
    sub_registers: tuple[SubRegister, ...]
    """Direct sub-registers."""
    aliases: tuple[str, ...]
    """Further overlapping registers."""
    is_constant: bool
    """Whether its value is constant, for example a zero register."""
    is_artificial: bool
    """Whether it is artificial: a part of a register without a name in hardware."""

    @staticmethod
    def _of(_: Description, data: dict[str, Any]) -> Register:
        return Register(
            name=data["name"],
            number=data["number"],
            namespace=data["namespace"],
            location=Location(**data["location"]),
            assembly_name=data["assembly_name"],
            other_names=tuple(data["other_names"]),
            encoding=data["encoding"],
            dwarf_numbers=tuple(data["dwarf_numbers"]),
            sub_registers=tuple(SubRegister(**each) for each in data["sub_registers"]),
            aliases=tuple(data["aliases"]),
            is_constant=data["is_constant"],
            is_artificial=data["is_artificial"],
        )


@dataclass(frozen=True)
class RegisterClass:
    """A register class."""

    name: str
    """Record name."""
    number: int
    """Number in the target's enumeration."""
    namespace: str
    """Namespace of the enumerator."""
    location: Location | None
    """Location of the definition; ``None`` for an inferred class."""
    bits: int
    """Register size in bits, in the default mode."""
    spill_bits: int
    """Spill slot size in bits, in the default mode."""
    spill_alignment: int
    """Spill slot alignment in bits, in the default mode."""
    types: tuple[str, ...]
    """Value types; ``mode:type`` if a type depends on the hardware mode."""
    registers: tuple[str, ...]
    """Registers in allocation order, then registers that are not allocated."""
    is_allocatable: bool
    """Whether register allocation uses this class."""
    copy_cost: int
    """Cost of copying a register; negative if copying is impossible."""
    allocation_priority: int
    """Allocation priority."""

    @staticmethod
    def _of(_: Description, data: dict[str, Any]) -> RegisterClass:
        return RegisterClass(
            name=data["name"],
            number=data["number"],
            namespace=data["namespace"],
            location=_location(data["location"]),
            bits=data["bits"],
            spill_bits=data["spill_bits"],
            spill_alignment=data["spill_alignment"],
            types=tuple(data["types"]),
            registers=tuple(data["registers"]),
            is_allocatable=data["is_allocatable"],
            copy_cost=data["copy_cost"],
            allocation_priority=data["allocation_priority"],
        )


@dataclass(frozen=True)
class Pattern:
    """A selection DAG pattern, in the form that selection tries."""

    record: str
    """Record with the pattern: an instruction, or a record of class ``Pattern``."""
    location: Location
    """Location of the record's definition."""
    source: str
    """Matched dag with inferred types."""
    result: str
    """Result dag: the selected instructions."""
    predicates: tuple[str, ...]
    """Records of the required predicates."""
    mode: str | None
    """Hardware mode; ``None`` for all modes."""
    complexity: int
    """Complexity: selection tries higher values first."""

    @staticmethod
    def _of(_: Description, data: dict[str, Any]) -> Pattern:
        return Pattern(
            record=data["record"],
            location=Location(**data["location"]),
            source=data["source"],
            result=data["result"],
            predicates=tuple(data["predicates"]),
            mode=data.get("mode"),
            complexity=data["complexity"],
        )


@dataclass(frozen=True)
class ScheduledInstruction:
    """Entry of a processor model for one instruction."""

    name: str
    """Instruction name."""
    coverage: str
    """Coverage: ``modelled``, ``variant``, ``itinerary``, ``unsupported``, ``unmodelled`` or ``unscheduled``."""
    latency: tuple[int, int] | None
    """Cycles until the last result is ready: minimum and maximum; ``None`` if unknown."""
    micro_ops: tuple[int, int] | None
    """Number of micro-operations: minimum and maximum; ``None`` if unknown."""
    resources: tuple[tuple[str, int], ...]
    """Processor resources as pairs: name and number of cycles in use."""

    @staticmethod
    def _of(data: dict[str, Any]) -> ScheduledInstruction:
        def pair(member: str) -> tuple[int, int] | None:
            return (data[member][0], data[member][1]) if member in data else None

        return ScheduledInstruction(
            name=data["instruction"],
            coverage=data["coverage"],
            latency=pair("latency"),
            micro_ops=pair("micro_ops"),
            resources=tuple((name, cycles) for name, cycles in data["resources"]),
        )


@dataclass(frozen=True)
class Schedule:
    """A processor model with an entry for each instruction."""

    name: str
    """Name of the model."""
    processors: tuple[str, ...]
    """Processors that use the model."""
    instructions: tuple[ScheduledInstruction, ...]
    """Entries, in natural order by instruction name."""

    @staticmethod
    def _of(_: Description, data: dict[str, Any]) -> Schedule:
        return Schedule(
            name=data["model"],
            processors=tuple(data["processors"]),
            instructions=tuple(map(ScheduledInstruction._of, data["instructions"])),
        )


@dataclass(frozen=True)
class Feature:
    """A subtarget feature."""

    name: str
    """Command-line name; empty if it cannot be set there."""
    record: str
    """Record name."""
    location: Location
    """Location of the definition."""
    description: str
    """Description for users."""
    field: str
    """Subtarget member that it sets."""
    value: str
    """Value assigned to `field`."""
    implies: tuple[str, ...]
    """Names of directly implied features."""
    implies_all: tuple[str, ...]
    """Names of all implied features, sorted, without its own."""

    @staticmethod
    def _of(_: Description, data: dict[str, Any]) -> Feature:
        return Feature(
            name=data["name"],
            record=data["record"],
            location=Location(**data["location"]),
            description=data["description"],
            field=data["field"],
            value=data["value"],
            implies=tuple(data["implies"]),
            implies_all=tuple(data["implies_all"]),
        )


@dataclass(frozen=True)
class Processor:
    """A processor."""

    name: str
    """Command-line name."""
    location: Location
    """Location of the definition."""
    model: str
    """Name of its scheduling model."""
    features: tuple[str, ...]
    """Names of its direct features."""
    tune_features: tuple[str, ...]
    """Names of its direct tuning features."""
    all_features: tuple[str, ...]
    """Names of all its features, including implied and tuning features, sorted."""

    @staticmethod
    def _of(_: Description, data: dict[str, Any]) -> Processor:
        return Processor(
            name=data["name"],
            location=Location(**data["location"]),
            model=data["model"],
            features=tuple(data["features"]),
            tune_features=tuple(data["tune_features"]),
            all_features=tuple(data["all_features"]),
        )


@dataclass(frozen=True)
class BitTest:
    """A bit range in a word that a decoder tests, with the matching value."""

    bit: int
    """Lowest bit in the word, from 0."""
    width: int
    """Number of bits."""
    value: int
    """Value of the bits."""


@dataclass(frozen=True)
class DecodedField:
    """Consecutive bits of an encoding field in a word."""

    name: str
    """Field name."""
    bit: int
    """Lowest bit in the word, from 0."""
    field_bit: int
    """Lowest bit in the field, from 0."""
    width: int
    """Number of bits."""
    value: int
    """Value of the bits."""


@dataclass(frozen=True)
class DecodedOperand:
    """An operand that a decoder reads from a word."""

    method: str | None
    """Decoder method, if any."""
    value: int | None
    """Encoded value; ``None`` for a method that receives the whole word."""
    complete: bool
    """Whether the decoder tries no other encoding if the method rejects the word."""


@dataclass(frozen=True)
class DecodedInstruction(_OfRecord):
    """An instruction that matches a word."""

    name: str
    """Instruction name."""
    encoding: str
    """Record with the encoding fields."""
    table: str
    """Decoder table."""
    predicates: tuple[str, ...]
    """Records of the instruction's predicates."""
    is_conflicting: bool
    """Whether another encoding has the same bits, so that a decoder never returns this instruction."""
    is_soft_fail: bool
    """Whether bits differ from their recommended values (``SoftFail``)."""
    path: tuple[BitTest, ...]
    """Tested bits and their values, in order."""
    fields: tuple[DecodedField, ...]
    """Encoding fields, lowest bits first."""
    operands: tuple[DecodedOperand, ...]
    """Operands, in order."""

    @property
    def field_values(self) -> dict[str, int]:
        """Field values by name. Each value combines all bits of the field."""
        values: dict[str, int] = {}
        for each in self.fields:
            values[each.name] = values.get(each.name, 0) | each.value << each.field_bit
        return values

    @staticmethod
    def _of(description: Description, data: dict[str, Any]) -> DecodedInstruction:
        return _in(
            description,
            DecodedInstruction(
                name=data["instruction"],
                encoding=data["record"],
                table=data["table"],
                predicates=tuple(data["predicates"]),
                is_conflicting=data["conflicting"],
                is_soft_fail=data["soft_fail"],
                path=tuple(BitTest(**each) for each in data["path"]),
                fields=tuple(DecodedField(**each) for each in data["fields"]),
                operands=tuple(DecodedOperand(**each) for each in data["operands"]),
            ),
        )


@dataclass(frozen=True)
class Disassembled:
    """An instruction at an offset in some bytes, or bytes that are not an instruction."""

    offset: int
    """Offset in bytes."""
    data: bytes
    """Its bytes."""
    text: str | None
    """Assembly text; ``None`` if the bytes are not an instruction."""
    name: str | None
    """Instruction name; ``None`` if the bytes are not an instruction."""


@dataclass(frozen=True)
class DecodedX86Operand:
    """An operand of an X86 instruction, with its value."""

    name: str
    """Name without ``$``."""
    class_: str
    """Record of its class: a register class or an operand class."""
    kind: str
    """Kind: ``"register"``, ``"memory"``, ``"number"``, ``"same"`` (the register of another operand) or
    ``"implicit"``."""
    number: int | None = None
    """Register: its number in encodings."""
    register: str | None = None
    """Register: its record; ``None`` if the class lacks a register with this number."""
    value: int | None = None
    """Number: its value."""
    operand: int | None = None
    """Same: index of the other operand, from 0."""
    bases: tuple[int, ...] = ()
    """Memory: numbers of the base registers, which are added."""
    base_registers: tuple[str | None, ...] = ()
    """Memory: records of the base registers."""
    is_relative: bool = False
    """Memory: whether the address of the next instruction is added (RIP-relative)."""
    index: int | None = None
    """Memory: number of the index register, which is multiplied by `scale` and added."""
    index_register: str | None = None
    """Memory: record of the index register."""
    scale: int | None = None
    """Memory: factor of the index register: 1, 2, 4 or 8."""
    displacement: int | None = None
    """Memory: added constant in bytes."""
    address_bits: int | None = None
    """Memory: address size in bits."""

    @staticmethod
    def _of(data: dict[str, Any]) -> DecodedX86Operand:
        members = {name: value for name, value in data.items() if name != "class"}
        for name in ("bases", "base_registers"):
            members[name] = tuple(members.get(name, ()))
        return DecodedX86Operand(class_=data["class"], **members)


@dataclass(frozen=True)
class DecodedX86(_OfRecord):
    """The first X86 instruction in some bytes."""

    name: str
    """Instruction name."""
    length: int
    """Length in bytes."""
    context: str
    """Context from its prefixes; selects the decoder tables."""
    opcode: str
    """Opcode in hexadecimal digits, without the bytes that select the table."""
    mod_rm: str | None
    """ModR/M byte in hexadecimal digits; ``None`` without one."""
    operands: tuple[DecodedX86Operand, ...]
    """Operands, in order."""
    rest: bytes
    """Bytes after the instruction."""

    @staticmethod
    def _of(description: Description, data: dict[str, Any]) -> DecodedX86:
        return _in(
            description,
            DecodedX86(
                name=data["instruction"],
                length=data["length"],
                context=data["context"],
                opcode=data["opcode"],
                mod_rm=data["mod_rm"],
                operands=tuple(map(DecodedX86Operand._of, data["operands"])),
                rest=bytes.fromhex(data["rest"]),
            ),
        )
