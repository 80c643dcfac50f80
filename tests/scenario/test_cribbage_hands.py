"""Hands of Cribbage are counted by queries over several names and by `subsets`: fifteens, pairs and
runs. Counted here, every combination of cards is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, cast

import pytest

import rulewright as rw
from rulewright.testing.scenario import run

GAME = """game hands "Hands of Cribbage"
  players 2
  uses standard_deck

zone pile: set of card, seen by nobody
zone hand of seat: set of card
zone starter: set of card
mark deals: 0..60

define worth of c: card = min(rank of c, 10)
define shown of p: seat = hand of p + starter
define fifteens of p: seat = subsets(shown of p, worth, 15)
define pairs of p: seat = how many c, d in shown of p where c < d and rank of c is rank of d
define threes of p: seat = how many c, d, e in shown of p
    where rank of d is rank of c + 1 and rank of e is rank of d + 1
define fours of p: seat = how many c, d, e, f in shown of p
    where rank of d is rank of c + 1 and rank of e is rank of d + 1 and rank of f is rank of e + 1
define has_five of p: seat = some c, d, e, f, g in shown of p
    where rank of d is rank of c + 1 and rank of e is rank of d + 1 and rank of f is rank of e + 1
    and rank of g is rank of f + 1
define runs of p: seat
  5 when has_five of p
  4 * fours of p when fours of p > 0
  3 * threes of p else
define flush of p: seat
  0 when some c, d in hand of p where suit of c is not suit of d
  5 when every c in hand of p, d in starter has suit of c is suit of d
  4 else

setup
  move all c in card to pile

phase dealing
  turns until deals is 60
    choose main
      deal_on

action deal_on
  each p in seat
    move all c in hand of p to pile
  move all c in starter to pile
  deal 4 from pile to each hand
  deal 1 from pile to starter
  gain 1 deals

score fifteens of p: 2 * fifteens of p
score pairs of p: 2 * pairs of p
score runs of p: runs of p
score flush of p: flush of p
winner most score

scenario "The best hand there is, but for the Jack, and one with a run"
  given
    hand of 0: 'Five of Clubs', 'Five of Hearts', 'Five of Spades', 'Jack of Diamonds'
    hand of 1: 'Two of Clubs', 'Four of Hearts', 'Six of Clubs', 'Eight of Spades'
    starter: 'Five of Diamonds'
    to move: 0 (main)
  expect fifteens of 0 is 8 and pairs of 0 is 6 and runs of 0 is 0
  expect score of 0 is 28 and fifteens of 1 is 2 and runs of 1 is 3

scenario "Two pairs in a run count four runs of three"
  given
    hand of 0: 'Three of Clubs', 'Three of Hearts', 'Four of Spades', 'Four of Diamonds'
    hand of 1: 'Ace of Clubs', 'Two of Clubs', 'Three of Spades', 'Four of Clubs'
    starter: 'Five of Clubs'
    to move: 0 (main)
  expect threes of 0 is 4 and runs of 0 is 12 and pairs of 0 is 2 and fifteens of 0 is 2
  expect has_five of 1 and runs of 1 is 5 and fifteens of 1 is 1 and flush of 1 is 0
"""
Card = tuple[int, str]
RANKS = "Ace Two Three Four Five Six Seven Eight Nine Ten Jack Queen King".split()


def each_combination(cards: list[Card]) -> Iterator[tuple[Card, ...]]:
    return (some for size in range(2, 6) for some in combinations(cards, size))


def points(hand: list[Card], starter: Card) -> int:
    """What five cards count, as the rules of the game are told to people."""
    cards, total = [*hand, starter], 0
    for some in each_combination(cards):
        total += 2 * (sum(min(rank, 10) for rank, _ in some) == 15)
        total += 2 * (len(some) == 2 and some[0][0] == some[1][0])
    runs = []
    for some in each_combination(cards):
        ranks = sorted(rank for rank, _ in some)
        if len(ranks) > 2 and ranks == list(range(ranks[0], ranks[0] + len(ranks))):
            runs.append(len(ranks))
    longest = max(runs, default=0)
    total += longest * runs.count(longest)
    suits = {suit for _, suit in hand}
    return total + (0 if len(suits) > 1 else 5 if starter[1] in suits else 4)


def card(name: str) -> Card:
    rank, suit = name.split(" of ")
    return RANKS.index(rank) + 1, suit


@pytest.fixture
def path(tmp_path: Path) -> str:
    (tmp_path / "hands.game").write_text(GAME, encoding="utf-8")
    return str(tmp_path / "hands.game")


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_hands_are_counted(path: str, engine: str) -> None:
    state = rw.load(path, engine=engine).start(seed=4)
    seen = set()
    while not state.over:
        state.apply("deal_on")
        told = state.observation(0)
        cells = cast("dict[str, Any]", told["cells"])
        hands = [[card(name) for name in held] for held in cells["hand"].values()]
        counted = [points(hand, card(cells["starter"][0])) for hand in hands]
        assert told["scores"] == counted
        seen |= set(counted)
    assert len(seen) > 8


def test_scenarios_hold(path: str) -> None:
    game = rw.load(path)
    passed = [run(game, scene).passed for scene in game.scenarios()]
    assert all(passed) and len(passed) > 1
