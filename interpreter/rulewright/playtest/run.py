"""Plays what a plan asks for and is not played yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache

from ..analysis.sharing import Clock, Games, Timings, for_games, shared
from ..analysis.simulate import Progress
from ..game import Game
from ..limits import Deadline, OutOfTime
from ..workers import Jobs
from .measure import Table
from .plan import Plan, loaded
from .row import Row
from .store import Store


@dataclass(frozen=True, slots=True)
class Played:
    """What was played of a plan: `rows` of each setting, in the order of their numbers.

    Not `complete` if it was interrupted, or out of time: then it is not `in_time` either. `found`:
    how many rows were in the store already.
    """

    plan: Plan
    games: tuple[Game, ...]
    rows: tuple[tuple[Row, ...], ...]
    found: int
    complete: bool
    in_time: bool
    timings: Timings


def playtest(
    plan: Plan,
    *,
    store: str | None = None,
    jobs: Jobs = 1,
    seconds: float | None = None,
    on_progress: Progress | None = None,
) -> Played:
    """Play all games of a plan.

    `store`: a file in which rows are kept as they come, and looked for at first; so what was
    interrupted, or killed, is gone on with. `jobs`: worker processes, 1 plays here. `seconds`:
    after so long no more is played; that and a KeyboardInterrupt end it with what is finished.
    Rows hang on the plan alone – if all players have budgets in simulations.

    Raises `UsageError` for a plan or a store that cannot be used, `PlayError` with the seed of the
    game that failed, and what `GameSpec.load` raises.

        plan = Plan((Setting(GameSpec("ruta", seats=2), ("greedy", "random"), 100),), seed=7)
        playtest(plan, store="ruta.sqlite").rows[0][3].moves
    """
    deadline, games = Deadline(seconds), loaded(plan)
    kept = Store(store, plan, games)
    with closing(kept):
        rows = kept.rows()
        found, clock = len(rows), Clock()
        complete = in_time = True
        done = {(row.setting, row.number) for row in rows}
        todo = [place for place in in_turn(plan) if place not in done]
        names = [name for setting in plan.settings for name in setting.spec.names]
        workers = for_games(jobs, max(1, len(todo)), names)
        left = Games(len(todo), lambda: _plays(plan, games, todo), _player, (plan, todo))
        try:
            with closing(shared(left, workers, clock)) as parts, deadline.enforced():
                for part in parts:
                    kept.add(part.result)
                    rows += part.result
                    clock.note(part)
                    if on_progress is not None:
                        on_progress(len(rows), plan.games)
        except KeyboardInterrupt:
            complete = False
        except OutOfTime:
            complete = in_time = False
    rows.sort(key=lambda row: (row.setting, row.number))
    return Played(
        plan=plan,
        games=games,
        rows=tuple(
            tuple(row for row in rows if row.setting == number)
            for number in range(len(plan.settings))
        ),
        found=found,
        complete=complete,
        in_time=in_time,
        timings=clock.timings(),
    )


def in_turn(plan: Plan) -> list[tuple[int, int]]:
    """All games of a plan, by setting and number, in the order in which they are played: settings
    take turns, so that they come to their ends together, and all parts take about equally long."""
    places = [
        (number, setting.games, at)
        for at, setting in enumerate(plan.settings)
        for number in range(setting.games)
    ]
    places.sort(key=lambda one: ((2 * one[0] + 1) / one[1], one[2]))
    return [(at, number) for number, _, at in places]


def _plays(
    plan: Plan, games: Sequence[Game], todo: Sequence[tuple[int, int]]
) -> Callable[[range], list[Row]]:
    """What plays the games at some places of a list of them."""
    table = cache(lambda at: Table(plan, at, games[at]))

    def play(places: range) -> list[Row]:
        return [table(at).play(number) for at, number in (todo[place] for place in places)]

    return play


def _player(plan: Plan, todo: Sequence[tuple[int, int]]) -> Callable[[range], list[Row]]:
    """The same in a worker."""
    return _plays(plan, loaded(plan), todo)
