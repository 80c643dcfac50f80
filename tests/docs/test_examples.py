"""The programs in examples/ run as their first lines say, and stay short."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_an_example_runs(program: Path) -> None:
    paths = [str(ROOT / "interpreter"), str(ROOT / "cli")]
    done = subprocess.run(
        [sys.executable, "-W", "error", str(program)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_an_example_is_short(program: Path) -> None:
    assert len(program.read_text(encoding="utf-8").splitlines()) <= 40
