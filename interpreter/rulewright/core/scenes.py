"""Scenarios after checking: what is given, done and expected, with every name resolved."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import field
from itertools import groupby

from ..frozen import node
from ..source import NOWHERE, Span
from .ir import Expr, StateVariable

HIDDEN, MANY = "?", re.compile(r"([1-9][0-9]{0,5}) unseen")
"""What stands for one component that is hidden, and for several, as tables are told."""

ALL_HIDDEN = "all unseen"
"""What says that nothing is seen of what lies somewhere, however much that is."""


def told_in_part(name: str) -> str:
    """How a move is told of which somebody may know only that it was made."""
    return f"{name} {UNTOLD}"


UNTOLD = "..."
"""What stands for what a move names, where that is not told."""


def in_short(text: str) -> str:
    """The text of a move in which something is not told: once for several one after the other, and
    behind a text that names nothing."""
    told: list[str] = []
    for word in text.split():
        if word != UNTOLD or told[-1:] != [UNTOLD]:
            told.append(word)
    return " ".join(told if any(UNTOLD in one for one in told) else [*told, UNTOLD])


FEW_HIDDEN = 5  # that are written one by one


def hidden_in(text: str) -> int:
    """How many hidden components a value stands for: `?`, or `35 unseen`."""
    many = MANY.fullmatch(text)
    return int(many[1]) if many else int(text == HIDDEN)


def is_hiding(text: str) -> bool:
    """Does a value stand for what is hidden, so that nothing can be called so?"""
    return text == ALL_HIDDEN or hidden_in(text) > 0


def written_hidden(values: Iterable[str]) -> list[str]:
    """What a seat sees somewhere, with many hidden components side by side as one value."""
    found = list[str]()
    for value, alike in groupby(values):
        together = [*alike]
        few = value != HIDDEN or len(together) <= FEW_HIDDEN
        found += together if few else [f"{len(together)} unseen"]
    return found


@node
class GivenValue:
    """A member of a cell and its value as stored (stacks: bottom first; rows: with −1)."""

    variable: StateVariable
    keys: tuple[int, ...]
    value: int | tuple[int, ...]
    span: Span = field(default=NOWHERE, compare=False)


@node
class GivenPosition:
    """`given`: every other cell is at its start, components not named lie nowhere, setup does not
    run; then the flow begins, or with `point` that choice is put. Without a `given` a scenario
    begins with the setup."""

    cells: tuple[GivenValue, ...]
    point: int | None = None
    span: Span = field(default=NOWHERE, compare=False)


@node
class SeenValue:
    """What a seat sees of a member, in the order of the text (stacks: top first; rows: with −1):
    None for each component that is hidden, and instead of all for however many, but some, where
    it knows none."""

    variable: StateVariable
    keys: tuple[int, ...]
    values: tuple[int | None, ...] | None
    span: Span = field(default=NOWHERE, compare=False)


@node
class SeenChoice:
    """What was chosen last at a choice is told: this move. Without one it is not: at most that
    something was."""

    choice: str
    move: str = ""
    span: Span = field(default=NOWHERE, compare=False)


@node
class ExpectsSeen:
    seat: int
    cells: tuple[SeenValue, ...]
    choices: tuple[SeenChoice, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@node
class ChanceOutcome:
    """The outcome of the next chance event not yet given one: elements and numbers by their names,
    top first; with `rest`, all others follow in the order of their type."""

    elements: tuple[str, ...]
    rest: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@node
class Plays:
    moves: tuple[str, ...]
    span: Span = field(default=NOWHERE, compare=False)


@node
class Offers:
    """Exactly these moves in any order; with `open`, at least these."""

    moves: tuple[str, ...]
    open: bool
    span: Span = field(default=NOWHERE, compare=False)


@node
class Refuses:
    """The move is not offered, and if `reason` is not empty it is among the reasons given."""

    move: str
    reason: str
    span: Span = field(default=NOWHERE, compare=False)


@node
class Expects:
    """`test`: what has to hold; `said`: the same as it was read, with nothing worked out yet."""

    test: Expr
    said: Expr
    span: Span = field(default=NOWHERE, compare=False)


@node
class ExpectsOver:
    """The game is over, or goes on."""

    over: bool
    span: Span = field(default=NOWHERE, compare=False)


@node
class ExpectsOutcome:
    """The game is over, with exactly these names as its result."""

    names: tuple[str, ...]
    span: Span = field(default=NOWHERE, compare=False)


SceneStep = (
    GivenPosition
    | ExpectsSeen
    | ChanceOutcome
    | Plays
    | Offers
    | Refuses
    | Expects
    | ExpectsOver
    | ExpectsOutcome
)


def says_end(step: SceneStep) -> bool:
    """Does a scenario expect here that the game is over?"""
    return isinstance(step, ExpectsOutcome) or (isinstance(step, ExpectsOver) and step.over)


@node
class Scenario:
    """`seats` and `options` as the scenario sets them (other options keep their defaults); `steps`
    specialised to exactly these settings."""

    title: str
    tags: tuple[str, ...]
    seats: int
    options: dict[str, int]
    steps: tuple[SceneStep, ...]
    span: Span
