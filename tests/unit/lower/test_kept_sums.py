"""What lies beside a cell adds to its sum, whatever is done with it."""

from __future__ import annotations

import pytest

from rulewright.backends import registry
from rulewright.backends.protocol import sealed
from rulewright.backends.python import PythonEngine
from rulewright.backends.reference import ReferenceEngine
from rulewright.core.ir import Program
from rulewright.game import load
from rulewright.lower.lowered import Lowered
from rulewright.runtime.chance import below, stream
from rulewright.runtime.layout import Layout

RULES = """game lanterns "Lanterns"
  players 1
  uses decktet
type side: ring N, E, S, W
board floor: grid of card
cells spot of floor named "{x} {y}"
zone hand: set of card
zone away: set of card
mark light of card: 0..2
mark age of card: 0..1
mark day: 0..99
define tone(c: card, d: side, n: 0..2)
  n when kind of c is crown
  2 - n when d is N or d is E
  1 else
define shows(u: card, d: side) = tone(u, d, light of u) + age of u
define goes(n: 0..2, d: side, u: card or none) = u is none or n + shows(u, d) in {1, 2, 3}

setup
  move all c in card to hand
  move Excuse from hand to floor of '0 0'
phase play
  turns until day is 40 or size of floor > 9
    choose main
      lay(c in hand, x in open of floor, n in 0..2)
        needs every d in side has goes(tone(c, d, n), d, floor of beside(x, d))  else "no"
        gain 1 day
        if kind of c is crown
          set age of c to 1
        move c from hand to floor of x
        set light of c to n
      turn(c in floor)
        gain 1 day
        set light of c to remainder(light of c + 1, 3)
        set age of c to 1 - age of c
      lift(c in floor, x in open of floor)
        needs size of floor > 2           else "it stays"
        move c from floor of spot of c to away
        gain 1 day
        move c from away to floor of x
        if day > 20
          each k in card
            set light of k to 0
outcome
  done else
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    path = tmp_path_factory.mktemp("lanterns") / "lanterns.game"
    path.write_text(RULES, encoding="utf-8")
    return load(str(path), engine="reference").program


def kept(program: Program, without: frozenset[str] = frozenset(), *, on: bool = False) -> int:
    """How many sums a game keeps."""
    lowered = Lowered(program, Layout(program), without)
    if on:
        lowered.write_direct_on()
    else:
        lowered.write_direct()
    return len(lowered.unit.kept_numbers)


def test_a_sum_is_kept_where_a_game_is_played_to_its_end(program: Program) -> None:
    assert kept(program) == kept(program, on=True) == 1
    assert kept(program, frozenset(("kept",))) == 0


@pytest.mark.parametrize("kind", ["python", "wasm"])
def test_games_are_the_same(program: Program, kind: str) -> None:
    if kind == "wasm":
        pytest.importorskip("wasmtime")
    meant = sealed(ReferenceEngine(program))
    found = registry.kind(kind).make(program)
    for seed in range(4):
        assert found.playout(stream(seed), stream(seed, 1)) == meant.playout(
            stream(seed), stream(seed, 1)
        )


@pytest.mark.parametrize("kind", ["python", "wasm"])
def test_games_go_on_from_what_lies_there(program: Program, kind: str) -> None:
    if kind == "wasm":
        pytest.importorskip("wasmtime")
    engine = registry.kind(kind).make(program)
    plain = sealed(PythonEngine(program, frozenset(("kept",))))
    position, other, luck = engine.start(1), plain.start(1), stream(2)
    for _ in range(12):
        seeds = range(30)
        assert list(engine.play_on(position, seeds)) == list(plain.play_on(other, seeds))
        moves = plain.moves(other)
        luck, k = below(luck, len(moves))
        plain.apply(other, moves[k])
        engine.apply(position, engine.moves(position)[k])
