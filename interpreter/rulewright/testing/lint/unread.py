"""Options that a variant leaves without use: players choose, and nothing hangs on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...core.ir import OptionValue
from ...core.walk import walk_called
from ...diagnostics import Diagnostic, Note
from ...game import Game
from ..coverage import roots


def unread(game: Game) -> Iterator[Diagnostic]:
    """A finding for each option that nothing reads. Of a game alone that is a mistake; a variant
    need not take away what it leaves without use."""
    rules = game.open_program
    read = {node.name for node in walk_called(*roots(rules)) if isinstance(node, OptionValue)}
    read |= {*rules.sized, *(name for board in rules.boards for name in board.options)}
    for option in rules.options:
        if option.name not in read:
            message = f"nothing reads the option {option.name}, which is still chosen"
            away = f"remove option {option.name}"
            hint = f"if no scenario and no other variant names it: {away}"
            yield Diagnostic("L006", message, option.span, hint=hint)


def since_edits(told: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Those that are told at the edits of variants that bring them about, in words of their own."""
    for one in told:
        _, at_edit, message = one.message.partition(" wrong: ")
        if at_edit:
            declared = Note("it is declared here", one.notes[0].span)
            one = replace(one, message=f"since this edit {message}", notes=(declared,))
        yield one
