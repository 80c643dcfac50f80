"""The quick way from one decision to the next, and to what many games have come to, where
`stepping.c` was compiled.

It is compiled when the package is built, if there is a compiler of C (see `hatch_build.py`), and
nothing but time hangs on it. `RULEWRIGHT_PLAIN_STEPS=1` leaves it out, and so do processors that
begin numbers with the high byte: it reads the memory of a module as numbers of its own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from .points import SEEDED, Point
from .protocol import PlayoutResult, Verdict

if TYPE_CHECKING:
    from ._stepping import Stepper

EDITION = 6  # of what `stepping.c` and its callers tell each other

Method = TypeVar("Method", bound=Callable[..., object])


def new_stepper(node: type) -> Stepper | None:
    """One for an engine with nodes of this class (see `wasm.held`), which no instance is attached
    to yet; None if there is none."""
    found = _compiled()
    return None if found is None else found.Stepper(Point, node, SEEDED)


def results_of(width: int) -> Callable[[bytes], list[PlayoutResult | None]] | None:
    """What gives the results of games, of which so many words each are told; None if there is
    nothing."""
    found = _compiled()
    if found is None:
        return None
    return lambda told: found.results(told, width, PlayoutResult, Verdict)


def quickly(method: Method) -> Method:
    """`State.apply`, `legal_actions` or `over`, done without Python where all is as usual, and else
    by the method itself; the method as it is where nothing is compiled."""
    found = _compiled()
    quick: Any = method if found is None else found.Quick(method, Point)
    return quick  # type: ignore[no-any-return]


def _compiled() -> ModuleType | None:
    if os.environ.get("RULEWRIGHT_PLAIN_STEPS") or sys.byteorder != "little":
        return None
    try:
        from . import _stepping
    except ImportError:
        return None
    # it may have been compiled from another state of these files
    return _stepping if _stepping.EDITION == EDITION else None
