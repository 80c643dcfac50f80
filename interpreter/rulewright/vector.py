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
from copy import copy
from importlib.util import find_spec
from itertools import chain, islice, pairwise, product
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .backends.protocol import SideBySide
from .backends.registry import side_by_side
from .core import ir
from .core.evaluate import elements_of_mask
from .diagnostics import MoveError, UsageError, expect, shown
from .game import Game
from .runtime.layout import Layout, Slots
from .runtime.memory import Memory
from .runtime.sight import Masks, chooser_of, component_of, held_in, sees, visible
from .state import State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

NEEDED = "vectors of games need NumPy, which is not installed: pip install 'rulewright[vector]'"
MOST_COLUMNS = 100_000  # of a row: actions, or numbers that tell what a seat sees
LONGEST = 100_000  # decisions of a game, before it is left
SWEPT = 64  # steps, after which those are forgotten that no present game has had

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


class Offers(NamedTuple):
    """The moves on offer in all games, one game behind the other, each in canonical order.

    `actions`: their numbers. `first`: where those of each game begin, and behind the last game how
    many there are of all: those of game i are `actions[first[i]:first[i + 1]]`.
    """

    actions: NDArray[np.int64]
    first: NDArray[np.int64]


class VectorGame:
    """So many games side by side.

    `seed`: any whole number. The k-th game (from 0) in row i has the seed `seed + i + k · count`,
    as `Game.start` takes it: same seeds and actions, same games. A game that has `longest`
    decisions without having ended is left. `draw`: the reward of each seat where nobody has won; 0,
    as where all have lost, fits games that all win or lose together, ½ a draw of two. `memory`:
    does an observation tell what the seat knows of what it does not see, because it has seen it
    before? Without, such zones have but the number of what they hold. Raises `UsageError` if a game
    has more actions than a table can hold: sets that are chosen at one go count as many.

    The engine steps all games at once if it is `wasm` and `memory` does not count. Otherwise, and
    from then on where the engine cannot (where rules go wrong, say), states do it one by one: the
    same games, many times slower. All of it belongs to one thread at a time.
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
        _within(game.num_distinct_actions, "actions")
        self._sight = Sight(game.program, game.engine.layout, memory=memory)
        self._past = _Past(game, count, seed)
        self._beside: _Beside | None = None
        self._one_by_one: _OneByOne | None = None
        if not memory:
            seeds, width = range(seed, seed + count), len(self.columns)
            made = side_by_side(game.engine, seeds, longest, width)
            self._beside = _Beside(made, game.program, width) if made is not None else None
        if self._beside is None:
            self._one_by_one = _OneByOne(self._past, longest, self._sight)

    def copy(self) -> VectorGame:
        """The same games as they stand; what becomes of either changes nothing in the other."""
        other = VectorGame.__new__(VectorGame)
        vars(other).update(vars(self))
        other._past = self._past.copy()
        if self._beside is not None:
            other._beside, other._one_by_one = self._beside.copy(), None
        else:
            other._one_by_one = self._states.copy(other._past)
        return other

    def __copy__(self) -> VectorGame:
        return self.copy()

    def __deepcopy__(self, memo: object) -> VectorGame:
        return self.copy()

    @property
    def columns(self) -> tuple[Column, ...]:
        """What the numbers of an observation tell, in order: the seat that decides, the number of
        its choice, and then what lies on the table, as `observations` says."""
        return self._sight.columns

    @property
    def states(self) -> list[State]:
        """The games as states, each with its past; what becomes of them changes nothing here.

        If the engine steps the games, all their moves are made again for it.
        """
        if self._beside is not None:
            return self._past.states()
        return [state.copy() for state in self._states.states]

    @property
    def seats(self) -> NDArray[np.int64]:
        """The seat that decides in each game. Shape `(count,)`."""
        return self._games.seats()

    @property
    def offers(self) -> Offers:
        """The moves on offer in all games, as one array: to draw from without masks.

        >>> actions, first = games.offers
        >>> drawn = actions[luck.integers(first[:-1], first[1:])]
        """
        return self._games.offers()

    @property
    def actions(self) -> list[list[int]]:
        """The numbers of the moves on offer in each game, in canonical order."""
        offers = self.offers
        actions, first = offers.actions.tolist(), offers.first.tolist()
        return [actions[begin:end] for begin, end in pairwise(first)]

    @property
    def masks(self) -> NDArray[np.bool_]:
        """Is an action on offer? Shape `(count, game.num_distinct_actions)`."""
        import numpy as np

        actions, first = self.offers
        found = np.zeros((self.count, self.game.num_distinct_actions), bool)
        found[np.repeat(np.arange(self.count), np.diff(first)), actions] = True
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
        if self._beside is not None:
            found = self._beside.observations()
            if found is not None:
                return found
            self._beside = None
        return self._states.observations()

    def step(self, actions: ArrayLike) -> Step:
        """Make a move in each game: `actions` has the number of one for each, shape `(count,)`.

        Raises `UsageError` if they are not so many whole numbers, and `MoveError` if one of them is
        not on offer, with the row of its game; then nothing has been done.
        """
        import numpy as np

        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise UsageError(
                f"the actions are to be {self.count} whole numbers, not an array of {given.dtype} "
                f"and shape {given.shape}"
            )
        row = self._games.refused(given)
        if row >= 0:
            self._refuse(row, int(given[row]))
        ended, cut, winners, scores = self._moved(given)
        rewards = np.zeros(winners.shape)
        if np.count_nonzero(ended):
            won = winners[ended]
            many = won.sum(axis=1, keepdims=True)
            rewards[ended] = np.where(many, won / np.maximum(many, 1), self.draw)
        return Step(ended, cut, winners, rewards, scores)

    def _moved(self, given: NDArray[np.integer]) -> _Made:
        if self._beside is not None:
            beside, self._beside = self._beside, None  # unless all goes well
            made = beside.step(given)
            if made is not None:
                self._beside = beside
                self._past.add(given, made)
                return made
        return self._states.step(given)

    @property
    def _games(self) -> _Beside | _OneByOne:
        return self._states if self._beside is None else self._beside

    @property
    def _states(self) -> _OneByOne:
        """What steps states; made of what has happened so far when they are first wanted."""
        if self._one_by_one is None:
            self._one_by_one = _OneByOne(self._past, self.longest, self._sight)
        return self._one_by_one

    def _refuse(self, row: int, action: int) -> None:
        actions = self.game.engine.layout.actions
        if action not in actions:
            raise MoveError(f"game {row}: {actions.none_such(action)}")
        raise MoveError(f"game {row}: action {action} is not offered: it is not in its mask")


class _Made(NamedTuple):
    """What became of a step, as in `Step`."""

    ended: NDArray[np.bool_]
    cut: NDArray[np.bool_]
    winners: NDArray[np.bool_]
    scores: NDArray[np.int64]


class _Past:
    """What has happened: how many games each row has had, and the moves of the present ones, if the
    engine has made them."""

    def __init__(self, game: Game, count: int, seed: int) -> None:
        import numpy as np

        self.game, self.count, self._seed = game, count, seed
        self.games = np.zeros(count, np.int64)  # before the present one
        self._made: list[NDArray[np.integer]] = []  # the last steps
        self._steps = 0
        self._since = np.zeros(count, np.int64)  # how many steps there were before a game began
        self._dtype = np.min_scalar_type(game.num_distinct_actions)

    def copy(self) -> _Past:
        other = copy(self)
        other.games, other._since = self.games.copy(), self._since.copy()
        other._made = self._made[:]
        return other

    def add(self, given: NDArray[np.integer], made: _Made) -> None:
        """A step of all games that the engine has made."""
        import numpy as np

        self._made.append(given.astype(self._dtype))
        self._steps += 1
        over = made.ended | made.cut
        if np.count_nonzero(over):
            self.games[over] += 1
            self._since[over] = self._steps
        if not self._steps % SWEPT:
            del self._made[: int(self._since.min()) - self._steps + len(self._made)]

    def begun(self, row: int) -> State:
        """The beginning of the present game in a row."""
        seed = self._seed + row + int(self.games[row]) * self.count
        state = self.game.start(seed=seed)
        if state.over:
            raise UsageError(f"the game with seed {seed} has nothing to decide")
        return state

    def states(self) -> list[State]:
        """All games, with their moves made again."""
        found = []
        for row in range(self.count):
            state, decisions = self.begun(row), self._steps - int(self._since[row])
            for given in self._made[len(self._made) - decisions :]:
                state.apply(int(given[row]))
            found.append(state)
        return found


class _Beside:
    """Games that the engine steps, as arrays."""

    def __init__(self, engine: SideBySide, program: ir.Program, columns: int) -> None:
        self._engine, self._columns = engine, columns
        self._seats, self._is_most = program.seats.size, program.winner == "most"
        self._tables = engine.tables
        self._arrays: dict[str, NDArray[Any]] = {}

    def copy(self) -> _Beside | None:
        """None: there is no room for another."""
        engine, other = self._engine.copy(), copy(self)
        if engine is None:
            return None
        other._engine, other._tables, other._arrays = engine, engine.tables, {}
        return other

    def _array(self, name: str) -> NDArray[Any]:
        """A table, as long as it is told anew by nothing: to be read at once, or copied."""
        import numpy as np

        if self._tables is not self._engine.tables:
            self._tables, self._arrays = self._engine.tables, {}
        found = self._arrays.get(name)
        if found is None:
            table = self._tables[name]
            found = np.frombuffer(table, np.int64 if table.itemsize > 1 else np.bool_)
            self._arrays[name] = found
        return found

    def seats(self) -> NDArray[np.int64]:
        return self._array("seats").copy()

    def offers(self) -> Offers:
        first = self._array("first").copy()
        return Offers(self._array("offered")[: first[-1]].copy(), first)

    def observations(self) -> NDArray[np.int64] | None:
        """None: the engine cannot tell."""
        if not self._engine.see():
            return None
        return self._array("seen").reshape(-1, self._columns).copy()

    def refused(self, given: NDArray[np.integer]) -> int:
        """The first game in which an action is not on offer; −1: there is none."""
        self._array("given")[:] = given
        return self._engine.refused()

    def step(self, given: NDArray[np.integer]) -> _Made | None:
        """Make the moves that were not refused. None: something went wrong."""
        import numpy as np

        if not self._engine.step():
            return None
        ended, cut = self._array("ended").copy(), self._array("cut").copy()
        shape = len(ended), self._seats
        winners, scores = np.zeros(shape, np.bool_), np.zeros(shape, np.int64)
        if np.count_nonzero(ended):
            scores[ended] = points = self._array("scores").reshape(shape)[ended]
            masks = self._array("winners")[ended, None]
            best = (points.max if self._is_most else points.min)(axis=1, keepdims=True)
            listed = (masks >> np.arange(self._seats) & 1).astype(np.bool_)
            winners[ended] = np.where(masks < 0, points == best, listed)
        return _Made(ended, cut, winners, scores)


class _OneByOne:
    """Games that are stepped as states."""

    def __init__(self, past: _Past, longest: int, sight: Sight) -> None:
        self._past, self._longest, self._sight = past, longest, sight
        self.states = past.states()
        self._actions = [state.legal_actions() for state in self.states]

    def copy(self, past: _Past) -> _OneByOne:
        other = copy(self)
        other._past, other._actions = past, self._actions[:]
        other.states = [state.copy() for state in self.states]
        return other

    def seats(self) -> NDArray[np.int64]:
        import numpy as np

        return np.array([cast(int, state.to_move) for state in self.states])

    def offers(self) -> Offers:
        import numpy as np

        first = np.zeros(len(self._actions) + 1, np.int64)
        np.cumsum([len(row) for row in self._actions], out=first[1:])
        flat = chain.from_iterable(self._actions)
        return Offers(np.fromiter(flat, np.int64, int(first[-1])), first)

    def observations(self) -> NDArray[np.int64]:
        import numpy as np

        rows = [self._sight.row(state) for state in self.states]
        return np.array(rows, np.int64).reshape(len(rows), len(self._sight.columns))

    def refused(self, given: NDArray[np.integer]) -> int:
        """The first game in which an action is not on offer; −1: there is none."""
        pairs = enumerate(zip(given.tolist(), self._actions, strict=True))
        return next((row for row, (action, offered) in pairs if action not in offered), -1)

    def step(self, given: NDArray[np.integer]) -> _Made:
        """Make the moves, which are on offer."""
        import numpy as np

        count, seats = len(self.states), self._past.game.seats
        ended, cut = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        winners, scores = np.zeros((count, seats), np.bool_), np.zeros((count, seats), np.int64)
        for row, action in enumerate(given.tolist()):
            state = self.states[row]
            state.apply(action)
            outcome = state.outcome
            if outcome is not None:
                ended[row], scores[row] = True, outcome["scores"]
                winners[row, outcome["winners"]] = True
            elif state.decisions >= self._longest:
                cut[row] = True
            if ended[row] or cut[row]:
                self._past.games[row] += 1
                state = self.states[row] = self._past.begun(row)
            self._actions[row] = state.legal_actions()
        return _Made(ended, cut, winners, scores)


def _within(count: int, what: str) -> None:
    if count > MOST_COLUMNS:
        raise UsageError(
            f"this game has {count:,} {what}: rows have at most {MOST_COLUMNS:,} columns. "
            "States play it one by one: `State.legal_actions`"
        )


class Sight:
    """Tells observations as rows of numbers."""

    def __init__(self, program: ir.Program, layout: Layout, *, memory: bool) -> None:
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


def _width(variable: ir.StateVariable) -> int:
    """How many numbers tell of a state variable."""
    return variable.size * _member_width(variable)


def _member_width(variable: ir.StateVariable) -> int:
    kind = variable.type
    counted = _is_counted(variable)
    match kind:
        case ir.SetOf() | ir.StackOf():
            return kind.domain.size + counted
        case ir.RowOf():
            return kind.places + counted
        case _:
            return 1 + counted


def _is_counted(variable: ir.StateVariable) -> bool:
    """Is the number of components told by itself, as it is seen where these are not?"""
    return variable.seen != "all" and component_of(variable) is not None


def _columns(variable: ir.StateVariable) -> Iterator[Column]:
    kind = variable.type
    unseen = variable.seen != "all" and component_of(variable) is None
    for keys in product(*(domain.labels for domain in variable.keys)):
        name = variable.name + (f"({', '.join(keys)})" if keys else "")
        match kind:
            case ir.Truth():
                own = [Column(name, 0 - unseen, 1)]
            case ir.Number():
                own = [Column(name, kind.low - unseen, kind.high)]
            case ir.Element():
                own = [Column(name, (-1 if kind.optional else 0) - unseen, kind.domain.size - 1)]
            case ir.SetOf():
                own = [Column(f"{name}: {label}", 0 - unseen, 1) for label in kind.domain.labels]
            case ir.StackOf() | ir.RowOf():
                places = kind.places if isinstance(kind, ir.RowOf) else kind.domain.size
                most = kind.domain.size - 1
                own = [Column(f"{name}: {place}", -1, most) for place in range(1, places + 1)]
            case ir.WaysOf():
                raise TypeError("ways are worked out, never stored")
        if _is_counted(variable):
            lowest = -1 if variable.seen == "with" else 0
            yield Column(f"count of {name}", lowest, _domain_of(kind).size)
        yield from own


def _reader(variable: ir.StateVariable, layout: Layout) -> Read:
    """What reads the numbers of a state variable."""
    region = layout.region(variable)
    base, end, width = region.base, region.base + region.count, region.width
    if variable.seen != "all":
        return _guarded(variable, layout)
    if region.form == "row" or (region.form == "plain" and not isinstance(variable.type, ir.SetOf)):
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


def _guarded(variable: ir.StateVariable, layout: Layout) -> Read:
    """What reads a state variable member by member, as far as each is seen."""
    members = [*product(*(range(domain.size) for domain in variable.keys))]
    told, is_counted = _teller(variable), _is_counted(variable)
    unseen = [column.low for column in islice(_columns(variable), _member_width(variable))]

    def read(seen: Seen) -> list[int]:
        slots, seat, masks, memory = seen
        found: list[int] = []
        for keys in members:
            value = layout.get(slots, variable, keys)
            # whoever decides is the chooser of what choosers see, if no other one has asked it
            chooser = chooser_of(layout, slots, variable, seat)
            if sees(variable, seat, chooser, keys[0] if keys else -1, masks):
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
    variable: ir.StateVariable,
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
    if isinstance(variable.type, ir.SetOf):
        return held.bit_count(), among
    return held.bit_count(), among.bit_length() - 1


def _teller(variable: ir.StateVariable) -> Callable[[int | list[int]], Sequence[int]]:
    """A value as the numbers of its columns."""
    kind = variable.type
    if isinstance(kind, ir.SetOf):
        size = kind.domain.size
        return lambda value: _bits(cast(int, value), size)
    if isinstance(kind, ir.StackOf):
        blank = [-1] * kind.domain.size

        def from_the_top(value: int | list[int]) -> list[int]:
            places = cast("list[int]", value)[::-1]
            return places + blank[len(places) :]

        return from_the_top
    if isinstance(kind, ir.RowOf):
        return lambda value: cast("list[int]", value)
    return lambda value: (cast(int, value),)


def _bits(mask: int, count: int) -> list[int]:
    return [mask >> bit & 1 for bit in range(count)]


def _domain_of(kind: ir.Type) -> ir.Domain:
    """The domain of what a zone holds."""
    assert not isinstance(kind, ir.Truth | ir.Number)
    return kind.domain
