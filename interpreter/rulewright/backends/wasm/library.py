"""Primitives in the lowered form, where the target has none: read from a small part of Python.

Each text below is what one primitive does; `needed` reads those that a program calls, and those
that they call. They say it in their own way, and not as `backends.python.support` does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache
from typing import Any

from ...core.ir import LONGEST_WAY, MOST_LOOKED_AT, MOST_STEPS
from ...core.paths import NO_LONGEST_PATH, TOO_MANY_WAYS
from ...lower import nodes as code

TEXT = """
def bits(mask):
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found

def mask_of(elements):
    mask = 0
    for element in elements:
        if element >= 0:
            mask |= 1 << element
    return mask

def nth(mask, n):
    while n:
        mask &= mask - 1
        n -= 1
    return (mask & -mask).bit_length() - 1

def cells_of(where, components):
    found = 0
    while components:
        cell = where.get((components & -components).bit_length() - 1, -1)
        components &= components - 1
        if cell >= 0:
            found |= 1 << cell
    return found

def beside_cells(where, components, width):
    found = 0
    first = -1
    last = -1
    left = components
    while left:
        cell = where.get((left & -left).bit_length() - 1, -1)
        left &= left - 1
        if cell > last:
            last = cell
        if cell >= 0 and (first < 0 or cell < first):
            first = cell
    if last >= 0:
        found = 1 << first - width | 1 << last + width
    while components:
        cell = where.get((components & -components).bit_length() - 1, -1)
        components &= components - 1
        if cell >= 0:
            found |= 1 << cell - width
            found |= 1 << cell - 1
            found |= 1 << cell + 1
            found |= 1 << cell + width
    return found

def touching_cells(where, components, width):
    found = 0
    first = -1
    last = -1
    left = components
    while left:
        cell = where.get((left & -left).bit_length() - 1, -1)
        left &= left - 1
        if cell > last:
            last = cell
        if cell >= 0 and (first < 0 or cell < first):
            first = cell
    if last >= 0:
        found = 1 << first - (width + 1) | 1 << last + (width + 1)
    while components:
        cell = where.get((components & -components).bit_length() - 1, -1)
        components &= components - 1
        if cell >= 0:
            found |= 1 << cell - width - 1
            found |= 1 << cell - width
            found |= 1 << cell - width + 1
            found |= 1 << cell - 1
            found |= 1 << cell + 1
            found |= 1 << cell + width - 1
            found |= 1 << cell + width
            found |= 1 << cell + width + 1
    return found

def cells_within(where, components, times, start, skipped):
    found = 0
    while components:
        cell = where.get((components & -components).bit_length() - 1, -1)
        components &= components - 1
        at = cell - start & 65535
        bit = 1 << (at - (at * times >> 32) * skipped & 63)
        found |= bit if cell >= 0 else 0
    return found

def beside_framed(cells, columns):
    by = columns & 63
    return (cells << 1 | cells >> 1 | cells << by | cells >> by) & 18446744073709551615

def touching_framed(cells, columns):
    by = columns & 63
    row = (cells << 1 | cells >> 1) & 18446744073709551615
    three = row | cells
    return (row | three << by | three >> by) & 18446744073709551615

def open_framed(cells, columns):
    by = columns & 63
    around = (cells << 1 | cells >> 1 | cells << by | cells >> by) & 18446744073709551615
    return around & ~cells

def in_order(places):
    found = []
    for component in places:
        if component >= 0:
            found.append(component)
    return found

def lying_in(lying, mask):
    found = []
    for component in lying:
        if mask >> component & 1:
            found.append(component)
    return found

def lying_out(lying, mask):
    found = []
    for component in lying:
        if not mask >> component & 1:
            found.append(component)
    return found

def only(number, size):
    return 1 << number if number >= 0 and number < size else 0

def up_to(number, size):
    if number < 0:
        return 0
    return (2 << (number if number < size else size - 1)) - 1

def numbers(low, high):
    return (1 << high + 1) - (1 << low) if low <= high else 0

def seat_from(seat, seats):
    later = seats >> seat << seat
    if not later:
        later = seats
    return (later & -later).bit_length() - 1

def round_from(seat, seats):
    mask = mask_of(seats)
    found = bits(mask >> seat << seat)
    found.extend(bits(mask & (1 << seat) - 1))
    return found

