"""How long rules can take at most: by the bounds of what their loops go through."""

from __future__ import annotations

from math import floor, log
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


def said(folder: Path, definitions: str, rules: str = GAME) -> list[Diagnostic]:
    (folder / "cards.csv").write_text("name\n" + "".join(f"c{i}\n" for i in range(120)))
    file = folder / "g.game"
    file.write_text(rules.replace("{definitions}", definitions), encoding="utf-8")
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


DIGGING = """action grab(c in first(9, held of me))
  needs worth(me, held of me - {c}) > 3  else "no"
  move c from held of me to held of opponent
action dig(c in held of me)
  needs worth(me, held of me - {c}) > 3  else "no"
  move c from held of me to held of opponent
define worth(p: seat,
      s: set of card) = n of p + largest size of {v, w, x, y, z} for v, w, x, y, z in s
"""


def test_what_takes_most_is_told_with_the_loops_that_make_it_so(tmp_path: Path) -> None:
    rules = GAME.replace("      take\n", "      grab\n      dig\n      take\n")
    (found,) = said(tmp_path, DIGGING, rules)
    lines = [note.span.text().split(" in ")[0] for note in found.notes if note.span is not None]
    assert found.code == "E197" and found.span.text().startswith("action dig(c in held of me)")
    steps, rest = found.message.removeprefix("what happens: this can take ").split(" ", 1)
    assert rest == "steps; 1,000,000,000,000 are allowed"
    assert 120**6 < int(steps.replace(",", "")) < 100 * 120**6
    assert [note.message for note in found.notes] == [
        "120 times",
        "120 × 120 × 120 × 120 × 120 times",
    ]
    assert lines == ["action dig(c", "largest size of {v, w, x, y, z} for v, w, x, y, z"]
    assert "here 120 × 120 × 120 × 120 × 120 × 120: go through smaller sets" in found.hint


def test_very_long_work_is_told_in_short(tmp_path: Path) -> None:
    names = ", ".join(f"x{i}" for i in range(12))
    rules = f"define worth(p: seat, s: set of card) = n of p + largest size of {{{names}}}"
    (found,) = said(tmp_path, f"{rules} for {names} in s")
    assert "this can take more than 1,000,000,000,000,000,000 steps" in found.message
    assert " × 120 × …: go" in found.hint and found.notes == ()


BOARD = """game b "B"
  players 2
option size: 8, 3..10
board field: grid 2 * size - 1 by 2 * size - 1 of hexagons where abs(row - column) < size
cells cell of field named "{letter}{y}"
board square_field: grid 20 by 20
cells square of square_field named "s{x} {y}"
mark at: cell
mark on: square
mark taken of cell: yes or no
define free = all c in cell where not taken of c
define slides of c: cell = all d in beside of c where not taken of d
phase play
  turns until passes >= 2
    choose main
      go(c in cell)
        set at to c
        set taken of c to yes
      hop(s in square)
        set on to s
      else pass
score steps of p: {value}
score rest of p: size of slides of at + size of {on} + size of free
winner most score
"""


@pytest.mark.parametrize(
    ("source", "kind", "around"),
    [
        ("beside of at", "cell", 6),
        ("slides of at", "cell", 6),
        ("touching of on", "square", 8),
        ("(beside of on + {on})", "square", 5),
        ("reached({at}, slides, first(5, free))", "cell", 5),
        ("cell", "cell", 169),
        ("reached({at}, slides, free)", "cell", 169),
    ],
)
def test_cells_around_one_are_counted_as_those_that_there_can_be(
    tmp_path: Path, source: str, kind: str, around: int
) -> None:
    def asked(depth: int) -> list[Diagnostic]:
        names = [f"x{i}" for i in range(depth)]
        drawn = ", ".join(f"{name} in {source}" for name in names)
        value = f"largest size of {{{', '.join(names)}}} for {drawn}"
        return said(tmp_path, "", BOARD.replace("{value}", value))

    most = floor(log(10**12, around))
    found = asked(most + 1)
    assert {one.code for one in found} == {"E197"}, found
    assert f"here {around} × {around} × " in found[0].hint
    assert " steps with size 8; " in found[0].message
    assert asked(max(1, most - 6)) == []
