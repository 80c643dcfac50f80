"""Findings in rules, told at the edits of variants that make them so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from ...check.blame import blamed
from ...check.modules import Loaded
from ...core.ir import Program
from ...core.specialise import specialise
from ...diagnostics import Diagnostic, Findings, RulewrightError
from ...game import Game, assemble

Find = Callable[[Game], Iterable[Diagnostic]]


def made_by_variants(game: Game, found: list[Diagnostic], find: Find) -> list[Diagnostic]:
    """What edits of variants make so of lines that they leave as they are."""
    told = told_to_variants(game, found, find)
    return [one for one in told if one not in found]


def told_to_variants(game: Game, found: list[Diagnostic], find: Find) -> list[Diagnostic]:
    """What is found in the rules, each told at the edit of a variant that makes it so."""
    parts = game.merged.parts
    if not found or parts is None or not parts[2]:
        return found

    def found_with(edits: list[Loaded]) -> Iterator[Diagnostic]:
        with suppress(RulewrightError):  # of which nothing is known
            made = assemble(parts[0], parts[1], edits, seats=game.seats, unfolded=True)
            yield from find(made)

    return blamed(found, parts[2], found_with)


def of_played(find: Callable[[Program], Iterable[Diagnostic]]) -> Find:
    """The same, of the rules as engines are given them."""
    return lambda game: find(as_played(game))


def as_played(game: Game) -> Program:
    """The rules as engines are given them, with all worked out that is certain."""
    return specialise(game.open_program, game.program.bound, Findings())
