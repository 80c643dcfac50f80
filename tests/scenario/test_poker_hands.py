"""What the cookbook says a hand of five cards is worth orders hands as the rules of the game do."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from tests.repeated import times

import rulewright as rw

PAGE = Path(__file__).parents[2] / "rules" / "COOKBOOK.md"
RANKS = "Two Three Four Five Six Seven Eight Nine Ten Jack Queen King Ace".split()

Hand = tuple[str, ...]


def value(hand: Hand) -> tuple[int, tuple[int, ...]]:
    """The kind of a hand, and what decides between two of the same kind."""
    cards = [name.split(" of ") for name in hand]
    many = Counter(RANKS.index(rank) + 2 for rank, _ in cards)
    groups = sorted(many.items(), key=lambda one: (one[1], one[0]), reverse=True)
    shape, ranks = tuple(n for _, n in groups), tuple(rank for rank, _ in groups)
    if ranks == (14, 5, 4, 3, 2):
        ranks = (5, 4, 3, 2, 1)
    row, flush = len(many) == 5 and ranks[0] - ranks[4] == 4, len({suit for _, suit in cards}) == 1
    kinds = [
        row and flush, shape == (4, 1), shape == (3, 2), flush, row, shape == (3, 1, 1),
        shape == (2, 2, 1), shape == (2, 1, 1, 1), True,
    ]  # fmt: skip
    return 8 - kinds.index(True), ranks


@pytest.mark.parametrize(
    "cards",
    ["rank of c <= 13", "rank of c <= 6", "rank of c <= 3 or rank of c >= 12",
     "suit of c in {Clubs, Hearts}", "suit of c is Clubs or rank of c is 7"],
)  # fmt: skip
def test_better_hands_are_worth_more(tmp_path: Path, cards: str) -> None:
    found = re.search(r"^```game showdown.game\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    assert found is not None
    rules = found[1].replace("in card to stock", f"in card where {cards} to stock")
    rules = re.sub(r"^scenario .*", "", rules, flags=re.M | re.S)  # which want all cards
    (tmp_path / "showdown.game").write_text(rules, encoding="utf-8")
    game, worth = rw.load(str(tmp_path / "showdown.game"), seats=3), dict[Hand, int]()
    for seed in range(times(64, thorough=120)):
        state = game.start(seed=seed)
        for seat in range(3):
            told = cast("dict[str, Any]", state.observation(seat))
            hand = tuple([*told["cells"]["hand"].values()][seat])
            worth[hand] = told["scores"][seat]
    ranked = sorted(worth, key=worth.__getitem__)
    assert [value(hand) for hand in ranked] == sorted(map(value, ranked))
    for one, other in pairwise(ranked):
        assert (worth[one] == worth[other]) is (value(one) == value(other))
    assert len({kind for kind, _ in map(value, ranked)}) > 4
