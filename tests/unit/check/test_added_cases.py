"""A variant adds a case to the outcome of its game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright import Game, RulesError, load
from rulewright.analysis.differences import differences
from rulewright.backends import registry
from rulewright.diagnostics import Findings
from rulewright.editing.family import Families
from rulewright.editing.positions import Text
from rulewright.editing.renaming import renamed
from rulewright.editing.workspace import Workspace
from rulewright.source import SourceFile
from rulewright.syntax.formatting import format_file
from rulewright.syntax.parse import parse_file
from rulewright.testing.conformance import lockstep
from rulewright.testing.coverage import goals
from rulewright.testing.mutation.edits import mutants
from rulewright.testing.scenario import run

GAME = """\
game walk "A walk"
  players 1

mark far: 0..9
mark tired: 0..9

phase only
  turns until far >= 3 or tired >= 2
    choose go
      step
        gain 1 far
      rest
        gain 1 tired

score far of p: far
winner most score

outcome
  there when far >= 3                     "All the way"
  on_the_way else                         "Not all the way"
"""
HALF = """\
variant half of walk "Half the way"

add half_way, fine when far > 0 to outcome "At least one step"  WALK-7

scenario "One step, and no more"
  play step; rest; rest
  expect outcome is half_way, fine

scenario "What is there is asked first"
  play step; step; step
  expect outcome is there

scenario "For all else there is the last one"
  play rest; rest
  expect outcome is on_the_way
"""
IDLE = """\
variant idle of walk "Idle"

add rested when tired >= 2 to outcome
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {"walk": GAME, "half": HALF, "idle": IDLE}.items():
        (tmp_path / f"{name}.game").write_text(text)
    return tmp_path


def game(folder: Path, *variants: str) -> Game:
    return load(str(folder / "walk.game"), variants=variants, engine="reference")


def names(played: Game) -> list[str]:
    return [", ".join(case.names) for case in played.program.outcome]


def told(folder: Path, text: str) -> str:
    """What is said of a variant."""
    (folder / "bad.game").write_text(f'variant bad of walk "Bad"\n\n{text}\n')
    with pytest.raises(RulesError) as caught:
        game(folder, "bad")
    return str(caught.value)


def test_a_case_comes_after_those_there_are_and_before_the_last(folder: Path) -> None:
    assert names(game(folder)) == ["there", "on_the_way"]
    assert names(game(folder, "half")) == ["there", "half_way, fine", "on_the_way"]
    played = game(folder, "half")
    for scenario in played.scenarios():
        assert run(played, scenario).passed
    for seed in range(4):
        for engine in registry.compared():
            lockstep(played, seed, engine=engine)


def test_two_variants_add_in_the_order_of_their_names(folder: Path) -> None:
    both = ["there", "half_way, fine", "rested", "on_the_way"]
    assert names(game(folder, "idle", "half")) == both
    assert names(game(folder, "half", "idle")) == both


@pytest.mark.parametrize("name", ["abroad", "zenith"])
def test_what_one_adds_is_added_to_what_another_puts_there(folder: Path, name: str) -> None:
    (folder / f"{name}.game").write_text(
        f'variant {name} of walk "Otherwise"\n\nreplace outcome\n  near when far < 2\n  far else\n'
    )
    assert names(game(folder, name, "half")) == ["near", "half_way, fine", "far"]


def test_with_another_variant_alone(folder: Path) -> None:
    (folder / "both.game").write_text(
        'variant both of walk "Both"\n\nwith idle\n  add spent when tired > 1 to outcome\n'
    )
    assert names(game(folder, "both")) == names(game(folder))
    assert names(game(folder, "both", "idle")) == ["there", "rested", "spent", "on_the_way"]


def test_only_what_was_added_is_told_of_the_variant(folder: Path) -> None:
    (change,) = differences(game(folder), game(folder, "half")).changes
    assert (change.what, change.around) == ("added", ("outcome",))
    assert change.after is not None and (change.after.line, change.after.variant) == (3, "half")
    assert change.after.words == "At least one step"


