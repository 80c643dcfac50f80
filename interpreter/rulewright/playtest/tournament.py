"""Who is better: players against players, at each of some games, until it is decided.

All line-ups are played with the same luck, and each line-up takes all its seats in turn with the
same luck, too: a round. Stages grow; after each of them it is asked for each pair whether it is
decided who is better (`Evidence`), and tables at which nothing is open are left. What is played
hangs on the seed alone, so a tournament can be gone on with from its store, and comes to the same
wherever it is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ..analysis.sharing import Timings
from ..analysis.simulate import GameSpec, Progress
from ..analysis.statistics import score_interval
from ..backends.protocol import MOST_DECISIONS
from ..diagnostics import UsageError
from ..game import Game
from ..limits import Deadline
from ..workers import Jobs
from . import ratings
from .figures import win_of
from .plan import Plan, Setting
from .ratings import Evidence, Rating, Result
from .row import Row
from .run import playtest

FIRST = 20  # rounds, before anybody asks; twice as many in each stage
MOST_TABLES = 1000  # line-ups over all games


class Pair(NamedTuple):
    """Two players, by number: the games in which both sat, and of what the two won in these the
    share of the first, 0…1, with its 95 % interval; whether it is decided who is better."""

    first: int
    second: int
    games: int
    share: float
    low: float
    high: float
    decided: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """What came of a tournament at one game: a rating for each player, how many games each has
    played, the mean share of a win in these, and all pairs. `rounds`: of the line-up that was
    played longest. No ratings where not every player has finished a game."""

    game: Game
    ratings: tuple[Rating, ...]
    games: tuple[int, ...]
    shares: tuple[float, ...]
    pairs: tuple[Pair, ...]
    rounds: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament. Not `complete` if it was interrupted, or out of time: then it is not `in_time`
    either. `most`: rounds of a line-up; `played`: games, `found` of them in the store already."""

    players: tuple[str, ...]
    seats: int
    seed: int
    most: int
    standings: tuple[Standing, ...]
    played: int
    found: int
    complete: bool
    in_time: bool
    timings: Timings


def tournament(
    specs: Sequence[GameSpec],
    players: Sequence[str],
    *,
    rounds: int = 200,
    whole: bool = False,
    seed: int = 0,
    longest: int = MOST_DECISIONS,
    store: str | None = None,
    jobs: Jobs = 1,
    seconds: float | None = None,
    on_progress: Progress | None = None,
) -> Tournament:
    """Have players meet at some games for the same number of seats.

    `rounds`: at most so many of each line-up; `whole`: all of them, though all is decided.
    `store`, `jobs`, `seconds`, `on_progress`: as for `playtest`. Where fewer players are there than
    seats, players sit at several.

    Raises `UsageError` for players or games that do not go together, or where scipy is missing.
    """
    names = tuple(players)
    if len(set(names)) < max(2, len(names)):
        raise UsageError("a tournament is for two players or more, each named once")
    if rounds < 1:
        raise UsageError("the number of rounds must be at least 1")
    games = tuple(spec.load() for spec in specs)
    seats = games[0].seats
    if seats < 2 or any(game.seats != seats for game in games):
        raise UsageError("a tournament is for games with the same number of seats, at least two")
    lineups = line_ups(len(names), seats)
    tables = [(at, lineup) for at in range(len(games)) for lineup in lineups]
    if len(tables) > MOST_TABLES:
        raise UsageError(f"{len(tables):,} line-ups are too many; at most {MOST_TABLES:,} are")
    ratings.needed()
    deadline = Deadline(seconds)
    stage = rounds if whole else min(FIRST, rounds)
    lengths, found, timings = [stage] * len(tables), list[int](), list[Timings]()
    with _kept(store) as path:
        while True:
            settings = (
                Setting(specs[at], tuple(names[i] for i in lineup), seats * length)
                for (at, lineup), length in zip(tables, lengths, strict=True)
            )
            played = playtest(
                Plan(tuple(settings), seed, longest, seats), store=path, jobs=jobs,
                seconds=None if seconds is None else max(0.001, deadline.left),
                on_progress=on_progress,
            )  # fmt: skip
            found.append(played.found)
            timings.append(played.timings)
            standings = [
                _Standing(names, seats, len(games)).of(
                    played.games[table],
                    [rows for rows, (at, _) in zip(played.rows, tables, strict=True) if at == game],
                )
                for game, table in enumerate(range(0, len(tables), len(lineups)))
            ]
            going_on = [
                any(
                    not pair.decided and {pair.first, pair.second} <= {*lineup}
                    for pair in standings[at].pairs
                )
                for at, lineup in tables
            ]
            if not played.complete or stage == rounds or not any(going_on):
                break
            stage = min(2 * stage, rounds)
            lengths = [
                stage if more else length for more, length in zip(going_on, lengths, strict=True)
            ]
    return Tournament(
        players=names,
        seats=seats,
        seed=seed,
        most=rounds,
        standings=tuple(standings),
        played=sum(map(len, played.rows)),
        found=found[0],
        complete=played.complete,
        in_time=played.in_time,
        timings=Timings(
            timings[0].jobs,
            sum(one.wall_seconds for one in timings),
            sum(one.processor_seconds for one in timings),
        ),
    )


