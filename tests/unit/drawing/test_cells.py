"""Boards of cells are drawn with what marks and zones hold in each cell."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

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
        "       c\\  d\\  e\\\n  5  b\\  .   .   .\n4  a\\  .   .   .   .\n"
        "  3  .   .   .   .   .\n    2  .   .   .   .  \\e\n      1  .   .   .  \\d\n"
        "          \\a  \\b  \\c\n"
    )
    assert drawn("7", 60).splitlines()[:2] == [
        " a\\  b\\  c\\  d\\  e\\",
        "5  .   .   .   .   .",
    ]
    assert drawn("7", 60).splitlines()[-1] == r"            \a  \b  \c  \d  \e"
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
        " a\\",
        "3  .   b\\",
        "  2  .   .   c\\",
        "    1  .   .   .",
        r"        \a  \b  \c",
    ]
    assert drawn("row > 1 or column > 1") == [
        " a\\  b\\  c\\",
        "3  .   .   .",
        "  2  .   .   .",
        r"    1 \a   .   .",
        r"            \b  \c",
    ]


MOOR = """game moor "Moor"
  players 2 named Ann, Bob
board moor: grid 2 by 3
cells field of moor named "{letter}{y}"
mark king of seat: field, starts a1       "Where the king is"
mark rook of seat: field or none          "Where the rook is"
mark wolf: field or none, starts b2       "Where the wolf is"
zone lair of field: stack of card, seen by nobody
component card from "cards.csv" named by name
setup
  set king of Bob to c2
  set rook of Bob to b1
  move Ann_s to lair of b2
phase play
  turns until passes is 2
    choose main
      go(t in field)
        set king of me to t
        set rook of me to t
        set wolf to t
      stop
        pass
score n of p: 1 when king of p is a2 or rook of p is a2 else 0
winner most score
"""


def test_who_stands_on_a_cell_by_a_mark_that_names_it_is_drawn_there(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name\nAnn_s\n")
    (tmp_path / "moor.game").write_text(MOOR, encoding="utf-8")
    game = rw.load(str(tmp_path / "moor.game"), engine="reference")
    cells = game.start(seed=1).observation(0)["cells"]
    assert isinstance(cells, dict)
    table = TableView(Attributes(game.program))
    assert [row.split() for row in plain_text(table.boards(cells, 60)).splitlines()] == [
        ["a", "b", "c"],
        ["2", ".", "[1?]", "Bk"],
        ["1", "Ak", "Br", "."],
    ]
    assert plain_text(table.legend(60)) == "A Ann, B Bob, k king, r rook, [ ] wolf\n"
    (picture,) = Pictures(Attributes(game.program), cells).boards()
    texts = re.findall(r"<text[^>]*>([^<]*)", "".join(picture.parts))
    assert texts == ["a2", "b2", "1?", "c2", "Bk", "a1", "Ak", "b1", "Br", "c1"]


TAKEN = """game taken "Taken"
  players 2 named Ann, Bob
component piece from "pieces.csv" named by name
board field: grid 2 by 2
cells square of field named "{letter}{y}"
zone on of square: slot of piece
zone hand of seat: set of piece
mark side of piece: seat                  "Whose piece it is"
mark is_crowned of piece: yes or no
mark wounds of piece: 0..9                "How badly it is hurt"
mark guarded of square: yes or no         "Is it watched?"
setup
  move Duke to on of a1
  move Page to on of b2
  set side of Page to Bob
  set is_crowned of Page to yes
  set wounds of Page to 2
  set guarded of b1 to yes
  move Fool to hand of Bob
  set side of Fool to Bob
phase play
  turns until passes is 2
    choose main
      stop
        pass
