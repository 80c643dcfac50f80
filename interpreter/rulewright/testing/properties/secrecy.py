"""What a seat cannot see makes no difference to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from ...core.evaluate import Value, elements_of_mask
from ...core.ir import Domain
from ...diagnostics import RulewrightError
from ...state import Move, State
from ...transcript import Entry, Transcript
from .finding import Broken
from .moves import not_on_offer
from .playout import Play

LATELY = 8  # moves: of those before it is compared each so many moves what is told of them


def secrets_are_kept(play: Play) -> None:
    """Dealt anew, what is hidden from a seat looks the same to it, and so does all it may do.

    `State.redealt` says what is dealt anew: hidden components, throws, secret choices.
    """
    state = play.state
    if not state.over and play.every(4 if play.sample is None else 8):
        seats = range(state.engine.program.seats.size)
        for seat in seats if play.sample is None else play.some(seats, 1):
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
    """What a seat is told of the moves names no component that it has never seen, at a decision or
    in the midst of a step: what is laid open and shuffled at once is seen all the same."""
    transcript = cast(Transcript, play.memory.setdefault("secrecy", Transcript()))
    seats = range(play.state.engine.program.seats.size)
    known = cast("list[set[str]]", play.memory.setdefault("known", [set() for _ in seats]))
    for seat in seats:
        known[seat] |= set(_labels(play.state.observation(seat)["cells"]))
        known[seat] |= set(_seen_on_the_way(play.state, seat))
    if play.before is None or play.move is None:
        return
    otherwise = _chosen_otherwise(play, play.before, play.move, transcript)
    transcript.add(play.before, play.move, play.state)
    for entry in transcript.entries if play.state.over else transcript.entries[-1:]:
        for seat in seats:
            text = transcript.text_for(entry, play.state, seat) or ""
            for domain, element in entry.components if seat != entry.seat else ():
                label = domain.labels[element]
                if label not in known[seat] and _names(text, label):
                    name = play.state.engine.program.seats.labels[seat]
                    raise Broken(f'{name} is told "{text}" and has never seen {label}')
    if otherwise is not None:
        _compare(play, transcript, otherwise)


@dataclass
class _Otherwise:
    """The game in which another move was made at a secret choice, as far as it has come, and the
    seats that have not been able to tell it from the real one. `at`: which of the moves it was."""

    state: State
    transcript: Transcript
    seats: list[int]
    at: int

    def make(self, text: str, answers: Sequence[list[str]]) -> None:
        """Go on as the real game has done; if that cannot be, nobody takes it for that game."""
        before = self.state.copy()
        try:
            move = next(one for one in self.state.legal_moves() if str(one) == text)
            self.state.apply(move)
            for answer in answers:
                self.state.answer(answer)
        except (RulewrightError, StopIteration):
            self.seats = []
        else:
            self.transcript.add(before, move, self.state)


def _chosen_otherwise(
    play: Play, before: State, move: Move, transcript: Transcript
) -> _Otherwise | None:
    """The game with another secret choice, after this move: one at a time is gone on with, as long
    as there is a seat that might take it for the real one."""
    otherwise = cast("_Otherwise | None", play.memory.get("otherwise"))
    if otherwise is not None and otherwise.seats:
        otherwise.make(str(move), play.answers)
        return otherwise
    offered = [str(one) for one in before.legal_moves() if one.code != move.code]
    if not offered or not (move.choose.secret or move.choose.cover):
        return None
    seats = [seat for seat in range(before.engine.program.seats.size) if seat != before.to_move]
    otherwise = _Otherwise(before.copy(), transcript.copy(), seats, len(transcript.entries))
    otherwise.make(offered[play.lot(len(offered))], play.answers)
    play.memory["otherwise"] = otherwise
    return otherwise


def _compare(play: Play, transcript: Transcript, otherwise: _Otherwise) -> None:
    """Who sees and knows the same, whatever was chosen in secret, is told the same of the moves."""
    state, other = play.state, otherwise.state
    otherwise.seats = [
        seat for seat in otherwise.seats
        if (state.question is None) == (other.question is None)
        and state.observation(seat) == other.observation(seat)
        and _shown_to(state, seat) == _shown_to(other, seat)
        and _thrown_to(state, seat) == _thrown_to(other, seat)
        and not _shown_meanwhile(state, transcript.entries[otherwise.at], seat)
        and not _shown_meanwhile(other, otherwise.transcript.entries[otherwise.at], seat)
    ]  # fmt: skip
    last = LATELY if play.number % LATELY and not state.over else 0
    for seat in otherwise.seats:
        told, also = (
            [text for _, text in known.told(there, seat, of=known.entries[-last:])]
            for known, there in ((transcript, state), (otherwise.transcript, other))
        )
        if told != also:
            name = state.engine.program.seats.labels[seat]
            raise Broken(
                f"what {name} is told of the moves tells what was chosen in secret",
                expected="; ".join(told), found="; ".join(also),
            )  # fmt: skip


def _shown_to(state: State, seat: int) -> dict[Domain, int]:
    """What the seat has seen in the last step, by its domain."""
    shown = state.memory.shown
    return {domain: mask for domain, mask in shown[seat].items() if mask} if shown else {}


def _thrown_to(state: State, seat: int) -> list[tuple[str, tuple[int, ...], Value]]:
    """What the seat has seen chance pick in the last step, one after the other, wherever it is kept
    now: another choice, which draws otherwise, may have led to other picks."""
    thrown = (one for one in state.memory.thrown if one.seen >> seat & 1)
    return [(one.variable.name, one.keys, one.value) for one in thrown]


def _shown_meanwhile(state: State, entry: Entry, seat: int) -> bool:
    """Has the seat seen something that was chosen, in the midst of the last step? Then it knows
    when that lay where, as its position does not."""
    shown = _shown_to(state, seat)
    return any(shown.get(domain, 0) >> element & 1 for domain, element in entry.components)


def _seen_on_the_way(state: State, seat: int) -> Iterator[str]:
    """The components that a seat has seen in the last step, wherever they lie now."""
    for domain, mask in _shown_to(state, seat).items():
        yield from (domain.labels[element] for element in elements_of_mask(mask))


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
