"""Braces in words: where what is worked out stands in a reason, or a parameter in a move's text.

Braces within braces are a set, as anywhere in an expression, so they are matched by how deep they
stand; a brace in single quotes belongs to a name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..source import QUOTED


@dataclass(frozen=True, slots=True)
class Holes:
    """`found`: where the inside of each pair of outermost braces begins and ends, in order;
    `alone`: where a brace stands that has no partner."""

    found: tuple[tuple[int, int], ...]
    alone: tuple[int, ...]


def holes(text: str) -> Holes:
    """The braces of a text: `"{c} and {left(s - {c})}"` has two holes, the second with a set."""
    found = _matched(text, _SIGNS)
    if found.alone:  # an apostrophe may stand in a hole by mistake, and hide what closes it
        without = _matched(text, _BRACES)
        return found if without.alone else without
    return found


def is_within(text: str) -> bool:
    """Is a hole still open where the text ends?"""
    return any(text[at] == "{" for at in holes(text).alone)


_BRACES = re.compile("[{}]")
_SIGNS = re.compile(rf"[{{}}]|{QUOTED}")


def _matched(text: str, signs: re.Pattern[str]) -> Holes:
    pairs: list[tuple[int, int]] = []
    alone: list[int] = []
    opened: list[int] = []
    sign = _BRACES.search(text)
    while sign:
        if sign[0] == "{":
            opened.append(sign.end())
        elif sign[0] == "}" and opened:
            start = opened.pop()
            while pairs and pairs[-1][0] > start:
                pairs.pop()  # which stands within this one
            pairs.append((start, sign.start()))
        elif sign[0] == "}":
            alone.append(sign.start())
        # quotes are apostrophes in words, and hold names in a hole
        sign = (signs if opened else _BRACES).search(text, sign.end())
    alone += [start - 1 for start in opened]
    return Holes(tuple(pairs), tuple(sorted(alone)))
