"""Descriptions for the tests. The package is tested as it is installed, not as it lies in this folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import tablewright

ROOT = Path(__file__).resolve().parents[2]
TOY = ROOT / "examples" / "toy-target"


@pytest.fixture(scope="session")
def toy_path() -> Path:
    return TOY / "Toy.td"


@pytest.fixture(scope="session")
def toy(toy_path: Path) -> tablewright.Description:
    """The example target of the repository."""
    return tablewright.load(toy_path, include=TOY / "prelude")


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The descriptions of LLVM 19.1.7, where they are installed."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = os.environ.get("TABLEWRIGHT_CORPUS") or Path(cache) / "tablewright" / "llvm-19.1.7"
    if not Path(folder, "llvm", "lib", "Target").is_dir():
        pytest.skip("the descriptions of LLVM 19.1.7 are not installed: conformance/corpus.sh")
    return Path(folder)
