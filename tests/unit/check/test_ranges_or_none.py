"""`LOW..HIGH or none`: nothing below LOW fits but none, wherever such a range stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import PlayError, load
from rulewright.backends import registry
from rulewright.diagnostics import Diagnostic, RulesError
from rulewright.game import check

RULES = """game ranks "Ranks"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
  rank: {rank}
zone hand: set of card
mark held: 3..5 or none{starts}
mark n: 0..9
setup
  move all c in card to hand
{body}
phase play
  turns until n is 9
    choose main
      put(k in 0..9)
        set held to k - 1
      go
        gain 1 n
        if held is 4
          set n to 9
score x of p: n + smallest (0 when rank of c is none else rank of c) for c in hand
winner most score
{below}
"""


def found(
    folder: Path,
    row: str = "3",
    *,
    rank: str = "3..5 or none",
    starts: str = "",
    body: str = "",
    below: str = "",
) -> list[Diagnostic]:
    """What is wrong with the rules, with a card of that rank."""
    (folder / "cards.csv").write_text(f"name,rank\nA,{row}\nB,\nC,5\n")
    text = RULES.format(rank=rank, starts=starts, body=body, below=below)
    (folder / "ranks.game").write_text(text)
    try:
        check(str(folder / "ranks.game")).scenarios()
    except RulesError as error:
        return [*error.diagnostics]
    return []


@pytest.mark.parametrize("row", ["3", "4", "5", ""])
def test_both_ends_and_nothing_fit(row: str, tmp_path: Path) -> None:
    assert found(tmp_path, row) == []


@pytest.mark.parametrize("row", ["0", "2", "6", "-1", "four"])
def test_a_field_beyond_either_end_is_told_with_the_place_of_the_range(
    row: str, tmp_path: Path
) -> None:
    (told,) = found(tmp_path, row)
    assert told.code == "E029" and told.span.line == 2
    assert told.message == f'"{row}" stands here, but a number from 3 to 5, or nothing, is wanted'
    assert [(note.message, note.span and note.span.text()) for note in told.notes] == [
        ("the range is declared here", "3..5 or none")
    ]


def test_nothing_stands_in_no_field_where_none_is_not_said(tmp_path: Path) -> None:
    (told,) = found(tmp_path, rank="-1..5")
    assert told.message == "nothing stands here, but a number from -1 to 5 is wanted"


@pytest.mark.parametrize("start", ["0", "2", "6"])
def test_a_mark_starts_at_no_number_beyond_either_end(start: str, tmp_path: Path) -> None:
    (told,) = found(tmp_path, starts=f", starts {start}")
    assert told.code == "E182" and told.hint.startswith("it goes from 3 to 5, or is none; ")


@pytest.mark.parametrize("start", ["3", "5", "none"])
def test_a_mark_starts_at_what_it_may_be(start: str, tmp_path: Path) -> None:
    assert found(tmp_path, starts=f", starts {start}") == []


def test_a_mark_is_not_set_beyond_either_end(tmp_path: Path) -> None:
    for number in (2, 6):
        (told,) = found(tmp_path, body=f"  set held to {number}")
        assert told.code == "E169"
        goes = "which goes from 3 to 5, or is none"
        assert told.message == f"{number} can never be in held, {goes}"
    assert found(tmp_path, body="  set held to 4") == found(tmp_path, body="  set held to none")


def test_what_is_compared_with_a_number_below_it_is_told(tmp_path: Path) -> None:
    (told,) = found(tmp_path, body="  if held is 2\n    set n to 1")
    assert told.code == "E116"
    assert told.message == "a number from 3 to 5 or none can never be 2"


def test_a_parameter_takes_no_number_below_it(tmp_path: Path) -> None:
    below = "to keep(k: 3..5 or none)\n  set n to 9 when k > 4 else k"
    assert found(tmp_path, body="  keep(3)", below=below) == []
    for number in (2, 6):
        (told,) = found(tmp_path, body=f"  keep({number})", below=below)
        assert told.code == "E113"


@pytest.mark.parametrize(
    ("value", "fits"), [("2", False), ("6", False), ("4", True), ("none", True)]
)
def test_what_is_given_in_a_scenario_is_within_it(value: str, fits: bool, tmp_path: Path) -> None:
    given = f'scenario "Given"\n  given\n    held: {value}\n  expect held is {value}\n'
    expected = f"held is {value}" if fits else "n is 0"
    told = found(tmp_path, below=given.replace(f"held is {value}", expected))
    assert [one.code for one in told] == ([] if fits else ["E202"])
    assert fits or "a number from 3 to 5 or none is wanted" in told[0].message


@pytest.mark.parametrize("engine", registry.available())
def test_in_play_a_mark_leaves_its_range_below_it(
    engine: registry.EngineName, tmp_path: Path
) -> None:
    assert found(tmp_path) == []
    game = load(str(tmp_path / "ranks.game"), engine=engine)
    for number in range(10):
        state = game.start(seed=1)
        if number - 1 in (-1, 3, 4, 5):
            state.apply(f"put {number}")
            continue
        with pytest.raises(PlayError, match=rf"held would become {number - 1}, outside 3..5 or no"):
            state.apply(f"put {number}")
