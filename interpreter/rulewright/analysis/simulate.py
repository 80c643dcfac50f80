"""Many games, here or in worker processes, added up as they come.

Each game has a seed of its own, made of the seed of all and its number; which process plays it does
not matter. A worker is given a few games at a time, as many as it plays in about a quarter of a
second, and gives back a tally.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from ..backends.protocol import MOST_DECISIONS, TooLong
from ..backends.registry import EngineName
from ..core.evaluate import elements_of_mask
from ..diagnostics import LimitError, PlayError, RulewrightError, UsageError
from ..game import Game, load
from ..limits import Deadline, OutOfTime
from ..play.match import Limits, Match
from ..players.player import Maker, seat_players
from ..players.random import shared_stream
from ..runtime.chance import splitmix64, stream
from ..state import Move, State
from ..workers import Reply, work_on
from .statistics import Figures, Tally

Progress = Callable[[int, int], None]
"""Told how many games are played, and of how many."""

_STRETCH = 0.25  # seconds of play that a worker is given at a time


@dataclass(frozen=True, slots=True)
class GameSpec:
    """What to load: the arguments of `rulewright.load`, so that every process loads it itself."""

    name: str
    variants: tuple[str, ...] = ()
    options: dict[str, str | int] = field(default_factory=dict)
    seats: int | None = None
    engine: EngineName | None = None

    def load(self) -> Game:
        """The game. Raises `RulesError` and `UsageError`."""
        return load(
            self.name,
            variants=self.variants,
            options=self.options,
            seats=self.seats,
            engine=self.engine,
        )


@dataclass(frozen=True, slots=True)
class Timings:
    """How long it took: from the first game to the last, and processor time over all processes."""

    jobs: int
    wall_seconds: float
    processor_seconds: float


@dataclass(frozen=True, slots=True)
class Simulation:
    """What was played and what came of it; not `complete` when it was interrupted, or when the time
    was up: then it is not `in_time` either.

    `figures` is None if not one game was finished. Seats of `figures` are in order. `longest`:
    after how many decisions games were stopped.
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


def game_seed(seed: int, number: int) -> int:
    """The seed (53 bits) of the game with a number from 0, as `Game.start` takes it."""
    return splitmix64(stream(seed, 3) >> 64 ^ splitmix64(number)) >> 11


def simulate(
    spec: GameSpec,
    *,
    games: int,
    seed: int = 0,
    jobs: int = 1,
    players: Sequence[str | Maker] | None = None,
    longest: int = MOST_DECISIONS,
    seconds: float | None = None,
    on_progress: Progress | None = None,
) -> Simulation:
    """Play games to their ends and add them up.

    `players`: for each seat a name or a function (seed, seat) → player that other processes can
    import; None seats random players. `jobs`: worker processes, 1 plays here. `longest`: after so
    many decisions a game is stopped, and counted as such. `seconds`: after so long no more is
    played. That and a KeyboardInterrupt end it early with what is finished. Raises `PlayError` with
    the seed of the game that failed.
    """
    if games < 1 or jobs < 1 or longest < 1:
        raise UsageError("the numbers of games, of jobs and of decisions must be at least 1")
    deadline = Deadline(seconds)
    try:
        with deadline.enforced():
            game = spec.load()
    except OutOfTime:
        raise LimitError(f"{seconds:g} s were over before the game was loaded") from None
    names = tuple(players) if players is not None else ("random",) * game.seats
    seated = seat_players(names, seed, seats=game.seats)  # wrong names are told before any work
    jobs = min(jobs, games)
    tally = _tally(game)
    clock = _Clock()
    task = _Task(spec, names, seed, longest)
    source = _here(task, game, games, clock) if jobs == 1 else _there(task, games, jobs, clock)
    complete = in_time = True
    try:
        with closing(source) as parts, deadline.enforced():
            for part in parts:
                both = _tally(game)  # whatever interrupts this, the figures add up
                both.merge(tally)
                both.merge(part.tally)
                tally = both
                clock.processor += part.processor
                clock.last = time.perf_counter()
                if on_progress is not None:
                    on_progress(tally.games, games)
    except KeyboardInterrupt:
        complete = False
    except OutOfTime:
        complete = in_time = False
    return Simulation(
        game=game,
        players=tuple(player.name for player in seated),
        seed=seed,
        asked=games,
        longest=longest,
        complete=complete,
        in_time=in_time,
        figures=tally.figures(),
        timings=Timings(jobs, clock.last - clock.first, clock.processor),
    )


