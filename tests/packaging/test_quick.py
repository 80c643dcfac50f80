"""`make quick` runs what its list says, and all that the list names is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
LINES = (ROOT / "tests" / "quick.txt").read_text(encoding="utf-8").splitlines()
ARGUMENTS = [line for line in LINES if line and not line.startswith("#")]
LEFT_OUT = ("--ignore=", "--deselect=")


def named(argument: str) -> tuple[str, str]:
    """The path and, if it names one, the test."""
    for option in LEFT_OUT:
        argument = argument.removeprefix(option)
    path, _, test = argument.partition("::")
    return path, test


def test_all_that_is_named_is_there() -> None:
    missing = []
    for argument in ARGUMENTS:
        path, test = named(argument)
        file = ROOT / path
        has_test = not test or f"\ndef {test}(" in file.read_text(encoding="utf-8")
        if not (path.startswith("tests/") and file.exists() and has_test):
            missing.append(argument)
    assert missing == []


def test_nothing_is_named_twice_or_left_out_of_nothing() -> None:
    assert len(set(ARGUMENTS)) == len(ARGUMENTS)
    run = [argument for argument in ARGUMENTS if not argument.startswith("-")]
    left_out = [named(argument)[0] for argument in ARGUMENTS if argument.startswith("-")]
    assert run and left_out
    assert [path for path in left_out if not any(path.startswith(part) for part in run)] == []


def test_one_command_runs_it() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (recipe,) = re.findall(r"^quick:\n\t(.*)$", makefile, re.MULTILINE)
    assert "-m pytest" in recipe and "tests/quick.txt" in recipe
    assert "| `make quick` |" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
