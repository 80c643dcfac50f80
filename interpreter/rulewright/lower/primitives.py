"""What lowered functions call besides each other, and fixed data that is no table.

A printer provides each of `PRIMITIVES` under its name; what they do is told where Python has them
(`backends.python.support`, or Python itself).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ..core.ir import Domain, Graph, Op

# What they take, and what they give: n number, m list of numbers, l list of anything, a any, d a
# map from numbers to numbers, k keys, s stream of chance; after ? what may be left out; = the first
# that is taken.
PRIMITIVES: dict[str, tuple[str, str]] = {
    "Most": ("aaaa", "a"), "absent": ("ana", "a"), "below": ("sn", "n"),
    "beside_any": ("nn", "n"),
    "bits": ("n", "m"), "cells_of": ("dn", "n"), "copied": ("l", "="), "fail": ("aa", "a"),
    "frozen": ("d", "a"), "gained": ("naan", "n"), "give_up": ("a", "a"),
    "in_order": ("m", "m"), "in_table": ("nnaa", "n"),
    "is_in_reach": ("an", "n"), "laid": ("nnddnn", "a"), "len": ("a", "n"), "list": ("m", "m"),
    "lying_in": ("mn", "m"), "lying_out": ("mn", "m"), "map": ("aa", "a"),
    "mask_of": ("m", "n"), "max": ("nn", "n"), "moved_on": ("sn", "s"),
    "neighbours": ("nn", "n"), "next_state": ("s", "s"),
    "no_room": ("ana", "a"), "nth": ("nn", "n"), "numbers": ("nn", "n"), "only": ("nn", "n"),
    "open_cells": ("nn", "n"), "outside": ("ana", "a"), "payable": ("mmn", "m"),
    "picked": ("aan", "a"), "quotient": ("nn", "n"), "range": ("n?nn", "m"),
    "reached": ("na", "a"), "reversed": ("l", "="),
    "round_from": ("nm", "m"), "seat_from": ("nn", "n"), "set": ("", "k"),
    "shuffled": ("aam", "a"), "sorted": ("m", "m"), "together": ("lan", "n"),
    "touching": ("nn", "n"), "touching_any": ("nn", "n"),
    "tuple": ("a", "a"), "turned": ("ln", "a"), "up_to": ("nn", "n"),
}  # fmt: skip
MOST_REACHED = 1 << 15  # of limits that sums are compared with side by side
NOTHING = -(1 << 60)  # weighs less than anything: no finish is possible


# Fixed data that is called: a printer makes a function of it, once for a program.


@dataclass(frozen=True, slots=True)
class Longest:
    """From a set of edges of a graph, and a place for errors, to the length of its longest trail or
    path."""

    graph: Graph
    kind: Literal["trail", "path"]


@dataclass(frozen=True, slots=True)
class SumsReached:
    """From a set, and a number that each sum begins with if there is one, to the numbers of all
    sums that reach their limits: `columns[c][r]` is what element c adds to sum r. Neither that nor
    any limit is below zero, and none of the limits is above `MOST_REACHED`."""

    columns: tuple[tuple[int, ...], ...]
    limits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LongestLine:
    """From a set of cells of a board to the length of its longest line: for each direction of lines
    how many bits a step is, and the state variables from which there is room for one (-1: all)."""

    domain: Domain
    directions: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class AllWays:
    """From two cells of a board, a set of cells, their numbers and a place for errors to all ways
    between the two; what has been found is remembered. `columns`: of the board, or of the window on
    one that grows; `sides`: of a cell."""

    columns: int
    sides: int


@dataclass(frozen=True, slots=True)
class WaysBy:
    """From two elements, a set, those near each and a place for errors to all ways between the two;
    what has been found is remembered."""


@dataclass(frozen=True, slots=True)
class LongestPath:
    """From a set, those near each of its elements, and a place for errors to how much a path meets
    at most; what has been found is remembered."""


@dataclass(frozen=True, slots=True)
class Operation:
    """From the numbers and masks of its parts to the value of an operation that has no lowering of
    its own."""

    expr: Op


@dataclass(frozen=True, slots=True, eq=False)
class Watching:
    """What is told of the slots of a state while a statement is carried out, and of the keys of the
    places it names: it changes nothing, and gives nothing. Python alone has it."""

    note: Callable[..., None]


@dataclass(frozen=True, slots=True)
class Known:
    """A map that remembers answers; it begins empty, and may forget what it likes when it likes."""