def test_a_mistake_leaves_it_out(folder: Path) -> None:
    tree = parse_file(SourceFile("half.game", HALF), Findings())
    found = [mutant for mutant in mutants(tree) if mutant.around == "outcome"]
    assert {mutant.line for mutant in found} == {3}
    assert any(mutant.words.endswith("is left out") for mutant in found)
    assert len(found) > 1  # its condition may be wrong, too


def test_it_is_covered_as_a_case_is(folder: Path) -> None:
    found = [goal for goal in goals(game(folder, "half")) if "half.game" in goal.span.file.name]
    assert any("half_way, fine" in goal.missing for goal in found)


def test_it_is_laid_out_as_other_lines_are() -> None:
    source = SourceFile("half.game", HALF.replace("add half_way, fine", "add  half_way,fine"))
    laid_out = format_file(source, Findings())
    assert laid_out is not None
    assert 'add half_way, fine when far > 0 to outcome            "At least one step"' in laid_out
    assert format_file(SourceFile("half.game", laid_out), Findings()) == laid_out


def test_it_can_be_renamed(folder: Path) -> None:
    path = folder / "half.game"
    workspace = Workspace()
    workspace.put(path, Text(HALF))
    edits = renamed(Families(workspace), path, HALF.index("half_way"), "far_enough")
    assert sum(map(len, edits.values())) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "add at start of outcome\n  rested when tired > 1",
            'E012: "rested" begins no statement\n.*with: add rested when tired > 1 to outcome',
        ),
        (
            'add at end of outcome\n  rested, spent when tired > 1  "W"',
            "hint: a case is added .*: add rested, spent when tired > 1 to outcome$",
        ),
        (
            "add before on_the_way in outcome\n  rested when tired > 1",
            "hint: a case is added .*: add rested when tired > 1 to outcome$",
        ),
        (
            "add to outcome\n  rested when tired > 1",
            "hint: a case is added .*: add rested when tired > 1 to outcome$",
        ),
        (
            "replace there in outcome\n  there when far > 1",
            "is changed with all of it: replace outcome, and below it all its cases$",
        ),
        (
            "add 3 when far > 1 to worth",
            "E011: a case is added so to the outcome alone\n.*all its cases: replace define worth$",
        ),
        ("add worn, rested when far > 1 to define worth", "all its cases: replace define worth$"),
        (
            "add at end of worth\n  3 when far > 1",
            "E012: a case belongs to a definition, .*all its cases: replace define worth$",
        ),
        ("add rested when tired > 1 to outcom", "write: add rested when tired > 1 to outcome$"),
        ("add rested when tired > 1", "write: add rested when tired > 1 to outcome$"),
        ("add outcome rested when tired > 1", "write: add rested when tired > 1 to outcome$"),
        (
            "add rested to outcome",
            "E040: there is no outcome to edit\n.*add NAME when CONDITION to outcome; .*all its",
        ),
        ("remove there in outcome", "E040: there is no there in outcome to edit\n.*all its cases$"),
        ("add rested when tyred > 1 to outcome", 'E100: unknown name "tyred"'),
        ("add rested, rested when far > 1 to outcome", "E173: rested is listed twice"),
        ("outcome\n  rested else", "E172: .*add NAME when CONDITION to outcome$"),
    ],
)
def test_what_cannot_be_added(folder: Path, text: str, said: str) -> None:
    assert re.search(said, told(folder, text), re.S)


def test_there_has_to_be_an_outcome(folder: Path) -> None:
    (folder / "walk.game").write_text(GAME.partition("outcome")[0])
    assert "E040: there is no outcome to add to" in told(folder, "add far when far > 1 to outcome")


def test_only_a_variant_adds(folder: Path) -> None:
    (folder / "walk.game").write_text(GAME + "\nadd rested when tired > 1 to outcome\n")
    with pytest.raises(RulesError, match="only a variant edits another file"):
        game(folder)
