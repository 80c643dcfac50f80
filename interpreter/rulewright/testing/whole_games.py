"""Whole games, played on the fastest engine only to learn with which seeds something goes wrong.

To look at every property takes a hundred times as long as to play, so what happens in one game of a
hundred is found like this, and then looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from time import thread_time

from ..backends import registry
from ..backends.protocol import PlayoutResult, TooLong
from ..game import Game
from ..limits import NEVER, Deadline, OutOfTime

PAYS = 0.5  # seconds of single decisions, after which an engine for whole games is worth making


@dataclass(frozen=True, slots=True)
class WholeGame:
    """The game with a seed, as `Engine.playouts` plays it. `error`: what went wrong in it, if
    anything did; `TooLong` if it did not end. `late`: it was left, for it takes too long.
    `ending`: the outcome that it came to."""

    seed: int
    error: Exception | None = None
    late: bool = False
    ending: tuple[str, ...] | None = None


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
    done, steps, begun_at = 0, registry.kind(game.engine.name).steps, thread_time()
    engine = registry.kind(steps).make(game.program) if steps else game.engine
    while done < len(seeds):
        if thread_time() - begun_at > PAYS:
            engine = game.engine  # which comes to the same
        begun, results = done, iter(engine.playouts(seeds[done:], longest=longest))
        goes_on = True
        while goes_on and done < len(seeds):
            error: Exception | None = None
            late, result = False, None
            try:
                with deadline.within(each).enforced():
                    result = next(results)
                error = TooLong(longest) if result is None else None
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
            yield WholeGame(seeds[done - 1], error, late, _ending(game, result))
            if engine is not game.engine and thread_time() - begun_at > PAYS:
                break


def _ending(game: Game, result: PlayoutResult | None) -> tuple[str, ...] | None:
    """The outcome that a game came to, by its names, as `State.outcome` tells them."""
    if result is None:
        return None
    case = result.verdict.case
    return game.program.outcome[case].names if case >= 0 else ()
