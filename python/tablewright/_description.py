"""Loading, and the class `Description`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from . import _tablewright
from ._errors import Diagnostic
from ._named_list import NamedList
from ._values import Progress, Value

if TYPE_CHECKING:
    from ._tablewright import Class, Record
    from ._target import Target

StrPath = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class _Request:
    """Arguments of `load` and `loads`; read by ``load.rs``."""

    path: StrPath
    text: str | None
    include: list[StrPath]
    define: list[str]
    files: dict[StrPath, str]
    release: str | None
    find_includes: bool
    warn_unused_template_args: bool
    progress: Callable[[Progress], object] | None


@dataclass(frozen=True)
class _Selection:
    """Filters and order of a query; read by ``query.rs``."""

    condition: str | None
    classes: list[str]
    names: list[str]
    uses: str | None
    sort: str | None


class Group(NamedTuple):
    """Records with the same value of a path."""

    value: Value | None
    """The shared value; ``None`` if the records lack the path."""
    records: list[Record]
    """Records with this value."""


def load(
    path: StrPath,
    *,
    include: StrPath | Iterable[StrPath] = (),
    define: str | Iterable[str] = (),
    release: str | int | None = None,
    files: Mapping[StrPath, str] | None = None,
    find_includes: bool = True,
    warn_unused_template_args: bool = False,
    progress: Callable[[Progress], object] | None = None,
) -> Description:
    """Loads a description from the file at ``path``.

    Other threads continue meanwhile, and ``Ctrl-C`` raises `KeyboardInterrupt`.

    :param include: a directory, or several, to search for included files.
    :param define: a macro for ``#ifdef``, or several.
    :param release: the description's LLVM release, for example ``"19"``; detected by default.
    :param files: file contents by name. They precede files on disk.
    :param find_includes: whether to search also the directory of ``path`` and, in an LLVM source tree, the tree's
        include directories.
    :param warn_unused_template_args: whether to warn about unused template arguments.
    :param progress: a function that receives a `Progress`, at most ten times a second. If it raises an exception,
        loading ends.
    :raises OSError: if ``path`` cannot be read; `FileNotFoundError` if it does not exist.
    :raises LoadError: if the description has errors.
    :raises ValueError: if ``release`` is unknown, or ``define`` contains an invalid macro name.
    """
    return Description(
        _tablewright.load(
            _Request(
                path=path,
                text=None,
                include=_paths(include),
                define=_texts(define),
                files=dict(files or {}),
                release=None if release is None else str(release),
                find_includes=find_includes,
                warn_unused_template_args=warn_unused_template_args,
                progress=progress,
            )
        )
    )


def loads(
    text: str,
    *,
    name: StrPath = "<string>",
    include: StrPath | Iterable[StrPath] = (),
    define: str | Iterable[str] = (),
    release: str | int | None = None,
    files: Mapping[StrPath, str] | None = None,
    warn_unused_template_args: bool = False,
    progress: Callable[[Progress], object] | None = None,
) -> Description:
    """Loads a description from ``text``. Messages call it ``name``. For the other arguments, see `load`."""
    return Description(
        _tablewright.load(
            _Request(
                path=name,
                text=text,
                include=_paths(include),
                define=_texts(define),
                files=dict(files or {}),
                release=None if release is None else str(release),
                find_includes=False,
                warn_unused_template_args=warn_unused_template_args,
                progress=progress,
            )
        )
    )


class Description:
    """A loaded description, from `load` or `loads`. It is immutable, and threads can share it.

    A record, class or dag keeps the loaded data alive, even after you drop the `Description`.
    """

    def __init__(self, store: _tablewright.Store) -> None:
        self._store = store

    @property
    def name(self) -> str:
        """Name of the main file."""
        return self._store.name

    @property
    def release(self) -> str:
        """LLVM release of the description, for example ``"19"``."""
        return self._store.release

    @cached_property
    def files(self) -> list[str]:
        """Names of the files read, without repetition, main file first."""
        return self._store.files

    @cached_property
    def diagnostics(self) -> list[Diagnostic]:
        """Warnings, and messages from ``dump`` statements."""
        return self._store.diagnostics

    @cached_property
    def records(self) -> NamedList[Record]:
        """All records, ordered by name."""
        return NamedList(self._store.records(), "record", self._store.find_record)

    @cached_property
    def classes(self) -> NamedList[Class]:
        """All classes, ordered by name."""
        return NamedList(self._store.classes(), "class", self._store.find_class)

    @cached_property
    def variables(self) -> dict[str, Value]:
        """Values of global variables (``defvar`` and ``defset``) by name."""
        return dict(self._store.variables())

    @cached_property
    def target(self) -> Target:
        """Models of the LLVM target in the description."""
        from ._target import Target

        return Target(self)

    def query(
        self,
        condition: str | None = None,
        *,
        class_: str | Class | Iterable[str | Class] = (),
        name: str | Iterable[str] = (),
        uses: str | Record | None = None,
        sort: str | None = None,
    ) -> list[Record]:
        """Returns the records that match all arguments, in natural order by name: ``R9`` before ``R10``.

        :param condition: a condition as for ``tablewright query --where``, for example
            ``"mayLoad = 1 and Pattern = []"``.
        :param class_: a class, or several: records that inherit from any of them match. ``*`` matches any text.
        :param name: a name, or several: records with any of them match. ``*`` matches any text.
        :param uses: a record: records that refer to it in a field match.
        :param sort: a path, for example a field: sorts the records by its value.
        :raises QueryError: if a condition or path is invalid, or names something that the description lacks.
        """
        selection = _selection(condition, class_, name, uses, sort)
        return _tablewright.query(self._store, selection)

    def table(
        self,
        paths: str | Iterable[str],
        condition: str | None = None,
        *,
        class_: str | Class | Iterable[str | Class] = (),
        name: str | Iterable[str] = (),
        uses: str | Record | None = None,
        sort: str | None = None,
    ) -> list[dict[str, Any]]:
        """Returns a dictionary for each matching record, with the values of paths.

        :param paths: paths, for example ``"Size, OutOperandList.rd, Pattern[0].operator"``, or a list of them.

        Keys are ``"record"``, for the `Record`, and the paths. If a record lacks a path, the value is ``None``.
        Values of type ``bit`` are 0 and 1; dags are text. For the other arguments, see `query`.
        """
        selection = _selection(condition, class_, name, uses, sort)
        shown = paths if isinstance(paths, str) else ", ".join(paths)
        columns, rows = _tablewright.query_table(self._store, shown, selection)
        return [{"record": record, **dict(zip(columns, values))} for record, values in rows]

    def group(
        self,
        path: str,
        condition: str | None = None,
        *,
        class_: str | Class | Iterable[str | Class] = (),
        name: str | Iterable[str] = (),
        uses: str | Record | None = None,
    ) -> list[Group]:
        """Groups records by the value of a path, in order of the values. For the other arguments, see `query`.

        If a path has several values in a record, the record is in several groups.
        """
        selection = _selection(condition, class_, name, uses, None)
        groups = _tablewright.query_groups(self._store, path, selection)
        return [Group(value, records) for value, records in groups]

    def __repr__(self) -> str:
        count = self._store.record_count
        return f"<Description {self.name}: {count} record{'' if count == 1 else 's'}>"


def _paths(paths: StrPath | Iterable[StrPath]) -> list[StrPath]:
    if isinstance(paths, (str, os.PathLike)):
        return [paths]
    return list(paths)


def _texts(texts: str | Iterable[str]) -> list[str]:
    return [texts] if isinstance(texts, str) else list(texts)


def _selection(
    condition: str | None,
    classes: str | Class | Iterable[str | Class],
    names: str | Iterable[str],
    uses: str | Record | None,
    sort: str | None,
) -> _Selection:
    if isinstance(classes, (str, _tablewright.Class)):
        classes = [classes]
    return _Selection(
        condition=condition,
        classes=[each if isinstance(each, str) else each.name for each in classes],
        names=_texts(names),
        uses=uses.name if isinstance(uses, _tablewright.Record) else uses,
        sort=sort,
    )
