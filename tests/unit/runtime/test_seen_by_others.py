"""What is hidden from its owner alone: seen by all other seats, whatever shows it to them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.unit.runtime.scenarios import last_passes

from rulewright.backends import registry
from rulewright.drawing.attributes import Attributes
from rulewright.drawing.table import TableView
from rulewright.game import Game, load
from rulewright.runtime.sight import all_see_alike
from rulewright.state import State
from rulewright.testing import scenario

RULES = """game hats "Hats"
  "All but you see what you wear."
  players 3 named Ann, Bob, Cec

type place: left, right
component card from "cards.csv" named by name
  rank: 1..9

zone hand(seat, place): slot of card, seen by others  "What somebody wears"
zone deck: stack of card, seen by nobody              "The deck"
zone table: set of card                               "What was worn"
mark badge of seat: 0..5, seen by others              "A number on the forehead"
mark friend of seat: seat or nobody, seen by others   "Who is meant"

setup
  move all c in card to deck
  shuffle deck
  each p in seat
    each s in place
      deal 1 from deck to hand(p, s)
    pick badge of p from 1..5

phase play
  turns until deck is empty
    choose main
      tell(p in seat, n in 1..9 where p is not me)  "Tell of a card"
        needs some s in place, c in {hand(p, s)} where rank of c is n   else "{p} has no {n}"
        set friend of p to me
      lay(s in place)                     "Lay a card"
        move hand(me, s) to table
        deal 1 from deck to hand(me, s)
      take(p in seat, s in place where p is not me)   "Take a card of another for one of yours"
        needs hand(p, s) is not empty     else "{p} has none there"
        move hand(me, s) to table
        move hand(p, s) to hand(me, s)
        deal 1 from deck to hand(p, s)
      else pass

score worn of p: size of table
winner most score

scenario "All see it but its owner"
  given
    hand(Ann, left): Ace
    hand(Bob, left): Bee
    deck: Cat, Dog
    badge of Ann: 3
    friend of Bob: Cec
  seen by Ann
    hand(Ann, left): ?
    badge of Ann: ?
    friend of Ann: ?
    friend of Bob: Cec
  seen by Bob
    hand(Ann, left): Ace
    badge of Ann: 3
    friend of Ann: -
    friend of Bob: ?
  offers tell Bob 2; ...
