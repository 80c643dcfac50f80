"""Plays what a plan asks for and is not played yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeVar

from ..analysis.sharing import Clock, Games, Timings, for_games, shared
from ..analysis.simulate import Progress
from ..game import Game
from ..limits import Deadline, OutOfTime
from ..players.naming import MAKERS
from ..workers import Jobs
from .measure import Table
from .plan import Plan, loaded
from .row import Row
from .store import Store

PLAYING = 0.5  # of the time, for games, before some are looked into
QUICKLY = 0.5  # of that, at most, for those of quicker players before those of slower ones
RANDOM = "random"

T = TypeVar("T")
Place = tuple[int, int]
"""A game of a plan: the number of its setting, and its own."""
Begin = Callable[..., Callable[[range], list[Row]]]
"""What gives, for a plan and things to be done, what does those at some places among them."""


@dataclass(frozen=True, slots=True)
class Played:
    """What was played of a plan: `rows` of each setting, in the order of their numbers.

    Not `complete` if not all was played and looked into, being interrupted, or out of time: then
    it is not `in_time` either. `found`:
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
    on_look: Progress | None = None,
) -> Played:
    """Play all games of a plan, and then look into those that are to be looked into.

    `store`: a file in which rows are kept as they come, and looked for at first; so what was
    interrupted, or killed, is gone on with. `jobs`: worker processes, 1 plays here. `seconds`:
    after so long nothing more is done; that and a KeyboardInterrupt end it with what is finished.
    Games are played for half of that time at first, if some are to be looked into, and the rest of
    them if time is left afterwards. Those of random players come first, then those of players who
    do not search, for a part of it, for many of them are played while a search makes one; so where
    it is interrupted there is something to tell. `on_progress` and `on_look`
    are told how many games were played, and looked into, and of how many. Rows hang on the plan
    alone – if all players have budgets in simulations.

    Raises `UsageError` for a plan or a store that cannot be used, `PlayError` with the seed of the
    game that failed, and what `GameSpec.load` raises.

        plan = Plan((Setting(GameSpec("ruta", seats=2), ("greedy", "random"), 100),), seed=7)
        playtest(plan, store="ruta.sqlite").rows[0][3].moves
    """
    deadline, games = Deadline(seconds), loaded(plan)
    kept = Store(store, plan, games)
    with closing(kept), suppress(KeyboardInterrupt):
        work = _Work(plan, games, kept, jobs)
        found = len(work.rows)
        first = deadline
        if any(setting.measures.games for setting in plan.settings):
            first = deadline.within(deadline.left * PLAYING)
        for effort in sorted({*work.efforts})[:-1]:
            quick = first.within(first.left * QUICKLY)
            with suppress(OutOfTime), quick.enforced():
                work.play_quickly(effort, quick, on_progress)
        for do, until, tell in (
            (work.play, first, on_progress), (work.look, deadline, on_look),
            (work.play, deadline, None), (work.look, deadline, None),
        ):  # fmt: skip
            with suppress(OutOfTime), until.enforced():
                do(until, tell)
    complete = not work.to_play() and not work.to_look()
    rows = sorted(work.rows.values(), key=lambda row: (row.setting, row.number))
    return Played(
        plan=plan,
        games=games,
        rows=tuple(
            tuple(row for row in rows if row.setting == number)
            for number in range(len(plan.settings))
        ),
        found=found,
        complete=complete,
        in_time=complete or not deadline.over,
        timings=work.clock.timings(),
    )


def is_quick(plan: Plan, seconds: float) -> bool:
    """Is the first game of a plan played within so many seconds?"""
    deadline, (game, *_) = Deadline(seconds), loaded(plan)
    with suppress(OutOfTime), deadline.enforced():
        Table(plan, 0, game).play(0)
    return not deadline.over


