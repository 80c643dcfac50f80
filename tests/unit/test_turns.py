"""Turns are counted alike by what follows all that seats know, and by what counts nothing else."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright import catalogue
from rulewright.backends import registry
from rulewright.game import Game, load
from rulewright.runtime.sight import can_be_hidden
from rulewright.state import State

OPEN = [info.name for info in catalogue.games() if not can_be_hidden(load(info.name).program)]

MARCH = """\
game march "March"
  players 3 named Ann, Bob, Cleo

mark steps of seat: 0..9
mark die: 1..4
mark secret of seat: 0..3, seen by owner
mark tired: set of seat

setup
  pick die from 1..4

phase first
  turns until some p in seat where steps of p > 2
    if me in tired
      set tired to all p in tired where p is not me
      end turn
    choose step
      on(n in 1..2)
        gain n steps of me
        pick die from 1..4
        if die is 1
          extra turn
        if die is 2
          turn to me
      rest
        pass
      hide(n in 0..3)
        set secret of me to n
        again
      tire
        set tired to all p in seat where p is not me
phase second
  repeat until some p in seat where steps of p > 7
    turns in (all p in seat where steps of p < 8) from next of me until passes > 1
      choose leap
        leap
          set steps of me to min(9, steps of me + 2)
          if die is 3
            end turn
          choose how
            'well'
            badly
              spend 1 steps of me
        else pass
score far of p: steps of p + secret of p
winner most score

scenario "In the midst"
  given
    steps of Bob: 4
    to move: Bob (leap)
  play leap
"""


def alike(state: State) -> int:
    """How many turns have begun, which both say."""
    turns = state.observation(0)["turn"]
    assert turns == state.copy().memory.turns
    assert isinstance(turns, int)
    return turns


def games(game: Game, seeds: range, most: int, *, asked: bool) -> None:
    for seed in seeds:
        luck = random.Random(seed)
        state = game.start(chance="asked") if asked else game.start(seed=seed)
        counts = list[int]()
        for _ in range(most):
            if state.over:
                break
            question = state.question
            if question is not None:
                state.answer(luck.choice(question.of))
                continue
            if luck.random() < 0.7:  # not each decision is looked at
                counts.append(alike(state))
            if luck.random() < 0.15 and state.steps:
                state.undo()
                continue
            state.apply(luck.choice(state.legal_moves()))
        alike(state)
        assert len({*counts}) > 1


@pytest.mark.parametrize("name", OPEN)
def test_turns_of_the_library_are_counted_alike(name: str) -> None:
    assert OPEN
    games(load(name), range(2), 40, asked=False)


@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("engine", registry.stepping())
def test_turns_that_hang_on_chance_and_on_others_are_counted_alike(
    tmp_path: Path, engine: registry.EngineName, asked: bool
) -> None:
    """Turns that pass without a decision, that are had again, or go to others."""
    (tmp_path / "march.game").write_text(MARCH)
    game = load(str(tmp_path / "march.game"), engine=engine)
    assert not can_be_hidden(game.program)
    games(game, range(12), 60, asked=asked)


def test_a_position_that_is_given_counts_from_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "march.game").write_text(MARCH)
    game = load(str(tmp_path / "march.game"))
    state = game.start(seed=1)
    while state.choice != "leap":
        state.apply(state.legal_moves()[0])
    before = alike(state)
    other = state.redealt(0, 1)
    assert alike(other) == before
    other.apply(other.legal_moves()[0])
    assert alike(other) >= before
