"""What a variant adds to something that another one replaces is there whatever both are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import RulesError
from rulewright.game import load

GAME = """game pile "A pile"
  players 2
mark left: 0..9, starts 5
phase play
  turns until left is 0
    choose main
      take
action take
  spend 1 left
score worth of p: left
winner most score
"""
OPEN = """variant open of pile "Open"
replace main
  choose main
    take
    lay
      set left to 0
"""
PEDDLE = """variant {name} of pile "Peddle"
add peddle to main
action peddle
  set left to 1
"""
MORE = """variant {name} of pile "More"
add after "spend 1 left" in take
  set left to 3
"""
WHOLE = """variant open of pile "Open"
replace action take
  spend 2 left
"""
NAMES = ("a_first", "z_last")


def written(folder: Path, name: str, *texts: str) -> str:
    for file, text in zip(("pile", "open", name), (GAME, *texts), strict=True):
        (folder / f"{file}.game").write_text(text.format(name=name), encoding="utf-8")
    return str(folder / "pile.game")


@pytest.mark.parametrize("name", NAMES)
def test_an_addition_is_in_what_another_variant_has_put_there(name: str, tmp_path: Path) -> None:
    game = load(written(tmp_path, name, OPEN, PEDDLE), variants=["open", name])
    assert [str(move) for move in game.start(seed=1).legal_moves()] == ["take", "lay", "peddle"]


@pytest.mark.parametrize("name", NAMES)
def test_an_addition_that_finds_no_place_any_more_is_told(name: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        load(written(tmp_path, name, WHOLE, MORE), variants=["open", name])
    first = caught.value.diagnostics[0]
    assert (first.span.file.name.endswith(f"{name}.game"), first.span.text()) == (
        True,
        '"spend 1 left" in take',
    )
    assert first.code == ("E043" if name < "open" else "E040")
