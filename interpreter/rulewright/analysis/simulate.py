"""Many games, here or in worker processes, added up as they come.

Each game has a seed of its own, made of the seed of all and its number; which process plays it does
not matter. A worker is given a few games at a time, as many as it plays in about a quarter of a
second, and gives back a tally. Workers ignore Ctrl-C: it reaches the caller, who ends them.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Literal, cast

from ..core.evaluate import elements_of_mask
from ..diagnostics import PlayError, RulewrightError, UsageError
from ..game import EngineName, Game, load
from ..play.match import Match
from ..players.player import Maker, seat_players
from ..players.random import shared_stream
from ..runtime.chance import splitmix64, stream
from ..state import Move, State
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
    engine: EngineName = "python"

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
    """What was played and what came of it; not `complete` when it was interrupted.

    `figures` is None if not one game was finished. Seats of `figures` are in order.
    """

    game: Game
    players: tuple[str, ...]
    seed: int
    asked: int
    complete: bool
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
    on_progress: Progress | None = None,
) -> Simulation:
    """Play games to their ends and add them up.

    `players`: for each seat a name or a function (seed, seat) → player that other processes can
    import; None seats random players. `jobs`: worker processes, 1 plays here. A KeyboardInterrupt
    ends it early with what is finished. Raises `PlayError` with the seed of the game that failed.
    """
    if games < 1 or jobs < 1:
        raise UsageError("the numbers of games and of jobs must be at least 1")
    game = spec.load()
    names = tuple(players) if players is not None else ("random",) * game.seats
    seated = seat_players(names, seed, seats=game.seats)  # wrong names are told before any work
    jobs = min(jobs, games)
    tally = _tally(game)
    clock = _Clock()
    task = _Task(spec, names, seed)
    source = _here(task, game, games, clock) if jobs == 1 else _there(task, games, jobs, clock)
    complete = True
    try:
        with closing(source) as parts:
            for part in parts:
                tally.merge(part.tally)
                clock.processor += part.processor
                clock.last = time.perf_counter()
                if on_progress is not None:
                    on_progress(tally.games, games)
    except KeyboardInterrupt:
        complete = False
    return Simulation(
        game=game,
        players=tuple(player.name for player in seated),
        seed=seed,
        asked=games,
        complete=complete,
        figures=tally.figures(),
        timings=Timings(jobs, clock.last - clock.first, clock.processor),
    )


# ----------------------------------------------------------------------------------- some games


@dataclass(frozen=True, slots=True)
class _Task:
    spec: GameSpec
    players: tuple[str | Maker, ...]
    seed: int


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
        except RulewrightError as error:
            raise PlayError(f"game {number} of the simulation (seed {seed}): {error}") from error
        except Exception as error:
            error.add_note(f"in game {number} of the simulation (seed {seed})")
            raise
    return _Part(tally, time.perf_counter() - wall, time.process_time() - processor)


def _add_playout(tally: Tally, task: _Task, game: Game, seed: int) -> None:
    played = game.engine.playout(stream(seed), shared_stream(seed))
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
    state = Match(game, players).play_state(seed=seed, watch=count)
    outcome = state.outcome
    assert outcome is not None, "a match without limits is played to its end"
    result = tuple(outcome["result"])
    tally.add(state.decisions, options, outcome["scores"], outcome["winners"], result)


def _tally(game: Game) -> Tally:
    """A tally of no games yet."""
    return Tally(game.seats, tuple(dict.fromkeys(case.names for case in game.program.outcome)))


def _next_size(size: int, part: _Part) -> int:
    """How many games to play next, to take about `_STRETCH` seconds; at most four times as many."""
    wanted = int(_STRETCH * size / part.wall) if part.wall > 0 else 4 * size
    return max(1, min(wanted, 4 * size))


# --------------------------------------------------------------------------------- in this process


def _here(task: _Task, game: Game, games: int, clock: _Clock) -> Generator[_Part]:
    clock.start()
    first, size = 0, 4
    while first < games:
        numbers = range(first, min(first + size, games))
        part = _play(task, game, numbers)
        yield part
        first, size = numbers.stop, _next_size(len(numbers), part)


# -------------------------------------------------------------------------------------- in workers

_Kind = Literal["ready", "part", "error", "failure"]
_Message = tuple[_Kind, _Part | str | None]


def _there(task: _Task, games: int, jobs: int, clock: _Clock) -> Generator[_Part]:
    """Parts as workers finish them. Closing the iterator ends the workers."""
    workers: dict[Connection, SpawnProcess] = {}
    sizes: dict[Connection, int] = {}
    first = 0
    try:
        for _ in range(jobs):
            process, connection = _start(task)
            workers[connection] = process
        while workers:
            for connection in cast("list[Connection]", wait(list(workers))):
                part = _receive(connection, workers[connection])
                clock.start()
                size = sizes.get(connection, 0)
                size = _next_size(size, part) if part is not None else 4
                numbers = range(first, min(first + size, games))
                if numbers:
                    first, sizes[connection] = numbers.stop, len(numbers)
                    connection.send(numbers)
                else:
                    connection.close()
                    workers.pop(connection).join()
                if part is not None:
                    yield part
    finally:
        for connection, process in workers.items():
            process.terminate()
            connection.close()
        for process in workers.values():
            process.join()


def _start(task: _Task) -> tuple[SpawnProcess, Connection]:
    """A worker and the connection to it."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(task, theirs), daemon=True)
    with ctrl_c_ignored():
        process.start()
    theirs.close()
    return process, ours


@contextmanager
def ctrl_c_ignored() -> Iterator[None]:
    """A process started meanwhile ignores Ctrl-C from its first moment on."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not in the main thread: Ctrl-C does not come here
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _receive(connection: Connection, process: SpawnProcess) -> _Part | None:
    """What a worker says: a part, or None when it is ready for the first. Raises what it met."""
    try:
        message: _Message = connection.recv()
    except EOFError:
        process.join()
        raise RuntimeError(f"a worker stopped with exit code {process.exitcode}") from None
    kind, what = message
    if kind == "error":
        raise PlayError(str(what))
    if kind == "failure":
        raise RuntimeError(f"a worker failed:\n{what}")
    return what if isinstance(what, _Part) else None


def _work(task: _Task, connection: Connection) -> None:
    """A worker: load the game, then play what is asked until the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    message: _Message
    try:
        game = task.spec.load()
        message = ("ready", None)
        while True:
            connection.send(message)
            message = ("part", _play(task, game, connection.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except RulewrightError as error:
        message = ("error", str(error))
    except Exception:
        message = ("failure", traceback.format_exc())
    connection.send(message)
