# The part that is written in Rust. `Class`, `Dag`, `Field` and `Record` are public, as members of `tablewright`.

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar, final, overload

from .__main__ import _Host
from ._description import _Request, _Selection
from ._errors import AnalysisError, Diagnostic
from ._explanations import FieldExplanation, RecordExplanation
from ._target import _DecoderOptions
from ._values import Location, Value

_D = TypeVar("_D")

@final
class Record:
    """A record.

    ``record["Size"]`` is the value of a field; iteration gives the names of the fields. Two are equal if they are
    the same record of the same description.
    """

    @property
    def name(self) -> str:
        """The name of the record; ``anonymous_N`` if it has none."""
    @property
    def is_anonymous(self) -> bool:
        """Whether it was defined without a name."""
    @property
    def location(self) -> Location:
        """Where it is defined."""
    @property
    def locations(self) -> list[Location]:
        """Where it is defined, then the ``defm`` statements that it comes from, the innermost first."""
    @property
    def classes(self) -> list[Class]:
        """All classes that it inherits from, each after those that it inherits from itself."""
    @property
    def parents(self) -> list[Class]:
        """The classes that it names itself, in order."""
    @property
    def fields(self) -> list[Field]:
        """The fields with their types and locations, in order of declaration."""
    def inherits(self, class_: str | Class, /) -> bool:
        """Whether it inherits from a class, or from the class of that name."""
    def keys(self) -> list[str]:
        """The names of the fields, in order of declaration."""
    def values(self) -> list[Value]:
        """The values of the fields, in order of declaration."""
    def items(self) -> list[tuple[str, Value]]:
        """The fields as pairs of name and value, in order of declaration."""
    # The type of a value follows from the description, not from Python's types: hence `Any`.
    @overload
    def get(self, name: str) -> Any | None: ...
    @overload
    def get(self, name: str, default: _D) -> Any | _D:
        """The value of a field; ``default`` if the record does not have it."""
    @overload
    def explain(self, field: None = None, bits: None = None) -> RecordExplanation: ...
    @overload
    def explain(self, field: str, bits: Iterable[int] | None = None) -> FieldExplanation:
        """What set a field, or some of its bits; without a field, where the record comes from.

        The first explanation of a description evaluates it once more, from the texts that were read at first.
        """
    def error(self, message: str, field: str | None = None) -> AnalysisError:
        """An error about the record, or about one of its fields, to be raised: an `AnalysisError` whose text has the
        location and the line of the description.
        """
    def __getitem__(self, name: str, /) -> Any: ...
    def __contains__(self, name: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def _ipython_key_completions_(self) -> list[str]: ...

@final
class Class:
    """A class. Two are equal if they are the same class of the same description."""

    @property
    def name(self) -> str:
        """The name of the class."""
    @property
    def location(self) -> Location:
        """Where it is defined."""
    @property
    def parameters(self) -> list[tuple[str, str]]:
        """The names and types of the template parameters, in order."""
    @property
    def classes(self) -> list[Class]:
        """All classes that it inherits from, each after those that it inherits from itself."""
    @property
    def parents(self) -> list[Class]:
        """The classes that it names itself, in order."""
    @property
    def fields(self) -> list[Field]:
        """The fields with their types and locations, in order of declaration. Values may depend on parameters."""
    @property
    def records(self) -> list[Record]:
        """The records that inherit from it, in natural order of their names."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Field:
    """A field of a record or class: its name, type and value, and where the value was set last."""

    @property
    def name(self) -> str:
        """The name of the field."""
    @property
    def type(self) -> str:
        """The type of the field, as TableGen writes it: ``bits<4>``."""
    @property
    def value(self) -> Any:
        """The value of the field."""
    @property
    def location(self) -> Location:
        """Where the field was set last."""

@final
class Dag:
    """A dag: an operator and arguments, each of which may have a name.

    ``dag[0]`` and ``dag["rd"]`` are values of arguments, ``len(dag)`` is their number.
    """

    @property
    def operator(self) -> Any:
        """The operator."""
    @property
    def operator_name(self) -> str | None:
        """The name of the operator, or ``None``."""
    @property
    def args(self) -> list[tuple[str | None, Any]]:
        """The arguments as pairs of a name, or ``None``, and a value."""
    @property
    def names(self) -> list[str]:
        """The names of the arguments that have one."""
    def __getitem__(self, key: int | str, /) -> Any: ...
    def __contains__(self, name: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Store:
    """A loaded description. The class `Description` of the package has one."""

    @property
    def name(self) -> str: ...
    @property
    def release(self) -> str: ...
    @property
    def files(self) -> list[str]: ...
    @property
    def diagnostics(self) -> list[Diagnostic]: ...
    @property
    def record_count(self) -> int: ...
    def records(self) -> list[Record]: ...
    def classes(self) -> list[Class]: ...
    def find_record(self, name: str) -> Record | None: ...
    def find_class(self, name: str) -> Class | None: ...
    def variables(self) -> list[tuple[str, Any]]: ...

def load(request: _Request) -> Store: ...
def query(store: Store, selection: _Selection) -> list[Record]: ...
def query_table(
    store: Store, paths: str, selection: _Selection
) -> tuple[list[str], list[tuple[Record, list[Any]]]]: ...
def query_groups(store: Store, path: str, selection: _Selection) -> list[tuple[Any, list[Record]]]: ...
def target_name(store: Store) -> str: ...
def export(store: Store, kind: str) -> str: ...
def decode(store: Store, words: Sequence[str], options: _DecoderOptions) -> str: ...
def decode_names(store: Store, words: Sequence[str], options: _DecoderOptions) -> list[str | None]: ...
def most_similar(typed: str, names: Sequence[str]) -> str | None: ...
def run_program(host: _Host, args: Sequence[str]) -> int: ...
