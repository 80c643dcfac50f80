"""A player of one's own: it claims whatever it can, and else takes cards.

python examples/write_a_bot.py [games]
"""

import sys

import rulewright as rw
from rulewright.play.match import Match
from rulewright.players.naming import player
from rulewright.players.player import Player
from rulewright.players.view import View


class Grabber(Player):
    """Looks at nothing but the first word of each move."""

    name = "grabber"

    def choose(self, view: View) -> int:
        numbers = {str(move).split()[0]: number for number, move in enumerate(view.moves)}
        liked = (numbers[word] for word in ("commit", "claim", "pay", "take") if word in numbers)
        return next(liked, 0)


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
