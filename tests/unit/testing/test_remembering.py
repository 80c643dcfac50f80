"""What queries have met is remembered: less is asked for, and the same is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.game import check
from rulewright.source import Place
from rulewright.testing import coverage
from rulewright.testing.coverage import Hits, Watched

GAME = """game pairs "Pairs"
  players 1
  uses standard_deck

zone hand: set of card
zone thrown: set of card
mark limit: 0..40, starts 8

define partners of c: card = all d in card where rank of c + rank of d <= 12
define most_of(s: set of card) = largest (rank of a + rank of b) for a, b in s
    where a <= b and b in partners of a

setup
  move all c in card where suit of c is Clubs to hand

phase play
  turns until hand is empty
    choose what
      throw(c in hand)
        needs most_of(hand - {c}) < limit else "that leaves {most_of(hand - {c})}"
        move c to thrown
      raise
        gain 1 limit

score tidy of p: size of thrown
winner most score

scenario "The limit is raised until something can be thrown away"
  refuses throw King of Clubs "that leaves 12"
  play raise; raise; raise; raise; raise
  play throw King of Clubs; throw Queen of Clubs
  expect size of thrown is 2
"""


def rules(tmp_path: Path) -> str:
    path = tmp_path / "pairs.game"
    path.write_text(GAME)
    return str(path)


def met(name: str) -> list[set[Place] | set[tuple[Place, bool]] | bool]:
    """What each scenario of a game meets by itself, in turn."""
    watched = Watched(check(name, unfolded=True))
    found = list[set[Place] | set[tuple[Place, bool]] | bool]()
    for tree in watched.game.scenario_trees():
        found += [watched.passes(tree), watched.places(), {*watched.seen.answers}]
    return found


def without(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is remembered any more."""
    monkeypatch.setattr(coverage, "foundations", lambda expr, costs: None)


def test_what_was_asked_before_is_not_gone_through_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def steps() -> int:
        watched = Watched(check(name, unfolded=True), Hits())
        assert all(watched.passes(tree) for tree in watched.game.scenario_trees())
        return watched.seen.steps

    name = rules(tmp_path)
    few = steps()
    without(monkeypatch)
    assert 10 * few < steps()


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", ["pairs", "draughts", "ruta", "klondike"])
def test_the_same_is_met(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = rules(tmp_path) if name == "pairs" else name
    found = met(name)
    without(monkeypatch)
    assert found == met(name)
