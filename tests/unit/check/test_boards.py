"""Boards of cells: marks on them, what lies around, sizes that are options; on both engines."""

from pathlib import Path

import pytest

from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.diagnostics import RulesError
from rulewright.game import Game, load
from rulewright.testing import scenario
from rulewright.testing.conformance import lockstep
from rulewright.testing.position import position_text

RULES = """game stones "Stones on a field"
  players 2 named first, second

option height: 3..5
option size: 4, 3..6
board field: grid height by size            "A field of stones"
cells square of field named "{letter}{y}"
type side: ring north, east, south, west
type way: ring n, ne, e, se, s, sw, w, nw
mark man of square: seat or nobody
mark last: square
mark seen: set of square

define at(c: square, d: side) = beside(c, d)
define quiet of c: square = touching of c - beside of c
define is_edge of c: square = some d in side where at(c, d) is none
define men of p: seat = all c in square where man of c is p
define line_of(p: seat)
  7 when longest line of men of p is 2
  longest line of men of p when 4 > longest line of (men of p + {last})
  9 else
define free of c: square = man of c is nobody

phase play
  turns until every c in square has not free of c
    choose main
      put(c in square where free of c)
        needs row of c is 1 or not free of the b in beside of c where row of b < row of c
          else "{c} hangs in the air"
        set man of c to me
        set last to c
        if size of between(a1, c) is 1
          set seen to common(beyond(c, w), men of me)

score men of p: how many c in square where man of c is p and (is_edge of c or column of c > 2)
score lines of p: line_of(p) + (5 when longest line of men of p >= 3 else 0)
score near of p: size of quiet of last + size of seen + (8 when last in field else 0)
winner most score

scenario "Stones fall"
  with size 3
  given
    man is first: a1, b1
    man is second: a2
    seen: b3
  offers put a3; put b2; put c1
  refuses put c3 "c3 hangs in the air"
  play put c1; put c2
  expect man of c1 is first and last is c2 and seen is {a1, b1} and free of a3
  expect score of first is 3 + 8 + 2 + 2 + 8 and score of second is 2 + 1 + 2 + 2 + 8
"""


CELLS = """game lines "Lines"
  players 1
board field: grid 5 by 4
cells square of field named "{letter}{y}"
mark on: set of square
define found = longest line of on
phase play
  turns
    choose main
      put(c in square - on)
        set on to on + {c}
        if found > 4 or found is not 0 and found < 1 or 2 <= found and found is 5
          end game
      no(c in on where found is 2 and 1 < found and found <= 2 and not (found >= 3))
        set on to on - {c}
      else clear
        set on to {}
score found of p: found
score long of p: 1 when 4 is found and 4 >= found else 0
winner most score
"""


def made(tmp_path: Path, engine: EngineName = "python", **options: str) -> Game:
    file = tmp_path / "stones.game"
    file.write_text(RULES, encoding="utf-8")
    return load(str(file), engine=engine, options=options)


@pytest.mark.parametrize("engine", registry.available())
def test_the_scenario(engine: EngineName, tmp_path: Path) -> None:
    game = made(tmp_path, engine)
    (result,) = (scenario.run(game, s, engine) for s in game.scenarios())
    assert result.passed, result


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("size", ["3", "4", "6"])
def test_engines_agree_and_direct_and_resumable_do(size: str, tmp_path: Path) -> None:
    plain, fast = (made(tmp_path, e, size=size) for e in ("reference", "python"))
    for seed in range(1, 6, 2):
        lockstep(fast, seed, every=3)
        assert plain.engine.playout(seed, seed + 2) == fast.engine.playout(seed, seed + 2)


def test_a_smaller_board_is_all_there_is(tmp_path: Path) -> None:
    state = made(tmp_path, height="3", size="3").start(seed=1)
    assert [str(move) for move in state.legal_moves()] == ["put a1", "put b1", "put c1"]
    state.apply("put b1")
    cells = state.observation(0)["cells"]
    empty = dict.fromkeys(["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"])
    assert cells == {"man": empty | {"b1": "first"}, "last": "b1", "seen": []}
    assert "man is first: b1\n" in position_text(state)
    (board,) = state.engine.program.boards
    assert (board.rows, board.columns, len(board.places)) == (3, 3, 9)


def test_lines_are_told_alike(tmp_path: Path) -> None:
    (tmp_path / "lines.game").write_text(CELLS, encoding="utf-8")
    plain, fast = (load(str(tmp_path / "lines.game"), engine=e) for e in ("reference", "python"))
    for seed in range(4):
        lockstep(fast, seed, limit=40)
        assert plain.engine.playout(seed, seed + 2) == fast.engine.playout(seed, seed + 2)


def test_what_a_move_needs_is_known_in_the_rest_of_it(tmp_path: Path) -> None:
    pushed = """
      push(c in square where man of c is me, d in way where beside(c, d) is not none)
        needs free of beside(c, d)              else "there is no room"
        needs row of beside(c, d) > 2           else "too low"
        set man of beside(c, d) to me
        set man of c to nobody
        choose next
          stay
            extra turn
          on
            set man of beside(c, d) to nobody
"""
    rules = RULES.replace(
        "common(beyond(c, w), men of me)\n", f"common(beyond(c, w), men of me){pushed}", 1
    )
    (tmp_path / "stones.game").write_text(rules.split("\nscenario")[0], encoding="utf-8")
    for size in ("3", "6"):
        game = load(str(tmp_path / "stones.game"), options={"size": size})
        lockstep(game, 7, every=3, limit=40)


