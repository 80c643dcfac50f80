"""The small typed core: what a game means, as data.

Two stages share these nodes. The *generic* core, a `GenericProgram`, still holds `OptionValue` and
`Call`; the *specialised* core, the `Program` that `specialise` makes of it for one choice of
options, holds neither: calls are inlined, what is fixed is folded into tables, choices are
numbered. Engines see specialised programs only, and an `Expr` is what they see; whoever goes
through the generic core meets an `GenericExpr`.

Values are plain ints everywhere: an element is its index in its domain (−1 is "none" or "nobody"),
truth is 0 or 1, a set is a bit mask over its domain, a number is itself. A stack is a list of
elements, bottom first and top last; a row is its places, left to right, −1 where one is empty.

A `Local` is bound by a fold, a loop, a `Let` or a parameter and never outlives a decision: what
must outlive one is a `Cell`. Local numbers are unique in a program, except that inlined copies of
one function share theirs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, cast

from ..frozen import node
from ..source import NOWHERE, Span
from .look import PLAIN, Look

DomainKind = Literal["enumeration", "component", "seat", "edge", "cell", "range"]


@dataclass(frozen=True, slots=True, eq=False)
class Domain:
    """A finite ordered set of named elements; the order is the canonical order of moves.

    `ring`: stepping past the last element leads to the first. Kind `range`: the numbers from 0 up,
    of which sets can be made; an element is the number itself, and its type a `Number`. `width`:
    for cells of a growing grid, how many columns the window on it has (see `grids`). `columns`: for
    cells of a board of fixed size, how many columns it has, at most, and `sides`, of how many sides
    a cell is (see `boards`). `kinds`: for components of which a table says how many there are, what
    each is called without its number.
    """

    name: str
    kind: DomainKind
    labels: tuple[str, ...]
    ring: bool = False
    width: int = 0
    columns: int = 0
    sides: int = 4
    kinds: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return len(self.labels)

    @property
    def nothing(self) -> str:
        """What is said in the place of an element where there is none."""
        return "nobody" if self.kind == "seat" else "none"

    def everything(self) -> int:
        """The mask of all elements."""
        return (1 << len(self.labels)) - 1

    def __repr__(self) -> str:
        return f"Domain({self.name})"


@node
class Truth:
    """yes or no: 1 or 0."""

    def __str__(self) -> str:
        return "yes or no"


@node
class Number:
    """A whole number from `low` to `high`, both included. Where it is declared as `LEAST..HIGH or
    none`, that is −1, which stands for none, or a number from `least` on."""

    low: int
    high: int
    least: int | None = None

    def __str__(self) -> str:
        return f"a number from {self.ends(' or none')}"

    @property
    def written(self) -> str:
        """As it stands in rules."""
        if self.least is None:
            return f"{self.low}..{self.high}"
        return f"{self.least}..{self.high} or none"

    def ends(self, of_none: str) -> str:
        """From where to where it goes, and what is said of none."""
        if self.least is None:
            return f"{self.low} to {self.high}"
        return f"{self.least} to {self.high}{of_none}"

    def holds(self, value: int) -> bool:
        """Is it one of these numbers, or none?"""
        return self.meets(value, value)

    def meets(self, low: int, high: int) -> bool:
        """Is any of the numbers from one to another one of these, or none?"""
        if self.least is None:
            return low <= self.high and high >= self.low
        return low <= -1 <= high or (low <= self.high and high >= self.least)

    def includes(self, low: int, high: int) -> bool:
        """Are all of the numbers from one to another some of these, or none?"""
        least = self.low if self.least is None or high < 0 or self.least <= 0 else self.least
        return least <= low and high <= self.high


@node
class Element:
    """One element of a domain; −1 stands for none where `optional`."""

    domain: Domain
    optional: bool = False

    def __str__(self) -> str:
        of_none = f" or {self.domain.nothing}" * self.optional
        return f"{self.domain.name}{of_none}"


@node
class SetOf:
    """A set of elements: a mask with bit i for element i."""

    domain: Domain

    def __str__(self) -> str:
        return f"set of {self.domain.name}"


@node
class StackOf:
    """An ordered pile of elements, at most `domain.size` of them; the last one is the top."""

    domain: Domain

    def __str__(self) -> str:
        return f"stack of {self.domain.name}"


@node
class RowOf:
    """`places` places from left to right, each with one element or none."""

    domain: Domain
    places: int

    def __str__(self) -> str:
        return f"row of {self.places} {self.domain.name}"


@node
class WaysOf:
    """Ways from an element of a domain to another, each of them the set of what it meets."""

    domain: Domain

    def __str__(self) -> str:
        return f"ways over {self.domain.name}"


Type = Truth | Number | Element | SetOf | StackOf | RowOf | WaysOf
Collection = SetOf | StackOf | RowOf

MOST_STATES = 200_000  # how many positions are searched to complete a compose
MOST_SHUFFLES = 10_000  # how often a stack is shuffled in vain before the rules are given up

Visibility = Literal["all", "owner", "others", "nobody", "chooser", "with"]
Role = Literal["zone", "mark", "control", "choice", "history"]


@dataclass(frozen=True, slots=True, eq=False)
class StateVariable:
    """A zone, a mark or what else a game has to keep: one value for each combination of its keys.
    The state is its state variables.

    `start`: the value every member starts with, as stored (a stack starts as no elements: 0 is not
    used there). `seen`: who sees it. `owner`, that seat alone, and `others`, all but it, need
    the first key to be a seat; `chooser` means the seat that is choosing, or, while another one is
    asked something in between, the seat that `asked` says; `with`, that whoever sees
    the component of the first key where it lies sees this too. `role`: `zone` holds components,
    `mark` is declared by the rules, `control` by the language (the seat to move, passes in a row),
    `choice` is what a choice in progress needs, `history` what is remembered of earlier positions.
    `chosen`: is it what somebody has chosen, rather than a value that the rules have given a name?
    `asked`: of what is seen by the chooser, the one that holds whose turn it is where that seat
    asks another one; it holds none where it does not.
    """

    index: int
    name: str
    keys: tuple[Domain, ...]
    type: Type
    start: int = 0
    seen: Visibility = "all"
    role: Role = "mark"
    words: str = ""
    span: Span = NOWHERE
    chosen: bool = True
    asked: StateVariable | None = None

    @property
    def seen_words(self) -> str:
        """Who sees it, as a rule file says it."""
        return f"with {self.keys[0].name}" if self.seen == "with" else f"by {self.seen}"

    @property
    def size(self) -> int:
        """How many members the family has."""
        product = 1
        for key in self.keys:
            product *= key.size
        return product

    @property
    def grows(self) -> bool:
        """Is it a growing grid, a zone with a place for each of its cells?"""
        return bool(self.keys) and self.keys[0].width > 0

    def __repr__(self) -> str:
        return f"Cell({self.name})"


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Fixed data: one value for each combination of keys, last key fastest. `optional`: -1 stands
    for none."""

    index: int
    name: str
    keys: tuple[Domain, ...]
    type: Type
    values: tuple[int, ...]
    span: Span = NOWHERE
    optional: bool = False

    def __repr__(self) -> str:
        return f"Table({self.name})"


