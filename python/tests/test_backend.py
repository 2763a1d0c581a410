"""Programs with a backend of one's own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tablewright

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "python"
PAGE = EXAMPLE.parents[1] / "docs/src/library/python-backends.md"

needs_modes = pytest.mark.skipif(os.name == "nt", reason="there are no such permissions")


def run(folder: Path, *args: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLE / "opcodes.py"), *args]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, input=text)


@pytest.fixture()
def folder(tmp_path: Path) -> Path:
    source = (EXAMPLE / "opcodes.td").read_text()
    head, defs = source.split("def Push", 1)
    (tmp_path / "inc dir").mkdir()
    (tmp_path / "inc dir" / "base.td").write_text(head)
    (tmp_path / "a.td").write_text(f'include "base.td"\ndef Push{defs}')
    return tmp_path


def test_the_example_of_the_book_writes_what_the_book_says() -> None:
    done = run(EXAMPLE, "opcodes.td")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"```c\n{done.stdout}```\n" in PAGE.read_text()


def test_an_output_and_a_depfile_are_written(folder: Path) -> None:
    done = run(folder, "a.td", "-I", "inc dir", "-o", "a#.inc", "-d", "a.d")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert '  [0x40] = {"jump.if", 2}, // JumpIf\n' in (folder / "a#.inc").read_text()
    included = "inc\\ dir/base.td" if os.sep == "/" else "inc\\ dir\\base.td"
    assert (folder / "a.d").read_text() == f"a\\#.inc: a.td {included}\n"
    assert sorted(path.name for path in folder.iterdir()) == ["a#.inc", "a.d", "a.td", "inc dir"]


def test_the_input_may_be_standard_input(folder: Path) -> None:
    text = (folder / "a.td").read_text()
    done = run(folder, "-Iinc dir", "-d", "a.d", "-o", "a.inc", text=text)
    assert (done.returncode, done.stderr) == (0, "")
    assert (folder / "a.d").read_text().startswith("a.inc: inc")
    assert run(folder, "-I", "inc dir", text=text).stdout == (folder / "a.inc").read_text()


def test_an_output_that_stays_the_same_may_be_left(folder: Path) -> None:
    output = folder / "a.inc"
    args = ["a.td", "-I", "inc dir", "-o", "a.inc"]
    run(folder, *args)
    os.utime(output, (1, 1))
    run(folder, *args, "--write-if-changed")
    assert output.stat().st_mtime == 1
    run(folder, *args)
    assert output.stat().st_mtime > 1


def test_an_error_of_the_backend_has_its_location_and_leaves_the_output(folder: Path) -> None:
    (folder / "a.inc").write_text("old\n")
    with open(folder / "a.td", "a") as file:
        file.write("def Also : Opcode<0x11>;\n")
    done = run(folder, "a.td", "-I", "inc dir", "-o", "a.inc")
    assert done.returncode == 1
    # The records are in natural order of their names, so that `Also` comes first.
    trail, error, line, *_ = done.stderr.splitlines()
    assert trail == "Included from a.td:1:"
    assert error == f"inc dir{os.sep}base.td:4:11: error: 'Also' has the number 0x11, too"
    assert line == "  bits<8> Number = number;"
    assert (folder / "a.inc").read_text() == "old\n"


def test_errors_of_the_input_and_of_the_command_line_are_said(folder: Path) -> None:
    done = run(folder, "a.td")
    assert (done.returncode, done.stdout) == (1, "")
    assert "a.td:1:9: error: could not find include file 'base.td'".lower() in done.stderr.lower()
    assert run(folder, "missing.td").stderr == "missing.td: No such file or directory\n"
    done = run(folder, "a.td", "-I", "inc dir", "-o", "missing/a.inc")
    assert (done.returncode, done.stderr) == (1, "missing/a.inc: No such file or directory\n")
    done = run(folder, "a.td", "-d", "a.d")
    assert (done.returncode, done.stderr) == (1, "a depfile (-d) needs an output file (-o)\n")
    done = run(folder, "--help")
    assert done.returncode == 0
    assert "Writes the opcodes of an interpreter as a table in C." in done.stdout


@needs_modes
def test_an_output_keeps_its_permissions_and_a_link_stays_one(folder: Path) -> None:
    output, link = folder / "a.inc", folder / "link.inc"
    args = ["a.td", "-I", "inc dir", "-o"]
    run(folder, *args, "a.inc")
    mask = os.umask(0)
    os.umask(mask)
    assert output.stat().st_mode & 0o777 == 0o666 & ~mask
    output.chmod(0o640)
    link.symlink_to("a.inc")
    output.write_text("")
    run(folder, *args, "link.inc")
    assert link.is_symlink()
    assert output.read_text() != ""
    assert output.stat().st_mode & 0o777 == 0o640


def test_a_backend_is_called_with_its_arguments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "a.td"
    source.write_text("#ifdef MORE\ndef y;\n#endif\ndef x;\n")

    def names(description: tablewright.Description) -> str:
        return ",".join(description.records.names)

    output = tmp_path / "names.txt"
    tablewright.run_backend(names, [str(source), "-D", "MORE", "-o", str(output)])
    assert output.read_text() == "x,y"
    with pytest.raises(SystemExit, match="unknown record 'z'"):
        tablewright.run_backend(lambda it: str(it.records["z"]), [str(source)])
