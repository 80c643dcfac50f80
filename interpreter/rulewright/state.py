"""A game in progress, for players, records, tests and interfaces.

A state is at a decision of a seat, at a question to chance, or over. Beneath it lies a position of
its engine that is never changed once made: every step copies it, so that undo and copies are a
matter of remembering. Nobody but the engine's codec looks into it. A step that chance interrupts is
kept as where it began, the move, and the outcomes so far, and is run again when the next outcome is
known.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypedDict, cast, overload

from .backends.protocol import Code, Engine, EngineOf, Position
from .backends.reference import foresight
from .backends.registry import EngineName, made_again
from .core.evaluate import Value, elements_of_mask, evaluate
from .core.ir import Alternative, Choose, Domain, Number, Program, StateVariable, Truth
from .diagnostics import ChanceError, MoveError, UsageError, did_you_mean, expect, shown
from .following import follower
from .runtime.chance import Asked, NeedChance, Question, check, stream
from .runtime.layout import CHANCE, GIVEN, OVER, Slots
from .runtime.looking import open_scores
from .runtime.memory import Memory
from .runtime.move import read_among, text_of
from .runtime.observation import Json, canonical, exchange, observe
from .runtime.sight import visible

if TYPE_CHECKING:
    from .determinization import PastStep
    from .drawing.svg import Picture
    from .runtime.why import Reason

MOST_SHOWN = 100  # moves of a list, in a notebook
ASKED = GIVEN - 1  # in the place of the choice that waits: chance is asked
NOT_NOW = "it is for chance to decide now"


class Outcome(TypedDict):
    """The result of a game: winning seats, total points by seat, points by line and seat, and the
    names of its outcome (none where the rules name none)."""

    winners: list[int]
    scores: list[int]
    lines: dict[str, list[int]]
    result: list[str]


class Move:
    """A move on offer; `str(move)` is its text. Moves at one choice are equal by their codes.

    It never changes. `code` is what engines know it by.
    """

    __slots__ = ("_code", "_offer")

    def __init__(self, code: Code, offer: Offer) -> None:
        self._code, self._offer = code, offer

    @property
    def code(self) -> Code:
        """The number of the alternative at the choice, then its arguments."""
        return self._code

    @property
    def offer(self) -> Offer:
        """Where it is on offer."""
        return self._offer

    @property
    def point(self) -> int:
        """The number of the choice it is made at."""
        return self._offer.choose.point

    @property
    def choose(self) -> Choose:
        """The choice it is made at."""
        return self._offer.choose

    @property
    def alternative(self) -> Alternative:
        """The alternative it is one way to choose, with its words and rule numbers."""
        return self.choose.alternatives[self._code[0]]

    @property
    def action(self) -> int:
        """Its number among all actions of the game (see `State.legal_actions`)."""
        return self._offer.numbers([self._code])[0]

    def __str__(self) -> str:
        return self._offer.text(self._code)

    def __repr__(self) -> str:
        return f"Move(point={self.point}, code={self._code})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self._code == other._code and self.point == other.point

    def __hash__(self) -> int:
        return hash((self.point, self._code))

    def svg(self) -> str:
        """A picture of what it names: its places on boards that are empty otherwise, and cards.

        To see it where it is made, see `State.svg`.
        """
        from .drawing.shown import move_picture

        program = self._offer.engine.program
        return move_picture(program, self.alternative, self._code, str(self)).alone

    def _repr_html_(self) -> str:
        """The move with its words and the numbers of its rules, for notebooks."""
        return f"<p>{' '.join(self._cells())}</p>"

    def _cells(self) -> tuple[str, str, str]:
        from html import escape

        made = self.alternative
        rules = f"<small>{escape(', '.join(made.tags))}</small>" if made.tags else ""
        return f"<code>{escape(str(self))}</code>", escape(made.words), rules

    def __deepcopy__(self, memo: object) -> Move:
        return self


class Offer(Sequence[Move]):
    """The moves on offer at a decision, in canonical order; each is made when it is looked at.

    It stays what it is when the game goes on.
    """

    __slots__ = ("_actions", "_position", "choose", "codes", "engine")

    def __init__(
        self, engine: Engine, position: Position, choose: Choose, codes: Sequence[Code]
    ) -> None:
        self.engine, self._position, self.choose, self.codes = engine, position, choose, codes
        self._actions: list[int] | None = None  # once somebody has asked for them

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...

    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [Move(code, self) for code in self.codes[index]]
        return Move(self.codes[index], self)

    def __iter__(self) -> Iterator[Move]:
        return (Move(code, self) for code in self.codes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr([*self])

    def _repr_html_(self) -> str:
        """The first moves as a table, for notebooks."""
        rows = (
            f"<tr><td>{'</td><td>'.join(move._cells())}</td></tr>" for move in self[:MOST_SHOWN]
        )
        more = len(self) - MOST_SHOWN
        rest = f"<p>and {more:,} more</p>" if more > 0 else ""
        return f"<table>{''.join(rows)}</table>{rest}"

    def __reduce__(self) -> tuple[object, ...]:
        slots = self.engine.codec.decode(self._position)
        return _offered_again, (*_handed(self.engine), slots, self.choose.point, self.codes)

    def read(self, variable: StateVariable, keys: tuple[int, ...]) -> Value:
        """What the table holds."""
        return self.engine.codec.get(self._position, variable, keys)

    def text(self, code: Code) -> str:
        """The text of a move."""
        return text_of(self.choose, code, self.read)

    @property
    def actions(self) -> list[int]:
        """The numbers of all moves, in their order; not to be changed."""
        if self._actions is None:
            self._actions = self.numbers(self.codes)
        return self._actions

    def numbers(self, codes: Iterable[Code]) -> list[int]:
        """The numbers of moves."""
        return self.engine.layout.actions.numbers(self.choose.point, codes)


def _handed(engine: Engine) -> tuple[EngineName, str, Program]:
    """What other processes make an engine of."""
    return engine.name, engine.layout.token, engine.program


def _offered_again(
    name: EngineName, token: str, program: Program, slots: Slots, point: int, codes: Sequence[Code]
) -> Offer:
    engine = made_again(name, token, program)
    return Offer(engine, engine.codec.encode(slots), engine.program.choices[point], codes)


@dataclass(frozen=True, slots=True)
class ChanceQuestion:
    """What chance is asked: an order of the elements `of` (first = top), or one of them."""

    kind: Literal["shuffle", "pick"]
    zone: str
    of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Pending:
    """A step waiting for chance: the move (None: the beginning) and what is known and wanted.
    `before`: the question before, if it is not the first of the step."""

    move: Code | None
    setup: bool
    outcomes: tuple[tuple[int, ...], ...]
    question: Question
    before: _Pending | None


class _Asking(NamedTuple):
    """How chance was asked in a step: what it answered (None: a seeded stream did), the last of it
    to `last`; `setup`: does the step set the game up, if it is the beginning?"""

    answers: tuple[tuple[int, ...], ...] | None
    last: _Pending | None
    setup: bool


SEEDED = _Asking(None, None, True)


class _Point:
    """A decision or the end, and how it was reached: from the point before, by a move (None: the
    beginning).

    `steps`: moves made and answers given until here, `decisions`: the moves among them; `memory`:
    what seats know here, once somebody has asked. Nothing else changes.
    """

    __slots__ = ("asking", "before", "decisions", "memory", "move", "position", "steps")

    def __init__(
        self,
        position: Position,
        before: _Point | None = None,
        move: Code | None = None,
        asking: _Asking = SEEDED,
        steps: int = 0,
        decisions: int = 0,
        memory: Memory | None = None,
    ) -> None:
        self.position, self.before, self.move, self.asking = position, before, move, asking
        self.steps, self.decisions, self.memory = steps, decisions, memory


class _Past(NamedTuple):
    """What a state was before one of its steps, and what the step was: a move or an outcome in
    numbers."""

    point: _Point
    pending: _Pending | None
    kind: Literal["move", "outcome"]
    numbers: tuple[int, ...]


_Step = tuple[Literal["move", "outcome"], tuple[int, ...]]
_Told = tuple[
    Slots, Memory | None, bool, int | None, tuple[Slots, bool] | None, tuple[_Step, ...]
]  # see `_made_again`


class State:
    """A position and how it came about. Made by `begin`, or from a position that waits at a
    decision.

    It belongs to one thread at a time; a copy is a state of its own, though they share their past.
    """

    __slots__ = (
        "_asked", "_at", "_codec", "_offer", "_origin", "_pending", "_point", "engine", "seed",
    )  # fmt: skip

    def __init__(
        self,
        engine: EngineOf[Any],
        position: object,
        *,
        asked: bool = False,
        seed: int | None = None,
        memory: Memory | None = None,
    ) -> None:
        self.engine: Engine = engine
        self._codec = engine.codec
        self.seed = seed  # that the game was begun with; chance itself is in the position
        self._asked = asked
        self._pending: _Pending | None = None
        self._stand(_Point(cast(Position, position), memory=memory))
        self._origin: tuple[Slots, bool] | None = None  # what was on the table, and is it set up?

    def _stand(self, point: _Point) -> None:
        """Be at a point, where chance is not asked."""
        self._point = point
        self._at = self._codec.point(point.position)  # the choice that waits, or why none does
        self._offer: Offer | None = None  # once it has been asked for

    def __repr__(self) -> str:
        chance = f"seed {self.seed}" if self.seed is not None else "chance asked"
        return f"<{self.engine.program.name}, {chance}: {'; '.join(self.moves) or 'no moves yet'}>"

    @property
    def position(self) -> Position:
        """What the engine plays on; at a question to chance, as it was before the step."""
        return self._point.position

    @property
    def slots(self) -> Slots:
        """All that the position holds, in the common layout, to be read only."""
        return self._codec.decode(self._point.position)

    @property
    def memory(self) -> Memory:
        """What seats know of hidden components; at a question to chance, before the step."""
        return _remembered(self.engine, self._point)

    @property
    def to_move(self) -> int | Literal["chance"] | None:
        """The seat that decides, "chance", or None when the game is over."""
        if self._at == ASKED:
            return "chance"
        return None if self._at == OVER else cast(int, self._read(self.engine.program.me, ()))

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self._at == OVER

    @property
    def waiting(self) -> Choose | None:
        """The choice that is waiting, with its words; None if chance is asked and at the end."""
        return self.engine.program.choices[self._at] if self._at >= 0 else None

    @property
    def choice(self) -> str:
        """The name of the waiting choice; "chance" at a question to it, empty at the end."""
        if self._at == ASKED:
            return "chance"
        choice = self.waiting
        return choice.name if choice is not None else ""

    @property
    def question(self) -> ChanceQuestion | None:
        """What chance is asked now, if it is."""
        if self._pending is None:
            return None
        asked = self._pending.question
        labels = self._asked_about(asked).labels
        return ChanceQuestion(asked.kind, asked.zone, tuple(labels[e] for e in asked.of))

    def legal_moves(self) -> Sequence[Move]:
        """The moves on offer in canonical order; empty unless a seat decides.

        Each is made when it is looked at: to count them or to take one is quick.
        """
        offer = self._offered()
        return offer if offer is not None else []

    def legal_actions(self) -> list[int]:
        """The same as whole numbers, one for each, in the same order.

        A move has the same number wherever it is on offer, below `Game.num_distinct_actions`, in
        all games with these rules, seats and options: what was learned of it can be kept by it.

        >>> state = load("tic_tac_toe").start(seed=1)
        >>> state.legal_actions()
        [0, 1, 2, 3, 4, 5, 6, 7, 8]
        >>> state.apply(4)
        >>> state.moves
        ['mark b2']
        """
        offer = self._offered()
        return [*offer.actions] if offer is not None else []

    def action_to_text(self, action: int) -> str:
        """The text of one of `legal_actions()`. Raises `MoveError` if it is not on offer."""
        expect(action, int, "an action", "a whole number")
        return self._offered_here().text(self._code_of(action))

    def text_to_action(self, text: str) -> int:
        """The number of the move with this text. Raises `MoveError` if it is not on offer."""
        expect(text, str, "a move", "a text")
        return self._offered_here().numbers([self._code_of(text)])[0]

    def why_not(self, text: str) -> list[Reason]:
        """Why a move is not offered; empty if it is."""
        from .runtime.why import Reason, reasons

        expect(text, str, "a move", "a text")
        choice = self.waiting
        if choice is None:
            return [Reason("the game is over" if self.over else NOT_NOW)]
        if read_among(text, choice, self._offered_here().codes, self._read) is not None:
            return []
        program, slots = self.engine.program, self.slots
        return reasons(program, choice, self._read, text, lambda: foresight(program, slots))

    def scores(self) -> list[int]:
        """Total points of each seat as the position stands."""
        return list(self.engine.totals(self._point.position))

    def score_lines(self) -> dict[str, list[int]]:
        """Points by score line and seat as the position stands."""
        program = self.engine.program
        return {
            line.name: [
                cast(int, evaluate(line.value, {line.local.number: seat}, self._read))
                for seat in range(program.seats.size)
            ]
            for line in program.scores
        }

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the game is over: who has won, and how it ended."""
        if not self.over:
            return None
        winners, case = self.engine.verdict(self._point.position)
        result = self.engine.program.outcome[case].names if case >= 0 else ()
        return {
            "winners": list(elements_of_mask(winners)),
            "scores": self.scores(),
            "lines": self.score_lines(),
            "result": list(result),
        }

    def observation(self, seat: int) -> dict[str, Json]:
        """What a seat sees and knows, as plain JSON (see `runtime.observation.observe`).

        `scores` are points by seat as the position stands: null where they are worked out from what
        the seat does not see, and all of them told at the end.

        While chance is asked, the table is shown as it was before the step.
        """
        self._check_seat(seat)
        engine = self.engine
        seen = observe(engine.program, engine.layout, self.slots, seat, self.memory)
        seen["scores"] = self._scores_for(seat)
        if self._pending is not None:
            seen |= {"to_move": "chance", "over": False, "choice": "chance"}
        return seen

    def table(self, seat: int | None = None, *, width: int = 80) -> str:
        """The table as text of so many columns, as a seat sees it: boards, zones, marks, seats.

        Without a seat it is the one that has to move; at the end, and while chance is asked, what
        all seats see.
        """
        from .drawing.shown import as_text

        expect(width, int, "a width", "a number of columns")
        return as_text(self.engine.program, self._looked_at(seat), self._heading(), width)

    def svg(self, seat: int | None = None, *, move: Move | None = None) -> str:
        """The table as a picture, as a seat sees it (see `table`): SVG for a file or a page, light
        or dark as its reader prefers. `move`: the places that this one names stand out."""
        return self.picture(seat, move).alone

    def __str__(self) -> str:
        return self.table().rstrip("\n")

    def _repr_html_(self) -> str:
        from .drawing.shown import as_html

        return as_html(self.picture(None))

    def picture(
        self, seat: int | None = None, move: Move | None = None, *, lit: Collection[str] = ()
    ) -> Picture:
        """The table as a picture (see `svg`), to be put into others, with the same in words. `lit`:
        the labels of places that stand out, if there is no move."""
        from .drawing.named import named_by
        from .drawing.shown import as_picture

        program, kinds = self.engine.program, (list, tuple, set, frozenset, Mapping)
        expect(lit, kinds, "places that stand out", "labels, several of them")
        if not all(isinstance(label, str) for label in lit):
            raise UsageError(f"places that stand out are to be labels, not {shown(lit)}")
        if move is not None:
            expect(move, Move, "a move", "one of `legal_moves()`")
            lit = named_by(program, move.alternative, move.code)
        return as_picture(program, self._looked_at(seat), self._heading(), lit)

    def _looked_at(self, seat: int | None) -> Mapping[str, object]:
        """What is to be shown to a seat, or to whoever looks."""
        from .drawing.shown import seen_by

        if seat is None and isinstance(self.to_move, int):
            seat = self.to_move
        return seen_by(self.engine.program, self, seat)

    def _heading(self) -> str:
        from .drawing.shown import heading

        waiting, outcome = self.waiting, self.outcome
        about = self.choice if waiting is None or not waiting.words else waiting.words
        winners = outcome["winners"] if outcome is not None else []
        return heading(self.engine.program, self.to_move, about, winners)

    def key(self) -> bytes:
        """16 bytes, equal for equal positions on every machine and engine; chance to come and the
        past do not count."""
        plain: list[object] = [canonical(self.slots)]
        if self._pending is not None:
            plain += [self._pending.move, self._pending.setup, self._pending.outcomes]
        text = json.dumps(plain, separators=(",", ":"))
        return blake2b(text.encode("ascii"), digest_size=16).digest()

    def apply(self, move: Move | str | int) -> None:
        """Make a move, given as itself, as its text or as its number among all actions.

        Raises `MoveError` if it is not on offer.
        """
        if type(move) is Move and move._offer is self._offer:
            code = move._code
        elif type(move) is int:
            code = self._code_of_action(move, self._offered_here())
        else:
            wanted = "one of `legal_moves()`, its text or its number"
            expect(move, (Move, str, int), "a move", wanted)
            code = self._code_of(move)
        self._run(code, True, ())

    def answer(self, outcome: Sequence[str | int] | str | int) -> None:
        """Give chance's answer: for a shuffle the whole order, top first, for a pick one element.

        Elements are labels or numbers in their domain. Raises `ChanceError` if it does not fit.
        """
        expect(outcome, (Sequence, str, int), "an outcome", "a label, or several in order")
        pending = self._pending
        if pending is None:
            raise ChanceError("chance is not asked anything now")
        items = [outcome] if isinstance(outcome, str | int) else list(outcome)
        domain = self._asked_about(pending.question)
        given = tuple(_element(domain, item) for item in items)
        check(pending.question, given)
        self._run(pending.move, pending.setup, (*pending.outcomes, given))

    def undo(self) -> None:
        """Take back the last move or the last answer of chance, whatever came of it.

        For programs, which search; what people may take back is less (see `play.takeback`).
        """
        past = next(self._pasts(), None)
        if past is None:
            raise UsageError("there is nothing to take back")
        self._stand(past.point)
        self._ask(past.pending)

    def copy(self) -> State:
        """An independent state with the same past."""
        other = State.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """A state is handed to other processes as where it began and all steps since; there they
        are made again."""
        return _again, (*_handed(self.engine), *self._told())

    def on(self, engine: Engine) -> State:
        """The same game on another engine of its program: all its steps made again there."""
        return _made_again(engine, *self._told())

    def _told(self) -> _Told:
        """All that a state is made of again."""
        first = self._point
        while first.before is not None:
            first = first.before
        steps = tuple((past.kind, past.numbers) for past in self._pasts())[::-1]
        slots, memory = self._codec.decode(first.position), None
        if self._origin is None and first.memory is not None:
            memory = first.memory.numbered(self.engine.program.domains)
        return slots, memory, self._asked, self.seed, self._origin, steps

    def redealt(self, seat: int, seed: int) -> State:
        """A state without past in which what the seat cannot tell apart is dealt anew at random.

        Hidden components change places (see `runtime.observation.exchange`). Marks that the seat
        does not see come out as they might have, had a hidden throw or another seat's secret choice
        come out otherwise (see `determinization`); so they stay as they are in a state that has no
        past itself: one that was dealt anew, say. In a game with such marks this takes as long as
        making all its moves again, and more.
        """
        from .determinization import Past, has_hidden_marks

        self._check_seat(seat)
        expect(seed, int, "a seed", "a whole number")
        if self._pending is not None:
            raise UsageError("nothing can be dealt anew while chance is asked")
        program, layout = self.engine.program, self.engine.layout
        slots, memory = self.slots, self.memory
        if self._origin is not None and has_hidden_marks(program):
            other = Past(self.engine, *self._origin, list(self._made())).otherwise(seat, seed)
            if other is not None:
                chance = slots[CHANCE]
                slots, memory = other
                slots[CHANCE] = chance
        slots, memory = exchange(program, layout, slots, seat, seed, memory)
        position = self._codec.encode(slots)
        return State(self.engine, position, asked=self._asked, memory=memory)

    @property
    def steps(self) -> int:
        """How many times `undo` is possible: moves made and answers given."""
        pending = self._pending
        if pending is None:
            return self._point.steps
        return self._point.steps + (pending.move is not None) + len(pending.outcomes)

    @property
    def decisions(self) -> int:
        """How many moves have been made."""
        pending = self._pending
        return self._point.decisions + (pending is not None and pending.move is not None)

    @property
    def moves(self) -> list[str]:
        """The texts of all moves made, oldest first."""
        return [self._words(past)[0] for past in self._pasts() if past.kind == "move"][::-1]

    @property
    def outcomes(self) -> list[tuple[str, ...]]:
        """All answers of chance that were given, oldest first, as labels."""
        return [self._words(past) for past in self._pasts() if past.kind == "outcome"][::-1]

    @property
    def made(self) -> list[tuple[Literal["move", "outcome"], tuple[str, ...]]]:
        """Moves made and answers given, in words, oldest first: what `undo` takes back."""
        return [(past.kind, self._words(past)) for past in self._pasts()][::-1]

    @property
    def origin(self) -> tuple[Slots, bool] | None:
        """What was on the table before all that happened, and whether that was set up first; None
        for a state that was not begun: one dealt anew, say."""
        return self._origin

    def reveals_since(self, step: int) -> bool:
        """Has a seat come to see a component, since `steps` was `step`, that it did not know?"""
        expect(step, int, "a step", "a whole number")
        after = self._point
        for past in islice(self._pasts(), max(0, self.steps - step)):
            if self._reveals(past.point, after):
                return True
            after = past.point
        return False

    def _pasts(self) -> Iterator[_Past]:
        """What was done, the last first."""
        at: _Point | None = self._point
        if (pending := self._pending) is not None:
            yield from _steps(self._point, pending.before, pending.outcomes, pending.move)
        while at is not None and at.before is not None:
            yield from _steps(at.before, at.asking.last, at.asking.answers or (), at.move)
            at = at.before

    def _words(self, past: _Past) -> tuple[str, ...]:
        """What was done, in words: the text of a move, or the labels of an outcome."""
        if past.kind == "outcome":
            assert past.pending is not None
            labels = self._asked_about(past.pending.question).labels
            return tuple(labels[element] for element in past.numbers)
        position = past.point.position
        choose = self.engine.program.choices[self._codec.point(position)]
        return (text_of(choose, past.numbers, partial(self._codec.get, position)),)

    def _made(self) -> Iterator[PastStep]:
        """The steps from the beginning on, as far as they are known."""
        from .determinization import PastStep

        move: Code | None = None
        answers: list[tuple[int, ...]] = []
        for past in [*self._pasts()][::-1]:
            if past.kind == "move":
                yield PastStep(move, tuple(answers))
                move, answers = past.numbers, []
            else:
                answers.append(past.numbers)
        yield PastStep(move, tuple(answers))

    def _reveals(self, before: _Point, after: _Point) -> bool:
        program, layout = self.engine.program, self.engine.layout
        was, is_now = map(self._codec.decode, (before.position, after.position))
        for seat in range(program.seats.size):
            seen = visible(program, layout, was, seat)
            for domain, mask in visible(program, layout, is_now, seat).items():
                new = mask & ~seen[domain]
                if new:
                    memory = _remembered(self.engine, before)
                    if not all(memory.is_known(seat, domain, c) for c in elements_of_mask(new)):
                        return True
        return False

    def _read(self, variable: StateVariable, keys: tuple[int, ...]) -> Value:
        return self._codec.get(self._point.position, variable, keys)

    def _offered(self) -> Offer | None:
        """What is on offer, if a seat decides."""
        if self._offer is None and self._at >= 0:
            engine, position = self.engine, self._point.position
            choice = engine.program.choices[self._at]
            self._offer = Offer(engine, position, choice, engine.moves(position))
        return self._offer

    def _offered_here(self) -> Offer:
        offer = self._offered()
        if offer is None:
            raise MoveError("the game is over" if self.over else NOT_NOW)
        return offer

    def _code_of(self, move: Move | str | int) -> Code:
        """The code of a move on offer. Raises `MoveError` if it is not."""
        offer = self._offered_here()
        if isinstance(move, Move):
            if move.point == offer.choose.point and move.code in offer.codes:
                return move.code
        elif isinstance(move, str):
            found = read_among(move, offer.choose, offer.codes, offer.read)
            if found is not None:
                return found
        else:
            return self._code_of_action(move, offer)
        why = "; ".join(reason.message for reason in self.why_not(str(move)))
        raise MoveError(f"{move} is not offered: {why}")

    def _code_of_action(self, action: int, offer: Offer) -> Code:
        if action in offer.actions:
            return offer.codes[offer.actions.index(action)]
        if action not in (actions := self.engine.layout.actions):
            raise MoveError(actions.none_such(action))
        raise MoveError(f"action {action} is not offered: it is none of `legal_actions()`")

    def _run(self, move: Code | None, setup: bool, outcomes: tuple[tuple[int, ...], ...]) -> None:
        """Run a step to its end, or to a question; nothing is changed if it goes wrong."""
        before, codec = self._point, self._codec
        work = codec.copy(before.position)
        if self._asked:
            codec.set_chance(work, Asked(list(outcomes)))
        try:
            if move is not None:
                self.engine.apply(work, move)
            else:
                self.engine.begin(work, setup=setup)
        except NeedChance as need:
            self._ask(_Pending(move, setup, outcomes, need.question, self._pending))
            return
        asking = SEEDED if setup else _Asking(None, None, False)
        if self._asked:
            codec.set_chance(work, 0)
            asking = _Asking(outcomes, self._pending, setup)
            self._pending = None
        decided = move is not None
        steps, decisions = before.steps + decided + len(outcomes), before.decisions + decided
        self._stand(_Point(work, before, move, asking, steps, decisions))

    def _ask(self, pending: _Pending | None) -> None:
        """Wait for an answer of chance, if there is a question."""
        self._pending = pending
        if pending is not None:
            self._at, self._offer = ASKED, None

    def _asked_about(self, question: Question) -> Domain:
        """The domain of the elements of a question."""
        variable = next(c for c in self.engine.program.variables if c.name == question.zone)
        assert not isinstance(variable.type, Truth)
        if isinstance(variable.type, Number):
            labels = tuple(map(str, range(max(question.of) + 1)))
            return Domain("number", "range", labels)
        return variable.type.domain

    def _scores_for(self, seat: int) -> list[Json]:
        """The points that a seat may be told; all of them at the end, for they are the result."""
        program, layout, slots = self.engine.program, self.engine.layout, self.slots
        told = open_scores(program, layout, slots, seat)
        if self.over or all(told):
            return [*self.scores()]
        if not any(told):
            return [None for _ in told]
        return [points if ok else None for points, ok in zip(self.scores(), told, strict=True)]

    def _check_seat(self, seat: int) -> None:
        expect(seat, int, "a seat", "a whole number")
        count = self.engine.program.seats.size
        if not 0 <= seat < count:
            raise UsageError(f"there is no seat {shown(seat)}: seats are numbered 0 to {count - 1}")


