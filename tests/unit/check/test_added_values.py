"""A variant adds values to a type of its game, and rows to what a table lists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright import Game, RulesError, load
from rulewright.analysis.differences import differences
from rulewright.backends import registry
from rulewright.editing.family import Families
from rulewright.editing.positions import Text
from rulewright.editing.renaming import renamed
from rulewright.editing.workspace import Workspace
from rulewright.testing.conformance import lockstep
from rulewright.testing.scenario import run
from rulewright_cli.commands.check import look_at

GAME = """\
game tiles "Tiles"
  players 2 named Ann, Bob

type time: day, night
type pace: (time: time, length: 1..2)
type step from "steps.csv" named by name
  length: 1..4
component tile from "tiles.csv" named by name, how many by many
  time: time
  worth: 1..5

zone bag: stack of tile, seen by nobody
zone laid of seat: set of tile
mark far: 0..99
mark last: time

setup
  move all t in tile to bag
  shuffle bag

phase main
  turns until bag is empty
    choose go
      lay(d in step, x in time, y in pace)
        set last to x
        set far to min(99, far + length of d + length of y)
        move top of bag to laid of me

define shown of p: seat = total worth of t for t in laid of p where time of t is last
score tiles of p: far + shown of p
winner most score
"""
VARIANT = """\
variant dusk of tiles "Dusk"

add dusk, dawn to time                    "Between"
add "far.csv" to step                     "Farther"
add "fog.csv" to tile                     "Fog"

scenario "Fog at dusk"
  given
    bag: Fog 3, Sun
  play lay leap dusk day 1
  expect laid of Ann is {'Fog 3'} and worth of 'Fog 3' is 4 and shown of Ann is 4 and far is 4
  expect last is not dawn
  expect (how many t in tile) is 6 and (how many d in step) is 2 and (how many x in time) is 4
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {
        "tiles.game": GAME,
        "tiles.csv": "name,many,time,worth,note\nSun,1,day,1,bright\nMoon,2,night,2,\n",
        "steps.csv": "name,length\nhop,1\n",
        "dusk.game": VARIANT,
        "far.csv": "length,name\n3,leap\n",
        "fog.csv": "worth,time,name,many\n4,dusk,Fog,3\n",
    }.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def game(folder: Path, *variants: str) -> Game:
    return load(str(folder / "tiles.game"), variants=variants, engine="reference")


def told(folder: Path, text: str) -> str:
    """What is said of a variant."""
    (folder / "bad.game").write_text(f'variant bad of tiles "Bad"\n\n{text}\n')
    with pytest.raises(RulesError) as caught:
        game(folder, "bad")
    return str(caught.value)


def labels(played: Game) -> dict[str, tuple[str, ...]]:
    """The names of what a variant may add to."""
    return {
        d.name: d.labels for d in played.program.domains if d.name in ("time", "step", "tile")
    }  # fmt: skip


def test_values_and_rows_come_after_those_of_the_game(folder: Path) -> None:
    before, after = labels(game(folder)), labels(game(folder, "dusk"))
    assert before == {
        "time": ("day", "night"), "step": ("hop",), "tile": ("Sun", "Moon 1", "Moon 2"),
    }  # fmt: skip
    assert after == {
        "time": ("day", "night", "dusk", "dawn"), "step": ("hop", "leap"),
        "tile": ("Sun", "Moon 1", "Moon 2", "Fog 1", "Fog 2", "Fog 3"),
    }  # fmt: skip


def test_what_is_added_is_played(folder: Path) -> None:
    played = game(folder, "dusk")
    for scenario in played.scenarios():
        run(played, scenario)
    for seed in range(4):
        for engine in registry.compared():
            lockstep(load(str(folder / "dusk.game")), seed, engine=engine)


def test_two_variants_add_to_the_same(folder: Path) -> None:
    (folder / "noon.game").write_text(
        'variant noon of tiles "Noon"\n\nadd noon to time\nadd "hot.csv" to tile\n'
    )
    (folder / "hot.csv").write_text("many,name,time,worth\n1,Heat,noon,5\n")
    both = labels(game(folder, "noon", "dusk"))
    assert both["time"] == ("day", "night", "dusk", "dawn", "noon")
    assert both["tile"][-2:] == ("Fog 3", "Heat")


@pytest.mark.parametrize("name", ["abroad", "zenith"])
def test_what_one_adds_is_added_to_what_another_puts_there(folder: Path, name: str) -> None:
    (folder / f"{name}.game").write_text(
        f'variant {name} of tiles "All else"\n\nreplace type time: night, noon, day\n'
        'replace component tile from "few.csv" named by name\n  time: time\n  worth: 1..4\n'
    )
    (folder / "few.csv").write_text("name,time,worth\nStar,night,1\nHeat,noon,3\n")
    both = labels(game(folder, name, "dusk"))
    assert both["time"] == ("night", "noon", "day", "dusk", "dawn")
    assert both["tile"] == ("Star", "Heat", "Fog")


