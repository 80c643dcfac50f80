"""Invariant 14 of RUINS: what a player sees does not depend on what is hidden from that player.

On the way through random games every flip and every ruin put back is tried: all others see the same
each time. And nobody sees what a ruin has become but who sees the ruin.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import cast

import pytest

from rulewright.core.scenes import GivenPosition
from rulewright.game import Game, load
from rulewright.state import State

MOST_DECISIONS = 120


@pytest.fixture(scope="module", params=[2, 3, 5])
def game(request: pytest.FixtureRequest) -> Game:
    return load("ruins", seats=request.param)


def positions(game: Game, seed: int) -> Iterator[State]:
    """The positions of a game in which ruins are claimed, cycled and flipped when possible."""
    state, luck = game.start(seed=seed), random.Random(seed)
    while not state.over and state.decisions < MOST_DECISIONS:
        yield state
        moves = state.legal_moves()
        liked = [m for m in moves if str(m).startswith(("flip", "claim", "cycle", "buy 4"))]
        state.apply(luck.choice(liked or moves))


@pytest.mark.thorough(one_in=3)
def test_others_cannot_tell_which_secret_move_was_made(game: Game) -> None:
    tried = 0
    for state in positions(game, 7):
        if state.choice not in ("turning", "returning"):
            continue
        others = [seat for seat in range(game.seats) if seat != state.to_move]
        after = []
        for move in state.legal_moves():
            other = state.copy()
            other.apply(move)
            after.append([other.observation(seat) for seat in others])
        assert after == after[:1] * len(after)
        tried += len(after)
    assert tried >= 10 * game.seats


@pytest.mark.thorough(one_in=3)
def test_what_a_ruin_has_become_is_seen_with_the_ruin(game: Game) -> None:
    for state in positions(game, 5):
        if state.decisions % 7:
            continue
        for seat in range(game.seats):
            cells = cast("dict[str, dict[str, object]]", state.observation(seat)["cells"])
            hand = cast("list[str]", cells["hand"][str(seat)])
            lying = {*hand, *cells["table"], *cells["laying.laid"], *cells["box of ruin"]}
            assert set(cells["night"]) == set(cells["upgrades"]) == set(cells["claimed"]) == lying


def test_others_cannot_tell_which_ruin_was_put_back() -> None:
    game = load("ruins", seats=2, options={"night_side": "off"})
    cycle = next(s for s in game.scenarios() if s.title == "S-23 A cycle")
    after = []
    for ruin in ("7a", "8a"):
        state = game.position(cast(GivenPosition, cycle.steps[0]))
        for move in ("take 5a", "play 1 5", "cycle", f"return {ruin}"):
            state.apply(move)
        after.append(state.observation(1))
    assert after[0] == after[1] and after[0]["to_move"] == 1
