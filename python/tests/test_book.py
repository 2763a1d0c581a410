"""The pages of the book about Python: their code runs, and prints what the pages say.

A block of Python is a cell; the block of text after it is its output: what it prints, and the value of its last
expression, as in a notebook. ``TABLEWRIGHT_BLESS=1 pytest tests/test_book.py`` writes the output into the pages.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import traceback
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    "docs/src/library/python.md",
    "docs/src/library/notebook.md",
    "docs/src/library/notebook-run.md",
    "python/README.md",
]

CELL = re.compile(r"```python\n(?P<code>.*?)```\n(?:\n```text\n(?P<output>.*?)```\n)?", re.DOTALL)


def run(code: str, names: dict[str, Any], page: str) -> str:
    """Runs a cell, and returns what a notebook shows below it."""
    tree = ast.parse(code, page)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        try:
            exec(compile(tree, page, "exec"), names)
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), page, "eval"), names)
                if value is not None:
                    print(repr(value))
        except Exception as error:
            # A notebook shows the trace, too; the page shows the exception alone.
            print("".join(traceback.format_exception_only(error)).rstrip())
    return shown.getvalue()


@pytest.mark.parametrize("page", PAGES)
def test_the_cells_of_a_page_print_what_it_says(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = ROOT / page
    if not path.exists():
        pytest.skip("the package is tested without the book")
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {"__name__": "__page__"}
    text = path.read_text(encoding="utf-8")

    def with_output(cell: re.Match[str]) -> str:
        output = run(cell["code"], names, page)
        shown = f"\n```text\n{output}```\n" if output else ""
        return f"```python\n{cell['code']}```\n{shown}"

    printed = CELL.sub(with_output, text)
    if os.environ.get("TABLEWRIGHT_BLESS") == "1":
        path.write_text(printed, encoding="utf-8")
    elif "```text\n" in text:
        # A page that shows no output yet is run alone.
        assert printed == text
