"""A game that has been played, step by step, as a seat was told it: what a picture keeps hidden the
line above it is not to tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from ..state import State
from ..transcript import Entry, Transcript
from .steps import Step, steps


class Told(NamedTuple):
    """A step, the state after it, and what was told when it was made, of whom – nobody is
    chance –, the oldest first: moves that had been hidden may come out with it. Nothing is told of
    a part of a secret choice that goes on."""

    step: Step
    after: State
    said: Sequence[tuple[int | None, str]]


def retold(last: State, seat: int | None) -> Iterator[Told]:
    """Every step of a game, oldest first, as a seat was told it, or if none is named as it was."""
    played = list(steps(last))
    both = zip(played, [*(step.state for step in played), last][1:], strict=True)
    if seat is None:
        yield from (Told(step, after, [(step.who, str(step))]) for step, after in both)
        return
    log, hidden = Transcript(), list[tuple[Entry, str | None]]()
    for step, after in both:
        said: list[tuple[int | None, str]] = []
        if step.who is None:
            log.look(after)
            said.append((None, _drawn(step)))
        else:
            log.add(step.state, str(step), after)
            if len(log.entries) == 1 and log.begun is not None and log.begun[1]:
                said.append(log.begun)
            hidden.append((log.entries[-1], None))
        kept = list[tuple[Entry, str | None]]()
        for entry, before in hidden:
            line = log.line_for_all(entry, after, [seat])
            if line is not None and line != before:
                said.append((entry.seat, line))
            if log.text_for(entry, after, seat) != entry.text:
                kept.append((entry, line))
        begun = log.begun_for_all(log.entries[-1], [seat]) if step.who is not None else None
        said += [begun] if begun is not None else []
        hidden = kept
        runs = groupby(said, lambda one: one[0])
        yield Told(step, after, [(who, ", ".join(text for _, text in run)) for who, run in runs])


def _drawn(step: Step) -> str:
    """What chance has drawn, if all see it; the order of a stack nobody does."""
    asked, program = step.state.question, step.state.engine.program
    open_to_all = asked is not None and any(
        variable.name == asked.zone and variable.seen == "all" for variable in program.variables
    )
    return str(step) if asked is not None and asked.kind == "pick" and open_to_all else "..."
