"""Dice with numbers: chance picks from a range, on both engines, by seed and by answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import Game, PlayError, State, load
from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.diagnostics import ChanceError
from rulewright.play.record import record_of, replay
from rulewright.testing import scenario
from rulewright.testing.conformance import lockstep

DICE = """\
game dice "Dice"
  players 2
type place: left, right
type turn: right, left
mark way: turn
mark die of place: 1..6
mark points of seat: 0..99

phase only
  turns until some p in seat where points of p > 20
    choose throw
      throw(k in place)
        pick die of k from 1..6
        pick die of left from (2..die of k + 1) - {4}
        pick way from turn
        gain (total die of j for j in place) points of me
      else pass

score points of p: points of p + (1 when way is left else 0)
winner most score

scenario "Two throws"
  chance 3
  chance 2
  chance right
  play throw right
  expect die of right is 3 and die of left is 2 and points of 0 is 5 and way < left
"""


def dice(tmp_path: Path, engine: EngineName, limit: str = "die of k + 1") -> Game:
    file = tmp_path / "dice.game"
    file.write_text(DICE.replace("die of k + 1", limit), encoding="utf-8")
    return load(str(file), engine=engine)


def asked(state: State) -> list[str]:
    return list(state.question.of) if state.question is not None else []


@pytest.mark.parametrize("engine", registry.stepping())
def test_chance_is_asked_for_a_number(tmp_path: Path, engine: EngineName) -> None:
    game = dice(tmp_path, engine, "min(5, die of k) + 1")
    state = game.start(chance="asked")
    state.apply("throw right")
    assert asked(state) == ["1", "2", "3", "4", "5", "6"]
    state.answer("5")
    assert asked(state) == ["2", "3", "5", "6"]
    state.answer("3")
    state.answer("right")
    assert state.scores() == [8, 0]
    assert replay(record_of(game, state), game).key() == state.key()
    assert all(scenario.run(game, scene, engine).passed for scene in game.scenarios())


@pytest.mark.parametrize("engine", registry.available())
def test_all_that_chance_is_asked_is_answered_in_one_step(
    tmp_path: Path, engine: EngineName
) -> None:
    game = dice(tmp_path, engine, "min(5, die of k) + 1")
    one, other = (game.start(chance="asked") for _ in range(2))
    for state in (one, other):
        state.apply("throw right")
    for answer in ("5", "3", "right"):
        one.answer(answer)
    told = iter(["5", "3"])
    other.answer_all(lambda question: next(told, None))
    assert asked(other) == ["right", "left"] and other.outcomes == [("5",), ("3",)]
    waits = other.key()
    other.answer_all(lambda question: question.of[0])
    assert other.key() == one.key() and other.made == one.made
    other.undo()
    assert other.key() == waits and asked(other) == ["right", "left"]
    with pytest.raises(ChanceError, match="is not asked anything"):
        one.answer("1")
    waits, made = one.key(), one.made
    one.answer_all(lambda question: "1")  # until a seat decides, which is now
    assert one.key() == waits and one.made == made


@pytest.mark.parametrize("engine", registry.available())
def test_what_goes_wrong_leaves_chance_asked_what_it_was_asked_last(
    tmp_path: Path, engine: EngineName
) -> None:
    state = dice(tmp_path, engine).start(chance="asked")
    state.apply("throw right")
    with pytest.raises(PlayError, match=r"die would become 7, outside 1\.\.6"):
        state.answer_all(lambda question: question.of[-1])
    assert state.outcomes == [("6",)] and asked(state)[-1] == "7"
    state.answer("3")
    assert state.outcomes == [("6",), ("3",)]


def test_engines_throw_alike(tmp_path: Path) -> None:
    game = dice(tmp_path, "python", "min(5, die of k) + 1")
    assert all(lockstep(game, seed).over for seed in range(20))


@pytest.mark.parametrize("engine", registry.stepping())
def test_a_number_outside_the_mark_is_a_mistake(tmp_path: Path, engine: EngineName) -> None:
    state = dice(tmp_path, engine).start(chance="asked")
    state.apply("throw right")
    state.answer("6")
    with pytest.raises(PlayError, match=r"die would become 7, outside 1\.\.6"):
        state.answer("7")
