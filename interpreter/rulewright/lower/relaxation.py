"""What no finish can do without: a relaxation of a compose, for each element that it selects.

A search for a finish tries many states that lead nowhere, because one element chosen can never be
made to fit. Here an easier question is asked first, as planners do when they leave out what actions
take away: what can become of that element alone, if only the steps that change it are tried, what
other steps would use up is all left to it, and what they could provide is provided. Where even that
is not enough, nothing is. This holds under conditions that are looked up in the rules:

* What a finish demands of every element chosen (`every c in laid has …`) reads cells that are the
  element's own: keyed by it, and changed only by steps that draw it.
* Leaving out the other steps never takes away a step of the element. So its guards may read,
  besides what is its own and what nothing changes, only cells that move one way, against it:
  numbers that are only spent, slots that are only emptied. Guards that read anything else are not
  asked.
* A number that steps spend and gain counts as raised beforehand, if a step that raises it may
  become possible at all: if that step demands an element in some condition, and some element can
  come to be in it. By how much is told by the elements too, where a step counts its uses
  (`used < total F of laid`), and by what lies in slots, where each of these things adds to F for
  itself; otherwise the number counts as full.
* Where all steps of an element empty slots (`stock`) and pay for it from one number (`fund`), the
  elements share both: what they can become together needs slots that are disjoint and can be paid.
* What steps do to an element keeps it between two ends (`Bound`): a set holds no more than it does
  now and what lies in slots, and all that it does now, or nothing, where steps take from it.

Besides that, a guard of a finish that no step can make true again is asked at once: `falling`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial, reduce

from ..core import ir
from ..core.certain import is_empty
from ..core.evaluate import evaluate
from ..core.specialise import is_fixed
from ..core.walk import (
    Node,
    cells_in,
    children,
    conjuncts,
    free_locals,
    one_by_one,
    rewrite,
    substitute,
    variables_written,
    walk,
)
from ..diagnostics import PlayError
from ..source import Span
from .changes import (
    changes,
    moved_by,
    of_every,
    only_one,
    paid_down_to,
    ways_of,
)
from .changing import (
    TRUTH,
    Facts,
    all_told,
    any_told,
    by_number,
    counts,
    held_slots,
    is_at_least_zero,
    negated,
    puts,
    raised_by,
    written,
)
from .footprint import direction
from .idle import Taking, may_count
from .intervals import Intervals
from .loosening import TooMany, loosened

YES, NO = ir.Const(1, TRUTH), ir.Const(0, TRUTH)
NOTHING = ir.Const(0, ir.Number(0, 0))
LookedAt = tuple[tuple[ir.StateVariable, ir.Read | int | None], ...]
_SOME_NUMBER = ir.Number(0, 10**6)
ALONE = ir.Local(-1000, "alone", TRUTH)  # will an element be the only one that is ever chosen?


@dataclass(frozen=True, slots=True)
class Demand:
    """What a finish demands of every element: a condition on it, and on one parameter if any."""

    finish: int
    param: ir.Param | None
    test: ir.Expr


@dataclass(frozen=True, slots=True)
class Own:
    """A step that changes one element: its number, what it does, one of several ways if it goes by
    what others change (see `loosening`), the parameter that draws the element, guards to ask.

    `emptied`: the parameter by which a slot is chosen that the step empties for good, so that no
    two elements can have it; None: there is none. `price`: by slot, by how much it lowers the
    number that is `Prospects.fund`. `turns`: does it change what steps change to and fro?
    `leads_on`: does it certainly change something of what becomes of an element? `often`: how often
    it can be used at all, for whatever elements; None: that is not known.
    """

    number: int
    step: ir.ComposeStep
    param: ir.Param
    guards: tuple[ir.Expr, ...]
    emptied: ir.Param | None
    price: tuple[int, ...]
    turns: bool = False
    leads_on: bool = True
    often: ir.Expr | None = None


@dataclass(frozen=True, slots=True)
class Bound:
    """What becomes of a member that is an element's own, `its`, if steps change it in any way.

    `low`, `high`: what it is at least and at most; None: what it is now. `added`: may what was in
    slots come to it, too?
    """

    its: ir.Read
    low: ir.Expr | None
    high: ir.Expr | None
    added: bool


@dataclass(frozen=True, slots=True)
class Total:
    """What a parameter of a finish can be no more than: what all elements chosen add up to.

    `base` and for each element `amount`, which is all that the elements chosen give to `whole`;
    `more`: how much with what was in a slot, by component, and last with nothing.
    """

    finish: int
    param: ir.Param
    base: int
    amount: ir.Expr
    whole: ir.Expr
    more: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prospects:
    """What can be asked of single elements.

    `selection`: the set they are in; `element`: the name of one in `demands` and `raising`;
    `alone`: what the local of that name in `demands` stands for; None: it is not asked for. `full`:
    numbers that count as full once an element fulfils a condition of `raising`, looked for among
    `candidates`. `private`: the state variables that are an element's own, with the place of their
    key. `looked_at`: all state variables that what becomes of an element depends on: one member,
    those with the element at this place of their keys, or (None) all; `stands_on`: what it depends
    on how an element is now. `slots`: how many slots there are that steps empty, `stock` the state
    variable that has them, `useful`: by component that may lie in one, itself, or -1 where nothing
    that is asked of elements tells it from nothing, and last -1. `fund`: what slots are paid from.
    `grown`: the set of its own to which the steps of an element add what was in a slot, if that is
    all that they change of it, and if what is in the set only harms their guards. `gain`: by how
    much an element lets `fund` be raised in all; None: that is not known, or nothing
    raises it. `gains`: by how much more with what was in a slot, by component, and last with
    nothing. `total`: what else elements add up to. `closing`: the steps after which no more can be
    chosen, by number. `idle`: what leads no nearer to a finish, whatever element takes it from a
    slot (see `idle`). `paid`: all that raises the fund is known, so
    that it is enough to ask for all elements together what they can pay. `to_and_fro`: how many
    steps may have to follow one another that change what others change back.
    """

    selection: ir.StateVariable
    element: ir.Local
    alone: ir.Expr | None
    demands: tuple[Demand, ...]
    steps: tuple[Own, ...]
    full: tuple[ir.StateVariable, ...]
    raising: tuple[ir.Expr, ...]
    candidates: tuple[ir.Expr, ...]
    private: tuple[tuple[ir.StateVariable, int], ...]
    looked_at: LookedAt
    stands_on: LookedAt
    slots: int
    stock: ir.StateVariable | None
    useful: tuple[int, ...]
    grown: ir.StateVariable | None
    bounds: tuple[Bound, ...] | None
    fund: ir.Read | None
    gain: ir.Expr | None
    gains: tuple[int, ...]
    lent: ir.Expr
    total: Total | None
    closing: frozenset[int]
    idle: frozenset[int]
    paid: bool
    to_and_fro: int = 0

    @property
    def limit(self) -> ir.Expr | None:
        """How many elements can be changed by steps that are used only so often; None: there are
        no such steps."""
        told = {own.number: own.often for own in self.steps if own.often is not None}
        return reduce(_sum, told.values()) if told else None

    @property
    def elements(self) -> ir.Domain:
        """What may be chosen."""
        assert isinstance(self.selection.type, ir.SetOf)
        return self.selection.type.domain

    @property
    def only_paid(self) -> bool:
        """Does every change of an element empty a slot?"""
        return all(own.emptied is not None for own in self.steps)

    @property
    def can_rise(self) -> bool:
        """Are there numbers that steps raise again?"""
        return bool(self.full) or self.gain is not None


MOST_SLOTS = 5  # with more slots there are too many sets of them
MOST_TURNS = 16  # ways in which what steps change to and fro may be


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Why nothing is known of single elements: what it is, and where that stands; the state
    variable that steps change and one of them goes by, and the step that it lies in, if any."""

    what: str
    span: Span
    variable: ir.StateVariable | None = None
    step: str | None = None


