"""Matches: who is asked, when they stop, and what is said of a player who cheats."""

from __future__ import annotations

import pytest

from rulewright.diagnostics import MoveError, UsageError
from rulewright.game import Game, load
from rulewright.play.match import Limits, Match
from rulewright.players.naming import seat_players
from rulewright.players.player import Player
from rulewright.players.view import View
from rulewright.state import Move, State


class Asked(Player):
    """Takes the first move and remembers for which seats it was asked."""

    name = "asked"

    def __init__(self) -> None:
        self.seats: list[int] = []

    def choose(self, view: View) -> int:
        assert view.worlds[0].to_move == view.seat
        self.seats.append(view.seat)
        return 0


class Stubborn(Player):
    """Makes a move that there never is."""

    name = "stubborn"

    def choose(self, view: View) -> int:
        return -1


@pytest.fixture(scope="module")
def game() -> Game:
    return load("ruta")


def test_each_player_is_asked_for_the_own_seat(game: Game) -> None:
    players = (Asked(), Asked())
    record = Match(game, players, Limits(decisions=9)).play(seed=1)
    assert len(record.moves) == 9
    assert record.result is None
    assert [set(player.seats) for player in players] == [{0}, {1}]


def test_a_match_is_the_same_for_the_same_seeds(game: Game) -> None:
    records = [
        Match(game, seat_players(["random", "random"], 5, seats=2)).play(seed=5) for _ in range(2)
    ]
    assert records[0] == records[1]
    assert records[0].result is not None


def test_watchers_see_each_move_before_it_is_made(game: Game) -> None:
    seen: list[str] = []

    def watch(state: State, move: Move) -> None:
        assert state.decisions == len(seen)
        assert move in state.legal_moves()
        seen.append(str(move))

    match = Match(game, (Asked(), Asked()), Limits(decisions=12))
    assert list(match.play(seed=2, watch=watch).moves) == seen


def test_a_match_without_a_seed_tells_which_it_took(game: Game) -> None:
    record = Match(game, (Asked(), Asked()), Limits(decisions=3)).play()
    assert record.seed is not None
    assert Match(game, (Asked(), Asked()), Limits(decisions=3)).play(seed=record.seed) == record


def test_a_move_not_offered_names_the_player(game: Game) -> None:
    with pytest.raises(MoveError, match="player stubborn at seat 0"):
        Match(game, (Stubborn(), Asked())).play(seed=1)


def test_a_player_for_each_seat(game: Game) -> None:
    with pytest.raises(UsageError, match="ruta has 2 seats, not 1"):
        Match(game, (Asked(),))
