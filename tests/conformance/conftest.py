"""Random programs over a small table: every kind of cell, expression, statement and compose.

They are no games anybody would play; they exist so that engines meet combinations that nobody
thought of. Numbers stay small and keys are seldom none, so that few programs end in an error. One
long file, because tests share fixtures and nothing else.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any

import pytest

from rulewright.backends.python.engine import Generated
from rulewright.core import boards, grids, ir
from rulewright.runtime.layout import Layout
from rulewright.source import SourceFile, Span

FILE = SourceFile("random.game", "a line\n" * 40)
SEAT = ir.Domain("seat", "seat", ("first", "second", "third"), ring=True)
COLOUR = ir.Domain("colour", "enumeration", ("red", "green", "blue"))
CARD = ir.Domain("card", "component", tuple("ABCDEFG"))
NODE = ir.Domain("node", "cell", tuple("NESWX"), ring=True)
TRUTH = ir.Truth()
SMALL = ir.Number(0, 20)
DOMAINS = (SEAT, COLOUR, CARD, NODE)
WIDTH = grids.window(CARD.size)
SITE = ir.Domain("site", "cell", grids.labels(WIDTH, "{x} {y}"), width=WIDTH)
SIDE = ir.Domain("side", "enumeration", tuple("nesw"), ring=True)
ROWS, COLUMNS = 3, 4
SQUARE = ir.Domain("square", "cell", boards.labels(ROWS, COLUMNS, "{letter}{y}"), columns=COLUMNS)
NUMBERS = ir.Domain("number", "range", tuple(map(str, range(6))))
EDGES = ir.Domain("way", "edge", tuple("abcdefgh"))
ENDS = ((0, 1), (1, 2), (2, 3), (0, 3), (0, 4), (1, 4), (2, 4), (3, 4))
# How many elements the sets and ranges have that each program adds to this table: around the sizes
# at which numbers become long ones, and tables and halves are cut.
WIDTHS = (1, 2, 31, 32, 33, 63, 64, 65, 129, 200)
RECORDED = (
    "me", "lit", "man", "turned", "owner", "polish", "gold", "stones", "favourite", "place", "open",
)  # fmt: skip
SEEN: tuple[ir.Visibility, ...] = ("all", "all", "owner", "others", "nobody")
WIDE_PICKS = ("lucky", "stone", "thrown", "throws")


def line(number: int) -> Span:
    return Span(FILE, FILE.starts[number % 40], FILE.starts[number % 40] + 6)


def op(name: ir.OpName, *args: ir.Expr, type: ir.Type = TRUTH) -> ir.Op:
    return ir.Op(name, args, type)


def const(value: int, type: ir.Type = SMALL) -> ir.Const:
    if isinstance(type, ir.Number):
        type = ir.Number(min(value, type.low), max(value, type.high))
    return ir.Const(value, type)


def read(variable: ir.StateVariable, *keys: ir.Expr) -> ir.Read:
    return ir.Read(variable, keys, variable.type)


def element(domain: ir.Domain) -> ir.Element:
    return ir.Element(domain)


def optional(domain: ir.Domain) -> ir.Element:
    return ir.Element(domain, optional=True)


class Maker:
    """Makes one program from a seed."""

    def __init__(self, seed: int) -> None:
        self.random, self.seed = random.Random(seed), seed
        self.locals: list[ir.Local] = []
        self.numbers = 0
        self.labels = 0
        self.around: list[int] = []  # labels of blocks around the choice being made
        self.points: list[ir.Choose] = []
        self.composes: list[ir.Compose] = []
        self.safe = False  # nothing that may end in an error
        self.rash = False  # much that may, as in what a search tries out
        self.variables: dict[str, ir.StateVariable] = {}
        self.tables: list[ir.Table] = []
        self.graph = ir.Graph(EDGES, 5, ENDS, None)  # type: ignore[arg-type]
        widths = [WIDTHS[(seed + far) % len(WIDTHS)] for far in (0, 3, 6)]
        self.tile = ir.Domain("tile", "component", tuple(f"T{i}" for i in range(widths[0])))
        self.gem = ir.Domain(
            "gem", "enumeration", tuple(f"g{i}" for i in range(widths[1])), ring=True
        )
        self.stacked = seed // len(WIDTHS) % 2 == 0  # do tiles begin in a stack, or in a bag?
        self.reach = ir.Domain("number", "range", tuple(map(str, range(widths[2]))))
        self._declare()
        places = tuple(f"m{i}" for i in range(WIDTHS[(seed + 8) % len(WIDTHS)]))
        self.moment = ir.Domain("moment", "enumeration", places, ring=True)
        self.recorded = random.Random(f"moments {seed}").sample(RECORDED, 2)
        self._remembering()

    def _remembering(self) -> None:
        """What is remembered of earlier positions, as histories are kept."""
        own: dict[str, tuple[tuple[ir.Domain, ...], ir.Type]] = {
            "past": ((), ir.SetOf(self.moment)), "past.next": ((), element(self.moment)),
        }  # fmt: skip
        for name in self.recorded:
            _, kept, kind = self._kept(name)
            own[f"past.{name}"] = (*kept, self.moment), kind
        for name, (keys, kind) in own.items():
            start = -1 if isinstance(kind, ir.Element) and kind.optional else 0
            self.variables[name] = ir.StateVariable(
                len(self.variables), name, keys, kind, start, "all", "history"
            )

    def _kept(self, name: str) -> tuple[ir.StateVariable, tuple[ir.Domain, ...], ir.Type]:
        """Of what is recorded, by which keys it is kept and as what: as sets, where it can be."""
        variable = self.variables[name]
        keys, kind = variable.keys, variable.type
        if not keys or not isinstance(kind, ir.Truth | ir.Element):
            return variable, keys, kind
        values = (kind.domain,) if isinstance(kind, ir.Element) else ()
        return variable, (*keys[:-1], *values), ir.SetOf(keys[-1])

    def moments(self) -> Iterator[tuple[tuple[ir.Local, ...], ir.StateVariable, ir.Expr]]:
        """For all elements of some locals, where a part of a moment is kept, and what it is now."""
        for name in self.recorded:
            variable, kept, kind = self._kept(name)
            drawn = tuple(self.local(element(key)) for key in kept)
            now = read(variable, *drawn)
            if kind is not variable.type:
                key = variable.keys[-1]
                x, every = self.local(element(key)), const(key.everything(), ir.SetOf(key))
                keys = (*drawn[: len(variable.keys) - 1], x)
                is_so: ir.Expr = read(variable, *keys)
                if isinstance(variable.type, ir.Element):
                    is_so = op("equal", is_so, drawn[-1])
                yield (
                    drawn,
                    self.variables[f"past.{name}"],
                    ir.Fold("all", x, every, is_so, None, kind),
                )
            else:
                yield drawn, self.variables[f"past.{name}"], now

    def remember(self) -> ir.Stmt:
        taken, following = self.variables["past"], self.variables["past.next"]
        out: list[ir.Stmt] = []
        for drawn, kept, now in self.moments():
            made: ir.Stmt = ir.Assign(kept, (*drawn, read(following)), now)
            for x in reversed(drawn):
                made = ir.For(x, self.every(x), made)
            out.append(made)
        here = op("set", read(following), type=taken.type)
        out.append(ir.Assign(taken, (), op("union", read(taken), here, type=taken.type)))
        step = op("step", read(following), const(1), type=following.type)
        out.append(ir.Assign(following, (), step))
        changed = self.variables[self.random.choice(self.recorded)]
        if changed.role == "mark" and self.chance(80):  # or it would always be as it was
            keys = tuple(self.element(key, 0) for key in changed.keys)
            out.append(ir.Assign(changed, keys, self.value_for(changed.type)))
        return ir.Seq(tuple(out))

    def forget(self) -> ir.Stmt:
        taken, following = self.variables["past"], self.variables["past.next"]
        out: list[ir.Stmt] = []
        for name in self.recorded:
            kept = self.variables[f"past.{name}"]
            *keys, place = (self.local(element(key)) for key in kept.keys)
            made: ir.Stmt = ir.Assign(kept, (*keys, place), const(kept.start, kept.type))
            for x in keys:
                made = ir.For(x, self.every(x), made)
            out.append(ir.For(place, read(taken), made))
        again = (ir.Assign(v, (), const(v.start, v.type)) for v in (taken, following))
        return ir.Seq((*out, *again))

    def times(self) -> ir.Fold:
        place = self.local(element(self.moment), "moment")
        tests: list[ir.Expr] = []
        for drawn, kept, now in self.moments():
            test: ir.Expr = op("equal", read(kept, *drawn, place), now)
            for x in reversed(drawn):
                test = ir.Fold("every", x, self.every(x), None, test, TRUTH)
            tests.append(test)
        taken, most = read(self.variables["past"]), ir.Number(0, self.moment.size)
        return ir.Fold("count", place, taken, op("and", *tests), None, most)

    def every(self, x: ir.Local) -> ir.Const:
        assert isinstance(x.type, ir.Element)
        return const(x.type.domain.everything(), ir.SetOf(x.type.domain))

    def _declare(self) -> None:
        tile, gem = self.tile, self.gem
        kinds: dict[str, tuple[tuple[ir.Domain, ...], ir.Type, int, ir.Role]] = {
            "me": ((), element(SEAT), 0, "control"),
            "turns": ((), ir.Number(0, 30), 0, "control"),
            "gold": ((SEAT,), SMALL, 5, "mark"),
            "level": ((), ir.Number(-5, 20), 3, "mark"),
            "weight": ((CARD,), ir.Number(0, 6), 2, "mark"),
            "score": ((SEAT, COLOUR), SMALL, 1, "mark"),
            "open": ((), TRUTH, 1, "mark"),
            "turned": ((CARD,), TRUTH, 1, "mark"),
            "ready": ((SEAT,), TRUTH, 0, "mark"),
            "owner": ((CARD,), optional(SEAT), -1, "mark"),
            "paint": ((NODE,), optional(COLOUR), 1, "mark"),
            "favourite": ((SEAT,), optional(CARD), -1, "mark"),
            "place": ((), element(NODE), 2, "mark"),
            "man": ((SQUARE,), optional(SEAT), -1, "mark"),
            "lit": ((SQUARE,), TRUTH, 1, "mark"),
            "spot": ((), element(SQUARE), 5, "mark"),
            "region": ((), ir.SetOf(SQUARE), 0b1101_0110_0011, "mark"),
            "built": ((SEAT,), ir.SetOf(EDGES), 0b1011, "mark"),
            "marked": ((), ir.SetOf(CARD), 0b101, "mark"),
            "spots": ((COLOUR,), ir.SetOf(NODE), 0b110, "mark"),
            "box": ((), ir.SetOf(CARD), CARD.everything(), "zone"),
            "hand": ((SEAT,), ir.SetOf(CARD), 0, "zone"),
            "pile": ((), ir.StackOf(CARD), 0, "zone"),
            "heaps": ((SEAT,), ir.StackOf(CARD), 0, "zone"),
            "shelf": ((), ir.RowOf(CARD, 3), -1, "zone"),
            "rows": ((SEAT,), ir.RowOf(CARD, 2), -1, "zone"),
            "street": ((), ir.RowOf(CARD, 7), -1, "zone"),
            "board": ((NODE,), optional(CARD), -1, "zone"),
            "floor": ((SITE,), optional(CARD), -1, "zone"),
            "here": ((), element(SITE), grids.origin(SITE), "mark"),
            "pace": ((), ir.Number(0, 9), 0, "control"),
            "chosen": ((), ir.SetOf(CARD), 0, "choice"),
            "also": ((), ir.SetOf(NODE), 0, "choice"),
            "aim": ((), optional(COLOUR), -1, "choice"),
            "known": ((SEAT,), ir.SetOf(CARD), 0, "mark"),
            "bag": ((), ir.SetOf(tile), tile.everything(), "zone"),
            "rack": ((SEAT,), ir.SetOf(tile), 0, "zone"),
            "tower": ((), ir.StackOf(tile), 0, "zone"),
            "columns": ((COLOUR,), ir.StackOf(tile), 0, "zone"),
            "lane": ((), ir.RowOf(tile, self.random.choice((1, 2, 6, 7, 65))), -1, "zone"),
            "lanes": ((SEAT,), ir.RowOf(tile, self.random.choice((1, 6, 7))), -1, "zone"),
            "niche": ((gem,), optional(tile), -1, "zone"),
            "flipped": ((tile,), TRUTH, 1, "mark"),
            "holder": ((tile,), optional(SEAT), -1, "mark"),
            "load": ((tile,), ir.Number(-3, 3), -1, "mark"),
            "cracks": ((tile,), ir.SetOf(COLOUR), 0b101, "mark"),
            "lucky": ((), optional(tile), -1, "mark"),
            "stone": ((), element(gem), 0, "mark"),
            "stones": ((SEAT,), ir.SetOf(gem), gem.everything() & 0x5555_5555, "mark"),
            "polish": ((gem,), optional(COLOUR), -1, "mark"),
            "thrown": ((), ir.Number(0, self.reach.size - 1), 0, "mark"),
            "throws": ((SEAT,), ir.Number(-1, self.reach.size), -1, "mark"),
            "told": ((), ir.SetOf(self.reach), self.reach.everything(), "mark"),
            "nil": ((), ir.Number(0, 0), 0, "mark"),
            "debt": ((SEAT,), ir.Number(-70, -3), -5, "mark"),
        }
        sight = random.Random(f"seen {self.seed}")  # what is played is the same, whoever sees it
        for name, (keys, kind, start, role) in kinds.items():
            seen = sight.choice(SEEN) if keys[:1] == (SEAT,) else "all"
            self.variables[name] = ir.StateVariable(
                len(self.variables), name, keys, kind, start, seen, role
            )
        r = self.random
        self.table("rank", (CARD,), SMALL, lambda: r.randint(0, 6))
        self.table("price", (COLOUR,), SMALL, lambda: r.randint(0, 14))
        self.table("cost", (NODE,), SMALL, lambda: r.randint(0, 4))
        self.table("worth", (CARD, COLOUR), ir.Number(-2, 5), lambda: r.randint(-2, 5))
        self.table("fits", (CARD, COLOUR), TRUTH, lambda: r.randint(0, 1))
        self.table("near", (NODE, NODE), TRUTH, lambda: r.randint(0, 1))
        self.table("royal", (CARD,), TRUTH, lambda: r.randint(0, 1))
        self.table("next", (NODE,), element(NODE), lambda: r.randrange(5))
        self.table("tint", (CARD,), optional(COLOUR), lambda: r.randrange(-1, 3))
        self.table("steps", (NUMBERS, COLOUR), SMALL, lambda: r.randint(0, 6))
        self.table("hues", (CARD,), ir.SetOf(COLOUR), lambda: r.randrange(8))
        self.table("where", (COLOUR,), ir.SetOf(NODE), lambda: r.randrange(32))

        squares, directions = range(SQUARE.size), boards.STRAIGHT
        beside = (boards.beside(SQUARE, x, step) for x in squares for step in directions)
        self.table("next_to", (SQUARE, SIDE), optional(SQUARE), beside.__next__)
        around = (boards.around(SQUARE, x, boards.STEPS) for x in squares)
        self.table("around", (SQUARE,), ir.SetOf(SQUARE), around.__next__)
        between = (mask for x in squares for mask in boards.between(SQUARE, x))
        self.table("between", (SQUARE, SQUARE), ir.SetOf(SQUARE), between.__next__)
        self.table("mass", (tile,), SMALL, lambda: r.randint(0, 6))
        self.table("grain", (tile, COLOUR), TRUTH, lambda: r.randint(0, 1))
        self.table("kin", (gem, gem), TRUTH, lambda: r.getrandbits(1))
        self.table("carat", (gem,), ir.Number(-2, 5), lambda: r.randint(-2, 5))
        self.table("facets", (gem,), ir.SetOf(gem), lambda: r.getrandbits(gem.size))
        self.table("setting", (tile,), optional(gem), lambda: r.randrange(-1, gem.size))

    def table(
        self, name: str, keys: tuple[ir.Domain, ...], kind: ir.Type, value: Callable[[], int]
    ) -> None:
        size = 1
        for key in keys:
            size *= key.size
        values = tuple(value() for _ in range(size))
        self.tables.append(ir.Table(len(self.tables), name, keys, kind, values))

    def local(self, kind: ir.Type, name: str = "x") -> ir.Local:
        self.numbers += 1
        return ir.Local(self.numbers, name, kind, line(self.numbers))

    def one_of(self, *ways: Callable[[], ir.Expr]) -> ir.Expr:
        return self.random.choice(ways)()

    def dares(self, percent: int) -> bool:
        """Is something to be said that may end in an error?"""
        return not self.safe and self.chance(percent * 6 if self.rash else percent)

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def site(self) -> ir.Expr:
        """A cell of the floor, near its middle."""
        known: list[ir.Expr] = [x for x in self.locals if x.type == element(SITE)]
        if known and self.chance(60):
            return self.random.choice(known)
        near = grids.origin(SITE) + self.random.choice((0, 0, 1, -1, WIDTH, -WIDTH))
        site = self.random.choice((read(self.variables["here"]), const(near, element(SITE))))
        if self.chance(40):
            side = const(self.random.randrange(4), element(SIDE))
            return op("beside", site, side, type=element(SITE))
        return site

    def sites(self) -> ir.Expr:
        """Some cells of the floor."""
        kind = ir.SetOf(SITE)
        floor = self.variables["floor"]
        return self.one_of(
            lambda: ir.OnGrid("open", floor, (), kind),
            lambda: ir.OnGrid("occupied", floor, (), kind),
            lambda: op("neighbours", self.site(), type=kind),
            lambda: op("touching", self.site(), type=kind),
            lambda: ir.OnGrid("cells_of", floor, (self.set_of(CARD, 1),), kind),
            lambda: op(
                "without", ir.OnGrid("open", floor, (), kind), op("set", self.site(), type=kind),
                type=kind,
            ),
        )  # fmt: skip

    def small_number(self) -> ir.Expr:
        """A number from 0 to 5."""
        kind = ir.Number(0, 5)
        bounded = op("least", self.number(0), const(5), type=kind)
        return op("most", bounded, const(0), type=kind)

    def of_numbers(self, kind: ir.FoldKind, depth: int) -> ir.Fold:
        """A fold over a range of numbers."""
        low, high = self.small_number(), self.small_number()
        local = self.local(ir.Number(0, 5), "n")
        self.locals.append(local)
        where = self.test(0) if self.chance(60) else None
        table = next(table for table in self.tables if table.name == "steps")
        body: ir.Expr | None = None
        if kind in ("total", "largest", "smallest"):
            body = self.one_of(
                lambda: local,
                lambda: ir.Lookup(table, (local, self.element(COLOUR, 0)), SMALL),
            )
        elif kind == "every":
            body = op("less", local, self.number(min(depth, 1)))
        self.locals.pop()
        source = op("range", low, high, type=ir.SetOf(NUMBERS))
        number: ir.Type = TRUTH if kind in ("some", "every") else SMALL
        return ir.Fold(kind, local, source, where, body, number, line(9))

    def of_ways(self, kind: ir.FoldKind) -> ir.Fold:
        """A fold over ways, of which there are not too many."""
        return self.over_floor(kind) if self.chance(50) else self.over_squares(kind)

    def over_squares(self, kind: ir.FoldKind) -> ir.Fold:
        """A fold over the ways from one square to another, or from node to node."""
        domain = self.random.choice((SQUARE, SQUARE, NODE))
        way, at = self.local(ir.SetOf(domain), "way"), self.local(element(domain), "at")
        start, goal = self.maybe(domain, 0), self.maybe(domain, 0)
        few = self.random.choice((0b0011_0110_0011, 0b0010_0111_0010, 0b1100_0100_1100))
        kept = const(few & domain.everything(), ir.SetOf(domain))
        through = op("intersect", self.set_of(domain, 1), kept, type=ir.SetOf(domain))
        by: ir.Expr | None = None
        near: ir.Expr | None = None
        self.locals.append(at)
        if domain is NODE or self.chance(50):
            near = self.set_of(domain, 1)
        elif self.chance(50):
            by = op("most", self.number(0), const(-1, ir.Number(-1, 20)), type=ir.Number(-1, 20))
        self.locals.pop()
        return self.about_ways(
            kind, way,
            ir.Paths(start, goal, through, at, by, ir.WaysOf(domain), line(14), near),
            lambda: self.element(domain, 0),
        )  # fmt: skip

    def over_floor(self, kind: ir.FoldKind) -> ir.Fold:
        """A fold over the ways from one cell of the floor to another."""
        way, site = self.local(ir.SetOf(SITE), "way"), self.local(element(SITE), "at")
        lying = ir.Read(self.variables["floor"], (site,), optional(CARD))
        rank = ir.Lookup(self.tables[0], (lying,), SMALL)
        empty = op("equal", lying, const(-1, optional(CARD)))
        by = ir.Cond(empty, const(-1, ir.Number(-1, 20)), rank, ir.Number(-1, 20))
        # ways through a few cells only: all others make too many of them
        through = ir.OnGrid("occupied", self.variables["floor"], (), ir.SetOf(SITE))
        ways = ir.Paths(
            self.site(), self.site(), through, site, by if self.chance(50) else None,
            ir.WaysOf(SITE), line(14),
        )  # fmt: skip
        return self.about_ways(kind, way, ways, self.site)

    def about_ways(
        self, kind: ir.FoldKind, way: ir.Local, ways: ir.Paths, end: Callable[[], ir.Expr]
    ) -> ir.Fold:
        size = op("size", way, type=SMALL)
        body = {"total": size, "largest": size, "smallest": size}.get(kind)
        where = op("more", size, const(self.random.randint(0, 3))) if self.chance(50) else None
        if kind == "every":
            body = op("contains", way, end())
        return ir.Fold(
            kind, way, ways, where, body, TRUTH if kind in ("some", "every") else SMALL, line(15)
        )

    def members(self, kind: ir.Type) -> list[ir.Expr]:
        """Reads and look-ups of a type, with keys made at random."""
        found: list[ir.Expr] = []
        for variable in self.variables.values():
            if variable.type == kind and variable.role not in ("choice", "history"):
                found.append(read(variable, *(self.key(key) for key in variable.keys)))
        for table in self.tables:
            if table.type == kind:
                keys = tuple(self.key(key) for key in table.keys)
                found.append(ir.Lookup(table, keys, table.type))
        found += [local for local in self.locals if local.type == kind]
        return found

    def element(self, domain: ir.Domain, depth: int) -> ir.Expr:
        """An element that is never none."""
        if domain is SITE:
            return self.site()
        if domain is NUMBERS:
            held: list[ir.Expr] = [x for x in self.locals if x.type == ir.Number(0, 5)]
            wide = op("size", read(self.variables["hand"], read(self.variables["me"])), type=SMALL)
            return self.random.choice([*held, const(self.random.randrange(6)), wide])
        known: list[ir.Expr] = [x for x in self.locals if x.type == element(domain)]
        if known and self.chance(70):
            return self.random.choice(known)
        if domain is SEAT and self.chance(60):
            me = read(self.variables["me"])
            if self.chance(70):
                return me
            following = op("next_seat", me, type=element(SEAT))
            if self.chance(50) and depth > 0:
                own = const(1 << self.random.randrange(3), ir.SetOf(SEAT))
                among = op("union", own, self.source(SEAT, 0), type=ir.SetOf(SEAT))
                return op("seat_from", following, among, type=element(SEAT))
            return following
        if domain is self.gem and self.chance(50):
            stone = read(self.variables["stone"])
            if self.chance(50) and depth > 0:
                return op("step", stone, self.number(depth - 1), type=element(domain))
            return stone
        if domain is NODE and self.chance(60):
            place = read(self.variables["place"])
            if self.chance(30) and depth > 0:
                return op("step", place, self.number(depth - 1), type=element(NODE))
            return ir.Lookup(self.tables[7], (place,), element(NODE))
        return const(self.random.randrange(domain.size), element(domain))

    def maybe(self, domain: ir.Domain, depth: int) -> ir.Expr:
        """An element or none."""
        ways: list[Callable[[], ir.Expr]] = [
            lambda: const(-1, optional(domain)),
            lambda: self.element(domain, depth),
            lambda: self.random.choice(
                self.members(optional(domain)) or [self.element(domain, depth)]
            ),
        ]
        if depth > 0:
            ways.append(lambda: self.first(domain, depth))
        if domain is CARD:
            ways.append(lambda: op("top", read(self.variables["pile"]), type=optional(CARD)))
            ways.append(lambda: read(self.variables["floor"], self.site()))
        return self.one_of(*ways)

    def first(self, domain: ir.Domain, depth: int) -> ir.Expr:
        """The first of some elements, or none; now and then an error instead of none."""
        found = self.fold("the", domain, depth)
        if self.dares(10):
            return found
        some = replace(found, kind="some", type=TRUTH)
        return ir.Cond(some, found, const(-1, optional(domain)), optional(domain))

    def key(self, domain: ir.Domain) -> ir.Expr:
        """An element to ask about; now and then one that may be none."""
        known = [
            variable for variable in self.variables.values() if variable.type == optional(domain)
        ]
        if known and self.dares(3):
            variable = self.random.choice(known)
            return read(variable, *(self.element(key, 0) for key in variable.keys))
        return self.element(domain, 0)

    def number(self, depth: int) -> ir.Expr:
        reads = [m for kind in (SMALL, ir.Number(0, 6), ir.Number(-5, 20), ir.Number(-2, 5))
                 for m in self.members(kind)]  # fmt: skip
        reads += [local for local in self.locals if local.type == ir.Number(0, 5)]
        wide = [self.variables[name] for name in ("thrown", "throws", "nil", "debt", "load")]
        reads += [read(variable, *(self.key(key) for key in variable.keys)) for variable in wide]
        if depth <= 0 or self.chance(20):
            return self.random.choice([*reads, const(self.random.randint(0, 9))])
        d = depth - 1
        names: tuple[ir.OpName, ...] = ("add", "subtract", "multiply", "least", "most")
        return self.one_of(
            lambda: op(self.random.choice(names), self.number(d), self.number(d), type=SMALL),
            lambda: op("negate", self.number(d), type=SMALL),
            lambda: op("divide", self.number(d), self.divisor(d), type=SMALL),
            lambda: op("remainder", self.number(d), self.divisor(d), type=SMALL),
            lambda: op("size", self.collection(d), type=SMALL),
            lambda: self.fold("count", self.domain(), d),
            lambda: self.fold("total", self.domain(), d),
            lambda: self.fold("total", CARD, d),
            lambda: self.product(d),
            lambda: self.fold("largest", self.domain(), d),
            lambda: self.fold("smallest", self.domain(), d),
            lambda: self.of_numbers(self.random.choice(("count", "total", "largest")), d),
            lambda: op("size", self.sites(), type=SMALL),
            lambda: op("longest_line", self.set_of(SQUARE, d), type=SMALL),
            lambda: self.spreading("groups", self.domain(), d),
            lambda: self.spreading("groups", SQUARE, d),
            lambda: self.spreading("path", self.random.choice((COLOUR, CARD, NODE)), d),
            lambda: self.spreading("path", SQUARE, d),
            lambda: self.subsets(d),
            self.times,
            lambda: self.of_ways(self.random.choice(("count", "total", "largest", "smallest"))),
            lambda: ir.Cond(self.test(d), self.number(d), self.number(d), SMALL),
            lambda: ir.Measure(
                self.random.choice(("trail", "path")),
                self.graph,
                read(self.variables["built"], self.element(SEAT, 0)),
                SMALL,
            ),
        )

    def divisor(self, depth: int) -> ir.Expr:
        """What is divided by."""
        fixed = self.random.choice((0, 1, 2, 3, 7, 8, 10, 63, 64, 1000))
        bounded = op("least", self.number(depth), const(fixed), type=SMALL)
        return const(fixed) if self.chance(50) else bounded

    def domain(self) -> ir.Domain:
        wide: tuple[ir.Domain, ...] = (self.tile, self.gem)
        if any(isinstance(x.type, ir.Element) and x.type.domain in wide for x in self.locals):
            wide = ()  # one wide loop in another would take too long
        return self.random.choice((COLOUR, CARD, CARD, NODE, SQUARE, *wide))

    def set_of(self, domain: ir.Domain, depth: int) -> ir.Expr:
        kind = ir.SetOf(domain)
        if depth <= 0 or self.chance(30):
            whole = const(domain.everything(), kind)
            return self.random.choice([whole, const(0, kind), *self.members(kind)])
        d = depth - 1
        names: tuple[ir.OpName, ...] = ("union", "intersect", "without", "after")
        return self.one_of(
            lambda: op(
                self.random.choice(names), self.set_of(domain, d), self.set_of(domain, d), type=kind
            ),
            lambda: self.fold("all", domain, d),
            lambda: self.fold("all", domain, d),
            lambda: self.spreading("reached", domain, d),
            lambda: op("first", self.number(d), self.set_of(domain, d), type=kind),
            lambda: op("set", self.maybe(domain, d), type=kind),
            lambda: ir.Cond(self.test(d), self.set_of(domain, d), self.set_of(domain, d), kind),
            lambda: op("members", self.source(domain, d), type=kind),
        )

    def source(self, domain: ir.Domain, depth: int) -> ir.Expr:
        """A collection of elements of a domain."""
        if domain is self.tile and self.chance(50):
            variable = self.variables[
                self.random.choice(("bag", "tower", "columns", "lane", "lanes"))
            ]
            return read(variable, *(self.element(key, 0) for key in variable.keys))
        if domain is CARD and self.chance(10):
            return ir.OnGrid("laid", self.variables["floor"], (), ir.SetOf(CARD))
        if domain is CARD and self.chance(35):
            name = self.random.choice(("pile", "heaps", "shelf", "rows", "street"))
            variable = self.variables[name]
            return read(variable, *(self.element(key, 0) for key in variable.keys))
        return self.set_of(domain, depth)

    def collection(self, depth: int) -> ir.Expr:
        return self.source(self.domain(), depth)

    def fold(self, kind: ir.FoldKind, domain: ir.Domain, depth: int) -> ir.Fold:
        source = self.source(domain, depth)
        local = self.local(element(domain))
        self.locals.append(local)
        where = self.test(depth) if self.chance(70) else None
        body: ir.Expr | None = None
        if kind in ("total", "product", "largest", "smallest"):
            body = self.number(min(depth, 1))
        elif kind == "every":
            body = self.test(depth)
        self.locals.pop()
        types: dict[str, ir.Type] = {
            "some": TRUTH,
            "every": TRUTH,
            "all": ir.SetOf(domain),
            "the": optional(domain),
        }
        return ir.Fold(kind, local, source, where, body, types.get(kind, SMALL), line(7))

    def product(self, depth: int) -> ir.Fold:
        """A product of a few small numbers, some of them 0 or less."""
        found = self.fold("product", self.random.choice((CARD, NODE, COLOUR, SEAT)), depth)
        assert found.body is not None and isinstance(found.source.type, ir.Collection)
        low, high = self.random.choice(((-2, 3), (0, 3), (1, 3)))
        least = op("least", found.body, const(high), type=ir.Number(-(10**9), high))
        body = op("most", least, const(low), type=ir.Number(low, high))
        most = 3**found.source.type.domain.size
        return replace(found, body=body, type=ir.Number(-most if low < 0 else 0, most))

    def spreading(self, kind: ir.FoldKind, domain: ir.Domain, depth: int) -> ir.Fold:
        """What is reached from some elements, or how many groups they are: by fixed data, or by
        what depends on the position, in both directions or not."""
        source, among = self.set_of(domain, depth), self.set_of(domain, depth)
        x = self.local(element(domain))
        kind_of_set = ir.SetOf(domain)
        self.locals.append(x)
        where = self.test(0) if self.chance(20) else None
        if domain is SQUARE and self.chance(60):
            table = next(table for table in self.tables if table.name == "around")
            leads: ir.Expr = ir.Lookup(table, (x,), kind_of_set)
        elif domain.ring and self.chance(60):
            steps = (op("step", x, const(far), type=element(domain)) for far in (1, 3))
            leads = op("set", *steps, type=kind_of_set)
        else:
            leads = self.set_of(domain, min(depth, 1))
        self.locals.pop()
        if self.chance(70):
            leads = op("intersect", leads, among, type=kind_of_set)
        gives = kind_of_set if kind == "reached" else ir.Number(0, domain.size)
        return ir.Fold(kind, x, source, where, leads, gives, line(16))

    def subsets(self, depth: int) -> ir.Fold:
        """How many subsets add up to a number; both it and what they add up may be negative."""
        domain = self.domain()
        source, x = self.set_of(domain, depth), self.local(element(domain))
        goal = self.number(0)
        self.locals.append(x)
        where, worth = self.test(0) if self.chance(30) else None, self.number(min(depth, 1))
        self.locals.pop()
        kind = ir.Number(0, min(1 << domain.size, ir.MOST_SUBSETS))
        return ir.Fold("subsets", x, source, where, worth, kind, line(17), goal)

    def about(self, x: ir.Local, depth: int) -> ir.Expr:
        """A condition on a local."""
        assert isinstance(x.type, ir.Element)
        variables, tables = self.variables, {table.name: table for table in self.tables}
        compared: ir.OpName = self.random.choice(("less", "at_most", "more", "at_least"))
        alike: ir.OpName = self.random.choice(("equal", "differ"))
        d = max(depth - 1, 0)

        def look(name: str, *keys: ir.Expr) -> ir.Expr:
            return ir.Lookup(tables[name], keys, tables[name].type)

        def sum_of(name: str, over: ir.Domain, x_first: bool) -> ir.Expr:
            """A comparison of a sum over what is related to x."""
            y = self.local(element(over), "y")
            keys = (x, y) if x_first else (y, x)
            related: ir.Expr = look(name, *keys)
            self.locals.append(y)
            if self.chance(40):
                related = op("and", related, self.test(d))
            body = look("rank", y) if over is CARD else look("cost", y)
            self.locals.pop()
            kind: ir.FoldKind = "total" if self.chance(70) else "count"
            source = self.set_of(over, d)
            total = ir.Fold(kind, y, source, related, body if kind == "total" else None, SMALL)
            limit = look("price", x) if over is CARD and self.chance(50) else self.number(d)
            parts = (total, limit) if self.chance(60) else (limit, total)
            return op(compared, *parts)

        if x.type.domain is CARD:
            return self.one_of(
                lambda: read(variables["turned"], x),
                lambda: op(alike, read(variables["owner"], x), self.maybe(SEAT, d)),
                lambda: op(compared, read(variables["weight"], x), self.number(d)),
                lambda: op(compared, look("rank", x), self.number(d)),
                lambda: op("contains", self.source(CARD, d), x),
                lambda: look("fits", x, self.element(COLOUR, d)),
                lambda: op(alike, look("tint", x), self.maybe(COLOUR, d)),
                lambda: op("contains", look("hues", x), self.maybe(COLOUR, d)),
                lambda: op(alike, x, self.maybe(CARD, d)),
                lambda: op("meets", look("hues", x), self.set_of(COLOUR, d)),
            )
        if x.type.domain is NODE:
            return self.one_of(
                lambda: op(alike, read(variables["paint"], x), self.maybe(COLOUR, d)),
                lambda: op(compared, look("cost", x), self.number(d)),
                lambda: look("near", x, self.element(NODE, d)),
                lambda: look("near", self.element(NODE, d), x),
                lambda: sum_of("near", NODE, True),
                lambda: op(alike, read(variables["board"], x), self.maybe(CARD, d)),
                lambda: op(alike, look("next", x), self.element(NODE, d)),
                lambda: op("contains", self.set_of(NODE, d), x),
            )
        if x.type.domain is SQUARE:
            return self.one_of(
                lambda: op(alike, read(variables["man"], x), self.maybe(SEAT, d)),
                lambda: read(variables["lit"], x),
                lambda: op("contains", self.set_of(SQUARE, d), x),
                lambda: op("meets", look("around", x), self.set_of(SQUARE, d)),
                lambda: op(
                    "meets", look("between", x, self.element(SQUARE, 0)), self.set_of(SQUARE, d)
                ),
                lambda: self.beside(x),
                lambda: self.beside(x),
                lambda: self.ringed(x, d),
            )
        if x.type.domain is self.tile:
            return self.one_of(
                lambda: read(variables["flipped"], x),
                lambda: op(alike, read(variables["holder"], x), self.maybe(SEAT, d)),
                lambda: op(compared, read(variables["load"], x), self.number(d)),
                lambda: op(compared, look("mass", x), self.number(d)),
                lambda: op("contains", self.source(self.tile, d), x),
                lambda: look("grain", x, self.element(COLOUR, d)),
                lambda: op("meets", read(variables["cracks"], x), self.set_of(COLOUR, d)),
                lambda: op(alike, look("setting", x), self.maybe(self.gem, d)),
                lambda: op(alike, x, self.maybe(self.tile, d)),
            )
        if x.type.domain is self.gem:
            return self.one_of(
                lambda: op(alike, read(variables["polish"], x), self.maybe(COLOUR, d)),
                lambda: look("kin", x, self.element(self.gem, d)),
                lambda: look("kin", self.element(self.gem, d), x),
                lambda: op(compared, look("carat", x), self.number(d)),
                lambda: op("meets", look("facets", x), self.set_of(self.gem, d)),
                lambda: op("contains", read(variables["stones"], self.element(SEAT, d)), x),
                lambda: op(alike, read(variables["niche"], x), self.maybe(self.tile, d)),
                lambda: op(compared, x, self.element(self.gem, d)),
            )
        if x.type.domain is COLOUR:
            return self.one_of(
                lambda: sum_of("fits", CARD, False),
                lambda: sum_of("fits", CARD, False),
                lambda: op(compared, look("price", x), self.number(d)),
                lambda: op(
                    compared, read(variables["score"], self.element(SEAT, 0), x), self.number(d)
                ),
                lambda: op("contains", look("where", x), self.maybe(NODE, d)),
                lambda: op("meets", read(variables["spots"], x), self.set_of(NODE, d)),
            )
        return op(compared, read(variables["gold"], x), self.number(d))

    def beside(self, x: ir.Expr) -> ir.Expr:
        """A condition on a cell beside another one, where there is one."""
        table = next(table for table in self.tables if table.name == "next_to")
        there = ir.Lookup(table, (x, self.element(SIDE, 0)), optional(SQUARE))
        sure = replace(there, type=element(SQUARE))
        known = self.one_of(
            lambda: op("equal", read(self.variables["man"], sure), self.maybe(SEAT, 0)),
            lambda: read(self.variables["lit"], sure),
            lambda: op("contains", read(self.variables["region"]), sure),
        )
        none = const(-1, optional(SQUARE))
        return self.one_of(
            lambda: op("or", op("equal", there, none), known),
            lambda: op("and", op("differ", there, none), op("not", known)),
            lambda: ir.Cond(op("equal", there, none), self.test(0), known, TRUTH),
        )

    def ringed(self, x: ir.Expr, depth: int) -> ir.Expr:
        """Some or all of the cells around another one fulfil something."""
        table = next(table for table in self.tables if table.name == "around")
        y = self.local(element(SQUARE), "y")
        self.locals.append(y)
        kind: ir.FoldKind = self.random.choice(("some", "every"))
        where = self.test(0) if self.chance(50) else None
        body = self.about(y, min(depth, 1)) if kind == "every" or where is None else None
        self.locals.pop()
        source = ir.Lookup(table, (x,), ir.SetOf(SQUARE))
        if kind == "some":
            return ir.Fold(kind, y, source, where or body, None, TRUTH)
        return ir.Fold(kind, y, source, where, body, TRUTH)

    def test(self, depth: int) -> ir.Expr:
        bound = [
            x for x in self.locals if isinstance(x.type, ir.Element) and x.type.domain is not SITE
        ]
        if bound and self.chance(60):
            return self.about(self.random.choice(bound[-2:]), depth)
        reads = self.members(TRUTH)
        if depth <= 0 or self.chance(15):
            return self.random.choice([*reads, *reads, const(self.random.randint(0, 1), TRUTH)])
        d = depth - 1
        compared: tuple[ir.OpName, ...] = ("less", "at_most", "more", "at_least")
        alike: tuple[ir.OpName, ...] = ("equal", "differ")
        domain = self.random.choice((SEAT, COLOUR, CARD, NODE, SQUARE, self.tile, self.gem))

        def pair(make: Callable[[], ir.Expr], names: tuple[ir.OpName, ...]) -> ir.Expr:
            return op(self.random.choice(names), make(), make())

        return self.one_of(
            lambda: op("and", *(self.test(d) for _ in range(self.random.randint(2, 3)))),
            lambda: op("or", *(self.test(d) for _ in range(self.random.randint(2, 3)))),
            lambda: op("not", self.test(d)),
            lambda: pair(lambda: self.number(d), compared),
            lambda: pair(lambda: self.number(d), (*compared, *alike)),
            lambda: op(self.random.choice(compared), self.fold("total", CARD, d), self.number(d)),
            lambda: pair(lambda: self.maybe(domain, d), alike),
            lambda: self.same_sets(d),
            lambda: (
                op("contains", self.source(domain, d), self.maybe(domain, d))
                if domain is not SEAT
                else op("equal", self.maybe(SEAT, d), self.maybe(SEAT, d))
            ),
            lambda: op("contains", self.source(CARD, d), self.element(CARD, d)),
            lambda: op("empty", self.collection(d)),
            lambda: op("meets", self.set_of(CARD, d), self.set_of(CARD, d)),
            lambda: op(
                "full", read(self.variables[self.random.choice(("shelf", "street", "lane"))])
            ),
            lambda: op("contains", read(self.variables["told"]), self.thrown()),
            lambda: op(
                "equal", *(read(self.variables["lanes"], self.element(SEAT, 0)) for _ in "ab")
            ),
            lambda: op(
                "equal", *(read(self.variables["heaps"], self.element(SEAT, 0)) for _ in "ab")
            ),
            lambda: op(
                "differ", *(read(self.variables["rows"], self.element(SEAT, 0)) for _ in "ab")
            ),
            lambda: op(
                self.random.choice((*compared, *alike)),
                self.times(),
                const(self.random.randint(0, 2)),
            ),
            lambda: self.fold("some", self.domain(), d),
            lambda: self.fold("every", self.domain(), d),
            lambda: self.of_numbers(self.random.choice(("some", "every")), d),
            lambda: self.of_ways(self.random.choice(("some", "every"))),
            lambda: op("contains", self.sites(), self.site()),
            lambda: pair(
                lambda: op("longest_line", self.set_of(SQUARE, d), type=SMALL), (*compared, *alike)
            ),
            lambda: op(
                self.random.choice((*compared, *alike)),
                op("longest_line", self.set_of(SQUARE, d), type=SMALL),
                const(self.random.randint(0, 5)),
            ),
            lambda: op("meets", self.sites(), self.sites()),
            lambda: op(
                "differ",
                ir.OnGrid(
                    "cell_of", self.variables["floor"], (self.element(CARD, 0),), optional(SITE)
                ),
                self.site(),
            ),
            lambda: ir.Cond(self.test(d), self.test(d), self.test(d), TRUTH),
        )

    def thrown(self) -> ir.Expr:
        """A number of the wide range."""
        return read(self.variables["thrown"])

    def throws(self) -> ir.Expr:
        """A set of numbers of the wide range: all, those that are told, or those between two."""
        kind = ir.SetOf(self.reach)
        all_ = const(0), const(self.reach.size - 1)
        return self.one_of(
            lambda: op("range", *all_, type=kind),
            lambda: op("range", *all_, type=kind),
            lambda: op("range", self.thrown(), all_[1], type=kind),
            lambda: op("range", op("least", const(1), all_[1], type=SMALL), all_[1], type=kind),
            lambda: read(self.variables["told"]),
            lambda: op(
                "without",
                read(self.variables["told"]),
                op("set", self.thrown(), type=kind),
                type=kind,
            ),
        )

    def same_sets(self, depth: int) -> ir.Expr:
        domain = self.domain()
        return op("equal", self.set_of(domain, depth), self.set_of(domain, depth))

    def stmt(self, depth: int) -> ir.Stmt:
        """A statement without a decision."""
        ways: list[Callable[[], ir.Stmt]] = [self.assign, self.assign, self.assign, self.move]
        ways += [self.move_all, self.deal, self.shuffle, self.pick, self.learn]
        ways.append(lambda: self.forget() if self.chance(20) else self.remember())
        if depth > 0:
            d = depth - 1
            ways += [
                lambda: ir.If(
                    self.test(2),
                    self.seq(d),
                    self.seq(d) if self.chance(50) else None,
                    line(self.numbers),
                ),
                lambda: self.each(d),
                lambda: ir.Times(const(self.random.randint(0, 3)), self.seq(d)),
                lambda: self.block(d),
                lambda: self.loop(d),
                lambda: self.let(d),
            ]
        return self.random.choice(ways)()

    def seq(self, depth: int) -> ir.Stmt:
        return ir.Seq(tuple(self.stmt(depth) for _ in range(self.random.randint(1, 3))))

    def each(self, depth: int) -> ir.Stmt:
        domain = SEAT if self.chance(25) else self.domain()
        source = self.source(domain, 1)
        local = self.local(element(domain))
        self.locals.append(local)
        body = self.seq(depth)
        if self.chance(4):
            body = ir.Seq((body, self.ending()))
        self.locals.pop()
        first = None
        if domain is SEAT and isinstance(source.type, ir.SetOf) and self.chance(50):
            first = self.element(SEAT, 1)
        return ir.For(local, source, body, first)

    def let(self, depth: int) -> ir.Stmt:
        local = self.local(SMALL, "n")
        value = self.number(2)
        self.locals.append(local)
        rest = self.seq(depth)
        self.locals.pop()
        return ir.Seq((ir.Let(local, value), rest))

    def block(self, depth: int) -> ir.Stmt:
        self.labels += 1
        label = self.labels
        leave = ir.If(self.test(1), ir.Leave(label), None)
        inner = ir.Seq((self.stmt(depth), leave, self.stmt(depth)))
        if self.chance(50):
            inner = ir.Seq((ir.Times(const(2), inner), self.stmt(depth)))
        return ir.Block(label, inner)

    def loop(self, depth: int) -> ir.Stmt:
        """A loop that a counter ends, with an `Again` and a `Leave` on the way."""
        self.labels += 2
        label, outer = self.labels, self.labels - 1
        turns = self.variables["level"]
        count = ir.Assign(turns, (), op("subtract", read(turns), const(1), type=turns.type))
        done = ir.If(op("at_most", read(turns), const(-4)), ir.Leave(label), None)
        again = ir.If(self.test(1), ir.Again(label), None)
        away = ir.If(self.test(1), ir.Leave(outer), None)
        extra: ir.Stmt = ir.Assign(self.variables["open"], (), self.test(1))
        if self.chance(15):
            extra = ir.Seq((extra, self.ending()))
        return ir.Block(outer, ir.Loop(label, ir.Seq((done, count, again, extra, away))))

    def ending(self) -> ir.Stmt:
        """The game may be over, in loops as in standing rules, too."""
        return ir.If(self.test(1), ir.End("over", line(11)), None)

    def assign(self) -> ir.Stmt:
        variable = self.random.choice([c for c in self.variables.values() if c.role == "mark"])
        keys = tuple(self.element(key, 1) for key in variable.keys)
        return ir.Assign(variable, keys, self.value_for(variable.type), line(self.numbers))

    def value_for(self, kind: ir.Type) -> ir.Expr:
        match kind:
            case ir.Number():
                value = self.number(2)
                if self.dares(3):
                    return value
                least = op("least", value, const(kind.high), type=kind)
                return op("most", least, const(kind.low), type=kind)
            case ir.Truth():
                return self.test(2)
            case ir.Element():
                return self.maybe(kind.domain, 2) if kind.optional else self.element(kind.domain, 2)
            case ir.SetOf():
                if kind.domain is EDGES:
                    return const(self.random.randrange(256), kind)
                return self.throws() if kind.domain is self.reach else self.set_of(kind.domain, 2)
            case _:
                raise AssertionError(kind)

    def zone(self, component: ir.Domain) -> ir.Place:
        names: tuple[str, ...] = (
            "box", "hand", "hand", "pile", "heaps", "shelf", "rows", "board", "street", "floor",
        )  # fmt: skip
        if component is self.tile:
            names = ("bag", "rack", "tower", "columns", "lane", "lanes", "niche")
        variable = self.variables[self.random.choice(names)]
        return ir.Place(variable, tuple(self.element(key, 0) for key in variable.keys))

    def component(self) -> ir.Domain:
        return self.tile if self.chance(30) else CARD

    def move(self) -> ir.Stmt:
        component = self.component()
        source, target = self.zone(component), self.zone(component)
        held = ir.Read(source.variable, source.keys, source.variable.type)
        there: ir.Expr
        if isinstance(source.variable.type, ir.Element):
            card: ir.Expr = held
            there = op("differ", held, const(-1, optional(component)))
        elif self.chance(50):
            card = self.element(component, 0)
            there = op("contains", held, card)
        else:
            local = self.local(element(component))
            card = ir.Fold("the", local, held, None, None, optional(component))
            there = op("not", op("empty", held))
        test: ir.Expr = op("and", there, self.room(target))
        if self.dares(3):
            test = self.test(1)
        return ir.If(test, ir.Move(card, source, target, line(3)), None, line(2))

    def room(self, target: ir.Place) -> ir.Expr:
        held = ir.Read(target.variable, target.keys, target.variable.type)
        match target.variable.type:
            case ir.RowOf():
                return op("not", op("full", held))
            case ir.Element():
                return op("equal", held, const(-1, held.type))
            case _:
                return const(1, TRUTH)

    def move_all(self) -> ir.Stmt:
        component = self.component()
        source = self.zone(component)
        target = self.zone(component)
        if isinstance(target.variable.type, ir.RowOf | ir.Element) and self.chance(95):
            names = ("box", "pile") if component is CARD else ("bag", "tower")
            variable = self.variables[self.random.choice(names)]
            target = ir.Place(variable, ())
        components: ir.Expr | None = None
        held = ir.Read(source.variable, source.keys, source.variable.type)
        if self.chance(50) and not isinstance(held.type, ir.Element):
            local, kind = self.local(element(component)), ir.SetOf(component)
            self.locals.append(local)
            where = self.test(1)
            self.locals.pop()
            components = ir.Fold("all", local, held, where, None, kind)
            if self.chance(30):
                components = op("intersect", self.set_of(component, 1), components, type=kind)
            elif self.chance(30):
                components = op("members", held, type=kind)
        return ir.MoveAll(components, source, target, line(4))

    def deal(self) -> ir.Stmt:
        component = self.component()
        target = self.zone(component)
        names = ("pile", "pile", "heaps", "hand", "box")
        if component is self.tile:
            names = ("bag", "bag", "tower", "columns", "rack")
        name = self.random.choice(names)
        keys = tuple(self.element(key, 0) for key in self.variables[name].keys)
        deal = ir.Deal(ir.Place(self.variables[name], keys), target, line(5))
        return ir.If(self.room(target), deal, None)

    def shuffle(self) -> ir.Stmt:
        if self.chance(30):
            column = ir.Place(self.variables["columns"], (self.element(COLOUR, 0),))
            tower = ir.Place(self.variables["tower"], ())
            return ir.Shuffle(self.random.choice((tower, tower, column)), None, line(6))
        heap = ir.Place(self.variables["heaps"], (self.element(SEAT, 0),))
        pile = ir.Place(self.variables["pile"], ())
        place = self.random.choice((pile, heap))
        if self.random.random() < 0.8:
            return ir.Shuffle(place, None, line(6))
        stack = ir.Read(place.variable, place.keys, place.variable.type)
        upper = op("uppermost", const(2), stack, type=ir.SetOf(CARD))
        missing = op("not", op("contains", stack, const(0, element(CARD))))
        until = op("or", missing, op("contains", upper, const(0, element(CARD))))
        return ir.Shuffle(place, until, line(6))

    def pick(self) -> ir.Stmt:
        narrow = ("favourite", "owner", "place", "paint")
        variable = self.variables[self.random.choice((*narrow, *WIDE_PICKS, *WIDE_PICKS))]
        if isinstance(variable.type, ir.Number):
            source = self.throws()
        else:
            assert isinstance(variable.type, ir.Element)
            domain = variable.type.domain
            whole = const(domain.everything(), ir.SetOf(domain))
            wide = domain in (self.tile, self.gem) and self.chance(50)
            source = whole if wide or domain is SEAT else self.set_of(domain, 1)
        keys = tuple(self.element(key, 0) for key in variable.keys)
        return ir.If(op("not", op("empty", source)), ir.Pick(variable, keys, source, line(8)), None)

    def learn(self) -> ir.Stmt:
        before, self.safe = self.safe, True  # playouts need not work it out
        known, seat = self.variables["known"], self.element(SEAT, 0)
        value = op("union", read(known, seat), self.set_of(CARD, 1), type=known.type)
        self.safe = before
        return ir.Assign(known, (seat,), value)

    def guards(self, most: int, depth: int = 2) -> tuple[ir.Guard, ...]:
        count = self.random.randint(0, most)
        return tuple(
            ir.Guard(self.test(depth), ir.Message(("no",)), span=line(9)) for _ in range(count)
        )

    def laying(self) -> list[ir.Param]:
        """A card, a colour, and a cell of the floor: of each colour is asked for every card."""
        cards, colours = self.set_of(CARD, 1), self.set_of(COLOUR, 0)
        kinds = (element(CARD), cards), (element(COLOUR), colours), (element(SITE), self.sites())
        return [ir.Param(self.local(kind, "p"), source) for kind, source in kinds]

    def lies_beside(self, params: Sequence[ir.Param]) -> ir.Expr:
        """Does a card of the colour lie beside the cell?"""
        colour, site = params[1].local, params[2].local
        other, kind = self.local(element(CARD), "k"), ir.SetOf(SITE)
        table = next(table for table in self.tables if table.name == "tint")
        tinted = op("equal", ir.Lookup(table, (other,), table.type), colour)
        everything = const(CARD.everything(), ir.SetOf(CARD))
        cards = ir.Fold("all", other, everything, tinted, None, ir.SetOf(CARD), line(16))
        lying = ir.OnGrid("cells_of", self.variables["floor"], (cards,), kind)
        ring = op(self.random.choice(("neighbours", "touching")), site, type=kind)
        meets = op("meets", ring, lying)
        return op("or", self.test(0), meets) if self.chance(40) else meets

    def alternative(self, name: str, depth: int, *, fallback: bool = False) -> ir.Alternative:
        params: list[ir.Param] = []
        whole = False  # is all of something wide on offer?
        if not fallback:
            for _ in range(self.random.choice((0, 1, 1, 1, 2))):
                domain = self.domain()
                source = self.source(domain, 1)
                local = self.local(element(domain), "p")
                if self.chance(15):
                    source, local = self.sites(), self.local(element(SITE), "c")
                elif self.chance(15):
                    source = op("range", const(0), self.small_number(), type=ir.SetOf(NUMBERS))
                    local = self.local(ir.Number(0, 5), "n")
                elif not params and self.chance(20):
                    whole = True
                    domain = self.random.choice((self.tile, self.gem, self.reach))
                    source = const(domain.everything(), ir.SetOf(domain))
                    local = self.local(element(domain), "p")
                    if domain is self.reach:
                        source = self.throws()
                        local = self.local(ir.Number(0, domain.size - 1), "n")
                params.append(ir.Param(local, source))
                self.locals.append(local)
        if not fallback and not params and self.chance(30):
            params = self.laying()
            self.locals += (param.local for param in params)
        bare = fallback or (whole and self.chance(60))
        guards = () if bare else self.guards(2)
        if len(params) == 3:
            beside = ir.Guard(self.lies_beside(params), ir.Message(("no",)), span=line(9))
            guards = (beside, *guards)
        single = None if fallback or not self.chance(15) else self.single_move(name)
        first = self.seq(1)
        for selection in () if single is None else single.selections:
            taken = ir.Assign(self.variables["marked"], (), selection)
            first = ir.Seq((taken, first) if self.chance(60) else (first, taken))
        for _ in params:
            self.locals.pop()
        kept, self.locals = self.locals, []
        body = [first]
        if depth > 0 and self.chance(30):
            body.append(self.blocked() if self.chance(30) else self.choose(depth - 1))
        if self.chance(40):
            body.append(self.seq(1))
        if self.around and self.chance(25):
            body.append(ir.If(self.test(1), ir.Leave(self.random.choice(self.around)), None))
        elif self.around and self.chance(10):
            body.append(ir.If(self.test(1), ir.Again(0), None))
        elif self.around and self.chance(30):
            body.append(ir.Leave(self.random.choice(self.around)))
        if self.chance(3):
            body.append(self.ending())
        self.locals = kept
        return ir.Alternative(
            name, tuple(params), guards, ir.Seq(tuple(body)), ir.Message((name,)), fallback,
            compose=single,
        )  # fmt: skip

    def single_move(self, name: str) -> ir.Compose:
        """One or two sets that are part of a move, of a few light cards each."""
        kind = ir.SetOf(CARD)
        selections = [self.local(kind, "taken") for _ in range(self.random.randint(1, 2))]
        steps = []
        for number, selection in enumerate(selections):
            card, other = self.local(element(CARD), "g"), self.local(element(CARD), "h")
            source = self.source(CARD, 1)
            self.locals.append(card)
            guards = self.guards(1)
            self.locals.pop()
            held = self.random.choice(selections)
            if self.chance(60):
                rank = ir.Lookup(self.tables[0], (other,), SMALL)
                weight = ir.Fold("total", other, held, None, rank, SMALL)
                light = op("less", weight, const(self.random.randint(1, 9)))
                guards = (*guards, ir.Guard(light, ir.Message(())))
            if self.chance(30):
                apart = op("not", op("contains", held, card))
                guards = (*guards, ir.Guard(apart, ir.Message(())))
            order = [op("empty", later) for later in selections[number + 1 :]]
            order.append(
                op("less", op("size", selection, type=SMALL), const(self.random.randint(1, 2)))
            )
            guards = (*(ir.Guard(test, ir.Message(())) for test in order), *guards)
            among = op("after", selection, op("members", source, type=kind), type=kind)
            more = op("union", selection, op("set", card, type=kind), type=kind)
            steps.append(
                ir.ComposeStep("take", (ir.Param(card, among),), guards, ir.Let(selection, more))
            )
        finish = ir.ComposeFinish("whole", (), self.guards(1))
        most = None
        if self.chance(50):
            card = self.local(element(CARD), "w")
            rank = ir.Lookup(self.tables[0], (card,), SMALL)
            held = self.random.choice(selections)
            most = ir.Weight(ir.Fold("total", card, held, None, rank, SMALL))
        return ir.Compose(-1, name, tuple(steps), (finish,), (), line(12), most, tuple(selections))

    def choose(self, depth: int) -> ir.Stmt:
        point = len(self.points)
        self.points.append(None)  # type: ignore[arg-type]
        alternatives = [
            self.alternative(f"way{i}", depth) for i in range(self.random.randint(1, 3))
        ]
        if self.chance(40):
            alternatives.append(self.compose())
        if self.chance(40):
            alternatives.append(self.changing())
        if self.chance(20):
            alternatives.append(self.comparing())
        alternatives.append(self.alternative("nothing", 0, fallback=True))
        made = ir.Choose(point, f"choice{point}", tuple(alternatives), span=line(10))
        self.points[point] = made
        return made

    def comparing(self) -> ir.Alternative:
        """Three parameters, none of them drawn from what another decides, compared with each
        other."""
        domains = self.random.sample((COLOUR, CARD, SEAT), 3)
        locals_ = [self.local(element(domain), "p") for domain in domains]
        params = [
            ir.Param(local, self.source(domain, 0))
            for local, domain in zip(locals_, domains, strict=True)
        ]
        by = dict(zip(domains, locals_, strict=True))
        here = read(self.variables["weight"], by[CARD])
        there = read(self.variables["score"], by[SEAT], by[COLOUR])
        compared: tuple[ir.OpName, ...] = ("less", "at_most", "more", "at_least", "differ")
        self.locals.extend(locals_)
        test = op(
            self.random.choice(compared), here, op("least", there, self.number(0), type=SMALL)
        )
        guards = [*self.guards(1), ir.Guard(test, ir.Message(()))]
        self.random.shuffle(guards)
        body = self.mark_one()
        del self.locals[-len(locals_) :]
        return ir.Alternative(
            "compare", tuple(params), tuple(guards), body, ir.Message(("compare",))
        )

    def opening(self) -> ir.Stmt:
        """All of something wide, drawn and on offer."""
        alternatives = []
        for domain, name in ((self.tile, "lucky"), (self.gem, "stone"), (self.reach, "thrown")):
            variable, kind = self.variables[name], ir.SetOf(domain)
            whole: ir.Expr = const(domain.everything(), kind)
            type_: ir.Type = variable.type if domain is self.reach else element(domain)
            if domain is self.reach:
                whole = op("range", const(0), const(domain.size - 1), type=kind)
            local = self.local(type_, "o")
            self.locals.append(local)
            first = self.stmt(0)
            self.locals.pop()
            body = ir.Seq(
                (ir.Assign(variable, (), local), first, ir.Pick(variable, (), whole, line(21)))
            )
            params = (ir.Param(local, whole),)
            alternatives.append(ir.Alternative(name, params, (), body, ir.Message((name,))))
        made = ir.Choose(len(self.points), "opening", tuple(alternatives), span=line(22))
        self.points.append(made)
        drawn = [a.body.body[-1] for a in alternatives if isinstance(a.body, ir.Seq)]
        return ir.Seq((*drawn, made))

    def blocked(self) -> ir.Stmt:
        """A choice in blocks that its alternatives may leave."""
        self.labels += 1
        label = self.labels
        self.around.append(label)
        body: tuple[ir.Stmt, ...] = (self.choose(0),)
        if self.chance(30):
            body = (*body, self.blocked())
        if self.chance(50):
            body = (*body, self.seq(1))
        self.around.pop()
        return ir.Block(label, ir.Seq(body))

    def compose(self) -> ir.Alternative:
        """An alternative that begins a compose over one or two selections, for an aim."""
        variables = [self.variables["chosen"], self.variables["also"]][: self.random.randint(1, 2)]
        if self.chance(50):
            variables.reverse()
        aim: ir.Expr = ir.Read(self.variables["aim"], (), element(COLOUR))  # is set meanwhile
        self.rash = self.chance(50)
        before, self.safe = self.safe, not self.rash
        steps = tuple(self.step(variables, i, aim) for i in range(len(variables)))
        finishes = tuple(
            ir.ComposeFinish(f"done{i}", (), self.finish_guards(variables, aim))
            for i in range(self.random.choice((1, 1, 2)))
        )
        self.safe, self.rash = before, False
        compose = ir.Compose(
            len(self.composes), f"compose{len(self.composes)}", steps, finishes, tuple(variables),
            line(12),
        )  # fmt: skip
        self.composes.append(compose)
        self.labels += 1
        label = self.labels
        point = len(self.points)
        self.points.append(None)  # type: ignore[arg-type]
        ways = [self.taking(compose, i) for i in range(len(steps))]
        ways += [
            ir.Alternative(f.name, (), f.guards, ir.Leave(label), ir.Message((f.name,)))
            for f in finishes
        ]
        paying = ir.Choose(point, f"pay{point}", tuple(ways), span=line(13))
        self.points[point] = paying
        colour = self.local(element(COLOUR), "colour")
        completable = ir.Completable(compose, None, (), ((self.variables["aim"], colour),), TRUTH)
        body = ir.Seq(
            (
                ir.Assign(self.variables["aim"], (), colour),
                ir.Loop(label, paying),
                self.seq(1),
                *(ir.Assign(variable, (), const(0, variable.type)) for variable in variables),
                ir.Assign(self.variables["aim"], (), const(-1, optional(COLOUR))),
            )
        )
        return ir.Alternative(
            f"begin{point}",
            (ir.Param(colour, const(7, ir.SetOf(COLOUR))),),
            (*self.guards(1), ir.Guard(completable, ir.Message(()))),
            body,
            ir.Message(("begin",)),
        )

    def step(self, variables: list[ir.StateVariable], number: int, aim: ir.Expr) -> ir.ComposeStep:
        variable = variables[number]
        assert isinstance(variable.type, ir.SetOf)
        domain = variable.type.domain
        local = self.local(element(domain), "s")
        self.locals.append(local)
        tests: list[ir.Expr] = []
        if domain is CARD and self.chance(60):
            tests.append(ir.Lookup(self.tables[4], (local, aim), TRUTH))
        if self.chance(25):
            tests.append(self.test(1))
        if self.chance(20):
            other = self.variables["also" if domain is CARD else "chosen"]
            tests.append(op("or", op("not", op("empty", read(other))), self.test(1)))
        if self.chance(10):
            tests.append(op("less", op("size", read(variable), type=SMALL), const(2)))
        self.locals.pop()
        source = (
            read(self.variables["hand"], read(self.variables["me"]))
            if domain is CARD
            else (self.set_of(NODE, 1))
        )
        guards = tuple(ir.Guard(test, ir.Message(())) for test in tests)
        limit = self.random.choice((None, None, const(1), const(2), self.number(0)))
        for later in variables[number + 1 :]:
            guards = (*guards, ir.Guard(op("empty", read(later)), ir.Message(())))
        now = read(variable)
        if limit is not None:
            size = op("size", now, type=SMALL)
            guards = (*guards, ir.Guard(op("less", size, limit), ir.Message(())))
        more = op("union", now, op("set", local, type=variable.type), type=variable.type)
        params = (ir.Param(local, op("after", now, source, type=variable.type)),)
        return ir.ComposeStep(f"add{variable.name}", params, guards, ir.Assign(variable, (), more))

    def finish_guards(
        self, variables: list[ir.StateVariable], aim: ir.Expr
    ) -> tuple[ir.Guard, ...]:
        total = self.weights(variables[0], "total")
        tests: list[ir.Expr] = [op("at_least", total, ir.Lookup(self.tables[1], (aim,), SMALL))]
        if self.chance(30):
            smallest = self.weights(variables[0], "smallest")
            tests.append(
                op(
                    "less",
                    op("subtract", total, smallest, type=SMALL),
                    ir.Lookup(self.tables[1], (aim,), SMALL),
                )
            )
        if self.chance(20):
            tests.append(op("equal", total, const(self.random.randint(0, 9))))
        if len(variables) > 1 and self.chance(70):
            name: ir.OpName = "at_least" if self.chance(70) else "at_most"
            tests.append(
                op(name, self.weights(variables[1], "total"), const(self.random.randint(0, 5)))
            )
        if self.chance(20):
            tests.append(op("more", op("size", read(variables[0]), type=SMALL), self.number(0)))
        if self.chance(20):
            assert isinstance(variables[0].type, ir.SetOf)
            local = self.local(element(variables[0].type.domain))
            self.locals.append(local)
            some = ir.Fold("some", local, read(variables[0]), self.test(1), None, TRUTH)
            tests.append(some if self.chance(70) else op("not", some))
            self.locals.pop()
        if self.chance(20):
            tests.append(self.test(1))
        self.random.shuffle(tests)
        return tuple(ir.Guard(test, ir.Message(())) for test in tests)

    def weights(self, variable: ir.StateVariable, kind: ir.FoldKind) -> ir.Expr:
        assert isinstance(variable.type, ir.SetOf)
        domain = variable.type.domain
        local = self.local(element(domain), "w")
        table = self.tables[0] if domain is CARD else self.tables[2]
        where: ir.Expr | None = None
        if self.chance(20):
            self.locals.append(local)
            where = self.test(0) if domain is NODE else ir.Lookup(self.tables[6], (local,), TRUTH)
            self.locals.pop()
        return ir.Fold(kind, local, read(variable), where, ir.Lookup(table, (local,), SMALL), SMALL)

    def changing(self) -> ir.Alternative:
        """An alternative that begins a compose whose steps change things, for an aim."""
        self.rash = self.chance(50)
        before, self.safe = self.safe, not self.rash
        pace, aim = self.variables["pace"], self.variables["aim"]
        steps = [self.changing_step(i) for i in range(self.random.choice((1, 2, 2)))]
        finishes = [self.changing_finish(i) for i in range(self.random.choice((1, 1, 2)))]
        weight = None
        if self.chance(50):
            value = self.number(1) if self.chance(50) else read(self.variables["level"])
            weight = ir.Weight(value, "more", span=line(17))
        made = ir.Compose(
            len(self.composes), f"compose{len(self.composes)}", tuple(steps), tuple(finishes),
            (pace,), line(16), weight,
        )  # fmt: skip
        self.safe, self.rash = before, False
        self.composes.append(made)
        self.labels += 1
        label = self.labels
        point = len(self.points)
        self.points.append(None)  # type: ignore[arg-type]
        ways = [self.taking(made, i) for i in range(len(steps))]
        for finish in finishes:
            guards = finish.guards
            if weight is not None:
                asked = ir.Completable(made, None, (), (), TRUTH, best=True)
                guards = (*guards, ir.Guard(asked, ir.Message(())))
            leaving: ir.Stmt = ir.Leave(label)
            if self.chance(40):
                leaving = ir.Seq((self.seq(0), leaving))
            ways.append(
                ir.Alternative(
                    finish.name, finish.params, guards, leaving, ir.Message((finish.name,))
                )
            )
        going = ir.Choose(point, f"go{point}", tuple(ways), span=line(18))
        self.points[point] = going
        colour = self.local(element(COLOUR), "colour")
        possible = ir.Completable(made, None, (), ((aim, colour),), TRUTH)
        still = ir.Assign(pace, (), const(0, pace.type))
        body = ir.Seq(
            (
                ir.Assign(aim, (), colour),
                still,
                ir.Loop(label, going),
                still,
                ir.Assign(aim, (), const(-1, optional(COLOUR))),
            )
        )
        return ir.Alternative(
            f"start{point}",
            (ir.Param(colour, const(7, ir.SetOf(COLOUR))),),
            (*self.guards(1), ir.Guard(possible, ir.Message(()))),
            body,
            ir.Message(("start",)),
        )

    def changing_step(self, number: int) -> ir.ComposeStep:
        pace = self.variables["pace"]
        params: tuple[ir.Param, ...] = ()
        if self.chance(60):
            domain = self.random.choice((COLOUR, COLOUR, CARD))
            local = self.local(element(domain), "s")
            hand = read(self.variables["hand"], read(self.variables["me"]))
            source = hand if domain is CARD else self.set_of(COLOUR, 1)
            params = (ir.Param(local, source),)
            self.locals.append(local)
        guards = [ir.Guard(test, ir.Message(())) for test in (self.test(1),) if self.chance(50)]
        slow = op("less", read(pace), const(self.random.randint(1, 3)))
        guards.insert(self.random.randint(0, len(guards)), ir.Guard(slow, ir.Message(())))
        hurry = op("add", read(pace), const(1), type=pace.type)
        body: list[ir.Stmt] = [self.certain() for _ in range(self.random.randint(1, 2))]
        if number == 0 or self.chance(80):  # else a step may lead back to where it began
            body.insert(self.random.randint(0, len(body)), ir.Assign(pace, (), hurry))
        if params:
            self.locals.pop()
        return ir.ComposeStep(f"step{number}", params, tuple(guards), ir.Seq(tuple(body)))

    def certain(self) -> ir.Stmt:
        """A statement that leaves nothing to chance."""
        ways: list[Callable[[], ir.Stmt]] = [self.mark_one, self.mark_one, self.move]
        ways.append(lambda: ir.If(self.test(1), self.mark_one(), self.mark_one()))
        return self.random.choice(ways)()

    def mark_one(self) -> ir.Stmt:
        variables = [
            self.variables[name] for name in ("gold", "level", "open", "turned", "owner", "paint")
        ]
        variable = self.random.choice(variables)
        keys = tuple(self.element(key, 0) for key in variable.keys)
        if isinstance(variable.type, ir.Number) and self.chance(60):
            more = op(
                "add", read(variable, *keys), const(self.random.randint(1, 2)), type=variable.type
            )
            top = const(variable.type.high, variable.type)
            return ir.Assign(variable, keys, op("least", more, top, type=variable.type))
        return ir.Assign(variable, keys, self.value_for(variable.type), line(19))

    def changing_finish(self, number: int) -> ir.ComposeFinish:
        params: tuple[ir.Param, ...] = ()
        if self.chance(30):
            local = self.local(element(COLOUR), "f")
            params = (ir.Param(local, self.set_of(COLOUR, 1)),)
            self.locals.append(local)
        guards = [ir.Guard(self.test(1), ir.Message(())) for _ in "ab" if self.chance(50)]
        if self.chance(50):
            far = op("at_least", read(self.variables["pace"]), const(self.random.randint(1, 2)))
            guards.append(ir.Guard(far, ir.Message(())))
        if params:
            self.locals.pop()
        return ir.ComposeFinish(f"end{number}", params, tuple(guards))

    def taking(self, compose: ir.Compose, number: int) -> ir.Alternative:
        step = compose.steps[number]
        args = tuple(param.local for param in step.params)
        best = compose.weight is not None
        asked = ir.Completable(compose, number, args, (), TRUTH, best=best)
        guards = (*step.guards, ir.Guard(asked, ir.Message(())))
        return ir.Alternative(step.name, step.params, guards, step.body, ir.Message((step.name,)))

    def program(self) -> ir.Program:
        variables = self.variables
        box, pile, bag, tower = (
            ir.Place(variables[n], ()) for n in ("box", "pile", "bag", "tower")
        )
        seat = self.local(element(SEAT), "seat")
        hands = ir.For(
            seat, const(7, ir.SetOf(SEAT)), ir.Deal(pile, ir.Place(variables["hand"], (seat,)))
        )
        stacked: list[ir.Stmt] = []
        if self.stacked:
            stacked = [ir.MoveAll(None, bag, tower), ir.Shuffle(tower)]
        setup = ir.Seq(
            (
                ir.MoveAll(None, box, pile),
                ir.Shuffle(pile),
                ir.Times(const(2), hands),
                *stacked,
                self.opening(),
                self.seq(1),
                *([self.choose(0)] if self.chance(20) else []),
            )
        )
        self.around.append(0)
        me, turns = variables["me"], variables["turns"]
        count = ir.Assign(turns, (), op("add", read(turns), const(1), type=SMALL), line(1))
        over = ir.If(op("at_least", read(turns), const(12)), ir.Leave(0), None)
        turn = ir.Seq(
            (
                count,
                over,
                *([self.seq(1)] if self.chance(40) else []),
                self.blocked() if self.chance(50) else self.choose(1),
                *([ir.If(self.test(1), self.blocked(), None)] if self.chance(40) else []),
                *([self.choose(0)] if self.chance(20) else []),
                ir.Assign(me, (), op("next_seat", read(me), type=element(SEAT))),
            )
        )
        flow = ir.Loop(0, turn, line(1))
        line_seat = self.local(element(SEAT), "seat")
        self.locals.append(line_seat)
        scores = tuple(
            ir.Score(f"line{i}", line_seat, self.number(2), span=line(20 + i)) for i in range(2)
        )
        self.locals.pop()
        winners = self.set_of(SEAT, 2) if self.chance(50) else None
        outcome: tuple[ir.OutcomeCase, ...] = ()
        if self.chance(50):
            outcome = (ir.OutcomeCase(("odd",), self.test(2)), ir.OutcomeCase(("else",), None))
        return ir.Program(
            name="random",
            title="Random",
            seats=SEAT,
            options=(),
            domains=(
                *DOMAINS,
                EDGES,
                SITE,
                SQUARE,
                SIDE,
                NUMBERS,
                self.tile,
                self.gem,
                self.reach,
                self.moment,
            ),
            tables=tuple(self.tables),
            boards=(),
            graphs=(self.graph,),
            variables=tuple(variables.values()),
            me=me,
            bound={},
            composes=tuple(self.composes),
            winners=winners,
            outcome=outcome,
            setup=setup,
            flow=flow,
            scores=scores,
            winner="most",
            always=(),
            choices=tuple(self.points),
        )


NAMED = (
    ir.Alternative, ir.StateVariable, ir.Choose, ir.Compose, ir.ComposeFinish,
    ir.ComposeStep, ir.Domain, ir.Local, ir.Table,
)  # fmt: skip
BASES = ("c", "t", "c2", "X", "n_", "größe", "a b", "2", "", "_", "__debug__", "me")
ENDINGS = ("", "", "2", "_2", "_", "2_", "_2_", "3", "_0", "_now")


def identifiers(program: ir.Program) -> list[str]:
    """Every name in the code that is generated for a program, and what it is without underscores
    at its ends: as an author would have to write it to meet the generator's."""
    generated = Generated(program, Layout(program))
    generated.write_resumable()
    generated.write_direct()
    modules = generated.modules().values()
    nodes = [node for module in modules for node in ast.walk(module)]
    found = {node.id for node in nodes if isinstance(node, ast.Name)}
    found |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    found |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    found |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return sorted(found | {name.strip("_") for name in found})


