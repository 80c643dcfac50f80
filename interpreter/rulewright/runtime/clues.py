"""Clues: what is said of all that lies at a hidden place, so that seats know what lies there.

That somebody has no card of the rank that was asked for, or two at least, is said by an open mark,
by a condition of what was chosen openly, or by what can be chosen only if nothing else can. Who
knows on what that hangs knows how many of the cards lie there that it is meant of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

from ..core import ir
from ..core.evaluate import (
    Completer,
    Locals,
    Reader,
    elements_of_mask,
    never_asked,
    prepare_int,
)
from ..core.walk import conjuncts, substitute, walk
from ..diagnostics import RulewrightError
from .looking import Look

Keys = tuple[int, ...]
Range = tuple[int, int]
NO_END = 1 << 30  # more components than there are


class Said(NamedTuple):
    """How many there are: as it stands to a number (`of`; else to what a mark was set to), by a
    comparison that holds or does not."""

    compared: str
    holds: bool
    of: ir.Expr | None

    def ranges(self, number: int) -> list[Range]:
        """How many that is at least and at most, in one of these cases."""
        below, above = (0, number - 1), (number + 1, NO_END)
        match self.compared, self.holds:
            case "equal", True:
                return [(number, number)]
            case "equal", False:
                return [above] if number == 0 else [below, above]
            case ("less", True) | ("at_least", False):
                return [below]
            case ("at_most", True) | ("more", False):
                return [(0, number)]
            case ("more", True) | ("at_most", False):
                return [above]
            case _:
                return [(number, NO_END)]

    @property
    def with_none(self) -> int:
        """A number of which nothing is said that is not so if there are none."""
        match self.compared, self.holds:
            case ("less", True) | ("at_least", False) | ("equal", False):
                return 1
            case ("more", True) | ("at_most", False):
                return -1
            case _:
                return 0


SOME = "at_least"
_ONE = ir.Const(1, ir.Number(1, 1))
_MIRRORED = {"less": "more", "more": "less", "at_most": "at_least", "at_least": "at_most"}


@dataclass(frozen=True, slots=True)
class Clue:
    """How many components lie at a place of which all of some conditions hold. `domain`: of what
    may lie there; `names`: by which the conditions tell of it; `where`, `what`: at what the keys of
    the place, and the conditions and the number look, these besides what lies there."""

    variable: ir.StateVariable
    domain: ir.Domain
    said: Said
    keys: Callable[[Locals, Reader], Keys]
    names: tuple[int, ...]
    where: Look
    what: Look

    def fitting(self, values: Locals, read: Reader, complete: Completer = never_asked) -> int:
        """The components of which the conditions hold, wherever they lie (a mask); of those of
        which they make no sense they do not."""
        found, tests = 0, self.what.values[self.said.of is not None :]
        for one in range(self.domain.size):
            given = values | dict.fromkeys(self.names, one)
            with suppress(RulewrightError):
                if all(test(given, read, complete) for test in tests):
                    found |= 1 << one
        return found

    def ranges(
        self, values: Locals, read: Reader, told: int, complete: Completer = never_asked
    ) -> list[Range]:
        """How many there are at least and at most, in one of these cases; `told`: what a mark was
        set to."""
        if self.said.of is not None:
            told = cast(int, self.what.values[0](values, read, complete))
        return self.said.ranges(told)


@dataclass(frozen=True, slots=True)
class OneOf:
    """Clues of which one is right, each of another place, or `unless` holds: that not all three
    that were named lie where they were said to."""

    clues: tuple[Clue, ...]
    unless: Look

    def is_so_anyhow(self, values: Locals, read: Reader, complete: Completer) -> bool:
        """Does it hold what they may be wrong for? Also where that makes no sense."""
        with suppress(RulewrightError):
            return any(value(values, read, complete) for value in self.unless.values)
        return True


Clues = tuple[Clue | OneOf, ...]


def clues_where(test: ir.Expr, holds: bool) -> Clues:
    """The clues of a condition that holds, or does not."""
    return (*_found(test, holds), *_one_of(test, holds))


def clues_unless(alternative: ir.Alternative) -> Clues:
    """The clues of an alternative that cannot be chosen."""
    tests = [guard.test for guard in alternative.guards]
    match alternative.params, tests:
        case (), (test,):
            return clues_where(test, False)
        case (param,), _:
            names = [param.local.number]
            return tuple(_made(param.source, names, tests, Said(SOME, False, _ONE)))
        case _:
            return ()


def clues_of(number: ir.Expr, *, nothing: bool) -> Clues:
    """The clues of what a mark was set to that counts what lies somewhere; `nothing`: it is 0."""
    match number:
        case ir.Fold(kind="count") if _is_of_seats(number):
            none = replace(number, kind="some", type=ir.Truth())
            return clues_where(none, False) if nothing else ()
        case _:
            return tuple(_counted(number, Said("equal", True, None)))


def _found(test: ir.Expr, holds: bool, unless: ir.Expr | None = None) -> Iterator[Clue]:
    """`unless`: what may hold instead."""
    some = Said(SOME, holds, _ONE)
    match test:
        case ir.Op(name="not", args=(other,)):
            yield from _found(other, not holds, unless)
        case ir.Op(name="and" | "or", args=args) if holds == (test.name == "and"):
            yield from (one for arg in args for one in _found(arg, holds, unless))
        case ir.Op(name="and" | "or", args=args):  # if all others are otherwise
            for arg in args:
                others = [_as_it_is(other, holds) for other in args if other is not arg]
                instead = [*others, *([] if unless is None else [unless])]
                yield from _found(arg, holds, ir.Op("or", (*instead,), ir.Truth()))
        case ir.Fold(kind="some" | "every") if _is_of_seats(test):
            if (written := _written_out(test)) is not None:
                yield from _found(written, holds, unless)
        case ir.Fold(kind="some", where=ir.Op(name="not", args=(other,)), body=None):
            every = ir.Fold("every", test.local, test.source, None, other, ir.Truth(), test.span)
            yield from _found(every, not holds, unless)
        case ir.Fold(kind="some"):
            yield from _of_fold(test, some, unless)
        case ir.Fold(kind="every") if (lying := _lies_where(test, test.body)) is not None:
            every = ir.Fold("count", test.local, test.source, test.where, None, _COUNT)
            yield from _of_fold(lying, Said(SOME, holds, every), unless)
        case ir.Fold(kind="every"):
            yield from _of_fold(test, some._replace(holds=not holds), unless)
        case ir.Op(name="meets", args=(one, other)):
            yield from _made(ir.Op("intersect", (one, other), one.type), [], [], some, unless)
        case ir.Op(name="empty", args=(of,)):
            yield from _made(of, [], [], some._replace(holds=not holds), unless)
        case ir.Op(name="equal" | "differ", args=(one, other)) if _is_slot(one) or _is_slot(other):
            slot, named = (one, other) if _is_slot(one) else (other, one)
            is_it = ir.Op("equal", (ir.Local(_ANY, "", named.type), named), ir.Truth())
            so = some._replace(holds=holds == (test.name == "equal"))
            yield from _made(slot, [_ANY], [is_it], so, unless)
        case ir.Op(name="differ", args=(one, other)):
            yield from _compared(one, other, Said("equal", not holds, other), unless)
        case ir.Op(name="equal" | "less" | "more" | "at_most" | "at_least", args=(one, other)):
            yield from _compared(one, other, Said(test.name, holds, other), unless)
        case ir.Op(name="contains", args=(ir.Op(name="set", args=(slot,)), one)) if _is_slot(slot):
            yield from _found(ir.Op("equal", (slot, one), ir.Truth()), holds, unless)
        case ir.Op(name="contains", args=(ir.Read() as place, one)):
            local = ir.Local(_ANY, "", one.type)
            equals = ir.Op("equal", (local, one), ir.Truth())
            yield from _made(place, [_ANY], [equals], some, unless)
        case _:
            pass


def _one_of(test: ir.Expr, holds: bool) -> Iterator[OneOf]:
    """What follows of several places together."""
    match test:
        case ir.Op(name="not", args=(other,)):
            yield from _one_of(other, not holds)
        case ir.Fold(kind="some" | "every") if (written := _written_out(test)) is not None:
            yield from _one_of(written, holds)
        case ir.Op(name="and" | "or", args=args) if holds == (test.name == "and"):
            yield from (one for arg in args for one in _one_of(arg, holds))
        case ir.Op(name="and" | "or", args=args):
            each = [next(_found(arg, holds), None) for arg in args]
            clues = tuple(clue for clue in each if clue is not None)
            if len(clues) > 1 and all(clue.domain is clues[0].domain for clue in clues):
                pairs = zip(args, each, strict=True)
                yield OneOf(clues, Look.at([_as_it_is(a, holds) for a, c in pairs if c is None]))
        case _:
            pass


def _written_out(fold: ir.Fold) -> ir.Expr | None:
    """What is said of each of a few that are named, or of each seat, one by one."""
    args: tuple[ir.Expr, ...] = ()
    match fold.source:
        case ir.Op(name="set", args=args):
            pass
        case ir.Const(value=value, type=ir.SetOf(domain=domain)) if domain.kind == "seat":
            kind = ir.Element(domain)
            args = tuple(ir.Const(one, kind) for one in elements_of_mask(value))
        case _:
            pass
    if not 1 < len(args) <= MOST_NAMED:
        return None
    parts = [part for part in (fold.where, fold.body) if part is not None]
    if fold.kind == "every" and fold.where is not None:
        parts[0] = ir.Op("not", (parts[0],), ir.Truth())
    joined = ir.Op("or" if fold.kind == "every" else "and", tuple(parts), ir.Truth())
    test = joined if len(parts) > 1 else parts[0]
    each = tuple(substitute(test, {fold.local.number: arg}) for arg in args)
    return ir.Op("and" if fold.kind == "every" else "or", each, ir.Truth())


def _is_of_seats(fold: ir.Fold) -> bool:
    kind = fold.source.type
    return isinstance(kind, ir.SetOf) and kind.domain.kind == "seat"


MOST_NAMED = 6  # of which each is written out


def _as_it_is(test: ir.Expr, holds: bool) -> ir.Expr:
    return test if holds else ir.Op("not", (test,), ir.Truth())


_ANY = -1  # the number of a name that stands nowhere in the rules
_COUNT = ir.Number(0, NO_END)


def _is_hidden(expr: ir.Expr) -> bool:
    """Is it what lies where not all see it?"""
    if not isinstance(expr, ir.Read) or expr.variable.role != "zone":
        return False
    return expr.variable.seen not in ("all", "with")


def _is_slot(expr: ir.Expr) -> bool:
    """Is it what lies in a slot?"""
    is_read = isinstance(expr, ir.Read) and expr.variable.role == "zone"
    return is_read and isinstance(expr.type, ir.Element)


def _lies_where(fold: ir.Fold, test: ir.Expr | None) -> ir.Fold | None:
    """How many there are of what a query goes through that lie at a place, if it asks for that:
    the same as how many of those that lie there it goes through."""
    tests = conjuncts(test)
    for number, part in enumerate(tests):
        match part:
            case ir.Op(name="contains", args=(ir.Read() as place, ir.Local() as one)):
                if one == fold.local and isinstance(place.type, ir.SetOf):
                    among = ir.Op("contains", (fold.source, one), ir.Truth())
                    rest = (among, *tests[:number], *tests[number + 1 :])
                    if fold.kind == "every" and fold.where is not None:
                        rest = (*rest, fold.where)
                    where = ir.Op("and", rest, ir.Truth()) if len(rest) > 1 else among
                    return ir.Fold("count", one, place, where, None, _COUNT)
            case _:
                pass
    return None


def _compared(one: ir.Expr, other: ir.Expr, said: Said, unless: ir.Expr | None) -> Iterator[Clue]:
    """A number that counts held against another, or the other way round."""
    found = [*_counted(one, said, unless)]
    mirrored = _MIRRORED.get(said.compared, said.compared)
    yield from found or _counted(other, said._replace(compared=mirrored, of=one), unless)


def _counted(number: ir.Expr, said: Said, unless: ir.Expr | None = None) -> Iterator[Clue]:
    match number:
        case ir.Fold(kind="count"):
            yield from _of_fold(number, said, unless)
        case ir.Op(name="size", args=(of,)):
            yield from _made(of, [], [], said, unless)
        case _:
            pass


def _of_fold(fold: ir.Fold, said: Said, unless: ir.Expr | None) -> Iterator[Clue]:
    """Of what it goes through so many are as is asked, or not as is asked of every one."""
    if fold.kind != "every" and not isinstance(fold.source, ir.Read):
        fold = _lies_where(fold, fold.where) or fold
    tests = [test for test in (fold.where, fold.body) if test is not None]
    if fold.kind == "every" and fold.body is not None:
        tests[-1] = ir.Op("not", (fold.body,), ir.Truth())
    yield from _made(fold.source, [fold.local.number], tests, said, unless)


def _made(
    source: ir.Expr,
    names: Sequence[int],
    tests: Sequence[ir.Expr],
    said: Said,
    unless: ir.Expr | None = None,
) -> Iterator[Clue]:
    """So many of what lies at a place, or is taken out of it by what holds of it, pass tests;
    `unless`: or this holds, and then it is as if none passed, and as if that were as it should
    be."""
    names, tests = [*names], [*tests]
    while True:
        match source:
            case ir.Fold(kind="all", body=None):
                names.append(source.local.number)
                tests += [] if source.where is None else [source.where]
                source = source.source
            case ir.Op(name="without", args=(held, ir.Op(name="set", args=(one,)))):
                names.append(_ANY)
                local = ir.Local(_ANY, "", one.type)
                tests.append(ir.Op("differ", (local, one), ir.Truth()))
                source = held
            case ir.Op(name="intersect", args=(one, other)):
                held, among = (one, other) if _is_hidden(one) else (other, one)
                if not isinstance(among.type, ir.SetOf):
                    return
                names.append(_ANY)
                local = ir.Local(_ANY, "", ir.Element(among.type.domain))
                tests.append(ir.Op("contains", (among, local), ir.Truth()))
                source = held
            case _:
                break
    if not isinstance(source, ir.Read) or not tests:
        return  # all see how many lie there
    if not isinstance(source.type, ir.SetOf | ir.Element):
        return
    if unless is not None and said.of is not None:
        none = ir.Const(said.with_none, ir.Number(-1, 1))
        said = said._replace(of=ir.Cond(unless, none, said.of, ir.Number(-1, NO_END)))
        tests.append(ir.Op("not", (unless,), ir.Truth()))
    if not _is_hidden(source):
        return
    asked = [*([] if said.of is None else [said.of]), *tests]
    if any(isinstance(node, ir.Completable) for test in asked for node in walk(test)):
        return
    what, keys = Look.at(asked), [prepare_int(key) for key in source.keys]
    yield Clue(
        source.variable,
        source.type.domain,
        said,
        lambda values, read: tuple(key(values, read, never_asked) for key in keys),
        tuple(names),
        Look.at(source.keys),
        Look(what.variables, what.locals - {*names}, what.values),
    )
