"""Sizes that hang on options: a program is built for what is chosen."""

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.testing.lint.lint import lint
from rulewright_cli.commands.check import look_at

RULES = """game race "Race"
  players 2 named first, second

option far: 4, 2..6                       "How long is the track?"
option jokers: 1, 0..2                    "How many jokers?"
option dice: one, two                     "How many dice?"
option forth: 1..3                        "How far does a step lead?"

type place: p1..far, home                 "A track"
component card from "cards.csv" named by name, how many by count
  value: 0..9
mark runner of seat: place                "Where they are"
mark steps: 0..20 * far                   "How many steps"
zone drawn: set of card                   "Cards"
zone left_over: set of card               "Those that nobody has"

setup
  move all c in card to left_over

phase running                             "They run"
  turns until some p in seat where runner of p is home
    choose main                           "Go on"
      step                                "One step"
        let there = runner of me + (1 when dice is one else forth)
        set runner of me to home when there is none else there
        if there in last_one
          gain far steps
      take(c in left_over)
        move c to drawn

define last_one = first(far, place) - first(far - 1, place)

score steps of p: steps - total value of drawn
winner most score

scenario "A short track"
  with far 2
  play step
  expect runner of first is p2
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "race.game").write_text(RULES)
    (tmp_path / "cards.csv").write_text("name,count,value\nAce,1,1\nJoker,jokers,0\nKing,far,9\n")
    return tmp_path / "race.game"


def labels(game: rw.Game, name: str) -> list[str]:
    return [*next(d for d in game.program.domains if d.name == name).labels]


def test_a_type_is_as_long_as_its_option_says(path: Path) -> None:
    assert labels(rw.load(str(path)), "place") == ["p1", "p2", "p3", "p4", "home"]
    assert labels(rw.load(str(path), options={"far": 2}), "place") == ["p1", "p2", "home"]


def test_there_are_as_many_components_as_options_say(path: Path) -> None:
    kings = ["King 1", "King 2", "King 3", "King 4"]
    assert labels(rw.load(str(path)), "card") == ["Ace", "Joker", *kings]
    fewer = rw.load(str(path), options={"jokers": 0, "far": 2})
    assert labels(fewer, "card") == ["Ace", "King 1", "King 2"]
    more = rw.load(str(path), options={"jokers": 2, "far": 2})
    assert labels(more, "card") == ["Ace", "Joker 1", "Joker 2", "King 1", "King 2"]


def test_a_mark_goes_as_far_as_its_option_says(path: Path) -> None:
    steps = {
        far: next(
            v.type for v in rw.load(str(path), options={"far": far}).program.variables
            if v.name == "steps"
        )
        for far in (2, 6)
    }  # fmt: skip
    assert str(steps[2]) == "a number from 0 to 40"
    assert str(steps[6]) == "a number from 0 to 120"


def test_a_scenario_is_read_for_the_sizes_it_asks_for(path: Path) -> None:
    game = rw.load(str(path))
    (scenario,) = game.scenarios()
    small = game.for_scenario(scenario)
    assert labels(small, "place") == ["p1", "p2", "home"]
    assert game.for_scenario(scenario) is small
    assert labels(game, "place")[-1] == "home"


def test_only_options_on_which_sizes_hang_are_built_for(path: Path) -> None:
    game = rw.load(str(path))
    assert game.open_program.sized == {"far": 4, "jokers": 1}
    other = game._at(2, {"dice": 1})
    assert other.open_program is game.open_program
    assert game._at(2, {"far": 3}).open_program is not game.open_program


def test_a_variant_changes_what_the_option_can_be(path: Path) -> None:
    path.with_name("long.game").write_text(
        'variant long of race "Long"\n\nreplace option far: 9, 3..9  "How long?"\n'
        'replace scenario "A short track"\n  with far 3\n  play step\n'
        "  expect runner of first is p2\n"
    )
    game = rw.load(str(path), variants=["long"])
    assert labels(game, "place")[-2:] == ["p9", "home"]
    assert len(game.scenarios()) == 1
    path.with_name("longer.game").write_text(
        'variant longer of race "Longer"\n\nset far to 6\nset jokers to 2\n'
    )
    assert len(labels(rw.load(str(path), variants=["longer"]), "card")) == 9


def test_a_look_may_name_what_there_is_with_other_options(path: Path) -> None:
    look = path.with_name("race.look.csv")
    look.write_text("name,symbol\np4,x\np6,y\nJoker 2,j\n")
    assert rw.load(str(path)).open_program.look.symbols == {"p4": "x"}
    look.write_text("name,symbol\np4,x\np7,y\n")
    with pytest.raises(rw.RulesError, match="nothing that could be drawn is called p7"):
        rw.load(str(path))


def test_what_can_happen_with_one_size_alone_is_not_out_of_reach(path: Path) -> None:
    text = path.read_text().replace(
        "        set runner of me to home when there is none else there\n",
        "        set runner of me to home when there is none else there\n"
        "        if size of place is 7 and size of card > 7\n"
        "          end game\n"
        "        if size of place is 8\n"
        "          end game\n",
    )
    path.write_text(text)
    proved = [d for d in lint(str(path), games=0).findings if d.code in ("L001", "L002", "L003")]
    assert [text.split("\n")[d.span.line - 1].strip() for d in proved] == ["if size of place is 8"]


def test_what_is_so_with_more_seats_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "three.game"
    rules = """game three "Three"
  players 2..3

