"""Many components that are alike are counted where they lie, and not named one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.drawing.table import counted

RULES = """game heaps "Heaps"
  players 2 named Ann, Bob
component stone from "stones.csv" named by colour, how many by count
  worth: 1..9
component tile from "tiles.csv" named by name
zone bag: stack of stone, seen by nobody
zone heap of seat: set of stone            "Stones"
zone tower: stack of stone                 "Piled up"
zone shelf: set of tile

setup
  move all s in stone where worth of s is 1 to heap of Ann
  move all s in stone where worth of s is 2 to tower
  move all s in stone where worth of s > 2 to heap of Bob
  move all t in tile to shelf

phase play
  turns until passes is 2
    choose main
      turn_over
        move tower to bag
        move bag to tower
      else pass
score held of p: size of heap of p
winner most score
"""


def table(folder: Path) -> str:
    (folder / "stones.csv").write_text(
        "colour,count,worth\nRed,6,1\nGold,1,1\nBlue,7,2\nGrey,4,3\nWhite,5,4\n"
    )
    (folder / "tiles.csv").write_text("name\n" + "".join(f"Tile {n}\n" for n in range(1, 8)))
    (folder / "heaps.game").write_text(
        RULES.replace("zone wall: set of stone, seen by owner\n", "")
    )
    return load(str(folder / "heaps.game")).start(seed=1).table(width=200)


def test_many_that_are_alike_are_counted(tmp_path: Path) -> None:
    told = table(tmp_path)
    assert "heap 6 × Red (1), Gold (1)\n" in told
    assert "heap Grey 1, Grey 2, Grey 3, Grey 4, 5 × White\n" in told
    assert "tower      7 × Blue\n" in told
    assert "Tile 1, Tile 2, Tile 3" in told


@pytest.mark.parametrize(
    ("labels", "in_order", "told"),
    [
        ("a1 a2 a3 a4 a5 b1", True, "5 × a, b1"),
        ("a1 a2 a3 a4 b1 a5", True, "a1, a2, a3, a4, b1, a5"),
        ("a1 a2 a3 a4 b1 a5", False, "5 × a, b1"),
        ("b1 a1 2 a2 a3 a4 a5", True, "b1, a1, 2, a2, a3, a4, a5"),
        ("b1 a1 a2 a3 a4 a5 2", True, "b1, 5 × a, 2"),
    ],
)
def test_in_order_those_alone_that_lie_side_by_side(
    tmp_path: Path, labels: str, in_order: bool, told: str
) -> None:
    (tmp_path / "stones.csv").write_text("colour,count,worth\na,5,1\nb,2,2\n")
    (tmp_path / "tiles.csv").write_text("name\nTile\n")
    (tmp_path / "heaps.game").write_text(RULES)
    program = load(str(tmp_path / "heaps.game")).program
    stone = next(domain for domain in program.domains if domain.name == "stone")
    names = [label.replace("a", "a ").replace("b", "b ") for label in labels.split()]
    found = [text for _, text in counted(stone, names, names, in_order=in_order)]
    assert ", ".join(found).replace("a ", "a").replace("b ", "b") == told


def test_a_name_that_looks_like_a_number_of_something_is_one(tmp_path: Path) -> None:
    (tmp_path / "stones.csv").write_text("colour,count,worth\n2 × Oak,4,2\n3 × Elm,4,2\nRed,1,1\n")
    (tmp_path / "tiles.csv").write_text("name\nTile\n")
    (tmp_path / "heaps.game").write_text(RULES)
    told = load(str(tmp_path / "heaps.game")).start(seed=1).table(width=200)
    elms = ", ".join(f"3 × Elm {n}" for n in (4, 3, 2, 1))
    assert f"tower      8: {elms}, 2 × Oak 4, 2 × Oak 3, and 2 below\n" in told
