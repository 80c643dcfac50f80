"""A variant says some rows of a table otherwise, and leaves the others as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import Game, RulesError, UsageError, load
from rulewright.analysis.differences import differences
from rulewright.backends import registry
from rulewright.diagnostics import Findings
from rulewright.editing.family import Families
from rulewright.editing.positions import Text
from rulewright.editing.renaming import renamed
from rulewright.editing.workspace import Workspace
from rulewright.source import SourceFile
from rulewright.syntax.formatting import format_file
from rulewright.testing.conformance import lockstep
from rulewright.testing.scenario import run

GAME = """\
game tiles "Tiles"
  players 2 named Ann, Bob

type time: day, night
component tile from "tiles.csv" named by name, how many by many
  time: time
  worth: 1..9

zone bag: stack of tile, seen by nobody
zone laid of seat: set of tile
mark last: time

setup
  move all t in tile to bag
  shuffle bag

phase main
  turns until bag is empty
    choose go
      lay(x in time)
        set last to x
        move top of bag to laid of me

score tiles of p: total worth of t for t in laid of p where time of t is last
winner most score
"""
DEAR = """\
variant dear of tiles "Dear"

replace "dear.csv" in tile                "The moon is worth more"

scenario "Dear"
  expect worth of 'Moon 2' is 7 and time of 'Moon 2' is night and worth of Sun is 1
