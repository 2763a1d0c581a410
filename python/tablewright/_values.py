"""Values of fields that Python has no type for, and locations."""

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
    """The name of the file, as it was found."""
    line: int
    """The line, from one."""
    column: int
    """The column in bytes, from one."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Progress:
    """How far loading is."""

    files: int
    """How many files were read. A file that is included twice is counted twice."""
    statements: int
    """How many statements were evaluated. A statement with others in it, such as ``foreach``, is one."""
    records: int
    """How many records there are, anonymous ones included."""


class Unset:
    """The class of `unset`, which is its only object."""

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
"""The value of a field without one: ``?``. It is false."""


@dataclass(frozen=True)
class FieldBit:
    """A bit that is a bit of another field, such as that of an operand in an encoding."""

    name: str
    """The name of the field."""
    bit: int
    """The number of the bit, from zero."""

    def __str__(self) -> str:
        return f"{self.name}{{{self.bit}}}"


@dataclass(frozen=True)
class Unresolved:
    """A value that depends on what has no value yet, such as a parameter of a class."""

    text: str
    """The value as TableGen writes it."""

    def __str__(self) -> str:
        return self.text


Bit = Union[bool, Unset, FieldBit, Unresolved]
"""A bit of `Bits`."""


class Bits(Sequence[Bit]):
    """A row of bits, a value of type ``bits<n>``.

    ``bits[0]`` is the lowest bit, as ``Inst{0}`` is in TableGen. A bit is ``True``, ``False``, `unset`, a
    `FieldBit`, or `Unresolved`. ``int(bits)`` is the number they spell, if all of them are 0 or 1.
    """

    __slots__ = ("_bits",)

    def __init__(self, bits: Sequence[Bit]) -> None:
        self._bits: tuple[Bit, ...] = tuple(bits)

    @property
    def value(self) -> int:
        """The number that the bits spell, those that are neither 0 nor 1 counted as 0."""
        return sum(1 << index for index, bit in enumerate(self._bits) if bit is True)

    @property
    def mask(self) -> int:
        """A number with a 1 for each bit that is 0 or 1."""
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
        # Digits in one number, bits that follow each other in a field as a range: { 0b01, rd{4-0} }.
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
]  # The classes of the part in Rust import this module.
"""The value of a field."""
