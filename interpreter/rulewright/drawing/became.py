"""What has come of a move for all to see, beside what it always does: a drought begins, somebody is
out, a suit has become trump.

What a move does whenever it is made its name says, and what it sets to what it names its text. Told
is what comes of it now and then: by an `if`, by a standing rule, where a turn or a phase begins.
That is told of marks of the whole table, of seats and of types that hold one of a few things, or
say yes or no; numbers change all the time, and what is kept for cards and places is on boards. That
a claim holds no longer, and that nothing is there any more, is for the table to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..characters import spoken
from ..core.evaluate import written
from ..core.ir import (
    Alternative,
    Assign,
    Block,
    Choose,
    Cond,
    Domain,
    Element,
    Expr,
    For,
    If,
    Loop,
    Pick,
    Program,
    Read,
    Seq,
    StateVariable,
    Stmt,
    Truth,
)
from ..core.walk import walk
from ..runtime.layout import Layout, Slots
from .attributes import attributes_of
from .lines import labelled, seat_title
from .look import look_of
from .turned import MOST

Held = tuple[tuple[StateVariable, tuple[int, ...], int], ...]


class Became(NamedTuple):
    """What has become of a mark, and whether it is printed on what the move names, as the suit that
    was led is on a card: who is told which card it was need not be told it."""

    text: str
    is_printed: bool = False


def states_held(program: Program, layout: Layout, slots: Slots) -> Held:
    """What is told of when it changes, as it is."""
    return tuple(
        (mark, keys, _number(layout.get(slots, mark, keys)))
        for mark in _told(program)
        for keys in layout.members(slots, mark)
    )


def has_become(
    program: Program,
    layout: Layout,
    was: Held,
    after: Slots,
    seat: int,
    choose: Choose,
    alternative: Alternative,
    named: Mapping[str, Domain],
) -> Iterator[Became]:
    """What has become of that after a move of a seat: `state of Ann, Bob thirsty`, `broke yes`."""
    expected, printed = _always(program, choose.point, alternative), _from_named(alternative)
    changed: dict[tuple[StateVariable, int], list[tuple[int, ...]]] = {}
    for mark, keys, value in was:
        now = _number(layout.get(after, mark, keys))
        if now != value and mark not in expected and _is_news(mark, now, named):
            changed.setdefault((mark, now), []).append(keys)
    for (mark, now), members in changed.items():
        if len(members) <= MOST:
            said = [labelled(mark.name), *_whose(mark, members, seat), _in_words(mark, now)]
            yield Became(" ".join(said), mark in printed and _is_printed(program, mark, now, named))


@lru_cache(maxsize=8)
def _told(program: Program) -> tuple[StateVariable, ...]:
    """The marks of which it is told what becomes of them. What is thrown is told otherwise."""
    thrown = {part.variable for part in walk(program.flow) if isinstance(part, Pick)}
    return tuple(
        mark
        for mark in program.variables
        if (mark.role, mark.seen) == ("mark", "all")
        and mark.name not in look_of(program).hidden
        and mark not in thrown
        and len(mark.keys) < 2
        and all(_is_one_of_few(key) for key in mark.keys)
        and (
            isinstance(mark.type, Truth)
            or (isinstance(mark.type, Element) and _is_one_of_few(mark.type.domain))
        )
    )


def _is_one_of_few(domain: Domain) -> bool:
    return domain.kind in ("seat", "enumeration") and not domain.columns


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value


def _is_news(mark: StateVariable, now: int, named: Mapping[str, Domain]) -> bool:
    if isinstance(mark.type, Truth):
        return bool(now) or bool(mark.start)
    assert isinstance(mark.type, Element)
    if now < 0:
        return mark.start != now
    return named.get(mark.type.domain.labels[now]) is not mark.type.domain


def _is_printed(
    program: Program, mark: StateVariable, now: int, named: Mapping[str, Domain]
) -> bool:
    if not isinstance(mark.type, Element):
        return False
    facts = (
        (fact, domain.labels.index(label))
        for label, domain in named.items()
        if domain.kind == "component"
        for fact in attributes_of(program).of(domain, brief=True)
    )
    return any(
        isinstance(fact.type, Element)
        and fact.type.domain.name == mark.type.domain.name
        and fact.values[element] == now
        for fact, element in facts
    )


def _whose(mark: StateVariable, members: Sequence[tuple[int, ...]], seat: int) -> list[str]:
    """Of which seats or values it is told; of who moves alone it goes without saying."""
    if not mark.keys or (mark.keys[0].kind == "seat" and members == [(seat,)]):
        return []
    labels = [mark.keys[0].labels[key] for (key,) in members]
    if mark.keys[0].kind == "seat":
        return ["of", ", ".join(map(seat_title, labels))]
    return [", ".join(labels)]


def _in_words(mark: StateVariable, value: int) -> str:
    said = written(value, mark.type)
    is_seat = isinstance(mark.type, Element) and mark.type.domain.kind == "seat"
    return seat_title(said) if is_seat else spoken(said)


@lru_cache(maxsize=256)
def _always(program: Program, point: int, alternative: Alternative) -> frozenset[StateVariable]:
    """The marks that are set in any case by a move, by what follows on it in its action, or by what
    follows on that in the same turn."""
    behind, _ = _behind(program.flow, point, in_action=False) or ((), False)
    return frozenset(mark for stmt in (alternative.body, *behind) for mark in _set_by(stmt))


@lru_cache(maxsize=256)
def _from_named(alternative: Alternative) -> frozenset[StateVariable]:
    """The marks that a move sets to something of what it names."""
    return frozenset(
        stmt.variable
        for stmt in walk(alternative.body)
        if isinstance(stmt, Assign) and any(part in alternative.bound for part in walk(stmt.value))
    )


def _set_by(stmt: Stmt) -> Iterator[StateVariable]:
    """The marks that a statement sets in any case, and not to one thing or another."""
    match stmt:
        case Seq():
            for part in stmt.body:
                yield from _set_by(part)
        case Assign() if not _hangs_on_table(stmt.value):
            yield stmt.variable
        case For() | Block():
            yield from _set_by(stmt.body)
        case _:
            pass


def _hangs_on_table(value: Expr) -> bool:
    """Is it one thing or another, as it stands on the table? What is chosen the move says."""
    return isinstance(value, Cond) and any(
        isinstance(part, Read) and part.variable.role in ("zone", "mark") for part in walk(value)
    )


def _behind(
    stmt: Stmt, point: int, *, in_action: bool
) -> tuple[tuple[Stmt, ...], bool] | None:  # fmt: skip
    """What follows in a statement on a decision in it, in the same action and the same turn, and
    whether that is all; None if the decision is not in it."""
    match stmt:
        case Choose():
            if stmt.point == point:
                return (), False
            bodies = (_behind(a.body, point, in_action=True) for a in stmt.alternatives)
            return next((found for found in bodies if found is not None), None)
        case Seq():
            for number, part in enumerate(stmt.body):
                if (found := _behind(part, point, in_action=in_action)) is not None:
                    more = () if found[1] else stmt.body[number + 1 :]
                    return (*found[0], *more), found[1]
            return None
        case If():
            ways = (_behind(w, point, in_action=in_action) for w in (stmt.then, stmt.other) if w)
            return next((found for found in ways if found is not None), None)
        case Block() | Loop():
            found = _behind(stmt.body, point, in_action=in_action)
            if found is None or in_action:
                return found
            return found[0], found[1] or isinstance(stmt, Loop)  # what is behind it is later
        case _:
            return None
