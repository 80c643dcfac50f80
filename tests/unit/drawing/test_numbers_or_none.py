"""A number that may be none is told as none wherever a value is told, and begins with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from rulewright import Game, load
from rulewright.backends import registry
from rulewright.play.preview import Previews
from rulewright.testing.position import position_text
from rulewright.testing.properties import chosen, put_on_trial
from rulewright.testing.scenario import Runner
from rulewright.transcript import Transcript

RULES = """\
game bids "Bids"
  players 2

mark bid of seat: 1..3 or none, seen by owner
mark shown of seat: {shown} or none
mark left: 0..4, starts 4

phase play
  turns until left is 0
    choose main
      bid(n in 1..3 where bid of me is none)
        set bid of me to n
      take_back
        needs said: bid of me is not none else "{{bid of me}} was not said"
        set bid of me to none
        set shown of me to none
      show
        spend 1 left
        set shown of me to bid of me

score shown of p: max(0, shown of p)
winner most score

scenario "Nothing has been said"
  expect every p in seat has bid of p is none and shown of p is none
  refuses take_back "none was not said"
  play bid 2
  seen by 0
    bid of 0: 2
    bid of 1: ?
  seen by 1
    bid of 0: ?
    bid of 1: none
    shown of 0: none

scenario "It does not hold"
  given
    bid of 0: 2
    shown of 1: none
  play take_back
  expect bid of 0 is shown of 1
  expect bid of 0 is 3
"""


@pytest.fixture(params=["1..3", "0..3", "1..4"])
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    (tmp_path / "bids.game").write_text(RULES.format(shown=request.param))
    return load(str(tmp_path / "bids.game"))


def cells(game_state: Any, seat: int) -> dict[str, Any]:
    return cast("dict[str, Any]", game_state.observation(seat)["cells"])


def test_it_begins_with_none_and_is_observed_as_null(game: Game) -> None:
    for engine in registry.compared():
        state = load(str(game.source), engine=engine).start(seed=1)
        assert cells(state, 0) == {
            "bid": {"0": None, "1": None}, "shown": {"0": None, "1": None}, "left": 4,
        }  # fmt: skip
        state.apply("bid 3")
        assert (cells(state, 0)["bid"], cells(state, 1)["bid"]) == (
            {"0": 3, "1": None}, {"0": None, "1": None},
        )  # fmt: skip


def test_it_is_told_as_none(game: Game) -> None:
    state = game.start(seed=1)
    told = state.table(0)
    assert "bid none  shown none" in told and "bid hidden  shown none" in told
    for move in ("bid 2", "bid 3", "show", "show"):
        state.apply(move)
    previews = Previews(game.program)
    said = [text for move in state.legal_moves() for text in [previews.of(state, move).line()]]
    assert any("bid 2 -> none" in text and "shown 2 -> none" in text for text in said), said
    state.apply("take_back")
    log = [text for _, text in Transcript.of(state).told(state, 0)]
    assert log[-2:] == ["show (shown none -> 3)", "take_back"]
    assert "-1" not in " ".join([*said, *log, state.table(0), state.table(1), position_text(state)])


def test_scenarios_say_none(game: Game) -> None:
    runner = Runner(game)
    first, second = game.scenarios()
    assert runner.run(first).passed, runner.run(first).message
    result = runner.run(second)
    assert (result.expected, result.found) == (("bid of 0 is 3",), ("bid of 0: none",))


def test_it_stays_in_its_range(game: Game) -> None:
    assert put_on_trial(game, chosen(()), seed=1, games=3).findings == {}
