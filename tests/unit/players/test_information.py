"""What a seat sees of a position, as a search keeps it: equal where each part of it is."""

from collections.abc import Hashable, Iterator
from random import Random
from typing import cast

import pytest

from rulewright import load
from rulewright.backends.protocol import Engine
from rulewright.players.information import seen_by
from rulewright.runtime.layout import POINT, Slots
from rulewright.runtime.sight import component_of, held_in, sees, visible

GAMES = ("ruins", "quetinny", "crazy_eights", "goofspiel", "liars_dice", "klondike", "leduc_poker")


def plain(engine: Engine, slots: Slots, seat: int) -> Hashable:
    """What is seen, and how much lies where that is not, member by member."""
    program, layout = engine.program, engine.layout
    me, masks = layout.get(slots, program.me, ()), visible(program, layout, slots, seat)
    parts: list[Hashable] = [slots[POINT]]
    for variable in program.variables:
        for keys in layout.members(slots, variable):
            value, first = layout.get(slots, variable, keys), keys[0] if keys else -1
            if sees(variable, seat, cast(int, me), first, masks):
                parts += [keys, tuple(value) if isinstance(value, list) else value]
            elif component_of(variable) is not None:
                parts += [keys, held_in(variable, value).bit_count()]
    return tuple(parts)


def worlds(name: str) -> Iterator[tuple[Engine, Slots]]:
    """Positions of a random game, each dealt anew for every seat, a few times."""
    state, random = load(name).start(seed=4), Random(4)
    for number in range(24):
        if state.over:
            return
        for seat in range(state.engine.program.seats.size) if number % 3 == 0 else ():
            for seed in range(4):
                yield state.engine, state.redealt(seat, seed).slots
        state.apply(random.choice(state.legal_moves()))


@pytest.mark.parametrize("name", GAMES)
def test_it_is_equal_where_all_is_that_is_seen(name: str) -> None:
    found = list(worlds(name))
    engine = found[0][0]
    see = seen_by(engine)
    for seat in range(engine.program.seats.size):
        told = [see(engine.codec.encode(engine.layout.copy(slots)), seat) for _, slots in found]
        wanted = [plain(engine, slots, seat) for _, slots in found]
        assert [told.index(one) for one in told] == [wanted.index(one) for one in wanted]
        assert 1 < len({*told}) < len(told)