mark done: 0..9

phase only
  turns until done is 9
    choose main
      go
        gain 1 done
        if {} is {}
          end game

score done of p: done
winner most score
"""
    path.write_text(rules.format("size of seat", 3))
    assert rw.load(str(path)).warnings == ()
    path.write_text(rules.format("done", 12))
    with pytest.raises(rw.RulesError, match="0 to 9 can never be 12"):
        rw.load(str(path))


def test_check_looks_at_the_ends_of_options_on_which_sizes_hang(path: Path) -> None:
    last = "define last_one = first(far, place) - first(far - 1, place)"
    path.write_text(path.read_text().replace(last, "define last_one = {p4}"))
    assert rw.load(str(path)).warnings == ()
    found = [str(finding) for finding, _ in look_at([str(path)]).found]
    assert any("p4 is no place with far 2, jokers 1" in finding for finding in found), found


SMALL_BOARD = """game corners "Corners"
  players 2

option side: 3, 2..4
board field: grid side by side
cells square of field named "{letter}{y}"
mark man of square: seat or nobody

phase only
  turns until every c in square has man of c is not nobody
    choose main
      put(c in square where man of c is nobody)
        set man of c to me

score men of p: how many c in square where man of c is p
winner most score
"""

NO_CORNER = """variant {name} of corners "No corner"
  "Nobody begins in the corner."

add at start of put
  needs {label}: c is not {cell}  else "not there"
"""


@pytest.fixture
def corners(tmp_path: Path) -> Path:
    path = tmp_path / "corners.game"
    path.write_text(SMALL_BOARD)
    return path


def test_check_looks_at_the_ends_of_options_on_which_boards_hang(corners: Path) -> None:
    rules = corners.read_text()
    corners.write_text(rules.replace("man of c is nobody)", "c is not c3)"))
    assert rw.load(str(corners)).warnings == ()
    ((finding, _),) = look_at([str(corners)], fresh=True).found
    assert finding.message == "c3 is not on field, which has 2 by 2 cells with side 2"
    corners.write_text(
        rules.replace("side: 3", "side: 4").replace("man of c is nobody)", "c is not d4)")
    )
    ((finding, _),) = look_at([str(corners)], fresh=True).found
    assert finding.code == "E223"


def test_check_looks_at_variants_with_the_ends_of_options(corners: Path) -> None:
    variant = corners.with_name("no_corner.game")
    variant.write_text(NO_CORNER.format(name="no_corner", label="corner", cell="c3"))
    for asked in (corners, variant, corners.parent):
        ((finding, names),) = look_at([str(asked)], fresh=True).found
        assert finding.message == "c3 is not on field, which has 2 by 2 cells with side 2"
        assert finding.span.file.name.endswith("no_corner.game")
        assert [Path(name).stem for name in names] == ["no_corner"]


def test_what_is_wrong_at_one_end_hides_nothing_at_another(corners: Path) -> None:
    rules = corners.read_text().replace("grid side by side", "grid side by width")
    corners.write_text(rules.replace("board field", "option width: 3, 2..4\nboard field"))
    corners.with_name("no_corner.game").write_text(
        NO_CORNER.format(name="no_corner", label="first", cell="a3")
        + '  needs second: c is not c1  else "not here"\n'
    )
    told = [finding.message for finding, _ in look_at([str(corners)], fresh=True).found]
    assert told == [
        "a3 is not on field, which has 2 by 3 cells with side 2, width 3",
        "c1 is not on field, which has 3 by 2 cells with side 3, width 2",
    ]


@pytest.mark.parametrize("step", ["given\n    runner of first: p4", "expect runner of first is p4"])
def test_what_a_scenario_names_that_is_not_there_is_told_with_the_option_to_choose(
    path: Path, step: str
) -> None:
    """In a setting that others have chosen: where the scenario says which one it is for, it is."""
    rules = path.read_text(encoding="utf-8")
    path.write_text(f'{rules}\nscenario "Far"\n  {step}\n', encoding="utf-8")
    with pytest.raises(rw.RulesError) as wrong:
        rw.load(str(path), options={"far": 3}).scenarios()
    (found,) = [one for one in wrong.value.diagnostics if one.code == "E223"]
    assert found.hint == "put `with far 4` into the scenario"
    said = f'{rules}\nscenario "Far"\n  with far 4\n  {step}\n'
    path.write_text(said, encoding="utf-8")
    rw.load(str(path), options={"far": 3}).scenarios()
