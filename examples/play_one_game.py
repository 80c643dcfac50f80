"""Play one random game of Ruta and print what happened.

python examples/play_one_game.py [seed]
"""

import random
import sys

import rulewright as rw


def main(seed: int) -> None:
    game = rw.load("ruta")
    lot = random.Random(seed)
    state = game.start(seed=seed)
    while not state.over:
        seat = state.to_move
        move = lot.choice(state.legal_moves())
        print(f"{state.decisions + 1:4}  {game.seat_names[int(seat or 0)]:7} {move}")
        state.apply(move)
    outcome = state.outcome
    assert outcome is not None
    print("points:", outcome["scores"], "line by line:", outcome["lines"])
    print("won by:", ", ".join(game.seat_names[seat] for seat in outcome["winners"]))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