EDGES = """game ways "Ways"
  players 1
board field: grid 3 by 3{kind} where row is not column or row is 1
cells square of field named "{{letter}}{{y}}"
edges way of field
type step: (start: square, length: 1..2)
mark taken of way: yes or no
mark made: set of step
mark column: 0..3
phase play
  turns until passes is 1
    choose main
      take(w in way where not taken of w)
        set taken of w to yes
      make(s in step where s not in made and length of s > 1 and start of s is not a1)
        set made to made + {{s}}
        set column to min(column + 1, 3)
      else pass
score x of p: longest trail of (all w in way where taken of w) + size of made + column
winner most score
"""


@pytest.mark.parametrize(
    ("kind", "ways"),
    [
        ("", "a3-b3 b1-c1 a1-b1 a3-a2 a2-a1 c2-c1"),
        (" of hexagons", "a3-b3 b1-c1 a1-b1 a3-a2 a2-a1 b3-a2 c2-b1 c2-c1"),
    ],
)  # fmt: skip
def test_edges_and_pairs_have_only_cells_that_are_there(
    kind: str, ways: str, tmp_path: Path
) -> None:
    (tmp_path / "ways.game").write_text(EDGES.format(kind=kind), encoding="utf-8")
    game = load(str(tmp_path / "ways.game"))
    moves = [str(move) for move in game.start(seed=1).legal_moves()]
    assert sorted(moves[: len(ways.split())]) == sorted(f"take {way}" for way in ways.split())
    cells = ["a3", "b3", "a2", "c2", "b1", "c1"]
    assert moves[len(ways.split()) :] == [f"make {cell} 2" for cell in cells]
    lockstep(game, 1, limit=12, every=3)
    assert "b3" in game.start(seed=1).table(0) and "b2" not in game.start(seed=1).table(0)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (
            "hexagon of side size",
            "grid 2 * size - 1 by 2 * size - 1 of hexagons where abs(row - column) < size",
        ),
        ("hexagons with side 5", "grid 9 by 9 of hexagons where abs(row - column) < 5"),
        ("a hexagonal board of size 3", "grid 5 by 5 of hexagons where abs(row - column) < 3"),
        ("hexagons 4 by size", "grid 4 by size of hexagons"),
        ("hex grid 4x5", "grid 4 by 5 of hexagons"),
    ],
)  # fmt: skip
def test_how_hexagons_are_declared_is_told(written: str, meant: str, tmp_path: Path) -> None:
    path = tmp_path / "stones.game"
    path.write_text(RULES.replace("grid height by size", written), encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load(str(path))
    assert caught.value.diagnostics[0].hint == f"write: board field: {meant}"


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        (
            "beside of c in men of me",
            "all of them: every s in beside of c has s in men of me; "
            "at least one: beside of c meets men of me",
        ),
        (
            "beside of c not in men of me",
            "not all of them: not (every s in beside of c has s in men of me); "
            "none of them: not (beside of c meets men of me)",
        ),
        ("c in reached(c, beside, field)", "a set of one thing stands in braces: {c}"),
        ("c in common(c, field)", "a set of one thing stands in braces: {c}"),
        ("beside of c meets last", "a set of one thing stands in braces: {last}"),
        ("c in common(height, field)", ""),
    ],
)
def test_what_is_asked_of_sets_in_another_way_is_told(
    written: str, hint: str, tmp_path: Path
) -> None:
    path = tmp_path / "stones.game"
    path.write_text(RULES.replace("where free of c)", f"where {written})"), encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load(str(path))
    assert hint in {one.hint for one in caught.value.diagnostics}


LAID = """game laid "Laid out"
  players 2

component card from "card.csv" named by card
{columns}board map: grid 2 by 3 of card from "map.csv"
mark holder of card: seat or nobody

phase play
  turns until passes is 2
    choose main
      claim(c in map where holder of c is nobody and {asked} of c is 2)
        set holder of c to me
      else pass

score held of p: how many c in map where holder of c is p
winner most score
"""


@pytest.mark.parametrize(("asked", "most"), [("row", 2), ("column", 3)])
def test_a_component_lies_in_the_row_that_its_own_table_says(
    asked: str, most: int, tmp_path: Path
) -> None:
    path = tmp_path / "laid.game"
    places = [(row, column) for row in (1, 2) for column in (1, 2, 3)]
    laid = [(name, *place) for name, place in zip("ABCDEF", places, strict=True)]
    cards = "".join(f"{name},{row},{column}\n" for name, row, column in laid)
    board = "".join(f"{row},{column},{name}\n" for name, row, column in laid)
    (tmp_path / "card.csv").write_text(f"card,row,column\n{cards}G,,\n")
    (tmp_path / "map.csv").write_text(f"row,column,name\n{board}")
    path.write_text(LAID.format(columns="", asked=asked))
    with pytest.raises(RulesError) as caught:
        load(str(path))
    (found,) = caught.value.diagnostics
    assert found.code == "E100" and found.hint.startswith("only cells have rows and columns")
    declared = found.hint.partition(" is declared ")[2].replace("(or none)", "or none")
    assert declared == f"{asked}: 1..{most} or none"
    path.write_text(LAID.format(columns=f"  {declared}\n", asked=asked))
    told = [str(move) for move in load(str(path)).start().legal_moves()]
    assert told == [f"claim {name}" for name in ("DEF" if asked == "row" else "BE")]
