"""What a player is, and how it is asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeAlias

from ..diagnostics import MoveError
from ..state import Move, State
from .view import View, view_of


class Player(ABC):
    """Someone who sits at a seat, or at several.

    `worlds`: how many positions it wants to look into at each decision (see `view.View`); one is
    enough for what the seat sees, and all that it gets where there is a single move, `single`: none
    if it does not look at anything there. `more`: how many others it is given where it does not
    choose by these, which are rough then (see `view.View`): to deal them takes no time. `seed`:
    what is dealt in them depends on it.

        class First(Player):
            name = "first"

            def choose(self, view: View) -> int:
                return 0
    """

    name: str
    worlds: int = 1
    single: int = 1
    more: int = 0
    seed: int = 0

    @abstractmethod
    def choose(self, view: View) -> int | None:
        """The number of a move among `view.moves`, from 0; None to look into `more` worlds."""


Maker: TypeAlias = Callable[[int, int], Player]
"""Makes a player from a seed (any whole number) and a seat."""


def chosen(player: Player, state: State, seat: int) -> Move:
    """The move that a player makes at a decision of its seat. Raises `MoveError` if it names
    none."""
    moves = state.legal_moves()
    worlds = player.worlds if len(moves) > 1 else min(player.worlds, player.single)
    rough = player.more > 0
    number = player.choose(view_of(state, seat, worlds=worlds, seed=player.seed, rough=rough))
    if number is None and player.more:
        number = player.choose(view_of(state, seat, worlds=player.more, seed=player.seed))
    if not isinstance(number, int) or not 0 <= number < len(moves):
        raise MoveError(
            f"player {player.name} at seat {seat} chose move {number!r}: "
            f"they are numbered 0 to {len(moves) - 1}"
        )
    return moves[number]
