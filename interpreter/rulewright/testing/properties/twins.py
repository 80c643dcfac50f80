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

WITHIN = 250  # decisions; the reference is slow
SEARCHING = 25  # the reference, if it has to search, is asked for its moves at each so many


@dataclass(slots=True)
class _Twin:
    state: State
    engine: Sparing
    settled: State | None  # on the engine that is played, as it plays where many decisions are made


def engines_agree(play: Play) -> None:
    """After every step both engines are in the same position and offer the same moves."""
    if play.number > WITHIN:
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
    twin.engine.asked = play.every(SEARCHING if searching else 1)
    for state in (twin.state, *([twin.settled] if twin.settled is not None else [])):
        if play.move is not None:
            state.apply(play.move)
        for answer in play.answers:
            state.answer(answer)
    for played in (play.state, twin.settled):
        if played is None or not (play.every(10) or not alike(twin.state, played)):
            continue
        for what, meant, found in differences(twin.state, played):
            place = [play.state.waiting.span] if play.state.waiting is not None else []
            raise Broken(
                f"the engines differ in {what}", *place,
                expected=f"{meant} ({REFERENCE})", found=f"{found} ({play.game.engine.name})",
            )  # fmt: skip
