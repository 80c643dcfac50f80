"""What is promised of states whatever the game: undo, copies, records."""

from __future__ import annotations

from ...play import record
from ...runtime.layout import Slots
from ...state import State
from .finding import Broken
from .playout import Play


def _all_of(state: State, *, seen: bool) -> tuple[object, ...]:
    """Everything that can be told of a state; what is `seen` of it hangs on all moves before, and
    takes as long."""
    seats = range(state.engine.program.seats.size if seen else 0)
    return (
        state.key(), state.to_move, state.choice, state.question,
        [str(move) for move in state.legal_moves()], state.moves, state.outcomes,
        [state.observation(seat) for seat in seats],
    )  # fmt: skip


def _deep(slots: Slots) -> str:
    """The slots as they are now, whatever becomes of the lists in them."""
    return repr([sorted(s.items()) if isinstance(s, dict) else s for s in slots])


def undo_restores(play: Play) -> None:
    """Taking the last move back gives the very state before it, and all of it can be done again."""
    if play.before is None or play.move is None or not play.every(7):
        return
    state, before = play.state.copy(), play.before
    for _ in range(1 + len(play.answers)):
        state.undo()
    if _deep(state.slots) != _deep(before.slots):
        raise Broken(f"after {play.move} was taken back, the position is not what it was")
    seen = play.is_followed
    if _all_of(state, seen=seen) != _all_of(before, seen=seen):
        raise Broken(f"after {play.move} was taken back, the state is not what it was")
    state.apply(play.move)
    for answer in play.answers:
        state.answer(answer)
    if _deep(state.slots) != _deep(play.state.slots) or state.key() != play.state.key():
        raise Broken(f"{play.move}, taken back and made again, leads elsewhere")


def copies_are_independent(play: Play) -> None:
    """What is done to a copy changes nothing but the copy."""
    state = play.state
    if state.over or not play.every(7):
        return
    slots, moves = _deep(state.slots), [str(move) for move in state.legal_moves()]
    copy = state.copy()
    if _deep(copy.slots) != slots or copy.key() != state.key():
        raise Broken("a copy is not what was copied")
    for move in play.some(state.legal_moves(), 2):
        other = copy.copy()
        other.apply(move)
        if _deep(state.slots) != slots or _deep(copy.slots) != slots:
            raise Broken(f"{move}, made in a copy, changes the position it was copied from")
    if [str(move) for move in state.legal_moves()] != moves:
        raise Broken("what was done to a copy changes the moves on offer")


def records_replay(play: Play) -> None:
    """A game that is kept as a file and read again replays to the same position and result."""
    state = play.state
    now_and_then = play.sample is None and play.number % 60 == 30
    if not (state.over or play.thorough or now_and_then):
        return
    kept = record.text_of(record.record_of(play.game, state))
    again = record.replay(record.read(kept), play.game)
    if again.key() != state.key() or _deep(again.slots) != _deep(state.slots):
        raise Broken("the game replays to another position")
    if record.text_of(record.record_of(play.game, again)) != kept:
        raise Broken("the game, replayed, is kept as other bytes")
