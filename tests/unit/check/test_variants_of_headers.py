"""A variant says for how many it is, and takes away what the game's blurb says no longer of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError, UsageError, catalogue
from rulewright.analysis.differences import differences
from rulewright.diagnostics import Diagnostic
from rulewright.game import check
from rulewright.source import place_of
from rulewright.testing.drafts import drafts
from rulewright.testing.inherited import inherited
from rulewright.testing.properties.settings import all_settings, paired_settings

GAME = """\
game row "Row"
  "For a table of friends. "
  "Whoever takes the last one wins."
  "Three is best."
  players 3..4

mark left: 0..6, starts 6

phase main
  turns until left is 0
    choose go
      take                                "Take one"
        spend 1 left

score taken of p: 6 - left
winner most score

scenario "Three take two each"
  play take; take; take; take
  expect me is '1'

scenario "Four go round"
  seats 4
  play take; take; take; take
  expect me is '0'
"""
DUEL = """\
variant duel of row "Row for two"
  "Whoever takes the last one loses."
  players 2 named Ann, Bob              "A duel"    ROW-2

remove "Whoever takes"

scenario "Two take in turn"
  play take; take
  expect me is Ann
"""
FEWER = """\
variant fewer of row "Row from two on"
  players 2..4
"""


@pytest.fixture
def row(tmp_path: Path) -> str:
    for name, text in (("row", GAME), ("duel", DUEL), ("fewer", FEWER)):
        (tmp_path / f"{name}.game").write_text(text)
    return str(tmp_path / "row.game")


def test_a_variant_is_for_as_many_as_it_says(row: str) -> None:
    assert check(row).seats == 3
    duel = check(row, variants=["duel"])
    assert (duel.seats, duel.seat_names) == (2, ("Ann", "Bob"))
    assert duel.merged.header.players_tail.tags == ("ROW-2",)
    with pytest.raises(UsageError, match="for 2 players, not 3"):
        check(row, variants=["duel"], seats=3)
    info = catalogue.game(row)
    assert (info.players, info.players_with(["duel"])) == ((3, 4), (2, 2))


def test_a_sentence_of_the_games_blurb_is_taken_away(row: str) -> None:
    duel = check(row, variants=["duel"])
    assert duel.blurbs == ("For a table of friends. ", "Three is best.")


DRY = """\
variant dry of row "Dry row"
  "Nobody waters it."
  "It does not rain."

set until in turns to left is 1

with wet                                "It rains on Sundays."
  remove "It does not"
  remove "There is"
  set until in turns to left is 2
"""
WET = """\
variant wet of row "Wet row"
  "There is nothing but water. And mud."

