"""What lies in slots and leads no nearer to a finish, whatever element is given it.

Where steps pay from one number for what they take from slots (`relaxation`), and neither a finish
nor a step counts some of what lies there, no way to a finish needs a step that takes it: the same
way without that step is one, too, with no less to pay from. A search need not try it. This holds
where all that such steps do is to harm:

* What they spend harms nothing. A step that raises it again may be left out where there is so much
  of it already that its guard says no: it would make it no more than that.
* What they write besides only harms guards: that the steps have gone on, how often one was used.
* What lies in slots is read by these steps alone, each of the slot that it empties; what elements
  hold is counted, by conditions that name what they count, or else it harms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..core import ir
from ..core.evaluate import evaluate
from ..core.specialise import is_fixed
from ..core.walk import Node, cells_in, conjuncts, variables_written, walk
from ..diagnostics import PlayError
from .changes import changes
from .changing import Facts
from .footprint import direction


@dataclass(frozen=True, slots=True)
class Taking:
    """What the steps do that take things: from the slots of `stock`, paid from `fund`, to the sets
    of `grown`. `slots`: by number of the step, the local that a slot is drawn for."""

    facts: Facts
    slots: dict[int, ir.Local]
    stock: ir.StateVariable
    grown: ir.StateVariable
    fund: ir.Read

    def idle(self) -> frozenset[int]:
        """The components that lead no nearer to a finish."""
        compose = self.facts.compose
        sides = self._sides()
        if sides is None or compose.weight is not None:
            return frozenset()
        if self.facts.reads(self.fund) != {self.fund.variable}:
            return frozenset()
        harmless = self._only_harm(*sides) and self._spending_harms_nothing()
        folds = self._counting() if harmless and self._is_emptied_alone() else None
        if folds is None or not self._bodies_go_by_nothing(sides[0] | sides[1]):
            return frozenset()
        assert isinstance(self.stock.type, ir.Element)
        every = range(self.stock.type.domain.size)
        return frozenset(c for c in every if not any(may_count(fold, c) for fold in folds))

    def _raising(self) -> Iterator[int]:
        """The steps that raise what these steps spend, by number."""
        for number, step in enumerate(self.facts.compose.steps):
            if number not in self.slots and self.fund.variable in variables_written(step.body):
                yield number

    def _sides(self) -> tuple[frozenset[ir.StateVariable], frozenset[ir.StateVariable]] | None:
        """What steps that take, and those that pay back, write besides: what they only raise, and
        what they only lower. None: they do more than that, or others do what they do."""
        ways: dict[ir.StateVariable, set[str]] = {}
        for number, step in enumerate(self.facts.compose.steps):
            known = [(variable, way) for variable, way, _ in changes(step)]
            if number in self.slots:
                known = [one for one in known if one[0] not in (self.stock, self.grown)]
            elif {self.stock, self.grown} & variables_written(step.body):
                return None
            elif number not in self._raising():
                continue
            both = {variable for variable, _ in known} | {self.stock, self.grown}
            if not variables_written(step.body) <= both:
                return None
            for variable, way in known:
                if variable is not self.fund.variable:
                    ways.setdefault(variable, set()).add(way)
                elif number in self.slots and way != "down":
                    return None
        ups, downs = (frozenset(v for v in ways if ways[v] == {way}) for way in ("up", "down"))
        return (ups, downs) if ups | downs == ways.keys() else None

    def _tests(self) -> Iterator[tuple[int | None, ir.Expr]]:
        """All that is asked, each with the number of the step; None: by a finish."""
        compose = self.facts.compose
        for number, step in enumerate(compose.steps):
            yield from ((number, t) for guard in step.guards for t in conjuncts(guard.test))
        for finish in compose.finishes:
            yield from ((None, t) for guard in finish.guards for t in conjuncts(guard.test))

    def _sources(self) -> list[ir.Expr]:
        """What arguments are drawn from."""
        compose = self.facts.compose
        params = [param for step in compose.steps for param in step.params]
        params += [param for finish in compose.finishes for param in finish.params]
        return [param.source for param in params]

    def _only_harm(
        self, ups: frozenset[ir.StateVariable], downs: frozenset[ir.StateVariable]
    ) -> bool:
        """Does it make nothing possible that these rise, and those fall?"""
        if any(cells_in(source) & (ups | downs) for source in self._sources()):
            return False
        return all(
            direction(test, ups) in ("fixed", "down") and direction(test, downs) in ("fixed", "up")
            for _, test in self._tests()
        )

    def _spending_harms_nothing(self) -> bool:
        """Is more to spend never worse? Steps that raise it may say that there is enough of it, if
        they make it no more than that."""
        fund, steps = self.fund.variable, self.facts.compose.steps
        if any(fund in cells_in(source) for source in self._sources()):
            return False
        raising = {number: self._most(steps[number]) for number in self._raising()}
        for number, test in self._tests():
            if direction(test, frozenset((fund,))) in ("fixed", "up"):
                continue
            enough, most = self._enough(test), raising.get(-1 if number is None else number)
            if enough is None or most is None or most > enough:
                return False
        return None not in raising.values()

    def _most(self, step: ir.ComposeStep) -> int | None:
        """To how much a step raises the number at most, by as much whatever it is; None: that is
        not told."""
        fund, found = self.fund, list[int]()
        for stmt in walk(step.body):
            match stmt:
                case ir.Assign(variable=fund.variable, keys=fund.keys, value=value):
                    most = self._most_of(value)
                    if most is None:
                        return None
                    found.append(most)
                case ir.Assign(variable=fund.variable) | ir.For() | ir.Times() | ir.Loop():
                    return None
                case _:
                    pass
        high = fund.type.high if isinstance(fund.type, ir.Number) else 0
        return found[0] if len(found) == 1 and found[0] <= high else None

    def _most_of(self, value: ir.Expr) -> int | None:
        """What a sum of the number and something that nothing changes is cut down to."""
        if not isinstance(value, ir.Op) or value.name != "least":
            return None
        match sorted(value.args, key=lambda arg: not isinstance(arg, ir.Const)):
            case [ir.Const(value=int(most)), ir.Op(name="add", args=parts)]:
                others = [part for part in parts if part != self.fund]
                return most if len(others) == 1 and not self.facts.reads(others[0]) else None
            case _:
                return None

    def _enough(self, test: ir.Expr) -> int | None:
        """From how much on a condition says that there is enough; None: it says something else."""
        match test:
            case ir.Op(name="less", args=(self.fund, ir.Const(value=int(enough)))):
                return enough
            case ir.Op(name="at_most", args=(self.fund, ir.Const(value=int(most)))):
                return most + 1
            case _:
                return None

    def _is_emptied_alone(self) -> bool:
        """Is what lies in slots read by none but the steps that take it, and of the own slot?"""
        if any(self.stock in cells_in(source) for source in self._sources()):
            return False
        for number, test in self._tests():
            slot = self.slots.get(-1 if number is None else number)
            for node in walk(test):
                if isinstance(node, ir.Read) and node.variable is self.stock:
                    if node.keys != (slot,):
                        return False
        return True

    def _counting(self) -> list[ir.Fold] | None:
        """What counts what elements hold, but where that only harms; None: it is asked for in
        another way."""
        grown = frozenset((self.grown,))
        asked = [
            test
            for number, test in self._tests()
            if number not in self.slots or direction(test, grown) not in ("fixed", "down")
        ]
        nodes = [node for part in (*asked, *self._sources()) for node in walk(part)]
        reads = [n for n in nodes if isinstance(n, ir.Read) and n.variable is self.grown]
        folds = [n for n in nodes if isinstance(n, ir.Fold) and n.source in reads]
        plain = all(fold.kind not in ("path", "subsets") for fold in folds)
        return folds if plain and len(folds) == len(reads) else None

    def _bodies_go_by_nothing(self, sides: frozenset[ir.StateVariable]) -> bool:
        """Do all steps do the same, whatever these state variables are, and what steps that take
        change, but for raising and lowering them?"""
        special = sides | {self.stock, self.grown, self.fund.variable}
        for number, step in enumerate(self.facts.compose.steps):
            for stmt in walk(step.body):
                match stmt:
                    case ir.Assign(variable=variable, keys=keys, value=value):
                        told = variable in special and isinstance(value, ir.Op)
                        own = [ir.Read(variable, keys, variable.type)] if told else []
                        parts: Sequence[Node] = [*keys, *_others(value, own)]
                    case ir.Let(value=value):
                        parts = [value]
                    case ir.If(test=test):
                        parts = [test]
                    case ir.Move(component=component, source=source, target=target):
                        parts = [component, *source.keys, *target.keys]
                    case ir.MoveAll(source=ir.Place(variable=variable, keys=keys)):
                        parts = [stmt, ir.Read(variable, keys, variable.type)]
                    case (
                        ir.For() | ir.Times() | ir.Block() | ir.Loop() | ir.Deal() | ir.Shuffle()
                        | ir.Pick()
                    ):  # fmt: skip
                        parts = [stmt]
                    case _:
                        continue
                for node in (node for part in parts for node in walk(part)):
                    if isinstance(node, ir.Read) and node.variable in special:
                        slot = self.slots.get(number)
                        if node.variable is not self.stock or node.keys != (slot,):
                            return False
        return True


def _others(value: ir.Expr, own: Sequence[ir.Expr]) -> Iterator[ir.Expr]:
    """What is stored, without the member that is stored to: a sum with it, or the least or greatest
    of it and something else."""
    match value:
        case ir.Op(name="add" | "subtract" | "most" | "least", args=args) if own:
            for arg in args:
                if arg not in own:
                    yield from _others(arg, own)
        case _:
            yield value


def may_count(fold: ir.Fold, component: int) -> bool:
    """May a fold over a set make something of a component, if that is in the set?"""
    own = frozenset((fold.local.number,))
    for test in conjuncts(fold.where):
        if is_fixed(test, own) and not may_hold(test, fold.local, component):
            return False
    return True


def may_hold(test: ir.Expr, local: ir.Local, value: int) -> bool:
    """May a condition hold for a value?"""
    try:
        return bool(evaluate(test, {local.number: value}))
    except PlayError:
        return True