class _Unfit(Exception):
    """The rules of the compose are not of a kind that allows to look at elements alone."""

    def __init__(
        self,
        what: str,
        span: Span,
        variable: ir.StateVariable | None = None,
        step: str | None = None,
    ) -> None:
        self.found = Hindrance(what, span, variable, step)


def falling(compose: ir.Compose) -> tuple[tuple[ir.Expr, ...], ...]:
    """By finish: the conditions that no step can make true once they fail."""
    facts = Facts(compose)
    return tuple(tuple(filter(facts.is_against, tests)) for tests in finishes(compose))


def finishes(compose: ir.Compose) -> tuple[tuple[ir.Expr, ...], ...]:
    """By finish: its conditions, with what is asked of the only element asked of every element, and
    with the bounds of ranges that parameters are drawn from."""
    return tuple(
        tuple(
            of_every(part)
            for test in (*map(_range_of, finish.params), *(guard.test for guard in finish.guards))
            for part in conjuncts(test)
        )
        for finish in compose.finishes
    )


def _range_of(param: ir.Param) -> ir.Expr:
    """That a parameter lies in the range that it is drawn from."""
    match param.source:
        case ir.Op(name="range", args=(low, high)):
            at_least = ir.Op("at_least", (param.local, low), TRUTH, param.span)
            at_most = ir.Op("at_most", (param.local, high), TRUTH, param.span)
            return ir.Op("and", (at_least, at_most), TRUTH, param.span)
        case _:
            return YES


def prospects(compose: ir.Compose) -> Prospects | None:
    """What can be asked of the elements of a compose, if anything."""
    found = prospects_or_why_not(compose)
    return found if isinstance(found, Prospects) else None


def prospects_or_why_not(compose: ir.Compose) -> Prospects | Hindrance:
    """The same, or what keeps it from being known."""
    facts, first = Facts(compose), None
    for selection in facts.selections():
        try:
            found = _Maker(facts, selection).made()
        except _Unfit as unfit:
            first = first or unfit.found
        else:
            if found is not None:
                return found
    nothing_said = Hindrance("no finish says what holds of every single one", compose.span)
    return first or _of_all_together(facts) or nothing_said


def _of_all_together(facts: Facts) -> Hindrance | None:
    """That what a finish says of every element goes by all that has been selected, if one does."""
    for test in (test for tests in finishes(facts.compose) for test in tests):
        for part in walk(test):
            match part:
                case ir.Fold(kind="every", source=source, body=body) if body is not None:
                    if facts.reads(source) and facts.reads(body):
                        what = "what a finish says of every single one hangs on what else is chosen"
                        return Hindrance(what, test.span)
                case _:
                    pass
    return None