score n of p: 1 when some c in piece where side of c is p and is_crowned of c else 0
winner most score
"""


def test_marks_of_what_lies_on_cells_are_drawn_with_it(tmp_path: Path) -> None:
    (tmp_path / "pieces.csv").write_text("name\nDuke\nPage\nFool\n")
    (tmp_path / "taken.game").write_text(TAKEN, encoding="utf-8")
    game = rw.load(str(tmp_path / "taken.game"), engine="reference")
    table = TableView(Attributes(game.program))
    seen = game.start(seed=1).observation(0)
    assert [row.split() for row in plain_text(table.lines(seen, 60)).splitlines()] == [
        ["a", "b"],
        ["2", ".", "Page", "B", "i", "2"],
        ["1", "Duke", "A", "g"],
        ["side", "Fool:", "Bob"],
        ["Bob", "hand", "Fool"],
        ["Ann", "(you)", "hand", "none"],
    ]
    assert plain_text(table.legend(60)) == "g guarded, A Ann, B Bob, i is crowned\n"


def test_what_lies_on_a_cell_and_whose_it_is_are_not_drawn_on_one_point(tmp_path: Path) -> None:
    (tmp_path / "pieces.csv").write_text("name\nDuke\nPage\nFool\n")
    (tmp_path / "taken.game").write_text(TAKEN, encoding="utf-8")
    (tmp_path / "taken.look.csv").write_text("name,symbol\nPage,P\nis_crowned,+\n")
    game = rw.load(str(tmp_path / "taken.game"), engine="reference")
    cells = game.start(seed=1).observation(0)["cells"]
    assert isinstance(cells, dict)
    (picture,) = Pictures(Attributes(game.program), cells).boards()
    texts = re.findall(r'<text x="(\d+)" y="(\d+)"[^>]*>([^<]*)', "".join(picture.parts))
    assert [text for _, _, text in texts] == [
        "a2", "b2", "B", "P + 2", "a1", "A", "Duke", "b1", "guarded",
    ]  # fmt: skip
    assert len({(x, y) for x, y, _ in texts}) == len(texts)


SIGNS = """game signs "Signs"
  players 2

board field: grid 3 by 3
cells square of field named "{letter}{y}"
mark latest: square or none               "The last one"
mark flooded: set of square               "What is under water"

phase play
  turns until passes is 2
    choose main
      go(s in square)
        set latest to s
        set flooded to flooded + beside of s
      pass

score under_water of p: size of flooded
winner most score
"""


def triangles(svg: str) -> dict[str, list[tuple[bool, bool]]]:
    """In which corner of a square, right and below of its middle, signs stand, by its name."""
    names = {
        (int(x), int(y)): name
        for x, y, name in re.findall(r'<text x="(\d+)" y="(\d+)" font-size="9"[^>]*>(\w\d)<', svg)
    }
    found: dict[str, list[tuple[bool, bool]]] = {}
    for x, y in re.findall(r'<polygon points="(\d+),(\d+) ', svg):
        left, top = (int(x) - 2) // 46 * 46 + 2, (int(y) - 2) // 46 * 46 + 2
        corner = int(x) > left + 23, int(y) > top + 23
        found.setdefault(names[left + 4, top + 11], []).append(corner)
    return found


def board_of(state: rw.State) -> str:
    seen: Any = state.observation(0)["cells"]
    (board,) = Pictures(Attributes(state.engine.program), seen).boards()
    return board.svg


def test_in_pictures_each_mark_that_names_cells_has_a_sign_of_its_own(tmp_path: Path) -> None:
    """In ink, as nothing else is that belongs to the board; the legend shows these."""
    (tmp_path / "signs.game").write_text(SIGNS)
    state = rw.load(str(tmp_path / "signs.game")).start(seed=1)
    state.apply("go b1")
    board, lower_right, lower_left = board_of(state), (True, True), (False, True)
    flooded = {name: [lower_left] for name in ("a1", "c1", "b2")}
    assert triangles(board) == {"b1": [lower_right], **flooded}
    assert board.count('style="fill:currentColor;stroke:var(--paper)"') == 4
    whole = state.picture(lit=())
    assert "[ ]" not in whole.alone and "[ ]" not in whole.svg
    assert "[.]" in whole.words and whole.svg.count("<polygon") == 4 + 2
    assert [said for _, said in Pictures(Attributes(state.engine.program), {}).legend()] == [
        "latest",
        "flooded",
    ]


def test_on_hexagons_signs_stand_in_corners_too(tmp_path: Path) -> None:
    hive = SIGNS.replace("grid 3 by 3", "grid 3 by 3 of hexagons")
    (tmp_path / "signs.game").write_text(hive)
    state = rw.load(str(tmp_path / "signs.game")).start(seed=1)
    before = board_of(state).count("<polygon")
    state.apply("go b2")
    assert board_of(state).count("<polygon") == before + 1 + 6
