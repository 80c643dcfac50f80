"""How many times as fast whole games are as the same games written by hand in plain Python.

    python tests/bench/by_hand.py [--rounds N] [--json]

What a random game costs by hand was measured once, with careful programs for each, and is told in
playouts of the yardstick (`yardstick.py`); so the yardstick stands in for them here. A machine is
not equally fast for long: yardstick and games take turns of some ten milliseconds of processor
time, and what is compared is the same quantile of both, from the quickest turns to the middle one.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from yardstick import Choice, playout

if TYPE_CHECKING:
    from rulewright.backends.protocol import Engine

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("interpreter", "cli")]

GAMES = [  # with so many players; a game by hand, in playouts of the yardstick; games in a turn
    ("ruta", 2, 4.4, 3_000),
    ("quetinny", 1, 3.1, 4_000),
    ("ruin_runner", 4, 11.2, 1_200),
    ("ruins", 4, 243, 48),
]
TURN = 300  # playouts of the yardstick
QUANTILES = (0.0, 0.1, 0.25, 0.5)


def by_hand(choice: Choice) -> float:
    """Seconds of processor time that a playout of the yardstick takes."""
    begin = time.process_time()
    for _ in range(TURN):
        playout(choice)
    return (time.process_time() - begin) / TURN


def ours(engine: Engine, turn: int, many: int) -> float:
    """Seconds that a game takes, of so many that are asked for at once: what is played ahead would
    fall into another turn."""
    begin = time.process_time()
    deque(engine.playouts(range(turn * many, (turn + 1) * many)), maxlen=0)
    return (time.process_time() - begin) / many


def measured(rounds: int) -> dict[str, list[float]]:
    """Seconds of one game in each turn, of the yardstick and of each game."""
    import rulewright

    choice = random.Random(1).choice
    engines = {name: rulewright.load(name, seats=seats).engine for name, seats, *_ in GAMES}
    found: dict[str, list[float]] = {"yardstick": [], **{name: [] for name in engines}}
    for turn in range(rounds + 1):
        taken = {"yardstick": by_hand(choice)}
        taken |= {name: ours(engines[name], turn, many) for name, _, _, many in GAMES}
        for name, seconds in taken.items() if turn else ():  # the first one warms up
            found[name].append(seconds)
    return found


def at(seconds: list[float], quantile: float) -> float:
    return sorted(seconds)[int(quantile * (len(seconds) - 1))]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=200, help="turns of each")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    found = measured(arguments.rounds)
    times = {
        name: {
            str(quantile): hand * at(found["yardstick"], quantile) / at(found[name], quantile)
            for quantile in QUANTILES
        }
        for name, _, hand, _ in GAMES
    }
    if arguments.json:
        print(json.dumps({"yardstick": 1 / min(found["yardstick"]), "times": times}, indent=2))
        return
    print("times as fast as by hand     quickest turns     10 %     25 %     50 %")
    for name, row in times.items():
        print(
            f"{name:28} {row['0.0']:14.1f}" + "".join(f" {row[str(q)]:8.1f}" for q in QUANTILES[1:])
        )
    speeds = [f"{1 / at(found['yardstick'], quantile):,.0f}" for quantile in QUANTILES]
    print(
        f"{'yardstick, playouts a second':28} {speeds[0]:>14}"
        + "".join(f" {s:>8}" for s in speeds[1:])
    )


if __name__ == "__main__":
    main()
