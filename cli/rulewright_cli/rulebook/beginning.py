"""What lies where when the first player is to decide, for each number of players: games are really
begun, some for each number, so that what chance decides is told from what is fixed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from rulewright.core.evaluate import Value, written
from rulewright.core.ir import Pick, SetOf, StateVariable
from rulewright.core.walk import walk
from rulewright.diagnostics import RulewrightError
from rulewright.runtime.layout import Layout, Slots
from rulewright.runtime.sight import is_box

if TYPE_CHECKING:
    from rulewright.game import Game

SEEDS = (1, 2, 3, 4)
AS_CHANCE_DECIDES = "as chance decides"


def counts(game: Game) -> list[int]:
    """The numbers of players for which a game can be set up, fewest first."""
    low, high = game.merged.header.players or (game.seats, game.seats)
    return list(range(low, high + 1))


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


def first_view(game: Game) -> Mapping[str, object]:
    """What the first seat sees at a beginning, by the names of cells; nothing if there is none."""
    try:
        cells = game.start(seed=SEEDS[0]).observation(0)["cells"]
    except RulewrightError:
        return {}
    assert isinstance(cells, dict)
    return cells


def _beginning(game: Game) -> dict[str, str]:
    states = [game.start(seed=seed) for seed in SEEDS]
    layout = states[0].engine.layout
    slots = [state.slots for state in states]
    picked = {node.variable for node in walk(game.program.setup) if isinstance(node, Pick)}
    found = {}
    for variable in game.program.variables:
        if variable.role not in ("zone", "mark") or is_box(variable):
            continue
        if variable in picked:
            found[variable.name] = AS_CHANCE_DECIDES
            continue
        told = [list(_held(variable, layout, one)) for one in slots]
        if any(told):
            found[variable.name] = _as_text(variable, told)
    return found


def _held(variable: StateVariable, layout: Layout, slots: Slots) -> Iterator[int | str]:
    """Of each member how many components it holds, or its value; nothing if all are as ever."""
    members = layout.members(slots, variable)
    found = [_told(variable, layout.get(slots, variable, keys)) for keys in members]
    if variable.grows:
        found = [len(found)] if found else []
    if any(found):
        yield from found


def _told(variable: StateVariable, value: Value) -> int | str:
    """What one member holds; nothing if that is as ever."""
    kind = variable.type
    if variable.role == "mark":
        idle = value == variable.start or value == -1
        return "" if idle else written(value, kind)
    if isinstance(value, int):
        return value.bit_count() if isinstance(kind, SetOf) else int(value >= 0)
    return sum(one >= 0 for one in cast("Sequence[int]", value))


def _as_text(variable: StateVariable, told: list[list[int | str]]) -> str:
    """What several games begin with, as one cell of a table."""
    members = list({str(one) for held in told for one in held})
    each = " each" if variable.keys and not variable.grows else ""
    if len(members) == 1:
        return f"{members[0]}{each}"
    numbers = [one for held in told for one in held if isinstance(one, int)]
    if variable.role == "zone" and variable.keys and variable.keys[0].kind != "seat":
        numbers = [sum(one for one in held if isinstance(one, int)) for held in told]
        each = " in all"
    if numbers:
        low, high = min(numbers), max(numbers)
        return f"{low}{each}" if low == high else f"{low} to {high}{each}"
    whole = {tuple(held) for held in told}
    if len(whole) > 1:
        return AS_CHANCE_DECIDES
    parts = [str(one) for one in told[0] if one]
    return ", ".join(dict.fromkeys(parts)) + f" ({len(parts)} of {len(told[0])})"
