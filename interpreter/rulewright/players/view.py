"""What a player is told at a decision: the moves, and positions that it cannot tell from the real
one. The real position is not among them, so whatever a player looks into, it finds nothing hidden.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from ..core.ir import Program
from ..diagnostics import UsageError
from ..runtime.chance import stream
from ..runtime.layout import CHANCE
from ..runtime.observation import Json
from ..state import Move, State

SEARCHED = 20  # worlds: a search that takes as long as many games is no better for more of them


@dataclass(frozen=True, slots=True)
class View:
    """A decision as the seat sees it that has to make it.

    `count`: how many moves are on offer. `worlds`: states without a past that the seat cannot tell
    from the real one: what is hidden from it is dealt anew in each, and so is chance to come. As
    many as the player asks for, but no more than `SEARCHED` where each has to be searched for, and
    one alone where nothing is ever hidden from anybody. In rough ones a move may have been made
    that was not on offer, or have told the seat something else.
    """

    seat: int
    count: int
    worlds: tuple[State, ...]

    @property
    def moves(self) -> Sequence[Move]:
        """The moves on offer, in canonical order: the same in all worlds."""
        return self._world.legal_moves()

    @property
    def choice(self) -> str:
        """The name of the choice that waits."""
        return self._world.choice

    def observation(self) -> dict[str, Json]:
        """What the seat sees and knows, as `State.observation` tells it."""
        return self._world.observation(self.seat)

    @property
    def _world(self) -> State:
        if not self.worlds:
            raise UsageError("a player that looks at the table has at least one of `worlds`")
        return self.worlds[0]


def view_of(state: State, seat: int, *, worlds: int, seed: int, rough: bool = False) -> View:
    """What a player is told at a decision of its seat, with so many worlds, that are `rough` if it
    wants them so. What is dealt anew depends on what the seat sees, and on the seed alone: it is
    the same in all positions that the seat cannot tell apart, but where a mark is hidden, by itself
    or with a component.

    What else that might be is found by changing what was done step by step, from how it was (see
    `determinization`), so who knew by which luck could change it back. A player knows its seed: in
    such games chance to come, which nobody knows, is therefore mixed in. What is to come in a world
    tells nothing of how it was dealt.
    """
    count = len(state.legal_moves())
    if is_open(state.engine.program):
        worlds = min(worlds, 1)
    elif worlds > SEARCHED and not rough and state.is_searched(seat):
        worlds = SEARCHED
    chance = state.slots[CHANCE]
    secret = luck_of(state, seat, seed) if worlds else 0
    found = []
    for number in range(worlds):
        world = state.redealt(seat, mixed(secret, "deal", number), rough=rough)
        if isinstance(chance, int):
            codec = world.engine.codec
            codec.set_chance(world.position, stream(mixed(secret, "chance", number)))
        found.append(world)
    return View(seat, count, tuple(found))


def luck_of(state: State, seat: int, seed: int) -> int:
    """What a seat draws by at a decision, from a seed and what it sees."""
    from ..origins import hidden_marks  # not before the first board

    seen = json.dumps(state.observation(seat), separators=(",", ":"))
    is_changed = state.origin is not None and bool(hidden_marks(state.engine.program))
    hidden = (state.seed, state.slots[CHANCE]) if is_changed else ()
    return mixed("view", seed, seen, *hidden)


def is_open(program: Program) -> bool:
    """Does every seat always see everything?"""
    return all(variable.seen == "all" for variable in program.variables)


def mixed(*parts: object) -> int:
    """A seed that depends on all parts, and from which none of them can be told."""
    text = "/".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
