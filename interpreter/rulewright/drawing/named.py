"""What a move names: of what lies on the table, to be made to stand out there, and in words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..characters import spoken
from ..core.evaluate import Reader, elements_of_mask, render
from ..core.ir import Alternative, Domain, Element, Local, Message, Program, SetOf
from ..core.scenes import UNTOLD, in_short
from ..runtime.actions import Code
from ..runtime.move import arguments


def named_by(program: Program, alternative: Alternative, code: Code) -> dict[str, Domain]:
    """The labels of what a move names, and of the ends of such edges, with what each is."""
    found: dict[str, Domain] = {}
    for local, value in zip(alternative.bound, code[1:], strict=True):
        if isinstance(local.type, SetOf):
            values = [*elements_of_mask(value)]
        elif isinstance(local.type, Element) and value >= 0:
            values = [value]
        else:
            continue
        domain = local.type.domain
        for one in values:
            found[domain.labels[one]] = domain
            for graph in program.graphs:
                if graph.edges.name == domain.name:
                    places, component = graph.board.places, graph.board.component
                    ends = (places[end] for end in graph.ends[one])
                    found |= {component.labels[end]: component for end in ends}
    return found


def in_words(alternative: Alternative, code: Code, read: Reader) -> str:
    """The text of a move that names nothing but numbers with what these are, where the rules call
    them more than a letter: `play 2 (cards) 7 (of rank)`."""
    named = any(isinstance(local.type, Element | SetOf) for local in alternative.bound)
    values = arguments(alternative, code[1:])
    return explained(
        (render(Message((part,)), values, read), "" if named else called(part))
        for part in alternative.text.parts
    )


def in_part(
    alternative: Alternative, code: Code, read: Reader, openly: frozenset[Local] = frozenset()
) -> str:
    """The text of a move without what it names, but for what was chosen `openly`: `put ... aside`,
    `give ... to Bob`."""
    values = arguments(alternative, code[1:])
    parts = (
        part if isinstance(part, str)
        else render(Message((part,)), values, read) if part in openly
        else UNTOLD
        for part in alternative.text.parts
    )  # fmt: skip
    return in_short("".join(parts))


def called(part: object) -> str:
    """What a number in the text of a move is, if the rules say it."""
    if isinstance(part, Local) and not isinstance(part.type, Element | SetOf):
        return spoken(part.name) if len(part.name) > 1 else ""
    return ""


def explained(parts: Iterable[tuple[str, str]]) -> str:
    """The text of a move from its parts, with what is to be said of each in brackets behind it; but
    behind all of it where a word would be broken by that, for moves are typed as they stand:
    `go d1-d4 (d1 worth 2)`."""
    parts = [*parts]
    texts = [text for text, _ in parts]
    if any(note and _GOES_ON.match("".join(texts[n + 1 :])) for n, (_, note) in enumerate(parts)):
        notes = "; ".join(f"{text} {note}" for text, note in parts if note)
        return f"{''.join(texts)} ({notes})"
    return "".join(f"{text} ({note})" if note else text for text, note in parts)


_GOES_ON = re.compile(r"[,;:.!?)]*[^\s,;:.!?)]")
