"""Layout, lint and types, as tests: so that one command is all that the build server runs."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def check(tool: str, *arguments: str) -> None:
    if find_spec(tool) is None:
        pytest.skip(f"{tool} is not installed: pip install -e '.[dev]'")
    done = subprocess.run(
        [sys.executable, "-m", tool, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=1_800,  # mypy goes through everything, on whatever machine
    )
    if done.returncode:
        pytest.fail(f"{done.stdout}{done.stderr}".strip(), pytrace=False)


def test_ruff_finds_nothing() -> None:
    check("ruff", "check", "--output-format", "concise", ".")


def test_the_code_is_laid_out() -> None:
    check("ruff", "format", "--check", ".")  # `make fmt` does it


def test_mypy_finds_nothing() -> None:
    check("mypy")
