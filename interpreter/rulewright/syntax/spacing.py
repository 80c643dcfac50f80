"""Blanks: how far a line is indented, and what stands between two words of it."""

from __future__ import annotations

from itertools import pairwise

from .grammar import Lexeme
from .rows import SAY_WHY, Row

WORDS = " " * 3  # before words that do not stand in their column
INDENT = 2  # blanks for each block
GOES_ON, LISTS_ON = 4, 2  # how much deeper a line goes on; the second for lists and `else "…"`
REASONS_ON = GOES_ON + LISTS_ON  # for each `else "…"` of several, each below its own condition


def margin(row: Row) -> str:
    """The blanks a row begins with; inside brackets it stands deeper than what goes on outside."""
    return " " * (INDENT * row.depth + (_further(row) if row.continued else 0))


def _further(row: Row) -> int:
    """How much deeper a row stands than the line that it goes on with."""
    if row.words and is_reason(row, row.words):
        return REASONS_ON if row.reasons > 1 else LISTS_ON
    if row.words and row.words[0].kind == "RAW":
        return LISTS_ON
    return GOES_ON + INDENT * row.brackets


def is_reason(row: Row, words: list[Lexeme]) -> bool:
    """Do these words of a row begin with the `else "…"` of a `needs` or `compose`?"""
    says_why = row.line is not None and row.line.kind in SAY_WHY
    return says_why and [word.kind for word in words[:2]] == ["ELSE", "STRING"]


def spaced(words: list[Lexeme]) -> str:
    """Words and signs with the blanks that belong between them."""
    pieces = [written(word) for word in words[:1]]
    for number, (before, word) in enumerate(pairwise(words)):
        between = "" if _begins_parameters(words, number) else gap(before, word)
        pieces += between, written(word)
    return "".join(pieces)


def _begins_parameters(words: list[Lexeme], number: int) -> bool:
    """Is this word the name of an offer, which may be any word, with its parameters after it?"""
    is_named = number == 0 or words[number - 1].kind in ("ACTION", "STEP", "FINISH")
    kinds = [word.kind for word in words[number + 1 : number + 4]]
    parameters = kinds[:1] == ["LPAR"] and kinds[2:] == ["IN"]
    return is_named and parameters and words[number].kind not in _TAKES_CONDITION


def written(word: Lexeme) -> str:
    """A word as it is written; those that are two, such as `how many`, with one blank."""
    return word.text if word.kind in ("STRING", "QUOTED", "RAW") else " ".join(word.text.split())


def gap(before: Lexeme, word: Lexeme) -> str:
    """What stands between two words: a blank or nothing."""
    if before.kind == word.kind == "STRING":
        return WORDS  # behind a reason
    if before.kind == "SIGN" or "RAW" in (before.kind, word.kind):
        tight = before.kind == "SIGN"
    elif word.kind == "LPAR":
        tight = before.kind in _TAKES_BRACKET or before.text in _TIGHT_AFTER
    else:
        tight = word.text in _TIGHT_BEFORE or before.text in _TIGHT_AFTER
    return "" if tight else " "


_TAKES_CONDITION = ("IF", "NEEDS", "WHENEVER", "ALWAYS", "WHERE", "AND", "OR", "NOT", "ELSE")
_TAKES_BRACKET = ("NAME", "QUOTED", "PASS", "END", "MOVES")
_TIGHT_AFTER = ("(", "{", "..")
_TIGHT_BEFORE = (",", ":", ")", "}", "..")
