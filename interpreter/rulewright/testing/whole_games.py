"""Whole games, played on the fastest engine only to learn with which seeds something goes wrong.

To look at every property takes a hundred times as long as to play, so what happens in one game of a
hundred is found like this, and then looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf

from ..backends import registry
from ..backends.protocol import Engine, TooLong
from ..game import Game
from ..limits import NEVER, Deadline, OutOfTime

MANY = 50  # games from which on it is worth while to make a module for them


@dataclass(frozen=True, slots=True)
class WholeGame:
    """The game with a seed, as `Engine.playouts` plays it. `error`: what went wrong in it, if
    anything did; `TooLong` if it did not end. `late`: it was left, for it takes too long."""

    seed: int
    error: Exception | None = None
    late: bool = False


def whole_games(
    game: Game,
    seeds: Sequence[int],
    *,
    longest: int,
    deadline: Deadline = NEVER,
    each: float = inf,
) -> Iterator[WholeGame]:
    """The games with these seeds, in order, each of them so many seconds long at most.

    Raises `OutOfTime` when the deadline has come, in the middle of a game too.
    """
    done, engine = 0, _engine(game, len(seeds))
    while done < len(seeds):
        begun, results = done, iter(engine.playouts(seeds[done:], longest=longest))
        goes_on = True
        while goes_on and done < len(seeds):
            error, late = None, False
            try:
                with deadline.within(each).enforced():
                    error = TooLong(longest) if next(results) is None else None
            except OutOfTime:
                deadline.check()
                if done > begun:
                    break  # several may have been played at once: now the first of them alone
                goes_on, late = False, True
            except MemoryError:
                raise
            except Exception as wrong:
                goes_on, error = False, wrong
            done += 1
            yield WholeGame(seeds[done - 1], error, late)


def _engine(game: Game, games: int) -> Engine:
    """For a few games the one that makes single decisions, which is there at once."""
    steps = registry.kind(game.engine.name).steps
    return registry.kind(steps).make(game.program) if steps and games < MANY else game.engine
