"""The effects of the reference engine: how statements store values and move components."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NoReturn, assert_never, cast

from ..core import ir
from ..core.evaluate import (
    Completer,
    Locals,
    Reader,
    Value,
    elements,
    mask_of,
    prepare,
    prepare_elements,
    prepare_int,
)
from ..core.grids import is_in_reach
from ..diagnostics import OutOfRange, PlayError
from ..runtime.chance import picked, shuffled
from ..runtime.layout import CHANCE, Layout, Slots
from ..source import Span


@dataclass(slots=True, eq=False)
class Run:
    """One step of a game: the slots it changes, the locals bound on the way, how both are read, and
    how often loops have gone round (see `core.rounds`)."""

    slots: Slots
    values: Locals
    read: Reader
    complete: Completer
    rounds: int = 0


Exit = ir.Leave | ir.Again | ir.End | ir.Choose | None
Executor = Callable[[Run], Exit]
Rest = Callable[[Run, Exit], Exit]
Elements = Callable[[Locals, Reader, Completer], Iterable[int]]
Keys = tuple[int, ...]
Change = Callable[[Slots, Keys, int], None]  # puts a component in a place or takes it away

Effect = ir.Let | ir.Assign | ir.Move | ir.MoveAll | ir.Deal | ir.Shuffle | ir.Pick


def effect(stmt: Effect, layout: Layout, *, within: bool = False) -> Executor:
    """The step that carries out a statement which changes slots or locals; `within`: a number that
    is set stays in its range."""
    match stmt:
        case ir.Let():
            return _let(stmt)
        case ir.Assign():
            return _assign(stmt, layout, within=within)
        case ir.Move():
            return _move(stmt, layout)
        case ir.MoveAll():
            return _move_all(stmt, layout)
        case ir.Deal():
            return _deal(stmt, layout)
        case ir.Shuffle():
            return _shuffle(stmt, layout)
        case ir.Pick():
            return _pick(stmt, layout)
        case _:
            assert_never(stmt)


def _keys(keys: tuple[ir.Expr, ...]) -> Callable[[Run], Keys]:
    parts = [prepare_int(key) for key in keys]
    if not parts:
        return lambda run: ()
    if len(parts) == 1:
        part = parts[0]
        return lambda run: (part(run.values, run.read, run.complete),)
    return lambda run: tuple([part(run.values, run.read, run.complete) for part in parts])


def _let(stmt: ir.Let) -> Executor:
    number, value = stmt.local.number, prepare(stmt.value)

    def let(run: Run) -> None:
        run.values[number] = value(run.values, run.read, run.complete)

    return let


def _assign(stmt: ir.Assign, layout: Layout, *, within: bool) -> Executor:
    keys, value, put = _keys(stmt.keys), prepare(stmt.value), layout.putter(stmt.variable)
    kind = stmt.variable.type
    if within and isinstance(kind, ir.Number):
        low, high = kind.low, kind.high

        def approach(run: Run) -> None:
            wanted = cast(int, value(run.values, run.read, run.complete))
            put(run.slots, keys(run), max(low, min(high, wanted)))

        return approach
    check = _range_check(stmt.variable, stmt.span)

    def assign(run: Run) -> None:
        at = keys(run)
        new = value(run.values, run.read, run.complete)
        if check is not None:
            check(new)
        put(run.slots, at, new[:] if isinstance(new, list) else new)

    return assign


def _range_check(variable: ir.StateVariable, span: Span) -> Callable[[Value], None] | None:
    """What makes sure that a number is in the range of a state variable, if it holds numbers."""
    if not isinstance(variable.type, ir.Number):
        return None
    name, kind = variable.name, variable.type

    def check(value: Value) -> None:
        if not kind.holds(cast(int, value)):
            raise OutOfRange(f"{name} would become {value}, outside {kind.written}", span)

    return check


def _shuffle(stmt: ir.Shuffle, layout: Layout) -> Executor:
    variable, keys = stmt.place.variable, _keys(stmt.place.keys)
    get, put = layout.getter(variable), layout.putter(variable)
    until = prepare(stmt.until) if stmt.until is not None else None

    def shuffle(run: Run) -> None:
        at = keys(run)
        for _ in range(ir.MOST_SHUFFLES):
            stack = cast(list[int], get(run.slots, at))
            run.slots[CHANCE], order = shuffled(run.slots[CHANCE], variable.name, stack)
            put(run.slots, at, order)
            if until is None or until(run.values, run.read, run.complete):
                return
        raise PlayError(ir.in_vain(variable), stmt.span)

    return shuffle


def _pick(stmt: ir.Pick, layout: Layout) -> Executor:
    variable, keys, put = stmt.variable, _keys(stmt.keys), layout.putter(stmt.variable)
    source, span = prepare(stmt.source), stmt.span
    check = _range_check(variable, span)

    def pick(run: Run) -> None:
        at = keys(run)
        mask = mask_of(source(run.values, run.read, run.complete))
        if not mask:
            raise PlayError(f"there is nothing to pick {variable.name} from", span)
        run.slots[CHANCE], chosen = picked(run.slots[CHANCE], variable.name, mask)
        if check is not None:
            check(chosen)
        put(run.slots, at, chosen)

    return pick


def _move(stmt: ir.Move, layout: Layout) -> Executor:
    component = prepare_int(stmt.component)
    source, target = _keys(stmt.source.keys), _keys(stmt.target.keys)
    take, add = (
        _take(stmt.source.variable, layout, stmt.span),
        _add(stmt.target.variable, layout, stmt.span),
    )

    def move(run: Run) -> None:
        moved = component(run.values, run.read, run.complete)
        here, there = source(run), target(run)
        take(run.slots, here, moved)
        add(run.slots, there, moved)

    return move


def _deal(stmt: ir.Deal, layout: Layout) -> Executor:
    source, target = _keys(stmt.source.keys), _keys(stmt.target.keys)
    take, add = (
        _take(stmt.source.variable, layout, stmt.span),
        _add(stmt.target.variable, layout, stmt.span),
    )
    get, name = layout.getter(stmt.source.variable), stmt.source.variable.name

    def deal_from_set(run: Run) -> None:
        here, there = source(run), target(run)
        held = cast(int, get(run.slots, here))
        if held:
            run.slots[CHANCE], dealt = picked(run.slots[CHANCE], name, held)
            take(run.slots, here, dealt)
            add(run.slots, there, dealt)

    def deal(run: Run) -> None:
        here, there = source(run), target(run)
        stack = cast(list[int], get(run.slots, here))
        if stack:
            top = stack[-1]
            take(run.slots, here, top)
            add(run.slots, there, top)

    return deal_from_set if isinstance(stmt.source.variable.type, ir.SetOf) else deal


def _move_all(stmt: ir.MoveAll, layout: Layout) -> Executor:
    source, target = _keys(stmt.source.keys), _keys(stmt.target.keys)
    take, add = (
        _take(stmt.source.variable, layout, stmt.span),
        _add(stmt.target.variable, layout, stmt.span),
    )
    chosen = prepare_elements(stmt.components) if stmt.components is not None else None
    get, kind = layout.getter(stmt.source.variable), stmt.source.variable.type

    def move_all(run: Run) -> None:
        here, there = source(run), target(run)
        moved = _all_of(get(run.slots, here), kind)
        if chosen is not None:
            wanted = list(chosen(run.values, run.read, run.complete))
            for component in wanted:
                if component not in moved:
                    raise PlayError(_not_there(stmt.source.variable, component), stmt.span)
            moved = [component for component in moved if component in wanted]
        for component in moved:
            take(run.slots, here, component)
            add(run.slots, there, component)

    return move_all


def _all_of(held: Value, kind: ir.Type) -> list[int]:
    """Everything in a place, in the order in which it is moved."""
    if isinstance(kind, ir.StackOf):
        return list(cast(list[int], held))  # bottom first, so that the order stays
    if isinstance(kind, ir.Element):
        return [held] if isinstance(held, int) and held >= 0 else []
    return list(elements(held, kind))


def _take(variable: ir.StateVariable, layout: Layout, span: Span) -> Change:
    """Take a component away from where it must be."""
    get, put = layout.getter(variable), layout.putter(variable)

    def refuse(component: int) -> NoReturn:
        raise PlayError(_not_there(variable, component), span)

    def from_set(slots: Slots, keys: Keys, component: int) -> None:
        held = cast(int, get(slots, keys))
        if component < 0 or not held >> component & 1:
            refuse(component)
        put(slots, keys, held ^ 1 << component)

    def from_stack(slots: Slots, keys: Keys, component: int) -> None:
        held = cast(list[int], get(slots, keys))
        if component not in held:
            refuse(component)
        put(slots, keys, [e for e in held if e != component])

    def from_row(slots: Slots, keys: Keys, component: int) -> None:
        held = cast(list[int], get(slots, keys))
        if component < 0 or component not in held:
            refuse(component)
        put(slots, keys, [-1 if e == component else e for e in held])

    def from_slot(slots: Slots, keys: Keys, component: int) -> None:
        if component < 0 or component != get(slots, keys):
            refuse(component)
        put(slots, keys, -1)

    return _by_form(variable, from_set, from_stack, from_row, from_slot)


def _add(variable: ir.StateVariable, layout: Layout, span: Span) -> Change:
    """Put a component where there must be room for it."""
    get, put = layout.getter(variable), layout.putter(variable)

    def refuse(component: int) -> NoReturn:
        raise PlayError(f"{variable.name} has no room for {_label(variable, component)}", span)

    def to_set(slots: Slots, keys: Keys, component: int) -> None:
        put(slots, keys, cast(int, get(slots, keys)) | 1 << component)

    def to_stack(slots: Slots, keys: Keys, component: int) -> None:
        put(slots, keys, [*cast(list[int], get(slots, keys)), component])

    def to_row(slots: Slots, keys: Keys, component: int) -> None:
        held = cast(list[int], get(slots, keys))
        if -1 not in held:
            refuse(component)
        at = held.index(-1)
        put(slots, keys, [*held[:at], component, *held[at + 1 :]])

    def to_slot(slots: Slots, keys: Keys, component: int) -> None:
        if get(slots, keys) != -1 or (
            variable.grows and not is_in_reach(variable.keys[0], keys[0])
        ):
            refuse(component)
        put(slots, keys, component)

    return _by_form(variable, to_set, to_stack, to_row, to_slot)


def _by_form(
    variable: ir.StateVariable, a_set: Change, a_stack: Change, a_row: Change, a_slot: Change
) -> Change:
    match variable.type:
        case ir.SetOf():
            return a_set
        case ir.StackOf():
            return a_stack
        case ir.RowOf():
            return a_row
        case ir.Element():
            return a_slot
        case ir.Truth() | ir.Number() | ir.WaysOf():
            raise TypeError(f"{variable.name} holds no components")
        case _:
            assert_never(variable.type)


def _not_there(variable: ir.StateVariable, component: int) -> str:
    return f"{_label(variable, component)} is not in {variable.name}"


def _label(variable: ir.StateVariable, component: int) -> str:
    domain = variable.type.domain  # type: ignore[union-attr]
    return domain.labels[component] if component >= 0 else "nothing"
