"""How long rules can take at most: by the bounds of what their loops go through."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostic, RulesError
from rulewright.game import check

GAME = """game g "G"
  players 2
mark n of seat: 0..9
zone held of seat: set of card
component card from "cards.csv" named by name
define few = all c in card where size of held of 0 > 3 or c is c1
phase play
  turns until passes >= 2
    choose main
      go
        needs n of me < 9                 else "enough"
        set n of me to min(9, 1 + n of me)
      take
        move all c in card to held of me
      else pass
{definitions}
score n of p: worth(p, held of p) + size of few
winner most score
"""
FOUR = (
    "define worth(p: seat, s: set of card) = "
    "n of p + largest size of {w, x, y, z, v, u} for w, x, y, z, v, u in "
)


def said(folder: Path, definitions: str) -> list[Diagnostic]:
    (folder / "cards.csv").write_text("name\n" + "".join(f"c{i}\n" for i in range(120)))
    file = folder / "g.game"
    file.write_text(GAME.format(definitions=definitions), encoding="utf-8")
    try:
        check(str(file))
    except RulesError as error:
        return list(error.diagnostics)
    return []


@pytest.mark.parametrize(
    ("source", "passes"),
    [
        ("s", False),
        ("first(24, s)", True),
        ("first(n of p, s)", True),  # of a known range
        ("first(100, s)", False),
        ("(all c in first(9, s) where c is not c3)", True),
        ("(first(9, s) - few)", True),
        ("common(few, first(9, s))", True),
        ("({c1, c2, c3} - s)", True),
        ("{c1, the c in s}", True),
    ],
)
def test_a_loop_goes_through_no_more_than_is_picked_out(
    tmp_path: Path, source: str, passes: bool
) -> None:
    assert [one.code for one in said(tmp_path, FOUR + source)] == ([] if passes else ["E197"])
