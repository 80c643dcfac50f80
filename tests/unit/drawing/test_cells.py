"""Boards of cells are drawn with what marks and zones hold in each cell."""

from __future__ import annotations

from pathlib import Path

import rulewright as rw
from rulewright.core import boards
from rulewright.core.ir import Board, Domain
from rulewright.drawing.attributes import Attributes
from rulewright.drawing.cells import _heads
from rulewright.drawing.lines import plain_text
from rulewright.drawing.pictures import Pictures
from rulewright.drawing.table import TableView

RULES = """game guard "Guards"
  players 2 named black, white

option size: 4, 3
board field: grid 3 by size
cells square of field named "{letter}{y}"
component card from "cards.csv" named by name
type kind: pawn, rook, princess
mark owner of square: seat or nobody
mark king of square: yes or no
mark sort of square: kind or none
mark taken: set of square
mark worth of square: 0..4
zone heap of square: stack of card
zone trap of square: set of card, seen by nobody

setup
  move all c in card to heap of a1
  shuffle heap of a1

phase play
  turns until size of taken > 4
    choose main
      put(c in square where owner of c is nobody, k in kind) named "put {k} on {c}"
        set owner of c to me
        set sort of c to k
        set taken to taken + {c}
        set king of c to row of c is 3
        if worth of c < 4
          gain 1 worth of c
        deal 1 from heap of a1 to trap of c

score kings of p: how many c in square where owner of c is p and king of c and sort of c is rook
score worth of p: total worth of square
winner most score

scenario "In the middle"
  given
    owner is black: a1, b2
    owner is white: c3
    king is yes: a1
    sort is princess: b2
    taken: d3, c3
    worth is 3: d1
    trap of d2: Ann, Bob
    heap of b1: Cid
  expect size of taken is 2
"""

PICTURE = """\
   a      b      c      d
3  .      .     [W]    [.]
2  .      Bpr    .      2?
1  Bk     Cid    .      3
taken  c3, d3
"""


def test_a_board_is_drawn_with_what_is_kept_for_its_cells(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name\nAnn\nBob\nCid\n")
    (tmp_path / "guard.game").write_text(RULES, encoding="utf-8")
    game = rw.load(str(tmp_path / "guard.game"), engine="reference")
    state = game.position(game.scenarios()[0].steps[0])  # type: ignore[arg-type]
    table = TableView(Attributes(game.program))
    drawn = plain_text(table.lines(state.observation(0), 60))
    assert [line.split() for line in drawn.splitlines()] == [
        line.split() for line in PICTURE.splitlines()
    ]
    assert plain_text(table.legend(70)) == (
        "B black, W white, k king, pa pawn, r rook, pr princess, [ ] taken\n"
    )
    small = rw.load(str(tmp_path / "guard.game"), options={"size": "3"}, engine="reference")
    assert plain_text(TableView(Attributes(small.program)).boards({}, 60)) == (
        "   a   b   c\n3  .   .   .\n2  .   .   .\n1  .   .   .\n"
    )


def test_what_stands_around_a_board_comes_from_the_names_of_cells() -> None:
    def heads(template: str) -> tuple[list[str], list[str]]:
        names = boards.labels(2, 3, template)
        domain = Domain("square", "cell", names, columns=3)
        return _heads(Board("field", 2, 3, domain, tuple(range(6))))

    assert heads("{letter}{y}") == (["a", "b", "c"], ["2", "1"])
    assert heads("r{row}c{column}") == (["1", "2", "3"], ["1", "2"])
    assert heads("{x}/{y}") == (["1", "2", "3"], ["2", "1"])


def test_where_there_is_no_cell_nothing_is_drawn(tmp_path: Path) -> None:
    holed = RULES.replace("grid 3 by size", "grid 3 by size where row + column not in {3, 7}")
    (tmp_path / "cards.csv").write_text("name\nAce of Suns\nFool\nSea\n", encoding="utf-8")
    (tmp_path / "guard.game").write_text(holed, encoding="utf-8")
    game = rw.load(str(tmp_path / "guard.game"), options={"size": "4"}, engine="reference")
    assert plain_text(TableView(Attributes(game.program)).boards({}, 60)) == (
        "   a   b   c   d\n3  .   .   .\n2      .   .   .\n1  .       .   .\n"
    )
    (picture,) = Pictures(Attributes(game.program), {}).boards()
    assert picture.svg.count("<rect") == 9 and ">a2<" not in picture.svg and ">d1<" in picture.svg


def test_rows_of_hexagons_are_shifted(tmp_path: Path) -> None:
    hive = RULES.replace("grid 3 by size", "grid 5 by 5 of hexagons where abs(row - column) < size")
    hive = hive.replace("size: 4, 3", "size: 3, 4, 7")
    (tmp_path / "cards.csv").write_text("name\nAce of Suns\nFool\nSea\n", encoding="utf-8")
    (tmp_path / "guard.game").write_text(hive, encoding="utf-8")

    def drawn(size: str, width: int) -> str:
        game = rw.load(str(tmp_path / "guard.game"), options={"size": size}, engine="reference")
        return plain_text(TableView(Attributes(game.program)).boards({}, width))

    assert drawn("3", 60) == (
        "       c   d   e\n  5  b   .   .   .\n4  a   .   .   .   .\n"
        "  3  .   .   .   .   .\n    2  .   .   .   .   e\n      1  .   .   .   d\n"
        "           a   b   c\n"
    )
    assert drawn("7", 60).splitlines()[:2] == [
        " a   b   c   d   e",
        "5  .   .   .   .   .",
    ]
    assert drawn("7", 60).splitlines()[-1] == "             a   b   c   d   e"
    game = rw.load(str(tmp_path / "guard.game"), engine="reference")
    (picture,) = Pictures(Attributes(game.program), {}).boards()
    assert picture.svg.count("<polygon") == 19 and ">a5<" not in picture.svg


def test_columns_of_hexagons_have_their_letters_at_both_ends_also_where_corners_are_cut(
    tmp_path: Path,
) -> None:
    rules = RULES.replace("grid 3 by size", "grid size by size of hexagons where SHAPE")
    rules = rules.replace("a1", "b2")
    (tmp_path / "cards.csv").write_text("name\nAce of Suns\nFool\nSea\n", encoding="utf-8")

    def drawn(where: str) -> list[str]:
        (tmp_path / "guard.game").write_text(rules.replace("SHAPE", where), encoding="utf-8")
        game = rw.load(str(tmp_path / "guard.game"), options={"size": "3"}, engine="reference")
        return plain_text(TableView(Attributes(game.program)).boards({}, 60)).splitlines()

    assert drawn("row + column < 5") == [
        " a",
        "3  .   b",
        "  2  .   .   c",
        "    1  .   .   .",
        "         a   b   c",
    ]
    assert drawn("row > 1 or column > 1") == [
        " a   b   c",
        "3  .   .   .",
        "  2  .   .   .",
        "    1  a   .   .",
        "             b   c",
    ]
