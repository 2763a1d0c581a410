"""What a description says of a target, as plain data.

``tablewright export`` prints the same as JSON; the book's page "Data for programs" explains each member.
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
    """Its name, without ``$``; empty if it has none."""
    class_: str
    """The record of its class: a register class or an operand."""
    parts: int
    """How many machine operands it has."""
    tied_to: int | None
    """The number of the machine operand whose register it shares."""
    is_early_clobber: bool
    """Whether it is written before all inputs are read."""

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
    """An encoding of fixed length."""

    mode: str | None
    """The hardware mode that it is for; ``None`` for all modes."""
    width: int
    """The number of bits."""
    bits: tuple[str, ...]
    """The bits from the highest to the lowest, in runs: ``0b0110``, ``?`` for bits that may have any value (``?*3``
    for three), ``rs1{4-0}`` for bits of an operand."""

    @staticmethod
    def _of(data: dict[str, Any]) -> Encoding:
        return Encoding(mode=data.get("mode"), width=data["width"], bits=tuple(data["bits"]))

    def __str__(self) -> str:
        return " ".join(self.bits)


class _OfRecord:
    """What has a record. The description is no field of the data classes: ``asdict`` does not contain it."""

    name: str
    """The name of the record."""
    _description: Description

    @property
    def record(self) -> Record:
        """The record of that name."""
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
    """The name of its record."""
    number: int
    """Its number in the target's enumeration."""
    namespace: str
    """The namespace of its enumerator."""
    location: Location
    """Where its record is defined."""
    is_generic: bool
    """Whether it is one of the instructions that all targets have."""
    size: int
    """How many bytes it has; zero where the description does not say."""
    assembly: str
    """How it is written in assembly, with all variants."""
    outputs: tuple[Operand, ...]
    """The operands that it defines, in order."""
    inputs: tuple[Operand, ...]
    """The operands that it uses, in order."""
    is_variadic: bool
    """Whether more operands may follow."""
    implicit_defs: tuple[str, ...]
    """Registers that it writes beside its operands."""
    implicit_uses: tuple[str, ...]
    """Registers that it reads beside its operands."""
    flags: tuple[str, ...]
    """The names of the flags that hold, those that follow from its patterns included."""
    predicates: tuple[str, ...]
    """The records of the conditions under which it can be used."""
    encodings: tuple[Encoding, ...]
    """Its encodings; none for a pseudo-instruction."""

    @property
    def operands(self) -> tuple[Operand, ...]:
        """Its operands: those that it defines, then those that it uses."""
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
    """The name of its record."""
    location: Location
    """Where it is defined."""
    type: str
    """The type of its value."""
    operand_type: str
    """LLVM's enumerator for what it is."""
    print_method: str
    """The method that prints it."""
    encoder_method: str | None
    """The method that encodes it, if it needs one."""
    parts: tuple[str, ...]
    """What it is made of, if it has several parts."""

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
    """The name of the sub-register index."""
    register: str
    """The name of the register."""


@dataclass(frozen=True)
class Register:
    """A register."""

    name: str
    """Its name."""
    number: int
    """Its number in the target's enumeration."""
    namespace: str
    """The namespace of its enumerator."""
    location: Location
    """Where it is defined; of a register of ``RegisterTuples``, where these are."""
    assembly_name: str
    """Its name in assembly."""
    other_names: tuple[str, ...]
    """Other names of it in assembly."""
    encoding: int
    """Its number in encodings."""
    dwarf_numbers: tuple[int, ...]
    """Its DWARF numbers, one for each flavour of numbers that the target has; -1 for none."""
    sub_registers: tuple[SubRegister, ...]
    """Its direct sub-registers."""
    aliases: tuple[str, ...]
    """Registers that it overlaps with besides."""
    is_constant: bool
    """Whether it always has the same value."""
    is_artificial: bool
    """Whether it is no register of the hardware, but a part that has no name of its own."""

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
    """Its name."""
    number: int
    """Its number in the target's enumeration."""
    namespace: str
    """The namespace of its enumerator."""
    location: Location | None
    """Where it is defined; ``None`` for a class that was inferred."""
    bits: int
    """The bits of a register, in the default mode."""
    spill_bits: int
    """The bits of a slot on the stack, in the default mode."""
    spill_alignment: int
    """The alignment in bits of a slot on the stack, in the default mode."""
    types: tuple[str, ...]
    """The types of the values that it holds; ``mode:type`` where a type depends on the hardware mode."""
    registers: tuple[str, ...]
    """Its registers, in the order in which they are allocated, those that are not allocated last."""
    is_allocatable: bool
    """Whether its registers are allocated."""
    copy_cost: int
    """What it costs to copy a register; negative for what cannot be copied."""
    allocation_priority: int
    """The priority of its registers in allocation."""

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
    """A pattern of the selection DAG, as selection tries it."""

    record: str
    """The record that it comes from: an instruction, or a record of class ``Pattern``."""
    location: Location
    """Where that is defined."""
    source: str
    """What is matched, with the types that were inferred."""
    result: str
    """The instructions that are selected for it."""
    predicates: tuple[str, ...]
    """The records of the predicates that have to hold."""
    mode: str | None
    """The hardware mode that it is for, if it is not for all."""
    complexity: int
    """How much it covers: patterns of higher complexity are tried first."""

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
    """What a processor model says of an instruction."""

    name: str
    """The name of the instruction."""
    coverage: str
    """How much is said: ``modelled``, ``variant``, ``itinerary``, ``unsupported``, ``unmodelled`` or
    ``unscheduled``."""
    latency: tuple[int, int] | None
    """After how many cycles the last result is there: at least, and at most."""
    micro_ops: tuple[int, int] | None
    """How many micro-operations there are: at least, and at most."""
    resources: tuple[tuple[str, int], ...]
    """The resources of the processor, and for how many cycles each is taken."""

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
    """What a processor model says of each instruction."""

    name: str
    """The name of the model."""
    processors: tuple[str, ...]
    """The processors that have it."""
    instructions: tuple[ScheduledInstruction, ...]
    """The instructions, in natural order of their names."""

    @staticmethod
    def _of(_: Description, data: dict[str, Any]) -> Schedule:
        return Schedule(
            name=data["model"],
            processors=tuple(data["processors"]),
            instructions=tuple(map(ScheduledInstruction._of, data["instructions"])),
        )


