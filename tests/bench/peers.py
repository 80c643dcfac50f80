"""Random games of OpenSpiel's, and of ours, in one run.

    python tests/bench/peers.py [--seconds S] [--json]

Needs OpenSpiel: `pip install -e '.[openspiel]'`; without it nothing is measured, and a line says
so. Ways of playing a game take turns of some ten milliseconds of processor time, in one process,
since a machine is not equally fast for long, and what is told of each is its rate in the quickest
quarter of its turns: with OpenSpiel's states in a loop in Python, with its uniform random bots in
C++ (`evaluate_bots`), whole games of ours (`Engine.playouts`), our states in the same loop in
Python, with moves as numbers as OpenSpiel has them, and with moves that tell what they are. The
rules are the same (`tests/conformance/test_open_spiel.py` compares them move for move) but for the
size of a board where it says so there.
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

from yardstick import playout

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("interpreter", "cli")]

GAMES = [  # ours, with so many players, and theirs
    ("tic_tac_toe", 2, "tic_tac_toe"),
    ("connect_four", 2, "connect_four"),
    ("breakthrough", 2, "breakthrough"),
    ("reversi", 2, "othello"),
    ("draughts", 2, "checkers"),
    ("kuhn_poker", 2, "kuhn_poker"),
    ("leduc_poker", 2, "leduc_poker"),
    ("liars_dice", 2, "liars_dice"),
    ("goofspiel", 2, "goofspiel(num_cards=13,imp_info=True)"),
    ("pig", 2, "pig"),
    ("crazy_eights", 4, "crazy_eights(players=4)"),
]
TURN = 0.02  # seconds
QUICKEST = 0.25  # of the turns: the slowest of these is told
CHOICE = random.Random(1).choice
ORDER = ("theirs, Python", "theirs, C++", "ours, whole", "ours, Python", "ours, moves")


def rates(ways: dict[str, Callable[[int], int]], seconds: float) -> dict[str, float]:
    """Games a second in each way, in turns for so long each: a way is told from which number on to
    play, and tells how many it has played. A quarter of a second each goes before."""
    done = dict.fromkeys(ways, 0)

    def turn(way: str, long: float) -> float:
        before, begin = done[way], time.process_time()
        while (spent := time.process_time() - begin) < long:
            done[way] += ways[way](done[way])
        return (done[way] - before) / spent

    for way in ways:
        turn(way, 0.25)
    turns = [{way: turn(way, TURN) for way in ways} for _ in range(max(1, int(seconds / TURN)))]
    quickest = int(QUICKEST * len(turns))
    return {way: sorted((of[way] for of in turns), reverse=True)[quickest] for way in ways}


def theirs_in_python(game: Any) -> Callable[[int], int]:
    choice = random.Random(1).choice

    def play(_: int) -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            elif state.is_simultaneous_node():
                seats = range(game.num_players())
                state.apply_actions([choice(state.legal_actions(seat)) for seat in seats])
            else:
                state.apply_action(choice(state.legal_actions()))
        return 1

    return play


def theirs_in_cpp(game: Any) -> Callable[[int], int] | None:
    pyspiel = import_module("pyspiel")
    if game.get_type().dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        return None  # there are no bots for games in which seats move at once

    def play(number: int) -> int:
        bots = [
            pyspiel.make_uniform_random_bot(seat, number + seat)
            for seat in range(game.num_players())
        ]
        for seed in range(20):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, number + seed)
        return 20

    return play


def ours_whole(game: Any) -> Callable[[int], int]:
    def play(number: int) -> int:
        seeds = range(number, number + (2000 if number else 100))
        return sum(1 for _ in game.engine.playouts(seeds))

    return play


def ours_in_python(game: Any) -> Callable[[int], int]:
    choice = random.Random(1).choice

    def play(number: int) -> int:
        state = game.start(seed=number)
        while not state.over:
            state.apply(choice(state.legal_actions()))
        return 1

    return play


def ours_with_moves(game: Any) -> Callable[[int], int]:
    choice = random.Random(1).choice

    def play(number: int) -> int:
        state = game.start(seed=number)
        while not state.over:
            state.apply(choice(state.legal_moves()))
        return 1

    return play


def by_hand(_: int) -> int:
    playout(CHOICE)
    return 1


def measured(seconds: float) -> dict[str, dict[str, float]]:
    import rulewright

    pyspiel = import_module("pyspiel")

    found = {}
    for name, seats, spiel in GAMES:
        there, here = pyspiel.load_game(spiel), rulewright.load(name, seats=seats)
        bots = theirs_in_cpp(there)
        ways: dict[str, Callable[[int], int]] = {
            "theirs, Python": theirs_in_python(there),
            **({"theirs, C++": bots} if bots else {}),
            "ours, whole": ours_whole(here),
            "ours, Python": ours_in_python(here),
            "ours, moves": ours_with_moves(here),
        }
        found[name] = rates({"yardstick": by_hand, **ways}, seconds)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Random games of OpenSpiel's, and of ours.")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each way and game")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if find_spec("pyspiel") is None:
        print("OpenSpiel is not installed: pip install -e '.[openspiel]'")
        return 0
    found = measured(options.seconds)
    if options.json:
        print(json.dumps(found, indent=1))
        return 0
    head = ["games a second", *ORDER]
    print(
        "  ".join(f"{title:>14}" for title in head), " whole ÷ theirs  loop ÷ theirs   yardsticks"
    )
    for name, of in found.items():
        cells = [f"{of.get(way, 0):>14,.0f}" for way in head[1:]]
        times = of["ours, whole"] / of["theirs, Python"]
        yardsticks = of["ours, whole"] / of["yardstick"]
        loop = of["ours, Python"] / of["theirs, Python"]
        told = f" {times:>12.1f} ×  {loop:>11.2f} ×  {yardsticks:>10.2f}"
        print("  ".join([f"{name:>14}", *cells]), told)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
