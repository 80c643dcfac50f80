"""A game in progress, for players, records, tests and interfaces.

A state is at a decision of a seat, at a question to chance, or over. Beneath it lies a position of
its engine that is never changed once made: every step copies it, so that undo and copies are a
matter of remembering. Nobody but the engine's codec looks into it. A step that chance interrupts is
kept as where it began, the move, and the outcomes so far, and is run again when the next outcome is
known.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypedDict, cast, overload

from .backends.points import SEEDED, Asking, Pending, Point, make_point
from .backends.protocol import Code, Codec, Engine, EngineOf, Position
from .backends.reference import foresight
from .backends.registry import EngineName, made_again
from .backends.stepping import quickly
from .core.evaluate import Value, elements_of_mask
from .core.ir import Alternative, Choose, Domain, Number, Program, StateVariable, Truth
from .diagnostics import (
    ChanceError,
    MoveError,
    RulewrightError,
    UsageError,
    did_you_mean,
    expect,
    shown,
)
from .following import follower
from .runtime.chance import Asked, NeedChance, Question, check, stream
from .runtime.layout import CHANCE, FRESH, GIVEN, OVER, Slots
from .runtime.looking import seen_by_chooser
from .runtime.memory import Memory
from .runtime.move import read_among, text_of
from .runtime.observation import Json, NothingHidden, Onlookers, canonical, exchange
from .runtime.sight import can_be_hidden, visible

if TYPE_CHECKING:
    from .determinization import Past, PastStep
    from .drawing.svg import Picture
    from .runtime.why import Reason
    from .transcript import Transcript

MOST_SHOWN = 100  # moves of a list, in a notebook
ASKED = GIVEN - 1  # in the place of the choice that waits: chance is asked
NOT_NOW = "it is for chance to decide now"
NOT_ASKED = "chance is not asked anything now"


class Outcome(TypedDict):
    """The result of a game: winning seats, total points by seat, points by line and seat, and the
    names of its outcome (none where the rules name none)."""

    winners: list[int]
    scores: list[int]
    lines: dict[str, list[int]]
    result: list[str]


class Move:
    """A move on offer; `str(move)` is its text. Moves are equal by their numbers.

    It never changes. `action` is its number among all actions of the game (see
    `State.legal_actions`).
    """

    __slots__ = ("_offer", "action")

    def __init__(self, action: int, offer: Offer) -> None:
        self.action, self._offer = action, offer

    @property
    def code(self) -> Code:
        """The number of the alternative at the choice, then its arguments."""
        return self._offer.engine.layout.actions.code(self.action)

    @property
    def offer(self) -> Offer:
        """Where it is on offer."""
        return self._offer

    @property
    def point(self) -> int:
        """The number of the choice it is made at."""
        return self._offer.point

    @property
    def choose(self) -> Choose:
        """The choice it is made at."""
        return self._offer.choose

    @property
    def alternative(self) -> Alternative:
        """The alternative it is one way to choose, with its words and rule numbers."""
        return self.choose.alternatives[self.code[0]]

    def __str__(self) -> str:
        return self._offer.text(self.code)

    def __repr__(self) -> str:
        return f"Move(point={self.point}, code={self.code})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.action == other.action

    def __hash__(self) -> int:
        return hash(self.action)

    def svg(self) -> str:
        """A picture of what it names: its places on boards that are empty otherwise, and cards.

        To see it where it is made, see `State.svg`.
        """
        from .drawing.shown import move_picture

        program = self._offer.engine.program
        return move_picture(program, self.alternative, self.code, str(self)).alone

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

    It stays what it is when the game goes on. `point`: the number of the choice; `actions`: the
    numbers of the moves, not to be changed.
    """

    __slots__ = ("_position", "actions", "engine", "point")

    def __init__(
        self, engine: Engine, position: Position, point: int, actions: Sequence[int]
    ) -> None:
        self.engine, self._position, self.point, self.actions = engine, position, point, actions

    @property
    def choose(self) -> Choose:
        """The choice."""
        return self.engine.program.choices[self.point]

    @property
    def codes(self) -> Sequence[Code]:
        """The moves as codes."""
        return self.engine.layout.actions.listed(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...

    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [Move(action, self) for action in self.actions[index]]
        return Move(self.actions[index], self)

    def __iter__(self) -> Iterator[Move]:
        return (Move(action, self) for action in self.actions)

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
        return _offered_again, (*_handed(self.engine), slots, self.point, self.actions)

    def read(self, variable: StateVariable, keys: tuple[int, ...]) -> Value:
        """What the table holds."""
        return self.engine.codec.get(self._position, variable, keys)

    def text(self, code: Code) -> str:
        """The text of a move."""
        return text_of(self.choose, code, self.read)

    def named(self, text: str) -> list[Move]:
        """The moves that a text means: one, if it is the text of one, or of its equal."""
        found = read_among(text, self.choose, self.codes, self.read)
        if found is not None:
            codes = [found]
        else:
            from .runtime.meant import meant_by

            codes = meant_by(text, self.choose, self.codes, self.read)
        known = self.engine.layout.actions.known[self.point]
        return [Move(known[code], self) for code in codes]


def _handed(engine: Engine) -> tuple[EngineName, str, Program]:
    """What other processes make an engine of."""
    return engine.name, engine.layout.token, engine.program


def _offered_again(
    name: EngineName, token: str, program: Program, slots: Slots, point: int, actions: Sequence[int]
) -> Offer:
    engine = made_again(name, token, program)
    return Offer(engine, engine.codec.encode(slots), point, actions)


@dataclass(frozen=True, slots=True)
class ChanceQuestion:
    """What chance is asked: an order of the elements `of` (first = top), or one of them."""

    kind: Literal["shuffle", "pick"]
    zone: str
    of: tuple[str, ...]


class _Past(NamedTuple):
    """What a state was before one of its steps, and what the step was: a move or an outcome in
    numbers."""

    point: Point
    pending: Pending | None
    kind: Literal["move", "outcome"]
    numbers: tuple[int, ...]


@dataclass(slots=True)
class _Shown:
    """What the seats are shown at a point, and the points of all of them, once they are wanted."""

    point: Point
    onlookers: Onlookers
    points: list[int] | None = None


_Answered = Callable[[Question], tuple[int, ...] | None]


def _nobody(question: Question) -> None:
    return None


class _Chance(Asked):
    """Chance in a step: it answers what is known, and then as `by` says; `pending` is the last of
    the questions that it was asked."""

    def __init__(
        self,
        move: int | None,
        setup: bool,
        outcomes: Sequence[tuple[int, ...]],
        last: Pending | None,
        by: _Answered,
    ) -> None:
        super().__init__(list(outcomes))
        self.move, self.setup, self.pending, self.by = move, setup, last, by

    def take(self, question: Question) -> tuple[int, ...]:
        if self.used == len(self.outcomes):
            before = self.outcomes[-1] if self.outcomes else ()
            self.pending = Pending(self.move, self.setup, question, self.pending, before)
            answer = self.by(question)
            if answer is None:
                raise NeedChance(question)
            self.outcomes.append(answer)
        return super().take(question)


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
        "_asked", "_at", "_begun", "_codec", "_log", "_offer", "_origin", "_past", "_pending",
        "_point", "_seats", "_stepper", "engine", "seed",
    )  # fmt: skip

    engine: Engine
    seed: int | None  # that the game was begun with; chance itself is in the position
    _codec: Codec[Any]
    _stepper: object | None  # see `stepping`
    _pending: Pending | None
    _point: Point
    _at: int  # the choice that waits, or why none does
    _offer: Offer | None
    _origin: tuple[Slots, bool] | None  # what was on the table, and is it set up?
    _begun: bool  # with the seed, at an empty table: the origin is known, if asked for
    _log: tuple[State, Transcript] | None  # what was done until a moment before
    _past: tuple[Point, Past] | None  # by which a point is dealt anew, and which
    _seats: _Shown | None  # what they have been shown last

    def __init__(
        self,
        engine: EngineOf[Any],
        position: Any,
        seed: int | None = None,
        *,
        asked: bool = False,
        memory: Memory | None = None,
    ) -> None:
        self.engine = engine
        self._codec = codec = engine.codec
        self.seed = seed
        self._asked = asked
        self._stepper = None if asked else engine.stepper
        self._point = point = Point()  # as `make_point` makes them
        point.position = position
        point.at = self._at = codec.point(position)
        point.asking = SEEDED
        point.decisions = 0
        point.memory = memory
        point.before = point.move = point.actions = None
        self._begun = False
        self._pending = self._offer = self._origin = self._log = self._past = self._seats = None

    def _stand(self, point: Point) -> None:
        """Be at a point, where chance is not asked."""
        self._point = point
        self._at = point.at
        self._offer = None

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
        if self._begun:
            self._look_back()
        return _remembered(self.engine, self._point)

    @property
    def to_move(self) -> int | Literal["chance"] | None:
        """The seat that decides, "chance", or None when the game is over."""
        if self._at == ASKED:
            return "chance"
        return None if self._at == OVER else cast(int, self._read(self.engine.program.me, ()))

    @property
    @quickly
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
        return None if self._pending is None else self._told_of(self._pending.question)

    def legal_moves(self) -> Sequence[Move]:
        """The moves on offer in canonical order; empty unless a seat decides.

        Each is made when it is looked at: to count them or to take one is quick.
        """
        return self._offered() if self._at >= 0 else []

    @quickly
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
        if self._at < 0:
            return []
        actions = self._point.actions
        return [*(self._actions() if actions is None else actions)]

    def action_to_text(self, action: int) -> str:
        """The text of one of `legal_actions()`. Raises `MoveError` if it is not on offer."""
        expect(action, int, "an action", "a whole number")
        self._check_offered(action, action)
        return self._offered_here().text(self.engine.layout.actions.code(action))

    def text_to_action(self, text: str) -> int:
        """The number of the move with this text. Raises `MoveError` if it is not on offer."""
        expect(text, str, "a move", "a text")
        return self._action_of(text)

    def why_not(self, text: str) -> list[Reason]:
        """Why a move is not offered; empty if it is."""
        from .runtime.why import Reason, reasons

        expect(text, str, "a move", "a text")
        choice = self.waiting
        if choice is None:
            return [Reason("the game is over" if self.over else NOT_NOW)]
        found = self._offered_here().named(text)
        if len(found) == 1:
            return []
        if found:
            return [Reason(f"it is not said which: {', '.join(map(str, found))}")]
        program, layout, slots = self.engine.program, self.engine.layout, self.slots
        ahead = partial(foresight, program, slots)
        sees = partial(seen_by_chooser, program, layout, slots)
        return reasons(program, choice, self._read, text, ahead, sees)

    def scores(self) -> list[int]:
        """Total points of each seat as the position stands."""
        return list(self.engine.totals(self._point.position))

    def score_lines(self) -> dict[str, list[int]]:
        """Points by score line and seat as the position stands."""
        points = self.engine.lines(self._point.position)
        scores = self.engine.program.scores
        return {line.name: [*of_seats] for line, of_seats in zip(scores, points, strict=True)}

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

    def observation(self, seat: int, *, remembered: bool = True) -> dict[str, Json]:
        """What a seat sees and knows, as plain JSON (see `runtime.observation.Onlookers`).

        `remembered`: with the earlier positions that the rules remember, if they do; these are
        many, and take long to be listed.

        A mark that the seat does not see is null there, as is one that it sees to hold none: which
        of the two it is follows from who sees the mark, as the rules declare it (`seen by owner`).

        `scores` are points by seat as the position stands: null where they are worked out from what
        the seat does not see, and all of them told at the end.

        While chance is asked, the table is shown as it was before the step.
        """
        self._check_seat(seat)
        shown = self._shown()
        seen = shown.onlookers.seen_by(seat, remembered=remembered)
        seen["scores"] = self._scores_for(shown, seat)
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
        or dark as its reader prefers. What was named since the seat's turn before, its own last
        move included, stands out, as far as it could see that, and what others have done since is
        told above; with `move` what this one names stands out."""
        return self.picture(seat, move).alone

    def __str__(self) -> str:
        return self.table().rstrip("\n")

    def _repr_html_(self) -> str:
        from .drawing.shown import as_html

        return as_html(self.picture(None))

    def picture(
        self, seat: int | None = None, move: Move | None = None, *,
        lit: Collection[str] | None = None,
    ) -> Picture:  # fmt: skip
        """The table as a picture (see `svg`), to be put into others, with the same in words. `lit`:
        the labels of places and components that stand out, if there is no move; what was done is
        not told then."""
        from .drawing.named import named_by
        from .drawing.shown import as_picture

        program, kinds = self.engine.program, (list, tuple, set, frozenset, Mapping)
        if lit is not None:
            expect(lit, kinds, "places that stand out", "labels, several of them")
            if not all(isinstance(label, str) for label in lit):
                raise UsageError(f"places that stand out are to be labels, not {shown(lit)}")
        if move is not None:
            expect(move, Move, "a move", "one of `legal_moves()`")
            lit = named_by(program, move.alternative, move.code)
        told = list[tuple[int, list[str]]]()
        if lit is None or move is not None:
            log, seats = self._done(), self._looking(seat)
            told = log.told_lately(self, seats)
            lit = log.named_lately(self, seats) if lit is None else lit
        return as_picture(program, self._looked_at(seat), self._heading(), lit, told)

    def _done(self) -> Transcript:
        """What has been done so far; what was known of it at an earlier moment is gone on with."""
        from .transcript import Transcript

        log = Transcript.of(self, self._log)
        if self._pending is None:
            now = self.copy()
            now._log = None
            self._log = now, log
        return log

    def _looking(self, seat: int | None) -> Sequence[int]:
        """Who looks; all, if it is nobody in particular."""
        looks = self._looks(seat)
        return range(self.engine.program.seats.size) if looks is None else [looks]

    def _looks(self, seat: int | None) -> int | None:
        """Who looks, if nobody is named: who has to move; nobody in particular if nobody has."""
        return self.to_move if seat is None and isinstance(self.to_move, int) else seat

    def _looked_at(self, seat: int | None) -> Mapping[str, object]:
        """What is to be shown to a seat, or to whoever looks."""
        from .drawing.shown import seen_by

        return seen_by(self.engine.program, self, self._looks(seat))

    def _heading(self) -> str:
        from .drawing.shown import ending, heading

        program, waiting, outcome = self.engine.program, self.waiting, self.outcome
        about = self.choice if waiting is None or not waiting.words else waiting.words
        ended = ending(program, outcome["winners"], outcome["result"]) if outcome else []
        return heading(program, self.to_move, about, ended)

    def key(self) -> bytes:
        """16 bytes, equal for equal positions on every machine and engine; chance to come and the
        past do not count."""
        plain: list[object] = [canonical(self.slots)]
        if self._pending is not None:
            code = self._code(self._pending.move)
            plain += [code, self._pending.setup, self._pending.outcomes]
        text = json.dumps(plain, separators=(",", ":"))
        return blake2b(text.encode("ascii"), digest_size=16).digest()

    @quickly
    def apply(self, move: Move | str | int) -> None:
        """Make a move, given as itself, as its text or as its number among all actions.

        Raises `MoveError` if it is not on offer.
        """
        if type(move) is int:
            action = move
        elif isinstance(move, Move):
            action = move.action
        else:
            wanted = "one of `legal_moves()`, its text or its number"
            expect(move, (Move, str, int), "a move", wanted)
            action = int(move) if isinstance(move, int) else self._action_of(move)
        before = self._point
        if self._at < 0 or before.actions is None or action not in before.actions:
            self._check_offered(action, move)
        if self._asked:
            self._run(action, True, ())
            return
        made = Point()  # as `make_point` makes them
        made.position = self.engine.after(before.position, action)
        made.at = self._codec.point(made.position)
        made.before = before
        made.move = action
        made.asking = SEEDED
        made.decisions = before.decisions + 1
        made.memory = made.actions = None
        self._point = made
        self._at = made.at
        self._offer = None

    def answer(self, outcome: Sequence[str | int] | str | int) -> None:
        """Give chance's answer: for a shuffle the whole order, top first, for a pick one element.

        Elements are labels or numbers in their domain. Raises `ChanceError` if it does not fit, or
        chance is asked nothing.
        """
        pending = self._pending
        if pending is None:
            raise ChanceError(NOT_ASKED)
        given = self._numbers(pending.question, outcome)
        check(pending.question, given)
        self._run(pending.move, pending.setup, (*pending.outcomes, given), pending)

    def answer_all(
        self, by: Callable[[ChanceQuestion], Sequence[str | int] | str | int | None]
    ) -> None:
        """Give each answer that chance is asked for until a seat decides or the game is over, or
        until `by`, which says what the answer is, says None.

        The same as `answer` again and again, but the step is made once for all the questions, and
        not once more with each. If it goes wrong, chance is asked what it was asked last. Where
        chance is asked nothing, nothing is done; `answer` raises `ChanceError` there.

        >>> state = load("pig").start(chance="asked")
        >>> state.apply("roll")
        >>> state.answer_all(lambda question: question.of[3])
        >>> state.outcomes
        [('4',)]
        """
        pending = self._pending
        if pending is None:
            return

        def answered(question: Question) -> tuple[int, ...] | None:
            outcome = by(self._told_of(question))
            return None if outcome is None else self._numbers(question, outcome)

        self._run(pending.move, pending.setup, pending.outcomes, pending.before, answered)

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
        if getattr(engine, "program", None) is not self.engine.program:
            raise UsageError(f"an engine of the same game is wanted, not {shown(engine)}")
        return _made_again(engine, *self._told())

    def _told(self) -> _Told:
        """All that a state is made of again."""
        origin, first = self.origin, self._first
        steps = tuple((past.kind, past.numbers) for past in self._pasts())[::-1]
        slots, memory = self._codec.decode(first.position), None
        if origin is None and first.memory is not None:
            memory = first.memory.numbered(self.engine.program.domains)
        return slots, memory, self._asked, self.seed, origin, steps

    def redealt(self, seat: int, seed: int, *, rough: bool = False) -> State:
        """A state without past in which what the seat cannot tell apart is dealt anew at random.

        Hidden components change places (see `runtime.observation.exchange`), so that the moves made
        could have been made and have shown the seat what they did; and marks that the seat does not
        see come out as they might have, had a hidden throw or another seat's secret choice come out
        otherwise (see `determinization`, also for what is done where no such world is found). While
        another seat is asked in secret, the components that it sees stay with it. So marks stay as
        they are, and whatever was told is forgotten, in a state that has no past itself: one that
        was dealt anew, say. In a game with such marks the first one takes as long as making all its
        moves again, and more, and later ones what has not been tried before; elsewhere that is
        asked only of moves that have told the seat something of what it did not see. `rough`: that
        is not asked at all then, but only what the seat knows of where each component may lie.
        """
        self._check_seat(seat)
        expect(seed, int, "a seed", "a whole number")
        if self._pending is not None:
            raise UsageError("nothing can be dealt anew while chance is asked")
        program, layout = self.engine.program, self.engine.layout
        slots, memory = self.slots, self.memory
        past = self._past_of_here()
        other = None
        if past is not None and past.matters_to(seat, rough=rough):
            other = past.otherwise(seat, seed, rough=rough)
        if other is None:
            loose = past.loose(seat, slots) if past is not None else None
            slots, memory = exchange(program, layout, slots, seat, seed, memory, loose)
        else:
            chance = slots[CHANCE]
            slots, memory = other
            slots[CHANCE] = stream(seed, 2) if isinstance(chance, int) else chance
        position = self._codec.encode(slots)
        return State(self.engine, position, asked=self._asked, memory=memory)

    def is_searched(self, seat: int) -> bool:
        """Does `redealt` have to search for what a seat cannot tell apart, since moves have told it
        something of what it did not see, or marks are hidden? Elsewhere hidden components change
        places, which takes no time.

        >>> load("ruta").start(seed=1).is_searched(0)
        False
        """
        self._check_seat(seat)
        past = self._past_of_here()
        return past is not None and past.matters_to(seat)

    def _past_of_here(self) -> Past | None:
        """How the game came about, if that is known."""
        from .determinization import Past

        origin = self.origin
        if origin is None:
            return None
        if self._past is None or self._past[0] is not self._point:
            now, earlier = self.copy(), self._past[1] if self._past is not None else None
            now._past = None
            known = self._memories()
            if earlier is None:
                past = Past(self.engine, *origin, lambda: [*now._made()], known)
            else:
                past = earlier.later(lambda: [*now._made()], known)
            self._past = self._point, past
        return self._past[1]

    def _memories(self) -> list[Memory]:
        """What seats knew at first, and after each step."""
        found = [self.memory]
        at = self._point.before
        while at is not None:
            found.append(_remembered(self.engine, at))
            at = at.before
        return found[::-1]

    @property
    def steps(self) -> int:
        """How many times `undo` is possible: moves made and answers given."""
        return sum(1 for _ in self._pasts()) if self._asked else self._point.decisions

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
        """All answers of chance that were given where it was asked, oldest first, as labels; a
        seeded game has none."""
        return [self._words(past) for past in self._pasts() if past.kind == "outcome"][::-1]

    @property
    def made(self) -> list[tuple[Literal["move", "outcome"], tuple[str, ...]]]:
        """Moves made and answers given, in words, oldest first: what `undo` takes back."""
        return [(past.kind, self._words(past)) for past in self._pasts()][::-1]

    @property
    def origin(self) -> tuple[Slots, bool] | None:
        """What was on the table before all that happened, and whether that was set up first; None
        for a state that was not begun: one dealt anew, say."""
        if self._begun:
            self._look_back()
        return self._origin

    def _look_back(self) -> None:
        """Find out how the game began: nothing is kept of it until somebody asks."""
        self._begun = False
        table = self.engine.layout.fresh()
        table[CHANCE] = stream(cast(int, self.seed))
        self._origin = table, True
        first = self._first
        if first.at != FRESH:  # no state that shares it has asked
            first.before = make_point(self._codec.encode(table), FRESH)

    @property
    def _first(self) -> Point:
        """The earliest point that is kept."""
        found = self._point
        while found.before is not None:
            found = found.before
        return found

    def reveals_since(self, step: int, *, to: int | None = None) -> bool:
        """Has a seat, or the seat `to`, come to see a component, since `steps` was `step`, that it
        did not know?"""
        expect(step, int, "a step", "a whole number")
        if to is not None:
            self._check_seat(to)
        seats = range(self.engine.program.seats.size) if to is None else range(to, to + 1)
        after = self._point
        for past in islice(self._pasts(), max(0, self.steps - step)):
            if self._reveals(past.point, after, seats):
                return True
            after = past.point
        return False

    def _pasts(self) -> Iterator[_Past]:
        """What was done, the last first."""
        at: Point | None = self._point
        if (pending := self._pending) is not None:
            move = self._code(pending.move)
            yield from _steps(self._point, pending, None, move)
        while at is not None and at.before is not None:
            move = self._code(at.move)
            answers = at.asking.answers
            yield from _steps(at.before, at.asking.last, answers[-1] if answers else None, move)
            at = at.before

    def _code(self, action: int | None) -> Code | None:
        """The code of a move, if there is one."""
        return self.engine.layout.actions.code(action) if action is not None else None

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

    def _reveals(self, before: Point, after: Point, seats: Iterable[int]) -> bool:
        program, layout = self.engine.program, self.engine.layout
        was, is_now = map(self._codec.decode, (before.position, after.position))
        for seat in seats:
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

    def _actions(self) -> Sequence[int]:
        """The numbers of the moves on offer to the seat that decides, not to be changed."""
        here = self._point
        actions = here.actions
        if actions is None:
            actions = here.actions = self.engine.actions(here.position)
        return actions

    def _offered(self) -> Offer:
        """What is on offer to the seat that decides."""
        if self._offer is None:
            self._offer = Offer(self.engine, self._point.position, self._at, self._actions())
        return self._offer

    def _offered_here(self) -> Offer:
        if self._at < 0:
            raise MoveError("the game is over" if self.over else NOT_NOW)
        return self._offered()

    def _action_of(self, text: str) -> int:
        """The number of the move with a text. Raises `MoveError` if it is not on offer."""
        offer = self._offered_here()
        found = offer.named(text)
        if len(found) != 1:
            raise MoveError(self._refused(text))
        return found[0].action

    def _refused(self, text: str) -> str:
        why = "; ".join(reason.message for reason in self.why_not(text))
        return f"{text} is not offered: {why}"

    def _check_offered(self, action: int, move: Move | str | int) -> None:
        """Raise `MoveError` unless a move, given so, is on offer."""
        if action in self._offered_here().actions:
            return
        if isinstance(move, Move):
            raise MoveError(self._refused(str(move)))
        if action not in (actions := self.engine.layout.actions):
            raise MoveError(actions.none_such(action))
        raise MoveError(f"action {action} is not offered: it is none of `legal_actions()`")

    def _run(
        self,
        action: int | None,
        setup: bool,
        outcomes: tuple[tuple[int, ...], ...],
        last: Pending | None = None,
        by: _Answered = _nobody,
    ) -> None:
        """Run a step to its end, or to a question that is neither among the `outcomes`, to the
        `last` question of which these lead, nor answered `by` anybody. If it goes wrong, the last
        question that was answered so stands; nothing else is changed."""
        before, codec = self._point, self._codec
        work = codec.copy(before.position)
        chance = _Chance(action, setup, outcomes, last, by)
        if self._asked:
            codec.set_chance(work, chance)
        try:
            if action is not None:
                work = self.engine.after(work, action)
            else:
                self.engine.begin(work, setup=setup)
        except (NeedChance, RulewrightError) as error:
            self._ask(chance.pending)
            if isinstance(error, NeedChance):
                return
            raise
        asking = SEEDED if setup else Asking(None, None, False)
        if self._asked:
            codec.set_chance(work, 0)
            asking = Asking(tuple(chance.outcomes), chance.pending, setup)
            self._pending = None
        decisions = before.decisions + (action is not None)
        self._stand(make_point(work, codec.point(work), before, action, asking, decisions))

    def _ask(self, pending: Pending | None) -> None:
        """Wait for an answer of chance, if there is a question."""
        self._pending = pending
        if pending is not None:
            self._at, self._offer = ASKED, None

    def _told_of(self, question: Question) -> ChanceQuestion:
        """A question in words."""
        labels = self._asked_about(question).labels
        return ChanceQuestion(question.kind, question.zone, tuple(labels[e] for e in question.of))

    def _numbers(
        self, question: Question, outcome: Sequence[str | int] | str | int
    ) -> tuple[int, ...]:
        """The elements of an answer as numbers."""
        expect(outcome, (Sequence, str, int), "an outcome", "a label, or several in order")
        items = [outcome] if isinstance(outcome, str | int) else outcome
        domain = self._asked_about(question)
        return tuple(_element(domain, item) for item in items)

    def _asked_about(self, question: Question) -> Domain:
        """The domain of the elements of a question."""
        variable = next(c for c in self.engine.program.variables if c.name == question.zone)
        assert not isinstance(variable.type, Truth)
        if isinstance(variable.type, Number):
            labels = tuple(map(str, range(max(question.of) + 1)))
            return Domain("number", "range", labels)
        return variable.type.domain

    def _shown(self) -> _Shown:
        """What is shown to the seats here, worked out once for all of them."""
        if self._seats is None or self._seats.point is not self._point:
            engine = self.engine
            hides = can_be_hidden(engine.program)
            knowing = self.memory if hides else NothingHidden(self._turns())
            onlookers = Onlookers(engine.program, engine.layout, self.slots, knowing)
            self._seats = _Shown(self._point, onlookers)
        return self._seats

    def _turns(self) -> int:
        """How many turns have begun: counted from where that is known, or from the start."""
        if self._begun:
            self._look_back()
        new, at = list[tuple[Point, Point]](), self._point
        while (known := _counted(at)) is None and at.before is not None:
            new.append((at.before, at))
            at = at.before
        turns = known or 0
        code, decode = self.engine.layout.actions.code, self._codec.decode
        for before, one in reversed(new):
            if one.move is None:  # the board on which nothing has moved is wanted soon
                turns = _remembered(self.engine, one).turns
            else:
                from .turns import turn_counter  # and with it what writes code

                counter = turn_counter(self.engine.program)
                begun = decode(before.position), code(one.move), one.asking.answers
                turns += counter.begun(*begun)
            one.turns = turns
        return turns

    def _scores_for(self, shown: _Shown, seat: int) -> list[Json]:
        """The points that a seat may be told; all of them at the end, for they are the result."""
        told = None if self.over else shown.onlookers.may_know_points(seat)
        if told is not None and not any(told):
            return [None for _ in told]
        if shown.points is None:
            shown.points = self.scores()
        if told is None:
            return [*shown.points]
        return [points if ok else None for points, ok in zip(shown.points, told, strict=True)]

    def _check_seat(self, seat: int) -> None:
        expect(seat, int, "a seat", "a whole number")
        count = self.engine.program.seats.size
        if not 0 <= seat < count:
            raise UsageError(f"there is no seat {shown(seat)}: seats are numbered 0 to {count - 1}")


def _steps(
    point: Point, asked: Pending | None, answer: tuple[int, ...] | None, move: Code | None
) -> Iterator[_Past]:
    """The answers that led on from a point, the last of them, if it is there, to the question
    `asked`, and the move before them, the last first."""
    while asked is not None:
        if answer is not None:
            yield _Past(point, asked, "outcome", answer)
        answer = asked.answer
        asked = asked.before
    if move is not None:
        yield _Past(point, None, "move", move)


def _counted(point: Point) -> int | None:
    """How many turns had begun at a point, if that is known."""
    found: int | None = getattr(point, "turns", None)
    return point.memory.turns if found is None and point.memory is not None else found


def _remembered(engine: Engine, point: Point) -> Memory:
    """What seats know at a point: worked out from the last one of which it is known."""
    following, decode = follower(engine.program), engine.codec.decode
    new: list[Point] = []
    at: Point | None = point
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
                engine.layout.actions.code(one.move) if one.move is not None else None,
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
    if seed is not None and slots is None and setup:
        state = State(engine, engine.start(seed), seed)
        state._begun = True
        return state
    table = engine.layout.copy(slots) if slots is not None else engine.layout.fresh()
    table[CHANCE] = stream(seed) if seed is not None else 0
    state = State(engine, engine.codec.encode(table), asked=seed is None, seed=seed)
    state._origin = table, setup
    state._run(None, setup, ())
    return state


def _again(name: EngineName, token: str, program: Program, *told: *_Told) -> State:
    """The state that was handed over."""
    return _made_again(made_again(name, token, program), *told)


def made_alike(state: State, engine: Engine) -> State:
    """The same game on an engine of a program in which positions and moves are written alike."""
    return _made_again(engine, *state._told())


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
            state._run(engine.layout.actions.known[state._at][numbers], True, ())
    return state


def _element(domain: Domain, item: str | int) -> int:
    expect(item, (str, int), "each part of an outcome", "a label or a number")
    if isinstance(item, int):
        return item
    if item not in domain.labels:
        hint = did_you_mean(item, domain.labels)
        raise ChanceError(f"{item} is no {domain.name}" + (f"; {hint}" if hint else ""))
    return domain.labels.index(item)
