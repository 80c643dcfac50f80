"""Several components moved at once go in the order in which they lie, on both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import Game, load
from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.testing import scenario
from rulewright.testing.conformance import lockstep

COLUMNS = """\
game columns "Columns"
  players 2

type place: left, middle, right
component card from "cards.csv" named by name
zone column of place: stack of card
zone row: row 3 of card
zone bin: set of card
zone spare: slot of card

setup
  move all c in card to column of left

phase play
  turns until size of bin > 2 or passes is 2
    choose main
      shift(a in place, n in 1..size of column of a, b in place where b is not a)
        move top(n, column of a) to column of b
      gather(a in place, b in place)
        move column of a to column of b
      low(a in place, b in place)
        needs a is not b                    else "it lies there"
        move all c in column of a where c < d to column of b
      bare(a in place)
        needs row is empty                  else "no room"
        move all c in top(3, column of a) where c is not f to row
      back(b in place)
        move all c in row where c is not a to column of b
      single(a in place)
        let last = top of column of a
        needs_one(last, a)
      throw(a in place)
        move top(2, column of a) to bin
      else pass

to needs_one(last: card or none, a: place)
  if last is not none and spare is empty
    move last from column of a to spare

score none_left of p: size of bin
winner most score

scenario "A run keeps its order, singly dealt cards do not"
  given
    column of left: a, d, b, f, c
    column of middle: e
  play shift left 3 middle
  expect top of column of middle is a and top of column of left is f
  expect top(2, column of middle) is {a, d} and top(3, column of middle) is {a, d, b}
  play low middle right
  expect top of column of right is a and top(2, column of right) is {a, b}
  expect top of column of middle is d and column of middle is {d, e}
  play gather middle middle
  expect top of column of middle is d and column of middle is {d, e}

scenario "Out of a row from left to right"
  given
    column of left: a, f, b, c
  play bare left
  expect row is {a, b} and top of column of left is f
  play back middle
  expect row is {a} and column of middle is {b}
"""


def made(tmp_path: Path, engine: EngineName, old: str = "", new: str = "") -> Game:
    (tmp_path / "cards.csv").write_text("name\na\nb\nc\nd\ne\nf\n")
    file = tmp_path / "columns.game"
    assert old in COLUMNS
    file.write_text(COLUMNS.replace(old, new) if old else COLUMNS, encoding="utf-8")
    return load(str(file), engine=engine)


@pytest.mark.parametrize("engine", registry.available())
def test_worked_examples(tmp_path: Path, engine: EngineName) -> None:
    game = made(tmp_path, engine)
    failed = [r for s in game.scenarios() if not (r := scenario.run(game, s, engine)).passed]
    assert not failed, failed


def test_engines_agree(tmp_path: Path) -> None:
    game = made(tmp_path, "python")
    for seed in range(10):
        lockstep(game, seed, limit=60)
    plain = made(tmp_path, "reference").engine
    for seed in range(1, 12, 2):
        assert plain.playout(seed, seed + 2) == game.engine.playout(seed, seed + 2)
