"""How far numbers can go that are drawn from a range, and what a sum can be."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.core import ir
from rulewright.core.ir import Program
from rulewright.core.walk import walk
from rulewright.lower.ranges import ranged

RULES = """\
game auction "Auction"
  players 2
type lot: chair, table, lamp, clock
mark won of lot: yes or no
mark paid of seat: 0..500

define worth of l: lot
  2 when l is chair
  6 when l is clock
  4 else

phase bidding
  turns until passes is 2
    choose bid
      win(c in lot where not won of c, r in 1..{most})
        set won of c to yes
        set paid of me to r
      else pass
score paid of p: paid of p
score lots of p: total worth of l for l in lot where won of l
winner most score
"""


def program(folder: Path, most: str) -> Program:
    rules = folder / "auction.game"
    rules.write_text(RULES.replace("{most}", most), encoding="utf-8")
    return load(str(rules), engine="reference").program


def highest(program: Program) -> int:
    """The greatest number that can be bid."""
    params = [node for node in walk(program.flow) if isinstance(node, ir.Param)]
    [param] = [param for param in params if param.local.name == "r"]
    assert isinstance(param.source.type, ir.SetOf) and isinstance(param.local.type, ir.Number)
    assert param.local.type.high == param.source.type.domain.size - 1
    return param.local.type.high


@pytest.mark.parametrize(
    "most, declared, found",
    [
        ("total worth of l for l in lot where won of l", 24, 16),
        ("total worth of l for l in lot where worth of l > 2 and won of l", 24, 14),
        ("total worth of l for l in lot where l is not clock and won of l", 24, 10),
        ("(total worth of l for l in lot where l is clock) + (3 when won of chair else 1)", 27, 9),
        ("total (worth of l when l is lamp else 1) for l in lot where won of l", 24, 7),
        ("paid of me + total worth of l for l in lot where won of l", 524, 516),
        ("total (worth of l * 2) for l in lot where l is lamp or won of l", 48, 32),
        ("paid of me + min(7, 500 - paid of me)", 507, 500),
        ("min(500 - paid of me, 7) + paid of me", 507, 500),
        ("500 - (paid of me - min(7, paid of me))", 507, 500),
    ],
)
def test_a_range_goes_no_further_than_it_can(
    tmp_path: Path, most: str, declared: int, found: int
) -> None:
    before = program(tmp_path, most)
    assert (highest(before), highest(ranged(before))) == (declared, found)


def test_what_is_drawn_is_of_the_same_range_wherever_it_is_read(tmp_path: Path) -> None:
    after = ranged(program(tmp_path, "total worth of l for l in lot where won of l"))
    parts = [*walk(after.flow), *(node for choose in after.choices for node in walk(choose))]
    read = {node.type for node in parts if isinstance(node, ir.Local) and node.name == "r"}
    assert read == {ir.Number(1, 16)}
