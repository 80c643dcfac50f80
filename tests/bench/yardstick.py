"""The yardstick: connect four as one writes it by hand, plainly, in a quarter of an hour.

Machines differ and have moods; a speed says little, a share of this one, taken in the same run,
more. Nothing here is tuned, and nothing should be: a faster yardstick is another yardstick.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

COLUMNS, ROWS = 7, 6
LINES = ((0, 1), (1, 0), (1, 1), (1, -1))

Choice = Callable[[Sequence[int]], int]


class Game:
    """A game of connect four: each column is a list of who dropped a disc there."""

    def __init__(self) -> None:
        self.board: list[list[int]] = [[] for _ in range(COLUMNS)]
        self.turn = 0
        self.won = False

    def moves(self) -> list[int]:
        """The columns that are not full, none once somebody has won."""
        if self.won:
            return []
        return [x for x in range(COLUMNS) if len(self.board[x]) < ROWS]

    def owner(self, x: int, y: int) -> int | None:
        """Whose disc lies there, if any does."""
        if 0 <= x < COLUMNS and 0 <= y < len(self.board[x]):
            return self.board[x][y]
        return None

    def drop(self, x: int) -> None:
        """Drop a disc and see whether it completes a line of four."""
        y = len(self.board[x])
        self.board[x].append(self.turn)
        for dx, dy in LINES:
            length = 1 + self.reach(x, y, dx, dy) + self.reach(x, y, -dx, -dy)
            if length >= 4:
                self.won = True
        self.turn = 1 - self.turn

    def reach(self, x: int, y: int, dx: int, dy: int) -> int:
        """How many discs of the player follow one another in a direction."""
        away = 1
        while self.owner(x + away * dx, y + away * dy) == self.turn:
            away += 1
        return away - 1


def playout(choice: Choice) -> None:
    """A random game."""
    game = Game()
    while moves := game.moves():
        game.drop(choice(moves))


def playouts_per_second(seconds: float) -> float:
    """Random games in a second of processor time."""
    choice = random.Random(1).choice
    for _ in range(300):
        playout(choice)
    games, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        for _ in range(100):
            playout(choice)
        games += 100
    return games / spent
