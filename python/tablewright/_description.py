"""Loading descriptions, and what is in them."""

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
    """What is read, and how. The members are read by ``load.rs``."""

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
    """Which records are asked for. The members are read by ``query.rs``."""

    condition: str | None
    classes: list[str]
    names: list[str]
    uses: str | None
    sort: str | None


class Group(NamedTuple):
    """Records for which a path has the same value."""

    value: Value | None
    """The value; ``None`` for records in which the path leads nowhere."""
    records: list[Record]
    """The records."""


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

    Other threads run meanwhile, and ``Ctrl-C`` raises `KeyboardInterrupt`.

    :param include: a directory, or several, in which included files are searched.
    :param define: a macro for ``#ifdef``, or several.
    :param release: the release of LLVM that the description belongs to, such as ``"19"``; without it, it is
        detected.
    :param files: contents of files by name. They are found before files on disk.
    :param find_includes: whether to search the directory of ``path`` too, and the include directories of the source
        tree that it lies in.
    :param warn_unused_template_args: whether to warn of template arguments that are never used.
    :param progress: a function that is called now and then with how far loading is. An exception that it raises
        ends loading.
    :raises OSError: if ``path`` cannot be read; `FileNotFoundError` if there is no such file.
    :raises LoadError: if the description has errors.
    :raises ValueError: if ``release`` is no release, or a name in ``define`` no name.
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
    """Loads a description from ``text``, which messages call ``name``. For the rest, see `load`."""
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
    """A loaded description. It does not change, and threads can share it. `load` and `loads` make one.

    A record, class or dag keeps what it needs of the description, however long that itself is there.
    """

    def __init__(self, store: _tablewright.Store) -> None:
        self._store = store

    @property
    def name(self) -> str:
        """The name of the main file."""
        return self._store.name

    @property
    def release(self) -> str:
        """The release of LLVM that the description belongs to, such as ``"19"``."""
        return self._store.release

    @cached_property
    def files(self) -> list[str]:
        """The names of the files that were read, each once, the main file first."""
        return self._store.files

    @cached_property
    def diagnostics(self) -> list[Diagnostic]:
        """The warnings, and the messages of ``dump`` statements."""
        return self._store.diagnostics

    @cached_property
    def records(self) -> NamedList[Record]:
        """All records, by name."""
        return NamedList(self._store.records(), "record", self._store.find_record)

    @cached_property
    def classes(self) -> NamedList[Class]:
        """All classes, by name."""
        return NamedList(self._store.classes(), "class", self._store.find_class)

    @cached_property
    def variables(self) -> dict[str, Value]:
        """The values of global variables (``defvar`` and ``defset``), by name."""
        return dict(self._store.variables())

    @cached_property
    def target(self) -> Target:
        """What the description says of an LLVM target."""
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
        """The records for which all that is asked holds, in natural order of their names: R9 before R10.

        :param condition: a condition such as ``"mayLoad = 1 and Pattern = []"``. It is what
            ``tablewright query --where`` takes.
        :param class_: a class, or several of which a record has to inherit from one. ``*`` stands for anything.
        :param name: a name, or several of which a record has to have one. ``*`` stands for anything.
        :param uses: a record to which records have to refer in a field.
        :param sort: a path, such as a field, by whose value they are sorted.
        :raises QueryError: if the query is none, or mentions what the description does not have.
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
        """The values of paths in records, as a dictionary for each record.

        :param paths: paths, such as fields: ``"Size, OutOperandList.rd, Pattern[0].operator"``, or a list of them.

        The keys are ``"record"``, whose value is the `Record`, and the paths. The value of a path that a record does
        not have is ``None``. Values of type ``bit`` are 0 and 1, dags are text. For the rest, see `query`.
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
        """Records by the value of a path, in order of the values. For the rest, see `query`.

        Where a path has several values, a record is in several groups.
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
