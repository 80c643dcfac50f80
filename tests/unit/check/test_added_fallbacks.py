"""A variant adds what a choice offers when nothing else can be chosen, or to decline."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import Game, RulesError, load
from rulewright.analysis.differences import differences
from rulewright.backends import registry
from rulewright.diagnostics import Findings
from rulewright.editing.outline import outline
from rulewright.source import SourceFile
from rulewright.syntax.formatting import format_file
from rulewright.syntax.parse import parse_file
from rulewright.testing.mutation.edits import mutants
from rulewright.testing.scenario import run

GAME = """\
game climb "Climb"
  players 2

mark left: 0..9, starts 9

phase play
  turns until left is 0
    choose go
      step
    may choose more
      again_one
      or enough

action step
  needs high: left > 3                    else "no more"
  spend 1 left
action again_one
  needs high: left > 5                    else "no more"
  spend 1 left

score rest of p: left
winner most score
"""
LAST = """\
variant last of climb "To the last"

add else finish to go                     "Nobody can step"  CLIMB-1
add or pass to more

action finish
  spend 1 left

scenario "Where nobody can step"
  given
    left: 3
  refuses step
  play finish
  expect left is 2

scenario "Two ways to decline"
  play step
  offers again_one; enough; pass
"""
SLOW = """\
variant slow of climb "Slowly"

add else finish to go

action finish
  spend 1 left
"""


def laid(folder: Path, **variants: str) -> Path:
    for name, text in {"climb": GAME, **variants}.items():
        (folder / f"{name}.game").write_text(text)
    return folder / "climb.game"


def played(folder: Path, *variants: str) -> Game:
    return load(str(folder / "climb.game"), variants=variants)


def test_it_is_offered_where_nothing_else_is(tmp_path: Path) -> None:
    laid(tmp_path, last=LAST)
    game = played(tmp_path, "last")
    for engine in registry.stepping():
        for scenario in game.scenarios():
            result = run(game, scenario, engine)
            assert result.passed, (engine, result.message)
    changes = differences(played(tmp_path), game).changes
    told = "\n".join(map(str, changes))
    assert "add else finish to go" in told and "add or pass to more" in told


def test_two_variants_may_have_need_of_the_same(tmp_path: Path) -> None:
    passing = SLOW.split("action")[0].replace("finish", "pass")
    last = LAST.replace("else finish", "else pass").replace("play finish\n", "play pass\n")
    last = last.replace("left is 2", "left is 3").replace("action finish\n  spend 1 left\n", "")
    laid(tmp_path, slow=passing, last=last)
    game = played(tmp_path, "slow", "last")
    assert all(run(game, scenario, "python").passed for scenario in game.scenarios())


@pytest.mark.parametrize(
    ("edit", "found"),
    [
        ("add else enough to more", "E161"),  # the game has it, if otherwise
        ("add or wait to go", "E132"),
        ("add else pass to left", "E042"),
        ("add else pass to phase play", "E042"),
        ("add else pass to come", "E040"),
        ("add else pass, step to go", "E011"),
        ("add at end of go\n  else pass", "E017"),
    ],
)
def test_what_cannot_be_added_so_is_said(tmp_path: Path, edit: str, found: str) -> None:
    laid(tmp_path, wrong=f'variant wrong of climb "Wrong"\n{edit}\n')
    with pytest.raises(RulesError) as raised:
        played(tmp_path, "wrong")
    assert [one.code for one in raised.value.diagnostics] == [found]


def test_it_is_laid_out_and_left_out_by_a_mistake_in_the_rules() -> None:
    text = LAST.replace('"Nobody can step"  CLIMB-1', '"Nobody can step"' + " " * 36 + "CLIMB-1")
    for written in (text, text.replace("add else finish", "add  else   finish")):
        laid_out = format_file(SourceFile("last.game", written), Findings())
        assert laid_out is not None
        assert "add else finish to go                     " in laid_out
    tree = parse_file(SourceFile("last.game", LAST), Findings())
    found = [one.words for one in mutants(tree) if one.words.endswith("is left out")]
    assert "`add or pass to more` is left out" in found
    listed = [entry.name for entry in outline(tree, lambda span: span)]
    assert {"add else finish to go", "add or pass to more"} <= {*listed}
