"""How the things of a game are drawn: as their author has said, else as follows from the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..core.ir import Program, StateVariable
from ..core.look import COLOURS, PLAIN, Look, prefixes

PALETTE = (
    "#3f6fb5", "#d98a1f", "#3f9a6b", "#b5443f", "#8257a8", "#7d7a72", "#2f9aa5", "#b06a8f",
    "#8a8f2c", "#5b4a3a",
)  # fmt: skip

LAST = 10_000  # beyond all numbers that a look may give

Observed = Mapping[str, object]


def look_of(program: Program) -> Look:
    """What the author of a game has said about how its things are drawn."""
    return program.generic.look if program.generic is not None else PLAIN


def shorts(program: Program, labels: Sequence[str]) -> tuple[str, ...]:
    """The letters or signs that stand for labels of one kind."""
    symbols = look_of(program).symbols
    pairs = zip(labels, prefixes(labels), strict=True)
    return tuple(symbols.get(label, short) for label, short in pairs)


def seat_letters(program: Program) -> tuple[str, ...]:
    """A letter or two for each seat, to stand in brackets."""
    symbols, labels = look_of(program).symbols, program.seats.labels
    pairs = zip(labels, prefixes(labels), strict=True)
    return tuple(symbols.get(label, short.upper()) for label, short in pairs)


def colour_of(program: Program, labels: Sequence[str], label: str) -> str:
    """The colour of a label: its own if it is one, else one of a list."""
    return own_colour(program, label) or PALETTE[labels.index(label) % len(PALETTE)]


def own_colour(program: Program, label: str) -> str | None:
    """The colour that a label is given, or that it is the name of."""
    return look_of(program).colours.get(label) or COLOURS.get(label.casefold())


def shown(program: Program, seen: Observed) -> Observed:
    """The cells of an observation without those that are not drawn."""
    hidden = look_of(program).hidden
    if not hidden:
        return seen
    return {name: value for name, value in seen.items() if name not in hidden}


def in_order(program: Program) -> list[StateVariable]:
    """What a game holds, in the order in which it is shown: what has a number first."""
    return sorted(program.variables, key=lambda variable: place_of(program, variable))


def place_of(program: Program, variable: StateVariable) -> int:
    """The number by which a zone or mark is put in order: what has none stands last."""
    return look_of(program).order.get(variable.name, LAST)
