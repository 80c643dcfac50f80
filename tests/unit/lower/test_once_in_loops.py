"""A set that a loop asks for again and again is worked out in the first round that wants it."""

from pathlib import Path

import pytest

from rulewright.backends.python import source
from rulewright.game import Game, load
from rulewright.testing.conformance import lockstep

RULES = """game steps "Steps"
  players 2 named Ann, Bob
board field: grid 3 by 3
cells cell of field named "{letter}{y}"
mark level of cell: 0..3
mark rounds: 0..30
define holder of c: cell
  nobody when level of c is 0
  Ann when level of c is 1
  Bob else
history boards of holder, me: last 20

phase play
  turns until rounds is 30 or TEST
    gain 1 rounds
    remember(boards)
    choose main
      raise(c in cell where row of c is 1)
        set level of c to 0 when level of c is 3 else level of c + 1
outcome
  done else
"""


def steps(folder: Path, test: str) -> Game:
    path = folder / "steps.game"
    path.write_text(RULES.replace("TEST", test), encoding="utf-8")
    return load(str(path))


@pytest.mark.parametrize("often", [1, 3])
def test_what_is_so_now_is_held_against_all_moments(often: int, tmp_path: Path) -> None:
    game = steps(tmp_path, f"times(boards) is {often}")
    assert "_once" in source(game.engine.program)
    for seed in range(3):
        lockstep(game, seed)
