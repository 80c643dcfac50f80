"""Section 9 of Quetinny's rulebook, over games played at random.

The whole game is written out here once more, from the rulebook and the table of cards alone, and
played side by side with the rule file: the same deck, the same moves, and at each decision the
same moves on offer. A game is drawn as a setting, a seed for the deck, and small numbers that pick
the moves.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, pairwise, product
from typing import NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.repeated import times

from rulewright.game import Game, load
from rulewright.resources import rules_root
from rulewright.state import State
from rulewright.testing.playouts import Playout
from rulewright.testing.strategies import playouts

SETTINGS: list[tuple[list[str], dict[str, str]]] = [
    ([], {}),
    (["excuse"], {"load": "all"}),
    (["courts"], {"load": "repeat", "match": "king"}),
    (["pawns"], {"marked_ends": "on"}),
    (["courts", "excuse"], {"ladder": "wild"}),
    (["excuse", "pawns"], {"load": "repeat", "marked_ends": "on"}),
    (["courts", "pawns"], {"ladder": "wild", "load": "repeat"}),
    (["courts", "excuse", "pawns"], {"match": "king", "load": "all"}),
]

SUITS = ["Moons", "Suns", "Waves", "Leaves", "Wyrms", "Knots"]
SQUARE = [(0, 0), (0, 1), (1, 0), (1, 1)]
CROSS = [(-1, 0), (0, -1), (0, 1), (1, 0)]
EDGES = [(-1, 0), (0, 1), (1, 0), (0, -1)]
CORNERS = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
CHART = {2: 4, 3: 8, 4: 16}
Cell = tuple[int, int]


class Card(NamedTuple):
    number: int
    kind: str
    suits: tuple[str, ...]
    rank: int
    rung: int

    @property
    def royal(self) -> bool:
        return self.kind in ("ace", "crown")


def read_cards() -> dict[str, Card]:
    ranks = {"pawn": (10, 10), "court": (10, 11), "crown": (15, 12), "excuse": (0, 0)}
    found = {}
    with open(rules_root() / "decktet/decktet.csv", encoding="utf-8", newline="") as table:
        for number, row in enumerate(csv.DictReader(table)):
            kind = row["kind"]
            rank, rung = ranks[kind] if kind in ranks else (int(row["value"]),) * 2
            found[row["name"]] = Card(number, kind, tuple(row["suits"].split()), rank, rung)
    return found


CARDS = read_cards()
ACE = {card.suits[0]: name for name, card in CARDS.items() if card.kind == "ace"}
CROWN = {card.suits[0]: name for name, card in CARDS.items() if card.kind == "crown"}


def deck(variants: list[str]) -> list[str]:
    kinds = {"ace", "number", "crown"}
    kinds |= {kind for kind in ("court", "pawn") if f"{kind}s" in variants}
    return [name for name, card in CARDS.items() if card.kind in kinds]


def beside(cell: Cell) -> list[Cell]:
    return [(cell[0] + r, cell[1] + c) for r, c in EDGES]


def touching(cell: Cell) -> list[Cell]:
    return [(cell[0] + r, cell[1] + c) for r, c in EDGES + CORNERS]


def written(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def read_cell(text: str) -> Cell:
    row, column = text.split(",")
    return int(row), int(column)


@dataclass
class Solitaire:
    """A game of Quetinny by the rulebook: a deck, and moves as texts."""

    variants: list[str]
    options: dict[str, str]
    pile: list[str]
    board: dict[Cell, str] = field(default_factory=dict)
    chips: dict[str, set[str]] = field(default_factory=dict)
    cubes: Counter[str] = field(default_factory=Counter)
    gold: int = 25
    hand: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    phase: str = "mark"
    waiting: list[Cell] = field(default_factory=list)
    suit: str = ""
    final: bool = False
    turns: int = 0
    result: tuple[str, str] = ("", "")

    def __post_init__(self) -> None:
        if "excuse" in self.variants:
            self.board[0, 0] = "Excuse"
        for cell in self.founding:
            card = self.pile.pop(0)
            self.board[cell] = card
            if CARDS[card].royal:
                self.chips[card] = set(CARDS[card].suits)
                self.cubes[card] += CARDS[card].kind == "ace"
            else:
                self.waiting.append(cell)

    @property
    def founding(self) -> list[Cell]:
        return CROSS if "excuse" in self.variants else SQUARE

    def option(self, name: str) -> str:
        first = {"load": "one", "match": "orthogonal", "ladder": "ranked", "marked_ends": "off"}
        return self.options.get(name, first[name])

    def at(self, card: str) -> Cell | None:
        return next((cell for cell, name in self.board.items() if name == card), None)

    def bears(self, cell: Cell, suit: str) -> bool:
        return cell in self.board and suit in CARDS[self.board[cell]].suits

    def marked(self, suit: str) -> set[str]:
        return {card for card, held in self.chips.items() if suit in held}

    def supply(self, suit: str) -> int:
        return 6 - len(self.marked(suit))

    def cubes_left(self) -> int:
        return 6 - sum(self.cubes.values())

    def tax(self, card: str) -> int:
        return max(0, CARDS[card].rank - sum(len(self.marked(s)) for s in CARDS[card].suits))

    def price_list(self, suit: str) -> dict[int, int]:
        """R(s): for each length of a route the most it pays."""
        start, end = self.at(ACE[suit]), self.at(CROWN[suit])
        marked = self.marked(suit)
        if start is None or end is None:
            return {}
        if self.option("marked_ends") == "on" and not {ACE[suit], CROWN[suit]} <= marked:
            return {}
        found: dict[int, int] = {}
        for way in self.ways([start], end, {c for m in marked if (c := self.at(m))}):
            earning = sum(CARDS[self.board[c]].kind not in ("pawn", "court") for c in way)
            found[len(way)] = max(found.get(len(way), 0), CHART.get(earning, 32))
        return found

    def ways(self, way: list[Cell], end: Cell, through: set[Cell]) -> Iterator[list[Cell]]:
        if way[-1] == end:
            yield way
            return
        for cell in touching(way[-1]):
            if cell in way or (cell != end and cell not in through):
                continue
            if self.rises([*way, cell]) and not crosses([*way, cell]):
                yield from self.ways([*way, cell], end, through)

    def rises(self, way: list[Cell]) -> bool:
        cards = [CARDS[self.board[cell]] for cell in way]
        if self.option("ladder") == "wild":
            cards = [card for card in cards if card.kind not in ("pawn", "court")]
        return all(a.rung < b.rung for a, b in pairwise(cards))

    def moves(self) -> set[str]:
        match self.phase:
            case "mark":
                cell = self.waiting[0]
                return {f"mark {written(cell)} {s}" for s in CARDS[self.board[cell]].suits}
            case "act":
                plays = self.expands() | self.harvests() | self.caravans()
                return plays or {f"discard {card}" for card in self.hand}
            case "chip":
                return {f"chip {written(cell)}" for cell in self.targets()} | {"chip none"}
            case "tax":
                return set(self.taxes())
        return set()

    def expands(self) -> set[str]:
        open_cells = {c for cell in self.board for c in beside(cell)} - set(self.board)
        near = touching if self.option("match") == "king" else beside
        found = set()
        for card, cell in product(self.hand, open_cells):
            royal = CARDS[card].royal
            neighbours = [self.board[c] for c in beside(cell) if c in self.board]
            if royal and any(CARDS[other].royal for other in neighbours):
                continue
            for suit in CARDS[card].suits:
                if royal or any(self.bears(c, suit) for c in near(cell)):
                    found.add(f"expand {card} as {suit} at {written(cell)}")
        return found

    def targets(self) -> list[Cell]:
        suit = self.suit
        ends = {ACE[suit], CROWN[suit]}
        route = self.marked(suit)
        if self.option("marked_ends") == "off":
            route |= ends & set(self.board.values())
        found = []
        for cell, card in self.board.items():
            held = self.chips.get(card, set())
            room = 2 if CARDS[card].kind == "pawn" else 1
            near = any(self.board.get(c) in route for c in touching(cell))
            fits = suit in CARDS[card].suits and suit not in held and len(held) < room
            if self.supply(suit) and fits and (card in ends or near):
                found.append(cell)
        return found

    def harvests(self) -> set[str]:
        found = set()
        for card in self.hand:
            fields = [s for s in SUITS if s in CARDS[card].suits and self.at(ACE[s])]
            total = min(self.cubes_left(), 2 * len(fields))
            for amounts in product((0, 1, 2), repeat=len(fields)):
                if total and sum(amounts) == total and amounts.count(1) <= 1:
                    served = zip(fields, amounts, strict=True)
                    found.add(f"harvest {card}: " + ", ".join(f"{s} {k}" for s, k in served if k))
        return found

    def caravans(self) -> set[str]:
        found = set()
        lists = {s: self.price_list(s) for s in SUITS if self.cubes[ACE[s]]}
        for card in self.hand:
            suits = [s for s in SUITS if s in CARDS[card].suits and s in lists]
            for lengths in product(*(self.sendings(s, lists[s]) for s in suits)):
                together = sum(map(sum, lengths))
                if together and together <= CARDS[card].rank:
                    loads = [f"{s} {n}" for s, ns in zip(suits, lengths, strict=True) for n in ns]
                    found.add(f"caravan {card}: " + ", ".join(loads))
        return found

    def sendings(self, suit: str, prices: dict[int, int]) -> list[tuple[int, ...]]:
        """Which lengths a caravan may use of one suit: ascending, () for none."""
        most = self.cubes[ACE[suit]] if self.option("load") == "repeat" else 1
        found: list[tuple[int, ...]] = [()]
        for ways in found:  # which grows meanwhile
            if len(ways) < most:
                longer = ((*ways, n) for n in prices if not ways or n >= ways[-1])
                found += [ways for ways in longer if sum(ways) <= 10]
        return found

    def taxes(self) -> dict[str, tuple[str, ...]]:
        cards = sorted(self.hand, key=lambda name: CARDS[name].number)
        return {
            "tax " + " + ".join(taxed): taxed
            for taxed in combinations(cards, 2 if self.final else 1)
            if sum(map(self.tax, taxed)) <= self.gold
        }

    def play(self, move: str) -> None:
        name, _, rest = move.partition(" ")
        getattr(self, f"play_{name}")(rest)

    def play_mark(self, rest: str) -> None:
        cell, suit = rest.split()
        self.chips[self.board[read_cell(cell)]] = {suit}
        self.waiting.remove(read_cell(cell))
        if not self.waiting:
            self.begin()

    def begin(self) -> None:
        """A turn begins: the hand is filled up."""
        while len(self.hand) < 4 and self.pile:
            self.hand.append(self.pile.pop(0))
        self.final = not self.pile
        self.turns += 1
        self.phase = "act"

    def play_expand(self, rest: str) -> None:
        card, _, where = rest.partition(" as ")
        self.suit, _, cell = where.partition(" at ")
        self.hand.remove(card)
        self.board[read_cell(cell)] = card
        self.phase = "chip"
        if not self.targets():
            self.settle()

    def play_chip(self, rest: str) -> None:
        if rest != "none":
            self.chips.setdefault(self.board[read_cell(rest)], set()).add(self.suit)
        self.settle()

    def play_discard(self, rest: str) -> None:
        self.hand.remove(rest)
        self.discards.append(rest)
        self.settle()

    def play_harvest(self, rest: str) -> None:
        card, _, served = rest.partition(": ")
        for suit, amount in map(str.split, served.split(", ")):
            self.cubes[ACE[suit]] += int(amount)
        self.play_discard(card)

    def play_caravan(self, rest: str) -> None:
        card, _, loads = rest.partition(": ")
        for suit, length in map(str.split, loads.split(", ")):
            sent = self.cubes[ACE[suit]] if self.option("load") == "all" else 1
            self.gold += sent * self.price_list(suit)[int(length)]
            self.cubes[ACE[suit]] -= sent
        self.play_discard(card)

    def settle(self) -> None:
        self.phase = "tax"
        if not self.taxes():
            self.phase, self.result = "", ("loss", "bankrupt")

    def play_tax(self, rest: str) -> None:
        taxed = self.taxes()[f"tax {rest}"]
        self.gold -= sum(map(self.tax, taxed))
        for card in taxed:
            self.hand.remove(card)
            self.discards.append(card)
        if self.final:
            self.phase, self.result = "", self.reckoned()
        else:
            self.begin()

    def reckoned(self) -> tuple[str, str]:
        cards = set(self.board.values())
        if any(not {ACE[s], CROWN[s]} & cards for s in SUITS):
            return "loss", "missing"
        if self.gold == 0:
            return "loss", "penniless"
        return ("outright", "rich") if self.gold > 25 else ("win", "solvent")


def crosses(way: list[Cell]) -> bool:
    """Does the last step cross an earlier one? Two diagonals of one block then meet."""
    (r, c), (s, d) = way[-2:]
    if r == s or c == d:
        return False
    other = {(r, d), (s, c)}
    return any({a, b} == other for a, b in pairwise(way))


@cache
def loaded(number: int) -> Game:
    variants, options = SETTINGS[number]
    return load("quetinny", variants=variants, options=options)


def begun(play: Playout) -> tuple[State, Solitaire]:
    """The game of the rule file and that of the rulebook, with one deck."""
    variants = list(play.game.variants)
    pile = deck(variants)
    luck = random.Random(play.seed)
    while sum(CARDS[card].royal for card in pile[:4]) != 1:
        luck.shuffle(pile)
    state = play.game.start(chance="asked")
    state.answer(pile)
    return state, Solitaire(variants, play.game.options, list(pile))


def both(play: Playout) -> Iterator[tuple[State, Solitaire]]:
    """Both games at each decision, and at the end."""
    state, table = begun(play)
    for count in range(61):
        yield state, table
        if state.over:
            return
        move = str(play.choose(state, count))
        state.apply(move)
        table.play(move)
    raise AssertionError("a game has at most 60 decisions")


plays = playouts(st.sampled_from(range(len(SETTINGS))).map(loaded))


def games(examples: int) -> settings:
    return settings(
        max_examples=times(examples // 4, thorough=examples),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@games(40)
@given(plays)
def test_the_same_moves_on_offer(play: Playout) -> None:
    """Invariants 9, 10, 11 and 16: moves, phases and results agree at every decision."""
    for state, table in both(play):
        moves = [str(move) for move in state.legal_moves()]
        assert len(set(moves)) == len(moves)
        assert set(moves) == table.moves()
        assert state.choice == table.phase
        assert state.over == (not moves)
    outcome = state.outcome
    assert outcome is not None and table.result == tuple(outcome["result"])
    assert len(table.hand) == (3 if table.result[1] == "bankrupt" else 1)


@games(30)
@given(plays)
def test_what_the_rulebook_says_of_itself(play: Playout) -> None:
    """Invariants 1 to 8, 12, 14 and 15, of the game written out here."""
    variants = list(play.game.variants)
    taxes: dict[str, int] = {}
    for _, table in both(play):
        lying = [card for card in table.board.values() if card != "Excuse"]
        cards = [*lying, *table.hand, *table.pile, *table.discards]
        assert sorted(cards) == sorted(deck(variants))
        assert all(table.supply(suit) >= 0 for suit in SUITS)
        assert table.cubes_left() >= 0 and min(table.cubes.values(), default=0) >= 0
        assert all(table.at(card) for card, count in table.cubes.items() if count)
        for card, held in table.chips.items():
            assert held <= set(CARDS[card].suits)
            assert len(held) <= (2 if CARDS[card].kind == "pawn" else 1)
        for cell, card in table.board.items():
            others = [table.board[c] for c in beside(cell) if c in table.board]
            assert others or cell in table.founding
            assert not CARDS[card].royal or not any(CARDS[other].royal for other in others)
        for suit in SUITS:
            between = [c for c in table.marked(suit) if not CARDS[c].royal]
            assert all(2 <= n <= 2 + len(between) for n in table.price_list(suit))
        for card in CARDS:
            assert 0 <= table.tax(card) <= taxes.get(card, CARDS[card].rank)
            taxes[card] = table.tax(card)
        assert table.gold >= 0
    if table.result[1] != "bankrupt":
        assert table.turns == (len(deck(variants)) - 8) // 2 + 1
