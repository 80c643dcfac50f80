"""Components that nothing tells apart: of one row of a table, for rules that never look at numbers.

`how many by` makes Guard 1 to Guard 5 of one row. Choosing one or the other of two Guards comes to
the same if changing their places changes nothing: not for the rules, and not for what any seat sees
or could work out. Here is found out of which types that can be said, from the rules alone:

* no rule names one of them, or has one as a fixed value: what is named is no equal of the others;
* whatever goes by their order – a comparison, the first of several, one after the other – goes
  through a place where all of a row are alike, while none of them is singled out;
* what is kept of them, or tells which they are, is seen by all.

What is never sure counts as told apart: then each of them is offered, as without this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ..source import Place, Span, place_of
from . import ir
from .walk import Node, children, conjuncts, free_locals, substitute, walk, walk_called

Orders = Literal["", "compares", "takes one", "goes through", "lays"]
Thing = int | ir.StateVariable  # what singles components out: a local, by its number, or a variable


@dataclass(frozen=True, slots=True, eq=False)
class Alike:
    """Which components of a type are equal.

    `classes`: for each component those that are its equals as far as the rules go, itself included
    (a mask). `marks`: what is kept for each component; `named_by`: what holds some of them without
    being the place where they lie. Equals for which these are the same, and which lie in one place,
    nobody can tell apart.
    """

    domain: ir.Domain
    classes: tuple[int, ...]
    marks: tuple[ir.StateVariable, ...]
    named_by: tuple[ir.StateVariable, ...]

    @property
    def before(self) -> tuple[int, ...]:
        """For each component its equals before it in order."""
        return tuple(mask & ((1 << i) - 1) for i, mask in enumerate(self.classes))


@dataclass(frozen=True, slots=True)
class Apart:
    """Why all components of a type are told apart, and where. `chosen`: because some are chosen in
    secret and kept until something later. `orders`: what goes by their order, if it is that.
    `more`: why else they are."""

    why: str
    span: Span
    chosen: bool = False
    orders: Orders = ""
    more: tuple[Apart, ...] = ()


def alike(program: ir.GenericProgram) -> dict[ir.Domain, Alike | Apart]:
    """Of each type of components of which a table says how many there are, which are equal."""
    counted = [d for d in program.domains if len(set(d.kinds)) < len(d.kinds)]
    if not counted:
        return {}
    rules = _Rules(program)
    return {domain: rules.verdict(domain) for domain in counted}


def is_of(kind: ir.Type, domain: ir.Domain) -> bool:
    """Is it a type of elements of a domain, or of collections of them?"""
    match kind:
        case ir.Element() | ir.SetOf() | ir.StackOf() | ir.RowOf() | ir.WaysOf():
            return kind.domain is domain
        case _:
            return False


def lies_in(source: ir.Expr) -> ir.Read | None:
    """The one unordered place in which all elements of a source lie, if that can be told."""
    match source:
        case ir.Read(variable=variable):
            is_place = variable.role == "zone" and isinstance(variable.type, ir.SetOf)
            return source if is_place else None
        case ir.Fold(kind="all", local=local):
            found = lies_in(source.source)
            asked = (
                lies_in(test.args[0])
                for test in conjuncts(source.where)
                if isinstance(test, ir.Op) and test.name == "contains" and _is(test.args[1], local)
            )
            found = found or next((one for one in asked if one is not None), None)
            return None if found is None or local.number in free_locals(found) else found
        case ir.Op(name="members" | "without", args=(first, *_)):
            return lies_in(first)
        case ir.Op(name="after", args=(_, second)):
            return lies_in(second)
        case ir.Op(name="intersect", args=args):
            return next((found for one in args if (found := lies_in(one)) is not None), None)
        case ir.Cond(then=then, other=other):
            found = lies_in(then)
            return found if found is not None and found == lies_in(other) else None
        case ir.Call():
            return lies_in(written_out(source))
        case _:
            return None


def places_in(source: ir.Expr) -> list[ir.Read]:
    """Unordered places in which elements of a source may lie; others may lie elsewhere."""
    one = lies_in(source)
    if one is not None:
        return [one]
    inside: Sequence[ir.Expr] = ()
    match source:
        case ir.Fold(kind="all"):
            inside = (source.source,)
        case ir.Op(name="members" | "without", args=(first, *_)):
            inside = (first,)
        case ir.Op(name="after", args=(_, second)):
            inside = (second,)
        case ir.Op(name="union", args=args):
            inside = args
        case ir.Cond(then=then, other=other):
            inside = (then, other)
        case ir.Call():
            inside = (written_out(source),)
        case _:
            pass
    return [*dict.fromkeys(place for expr in inside for place in places_in(expr))]


def _is(expr: ir.Expr, local: ir.Local) -> bool:
    return isinstance(expr, ir.Local) and expr.number == local.number


def written_out(call: ir.Call) -> ir.Expr:
    """What a definition says of some arguments."""
    values = {p.number: a for p, a in zip(call.function.params, call.args, strict=True)}
    return substitute(call.function.body, values)


class _Rules:
    """All that is looked at or happens in a game once something has been decided."""

    def __init__(self, program: ir.GenericProgram) -> None:
        self.program = program
        self.decides_early = any(isinstance(node, ir.Choose) for node in walk(program.setup))
        self.roots: list[Node] = [program.setup] if self.decides_early else []
        self.roots += [program.flow, *program.scores, *program.outcome]
        self.roots += [] if program.winners is None else [program.winners]
        self.nodes = list(self._nodes())
        self.chosen = {
            local.number
            for node in self.nodes
            if isinstance(node, ir.Choose) and not (node.secret or node.cover)
            for one in node.alternatives
            for local in one.bound
        }

    def _nodes(self) -> Iterator[Node]:
        """All nodes, those of definitions and composes too."""
        waiting = [*self.roots]
        for compose in self.program.composes:
            waiting += [*compose.steps, *compose.finishes]
            waiting += [] if compose.weight is None else [compose.weight]
        return walk_called(*waiting)

    def verdict(self, domain: ir.Domain) -> Alike | Apart:
        kept = [v for v in self.program.variables if v.role != "zone" and _tells(v, domain)]
        laid = [v for v in self.program.variables if v.role == "zone" and domain in v.keys]
        plain = not laid and all(v.role == "choice" for v in kept)
        found = [self._told(variable, domain) for variable in (*kept, *laid)]
        order = _Order(domain, plain, self._gathered(kept))
        found += [self._on_board(domain), *order.of(self.roots, self.program.composes)]
        causes = [one for one in found if one is not None]
        if causes:
            return replace(causes[0], more=(*causes[1:],))
        marks = tuple(v for v in (*kept, *laid) if domain in v.keys)
        return Alike(domain, self._classes(domain), marks, tuple(v for v in kept if v not in marks))

    def _classes(self, domain: ir.Domain) -> tuple[int, ...]:
        """Equals are of one row, and rules that name one of them name all."""
        seen: list[tuple[object, ...]] = [(kind,) for kind in domain.kinds]
        for table in self.program.tables:
            if table.keys == (domain,):
                seen = [(*one, value) for one, value in zip(seen, table.values, strict=True)]
        for mask in self._named(domain):
            seen = [(*one, mask >> i & 1) for i, one in enumerate(seen)]
        alike: dict[tuple[object, ...], int] = {}
        for i, one in enumerate(seen):
            alike[one] = alike.get(one, 0) | 1 << i
        return tuple(alike[one] for one in seen)

    def _named(self, domain: ir.Domain) -> set[int]:
        """The sets of components that stand in the rules as fixed values."""
        fixed = [(n.value, n.type) for n in self.nodes if isinstance(n, ir.Const)]
        fixed += [(v, table.type) for table in self.program.tables for v in table.values]
        fixed += [(v, option.type) for option in self.program.options for v in option.values]
        masks = set[int]()
        for value, kind in fixed:
            if isinstance(kind, ir.SetOf) and kind.domain is domain:
                masks.add(value)
            elif isinstance(kind, ir.Element) and kind.domain is domain and value >= 0:
                masks.add(1 << value)
        return masks

    def _gathered(self, kept: Sequence[ir.StateVariable]) -> set[Thing]:
        """What holds components that all lay in one place when they were chosen."""
        found: set[Thing] = set()
        for node in self.nodes:
            if isinstance(node, ir.Param) and _one_place(node.source):
                found.add(node.local.number)
        selecting = (n for n in self.nodes if isinstance(n, ir.Let))
        found |= {n.local.number for n in selecting if _gathers(n.value, n.local.number, found)}
        for variable in kept:
            values = [
                node.value
                for node in self.nodes
                if isinstance(node, ir.Assign) and node.variable is variable
            ]
            if variable.role == "choice" and all(_gathers(v, variable, found) for v in values):
                found.add(variable)
        return found

    def _on_board(self, domain: ir.Domain) -> Apart | None:
        for board in self.program.boards:
            if board.component is domain:
                return Apart(
                    f"each {domain.name} has a place of its own on {board.name}", board.span
                )
        for table in self.program.tables:
            if domain in table.keys and table.keys != (domain,):
                return Apart(f"{table.name} is kept for each {domain.name}", table.span)
        return None

    def _told(self, variable: ir.StateVariable, domain: ir.Domain) -> Apart | None:
        """Does something that is kept of components hide what it holds, or is it kept in a way of
        which nobody has worked out what tells two of them apart?"""
        twice = variable.keys.count(domain) + is_of(variable.type, domain) > 1
        if twice or variable.role == "history" or variable.grows:
            return Apart(f"{variable.name} remembers which {domain.name} it was", variable.span)
        if variable.role == "zone":
            return None
        if self.program.seats.size == 1 and variable.seen not in ("nobody", "others"):
            return None
        if variable.seen == "all" or (variable.seen == "with" and variable.keys[0] is domain):
            return None
        if variable.role == "choice" and all(
            self._is_open(node.value, variable)
            for node in self.nodes
            if isinstance(node, ir.Assign) and node.variable is variable
        ):
            return None
        chosen = variable.role == "choice"
        return Apart(f"not everybody sees {variable.name}", variable.span, chosen)

    def _is_open(self, value: ir.Expr, variable: ir.StateVariable) -> bool:
        """Does everybody know what is kept of a choice, having heard the move?"""
        for node in walk(value):
            if isinstance(node, ir.Local) and node.number not in self.chosen:
                return False
            if isinstance(node, ir.Read) and node.variable not in (variable, self.program.me):
                return False
            if isinstance(node, ir.Call):
                return False
        return True


def _one_place(source: ir.Expr) -> bool:
    """Do all elements of a source lie in one place, the same whatever else happens?"""
    place = lies_in(source)
    return place is not None and all(map(_stays, place.keys))


def _stays(key: ir.Expr) -> bool:
    return isinstance(key, ir.Local | ir.Const) or (
        isinstance(key, ir.Read) and key.variable.role == "control"
    )


def _gathers(value: ir.Expr, holder: Thing, found: set[Thing]) -> bool:
    """Is it what its holder holds already, or what lies in one place?"""
    match value:
        case ir.Const():
            return True
        case ir.Local(number=number):
            return number in found or number == holder
        case ir.Read(variable=variable) if variable is holder:
            return True
        case ir.Op(name="union" | "set", args=args):
            return all(_gathers(arg, holder, found) for arg in args)
        case _:
            return _one_place(value)


def _tells(variable: ir.StateVariable, domain: ir.Domain) -> bool:
    return domain in variable.keys or is_of(variable.type, domain)


@dataclass(slots=True)
class _Order:
    """Looks for rules that go by the order of the components of a type where it counts.

    As long as nothing but the position tells components apart, those of one row are alike in each
    unordered place, and whatever is done there in their order is done to alike ones in the same
    order. `plain`: nothing else tells them apart. Once some are singled out – chosen, or one that a
    query is just asking about –, only what has been chosen is so, if it is all that is singled out
    and lay in one place. `gathered`: what holds such components alone. `mixed`: places
    that are shuffled before anybody sees in which order something has come there.
    """

    domain: ir.Domain
    plain: bool
    gathered: set[Thing]
    met: set[tuple[int, bool]] = field(default_factory=set)
    mixed: tuple[ir.Place, ...] = ()
    found: dict[Place, Apart] = field(default_factory=dict)

    def of(self, roots: Sequence[Node], composes: Sequence[ir.Compose]) -> Iterable[Apart]:
        for root in roots:
            self.visit(root, ())
        for compose in composes:
            own = tuple(v for v in compose.own if is_of(v.type, self.domain))
            if compose.weight is not None:
                self.visit(compose.weight.value, own)
        return self.found.values()

    def visit(self, node: Node, bound: tuple[Thing, ...]) -> None:
        """Look at a tree; `bound`: what singles components out there."""
        match node:
            case ir.Message():
                return  # words change nothing
            case ir.Alternative():
                self._alternative(node, bound)
                return
            case ir.Seq():
                self._sequence(node, bound)
                return
            case ir.Call():
                for arg in node.args:
                    self.visit(arg, bound)
                self._function(node.function, bound)
                return
            case ir.Completable():
                for arg in (*node.args, *(value for _, value in node.assume)):
                    self.visit(arg, bound)
                return
            case ir.Op():
                self._operation(node, bound)
            case ir.Paths() if is_of(node.type, self.domain):
                self._goes_by_order(node.span)
            case ir.Fold():
                self._query(node, bound)
                return
            case ir.For():
                self._loop(node, bound)
                return
            case ir.MoveAll():
                self._moving(node, bound)
            case _:
                pass
        for child in children(node):
            self.visit(child, bound)

    def _alternative(self, node: ir.Alternative, bound: tuple[Thing, ...]) -> None:
        ours = [local.number for local in node.bound if is_of(local.type, self.domain)]
        same = {*ours}
        kept = dict.fromkeys(
            stmt.variable
            for stmt in walk(node.body)
            if isinstance(stmt, ir.Assign)
            and stmt.variable.role == "choice"
            and is_of(stmt.variable.type, self.domain)
            and not isinstance(stmt.value, ir.Const)
            and not (isinstance(stmt.value, ir.Local) and stmt.value.number in same)
        )
        within = (*bound, *ours, *(one for one in kept if one not in bound))
        for param in node.params:
            self._source(param, within)
        for guard in node.guards:
            self.visit(guard, within)
        if node.compose is not None:
            self._single_move(node.compose, within)
        self.visit(node.body, within)

    def _single_move(self, compose: ir.Compose, bound: tuple[Thing, ...]) -> None:
        for step in compose.steps:
            for param in step.params:
                self._source(param, bound)
            drawn = [p.local.number for p in step.params if is_of(p.local.type, self.domain)]
            for guard in step.guards:
                self.visit(guard, (*bound, *drawn))
        for finish in compose.finishes:
            for guard in finish.guards:
                self.visit(guard, bound)
        if compose.weight is not None:
            self.visit(compose.weight.value, bound)

    def _source(self, param: ir.Param, bound: tuple[Thing, ...]) -> None:
        """Selections grow in order, which is the order in which steps are offered anyway."""
        source = param.source
        if isinstance(source, ir.Op) and source.name == "after":
            source = source.args[1]
        self.visit(source, bound)

    def _function(self, function: ir.Function, bound: tuple[Thing, ...]) -> None:
        ours = [p.number for p in function.params if is_of(p.type, self.domain)]
        within = (*bound, *ours)
        if (id(function), bool(within)) not in self.met:
            self.met.add((id(function), bool(within)))
            # what is singled out where it is asked is no set of which a definition could know
            self.visit(function.body, (*within, -1) if within else ())

    def _sequence(self, node: ir.Seq, bound: tuple[Thing, ...]) -> None:
        outer = self.mixed
        for number, stmt in enumerate(node.body):
            self.mixed = (*outer, *_mixed_after(stmt, node.body[number + 1 :]))
            if isinstance(stmt, ir.MoveAll) and stmt.target in self.mixed:
                continue  # in whichever order
            self.visit(stmt, bound)
            if isinstance(stmt, ir.Let) and is_of(stmt.local.type, self.domain):
                bound = (*bound, stmt.local.number)
        self.mixed = outer

    def _operation(self, node: ir.Op, bound: tuple[Thing, ...]) -> None:
        if not any(is_of(arg.type, self.domain) for arg in node.args):
            return
        compares = node.name in ("less", "at_most", "more", "at_least", "step", "after")
        if compares or (node.name == "first" and not self._is_even(node.args[1], bound)):
            self._goes_by_order(node.span, "compares" if compares else "goes through")

    def _query(self, node: ir.Fold, bound: tuple[Thing, ...]) -> None:
        self.visit(node.source, bound)
        if node.goal is not None:
            self.visit(node.goal, bound)
        inner = bound
        if is_of(node.local.type, self.domain):
            inner = (*bound, node.local.number)
            in_order = node.kind == "the" and isinstance(node.source.type, ir.SetOf)
            in_order = in_order and not _says_which(node)
            if node.kind == "groups" or (in_order and not self._is_even(node.source, bound)):
                self._goes_by_order(node.span, "takes one" if in_order else "")
        if node.kind in ("largest", "smallest") and node.body is not None:
            if is_of(node.body.type, self.domain):
                self._goes_by_order(node.span)
        for part in (node.where, node.body):
            if part is not None:
                self.visit(part, inner)

    def _loop(self, node: ir.For, bound: tuple[Thing, ...]) -> None:
        self.visit(node.source, bound)
        ours = is_of(node.local.type, self.domain)
        if ours and isinstance(node.source.type, ir.SetOf) and not _commutes(node.body, node.local):
            if not self._is_even(node.source, bound):
                self._goes_by_order(node.span, "goes through")
        self.visit(node.body, (*bound, node.local.number) if ours else bound)

    def _moving(self, node: ir.MoveAll, bound: tuple[Thing, ...]) -> None:
        """What leaves a set for an ordered place goes there in order."""
        source, target = node.source.variable, node.target.variable
        if isinstance(source.type, ir.SetOf) and is_of(source.type, self.domain):
            if isinstance(target.type, ir.StackOf | ir.RowOf) and node.target not in self.mixed:
                moved = _all_in(node.source) if node.components is None else node.components
                if not (self.plain and not bound) and not self._is_even(moved, bound):
                    self._goes_by_order(node.span, "lays")

    def _is_even(self, source: ir.Expr, bound: tuple[Thing, ...]) -> bool:
        """Are those of one row all alike that are in a set?"""
        if not self.plain:
            return False
        if not bound:
            return lies_in(source) is not None
        return bound == (_selected(source),) and self.gathered.issuperset(bound)

    def _goes_by_order(self, span: Span, orders: Orders = "") -> None:
        apart = Apart("a rule goes by their order", span, orders=orders)
        self.found.setdefault(place_of(span), apart)


def _mixed_after(stmt: ir.Stmt, later: Sequence[ir.Stmt]) -> Iterator[ir.Place]:
    """The places that are shuffled later, before anybody sees in which order things lie there."""
    for number, other in enumerate(later):
        if isinstance(other, ir.Shuffle) and other.until is None:
            if not any(_looks_at(one, other.place) for one in (stmt, *later[:number])):
                yield other.place


def _looks_at(stmt: ir.Stmt, place: ir.Place) -> bool:
    """May somebody see what lies in a place, or take it from there, or come by another way to what
    stands behind it?"""
    for node in walk_called(stmt):
        match node:
            case ir.Read(variable=variable) | ir.OnGrid(variable=variable):
                if variable is place.variable:
                    return True
            case ir.Move(source=source) | ir.MoveAll(source=source) | ir.Deal(source=source):
                if source.variable is place.variable:
                    return True
            case ir.Choose() | ir.Leave() | ir.Again() | ir.End():
                return True
            case _:
                pass
    return False


def _says_which(query: ir.Fold) -> bool:
    """Does a query say which one it is, so that there is no other that would come later?"""
    return any(
        isinstance(test, ir.Op)
        and test.name == "equal"
        and any(
            _is(one, query.local) and query.local.number not in free_locals(other)
            for one, other in (test.args, test.args[::-1])
        )
        for test in conjuncts(query.where)
    )


def _all_in(place: ir.Place) -> ir.Expr:
    return ir.Read(place.variable, place.keys, place.variable.type)


def _selected(source: ir.Expr) -> Thing | None:
    """The selection of which all elements of a source are."""
    match source:
        case ir.Local(number=number):
            return number
        case ir.Read(variable=variable) if variable.role == "choice":
            return variable
        case ir.Fold(kind="all", source=inner):
            return _selected(inner)
        case ir.Op(name="members" | "without" | "intersect", args=(first, *_)):
            return _selected(first)
        case _:
            return None


def _commutes(body: ir.Stmt, local: ir.Local) -> bool:
    """Does it come to the same in whichever order a loop is gone through?"""
    match body:
        case ir.Seq(body=stmts):
            return all(_commutes(stmt, local) for stmt in stmts)
        case ir.If(test=test, then=then, other=other):
            parts = (then,) if other is None else (then, other)
            return _asks_only(test, local) and all(_commutes(part, local) for part in parts)
        case ir.Assign(keys=keys, value=ir.Const()):
            return any(_is(key, local) for key in keys) and all(map(_stays, keys))
        case ir.Move(component=component, source=source, target=target):
            settled = all(map(_stays, (*source.keys, *target.keys)))
            return _is(component, local) and isinstance(target.variable.type, ir.SetOf) and settled
        case _:
            return False


def _asks_only(test: Node, local: ir.Local) -> bool:
    """Does a condition look at nothing but where a component lies and what is kept of it?"""
    match test:
        case ir.Op(name="contains", args=(ir.Read(keys=keys), component)) if _is(component, local):
            return all(map(_stays, keys))
        case ir.Read(variable=variable, keys=keys):
            own = any(_is(key, local) for key in keys) or variable.role == "control"
            return own and all(map(_stays, keys))
        case ir.Call():
            return _asks_only(written_out(test), local)
        case ir.Const() | ir.Local() | ir.Op() | ir.Cond() | ir.Lookup():
            return all(_asks_only(part, local) for part in children(test))
        case _:
            return False
