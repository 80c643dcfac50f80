"""How many payments a claim of Ruta has, counted from the positions of its scenarios.

The scenarios themselves, which show offers and outcomes, run in `test_scenarios`; S-26 and S-27,
which count positions and play whole games, in `test_ruta_counts`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulewright.backends.registry import EngineName
from rulewright.core.scenes import GivenPosition
from rulewright.game import Game, load
from rulewright.state import State

ENGINES: list[EngineName] = ["reference", "python"]
SETS = [(), ("ace_give",), ("ace_extra",), ("ace_subvert",), ("ace_give", "ace_extra")]


def test_setup_sizes_are_shown_for_every_variant() -> None:
    for names in SETS:
        titles = [s.title for s in load("ruta", variants=names).scenarios()]
        assert sum(title.startswith("S-1 Setup") for title in titles) == 2, names


def position(game: Game, title: str) -> State:
    """The position that a scenario with this title is given."""
    scenario = next(s for s in game.scenarios() if s.title == title)
    given = scenario.steps[0]
    assert isinstance(given, GivenPosition)
    return game.position(given)


def payments(state: State, claim: str) -> list[str]:
    """Everything that can be paid for a route: cards (and an ace) joined by ` + `."""
    state.apply(f"claim {claim}")
    return sorted(_completed(state))


def _completed(state: State) -> Iterator[str]:
    for move in map(str, state.legal_moves()):
        if move == "commit":
            yield ""
            continue
        after = state.copy()
        after.apply(move)
        card = move.partition(" ")[2]
        for rest in _completed(after):
            yield f"{card} + {rest}" if rest else card


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("title", "claim", "wanted"),
    [
        (
            "S-3 Single common suit",
            "Harvest-Consul",
            ["Lunatic + Rite + Huntress", "Rite + Huntress"],
        ),
        (
            "S-4 Two common suits",
            "Mountain-Diplomat",
            [
                "Ace of Suns + Discovery + Bard",
                "Ace of Suns + Discovery + Lunatic",
                "Ace of Suns + Discovery + Lunatic + Bard",
                "Ace of Suns + Lunatic + Bard",
                "Discovery + Bard",
                "Discovery + Lunatic + Bard",
                "Lunatic + Bard",
            ],
        ),
        (
            "S-7 No dead ends",
            "Mill-Harvest",
            [
                "Ace of Leaves + Chance Meeting + Merchant + Origin",
                "Ace of Leaves + Chance Meeting + Merchant + Origin + Savage",
                "Ace of Leaves + Chance Meeting + Merchant + Savage",
                "Chance Meeting + Merchant + Origin",
                "Chance Meeting + Merchant + Origin + Savage",
                "Chance Meeting + Merchant + Savage",
            ],
        ),
        ("S-8 Not short any more", "Harvest-Consul", ["Ace of Moons + Pact + Huntress"]),
        ("S-12 Excuse without discards", "Penitent-Desert", ["Calamity"]),
    ],
    ids=lambda value: value.partition(" ")[0] if isinstance(value, str) else "",
)
def test_payments(engine: EngineName, title: str, claim: str, wanted: list[str]) -> None:
    found = payments(position(load("ruta", engine=engine), title), claim)
    assert sets_of(found) == sets_of(wanted) and len(found) == len(wanted)


def sets_of(payments: list[str]) -> set[frozenset[str]]:
    return {frozenset(payment.split(" + ")) for payment in payments}


@pytest.mark.parametrize("engine", ENGINES)
def test_payments_by_ace_rule_3(engine: EngineName) -> None:
    game = load("ruta", variants=["ace_subvert"], engine=engine)
    assert payments(position(game, "S-21 Ace rule 3"), "Harvest-Consul") == [
        "Ace of Moons + Painter + Merchant + Calamity"
    ]
    assert payments(position(game, "S-23 Ace rule 3, both ways"), "Harvest-Consul") == [
        "Ace of Moons + Huntress + Calamity",
        "Ace of Moons + Rite + Calamity",
        "Ace of Moons + Rite + Huntress",
        "Ace of Moons + Rite + Huntress + Calamity",
        "Rite + Huntress",
    ]


@pytest.mark.parametrize("engine", ENGINES)
def test_minimal_payments(engine: EngineName) -> None:
    game = load("ruta", options={"overpay": "minimal"}, engine=engine)
    assert payments(position(game, "S-25 Minimal payments"), "Mountain-Diplomat") == [
        "Ace of Suns + Discovery + Lunatic",
        "Discovery + Bard",
        "Lunatic + Bard",
    ]
