"""Clues: what is said of all that lies at a hidden place, so that seats know what lies there.

That somebody has no card of the rank that was asked for is said by an open mark, by a condition of
what was chosen openly, or by what can be chosen only if nothing else can. Who knows on what that
hangs knows of every card that it is meant of that it does not lie there; and if it can be meant of
a single one, and something does lie there, that it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from ..core import ir
from ..core.evaluate import Completer, Locals, Reader, never_asked, prepare_int
from ..core.walk import walk
from ..diagnostics import RulewrightError
from .looking import Look

Keys = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Clue:
    """Something lies at a place of which all of some conditions hold, or nothing does (not
    `is_there`). `domain`: of what may lie there; `names`: by which the conditions tell of it;
    `where`, `what`: at what the keys of the place and the conditions look, these besides what lies
    there."""

    variable: ir.StateVariable
    domain: ir.Domain
    is_there: bool
    keys: Callable[[Locals, Reader], Keys]
    names: tuple[int, ...]
    where: Look
    what: Look

    def fitting(self, values: Locals, read: Reader, complete: Completer = never_asked) -> int:
        """The components of which the conditions hold, wherever they lie (a mask); of those of
        which they make no sense they do not."""
        found = 0
        for one in range(self.domain.size):
            given = values | dict.fromkeys(self.names, one)
            with suppress(RulewrightError):
                if all(test(given, read, complete) for test in self.what.values):
                    found |= 1 << one
        return found


def clues_where(test: ir.Expr, holds: bool) -> tuple[Clue, ...]:
    """The clues of a condition that holds, or does not."""
    return tuple(_found(test, holds))


def clues_unless(alternative: ir.Alternative) -> tuple[Clue, ...]:
    """The clues of an alternative that cannot be chosen."""
    tests = [guard.test for guard in alternative.guards]
    match alternative.params, tests:
        case (), (test,):
            return clues_where(test, False)
        case (param,), _:
            return tuple(_made(param.source, [param.local.number], tests, False))
        case _:
            return ()


def clues_of(number: ir.Expr, is_there: bool) -> tuple[Clue, ...]:
    """The clues of a number that counts what lies somewhere, and is more than 0 or not."""
    match number:
        case ir.Fold(kind="count"):
            return tuple(_of_fold(number, is_there))
        case ir.Op(name="size", args=(of,)):
            return tuple(_made(of, [], [], is_there))
        case _:
            return ()


def _found(test: ir.Expr, holds: bool) -> Iterator[Clue]:
    match test:
        case ir.Op(name="not", args=(other,)):
            yield from _found(other, not holds)
        case ir.Op(name="and", args=args) if holds:
            yield from (one for arg in args for one in _found(arg, True))
        case ir.Op(name="or", args=args) if not holds:
            yield from (one for arg in args for one in _found(arg, False))
        case ir.Fold(kind="some"):
            yield from _of_fold(test, holds)
        case ir.Fold(kind="every"):
            yield from _of_fold(test, not holds)
        case ir.Op(name="empty", args=(of,)):
            yield from _made(of, [], [], not holds)
        case ir.Op(name="equal" | "at_most", args=(number, ir.Const(value=0))):
            yield from clues_of(number, not holds)
        case ir.Op(name="less", args=(number, ir.Const(value=1))):
            yield from clues_of(number, not holds)
        case ir.Op(name="differ" | "more", args=(number, ir.Const(value=0))):
            yield from clues_of(number, holds)
        case ir.Op(name="at_least", args=(number, ir.Const(value=1))):
            yield from clues_of(number, holds)
        case ir.Op(name="contains", args=(ir.Read() as place, one)):
            local = ir.Local(_ANY, "", one.type)
            equals = ir.Op("equal", (local, one), ir.Truth())
            yield from _made(place, [_ANY], [equals], holds)
        case _:
            pass


_ANY = -1  # the number of a name that stands nowhere in the rules


def _of_fold(fold: ir.Fold, is_there: bool) -> Iterator[Clue]:
    """Something of what it goes through is as is asked, or as it is not asked of every one."""
    tests = [test for test in (fold.where, fold.body) if test is not None]
    if fold.kind == "every" and fold.body is not None:
        tests[-1] = ir.Op("not", (fold.body,), ir.Truth())
    yield from _made(fold.source, [fold.local.number], tests, is_there)


def _made(
    source: ir.Expr, names: Sequence[int], tests: Sequence[ir.Expr], is_there: bool
) -> Iterator[Clue]:
    """Something that lies at a place, or is taken out of it by what holds of it, passes tests, or
    nothing does."""
    names, tests = [*names], [*tests]
    while isinstance(source, ir.Fold) and source.kind == "all" and source.body is None:
        names.append(source.local.number)
        tests += [] if source.where is None else [source.where]
        source = source.source
    if not isinstance(source, ir.Read) or not isinstance(source.type, ir.SetOf):
        return
    if source.variable.role != "zone" or source.variable.seen in ("all", "with"):
        return
    if any(isinstance(node, ir.Completable) for test in tests for node in walk(test)):
        return
    what, keys = Look.at(tests), [prepare_int(key) for key in source.keys]
    yield Clue(
        source.variable,
        source.type.domain,
        is_there,
        lambda values, read: tuple(key(values, read, never_asked) for key in keys),
        tuple(names),
        Look.at(source.keys),
        Look(what.variables, what.locals - {*names}, what.values),
    )
