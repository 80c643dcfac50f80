"""What a replaced definition takes stays as it was; only a range may become larger."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError
from rulewright.game import Game, load
from rulewright.testing.conformance import lockstep

GAME = """game plums "Plums"
  players 2
mark bowl: 0..12, starts 12
mark eaten of seat: 0..12
define near(n: 1..5, m: 1..5) = n - m is 1
to eat(n: 1..3)
  if n > 1
    gain 1 eaten of me

phase meal
  turns until bowl is 0
    choose main
      take

action take(n in 1..5 where near(n, 1) or n is 1)
  spend 1 bowl
  eat(1)
  eat(2)

score eaten of p: eaten of p
winner most score
"""


def edited(folder: Path, edit: str) -> Game:
    (folder / "plums.game").write_text(GAME)
    (folder / "more.game").write_text(f'variant more of plums "More"\nreplace {edit}\n')
    return load(str(folder / "plums.game"), variants=["more"])


@pytest.mark.parametrize(
    "edit",
    [
        "define near(n: 0..9, m: 1..5) = n > m",
        "define near(a: 1..5, b: 0..5 or none) = b is not none and a > 1",
        "to eat(n: 0..4)\n  if n > 0\n    gain 1 eaten of me",
    ],
)
def test_a_range_may_become_larger(edit: str, tmp_path: Path) -> None:
    lockstep(edited(tmp_path, edit), 1)


OTHER = {
    "define near(n: 2..5, m: 1..5) = n > m": "near takes other values than before: n: 2..5, "
    "before n: 1..5",
    "define near(n: 1..5, m: seat) = m is me": "near takes other values than before: m: seat, "
    "before m: 1..5",
    "define near(n: 1..5) = n > 3": "near takes other values than before: 1 (n: 1..5), before 2 "
    "(n: 1..5, m: 1..5)",
    "define near = bowl > 3": "near takes other values than before: none, before 2 (n: 1..5, "
    "m: 1..5)",
    "to eat\n  spend n bowl": "eat takes other values than before: none, before 1 (n: 1..3)",
    "to eat(n: 2..3)\n  spend n bowl": "eat takes other values than before: n: 2..3, before "
    "n: 1..3",
}  # fmt: skip


@pytest.mark.parametrize("edit", OTHER)
def test_which_value_is_another_is_told(edit: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as error:
        edited(tmp_path, edit)
    (found,) = error.value.diagnostics
    assert (found.code, found.message) == ("E045", OTHER[edit])
    write = {
        "define near = bowl > 3": "write: replace define near(n: 1..5, m: 1..5) = bowl > 3",
        "to eat\n  spend n bowl": "write: replace to eat(n: 1..3)",
    }
    assert found.hint.endswith(write.get(edit, "what takes others is declared with a new name"))
    if edit in write:
        edit = edit.replace(edit.partition("\n")[0], found.hint.partition("replace ")[2])
        assert edited(tmp_path, edit).name == "plums"