class Extent(NamedTuple):
    """How large a board of cells is with some values of the options that say so, and its cells."""

    given: tuple[int, ...]
    rows: int
    columns: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A grid of fixed size: `places` are elements, row by row from the north. Each is a component
    that lies there for the whole game, or just a cell. Of cells some may be missing.

    `options`: those that say which cells there are, and `extents` what each combination of their
    values makes of the board; in the generic core, `places` are the cells that one of them has. The
    specialised core has the one board that the options make. `south`: is the south-west corner
    common to all sizes, rather than the north-west one?
    """

    name: str
    rows: int
    columns: int
    component: Domain
    places: tuple[int, ...]
    words: str = ""
    tags: tuple[str, ...] = ()
    span: Span = NOWHERE
    options: tuple[str, ...] = ()
    extents: tuple[Extent, ...] = ()
    south: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """An undirected graph whose edges are a domain: `ends[e]` are two vertex numbers, lower first.

    Vertices are the places of `board`, row by row.
    """

    edges: Domain
    vertices: int
    ends: tuple[tuple[int, int], ...]
    board: Board


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """A named setting: the values of its type, and the one it has when nobody sets it."""

    name: str
    type: Element | Number
    default: int
    values: tuple[int, ...]
    words: str
    tags: tuple[str, ...]
    span: Span


@node
class Const:
    """A fixed value, as stored."""

    value: int
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@node
class Local:
    """The value of a bound name."""

    number: int
    name: str
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@node
class OptionValue:
    """The value of an option (in generic programs only: see `opened`)."""

    name: str
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@node
class Read:
    """A member of a cell; reading a stack or row gives the collection itself."""

    variable: StateVariable
    keys: tuple[Expr, ...]
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@node
class Lookup:
    """An entry of a table."""

    table: Table
    keys: tuple[Expr, ...]
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@node
class Call:
    """A definition applied (in generic programs only: see `opened`)."""

    function: Function
    args: tuple[Expr, ...]
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


OpName = Literal[
    "add", "subtract", "multiply", "divide", "remainder", "negate", "least", "most",
    "equal", "differ", "less", "at_most", "more", "at_least",
    "and", "or", "not",
    "union", "intersect", "without", "contains", "meets", "empty", "size", "set", "members",
    "after", "top", "uppermost", "full", "step", "next_seat", "seat_from", "range",
    "beside", "neighbours", "touching", "longest_line", "first",
]  # fmt: skip


@node
class Op:
    """A strict operation (`and` and `or` stop early).

    numbers      add subtract multiply negate; least, most: of two numbers; divide, remainder: of a
                 number by one of at least 1 (else by 1), rounded down, and what is left, never less
                 than 0
    comparing    equal differ (elements, numbers, truth, sets; two stacks by content in order)
                 less at_most more at_least (numbers, or elements of one domain)
    sets         union intersect without: set × set → set; meets: do two sets share an element
                 contains: collection × element (none is in nothing); empty, size: of a collection
                 set: elements → set; members: any collection → set
                 first: number × set → so many elements, the first ones in order
                 after: set S × set T → the elements of T later in order than every element of S
                 range: number × number → the numbers from one to the other, both included
    stack, row   top: the top element or none; full: has a row no empty place
                 uppermost: number × stack → the set of so many elements from the top
    order        step: element × number → that many steps on in a ring
                 next_seat: the seat clockwise of a seat
                 seat_from: seat × set of seats → the first of the set, clockwise from that seat
                 and itself included (`PlayError` if there is none)
    cells        (of a growing grid) beside: cell × direction, one of four or eight, clockwise from
                 the north → the neighbour there · neighbours, touching: the four, the eight around
                 longest_line: set of cells of a fixed board → how many of them, at most, stand in
                 one row, column or diagonal without a gap
    """

    name: OpName
    args: tuple[Expr, ...]
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@node
class Cond:
    """One of two values."""

    test: Expr
    then: Expr
    other: Expr
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


MOST_STEPS = 1_000_000  # of a search for ways, before the rules are given up
MOST_LOOKED_AT = 200_000  # what may be left to a path, before its search is given up
LONGEST_WAY = 400  # cells of a way that a search follows, before the rules are given up
MOST_WAYS = MOST_STEPS  # that a search can find

MOST_SUBSETS = 1_000_000  # that are counted

FoldKind = Literal[
    "some", "every", "count", "total", "product", "largest", "smallest", "all", "the",
    "reached", "groups", "path", "subsets",
]  # fmt: skip


@node
class Fold:
    """A query over a collection, its elements in canonical order (sets) or as they lie (others).

    Stacks are gone through from the top down, rows from left to right without empty places, ways as
    they were found: their elements are sets.
    `where` filters; `body` is the value for total, product, largest, smallest and the condition for
    every. some: is there one · every: does body hold for all · count · total (0 of nothing) ·
    product (1 of nothing), whose type holds the product of any of its values · largest and smallest
    (0 of nothing) · all: the set of elements · the: the first one (`PlayError` if there is none).

    reached: of a set, its elements, and all to which `body`, a set, leads from one of them, and so
    on · groups: how often one has to begin anew until all elements are reached: with the first of
    them, then with the first not reached yet. `body` may lead out of the source; it is asked once
    of each element that is reached, always of the lowest of those that wait.

    path: of a set, how many of its elements are met at most if each step leads from one to another
    that is in its `body`, a set, and none is met twice; see `paths.longest`. `body` may lead out of
    the source; it is asked once of each element, in canonical order.

    subsets: of a set, how many of its subsets have elements whose `body` adds up to `goal`, the
    empty one among them; `MOST_SUBSETS` if there are more. There is none for a goal less than 0 or
    above `operators.largest_goal`, and none with an element that counts less than 0. `goal` is
    asked once, before any `body`.
    """

    kind: FoldKind
    local: Local
    source: Expr
    where: Expr | None
    body: Expr | None
    type: Type
    span: Span = field(default=NOWHERE, compare=False)
    goal: Expr | None = None


@node
class Measure:
    """The longest trail (no edge twice) or path (no vertex twice) in a set of edges, in edges."""

    kind: Literal["trail", "path"]
    graph: Graph
    edges: Expr
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@node
class OnGrid:
    """What lies where on a growing grid.

    laid: the components on it · occupied: their cells · open: the empty cells beside those, or the
    origin while there are none · cell_of: the cell in which the component `args[0]` lies, or none ·
    cells_of: the cells in which components of the set `args[0]` lie.
    """

    what: Literal["laid", "occupied", "open", "cell_of", "cells_of"]
    variable: StateVariable
    args: tuple[Expr, ...]
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@node
class Paths:
    """All ways from an element to another through elements of a set, in canonical order of what
    they meet one after the other.

    `near`: the set to which steps lead from the element `local`. Without it elements are cells of a
    board, and each step leads to one of those around, which are eight, or six of hexagons; no two
    diagonal steps cut the same block of four cells. Nothing is met twice. The ends need not be in
    the set and belong to the way; if one of them is none there is no way. `by`: the number of the
    cell `local`, or −1; along a way these numbers rise strictly, cells without one left out. `near`
    or `by`, one alone, is asked of the ends and of all in the set, in canonical order, before any
    search. More than `MOST_STEPS` steps of the search, or a way that meets more than `LONGEST_WAY`,
    are a `PlayError`.
    """

    start: Expr
    goal: Expr
    through: Expr
    local: Local
    by: Expr | None
    type: WaysOf
    span: Span = field(default=NOWHERE, compare=False)
    near: Expr | None = None


@node
class Completable:
    """Can a finish of the compose still be reached?

    `step` None: from its start, with the state variables of `assume` taken to hold the given values
    (and all its own state variables at their start). Otherwise: after step number `step` is taken
    with the arguments `args`. A search that gets too long is a `PlayError`.

    `best`: asked in the middle of a compose with a weight, of the finishes with the largest weight
    that can be reached from the state as it is. Can one of them be reached after the step, or, if
    `step` is None, is the weight that large already?
    """

    compose: Compose
    step: int | None
    args: tuple[Expr, ...]
    assume: tuple[tuple[StateVariable, Expr], ...]
    type: Type
    span: Span = field(default=NOWHERE, compare=False)
    best: bool = False


Expr = (
    Const | Local | Read | Lookup | Op | Cond | Fold | Measure | OnGrid | Paths
    | Completable
)  # fmt: skip
GenericExpr = Expr | OptionValue | Call


def opened(expr: OptionValue | Call) -> Expr:
    """An expression of a generic program as a part of another: nodes say `Expr` for both stages."""
    return cast(Expr, expr)


@dataclass(slots=True, eq=False)
class Function:
    """A definition: parameters and a body. Never recursive."""

    name: str
    params: tuple[Local, ...]
    body: Expr
    span: Span
    words: str = ""
    tags: tuple[str, ...] = ()


@node
class Place:
    """A zone of the table: a state variable of role `zone` with its keys."""

    variable: StateVariable
    keys: tuple[Expr, ...]


@node
class Seq:
    """One after another."""

    body: tuple[Stmt, ...]
    span: Span = field(default=NOWHERE, compare=False)


@node
class Let:
    """Bind a local for the rest of the sequence; never read after a later decision."""

    local: Local
    value: Expr
    span: Span = field(default=NOWHERE, compare=False)


@node
class Assign:
    """Store a value; a number outside the state variable's range is a `PlayError`."""

    variable: StateVariable
    keys: tuple[Expr, ...]
    value: Expr
    span: Span = field(default=NOWHERE, compare=False)


