"""What a seat cannot see makes no difference to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from ...play.transcript import Transcript
from ...state import State
from .finding import Broken
from .moves import not_on_offer
from .playout import Play


def secrets_are_kept(play: Play) -> None:
    """Dealt anew, what is hidden from a seat looks the same to it, and so does all it may do.

    `State.redealt` says what is dealt anew: hidden components, throws, secret choices.
    """
    state = play.state
    if not state.over and play.every(4):
        for seat in range(state.engine.program.seats.size):
            for _ in range(3 if play.thorough else 1):
                _look_alike(play, state.redealt(seat, play.lot(1 << 32)), seat)
    _told(play)


def _look_alike(play: Play, other: State, seat: int) -> None:
    state = play.state
    name = state.engine.program.seats.labels[seat]
    place = [state.waiting.span] if state.waiting is not None else []
    seen, dealt = state.observation(seat), other.observation(seat)
    if seen != dealt:
        ours, theirs = _different(seen, dealt)
        raise Broken(f"what {name} sees tells what is hidden", expected=ours, found=theirs)
    if state.to_move != seat:
        return
    moves = [str(move) for move in state.legal_moves()]
    others = [str(move) for move in other.legal_moves()]
    if moves != others:
        only = [m for m in moves if m not in others] or [m for m in others if m not in moves]
        raise Broken(
            f"what {name} is offered tells what is hidden: {'; '.join(only[:3]) or 'the order'}",
            *place, expected="; ".join(moves[:8]), found="; ".join(others[:8]),
        )  # fmt: skip
    refused = [text for text in not_on_offer(play) if text not in moves]
    for text in play.some(refused, 2)[:20]:
        reasons = [said for reason in state.why_not(text) for said in (reason.message, reason.now)]
        dealt_reasons = [
            said for reason in other.why_not(text) for said in (reason.message, reason.now)
        ]
        if reasons != dealt_reasons:
            raise Broken(
                f"why {name} is not offered {text} tells what is hidden", *place,
                expected="; ".join(reasons), found="; ".join(dealt_reasons),
            )  # fmt: skip


def _different(one: object, other: object, path: str = "") -> tuple[str, str]:
    """The first place at which two observations differ, in both."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            if one[key] != other[key]:
                return _different(one[key], other[key], f"{path} {key}".removeprefix(" cells"))
    return f"{path.strip()}: {one}", f"{path.strip()}: {other}"


def _told(play: Play) -> None:
    """What a seat is told of the moves names no component that it has never seen."""
    transcript = cast(Transcript, play.memory.setdefault("secrecy", Transcript()))
    seats = range(play.state.engine.program.seats.size)
    known = cast("list[set[str]]", play.memory.setdefault("known", [set() for _ in seats]))
    for seat in seats:
        known[seat] |= set(_labels(play.state.observation(seat)["cells"]))
    if play.before is None or play.move is None:
        return
    transcript.add(play.before, play.move, play.state)
    for entry in transcript.entries if play.state.over else transcript.entries[-1:]:
        for seat in seats:
            text = transcript.text_for(entry, play.state, seat) or ""
            for domain, element in entry.components if seat != entry.seat else ():
                label = domain.labels[element]
                if label not in known[seat] and _names(text, label):
                    name = play.state.engine.program.seats.labels[seat]
                    raise Broken(f'{name} is told "{text}" and has never seen {label}')


def _names(text: str, label: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(label)}(?!\w)", text) is not None


def _labels(seen: object) -> Iterator[str]:
    """All texts in an observation."""
    if isinstance(seen, str):
        yield seen
    elif isinstance(seen, dict):
        for value in seen.values():
            yield from _labels(value)
    elif isinstance(seen, list):
        for value in seen:
            yield from _labels(value)
