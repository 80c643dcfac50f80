"""A variant declares types, components and boards of its game otherwise, by tables of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError, load
from rulewright.backends import registry
from rulewright.diagnostics import Findings
from rulewright.source import SourceFile
from rulewright.syntax.formatting import format_file
from rulewright.testing.conformance import lockstep
from rulewright.testing.scenario import run

GAME = """\
game tiles "Tiles"
  players 2 named Ann, Bob

type time: day, night
type step: (length: 1..2)
component tile from "tiles.csv" named by name
  time: time
  worth: 1..5

board field: grid 1 by 2
cells spot of field named "{letter}{y}"

zone bag: stack of tile, seen by nobody
zone laid of spot: slot of tile
mark nights: 0..9
mark far: 0..9

setup
  move all t in tile to bag
  shuffle bag

phase main
  turns until bag is empty
    choose go
      lay(s in spot, d in step)
        needs free: laid of s is empty    else "taken"
        move top of bag to laid of s
        set far to min(9, far + length of d)
        set nights to how many x in spot where laid of x is not empty
            and time of laid of x is night

define shown = total worth of laid of s for s in spot where laid of s is not empty
score tiles of p: far + nights + shown
winner most score
"""
VARIANT = """\
variant dusk of tiles "Dusk"

replace type time: day, night, dusk
replace type step from "steps.csv" named by name
  length: 1..4
replace component tile from "more.csv" named by name
  time: time
  worth: 1..9
replace board field: grid 2 by 2

scenario "Fog at dusk"
  seats 2
  given
    bag: Fog, Sun
    laid of a2: Moon
  play lay b2 far
  expect nights is 1 and far is 4
  expect laid of b2 is Fog and total worth of t for t in {Fog, Moon} is 9 + 2
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tiles.game").write_text(GAME)
    (tmp_path / "tiles.csv").write_text("name,time,worth\nSun,day,1\nMoon,night,2\n")
    (tmp_path / "dusk.game").write_text(VARIANT)
    (tmp_path / "steps.csv").write_text("name,length\nnear,1\nfar,4\n")
    (tmp_path / "more.csv").write_text("name,time,worth\nSun,day,1\nMoon,night,2\nFog,dusk,9\n")
    return tmp_path


def test_values_rows_and_cells_are_those_of_the_variant_on_all_engines(folder: Path) -> None:
    before, after = load(str(folder / "tiles.game")), load(str(folder / "dusk.game"))
    assert len(before.start(seed=1).legal_moves()) == 2 * 2
    assert len(after.start(seed=1).legal_moves()) == 4 * 2
    assert [run(after, scenario).message for scenario in after.scenarios()] == [""]
    for engine in registry.names():
        lockstep(after, seed=1, engine=engine)


def test_what_is_declared_otherwise_is_laid_out_as_a_declaration() -> None:
    findings = Findings()
    assert format_file(SourceFile("dusk.game", VARIANT), findings) == VARIANT
    assert not findings.found


@pytest.mark.parametrize(
    ("edit", "code", "message"),
    [
        ("replace type times: day", "E040", "there is no type times to replace"),
        ("replace type tile: day", "E040", "tile is a component, and the name of a type is wanted"),
        ("replace board tile: grid 1 by 1", "E040", "a board is wanted"),
        ('replace component tile from "no.csv" named by name\n  time: time', "E0", "no.csv"),
    ],
)
def test_what_is_not_there_is_told(folder: Path, edit: str, code: str, message: str) -> None:
    (folder / "dusk.game").write_text(f'variant dusk of tiles "Dusk"\n{edit}\n')
    with pytest.raises(RulesError) as raised:
        load(str(folder / "dusk.game"))
    found = raised.value.diagnostics[0]
    assert found.code.startswith(code), found
    assert message in found.message, found


def test_two_variants_that_declare_one_type_otherwise_do_not_go_together(folder: Path) -> None:
    (folder / "dawn.game").write_text(
        'variant dawn of tiles "Dawn"\nreplace type time: day, night, dawn\n'
    )
    with pytest.raises(RulesError) as raised:
        load(str(folder / "tiles.game"), variants=["dusk", "dawn"])
    assert raised.value.diagnostics[0].code == "E043"