def _steps(
    point: _Point,
    asked: _Pending | None,
    answers: tuple[tuple[int, ...], ...],
    move: Code | None,
) -> Iterator[_Past]:
    """The answers that led on from a point, the last of them to the question `asked`, and the move
    before them, the last first."""
    for answer in reversed(answers):
        assert asked is not None
        yield _Past(point, asked, "outcome", answer)
        asked = asked.before
    if move is not None:
        yield _Past(point, None, "move", move)


def _remembered(engine: Engine, point: _Point) -> Memory:
    """What seats know at a point: worked out from the last one of which it is known."""
    following, decode = follower(engine.program), engine.codec.decode
    new: list[_Point] = []
    at: _Point | None = point
    while at is not None and at.memory is None:
        new.append(at)
        at = at.before
    memory = at.memory if at is not None else None
    for one in reversed(new):
        if one.before is None or memory is None:
            memory = following.first(decode(one.position))
        else:
            memory = following.after(
                memory,
                decode(one.before.position),
                one.move,
                one.asking.answers,
                setup=one.asking.setup,
            )
        one.memory = memory
    assert memory is not None
    return memory


def begin(
    engine: EngineOf[Any],
    *,
    seed: int | None = None,
    slots: Slots | None = None,
    setup: bool = True,
) -> State:
    """A game from its beginning to its first decision, or to the first question to chance.

    `seed`: any whole number decides all chance; None leaves chance to `State.answer`. `slots`: what
    is on the table at the beginning, for positions set up by hand (with `setup=False`: played as
    they are).
    """
    table = engine.layout.copy(slots) if slots is not None else engine.layout.fresh()
    table[CHANCE] = stream(seed) if seed is not None else 0
    state = State(engine, engine.codec.encode(table), asked=seed is None, seed=seed)
    state._origin = table, setup
    state._run(None, setup, ())
    return state


def _again(name: EngineName, token: str, program: Program, *told: *_Told) -> State:
    """The state that was handed over."""
    return _made_again(made_again(name, token, program), *told)


def _made_again(
    engine: Engine,
    slots: Slots,
    memory: Memory | None,
    asked: bool,
    seed: int | None,
    origin: tuple[Slots, bool] | None,
    steps: Sequence[_Step],
) -> State:
    """The state in which a game is after these steps."""
    if memory is not None:
        memory = memory.of_domains(engine.program.domains)
    position = engine.codec.encode(engine.layout.copy(slots))
    state = State(engine, position, asked=asked, seed=seed, memory=memory)
    state._origin = origin
    if origin is not None:
        state._run(None, origin[1], ())
    for kind, numbers in steps:
        if kind == "outcome":
            state.answer(numbers)
        else:
            state._run(numbers, True, ())
    return state


def _element(domain: Domain, item: str | int) -> int:
    expect(item, (str, int), "each part of an outcome", "a label or a number")
    if isinstance(item, int):
        return item
    if item not in domain.labels:
        hint = did_you_mean(item, domain.labels)
        raise ChanceError(f"{item} is no {domain.name}" + (f"; {hint}" if hint else ""))
    return domain.labels.index(item)