def test_what_another_puts_there_may_take_nothing_more(folder: Path) -> None:
    (folder / "zenith.game").write_text(
        'variant zenith of tiles "All else"\n\nreplace type time from "few.csv" named by name\n'
    )
    (folder / "few.csv").write_text("name\nday\nnight\n")
    with pytest.raises(RulesError, match="dusk and zenith change the same thing"):
        game(folder, "zenith", "dusk")


def test_with_another_variant_alone(folder: Path) -> None:
    (folder / "noon.game").write_text(
        'variant noon of tiles "Noon"\n\nadd noon to time\nwith dusk\n  add eve to time\n'
    )
    assert labels(game(folder, "noon"))["time"] == ("day", "night", "noon")
    both = labels(game(folder, "noon", "dusk"))["time"]
    assert both == ("day", "night", "dusk", "dawn", "noon", "eve")


def test_the_difference_is_what_was_added(folder: Path) -> None:
    found = differences(game(folder), game(folder, "dusk")).changes
    assert [(c.what, c.around, c.after and (c.after.text, c.after.line)) for c in found] == [
        ("added", ("`type time: day, night`",), ('add dusk, dawn to time  "Between"', 3)),
        ("added", ("table steps.csv",), ("leap: length 3", 2)),
        ("added", ("table tiles.csv",), ("Fog: many 3, time dusk, worth 4", 2)),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("add day to time", "bad.game:3:5: error E173: day is listed twice"),
        ("add dusk, dusk to time", "bad.game:3:11: error E173: dusk is listed twice"),
        (
            'add "fog.csv" to time',
            "E042: time is there, but its values have names\n.*add NAME, NAME to time",
        ),
        (
            "add Fog to tile",
            'E042: tile is there, but what it lists stands in a table\n.*add "TABLE.csv" to tile',
        ),
        ("add Fog to pace", "E042: pace is there, but its values are made of others"),
        ('add "fog.csv" to pace', "E042: pace is there, but its values are made of others"),
        ('add "fog.csv" to tyle', "E040: there is no tyle that a table lists\n.*mean tile"),
        ('add "fog.csv" to bag', "E040: bag is a zone, a stack, and what a table lists is wanted"),
        ("add dusk to tyme", "E040: there is no tyme to edit\n.*mean time"),
        ("add dusk to bag", "E042: the zone bag is there, but .* a choice, and a value to a type"),
        ('add "mist.csv" to tile', 'bad.game:3:5: error E021: there is no table "mist.csv"'),
        (
            'add "far.csv" to tile',
            'far.csv:1:1: error E028: the table "[^"]*far.csv" has no column "many"',
        ),
        ('add "fog.csv" to tile', 'fog.csv:2:3: error E029: "dusk" stands here, but one of day'),
        ('add "tiles.csv" to tile', 'tiles.csv:2:1: error E027: two components are called "Sun"'),
        ("add 4 to time", "E011: "),
        ("add to time", "E0"),
    ],
)
def test_what_cannot_be_added(folder: Path, text: str, said: str) -> None:
    assert re.search(said, told(folder, text), re.S)


def test_there_are_not_too_many(folder: Path) -> None:
    rows = "\n".join(f"T{number},1,day,1" for number in range(1_999))
    (folder / "many.csv").write_text(f"name,many,time,worth\n{rows}\n")
    assert "with what is added there are 2,001 of tile, and there may be 2,000" in told(
        folder, 'add "many.csv" to tile'
    )


def test_only_a_variant_adds(folder: Path) -> None:
    (folder / "tiles.game").write_text(GAME + "add dusk to time\n")
    with pytest.raises(RulesError, match="only a variant edits another file"):
        game(folder)


def test_what_is_added_can_be_renamed(folder: Path) -> None:
    path = folder / "dusk.game"
    workspace = Workspace()
    workspace.put(path, Text(VARIANT))
    families = Families(workspace)
    edits = renamed(families, path, VARIANT.index("dawn"), "morning")
    assert sum(map(len, edits.values())) == 2


def test_of_many_variants_those_that_add_the_same_are_told(folder: Path) -> None:
    """They are not all tried in pairs."""
    for name in ("noon", "eve", *(f"v{number}" for number in range(8))):
        (folder / f"{name}.game").write_text(f'variant {name} of tiles "{name}"\n')
    for name in ("noon", "eve"):
        with (folder / f"{name}.game").open("a") as file:
            file.write("add mist to time\n")
    found = [f for f, _ in look_at([str(folder / "tiles.game")]).found]
    assert ("E172", "mist is declared twice") in [(f.code, f.message) for f in found]


def test_several_actions_are_offered_at_once(folder: Path) -> None:
    (folder / "idle.game").write_text(
        'variant idle of tiles "Idle"\n\nadd wait, leave to go\n'
        "action wait\n  set far to 0\naction leave\n  end game\n"
    )
    played = game(folder, "idle")
    assert {"wait", "leave"} <= {*map(str, played.start(seed=1).legal_moves())}
    for engine in registry.compared():
        lockstep(played, 1, engine=engine, limit=8)