@contextmanager
def _kept(store: str | None) -> Iterator[str]:
    """The store that is asked for, or one that is there as long as it is needed."""
    if store is not None:
        yield store
        return
    with TemporaryDirectory(prefix="rulewright-") as folder:
        yield str(Path(folder, "tournament.sqlite"))


def line_ups(players: int, seats: int) -> list[tuple[int, ...]]:
    """Who sits at a table together, by number: any so many players; where there are fewer players
    than seats, all of them, some at one seat more than the others.

    >>> line_ups(3, 2), line_ups(2, 3)
    ([(0, 1), (0, 2), (1, 2)], [(0, 0, 1), (0, 1, 1)])
    """
    each, more = divmod(seats, players)
    if not each:
        return list(combinations(range(players), seats))
    twice = combinations(range(players), more)
    return [tuple(sorted([*[*range(players)] * each, *some])) for some in twice]


class _Standing:
    """Adds up what was played at one of some games."""

    def __init__(self, names: tuple[str, ...], seats: int, games: int) -> None:
        self.names, self.seats, self.count = names, seats, len(names)
        self.pairs = list(combinations(range(self.count), 2))
        self.looked_at = len(self.pairs) * games

    def of(self, game: Game, tables: Sequence[Sequence[Row]]) -> Standing:
        """The standing after some rows of each line-up."""
        results = [[self.result(row) for row in rows] for rows in tables]
        flat = [one for table in results for one in table]
        games = [sum(i in one.players for one in flat) for i in range(self.count)]
        won = [sum(self.share(one, i) for one in flat) for i in range(self.count)]
        return Standing(
            game,
            ratings.ratings(flat, self.count) if all(games) else (),
            tuple(games),
            tuple(share / max(1, n) for share, n in zip(won, games, strict=True)),
            tuple(self.pair(i, j, results) for i, j in self.pairs),
            max(len(rows) for rows in tables) // self.seats,
        )

    def result(self, row: Row) -> Result:
        """A game; a win of nobody, and one that was stopped, is a draw of all."""
        shares = tuple(win_of(row, seat) for seat in range(self.seats))
        return Result(tuple(map(self.names.index, row.players)), shares, row.number // self.seats)

    def share(self, one: Result, player: int) -> float:
        """What a player has won of a game, over all its seats."""
        return sum(s for who, s in zip(one.players, one.shares, strict=True) if who == player)

    def pair(self, i: int, j: int, results: Sequence[Sequence[Result]]) -> Pair:
        """What came of the games of two players; those rounds count as evidence that are whole."""
        rounds: dict[int, list[float]] = {}
        games, mine, both = 0, 0.0, 0.0
        for table in results:
            known: dict[int, list[float]] = {}
            for one in table:
                if i in one.players and j in one.players:
                    a, b = self.share(one, i), self.share(one, j)
                    games, mine, both = games + 1, mine + a, both + a + b
                    ahead = a / one.players.count(i) - b / one.players.count(j)
                    known.setdefault(one.round, []).append(ahead)
            for number, ahead_of in known.items():
                if len(ahead_of) == self.seats:
                    rounds.setdefault(number, []).append(sum(ahead_of) / self.seats)
        evidence = Evidence()
        for _, means in sorted(rounds.items()):
            evidence.add(sum(means) / len(means))
        share = mine / both if both else 0.5
        low, high = score_interval(share * games, games)
        return Pair(i, j, games, share, low, high, evidence.decides(self.looked_at))
