"""`abs`, `quotient`, `remainder` and `first` give what arithmetic says, on every engine."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from tests.repeated import times

import rulewright as rw
from rulewright.backends.registry import EngineName

GAME = """
game sums "Sums"
  players 1
type card: a, b, c, d, e, f, g
mark share: -999999999..999999999
mark left: 0..1000
mark far: 0..1000
mark huge: 0..999999999
mark even: -200..200
define cards = {b, d, e, g}
mark taken: set of card
mark quick: 0..9

phase sums
  repeat until quick is 9
    choose main
      divide(x in 0..70, by in 1..13)
        set share to quotient(x - 35, by)
        set left to remainder(x - 35, by)
        set far to abs(x - 35)
        set huge to quotient(999999999 - x, by)
        set even to quotient(x - 35, 4)
      take(n in 0..6)
        set taken to first(n - 1, cards)
      over
        set quick to 9

score all of p: share + left + far + huge + even + size of taken
winner most score
"""


def marks(state: rw.State) -> dict[str, object]:
    return cast("dict[str, object]", state.observation(0)["cells"])


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_numbers_are_divided_as_arithmetic_says(tmp_path: Path, engine: EngineName) -> None:
    (tmp_path / "sums.game").write_text(GAME.lstrip(), encoding="utf-8")
    state = rw.load(str(tmp_path / "sums.game"), engine=engine).start(seed=1)
    for x in range(0, 71, times(3, thorough=1) if engine == "python" else 9):
        for by in range(1, 14):
            state.apply(f"divide {x} {by}")
            held = marks(state)
            assert held["share"] == (x - 35) // by
            assert held["left"] == (x - 35) % by
            assert held["far"] == abs(x - 35)
            assert held["huge"] == (999_999_999 - x) // by
            assert held["even"] == (x - 35) // 4
    for n in range(7):
        state.apply(f"take {n}")
        assert marks(state)["taken"] == ["b", "d", "e", "g"][: max(0, n - 1)]
