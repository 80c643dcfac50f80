"""Lines of text in styles, for whatever shows them: a terminal, plain text, a page."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..characters import spoken

if TYPE_CHECKING:  # a line is written before there is any game
    from ..core.ir import Domain


class Piece(NamedTuple):
    """A text and the style it is drawn in. `of`: the place it stands for, where it does not say
    that itself."""

    text: str
    style: str = ""
    of: str = ""


MORE = "..."  # at the end of what is cut short

Line = tuple[Piece, ...]

SEAT_STYLES = ("bold cyan", "bold yellow", "bold magenta", "bold green", "bold blue", "bold red")


def seat_style(seat: int) -> str:
    """The colour of a seat."""
    return SEAT_STYLES[seat % len(SEAT_STYLES)]


def seat_title(name: str) -> str:
    """What a seat is called: its name, or `seat 0` if the rules give it none."""
    return f"seat {name}" if name.isdigit() else name


def title_of(domain: Domain, label: str) -> str:
    """What an element is called on the table: seats by what they are called, values of types with
    `_` as a blank, all else as moves name it."""
    if domain.kind == "seat":
        return seat_title(label)
    return spoken(label) if domain.kind == "enumeration" else label


def labelled(name: str) -> str:
    """A name as it stands before its value: `state_of` as `state`, for `state of fresh` would be a
    state of something fresh."""
    return spoken(name).removesuffix(" of")


def line(text: str, style: str = "") -> Line:
    """A line of one piece."""
    return (Piece(text, style),)


def plain_text(lines: Iterable[Line]) -> str:
    """Lines as plain text."""
    return "".join("".join(piece.text for piece in parts).rstrip() + "\n" for parts in lines)


def wrapped(text: str, width: int, *, indent: str = "", hang: str = "") -> list[str]:
    """A text in lines of at most `width` characters; words are never cut, nor joined: where there
    is no room at all, each has a line."""
    return textwrap.wrap(
        text,
        max(1, width),
        initial_indent=indent,
        subsequent_indent=hang,
        break_long_words=False,
        break_on_hyphens=False,
    )


def folded(rows: Iterable[Line], width: int) -> Iterator[Line]:
    """Lines of which those that have no room go on in others, under what stands behind their first
    piece; they are broken before pieces that begin with a gap."""
    for row in rows:
        parts: list[Line] = []  # which stay together
        for piece in row:
            if parts and not piece.text.startswith("  "):
                parts[-1] += (piece,)
            else:
                parts.append((piece,))
        told: Line = ()
        for part in parts:
            if len(told) > 1 and _length(told) + _length(part) > width:
                yield told
                told = (Piece(" " * len(row[0].text)),)
            told += part
        yield told


def _length(row: Line) -> int:
    return sum(len(piece.text) for piece in row)
