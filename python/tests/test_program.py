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


SCRIPT_OF_OTHER = "#!/bin/sh\nprintf 'def b;'\n"


@pytest.mark.skipif(os.name == "nt", reason="the other program is a script of a shell")
@pytest.mark.parametrize("command", ["script", "module", "link"])
def test_it_runs_itself_beside_another_program(tmp_path: Path, command: str) -> None:
    """The program of the process is Python's interpreter, which would do something else."""
    assert SCRIPT is not None
    other = tmp_path / "other"
    other.write_text(SCRIPT_OF_OTHER)
    other.chmod(0o755)
    source = tmp_path / "a.td"
    source.write_text("def a;\n")
    # A package that lies in the current directory is not the one that runs.
    (tmp_path / "tablewright").mkdir()
    (tmp_path / "tablewright" / "__init__.py").write_text("raise SystemExit('another package')\n")
    link = tmp_path / "llvm-tblgen"
    link.symlink_to(SCRIPT)
    start = {
        "script": [SCRIPT, "llvm-tblgen"],
        "module": [sys.executable, "-m", "tablewright", "llvm-tblgen"],
        "link": [str(link)],
    }[command]
    folder = tmp_path if command != "module" else None
    options = ["--verify-with", str(other), "--dump-json", str(source)]
    done = subprocess.run([*start, *options], capture_output=True, text=True, cwd=folder)
    assert (done.returncode, done.stdout) == (0, "def b;")
    assert "the output is that of" in done.stderr
    assert '"!tablegen_json_version": 1' in done.stderr or "ours      1:1: {" in done.stderr


def test_a_cache_is_of_the_package_not_of_the_interpreter(tmp_path: Path) -> None:
    assert SCRIPT is not None
    (tmp_path / "a.td").write_text("def a;\n")
    copied = tmp_path / "site"
    shutil.copytree(Path(tablewright.__file__).parent, copied / "tablewright")
    metadata = f"tablewright-{tablewright.__version__}.dist-info"
    shutil.copytree(Path(tablewright.__file__).parents[1] / metadata, copied / metadata)

    def entries(**variables: str) -> int:
        cache = tmp_path / "cache"
        command = [sys.executable, "-m", "tablewright", "llvm-tblgen", "a.td", "-o", "a.txt"]
        environment = {**os.environ, "TABLEWRIGHT_CACHE": str(cache), **variables}
        subprocess.run(command, check=True, cwd=tmp_path, env=environment)
        return sum(path.is_file() for path in cache.rglob("*"))

    first = entries()
    assert first > 0
    assert entries() == first
    # The same interpreter with another build of the package.
    library = next(path for path in (copied / "tablewright").glob("_tablewright.*") if path.suffix != ".pyi")
    with open(library, "ab") as file:
        file.write(b"\0")
    assert entries(PYTHONPATH=str(copied)) > first
