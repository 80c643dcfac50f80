"""What a move names: of what lies on the table, to be made to stand out there, and in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby, islice, takewhile
from typing import NamedTuple

from ..core.evaluate import Reader, elements_of_mask, render
from ..core.ir import Alternative, Choose, Domain, Element, Local, Message, Program, SetOf
from ..runtime.actions import Code
from ..runtime.layout import Layout, Slots
from ..runtime.move import arguments
from ..runtime.sight import Masks, visible
from .lines import spoken


class Made(NamedTuple):
    """A move that was made: by whom and at which choice, and the slots before and after it."""

    seat: int
    choose: Choose
    code: Code
    before: Slots
    after: Slots


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
    return "".join(
        render(Message((part,)), values, read) + ("" if named else called(part))
        for part in alternative.text.parts
    )


def called(part: object) -> str:
    """What a number in the text of a move is, in brackets behind it, if the rules say it."""
    if isinstance(part, Local) and not isinstance(part.type, Element | SetOf):
        return f" ({spoken(part.name)})" if len(part.name) > 1 else ""
    return ""


def named_lately(
    program: Program, layout: Layout, made: Iterable[Made], seats: Sequence[int]
) -> set[str]:
    """What a seat has named last, and others since its turn before; of several `seats`, what the
    last move has. Of others' moves, which come newest first, only what all these seats could see
    when they were made, and nothing of what was chosen secretly."""
    if len(seats) == 1:
        runs = groupby(made, lambda one: one.seat == seats[0])
        made = [one for own, run in islice(runs, 2) for one in islice(run, 1 if own else None)]
    found = set[str]()
    for one in made if len(seats) == 1 else islice(made, 1):
        found.update(name for name, sees in _seen_of(program, layout, one, seats).items() if sees)
    return found


def told_lately(
    program: Program,
    layout: Layout,
    made: Iterable[Made],
    seats: Sequence[int],
    *,
    in_secret: bool,
) -> list[tuple[int, list[str]]]:
    """What others have done since a seat's turn before, and its own last move if it came later; of
    several `seats`, what was done in the last turn: by whom, and in which words, the oldest first.
    What one of them did not see of a move is not told, nor a secret choice that goes on
    (`in_secret`)."""
    runs = ((seat, [*run]) for seat, run in groupby(made, lambda one: one.seat))
    first = next(runs, None)
    latest = [] if first is None else [first]
    if first is not None and len(seats) == 1:
        if first[0] == seats[0]:
            latest = [(first[0], first[1][:1])]  # the rest of it the seat remembers
        latest += takewhile(lambda run: run[0] != seats[0], runs)
    told = list[tuple[int, list[str]]]()
    for seat, run in reversed(latest):
        texts = list[str]()
        for one in reversed(run):
            text = _as_seen(program, layout, one, seats)
            if in_secret and one.choose.cover and set(seats) != {seat}:
                continue
            if not (one.choose.cover and texts[-1:] == [text]):  # how many steps is a secret, too
                texts.append(text)
        if texts:
            told.append((seat, texts))
    return told


def _as_seen(program: Program, layout: Layout, one: Made, seats: Sequence[int]) -> str:
    """The text of a move as all these seats saw it when it was made."""
    choose, alternative = one.choose, one.choose.alternatives[one.code[0]]
    sees = _seen_of(program, layout, one, seats)
    hidden = (choose.secret or bool(choose.cover)) and set(seats) != {one.seat}
    if hidden or not all(sees.values()):
        name = choose.name if hidden and len(choose.alternatives) > 1 else alternative.name
        return f"{name} ..."
    return in_words(alternative, one.code, partial(layout.get, one.before))


def _seen_of(program: Program, layout: Layout, one: Made, seats: Sequence[int]) -> dict[str, bool]:
    """The names in a move, and whether all these seats could see what they name."""
    named = named_by(program, one.choose.alternatives[one.code[0]], one.code)
    others = [seat for seat in seats if seat != one.seat]
    if others and (one.choose.secret or one.choose.cover):
        return dict.fromkeys(named, False)
    seen = [
        visible(program, layout, slots, seat)
        for slots in (one.before, one.after)
        for seat in others
    ]
    return {
        name: _lies_open(program, kind, name) or _is_seen(kind, name, seen, len(others))
        for name, kind in named.items()
    }


def _lies_open(program: Program, kind: Domain, name: str) -> bool:
    """Is it no component, or one that lies on a board for the whole game?"""
    element = kind.labels.index(name)
    boards = (board for board in program.boards if board.component is kind)
    return kind.kind != "component" or any(element in board.places for board in boards)


def _is_seen(kind: Domain, name: str, seen: Sequence[Masks], others: int) -> bool:
    """Did all `others` see a component before a move, each in its turn, or else after it?"""
    element = kind.labels.index(name)
    sees = [mask.get(kind, 0) >> element & 1 for mask in seen]
    return all(map(max, sees[:others], sees[others:]))
