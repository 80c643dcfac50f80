"""What a step regards: components of which it hangs on what they are how it comes out.

Who has not seen them all learns something of the hidden ones: from what was done, or from what was
on offer to somebody. Here it is found out which components these are; what they tell is found out
by making the step again with others (see `determinization`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from ..core import ir
from ..core.evaluate import Completer, Locals, Reader, Value, elements_of_mask, prepare
from ..core.faces import of_components, regards_faces
from ..core.said import named_plainly
from ..core.walk import EXPRESSIONS, children, walk
from .looking import Keys, Look
from .memory import Memory
from .sight import Masks, held_in

Named = frozenset[int]
Prepared = Callable[[Locals, Reader, Completer], Value]


@dataclass(slots=True)
class Behind:
    """What lies behind a value: components, and the seats that do not see all that it was made of,
    whatever they see of these (a mask). `lost`: the components, for each seat, of which it had lost
    sight by then."""

    components: Masks = field(default_factory=dict)
    seats: int = 0
    lost: list[Masks] = field(default_factory=list)

    def add(self, other: Behind) -> None:
        for domain, mask in other.components.items():
            self.note(domain, mask)
        self.seats |= other.seats
        self.lost = self.lost or [{} for _ in other.lost]
        for ours, theirs in zip(self.lost, other.lost, strict=False):
            for domain, mask in theirs.items():
                ours[domain] = ours.get(domain, 0) | mask

    def note(self, domain: ir.Domain, mask: int) -> None:
        self.components[domain] = self.components.get(domain, 0) | mask

    def lose(self, mixed: Sequence[Masks]) -> None:
        """Note which of the components seats have lost sight of, in this step so far."""
        if not self.lost:
            self.lost = [{} for _ in mixed]
        for lost, now in zip(self.lost, mixed, strict=True):
            for domain, mask in self.components.items():
                lost[domain] = lost.get(domain, 0) | mask & now.get(domain, 0)

    def unseen(self, after: Memory) -> tuple[Masks, ...]:
        """The components, for each seat, that it does not know after the step, and has not seen in
        it before it lost sight of them; none at all if that is so of none and of no seat."""
        found = []
        for seat, (shown, lost) in enumerate(zip(after.shown, self.lost, strict=False)):
            unseen: Masks = {}
            for domain, mask in self.components.items():
                mask &= ~shown.get(domain, 0) | lost.get(domain, 0)
                for component in elements_of_mask(mask):
                    if not after.is_known(seat, domain, component):
                        unseen[domain] = unseen.get(domain, 0) | 1 << component
            found.append(unseen)
        return tuple(found) if any(found) else ()


@dataclass(frozen=True, slots=True)
class Regard:
    """What expressions that regard faces look at.

    `look`: what they read that not all see. `tops`: components at the top of zones of which nothing
    else is read. `locals`: the names they use; `components`: those that stand for components.
    """

    look: Look
    tops: tuple[tuple[ir.Element | ir.SetOf, Prepared], ...]
    locals: Named
    components: tuple[tuple[int, ir.Element | ir.SetOf], ...]

    @staticmethod
    def of(exprs: Iterable[ir.Expr], named: Collection[object]) -> Regard | None:
        """None where nothing is regarded that anybody does not see."""
        regarding = [expr for expr in exprs if regards_faces(expr, named)]
        look = Look.at(regarding)
        if not look.variables and not look.locals:
            return None
        nodes = [node for expr in regarding for node in walk(expr)]
        kinds = {node.number: node.type for node in nodes if isinstance(node, ir.Local)}
        components = tuple(
            (number, kind)
            for number in sorted(look.locals)
            if isinstance(kind := kinds[number], ir.Element | ir.SetOf) and of_components(kind)
        )
        tops = [node for node in nodes if isinstance(node, ir.Op) and _is_top(node, look)]
        read = [node.variable for node in nodes if isinstance(node, ir.Read)]
        only = {
            variable
            for variable in look.variables
            if sum(_of_top(top) is variable for top in tops) == read.count(variable)
        }
        wanted = [(top, cast("ir.Element | ir.SetOf", top.type)) for top in tops]
        return Regard(
            replace(look, variables=look.variables - only),
            tuple((kind, prepare(top)) for top, kind in wanted if _of_top(top) in only),
            look.locals,
            components,
        )

    def named(self, found: Behind, values: Locals, wanted: Callable[[int], bool]) -> None:
        """Note the components that certain locals stand for."""
        for number, kind in self.components:
            if wanted(number):
                found.note(kind.domain, _mask(values[number], kind))

    def read(
        self, found: Behind, values: Locals, read: Reader, complete: Completer
    ) -> list[tuple[ir.StateVariable, Keys]]:
        """Note the components that are looked at; what else is read that not all see."""
        for kind, top in self.tops:
            found.note(kind.domain, _mask(top(values, read, complete), kind))
        beside = []
        for variable, keys in self.look.reads(values, read, complete):
            if variable.seen == "with":
                found.note(variable.keys[0], 1 << keys[0])
            elif variable.role in ("zone", "choice") and of_components(variable.type):
                held = held_in(variable, read(variable, keys))
                found.note(cast(ir.SetOf, variable.type).domain, held)
            elif not (variable.role == "choice" and variable.chosen):
                beside.append((variable, keys))
        return beside


def _of_top(op: ir.Op) -> ir.StateVariable:
    return cast(ir.Read, op.args[-1]).variable


def _is_top(op: ir.Op, look: Look) -> bool:
    """Is it what lies at the top of a zone that not all see, whatever is gone through?"""
    if op.name not in ("top", "uppermost") or not isinstance(op.args[-1], ir.Read):
        return False
    used = {node.number for node in walk(op) if isinstance(node, ir.Local)}
    return op.args[-1].variable in look.variables and used <= look.locals


def _mask(value: Value, kind: ir.Type) -> int:
    if isinstance(kind, ir.SetOf):
        return cast(int, value)
    return 1 << cast(int, value) if cast(int, value) >= 0 else 0


def evaluated(stmt: ir.Stmt) -> Iterator[ir.Expr]:
    """The expressions that a statement itself works out."""
    for child in children(stmt):
        if isinstance(child, ir.Place):
            yield from child.keys
        elif type(child) in EXPRESSIONS:
            yield cast(ir.Expr, child)


@dataclass(frozen=True, slots=True)
class Conditions:
    """On what it hangs that a move is on offer, as far as it regards faces.

    `same`: locals of conditions on what a parameter is chosen from, each with that parameter.
    `plain`: the parameters that name components without there being a place in which they lie.
    `on_others`: it hangs on no other move being on offer. How a single move is composed is not
    regarded, nor whether a compose can be completed.
    """

    same: tuple[tuple[int, int], ...]
    plain: Named
    regards: tuple[Regard, ...]
    on_others: bool

    @staticmethod
    def of(choose: ir.Choose, alternative: ir.Alternative, named: Collection[object]) -> Conditions:
        same: list[tuple[int, int]] = []
        exprs = [guard.test for guard in alternative.guards]
        for param in alternative.params:
            source = param.source
            while isinstance(source, ir.Fold) and source.kind == "all":
                if source.where is not None:
                    same.append((source.local.number, param.local.number))
                    exprs.append(source.where)
                source = source.source
            exprs.append(source)
        regards = (Regard.of([expr], named) for expr in exprs if not _asks_ahead(expr))
        others = [other for other in choose.alternatives if not other.fallback]
        asked = [guard.test for other in others for guard in other.guards]
        asked += [param.source for other in others for param in other.params]
        if not alternative.fallback:
            asked = []
        beside = Regard.of((expr for expr in asked if not _asks_ahead(expr)), named)
        return Conditions(
            tuple(same),
            named_plainly(choose, alternative),
            tuple(regard for regard in regards if regard is not None),
            beside is not None and bool(beside.look.variables or beside.tops),
        )

    def values(self, alternative: ir.Alternative, move: Sequence[int]) -> Locals:
        """The values of all names in the conditions, for a move."""
        bound = (local.number for local in alternative.bound)
        values: Locals = dict(zip(bound, move[1:], strict=True))
        return values | {number: values[param] for number, param in self.same}


def _asks_ahead(expr: ir.Expr) -> bool:
    return any(isinstance(node, ir.Completable) for node in walk(expr))
