"""Players at a table, one game after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..characters import many
from ..diagnostics import UsageError
from ..game import Game
from ..players.player import Player, chosen
from ..state import Move, State
from .record import Record, record_of

Watcher = Callable[[State, Move], None]
"""Told of each move, with the state before it. It must not change the state."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop a game that is not over: after so many decisions (None: never)."""

    decisions: int | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A game with a player at each seat, seat 0 first; one player may sit at several seats.

        match = Match(game, seat_players(["random", "random"], 7, seats=2))
        match.play(seed=7).result

    Players go on from game to game: one that draws by lot draws on.
    """

    game: Game
    players: Sequence[Player]
    limits: Limits = Limits()

    def __post_init__(self) -> None:
        if len(self.players) != self.game.seats:
            raise UsageError(
                f"{self.game.name} has {many(self.game.seats, 'seat')}, not {len(self.players)}"
            )

    def play(self, *, seed: int | None = None, watch: Watcher | None = None) -> Record:
        """Play a game to its end, or to the limit; the record then has no result.

        `seed`: decides all chance in the game; None takes one at random, and the record tells it.
        """
        return record_of(self.game, self.play_state(seed=seed, watch=watch))

    def play_state(self, *, seed: int | None = None, watch: Watcher | None = None) -> State:
        """As `play`, but gives the last state."""
        state = self.game.start(seed=seed)
        decisions = 0
        while not state.over and decisions != self.limits.decisions:
            seat = state.to_move
            assert isinstance(seat, int), "chance in a match is seeded"
            move = chosen(self.players[seat], state, seat)
            if watch is not None:
                watch(state, move)
            state.apply(move)
            decisions += 1
        return state
