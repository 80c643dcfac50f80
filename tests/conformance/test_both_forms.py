"""Step by step or in one go: the two forms of generated play, and the reference, play one game.

A playout draws from the seed what a random player at all seats draws. So a game that is led choice
by choice must end as the playout of the same seed says: as many decisions and options, the same
totals and verdict, or the same error. So must games that go on from a position in the middle, on
every engine. `RULEWRIGHT_GAMES=100` plays each setting so often.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright import catalogue
from rulewright.backends import registry
from rulewright.backends.protocol import MOST_DECISIONS, Engine, PlayoutResult, Position
from rulewright.game import Game, load
from rulewright.runtime.chance import below, stream
from rulewright.runtime.layout import OVER
from rulewright.spec import GameSpec
from rulewright.testing.engines import on_engine
from rulewright.testing.properties import all_settings

GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "0"))
LONG = 25  # decisions of a game that goes on, at most
FEW = 1  # settings of each game are played in the suite, at most
WIDTHS = (1, 2, 31, 32, 33, 63, 64, 65, 129)

SETTINGS = [
    setting
    for info in catalogue.games()
    for every in [1 if GAMES else len(all_settings(info.name)) // FEW + 1]
    for setting in all_settings(info.name)[::every]
]


def begun(engine: Engine, seed: int) -> Position:
    """Where the first decision of a game is."""
    position = engine.codec.encode(engine.layout.fresh())
    engine.codec.set_chance(position, stream(seed))
    engine.begin(position)
    return position


def stepped(
    engine: Engine, seed: int, position: Position, longest: int = MOST_DECISIONS
) -> PlayoutResult:
    """A random game step by step, as a playout tells it; or its first decisions."""
    codec, luck = engine.codec, stream(seed, 1)
    decisions = options = 0
    while codec.point(position) != OVER and decisions < longest:
        moves = engine.moves(position)
        luck, k = below(luck, len(moves)) if len(moves) > 1 else (luck, 0)
        decisions, options = decisions + 1, options + len(moves)
        engine.apply(position, moves[k])
    return PlayoutResult(decisions, options, engine.totals(position), engine.verdict(position))


def assert_one_game(game: Game, seed: int, *, plain: bool = True) -> PlayoutResult:
    """Both forms of generated play tell the same, whichever engine plays, and `plain`, the
    reference too."""
    python = on_engine(game, "python").engine
    found = stepped(python, seed, begun(python, seed))
    for name in registry.available():
        if plain or name != registry.REFERENCE:
            engine = on_engine(game, name).engine
            assert engine.playout(stream(seed), stream(seed, 1)) == found, name
            assert [*engine.playouts([seed])] == [found], name
    return found


def assert_goes_on(game: Game, seed: int, *, plain: bool = True) -> None:
    """From positions in the middle of a game, and from its end, random games are the same on all
    engines; and the positions stay as they are."""
    python = on_engine(game, "python").engine
    codec, here = python.codec, begun(python, seed)
    for more in (1, 5, MOST_DECISIONS):
        stepped(python, seed + more, here, more)
        told: list[PlayoutResult | None] = []
        for other in (seed, 2**127 - seed):
            position = codec.copy(here)
            codec.set_chance(position, stream(other))
            found = stepped(python, other, position, LONG)
            told.append(found if codec.point(position) == OVER else None)
        before = codec.decode(codec.copy(here))
        for name in registry.available():
            if plain or name != registry.REFERENCE:
                engine = on_engine(game, name).engine
                position = engine.codec.encode(engine.layout.copy(codec.decode(here)))
                goes_on = engine.play_on(position, [seed, 2**127 - seed, seed], longest=LONG)
                assert [*goes_on] == [*told, told[0]], name
                assert engine.codec.decode(position) == before, name


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("name", [info.name for info in catalogue.games()])
def test_games_go_on_from_positions(name: str) -> None:
    for seed in range(GAMES or 1):
        assert_goes_on(load(name), seed, plain=False)


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_both_forms_play_the_same_game(setting: GameSpec) -> None:
    game = setting.load()
    for seed in range(GAMES or 1):
        assert_one_game(game, seed, plain=False)


WIDE = """game wide "Wide"
  players 2 named first, second

component card from "cards.csv" named by name
  rank: 0..9
type stone: {stones}
zone pool: set of card
zone hand of seat: set of card
zone pile: stack of card
zone shelf: row {places} of card
mark die: 0..{width}
mark last: stone or none
mark met: set of stone
mark left: 0..8, starts 8

setup
  move all c in card to pool
  refill shelf from pool

