"""The class `Target`: models of an LLVM target."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, Union

from . import _tablewright
from ._description import Description, StrPath, load
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