class _Maker:
    """Finds out what can be asked of the elements of one selection."""

    def __init__(self, facts: Facts, selection: ir.StateVariable) -> None:
        self.facts, self.compose, self.selection = facts, facts.compose, selection
        assert isinstance(selection.type, ir.SetOf)
        self.domain: ir.Domain = selection.type.domain
        self.element = ir.Local(-1, "element", ir.Element(self.domain))
        self.private: dict[ir.StateVariable, int] = {}
        self.once: set[ir.StateVariable] = set()  # marks that keep a step from being used again

    def made(self) -> Prospects | None:
        demands = list(self._demands())
        if not demands:
            return None
        for demand in demands:
            self._claim(demand.test, self.element)
        full = self._growing()
        own = self._close()
        raising: list[ir.Expr] = []
        for variable in full:
            raising += self._raising(variable)
        own = self._close()  # what raises may read more that is an element's own
        own, stock, fund = self._emptying(own, full)
        slots = 0 if stock is None else stock.keys[0].size
        gain, gains = None, None
        lent: ir.Expr = NOTHING
        if fund is not None and full == [fund.variable]:
            gain, lent = self._gain(fund) or (None, NOTHING)
            gain = None if gain is None else self._at_best(gain, own)
        if gain is not None and not self._only_falls(own, gain):
            gain = None  # what a step gives that empties no slot is not told by slots
        if gain is not None and stock is not None:
            self._claim(gain, self.element)
            own = self._same(own)
            gains = self._gains(gain, own, stock)
        if gains is None:
            gain, gains, lent = None, (), NOTHING
        total = self._total(own, stock) if gain is not None and stock is not None else None
        if total is not None:
            own = self._same(own)
        paid = fund is not None and (gain is not None or not full)
        if paid and fund is not None:  # the slots are paid for all elements together
            own = [_without(one, fund.variable) for one in own]
            full, raising = [], []
        about = [demand.test for demand in demands] + raising
        parts: list[tuple[ir.Expr | ir.Stmt, ir.Local]] = [(expr, self.element) for expr in about]
        if gain is not None:
            parts.append((gain, self.element))
        if total is not None:
            parts.append((total.amount, self.element))
        stands_on = _looked_at(parts)
        grown = None if stock is None else self._grown(about, own, stock)
        tests = [demand.test for demand in demands]
        bounds = None if stock is None else self._bounds(tests, own, stock)
        folds = None if grown is None else _folds(about, self._its(grown))
        useful = () if stock is None else tuple(_useful(folds, stock))
        for one in own:
            parts += [(part, one.param.local) for part in self._told_by(one)]
        looked_at = _looked_at(parts)
        own, many = self._turning(own, stock, frozenset(variable for variable, _ in looked_at))
        return Prospects(
            self.selection, self.element, self._alone(demands), tuple(demands), tuple(own),
            tuple(full), tuple(raising), tuple(self._candidates()), tuple(self.private.items()),
            looked_at, stands_on, slots, stock, useful, grown, bounds, fund, gain, gains,
            lent, total, frozenset(self._closing()), self._idle(own, stock, grown, fund), paid,
            many,
        )  # fmt: skip

    def _turning(
        self, steps: list[Own], stock: ir.StateVariable | None, told: frozenset[ir.StateVariable]
    ) -> tuple[list[Own], int]:
        """The steps, with whether they change to and fro what is an element's own, and how many of
        these may have to follow one another: fewer than there are ways in which that may be. What
        steps change one way only comes to an end by itself."""
        ways = ways_of(own.step for own in steps)
        turned, many = set[ir.StateVariable](), 1
        onward = {
            v for v in self.private
            if v in ways and self._goes_one_way(v, ways[v], steps, stock)
        }  # fmt: skip
        back = [own for own in steps if not _certainly_changes(own.step, onward)]
        for variable in self.private:
            stores = [own for own in back if variable in variables_written(own.step.body)]
            if variable in ways and variable not in onward and stores:
                turned.add(variable)
                many *= _how_many(variable)
                if many > MOST_TURNS:
                    step = stores[0].step
                    what = f"{step.name} changes {variable.name} to and fro, in many ways"
                    raise _Unfit(what, step.body.span, variable, step.name)
        found = [
            replace(
                own,
                often=self._often(self.compose.steps[own.number]),
                turns=bool(turned & variables_written(own.step.body)),
                leads_on=own.emptied is not None
                or any(
                    surely and variable in told and ways[variable] == {way}
                    for variable, way, surely in changes(own.step)
                ),
            )
            for own in steps
        ]
        return found, many - 1

    def _goes_one_way(
        self,
        variable: ir.StateVariable,
        ways: set[str],
        steps: list[Own],
        stock: ir.StateVariable | None,
    ) -> bool:
        """Do steps change an element's own one way only, but for what comes to it out of slots?"""
        if ways <= {"up"} or ways <= {"down"}:
            return True
        if isinstance(variable.type, ir.SetOf):
            each = [self._ways(own, variable, stock) for own in steps]
            return all(found <= {"added", "taken"} for found in each)
        stores = [
            (own.step, stmt)
            for own in steps
            for stmt in walk(own.step.body)
            if isinstance(stmt, ir.Assign) and stmt.variable is variable
        ]
        values = {stmt.value for _, stmt in stores}
        if len(values) == 1 and all(isinstance(value, ir.Const) for value in values):
            return True
        return all(_fills(step, stmt) for step, stmt in stores)

    def _told_by(self, own: Own) -> Iterator[ir.Expr | ir.Stmt]:
        """What decides whether a step changes an element, and how."""
        step = own.step
        asked = frozenset[ir.StateVariable]().union(*(cells_in(guard) for guard in own.guards))
        yield from own.guards
        yield from (param.source for param in step.params if param != own.param)
        for stmt in walk(step.body):
            match stmt:
                case ir.Assign(variable=variable) if variable in self.private or variable in asked:
                    yield stmt
                case ir.Let(value=value):
                    yield value
                case ir.If(test=test):
                    yield test
                case ir.For(source=source, first=first):
                    yield source
                    yield from () if first is None else (first,)
                case ir.MoveAll():
                    yield _all_moved(stmt)
                    yield stmt
                case ir.Move():
                    yield stmt
                case _:
                    pass

    def _alone(self, demands: list[Demand]) -> ir.Expr | None:
        """Is one element chosen, and can no other be any more?"""
        if not any(ALONE.number in free_locals(demand.test) for demand in demands):
            return None
        read = ir.Read(self.selection, (), self.selection.type)
        tests: list[ir.Expr] = [ir.Op("equal", (ir.Op("size", (read,), _SOME_NUMBER), YES), TRUTH)]
        for step in self.compose.steps:
            if self.selection in variables_written(step.body):
                open_ = self._open(step)
                tests.append(ir.Const(0, TRUTH) if open_ is None else negated(open_))
        return ir.Op("and", tuple(tests), TRUTH)

    def _open(self, step: ir.ComposeStep) -> ir.Expr | None:
        """What must hold for a step, whatever its arguments, and never holds again once it does
        not; None: nothing."""
        tests = [part for guard in step.guards for part in conjuncts(guard.test)]
        return all_told([t for t in tests if self.facts.is_against(t) and not free_locals(t)])

    def _closing(self) -> Iterator[int]:
        """The steps after which none that chooses an element can be taken any more."""
        choosing = [s for s in self.compose.steps if self.selection in variables_written(s.body)]
        for number, step in enumerate(self.compose.steps):
            stored = {
                stmt.variable: stmt.value
                for stmt in one_by_one(step.body)
                if isinstance(stmt, ir.Assign) and not stmt.keys
            }
            if step not in choosing and all(self._is_shut(other, stored) for other in choosing):
                yield number

    def _is_shut(self, step: ir.ComposeStep, stored: dict[ir.StateVariable, ir.Expr]) -> bool:
        """Can a step not be taken any more once such values have been stored?"""
        open_ = self._open(step)

        def after(node: Node) -> Node:
            match node:
                case ir.Read(variable=variable, keys=()):
                    return stored.get(variable, node)
                case _:
                    return node

        tests = [rewrite(test, after) for test in conjuncts(open_)]
        return any(Intervals().of(test) == (0, 0) for test in tests)

    def _demands(self) -> Iterator[Demand]:
        for number, tests in enumerate(finishes(self.compose)):
            params = {p.local.number: p for p in self.compose.finishes[number].params}
            for test in tests:
                if self.selection not in self.facts.reads(test):
                    continue
                implied = self._implied(test, holds=True)
                if implied is None:
                    continue
                used = [params[n] for n in sorted(free_locals(implied)) if n in params]
                if len(used) <= 1:
                    yield Demand(number, used[0] if used else None, implied)

    def _implied(self, expr: ir.Expr, *, holds: bool) -> ir.Expr | None:
        """What follows for every element of the selection if a condition holds (or does not)."""
        if self._is_told(expr):
            return expr if holds else negated(expr)
        match expr:
            case ir.Op(name="not"):
                return self._implied(expr.args[0], holds=not holds)
            case ir.Op(name="equal") if not holds and self._asks_for_one(expr):
                return negated(ALONE)
            case ir.Op(name="and" | "or"):
                parts = [self._implied(arg, holds=holds) for arg in expr.args]
                return all_told(parts) if (expr.name == "and") == holds else any_told(parts)
            case ir.Cond():
                then = [self._implied(expr.test, holds=True), self._implied(expr.then, holds=holds)]
                other = [
                    self._implied(expr.test, holds=False), self._implied(expr.other, holds=holds)
                ]  # fmt: skip
                return any_told([all_told(then), all_told(other)])
            case ir.Fold(kind="every") if holds and expr.body is not None:
                among = self._among(expr.source)
                if among is None:
                    return None
                tests = [*among, *([] if expr.where is None else [self._of(expr, expr.where)])]
                body = self._implied(self._of(expr, expr.body), holds=True)
                return any_told([*(self._implied(test, holds=False) for test in tests), body])
            case ir.Fold(kind="some") if not holds and expr.where is not None:
                among = self._among(expr.source)
                if among is None:
                    return None
                tests = [*among, self._of(expr, expr.where)]
                return any_told([self._implied(test, holds=False) for test in tests])
            case ir.Op(name="empty", args=(source,)) if holds:
                among = self._among(source)
                if among:
                    return any_told([self._implied(test, holds=False) for test in among])
        return None

    def _asks_for_one(self, test: ir.Expr) -> bool:
        """Is it asked whether one element is chosen?"""
        held = only_one(test)
        return held is not None and self._is_it(held)

    def _among(self, source: ir.Expr) -> list[ir.Expr] | None:
        """What an element has to fulfil to be in a part of the selection; None: it is none."""
        if self._is_it(source):
            return []
        if isinstance(source, ir.Fold) and source.kind == "all":
            among = self._among(source.source)
            if among is not None and source.where is not None:
                return [*among, self._of(source, source.where)]
        return None

    def _is_it(self, expr: ir.Expr) -> bool:
        return isinstance(expr, ir.Read) and expr.variable is self.selection

    def _of(self, fold: ir.Fold, part: ir.Expr) -> ir.Expr:
        """A part of a fold over the selection, about the element."""
        return substitute(part, {fold.local.number: self.element})

    def _is_told(self, expr: ir.Expr) -> bool:
        """Does a condition depend only on the element and on what nothing changes?"""
        return all(
            self.element in node.keys
            for node in walk(expr)
            if isinstance(node, ir.Read) and node.variable in self.facts.changed
        )

    def _claim(self, part: ir.Expr | ir.Stmt, owner: ir.Local) -> None:
        """Cells that are read by the key of an owner have to be the owner's own."""
        for node in walk(part):
            if (
                isinstance(node, ir.Read)
                and node.variable in self.facts.changed
                and owner in node.keys
            ):
                place = node.keys.index(owner)
                if self.private.setdefault(node.variable, place) != place:
                    what = f"{node.variable.name} is asked of two of them together"
                    raise _Unfit(what, node.span)

    def _close(self) -> list[Own]:
        """The steps that change what is an element's own; what they read of it is its own too."""
        while True:
            before = len(self.private)
            own = [one for i, step in enumerate(self.compose.steps) for one in self._owns(i, step)]
            if len(self.private) == before:
                return own

    def _owns(self, number: int, step: ir.ComposeStep) -> list[Own]:
        """The ways in which a step may change an element."""
        writers = [stmt for stmt in walk(step.body) if self._writes_own(stmt)]
        if not writers:
            return []
        owners = {key for stmt in writers for key in self._own_keys(stmt)}
        param = next((p for p in step.params if {p.local} == owners), None)
        if param is None or param.local.type != self.element.type:
            changed = next(v for stmt in writers for v, _ in written(stmt) if v in self.private)
            what = f"{step.name} changes {changed.name} of others than the one it draws"
            raise _Unfit(what, step.body.span, step=step.name)
        held = frozenset(held_slots(step)) & frozenset(
            variable for variable, ways in self.facts.ways.items() if ways == {"down"}
        )
        tests = [part for guard in step.guards for part in conjuncts(guard.test)]
        guards = [test for test in tests if self._may_be_asked(test, param.local, held)]
        for test in guards:
            self._claim(test, param.local)
        for other in step.params:
            if other is not param:
                self._claim(other.source, param.local)
                drawn = self._of_others(other.source, param.local)
                if drawn and not self.facts.is_against(other.source):
                    first = min(drawn, key=by_number)
                    what = f"{step.name} draws from {first.name}, which steps change"
                    raise _Unfit(what, other.span, step=step.name)
        ways = self._loosened(step, param.local, held)
        for way in ways:
            self._check_body(way, param.local, held)
        if len(ways) > 1:
            ways = self._told_apart(ways, guards)
        return [Own(number, way, param, tuple(guards), None, ()) for way in ways]

    def _told_apart(
        self, ways: list[ir.ComposeStep], guards: list[ir.Expr]
    ) -> list[ir.ComposeStep]:
        """Ways in which a step may go, each once, without what makes no difference to an element:
        what is stored where neither guards nor statements look."""
        counts = {*self.private}.union(*(cells_in(guard) for guard in guards))
        stored = [node for way in ways for node in walk(way.body) if isinstance(node, ir.Assign)]
        apart = {id(stmt) for stmt in stored}
        for way in ways:
            counts |= _read_but_for(way.body, apart)
        while more := {v for s in stored if s.variable in counts for v in cells_in(s)} - counts:
            counts |= more

        def bare(node: Node) -> Node:
            match node:
                case ir.Assign(variable=variable) if variable not in counts:
                    return ir.Seq(())
                case ir.Seq(body=body):
                    return replace(node, body=tuple(part for part in body if part != ir.Seq(())))
                case _:
                    return node

        found: list[ir.Stmt] = []
        for way in ways:
            body = rewrite(way.body, bare)
            found += [] if body in found else [body]
        return [replace(ways[0], body=body) for body in found]

    def _loosened(
        self, step: ir.ComposeStep, owner: ir.Local, held: frozenset[ir.StateVariable]
    ) -> list[ir.ComposeStep]:
        """The ways in which a step may go that goes by what steps change; as it is, if it goes by
        nothing else than what is the owner's, or by what is not loosened."""

        def goes_by(part: ir.Expr) -> bool:
            return any(variable not in held for variable in self._of_others(part, owner))

        def is_own(variable: ir.StateVariable) -> bool:
            return variable in self.private

        try:
            ways = loosened(step.body, goes_by, is_own)
        except TooMany:
            return [step]  # which says what it goes by
        return [replace(step, body=body) for body in ways]

    def _writes_own(self, stmt: object) -> bool:
        return any(variable in self.private for variable, _ in written(stmt))

    def _own_keys(self, stmt: object) -> Iterator[ir.Expr]:
        for variable, keys in written(stmt):
            if variable in self.private:
                yield keys[self.private[variable]]

    def _may_be_asked(
        self, test: ir.Expr, owner: ir.Local, held: frozenset[ir.StateVariable]
    ) -> bool:
        """Would leaving out other steps never make a guard fail that held?"""
        reads = [node for node in walk(test) if isinstance(node, ir.Read)]
        others = {node.variable for node in reads if owner not in node.keys}
        given = {*held, *(node.variable for node in reads if node.variable not in others)}
        rest = self.facts.reads(test) - given
        mixed = rest & self.facts.mixed
        if mixed and direction(test, mixed) not in ("fixed", "up"):
            return False
        return self.facts.is_against(test, frozenset(given) | mixed)

    def _check_body(
        self, step: ir.ComposeStep, owner: ir.Local, held: frozenset[ir.StateVariable]
    ) -> None:
        """What a step does to an element depends on what is the element's own and what is held."""
        for stmt in walk(step.body):
            match stmt:
                case ir.Assign(variable=variable, value=value, keys=keys):
                    parts: list[ir.Expr] = [*keys]
                    if variable in self.private:
                        parts.append(value)
                    elif variable in self.facts.idle:
                        pass
                    elif (amount := paid_down_to(stmt)) is not None:
                        parts.append(amount)
                    else:
                        parts += moved_by(stmt)
                case ir.Let(value=value):
                    parts = [value]
                case ir.If(test=test):
                    parts = [test]
                case ir.For(source=source, first=first):
                    parts = [source, *([] if first is None else [first])]
                case ir.Move(component=component, source=place, target=target):
                    parts = [component, *place.keys, *target.keys]
                case ir.MoveAll(source=place, target=target):
                    parts = [_all_moved(stmt), *place.keys, *target.keys]
                case ir.Times() | ir.Loop() | ir.Block():
                    what = f"{step.name} does something over and over"
                    raise _Unfit(what, stmt.span, step=step.name)
                case _:
                    continue
            for part in parts:
                self._claim(part, owner)
                for variable in self._of_others(part, owner):
                    if variable not in held:
                        raise self._goes_by(step, stmt, variable)

    def _of_others(self, part: ir.Expr, owner: ir.Local) -> list[ir.StateVariable]:
        """What steps change and a part of the rules reads, but for the owner's."""
        return [
            node.variable
            for node in walk(part)
            if isinstance(node, ir.Read) and node.variable in self.facts.changed
            if owner not in node.keys
        ]

    def _goes_by(self, step: ir.ComposeStep, stmt: ir.Stmt, variable: ir.StateVariable) -> _Unfit:
        """That a step goes by what steps change."""
        name = variable.name.removeprefix(f"{self.compose.name}.")
        what = f"{step.name} goes by {name}, which steps change"
        return _Unfit(what, stmt.span, variable, step.name)

    def _emptying(
        self, steps: list[Own], full: list[ir.StateVariable]
    ) -> tuple[list[Own], ir.StateVariable | None, ir.Read | None]:
        """The steps with the slots that they empty, if it is one state variable that all of them
        empty."""
        found: dict[ir.StateVariable, None] = {}
        made: list[Own] = []
        for own in steps:
            step = own.step
            held = set(held_slots(step))
            param = None
            for stmt in one_by_one(step.body):
                if (
                    isinstance(stmt, ir.Move)
                    and stmt.source.variable in held
                    and stmt.source.variable.keys
                ):
                    if (
                        self.facts.ways[stmt.source.variable] == {"down"}
                        and len(stmt.source.keys) == 1
                    ):
                        key = stmt.source.keys[0]
                        param = next((p for p in step.params if p.local == key), None)
                        if param is not None:
                            found[stmt.source.variable] = None
            made.append(replace(own, emptied=param))
        if len(found) != 1:
            return steps, None, None
        (variable,) = found
        slots = variable.keys[0].size
        if slots > MOST_SLOTS:
            return steps, None, None
        paying = (own for own in made if own.emptied is not None)  # for others it is free
        funds = {fund for own in paying for fund in self._paid(own, full)}
        if len(funds) != 1:
            return made, variable, None
        (fund,) = funds
        return [replace(o, price=self._price(o, fund, slots)) for o in made], variable, fund

    def _paid(self, own: Own, full: list[ir.StateVariable]) -> Iterator[ir.Read]:
        """The numbers that a step certainly lowers, and that nothing raises, or only what is known
        to raise them."""
        for stmt in one_by_one(own.step.body):
            match stmt:
                case ir.Assign(
                    variable=variable, value=ir.Op(name="subtract", args=(ir.Read() as read, _))
                ):
                    lowered = variable in full or self.facts.ways[variable] == {"down"}
                    if lowered and (read.variable, read.keys) == (variable, stmt.keys):
                        if not any(free_locals(key) for key in read.keys):
                            yield read
                case _:
                    pass

    def _price(self, own: Own, fund: ir.Read, slots: int) -> tuple[int, ...]:
        """By slot, how much a step pays for what it takes from there; 0 where that is not fixed."""
        if own.emptied is None:
            return ()
        prices = [0] * slots
        for stmt in one_by_one(own.step.body):
            match stmt:
                case ir.Assign(value=ir.Op(name="subtract", args=(read, amount))) if read == fund:
                    if is_fixed(amount, frozenset((own.emptied.local.number,))):
                        for slot in range(slots):
                            value = evaluate(amount, {own.emptied.local.number: slot})
                            prices[slot] += max(0, value) if isinstance(value, int) else 0
                case _:
                    pass
        return tuple(prices)

    def _growing(self) -> list[ir.StateVariable]:
        """The numbers that guards of own steps read and that some steps raise again."""
        found: dict[ir.StateVariable, None] = {}
        for own in self._close():
            for guard in own.guards:
                for variable in sorted(self.facts.reads(guard) & self.facts.mixed, key=by_number):
                    if variable not in self.private:
                        found[variable] = None
        return list(found)

    def _raising(self, variable: ir.StateVariable) -> Iterator[ir.Expr]:
        """By step that may raise a number: what some element has to fulfil before."""
        for step in self.compose.steps:
            ways = {way for changed, way, _ in changes(step) if changed is variable}
            if not ways - {"down"}:
                continue
            wanted = [self._wanted(guard.test) for guard in step.guards]
            found: ir.Expr = next((test for test in wanted if test is not None), YES)
            for param in reversed(step.params):
                if self.facts.reads(param.source):
                    found = YES
                if param.local.number in free_locals(found):
                    found = ir.Fold("some", param.local, param.source, found, None, TRUTH)
            self._claim(found, self.element)
            yield found

    def _gain(self, fund: ir.Read) -> tuple[ir.Expr, ir.Expr] | None:
        """By how much the fund can be raised because of one element, all in all, and whatever
        elements there are."""
        total: ir.Expr = NOTHING
        lent: ir.Expr = NOTHING
        for step in self.compose.steps:
            ways = {way for changed, way, _ in changes(step) if changed is fund.variable}
            if not ways - {"down"}:
                continue
            amount = raised_by(step, fund)
            if amount is None or not is_at_least_zero(amount):
                return None
            assert isinstance(amount.type, ir.Number)
            most = ir.Const(amount.type.high, amount.type)
            often = self._often(step) or self._first_times(step)
            if often is not None:
                lent = _sum(lent, _product(most, often))
            elif (held := self._taken_from(step)) is not None:
                total = _sum(total, _product(most, ir.Op("size", (held,), _SOME_NUMBER)))
            elif (each := self._once_each(step)) is not None:
                total = _sum(total, _product(most, each))
            elif (part := self._given(step, amount)) is not None:
                total = _sum(total, part)
            else:
                return None
        return (total, lent) if self._is_told(total) else None

    def _at_best(self, amount: ir.Expr, steps: list[Own]) -> ir.Expr:
        """How much it may be, whatever becomes of marks of the element that steps set and unset."""
        changed = cells_in(amount) & self.facts.changed & self.private.keys() - self.once
        for variable in sorted(changed, key=by_number):
            its = self._its(variable)
            if not isinstance(variable.type, ir.Truth) or not any(
                variable in variables_written(own.step.body) for own in steps
            ):
                continue
            each = [rewrite(amount, partial(_put, its, value)) for value in (NO, YES)]
            amount = ir.Op("most", tuple(each), amount.type)
        return amount

    def _given(self, step: ir.ComposeStep, amount: ir.Expr) -> ir.Expr | None:
        """By how much a step raises the fund in all because of one element."""
        each = self._limit(step)
        if each is None or len(step.params) > 1 or not is_at_least_zero(each):
            return None
        part = _product(amount, each)
        for param in step.params:
            if self.facts.reads(param.source):
                return None
            part = ir.Fold("total", param.local, param.source, None, part, _SOME_NUMBER)
        return part

    def _taken_from(self, step: ir.ComposeStep) -> ir.Read | None:
        """The element's own set of which a step takes one away, whenever it is used."""
        for stmt in one_by_one(step.body):
            match stmt:
                case ir.Move(component=ir.Local() as local, source=ir.Place(variable=held)):
                    drawn = next((param for param in step.params if param.local == local), None)
                    if drawn is None or held not in self.private:
                        continue
                    read = ir.Read(held, stmt.source.keys, held.type)
                    if drawn.source == read and len(stmt.source.keys) == 1:
                        return self._its(held)
                case _:
                    pass
        return None

    def _once_each(self, step: ir.ComposeStep) -> ir.Expr | None:
        """How often a step can still be used for the element, if it marks each for good."""
        drawn = {param.local for param in step.params if param.local.type == self.element.type}
        for test in (part for guard in step.guards for part in conjuncts(guard.test)):
            match test:
                case ir.Op(name="not", args=(ir.Read(keys=(ir.Local() as key,)) as mark,)):
                    if key in drawn and self._sets(step, mark) and self._only_set(mark.variable):
                        self.once.add(mark.variable)
                        its = self._its(mark.variable)
                        return ir.Cond(its, NOTHING, ir.Const(1, ir.Number(1, 1)), ir.Number(0, 1))
                case _:
                    pass
        return None

    def _often(self, step: ir.ComposeStep) -> ir.Expr | None:
        """How often a step can be used, if that is counted or marked whatever is chosen."""
        for test in (part for guard in step.guards for part in conjuncts(guard.test)):
            match test:
                case ir.Op(name="not", args=(ir.Read() as mark,)) if self._is_set_by(step, mark):
                    return ir.Cond(mark, NOTHING, ir.Const(1, ir.Number(1, 1)), ir.Number(0, 1))
                case ir.Op(name="equal", args=(ir.Read() as mark, ir.Const(value=value))):
                    if self._leaves_for_good(step, mark, value):
                        return ir.Cond(test, ir.Const(1, ir.Number(1, 1)), NOTHING, ir.Number(0, 1))
                case ir.Op(name="less" | "at_most", args=(ir.Read() as count, most)):
                    if self.facts.reads(most) or free_locals(most) or _whose(count):
                        continue
                    if counts(step, count, self.facts.ways):
                        more = ir.Const(int(test.name == "at_most"), ir.Number(0, 1))
                        left = ir.Op("subtract", (_sum(most, more), count), _SOME_NUMBER)
                        return ir.Op("most", (left, NOTHING), _SOME_NUMBER)
                case _:
                    pass
        return None

    def _leaves_for_good(self, step: ir.ComposeStep, mark: ir.Read, value: int) -> bool:
        """Does a step always store another value, and no step this one?"""
        if _whose(mark) or not self._sets(step, mark):
            return False
        for one in self.compose.steps:
            for stmt in walk(one.body):
                if isinstance(stmt, ir.Assign) and stmt.variable is mark.variable:
                    low, high = Intervals().of(stmt.value)
                    if low <= value <= high:
                        return False
                elif mark.variable in (variable for variable, _ in written(stmt)):
                    if not isinstance(stmt, ir.Assign):
                        return False
        return True

    def _first_times(self, step: ir.ComposeStep) -> ir.Expr | None:
        """How often a step can still be used, if it puts each element that it draws into a set that
        keeps it from being used for that again."""
        drawn = {param.local for param in step.params if param.local.type == self.element.type}
        for test in (part for guard in step.guards for part in conjuncts(guard.test)):
            match test:
                case ir.Op(
                    name="not",
                    args=(ir.Op(name="contains", args=(ir.Read() as held, ir.Local() as one)),),
                ):
                    grows = self.facts.ways.get(held.variable) == {"up"} and not _whose(held)
                    if one in drawn and grows and _is_put(step, held, one):
                        every = ir.Op("union", tuple(self._candidates()), held.type)
                        rest = ir.Op("without", (every, held), held.type)
                        return ir.Op("size", (rest,), ir.Number(0, self.domain.size))
                case _:
                    pass
        return None

    def _is_set_by(self, step: ir.ComposeStep, mark: ir.Read) -> bool:
        """Does a step always set a mark, that no step unsets?"""
        return self._sets(step, mark) and not _whose(mark) and self._only_set(mark.variable)

    def _sets(self, step: ir.ComposeStep, mark: ir.Read) -> bool:
        """Does a step always store to this member?"""
        return any(
            isinstance(stmt, ir.Assign) and (stmt.variable, stmt.keys) == _member(mark)
            for stmt in one_by_one(step.body)
        )

    def _only_set(self, variable: ir.StateVariable) -> bool:
        """Is all that steps store to a mark that it is set?"""
        return all(
            isinstance(stmt, ir.Assign) and stmt.value == YES
            for step in self.compose.steps
            for stmt in walk(step.body)
            if isinstance(stmt, ir.Assign | ir.Pick) and stmt.variable is variable
        )

    def _total(self, own: list[Own], stock: ir.StateVariable) -> Total | None:
        """What a parameter of a finish can be no more than, of what elements add up to."""
        for number, tests in enumerate(finishes(self.compose)):
            params = {param.local: param for param in self.compose.finishes[number].params}
            for test in tests:
                match test:
                    case ir.Op(name="at_most", args=(ir.Local() as local, most)) if local in params:
                        found = self._adds_up(most)
                        if found is None or not self._is_told(found[1]):
                            continue
                        base, amount, whole = found
                        self._claim(amount, self.element)
                        more = self._gains(amount, own, stock)
                        if more is not None:
                            return Total(number, params[local], base, amount, whole, more)
                    case _:
                        pass
        return None

    def _adds_up(self, expr: ir.Expr) -> tuple[int, ir.Expr, ir.Expr] | None:
        """A number, and for each element one that is not below zero, that together are as much as
        some expression; that is given last, and no less than this one. None: it is not known to be
        no more than a sum over the elements."""
        match expr:
            case ir.Const(value=value):
                return value, ir.Const(0, _SOME_NUMBER), expr
            case ir.Op(name="size", args=(held,)) if self._is_it(held):
                return 0, ir.Const(1, _SOME_NUMBER), expr
            case ir.Op(name="least"):
                found = [self._adds_up(arg) for arg in expr.args if not isinstance(arg, ir.Const)]
                return next((part for part in found if part is not None), None)
            case ir.Op(name="add"):
                parts = [part for arg in expr.args if (part := self._adds_up(arg)) is not None]
                if len(parts) < len(expr.args):
                    return None
                amount = ir.Op("add", tuple(each for _, each, _ in parts), _SOME_NUMBER)
                whole = replace(expr, args=tuple(whole for _, _, whole in parts))
                return sum(base for base, _, _ in parts), amount, whole
            case ir.Fold(kind="total", body=body, where=None) if body and self._is_it(expr.source):
                return (0, self._of(expr, body), expr) if is_at_least_zero(body) else None
            case _:
                return None

    def _gains(
        self, gain: ir.Expr, own: list[Own], stock: ir.StateVariable
    ) -> tuple[int, ...] | None:
        """By how much a gain rises with each component that may be in a slot, at most, and with
        none; None: that is not known."""
        grown = (cells_in(gain) & self.facts.changed) - self.once
        if not grown:
            return (0,) * (_components(stock).size + 1)
        if len(grown) > 1 or not self._only_falls(own, gain):
            return None
        if any("any" in self._ways(one, variable, stock) for one in own for variable in grown):
            return None
        (variable,) = grown
        local = ir.Local(-2, "lying", ir.Element(_components(stock)))
        more = self._more(gain, ir.Read(variable, (self.element,), variable.type), local)
        if more is None or cells_in(more):
            return None
        elements = range(self.domain.size) if self.element.number in free_locals(more) else (0,)
        found = []
        for component in range(_components(stock).size):
            known = {local.number: component}
            try:
                each = [evaluate(more, {**known, self.element.number: e}) for e in elements]
            except PlayError:
                return None
            found.append(max(0, *(amount for amount in each if isinstance(amount, int))))
        return (*found, 0)

    def _grown(
        self, about: list[ir.Expr], steps: list[Own], stock: ir.StateVariable
    ) -> ir.StateVariable | None:
        """The set that grows by what was in slots, where steps change nothing else of an element
        and their guards are only harmed by that; what is asked of it counts up what is in it."""
        bodies = [own.step.body for own in steps]
        grown = {v for body in bodies for v in variables_written(body) if v in self.private}
        if len(grown) != 1 or not all(own.emptied is not None for own in steps):
            return None
        (variable,) = grown
        seen = [node for test in about for node in walk(test)]
        reads = [node for node in seen if isinstance(node, ir.Read) and node.variable is variable]
        if len(reads) != len(_folds(about, self._its(variable))):
            return None
        if not all(self._ways(own, variable, stock) <= {"added"} for own in steps):
            return None
        ways = [direction(guard, frozenset(grown)) for own in steps for guard in own.guards]
        return variable if all(way in ("fixed", "down") for way in ways) else None

    def _idle(
        self,
        steps: list[Own],
        stock: ir.StateVariable | None,
        grown: ir.StateVariable | None,
        fund: ir.Read | None,
    ) -> frozenset[int]:
        """The components that lead no nearer to a finish, whoever takes them from slots."""
        slots = {own.number: own.emptied.local for own in steps if own.emptied is not None}
        if stock is None or grown is None or fund is None:
            return frozenset()
        return Taking(self.facts, slots, stock, grown, fund).idle()

    def _its(self, variable: ir.StateVariable) -> ir.Read:
        """The member of a state variable that is the element's own."""
        return ir.Read(variable, (self.element,), variable.type)

    def _only_falls(self, steps: list[Own], amount: ir.Expr) -> bool:
        """Does a step make an amount no greater, but for those that empty slots? What takes from a
        set that is an element's own lowers what rises with it."""
        held = (cells_in(amount) & self.facts.changed) - self.once  # which lower it
        falls = direction(amount, held) in ("fixed", "up")
        for own in steps:
            for variable in held & variables_written(own.step.body):
                ways = self._ways(own, variable, None)
                if ("taken" in ways and not falls) or ("any" in ways and own.emptied is None):
                    return False
        return True

    def _ways(
        self, own: Own, variable: ir.StateVariable, stock: ir.StateVariable | None
    ) -> set[str]:
        """How a step changes what is an element's own: `added`, by what was in the slot, `taken`,
        by moving some of it elsewhere, or in `any` other way."""
        found: set[str] = set()
        slot = None if own.emptied is None else (stock, (own.emptied.local,))
        for stmt in walk(own.step.body):
            match stmt:
                case (
                    ir.Move(source=source, target=target) | ir.MoveAll(source=source, target=target)
                ):
                    if target.variable is variable:
                        added = isinstance(stmt, ir.Move) and (source.variable, source.keys) == slot
                        found.add("added" if added else "any")
                    elif source.variable is variable:
                        found.add("taken")
                case ir.Assign() | ir.Pick() | ir.Deal() | ir.Shuffle():
                    if variable in variables_written(stmt):
                        found.add("any")
                case _:
                    pass
        return found

    def _bounds(
        self, tests: list[ir.Expr], steps: list[Own], stock: ir.StateVariable
    ) -> tuple[Bound, ...] | None:
        """What becomes of all that is asked of an element; None: not of all of it is that told."""
        reads = [
            node for test in tests for node in walk(test)
            if isinstance(node, ir.Read | ir.OnGrid) and node.variable in self.facts.changed
        ]  # fmt: skip
        held = sorted({node.variable for node in reads}, key=by_number)
        if any(node != self._its(node.variable) for node in reads):
            return None
        found = [self._bound(variable, steps, stock) for variable in held]
        bounds = [bound for bound in found if bound is not None]
        return tuple(bounds) if len(bounds) == len(found) else None

    def _bound(
        self, variable: ir.StateVariable, steps: list[Own], stock: ir.StateVariable
    ) -> Bound | None:
        its, moves = self._its(variable), self.facts.ways.get(variable)
        match variable.type:
            case ir.SetOf(domain=domain):
                ways = set[str]().union(*(self._ways(own, variable, stock) for own in steps))
                if "any" in ways or domain != _components(stock):
                    return None
                low = ir.Const(0, variable.type) if "taken" in ways else None
                return Bound(its, low, None, "added" in ways)
            case ir.Number(low=least, high=most) as kind:
                low = None if moves == {"up"} else ir.Const(least, kind)
                high = None if moves == {"down"} else ir.Const(most, kind)
                return Bound(its, low, high, False)
            case ir.Truth():
                low = None if self._only_set(variable) else NO
                return Bound(its, low, YES, False)
            case _:
                return None

    def _more(self, gain: ir.Expr, held: ir.Read, local: ir.Local) -> ir.Expr | None:
        """By how much a gain rises when a component is added to a set; None: that is not known."""
        if held.variable not in cells_in(gain):
            return ir.Const(0, _SOME_NUMBER)
        match gain:
            case ir.Op(name="add" | "multiply"):
                parts = [self._more(arg, held, local) for arg in gain.args]
                if gain.name == "multiply":  # of one that rises and others that stay
                    rising = [held.variable in cells_in(arg) for arg in gain.args]
                    if sum(rising) > 1:
                        return None
                    pairs = zip(gain.args, parts, rising, strict=True)
                    parts = [part if rises else arg for arg, part, rises in pairs]
                known = [part for part in parts if part is not None]
                return replace(gain, args=tuple(known)) if len(known) == len(parts) else None
            case ir.Fold(kind="total", where=None, body=body) if body and is_fixed(gain.source):
                more = self._more(body, held, local)
                return None if more is None else replace(gain, body=more)
            case ir.Op(name="most"):
                known = [part for arg in gain.args if (part := self._more(arg, held, local))]
                return replace(gain, args=tuple(known)) if len(known) == len(gain.args) else None
            case ir.Op(name="size", args=(source,)) if source == held:
                return ir.Const(1, ir.Number(1, 1))
            case ir.Fold(kind="total" | "count", source=source) if source == held:
                body = ir.Const(1, ir.Number(1, 1)) if gain.body is None else gain.body
                if gain.where is not None:
                    body = ir.Cond(gain.where, body, ir.Const(0, ir.Number(0, 0)), _SOME_NUMBER)
                return substitute(body, {gain.local.number: local})
            case _:
                return None

    def _limit(self, step: ir.ComposeStep) -> ir.Expr | None:
        """How often a step may be used because of one element, if every use is counted: a number
        that it raises by one stays below a total over the elements."""
        for test in (part for guard in step.guards for part in conjuncts(guard.test)):
            match test:
                case ir.Op(
                    name="less", args=(ir.Read() as count, ir.Fold(kind="total" | "count") as fold)
                ):
                    if self._is_it(fold.source) and counts(step, count, self.facts.ways):
                        body: ir.Expr = (
                            ir.Const(1, ir.Number(1, 1)) if fold.body is None else fold.body
                        )
                        if fold.where is not None:
                            body = ir.Cond(
                                fold.where, body, ir.Const(0, ir.Number(0, 0)), _SOME_NUMBER
                            )
                        return self._of(fold, body)
                case _:
                    pass
        return None

    def _same(self, own: list[Own]) -> list[Own]:
        """The own steps, if nothing else has become an element's own meanwhile."""
        if {o.number for o in self._close()} != {o.number for o in own}:
            raise _Unfit("what steps gain goes by what others change", self.compose.span)
        return own

    def _wanted(self, test: ir.Expr) -> ir.Expr | None:
        """A condition that some element of the selection must fulfil for a guard to hold."""
        match test:
            case ir.Op(name="and"):
                wanted = map(self._wanted, test.args)
                return next((part for part in wanted if part is not None), None)
            case ir.Op(name="less", args=(least, ir.Fold(kind="count") as fold)):
                enough = isinstance(least.type, ir.Number) and least.type.low >= 0
            case ir.Op(name="less", args=(least, ir.Fold(kind="total") as fold)):
                enough = isinstance(least.type, ir.Number) and least.type.low >= 0
            case ir.Fold(kind="some") as fold:
                enough = True
            case _:
                return None
        if not enough or not self._is_it(fold.source):
            return None
        parts = [] if fold.where is None else [self._of(fold, fold.where)]
        if fold.kind == "total" and fold.body is not None:
            nothing = ir.Const(0, ir.Number(0, 0))
            parts.append(ir.Op("more", (self._of(fold, fold.body), nothing), TRUTH))
        told = [part for part in parts if self._is_told(part)]
        return all_told([*told])

    def _candidates(self) -> Iterator[ir.Expr]:
        """The elements that may come to be in the selection: sets that hold them all."""
        yield ir.Read(self.selection, (), self.selection.type)
        for step in self.compose.steps:
            for stmt in walk(step.body):
                if self.selection not in (variable for variable, _ in written(stmt)):
                    continue
                param = next((p for p in step.params if puts(stmt, p.local)), None)
                name = self.selection.name
                if param is None:
                    what = f"{step.name} puts others than the one it draws into {name}"
                    raise _Unfit(what, step.body.span, step=step.name)
                source = param.source
                if not self.facts.is_against(source):
                    what = f"steps bring about more for {step.name} to draw"
                    raise _Unfit(what, param.span)
                open_ = self._open(step)
                yield (
                    source
                    if open_ is None
                    else ir.Cond(
                        open_, source, ir.Const(0, self.selection.type), self.selection.type
                    )
                )


