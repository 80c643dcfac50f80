"""Reversi against the same game written out by hand: discs by square, and eight directions."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.repeated import times

from rulewright.game import load

Square = tuple[int, int]
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
SQUARES = [(x, y) for x in range(8) for y in range(8)]
OPENINGS = {
    "crossed": {(3, 4): 0, (4, 3): 0, (3, 3): 1, (4, 4): 1},
    "parallel": {(3, 4): 0, (4, 4): 0, (3, 3): 1, (4, 3): 1},
}


def written(square: Square) -> str:
    return "abcdefgh"[square[0]] + str(square[1] + 1)


@dataclass
class Reversi:
    """A position: who has a disc where, whose turn it is, and how many have passed in a row."""

    discs: dict[Square, int]
    me: int = 0
    passes: int = 0

    def turned(self, square: Square) -> set[Square]:
        """The discs that a disc on a square encloses."""
        found: set[Square] = set()
        for dx, dy in WAYS:
            line = []
            x, y = square[0] + dx, square[1] + dy
            while self.discs.get((x, y)) == 1 - self.me:
                line.append((x, y))
                x, y = x + dx, y + dy
            if self.discs.get((x, y)) == self.me:
                found.update(line)
        return found

    def moves(self) -> dict[str, Square | None]:
        if self.passes == 2 or len(self.discs) == 64:
            return {}
        free = (s for s in SQUARES if s not in self.discs and self.turned(s))
        return {f"place {written(s)}": s for s in free} or {"pass": None}

    def play(self, square: Square | None) -> None:
        if square is None:
            self.passes += 1
        else:
            self.passes = 0
            self.discs.update(dict.fromkeys([square, *self.turned(square)], self.me))
        self.me = 1 - self.me


@settings(max_examples=times(3, thorough=8), deadline=None)
@given(st.sampled_from(sorted(OPENINGS)), st.integers(0, 2**32))
def test_the_same_moves_and_the_same_score(opening: str, seed: int) -> None:
    state = load("reversi", options={"opening": opening}).start(seed=seed)
    game = Reversi(dict(OPENINGS[opening]))
    choice = Random(seed).choice
    while moves := game.moves():
        assert {str(move) for move in state.legal_moves()} == set(moves)
        text = choice(sorted(moves))
        state.apply(text)
        game.play(moves[text])
    assert state.over
    held = list(game.discs.values())
    assert state.scores() == [held.count(0), held.count(1)]
