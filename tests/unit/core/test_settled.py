"""What plays an unfolded program quickly has its positions and its moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.check import modules
from rulewright.core.specialise import settled
from rulewright.diagnostics import Findings
from rulewright.game import assemble
from rulewright.runtime.chance import below, stream

GAME = """\
game coins "Coins that options take away"
  players 2
option first_round: off, on
option gifts: off, on
option double: 1, 2
mark purse of seat: 0..40
mark left: 0..12, starts 12
define worth(k: 1..3) = k * double when gifts is on else k
define is_rich of p: seat = purse of p > 30 and gifts is on

phase main
  if first_round is on
    turns until left < 11
      choose first
        begin(k in 1..2)
          spend 1 left
          gain k purse of me
  turns until left is 0
    choose act
      give(k in 1..3)
        needs allowed: gifts is on        else "no gifts"
        spend 1 left
        gain worth(k) purse of opponent
      take(k in 1..3)
        needs modest: k < 3 or not is_rich of me   else "you are rich"
        spend 1 left
        gain k purse of me
    if gifts is on
      choose after
        thank
          gain 1 purse of me
        nod
          gain 1 purse of opponent
    choose last
      rest(k in 1..2)
        needs double is 2 or k is 1       else "not so long"
        gain k purse of me

score coins of p: purse of p
winner most score
"""


@pytest.mark.parametrize("options", [{}, {"gifts": "on", "double": 2}])
@pytest.mark.parametrize("engine", registry.compared())
def test_positions_and_moves_are_those_of_the_unfolded_program(
    tmp_path: Path, options: dict[str, str | int], engine: EngineName
) -> None:
    (tmp_path / "coins.game").write_text(GAME)
    path = str(tmp_path / "coins.game")
    one, other = (
        assemble(*modules.gather(path, (), Findings()), options=options, unfolded=True)
        for _ in range(2)
    )
    program = settled(other.open_program, other.program.bound)
    other.engine = registry.kind(engine).make(program)
    plain, quick, luck = one.start(seed=3), other.start(seed=3), stream(5)
    while moves := plain.legal_moves():
        assert [move.code for move in quick.legal_moves()] == [move.code for move in moves]
        assert quick.slots == plain.slots
        luck, at = below(luck, len(moves))
        plain.apply(moves[at])
        quick.apply(str(moves[at]))
    assert quick.over and quick.slots == plain.slots
    folded = load(path, options=options, engine="reference").program.choices
    assert len(folded) < len(program.choices) == len(one.program.choices)
