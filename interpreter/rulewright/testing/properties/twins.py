"""Both engines play the same game: the reference says what is meant, the other one is fast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from ...backends import registry
from ...backends.registry import REFERENCE
from ...core.selecting import takes_a_search
from ...state import State, begin
from ..conformance import Sparing, alike, differences
from ..engines import on_engine
from .finding import Broken
from .playout import Play

WITHIN = 250  # decisions that are looked at; the reference is slow
PASSED = 5  # positions, of which one is looked at in a playout that is looked at sparingly
SEARCHING = 25  # the reference, if it has to search, is asked for its moves at each so many


@dataclass(slots=True)
class _Twin:
    state: State
    engine: Sparing
    settled: State | None  # on the engine that is played, as it plays where many decisions are made
    at: int = 0  # after how many moves
    begun: bool = True  # has it come here from the beginning?

    def go_on_from(self, before: State, *, seed: int | None) -> None:
        """Be where the playout was before its last move, for it was not followed there."""

        def there(state: State) -> State:
            engine, slots = state.engine, before.engine.layout.copy(before.slots)
            return State(engine, engine.codec.encode(slots), asked=seed is None, seed=seed)

        self.begun = False
        self.state = there(self.state)
        self.settled = there(self.settled) if self.settled is not None else None


def engines_agree(play: Play) -> None:
    """After every step both engines are in the same position and offer the same moves."""
    if play.looks > WITHIN or play.passes_over(PASSED):
        return
    searching = takes_a_search(play.game.program)
    if play.number == 0:
        plain = on_engine(play.game, REFERENCE).engine
        engine = Sparing(plain, play.game.engine)
        # where chance is asked, all engines of a kind make single decisions alike
        settled = registry.settled(play.game.engine) if play.seed is not None else None
        play.memory["engines"] = _Twin(
            begin(engine, seed=play.seed), engine,
            begin(settled, seed=play.seed) if settled is not None else None,
        )  # fmt: skip
    twin = cast(_Twin, play.memory["engines"])
    if play.before is not None and twin.at != play.number - 1:
        twin.go_on_from(play.before, seed=play.seed)
    twin.at = play.number
    twin.engine.asked = play.every(SEARCHING if searching else 1)
    for state in (twin.state, *([twin.settled] if twin.settled is not None else [])):
        if play.move is not None:
            state.apply(play.move)
        for answer in play.answers:
            state.answer(answer)
    # what the engine does where many decisions are made is compared with what it does with one
    for other, played in ((twin.state, play.state), (play.state, twin.settled)):
        if played is None or not (play.every(10) or not alike(other, played)):
            continue
        for what, meant, found in differences(other, played, seen=twin.begun):
            place = [play.state.waiting.span] if play.state.waiting is not None else []
            raise Broken(
                f"the engines differ in {what}", *place,
                expected=f"{meant} ({REFERENCE})", found=f"{found} ({play.game.engine.name})",
            )  # fmt: skip
