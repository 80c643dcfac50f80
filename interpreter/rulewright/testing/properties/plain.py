"""What a choice in several steps means, read from its rules alone: nothing looks ahead here.

A position is how far the choice has come. From each one lead the steps whose `needs` hold, to
wherever they lead; and it is complete where the `needs` of a finish hold. Which steps ought to be
offered follows from that, and is compared with what the engines offer, who find it out otherwise.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, TypeVar

from ...backends.reference import plain
from ...backends.search import Key, Plan, key_of
from ...core import ir
from ...core.evaluate import Locals, Reader, elements, evaluate
from ...core.walk import free_locals, walk
from ...runtime.layout import Slots
from ...source import Span
from ...state import State

Code = tuple[str, tuple[int, ...]]  # a step or finish by its name, and its arguments
Masks = tuple[int, ...]
At = TypeVar("At", bound=Hashable)


class Plain(Protocol[At]):
    """A choice in several steps; a position is whatever `start` and `steps` give."""

    @property
    def name(self) -> str: ...
    @property
    def span(self) -> Span: ...
    def start(self) -> At: ...
    def steps(self, at: At) -> Iterator[tuple[Code, At]]:
        """What the `needs` let happen next, and where it leads."""
        ...

    def finishes(self, at: At) -> list[Code]:
        """How the choice can end here; a finish without a name is one that comes by itself."""
        ...

    def weight(self, at: At) -> int:
        """What ways to complete it are compared by; 0 if they are not."""
        ...

    def is_next(self, at: At, code: Code) -> bool:
        """Is what is chosen next later than all chosen so far, in the order of the language?"""
        ...


def _hold(guards: tuple[ir.Guard, ...], values: Locals, read: Reader) -> bool:
    return all(evaluate(guard.test, values, read) for guard in guards)


def _number(expr: ir.Expr, values: Locals, read: Reader) -> int:
    value = evaluate(expr, values, read)
    assert isinstance(value, int)
    return value


@dataclass
class AtOnce:
    """A compose that is a single move, for given parameters; a position is what each selection
    holds."""

    alternative: ir.Alternative
    compose: ir.Compose
    arguments: tuple[int, ...]
    state: State

    @property
    def name(self) -> str:
        return self.alternative.name

    @property
    def span(self) -> Span:
        return self.alternative.span

    def start(self) -> Masks:
        return tuple(0 for _ in self.compose.selections)

    def steps(self, at: Masks) -> Iterator[tuple[Code, Masks]]:
        values = self._values(at)
        for number, step in enumerate(self.compose.steps):
            for args in arguments_of(step.params, step.guards, self._read, values):
                taken = sum(1 << element for element in args)
                yield (step.name, args), (*at[:number], at[number] | taken, *at[number + 1 :])

    def finishes(self, at: Masks) -> list[Code]:
        values = self._values(at)
        whole = any(_hold(one.guards, values, self._read) for one in self.compose.finishes)
        return [(self.alternative.name, (*self.arguments, *at))] if whole else []

    def weight(self, at: Masks) -> int:
        weight = self.compose.weight
        return 0 if weight is None else _number(weight.value, self._values(at), self._read)

    def is_next(self, at: Masks, code: Code) -> bool:
        return True  # nothing is chosen one by one

    @property
    def _read(self) -> Reader:
        return self.state.engine.layout.reader(self.state.slots)

    def _values(self, masks: Masks) -> Locals:
        bound = self.alternative.bound
        return {
            local.number: value
            for local, value in zip(bound, (*self.arguments, *masks), strict=True)
        }


def arguments_of(
    params: tuple[ir.Param, ...],
    guards: tuple[ir.Guard, ...],
    read: Reader,
    known: Locals | None = None,
) -> Iterator[tuple[int, ...]]:
    """All arguments for which the guards hold; the first guards may be about none of them."""
    known = known or {}
    ours = {param.local.number for param in params}
    about = [bool(ours & free_locals(guard.test)) for guard in guards]
    first = about.index(True) if True in about else len(guards)
    if not _hold(guards[:first], known, read):
        return
    guards = guards[first:]
    for values in _drawn(params, known, read):
        if _hold(guards, dict(values), read):
            yield tuple(values[param.local.number] for param in params)  # type: ignore[misc]


def _drawn(params: tuple[ir.Param, ...], values: Locals, read: Reader) -> Iterator[Locals]:
    if not params:
        yield values
        return
    first, *others = params
    for e in elements(evaluate(first.source, values, read), first.source.type):
        yield from _drawn(tuple(others), {**values, first.local.number: e}, read)


@dataclass(frozen=True, slots=True)
class Table:
    """A position of a compose: the slots, told apart by all that they hold, and the number of the
    latest step that was made."""

    slots: Slots = field(compare=False)
    reached: int = field(compare=False)
    told: Key

    @staticmethod
    def of(slots: Slots, reached: int) -> Table:
        return Table(slots, reached, key_of(slots))


@dataclass
class Doing:
    """A compose whose steps are chosen one by one: a position is all that lies on the table."""

    compose: ir.Compose
    state: State

    @property
    def name(self) -> str:
        return self.compose.name

    @property
    def span(self) -> Span:
        return self.compose.span

    @cached_property
    def plan(self) -> Plan:
        """What carries out steps, as the reference engine does."""
        return plain(self.state.engine.program).search.plan(self.compose)

    @cached_property
    def selections(self) -> tuple[ir.StateVariable | None, ...]:
        """The selection of each step, if it has one."""
        return tuple(map(_selection, self.compose.steps))

    def start(self) -> Table:
        return Table.of(self.state.slots, 0)

    def steps(self, at: Table) -> Iterator[tuple[Code, Table]]:
        read = self.plan.layout.reader(at.slots)
        for number, step in enumerate(self.compose.steps):
            for args in arguments_of(step.params, step.guards, read):
                after = self.plan.layout.copy(at.slots)
                if self.plan.takes(after, (number, *args)):
                    yield (step.name, args), Table.of(after, max(at.reached, number))

    def finishes(self, at: Table) -> list[Code]:
        read = self.plan.layout.reader(at.slots)
        return [
            (finish.name, args)
            for finish in self.compose.finishes
            for args in arguments_of(finish.params, finish.guards, read)
        ]

    def weight(self, at: Table) -> int:
        weight = self.compose.weight
        if weight is None:
            return 0
        return _number(weight.value, {}, self.plan.layout.reader(at.slots))

    def is_next(self, at: Table, code: Code) -> bool:
        names = [step.name for step in self.compose.steps]
        if code[0] not in names:
            return True
        number = names.index(code[0])
        variable = self.selections[number]
        if variable is None:
            return True
        held = self.plan.layout.get(at.slots, variable, ())
        assert isinstance(held, int)
        return at.reached <= number and code[1][0] >= held.bit_length()


def _selection(step: ir.ComposeStep) -> ir.StateVariable | None:
    """The set that a step puts its element into."""
    if len(step.params) != 1:
        return None
    for node in walk(step.params[0].source):
        match node:
            case ir.Op(name="after", args=(first, _)):
                variable = getattr(first, "variable", None)
                if isinstance(variable, ir.StateVariable) and variable.role == "choice":
                    return variable
            case _:
                pass
    return None
