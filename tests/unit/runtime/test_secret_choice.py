"""Of a secret choice others see that it is made, and nothing else."""

from pathlib import Path

import pytest

from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.game import Game, load
from rulewright.testing.scenario import run

RULES = """game masks "Masks"
  players 2 named first, second

type face: sun, moon, star
component card from "cards.csv" named by name
zone hand of seat: set of card, seen by owner
zone deck: stack of card, seen by nobody
mark mask of seat: face, seen by owner
mark turned of card: yes or no, seen with card

setup
  move all c in card to deck
  shuffle deck
  deal 2 from deck to each hand

phase play
  turns until passes is 2
    choose hiding secretly               "Put on a mask, or turn a card"
      keep
        pass
      wear(f in face)
        set mask of me to f
        pass
      turn(c in hand of me)
        set turned of c to yes
        pass

score turned of p: how many c in hand of p where turned of c
score mask of p: 1 when mask of p is star else 0
winner most score
"""


@pytest.fixture(params=registry.stepping())
def game(tmp_path: Path, request: pytest.FixtureRequest) -> Game:
    engine: EngineName = request.param
    (tmp_path / "cards.csv").write_text("name\nAce\nBee\nCat\nDog\nElk\nFox\n")
    (tmp_path / "masks.game").write_text(RULES)
    return load(str(tmp_path / "masks.game"), engine=engine)


def test_others_see_the_same_whatever_is_chosen(game: Game) -> None:
    seen = []
    for move in game.start(seed=3).legal_moves():
        state = game.start(seed=3)
        state.apply(move)
        seen.append(state.observation(1))
    assert len(seen) == 6 and seen == seen[:1] * 6
    assert seen[0]["choice"] == "hiding" and seen[0]["to_move"] == 1


def test_what_the_chooser_sees_stays_while_it_chooses(game: Game) -> None:
    state = game.start(seed=3)
    moves = [str(move) for move in state.legal_moves()]
    for seed in range(10):
        assert [str(move) for move in state.redealt(1, seed).legal_moves()] == moves


ONLY_OFFER = """game stakes "Stakes"
  players 2 named Ann, Bob
mark stake of seat: 0..3, seen by owner
mark round: 0..9
phase all
  turns until round > 5
    choose terms secretly                "How much?"
      stake(n in 0..3)                   "Write it down"
        set stake of me to n
        gain 1 round
{more}
score staked of p: stake of p
winner most score

scenario "Bob is told as much as the log tells"
  play stake 2
  seen by Bob
    terms: {told}
"""


@pytest.mark.parametrize(
    ("more", "told", "holds"),
    [
        ("", "stake ...", True),  # it is the only offer that there is
        ("", "?", True),
        ("", "stake 2", False),
        ("      fold\n        set round to 9", "stake ...", False),
        ("      fold\n        set round to 9", "?", True),
    ],
)
def test_scenarios_tell_of_a_secret_choice_what_the_log_tells(
    tmp_path: Path, more: str, told: str, holds: bool
) -> None:
    (tmp_path / "stakes.game").write_text(ONLY_OFFER.format(more=more, told=told))
    game = load(str(tmp_path / "stakes.game"))
    [scenario] = game.scenarios()
    assert run(game, scenario).passed == holds
