"""Many games at once are the same games, one after the other, on every engine."""

from __future__ import annotations

import threading
from itertools import islice
from pathlib import Path

import pytest

from rulewright.backends import registry
from rulewright.backends.protocol import PlayoutResult, Position
from rulewright.diagnostics import PlayError
from rulewright.game import load

FRAGILE = """game fragile "Fragile"
  players 2 named Ann, Bob
type way: up, down
mark height: 0..9, starts 4             "Height"
phase climb
  turns until height is 9               "Players take turns"
    choose main
      go(w in way)                      "Go"
        if w is up
          gain 1 height
        if w is down
          spend 1 height
score high of p: 1                      "All are equal"
winner most score
"""


@pytest.mark.parametrize("engine", registry.available())
def test_as_one_by_one(engine: str) -> None:
    seeds = [*range(600), 2**64 + 5, 2**127 - 1]
    asked = load("pig", options={"target": 25}, engine=engine).engine
    plain = load("pig", options={"target": 25}, engine=registry.REFERENCE).engine
    few = seeds if engine != registry.REFERENCE else seeds[:30]
    found = [*asked.playouts(few, longest=25)]
    assert found[:60] + found[-2:] == [*plain.playouts([*few[:60], *few[-2:]], longest=25)]
    assert None in found and len(found) == len(few)
    assert [*islice(asked.playouts(iter(few)), 3)] == [*asked.playouts(few[:3])]
    assert [*asked.playouts([])] == []


@pytest.mark.parametrize("engine", registry.available())
def test_games_go_on_from_positions_in_any_order(engine: str) -> None:
    """From two positions by turns, in another thread than they were asked for in, many at once."""
    game = load("pig", options={"target": 25}, engine=engine)
    asked, state = game.engine, game.start(seed=3)
    one = state.position
    state.apply("roll")
    other = state.position
    seeds = [*range(7), 2**64 + 5, 2**127 - 1]

    def alone(position: Position) -> list[PlayoutResult | None]:
        return [result for seed in seeds for result in asked.play_on(position, [seed], longest=30)]

    meant = alone(one), alone(other)
    both = (asked.play_on(position, seeds, longest=30) for position in (one, other))
    pairs = [*zip(*both, strict=True)]
    assert tuple(map(list, zip(*pairs, strict=True))) == meant
    begun, found = asked.play_on(other, iter(seeds), longest=30), list[PlayoutResult | None]()
    thread = threading.Thread(target=lambda: found.extend(begun))
    thread.start()
    thread.join()
    assert found == meant[1]
    assert [*asked.play_on(one, [])] == []
    assert None in meant[0] and any(meant[0])


@pytest.mark.parametrize("engine", registry.available())
def test_what_goes_wrong_is_raised_in_its_turn(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "fragile.game"
    path.write_text(FRAGILE, encoding="utf-8")
    asked = load(str(path), engine=engine).engine
    outcomes: list[object] = []
    for seed in range(12):
        try:
            [one] = asked.playouts([seed])
            outcomes.append(one)
        except PlayError as error:
            outcomes.append(str(error))
    failing = [seed for seed, outcome in enumerate(outcomes) if isinstance(outcome, str)]
    fine = [seed for seed, outcome in enumerate(outcomes) if not isinstance(outcome, str)]
    assert failing and fine
    together = asked.playouts([*fine, failing[0], *fine])
    assert [next(together) for _ in fine] == [outcomes[seed] for seed in fine]
    with pytest.raises(PlayError, match="height would become -1, outside"):
        next(together)
    start = load(str(path), engine=engine).start(seed=1).position
    goes_on = asked.play_on(start, [*fine, failing[0], *fine])
    assert [next(goes_on) for _ in fine] == [outcomes[seed] for seed in fine]
    with pytest.raises(PlayError, match="height would become -1, outside"):
        next(goes_on)
