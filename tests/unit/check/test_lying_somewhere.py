"""What is known of components by the collection they were drawn from: the zone in which they lie,
and on a grid that grows their cell."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from rulewright.diagnostics import RulesError
from rulewright.game import check, load
from rulewright.state import State

GAME = """game lying "Lying"
  players 2
component tile from "tiles.csv" named by tile
type way: ring up, right, down, left
board land: grid of tile
cells site of land named "{{x}} {{y}}"
zone bag: set of tile
zone spot: slot of tile
zone stand of seat: slot of tile
zone hand of seat: set of tile
zone pile: stack of tile
zone line: row 3 of tile
define low of t: tile = t in {{a, b, c}}

setup
  move a to land of '0 0'
  move b to spot
  move c to stand of '0'
  move d to hand of '0'
  move e to pile
  move f to line
  move all t in tile where t not in {{a, b, c, d, e, f}} to bag
phase only
  turns until passes is 2
    choose main
{move}
      pass
winner most score
score tiles of p: (size of hand of p + size of line + (how many t in land where low of t)
    + (0 when stand of p is none else 1) + (0 when spot is none else 1) + size of pile
    + (how many t in land where land of beside(site of t, up) is none))
"""


def made(folder: Path, move: str) -> str:
    (folder / "tiles.csv").write_text("tile\n" + "\n".join("abcdefgh") + "\n", encoding="utf-8")
    path = folder / "lying.game"
    path.write_text(GAME.format(move=move), encoding="utf-8")
    return str(path)


def bag_of(state: State) -> list[str]:
    cells = cast("dict[str, list[str]]", state.observation(0)["cells"])
    return cells["bag"]


def codes(path: str) -> set[str]:
    with pytest.raises(RulesError) as raised:
        check(path)
    return {one.code for one in raised.value.diagnostics}


@pytest.mark.parametrize(
    ("source", "moved"),
    [
        ("spot", "b"),
        ("stand of me", "c"),
        ("top(2, pile)", "e"),
        ("line", "f"),
        ("all u in hand of me where u is d", "d"),
        ("hand of me - {a}", "d"),
        ("first(2, hand of me)", "d"),
        ("first(2, all u in hand of me where not low of u)", "d"),
    ],
)
def test_what_was_drawn_from_some_of_a_zone_lies_there(
    tmp_path: Path, source: str, moved: str
) -> None:
    path = made(tmp_path, f"      take(t in {source})\n        move t to bag")
    state = load(path).start(seed=1)
    take, _ = state.legal_moves()
    assert str(take) == f"take {moved}"
    assert moved not in bag_of(state)
    state.apply(take)
    assert moved in bag_of(state)


def test_what_comes_from_several_zones_lies_nowhere(tmp_path: Path) -> None:
    move = "      take(t in {spot} + hand of me)\n        move t to bag"
    assert codes(made(tmp_path, move)) == {"E145"}


@pytest.mark.parametrize(
    "move",
    [
        "take(t in land)",
        "take(t in all u in land where low of u)",
        "take(t in land where land of beside(site of t, up) is none)",
        "take(t in all u in tile where site of u is not none)",
        "take\n        each t in tile where site of t is not none",
        "take\n        each t in land where site of t is not none",
    ],
)
def test_what_lies_on_a_grid_has_a_cell(tmp_path: Path, move: str) -> None:
    deep = "  " * ("each" in move)
    path = made(tmp_path, f"      {move}\n        {deep}move t from land of site of t to bag")
    state = load(path).start(seed=1)
    assert "a" not in bag_of(state)
    state.apply(state.legal_moves()[0])
    assert "a" in bag_of(state)


def test_what_an_earlier_round_has_moved_may_have_none(tmp_path: Path) -> None:
    """`each` goes through what lay there when it began."""
    move = "      take\n        each t in land\n          move t from land of site of t to bag"
    assert codes(made(tmp_path, move)) == {"E109"}


def test_what_was_known_is_forgotten_once_something_moves(tmp_path: Path) -> None:
    move = (
        "      take(t in land)\n        move t from land of site of t to bag"
        "\n        move e from pile to land of site of t"
    )
    assert codes(made(tmp_path, move)) == {"E109"}
