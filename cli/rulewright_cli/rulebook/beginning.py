"""What lies where when the first player is to decide, for each number of players: what holds
however chance decides, which is proved. Of the rest games are begun: where two differ, chance
decides; where none do, a cell says that it was only seen, and below the table what that means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from rulewright.analysis.beginning import Hidden, Known, at_first_decision
from rulewright.core.evaluate import written
from rulewright.core.ir import Move, MoveAll, Program, SetOf, Shuffle, StateVariable
from rulewright.core.walk import walk
from rulewright.diagnostics import RulewrightError
from rulewright.runtime.sight import is_box

from .naming import noun

if TYPE_CHECKING:
    from rulewright.game import Game
    from rulewright.state import State

SEEDS = range(1, 65)
AS_CHANCE_DECIDES = "as chance decides"
SEEN = "(tried)"
SEEN_MEANS = (
    f"{SEEN}: so it was in each of {len(SEEDS)} games that were tried; in others it may differ"
)


def counts(game: Game) -> list[int]:
    """The numbers of players for which a game can be set up, fewest first."""
    return [*game.merged.header.numbers(otherwise=(game.seats, game.seats))]


def beginnings(game: Game) -> dict[str, list[str]]:
    """Of each zone and mark that is not as ever at the first decision, by its name, what it holds
    with each number of players; empty if a game cannot be begun."""
    columns = []
    for seats in counts(game):
        try:
            columns.append(_beginning(game.for_seats(seats)))
        except RulewrightError:  # said where the game is played
            columns.append({})
    names = dict.fromkeys(name for column in columns for name in column)
    return {name: [column.get(name, "–") for column in columns] for name in names}


def first_view(game: Game, seed: int = SEEDS[0]) -> Mapping[str, object]:
    """What the first seat sees at a beginning, by the names of cells; nothing if there is none."""
    try:
        cells = game.start(seed=seed).observation(0)["cells"]
    except RulewrightError:
        return {}
    assert isinstance(cells, dict)
    return cells


def is_known(seen: object) -> bool:
    """Does a seat know what lies somewhere that nobody sees, as it saw that before? `seen`: what is
    told to it of a zone, or of each of several."""
    if not isinstance(seen, Mapping):
        return False
    return bool(seen.get("known")) or any(map(is_known, seen.values()))


STILL_KNOWN = (
    "Whoever has put something where nobody sees it, or has seen it before, still knows which it "
    "is, until it can no longer be told from others."
)


def is_known_where_hidden(program: Program) -> bool:
    """Is something moved from where somebody sees it to where nobody does, and not shuffled?"""
    parts = [*walk(program.flow)]
    shuffled = {part.place.variable for part in parts if isinstance(part, Shuffle)}
    return any(
        isinstance(part, Move | MoveAll)
        and part.source.variable.role == "zone"
        and part.source.variable.seen != "nobody"
        and part.target.variable.seen == "nobody"
        and part.target.variable not in shuffled
        for part in parts
    )


def _beginning(game: Game) -> dict[str, str]:
    @cache
    def begun() -> list[State]:
        return [game.start(seed=seed) for seed in SEEDS]

    certain = at_first_decision(game.program) or {}
    found = {}
    for variable in game.program.variables:
        if variable.role not in ("zone", "mark") or is_box(variable):
            continue
        members = certain.get(variable)
        told = None if members is None else _certain(variable, members)
        if told is None:
            said = _as_seen(begun(), variable)
        else:
            said = _as_text(variable, told) if any(told) else ""
        if said:
            found[variable.name] = said
    return found


def _certain(variable: StateVariable, members: Sequence[Known]) -> list[int | str] | None:
    """Of each member how many components it holds, or its value, if all of that is certain."""
    told = [_told(variable, one) for one in members]
    return None if None in told else [one for one in told if one is not None]


def _as_seen(begun: Sequence[State], variable: StateVariable) -> str:
    """What is said of something of which it is not certain what it holds."""
    told = []
    for state in begun:
        layout, slots = state.engine.layout, state.slots
        held = [layout.get(slots, variable, keys) for keys in layout.members(slots, variable)]
        if variable.grows:
            held = [len(held)]
        told.append([1 if variable.grows else _told(variable, one) for one in held])
    if any(one != told[0] for one in told):
        return AS_CHANCE_DECIDES
    same = [one for one in told[0] if one is not None]
    return f"{_as_text(variable, same)} {SEEN}" if any(same) else ""


def _told(variable: StateVariable, value: Known) -> int | str | None:
    """What one member holds; nothing if that is as ever, None if it is not certain."""
    kind = variable.type
    if isinstance(value, Hidden):
        return value.size
    if variable.role == "mark":
        idle = value == variable.start or value == -1
        return "" if idle else written(value, kind)
    if isinstance(value, int):
        return value.bit_count() if isinstance(kind, SetOf) else int(value >= 0)
    return sum(one >= 0 for one in value)


def _by_seat(variable: StateVariable, told: Sequence[int | str]) -> str | None:
    """How many components each seat has of those in several places of its own."""
    if variable.role != "zone" or len(variable.keys) < 2 or variable.keys[0].kind != "seat":
        return None
    seats, places = variable.keys[0].size, len(told) // variable.keys[0].size
    numbers = [one for one in told if isinstance(one, int)]
    if not places or len(numbers) != seats * places:
        return None
    sums = [sum(numbers[seat * places : (seat + 1) * places]) for seat in range(seats)]
    many = f"{min(sums)}" if min(sums) == max(sums) else f"{min(sums)} to {max(sums)}"
    if len({*numbers}) == 1:
        where = " and ".join(noun(key.name) for key in variable.keys[1:])
        return f"{many} each, {numbers[0]} at each {where}"
    return f"{many} each"


def _as_text(variable: StateVariable, told: Sequence[int | str]) -> str:
    """What all members hold, as one cell of a table."""
    if (by_seat := _by_seat(variable, told)) is not None:
        return by_seat
    members = {str(one) for one in told}
    each = " each" if variable.keys and not variable.grows else ""
    if len(members) == 1:
        return f"{members.pop()}{each}"
    numbers = [one for one in told if isinstance(one, int)]
    if numbers and variable.keys and variable.keys[0].kind != "seat":
        return f"{sum(numbers)} in all"
    if numbers:
        return f"{min(numbers)} to {max(numbers)}{each}"
    parts = [str(one) for one in told if one]
    return ", ".join(dict.fromkeys(parts)) + f" ({len(parts)} of {len(told)})"
