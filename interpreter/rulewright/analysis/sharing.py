"""Games shared out: played here, in worker processes or on a cluster, a few at a time.

Each game has a seed of its own, made of the seed of all and its number; which process plays it does
not matter. A worker is given a few games at a time, as many as it plays in about a quarter of a
second, and gives back what came of them.
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
from ..runtime.chance import splitmix64, stream
from ..workers import Jobs, Reply, count_of, work_on

T = TypeVar("T")
Play = Callable[[range], T]
"""Plays the games with some numbers."""

STRETCH = 0.25  # seconds of play that a worker is given at a time
MOST_PARTS = 40  # a second, over all workers: where there are many, each is given more at a time


def game_seed(seed: int, number: int) -> int:
    """The seed (53 bits) of the game with a number from 0, as `Game.start` takes it."""
    return splitmix64(stream(seed, 3) >> 64 ^ splitmix64(number)) >> 11


@dataclass(frozen=True, slots=True)
class Timings:
    """How long it took: from the first game to the last, and processor time over all processes."""

    jobs: int
    wall_seconds: float
    processor_seconds: float


@dataclass(frozen=True, slots=True)
class Part(Generic[T]):
    """Some games played: their numbers, what came of them, and how long it took, in seconds."""

    numbers: range
    result: T
    wall: float
    processor: float


@dataclass(slots=True)
class Clock:
    """When play began and when the last part came in, in seconds; `processor`: over all parts."""

    first: float = 0.0
    last: float = 0.0
    processor: float = 0.0

    def start(self) -> None:
        if not self.first:
            self.first = self.last = time.perf_counter()

    def note(self, part: Part[Any]) -> None:
        self.processor += part.processor
        self.last = time.perf_counter()

    def timings(self, jobs: int) -> Timings:
        return Timings(jobs, self.last - self.first, self.processor)


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


def here(play: Play[T], games: int, clock: Clock, more: More = lambda: True) -> Generator[Part[T]]:
    """Parts that this process plays, in the order of the numbers."""
    clock.start()
    first, size = 0, 1
    while first < games and more():
        part = _played(play, range(first, min(first + size, games)))
        yield part
        first, size = part.numbers.stop, _next_size(len(part.numbers), part, STRETCH)


def there(
    make: Callable[..., Play[T]], arguments: tuple[object, ...], games: int, jobs: Jobs,
    clock: Clock, more: More = lambda: True,
) -> Generator[Part[T]]:  # fmt: skip
    """Parts as workers finish them. Closing the iterator ends the workers.

    `make(*arguments)` gives what plays, in each worker: it can be imported there.
    """
    first, stretch = 0, max(STRETCH, count_of(jobs) / MOST_PARTS)

    def following(last: Reply[range, Part[T]] | None) -> range | None:
        nonlocal first
        clock.start()
        part = last.result if last is not None else None
        size = _next_size(len(part.numbers), part, stretch) if part is not None else 1
        numbers = range(first, min(first + size, games) if more() else first)
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
    wall, processor = time.perf_counter(), time.process_time()
    result = play(numbers)
    return Part(numbers, result, time.perf_counter() - wall, time.process_time() - processor)


def _next_size(size: int, part: Part[Any], stretch: float) -> int:
    """How many games to play next, to take about so many seconds; at most four times as many."""
    wanted = int(stretch * size / part.wall) if part.wall > 0 else 4 * size
    return max(1, min(wanted, 4 * size))
