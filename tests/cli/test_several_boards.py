"""A game with several boards: each is shown by itself, under what it is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run

YARDS = """game yards "Yards"
  players 1 named ann

board front_yard: grid 3 by 3             "The yard before the house"
cells spot of front_yard named "{letter}{y}"
board path: grid 1 by 2
cells step of path named "{letter}{y}"
mark swept of spot: yes or no
mark wet of step: yes or no               "Where it is wet"

phase play
  turns until some s in spot where swept of s
    choose main
      sweep(s in spot)
        set swept of s to yes
      wash(s in step)
        set wet of s to yes

winner p where no
"""
YARD = "   a   b   c\n3  .   .   .\n2  .   .   .\n1  .   .   .\n"
PATH = "  a   b\n  .   .\n"


@pytest.fixture
def yards(tmp_path: Path) -> Path:
    (tmp_path / "yards.game").write_text(YARDS)
    return tmp_path / "yards.game"


def test_on_a_sheet(run: Run, yards: Path) -> None:
    told = run("show", yards).stdout
    assert f"\n\nFront yard  The yard before the house\n{YARD}\nPath\n{PATH}" in told


def test_on_the_table(run: Run, yards: Path) -> None:
    told = run("play", yards, input="quit\n").stdout
    assert f"\nThe yard before the house\n{YARD}\npath\n{PATH}ann: main\n" in told


def test_in_a_rulebook(run: Run, yards: Path) -> None:
    told = run("rulebook", yards).stdout
    book = told[told.index("## Set-up") :]
    assert book.startswith(
        f"## Set-up\n\n```\nThe yard before the house\n{YARD}```\n\n```\npath\n{PATH}```\n"
    )
    assert "**Front yard**: The yard before the house – 3 rows of 3 cells." in told
    assert "**Path**: 1 row of 2 cells." in told


def test_a_single_cell_is_one(run: Run, yards: Path) -> None:
    yards.write_text(YARDS.replace("grid 1 by 2", "grid 2 by 1"))
    assert "**Path**: 2 rows of 1 cell." in run("rulebook", yards).stdout
