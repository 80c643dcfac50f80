"""Bounds for the values of expressions, so that needless range checks are left out.

Only what is enforced is trusted: the ranges of state variables (every `Assign` keeps them), the
values in tables, the sizes of domains. The declared type of an arithmetic expression is not.
"""

from __future__ import annotations

from ..core import ir
from ..core.walk import Node, free_locals, walk

MOST_ELEMENTS = 128  # of a sum that is bounded by what each of them can add

Interval = tuple[int, int]


def bounds(kind: ir.Type) -> Interval:
    """The values a type has."""
    match kind:
        case ir.Number():
            return kind.low, kind.high
        case ir.Element():
            return (-1 if kind.optional else 0), kind.domain.size - 1
        case ir.Truth():
            return 0, 1
        case ir.SetOf():
            return 0, kind.domain.everything()
        case ir.StackOf() | ir.RowOf() | ir.WaysOf():
            return 0, 0


class Intervals:
    """Intervals of expressions; `locals` holds what is known of `Let` locals, by number."""

    def __init__(self) -> None:
        self.locals: dict[int, Interval] = {}
        self._tables: dict[ir.Table, Interval] = {}
        self._totals: dict[int, tuple[ir.Fold, Interval]] = {}

    def of(self, expr: ir.Expr) -> Interval:
        """The least and the greatest value a number, truth or element can have."""
        match expr:
            case ir.Const():
                return expr.value, expr.value
            case ir.Local():
                return self.locals.get(expr.number) or bounds(expr.type)
            case ir.Read(variable=variable):
                # what is kept for later decisions has been given by when it is read
                given = variable.role == "choice" and isinstance(expr.type, ir.Element)
                return bounds(expr.type if given else variable.type)
            case ir.Lookup():
                low, high = self._entry(expr) or self._table(expr.table)
                # what a condition has ruled out stays ruled out, for a table does not change
                never_none = isinstance(expr.type, ir.Element) and not expr.type.optional
                return max(low, 0) if never_none else low, high
            case ir.Op():
                return self._op(expr)
            case ir.Cond():
                low, high = self.of(expr.test)
                if low == high:
                    return self.of(expr.then if low else expr.other)
                return _hull(self.of(expr.then), self.of(expr.other))
            case ir.Fold():
                return self._fold(expr)
            case ir.Measure():
                return 0, expr.graph.edges.size
            case _:
                return bounds(expr.type)

    def is_fault(self, expr: Node) -> bool:
        """May computing it end in an error when that of nothing in it does: a key that is none,
        `the` of nothing?"""
        if isinstance(expr, ir.Fold):
            return expr.kind == "the"
        if isinstance(expr, ir.OnGrid):
            return any(self.of(arg)[0] < 0 for arg in expr.args)
        if isinstance(expr, ir.Read | ir.Lookup):
            domains = expr.variable.keys if isinstance(expr, ir.Read) else expr.table.keys
            return self._is_outside(domains, expr.keys)
        return isinstance(expr, ir.Op) and expr.name == "seat_from"

    def _is_outside(self, domains: tuple[ir.Domain, ...], keys: tuple[ir.Expr, ...]) -> bool:
        """May a key be none of the elements that it should be?"""
        for domain, key in zip(domains, keys, strict=True):
            low, high = self.of(key)
            if low < 0 or high >= domain.size:
                return True
        return False

    def certainly_fits(self, stmt: ir.Assign) -> bool:
        """Can storing a value not end in an error, whatever the state is?"""
        if self._is_outside(stmt.variable.keys, stmt.keys):
            return False
        for node in (node for part in (*stmt.keys, stmt.value) for node in walk(part)):
            if isinstance(node, ir.Completable | ir.Measure | ir.Paths) or self.is_fault(node):
                return False  # what is searched for may take too long
        low, high = self.of(stmt.value)
        held = stmt.variable.type
        if isinstance(held, ir.Number):
            return isinstance(stmt.value.type, ir.Number) and held.includes(low, high)
        least, most = bounds(held)
        return least <= low and high <= most

    def _table(self, table: ir.Table) -> Interval:
        known = self._tables.get(table)
        if known is None:
            known = min(table.values, default=0), max(table.values, default=0)
            self._tables[table] = known
        return known

    def _entry(self, expr: ir.Lookup) -> Interval | None:
        """What a table has where it is known where one looks."""
        place = 0
        for domain, key in zip(expr.table.keys, expr.keys, strict=True):
            low, high = self.of(key)
            if low != high or not 0 <= low < domain.size:
                return None
            place = place * domain.size + low
        value = expr.table.values[place]
        return value, value

    def _op(self, expr: ir.Op) -> Interval:
        args = [self.of(arg) for arg in expr.args]
        match expr.name:
            case "add":
                return self._capped(expr) or (sum(a[0] for a in args), sum(a[1] for a in args))
            case "subtract":
                (a, b), (c, d) = args
                return self._capped(expr) or (a - d, b - c)
            case "negate":
                return -args[0][1], -args[0][0]
            case "multiply":
                (a, b), (c, d) = args
                products = (a * c, a * d, b * c, b * d)
                return min(products), max(products)
            case "divide":
                ends = [a // max(b, 1) for a in args[0] for b in args[1]]
                return min(ends), max(ends)
            case "remainder":
                return 0, max(args[1][1], 1) - 1
            case "least":
                return min(a[0] for a in args), min(a[1] for a in args)
            case "most":
                return max(a[0] for a in args), max(a[1] for a in args)
            case "size":
                return 0, capacity(expr.args[0].type)
            case "and":
                return min(a[0] for a in args), min(a[1] for a in args)
            case "or":
                return max(a[0] for a in args), max(a[1] for a in args)
            case "not":
                return 1 - args[0][1], 1 - args[0][0]
            case "less" | "at_most" | "more" | "at_least" if isinstance(
                expr.args[0].type, ir.Number
            ):
                one, other = args if expr.name in ("less", "at_most") else reversed(args)
                apart = 1 if expr.name in ("less", "more") else 0
                return int(one[1] + apart <= other[0]), int(one[0] + apart <= other[1])
            case "equal" | "differ" if isinstance(expr.args[0].type, ir.Number | ir.Element):
                (a, b), (c, d) = args
                if a == b == c == d or b < c or d < a:
                    found = int((a == c) == (expr.name == "equal"))
                    return found, found
                return 0, 1
            case _:
                return bounds(expr.type)

    def _capped(self, expr: ir.Op) -> Interval | None:
        """The bounds of `x + min(y, 9 - x)`, which is `min(x + y, 9)`, and of `x - min(y, x)`,
        which is `max(x - y, 0)`; None: nothing is chosen from there."""
        adds = expr.name == "add"
        pairs = (expr.args, expr.args[::-1])[: 1 + adds] if len(expr.args) == 2 else ()
        for one, other in pairs:
            if isinstance(other, ir.Op) and other.name == "least":
                each = [self._both(one, way, adds=adds) for way in other.args]
                end = min if adds else max
                return end(low for low, _ in each), end(high for _, high in each)
        return None

    def _both(self, one: ir.Expr, other: ir.Expr, *, adds: bool) -> Interval:
        """The bounds of a sum or a difference, of which a part may cancel the other one."""
        match other:
            case ir.Op(name="subtract", args=(whole, part)) if adds and part == one:
                return self.of(whole)
            case _ if not adds and other == one:
                return 0, 0
        (a, b), (c, d) = self.of(one), self.of(other)
        return (a + c, b + d) if adds else (a - d, b - c)

    def _fold(self, expr: ir.Fold) -> Interval:
        most = capacity(expr.source.type)
        if expr.kind == "count":
            return 0, most
        if expr.body is None or expr.kind not in ("total", "largest", "smallest"):
            return bounds(expr.type)
        if expr.kind == "total" and isinstance(expr.source.type, ir.SetOf):
            found = self._total(expr, expr.body, expr.source.type.domain)
            if found is not None:
                return found
        low, high = self.of(expr.body)
        if expr.kind == "total":
            return min(0, low) * most, max(0, high) * most
        return min(0, low), max(0, high)

    def _total(self, expr: ir.Fold, body: ir.Expr, domain: ir.Domain) -> Interval | None:
        """What a sum over elements can be, by what each of them can add; None: it also depends on
        what is drawn outside."""
        known = self._totals.get(id(expr))
        if known is not None:
            return known[1]
        own, parts = expr.local.number, [body, *([expr.where] if expr.where else [])]
        if domain.size > MOST_ELEMENTS or any(free_locals(part) - {own} for part in parts):
            return None
        before, least, most = self.locals.get(own), 0, 0
        for element in range(domain.size):
            self.locals[own] = element, element
            if expr.where is None or self.of(expr.where)[1]:
                low, high = self.of(body)
                least, most = least + min(0, low), most + max(0, high)
        del self.locals[own]
        if before is not None:
            self.locals[own] = before
        self._totals[id(expr)] = expr, (least, most)
        return least, most


def capacity(kind: ir.Type) -> int:
    """The most elements a collection can have."""
    if isinstance(kind, ir.RowOf):
        return kind.places
    if isinstance(kind, ir.WaysOf):
        return ir.MOST_WAYS
    return kind.domain.size if isinstance(kind, ir.SetOf | ir.StackOf) else 0


def _hull(a: Interval, b: Interval) -> Interval:
    return min(a[0], b[0]), max(a[1], b[1])
