"""A variant adds another end of turns, a `repeat` or a compose."""

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
from rulewright.testing.mutation.edits import mutants
from rulewright.testing.scenario import run

GAME = """\
game walk "A walk"
  players 1

mark far: 0..9
mark tired: 0..9
mark breaths: 0..3

phase only
  turns until far >= 3                    "On and on"                                    WALK-1
    choose go
      step
        gain 1 far
      rest
        gain 1 tired
    set breaths to 0
    repeat while breaths < 3 and far < 2
      choose air
        puff
          gain 1 breaths
    compose look until breaths is 3 else "breathe"
      step breathe
        needs breaths < 3                 else "out of breath"
        gain 1 breaths

score far of p: far - min(tired, 1)
winner most score
"""
TIRED = """\
variant tired of walk "Tired"

add until tired >= 2 to turns  WALK-2

scenario "Tired"
  play rest; puff; puff; puff; rest; puff; puff; puff
  expect over and far is 0

scenario "As far as ever"
  play step; puff; puff; puff; step; breathe; breathe; breathe
  play rest; breathe; breathe; breathe; step; breathe; breathe; breathe
  expect over and far is 3
"""
OTHERS = {
    "bored": "add until far + tired is 3 to turns",
    "ample": "set until in turns to far >= 5",
    "zen": "set until in turns to far >= 5",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {"walk": GAME, "tired": TIRED}.items():
        (tmp_path / f"{name}.game").write_text(text)
    for name, edit in OTHERS.items():
        (tmp_path / f"{name}.game").write_text(f'variant {name} of walk "Other"\n\n{edit}\n')
    return tmp_path


def game(folder: Path, *variants: str) -> Game:
    return load(str(folder / "walk.game"), variants=variants, engine="reference")


def written(folder: Path, text: str, *others: str) -> str:
    """How the line reads that a variant has changed."""
    (folder / "more.game").write_text(f'variant more of walk "More"\n\n{text}\n')
    (change,) = differences(game(folder), game(folder, "more", *others)).changes
    assert change.after is not None
    return change.after.text


def told(folder: Path, text: str) -> str:
    """What is said of a variant."""
    (folder / "bad.game").write_text(f'variant bad of walk "Bad"\n\n{text}\n')
    with pytest.raises(RulesError) as caught:
        game(folder, "bad")
    return str(caught.value)


def test_they_end_then_and_when_they_did(folder: Path) -> None:
    played = game(folder, "tired")
    assert [run(played, scenario).message for scenario in played.scenarios()] == ["", ""]
    for seed in range(4):
        for engine in registry.compared():
            lockstep(played, seed, engine=engine)


def test_two_variants_that_add_to_it_go_together(folder: Path) -> None:
    (change,) = differences(game(folder), game(folder, "bored", "tired")).changes
    assert change.after is not None
    assert change.after.text == (
        'turns until far >= 3 or far + tired is 3 or tired >= 2  "On and on"'
    )
    assert change.after.tags == ("WALK-1", "WALK-2")


@pytest.mark.parametrize("name", ["ample", "zen"])
def test_it_is_added_to_what_another_variant_sets(folder: Path, name: str) -> None:
    (change,) = differences(game(folder), game(folder, name, "tired")).changes
    assert change.after is not None
    assert change.after.text.startswith("turns until far >= 5 or tired >= 2")


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (
            "add until tired is 9 to repeat",
            "repeat until not (breaths < 3 and far < 2) or tired is 9",
        ),
        (
            "add until tired > breaths to look",
            'compose look until breaths is 3 or tired > breaths else "breathe"',
        ),
        (
            'add until tired is 9 to turns in phase only  "So tired"',
            'turns until far >= 3 or tired is 9  "On and on. So tired"',
        ),
    ],
)
def test_how_it_reads_then(folder: Path, edit: str, line: str) -> None:
    assert written(folder, edit) == line


def test_with_another_variant_alone(folder: Path) -> None:
    (folder / "both.game").write_text(
        'variant both of walk "Both"\n\nwith bored\n  add until tired is 9 to turns\n'
    )
    assert not differences(game(folder), game(folder, "both")).changes
    (change,) = differences(game(folder), game(folder, "both", "bored")).changes
    assert change.after is not None and "or far + tired is 3 or tired is 9" in change.after.text


def test_a_mistake_leaves_it_out(folder: Path) -> None:
    tree = parse_file(SourceFile("tired.game", TIRED), Findings())
    found = [mutant.words for mutant in mutants(tree) if mutant.line == 3]
    assert "`add until tired >= 2 to turns` is left out" in found
    assert len(found) > 1  # its condition may be wrong, too


def test_it_is_laid_out_as_other_lines_are() -> None:
    source = SourceFile("tired.game", TIRED.replace("add until tired", "add  until   tired"))
    laid_out = format_file(source, Findings())
    assert laid_out is not None
    line = "add until tired >= 2 to turns".ljust(89) + "WALK-2\n"
    assert line in laid_out
    assert format_file(SourceFile("tired.game", laid_out), Findings()) == laid_out


def test_what_it_names_can_be_renamed(folder: Path) -> None:
    path = folder / "walk.game"
    workspace = Workspace()
    workspace.put(path, Text(GAME))
    edits = renamed(Families(workspace), path, GAME.index("tired"), "weary")
    assert {place.name for place in edits} == {"walk.game", "tired.game", "bored.game"}


def test_what_is_added_may_be_called_so(folder: Path) -> None:
    (folder / "named.game").write_text(
        'variant named of walk "Named"\n\nadd until to go\naction until\n  gain 1 tired\n'
    )
    assert "until" in [str(move) for move in game(folder, "named").start(seed=1).legal_moves()]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "add until tired > 1 in turns",
            'E011: "in" stands here, but `to` is wanted\n.*write: add until tired > 1 to turns$',
        ),
        (
            "add until or tired > 1 to turns",
            'E011: "or" stands here, but a condition .*write: add until tired > 1 to turns$',
        ),
        (
            "add until tired > 1 or far > 2",
            "E013: the line ends here, but `to` .*write: add until tired > 1 or far > 2 to turns$",
        ),
        (
            'add until tired > 1  "So tired"',
            'E011: "So tired" stands here, but `to` .*add until tired > 1 to turns  "So tired"$',
        ),
        ("add until tired > 1 to go", "E042: the choice go is there, but it has no `until`"),
        ("add until tyred > 1 to turns", 'E100: unknown name "tyred"'),
        ("add until tired to turns", "E110"),
    ],
)
def test_what_cannot_be_added(folder: Path, text: str, said: str) -> None:
    assert re.search(said, told(folder, text), re.S)


def test_what_has_a_reason_for_each_part_is_set_with_all_of_them(folder: Path) -> None:
    (folder / "walk.game").write_text(
        GAME.replace('else "breathe"', 'else "breathe" and far < 9 else "far"')
    )
    assert re.search(
        "E042: what ends look has a reason for each part, .*"
        'write: set until in look to CONDITION else "REASON"$',
        told(folder, "add until tired is 9 to look"), re.S,
    )  # fmt: skip
