"""What may be declared below `with VARIANT` is there with both variants, and else not."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import RulesError
from rulewright.game import check, load
from rulewright.testing.conformance import lockstep
from rulewright.testing.scenario import run

GAME = """game plain "Plain"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
zone pile: stack of card
zone hand of seat: set of card
mark coins of seat: 0..9
setup
  move all c in card to pile
phase play
  turns until pile is empty
    choose main
      draw
action draw
  deal 1 from pile to hand of me
score hand of p: size of hand of p + coins of p * 0
winner most score
"""
LONG = """variant long of plain "Long"
add at start of draw
  if coins of me < 9
    gain 1 coins of me
score coins of p: coins of p
"""
WET = """variant wet of plain "Wet"
mark rain: 0..9
add at end of draw
  if rain < 9
    gain 1 rain
always rain < 10
with long
{block}"""
BLOCK = """  type mood: calm, wild
  mark air: mood
  zone aside: set of card
  history airs of air: last 3
  define windy = air is wild
  score wind of p: 1 when windy else 0
  always size of aside < 3
  whenever rain > 2
    set rain to 0
  before dealing from pile
    set air to wild
    remember(airs)
    move hand of Ann to aside
  to calm_down
    if times(airs) > 2
      set air to calm
  add at end of draw
    calm_down
    move aside to hand of me

  scenario "Both"
    given
      pile: a, b
    play draw
    expect air is wild and coins of Ann is 1 and score of Ann is 3
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cards.csv").write_text("name\na\nb\nc\nd\n", encoding="utf-8")
    for name, text in (("plain", GAME), ("long", LONG), ("wet", WET.format(block=BLOCK))):
        (tmp_path / f"{name}.game").write_text(text, encoding="utf-8")
    return tmp_path


def test_what_is_declared_for_both_is_there_with_both_alone(folder: Path) -> None:
    alone = load(str(folder / "plain.game"), variants=("wet",))
    both = load(str(folder / "plain.game"), variants=("wet", "long"))
    assert "air" not in str(alone.start().observation(0)) and "air" in str(
        both.start().observation(0)
    )
    assert not alone.scenarios() and [one.title for one in both.scenarios()] == ["Both"]
    for engine in ("reference", "python"):
        assert all(run(both, scenario, engine).passed for scenario in both.scenarios())
    for seed in range(5):
        lockstep(both, seed)


def test_it_need_not_be_used_by_each_alone(folder: Path) -> None:
    for variants in (("long",), ("long", "wet"), ("wet", "long")):
        assert not check(str(folder / "plain.game"), variants=variants).warnings


@pytest.mark.parametrize(
    "line",
    [
        "option fast: off, on", "phase dusk", "winner least score",
        "component tile from \"cards.csv\" named by name", "board sea: grid 2 by 2",
    ],
)  # fmt: skip
def test_what_cannot_hang_on_another_variant_is_told(folder: Path, line: str) -> None:
    wrong = WET.format(block=f"  {line}\n")
    (folder / "wet.game").write_text(wrong, encoding="utf-8")
    with pytest.raises(RulesError) as found:
        check(str(folder / "plain.game"), variants=("wet", "long"))
    first = found.value.diagnostics[0]
    assert first.code == "E012" and "cannot hang on another variant" in first.hint
