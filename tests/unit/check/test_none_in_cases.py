"""`none` and `{}` may be the first case or the last one: of what they are the other cases say."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import RulesError
from rulewright.game import load

RULES = """game leaves
  players 2
type leaf: a, b, c
mark frog: leaf, starts b
mark hops: 0..9
{definition}
phase pond
  turns until hops is 9
    if not possible(main)
      end game
    choose main
      hop
        needs before of frog is not none  else "no leaf is before {{frog}}"
        set frog to before of frog
        gain 1 hops
score hops of p: hops
winner most score

scenario "There and no further"
  play hop
  expect frog is a and over
"""


@pytest.mark.parametrize(
    "definition",
    [
        "define before of x: leaf\n  the y in leaf where y is x - 1 when x > a\n  none else",
        "define before of x: leaf\n  none when x is a\n  the y in leaf where y is x - 1 else",
        "define before of x: leaf\n  none when x is a\n  a when x is b\n  none when x is a\n"
        "  b when x is c\n  none else",
        "define before of x: leaf = (the y in leaf where y is x - 1) when x > a else none",
        "define before of x: leaf = none when x is a else the y in leaf where y is x - 1",
        "define before of x: leaf = none when x is a else (none when x < a else x - 1)",
    ],
)
def test_a_definition_gives_none_wherever_its_line_stands(tmp_path: Path, definition: str) -> None:
    from rulewright.testing.scenario import run

    path = tmp_path / "leaves.game"
    path.write_text(RULES.format(definition=definition), encoding="utf-8")
    game = load(str(path))
    assert all(run(game, scenario, "reference").passed for scenario in game.scenarios())


@pytest.mark.parametrize(
    ("definition", "code"),
    [
        ("define before of x: leaf\n  none when x is a\n  none else", "E102"),
        ("define before of x: leaf\n  wrong when x is a\n  none else", "E100"),
        ("define before of x: leaf = a when wrong is x else none", "E100"),
    ],
)
def test_what_is_wrong_in_a_definition_is_told_there(
    tmp_path: Path, definition: str, code: str
) -> None:
    """That it cannot be told what is possible follows from it, and is not told instead."""
    path = tmp_path / "leaves.game"
    path.write_text(RULES.format(definition=definition), encoding="utf-8")
    with pytest.raises(RulesError) as raised:
        load(str(path))
    found = raised.value.diagnostics
    assert "E240" not in {one.code for one in found}
    assert [one.span.line for one in found if one.code == code] == [found[0].span.line], found


@pytest.mark.parametrize(
    "definition",
    [
        "define others of x: leaf\n  all y in leaf where y > x when x is not b\n  {} else",
        "define others of x: leaf\n  {} when x is b\n  all y in leaf where y > x else",
        "define others of x: leaf\n  {} when x is a\n  {c} when x is b\n  {} else",
        "define others of x: leaf = (all y in leaf where y > x) when x is c else {}",
        "define others of x: leaf = {} when x is b else all y in leaf where y > x",
        "define others of x: leaf = {} when x is b else ({} when x is c else {c})",
    ],
)
def test_what_an_empty_set_is_of_the_other_cases_say(tmp_path: Path, definition: str) -> None:
    before = "define before of x: leaf = none when x is a else the y in leaf where y is x - 1"
    path = tmp_path / "leaves.game"
    both = f"{before}\n{definition}\nalways size of others of frog < 3"
    path.write_text(RULES.format(definition=both), encoding="utf-8")
    load(str(path))


@pytest.mark.parametrize("definition", ["  {} when x is a\n  {} else", " = {} when x is a else {}"])
def test_cases_that_are_all_empty_do_not_say_of_what(tmp_path: Path, definition: str) -> None:
    path = tmp_path / "leaves.game"
    line_break = "" if "=" in definition else "\n"
    path.write_text(
        RULES.format(
            definition="define before of x: leaf = none when x is a else x - 1\n"
            f"define others of x: leaf{line_break}{definition}\nalways others of frog is empty"
        ),
        encoding="utf-8",
    )
    with pytest.raises(RulesError) as raised:
        load(str(path))
    (found,) = raised.value.diagnostics
    assert found.code == "E127" and "all x in TYPE where no" in found.hint


@pytest.mark.parametrize("told", ["{nobody}", "{none}", "{}"])
def test_nobody_is_in_no_set(tmp_path: Path, told: str) -> None:
    from rulewright.testing.scenario import run

    path = tmp_path / "alone.game"
    path.write_text(
        "game alone\n  players 2\nmark hops: 0..9\nphase pond\n  turns until hops is 1\n"
        "    choose main\n      hop\n        gain 1 hops\nwinner p where p is not p\n"
        f'scenario "Nobody"\n  play hop\n  expect winners is {told}\n',
        encoding="utf-8",
    )
    game = load(str(path))
    assert all(run(game, scenario, "reference").passed for scenario in game.scenarios())
