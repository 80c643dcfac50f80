"""Choices as places where play can begin, told by names: `main`, or `pay in claim in main`.

A choice is named as targets of variants are: by its own name and, if several have it, by names of
what it stands in, from the nearest outward. Of a procedure that is called more than once in one
place it is that of the first call, for no name tells the calls apart. What was chosen on the way to
it and is still needed is kept in state variables, which are known there by the names that rules
give them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ..source import Span
from . import ir
from .walk import walk

Way = tuple[
    tuple[ir.Stmt, int], ...
]  # from the root: each statement and which part of it comes next


def ways(stmt: ir.Stmt, before: Way = ()) -> Iterator[tuple[ir.Choose, Way]]:
    """Every choice in a statement with the way down to it."""
    match stmt:
        case ir.Seq():
            for i, part in enumerate(stmt.body):
                yield from ways(part, (*before, (stmt, i)))
        case ir.If():
            yield from ways(stmt.then, (*before, (stmt, 0)))
            if stmt.other is not None:
                yield from ways(stmt.other, (*before, (stmt, 1)))
        case ir.Block() | ir.Loop():
            yield from ways(stmt.body, (*before, (stmt, 0)))
        case ir.Choose():
            yield stmt, before
            for i, alternative in enumerate(stmt.alternatives):
                yield from ways(alternative.body, (*before, (stmt, i)))
        case _:
            return


@dataclass(frozen=True)
class Start:
    """A choice, and the way down to it. `taken`: the names of zones and marks."""

    choose: ir.Choose
    way: Way
    taken: frozenset[str]

    @property
    def in_turn(self) -> bool:
        """Is it put in a seat's turn?"""
        return any(isinstance(stmt, ir.Block) and stmt.turn for stmt, _ in self.way)

    @cached_property
    def all_kept(self) -> Sequence[ir.StateVariable]:
        """What is kept there."""
        found: list[ir.StateVariable] = []
        for stmt, part in (*self.way, (self.choose, -1)):
            if isinstance(stmt, ir.Seq):
                for before in _in_turn(stmt.body[:part]):
                    found += [one for one in _selected(before) if one not in found]
                    if isinstance(before, ir.Assign) and before.variable.role == "choice":
                        is_cleared = before.value == ir.Const(
                            before.variable.start, before.value.type
                        )
                        found = [one for one in found if one is not before.variable]
                        found += [] if is_cleared else [before.variable]
            elif isinstance(stmt, ir.Choose):
                found += [own for own in _own(stmt) if own not in found]
        return tuple(found)

    @cached_property
    def kept(self) -> dict[str, ir.StateVariable]:
        """What is kept there, by the names of rules: those that nothing else there has."""
        found = self.all_kept
        names = [variable.name.rpartition(".")[2] for variable in found]
        told = {name for name in names if names.count(name) == 1} - self.taken
        return {name: one for name, one in zip(names, found, strict=True) if name in told}

    @cached_property
    def done(self) -> frozenset[ir.StateVariable]:
        """What composes before it keep beside what was selected: nothing reads it any more."""
        before = [stmt.body[:part] for stmt, part in self.way if isinstance(stmt, ir.Seq)]
        composes = [kept for body in before for one in _in_turn(body) for kept in _of_compose(one)]
        return frozenset(one for one in composes if not isinstance(one.type, ir.SetOf))

    @cached_property
    def needed(self) -> dict[str, ir.StateVariable]:
        """Of what is kept, the elements that rules read later on as never none, and what has been
        selected before and is read again, as nobody would miss it: sets begin as empty ones."""
        return {name: one for name, one in self.kept.items() if self._is_read_later(one)}

    def _is_read_later(self, variable: ir.StateVariable) -> bool:
        later: list[ir.Stmt] = [self.choose]
        is_kept = is_selected = False
        for stmt, part in self.way:
            if isinstance(stmt, ir.Seq):
                before = [*_in_turn(stmt.body[:part])]
                is_selected |= any(variable in _selected(one) for one in before)
                is_kept |= is_selected or any(
                    isinstance(one, ir.Assign) and one.variable is variable for one in before
                )
                later += stmt.body[part + 1 :] if is_kept else ()
            elif isinstance(stmt, ir.Choose):
                is_kept = True  # whatever is drawn for an action is kept at its beginning
            elif isinstance(stmt, ir.Loop) and is_kept:
                later.append(stmt)  # it may go round before what is kept is given anew
        return any(
            isinstance(part, ir.Read) and part.variable is variable
            and (is_selected or (isinstance(part.type, ir.Element) and not part.type.optional))
            for stmt in later for part in walk(stmt)
        )  # fmt: skip

    def is_called(self, names: Sequence[str]) -> bool:
        """Do these names mean it: its own, then those of what it stands in, outward?"""
        around = iter(reversed(self.choose.around))
        return self.choose.name == names[0] and all(name in around for name in names[1:])


def _in_turn(stmts: Sequence[ir.Stmt]) -> Iterator[ir.Stmt]:
    for stmt in stmts:
        if isinstance(stmt, ir.Seq):
            yield from _in_turn(stmt.body)
        else:
            yield stmt


def _selected(stmt: ir.Stmt) -> list[ir.StateVariable]:
    """What steps of a compose have selected when it is done, if a statement is one."""
    return [one for one in _of_compose(stmt) if isinstance(one.type, ir.SetOf)]


def _of_compose(stmt: ir.Stmt) -> list[ir.StateVariable]:
    """What a compose keeps, if a statement is one."""
    asked = _in_turn((stmt.body,)) if isinstance(stmt, ir.Loop) else ()
    return [own for one in asked if isinstance(one, ir.Choose) for own in _own(one)]


def _own(choose: ir.Choose) -> tuple[ir.StateVariable, ...]:
    """What a compose keeps, if the choice is one of its steps."""
    for alternative in choose.alternatives:
        for guard in alternative.guards:
            if isinstance(guard.test, ir.Completable) and guard.test.step is not None:
                return guard.test.compose.own
    return ()


@lru_cache(maxsize=8)
def starts(program: ir.Program) -> tuple[Start, ...]:
    """The choices of a program, by point."""
    taken = frozenset(v.name for v in program.variables if v.role in ("zone", "mark"))
    found = [Start(*at, taken) for at in ways(ir.Seq((program.setup, program.flow)))]
    return tuple(sorted(found, key=lambda start: start.choose.point))


def starts_called(program: ir.Program, names: Sequence[str]) -> list[Start]:
    """The choices that names mean: one, if they tell it apart."""
    found = dict[tuple[Span, tuple[str, ...]], Start]()
    for start in starts(program):
        if start.is_called(names):
            found.setdefault((start.choose.span, start.choose.around), start)
    return [*found.values()]


def names_of(program: ir.Program, start: Start) -> tuple[str, ...] | None:
    """The fewest names that tell a choice apart; None if none do."""
    around = tuple(reversed(start.choose.around))
    for number in range(len(around) + 1):
        names = start.choose.name, *around[:number]
        if starts_called(program, names) == [start]:
            return names
    return None
