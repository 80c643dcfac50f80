"""What many games have in common, counted in whole numbers.

A tally holds sums of integers only, so that parts of it can be added up in any order and give the
same figures to the last digit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from ..core.ir import Rules
from .tracing import Ending, MoveKind, Trace

NORMAL_95 = 1.959963984540054
"""The 97.5 % quantile of the normal distribution: 95 % lie between minus this and this."""


class Spread(TypedDict):
    """A quantity over many games; `sd` is the sample standard deviation, 0 for a single game."""

    mean: float
    sd: float
    min: int
    max: int


class Share(TypedDict):
    """How many of the games, as a count and a share 0…1 with its 95 % interval."""

    count: int
    share: float
    low: float
    high: float


class SeatFigures(TypedDict):
    """A seat's points, the games it alone won, and those it won together with others."""

    scores: Spread
    wins: Share
    shared: Share


class ResultFigures(TypedDict):
    """An outcome that the rules name, and how many games ended so; the empty one, which is there
    only if it has happened, is that of games that ended in none of them."""

    result: list[str]
    games: Share


class MoveFigures(TypedDict):
    """A kind of move: at how many decisions it was `made`, and was on offer; how often it was made
    in a game, and the games in which it was."""

    phase: str
    choice: str
    move: str
    made: int
    offered: int
    times: Spread
    games: Share


class PhaseFigures(TypedDict):
    """A phase, and the decisions in it."""

    phase: str
    decisions: Spread


class EndingFigures(TypedDict):
    """A line of the rules, by its words or its text, and the games that it ended; `because`: where
    one of several conditions of it is enough, those that held, else empty."""

    words: str
    because: str
    file: str
    line: int
    games: Share


class ScoreFigures(TypedDict):
    """A line of the score, and the points it gave, all seats together."""

    score: str
    points: Spread


class HistoryFigures(TypedDict):
    """What a history has remembered: the most moments at a time in each game, and in which share of
    games there were more, so that it has let go of the oldest."""

    history: str
    moments: Spread
    forgotten: Share


class TracedFigures(TypedDict):
    """What is done in the games that were made step by step and ended: so many of the first ones.

    Moves, phases and lines of the score stand in the order of the rules, endings with the most
    frequent first.
    """

    games: int
    moves: list[MoveFigures]
    phases: list[PhaseFigures]
    scores: list[ScoreFigures]
    endings: list[EndingFigures]
    histories: list[HistoryFigures]


class Figures(TypedDict):
    """All that depends on the games alone.

    Each game is one that a seat has won alone, or one of `ties` (several have won), `nobody` (none
    has) or `stopped` (it was not over at the limit); these add up to `games`. Of the ties, all have
    won in those of `everybody`. So do `results`, in the order of the rules, and `stopped`, add up;
    there are none where the rules name none. Games that were stopped count for nothing else:
    `decisions`, `branching` (options per decision) and points are those of the others, and zeros
    where there are no others.
    """

    games: int
    decisions: Spread
    branching: float
    seats: list[SeatFigures]
    ties: Share
    everybody: Share
    nobody: Share
    stopped: Share
    results: list[ResultFigures]
    traced: TracedFigures


