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


@pytest.mark.parametrize(
    ("phases", "hints"),
    [
        ((PLAY, "last"), [f"{CHOOSE}, or write it at the end of phase play"]),
        (("first", PLAY), [f"{CHOOSE}, or write it in setup"]),
        (("alone",), [CHOOSE]),
    ],
)
def test_it_may_stand_at_the_end_of_the_phase_before_or_in_the_set_up(
    tmp_path: Path, phases: tuple[str, ...], hints: list[str]
) -> None:
    text = [one if one is PLAY else RECKONING.format(name=one) for one in phases]
    (tmp_path / "counts.game").write_text("".join((GAME, *text, END)))
    found = load(str(tmp_path / "counts.game")).warnings
    assert [one.hint for one in found if one.code == "W001"] == hints
