"""Boards without bounds: laying, looking around, seeing, on both engines."""

from pathlib import Path

import pytest

from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.diagnostics import PlayError
from rulewright.game import load
from rulewright.testing import scenario
from rulewright.testing.conformance import lockstep
from rulewright.testing.position import position_text

RULES = """game grow "A ruin that grows"
  players 2 named first, second

type side: ring north, east, south, west
type way: ring n, ne, e, se, s, sw, w, nw
type kind: start, plain
component tile from "tiles.csv" named by name
  kind: kind
board ruin: grid of tile
cells site of ruin named "{x} {y}"

zone hand of seat: set of tile, seen by owner
zone pile: stack of tile, seen by nobody
zone rubble: set of tile
mark here: site
mark trodden: set of site

setup
  move START to ruin of '0 0'
  move all t in tile where kind of t is plain to pile
  shuffle pile
  deal 2 from pile to each hand

phase play
  turns until passes is 2
    choose main
      place
      jump(d in side)
        needs ruin of beside(here, d) is not empty     else "nothing lies there"
        set here to beside(here, d)
      dig(t in ruin where kind of t is plain)
        needs size of rubble < 2                       else "there is rubble enough"
        move t from ruin of the c in site where ruin of c is t to rubble
      slant(d in way) named "slant {d}"
        needs ruin of beside(here, d) is not empty     else "nothing lies there"
        set here to beside(here, d)
      far
        move all t in hand of me where t is T1 to ruin of '6 0'
      else pass

action place(t in hand of me, c in open of ruin) named "place {t} at {c}"
  needs c in beside of here or size of ruin > 1        else "{c} is not beside you"
  move t to ruin of c
  set trodden to trodden + {c} - touching of here
  deal 1 from pile to hand of me
  if size of ruin > 4
    end game

score tiles of p: size of ruin + size of trodden
score open of p: how many c in open of ruin where p is first or c in trodden
winner most score
always every t in ruin has site of t is not none and not (site of t in open of ruin)

scenario "Laying"
  given
    ruin of '0 0': START
    ruin of '1 0': T1
    hand of first: T2
    here: 1 0
  offers place T2 at 0 1; place T2 at 1 1; place T2 at -1 0; place T2 at 2 0; place T2 at 0 -1;
    place T2 at 1 -1; jump west; dig T1; slant w; far
  play place T2 at 1 -1
  expect ruin is {START, T1, T2} and trodden is {} and site of T2 is '1 -1'
  expect ruin of '1 -1' is T2 and ruin of '7 7' is none and site of T5 is none
  refuses jump east "nothing lies there"
  play dig T1
  expect ruin is {START, T2} and rubble is {T1} and site of T1 is none
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    names = ["START", "T1", "T2", "T3", "T4", "T5"]
    rows = [f"{name},{'plain' if name != 'START' else 'start'}" for name in names]
    (tmp_path / "tiles.csv").write_text("\n".join(["name,kind", *rows]) + "\n")
    file = tmp_path / "grow.game"
    file.write_text(RULES, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("engine", registry.available())
def test_the_scenario(path: str, engine: EngineName) -> None:
    game = load(path, engine=engine)
    (result,) = (scenario.run(game, s, engine) for s in game.scenarios())
    assert result.passed, result


@pytest.mark.parametrize("engine", registry.available())
def test_observation_key_and_position(path: str, engine: EngineName) -> None:
    state = load(path, engine=engine).start(seed=5)
    tile = str(state.legal_moves()[0]).split()[1]
    before = state.copy()
    state.apply(f"place {tile} at 0 1")
    cells = state.observation(1)["cells"]
    assert cells["ruin"] == {"0 1": tile, "0 0": "START"}  # type: ignore[index, call-overload]
    assert before.observation(1)["cells"]["ruin"] == {"0 0": "START"}  # type: ignore[index, call-overload]
    assert f"ruin of '0 1': {tile}\nruin of '0 0': START\n" in position_text(state)
    assert state.redealt(0, 7).observation(0) == state.observation(0)
    key = state.key()
    state.undo()
    assert state.key() == before.key() != key


@pytest.mark.parametrize("engine", registry.available())
def test_nothing_can_be_laid_out_of_reach(path: str, engine: EngineName) -> None:
    state = load(path, engine=engine).start(seed=1)
    state.apply("far")
    state.apply("far")  # one of the two holds T1, or nobody
    for seed in range(2, 9):
        state = load(path, engine=engine).start(seed=seed)
        if "T1" in str([str(m) for m in state.legal_moves()]):
            with pytest.raises(PlayError, match="ruin has no room for T1"):
                state.apply("far")
            return


def test_engines_agree(path: str) -> None:
    Path(path).write_text(RULES.replace("'6 0'", "'1 1'"), encoding="utf-8")
    game = load(path)
    for seed in range(8):
        lockstep(game, seed, limit=60)


def test_direct_and_resumable_agree(path: str) -> None:
    changed = RULES.replace("      far\n", "").replace(
        "turns until", "turns until size of ruin > 4 or"
    )
    changed = changed.replace(
        "        move all t in hand of me where t is T1 to ruin of '6 0'\n", ""
    )
    Path(path).write_text(changed.replace("; far", ""), encoding="utf-8")
    plain, fast = load(path, engine="reference").engine, load(path).engine
    for seed in range(1, 12, 2):
        assert plain.playout(seed, seed + 2) == fast.playout(seed, seed + 2)


CHOOSING = """game choosing "Cells chosen one by one"
  players 2 named first, second

