"""Many games, whoever plays them, added up as they come.

The first of them are made step by step, so that it can be told what is done in them; the others are
whole playouts, which are faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import NamedTuple

from ..backends.protocol import MOST_DECISIONS, PlayoutResult, SearchedTooFar, TooLong, Verdict
from ..core.evaluate import elements_of_mask
from ..diagnostics import GameOfMany, LimitError, PlayError, RulewrightError, UsageError
from ..game import Game
from ..limits import Deadline, OutOfTime, check_wanted
from ..players.naming import seat_players
from ..players.player import Maker
from ..spec import GameSpec as GameSpec
from ..state import State
from ..workers import Jobs
from .rows import Row
from .sharing import Clock, Games, Timings, for_games, game_seed, shared
from .statistics import Figures, Tally
from .tracing import Seen, Step, Trace, Tracer

Progress = Callable[[int, int], None]
"""Told how many games are played, and of how many."""

TRACED = 200  # games that are made step by step, if nobody says how many


@dataclass(frozen=True, slots=True)
class Simulation:
    """What was played and what came of it; not `complete` when it was interrupted, or when the time
    was up: then it is not `in_time` either.

    `figures` is None if not one game was finished. Seats of `figures` are in order. `longest`:
    after how many decisions games were stopped. `rows`: of the games that are counted, in the order
    of their numbers, if they were asked for. `underway`: how far the first game has come, if it was
    not finished and was played in this process.
    """

    game: Game
    players: tuple[str, ...]
    seed: int
    asked: int
    longest: int
    complete: bool
    in_time: bool
    figures: Figures | None
    timings: Timings
    rows: tuple[Row, ...] = ()
    underway: Underway | None = None


def simulate(
    spec: GameSpec,
    *,
    games: int,
    seed: int = 0,
    jobs: Jobs = 1,
    players: Sequence[str | Maker] | None = None,
    longest: int = MOST_DECISIONS,
    seconds: float | None = None,
    traced: int = TRACED,
    rows: bool = False,
    on_progress: Progress | None = None,
) -> Simulation:
    """Play games to their ends and add them up.

    `players`: for each seat a name or a function (seed, seat) → player that other processes can
    import; None seats random players. `jobs`: how many play at a time at most – this process, its
    threads or others, see `sharing.shared` –, or a cluster (see `rulewright.cluster`). `longest`:
    after so many decisions a game is stopped, and counted as such. `traced`: so many of the first
    games are made step by step, for what is done in them to be told; these take longer. `rows`:
    give a row for each game, too. `seconds`: after so long no more is played. That and a
    KeyboardInterrupt end it early with what is finished. Raises `PlayError` with the seed of the
    game that failed.
    """
    if games < 1 or longest < 1:
        raise UsageError("the numbers of games and of decisions must be at least 1")
    deadline = Deadline(seconds)
    try:
        with deadline.enforced():
            game = spec.load()
    except OutOfTime:
        raise LimitError("the time was over before the game was loaded") from None
    names = tuple(players) if players is not None else ("random",) * game.seats
    seated = seat_players(names, seed, seats=game.seats)  # wrong names are told before any work
    jobs = for_games(jobs, games, spec.names)
    table = Table(game, names, longest)
    steady = min(traced, games) if table.by_lot else None
    clock = Clock(steady=steady)
    task, parts, done = _Task(spec, names, seed, longest, traced, rows), list[_Games](), 0
    underway = Underway(game, tuple(player.name for player in seated))

    def here() -> Callable[[range], _Games]:
        return partial(_play, task, Table(game, names, longest, underway))

    all_games = Games(games, here, _player, (task,), steady=steady)
    complete = in_time = True
    underway.begun = perf_counter()
    try:
        with closing(shared(all_games, jobs, clock)) as played, deadline.enforced():
            for part in played:
                clock.note(part)
                parts.append(part.result)  # whatever interrupts this, the figures add up
                done += len(part.numbers)
                if on_progress is not None:
                    on_progress(done, games)
    except PlayError as error:
        raise after(error, done) from error
    except KeyboardInterrupt:
        complete = False
    except OutOfTime:
        complete = in_time = False
    underway.lasted = perf_counter() - underway.begun
    tally = table.tally()
    for one in parts:
        tally.merge(one.tally)
    return Simulation(
        game=game,
        players=tuple(player.name for player in seated),
        seed=seed,
        asked=games,
        longest=longest,
        complete=complete,
        in_time=in_time,
        figures=tally.figures(),
        timings=clock.timings(),
        rows=tuple(sorted(row for one in parts for row in one.rows)),
        underway=underway if underway.is_noted and not done else None,
    )


class Underway:
    """How far the first game has come: the decisions of each player, and how long they took."""

    def __init__(self, game: Game, seated: tuple[str, ...]) -> None:
        self.game, self.seated = game, seated
        self.begun = self.lasted = 0.0
        self.is_noted = False
        self.decisions: dict[str, int] = {}
        self.seconds: dict[str, float] = {}

    def note(self, step: Step) -> None:
        """A decision is made; that takes from the one before to this one."""
        seat = State(self.game.engine, step.position).to_move
        if isinstance(seat, int):
            name, before = self.seated[seat], self.begun + sum(self.seconds.values())
            self.decisions[name] = self.decisions.get(name, 0) + 1
            self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - before


@dataclass(frozen=True, slots=True)
class _Task:
    spec: GameSpec
    players: tuple[str | Maker, ...]
    seed: int
    longest: int
    traced: int
    rows: bool


@dataclass(frozen=True, slots=True)
class _Games:
    """Some games played: their tally, and rows of them if they are wanted."""

    tally: Tally
    rows: list[Row]


class Played(NamedTuple):
    """A game of which the rules tell the end: what it came to, and its trace if it was traced."""

    result: PlayoutResult
    trace: Trace | None


class Table:
    """Players at a game, who play it from its start to its end as often as they are asked to;
    `underway` is told of the decisions of the first game that anybody plays."""

    def __init__(
        self, game: Game, players: tuple[str | Maker, ...], longest: int,
        underway: Underway | None = None,
    ) -> None:  # fmt: skip
        self.game, self.players, self.longest = game, players, longest
        self.underway = underway
        self.by_lot = all(name == "random" for name in players)
        self.tracer = Tracer(game)

    def play(self, seed: int, *, seen: Seen | None = None) -> Played:
        """The game with a seed, traced. Raises `TooLong`."""
        longest = self.longest
        if self.underway is not None and not self.underway.is_noted:
            self.underway.is_noted, seen = True, seen or self.underway.note
        if self.by_lot:
            traced = self.tracer.playout(seed, longest=longest, seen=seen)
        else:
            seated = seat_players(self.players, seed, seats=self.game.seats)
            traced = self.tracer.match(seated, seed, longest=longest, seen=seen)
        return Played(traced.result, traced)

    def ahead(self, seeds: Iterable[int]) -> Iterator[Played | None]:
        """The games with seeds, not traced, in order; None: it is too long. Many may be played
        before they are asked for."""
        if self.by_lot:
            for result in self.game.engine.playouts(seeds, longest=self.longest):
                yield None if result is None else Played(result, None)
            return
        for seed in seeds:
            try:
                yield self.play(seed)._replace(trace=None)
            except TooLong:
                yield None

    def tally(self) -> Tally:
        """A tally of no games yet."""
        outcomes = tuple(dict.fromkeys(case.names for case in self.game.program.outcome))
        kinds = self.tracer.every_kind
        return Tally(self.game.seats, outcomes, kinds=kinds)

    def row(self, number: int, seed: int, played: Played | None) -> Row:
        """The row of a game; None: it was stopped."""
        if played is None:
            return Row(number, seed, self.longest, None, True, "", "", None)
        names = self.game.seat_names
        decisions, options, totals, verdict = played.result
        winners = ", ".join(names[seat] for seat in elements_of_mask(verdict.winners))
        return Row(
            number, seed, decisions, options, False, ", ".join(self.named(verdict)), winners, totals
        )

    def named(self, verdict: Verdict) -> tuple[str, ...]:
        """The names of an outcome; none where the rules name none."""
        return self.game.program.outcome[verdict.case].names if verdict.case >= 0 else ()

    def add(self, tally: Tally, played: Played | None) -> None:
        """Add a game to a tally; None: it was stopped."""
        if played is None:
            tally.add_stopped()
            return
        decisions, options, totals, verdict = played.result
        seats = elements_of_mask(verdict.winners)
        tally.add(decisions, options, totals, seats, self.named(verdict))
        if played.trace is not None:
            tally.traced.add(played.trace)


def after(error: PlayError, done: int) -> PlayError:
    """The same, when so many games were played in other parts."""
    game = error.game and error.game._replace(before=error.game.before + done)
    return _kind_of(error)(error.message, error.span, game=game)


def _kind_of(error: RulewrightError) -> type[PlayError]:
    """What it stays when more is told: of a search that goes too far something else helps."""
    return SearchedTooFar if isinstance(error, SearchedTooFar) else PlayError


@contextmanager
def told(
    number: int, seed: int, of: str = "the simulation", *, side: str = "", before: int = 0
) -> Iterator[None]:
    """Whatever goes wrong is told with the game in which it does (see `GameOfMany`; `before`: of
    those that are played at once). A game that is too long is no such thing."""
    try:
        yield
    except TooLong:
        raise
    except RulewrightError as error:
        game = GameOfMany(number, seed, side, before)
        message = f"game {number} of {of} (seed {seed}): {error}"
        raise _kind_of(error)(message, game=game) from error
    except Exception as error:
        error.add_note(f"in game {number} of {of} (seed {seed})")
        raise


def _play(task: _Task, table: Table, numbers: range) -> _Games:
    """Play the games with these numbers."""
    games = _Games(table.tally(), [])
    ahead = table.ahead(game_seed(task.seed, number) for number in numbers if number >= task.traced)
    for number in numbers:
        check_wanted()
        seed = game_seed(task.seed, number)
        played: Played | None = None
        with suppress(TooLong), told(number, seed, before=number - numbers.start):
            played = table.play(seed) if number < task.traced else next(ahead)
        table.add(games.tally, played)
        if task.rows:
            games.rows.append(table.row(number, seed, played))
    return games


def _player(task: _Task) -> Callable[[range], _Games]:
    """What plays the games with some numbers, in a worker."""
    return partial(_play, task, Table(task.spec.load(), task.players, task.longest))
