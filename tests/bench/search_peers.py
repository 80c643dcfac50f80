"""Our tree search against OpenSpiel's, with the same number of simulations.

    python tests/bench/search_peers.py [--simulations N] [--games N] [--first K] [--only GAME,…]

Needs OpenSpiel: `pip install -e '.[openspiel]'`; without it nothing is played, and a line says so.
Both lead their own game, which is the same move for move (`tests/conformance/test_open_spiel.py`);
for that, our draughts are played with their rule of when it is a draw (`AS_THEIRS`). Theirs is its
MCTS in C++ with a random playout for each simulation, its solver, and the exploration it comes with
(√2 for values from −1 to 1, which are 0.7 for ours from 0 to 1). They take turns in having the
first seat. What is told is our share of the wins, a draw being half of one, with its 95 % interval
(normal), and the processor time of both.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from importlib import import_module
from importlib.util import find_spec
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("interpreter", "cli", "tests/conformance")]

GAMES = "tic_tac_toe,connect_four,breakthrough,reversi,draughts"
EXPLORATION = sqrt(2)
AS_THEIRS = {
    "draughts": (
        ("turns until quiet is 80", "turns until quiet is 40"),
        ("when taken is empty and every s in moved has king of s else", "when taken is empty else"),
    )
}
"""What is written otherwise in our rules, so that both search the same game."""
LONGEST = 400  # decisions; then it counts as a draw


def duel(twin: Any, game: Any, simulations: int, number: int, spent: list[float]) -> float:
    """What we get of a win in one game. `spent`: the seconds of both, added to."""
    pyspiel, twins = import_module("pyspiel"), import_module("test_open_spiel")
    from rulewright.players.naming import player
    from rulewright.players.player import chosen

    there = pyspiel.load_game(twin.spiel)
    rollouts = pyspiel.RandomRolloutEvaluator(1, number)
    bot = pyspiel.MCTSBot(
        there, rollouts, EXPLORATION, simulations, 1000, True, number, False
    )  # fmt: skip
    ours, theirs = game.start(chance="asked"), there.new_initial_state()
    luck, chance, me = random.Random(number), twin.chance(), number % 2
    mine = player(f"mcts:{simulations}", number, me)
    for _ in range(LONGEST):
        if not chance.settle(ours, theirs, luck) or ours.over or theirs.is_terminal():
            break
        moves = [str(move) for move in ours.legal_moves()]
        known = twins.actions(theirs, lambda text, moves=moves: twin.move(text, moves))
        began = time.process_time()
        if ours.to_move == me:
            move = str(chosen(mine, ours, me))
        else:
            action = bot.step(theirs)
            move = next(name for name, one in known.items() if one == action)
        spent[ours.to_move != me] += time.process_time() - began
        ours.apply(move)
        theirs.apply_action(known[move])
    won = theirs.returns()[me] if theirs.is_terminal() else 0.0
    return (1 + float(won)) / 2


def as_theirs(name: str, loaded: Any) -> Any:
    """Our game, or the same with what is written otherwise."""
    from rulewright.catalogue import game
    from rulewright.game import load

    if name not in AS_THEIRS:
        return loaded
    text = game(name).path.read_text(encoding="utf-8").partition('scenario "')[0]
    for old, new in AS_THEIRS[name]:
        assert old in text
        text = text.replace(old, new)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{name}.game")
        path.write_text(text, encoding="utf-8")
        return load(str(path))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--only", default=GAMES)
    given = parser.parse_args()
    if find_spec("pyspiel") is None:
        print("OpenSpiel is not installed: pip install -e '.[openspiel]'")
        return
    twins = import_module("test_open_spiel")
    for name in given.only.split(","):
        number = next(i for i, twin in enumerate(twins.TWINS) if twin.game == name)
        spent, ours = [0.0, 0.0], as_theirs(name, twins.loaded(number))
        found = [
            duel(twins.TWINS[number], ours, given.simulations, game, spent)
            for game in range(given.first, given.first + max(2, given.games))
        ]
        half = 1.96 * stdev(found) / sqrt(len(found))
        print(
            f"{name:14} {given.simulations} simulations, {len(found)} games: {mean(found):.3f} "
            f"({mean(found) - half:.3f} to {mean(found) + half:.3f}); seconds: ours "
            f"{spent[0]:.1f}, theirs {spent[1]:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
