"""What a game shows holds with its variants, or a variant says that it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError
from rulewright.game import check, load
from rulewright.testing.coverage import coverage
from rulewright.testing.inherited import inherited, unreadable

GAME = """game pile "A pile"
  players 2 named Ann, Bob
mark left: 0..9, starts 5
mark last: seat or nobody
phase play
  turns until left is 0
    choose main
      take
        spend 1 left
        set last to me
score last of p: 1 when last is p else 0
winner most score

scenario "Taking one"
  play take
  expect left is 4
scenario "The last one wins"
  given
    left: 1
  play take
  expect winners is {Ann}
"""
VARIANT = """variant sour of pile "Sour"
replace score last of p: 0 when last is p else 1
"""
ANNOUNCED = {
    "removed": 'remove scenario "The last one wins"\n',
    "replaced": """replace scenario "The last one wins"
  given
    left: 1
  play take
  expect winners is {Bob}
""",
}


def results(folder: Path, variant: str) -> dict[str, str]:
    (folder / "pile.game").write_text(GAME, encoding="utf-8")
    (folder / "sour.game").write_text(variant, encoding="utf-8")
    game = load(str(folder / "pile.game"), variants=["sour"])
    return {result.title: result.message for result in (run() for run in inherited(game))}


def test_a_change_that_is_not_announced_fails(tmp_path: Path) -> None:
    found = results(tmp_path, VARIANT)
    assert found == {"Taking one": "", "The last one wins": "not so: winners is {Ann}"}


@pytest.mark.parametrize("how", ANNOUNCED)
def test_an_announced_change_is_as_it_should_be(how: str, tmp_path: Path) -> None:
    assert set(results(tmp_path, VARIANT + ANNOUNCED[how]).values()) == {""}


def test_a_replacement_is_a_scenario_of_the_variant(tmp_path: Path) -> None:
    results(tmp_path, VARIANT + ANNOUNCED["replaced"])
    game = load(str(tmp_path / "pile.game"), variants=["sour"])
    assert [scenario.title for scenario in game.scenarios()] == ["The last one wins"]


def test_an_announced_change_must_be_one(tmp_path: Path) -> None:
    found = results(tmp_path, VARIANT + 'remove scenario "Taking one", "The last one wins"\n')
    assert found["Taking one"] == "said to be otherwise, and still holds"


BACK = {
    "": {""},
    'with sour\n  remove scenario "The last one wins"\n': {
        "", "said to be otherwise, and still holds"
    },
    'with mild\n  remove scenario "Taking one"\n': {"", "said to be otherwise, and still holds"},
}  # fmt: skip


@pytest.mark.parametrize("block", BACK)
def test_what_a_variant_announces_of_itself_may_hold_again_with_another(
    block: str, tmp_path: Path
) -> None:
    here, other = ("sour", "mild") if "with mild" in block else ("mild", "sour")
    both = "with sour\n  replace score last of p: 1 when last is p else 0\n"
    texts = {
        "sour": VARIANT + ANNOUNCED["replaced"],
        "mild": f'variant mild of pile "Mild"\n{both}',
    }
    texts[here] += block
    (tmp_path / "pile.game").write_text(GAME, encoding="utf-8")
    for name, text in texts.items():
        (tmp_path / f"{name}.game").write_text(text, encoding="utf-8")
    game = load(str(tmp_path / "pile.game"), variants=[here, other])
    assert {run().message for run in inherited(game)} == BACK[block]


def test_what_makes_no_sense_any_more_fails_too(tmp_path: Path) -> None:
    variant = 'variant sour of pile "Sour"\nremove take in main\nadd grab to main\n'
    variant += "action grab\n  spend 1 left\n  set last to me\n"
    found = results(tmp_path, variant)
    assert found["Taking one"].startswith("E206")


def test_a_game_alone_inherits_nothing(tmp_path: Path) -> None:
    results(tmp_path, VARIANT)
    assert inherited(load(str(tmp_path / "pile.game"))) == []


SKIPPING = """
scenario "Skipping"
  play skip; skip
  expect last is nobody
