"""A mistake as it is told, with offsets in the text that was parsed; pieces of texts as told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...diagnostics import only_near


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong, with offsets in the text that was parsed. `fix`: what could stand in the place
    of a stretch, for certain if it is `sure`, else if the author's names are what they seem."""

    code: str
    message: str
    start: int
    end: int
    hint: str = ""
    fix: tuple[int, int, str] | None = None
    sure: bool = True

    @property
    def is_open(self) -> bool:
        """Does it not say yet what to type?"""
        if "; write `" in self.message:
            return False
        if self.message.startswith("`;`"):
            return True  # which parts nothing here, and a comma may be meant
        weak = not self.hint or self.hint.startswith(("for example: ", "the elements of a set"))
        return self.code in MENDED and (weak or (self.code == "E019" and self.fix is not None))


MENDED = ("E011", "E014", "E012", "E013", "E017", "E019", "E060", "E061", "E062", "E063")


IN_COLUMN_1 = "in column 1, write: "


def is_misplaced(hint: str) -> bool:
    """Is a line told to be a declaration, so that it needs no other form? What is removed may be an
    element of a set."""
    return hint.startswith(IN_COLUMN_1) and not hint.startswith(f"{IN_COLUMN_1}remove ")


BELOW = ", and below it, indented: "  # between two lines that are told
BESIDE = ", and as a line of its own: "  # between two that begin with the same word


def only_meant(word: str, known: Iterable[str], start: int) -> tuple[int, int, str] | None:
    """The word that is certainly meant, in the place of one."""
    only = only_near(word, known)
    return (start, start + len(word), only) if only else None


def quoted(piece: str) -> str:
    piece = short(piece)
    return piece if piece.startswith('"') else f'"{piece}"'


def short(written: str) -> str:
    return written if len(written) <= 40 else f"{written[:39]}…"
