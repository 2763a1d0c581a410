"""The program in the package."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

import tablewright

SCRIPT = shutil.which("tablewright", path=sysconfig.get_path("scripts"))


def run(*args: object, **options: object) -> subprocess.CompletedProcess[str]:
    assert SCRIPT is not None, "the console script is installed"
    command = [SCRIPT, *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, **options)  # type: ignore[call-overload, no-any-return]


def test_the_console_script_is_the_program(toy_path: Path) -> None:
    version = run("--version")
    assert version.returncode == 0
    assert tablewright.__version__ in version.stdout
    prelude = toy_path.parent / "prelude"
    found = run("query", toy_path, "-I", prelude, "--class", "Instruction", "--name", "ADD", "--count")
    assert (found.returncode, found.stdout.strip()) == (0, "1")


def test_the_module_is_the_program_too() -> None:
    command = [sys.executable, "-m", "tablewright", "--version"]
    assert subprocess.run(command, capture_output=True, text=True).stdout == run("--version").stdout


def test_it_takes_the_place_of_llvm_tblgen(tmp_path: Path) -> None:
    source, output = tmp_path / "a.td", tmp_path / "a.json"
    source.write_text("def x { int n = 1; }\n")
    done = run("llvm-tblgen", source, "--dump-json", "-o", output)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"n":1' in output.read_text()
    printed = run("llvm-tblgen", "-", input="def x;")
    assert printed.stdout.endswith("def x {\n}\n")


def test_errors_have_the_exit_code_of_the_program(tmp_path: Path) -> None:
    source = tmp_path / "a.td"
    source.write_text("def x : C;\n")
    failed = run("llvm-tblgen", source)
    assert failed.returncode == 1
    assert f"{source}:1:9: error: Couldn't find class 'C'" in failed.stderr
    assert run("no-such-command").returncode != 0


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
def test_an_interrupt_ends_the_program(tmp_path: Path) -> None:
    assert SCRIPT is not None
    source = tmp_path / "a.td"
    source.write_text("foreach i = 0-9999 in foreach j = 0-9999 in def x#i#_#j;")
    process = subprocess.Popen([SCRIPT, "llvm-tblgen", str(source)], stdout=subprocess.DEVNULL)
    time.sleep(1)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == -signal.SIGINT
