"""What makes lowered code fast: each pass has a name, can be left out, and can be measured alone.

Whatever is left out, the games are the same, move for move; only the time they take is not. A pass
over programs or functions is a module of this folder with a function. One that chooses how
something is lowered asks `Unit.uses` where it would begin; without it there is what a reader of the
rules would write: a loop over elements, a search through all states.

`RULEWRIGHT_WITHOUT=hoisting,lanes` leaves passes out of all that is generated.
`tests/unit/lower/passes/` shows what each of them makes of a game; `tests/bench/passes.py` measures
what each is worth.
"""

from __future__ import annotations

import os
from collections.abc import Collection

from ..diagnostics import UsageError, did_you_mean, shown

VARIABLE = "RULEWRIGHT_WITHOUT"

PASSES = {
    "unroll": "questions about a few fixed elements are written out (unroll, masks)",
    "masks": "conditions are asked of all elements of a set at once, by bit operations (masks)",
    "relations": "conditions that fixed data decide are tables of masks (relations)",
    "shifts": "conditions on neighbours on fixed boards are shifts of masks (shifts, leaps)",
    "cells": "conditions on neighbours on growing grids are shifts of masks (cells)",
    "lanes": "sums are compared with limits for all elements at once (linear, lanes)",
    "entries": "in WebAssembly, numbers that a few marks decide are entries of tables (entries)",
    "sums": "sums of fixed values, or over few elements, need no loops (lanes, few_totals)",
    "common": "what was worked out is not worked out again in the same evaluation (writer)",
    "hoisting": "what one parameter decides is worked out apart from others (hoisting, by_element)",
    "classes": "of what one parameter decides, what conditions ask is one number (classes)",
    "kept": "sums over what lies beside a cell are kept while a whole game is played (kept_sums)",
    "narrowing": "the sets of several parameters are cut down before any loop (arguments)",
    "drawing": "playouts count and draw moves without listing them (offers)",
    "selecting": "composes that only select are searched by their selections (search)",
    "growing": "where more never harms, a question about a compose is a condition (completing)",
    "needed": "what a search cannot do without is first asked of all elements at once (masks)",
    "suffixes": "of elements taken in order, the last possible one is looked for (suffixes)",
    "subsets": "the last selection is searched with sums carried along (subset_search)",
    "outlook": "selections that no finish can be made of any more are given up (outlook)",
    "horizon": "what no step can bring about any more is given up after a while (horizon)",
    "relaxation": "states that can no longer pay for a finish are given up (relaxation, relaxed)",
    "dead_parameters": "functions are not handed what none of them reads (dead_parameters)",
    "frames": "in WebAssembly, sets of cells in which much lies close together are words (frames)",
    "maps": "in WebAssembly, maps are tables, or their keys are words (tabled, packing)",
    "inlining": "in WebAssembly, short functions are written where they are called (inlining)",
}


def left_out() -> frozenset[str]:
    """The passes that the environment leaves out; `UsageError` for a name that is none."""
    return named(os.environ.get(VARIABLE, "").replace(",", " ").split(), f"{VARIABLE}: ")


def named(names: Collection[str], where: str = "") -> frozenset[str]:
    """These names of passes; `UsageError` for one that is none, which says `where` it stands."""
    for name in names:
        if name not in PASSES:
            hint = did_you_mean(name, PASSES)
            raise UsageError(
                f"{where}there is no pass {shown(name)}; there are: {', '.join(PASSES)}"
                + (f" ({hint})" if hint else "")
            )
    return frozenset(names)
