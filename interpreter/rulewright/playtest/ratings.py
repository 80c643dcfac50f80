"""How strong players are, from who won: one number each, with what is certain of it.

Of those at a table each wins as often as its strength says, as a share of all strengths there:
R. D. Luce, Individual Choice Behavior (1959), section 1.C; for two it is the model of R. A. Bradley
and M. E. Terry, Biometrika 39 (1952), pp. 324-345. A game that several win is a part of a win for
each, a draw half for both. What a strength is uncertain by is taken from how rounds differ, each a
few games with the same luck: K.-Y. Liang and S. L. Zeger, Biometrika 73 (1986), pp. 13-22.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib.util import find_spec
from typing import NamedTuple

from ..analysis.statistics import NORMAL_95
from ..diagnostics import UsageError

ELO = 400 / math.log(10)
"""Ten times as strong is 400 Elo: A. E. Elo, The Rating of Chessplayers (1978), section 8.4."""

NEEDED = "ratings need scipy, which is not installed: pip install 'rulewright[tournament]'"
ERROR = 0.05
"""In so many of all tournaments, at most, anything is said to be decided though it is not so."""

BETS = tuple(sign * size / 20 for size in (2, 5, 10, 20, 38) for sign in (1, -1))


ENOUGH = 30
"""Rounds from which on their own differences tell what is uncertain; of fewer, which may be alike
by luck, no less is believed than the model says of games without any luck in common."""


class Result(NamedTuple):
    """Who sat at the table, by number and as often as there were seats for it, and the share of the
    win that each seat has, which add up to 1. Games of a `round` have the same luck."""

    players: tuple[int, ...]
    shares: tuple[float, ...]
    round: int


class Rating(NamedTuple):
    """A strength in Elo above the mean of all, and its 95 % interval; open (None) upward if nobody
    among the others has won anything of the player, or of those who are like it; so downward."""

    elo: float
    low: float | None
    high: float | None


def needed() -> None:
    """Raise `UsageError` where what finds strengths is missing."""
    if find_spec("scipy") is None:
        raise UsageError(NEEDED)


def ratings(games: Sequence[Result], players: int) -> tuple[Rating, ...]:
    """The strengths of players, most likely together.

    Where they would be endless, since somebody wins always, each two that have met are given one
    draw more. Raises `UsageError` where scipy is missing.
    """
    needed()
    import numpy as np
    from scipy.optimize import minimize
    from scipy.sparse.csgraph import connected_components

    def counted(games: Sequence[Result]) -> tuple[np.ndarray, np.ndarray]:
        seats, shares = np.zeros((2, len(games), players))
        for row, game in enumerate(games):
            np.add.at(seats[row], list(game.players), 1)
            np.add.at(shares[row], list(game.players), game.shares)
        return seats, shares

    seats, shares = counted(games)
    took = (seats.T > 0).astype(float) @ shares > 0  # [i, j]: j took something where i sat
    parts, part = connected_components(took, connection="strong")
    loses = [took[part == one][:, part != one].any() for one in range(parts)]
    wins = [took[part != one][:, part == one].any() for one in range(parts)]
    met = [(i, j) for i in range(players) for j in range(i) if took[i, j] or took[j, i]]
    if parts > 1:
        seats, shares = counted([*games, *(Result(pair, (0.5, 0.5), -1) for pair in met)])

    def expected(strengths: np.ndarray) -> np.ndarray:
        weights: np.ndarray = seats * np.exp(strengths - strengths.max())
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def unlikely(strengths: np.ndarray) -> float:
        top = strengths.max()
        sums = top + np.log((seats * np.exp(strengths - top)).sum(axis=1))
        return float(sums.sum() - (shares @ strengths).sum() + strengths.sum() ** 2 / 2)

    def slope(strengths: np.ndarray) -> np.ndarray:
        return np.asarray((expected(strengths) - shares).sum(axis=0) + strengths.sum())

    def curve(strengths: np.ndarray) -> np.ndarray:
        share = expected(strengths)
        return np.asarray(np.diag(share.sum(axis=0)) - share.T @ share + 1.0)

    found = minimize(
        unlikely, np.zeros(players), jac=slope, hess=curve, method="trust-exact",
        options={"gtol": 1e-8},
    ).x  # fmt: skip
    found -= found.mean()
    rounds: dict[int, np.ndarray] = {}
    for game, off in zip(games, shares - expected(found), strict=False):
        rounds[game.round] = rounds.get(game.round, 0.0) + off
    spread = sum(np.outer(off, off) for off in rounds.values()) * _few(len(rounds))
    inverse = np.linalg.inv(curve(found))
    variance = np.diag(inverse @ spread @ inverse)
    if len(rounds) < ENOUGH:
        variance = np.maximum(variance, np.diag(inverse) - 1 / players**2)
    reach = NORMAL_95 * np.sqrt(np.maximum(variance, 0.0))
    return tuple(
        Rating(
            ELO * float(found[i]),
            ELO * float(found[i] - reach[i]) if wins[part[i]] or parts == 1 else None,
            ELO * float(found[i] + reach[i]) if loses[part[i]] or parts == 1 else None,
        )
        for i in range(players)
    )


def _few(rounds: int) -> float:
    """By how much the spread of few rounds is too small."""
    return rounds / max(1, rounds - 1)


class Evidence:
    """Is one of two players better? The rounds they have played, weighed as they come.

    Bets are made on each round, against the claim that neither is better, which gives even odds:
    if the claim is true no stake grows in the mean, and the chance that it ever grows by the factor
    f is 1/f at most, whenever one looks. I. Waudby-Smith and A. Ramdas, "Estimating means of
    bounded random variables by betting", J. R. Stat. Soc. B 86 (2024), pp. 1-27, section 3, after
    J. Ville (1939); here the stake is spread over some fixed bets for each side.
    """

    def __init__(self) -> None:
        self.stakes = [0.0] * len(BETS)  # as logarithms

    def add(self, ahead: float) -> None:
        """A round: by how much, −1…1, the first has won more than the second."""
        for i, bet in enumerate(BETS):
            self.stakes[i] += math.log1p(bet * ahead / 2)

    @property
    def factor(self) -> float:
        """By what the stake has grown, as a logarithm."""
        top = max(self.stakes)
        total = sum(math.exp(stake - top) for stake in self.stakes)
        return top + math.log(total / len(BETS))

    def decides(self, pairs: int) -> bool:
        """Is it certain enough, if one looks at so many pairs?"""
        return self.factor >= math.log(pairs / ERROR)
