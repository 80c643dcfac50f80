"""What is named that is not offered as it stands: an equal, or what something is."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import Game, MoveError, RulesError, load
from rulewright.diagnostics import Diagnostic
from rulewright.testing.scenario import run

TABLE = "name,count\nRuby,3\nPearl,2\nCrown,1\n"
RULES = """game gems "Gems"
  players 2 named Ann, Bob
component gem from "gems.csv" named by name, how many by count
zone supply: set of gem
zone hand of seat: set of gem, seen by owner
zone pile: stack of gem
mark worn of gem: yes or no
setup
  move all g in gem to supply
phase play
  turns in {Ann} until supply is empty
    choose main
      take(g in supply)
        move g from supply to hand of me
      wear(g in supply)
        needs not worn of g    else "{g} is worn"
        set worn of g to yes
      both(g in supply, h in supply where h is not g)
        move g from supply to hand of me
        move h from supply to pile
      drop(g in hand of me)
        move g from hand of me to pile
      back(g in pile)
        move g from pile to supply
      pay
        compose pay named "pay {paid ' + '}"
          step add(x in supply) into paid at most 3
          finish done
            needs paid is not empty    else "pay something"
        move all x in paid from supply to hand of me
score worth of p: size of hand of p
winner most score
scenario "Any Ruby is a Ruby"
  given
    supply: Ruby 2, Ruby 3, Pearl 1
    hand of Ann: Ruby 1
    to move: Ann (main)
  offers take Ruby; take Pearl 1; wear Ruby 3; ...
  play take Ruby 3
  expect 'Ruby 2' in hand of Ann
  refuses take Crown "Crown is not in supply"
  refuses drop Ruby "it is not said which: drop Ruby 1, drop Ruby 2"
scenario "Two Rubies are two"
  given
    supply: Ruby 2, Ruby 3, Pearl 1
    to move: Ann (main)
  play pay Ruby + Ruby
  expect hand of Ann is {'Ruby 2', 'Ruby 3'}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("gems")
    (folder / "gems.csv").write_text(TABLE, encoding="utf-8")
    (folder / "gems.game").write_text(RULES, encoding="utf-8")
    return load(str(folder / "gems.game"), engine="reference")


@pytest.mark.parametrize(
    "typed, made",
    [
        ("take Ruby 1", "take Ruby 1"),
        ("take Ruby 3", "take Ruby 1"),
        ("take  Ruby", "take Ruby 1"),
        ("take Crown", "take Crown"),
        ("both Ruby 3 Ruby 1", "both Ruby 1 Ruby 2"),
        ("both Ruby 1 Ruby 3", "both Ruby 1 Ruby 2"),
        ("both Ruby 2 Ruby 3", "both Ruby 1 Ruby 2"),
        ("both Pearl 2 Ruby", "both Pearl 1 Ruby 1"),
        ("pay Ruby 2 + Ruby 3 + Pearl 2", "pay Ruby 1 + Ruby 2 + Pearl 1"),
        ("pay Ruby + Ruby + Crown", "pay Ruby 1 + Ruby 2 + Crown"),
    ],
)
def test_an_equal_is_made_as_the_one_that_is_offered(game: Game, typed: str, made: str) -> None:
    state = game.start(seed=1)
    assert state.why_not(typed) == []
    action = state.text_to_action(typed)
    state.apply(typed)
    assert state.moves == [made]
    again = game.start(seed=1)
    assert again.action_to_text(action) == made
    again.apply(made)
    assert again.key() == state.key()


@pytest.mark.parametrize(
    "typed, why",
    [
        ("take Ruby", "it is not said which: take Ruby 1, take Ruby 2"),
        ("wear Ruby 1", "Ruby 1 is worn"),
        ("wear Peal", "Peal is no gem; did you mean Pearl?"),
        ("take Rubi", "Rubi is no gem; did you mean Ruby?"),
        ("take Ruby 9", "Ruby 9 is no gem; did you mean Ruby 3?"),
        ("pay Ruby 9 + Pearl", "Ruby 9 is no gem; did you mean Ruby 3?"),
        ("pay Ruby + amber", "amber is no gem"),
        ("pay Ruby + Pearl +", "it is not said which gem"),
        ("drop Ruby", "Ruby 1 is not in your hand"),
    ],
)
def test_what_is_no_equal_is_none(game: Game, typed: str, why: str) -> None:
    state = game.start(seed=1)
    state.apply("wear Ruby")
    assert [reason.message for reason in state.why_not(typed)] == [why]
    with pytest.raises(MoveError):
        state.apply(typed)


def test_what_lies_elsewhere_is_no_equal(game: Game) -> None:
    state = game.start(seed=1)
    for move in ("take Ruby", "take Ruby", "drop Ruby 1", "back Ruby"):
        state.apply(move)
    assert "take Ruby 1" in [str(move) for move in state.legal_moves()]
    assert [reason.message for reason in state.why_not("take Ruby 2")] == [
        "Ruby 2 is not in supply"
    ]
    assert not state.why_not("take Ruby 3")
    [why] = state.why_not("pay Ruby 2 + Pearl 1")
    assert why.message == "Ruby 2 is not in supply"


@pytest.mark.parametrize(
    "typed, why",
    [
        ("wear Ruby", "Ruby 2 is worn"),
        ("pay Ruby + Ruby + Pearl + Crown", "no more than 3 may be chosen"),
        ("pay Ruby + Ruby + Ruby", "Ruby 1 is not in supply"),
        ("back Ruby", "Ruby 1 is not in pile"),
    ],
)
def test_a_name_without_a_number_means_one_that_lies_there(
    game: Game, typed: str, why: str
) -> None:
    state = game.start(seed=1)
    for move in ("take Ruby", "take Pearl", "wear Ruby 2", "wear Ruby 3"):
        state.apply(move)
    assert [reason.message for reason in state.why_not(typed)] == [why]


def test_it_keeps_its_number_among_all_actions(game: Game) -> None:
    state = game.start(seed=1)
    numbers = [game.text_to_action(f"take Ruby {i}") for i in (1, 2, 3)]
    assert numbers == [0, 1, 2]
    assert state.legal_actions()[:3] == [0, 3, 5]
    with pytest.raises(MoveError, match="action 1 is not offered"):
        state.apply(1)


def test_scenarios_may_name_any_equal(game: Game) -> None:
    assert [run(game, scenario).passed for scenario in game.scenarios()] == [True, True]


def refused(folder: Path, play: str) -> Diagnostic:
    """What is wrong with the scenario that pays, if it plays this."""
    (folder / "gems.csv").write_text(TABLE, encoding="utf-8")
    wrong = RULES.replace("play pay Ruby + Ruby", f"play {play}")
    (folder / "gems.game").write_text(wrong, encoding="utf-8")
    with pytest.raises(RulesError) as raised:
        load(str(folder / "gems.game"), engine="reference").scenarios()
    [finding] = raised.value.diagnostics
    return finding


def test_what_can_be_no_move_is_underlined_alone(tmp_path: Path) -> None:
    finding = refused(tmp_path, "take Ruby; pay  Crown + Crown")
    assert (finding.code, finding.span.text()) == ("E226", "pay  Crown + Crown")


def test_a_scenario_is_told_what_there_is_not(tmp_path: Path) -> None:
    finding = refused(tmp_path, "pay Ruby 3 + Crwn")
    assert finding.message == '"pay Ruby 3 + Crwn" is no move: Crwn is no gem'
    assert finding.hint == "did you mean pay Ruby 3 + Crown?"
