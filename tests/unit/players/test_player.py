"""Players by name, and the draws of the random player."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from rulewright.backends.reference import ReferenceEngine
from rulewright.diagnostics import UsageError
from rulewright.players.naming import player, seat_players
from rulewright.players.player import Player, chosen
from rulewright.players.random import RandomPlayer, shared_stream
from rulewright.players.view import View
from rulewright.runtime.chance import stream
from rulewright.state import State, begin


class First(Player):
    name = "first of all"

    def choose(self, view: View) -> int:
        return 0


def first(seed: int, seat: int) -> Player:
    return First()


def play(engine: ReferenceEngine, players: tuple[Player, ...], seed: int) -> State:
    state = begin(engine, seed=seed)
    while not state.over:
        seat = state.to_move
        assert isinstance(seat, int)
        state.apply(chosen(players[seat], state, seat))
    return state


@pytest.fixture
def engine(mini: SimpleNamespace) -> ReferenceEngine:
    return ReferenceEngine(mini.program)


@pytest.mark.parametrize("seed", range(20))
def test_random_players_play_the_playout(engine: ReferenceEngine, seed: int) -> None:
    state = play(engine, seat_players(["random", "random"], seed, seats=2), seed)
    playout = engine.playout(stream(seed), shared_stream(seed))
    assert (state.decisions, tuple(state.scores())) == (playout.decisions, playout.totals)


def test_a_single_move_draws_nothing(engine: ReferenceEngine) -> None:
    state, source = begin(engine, seed=1), RandomPlayer(5)
    counts = set()
    while not state.over:
        before, moves = source._source, state.legal_moves()
        state.apply(chosen(source, state, 0))
        assert (source._source == before) == (len(moves) == 1)
        counts.add(len(moves) == 1)
    assert counts == {True, False}, "the game has decisions of both kinds"


def test_random_players_of_two_seats_draw_apart() -> None:
    draws = [player("random", 3, seat) for seat in (0, 1)]
    assert isinstance(draws[0], RandomPlayer) and isinstance(draws[1], RandomPlayer)
    assert draws[0]._source != draws[1]._source


def test_the_nearest_name_is_offered() -> None:
    with pytest.raises(UsageError, match="no player called randon; did you mean random"):
        player("randon")
    with pytest.raises(UsageError, match="known players: flat, greedy, mcts, random"):
        seat_players(["random", "x"], seats=2)


def test_one_player_for_each_seat() -> None:
    with pytest.raises(UsageError, match="2 seats, but 1 player"):
        seat_players(["random"], seats=2)


def test_callers_add_players_of_their_own() -> None:
    assert player("first", makers={"first": first}).name == "first of all"
    assert [p.name for p in seat_players([first, "random"], seats=2)] == ["first of all", "random"]
