"""Two variants change the same thing: at which of them it is told, and how."""

from __future__ import annotations

from typing import TypeVar

from ..diagnostics import Diagnostic, Note
from ..source import Span
from .modules import Loaded

T = TypeVar("T")

APART = "if they do not go together, one says `excludes` and the other's name"
ONCE_MORE = "it can be changed once more, for both"


def in_turn(
    first: tuple[Loaded, T], second: tuple[Loaded, T]
) -> tuple[tuple[Loaded, T], tuple[Loaded, T]]:
    """Of what two variants say the one at which it is told, and the other: the second, unless the
    first is the one that is likelier to be mended."""
    if first[0].is_mended > second[0].is_mended:
        return first, second
    return second, first


def clash(here: tuple[Loaded, Span], other: tuple[Loaded, Span], hint: str) -> Diagnostic:
    """What is said where a variant changes what another one changes, too."""
    one, two = (file.header.name.text for file, _ in (here, other))
    message = f"{' and '.join(sorted((one, two)))} change the same thing"
    return Diagnostic(
        "E043", message, here[1], (Note(f"{two} changes it here", other[1]),), hint=hint
    )


def below_with(file: Loaded, other: Loaded) -> str:
    """Where a variant says what holds for it and another one, too."""
    return f"below `with {other.header.name.text}` in {file.path.name}"
