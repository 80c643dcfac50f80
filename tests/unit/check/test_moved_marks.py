"""What authors of games on boards type first: a mark that is moved, a cell that is empty, a value
below its definition, another seat that is asked, a history without how long it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright_cli.commands.check import look_at

GAME = """game walk "Walk"
  players 2 named Ann, Bob

board field: grid 3 by 3
cells square of field named "{letter}{y}"
mark man of square: seat or nobody
mark n: 0..9
mark victim: seat, starts Bob
history boards of man, me: last 100

define near_to of c: square = all x in beside of c where man of x is nobody   "What is near"

setup
  set man of a1 to Ann
  set man of c3 to Bob

action go(s in square where man of s is me, t in near_to of s)
  needs open: man of t is nobody  else "it is taken"
  set man of t to man of s
  set man of s to nobody
  gain 1 n
  set victim to me
  remember(boards)
action lose
  needs some_left: n < 9 and times(boards) < 50  else "no more"
  gain 1 n

phase one
  turns until n is 9
    choose main
      go
      else lose
phase two
  turns in {victim} until n is 9
    choose loss
      lose

winner p where man of a1 is p
"""
DEFINITION = (
    'define near_to of c: square = all x in beside of c where man of x is nobody   "What is near"'
)


def found(folder: Path, old: str = "", new: str = "") -> list[tuple[str, str]]:
    """Codes and hints when a text of the game is another."""
    assert old in GAME
    (folder / "walk.game").write_text(GAME.replace(old, new) if old else GAME)
    return [(f.code, f.hint) for f, _ in look_at([str(folder / "walk.game")]).found]


@pytest.mark.parametrize(
    "move",
    ["move man of s to t", "move s to t", "move man of s from s to t", "move man of s to man of t"],
)
def test_who_stands_on_a_cell_is_set(move: str, tmp_path: Path) -> None:
    mended = "set man of t to man of s\n  set man of s to nobody"
    ((code, hint),) = found(tmp_path, mended, move)
    lines = hint.removeprefix("write: ").replace(", and below it: ", "\n  ")
    assert (code, lines) == ("E143", mended)


def test_a_cell_is_empty_if_nobody_stands_there(tmp_path: Path) -> None:
    asked = "needs open: man of t is nobody"
    ((code, hint),) = found(tmp_path, asked, "needs open: t is empty")
    assert (code, hint) == ("E112", "write: man of t is nobody")
    ((_, hint),) = found(tmp_path, asked, "needs open: t is not empty")
    assert hint == "write: man of t is not nobody"
    told = found(tmp_path, asked, "needs open: man of t is not nobody")
    assert "E112" not in [code for code, _ in told]


@pytest.mark.parametrize(
    ("head", "below"),
    [
        (' = "What is near"', ""),
        (" =", ""),
        ('   "What is near"', ""),
        ("", ""),
        ("", "\n   "),
        (" =", "\n   "),
    ],
)
def test_a_value_below_its_definition_begins_on_the_first_line(
    head: str, below: str, tmp_path: Path
) -> None:
    value = f"all x in beside of c{below} where man of x is nobody"
    written = f"define near_to of c: square{head}\n  {value}"
    ((code, hint),) = found(tmp_path, DEFINITION, written)
    line = DEFINITION if '"' in head else DEFINITION.partition('   "')[0]
    assert (code, hint) == ("E011", f"write: {line}")
    assert not found(tmp_path, DEFINITION, line)


def test_cases_below_a_definition_stay_cases(tmp_path: Path) -> None:
    old = "define near_to of c: square = all x in beside of c where man of x is nobody"
    cases = "\n  all x in beside of c where man of x is nobody when n < 9\n  {} else"
    told = found(tmp_path, DEFINITION, f"define near_to of c: square ={cases}")
    assert told and "begin" not in told[0][1]
    assert old in GAME
    assert not found(tmp_path, DEFINITION, f"define near_to of c: square{cases}")


ASKING = ["choose loss of victim", "choose loss for victim", "victim chooses loss", "ask victim"]


@pytest.mark.parametrize("line", ASKING)
def test_another_seat_is_asked_by_its_name(line: str, tmp_path: Path) -> None:
    old = "turns in {victim} until n is 9\n    choose loss\n      lose"
    name = "NAME" if line == "ask victim" else "loss"
    hint = f"write: choose {name} by victim, and below it, indented, what is offered to it"
    assert hint in [one for _, one in found(tmp_path, old, f"{line}\n    lose")]
    assert not found(tmp_path, old, "choose loss by victim\n    lose")


def test_within_turns_as_well(tmp_path: Path) -> None:
    hint = "write: choose loss by victim, and below it, indented, what is offered to it"
    told = found(tmp_path, "  remember(boards)", "  remember(boards)\n  victim chooses loss")
    assert told[0][1] == hint


def test_turns_of_all_others_are_those_of_a_named_seat(tmp_path: Path) -> None:
    ((code, hint),) = found(tmp_path, "turns in {victim}", "turns in others")
    assert code == "E100"
    assert "let one = me" in hint
    mended = "let one = me\n  turns in all p in seat where p is not one"
    told = found(tmp_path, "turns in {victim}", mended)
    assert {code for code, _ in told} <= {"E194"}  # nobody asks who the victim is any more


def test_a_history_is_told_in_its_own_words(tmp_path: Path) -> None:
    told = found(tmp_path, "history boards of man, me: last 100", "history boards of man, me")
    assert told[0][1] == "for example: history boards of man, me: last 100"


def test_what_hangs_on_a_name_declared_twice_is_not_told(tmp_path: Path) -> None:
    text = GAME.replace("mark n: 0..9", "type n: eldest, over\nmark n: n")
    text = text.replace("n < 9", "n is eldest").replace("n is 9", "n is over")
    text = text.replace("gain 1 n", "set n to over")
    (tmp_path / "walk.game").write_text(text)
    codes = [f.code for f, _ in look_at([str(tmp_path / "walk.game")]).found]
    assert codes == ["E172"]
    (tmp_path / "walk.game").write_text(text.replace("type n:", "type m:").replace("n: n", "n: m"))
    assert not look_at([str(tmp_path / "walk.game")]).found
