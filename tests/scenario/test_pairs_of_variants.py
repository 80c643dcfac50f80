"""Any two variants of a game go together or are refused with a sentence: the table of all pairs.

Every pair that is refused is tried, and a quarter of those that go together; where
`RULEWRIGHT_GAMES` is set, all of them.
"""

from __future__ import annotations

import os
from itertools import combinations

import pytest

from rulewright import catalogue
from rulewright.diagnostics import UsageError
from rulewright.game import load

REFUSED: dict[str, set[tuple[str, str]]] = {
    "ruins": {
        ("all_night", "bare_climbing"),
        ("all_night", "no_night"),
        ("all_night", "open_flips"),
        ("bare_climbing", "cheap_market"),
        ("bare_climbing", "no_claims"),
        ("bare_climbing", "no_night"),
        ("bare_climbing", "open_flips"),
        ("bare_climbing", "rich_start"),
        ("long_game", "short_game"),
        ("no_night", "open_flips"),
    },
    "ruta": {("ace_extra", "ace_subvert"), ("ace_give", "ace_subvert")},
}

PAIRS = [
    (info.name, one.name, other.name)
    for info in catalogue.games()
    for one, other in combinations(sorted(info.variants, key=lambda v: v.name), 2)
]


TOGETHER = [pair for pair in PAIRS if pair[1:] not in REFUSED.get(pair[0], set())]
SOME = sorted({*PAIRS} - {*TOGETHER}) + TOGETHER[::4]
TRIED = PAIRS if "RULEWRIGHT_GAMES" in os.environ else SOME


def test_the_table_names_pairs_that_exist() -> None:
    listed = {(game, *pair) for game, pairs in REFUSED.items() for pair in pairs}
    assert listed <= set(PAIRS)


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(("game", "one", "other"), TRIED)
def test_pairs(game: str, one: str, other: str) -> None:
    if (one, other) not in REFUSED.get(game, set()):
        assert load(game, variants=[other, one], engine="reference").variants == (one, other)
        return
    with pytest.raises(UsageError) as refused:
        load(game, variants=[one, other], engine="reference")
    sentence = str(refused.value)
    assert "cannot be played together" in sentence and one in sentence and other in sentence
