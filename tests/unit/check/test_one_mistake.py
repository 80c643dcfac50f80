"""One mistake is told once: what follows from it is not told as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import RulesError
from rulewright.game import check

GAME = """game market "Market"
  players 2 named Ann, Bob

type fruit: apple, pear, plum
option fair: off, on
component card from "cards.csv" named by name
  fruit: fruit

board field: grid 3 by 3
cells square of field named "{letter}{y}"
mark man of square: seat or nobody
mark coins of seat: 0..9, starts 2
zone pile: stack of card
zone hand of seat: set of card
mark last: fruit

define paid of p: seat = coins of p

setup
  move all c in card to pile
  deal 1 from pile to each hand
  set man of a1 to Ann

phase play
  turns until passes is 2 or man of c3 is Ann
    choose main
      buy
      else pass

action buy(c in hand of me)
  needs rich: coins of me > 0             else "you have nothing"
  spend 1 coins of me
  set last to fruit of c
  if fair is on and last is apple and paid of me > 3
    move c to pile

score coins of p: coins of p
winner most score

scenario "Bought"
  given
    hand of Ann: A
    coins of Ann: 1
  play buy A
  expect coins of Ann is 0
"""
DRY = """variant dry of market "Dry"

add after main in turns
  set last to pear
remove rich in buy
replace define paid of p: seat = 3
set fair to on

replace scenario "Bought"
  given
    hand of Ann: A
  play buy A
  expect coins of Ann is 1
"""
CARDS = "name,fruit\nA,apple\nB,plum\nC,plum\n"
MISTAKES = {
    "  players 2 named Ann, Bob\n": "players 2 named Ann, Bob\n",
    "type fruit: apple, pear, plum": "type fruit: apple, pear, apple",
    "option fair: off, on": "option fair: no, yes",
    "mark coins of seat: 0..9, starts 2": "type coins: a, b\nmark coins of seat: 0..9, starts 2",
    "board field: grid 3 by 3": "board field: 3 x 3",
    'named "{letter}{y}"': 'named "(letter)(y)"',
    'cells square of field named "{letter}{y}"': "cells square of field",
    "zone hand of seat: set of card": "zone hand of seat: cards",
    "turns until passes is 2": "turns til passes is 2",
    "needs rich: coins of me > 0 ": "needs rich; coins of me > 0 ",
    "define paid of p: seat = coins of p": "define paid of p: seat coins of p",
    "    coins of Ann: 1\n": "    coins of Ann = 1\n",
}


@pytest.mark.parametrize("right", MISTAKES)
def test_one_mistake_is_told_once(right: str, tmp_path: Path) -> None:
    assert right in GAME
    (tmp_path / "market.game").write_text(GAME.replace(right, MISTAKES[right], 1))
    (tmp_path / "dry.game").write_text(DRY)
    (tmp_path / "cards.csv").write_text(CARDS)
    with pytest.raises(RulesError) as caught:
        check(str(tmp_path / "market.game"), variants=("dry",)).scenarios()
    assert len(caught.value.diagnostics) == 1, str(caught.value)
    assert caught.value.diagnostics[0].span.file.name.endswith("market.game")


def test_what_a_choice_is_given_that_has_the_name_of_a_type_too(tmp_path: Path) -> None:
    """What is declared twice may be neither: the type is the one that was to get a value."""
    (tmp_path / "market.game").write_text(
        GAME.replace("mark last", "mark fruit of seat: yes or no\nmark last").replace(
            "choose main", "choose fruit"
        )
    )
    dry = 'variant dry of market "Dry"\n\nadd fig to fruit\n'
    (tmp_path / "dry.game").write_text(dry)
    (tmp_path / "cards.csv").write_text(CARDS)
    with pytest.raises(RulesError) as caught:
        check(str(tmp_path / "market.game"), variants=("dry",))
    assert [one.code for one in caught.value.diagnostics] == ["E172"]


def test_the_game_without_a_mistake_is_right(tmp_path: Path) -> None:
    for name, text in (("market.game", GAME), ("dry.game", DRY), ("cards.csv", CARDS)):
        (tmp_path / name).write_text(text)
    game = check(str(tmp_path / "market.game"), variants=("dry",))
    game.scenarios()
    assert [*game.warnings] == []


def test_turns_of_a_procedure_are_not_within_others_where_its_call_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "asked.game"
    file.write_text(
        'game asked "Asked"\n  players 3\nmark chooser: seat or nobody\nmark n: 0..9\n'
        "phase play\n  repeat until n is 9\n    set chooser to me\n    ask\n    n += 1\n"
        "to ask\n  turns in {chooser}\n    choose main\n      go\n        set chooser to nobody\n"
        "winner p where chooser is p\n",
        encoding="utf-8",
    )
    with pytest.raises(RulesError) as found:
        check(str(file))
    assert [finding.code for finding in found.value.diagnostics] == ["E012"]


def test_a_finish_that_can_draw_nothing_has_no_other_mistake(tmp_path: Path) -> None:
    """Its parameter is there, whatever is wrong with the range from which it is drawn."""
    file = tmp_path / "dish.game"
    file.write_text(
        'game dish "Dish"\n  players 2\ntype nut: a, b, c\nmark n of seat: 0..20\n'
        "define less of p: seat = n of p - 9\nphase play\n  turns until passes is 2\n"
        "    choose main\n      eat\naction eat\n  compose dish\n    step take(x in nut) into d\n"
        '    finish done(k in less of me..9) named "done {k}"\n'
        '      needs few: k > n of me      else "{k} is too few"\n      set n of me to k\n'
        "winner p where n of p is 9\n",
        encoding="utf-8",
    )
    with pytest.raises(RulesError) as found:
        check(str(file))
    assert [finding.code for finding in found.value.diagnostics] == ["E128"]


@pytest.mark.parametrize("kind", ["card", "square"])
def test_what_leads_nowhere_by_its_own_mistake_is_told_once(kind: str, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(CARDS)
    near = f"define near of c: {kind} = all d in tabel where c is d\n\nsetup"
    ends = "A to B" if kind == "card" else "a1 to b1"
    ways = f"how many w in paths from {ends} in {kind}"
    for by, found in (("near", ["tabel"]), ("neer", ["tabel", "neer"])):
        text = GAME.replace("\nsetup", f"\n{near}")
        text = text.replace("paid of me > 3", f"({ways} by {by}) > 3")
        (tmp_path / "market.game").write_text(text)
        with pytest.raises(RulesError) as caught:
            check(str(tmp_path / "market.game"))
        assert [one.span.text() for one in caught.value.diagnostics] == found


LOST_PROCEDURE = """game lost "Lost"
  players 2
mark n: 0..9

phase x
  repeat until n > 3
    trick

to trick
  choose main
    'go'
      gain 1 n
    'stop'
      turn to me when n > 3 else next of me

score s of p: n
winner most score
"""


def test_a_procedure_that_cannot_be_read_may_hold_a_choice(tmp_path: Path) -> None:
    (tmp_path / "lost.game").write_text(LOST_PROCEDURE)
    with pytest.raises(RulesError) as raised:
        check(str(tmp_path / "lost.game"))
    assert [one.code for one in raised.value.diagnostics] == ["E011"]
