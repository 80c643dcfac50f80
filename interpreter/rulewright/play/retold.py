"""A game that has been played, step by step, as a seat was told it: what a picture keeps hidden the
line above it is not to tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from ..players.view import is_open as hides_nothing
from ..state import State
from ..transcript import LEARNT, Entry, Transcript
from .steps import Step, steps


class Told(NamedTuple):
    """A step, the state after it, and what was told when it was made, of whom – nobody is
    chance –: what was done, then what more came out of moves that were made before, and what the
    next turn began with. Nothing is told of a part of a secret choice that goes on. `log`: all
    moves so far, until the next step is taken."""

    step: Step
    after: State
    said: Sequence[tuple[int | None, str]]
    log: Transcript


class _Hidden(NamedTuple):
    """A move of which a seat may be told more, what it was told last, and the number of the move;
    `is_open`: because chance is still asked what comes of it."""

    entry: Entry
    line: str | None
    number: int
    is_open: bool


def retold(last: State, seat: int | None) -> Iterator[Told]:
    """Every step of a game, oldest first, as a seat was told it, or if none is named as it was,
    with all that has come of it. Where something is hidden a seat is told a move together with what
    chance was asked in it, and no step of chance: that it was asked may hang on what the seat does
    not see."""
    log, hidden, all_is_told = Transcript(), list[_Hidden](), seat is None
    for step, (after, *answered) in _together(last, seat):
        said: list[tuple[int | None, str]] = []
        number = step.state.decisions + 1
        if step.who is None:
            log.look(after)
            said.append((None, str(step) if all_is_told else _drawn(step)))
        else:
            log.add(step.state, str(step), after)
            if len(log.entries) == 1:
                looks = [log.entries[0].seat if seat is None else seat]
                said += log.begun_first(after, looks, is_open=all_is_told)
            hidden.append(_Hidden(log.entries[-1], None, number, False))
        for after in answered:
            log.look(after)
        asks = after.to_move == "chance"
        learnt, kept = list[tuple[int | None, str]](), list[_Hidden]()
        in_part = {id(entry.together) for entry, before, *_ in hidden if before is not None}
        for entry, before, made_at, was_open in hidden:
            looks = [entry.seat if seat is None else seat]
            line = log.line_for_all(entry, after, looks, is_open=all_is_told)
            if line is not None and before is None and id(entry.together) not in in_part:
                said.append((entry.seat, line))
            elif line is not None:
                known, (move, *parts) = _parts(before), _parts(line)
                new = [part for part in parts if part not in known]
                if new and was_open and move in known:
                    said.append((entry.seat, ", ".join(new)))
                elif new or move not in known:
                    learnt.append((entry.seat, f"{line} (move {made_at}, {LEARNT})"))
            is_open = asks and entry in log.entries[-1].together
            if is_open or log.text_for(entry, after, looks[0]) != entry.text:
                kept.append(_Hidden(entry, line, made_at, is_open))
        said += learnt
        if log.entries and not asks:
            made = log.entries[-1]
            looks = [made.seat if seat is None else seat]
            said += log.begun_for_all(made, after, looks, is_open=all_is_told)
        hidden = kept
        runs = groupby(said, lambda one: one[0])
        texts = [(who, ", ".join(text for _, text in run)) for who, run in runs]
        yield Told(step, after, texts, log)


def beginning(last: State, seat: int | None) -> State:
    """Where a game stood before its first step of those that a seat is told."""
    return next((step.state for step, _ in _together(last, seat)), last)


def _together(last: State, seat: int | None) -> Iterator[tuple[Step, list[State]]]:
    """The steps of a game, each with the state after it; where chance has no steps of its own for
    the seat, each move with those after what chance was asked then, too."""
    played = list(steps(last))
    is_folded = seat is not None and not hides_nothing(last.engine.program)
    found = list[tuple[Step, list[State]]]()
    for step, after in zip(played, [*(one.state for one in played), last][1:], strict=True):
        if step.who is not None or not is_folded:
            found.append((step, [after]))
        elif found:
            found[-1][1].append(after)
    yield from found


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
