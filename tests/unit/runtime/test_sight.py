"""Whether all seats see alike, as rules declare it: who shares a screen need then not look away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.runtime.sight import all_see_alike

RULES = """game heap "Heap"
  players 2
component stone from "stones.csv" named by name
zone heap: set of stone
zone pit: stack of stone, seen by nobody
zone hand of seat: set of stone

setup
  move all s in stone to heap
  deal 1 from heap to each hand

phase main
  turns until heap is empty
    choose a
      take(s in heap)
        move s to pit
      else pass

score all of p: 0
winner most score
"""

CHANGES = {
    "a stack that nobody sees": ("", "", True),
    "hands that their owners see": ("hand of seat: set of stone", "\\g<0>, seen by owner", False),
    "hands that all see but their owners": (
        "hand of seat: set of stone",
        "\\g<0>, seen by others",
        False,
    ),
    "a secret choice": ("choose a", "\\g<0> secretly", False),
    "hands that nobody sees": ("hand of seat: set of stone", "\\g<0>, seen by nobody", True),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_lets_one_see_what_another_does_not(tmp_path: Path, change: str) -> None:
    before, after, alike = CHANGES[change]
    rules = re.sub(before, after, RULES, count=1) if before else RULES
    assert not before or rules != RULES
    (tmp_path / "heap.game").write_text(rules, encoding="utf-8")
    (tmp_path / "stones.csv").write_text("name\npebble\nboulder\nbrick\n", encoding="utf-8")
    assert all_see_alike(rw.load(str(tmp_path / "heap.game")).program) == alike
