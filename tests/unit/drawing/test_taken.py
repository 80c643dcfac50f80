"""What a move takes off a board is told with it, and what lies on the cells that it names."""

from __future__ import annotations

from pathlib import Path

from rulewright import load
from rulewright.drawing.attributes import Attributes
from rulewright.drawing.doing import Doing
from rulewright.transcript import Transcript

RULES = """game takes "Takes"
  players 2 named Ann, Bob
component piece from "pieces.csv" named by name, how many by count
board field: grid 1 by 4
cells square of field named "{letter}{y}"
zone on of square: slot of piece
zone hand of seat: set of piece
setup
  move 'Duke 1' to on of a1
  move 'Page 1' to on of b1
  move 'Duke 2' to on of c1
  move 'Page 2' to on of d1
phase play
  turns until passes is 2
    choose main
      go(s in square, t in square where on of s is not none and t is not s) named "go {s}-{t}"
        move on of t to hand of me
        move on of s to on of t
      drop(c in hand of me, s in square where on of s is none) named "drop {c} on {s}"
        move c to on of s
      give(s in square where on of s is not none)
        move on of s to hand of opponent
score held of p: size of hand of p
winner most score
"""


def test_what_is_taken_off_a_board_is_told_by_what_it_is_and_who_has_it(tmp_path: Path) -> None:
    (tmp_path / "pieces.csv").write_text("name,count\nDuke,2\nPage,2\n")
    (tmp_path / "takes.game").write_text(RULES)
    state = load(str(tmp_path / "takes.game")).start(seed=1)
    for move in ("go a1-b1", "go d1-c1", "go c1-a1", "drop Duke on d1", "give b1"):
        state.apply(move)
    assert [text for _, text in Transcript.of(state).told(state, 0, 1)] == [
        "go a1-b1 (hand + Page)",
        "go d1-c1 (hand + Duke)",
        "go c1-a1",
        "drop Duke 2 on d1",
        "give b1 (hand of Bob + Duke)",
    ]


def test_what_lies_on_a_cell_is_told_by_what_it_is_with_what_its_marks_say(tmp_path: Path) -> None:
    (tmp_path / "pieces.csv").write_text("name,count\nDuke,2\nPage,2\n")
    rules = RULES.replace("setup\n", 'mark side of piece: seat   "Whose it is"\nsetup\n')
    moving = "        move on of s to on of t\n"
    taking = "        if on of t is not none\n          set side of on of t to me\n"
    rules = rules.replace(
        "        move on of t to hand of me\n" + moving,
        f"{taking}          move on of t to hand of me\n{moving}",
    )
    rules = rules.replace("phase play", "  set side of 'Page 1' to Bob\nphase play")
    (tmp_path / "takes.game").write_text(rules)
    state = load(str(tmp_path / "takes.game")).start(seed=1)
    doing = Doing(Attributes(state.engine.program))
    told = {
        str(move): doing.words(move.alternative, move.code, move.offer.read, state.observation(0))
        for move in state.legal_moves()
    }
    assert told["go a1-b1"] == "go a1-b1 (a1 Duke; b1 Page, side: Bob)"


MEN = """game men "Men"
  players 2 named White, Black
type kind: Cart, Mast
board field: grid 1 by 6
cells square of field named "{letter}{y}"
mark man of square: seat or nobody
mark make of square: kind or none
setup
  each s in square
    set man of s to nobody
    set make of s to none
  each s in {a1, b1}
    set man of s to White
    set make of s to Cart
  each s in {c1, d1}
    set man of s to Black
    set make of s to Mast
phase play
  turns until passes is 2
    choose main
      go(s in square, t in square where man of s is me and man of t is not me) named "go {s}-{t}"
        set make of t to make of s
        set make of s to none
        set man of s to nobody
        set man of t to me
      hop(s in square where man of s is me) named "hop over {s}"
        each t in square where man of t is not me and man of t is not nobody
          set man of t to nobody
      turn(s in square where man of s is me) named "turn at {s}"
        each t in square where man of t is not nobody
          set man of t to me
      lift(s in square where man of s is not nobody) named "lift {s}"
        set man of s to nobody
score men of p: how many s in square where man of s is p
winner most score
"""


def test_what_another_had_on_a_cell_is_told_if_the_move_takes_it(tmp_path: Path) -> None:
    """Not that an empty cell is taken, nor what is turned over in each move, nor what it names."""
    (tmp_path / "men.game").write_text(MEN)
    state = load(str(tmp_path / "men.game")).start(seed=1)
    for move in ("go a1-f1", "go c1-b1", "lift b1", "hop over d1"):
        state.apply(move)
    told = [text for _, text in Transcript.of(state).told(state, 0, 1)]
    assert told == [
        "go a1-f1",
        "go c1-b1 (man b1 White -> Black, make b1 Cart -> Mast)",
        "lift b1",
        "hop over d1 (man f1 White -> nobody)",
    ]
    state = load(str(tmp_path / "men.game")).start(seed=1)
    state.apply("turn at a1")
    assert [text for _, text in Transcript.of(state).told(state, 0, 1)] == ["turn at a1"]
