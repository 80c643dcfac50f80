"""Sums over what lies beside a cell are kept for all cells, while a whole game is played.

What conditions ask of an open cell of a growing grid is a sum (`classes`): a number for what lies
north of it, one for what lies east, and so on. At each decision that is asked of every open cell,
but since the last one only a component or two have been laid. So each cell has its sum in a map,
and whatever changes what lies in a cell, or how, changes the sums of the cells beside it.

What lies in one cell adds what fixed data and marks of that component decide, whether it lies there
or not. So it is known beforehand by how much a sum changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..core import grids, ir
from ..core.evaluate import evaluate
from ..core.walk import Node, rewrite, walk
from ..diagnostics import PlayError
from . import nodes as code
from .entries import looked_up, terms_of
from .store import LocalStore
from .unit import Unit
from .values import Values

MOST = 1 << 16  # that a sum is less than


@dataclass(frozen=True, slots=True)
class _Term:
    """What lies so far away adds what a component is worth, and nothing where there is none."""

    step: int
    worth: ir.Expr


@dataclass(frozen=True, slots=True)
class _Sum:
    """Of each cell the sum of terms, from 0 to `most`. The map holds those of cells beside which
    something lies, or has lain."""

    map_: str
    grid: ir.StateVariable
    terms: tuple[_Term, ...]
    most: int

    def marks(self) -> frozenset[ir.StateVariable]:
        """The marks of components that it hangs on."""
        nodes = (node for term in self.terms for node in walk(term.worth))
        return frozenset(node.variable for node in nodes if isinstance(node, ir.Read))

    def at(self, cell: code.Value) -> code.Value:
        """The sum of a cell."""
        return code.method(code.name(self.map_), "get", cell, code.number(0))


class KeptSums:
    """The sums that a function keeps which plays to the end of a game; `store`: its variables."""

    def __init__(self, unit: Unit, store: LocalStore) -> None:
        self.unit = unit
        self.store = store
        self._sums: dict[tuple[ir.StateVariable, tuple[_Term, ...]], _Sum] = {}
        self._components: dict[ir.StateVariable, ir.Local] = {}

    def value(self, values: Values, expr: ir.Expr, cell: ir.Local) -> code.Value | None:
        """A number that hangs on a cell, if it is a sum that is kept."""
        if not self.unit.uses("kept") or not isinstance(expr.type, ir.Number):
            return None
        low, high = self.unit.intervals.of(expr)
        found = [self._term(part, times, cell) for times, part in self._parts(expr)]
        terms = tuple(term for term in found if term is not None)
        if low < 0 or high >= MOST or not 1 < len(terms) == len(found):
            return None
        [grid, *others] = {grid for grid, _ in terms}
        if others:
            return None
        key = grid, tuple(term for _, term in terms)
        if key not in self._sums:
            self._sums[key] = _Sum(values.writer.fresh("sums_beside"), *key, high)
            self.unit.kept_numbers[self._sums[key].map_] = low, high
        return self._sums[key].at(values.value(cell))

    def _parts(self, expr: ir.Expr) -> Sequence[tuple[int, ir.Expr]]:
        """What a number is a sum of."""
        return terms_of(looked_up(self.unit, expr) or expr)

    def _term(
        self, expr: ir.Expr, times: int, cell: ir.Local
    ) -> tuple[ir.StateVariable, _Term] | None:
        """So many times a number that hangs on what lies in one cell beside another, if it does,
        and the grid."""
        cells = {
            (node.variable, around)
            for node in walk(expr)
            if isinstance(node, ir.Read) and (around := _around(node, cell)) is not None
        }
        if len(cells) != 1:
            return None
        [(grid, around)] = cells
        component = self._component(grid)
        many = ir.Const(times, ir.Number(times, times))
        whole = ir.Op("multiply", (many, expr), expr.type) if times != 1 else expr
        nothing = _settled(whole, grid, around, ir.Const(-1, grid.type))
        worth = _settled(whole, grid, around, component)
        if nothing != ir.Const(0, whole.type) or not self._is_known(worth, component):
            return None
        _, way = around.args
        assert isinstance(way.type, ir.Element) and isinstance(way, ir.Const)
        step = grids.steps(grid.keys[0].width, way.type.domain.size)[way.value]
        return grid, _Term(step, worth)

    def _component(self, grid: ir.StateVariable) -> ir.Local:
        """What stands for a component that lies on a grid."""
        if grid not in self._components:
            assert isinstance(grid.type, ir.Element)
            kind = ir.Element(grid.type.domain, optional=False)
            self._components[grid] = self.unit.fresh_local(ir.Local(0, "component", kind))
        return self._components[grid]

    def _is_known(self, expr: ir.Expr, component: ir.Local) -> bool:
        """Do fixed data decide it, and marks of a component that are stored one by one?"""
        if self.unit.can_fail(expr):
            return False
        for node in walk(expr):
            match node:
                case ir.Read(variable=variable, keys=keys):
                    if keys != (component,) or not self._is_mark(variable):
                        return False
                case ir.Local():
                    if node != component:
                        return False
                case ir.Const() | ir.Lookup() | ir.Op() | ir.Cond():
                    pass
                case _:
                    return False
        return True

    def _is_mark(self, variable: ir.StateVariable) -> bool:
        plain = self.unit.layout.region(variable).form == "plain"
        return variable.role == "mark" and plain and isinstance(variable.type, ir.Number)

    def begin(self, values: Values, *, laid: bool) -> code.Lines:
        """What stands before all that asks for sums; `laid`: may something lie there already?"""
        with values.writer.block() as lines:
            for held in self._sums.values():
                values.writer.add(code.assign(held.map_, code.mapping()))
                if laid:
                    self._add_all(values, held)
        return lines

    def _add_all(self, values: Values, held: _Sum) -> None:
        on = code.name(self.store.variables(held.grid)[1])
        with values.folds.each_bit(on, self._components[held.grid]) as component:
            cell = self._cell_of(values, held, code.name(component))
            self._lay(values, held, cell, code.name(component))

    def _cell_of(self, values: Values, held: _Sum, component: code.Value) -> code.Value:
        where = code.name(self.store.variables(held.grid)[3])
        cell = code.method(where, "get", component, code.number(-1))
        return values.writer.atom(cell, "cell")

    def keep_up(self, values: Values, lines: code.Lines) -> None:
        """Write before each statement that changes what sums rest on what becomes of these."""
        for at in range(len(lines) - 1, -1, -1):
            for block in code.blocks_of(lines[at]):
                self.keep_up(values, block)
            with values.writer.block() as before:
                match lines[at]:
                    case code.Assign(
                        target=code.Several(parts=[code.Name(id=first), *_]),
                        value=code.Call(function="laid", args=[*_, cell, component]),
                    ):
                        for held in self._sums.values():
                            if self.store.variables(held.grid)[0] == first:
                                self._lay(values, held, cell, component)
                    case (
                        code.Assign(
                            target=code.Item(owner=code.Name(id=name), index=index)
                        ) as change
                    ):
                        for held in self._sums.values():
                            for mark in held.marks():
                                if self.store.variables(mark) == [name]:
                                    new = values.writer.atom(change.value, "value")
                                    change.value = new
                                    self._mark(values, held, mark, index, new)
                    case _:
                        pass
            for line in before:
                line.at = lines[at].at
            lines[at:at] = before

    def _lay(self, values: Values, held: _Sum, cell: code.Value, component: code.Value) -> None:
        """A component is laid in an empty cell, or what lies there is taken away."""
        taken = code.constant(component) == -1
        if taken:
            there = code.name(self.store.variables(held.grid)[2])
            lying = code.method(there, "get", cell, code.number(-1))
            component = values.writer.atom(lying, "component")
        worths = self._worths(values, held, component)
        self._change(values, held, cell, map(code.negative, worths) if taken else worths)

    def _mark(
        self,
        values: Values,
        held: _Sum,
        mark: ir.StateVariable,
        component: code.Value,
        value: code.Value,
    ) -> None:
        """A mark of a component, which may lie in a cell, becomes a value."""
        writer = values.writer
        cell = self._cell_of(values, held, component)
        with writer.block() as lines:
            before = self._worths(values, held, component)
            after = self._worths(values, held, component, (mark, value))
            more = (code.binary(new, "-", old) for old, new in zip(before, after, strict=True))
            self._change(values, held, cell, more)
        writer.add(code.when(code.compare(cell, ">=", code.number(0)), lines))

    def _worths(
        self,
        values: Values,
        held: _Sum,
        component: code.Value,
        instead: tuple[ir.StateVariable, code.Value] | None = None,
    ) -> list[code.Value]:
        """What a component adds to each sum, perhaps with another value of a mark."""
        writer, local = values.writer, self._components[held.grid]
        worths = [term.worth for term in held.terms]
        writer.put_off[local.number] = component
        if instead is not None:
            mark, value = instead
            other = self.unit.fresh_local(ir.Local(0, "value", mark.type))
            worths = [_with_mark(worth, mark, other) for worth in worths]
            writer.put_off[other.number] = value
        with writer.evaluation():
            return [writer.atom(values.value(worth), "worth") for worth in worths]

    def _change(
        self, values: Values, held: _Sum, cell: code.Value, more: Iterable[code.Value]
    ) -> None:
        """What lies in a cell adds so much more to the sums of those beside it."""
        for term, one in zip(held.terms, more, strict=True):
            other = values.writer.atom(code.binary(cell, "+", code.number(-term.step)), "beside")
            # a sum stays as it is by this, which shows how few bits it has
            bits = code.number((1 << held.most.bit_length()) - 1)
            kept = code.binary(code.binary(held.at(other), "+", one), "&", bits)
            values.writer.add(code.assign(code.item(code.name(held.map_), other), kept))


def _around(read: ir.Read, cell: ir.Local) -> ir.Op | None:
    """The cell of a growing grid in which something is looked for, if it lies in some fixed
    direction from another."""
    match read.keys:
        case (ir.Op(name="beside", args=(here, ir.Const())) as around,) if here == cell:
            return around if read.variable.grows else None
        case _:
            return None


def _settled(expr: ir.Expr, grid: ir.StateVariable, around: ir.Op, found: ir.Expr) -> ir.Expr:
    """The same where it is known what lies in a cell: a component, or none."""

    def change(node: Node) -> Node:
        match node:
            case ir.Read() if (node.variable, node.keys) == (grid, (around,)):
                return found
            case ir.Op(name="equal", args=(ir.Local() as one, ir.Const(value=-1))) if one == found:
                return ir.Const(0, node.type)
            case ir.Cond(test=ir.Const(value=value), then=then, other=other):
                return then if value else other
            case ir.Op() | ir.Lookup():
                return _evaluated(node)
            case _:
                return node

    return rewrite(expr, change)


def _evaluated(expr: ir.Op | ir.Lookup) -> ir.Expr:
    """The value of what is made of fixed numbers, unless it goes wrong."""
    parts = expr.args if isinstance(expr, ir.Op) else expr.keys
    if not isinstance(expr.type, ir.Number | ir.Truth | ir.Element):
        return expr
    if not all(isinstance(part, ir.Const) for part in parts):
        return expr
    try:
        value = evaluate(expr, {})
    except PlayError:
        return expr
    assert isinstance(value, int)
    return ir.Const(value, expr.type)


def _with_mark(expr: ir.Expr, mark: ir.StateVariable, value: ir.Local) -> ir.Expr:
    """The same where a mark has another value."""

    def change(node: Node) -> Node:
        return value if isinstance(node, ir.Read) and node.variable is mark else node

    return rewrite(expr, change)
