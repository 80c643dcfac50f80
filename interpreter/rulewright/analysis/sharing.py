"""Games shared out: played here, in threads, in worker processes or on a cluster, some at a time.

Each game has a seed of its own, made of the seed of all and its number; who plays it does not
matter. A worker is given a few games at a time, as many as it plays in about a quarter of a second,
and gives back what came of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ..check.modules import brought_for
from ..cluster import Cluster
from ..diagnostics import UsageError
from ..limits import NEVER, Deadline
from ..runtime.chance import splitmix64, stream
from ..workers import Jobs, Reply, Threads, apart, count_of, work_on

T = TypeVar("T")
Play = Callable[[range], T]
"""Plays the games with some numbers."""

STRETCH = 0.25  # seconds of play that a worker is given at a time
CROWDED = 0.5  # of the time somebody may do what is Python; others would wait for it too often
BEGINNING = 1.5  # seconds that a process takes before it makes what it needs to play
MOST_PARTS = 40  # a second, over all workers: where there are many, each is given more at a time


def game_seed(seed: int, number: int) -> int:
    """The seed (53 bits) of the game with a number from 0, as `Game.start` takes it."""
    return splitmix64(stream(seed, 3) >> 64 ^ splitmix64(number)) >> 11


@dataclass(frozen=True, slots=True)
class Timings:
    """How long it took, from the first game to the last, and processor time over all who played:
    so many processes, or `threads` of this one. `steady_games`: so many of them took about equally
    long, with all that is needed made before, and `steady_seconds` of processor time together."""

    jobs: int
    wall_seconds: float
    processor_seconds: float
    threads: bool = False
    steady_games: int = 0
    steady_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Part(Generic[T]):
    """Some games played: their numbers, what came of them, and how long it took, in seconds;
    `apart`: of processor time, how much was apart from Python (see `workers`)."""

    numbers: range
    result: T
    wall: float
    processor: float
    apart: float = 0.0


@dataclass(slots=True)
class Clock:
    """When play began and when the last part came in, in seconds; `processor`: over all parts;
    `who` plays. `steady`: from which number on games take about equally long (see `Games`)."""

    first: float = 0.0
    last: float = 0.0
    processor: float = 0.0
    who: Jobs = 1
    steady: int | None = None
    steady_games: int = 0
    steady_seconds: float = 0.0
    _is_warm: bool = False  # has a part of those come in, in which what is needed was made?

    def start(self) -> None:
        if not self.first:
            self.first = self.last = time.perf_counter()

    def note(self, part: Part[Any]) -> None:
        self.processor += part.processor
        self.last = time.perf_counter()
        if self.steady is None or part.numbers.start < self.steady:
            return
        if self._is_warm:
            self.steady_games += len(part.numbers)
            self.steady_seconds += part.processor
        self._is_warm = True

    def timings(self) -> Timings:
        threads = isinstance(self.who, Threads)
        return Timings(
            count_of(self.who), self.last - self.first, self.processor, threads,
            self.steady_games, self.steady_seconds,
        )  # fmt: skip


def for_games(jobs: Jobs, games: int, names: Iterable[str]) -> Jobs:
    """Who plays: no more processes than there are games, and a cluster is given the rule files of
    these names, of games and variants, that lie here alone. Raises `UsageError`."""
    if count_of(jobs) < 1:
        raise UsageError("the number of jobs must be at least 1")
    if isinstance(jobs, Cluster):
        return jobs.bringing(brought_for(names))
    return min(jobs, games) if isinstance(jobs, int) else jobs


More = Callable[[], bool]
"""Asked before each part whether there is to be another one."""


@dataclass(frozen=True, slots=True)
class Games(Generic[T]):
    """Games that are to be played: so many, while there are to be `more`.

    `begin()` gives what plays here, and `make(*arguments)` what plays elsewhere, where it can be
    imported. `steady`: from which number on games take about equally long, if that is known of them
    and their players: then it is found out here who had best play them. `until`: when it is over.
    """

    count: int
    begin: Callable[[], Play[T]]
    make: Callable[..., Play[T]]
    arguments: tuple[object, ...]
    more: More = lambda: True
    steady: int | None = None
    until: Deadline = NEVER


def shared(games: Games[T], jobs: Jobs, clock: Clock) -> Generator[Part[T]]:
    """Parts, as they are finished. Closing the iterator ends whoever works.

    With one job this process plays them, in the order of the numbers. With more, games of players
    are for processes, games by lot begin here: they are played on in threads, if most of a game is
    apart from Python; else in processes, if it would take longer here than to begin those.
    """
    first, who = 0, jobs
    if jobs == 1 or (isinstance(jobs, int) and games.steady is not None):
        clock.start()
        began = time.thread_time()
        play, size, seen = games.begin(), 1, 0
        making = time.thread_time() - began
        while first < games.count and games.more():
            part = _played(play, range(first, min(first + size, games.count)))
            yield part
            if first == 0 or seen < (games.steady or 0) <= first:  # what is needed was made there
                making += part.processor
            who = _who(games, part, jobs, seen, making)
            first, size, seen = part.numbers.stop, _next_size(size, part, STRETCH), first
            if who != 1:
                break
        else:
            return
    clock.who = who
    if isinstance(who, Threads):
        yield from _there(games, games.begin, (), first, who, clock)
    else:
        yield from _there(games, games.make, games.arguments, first, who, clock)


def _who(games: Games[Any], part: Part[Any], jobs: Jobs, seen: int, making: float) -> Jobs:
    """Who is to play what comes after a part: 1 if that is to be played here. `seen`: where the
    part before it began, in which what is needed was made, which took so long here, `making`.

    Each process makes that anew. Where this one has got a part of a processor only, others want the
    processors, too, and what is won by more processes is counted as so much less.
    """
    if not isinstance(jobs, int) or jobs == 1 or games.steady is None:
        return 1
    first = part.numbers.start
    end = games.count if seen >= games.steady else games.steady
    if first == 0 or seen < games.steady <= first:
        return 1
    each = part.processor / len(part.numbers)
    left = min(each * (end - part.numbers.stop), games.until.left)
    python = 1 - part.apart / part.processor if part.processor else 1.0
    if left > STRETCH and jobs * python < CROWDED:
        return Threads(jobs)
    got = min(1.0, part.processor / part.wall) if part.wall else 1.0
    return jobs if got * left * (1 - 1 / jobs) > BEGINNING + making else 1


def _there(
    games: Games[T], make: Callable[..., Play[T]], arguments: tuple[object, ...], first: int,
    jobs: Jobs, clock: Clock,
) -> Generator[Part[T]]:  # fmt: skip
    """Parts from a number on, as workers finish them."""
    stretch = max(STRETCH, count_of(jobs) / MOST_PARTS)

    def following(last: Reply[range, Part[T]] | None) -> range | None:
        nonlocal first
        clock.start()
        part = last.result if last is not None else None
        size = _next_size(len(part.numbers), part, stretch) if part is not None else 1
        numbers = range(first, min(first + size, games.count) if games.more() else first)
        first = numbers.stop
        return numbers or None

    with closing(work_on(_player, (make, arguments), following, jobs=jobs)) as replies:
        for reply in replies:
            assert reply.result is not None, "nobody is impatient"
            yield reply.result


def _player(
    make: Callable[..., Play[T]], arguments: tuple[object, ...]
) -> Callable[[range], Iterator[Part[T]]]:
    """What plays the games with some numbers, in a worker."""
    play = make(*arguments)

    def parts(numbers: range) -> Iterator[Part[T]]:
        yield _played(play, numbers)

    return parts


def _played(play: Play[T], numbers: range) -> Part[T]:
    wall, processor, elsewhere = time.perf_counter(), time.thread_time(), apart.seconds
    result = play(numbers)
    return Part(
        numbers, result, time.perf_counter() - wall, time.thread_time() - processor,
        apart.seconds - elsewhere,
    )  # fmt: skip


def _next_size(size: int, part: Part[Any], stretch: float) -> int:
    """How many games to play next, to take about so many seconds; at most four times as many."""
    wanted = int(stretch * size / part.wall) if part.wall > 0 else 4 * size
    return max(1, min(wanted, 4 * size))
