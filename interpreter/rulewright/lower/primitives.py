"""What lowered functions call besides each other, and fixed data that is no table.

A printer provides each of `PRIMITIVES` under its name; what they do is told where Python has them
(`backends.python.support`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..core.ir import Domain, Graph, Op

PRIMITIVES = frozenset(
    (
        "Most", "PlayError", "absent", "beside_any", "bits", "cells_of", "copied", "fail",
        "frozen", "gained", "gains", "give_up", "in_order", "in_table", "is_in_reach", "laid",
        "lying_in", "lying_out", "mask_of", "most", "neighbours", "no_room", "nth", "numbers",
        "only", "open_cells", "outside", "payable", "picked", "round_from", "seat_from",
        "shuffled", "spread", "together", "touching", "touching_any", "up_to",
    )
)  # fmt: skip
NOTHING = -(1 << 60)  # weighs less than anything: no finish is possible


def spread(mask: int, width: int) -> int:
    """A field for each bit of a mask, with its lowest bit set where the bit is."""
    found = 0
    while mask:
        low = mask & -mask
        found |= 1 << (low.bit_length() - 1) * width
        mask ^= low
    return found


# Fixed data that is called: a printer makes a function of it, once for a program.


@dataclass(frozen=True, slots=True)
class Longest:
    """From a set of edges of a graph, and a place for errors, to the length of its longest trail or
    path."""

    graph: Graph
    kind: Literal["trail", "path"]


@dataclass(frozen=True, slots=True)
class LongestLine:
    """From a set of cells of a board to the length of its longest line: for each of four directions
    how many bits a step is, and the state variables from which there is room for one (-1: all)."""

    domain: Domain
    directions: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class AllWays:
    """From two cells of a growing grid, a set of cells, their numbers and a place for errors to all
    ways between the two; what has been found is remembered. `width`: the columns of the window."""

    width: int


@dataclass(frozen=True, slots=True)
class Operation:
    """From the numbers and masks of its parts to the value of an operation that has no lowering of
    its own."""

    expr: Op


@dataclass(frozen=True, slots=True)
class Known:
    """A map that remembers answers for as long as the program lives; it begins empty."""
