"""Parameters and lets are kept until the action ends, whatever is decided meanwhile."""

from pathlib import Path

import pytest

from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.game import load
from rulewright.testing import scenario
from rulewright.testing.conformance import lockstep

RULES = """game kept "Values that are kept"
  players 2 named first, second

type face: one, two, three
component tile from "tiles.csv" named by name
board floor: grid of tile
cells site of floor named "{row}/{column}"
zone box_of of seat: set of tile, seen by owner
mark points of seat: 0..200
mark seen_faces: set of face

setup
  move all t in tile to box_of of first

phase play
  turns until points of first > 20 or passes is 2
    let before = points of me
    let high = before > 4
    choose main
      lay
      bid(n in 1..3, f in face)
        let faces = {f} + {one}
        let twice = n * 2
        if n > 1
          confirm(n)
          if high
            may choose bonus
              more(m in 0..n) named "add {m}"
                gain m points of me
              or 'no more'
        choose which
          show_it(g in faces)
            set seen_faces to seen_faces + {g} - {f}
            gain twice points of me
          again_please
            needs n is 3 and size of seen_faces < 2       else "only once"
            set seen_faces to seen_faces + faces
            again
        gain n points of me
      else pass
    if before < points of me and high
      gain 1 points of me

to confirm(by: 0..9)
  choose sure
    sure
      gain by points of me
    unsure
      gain 1 points of me

action lay(t in box_of of me, c in open of floor, k in 0..2) named "lay {t} at {c} for {k}"
  move t to floor of c
  choose turned
    turn(n in 0..k) named "turn by {n}"
      gain (n + k) points of me
  move t from floor of c to box_of of next of me

score points of p: points of p + size of seen_faces
winner most score

scenario "A laid tile is remembered through the next choice"
  play lay T1 at 0/0 for 2; turn by 1
  expect points of first is 3 and T1 in box_of of second and floor is {}
  play bid 3 two; sure; again_please; show_it one
  expect points of second is 12 and seen_faces is {one}

scenario "A value is that of before the choice"
  given
    points of first: 5
    box_of of first: T1
  play bid 2 three; unsure; add 2; show_it three
  expect points of first is 15
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    (tmp_path / "tiles.csv").write_text("name\nT1\nT2\n")
    file = tmp_path / "kept.game"
    file.write_text(RULES, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("engine", registry.available())
def test_scenarios(path: str, engine: EngineName) -> None:
    game = load(path, engine=engine)
    results = [scenario.run(game, s, engine) for s in game.scenarios()]
    assert [(r.title, r.message) for r in results if not r.passed] == []


@pytest.mark.parametrize("engine", registry.available())
def test_nothing_is_kept_after_the_action(path: str, engine: EngineName) -> None:
    game = load(path, engine=engine)
    state = game.start(seed=1)
    for move in ("lay T1 at 0/0 for 2", "turn by 1", "bid 3 two", "sure", "show_it one"):
        state.apply(move)
    kept = [variable for variable in game.program.variables if variable.role == "choice"]
    assert kept
    layout = game.engine.layout
    held = [
        variable.name
        for variable in kept
        if layout.get(state.slots, variable, ()) != variable.start
    ]
    assert held == ["before"]  # of the turn that has begun


def test_engines_agree(path: str) -> None:
    game = load(path)
    for seed in range(12):
        lockstep(game, seed, limit=120)
    plain, fast = load(path, engine="reference").engine, game.engine
    for seed in range(1, 14, 2):
        assert plain.playout(seed, seed + 2) == fast.playout(seed, seed + 2)
