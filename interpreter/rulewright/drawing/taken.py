"""What a move has taken off a board: a piece that lay on a cell for all to see, and has gone into a
hand or out of play.

A move from cell to cell names no piece. Which one has moved is seen where it stands now, but one
that was taken stands nowhere any more, and who reads the moves waits for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..core.evaluate import elements_of_mask
from ..core.ir import Domain, Program, StateVariable
from ..runtime.layout import Layout, Slots
from ..runtime.sight import component_of, held_in, is_box
from .standing import kept_on
from .turned import MOST_OPEN, has_come, not_named, place_of_zone


def taken(
    program: Program,
    layout: Layout,
    before: Slots,
    after: Slots,
    seat: int,
    named: Collection[str],
) -> str:
    """What lay open on cells before a move of a seat and has gone from there to where all see it,
    or out of play, if that is not too much: `hand + Giraffe`. `named`: what the move names, which
    is not told again. What is equal to others is told by what it is."""
    stays = _on_cells(program, layout, after)
    left = {of: mask & ~stays[of] for of, mask in _on_cells(program, layout, before).items()}
    told, count = list[str](), 0
    for zone in program.variables:
        domain = component_of(zone)
        if domain is None or not left.get(domain) or not (zone.seen == "all" or is_box(zone)):
            continue
        for keys in layout.members(after, zone):
            mask = held_in(zone, layout.get(after, zone, keys)) & left[domain]
            gone = not_named((domain.labels[one] for one in elements_of_mask(mask)), named)
            count += len(gone)
            kinds = [domain.kinds[domain.labels.index(x)] if domain.kinds else x for x in gone]
            place = "taken" if is_box(zone) else place_of_zone(zone, keys, seat)
            told += has_come(place, kinds)
    return ", ".join(told) if count <= MOST_OPEN or len(told) == 1 else ""


def _on_cells(program: Program, layout: Layout, slots: Slots) -> dict[Domain, int]:
    """The components of each kind that lie open on cells of boards."""
    found = dict[Domain, int]()
    for zone in _of_cells(program):
        domain = component_of(zone)
        assert domain is not None
        for keys in layout.members(slots, zone):
            mask = held_in(zone, layout.get(slots, zone, keys))
            found[domain] = found.get(domain, 0) | mask
    return found


def _of_cells(program: Program) -> Iterator[StateVariable]:
    """The zones that are kept for each cell of a board and that all see."""
    for board in program.boards:
        for zone in kept_on(program, board.component) if board.component.columns else ():
            if zone.role == "zone" and zone.seen == "all" and component_of(zone) is not None:
                yield zone