def _fills(step: ir.ComposeStep, stmt: ir.Assign) -> bool:
    """Does a step store something in a member only where it has held nothing before?"""
    member = ir.Read(stmt.variable, stmt.keys, stmt.variable.type)
    kind = stmt.value.type
    if not isinstance(kind, ir.Element) or kind.optional:
        return False
    return any(is_empty(test) == member for guard in step.guards for test in conjuncts(guard.test))


def _certainly_changes(step: ir.ComposeStep, onward: set[ir.StateVariable]) -> bool:
    """Does a step certainly change one of these state variables, which go one way only?"""
    for stmt in one_by_one(step.body):
        match stmt:
            case ir.Assign(variable=variable) if variable in onward and _fills(step, stmt):
                return True
            case _:
                pass
    return any(
        surely and variable in onward for variable, way, surely in changes(step) if way != "any"
    )


def _how_many(variable: ir.StateVariable) -> int:
    """In how many ways a member may be."""
    match variable.type:
        case ir.Truth():
            return 2
        case ir.Number(low=low, high=high):
            return high - low + 1
        case ir.Element(domain=domain):
            return domain.size + 1
        case _:
            return MOST_TURNS + 1


def _read_but_for(node: Node, apart: set[int]) -> set[ir.StateVariable]:
    """The state variables that a part of the rules reads, without some statements, by identity."""
    if id(node) in apart:
        return set()
    found = {node.variable} if isinstance(node, ir.Read | ir.OnGrid | ir.Place) else set()
    return found.union(*(_read_but_for(child, apart) for child in children(node)))


