"""What names mean: the declarations of a program as symbols, and the names bound around a place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace

from ..core import ir
from ..core.walk import walk
from ..source import Span
from ..syntax import nodes as n

RESERVED = {
    "me": "the seat that has the turn",
    "opponent": "the other one of two seats",
    "passes": "how many have passed in turn",
    "winners": "who has won",
    "seat": "the type of all seats",
    "none": "no element",
    "nobody": "no seat",
    "box": "where lies what is in no zone",
    "yes": "what is so",
    "no": "what is not so",
    "not": "that something is not so",
}
"""What has a meaning of its own everywhere, and is the name of nothing else; and what that is."""


def own_meaning(name: str) -> str:
    """That a name cannot be declared, and what it means, if it is one of these."""
    means = f" ({RESERVED[name]})" if name in RESERVED else ""
    return f"{name} has a meaning of its own{means} and cannot be declared"


Names = dict[str, ir.Expr]
Things = dict[str, tuple[str, Span]]
"""What every name is a name of, with its place (see `kinds`)."""


@dataclass(slots=True)
class Symbol:
    """A declared name. `used` is set by the first thing that reads it; `words` name its kind."""

    name: str
    kind: str
    span: Span
    used: bool = False
    optional: bool = False  # need not be used: it comes from a library


@dataclass(slots=True)
class DomainSymbol(Symbol):
    domain: ir.Domain = None  # type: ignore[assignment]


@dataclass(slots=True)
class VariableSymbol(Symbol):
    variable: ir.StateVariable = None  # type: ignore[assignment]
    written: bool = False


@dataclass(slots=True)
class TableSymbol(Symbol):
    """Fixed data read as `name of element`: a column of a component, or the ends of an edge."""

    table: ir.Table = None  # type: ignore[assignment]


@dataclass(slots=True)
class BoardSymbol(Symbol):
    board: ir.Board = None  # type: ignore[assignment]


@dataclass(slots=True)
class FunctionSymbol(Symbol):
    """A definition; `function` is made when its body has been read, `busy` while it is."""

    declaration: n.DefineDecl = None  # type: ignore[assignment]
    function: ir.Function | None = None
    busy: bool = False


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a history holds of each moment: something of the rules by its name, one value for each
    combination of the keys. `reads`: on what it depends."""

    name: str
    keys: tuple[ir.Domain, ...]
    type: ir.Type
    reads: frozenset[ir.StateVariable]


@dataclass(slots=True)
class HistorySymbol(Symbol):
    """A history. `history`, `recorded`, `most` (how many moments): not there before all names are
    declared, nor if something is wrong with it (`broken`). `written`: is anything ever remembered
    in it?"""

    declaration: n.HistoryDecl = None  # type: ignore[assignment]
    history: ir.History | None = None
    recorded: tuple[Recorded, ...] = ()
    most: ir.Expr | None = None
    broken: bool = False
    written: bool = False


@dataclass(slots=True)
class OptionSymbol(Symbol):
    option: ir.Option = None  # type: ignore[assignment]


@dataclass(slots=True)
class ActionSymbol(Symbol):
    declaration: n.ActionDecl = None  # type: ignore[assignment]
    busy: bool = False


@dataclass(slots=True)
class ProcedureSymbol(Symbol):
    declaration: n.ProcedureDecl = None  # type: ignore[assignment]
    busy: bool = False


Given = tuple[tuple[ir.Option, int], ...]  # options, each with a value


@dataclass(slots=True)
class Choices:
    """What is chosen of options, by their names, and `asked`: on which of them sizes hang."""

    chosen: dict[str, int] = field(default_factory=dict)
    options: dict[str, ir.Option] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)

    def add(self, option: ir.Option, value: int) -> None:
        self.options[option.name] = option
        self.chosen[option.name] = value

    def given(self, names: Iterable[str]) -> Given:
        """Some options with what is chosen."""
        return tuple((self.options[name], self.chosen[name]) for name in names)


