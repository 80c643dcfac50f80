"""The programs in examples/ run as their first lines say, and stay short."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests import repeated

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_an_example_runs(program: Path) -> None:
    paths = [str(ROOT / "interpreter"), str(ROOT / "cli")]
    counts = re.search(r"\[(games|pairs)\]", program.read_text(encoding="utf-8"))
    few = ["3"] if counts and not repeated.wanted else []
    done = subprocess.run(
        [sys.executable, "-W", "error", str(program), *few],
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
