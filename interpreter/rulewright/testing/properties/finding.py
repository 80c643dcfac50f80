"""What a property finds wrong, and what it is told with."""

from __future__ import annotations

from dataclasses import dataclass

from ...source import Span
from .coming_again import Made, Round


class Broken(Exception):
    """Raised by a property where it does not hold.

    `message`: one sentence. `places`: the rule lines that are involved. `expects`: a line of a
    scenario that fails for the same reason, where there is one. `round`: in which moves a game goes
    round that does not end, if that is known.
    """

    def __init__(
        self, message: str, *places: Span, expected: str = "", found: str = "", expects: str = "",
        round: Round | None = None,
    ) -> None:  # fmt: skip
        super().__init__(message)
        self.message, self.places = message, tuple(p for p in places if p.file.text)
        self.expected, self.found, self.expects = expected, found, expects
        self.round = round


@dataclass(frozen=True, slots=True)
class Finding:
    """A property that does not hold, and the playout in which it does not: the numbers drawn, the
    moves they made and what chance decided (as labels, top first), the position as text.

    `words`: for each move what the rulebook calls it, as far as the rules say. `round`: of a game
    that does not end, in which moves it goes round; `lately`: the moves in its later half.
    """

    property: str
    message: str
    places: tuple[Span, ...] = ()
    expected: str = ""
    found: str = ""
    expects: str = ""
    draws: tuple[int, ...] = ()
    moves: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    outcomes: tuple[tuple[str, ...], ...] = ()
    seed: int | None = None
    position: str = ""
    round: Round | None = None
    lately: frozenset[Made] = frozenset()