def in_table(number, size, name, span):
    if number < 0 or number >= size:
        outside_table(number, size, name, span)
    return number

def payable(slots, prices, purse):
    found = slots[:]
    for slot in range(len(found)):
        if prices[slot] > purse:
            found[slot] = -1
    return found

def is_in_reach(width, cell):
    row = quotient(cell, width)
    column = cell - row * width
    return (row - 2 | width - 3 - row | column - 2 | width - 3 - column) >= 0

def neighbours(cell, width):
    size = width * width
    north = (cell - width) % size
    south = (cell + width) % size
    west = (cell - 1) % size
    east = (cell + 1) % size
    return 1 << north | 1 << south | 1 << west | 1 << east

def touching(cell, width):
    size = width * width
    before = neighbours(cell, width)
    around = 1 << (cell - width - 1) % size | 1 << (cell - width + 1) % size
    return before | around | 1 << (cell + width - 1) % size | 1 << (cell + width + 1) % size

def beside_any(cells, width):
    return cells << 1 | cells >> 1 | cells << width | cells >> width

def touching_any(cells, width):
    row = cells << 1 | cells >> 1
    three = row | cells
    return row | three << width | three >> width

def open_cells(occupied, width):
    if not occupied:
        return 1 << quotient(width * width, 2)
    return (
        occupied << 1 | occupied >> 1 | occupied << width | occupied >> width
    ) & ~occupied

def open_around(where, on, width):
    if not on:
        return 1 << quotient(width * width, 2)
    return beside_cells(where, on, width) & ~cells_of(where, on)

def laid(occupied, on, at, where, cell, component):
    there = copy(at)
    cells = copy(where)
    before = there.get(cell, -1)
    if before >= 0:
        there[cell] = -1
        cells[before] = -1
        occupied = occupied ^ 1 << cell
        on = on ^ 1 << before
    if component >= 0:
        there[cell] = component
        cells[component] = cell
        occupied = occupied | 1 << cell
        on = on | 1 << component
    return (occupied, on, there, cells)

def laid_there(on, at, where, cell, component):
    there = copy(at)
    cells = copy(where)
    before = there.get(cell, -1)
    if before >= 0:
        there[cell] = -1
        cells[before] = -1
        on = on ^ 1 << before
    if component >= 0:
        there[cell] = component
        cells[component] = cell
        on = on | 1 << component
    return (on, there, cells)

def gained(total, by_slot, prices, fund):
    found = -1
    more = total
    while more != found:
        found = more
        more = total
        for slot in range(len(prices)):
            if prices[slot] <= fund + found:
                more += by_slot[slot]
    return found

def reached(now, further):
    sets = []
    masks = []
    for slot, ways in further:
        for slots, reach in ways:
            mask = reach & ~now
            if mask:
                used = slots | slot
                at = 0
                while at < len(sets) and sets[at] < used:
                    at += 1
                if at < len(sets) and sets[at] == used:
                    masks[at] = masks[at] | mask
                else:
                    sets.append(used)
                    masks.append(mask)
                    last = len(sets) - 1
                    while last > at:
                        sets[last] = sets[last - 1]
                        masks[last] = masks[last - 1]
                        last -= 1
                    sets[at] = used
                    masks[at] = mask
    kept = [(0, now)]
    for i in range(len(sets)):
        slots = sets[i]
        mask = masks[i]
        for fewer, enough in kept:
            if fewer and fewer & slots == fewer:
                mask &= ~enough
        if mask:
            kept.append((slots, mask))
    return kept

def together(elements, mask, payable):
    sets = [0]
    masks = [mask]
    for ways in elements:
        more = []
        reach = []
        for i in range(len(sets)):
            used = sets[i]
            left = masks[i]
            for slots, enough in ways:
                both = left & enough
                if both and not used & slots and payable >> (used | slots) & 1:
                    at = 0
                    while at < len(more) and more[at] != used | slots:
                        at += 1
                    if at < len(more):
                        reach[at] = reach[at] | both
                    else:
                        more.append(used | slots)
                        reach.append(both)
        sets = more
        masks = reach
    found = 0
    for left in masks:
        found |= left
    return found

def longest_line(cells, steps, rooms):
    best = 0
    for i in range(len(steps)):
        line = cells
        length = 0
        while line:
            line &= line >> steps[i] & rooms[i]
            length += 1
        if length > best:
            best = length
    return best

