"""`may choose` is skipped where nothing but declining is left: what nobody is there to hear then.

Whoever plays is not asked, so that the reasons of its offers are heard only while another of them
is possible. An author who tries such a move in a scenario is told that, and what keeps it from
being offered as things stand. Its needs are asked of whoever would have made the choice, although
the turn may have gone on since. A move that another seat could make is told so, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import NamedTuple, cast

from ..backends.reference import foresight
from ..core import ir
from ..core.skipping import Skipped, skipped
from ..core.walk import free_locals, walk
from ..diagnostics import PlayError, first_few, listed
from ..drawing.lines import seat_title
from ..runtime.looking import seen_by_chooser
from ..runtime.move import readings
from ..runtime.why import against, unmet_around
from ..source import place_of
from ..state import State


def unheard(one: Skipped) -> Iterator[tuple[ir.Alternative, ir.Guard]]:
    """The reasons that are of no use in a choice: of what all of its offers need, whatever is named
    in them. Where it fails none is left, and the choice is skipped."""
    for offer in one.offers:
        named = {param.local.number for param in offer.params}
        for guard in offer.guards:
            is_asked = isinstance(guard.test, ir.Completable)  # by the language, not by the rules
            if not is_asked and not named & free_locals(guard.test):
                if all(_needs(other, guard.test) for other in one.offers):
                    yield offer, guard


def _needs(offer: ir.Alternative, test: ir.Expr) -> bool:
    return any(guard.test == test for guard in offer.guards)


class Unasked(NamedTuple):
    """A choice that is skipped where only `declining` is left and that has a move which is not
    offered now: who would be asked, and what keeps the move from being offered as things stand."""

    choice: ir.Choose
    declining: str
    asked: int | None
    now: Sequence[str]


def unasked(state: State, move: str, last: tuple[int, ir.Choose] | None) -> Iterator[Unasked]:
    """The choices that are skipped to which a move belongs that is not offered now. Where nothing
    keeps it from being offered and another choice has such moves, too, that one was meant. `last`:
    who has made the last move, and at which choice."""
    program, waiting, layout = state.engine.program, state.waiting, state.engine.layout
    if waiting is None or program.generic is None:
        return
    known = {place_of(one.choice.span): one for one in skipped(program.generic.flow)}
    is_elsewhere = any(
        any(readings(move, choice, kinds=True))
        for choice in program.choices
        if place_of(choice.span) not in known
    )
    for choice in program.choices:
        one = known.pop(place_of(choice.span), None)
        if one is None or choice is waiting or not any(readings(move, choice, kinds=True)):
            continue
        offered = {place_of(offer.span) for offer in one.offers}
        declining = next(a.name for a in one.choice.alternatives if a not in one.offers)
        offers = (a for a in choice.alternatives if place_of(a.span) in offered)
        choice = replace(choice, alternatives=tuple(offers))
        now = list[str]()
        asked = _would_have_been_asked(state, choice, last)
        slots = layout.copy(state.slots)
        if asked is not None:
            layout.put(slots, program.me, (), asked)
        read, sees = layout.reader(slots), partial(seen_by_chooser, program, layout, slots)
        ahead = partial(foresight, program, slots)
        with suppress(PlayError):  # what it rests on need not be there now
            now = [why.message for why in against(program, choice, read, move, ahead, sees)]
            if is_elsewhere and not now:
                continue
        if unmet_around(program, choice, read, sees, ahead):
            continue  # which is told of the move
        yield Unasked(choice, declining, asked, now if asked is not None else ())


def why_skipped(
    state: State, move: str, last: tuple[int, ir.Choose] | None, said: str
) -> Iterator[str]:
    """The same in words. `said`: what is told of the move already, which is not told again."""
    labels = state.engine.program.seats.labels
    for choice, declining, asked, reasons in unasked(state, move, last):
        now = [why for why in reasons if why not in said]
        told = f"{choice.name} is skipped where only {declining} is left, and nobody hears why"
        whose = "" if asked in (None, state.to_move) else f" for {labels[asked]}"
        yield f"{told}; as things stand{whose}: {'; '.join(now)}" if now else told


def asked_instead(state: State, move: str) -> str:
    """Of a move that another choice has: what is asked now, and what may be chosen; empty if the
    choice that waits has such moves itself, or none has."""
    waiting = state.waiting
    if waiting is None or any(readings(move, waiting, kinds=True)):
        return ""
    if not any(any(readings(move, one, kinds=True)) for one in state.engine.program.choices):
        return ""
    words = f" ({waiting.words})" if waiting.words else ""
    offered = first_few([str(one) for one in state.legal_moves()], MOST_OFFERED, "; ")
    return f"{waiting.name}{words} is asked here: {offered}"


MOST_OFFERED = 8  # moves that are told where another choice is asked


def whose(state: State, move: str) -> str:
    """Of a move that is not offered to whoever is to move: that it would be to another seat, which
    is told first, for then what the rules have against it here is beside the point."""
    program, choice, layout = state.engine.program, state.waiting, state.engine.layout
    if choice is None or not any(readings(move, choice, kinds=True)):
        return ""
    could = list[str]()
    for seat in range(program.seats.size):
        slots = layout.copy(state.slots)
        layout.put(slots, program.me, (), seat)
        read, sees = layout.reader(slots), partial(seen_by_chooser, program, layout, slots)
        ahead = partial(foresight, program, slots)
        with suppress(PlayError):  # it may rest on whose turn it is
            if seat != state.to_move and not against(program, choice, read, move, ahead, sees):
                could.append(seat_title(program.seats.labels[seat]))
    if not could:
        return ""
    mover = seat_title(program.seats.labels[cast(int, state.to_move)])
    return f"{mover} is to move, and not {listed(could, 'or')}"


def _would_have_been_asked(
    state: State, choice: ir.Choose, last: tuple[int, ir.Choose] | None
) -> int | None:
    """The seat to which a choice would have been put since the last move. Where the turn has gone
    on since then, a choice behind the one of that move belonged to the turn that is over, one above
    the choice that waits to the turn that has begun; None: it may have been either, or neither."""
    mover, waiting, generic = cast(int, state.to_move), state.waiting, state.engine.program.generic
    assert waiting is not None and generic is not None
    if last is None or last[0] == mover:
        return mover
    order = [place_of(stmt.span) for stmt in walk(generic.flow) if isinstance(stmt, ir.Choose)]
    at = order.index(place_of(choice.span))
    is_behind = place_of(last[1].span) in order[: at + 1]
    is_above = place_of(waiting.span) in order[at:]
    if is_behind is is_above:
        return None
    return last[0] if is_behind else mover
