"""`may choose` is skipped where nothing but declining is left: what nobody is there to hear then.

Whoever plays is not asked, so that the reasons of its offers are heard only while another of them
is possible. An author who tries such a move in a scenario is told that, and what keeps it from
being offered as things stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from ..backends.reference import foresight
from ..core import ir
from ..core.evaluate import Value
from ..core.walk import free_locals, walk
from ..diagnostics import PlayError
from ..runtime.looking import seen_by_chooser
from ..runtime.move import readings
from ..runtime.why import against, unmet_around
from ..source import place_of
from ..state import State


@dataclass(frozen=True, slots=True)
class Skipped:
    """A choice that is skipped where none of its `offers` is possible, the way to decline left
    out."""

    choice: ir.Choose
    offers: tuple[ir.Alternative, ...]


def skipped(flow: ir.Stmt) -> Iterator[Skipped]:
    """All `may choose` of some rules, in their order."""
    for stmt in walk(flow):
        if isinstance(stmt, ir.If) and stmt.other is not None and isinstance(stmt.then, ir.Choose):
            declining, choice = stmt.other.span, stmt.then
            offers = tuple(a for a in choice.alternatives if a.body.span != declining)
            if 0 < len(offers) < len(choice.alternatives):
                yield Skipped(choice, offers)


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


def why_skipped(state: State, move: str) -> Iterator[str]:
    """Of a move that is not offered now: that it belongs to a choice that is skipped where only
    declining is left, and what keeps it from being offered as things stand. Where that is nothing
    and another choice has such moves, too, that one was meant."""
    program, waiting = state.engine.program, state.waiting
    if waiting is None or program.generic is None:
        return

    def read(variable: ir.StateVariable, keys: tuple[int, ...]) -> Value:
        return state.engine.codec.get(state.position, variable, keys)

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
        sees = partial(seen_by_chooser, program, state.engine.layout, state.slots)
        with suppress(PlayError):  # what it rests on need not be there now
            ahead = partial(foresight, program, state.slots)
            now = [why.message for why in against(program, choice, read, move, ahead, sees)]
            if is_elsewhere and not now:
                continue
        if unmet_around(program, choice, read, sees):
            continue  # which is told of the move
        told = f"{choice.name} is skipped where only {declining} is left, and nobody hears why"
        yield f"{told}; as things stand: {'; '.join(now)}" if now else told
