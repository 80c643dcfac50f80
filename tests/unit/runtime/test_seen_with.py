"""What belongs to a component is seen by whoever sees the component, where it lies."""

from pathlib import Path
from typing import cast

import pytest

from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.core.scenes import GivenPosition
from rulewright.game import Game, load
from rulewright.state import State
from rulewright.testing import scenario

RULES = """game rings "Rings on cards"
  players 2 named first, second

type side: left, right
component card from "cards.csv" named by name
component ring from "rings.csv" named by name

zone hand of seat: set of card, seen by owner
zone deck: stack of card, seen by nobody
zone table: set of card
zone tray: set of ring
zone worn(card, side): slot of ring, seen with card
mark bent of card: yes or no, seen with card

setup
  move all c in card to deck
  shuffle deck
  deal 2 from deck to each hand
  move all r in ring to tray

phase play
  turns until passes is 2
    choose main
      bend(c in hand of me where not bent of c)
        set bent of c to yes
      wear(c in hand of me, r in tray, s in side)
        needs worn(c, s) is empty         else "{c} has {worn(c, s)} there"
        move r to worn(c, s)
      show(c in hand of me)
        move c to table
      else pass

score rings of p: how many c in hand of p where worn(c, left) is not empty
score bends of p: how many c in hand of p where bent of c
winner most score

scenario "Rings come and go with their card"
  given
    hand of first: Ace, Bee
    hand of second: Cat
    tray: gold, tin
    bent is yes: Bee, Cat
  offers bend Ace; ...
  play wear Ace gold left; show Cat; show Bee
  seen by second
    table: Bee, Cat
    worn(Ace, left): ?
    worn(Bee, left): -
    bent of Bee: yes
    bent of Ace: ?
  seen by first
    worn(Ace, left): gold
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "cards.csv").write_text("name\nAce\nBee\nCat\nDog\nElk\nFox\n")
    (tmp_path / "rings.csv").write_text("name\ngold\ntin\n")
    (tmp_path / "rings.game").write_text(RULES)
    return load(str(tmp_path / "rings.game"))


def cells(state: State, seat: int) -> dict[str, dict[str, object]]:
    return cast("dict[str, dict[str, object]]", state.observation(seat)["cells"])


def begun(game: Game) -> State:
    """A game in which the first seat has put a ring on its first card and bent it."""
    state = game.start(seed=4)
    card = str(state.legal_moves()[0]).split()[1]
    for move in (f"wear {card} gold left", "show", f"bend {card}", "show"):
        state.apply(next(m for m in state.legal_moves() if str(m).startswith(move)))
    return state


def test_others_see_it_only_with_the_component(game: Game) -> None:
    state = begun(game)
    card = state.moves[0].split()[1]
    assert cells(state, 0)["worn"][card] == {"left": "gold", "right": None}
    assert cells(state, 0)["bent"][card] is True
    assert card not in cells(state, 1)["worn"] and card not in cells(state, 1)["bent"]
    state.apply(f"show {card}")
    assert cells(state, 1)["worn"][card] == {"left": "gold", "right": None}
    assert cells(state, 1)["bent"][card] is True


def test_what_is_dealt_anew_keeps_what_belongs_to_it(game: Game) -> None:
    state = begun(game)
    card = state.moves[0].split()[1]
    for seed in range(10):
        other = state.redealt(1, seed)
        assert other.observation(1) == state.observation(1)
        layout, worn = game.engine.layout, game.checked.scope.values["worn"].variable  # type: ignore[attr-defined]
        index = worn.keys[0].labels.index(card)
        assert layout.get(other.slots, worn, (index, 0)) == 0


@pytest.mark.parametrize("engine", registry.stepping())
def test_scenarios_tell_what_is_seen(game: Game, engine: EngineName) -> None:
    results = [scenario.run(game, one, engine) for one in game.scenarios()]
    assert [r for r in results if not r.passed] == []


def test_no_reason_rests_on_a_condition_that_fails(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name\nAce\nBee\nCat\nDog\nElk\nFox\n")
    (tmp_path / "rings.csv").write_text("name\ngold\ntin\n")
    lay = """      lay(c in card)
        needs c in hand of me             else "{c} is not in your hand"
        needs not bent of c               else "{c} is bent"
        needs worn(c, left) is empty      else "{c} wears {worn(c, left)}"
        needs tray is not empty           else "the tray is empty"
        move c from hand of me to table
      else pass"""
    (tmp_path / "rings.game").write_text(RULES.replace("      else pass", lay, 1))
    game = load(str(tmp_path / "rings.game"))
    (scene,) = game.scenarios()
    given = scene.steps[0]
    assert isinstance(given, GivenPosition)
    state = game.position(given)
    state.apply("wear Ace gold left")
    state.apply("wear Cat tin left")

    def why(card: str) -> list[str]:
        return [reason.message for reason in state.why_not(f"lay {card}")]

    assert why("Cat") == ["Cat is not in your hand", "the tray is empty"]
    assert why("Dog") == ["Dog is not in your hand", "the tray is empty"]
    assert why("Bee") == ["Bee is bent", "the tray is empty"]
    assert why("Ace") == ["Ace wears gold", "the tray is empty"]
    state.apply("show Ace")  # all see now what it wears, and it is nobody's
    state.apply("show Cat")
    assert why("Ace") == ["Ace is not in your hand", "Ace wears gold", "the tray is empty"]
