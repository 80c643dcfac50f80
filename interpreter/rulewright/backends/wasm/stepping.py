"""The quick way from one decision to the next, where `stepping.c` was compiled.

It is compiled when the package is built, if there is a compiler of C (see `hatch_build.py`), and
nothing but time hangs on it. `RULEWRIGHT_PLAIN_STEPS=1` leaves it out, and so do processors that
begin numbers with the high byte: it reads the memory of a module as numbers of its own.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from ..points import SEEDED, Point
from .held import Node

if TYPE_CHECKING:
    from ._stepping import Stepper

EDITION = 3  # of what `stepping.c` and its callers tell each other


def stepper() -> Stepper | None:
    """One for an engine, which no instance is attached to yet; None if there is none."""
    if os.environ.get("RULEWRIGHT_PLAIN_STEPS") or sys.byteorder != "little":
        return None
    try:
        from ._stepping import EDITION as COMPILED
        from ._stepping import Stepper
    except ImportError:
        return None
    if COMPILED != EDITION:  # compiled from another state of these files
        return None
    return Stepper(Point, Node, SEEDED)
