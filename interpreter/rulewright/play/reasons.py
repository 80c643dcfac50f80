"""Why a move is not offered, as people at a table are told.

Where a choice only selects, as a payment does card by card, each set can be reached in one order
alone. Whoever asks for a card that would have to come later, or would have had to come before, is
told that order: the rules have nothing against it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import cast

from ..core.ir import Choose, Completable, StateVariable
from ..core.selecting import grown_by
from ..diagnostics import PlayError, first_few
from ..runtime.move import named_whole, readings, take_apart, takes, text_of, tidy
from ..runtime.why import Reason
from ..state import Move, State
from .spelling import in_full, in_other_order, meant, spelled

MOST_TRIED = 300
"""How many positions are looked at for another order."""

MOST_FOLLOWED = 12
"""After how many steps on offer it is looked what comes then."""

MOST_ALIKE = 3


def reasons(state: State, text: str) -> list[Reason]:
    """Why a move is not offered; empty if it is. It may be typed as people do at a table, its
    names alone, say (see `spelling`)."""
    choice = state.waiting
    if choice is not None:
        text = understood(state, choice, text)
    found = state.why_not(text)
    if found and choice is not None and not any(take_apart(text, choice, kinds=True)):
        return [replace(found[0], now=found[0].now or _alike(state, text)), *found[1:]]
    told, back = of_the_order(state, text) if found else ("", [])
    if back:
        told += f"; take back {', '.join(back)} first"
    return [replace(found[0], message=told, now="")] if told else found


def reordered(state: State, text: str) -> str:
    """A hint at a move on offer that names the same in another order; empty if there is none, or
    the text is a move on offer itself."""
    moves = state.legal_moves()
    others = [str(moves[number]) for number in in_other_order(moves, text)]
    return f"did you mean {others[0]}?" if others and tidy(text) not in others else ""


def of_the_order(state: State, text: str) -> tuple[str, list[str]]:
    """That only the order keeps a move from being offered by which something is selected, or that
    it has been made; and what would have to be taken back before. Empty if it is not so."""
    order = _in_another_order(state, text)
    if order is None:
        return "", []
    ahead, back = order
    if text in back:
        return f"{text} has been chosen already", []
    if not back:
        first = ", then ".join(ahead[:-1])
        return f"it comes after others: first {first}; each set is chosen in one order only", []
    return f"the same is offered in another order: {', then '.join(ahead)}", back


def understood(state: State, choice: Choose, text: str) -> str:
    """The move that a text means, as the rules write it; if none can be made out, the text."""
    program = state.engine.program
    said = in_full(program, choice, spelled(program, choice, text))
    if any(take_apart(said, choice, kinds=True)):
        return said
    moves = state.legal_moves()
    found = meant(moves, said)
    return str(moves[found[0]]) if len(found) == 1 else said


def _alike(state: State, text: str) -> str:
    """Some of the moves on offer that begin so, or with the same word; of a name alone, some of
    those that name what is of its type."""
    first, choice, moves = text.split()[:1], state.waiting, state.legal_moves()
    alike = [str(move) for move in moves if str(move).split()[:1] == first]
    alike = [move for move in alike if move.startswith(f"{tidy(text)} ")] or alike
    domain = named_whole(tidy(text), state.engine.program.domains)
    if not alike and domain is not None and choice is not None:
        offers = choice.alternatives
        alike = [str(move) for move in moves if takes(offers[move.code[0]], domain)]
    return f"offered: {first_few(alike, MOST_ALIKE)}" if alike else ""


def _in_another_order(state: State, text: str) -> tuple[list[str], list[str]] | None:
    """The moves by which something can be selected that is not offered now, and those that would
    have to be taken back before, or are just it; None if there is no such way, or nothing is only
    selected."""
    choice = state.waiting
    if choice is None or not _selects(choice, text):
        return None
    wanted = _one_of(state, choice, text)
    here = _way(state, [wanted])
    if here is not None:
        return (here, []) if len(here) > 1 else None
    begun, made = _begin(state, choice)
    if text in made:
        return [], made
    way = _way(begun, [wanted, *({one} for one in made)]) if made else None
    return None if way is None else (way, made)


def _selects(choice: Choose, text: str) -> bool:
    """May a text mean a step that selects? What ends a selection, or does something else in
    between, has no other order."""
    numbers = (reading.number for reading in readings(text, choice, kinds=True))
    return any(_grown(choice, number) is not None for number in numbers)


def _one_of(state: State, choice: Choose, text: str) -> set[str]:
    """The steps that a text may mean: it, or, where it names one of several components without its
    number, those with any of them."""
    read, found = state.engine.layout.reader(state.slots), {text}
    for reading in readings(text, choice, kinds=True):
        for bare in reading.unnumbered.values() if _grown(choice, reading.number) else ():
            (said,), kinds = reading.args, bare.domain.kinds  # what is selected is drawn one by one
            alike = (one for one, kind in enumerate(kinds) if kind == kinds[said])
            found |= {text_of(choice, (reading.number, one), read) for one in alike}
    return found


def elsewhere(state: State) -> tuple[list[str], list[str]]:
    """The steps that only the order keeps from being offered: those that come after others, and
    those that would have come before what has been chosen. Of long lists, which nobody reads for
    what is missing, none."""
    choice = state.waiting
    if choice is None or not _selections(choice):
        return [], []
    here = _steps(state, choice)
    if len(here) > MOST_FOLLOWED:
        return [], []
    begun, made = _begin(state, choice)
    ahead = _ahead(state, here, choice)
    later = sorted(ahead, key=lambda one: ahead[one])
    before = [text for text in _steps(begun, choice) if text not in {*here, *made, *later}]
    kept = [{one} for one in made]
    return later, [text for text in before if made and _way(begun, [{text}, *kept]) is not None]


def _steps(state: State, choice: Choose) -> dict[str, tuple[int, ...]]:
    """What can be selected in a state, if it is still that choice, each move with its code."""
    moves = state.legal_moves() if state.waiting is choice else ()
    return {str(move): tuple(move.code) for move in moves if _is_step(move, choice)}


def _ahead(state: State, here: Collection[str], choice: Choose) -> dict[str, tuple[int, ...]]:
    """What can be selected besides after steps on offer, and after what comes then. Where the rules
    go wrong behind a step, which is told when it is made, nothing is."""
    found: dict[str, tuple[int, ...]] = {}
    waiting = deque([(state, text) for text in here])
    while waiting:
        before, text = waiting.popleft()
        after = before.copy()
        with suppress(PlayError):
            after.apply(text)
            if _goes_on(before, after, choice):
                new = {
                    one: code
                    for one, code in _steps(after, choice).items()
                    if one not in found and one not in here
                }
                found |= new
                waiting += ((after, one) for one in new)
    return found


def _begin(state: State, choice: Choose) -> tuple[State, list[str]]:
    """Where nothing is selected yet, and the steps that have been made since."""
    begun, made = state.copy(), list[str]()
    while begun.moves:
        before, last = begun.copy(), begun.moves[-1]
        before.undo()
        if before.waiting is not choice or not _is_step(_move(before, last), choice):
            break
        if not _goes_on(before, begun, choice):
            break
        begun, made = before, [last, *made]
    return begun, made


def _way(state: State, wanted: Sequence[Collection[str]]) -> list[str] | None:
    """The fewest steps by which all that is wanted is selected, of each collection one; None if
    there are none, or too many would have to be tried."""
    choice, tried = state.waiting, 0
    waiting = deque[tuple[State | None, list[str]]]([(state, [])])
    while waiting and tried < MOST_TRIED:
        at, way = waiting.popleft()
        tried += 1
        if not any(map(set(way).isdisjoint, wanted)):
            return way
        for move in at.legal_moves() if at is not None else ():
            if choice is not None and at is not None and _is_step(move, choice):
                after = at.copy()
                after.apply(move)
                on = after if _goes_on(at, after, choice) else None
                waiting.append((on, [*way, str(move)]))
    return None


def _goes_on(before: State, after: State, choice: Choose) -> bool:
    """Does a step lead on in the same selection, and not to one that is begun anew, which may be
    another seat's?"""
    return after.waiting is choice and _selected(after, choice) > _selected(before, choice)


def _selected(state: State, choice: Choose) -> int:
    """How much is selected."""
    read = state.engine.layout.reader(state.slots)
    return sum(cast(int, read(selection, ())).bit_count() for selection in _selections(choice))


def _move(state: State, text: str) -> Move:
    return next(move for move in state.legal_moves() if str(move) == text)


def _is_step(move: Move, choice: Choose) -> bool:
    """Does a move select something more and nothing else, or is it the end, say?"""
    return _grown(choice, move.code[0]) is not None


def _selections(choice: Choose) -> list[StateVariable]:
    """What a choice that selects, step by step, adds to; each once."""
    found = (_grown(choice, number) for number in range(len(choice.alternatives)))
    return [*dict.fromkeys(one for one in found if one is not None)]


def _grown(choice: Choose, number: int) -> StateVariable | None:
    """What an offer adds to, if that is all it does in a compose."""
    for guard in choice.alternatives[number].guards:
        asked = guard.test
        if isinstance(asked, Completable) and asked.step is not None:
            return grown_by(asked.compose, asked.compose.steps[asked.step])
    return None
