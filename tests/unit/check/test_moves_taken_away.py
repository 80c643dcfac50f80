"""Scenarios of a variant may say that a move of the game, which it takes away, is not offered."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError
from rulewright.diagnostics import Diagnostic
from rulewright.game import Game, load
from rulewright.testing.scenario import run

GAME = """game plums "Plums"
  players 2
mark bowl: 0..12, starts 12

phase meal
  turns until bowl is 0
    choose main
      take
      gorge
      wait
        spend 1 bowl

action take
  gain 1 eaten of me
  spend 1 bowl
action gorge named "eat much"
  spend 2 bowl

mark eaten of seat: 0..12
score eaten of p: eaten of p
winner most score

scenario "All is offered"
  offers take; eat much; wait
"""
LESS = 'variant less of plums "Less"\nremove take in main\nremove wait in main\n'


def less(folder: Path, scene: str, edits: str = LESS) -> Game:
    (folder / "plums.game").write_text(GAME)
    (folder / "less.game").write_text(edits + f'scenario "Less"\n{scene}')
    return load(str(folder / "plums.game"), variants=["less"])


def told(folder: Path, scene: str, edits: str = LESS) -> Diagnostic:
    with pytest.raises(RulesError) as error:
        less(folder, scene, edits).scenarios()
    (found,) = error.value.diagnostics
    assert found.code == "E206"
    return found


@pytest.mark.parametrize("move", ["take", "wait"])
def test_what_is_taken_away_is_refused(move: str, tmp_path: Path) -> None:
    game = less(tmp_path, f"  refuses {move}\n  offers eat much\n")
    (scenario,) = game.scenarios()
    assert run(game, scenario).passed


def test_where_it_has_been_taken_away_is_told(tmp_path: Path) -> None:
    for scene in ("  play take\n", '  refuses take "no"\n'):
        found = told(tmp_path, scene)
        (note,) = found.notes
        assert note.span is not None and note.span.text() == "take in main"
        assert found.hint == "a move of plums that is taken away; `refuses take` alone holds"


def test_what_never_was_a_move_is_told_as_before(tmp_path: Path) -> None:
    assert told(tmp_path, "  refuses tke\n").notes == ()
    assert "eat much" in told(tmp_path, "  refuses gorge\n").hint


def test_pass_is_refused_where_no_choice_offers_it(tmp_path: Path) -> None:
    """That nobody may pass is a rule, and holds no longer once a variant allows it."""
    game = less(tmp_path, "  refuses pass\n", "variant less of plums\n")
    (scenario,) = game.scenarios()
    assert run(game, scenario).passed
    game = less(tmp_path, "  refuses pass\n", "variant less of plums\nadd pass to main\n")
    (scenario,) = game.scenarios()
    assert run(game, scenario).message == "pass is offered"


@pytest.mark.parametrize(
    ("scene", "hint"),
    [
        ('  refuses pass "no"\n', "`refuses pass` alone holds"),
        ("  refuses pass on\n", "moves begin with: "),
        ("  refuses past\n", "moves begin with: "),
        ("  play pass\n", "moves begin with: "),
    ],
)
def test_pass_is_no_move_elsewhere_where_no_choice_offers_it(
    scene: str, hint: str, tmp_path: Path
) -> None:
    found = told(tmp_path, scene, "variant less of plums\n")
    assert found.hint.startswith(hint)
