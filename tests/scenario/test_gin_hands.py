"""What the cookbook says is left over of a hand is the least that any choice of melds leaves: here
every one is tried, in hands of few ranks or suits, in which melds have many cards in common.
"""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any, cast

import pytest

import rulewright as rw

PAGE = Path(__file__).parents[2] / "rules" / "COOKBOOK.md"
SCORE = "score left of p: 340 - deadwood(hand of p)\nscore won of p"
RANKS = "Ace Two Three Four Five Six Seven Eight Nine Ten Jack Queen King".split()

Hand = frozenset[tuple[int, str]]


def card(name: str) -> tuple[int, str]:
    rank, suit = name.split(" of ")
    return RANKS.index(rank) + 1, suit


def melds(hand: Hand) -> list[Hand]:
    found = []
    for size in range(3, len(hand) + 1):
        for some in combinations(sorted(hand), size):
            ranks, suits = [rank for rank, _ in some], {suit for _, suit in some}
            is_run = len(suits) == 1 and ranks[-1] - ranks[0] == size - 1
            if is_run or len({*ranks}) == 1:
                found.append(frozenset(some))
    return found


def least(hand: Hand, held: list[Hand]) -> int:
    """What is left over if melds of these are laid, no card in two of them."""
    laid = (least(hand - meld, held[i:]) for i, meld in enumerate(held, 1) if meld <= hand)
    return min([sum(min(rank, 10) for rank, _ in hand), *laid])


@pytest.mark.parametrize(
    "cards",
    ["rank of c <= 13", "rank of c <= 6", "suit of c in {Clubs, Hearts}", "suit of c is not Spades"
     " and rank of c <= 8", "suit of c is Clubs or rank of c <= 4"],
)  # fmt: skip
def test_no_choice_of_melds_leaves_less(tmp_path: Path, cards: str) -> None:
    found = re.search(r"^```game gin.game\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    assert found is not None
    rules = found[1].replace("in card to stock", f"in card where {cards} to stock")
    (tmp_path / "gin.game").write_text(rules.replace("score won of p", SCORE), encoding="utf-8")
    game, met = rw.load(str(tmp_path / "gin.game")), set()
    for seed in range(100):
        state = game.start(seed=seed)
        for seat in range(2):
            told = cast("dict[str, Any]", state.observation(seat))
            hand = frozenset(map(card, [*told["cells"]["hand"].values()][seat]))
            left = 340 - told["scores"][seat]
            assert left == least(hand, melds(hand)), sorted(hand)
            met.add(left)
    assert len(met) > 20
