"""What a game is to be like: figures that games have, and the ranges that are wanted of them.

    first seat wins 48..52 %        length < 60        draws <= 5 %        lead 1..3

Figures are a small closed set, each worked out from one game at a time, so that two games with the
same luck can be held against each other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from ..diagnostics import UsageError, did_you_mean, shown
from ..game import Game
from .rows import Row
from .statistics import NORMAL_95, score_interval

ORDER = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: its value in one game (None: it has none there); a share is 0 or 1 in each."""

    name: str
    is_share: bool
    of: Callable[[Row], float | None]


class Reached(NamedTuple):
    """What a figure comes to in some games, and its 95 % interval; None without any."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Aim:
    """A figure, and between what it is to be, as a share 0…1 or a number; one may be infinite."""

    text: str
    figure: Figure
    low: float
    high: float

    def margin(self, value: float) -> float:
        """How far inside it lies, as a part of the whole; negative: outside."""
        bounds = [abs(bound) for bound in (self.low, self.high) if math.isfinite(bound)]
        scale = 1.0 if self.figure.is_share else max(1.0, *bounds)
        return min(value - self.low, self.high - value) / scale

    def values(self, rows: Sequence[Row]) -> list[float | None]:
        """The figure in each game."""
        return [self.figure.of(row) for row in rows]

    def reached(self, values: Sequence[float | None]) -> Reached | None:
        """What games come to, by their values."""
        found = [value for value in values if value is not None]
        n = len(found)
        if not n:
            return None
        mean = math.fsum(found) / n
        if self.figure.is_share:
            return Reached(mean, *score_interval(math.fsum(found), n))
        apart = math.fsum((value - mean) ** 2 for value in found)
        reach = NORMAL_95 * math.sqrt(apart / (n * (n - 1))) if n > 1 else math.inf
        return Reached(mean, mean - reach, mean + reach)


def figures(game: Game) -> dict[str, Figure]:
    """All figures of a game by their names, in the order in which they are told."""
    seats = game.seat_names
    found = [
        _number("length", lambda row: row.decisions),
        _number("branching", lambda row: (row.options or 0) / max(1, row.decisions)),
    ]
    called = [(f"{word} seat", seat) for seat, word in enumerate(ORDER[: len(seats)])]
    called += [("last seat", len(seats) - 1), *((name, at) for at, name in enumerate(seats))]
    found += [_share(f"{name} wins", partial(_wins, seat=seat, game=game)) for name, seat in called]
    if len(seats) > 2:
        found.append(_share("several win", partial(_several_win, game=game)))
    if not game.program.several_win:
        found.append(_share("draws", partial(_is_drawn, game=game)))
    found += [
        _share("nobody wins", lambda row: not row.winners),
        Figure("stopped", True, lambda row: float(row.stopped)),
    ]
    if game.program.scores:
        found.append(_number("points", lambda row: sum(row.points or ()) / len(seats)))
        found += [_number(f"points of {name}", partial(_points, seat=s)) for name, s in called]
        if len(seats) > 1:
            found.append(_number("lead", _lead))
    for case in game.program.outcome:
        outcome = ", ".join(case.names)
        if outcome:
            found.append(_share(f"ends as {outcome}", partial(_ends, outcome=outcome)))
    return {figure.name: figure for figure in found}


def _winners(row: Row, game: Game) -> list[int]:
    names = row.winners.split(", ")
    return [seat for seat, name in enumerate(game.seat_names) if name in names]


def _wins(row: Row, seat: int, game: Game) -> bool:
    """Has a seat won, alone or with others, and not all in a draw?"""
    won = _winners(row, game)
    return seat in won and not game.program.is_draw(won)


def _several_win(row: Row, game: Game) -> bool:
    won = _winners(row, game)
    return len(won) > 1 and not game.program.is_draw(won)


def _is_drawn(row: Row, game: Game) -> bool:
    """Has none of several won, or lost: do all share the win, or does nobody have it?"""
    won = _winners(row, game)
    return (not won and game.seats > 1) or game.program.is_draw(won)


def _ends(row: Row, outcome: str) -> bool:
    return row.outcome == outcome


def _points(row: Row, seat: int) -> float:
    return (row.points or ())[seat]


def _lead(row: Row) -> float:
    """By how many points the best is ahead of the next."""
    best, second, *_ = sorted(row.points or (0, 0), reverse=True)
    return best - second


def _number(name: str, of: Callable[[Row], float]) -> Figure:
    return Figure(name, False, lambda row: None if row.stopped else float(of(row)))


def _share(name: str, of: Callable[[Row], bool]) -> Figure:
    return Figure(name, True, lambda row: float(not row.stopped and of(row)))


NUMBER = r"-?\d+(?:\.\d+)?"
WRITTEN = re.compile(
    rf"(?P<name>.*?)\s*(?:(?P<sign><=|>=|<|>|=)\s*(?P<bound>{NUMBER})"
    rf"|(?P<low>{NUMBER})\s*\.\.\s*(?P<high>{NUMBER}))\s*(?P<percent>%?)"
)


def aim(game: Game, text: str) -> Aim:
    """An aim as it is written. Raises `UsageError`."""
    found = WRITTEN.fullmatch(text.strip())
    if found is None:
        raise UsageError(
            f"an aim is written FIGURE 48..52 %, FIGURE < 60 or FIGURE >= 5, not {shown(text)}"
        )
    known, name = figures(game), " ".join(found["name"].split())
    if name not in known:
        hint = did_you_mean(name, known) or f"there are: {', '.join(known)}"
        raise UsageError(f"there is no figure {shown(name)}; {hint}")
    figure = known[name]
    if figure.is_share != bool(found["percent"]):
        wanted = "a share, in %" if figure.is_share else "a number, without %"
        raise UsageError(f"{name} is {wanted}: {shown(text)}")
    scale = 100.0 if figure.is_share else 1.0
    if found["low"] is not None:
        low, high = float(found["low"]) / scale, float(found["high"]) / scale
    else:
        bound = float(found["bound"]) / scale
        low = -math.inf if found["sign"][0] == "<" else bound
        high = math.inf if found["sign"][0] == ">" else bound
    if low > high:
        raise UsageError(f"a range begins with its lower end, and {shown(text)} does not")
    return Aim(" ".join(text.split()), figure, low, high)
