"""Reasons that nobody ever hears: those of a `may choose` that is skipped whenever they apply."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ...core.ir import Alternative, Choose, GenericProgram, Guard
from ...core.skipping import skipped
from ...core.walk import walk
from ...diagnostics import Diagnostic, Note
from ...source import Place, place_of
from ..skipping import unheard


@dataclass(slots=True)
class Unheard:
    """What is found in a game with one set of variants after the other. `heard`: where an action is
    offered elsewhere, too, or a variant adds an offer beside it, its reasons are of use."""

    heard: set[Place] = field(default_factory=set)
    found: dict[Place, Diagnostic] = field(default_factory=dict)

    def add(self, program: GenericProgram) -> None:
        without_use: dict[int, set[Place]] = {}  # by the identity of the choice
        for one in skipped(program.flow):
            places = without_use.setdefault(id(one.choice), set())
            for offer, guard in unheard(one):
                places.add(place_of(guard.span))
                self.found[place_of(guard.span)] = _finding(one.choice, offer, guard)
        for choice in walk(program.flow):
            if isinstance(choice, Choose):
                guards = (guard for offer in choice.alternatives for guard in offer.guards)
                said = {place_of(guard.span) for guard in guards}
                self.heard |= said - without_use.get(id(choice), set())

    def findings(self) -> Iterator[Diagnostic]:
        for place, finding in self.found.items():
            if place not in self.heard:
                yield finding


def _finding(choice: Choose, offer: Alternative, guard: Guard) -> Diagnostic:
    note = f"without it, {offer.name} is not offered, and nothing is left but declining"
    return Diagnostic(
        "L016",
        f"nobody hears this reason unasked: whenever it applies, {choice.name} is skipped",
        guard.span,
        (Note(note, choice.span),),
        hint=f"put the condition into an `if` around {choice.name}, or under the `where` of what "
        "is named; so that players are told, use `choose` and an offer that can always be chosen",
    )