component tile from "tiles.csv" named by name
board ruin: grid of tile
cells site of ruin named "{x} {y}"
zone pile: stack of tile
mark taken of seat: 0..90
mark marked: set of site

setup
  move T0 to ruin of '0 0'
  move all t in tile where t is not T0 to pile

phase play
  turns until size of marked > 8 or passes is 2
    choose main
      claim
      build(c in open of ruin where not (c in marked))
        needs pile is not empty             else "none left"
        deal 1 from pile to ruin of c
      else pass

action claim
  needs size of ruin > 1                    else "too early"
  compose pick_cells
    step pick(c in open of ruin) into chosen at most 2
      needs not (c in marked)               else "{c} is marked"
      needs every d in chosen has not (d in beside of c)     else "{c} lies beside another"
    finish done
      needs size of chosen is 2             else "two, please"
  set marked to marked + chosen
  gain size of chosen taken of me

score taken of p: taken of p
winner most score
"""


@pytest.mark.parametrize("count", [8, 60])
def test_cells_are_chosen_on_small_and_large_grids(count: int, tmp_path: Path) -> None:
    names = "".join(f"T{i}\n" for i in range(count))
    (tmp_path / "tiles.csv").write_text(f"name\n{names}")
    path = tmp_path / "choosing.game"
    path.write_text(CHOOSING, encoding="utf-8")
    game = load(str(path))
    for seed in range(2):
        lockstep(game, seed, limit=30, every=10)
    plain = load(str(path), engine="reference").engine
    assert plain.playout(1, 3) == game.engine.playout(1, 3)


def test_names_of_cells_may_hold_commas(tmp_path: Path) -> None:
    (tmp_path / "tiles.csv").write_text("name\nT0\nT1\n")
    rules = CHOOSING.replace('"{x} {y}"', '"{row},{column}"').replace("'0 0'", "'0,0'")
    path = tmp_path / "choosing.game"
    given = """
scenario "Commas"
  given
    ruin of '0,0': T0
    ruin of '0,1': T1
    marked: '-1,0', '1,1'
  play claim; pick 0,-1
  offers pick 0,2; pick 1,0
"""
    path.write_text(rules + given, encoding="utf-8")
    game = load(str(path))
    (result,) = (scenario.run(game, s, "python") for s in game.scenarios())
    assert result.passed, result
    state = game.position(game.scenarios()[0].steps[0])  # type: ignore[arg-type]
    assert "marked: '-1,0', '1,1'" in position_text(state)
