"""What a move does and costs, told to the seat that makes it before it is made.

Nothing is told that the seat does not know: what comes of a move is followed as far as that goes
(see `foreseen`), and put into words from what the seat sees (see `drawing.doing`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from ..backends.protocol import Position
from ..core.ir import Domain, Program
from ..diagnostics import listed
from ..drawing.attributes import attributes_of
from ..drawing.doing import BECOMES, OWN, Change, Doing
from ..drawing.lines import MORE, seat_title, wrapped
from ..runtime.observation import Json
from ..state import Move, State
from .foreseen import Foreseeing, Foreseen

LEAST = 24  # what is left of a change that is cut short


@dataclass(frozen=True, slots=True)
class Preview:
    """What a move does, for all that the seat knows which makes it.

    `text`: the move as it is written, `flip 7c`. `words`: with what matters of the things it names
    in brackets: `flip 7c (rank 7)`. `effects`: what will be different, the most important first:
    `ends the game`, `coins 7 -> 4`, `hand - 7c`; so many of them `matter`, being about the end,
    points, what the move names or what the seat has, not about what lies where. `turn`: whose turn
    is next, if it is another's: `then Ann`. `beside`: the words where all these changes are told
    beside them, without what they tell themselves. `is_whole`: that is all; else chance or
    something hidden decides the rest. `observation`: what the seat will see then, as
    `State.observation` tells it, to be drawn as any other; what is not known yet counts as hidden.
    """

    text: str
    words: str
    effects: tuple[str, ...]
    matter: int
    turn: str
    is_whole: bool
    observation: dict[str, Json]
    beside: str

    @property
    def changes(self) -> tuple[str, ...]:
        """All that is told: what will be different, and last whose turn is next."""
        return (*self.effects, self.turn) if self.turn else self.effects

    def without(self, common: Collection[str]) -> Preview:
        """The same, but for some of the changes: what other moves do too, say."""
        effects = tuple(one for one in self.effects if one not in common)
        matter = sum(one not in common for one in self.effects[: self.matter])
        turn = "" if self.turn in common else self.turn
        is_told = not any(BECOMES in one for one in self.effects if one in common)
        beside = self.beside if is_told else self.words
        return replace(self, effects=effects, matter=matter, turn=turn, beside=beside)

    def brief(self, room: int = 80) -> str:
        """As many of the changes as fit into so many characters, the first cut short if need be;
        empty if there is no room for that either."""
        told = ""
        for number, change in enumerate(self.changes):
            longer = f"{told}; {change}" if told else change
            more = number + 1 < len(self.changes) or not self.is_whole
            if len(_open(longer) if more else longer) > room:
                return _open(told) if told else _cut(change, room)
            told = longer
        return _open(told) if told and not self.is_whole else told

    def line(self, room: int = 80) -> str:
        """The move and what it does in one line of so many characters, if its words are not longer
        themselves: with what it names explained where there is room for that. What a move does goes
        before what is said of the things it names: a price on a card need not be what is paid."""
        if not self.changes:
            return self.words if len(self.words) <= room else self.text
        whole, first = len(self._all), len(_open(self.changes[0]))
        if not self.changes[1:]:
            first = whole
        for words, wanted in (
            (self.beside, whole), (self.text, whole), (self.text, first),
            (self.text, LEAST + len(MORE)),
        ):  # fmt: skip
            left = room - len(words) - 2
            if left >= wanted:
                return f"{words}: {self.brief(left)}"
        return self.text

    def lines(self, room: int = 80) -> list[str]:
        """The same whole, in as many lines as it takes, those after the first indented; what is
        said of the things it names is left out only where that saves a line."""
        short = self.line(room)
        if not self.changes or short.endswith(self._all):
            return [short]
        ways = (
            wrapped(f"{text}: {self._all}", room, hang="    ") for text in (self.beside, self.text)
        )
        return min(ways, key=len)

    @property
    def _all(self) -> str:
        told = "; ".join(self.changes)
        return told if self.is_whole else _open(told)


class Previews:
    """Tells what the moves of a game do.

    >>> from rulewright import load
    >>> game = load("ruta")
    >>> state = game.start(seed=1)
    >>> Previews(game.program).of(state, state.legal_moves()[0]).words
    'take Two'
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._foreseeing = Foreseeing(program)
        self._doing = Doing(attributes_of(program))
        self._at: Position | None = None
        self._before: dict[str, Json] = {}

    def of(self, state: State, move: Move) -> Preview:
        """What one of the moves on offer does, told to the seat that is to make it."""
        seat = state.to_move
        assert isinstance(seat, int)
        before = self._observed(state, seat)
        foreseen = self._foreseeing.after(state, seat, move)
        after = foreseen.observation
        changes = self._doing.changes(move.alternative, move.code, before, after, foreseen.is_whole)
        ending = self._ending(foreseen, seat)
        return Preview(
            str(move),
            self.words(state, move),
            (*ending, *(change.text for change in changes)),
            len(ending) + sum(change.rank <= OWN for change in changes),
            self._turn(foreseen, seat),
            foreseen.is_whole,
            after,
            self.words(state, move, changes),
        )

    def words(self, state: State, move: Move, changes: Sequence[Change] = ()) -> str:
        """One of the moves on offer with what matters of the things it names in brackets; but what
        becomes another by `changes` that are told beside it."""
        seat = state.to_move
        assert isinstance(seat, int)
        before = self._observed(state, seat)
        doing = self._doing
        return doing.words(move.alternative, move.code, move.offer.read, before, changes=changes)

    def now(self, state: State, moves: Sequence[Move]) -> list[str]:
        """Some of the moves on offer, each with the numbers of what it names that hang on what is
        on the table, but for those that are 0 in all of them."""
        seat = state.to_move
        assert isinstance(seat, int)
        before, doing = self._observed(state, seat), self._doing
        names = {
            name
            for move in moves
            for name, value in doing.numbers(move.alternative, move.code, before)
            if value != "0"
        }
        return [
            doing.words(move.alternative, move.code, move.offer.read, before, names)
            if names
            else str(move)
            for move in moves
        ]

    def about(self, state: State, domain: Domain, label: str) -> str:
        """What matters of an element that moves on offer name, as in the brackets of `words`."""
        seat = state.to_move
        assert isinstance(seat, int)
        return ", ".join(self._doing.about(domain, label, self._observed(state, seat)))

    def _observed(self, state: State, seat: int) -> dict[str, Json]:
        if self._at is not state.position:
            self._at, self._before = state.position, state.observation(seat)
        return self._before

    def _ending(self, foreseen: Foreseen, seat: int) -> list[str]:
        """That the game is over, and who has won, as it is said when it is."""
        if not foreseen.is_whole or not foreseen.observation["over"]:
            return []
        program, winners = self.program, foreseen.winners or ()
        labels = program.seats.labels
        names = ["you" if one == seat else seat_title(labels[one]) for one in winners]
        if not names or (len(labels) == 1 and program.winners is None):
            return ["ends the game"]  # nothing is won by points alone where nobody else has any
        if program.is_draw(winners):
            return ["ends the game: a draw"]
        if len(names) == 1:
            verb = "win" if winners == (seat,) else "wins"
        else:
            verb = "win" if program.several_win else "share the win"
        return [f"ends the game: {listed(names)} {verb}"]

    def _turn(self, foreseen: Foreseen, seat: int) -> str:
        """Whose turn is next, if it is another's."""
        other = foreseen.observation["to_move"]
        if not foreseen.is_whole or not isinstance(other, int) or other == seat:
            return ""
        return f"then {seat_title(self.program.seats.labels[other])}"


def _open(told: str) -> str:
    """What is told, with dots at its end for what is not."""
    return told if told.endswith(MORE) else told + MORE


def _cut(change: str, room: int) -> str:
    """A change as far as there is room for it, if that is worth it."""
    return change[: room - len(MORE)].rstrip(" ,;") + MORE if room >= LEAST else ""