"""


@pytest.mark.parametrize(
    ("edits", "at", "said", "titles"),
    [
        ("remove skip in main\n", "skip in main", 'offers "skip"', '"Skipping"'),
        (
            'remove mark last\nremove "set last to me"\nreplace score last of p: left\n',
            "mark last", 'last is a score line', '"Skipping"',
        ),
        (
            "replace main in play\n  choose main\n    take\n"
            "      spend 1 left\n      set last to me\n    pass_by\naction pass_by\n  end turn\n",
            "main in play", 'offers "skip"', '"Skipping"',
        ),
        (
            'remove "set last to me"\nreplace mark left: 0..3, starts 3\nremove mark last\n'
            'replace score last of p: left\nremove scenario "Skipping"\n',
            "left", 'can never be 4', '"Taking one"',
        ),
        (
            'replace "set last to me"\n  spend 1 left\nremove mark last\n'
            "replace score last of p: left\n",
            "mark last", 'last is a score line', '"Skipping"',
        ),
        ('remove skip in main\nremove scenario "Skipping"\n', "", "", ""),
        ("add at end of take\n  set last to nobody\n", "", "", ""),
        ("replace score last of p: 0 when last is p else 1\n", "", "", ""),
    ],
)  # fmt: skip
def test_what_a_scenario_names_and_a_variant_takes_away_is_told_at_the_edit(
    tmp_path: Path, edits: str, at: str, said: str, titles: str
) -> None:
    offers = GAME.replace("last to me\n", "last to me\n      skip\n        end turn\n")
    (tmp_path / "pile.game").write_text(offers + SKIPPING, encoding="utf-8")
    (tmp_path / "sour.game").write_text(f'variant sour of pile "Sour"\n{edits}', encoding="utf-8")
    found = unreadable(check(str(tmp_path / "pile.game"), variants=["sour"]))
    assert [one.span.text() for one in found] == [at] * bool(at)
    assert all(said in one.message and f"remove scenario {titles}" in one.hint for one in found)


def test_what_rests_on_what_a_variant_replaces_is_told_too(tmp_path: Path) -> None:
    """However far: numbers of one definition can be fewer since another one was replaced."""
    resting = "define much = 9 * left\ndefine more = much + 1\nalways more > 0\n"
    scenario = 'scenario "More"\n  expect more is 46\n'
    text = GAME.replace("phase play", f"{resting}phase play") + scenario
    (tmp_path / "pile.game").write_text(text, encoding="utf-8")
    sour = 'variant sour of pile "Sour"\nreplace define much = left\n'
    (tmp_path / "sour.game").write_text(sour, encoding="utf-8")
    (found,) = unreadable(check(str(tmp_path / "pile.game"), variants=["sour"]))
    assert found.span.text() == "much" and 'remove scenario "More"' in found.hint
    assert "any more: more is 46: a number from 1 to 10 can never be 46" in found.message


def test_what_a_table_lists_no_longer_is_told_though_something_else_is_called_so(
    tmp_path: Path,
) -> None:
    stalls = 'type stall from "stalls.csv" named by slot\n  cost: 0..3\n'
    stall = "type glow: (lights: 1..3)\nmark bought of stall: 0..3\nmark seen of glow: 0..3\n"
    asked = "always every s in stall has bought of s <= cost of s\n"
    lit = "always every k in glow has seen of k <= lights of k\n"
    paid = "        set bought of '1' to 0\n        set seen of '3' to 0\n"
    game = GAME.replace("phase play", f"{stalls}{stall}{asked}{lit}phase play")
    game = game.replace("to me\n", f"to me\n{paid}", 1) if "to me\n" in game else game
    scenario = "scenario \"Third\"\n  given\n    bought of '3': 1\n  expect bought of '3' is 1\n"
    (tmp_path / "stalls.csv").write_text("slot,cost\n1,3\n3,2\n", encoding="utf-8")
    (tmp_path / "short.csv").write_text("slot,cost\n1,3\n", encoding="utf-8")
    (tmp_path / "pile.game").write_text(game + scenario, encoding="utf-8")
    sour = 'variant sour of pile "Sour"\nreplace ' + stalls.replace("stalls", "short")
    (tmp_path / "sour.game").write_text(sour, encoding="utf-8")
    (found,) = unreadable(check(str(tmp_path / "pile.game"), variants=["sour"]))
    assert "any more: 3 is no stall" in found.message and found.span.text() == "stall"
    assert 'remove scenario "Third"' in found.hint


def test_what_a_table_lists_no_longer_is_told_where_the_table_is_named(tmp_path: Path) -> None:
    """Even where the variant is right with all of its edits alone, and is named otherwise."""
    stalls = 'type stall from "stalls.csv" named by slot\n  cost: 0..3\n'
    game = GAME.replace(
        "phase play", f"{stalls}mark bought of stall: 0..3\ndefine there = size of stall\n"
        "always every s in stall has bought of s <= cost of s\n"
        "always there > 0\nphase play"
    ).replace("last to me\n", "last to me\n        set bought of '1' to 0\n")  # fmt: skip
    shown = "scenario \"Third\"\n  expect bought of '3' is 0\n"
    shown += 'scenario "Two"\n  expect there is 2\n'
    (tmp_path / "stalls.csv").write_text("slot,cost\n1,3\n3,2\n", encoding="utf-8")
    (tmp_path / "short.csv").write_text("slot,cost\n1,3\n", encoding="utf-8")
    (tmp_path / "pile.game").write_text(game + shown, encoding="utf-8")
    sour = 'variant sour of pile "Sour"\n\nmark fresh of stall: 0..9\n\nreplace '
    sour += stalls.replace("stalls", "short")
    sour += "add at end of take\n  if fresh of '1' < 9\n    gain 1 fresh of '1'\n"
    (tmp_path / "sour.game").write_text(sour, encoding="utf-8")
    found = unreadable(check(str(tmp_path / "pile.game"), variants=["sour"]))
    assert [one.span.text() for one in found] == ["stall", "stall"]
    assert "a stall is wanted" in found[0].message and "there is 2" in found[1].message


def test_a_cell_that_a_smaller_board_has_no_longer_is_told_where_the_board_is_replaced(
    tmp_path: Path,
) -> None:
    board = 'board field: grid 3 by 3\ncells square of field named "{letter}{y}"\n'
    board += 'mark stone of square: seat or nobody "Stones"\n'
    game = GAME.replace("phase play", f"{board}phase play").replace(
        "last to me\n", "last to me\n        set stone of b2 to me\n"
    )
    shown = 'scenario "Third"\n  given\n    stone is Ann: c2\n  expect stone of c2 is Ann\n'
    shown += 'scenario "Two"\n  given\n    stone is Ann: b2\n  expect stone of b2 is Ann\n'
    (tmp_path / "pile.game").write_text(game + shown, encoding="utf-8")
    small = 'variant small of pile "Small"\nreplace board field: grid 2 by 2\n'
    (tmp_path / "small.game").write_text(small, encoding="utf-8")
    (found,) = unreadable(check(str(tmp_path / "pile.game"), variants=["small"]))
    assert found.code == "E049" and "c2" in found.message
    assert found.span.file.name.endswith("small.game") and found.span.text() == "field"
    assert found.hint is not None and 'remove scenario "Third"' in found.hint
    with pytest.raises(RulesError) as raised:
        coverage(str(tmp_path / "small.game"))
    assert raised.value.diagnostics == (found,)


def test_what_cannot_be_read_with_the_game_alone_either_is_no_matter_of_a_variant(
    tmp_path: Path,
) -> None:
    """Even where the variant edits what is named there."""
    (tmp_path / "pile.game").write_text(GAME.replace("play take", "play grab"), encoding="utf-8")
    sour = 'variant sour of pile "Sour"\nreplace mark left: 0..9, starts 6\n'
    (tmp_path / "sour.game").write_text(sour, encoding="utf-8")
    assert unreadable(check(str(tmp_path / "pile.game"), variants=["sour"])) == []
