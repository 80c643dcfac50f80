"""A phase in which nobody chooses: where else what it does may stand."""

from pathlib import Path

import pytest

from rulewright.game import load

GAME = """game counts "Counts"
  players 2
mark done: 0..9
"""
PLAY = """
phase play
  turns until done > 1
    choose main
      count
        gain 1 done
"""
RECKONING = """
phase {name}
  each p in seat
    gain 1 done
"""
END = """
score points of p: done when p is '0' else 0
winner most score
"""
CHOOSE = "let somebody choose in it"
SET_UP = "in setup, which scenarios with `given` leave out"


@pytest.mark.parametrize(
    ("phases", "hints"),
    [
        ((PLAY, "last"), [f"{CHOOSE}, or write it at the end of phase play"]),
        (("first", PLAY), [f"{CHOOSE}, or write it at the start of phase play, or {SET_UP}"]),
        (
            (PLAY, "between", PLAY.replace("play", "again")),
            [f"{CHOOSE}, or write it at the end of phase play, or at the start of phase again"],
        ),
        (("alone",), [CHOOSE]),
    ],
)
def test_it_may_stand_in_the_phases_beside_it_or_in_the_set_up(
    tmp_path: Path, phases: tuple[str, ...], hints: list[str]
) -> None:
    text = [one if "\n" in one else RECKONING.format(name=one) for one in phases]
    (tmp_path / "counts.game").write_text("".join((GAME, *text, END)))
    found = load(str(tmp_path / "counts.game")).warnings
    assert [one.hint for one in found if one.code == "W001"] == hints
