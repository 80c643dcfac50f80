"""Draughts and its Brazilian variant against the same games written out by hand, by the rulebook.

The model keeps a dictionary of pieces and walks along the four diagonals; it makes whole captures,
square after square, where the rule file asks for one jump after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.repeated import times

from rulewright.game import load

Square = tuple[int, int]
Way = tuple[Square, ...]  # squares, one after the other
DIAGONALS = [(1, 1), (1, -1), (-1, -1), (-1, 1)]


def written(square: Square) -> str:
    return "abcdefgh"[square[0]] + str(square[1] + 1)


@dataclass
class Draughts:
    """A position: who has a man (`m`) or a king (`k`) where, and whose turn it is."""

    brazilian: bool
    pieces: dict[Square, tuple[int, str]] = field(default_factory=dict)
    me: int = 0
    quiet: int = 0

    def __post_init__(self) -> None:
        for x in range(8):
            for y in (0, 1, 2, 5, 6, 7):
                if (x + y) % 2 == 0:
                    self.pieces[x, y] = (0 if y < 3 else 1, "m")

    def ways(self, kind: str, capturing: bool) -> list[Square]:
        forward = 1 if self.me == 0 else -1
        free = kind == "k" or (self.brazilian and capturing)
        return [d for d in DIAGONALS if free or d[1] == forward]

    def ray(self, start: Square, way: Square) -> list[Square]:
        x, y = start
        found = []
        while 0 <= x + way[0] < 8 and 0 <= y + way[1] < 8:
            x, y = x + way[0], y + way[1]
            found.append((x, y))
        return found

    def jumps(
        self, at: Square, kind: str, gone: Way, start: Square
    ) -> Iterator[tuple[Square, Square]]:
        """Over which piece to which square a piece that began at `start` can go on."""
        flies = kind == "k" and self.brazilian
        for way in self.ways(kind, True):
            over: Square | None = None
            for far, square in enumerate(self.ray(at, way)):
                if square in self.pieces and square != start:
                    if over or square in gone or self.pieces[square][0] == self.me:
                        break
                    if far > 0 and not flies:
                        break
                    over = square
                elif over:
                    yield over, square
                    if not flies:
                        break

    def captures(self, at: Square, kind: str, gone: Way, way: Way) -> Iterator[tuple[Way, Way]]:
        more = False
        for over, square in self.jumps(at, kind, gone, way[0]):
            more = True
            yield from self.captures(square, kind, (*gone, over), (*way, square))
        if not more and gone:
            yield way, gone

    def moves(self) -> dict[Way, Way]:
        """The squares a piece goes to one after another, and the pieces that it takes."""
        mine = [(at, kind) for at, (seat, kind) in self.pieces.items() if seat == self.me]
        taking = dict(w for at, kind in mine for w in self.captures(at, kind, (), (at,)))
        if taking:
            most = max(map(len, taking.values())) if self.brazilian else 1
            return {way: gone for way, gone in taking.items() if len(gone) >= most}
        found: dict[Way, Way] = {}
        for at, kind in mine:
            for way in self.ways(kind, False):
                for square in self.ray(at, way):
                    if square in self.pieces:
                        break
                    found[at, square] = ()
                    if kind == "m" or not self.brazilian:
                        break
        return found

    def play(self, way: Way, gone: Way) -> None:
        kind = self.pieces.pop(way[0])[1]
        self.quiet = self.quiet + 1 if kind == "k" and not gone else 0
        for square in gone:
            del self.pieces[square]
        if way[-1][1] == (7 if self.me == 0 else 0):
            kind = "k"
        self.pieces[way[-1]] = (self.me, kind)
        self.me = 1 - self.me


def step_of(way: Way) -> str:
    return f"move {written(way[0])}-{written(way[1])}"


def jumps_of(way: Way) -> list[str]:
    """A capture, as the rule file asks for it."""
    return [f"jump {written(a)}-{written(b)}" for a, b in pairwise(way)]


@settings(max_examples=times(4, thorough=12), deadline=None)
@given(st.booleans(), st.integers(0, 2**32))
def test_the_same_moves_to_the_end(brazilian: bool, seed: int) -> None:
    state = load("draughts", variants=["brazilian"] if brazilian else []).start(seed=seed)
    game = Draughts(brazilian)
    choice = Random(seed).choice
    while game.quiet < 80 and (moves := game.moves()):
        steps = {step_of(way) for way in moves if not moves[way]}
        ways = [way for way in moves if moves[way]]
        offered = steps or {jumps_of(way)[0] for way in ways}
        assert {str(move) for move in state.legal_moves()} == offered
        way = choice(sorted(moves))
        texts = jumps_of(way) if moves[way] else [step_of(way)]
        for number, text in enumerate(texts):
            if number:
                begun = [other for other in ways if other[: number + 1] == way[: number + 1]]
                further = {jumps_of(other)[number] for other in begun}
                assert {str(move) for move in state.legal_moves()} == further
            state.apply(text)
        game.play(way, moves[way])
        assert state.over or state.to_move == game.me
    assert state.over
    won = 1 << (1 - game.me) if game.quiet < 80 else 0
    assert state.engine.verdict(state.position).winners == won
