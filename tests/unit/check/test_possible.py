"""`possible(NAME)`: what can be chosen, asked by the rules, is what is offered then."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.backends.registry import EngineName
from rulewright.testing import scenario

EngineNames = pytest.mark.parametrize("engine", ["reference", "python"])

GAME = """
game purse "Purses"
  players 2 named Ann, Bob
type coin: copper, silver, gold
define worth of c: coin
  1 when c is copper
  2 when c is silver
  5 else
mark coins of seat: set of coin, starts {copper, gold}
mark price: 0..9, starts 4
mark die: 1..6
mark told: 0..99
mark rounds: 0..9

define can_steal = possible(steal)

phase market
  turns until rounds is 4 or not (possible(haggle) or possible(buy) or can_steal)
    let spare = size of coins of me
    set told to 0
    pick die from 1..6
    if possible(buy)
      gain 1 told
    if can_steal
      gain 2 told
    if possible(main)
      gain 4 told
    if possible(extra)
      gain 8 told
    if possible(haggle)
      gain 16 told
    choose main
      buy
      steal
      lend(c in coins of me, p in seat where p is not me and spare > 2)
        set coins of p to coins of p + {c}
      else pass
    gain 1 rounds
    compose haggle until price < size of coins of me + 3 else "{price} is still too much"
      step lower(n in 1..2)
        needs n < price and size of coins of me > 0      else "no"
        spend n price
      finish leave
        needs price < 7                  else "go on"
    may choose extra
      buy
      or nothing

action steal
  needs coins of me is empty             else "you have some"
  needs coins of opponent is not empty   else "there are none"
  set coins of me to coins of opponent
  set coins of opponent to {}
action buy
  needs price > 0                        else "nothing is for sale"
  compose pay
    step pay(c in coins of me) into paid at most 2
    finish done
      needs total worth of paid >= price else "too little"
  set coins of me to coins of me - paid
  set price to 0

score worth of p: total worth of coins of p
score told of p: told + die
winner most score

scenario "All but stealing"
  given
    me: Ann
    coins of Ann: copper, silver, gold
    price: 7
  chance 3
  offers buy; lend copper Bob; lend silver Bob; lend gold Bob
  expect told is 1 + 4 + 8 + 16
  play buy
  offers pay silver
scenario "Stealing alone"
  given
    me: Ann
    coins of Ann:
    coins of Bob: copper, gold
    price: 8
  chance 1
  offers steal
  expect told is 2 + 4
  play steal
  offers lower 1; lower 2
  refuses leave "go on"
scenario "Too poor to buy, and nothing to be lent"
  given
    me: Ann
    coins of Ann: copper
  offers pass
  expect told is 16
scenario "Nothing to be done"
  given
    me: Ann
    coins of Ann:
    coins of Bob:
    price: 9
  expect over and told is 0
"""


def loaded(folder: Path, text: str, engine: EngineName = "reference") -> rw.Game:
    (folder / "purse.game").write_text(text.lstrip(), encoding="utf-8")
    return rw.load(str(folder / "purse.game"), engine=engine)


@EngineNames
def test_what_is_possible_is_what_is_offered(tmp_path: Path, engine: EngineName) -> None:
    game = loaded(tmp_path, GAME, engine)
    failed = [r for s in game.scenarios() if not (r := scenario.run(game, s, engine)).passed]
    assert [(r.title, r.message, r.expected, r.found) for r in failed] == []


MISTAKES = {
    "no action or choice is called byu": ("if possible(buy)", "if possible(byu)"),
    "several choices are called extra": (
        "may choose extra", "choose extra\n      steal\n    may choose extra",
    ),
    "steal leads back to itself": ("coins of opponent is not empty ", "not possible(steal) "),
    "cannot be asked in what lend needs": (
        "        set coins of p to",
        '        needs possible(buy) else "no"\n        set coins of p to',
    ),
    "cannot be asked in a compose (haggle)": (
        "        spend n price", "        if possible(buy)\n          spend n price",
    ),
    "whether buy is possible cannot be told here": (
        "score told of p:", "score may of p: 1 when possible(buy) else 0\nscore told of p:",
    ),
    "cannot be asked in the outcome": (
        "winner most score", "winner most score\noutcome\n  rich when possible(buy)\n  poor else",
    ),
    "whether main is possible cannot be told here": ("rounds is 4", "not possible(main)"),
    "what is possible is asked in rules only": ("expect told is 2 + 4", "expect possible(buy)"),
    "the name of an action or a choice is wanted here": ("possible(buy)", "possible(buy(3))"),
}  # fmt: skip


@pytest.mark.parametrize("message", MISTAKES)
def test_questions_that_cannot_be_answered_are_refused(tmp_path: Path, message: str) -> None:
    old, new = MISTAKES[message]
    assert old in GAME
    with pytest.raises(rw.RulesError) as caught:
        loaded(tmp_path, GAME.replace(old, new, 1)).scenarios()
    assert [d for d in caught.value.diagnostics if message in d.message], caught.value


@pytest.mark.parametrize(
    "line",
    [
        "winner p where possible(buy)",
        "winner p where possible(extra)",
        "winner most score\noutcome\n  rich when possible(buy)\n  poor else",
    ],
)
def test_who_asks_after_the_turns_is_told_to_ask_in_them(line: str, tmp_path: Path) -> None:
    with pytest.raises(rw.RulesError) as caught:
        loaded(tmp_path, GAME.replace("winner most score", line))
    (hint,) = {d.hint for d in caught.value.diagnostics if d.code == "E240"}
    assert hint == "ask it in the turns, and keep the answer in a mark: that is asked here"


@EngineNames
def test_a_compose_is_asked_about_where_chance_answers_from_outside(
    tmp_path: Path, engine: EngineName
) -> None:
    state = loaded(tmp_path, GAME, engine).start(chance="asked")
    while not state.over:
        if state.to_move == "chance":
            assert state.question is not None
            state.answer(state.question.of[0])
        else:
            state.apply(state.legal_moves()[0])
    assert state.decisions


@pytest.mark.parametrize("line", ["needs price > nothing", "needs coins of me > 0", "needs me > 3"])
def test_of_what_is_wrong_in_an_action_only_the_cause_is_told(line: str, tmp_path: Path) -> None:
    """Whether it is possible cannot be told either: that follows, and helps nobody."""
    path = tmp_path / "purse.game"
    text = GAME.replace("needs coins of me is empty  ", line)
    assert line in text
    path.write_text(text)
    with pytest.raises(rw.RulesError) as told:
        rw.load(str(path))
    (finding,) = told.value.diagnostics
    assert finding.code != "E240" and finding.span.line == text[: text.index(line)].count("\n") + 1
