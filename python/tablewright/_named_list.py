"""Lists with access by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar, overload

from ._errors import UnknownNameError
from ._tablewright import most_similar


class _Named(Protocol):
    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=_Named)
D = TypeVar("D")


class NamedList(Sequence[T]):
    """A list of named things, for example records, in order.

    ``things[0]`` returns the first element, ``things["ADD"]`` the element named ``ADD``; ``"ADD" in things`` tests
    for this name. `get` returns a default instead of raising `UnknownNameError`.
    """

    __slots__ = ("_by_name", "_find", "_items", "_kind")

    def __init__(
        self, items: Iterable[T], kind: str, find: Callable[[str], T | None] | None = None
    ) -> None:
        self._items = tuple(items)
        self._kind = kind
        self._find = find
        self._by_name: dict[str, T] | None = None

    @property
    def names(self) -> list[str]:
        """Names, in the order of the elements."""
        return [item.name for item in self._items]

    def _found(self, name: str) -> T | None:
        if self._find is not None:
            return self._find(name)
        if self._by_name is None:
            # The first of several elements with a name wins.
            self._by_name = {item.name: item for item in reversed(self._items)}
        return self._by_name.get(name)

    @overload
    def get(self, name: str) -> T | None: ...
    @overload
    def get(self, name: str, default: D) -> T | D: ...
    def get(self, name: str, default: D | None = None) -> T | D | None:
        """Returns the element with this name; ``default`` if it does not exist."""
        found = self._found(name)
        return default if found is None else found

    @overload
    def __getitem__(self, key: int) -> T: ...
    @overload
    def __getitem__(self, key: str) -> T: ...
    @overload
    def __getitem__(self, key: slice) -> list[T]: ...
    def __getitem__(self, key: int | str | slice) -> T | list[T]:
        if isinstance(key, str):
            found = self._found(key)
            if found is None:
                message = f"unknown {self._kind} '{key}'"
                raise UnknownNameError(message, key, most_similar(key, self.names))
            return found
        if isinstance(key, slice):
            return list(self._items[key])
        return self._items[key]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __contains__(self, item: object) -> bool:
        if isinstance(item, str):
            return self._found(item) is not None
        return item in self._items

    def __repr__(self) -> str:
        shown = ", ".join(item.name for item in self._items[:3])
        more = ", …" if len(self._items) > 3 else ""
        return f"<NamedList of {len(self._items)}: {shown}{more}>"

    def _ipython_key_completions_(self) -> list[str]:
        return self.names