@dataclass(frozen=True)
class Feature:
    """A feature of the subtarget."""

    name: str
    """Its name on a command line; empty if it cannot be written there."""
    record: str
    """The name of its record."""
    location: Location
    """Where it is defined."""
    description: str
    """What it means."""
    field: str
    """The member of the subtarget that it sets."""
    value: str
    """The value that it sets it to."""
    implies: tuple[str, ...]
    """The names of the features that it implies directly."""
    implies_all: tuple[str, ...]
    """The names of all features that follow from it, without itself, by name."""

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
    """Its name on a command line."""
    location: Location
    """Where it is defined."""
    model: str
    """The name of its scheduling model."""
    features: tuple[str, ...]
    """The names of the features that it has directly."""
    tune_features: tuple[str, ...]
    """The names of the features for tuning that it has directly."""
    all_features: tuple[str, ...]
    """The names of all features that it has, tuning included, by name."""

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
    """Bits of a word that tell an instruction from others."""

    bit: int
    """The lowest bit of the word."""
    width: int
    """How many bits."""
    value: int
    """Their value."""


@dataclass(frozen=True)
class DecodedField:
    """Bits of a field in a word."""

    name: str
    """The name of the field."""
    bit: int
    """The lowest bit of the word."""
    field_bit: int
    """The lowest bit of the field."""
    width: int
    """How many bits."""
    value: int
    """Their value."""


@dataclass(frozen=True)
class DecodedOperand:
    """An operand that a decoder makes of a word."""

    method: str | None
    """The method that makes it."""
    value: int | None
    """The number that its bits spell; ``None`` for a method that reads the word itself."""
    complete: bool
    """Whether a word that the method refuses is of no other encoding."""


@dataclass(frozen=True)
class DecodedInstruction(_OfRecord):
    """An instruction that a word can be."""

    name: str
    """The name of the instruction."""
    encoding: str
    """The record that has the fields."""
    table: str
    """The decoder table."""
    predicates: tuple[str, ...]
    """The records of the conditions under which the instruction can be used."""
    is_conflicting: bool
    """Whether no bits tell the encoding from others, so that a decoder does not find it."""
    is_soft_fail: bool
    """Whether bits differ from what is written that may, but should not."""
    path: tuple[BitTest, ...]
    """The bits that are tested, and their values."""
    fields: tuple[DecodedField, ...]
    """The fields of the encoding, the lowest bits first."""
    operands: tuple[DecodedOperand, ...]
    """The operands that a decoder makes."""

    @property
    def field_values(self) -> dict[str, int]:
        """The values of the fields by name, each put together from all of its bits."""
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
class DecodedX86Operand:
    """An operand of an instruction of X86 and its value."""

    name: str
    """Its name, without ``$``."""
    class_: str
    """The record of its class: a register class or an operand."""
    kind: str
    """``"register"``, ``"memory"``, ``"number"``, ``"same"`` (the register of another operand) or ``"implicit"``."""
    number: int | None = None
    """The number of a register in encodings."""
    register: str | None = None
    """The record of a register; ``None`` where the class has no register of that number."""
    value: int | None = None
    """A number."""
    operand: int | None = None
    """The number of the operand that has the same register, from zero."""
    bases: tuple[int, ...] = ()
    """Of memory: the numbers of the registers that are added."""
    base_registers: tuple[str | None, ...] = ()
    """Of memory: the records of these registers."""
    is_relative: bool = False
    """Of memory: whether the address of the next instruction is added."""
    index: int | None = None
    """Of memory: the number of the register that is multiplied by `scale` and added."""
    index_register: str | None = None
    """Of memory: the record of that register."""
    scale: int | None = None
    """Of memory: the factor of the index."""
    displacement: int | None = None
    """Of memory: the number that is added."""
    address_bits: int | None = None
    """Of memory: how many bits the address has."""

    @staticmethod
    def _of(data: dict[str, Any]) -> DecodedX86Operand:
        members = {name: value for name, value in data.items() if name != "class"}
        for name in ("bases", "base_registers"):
            members[name] = tuple(members.get(name, ()))
        return DecodedX86Operand(class_=data["class"], **members)


@dataclass(frozen=True)
class DecodedX86(_OfRecord):
    """The first instruction in bytes of X86."""

    name: str
    """The name of the instruction."""
    length: int
    """How many bytes it has."""
    context: str
    """The context of its prefixes, by which the tables of a decoder are chosen."""
    opcode: str
    """The opcode, without the bytes that choose its table, in hexadecimal digits."""
    mod_rm: str | None
    """The byte ModR/M in hexadecimal digits."""
    operands: tuple[DecodedX86Operand, ...]
    """The operands."""
    rest: bytes
    """The bytes after the instruction."""

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
