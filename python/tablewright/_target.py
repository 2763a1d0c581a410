"""The class `Target`: models of an LLVM target."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, Union

from . import _tablewright
from ._description import Description, StrPath, load
from ._execution import RunOutcome, Selection
from ._models import (
    DecodedInstruction,
    DecodedX86,
    Disassembled,
    Feature,
    Instruction,
    OperandType,
    Pattern,
    Processor,
    Register,
    RegisterClass,
    Schedule,
)
from ._named_list import NamedList
from ._values import Progress

if TYPE_CHECKING:
    from typing_extensions import TypedDict, Unpack

    class _LoadOptions(TypedDict, total=False):
        """Keyword arguments of `load`."""

        include: StrPath | Iterable[StrPath]
        define: str | Iterable[str]
        release: str | int | None
        files: Mapping[StrPath, str] | None
        find_includes: bool
        warn_unused_template_args: bool
        progress: Callable[[Progress], object] | None


T = TypeVar("T")

Word = Union[int, str, bytes]
Object = Union[bytes, StrPath]
Decoded = Union[DecodedInstruction, DecodedX86]

_CHUNK = 1 << 14
"""Number of words decoded at once: a decoded word needs kilobytes of JSON."""


@dataclass(frozen=True)
class _DecoderOptions:
    """Decoder tables, processor, features and mode; read by ``target.rs``."""

    tables: list[str]
    processor: str | None
    features: list[str]
    mode: int

    @staticmethod
    def of(
        tables: str | Iterable[str], cpu: str | None, features: str | Iterable[str], mode: int
    ) -> _DecoderOptions:
        if mode not in (16, 32, 64):
            raise ValueError(f"expected the mode 64, 32 or 16, found {mode}")
        return _DecoderOptions(
            tables=[tables] if isinstance(tables, str) else list(tables),
            processor=cpu,
            features=_features(features),
            mode=mode,
        )


@dataclass(frozen=True)
class _SelectOptions:
    """Subtarget and options of selection; read by ``selection.rs``."""

    processor: str | None
    features: list[str]
    hw_mode: str | None
    is_global_isel: bool
    has_assumptions: bool
    has_trace: bool


@dataclass(frozen=True)
class _RunOptions:
    """Entry, limits and subtarget of a program; read by ``simulation.rs``."""

    entry: str | None
    args: list[int]
    processor: str | None
    features: list[str]
    callee_saved: str | None
    memory: int | None
    max_instructions: int | None
    max_trace: int | None
    print_functions: list[str]
    has_trace: bool


class Target:
    """Models of an LLVM target, for example ``Target("RISCV.td").instructions``.

    The first access to a list computes it with the backends' analyses. Other threads continue meanwhile.

    :param source: a `Description`, or the path of a file. With a path, `Target` accepts the arguments of `load`.
    :raises AnalysisError: from any member, if the description does not describe a valid target.
    """

    def __init__(self, source: Description | StrPath, **options: Unpack[_LoadOptions]) -> None:
        if isinstance(source, Description):
            if options:
                raise TypeError("the description is already loaded; pass options to load()")
            self._description = source
        else:
            self._description = load(source, **options)

    @property
    def description(self) -> Description:
        """The loaded description."""
        return self._description

    @cached_property
    def name(self) -> str:
        """Name of the target, for example ``RISCV``."""
        return _tablewright.target_name(self._description._store)

    @cached_property
    def instructions(self) -> NamedList[Instruction]:
        """Instructions, ordered by number."""
        return NamedList(self._list("instructions", Instruction._of), "instruction")

    @cached_property
    def operand_types(self) -> NamedList[OperandType]:
        """Operand classes, ordered by name."""
        return NamedList(self._list("operands", OperandType._of), "operand class")

    @cached_property
    def registers(self) -> NamedList[Register]:
        """Registers, ordered by number."""
        return NamedList(self._list("registers", Register._of), "register")

    @cached_property
    def register_classes(self) -> NamedList[RegisterClass]:
        """Register classes, ordered by number."""
        return NamedList(self._list("register-classes", RegisterClass._of), "register class")

    @cached_property
    def patterns(self) -> list[Pattern]:
        """Selection DAG patterns, in the order in which selection tries them."""
        return self._list("patterns", Pattern._of)

    @cached_property
    def schedules(self) -> NamedList[Schedule]:
        """Processor models, each with an entry for every instruction."""
        return NamedList(self._list("schedules", Schedule._of), "processor model")

    @cached_property
    def features(self) -> NamedList[Feature]:
        """Subtarget features, ordered by name."""
        return NamedList(self._list("features", Feature._of), "feature")

    @cached_property
    def processors(self) -> NamedList[Processor]:
        """Processors, ordered by name."""
        return NamedList(self._list("processors", Processor._of), "processor")

    def decode(
        self,
        word: Word,
        *,
        tables: str | Iterable[str] = (),
        cpu: str | None = None,
        features: str | Iterable[str] = (),
        mode: int = 64,
    ) -> list[Decoded]:
        """Decodes a word: returns all matching instructions, in the order in which a decoder tries them.

        :param word: a number, or hexadecimal digits. For X86, bytes or their digits; the result then has the first
            instruction, or is empty.
        :param tables: decoder tables to use, in order; all by default.
        :param cpu: leave out instructions that this processor cannot execute.
        :param features: features to add to or remove from ``cpu``, for example ``"+a,-b"``: leave out instructions
            that need other features.
        :param mode: for X86, the processor mode: 64, 32 or 16 bits.
        :raises AnalysisError: if the target cannot have such a word, or an argument names something unknown.
        """
        (decoded,) = self.decode_all([word], tables=tables, cpu=cpu, features=features, mode=mode)
        return decoded

    def decode_all(
        self,
        words: Iterable[Word],
        *,
        tables: str | Iterable[str] = (),
        cpu: str | None = None,
        features: str | Iterable[str] = (),
        mode: int = 64,
    ) -> list[list[Decoded]]:
        """Decodes many words: a list of instructions for each. For the arguments, see `decode`."""
        options = _DecoderOptions.of(tables, cpu, features, mode)
        digits = self._digits(words)
        # Programs repeat many words: each different word is decoded once.
        decoded: dict[str, list[Decoded]] = {}
        different = list(dict.fromkeys(digits))
        for start in range(0, len(different), _CHUNK):
            chunk = different[start : start + _CHUNK]
            answers = json.loads(_tablewright.decode(self._description._store, chunk, options))
            decoded.update(zip(chunk, map(self._decoded, answers)))
        return [list(decoded[each]) for each in digits]

    def decode_names(
        self,
        words: Iterable[Word],
        *,
        tables: str | Iterable[str] = (),
        cpu: str | None = None,
        features: str | Iterable[str] = (),
        mode: int = 64,
    ) -> list[str | None]:
        """Decodes many words: the first instruction's name for each, or ``None`` if no instruction matches.

        For whole programs, it is many times faster than `decode_all`. For the arguments, see `decode`.
        """
        options = _DecoderOptions.of(tables, cpu, features, mode)
        digits = self._digits(words)
        return _tablewright.decode_names(self._description._store, digits, options)

    def assemble(
        self, text: str, *, cpu: str | None = None, features: str | Iterable[str] = ()
    ) -> bytes:
        """Assembles lines; returns the bytes of the section ``.text``.

        :param text: lines of assembly with instructions, labels and directives.
        :param cpu: processor; the target's usual processor by default.
        :param features: features to add to or remove from ``cpu``, for example ``"+a,-b"``.
        :raises ValueError: if a line is not assembly of this target, or if only a linker knows an address.
        """
        return _tablewright.assemble(self._description._store, text, cpu, _features(features))

    def assemble_object(
        self, text: str, *, cpu: str | None = None, features: str | Iterable[str] = ()
    ) -> bytes:
        """Assembles lines; returns an ELF object file. For the arguments, see `assemble`.

        For example, ``target.assemble_object(".globl main\\nmain: jr r7")`` is a file for `run`.

        :raises ValueError: if a line is not assembly of this target.
        """
        store = self._description._store
        return _tablewright.assemble_object(store, text, cpu, _features(features))

    def disassemble(
        self,
        data: bytes | bytearray,
        *,
        cpu: str | None = None,
        features: str | Iterable[str] = (),
        aliases: bool = True,
    ) -> list[Disassembled]:
        """Disassembles bytes: the instructions, in order.

        :param data: the bytes. If no instruction begins at a byte, the next instruction is searched after the smallest
            instruction size.
        :param cpu: processor; the target's usual processor by default.
        :param features: features to add to or remove from ``cpu``, for example ``"+a,-b"``.
        :param aliases: whether aliases are printed, for example ``ret`` for a jump.
        """
        rows = _tablewright.disassemble(
            self._description._store, bytes(data), cpu, _features(features), not aliases
        )
        disassembled = []
        offset = 0
        for size, name, text in rows:
            own = bytes(data[offset : offset + size])
            disassembled.append(Disassembled(offset=offset, data=own, text=text, name=name))
            offset += size
        return disassembled

    def select(
        self,
        trees: str,
        *,
        cpu: str | None = None,
        features: str | Iterable[str] = (),
        hw_mode: str | None = None,
        global_isel: bool = False,
        assumptions: bool = True,
        trace: bool = False,
    ) -> Selection:
        """Selects instructions for trees, as the target's instruction selector does with its matcher table.

        For example, ``str(target.select("(set i16:$d, (add i16:$a, 5))"))`` is ``"$d = ADDI $a, 5"``.

        One call with several trees is faster than several calls.

        :param trees: trees with types, for example ``"(set i32:$d, (add i32:$a, 5))"``.
        :param cpu: processor; without processor and features, no feature is enabled.
        :param features: features to add to or remove from ``cpu``, for example ``"+a,-b"``.
        :param hw_mode: hardware mode; the mode of the features by default.
        :param global_isel: whether the rules of GlobalISel are used instead of the matcher table.
        :param assumptions: whether C++ functions that the description does not contain are assumed to accept.
        :param trace: whether the result lists the patterns that selection tries.
        :raises ValueError: if the text is not a tree.
        """
        options = _SelectOptions(
            cpu, _features(features), hw_mode, global_isel, assumptions, trace
        )
        selected = _tablewright.select(self._description._store, trees, options)
        return Selection._of(json.loads(selected))

    def select_ir(
        self,
        functions: str,
        *,
        cpu: str | None = None,
        features: str | Iterable[str] = (),
        hw_mode: str | None = None,
        global_isel: bool = False,
        assumptions: bool = True,
        trace: bool = False,
    ) -> Selection:
        """Selects instructions for functions of LLVM IR. For the other arguments, see `select`.

        For example, ``[each.name for each in target.select_ir(text).instructions]`` has the instructions in order.

        :param functions: text of functions with integers and pointers: arithmetic, comparisons, memory, branches.
        :raises ValueError: if the text is not such a function.
        """
        options = _SelectOptions(
            cpu, _features(features), hw_mode, global_isel, assumptions, trace
        )
        selected = _tablewright.select_ir(self._description._store, functions, options)
        return Selection._of(json.loads(selected))

    def run(
        self,
        objects: Object | Iterable[Object],
        *,
        entry: str | None = None,
        args: Iterable[int] = (),
        cpu: str | None = None,
        features: str | Iterable[str] = (),
        callee_saved: str | None = None,
        memory: int | None = None,
        max_instructions: int | None = None,
        max_trace: int | None = None,
        print_functions: Iterable[str] = (),
        trace: bool = False,
    ) -> RunOutcome:
        """Links and runs object files with the encodings, patterns and semantics of the description.

        For example, ``target.run("sum.o", args=[10]).result`` calls ``main`` with an argument. A program that does
        not end, or that has a mistake, is not an exception: ``stop`` of the outcome has the place and the reason.

        :param objects: object files: their bytes, for example from `assemble_object`, or paths.
        :param entry: function to run; by default ``main``, or else the first symbol.
        :param args: arguments of the function.
        :param cpu: processor; the target's usual processor by default.
        :param features: features to add to or remove from ``cpu``, for example ``"+a,-b"``.
        :param callee_saved: ``CalleeSavedRegs`` record with the registers that calls must preserve; by default the
            registers of all records.
        :param memory: size of the program's memory in bytes, by default 16 MiB, at most 4 GiB.
        :param max_instructions: number of instructions after which the program is stopped, by default 1,000,000,000.
        :param max_trace: number of instructions in ``trace`` of the outcome, the last ones, by default 100,000.
        :param print_functions: functions that print their argument, as ``put`` does.
        :param trace: whether the result lists the executed instructions.
        :raises ValueError: if the files cannot be linked, or an argument does not fit.
        :raises AnalysisError: if the description lacks a convention, for example the register for return addresses.
        """
        if isinstance(objects, (bytes, bytearray, str, os.PathLike)):
            objects = [objects]
        files = [_object_file(each, number) for number, each in enumerate(objects, 1)]
        options = _RunOptions(
            entry=entry,
            args=list(args),
            processor=cpu,
            features=_features(features),
            callee_saved=callee_saved,
            memory=memory,
            max_instructions=max_instructions,
            max_trace=max_trace,
            print_functions=list(print_functions),
            has_trace=trace,
        )
        return RunOutcome._of(json.loads(_tablewright.run(self._description._store, files, options)))

    def _digits(self, words: Iterable[Word]) -> list[str]:
        is_x86 = self.name == "X86"
        return [_digits(word, is_x86) for word in words]

    def _decoded(self, answer: dict[str, Any]) -> list[Decoded]:
        if "matches" in answer:
            matches = answer["matches"]
            return [DecodedInstruction._of(self._description, match) for match in matches]
        # X86 decodes at most one instruction.
        return [DecodedX86._of(self._description, answer)] if "instruction" in answer else []

    def _list(self, kind: str, make: Callable[[Description, dict[str, Any]], T]) -> list[T]:
        rows = json.loads(_tablewright.export(self._description._store, kind))
        return [make(self._description, row) for row in rows]

    def __repr__(self) -> str:
        return f"<Target {self.name}>"


def _features(features: str | Iterable[str]) -> list[str]:
    """Converts feature changes to a list."""
    return [features] if isinstance(features, str) else list(features)


def _object_file(source: Object, number: int) -> tuple[str, bytes]:
    """Returns the name and the bytes of an object file."""
    if isinstance(source, (bytes, bytearray)):
        return f"object {number}", bytes(source)
    with open(source, "rb") as file:
        return os.fspath(source), file.read()


def _digits(word: Word, is_x86: bool) -> str:
    """Converts a word to hexadecimal digits."""
    if isinstance(word, str):
        return word.replace(" ", "")
    if isinstance(word, (bytes, bytearray)):
        if not is_x86:
            message = "only X86 decodes bytes; convert them to a word with int.from_bytes()"
            raise TypeError(message)
        return word.hex()
    if is_x86:
        raise TypeError("X86 decodes bytes, not a number")
    if word < 0:
        raise ValueError(f"a word must not be negative: {word}")
    return f"{word:x}"
