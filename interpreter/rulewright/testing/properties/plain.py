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
from ...core.evaluate import Locals, Reader, elements, evaluate
from ...core.ir import (
    Alternative,
    Compose,
    ComposeStep,
    Expr,
    Guard,
    Op,
    Param,
    StateVariable,
)
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


def _hold(guards: tuple[Guard, ...], values: Locals, read: Reader) -> bool:
    return all(evaluate(guard.test, values, read) for guard in guards)


def _number(expr: Expr, values: Locals, read: Reader) -> int:
    value = evaluate(expr, values, read)
    assert isinstance(value, int)
    return value


def _is_later(masks: Masks, number: int, element: int) -> bool:
    """Does an element of a selection come after what it holds, and before later selections?"""
    return element >= masks[number].bit_length() and not any(masks[number + 1 :])


@dataclass
class Growing:
    """The sets that are part of a move, for given parameters; a position is what each holds."""

    alternative: Alternative
    arguments: tuple[int, ...]
    state: State

    @property
    def name(self) -> str:
        return self.alternative.name

    @property
    def span(self) -> Span:
        return self.alternative.span

    def start(self) -> Masks:
        return tuple(0 for _ in self.alternative.set_params)

    def steps(self, at: Masks) -> Iterator[tuple[Code, Masks]]:
        read = self._read
        for number, set_param in enumerate(self.alternative.set_params):
            values, mask = self._values(at), at[number]
            if set_param.at_most is not None:
                if mask.bit_count() >= _number(set_param.at_most, values, read):
                    continue
            for e in sorted(
                elements(evaluate(set_param.source, values, read), set_param.source.type)
            ):
                values[set_param.local.number] = e
                if _is_later(at, number, e) and _hold(set_param.guards, values, read):
                    yield (set_param.name, (e,)), (*at[:number], mask | 1 << e, *at[number + 1 :])

    def finishes(self, at: Masks) -> list[Code]:
        values = self._values(at)
        whole = any(_hold(one.guards, values, self._read) for one in self.alternative.set_finishes)
        return [(self.alternative.name, (*self.arguments, *at))] if whole else []

    def weight(self, at: Masks) -> int:
        weight = self.alternative.weight
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
    params: tuple[Param, ...], guards: tuple[Guard, ...], read: Reader
) -> Iterator[tuple[int, ...]]:
    """All arguments for which the guards hold; the first guards may be about none of them."""
    about = [bool(free_locals(guard.test)) for guard in guards]
    first = about.index(True) if True in about else len(guards)
    if not _hold(guards[:first], {}, read):
        return
    guards = guards[first:]
    for values in _drawn(params, {}, read):
        if _hold(guards, dict(values), read):
            yield tuple(values[param.local.number] for param in params)  # type: ignore[misc]


def _drawn(params: tuple[Param, ...], values: Locals, read: Reader) -> Iterator[Locals]:
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

    compose: Compose
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
        return plain(self.state.engine.program).search.plans[self.compose]

    @cached_property
    def selections(self) -> tuple[StateVariable | None, ...]:
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


def _selection(step: ComposeStep) -> StateVariable | None:
    """The set that a step puts its element into."""
    if len(step.params) != 1:
        return None
    for node in walk(step.params[0].source):
        match node:
            case Op(name="after", args=(first, _)):
                variable = getattr(first, "variable", None)
                if isinstance(variable, StateVariable) and variable.role == "choice":
                    return variable
            case _:
                pass
    return None