@node
class Move:
    """Move one component; it must be in `source`, and a row or slot must have room (`PlayError`).

    On a stack it becomes the top; in a row it takes the first empty place.
    """

    component: Expr
    source: Place
    target: Place
    span: Span = field(default=NOWHERE, compare=False)


@node
class MoveAll:
    """Move the components of a set (all must be in `source`), or with None everything there.

    They go one after the other, in the order in which they lie: those of a stack from the bottom
    up, so that what is moved onto a stack keeps its order; those of a row from left to right; those
    of a set in component order.
    """

    components: Expr | None
    source: Place
    target: Place
    span: Span = field(default=NOWHERE, compare=False)


@node
class Deal:
    """Move the top component of the stack `source`, or chance's pick of the set `source`; nothing
    happens when it is empty."""

    source: Place
    target: Place
    span: Span = field(default=NOWHERE, compare=False)


@node
class Shuffle:
    """Chance: a stack takes a uniformly random order, again and again until a condition holds.

    A condition that `MOST_SHUFFLES` orders in a row do not meet is a `PlayError`.
    """

    place: Place
    until: Expr | None = None
    span: Span = field(default=NOWHERE, compare=False)


def in_vain(variable: StateVariable) -> str:
    """What is said when a condition is never met by shuffling."""
    return f"{variable.name} was shuffled {MOST_SHUFFLES:,} times in vain"