def all_ways(width, around, start, goal, through, heights, span):
    found = []
    if start < 0 or goal < 0:
        return found
    here = 1 << start
    free = (through | 1 << goal) & ~here
    onward_way(
        width, around, start, goal, here, free, 0, heights.get(start, -1), 1, heights, [0], found,
        span,
    )
    return found

def onward_way(
    width, around, cell, goal, way, free, blocks, highest, length, heights, steps, found, span
):
    steps[0] = steps[0] + 1
    if steps[0] > MOST_STEPS or length > LONGEST_WAY:
        fail(TOO_MANY_WAYS, span)
    if cell == goal:
        found.append(way)
        return
    column = cell % width
    for step, sideways, block in around:  # a block is what two steps that cross have in common
        there = cell + step
        aside = column + sideways
        if there < 0 or not free >> there & 1 or aside < 0 or aside >= width:
            continue
        cut = 0
        if block < 1:
            cut = 1 << cell + block
            if blocks & cut:
                continue
        number = heights.get(there, -1)
        if number >= 0 and number <= highest:
            continue
        bit = 1 << there
        onward_way(
            width, around, there, goal, way | bit, free ^ bit, blocks | cut,
            number if number > highest else highest, length + 1, heights, steps, found, span,
        )

def ways_by(start, goal, through, near, span):
    found = []
    if start < 0 or goal < 0:
        return found
    here = 1 << start
    onward_by(start, goal, here, (through | 1 << goal) & ~here, 1, near, [0], found, span)
    return found

def onward_by(here, goal, way, free, length, near, steps, found, span):
    steps[0] = steps[0] + 1
    if steps[0] > MOST_STEPS or length > LONGEST_WAY:
        fail(TOO_MANY_WAYS, span)
    if here == goal:
        found.append(way)
        return
    further = near[here] & free
    while further:
        bit = further & -further
        further ^= bit
        there = bit.bit_length() - 1
        onward_by(there, goal, way | bit, free ^ bit, length + 1, near, steps, found, span)

def within_reach(here, left, near):
    found = 0
    new = near[here] & left
    while new:
        found |= new
        wider = 0
        while new:
            wider |= near[(new & -new).bit_length() - 1]
            new &= new - 1
        new = wider & left & ~found
    return found

def path_length(elements, near, span):
    known = {}
    steps = [0]
    best = 0
    starts = elements
    while starts:
        bit = starts & -starts
        starts ^= bit
        start = bit.bit_length() - 1
        within = within_reach(start, elements ^ bit, near)
        if best <= within.bit_count():
            length = 1 + further_met(start, within, 1, near, known, steps, span)
            if length > best:
                best = length
    return best

def further_met(here, within, length, near, known, steps, span):
    best = known.get((here, within), -1)
    if best >= 0:
        return best
    steps[0] = steps[0] + 1
    if steps[0] > MOST_LOOKED_AT or length > LONGEST_WAY:
        fail(NO_LONGEST_PATH, span)
    best = 0
    most = within.bit_count()
    further = near[here] & within
    while further and best < most:
        bit = further & -further
        further ^= bit
        there = bit.bit_length() - 1
        left = within_reach(there, within ^ bit, near)
        met = 1 + further_met(there, left, length + 1, near, known, steps, span)
        if met > best:
            best = met
    known[(here, within)] = best
    return best

def joined_edges(at, ends, part, edges):
    wider = part
    while part:
        edge = (part & -part).bit_length() - 1
        part &= part - 1
        one, other = ends[edge]
        wider |= at[one] | at[other]
    return wider & edges

def odd_vertices(ends, part):
    odd = 0
    while part:
        edge = (part & -part).bit_length() - 1
        part &= part - 1
        one, other = ends[edge]
        odd ^= 1 << one ^ 1 << other
    return odd

def vertices_of(ends, part):
    met = 0
    while part:
        edge = (part & -part).bit_length() - 1
        part &= part - 1
        one, other = ends[edge]
        met |= 1 << one | 1 << other
    return met

def part_of(at, ends, edges):
    part = 0
    fresh = edges & -edges
    while fresh:
        part |= fresh
        fresh = joined_edges(at, ends, fresh, edges) & ~part
    return part

