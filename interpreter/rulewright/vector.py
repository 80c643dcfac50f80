"""Many games side by side as NumPy arrays: who decides, what is offered, what is seen, who has won.

In: a game, how many of it, a seed. Out: arrays with a row for each of the games. A step makes one
move in every game; a game that ends by it begins anew at once, with another seed, so that there is
always something to decide in each. Needs NumPy: `pip install 'rulewright[vector]'`.

>>> from rulewright.vector import VectorGame
>>> games = VectorGame(load("connect_four"), 100, seed=1)
>>> luck = numpy.random.default_rng(1)
>>> for _ in range(50):
...     actions = (games.masks * luck.random(games.masks.shape)).argmax(axis=1)
...     step = games.step(actions)
>>> games.masks.shape, games.observations.shape, step.rewards.shape
((100, 42), (100, 44), (100, 2))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from itertools import chain, islice, product
from typing import TYPE_CHECKING, NamedTuple, cast

from .core.evaluate import elements_of_mask
from .core.ir import (
    Domain,
    Element,
    Number,
    Program,
    RowOf,
    SetOf,
    StackOf,
    StateVariable,
    Truth,
    Type,
    WaysOf,
)
from .diagnostics import UsageError, expect, shown
from .game import Game
from .runtime.layout import Layout, Slots
from .runtime.memory import Memory
from .runtime.sight import Masks, component_of, held_in, sees, visible
from .state import State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

NEEDED = "vectors of games need NumPy, which is not installed: pip install 'rulewright[vector]'"
MOST_COLUMNS = 100_000  # of a row: actions, or numbers that tell what a seat sees
LONGEST = 100_000  # decisions of a game, before it is left

Seen = tuple[Slots, int, Masks, Callable[[], Memory] | None]
"""A position, a seat, the components that it sees, and what tells what it knows, if that counts."""
Read = Callable[[Seen], Sequence[int]]  # some of the numbers of a row


class Column(NamedTuple):
    """A number of an observation: what it tells, and the least and the greatest it can be. Of a
    mark, a number below the least is not seen: `low` is one less then where that can happen."""

    name: str
    low: int
    high: int


class Step(NamedTuple):
    """What became of a step, with a row for each game.

    `ended`: has the game ended, so that another has begun in its place? `cut`: was it left because
    it had as many decisions as it may? Of games that have ended, by seat: `winners`: has the seat
    won? `rewards`: its share of the win, the whole of it 1 (see `VectorGame` for games that nobody
    wins). `scores`: its points. In all other rows these are 0.
    """

    ended: NDArray[np.bool_]
    cut: NDArray[np.bool_]
    winners: NDArray[np.bool_]
    rewards: NDArray[np.float64]
    scores: NDArray[np.int64]


class VectorGame:
    """So many games side by side.

    `seed`: any whole number. The k-th game (from 0) in row i has the seed `seed + i + k · count`,
    as `Game.start` takes it: same seeds and actions, same games. A game that has `longest`
    decisions without having ended is left. `draw`: the reward of each seat where nobody has won; 0,
    as where all have lost, fits games that all win or lose together, ½ a draw of two. `memory`:
    does an observation tell what the seat knows of what it does not see, because it has seen it
    before? To follow that takes longer than all the rest; without, such zones have but the number
    of what they hold. Raises `UsageError` if a game has more actions than a
    table can hold: sets that are chosen at one go count as many.
    """

    def __init__(
        self,
        game: Game,
        count: int,
        *,
        seed: int = 0,
        longest: int = LONGEST,
        draw: float = 0.0,
        memory: bool = False,
    ) -> None:
        if find_spec("numpy") is None:
            raise UsageError(NEEDED)
        expect(game, Game, "a game", "what `load` gives")
        expect(seed, int, "a seed", "a whole number")
        expect(draw, (int, float), "the reward of a draw", "a number")
        for value, what in ((count, "how many games there are"), (longest, "the longest game")):
            expect(value, int, what, "a whole number")
            if value < 1:
                raise UsageError(f"{what} is to be at least 1, not {shown(value)}")
        self.game, self.count, self.longest, self.draw = game, count, longest, draw
        self._seeds = [seed + row for row in range(count)]
        self._sight = _Sight(game.program, game.engine.layout, memory=memory)
        self.states = [game.start(seed=one) for one in self._seeds]
        for row, state in enumerate(self.states):
            if state.over:
                raise UsageError(f"the game with seed {self._seeds[row]} has nothing to decide")
        _within(game.num_distinct_actions, "actions")
        self._actions = [state.legal_actions() for state in self.states]

    @property
    def columns(self) -> tuple[Column, ...]:
        """What the numbers of an observation tell, in order: the seat that decides, the number of
        its choice, and then what lies on the table, as `observations` says."""
        return self._sight.columns

    @property
    def seats(self) -> NDArray[np.int64]:
        """The seat that decides in each game. Shape `(count,)`."""
        import numpy as np

        return np.array([cast(int, state.to_move) for state in self.states])

    @property
    def actions(self) -> list[list[int]]:
        """The numbers of the moves on offer in each game, in canonical order."""
        return [[*row] for row in self._actions]

    @property
    def masks(self) -> NDArray[np.bool_]:
        """Is an action on offer? Shape `(count, game.num_distinct_actions)`."""
        import numpy as np

        found = np.zeros((self.count, self.game.num_distinct_actions), bool)
        lengths = [len(row) for row in self._actions]
        at = np.fromiter(chain.from_iterable(self._actions), np.intp, sum(lengths))
        found[np.repeat(np.arange(self.count), lengths), at] = True
        return found

    @property
    def observations(self) -> NDArray[np.int64]:
        """What the seat that decides sees in each game, and nothing that `State.observation` would
        not tell it. Shape `(count, len(columns))`.

        Truths are 0 or 1, elements their numbers, from 0, and −1 for none; sets have a column for
        each element; stacks one for each place, from the top, −1 where nothing lies. Of a zone that
        not all see, there is the number of components first, and to a seat that does not see it, it
        holds what that knows to be there, if `memory` counts. A mark that is not seen is one less
        than it can be, as is the number of components in a zone that belongs to a component which
        is not seen.
        """
        import numpy as np

        rows = [self._sight.row(state) for state in self.states]
        return np.array(rows, np.int64).reshape(self.count, len(self.columns))

    def step(self, actions: ArrayLike) -> Step:
        """Make a move in each game: `actions` has the number of one for each, shape `(count,)`.

        Raises `UsageError` if they are not so many whole numbers, and `MoveError` if one of them is
        not on offer; then nothing has been done.
        """
        import numpy as np

        given = np.asarray(actions)
        if given.shape != (self.count,) or not np.issubdtype(given.dtype, np.integer):
            raise UsageError(
                f"the actions are to be {self.count} whole numbers, not an array of {given.dtype} "
                f"and shape {given.shape}"
            )
        made: list[int] = given.tolist()
        for row, (action, offered) in enumerate(zip(made, self._actions, strict=True)):
            if action not in offered:
                self._refuse(row, action)
        ended, cut = np.zeros(self.count, bool), np.zeros(self.count, bool)
        winners = np.zeros((self.count, self.game.seats), bool)
        rewards = np.zeros((self.count, self.game.seats))
        scores = np.zeros((self.count, self.game.seats), np.int64)
        for row, action in enumerate(made):
            state = self.states[row]
            state.apply(action)
            outcome = state.outcome
            if outcome is not None:
                ended[row], scores[row] = True, outcome["scores"]
                if who := outcome["winners"]:
                    winners[row, who], rewards[row, who] = True, 1 / len(who)
                else:
                    rewards[row] = self.draw
            elif state.decisions >= self.longest:
                cut[row] = True
            if ended[row] or cut[row]:
                state = self._next(row)
            self._actions[row] = state.legal_actions()
        return Step(ended, cut, winners, rewards, scores)

    def _next(self, row: int) -> State:
        self._seeds[row] += self.count
        state = self.states[row] = self.game.start(seed=self._seeds[row])
        if state.over:
            raise UsageError(f"the game with seed {self._seeds[row]} has nothing to decide")
        return state

    def _refuse(self, row: int, action: int) -> None:
        """Say why an action is not on offer, by trying it on a copy."""
        self.states[row].copy().apply(action)
        raise AssertionError("an action that is made is on offer")


def _within(count: int, what: str) -> None:
    if count > MOST_COLUMNS:
        raise UsageError(
            f"this game has {count:,} {what}: rows have at most {MOST_COLUMNS:,} columns. "
            "States play it one by one: `State.legal_actions`"
        )


class _Sight:
    """Tells observations as rows of numbers."""

    def __init__(self, program: Program, layout: Layout, *, memory: bool) -> None:
        self.program, self._layout, self._memory = program, layout, memory
        most = max(1, len(program.choices)) - 1
        columns = [Column("seat", 0, program.seats.size - 1), Column("choice", 0, most)]
        self._reads: list[Read] = []
        # what depends on which components are seen
        self._depends = any(variable.seen == "with" for variable in program.variables)
        for variable in program.variables:
            if variable.role != "control":
                _within(len(columns) + _width(variable), "numbers to be seen")
                columns += _columns(variable)
                self._reads.append(_reader(variable, layout))
        self.columns = tuple(columns)

    def row(self, state: State) -> list[int]:
        """What the seat that decides sees."""
        choose, seat, slots = state.waiting, cast(int, state.to_move), state.slots
        assert choose is not None
        masks = visible(self.program, self._layout, slots, seat) if self._depends else {}
        seen: Seen = slots, seat, masks, (lambda: state.memory) if self._memory else None
        found = [seat, choose.point]
        for read in self._reads:
            found += read(seen)
        return found


def _width(variable: StateVariable) -> int:
    """How many numbers tell of a state variable."""
    return variable.size * _member_width(variable)


def _member_width(variable: StateVariable) -> int:
    kind = variable.type
    counted = _is_counted(variable)
    match kind:
        case SetOf() | StackOf():
            return kind.domain.size + counted
        case RowOf():
            return kind.places + counted
        case _:
            return 1 + counted


def _is_counted(variable: StateVariable) -> bool:
    """Is the number of components told by itself, as it is seen where these are not?"""
    return variable.seen != "all" and component_of(variable) is not None


def _columns(variable: StateVariable) -> Iterator[Column]:
    kind = variable.type
    unseen = variable.seen != "all" and component_of(variable) is None
    for keys in product(*(domain.labels for domain in variable.keys)):
        name = variable.name + (f"({', '.join(keys)})" if keys else "")
        match kind:
            case Truth():
                own = [Column(name, 0 - unseen, 1)]
            case Number():
                own = [Column(name, kind.low - unseen, kind.high)]
            case Element():
                own = [Column(name, (-1 if kind.optional else 0) - unseen, kind.domain.size - 1)]
            case SetOf():
                own = [Column(f"{name}: {label}", 0 - unseen, 1) for label in kind.domain.labels]
            case StackOf() | RowOf():
                places = kind.places if isinstance(kind, RowOf) else kind.domain.size
                most = kind.domain.size - 1
                own = [Column(f"{name}: {place}", -1, most) for place in range(1, places + 1)]
            case WaysOf():
                raise TypeError("ways are worked out, never stored")
        if _is_counted(variable):
            lowest = -1 if variable.seen == "with" else 0
            yield Column(f"count of {name}", lowest, _domain_of(kind).size)
        yield from own


def _reader(variable: StateVariable, layout: Layout) -> Read:
    """What reads the numbers of a state variable."""
    region = layout.region(variable)
    base, end, width = region.base, region.base + region.count, region.width
    if variable.seen != "all":
        return _guarded(variable, layout)
    if region.form == "row" or (region.form == "plain" and not isinstance(variable.type, SetOf)):
        return lambda seen: seen[0][base:end]
    size = variable.size
    if region.form == "flags":
        return lambda seen: _bits(seen[0][base], size)
    if region.form == "inverted":

        def inverted(seen: Seen) -> list[int]:
            found = [-1] * size
            for value, mask in enumerate(seen[0][base : base + width]):
                for member in elements_of_mask(mask):
                    found[member] = value
            return found

        return inverted
    if region.form == "grid":

        def grown(seen: Seen) -> list[int]:
            found = [-1] * size
            for key, value in seen[0][base + 2].items():
                found[key] = value
            return found

        return grown
    return _guarded(variable, layout)


def _guarded(variable: StateVariable, layout: Layout) -> Read:
    """What reads a state variable member by member, as far as each is seen."""
    members = [*product(*(range(domain.size) for domain in variable.keys))]
    told, is_counted = _teller(variable), _is_counted(variable)
    unseen = [column.low for column in islice(_columns(variable), _member_width(variable))]

    def read(seen: Seen) -> list[int]:
        slots, seat, masks, memory = seen
        found: list[int] = []
        for keys in members:
            value = layout.get(slots, variable, keys)
            # whoever decides is the chooser of what choosers see
            if sees(variable, seat, seat, keys[0] if keys else -1, masks):
                held = held_in(variable, value).bit_count() if is_counted else 0
            elif variable.seen == "with" or not is_counted:
                found += unseen  # nothing is known of what belongs to something that is not seen
                continue
            else:
                held, value = _known(variable, value, seat, memory)
            if is_counted:
                found.append(held)
            found += told(value)
        return found

    return read


def _known(
    variable: StateVariable,
    value: int | list[int],
    seat: int,
    memory: Callable[[], Memory] | None,
) -> tuple[int, int | list[int]]:
    """How many components lie in a zone that a seat does not see, and what it knows of them, in the
    form of the zone."""
    domain, held = _domain_of(variable.type), held_in(variable, value)
    knowing = memory() if memory is not None and held else None
    if isinstance(value, list):
        known = (
            c >= 0 and knowing is not None and knowing.is_known(seat, domain, c) for c in value
        )
        return held.bit_count(), [c if one else -1 for c, one in zip(value, known, strict=True)]
    among = knowing.known_among(seat, domain, held) if knowing is not None else 0
    if isinstance(variable.type, SetOf):
        return held.bit_count(), among
    return held.bit_count(), among.bit_length() - 1


def _teller(variable: StateVariable) -> Callable[[int | list[int]], Sequence[int]]:
    """A value as the numbers of its columns."""
    kind = variable.type
    if isinstance(kind, SetOf):
        size = kind.domain.size
        return lambda value: _bits(cast(int, value), size)
    if isinstance(kind, StackOf):
        blank = [-1] * kind.domain.size

        def from_the_top(value: int | list[int]) -> list[int]:
            places = cast("list[int]", value)[::-1]
            return places + blank[len(places) :]

        return from_the_top
    if isinstance(kind, RowOf):
        return lambda value: cast("list[int]", value)
    return lambda value: (cast(int, value),)


def _bits(mask: int, count: int) -> list[int]:
    return [mask >> bit & 1 for bit in range(count)]


def _domain_of(kind: Type) -> Domain:
    """The domain of what a zone holds."""
    assert not isinstance(kind, Truth | Number)
    return kind.domain
