"""Classes for TableGen values without a Python type, locations and progress."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Union, overload

if TYPE_CHECKING:
    from ._tablewright import Dag, Record


@dataclass(frozen=True, order=True)
class Location:
    """A location in a file."""

    file: str
    """File name, as it was found."""
    line: int
    """Line, from 1."""
    column: int
    """Column in bytes, from 1."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Progress:
    """Progress of loading."""

    files: int
    """Number of files read. A file included twice counts twice."""
    statements: int
    """Number of evaluated statements. A statement with a body, for example ``foreach``, counts once."""
    records: int
    """Number of records, including anonymous records."""


class Unset:
    """The class of `unset`, its only object."""

    __slots__ = ()
    _only: Unset | None = None

    def __new__(cls) -> Unset:
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "unset"

    def __str__(self) -> str:
        return "?"

    def __reduce__(self) -> str:
        return "unset"


unset: Final = Unset()
"""The value ``?`` of a field without a value. It is false."""


@dataclass(frozen=True)
class FieldBit:
    """A reference to a bit in another field, for example an operand bit in an encoding."""

    name: str
    """Name of the other field."""
    bit: int
    """Bit number, from 0."""

    def __str__(self) -> str:
        return f"{self.name}{{{self.bit}}}"


@dataclass(frozen=True)
class Unresolved:
    """An expression without a value yet, for example one with a class parameter."""

    text: str
    """Expression in TableGen syntax."""

    def __str__(self) -> str:
        return self.text


Bit = Union[bool, Unset, FieldBit, Unresolved]
"""An element of `Bits`."""


class Bits(Sequence[Bit]):
    """A value of type ``bits<n>``: a sequence of bits.

    ``bits[0]`` is the lowest bit, like ``Inst{0}`` in TableGen. A bit is ``True``, ``False``, `unset`, a `FieldBit`
    or an `Unresolved`. ``int(bits)`` is the number, if all bits are 0 or 1.
    """

    __slots__ = ("_bits",)

    def __init__(self, bits: Sequence[Bit]) -> None:
        self._bits: tuple[Bit, ...] = tuple(bits)

    @property
    def value(self) -> int:
        """The bits as a number. Bits that are neither 0 nor 1 count as 0."""
        return sum(1 << index for index, bit in enumerate(self._bits) if bit is True)

    @property
    def mask(self) -> int:
        """A number with a 1 for each known bit: each bit that is 0 or 1."""
        return sum(1 << index for index, bit in enumerate(self._bits) if isinstance(bit, bool))

    @property
    def is_complete(self) -> bool:
        """Whether all bits are 0 or 1."""
        return all(isinstance(bit, bool) for bit in self._bits)

    def __int__(self) -> int:
        if not self.is_complete:
            raise ValueError(f"not all bits of {self} are 0 or 1")
        return self.value

    def __index__(self) -> int:
        return int(self)

    def __len__(self) -> int:
        return len(self._bits)

    @overload
    def __getitem__(self, index: int) -> Bit: ...
    @overload
    def __getitem__(self, index: slice) -> Bits: ...
    def __getitem__(self, index: int | slice) -> Bit | Bits:
        if isinstance(index, slice):
            return Bits(self._bits[index])
        return self._bits[index]

    def __iter__(self) -> Iterator[Bit]:
        return iter(self._bits)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Bits):
            return self._bits == other._bits
        if isinstance(other, int):
            return self.is_complete and self.value == other
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.value) if self.is_complete else hash(self._bits)

    def __str__(self) -> str:
        # Combines adjacent digits, and adjacent bits of a field: { 0b01, rd{4-0} }.
        runs: list[str] = []
        digits = ""
        run: tuple[str, int, int] | None = None

        def flush() -> None:
            nonlocal digits, run
            if digits:
                runs.append(f"0b{digits}")
                digits = ""
            if run:
                name, high, low = run
                runs.append(f"{name}{{{high}}}" if high == low else f"{name}{{{high}-{low}}}")
                run = None

        for bit in reversed(self._bits):
            if isinstance(bit, FieldBit):
                if run and run[0] == bit.name and run[2] == bit.bit + 1:
                    run = (bit.name, run[1], bit.bit)
                    continue
                flush()
                run = (bit.name, bit.bit, bit.bit)
            elif isinstance(bit, Unresolved):
                flush()
                runs.append(bit.text)
            else:
                if run:
                    flush()
                digits += "?" if bit is unset else "01"[bool(bit)]
        flush()
        if len(runs) == 1 and runs[0].startswith("0b"):
            return runs[0]
        return "{ " + ", ".join(runs) + " }"

    def __repr__(self) -> str:
        return f"<Bits {self}>"


Value = Union[
    int, bool, str, Bits, "list[Value]", "Dag", "Record", Unset, Unresolved
]  # Strings: the extension module imports this module.
"""The value of a field."""
