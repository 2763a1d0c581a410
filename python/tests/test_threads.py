"""Threads, interrupts, and memory."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import tablewright

LONG = "foreach i = 0-9999 in foreach j = 0-9999 in def x#i#_#j;"


def test_two_threads_load_at_once(toy_path: Path) -> None:
    def load(_: int) -> int:
        description = tablewright.load(toy_path, include=toy_path.parent / "prelude")
        return len(description.records) + len(description.target.instructions)

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(load, range(8)))) == 1


def test_threads_share_a_description(toy: tablewright.Description) -> None:
    def sizes(_: int) -> list[int]:
        return [record["Size"] for record in toy.classes["Instruction"].records]

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(sizes, range(8))
    assert all(other == first for other in others)


def test_other_threads_run_while_one_loads() -> None:
    """A load that never ends by itself would hold up everybody if it held the interpreter's lock."""
    seen = threading.Event()

    class Enough(Exception):
        pass

    def stop(_: tablewright.Progress) -> None:
        if seen.is_set():
            raise Enough

    other = threading.Timer(0.05, seen.set)
    other.start()
    with pytest.raises(Enough):
        tablewright.loads(LONG, progress=stop)
    other.join()


def interrupted(code: str, *args: str) -> float:
    """Runs code that prints a line and then waits in the package; how long it lives after an interrupt."""
    command = [sys.executable, "-u", "-c", textwrap.dedent(code), *args]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "loading\n"
    time.sleep(0.3)
    assert process.poll() is None, process.communicate()
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert out == "interrupted\n", err
    assert process.returncode == 0
    return time.monotonic() - start


# A program that a shell started in the background ignores interrupts, and so do those that it starts.
CODE = """
    import signal, sys, tablewright
    signal.signal(signal.SIGINT, signal.default_int_handler)
    print("loading")
    try:
        {load}
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.mark.skipif(os.name == "nt", reason="interrupts are sent otherwise there")
def test_an_interrupt_ends_loading() -> None:
    code = CODE.format(load="tablewright.loads(sys.argv[1])")
    assert interrupted(code, LONG) < 5


@pytest.mark.skipif(os.name == "nt", reason="interrupts are sent otherwise there")
def test_an_interrupt_ends_loading_of_amdgpu(corpus: Path) -> None:
    path = corpus / "llvm/lib/Target/AMDGPU/AMDGPU.td"
    # It may be loaded in less than the time to the interrupt, so it is loaded again and again.
    code = CODE.format(load="while True: tablewright.load(sys.argv[1])")
    assert interrupted(code, str(path)) < 5


def resident_bytes() -> int:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="measured on Linux")
def test_memory_is_freed_with_the_last_object() -> None:
    text = "foreach i = 0-29999 in def x#i { string s = \"number \"#i; list<int> l = [i, i]; }"

    def load_and_drop() -> None:
        description = tablewright.loads(text)
        record = description.records["x5"]
        assert record.explain("s").value == '"number 5"'
        del description
        assert record["s"] == "number 5"

    load_and_drop()
    gc.collect()
    before = resident_bytes()
    for _ in range(8):
        load_and_drop()
        gc.collect()
    # One description with its trace takes more than this; eight would take many times as much.
    assert resident_bytes() - before < 40 << 20


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="measured on Linux")
def test_a_load_that_was_given_up_ends_soon() -> None:
    class Enough(Exception):
        pass

    def stop(progress: tablewright.Progress) -> None:
        if progress.records > 1000:
            raise Enough

    with pytest.raises(Enough):
        tablewright.loads(LONG, progress=stop)
    deadline = time.monotonic() + 30
    while len(os.listdir("/proc/self/task")) > threading.active_count():
        assert time.monotonic() < deadline, "the thread still runs"
        time.sleep(0.05)