@node
class Pick:
    """Chance: a state variable takes a uniformly random element of a (non-empty) set."""

    variable: StateVariable
    keys: tuple[Expr, ...]
    source: Expr
    span: Span = field(default=NOWHERE, compare=False)


@node
class If:
    """One of two ways."""

    test: Expr
    then: Stmt
    other: Stmt | None
    span: Span = field(default=NOWHERE, compare=False)


@node
class For:
    """For each element of a collection, fixed on entry. The body holds no decision.

    `first`: for a set of seats, the seat with which to begin; from there round the table.
    """

    local: Local
    source: Expr
    body: Stmt
    first: Expr | None = None
    span: Span = field(default=NOWHERE, compare=False)


@node
class Times:
    """A number of times, fixed on entry. The body holds no decision."""

    count: Expr
    body: Stmt
    span: Span = field(default=NOWHERE, compare=False)


@node
class Block:
    """A body that `Leave` with the same label ends; reaching its end ends it too.

    `turn`: it is a seat's turn, extra ones included.
    """

    label: int
    body: Stmt
    span: Span = field(default=NOWHERE, compare=False)
    turn: bool = field(default=False, compare=False, kw_only=True)


@node
class Loop:
    """A body repeated until a `Leave`; `Again` starts it anew. Every way round holds a decision,
    a chance event or a counter that runs out."""

    label: int
    body: Stmt
    span: Span = field(default=NOWHERE, compare=False)


