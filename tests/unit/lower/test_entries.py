"""What fixed data and small marks of an element say is an entry, and what is asked of nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.backends import registry
from rulewright.backends.wasm.module import WIDEST, module
from rulewright.game import load
from rulewright.lower.lowered import Lowered
from rulewright.runtime.layout import Layout

RULES = """game company "Company"
  players 1
type animal: cat, dog, owl
mark night: 0..9
mark mood of animal: 0..3
mark friend of animal: animal or none
mark fame: 0..99
define cheer(a: animal, n: 0..3)
  n when a is cat
  3 - n when a is dog
  1 else
define company of a: animal
  2 when friend of a is none
  cheer(friend of a, mood of friend of a) else

phase show
  turns until night is 9
    choose main
      meet(a in animal, b in animal)
        needs a is not b                  else "it is alone"
        gain 1 night
        set fame to 5 * company of a + company of b
        set friend of a to b
        set mood of a to remainder(mood of b + 1, 4)
      part(a in animal)
        gain 1 night
        set friend of a to none
score fame of p: fame
winner most score
"""
ENTRIES = (0, 1, 2, 3, 3, 2, 1, 0, 1, 1, 1, 1)  # by friend, and by mood of that


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "company.game"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


def test_some_times_an_entry_is_an_entry(file: str) -> None:
    program = load(file, engine="reference").program
    lowered = Lowered(program, Layout(program), widest=WIDEST)
    lowered.write_direct()
    assert tuple(5 * entry for entry in ENTRIES) in lowered.unit.data.values()


def test_numbers_in_lists_are_within_what_a_mark_may_be(file: str) -> None:
    """So the entry is looked up in any case, and taken if there is a friend."""
    program = load(file, engine="reference").program
    assert Lowered(program, Layout(program), widest=WIDEST).entries() == {"mood_": (0, 3)}
    assert module(program).text != module(program, frozenset(("entries",))).text


def test_games_are_the_same_with_and_without_entries(file: str) -> None:
    pytest.importorskip("wasmtime")
    program = load(file, engine="reference").program
    meant, found = (registry.kind(kind).make(program) for kind in ("python", "wasm"))
    assert list(found.playouts(range(200))) == list(meant.playouts(range(200)))
