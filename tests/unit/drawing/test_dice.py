"""Dice as marks of components: what each shows is told, and what colour it has."""

from __future__ import annotations

from pathlib import Path

from rulewright import Game, State, load
from rulewright.play.preview import Previews

RULES = """\
game dice "Dice"
  players 2

component die from "dice.csv" named by name
zone tray: set of die
mark face of die: 1..6                    "What a die shows"
mark dent of die: 0..3                    "How often it fell down"

define worth of d: die = face of d * 2

setup
  move all d in die where d is not grey to tray

phase play
  turns until passes is 2
    choose main
      turn(d in tray)
        set face of d to 7 - face of d
        set dent of d to 1
      else pass

score faces of p: total worth(d) for d in tray
winner most score
"""


def made(tmp_path: Path) -> Game:
    (tmp_path / "dice.csv").write_text("name\nred\nblue\ngrey\nwhite\n")
    (tmp_path / "dice.look.csv").write_text("name,colour\nred,#c0392b\n")
    (tmp_path / "dice.game").write_text(RULES)
    return load(str(tmp_path / "dice.game"))


def turned(game: Game) -> State:
    """Blue shows 6; the others show what they begin with."""
    state = game.start(seed=1)
    state.apply("turn blue")
    return state


def test_what_all_dice_show_is_told_where_one_is_told(tmp_path: Path) -> None:
    """One that shows what marks begin with shows it as well; one that fell down did so alone;
    one that does not lie there shows nothing."""
    game = made(tmp_path)
    assert "face" not in game.start(seed=1).table(0)
    table = " ".join(turned(game).table(0).split())
    assert "face red: 1 blue: 6 white: 1" in table
    assert "blue (worth 12, face 6, dent 1)" in table
    assert "red (worth 2, face 1)" in table


def test_a_move_tells_only_what_it_changes(tmp_path: Path) -> None:
    state = made(tmp_path).start(seed=1)
    move = next(one for one in state.legal_moves() if str(one) == "turn blue")
    told = "; ".join(Previews(state.engine.program).of(state, move).changes)
    assert "blue: worth 2 -> 12, face 1 -> 6" in told and "red" not in told


def test_a_component_keeps_its_colour_beside_what_marks_say_of_it(tmp_path: Path) -> None:
    game = made(tmp_path)
    assert game.start(seed=1).svg(0).count("#c0392b") == turned(game).svg(0).count("#c0392b") > 0
