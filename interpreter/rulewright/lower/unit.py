"""What all generated functions of a program share: fixed data, names, and facts about expressions.

Fixed data (tables, masks, chunk tables, places for errors) is made here once and handed to the
generated code as globals, so that the code stays small and compiles fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Literal, TypeVar

from ..core import ir
from ..core.paths import width
from ..core.selecting import Selecting, selecting_steps
from ..core.walk import expressions_in
from ..runtime.layout import Layout
from ..source import NOWHERE, SourceFile, Span
from .changes import variables_changed, variables_read, variables_weighed
from .intervals import Intervals
from .names import GLOBALS, Names
from .nodes import Name, name
from .passes import PASSES
from .primitives import PRIMITIVES, AllWays, Longest, LongestPath, Watching, WaysBy

T = TypeVar("T")
Watched = ir.Move | ir.MoveAll | ir.Deal | ir.Block
Watch = Callable[[Watched], tuple[Watching, ...]]
"""What is called on the slots of a state: before and after components move, or when a block that
holds decisions begins; nothing: nothing is. Before a move it is also given the keys of the places,
first of that where components come from."""
MOST_BITS = 8192  # of a table of single bits
BIT, ABOVE = "BIT", "ABOVE"  # tables of single bits, and of all bits from one on
FIRST_FRESH_LOCAL = 1_000_000
NOTHING_LEFT_OUT: frozenset[str] = frozenset()
ANYTHING = 1 << 62  # more than there are elements of anything
NO_LOCALS: frozenset[int] = frozenset()
NO_VARIABLES: frozenset[ir.StateVariable] = frozenset()


class Unit:
    """The fixed data and the facts of one program."""

    def __init__(
        self,
        program: ir.Program,
        layout: Layout,
        without: frozenset[str] = NOTHING_LEFT_OUT,
        widest: int | None = None,
        watch: Watch | None = None,
    ) -> None:
        """`widest`: how many bits a number may have that is as quick as a small one; None: any.
        `watch`: see `Watch`."""
        self.program = program
        self.layout = layout
        self.widest = widest
        self.watch = watch
        self._without = without
        self.data: dict[str, object] = {}
        self.intervals = Intervals()
        self._named: dict[str, int] = {}  # by name of a local: it is an element of so many
        self.kept_numbers: dict[str, tuple[int, int]] = {}  # by name of a map: from what to what
        self.inner: set[str] = set()  # functions not yet compiled that only each other call
        self._names = Names({*GLOBALS, *PRIMITIVES, BIT, ABOVE})
        self._made: dict[object, str] = {}
        self._kept: list[object] = []
        self._results: dict[object, object] = {}
        self._numbers: dict[ir.Expr, int] = {}
        self._numbers_by_id: dict[int, int] = {}
        self._locals = FIRST_FRESH_LOCAL
        self._free: dict[int, frozenset[int]] = {}
        self._reads: dict[int, frozenset[ir.StateVariable]] = {}
        sizes = (domain.size for domain in _domains(program))
        widest = max(size for size in sizes if size <= MOST_BITS)
        self.data[BIT] = (*(1 << i for i in range(widest)), 0)
        self.data[ABOVE] = tuple(-1 << i for i in range(widest + 1))

    def call_local(self, name: str, local: ir.Local) -> None:
        """A local has this name in some function."""
        size = local.type.domain.size if isinstance(local.type, ir.Element) else ANYTHING
        self._named[name] = max(size, self._named.get(name, 0))

    def sizes(self) -> dict[str, int]:
        """The names that are given to nothing but elements, or none, of so many at most; in other
        functions they may be parameters or state variables."""
        return {name: size for name, size in self._named.items() if size < ANYTHING}

    def names_local(self, name: str) -> bool:
        """Has a local this name in some function?"""
        return name in self._named

    def uses(self, name: str) -> bool:
        """Is a pass carried out: one of `passes.PASSES`?"""
        assert name in PASSES, name
        return name not in self._without

    def once(self, key: object, about: object, make: Callable[[], T]) -> T:
        """What `make` gives, made once for each key; `about` is kept so that its id stays its."""
        try:
            found: Any = self._results[key]
        except KeyError:
            self._kept.append(about)
            found = self._results[key] = make()
        made: T = found
        return made

    def number_of(self, expr: ir.Expr) -> int:
        """A number that tells an expression from all that are not equal to it: whole trees are long
        keys, and are asked for again and again."""
        known = self._numbers_by_id.get(id(expr))
        if known is None:
            known = self._numbers.setdefault(expr, len(self._numbers))
            self._kept.append(expr)
            self._numbers_by_id[id(expr)] = known
        return known

    def fresh_local(self, like: ir.Local) -> ir.Local:
        """A local with a number of its own."""
        self._locals += 1
        return ir.Local(self._locals, like.name, like.type)

    @property
    def file(self) -> SourceFile:
        """The file of the flow: where code without a line of its own is said to be."""
        stmts = (self.program.flow, *self.program.choices)
        files = [stmt.span.file for stmt in stmts if stmt.span.file is not NOWHERE.file]
        return files[0] if files else NOWHERE.file

    def fixed(self, hint: str, key: object, make: Callable[[], object]) -> Name:
        """The name of a global that holds what `make` gives; made once for each key."""
        known = self._made.get(key)
        if known is None:
            known = self.fresh(hint.upper())
            self._made[key] = known
            self.data[known] = make()
        return name(known)

    def watching(self, stmt: Watched) -> list[Name]:
        """What is called before and after a statement, if anything is."""
        found = self.watch(stmt) if self.watch is not None else ()
        hints = zip(("before", "after"), found, strict=False)
        return [self.fixed(hint, told, partial(_itself, told)) for hint, told in hints]

    def fresh(self, wanted: str) -> str:
        """A global name not used before."""
        return self._names.of_all(wanted)

    def site(self, span: Span) -> Name:
        """A place of a rule file, for the errors of generated code."""
        return self.fixed("line", (id(span.file), span.start, span.end), lambda: span)

    def table(self, table: ir.Table, kind: ir.Type) -> Name:
        """The values of a table; where a condition has ruled out none, some element stands for it,
        so that nothing goes wrong where a value is computed that nobody will read."""
        if isinstance(kind, ir.Element) and not kind.optional and min(table.values, default=0) < 0:
            sure = tuple(max(value, 0) for value in table.values)
            return self.fixed(table.name, ("sure", table), lambda: sure)
        return self.fixed(table.name, table, lambda: table.values)

    def entry(self, table: Name, place: int) -> int:
        """What stands in a table of numbers."""
        held = self.data[table.id]
        assert isinstance(held, tuple)
        return int(held[place])

    def graph(self, graph: ir.Graph, kind: Literal["trail", "path"]) -> Name:
        """A function from a set of edges to the length of its longest trail or path."""
        return self.fixed(f"longest_{kind}", (graph, kind), lambda: Longest(graph, kind))

    def paths(self, domain: ir.Domain) -> Name:
        """A function to all ways between cells of a board, which remembers its answers."""
        shape = width(domain), domain.sides
        return self.fixed("paths", ("paths", *shape), lambda: AllWays(*shape))

    def paths_by(self) -> Name:
        """A function to all ways by steps that are given, which remembers its answers."""
        return self.fixed("paths", "paths by", WaysBy)

    def longest_path(self) -> Name:
        """A function to how much a path meets at most, which remembers its answers."""
        return self.fixed("longest_path", "longest path", LongestPath)

    def free(self, expr: ir.Expr) -> frozenset[int]:
        """The locals an expression uses and does not bind."""
        known = self._free.get(id(expr))
        if known is None:
            known = self._free_of(expr)
            self._kept.append(expr)
            self._free[id(expr)] = known
        return known

    def _free_of(self, expr: ir.Expr) -> frozenset[int]:
        if isinstance(expr, ir.Local):
            return frozenset((expr.number,))
        if isinstance(expr, ir.Const):
            return NO_LOCALS
        if isinstance(expr, ir.Fold):
            inner = NO_LOCALS
            for part in (expr.where, expr.body):
                if part is not None:
                    inner |= self.free(part)
            apart = self.free(expr.source) if expr.goal is None else self.free(expr.goal)
            return self.free(expr.source) | apart | (inner - {expr.local.number})
        found = NO_LOCALS.union(*(self.free(child) for child in expressions_in(expr)))
        return found - {expr.local.number} if isinstance(expr, ir.Paths) else found

    def reads(self, expr: ir.Expr) -> frozenset[ir.StateVariable]:
        """The state variables an expression reads; asking about a compose reads whatever its rules
        read."""
        known = self._reads.get(id(expr))
        if known is None:
            known = NO_VARIABLES.union(*(self.reads(child) for child in expressions_in(expr)))
            if isinstance(expr, ir.Read | ir.OnGrid):
                known |= {expr.variable}
            elif isinstance(expr, ir.Completable):
                known |= self.reads_of_compose(expr.compose)
            self._kept.append(expr)
            self._reads[id(expr)] = known
        return known

    def reads_of_compose(self, compose: ir.Compose) -> frozenset[ir.StateVariable]:
        """The state variables that the steps and finishes of a compose read or change."""
        return variables_read(compose) | variables_changed(compose) | variables_weighed(compose)

    def selecting(self, compose: ir.Compose) -> Selecting | None:
        """The compose as one that only selects, if it does and no rule of it can go wrong: then it
        is all the same where and how often its rules are asked."""
        return None if compose.weight is not None else self.choosing(compose)

    def choosing(self, compose: ir.Compose) -> Selecting | None:
        """The same, of composes that weigh their finishes too."""
        return self.once(("choosing", compose), compose, lambda: self._choosing(compose))

    def _choosing(self, compose: ir.Compose) -> Selecting | None:
        steps = selecting_steps(compose) if self.uses("selecting") else None
        if steps is None:
            return None
        found = Selecting(compose, steps, tuple(map(_asked, compose.finishes)))
        parts = [guard.test for guards in found.finishes for guard in guards]
        parts += [compose.weight.value] if compose.weight is not None else []
        for step in found.steps:
            parts += [step.source, *(guard.test for guard in step.guards)]
            parts += [step.at_most] if step.at_most is not None else []
        return None if any(map(self.can_fail, parts)) else found

    def can_fail(self, expr: ir.Expr) -> bool:
        """May computing it end in an error: a key that is none, `the` of nothing?"""
        return self.faults(expr) > 0

    def faults(self, expr: ir.Expr) -> int:
        """At how many places computing it may end in an error."""
        return self.once(("faults", id(expr)), expr, lambda: self._faults(expr))

    def _faults(self, expr: ir.Expr) -> int:
        return self.intervals.is_fault(expr) + sum(map(self.faults, expressions_in(expr)))

    def is_static(self, expr: ir.Expr) -> bool:
        """Does it depend on nothing but locals?"""
        return not self.reads(expr)


def _itself(told: Watching) -> Watching:
    return told


def _asked(finish: ir.ComposeFinish) -> tuple[ir.Guard, ...]:
    """The guards of a finish; as one that draws its parameters, if it has any."""
    if not finish.params:
        return finish.guards
    test: ir.Expr = ir.Op("and", tuple(guard.test for guard in finish.guards), ir.Truth())
    for param in reversed(finish.params):
        test = ir.Fold("some", param.local, param.source, test, None, ir.Truth(), param.span)
    return (ir.Guard(test, ir.Message(())),)


def _domains(program: ir.Program) -> Iterator[ir.Domain]:
    yield program.seats
    yield from program.domains
    held: list[ir.StateVariable | ir.Table] = [*program.variables, *program.tables]
    for one in held:
        yield from one.keys
        if not isinstance(one.type, ir.Truth | ir.Number):
            yield one.type.domain
