"""Of several boards each stands under its heading, in texts and in pictures."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from rulewright.drawing.attributes import Attributes
from rulewright.drawing.lines import plain_text
from rulewright.drawing.table import TableView
from rulewright.game import Game, load

RULES = """game fields "Fields"
  players 1 named ann

component sheaf from "sheaves.csv" named by name

board meadow: grid 2 by 3 "The wide meadow"
cells spot of meadow named "{letter}{y}"
board back_yard: grid 1 by 2
cells corner of back_yard named "{letter}{y}"
GROWING
mark mown of spot: yes or no
mark swept of corner: yes or no    "What is swept"
zone barn: set of sheaf

setup
  move all s in sheaf to barn

phase play
  turns until some s in spot where mown of s
    choose main
      mow(s in spot)
        set mown of s to yes
      sweep(c in corner)
        set swept of c to yes
GROWN

winner p where no
"""
GROWING = """board hill: grid of sheaf "The hill"
cells slope of hill named "{x} {y}"
"""
GROWN = """      stack(s in barn, c in open of hill)
        move s to hill of c
"""


def fields(folder: Path, growing: str = "", grown: str = "", *, rules: str = RULES) -> Game:
    (folder / "sheaves.csv").write_text("name\nbarley\noats\n")
    text = rules.replace("GROWING\n", growing).replace("GROWN\n", grown)
    (folder / "fields.game").write_text(text)
    return load(str(folder / "fields.game"))


def test_each_board_stands_under_its_words_or_its_name(tmp_path: Path) -> None:
    drawn = fields(tmp_path, GROWING, GROWN).start().table()
    assert MEADOW in drawn and "\n\nback yard\n" in drawn and "\n\nThe hill\n0 0\n" in drawn


def test_a_board_alone_has_no_heading(tmp_path: Path) -> None:
    of_the_yard = r"^(board back|cells corner|mark swept| +sweep| +set swept).*\n"
    state = fields(tmp_path, rules=re.sub(of_the_yard, "", RULES, flags=re.M)).start()
    assert "meadow" not in state.table() and "meadow</text>" not in state.svg()


def test_so_do_small_boards_and_sketches(tmp_path: Path) -> None:
    game = fields(tmp_path, GROWING + GROWING.replace("hill", "dale").replace("slope", "side"),
                  GROWN + GROWN.replace("stack", "heap").replace("hill", "dale"))  # fmt: skip
    seen = cast(Mapping[str, object], game.start().observation(0)["cells"])
    view = TableView(Attributes(game.program))
    small = plain_text(view.boards(seen, 80, close=True, small=True))
    assert "\n\nThe hill\n0 0\n" in small and "\n\nThe dale\n0 0\n" in small
    assert plain_text(view.sketches(seen)) == "hill\n.\n\ndale\n.\n"


def test_a_long_heading_has_as_many_lines_as_it_needs(tmp_path: Path) -> None:
    long = " ".join(["The wide meadow behind the house"] * 3)
    state = fields(tmp_path, rules=RULES.replace("The wide meadow", long)).start()
    assert "The wide meadow behind the house The\nwide meadow" in state.table(width=40)
    assert state.svg().count("<text") > fields(tmp_path).start().svg().count("<text")


def test_pictures_have_them_above_the_boards(tmp_path: Path) -> None:
    state = fields(tmp_path, GROWING, GROWN).start()
    for picture in (state.svg(), next(m for m in state.legal_moves() if "mow" in str(m)).svg()):
        assert ">The wide meadow</text>" in picture
    assert ">back yard</text>" in state.svg() and ">The hill</text>" in state.svg()
    boards = [*state.picture(0).words.split("\n\n")]
    assert [one.split("\n")[0] for one in boards][:3] == [
        "The wide meadow",
        "back yard",
        "The hill",
    ]


MEADOW = """The wide meadow
   a   b   c
2  .   .   .
1  .   .   .

"""
