"""Conditions on cells beside others, by shifted masks: the same moves as cell by cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.runtime.chance import stream
from rulewright.testing.conformance import lockstep

RULES = """\
game field "A field"
  players 2 named first, second
option size: {sizes}
type way: ring n, ne, e, se, s, sw, w, nw
type side: ring north, east, south, west
board field: grid 3 by size
cells square of field named "{{letter}}{{y}}"
mark man of square: seat or nobody
mark hot of square: yes or no
mark last: square
mark wind: side
define free of c: square = man of c is nobody
define ahead of c: square = beside(c, nw)
phase play
  turns until passes is 2 or row of last is 2
    choose main
      put(c in square where free of c)
        needs {condition}                       else "no"
        set man of c to me
        set hot of c to column of c is 2
        set last to c
        set wind to wind + 1
      slide(c in square where man of c is me, d in way where beside(c, d) is not none)
        needs free of beside(c, d)              else "no"
        set man of beside(c, d) to me
        set man of c to nobody
      else pass
score men of p: how many c in square where man of c is p
score last of p: column of last + (1 when wind is east else 0)
score hot of p: how many c in square where hot of c and ahead of c is not none and hot of ahead of c
winner most score
"""
CONDITIONS = [
    "beside(c, s) is none or man of beside(c, s) is not nobody",
    "beside(c, n) is not none and man of beside(c, n) is nobody or row of c is 3",
    "not (ahead of c is not none and man of ahead of c is opponent)",
    "ahead of c is none or not hot of ahead of c and not (man of ahead of c is me)",
    "beside(c, wind) is none or not free of beside(c, wind) or hot of last",
    "beside(c, wind + 1) is none or every e in way has hot of beside(c, wind + 1) or e in {n, s}",
    "some d in way where beside(c, d) is not none and man of beside(c, d) is not me",
    "every d in side has beside(c, d) is none or free of beside(c, d)",
    "(how many d in way where beside(c, d) is not none and hot of beside(c, d)) < 2",
    "some e in beside of c where free of e",
    "every e in touching of c where not (e is last) has man of e is not me",
    "beside of c meets (all e in square where free of e and column of e < 3)",
    "not touching of c meets all e in square where man of e is opponent",
    "not beyond(c, s) meets all e in square where free of e",
    "every e in beyond(c, ne) where not hot of e has man of e is me",
    "some e in (touching of c - beside of c) where free of e and row of e < 3",
    "not some e in beside of c where beside(c, n) is not none and hot of beside(c, n) and free of e",  # noqa: E501
    "size of common(touching of c, {last}) < 1",
    "last in touching of c or free of last or passes is 1 or c is a1",
    "beside(c, s) is none or c is last or some e in touching of beside(c, s) where free of e",
    "beside(c, n) is none or hot of beside(c, n) when beside(c, s) is none else c is not last",
    "free of beside(c, n) when beside(c, n) is not none else hot of c",
    "(all e in touching of c where man of e is not nobody and hot of e) is empty",
]


@pytest.mark.thorough(each="condition")
@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("sizes", ["4, 5", "2, 4"])
def test_engines_offer_the_same(tmp_path: Path, condition: str, sizes: str) -> None:
    file = tmp_path / "field.game"
    file.write_text(RULES.format(condition=condition, sizes=sizes), encoding="utf-8")
    game, plain = load(str(file)), load(str(file), engine="reference")
    for seed in range(2):
        lockstep(game, seed, every=5, limit=30)
        one = plain.engine.playout(stream(seed), stream(seed, 1))
        assert one == game.engine.playout(stream(seed), stream(seed, 1))
