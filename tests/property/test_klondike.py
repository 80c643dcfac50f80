"""Klondike by its rulebook, beside the rule file, over games played at random.

The game is written out once more here, in plain Python. Both play with the same deck and the same
moves, and at each decision the same moves are on offer. A game is drawn as a setting, a seed for
the deck, and small numbers that pick the moves; giving up is picked only where nothing else is
left, or hardly any game would go far.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import cast

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.repeated import times

from rulewright.game import Game, load
from rulewright.state import State
from rulewright.testing.playouts import Playout
from rulewright.testing.strategies import playouts

SUITS = ["Clubs", "Diamonds", "Hearts", "Spades"]
RANKS = "Ace Two Three Four Five Six Seven Eight Nine Ten Jack Queen King".split()
CARDS = [f"{rank} of {suit}" for suit in SUITS for rank in RANKS]
COLUMNS = ["one", "two", "three", "four", "five", "six", "seven"]
SETTINGS: list[tuple[list[str], dict[str, str]]] = [
    ([], {}),
    (["draw_three"], {"redeals": "9"}),
    ([], {"shifts": "99", "redeals": "4"}),
    (["draw_three"], {"take_back": "never", "shifts": "0"}),
]


def rank_of(card: str) -> int:
    return RANKS.index(card.split(" of ")[0]) + 1


def suit_of(card: str) -> str:
    return card.split(" of ")[1]


def is_red(card: str) -> bool:
    return suit_of(card) in ("Diamonds", "Hearts")


@dataclass
class Solitaire:
    """A game of Klondike: every pile is a list with its top last, moves are texts."""

    variants: list[str]
    options: dict[str, str]
    stock: list[str]
    waste: list[str] = field(default_factory=list)
    down: dict[str, list[str]] = field(default_factory=dict)
    up: dict[str, list[str]] = field(default_factory=dict)
    home: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SUITS, 0))
    turned: int = 0
    shifted: int = 0
    given_up: bool = False

    def __post_init__(self) -> None:
        for number, column in enumerate(COLUMNS, 1):
            cards = [self.stock.pop() for _ in range(number)]
            self.down[column], self.up[column] = cards[:-1], cards[-1:]

    def number(self, option: str, default: int) -> int:
        return int(self.options.get(option, default))

    @property
    def won(self) -> bool:
        return set(self.home.values()) == {13}

    def next_home(self, card: str) -> bool:
        return rank_of(card) == self.home[suit_of(card)] + 1

    def fits(self, card: str, column: str) -> bool:
        if not self.up[column]:
            return rank_of(card) == 13
        end = self.up[column][-1]
        return rank_of(end) == rank_of(card) + 1 and is_red(end) != is_red(card)

    def goals(self, card: str) -> list[str]:
        return [column for column in COLUMNS if self.fits(card, column)]

    def moves(self) -> set[str]:
        if self.won or self.given_up:
            return set()
        moves = {"draw"} if self.stock else {"give_up"}
        if not self.stock and self.waste and self.turned < self.number("redeals", 2):
            moves.add("turn over")
        if self.waste:
            card = self.waste[-1]
            moves |= {f"send {card} home"} if self.next_home(card) else set()
            moves |= {f"lay {card} on {column}" for column in self.goals(card)}
        can_shift = self.shifted < self.number("shifts", 20)
        for column, cards in self.up.items():
            if cards and self.next_home(cards[-1]):
                moves.add(f"raise {cards[-1]} from {column}")
            for place, card in enumerate(cards):
                if place > 0 and not can_shift:
                    break
                if rank_of(card) < 13 or self.down[column]:
                    goals = self.goals(card)
                    moves |= {f"move {card} from {column} to {goal}" for goal in goals}
        if can_shift and self.options.get("take_back") != "never":
            for suit, rank in self.home.items():
                if rank > 0:
                    card = f"{RANKS[rank - 1]} of {suit}"
                    moves |= {f"fetch {card} to {column}" for column in self.goals(card)}
        return moves

    def play(self, move: str) -> None:
        verb, _, rest = move.partition(" ")
        if verb == "draw":
            for _ in range(min(len(self.stock), 3 if self.variants else 1)):
                self.waste.append(self.stock.pop())
        elif verb == "turn":
            self.stock, self.waste = self.waste[::-1], []
            self.turned += 1
        elif verb == "send":
            self.home[suit_of(self.waste.pop().removesuffix(" home"))] += 1
        elif verb == "lay":
            self.up[rest.rpartition(" on ")[2]].append(self.waste.pop())
        elif verb == "raise":
            card, _, column = rest.partition(" from ")
            self.home[suit_of(card)] += 1
            self.up[column].remove(card)
        elif verb == "move":
            card, _, ways = rest.partition(" from ")
            column, goal = ways.split(" to ")
            place = self.up[column].index(card)
            self.up[goal] += self.up[column][place:]
            del self.up[column][place:]
            self.shifted += place > 0
        elif verb == "fetch":
            card, column = rest.split(" to ")
            self.home[suit_of(card)] -= 1
            self.up[column].append(card)
            self.shifted += 1
        else:
            self.given_up = True
        for column, cards in self.up.items():
            if not cards and self.down[column]:
                cards.append(self.down[column].pop())


@cache
def loaded(number: int) -> Game:
    variants, options = SETTINGS[number]
    return load("klondike", variants=variants, options=options)


def both(play: Playout) -> Iterator[tuple[State, Solitaire]]:
    """Both games at each decision, and at the end."""
    deck = random.Random(play.seed).sample(CARDS, 52)
    table = Solitaire(list(play.game.variants), play.game.options, deck[::-1])
    state = play.game.start(chance="asked")
    state.answer(deck)
    for count in range(1000):
        yield state, table
        if state.over:
            return
        moves = [str(move) for move in state.legal_moves()]
        better = [move for move in moves if move != "give_up"] or moves
        move = better[play.picks[count % len(play.picks)] % len(better)]
        state.apply(move)
        table.play(move)
    raise AssertionError("a game has fewer decisions")


plays = playouts(st.sampled_from(range(len(SETTINGS))).map(loaded))


@settings(
    max_examples=times(4, thorough=12), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(plays)
def test_the_same_game_as_in_the_rulebook(play: Playout) -> None:
    for state, table in both(play):
        moves = [str(move) for move in state.legal_moves()]
        assert len(set(moves)) == len(moves)
        assert set(moves) == table.moves()
    outcome = state.outcome
    assert outcome is not None
    assert outcome["result"] == ["won" if table.won else "given_up"]
    assert outcome["winners"] == ([0] if table.won else [])
    assert outcome["scores"] == [sum(table.home.values())]


@settings(
    max_examples=times(3, thorough=8), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(plays)
def test_what_the_rulebook_says_of_itself(play: Playout) -> None:
    """No card is lost, columns alternate downwards, nothing face down lies at an end, and the rule
    file has the same cards in the same places and in the same order."""
    for state, table in both(play):
        home = [f"{RANKS[r]} of {suit}" for suit in SUITS for r in range(table.home[suit])]
        laid = [card for c in COLUMNS for card in [*table.down[c], *table.up[c]]]
        assert sorted([*home, *table.stock, *table.waste, *laid]) == sorted(CARDS)
        for column in COLUMNS:
            assert table.up[column] or not table.down[column]
            for upper, lower in pairwise(table.up[column]):
                assert rank_of(upper) == rank_of(lower) + 1 and is_red(upper) != is_red(lower)
        assert table.shifted <= table.number("shifts", 20)
        seen = cast("dict[str, object]", state.observation(0)["cells"])
        assert seen["up"] == {column: cards[::-1] for column, cards in table.up.items()}
        assert seen["waste"] == table.waste[::-1]
