"""Stacks on cells that lie open are drawn from the top down, with what marks say of each piece."""

from __future__ import annotations

import re
from pathlib import Path

import rulewright as rw
from rulewright.drawing.attributes import Attributes
from rulewright.drawing.lines import plain_text
from rulewright.drawing.pictures import Pictures
from rulewright.drawing.table import TableView

TOWERS = """game towers "Towers"
  players 2 named Ann, Bob
component piece from "pieces.csv" named by name, how many by n
board field: grid 2 by 2 SHAPE
cells square of field named "{letter}{y}"
zone tower of square: stack of piece
mark standing of piece: yes or no         "Does it stand?"
mark wet of square: yes or no             "Is it wet?"
setup
  move first(1, piece) to tower of a1
phase play
  turns until passes is 2
    choose main
      up(s in square)
        each p in top(1, tower of s)
          set standing of p to yes
        set wet of s to yes
      stop
        pass
score n of p: 1 when some c in piece where standing of c else 0
winner most score

scenario "As it lies"
  given
    tower of a1: GREAT
    tower of b1: Oak 5, Elm 4
    tower of a2: Elm 5
    standing is yes: Elm 1, Elm 4, Elm 5
    wet is yes: b1
  expect passes is 0
"""
GREAT = "Elm 1, Oak 1, Oak 2, Elm 2, Oak 3, Elm 3, Oak 4"
SIGNS = "name,symbol\nElm,○\nOak,●\nstanding,|\n"


def towers(folder: Path, look: str = SIGNS, *, shape: str = "", great: str = GREAT) -> rw.State:
    text = TOWERS.replace("SHAPE", shape).replace("GREAT", great)
    (folder / "towers.game").write_text(text, encoding="utf-8")
    (folder / "pieces.csv").write_text("name,n\nElm,20\nOak,20\n", encoding="utf-8")
    (folder / "towers.look.csv").write_text(look, encoding="utf-8")
    game = rw.load(str(folder / "towers.game"), engine="reference")
    return game.position(game.scenarios()[0].steps[0])  # type: ignore[arg-type]


def boards(state: rw.State, width: int, *, cut: bool = True) -> list[list[str]]:
    cells = state.observation(0)["cells"]
    assert isinstance(cells, dict)
    table = TableView(Attributes(state.engine.program))
    return [row.split() for row in plain_text(table.boards(cells, width, cut=cut)).splitlines()]


def texts(state: rw.State) -> list[str]:
    cells = state.observation(0)["cells"]
    assert isinstance(cells, dict)
    (picture,) = Pictures(Attributes(state.engine.program), cells).boards()
    found = re.findall(r'<text[^>]*font-size="([\d.]+)"[^>]*>([^<]*)', "".join(picture.parts))
    return [text for _, text in found]


def test_a_stack_of_signs_is_drawn_whole_from_the_top_down(tmp_path: Path) -> None:
    """What marks say of a piece stands behind it, what they say of the cell behind a blank."""
    assert boards(towers(tmp_path), 60) == [
        ["a", "b"],
        ["2", "○|", "."],
        ["1", "○|●●○●○●", "●○|", "w"],
    ]


def test_of_a_stack_without_room_as_many_are_drawn_as_fit(tmp_path: Path) -> None:
    """And how many lie below them; of the piece on top nothing is left out."""
    state = towers(tmp_path)
    assert boards(state, 20)[2] == ["1", "○|●●", "+4", "●○|", "w"]
    assert boards(state, 18)[2] == ["1", "○|●", "+5", "●○|", "w"]
    assert boards(state, 4, cut=False)[2] == ["1", "○|●●○●○●", "●○|", "w"]


def test_on_hexagons_stacks_are_drawn_whole_too(tmp_path: Path) -> None:
    state = towers(tmp_path, shape="of hexagons")
    assert ["1", "○|●●○●○●", "●○|", "w"] in boards(state, 60)
    assert ["1", "○|●●", "+4", "●○|", "w"] in boards(state, 30)


def test_the_legend_says_what_lies_on_what(tmp_path: Path) -> None:
    table = TableView(Attributes(towers(tmp_path).engine.program))
    assert plain_text(table.legend(90)) == "○ Elm, ● Oak, w wet, | standing, ○● ○ on ●\n"
    table = TableView(Attributes(towers(tmp_path, "name,symbol\nElm,○\n").engine.program))
    assert " on " not in plain_text(table.legend(90))


def test_of_a_stack_of_names_the_top_is_drawn_with_its_marks(tmp_path: Path) -> None:
    state = towers(tmp_path, "name,symbol\nwet,w\n")
    assert boards(state, 60)[2] == ["1", "Elm", "1", "s", "+6", "Oak", "5", "Elm", "4", "s", "w"]
    assert texts(state) == [
        *("a2", "Elm 5", "standi…"),
        "b2",
        *("a1", "Elm 1", "standi…", "+6"),
        *("b1", "Oak 5", "Elm 4 s", "w"),
    ]


def test_in_a_picture_the_top_stands_with_its_marks_above_what_lies_below(tmp_path: Path) -> None:
    assert texts(towers(tmp_path)) == [
        *("a2", "○ |"),
        "b2",
        *("a1", "○ |", "●●○●○●"),
        *("b1", "● wet", "○|"),
    ]


def test_in_a_picture_of_a_high_stack_it_is_said_how_many_are_not_drawn(tmp_path: Path) -> None:
    """In a square there are two lines for what lies below the top."""
    below = ", ".join(f"Elm {n}" for n in range(6, 20))
    state = towers(tmp_path, great=f"{GREAT}, {below}")
    assert texts(state)[3:7] == ["a1", "○ |", "●●○●○●", "○○○ +11"]
    state = towers(tmp_path, great=GREAT, shape="of hexagons")  # which have no room for two
    assert texts(state)[3:6] == ["a1", "○ |", "●●○●○●"]
    state = towers(tmp_path, great=f"{GREAT}, {below}", shape="of hexagons")
    assert texts(state)[3:6] == ["a1", "○ |", "●●○ +17"]


ORDERED = """game rows "Rows"
  players 2 named Ann, Bob
component flag from "flags.csv" named by name
zone hand of seat: stack of flag, seen by owner
zone pile: stack of flag, seen by nobody
mark height of flag: 0..9, seen with flag  "As it is held"
setup
  move all f in flag to pile
  shuffle pile
  deal 8 from pile to hand of Ann
phase play
  turns until passes is 2
    choose main
      raise_all
        each f in hand of Ann
          set height of f to 3
      stop
        pass
winner most score
score n of p: size of hand of p
"""


def test_a_hand_in_an_order_is_told_wholly_with_its_marks(tmp_path: Path) -> None:
    """To its owner: nobody can play with a hand of which the end is left out."""
    (tmp_path / "rows.game").write_text(ORDERED, encoding="utf-8")
    rows = "".join(f"{name}\n" for name in ("c2", "fa", "fb", "fc", "fd", "fe", "ff", "fg"))
    (tmp_path / "flags.csv").write_text(f"name\n{rows}", encoding="utf-8")
    state = rw.load(str(tmp_path / "rows.game")).start(seed=1)
    state.apply("raise_all")
    told = " ".join(state.table(0, width=100).split())
    assert told.count("(height 3)") == 8
    assert "below" not in told and "below" not in state.svg(0)
    assert "hand 8 unseen" in state.table(1, width=100)