def _sum(one: ir.Expr, other: ir.Expr) -> ir.Expr:
    """The sum of two numbers, as short as it may be."""
    match one, other:
        case (ir.Const(value=0), _):
            return other
        case (_, ir.Const(value=0)):
            return one
        case _:
            return ir.Op("add", (one, other), _SOME_NUMBER)


def _product(one: ir.Expr, other: ir.Expr) -> ir.Expr:
    return ir.Op("multiply", (one, other), _SOME_NUMBER)


def _is_put(step: ir.ComposeStep, held: ir.Read, one: ir.Local) -> bool:
    """Does a step always put an element into a set?"""
    return any(
        isinstance(stmt, ir.Assign)
        and (stmt.variable, stmt.keys) == _member(held)
        and puts(stmt, one)
        for stmt in one_by_one(step.body)
    )


def _put(held: ir.Read, value: ir.Expr, node: Node) -> Node:
    """A value in the place of what is read."""
    return value if node == held else node


def _member(read: ir.Read) -> tuple[ir.StateVariable, tuple[ir.Expr, ...]]:
    """Which member it is."""
    return read.variable, read.keys


def _whose(read: ir.Read) -> bool:
    """Does it hang on arguments which member it is?"""
    return any(free_locals(key) for key in read.keys)


def _folds(about: list[ir.Expr], held: ir.Read) -> list[ir.Fold]:
    """What goes through the elements of a set."""
    seen = [node for test in about for node in walk(test)]
    return [node for node in seen if isinstance(node, ir.Fold) and node.source == held]


