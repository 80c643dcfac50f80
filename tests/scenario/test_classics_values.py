"""The classics of chance and hidden information have the published trees and values."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from rulewright import load
from rulewright.analysis.equilibrium import bounds
from rulewright.analysis.tree import InformationSet, Tree, grow, histories


def card_of(known: InformationSet) -> str:
    """The first letter of the card in the hand of a poker player."""
    names = ("first", "second", "third")
    observed = json.loads(known.remembers[0])
    return str(observed["cells"]["hand"][names[known.seat]][0])[0]


def said_before(known: InformationSet) -> str:
    return " ".join(text.removeprefix("> ") for text in known.remembers if text.startswith(">"))


@pytest.mark.parametrize(("seats", "nodes", "sets"), [(2, 58, 12), (3, 617, 48)])
def test_kuhn_poker_has_its_histories_and_information_sets(
    seats: int, nodes: int, sets: int
) -> None:
    """K-7. 58 and 12 for two, as in Kuhn's paper; OpenSpiel has 617 and 48 for three."""
    game = load("kuhn_poker", seats=seats)
    tree = grow(game)
    assert histories(game).total == len(tree.nodes) == nodes
    assert len(tree.sets) == sets


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_kuhn_poker_is_worth_a_loss_of_an_eighteenth_to_the_first_player(bluff: Fraction) -> None:
    """K-7. Kuhn's equilibria (1950): the first player bluffs with the Jack as often as he likes, up
    to a third; that fixes the rest."""
    third, sure, never = Fraction(1, 3), Fraction(1), Fraction(0)
    boldness = {  # how likely the bolder move – bet or call – is
        (0, "J", ""): bluff,
        (0, "Q", ""): never,
        (0, "K", ""): 3 * bluff,
        (0, "J", "check bet"): never,
        (0, "Q", "check bet"): bluff + third,
        (0, "K", "check bet"): sure,
        (1, "J", "check"): third,
        (1, "Q", "check"): never,
        (1, "K", "check"): sure,
        (1, "J", "bet"): never,
        (1, "Q", "bet"): third,
        (1, "K", "bet"): sure,
    }
    tree = grow(load("kuhn_poker"))
    bold = [boldness[known.seat, card_of(known), said_before(known)] for known in tree.sets]
    strategy = [(1 - likely, likely) for likely in bold]
    assert bounds(tree, strategy) == (Fraction(-1, 18), Fraction(-1, 18))


@cache
def leduc_by_rank() -> Tree:
    """The tree of Leduc poker for seats that do not look at suits."""
    return grow(load("leduc_poker"), seen=lambda text: re.sub(r" of (Hearts|Spades)", "", text))


def test_leduc_poker_has_its_histories_and_information_sets() -> None:
    """L-7. As in OpenSpiel: 936 information sets if suits are told apart, 288 if only ranks are."""
    tree = grow(load("leduc_poker"))
    assert len(tree.nodes) == 9_457
    assert len(tree.sets) == 936
    assert len(leduc_by_rank().sets) == 288


def test_leduc_poker_is_worth_a_loss_of_0_085606_to_the_first_player() -> None:
    """L-7. The strategy was found by linear programming, once; that it is an equilibrium, and so
    what the game is worth, is proved here: no answer to either half does better than the other."""
    kept = Path(__file__).with_name("leduc_equilibrium.json").read_text(encoding="utf-8")
    low, high = bounds(leduc_by_rank(), json.loads(kept))
    assert -0.08560643 < low <= high < -0.08560642


def test_liars_dice_has_its_histories() -> None:
    """D-7. As in OpenSpiel, which rolls one die after another, too."""
    found = histories(load("liars_dice"))
    assert found.total == 294_883
    assert (found.chances, found.decisions, found.ends) == (1 + 6, 36 * 4_096, 36 * 4_095)


@pytest.mark.parametrize(("cards", "games"), [(3, 36), (4, 576), (5, 14_400)])
def test_goofspiel_has_its_games(cards: int, games: int) -> None:
    """G-8. With prizes in a fixed order, the last card of both being bid by itself."""
    found = histories(load("goofspiel", options={"cards": cards}))
    assert (found.ends, found.chances) == (games, 0)


@pytest.mark.parametrize(("cards", "sets"), [(3, 2 * (1 + 9)), (4, 2 * (1 + 16 + 144))])
def test_goofspiel_seats_know_all_bids_but_the_one_that_is_face_down(cards: int, sets: int) -> None:
    """G-8. A seat knows both bids of every round that is over, and nothing of the present one."""
    assert len(grow(load("goofspiel", options={"cards": cards})).sets) == sets
