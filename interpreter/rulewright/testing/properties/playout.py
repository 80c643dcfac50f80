"""One game from its start to its end, with properties looked at on the way.

A playout is decided by draws alone (see `draws`): the first says whether chance is seeded or asked;
if it is asked, the next ones answer it; and so on, move by move. So whatever a property finds can
be found again from the numbers, and made shorter by making the numbers fewer.

To look closely at a decision takes a hundred times as long as to make it, so where time is short a
playout is looked at sparingly (`Sample`): what costs little at every decision, all else at the
first ones, at some of those that follow, and at the end. Of a stretch of a game that is twice as
long no more is looked at, so that long games come to their ends, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar, cast

from ...backends.protocol import TooLong
from ...diagnostics import OutOfRange, PlayError
from ...game import Game
from ...limits import NEVER, Deadline
from ...runtime.chance import below, stream
from ...state import Move, State
from ..position import position_text
from .coming_again import Made
from .draws import Draws, GivenUp
from .finding import Broken, Finding

MOST_SHUFFLES, MOST_ANSWERS = 20, 400  # within one step; a playout that wants more is given up
MOST_BACK = 200  # steps that lead to the position of a finding; a scenario may have more
LONGEST = 5_000  # decisions; a game that takes more never ends

FIRST = (
    8  # decisions that are all looked at closely, if there is time; of the n-th one each n / 8-th
)
LOOKS = 5  # keeps the stream that says which apart from those of the game and of its players

Asked = Literal["always", "closely", "throughout"]

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Sample:
    """At which decisions of a playout costly things are looked at: chosen by the `seed`, so the
    same each time. `followed`: are properties asked in it that must see all of a playout? Where
    they take long, only its first decisions, until some time is up (`patience`). `first`: so many
    of the first are chosen, and of the n-th one each n / `first`-th: with a smaller number some of
    those that are chosen with a larger one."""

    seed: int
    followed: bool
    patience: Deadline = NEVER
    first: int = FIRST


@dataclass
class Play:
    """A playout in progress, as properties see it.

    `state`: at a decision or over. `before`: the state before the last move, `move` that move; none
    at the beginning. `answers`: what chance answered since. `number`: how many moves were made.
    `thorough`: every position is looked at and nothing is left to samples. `longest`: after how
    many decisions a game is said not to end. `pace`: how many times more seldom than usual costly
    things are looked at. `sample`: which positions are looked at closely, all if there is none;
    `later`: where all are, the sample that is taken once its `patience` is over.
    `close`: is this one of them, and `looks`: how many there were before. `made`: all moves, with
    who made them and where. `is_followed`: have all
    its decisions been looked at by the properties that must see all of a playout? `memory`: what
    properties remember, by their names.
    """

    game: Game
    draws: Draws
    thorough: bool = False
    longest: int = LONGEST
    pace: int = 1
    sample: Sample | None = None
    later: Sample | None = None
    close: bool = True
    looks: int = 0
    number: int = 0
    before: State | None = None
    move: Move | None = None
    answers: list[list[str]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)
    memory: dict[str, object] = field(default_factory=dict)
    seed: int | None = None
    is_followed: bool = field(init=False)
    _state: State | None = None
    _luck: int = 0
    _sampling: int = 0

    def __post_init__(self) -> None:
        self.is_followed = self.sample is None or self.sample.followed
        sample = self.sample or self.later
        if sample is not None:
            self._sampling = stream(sample.seed, LOOKS)

    @property
    def state(self) -> State:
        assert self._state is not None, "the playout has not begun"
        return self._state

    def begin(self) -> None:
        """Start the game, and let chance answer."""
        # chance asked is what can be told best, chance seeded is what games are played with
        if self.draws.below(4):
            self.seed = self.draws.seed()
        self._state = self.start(self.game)
        self._settle()

    def start(self, game: Game) -> State:
        """A game at its start, with chance as in this playout."""
        return game.start(chance="asked") if self.seed is None else game.start(seed=self.seed)

    def step(self) -> None:
        """Make one of the moves on offer, and let chance answer."""
        move = self.draws.move(self.state.legal_moves())
        self.before, self.move, self.answers = self.state.copy(), move, []
        self.words.append(move.alternative.words)
        seat = self.state.engine.program.seats.labels[cast(int, self.state.to_move)]
        self.made.append((move.alternative.name, seat, move.choose.name))
        self.number += 1
        self._luck = 0
        self.state.apply(move)
        self._settle()
        self.looks += self.close
        if self.sample is None and self.later is not None and self.later.patience.over:
            self.sample = self.later  # what must see all of the playout has seen a part of it
        self.close = self.state.over or self._is_sampled()
        if self.sample is not None and self.sample.patience.over:
            self.is_followed = False

    def _is_sampled(self) -> bool:
        if self.sample is None or self.number < self.sample.first:
            return True
        if self.number < FIRST:
            return False
        self._sampling, k = below(self._sampling, self.number)
        return k < self.sample.first

    def is_asked(self, one: Property) -> bool:
        """Is a property to be looked at here?"""
        if self.sample is None or one.asked == "always":
            return True
        return self.is_followed if one.asked == "throughout" else self.close

    def passes_over(self, n: int) -> bool:
        """Is this left out of what is looked at sparingly, but for each n-th of these positions?"""
        return self.sample is not None and not self.every(n)

    def _settle(self) -> None:
        shuffles = 0
        while (question := self.state.question) is not None:
            shuffles += question.kind == "shuffle"
            if shuffles > MOST_SHUFFLES or len(self.answers) == MOST_ANSWERS:
                raise GivenUp
            order = self.draws.outcome(question)
            self.state.answer(order)
            self.answers.append(order)

    def every(self, n: int) -> bool:
        """Is it this position's turn, where only each n-th one is looked at? The last always is."""
        if self.thorough or self.state.over:
            return True
        return self.close and self.looks % (n * self.pace) == 0

    def lot(self, n: int) -> int:
        """A number below n that depends on nothing but the position, for samples."""
        if not self._luck:
            self._luck = stream(int.from_bytes(self.state.key()[:8], "big"))
        self._luck, k = below(self._luck, n)
        return k

    def some(self, items: Sequence[Item], most: int) -> list[Item]:
        """All of the items, or where there are more than `most`, so many of them by lot."""
        if self.thorough or len(items) <= most:
            return list(items)
        return [items[self.lot(len(items))] for _ in range(most)]

    def finding(self, name: str, broken: Broken) -> Finding:
        """What is broken, with how it came to that."""
        state = self._state
        moves = state.moves if state is not None else []
        if self.move is not None and len(moves) < self.number:
            moves.append(str(self.move))  # the one that cannot be made
        places = (*broken.places, *([self.move.alternative.span] if self.move is not None else []))
        return Finding(
            property=name,
            message=broken.message,
            places=tuple(dict.fromkeys(p for p in places if p.file.text)),
            expected=broken.expected,
            found=broken.found,
            expects=broken.expects,
            draws=tuple(self.draws.taken),
            moves=tuple(moves),
            words=tuple(self.words),
            outcomes=tuple(state.outcomes) if state is not None else (),
            seed=self.seed,
            position=position_text(state, self.game, MOST_BACK) if state is not None else "",
            round=broken.round,
            lately=frozenset(self.made[len(self.made) // 2 :]),
        )


@dataclass(frozen=True, slots=True)
class Property:
    """A claim about every game: its name, the claim as a sentence, and what it means when it does
    not hold. `check` looks at a playout after each of its steps and raises `Broken`. `idle`: why it
    has nothing to look at in a game, empty if it has. `asked`: when it is looked at where a playout
    is looked at sparingly: `always`, for it costs little; `closely`, at some of the decisions; or
    `throughout` a playout, or not at all in it, for it must see the game from its start."""

    name: str
    sentence: str
    meaning: str
    check: Callable[[Play], None]
    idle: Callable[[Game], str] = lambda game: ""
    asked: Asked = "closely"


GOING_ON = "applies"  # the property that is broken if the game cannot be gone on with
RANGES = "ranges"  # and if that is because a mark would leave its range
ENDS = "ends"  # and if it is not over after as many decisions as it may have


def broken_by(error: Exception) -> str:
    """The property that something breaks which goes wrong while a game is played."""
    if isinstance(error, TooLong):
        return ENDS
    return RANGES if isinstance(error, OutOfRange) else GOING_ON


def look_into(
    game: Game,
    draws: Draws,
    properties: Sequence[Property],
    *,
    longest: int = LONGEST,
    thorough: bool = False,
    pace: int = 1,
    stop: int | None = None,
    sample: Sample | None = None,
    later: Sample | None = None,
    watch: Callable[[Play], None] | None = None,
    deadline: Deadline = NEVER,
) -> Finding | None:
    """Play one game as the draws say; the first thing that does not hold, if there is one.

    `stop`: after so many decisions the game is left as it is. `sample`: look at it sparingly;
    `later`: from when its patience is over.
    `watch` is told of each position.
    Raises `GivenUp` if the draws make no playout, `OutOfTime` in the middle of it.
    """
    play = Play(game, draws, thorough, longest, pace, sample, later)
    name = GOING_ON
    try:
        play.begin()
        while True:
            if watch is not None:
                watch(play)
            for one in properties:
                if not play.is_asked(one):
                    continue
                name = one.name
                one.check(play)
                deadline.check()
            if play.state.over or play.number > longest or play.number == stop:
                return None
            name = GOING_ON
            play.step()
            deadline.check()
    except (GivenUp, MemoryError):
        raise
    except Exception as error:
        deadline.check()  # what has gone wrong may be the deadline, as another's code reports it
        if isinstance(error, PlayError):  # whichever property met it
            name = broken_by(error)
        if name not in {one.name for one in properties}:
            return None
        return play.finding(name, _as_broken(error))


def _as_broken(error: Exception) -> Broken:
    """What a property says, or what went wrong in the rules or in an engine."""
    if isinstance(error, Broken):
        return error
    if isinstance(error, PlayError):
        places = [error.span] if error.span else []
        return Broken(f"the rules go wrong: {error.message}", *places, expects="offers ...")
    return Broken(f"{type(error).__name__}: {error}")