def _useful(folds: list[ir.Fold] | None, stock: ir.StateVariable) -> Iterator[int]:
    """By component that may be in a slot: itself, or -1 if it makes no difference to conditions
    and only harms guards, whatever element takes it. `folds`: all that conditions ask of the set
    that it comes to; None: that is not known."""
    for component in range(_components(stock).size):
        harms = folds is not None and not any(may_count(fold, component) for fold in folds)
        yield -1 if harms else component
    yield -1


def _all_moved(stmt: ir.MoveAll) -> ir.Expr:
    """What goes."""
    place = stmt.source
    held = ir.Read(place.variable, place.keys, place.variable.type, stmt.span)
    return held if stmt.components is None else stmt.components


def _components(stock: ir.StateVariable) -> ir.Domain:
    """What may lie in slots."""
    assert isinstance(stock.type, ir.Element)
    return stock.type.domain


def _without(own: Own, fund: ir.StateVariable) -> Own:
    """A step as if nothing had to be paid."""
    return replace(own, guards=tuple(g for g in own.guards if fund not in cells_in(g)))


def _looked_at(
    parts: list[tuple[ir.Expr | ir.Stmt, ir.Local]],
) -> LookedAt:
    """The state variables that parts of rules read, and which members; each has a name for the
    element."""
    found: dict[ir.StateVariable, ir.Read | int | None] = {}
    for part, owner in parts:
        for node in walk(part):
            if isinstance(node, ir.Read):
                which: ir.Read | int | None = None
                if owner in node.keys:
                    which = node.keys.index(owner)
                elif not any(free_locals(key) for key in node.keys):
                    which = node
                found[node.variable] = which if found.get(node.variable, which) == which else None
    return tuple(sorted(found.items(), key=lambda item: item[0].index))
