"""Conditions on two cells, by shifted masks: the same moves as pair by pair."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.backends.python.engine import source
from rulewright.runtime.chance import stream
from rulewright.testing.conformance import lockstep

RULES = """\
game leap "Leaps"
  players 2 named first, second
option size: {sizes}
board field: grid 4 by size
cells square of field named "{{letter}}{{y}}"
mark man of square: seat or nobody
mark hot of square: yes or no
mark gone: set of square
mark last: square
mark made: 0..40
define free = all f in square where man of f is nobody
define black = all f in square where row of f + column of f in {{2, 4, 6, 8, 10}}
define forth(c: square, d: square)
  yes when hot of c
  row of d > row of c when man of c is first
  row of d < row of c else
define reach of c: square = {reach}
setup
  each f in square where row of f is 1
    set man of f to first
  each f in square where row of f is size
    set man of f to second
phase play
  turns until passes is 2 or size of gone > 5 or made is 40
    if not some f in square where man of f is me and reach of f is not empty
      set last to a1
    set made to made + 1
    choose main
      go(c in square where man of c is me, d in reach of c)
        set gone to gone + (between(c, d) when man of d is opponent else {{}})
        set man of d to me
        set hot of d to hot of c or column of d is 2
        set man of c to nobody
        set last to d
      sit(c in square where man of c is me and not (some e in reach of c where not (e is last)))
        set hot of c to yes
      else pass
score men of p: how many c in square where man of c is p
score hot of p: how many c in square where hot of c and man of c is p
score last of p: row of last when man of last is p else 0
score dark of p: how many c in (black - free) where man of c is p and forth(c, last)
winner most score
"""
LEAPS = [
    "all e in free where e in touching of c and forth(c, e)",
    "all e in common(free, black) where size of between(c, e) is 1 and between(c, e) - free"
    " meets (all f in square where man of f is opponent) - gone and forth(c, e)",
    "all e in square where e in touching of c and man of e is not me",
    "all e in free where e in beside of c and (row of e > row of c when hot of c else column of e < column of c)",  # noqa: E501
    "all e in free where e in touching of c and c is not last and not (e is last)",
    "all e in (free - {last}) where size of between(c, e) is 1 and row of e is row of c"
    " and free + gone meets between(c, e)",
    "all e in square where e in touching of c and row of e > row of c and hot of e",
    "all e in (all g in free where row of g > row of c) where e in touching of c",
    "all e in free where e in touching of c"
    " and (e in beside of c when hot of c else no when c is last else row of e > row of c)",
    "all e in free where row of e is row of c",
]
OTHERS = [  # which are no leaps
    "all e in free where e in touching of c and hot of e is hot of c",
    "all e in free where not (e is c)",
    "all e in free where e in touching of c and (hot of e when hot of c else row of e > row of c)",
]


@pytest.mark.thorough(each="reach")
@pytest.mark.parametrize("reach", LEAPS + OTHERS)
@pytest.mark.parametrize("sizes", ["4, 5", "2, 4"])
def test_engines_offer_the_same(tmp_path: Path, reach: str, sizes: str) -> None:
    file = tmp_path / "leap.game"
    file.write_text(RULES.format(reach=reach, sizes=sizes), encoding="utf-8")
    game, plain = load(str(file)), load(str(file), engine="reference")
    assert ("_there" in source(game.program)) == (reach in LEAPS)
    for seed in range(2):
        lockstep(game, seed, every=5, limit=30)
        one = plain.engine.playout(stream(seed), stream(seed, 1))
        assert one == game.engine.playout(stream(seed), stream(seed, 1))
