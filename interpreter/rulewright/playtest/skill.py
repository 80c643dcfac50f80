"""How much skill counts: players of growing strength, each against the one below it.

With several seats one of the stronger players sits among the weaker ones and goes round the seats.
What it wins is told as a difference in Elo: by how much its strength is larger than that of each of
the others, if each wins in proportion to its strength (R. D. Luce, "Individual choice behavior",
1959; with two seats that is the model of A. E. Elo). Alone at a table, players are held against
each other by the points that they make in games with the same seeds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..analysis.simulate import GameSpec
from ..analysis.statistics import Share, wilson
from ..game import Game
from .figures import Estimate, mean_of, part_of, win_of, winners
from .plan import Setting
from .ratings import ELO
from .row import Row


@dataclass(frozen=True, slots=True)
class Step:
    """A player and the one below it: over so many games, the part of the wins of the upper one,
    among so many seats, and what that is in Elo; None: more than can be told."""

    upper: str
    lower: str
    seats: int
    share: Estimate
    elo: float | None
    elo_low: float | None
    elo_high: float | None


@dataclass(frozen=True, slots=True)
class Alone:
    """A player alone at the table: what it makes, how often it wins, and how many points more than
    the player below it, over games with the same seeds."""

    player: str
    points: Estimate
    wins: Share
    more: Estimate | None


def settings(spec: GameSpec, seats: int, rungs: Sequence[str], games: int) -> tuple[Setting, ...]:
    """What is played for a ladder of players, the weakest first."""
    if seats == 1:
        return tuple(Setting(spec, (name,), games) for name in rungs)
    return tuple(
        Setting(spec, (upper, *[lower] * (seats - 1)), games) for lower, upper in pairwise(rungs)
    )


def step(setting: Setting, rows: Sequence[Row]) -> Step | None:
    """What the rows of a step say; None without a finished game."""
    upper, lower, *_ = setting.players
    seats = len(setting.players)
    parts = [
        win_of(row, row.number % seats) for row in rows if row.trace is not None
    ]  # the first of the players goes round
    if not parts:
        return None
    share = part_of(parts)
    return Step(
        upper, lower, seats, share,
        elo(share.value, seats), elo(share.low, seats), elo(share.high, seats),
    )  # fmt: skip


def elo(share: float, seats: int) -> float | None:
    """The difference in Elo of one who wins such a share against all others alike, who have the
    rest; None: it is beyond all bounds."""
    if not 0 < share < 1:
        return None
    return ELO * math.log(share * (seats - 1) / (1 - share))


def alone(game: Game, ladder: Sequence[tuple[Setting, Sequence[Row]]]) -> tuple[Alone, ...]:
    """What players make who are alone at the table; those without a finished game are left out."""
    found, below = list[Alone](), dict[int, int]()
    sign = -1 if game.program.winner == "least" else 1
    for setting, rows in ladder:
        points = {row.number: row.trace.result.totals[0] for row in rows if row.trace is not None}
        if not points:
            continue
        both = [sign * (points[number] - below[number]) for number in points if number in below]
        won = sum(bool(winners(row)) for row in rows if row.trace is not None)
        found.append(
            Alone(
                setting.players[0], mean_of([float(one) for one in points.values()]),
                wilson(won, len(points)), mean_of([float(one) for one in both]) if both else None,
            )
        )  # fmt: skip
        below = points
    return tuple(found)
