"""A comparison that is compared again: `row is 4 is column`, `1 < n < 4`, `n in 1..3 in 2..4`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .mistake import Mistake
from .place import PIECE, Place
from .repairing import told

_SIGNS = ("<", "<=", ">", ">=", "is", "in", "meets")
_APART = (
    "and", "or", "where", "has", "when", "else", "if", "until", "while", "needs", "expect",
    "always", "whenever", "to", "by", ",", ":", "=",
)  # fmt: skip
"""Between what is compared and what is not, on both sides."""


def compared_again(p: Place) -> Mistake | None:
    """A second comparison without brackets."""
    is_not = (p.piece, p.following) in (("is", "not"), ("not", "in"))
    if p.piece not in _SIGNS and not (is_not and p.piece == "not"):
        return None
    begin = _begin(p)
    left, signs = p.text[begin : p.at].strip(), [*_signs(p.text[begin : p.at])]
    if not signs:
        return None
    sign = f"{p.piece} {p.following}" if is_not else p.piece
    behind = p.at + p.text[p.at : p.whole_end].index(sign.split()[-1]) + len(sign.split()[-1])
    side = p.text[behind : p.whole_end]
    end = behind + next(_ends(PIECE.finditer(side)), len(side))
    right = p.text[behind:end].rstrip()
    end = behind + len(right)
    said = f'a comparison is not compared again: "{sign}" stands behind one'
    if signs[1:]:
        return Mistake(
            "E011", said, p.at, behind, "brackets say what is one comparison: (A is B) is C"
        )  # fmt: skip
    first, at = signs[0]
    shared = left[:at] if first == "in" else left[at + len(first) :]  # which both speak of
    between = shared.strip().removeprefix("not ").removesuffix(" not")
    if p.piece == "is":
        instead = f"({left}) {sign} {right}"
    else:
        instead = f"{left} and {between} {sign} {right}"
    before = p.text[p.line_start : begin].rstrip()
    apart = " " * (before[-1:] not in ("(", "{"))
    line = f"{before}{apart}{instead}{p.text[end : p.whole_end]}"
    instead = " ".join(instead.split())
    fix = (begin, end, f"{apart}{instead}" if p.text[begin - 1 : begin] != " " else instead)
    return Mistake("E011", said, p.at, behind, f"write: {told(line)}", fix, sure=False)


def _begin(p: Place) -> int:
    """Where what stands before the second sign begins."""
    depth, begin, pieces = 0, p.first_at, [*PIECE.finditer(p.text, p.line_start, p.at)]
    for number, piece in reversed([*enumerate(pieces)]):
        word = piece[0]
        depth += (word in (")", "]", "}")) - (word in ("(", "[", "{"))
        if depth < 0:
            return piece.end()
        if depth or word not in (*_APART, "not"):
            continue
        if word == "not" and _is_part(pieces, number):
            continue
        return piece.end()
    return begin


def _is_part(pieces: list[re.Match[str]], number: int) -> bool:
    """Is a `not` part of `is not` or `not in`?"""
    around = [piece[0] for piece in pieces[max(0, number - 1) : number + 2]]
    return "is" in around[:1] or "in" in around[-1:]


def _signs(text: str) -> Iterator[tuple[str, int]]:
    """The signs of comparisons that stand in no brackets, each with where it stands."""
    depth, drawn = 0, {m.end() - len("in") for m in _DRAWN.finditer(text)}
    shift = len(text) - len(text.lstrip())
    for piece in PIECE.finditer(text):
        depth += (piece[0] in ("(", "[", "{")) - (piece[0] in (")", "]", "}"))
        if not depth and piece[0] in _SIGNS and piece.start() not in drawn:
            yield piece[0], piece.start() - shift


_DRAWN = re.compile(r"\b(?:some|all|the|every|many|for)\s+\w+(?:\s*,\s*\w+)*\s+in(?!\w)")


def _ends(pieces: Iterable[re.Match[str]]) -> Iterator[int]:
    """Where a side of a comparison ends, if something follows it on its line."""
    depth = 0
    for piece in pieces:
        depth += (piece[0] in ("(", "[", "{")) - (piece[0] in (")", "]", "}"))
        if depth < 0 or (not depth and (piece[0] in _APART or piece[0][0] in '"#')):
            yield piece.start()
