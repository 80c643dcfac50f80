"""What a variant leaves without use is no mistake, as long as the game itself uses it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError, load
from rulewright.testing.conformance import lockstep
from rulewright.testing.scenario import run

GAME = """\
game plums "Plums"
  players 2
option extra: 2, 0..5
type mood: glad, sad
mark bowl: 0..12, starts 12
mark eaten of seat: 0..12
mark mood_of of seat: mood
zone nowhere of seat: set of stone
component stone from "stones.csv" named by name
define bonus(p: seat) = extra * eaten of p

setup
  move all s in stone to nowhere of '0'

phase meal
  turns until bowl is 0
    choose main
      take
      cheer

action take
  spend 1 bowl
  gain 1 eaten of me
action cheer
  let now = sad
  set mood_of of me to now
  spend 1 bowl

score eaten of p: bonus(p)
score mood of p: 1 when mood_of of p is sad else size of nowhere of p
winner most score
"""
PLAIN = """\
variant plain of plums "Plain"

replace score eaten of p: eaten of p
remove score mood
remove cheer in main
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "stones.csv").write_text("name\nA\nB\n")
    (tmp_path / "plums.game").write_text(GAME)
    return tmp_path


def told(folder: Path, variant: str) -> list[str]:
    (folder / "plain.game").write_text(variant)
    try:
        game = load(str(folder / "plums.game"), variants=["plain"])
    except RulesError as error:
        return [f"{d.code} {d.message}" for d in error.diagnostics]
    for seed in range(3):
        lockstep(game, seed)
    return []


def test_what_the_game_declares_may_be_left_without_use(folder: Path) -> None:
    assert told(folder, PLAIN) == []


def test_what_the_variant_declares_may_not(folder: Path) -> None:
    assert told(folder, PLAIN + "define more = 3\nmark seen: 0..9\n") == [
        "E190 more is a definition that is never used", "E190 seen is a mark that is never used",
    ]  # fmt: skip
    anew = "replace define bonus(p: seat) = 2 * eaten of p\n"
    assert told(folder, PLAIN + anew) == ["E190 bonus is a definition that is never used"]


def test_what_the_game_itself_does_not_use_is_told_of_it(folder: Path) -> None:
    (folder / "plums.game").write_text(GAME.replace("bonus(p)\n", "eaten of p\n"))
    with pytest.raises(RulesError, match="bonus is a definition that is never used"):
        load(str(folder / "plums.game"))


LET = """\
game lamps "Lamps"
  players 2
mark n: 0..9

phase p
  turns until n > 3
    choose main
      go

action go
  let lit = n > 1
  gain 1 n
  choose onward
    stay
    other
      gain 1 n
action stay
  needs lit: {asked}  else "it is dark"
  gain 1 n
winner p where n > 2
"""


def test_a_value_may_be_read_in_an_action_that_is_offered_behind_it(tmp_path: Path) -> None:
    for asked in ("lit", "n > 1", "lit"):  # whatever was looked at before
        (tmp_path / "lamps.game").write_text(LET.replace("{asked}", asked))
        if asked == "lit":
            load(str(tmp_path / "lamps.game"))
        else:
            with pytest.raises(RulesError, match="the value lit is never used"):
                load(str(tmp_path / "lamps.game"))


DECK = """\
library deck "A deck"
type colour: red, blue
component card from "cards.csv" named by name
  value: 1..3
  colour: colour
scenario "Two are red"
  expect size of (all c in card where colour of c is red) is 2
"""
CARDS = """\
game cards "Cards"
  players 2
  uses deck
zone pile: set of card
zone away: set of card
phase p
  turns until pile is empty
    choose main
      take(c in pile)
        move c to away
setup
  move all c in card to pile
winner p where size of pile is value of (the c in card)
"""
MORE_CARDS = """\
variant more of cards "More"
replace component card from "more.csv" named by name
  value: 1..4
  colour: colour
"""
SHOWN = """\
define twice of c: card = 2 * value of c
mark last: card or none
add at start of take in main
  set last to c
scenario "Worth"
  expect every c in card has twice of c > 1
  play take A
  expect last is A
"""


def test_what_only_a_scenario_asks_is_used(tmp_path: Path) -> None:
    (tmp_path / "deck.game").write_text(DECK)
    (tmp_path / "cards.game").write_text(CARDS)
    (tmp_path / "cards.csv").write_text("name,value,colour\nA,1,red\nB,2,red\nC,3,blue\n")
    (tmp_path / "more.csv").write_text("name,value,colour\nA,1,red\nB,2,red\nC,4,blue\n")

    def found(more: str) -> list[str]:
        (tmp_path / "more.game").write_text(MORE_CARDS + more)
        try:
            game = load(str(tmp_path / "cards.game"), variants=["more"])
        except RulesError as error:
            return [f"{d.code} {d.message}" for d in error.diagnostics]
        results = [run(game, scenario) for scenario in game.scenarios()]
        return [result.message for result in results if not result.passed]

    assert found("") == []
    assert found('remove scenario "Two are red"\n') == [
        "E190 colour is an attribute that is never used"
    ]
    # a definition may be there for scenarios alone, a mark is for the rules or for players
    assert found(SHOWN) == [
        "E194 last is changed but never read, so it changes nothing",
    ]
    assert found(SHOWN.replace("card or none", 'card or none "The last one"')) == []
