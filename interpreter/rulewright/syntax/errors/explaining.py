"""One message for each broken declaration: the frequent mistakes are told from one another, and
everything else is put into one sentence.
"""

from __future__ import annotations

from functools import partial
from typing import Literal

from ...diagnostics import Diagnostic, Findings, Fix, Guess
from ...source import SourceFile, Span
from .as_typed import told_how, without_guess
from .beginnings import asked_of_another, exchanged, scene_line, unknown_beginning
from .blocks import (
    early_words,
    line_ends_early,
    misplaced_else,
    misplaced_statement,
    missing_block,
    needless_indent,
    value_below,
)
from .compared import compared_again
from .components import listed_components
from .elsewhere import (
    case_added,
    case_of_definition,
    end_added,
    first_line_replaced,
    foreign_form,
    last_offer,
    nobody_wins,
    offer_replaced,
    part_of_a_number,
    several_sets,
    sum_gained,
    words_alone,
)
from .missing import (
    colon_at_the_end,
    missing_colon,
    needs_without_else,
    when_without_else,
)
from .mistake import Mistake
from .moved import one_moved
from .names import (
    named_case,
    no_name,
    of_in_a_name,
    reserved_word,
    ring_first,
    two_words,
    without_brackets,
)
from .place import Place, Stumble
from .repairing import Reader
from .signs import (
    foreign_character,
    look_alike,
    name_with_signs,
    needless_quotes,
    quoted_name,
    unclosed_bracket,
    unclosed_quote,
    wrong_quotes,
)
from .unexpected import unexpected

MOST_REPAIRED = 10  # findings of a file for which it is tried what would mend them


def explain(
    source: SourceFile, offset: int, text: str, stumble: Stumble, findings: Findings,
    reader: Reader,
) -> None:  # fmt: skip
    """Report the one syntax error of a declaration (or of an expression inside a message).

    `reader`: reads other texts in its place.
    """
    place = Place(source.text, text, stumble)
    some = len(findings.found) < MOST_REPAIRED
    for attempt in (
        unclosed_bracket, when_without_else, ring_first, without_brackets, of_in_a_name,
        offer_replaced, case_added, case_of_definition, first_line_replaced,
        end_added, words_alone, misplaced_else, misplaced_statement, asked_of_another, exchanged,
        nobody_wins, last_offer, unknown_beginning, scene_line,
        look_alike, name_with_signs, part_of_a_number, partial(early_words, reader=reader),
        value_below, several_sets, sum_gained, listed_components, one_moved, foreign_form,
        compared_again, unclosed_quote, wrong_quotes, missing_block, needless_indent,
        needs_without_else, reserved_word, colon_at_the_end, no_name, quoted_name, needless_quotes,
        missing_colon, named_case, two_words, foreign_character, line_ends_early, unexpected,
    ):  # fmt: skip
        found = attempt(place)
        if found is not None:
            *lines, itself = told_how(place, found, reader) if some else [found]
            guesses = [_guess(source, offset, line, "line") for line in lines]
            guesses.append(_guess(source, offset, itself, "" if itself.sure else "text"))
            if not itself.sure:
                guesses.append(_guess(source, offset, without_guess(place, itself)))
            first = guesses[0]
            span = first.span or Span(source, offset, offset + 1)
            findings.put(
                Diagnostic(
                    found.code, first.message, span, hint=first.hint, fix=first.fix,
                    guesses=tuple(guesses) if guesses[1:] else (),
                )
            )  # fmt: skip
            return
    raise AssertionError("`unexpected` explains everything")


def _guess(
    source: SourceFile, offset: int, way: Mistake, held_against: Literal["", "text", "line"] = ""
) -> Guess:
    fix = None
    if way.fix is not None:
        start, end, instead = way.fix
        fix = Fix(Span(source, offset + start, offset + end), instead)
    span = Span(source, offset + way.start, offset + max(way.end, way.start + 1))
    return Guess(way.message, way.hint, fix, held_against, span)
