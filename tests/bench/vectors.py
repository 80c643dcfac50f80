"""Many games at once, ours and OpenSpiel's, in one run: how long a step takes in each.

    python tests/bench/vectors.py [GAME ...] [--rows N ...] [--seconds S] [--json]

Microseconds of processor time for a step of one game, the best of several. A step of ours: random
moves are drawn for all rows (`offers`), `VectorGame.step` makes them; `states` is the same where
states are stepped one by one, which is what there is without the engine `wasm`. Of theirs: as many
states in a loop in Python, each with its chance and begun anew at its end, which is what their
`SyncVectorEnv` does; without `pip install -e '.[openspiel]'` that is left out. `seen`: with masks
and observations (tensors) of all rows besides.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from peers import GAMES

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("interpreter", "cli")]

ROUNDS = 3

Stepping = Callable[[], object]


def ours(name: str, rows: int, engine: str, *, seen: bool) -> Stepping:
    import numpy as np

    import rulewright
    from rulewright.vector import VectorGame

    games = VectorGame(rulewright.load(name, engine=engine), rows, seed=1)
    luck = np.random.default_rng(1)

    def step() -> None:
        actions, first = games.offers
        games.step(actions[luck.integers(first[:-1], first[1:])])
        if seen:
            _ = games.masks, games.observations

    return step


def theirs(spiel: str, rows: int, *, seen: bool) -> Stepping:
    game: Any = import_module("pyspiel").load_game(spiel)
    choice = random.Random(1).choice
    by_seat = game.get_type().provides_observation_tensor

    def begun() -> Any:
        return past_chance(game.new_initial_state())

    def past_chance(state: Any) -> Any:
        while state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        return state

    def decided(state: Any) -> Any:
        if state.is_simultaneous_node():
            seats = range(game.num_players())
            state.apply_actions([choice(state.legal_actions(seat)) for seat in seats])
        else:
            state.apply_action(choice(state.legal_actions()))
        if state.is_terminal():
            state.returns()
            return begun()
        return past_chance(state)

    states = [begun() for _ in range(rows)]

    def step() -> None:
        for row, state in enumerate(states):
            state = states[row] = decided(state)
            if seen:
                seat = 0 if state.is_simultaneous_node() else state.current_player()
                state.legal_actions_mask(seat)
                (state.observation_tensor if by_seat else state.information_state_tensor)(seat)

    return step


def took(step: Stepping, rows: int, seconds: float) -> float:
    """Microseconds for a step of one row, the best of several."""
    for _ in range(max(3, 2000 // rows)):
        step()
    best = float("inf")
    for _ in range(ROUNDS):
        done, begin = 0, time.process_time()
        while (spent := time.process_time() - begin) < seconds:
            step()
            done += rows
        best = min(best, spent / done * 1e6)
    return best


def measured(names: list[str], rows: list[int], seconds: float) -> dict[str, dict[str, float]]:
    import rulewright
    from rulewright.vector import MOST_COLUMNS

    spiels = {name: spiel for name, _, spiel in GAMES} if find_spec("pyspiel") else {}
    found: dict[str, dict[str, float]] = {}
    for name in names or [info.name for info in rulewright.games()]:
        if rulewright.load(name).num_distinct_actions > MOST_COLUMNS:
            continue
        times = found[name] = {}
        for seen in (False, True):
            word = " seen" if seen else ""
            for count in rows:
                step = ours(name, count, "wasm", seen=seen)
                times[f"{count}{word}"] = took(step, count, seconds)
            step = ours(name, 64, "python", seen=seen)
            times[f"states{word}"] = took(step, 64, seconds)
            if name in spiels:
                step = theirs(spiels[name], 64, seen=seen)
                times[f"theirs{word}"] = took(step, 64, seconds)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Many games at once, ours and OpenSpiel's.")
    parser.add_argument("names", nargs="*", metavar="GAME", help="all that have a vector if none")
    parser.add_argument("--rows", type=int, nargs="+", default=[1, 64, 1024])
    parser.add_argument("--seconds", type=float, default=0.1, help="for each of the measurements")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if find_spec("numpy") is None or find_spec("wasmtime") is None:
        print("NumPy or wasmtime is not installed: pip install -e '.[vector,fast]'")
        return 0
    found = measured(options.names, options.rows, options.seconds)
    if options.json:
        print(json.dumps(found, indent=1))
        return 0
    ways = [f"{way}{word}" for word in ("", " seen") for way in (*options.rows, "states", "theirs")]
    print("  ".join(f"{title:>12}" for title in ("µs a step", *ways)))
    for name, times in found.items():
        cells = [f"{times[way]:>12.2f}" if way in times else f"{'-':>12}" for way in ways]
        print("  ".join([f"{name:>12}", *cells]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
