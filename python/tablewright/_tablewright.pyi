# Types of the extension module in Rust. `tablewright` exports `Class`, `Dag`, `Field` and `Record`.

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar, final, overload

from .__main__ import _Host
from ._description import _Request, _Selection
from ._errors import AnalysisError, Diagnostic
from ._explanations import FieldExplanation, RecordExplanation
from ._target import _DecoderOptions, _RunOptions, _SelectOptions
from ._values import Location, Value

_D = TypeVar("_D")

@final
class Record:
    """A record.

    ``record["Size"]`` returns a field's value; iteration yields field names. Two objects are equal if they refer
    to the same record in the same description.
    """

    @property
    def name(self) -> str:
        """Record name; ``anonymous_N`` if the definition has none."""
    @property
    def is_anonymous(self) -> bool:
        """Whether the record was defined without a name."""
    @property
    def location(self) -> Location:
        """Location of the definition."""
    @property
    def locations(self) -> list[Location]:
        """Location of the definition, then of each enclosing ``defm``, innermost first."""
    @property
    def classes(self) -> list[Class]:
        """All superclasses, direct and indirect; each class follows its own superclasses."""
    @property
    def parents(self) -> list[Class]:
        """Direct superclasses, in order of declaration."""
    @property
    def fields(self) -> list[Field]:
        """Fields with types, values and locations, in order of declaration."""
    def inherits(self, class_: str | Class, /) -> bool:
        """Whether the record inherits from a class. Pass the class or its name."""
    def keys(self) -> list[str]:
        """Field names, in order of declaration."""
    def values(self) -> list[Value]:
        """Field values, in order of declaration."""
    def items(self) -> list[tuple[str, Value]]:
        """Fields as pairs: name and value, in order of declaration."""
    # `Any`: the description determines a value's type.
    @overload
    def get(self, name: str) -> Any | None: ...
    @overload
    def get(self, name: str, default: _D) -> Any | _D:
        """Returns a field's value; ``default`` if the record lacks it."""
    @overload
    def explain(self, field: None = None, bits: None = None) -> RecordExplanation: ...
    @overload
    def explain(self, field: str, bits: Iterable[int] | None = None) -> FieldExplanation:
        """Explains a field's value, or some of its bits; without ``field``, explains the record's origin.

        The first call evaluates the description again, from the file contents of the first load.
        """
    def error(self, message: str, field: str | None = None) -> AnalysisError:
        """Returns an `AnalysisError` for the record or for one of its fields. Raise it to report the error with its
        location and source line.
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
    """A TableGen class. Two objects are equal if they refer to the same class in the same description."""

    @property
    def name(self) -> str:
        """Class name."""
    @property
    def location(self) -> Location:
        """Location of the definition."""
    @property
    def parameters(self) -> list[tuple[str, str]]:
        """Template parameters as pairs: name and type, in order."""
    @property
    def classes(self) -> list[Class]:
        """All superclasses, direct and indirect; each class follows its own superclasses."""
    @property
    def parents(self) -> list[Class]:
        """Direct superclasses, in order of declaration."""
    @property
    def fields(self) -> list[Field]:
        """Fields with types, values and locations, in order. A value may depend on template parameters."""
    @property
    def records(self) -> list[Record]:
        """Records that inherit from this class, in natural order: ``R9`` before ``R10``."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Field:
    """A field of a record or class, with its name, type, value and location."""

    @property
    def name(self) -> str:
        """Field name."""
    @property
    def type(self) -> str:
        """Type in TableGen syntax, for example ``bits<4>``."""
    @property
    def value(self) -> Any:
        """Value of the field."""
    @property
    def location(self) -> Location:
        """Location at which the value was set last."""

@final
class Dag:
    """A dag: an operator and arguments. An argument may have a name.

    ``dag[0]`` and ``dag["rd"]`` return an argument's value; ``len(dag)`` is the number of arguments.
    """

    @property
    def operator(self) -> Any:
        """Operator, usually a record."""
    @property
    def operator_name(self) -> str | None:
        """Name of the operator, as in ``(ins:$name)``; ``None`` if it is unnamed."""
    @property
    def args(self) -> list[tuple[str | None, Any]]:
        """Arguments as pairs: name (``None`` if unnamed) and value."""
    @property
    def names(self) -> list[str]:
        """Names of the named arguments."""
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
    """A loaded description; the package wraps it in `Description`."""

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
def assemble(store: Store, text: str, processor: str | None, features: Sequence[str]) -> bytes: ...
def assemble_object(
    store: Store, text: str, processor: str | None, features: Sequence[str]
) -> bytes: ...
def select(store: Store, text: str, options: _SelectOptions) -> str: ...
def select_ir(store: Store, text: str, options: _SelectOptions) -> str: ...
def run(store: Store, objects: Sequence[tuple[str, bytes]], options: _RunOptions) -> str: ...
def disassemble(
    store: Store, data: bytes, processor: str | None, features: Sequence[str], no_aliases: bool
) -> list[tuple[int, str | None, str | None]]: ...
def most_similar(typed: str, names: Sequence[str]) -> str | None: ...
def connect(host: _Host, address: str | None) -> int: ...
def run_program(host: _Host, args: Sequence[str]) -> int: ...