@node
class Leave:
    """Go on after the enclosing `Block` or `Loop` with this label."""

    label: int
    span: Span = field(default=NOWHERE, compare=False)


@node
class Again:
    """Go back to the start of the enclosing `Loop` with this label."""

    label: int
    span: Span = field(default=NOWHERE, compare=False)


@node
class End:
    """The game is over."""

    words: str = ""
    span: Span = field(default=NOWHERE, compare=False)


@node
class Joined:
    """The elements of a collection, with a separator between them."""

    value: Expr
    separator: str


Part = str | Expr | Joined


@node
class Message:
    """Words with values in them: text and expressions, in order. `Joined` stands in the texts of
    moves only."""

    parts: tuple[Part, ...]


AT_MOST = "at most"  # the label of a guard that says how much a selection may hold


@node
class Guard:
    """A condition on an alternative, with what to say when it fails (`message`), its label and
    rule numbers. `Completable` guards are the language's own and come last."""

    test: Expr
    message: Message
    label: str = ""
    tags: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@node
class Param:
    """A parameter of an alternative: bound to the elements of `source`, in its order."""

    local: Local
    source: Expr
    span: Span = field(default=NOWHERE, compare=False)


@node
class Weight:
    """A number that tells ways to complete a compose apart: only those are offered for which it is
    largest. `words`: the rule's sentence."""

    value: Expr
    words: str = ""
    tags: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@node
class Alternative:
    """One thing a seat may choose, with every combination of its parameters.

    Later parameters' sources may read earlier parameters. `text` is how a move is written: text and
    expressions over the parameters, joined without blanks. `fallback`: offered only when nothing
    else is.

    With a `compose`, which is a single move, each way to complete it is a move of its own: for
    given parameters all are tried depth first, as they are where a finish is possible, then with
    one step more, in order. Its steps and finishes may read the parameters and all its selections.
    With a weight, only those ways count whose weight is the largest for their parameters.
    """

    name: str
    params: tuple[Param, ...]
    guards: tuple[Guard, ...]
    body: Stmt
    text: Message
    fallback: bool = False
    words: str = ""
    tags: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)
    compose: Compose | None = None

    @property
    def bound(self) -> tuple[Local, ...]:
        """What a move binds, in the order of its code: parameters, then selections."""
        selections = () if self.compose is None else self.compose.selections
        return (*(p.local for p in self.params), *selections)