@dataclass(slots=True)
class Scope:
    """All declarations of a program.

    `values` holds what expressions may name, `actions` and `procedures` what statements may; `ends`
    maps an edge domain to its table; `elements` every element's label to the domains that have it;
    `elsewhere` the names that are there with other options to what they are names of. `seats_vary`:
    may there be more or fewer seats than these?
    """

    seats: ir.Domain
    seats_vary: bool = False
    twice: set[str] = field(default_factory=set)  # which was meant is not known
    values: dict[str, Symbol] = field(default_factory=dict)
    actions: dict[str, ActionSymbol] = field(default_factory=dict)
    procedures: dict[str, ProcedureSymbol] = field(default_factory=dict)
    things: Callable[[], Things] = dict
    domains: list[ir.Domain] = field(default_factory=list)
    ranges: dict[int, ir.Domain] = field(default_factory=dict)  # of numbers, by the highest
    rings: list[ir.Domain] = field(default_factory=list)  # of places that histories have
    copies: set[ir.Domain] = field(
        default_factory=set
    )  # types of which several elements have one name
    columns: dict[tuple[str, str], TableSymbol] = field(default_factory=dict)
    tables: list[ir.Table] = field(default_factory=list)
    variables: list[ir.StateVariable] = field(default_factory=list)
    boards: list[ir.Board] = field(default_factory=list)
    boxes: dict[str, ir.StateVariable] = field(
        default_factory=dict
    )  # what lies nowhere yet, by component
    graphs: dict[str, ir.Graph] = field(default_factory=dict)
    grids: dict[str, ir.StateVariable] = field(
        default_factory=dict
    )  # by the type of their state variables
    boards_of_cells: dict[str, ir.Board] = field(default_factory=dict)  # the same
    geometry: dict[tuple[str, tuple[ir.Domain, ...]], ir.Table] = field(default_factory=dict)
    cut_tables: dict[ir.Table, ir.Function] = field(default_factory=dict)  # to the size of a board
    composes: list[ir.Compose] = field(default_factory=list)
    me: ir.StateVariable = None  # type: ignore[assignment]
    passes: ir.StateVariable = None  # type: ignore[assignment]
    scores: list[ir.Score] = field(default_factory=list)
    outcome: tuple[ir.OutcomeCase, ...] = ()
    elsewhere: dict[str, str] = field(default_factory=dict)
    choices: Choices = field(default_factory=Choices)
    locals: int = 0
    labels: int = 0

    def copy(self) -> Scope:
        """A scope in which more can be declared and numbered, and nobody else will know."""
        other = replace(self)
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, dict | list | set):
                setattr(other, one.name, value.copy())
        return other

    def varies(self, expr: ir.Expr) -> bool:
        """Might the range of a number be another one for more seats, or with other options?"""
        return bool(self.choices.asked) or (self.seats_vary and any(
            isinstance(part, ir.Op) and part.name == "size"
            and isinstance(kind := part.args[0].type, ir.SetOf) and kind.domain is self.seats
            for part in walk(expr)
        ))  # fmt: skip

    def is_always_there(self, domain: ir.Domain, cell: int) -> bool:
        """Is a cell on the board whatever the options are? So is every other element."""
        board = self.boards_of_cells.get(domain.name)
        if board is None:
            return True
        return all(cell in extent.places for extent in board.extents or (board,))

    def add_domain(self, domain: ir.Domain) -> None:
        self.domains.append(domain)

    def range_to(self, high: int) -> ir.Domain:
        """The numbers from 0 to a highest one, as a domain for sets of them."""
        if high not in self.ranges:
            labels = tuple(map(str, range(high + 1)))
            self.ranges[high] = ir.Domain("number", "range", labels)
        return self.ranges[high]

    def add_variable(
        self,
        name: str,
        keys: tuple[ir.Domain, ...],
        kind: ir.Type,
        start: int,
        seen: ir.Visibility,
        role: ir.Role,
        span: Span,
        words: str = "",
        *,
        chosen: bool = True,
        asked: ir.StateVariable | None = None,
    ) -> ir.StateVariable:
        variable = ir.StateVariable(
            len(self.variables), name, keys, kind, start, seen, role, words, span, chosen, asked
        )
        self.variables.append(variable)
        return variable

    def add_table(
        self,
        name: str,
        keys: tuple[ir.Domain, ...],
        kind: ir.Type,
        values: Iterable[int],
        span: Span,
        optional: bool = False,
    ) -> ir.Table:
        table = ir.Table(len(self.tables), name, keys, kind, tuple(values), span, optional)
        self.tables.append(table)
        return table

    def kept_table(
        self, name: str, keys: tuple[ir.Domain, ...], kind: ir.Type,
        values: Callable[[], Iterable[int]], span: Span,
    ) -> ir.Table:  # fmt: skip
        """A table, made when it is first asked for."""
        key = name, keys
        if key not in self.geometry:
            self.geometry[key] = self.add_table(name, keys, kind, values(), span)
        return self.geometry[key]

    def fresh(self, name: str, kind: ir.Type, span: Span) -> ir.Local:
        """A new bound name."""
        self.locals += 1
        return ir.Local(self.locals, name, kind, span)

    def label(self) -> int:
        """A new label for a block or loop."""
        self.labels += 1
        return self.labels

    def has_zones(self) -> bool:
        """Is there anything that components lie in?"""
        return any(variable.role == "zone" for variable in self.variables)

    def is_type_and_more(self, name: str) -> bool:
        """Is this declared as a type and once more, so that a value of it may be meant?"""
        return name in self.twice and isinstance(self.values.get(name), DomainSymbol)

    def with_label(self, label: str) -> list[ir.Domain]:
        """The domains that have an element of this name."""
        return [d for d in self.domains if label in d.labels]
