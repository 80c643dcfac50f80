"""An equal choice is offered once: guards by which only the first of several equals is offered.

What nobody can tell apart lies in one unordered place that all see, with the same kept of it (see
`equals`). Of such components a choice offers the first that is not chosen yet, by a guard in terms
of the core like any other: engines, searches and tests need to know nothing of it. Actions keep
their numbers, for what is not offered is an action all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from . import ir
from .equals import Alike, Apart, alike, is_of, lies_in, places_in
from .walk import Node, children, free_locals, walk

SAME = "the same"  # the label of a guard that keeps an equal choice from being offered twice
TRUTH = ir.Truth()

Held = frozenset[ir.StateVariable]
"""What actions in progress may hold."""


class OfferedOnce:
    """Puts these guards into the choices and composes of a generic program.

    `tables`: what they look up, numbered from `first`; `apart`: of which types all components are
    told apart, and why.
    """

    def __init__(self, program: ir.GenericProgram, first: int) -> None:
        found, self._number, self._held = _found(program)
        self.seats = program.seats.size
        self.apart = {d: one for d, one in found.items() if isinstance(one, Apart)}
        self.equal = {d: one for d, one in found.items() if isinstance(one, Alike)}
        self.before = {
            d: ir.Table(first + i, f"{d.name} before", (d,), ir.SetOf(d), one.before)
            for i, (d, one) in enumerate(self.equal.items())
        }
        self.tables = tuple(self.before.values())

    def alternative(self, node: ir.Alternative) -> ir.Alternative:
        """An alternative of a choice, with its single move."""
        if not self.equal:
            return node
        held, compose = self._held[id(node)], node.compose
        if compose is not None:
            outer = tuple(param.local for param in node.params)
            steps = (self._step(s, outer, compose.selections, held) for s in compose.steps)
            compose = replace(compose, steps=tuple(steps))
        return replace(node, guards=self._guards(node, (), (), held), compose=compose)

    def compose(self, compose: ir.Compose) -> ir.Compose:
        """A compose whose steps are decisions of their own."""
        if not self.equal:
            return compose
        held = self._held[id(compose)]
        return replace(compose, steps=tuple(self._step(s, (), (), held) for s in compose.steps))

    def _step(
        self,
        step: ir.ComposeStep,
        outer: tuple[ir.Local, ...],
        sets: tuple[ir.Local, ...],
        held: Held,
    ) -> ir.ComposeStep:
        return replace(step, guards=self._guards(step, outer, sets, held))

    def _guards(
        self,
        part: ir.Alternative | ir.ComposeStep,
        drawn: tuple[ir.Local, ...],
        sets: tuple[ir.Local, ...],
        held: Held,
    ) -> tuple[ir.Guard, ...]:
        """The guards of a part; whether something can be completed is still asked last."""
        more: list[ir.Guard] = []
        for param in part.params:
            kind = param.local.type
            if isinstance(kind, ir.Element) and kind.domain in self.equal:
                places = [one for one in places_in(param.source) if self._is_open(one.variable)]
                if places:
                    steady = bool(sets) and _is_steady(param, part.guards)
                    found = self._holding(kind.domain, drawn, sets, held)
                    with_it = _with(param.local, places, all_lie_there=bool(lies_in(param.source)))
                    more.append(self._guard(param, with_it, found, steady))
            drawn = (*drawn, param.local)
        asked = [guard for guard in part.guards if isinstance(guard.test, ir.Completable)]
        others = [guard for guard in part.guards if not isinstance(guard.test, ir.Completable)]
        return (*others, *more, *asked)

    def _is_open(self, variable: ir.StateVariable) -> bool:
        """Does every seat see what lies in a zone?"""
        return variable.seen == "all" or (variable.seen == "owner" and self.seats == 1)

    def _holding(
        self, domain: ir.Domain, drawn: Sequence[ir.Local], sets: Sequence[ir.Local], held: Held
    ) -> _Holding:
        equal = self.equal[domain]
        named_by = [v for v in equal.named_by if v.role != "choice" or v in held]
        single = [ir.Read(v, (), v.type) for v in named_by if not v.keys]
        values: list[ir.Local | ir.Read] = [one for one in drawn if is_of(one.type, domain)]
        values += [one for one in sets if is_of(one.type, domain)]
        return _Holding(
            equal,
            [one for one in (*values, *single) if isinstance(one.type, ir.Element)],
            [one for one in (*values, *single) if isinstance(one.type, ir.SetOf)],
            [v for v in named_by if v.keys],
        )

    def _guard(self, param: ir.Param, place: ir.Expr, found: _Holding, steady: bool) -> ir.Guard:
        """Only the first of equals is drawn."""
        domain, local = found.equal.domain, param.local
        earlier = self._earlier(param, place, found, steady)
        other = self._local(domain)
        both = _all_of(list(self._same(other, local, found)))
        tests = [_equals(one, local) for one in found.ones]
        if both is None:
            tests.append(ir.Op("empty", (earlier,), TRUTH))
        else:
            twin = ir.Fold("some", other, earlier, both, None, TRUTH)
            tests.append(ir.Op("not", (twin,), TRUTH))
        test = tests[0] if len(tests) == 1 else ir.Op("or", tuple(tests), TRUTH)
        first = ir.Fold("the", other, earlier, both, None, ir.Element(domain))
        said = ir.Message((local, " is the same as ", first))
        return ir.Guard(replace(test, span=param.span), said, SAME, span=param.span)

    def _earlier(self, param: ir.Param, place: ir.Expr, found: _Holding, steady: bool) -> ir.Expr:
        """What lies with the component, comes before it, and is told from it by nothing of which
        there is only one; and can be drawn just as well.

        Selections grow in order. So what has been passed by cannot be drawn any more; where sets
        are chosen at one go (`steady`), there is one in which it is.
        """
        domain, local = found.equal.domain, param.local
        kind = ir.SetOf(domain)
        among: ir.Expr = place
        taken = _taken(param)
        if taken is not None:
            args = (place, taken) if steady else (taken, place)
            among = ir.Op("without" if steady else "after", args, kind)
        among = ir.Op("intersect", (among, ir.Lookup(self.before[domain], (local,), kind)), kind)
        if found.ones:
            among = ir.Op("without", (among, ir.Op("set", tuple(found.ones), kind)), kind)
        for held in found.sets:
            if held != taken:
                inside = ir.Op("contains", (held, local), TRUTH)
                with_it = ir.Op("intersect", (among, held), kind)
                without = ir.Op("without", (among, held), kind)
                among = ir.Cond(inside, with_it, without, kind)
        return among

    def _same(self, one: ir.Local, other: ir.Local, found: _Holding) -> Iterator[ir.Expr]:
        """What must be so for two components to be equal, besides."""
        domain = found.equal.domain
        for variable in found.equal.marks:
            keys = self._keys(variable, domain)
            here, there = (_member(variable, keys, domain, each) for each in (one, other))
            yield _for_all(keys, _alike(here, there))
        for variable in found.keyed:
            keys = self._keys(variable, domain)
            value = _member(variable, keys, domain, one)
            yield _for_all(keys, _equals(_tells(value, one), _tells(value, other)))

    def _keys(self, variable: ir.StateVariable, domain: ir.Domain) -> list[ir.Local]:
        return [self._local(key) for key in variable.keys if key is not domain]

    def _local(self, domain: ir.Domain) -> ir.Local:
        self._number += 1
        return ir.Local(self._number, f"other {domain.name}", ir.Element(domain))


@dataclass(frozen=True, slots=True)
class _Holding:
    """What tells equal components apart at some moment: values that are single components or sets
    of them, and what is kept of them by other keys."""

    equal: Alike
    ones: list[ir.Local | ir.Read]
    sets: list[ir.Local | ir.Read]
    keyed: list[ir.StateVariable]


@lru_cache(maxsize=8)
def _found(
    program: ir.GenericProgram,
) -> tuple[dict[ir.Domain, Alike | Apart], int, dict[int, Held]]:
    """What is equal in a program; and, where that counts, the highest number of its locals and what
    is held at its choices and in its composes, by their identity."""
    found, held = alike(program), dict[int, Held]()
    if not found:
        return found, 0, held
    for node in (program.setup, program.flow):
        _note_held(node, frozenset(), held)
    return found, max((local.number for local in _locals(program)), default=0), held


def _note_held(root: Node, now: Held, held: dict[int, Held]) -> None:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ir.Alternative):
            waiting += children(node)
            continue
        asked = (g.test for g in node.guards if isinstance(g.test, ir.Completable))
        for one in (node, *(test.compose for test in asked if test.step is not None)):
            held[id(one)] = held.get(id(one), frozenset()) | now
        kept = (stmt.variable for stmt in walk(node.body) if isinstance(stmt, ir.Assign))
        _note_held(node.body, now | {v for v in kept if v.role == "choice"}, held)


def _locals(program: ir.GenericProgram) -> Iterator[ir.Local]:
    roots: list[Node] = [program.setup, program.flow, *program.scores, *program.outcome]
    roots += [*program.always, *program.ends, *program.composes]
    roots += [] if program.winners is None else [program.winners]
    for function in program.functions:
        yield from function.params
        roots.append(function.body)
    for node in (node for root in roots for node in walk(root)):
        bound = node if isinstance(node, ir.Local) else getattr(node, "local", None)
        if isinstance(bound, ir.Local):
            yield bound
        if isinstance(node, ir.Compose):
            yield from node.selections


def _with(component: ir.Local, places: Sequence[ir.Read], *, all_lie_there: bool) -> ir.Expr:
    """What lies where a component does, if that is one of some places; nothing if it lies
    elsewhere."""
    if all_lie_there:
        return places[0]
    kind = places[0].type
    among: ir.Expr = ir.Const(0, kind)
    for place in reversed(places):
        among = ir.Cond(ir.Op("contains", (place, component), TRUTH), place, among, kind)
    return among


def _taken(param: ir.Param) -> ir.Expr | None:
    """The selection that grows in order by what is drawn."""
    source = param.source
    return source.args[0] if isinstance(source, ir.Op) and source.name == "after" else None


def _is_steady(param: ir.Param, guards: Iterable[ir.Guard]) -> bool:
    """Can everything be drawn that can, whatever has been drawn so far, as far as there is room?"""
    match param.source:
        case ir.Op(name="after", args=(ir.Local(number=number), source)):
            asked = [source, *(guard.test for guard in guards if guard.label != ir.AT_MOST)]
            return all(number not in free_locals(expr) for expr in asked)
        case _:
            return False


def _equals(one: ir.Expr, other: ir.Expr) -> ir.Expr:
    return ir.Op("equal", (one, other), TRUTH)


def _all_of(tests: Sequence[ir.Expr]) -> ir.Expr | None:
    if len(tests) < 2:
        return tests[0] if tests else None
    return ir.Op("and", tuple(tests), TRUTH)


def _member(
    variable: ir.StateVariable, others: Sequence[ir.Local], domain: ir.Domain, component: ir.Local
) -> ir.Read:
    """The member of a state variable for a component and whatever its other keys are."""
    rest = iter(others)
    keys = tuple(component if key is domain else next(rest) for key in variable.keys)
    return ir.Read(variable, keys, variable.type)


def _alike(one: ir.Read, other: ir.Read) -> ir.Expr:
    """Is the same kept? Two places are alike if nothing lies there."""
    if one.variable.role == "zone" and isinstance(one.type, ir.SetOf | ir.StackOf | ir.RowOf):
        return ir.Op("and", (ir.Op("empty", (one,), TRUTH), ir.Op("empty", (other,), TRUTH)), TRUTH)
    return _equals(one, other)


def _tells(value: ir.Read, component: ir.Local) -> ir.Expr:
    """Does a value name a component?"""
    if isinstance(value.type, ir.Element):
        return _equals(value, component)
    return ir.Op("contains", (value, component), TRUTH)


def _for_all(keys: Sequence[ir.Local], test: ir.Expr) -> ir.Expr:
    for key in keys:
        assert isinstance(key.type, ir.Element)
        every = ir.Const(key.type.domain.everything(), ir.SetOf(key.type.domain))
        test = ir.Fold("every", key, every, None, test, TRUTH)
    return test
