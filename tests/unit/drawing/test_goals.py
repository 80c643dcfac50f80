"""A mark is shown with what it counts to, where something ends then."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.drawing.attributes import Attributes
from rulewright.drawing.goals import goals
from rulewright.drawing.lines import plain_text
from rulewright.drawing.table import TableView

RULES = """\
game count "Count"
  players 2
option goal: 7, 3..9                      "How far?"
mark quiet: 0..9                          "Turns in a row without anything"
mark far: 0..30                           "How far they are together"
mark left: 0..9, starts 9                 "What is left"
mark seen: 0..9                           "What is only looked at"
mark own of seat: 0..9
phase main
  turns until quiet >= goal - 1 or left is 0 or some p in seat where own of p is 5
    if far > 20
      end game
    choose go
      wait
        gain 1 quiet
      walk(n in 1..3)
        gain n far
        gain 1 own of me
        set quiet to 0
        if seen is 4
          spend 1 left
        if seen < 9
          gain 1 seen
score own of p: own of p
winner most score
"""


def test_marks_count_to_what_ends_something(tmp_path: Path) -> None:
    """Also where it ends as soon as one seat is there; not those that count down, or that only
    decide what happens."""
    (tmp_path / "count.game").write_text(RULES)
    game = rw.load(str(tmp_path / "count.game"), options={"goal": 5})
    assert {mark.name: number for mark, number in goals(game.program).items()} == {
        "quiet": 4, "far": 21, "own": 5,
    }  # fmt: skip
    state = game.start(seed=1)
    state.apply("walk 2")
    state.apply("wait")
    drawn = plain_text(TableView(Attributes(game.program)).lines(state.observation(0), 60))
    assert " ".join(drawn.split()).startswith("quiet 1 of 4 far 2 of 21 left 9 seen 1 ")


@pytest.mark.parametrize(
    "test",
    [
        "until largest own of seat >= 5",
        "until 5 <= largest own of seat",
        "until some p in seat where 5 is own of p",
        "while largest own of seat < 5",
        "while not (largest own of seat >= 5)",
        "while every p in seat has own of p <= 4",
        "while left > 0 and largest own of seat <= 4",
    ],
)
def test_a_loop_ends_by_a_number_however_it_is_said(test: str, tmp_path: Path) -> None:
    loop = f"  repeat {test}\n    choose first\n      run\n        gain 3 far\n"
    rules = RULES.replace("phase main\n", f"phase main\n{loop}").replace(
        "own of p is 5", "far is 3"
    )
    (tmp_path / "count.game").write_text(rules)
    found = goals(rw.load(str(tmp_path / "count.game")).program)
    assert {mark.name: number for mark, number in found.items()}["own"] == 5


@pytest.mark.parametrize(
    "test",
    [
        "smallest own of seat >= 5",
        "every p in seat has own of p >= 5",
        "own of '0' < 5",
        "own of '0' is 5 and far > 3",
    ],
)
def test_what_does_not_end_something_alone_is_no_goal(test: str, tmp_path: Path) -> None:
    loop = f"  repeat until {test}\n    choose first\n      run\n        gain 3 far\n"
    rules = RULES.replace("phase main\n", f"phase main\n{loop}").replace(
        "own of p is 5", "far is 3"
    )
    (tmp_path / "count.game").write_text(rules)
    found = goals(rw.load(str(tmp_path / "count.game")).program)
    assert "own" not in {mark.name for mark in found}


def test_what_ends_a_part_earlier_is_no_goal(tmp_path: Path) -> None:
    """`until far > 20`, and on the way `until far >= 3 or …`: it counts to 21."""
    early = "  turns until far >= 3\n    choose first\n      run\n        gain 3 far\n"
    rules = RULES.replace("phase main\n", f"phase main\n{early}")
    (tmp_path / "count.game").write_text(rules)
    found = goals(rw.load(str(tmp_path / "count.game")).program)
    assert {mark.name: number for mark, number in found.items()}["far"] == 21


def test_what_is_counted_from_1_counts_to_the_last_that_is_played(tmp_path: Path) -> None:
    (tmp_path / "count.game").write_text(RULES.replace("mark far: 0..30", "mark far: 1..30"))
    found = goals(rw.load(str(tmp_path / "count.game")).program)
    assert {mark.name: number for mark, number in found.items()}["far"] == 20


def test_what_a_seat_counts_is_shown_with_it() -> None:
    state = rw.load("pig", seats=2, options={"target": 20}).start(seed=2)
    assert "points 0 of 20" in state.table(0)


def test_the_same_rules_count_to_other_numbers_at_other_tables() -> None:
    for seats in (2, 5):
        program = rw.load("ruin_runner", seats=seats).program
        assert list(goals(program).values()) == [seats]


CROSS = """\
game cross "Cross"
  players 2 named Ann, Bob
board field: grid 2 by 2
cells square of field named "{letter}{y}"
mark man of square: seat or nobody
phase main
  turns until passes is 2
    choose go
      go(s in all s in square where man of s is nobody)
        set man of s to me
      pass
winner p where man of b2 is p             "Whoever stands on b2"
"""


def told(state: rw.State) -> list[str]:
    view = TableView(Attributes(state.engine.program))
    return plain_text([*view.points(state.observation(0)), view.goal()]).splitlines()


def test_who_is_ahead_where_no_points_are_counted_and_what_is_to_be_reached(
    tmp_path: Path,
) -> None:
    (tmp_path / "cross.game").write_text(CROSS)
    state = rw.load(str(tmp_path / "cross.game")).start(seed=1)
    for text in ("go a1", "go b1", "go a2"):
        state.apply(text)
    assert told(state) == ["on the board  Ann: 2  Bob: 1", "goal  Whoever stands on b2"]
    assert "on the board\N{EM SPACE}Ann: 2" in state.svg(0)
    assert ">goal\N{EM SPACE}Whoever stands on b2<" in state.svg(0)
    bare = CROSS.replace("mark man of square: seat or nobody", "mark man of square: 0..2")
    bare = bare.replace("is nobody", "is 0").replace("to me", "to 1").replace("is p", "> 1")
    (tmp_path / "cross.game").write_text(bare)
    state = rw.load(str(tmp_path / "cross.game")).start(seed=1)
    assert told(state)[0] == "The rules do not count who is ahead."