phase play
  turns until left is 0
    spend 1 left
    pick die from 1..{width}
    pick last from stone
    choose main
      take(c in pool)
        move c from pool to hand of me
      draw
        deal 1 from pool to hand of me
        refill shelf from pool
      bury
        move all c in pool to pile
        shuffle pile
        deal 1 from pile to hand of me
      meet(s in stone)
        set met to met + {{s}}
      pair(c in hand of me, s in stone where s is not last)
        set met to met + {{s}}
        move c from hand of me to pool
      call(n in 0..{width} where n is not die)
        set die to n
      buy(c in shelf)
        move c from shelf to hand of me
      dig(c in pile)
        move c from pile to hand of me
      else pass

score cards of p: total rank of hand of p + size of met + die + (1 when last is s0 else 0)
winner most score
"""


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("width", WIDTHS)
def test_games_of_any_width_are_the_same_in_both_forms(width: int, tmp_path: Path) -> None:
    cards = "".join(f"K{i},{i % 10}\n" for i in range(width))
    (tmp_path / "cards.csv").write_text("name,rank\n" + cards, encoding="utf-8")
    stones = ", ".join(f"s{i}" for i in range(width))
    text = WIDE.format(width=width, places=min(width, 64), stones=stones)
    (tmp_path / "wide.game").write_text(text, encoding="utf-8")
    game = load(str(tmp_path / "wide.game"))
    for seed in range(GAMES or 3):
        assert_one_game(game, seed)
        assert_goes_on(game, seed, plain=not seed)


MOVED = """game moved "Moved"
  players 2 named first, second

component card from "cards.csv" named by name
  rank: 0..9
zone pool: set of card
zone heap: set of card
zone pile: stack of card
zone stack: stack of card
zone shelf: row 8 of card
mark left: 0..30, starts 30

setup
  move all c in card to pool

phase play
  turns until left is 0
    spend 1 left
    choose main
{moves}
score cards of p: {score}
winner most score
"""
ZONES = ("pool", "heap", "pile", "stack", "shelf")


def test_all_of_a_zone_is_moved(tmp_path: Path) -> None:
    """From each kind of zone to each, all and by a condition that all meet."""
    cards = "".join(f"K{i},{i}\n" for i in range(7))
    (tmp_path / "cards.csv").write_text("name,rank\n" + cards, encoding="utf-8")
    pairs = [(one, other) for one in ZONES for other in ZONES if one != other]
    for condition in ("", " where rank of c < 10", " where c in heap or rank of c > 2"):
        moves = "".join(
            f"      from_{one}_to_{other}\n        move all c in {one}{condition} to {other}\n"
            for one, other in pairs
        )
        score = " + ".join(f"{n} * (total rank of {zone})" for n, zone in enumerate(ZONES, 1))
        text = MOVED.format(moves=moves, score=score)
        (tmp_path / "moved.game").write_text(text, encoding="utf-8")
        game = load(str(tmp_path / "moved.game"))
        for seed in range(GAMES or 1):
            assert_one_game(game, seed)


SWAP = """game swap "Swap"
  players 2 named first, second

type stone: ring s0, s1, s2
mark t: set of stone
mark n of stone: 0..9
mark points of seat: 0..99
mark left: 0..8, starts 8

setup
  each {c} in stone
    set t to t + {{{c}}}

phase play
  turns until left is 0
    spend 1 left
    choose main
      take({c} in t where n of {c} < 9)
        let {d} = 1
        gain {d} n of {c}
      swap({c} in t, {d} in t where {d} is not {c} and n of {c} < n of {d})
        let {e} = size of (all {f} in t where n of {f} > 0)
        set n of {c} to n of {d}
        each {f} in seat
          let {g} = next of {f}
          gain {e} points of {g}
          gain 1 points of {f}
      else pass

score points of p: points of p
winner most score
"""
SETS_OF_NAMES = [
    "c c2 c3 c4 c5",
    "c c_2 c_ c_2_ c_3",
    "bits BIT RELATED round_from totals_of",
    "k n2 moves s_ chance",
    "int len list range lambda",
    "x left left2 bit left_",
    "t2 t3 s decisions block",
    "can_complete_pay_3 take_0_0 playout N POINTS",
]


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("names", SETS_OF_NAMES)
def test_names_of_authors_change_nothing(names: str, tmp_path: Path) -> None:
    found: list[list[PlayoutResult]] = []
    for written in ("a b e f g", names):
        text = SWAP.format(**dict(zip("cdefg", written.split(), strict=True)))
        path = tmp_path / f"{len(found)}.game"
        path.write_text(text, encoding="utf-8")
        found.append([assert_one_game(load(str(path)), seed) for seed in range(GAMES or 3)])
    assert found[0] == found[1]