replace mark left: 0..9, starts 9
"""


def test_below_with_sentences_of_both_variants_are_taken_away(row: str) -> None:
    for name, text in (("dry", DRY), ("wet", WET)):
        Path(row).with_name(f"{name}.game").write_text(text)
    both = check(row, variants=["dry", "wet"]).merged
    assert [h.blurbs for h in both.variant_headers] == [("Nobody waters it.",), ()]
    assert len(both.header.blurbs) == 3
    alone = check(row, variants=["dry"]).merged
    assert [len(h.blurbs) for h in alone.variant_headers] == [2]


def test_a_sentence_that_does_not_stand_alone_is_not_taken_away(row: str) -> None:
    Path(row).with_name("wet.game").write_text(WET)
    for target, line in (("And mud", "with wet\n  remove"), ("table of friends", "remove")):
        text = DRY.partition("with")[0] + f'{line} "{target}"\n'
        Path(row).with_name("dry.game").write_text(text)
        with pytest.raises(RulesError) as told:
            check(row, variants=["dry", "wet"])
        (found,) = told.value.diagnostics
        assert found.code == "E040" and "in quotes of its own" in found.hint


def test_what_is_no_sentence_of_the_blurb_is_told(row: str) -> None:
    path = Path(row).with_name("duel.game")
    path.write_text(DUEL.replace('"Whoever takes"', '"Whoever takes the last one wons."'))
    with pytest.raises(RulesError) as told:
        check(row, variants=["duel"])
    (found,) = told.value.diagnostics
    assert found.code == "E040" and "Whoever takes the last one wins." in found.hint


def of_removed(row: str, words: str, said: str) -> list[Diagnostic]:
    """What is found where the turns have these words and a variant removes what is said."""
    path = Path(row)
    path.write_text(GAME.replace("until left is 0", f'until left is 0  "{words}"'))
    path.with_name("duel.game").write_text(f"variant duel of row\nremove {said}\n")
    try:
        check(row, variants=["duel"])
    except RulesError as error:
        return [*error.diagnostics]
    return []


@pytest.mark.parametrize(
    ("words", "ways"),
    [("Three is", 'turns or "Three is best."'), ("Three is best.", "turns")],
)
def test_words_of_a_block_of_lines_that_may_be_a_sentence_are_told(
    words: str, ways: str, row: str
) -> None:
    """Otherwise all these lines would be gone without a word."""
    (found,) = of_removed(row, words, f'"{words}"')
    assert (found.code, found.hint) == ("E041", f"say which: {ways}")
    assert "turns with all its lines, a sentence of the blurb" in found.message


@pytest.mark.parametrize(
    ("words", "said"),
    [("Three is", '"Three is" in main'), ("Three is", '"Three is best."'), ("Two", '"Two"')],
)
def test_words_that_mean_one_thing_alone_are_no_doubt(words: str, said: str, row: str) -> None:
    assert all(found.code != "E041" for found in of_removed(row, words, said))


def test_what_variants_both_say_of_the_players_is_a_conflict(row: str) -> None:
    with pytest.raises(RulesError) as told:
        check(row, variants=["duel", "fewer"])
    (found,) = told.value.diagnostics
    assert (found.code, found.span.text(), found.span.file.name.endswith("fewer.game")) == (
        "E043", "players 2..4", True,
    )  # fmt: skip


def test_numbers_that_cannot_be_are_told_in_the_variant(row: str) -> None:
    Path(row).with_name("fewer.game").write_text(FEWER.replace("2..4", "4..2"))
    with pytest.raises(RulesError) as told:
        check(row, variants=["fewer"])
    (found,) = told.value.diagnostics
    assert (found.code, found.span.text()) == ("E051", "players 4..2")


def test_scenarios_of_the_game_are_for_as_many_as_the_game_is(row: str) -> None:
    """With a variant for fewer, one that says nothing is for three still; a duel has none."""
    results = [run() for run in inherited(check(row, variants=["fewer"]))]
    assert [(r.title, r.passed) for r in results] == [
        ("Three take two each", True), ("Four go round", True),
    ]  # fmt: skip
    duel = check(row, variants=["duel"])
    assert inherited(duel) == [] and [s.seats for s in duel.scenarios()] == [2]


def test_a_draft_says_for_how_many_it_is(row: str) -> None:
    Path(row).with_name("fewer.game").write_text(
        FEWER + '\nadd after "spend 1 left" in take\n  extra turn\n'
    )
    fewer = check(row, variants=["fewer"])
    results = [run() for run in inherited(fewer)]
    failed = {place_of(result.scenario) for result in results if not result.passed}
    drafted = drafts(fewer, failed, ["reference"])
    assert [d.text.split("\n")[1].strip() for d in drafted.drafts] == ["seats 3"]


def test_settings_are_for_as_many_as_may_play(row: str) -> None:
    both = [(s.variants, s.seats) for s in all_settings(row)]
    assert both[:2] == [((), 3), ((), 4)] and (("duel",), 2) in both
    for spec in (*all_settings(row), *paired_settings(row)):
        if spec.variants != ("duel", "fewer"):
            spec.load()
    assert {(s.variants, s.seats) for s in paired_settings(row)} >= {(("duel",), 2), ((), 3)}


def test_a_difference_is_told_where_it_stands(row: str) -> None:
    first, *_ = differences(check(row), check(row, variants=["duel"])).changes
    assert first.before is not None and first.before.text == "players 3..4"
    assert first.after is not None and first.after.text == "players 2 named Ann, Bob"
    assert (first.after.variant, first.after.words) == ("duel", "A duel")
