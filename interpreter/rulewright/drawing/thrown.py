"""What was thrown for all to see when a turn began, and what a seat has drawn into its own hand.

A throw that stands in a turn before its first decision belongs to no move, but whoever reads later
what was done wants to know it. It is told where the rules leave no doubt that it has just been
made: nothing between it and the decision asks, and no loop leads back to the decision behind it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import cast

from ..characters import spoken
from ..core.evaluate import Value, elements_of_mask, evaluate, written
from ..core.ir import (
    Alternative,
    Assign,
    Block,
    Choose,
    Deal,
    Element,
    If,
    Loop,
    Move,
    MoveAll,
    Pick,
    Program,
    Read,
    Seq,
    StateVariable,
    Stmt,
    Type,
)
from ..core.walk import walk
from ..runtime.layout import Layout, Slots
from ..runtime.sight import Masks, component_of, held_in, visible
from .around import ahead, behind
from .lines import seat_title, title_of
from .turned import MOST, has_come, not_named


def thrown_in_turn(program: Program, layout: Layout, slots: Slots, point: int) -> str:
    """What the dice show that the turn began with, if what is asked at this point comes first."""
    told: dict[str, list[str]] = {}
    for pick in _throws(program, point):
        keys = tuple(cast(int, evaluate(key, {}, layout.reader(slots))) for key in pick.keys)
        labels = [
            title_of(k, k.labels[one]) for k, one in zip(pick.variable.keys, keys, strict=True)
        ]
        if pick.variable.keys[:1] == (program.seats,):
            del labels[0]  # of who is told to have thrown it
        shows = shown_as(layout.get(slots, pick.variable, keys), pick.variable.type)
        told.setdefault(spoken(pick.variable.name), []).append(" ".join([*labels, shows]))
    return ", ".join(f"{name} {', '.join(shows)}" for name, shows in told.items())


def shown_as(value: Value, kind: Type) -> str:
    """What a die shows, as it is called on the table."""
    text = written(value, kind)
    return title_of(kind.domain, text) if isinstance(kind, Element) else text


@lru_cache(maxsize=256)
def _throws(program: Program, point: int) -> tuple[Pick, ...]:
    """The throws that all see and that have just been made where something is asked."""
    return tuple(_before(program.flow, point, program, in_turn=False) or ())


def _before(stmt: Stmt, point: int, program: Program, *, in_turn: bool) -> list[Pick] | None:
    """The throws of a turn before a decision in a statement; None if that is not in it. What stands
    before a loop in which the decision is may have been thrown long ago."""
    match stmt:
        case Choose():
            return [] if stmt.point == point else None
        case Seq():
            for number, part in enumerate(stmt.body):
                found = _before(part, point, program, in_turn=in_turn)
                if found is not None:
                    is_new = in_turn and not _is_within_a_loop(part, point)
                    return [*(_made(stmt.body[:number], program) if is_new else []), *found]
            return None
        case If():
            ways = (stmt.then, stmt.other)
            found_ = (_before(w, point, program, in_turn=in_turn) for w in ways if w is not None)
            return next((found for found in found_ if found is not None), None)
        case Block():
            return _before(stmt.body, point, program, in_turn=in_turn or stmt.turn)
        case Loop():
            return _before(stmt.body, point, program, in_turn=in_turn)
        case _:
            return None


def _is_within_a_loop(stmt: Stmt, point: int) -> bool:
    loops = (part for part in walk(stmt) if isinstance(part, Loop))
    return any(
        isinstance(part, Choose) and part.point == point for loop in loops for part in walk(loop)
    )


def _made(stmts: Sequence[Stmt], program: Program) -> list[Pick]:
    """The throws among statements behind the last decision, of which nothing else is made."""
    made: list[Pick] = []
    for stmt in stmts:
        if any(isinstance(part, Choose) for part in walk(stmt)):
            made = []
            continue
        changed = {part.variable for part in walk(stmt) if isinstance(part, Assign | Pick)}
        made = [one for one in made if one.keys or one.variable not in changed]
        if isinstance(stmt, Pick) and stmt.variable.seen == "all" and _is_mine(stmt, program):
            made.append(stmt)
    return made


def _is_mine(pick: Pick, program: Program) -> bool:
    """Is it one die, or that of whose turn it is?"""
    return all(isinstance(key, Read) and key.variable is program.me for key in pick.keys)


@lru_cache(maxsize=256)
def filled_first(
    program: Program, point: int, alternative: Alternative, then: int
) -> frozenset[StateVariable]:
    """The zones into which something is put where the turn of the decision `then` begins, and not
    by a move at a decision and what follows on it: what has come there since has come then."""
    by_move = (alternative.body, *behind(program, point))
    return _filled(ahead(program, then)) - _filled(by_move)


def _filled(stmts: Sequence[Stmt]) -> frozenset[StateVariable]:
    """The zones into which statements put something, in whatever case."""
    parts = (part for stmt in stmts for part in walk(stmt))
    return frozenset(
        part.target.variable for part in parts if isinstance(part, Deal | Move | MoveAll)
    )


def drawn(
    program: Program,
    layout: Layout,
    before: Slots,
    after: Slots,
    seat: int,
    named: Collection[str],
    *,
    is_mover: bool,
    zones: Collection[StateVariable],
) -> str:
    """What a seat has got into those of these zones that it alone sees and had not seen before, if
    that is not too much: `hand + Bat 7`, or `hand of Ann + Bat 7` if another moved, or has the
    turn. `named`: what the move names, which is not told again."""
    if not zones:  # as where turns deal nothing
        return ""
    told, count = list[str](), 0
    of = "" if is_mover else f" of {seat_title(program.seats.labels[seat])}"
    known = visible(program, layout, before, seat)
    for zone, place, labels in _own(program, layout, after, seat, known):
        if zone not in zones:
            continue
        new = not_named(labels, named)
        count += len(new)
        told += has_come(f"{place}{of}", new)
    return ", ".join(told) if count <= MOST else ""


def _own(
    program: Program, layout: Layout, slots: Slots, seat: int, known: Masks
) -> Iterator[tuple[StateVariable, str, list[str]]]:
    """The zones that a seat alone sees, with what lies there that was not known."""
    for zone in program.variables:
        domain = component_of(zone)
        if domain is None or zone.role != "zone" or zone.seen != "owner":
            continue
        for keys in layout.members(slots, zone):
            if keys[0] == seat:
                held = held_in(zone, layout.get(slots, zone, keys)) & ~known.get(domain, 0)
                more = zip(zone.keys[1:], keys[1:], strict=True)
                others = [title_of(k, k.labels[at]) for k, at in more]
                name = " ".join([spoken(zone.name), *others])
                yield zone, name, [domain.labels[one] for one in elements_of_mask(held)]
