"""The tree of what was written: one frozen dataclass for each form of the grammar.

Nothing here is resolved: names are names. Spans come last and do not count in comparisons, so that
two trees are equal when they say the same. `Tail` is what every line may end in: the rulebook's
words and the rule numbers.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal, NamedTuple

from ..frozen import node
from ..source import NOWHERE, Span


@node
class End:
    """One of several conditions under which turns or a `repeat` end: the words that are said of it,
    where it stands, and the edit that says so, if a variant does."""

    words: str
    test: Span
    edit: Span | None


@node
class Tail:
    """`"words" RULE-1, RULE-2` at the end of a line. `edit`: where that stands, if a variant says
    it of a line of the game. `ends`: the first end of turns and the like, and those that variants
    have added, if any; `words` are those of all of them then."""

    words: str = ""
    tags: tuple[str, ...] = ()
    edit: Span | None = field(default=None, compare=False, repr=False)
    ends: tuple[End, ...] = field(default=(), compare=False, repr=False)


NO_TAIL = Tail()


@node
class Node:
    """What every node has: where it was written."""

    span: Span = field(default=NOWHERE, compare=False, kw_only=True)


@node
class Name(Node):
    """A bare name, or one in single quotes (which may hold blanks)."""

    text: str
    quoted: bool = False


@node
class Integer(Node):
    value: int


@node
class YesNo(Node):
    value: bool


@node
class Apply(Node):
    """`name of x` or `name(x, y)`."""

    name: Name
    args: tuple[Expr, ...]


@node
class Compare(Node):
    op: str  # is, is not, <, <=, >, >=, in, not in, meets
    left: Expr
    right: Expr


@node
class Check(Node):
    """`x is empty`, `x is not full`."""

    what: Literal["empty", "full"]
    negated: bool
    operand: Expr


@node
class Arithmetic(Node):
    op: str  # + - *
    left: Expr
    right: Expr


@node
class Negate(Node):
    operand: Expr


@node
class Logic(Node):
    op: Literal["and", "or"]
    items: tuple[Expr, ...]


@node
class Not(Node):
    operand: Expr


@node
class When(Node):
    """`then when test else other`."""

    then: Expr
    test: Expr
    other: Expr


@node
class SetLiteral(Node):
    items: tuple[Expr, ...]


@node
class RangeOf(Node):
    """`low..high`; in brackets it is a set that `+` and `-` leave whole."""

    low: Expr
    high: Expr
    bracketed: bool = False


@node
class Query(Node):
    """A query with its own name for the element: `some x in S where C`, `total E for x in S`.

    `body` is E of total, product, largest, smallest and the claim of every; None otherwise. `more`:
    the names after the first, if it draws several.
    """

    kind: str
    binder: Name
    source: Expr
    where: Expr | None
    body: Expr | None
    more: tuple[Drawn, ...] = ()


@node
class Drawn(Node):
    """One more name that a query or `each` draws: from a source of its own, or from what the name
    before it is drawn from."""

    binder: Name
    source: Expr | None


@node
class Paths(Node):
    """`paths from A to B in S by F`: where the ways over elements lead, as a source."""

    start: Expr
    goal: Expr
    through: Expr
    by: Name | None


@node
class Lifted(Node):
    """A query without a name of its own: `count S`, `total f of S`."""

    kind: str
    operand: Expr


@node
class Longest(Node):
    """`longest trail of S`: of edges, or for a line of cells; `longest path of S by NEAR`."""

    kind: Name
    among: Expr
    by: Name | None


Expr = (
    Name | Integer | YesNo | Apply | Compare | Check | Arithmetic | Negate | Logic | Not | When
    | SetLiteral | RangeOf | Query | Paths | Lifted | Longest
)  # fmt: skip


@node
class Template(Node):
    """Words with expressions in braces; `parts` are texts and expressions in order."""

    parts: tuple[str | Expr, ...]


@node
class TypeName(Node):
    """A domain, or `domain or none`."""

    name: Name
    otherwise: str = ""


@node
class TypeTruth(Node):
    pass


@node
class TypeSet(Node):
    name: Name


@node
class TypeRange(Node):
    """From one number to another; what is no number as it is written is made of options."""

    low: int | Expr
    high: int | Expr
    otherwise: str = ""


TypeExpr = TypeName | TypeTruth | TypeSet | TypeRange


@node
class Needs(Node):
    """`label` empty when the line has none."""

    label: str
    test: Expr
    message: Template
    tail: Tail = NO_TAIL


@node
class MoveTo(Node):
    what: Expr
    source: Expr | None
    target: Expr
    tail: Tail = NO_TAIL


@node
class DealFrom(Node):
    count: Expr
    source: Expr
    target: Expr
    each: bool
    tail: Tail = NO_TAIL


@node
class Refill(Node):
    target: Expr
    source: Expr
    tail: Tail = NO_TAIL


@node
class ShuffleZone(Node):
    """`shuffle pile`, or again and again `until` a condition holds."""

    zone: Expr
    until: Expr | None
    tail: Tail = NO_TAIL


@node
class PickFrom(Node):
    target: Expr
    source: Expr
    tail: Tail = NO_TAIL


@node
class SetTo(Node):
    target: Expr
    value: Expr
    tail: Tail = NO_TAIL


@node
class Change(Node):
    """`gain n x` (sign 1) or `spend n x` (sign −1)."""

    sign: int
    amount: Expr
    target: Expr
    tail: Tail = NO_TAIL


@node
class LetBe(Node):
    name: Name
    value: Expr
    tail: Tail = NO_TAIL


@node
class CallTo(Node):
    """A procedure by name."""

    name: Name
    args: tuple[Expr, ...]
    tail: Tail = NO_TAIL


@node
class IfElse(Node):
    test: Expr
    then: tuple[Statement, ...]
    other: tuple[Statement, ...]
    tail: Tail = NO_TAIL


@node
class Each(Node):
    """`first`: for seats, the one with which to begin. `more`: the names after the first."""

    binder: Name
    source: Expr
    first: Expr | None
    where: Expr | None
    body: tuple[Statement, ...]
    tail: Tail = NO_TAIL
    more: tuple[Drawn, ...] = ()


@node
class Repeat(Node):
    """`repeat while test` or `repeat until test`, looked at before each time."""

    whether: Literal["while", "until"]
    test: Expr
    body: tuple[Statement, ...]
    tail: Tail = NO_TAIL


@node
class Turns(Node):
    """Turns, one seat after another clockwise, until a condition that is looked at before each.

    `among`: the seats that have turns; all if left out.
    """

    among: Expr | None
    first: Expr | None
    until: Expr | None
    body: tuple[Statement, ...]
    tail: Tail = NO_TAIL


@node
class Parameter(Node):
    """`name in source where condition`."""

    name: Name
    source: Expr
    where: Expr | None


@node
class Hole(Node):
    """`{name}` in the text of a move; `{name ' + '}` says what joins the elements of a set."""

    name: Name
    separator: str = ", "


@node
class MoveText(Node):
    """How a move is written: texts and the parameters that stand between them, in order."""

    parts: tuple[str | Hole, ...]


@node
class Offer(Node):
    """One entry of a choice. Without parameters and body it may name an action.

    `role`: `offer`; `fallback` (after `else`: there if nothing else is); `decline` (after `or`).
    """

    role: Literal["offer", "fallback", "decline"]
    name: Name
    params: tuple[Parameter, ...]
    body: tuple[Statement, ...]
    tail: Tail = NO_TAIL
    text: MoveText | None = None


@node
class ChooseOne(Node):
    """`may`: skipped without asking when only the `or` entry is left. `by`: the seat that chooses,
    if it is not the one whose turn it is. `secretly`: others see only that something is chosen."""

    may: bool
    name: Name
    by: Expr | None
    entries: tuple[Offer, ...]
    secretly: bool = False
    tail: Tail = NO_TAIL


@node
class Step(Node):
    """`step pay(c in hand of me) into payment at most 3` with its needs and what it does."""

    name: Name
    params: tuple[Parameter, ...]
    into: Name | None
    at_most: Expr | None
    needs: tuple[Needs, ...]
    body: tuple[Statement, ...] = ()
    tail: Tail = NO_TAIL
    text: MoveText | None = None


@node
class FinishStep(Node):
    """`finish play(n in 1..4)` with its needs and what happens then."""

    name: Name
    params: tuple[Parameter, ...]
    needs: tuple[Needs, ...]
    body: tuple[Statement, ...] = ()
    tail: Tail = NO_TAIL
    text: MoveText | None = None


@node
class Most(Node):
    """`most size of taken`: only those ways through a compose for which the value is largest."""

    value: Expr
    tail: Tail = NO_TAIL


@node
class ComposeOne(Node):
    """A choice in several steps; with a text of its own (`named`) every whole one is a move.

    `until`: the condition that ends it, looked at before each step; `otherwise`: what is said of
    steps after which it can hold no more, or, of a condition in several parts, for each of these.
    """

    name: Name
    secretly: bool
    parts: tuple[Step | FinishStep | Most, ...]
    tail: Tail = NO_TAIL
    text: MoveText | None = None
    until: Expr | None = None
    otherwise: tuple[Template, ...] = ()


@node
class Simple(Node):
    """`end game`, `end turn`, `extra turn`, `pass`, `again`."""

    what: Literal["end game", "end turn", "extra turn", "pass", "again"]
    tail: Tail = NO_TAIL


@node
class TurnTo(Node):
    """`turn to SEAT`: the turn ends, and this seat has the next one."""

    seat: Expr
    tail: Tail = NO_TAIL


Jump = Simple | TurnTo  # what always leads away
Plain = MoveTo | DealFrom | Refill | ShuffleZone | PickFrom | SetTo | Change | Jump  # just happens
Statement = (
    Plain | Needs | LetBe | CallTo | IfElse | Each | Repeat | Turns | ChooseOne | ComposeOne
)  # fmt: skip


@node
class Header(Node):
    """The first declaration of a file. `base`: the game a variant edits, else None. `players`: the
    fewest and the most, if it says that; `not_for`: the numbers between these that it leaves out.
    """

    kind: Literal["game", "library", "variant"]
    name: Name
    base: Name | None
    title: str
    blurbs: tuple[str, ...]
    credits: tuple[str, ...]
    players: tuple[int, int] | None
    seat_names: tuple[Name, ...]
    uses: tuple[Name, ...]
    excludes: tuple[tuple[Name, Tail], ...]
    tags: tuple[str, ...] = ()
    players_tail: Tail = NO_TAIL
    not_for: tuple[int, ...] = ()

    def numbers(self, otherwise: tuple[int, int]) -> tuple[int, ...]:
        """For how many players it is, the fewest first; `otherwise`: from how many to how many, if
        it does not say so."""
        return numbers(*(self.players or otherwise), self.not_for)


MOST_SEATS = 16
FOR_HOW_MANY = f"a game is for 1 to {MOST_SEATS} players, the fewest first"


def numbers(low: int, high: int, not_for: tuple[int, ...]) -> tuple[int, ...]:
    """All numbers from one to another but those that are left out; never none, also where it is
    told as a mistake that there are too many of them, or the most first."""
    most = min(high, MOST_SEATS)
    return tuple(many for many in range(low, most + 1) if many not in not_for) or (low,)


@node
class OptionDecl(Node):
    """`values`: names, or numbers; `full` is the range they come from when one is given."""

    name: Name
    values: tuple[Name | Integer | RangeOf, ...]
    tail: Tail = NO_TAIL


@node
class NamesTo(Node):
    """`p1..size`: names that count on from the first one up to a number that options make."""

    first: Name
    last: Expr


@node
class TypeDecl(Node):
    name: Name
    ring: bool
    values: tuple[Name | NamesTo, ...]
    tail: Tail = NO_TAIL
    more: tuple[AddTo, ...] = ()  # by variants

    @property
    def all_values(self) -> tuple[Name | NamesTo, ...]:
        """Those of variants too."""
        return (*self.values, *(name for edit in self.more for name in edit.names))

    @property
    def names(self) -> tuple[Name, ...]:
        """The names that stand there."""
        return tuple(v.first if isinstance(v, NamesTo) else v for v in self.all_values)


@node
class PairDecl(Node):
    """`type load: (ware: suit, length: 2..9) named "{ware} {length}"`: every combination."""

    name: Name
    fields: tuple[Typed, ...]
    text: MoveText | None
    tail: Tail = NO_TAIL


@node
class Column(Node):
    names: tuple[Name, ...]
    type: TypeExpr
    tail: Tail = NO_TAIL


@node
class ComponentDecl(Node):
    """What a table lists: components, or the values of a type, with their properties. `count`: the
    column that says how many components there are of a row, or an option."""

    name: Name
    table: str
    named_by: Name
    columns: tuple[Column, ...]
    kind: Literal["component", "type"] = "component"
    tail: Tail = NO_TAIL
    count: Name | None = None
    more: tuple[AddRows, ...] = ()  # by variants


@node
class BoardDecl(Node):
    """A grid with one component on every place, from a table. `where`: what says which places there
    are, which nothing may say here."""

    name: Name
    rows: Expr
    columns: Expr
    component: Name
    table: str
    where: Expr | None = None
    tail: Tail = NO_TAIL


@node
class CellBoardDecl(Node):
    """A grid of cells. `shape`: what the cells are, if it is said; or what is said to lie there
    without a table. `where`: which cells there are, by their `row` and `column`."""

    name: Name
    rows: Expr
    columns: Expr
    shape: Name | None = None
    where: Expr | None = None
    tail: Tail = NO_TAIL


@node
class GrowingDecl(Node):
    """A grid without bounds, on whose cells components are laid."""

    name: Name
    component: Name
    tail: Tail = NO_TAIL


@node
class CellsDecl(Node):
    """The cells of a board as a type; `template` says how one is written."""

    name: Name
    board: Name
    template: str
    tail: Tail = NO_TAIL


@node
class EdgesDecl(Node):
    name: Name
    board: Name
    tail: Tail = NO_TAIL


@node
class ZoneDecl(Node):
    name: Name
    keys: tuple[Name, ...]
    shape: Literal["set", "stack", "row", "slot"]
    places: int | Expr  # of a row
    component: Name
    seen: str  # owner, others, nobody, all, or `with` and the name of a component
    tail: Tail = NO_TAIL


@node
class MarkDecl(Node):
    name: Name
    keys: tuple[Name, ...]
    type: TypeExpr
    start: Expr | None
    seen: str
    tail: Tail = NO_TAIL


@node
class HistoryDecl(Node):
    """`history positions of stone, me: last 100`: what these held when it was remembered."""

    name: Name
    of: tuple[Name, ...]
    last: Expr
    tail: Tail = NO_TAIL


@node
class Typed(Node):
    """A parameter with its type."""

    name: Name
    type: TypeExpr


@node
class Case(Node):
    """`value when test`, or `value else` (test None)."""

    value: Expr
    test: Expr | None
    tail: Tail = NO_TAIL


@node
class DefineDecl(Node):
    """One value (a single case without test) or several cases."""

    name: Name
    params: tuple[Typed, ...]
    cases: tuple[Case, ...]
    tail: Tail = NO_TAIL


@node
class ScoreDecl(Node):
    name: Name
    seat: Name
    value: Expr
    tail: Tail = NO_TAIL


@node
class WinnerDecl(Node):
    """Who wins: by score (`best`), or every seat for which a condition holds (`where`)."""

    best: Literal["most", "least", "where"]
    tail: Tail = NO_TAIL
    seat: Name | None = None
    test: Expr | None = None


@node
class OutcomeCase(Node):
    """`win, solvent when test`; without test the last one, `else`."""

    names: tuple[Name, ...]
    test: Expr | None
    tail: Tail = NO_TAIL


@node
class OutcomeDecl(Node):
    cases: tuple[OutcomeCase, ...]
    tail: Tail = NO_TAIL


@node
class AlwaysDecl(Node):
    test: Expr
    tail: Tail = NO_TAIL


@node
class AlwaysEnds(Node):
    """`always end after 60 moves`: a game never takes more decisions than that."""

    moves: Expr
    tail: Tail = NO_TAIL


@node
class AlwaysAlike(Node):
    """`always seats alike`: the rules set no seat apart from the others."""

    tail: Tail = NO_TAIL


@node
class SetupDecl(Node):
    body: tuple[Statement, ...]
    tail: Tail = NO_TAIL


@node
class PhaseDecl(Node):
    name: Name
    body: tuple[Statement, ...]
    tail: Tail = NO_TAIL


@node
class ActionDecl(Node):
    name: Name
    params: tuple[Parameter, ...]
    body: tuple[Statement, ...]
    tail: Tail = NO_TAIL
    text: MoveText | None = None


@node
class ProcedureDecl(Node):
    name: Name
    params: tuple[Typed, ...]
    body: tuple[Statement, ...]
    tail: Tail = NO_TAIL


@node
class WheneverDecl(Node):
    test: Expr
    body: tuple[Statement, ...]
    tail: Tail = NO_TAIL


@node
class BeforeDealing(Node):
    zone: Name
    body: tuple[Statement, ...]
    tail: Tail = NO_TAIL


TO_MOVE = "to move"  # the place of a line that gives a seat and then the names of a choice


@node
class Given(Node):
    """`place: values` – what the values are is found later, by the type of the place."""

    place: Expr
    values: tuple[Name, ...]
    values_span: Span = field(default=NOWHERE, compare=False)


@node
class SceneSeats(Node):
    count: int


@node
class SceneOption(Node):
    name: Name
    value: Name | Integer


@node
class SceneGiven(Node):
    lines: tuple[Given, ...]


@node
class SceneSeen(Node):
    seat: Expr
    lines: tuple[Given, ...]


@node
class SceneChance(Node):
    """What chance decides, one event after another; of a shuffle top first, and after `...` all
    others, in the order of their type."""

    outcomes: tuple[tuple[str, ...], ...]


@node
class ScenePlay(Node):
    moves: tuple[str, ...]


@node
class SceneOffers(Node):
    """`open`: the line ends in `...`, so other moves may be offered too."""

    moves: tuple[str, ...]
    open: bool


@node
class SceneRefuses(Node):
    move: str
    reason: str


@node
class SceneExpect(Node):
    test: Expr


class HowItStands(NamedTuple):
    """What is expected of a game by itself, by a `name`: that it is `over`, or goes on; or that it
    has ended with an `outcome`, which is None else."""

    name: Name
    over: bool
    outcome: Name | None = None


def how_it_stands(item: Expr) -> HowItStands | None:
    """What a part of an expectation says of the game, if the rules declare nothing that is called
    so: `over`, `not over`, `outcome is NAME`."""
    match item:
        case Name(text="over"):
            return HowItStands(item, True)
        case Not(operand=Name(text="over") as name):
            return HowItStands(name, False)
        case Compare(op="is", left=Name(text="outcome") as name, right=Name() as outcome):
            return HowItStands(name, True, outcome)
    return None


@node
class SceneOutcome(Node):
    """`expect outcome is loss, bankrupt`."""

    names: tuple[Name, ...]


Scene = (
    SceneSeats | SceneOption | SceneGiven | SceneSeen | SceneChance | ScenePlay | SceneOffers
    | SceneRefuses | SceneExpect | SceneOutcome
)  # fmt: skip


@node
class ScenarioDecl(Node):
    title: str
    scenes: tuple[Scene, ...]
    tags: tuple[str, ...] = ()


@node
class Target(Node):
    """Names from the inside out: `suited in step pay in claim`. Each name's nearest named
    surrounding is the next name; the outermost names may be left out while one thing is meant.

    `words`: for each name the word that says what it is a name of, or an empty string. A name that
    stands in double quotes, and keeps them here, is what a line says or how it begins.
    """

    names: tuple[Name, ...]
    words: tuple[str, ...]

    def __str__(self) -> str:
        parts = (
            f"{word} '{name.text}'" if name.quoted else f"{word} {name.text}"
            for word, name in zip(self.words, self.names, strict=True)
        )
        return " in ".join(part.lstrip() for part in parts)


Added = tuple["Statement | Step | FinishStep | Most", ...]


@node
class Add(Node):
    """`last`: after what other variants add at the same place."""

    where: Literal["before", "after", "start", "end"]
    target: Target
    content: Added
    last: bool = False
    tail: Tail = NO_TAIL


@node
class AddTo(Node):
    """`add give to main`: more actions in a choice, or more values of a type. `role`: what these
    are of the choice, as in `add else pass to main` (see `Offer`)."""

    names: tuple[Name, ...]
    target: Target
    tail: Tail = NO_TAIL
    role: Literal["offer", "fallback", "decline"] = "offer"

    @property
    def written(self) -> str:
        """What is added, as it is written: `give, take`, `else pass`."""
        word = {"offer": "", "fallback": "else ", "decline": "or "}[self.role]
        return word + ", ".join(name.text for name in self.names)


@node
class AddCase(Node):
    """`add stalemate when no_moves to outcome`: one more name for how a game ends."""

    case: OutcomeCase


@node
class AddRows(Node):
    """`add "relics.csv" to card`: the rows of another table, too. `instead`: what it says of rows
    that are there takes the place of what is said of them, as in `replace "dear.csv" in card`."""

    table: str
    target: Target
    tail: Tail = NO_TAIL
    instead: bool = False


@node
class ReplacePart(Node):
    target: Target
    content: Added | tuple[WheneverDecl | BeforeDealing, ...]
    tail: Tail = NO_TAIL


@node
class ReplaceDecl(Node):
    declaration: (
        DefineDecl | ActionDecl | ProcedureDecl | ZoneDecl | MarkDecl | HistoryDecl | OptionDecl
        | ScoreDecl | WinnerDecl | OutcomeDecl | TypeDecl | PairDecl | ComponentDecl | BoardDecl
        | CellBoardDecl | GrowingDecl | ScenarioDecl
    )  # fmt: skip


@node
class Remove(Node):
    target: Target
    tail: Tail = NO_TAIL


@node
class RemoveScenarios(Node):
    """`remove scenario "Title", …`: what the game showed there is otherwise now."""

    titles: tuple[Name, ...]


@node
class RemovePromises(Node):
    """`remove always "Words", …`: the promises with these words are not kept any more."""

    titles: tuple[Name, ...]
    tail: Tail = NO_TAIL


@node
class SetEnd(Node):
    """`set until in turns to bowl is 0`: another end of turns, a `repeat` or a compose; or `more`:
    `add until bowl is 0 to turns`, they end then too."""

    name: Name
    target: Target
    value: Expr
    otherwise: tuple[Template, ...] = ()
    tail: Tail = NO_TAIL
    more: bool = False


@node
class SetValue(Node):
    """`set hand_size to 7`: another default for an option, another value for a definition."""

    name: Name
    value: Expr
    tail: Tail = NO_TAIL


@node
class Together(Node):
    """Edits, and what is declared for them, that apply only when another variant is chosen too."""

    other: Name
    parts: tuple[
        Edit
        | RemoveScenarios
        | TypeDecl
        | PairDecl
        | ZoneDecl
        | MarkDecl
        | HistoryDecl
        | DefineDecl
        | ScoreDecl
        | WheneverDecl
        | BeforeDealing
        | Promise
        | ActionDecl
        | ProcedureDecl
        | ScenarioDecl,
        ...,
    ]
    tail: Tail = NO_TAIL


Edit = (
    Add | AddTo | AddCase | AddRows | ReplacePart | ReplaceDecl | Remove | RemovePromises | SetEnd
    | SetValue
)  # fmt: skip

Promise = AlwaysDecl | AlwaysEnds | AlwaysAlike

Declaration = (
    Header | OptionDecl | TypeDecl | PairDecl | ComponentDecl | BoardDecl
    | CellBoardDecl | GrowingDecl | CellsDecl | EdgesDecl | ZoneDecl
    | MarkDecl | HistoryDecl | DefineDecl | ScoreDecl | WinnerDecl | OutcomeDecl | Promise
    | SetupDecl | PhaseDecl | ActionDecl | ProcedureDecl | WheneverDecl | BeforeDealing
    | ScenarioDecl | Add | AddTo | AddCase | AddRows | ReplacePart | ReplaceDecl | Remove
    | RemovePromises | RemoveScenarios | SetEnd | SetValue | Together
)  # fmt: skip


@node
class File:
    """A whole file: its header (None when it is broken) and its declarations in order.

    `broken`: where the declarations stand that could not be read.
    """

    header: Header | None
    declarations: tuple[Declaration, ...]
    broken: tuple[Span, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)
