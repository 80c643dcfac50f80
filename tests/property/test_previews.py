"""What a move is said to do before it is made is the same in every game that the seat cannot tell
from the real one, and comes true when the move is made."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.property.test_worlds import BURY, CRIB, DRAW, GAMES, GIVE, LAY, TUCK, made

from rulewright import Game, Move, State, catalogue, load
from rulewright.play import foreseen
from rulewright.play.preview import Preview, Previews
from rulewright.runtime.chance import stream

GUESS = """
      guess
        if A in hand of next of me
          set clock to 5
"""
SWEEP = """
      sweep
        move crib to pile
"""
THROW = """
      throw
        pick clock from 0..5
"""

MIX = """
      mix(c in hand of me)
        move c to pile
        shuffle pile
        deal 1 from pile to hand of me
"""

LARGE = bool(os.environ.get("RULEWRIGHT_PREVIEWS"))
"""Look at many more games, which takes minutes."""

PLAYOUTS, WORLDS, MOVES = (20, 6, 6) if LARGE else (1, 2, 2)
"""Games played, games that look the same at each decision, and moves that are told there."""


def decisions(game: Game, seed: int, most: int = 1000) -> Iterator[State]:
    """The decisions of a random game."""
    draw, state = random.Random(seed), game.start(seed=seed)
    while not state.over and state.decisions < most:
        yield state
        state.apply(draw.choice(state.legal_moves()))


def some(moves: Any, draw: random.Random) -> list[Move]:
    return draw.sample(list(moves), min(MOVES, len(moves)))


def held_against_worlds(game: Game, seed: int, every: int = 1) -> tuple[int, int]:
    """Fails if a preview says in one game what it does not say in another one that looks the same,
    or if it does not come true. Gives how many were looked at, and how many told all."""
    previews, draw, count, whole = Previews(game.program), random.Random(seed), 0, 0
    for state in decisions(game, seed):
        if state.decisions % every:
            continue
        seat = state.to_move
        assert isinstance(seat, int)
        worlds = [state.redealt(seat, draw.getrandbits(32)) for _ in range(WORLDS)]
        for move in some(state.legal_moves(), draw):
            preview = previews.of(state, move)
            count, whole = count + 1, whole + preview.is_whole
            comes_true(preview, state, move)
            for world in worlds:
                same = next(m for m in world.legal_moves() if str(m) == str(move))
                assert previews.of(world, same) == preview, f"{move} after {state.moves}"
    return count, whole


def comes_true(preview: Preview, state: State, move: Move) -> None:
    """Fails if a move does something else than is said."""
    if preview.is_whole:
        seat, after = state.to_move, state.copy()
        assert isinstance(seat, int)
        after.apply(move)
        real = after.observation(seat)
        for name in ("to_move", "over", "choice"):
            assert preview.observation[name] == real[name], f"{move}: {name}"
        agrees(preview.observation["cells"], real["cells"], str(move))


def agrees(said: Any, real: Any, where: str) -> None:
    """What is said to be seen is what is seen then, or less."""
    if isinstance(said, dict) and set(said) <= {"count", "known", "at"} and "count" in said:
        if isinstance(real, dict):
            assert said["count"] == real["count"], where
        else:
            held = [one for one in (real if isinstance(real, list) else [real]) if one is not None]
            assert said["count"] == len(held) and set(said["known"]) <= set(held), where
    elif isinstance(said, dict):
        for key, inner in said.items():
            agrees(inner, real[key], f"{where}, {key}")
    else:
        assert said == real, where


SETTINGS: dict[str, dict[str, Any]] = {"ruins": {"seats": 3}, "ruin_runner": {"seats": 3}}
EVERY = {
    "ruin_runner": 25, "ruins": 19, "quetinny": 5, "draughts": 13, "reversi": 13, "klondike": 13,
    "ruta": 5, "crazy_eights": 9, "breakthrough": 9, "connect_four": 5, "pig": 9, 
    "goofspiel": 3,
}  # fmt: skip
ALL = [info.name for info in catalogue.games()]


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", ALL)
def test_a_preview_is_the_same_in_all_worlds_and_comes_true(name: str) -> None:
    game = load(name, **SETTINGS.get(name, {}), engine="python")
    count = whole = 0
    for seed in range(PLAYOUTS):
        looked_at, told = held_against_worlds(game, seed, 1 if LARGE else EVERY.get(name, 1))
        count, whole = count + looked_at, whole + told
    assert count > 3
    assert whole > count // 3 or name in ("goofspiel", "pig", "liars_dice", "ruta"), (whole, count)


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("name", GAMES)
def test_a_preview_is_the_same_in_all_worlds_of_tiny_games(tmp_path: Path, name: str) -> None:
    actions, settings = GAMES[name]
    most = 2 if "otherwise" in settings else 6  # where hands run out, and nothing else can be done
    game = made(tmp_path, *actions, **{"moves": most} | settings)
    assert sum(held_against_worlds(game, seed)[0] for seed in range(2 * PLAYOUTS)) >= 5


def test_a_hidden_condition_is_not_told(tmp_path: Path) -> None:
    game = made(tmp_path, GUESS, GIVE, dealt=2, moves=6)
    assert sum(held_against_worlds(game, seed)[0] for seed in range(5)) > 10
    state = game.start(seed=1)
    preview = Previews(game.program).of(state, state.legal_moves()[0])
    assert not preview.is_whole and not preview.changes


def test_what_is_behind_a_shuffle_is_the_same_in_all_worlds(tmp_path: Path) -> None:
    game = made(tmp_path, MIX, TUCK, DRAW, dealt=1, moves=6)
    assert sum(held_against_worlds(game, seed)[1] for seed in range(5)) > 10


def all_is_looked_into(patch: pytest.MonkeyPatch) -> None:
    """What comes of a hidden condition is told."""
    patch.setattr(foreseen._Foreseer, "_look", lambda *_: None)


def drawn_is_told(patch: pytest.MonkeyPatch) -> None:
    """A card that is drawn is told."""
    patch.setattr(foreseen._Foreseer, "_masked", lambda _, cells: dict(cells))


def nothing_is_unknown(patch: pytest.MonkeyPatch) -> None:
    """What is hidden is taken to be known."""
    patch.setattr(foreseen, "hidden", lambda *_: {})


def chance_is_known(patch: pytest.MonkeyPatch) -> None:
    """Chance is asked, and what it says is told."""
    draw = random.Random(1)
    patch.setattr(foreseen, "_Shuffling", lambda _: stream(draw.getrandbits(32)))


def shuffled_is_told(patch: pytest.MonkeyPatch) -> None:
    """Cards are known where they lie after a shuffle as if there had been none."""
    patch.setattr(foreseen._Foreseer, "_shuffled", lambda *_: None)


def order_is_known(patch: pytest.MonkeyPatch) -> None:
    """Where a set is laid out in a pile, the seat is told where its own cards come to lie."""
    patch.setattr(foreseen._Foreseer, "_watched", lambda _, __, made: made)


FAULTS: dict[Callable[[pytest.MonkeyPatch], None], tuple[str, ...]] = {
    all_is_looked_into: (GUESS, GIVE),
    drawn_is_told: (TUCK, DRAW),
    nothing_is_unknown: (LAY, BURY, DRAW),
    chance_is_known: (THROW,),
    shuffled_is_told: (TUCK, MIX),
    order_is_known: (CRIB, SWEEP, DRAW),
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_leak_is_found(
    tmp_path: Path, fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = made(tmp_path, *FAULTS[fault], moves=6)
    fault(monkeypatch)
    with pytest.raises((AssertionError, KeyError)):
        for seed in range(20):
            held_against_worlds(game, seed)