def longest_trail(at, ends, edges, span):
    best = 0
    while edges:
        part = part_of(at, ends, edges)
        edges ^= part
        length = part.bit_count()
        if length > best:
            odd = odd_vertices(ends, part)
            pairs = odd.bit_count() >> 1
            if pairs > 1:
                if length + 1 - pairs > best:
                    length = searched_trail(at, ends, part, odd, length + 1 - pairs, span)
                else:
                    length = 0
            if length > best:
                best = length
    return best

def searched_trail(at, ends, part, odd, bound, span):
    if part.bit_count() < vertices_of(ends, part).bit_count():
        return diameter(at, ends, part)
    if odd.bit_count() == 4 and is_mended(at, ends, part, odd):
        return bound
    best = [0, 0]
    odd &= odd - 1
    while odd:
        onward_trail(
            at, ends, (odd & -odd).bit_length() - 1, part, 0, bound, best, span
        )
        if best[0] == bound:
            break
        odd &= odd - 1
    return best[0]

def onward_trail(at, ends, here, left, length, bound, best, span):
    best[1] = best[1] + 1
    if best[1] > MOST_STEPS or length > LONGEST_WAY:
        fail(TOO_MANY_TRAILS, span)
    ways = at[here] & left
    if not ways and length > best[0]:
        best[0] = length
    while ways and best[0] < bound:
        way = (ways & -ways).bit_length() - 1
        ways &= ways - 1
        one, other = ends[way]
        onward_trail(
            at, ends, one + other - here, left ^ 1 << way, length + 1, bound, best, span
        )

def is_mended(at, ends, part, odd):
    left = part
    while left:
        edge = (left & -left).bit_length() - 1
        left &= left - 1
        one, other = ends[edge]
        if odd >> one & 1 and odd >> other & 1:
            rest = part ^ 1 << edge
            if part_of(at, ends, rest) == rest:
                return 1
    return 0

def diameter(at, ends, tree):
    rounds = 0
    while tree.bit_count() > 1:
        leaves = 0
        met = vertices_of(ends, tree)
        while met:
            vertex = (met & -met).bit_length() - 1
            met &= met - 1
            edge = at[vertex] & tree
            if not edge & edge - 1:
                leaves |= edge
        tree ^= leaves
        rounds += 1
    return 2 * rounds + tree.bit_count()

def longest_path(at, ends, edges, span):
    best = 0
    while edges:
        part = part_of(at, ends, edges)
        edges ^= part
        if part.bit_count() > best:
            length = searched_path(at, ends, part, span)
            if length > best:
                best = length
    return best

def searched_path(at, ends, part, span):
    met = vertices_of(ends, part)
    bound = met.bit_count() - 1
    if part.bit_count() == bound:
        return diameter(at, ends, part)
    best = [0, 0]
    while met:
        onward_path(at, ends, (met & -met).bit_length() - 1, part, 0, bound, best, span)
        if best[0] == bound:
            break
        met &= met - 1
    return best[0]

def onward_path(at, ends, here, left, length, bound, best, span):
    best[1] = best[1] + 1
    if best[1] > MOST_STEPS or length > LONGEST_WAY:
        fail(TOO_MANY_PATHS, span)
    if length > best[0]:
        best[0] = length
    ways = at[here] & left
    left ^= ways
    while ways and best[0] < bound:
        way = (ways & -ways).bit_length() - 1
        ways &= ways - 1
        one, other = ends[way]
        onward_path(at, ends, one + other - here, left, length + 1, bound, best, span)