"""
FILES = {
    "tiles.game": GAME,
    "tiles.csv": "name,many,time,worth,note\n"
    "Sun,1,day,1,bright\nMoon,2,night,2,\nStar,1,night,3,\n",
    "dear.game": DEAR,
    "dear.csv": "worth,name\n7,Moon\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def game(folder: Path, *variants: str) -> Game:
    return load(str(folder / "tiles.game"), variants=variants, engine="reference")


def another(folder: Path, name: str, rows: str, edit: str = "", more: str = "") -> None:
    edit = edit or f'replace "{name}.csv" in tile'
    (folder / f"{name}.csv").write_text(rows)
    (folder / f"{name}.game").write_text(f'variant {name} of tiles "V"\n{edit}\n{more}')


def told(folder: Path, *variants: str) -> list[str]:
    with pytest.raises(RulesError) as caught:
        game(folder, *variants)
    return [
        f"{one.code} {Path(one.span.file.name).name}:{one.span.line} {one.message}"
        for one in caught.value.diagnostics
    ]


def worth(played: Game) -> dict[str, int]:
    (column,) = (one for one in played.program.tables if one.name == "worth")
    (tile,) = (one for one in played.program.domains if one.name == "tile")
    return dict(zip(tile.labels, column.values, strict=True))


def test_what_a_row_says_again_is_so_and_all_else_stays(folder: Path) -> None:
    assert worth(game(folder)) == {"Sun": 1, "Moon 1": 2, "Moon 2": 2, "Star": 3}
    played = game(folder, "dear")
    assert worth(played) == {"Sun": 1, "Moon 1": 7, "Moon 2": 7, "Star": 3}
    for scenario in played.scenarios():
        assert run(played, scenario).passed
    for engine in registry.compared():
        lockstep(played, 1, engine=engine)


def test_how_many_there_are_may_be_said_again(folder: Path) -> None:
    another(folder, "many", "name,many\nMoon,1\nSun,2\n")
    assert worth(game(folder, "many")) == {"Sun 1": 1, "Sun 2": 1, "Moon": 2, "Star": 3}


def test_two_variants_may_change_different_rows_and_different_columns_of_one(folder: Path) -> None:
    another(folder, "noon", "name,time\nMoon,day\nStar,day\n")
    another(folder, "fog", "name,many,time,worth\nFog,1,day,9\n", 'add "fog.csv" to tile')
    both = game(folder, "dear", "noon", "fog")
    assert worth(both) == {"Sun": 1, "Moon 1": 7, "Moon 2": 7, "Star": 3, "Fog": 9}
    (column,) = (one for one in both.program.tables if one.name == "time")
    assert column.values == (0, 0, 0, 0, 0)


def test_what_two_say_of_one_field_is_in_conflict_unless_one_says_it_for_both(
    folder: Path,
) -> None:
    another(folder, "high", "name,worth\nMoon,9\n")
    assert told(folder, "dear", "high") == ["E043 high.game:2 two variants change worth of Moon"]
    (folder / "both.csv").write_text("name,worth\nMoon,8\n")
    another(folder, "high", "name,worth\nMoon,9\n", "", 'with dear\n  replace "both.csv" in tile\n')
    assert worth(game(folder, "dear", "high"))["Moon 1"] == 8
    assert worth(game(folder, "high"))["Moon 1"] == 9


def test_an_added_row_may_be_said_again_beside_the_variant_that_adds_it(folder: Path) -> None:
    another(folder, "zz", "name,many,time,worth\nFog,1,day,9\n", 'add "zz.csv" to tile')
    (folder / "low.csv").write_text("name,worth\nFog,4\n")
    another(folder, "aa", "name,worth\nSun,2\n", "", 'with zz\n  replace "low.csv" in tile\n')
    assert worth(game(folder, "aa", "zz"))["Fog"] == 4


@pytest.mark.parametrize("whole", ["aa", "zz"])
def test_rows_of_a_table_that_another_variant_puts_there_are_said_again(
    whole: str, folder: Path
) -> None:
    declared = GAME.partition("component ")[2].partition("\n\nzone")[0]
    declared = declared.replace("tiles.csv", f"{whole}.csv")
    rows = "name,many,time,worth\nMoon,1,night,5\nSky,1,day,6\n"
    another(folder, whole, rows, f"replace component {declared}")
    assert worth(game(folder, whole)) == {"Moon": 5, "Sky": 6}
    assert worth(game(folder, whole, "dear")) == {"Moon": 7, "Sky": 6}


@pytest.mark.parametrize(
    ("rows", "edit", "found"),
    [
        (
            "name,worth\nMoom,7\n",
            "",
            'E040 bad.csv:2 tile has no row "Moom" that could be replaced',
        ),
        ("name,worth\nMoon,7\nMoon,8\n", "", 'E027 bad.csv:3 two rows are called "Moon"'),
        (
            "name,worth\nMoon,77\n",
            "",
            'E029 bad.csv:2 "77" stands here',
        ),
        ("nane,worth\nMoon,7\n", "", "E028 bad.csv:1 the table"),
        ("name,wroth\nMoon,7\n", "", "E028 bad.csv:1 the table"),
        ("name\nMoon\n", 'replace "bad.csv" in time', "E042 bad.game:2 time is there, but"),
        ("name\nMoon\n", 'replace "bad.csv" in tide', "E040 bad.game:2 there is no tide"),
        ("name\nMoon\n", 'replace "gone.csv" in tile', "E021 bad.game:2"),
        ("name\nMoon\n", "replace go in main", "E016 bad.game:2 under `replace` an indented block"),
        ("name\nMoon\n", 'replace "set last" in go', "E016 bad.game:2 under `replace`"),
    ],
)
def test_what_cannot_be_is_told(folder: Path, rows: str, edit: str, found: str) -> None:
    another(folder, "bad", rows, edit)
    assert [text for text in told(folder, "bad") if text.startswith(found)], told(folder, "bad")


def test_rows_are_told_as_changes(folder: Path) -> None:
    found = differences(game(folder), game(folder, "dear")).changes
    assert [(c.what, c.before and c.before.text, c.after and c.after.text) for c in found] == [
        ("changed", "Moon: worth 2", "Moon: worth 7"),
    ]
    places = [(Path(one.file).name, one.line) for one in (found[0].before, found[0].after) if one]
    assert (found[0].of_row, places) == ("Moon: worth 2 -> 7", [("tiles.csv", 3), ("dear.csv", 2)])
    another(folder, "same", "name,time\nMoon,day\nSun,day\n")
    found = differences(game(folder, "dear"), game(folder, "dear", "same")).changes
    assert [change.of_row for change in found if change.row] == ["Moon: time night -> day"]


def test_the_line_is_laid_out(folder: Path) -> None:
    findings = Findings()
    unlaid = SourceFile("dear.game", DEAR.replace("tile                ", "tile "))
    assert format_file(unlaid, findings) == DEAR and not findings.found


def test_what_a_row_is_of_stands_in_the_table_of_the_game(folder: Path) -> None:
    path = folder / "dear.game"
    workspace = Workspace()
    workspace.put(path, Text(DEAR))
    with pytest.raises(UsageError, match=r"Moon 2 stands in the table .*tiles\.csv"):
        renamed(Families(workspace), path, DEAR.index("Moon 2' is 7"), "Lune 2")