def of_python() -> list[str]:
    return [*keyword.kwlist, *keyword.softkwlist, *dir(builtins)]


class Renaming:
    """Gives everything in a program that has a name another one, chosen from few words, so that
    many meet: with endings that numbers would be told by, or all kinds of words at once."""

    def __init__(self, seed: int, words: Sequence[str]) -> None:
        self.random = random.Random(seed)
        self.words = words
        few = self.random.sample(words, min(len(words), 12))
        few += self.random.sample(BASES, 3) + self.random.sample(of_python(), 3)
        self.few = few if self.random.random() < 0.7 else few[-6:]
        self.made: dict[object, str] = {}
        self.known: dict[int, tuple[object, object]] = {}

    def name(self, node: Any) -> str:
        """A new name; what is the same cell, local, table or domain has the same."""
        match node:
            case ir.Local() | ir.StateVariable() | ir.Table():
                key: object = type(node), node.number if isinstance(node, ir.Local) else node.index
            case ir.Domain():
                key = ir.Domain, node.name, node.kind
            case _:
                key = id(node)
        if key not in self.made:
            words = self.few if self.random.random() < 0.8 else self.words
            self.made[key] = self.random.choice(words) + self.random.choice(ENDINGS)
        return self.made[key]

    def of(self, node: Any) -> Any:
        if isinstance(node, tuple):
            plain = all(isinstance(part, int | str) for part in node)
            return node if plain else tuple(map(self.of, node))
        if not is_dataclass(node) or isinstance(node, Span):
            return node
        if id(node) not in self.known:
            parts = {f.name: self.of(getattr(node, f.name)) for f in fields(node) if f.init}
            if isinstance(node, NAMED):
                parts["name"] = self.name(node)
            self.known[id(node)] = node, replace(node, **parts)  # type: ignore[type-var]
        return self.known[id(node)][1]


@lru_cache
def of_generator(seed: int) -> list[str]:
    """The names in the code of a random program; those of all others are much the same."""
    return identifiers(Maker(seed).program())


def random_hostile(seed: int) -> ir.Program:
    """A random program, with names from the code that is generated for such programs."""
    renamed: ir.Program = Renaming(seed, of_generator(seed % 3)).of(Maker(seed).program())
    return renamed


@pytest.fixture
def random_program() -> Callable[[int], ir.Program]:
    """Makes a program from a seed, with names that nobody would choose."""
    return random_hostile


@pytest.fixture
def plain_program() -> Callable[[int], ir.Program]:
    """Makes a program from a seed, in which names differ as those of rule files do."""
    return lambda seed: Maker(seed).program()


@pytest.fixture
def with_hostile_names() -> Callable[[ir.Program, int], ir.Program]:
    """Gives a program other names by a seed, those in the code generated for it among them."""
    return lambda program, seed: Renaming(seed, identifiers(program)).of(program)
