"""Questions to a build server."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablewright

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a server needs Linux")

OPS = "class Op<int opcode> { int Opcode = opcode; }\ndef ADD : Op<1>;\ndef SUB : Op<2>;\n"


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A directory with a description. Its path is short, since the path of a socket is. Servers of the test end with it."""
    folder = Path(tempfile.mkdtemp(prefix="tw"))
    (folder / "ops.td").write_text(OPS)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    monkeypatch.delenv("TABLEWRIGHT_SERVER", raising=False)
    monkeypatch.chdir(folder)
    yield folder
    program("serve", "--stop")
    shutil.rmtree(folder)


def program(*args: str) -> str:
    command = [sys.executable, "-m", "tablewright", *args]
    return subprocess.run(command, capture_output=True, text=True).stdout


def loads() -> list[str]:
    """The lines of ``serve --status`` about loaded descriptions."""
    return [line for line in program("serve", "--status").splitlines() if line.startswith("loaded")]


def test_a_server_is_started_and_keeps_descriptions(folder: Path) -> None:
    with tablewright.Server() as server:
        answer = server.ask("query", "ops.td", class_="Op", where="Opcode = 2", names=True)
        assert (answer.value["names"], answer.messages) == (["SUB"], [])
    with tablewright.Server() as second:
        assert second.ask("query", folder / "ops.td", class_=["Op"], count=True).value["count"] == 2
        explained = second.ask("explain", "ops.td", record="ADD.Opcode").value
        assert (explained["record"], explained["field"]) == ("ADD", "Opcode")
    # Explanations need another kind of load.
    assert any("used 2 times" in row for row in loads())


def test_an_edit_changes_the_answer(folder: Path) -> None:
    with tablewright.Server() as server:
        count = lambda: server.ask("query", "ops.td", count=True).value["count"]  # noqa: E731
        assert count() == 2
        (folder / "ops.td").write_text(OPS + "def MUL : Op<3>;\n")
        assert count() == 3


def test_errors_have_diagnostics(folder: Path) -> None:
    (folder / "bad.td").write_text("class A<int n>;\ndef x : A<one>;\n")
    with tablewright.Server() as server:
        with pytest.raises(tablewright.RequestError, match="Variable not defined: 'one'") as raised:
            server.ask("query", "bad.td", count=True)
        assert raised.value.location == tablewright.Location(str(folder / "bad.td"), 2, 11)
        assert (raised.value.code, raised.value.diagnostics[0].severity) == (-32000, "error")
        with pytest.raises(tablewright.LoadError, match="unknown class 'Opp'") as raised_class:
            server.ask("query", "ops.td", class_="Opp")
        assert raised_class.value.diagnostics[0].suggestion == "did you mean 'Op'?"
        with pytest.raises(tablewright.RequestError, match="unknown parameter 'no-such'") as unknown:
            server.ask("query", "ops.td", no_such="x")
        assert (unknown.value.code, unknown.value.diagnostics) == (-32602, [])
        with pytest.raises(tablewright.RequestError, match="no-such-method"):
            server.ask("no-such-method", "ops.td")


def test_a_server_that_ended_is_started_again(folder: Path) -> None:
    server = tablewright.Server()
    assert server.ask("query", "ops.td", count=True).value["count"] == 2
    program("serve", "--stop")
    assert server.ask("query", "ops.td", count=True).value["count"] == 2
    server.close()
    assert server.ask("query", "ops.td", count=True).value["count"] == 2
    server.close()


def test_a_path_names_a_server(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConnectionError, match="no server can be reached at '.*/sock'"):
        tablewright.Server(folder / "sock")
    command = [sys.executable, "-m", "tablewright", "serve", "--socket", "sock"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and "the server waits" in process.stdout.readline()
        monkeypatch.setenv("TABLEWRIGHT_SERVER", "sock")
        with tablewright.Server() as server:
            assert server.ask("query", "ops.td", count=True).value["count"] == 2
            assert repr(server) == f"<Server {folder / 'sock'}>"
        process.terminate()
    assert not os.path.exists("sock")


def test_threads_share_a_connection(folder: Path) -> None:
    found: list[list[str]] = []
    with tablewright.Server() as server:

        def ask(opcode: int) -> None:
            answer = server.ask("query", "ops.td", where=f"Opcode = {opcode}", names=True)
            found.append([str(opcode), *answer.value["names"]])

        threads = [threading.Thread(target=ask, args=(number % 3,)) for number in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(found) == sorted([["0"], ["1", "ADD"], ["2", "SUB"]] * 4)