@node
class Choose:
    """A decision of the seat in the control state variable `me`.

    `point`: number of the resume point, from 0 (specialised core; −1 in the generic core). A move
    at a point is the tuple (number of the alternative, arguments…, masks of selections…); canonical
    order is alternatives as written, then arguments in order of their sources, the last fastest,
    then selections depth first. `cover`: for a choice made in secret, the name of the open choice
    it is part of, which is all that other seats see; else empty. `secret`: others see that this
    choice is made, but never which move. `around`: the names of the phase, the actions and the
    choices that it stands in, outermost first. `impossible` (specialised core): what the options
    rule out, with the guards that do so; nothing but "why not?" looks at it.
    """

    point: int
    name: str
    alternatives: tuple[Alternative, ...]
    cover: str = ""
    words: str = ""
    tags: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)
    secret: bool = field(default=False, kw_only=True)
    impossible: tuple[Alternative, ...] = field(default=(), compare=False, kw_only=True)
    around: tuple[str, ...] = field(default=(), compare=False, kw_only=True)


Stmt = (
    Seq | Let | Assign | Move | MoveAll | Deal | Shuffle | Pick | If | For | Times
    | Block | Loop | Leave | Again | End | Choose
)  # fmt: skip


@dataclass(slots=True, eq=False)
class ComposeStep:
    """A step that changes the state: offered for arguments for which all guards hold, it does what
    its body says. The body is straight: nothing is chosen, left to chance or jumped to in it."""

    name: str
    params: tuple[Param, ...]
    guards: tuple[Guard, ...]
    body: Stmt


@dataclass(slots=True, eq=False)
class ComposeFinish:
    """A way to end a compose: possible with arguments for which all guards hold."""

    name: str
    params: tuple[Param, ...]
    guards: tuple[Guard, ...]


@dataclass(slots=True, eq=False)
class Compose:
    """A choice in several steps, which are decisions of their own or, together, a single move.

    Of decisions, this is what `Completable` asks about; the choosing itself is lowered to a loop
    around a `Choose`.

    A finish can be reached from a state if one is possible there, or can be reached from the state
    that some step leads to. Looking ahead never goes wrong: where the source of a parameter or a
    guard cannot be worked out there is nothing to draw, or it does not hold; a step whose body
    fails cannot be taken; a finish whose weight cannot be worked out does not count. `own`: the
    cells that are the compose's alone (selections, and how far it has come). `weight`: what
    finishes are compared by where `Completable` asks for the best. `edit`: the first line that a
    variant has put into it, one of a step if there is such.

    A single move is part of its `Alternative`. It keeps nothing in the state: its `selections` are
    locals, one for each step and empty to begin with, and all that a step does is to give its own
    the next value, by a `Let`. Its finishes draw nothing. A rule that goes wrong is an error here.
    """

    index: int
    name: str
    steps: tuple[ComposeStep, ...]
    finishes: tuple[ComposeFinish, ...]
    own: tuple[StateVariable, ...]
    span: Span
    weight: Weight | None = None
    selections: tuple[Local, ...] = ()
    edit: Span | None = None


@node
class Score:
    """A line of the score: a number for a seat (bound to `local`)."""

    name: str
    local: Local
    value: Expr
    words: str = ""
    tags: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """Where it is kept what the rules have said to remember; all of role `history`.

    `many`: at how many places of a ring, the first ones, something is remembered, and `next` the
    one where the next moment goes. `kept`: what is remembered of each moment, by its name in the
    rules: a state variable whose last key is the place. What was remembered first is at the first
    place, or, once all are taken, at the next one.
    """

    name: str
    many: StateVariable
    next: StateVariable
    kept: tuple[tuple[str, StateVariable], ...]


@node
class Promise:
    """An `always` line. `test`: what must hold at every decision; of those that promise an end, the
    number of moves after which the game is over; of those that say seats are alike, just yes."""

    test: Expr
    words: str = ""
    tags: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def said(self) -> str:
        """What the line says, without its words and rule numbers."""
        return promised(self.span, self.tags)

    @property
    def told(self) -> str:
        """Its words, or else what it says."""
        return self.words or self.said


