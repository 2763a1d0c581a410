"""The types that the package declares are those that it has."""

from __future__ import annotations

import importlib.util
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import tablewright

needs_mypy = pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="needs mypy")


def mypy(*args: str, folder: Path) -> None:
    done = subprocess.run([sys.executable, "-m", *args], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr


@needs_mypy
def test_the_stub_is_what_the_module_has(tmp_path: Path) -> None:
    allowed = tmp_path / "allowed.txt"
    # A type variable that mypy makes for classes with an order.
    allowed.write_text("tablewright._values.Location._DT\n")
    options = ["--ignore-missing-stub", "--allowlist", str(allowed)]
    mypy("mypy.stubtest", "tablewright", *options, folder=tmp_path)


@needs_mypy
def test_a_program_that_uses_the_package_is_checked(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from pathlib import Path\n"
        "import tablewright\n"
        "description = tablewright.load(Path('a.td'), include=['x', Path('y')], release=19)\n"
        "all_names: list[str] = [record.name for record in description.records]\n"
        "record: tablewright.Record = description.records['x']\n"
        "step: tablewright.Step = record.explain('Inst').steps[0]\n"
        "size: int = tablewright.Target(description).instructions['ADD'].size\n"
        "name: str = tablewright.Target('a.td', include='x').name\n"
        "def names(it: tablewright.Description) -> str:\n"
        "    raise it.records['x'].error('no', field='Inst')\n"
        "tablewright.run_backend(names)\n"
    )
    mypy("mypy", "--strict", str(program), folder=tmp_path)
    program.write_text("import tablewright\ntablewright.Target('a.td', includes='x')\n")
    with pytest.raises(AssertionError, match='Unexpected keyword argument "includes"'):
        mypy("mypy", "--strict", str(program), folder=tmp_path)


def test_everything_public_is_documented_and_in_the_book() -> None:
    book = Path(__file__).resolve().parents[2] / "docs/src/library/python.md"
    text = book.read_text()
    missing = []
    for name in tablewright.__all__:
        thing = getattr(tablewright, name)
        if f"`{name}`" not in text and f"`{name}(" not in text:
            missing.append(name)
        if not inspect.isclass(thing):
            continue
        assert thing.__module__ == "tablewright", name
        assert inspect.getdoc(thing), name
        for member, value in vars(thing).items():
            is_method = callable(value) or isinstance(value, property)
            if not member.startswith("_") and is_method and not inspect.getdoc(value):
                missing.append(f"docstring of {name}.{member}")
    assert missing == []
