"""Programs are looked at between stages if somebody wants that: by `verify`, imported only then."""

from __future__ import annotations

import os

from . import ir

WANTED = os.environ.get("RULEWRIGHT_VERIFY", "") not in ("", "0")


class Unsound(AssertionError):
    """A stage has made a program that is none; the text says what is wrong, fault by fault."""


def look_at(program: ir.GenericProgram | ir.Program, stage: str) -> None:
    """Raise `Unsound` if there are faults in what a stage has made; a look is taken only if the
    environment asks for it (`RULEWRIGHT_VERIFY=1`)."""
    if not WANTED:
        return
    from .verify import faults

    tell(faults(program), program.name, stage)


def tell(faults: list[str], name: str, stage: str) -> None:
    """Raise `Unsound` if there are faults in what a stage has made of a game of this name."""
    if faults:
        shown = "\n".join(f"  {fault}" for fault in faults[:20])
        raise Unsound(f"{name}, after {stage}: {len(faults)} faults\n{shown}")