@dataclass(frozen=True, slots=True)
class _Task:
    spec: GameSpec
    players: tuple[str | Maker, ...]
    seed: int
    longest: int


@dataclass(frozen=True, slots=True)
class _Part:
    """Some games played: their tally and how long it took, in seconds."""

    tally: Tally
    wall: float
    processor: float


@dataclass(slots=True)
class _Clock:
    first: float = 0.0
    last: float = 0.0
    processor: float = 0.0

    def start(self) -> None:
        if not self.first:
            self.first = self.last = time.perf_counter()


def _play(task: _Task, game: Game, numbers: range) -> _Part:
    """Play the games with these numbers."""
    tally = _tally(game)
    wall, processor = time.perf_counter(), time.process_time()
    add = _add_playout if all(name == "random" for name in task.players) else _add_match
    for number in numbers:
        seed = game_seed(task.seed, number)
        try:
            add(tally, task, game, seed)
        except TooLong:
            tally.add_stopped()
        except RulewrightError as error:
            raise PlayError(f"game {number} of the simulation (seed {seed}): {error}") from error
        except Exception as error:
            error.add_note(f"in game {number} of the simulation (seed {seed})")
            raise
    return _Part(tally, time.perf_counter() - wall, time.process_time() - processor)


def _add_playout(tally: Tally, task: _Task, game: Game, seed: int) -> None:
    played = game.engine.playout(stream(seed), shared_stream(seed), longest=task.longest)
    winners, case = played.verdict
    result = game.program.outcome[case].names if case >= 0 else ()
    seats = elements_of_mask(winners)
    tally.add(played.decisions, played.options, played.totals, seats, result)


def _add_match(tally: Tally, task: _Task, game: Game, seed: int) -> None:
    options = 0

    def count(state: State, move: Move) -> None:
        nonlocal options
        options += len(state.legal_moves())

    players = seat_players(task.players, seed, seats=game.seats)
    state = Match(game, players, Limits(task.longest)).play_state(seed=seed, watch=count)
    outcome = state.outcome
    if outcome is None:
        raise TooLong(task.longest)
    result = tuple(outcome["result"])
    tally.add(state.decisions, options, outcome["scores"], outcome["winners"], result)


def _tally(game: Game) -> Tally:
    """A tally of no games yet."""
    return Tally(game.seats, tuple(dict.fromkeys(case.names for case in game.program.outcome)))


def _next_size(size: int, part: _Part) -> int:
    """How many games to play next, to take about `_STRETCH` seconds; at most four times as many."""
    wanted = int(_STRETCH * size / part.wall) if part.wall > 0 else 4 * size
    return max(1, min(wanted, 4 * size))


def _here(task: _Task, game: Game, games: int, clock: _Clock) -> Generator[_Part]:
    """Parts that this process plays."""
    clock.start()
    first, size = 0, 4
    while first < games:
        numbers = range(first, min(first + size, games))
        part = _play(task, game, numbers)
        yield part
        first, size = numbers.stop, _next_size(len(numbers), part)


def _there(task: _Task, games: int, jobs: int, clock: _Clock) -> Generator[_Part]:
    """Parts as workers finish them. Closing the iterator ends the workers."""
    first = 0

    def following(last: Reply[range, _Part] | None) -> range | None:
        nonlocal first
        clock.start()
        part = last.result if last is not None else None
        size = _next_size(len(last.task), part) if last is not None and part is not None else 4
        numbers = range(first, min(first + size, games))
        first = numbers.stop
        return numbers or None

    with closing(work_on(_player, (task,), following, jobs=jobs)) as replies:
        for reply in replies:
            assert reply.result is not None, "nobody is impatient"
            yield reply.result


def _player(task: _Task) -> Callable[[range], Iterator[_Part]]:
    """What plays the games with some numbers, in a worker."""
    game = task.spec.load()

    def play(numbers: range) -> Iterator[_Part]:
        yield _play(task, game, numbers)

    return play
