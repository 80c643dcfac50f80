"""The classics beside OpenSpiel's: the same moves at every state of random games, the same returns.

Two states are led through one game: a move is drawn from ours and made in both; what chance decides
is drawn once and told to both. At each decision the seat to move is the same, and their moves,
translated, are ours, one to one. A few games are played in the suite; `RULEWRIGHT_GAMES=1000`
plays a thousand of each. Needs OpenSpiel: `pip install -e '.[openspiel]'`.

Not here: Breakthrough on 5 by 5 squares, which has one row of men on each side there. And
Klondike: OpenSpiel's solitaire lays the whole stock open and lets each third card of it be played
at any time, so that there is no drawing and nothing to turn over; and it forbids moves that lead
back to a position.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

import pytest

from rulewright.game import Game, load
from rulewright.state import State

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install -e '.[openspiel]'"
)

RANK = "- Ace Two Three Four Five Six Seven Eight Nine Ten Jack Queen King".split()
GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "3"))


class Theirs(Protocol):
    """A state of OpenSpiel, as far as it is used here."""

    def is_chance_node(self) -> bool: ...
    def is_terminal(self) -> bool: ...
    def current_player(self) -> int: ...
    def legal_actions(self) -> list[int]: ...
    def action_to_string(self, player: int, action: int) -> str: ...
    def apply_action(self, action: int) -> None: ...
    def returns(self) -> list[float]: ...


class Chance(Protocol):
    """Leads both states past what chance decides; false where they cannot be compared further."""

    def settle(self, ours: State, theirs: Theirs, luck: random.Random) -> bool: ...


def actions(theirs: Theirs, translate: Callable[[str], str]) -> dict[str, int]:
    """Their actions by what they are called here, each by a name of its own."""
    found = {
        translate(theirs.action_to_string(theirs.current_player(), a)): a
        for a in theirs.legal_actions()
    }
    assert len(found) == len(theirs.legal_actions())
    return found


@dataclass
class OneByOne:
    """Both ask chance the same questions in the same order; `name` is what an outcome is here."""

    name: Callable[[str], str] = str

    def settle(self, ours: State, theirs: Theirs, luck: random.Random) -> bool:
        while ours.question is not None or theirs.is_chance_node():
            assert ours.question is not None and theirs.is_chance_node()
            outcomes = actions(theirs, self.name)
            assert sorted(ours.question.of) == sorted(outcomes)
            outcome = luck.choice(ours.question.of)
            ours.answer(outcome)
            theirs.apply_action(outcomes[outcome])
        return True


def by_winners(ours: State) -> list[float]:
    """1 for winning, -1 for losing, 0 for all if several have won or none has."""
    outcome = ours.outcome
    assert outcome is not None
    seats, winners = range(len(outcome["scores"])), outcome["winners"]
    return [0 if len(winners) != 1 else 1 if p in winners else -1 for p in seats]


@dataclass(frozen=True)
class Twin:
    """One game on both sides: `move` tells what a move of theirs is called here, given the moves
    on offer here."""

    game: str
    spiel: str
    move: Callable[[str, list[str]], str]
    options: dict[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    seats: int | None = None
    chance: Callable[[], Chance] = OneByOne
    returns: Callable[[State], list[float]] = by_winners


def by_points(ours: State) -> list[float]:
    return list(map(float, ours.scores()))


def tic_tac_toe_move(theirs: str, _: list[str]) -> str:
    """`x(0,2)`: rows from above, columns from the left."""
    row, column = map(int, re.findall(r"\d", theirs))
    return f"mark {'abc'[column]}{3 - row}"


def connect_four_move(theirs: str, ours: list[str]) -> str:
    """`x3`: a column; here it is the place on which the disc comes to lie."""
    return next(move for move in ours if move.startswith(f"drop {'abcdefg'[int(theirs[1])]}"))


def breakthrough_move(size: int) -> Callable[[str, list[str]], str]:
    """`a7b6`, with `*` for a capture: there the first player comes from above."""

    def move(theirs: str, _: list[str]) -> str:
        (a, m), (b, n) = re.findall(r"([a-h])(\d)", theirs)
        return f"move {a}{size + 1 - int(m)}-{b}{size + 1 - int(n)}"

    return move


def breakthrough(size: int) -> Twin:
    return Twin(
        "breakthrough",
        f"breakthrough(rows={size},columns={size})",
        breakthrough_move(size),
        options={"size": str(size)},
    )


def connect_four(in_line: int) -> Twin:
    return Twin(
        "connect_four",
        f"connect_four(x_in_row={in_line})",
        connect_four_move,
        options={"in_line": str(in_line)},
    )


class Passes:
    """Where nobody can place a disc the game is over there at once, here after two passes."""

    def settle(self, ours: State, theirs: Theirs, luck: random.Random) -> bool:
        while theirs.is_terminal() and not ours.over:
            ours.apply("pass")
        return True


def draughts_move(theirs: str, _: list[str]) -> str:
    """`a3b4`: a step, or a jump if it is two rows long."""
    start, end = theirs[:2], theirs[2:]
    far = abs(int(start[1]) - int(end[1])) == 2
    return f"{'jump' if far else 'move'} {start}-{end}"


class UntilDrawn:
    """Theirs is a draw after 40 moves without a capture, which here goes on."""

    def settle(self, ours: State, theirs: Theirs, luck: random.Random) -> bool:
        return ours.over or not theirs.is_terminal() or any(theirs.returns())


BOARDS = [
    Twin("tic_tac_toe", "tic_tac_toe", tic_tac_toe_move),
    Twin("tic_tac_toe", "misere(game=tic_tac_toe())", tic_tac_toe_move, variants=("misere",)),
    *map(connect_four, (3, 4, 5)),
    *map(breakthrough, (6, 8)),
    Twin(
        "reversi",
        "othello",
        lambda theirs, _: "pass" if theirs == "pass" else f"place {theirs}",
        chance=Passes,
    ),
    Twin("draughts", "checkers", draughts_move, chance=UntilDrawn),
]

FACES = "ones twos threes fours fives sixes".split()


def liars_move(theirs: str, _: list[str]) -> str:
    if theirs == "Liar":
        return "doubt"
    count, face = map(int, theirs.split("-"))
    return f"bid {count} {FACES[face - 1]}"


def kuhn_move(theirs: str, ours: list[str]) -> str:
    """Theirs has `Pass` and `Bet` only; it depends on whether somebody has bet."""
    facing = "fold" in ours
    return {"Pass": "fold" if facing else "check", "Bet": "call" if facing else "bet"}[theirs]


def leduc_move(theirs: str, ours: list[str]) -> str:
    return "check" if theirs == "Call" and "check" in ours else theirs.lower()


def pig_returns(ours: State) -> list[float]:
    return [won if won > 0 else won / (len(ours.scores()) - 1) for won in by_winners(ours)]


def pig(seats: int) -> Twin:
    return Twin(
        "pig",
        f"pig(players={seats},horizon=1000000)",
        lambda theirs, _: "hold" if theirs == "stop" else theirs,
        options={"idle": "on"},
        seats=seats,
        chance=lambda: OneByOne(lambda theirs: theirs[-1]),
        returns=pig_returns,
    )


def kuhn(seats: int) -> Twin:
    return Twin(
        "kuhn_poker",
        f"kuhn_poker(players={seats})",
        kuhn_move,
        seats=seats,
        chance=lambda: OneByOne(lambda theirs: ["Jack", "Queen", "King", "Ace"][int(theirs[-1])]),
        returns=by_points,
    )


def liars(seats: int, dice: int) -> Twin:
    return Twin(
        "liars_dice",
        f"liars_dice(players={seats},numdice={dice})",
        liars_move,
        options={"dice": str(dice)},
        seats=seats,
        chance=lambda: OneByOne(lambda theirs: FACES[int(theirs[-1]) - 1]),
        returns=by_points,
    )


def goofspiel_move(theirs: str, ours: list[str]) -> str:
    """`[P0]Bid: 3`; here each seat bids the cards of a suit of its own."""
    return next(move for move in ours if move.startswith(f"bid {RANK[rank_in(theirs)]} "))


def goofspiel(count: int, order: str, there: str) -> Twin:
    return Twin(
        "goofspiel",
        "turn_based_simultaneous_game(game=goofspiel("
        f"num_cards={count},points_order={there},returns_type=win_loss))",
        goofspiel_move,
        options={"cards": str(count), "order": order},
        chance=lambda: OneByOne(lambda theirs: f"{RANK[rank_in(theirs)]} of Diamonds"),
    )


def rank_in(theirs: str) -> int:
    return int(re.findall(r"\d+", theirs)[-1])


LEDUC = [f"{rank} of {suit}" for rank in ("Jack", "Queen", "King") for suit in ("Spades", "Hearts")]

TABLES = [
    *map(pig, (2, 3)),
    *map(kuhn, (2, 3)),
    Twin(
        "leduc_poker",
        "leduc_poker",
        leduc_move,
        chance=lambda: OneByOne(lambda theirs: LEDUC[int(theirs[-1])]),
        returns=by_points,
    ),
    liars(2, 1),
    liars(2, 2),
    goofspiel(4, "descending", "descending"),
    goofspiel(5, "ascending", "ascending"),
    goofspiel(13, "shuffled", "random"),
]

SUITS = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
RANKS = dict(zip("23456789TJQKA", [*RANK[2:], RANK[1]], strict=True))


def playing_card(short: str) -> str:
    return f"{RANKS[short[1]]} of {SUITS[short[0]]}"


def eights_move(theirs: str, _: list[str]) -> str:
    if theirs.startswith("Play"):
        return f"play {playing_card(theirs[-2:])}"
    return {"Draw": "draw", "Pass": "stay"}.get(theirs) or f"name {SUITS[theirs[-1]]}"


def value(ours: State, name: str, *keys: int) -> int | list[int]:
    """What is in a zone or mark of ours."""
    variable = next(variable for variable in ours.engine.program.variables if variable.name == name)
    return ours.engine.layout.get(ours.slots, variable, keys)


def cards(ours: State, zone: str, *keys: int) -> list[str]:
    """The cards in a zone of ours, from the top or in order of the deck."""
    held = value(ours, zone, *keys)
    domains = ours.engine.program.domains
    deck = next(domain for domain in domains if domain.name == "card").labels
    if isinstance(held, int):
        return [card for n, card in enumerate(deck) if held >> n & 1]
    return [deck[n] for n in reversed(held)]


def eights_returns(ours: State) -> list[float]:
    """What the hands cost there: court cards and Aces 10, an eight 50, and any other card by its
    place in a deck that begins with four Twos."""
    order = [f"{rank} of {suit}" for rank in RANKS.values() for suit in SUITS.values()]
    costs = {card: float(number + 2) for number, card in enumerate(order)}
    for suit in SUITS.values():
        tens = {f"{rank} of {suit}": 10.0 for rank in ("Jack", "Queen", "King", "Ace")}
        costs |= {**tens, f"Eight of {suit}": 50.0}
    seats = range(ours.engine.program.seats.size)
    return [-sum(costs[card] for card in cards(ours, "hand", p)) for p in seats]


@dataclass
class Pile:
    """We shuffle the pile, they draw from it card by card: they are told what ours has decided.
    Theirs makes a new pile without end; games are compared until ours has done all it may."""

    again: bool
    begun: bool = False
    pile: list[str] = field(default_factory=list)  # as it lay before the last step

    def settle(self, ours: State, theirs: Theirs, luck: random.Random) -> bool:
        seats = ours.engine.program.seats.size
        if not self.begun:
            theirs.apply_action(52 + seats - 1)  # the last seat deals, so that seat 0 begins
            self.shuffle(ours, luck)
            for _ in range(seats * (7 if seats == 2 else 5)):
                self.draw(theirs)
        while ours.question is not None and not self.begun:  # an eight does not stay there, too
            assert self.pile[0].startswith("Eight")
            self.draw(theirs)
            self.shuffle(ours, luck)
        if theirs.is_chance_node():
            self.draw(theirs)
        while ours.question is not None:
            self.shuffle(ours, luck)
        assert not theirs.is_chance_node()
        self.begun, self.pile = True, cards(ours, "pile")
        return bool(self.pile) or not self.again or value(ours, "turned") != 9

    def shuffle(self, ours: State, luck: random.Random) -> None:
        assert ours.question is not None
        self.pile = luck.sample(ours.question.of, len(ours.question.of))
        ours.answer(self.pile)

    def draw(self, theirs: Theirs) -> None:
        theirs.apply_action(actions(theirs, lambda text: playing_card(text[-2:]))[self.pile.pop(0)])


def eights(seats: int, again: bool) -> Twin:
    there = f"players={seats},max_turns=100000,reshuffle={again}"
    return Twin(
        "crazy_eights",
        f"crazy_eights({there})",
        eights_move,
        options={"reshuffles": "9" if again else "0"},
        seats=seats,
        chance=lambda: Pile(again),
        returns=eights_returns,
    )


TWINS = [
    *BOARDS,
    *TABLES,
    *(eights(seats, again) for seats in range(2, 6) for again in (False, True)),
]


@cache
def loaded(twin: int) -> Game:
    t = TWINS[twin]
    return load(t.game, variants=t.variants, options=t.options, seats=t.seats)


def named(twin: Twin) -> str:
    return ",".join([twin.game, *twin.variants, *twin.options.values(), str(twin.seats or "")])


def decide(twin: Twin, ours: State, theirs: Theirs, luck: random.Random) -> None:
    """One decision: the same moves on both sides, one of them is made."""
    moves = [str(move) for move in ours.legal_moves()]
    translated = actions(theirs, lambda text: twin.move(text, moves))
    assert ours.to_move == theirs.current_player(), ours.moves
    assert sorted(moves) == sorted(translated), ours.moves
    move = luck.choice(moves)
    ours.apply(move)
    theirs.apply_action(translated[move])


@pytest.mark.parametrize("number", range(len(TWINS)), ids=[named(twin) for twin in TWINS])
def test_the_same_game(number: int) -> None:
    twin, there = TWINS[number], pyspiel.load_game(TWINS[number].spiel)
    for seed in range(GAMES):
        luck = random.Random(seed)
        ours = loaded(number).start(chance="asked")
        theirs: Theirs = there.new_initial_state()
        chance = twin.chance()
        while chance.settle(ours, theirs, luck):
            if ours.over or theirs.is_terminal():
                assert ours.over and theirs.is_terminal(), ours.moves
                assert twin.returns(ours) == theirs.returns(), ours.moves
                break
            decide(twin, ours, theirs, luck)