"""


@cache
def _sources() -> dict[str, ast.FunctionDef]:
    return {one.name: one for one in ast.parse(TEXT).body if isinstance(one, ast.FunctionDef)}


def names() -> frozenset[str]:
    """The primitives that are read from text, and what they call."""
    return frozenset(_sources())


def calls_of(name: str) -> list[str]:
    """The functions of this library that one calls."""
    return [
        part.func.id
        for part in ast.walk(_sources()[name])
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)
        and part.func.id in _sources()
    ]  # fmt: skip


def function(name: str, called: str, renamed: dict[str, str]) -> code.Function:
    """One of them as a function of its own, `called` so; `renamed`: what others are called."""
    return read(_sources()[name], called, renamed)


def is_of(function: code.Function, name: str) -> bool:
    """Is a function one of them, whatever it is called?"""
    return function.name.startswith(f"{name}.")


def read(source: ast.FunctionDef, called: str, renamed: dict[str, str]) -> code.Function:
    params = [arg.arg for arg in source.args.args]
    return code.Function(called, params, _Reader(renamed).block(source.body))


class _Reader:
    def __init__(self, renamed: dict[str, str]) -> None:
        self.renamed = renamed

    def block(self, body: Iterable[ast.stmt]) -> code.Lines:
        return [self._statement(one) for one in body]

    def _statement(self, node: ast.stmt) -> code.Statement:
        match node:
            case ast.Assign(targets=[target], value=value):
                return code.Assign(self._target(target), self._value(value))
            case ast.AugAssign(target=target, op=op, value=value):
                return code.Augment(self._target(target), _OPERATORS[type(op)], self._value(value))
            case ast.If(test=test, body=body, orelse=other):
                return code.When(self._value(test), self.block(body), self.block(other))
            case ast.While(test=test, body=body):
                return code.While(self._value(test), self.block(body))
            case ast.For(target=target, iter=source, body=body):
                return code.Each(self._target(target), self._value(source), self.block(body), [])
            case ast.Return(value=value):
                return code.Give(None if value is None else self._value(value))
            case ast.Break():
                return code.Leave()
            case ast.Continue():
                return code.Again()
            case ast.Expr(value=value):
                return code.Perform(self._value(value))
            case _:
                raise AssertionError(ast.dump(node))

    def _target(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Tuple):
            return code.Several([self._target(part) for part in node.elts])
        return self._value(node)

    def _value(self, node: ast.expr) -> code.Value:
        match node:
            case ast.Name(id=name) if name in _FIXED:
                held = _FIXED[name]
                return code.Text(held) if isinstance(held, str) else code.Number(held)
            case ast.Name(id=name):
                return code.Name(name)
            case ast.Constant(value=int(number)):
                return code.Number(number)
            case ast.Constant(value=str(text)):
                return code.Text(text)
            case ast.BinOp(left=left, op=op, right=right):
                return code.Binary(self._value(left), _OPERATORS[type(op)], self._value(right))
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
                return code.Number(-number)
            case ast.UnaryOp(op=op, operand=operand):
                return code.Unary(_UNARY[type(op)], self._value(operand))
            case ast.BoolOp(op=op, values=parts):
                which = "and" if isinstance(op, ast.And) else "or"
                return code.Junction(which, [self._value(part) for part in parts])
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return code.Compare(self._value(left), _COMPARED[type(op)], self._value(right))
            case ast.IfExp(test=test, body=then, orelse=other):
                return code.Choice(self._value(test), self._value(then), self._value(other))
            case ast.Call(func=ast.Name(id=name), args=args):
                found = self.renamed.get(name, name)
                return code.Call(found, [self._value(arg) for arg in args])
            case ast.Call(func=ast.Attribute(value=owner, attr=name), args=args):
                return code.Method(self._value(owner), name, [self._value(arg) for arg in args])
            case ast.Subscript(value=owner, slice=ast.Slice()):
                return code.Section(self._value(owner), None, None)
            case ast.Subscript(value=owner, slice=index):
                return code.Item(self._value(owner), self._value(index))
            case ast.Tuple(elts=parts):
                return code.Several([self._value(part) for part in parts])
            case ast.List(elts=parts):
                return code.Listed([self._value(part) for part in parts])
            case ast.Dict():
                return code.Mapping()
            case _:
                raise AssertionError(ast.dump(node))


_TOO_MANY = (
    f"there are too many ways to find the longest {{}}: a search may take {MOST_STEPS:,} steps, "
    f"and follow {LONGEST_WAY} edges"
)
_FIXED: dict[str, int | str] = {
    "MOST_STEPS": MOST_STEPS, "LONGEST_WAY": LONGEST_WAY, "MOST_LOOKED_AT": MOST_LOOKED_AT,
    "TOO_MANY_WAYS": TOO_MANY_WAYS, "NO_LONGEST_PATH": NO_LONGEST_PATH,
    "TOO_MANY_TRAILS": _TOO_MANY.format("trail"), "TOO_MANY_PATHS": _TOO_MANY.format("path"),
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|",
    ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
_UNARY: dict[type[ast.unaryop], str] = {ast.USub: "-", ast.Invert: "~", ast.Not: "not"}
_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
