"""Clues: what is said of all that lies at a hidden place, so that seats know what lies there.

That somebody has no card of the rank that was asked for, or two at least, is said by an open mark,
by a condition of what was chosen openly, or by what can be chosen only if nothing else can. Who
knows on what that hangs knows how many of the cards lie there that it is meant of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple, cast

from ..core import ir
from ..core.evaluate import Completer, Locals, Reader, never_asked, prepare_int
from ..core.walk import walk
from ..diagnostics import RulewrightError
from .looking import Look

Keys = tuple[int, ...]
NO_END = 1 << 30  # more components than there are


class Said(NamedTuple):
    """How many there are: as it stands to a number (`of`; else to what a mark was set to), by a
    comparison that holds or does not."""

    compared: str
    holds: bool
    of: ir.Expr | None

    def bounds(self, number: int) -> tuple[int, int]:
        """How many that is at least and at most."""
        below, above = (0, number - 1), (number + 1, NO_END)
        match self.compared, self.holds:
            case "equal", True:
                return number, number
            case "equal", False:
                return above if number == 0 else (0, NO_END)
            case ("less", True) | ("at_least", False):
                return below
            case ("at_most", True) | ("more", False):
                return 0, number
            case ("more", True) | ("at_most", False):
                return above
            case _:
                return number, NO_END

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

    def bounds(
        self, values: Locals, read: Reader, told: int, complete: Completer = never_asked
    ) -> tuple[int, int]:
        """How many there are at least and at most; `told`: what a mark was set to."""
        if self.said.of is not None:
            told = cast(int, self.what.values[0](values, read, complete))
        return self.said.bounds(told)


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
            names = [param.local.number]
            return tuple(_made(param.source, names, tests, Said(SOME, False, _ONE)))
        case _:
            return ()


def clues_of(number: ir.Expr) -> tuple[Clue, ...]:
    """The clues of what a mark was set to that counts what lies somewhere."""
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
        case ir.Fold(kind="some"):
            yield from _of_fold(test, some, unless)
        case ir.Fold(kind="every"):
            yield from _of_fold(test, some._replace(holds=not holds), unless)
        case ir.Op(name="empty", args=(of,)):
            yield from _made(of, [], [], some._replace(holds=not holds), unless)
        case ir.Op(name="differ", args=(one, other)):
            yield from _compared(one, other, Said("equal", not holds, other), unless)
        case ir.Op(name="equal" | "less" | "more" | "at_most" | "at_least", args=(one, other)):
            yield from _compared(one, other, Said(test.name, holds, other), unless)
        case ir.Op(name="contains", args=(ir.Read() as place, one)):
            local = ir.Local(_ANY, "", one.type)
            equals = ir.Op("equal", (local, one), ir.Truth())
            yield from _made(place, [_ANY], [equals], some, unless)
        case _:
            pass


def _as_it_is(test: ir.Expr, holds: bool) -> ir.Expr:
    return test if holds else ir.Op("not", (test,), ir.Truth())


_ANY = -1  # the number of a name that stands nowhere in the rules


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
            case _:
                break
    if not isinstance(source, ir.Read) or not isinstance(source.type, ir.SetOf) or not tests:
        return  # all see how many lie there
    if unless is not None and said.of is not None:
        none = ir.Const(said.with_none, ir.Number(-1, 1))
        said = said._replace(of=ir.Cond(unless, none, said.of, ir.Number(-1, NO_END)))
        tests.append(ir.Op("not", (unless,), ir.Truth()))
    if source.variable.role != "zone" or source.variable.seen in ("all", "with"):
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