def promised(span: Span, tags: Sequence[str]) -> str:
    """What an `always` line says, without its words and rule numbers (`tags`)."""
    return span.said(tags).removeprefix("always ")


@node
class OutcomeCase:
    """A way in which the game can end: its names, and when it is this one; None: else."""

    names: tuple[str, ...]
    test: Expr | None
    words: str = ""
    tags: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(slots=True, eq=False, kw_only=True)
class Rules:
    """What generic and specialised programs have in common.

    `setup` runs before `flow`; the game is over when `flow` ends or an `End` is met. `me` is the
    control state variable with the seat to move; `seats` the seat domain. `winner`: which total
    wins; with `winners`, a set of seats, that set instead; `winning`: the rules' words for that.
    `outcome`: the cases of the result, in order. `always`, `ends` and `alike` are promises:
    conditions, numbers of moves, that seats are alike.
    """

    name: str
    title: str
    seats: Domain
    options: tuple[Option, ...]
    domains: tuple[Domain, ...]
    tables: tuple[Table, ...]
    boards: tuple[Board, ...]
    graphs: tuple[Graph, ...]
    variables: tuple[StateVariable, ...]
    me: StateVariable
    composes: tuple[Compose, ...]
    setup: Stmt
    flow: Stmt
    scores: tuple[Score, ...]
    winner: Literal["most", "least"]
    winners: Expr | None = None
    winning: str = ""
    outcome: tuple[OutcomeCase, ...] = ()
    always: tuple[Promise, ...]
    ends: tuple[Promise, ...] = ()
    alike: tuple[Promise, ...] = ()
    histories: tuple[History, ...] = ()

    @property
    def passes(self) -> StateVariable | None:
        """The control state variable with how many seats have passed one after another."""
        named = (
            variable
            for variable in self.variables
            if variable.role == "control" and variable.name == "passes"
        )
        return next(named, None)

    @property
    def several_win(self) -> bool:
        """May several seats win, of more than two, because the rules say so and not by a tie? Then
        a win that is shared is no draw."""
        return self.seats.size > 2 and not isinstance(self.winners, Const | None)

    def is_draw(self, winners: Sequence[int]) -> bool:
        """Have all of several seats won, and none lost? Where some have won, a team with the best
        score, say, and others not, that is a win, be it shared; and where the rules let several
        win, so is one of all."""
        return len(winners) == self.seats.size > 1 and not self.several_win

    @property
    def is_won(self) -> bool:
        """Does it hang on the game who wins? Of one with an outcome and no winner nobody can."""
        return not isinstance(self.winners, Const)

    def present(self, domain: Domain) -> Sequence[int]:
        """The elements of a domain that are in the game: all but cells beyond a smaller board."""
        if domain.columns:
            for board in self.boards:
                if board.component is domain:
                    return board.places
        return range(domain.size)


@dataclass(slots=True, eq=False, kw_only=True)
class GenericProgram(Rules):
    """A game for one number of seats and any options: the generic core. Its expressions may be
    `OptionValue` and `Call` too.

    `sized`: the options on which it hangs how many elements a type has, how far a range goes, with
    the values for which it was built; it is specialised with these alone. `elsewhere`: what is the
    name of an element with other values only.
    """

    functions: tuple[Function, ...]
    look: Look = PLAIN
    sized: dict[str, int] = field(default_factory=dict)
    elsewhere: frozenset[str] = frozenset()

    def size_of(self, cells: Domain, options: Mapping[str, int]) -> list[tuple[Option, int]]:
        """The options that say which cells of a board there are, each with its value."""
        names = {n for board in self.boards if board.component is cells for n in board.options}
        return [(option, options[option.name]) for option in self.options if option.name in names]

    def is_for(self, options: Mapping[str, int]) -> bool:
        """Was it built for these values, as stored, of the options on which sizes hang?"""
        return all(options[name] == value for name, value in self.sized.items())


@dataclass(slots=True, eq=False, kw_only=True)
class Program(Rules):
    """A game with its options chosen: the specialised core, which `specialise` makes and engines
    play.

    `bound`: the options, as stored. `choices`: by point. `generic`: what it was made of, with all
    definitions by name; none if it was written by hand.
    """

    bound: dict[str, int]
    choices: tuple[Choose, ...]
    generic: GenericProgram | None = None
