"""Moves that are called as something else is that can be typed at the table."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.ir import Alternative, Choose, GenericProgram
from ...core.walk import walk
from ...diagnostics import Diagnostic
from ...play.commands import COMMANDS

HOLE = "\0"  # in the place of a parameter


def called_as_commands(program: GenericProgram) -> Iterator[Diagnostic]:
    """Moves of which the first word is a command: it is the command that is meant by it."""
    for choice in walk(program.flow):
        for one in choice.alternatives if isinstance(choice, Choose) else ():
            word = _first_word(one)
            if word.casefold() in COMMANDS:
                is_all = one.text.parts == (word,)
                how = "by its number" if is_all else "in full, or by its number"
                yield Diagnostic(
                    "L019", f"{word} means something else at the table: the move has to be typed "
                    f"{how}", one.span,
                    hint='call it otherwise, or say how it is written: named "…"',
                )  # fmt: skip


def _first_word(alternative: Alternative) -> str:
    """With which the moves begin; empty if it is not the same word for all."""
    parts = alternative.text.parts
    written = "".join(part if isinstance(part, str) else HOLE for part in parts)
    word = written.split(" ")[0]
    return "" if HOLE in word else word
