"""Crazy Eights by its rulebook, beside the rule file, over games played at random.

The game is written out once more here, in plain Python. Both play with the same deck and the same
moves, and at each decision the same moves are on offer. A game is drawn as a setting, a seed for
all shuffles, and small numbers that pick the moves.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.repeated import times

from rulewright.analysis.simulate import GameSpec, simulate
from rulewright.game import Game, load
from rulewright.state import State
from rulewright.testing.playouts import Playout
from rulewright.testing.strategies import playouts

SUITS = ["Clubs", "Diamonds", "Hearts", "Spades"]
RANKS = "Ace Two Three Four Five Six Seven Eight Nine Ten Jack Queen King".split()
CARDS = [f"{rank} of {suit}" for suit in SUITS for rank in RANKS]
SETTINGS: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (3, {"reshuffles": "0"}),
    (4, {"draws": "1", "scoring": "hand"}),
    (5, {"reshuffles": "9", "draws": "12"}),
    (6, {}),
]


def rank_of(card: str) -> int:
    return RANKS.index(card.split(" of ")[0]) + 1


def suit_of(card: str) -> str:
    return card.split(" of ")[1]


@dataclass
class Table:
    """A game of Crazy Eights: `pile` and `played` with the top first, moves as texts."""

    seats: int
    options: dict[str, str]
    luck: random.Random
    hands: list[list[str]] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    wanted: str = ""
    me: int = 0
    drawn: int = 0
    turned: int = 0
    passes: int = 0
    naming: bool = False
    over: bool = False
    shuffles: list[list[str]] = field(default_factory=list)  # those the game has not asked for yet

    def __post_init__(self) -> None:
        self.shuffle(list(CARDS))
        count = 7 if self.seats == 2 else 5
        self.hands = [self.pile[p : p + count * self.seats : self.seats] for p in range(self.seats)]
        del self.pile[: count * self.seats]
        while rank_of(self.pile[0]) == 8:
            self.shuffle(self.pile)
        self.played = [self.pile.pop(0)]
        self.wanted = suit_of(self.played[0])

    def number(self, option: str, default: int) -> int:
        return int(self.options.get(option, default))

    def shuffle(self, cards: list[str]) -> None:
        self.pile = self.luck.sample(cards, len(cards))
        if len(cards) > 1:  # a single card leaves nothing to chance
            self.shuffles.append(list(self.pile))

    def moves(self) -> set[str]:
        if self.over:
            return set()
        if self.naming:
            return {f"name {suit}" for suit in SUITS}
        moves = {f"play {card}" for card in self.hands[self.me] if self.follows(card)}
        spent = self.drawn == self.number("draws", 5)
        if self.pile and not spent:
            moves.add("draw")
        if spent or not self.pile:
            moves.add("stay")
        return moves

    def follows(self, card: str) -> bool:
        last = rank_of(self.played[0])
        return suit_of(card) == self.wanted or rank_of(card) in (8, last)

    def play(self, move: str) -> None:
        verb, _, rest = move.partition(" ")
        if verb == "play":
            self.hands[self.me].remove(rest)
            self.played.insert(0, rest)
            self.wanted = suit_of(rest)
            self.over = not self.hands[self.me]
            self.naming = rank_of(rest) == 8 and not self.over
            self.turn_over()
            if not self.naming:
                self.next(passed=False)
        elif verb == "name":
            self.wanted, self.naming = rest, False
            self.next(passed=False)
        elif verb == "draw":
            self.hands[self.me].append(self.pile.pop(0))
            self.drawn += 1
            self.turn_over()
        else:
            self.next(passed=not self.pile)

    def turn_over(self) -> None:
        if not self.pile and len(self.played) > 1 and not self.over:
            if self.turned < self.number("reshuffles", 3):
                self.turned += 1
                self.shuffle(self.played[1:])
                del self.played[1:]

    def next(self, passed: bool) -> None:
        self.passes = self.passes + 1 if passed else 0
        self.me, self.drawn = (self.me + 1) % self.seats, 0
        self.over = self.over or self.passes > self.seats

    def scores(self) -> list[int]:
        if self.options.get("scoring") == "hand":
            fewest = min(map(len, self.hands))
            return [int(len(hand) == fewest) for hand in self.hands]
        cost = {8: 50, 11: 10, 12: 10, 13: 10}
        return [-sum(cost.get(rank_of(c), rank_of(c)) for c in hand) for hand in self.hands]


@cache
def loaded(number: int) -> Game:
    seats, options = SETTINGS[number]
    return load("crazy_eights", seats=seats, options=options)


def both(play: Playout) -> Iterator[tuple[State, Table]]:
    """Both games at each decision, and at the end."""
    table = Table(play.game.seats, play.game.options, random.Random(play.seed))
    state = play.game.start(chance="asked")
    for count in range(2000):
        while state.question is not None:
            assert sorted(state.question.of) == sorted(table.shuffles[0])
            state.answer(table.shuffles.pop(0))
        assert not table.shuffles
        yield state, table
        if state.over:
            return
        move = str(play.choose(state, count))
        state.apply(move)
        table.play(move)
    raise AssertionError("a game has fewer decisions")


plays = playouts(st.sampled_from(range(len(SETTINGS))).map(loaded))


@settings(
    max_examples=times(5, thorough=15), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(plays)
def test_the_same_game_as_in_the_rulebook(play: Playout) -> None:
    for state, table in both(play):
        moves = [str(move) for move in state.legal_moves()]
        assert len(set(moves)) == len(moves)
        assert set(moves) == table.moves()
        assert state.to_move == (None if table.over else table.me)
    outcome = state.outcome
    assert outcome is not None and outcome["scores"] == table.scores()
    best = max(table.scores())
    assert outcome["winners"] == [p for p, points in enumerate(table.scores()) if points == best]


@settings(
    max_examples=times(5, thorough=15), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(plays)
def test_what_the_rulebook_says_of_itself(play: Playout) -> None:
    """No card is lost; the suit to follow is the last card's unless that is an eight; a turn draws
    no more than it may; a player sees one hand, and how many cards are in the others; a game is
    over because a hand is empty or all have stayed."""
    for state, table in both(play):
        cards = [*table.pile, *table.played, *(card for hand in table.hands for card in hand)]
        assert sorted(cards) == sorted(CARDS)
        last = table.played[0]
        assert table.wanted == suit_of(last) or rank_of(last) == 8
        assert table.drawn <= table.number("draws", 5)
        assert table.turned <= table.number("reshuffles", 3)
        seen = cast("dict[str, dict[str, object]]", state.observation(0)["cells"])
        assert sorted(cast("list[str]", seen["hand"]["0"])) == sorted(table.hands[0])
        others = [cast("dict[str, int]", seen["hand"][str(p)]) for p in range(1, table.seats)]
        assert [other["count"] for other in others] == list(map(len, table.hands[1:]))
    assert (not all(table.hands)) != (table.passes > table.seats)


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("seats", range(2, 7))
def test_no_seat_is_much_better_than_another(seats: int) -> None:
    """At random, each seat wins its share of games, within what chance does to 300 of them."""
    figures = simulate(GameSpec("crazy_eights", seats=seats), games=300, seed=8).figures
    assert figures is not None
    for seat in figures["seats"]:
        assert 0.6 / seats < seat["wins"]["share"] < 1.4 / seats