@dataclass(slots=True)
class Sums:
    """Count, sum, sum of squares, least and greatest of whole numbers."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    greatest: int = 0

    def add(self, value: int) -> None:
        self.merge(Sums(1, value, value * value, value, value))

    def with_zeros(self, count: int) -> Sums:
        """The same with zeros added, so that there are so many values."""
        both = Sums(count - self.count) if count > self.count else Sums()
        both.merge(self)
        return both

    def merge(self, other: Sums) -> None:
        if not other.count:
            return
        self.least = min(self.least, other.least) if self.count else other.least
        self.greatest = max(self.greatest, other.greatest) if self.count else other.greatest
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    def spread(self) -> Spread:
        """Mean, standard deviation and range; zeros without a value."""
        n = self.count
        apart = n * self.squares - self.total * self.total
        sd = math.sqrt(apart / (n * (n - 1))) if n > 1 else 0.0
        return {"mean": self.total / max(1, n), "sd": sd, "min": self.least, "max": self.greatest}


def shared_wins(program: Rules, figures: Figures) -> list[tuple[str, Share]]:
    """What games are called that several have won, and how many these are: where all have, that is
    a draw (see `Rules.is_draw`), else several win. Draws are told, too, where there were none."""
    ties, everybody, games = figures["ties"], figures["everybody"], figures["games"]
    if program.several_win:
        return [("several win", ties)]
    several = wilson(ties["count"] - everybody["count"], games)
    return [("several win", several)] * bool(several["count"]) + [("draws", everybody)]


def wilson(count: int, games: int) -> Share:
    """A share with its 95 % score interval. Of no games nothing is known."""
    low, high = score_interval(count, games)
    return {"count": count, "share": count / max(1, games), "low": low, "high": high}


def score_interval(count: float, games: int) -> tuple[float, float]:
    """The 95 % score interval of a share: E. B. Wilson, J. Am. Stat. Assoc. 22 (1927), p. 209."""
    if not games:
        return 0.0, 1.0
    share = count / games
    z2 = NORMAL_95**2
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    reach = (
        NORMAL_95
        * math.sqrt(share * (1 - share) / games + z2 / (4 * games * games))
        / (1 + z2 / games)
    )
    return 0.0 if count == 0 else middle - reach, 1.0 if count == games else middle + reach


@dataclass(slots=True)
class TraceTally:
    """Traces added up. `times` and `lengths` hold the games in which there was anything to add."""

    games: int = 0
    times: dict[MoveKind, Sums] = field(default_factory=dict)
    offered: dict[MoveKind, int] = field(default_factory=dict)
    lengths: dict[str, Sums] = field(default_factory=dict)
    points: dict[str, Sums] = field(default_factory=dict)
    endings: dict[tuple[Ending, str], int] = field(default_factory=dict)
    moments: dict[str, Sums] = field(default_factory=dict)
    forgotten: dict[str, int] = field(default_factory=dict)

    def add(self, trace: Trace) -> None:
        """Add a game."""
        self.games += 1
        for kind, made in trace.made.items():
            self.times.setdefault(kind, Sums()).add(made)
        for kind, offered in trace.offered.items():
            self.offered[kind] = self.offered.get(kind, 0) + offered
        for phase, length in trace.lengths.items():
            self.lengths.setdefault(phase, Sums()).add(length)
        for line, points in trace.points.items():
            self.points.setdefault(line, Sums()).add(points)
        ended = trace.ending, trace.because
        self.endings[ended] = self.endings.get(ended, 0) + 1
        for history, most, lost in trace.remembered:
            self.moments.setdefault(history, Sums()).add(most)
            self.forgotten[history] = self.forgotten.get(history, 0) + lost

    def merge(self, other: TraceTally) -> None:
        """Add the games of another tally of the same game."""
        self.games += other.games
        for kind, sums in other.times.items():
            self.times.setdefault(kind, Sums()).merge(sums)
        for kind, offered in other.offered.items():
            self.offered[kind] = self.offered.get(kind, 0) + offered
        for phase, sums in other.lengths.items():
            self.lengths.setdefault(phase, Sums()).merge(sums)
        for line, sums in other.points.items():
            self.points.setdefault(line, Sums()).merge(sums)
        for ending, count in other.endings.items():
            self.endings[ending] = self.endings.get(ending, 0) + count
        for history, sums in other.moments.items():
            self.moments.setdefault(history, Sums()).merge(sums)
            self.forgotten[history] = self.forgotten.get(history, 0) + other.forgotten[history]

    def figures(self, kinds: Iterable[MoveKind]) -> TracedFigures:
        """The figures; `kinds`: all that there can be, in the order of the rules."""
        kinds, none = list(dict.fromkeys(kinds)), Sums()
        times = {kind: self.times.get(kind, none) for kind in kinds}
        phases = dict.fromkeys(kind.phase for kind in kinds)
        endings = sorted(self.endings.items(), key=lambda item: (-item[1], item[0]))
        return {
            "games": self.games,
            "moves": [
                {
                    "phase": kind.phase,
                    "choice": kind.choice,
                    "move": kind.name,
                    "made": sums.total,
                    "offered": self.offered.get(kind, 0),
                    "times": sums.with_zeros(self.games).spread(),
                    "games": wilson(sums.count, self.games),
                }
                for kind, sums in times.items()
            ],
            "phases": [
                {
                    "phase": phase,
                    "decisions": self.lengths.get(phase, none).with_zeros(self.games).spread(),
                }
                for phase in phases
            ],
            "scores": [
                {"score": line, "points": sums.spread()} for line, sums in self.points.items()
            ],
            "endings": [
                {
                    "words": ending.words,
                    "because": because,
                    "file": ending.file,
                    "line": ending.line,
                    "games": wilson(count, self.games),
                }
                for (ending, because), count in endings
            ],
            "histories": [
                {
                    "history": history,
                    "moments": sums.spread(),
                    "forgotten": wilson(self.forgotten[history], self.games),
                }
                for history, sums in self.moments.items()
            ],
        }


@dataclass(slots=True)
class Tally:
    """Games added up: `alone[seat]` games a seat won alone, `together[seat]` those it shared,
    `ties` those that several won, `everybody` those of them that all did, `nobody` those that none
    did, `stopped` those that were not over at the limit, `ended` how many had each of the
    `results`; `kinds`: of the moves there are."""

    seats: int
    results: tuple[tuple[str, ...], ...] = ()
    games: int = 0
    options: int = 0
    ties: int = 0
    everybody: int = 0
    nobody: int = 0
    stopped: int = 0
    decisions: Sums = field(default_factory=Sums)
    scores: list[Sums] = field(default_factory=list)
    alone: list[int] = field(default_factory=list)
    together: list[int] = field(default_factory=list)
    ended: dict[tuple[str, ...], int] = field(default_factory=dict)
    kinds: tuple[MoveKind, ...] = ()
    traced: TraceTally = field(default_factory=TraceTally)

    def __post_init__(self) -> None:
        self.ended = self.ended or dict.fromkeys(self.results, 0)
        if not self.scores:
            self.scores = [Sums() for _ in range(self.seats)]
            self.alone = [0] * self.seats
            self.together = [0] * self.seats

    def add(
        self,
        decisions: int,
        options: int,
        totals: Sequence[int],
        winners: Iterable[int],
        result: tuple[str, ...] = (),
    ) -> None:
        """Add a game: its decisions, the moves offered over all of them, points, winning seats,
        and the names of its outcome."""
        self.games += 1
        self.options += options
        self.decisions.add(decisions)
        for sums, total in zip(self.scores, totals, strict=True):
            sums.add(total)
        if self.results:
            self.ended[result] = self.ended.get(result, 0) + 1
        won = list(winners)
        column = self.alone if len(won) == 1 else self.together
        self.ties += len(won) > 1
        self.everybody += len(won) == self.seats > 1
        self.nobody += not won
        for seat in won:
            column[seat] += 1

    def add_stopped(self) -> None:
        """Add a game that was not over at the limit."""
        self.games += 1
        self.stopped += 1

    def merge(self, other: Tally) -> None:
        """Add the games of another tally of the same number of seats."""
        self.games += other.games
        self.options += other.options
        self.ties += other.ties
        self.everybody += other.everybody
        self.nobody += other.nobody
        self.stopped += other.stopped
        self.decisions.merge(other.decisions)
        self.traced.merge(other.traced)
        for result, count in other.ended.items():
            self.ended[result] = self.ended.get(result, 0) + count
        for seat in range(self.seats):
            self.scores[seat].merge(other.scores[seat])
            self.alone[seat] += other.alone[seat]
            self.together[seat] += other.together[seat]

    def figures(self) -> Figures | None:
        """The figures, or None before the first game."""
        if not self.games:
            return None
        return {
            "games": self.games,
            "decisions": self.decisions.spread(),
            "branching": self.options / max(1, self.decisions.total),
            "seats": [
                {
                    "scores": self.scores[seat].spread(),
                    "wins": wilson(self.alone[seat], self.games),
                    "shared": wilson(self.together[seat], self.games),
                }
                for seat in range(self.seats)
            ],
            "ties": wilson(self.ties, self.games),
            "everybody": wilson(self.everybody, self.games),
            "nobody": wilson(self.nobody, self.games),
            "stopped": wilson(self.stopped, self.games),
            "results": [
                {"result": list(names), "games": wilson(count, self.games)}
                for names, count in self.ended.items()
            ],
            "traced": self.traced.figures(self.kinds),
        }
