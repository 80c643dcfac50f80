"""An offer that does nothing: its name in quotes, which no action has."""

from pathlib import Path

import pytest

from rulewright import RulesError
from rulewright.game import Game, load

GAME = """game nap "Nap"
  players 2 named one, two
mark steps of seat: 0..9

phase play
  turns until steps of one is 2
    choose main
      walk
        gain 1 steps of me
      {offer}

score steps of p: steps of p
winner most score
"""


def nap(folder: Path, offer: str) -> Game:
    (folder / "nap.game").write_text(GAME.format(offer=offer))
    return load(str(folder / "nap.game"), engine="reference")


@pytest.mark.parametrize("offer", ["'have a rest'", "'rest'", "'have a rest'   \"Wait and see\""])
def test_with_a_name_in_quotes_it_needs_no_statements(offer: str, tmp_path: Path) -> None:
    state = nap(tmp_path, offer).start(seed=1)
    rest = offer.split("'")[1]
    assert [str(move) for move in state.legal_moves()] == ["walk", rest]
    state.apply(rest)
    assert (state.to_move, state.scores()) == (1, [0, 0])


def test_it_may_be_what_there_is_where_nothing_else_is_possible(tmp_path: Path) -> None:
    state = nap(tmp_path, "else 'have a rest'").start(seed=1)
    assert [str(move) for move in state.legal_moves()] == ["walk"]


@pytest.mark.parametrize("role", ["", "else "])
def test_a_bare_name_is_that_of_an_action(role: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as error:
        nap(tmp_path, f"{role}rest")
    (found,) = error.value.diagnostics
    assert found.code == "E163"
    assert found.hint.endswith("that does nothing is written in quotes: 'rest'")


def test_a_name_in_quotes_may_be_that_of_an_action(tmp_path: Path) -> None:
    (tmp_path / "nap.game").write_text(
        GAME.format(offer="'rest'") + "\naction rest\n  gain 2 steps of me\n"
    )
    state = load(str(tmp_path / "nap.game"), engine="reference").start(seed=1)
    state.apply("rest")
    assert state.scores() == [2, 0]
