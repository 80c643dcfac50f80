"""What is to be played: games and players at their seats, how many games, and a seed."""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis.sharing import game_seed
from ..analysis.simulate import GameSpec
from ..backends.protocol import MOST_DECISIONS
from ..diagnostics import UsageError
from ..game import Game
from ..players.naming import seat_players


@dataclass(frozen=True, slots=True)
class Measures:
    """What is looked into in the first `games` games of a setting.

    At so many `moments` of a game, evenly spread over it, it is played on at random as often as
    `playouts` says; at so many of its `decisions`, those with several moves, a search of so many
    `simulations` weighs the moves.
    """

    games: int = 100
    moments: int = 10
    playouts: int = 30
    decisions: int = 5
    simulations: int = 100


NOTHING = Measures(games=0)


@dataclass(frozen=True, slots=True)
class Setting:
    """A game, and players who go round its seats: so many games are played.

    `players`: their names, as many as there are seats. The first sits at the first seat in the
    first game, at the second in the next, and so on.
    """

    spec: GameSpec
    players: tuple[str, ...]
    games: int
    measures: Measures = NOTHING

    def seated(self, number: int) -> tuple[str, ...]:
        """Who sits at each seat, seat 0 first, in the game with a number from 0."""
        turn = number % len(self.players)
        return self.players[-turn:] + self.players[:-turn] if turn else self.players


@dataclass(frozen=True, slots=True)
class Plan:
    """Settings, each played with the same seeds: game 7 of one has the seed of game 7 of another.

    `longest`: after so many decisions a game is stopped. `each`: so many games of a setting, one
    after the other, have the same luck – the same seed, that is.
    """

    settings: tuple[Setting, ...]
    seed: int = 0
    longest: int = MOST_DECISIONS
    each: int = 1

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return sum(setting.games for setting in self.settings)

    def game_seed(self, number: int) -> int:
        """The seed of the game with a number in each setting."""
        return game_seed(self.seed, number // self.each)


def loaded(plan: Plan) -> tuple[Game, ...]:
    """The game of each setting. Raises `UsageError` if players are unknown or do not fit, and what
    `GameSpec.load` raises."""
    known: dict[str, Game] = {}
    games = []
    for setting in plan.settings:
        if setting.games < 1 or plan.longest < 1:
            raise UsageError("the numbers of games and of decisions must be at least 1")
        key = repr(setting.spec)
        game = known[key] = known[key] if key in known else setting.spec.load()
        seat_players(setting.players, plan.seed, seats=game.seats)
        games.append(game)
    return tuple(games)
