"""Comparison of the docstrings with the book's reference page.

``TABLEWRIGHT_BLESS=1 python/test test_reference.py`` writes the page.
"""

from __future__ import annotations

import ast
import inspect
import os
import re
from pathlib import Path

import pytest

import tablewright

PAGE = Path(__file__).resolve().parents[2] / "docs/src/library/python-reference.md"

HEAD = """\
# Python: reference

All classes and functions of the package `tablewright`, from its docstrings. For a tutorial, see [Python](python.md).
"""

Definition = ast.ClassDef | ast.FunctionDef


def definitions() -> dict[str, Definition]:
    """Finds the definitions by name; the stub has the definitions in Rust."""
    found: dict[str, Definition] = {}
    folder = Path(tablewright.__file__).parent
    for path in [*folder.glob("_*.pyi"), *folder.glob("_*.py")]:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                found[node.name] = node
    return found


def text_of(docstring: str) -> str:
    """Converts a docstring to Markdown."""
    code = re.compile(r"\.\. code-block:: (\w+)\n\n((?:    .*\n|\n)+)")
    text = code.sub(lambda it: f"```py\n{inspect.cleandoc(it[2])}\n```\n\n", docstring + "\n")
    text = text.replace("``", "`")
    text = re.sub(r"^:param (\w+): ", r"- `\1`: ", text, flags=re.MULTILINE)
    text = re.sub(r"^:raises (\w+): ", r"- raises `\1` ", text, flags=re.MULTILINE)
    # Continuation lines of an item.
    return re.sub(r"\n    (?=\S)", "\n  ", text).strip()


def signature(node: ast.FunctionDef, is_method: bool) -> str:
    args = node.args
    names = [each.arg for each in args.posonlyargs + args.args][is_method:]
    if args.vararg is not None:
        names.append(f"*{args.vararg.arg}")
    elif args.kwonlyargs:
        names.append("*")
    names += [each.arg for each in args.kwonlyargs]
    if args.kwarg is not None:
        names.append(f"**{args.kwarg.arg}")
    return f"{node.name}({', '.join(names)})"


def decorators(node: ast.FunctionDef) -> set[str]:
    return {ast.unparse(each) for each in node.decorator_list}


def members(node: ast.ClassDef) -> list[tuple[str, str]]:
    """Members of a class, with docstrings."""
    found: list[tuple[str, str]] = []
    for member, after in zip(node.body, [*node.body[1:], None]):
        if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
            is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            if not member.target.id.startswith("_"):
                assert is_text, f"docstring of {node.name}.{member.target.id}"
                found.append((member.target.id, inspect.cleandoc(after.value.value)))  # type: ignore[union-attr, arg-type]
        elif isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
            docstring = ast.get_docstring(member)
            if docstring is None:
                assert "overload" in decorators(member), f"docstring of {node.name}.{member.name}"
                continue
            is_property = decorators(member) & {"property", "cached_property"}
            name = member.name if is_property else signature(member, is_method=True)
            found.append((name, docstring))
    return found


def section(name: str, nodes: dict[str, Definition]) -> str:
    node = nodes[name]
    docstring = ast.get_docstring(node)
    assert docstring is not None, f"docstring of {name}"
    if isinstance(node, ast.FunctionDef):
        return f"## `{signature(node, is_method=False)}`\n\n{text_of(docstring)}\n"
    parts = [f"## `{name}`\n\n{text_of(docstring)}\n"]
    rows = members(node)
    for base in node.bases:
        parent = nodes.get(ast.unparse(base))
        if isinstance(parent, ast.ClassDef):
            if parent.name in tablewright.__all__:
                parts.append(f"It is a `{parent.name}`.\n")
            else:
                rows += [row for row in members(parent) if row[0] not in dict(rows)]
    short = [(name, text) for name, text in rows if "\n\n" not in text and ":param" not in text]
    if short:
        lines = [f"| `{name}` | {text_of(text)} |".replace("\n", " ") for name, text in short]
        parts.append("\n".join(["| member | |", "|---|---|", *lines, ""]))
    parts += [f"### `{name}.{row}`\n\n{text_of(text)}\n" for row, text in rows if (row, text) not in short]
    return "\n".join(parts)


def test_the_reference_is_what_the_docstrings_say() -> None:
    if not PAGE.parent.exists():
        pytest.skip("the package is tested without the book")
    nodes = definitions()
    names = sorted((name for name in tablewright.__all__ if name in nodes), key=str.lower)
    # A type and a value that have no docstrings of their own.
    assert set(tablewright.__all__) - set(names) == {"Value", "unset"}
    sections = [section(name, nodes) for name in names]
    text = "\n".join([HEAD, *sections])
    if os.environ.get("TABLEWRIGHT_BLESS") == "1":
        PAGE.write_text(text, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == text
