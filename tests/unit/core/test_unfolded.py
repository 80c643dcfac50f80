"""Whatever can be played can be watched, too, with nothing worked out beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import RulesError
from rulewright.game import check

GAME = """game g "G"
  players 2

mark n of seat: 0..9
{definitions}
phase play
  turns until passes >= 2
    choose main
      go
        needs n of me < 9                 else "enough"
        set n of me to min(9, 1 + n of me)
      else pass
score n of p: worth(p)
winner most score
"""


def cases() -> str:
    """A grade by cases that ask much, and what each is worth."""
    much = " + ".join(f"(total min(n of q, {i}) for q in seat where q is not p)" for i in range(8))
    grades = "".join(f"  g{i} when {much} is {i}\n" for i in range(9)) + "  g9 else\n"
    points = "".join(f"  {9 - i} when g is g{i}\n" for i in range(9)) + "  0 else\n"
    return (
        "type grade: g0, g1, g2, g3, g4, g5, g6, g7, g8, g9\n"
        f"define grade_of of p: seat\n{grades}define points of g: grade\n{points}"
        "define worth of p: seat = points(grade_of(p))\n"
    )


def chain(count: int) -> str:
    links = "".join(f"define d{i + 1} of p: seat = max(d{i}(p), n of p)\n" for i in range(count))
    return f"define d0 of p: seat = n of p\n{links}define worth of p: seat = d{count}(p)\n"


def tables() -> str:
    """What is asked of each four of many, and is a table in play."""
    return (
        "type kind: (a: 0..69, b: 1..2)\n"
        "define weight of x: kind = how many y in kind, z in 0..8"
        " where a of x + z < a of y * b of x\n"
        "define near(x: kind, y: kind) = abs(weight of x - weight of y) <= 2\n"
        "define some_of(ks: set of kind) = some x, y, z, u in ks"
        " where near(x, y) and near(y, z) and near(z, u)\n"
        "define worth of p: seat = 1 when some_of(all k in kind where a of k > n of p) else 0\n"
    )


DEFINITIONS = {
    "tables that are asked often": tables(),
    "a definition by cases": cases(),
    "a long chain": chain(55),
}


@pytest.mark.parametrize("kind", DEFINITIONS)
def test_what_is_played_can_be_watched(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "g.game"
    file.write_text(GAME.format(definitions=DEFINITIONS[kind]), encoding="utf-8")
    check(str(file))
    check(str(file), unfolded=True)


def test_what_is_too_long_is_told_the_way_out(tmp_path: Path) -> None:
    double = "".join(f"define d{i + 1} of p: seat = max(d{i}(p), d{i}(p))\n" for i in range(20))
    text = f"define d0 of p: seat = n of p\n{double}define worth of p: seat = d20(p)\n"
    file = tmp_path / "g.game"
    file.write_text(GAME.format(definitions=text), encoding="utf-8")
    with pytest.raises(RulesError, match="a mark that a `whenever` sets, or with `let`"):
        check(str(file))
