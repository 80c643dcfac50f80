"""How strong players are: one against another, on each game, with intervals.

    python tests/bench/strength.py A B [--games N] [--only GAME,…] [--seats K] [--variant V]

A takes each seat in its turn, B all others; what is told is A's share of the wins (a draw counts as
an even share), its 95 % interval (normal), and what an even player would have. Solitaires are
played by both with the same seeds, and their points compared.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("interpreter", "cli")]

import rulewright as rw  # noqa: E402
from rulewright.play.match import Limits, Match  # noqa: E402
from rulewright.play.record import Result  # noqa: E402
from rulewright.players.naming import seat_players  # noqa: E402

LONGEST = 3_000


def played(game: rw.Game, names: list[str], seed: int) -> Result | None:
    """What a game came to; None if it did not end."""
    players = seat_players(names, seed, seats=game.seats)
    return Match(game, players, Limits(LONGEST)).play(seed=seed).result


def share(game: rw.Game, one: str, others: str, number: int) -> float:
    """How much of a win one player has in a game."""
    seat = number % game.seats
    names = [others] * game.seats
    names[seat] = one
    result = played(game, names, number)
    winners = result.winners if result is not None and result.winners else range(game.seats)
    return (seat in winners) / len(winners)


def points(game: rw.Game, name: str, seed: int) -> float:
    """The points of a solitaire."""
    result = played(game, [name], seed)
    return float(result.scores[0]) if result is not None else 0.0


def measured(game: rw.Game, one: str, other: str, games: int) -> dict[str, Any]:
    began = time.process_time()
    if game.seats == 1:
        found = [points(game, one, n) - points(game, other, n) for n in range(games)]
        even = 0.0
    else:
        found = [share(game, one, other, n) for n in range(games)]
        even = 1 / game.seats
    half = 1.96 * stdev(found) / sqrt(games)
    return {
        "game": game.name, "seats": game.seats, "games": games, "mean": mean(found),
        "low": mean(found) - half, "high": mean(found) + half, "even": even,
        "seconds": time.process_time() - began,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("one", metavar="A")
    parser.add_argument("other", metavar="B")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--only", default="")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--variant", action="append", default=[])
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    names = given.only.split(",") if given.only else [info.name for info in rw.games()]
    for name in names:
        game = rw.load(name, seats=given.seats, variants=given.variant)
        told = measured(game, given.one, given.other, max(2, given.games))
        if given.json:
            print(json.dumps(told), flush=True)
            continue
        print(
            "{game:16} {seats} seats {games:5} games  {mean:8.3f}  {low:8.3f} to {high:8.3f}  "
            "even {even:.2f}  {seconds:8.1f} s".format(**told),
            flush=True,
        )


if __name__ == "__main__":
    main()
