"""What a player is, and how a name becomes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from ..diagnostics import UsageError, did_you_mean
from ..state import Move, State
from .random import RandomPlayer, seat_stream, shared_stream


class Player(Protocol):
    """Someone who sits at a seat, or at several.

    `choose` is called at each decision of the seat and gives one of `state.legal_moves()`. It may
    copy the state but must not change it.
    """

    @property
    def name(self) -> str: ...

    def choose(self, state: State, seat: int) -> Move: ...


Maker = Callable[[int, int], Player]
"""Makes a player from a seed (any whole number) and a seat."""


def _random(seed: int, seat: int) -> Player:
    return RandomPlayer(seat_stream(seed, seat))


MAKERS: Mapping[str, Maker] = {"random": _random}
"""The players of the library by name."""


def player(
    name: str, seed: int = 0, seat: int = 0, *, makers: Mapping[str, Maker] = MAKERS
) -> Player:
    """A player by name for one seat; its luck depends on the seed and the seat.

    `makers`: the names that are known, for callers who add their own. Raises `UsageError`.
    """
    return _maker(name, makers)(seed, seat)


def seat_players(
    names: Sequence[str | Maker],
    seed: int = 0,
    *,
    seats: int,
    makers: Mapping[str, Maker] = MAKERS,
) -> tuple[Player, ...]:
    """The players of a game: a name or a maker for each seat, seat 0 first.

    All seats named `random` share one random player, so that a game of random players is the
    playout with the same seed. Raises `UsageError` for an unknown name or a wrong number of names.
    """
    if len(names) != seats:
        raise UsageError(f"the game has {seats} seats, but {len(names)} players are named")
    lot = RandomPlayer(shared_stream(seed))
    return tuple(
        lot if name == "random" else _maker(name, makers)(seed, seat)
        for seat, name in enumerate(names)
    )


def _maker(name: str | Maker, makers: Mapping[str, Maker]) -> Maker:
    if not isinstance(name, str):
        return name
    if name not in makers:
        hint = did_you_mean(name, makers) or f"known players: {', '.join(sorted(makers))}"
        raise UsageError(f"there is no player called {name}; {hint}")
    return makers[name]
