"""A step of a compose is on offer if it is one at all, and a finish can be reached after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.backends.protocol import Code
from rulewright.backends.reference import ReferenceEngine
from rulewright.core.ir import Alternative, Completable, Element
from rulewright.diagnostics import PlayError
from rulewright.runtime.chance import below, stream
from rulewright.runtime.layout import OVER, POINT, Slots

RULES = """\
game lots "Lots"
  players 2
component card from "cards.csv" named by name
  value: 1..9
zone pile: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone out: set of card
setup
  move all c in card to pile
  shuffle pile
  deal 4 from pile to each hand
phase main
  turns until some p in seat where hand of p is empty
    choose main
      lay
      'skip'
        needs size of out < 7 else "late"
      'stay'
action lay
  compose cards
    step add(c in hand of me) named "and {c}" into lot
      needs size of lot < 2 or value of c > 4                   else "low"
      needs every d in lot has value of d > value of c   else "down"
    finish even(n in 4..12)
      needs n is total value of lot                             else "not the total"
      needs size of out < 5 or n > 5                            else "too few"
    finish none
      needs size of lot is 0 and size of hand of me > 2         else "few"
  move lot from hand of me to out
score n of p: size of hand of p
winner least score
"""


@pytest.mark.parametrize("name", ["lots", "ruta"])
def test_a_step_with_a_way_on_is_on_offer_and_no_other(name: str, tmp_path: Path) -> None:
    (tmp_path / "lots.game").write_text(RULES)
    rows = "".join(f"c{i},{i}\n" for i in range(1, 10))
    (tmp_path / "cards.csv").write_text("name,value\n" + rows)
    game = rw.load(str(tmp_path / "lots.game") if name == "lots" else name)
    engine, met = ReferenceEngine(game.program), Counter[str]()
    for slots, moves in _decisions(engine):
        for number, alternative in enumerate(game.program.choices[slots[POINT]].alternatives):
            for code in _steps(number, alternative):
                would = engine.offers_step(slots, code)
                kind = "on offer" if code in moves else "no step" if not would else "no way on"
                met[kind] += 1
                assert kind == "on offer" or not would or not _leads_on(engine, slots, code)
                assert would or kind != "on offer"
    assert met["on offer"] > 50 and met["no step"] > 50 and met["no way on"] > 5, met


def _decisions(engine: ReferenceEngine) -> Iterator[tuple[Slots, list[Code]]]:
    for seed in range(8):
        slots, source = engine.start(seed), stream(seed)
        for _ in range(60):
            if slots[POINT] == OVER:
                break
            moves = engine.moves(slots)
            yield slots, moves
            source, k = below(source, len(moves))
            engine.apply(slots, moves[k])


def _steps(number: int, alternative: Alternative) -> Iterator[Code]:
    """A step of a compose with whatever it might be taken with."""
    test = alternative.guards[-1].test if alternative.guards else None
    if isinstance(test, Completable) and test.step is not None and not test.best:
        kinds = [param.local.type for param in alternative.params]
        sizes = [kind.domain.size for kind in kinds if isinstance(kind, Element)]
        assert len(sizes) == len(kinds)
        for found in product(*map(range, sizes)):
            yield (number, *found)


def _leads_on(engine: ReferenceEngine, slots: Slots, step: Code) -> bool:
    after = engine.layout.copy(slots)
    engine.apply(after, step)
    try:
        return bool(engine.moves(after))
    except PlayError:
        return False
