"""A game that has been played, step by step, as a seat was told it: what a picture keeps hidden the
line above it is not to tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from ..state import State
from ..transcript import LEARNT, Entry, Transcript
from .steps import Step, steps


class Told(NamedTuple):
    """A step, the state after it, and what was told when it was made, of whom – nobody is
    chance –: what was done, then what more came out of moves that were made before, and what the
    next turn began with. Nothing is told of a part of a secret choice that goes on."""

    step: Step
    after: State
    said: Sequence[tuple[int | None, str]]


class _Hidden(NamedTuple):
    """A move of which a seat may be told more, what it was told last, and in which move that
    was; `is_open`: because chance is still asked what comes of it."""

    entry: Entry
    line: str | None
    number: int
    is_open: bool


def retold(last: State, seat: int | None) -> Iterator[Told]:
    """Every step of a game, oldest first, as a seat was told it, or if none is named as it was,
    with all that has come of it."""
    played = list(steps(last))
    both = zip(played, [*(step.state for step in played), last][1:], strict=True)
    log, hidden, all_is_told = Transcript(), list[_Hidden](), seat is None
    for step, after in both:
        said: list[tuple[int | None, str]] = []
        number = step.state.decisions + 1
        if step.who is None:
            log.look(after)
            said.append((None, str(step) if all_is_told else _drawn(step)))
        else:
            log.add(step.state, str(step), after)
            if len(log.entries) == 1 and log.begun is not None and log.begun[1]:
                said.append(log.begun)
            hidden.append(_Hidden(log.entries[-1], None, number, False))
        asks = after.to_move == "chance"
        learnt, kept = list[tuple[int | None, str]](), list[_Hidden]()
        for one in hidden:
            entry, before, told_at, was_open = one
            looks = [entry.seat if seat is None else seat]
            line = log.line_for_all(entry, after, looks, is_open=all_is_told)
            if line is not None and before is None:
                said.append((entry.seat, line))
                told_at = number
            elif line is not None:
                known, (move, *parts) = _parts(before), _parts(line)
                new = [part for part in parts if part not in known]
                if new and was_open and move in known:
                    said.append((entry.seat, ", ".join(new)))
                elif new or move not in known:
                    learnt.append((entry.seat, f"{line} (move {told_at}, {LEARNT})"))
            is_open = asks and entry in log.entries[-1].together
            if is_open or log.text_for(entry, after, looks[0]) != entry.text:
                kept.append(_Hidden(entry, line, told_at, is_open))
        said += learnt
        begun = None
        if log.entries and not asks:
            made = log.entries[-1]
            looks = [made.seat if seat is None else seat]
            begun = log.begun_for_all(made, after, looks, is_open=all_is_told)
        said += [begun] if begun is not None else []
        hidden = kept
        runs = groupby(said, lambda one: one[0])
        yield Told(step, after, [(who, ", ".join(text for _, text in run)) for who, run in runs])


def _parts(line: str | None) -> list[str]:
    """A move as it is told, and what is told of it, part by part. A line of which nothing but some
    of it is left says nothing new."""
    move, _, told = (line or "").removesuffix(")").partition(" (")
    return [move, *told.split(", ")] if told else [move]


def _drawn(step: Step) -> str:
    """What chance has drawn, if all see it; the order of a stack nobody does."""
    asked, program = step.state.question, step.state.engine.program
    open_to_all = asked is not None and any(
        variable.name == asked.zone and variable.seen == "all" for variable in program.variables
    )
    return str(step) if asked is not None and asked.kind == "pick" and open_to_all else "..."
