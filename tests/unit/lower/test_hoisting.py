"""Parts of tests worked out before the loops: the same offers, and no errors of their own."""

from pathlib import Path

import pytest

from rulewright.backends.python import source
from rulewright.game import load
from rulewright.testing.conformance import lockstep

RULES = """game benches "Who sits beside whom"
  players 2 named first, second

type bench: ring a, b, c, d, e
type guest: Ann, Bob, Cid, Dot
mark sits of bench: guest or none
mark mood of guest: 0..9
mark busy: 0..3

define likes(g: guest, h: guest) = g is not h and not (g is Ann and h is Dot)
define quiet_beside(g: guest, x: bench) = sits of (x + 1) is none or likes(g, sits of (x + 1))
define calm of x: bench = sits of x is none or mood of sits of x < 9

phase play
  turns until every x in bench has sits of x is not none or passes is 2
    choose main
      sit(g in guest, x in bench, n in 0..busy + 1) named "seat {g} at {x} with {n}"
        needs sits of x is none or mood of sits of x + n < 4       else "{x} is taken"
        needs quiet_beside(g, x) and calm of (x - 1)               else "they would quarrel"
        set sits of x to g
        set mood of g to min(9, mood of g + n)
        set busy to (busy + n) * 1 when busy + n < 3 else 0
      CHECK
      else pass

score moods of p: total mood of guest
winner most score
"""
SAFE = """greet(g in guest, x in bench)
        needs sits of x is g and mood of g < 8       else "no"
        gain 1 mood of g"""
FAILING = """greet(g in guest, x in bench where busy > 1, y in bench)
        needs mood of (the h in guest where sits of x is h) < 8 and y is not x and g is g  else "no"
        gain 1 mood of g"""


@pytest.mark.parametrize("check", [SAFE, FAILING])
def test_engines_agree_also_about_errors(check: str, tmp_path: Path) -> None:
    path = tmp_path / "benches.game"
    path.write_text(RULES.replace("CHECK", check), encoding="utf-8")
    game = load(str(path))
    failed = 0
    for seed in range(12):
        try:
            lockstep(game, seed, limit=40)
        except Exception as error:
            failed += 1
            assert "there is no such guest" in str(error)
    assert bool(failed) == (check is FAILING)
    plain = load(str(path), engine="reference").engine
    for seed in range(1, 12, 2):
        outcomes = []
        for engine in (plain, game.engine):
            try:
                outcomes.append(str(engine.playout(seed, seed + 2)))
            except Exception as error:
                outcomes.append(str(error))
        assert outcomes[0] == outcomes[1]


def test_what_depends_on_one_parameter_is_prepared(tmp_path: Path) -> None:
    path = tmp_path / "benches.game"
    path.write_text(RULES.replace("CHECK", SAFE), encoding="utf-8")
    assert "prepared.append(" in source(load(str(path)).program)
