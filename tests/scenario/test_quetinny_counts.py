"""S-26 of Quetinny's rulebook: numbers of move sequences, from decks in a given order and from the
positions of other worked examples.

The table of decks is read from the rulebook itself, the positions from the scenarios.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rulewright.backends.registry import EngineName
from rulewright.core.scenes import GivenPosition
from rulewright.game import Game, load
from rulewright.play.perft import perft
from rulewright.resources import rules_root

ENGINES: list[tuple[EngineName, int]] = [("python", 6), ("reference", 4)]
POSITIONS = [
    ("S-5 The chip may go to an older province", "", {"expand": 20, "harvest": 1}, 77),
    ("S-11 Chart and zigzag", "", {"expand": 39, "caravan": 10}, 180),
    ("S-14 Two suits share the reach", "", {"expand": 22, "harvest": 1, "caravan": 5}, 105),
    ("S-18 Final hand", "", {"expand": 45, "harvest": 3}, 196),
    (
        "S-22 Courts: a route of six pays for five",
        "courts",
        {"expand": 54, "harvest": 3, "caravan": 2},
        219,
    ),
    ("S-23 Pawns: a crossroads", "pawns", {"expand": 21, "harvest": 2, "caravan": 2}, 121),
]


@cache
def loaded(variant: str, engine: EngineName) -> Game:
    return load("quetinny", variants=[variant] if variant else [], engine=engine)


def decks() -> list[tuple[tuple[str, ...], str, list[int]]]:
    """The rows of the table: the first cards of the deck, the variant, the numbers."""
    text = (rules_root() / "quetinny" / "rulebook.md").read_text(encoding="utf-8")
    lines = text[text.index("**S-26") :].splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("|"))
    rows: list[tuple[tuple[str, ...], str, list[int]]] = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        first, variant, numbers = (cell.strip() for cell in line.strip("|").split("|"))
        cards = rows[-1][0] if first == "the same" else tuple(first.split(", "))
        rows.append((cards, variant, [int(number) for number in numbers.split(", ")]))
    return rows


@pytest.mark.thorough(each="variant")
@pytest.mark.parametrize(("first", "variant", "wanted"), decks(), ids=lambda x: str(x)[:20])
@pytest.mark.parametrize(("engine", "depth"), ENGINES)
def test_s_26_from_decks(
    engine: EngineName, depth: int, first: tuple[str, ...], variant: str, wanted: list[int]
) -> None:
    state = loaded("" if variant == "basic" else variant, engine).start(chance="asked")
    question = state.question
    assert question is not None
    state.answer([*first, *(card for card in question.of if card not in first)])
    assert perft(state, depth) == wanted[:depth]


@pytest.mark.parametrize(
    ("title", "variant", "kinds", "pairs"), POSITIONS, ids=lambda x: str(x)[:4]
)
@pytest.mark.parametrize("engine", ["python", "reference"])
def test_s_26_from_positions(
    engine: EngineName, title: str, variant: str, kinds: dict[str, int], pairs: int
) -> None:
    game = loaded(variant, engine)
    scenario = game.scenario(next(tree for tree in game.scenario_trees() if tree.title == title))
    given = scenario.steps[0]
    assert isinstance(given, GivenPosition)
    state = game.position(given)
    assert Counter(str(move).split()[0] for move in state.legal_moves()) == kinds
    assert perft(state, 2)[-1] == pairs
