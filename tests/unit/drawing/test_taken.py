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
    assert told["go a1-b1"] == "go a1 (Duke)-b1 (Page, side: Bob)"
