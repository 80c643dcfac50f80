"""Is a program one? What every stage may rely on, looked at in one that a stage has made.

Nothing here is for people who write rules: what they do wrong is found in `check`. This finds what
`check`, `specialise` or a pass does wrong, where it was done and not where it comes out: types of
expressions against their operands, elements against their domains, scopes of locals, labels, choice
points, and that what a node refers to belongs to the program.

A type may say less or more than its parts do: conditions narrow elements to those that are there
and numbers to a part of their range, so only kinds and domains have to agree, and of fixed values
the ranges.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import assert_never

from . import ir
from .operators import OPERATORS
from .walk import Node, children

AnyProgram = ir.GenericProgram | ir.Program
Scope = Mapping[int, ir.Type]  # of the locals that are bound, by number


def faults(program: AnyProgram) -> list[str]:
    """What is wrong with a program, if anything is; of one node only the first thing."""
    verifier = _Verifier(program)
    return list(dict.fromkeys(verifier.program()))


class _Verifier:
    """One look at a program; `closed`: the specialised one, if it is one."""

    def __init__(self, program: AnyProgram) -> None:
        self.whole = program
        self.closed = program if isinstance(program, ir.Program) else None
        self.variables, self.tables = set(program.variables), set(program.tables)
        self.domains = {*program.domains, program.seats}
        self.domains.update(d for option in program.options for d in _domains(option.type))
        self.functions = [] if isinstance(program, ir.Program) else [*program.functions]
        self.labels: set[int] = set()
        self.points: list[ir.Choose] = []

    def program(self) -> Iterator[str]:
        p = self.whole
        seats = ir.SetOf(p.seats)
        for i, variable in enumerate(p.variables):
            yield from self.cell(i, variable)
        for i, table in enumerate(p.tables):
            yield from self.table(i, table)
        yield from self.refers(p.me in self.variables, f"the cell {p.me.name} of the seat to move")
        yield from self.stmt(p.setup, {}, {})
        yield from self.stmt(p.flow, {}, {})
        for score in p.scores:
            inner = {score.local.number: score.local.type}
            yield from self.typed(score.value, inner, "number", f"the score {score.name}")
        for promise in p.always:
            yield from self.typed(promise.test, {}, "truth", "a promise")
        for promise in p.ends:
            yield from self.typed(promise.test, {}, "number", "the promise of an end")
        for case in p.outcome:
            if case.test is not None:
                yield from self.typed(case.test, {}, "truth", f"the outcome {case.names}")
        if p.winners is not None:
            yield from self.fits(p.winners, {}, seats, "who wins")
        for function in self.functions:  # which grows: some are met where they are used only
            scope = {param.number: param.type for param in function.params}
            yield from self.expr(function.body, scope)
        yield from self.composes()
        if self.closed is not None:
            yield from self.numbered(self.closed)

    def composes(self) -> Iterator[str]:
        for i, compose in enumerate(self.whole.composes):
            if self.closed is not None and compose.index != i:
                yield f"compose {compose.name} is number {compose.index}, at {i}"
            for own in compose.own:
                yield from self.cell_known(own)
            if compose.selections:
                yield f"compose {compose.name} is a single move, and part of none"
            yield from self.compose(compose, {})

    def compose(self, compose: ir.Compose, around: Scope) -> Iterator[str]:
        for taken in compose.steps:
            scope = yield from self.params(taken.params, around)
            yield from self.guards(taken.guards, scope)
            yield from self.stmt(taken.body, scope, {}, straight=True)
        for end in compose.finishes:
            scope = yield from self.params(end.params, around)
            yield from self.guards(end.guards, scope)
        if compose.weight is not None:
            yield from self.typed(compose.weight.value, around, "number", "a weight")

    def single_move(self, compose: ir.Compose, scope: Scope) -> Generator[str, None, Scope]:
        """Each of its steps gives a value to its own selection, and changes nothing."""
        bodies = (step.body for step in compose.steps)
        given = [body.local if isinstance(body, ir.Let) else None for body in bodies]
        if given != [*compose.selections]:
            yield f"a step of {compose.name} does more than select{_at(compose)}"
        if any(finish.params for finish in compose.finishes):
            yield f"a finish of {compose.name} draws something{_at(compose)}"
        scope = {**scope, **{held.number: held.type for held in compose.selections}}
        yield from self.compose(compose, scope)
        return scope

    def numbered(self, program: ir.Program) -> Iterator[str]:
        """Choices are numbered from 0 up, and the program lists them so."""
        points = [choose.point for choose in self.points]
        if sorted(points) != list(range(len(points))):
            yield f"choices are numbered {points}"
        elif len(program.choices) != len(points):
            yield f"{len(points)} choices, of which {len(program.choices)} are listed"
        else:
            for choose in self.points:
                if program.choices[choose.point] != choose:
                    yield f"choice {choose.point} is listed otherwise than it stands"

    def cell(self, number: int, variable: ir.StateVariable) -> Iterator[str]:
        if variable.index != number:
            yield f"cell {variable.name} is number {variable.index}, at {number}"
        yield from self.known((*variable.keys, *_domains(variable.type)), variable.name)
        if not isinstance(variable.type, ir.StackOf) and not _holds(variable.type, variable.start):
            yield f"cell {variable.name} starts with {variable.start}, which is no {variable.type}"

    def table(self, number: int, table: ir.Table) -> Iterator[str]:
        if table.index != number:
            yield f"table {table.name} is number {table.index}, at {number}"
        yield from self.known((*table.keys, *_domains(table.type)), table.name)
        size = 1
        for key in table.keys:
            size *= key.size
        if len(table.values) != size:
            yield f"table {table.name} has {len(table.values)} entries for {size} keys"
        wrong = [value for value in table.values if not _holds(table.type, value)]
        if wrong:
            yield f"table {table.name} holds {wrong[0]}, which is no {table.type}"

    def known(self, domains: Iterable[ir.Domain], where: str) -> Iterator[str]:
        for domain in domains:
            if domain not in self.domains and domain.kind != "range":
                yield f"{where}: the domain {domain.name} is not the program's"

    def cell_known(self, variable: ir.StateVariable) -> Iterator[str]:
        yield from self.refers(variable in self.variables, f"the cell {variable.name}")

    def refers(self, known: bool, what: str) -> Iterator[str]:
        if not known:
            yield f"{what} is not the program's"

    def typed(self, expr: ir.Expr, scope: Scope, kind: str, where: str) -> Iterator[str]:
        """The faults of an expression that is to be of a kind."""
        if not _is(kind, expr.type):
            yield f"{where} is {expr.type} instead of a {kind}{_at(expr)}"
        yield from self.expr(expr, scope)

    def fits(self, expr: ir.Expr, scope: Scope, kind: ir.Type, where: str) -> Iterator[str]:
        """The faults of an expression whose value goes where values of a type are."""
        yield from _agree(expr, kind, where)
        yield from self.expr(expr, scope)

    def expr(self, expr: ir.GenericExpr, scope: Scope) -> Iterator[str]:
        yield from self.known(_domains(expr.type), type(expr).__name__)
        match expr:
            case ir.Const():
                if not _holds(expr.type, expr.value):
                    yield f"{expr.value} is no {expr.type}{_at(expr)}"
            case ir.Local():
                if expr.number not in scope:
                    yield f"{expr.name} ({expr.number}) is not bound{_at(expr)}"
                else:
                    yield from _agree(expr, scope[expr.number], expr.name)
            case ir.OptionValue():
                yield from self.only_open(expr)
                named = [option for option in self.whole.options if option.name == expr.name]
                yield from self.refers(bool(named), f"the option {expr.name}")
            case ir.Call():
                yield from self.only_open(expr)
                if expr.function not in self.functions:
                    self.functions.append(expr.function)
                yield from self.given(expr.args, expr.function.params, scope, expr.function.name)
                yield from _agree(expr, expr.function.body.type, expr.function.name)
            case ir.Read():
                yield from self.cell_known(expr.variable)
                yield from self.keys(expr.keys, expr.variable.keys, scope, expr.variable.name)
                yield from _agree(expr, expr.variable.type, expr.variable.name)
            case ir.Lookup():
                yield from self.refers(expr.table in self.tables, f"the table {expr.table.name}")
                yield from self.keys(expr.keys, expr.table.keys, scope, expr.table.name)
                yield from _agree(expr, expr.table.type, expr.table.name)
            case ir.Op():
                yield from _operation(expr)
                for arg in expr.args:
                    yield from self.expr(arg, scope)
            case ir.Cond():
                yield from self.typed(expr.test, scope, "truth", "a condition")
                for way in (expr.then, expr.other):
                    yield from self.fits(way, scope, expr.type, "one of two values")
            case ir.Fold():
                yield from self.fold(expr, scope)
            case ir.Measure():
                yield from self.fits(expr.edges, scope, ir.SetOf(expr.graph.edges), "edges")
                yield from self.refers(expr.graph in self.whole.graphs, "a graph")
            case ir.OnGrid():
                yield from self.cell_known(expr.variable)
                if not expr.variable.grows:
                    yield f"{expr.variable.name} is no growing grid{_at(expr)}"
                for arg in expr.args:
                    yield from self.expr(arg, scope)
            case ir.Paths():
                for part in (expr.start, expr.goal):
                    yield from self.typed(part, scope, "element", "an end of a way")
                yield from self.typed(expr.through, scope, "set", "where a way leads")
                inner = {**scope, expr.local.number: expr.local.type}
                if expr.by is not None:
                    yield from self.expr(expr.by, inner)
                if expr.near is not None:
                    yield from self.typed(expr.near, inner, "set", "where a step leads")
                    yield from _agree(expr.through, expr.near.type, "what a way leads through")
                elif not (expr.type.domain.width or expr.type.domain.columns):
                    yield f"{expr.type.domain.name} is no board of cells{_at(expr)}"
            case ir.Completable():
                yield from self.refers(
                    self.closed is None or expr.compose in self.whole.composes, expr.compose.name
                )
                yield from self.asked(expr, len(expr.compose.steps), scope)
                if expr.step is not None and expr.step < len(expr.compose.steps):
                    bound = [param.local for param in expr.compose.steps[expr.step].params]
                    yield from self.given(expr.args, bound, scope, expr.compose.name)
            case _:
                assert_never(expr)

    def asked(self, expr: ir.Completable, steps: int, scope: Scope) -> Iterator[str]:
        if expr.step is not None and not 0 <= expr.step < steps:
            yield f"step {expr.step} of {steps} is asked about{_at(expr)}"
        for arg in expr.args:
            yield from self.expr(arg, scope)
        for variable, value in expr.assume:
            yield from self.cell_known(variable)
            yield from self.fits(value, scope, variable.type, variable.name)

    def only_open(self, expr: ir.GenericExpr) -> Iterator[str]:
        if self.closed is not None:
            yield f"{type(expr).__name__} in a program that is closed{_at(expr)}"

    def given(
        self, args: tuple[ir.Expr, ...], params: Iterable[ir.Local], scope: Scope, where: str
    ) -> Iterator[str]:
        """Faults of arguments."""
        wanted = tuple(params)
        if len(args) != len(wanted):
            yield f"{where} is given {len(args)} arguments instead of {len(wanted)}"
        for arg, param in zip(args, wanted, strict=False):
            yield from self.fits(arg, scope, param.type, f"{param.name} of {where}")

    def keys(
        self, keys: tuple[ir.Expr, ...], domains: tuple[ir.Domain, ...], scope: Scope, where: str
    ) -> Iterator[str]:
        if len(keys) != len(domains):
            yield f"{where} has {len(keys)} keys instead of {len(domains)}"
        for key, domain in zip(keys, domains, strict=False):
            kind: ir.Type = ir.Element(domain)
            if domain.kind == "range":
                kind = ir.Number(0, domain.size - 1)
            if not isinstance(key, ir.Const) or domain.kind != "range":
                yield from _agree(key, kind, f"a key of {where}")
            yield from self.expr(key, scope)

    def fold(self, expr: ir.Fold, scope: Scope) -> Iterator[str]:
        yield from self.drawn(expr.local, expr.source, scope)
        inner = {**scope, expr.local.number: expr.local.type}
        if expr.where is not None:
            yield from self.typed(expr.where, inner, "truth", "what a query asks")
        gives = "truth" if expr.kind in ("some", "every") else "number"
        if expr.kind in ("all", "reached"):
            gives = "set"
        if expr.kind == "the":
            yield from _agree(expr, expr.local.type, "the one that is found")
        elif not _is(gives, expr.type):
            yield f"a query for {expr.kind} gives {expr.type}{_at(expr)}"
        if expr.body is not None:
            leads = expr.kind in ("reached", "groups", "path")
            wanted = "truth" if expr.kind == "every" else "set" if leads else "number"
            yield from self.typed(expr.body, inner, wanted, f"the body of {expr.kind}")
            if leads:
                yield from _agree(expr.source, expr.body.type, f"the source of {expr.kind}")
        elif expr.kind in ("every", "reached", "groups", "path", "subsets"):
            yield f"a query for {expr.kind} has nothing to ask{_at(expr)}"
        if (expr.goal is not None) != (expr.kind == "subsets"):
            yield f"only a query for subsets has a goal{_at(expr)}"
        if expr.goal is not None:
            yield from self.typed(expr.goal, scope, "number", "what subsets add up to")
            if not isinstance(expr.source.type, ir.SetOf):
                yield f"subsets are those of a set{_at(expr)}"

    def drawn(self, local: ir.Local, source: ir.Expr, scope: Scope) -> Iterator[str]:
        """Faults of what a local goes through."""
        yield from self.expr(source, scope)
        match source.type:
            case ir.SetOf(domain=domain) | ir.StackOf(domain=domain) | ir.RowOf(domain=domain):
                kind: ir.Type = ir.Element(domain)
                if domain.kind == "range":
                    kind = ir.Number(0, domain.size - 1)
            case ir.WaysOf(domain=domain):
                kind = ir.SetOf(domain)
            case _:
                yield f"{local.name} is drawn from {source.type}{_at(source)}"
                return
        yield from _agree(local, kind, local.name)

    def stmt(
        self, stmt: ir.Stmt, scope: Scope, around: Mapping[int, bool], *, straight: bool = False
    ) -> Iterator[str]:
        """Faults of a statement; `around`: labels of what it stands in, and whether that is a loop;
        `straight`: nothing is chosen in it, left to chance or jumped to."""
        match stmt:
            case ir.Seq():
                yield from self.sequence(stmt.body, scope, around, straight)
            case ir.Let():
                yield from self.fits(stmt.value, scope, stmt.local.type, stmt.local.name)
            case ir.Assign():
                yield from self.cell_known(stmt.variable)
                yield from self.keys(stmt.keys, stmt.variable.keys, scope, stmt.variable.name)
                yield from self.fits(stmt.value, scope, stmt.variable.type, stmt.variable.name)
            case ir.Move():
                yield from self.typed(stmt.component, scope, "element", "what is moved")
                yield from self.moved(stmt, scope)
            case ir.MoveAll():
                if stmt.components is not None:
                    yield from self.typed(stmt.components, scope, "set", "what is moved")
                yield from self.moved(stmt, scope)
            case ir.Deal():
                yield from self.moved(stmt, scope)
            case ir.Shuffle():
                yield from self.place(stmt.place, scope)
                if not isinstance(stmt.place.variable.type, ir.StackOf):
                    yield f"{stmt.place.variable.name} is shuffled and no stack{_at(stmt)}"
                if stmt.until is not None:
                    yield from self.typed(stmt.until, scope, "truth", "shuffling until")
            case ir.Pick():
                yield from self.cell_known(stmt.variable)
                yield from self.keys(stmt.keys, stmt.variable.keys, scope, stmt.variable.name)
                picked = ir.Local(-1, stmt.variable.name, stmt.variable.type, stmt.span)
                yield from self.drawn(picked, stmt.source, scope)
            case ir.If():
                yield from self.typed(stmt.test, scope, "truth", "a condition")
                yield from self.stmt(stmt.then, scope, around, straight=straight)
                if stmt.other is not None:
                    yield from self.stmt(stmt.other, scope, around, straight=straight)
            case ir.For():
                yield from self.drawn(stmt.local, stmt.source, scope)
                if stmt.first is not None:
                    yield from self.fits(stmt.first, scope, stmt.local.type, "the first seat")
                yield from self.undecided(stmt.body)
                inner = {**scope, stmt.local.number: stmt.local.type}
                yield from self.stmt(stmt.body, inner, around, straight=straight)
            case ir.Times():
                yield from self.typed(stmt.count, scope, "number", "a number of times")
                yield from self.undecided(stmt.body)
                yield from self.stmt(stmt.body, scope, around, straight=straight)
            case ir.Block() | ir.Loop():
                if stmt.label in self.labels:
                    yield f"label {stmt.label} stands twice{_at(stmt)}"
                self.labels.add(stmt.label)
                inside = {**around, stmt.label: isinstance(stmt, ir.Loop)}
                yield from self.stmt(stmt.body, scope, inside, straight=straight)
            case ir.Leave():
                if stmt.label not in around:
                    yield f"nothing with label {stmt.label} is left{_at(stmt)}"
            case ir.Again():
                if not around.get(stmt.label):
                    yield f"no loop with label {stmt.label} begins again{_at(stmt)}"
            case ir.End():
                pass
            case ir.Choose():
                yield from self.choose(stmt, around)
            case _:
                assert_never(stmt)
        if straight and isinstance(
            stmt, ir.Choose | ir.Pick | ir.Shuffle | ir.Leave | ir.Again | ir.End
        ):
            yield f"{type(stmt).__name__} in a step of a course{_at(stmt)}"

    def sequence(
        self, body: Iterable[ir.Stmt], scope: Scope, around: Mapping[int, bool], straight: bool
    ) -> Iterator[str]:
        """What a `Let` binds holds for what comes after it, and up to the next decision."""
        for stmt in body:
            yield from self.stmt(stmt, scope, around, straight=straight)
            if isinstance(stmt, ir.Let):
                scope = {**scope, stmt.local.number: stmt.local.type}
            elif _decides(stmt):
                scope = {}

    def undecided(self, body: ir.Stmt) -> Iterator[str]:
        if _decides(body):
            yield f"a decision where something is done for each{_at(body)}"

    def moved(self, stmt: ir.Move | ir.MoveAll | ir.Deal, scope: Scope) -> Iterator[str]:
        domains: list[ir.Domain] = []
        for place in (stmt.source, stmt.target):
            yield from self.place(place, scope)
            domains += _domains(place.variable.type)
        what = stmt.component if isinstance(stmt, ir.Move) else None
        what = stmt.components if isinstance(stmt, ir.MoveAll) else what
        domains += _domains(what.type) if what is not None else []
        if len({*domains}) != 1:
            yield f"components of several types are moved{_at(stmt)}"

    def place(self, place: ir.Place, scope: Scope) -> Iterator[str]:
        yield from self.cell_known(place.variable)
        if place.variable.role != "zone":
            yield f"{place.variable.name} is no zone"
        yield from self.keys(place.keys, place.variable.keys, scope, place.variable.name)

    def choose(self, choose: ir.Choose, around: Mapping[int, bool]) -> Iterator[str]:
        self.points.append(choose)
        if self.closed is None and choose.point != -1:
            yield f"choice {choose.name} has a number too early{_at(choose)}"
        for alternative in choose.alternatives:
            yield from self.alternative(alternative, around)

    def alternative(self, a: ir.Alternative, around: Mapping[int, bool]) -> Iterator[str]:
        scope = yield from self.params(a.params, {})
        yield from self.guards(a.guards, scope)
        if a.compose is not None:
            scope = yield from self.single_move(a.compose, scope)
        yield from self.message(a.text, scope)
        yield from self.stmt(a.body, scope, around)

    def params(self, params: tuple[ir.Param, ...], scope: Scope) -> Generator[str, None, Scope]:
        for param in params:
            yield from self.drawn(param.local, param.source, scope)
            scope = {**scope, param.local.number: param.local.type}
        return scope

    def guards(self, guards: tuple[ir.Guard, ...], scope: Scope) -> Iterator[str]:
        for guard in guards:
            yield from self.typed(guard.test, scope, "truth", "a guard")
            yield from self.message(guard.message, scope)

    def message(self, message: ir.Message, scope: Scope) -> Iterator[str]:
        for part in message.parts:
            if isinstance(part, ir.Joined):
                yield from self.typed(part.value, scope, "collection", "what is joined")
            elif not isinstance(part, str):
                yield from self.expr(part, scope)


def _at(node: object) -> str:
    span = getattr(node, "span", None)
    return f" ({span})" if span is not None and span.file.text else ""


def _domains(kind: ir.Type) -> tuple[ir.Domain, ...]:
    return () if isinstance(kind, ir.Truth | ir.Number) else (kind.domain,)


def _holds(kind: ir.Type, value: int) -> bool:
    """Is a stored value one of the type?"""
    match kind:
        case ir.Truth():
            return value in (0, 1)
        case ir.Number():
            return kind.holds(value)
        case ir.Element() | ir.RowOf():
            return -1 <= value < kind.domain.size
        case ir.SetOf():
            return 0 <= value <= kind.domain.everything()
        case ir.StackOf() | ir.WaysOf():
            return value == 0  # which stands for what is never asked for
        case _:
            assert_never(kind)


def _is(kind: str, found: ir.Type) -> bool:
    """Is a type of a kind that an operation takes?"""
    match kind:
        case "number":
            return isinstance(found, ir.Number)
        case "truth":
            return isinstance(found, ir.Truth)
        case "element":
            return isinstance(found, ir.Element)
        case "set":
            return isinstance(found, ir.SetOf)
        case "stack":
            return isinstance(found, ir.StackOf)
        case "row":
            return isinstance(found, ir.RowOf)
        case "collection":
            return isinstance(found, ir.Collection | ir.WaysOf)
        case "ordered":
            return isinstance(found, ir.Number | ir.Element)
        case "any":
            return True
        case _:
            raise AssertionError(f"there is no kind {kind}")


def _agree(expr: ir.GenericExpr, kind: ir.Type, where: str) -> Iterator[str]:
    """Faults of a value that goes where values of a type are: another kind or another domain."""
    found = expr.type
    if isinstance(found, ir.Number) and isinstance(kind, ir.Number):
        return
    alike = isinstance(found, type(kind)) and _domain_of(found) is _domain_of(kind)
    if not alike:
        yield f"{where} is {found} instead of {kind}{_at(expr)}"


def _domain_of(kind: ir.Type) -> ir.Domain | None:
    """The domain of a type; numbers are as good as the range they are from."""
    for domain in _domains(kind):
        return None if domain.kind == "range" else domain
    return None


def _operation(expr: ir.Op) -> Iterator[str]:
    """Faults of an operation against its line in the table."""
    operator = OPERATORS[expr.name]
    takes = list(operator.takes)
    if takes[-1].endswith("..."):
        takes[-1] = takes[-1].removesuffix("...")
        takes = takes[:-1] + takes[-1:] * (len(expr.args) - len(takes) + 1)
    if len(takes) != len(expr.args):
        yield f"{expr.name} of {len(expr.args)} values{_at(expr)}"
        return
    named: dict[str, ir.Domain | None] = {}
    for wanted, part in zip((*takes, operator.gives), (*expr.args, expr), strict=True):
        kind, _, name = wanted.partition(" ")
        found = part.type
        of_numbers = kind == "element" and isinstance(found, ir.Number)
        if not _is(kind, found) and not of_numbers:
            yield f"{expr.name}: {found} instead of a {kind}{_at(expr)}"
        elif name and named.setdefault(name, _domain_of(found)) is not _domain_of(found):
            yield f"{expr.name}: {found} among values of another domain{_at(expr)}"


def _decides(stmt: Node) -> bool:
    return isinstance(stmt, ir.Choose) or any(map(_decides, children(stmt)))
