"""A player of one's own: it claims whatever it can, and else takes cards.

python examples/write_a_bot.py [games]
"""

import sys

import rulewright as rw
from rulewright.play.match import Match
from rulewright.players.player import player
from rulewright.state import Move, State


class Grabber:
    """Looks at nothing but the first word of each move."""

    name = "grabber"

    def choose(self, state: State, seat: int) -> Move:
        moves = state.legal_moves()
        ranking = ("commit", "claim", "pay", "take")
        return min(moves, key=lambda move: first(ranking, str(move).split()[0]))


def first(ranking: tuple[str, ...], word: str) -> int:
    """The place of a word in a ranking, past its end if it is not there."""
    return ranking.index(word) if word in ranking else len(ranking)


def main(games: int) -> None:
    game = rw.load("ruta")
    won = 0
    for seed in range(games):
        match = Match(game, [Grabber(), player("random", seed, seat=1)])
        result = match.play(seed=seed).result
        assert result is not None
        won += result.winners == (0,)
    print(f"the grabber won {won} of {games} games")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
