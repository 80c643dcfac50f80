"""Sets that are dealt from, as bags are: chance picks, seats know what they saw, engines agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import Game, State, load
from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.play.record import record_of, replay
from rulewright.testing import scenario
from rulewright.testing.conformance import lockstep

KUHN = """\
game three "Three cards"
  players 2 named first, second

component card from "cards.csv" named by name
zone deck: set of card, seen by nobody
zone hand of seat: slot of card, seen by owner
zone shown: row 2 of card
zone bin: set of card
mark deals: 0..30

before dealing from deck
  if deck is empty and bin is not empty
    move bin to deck

setup
  move all c in card to deck
  deal 1 from deck to each hand

phase play
  turns until deals > 20
    choose main
      show
        needs shown is not full             else "no room"
        gain 1 deals
        move hand of me to shown
        deal 1 from deck to hand of me
      clear
        needs shown is not empty            else "nothing to clear"
        gain 1 deals
        move shown to bin
      fill
        refill shown from deck
        gain 1 deals
        if hand of me is empty
          deal 1 from deck to hand of me
      else pass

score cards of p: size of shown - (1 when hand of p is empty else 0)
winner most score

scenario "Dealt by chance"
  chance King
  chance Jack
  expect hand of first is King and hand of second is Jack and deck is {Queen}
  play show
  expect hand of first is Queen and shown is {King} and deck is empty
"""


def made(tmp_path: Path, engine: EngineName, *changes: tuple[str, str]) -> Game:
    (tmp_path / "cards.csv").write_text("name\nJack\nQueen\nKing\n")
    rules = KUHN
    for old, new in changes:
        assert old in rules
        rules = rules.replace(old, new)
    file = tmp_path / "three.game"
    file.write_text(rules, encoding="utf-8")
    return load(str(file), engine=engine)


def asked(state: State) -> list[str]:
    assert state.question is not None and state.question.kind == "pick"
    return [state.question.zone, *state.question.of]


@pytest.mark.parametrize("engine", registry.available())
def test_each_component_is_a_chance_of_its_own(tmp_path: Path, engine: EngineName) -> None:
    game = made(tmp_path, engine)
    state = game.start(chance="asked")
    assert asked(state) == ["deck", "Jack", "Queen", "King"]
    state.answer("Queen")
    assert asked(state) == ["deck", "Jack", "King"]
    state.answer("King")
    assert state.observation(0)["cells"]["hand"] == {  # type: ignore[call-overload, index]
        "first": "Queen",
        "second": {"count": 1, "known": []},
    }
    state.apply("show")  # of the last one nothing is asked
    assert state.observation(0)["cells"]["hand"]["first"] == "Jack"  # type: ignore[call-overload, index]
    assert replay(record_of(game, state), game).key() == state.key()
    state.undo()
    state.undo()
    assert asked(state) == ["deck", "Jack", "King"]
    assert all(scenario.run(game, scene, engine).passed for scene in game.scenarios())


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize(
    "change",
    [
        ("zone deck: set of card, seen by nobody", "zone deck: set of card"),
        ("zone hand of seat: slot of card, seen by owner", "zone hand of seat: slot of card"),
        ("zone bin: set of card", "zone bin: set of card, seen by nobody"),
        ("zone bin: set of card", "zone bin: stack of card"),
    ],
)
def test_engines_deal_alike(tmp_path: Path, change: tuple[str, str]) -> None:
    game = made(tmp_path, "python", change)
    assert all(lockstep(game, seed).over for seed in range(10))
    plain = made(tmp_path, "reference", change).engine
    for seed in range(1, 12, 2):
        assert plain.playout(seed, seed + 2) == game.engine.playout(seed, seed + 2)


@pytest.mark.parametrize("engine", registry.available())
def test_an_open_set_tells_what_was_dealt_and_a_hidden_one_does_not(
    tmp_path: Path, engine: EngineName
) -> None:
    def known(state: State) -> object:
        return state.observation(0)["cells"]["hand"]["second"]["known"]  # type: ignore[call-overload, index]

    open_deck = ("zone deck: set of card, seen by nobody", "zone deck: set of card")
    state = made(tmp_path, engine, open_deck).start(chance="asked")
    state.answer("Queen")
    state.answer("King")
    assert known(state) == ["King"]
    assert state.redealt(0, 5).observation(1) == state.observation(1)
    hidden = made(tmp_path, engine).start(chance="asked")
    hidden.answer("Queen")
    hidden.answer("King")
    assert known(hidden) == []
    others = {str(hidden.redealt(0, seed).observation(1)["cells"]) for seed in range(20)}
    assert len(others) == 2