class _Work:
    """What is to be done for a plan, and what of it is done: `rows`, by setting and number."""

    def __init__(self, plan: Plan, games: Sequence[Game], kept: Store, jobs: Jobs) -> None:
        self.plan, self.games, self.kept, self.jobs = plan, games, kept, jobs
        self.clock = Clock()
        self.rows = {(row.setting, row.number): row for row in kept.rows()}

    def to_play(self) -> list[Place]:
        """The games that are not played yet."""
        return [place for place in in_turn(self.plan) if place not in self.rows]

    @cached_property
    def efforts(self) -> list[int]:
        """How much thought there is in each setting: none, no search, a search."""
        return [
            0 if {*setting.players} == {RANDOM} else 1 if MAKERS.keys() >= {*setting.players} else 2
            for setting in self.plan.settings
        ]

    def to_look(self) -> list[Row]:
        """The games that were played and are to be looked into."""
        measures = [setting.measures.games for setting in self.plan.settings]
        rows = (self.rows[place] for place in in_turn(self.plan) if place in self.rows)
        return [
            row for row in rows
            if row.number < measures[row.setting] and row.trace and not row.measured
        ]  # fmt: skip

    def play(self, until: Deadline, tell: Progress | None) -> None:
        """Play games, while there is time."""
        self._play(self.to_play(), until, tell)

    def play_quickly(self, effort: int, until: Deadline, tell: Progress | None) -> None:
        """Play the games with no more thought in them, while there is time."""
        todo = [place for place in self.to_play() if self.efforts[place[0]] <= effort]
        self._play(todo, until, tell)

    def _play(self, todo: Sequence[Place], until: Deadline, tell: Progress | None) -> None:
        done = self.plan.games - len(self.to_play())
        self._do(_playing, todo, until, tell, done, self.plan.games)

    def look(self, until: Deadline, tell: Progress | None) -> None:
        """Look into games, while there is time."""
        todo = self.to_look()
        self._do(_looking, todo, until, tell, 0, len(todo))

    def _do(
        self, begin: Begin, todo: Sequence[T], until: Deadline, tell: Progress | None, done: int,
        of: int,
    ) -> None:  # fmt: skip
        if not todo:
            return
        names = [name for setting in self.plan.settings for name in setting.spec.names]
        left = Games(
            len(todo), lambda: begin(self.plan, todo, self.games), begin, (self.plan, todo),
            more=lambda: not until.over,
        )  # fmt: skip
        if tell is not None:
            tell(done, of)
        with closing(shared(left, for_games(self.jobs, len(todo), names), self.clock)) as parts:
            for part in parts:
                self.kept.add(part.result)
                self.rows.update(((row.setting, row.number), row) for row in part.result)
                self.clock.note(part)
                done += len(part.result)
                if tell is not None:
                    tell(done, of)


def in_turn(plan: Plan) -> list[Place]:
    """All games of a plan, by setting and number, in the order in which they are played: settings
    take turns, so that they come to their ends together, and all parts take about equally long."""
    places = [
        (number, setting.games, at)
        for at, setting in enumerate(plan.settings)
        for number in range(setting.games)
    ]
    places.sort(key=lambda one: ((2 * one[0] + 1) / one[1], one[2]))
    return [(at, number) for number, _, at in places]


def _playing(
    plan: Plan, todo: Sequence[Place], games: Sequence[Game] | None = None
) -> Callable[[range], list[Row]]:
    """What plays the games at some places of a list of them; in a worker they are loaded there."""
    table = _tables(plan, games)
    return lambda places: [table(at).play(number) for at, number in _some(todo, places)]


def _looking(
    plan: Plan, todo: Sequence[Row], games: Sequence[Game] | None = None
) -> Callable[[range], list[Row]]:
    """What looks into the games at some places of a list of them."""
    table = _tables(plan, games)
    return lambda places: [table(row.setting).look(row) for row in _some(todo, places)]


def _tables(plan: Plan, games: Sequence[Game] | None) -> Callable[[int], Table]:
    known = loaded(plan) if games is None else games
    return cache(lambda at: Table(plan, at, known[at]))


def _some(todo: Sequence[T], places: range) -> Sequence[T]:
    return todo[places.start : places.stop]
