"""Steps that go by what other steps change: of one element it is asked as if each way were open."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.core import ir
from rulewright.core.walk import walk
from rulewright.lower.relaxation import Hindrance, Prospects, prospects_or_why_not
from rulewright.testing.conformance import lockstep

GAME = """\
game forge "The forge"
  players 2

type rod: r1, r2, r3, r4, r5
mark coal of seat: 0..4, starts 3
mark heat of rod: 0..20
mark bent of rod: yes or no
mark lean: yes or no
mark blows: 0..9
mark sold of seat: 0..99
define hardness of x: rod = heat of x + (2 when bent of x else 0) + (1 when x is r2 else 0)

phase forge
  turns until passes is 2 or sold of me > 20
    set lean to no
    set blows to 0
    each x in rod
      set heat of x to 0
      set bent of x to lean
    set coal of me to 3
    compose work
      step lay(x in rod) into laid
      step bend(x in laid)
        needs straight: not bent of x     else "it is bent"
        needs few: blows < 3              else "that is enough"
        gain 1 blows
        {bend}
      step swing
        needs late: blows < 3             else "that is enough"
        gain 1 blows
        set lean to not lean
      finish sell(n in 1..4)
        needs some_rod: size of laid > 1  else "two at least"
        needs alike: every x in laid has hardness of x is n   else "not alike"
        gain n sold of me
      finish pass
        needs none_laid: laid is empty    else "some are laid"
        pass

score sold of p: sold of p + 0 * (coal of p + (how many x in rod where bent of x or heat of x > 0))
winner most score
"""

WAYS = {
    "who pays": (
        "set bent of x to yes\n        if lean\n          set coal of next of me to "
        "max(0, coal of next of me - 1)\n        else\n          spend 1 coal of me",
        1,  # for to the rod both are the same
    ),
    "what comes of it": (
        "if lean\n          set bent of x to yes\n        else\n          set heat of x to 3", 2
    ),
    "a mark as another": ("set bent of x to lean\n        spend 1 coal of me", 2),
    "a price": ("set bent of x to yes\n        spend (min(1 + blows, coal of me)) coal of me", 1),
    "a name for it": (
        "let both = lean and blows < 2\n        set bent of x to yes\n        if both\n"
        "          gain 1 heat of x", 2,
    ),
    "an if within an if": (
        "if x is not r3\n          if lean\n            set bent of x to yes\n          else\n"
        "            gain 2 heat of x", 2,
    ),
    "a mark of its own besides": (
        "set bent of x to yes\n        set heat of x to 2 when lean else 1", 21,
    ),
}  # fmt: skip


def forge(folder: Path, bend: str) -> str:
    (folder / "forge.game").write_text(GAME.format(bend=bend))
    return str(folder / "forge.game")


@pytest.mark.parametrize("engine", ["python", "wasm"])
@pytest.mark.parametrize("name", WAYS)
def test_what_can_be_completed_is_found_all_the_same(
    name: str, engine: str, tmp_path: Path
) -> None:
    bend, ways = WAYS[name]
    game = load(forge(tmp_path, bend))
    found = prospects_or_why_not(game.program.composes[0])
    if ways > 12:
        assert isinstance(found, Hindrance) and "bend goes by lean" in found.what
        return
    assert isinstance(found, Prospects)
    assert len([own for own in found.steps if own.step.name == "bend"]) == ways
    for seed in range(3):
        assert lockstep(game, seed, engine=engine, limit=60).decisions > 5


def test_a_price_is_as_low_as_it_may_be(tmp_path: Path) -> None:
    bend = "set bent of x to yes\n        spend (2 when lean else 1) coal of me"
    found = prospects_or_why_not(load(forge(tmp_path, bend)).program.composes[0])
    assert isinstance(found, Prospects)
    (own,) = (own for own in found.steps if own.step.name == "bend")
    paid = [
        node.value.args[1] for node in walk(own.step.body)
        if isinstance(node, ir.Assign) and isinstance(node.value, ir.Op)
        and node.value.name == "subtract"
    ]  # fmt: skip
    assert all(isinstance(price, ir.Const) and price.value == 1 for price in paid)


GUARDS = """\
        needs straight: not bent of x     else "it is bent"
        needs few: blows < 3              else "that is enough"
        gain 1 blows
"""
TO_AND_FRO = {
    "again and again": ("set bent of x to yes", 0, 0),
    "bent and straight": ("set bent of x to not bent of x", 1, 0),
    "hot and cold": ("set heat of x to 0 when heat of x > 1 else heat of x + 1", 3, 0),
    "both": (
        "set bent of x to not bent of x\n        set heat of x to 3 - heat of x", 7, 0,
    ),
    "with a price": (
        "needs coal of me > 0 else \"no coal\"\n        spend 1 coal of me\n"
        "        set bent of x to not bent of x", 1, 3,
    ),
    "as hot as it may be": ("set heat of x to min(3, heat of x + 1 + blows)", 3, 0),
}  # fmt: skip


@pytest.mark.parametrize("engine", ["python", "wasm"])
@pytest.mark.parametrize("name", TO_AND_FRO)
def test_what_goes_to_and_fro_comes_to_an_end(name: str, engine: str, tmp_path: Path) -> None:
    bend, often, coal = TO_AND_FRO[name]
    text = (
        GAME.replace(GUARDS, "")
        .format(bend=bend)
        .replace("heat of rod: 0..20", "heat of rod: 0..3")
    )
    text = text.replace("set coal of me to 3", f"set coal of me to {coal or 3}")
    (tmp_path / "forge.game").write_text(text)
    game = load(str(tmp_path / "forge.game"))
    found = prospects_or_why_not(game.program.composes[0])
    assert isinstance(found, Prospects) and found.to_and_fro == often
    assert sum(lockstep(game, seed, engine=engine, limit=40).decisions for seed in range(3)) > 10


def test_what_goes_to_and_fro_in_many_ways_is_told(tmp_path: Path) -> None:
    bend = "set heat of x to 0 when heat of x > 1 else heat of x + 1"
    found = prospects_or_why_not(load(forge(tmp_path, bend)).program.composes[0])
    assert isinstance(found, Hindrance)
    assert found.what == "bend changes heat to and fro, in many ways"
