"""What a description says of an LLVM target."""

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
        """The arguments of `load`."""

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
"""How many words are decoded at once: a decoded word takes kilobytes on its way from Rust."""


@dataclass(frozen=True)
class _DecoderOptions:
    """Which instructions words are decoded to. The members are read by ``target.rs``."""

    tables: list[str]
    processor: str | None
    features: list[str]
    mode: int

    @staticmethod
    def of(
        tables: str | Iterable[str], cpu: str | None, features: str | Iterable[str], mode: int
    ) -> _DecoderOptions:
        if mode not in (16, 32, 64):
            raise ValueError(f"the mode is 64, 32 or 16, not {mode}")
        return _DecoderOptions(
            tables=[tables] if isinstance(tables, str) else list(tables),
            processor=cpu,
            features=[features] if isinstance(features, str) else list(features),
            mode=mode,
        )


class Target:
    """What a description says of an LLVM target: ``Target("RISCV.td").instructions``.

    The first look at a list computes it, with the analyses that LLVM's backends use; other threads run meanwhile.

    :param source: a description, or the path of one. Then the other arguments are those of `load`.
    :raises AnalysisError: from any member, if the description is no valid description of a target.
    """

    def __init__(self, source: Description | StrPath, **options: Unpack[_LoadOptions]) -> None:
        if isinstance(source, Description):
            if options:
                raise TypeError("a description is loaded already; give options to load()")
            self._description = source
        else:
            self._description = load(source, **options)

    @property
    def description(self) -> Description:
        """The description."""
        return self._description

    @cached_property
    def name(self) -> str:
        """The name of the target."""
        return _tablewright.target_name(self._description._store)

    @cached_property
    def instructions(self) -> NamedList[Instruction]:
        """The instructions, in the order of their numbers."""
        return NamedList(self._list("instructions", Instruction._of), "instruction")

    @cached_property
    def operand_types(self) -> NamedList[OperandType]:
        """The operand classes, by name."""
        return NamedList(self._list("operands", OperandType._of), "operand class")

    @cached_property
    def registers(self) -> NamedList[Register]:
        """The registers, in the order of their numbers."""
        return NamedList(self._list("registers", Register._of), "register")

    @cached_property
    def register_classes(self) -> NamedList[RegisterClass]:
        """The register classes, in the order of their numbers."""
        return NamedList(self._list("register-classes", RegisterClass._of), "register class")

    @cached_property
    def patterns(self) -> list[Pattern]:
        """The patterns of the selection DAG, in the order in which selection tries them."""
        return self._list("patterns", Pattern._of)

    @cached_property
    def schedules(self) -> NamedList[Schedule]:
        """What each processor model says of each instruction."""
        return NamedList(self._list("schedules", Schedule._of), "processor model")

    @cached_property
    def features(self) -> NamedList[Feature]:
        """The features of the subtarget, by name."""
        return NamedList(self._list("features", Feature._of), "feature")

    @cached_property
    def processors(self) -> NamedList[Processor]:
        """The processors, by name."""
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
        """The instructions that a word can be, in the order in which a decoder tries them.

        :param word: a number, or hexadecimal digits. For X86, bytes or their digits; the result is then the first
            instruction in them, or nothing.
        :param tables: use these decoder tables only, in this order.
        :param cpu: leave out what this processor cannot execute.
        :param features: leave out what needs other features than those of ``cpu`` and these: ``"+a,-b"``.
        :param mode: the mode of the processor, for X86: 64, 32 or 16.
        :raises AnalysisError: if it is no word of the target, or a name is none.
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
        """The instructions that each of many words can be. For the arguments, see `decode`."""
        options = _DecoderOptions.of(tables, cpu, features, mode)
        digits = self._digits(words)
        # Programs repeat many of their words.
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
        """The name of the first instruction that each of many words can be; ``None`` for words that are none.

        It is many times faster than `decode_all`, for whole programs. For the arguments, see `decode`.
        """
        options = _DecoderOptions.of(tables, cpu, features, mode)
        digits = self._digits(words)
        return _tablewright.decode_names(self._description._store, digits, options)

    def _digits(self, words: Iterable[Word]) -> list[str]:
        is_x86 = self.name == "X86"
        return [_digits(word, is_x86) for word in words]

    def _decoded(self, answer: dict[str, Any]) -> list[Decoded]:
        if "matches" in answer:
            matches = answer["matches"]
            return [DecodedInstruction._of(self._description, match) for match in matches]
        # Bytes of X86.
        return [DecodedX86._of(self._description, answer)] if "instruction" in answer else []

    def _list(self, kind: str, make: Callable[[Description, dict[str, Any]], T]) -> list[T]:
        rows = json.loads(_tablewright.export(self._description._store, kind))
        return [make(self._description, row) for row in rows]

    def __repr__(self) -> str:
        return f"<Target {self.name}>"


def _digits(word: Word, is_x86: bool) -> str:
    """A word as hexadecimal digits."""
    if isinstance(word, str):
        return word.replace(" ", "")
    if isinstance(word, (bytes, bytearray)):
        if not is_x86:
            message = "bytes are decoded for X86 alone; int.from_bytes() makes a word of them"
            raise TypeError(message)
        return word.hex()
    if is_x86:
        raise TypeError("instructions of X86 are decoded from bytes, not from a number")
    if word < 0:
        raise ValueError(f"a word is not negative: {word}")
    return f"{word:x}"