"""


@pytest.fixture(params=registry.stepping())
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    cards = ("Ace", "Bee", "Cat", "Dog", "Elk", "Fox", "Gnu", "Hen", "Ibis", "Jay")
    rows = (f"{name},{rank % 9 + 1}\n" for rank, name in enumerate(cards))
    (tmp_path / "cards.csv").write_text("name,rank\n" + "".join(rows))
    (tmp_path / "hats.game").write_text(RULES)
    return load(str(tmp_path / "hats.game"), engine=request.param)


def cells(state: State, seat: int) -> Any:
    return state.observation(seat)["cells"]


def test_each_seat_sees_what_is_not_its_own(game: Game) -> None:
    state = game.start(seed=4)
    for seat, name in enumerate(game.seat_names):
        seen = cells(state, seat)
        for other in game.seat_names:
            if other == name:
                assert all(v == {"count": 1, "known": []} for v in seen["hand"][other].values())
                assert seen["badge"][other] is None
            else:
                assert all(isinstance(card, str) for card in seen["hand"][other].values())
                assert seen["badge"][other] in range(1, 6)
    assert not all_see_alike(game.program)


def test_scenarios_tell_what_is_seen(game: Game) -> None:
    (one,) = game.scenarios()
    assert scenario.run(game, one, game.engine.name).passed


def test_what_is_the_seats_own_is_dealt_anew_and_nothing_else(game: Game) -> None:
    state, hands, badges = game.start(seed=4), set(), set()
    for seed in range(40):
        other = state.redealt(0, seed)
        assert other.observation(0) == state.observation(0)
        assert [str(move) for move in other.legal_moves()] == [str(m) for m in state.legal_moves()]
        hands.add(cells(other, 1)["hand"]["Ann"]["left"])
        badges.add(cells(other, 1)["badge"]["Ann"])
    shown = {card for name in ("Bob", "Cec") for card in cells(state, 0)["hand"][name].values()}
    assert len(hands) > 3 and not hands & shown
    assert badges == {1, 2, 3, 4, 5}


def test_a_card_that_was_seen_is_known_where_it_is_hidden_now(game: Game) -> None:
    state = game.start(seed=4)
    taken = cells(state, 0)["hand"]["Bob"]["left"]
    state.apply("take Bob left")
    assert cells(state, 0)["hand"]["Ann"]["left"] == {"count": 1, "known": [taken]}
    assert cells(state, 1)["hand"]["Ann"]["left"] == taken
    assert cells(state, 1)["hand"]["Bob"]["left"] == {"count": 1, "known": []}


def test_offers_rest_on_what_the_seat_sees(game: Game) -> None:
    state = game.start(seed=4)
    offered = {str(move) for move in state.legal_moves() if str(move).startswith("tell")}
    hands = cells(state, 0)["hand"]
    ranks = {letter: i % 9 + 1 for i, letter in enumerate("ABCDEFGHIJ")}
    assert offered == {
        f"tell {name} {ranks[card[0]]}" for name in ("Bob", "Cec") for card in hands[name].values()
    }
    (reason,) = state.why_not("tell Ann 1")
    assert reason.message == "nothing may be chosen here"
    assert reason.now.startswith("wanted: n in 1..9 where Ann is not me")


def test_the_table_shows_the_hands_of_others(game: Game) -> None:
    state = game.start(seed=4)
    seen = state.observation(0)
    lines = TableView(Attributes(game.program)).lines(seen, 200)
    text = "\n".join("".join(piece.text for piece in line) for line in lines)
    hands = cells(state, 1)["hand"]
    assert all(card in text for card in cells(state, 0)["hand"]["Bob"].values())
    assert not any(card in text for card in hands["Ann"].values())
    assert "badge hidden" in text  # of the own
    assert f"badge {cells(state, 0)['badge']['Bob']}" in text


MELDS = """\
game melds "Melds"
  players 2 named Ann, Bob
  uses standard_deck

zone hand of seat: set of card, seen by owner
zone laid: set of card
mark left: 0..9, starts 9

setup
  each p in seat
    move first(3, card) to hand of p
  each p in seat
    lay_down({{}}, p)

phase play
  turns until left is 0
    spend 1 left
    choose main
      lay(c in hand of me)
        {lay}
      meld

action meld
  compose melding named "meld {{lot}}"
    step add(d in hand of me) into lot
    finish done
      needs some_card: lot is not empty else "none"
  {meld}

to lay_down(s: set of card, p: seat)
  move s from hand of p to laid

score rest of p: size of hand of p
winner most score

scenario "Told"
  given
    hand of Ann: Nine of Clubs, Two of Clubs, King of Hearts
    hand of Bob: Ten of Clubs, Jack of Clubs
    to move: Ann (main)
  play lay Nine of Clubs
  seen by Bob
    main: lay Nine of Clubs
  play lay Ten of Clubs; meld King of Hearts, Two of Clubs
  seen by Bob
    main: meld Two of Clubs, King of Hearts
"""


@pytest.mark.parametrize(
    ("lay", "meld"),
    [
        ("move c from hand of me to laid", "move lot from hand of me to laid"),
        ("move {c} from hand of me to laid", "move lot + {} from hand of me to laid"),
        ("lay_down({c}, me)", "lay_down(lot + lot, me)"),
        (
            "let s = {c}\n        lay_down(s, me)",
            "each d in lot + {}\n    move d from hand of me to laid",
        ),
        (
            "each d in {c}\n          move d from hand of me to laid",
            "move all d in lot where d in hand of me from hand of me to laid",
        ),
    ],
)
def test_what_is_laid_open_is_told_however_it_is_written(
    tmp_path: Path, lay: str, meld: str
) -> None:
    rules = tmp_path / "melds.game"
    rules.write_text(MELDS.format(lay=lay, meld=meld))
    last_passes(rules)
