"""Where the small numbers come from that decide a playout: at random, or from a list.

A playout is nothing but numbers: which element chance picks, how it orders a stack, which of the
moves on offer is made. Each is drawn below a limit and kept as drawn; a list of numbers therefore
is a playout, shorter lists and smaller numbers are simpler ones, and any list can be played: a
number that is too large counts modulo the limit, and after the last one all are 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Sequence

from ...analysis.sharing import game_seed
from ...runtime.chance import below, stream
from ...state import ChanceQuestion, Move

PLAYOUTS = 4  # keeps this stream apart from those of a game and of its players


MOST_SEEDS = 1 << 32
MOST_GIVEN = 1 << 53  # of games that were played elsewhere (`analysis.sharing.game_seed`)


def playout_seed(seed: int, number: int) -> int:
    """The seed of the playout with a number from 0, of those that a seed stands for: the first is
    played with this one itself, so that one can be played alone, and the others with some that no
    other seed comes to."""
    return game_seed(seed, number) if number else seed


def chance_of(seed: int) -> int:
    """What chance is seeded with in a whole game: not every number is one of a playout's."""
    return seed % MOST_GIVEN


class GivenUp(Exception):
    """The draws make no playout."""


class Draws(ABC):
    """Numbers on demand; `taken` are all that were drawn so far."""

    def __init__(self) -> None:
        self.taken: list[int] = []

    @abstractmethod
    def number(self, n: int) -> int:
        """A number from 0 to n − 1, of at least two."""

    def below(self, n: int) -> int:
        """A number from 0 to n − 1; where there is but one nothing is drawn."""
        if n < 2:
            return 0
        self.taken.append(self.number(n))
        return self.taken[-1]

    def seed(self) -> int:
        """What chance is seeded with."""
        return self.below(MOST_SEEDS)

    def outcome(self, question: ChanceQuestion) -> list[str]:
        """An answer of chance: of a shuffle element by element, each one of those left."""
        left, order = list(question.of), list[str]()
        while left and (question.kind == "shuffle" or not order):
            order.append(left.pop(self.below(len(left))))
        return order

    def move(self, offered: Sequence[Move]) -> Move:
        """One of the moves on offer."""
        return offered[self.below(len(offered))]


class RandomDraws(Draws):
    """Numbers from a stream of their own: the same for the same seed, on every machine."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._source = stream(seed, PLAYOUTS)

    def number(self, n: int) -> int:
        self._source, k = below(self._source, n)
        return k


class WholeGameDraws(Draws):
    """The game that `Engine.playouts` plays with a seed: with the same chance and the same moves.

    Of its numbers the first says that chance is seeded, and the second with what (see `Play`)."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._seed, self._is_begun = chance_of(seed), False
        self._source = stream(self._seed, 1)

    def number(self, n: int) -> int:
        if not self._is_begun:
            self._is_begun = True
            return 1
        self._source, k = below(self._source, n)
        return k

    def seed(self) -> int:
        self.taken.append(self._seed)
        return self._seed


class ListedDraws(Draws):
    """Numbers from a list, then 0."""

    def __init__(self, numbers: Iterable[int]) -> None:
        super().__init__()
        self._numbers = iter(numbers)

    def number(self, n: int) -> int:
        return next(self._numbers, 0) % n

    def seed(self) -> int:
        self.taken.append(chance_of(next(self._numbers, 0)))
        return self.taken[-1]


class WordedDraws(Draws):
    """Moves by their texts: those that are not on offer are left out, and after the last one the
    playout is given up. Chance, asked, answers what is listed as long as that fits, then whatever
    comes first."""

    def __init__(self, outcomes: Iterable[Sequence[str]], moves: Iterable[str]) -> None:
        super().__init__()
        self._outcomes, self._moves = deque(outcomes), deque(moves)

    def number(self, n: int) -> int:
        return 0

    def outcome(self, question: ChanceQuestion) -> list[str]:
        left = list(question.of)
        wanted = [*self._outcomes.popleft()] if self._outcomes else []
        fits = sorted(wanted) == sorted(left)
        if question.kind == "pick":
            fits = len(wanted) == 1 and wanted[0] in left
        order = wanted if fits else left[:] if question.kind == "shuffle" else left[:1]
        for label in order:
            if len(left) > 1:
                self.taken.append(left.index(label))
            left.remove(label)
        return order

    def move(self, offered: Sequence[Move]) -> Move:
        texts = [str(move) for move in offered]
        while self._moves:
            text = self._moves.popleft()
            if text in texts:
                if len(texts) > 1:
                    self.taken.append(texts.index(text))
                return offered[texts.index(text)]
        raise GivenUp


class LedDraws(WordedDraws):
    """The same, but after the last of its moves it goes on with the first on offer each time, and
    chance says whatever comes first."""

    def move(self, offered: Sequence[Move]) -> Move:
        try:
            return super().move(offered)
        except GivenUp:
            self._outcomes.clear()
            return offered[self.below(len(offered))]
