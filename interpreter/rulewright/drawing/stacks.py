"""Stacks on cells that lie open: all of each, from the top down, where a sign says what a piece is.

    ○|●●○     ○ on top, which stands (|), below it two ● and an ○
    ○|●● +4   and four more below these

In such games what lies below matters as much as what lies on top, and nothing of it is hidden.
Names of pieces would take too much room: of these only the top is drawn, and how many lie below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple
from unicodedata import east_asian_width

from ..core.ir import Domain, Program, StackOf, StateVariable
from ..runtime.sight import component_of
from .look import look_of
from .standing import carried_by, kept_on

Observed = Mapping[str, object]


class Lying(NamedTuple):
    """A piece of a stack: its sign, and the marks of it that tell anything, with their values."""

    sign: str
    marks: tuple[tuple[StateVariable, object], ...]


class Stack(NamedTuple):
    """Two or more pieces of which each has a sign, from the top down."""

    pieces: tuple[Lying, ...]


class Below(NamedTuple):
    """So many lie below what is drawn of a pile."""

    many: int


def stack_on(
    program: Program, domain: Domain, zone: StateVariable, value: object, seen: Observed
) -> Stack | None:
    """A stack on a cell that all of is seen of, if there is a sign for each of its pieces."""
    if not isinstance(zone.type, StackOf) or not isinstance(value, list) or len(value) < 2:
        return None
    symbols = look_of(program).symbols
    labels = [str(one) for one in value]
    if not all(_is_sign(symbols.get(label, label)) for label in labels):
        return None
    return Stack(tuple(
        Lying(symbols.get(label, label), tuple(carried_by(program, domain, zone, label, seen)))
        for label in labels
    ))  # fmt: skip


def _is_sign(text: str) -> bool:
    """Does it take one column?"""
    return len(text) == 1 and east_asian_width(text) not in "WF"


def joined(texts: Sequence[Sequence[str]]) -> list[str]:
    """The pieces of a stack, of each the sign and what marks say of it, to be put one behind the
    other: where words are said of some, with blanks between."""
    between = " " if any(len(said) > 2 for of_piece in texts for said in of_piece) else ""
    *above, last = (between.join(of_piece) for of_piece in texts)
    return [*(text + between for text in above), last]


def fitted(pieces: Sequence[str], room: float, across: Callable[[str], float] = len) -> str:
    """As much of a stack as there is room for, from the top down, and how many lie below that; the
    uppermost of them always."""
    whole = "".join(pieces)
    if across(whole) <= room:
        return whole
    found = [
        text
        for most in range(len(pieces) - 1, 0, -1)
        for text in [f"{''.join(pieces[:most]).rstrip()} +{len(pieces) - most}"]
        if most == 1 or across(text) <= room
    ]
    return found[0] if found else whole


def in_lines(
    pieces: Sequence[str], most: int, room: float, across: Callable[[str], float]
) -> Iterator[str]:
    """As much of a stack as there is room for in so many lines, and how many lie below that."""
    while pieces:
        fits = 1
        while fits < len(pieces) and across("".join(pieces[: fits + 1]).rstrip()) <= room:
            fits += 1
        if most == 1 and fits < len(pieces):
            yield fitted(pieces, room, across)
            return
        yield "".join(pieces[:fits]).rstrip()
        pieces, most = pieces[fits:], most - 1


def example(program: Program, domain: Domain) -> str:
    """What tells which way stacks on cells of a board are drawn, by two of their signs: `○● ○ on
    ●`; nothing if there are no such stacks."""
    look = look_of(program)
    for zone in kept_on(program, domain):
        if zone.role != "zone" or zone.name in look.hidden or zone.seen != "all":
            continue
        of = component_of(zone)
        if not isinstance(zone.type, StackOf) or of is None:
            continue
        signs = [*dict.fromkeys(look.symbols.get(label, label) for label in of.labels)]
        if len(signs) > 1 and all(map(_is_sign, signs)):
            one, other = signs[:2]
            return f"{one}{other} {one} on {other}"
    return ""
